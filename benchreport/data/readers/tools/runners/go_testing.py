"""Go: what ``go test -bench`` prints, and what benchstat makes of it.

Each line of a benchmark is a run. benchstat compares files: they are the algorithms, and benchmarks are the
datasets.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

import pandas as pd

from benchreport.data.readers.tools.runners.timings import (
    Measured,
    compare_files,
    name_metric,
    tabulate,
)
from benchreport.data.readers.tools.source import Source, Tool

RUN = re.compile(
    r"^Benchmark_?(?P<name>\S+)[ \t]+\d+(?P<values>(?:[ \t]+[\d.e+-]+ [\w%/-]+)+)[ \t]*$",
    re.MULTILINE,
)
PACKAGE = re.compile(r"^pkg:[ \t]*(\S+)", re.MULTILINE)
VALUE = re.compile(r"([\d.e+-]+) ([\w%/-]+)")
# name  old time/op  new time/op  delta; with other files: name \\ time/op  a.txt  b.txt
OLD_HEADER = re.compile(r"name(?: \\ (?P<metric>\S+))?[ \t]{2,}(?P<files>\S.*)")
OLD_VALUE = re.compile(
    r"(\d[\d.]*)(ns|µs|μs|us|ms|s|[kMGT]?B|[KMG]iB|[kMGT])?(?:/s)?(?:[ \t]*±[ \t]*\d+%)?"
)
NEW_VALUE = re.compile(r"(\d[\d.]*)([numµμkMGT]|[KMGT]i)?(?:[ \t]+±[ \t]+(?:\d+%|∞))?(?=[ \t]|$)")
# what stands between the values: differences, and what a test says of them
BETWEEN = re.compile(r"[-+]\d[\d.]*%|~|\([^)]*\)|[¹²³⁴⁵⁶⁷⁸⁹⁰]+")
SUFFIX = re.compile(r"\.(?:txt|out|log|bench)$")
PROCESSORS = re.compile(r"-\d+$")
METRICS = {
    "ns/op": "time_s",
    "time/op": "time_s",
    "sec/op": "time_s",
    "alloc/op": "B/op",
    "speed": "B/s",
}
SCALES = {
    "n": 1e-9,
    "u": 1e-6,
    "µ": 1e-6,
    "μ": 1e-6,
    "m": 1e-3,
    "k": 1e3,
    "M": 1e6,
    "G": 1e9,
    "T": 1e12,
    "Ki": 2.0**10,
    "Mi": 2.0**20,
    "Gi": 2.0**30,
    "Ti": 2.0**40,
}
Row = tuple[str, str, str, float]
"""A file, a benchmark, a metric and its value."""


def _recognizes(source: Source) -> bool:
    return RUN.search(source.printed) is not None


def _read(source: Source) -> pd.DataFrame:
    before, *rest = PACKAGE.split(source.printed)
    runs: dict[tuple[str, str], dict[str, list[float]]] = {}
    for package, text in [("", before), *zip(rest[::2], rest[1::2], strict=True)]:
        for match in RUN.finditer(text):
            of_benchmark = runs.setdefault((package, match["name"]), {})
            for value, unit in VALUE.findall(match["values"]):
                scale = 1e-9 if unit == "ns/op" else 1.0
                of_benchmark.setdefault(METRICS.get(unit, unit), []).append(float(value) * scale)
    names = [name for _, name in runs]
    shared = len(set(names)) < len(names)
    return tabulate(
        [
            _measured(name, values, package if shared else "")
            for (package, _), name, values in zip(
                runs, _without_processors(names), runs.values(), strict=True
            )
        ]
    )


def _without_processors(names: Sequence[str]) -> list[str]:
    """Return names without the number of processors, which is that of all; others end in sizes.

    >>> _without_processors(["Sort/n-10-8", "Sort/n-99-8"]), _without_processors(["Sort", "Sort-2"])
    (['Sort/n-10', 'Sort/n-99'], ['Sort', 'Sort-2'])
    """
    found = [PROCESSORS.search(name) for name in names]
    endings = {match[0] if match else "" for match in found}
    return [name.removesuffix(*endings) for name in names] if len(endings) == 1 else list(names)


def _measured(name: str, runs: dict[str, list[float]], package: str) -> Measured:
    """Take the parts of a benchmark's name, as sub-benchmarks have them: ``Sort/quick/n=1000``.

    Packages are told apart where they have benchmarks of one name.
    """
    family, *parts = name.split("/")
    pairs = (part.rpartition("=") for part in parts)
    params = {key or str(number): value for number, (key, _, value) in enumerate(pairs, 1)}
    return Measured(
        name=family, params=params | ({"package": package} if package else {}), runs=runs
    )


def _recognizes_comparison(source: Source) -> bool:
    return next(_rows(source.printed.splitlines()), None) is not None


def _read_comparison(source: Source) -> pd.DataFrame:
    rows = list(_rows(source.printed.splitlines()))
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "metric", "value"])
    frame["dataset"] = _without_processors(frame["dataset"].tolist())
    return name_metric(frame)


def _rows(lines: Iterable[str]) -> Iterator[Row]:
    """Yield the values of all tables, which an empty line ends."""
    files: list[str] = []
    metrics: list[str] = []
    boxed = False
    for line in map(str.strip, lines):
        if header := OLD_HEADER.fullmatch(line):
            boxed, (files, metrics) = False, _old_columns(header)
        elif "│" in line:
            cells = [cell.strip() for cell in line.strip("│ ").split("│")]
            if any("/" in cell.split()[0] for cell in cells if cell):
                metrics = [cell.split()[0] for cell in cells if cell]
            else:
                boxed, files, metrics = True, [cell for cell in cells if cell], []
        elif not line:
            files, metrics = [], []
        elif files and len(files) == len(metrics):
            name, _, rest = line.partition(" ")
            found = (NEW_VALUE if boxed else OLD_VALUE).findall(BETWEEN.sub(" ", rest))
            if len(found) == len(files) and name != "geomean":
                for file, metric, (number, unit) in zip(files, metrics, found, strict=True):
                    value = float(number) * _scale(unit)
                    yield SUFFIX.sub("", file), name, METRICS.get(metric, metric), value


def _old_columns(header: re.Match[str]) -> tuple[list[str], list[str]]:
    """Return the files and the metrics of the columns of an old table."""
    cells = [cell for cell in re.split(r"[ \t]{2,}", header["files"]) if cell != "delta"]
    if header["metric"]:
        return cells, [header["metric"]] * len(cells)
    pairs = [cell.rpartition(" ") for cell in cells]
    # a table of one file names only its metric
    if not all(file and ("/" in metric or metric == "speed") for file, _, metric in pairs):
        return [], []
    return [file for file, _, _ in pairs], [metric for _, _, metric in pairs]


def _scale(unit: str) -> float:
    """Return by what a value is multiplied for its unit.

    >>> _scale("µs"), _scale("s"), _scale("kB"), _scale("MiB"), _scale("n"), _scale("")
    (1e-06, 1.0, 1000.0, 1048576.0, 1e-09, 1.0)
    """
    prefix = unit if unit in SCALES else unit.removesuffix("s").removesuffix("B")
    return SCALES.get(prefix, 1.0)


GO_TESTING = Tool(
    name="what go test -bench prints",
    recognizes=_recognizes,
    read=_read,
    compare=compare_files,
)
BENCHSTAT = Tool(
    name="a comparison of benchstat", recognizes=_recognizes_comparison, read=_read_comparison
)
