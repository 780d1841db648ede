"""Times and sizes with a unit in each cell, such as 12 ms or 1.5 GB, are numbers of one unit."""

import re
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from benchreport.data.cells.cell_text import is_empty_word, parse_cell
from benchreport.data.cells.cell_values import to_numbers
from benchreport.data.cells.score_cells import begins_numbers, holds_mostly_numbers
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.words.direction import DIRECTIONS, METRIC, directions_by_tool
from benchreport.data.columns.words.kinds_of_names import TOTALS, is_description, says_size
from benchreport.data.columns.words.names import Strength, strength_of, words_of
from benchreport.data.columns.words.units_in_names import IN_BRACKETS, measured_in
from benchreport.errors import examples
from benchreport.wording.shell import reading

MINUTE, HOUR = 60.0, 3600.0
TIMES = {
    **dict.fromkeys(("ns", "nsec", "nanoseconds"), 1e-9),
    **dict.fromkeys(("us", "µs", "μs", "usec", "microseconds"), 1e-6),
    **dict.fromkeys(("ms", "msec", "msecs", "milliseconds"), 1e-3),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), 1.0),
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), MINUTE),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), HOUR),
}
SIZES = {
    **{f"{prefix}b": 1000.0**power for power, prefix in enumerate("kmgt", 1)},
    **{f"{prefix}bytes": 1000.0**power for power, prefix in enumerate("kmgt", 1)},
    **{f"{prefix}ib": 1024.0**power for power, prefix in enumerate("kmgt", 1)},
    **dict.fromkeys(("byte", "bytes"), 1.0),
}
RATES = {f"{unit}/s": factor for unit, factor in SIZES.items()}
# what networks carry is told in bits
BITS = {f"{prefix}bits/s": 1000.0**power for power, prefix in enumerate("kmgt", 1)}
UNITS = "units"
"""The entry of a frame's ``attrs`` with the kind of unit, by column, that its cells had."""
# the unit in which several are read
BASES = {"seconds": TIMES, "bytes": SIZES, "bytes/s": RATES, "bits/s": {"bits/s": 1.0, **BITS}}
FEWEST, FEWEST_PARTS = 2, 2
# what is done between the parts takes time, too
MOST_OFF = 0.1
OTHER_UNITS = frozenset("% w kw j kj kwh wh usd $ € hz mhz ghz kg km px meters miles".split())
RATE = re.compile(r"[a-zµ%$€]+/\s?[a-z]+")
# an m alone may mean millions
UNCLEAR = frozenset("mh")
DIGITS = r"[-+]?\d[\d,]*(?:\.\d+)?(?:[eE][-+]?\d+)?"
CELL = re.compile(
    rf"(?P<number>{DIGITS})\s*(?P<first>[a-zµμ]+(?:/s(?:ec)?)?)?(?:\s?(?:±|\+/?-)\s?{DIGITS}\s?(?P<second>[a-zµμ]+(?:/s(?:ec)?)?)?)?",
    re.IGNORECASE,
)
DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
# 1h 2min 30.5s
PARTS = re.compile(r"(\d+(?:\.\d+)?)\s?(hrs|hr|h|min|ms|m|sec|s)\s?", re.IGNORECASE)
# 00:12:31; two numbers may be hours and minutes, or a ratio
CLOCK = re.compile(r"(?P<h>\d+):(?P<m>[0-5]\d):(?P<s>[0-5]\d(?:\.\d+)?)")
THOUSANDS = re.compile(r"[-+]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?")
DECORATION = re.compile(r"^[*_`\s\\~≈✅✔✓]+|[*_`\s\\\u2190-\u2bff\U0001f300-\U0001faff\ufe0f]+$")
# 1.2 ms (4.5), 1.2 s (1.1–1.4), `1.2 ms` (**1.01x faster**)
ASIDE = re.compile(
    r"(?<=\w)[`*_]* \([^()\w]*\d[\d.,]*\s?"
    r"(?:[-–—~]\s?\d[\d.,]*|[x×](?:\s(?:faster|slower|less|more))?)?[^()\w]*\)$"
)
# TIMEOUT (30 s)
BEHIND = re.compile(r"\s*\([^()]*\)$")
# 5.4 ms/op is what one operation takes
OF_ONE = re.compile(
    r"(?<=s)/(?:op|iter|iteration|call|req|request|run|query)(?=$|\s*[±+])", re.IGNORECASE
)
# 183 ms: 1.01x slower, and what pyperf writes instead of a time
COMPARED = re.compile(r":\s*\d[\d.]*x (?:slower|faster)$")
ONLY_COMPARED = re.compile(r"\(ref\)|\d[\d.]*[x×](?: (?:slower|faster))?|not significant")
RATIO = "×"
TIMES_AS_MUCH = re.compile(r"^(\d[\d,]*(?:\.\d+)?)\s?[x×]$")
EMPTY = (np.nan, "", "")
FIRST_CELLS = 100
BEGUN = re.compile(r"[-+]?[\d.]")
# of texts, those with a unit for each that is something else
MOST_ODD = 2
ROLES = ("algorithm", "dataset", "repeat", "metric", "example")


class _Column(NamedTuple):
    """A column of numbers with units.

    Parameters
    ----------
    base
        ``"seconds"`` or ``"bytes"``.
    units
        The unit of each cell; empty where a cell is so.
    numbers
        The number of each cell; NaN where it is empty.
    failures
        How the run of each cell failed, in a word; empty where it did not.
    """

    base: str
    units: tuple[str, ...]
    numbers: tuple[float, ...]
    failures: tuple[str, ...]


def differing_units(columns: Sequence[Hashable], units: Mapping[Hashable, str]) -> list[Hashable]:
    """Return the columns with a unit, in brackets or read from their cells, where these are of several kinds.

    >>> differing_units(["nodes", "AC ($/h)", "Gap (%)"], {})
    ['AC ($/h)', 'Gap (%)']
    >>> differing_units(["SVM (rbf)", "a (ms)", "b (s)"], {}), differing_units(["a", "b"], {"a": "bytes"})
    ([], [])
    >>> differing_units(["co2_kg", "co2_per_km", "people"], {}), differing_units(["svm", "km"], {})
    (['co2_kg', 'co2_per_km'], [])
    """
    found = {name: IN_BRACKETS.fullmatch(str(name)) for name in columns}
    kinds = {name: _kind_of(match["unit"].strip()) for name, match in found.items() if match}
    # a letter alone may name a variant
    ends = {name: word for name in columns for word in words_of(name)[1:][-1:] if len(word) > 1}
    kinds |= {name: word for name, word in ends.items() if word in OTHER_UNITS}
    kinds |= {name: units[name] for name in columns if name in units}
    known = {name: kind for name, kind in kinds.items() if kind}
    return list(known) if len({*known.values()}) > 1 else []


def parts_of_total(columns: Sequence[Hashable], evidence: Evidence) -> list[Hashable]:
    """Return the columns where one is called a total, and all others add up to it: phases of one run.

    >>> frame = pd.DataFrame({"connect_ms": [1.0, 2], "send_ms": [7.0, 9], "total_ms": [8.1, 11]})
    >>> parts_of_total([*frame], Evidence(frame)), parts_of_total(["connect_ms", "send_ms"], Evidence(frame))
    (['connect_ms', 'send_ms', 'total_ms'], [])
    """
    totals = [name for name in columns if not TOTALS.isdisjoint(words_of(name))]
    parts = [name for name in columns if name not in totals]
    if len(totals) != 1 or len(parts) < FEWEST_PARTS:
        return []
    *scores, total = (to_numbers(evidence.column(name)) for name in (*parts, *totals))
    off = (sum(scores) - total).abs() - MOST_OFF * total.abs()
    return list(columns) if off.median() <= 0 else []


def _kind_of(unit: str) -> str:
    """Return what a unit measures; empty for words that are none."""
    folded = unit.casefold().removesuffix(".").removeprefix("\\")
    base = next((base for base, values in BASES.items() if folded in values), "")
    return base or (folded if folded in OTHER_UNITS or RATE.fullmatch(folded) else "")


def read_units(evidence: Evidence) -> tuple[Evidence, tuple[str, ...]]:
    """Return the table with plain numbers where cells have a unit, and sentences on it.

    Columns are read that have a unit in each cell. Beside them another column of text must name the rows, and
    one alone must differ in most rows: budgets of 10 s and 60 s are names.

    Examples
    --------
    >>> frame = pd.DataFrame({"query": ["a", "b"], "db1": ["2 ms", "1.5 s"], "db2": ["1,200 ms", "—"]})
    >>> table, notes = read_units(Evidence(frame))
    >>> table.frame["db1"].tolist(), table.frame["db2"].tolist(), table.frame.attrs["metric"]
    ([0.002, 1.5], [1.2, nan], 'time (seconds)')
    """
    rows = len(evidence.frame)
    asked = [
        name
        for name in evidence.texts
        if not any(strength_of(name, role) > Strength.AGENT for role in ROLES[1:])
        and _may_have_units(evidence.column(name))
    ]
    comma = bool(asked) and _has_decimal_commas(evidence)
    read = {
        name: column
        for name in asked
        if (column := _column(evidence.column(name), comma=comma)) is not None
    }
    # times of a baseline stand beside others; what runs are called may be a time, too
    found = {name: read[name] for name in read if strength_of(name, ROLES[0]) <= Strength.AGENT}
    bases = {column.base for column in found.values()}
    found = {
        name: column
        for name, column in read.items()
        if name in found or (column.base in bases and _differs(column, rows))
    }
    if len(found) < FEWEST:
        found = {name: column for name, column in found.items() if _differs(column, rows)}
    named = len(found) < len(evidence.texts) or not isinstance(evidence.frame.index, pd.RangeIndex)
    # beside times in several columns, sizes name the rows
    named = named or (len(found) >= FEWEST and _have_sizes(evidence))
    if not {*found} - {*evidence.names[:1]}:
        # the first column may name the rows by sizes
        table, sentences = _read_ratios([name for name in asked if name not in found], evidence)
        if sentences:
            return table, sentences
    if not found or not named:
        return evidence, ()
    frame = evidence.frame.copy(deep=False)
    frame.attrs = dict(evidence.frame.attrs)
    notes = []
    frame.attrs[UNITS] = {name: column.base for name, column in found.items()}
    for base in dict.fromkeys(column.base for column in found.values()):
        alike = {name: column for name, column in found.items() if column.base == base}
        unit = _convert(frame, alike)
        notes.append(reading.UNITS.format(columns=examples(alike), unit=unit))
        _say_direction(frame, alike, unit, evidence, higher=base.endswith("/s"))
    return Evidence(frame), tuple(notes)


def _read_ratios(asked: Sequence[Hashable], evidence: Evidence) -> tuple[Evidence, tuple[str, ...]]:
    """Return the table with plain numbers where cells of two columns or more are ratios, and no others.

    >>> frame = pd.DataFrame({"kernel": ["fir", "iir"], "simd": ["1.13×", "—"], "avx": ["1.07x", "2x"]})
    >>> read_units(Evidence(frame))[0].frame["simd"].tolist()
    [1.13, nan]
    """
    found = {}
    for name in asked if len(evidence.texts) == len(evidence.names) else ():
        column = evidence.column(name)
        # the first cells of most columns show that they are none
        if not any(map(_match_ratio, column.head(FIRST_CELLS))):
            continue
        cells = column.tolist()
        read = [*map(_match_ratio, cells)]
        empty = (cell for cell, ratio in zip(cells, read, strict=True) if not ratio)
        if all(is_empty_word(_undecorated(cell)) for cell in empty):
            found[name] = np.array([float(r[1].replace(",", "")) if r else np.nan for r in read])
    others = [name for name in evidence.names if name not in found]
    if len(found) < FEWEST or not others:
        return evidence, ()
    if any(begins_numbers(evidence.column(n)) for n in others if n != evidence.names[0]):
        return evidence, ()
    frame = evidence.frame.copy(deep=False)
    for name, numbers in found.items():
        frame[name] = numbers
    frame.attrs = {**evidence.attrs, UNITS: dict.fromkeys(found, RATIO)}
    return Evidence(frame), (reading.UNITS.format(columns=examples(found), unit=RATIO),)


def _match_ratio(cell: object) -> re.Match[str] | None:
    return TIMES_AS_MUCH.match(_undecorated(cell))


def _undecorated(cell: object) -> str:
    return DECORATION.sub("", cell) if isinstance(cell, str) else ""


def _have_sizes(evidence: Evidence) -> bool:
    return any(evidence.holds_integers(n) and evidence.facts(n).unique for n in evidence.types)


def holds_shares(column: "pd.Series[Any]") -> bool:
    """Tell whether most cells of a column are percentages: beside times, they say by how much these differ.

    >>> holds_shares(pd.Series(["-5.47%", "~0 %", "flat"])), holds_shares(pd.Series(["2 ms", "3 ms"]))
    (True, False)
    """
    texts = [cell for cell in column if isinstance(cell, str)]
    return 2 * sum("%" in text for text in texts) > len(column)


def unit_in_cells(columns: Sequence[Hashable], units: Mapping[Hashable, str]) -> str:
    """Return the unit that the cells of all columns had; empty where they had none, or several."""
    found = {units.get(name, "") for name in columns}
    return found.pop() if len(found) == 1 else ""


def columns_in_unit(
    columns: Sequence[Hashable], units: Mapping[Hashable, str], evidence: Evidence
) -> list[Hashable]:
    """Return the columns whose cells had a unit of one kind, beside percentages, or a few without any."""
    measured = [name for name in columns if name in units]
    others = [name for name in columns if name not in units and not is_description(name)]
    if len(measured) < FEWEST or len({units[name] for name in measured}) > 1:
        return []
    few = len(others) < len(measured)
    return measured if few or all(holds_shares(evidence.column(name)) for name in others) else []


def _differs(column: _Column, rows: int) -> bool:
    return 2 * len(set(zip(column.numbers, column.units, strict=True))) > rows


def _convert(frame: pd.DataFrame, columns: dict[Hashable, _Column]) -> str:
    """Write plain numbers into the columns, and return their unit: the only one, or the base."""
    base = next(iter(columns.values())).base
    said = {unit for column in columns.values() for unit in column.units if unit}
    values = BASES[base]
    unit = next(iter(said)) if len(said) == 1 else base
    for name, column in columns.items():
        factors = [values.get(each, 1.0) / values[unit] for each in column.units]
        # 1,206 ms in seconds is 1.206, not 1.2060000000000002
        numbers = [
            float(f"{number * factor:.15g}")
            for number, factor in zip(column.numbers, factors, strict=True)
        ]
        # the notes on cells count the failed runs
        failed = any(column.failures)
        cells = [word or number for word, number in zip(column.failures, numbers, strict=True)]
        frame[name] = np.array(cells, dtype=object) if failed else np.array(numbers)
    if unit.endswith("b/s"):
        return unit[:-2].upper().replace("I", "i") + "/s"
    return {"s": "seconds"}.get(unit, unit)


def _say_direction(
    frame: pd.DataFrame,
    columns: dict[Hashable, _Column],
    unit: str,
    evidence: Evidence,
    *,
    higher: bool,
) -> None:
    """Keep whether more is better; of several columns without other scores, the unit is the metric."""
    others = [
        name
        for name in frame.columns
        if name not in columns
        and holds_mostly_numbers(evidence.column(name))
        and not (holds_shares(evidence.column(name)) or is_description(name) or says_size(name))
    ]
    names = [str(name) for name in columns]
    if len(columns) >= FEWEST and not others and METRIC not in frame.attrs:
        frame.attrs[METRIC] = measured_in(unit)
        names.append(measured_in(unit))
    known = directions_by_tool(frame)
    frame.attrs[DIRECTIONS] = {**dict.fromkeys(names, higher), **known}


def _has_decimal_commas(evidence: Evidence) -> bool:
    """Tell whether cells with units have decimal commas, as 1,5 s has; others separate thousands.

    >>> _has_decimal_commas(Evidence(pd.DataFrame({"a": ["0,4345 s", "1,250 s"]})))
    True
    """
    cells = (
        cell
        for name in evidence.texts
        for cell in evidence.column(name).iloc[:FIRST_CELLS]
        if isinstance(cell, str)
    )
    found = [
        match["number"]
        for cell in cells
        if (match := CELL.fullmatch(DECORATION.sub("", cell))) and match["first"]
    ]
    commas = [number for number in found if "," in number]
    return any(not THOUSANDS.match(number) for number in commas) and not any(
        "." in number for number in found
    )


def _may_have_units(column: "pd.Series[Any]") -> bool:
    """Tell whether the first cell may have a unit, which settles most columns."""
    # categories are slow to go through
    parts = (column.iloc[:FIRST_CELLS], column.iloc[FIRST_CELLS:])
    first = next((cell for part in parts for cell in part if isinstance(cell, str)), None)
    return first is not None and _cell(DECORATION.sub("", first)) is not None


def _column(column: "pd.Series[Any]", *, comma: bool = False) -> _Column | None:
    """Read a column whose cells all have a unit of one kind; ``None`` for any other."""
    try:
        # each text is read once
        codes, distinct = pd.factorize(column)
    except TypeError:
        # some cells are lists
        return None
    if not all(isinstance(text, str) for text in distinct):
        return None
    texts = [DECORATION.sub("", text) for text in distinct]
    texts = [DECIMAL_COMMA.sub(".", text) for text in texts] if comma else texts
    found = [_cell(text) for text in texts]
    # what few other words mean, the error on them asks
    odd = [text if cell is None else "" for text, cell in zip(distinct, found, strict=True)]
    known = [(np.nan, "") if cell is None else cell for cell in found]
    measured = sum(bool(unit) for _, unit in known)
    # a number without a unit may be in any
    if not measured or MOST_ODD * sum(map(bool, odd)) > measured or any(map(BEGUN.match, odd)):
        return None
    units = {unit for _, unit in known if unit}
    # 1,5 s with a decimal comma
    written = (text for text, (number, _) in zip(texts, known, strict=True) if not np.isnan(number))
    if any("," in text and not THOUSANDS.match(text) for text in written):
        return None
    # beyond a limit, a run was stopped, but a rate may be the best
    beyond = any(text.startswith(">") for text in texts)
    for base, values in BASES.items():
        if beyond and base.endswith("/s"):
            continue
        if units <= values.keys() and not units <= UNCLEAR:
            words = [
                word or ("" if unit or ONLY_COMPARED.fullmatch(text) else _failure_in(text))
                for word, text, (_, unit) in zip(odd, texts, known, strict=True)
            ]
            cells = [(*known[code], words[code]) if code >= 0 else EMPTY for code in codes]
            numbers, units_of_cells, failures = zip(*cells, strict=True)
            return _Column(base, units_of_cells, numbers, failures)
    return None


def _failure_in(text: str) -> str:
    """Return how a run failed, by a cell without a number; a limit that it went beyond was one of time.

    >>> _failure_in("OOM"), _failure_in("TIMEOUT (30,275ms)"), _failure_in(">1h"), _failure_in("—")
    ('OOM', 'TIMEOUT', 'timeout', '')
    """
    text = BEHIND.sub("", text)
    cell = parse_cell(text)
    failure = "" if cell is None else cell.failure
    return "timeout" if failure.startswith(">") else failure


def _cell(text: str) -> tuple[float, str] | None:
    """Return the number and the unit of a cell; NaN and none if it is empty or a failed run.

    >>> _cell("1,651ms"), _cell("TIMEOUT (30,275ms)"), _cell("fast (3 s)")
    ((1651.0, 'ms'), (nan, ''), None)
    >>> _cell("183 ms: 1.01x slower"), _cell("1.01x faster"), _cell("5.451 ms/op")
    ((183.0, 'ms'), (nan, ''), (5.451, 'ms'))
    >>> _cell("00:12:31.5"), _cell("12:31")
    ((751.5, 's'), None)
    """
    if ONLY_COMPARED.fullmatch(text):
        return np.nan, ""
    match = CELL.fullmatch(OF_ONE.sub("", COMPARED.sub("", ASIDE.sub("", text))))
    if match is not None:
        units = [unit for unit in (match["first"], match["second"]) if unit]
        folded = {unit.lower() for unit in units}
        if len(folded) != 1:
            return None
        return float(match["number"].replace(",", "")), folded.pop().replace("/sec", "/s")
    clock = CLOCK.fullmatch(text)
    if clock is not None:
        return float(clock["h"]) * HOUR + float(clock["m"]) * MINUTE + float(clock["s"]), "s"
    spent = _in_parts(text)
    if spent is not None:
        return spent, "s"
    cell = parse_cell(text) or parse_cell(BEHIND.sub("", text))
    return (np.nan, "") if cell is not None and not cell.number else None


def _in_parts(text: str) -> float | None:
    """Return the seconds of a time such as 1h 2min 30.5s; ``None`` for any other text.

    >>> _in_parts("1m30.5s"), _in_parts("2h"), _in_parts("3x 4s")
    (90.5, 7200.0, None)
    """
    parts = PARTS.findall(text)
    if not parts or PARTS.sub("", text).strip():
        return None
    return sum(float(number) * TIMES[unit.lower()] for number, unit in parts)
