"""What threatens the verdict on scores: one sentence each, the most serious first."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from benchreport.analysis.bayesian import describe_differences, find_differences
from benchreport.analysis.verdicts.advantage import choose_sizes, measure_advantages, size_writer
from benchreport.analysis.verdicts.caution import Caution, list_cautions
from benchreport.analysis.verdicts.small_leads import MOST_NAMED, name_barest_lead, name_small_leads
from benchreport.analysis.verdicts.standing import agree, find_best, find_standing
from benchreport.analysis.verdicts.table_cautions import (
    count_ties,
    describe_limit,
    describe_scales,
    find_split,
    name_constant_leads,
    name_copied_algorithms,
    name_odd_scores,
)
from benchreport.analysis.verdicts.view_agreement import (
    describe_agreement,
    describe_contradictions,
    describe_disagreement,
    list_other_claims,
)
from benchreport.data.gaps_in_words import gaps_in_words
from benchreport.data.scores import Scores
from benchreport.errors import format_count
from benchreport.results import (
    BayesResult,
    CheckResult,
    FindingsResult,
    OmnibusResult,
    PairwiseResult,
    SensitivityResult,
)
from benchreport.results.writing import number_format as fmt
from benchreport.stats._block_independence import splits_no_data
from benchreport.wording.verdicts import cautions as wording
from benchreport.wording.verdicts import headline as headlines

# five signed ranks cannot be significant at .05, and fewer than ten show only large differences
FEWEST, ENOUGH = 6, 10


def list_score_cautions(
    scores: Scores,
    omnibus: OmnibusResult | None,
    pairs: Sequence[PairwiseResult],
    *,
    verdict: Sequence[str],
    checks: tuple[CheckResult, FindingsResult, SensitivityResult | None],
    bayes: BayesResult | None,
) -> tuple[Caution, ...]:
    """List what threatens the verdict on scores.

    Parameters
    ----------
    scores
        The table.
    omnibus
        The test of all algorithms at once, if it decides.
    pairs
        The tests of pairs; the first decides.
    verdict
        The sentences of the verdict, which need not be repeated.
    checks
        The checks of independence, of outliers and of sensitivity.
    bayes
        The posterior probabilities of the leader against the others.
    """
    independence, outliers, sensitivity = checks
    views: list[PairwiseResult | BayesResult] = [*pairs, *([] if bayes is None else [bayes])]
    missing = _describe_gaps(scores, omnibus, pairs, sensitivity)
    gaps = list_cautions("data", missing, clause=wording.SCORES_MISSING)
    left_few = bool(pairs) and pairs[0].design.n_blocks < ENOUGH <= len(scores.blocks)
    scales = describe_scales(scores, pairs)
    cautions = [
        *list_cautions("pairs", describe_contradictions(views), clause=wording.CONTRADICTION),
        *list_cautions("data", _limit_scope(scores), clause=wording.DATASETS_NOT_SAMPLED),
        # gaps come first where they leave few datasets
        *(gaps if left_few else []),
        *list_cautions("data", _count_few(scores, pairs), clause=wording.FEW_SCORES),
        # shares among per cent are named once
        *list_cautions(
            "data", "" if scales else name_odd_scores(scores), clause=wording.ODD_SCORES
        ),
        *list_cautions("data", find_split(scores, pairs), clause=wording.GROUPS_DIFFER),
        *list_cautions("data", count_ties(scores, pairs), clause=wording.MOSTLY_TIED),
        *list_cautions("data", name_constant_leads(scores, pairs), clause=wording.CONSTANT_LEADS),
        *list_cautions("data", describe_limit(scores), clause=wording.TIMES_AT_LIMIT),
        *list_cautions("data", scales, clause=wording.SCALES_DIFFER),
        *list_cautions(
            "assumptions",
            _describe_correction(scores, pairs),
            # where the p-values are in doubt, the verdict says why
            clause=""
            if any(_is_corrected(pairs) or row.caution for row in pairs[:1])
            else wording.OVERLAP,
        ),
        *list_cautions(
            "assumptions", _warn_of_copies(independence, verdict), clause=wording.COPIED_SCORES
        ),
        *list_cautions("data", name_copied_algorithms(scores), clause=wording.ALGORITHMS_ALIKE),
        *explain_power(omnibus, pairs),
        *([] if left_few else gaps),
        *_describe_fragility(sensitivity, pairs, omnibus),
        *_describe_dependence(pairs),
        *list_cautions("pairs", *map(name_barest_lead, pairs[:1]), clause=wording.BARELY_SHOWN),
        *list_cautions("pairs", name_small_leads(scores, pairs), clause=wording.SMALL_LEADS),
    ]
    if bayes is not None and pairs:
        different = describe_differences(bayes, pairs[0])
        clause = _count_bayes_differences(bayes, pairs[0])
        cautions += list_cautions("bayes", different, clause=clause)
    cautions += list_cautions("outliers", _describe_outliers(outliers), clause=wording.OUTLYING)
    # facts that limit nothing come last
    return tuple(sorted(cautions, key=lambda caution: not caution.clause))


def describe_strength(
    pairs: Sequence[PairwiseResult],
    checks: tuple[CheckResult, FindingsResult, SensitivityResult | None],
) -> str:
    """Say which checks found nothing that threatens the verdict, and how large an open lead could be.

    Parameters
    ----------
    pairs
        The tests of pairs.
    checks
        The checks of independence, of outliers and of sensitivity.
    """
    _, outliers, sensitivity = checks
    clauses = [agreement] if len(pairs) > 1 and (agreement := describe_agreement(pairs)) else []
    if sensitivity is not None and len(sensitivity.base.best) == 1 and not sensitivity.new_best:
        clauses.append(wording.SAME_LEADER)
    if not outliers.rows:
        clauses.append(wording.NO_OUTLIER)
    open_lead, found = _bound_open_lead(pairs), fmt.join(clauses)
    if not open_lead:
        return wording.NOTHING_WEAKENS.format(checks=found) if clauses else ""
    if not clauses:
        return open_lead
    return wording.NOTHING_ELSE_WEAKENS.format(open_lead=open_lead, checks=found)


def _bound_open_lead(pairs: Sequence[PairwiseResult]) -> str:
    """Say which leads over the next algorithm the interval leaves open, if that lead is not significant."""
    sized = choose_sizes(pairs)
    if sized is None or pairs[0].control is not None:
        return ""
    leader = pairs[0].ranking[0]
    standing = find_standing(pairs[0], leader)
    if standing.ahead or not standing.open:
        return ""
    rival = standing.open[0]
    (lead,) = measure_advantages(sized, leader, [rival])
    if (
        lead.interval is None
        or not -math.inf < lead.interval.low < 0 < lead.interval.high < math.inf
    ):
        return ""
    write = size_writer(sized, leader)
    return wording.OPEN_LEAD.format(
        leader=leader,
        rival=rival,
        most=fmt.apart(lead.interval.high, write),
        least=fmt.apart(-lead.interval.low, write),
    )


def explain_power(omnibus: OmnibusResult | None, pairs: Sequence[PairwiseResult]) -> list[Caution]:
    """Name tests that could not be significant, and explain an omnibus test that decides otherwise.

    Parameters
    ----------
    omnibus
        The test of all algorithms at once, if there is one.
    pairs
        The tests of pairs; the first decides.
    """
    differ = "" if omnibus is None or not pairs else _reconcile(omnibus, pairs[0])
    return [
        *list_cautions(
            "pairs",
            *(test.unattainable for test in (omnibus,) if test),
            clause=wording.ALL_COULD_NOT,
        ),
        *list_cautions(
            "pairs", *(test.unattainable for test in pairs[:1]), clause=wording.NO_PAIR_COULD
        ),
        *list_cautions("pairs", differ, clause=wording.TEST_OF_ALL_DIFFERS),
    ]


def share_reservation(omnibus: OmnibusResult, pairs: PairwiseResult) -> bool:
    """Tell whether the sentence on the pairs repeats the reservation of the omnibus test.

    Parameters
    ----------
    omnibus, pairs
        Two tests of the same scores.
    """
    return pairs.in_doubt and omnibus.reservation == pairs.reservation


def _describe_dependence(pairs: Sequence[PairwiseResult]) -> list[Caution]:
    """Describe where the tests differ, unless only the one that decides fits the design."""
    if not pairs or _is_corrected(pairs):
        return []
    # a further lead of the leader is no threat to what the deciding test claims of it
    clause = "; ".join(list_other_claims(pairs, against=True))
    return list_cautions("pairs", describe_disagreement(pairs), clause=clause)


def _name_pairs(leader: str, rivals: Sequence[str]) -> str:
    """Name the pairs of an algorithm with few others, or count them."""
    if len(rivals) > MOST_NAMED:
        return format_count(len(rivals), "pair")
    return wording.PAIRS_WITH.format(leader=leader, rivals=fmt.join(rivals))


def _is_corrected(pairs: Sequence[PairwiseResult]) -> bool:
    return bool(pairs) and pairs[0].procedure == "corrected_t"


def _reconcile(omnibus: OmnibusResult, pairs: PairwiseResult) -> str:
    """Explain how an omnibus test and a test of pairs can decide differently, where they do."""
    if omnibus.doubts or pairs.doubts or omnibus.significant == bool(pairs.significant):
        return ""
    name = fmt.lower(omnibus.method.partition(" (")[0])
    test = fmt.lower(pairs.method)
    if omnibus.significant:
        return wording.OMNIBUS_ONLY.format(name=name, test=test, noun=pairs.design.noun)
    return wording.PAIRS_ONLY.format(name=name, test=test)


def _warn_of_copies(independence: CheckResult, verdict: Sequence[str]) -> str:
    """Name blocks that are copies, unless the verdict already does."""
    copies = [row.evidence for row in independence.rows if row.what == "copies"]
    if not copies or any(copies[0].partition("; ")[0] in sentence for sentence in verdict):
        return ""
    return wording.COPIES.format(copies=copies[0])


def _describe_gaps(
    scores: Scores,
    omnibus: OmnibusResult | None,
    pairs: Sequence[PairwiseResult],
    sensitivity: SensitivityResult | None,
) -> str:
    # the section that follows lists many
    named = len(scores.missing_runs.row) <= MOST_NAMED and len(scores.dropped) <= MOST_NAMED
    gaps = gaps_in_words(scores, most=MOST_NAMED if named else 0)
    if not gaps:
        return ""
    kind, failed = scores.block_kind, scores.runs.failed
    if scores.complete:
        paired = bool(failed) and scores.missing == "paired"
        said = wording.FAILURES if paired else wording.GAPS
        return fmt.paragraph(
            wording.GAPS.format(gaps=gaps),
            said.format(gaps=failed, failed=failed, kind=scores.missing_runs.noun)
            if failed
            else "",
            _rank_with_failures(scores, sensitivity) if paired else "",
        )
    which = headlines.TOO_FEW_COMPLETE.format(kind=kind)
    if pairs:
        which = wording.COMPLETE_PAIRS.format(n=pairs[0].design.n_blocks, kind=kind)
    used = wording.GAPS_LEFT_OUT if omnibus is None else wording.GAPS_USED
    sentences = [used.format(gaps=gaps, pairs=which)]
    empty = np.isnan(scores.values)
    # a block on which all failed favours none
    some = bool((empty.any(axis=1) & ~empty.all(axis=1)).any()) or bool(scores.incomplete)
    if pairs and failed and some:
        sentences += [
            wording.FAILURES.format(failed=failed, kind=kind),
            _rank_with_failures(scores, sensitivity),
        ]
    return " ".join(filter(None, sentences))


def _rank_with_failures(scores: Scores, sensitivity: SensitivityResult | None) -> str:
    """Say who leads if each missing run counts as the worst score of its block."""
    rows = () if sensitivity is None else sensitivity.rows
    for row in rows:
        if row.kind == "gaps" and row.name == "worst":
            verb = agree(row.best, "has", "share")
            return wording.FAILED_AS_WORST.format(
                kind=scores.block_kind, names=fmt.join(row.best, most=3), verb=verb
            )
    return ""


def _limit_scope(scores: Scores) -> str:
    if not scores.overlapping:
        return ""
    return wording.ONE_DATASET.format(
        n=len(scores.blocks), name=f", {scores.dataset}," if scores.dataset else ","
    )


def _count_few(scores: Scores, pairs: Sequence[PairwiseResult]) -> str:
    n = pairs[0].design.n_blocks if pairs else len(scores.blocks)
    # what fewer than ten show is no less significant for it; that nothing could be is said instead
    nothing = bool(pairs) and bool(pairs[0].unattainable)
    open_pairs = bool(pairs) and not pairs[0].small_p and not nothing
    least = ENOUGH if open_pairs else FEWEST
    few = scores.block_kind == "dataset" and n < least
    template = wording.TOO_FEW if nothing else wording.ONLY_FEW
    return template.format(n=n) if few else ""


def _describe_correction(scores: Scores, pairs: Sequence[PairwiseResult]) -> str:
    """Say which tests account for the overlap of training sets, or how one could."""
    if not scores.overlapping or not pairs or splits_no_data(scores):
        return ""
    if not _is_corrected(pairs):
        return wording.SEEDS_AS_SPLITS
    return wording.CORRECTED if len(pairs) > 1 else wording.CORRECTED_ALONE


def _describe_fragility(
    sensitivity: SensitivityResult | None,
    pairs: Sequence[PairwiseResult],
    omnibus: OmnibusResult | None,
) -> list[Caution]:
    if sensitivity is None:
        return []
    if omnibus is not None and omnibus.variant == "exact":
        base = sensitivity.base
        if (omnibus.p_value <= omnibus.alpha) != (base.p_value <= sensitivity.alpha):
            # the variations are judged by F, whose decision is not that of the verdict
            p, by_f = (fmt.p_equals(each.p_value, omnibus.alpha) for each in (omnibus, base))
            sentence = wording.P_DEPENDS.format(exact=p, by_f=by_f)
            return list_cautions("sensitivity", sentence, clause=wording.TWO_P_VALUES)
    if not (sensitivity.flips or sensitivity.new_best or sensitivity.changed):
        return []
    leaders = set(find_best(pairs[0])[0]) if pairs else set(sensitivity.base.best)
    if not leaders & set(sensitivity.base.best):
        # pairs are compared on complete datasets, whose leader is another than that of all scores
        best = sensitivity.base.best
        verb = agree(best, "has", "share")
        sentence = wording.OTHER_LEADER.format(names=fmt.join(best, most=3), verb=verb)
        return list_cautions("sensitivity", sentence, clause=wording.LEADER_OF_ALL_SCORES)
    # without the leader itself there is another question, which says nothing against its lead
    rows = [row for row in sensitivity.rows if row.kind != "algorithm" or row.name not in leaders]
    if omnibus is None:
        # no test of all algorithms decides, so that none can change
        rows = [row._replace(p_value=sensitivity.base.p_value) for row in rows]
    threats = replace(sensitivity, rows=tuple(rows))
    if not (threats.flips or threats.new_best):
        # what other pairs do says nothing against the leads
        leads = [
            {row.first, row.second}
            for test in pairs[:1]
            for row in test.significant
            if row.favours in leaders
        ]
        lost = [tuple(pair for pair in row.changed if {*pair} in leads) for row in rows]
        rows = [row._replace(changed=pairs) for row, pairs in zip(rows, lost, strict=True)]
        threats = replace(sensitivity, rows=tuple(rows))
        if not threats.changed:
            return []
    clause = wording.GAPS_CHANGE if sensitivity.base.kind == "gaps" else wording.RESULT_CHANGES
    return list_cautions("sensitivity", *threats.interpretation, clause=clause)


def _count_bayes_differences(bayes: BayesResult, decides: PairwiseResult) -> str:
    """Say in a few words in which direction the posterior differs from the deciding test."""
    differences = find_differences(bayes, decides)
    pairs = (
        _name_pairs(differences[0].leader, [row.rival for row in differences])
        if differences
        else ""
    )
    # what is surer than the deciding test is no threat to what it claims
    surer = all(
        row.test == "open" and row.posterior in ("leader", "equivalent") for row in differences
    )
    return "" if surer else wording.BAYES_ALSO_DIFFERS.format(pairs=pairs)


def _describe_outliers(outliers: FindingsResult) -> str:
    if not outliers.rows:
        return ""
    row = outliers.rows[0]
    run = wording.REPEAT.format(name=row.repeat) if row.repeat else ""
    where = ", ".join(part for part in (row.dataset, run) if part)
    outlying = wording.OUTLYING_SCORE_ON if where else wording.OUTLYING_SCORE
    score = outlying.format(score=fmt.number(row.score), name=row.algorithm, where=where)
    template = wording.ONE_OUTLIER if len(outliers.rows) == 1 else wording.OUTLIERS
    return template.format(n=len(outliers.rows), score=score)
