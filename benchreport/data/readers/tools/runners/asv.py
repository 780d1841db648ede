"""asv (airspeed velocity): its folder of results, a file of results, or the published site.

Versions are compared: each commit is an algorithm, and each benchmark with its parameters is a dataset (with
the machine and the environment, where there are several). Of one commit, its environments are compared, and
of one benchmark in one environment its parameters. Samples are runs, where asv recorded them. A benchmark
that was skipped or failed everywhere is left out, and one that failed somewhere is a failed run there.
"""

import ast
import glob
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd

from benchreport.data.readers.tools.runners.timings import (
    Measured,
    compare_files,
    date_of,
    name_metric,
    number_runs,
    tabulate,
    without_idle_columns,
)
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError, examples, format_count
from benchreport.wording.shell import tool_notes

RESULT_KEYS = {"commit_hash", "results", "params"}
SITE_KEYS = {"revision_to_hash", "graph_param_list", "benchmarks"}
METRICS = {"time": "time_s", "timeraw": "time_s", "mem": "memory_bytes", "peakmem": "memory_bytes"}
# what may differ between results, in the order in which it is compared
PLACES = ("commit", "environment", "machine")
HASH = 8


class _Run(NamedTuple):
    """A benchmark of a commit with its parameters, and what was measured."""

    commit: str
    date: str
    machine: str
    environment: str
    benchmark: str
    params: Mapping[str, object]
    values: Sequence[float]

    @property
    def metric(self) -> str:
        """The metric, which asv's prefix of a benchmark's name says."""
        kind, _, what = self.benchmark.rpartition(".")[2].partition("_")
        return METRICS.get(kind.lower(), what or kind)


def _recognizes(source: Source) -> bool:
    if source.is_folder:
        return _site_of(source) is not None or next(_results_in(source), None) is not None
    return _is_result(source)


def _is_result(source: Source) -> bool:
    data = source.json if source.suffix == ".json" or source.data is not None else None
    return isinstance(data, dict) and set(data) >= RESULT_KEYS and isinstance(data["results"], dict)


def _results_in(source: Source) -> Iterator[Source]:
    """Yield the results in a folder of one machine, of several machines, or in the folder above them."""
    for pattern in ("*-*.json", "*/*-*.json", "results/*/*-*.json"):
        for file in source.files(pattern):
            # a source of its own, as the files of a list would stay in memory
            result = Source(file.path, size_limit=source.size_limit)
            if b'"commit_hash"' in result.content and _is_result(result):
                yield result


def _site_of(source: Source) -> Mapping[str, Any] | None:
    for file in source.files("index.json"):
        if isinstance(file.json, dict) and set(file.json) >= SITE_KEYS:
            return file.json
    return None


def _read(source: Source) -> pd.DataFrame:
    site = _site_of(source)
    if site is not None:
        return _tabulate(list(_runs_of_site(site, source)))
    names = _names_of_params(source)
    files = _results_in(source) if source.is_folder else [source]
    return _tabulate([run for file in files for run in _runs_of_file(file, names)])


def _names_of_params(source: Source) -> Mapping[str, Sequence[str]]:
    """Return the names of the parameters of each benchmark, which stand beside the results."""
    folder = source if source.is_folder or source.path is None else Source(source.path.parent)
    above = Source(folder.path.parent) if folder.path is not None else folder
    patterns = (
        (folder, "benchmarks.json"),
        (folder, "results/benchmarks.json"),
        (above, "benchmarks.json"),
    )
    for place, pattern in patterns:
        for file in place.files(pattern):
            return {
                name: about["param_names"]
                for name, about in file.json.items()
                if isinstance(about, dict) and "param_names" in about
            }
    return {}


def _runs_of_file(source: Source, names: Mapping[str, Sequence[str]]) -> Iterator[_Run]:
    data = source.json
    about = (
        str(data["commit_hash"])[:HASH],
        date_of(data.get("date") or 0),
        str(data["params"].get("machine", "")),
        str(data.get("env_name") or data["params"].get("python", "")),
    )
    columns = data.get("result_columns", ())
    for benchmark, result in data["results"].items():
        entry = _entry(result, columns)
        combinations = _combinations(entry.get("params") or [], names.get(benchmark, ()))
        # a benchmark that failed has no list of results
        values = entry.get("result") or [None] * len(combinations)
        samples = entry.get("samples") or [None] * len(combinations)
        if not len(values) == len(samples) == len(combinations):
            raise ReadError(
                f"{benchmark} has {format_count(len(values), 'result')} for "
                f"{format_count(len(combinations), 'combination')} of its parameters"
            )
        for params, value, runs in zip(combinations, values, samples, strict=True):
            yield _Run(*about, benchmark, params, _numbers(runs or [value]))


def _entry(result: object, columns: Sequence[str]) -> Mapping[str, Any]:
    """Return a result by the names of its parts: of version 2 a list, of version 1 a record or a number."""
    if isinstance(result, list):
        return dict(zip(columns, result, strict=False))
    entry = result if isinstance(result, dict) else {"result": result}
    single = not isinstance(entry.get("result"), list | None)
    return {"result": [entry["result"]]} if single else entry


def _combinations(params: Sequence[Sequence[str]], names: Sequence[str]) -> list[dict[str, object]]:
    """Return each combination of the values of parameters, in asv's order."""
    keys = (
        names
        if len(names) == len(params)
        else [f"param{place}" for place in range(1, len(params) + 1)]
    )
    return [
        dict(zip(keys, map(_plain, values), strict=True)) for values in itertools.product(*params)
    ]


def _plain(text: object) -> object:
    """Return a text without the quotes of its ``repr``."""
    try:
        return ast.literal_eval(str(text))
    except (ValueError, SyntaxError):
        return text


def _numbers(values: Iterable[float | None]) -> list[float]:
    return [float("nan") if value is None else float(value) for value in values]


def _runs_of_site(site: Mapping[str, Any], source: Source) -> Iterator[_Run]:
    hashes, dates = site["revision_to_hash"], site["revision_to_date"]
    graphs = {
        _folder_of(file): file
        for file in source.files("graphs/**/summary.json")
        if _folder_of(file) != ("summary",)
    }
    shared = set.intersection(*map(set, graphs)) if graphs else set()
    for folder, (benchmark, about) in itertools.product(graphs, site["benchmarks"].items()):
        environment = " ".join(part for part in folder if part not in shared)
        combinations = _combinations(about.get("params") or [], about.get("param_names") or [])
        for file in source.files("/".join(("graphs", *folder, f"{glob.escape(benchmark)}.json"))):
            for revision, values in file.json:
                commit, date = str(hashes[str(revision)])[:HASH], date_of(dates[str(revision)])
                results = values if isinstance(values, list) else [values]
                for params, value in zip(combinations, results, strict=True):
                    yield _Run(commit, date, "", environment, benchmark, params, _numbers([value]))


def _folder_of(graph: Source) -> tuple[str, ...]:
    """Return the names of a graph's folders, each a parameter of the environment and its value."""
    parts = () if graph.path is None else graph.path.parent.parts
    place = len(parts) - parts[::-1].index("graphs") if "graphs" in parts else 0
    return parts[place:]


def _tabulate(runs: Sequence[_Run]) -> pd.DataFrame:
    if not runs:
        raise ReadError("it holds no result")
    differing = [name for name in PLACES if len({getattr(run, name) for run in runs}) > 1]
    if not differing and len({run.benchmark for run in runs}) == 1:
        return tabulate(
            [Measured(run.benchmark, run.params, {run.metric: run.values}) for run in runs]
        )
    compared, *others = differing or PLACES[:1]
    rows = [
        {
            "algorithm": getattr(run, compared),
            "dataset": _dataset(run, others),
            "date": run.date,
            "environment": run.environment,
            "metric": run.metric,
            "value": value,
        }
        for run in sorted(runs, key=lambda run: run.date)
        for value in run.values
    ]
    frame = pd.DataFrame(rows)
    measured = frame.groupby("dataset")["value"].transform("count") > 0
    if not measured.any():
        raise ReadError(f"{format_count(len(runs), 'benchmark')} failed, and none has a result")
    kept = without_idle_columns(frame[measured].reset_index(drop=True), "environment")
    table = number_runs(name_metric(kept))
    failed = frame.loc[~measured, "dataset"].unique().tolist()
    note = tool_notes.NO_RESULT.format(
        benchmarks=format_count(len(failed), "benchmark"),
        verb="is" if len(failed) == 1 else "are",
        names=examples(failed),
    )
    table.attrs["notes"] = (note,) * bool(failed)
    return table


def _dataset(run: _Run, others: Iterable[str]) -> str:
    """Name what a commit is measured on: the benchmark, its parameters, and where it ran if that differs."""
    parts = [f"{name}={value}" for name, value in run.params.items()]
    return " ".join([run.benchmark, *parts, *(f"[{getattr(run, name)}]" for name in others)])


ASV = Tool(name="results of asv", recognizes=_recognizes, read=_read, compare=compare_files)
