"""The rules of advice, one function for each design: what to run, what else there is, what to leave."""

from collections.abc import Callable

from benchreport.analysis import rules_one_dataset as one
from benchreport.analysis._rules import OUTLIERS, SIZES, Rows, call, equivalence, make
from benchreport.data.scores import Scores

__all__ = ["RULES"]

FEW_ALGORITHMS = 4
MOST_BERGMANN = 12
FEW_BLOCKS = 10


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
            call("bonferroni_dunn", control),
            "mean ranks against one control only, which has more power than all pairs.",
            ("demsar2006",),
        )
    )
    means = (
        "tukey()" if control is None else f"dunnett(control={control!r})",
        "how large differences are in score units, if normality is accepted.",
        ("tukey1953",) if control is None else ("dunnett1955",),
    )
    rows = make(
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
            call("wilcoxon", control),
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
    return rows + make(
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
        rows += make(
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
        rows += make(
            "alternative",
            (
                "rank_z(correction='bergmann_hommel')",
                "the most powerful correction for all pairs of mean ranks.",
                ("garcia2008", "bergmann1988"),
            ),
        )
    else:
        rows += make(
            "alternative",
            (
                call("rank_z", control, "correction='holm'" if control else "correction='shaffer'"),
                "more power than one critical difference for all.",
                ("garcia2008",),
            ),
        )
    if n < FEW_BLOCKS:
        rows += make(
            "alternative",
            (
                call("eisinga", control),
                "exact where few datasets make normal approximations poor.",
                ("eisinga2017",),
            ),
        )
    if scores.counts.max() > 1:
        rows += make(
            "alternative",
            (
                call("mixed_model", control),
                "uses every repeat, and tells its noise from differences between datasets.",
                ("laird1982",),
            ),
        )
    return rows + make(
        "alternative",
        equivalence(control),
    )


def _two(scores: Scores, control: str | None) -> Rows:
    del scores, control  # two algorithms are one pair
    return [
        *make(
            "recommended",
            (
                "wilcoxon()",
                "uses how large differences are without taking them as normal; exact.",
                ("demsar2006", "wilcoxon1945"),
            ),
            SIZES,
            OUTLIERS,
        ),
        *make(
            "alternative",
            ("sign()", "asks nothing but who wins; little power.", ("demsar2006", "dixon1946")),
            ("permutation()", "about means, without a distribution.", ("fisher1935",)),
            (
                "paired_t()",
                "more power if differences are normal and of one kind over datasets.",
                ("demsar2006",),
            ),
            equivalence(None),
        ),
        *make(
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


def _gaps(scores: Scores, control: str | None) -> Rows:
    return [
        *make(
            "recommended",
            (
                "skillings_mack()",
                "Friedman's question on all scores there are.",
                ("skillings1981",),
            ),
            (
                f"(missing='drop').{call('wilcoxon', control)}",
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
        *make(
            "alternative",
            (
                call("mixed_model", control),
                "means that allow for gaps, if normality is accepted.",
                ("laird1982",),
            ),
            (
                f"(missing='worst').{call('wilcoxon', control)}",
                "if a gap is a failure, which is the worst that can happen.",
                ("demsar2006",),
            ),
        ),
        *make(
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
    "folds": one.folds,
    "5x2": one.five_by_two,
    "seeds": one.seeds,
    "splits": one.splits,
    "runs": one.runs,
    "gaps": _gaps,
}
