"""`nightly init` writes a first configuration, and `check` explains one."""

import datetime as dt
import json
import os
import re
import shutil
import tomllib
from pathlib import Path

import pandas as pd
import pytest
from looped import loop_over
from needs import one_in

from benchreport.errors import (
    BenchreportError,
    DataError,
    DirectionError,
    OptionError,
    ReadError,
    RoleError,
)
from benchreport.hints import bench, call, code, option
from benchreport.nightly.check_config import check_config
from benchreport.nightly.config.hints import in_toml
from benchreport.nightly.config.load import load
from benchreport.nightly.init_config import draft_config, write_config
from benchreport.nightly.intake.sources import fetch_results

EXAMPLES = Path(__file__).parents[2] / "examples"
RESULTS = sorted(path for path in EXAMPLES.rglob("*") if path.suffix in (".csv", ".parquet", ".gz"))
HOSTILE = [
    'quo"te',
    "back\\slash",
    "new\nline",
    "tab\tand\x07bell\x7f\x1f",
    "[table]",
    "# comment",
    "'''",
    '"""',
    "{{ 7*7 }}",
    "{% raw %}",
    "\u202egnp",
    "決定木 é",
    "x" * 500,
    "a = 1\n[alerts]\nconfirm = 1",
]


def write_results(tmp_path, frame, name="results.json"):
    place = tmp_path / name
    place.write_text(frame.to_json(orient="records"), encoding="utf-8")
    target = tmp_path / "nightly.toml"
    target.unlink(missing_ok=True)
    return target, write_config(place, target)


def test_commits_of_many_nights_are_versions_of_the_suite(tmp_path):
    source = Path(__file__).parents[1] / "data/tool_files/github_action_benchmark/data.js"
    (tmp_path / "data.js").write_text(source.read_text())
    target = tmp_path / "nightly.toml"
    write_config(tmp_path / "data.js", target)
    columns = load(target).columns
    assert (columns.algorithm, columns.dataset) == ("suite", "dataset")
    assert (columns.night, columns.code) == ("date", "algorithm")
    assert "The results hold 3 nights" in "\n".join(check_config(target))


def test_algorithms_of_one_night_each_are_not_versions_without_a_name_of_what_is_compared(tmp_path):
    frame = long_table(date=["2026-11-20"] * 2 + ["2026-11-21"] * 2)
    text = write_results(tmp_path, frame)[1]
    assert tomllib.loads(text)["columns"] == {
        "algorithm": "algorithm",
        "dataset": "dataset",
        "night": "date",
    }


def long_table(**columns):
    defaults = {
        "algorithm": ["a", "a", "b", "b"],
        "dataset": ["x", "y"] * 2,
        "accuracy": [1, 2, 3, 4.5],
    }
    return pd.DataFrame({**defaults, **columns})


def try_call(function, *arguments):
    try:
        return function(*arguments), None
    except BenchreportError as error:
        return None, error


@pytest.mark.parametrize("results", one_in(2, RESULTS), ids=lambda path: path.name)
def test_every_example(results, tmp_path):
    target = tmp_path / "nightly.toml"
    text, error = try_call(write_config, results, target)
    if error is not None:
        # predictions are not scores
        assert isinstance(error, RoleError)
        assert error.hint
        assert not target.exists()
        return
    assert tomllib.loads(text)
    lines, error = try_call(check_config, target)
    if error is None:
        assert any(" algorithms" in line for line in lines)
        return
    # the error says in the file's own words what the user must settle first
    assert isinstance(error, RoleError | DataError)
    assert error.hint
    assert "df.bench" not in error.hint


def test_there_are_examples():
    assert len(RESULTS) > 5


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_columns_are_only_names(tmp_path, name):
    target, text = write_results(tmp_path, long_table(**{name: "x", f"{name} accuracy": 1.5}))
    config = tomllib.loads(text)
    assert set(config) == {
        "nightly",
        "source",
        "columns",
        "metric",
        "baseline",
        "alerts",
        "history",
        "report",
    }
    assert config["alerts"] == {"series": "both"}
    assert {"name": f"{name} accuracy".strip(), "higher_is_better": True} in config["metric"]
    assert check_config(target)[1].startswith(
        "accuracy (higher is better): 2 algorithms, 2 datasets"
    )


@pytest.mark.parametrize("name", [name for name in HOSTILE if "\n" not in name and len(name) < 99])
def test_hostile_folders_and_files(tmp_path, name):
    folder = tmp_path / name.replace("/", "_")
    folder.mkdir()
    target, text = write_results(folder, long_table(), name=f"{name}.json".replace("/", "_"))
    config = tomllib.loads(text)
    assert config["source"]["files"] == [f"{name}.json"]
    assert config["nightly"]["name"] == name
    assert len(check_config(target)) == 3


def test_names_that_toml_cannot_hold_are_refused_and_leave_no_file(tmp_path):
    place, target = tmp_path / os.fsdecode(b"r\xff.csv"), tmp_path / "nightly.toml"
    place.write_text("algorithm,accuracy\na,1\nb,2\n", encoding="utf-8")
    with pytest.raises(ReadError, match="a name that is not text") as caught:
        write_config(place, target)
    assert caught.value.hint
    assert not target.exists()


def test_an_existing_file_is_never_overwritten(tmp_path):
    target, _ = write_results(tmp_path, long_table())
    before = target.read_bytes()
    with pytest.raises(OptionError, match="will not be overwritten") as caught:
        write_config(tmp_path / "results.json", target)
    assert "--output" in caught.value.hint
    assert target.read_bytes() == before
    with pytest.raises(ReadError, match="cannot be written"):
        write_config(tmp_path / "results.json", tmp_path / "none" / "nightly.toml")


def test_roles_and_directions_are_written_as_they_are_read(tmp_path):
    frame = long_table(seed=1, Date="2026-11-20", commit="ab1", host="box", seconds=1.5)
    target, text = write_results(tmp_path, frame)
    config = tomllib.loads(text)
    assert config["columns"] == {
        "algorithm": "algorithm",
        "dataset": "dataset",
        "repeat": ["seed"],
        "night": "Date",
        "code": "commit",
    }
    assert config["metric"] == [
        {"name": "accuracy", "higher_is_better": True},
        {"name": "seconds", "higher_is_better": False, "unit": "s", "compare": "ratio"},
    ]
    assert '# columns without a role: ["host"]' in text
    assert load(target).columns.night == "Date"


def test_an_unknown_direction_must_be_settled_by_the_user(tmp_path):
    frame = long_table().rename(columns={"accuracy": "quality"})
    target, text = write_results(tmp_path, frame)
    assert tomllib.loads(text)["metric"] == [{"name": "quality"}]
    with pytest.raises(DirectionError, match="does not tell") as caught:
        check_config(target)
    assert "higher_is_better = true, or false" in caught.value.hint
    settled = text.replace("# higher_is_better = true  #", "higher_is_better = false  #")
    target.write_text(settled, encoding="utf-8")
    assert check_config(target)[1].startswith("quality (lower is better)")


def test_the_first_of_several_columns_of_a_role_is_taken_and_shown(tmp_path):
    frame = long_table(model="m").rename(columns={"algorithm": "Method"})
    target, text = write_results(tmp_path, frame)
    assert tomllib.loads(text)["columns"]["algorithm"] == "Method"
    assert '"model"' in text
    assert "2 algorithms" in check_config(target)[1]


def test_wide_tables(tmp_path):
    frame = pd.DataFrame({"dataset": ["x", "y"], "svm": [1.0, 2], "knn": [2.0, 1]})
    target, text = write_results(tmp_path, frame)
    assert "metric" not in tomllib.loads(text)
    with pytest.raises(DirectionError) as caught:
        check_config(target)
    assert caught.value.hint.startswith("[[metric]] with its name")
    metric = '\n[[metric]]\nname = "hit rate"\nhigher_is_better = true\n'
    target.write_text(text + metric, encoding="utf-8")
    assert check_config(target)[1] == (
        "hit rate (higher is better): 2 algorithms, 2 datasets, 4 scores on "
        f"{dt.datetime.now(dt.UTC).date()}."
    )


@pytest.mark.parametrize(
    ("metric", "lowest", "direction", "ratio"),
    [
        ("accuracy", 1.0, True, False),
        ("seconds", 1.0, False, True),
        ("seconds", 0.0, False, False),
        ("quality", 1.0, None, False),
    ],
)
def test_a_metric_names_the_scores_of_a_wide_table(tmp_path, metric, lowest, direction, ratio):
    place = tmp_path / "results.csv"
    frame = pd.DataFrame({"dataset": ["x", "y"], "svm": [lowest, 2], "knn": [2.0, 1]})
    frame.to_csv(place, index=False)
    (drafted,) = tomllib.loads(draft_config(place, metrics=[metric]))["metric"]
    assert drafted["name"] == metric
    assert drafted.get("higher_is_better") == direction
    assert (drafted.get("compare") == "ratio") == ratio
    with pytest.raises(RoleError, match="one metric, not of accuracy, f1") as caught:
        draft_config(place, metrics=["accuracy", "f1"])
    assert "accuracy" in caught.value.hint


def test_metrics_in_a_column_are_drafted_by_name(tmp_path):
    place = tmp_path / "results.csv"
    rows = "".join(
        f"{model},{task},{metric},{len(model) + len(task)}\n"
        for model in ("svm", "tree")
        for task in ("a", "bb")
        for metric in ("accuracy", "time", "size")
    )
    place.write_text(f"model,task,metric,value\n{rows}", encoding="utf-8")
    config = tomllib.loads(draft_config(place))
    assert [metric["name"] for metric in config["metric"]] == ["accuracy", "time"]


def test_tables_that_are_neither_long_nor_wide(tmp_path):
    place = tmp_path / "results.csv"
    place.write_text("who,accuracy\na,1\nb,2\n", encoding="utf-8")
    with pytest.raises(RoleError) as caught:
        draft_config(place)
    assert caught.value.way_out.calls[0].roles == {"algorithm": "who"}
    place.write_text("algorithm,dataset\na,x\nb,y\n", encoding="utf-8")
    with pytest.raises(RoleError, match="no numeric column"):
        draft_config(place)
    with pytest.raises(ReadError, match="no file"):
        draft_config(tmp_path / "none.csv")


@pytest.mark.parametrize(
    ("algorithms", "datasets", "series"),
    [
        (4, 24, "both"),
        (4, 25, "algorithm"),
        (1, 30, "dataset"),
        (1, 300, "dataset"),
        (1, 1, "algorithm"),
        (30, 1, "algorithm"),
        (2, 2, "both"),
    ],
)
def test_datasets_are_judged_where_few_series_do(tmp_path, algorithms, datasets, series):
    """A change on one of six datasets hardly shows in their average."""
    long = pd.DataFrame(
        [(f"a{n}", f"d{m}", 0.5) for n in range(algorithms) for m in range(datasets)],
        columns=["algorithm", "dataset", "accuracy"],
    )
    tables = [long]
    if algorithms > 1 < datasets:
        tables += [
            long.pivot_table(index="dataset", columns="algorithm", values="accuracy").reset_index()
        ]
    for table in tables:
        place = tmp_path / "results.csv"
        table.to_csv(place, index=False)
        alerts = tomllib.loads(draft_config(place)).get("alerts", {})
        assert alerts.get("series", "algorithm") == series


def test_check_explains_a_configuration(tmp_path):
    frame = pd.concat([long_table(date="2026-11-19"), long_table(date="2026-11-20")])
    target, text = write_results(tmp_path, frame)
    assert check_config(target) == [
        f"{target} configures {tmp_path.name}, with nights in the time zone UTC.",
        "The results hold 2 nights, 2026-11-19 to 2026-11-20.",
        "accuracy (higher is better): 2 algorithms, 2 datasets, 4 scores on 2026-11-20.",
        (
            "Each algorithm, over all datasets and on each, is compared with the mean of the last 90 nights, "
            "without the latest 3 (8 where enough others remain). An alert needs 2 nights that agree, at a "
            "false discovery rate of .17."
        ),
    ]
    target.write_text(text.replace('series = "both"', 'series = "algorithm"'), encoding="utf-8")
    assert check_config(target)[3] == (
        "A series is averaged over 2 datasets, so a change on one of them counts 1/2: "
        'series = "both" in [alerts] also judges each algorithm on each dataset.'
    )
    target.write_text(text.replace("results.json", "{night}.json"), encoding="utf-8")
    assert check_config(target, night="2026-11-20")[1] == (
        "There are no results of 2026-11-20 in 2026-11-20.json yet, so they could not be checked."
    )


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('kind = "pinned"\nnight = "2026-11-20"', "the night of 2026-11-20"),
        ('kind = "label"\nlabel = "main"', "the last 90 nights of main"),
        ('kind = "best"', "its best earlier level"),
        ('kind = "previous"', "the night before"),
    ],
)
def test_check_explains_every_kind_of_baseline(tmp_path, line, sentence):
    target, text = write_results(tmp_path, long_table())
    target.write_text(text.replace('kind = "last"', line), encoding="utf-8")
    assert sentence in check_config(target)[-1]


@loop_over(
    ("hint", "text"),
    [
        (bench(algorithm='a "b"'), 'algorithm = "a \\"b\\"" under [columns]'),
        (
            bench(algorithm="m", score="acc"),
            'algorithm = "m" under [columns]; name = "acc" under [[metric]]',
        ),
        (bench(repeat=["seed", "fold"]), 'repeat = ["seed", "fold"] under [columns]'),
        (
            bench(step="epoch") + ", if these are curves",
            "one row per run: write only the last epoch",
        ),
        (option(size_limit=2**20), "size_limit = 1048576 under [source]"),
        (bench(missing="drop"), "df.bench(missing='drop')"),
        (bench(algorithm=1), "df.bench(algorithm=1)"),
        (option(algorithm="m"), "algorithm='m'"),
        (call("metrics"), "df.bench.metrics()"),
        (call("point_632", {"dataset": "part"}), "df.bench(dataset='part').point_632()"),
        ("rename it", "rename it"),
        ("", ""),
        (
            "drop copies" + code(" by df.drop_duplicates()", " of rows") | "end",
            "drop copies of rows, or end",
        ),
        (code("df.x()", "mend x") + ", then " + bench(missing="drop"), "mend x"),
        (
            "number them: " + code("df.x()") + ", else " + code("df.y()", "y"),
            "number them: df.x(), else df.y()",
        ),
    ],
)
def test_hints_use_the_words_of_the_file(hint, text):
    found = in_toml(RoleError("no.", hint=hint)).hint
    assert found.startswith(text)
    assert "then" not in found
    assert isinstance(
        in_toml(DirectionError("no.", hint=bench(higher_is_better=True))), BenchreportError
    )


def test_a_hint_with_names_is_valid_toml():
    name = 'a"b\\c\nd'
    hint = in_toml(RoleError("no.", hint=bench(dataset=name))).hint
    assert tomllib.loads(hint.removesuffix(" under [columns]")) == {"dataset": name}
    assert json.dumps(name) in hint


def test_a_date_in_the_name_of_a_file_stands_for_any_night(tmp_path):
    file = tmp_path / "2026-11-20.csv"
    long_table().to_csv(file, index=False)
    text = draft_config(file, folder=tmp_path)
    assert tomllib.loads(text)["source"]["files"] == ["{night}.csv"]
    long_table().assign(night="2026-11-20").to_csv(file, index=False)
    text = draft_config(file, folder=tmp_path)
    assert tomllib.loads(text)["source"]["files"] == ["{night}.csv"]
    assert tomllib.loads(text)["columns"]["night"] == "night"


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("f1-20261120.csv", "f1-{yyyymmdd}.csv"),
        ("20261399.csv", "20261399.csv"),
        ("120261120.csv", "120261120.csv"),
        ("20261120-to-20261121.csv", "20261120-to-20261121.csv"),
        ("0001_unversioned_20261120_161620.json", "*_{yyyymmdd}_*.json"),
        (f"0002_{40 * 'a'}_20261120_161620_uncommited-changes.json", "*_{yyyymmdd}_*.json"),
    ],
)
def test_a_date_without_hyphens_stands_for_any_night(tmp_path, name, pattern):
    file = tmp_path / name
    if name.endswith("csv"):
        long_table().to_csv(file, index=False)
    else:
        saved = Path(__file__).parents[1] / "data/tool_files/pytest_benchmark/sorters.json"
        shutil.copy(saved, file)
    target = tmp_path / "nightly.toml"
    write_config(file, target)
    config = load(target)
    assert config.source.files == (pattern,)
    assert fetch_results(config, "2026-11-20").frame is not None
    assert (fetch_results(config, "2026-11-21").frame is None) == ("{" in pattern)


def test_a_large_file_says_how_to_begin_with_a_smaller_one(tmp_path):
    place = tmp_path / "results.csv"
    with place.open("wb") as file:
        file.truncate(10**10)
    with pytest.raises(ReadError, match="1 GiB are allowed") as caught:
        write_config(place, tmp_path / "nightly.toml")
    assert "a smaller file of the same columns, and size_limit = " in caught.value.hint


def test_columns_are_found_by_what_crosses_in_a_night(tmp_path):
    frame = long_table().rename(columns={"algorithm": "contender", "dataset": "corpus"})
    nights = [frame.assign(date=date) for date in ("2026-11-19", None, "2026-11-20")]
    target, _ = write_results(tmp_path, pd.concat(nights, ignore_index=True))
    columns = load(target).columns
    assert (columns.algorithm, columns.dataset, columns.night) == ("contender", "corpus", "date")


def test_times_are_compared_by_ratios_and_commits_are_code(tmp_path):
    frame = long_table(time_s=[0.1, 0.2, 0.3, 0.4], commit=["ab12"] * 4)
    target, _ = write_results(tmp_path, frame)
    metrics = {metric.name: metric for metric in load(target).metric}
    assert (metrics["time_s"].compare, metrics["time_s"].unit) == ("ratio", "s")
    assert load(target).columns.code == "commit"
    frame["time_s"] = [0.0, 0.2, 0.3, 0.4]
    frame["commit"] = ["ab12", "cd34"] * 2
    target, _ = write_results(tmp_path, frame)
    assert load(target).columns.code == ""
    assert {metric.compare for metric in load(target).metric} == {"difference"}


def test_a_benchmark_is_called_like_its_project(tmp_path):
    project = tmp_path / "shop"
    (project / "ci" / "results").mkdir(parents=True)
    results = project / "ci" / "results" / "x.csv"
    long_table().to_csv(results, index=False)

    def name():
        (project / "ci" / "nightly.toml").unlink(missing_ok=True)
        return write_config(results, project / "ci" / "nightly.toml")

    assert 'name = "ci"' in name()
    (project / ".git").mkdir()
    assert 'name = "shop"' in name()


def test_one_algorithm_on_many_datasets_is_watched_on_each(tmp_path):
    """A suite of benchmarks in one environment; a run that failed has no time."""
    frame = pd.DataFrame({
        "environment": "py3.12", "benchmark": [f"time_{n}" for n in range(6)],
        "seconds": [0.1, 0.2, None, 0.4, 0.5, 0.6],
    })  # fmt: skip
    config, text = write_results(
        tmp_path, frame.rename(columns={"environment": "algorithm", "benchmark": "dataset"})
    )
    assert load(config).alerts.series == "dataset"
    assert load(config).metric[0].compare == "ratio"
    assert "each benchmark by itself" in text


def test_a_dataset_that_no_name_tells_is_written_down(tmp_path):
    frame = long_table().rename(columns={"dataset": "corpus"})
    config, text = write_results(tmp_path, frame)
    assert load(config).columns.dataset == "corpus"
    assert "without a role" not in text


def test_lines_that_begin_with_a_sign_show_the_defaults(tmp_path):
    config, text = write_results(tmp_path, long_table())
    before, rules = text.split("[baseline]")
    shown = re.sub(r"(?m)^# (?=\w+ = )", "", rules.partition("[notify]")[0])
    assert shown.count(" = ") == rules.partition("[notify]")[0].count(" = ")
    drafted = load(config)
    config.write_text(f"{before}[baseline]{shown}")
    assert load(config) == drafted
