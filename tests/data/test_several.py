import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from looped import loop_over

from benchreport.data import Roles, Scores
from benchreport.data.cells.value_order import ordered_values
from benchreport.data.columns.words.direction import directions_of
from benchreport.data.several import Several
from benchreport.errors import DataError, DesignError, DirectionError, OptionError, RoleError
from benchreport.stats.description.rank_changes import rank_changes


def long(k=3, n=4, nights=("night 9", "night 10"), seed=0):
    rng = np.random.default_rng(seed)
    index = pd.MultiIndex.from_product(
        [nights, [f"d{place}" for place in range(n)], [f"a{place}" for place in range(k)]],
        names=["night", "dataset", "algorithm"],
    )
    frame = pd.DataFrame(index=index).reset_index()
    return frame.assign(
        accuracy=rng.normal(0.8, 0.1, len(frame)), runtime=rng.lognormal(0, 1, len(frame))
    )


def only_night(frame, night="night 9"):
    return frame[frame["night"] == night].drop(columns="night")


def test_a_table_for_each_metric_with_its_own_direction():
    frame = only_night(long())
    tables = Several.from_frame(frame).by_scores(["runtime", "accuracy"])
    assert list(tables) == ["runtime", "accuracy"]
    assert [table.higher_is_better for table in tables.values()] == [False, True]
    alone = Scores.from_frame(frame, Roles(score="runtime"))
    assert np.array_equal(tables["runtime"].values, alone.values)
    assert tables["runtime"].algorithms == alone.algorithms


def test_metrics_of_known_direction_are_the_usual_ones():
    frame = only_night(long()).assign(quality=1.0, n_layers=3, train=0.5)
    assert list(Several.from_frame(frame).by_scores()) == ["accuracy", "runtime"]


def test_directions_are_given_by_metric_or_read_and_never_guessed():
    frame = only_night(long()).assign(quality=lambda frame: frame["accuracy"])
    several = Several.from_frame(frame)
    with pytest.raises(DirectionError, match="quality") as caught:
        several.by_scores(["accuracy", "quality"])
    assert "higher_is_better={'quality': True}" in str(caught.value)
    tables = several.by_scores(["accuracy", "quality"], higher_is_better={"quality": False})
    assert [table.higher_is_better for table in tables.values()] == [True, False]
    assert directions_of(["accuracy", "quality"], directions=True) == (True, True)
    with pytest.raises(DirectionError, match="'runtime' says that lower is better"):
        Several.from_frame(frame, Roles(higher_is_better=True)).by_scores(["accuracy", "runtime"])
    with pytest.raises(OptionError, match="f1, not among"):
        several.by_scores(["accuracy", "runtime"], higher_is_better={"f1": True})
    assert directions_of(["runtime"], {"runtime": True}) == (True,)


def test_a_table_for_each_value_in_natural_order():
    frame = long(nights=("night 10", "night 9", "night 1"))
    tables = Several.from_frame(frame, Roles(score="accuracy")).by_column("night")
    assert list(tables) == ["night 1", "night 9", "night 10"]
    alone = Scores.from_frame(only_night(frame, "night 10"), Roles(score="accuracy"))
    assert np.array_equal(tables["night 10"].values, alone.values)


@loop_over(
    ("values", "expected"),
    [
        ([10, 9, 100], ["9", "10", "100"]),
        (["0.1", "0.05", "1e3"], ["0.05", "0.1", "1e3"]),
        ([2.0, 0.5], ["0.5", "2"]),
        (list(pd.to_datetime(["2024-02-01", "2023-12-31"])), ["2023-12-31", "2024-02-01"]),
        (["b", "A", "c"], ["A", "b", "c"]),
        ([True, False], ["False", "True"]),
        (["v10", 3, "v9"], ["3", "v9", "v10"]),
        (pd.Categorical(["low", "high"], categories=["low", "mid", "high"]), ["low", "high"]),
    ],
)
def test_values_are_in_the_order_that_is_meant(values, expected):
    assert list(ordered_values(pd.Series(values, name="x"))) == expected


def test_values_that_read_the_same_or_are_absent_are_refused():
    with pytest.raises(DataError, match="read the same: 1"):
        ordered_values(pd.Series([1, "1"], dtype=object, name="x"))
    with pytest.raises(DataError, match="1 empty cells"):
        ordered_values(pd.Series([1.0, None], name="x"))


@example(["Ü", "ü", "run 07", "run 7"])
@given(st.lists(st.one_of(st.text(max_size=8), st.integers(-99, 99)), min_size=1, max_size=8))
def test_any_values_have_an_order_that_does_not_depend_on_the_rows(values):
    column = pd.Series(values, dtype=object, name="x")
    try:
        order = ordered_values(column)
    except DataError:
        assert len({str(value) for value in values}) < len({repr(value) for value in values})
        return
    assert set(order) == {str(value) for value in values}
    assert list(ordered_values(column[::-1])) == list(order)


def test_absent_algorithms_stay_out_of_their_table_only():
    frame = long()
    gone = (frame["night"] == "night 10") & (frame["algorithm"] == "a1")
    for absent in (frame[~gone], frame.assign(accuracy=frame["accuracy"].mask(gone))):
        several = Several.from_frame(absent, Roles(score="accuracy"))
        tables = several.by_column("night")
        assert tables["night 9"].algorithms == ("a0", "a1", "a2")
        assert tables["night 10"].algorithms == ("a0", "a2")
        result = rank_changes(several, over="night")
        assert np.isnan(result.ranks[1][1])
        assert result.ranks[1][0] + result.ranks[1][2] == 3


def test_tables_may_differ_in_a_dataset_or_a_repeat():
    frame = only_night(long(n=2)).assign(seed=0)
    frame = pd.concat([frame, frame.assign(seed=1), frame.assign(seed=2)])
    for roles in (Roles(score="accuracy"), Roles(score="accuracy", dataset="dataset")):
        tables = Several.from_frame(frame, roles).by_column("dataset")
        assert [table.block_kind for table in tables.values()] == ["seed", "seed"]
    bound = Roles(score="accuracy", repeat=["seed"])
    assert list(Several.from_frame(frame, bound).by_column("seed")) == ["0", "1", "2"]


def test_wide_tables_have_values_too():
    frame = pd.DataFrame({"night": [1, 1, 2, 2], "svm": [0.9, 0.8] * 2, "knn": [0.5, 0.6] * 2})
    tables = Several.from_frame(frame, Roles(score="accuracy")).by_column("night")
    assert [table.algorithms for table in tables.values()] == [("svm", "knn")] * 2


def test_errors_name_the_table():
    several = Several.from_frame(long(), Roles(score="accuracy"))
    with pytest.raises(RoleError, match="over='nights' is not a column"):
        several.by_column("nights")
    with pytest.raises(RoleError, match="is the algorithm"):
        several.by_column("algorithm")
    with pytest.raises(RoleError, match="is the score"):
        several.by_column("accuracy")
    with pytest.raises(RoleError, match="score='f1' is not a column"):
        several.by_scores(["accuracy", "f1"])
    with pytest.raises(DesignError, match="at least 2 metrics"):
        several.by_scores(["accuracy"])
    with pytest.raises(OptionError, match="exclude each other"):
        several.tables(scores=["accuracy"], over="night")
    with pytest.raises(OptionError, match="one direction"):
        several.tables(over="night", higher_is_better={"accuracy": True})
    one_night = Several.from_frame(long(nights=("night 1",)), Roles(score="accuracy"))
    with pytest.raises(DesignError, match="at least 2 values"):
        one_night.by_column("night")
    with pytest.raises(DesignError, match="the table is empty"):
        Several.from_frame(long()[:0])
    broken = long()
    broken.loc[broken["night"] == "night 9", "accuracy"] = np.inf
    with pytest.raises(DataError, match="night night 9: 12 infinite scores"):
        Several.from_frame(broken, Roles(score="accuracy")).by_column("night")


def test_errors_about_gaps_name_their_table():
    frame = long()
    frame.loc[1, "accuracy"] = np.nan
    several = Several.from_frame(frame, Roles(score="accuracy"))
    with pytest.raises(DesignError, match="night 9: rank_changes needs every algorithm"):
        rank_changes(several, over="night")
    dropped = Several.from_frame(frame, Roles(score="accuracy", missing="drop"))
    assert rank_changes(dropped, over="night").blocks == (3, 4)


def test_training_scores_are_those_of_the_same_runs():
    frame = only_night(long()).drop(columns="runtime").assign(train=lambda f: f["accuracy"] + 0.1)
    frame = pd.concat([frame.assign(seed=1), frame.assign(seed=2)])
    frame.iloc[0, frame.columns.get_loc("train")] = np.nan
    pair = Several.from_frame(frame).pair_with_train()
    assert pair.left_out == 1
    assert pair.train.algorithms == pair.test.algorithms
    assert pair.train.blocks == pair.test.blocks
    assert pair.train.values - pair.test.values == pytest.approx(0.1)
    # only the run with both scores counts
    cell = pair.test.blocks.index("d0"), pair.test.algorithms.index("a0")
    assert pair.test.counts[cell] == pair.train.counts[cell] == 1
    renamed = Several.from_frame(frame.rename(columns={"train": "fit"}))
    assert np.array_equal(renamed.pair_with_train("fit").train.values, pair.train.values)


def test_training_scores_are_asked_for():
    frame = only_night(long()).drop(columns="runtime")
    with pytest.raises(RoleError, match="no column is called train"):
        Several.from_frame(frame).pair_with_train()
    with pytest.raises(RoleError, match="train='x' is not a column"):
        Several.from_frame(frame).pair_with_train("x")
    with pytest.raises(DesignError, match="no row has both"):
        Several.from_frame(frame.assign(train=np.nan)).pair_with_train()
    wide = pd.DataFrame({"a": [1, 2.0], "b": [1, 3.0], "train": [2, 3.0]})
    with pytest.raises(RoleError, match="two columns of a long table"):
        Several.from_frame(wide, Roles(score="accuracy")).pair_with_train()


def test_a_training_score_beside_the_test_score_is_not_compared():
    frame = only_night(long()).drop(columns="runtime").assign(train_score=1.0)
    assert Scores.from_frame(frame).score == "accuracy"
    named = frame.rename(columns={"train_score": "fit"})
    assert Scores.from_frame(named, Roles(train="fit")).score == "accuracy"
    with pytest.raises(RoleError, match="2 columns could be the score"):
        Scores.from_frame(named.assign(fit=[*range(1, len(named)), 1.5]))


def test_metrics_in_text_cells_are_metrics_and_failed_runs_have_no_score():
    frame = pd.DataFrame(
        {
            "model": list("aabbcc"),
            "task": list("xyxyxy"),
            "accuracy": ["81.2 ± 0.1", "80%", "79%", "81%", "OOM", "timeout"],
            "time_s": ["1,234.5", 80, "—", 70, "12", 13],
        }
    )
    frame["accuracy"] = frame["accuracy"].replace("81.2 ± 0.1", "81.2% ± 0.1")
    tables = Several.from_frame(frame).by_scores()
    assert tables["accuracy"].algorithms == ("a", "b")
    assert tables["accuracy"].values.tolist() == [[81.2, 79], [80, 81]]
    assert tables["time_s"].algorithms == ("a", "b", "c")
    wide = pd.DataFrame(
        {"task": ["x", "y"] * 2, "night": [1, 1, 2, 2], "a": [1, 2, 3, 4], "b": [2, 3, 4, 5]}
    )
    wide["c"] = [1, 2, "OOM", "n/a"]
    by_night = Several.from_frame(wide, Roles(higher_is_better=True)).by_column("night")
    assert [table.algorithms for table in by_night.values()] == [("a", "b", "c"), ("a", "b")]


def test_runs_without_one_of_two_scores_in_text_cells_are_left_out():
    frame = pd.DataFrame(
        {
            "model": list("aaabbb"),
            "task": list("xyzxyz"),
            "train": ["0.9", "0.8", "—", 0.9, 0.8, 0.9],
            "accuracy": ["0.8", "0.7", "0.7", "0.8", "0.6", "OOM"],
        }
    )
    pair = Several.from_frame(frame).pair_with_train()
    assert pair.left_out == 2
    assert pair.test.values.tolist() == [[0.8, 0.8], [0.7, 0.6]]


def frame_of_metrics(**tasks):
    """Return two models' scores by metrics, each on its tasks."""
    rows = [
        (model, task, metric, number / 10)
        for metric, names in tasks.items()
        for task in names
        for number, model in enumerate("ab")
    ]
    return pd.DataFrame(rows, columns=["model", "task", "metric", "value"])


def test_metrics_that_cannot_be_compared_are_left_out_with_a_note():
    several = Several.from_frame(frame_of_metrics(acc="xyz", f1="xyz", ppl="x"))
    tables = several.by_scores()
    assert list(tables) == ["acc", "f1"]
    note = "ppl is left out, because the scores cannot be compared."
    assert all(table.runs.notes[-1] == note for table in tables.values())
    with pytest.raises(DesignError, match="ppl: a comparison needs at least 2 datasets"):
        several.by_scores(["acc", "ppl"])


def test_metrics_of_unknown_direction_are_left_out_with_a_note():
    several = Several.from_frame(frame_of_metrics(accuracy="xyz", f1="xyz", zeal="xyz"))
    tables = several.by_scores()
    assert list(tables) == ["accuracy", "f1"]
    note = "zeal is left out, because the names do not tell whether higher is better."
    assert all(table.runs.notes[-1] == note for table in tables.values())
    assert list(several.by_scores(higher_is_better={"zeal": True})) == ["accuracy", "f1", "zeal"]


def test_the_only_metric_that_can_be_compared_is_named():
    several = Several.from_frame(frame_of_metrics(acc="x", f1="xyz", ppl="x"))
    with pytest.raises(DesignError, match=r"^acc: a comparison needs") as caught:
        several.by_scores()
    assert str(caught.value.way_out) == "df.bench(metric='f1')"


@pytest.mark.parametrize("order", [["acc", "zeal", "mood"], ["mood", "zeal", "acc"]])
def test_the_direction_to_say_does_not_depend_on_the_order_of_the_rows(order):
    known = {"acc": "x", "mood": "xyz", "zeal": "xyz"}
    several = Several.from_frame(frame_of_metrics(**{name: known[name] for name in order}))
    with pytest.raises(DirectionError, match="the name 'mood' does not tell"):
        several.by_scores()


def test_no_metric_can_be_compared():
    with pytest.raises(DesignError, match=r"^acc: a comparison needs") as caught:
        Several.from_frame(frame_of_metrics(acc="x", f1="y")).by_scores()
    assert "repeat" in str(caught.value.way_out)


def test_a_metric_that_is_the_same_in_all_rows_is_not_compared_beside_others():
    frame = only_night(long()).assign(error_rate=0.0)
    assert list(Several.from_frame(frame).by_scores()) == ["accuracy", "runtime"]
    # asked for, it is
    assert "error_rate" in Several.from_frame(frame).by_scores(["accuracy", "error_rate"])


def test_what_was_measured_is_not_left_out_beside_what_it_cost():
    """cross_validate names no metric: of its times and its score, the score is asked about."""
    table = pd.DataFrame(
        itertools.product(["svc", "tree"], range(6), ["fit_time", "score_time", "test_score"]),
        columns=["model", "fold", "metric"],
    ).assign(value=np.random.default_rng(0).random(36))
    with pytest.raises(
        DirectionError, match=r"because the name 'test_score' does not tell"
    ) as asked:
        table.bench.report()
    answer = asked.value.way_out.calls[0].roles
    assert answer == {"metric": "test_score", "higher_is_better": True}
    assert table.bench(**answer).scores.score == "test_score"
    report = table.bench.report_metrics(higher_is_better={"test_score": True})
    assert "fit_time, score_time and test_score" in str(report)
