"""The answer in plain sentences."""

from collections.abc import Sequence

from benchreport.analysis.bayesian import told as bayesian_told
from benchreport.data.scores import Scores
from benchreport.errors import counted, examples
from benchreport.results import (
    BayesResult,
    CheckResult,
    FindingsResult,
    OmnibusResult,
    PairwiseResult,
    SensitivityResult,
)
from benchreport.results import format as fmt

__all__ = ["leader", "verdict"]


def verdict(
    scores: Scores,
    setting: str,
    omnibus: OmnibusResult | None,
    pairs: Sequence[PairwiseResult],
    *,
    looked_at: tuple[CheckResult, FindingsResult, SensitivityResult | None],
    bayes: BayesResult | None = None,
) -> tuple[str, ...]:
    """Say what was found, most important first, without claiming more.

    Parameters
    ----------
    scores, setting
        The table and its design.
    omnibus
        Of all algorithms at once, where that was tested.
    pairs
        Tests of pairs, the one that decides first.
    looked_at
        What the design says of its blocks, scores to look at, and what the answer depends on.
    bayes
        Posterior probabilities of the leader against the others.
    """
    independence, outliers, sensitivity = looked_at
    # on folds only the corrected test decides; the omnibus one takes them as independent
    corrected = bool(pairs) and pairs[0].procedure == "corrected_t"
    decides = omnibus is not None and not corrected
    told = [_omnibus(omnibus) if decides and omnibus is not None else ""]
    if pairs:
        told.append(leader(pairs[0]))
        told.append(_gate(omnibus, pairs[0]) if decides and omnibus is not None else "")
        told.append("" if corrected else _views(pairs))
        told.append("" if bayes is None else bayesian_told(bayes, pairs[0]))
    if setting == "splits" and not pairs:
        told.append(_undecided(scores))
    told += [_gaps(scores, pairs), _caution(scores, pairs), _copies(independence)]
    told += [_fragile(sensitivity), _outlying(outliers)]
    return tuple(line for line in told if line)


def _omnibus(omnibus: OmnibusResult) -> str:
    design = omnibus.design
    what = f"the {design.n_algorithms} algorithms"
    if design.block_kind != "run":
        what += f" on {design.n_blocks} {design.block_kind}s"
    name = omnibus.method.partition(" (")[0].removesuffix(" test")
    effect = f"{omnibus.effect_name} = {fmt.fixed(omnibus.effect_size)}"
    said = f"({name}, {fmt.p_equals(omnibus.p_value)}, {effect})"
    if omnibus.significant:
        return f"There are differences among {what} {said}."
    return f"No difference was shown among {what} {said}. That does not make them equal."


def leader(pairs: PairwiseResult) -> str:
    """Say who is ahead, of whom, and who could not be told apart."""
    names = pairs.design.algorithms
    if pairs.control is not None:
        return _against(pairs, pairs.control)
    best_centre = (min if pairs.lower_centre_is_better else max)(pairs.centres)
    what = f"the best {pairs.centre_name} ({_centre(pairs, best_centre)})"
    first = [names[place] for place in pairs.order if pairs.centres[place] == best_centre]
    if len(first) == len(names):
        shared = f"the {pairs.centre_name} {_centre(pairs, best_centre)}"
        return f"All {pairs.design.noun}s share {shared}; {_found(pairs)}."
    if len(first) > 1:
        return f"{fmt.listed(first, most=6)} share {what}; {_found(pairs)}."
    best = first[0]
    beaten = _losers(pairs, best)
    ahead = f"{best} has {what}"
    # the test of a pair need not follow the centre of all: ranks in a pair, means of a few large ones
    ahead_of_it = _in_order(pairs, list(pairs.better_than(best)))
    if ahead_of_it:
        verb = "is" if len(ahead_of_it) == 1 else "are"
        ahead += f", yet {fmt.listed(ahead_of_it, most=6)} {verb} significantly better than it"
    if not beaten:
        rest = "" if ahead_of_it else ", but no pair with it is significant"
        return f"{ahead}{rest} ({pairs.method})."
    taken = {*beaten, *ahead_of_it, best}
    equals = [names[place] for place in pairs.order if names[place] not in taken]
    line = (
        f"{ahead} and is significantly better than {fmt.listed(_in_order(pairs, beaten), most=6)}"
    )
    if not equals:
        return f"{line} ({pairs.method})."
    return f"{line}; it could not be told apart from {fmt.listed(equals, most=6)} ({pairs.method})."


def _centre(pairs: PairwiseResult, value: float) -> str:
    if pairs.by_ranks:
        return fmt.fixed(value)
    return fmt.alike(pairs.centres)(value)


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
    """Say who is better and worse than the control, and who could not be told apart from it."""
    better = list(pairs.better_than(control))
    worse = _in_order(pairs, _losers(pairs, control))
    names = pairs.design.algorithms
    value = _centre(pairs, pairs.centres[names.index(control)])
    known = f"the control {control} ({pairs.centre_name} {value})"
    if not better and not worse:
        return f"No {pairs.design.noun} differs significantly from {known} ({pairs.method})."
    parts = [
        f"{fmt.listed(found, most=6)} {'is' if len(found) == 1 else 'are'} significantly {how}"
        for found, how in ((better, "better"), (worse, "worse"))
        if found
    ]
    parts[0] += f" than {known}"
    equals = [
        names[place] for place in pairs.order if names[place] not in (*better, *worse, control)
    ]
    apart = f"; {fmt.listed(equals, most=6)} could not be told apart from it" if equals else ""
    return f"{', '.join(parts)}{apart} ({pairs.method})."


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


def _undecided(scores: Scores) -> str:
    return (
        f"No test was run: {len(scores.blocks)} repeats on one dataset share data in a way that no "
        "column tells. If each is a train/test split, say on which share it is tested "
        "(test_fraction=0.3); if only the training was repeated, call the column seed."
    )


def _copies(independence: CheckResult) -> str:
    found = [row.evidence for row in independence.rows if row.what == "copies"]
    return f"Not independent: {found[0]}." if found else ""


def _views(pairs: Sequence[PairwiseResult]) -> str:
    """Compare the views of the same pairs."""
    if len(pairs) < 2:  # noqa: PLR2004 - one view agrees with itself
        return ""
    wanted = {frozenset((row.first, row.second)) for row in pairs[0].comparisons}
    found = [
        {frozenset((row.first, row.second)) for row in result.significant} & wanted
        for result in pairs
    ]
    tried = counted(len(wanted), "pair")
    if all(each == found[0] for each in found):
        views = fmt.listed(VIEWS.get(result.procedure, result.method) for result in pairs)
        return f"The views agree: {views} find the same {len(found[0])} of {tried}." * bool(
            found[0]
        )
    counts = fmt.listed(
        f"{result.method} {len(each)}" for result, each in zip(pairs, found, strict=True)
    )
    return (
        f"The views differ in how many of {tried} are significant: {counts}. Report the one chosen "
        "beforehand, and the others as what they are."
    )


VIEWS = {
    "nemenyi": "mean ranks",
    "bonferroni_dunn": "mean ranks",
    "wilcoxon": "signed ranks",
    "tukey": "means",
    "dunnett": "means",
}


def _gaps(scores: Scores, pairs: Sequence[PairwiseResult]) -> str:
    if not scores.gaps:
        return ""
    cells = scores.values.size
    empty = examples(f"{name} on {block}" for name, block in scores.gaps)
    told = f"{len(scores.gaps)} of {cells} cells are empty ({empty}). The omnibus test uses all scores; "
    if not pairs:
        return f"{told}too few {scores.block_kind}s are complete to compare pairs."
    return (
        f"{told}pairs are compared on the {pairs[0].design.n_blocks} complete {scores.block_kind}s."
    )


def _caution(scores: Scores, pairs: Sequence[PairwiseResult]) -> str:
    if not scores.overlapping:
        return ""
    where = scores.dataset or "one dataset"
    blocks = f"All {len(scores.blocks)} blocks are repeats on {where}: nothing follows for other datasets"
    if not pairs:
        return f"{blocks}."
    if pairs[0].procedure == "corrected_t":
        beside = " The other tests shown do not, and their p-values are too small." * (
            len(pairs) > 1
        )
        return f"{blocks}. The corrected t test allows for overlapping training sets.{beside}"
    return (
        f"{blocks}, and overlapping training sets make p-values too small: if every seed draws its "
        "own split, say so with test_fraction=…."
    )


def _fragile(sensitivity: SensitivityResult | None) -> str:
    if sensitivity is None or not (sensitivity.flips or sensitivity.new_best):
        return ""
    told = [line for line in sensitivity.interpretation if not line.startswith("Pairs")]
    return " ".join(told)


def _outlying(outliers: FindingsResult) -> str:
    if not outliers.rows:
        return ""
    return f"{counted(len(outliers.rows), 'score')} to look at: far from what the others make one expect."
