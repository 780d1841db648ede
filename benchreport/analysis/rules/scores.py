"""The rules of advice, one function for each design: what to run, the alternatives, what to avoid."""

from collections.abc import Callable

from benchreport.analysis.rules import one_dataset as one
from benchreport.analysis.rules.common import (
    EFFECTS,
    OUTLIERS,
    TWO,
    avoid,
    call,
    decided_by_pairs,
    decided_by_ranks,
    equivalence,
    offer,
    recommend,
    treated,
)
from benchreport.data.columns.words.direction import is_size
from benchreport.data.scores import Scores
from benchreport.errors import DesignError
from benchreport.results.advice import Suggestion
from benchreport.wording.verdicts import advice

FEW_ALGORITHMS = 4
MOST_BERGMANN = 12
FEW_BLOCKS = 10


def _datasets(scores: Scores, control: str | None) -> list[Suggestion]:
    signed = recommend(call("wilcoxon", control), advice.WILCOXON, "benavoli2016 holm1979")
    if control is None:
        ranks = recommend(
            call("nemenyi"),
            advice.NEMENYI,
            "demsar2006",
        )
    else:
        ranks = recommend(
            call("bonferroni_dunn", control),
            advice.BONFERRONI_DUNN,
            "demsar2006",
        )
    return [
        recommend(
            call("friedman"),
            advice.FRIEDMAN,
            "demsar2006 garcia2008",
        ),
        *((signed, ranks) if decided_by_pairs(scores, control) else (ranks, signed)),
        recommend(
            call("anova"),
            advice.ANOVA,
            "greenhouse1959",
        ),
        recommend(
            call("tukey") if control is None else call("dunnett", control),
            advice.INTERVALS_OF_MEANS,
            "tukey1953" if control is None else "dunnett1955",
        ),
        EFFECTS,
        OUTLIERS,
        recommend(call("stability"), advice.STABILITY, "benavoli2016"),
        *_alternatives(scores, control),
        avoid(
            call("paired_t", correction="none"),
            advice.UNCORRECTED_T,
            "demsar2006",
        ),
        avoid(
            call("rank_sum"),
            advice.UNPAIRED,
            "demsar2006",
        ),
        avoid(
            call("conover", correction="none"),
            advice.UNCORRECTED_CONOVER,
            "conover1999",
        ),
    ]


def _alternatives(scores: Scores, control: str | None) -> list[Suggestion]:
    n_algorithms, n_blocks = len(scores.algorithms), len(scores.blocks)
    suggestions = []
    if n_algorithms <= FEW_ALGORITHMS:
        suggestions += [
            offer(
                call("quade"),
                advice.QUADE,
                "garcia2010 quade1979",
            ),
            offer(
                call("friedman_aligned"),
                advice.FRIEDMAN_ALIGNED,
                "garcia2010 hodges1962",
            ),
        ]
    if control is None and n_algorithms <= MOST_BERGMANN:
        correction = offer(
            call("rank_z", correction="bergmann_hommel"),
            advice.BERGMANN_HOMMEL,
            "garcia2008 bergmann1988",
        )
    else:
        correction = offer(
            call("rank_z", control, correction="holm" if control else "shaffer"),
            advice.RANK_Z,
            "garcia2008",
        )
    suggestions.append(correction)
    if n_blocks < FEW_BLOCKS:
        suggestions.append(
            offer(
                call("eisinga", control),
                advice.EISINGA,
                "eisinga2017",
            )
        )
    if scores.counts.max() > 1:
        suggestions.append(
            offer(
                call("mixed_model", control),
                advice.MIXED_MODEL_REPEATS,
                "laird1982",
            )
        )
    if control is None:
        suggestions.append(offer(call("rank_sets"), advice.RANK_SETS, "mogstad2024"))
        suggestions.append(offer(call("multiverse"), advice.MULTIVERSE, "steegen2016"))
    suggestions.append(offer(call("plan"), advice.PLAN_OF_SCORES, "brennan2001"))
    return [*suggestions, equivalence(control)]


def _two(scores: Scores, control: str | None) -> list[Suggestion]:
    del scores, control  # two algorithms are one pair
    return [
        recommend(
            call("wilcoxon"),
            advice.WILCOXON_ONE_PAIR,
            "demsar2006 wilcoxon1945",
        ),
        EFFECTS,
        OUTLIERS,
        offer(call("sign"), advice.SIGN, "demsar2006 dixon1946"),
        offer(call("permutation"), advice.PERMUTATION, "fisher1935"),
        offer(
            call("paired_t"),
            advice.PAIRED_T,
            "demsar2006",
        ),
        equivalence(None),
        avoid(
            call("welch_t"),
            advice.UNPAIRED,
            "demsar2006",
        ),
        avoid(
            call("friedman"),
            advice.FRIEDMAN_OF_TWO,
            "demsar2006",
        ),
    ]


def _complete_test(scores: Scores, control: str | None) -> str:
    """Name the test of pairs on complete blocks: mean ranks where these are few."""
    try:
        by_ranks = decided_by_ranks(scores.without_gaps(), control)
    except DesignError:
        by_ranks = False
    if by_ranks:
        return "nemenyi" if control is None else "bonferroni_dunn"
    return "wilcoxon"


def _gaps(scores: Scores, control: str | None) -> list[Suggestion]:
    blocks = f"{scores.block_kind}s"
    shared = scores.with_shared_runs()
    test = _complete_test(shared, control)
    all_at_once = call("skillings_mack"), advice.SKILLINGS_MACK, "skillings1981"
    pairs = treated("drop", test, control), advice.COMPLETE_PAIRS.format(blocks=blocks)
    if shared.complete:
        all_at_once = treated("paired", "friedman", None), advice.SHARED_RUNS, "demsar2006"
        pairs = treated("paired", test, control), advice.SHARED_PAIRS
    # two algorithms are one pair, which is compared on complete blocks
    return [
        *([recommend(*all_at_once)] if len(scores.algorithms) > TWO else []),
        recommend(*pairs, "demsar2006 holm1979" if test == "wilcoxon" else "demsar2006"),
        recommend(
            call("gap_sensitivity"),
            advice.GAP_SENSITIVITY,
            "skillings1981",
        ),
        OUTLIERS,
        offer(
            call("mixed_model", control),
            advice.MIXED_MODEL_GAPS,
            "laird1982",
        ),
        *(
            [
                offer(
                    call("tukey", factor="algorithm"),
                    advice.LEAST_SQUARES_MEANS,
                    "kramer1956 searle1980",
                )
            ]
            if control is None and scores.gaps
            else []
        ),
        *(
            []
            if scores.gaps
            else [
                offer(
                    treated("available", "wilcoxon", control),
                    advice.AVAILABLE,
                    "demsar2006",
                )
            ]
        ),
        offer(
            treated("worst", "wilcoxon", control),
            advice.WORST,
            "demsar2006",
        ),
        avoid(
            call("describe"),
            advice.AVERAGES_WITH_GAPS.format(blocks=blocks),
            "demsar2006",
        ),
    ]


def of_factors(scores: Scores) -> list[Suggestion]:
    """Suggest what settings do, where their combinations, or variants by their names, are the algorithms."""
    if scores.whole is not None:
        step = call("ablation", factors=[*scores.runs.setting_columns])
        return [offer(step, advice.VARIANTS.format(whole=scores.whole), "searle1980")]
    if not scores.factors:
        return []
    return [
        recommend(call("ablation"), advice.ABLATION, "searle1980"),
        recommend(call("anova"), advice.FACTORIAL_ANOVA, "greenhouse1959"),
        offer(call("interaction_plot"), advice.INTERACTION_PLOT, "searle1980"),
    ]


def of_ratios(scores: Scores, control: str | None) -> list[Suggestion]:
    """Offer ratios where scores are what something costs: times and sizes."""
    if not is_size(scores.score) or not (scores.runs.read[scores.used_runs] > 0).all():
        return []
    return [offer(call("speedup", control), advice.SPEEDUP, "kalibera2013 fleming1986")]


RULES: dict[str, Callable[[Scores, str | None], list[Suggestion]]] = {
    "datasets": _datasets,
    "two on datasets": _two,
    "folds": one.folds,
    "5x2": one.five_by_two,
    "seeds": one.seeds,
    "splits": one.splits,
    "runs": one.runs,
    "gaps": _gaps,
}
