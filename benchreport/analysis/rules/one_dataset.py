"""The rules of advice for one dataset: folds, splits, seeds and independent runs."""

from benchreport.analysis.rules.common import (
    EFFECTS,
    OUTLIERS,
    avoid,
    call,
    decided_by_pairs,
    offer,
    recommend,
)
from benchreport.data.scores import Scores
from benchreport.hints import Hint
from benchreport.results.advice import Suggestion
from benchreport.stats._block_independence import splits_no_data
from benchreport.stats._folds import count_folds
from benchreport.wording.verdicts import advice

TWO = 2
OVERLAP = (
    avoid(call("cv_t"), advice.CV_T, "dietterich1998"),
    avoid(
        call("resampled_t"),
        advice.RESAMPLED_T,
        "dietterich1998 nadeau2003",
    ),
    avoid(
        call("friedman"),
        advice.DATASET_TESTS,
        "demsar2006 dietterich1998",
    ),
)


def folds(scores: Scores, control: str | None) -> list[Suggestion]:
    """Suggest procedures for the folds of a cross-validation."""
    if len(scores.blocks) > count_folds(scores):
        test = recommend(
            call("corrected_t", control, dof="folds"),
            advice.CORRECTED_T_REPEATED,
            "nadeau2003 bouckaert2003 raschka2018",
        )
    else:
        test = recommend(
            call("corrected_t", control),
            advice.CORRECTED_T,
            "nadeau2003 raschka2018",
        )
    return [
        test,
        EFFECTS,
        OUTLIERS,
        offer(
            call("cv5x2_f", control),
            advice.CV5X2_NEW_RUNS,
            "alpaydin1999 dietterich1998",
        ),
        *OVERLAP,
    ]


def five_by_two(scores: Scores, control: str | None) -> list[Suggestion]:
    """Suggest procedures for five repetitions of two folds."""
    del scores  # their number is known
    return [
        recommend(
            call("corrected_t", control, test_fraction=0.5),
            advice.CORRECTED_T_5X2,
            "nadeau2003 raschka2018",
        ),
        EFFECTS,
        OUTLIERS,
        offer(
            call("cv5x2_f", control),
            advice.CV5X2_F,
            "alpaydin1999 dietterich1998",
        ),
        offer(
            call("cv5x2_t", control),
            advice.CV5X2_T,
            "dietterich1998",
        ),
        *OVERLAP,
    ]


def seeds(scores: Scores, control: str | None) -> list[Suggestion]:
    """Suggest procedures for seeds on one split, or for runs without any."""
    drawn = splits_no_data(scores)
    omnibus = recommend(
        call("friedman"),
        advice.DRAWS_AS_BLOCKS if drawn else advice.SEEDS_AS_BLOCKS,
        "demsar2006",
    )
    as_splits = offer(
        call("corrected_t", control, test_fraction=...),
        advice.SEEDS_AS_SPLITS,
        "nadeau2003",
    )
    return [
        *([omnibus] if len(scores.algorithms) > TWO else []),
        recommend(
            call("wilcoxon", control),
            advice.WILCOXON_DRAWS if drawn else advice.WILCOXON_SEEDS,
            "raschka2018 holm1979",
        ),
        EFFECTS,
        OUTLIERS,
        *([] if drawn else [as_splits]),
        offer(call("permutation", control), advice.PERMUTATION, "fisher1935"),
        *([] if drawn else OVERLAP[1:2]),
    ]


def splits(scores: Scores, control: str | None) -> list[Suggestion]:
    """Suggest procedures for random splits, or for splits of unknown kind."""
    del scores  # their names do not matter
    return [
        recommend(
            call("corrected_t", control, test_fraction=...),
            advice.SPLITS,
            "nadeau2003 raschka2018",
        ),
        EFFECTS,
        OUTLIERS,
        offer(
            call("wilcoxon", control),
            advice.SPLITS_AS_SEEDS,
            "raschka2018",
        ),
        *OVERLAP[1:],
    ]


def runs(scores: Scores, control: str | None) -> list[Suggestion]:
    """Suggest procedures for independent runs, in any numbers."""
    alone = recommend(call("rank_sum", control), advice.RANK_SUM, "mann1947 holm1979")
    welch = call("welch_t", control), advice.MEANS_WITH_INTERVALS, "welch1947"
    equal_spreads = offer(
        call("tukey", blocks=False) if control is None else call("dunnett", control, blocks=False),
        advice.POOLED_VARIANCE,
        "kramer1956" if control is None else "dunnett1955",
    )
    several = len(scores.algorithms) > TWO
    return [
        *(_several_runs(scores, control, alone, welch) if several else (alone, recommend(*welch))),
        EFFECTS,
        OUTLIERS,
        offer(
            call("brunner_munzel", control),
            advice.BRUNNER_MUNZEL,
            "brunner2000",
        ),
        *([equal_spreads] if several else []),
        offer(
            call("permutation", control, paired=False, statistic="t"),
            advice.PERMUTATION_OF_RUNS,
            "janssen1997",
        ),
        avoid(
            call("wilcoxon"),
            advice.BLOCK_TESTS_OF_RUNS,
            "demsar2006",
        ),
    ]


def _several_runs(
    scores: Scores, control: str | None, alone: Suggestion, welch: tuple[Hint, str, str]
) -> list[Suggestion]:
    """Suggest an omnibus test and the tests of pairs after it, of ranks and of means."""
    if control is None:
        ranks = recommend(call("kruskal_nemenyi"), advice.RANKS_OF_RUNS, "nemenyi1963 kramer1956")
        means = recommend(call("games_howell"), advice.MEANS_WITH_INTERVALS, "games1976")
    else:
        ranks = recommend(call("dunn", control), advice.RANKS_OF_RUNS, "dunn1964 holm1979")
        means = recommend(*welch)
    by_pairs = decided_by_pairs(scores, control)
    return [
        recommend(call("kruskal"), advice.KRUSKAL, "kruskal1952 conover1999"),
        *((alone, ranks) if by_pairs else (ranks, alone)),
        recommend(call("anova", blocks=False), advice.WELCH_ANOVA, "welch1951"),
        means,
    ]
