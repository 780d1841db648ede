"""The headline, the verdict and the cautions of an analysis of scores, in plain sentences."""

from collections.abc import Sequence

import numpy as np

from benchreport.analysis.verdicts.caution import Answer
from benchreport.analysis.verdicts.cautions import list_score_cautions, share_reservation
from benchreport.analysis.verdicts.headline import choose_short, write_headline
from benchreport.analysis.verdicts.leader import describe_leader
from benchreport.analysis.verdicts.standing import TWO, find_best
from benchreport.data.scores import Scores
from benchreport.errors import format_count
from benchreport.results import (
    BayesResult,
    CheckResult,
    DescriptionResult,
    FindingsResult,
    OmnibusResult,
    PairwiseResult,
    SensitivityResult,
)
from benchreport.results.pairs.pair_judgement import contradictions
from benchreport.results.writing import number_format as fmt
from benchreport.wording.verdicts import headline as headlines
from benchreport.wording.verdicts import verdict as wording


def answer_scores(
    scores: Scores,
    description: DescriptionResult,
    omnibus: OmnibusResult | None,
    pairs: Sequence[PairwiseResult],
    *,
    checks: tuple[CheckResult, FindingsResult, SensitivityResult | None],
    bayes: BayesResult | None,
) -> Answer:
    """Write what was found; no sentence claims more than was shown.

    Parameters
    ----------
    scores, description
        The table, and its means.
    omnibus
        The test of all algorithms at once, if there is one.
    pairs
        The tests of pairs; the first decides.
    checks
        The checks of independence, of outliers and of sensitivity.
    bayes
        The posterior probabilities of the leader against the others.
    """
    # on folds only the corrected test decides: the omnibus test assumes independent blocks
    corrected = bool(pairs) and pairs[0].procedure == "corrected_t"
    decides = None if corrected else omnibus
    over = _name_blocks(scores, pairs)
    claim = "" if decides is None else _claim_overall(decides, pairs)
    if scores.block_kind != "run" and (scores.values == scores.values[:, :1]).all():
        claim = wording.ALL_ALIKE.format(kind=scores.block_kind)
    if pairs:
        first, *rest = describe_leader(pairs, over)
        verdict = [first, _count_equal_wins(scores, pairs[0]), *rest, claim]
        headline = write_headline(pairs[0], find_contradicting(pairs))
    elif omnibus is not None:
        verdict = [claim]
        headline = _head_without_pairs(omnibus)
    else:
        verdict = [_describe_best_mean(description, over), *_explain_no_test(scores)]
        headline = choose_short(
            headlines.BEST_WITHOUT_TEST.format(name=description.best), headlines.NO_TEST
        )
    sentences = tuple(filter(None, verdict))
    cautions = list_score_cautions(
        scores, decides, pairs, verdict=sentences, checks=checks, bayes=bayes
    )
    return Answer(headline, sentences, cautions)


def claim_difference(omnibus: OmnibusResult, among: str) -> str:
    """Say whether there are differences at all; claim none while a check puts the test in doubt.

    Parameters
    ----------
    omnibus
        The test of all algorithms at once.
    among
        A phrase that names what it compares.
    """
    test = omnibus.decisive.to_text(omnibus.alpha).removesuffix(" (exact)")
    name = omnibus.method.partition(" (")[0]
    by = f"{'exact ' * (omnibus.variant == 'exact')}{name}, {test}, {omnibus.effect_text}"
    if omnibus.in_doubt:
        return wording.OVERALL_OPEN.format(among=among, test=by, reservation=omnibus.reservation)
    if omnibus.claims:
        yes, no = (wording.ON_SUCH_EXAMPLES.format(claim=claim) for claim in omnibus.claims)
    else:
        yes = wording.DIFFER.format(among=f"{among[:1].upper()}{among[1:]}")
        no = wording.NOT_SHOWN.format(among=among)
    if omnibus.significant:
        return wording.OVERALL.format(claim=yes, test=by)
    return wording.NO_OVERALL.format(claim=no, test=by)


def find_contradicting(pairs: Sequence[PairwiseResult]) -> tuple[str, ...]:
    """Return the algorithms that another test finds better than the leader of the deciding one.

    A test whose p-values a check puts in doubt finds nothing.

    Parameters
    ----------
    pairs
        The tests of pairs, the one that decides first.
    """
    leaders, _ = find_best(pairs[0])
    best = leaders[0]
    return tuple(
        rival
        for pair, sides in contradictions([view for view in pairs if not view.doubts]).items()
        if best in pair
        for rival in pair - {best}
        if rival in sides
    )


def _claim_overall(omnibus: OmnibusResult, pairs: Sequence[PairwiseResult]) -> str:
    if pairs and share_reservation(omnibus, pairs[0]):
        return ""
    return claim_difference(
        omnibus, f"the {format_count(omnibus.design.n_algorithms, 'algorithm')}"
    )


def _count_equal_wins(scores: Scores, decides: PairwiseResult) -> str:
    """Say on how many blocks each of two algorithms is better, if they share the mean rank."""
    names = decides.design.algorithms
    shared = decides.by_ranks and decides.centres[0] == decides.centres[-1]
    if not shared or len(names) != TWO or scores.block_kind == "run":
        return ""
    gaps = scores.values[:, 0] - scores.values[:, 1]
    wins = int(np.count_nonzero(gaps > 0))
    return (
        wording.EQUAL_WINS.format(
            first=names[0], second=names[1], blocks=format_count(wins, scores.block_kind)
        )
        if wins
        else ""
    )


def _name_blocks(scores: Scores, pairs: Sequence[PairwiseResult]) -> str:
    """Name what was compared over, as the beginning of a sentence."""
    if scores.block_kind == "run":
        return wording.OVER.format(blocks=format_count(int(scores.counts.sum()), "independent run"))
    n_blocks = pairs[0].design.n_blocks if pairs else len(scores.blocks)
    kind = f"complete {scores.block_kind}" if n_blocks < len(scores.blocks) else scores.block_kind
    blocks = format_count(n_blocks, kind)
    if scores.overlapping:
        return wording.OVER_REPEATS.format(blocks=blocks, dataset=scores.dataset or "one dataset")
    return wording.OVER.format(blocks=blocks)


def _head_without_pairs(omnibus: OmnibusResult) -> str:
    few = headlines.TOO_FEW_COMPLETE.format(kind=omnibus.design.block_kind)
    if omnibus.significant:
        return headlines.DIFFER.format(few=few)
    return headlines.NOT_SHOWN.format(few=few)


def _describe_best_mean(description: DescriptionResult, over: str) -> str:
    best = next(row for row in description.rows if row.algorithm == description.best)
    write = fmt.writer([row.mean for row in description.rows])
    return wording.BEST_MEAN.format(
        over=over,
        name=best.algorithm,
        score=fmt.mean_of(description.design.score),
        mean=write(best.mean),
    )


def _explain_no_test(scores: Scores) -> tuple[str, str]:
    kind = scores.block_kind
    return (
        wording.NO_TEST.format(n=len(scores.blocks), kind=kind),
        wording.NO_TEST_WAY_OUT.format(kind=kind),
    )
