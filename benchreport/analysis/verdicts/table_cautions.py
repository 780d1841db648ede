"""What in a table of scores threatens the verdict: one sentence each, empty where there is nothing."""

import math
import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchreport.analysis.verdicts.standing import agree
from benchreport.data.columns.words.direction import is_size
from benchreport.data.scores import Scores
from benchreport.errors import format_count
from benchreport.numerics.ties import snap_differences
from benchreport.results import PairwiseResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.verdicts import cautions as wording
from benchreport.wording.verdicts import cells

MOST_NAMED = 3
# half of the datasets or fewer that hold this share of all differences, and so many times as large scores
DOMINANT, LARGER = 0.9, 5
# datasets of either kind, and how many times as large per cent are as shares
FEWEST_MIXED, MIXED = 2, 20
# what the names of datasets of one group have before the number or the name of each
GROUP = re.compile(r"[/_:\-\s]+")
FEWEST_IN_GROUP = 3
# rivals whose scores are compared with the leader's one by one
MOST_COMPARED = 20
# so many times that are the largest, as a share of all and beside the median, look like a limit
FEWEST_AT_LIMIT, LEAST_AT_LIMIT, APART = 3, 0.02, 2


def name_copied_algorithms(scores: Scores) -> str:
    """Name algorithms that have the same score on every block, unless all have."""
    columns: dict[bytes, list[str]] = {}
    for place, name in enumerate(scores.algorithms):
        columns.setdefault(scores.values[:, place].tobytes(), []).append(name)
    alike = [names for names in columns.values() if len(names) > 1]
    if not alike or len(columns) == 1 or scores.block_kind == "run":
        return ""
    names = fmt.join(alike[0], most=MOST_NAMED)
    if len(alike) > 1:
        names = wording.GROUPS_ALIKE.format(n=len(alike), names=names)
    return wording.COPIED_ALGORITHMS.format(names=names, kind=scores.block_kind)


def name_odd_scores(scores: Scores) -> str:
    """Name the scores outside the range of their metric, or on another scale than most."""
    notes = [note.removesuffix(f" {cells.MAY_BE_FAILED}") for note in scores.runs.odd_scores]
    return wording.LOOK_WRONG.format(note=notes[0]) if notes else ""


def count_ties(scores: Scores, pairs: Sequence[PairwiseResult]) -> str:
    """Say that the leader and the next algorithm have the same score on most blocks."""
    if not pairs or pairs[0].control is not None or scores.block_kind == "run":
        return ""
    leader, rival, *_ = pairs[0].ranking
    places = [scores.algorithms.index(name) for name in (leader, rival)]
    values = scores.values[:, places]
    first, second = values[~np.isnan(values).any(axis=1)].T
    n = len(first)
    tied = int(np.count_nonzero(snap_differences(first, second) == 0))
    if not n / 2 <= tied < n:
        return ""
    return wording.TIED.format(
        leader=leader, rival=rival, tied=tied, blocks=format_count(n, scores.block_kind)
    )


def find_split(scores: Scores, pairs: Sequence[PairwiseResult]) -> str:
    """Say that the leader wins on all datasets called map/… and loses on all called list/…, or the like."""
    if not pairs or pairs[0].control is not None or scores.block_kind != "dataset":
        return ""
    leader, rival, *_ = pairs[0].ranking
    groups: dict[str, list[float]] = {}
    sign = 1.0 if scores.higher_is_better else -1.0
    places = [scores.algorithms.index(name) for name in (leader, rival)]
    for name, row in zip(scores.blocks, scores.values[:, places], strict=True):
        groups.setdefault(GROUP.split(name, maxsplit=1)[0], []).append(sign * (row[0] - row[1]))
    if not 1 < len(groups) <= MOST_NAMED or min(map(len, groups.values())) < FEWEST_IN_GROUP:
        return ""
    wins = {name for name, gaps in groups.items() if min(gaps) > 0}
    losses = {name for name, gaps in groups.items() if max(gaps) < 0}
    if not wins or not losses or len(wins) + len(losses) < len(groups):
        return ""
    won, lost = (fmt.join(name for name in groups if name in side) for side in (wins, losses))
    return wording.SPLIT.format(leader=leader, rival=rival, won=won, lost=lost)


def name_constant_leads(scores: Scores, pairs: Sequence[PairwiseResult]) -> str:
    """Name the rivals from which the leader differs by the same amount on every block."""
    if not pairs or pairs[0].control is not None or scores.block_kind == "run":
        return ""
    leader, *rivals = pairs[0].ranking
    own = scores.values[:, scores.algorithms.index(leader)]
    found = []
    for rival in rivals[:MOST_COMPARED]:
        both = np.column_stack([own, scores.values[:, scores.algorithms.index(rival)]])
        gaps = snap_differences(*both[~np.isnan(both).any(axis=1)].T)
        if len(gaps) >= FEWEST_AT_LIMIT and gaps[0] and (gaps == gaps[0]).all():
            found.append(rival)
    if not found:
        return ""
    return wording.CONSTANT.format(
        leader=leader, rivals=fmt.join(found, most=MOST_NAMED), kind=scores.block_kind
    )


def describe_scales(scores: Scores, pairs: Sequence[PairwiseResult]) -> str:
    """Say that few datasets with larger scores hold nearly all differences between algorithms."""
    table = scores.values[(~np.isnan(scores.values)).any(axis=1)]
    if scores.block_kind != "dataset" or not pairs or len(table) < len(scores.blocks):
        return ""
    # shares and per cent have one scale, however hard a dataset is; times have not, however short
    if (
        not is_size(scores.score)
        and np.nanmin(table) >= 0
        and np.nanmax(table) <= (100 if scores.higher_is_better else 1)
    ):
        return _describe_mixed_shares(scores, table)
    spread = np.nanmax(table, axis=1) - np.nanmin(table, axis=1)
    size = np.nanmedian(np.abs(table), axis=1)
    order = np.argsort(-spread, kind="stable")
    held = np.cumsum(spread[order])
    n_few = int(np.searchsorted(held, DOMINANT * held[-1])) + 1
    few, rest = order[:n_few], order[n_few:]
    usual = np.median(size[rest]) if len(rest) else 0.0
    # scores of 0 alone have no scale
    if n_few > len(rest) or not usual or np.median(size[few]) < LARGER * usual:
        return ""
    names = [scores.blocks[place] for place in few]
    return wording.SCALES.format(
        few=n_few,
        n=len(order),
        names=fmt.join(names, most=MOST_NAMED),
        verb=agree(names, "holds", "hold"),
        # so many per cent at least
        share=math.floor(100 * held[n_few - 1] / held[-1]),
        noun=pairs[0].design.noun,
        score=scores.score,
        others=wording.OTHERS[len(rest) > 1],
    )


def _describe_mixed_shares(scores: Scores, table: NDArray[np.float64]) -> str:
    """Say that some datasets have shares and the others per cent, by their sizes."""
    low, high = np.nanmin(table, axis=1), np.nanmax(table, axis=1)
    shares, per_cent = high <= 1, low > 1
    few = np.flatnonzero(shares)
    if not (shares | per_cent).all() or not FEWEST_MIXED <= len(few) <= len(table) - FEWEST_MIXED:
        return ""
    if np.median(high[per_cent]) < MIXED * np.median(high[shares]):
        return ""
    write = fmt.writer(high[per_cent].tolist())
    return wording.MIXED_SHARES.format(
        few=len(few),
        n=len(table),
        names=fmt.join((scores.blocks[place] for place in few), most=MOST_NAMED),
        low=write(low[per_cent].min()),
        high=write(high[per_cent].max()),
        score=scores.score,
    )


def describe_limit(scores: Scores) -> str:
    """Say that many times are the same largest one, as runs have that were stopped or fined for failing."""
    if scores.higher_is_better or not is_size(scores.score):
        return ""
    runs = scores.runs
    times = runs.read[np.isfinite(runs.read)]
    if not len(times):
        return ""
    largest = float(times.max())
    where = np.flatnonzero(runs.read == largest)
    alike = len(where)
    apart = largest >= APART * float(np.median(times))
    if alike < FEWEST_AT_LIMIT or alike < LEAST_AT_LIMIT * len(times) or not apart:
        return ""
    limit = fmt.number(largest, 6)
    cells = set(zip(runs.algorithm[where].tolist(), runs.dataset[where].tolist(), strict=True))
    if len(cells) > 1:
        return wording.AT_LIMIT.format(n=alike, total=len(times), limit=limit)
    # one cell shows no limit: its runs may be copies of one another
    ((algorithm, dataset),) = cells
    return wording.ALIKE_RUNS.format(
        n=alike, name=runs.algorithms[algorithm], dataset=runs.datasets[dataset], limit=limit
    )
