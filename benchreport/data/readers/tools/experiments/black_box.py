"""Logs of black-box optimizers as curves: folders of IOHprofiler and of COCO.

Both log a run as lines of numbers, the evaluations and the values, in a file that another file names. They
are read here, as iohinspector (0.0.8) evaluates texts of the files as Python code and drops the start of a
run that begins where the run before it ended, and importing cocopp (2.9) asks servers for its archives.
"""

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.readers.content import text_of
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError, examples, format_count

Floats = NDArray[np.float64]
IOH_KEYS = {"function_id", "algorithm", "scenarios", "attributes"}
IOH_FILES = "**/IOHprofiler_f*.json"
# how the line of names begins that stands before each run
IOH_HEADER = re.compile(r'^"?(function )?evaluation', re.IGNORECASE)
INFO_ENTRY = re.compile(r"(?P<key>\w+) = (?:'(?P<text>[^']*)'|(?P<number>[^,\s]+))")
INFO_KEYS = {"funcId", "DIM", "algId"}
INFO_RUN = re.compile(r"\s*(?P<instance>\d+):(?P<evaluations>\d+)\|")
# the column of COCO that holds the best value so far, above the optimum
BEST = "best noise-free fitness"


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """The runs of an algorithm on a function: the points of each run, and the evaluations at its end."""

    algorithm: str
    function: str
    dimension: int
    points: list[Floats]
    budgets: list[int]
    maximized: bool = False

    def rows(self, column: str) -> pd.DataFrame:
        """Return one row a point of a run: the best value so far in ``column``."""
        curves = [
            self._curve(points, budget).assign(run=number)
            for number, (points, budget) in enumerate(
                zip(self.points, self.budgets, strict=True), start=1
            )
        ]
        rows = pd.concat(curves, ignore_index=True).rename(columns={"value": column})
        rows.insert(0, "algorithm", self.algorithm)
        rows.insert(1, "dataset", f"{self.function} ({self.dimension}-D)")
        return rows[["algorithm", "dataset", "run", "evaluations", column]]

    def _curve(self, points: Floats, budget: int) -> pd.DataFrame:
        best = np.maximum if self.maximized else np.minimum
        frame = pd.DataFrame(
            {"evaluations": points[:, 0].astype(int), "value": best.accumulate(points[:, 1])}
        )
        if len(frame) and budget > frame["evaluations"].iloc[-1]:
            # logs of improvements end before the run does
            frame.loc[len(frame)] = [budget, frame["value"].iloc[-1]]
        return frame.drop_duplicates("evaluations", keep="last").astype({"evaluations": int})


def _sections(file: Path, begins: re.Pattern[str]) -> Iterator[tuple[str, Floats]]:
    """Yield the header and the numbers of each run in a file."""
    lines = [line for line in text_of(Source(file).content).splitlines() if line.strip()]
    starts = [place for place, line in enumerate(lines) if begins.match(line)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        rows = [line.split() for line in lines[start + 1 : end]]
        sizes = {len(row) for row in rows}
        if len(sizes) != 1:
            counts = f"have {examples(sorted(sizes))} numbers" if sizes else "are absent"
            raise ReadError(f"{file}: lines below line {start + 1} {counts}")
        yield lines[start], _numbers(file, rows)


def _numbers(file: Path, rows: list[list[str]]) -> Floats:
    try:
        return np.array(rows, dtype=float)
    except ValueError as error:
        raise ReadError(f"{file}: {error}") from error


def _check_count(file: Path, runs: int, described: int) -> None:
    if runs != described:
        raise ReadError(f"{file} has {format_count(runs, 'run')}, and {described} are described")


def _refuse_others(files: Iterable[Source], belongs: Callable[[Source], bool]) -> None:
    """Raise `ReadError` naming the files beside others of a tool that are damaged or not of it."""
    odd = [str(file.path) for file in files if not belongs(file)]
    if odd:
        raise ReadError(f"{format_count(len(odd), 'file')} cannot be read: {examples(odd)}")


# IOHprofiler


def _is_ioh(source: Source) -> bool:
    data = source.json if source.path is not None and source.suffix == ".json" else None
    return isinstance(data, Mapping) and set(data) >= IOH_KEYS


def _recognizes_ioh(source: Source) -> bool:
    return _is_ioh(source) or any(map(_is_ioh, source.files(IOH_FILES)))


def _read_ioh(source: Source) -> pd.DataFrame:
    files = source.files(IOH_FILES) if source.is_folder else [source]
    _refuse_others(files, _is_ioh)
    logs = [log for file in files for log in _ioh_logs(file.path or Path(), file.json)]
    if len({log.maximized for log in logs}) > 1:
        functions = sorted({log.function for log in logs if log.maximized})
        raise ReadError(
            f"some functions are maximized ({examples(functions)}) and others minimized",
            hint="read their folders one by one",
        )
    column = "maximized_y" if logs and logs[0].maximized else "minimized_y"
    return pd.concat([log.rows(column) for log in logs], ignore_index=True)


def _ioh_logs(path: Path, data: Mapping[str, Any]) -> Iterator[Log]:
    for scenario in data["scenarios"]:
        file = path.parent / scenario["path"]
        points = [_ioh_points(file, *section) for section in _sections(file, IOH_HEADER)]
        runs = scenario["runs"]
        _check_count(file, len(points), len(runs))
        yield Log(
            algorithm=data["algorithm"]["name"],
            function=data.get("function_name") or f"f{data['function_id']}",
            dimension=int(scenario["dimension"]),
            maximized=bool(data.get("maximization")),
            points=points,
            budgets=[int(run["evals"]) for run in runs],
        )


def _ioh_points(file: Path, header: str, numbers: Floats) -> Floats:
    names = re.findall(r'"[^"]*"|\S+', header)
    if "raw_y" not in names:
        raise ReadError(f"{file} has no column raw_y; it has {examples(names)}")
    return numbers[:, [0, names.index("raw_y")]]


# COCO


def _is_info(source: Source) -> bool:
    first = ""
    # a folder may hold empty files
    with contextlib.suppress(ReadError):
        first = source.content[:1000].decode("utf-8", "replace") if source.suffix == ".info" else ""
    keys = {match["key"] for match in INFO_ENTRY.finditer(first.partition("\n")[0])}
    return keys >= INFO_KEYS


def _recognizes_coco(source: Source) -> bool:
    return _is_info(source) or any(map(_is_info, source.files("**/*.info")))


def _read_coco(source: Source) -> pd.DataFrame:
    files = source.files("**/*.info") if source.is_folder else [source]
    _refuse_others(files, _is_info)
    logs = [log for file in files for log in _coco_logs(file)]
    return pd.concat([log.rows("regret") for log in logs], ignore_index=True)


def _coco_logs(info: Source) -> Iterator[Log]:
    """Yield a log for each three lines of an info file: entries, a comment, and the file with its runs."""
    lines = [line for line in text_of(info.content).splitlines() if line.strip() and line[0] != "%"]
    folder = (info.path or Path()).parent
    if len(lines) % 2:
        raise ReadError(
            f"{info.path} ends before the line that names the file of the last function"
        )
    for entries, listed in zip(lines[::2], lines[1::2], strict=True):
        values = {m["key"]: m["text"] or m["number"] for m in INFO_ENTRY.finditer(entries)}
        name, *runs = listed.split(",")
        found = [match for match in map(INFO_RUN.match, runs) if match is not None]
        yield Log(
            algorithm=values["algId"],
            function=f"f{values['funcId']}",
            dimension=int(values["DIM"]),
            points=_coco_points(folder / name.strip(), len(found)),
            budgets=[int(match["evaluations"]) for match in found],
        )


def _coco_points(file: Path, runs: int) -> list[Floats]:
    """Return the points of each run: of targets that were reached (.dat), and of times (.tdat)."""
    files = [path for path in (file, file.with_suffix(".tdat")) if path.exists()] or [file]
    parts = [[_best(path, *s) for s in _sections(path, re.compile("%"))] for path in files]
    for path, part in zip(files, parts, strict=True):
        _check_count(path, len(part), runs)
    both = [np.concatenate(points) for points in zip(*parts, strict=True)]
    return [points[np.argsort(points[:, 0], kind="stable")] for points in both]


def _best(file: Path, header: str, numbers: Floats) -> Floats:
    names = [name.strip(" %") for name in header.split("|")]
    columns = [place for place, name in enumerate(names) if name.startswith(BEST)]
    if not columns:
        raise ReadError(f"{file} has no column of the {BEST}; it has {examples(names)}")
    return numbers[:, [0, columns[0]]]


IOH = Tool(name="runs of IOHprofiler", recognizes=_recognizes_ioh, read=_read_ioh)
COCO = Tool(name="runs of COCO", recognizes=_recognizes_coco, read=_read_coco)
