"""The verdict on scores, in plain sentences."""

from collections.abc import Sequence

from benchreport.analysis.bayesian import describe_differences
from benchreport.analysis.leader import describe_leader, find_best
from benchreport.analysis.view_agreement import describe_agreement, describe_contradictions
from benchreport.data.gaps_in_words import gaps_in_words
from benchreport.data.scores import Scores
from benchreport.results import (
    BayesResult,
    CheckResult,
    FindingsResult,
    OmnibusResult,
    PairwiseResult,
    SensitivityResult,
)
from benchreport.results import number_format as fmt


def write_verdict(
    scores: Scores,
    setting: str,
    omnibus: OmnibusResult | None,
    pairs: Sequence[PairwiseResult],
    *,
    checks: tuple[CheckResult, FindingsResult, SensitivityResult | None],
    bayes: BayesResult | None = None,
) -> tuple[str, ...]:
    """Write the answer in sentences, the most important first; none claims more than was shown.

    Parameters
    ----------
    scores, setting
        The table and the name of its design.
    omnibus
        The test of all algorithms at once, if there is one.
    pairs
        The tests of pairs; the first decides.
    checks
        The checks of independence, of outliers and of sensitivity.
    bayes
        The posterior probabilities of the leader against the others.
    """
    independence, outliers, sensitivity = checks
    # on folds only the corrected test decides: the omnibus test assumes independent blocks
    corrected = bool(pairs) and pairs[0].procedure == "corrected_t"
    decides = None if corrected else omnibus
    views: list[PairwiseResult | BayesResult] = [*pairs, *([] if bayes is None else [bayes])]
    sentences = [describe_contradictions(views)]
    if decides is not None and not (pairs and share_reservation(decides, pairs[0])):
        sentences.append(claim_difference(decides, _name_compared(decides)))
    if pairs:
        sentences.append(describe_leader(pairs[0]))
        sentences.append("" if decides is None else _reconcile(decides, pairs[0]))
        sentences.append("" if corrected else describe_agreement(pairs))
        sentences.append("" if bayes is None else describe_differences(bayes, pairs[0]))
    if setting == "splits" and not pairs:
        sentences.append(_explain_no_test(scores))
    sentences += [_describe_gaps(scores, pairs), _limit_scope(scores, pairs)]
    sentences.append(_warn_of_copies(independence, sentences))
    sentences += [_describe_fragility(sensitivity, pairs), _describe_outliers(outliers)]
    return tuple(sentence for sentence in sentences if sentence)


def claim_difference(omnibus: OmnibusResult, among: str) -> str:
    """Say whether there are differences at all; claim none while a check puts the test in doubt.

    Parameters
    ----------
    omnibus
        The test of all algorithms at once.
    among
        A phrase that names what it compares, and where.
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
    names = "" if omnibus.claims else f" among {among}"
    where = " on examples like these" if omnibus.claims else ""
    if omnibus.significant:
        return f"{yes}{names}{where} ({by})."
    none = f"That does not make them equal. {omnibus.unattainable}".strip()
    return f"{no}{names}{where} ({by}). {none}"


def share_reservation(omnibus: OmnibusResult, pairs: PairwiseResult) -> bool:
    """Tell whether the sentence on the pairs repeats the reservation of the omnibus test.

    Parameters
    ----------
    omnibus, pairs
        Two tests of the same scores.
    """
    return bool(omnibus.reservation and pairs.significant) and (
        omnibus.reservation == pairs.reservation
    )


def _name_compared(omnibus: OmnibusResult) -> str:
    design = omnibus.design
    algorithms = f"the {design.n_algorithms} algorithms"
    return (
        algorithms
        if design.block_kind == "run"
        else f"{algorithms} on {design.n_blocks} {design.block_kind}s"
    )


def _reconcile(omnibus: OmnibusResult, pairs: PairwiseResult) -> str:
    """Explain how an omnibus test and a test of pairs can decide differently, where they do."""
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


def _explain_no_test(scores: Scores) -> str:
    return (
        f"No test was run: {len(scores.blocks)} repeats on one dataset share data in a way that no "
        "column tells. If each is a train/test split, say on which share it is tested "
        "(test_fraction=0.3); if only the training was repeated, call the column seed."
    )


def _warn_of_copies(independence: CheckResult, sentences: Sequence[str]) -> str:
    """Name blocks that are copies, unless a sentence already does."""
    copies = [row.evidence for row in independence.rows if row.what == "copies"]
    if not copies or any(copies[0].partition(";")[0] in sentence for sentence in sentences):
        return ""
    return f"Not independent: {copies[0]}."


def _describe_gaps(scores: Scores, pairs: Sequence[PairwiseResult]) -> str:
    gaps = gaps_in_words(scores)
    if scores.complete or not gaps:
        return f"{gaps}." if gaps else ""
    gaps += ". The omnibus test uses all scores; "
    if not pairs:
        return f"{gaps}too few {scores.block_kind}s are complete to compare pairs."
    return (
        f"{gaps}pairs are compared on the {pairs[0].design.n_blocks} complete {scores.block_kind}s."
    )


def _limit_scope(scores: Scores, pairs: Sequence[PairwiseResult]) -> str:
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
        contrast = "; the other tests do not, and their p-values are too small" * (len(pairs) > 1)
        return f"{scope} The corrected t test accounts for overlapping training sets{contrast}."
    return (
        f"{scope} If every seed draws its own split, say on which share it is tested "
        "(test_fraction=0.3): a test that accounts for overlapping training sets then decides."
    )


def _describe_fragility(
    sensitivity: SensitivityResult | None, pairs: Sequence[PairwiseResult]
) -> str:
    if sensitivity is None or not (sensitivity.flips or sensitivity.new_best):
        return ""
    leaders = set(find_best(pairs[0])[0]) if pairs else set(sensitivity.base.best)
    if not leaders & set(sensitivity.base.best):
        # pairs are compared on complete datasets, whose leader is another than that of all scores
        first = fmt.join(sensitivity.base.best, most=3)
        return f"On all scores, those of incomplete datasets too, {first} has the best mean rank."
    return " ".join(line for line in sensitivity.interpretation if not line.startswith("Pairs"))


def _describe_outliers(outliers: FindingsResult) -> str:
    if not outliers.rows:
        return ""
    row = outliers.rows[0]
    where = " and ".join(part for part in (row.dataset, row.repeat) if part)
    score = f"{fmt.number(row.score)} for {row.algorithm}{f' on {where}' if where else ''}"
    if len(outliers.rows) == 1:
        return f"One score is an outlier: {score} (see Outliers)."
    return f"{len(outliers.rows)} scores are outliers, first of all {score} (see Outliers)."
