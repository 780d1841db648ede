import numpy as np
import pandas as pd
import pytest
from looped import loop_over

import benchreport  # noqa: F401 - registers df.bench
from benchreport.data import Roles, Scores
from benchreport.data.curves import Curves
from benchreport.errors import BenchreportError, DataError, DesignError, DirectionError, RoleError

FRAME = pd.DataFrame(
    {
        "algorithm": ["a"] * 5 + ["b"] * 3,
        "seed": [1, 1, 1, 2, 2, 1, 1, 1],
        "evaluations": [1, 10, 100, 5, 50, 2, 20, 200],
        "loss": [3.0, 1.0, 2.0, 4.0, 0.5, 2.0, 2.5, 1.0],
    }
)


def read(frame, **roles):
    return Curves.from_frame(frame, Roles(**roles))


def test_runs_of_different_length():
    curves = read(FRAME.sample(frac=1, random_state=0).sort_values("algorithm", kind="stable"))
    assert [len(run.step) for run in curves.of(algorithm="a")] in ([3, 2], [2, 3])
    assert curves.sha256 == read(FRAME).sha256
    assert curves.span == (1, 200)
    assert str(read(FRAME)) == (
        "2 algorithms, 3 runs of 2 to 3 points over 1 to 200 evaluations; loss, lower is better"
    )


def test_incumbents_never_get_worse():
    best = read(FRAME).incumbents()
    assert [run.score.tolist() for run in best.runs] == [[3, 1, 1], [4, 0.5], [2, 2, 1]]
    assert best.best_so_far
    up = read(FRAME, higher_is_better=True).incumbents()
    assert [run.score.tolist() for run in up.runs] == [[3, 3, 3], [4, 4], [2, 2.5, 2.5]]


def test_alignment_invents_nothing():
    curves = read(FRAME)
    grid = np.array([1.0, 2, 9.99, 10, 1000])
    rows = curves.align(grid)
    np.testing.assert_array_equal(rows[0], [3, 3, 3, 1, 2])
    np.testing.assert_array_equal(rows[1], [np.nan, np.nan, 4, 4, 0.5])
    np.testing.assert_array_equal(rows[2], [np.nan, 2, 2, 2, 1])


def test_grids():
    curves = read(FRAME)
    assert curves.grid().tolist() == [1, 2, 5, 10, 20, 50, 100, 200]
    assert curves.grid(3, log=True) == pytest.approx([1, np.sqrt(200), 200])
    assert curves.grid(3).tolist() == [1, 100.5, 200]
    zero = read(FRAME.assign(evaluations=FRAME["evaluations"] - 1))
    with pytest.raises(DataError, match="a logarithmic axis needs steps above 0"):
        zero.grid(3, log=True)


def test_training_scores_and_datasets():
    frame = FRAME.assign(dataset="d", train=[0.1] * 7 + [None])
    curves = read(frame)
    assert curves.datasets == ("d",)
    assert np.isnan(curves.runs[2].train[-1])
    assert curves.of(dataset="d") == curves.runs
    gaps = FRAME.assign(loss=[None, *FRAME["loss"][1:]])
    assert curves.runs[0].step[0] == 1
    assert read(gaps).runs[0].step.tolist() == [10, 100]


@loop_over(
    ("kind", "frame", "roles", "message"),
    [
        (RoleError, FRAME.drop(columns="evaluations"), {}, "which step each row is of"),
        (RoleError, FRAME.drop(columns="algorithm"), {}, "which algorithm each row is of"),
        (RoleError, FRAME.assign(other=1.0), {}, "2 columns could be the score"),
        (RoleError, FRAME, {"score": "gain"}, "score='gain' is not a column"),
        (
            DirectionError,
            FRAME.rename(columns={"loss": "value"}),
            {},
            "whether a higher score is better",
        ),
        (
            DataError,
            pd.concat([FRAME, FRAME[:1]]),
            {},
            "evaluations 1 occurs twice in the run of a, 1",
        ),
        (DataError, FRAME.assign(evaluations=np.inf), {}, "8 rows without a finite number"),
        (DataError, FRAME.assign(loss=np.inf), {}, "infinite in 8 rows"),
        (DataError, FRAME.assign(evaluations="x"), {}, "has cells that are not numbers: 'x'"),
        (DesignError, FRAME.assign(loss=np.nan), {}, "holds no scores"),
        (DesignError, FRAME[:0], {}, "the table is empty"),
    ],
)
def test_errors_name_the_fault(kind, frame, roles, message):
    with pytest.raises(BenchreportError) as caught:
        read(frame, **roles)
    assert isinstance(caught.value, kind)
    assert message in caught.value.message
    assert caught.value.hint


def test_curves_and_scores_are_distinguished():
    assert Curves.suits(FRAME)
    # with one row per run, time is another measure
    times = FRAME.rename(columns={"evaluations": "time"}).drop_duplicates(["algorithm", "seed"])
    assert not Curves.suits(times)
    assert Curves.suits(times, Roles(step="time"))
    # several rows a cell whose times do not rise are independent runs
    runs = FRAME.rename(columns={"evaluations": "time"}).drop(columns="seed")
    assert not Curves.suits(runs)
    assert not Curves.suits(FRAME.drop(columns="evaluations"))
    assert not Curves.suits(pd.DataFrame({"a": [1.0, 2.0], "b": [2.0, 3.0]}))
    assert not Curves.suits(FRAME, Roles(repeat=["seed", "evaluations"]))


def test_scores_are_made_of_curves_only_on_request():
    with pytest.raises(RoleError, match=r"table of curves.*\n.*area_under_curve"):
        Scores.from_frame(FRAME, Roles(score="loss"))
    assert str(FRAME.bench) == str(read(FRAME))


def test_numbered_datasets_and_algorithms_keep_their_order():
    frame = FRAME.assign(algorithm=FRAME["algorithm"].map({"a": 10, "b": 9}), dataset=1)
    curves = read(frame)
    assert curves.algorithms == ("10", "9")
    assert curves.datasets == ("1",)
    assert curves.on("1").runs == curves.runs
    with pytest.raises(DesignError, match="dataset='x'"):
        curves.on("x")


def test_validation_and_training_scores_by_their_names():
    curves = read(FRAME.assign(train_loss=FRAME["loss"] / 2, val_loss=FRAME["loss"] * 2))
    run = curves.runs[0]
    np.testing.assert_array_equal(run.train * 2, run.score)
    np.testing.assert_array_equal(run.validation, run.score * 2)
    np.testing.assert_array_equal(run.at(run.step, part="validation"), run.validation)


def grid_frame(**columns):
    rows = [
        (f"a{a}", s, t + 1, 0.1 * a + 0.01 * t)
        for a in range(2)
        for s in range(3)
        for t in range(9)
    ]
    return pd.DataFrame(rows, columns=["algorithm", "seed", "epoch", "accuracy"]).assign(**columns)


def test_curves_in_any_order_are_curves():
    frame = grid_frame()
    for variant in (
        frame[::-1],
        frame.sample(frac=1, random_state=0),
        pd.concat([frame, frame[:1]]),
    ):
        assert Curves.suits(variant)
    gap = frame.assign(epoch=frame["epoch"].astype(float))
    gap.loc[3, "epoch"] = np.inf
    assert Curves.suits(gap)
    assert Curves.from_frame(frame[::-1]).sha256 == Curves.from_frame(frame).sha256


def test_how_long_each_was_trained_is_no_curve():
    frame = pd.DataFrame(
        {
            "model": ["yolo", "yolo", "yolo", "frcnn"],
            "backbone": ["nano", "tiny", "large", "resnet"],
            "epoch": [300, 300, 300, 12],
            "mAP": [24.8, 33.0, 49.9, 38.2],
        }
    )
    assert not Curves.suits(frame)
    assert Curves.suits(frame.assign(epoch=[100, 200, 300, 12]))


def test_durations_count_in_seconds_and_dates_are_refused():
    frame = grid_frame()
    for unit in ("s", "ms", "ns"):
        hours = pd.to_timedelta(frame["epoch"], unit="h").astype(f"timedelta64[{unit}]")
        assert Curves.from_frame(frame.assign(epoch=hours)).span == (3600, 9 * 3600)
    dates = pd.Timestamp("2024-01-01") + pd.to_timedelta(frame["epoch"], unit="h")
    with pytest.raises(DataError, match="holds dates"):
        Curves.from_frame(frame.assign(epoch=dates))


def test_a_loss_beside_its_validation_loss_is_asked_about():
    frame = grid_frame().rename(columns={"accuracy": "loss"})
    history = frame.assign(val_loss=frame["loss"] + 1)
    with pytest.raises(RoleError, match=r"may be the score on training data") as caught:
        Curves.from_frame(history)
    assert "score='val_loss', train='loss'" in caught.value.hint
    curves = Curves.from_frame(history, Roles(score="val_loss", train="loss"))
    assert curves.runs[0].train is not None
    both = history.assign(accuracy=0.5, val_accuracy=0.4)
    assert Curves.from_frame(both, Roles(score="accuracy")).runs[0].validation is not None


def test_empty_cells_name_their_column():
    frame = grid_frame()
    frame.loc[2, "algorithm"] = None
    with pytest.raises(DataError, match=r"1 row without a value in column 'algorithm': row 2"):
        Curves.from_frame(frame)


def test_numbered_repeats_called_iteration_have_a_way_out():
    frame = grid_frame().rename(columns={"epoch": "iteration"}).drop(columns="seed")
    frame = frame.drop_duplicates(["algorithm", "iteration"])
    with pytest.raises(DataError, match="more than one score") as caught:
        Scores.from_frame(frame)
    assert "df.bench(repeat='iteration')" in caught.value.hint
    assert Scores.from_frame(frame, Roles(repeat="iteration")).block_kind == "repeat"


@pytest.mark.parametrize("name", ["function", "env", "Game", "dataset"])
def test_datasets_have_the_names_of_fields(name):
    """Optimization has functions, reinforcement learning environments."""
    frame = pd.concat([FRAME.assign(**{name: each}) for each in ("sphere", "ackley")])
    curves = read(frame)
    assert set(curves.datasets) == {"ackley", "sphere"}
    assert len(curves.runs) == 6


def test_two_such_columns_are_not_guessed():
    frame = FRAME.assign(function="sphere", level="easy")
    assert read(frame).datasets == ("",)


def test_one_run_or_dataset_is_chosen_by_its_name():
    tasks = read(FRAME.assign(task=["x", "x", "x", "y", "y", "x", "x", "y"]))
    chosen = tasks.on("y")
    assert (chosen.datasets, [len(run.step) for run in chosen.runs]) == (("y",), [2, 1])
    with pytest.raises(DesignError, match="dataset='z' is not among the datasets: x, y") as caught:
        tasks.on("z")
    assert str(caught.value.hint) == "dataset='x'"
    second = read(FRAME).with_repeat("2")
    assert (second.algorithms, second.runs[0].step.tolist()) == (("a",), [5, 50])
    with pytest.raises(DesignError, match="run='3' is not among the runs: 1, 2") as caught:
        second = read(FRAME).with_repeat("3")
    assert str(caught.value.hint) == "run='1'"
    with pytest.raises(DesignError, match="no column of the table names datasets") as caught:
        read(FRAME).on("z")
    assert str(caught.value.hint) == "leave dataset out"
    alone = FRAME[FRAME["seed"] == 1].drop(columns="seed")
    with pytest.raises(DesignError, match=r"run='3' .* no column of the table names runs"):
        read(alone).with_repeat("3")


def test_common_steps_are_spaced_as_the_axis():
    curves = read(FRAME)
    assert curves.grid().tolist() == [1, 2, 5, 10, 20, 50, 100, 200]
    assert curves.grid(3).tolist() == [1, 100.5, 200]
    np.testing.assert_allclose(curves.grid(3, log=True), [1, 200**0.5, 200])
    with pytest.raises(DataError, match="steps above 0; the first evaluations is 0") as caught:
        read(FRAME.assign(evaluations=FRAME["evaluations"] - 1)).grid(log=True)
    assert "log=False" in str(caught.value.hint)


def test_the_frame_has_a_row_for_each_point():
    frame = read(FRAME).frame
    assert list(frame.columns) == ["algorithm", "repeat", "evaluations", "loss"]
    values = frame.sort_values(["algorithm", "evaluations"])["loss"].tolist()
    assert values == FRAME.sort_values(["algorithm", "evaluations"])["loss"].tolist()


def test_one_algorithm_is_refused_before_its_direction_is_asked():
    frame = pd.DataFrame({"algorithm": "a", "step": [1, 2, 3], "value": [0.5, 0.4, 0.6]})
    with pytest.raises(DesignError, match="at least 2 algorithms; found a only"):
        Curves.from_frame(frame)


def test_epochs_that_were_set_are_no_curve():
    frame = pd.DataFrame(
        {
            "method": "MAE",
            "backbone": ["ViT-B", "ViT-B", "ViT-L", "ViT-L", "ViT-H"],
            "epoch": [800, 1600, 800, 1600, 1600],
            "top-1": [80.0, 81.5, 84.5, 85.0, 86.5],
        }
    )
    assert not Curves.suits(frame)
    assert Curves.suits(frame.assign(method=frame["backbone"]))


@pytest.mark.parametrize("name", ["timesteps", "global_step", "env_steps", "total_timesteps"])
def test_steps_of_reinforcement_learning_are_steps(name):
    rows = [
        (a, s, step, s + step)
        for a in ("PPO", "SAC")
        for s in range(3)
        for step in range(0, 90, 30)
    ]
    frame = pd.DataFrame(rows, columns=["algo", "seed", name, "return"])
    assert f"{name}  whole numbers" in str(frame.bench.check())
    assert frame.bench.curves.step == name
    frame[name] *= 100_000
    steps = f"{name} 0 to 6,000,000" if name.endswith("step") else f"0 to 6,000,000 {name}"
    assert f"over {steps};" in str(frame.bench.curves)
