"""The rules of advice for one dataset: folds, splits, seeds and independent runs."""

from benchreport.analysis._rules import EFFECTS, OUTLIERS, avoid, call, offer, recommend
from benchreport.data.scores import Scores
from benchreport.results.advice import Suggestion
from benchreport.stats._folds import count_folds

TWO = 2
OVERLAP = (
    avoid(call("cv_t"), "takes folds as independent: too many false alarms.", "dietterich1998"),
    avoid(
        call("resampled_t"),
        "takes overlapping random splits as independent: false alarms several times the level.",
        "dietterich1998 nadeau2003",
    ),
    avoid(
        call("friedman"),
        "and other tests over datasets take blocks as independent; on folds their p-values are too small, "
        "and shown as description only.",
        "demsar2006 dietterich1998",
    ),
)


def folds(scores: Scores, control: str | None) -> list[Suggestion]:
    """Suggest procedures for the folds of a cross-validation."""
    if len(scores.blocks) > count_folds(scores):
        test = recommend(
            call("corrected_t", control, dof="folds"),
            "allows for training sets that overlap, and for repetitions adding no data; Holm's correction "
            "over pairs.",
            "nadeau2003 bouckaert2003 raschka2018",
        )
    else:
        test = recommend(
            call("corrected_t", control),
            "allows for training sets that overlap; Holm's correction over pairs.",
            "nadeau2003 raschka2018",
        )
    return [
        test,
        EFFECTS,
        OUTLIERS,
        offer(
            call("cv5x2_f", control),
            "if the algorithms are run anew, on five repetitions of twofold cross-validation.",
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
            "allows for training sets that overlap between repetitions, whatever the learner; Holm's "
            "correction over pairs.",
            "nadeau2003 raschka2018",
        ),
        EFFECTS,
        OUTLIERS,
        offer(
            call("cv5x2_f", control),
            "the combined test for this design: more power, and a type I error near its level for stable "
            "learners (twice that for a nearest neighbour in the calibration study).",
            "alpaydin1999 dietterich1998",
        ),
        offer(
            call("cv5x2_t", control),
            "the test that the F improves, with one arbitrary difference in its numerator.",
            "dietterich1998",
        ),
        *OVERLAP,
    ]


def seeds(scores: Scores, control: str | None) -> list[Suggestion]:
    """Suggest procedures for seeds on one split."""
    omnibus = recommend(
        call("friedman"),
        "if a seed changes the training alone, seeds are independent blocks.",
        "demsar2006",
    )
    return [
        *([omnibus] if len(scores.algorithms) > TWO else []),
        recommend(
            call("wilcoxon", control),
            "if a seed changes the training alone; about the noise of training on one split.",
            "raschka2018 holm1979",
        ),
        EFFECTS,
        OUTLIERS,
        offer(
            call("corrected_t", control, test_fraction=...),
            "instead, if each seed draws its own train/test split: then blocks overlap, and the tests above "
            "have too small p-values.",
            "nadeau2003",
        ),
        offer(call("permutation", control), "about means, without a distribution.", "fisher1935"),
        OVERLAP[1],
    ]


def splits(scores: Scores, control: str | None) -> list[Suggestion]:
    """Suggest procedures for random splits, or for splits of unknown kind."""
    del scores  # their names do not matter
    return [
        recommend(
            call("corrected_t", control, test_fraction=...),
            "if each repeat is a train/test split of its own, tested on that share of the data: allows for "
            "training sets that overlap.",
            "nadeau2003 raschka2018",
        ),
        EFFECTS,
        OUTLIERS,
        offer(
            call("wilcoxon", control),
            "if only the training was repeated, on one split: name the column seed.",
            "raschka2018",
        ),
        *OVERLAP[1:],
    ]


def runs(scores: Scores, control: str | None) -> list[Suggestion]:
    """Suggest procedures for independent runs."""
    omnibus = recommend(
        call("kruskal"), "no normal distribution, any numbers of runs.", "kruskal1952 conover1999"
    )
    return [
        *([omnibus] if len(scores.algorithms) > TWO else []),
        recommend(
            call("rank_sum", control),
            "exact up to about 30 runs each; Holm's correction.",
            "mann1947 holm1979",
        ),
        EFFECTS,
        OUTLIERS,
        offer(
            call("anova", blocks=False),
            "Welch's, if it is means that matter: unequal spreads alone can make rank tests reject.",
            "welch1951",
        ),
        offer(
            call("games_howell") if control is None else call("welch_t", control),
            "means with intervals, variances may differ.",
            "games1976" if control is None else "welch1947",
        ),
        offer(
            call("permutation", control, paired=False, statistic="t"),
            "means without a distribution, variances may differ.",
            "janssen1997",
        ),
        avoid(
            call("wilcoxon"),
            "and other tests for blocks pair runs that have nothing to do with one another.",
            "demsar2006",
        ),
    ]
