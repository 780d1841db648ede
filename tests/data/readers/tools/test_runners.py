"""Readers of what benchmark runners write: asv, pytest-benchmark, hyperfine, pyperf, Google Benchmark …"""

import contextlib
import json
import math
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchreport.data import Roles, Scores
from benchreport.data.readers import read, read_many
from benchreport.data.readers.tools import TOOLS, Source, tool_for
from benchreport.data.readers.tools.runners.timings import Measured, tabulate
from benchreport.errors import ReadError, RoleError

FILES = Path(__file__).parents[2] / "tool_files"
ASV, PYTEST = "results of asv", "results of pytest-benchmark"
HYPERFINE, PYPERF = "results of hyperfine", "results of pyperf"
GOOGLE, ACTION = "results of Google Benchmark", "results of github-action-benchmark"
CRITERION, JMH = "results of Criterion.rs", "results of JMH"
LABELS = ["algorithm", "dataset"]
# what each source is taken for, its columns, and how many rows it has
SOURCES = {
    "pytest_benchmark/sorters.json": (PYTEST, [*LABELS, "run", "time_s"], 24),
    "pytest_benchmark/groups.json": (PYTEST, [*LABELS, "run", "time_s"], 12),
    "pytest_benchmark/calibrated.json": (PYTEST, ["algorithm", "time_s"], None),
    "pytest_benchmark/saved/0001_slow.json": (PYTEST, ["algorithm", "time_s"], 2),
    "hyperfine/commands.json": (HYPERFINE, ["algorithm", "time_s"], 8),
    "hyperfine/named.json": (HYPERFINE, ["algorithm", "time_s"], 6),
    "hyperfine/parameters.json": (HYPERFINE, [*LABELS, "run", "time_s"], 12),
    "hyperfine/named.csv": (HYPERFINE, ["algorithm", "time_s"], 2),
    "hyperfine/parameters.csv": (HYPERFINE, [*LABELS, "time_s"], 4),
    "hyperfine/scan.json": (HYPERFINE, ["algorithm", "time_s"], 9),
    "hyperfine/failing.json": (HYPERFINE, ["algorithm", "time_s"], 9),
    "jmh/sorts.json": (JMH, [*LABELS, "run", "time_s"], 12),
    "jmh/modes.json": (JMH, ["algorithm", "metric", "value"], 16),
    "pyperf/plain.json": (PYPERF, ["algorithm", "time_s"], 6),
    "pyperf/timeit.json": (PYPERF, ["algorithm", "time_s"], 3),
    "google_benchmark/repetitions.json": (GOOGLE, [*LABELS, "metric", "run", "value"], 36),
    "google_benchmark/repetitions.csv": (GOOGLE, [*LABELS, "metric", "run", "value"], 36),
    "google_benchmark/once.json": (GOOGLE, [*LABELS, "metric", "value"], 12),
    "google_benchmark/file.csv": (GOOGLE, [*LABELS, "metric", "value"], 12),
    "google_benchmark/aggregates.json": (GOOGLE, [*LABELS, "metric", "value"], 12),
    "google_benchmark/aggregates.csv": (GOOGLE, [*LABELS, "metric", "value"], 12),
    "google_benchmark/complexity.csv": (GOOGLE, [*LABELS, "metric", "value"], 8),
    "criterion/raw.csv": (CRITERION, [*LABELS, "run", "time_s"], 24),
    "criterion/messages.jsonl": (CRITERION, [*LABELS, "run", "time_s"], 24),
    "criterion/target": (CRITERION, [*LABELS, "run", "time_s"], 24),
    "asv/results": (ASV, [*LABELS, "date", "metric", "run", "value"], 118),
    "asv/results/box": (ASV, [*LABELS, "date", "metric", "run", "value"], 118),
    "asv/site": (ASV, [*LABELS, "date", "metric", "value"], 59),
    "asv/old": (ASV, [*LABELS, "metric", "value"], 10),
    "github_action_benchmark/data.js": (ACTION, ["suite", *LABELS, "date", "time_s"], 9),
    "github_action_benchmark/two_suites.js": (ACTION, [*LABELS, "date", "metric", "value"], 15),
}
SINGLE = [name for name in SOURCES if (FILES / name).is_file()]


def scores_of(*names, **roles):
    return Scores.from_frame(read([FILES / name for name in names]), Roles(**roles))


@pytest.mark.parametrize("name", SOURCES)
def test_one_tool_recognizes_each_source_and_reads_it(name):
    tool, columns, rows = SOURCES[name]
    source = Source(FILES / name)
    assert [item.name for item in TOOLS if item.recognizes(source)] == [tool]
    frame = read(FILES / name)
    assert frame.attrs["source"] == tool
    assert list(frame.columns) == columns
    assert rows is None or len(frame) == rows


@pytest.mark.parametrize("name", ["raw.csv", "messages.jsonl", "target"])
def test_a_sample_is_divided_by_its_iterations(name):
    frame = read(FILES / "criterion" / name)
    heap = frame[(frame["algorithm"] == "heap") & (frame["dataset"] == "5000")]
    assert heap["time_s"].tolist() == pytest.approx([1.2e-4, 1.32e-4, 1.2e-4, 1.2e-4], rel=1e-12)
    scores = Scores.from_frame(frame)
    assert {*scores.algorithms} == {"quick", "heap"}
    assert scores.blocks == ("100", "1000", "5000")
    assert not scores.higher_is_better


def test_functions_outside_of_a_group_are_compared(write_criterion):
    rows = ["fib recursive,,,,,900,ns,3", "fib recursive,,,,,300,ns,1", "fib iterative,,,,,90,ns,9"]
    frame = read(write_criterion(*rows, "fib iterative,,,,,80,ns,8"))
    assert frame["algorithm"].tolist() == ["fib recursive"] * 2 + ["fib iterative"] * 2
    assert frame["time_s"].tolist() == pytest.approx([3e-7, 3e-7, 1e-8, 1e-8])


def test_what_a_crate_measures_instead_of_time_keeps_its_unit(write_criterion):
    frame = read(write_criterion("g,a,,,,900,cycles,3", "g,b,,,,500,cycles,1"))
    assert frame.to_dict("list") == {"algorithm": ["a", "b"], "cycles": [300.0, 500.0]}


@pytest.mark.parametrize("row", ["g,a,,,,900,ns,0", "g,a,,,,much,ns,3", "g,a,,,,900,ns,"])
def test_samples_that_are_damaged_are_refused_by_name(write_criterion, row):
    with pytest.raises(ReadError, match=r"raw\.csv.*Criterion\.rs"):
        read(write_criterion(row))


@pytest.fixture
def write_criterion(tmp_path):
    """Return a function that writes rows below the names of ``raw.csv``."""

    def write(*rows):
        path = tmp_path / "raw.csv"
        names = (FILES / "criterion/raw.csv").read_text().splitlines()[0]
        path.write_text("\n".join([names, *rows, ""]))
        return path

    return write


def test_parameters_are_algorithms_and_sizes():
    scores = scores_of("pytest_benchmark/sorters.json")
    assert scores.algorithms == ("builtin", "heap")
    assert scores.blocks == ("size=10", "size=100", "size=1000")
    assert scores.counts.tolist() == [[4, 4]] * 3
    assert not scores.higher_is_better
    benchmarks = json.loads((FILES / "pytest_benchmark/sorters.json").read_text())["benchmarks"]
    (wanted,) = (item for item in benchmarks if item["name"] == "test_sort[heap-100]")
    assert scores.values[1, 1] == pytest.approx(wanted["stats"]["mean"])


def test_a_group_is_a_dataset_and_its_words_are_no_part_of_the_names():
    scores = scores_of("pytest_benchmark/groups.json")
    assert (scores.algorithms, scores.blocks) == (("test_plus", "test_format"), ("join", "repeat"))
    assert not scores.gaps


def test_rounds_of_tests_without_parameters_are_independent_runs():
    scores = scores_of("pytest_benchmark/calibrated.json")
    assert (scores.block_kind, scores.algorithms) == ("run", ("test_short", "test_long"))
    benchmarks = json.loads((FILES / "pytest_benchmark/calibrated.json").read_text())["benchmarks"]
    assert [len(sample) for sample in scores.samples] == [
        item["stats"]["rounds"] for item in benchmarks
    ]


@pytest.mark.parametrize("how", ["folder", "files"])
def test_files_of_a_suite_are_versions(how):
    names = ["pytest_benchmark/saved"]
    if how == "files":
        names = [f"pytest_benchmark/saved/{name}.json" for name in ("0001_slow", "0002_fast")]
    scores = scores_of(*names)
    assert scores.algorithms == ("0001_slow", "0002_fast")
    assert scores.blocks == ("test_short", "test_long")
    saved = json.loads((FILES / "pytest_benchmark/saved/0002_fast.json").read_text())["benchmarks"]
    assert scores.values[1, 1] == pytest.approx(saved[1]["stats"]["mean"])


def test_objects_of_json_are_read_as_the_files():
    data = json.loads((FILES / "hyperfine/parameters.json").read_text())
    frame = read(data)
    assert frame.equals(read(FILES / "hyperfine/parameters.json"))
    assert frame.attrs["source"] == HYPERFINE


def test_commands_are_algorithms():
    scores = scores_of("hyperfine/commands.json")
    assert (scores.block_kind, scores.algorithms) == ("run", ("sleep 0.002", "sleep 0.004"))
    scores = scores_of("hyperfine/parameters.json")
    assert scores.algorithms == ("sort", "sort -u")
    assert scores.blocks == ("size=10", "size=1000")
    assert scores.counts.tolist() == [[3, 3]] * 2
    assert scores_of("hyperfine/scan.json").algorithms == ("delay=1", "delay=2", "delay=3")


@pytest.mark.parametrize(
    "header", ["name,param:n,param:kind,mean,stddev", "name,mean,ops,rounds,iterations"]
)
def test_a_csv_of_pytest_benchmark_has_tests_and_their_parameters(tmp_path, header):
    rows = [
        f"tests/test_a.py::test_{name}[{n}-x],{f'{n},x,' if 'param' in header else ''}{n * speed},1"
        + ",5,1" * ("ops" in header)
        for name, speed in (("json", 0.5), ("pickle", 0.25))
        for n in (10, 1000)
    ]
    (tmp_path / "a.csv").write_text("\n".join([header, *rows]) + "\n")
    frame = read(tmp_path / "a.csv")
    assert frame.attrs["source"] == PYTEST
    assert set(frame["algorithm"]) == {"test_json", "test_pickle"}
    assert frame["dataset"].nunique() == 2
    assert sorted(frame["time_s"]) == [2.5, 5, 250, 500]
    (tmp_path / "a.csv").write_text("\n".join([header, *rows])[:-3])
    with pytest.raises(ReadError, match="cut off"):
        read(tmp_path / "a.csv")


def test_commands_of_a_csv_have_their_mean():
    assert read(FILES / "hyperfine/named.csv")["algorithm"].tolist() == ["short", "long"]
    scores = scores_of("hyperfine/parameters.csv")
    assert scores.algorithms == ("sort", "sort -u")
    assert scores.blocks == ("size=10", "size=1000")
    assert scores.values[1, 0] == pytest.approx(0.0156807345)


def test_a_command_that_crashes_is_no_fast_one():
    frame = read(FILES / "hyperfine/failing.json")
    failed = frame.groupby("algorithm", sort=False)["time_s"].apply(lambda each: each.isna().sum())
    assert failed.to_dict() == {"sleep 0.002": 0, "exit 3": 3, "kill -9 $$": 3}
    assert frame.attrs["notes"][0].startswith(
        "6 runs ended with another exit code than 0 and count as failed, of 'exit 3', 'kill -9 $$'."
    )


def change_hyperfine(tmp_path, change):
    data = json.loads((FILES / "hyperfine/failing.json").read_text())
    for result in data["results"]:
        change(result)
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(data))
    return path


def test_files_without_exit_codes_have_no_failed_runs(tmp_path):
    frame = read(change_hyperfine(tmp_path, lambda result: result.pop("exit_codes")))
    assert frame["time_s"].notna().all()
    assert not frame.attrs.get("notes")


def test_a_file_of_failed_runs_only_says_what_to_do(tmp_path):
    path = change_hyperfine(tmp_path, lambda result: result.update(exit_codes=[1, None, 1]))
    with pytest.raises(ReadError, match="all of its runs ended with another exit code") as caught:
        read(path)
    assert "'COMMAND || true'" in caught.value.hint


def test_a_mean_is_of_all_runs_or_there_is_none(tmp_path):
    """Commands that ran unequally often have means: one over the runs that succeeded would favour failing."""

    def change(result):
        slow = result["command"].startswith("sleep")
        result |= {"parameters": {"size": "1" if slow else result["command"]}, "command": "run"}
        result["exit_codes"] = [0, 0, 0] if slow else [0, 1, 0, 0]
        result["times"] = [2.0] * len(result["exit_codes"])

    frame = read([change_hyperfine(tmp_path, change), FILES / "hyperfine/parameters.json"])
    assert sorted(frame["time_s"].isna()) == [*[False] * (len(frame) - 2), True, True]


def test_the_fit_of_a_complexity_is_no_benchmark():
    scores = scores_of("google_benchmark/complexity.csv", metric="time_s")
    assert scores.algorithms == ("BM_up", "BM_down")
    assert scores.blocks == ("64", "512")
    assert scores.values[1, 0] == pytest.approx(187.98e-9)


def test_forks_are_runs_of_one_operation():
    records = json.loads((FILES / "jmh/sorts.json").read_text())
    frame = read(FILES / "jmh/sorts.json")
    means = [np.mean(fork) / 1e6 for fork in records[0]["primaryMetric"]["rawData"]]
    of_first = (frame["algorithm"] == "heap") & (frame["dataset"] == "size=10")
    assert frame.loc[of_first, "time_s"].tolist() == pytest.approx(means)
    assert scores_of("jmh/sorts.json").higher_is_better is False


def test_operations_a_second_are_better_where_they_are_more():
    scores = scores_of("jmh/modes.json", metric="ops/s")
    assert scores.higher_is_better
    assert scores.values.mean(axis=0)[0] == pytest.approx(250_000, rel=0.05)


def test_methods_of_several_classes_are_asked_about(tmp_path):
    records = json.loads((FILES / "jmh/sorts.json").read_text())
    others = [
        {**each, "benchmark": each["benchmark"].replace("Sorts", "Lists")} for each in records
    ]
    path = tmp_path / "results.json"
    path.write_text(json.dumps(records + others))
    frame = read(path)
    assert {"class", "member", "size"} <= set(frame.columns)
    with pytest.raises(RoleError) as caught:
        Scores.from_frame(frame)
    assert "algorithm='class', dataset='member'" in caught.value.hint
    assert "algorithm='member', dataset='class'" in caught.value.hint


@pytest.mark.parametrize(
    "change",
    [
        # single shots are no average times
        lambda _: {"mode": "ss"},
        # a class of the same name in another package
        lambda record: {"benchmark": record["benchmark"].replace("example", "other")},
        # a parameter that is called like a number of JMH
        lambda record: {"params": {**record["params"], "threads": "8"}},
    ],
)
def test_what_is_measured_apart_is_not_pooled(change, tmp_path):
    records = json.loads((FILES / "jmh/sorts.json").read_text())
    path = tmp_path / "results.json"
    path.write_text(json.dumps([*records, *({**each, **change(each)} for each in records)]))
    frame = read(path)
    keys = [name for name in frame if name not in ("run", "time_s", "value")]
    assert frame.groupby(keys).size().tolist() == [3] * 8


def test_sampled_times_have_their_mean_and_odd_units_are_refused(tmp_path):
    record = json.loads((FILES / "jmh/modes.json").read_text())[-1]
    metric = {"score": 2.0, "scoreUnit": "ms/op", "rawDataHistogram": [[[[1.9, 3], [2.1, 3]]]]}
    path = tmp_path / "results.json"
    path.write_text(json.dumps([{**record, "mode": "sample", "primaryMetric": metric}]))
    assert read(path)["time_s"].tolist() == [0.002]
    path.write_text(json.dumps([{**record, "primaryMetric": {**metric, "scoreUnit": "parsecs"}}]))
    with pytest.raises(ReadError, match="parsecs"):
        read(path)


def test_processes_are_runs():
    frame = read(FILES / "pyperf/plain.json")
    data = json.loads((FILES / "pyperf/plain.json").read_text())
    processes = [
        np.mean(run["values"])
        for item in data["benchmarks"]
        for run in item["runs"]
        if "values" in run
    ]
    assert frame["time_s"].tolist() == pytest.approx(processes)
    scores = scores_of("pyperf/plain.json", "pyperf/optimized.json")
    assert scores.algorithms == ("plain", "optimized")
    assert scores.blocks == ("sorted", "list.sort")
    assert scores.counts.tolist() == [[3, 3]] * 2


@pytest.mark.parametrize("suffix", ["json", "csv"])
def test_repetitions_are_runs_and_aggregates_are_none(suffix):
    frame = read(FILES / f"google_benchmark/repetitions.{suffix}")
    assert set(frame["metric"]) == {"time_s", "cpu_time_s"}
    scores = Scores.from_frame(frame, Roles(metric="time_s"))
    assert scores.algorithms == ("BM_quick", "BM_merge", "BM_heap")
    assert scores.blocks == ("64", "512")
    assert scores.gaps == (("BM_heap", "512"),)
    means = read(FILES / f"google_benchmark/aggregates.{suffix}")
    assert means["value"].isna().sum() == 2
    # 64 numbers are sorted in some hundreds of nanoseconds, whatever the unit in the file
    quick = means.query("algorithm == 'BM_quick' and dataset == '64' and metric == 'time_s'")
    assert 1e-8 < quick["value"].item() < 1e-5


def test_a_benchmark_may_be_called_like_an_aggregate(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(
        "name,iterations,real_time,cpu_time,time_unit\nBM_mean,9,5,4,ns\nBM_median,9,7,6,ns\n"
    )
    frame = read(path)
    assert frame["algorithm"].drop_duplicates().tolist() == ["BM_mean", "BM_median"]


def test_the_mean_of_repetitions_is_that_of_the_tool():
    rows = json.loads((FILES / "google_benchmark/repetitions.json").read_text())["benchmarks"]
    frame = read(FILES / "google_benchmark/repetitions.json").query("metric == 'time_s'")
    for row in rows:
        if row.get("aggregate_name") == "mean":
            name, size = row["run_name"].split("/")
            runs = frame[(frame["algorithm"] == name) & (frame["dataset"] == size)]["value"]
            per_second = {"ns": 1e9, "us": 1e6}[row["time_unit"]]
            assert runs.mean() == pytest.approx(row["real_time"] / per_second)


def test_commits_are_compared_by_each_benchmark_in_each_environment():
    frame = read(FILES / "asv/results")
    assert frame["date"].drop_duplicates().tolist() == [
        f"2026-11-{day}T12:00" for day in ("01", "08", "15")
    ]
    scores = Scores.from_frame(frame, Roles(metric="time_s"))
    assert len(scores.algorithms) == 3
    places = ("virtualenv-py3.11-MODEfast", "virtualenv-py3.11-MODEsafe")
    parameters = [f"how={how} size={size}" for how in ("builtin", "heap") for size in (10, 1000)]
    assert set(scores.blocks) == {
        *(f"sorting.Sort.time_sort {text} [{place}]" for text in parameters for place in places),
        *(f"sorting.time_fails_first [{place}]" for place in places),
    }
    assert scores.gaps == ((scores.algorithms[0], f"sorting.time_fails_first [{places[1]}]"),)
    assert scores.counts.max() == 3
    (note,) = frame.attrs["notes"]
    assert note.startswith(
        "2 benchmarks without any result, skipped or failed everywhere, are left out: sorting.time_never"
    )
    memory = frame.query("metric == 'memory_bytes'")
    assert (len(memory), memory["value"].min() > 1e6) == (6, True)


def test_commits_are_in_the_order_of_their_dates(tmp_path):
    folder = tmp_path / "results"
    shutil.copytree(FILES / "asv/results", folder)
    for path in folder.glob("box/*-virtualenv*.json"):
        data = json.loads(path.read_text())
        path.write_text(json.dumps({**data, "date": 2 * 10**12 - data["date"]}))
    before, after = (read(place)["algorithm"] for place in (FILES / "asv/results", folder))
    assert after.drop_duplicates().tolist() == before.drop_duplicates().tolist()[::-1]


def test_the_site_has_the_results_that_the_folder_has():
    site, folder = read(FILES / "asv/site"), read(FILES / "asv/results")
    assert set(site["algorithm"]) == set(folder["algorithm"])
    places = {name.rpartition(" ")[2] for name in site["dataset"]}
    assert places == {"[env-MODE-fast]", "[env-MODE-safe]"}
    lengths = [
        frame.query("metric == 'length'")["value"].drop_duplicates() for frame in (site, folder)
    ]
    assert [length.tolist() for length in lengths] == [[10.0, 1000.0]] * 2
    # asv publishes the median of the samples
    block = "sorting.Sort.time_sort how=heap size=1000 "
    last = [
        frame[frame["dataset"].str.startswith(block) & (frame["date"] == "2026-11-15T12:00")][
            "value"
        ]
        for frame in (site, folder)
    ]
    assert sorted(last[0]) == pytest.approx(sorted(last[1].groupby(np.arange(6) // 3).median()))


def test_one_file_of_each_commit_is_a_version():
    frame = read(str(FILES / "asv/results/box/*fast.json"))
    commits = sorted(path.name[:8] for path in (FILES / "asv/results/box").glob("*fast.json"))
    assert frame["algorithm"].drop_duplicates().tolist() == commits
    assert "sorting.Sort.time_sort how=heap size=10" in set(frame["dataset"])


def test_results_of_version_1_have_the_values_of_version_2():
    old = read(FILES / "asv/old")
    (path,) = (FILES / "asv/old").iterdir()
    new = read(FILES / "asv/results/box" / path.name)
    assert set(old["metric"]) == set(new["metric"])
    for metric in ("length", "memory_bytes"):
        values = [frame[frame["metric"] == metric]["value"].tolist() for frame in (old, new)]
        assert values[0] == values[1]


def test_commits_of_the_action_are_versions():
    scores = scores_of("github_action_benchmark/data.js")
    assert scores.algorithms == ("11111111", "22222222", "33333333")
    assert scores.blocks == ("BenchmarkParse", "BenchmarkWrite", "BenchmarkSort")
    assert scores.values[0].tolist() == [250 / 1e9, 240 / 1e9, 180 / 1e9]
    two = scores_of("github_action_benchmark/two_suites.js", metric="iter/sec")
    assert (two.score, two.higher_is_better) == ("iter/sec", True)
    assert two.blocks[0] == "Python test_bench.py::test_sort"


# what parts of names are compared


def table_of(*benchmarks, **options):
    return tabulate(
        [Measured(name, params, {"time_s": [1.0]}, **options) for name, params in benchmarks]
    )


@pytest.mark.parametrize(
    ("benchmarks", "algorithms", "datasets"),
    [
        ([("a", {}), ("b", {})], ["a", "b"], None),
        ([("a", {"n": 1}), ("b", {"n": 1})], ["a", "b"], None),
        ([("f", {"n": 1}), ("f", {"n": 2})], ["n=1", "n=2"], None),
        ([("f", {"x": "p"}), ("f", {"x": "q"})], ["p", "q"], None),
        (
            [("f", {"dataset": "p"}), ("g", {"dataset": "q"})],
            ["f", "g"],
            ["dataset=p", "dataset=q"],
        ),
        ([("f", {"backend": "p"}), ("g", {"backend": "q"})], ["p", "q"], ["f", "g"]),
        ([("f", {}), ("g", {"x": "p"}), ("g", {"x": "q"})], ["f", "g p", "g q"], None),
        ([("f", {}), ("g", {"n": 1}), ("g", {"n": 2})], ["f", "g n=1", "g n=2"], None),
        ([("f", {}), ("f", {})], ["f"], None),
    ],
)
def test_what_is_compared(benchmarks, algorithms, datasets):
    frame = table_of(*benchmarks)
    assert frame["algorithm"].drop_duplicates().tolist() == algorithms
    assert (frame["dataset"].drop_duplicates().tolist() if "dataset" in frame else None) == datasets


def test_functions_that_cross_with_texts_are_asked_about():
    benchmarks = [(name, {"x": x}) for name in ("f", "g") for x in ("p", "q")]
    assert list(table_of(*benchmarks).columns) == ["benchmark", "x", "time_s"]


def test_groups_say_what_is_compared_within_them():
    runs = {"time_s": [1.0]}
    measured = [
        Measured(name, {"library": library, "document": document}, runs, group=document)
        for name in ("loads",)
        for document in ("canada", "twitter")
        for library in ("fast", "slow")
    ]
    frame = tabulate(measured)
    assert frame["algorithm"].tolist() == ["fast", "slow"] * 2
    assert frame["dataset"].tolist() == ["canada", "canada", "twitter", "twitter"]


def test_all_that_differs_within_a_group_is_compared():
    runs = {"time_s": [1.0]}
    measured = [
        Measured(name, {"mode": mode, "n": n}, runs, group="sort")
        for name in ("f", "g")
        for mode in ("p", "q")
        for n in (1, 2)
    ]
    frame = tabulate(measured)
    assert frame["algorithm"].drop_duplicates().tolist() == ["f p", "f q", "g p", "g q"]
    assert frame["dataset"].drop_duplicates().tolist() == ["n=1", "n=2"]


def test_unequal_runs_on_several_datasets_are_averaged():
    measured = [
        Measured(name, {"n": n}, {"time_s": [1.0, 3.0][: 1 + (n == 1)]})
        for name in ("f", "g")
        for n in (1, 2)
    ]
    frame = tabulate(measured)
    assert list(frame.columns) == ["algorithm", "dataset", "time_s"]
    assert frame["time_s"].tolist() == [2.0, 1.0, 2.0, 1.0]


# what is wrong is named


def refusal(path):
    with pytest.raises(ReadError) as caught:
        read(path)
    assert str(path) in caught.value.message
    assert caught.value.hint
    return caught.value.message


@pytest.mark.parametrize("name", SINGLE)
@pytest.mark.parametrize("share", [0.1, 0.5, 0.95])
def test_a_file_that_is_cut_off_is_refused_or_has_whole_rows(name, share, tmp_path):
    path = tmp_path / Path(name).name
    content = (FILES / name).read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    if path.suffix != ".csv":
        message = refusal(path)
        # of lines, the first may be whole and tell the tool
        words = {".json": ["JSON"], ".jsonl": ["JSON", SOURCES[name][0]]}
        assert any(word in message for word in words.get(path.suffix, [SOURCES[name][0]]))
        return
    with contextlib.suppress(ReadError):
        frame = read(path)
        # a header that is cut off is that of any table
        frame = frame.set_axis(frame.columns.str.replace("time_s", "value"), axis=1)
        assert frame.empty or frame[frame["algorithm"] != "BM_heap"]["value"].notna().all()


def test_a_row_of_csv_that_is_cut_off_is_named(tmp_path):
    path = tmp_path / "a.csv"
    text = (FILES / "google_benchmark/repetitions.csv").read_text()
    place = text.index("BM_merge/64")
    path.write_text(text[: place + 30])
    message = refusal(path)
    assert f"{path} cannot be read as {GOOGLE}: BM_merge/64 has no unit of time" in message


@pytest.mark.parametrize(
    ("name", "keys", "missing"),
    [
        ("pytest_benchmark/sorters.json", ("benchmarks", 0, "stats"), "'stats'"),
        ("pytest_benchmark/sorters.json", ("benchmarks", 3, "name"), "'name'"),
        ("hyperfine/commands.json", ("results", 1, "times"), None),
        ("pyperf/plain.json", ("benchmarks", 0, "metadata"), "'name'"),
        ("google_benchmark/repetitions.json", ("benchmarks", 0, "real_time"), "'real_time'"),
        ("google_benchmark/repetitions.json", ("benchmarks", 0, "time_unit"), "'time_unit'"),
    ],
)
def test_a_key_that_is_missing_is_named(name, keys, missing, tmp_path):
    path = tmp_path / Path(name).name
    data = json.loads((FILES / name).read_text())
    place = data
    for key in keys[:-1]:
        place = place[key]
    del place[keys[-1]]
    path.write_text(json.dumps(data))
    if missing is None:
        assert math.isfinite(read(path)["time_s"].sum())
        return
    message = refusal(path)
    assert f"cannot be read as {SOURCES[name][0]}: key {missing} is missing." in message


def test_a_damaged_result_in_a_folder_of_asv(tmp_path):
    folder = tmp_path / "results"
    shutil.copytree(FILES / "asv/results", folder)
    path = min((folder / "box").glob("*fast.json"))
    data = json.loads(path.read_text())
    data["results"]["sorting.Sort.time_sort"][0].pop()
    path.write_text(json.dumps(data))
    message = refusal(folder)
    assert "sorting.Sort.time_sort has 3 results for 4 combinations of its parameters" in message
    assert ASV in message


def test_results_that_all_failed(tmp_path):
    path = tmp_path / "a-b.json"
    results = {"f": [None, []], "g": [[float("nan")], []]}
    data = {"commit_hash": "a" * 40, "params": {}, "result_columns": ["result", "params"]}
    path.write_text(json.dumps({**data, "results": results}))
    assert "2 benchmarks failed, and none has a result" in refusal(path)


def test_files_of_different_tools_are_refused():
    files = [FILES / "hyperfine/commands.json", FILES / "pyperf/plain.json"]
    with pytest.raises(ReadError, match="one source") as caught:
        read_many(files)
    assert f"{files[0]} is {HYPERFINE}, and {files[1]} is {PYPERF}" in caught.value.message


def test_a_folder_of_several_tools_is_refused():
    with pytest.raises(ReadError, match="one source is expected") as caught:
        read(FILES)
    assert "results of HELM" in caught.value.message or "and" in caught.value.message


@pytest.mark.parametrize(
    "text",
    [
        '{"results": []}',
        '{"results": [{"command": "a"}]}',
        '{"results": {"a": 1}}',
        '{"benchmarks": [], "version": "1.0"}',
        '{"benchmarks": {}, "version": 1, "machine_info": {}}',
        '{"context": {}, "benchmarks": []}',
        '{"commit_hash": "a", "results": [], "params": {}}',
        '{"entries": {}}',
        "[]",
        "null",
    ],
)
def test_other_json_is_of_no_tool(text, tmp_path):
    path = tmp_path / "a.json"
    path.write_text(text)
    assert tool_for(Source(path)) is None
    assert tool_for(Source(tmp_path)) is None


KEYS = ["results", "benchmarks", "version", "machine_info", "context", "commit_hash", "params"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*KEYS, "entries", "command", "runs"]), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(data=JSON)
def test_no_tool_raises_on_odd_objects(data):
    for tool in TOOLS:
        assert tool.recognizes(Source(data=data)) in (True, False)


@pytest.mark.parametrize("tool", ["customSmallerIsBetter", "customBiggerIsBetter"])
def test_the_tool_says_whether_more_is_better(tool, tmp_path):
    script = (FILES / "github_action_benchmark/data.js").read_text()
    path = tmp_path / "data.js"
    path.write_text(script.replace('"go"', f'"{tool}"').replace("ns/op", "Percent"))
    scores = Scores.from_frame(read(path))
    assert scores.higher_is_better == (tool == "customBiggerIsBetter")
    assert scores.score.startswith("Percent")


@pytest.mark.parametrize("parameter", ["size", "corpus"])
def test_commands_of_hyperfine_are_compared_on_what_a_parameter_names(tmp_path, parameter):
    results = [
        {
            "command": name,
            "mean": 1.0,
            "median": 1.0,
            "times": [1.0, 1.1],
            "parameters": {parameter: on},
        }
        for name in ("rg foo", "grep -r foo", "ag foo")
        for on in ("small", "large")
    ]
    path = tmp_path / "times.json"
    path.write_text(json.dumps({"results": results}))
    scores = read(path).bench.scores
    assert scores.algorithms == ("rg foo", "grep -r foo", "ag foo")
    assert [block.removeprefix(f"{parameter}=") for block in scores.blocks] == ["small", "large"]
