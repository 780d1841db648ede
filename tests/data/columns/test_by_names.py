"""Layouts that names settle are those that the whole frame settles."""

import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from needs import LONG, longer

from benchreport.data import Roles, Scores
from benchreport.data import scores as module
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.flat_frame import flat
from benchreport.errors import BenchreportError

PLAIN = pd.DataFrame({"svm": [0.9, 0.8, 0.7], "knn": [0.7, 0.6, 0.9]})
ACCURACY = Roles(score="accuracy")
# names of algorithms, and names that say, or may say, something else
NAMES = ["svm", "knn", "rf", "Mean", "average", "dataset", "fold", "seed", "y_true", "time", "accuracy", "f1",
         "n_features", "epoch", "model", "algorithm", "prediction", "metric", "example", "iteration", "fork",
         "Unnamed: 0", "rank", "value", "score", "1", "2", "split", "wins"]  # fmt: skip
ROLES = [{}, {"score": "accuracy"}, {"score": "svm"}, {"dataset": "fold"}, {"repeat": "seed"},
         {"algorithm": ["svm", "knn"]}, {"columns": "algorithm"}, {"columns": "dataset"},
         {"metric": "accuracy"}, {"where": {"fold": 1.0}}, {"factors": ["svm"]}, {"covariates": "time"},
         {"missing": "drop"}, {"higher_is_better": False}]  # fmt: skip


# names of datasets, of algorithms, of parts and summaries, repeated ones, numbers, and what is no name
LABELS = [["iris", "wine", "glass", "zoo"], ["Random Forest", "SVM", "XGBoost", "kNN"],
          ["iris", "wine", "glass", "Mean"], ["iris", "iris", "wine", "wine"], ["train", "test"] * 2,
          ["f1", "auc", "f1", "auc"], ["1", "2", "3", "4"], ["0.1", "0.2 ± 0.1", "-", "0.4"],
          ["http://a", "http://b", "http://c", "http://d"], ["x", "x", "x", "x"],
          ["iris", None, "glass", "zoo"]]  # fmt: skip


def outcome(frame, roles):
    """Return all that is read of a frame, or the error."""
    try:
        scores = Scores.from_frame(frame, roles)
    except BenchreportError as error:
        return type(error).__name__, str(error)
    parts = (scores.algorithms, scores.blocks, scores.block_kind, scores.score, scores.dataset)
    return (
        *parts,
        scores.higher_is_better,
        scores.values.tobytes(),
        scores.sha256,
        scores.runs.notes,
    )


def with_index(frame, rng):
    """Return the frame as it is, or with some column, names or numbers of rows as its index."""
    kind = rng.integers(7)
    if kind == 0:
        return frame.set_index(rng.choice(frame.columns))
    if kind == 1:
        return frame.set_index(
            rng.choice(frame.columns, size=min(2, frame.shape[1]), replace=False).tolist()
        )
    if kind == 2:
        names = LABELS[rng.integers(len(LABELS))]
        return frame.set_axis(names).rename_axis([None, "dataset", "task", "svm"][rng.integers(4)])
    if kind == 3:
        return frame.set_axis([3, 5, 9, 8]).rename_axis([None, "dataset", "fold"][rng.integers(3)])
    return frame


@LONG
@pytest.mark.parametrize("frames", [80, longer(700)])
def test_names_settle_what_the_frame_does(monkeypatch, frames):
    rng = np.random.default_rng(0)
    settled = 0
    for _ in range(frames):
        names = rng.choice(NAMES, size=rng.integers(1, 6), replace=False).tolist()
        values = rng.normal(size=(4, len(names)))
        values[rng.random(values.shape) < 0.05] = np.nan
        if len(names) > 2 and rng.random() < 0.3:
            # of another size, or computed
            values[:, -1] = [1000 * values[:, 0], values[:, 0] / values[:, 1]][rng.integers(2)]
        frame = pd.DataFrame(values if rng.random() < 0.7 else np.rint(values), columns=names)
        if rng.random() < 0.4:
            frame[rng.choice(names)] = LABELS[rng.integers(len(LABELS))]
        frame = with_index(frame, rng)
        given = {"higher_is_better": True} | ROLES[rng.integers(len(ROLES))]
        roles = Roles(**given | {"score": given.get("score", [None, "accuracy"][rng.integers(2)])})
        found = [outcome(frame, roles) for _ in range(2)]
        with monkeypatch.context() as patch:
            patch.setattr(module, "_layout_by_names", lambda *_: None)
            assert found == [outcome(frame, roles)] * 2
        try:
            settled += module._layout_by_names(frame, roles) is not None
        except BenchreportError:
            settled += 1
    assert frames / 7 < settled < frames * 6 / 7


@LONG
@pytest.mark.parametrize("frames", [40, longer(300)])
def test_names_settle_what_long_frames_do(monkeypatch, frames):
    rng = np.random.default_rng(1)
    settled = 0
    for _ in range(frames):
        frame = pd.DataFrame(
            [
                (name, task, seed)
                for name in ("svm", "knn")
                for task in ("a", "b")
                for seed in (0, 1)
            ],
            columns=rng.choice([*NAMES, "task", "method"], size=3, replace=False),
        ).iloc[:, : rng.integers(1, 4)]
        for name in rng.choice(
            ["accuracy", "loss", "time", "epoch", "dataset", "n_features"], size=2
        ):
            values = rng.normal(size=len(frame)) if rng.random() < 0.7 else rng.integers(0, 4, 8)
            frame[name] = values.astype(float)
        roles = Roles(higher_is_better=True, **ROLES[rng.integers(5)])
        found = [outcome(frame, roles) for _ in range(2)]
        with monkeypatch.context() as patch:
            patch.setattr(module, "_layout_by_names", lambda *_: None)
            assert found == [outcome(frame, roles)] * 2
        try:
            settled += module._layout_by_names(frame, roles) is not None
        except BenchreportError:
            settled += 1
    assert frames / 5 < settled < frames


def test_whether_scores_are_whole_decides_again():
    long = pd.DataFrame(
        {
            "algorithm": ["a", "b"] * 3,
            "dataset": [*"xxyyzz"],
            "score": [0.5, 0.1, 0.2, 0.4, 0.3, 0.6],
        }
    )
    numbered = long.assign(fold=[0.0, 0.0, 1.0, 1.0, 2.0, 2.0])
    roles = Roles(higher_is_better=True)
    assert Scores.from_frame(numbered, roles).runs.repeat_columns == ("fold",)
    with pytest.raises(BenchreportError, match="could be the score"):
        Scores.from_frame(
            numbered.rename(columns={"fold": "other"}).assign(other=long["score"] + 1), roles
        )


def test_no_cell_is_looked_at_again(monkeypatch):
    Scores.from_frame(PLAIN, ACCURACY)
    monkeypatch.setattr(module, "read_layout", lambda *_, **__: pytest.fail("found again"))
    assert Scores.from_frame(PLAIN + 1, ACCURACY).values.max() == 1.9


def test_the_layout_of_a_large_table_is_remembered(monkeypatch):
    large = pd.DataFrame(np.random.default_rng(0).normal(size=(300, 100))).add_prefix("a")
    Scores.from_frame(large, ACCURACY)
    monkeypatch.setattr(module, "read_layout", lambda *_, **__: pytest.fail("found again"))
    assert Scores.from_frame(large + 1, ACCURACY).values.shape == (300, 100)


def test_columns_that_are_alike_are_asked_together(monkeypatch):
    rng = np.random.default_rng(0)
    known, other = (pd.DataFrame(rng.normal(size=(9, 4)), columns=[*"abce"]) for _ in range(2))
    roles = Roles(higher_is_better=True)
    Scores.from_frame(known, roles)
    monkeypatch.setattr(module, "read_layout", lambda *_, **__: pytest.fail("found again"))
    Scores.from_frame(other, roles)
    for unlike in (other.eval("e = 100 * (a - b) / b"), other.eval("e = 1000 + 9 * e")):
        with pytest.raises(pytest.fail.Exception, match="found again"):
            Scores.from_frame(unlike, roles)


@pytest.mark.parametrize("names", [["svm", "knn", "rf"], ["model 1", "model 2", "model 3"]])
def test_names_of_algorithms_settle_what_their_columns_are(monkeypatch, names):
    frame = pd.DataFrame(np.random.default_rng(0).normal(size=(9, 3)), columns=names)
    monkeypatch.setattr(Evidence, "counts_of_floats", lambda _: pytest.fail("looked at"))
    assert module._layout_by_names(frame, Roles(higher_is_better=True)) is not None


def test_names_of_datasets_are_looked_at_once(monkeypatch):
    named = PLAIN.assign(task=["iris", "wine", "glass"])
    Scores.from_frame(named, ACCURACY)
    monkeypatch.setattr(module, "read_layout", lambda *_, **__: pytest.fail("found again"))
    assert Scores.from_frame(named.assign(svm=1.9), ACCURACY).values.max() == 1.9
    with pytest.raises(pytest.fail.Exception, match="found again"):
        Scores.from_frame(named.assign(task=["iris", "wine", "zoo"]), ACCURACY)


def test_of_named_datasets_no_score_is_looked_at(monkeypatch):
    named = PLAIN.assign(task=["iris", "wine", "glass"])
    monkeypatch.setattr(Evidence, "kinds_of_floats", lambda _: pytest.fail("looked at"))
    assert module._layout_by_names(named, ACCURACY) is not None


def test_names_in_the_index_are_remembered_with_it():
    named = PLAIN.set_axis(["iris", "wine", "glass"])
    long = (
        named.rename_axis("task")
        .reset_index()
        .melt("task", var_name="model", value_name="accuracy")
    )
    table = long.set_index(["task", "model"])
    for frame in (
        named,
        named.rename_axis("task"),
        PLAIN.iloc[::-1],
        PLAIN.rename_axis("dataset"),
        table,
    ):
        scores = Scores.from_frame(frame, ACCURACY)
        known = module._layout_by_names(frame, ACCURACY)
        assert known.evidence.frame.shape[0] == len(frame)
        assert Scores.from_frame(frame + 1, ACCURACY).blocks == scores.blocks


@loop_over(
    "index",
    [
        pd.Index(["iris", "wine", "glass"], name="task"),
        pd.Index(["iris", "wine", "glass"]),
        pd.Index(["iris", "wine", "glass"], dtype=object),
        pd.Index(["fold 1", "fold 2", "fold 3"]),
        pd.Index([3, 5, 4], name="fold"),
        pd.RangeIndex(3, name="fold"),
    ],
)
def test_of_an_index_of_names_no_column_is_made(index):
    named = PLAIN.set_axis(index)
    scores = Scores.from_frame(named, ACCURACY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pd.DataFrame, "reset_index", lambda *_, **__: pytest.fail("made"))
        again = Scores.from_frame(named + 1, ACCURACY)
        known = module._layout_by_names(named, ACCURACY).evidence
    assert (again.blocks, again.runs.repeat_columns) == (scores.blocks, scores.runs.repeat_columns)
    table = flat(named)[0]
    assert (known.names, known.types, known.length) == (table.names, table.types, table.length)
    pd.testing.assert_frame_equal(known.frame, table.frame)
    pd.testing.assert_series_equal(
        known.column(known.names[0]), table.column(table.names[0]), check_index_type=False
    )


@loop_over(
    "index",
    [
        pd.Index(["iris", "wine", None], name="task"),
        pd.Index(["iris", "wine", "glass"], name="svm"),
        pd.Index([0.5, 1.5, 2.5], name="task"),
        pd.CategoricalIndex(["iris", "wine", "glass"], name="task"),
        pd.MultiIndex.from_tuples([("a", 1), ("a", 2), ("b", 1)], names=["task", "fold"]),
    ],
)
def test_of_any_other_index_columns_are_made(index):
    named = PLAIN.set_axis(index)
    known = outcome(named, ACCURACY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_layout_by_names", lambda *_: None)
        assert known == outcome(named, ACCURACY)


@loop_over(
    "frame",
    [
        PLAIN.assign(svm=[1, 2, 3]),
        PLAIN.assign(dataset=["x", "y", None]),
        PLAIN.assign(**{f"note {place}": ["x", "y", "z"] for place in range(5)}),
        PLAIN.assign(dataset=pd.Categorical(["x", "y", "z"])),
        PLAIN.set_axis(["x", "y", None]),
        PLAIN.rename_axis(index=1),
        PLAIN.astype("Float64"),
        PLAIN.set_axis([1, True], axis=1),
        PLAIN.iloc[:0],
        PLAIN.assign(Mean=PLAIN.mean(axis=1)),
    ],
)
def test_where_more_than_names_decides_nothing_is_remembered(frame):
    assert module._layout_by_names(frame, ACCURACY) is None


def test_a_note_of_a_tool_decides_too():
    frame = PLAIN.copy()
    frame.attrs["higher_is_better"] = {"accuracy": False}
    assert module._layout_by_names(frame, ACCURACY) is None
    assert not Scores.from_frame(frame, ACCURACY).higher_is_better
    assert Scores.from_frame(PLAIN, ACCURACY).higher_is_better


def test_names_that_equal_each_other_differ():
    one = Scores.from_frame(PLAIN, Roles(score=1, higher_is_better=True))
    true = Scores.from_frame(PLAIN, Roles(score=True, higher_is_better=True))
    assert (one.score, true.score) == ("1", "True")


def test_a_mean_of_all_rows_is_found_by_any_column():
    """Rows that are like the others' mean in the first columns alone are rows of runs."""
    rng = np.random.default_rng(5)
    values = rng.normal(size=(7, 8)).round(3)
    mean = values[:-1].mean(axis=0).round(3)
    names = pd.Index([*"abcdef", "suite"], name="dataset")
    for column, rows in ((8, 6), (7, 7), (1, 7), (0, 7)):
        values[-1] = np.where(np.arange(8) < column, mean, mean + 5)
        frame = pd.DataFrame(values, index=names).add_prefix("alg ")
        assert len(Scores.from_frame(frame, ACCURACY).blocks) == rows
