"""The rules of advice for one dataset: folds, splits, seeds and independent runs."""

from benchreport.analysis._rules import OUTLIERS, SIZES, Row, Rows, call, make
from benchreport.data.scores import Scores
from benchreport.stats._folds import count_folds

__all__ = ["five_by_two", "folds", "runs", "seeds", "splits"]

TWO = 2


OVERLAP: tuple[Row, ...] = (
    (
        "cv_t()",
        "takes folds as independent: too many false alarms.",
        ("dietterich1998",),
    ),
    (
        "resampled_t()",
        "takes overlapping random splits as independent: false alarms several times the level.",
        ("dietterich1998", "nadeau2003"),
    ),
    (
        "friedman()",
        (
            "and other tests over datasets take blocks as independent; on folds their p-values are too "
            "small, and shown as description only."
        ),
        ("demsar2006", "dietterich1998"),
    ),
)


def folds(scores: Scores, control: str | None) -> Rows:
    """Suggest for the folds of a cross-validation."""
    repeated = len(scores.blocks) > count_folds(scores)
    test: Row = (
        call("corrected_t", control),
        "allows for training sets that overlap; Holm's correction over pairs.",
        ("nadeau2003", "raschka2018"),
    )
    if repeated:
        test = (
            call("corrected_t", control, "dof='folds'"),
            (
                "allows for training sets that overlap, and for repetitions adding no data; Holm's "
                "correction over pairs."
            ),
            ("nadeau2003", "bouckaert2003", "raschka2018"),
        )
    return [
        *make("recommended", test, SIZES, OUTLIERS),
        *make(
            "alternative",
            (
                call("cv5x2_f", control),
                "if the algorithms are run anew, on five repetitions of twofold cross-validation.",
                ("alpaydin1999", "dietterich1998"),
            ),
        ),
        *make("avoid", *OVERLAP),
    ]


def five_by_two(scores: Scores, control: str | None) -> Rows:
    """Suggest for five repetitions of two folds."""
    del scores  # 5 × 2 of them
    return [
        *make(
            "recommended",
            (
                call("corrected_t", control, "test_fraction=0.5"),
                (
                    "allows for training sets that overlap between repetitions, whatever the learner; "
                    "Holm's correction over pairs."
                ),
                ("nadeau2003", "raschka2018"),
            ),
            SIZES,
            OUTLIERS,
        ),
        *make(
            "alternative",
            (
                call("cv5x2_f", control),
                (
                    "the combined test for this design: more power, and a type I error "
                    "near its level for stable learners (twice that for a nearest neighbour in the "
                    "calibration study)."
                ),
                ("alpaydin1999", "dietterich1998"),
            ),
            (
                call("cv5x2_t", control),
                "the test that the F improves, with one arbitrary difference in its numerator.",
                ("dietterich1998",),
            ),
        ),
        *make("avoid", *OVERLAP),
    ]


def seeds(scores: Scores, control: str | None) -> Rows:
    """Suggest for seeds on one split."""
    two = len(scores.algorithms) == TWO
    omnibus = (
        "friedman()",
        "if a seed changes the training alone, seeds are independent blocks.",
        ("demsar2006",),
    )
    return [
        *make(
            "recommended",
            *([] if two else [omnibus]),
            (
                call("wilcoxon", control),
                "if a seed changes the training alone; about the noise of training on one split.",
                ("raschka2018", "holm1979"),
            ),
            SIZES,
            OUTLIERS,
        ),
        *make(
            "alternative",
            (
                call("corrected_t", control, "test_fraction=…"),
                (
                    "instead, if each seed draws its own train/test split: then blocks overlap, and the "
                    "tests above have too small p-values."
                ),
                ("nadeau2003",),
            ),
            (
                call("permutation", control),
                "about means, without a distribution.",
                ("fisher1935",),
            ),
        ),
        *make("avoid", *OVERLAP[1:2]),
    ]


def splits(scores: Scores, control: str | None) -> Rows:
    """Suggest for random splits, or splits of unknown kind."""
    del scores  # whatever they are called
    return [
        *make(
            "recommended",
            (
                call("corrected_t", control, "test_fraction=…"),
                (
                    "if each repeat is a train/test split of its own, tested on that share of the "
                    "data: allows for training sets that overlap."
                ),
                ("nadeau2003", "raschka2018"),
            ),
            SIZES,
            OUTLIERS,
        ),
        *make(
            "alternative",
            (
                call("wilcoxon", control),
                "if only the training was repeated, on one split: name the column seed.",
                ("raschka2018",),
            ),
        ),
        *make("avoid", *OVERLAP[1:]),
    ]


def runs(scores: Scores, control: str | None) -> Rows:
    """Suggest for independent runs."""
    two = len(scores.algorithms) == TWO
    omnibus = (
        "kruskal()",
        "no normal distribution, any numbers of runs.",
        ("kruskal1952", "conover1999"),
    )
    return [
        *make(
            "recommended",
            *([] if two else [omnibus]),
            (
                call("rank_sum", control),
                "exact up to about 30 runs each; Holm's correction.",
                ("mann1947", "holm1979"),
            ),
            SIZES,
            OUTLIERS,
        ),
        *make(
            "alternative",
            (
                "anova(blocks=False)",
                (
                    "Welch's, if it is means that matter: unequal spreads alone can make rank tests "
                    "reject."
                ),
                ("welch1951",),
            ),
            (
                "games_howell()" if control is None else call("welch_t", control),
                "means with intervals, variances may differ.",
                ("games1976",) if control is None else ("welch1947",),
            ),
            (
                call("permutation", control, "paired=False", "statistic='t'"),
                "means without a distribution, variances may differ.",
                ("janssen1997",),
            ),
        ),
        *make(
            "avoid",
            (
                "wilcoxon()",
                "and other tests for blocks pair runs that have nothing to do with one another.",
                ("demsar2006",),
            ),
        ),
    ]
