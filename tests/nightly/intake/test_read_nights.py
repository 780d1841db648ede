"""Reading the scores of nights from a frame, and what is refused."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from looped import loop_over
from nights_tables import config_of, night_name, read_like_others, scores_of

from benchreport.errors import (
    ConfigError,
    DataError,
    DirectionError,
    RoleError,
)
from benchreport.nightly.config.settings import Columns, Config, Metric
from benchreport.nightly.history import night_scores as packing
from benchreport.nightly.history.night_scores import Night, pack, unpack
from benchreport.nightly.intake.read_nights import read_nights

ACCURACY = Config(metric=(Metric(name="accuracy"),))
HOSTILE = ["a/b", "a\nb", "a\x1fb", "x" * 500, "\u202egnp", "決定木", "=1+1", "<script>"]


def table(**columns):
    defaults = {"algorithm": ["svm", "svm", "knn", "knn"], "dataset": ["iris", "wine"] * 2}
    return pd.DataFrame({**defaults, "accuracy": [0.9, 0.8, 0.85, 0.75], **columns})


def read_one(frame, config=ACCURACY, **options):
    (night,) = read_nights(frame, config, **{"night": "2026-11-20", **options})
    return night


def test_nights_with_times_share_a_day():
    frame = table(night=["2026-11-20T15:00"] * 2 + ["2026-11-20T03:00"] * 2)
    assert [night.night for night in read_nights(frame, ACCURACY, night="")] == [
        "2026-11-20T03:00",
        "2026-11-20T15:00",
    ]


def test_a_night_may_have_one_score_an_algorithm():
    night = read_one(pd.DataFrame({"algorithm": ["svm", "knn"], "accuracy": [0.9, 0.8]}))
    assert night.n_scores == 2


def test_a_frame_of_several_nights_is_split():
    frame = pd.concat([table(Date="2026-11-20"), table(Date="2026-11-19")])
    first, second = read_nights(frame, ACCURACY, night="2026-11-25")
    assert (first.night, second.night) == ("2026-11-19", "2026-11-20")
    assert first.sha256 == second.sha256
    assert first.n_scores == 4


def test_two_columns_that_could_say_the_night():
    frame = table(date="2026-11-20", timestamp="2026-11-20")
    with pytest.raises(RoleError, match="2 columns could give the night") as caught:
        read_one(frame)
    assert caught.value.hint == 'night = "date" under [columns]'
    config = replace(ACCURACY, columns=Columns(night="date", code="timestamp"))
    assert read_one(frame, config).code == "2026-11-20"


def test_the_order_of_rows_and_names_does_not_matter():
    frame = table(seed=[1, 1, 2, 2])
    assert read_one(frame).sha256 == read_one(frame.iloc[::-1]).sha256
    assert read_one(frame).sha256 == read_one(frame.astype({"algorithm": "category"})).sha256
    changed = frame.assign(accuracy=frame["accuracy"] + [0, 0, 0, 1e-12])
    assert read_one(frame).sha256 != read_one(changed).sha256
    renamed = frame.replace("svm", "svm2")
    assert read_one(frame).sha256 != read_one(renamed).sha256


def test_the_hash_does_not_depend_on_compression(monkeypatch):
    night = read_one(table())
    before = night.sha256
    monkeypatch.setattr(packing.zlib, "compress", lambda body, _: b"other" + body)
    assert night.sha256 == before


@pytest.mark.parametrize(
    "dtype",
    ["float64", "Float64", object, pd.ArrowDtype(pa.float64())],
    ids=str,
)
def test_failed_runs_of_any_kind_lose_no_night(dtype):
    cells = (
        [0.9, None, 0.85, np.inf] if dtype is not object else [Decimal("0.9"), None, 0.85, -np.inf]
    )
    frame = table(accuracy=pd.Series(cells, dtype=dtype))
    (scores,) = read_one(frame).metrics
    named = scores.frame().set_index(["algorithm", "dataset"])["accuracy"]
    assert scores.failed.sum() == 2
    assert named["svm", "iris"] == pytest.approx(0.9)
    assert named.xs("wine", level="dataset").isna().all()


def test_failed_runs_in_words_lose_no_night():
    frame = table(
        accuracy=["90.5% ± 0.3", "OOM", "85%", "—"], seconds=["1,234.5", "timeout", "3", "2"]
    )
    accuracy, seconds = read_one(frame, Config()).metrics
    for scores, expected in (
        (accuracy, [90.5, np.nan, 85, np.nan]),
        (seconds, [1234.5, np.nan, 3, 2]),
    ):
        named = scores.frame().set_index(["algorithm", "dataset"])[scores.metric]
        keys = [("svm", "iris"), ("svm", "wine"), ("knn", "iris"), ("knn", "wine")]
        np.testing.assert_array_equal([named[key] for key in keys], expected)


def test_zeros_and_nans_are_normalized():
    first = read_one(table(accuracy=[0.0, np.nan, 1, 2]))
    second = read_one(table(accuracy=[-0.0, -np.float64("nan"), 1, 2]))
    assert first.sha256 == second.sha256


@pytest.mark.parametrize("column", ["algorithm", "dataset", "seed", "data_version"])
def test_hostile_names_come_back(column):
    frame = pd.DataFrame(
        {"algorithm": "a", "dataset": "d", "seed": "0", "data_version": "v"}, range(8)
    )
    frame[column] = HOSTILE
    frame["accuracy"] = np.arange(8.0)
    if column == "data_version":
        frame["dataset"] = list("stuvwxyz")
    config = replace(ACCURACY, columns=Columns(version=("data_version",)))
    (scores,) = read_one(frame, config).metrics
    unpacked = unpack(pack(scores)).frame()
    role = "version" if column == "data_version" else column.replace("seed", "repeat")
    names = unpacked.sort_values("accuracy")[role].str.removeprefix("data_version ")
    assert names.tolist() == HOSTILE
    assert unpacked.equals(scores.frame())


def test_empty_names_are_refused_where_they_are_missing():
    with pytest.raises(DataError, match="without algorithm"):
        read_one(table(algorithm=["svm", None, "knn", "knn"]))
    (scores,) = read_one(table(algorithm=["", "", "knn", "knn"])).metrics
    assert scores.algorithms == ("", "knn")


def test_interleaved_labels_are_read_one_at_a_time():
    frame = pd.concat([table(branch="main"), table(branch="new", accuracy=[1, 2, 3, 4.0])])
    config = replace(ACCURACY, columns=Columns(label="branch"))
    with pytest.raises(DataError, match="has 2: 'main', 'new'") as caught:
        read_one(frame, config)
    assert "--label new" in caught.value.hint
    night = read_one(frame, config, label="new")
    assert (night.label, night.n_scores) == ("new", 4)
    assert night.metrics[0].value.tolist() == [3, 4, 1, 2]
    with pytest.raises(DataError, match="no row has label 'old'"):
        read_one(frame, config, label="old")


def test_labels_that_change_from_night_to_night_are_two_labels():
    frame = pd.concat(
        [table(branch="main", date="2026-11-20"), table(branch="new", date="2026-11-21")]
    )
    config = replace(ACCURACY, columns=Columns(label="branch"))
    with pytest.raises(DataError, match="one label"):
        read_nights(frame, config, night="")
    assert [night.night for night in read_nights(frame, config, night="", label="new")] == [
        "2026-11-21"
    ]


def test_the_code_of_a_night():
    config = replace(ACCURACY, columns=Columns(code="commit"))
    assert read_one(table(commit=["ab1", None, "ab1", "ab1"]), config).code == "ab1"
    assert read_one(table(commit=[7, None, 7, 7]), config).code == "7"
    assert read_one(table(commit=[None] * 4), config, code="").code == ""
    assert read_one(table(commit=[1e30] * 4), config).code == "1e+30"
    assert read_one(table(), ACCURACY, code="ab1").code == "ab1"
    with pytest.raises(DataError, match="one code; column 'commit' has 2") as caught:
        read_one(table(commit=["ab1", "ab1", "ab2", "ab2"]), config)
    assert "--code ab1" in caught.value.hint
    # the hint works
    assert read_one(table(commit=["ab1", "ab1", "ab2", "ab2"]), config, code="ab1").n_scores == 2


def test_versions_that_are_missing_are_unknown_and_change_no_other():
    config = replace(ACCURACY, columns=Columns(version=("data", "library")))
    (complete,) = read_one(table(data=[1, 2, 1, 2], library="x"), config).metrics
    (part,) = read_one(table(data=[1, 2, None, 2], library="x"), config).metrics
    assert complete.versions == ("data 1, library x", "data 2, library x")
    assert part.versions == ("data 1, library x", "data 2, library x", "data unknown, library x")
    row = part.frame().set_index(["algorithm", "dataset"]).loc[("knn", "iris")]
    assert row["version"] == "data unknown, library x"


def test_several_metrics_are_read_each_on_its_own():
    frame = table(seconds=[1.0, 2, 3, np.inf], note="x", n_rows=[1, 2, 3, 4])
    night = read_one(frame, Config())
    assert [scores.metric for scores in night.metrics] == ["accuracy", "seconds"]
    assert [scores.higher_is_better for scores in night.metrics] == [True, False]
    assert [int(scores.failed.sum()) for scores in night.metrics] == [0, 1]
    assert night.n_scores == 8


def test_metrics_of_unknown_direction_do_not_block_known_ones():
    frame = pd.DataFrame(
        {"algorithm": list("aabb"), "quality": [1, 2, 3, 4], "effort": [4, 3, 2, 1]}
    )
    metrics = tuple(Metric(name=name, higher_is_better=True) for name in ("quality", "effort"))
    night = read_one(frame, Config(metric=metrics))
    assert [scores.matched for scores in night.metrics] == [False, False]
    with pytest.raises(DirectionError, match="whether a higher score is better") as caught:
        read_one(frame.drop(columns="effort"), Config(metric=(Metric(name="quality"),)))
    assert "[[metric]]" in caught.value.hint
    assert "df.bench" not in caught.value.hint


def test_metrics_in_a_column_are_metrics_of_their_own():
    frame = pd.DataFrame(
        {
            "algorithm": list("aabb") * 2,
            "dataset": ["x", "y"] * 4,
            "metric": ["accuracy"] * 4 + ["time"] * 4,
            "value": [0.9, 0.8, 0.7, 0.6, 5.0, 6.0, 7.0, 8.0],
            "version": ["1.0"] * 2 + ["2.0"] * 6,
        }
    )
    night = read_one(frame, Config(columns=Columns(version=("version",))))
    accuracy, time = night.metrics
    assert (accuracy.metric, accuracy.higher_is_better) == ("accuracy", True)
    assert (time.metric, time.higher_is_better) == ("time", False)
    assert sorted(time.value.tolist()) == [5.0, 6.0, 7.0, 8.0]
    assert [accuracy.versions[code] for code in accuracy.version] == ["version 1.0"] * 2 + [
        "version 2.0"
    ] * 2
    one = read_one(frame.drop(columns="version"), Config(metric=(Metric(name="time"),)))
    assert [scores.metric for scores in one.metrics] == ["time"]
    with pytest.raises(ConfigError, match="column 'metric' has quality, size"):
        read_one(frame.replace({"accuracy": "quality", "time": "size"}), Config())


def test_a_dataset_column_with_the_name_of_a_metric_stays_one():
    frame = table().rename(columns={"dataset": "memory"}).assign(memory=[1, 2, 1, 2])
    (scores,) = read_one(frame, replace(ACCURACY, columns=Columns(dataset="memory"))).metrics
    assert scores.datasets == ("1", "2")


WIDE = pd.DataFrame({"dataset": ["iris", "wine"], "svm": [0.9, 0.8], "knn": [np.inf, 0.7]})


def test_wide_tables():
    (scores,) = read_one(WIDE, Config(metric=(Metric(name="accuracy"),))).metrics
    assert scores.frame().to_dict("list") == {
        "algorithm": ["knn", "knn", "svm", "svm"],
        "dataset": ["iris", "wine"] * 2,
        "accuracy": [pytest.approx(np.nan, nan_ok=True), 0.7, 0.9, 0.8],
    }
    numbered = WIDE.set_index("dataset").rename(columns={"svm": 0, "knn": 1})
    assert read_one(numbered, ACCURACY).metrics[0].failed.sum() == 1


def test_a_wide_table_holds_one_metric():
    both = Config(metric=(Metric(name="accuracy"), Metric(name="auc")))
    with pytest.raises(ConfigError, match="such a table holds one metric") as caught:
        read_one(WIDE, both)
    assert "under [columns]" in caught.value.hint


def test_ratios_need_scores_above_zero_and_say_which_are_not():
    config = Config(metric=(Metric(name="seconds", compare="ratio"),))
    frame = table().rename(columns={"accuracy": "seconds"}).assign(seconds=[1.0, 0.0, np.nan, 2])
    with pytest.raises(DataError, match="there is 1 other: ") as caught:
        read_one(frame, config)
    assert "('svm', 'wine')" in caught.value.message
    assert 'compare = "difference"' in caught.value.hint
    assert read_one(frame.replace({"seconds": {0.0: 0.5}}), config).n_scores == 4


@loop_over(
    ("config", "hint"),
    [
        (replace(ACCURACY, columns=Columns(algorithm="algoritm")), 'algorithm = "algorithm" under'),
        (replace(ACCURACY, columns=Columns(night="nigt")), "leave night out"),
        (replace(ACCURACY, columns=Columns(label="branch")), "leave label out"),
        (replace(ACCURACY, columns=Columns(code="commit")), "leave code out"),
        (replace(ACCURACY, columns=Columns(version=("dat",))), "under [columns]"),
        (
            Config(metric=(Metric(name="acuracy", higher_is_better=True),)),
            'name = "accuracy" under',
        ),
        (
            Config(metric=(Metric(name="accuracy_score", higher_is_better=True),)),
            'name = "accuracy" under',
        ),
    ],
)
def test_missing_columns_are_named(config, hint):
    with pytest.raises(RoleError, match="is not a column") as caught:
        read_one(table(), config)
    assert hint in caught.value.hint


def test_an_empty_frame_is_refused():
    with pytest.raises(DataError, match="no row") as caught:
        read_nights(table().head(0), ACCURACY, night="2026-11-20")
    assert caught.value.hint


def test_a_duplicated_index_mixes_no_rows():
    frame = pd.concat([table(date="2026-11-20"), table(date="2026-11-21", accuracy=[0, 0, 0, 0.0])])
    config = replace(ACCURACY, columns=Columns(version=("date",), night="date"))
    with pytest.raises(RoleError, match="'date' is not a column"):
        read_nights(frame, config, night="")
    first, second = read_nights(frame, ACCURACY, night="")
    assert (first.metrics[0].value.sum(), second.metrics[0].value.sum()) == (pytest.approx(3.3), 0)


def test_a_night_without_metrics_has_no_scores():
    assert Night(night="2026-11-20", metrics=()).n_scores == 0


def test_columns_without_a_role_tell_of_the_run(tmp_path):
    frame = scores_of(0).assign(
        machine="m1", gpu=None, shard=lambda rows: "s" + rows["seed"].astype(str)
    )
    (night,) = read_nights(frame, config_of(tmp_path), night="2026-11-20", label="", code="")
    # one text is a property of the run; several, or none, are not
    assert night.context == {"machine": "m1"}


def test_iterations_of_an_invocation_are_averaged():
    rows = [
        (name, dataset, invocation, iteration, 1.0 + place + invocation / 10 + iteration)
        for place, name in enumerate(["svm", "knn"])
        for dataset in ("iris", "wine")
        for invocation in (1, 2)
        for iteration in range(3)
    ]
    frame = pd.DataFrame(
        rows, columns=["algorithm", "dataset", "invocation", "iteration", "seconds"]
    )
    config = Config(metric=(Metric(name="seconds"),))
    (scores,) = read_one(frame, config).metrics
    assert scores.repeats == ("1", "2")
    expected = frame.groupby(["algorithm", "dataset", "invocation"])["seconds"].mean()
    assert scores.value == pytest.approx(expected.to_numpy())
    failed = frame.assign(seconds=frame["seconds"].mask(frame.index == 4))
    (lacking,) = read_one(failed, config).metrics
    assert lacking.failed.sum() == 1
    single = frame[frame["iteration"] == 0].drop(columns="iteration")
    assert read_one(single, config).metrics[0].value == pytest.approx(single.sort_values(
        ["algorithm", "dataset", "invocation"])["seconds"].to_numpy())  # fmt: skip


def test_nights_that_tests_take_in_are_read_so(tmp_path):
    config = config_of(tmp_path)
    given = {"label": "main", "code": "abc"}
    for number in range(3):
        frame = scores_of(number).sample(frac=1, random_state=number)
        night = night_name(number)
        expected = read_one(frame, config, night=night, **given)
        found = read_like_others(frame, config, night=night, **given)
        for part in ("night", "label", "code", "context"):
            assert getattr(found, part) == getattr(expected, part)
        assert [*map(pack, found.metrics)] == [*map(pack, expected.metrics)]
