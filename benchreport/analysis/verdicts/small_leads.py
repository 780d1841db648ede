"""Leads that are shown barely, or that are small."""

import functools
import math
from collections.abc import Sequence

import numpy as np

from benchreport.analysis.verdicts.standing import other_of
from benchreport.data.scores import Scores
from benchreport.results import PairwiseResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.verdicts import cautions as wording

MOST_NAMED = 3
# the share of the level above which a p-value is close to it
BARELY = 0.8
# no effect of a measure, and the distance from it below which Romano et al. (2006) call δ negligible
NEGLIGIBLE = {
    "matched-pairs rank-biserial correlation": (0.0, 0.147),
    "Cliff's δ": (0.0, 0.147),
    "probability of superiority": (0.5, 0.0735),
}
# Cohen's d below which he (1988) calls no effect small, and datasets that make such ones significant
BELOW_SMALL, HUNDREDS = 0.2, 200
# the share of the leader's leads that is worth a sentence
MANY = 0.2


def name_barest_lead(decides: PairwiseResult) -> str:
    """Name the leader's leads whose p-values are below the level, but close to it.

    Parameters
    ----------
    decides
        The test of pairs that decides.
    """
    if decides.doubts or decides.control is not None:
        return ""
    leader = decides.ranking[0]
    leads = [row for row in decides.significant if row.favours == leader]
    bare = [row for row in leads if row.p_adjusted > BARELY * decides.alpha]
    # of many leads, some are always near the level
    if not bare or len(bare) < MANY * len(leads):
        return ""
    p = fmt.p_equals(max(row.p_adjusted for row in bare), decides.alpha)
    return wording.BARELY.format(
        leader=leader,
        rivals=fmt.join((other_of(row, leader) for row in bare), most=MOST_NAMED),
        p=p if len(bare) == 1 else p.replace("=", "≤"),
        level=fmt.level(decides.alpha),
    )


def name_small_leads(scores: Scores, pairs: Sequence[PairwiseResult]) -> str:
    """Name the leads that many blocks make significant and whose effect size is negligible."""
    if not pairs or pairs[0].doubts or pairs[0].effect_name not in NEGLIGIBLE:
        return ""
    decides = pairs[0]
    leader = decides.ranking[0]
    none, least = NEGLIGIBLE[decides.effect_name]
    small = [
        row
        for row in decides.significant
        if row.favours == leader and abs(row.effect_size - none) < least
    ]
    if not small:
        return _name_slight_leads(scores, decides)
    rivals = [other_of(row, leader) for row in small]
    effect = fmt.proportion(none + max(abs(row.effect_size - none) for row in small))
    template = wording.SMALL_OF_RUNS if scores.block_kind == "run" else wording.SMALL
    return template.format(
        leader=leader,
        rivals=fmt.join(rivals, most=MOST_NAMED),
        share=_find_largest_share(scores, leader, rivals),
        kind=scores.block_kind,
        effect=f"{decides.effect_name} {'≤ ' * (len(small) > 1) or '= '}{effect}",
    )


def _name_slight_leads(scores: Scores, decides: PairwiseResult) -> str:
    """Name the leads that hundreds of datasets make significant, and that are small beside their spread."""
    values = scores.values[~np.isnan(scores.values).any(axis=1)]
    if scores.block_kind != "dataset" or len(values) < HUNDREDS:
        return ""
    leader = decides.ranking[0]
    means, variances = values.mean(axis=0), values.var(axis=0, ddof=1)
    own = scores.algorithms.index(leader)
    slight = {}
    for row in decides.significant:
        if row.favours == leader:
            place = scores.algorithms.index(other_of(row, leader))
            spread = math.sqrt((variances[own] + variances[place]) / 2)
            effect = abs(means[own] - means[place]) / spread if spread else math.inf
            if effect < BELOW_SMALL:
                slight[scores.algorithms[place]] = effect
    if not slight:
        return ""
    write = functools.partial(fmt.fixed, decimals=2)
    most = fmt.apart(max(slight.values()), write)
    return wording.SLIGHT.format(
        leader=leader,
        rivals=fmt.join(slight, most=MOST_NAMED),
        effect=f"{'≤' if len(slight) > 1 else '='} {most}",
        n=len(values),
    )


def _find_largest_share(scores: Scores, leader: str, rivals: Sequence[str]) -> str:
    """Return the share of the blocks, in per cent, on which the leader is better than a rival, at most."""
    own = scores.values[:, [scores.algorithms.index(leader)]]
    gaps = own - scores.values[:, [scores.algorithms.index(rival) for rival in rivals]]
    both = np.count_nonzero(~np.isnan(gaps), axis=0)
    better = np.count_nonzero(gaps > 0 if scores.higher_is_better else gaps < 0, axis=0)
    most = fmt.fixed(100 * float(np.max(better / both)), 0)
    return wording.AT_MOST.format(share=most) if len(rivals) > 1 else most
