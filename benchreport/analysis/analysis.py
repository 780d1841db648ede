"""The recommended comparison, run as a whole."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from benchreport import stats
from benchreport.analysis.advice import advise
from benchreport.analysis.analysis_view import describe_analysis, view_analysis
from benchreport.analysis.bayesian import compare_with_rivals
from benchreport.analysis.components import answer_components, caution_inseparable
from benchreport.analysis.rules.common import decided_by_pairs
from benchreport.analysis.verdicts.caution import Answer, Caution
from benchreport.analysis.verdicts.verdict import answer_scores
from benchreport.collector import collector_held
from benchreport.data.scores import Scores
from benchreport.errors import DesignError, OptionError, check_fraction
from benchreport.hints import bench, option
from benchreport.results import (
    AblationResult,
    AdviceResult,
    BayesResult,
    CheckResult,
    DescriptionResult,
    EffectsResult,
    FactorialResult,
    FindingsResult,
    OmnibusResult,
    PairwiseResult,
    RankingResult,
    Result,
    SensitivityResult,
    VarianceResult,
)
from benchreport.results.writing import number_format as fmt
from benchreport.stats._factorial.baselines import find_baselines, list_levels
from benchreport.stats._factorial.fit import choose_covariance, find_inseparable, largest_order
from benchreport.stats._factorial.settings import Settings
from benchreport.stats._folds import count_folds
from benchreport.stats.effects.effect_sizes import measure_effects
from benchreport.stats.means._factorial_anova import factorial_anova
from benchreport.wording.shell import progress as steps


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Analysis:
    """The results of the recommended path, with the reasons for taking it.

    Parameters
    ----------
    scores
        The table.
    alpha
        The level of all decisions.
    control
        The algorithm that the others are compared with; ``None`` compares all pairs.
    advice
        The name of the design, and the reasons for these procedures.
    description
        Means, medians and ranks.
    ranking
        Ranks on each block, if all blocks are complete.
    omnibus
        The test of all algorithms at once, if there are more than two and the design allows it.
    pairs
        Tests of pairs; the first decides, the others are further views.
    variance
        Analysis of variance, if blocks are independent.
    effects
        Effect sizes with intervals.
    bayes
        Posterior probabilities of the leader, or the control, against the others.
    independence, outliers
        The check of the design's independence; scores to investigate.
    sensitivity
        What the answer depends on: single datasets and algorithms, or the treatment of gaps.
    headline
        The finding in a line, without a full stop.
    verdict
        The answer in at most four plain sentences.
    cautions
        What threatens the answer, the most serious first.
    ablation, factorial
        What each component adds, and tests of factors and of their interactions, if the table has factors.
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
    bayes: BayesResult | None
    independence: CheckResult
    outliers: FindingsResult
    sensitivity: SensitivityResult | None
    headline: str
    verdict: tuple[str, ...]
    cautions: tuple[Caution, ...]
    ablation: AblationResult | None = None
    factorial: FactorialResult | None = None

    @property
    def results(self) -> tuple[Result, ...]:
        """All results in the order of a paper."""
        results = (
            self.description,
            self.ranking,
            self.ablation,
            self.factorial,
            self.omnibus,
            *self.pairs,
            self.variance,
            self.effects,
            self.bayes,
            self.independence,
            self.outliers,
            self.sensitivity,
        )
        return tuple(result for result in results if result is not None)

    @property
    def descriptive(self) -> tuple[Result, ...]:
        """The results that assume independent blocks where blocks are not; they decide nothing."""
        if self.advice.setting not in ("folds", "5x2", "splits"):
            return ()
        results = (self.omnibus, *self.pairs[1:], self.variance)
        return tuple(result for result in results if result is not None)

    @property
    def decisive(self) -> PairwiseResult | None:
        """The test of pairs that decides."""
        return self.pairs[0] if self.pairs else None

    def of(self, procedure: str) -> Result | None:
        """Return the result of a procedure, ``None`` where it is not part of this path."""
        return next((result for result in self.results if result.procedure == procedure), None)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The verdict, then the cautions."""
        sentences = (*self.verdict, *(caution.sentence for caution in self.cautions))
        return tuple(map(fmt.end_once, sentences))

    def __str__(self) -> str:
        summaries = (result.summary for result in self.results)
        return "\n".join([str(self.scores), "", *self.sentences, "", *summaries])

    def __repr__(self) -> str:
        return describe_analysis(f"Analysis: {self.scores}", self.headline, self.results)

    def _repr_html_(self) -> str:
        answer = Answer(self.headline, self.verdict, self.cautions)
        return view_analysis(f"Analysis: {self.scores}", answer, self.results)


@collector_held()
def analyze(
    scores: Scores,
    *,
    alpha: float = 0.05,
    control: str | None = None,
    test_fraction: float | None = None,
    rope: float = 0.0,
    baseline: Sequence[str] | str | None = None,
    rng: int = 0,
    progress: Callable[[str], None] = lambda step: None,  # noqa: ARG005 - nobody listens
) -> Analysis:
    """Run the path that `advise` recommends for the table's design.

    Datasets: Friedman, then signed ranks of pairs with Holm's correction, with mean ranks and means
    beside them; on so few datasets that Holm's p cannot be significant, mean ranks decide. Two
    algorithms: signed ranks, with the paired t test beside them. Folds of one dataset: the corrected t
    test decides, with the tests for datasets beside it as description. 5 × 2 folds: the same, with the
    combined F test. Seeds: Friedman and signed ranks. Splits: the corrected t test, if
    ``test_fraction`` is given. Independent runs: Kruskal–Wallis, then rank sums of pairs with Holm's
    correction, with mean ranks of all runs and Games–Howell's test of means beside them; with so few runs
    that Holm's p cannot be significant, mean ranks decide. Runs that some algorithms lack: averages of the
    repeats that all algorithms of a dataset have. Gaps: Skillings–Mack, signed ranks and means of pairs on
    the complete blocks, where mean ranks decide if these are so few, and the treatments side by side; folds
    with gaps are left out. If the scores of a block belong together, the posterior probabilities of the
    leader against the others stand beside the deciding test.

    Parameters
    ----------
    scores
        A table of k algorithms of any design.
    alpha
        The level of all decisions.
    control
        Compare the others with this algorithm; by default, all pairs are compared.
    test_fraction
        The share of the data on which each split of one dataset is tested.
    rope
        The largest difference that does not matter, in score units, for the Bayesian comparison.
    baseline
        Levels of factors that others are compared with, as in `ablation`.
    rng
        The seed of bootstrap intervals and posterior draws.
    progress
        Called with the name of each step before it starts.

    Raises
    ------
    DesignError
        The control is not in the table, or the table is too small for its path.
    OptionError
        A baseline is no level of a factor.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [0.9, 0.8, 0.9], "b": [0.7, 0.6, 0.8], "c": [0.5, 0.6, 0.4]})
    >>> analysis = frame.bench(score="accuracy").analyze()
    >>> analysis.omnibus.variant, [pairs.procedure for pairs in analysis.pairs]
    ('exact', ['nemenyi', 'wilcoxon', 'tukey'])
    """
    check_fraction("alpha", alpha)
    if test_fraction is not None:
        check_fraction("test_fraction", test_fraction)
    _check_baseline(scores, baseline)
    advice = advise(scores := scores.with_shared_runs(), control=control)
    setting = advice.setting
    if scores.overlapping and scores.gaps:
        scores = scores.without_gaps()
    control = None if control is None else scores.algorithms[scores.index_of(control)]
    test_fraction = scores.test_fraction if test_fraction is None else test_fraction
    choice = _Choice(alpha, control, test_fraction, len(scores.algorithms) > TWO)
    progress(steps.DESCRIBE)
    description = stats.describe(scores)
    ranked = scores.block_kind != "run" and scores.complete
    progress(steps.OMNIBUS)
    complete = _complete_table(scores)
    omnibus = _test_all(scores, setting, choice, pairs_follow=complete is not None)
    parted = choice.several and setting in ("datasets", "folds", "seeds", "runs")
    plain = replace(scores, factors=(), covariates={})
    variance = stats.anova(plain, alpha=alpha, blocks=setting != "runs") if parted else None
    progress(steps.PAIRS)
    pairs: tuple[PairwiseResult, ...] = ()
    effects = bayes = None
    if complete is not None:
        pairs = _test_pairs(complete, setting, choice)
        signed = next((result for result in pairs if result.procedure == "wilcoxon"), None)
        effects = measure_effects(complete, alpha=alpha, control=control, rng=rng, signed=signed)
    if complete is not None and pairs:
        progress(steps.BAYES)
        share = _find_test_fraction(setting, choice)
        bayes = compare_with_rivals(complete, pairs[0], rope=rope, test_fraction=share, rng=rng)
    ablation = factorial = None
    inseparable = find_inseparable(scores) if scores.factors else ""
    if scores.factors and not inseparable:
        progress(steps.COMPONENTS)
        ablation = stats.ablation(scores, alpha=alpha, baseline=baseline)
        settings = Settings(
            "anova",
            interactions=largest_order(scores, 2),
            covariance=choose_covariance(scores),
        )
        factorial = factorial_anova(scores, settings, alpha)
    progress(steps.CHECKS)
    checks = stats.independence(scores), stats.outliers(scores)
    sensitivity = _analyze_sensitivity(scores, setting, alpha)
    # it compares pairs by Nemenyi's test, that of gaps on tables of their own
    alike = setting != "gaps" and bool(pairs) and pairs[0].procedure == "nemenyi"
    if sensitivity is not None and pairs and not alike:
        sensitivity = sensitivity.without_pairs()
    answer = answer_scores(
        scores, description, omnibus, pairs, checks=(*checks, sensitivity), bayes=bayes
    )
    if ablation is not None:
        answer = answer_components(ablation, answer)
    elif inseparable:
        answer = caution_inseparable(inseparable, answer)
    return Analysis(
        scores=scores,
        alpha=alpha,
        control=control,
        advice=advice,
        description=description,
        ranking=stats.ranks(scores) if ranked else None,
        omnibus=omnibus,
        pairs=pairs,
        variance=variance,
        effects=effects,
        bayes=bayes,
        independence=checks[0],
        outliers=checks[1],
        sensitivity=sensitivity,
        headline=answer.headline,
        verdict=answer.verdict,
        cautions=answer.cautions,
        ablation=ablation,
        factorial=factorial,
    )


def _check_baseline(scores: Scores, baseline: Sequence[str] | str | None) -> None:
    """Refuse what is no level of a factor, before the slow work."""
    if baseline is None:
        return
    if not scores.factors:
        raise OptionError(
            f"baseline={list_levels(baseline)!r} names levels of factors, and this table has none.",
            hint=bench(factors=...) | option(control=...),
        )
    find_baselines(scores.factors, baseline)


TWO = 2


class _Choice(NamedTuple):
    """The caller's options, and whether there are more than two algorithms."""

    alpha: float
    control: str | None
    test_fraction: float | None
    several: bool


def _test_all(
    scores: Scores, setting: str, choice: _Choice, *, pairs_follow: bool
) -> OmnibusResult | None:
    """Test all algorithms at once; None for splits of one dataset, and for two if their pair is tested."""
    if not choice.several and pairs_follow:
        # two algorithms are one pair, and one test decides it
        return None
    if setting == "gaps":
        return stats.skillings_mack(scores, alpha=choice.alpha)
    if setting in ("5x2", "splits"):
        return None
    return (stats.kruskal if setting == "runs" else stats.friedman)(scores, alpha=choice.alpha)


def _complete_table(scores: Scores) -> Scores | None:
    """Return the table on which pairs are compared; None where gaps leave too few blocks."""
    if scores.complete:
        return scores
    try:
        return scores.without_gaps()
    except DesignError:
        return None


def _test_pairs(scores: Scores, setting: str, choice: _Choice) -> tuple[PairwiseResult, ...]:
    """Run the tests of pairs; the first one decides."""
    alpha, control = choice.alpha, choice.control
    if setting == "runs":
        return _test_runs(scores, choice)
    corrected = _corrected_t(scores, setting, choice)
    if setting in ("5x2", "splits"):
        five = setting == "5x2"
        return (
            *corrected,
            *([stats.cv5x2_f(scores, alpha=alpha, control=control)] if five else []),
        )
    signed = stats.wilcoxon(scores, alpha=alpha, control=control)
    if not choice.several:
        return corrected or (signed, stats.paired_t(scores, alpha=alpha, control=control))
    if control is None:
        means = stats.tukey(scores, alpha=alpha)
    else:
        means = stats.dunnett(scores, control=control, alpha=alpha)
    if setting == "gaps" and decided_by_pairs(scores, control):
        return signed, means
    if control is None:
        ranked = stats.nemenyi(scores, alpha=alpha)
    else:
        ranked = stats.bonferroni_dunn(scores, control=control, alpha=alpha)
    if setting in ("datasets", "gaps") and not decided_by_pairs(scores, control):
        return ranked, signed, means
    return (*corrected, signed, ranked, means)


def _test_runs(scores: Scores, choice: _Choice) -> tuple[PairwiseResult, ...]:
    """Run the tests of independent runs, as those of datasets: pairs alone, mean ranks, and means."""
    alpha, control = choice.alpha, choice.control
    alone = stats.rank_sum(scores, alpha=alpha, control=control)
    if control is not None or not choice.several:
        means = stats.welch_t(scores, alpha=alpha, control=control)
    else:
        means = stats.games_howell(scores, alpha=alpha)
    if not choice.several:
        return alone, means
    if control is None:
        ranked = stats.kruskal_nemenyi(scores, alpha=alpha)
    else:
        ranked = stats.dunn(scores, control=control, alpha=alpha)
    if decided_by_pairs(scores, control):
        return alone, ranked, means
    return ranked, alone, means


def _corrected_t(scores: Scores, setting: str, choice: _Choice) -> tuple[PairwiseResult, ...]:
    """Run the corrected t test, if blocks are splits and their share of test data is known."""
    share = _find_test_fraction(setting, choice)
    if not scores.overlapping or (setting in ("seeds", "splits") and share is None):
        return ()
    dof: Literal["splits", "folds"] = "splits"
    # repetitions of a cross-validation add no data
    if setting == "folds" and len(scores.blocks) > count_folds(scores):
        dof = "folds"
    test = stats.corrected_t(
        scores, alpha=choice.alpha, control=choice.control, test_fraction=share, dof=dof
    )
    return (test,)


def _find_test_fraction(setting: str, choice: _Choice) -> float | None:
    """Return the share of the data on which each split is tested; None if it is unknown."""
    return 0.5 if setting == "5x2" else choice.test_fraction


def _analyze_sensitivity(scores: Scores, setting: str, alpha: float) -> SensitivityResult | None:
    if scores.missing == "paired" and scores.missing_runs:
        # most tables are treated so because nobody said how: the other ways stand beside it
        scores, setting = scores.treat_gaps("error"), "gaps"
    if setting == "gaps":
        return stats.gap_sensitivity(scores, alpha=alpha)
    return stats.stability(scores, alpha=alpha) if setting == "datasets" else None
