"""WEKA: the text that the Experimenter prints of a test, with a mean of each scheme on each dataset."""

import re
from collections import Counter
from collections.abc import Sequence

import pandas as pd

from benchreport.data.readers.content import text_of
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError

TESTER = re.compile(rb"Tester:\s+weka\.experiment\.\w+")
MEASURE = re.compile(r"^Analysing:\s+(?P<name>\S+)", re.MULTILINE)
RULE = re.compile(r"^-{10,}\s*$", re.MULTILINE)
# glass (100)  57.4( 9.7) |  67.6( 8.1) v  49.4( 9.6) *
ROW = re.compile(r"(?P<dataset>.+?)\s*\(\s*\d+\)\s+(?P<means>[^A-Za-z(/].*)")
MEAN = re.compile(r"(?P<mean>-?\d+(?:[.,]\d+)?|NaN)(?:\s*\([^)]*\))?(?:\s+[v*])?(?=\s|\||$)")
KEY = re.compile(r"^\((?P<number>\d+)\)\s+(?P<scheme>\S+)\s*(?P<options>'.*')?.*$", re.MULTILINE)


def _recognizes(source: Source) -> bool:
    return source.suffix == ".txt" and TESTER.match(source.content.lstrip()) is not None


def _read(source: Source) -> pd.DataFrame:
    text = text_of(source.content)
    measure, parts = MEASURE.search(text), RULE.split(text)
    # the names, the rows, how often each scheme won, lost and tied, with the key
    names = _names(parts[-1])
    if measure is None or len(parts) != 3 or not names:  # noqa: PLR2004 - two rules
        raise ReadError(
            "it has no table between two rules with a key below",
            hint="save the whole output of the test",
        )
    rows = [row for line in parts[1].splitlines() if (row := ROW.match(line))]
    means = [
        [mean["mean"].replace(",", ".") for mean in MEAN.finditer(row["means"])] for row in rows
    ]
    if not rows or any(len(row) != len(names) for row in means):
        raise ReadError(
            f"its rows do not have one mean of each of the {len(names)} schemes in its key",
            hint="save the whole output of the test",
        )
    datasets = _numbered([row["dataset"] for row in rows])
    table = pd.DataFrame(means, columns=names, dtype=float).assign(dataset=datasets)
    return table.melt("dataset", var_name="algorithm", value_name=measure["name"])


def _names(key: str) -> list[str]:
    """Return the schemes; those of one name are told apart by their options."""
    found = [*KEY.finditer(key)]
    names = []
    for match in found:
        alike = [
            (one["options"] or "").split() for one in found if one["scheme"] == match["scheme"]
        ]
        options = (match["options"] or "").split()
        own = _differing(options, alike) if len(alike) > 1 else ""
        names.append(f"{match['scheme']} {own}".strip())
    return _numbered(names)


def _differing(options: Sequence[str], alike: Sequence[Sequence[str]]) -> str:
    """Return the options by which schemes differ, each with its flag.

    >>> _differing(["'-K", "3", "-W", "0'"], [["'-K", "1", "-W", "0'"], ["'-K", "3", "-W", "0'"]])
    '-K 3'
    """
    if len({len(other) for other in alike}) > 1:
        return " ".join(options).strip("'")
    places = [place for place, _ in enumerate(options) if len({one[place] for one in alike}) > 1]
    flags = {place - 1 for place in places if place and not options[place].startswith("-")}
    return " ".join(options[place].strip("'") for place in sorted({*places, *flags}))


def _numbered(names: Sequence[str]) -> list[str]:
    """Return names with a number where they come again: WEKA cuts those of datasets to 25 letters."""
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(f"{name} ({seen[name]})" if seen[name] > 1 else name)
    return numbered


TOOL = Tool(name="a test of WEKA's Experimenter", recognizes=_recognizes, read=_read)
