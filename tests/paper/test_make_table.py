import numpy as np
import pandas as pd
import pytest
from published import published

import benchreport
from benchreport.errors import DataError, OptionError

RUNS = pd.DataFrame(
    [
        (algorithm, dataset, seed, mean + offset)
        for algorithm, means in {"svm": (0.9, 0.7, 0.8), "knn": (0.8, 0.75, 0.7)}.items()
        for dataset, mean in zip(("iris", "wine", "glass"), means, strict=True)
        for seed, offset in enumerate((-0.02, 0.0, 0.02))
    ],
    columns=["algorithm", "dataset", "seed", "accuracy"],
)


def frame_of(name):
    return pd.DataFrame(published(name).values, columns=published(name).algorithms)


def bench_of(name):
    return frame_of(name).bench(score="accuracy")


def texts(table, label):
    row = next(row for row in table.rows if row.label == label)
    return [cell.plain for cell in row.cells]


def strong(table, label):
    row = next(row for row in table.rows if row.label == label)
    return [head for head, cell in zip(table.heads[1:], row.cells, strict=True) if cell.strong]


def test_cells_are_means_with_their_spread():
    # the sd of −0.02, 0 and 0.02 is 0.02; t(.975; 2) = 4.302653
    assert texts(RUNS.bench.table(), "iris") == ["0.900 ± 0.020", "0.800 ± 0.020"]
    assert texts(RUNS.bench.table(spread="se"), "iris") == ["0.900 ± 0.012", "0.800 ± 0.012"]
    assert texts(RUNS.bench.table(spread="interval"), "iris")[0] == "0.900 ± 0.050"
    assert texts(RUNS.bench.table(spread="none"), "iris") == ["0.900", "0.800"]
    assert "95% t interval over 3 runs" in RUNS.bench.table(spread="interval").caption


def test_datasets_of_other_sizes_have_their_own_decimals():
    frame = pd.DataFrame(
        {"a": [0.000161, 8.21, 14342.9], "b": [0.000202, 7.62, 16166.2]}, index=["x", "y", "z"]
    )
    table = frame.bench(score="rmse").table()
    assert texts(table, "x") == ["0.0001610", "0.0002020"]
    assert texts(table, "y") == ["8.210", "7.620"]
    assert texts(table, "z") == ["14,343", "16,166"]
    assert texts(table, "mean") == ["4,784", "5,391"]
    like = frame.iloc[1:2].reset_index(drop=True)
    near = pd.concat([like, like * 1.25, like * 2], ignore_index=True).bench(score="rmse").table()
    assert {len(text) for row in near.rows[:3] for text in [row.cells[0].plain]} == {5, 4}


def test_single_scores_have_no_spread():
    table = bench_of("demsar2006").table()
    assert "±" not in str(table)


def test_the_best_is_bold_by_the_direction_and_ties_are_all_bold():
    frame = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": [1.0, 3.0, 2.0]}, index=list("xyz"))
    errors = frame.bench(score="error").table()
    assert [strong(errors, label) for label in "xyz"] == [["a", "b"], ["a"], ["b"]]
    scores = frame.bench(score="accuracy").table()
    assert [strong(scores, label) for label in "xyz"] == [["a", "b"], ["b"], ["a"]]


def test_summaries_are_those_of_describe():
    bench = bench_of("demsar2006")
    table, described = bench.table(), bench.describe().rows
    assert texts(table, "W/T/L") == [f"{row.wins}/{row.ties}/{row.losses}" for row in described]
    ranks = [float(text.removesuffix("†")) for text in texts(table, "mean rank")]
    assert ranks == pytest.approx([row.mean_rank for row in described], abs=0.006)
    assert texts(table, "letters") == list(bench.wilcoxon().letters().values())


def test_marks_are_of_the_test_that_decides():
    bench = bench_of("garcia_herrera2008")
    pairs = bench.analyze().decisive
    leader = min(zip(pairs.centres, pairs.design.algorithms, strict=True))[1]
    table = bench.table()
    marked = {
        head
        for head, text in zip(table.heads[1:], texts(table, "mean rank"), strict=True)
        if text.endswith("†")
    }
    worse = {row.first if row.favours == row.second else row.second
             for row in pairs.significant if row.favours == leader}  # fmt: skip
    assert worse
    assert marked == set(pairs.design.algorithms) - worse - {leader}
    assert any("Wilcoxon signed-rank test, α = .05" in note for note in table.notes)


def test_nothing_is_marked_while_a_check_is_doubtful():
    # copies of datasets are not independent
    values = np.random.default_rng(1).uniform(size=(4, 3)) + np.arange(3)
    frame = pd.DataFrame(np.vstack([values] * 4), columns=list("abc"))
    bench = frame.bench(score="accuracy")
    assert bench.analyze().decisive.doubts
    table = bench.table()
    assert "†" not in str(table)
    assert not any(row.label == "letters" for row in table.rows)
    assert any("No difference is called significant" in note for note in table.notes)


def test_one_dataset_is_one_row():
    folds = RUNS[RUNS["dataset"] == "iris"]
    table = folds.bench(repeat="seed").table()
    assert [row.label for row in table.rows][:2] == ["iris", "mean rank"]
    assert texts(table, "iris") == ["0.900 ± 0.020", "0.800 ± 0.020"]


def test_independent_runs_have_no_ranks():
    frame = pd.DataFrame({"algorithm": list("aaabbb"), "accuracy": [0.9, 0.8, 0.7, 0.6, 0.5, 0.4]})
    assert [row.label for row in frame.bench.table().rows] == ["all runs"]


def test_gaps_are_dashes():
    frame = frame_of("demsar2006")
    holed = frame.copy()
    holed.loc[0, holed.columns[-1]] = np.nan
    assert texts(holed.bench(score="accuracy").table(), "1")[-1] == "–"


def test_sorting_moves_columns_with_their_cells():
    bench = bench_of("demsar2006")
    table, ranked = bench.table(), bench.table(sort="rank")
    ranks = [float(text.removesuffix("†")) for text in texts(ranked, "mean rank")]
    assert ranks == sorted(ranks)
    assert ranked.heads != table.heads
    both = dict(zip(table.heads[1:], texts(table, "mean"), strict=True))
    assert dict(zip(ranked.heads[1:], texts(ranked, "mean"), strict=True)) == both
    assert list(bench.table(sort="name").heads[1:]) == sorted(table.heads[1:])
    means = [float(text) for text in texts(bench.table(sort="mean"), "mean")]
    assert means == sorted(means, reverse=True)


def test_the_order_of_rows_does_not_change_cells():
    shuffled = RUNS.sample(frac=1.0, random_state=3)
    first, second = RUNS.bench.table(sort="name"), shuffled.bench.table(sort="name")
    assert first == second


@pytest.mark.parametrize("group", ["family", {"iris": "small", "wine": "large", "glass": "small"}])
def test_families_have_titles(group):
    family = RUNS["dataset"].map({"iris": "small", "wine": "large", "glass": "small"})
    table = RUNS.assign(family=family).bench.table(group=group)
    assert [row.label for row in table.rows][:5] == ["small", "iris", "glass", "large", "wine"]
    turned = RUNS.assign(family=family).bench.table(group=group, transpose=True)
    assert [(span.title, span.columns) for span in turned.spans[:3]] == [
        ("", 1),
        ("small", 2),
        ("large", 1),
    ]
    assert sum(span.columns for span in turned.spans) == len(turned.heads)


def test_groups_of_wide_tables():
    frame = pd.DataFrame(
        {
            "dataset": ["x", "y", "z"],
            "kind": ["u", "v", "u"],
            "a": [0.1, 0.2, 0.3],
            "b": [0.3, 0.2, 0.1],
        }
    )
    table = frame.bench(dataset="dataset", algorithm=["a", "b"], score="accuracy").table(
        group="kind"
    )
    assert [row.label for row in table.rows][:5] == ["u", "x", "z", "v", "y"]


def test_groups_that_cannot_be():
    kinds = RUNS.assign(kind=RUNS["seed"].map({0: "x", 1: "y", 2: "z"}))
    with pytest.raises(OptionError, match="no family for 2 datasets: wine, glass"):
        RUNS.bench.table(group={"iris": "small"})
    with pytest.raises(OptionError, match="no column 'kind'"):
        RUNS.bench.table(group="kind")
    with pytest.raises(OptionError, match="it names them"):
        RUNS.bench.table(group="dataset")
    with pytest.raises(DataError, match="one family"):
        kinds.bench(repeat="seed").table(group="kind")
    with pytest.raises(OptionError, match="of one dataset"):
        RUNS[RUNS["dataset"] == "iris"].bench(repeat="seed").table(group="dataset")


def test_turned_tables_have_the_same_cells():
    table, turned = RUNS.bench.table(), RUNS.bench.table(transpose=True)
    assert turned.heads == ("algorithm", *(row.label for row in table.rows))
    cells = {row.label: row.cells for row in turned.rows}
    for place, algorithm in enumerate(table.heads[1:]):
        assert cells[algorithm] == tuple(row.cells[place] for row in table.rows)


def test_the_frame_has_unique_columns():
    frame = pd.DataFrame({"dataset": [0.1, 0.2, 0.3], "b": [0.3, 0.2, 0.1]}, index=list("xyz"))
    table = benchreport.bench(frame, algorithm=["dataset", "b"], score="accuracy").table()
    assert list(table.frame.columns) == ["dataset_", "dataset", "b"]
    assert "font-weight: bold" in table.style.to_html()
