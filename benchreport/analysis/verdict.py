"""The answer in plain sentences, and the reasons for the path that led to it."""

from benchreport.data.scores import Scores
from benchreport.errors import counted
from benchreport.results import OmnibusResult, PairwiseResult
from benchreport.results import format as fmt

__all__ = ["advise", "verdict"]


def verdict(
    scores: Scores,
    omnibus: OmnibusResult,
    by_mean_rank: PairwiseResult,
    by_signed_rank: PairwiseResult,
    by_mean: PairwiseResult,
) -> tuple[str, ...]:
    """Say what was found, most important first, without claiming more.

    Parameters
    ----------
    scores
        The table.
    omnibus, by_mean_rank, by_signed_rank, by_mean
        The results that the sentences rest on.
    """
    told = [_omnibus(omnibus), _leader(by_mean_rank), _gate(omnibus, by_mean_rank)]
    told += [_views(by_mean_rank, by_signed_rank, by_mean), _caution(scores)]
    return tuple(line for line in told if line)


def advise(scores: Scores, omnibus: OmnibusResult, *, control: str | None) -> tuple[str, ...]:
    """Give the reasons for the recommended path.

    Parameters
    ----------
    scores
        The table.
    omnibus
        Its variant was chosen by size.
    control
        The control, if there is one.
    """
    size = "its exact distribution is out of reach and χ² is conservative"
    if omnibus.variant == "exact":
        size = "its exact distribution is affordable"
    after = f"Bonferroni–Dunn compares with {control} only, which has more power than all pairs."
    if control is None:
        after = "Nemenyi's test compares all pairs and controls the family-wise error by itself."
    common = (
        "The path is fixed beforehand and rank-based: scores of different "
        f"{scores.block_kind}s need no common scale, and no pre-test picks the test."
    )
    alone = (
        "Wilcoxon's signed-rank test with Holm's correction looks at each pair alone, as mean ranks "
        "depend on which other algorithms are compared (Benavoli et al., 2016)."
    )
    means = (
        "The analysis of variance with Tukey's intervals shows how large differences are on the "
        "score's own scale, if its assumptions are accepted."
    )
    friedman = f"Friedman's test is read by its {_variant(omnibus)} p-value, as {size}."
    return common, friedman, after, alone, means


def _variant(omnibus: OmnibusResult) -> str:
    return "exact" if omnibus.variant == "exact" else "Iman–Davenport"


def _omnibus(omnibus: OmnibusResult) -> str:
    design = omnibus.design
    what = f"the {design.n_algorithms} algorithms on {design.n_blocks} {design.block_kind}s"
    p = fmt.p_equals(omnibus.p_value)
    w = f"Kendall's W = {fmt.fixed(omnibus.effect_size)}"
    if omnibus.significant:
        return f"There are differences among {what} (Friedman, {p}, {w})."
    return (
        f"No difference was shown among {what} (Friedman, {p}, {w}). That does not make them equal."
    )


def _leader(pairs: PairwiseResult) -> str:
    names = pairs.design.algorithms
    best = names[pairs.order[0]]
    rank = fmt.fixed(min(pairs.centres))
    if pairs.control is not None:
        return _against(pairs, pairs.control)
    first = [names[place] for place in pairs.order if pairs.centres[place] == min(pairs.centres)]
    if len(first) == len(names):
        return f"All algorithms share the mean rank {rank}."
    if len(first) > 1:
        return f"{fmt.listed(first, most=6)} share the best mean rank ({rank}); {_found(pairs)}."
    beaten = _losers(pairs, best)
    ahead = f"{best} has the best mean rank ({rank})"
    if not beaten:
        return f"{ahead}, but no pair with it is significant ({pairs.method})."
    equals = [names[place] for place in pairs.order if names[place] not in (*beaten, best)]
    line = (
        f"{ahead} and is significantly better than {fmt.listed(_in_order(pairs, beaten), most=6)}"
    )
    if not equals:
        return f"{line} ({pairs.method})."
    return f"{line}; it could not be told apart from {fmt.listed(equals, most=6)} ({pairs.method})."


def _found(pairs: PairwiseResult) -> str:
    found, tried = len(pairs.significant), len(pairs.comparisons)
    return f"{found} of {counted(tried, 'pair')} differ significantly ({pairs.method})"


def _losers(pairs: PairwiseResult, winner: str) -> list[str]:
    won = [row for row in pairs.significant if row.favours == winner]
    return [row.second if row.first == winner else row.first for row in won]


def _in_order(pairs: PairwiseResult, chosen: list[str]) -> list[str]:
    names = pairs.design.algorithms
    return [names[place] for place in pairs.order if names[place] in chosen]


def _against(pairs: PairwiseResult, control: str) -> str:
    better = pairs.better_than(control)
    worse = _losers(pairs, control)
    parts = []
    if better:
        parts.append(
            f"{fmt.listed(better, most=6)} significantly better than the control {control}"
        )
    if worse:
        parts.append(f"{fmt.listed(_in_order(pairs, worse), most=6)} significantly worse")
    if not parts:
        return f"No algorithm differs significantly from the control {control} ({pairs.method})."
    return f"Found {' and '.join(parts)} ({pairs.method})."


def _gate(omnibus: OmnibusResult, pairs: PairwiseResult) -> str:
    if omnibus.significant == bool(pairs.significant):
        return ""
    if omnibus.significant:
        return (
            f"The omnibus test finds a difference and {pairs.method} no pair: the data say that "
            "not all are alike, and not which."
        )
    return (
        f"{pairs.method} finds pairs where the omnibus test finds nothing; it controls the "
        "family-wise error by itself, so both are reported."
    )


def _views(by_rank: PairwiseResult, by_signed_rank: PairwiseResult, by_mean: PairwiseResult) -> str:
    """Compare the three views of the same pairs."""
    wanted = {frozenset((row.first, row.second)) for row in by_rank.comparisons}
    found = [
        {frozenset((row.first, row.second)) for row in result.significant} & wanted
        for result in (by_rank, by_signed_rank, by_mean)
    ]
    tried = len(wanted)
    if found[0] == found[1] == found[2]:
        return "" if not found[0] else (
            f"The views agree: mean ranks, signed ranks and means find the same {len(found[0])} of "
            f"{counted(tried, 'pair')}."
        )  # fmt: skip
    counts = (
        f"{by_rank.method} {len(found[0])}, Wilcoxon with Holm's correction {len(found[1])}, Tukey "
        f"on means {len(found[2])}"
    )
    return (
        f"The views differ in how many of {counted(tried, 'pair')} are significant: {counts}. "
        "Report the one chosen beforehand, and the others as what they are."
    )


def _caution(scores: Scores) -> str:
    if not scores.overlapping:
        return ""
    where = scores.dataset or "one dataset"
    return (
        f"All {len(scores.blocks)} blocks are repeats on {where}: nothing follows for other "
        "datasets, and overlapping training sets make p-values too small."
    )
