"""Frames as notebooks make them of other libraries' results: read, or refused with a call that works."""

import itertools

import numpy as np
import pandas as pd
import pytest
from needs import one_in

import benchreport
from benchreport.errors import BenchreportError, DataError, RoleError

RNG = np.random.default_rng(0)
COLLECTIONS = {
    "dict": [{"C": value} for value in range(15)],
    "list": [[value] for value in range(15)],
    "set": [{value} for value in range(15)],
    "array": [np.array([value, 1]) for value in range(15)],
    "frame": [pd.DataFrame({"a": [value]}) for value in range(15)],
    "some": [{"C": 1}, None, "x"] * 5,
}
CROSSED = pd.DataFrame(
    itertools.product(["svm", "knn", "rf"], "uvwxy"), columns=["model", "dataset"]
)
FRAMES = {
    "long": CROSSED.assign(accuracy=RNG.random(15)),
    "unnamed": CROSSED.set_axis(["p", "q"], axis=1).assign(x=RNG.random(15), y=RNG.random(15)),
    "wide": pd.DataFrame(RNG.random((15, 3)), columns=["svm", "knn", "rf"]),
}


def cells(kind: str) -> pd.Series:
    column = pd.Series(index=range(15), dtype=object)
    for place, value in enumerate(COLLECTIONS[kind]):
        column[place] = value
    return column


@pytest.mark.parametrize("first", one_in(2, [True, False]))
@pytest.mark.parametrize("kind", one_in(2, COLLECTIONS))
@pytest.mark.parametrize("name", FRAMES)
def test_a_column_of_collections_is_left_out_or_refused_by_name(name, kind, first):
    frame = FRAMES[name].copy()
    frame.insert(0 if first else frame.shape[1], "params", cells(kind))
    assert "params" in str(frame.bench.check())
    for role in ("algorithm", "dataset", "repeat", "factors", "metric"):
        bound = frame.bench(**{role: ["params"] if role == "factors" else "params"})
        with pytest.raises(BenchreportError) as caught:
            bound.friedman()
        assert caught.value.hint
        if isinstance(caught.value, DataError) and kind != "some":
            assert "params" in caught.value.message


@pytest.mark.parametrize("role", ["algorithm", "repeat", "factors"])
def test_what_names_something_is_no_collection(role):
    frame = FRAMES["long"].assign(params=cells("dict"))
    with pytest.raises(
        DataError, match=r"'params' should name each \w+, but holds collections"
    ) as caught:
        frame.bench(**{role: "params"}).friedman()
    assert caught.value.hint == "df['params'] = df['params'].astype(str)"


def search() -> pd.DataFrame:
    scores = {f"split{fold}_test_score": RNG.random(3) for fold in range(4)}
    times = dict.fromkeys(("mean_fit_time", "std_fit_time", "mean_score_time"), RNG.random(3))
    values = [0.1, 1.0, 10.0]
    frame = pd.DataFrame(
        {**times, "param_C": values, "params": [{"C": c} for c in values], **scores}
    )
    return frame.assign(mean_test_score=frame[list(scores)].mean(axis=1), rank_test_score=[1, 2, 3])


def test_a_search_as_a_frame_is_read_by_the_hint():
    df = search()
    assert "a search of scikit-learn" in str(df.bench.check())
    for method in (df.bench.friedman, df.bench.report, df.bench.read):
        with pytest.raises(RoleError, match="cv_results_ of a search of scikit-learn") as caught:
            method()
    read = eval(caught.value.hint, {"benchreport": benchreport, "df": df})  # noqa: S307 - the hint must work
    assert read.friedman().design.algorithms == ("C=0.1", "C=1", "C=10")


def test_a_search_keeps_the_errors_on_roles_that_are_given():
    with pytest.raises(RoleError, match="is not a column"):
        search().bench(algorithm="model").friedman()


def folds() -> dict[str, pd.DataFrame]:
    """Return what ``cross_validate`` returns of three models, each as a frame."""
    return {
        model: pd.DataFrame({"fit_time": RNG.random(5), "test_accuracy": RNG.random(5)})
        for model in ("svm", "knn", "rf")
    }


def test_folds_of_models_below_one_another_are_numbered():
    df = pd.concat(folds(), names=["model"]).reset_index(level=0)
    with pytest.raises(DataError, match="more than one score") as caught:
        df.bench(score="test_accuracy").friedman()
    first, _, second = str(caught.value.hint).partition("; ")
    assert second == "if the runs are independent: df[['model', 'test_accuracy']].bench"
    numbered = eval(first.partition(": ")[2], {"df": df})  # noqa: S307 - the hint must work
    assert numbered(score="test_accuracy").friedman().design.block_kind == "fold"


def test_keys_of_frames_that_were_joined_name_the_algorithms():
    df = pd.concat(folds())
    with pytest.raises(RoleError) as caught:
        df.bench(score="test_accuracy").friedman()
    assert caught.value.hint == "df.bench(algorithm='level_0', score='test_accuracy')"
    bound = eval(caught.value.hint, {"df": df})  # noqa: S307 - the hint must work
    assert bound.friedman().design.algorithms == ("svm", "knn", "rf")


def forecasts(**columns: object) -> pd.DataFrame:
    """Return forecasts as those of Nixtla's libraries: three series of six days."""
    days = pd.date_range("2024-01-01", periods=6)
    frame = pd.DataFrame(itertools.product(["H1", "H2", "H3"], days), columns=["unique_id", "ds"])
    models = {name: RNG.random(18) for name in ("y", "AutoETS", "Naive")}
    return frame.assign(**models, **columns)


@pytest.mark.parametrize("cutoff", [pd.Timestamp("2024-01-01"), 7])
def test_forecasts_stand_beside_y(cutoff):
    read = forecasts(cutoff=cutoff).bench.paired_difference()
    assert read.design.algorithms == ("AutoETS", "Naive")
    assert "squared error" in read.method


@pytest.mark.parametrize(
    "ends", [("-lo-90", "-hi-90"), ("_lower", "_upper"), ("-lo-99.5", "-hi-99.5")]
)
def test_ends_of_intervals_are_no_models(ends):
    limits = {f"{model}{end}": RNG.random(18) for model in ("AutoETS", "Naive") for end in ends}
    assert forecasts(**limits).bench.paired_difference().design.algorithms == ("AutoETS", "Naive")


@pytest.mark.parametrize("others", [["x", "z"], ["x1", "x2"], ["X", "RF"]])
def test_y_beside_other_variables_is_no_truth(others):
    frame = pd.DataFrame(RNG.random((8, 3)), columns=["y", *others])
    assert frame.bench(score="accuracy").friedman().design.algorithms == ("y", *others)


def test_y_beside_scores_is_an_algorithm():
    frame = pd.DataFrame(RNG.random((4, 2)), columns=["y", "svm"]).assign(dataset=[*"abcd"])
    assert frame.bench(score="accuracy").wilcoxon().design.algorithms == ("y", "svm")


def test_the_metric_of_rows_beside_a_column_for_each_model_is_chosen():
    rows = itertools.product(["H1", "H2", "H3"], ["mae", "rmse"])
    frame = pd.DataFrame(rows, columns=["unique_id", "metric"])
    frame = frame.assign(**{name: RNG.random(6) for name in ("AutoETS", "Naive", "TFT")})
    read = frame.bench(metric="mae").friedman()
    assert read.design.algorithms == ("AutoETS", "Naive", "TFT")
    assert (read.design.score, read.design.n_blocks) == ("mae", 3)


@pytest.mark.parametrize(
    ("cell", "hint"),
    [
        ([0.5, 0.7], "df.explode('scores').bench"),
        (np.array([0.5, 0.7]), "df.explode('scores').bench"),
        ({"f1": 0.5}, "pd.json_normalize(df.to_dict('records')).bench"),
    ],
)
def test_scores_in_lists_and_dicts_are_taken_out_by_the_hint(cell, hint):
    df = CROSSED.assign(scores=[cell] * 15)
    with pytest.raises(
        DataError, match=r"column 'scores' holds (lists|dicts); scores are numbers"
    ) as caught:
        df.bench.friedman()
    assert caught.value.hint == hint
    df = df.assign(
        scores=[{"f1": x} if isinstance(cell, dict) else [x, x / 2] for x in RNG.random(15)]
    )
    taken = eval(hint, {"df": df, "pd": pd})  # noqa: S307 - the hint must work
    assert taken(higher_is_better=True).friedman().design.algorithms == ("svm", "knn", "rf")


@pytest.mark.parametrize(
    ("cells", "kind"), [("Fold{:02d}", "fold"), ("seed {}", "seed"), ("run_{}", "repeat")]
)
@pytest.mark.parametrize("summary", [False, True])
def test_rows_that_are_called_by_their_number_are_repeats(cells, kind, summary):
    names = [cells.format(number) for number in range(1, 7)]
    wide = pd.DataFrame(RNG.random((6, 3)), columns=["svm", "knn", "rf"], index=names)
    if summary:
        wide.loc["Mean"] = wide.mean()
    long = wide.rename_axis("id").reset_index().melt("id", var_name="model")
    for frame in (wide, wide.rename_axis("x"), wide.reset_index(names="x"), long):
        bound = frame.bench(score="value" if frame is long else "accuracy", higher_is_better=True)
        design = bound.friedman().design
        assert (design.block_kind, design.n_blocks) == (kind, 6)
        # folds share training data, seeds need not
        assert ("violated" in str(bound.friedman())) is cells.startswith("Fold")


def test_rows_of_datasets_stay_datasets():
    frame = pd.DataFrame(
        RNG.random((4, 2)), columns=["svm", "rf"], index=["fold 1", "iris", "wine", "zoo"]
    )
    assert frame.bench(score="accuracy").friedman().design.block_kind == "dataset"


@pytest.mark.parametrize("name", ["func", "function", "test", "fn"])
def test_rows_that_sizes_tell_apart_may_be_algorithms_whatever_they_are_called(name):
    rows = itertools.product(["sorted", "np.sort"], [100, 1000, 10000], range(5))
    frame = pd.DataFrame(rows, columns=[name, "n", "trial"]).assign(seconds=RNG.random(30))
    with pytest.raises(
        RoleError, match=r"which 'n' tells apart; does it name the algorithms"
    ) as asked:
        frame.bench.friedman()
    answer = asked.value.way_out.calls[0].roles
    assert frame.bench(**answer).scores.algorithms == ("sorted", "np.sort")


def test_of_several_metrics_the_likeliest_is_proposed():
    """scikit-learn's cross_validate measures times first."""
    models = {
        name: pd.DataFrame({"fit_time": RNG.random(6), "test_score": RNG.random(6)})
        for name in ("svc", "tree")
    }
    with pytest.raises(RoleError, match=r"holds 2 metrics: fit_time, test_score") as asked:
        pd.concat(models, axis=1).bench.friedman()
    assert asked.value.way_out.calls[0].roles == {"metric": "test_score"}


@pytest.mark.parametrize("names", [["v1", "v2"], ["1.9.0", "1.10.1"], ["v0.9", "v1.0"]])
@pytest.mark.parametrize("unit", [" (ms)", "_ms"])
def test_columns_of_versions_are_algorithms(names, unit):
    frame = pd.DataFrame(RNG.random((6, 2)), columns=[f"{name}{unit}" for name in names])
    scores = frame.assign(query=[*"abcdef"]).bench.scores
    assert (scores.algorithms, scores.higher_is_better) == (tuple(names), False)


def test_steps_of_curves_are_proposed_as_no_datasets():
    rows = itertools.product(["adam", "sgd"], range(3), range(1, 21))
    log = pd.DataFrame(rows, columns=["opt", "seed", "epoch"]).assign(
        val_loss=RNG.random(120), val_acc=RNG.random(120)
    )
    with pytest.raises(RoleError) as asked:
        log.bench.report()
    assert asked.value.way_out.calls[0].roles == {"algorithm": "opt"}
    with pytest.raises(RoleError) as asked:
        log.bench(algorithm="opt").report()
    assert "val_acc" in str(asked.value)


@pytest.mark.parametrize(
    ("columns", "higher"),
    [
        (["acc_svm", "acc_knn"], True),
        (["rmse_ours", "rmse_base"], False),
        (["dice_liver", "dice_kidney"], None),
    ],
)
def test_a_measure_that_names_of_algorithms_begin_with_has_its_direction(columns, higher):
    frame = pd.DataFrame(RNG.random((6, 2)), columns=columns).assign(src=[*"abcdef"])
    if higher is None:
        # parts of what one algorithm measured may be no algorithms
        with pytest.raises(BenchreportError, match=r"are the 2 columns .* algorithms"):
            frame.bench.friedman()
        return
    scores = frame.bench.scores
    assert (scores.score, scores.higher_is_better) == (columns[0].split("_")[0], higher)
