"""The headline, the verdict and the cautions of an analysis of scores, in plain sentences."""

from collections.abc import Sequence

from benchreport.analysis.caution import Answer
from benchreport.analysis.cautions import list_score_cautions, share_reservation
from benchreport.analysis.headline import choose_short, write_headline
from benchreport.analysis.leader import describe_leader
from benchreport.analysis.standing import find_best
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
from benchreport.results import number_format as fmt
from benchreport.results.pair_judgement import contradictions


def answer_scores(
    scores: Scores,
    description: DescriptionResult,
    omnibus: OmnibusResult | None,
    pairs: Sequence[PairwiseResult],
    *,
    checks: tuple[CheckResult, FindingsResult, SensitivityResult | None],
    bayes: BayesResult | None = None,
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
    if pairs:
        verdict = [*describe_leader(pairs, over), claim]
        headline = write_headline(pairs[0], find_contradicting(pairs))
    elif omnibus is not None:
        verdict = [claim]
        headline = _head_without_pairs(omnibus)
    else:
        best = description.best
        verdict = [_describe_best_mean(description, over), *_explain_no_test(scores)]
        headline = choose_short(f"{best} scores best, but no test was run", "No test was run")
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
    if omnibus.significant and omnibus.doubts:
        return f"Whether {among} differ overall is open ({by}): {omnibus.reservation}."
    if omnibus.claims:
        yes, no = (f"{claim} on examples like these" for claim in omnibus.claims)
    else:
        yes = f"{among[:1].upper()}{among[1:]} differ overall"
        no = f"No overall difference among {among} was shown"
    if omnibus.significant:
        return f"{yes} ({by})."
    return f"{no} ({by}), which does not make them equal."


def find_contradicting(pairs: Sequence[PairwiseResult]) -> tuple[str, ...]:
    """Return the algorithms that another test finds better than the leader of the deciding one.

    Parameters
    ----------
    pairs
        The tests of pairs, the one that decides first.
    """
    leaders, _ = find_best(pairs[0])
    best = leaders[0]
    return tuple(
        rival
        for pair, sides in contradictions(pairs).items()
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


def _name_blocks(scores: Scores, pairs: Sequence[PairwiseResult]) -> str:
    """Name what was compared over, as the beginning of a sentence."""
    if scores.block_kind == "run":
        return f"Over {format_count(int(scores.counts.sum()), 'independent run')}"
    n_blocks = pairs[0].design.n_blocks if pairs else len(scores.blocks)
    kind = f"complete {scores.block_kind}" if n_blocks < len(scores.blocks) else scores.block_kind
    where = f" on {scores.dataset or 'one dataset'}" * (scores.block_kind == "repeat")
    return f"Over {format_count(n_blocks, kind)}{where}"


def _head_without_pairs(omnibus: OmnibusResult) -> str:
    few = f"too few {omnibus.design.block_kind}s are complete to compare pairs"
    if omnibus.significant and not omnibus.doubts:
        return f"The algorithms differ, but {few}"
    return f"No difference was shown, and {few}"


def _describe_best_mean(description: DescriptionResult, over: str) -> str:
    best = next(row for row in description.rows if row.algorithm == description.best)
    write = fmt.writer([row.mean for row in description.rows])
    return f"{over}, {best.algorithm} has the best mean {description.design.score} ({write(best.mean)})."


def _explain_no_test(scores: Scores) -> tuple[str, str]:
    why = (
        f"No test was run: {len(scores.blocks)} repeats on one dataset share data in a way that no "
        "column tells."
    )
    way_out = (
        "If each is a train/test split, say on which share it is tested (test_fraction=0.3); if only the "
        "training was repeated, call the column seed."
    )
    return why, way_out
