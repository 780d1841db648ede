"""The rules of advice, one function for each design: what to run, the alternatives, what to avoid."""

from collections.abc import Callable

from benchreport.analysis import rules_one_dataset as one
from benchreport.analysis._rules import (
    EFFECTS,
    OUTLIERS,
    avoid,
    call,
    equivalence,
    offer,
    recommend,
    treated,
)
from benchreport.data.scores import Scores
from benchreport.results.advice import Suggestion

FEW_ALGORITHMS = 4
MOST_BERGMANN = 12
FEW_BLOCKS = 10


def _datasets(scores: Scores, control: str | None) -> list[Suggestion]:
    if control is None:
        ranks = recommend(
            call("nemenyi"),
            "all pairs of mean ranks at once, with the critical difference for the diagram; controls the "
            "family-wise error by itself.",
            "demsar2006",
        )
    else:
        ranks = recommend(
            call("bonferroni_dunn", control),
            "mean ranks against one control only, which has more power than all pairs.",
            "demsar2006",
        )
    return [
        recommend(
            call("friedman"),
            "scores of different datasets need no common scale and no normal distribution; exact where "
            "affordable.",
            "demsar2006 garcia2008",
        ),
        ranks,
        recommend(
            call("wilcoxon", control),
            "looks at each pair alone, where mean ranks depend on who else is compared; Holm's correction.",
            "benavoli2016 holm1979",
        ),
        recommend(
            call("anova"),
            "how much of the spread is the algorithms', on the score's own scale, corrected for unequal "
            "variances of differences.",
            "greenhouse1959",
        ),
        recommend(
            call("tukey") if control is None else call("dunnett", control),
            "how large differences are in score units, if normality is accepted.",
            "tukey1953" if control is None else "dunnett1955",
        ),
        EFFECTS,
        OUTLIERS,
        recommend(call("stability"), "whether one dataset or algorithm decides.", "benavoli2016"),
        *_alternatives(scores, control),
        avoid(
            call("paired_t", correction="none"),
            "many uncorrected tests find differences by chance: 1 − .95^m of them for m.",
            "demsar2006",
        ),
        avoid(
            call("rank_sum"),
            "treats scores of one dataset as unrelated, and loses what they share.",
            "demsar2006",
        ),
        avoid(
            call("conover", correction="none"),
            "liberal for many pairs as it is often published.",
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
                "more power with up to about four algorithms, if ranges of datasets compare.",
                "garcia2010 quade1979",
            ),
            offer(
                call("friedman_aligned"),
                "the same, by ranks of all cells together.",
                "garcia2010 hodges1962",
            ),
        ]
    if control is None and n_algorithms <= MOST_BERGMANN:
        correction = offer(
            call("rank_z", correction="bergmann_hommel"),
            "the most powerful correction for all pairs of mean ranks.",
            "garcia2008 bergmann1988",
        )
    else:
        correction = offer(
            call("rank_z", control, correction="holm" if control else "shaffer"),
            "more power than one critical difference for all.",
            "garcia2008",
        )
    suggestions.append(correction)
    if n_blocks < FEW_BLOCKS:
        suggestions.append(
            offer(
                call("eisinga", control),
                "exact where few datasets make normal approximations poor.",
                "eisinga2017",
            )
        )
    if scores.counts.max() > 1:
        suggestions.append(
            offer(
                call("mixed_model", control),
                "uses every repeat, and tells its noise from differences between datasets.",
                "laird1982",
            )
        )
    return [*suggestions, equivalence(control)]


def _two(scores: Scores, control: str | None) -> list[Suggestion]:
    del scores, control  # two algorithms are one pair
    return [
        recommend(
            call("wilcoxon"),
            "uses how large differences are without taking them as normal; exact.",
            "demsar2006 wilcoxon1945",
        ),
        EFFECTS,
        OUTLIERS,
        offer(call("sign"), "asks nothing but who wins; little power.", "demsar2006 dixon1946"),
        offer(call("permutation"), "about means, without a distribution.", "fisher1935"),
        offer(
            call("paired_t"),
            "more power if differences are normal and of one kind over datasets.",
            "demsar2006",
        ),
        equivalence(None),
        avoid(
            call("welch_t"),
            "treats scores of one dataset as unrelated, and loses what they share.",
            "demsar2006",
        ),
        avoid(
            call("friedman"),
            "of two algorithms it is the sign test, which leaves out how large differences are.",
            "demsar2006",
        ),
    ]


def _gaps(scores: Scores, control: str | None) -> list[Suggestion]:
    blocks = f"{scores.block_kind}s"
    return [
        recommend(
            call("skillings_mack"), "Friedman's question on all scores there are.", "skillings1981"
        ),
        recommend(
            treated("drop", "wilcoxon", control),
            f"pairs on the complete {blocks}.",
            "demsar2006 holm1979",
        ),
        recommend(
            call("gap_sensitivity"),
            "a conclusion that depends on the treatment of gaps rests on the gaps.",
            "skillings1981",
        ),
        OUTLIERS,
        offer(
            call("mixed_model", control),
            "means that allow for gaps, if normality is accepted.",
            "laird1982",
        ),
        *(
            []
            if scores.gaps
            else [
                offer(
                    treated("available", "wilcoxon", control),
                    "if runs are missing by chance: averages over those that are there.",
                    "demsar2006",
                )
            ]
        ),
        offer(
            treated("worst", "wilcoxon", control),
            "if a gap is a failure, which is the worst that can happen.",
            "demsar2006",
        ),
        avoid(
            call("describe"),
            f"and other averages over what is there: an algorithm that failed on hard {blocks} looks better "
            "for it.",
            "demsar2006",
        ),
    ]


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
