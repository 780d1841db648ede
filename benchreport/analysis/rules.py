"""The rules of advice, one function for each design: what to run, what else there is, what to leave."""

from collections.abc import Callable

from benchreport.data.scores import Scores
from benchreport.results.advice import Standing, Suggestion
from benchreport.stats._means import count_folds

__all__ = ["RULES"]

TWO = 2
FEW_ALGORITHMS = 4
MOST_BERGMANN = 12
FEW_BLOCKS = 10


def _call(name: str, control: str | None, *options: str) -> str:
    given = [*options, *([f"control={control!r}"] if control is not None else [])]
    return f"{name}({', '.join(given)})"


# a call, why, and sources
Row = tuple[str, str, tuple[str, ...]]
Rows = list[Suggestion]


def _make(standing: Standing, *rows: Row) -> Rows:
    return [Suggestion(standing, *row) for row in rows]


SIZES: Row = (
    "effect_sizes()",
    "a p-value says how surely two differ, an effect size how much.",
    ("cohen1988", "grissom2012"),
)
OUTLIERS: Row = (
    "outliers()",
    "scores far from what the rest makes one expect are looked at, never removed.",
    ("iglewicz1993",),
)


def _equivalence(control: str | None) -> Row:
    why = (
        "shows that two are practically the same, which no large p-value does; a Bayesian analysis "
        "with a region of practical equivalence answers the same question."
    )
    return _call("equivalence", control, "margin=…"), why, ("benavoli2017", "schuirmann1987")


def _datasets(scores: Scores, control: str | None) -> Rows:
    post = (
        (
            "nemenyi()",
            (
                "all pairs of mean ranks at once, with the critical difference for the diagram; controls "
                "the family-wise error by itself."
            ),
            ("demsar2006",),
        )
        if control is None
        else (
            _call("bonferroni_dunn", control),
            "mean ranks against one control only, which has more power than all pairs.",
            ("demsar2006",),
        )
    )
    means = (
        "tukey()" if control is None else f"dunnett(control={control!r})",
        "how large differences are in score units, if normality is accepted.",
        ("tukey1953",) if control is None else ("dunnett1955",),
    )
    rows = _make(
        "recommended",
        (
            "friedman()",
            (
                "scores of different datasets need no common scale and no normal distribution; exact where "
                "affordable."
            ),
            ("demsar2006", "garcia2008"),
        ),
        post,
        (
            _call("wilcoxon", control),
            (
                "looks at each pair alone, where mean ranks depend on who else is compared; Holm's "
                "correction."
            ),
            ("benavoli2016", "holm1979"),
        ),
        (
            "anova()",
            (
                "how much of the spread is the algorithms', on the score's own scale, corrected for "
                "unequal variances of differences."
            ),
            ("greenhouse1959",),
        ),
        means,
        SIZES,
        OUTLIERS,
        ("stability()", "whether one dataset or algorithm decides.", ("benavoli2016",)),
    )
    rows += _alternatives(scores, control)
    return rows + _make(
        "avoid",
        (
            "paired_t(correction='none')",
            "many uncorrected tests find differences by chance: 1 − .95^m of them for m.",
            ("demsar2006",),
        ),
        (
            "rank_sum()",
            "treats scores of one dataset as unrelated, and loses what they share.",
            ("demsar2006",),
        ),
        (
            "conover(correction='none')",
            "liberal for many pairs as it is often published.",
            ("conover1999",),
        ),
    )


def _alternatives(scores: Scores, control: str | None) -> Rows:
    k, n = len(scores.algorithms), len(scores.blocks)
    rows: Rows = []
    if k <= FEW_ALGORITHMS:
        rows += _make(
            "alternative",
            (
                "quade()",
                "more power with up to about four algorithms, if ranges of datasets compare.",
                ("garcia2010", "quade1979"),
            ),
            (
                "friedman_aligned()",
                "the same, by ranks of all cells together.",
                ("garcia2010", "hodges1962"),
            ),
        )
    if control is None and k <= MOST_BERGMANN:
        rows += _make(
            "alternative",
            (
                "rank_z(correction='bergmann_hommel')",
                "the most powerful correction for all pairs of mean ranks.",
                ("garcia2008", "bergmann1988"),
            ),
        )
    else:
        rows += _make(
            "alternative",
            (
                _call(
                    "rank_z", control, "correction='holm'" if control else "correction='shaffer'"
                ),
                "more power than one critical difference for all.",
                ("garcia2008",),
            ),
        )
    if n < FEW_BLOCKS:
        rows += _make(
            "alternative",
            (
                _call("eisinga", control),
                "exact where few datasets make normal approximations poor.",
                ("eisinga2017",),
            ),
        )
    if scores.counts.max() > 1:
        rows += _make(
            "alternative",
            (
                _call("mixed_model", control),
                "uses every repeat, and tells its noise from differences between datasets.",
                ("laird1982",),
            ),
        )
    return rows + _make(
        "alternative",
        _equivalence(control),
    )


def _two(scores: Scores, control: str | None) -> Rows:
    del scores, control  # two algorithms are one pair
    return [
        *_make(
            "recommended",
            (
                "wilcoxon()",
                "uses how large differences are without taking them as normal; exact.",
                ("demsar2006", "wilcoxon1945"),
            ),
            SIZES,
            OUTLIERS,
        ),
        *_make(
            "alternative",
            ("sign()", "asks nothing but who wins; little power.", ("demsar2006", "dixon1946")),
            ("permutation()", "about means, without a distribution.", ("fisher1935",)),
            (
                "paired_t()",
                "more power if differences are normal and of one kind over datasets.",
                ("demsar2006",),
            ),
            _equivalence(None),
        ),
        *_make(
            "avoid",
            (
                "welch_t()",
                "treats scores of one dataset as unrelated, and loses what they share.",
                ("demsar2006",),
            ),
            (
                "friedman()",
                "of two algorithms it is the sign test, which leaves out how large differences are.",
                ("demsar2006",),
            ),
        ),
    ]


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


def _folds(scores: Scores, control: str | None) -> Rows:
    repeated = len(scores.blocks) > count_folds(scores)
    test: Row = (
        _call("corrected_t", control),
        "allows for training sets that overlap; Holm's correction over pairs.",
        ("nadeau2003", "raschka2018"),
    )
    if repeated:
        test = (
            _call("corrected_t", control, "dof='folds'"),
            (
                "allows for training sets that overlap, and for repetitions adding no data; Holm's "
                "correction over pairs."
            ),
            ("nadeau2003", "bouckaert2003", "raschka2018"),
        )
    return [
        *_make("recommended", test, SIZES, OUTLIERS),
        *_make(
            "alternative",
            (
                _call("cv5x2_f", control),
                "if the algorithms are run anew, on five repetitions of twofold cross-validation.",
                ("alpaydin1999", "dietterich1998"),
            ),
        ),
        *_make("avoid", *OVERLAP),
    ]


def _five_by_two(scores: Scores, control: str | None) -> Rows:
    del scores  # 5 × 2 of them
    return [
        *_make(
            "recommended",
            (
                _call("corrected_t", control, "test_fraction=0.5"),
                (
                    "allows for training sets that overlap between repetitions, whatever the learner; "
                    "Holm's correction over pairs."
                ),
                ("nadeau2003", "raschka2018"),
            ),
            SIZES,
            OUTLIERS,
        ),
        *_make(
            "alternative",
            (
                _call("cv5x2_f", control),
                (
                    "the combined test for this design: more power, and a type I error "
                    "near its level for stable learners (twice that for a nearest neighbour in the "
                    "calibration study)."
                ),
                ("alpaydin1999", "dietterich1998"),
            ),
            (
                _call("cv5x2_t", control),
                "the test that the F improves, with one arbitrary difference in its numerator.",
                ("dietterich1998",),
            ),
        ),
        *_make("avoid", *OVERLAP),
    ]


def _seeds(scores: Scores, control: str | None) -> Rows:
    two = len(scores.algorithms) == TWO
    omnibus = (
        "friedman()",
        "if a seed changes the training alone, seeds are independent blocks.",
        ("demsar2006",),
    )
    return [
        *_make(
            "recommended",
            *([] if two else [omnibus]),
            (
                _call("wilcoxon", control),
                "if a seed changes the training alone; about the noise of training on one split.",
                ("raschka2018", "holm1979"),
            ),
            SIZES,
            OUTLIERS,
        ),
        *_make(
            "alternative",
            (
                _call("corrected_t", control, "test_fraction=…"),
                (
                    "instead, if each seed draws its own train/test split: then blocks overlap, and the "
                    "tests above have too small p-values."
                ),
                ("nadeau2003",),
            ),
            (
                _call("permutation", control),
                "about means, without a distribution.",
                ("fisher1935",),
            ),
        ),
        *_make("avoid", *OVERLAP[1:2]),
    ]


def _splits(scores: Scores, control: str | None) -> Rows:
    del scores  # whatever they are called
    return [
        *_make(
            "recommended",
            (
                _call("corrected_t", control, "test_fraction=…"),
                (
                    "if each repeat is a train/test split of its own, tested on that share of the "
                    "data: allows for training sets that overlap."
                ),
                ("nadeau2003", "raschka2018"),
            ),
            SIZES,
            OUTLIERS,
        ),
        *_make(
            "alternative",
            (
                _call("wilcoxon", control),
                "if only the training was repeated, on one split: name the column seed.",
                ("raschka2018",),
            ),
        ),
        *_make("avoid", *OVERLAP[1:]),
    ]


def _runs(scores: Scores, control: str | None) -> Rows:
    two = len(scores.algorithms) == TWO
    omnibus = (
        "kruskal()",
        "no normal distribution, any numbers of runs.",
        ("kruskal1952", "conover1999"),
    )
    return [
        *_make(
            "recommended",
            *([] if two else [omnibus]),
            (
                _call("rank_sum", control),
                "exact up to about 30 runs each; Holm's correction.",
                ("mann1947", "holm1979"),
            ),
            SIZES,
            OUTLIERS,
        ),
        *_make(
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
                "games_howell()" if control is None else _call("welch_t", control),
                "means with intervals, variances may differ.",
                ("games1976",) if control is None else ("welch1947",),
            ),
            (
                _call("permutation", control, "paired=False", "statistic='t'"),
                "means without a distribution, variances may differ.",
                ("janssen1997",),
            ),
        ),
        *_make(
            "avoid",
            (
                "wilcoxon()",
                "and other tests for blocks pair runs that have nothing to do with one another.",
                ("demsar2006",),
            ),
        ),
    ]


def _gaps(scores: Scores, control: str | None) -> Rows:
    return [
        *_make(
            "recommended",
            (
                "skillings_mack()",
                "Friedman's question on all scores there are.",
                ("skillings1981",),
            ),
            (
                f"(missing='drop').{_call('wilcoxon', control)}",
                f"pairs on the complete {scores.block_kind}s.",
                ("demsar2006", "holm1979"),
            ),
            (
                "gap_sensitivity()",
                "a conclusion that depends on the treatment of gaps rests on the gaps.",
                ("skillings1981",),
            ),
            OUTLIERS,
        ),
        *_make(
            "alternative",
            (
                _call("mixed_model", control),
                "means that allow for gaps, if normality is accepted.",
                ("laird1982",),
            ),
            (
                f"(missing='worst').{_call('wilcoxon', control)}",
                "if a gap is a failure, which is the worst that can happen.",
                ("demsar2006",),
            ),
        ),
        *_make(
            "avoid",
            (
                "describe()",
                (
                    "and other averages over what is there: an algorithm that failed on hard "
                    f"{scores.block_kind}s looks better for it."
                ),
                ("demsar2006",),
            ),
        ),
    ]


RULES: dict[str, Callable[[Scores, str | None], Rows]] = {
    "datasets": _datasets,
    "two on datasets": _two,
    "folds": _folds,
    "5x2": _five_by_two,
    "seeds": _seeds,
    "splits": _splits,
    "runs": _runs,
    "gaps": _gaps,
}
