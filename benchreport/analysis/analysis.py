"""The recommended comparison, run as a whole."""

from collections.abc import Callable
from dataclasses import dataclass

from benchreport.analysis.verdict import advise, verdict
from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.results import (
    DescriptionResult,
    OmnibusResult,
    PairwiseResult,
    RankingResult,
    Result,
    VarianceResult,
)
from benchreport.stats import (
    anova,
    bonferroni_dunn,
    describe,
    friedman,
    nemenyi,
    ranks,
    tukey,
    wilcoxon,
)

__all__ = ["Analysis", "analyze"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """What the recommended path found, with the reasons for taking it.

    Parameters
    ----------
    scores
        The table.
    alpha
        The level of all decisions.
    control
        The algorithm that the others are compared with; ``None`` compares all pairs.
    description, ranking, omnibus, mean_rank_pairs, signed_rank_pairs, variance, mean_pairs
        The results: described, ranked, Friedman, Nemenyi or Bonferroni–Dunn, Wilcoxon, analysis
        of variance, Tukey.
    verdict
        The answer in plain sentences, the most important first.
    advice
        Why these procedures, one sentence each.
    """

    scores: Scores
    alpha: float
    control: str | None
    description: DescriptionResult
    ranking: RankingResult
    omnibus: OmnibusResult
    mean_rank_pairs: PairwiseResult
    signed_rank_pairs: PairwiseResult
    variance: VarianceResult
    mean_pairs: PairwiseResult
    verdict: tuple[str, ...]
    advice: tuple[str, ...]

    @property
    def results(self) -> tuple[Result, ...]:
        """All results in the order of a paper."""
        return (
            self.description,
            self.ranking,
            self.omnibus,
            self.mean_rank_pairs,
            self.signed_rank_pairs,
            self.variance,
            self.mean_pairs,
        )

    def __str__(self) -> str:
        lines = [str(self.scores), "", *self.verdict, "", *(each.summary for each in self.results)]
        return "\n".join(lines)


def analyze(
    scores: Scores,
    *,
    alpha: float = 0.05,
    control: str | None = None,
    progress: Callable[[str], None] = lambda step: None,  # noqa: ARG005 - said to nobody
) -> Analysis:
    """Run the recommended comparison: describe, rank, test all, compare pairs, look at means too.

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    alpha
        The level of all decisions.
    control
        Compare the others with this algorithm; ``None`` compares all pairs.
    progress
        Called with the name of each step before it starts.

    Raises
    ------
    DesignError
        The table has gaps, or the control is not in it.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"a": [0.9, 0.8, 0.9], "b": [0.7, 0.6, 0.8], "c": [0.5, 0.6, 0.4]})
    >>> analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    >>> analysis.omnibus.variant
    'exact'
    """
    check_fraction("alpha", alpha)
    scores.complete("the comparison")
    progress("describing the scores")
    description, ranking = describe(scores), ranks(scores)
    progress("testing all algorithms at once")
    omnibus, variance = friedman(scores, alpha=alpha), anova(scores, alpha=alpha)
    progress("comparing pairs")
    if control is None:
        mean_rank_pairs = nemenyi(scores, alpha=alpha)
    else:
        mean_rank_pairs = bonferroni_dunn(scores, control=control, alpha=alpha)
    signed_rank_pairs = wilcoxon(scores, alpha=alpha, control=control)
    mean_pairs = tukey(scores, alpha=alpha)
    return Analysis(
        scores=scores,
        alpha=alpha,
        control=mean_rank_pairs.control,
        description=description,
        ranking=ranking,
        omnibus=omnibus,
        mean_rank_pairs=mean_rank_pairs,
        signed_rank_pairs=signed_rank_pairs,
        variance=variance,
        mean_pairs=mean_pairs,
        verdict=verdict(scores, omnibus, mean_rank_pairs, signed_rank_pairs, mean_pairs),
        advice=advise(scores, omnibus, control=mean_rank_pairs.control),
    )
