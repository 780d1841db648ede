"""The recommended comparison, run as a whole."""

from collections.abc import Callable
from dataclasses import dataclass

from benchreport import stats
from benchreport.analysis.advice import advise
from benchreport.analysis.verdict import verdict
from benchreport.data.scores import Scores
from benchreport.errors import DesignError, check_fraction
from benchreport.results import (
    AdviceResult,
    CheckResult,
    DescriptionResult,
    EffectsResult,
    FindingsResult,
    OmnibusResult,
    PairwiseResult,
    RankingResult,
    Result,
    SensitivityResult,
    VarianceResult,
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
    advice
        The design that was seen, and why these procedures.
    description
        Means, medians and ranks.
    ranking
        Ranks on each block, where all are complete.
    omnibus
        The test of all algorithms at once, where there are several and it means something.
    pairs
        Tests of pairs; the first decides, the others are views beside it.
    variance
        Analysis of variance, where blocks are independent.
    effects
        Effect sizes with intervals.
    independence, outliers
        What the design says of its blocks; scores to investigate.
    sensitivity
        What the answer depends on: single datasets and algorithms, or the treatment of gaps.
    verdict
        The answer in plain sentences, the most important first.
    """

    scores: Scores
    alpha: float
    control: str | None
    advice: AdviceResult
    description: DescriptionResult
    ranking: RankingResult | None
    omnibus: OmnibusResult | None
    pairs: tuple[PairwiseResult, ...]
    variance: VarianceResult | None
    effects: EffectsResult | None
    independence: CheckResult
    outliers: FindingsResult
    sensitivity: SensitivityResult | None
    verdict: tuple[str, ...]

    @property
    def results(self) -> tuple[Result, ...]:
        """All results in the order of a paper."""
        every = (
            self.description,
            self.ranking,
            self.omnibus,
            *self.pairs,
            self.variance,
            self.effects,
            self.independence,
            self.outliers,
            self.sensitivity,
        )
        return tuple(each for each in every if each is not None)

    @property
    def decisive(self) -> PairwiseResult | None:
        """The test of pairs that decides."""
        return self.pairs[0] if self.pairs else None

    def of(self, procedure: str) -> Result | None:
        """Return the result of a procedure, ``None`` where it is not part of this path."""
        return next((each for each in self.results if each.procedure == procedure), None)

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
    """Run the path that `advise` recommends for the table's design.

    Datasets: Friedman, mean ranks and signed ranks of pairs, means. Folds of one dataset: the
    corrected t test, with the tests for datasets beside it as description. 5 × 2 folds: the
    combined F test. Seeds: Friedman and signed ranks. Independent runs: Kruskal–Wallis and rank
    sums. Gaps: Skillings–Mack, pairs on the complete blocks, and the treatments side by side.

    Parameters
    ----------
    scores
        A table of k algorithms, whatever its design.
    alpha
        The level of all decisions.
    control
        Compare the others with this algorithm; ``None`` compares all pairs.
    progress
        Called with the name of each step before it starts.

    Raises
    ------
    DesignError
        The control is not in the table, or it is too small for its path.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"a": [0.9, 0.8, 0.9], "b": [0.7, 0.6, 0.8], "c": [0.5, 0.6, 0.4]})
    >>> analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    >>> analysis.omnibus.variant, [pairs.procedure for pairs in analysis.pairs]
    ('exact', ['nemenyi', 'wilcoxon', 'tukey'])
    """
    check_fraction("alpha", alpha)
    advice = advise(scores, control=control)
    versus = None if control is None else scores.algorithms[scores.index_of(control)]
    progress("describing the scores")
    description = stats.describe(scores)
    matched = scores.block_kind != "run"
    ranking = stats.ranks(scores) if matched and not scores.gaps else None
    progress("testing all algorithms at once")
    omnibus = _omnibus(scores, advice.setting, alpha)
    on_datasets = advice.setting in ("datasets", "two on datasets", "folds", "seeds")
    variance = stats.anova(scores, alpha=alpha) if on_datasets else None
    progress("comparing pairs")
    compared = _complete(scores)
    pairs = () if compared is None else _pairs(compared, advice.setting, alpha, versus)
    effects = None
    if compared is not None:
        effects = stats.effect_sizes(compared, alpha=alpha, control=versus)
    progress("looking at what it depends on")
    outliers = stats.outliers(scores)
    sensitivity = _sensitivity(scores, advice.setting, alpha)
    return Analysis(
        scores=scores,
        alpha=alpha,
        control=versus,
        advice=advice,
        description=description,
        ranking=ranking,
        omnibus=omnibus,
        pairs=pairs,
        variance=variance,
        effects=effects,
        independence=stats.independence(scores),
        outliers=outliers,
        sensitivity=sensitivity,
        verdict=verdict(scores, advice.setting, omnibus, pairs, outliers, sensitivity),
    )


def _omnibus(scores: Scores, setting: str, alpha: float) -> OmnibusResult | None:
    if setting == "gaps":
        return stats.skillings_mack(scores, alpha=alpha)
    if setting == "runs":
        return stats.kruskal(scores, alpha=alpha)
    return None if setting == "5x2" else stats.friedman(scores, alpha=alpha)


def _complete(scores: Scores) -> Scores | None:
    """Return the table that pairs are compared on; none where gaps leave too little of it."""
    if not scores.gaps:
        return scores
    try:
        return scores.without_gaps()
    except DesignError:
        return None


def _pairs(
    scores: Scores, setting: str, alpha: float, control: str | None
) -> tuple[PairwiseResult, ...]:
    """Run the tests of pairs, the one that decides first."""
    if setting == "runs":
        return (stats.rank_sum(scores, alpha=alpha, control=control),)
    if setting == "5x2":
        return (stats.cv5x2_f(scores, alpha=alpha, control=control),)
    signed = stats.wilcoxon(scores, alpha=alpha, control=control)
    if setting == "gaps":
        return (signed,)
    ranked = (
        stats.nemenyi(scores, alpha=alpha)
        if control is None
        else stats.bonferroni_dunn(scores, control=control, alpha=alpha)
    )
    means = stats.tukey(scores, alpha=alpha)
    if setting == "folds":
        corrected = stats.corrected_t(scores, alpha=alpha, control=control)
        return corrected, ranked, signed, means
    if setting == "datasets":
        return ranked, signed, means
    return signed, ranked, means


def _sensitivity(scores: Scores, setting: str, alpha: float) -> SensitivityResult | None:
    if setting == "gaps":
        return stats.gap_sensitivity(scores, alpha=alpha)
    if setting in ("datasets", "two on datasets"):
        return stats.stability(scores, alpha=alpha)
    return None
