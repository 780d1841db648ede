import itertools
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looped import loop_over
from needs import draws

from benchreport.data import Roles, Scores
from benchreport.errors import DataError, DesignError, DirectionError
from benchreport.stats import describe, friedman

VALUES = [0.9, 0.8, 0.7, 0.6]
LONG = pd.DataFrame(
    {
        "algorithm": ["svm", "knn"] * 2,
        "dataset": ["iris", "iris", "wine", "wine"],
        "accuracy": VALUES,
    }
)
# three seeds of two folds, with known means of the cells
REPEATED = pd.concat(
    [
        LONG.assign(seed=seed, fold=fold, accuracy=LONG["accuracy"] + (seed - 2) / 10)
        for seed in (1, 2, 3)
        for fold in ("a", "b")
    ],
    ignore_index=True,
)
HOLES = LONG.assign(accuracy=[0.9, np.nan, 0.7, 0.6])


def read(frame, **roles):
    before = frame.copy(deep=True)
    try:
        return Scores.from_frame(frame, Roles(**roles))
    finally:
        pd.testing.assert_frame_equal(frame, before)


def refusal(kind, frame, **roles):
    with pytest.raises(kind) as caught:
        read(frame, **roles)
    return caught.value


def test_long():
    scores = read(LONG)
    assert scores.algorithms == ("svm", "knn")
    assert scores.blocks == ("iris", "wine")
    assert scores.values.tolist() == [[0.9, 0.8], [0.7, 0.6]]
    assert scores.counts.tolist() == [[1, 1], [1, 1]]
    assert str(scores) == "2 algorithms × 2 datasets, 1 score each; accuracy, higher is better"
    assert not scores.overlapping


def test_wide_is_the_same_as_long():
    wide = LONG.pivot_table(index="dataset", columns="algorithm", values="accuracy")[["svm", "knn"]]
    for frame in (wide, wide.reset_index(), wide.rename_axis(index=None, columns=None)):
        scores = read(frame, score="accuracy")
        assert scores.frame.equals(read(LONG).frame)
        assert scores.sha256 == read(LONG).sha256


def test_rows_without_names_are_numbered():
    scores = read(pd.DataFrame([[1.0, 2.0], [3.0, 4.0]]), higher_is_better=True)
    assert scores.algorithms == ("0", "1")
    assert scores.blocks == ("1", "2")
    assert scores.score == "score"


def test_levels_of_the_index():
    assert read(LONG.set_index(["dataset", "algorithm"])).frame.equals(read(LONG).frame)


def test_sealed():
    with pytest.raises(ValueError, match="read-only"):
        read(LONG).values[0, 0] = 1.0
    scores = read(LONG)
    view = scores.frame
    view.iloc[0, 0] = 5.0
    assert scores.values[0, 0] == 0.9


@pytest.mark.parametrize(
    "column",
    [
        pytest.param(pd.array(VALUES, dtype="Float64"), id="nullable"),
        pytest.param(pd.array(VALUES, dtype="float64[pyarrow]"), id="arrow"),
        pytest.param(np.array(VALUES, dtype="float64"), id="numpy"),
        pytest.param(pd.array([Decimal(str(value)) for value in VALUES]), id="decimal"),
        pytest.param(
            pd.array(
                [Decimal(str(value)) for value in VALUES], dtype=pd.ArrowDtype(pa.decimal128(4, 2))
            ),
            id="arrow decimal",
        ),
        pytest.param([Fraction(9, 10), Fraction(4, 5), Fraction(7, 10), 0.6], id="fractions"),
        pytest.param(
            pd.Series([0.9, np.float64(0.8), Decimal("0.7"), 0.6], dtype=object), id="mixed"
        ),
        pytest.param(pd.Categorical(VALUES), id="categorical"),
        pytest.param(pd.arrays.SparseArray(VALUES), id="sparse"),
    ],
)
def test_number_types(column):
    scores = read(LONG.assign(accuracy=column))
    np.testing.assert_allclose(scores.values, [[0.9, 0.8], [0.7, 0.6]], rtol=1e-15)
    assert scores.values.dtype == np.float64


@loop_over("kind", ["Int64", "int8", "UInt16", "int64[pyarrow]", "float32", "object", "Float32"])
def test_whole_number_types(kind):
    frame = LONG.assign(accuracy=pd.array([9, 8, 7, 6]).astype(kind))
    assert read(frame).values.tolist() == [[9, 8], [7, 6]]


@pytest.mark.parametrize("kind", ["bool", "boolean", "bool[pyarrow]"])
def test_true_counts_as_one(kind):
    frame = LONG.assign(solved=pd.array([True, False, True, True], dtype=kind))
    assert read(frame, score="solved").values.tolist() == [[1, 0], [1, 1]]


@pytest.mark.parametrize(
    "kind", ["Int64", "Float64", "int64[pyarrow]", "double[pyarrow]", "object", "float64"]
)
def test_empty_cells_of_any_type(kind):
    frame = LONG.assign(accuracy=pd.array([9, None, 7, 6], dtype="Int64").astype(kind))
    assert read(frame).gaps == (("knn", "iris"),)


@pytest.mark.parametrize(
    "kind",
    [
        *("category", "string", "string[pyarrow]", "object", "str"),
        pd.ArrowDtype(pa.string()),
        pd.ArrowDtype(pa.large_string()),
    ],
)
def test_label_types(kind):
    frame = LONG.astype({"algorithm": kind, "dataset": kind})
    assert sorted(read(frame).algorithms) == ["knn", "svm"]
    pd.testing.assert_frame_equal(
        read(frame).frame[["svm", "knn"]].loc[["iris", "wine"]], read(LONG).frame
    )


def test_a_categoricals_order_is_meant_and_unused_categories_are_not():
    order = pd.CategoricalDtype(["knn", "never", "svm"])
    assert read(LONG.astype({"algorithm": order})).algorithms == ("knn", "svm")


def test_labels_may_be_numbers_dates_or_truths():
    frame = LONG.assign(algorithm=[1, 2, 1, 2], dataset=[True, True, False, False])
    assert read(frame).algorithms == ("1", "2")
    assert read(frame).blocks == ("True", "False")


@pytest.mark.parametrize("kind", ["object", "str", "string", "string[pyarrow]", "category"])
@pytest.mark.parametrize("roles", [{}, {"score": "accuracy"}])
def test_numbers_as_text(kind, roles):
    text = LONG.assign(accuracy=LONG["accuracy"].astype(str).astype(kind))
    assert read(text, **roles).values.tolist() == read(LONG).values.tolist()
    assert read(text, **roles).sha256 == read(LONG).sha256


@pytest.mark.parametrize(
    "column",
    [["0.9", "n/a", "0.7", "about 1"], pd.Series([0.9, "n/a", 0.7, "about 1"], dtype=object)],
)
def test_text_among_numbers(column):
    error = refusal(DataError, LONG.assign(accuracy=column))
    assert error.message == "column 'accuracy' should hold scores, but has text: 'about 1'."
    wide = pd.DataFrame({"file": ["x", "y"], "svm": [0.1, 0.2], "knn": ["0.1", "about 1"]})
    assert "column 'knn'" in refusal(DataError, wide, score="auc").message


@loop_over(
    ("column", "message"),
    [
        (pd.to_timedelta([1, 2, 3, 4], "s"), "time spans"),
        (pd.array(pd.to_timedelta([1, 2, 3, 4], "s"), dtype="duration[ns][pyarrow]"), "time spans"),
        (pd.to_datetime(["2020-01-01"] * 4), "dates"),
        (pd.array(pd.to_datetime(["2020-01-01"] * 4), dtype="timestamp[ns][pyarrow]"), "dates"),
        ([1j] * 4, "complex"),
        ([[1], [2], [3], [4]], "holds lists; scores are numbers"),
        (pd.period_range("2020", periods=4), "periods"),
        (pd.interval_range(0, 4), "intervals"),
    ],
)
@loop_over("roles", [{}, {"score": "time"}])
def test_cells_that_are_not_numbers_are_refused(column, message, roles):
    frame = LONG.rename(columns={"accuracy": "time"}).assign(time=column)
    assert message in refusal(DataError, frame, **roles).message


def test_the_way_out_of_time_spans_works():
    frame = LONG.assign(time=pd.to_timedelta([1, 2, 3, 4], "s")).drop(columns="accuracy")
    for kind in ("timedelta64[ns]", "duration[ns][pyarrow]", object):
        df = frame.astype({"time": kind})
        hint = refusal(DataError, df).hint
        assert hint == "df['time'] = pd.to_timedelta(df['time']).dt.total_seconds()"
        exec(hint, {"df": df, "pd": pd})  # noqa: S102 - the hint must work
        assert read(df).values.tolist() == [[1, 2], [3, 4]]


def test_labels_that_are_collections():
    error = refusal(DataError, LONG.assign(algorithm=[["a"], ["b"]] * 2))
    assert "should name each algorithm, but holds collections" in error.message


@pytest.mark.parametrize("role", ["algorithm", "dataset"])
@pytest.mark.parametrize("kind", ["object", "string", "category", "string[pyarrow]"])
def test_missing_labels(role, kind):
    frame = LONG.assign(**{role: LONG[role].astype(object).where([True, False, True, True], None)})
    error = refusal(DataError, frame.astype({role: kind}))
    assert error.message == f"1 row without {role}: column '{role}' is empty (rows, from 0: 1)."
    assert error.hint == f"df.dropna(subset=['{role}']).bench"


def test_a_repeat_without_a_number():
    assert "1 row without repeat" in refusal(DataError, LONG.assign(fold=[1, 1, 1, None])).message


def test_labels_that_read_the_same():
    frame = LONG.assign(dataset=pd.Series([1, 1, "1", "1"], dtype=object))
    error = refusal(DataError, frame)
    assert error.message == "different labels read the same as text: 1."
    assert error.hint == "if they are the same: df['dataset'] = df['dataset'].astype(str)"


@pytest.mark.parametrize("value", [np.inf, -np.inf])
def test_infinities_are_named(value):
    error = refusal(DataError, LONG.assign(accuracy=[0.9, value, 0.7, value]))
    assert error.message == "2 infinite scores: knn on iris, knn on wine."
    assert "missing='worst'" in error.hint


def test_duplicates_are_named_with_a_column_that_may_distinguish_them():
    twice = pd.concat([LONG, LONG.iloc[[1]]])
    error = refusal(DataError, twice)
    assert error.message == "1 cell has more than one score: knn on iris."
    assert error.hint.startswith("if they are repeats, df.bench(missing='available') averages them")
    assert "number the repeats: df.assign(repeat=" in error.hint
    numbered = refusal(DataError, twice.assign(note=[*"vwxyz"])).hint
    assert "note" not in numbered
    told_apart = refusal(DataError, twice.assign(shard=["a", "b", "a", "b", "a"])).hint
    assert "df.bench(repeat='shard')" in told_apart
    copies = refusal(DataError, pd.concat([REPEATED, REPEATED.iloc[[0]]]))
    assert "drop_duplicates" in copies.hint
    assert copies.message == "1 cell has more than one score: svm on iris in repeat 1, a."


def test_numbering_the_repeats_as_the_hint_says():
    twice = pd.concat([LONG, LONG])
    numbered = twice.assign(repeat=twice.groupby(["algorithm", "dataset"]).cumcount())
    assert read(numbered).counts.tolist() == [[2, 2], [2, 2]]


def test_iterations_that_nothing_numbers():
    started = pd.concat([LONG.assign(invocation=place) for place in (1, 2)])
    twice = pd.concat([started, started])
    error = refusal(DataError, twice)
    code = (
        "df.assign(iteration=df.groupby(['algorithm', 'dataset', 'invocation']).cumcount()).bench"
    )
    assert code in error.hint
    keys = ["algorithm", "dataset", "invocation"]
    numbered = twice.assign(iteration=twice.groupby(keys).cumcount())
    assert read(numbered).counts.tolist() == [[4, 4], [4, 4]]


def test_duplicates_of_a_wide_frame():
    frame = pd.DataFrame({"file": ["x", "x"], "svm": [0.1, 0.2], "knn": [0.1, 0.2]})
    assert refusal(DataError, frame, score="auc").message.startswith("2 cells have more than one")


@pytest.mark.parametrize(
    "frame", [pd.DataFrame(), LONG.iloc[:0], pd.DataFrame(index=[1, 2]), LONG[[]]]
)
def test_empty_frames(frame):
    assert "the table is empty" in refusal(DesignError, frame).message


def test_fewer_than_two_algorithms():
    error = refusal(DesignError, LONG[LONG["algorithm"] == "svm"])
    assert error.message == "a comparison needs at least 2 algorithms; found svm only."


def test_fewer_than_two_blocks():
    error = refusal(DesignError, LONG[LONG["dataset"] == "iris"])
    assert "at least 2 datasets, or repeats on one; found 1." in error.message
    one_dataset = LONG[LONG["dataset"] == "iris"].assign(seed=1)
    assert "found 1." in refusal(DesignError, one_dataset).message


def test_repeats_are_averaged_and_counted():
    scores = read(REPEATED)
    assert scores.frame.equals(read(LONG).frame)
    assert scores.counts.tolist() == [[6, 6], [6, 6]]
    assert scores.block_kind == "dataset"
    assert "6 scores each" in str(scores)


def test_repeat_columns_go_together():
    with pytest.raises(DataError, match="12 cells have more than one score") as caught:
        read(REPEATED, repeat="seed")
    assert "df.bench(repeat=['seed', 'fold'])" in caught.value.hint
    assert read(REPEATED, repeat=["seed", "fold"]).counts.max() == 6


def test_uneven_repeats_keep_their_counts():
    scores = read(REPEATED.drop(index=[4, 8]))
    assert scores.counts.tolist() == [[4, 6], [6, 6]]
    assert "4 to 6 scores each" in str(scores)


@pytest.mark.parametrize(
    ("columns", "kind"),
    [
        (["fold"], "fold"),
        (["outer_fold"], "fold"),
        (["repetition", "fold"], "fold"),
        (["seed"], "seed"),
        (["random_state"], "repeat"),
        (["split"], "repeat"),
        (["seed", "split"], "repeat"),
        (["run"], "repeat"),
    ],
)
def test_repeats_of_one_dataset_are_called_what_their_columns_are(columns, kind):
    numbers = [range(2), range(3)][-len(columns) :]
    rows = itertools.product(["svm", "knn"], *numbers)
    frame = pd.DataFrame([*rows], columns=["algorithm", *columns]).assign(dataset="iris")
    frame["accuracy"] = np.linspace(0.1, 0.9, len(frame))
    scores = read(frame, repeat=columns)
    assert scores.block_kind == kind
    assert scores.overlapping
    assert f"× {len(scores.blocks)} {kind}s of iris, 1 score each" in str(scores)


def test_one_dataset_makes_repeats_the_blocks():
    one_dataset = REPEATED[(REPEATED["dataset"] == "iris") & (REPEATED["fold"] == "a")].drop(
        columns="fold"
    )
    for frame in (one_dataset, one_dataset.drop(columns="dataset")):
        scores = read(frame)
        assert scores.block_kind == "seed"
        assert scores.overlapping
        assert scores.blocks == ("1", "2", "3")
        np.testing.assert_allclose(scores.values, [[0.8, 0.7], [0.9, 0.8], [1.0, 0.9]])
        assert scores.counts.max() == 1
    assert "3 seeds of iris" in str(read(one_dataset))


RUNS = pd.DataFrame({"algorithm": list("aaabb"), "auc": [0.3, 0.1, 0.2, 0.5, 0.4]})


def test_runs_without_a_repeat_column_are_independent():
    scores = read(RUNS)
    assert scores.block_kind == "run"
    assert not scores.runs.matched
    assert [sample.tolist() for sample in scores.samples] == [[0.1, 0.2, 0.3], [0.4, 0.5]]
    assert scores.gaps == ()
    assert str(scores) == "2 algorithms, 2 to 3 independent runs each; auc, higher is better"
    assert read(RUNS.iloc[::-1], missing="drop").sha256 == scores.sha256


def test_independent_runs_are_no_blocks():
    with pytest.raises(
        DesignError, match="friedman compares scores that belong together"
    ) as caught:
        read(RUNS).require_complete("friedman")
    assert "df.bench.kruskal()" in caught.value.hint


def test_runs_are_kept_as_read():
    runs = read(REPEATED).runs
    assert runs.repeat_columns == ("seed", "fold")
    assert runs.repeat_parts[0] == ("1", "a")
    assert len(runs.value) == len(REPEATED)
    assert not runs.value.flags.writeable


def test_several_repeat_columns_as_blocks():
    scores = read(REPEATED[REPEATED["dataset"] == "iris"])
    assert scores.blocks == ("1, a", "1, b", "2, a", "2, b", "3, a", "3, b")


def test_wide_with_folds():
    frame = pd.DataFrame({"fold": [1, 2, 3], "svm": [0.9, 0.8, 0.7], "knn": [0.6, 0.5, 0.4]})
    assert read(frame, score="auc").block_kind == "fold"
    both = pd.concat([frame.assign(dataset="x"), frame.assign(dataset="y")])
    scores = read(both, score="auc")
    assert scores.blocks == ("x", "y")
    assert scores.counts.tolist() == [[3, 3], [3, 3]]
    np.testing.assert_allclose(scores.values, [[0.8, 0.5], [0.8, 0.5]])


def test_gaps_are_left_to_the_procedure():
    scores = read(HOLES)
    assert scores.gaps == (("knn", "iris"),)
    assert str(scores).endswith("; 1 missing score")
    with pytest.raises(DesignError) as caught:
        scores.require_complete("friedman")
    assert caught.value.message == (
        "friedman needs every algorithm scored on every dataset;\n"
        "1 of 4 cells has no score: knn on iris."
    )
    # of two datasets, one would be left
    assert "missing='drop'" not in caught.value.hint
    assert "missing='worst'" in caught.value.hint


def test_an_absent_row_is_a_gap_like_an_empty_cell():
    np.testing.assert_array_equal(read(LONG.drop(index=1)).values, read(HOLES).values[:, [0, 1]])


def test_a_failed_run_leaves_the_average_of_the_others():
    failed = REPEATED.assign(accuracy=REPEATED["accuracy"].where(REPEATED.index != 0))
    scores = read(failed)
    others = failed[(failed["algorithm"] == "svm") & (failed["dataset"] == "iris")]["accuracy"]
    assert scores.gaps == ()
    assert scores.values[0, 0] == pytest.approx(others.mean(), rel=1e-15)
    assert scores.counts.tolist() == [[5, 6], [6, 6]]
    assert str(scores).endswith("; 1 run of 24 is missing")


THREE = pd.DataFrame(
    {
        "file": ["x", "y", "z"],
        "svm": [0.9, 0.8, 0.7],
        "knn": [np.nan, 0.6, 0.5],
        "dt": [0.3, 0.2, 0.1],
    }
)


def test_missing_drop():
    scores = read(THREE, score="auc", missing="drop")
    assert scores.blocks == ("y", "z")
    assert scores.dropped == ("x",)
    assert scores.counts.shape == scores.values.shape == (2, 3)
    assert not scores.gaps


@pytest.mark.parametrize(("score", "filled"), [("auc", 0.3), ("rmse", 0.9)])
def test_missing_worst(score, filled):
    scores = read(THREE, score=score, missing="worst")
    assert scores.values[0].tolist() == [0.9, filled, 0.3]
    assert scores.filled == (("knn", "x"),)
    assert not scores.gaps


def test_dropping_too_much():
    error = refusal(DesignError, HOLES, missing="drop")
    assert "found 1, after 1 incomplete one left out" in error.message
    assert error.hint == "df.bench(missing='worst')"


def test_an_algorithm_without_any_score():
    frame = LONG.assign(accuracy=[0.9, np.nan, 0.7, np.nan])
    for missing in ("error", "drop", "worst"):
        error = refusal(DataError, frame, missing=missing)
        assert error.message == "1 algorithm without any score: knn."


def test_a_dataset_without_any_score_has_no_worst_one():
    frame = LONG.assign(accuracy=[np.nan, np.nan, 0.7, 0.6])
    error = refusal(DesignError, frame, missing="worst")
    assert "found 1, after 1 incomplete one left out" in error.message
    assert "worst" not in error.hint


def test_unknown_control():
    with pytest.raises(DesignError, match="control='tree' is not among the algorithms: svm, knn"):
        read(LONG).index_of("tree")
    assert read(LONG).index_of("knn") == 1


def test_averages_of_the_same_runs_in_another_order_tie():
    runs = [0.1, 0.2, 0.3, 0.7, 0.35]
    frame = pd.DataFrame(
        [
            {"algorithm": name, "dataset": dataset, "seed": seed, "auc": value}
            for dataset in "xy"
            for name, order in (("a", runs), ("b", runs[::-1]), ("c", [0.33] * 5))
            for seed, value in enumerate(order)
        ]
    )
    values = read(frame).values
    assert 0 < abs(np.mean(runs) - 0.33) < 1e-15
    assert (values == 0.33).all()


def test_averages_of_extreme_scores_stay_finite():
    tiny = pd.concat(
        [LONG.assign(fold=fold, accuracy=[1e-320, 0, 5e-324, 1e-310]) for fold in (1, 2)]
    )
    huge = pd.concat(
        [LONG.assign(fold=fold, accuracy=[1e305, 5e304, -1e305, 2.0]) for fold in (1, 2)]
    )
    for frame in (tiny, huge):
        first_fold = read(frame[frame["fold"] == 1]).values
        np.testing.assert_allclose(read(frame).values, first_fold, rtol=1e-12, atol=1e-322)


def test_order_of_the_rows_does_not_matter():
    noisy = REPEATED.assign(accuracy=np.random.default_rng(1).random(len(REPEATED)))
    first = read(noisy)
    for seed in range(5):
        other = read(noisy.sample(frac=1, random_state=seed))
        assert other.sha256 == first.sha256
        assert other.frame.loc[list(first.blocks), list(first.algorithms)].equals(first.frame)


def test_sha256_differs_between_tables():
    changed = [
        LONG,
        LONG.assign(accuracy=[0.9, 0.8, 0.7, 0.61]),
        LONG.assign(algorithm=["knn", "svm"] * 2),
        LONG.assign(dataset=["iris", "iris", "vine", "vine"]),
        HOLES,
    ]
    assert len({read(frame).sha256 for frame in changed}) == len(changed)


@settings(max_examples=draws(50), deadline=None)
@given(
    values=st.lists(st.floats(-1e6, 1e6), min_size=12, max_size=12),
    permutation=st.permutations(range(12)),
)
def test_any_scores_in_any_order(values, permutation):
    frame = pd.DataFrame(
        {
            "algorithm": list("abc") * 4,
            "dataset": ["x"] * 6 + ["y"] * 6,
            "fold": [1] * 3 + [2] * 3 + [1] * 3 + [2] * 3,
            "auc": values,
        }
    )
    expected = frame.pivot_table(index="dataset", columns="algorithm", values="auc")
    scores = read(frame.iloc[list(permutation)])
    got = scores.frame.sort_index().sort_index(axis=1)
    np.testing.assert_allclose(got, expected, rtol=1e-9, atol=1e-5)


def complements(errors):
    return pd.DataFrame({"a": 1 - errors, "b": (1 - errors).round(2), "c": (0.9 - errors).round(2)})


def test_scores_that_differ_in_the_last_bit_are_one_value():
    frame = complements(np.random.default_rng(1).uniform(0.05, 0.4, size=200).round(2))
    different = int((frame["a"] != frame["b"]).sum())
    scores = read(frame, score="accuracy")
    assert different > 10
    assert (scores.values[:, 0] == scores.values[:, 1]).all()
    # the digest and the runs keep every bit of the scores that were read
    assert scores.sha256 != read(frame.assign(a=frame["b"]), score="accuracy").sha256
    assert (scores.runs.read != scores.runs.value).sum() >= different
    assert (scores.runs.read.reshape(-1, 3) == frame.to_numpy()).all()


def test_mean_ranks_are_those_of_the_decimals():
    # Decimal arithmetic is the oracle: 1 − e and its rounding are one number, which shares its rank
    errors = [Decimal(number) / 100 for number in (7, 13, 18, 21, 29, 33, 34, 36, 38, 39)] * 2
    frame = complements(np.array([float(error) for error in errors]))
    decimals = [(1 - e, 1 - e, Decimal("0.9") - e) for e in errors]
    ranks = [[sum(x > y for x in row) + (row.count(y) + 1) / 2 for y in row] for row in decimals]
    result = friedman(read(frame, score="accuracy"))
    assert list(result.mean_ranks) == np.mean(ranks, axis=0).tolist()
    naive = frame.rank(axis=1, ascending=False).mean().tolist()
    assert naive != np.mean(ranks, axis=0).tolist()


def test_averages_of_snapped_repeats_tie_again():
    rng = np.random.default_rng(3)
    errors = rng.uniform(0.05, 0.4, size=(30, 10)).round(2)
    rows = [
        (name, block, fold, score)
        for block, row in enumerate(errors)
        for fold, error in enumerate(row)
        for name, score in (("a", 1 - error), ("b", round(1 - row[9 - fold], 2)))
    ]
    columns = ["algorithm", "dataset", "fold", "accuracy"]
    scores = read(pd.DataFrame(rows, columns=columns))
    assert (scores.values[:, 0] == scores.values[:, 1]).all()


@settings(max_examples=draws(40), deadline=None)
@given(st.lists(st.integers(500, 4000), min_size=4, max_size=12), st.sampled_from([1, 100]))
def test_equal_decimals_tie_in_ranks_and_wins(numbers, unit):
    errors = np.array(numbers) / 10_000
    frame = pd.DataFrame({"a": unit * (1 - errors), "b": (unit * (1 - errors)).round(4)})
    scores = read(frame, score="accuracy")
    assert friedman(scores).p_value == 1
    assert {(row.wins, row.ties, row.losses) for row in describe(scores).rows} == {
        (0, len(numbers), 0)
    }


def test_an_unknown_direction_comes_with_who_leads_either_way():
    frame = pd.DataFrame(
        {"dataset": list("xyz"), "svm": [3.0, 4.0, 9.0], "knn": [1.0, 2.0, np.nan]}
    )
    with pytest.raises(DirectionError, match="'svm' scores highest, 'knn' lowest") as refused:
        Scores.from_frame(frame)
    assert refused.value.way_out.calls[0].roles["higher_is_better"] is True
    alike = frame.assign(knn=frame["svm"])
    with pytest.raises(DirectionError) as refused:
        Scores.from_frame(alike)
    assert "highest" not in refused.value.message
