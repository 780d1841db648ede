"""Whether columns of numbers could hold one measure, whatever they are called.

Scores of several algorithms on the same rows, or of one algorithm on several datasets, are of one order of
size. What was set has few round values, and what compares other columns follows from them.
"""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchreport.data.columns.content.derived import Numbers, follow, numbers_of
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.words.kinds_of_names import compares_columns
from benchreport.data.columns.words.names import words_of
from benchreport.data.columns.words.units_in_names import unit_in_names

# how many times as large as another the median of a column of the same measure may be, if few overlap
MOST_TIMES = 10
# and of scores on datasets, if none overlaps
FEW_TIMES = 3
# of the pairs of columns, those whose ranges overlap
MOSTLY_APART = 0.5
# fewer rows may be balanced, or rise, by chance
FEWEST_BALANCED, FEWEST_ROWS = 6, 4
ROUND = 10
# orders of magnitude, by which scores of algorithms on one dataset seldom differ
ORDERS = 1.5
# what programs run on, which are compared where a column says how much faster one is
DEVICES = frozenset("cpu gpu tpu npu fpga cuda rocm opencl simd".split())
OF_TIMES = frozenset("time times runtime ms us ns s sec seconds".split())
# a table of more columns is not looked at before its layout is known
MOST_LOOKED_AT = 30


def differ_in_size(
    columns: Sequence[Hashable], evidence: Evidence, *, apart: float = MOST_TIMES
) -> bool:
    """Tell whether columns are of such different sizes that they measure different things.

    Parameters
    ----------
    columns
        Columns of numbers; of fewer than four rows nothing is known.
    evidence
        What is known of them.
    apart
        How many times as large as another the median of a column may be, if no ranges overlap.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"a": [8, 9, 11, 10], "b": [0.2, 0.3, 0.4, 0.3], "c": [0.1, 8, 9, 10]})
    >>> differ_in_size(["a", "b"], Evidence(frame)), differ_in_size(["a", "c"], Evidence(frame))
    (True, False)
    """
    if _are_known_alike(columns, evidence):
        return False
    overlap, times = _overlap(columns, evidence)
    return (overlap < MOSTLY_APART and times > MOST_TIMES) or (overlap == 0 and times > apart)


def are_of_one_size(columns: Sequence[Hashable], evidence: Evidence) -> bool:
    """Tell whether the ranges of all columns overlap, and their medians are of one order of size.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"a": [80, 93, 71, 64], "b": [82, 90, 75, 61], "s": [12, 31, 7, 65]})
    >>> are_of_one_size(["a", "b"], Evidence(frame)), are_of_one_size(["a", "b", "s"], Evidence(frame))
    (True, False)
    """
    overlap, times = _overlap(columns, evidence)
    return overlap == 1 and 1 <= times < FEW_TIMES


def of_another_size(columns: Sequence[Hashable], evidence: Evidence) -> list[Hashable]:
    """Return the one column that is far from three or more of one size, as a loss is from accuracies.

    Of many columns none is looked for.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"a": [80, 93, 71, 64], "b": [32, 60, 75, 61], "loss": [0.2, -1.3, 2.6, 1.8]})
    >>> of_another_size(list(frame), Evidence(frame)), of_another_size([*frame, "b"], Evidence(frame))
    ([], ['loss'])
    """
    if not FEW_TIMES < len(columns) <= MOST_LOOKED_AT or len(evidence.frame) < FEWEST_ROWS:
        return []
    if _are_known_alike(columns, evidence):
        return []
    middles, overlap = _Ranges.of(columns, evidence)
    if len(middles) < len(columns):
        return []
    alone = overlap.sum(axis=0) == 1
    for place in np.flatnonzero(alone).tolist():
        rest, own = np.delete(middles, place), middles[place]
        low, high = rest.min(), rest.max()
        if 0 < high < FEW_TIMES * low and not low / MOST_TIMES <= own <= high * MOST_TIMES:
            return [columns[place]]
    return []


class _Ranges(NamedTuple):
    """The medians of columns without their signs, and which of their ranges overlap."""

    middles: Numbers
    overlap: NDArray[np.bool_]

    @classmethod
    def of(cls, columns: Sequence[Hashable], evidence: Evidence) -> "_Ranges":
        """Look at the columns that hold numbers."""
        known = [_finite(name, evidence) for name in columns]
        known = [numbers for numbers in known if len(numbers)]
        middles = np.array([abs(float(np.median(numbers))) for numbers in known])
        low = np.array([numbers.min() for numbers in known])
        high = np.array([numbers.max() for numbers in known])
        return cls(middles, (low[:, None] <= high) & (low <= high[:, None]))


def _overlap(columns: Sequence[Hashable], evidence: Evidence) -> tuple[float, float]:
    """Return the share of pairs of columns whose ranges overlap, and how far their medians are apart at most.

    The latter is 0 where nothing is known of it.
    """
    middles, overlap = _Ranges.of(columns, evidence)
    if len(middles) < 2 or len(evidence.frame) < FEWEST_ROWS or not middles.all():  # noqa: PLR2004 - two columns differ
        return 1, 0
    pairs = np.triu_indices(len(middles), 1)
    return float(overlap[pairs].mean()), float(middles.max() / middles.min())


def rows_differ_in_size(columns: Sequence[Hashable], evidence: Evidence) -> bool:
    """Tell whether rows differ by orders of magnitude, and columns little within each: rows are datasets.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"jags": [52.8, 0.75, 656, 12], "stan": [50.2, 0.9, 441, 9.7]})
    >>> rows_differ_in_size(["jags", "stan"], Evidence(frame)), rows_differ_in_size(["a"], Evidence(frame))
    (True, False)
    """
    if len(columns) < 2 or len(evidence.frame) < FEWEST_ROWS:  # noqa: PLR2004 - two columns differ
        return False
    table = np.column_stack([numbers_of(evidence.rows[name]) for name in columns])
    if not (np.isfinite(table).all() and (table > 0).all()):
        return False
    sizes = np.log10(table)
    rows, apart = sizes.mean(axis=1), np.ptp(np.median(sizes, axis=0))
    within = (sizes - rows[:, None]).std()
    return bool(np.ptp(rows) > ORDERS and apart < 1 and FEW_TIMES * within < rows.std() * 2)


def floats_are_alike(evidence: Evidence) -> bool:
    """Tell whether the ranges of all columns of floats overlap, and none is computed from others.

    What holds of all holds of some of them; it takes a tenth of the time of a look at each.
    """
    table = evidence.floats[1]
    if not 1 < table.shape[1] <= MOST_LOOKED_AT or len(table) < FEWEST_ROWS:
        return False
    # gaps do not count, and a column of gaps makes this false
    one_range = np.fmin.reduce(table).max() <= np.fmax.reduce(table).min()
    return bool(one_range) and not follow(table)


def _are_known_alike(columns: Sequence[Hashable], evidence: Evidence) -> bool:
    return evidence.alike and all(evidence.types[name] == np.float64 for name in columns)


def _finite(name: Hashable, evidence: Evidence) -> Numbers:
    kind = evidence.types[name]
    if getattr(kind, "kind", "") not in "iuf" and name not in evidence.texts:
        return np.zeros(0)
    numbers = numbers_of(evidence.rows[name])
    return numbers[np.isfinite(numbers)]


def chosen_columns(columns: Sequence[Hashable], evidence: Evidence) -> list[Hashable]:
    """Return the columns of what was set, beside others that were measured; none if all look so.

    They rise in round numbers; or else each of their few values stands in as many rows.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"p": [0.1, 0.2, 0.3] * 2, "ms": [11, 13, 12, 19, 15, 30]})
    >>> chosen_columns(["p", "ms"], Evidence(frame))
    ['p']
    >>> chosen_columns(["n", "ms"], Evidence(frame.assign(n=[10, 50, 200, 500, 600, 700])))
    ['n']
    """
    chosen = [name for name in columns if rises_round(name, evidence)]
    balanced = [] if chosen else [name for name in columns if _is_balanced(name, evidence)]
    # what else is different in each row names it, and no settings do
    others = (name for name in evidence.names if balanced and name not in columns)
    texts = (name for name in evidence.texts if balanced and evidence.facts(name).unique)
    if not (any(texts) or any(rises_round(name, evidence) for name in others)):
        chosen += balanced
    return chosen if len(chosen) < len(columns) else []


def _is_balanced(name: Hashable, evidence: Evidence) -> bool:
    facts = evidence.facts(name)
    if (
        facts.kind not in ("whole", "number")
        or facts.constant
        or len(evidence.frame) < FEWEST_BALANCED
    ):
        return False
    if 2 * facts.different > len(evidence.frame):
        # some value stands alone
        return False
    counts = np.bincount(evidence.codes(name))
    return bool(1 < counts.min() == counts.max())


def rises_round(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether whole numbers rise from row to row in round steps, as sizes that were set do."""
    facts = evidence.facts(name)
    if facts.kind != "whole" or not facts.unique or len(evidence.rows) < FEWEST_ROWS:
        return False
    numbers = _finite(name, evidence)
    if len(numbers) < len(evidence.rows) or (np.diff(numbers) <= 0).any() or numbers[-1] < ROUND:
        return False
    if (np.log2(np.maximum(numbers, 1)) % 1 == 0).all():
        return True
    return bool((numbers[numbers >= ROUND] % ROUND == 0).all())


def compares_times(evidence: Evidence) -> bool:
    """Tell whether columns are times of algorithms: they have one unit, and another column compares them."""
    compared = any(compares_columns(name) or "speedup" in words_of(name) for name in evidence.names)
    return compared and len(unit_in_names(evidence.names)[1]) > 1


def compares_devices(columns: Sequence[Hashable], evidence: Evidence) -> bool:
    """Tell whether columns are times on several devices, and another column says how much faster one is.

    >>> import pandas as pd
    >>> frame = pd.DataFrame(columns=["n", "CPU (ms)", "GPU (ms)", "Speedup"])
    >>> compares_devices(["CPU (ms)", "GPU (ms)"], Evidence(frame))
    True
    >>> compares_devices(["CPU (ms)", "GPU (ms)"], Evidence(frame.drop(columns="Speedup")))
    False
    """
    devices = [frozenset(DEVICES & {*words_of(name)}) for name in columns]
    named = all(devices) and all({*words_of(name)} <= DEVICES | OF_TIMES for name in columns)
    return named and len({*devices}) == len(columns) and compares_times(evidence)
