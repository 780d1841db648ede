"""The answer in plain sentences."""

from collections.abc import Sequence

from benchreport.analysis.bayesian import told as bayesian_told
from benchreport.analysis.leader import leader
from benchreport.analysis.view_agreement import contradicted, differing
from benchreport.data.scores import Scores
from benchreport.errors import examples
from benchreport.results import (
    BayesResult,
    CheckResult,
    FindingsResult,
    OmnibusResult,
    PairwiseResult,
    SensitivityResult,
)
from benchreport.results import number_format as fmt

__all__ = ["claimed", "same_reservation", "verdict"]


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
    decides = None if corrected else omnibus
    views: list[PairwiseResult | BayesResult] = [*pairs, *([] if bayes is None else [bayes])]
    said = [contradicted(views), "" if decides is None else claimed(decides, _among(decides))]
    if pairs:
        if decides is not None and same_reservation(decides, pairs[0]):
            said.pop()
        said.append(leader(pairs[0]))
        said.append("" if decides is None else _gate(decides, pairs[0]))
        said.append("" if corrected else differing(pairs))
        said.append("" if bayes is None else bayesian_told(bayes, pairs[0]))
    if setting == "splits" and not pairs:
        said.append(_undecided(scores))
    said += [_gaps(scores, pairs), _caution(scores, pairs)]
    said += [_copies(independence, said), _fragile(sensitivity), _outlying(outliers)]
    return tuple(line for line in said if line)


def claimed(omnibus: OmnibusResult, among: str) -> str:
    """Say whether there are differences at all, without claiming what a check puts in doubt.

    Parameters
    ----------
    omnibus
        The test.
    among
        Whom it compares, and where.
    """
    effect = f"{omnibus.effect_name} = {fmt.fixed(omnibus.effect_size)}"
    name = omnibus.method.partition(" (")[0].removesuffix(" test")
    by = f"{name}, {fmt.p_equals(omnibus.p_value, omnibus.alpha)}, {effect}"
    if omnibus.claims:
        test = omnibus.decisive.to_text(omnibus.alpha)
        by = f"{name.removesuffix(' Q')} {test}, {effect}"
    if omnibus.significant and omnibus.doubts:
        return f"Whether there are differences among {among} is open ({by}): {omnibus.reservation}."
    yes, no = omnibus.claims or ("There are differences", "No difference was shown")
    what = "" if omnibus.claims else f" among {among}"
    where = " on examples like these" if omnibus.claims else ""
    if omnibus.significant:
        return f"{yes}{what}{where} ({by})."
    none = f"That does not make them equal. {omnibus.unattainable}".strip()
    return f"{no}{what}{where} ({by}). {none}"


def same_reservation(omnibus: OmnibusResult, pairs: PairwiseResult) -> bool:
    """Tell whether what follows on the pairs says the reservation of the omnibus test, too.

    Parameters
    ----------
    omnibus, pairs
        Of the same scores.
    """
    return bool(omnibus.reservation and pairs.significant) and (
        omnibus.reservation == pairs.reservation
    )


def _among(omnibus: OmnibusResult) -> str:
    design = omnibus.design
    what = f"the {design.n_algorithms} algorithms"
    return (
        what if design.block_kind == "run" else f"{what} on {design.n_blocks} {design.block_kind}s"
    )


def _gate(omnibus: OmnibusResult, pairs: PairwiseResult) -> str:
    """Say how an omnibus test and a test of pairs go together that decide differently."""
    if omnibus.doubts or pairs.doubts or omnibus.significant == bool(pairs.significant):
        return ""
    name = omnibus.method.partition(" (")[0]
    if omnibus.significant:
        return (
            f"The {fmt.lower(name)} shows that the algorithms differ; the {fmt.lower(pairs.method)} cannot "
            "show which ones."
        )
    return (
        f"The {fmt.lower(pairs.method)} finds pairs where the {fmt.lower(name)} finds no difference; it "
        "controls the family-wise error by itself."
    )


def _undecided(scores: Scores) -> str:
    return (
        f"No test was run: {len(scores.blocks)} repeats on one dataset share data in a way that no "
        "column tells. If each is a train/test split, say on which share it is tested "
        "(test_fraction=0.3); if only the training was repeated, call the column seed."
    )


def _copies(independence: CheckResult, said: Sequence[str]) -> str:
    """Name copied blocks, unless a sentence before has."""
    found = [row.evidence for row in independence.rows if row.what == "copies"]
    if not found or any(found[0].partition(";")[0] in line for line in said):
        return ""
    return f"Not independent: {found[0]}."


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
    scope = (
        f"All {len(scores.blocks)} scores of an algorithm come from repeats on {where}, so the result does "
        "not extend to other datasets."
    )
    if not pairs:
        return scope
    if pairs[0].procedure == "corrected_t":
        beside = "; the other tests do not, and their p-values are too small" * (len(pairs) > 1)
        return f"{scope} The corrected t test accounts for overlapping training sets{beside}."
    return (
        f"{scope} If every seed draws its own split, say on which share it is tested "
        "(test_fraction=0.3): a test that accounts for overlapping training sets then decides."
    )


def _fragile(sensitivity: SensitivityResult | None) -> str:
    if sensitivity is None or not (sensitivity.flips or sensitivity.new_best):
        return ""
    told = [line for line in sensitivity.interpretation if not line.startswith("Pairs")]
    return " ".join(told)


def _outlying(outliers: FindingsResult) -> str:
    if not outliers.rows:
        return ""
    row = outliers.rows[0]
    where = " and ".join(part for part in (row.dataset, row.repeat) if part)
    told = f"{fmt.number(row.score)} for {row.algorithm}{f' on {where}' if where else ''}"
    if len(outliers.rows) == 1:
        return f"One score is an outlier: {told} (see Outliers)."
    return f"{len(outliers.rows)} scores are outliers, first of all {told} (see Outliers)."
