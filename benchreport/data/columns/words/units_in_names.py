"""Units of time, or of work in a time, that names of columns end with."""

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from functools import lru_cache

from benchreport.data.columns.words.direction import direction_of_unit
from benchreport.data.columns.words.kinds_of_names import AVERAGES
from benchreport.data.columns.words.measures import speaks_of_measures
from benchreport.data.columns.words.names import words_of

CLOSING = (")", "]")
IN_BRACKETS = re.compile(r"(?P<stem>\W*\w.*?)\s*[(\[](?P<unit>[^()\[\]]+)[)\]]\s*")
# svm_s may be a small one
ENDS = ("ms", "µs", "μs", "ns", "us", "sec", "secs", "seconds")
AT_END = re.compile(rf"(?P<stem>.*\w)[ _](?P<unit>{'|'.join(ENDS)})")
FEWEST = 2


def unit_in_names(columns: Sequence[Hashable]) -> tuple[str, list[Hashable]]:
    """Return the unit of time, or of work in a time, that columns end with, and these columns.

    Columns of one unit hold what can be compared: times of several programs, beside sizes or settings. What
    they measure stands in their names only if these say nothing else, as ``Mean [s]`` and ``Max [s]`` do.

    Examples
    --------
    >>> unit_in_names(["size", "numpy (ms)", "numba (ms)"])
    ('ms', ['numpy (ms)', 'numba (ms)'])
    >>> unit_in_names(["a (s)", "b (s)", "Delta (%)"])
    ('s', ['a (s)', 'b (s)'])
    >>> unit_in_names(["query", "duckdb ms", "sqlite_ms"]), unit_in_names(["model s", "model m"])
    (('ms', ['duckdb ms', 'sqlite_ms']), ('', []))
    >>> unit_in_names(["Mean [s]", "Min [s]"]), unit_in_names(["fit time (s)", "search time (s)"])
    (('', []), ('', []))
    >>> unit_in_names(["naive median (s)", "fast median (s)"])[0]
    's'
    """
    found = [(name, _find_unit(str(name))) for name in columns]
    named = {name: match for name, match in found if match is not None}
    units = {name: match["unit"].strip() for name, match in named.items()}
    counts = Counter(unit for unit in units.values() if direction_of_unit(unit) is not None)
    unit, count = next(iter(counts.items()), ("", 0))
    alike = [name for name, other in units.items() if other == unit]
    stems = [words_of(named[name]["stem"]) for name in alike]
    # the median of each says no measure of its own
    last = {"".join(words[1:][-1:]) for words in stems}
    common = len(last) == 1 and last <= {*AVERAGES, "median"}
    said = [" ".join(words[:-1] if common else words) for words in stems]
    if count < FEWEST or len(counts) > 1 or any(map(speaks_of_measures, said)):
        return "", []
    return unit, alike


def names_without_unit(columns: Sequence[Hashable]) -> tuple[Hashable, ...]:
    """Return the names of algorithms without the unit of time, or of work in a time, that all end with.

    >>> names_without_unit(["numpy (ms)", "numba (ms)"]), names_without_unit(["a (ms)", "b"])
    (('numpy', 'numba'), ('a (ms)', 'b'))
    """
    return _stems(tuple(map(str, columns))) or tuple(columns)


@lru_cache(maxsize=64)
def _stems(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names without their unit; none where it is not one unit of all."""
    stems = tuple(match["stem"] for name in names if (match := _find_unit(name)) is not None)
    return stems if len({*stems}) == len(names) == len(unit_in_names(names)[1]) else ()


def measured_in(unit: str) -> str:
    """Return what a unit of time, or of work in a time, measures; other units as they are.

    >>> measured_in("ms"), measured_in("GB/s"), measured_in("bytes")
    ('time (ms)', 'throughput (GB/s)', 'bytes')
    """
    higher = direction_of_unit(unit)
    return unit if higher is None else f"{'throughput' if higher else 'time'} ({unit})"


def _find_unit(name: str) -> re.Match[str] | None:
    """Find the unit that a name ends with, in brackets or as a word that means nothing else."""
    if name.rstrip()[-1:] in CLOSING:
        return IN_BRACKETS.fullmatch(name)
    return AT_END.fullmatch(name) if name.endswith(ENDS) else None
