"""R's microbenchmark: the summary that it prints, as is or behind the marks of comments.

The mean of each expression is read. Several summaries in one text are datasets, numbered from 1.
"""

import re
from collections.abc import Iterator

import pandas as pd

from benchreport.data.readers.tools.runners.timings import Measured, compare_files, tabulate
from benchreport.data.readers.tools.source import Source, Tool

UNITS = {
    "nanoseconds": 1e-9,
    "microseconds": 1e-6,
    "milliseconds": 1e-3,
    "seconds": 1.0,
    "minutes": 60.0,
}
SUMMARY = re.compile(
    r"^[ \t]*Unit: (?P<unit>\w+)[ \t]*\n"
    r"[ \t]*expr(?P<names>(?: +(?:min|lq|mean|median|uq|max|neval|cld))+) *$"
    r"(?P<rows>(?:\n[ \t]*\S.*)*)",
    re.MULTILINE,
)
NUMBER = r"\d[\d.,]*(?:e[-+]?\d+)?"
# letters of groups that do not differ
LETTERS = re.compile(r"(?<=\d) +[a-z ]+$")


def _recognizes(source: Source) -> bool:
    return bool(_summaries(source))


def _summaries(source: Source) -> list[re.Match[str]]:
    found = (each for each in SUMMARY.finditer(source.printed) if "mean" in each["names"])
    return [each for each in found if next(_means(each), None)]


def _read(source: Source) -> pd.DataFrame:
    found = _summaries(source)
    return tabulate(
        [
            Measured(
                name=name,
                params={"summary": str(number)} if len(found) > 1 else {},
                runs={metric: [mean]},
            )
            for number, summary in enumerate(found, 1)
            for name, metric, mean in _means(summary)
        ]
    )


def _means(summary: re.Match[str]) -> Iterator[tuple[str, str, float]]:
    """Yield the name of each expression, what was measured, and its mean."""
    names = [name for name in summary["names"].split() if name != "cld"]
    row = re.compile(rf" *(?P<name>.*\S) +{' +'.join([f'({NUMBER})'] * len(names))} *")
    scale = UNITS.get(summary["unit"])
    for line in summary["rows"].strip("\n").splitlines():
        match = row.fullmatch(LETTERS.sub("", line))
        if match is None:
            return
        mean = float(match[2 + names.index("mean")].replace(",", ""))
        yield match["name"], "time" if scale is None else "time_s", mean * (scale or 1.0)


MICROBENCHMARK = Tool(
    name="a summary of microbenchmark",
    recognizes=_recognizes,
    read=_read,
    compare=compare_files,
)
