"""A run that is NaN and a run that has no row are the same gap, named and counted by runs."""

import itertools
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from needs import LONG, draws

from benchreport.data import Roles, Scores
from benchreport.data.columns.roles import MISSING
from benchreport.data.gaps_in_words import gaps_in_words
from benchreport.data.missing_runs import IncompleteCell
from benchreport.errors import DataError, DesignError, InputError
from benchreport.terminal import for_shell

FOLDS = [
    (algorithm, dataset, fold, round(0.5 + 0.1 * place + 0.01 * fold * (1 + len(dataset)), 3))
    for place, algorithm in enumerate(["rf", "tpot", "svm"])
    for dataset in ["iris", "KDDCup09", "wine"]
    for fold in range(10)
]
FRAME = pd.DataFrame(FOLDS, columns=["algorithm", "dataset", "fold", "auc"])


def read(frame, **roles):
    return Scores.from_frame(frame, Roles(**roles))


def lose(frame, *runs):
    """Remove the score of some runs."""
    lost = pd.Series([row[:3] in runs for row in frame.itertuples(index=False)], index=frame.index)
    return frame.assign(auc=frame["auc"].mask(lost))


ONE = lose(FRAME, ("tpot", "KDDCup09", 3))
CELL = IncompleteCell(algorithm="tpot", block="KDDCup09", present=9, expected=10)
NONE = lose(ONE, *(("svm", "iris", fold) for fold in range(10)))


@pytest.mark.parametrize("frame", [ONE, ONE.dropna()], ids=["NaN", "absent"])
def test_a_missing_run_is_named(frame):
    scores = read(frame)
    assert scores.incomplete == (CELL,)
    assert scores.gaps == ()
    assert not scores.complete
    missing = scores.missing_runs
    assert (missing.cells, missing.count, missing.expected) == ((CELL,), 1, 90)
    assert (missing.noun, missing.crossed) == ("fold", True)
    assert str(scores).endswith(
        "9 to 10 scores each; auc, higher is better; 1 run of 90 is missing"
    )
    with pytest.raises(DesignError) as caught:
        scores.require_complete("friedman", gaps="skillings_mack")
    assert caught.value.message == (
        "friedman needs every run of every algorithm on every dataset;\n"
        "1 run of 90 is missing (tpot on KDDCup09 has 9 of 10 folds)."
    )
    assert for_shell(caught.value.way_out) == (
        "average the runs that are there with --missing available, or only folds that all algorithms "
        "have with --missing paired; leave out incomplete datasets with --missing drop, or if missing runs "
        "failed, give each its dataset's worst score with --missing worst; benchreport test "
        "skillings-mack allows gaps"
    )


def test_every_way_out_is_one():
    for missing in MISSING[1:]:
        assert read(ONE, missing=missing).require_complete("friedman").shape[1] == 3


def test_treatments_do_not_move_cells_that_are_complete():
    noisy = ONE.assign(auc=ONE["auc"] + np.random.default_rng(2).normal(size=len(ONE)) / 30)
    plain = read(noisy, missing="error").values
    rest = np.ones_like(plain, dtype=bool)
    rest[1, 1] = False
    for missing in ("available", "worst"):
        assert (read(noisy, missing=missing).values == plain)[rest].all()
    rest[1] = False
    assert (read(noisy, missing="paired").values == plain)[rest].all()
    assert (read(noisy, missing="drop").values == plain[[0, 2]]).all()


def test_available_averages_what_is_there():
    scores = read(ONE, missing="available")
    assert scores.complete
    assert scores.incomplete == (CELL,)
    there = ONE[(ONE["algorithm"] == "tpot") & (ONE["dataset"] == "KDDCup09")]["auc"].dropna()
    assert scores.values[1, 1] == pytest.approx(there.mean(), rel=1e-14)
    assert scores.counts[1].tolist() == [10, 9, 10]


def test_paired_averages_the_same_folds_of_all():
    scores = read(ONE, missing="paired")
    assert (scores.complete, scores.incomplete) == (True, ())
    others = FRAME[(FRAME["dataset"] == "KDDCup09") & (FRAME["fold"] != 3)]
    expected = others.groupby("algorithm", sort=False)["auc"].mean()
    np.testing.assert_allclose(scores.values[1], expected, rtol=1e-14)
    assert scores.counts.tolist() == [[10] * 3, [9] * 3, [10] * 3]
    assert int(scores.used_runs.sum()) == 87


@pytest.mark.parametrize(("higher", "worst"), [(True, min), (False, max)])
def test_worst_fills_the_run_and_never_the_nine_good_ones(higher, worst):
    scores = read(ONE, missing="worst", higher_is_better=higher)
    assert scores.filled == (("tpot", "KDDCup09"),)
    assert (scores.complete, scores.incomplete) == (True, ())
    nine = ONE[(ONE["algorithm"] == "tpot") & (ONE["dataset"] == "KDDCup09")]["auc"].dropna()
    fill = worst(ONE[ONE["dataset"] == "KDDCup09"]["auc"].dropna())
    assert scores.values[1, 1] == pytest.approx((nine.sum() + fill) / 10, rel=1e-14)
    assert scores.counts.tolist() == [[10] * 3] * 3
    rows, columns, values = scores.averaged_runs
    assert len(values) == 90
    assert values[(rows == 1) & (columns == 1)].min() == (fill if higher else nine.min())


def test_worst_fills_an_empty_cell_with_the_worst_run():
    scores = read(NONE, missing="worst")
    assert scores.filled == (("svm", "iris"), ("tpot", "KDDCup09"))
    iris = FRAME[(FRAME["dataset"] == "iris") & (FRAME["algorithm"] != "svm")]["auc"]
    assert scores.values[0, 2] == iris.min()


def test_drop_leaves_out_datasets_that_are_incomplete_in_either_sense():
    assert read(NONE).gaps == (("svm", "iris"),)
    assert read(NONE).incomplete == (CELL,)
    with pytest.raises(DesignError, match="found 1, after 2 incomplete ones left out") as caught:
        read(NONE, missing="drop")
    assert caught.value.hint == "df.bench(missing='worst')"
    two = ONE[ONE["dataset"] != "iris"]
    with pytest.raises(DesignError, match="found 1, after 1 incomplete one left out") as caught:
        read(two, missing="drop")
    assert caught.value.hint == "df.bench(missing='available'), or df.bench(missing='worst')"
    more = pd.concat([NONE, FRAME[FRAME["dataset"] == "wine"].assign(dataset="more")])
    dropped = read(more, missing="drop")
    assert (dropped.blocks, dropped.dropped) == (("wine", "more"), ("iris", "KDDCup09"))
    assert int(dropped.used_runs.sum()) == 60
    left = read(more).without_gaps()
    assert (left.missing, left.complete, left.dropped) == ("drop", True, dropped.dropped)
    np.testing.assert_array_equal(left.values, dropped.values)


@pytest.mark.parametrize("missing", ["available", "paired"])
def test_empty_cells_stay_empty(missing):
    scores = read(NONE, missing=missing)
    assert scores.gaps == (("svm", "iris"),)
    with pytest.raises(DesignError) as caught:
        scores.require_complete("friedman")
    assert "1 of 9 cells has no score: svm on iris." in caught.value.message
    assert "available" not in caught.value.hint
    assert scores.without_gaps().blocks == ("KDDCup09", "wine")


def test_empty_and_incomplete_cells_are_counted_together():
    with pytest.raises(DesignError) as caught:
        read(NONE).require_complete("friedman")
    assert caught.value.message.endswith(
        "11 runs of 90 are missing (svm on iris has none of 10 folds, tpot on KDDCup09 has 9 of 10 folds)."
    )


def test_seeds_that_differ_by_algorithm_are_no_gaps():
    own = FRAME.assign(seed=FRAME["fold"] + 10 * FRAME["algorithm"].factorize()[0])
    own = own.drop(columns="fold")
    scores = read(own)
    assert scores.complete
    assert not scores.missing_runs
    assert not scores.missing_runs.crossed
    absent = read(own.drop(index=[5]))
    assert absent.complete
    # a run that failed is a gap wherever it has a row
    failed = own.assign(auc=own["auc"].mask(own.index == 5))
    assert (
        read(failed).missing_runs.in_words()
        == "1 run of 90 is missing (rf on iris has 9 of 10 seeds)"
    )
    with pytest.raises(DesignError, match="share no repeat on 3 datasets: iris, KDDCup09, wine"):
        read(own, missing="paired")


def test_half_of_the_runs_are_not_enough_to_expect_the_others():
    few = FRAME[(FRAME["algorithm"] == "rf") | (FRAME["fold"] < 3)]
    scores = read(few)
    # 10 + 3 + 3 of 30 are more than half
    assert scores.missing_runs.count == 3 * 14
    fewer = FRAME[(FRAME["algorithm"] == "rf") | (FRAME["fold"] < 2)]
    assert read(fewer).complete


def test_empty_cells_do_not_count_where_repeats_are_shared():
    # 5 of 9 cells have no score, and in the others all runs but one are there
    kept = FRAME[
        (FRAME["algorithm"] == "rf")
        | ((FRAME["dataset"] == "wine") & (FRAME["algorithm"] == "svm"))
    ]
    kept = pd.concat([kept, FRAME[(FRAME["algorithm"] == "tpot") & (FRAME["dataset"] == "iris")]])
    scores = read(kept.drop(index=[3]))
    assert len(scores.gaps) == 4
    assert scores.missing_runs.count == 41
    assert scores.incomplete[0].name == "rf on iris"


def test_an_empty_cell_among_seeds_of_their_own():
    own = FRAME.assign(fold=FRAME["fold"] + 10 * FRAME["algorithm"].factorize()[0])
    scores = read(own[~((own["algorithm"] == "rf") & (own["dataset"] == "iris"))])
    assert scores.gaps == (("rf", "iris"),)
    assert scores.missing_runs.in_words() == "1 run of 81 is missing (rf on iris has no fold)"


def test_a_repeat_that_failed_for_all_is_not_expected():
    lost = FRAME.assign(auc=FRAME["auc"].mask((FRAME["fold"] == 4) & (FRAME["dataset"] == "wine")))
    scores = read(lost)
    assert scores.complete
    assert scores.counts.tolist() == [[10] * 3, [10] * 3, [9] * 3]
    np.testing.assert_array_equal(scores.values, read(lost.dropna()).values)


def test_a_dataset_without_any_score_stays_named():
    frame = FRAME.assign(auc=FRAME["auc"].mask(FRAME["dataset"] == "wine"))
    scores = read(frame)
    assert scores.missing_runs.count == 30
    assert scores.gaps == tuple((name, "wine") for name in ("rf", "tpot", "svm"))
    worst = read(frame, missing="worst")
    assert worst.complete
    assert worst.dropped == ("wine",)
    assert "wine" not in {block for _, block in worst.filled}
    assert gaps_in_words(worst).endswith("; 1 dataset without any score is left out (wine)")
    rows, columns, values = worst.averaged_runs
    means = pd.Series(values).groupby([rows, columns]).mean().to_numpy()
    np.testing.assert_allclose(means, worst.values.ravel(), rtol=1e-12)
    assert read(frame, missing="drop").dropped == ("wine",)


@pytest.mark.parametrize("missing", ["drop", "paired"])
def test_on_one_dataset_a_missing_run_is_an_empty_cell(missing):
    one = ONE[ONE["dataset"] == "KDDCup09"]
    assert read(one).gaps == (("tpot", "3"),)
    assert read(one).missing_runs.in_words() == "1 of 30 cells has no score (tpot on 3)"
    assert read(one, missing=missing).dropped == ("3",)
    worst = read(one, missing="worst")
    assert worst.values[3, 1] == one[one["fold"] == 3]["auc"].min()


@LONG
def test_a_table_that_was_treated_can_be_treated_otherwise():
    alone = pd.DataFrame({"algorithm": list("aabbb"), "auc": [0.9, 0.8, 0.7, np.nan, np.nan]})
    for frame, first, second in itertools.product((ONE, alone), MISSING, MISSING):
        found, wanted = read(frame, missing=first).treat_gaps(second), read(frame, missing=second)
        np.testing.assert_array_equal(found.values, wanted.values)
        for name in ("missing", "blocks", "filled", "dropped"):
            assert getattr(found, name) == getattr(wanted, name), (first, second)


def test_independent_runs():
    frame = pd.DataFrame({"algorithm": list("aaabbb"), "auc": [0.3, np.nan, 0.2, 0.5, 0.4, 0.6]})
    for missing in ("error", "available", "paired", "drop"):
        scores = read(frame, missing=missing)
        assert [sample.tolist() for sample in scores.samples] == [[0.2, 0.3], [0.4, 0.5, 0.6]]
        assert scores.missing_runs.in_words() == "1 run of 6 is missing (a has 2 of 3 runs)"
        assert scores.gaps == scores.incomplete == scores.dropped == ()
    filled = read(frame, missing="worst")
    assert [sorted(sample.tolist()) for sample in filled.samples] == [
        [0.2, 0.2, 0.3],
        [0.4, 0.5, 0.6],
    ]
    assert filled.filled == (("a", "3"),)
    # a run that failed makes no row of its own
    lost = pd.concat([frame, pd.DataFrame({"algorithm": ["a"], "auc": [np.nan]})])
    assert read(lost).values.shape == (3, 2)


def test_wide_tables_of_repeats():
    wide = FRAME.pivot_table("auc", ["dataset", "fold"], "algorithm").reset_index()
    wide.loc[wide.index[:1], "svm"] = np.nan
    first = read(wide, score="auc")
    assert (
        first.missing_runs.in_words()
        == "1 run of 90 is missing (svm on KDDCup09 has 9 of 10 folds)"
    )
    assert read(wide, score="auc", missing="worst").filled == (("svm", "KDDCup09"),)


@pytest.mark.parametrize(
    ("columns", "noun"),
    [(["fold"], "fold"), (["Seed"], "seed"), (["trial"], "repeat"), (["seed", "fold"], "repeat")],
)
def test_what_a_run_is_called(columns, noun):
    frame = ONE.rename(columns={"fold": columns[0]}).assign(**dict.fromkeys(columns[1:], 1))
    scores = read(frame, repeat=columns)
    assert scores.missing_runs.cells[0].in_words(noun).endswith(f"9 of 10 {noun}s")
    assert scores.missing_runs.noun == noun


def test_an_algorithm_without_any_score_can_be_left_out_as_the_hint_says():
    frame = FRAME.rename(columns={"algorithm": "framework"})
    df = frame.assign(auc=frame["auc"].mask(frame["framework"] == "tpot"))
    for missing in MISSING:
        with pytest.raises(DataError, match=r"^1 algorithm without any score: tpot\.") as caught:
            read(df, algorithm="framework", missing=missing)
    assert caught.value.hint == "leave it out: df.bench(where={'framework': ['rf', 'svm']})"
    assert for_shell(caught.value.way_out) == (
        "leave it out: --where framework=rf --where framework=svm"
    )
    left = read(df, algorithm="framework", where={"framework": ["rf", "svm"]})
    assert left.algorithms == ("rf", "svm")
    many = pd.DataFrame({"algorithm": range(20), "auc": [np.nan] * 2 + [0.5] * 18})
    many = pd.concat([many.assign(dataset=name) for name in "xy"])
    with pytest.raises(DataError, match=r"^2 algorithms without any score: 0, 1\.") as caught:
        read(many)
    assert caught.value.hint == (
        "leave them out: df[~df['algorithm'].astype(str).isin(['0', '1'])].bench"
    )
    assert len(read(many.dropna(subset=["auc"])).algorithms) == 18
    wide = pd.DataFrame({"d": ["x", "y"], "a": [1.0, 2], "b": [2.0, 3], "c": [np.nan, np.nan]})
    with pytest.raises(DataError) as caught:
        read(wide, score="auc")
    assert caught.value.hint == "leave it out: df.drop(columns=['c']).bench"


@pytest.mark.parametrize("missing", MISSING)
def test_no_score_at_all(missing):
    with pytest.raises(DataError, match=r"^no algorithm has any score: rf, tpot, svm\.") as caught:
        read(FRAME.assign(auc=np.nan), missing=missing)
    assert caught.value.hint == "df.notna().sum() shows what each column holds"


def test_one_failed_run_in_every_cell_is_no_algorithm_without_a_score():
    frame = FRAME.assign(
        auc=FRAME["auc"].mask((FRAME["algorithm"] == "tpot") & (FRAME["fold"] == 2))
    )
    assert read(frame).missing_runs.count == 3


# by hand: what each treatment makes of a crossed table, in exact arithmetic


def average(values):
    return sum(map(Fraction, values)) / len(values)


def treat(runs, missing, *, higher):
    """Return the averages and counts of each cell, by loops over the runs."""
    datasets = sorted({key[1] for key in runs})
    algorithms = sorted({key[0] for key in runs})
    cells = {}
    for dataset in datasets:
        here = {key: value for key, value in runs.items() if key[1] == dataset}
        expected = {key[2] for key in here}
        ran = {key[0] for key in here}
        shared = {fold for fold in expected if all((name, dataset, fold) in here for name in ran)}
        worst = (min if higher else max)(here.values())
        incomplete = len(here) < len(expected) * len(algorithms)
        if missing == "drop" and incomplete:
            continue
        for name in algorithms:
            values = [here.get((name, dataset, fold)) for fold in sorted(expected)]
            if missing == "worst":
                values = [worst if value is None else value for value in values]
            if missing == "paired":
                values = [here.get((name, dataset, fold)) for fold in sorted(shared)]
            values = [value for value in values if value is not None]
            cells[name, dataset] = (average(values) if values else None, len(values))
    return cells


@st.composite
def tables(draw):
    names, datasets, folds = "abcd"[: draw(st.integers(2, 4))], "wxyz"[: draw(st.integers(2, 4))], 5
    keys = list(itertools.product(names, datasets, range(folds)))
    values = draw(
        st.lists(st.integers(0, 1000), min_size=len(keys), max_size=len(keys)).map(
            lambda numbers: [number / 1000 for number in numbers]
        )
    )
    lost = draw(st.sets(st.sampled_from(keys), max_size=len(keys) // 3))
    nan = draw(st.sets(st.sampled_from(sorted(lost) or keys[:1]))) & lost
    order = draw(st.permutations(keys))
    return dict(zip(keys, values, strict=True)), lost, nan, order


@settings(max_examples=draws(50), deadline=None)
@given(table=tables(), missing=st.sampled_from(MISSING), higher=st.booleans())
def test_random_gaps_by_hand(table, missing, higher):
    scores, lost, nan, order = table
    runs = {key: value for key, value in scores.items() if key not in lost}
    assume(len({key[0] for key in runs}) == len({key[0] for key in scores}))
    assume(len({key[1] for key in runs}) == len({key[1] for key in scores}))
    outcomes = []
    for listed in (order, [key for key in order[::-1] if key not in nan]):
        rows = [
            (*key, np.nan if key in lost else scores[key])
            for key in listed
            if key not in lost or key in nan
        ]
        frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "fold", "auc"])
        try:
            outcomes.append(read(frame, missing=missing, higher_is_better=higher))
        except InputError as error:
            outcomes.append(type(error))
    if isinstance(outcomes[0], type):
        assert outcomes == [outcomes[0]] * 2
        return
    first = outcomes[0]
    expected = treat(runs, missing, higher=higher)
    counts = {key: count for key, (_, count) in expected.items()}
    for got in outcomes:
        assert got.frame.loc[list(first.blocks), list(first.algorithms)].equals(first.frame)
        at = {
            (name, block): (row, column)
            for row, block in enumerate(got.blocks)
            for column, name in enumerate(got.algorithms)
        }
        assert {key: got.counts[place] for key, place in at.items()} == counts
        assert sorted(got.filled) == sorted(first.filled)
        assert sorted(map(str, got.incomplete)) == sorted(map(str, first.incomplete))
        assert got.missing_runs.counted == first.missing_runs.counted
        for key, place in at.items():
            exact = expected[key][0]
            value = np.nan if exact is None else float(exact)
            assert got.values[place] == pytest.approx(value, rel=1e-11, abs=1e-11, nan_ok=True)


def test_many_labels_that_belong_to_one_dataset_each():
    # 40 datasets with 50 labels of their own: an array of datasets × labels would have 80 000 cells
    rows = [
        (name, dataset, f"{dataset}-{number}", 0.5)
        for name in "ab"
        for dataset in range(40)
        for number in range(50)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "run", "auc"])
    assert read(frame).complete
    lost = read(frame.drop(index=[7, 2049]))
    assert lost.missing_runs.in_words() == (
        "2 runs of 4,000 are missing (a on 0 has 49 of 50 runs, b on 0 has 49 of 50 runs)"
    )


def test_mostly_empty_tables_are_not_filled():
    """Of a leaderboard with few scores each, whoever has the most would lead."""
    frame = pd.DataFrame(
        {
            "a": [9.0, 8, 7, 6],
            "b": [8.0, None, 6, 5],
            "c": [None, 7, None, 4],
            "d": [None, None, 5, None],
        }
    )
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    with pytest.raises(DesignError) as caught:
        scores.require_complete("friedman")
    assert str(caught.value.way_out) == (
        "leave out first what has the fewest scores (d has 1 of 4, c has 2 of 4, 1 has 2 of 4)"
    )
    bench = frame.bench(score="accuracy")
    assert [row.name for row in bench.gap_sensitivity().rows] == []
    # the same gaps where something says that the runs failed
    failed = frame.astype(object).where(frame.notna(), "OOM").bench(score="accuracy")
    assert "worst" in [row.name for row in failed.gap_sensitivity().rows]
