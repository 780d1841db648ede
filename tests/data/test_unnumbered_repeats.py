"""As many rows of each algorithm and dataset, which no column numbers, are repeats; copies are not."""

import numpy as np
import pandas as pd
import pytest

from benchreport.data.unnumbered_repeats import order_by_size
from benchreport.errors import DataError, DesignError, DirectionError

PAIRS = [(model, data) for model in ("svm", "knn") for data in ("a", "b", "c")]


def table(n, **changes):
    rows = [
        (model, data, (0.5 + 0.1 * (model == "svm")) + 0.01 * place + 0.001 * run)
        for place, (model, data) in enumerate(PAIRS)
        for run in range(n)
    ]
    return pd.DataFrame(rows, columns=["model", "dataset", "accuracy"]).assign(**changes)


def test_balanced_rows_are_averaged_within_datasets():
    scores = table(3).bench.scores
    assert scores.algorithms == ("svm", "knn")
    assert scores.values[:, 0].tolist() == pytest.approx([0.601, 0.611, 0.621])
    assert any("3 rows of each model and dataset are repeats" in note for note in scores.runs.notes)
    shuffled = table(3).sample(frac=1, random_state=1).bench.scores
    order = [shuffled.blocks.index(name) for name in scores.blocks]
    side = [shuffled.algorithms.index(name) for name in scores.algorithms]
    assert shuffled.values[order][:, side].tolist() == scores.values.tolist()


def test_a_few_equal_scores_are_no_copies():
    frame = table(3)
    frame.loc[[0, 1], "accuracy"] = 0.75
    assert frame.bench.scores.values.shape == (3, 2)


@pytest.mark.parametrize(
    "frame",
    [table(3).iloc[1:], pd.concat([table(1), table(1)]), table(3).query("dataset == 'a'")],
    ids=["unbalanced", "written twice", "one dataset"],
)
def test_other_rows_of_a_cell_are_asked_about(frame):
    with pytest.raises(DataError, match="more than one score"):
        _ = frame.bench.scores


def test_a_leaderboard_with_a_row_for_each_seed_is_asked_about():
    rows = [(model, seed) for model in ("svm", "knn") for seed in (1, 7, 9)]
    frame = pd.DataFrame(rows, columns=["model", "seed"])
    for place, data in enumerate(("iris", "wine", "glass")):
        frame[data] = [0.5 + 0.01 * row + 0.1 * place for row in range(6)]
    frame["seed mean"] = frame[["iris", "wine", "glass"]].mean(axis=1)
    with pytest.raises(Exception, match="3 columns \\(iris, wine, glass\\) datasets") as asked:
        _ = frame.bench.scores
    scores = frame.bench(**asked.value.way_out.calls[0].roles).scores
    assert (scores.blocks, scores.algorithms) == (("iris", "wine", "glass"), ("svm", "knn"))
    assert scores.values[0].tolist() == pytest.approx([0.51, 0.54])


def test_names_above_many_repeats_are_written_once():
    frame = table(3).sort_values(["dataset", "model"], ignore_index=True)[
        ["dataset", "model", "accuracy"]
    ]
    merged = frame.assign(dataset=frame["dataset"].mask(frame["dataset"].duplicated()))
    assert (merged.bench.scores.values == frame.bench.scores.values).all()
    # what does not stand below each name equally often may have been left out
    with pytest.raises(DataError, match="13 rows without dataset") as error:
        _ = merged.drop(index=[1, 2]).bench.scores
    below = "if each name is of the rows below it: df.assign(**{'dataset': df['dataset'].ffill()}).bench"
    assert error.value.hint == below
    note = "The 3 rows of each model and dataset are repeats, which no column numbers."
    assert note in frame.bench(missing="available").scores.runs.notes
    fewer = frame.drop(index=1).bench(missing="available").scores.runs.notes
    assert any(note.endswith("cells have different numbers of them.") for note in fewer)


def test_what_was_added_to_several_methods_belongs_to_each():
    names = ["Base", "RLVR", "+ tuning", "CoCA", "+ tuning"]
    rows = [(n, data, place / 10) for place, n in enumerate(names) for data in ("a", "b")]
    frame = pd.DataFrame(rows, columns=["Method", "dataset", "accuracy"])
    algorithms = ("Base", "RLVR", "RLVR + tuning", "CoCA", "CoCA + tuning")
    assert frame.bench.scores.algorithms == algorithms
    wide = frame.pivot_table(index="dataset", columns="Method", values="accuracy").reset_index()
    assert "+ tuning" in wide.bench(higher_is_better=True).scores.algorithms
    # one name says what it is
    once = frame[frame.index < 6].bench.scores
    assert once.algorithms == ("Base", "RLVR", "+ tuning")


COLUMNS = {"v1 (ms)": [3.0, 4, 5, 4.5], "v2 (ms)": [2.0, 2.5, 3], "v3 (ms)": [9.0, 8]}
UNEVEN = pd.DataFrame({name: pd.Series(cells) for name, cells in COLUMNS.items()})


def test_columns_of_different_length_are_independent_runs():
    scores = UNEVEN.bench.scores
    assert (scores.block_kind, scores.algorithms) == ("run", ("v1", "v2", "v3"))
    assert (scores.score, scores.higher_is_better) == ("time (ms)", False)
    read = [column[~np.isnan(column)].tolist() for column in scores.values.T]
    assert [*map(sorted, read)] == [sorted(cells) for cells in COLUMNS.values()]
    assert any("hold 4, 3, 2 scores, and no row has a name" in note for note in scores.runs.notes)
    # as a long table without a column that tells runs apart
    long = UNEVEN.melt(var_name="algorithm", value_name="time (ms)").dropna()
    of_long, of_wide = (table.bench.kruskal() for table in (long, UNEVEN))
    assert of_wide.tests == of_long.tests
    assert UNEVEN.sample(frac=1, random_state=0).reset_index(drop=True).bench.scores.gaps
    with pytest.raises(DesignError, match=r"these are independent runs"):
        UNEVEN.bench.friedman()
    nameless = UNEVEN.set_axis(["old", "new", "newer"], axis=1)
    with pytest.raises(DirectionError, match=r"the rows, which have no names, runs\? If so, it is"):
        nameless.bench.kruskal()


@pytest.mark.parametrize(
    "frame",
    [
        UNEVEN.set_axis([*"abcd"]),
        UNEVEN.assign(query=[*"abcd"]),
        # one column lacks what the others have
        UNEVEN.assign(**{"v2 (ms)": [2.0, 2.5, 3, 4]}),
        UNEVEN.assign(**{"v3 (ms)": [9.0, None, None, None]}),
        UNEVEN.assign(**{"v3 (ms)": [None, 9.0, 8, None]}),
    ],
)
def test_other_gaps_are_missing_scores(frame):
    scores = frame.bench.scores
    assert scores.block_kind == "dataset"
    assert len(scores.gaps) == int(frame.isna().sum().sum())


def test_gaps_that_are_treated_are_missing_scores():
    assert UNEVEN.bench(missing="drop").scores.blocks == ("1", "2")
    assert UNEVEN.bench(missing="worst").scores.block_kind == "dataset"


def test_a_written_index_names_no_rows():
    assert UNEVEN.reset_index(names="Unnamed: 0").bench.scores.block_kind == "run"


def test_infinite_scores_are_put_in_order_without_a_warning():
    cells, values = np.array([1, 0, 0, 1, 0, 1]), np.array([np.inf, 2.0, 1.0, np.inf, 3.0, 0.0])
    order = order_by_size(cells, values)
    assert order.rows.tolist() == [2, 1, 4, 5, 0, 3]
