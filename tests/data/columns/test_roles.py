import pandas as pd
import pytest
from looped import loop_over

from benchreport.data import Roles, Scores
from benchreport.data.columns.flat_frame import flat
from benchreport.data.columns.read_layout import read_layout
from benchreport.data.columns.words.direction import direction_of
from benchreport.errors import DataError, DesignError, DirectionError, OptionError, RoleError

LONG = pd.DataFrame(
    {
        "algorithm": ["svm", "knn"] * 2,
        "dataset": ["iris", "iris", "wine", "wine"],
        "accuracy": [0.9, 0.8, 0.7, 0.6],
    }
)
WIDE = pd.DataFrame({"task": ["iris", "wine"], "svm": [0.9, 0.7], "knn": [0.8, 0.6]})


def layout(frame, **roles):
    evidence, levels = flat(frame)
    return read_layout(evidence.frame, Roles(**roles), levels=levels)


BOTH_WAYS = (
    "df.bench(algorithm='who', dataset='where'), or df.bench(algorithm='where', dataset='who'); if all rows "
    "are of one algorithm, read the results of several together"
)


def refusal(frame, **roles):
    with pytest.raises(RoleError) as caught:
        layout(frame, **roles)
    return caught.value


@loop_over(
    "name",
    ["algorithm", "Method", "MODEL", "learner", "classifier", "estimator", "solver", "system"],
)
def test_algorithm_is_read_by_name(name):
    assert layout(LONG.rename(columns={"algorithm": name})).algorithm == name


@pytest.mark.parametrize("name", ["dataset", "data_set", "Task", "problem", "instance"])
def test_dataset_is_read_by_name(name):
    assert layout(LONG.rename(columns={"dataset": name})).dataset == name


@loop_over("name", ["fold", "Seed", "run", "repeat", "repetition", "split"])
def test_repeat_is_read_by_name(name):
    assert layout(LONG.assign(**{name: 1})).repeat == (name,)


def test_several_repeat_columns_go_together():
    frame = LONG.assign(seed=1, fold=2, other=0.5)
    assert layout(frame, score="accuracy").repeat == ("seed", "fold")
    for bound in (["fold", "other"], ("fold", "other"), ["fold", "fold", "other"]):
        assert layout(frame, repeat=bound, score="accuracy").repeat == ("fold", "other")
    assert layout(frame, repeat="seed", score="accuracy").repeat == ("seed",)


def test_the_roles_own_name_wins_over_a_synonym():
    assert layout(LONG.assign(model="x", task="y")).algorithm == "algorithm"


def test_fractions_that_repeat_may_name_algorithms():
    frame = LONG.assign(algorithm=[0.1, 0.5] * 2)
    assert layout(frame).algorithm == "algorithm"
    wide = WIDE.rename(columns={"svm": "model"})
    assert layout(wide, score="auc").algorithms == ("model", "knn")


def test_two_synonyms_are_asked_about():
    frame = LONG.rename(columns={"algorithm": "method"})
    error = refusal(frame.assign(model=["x", "x", "y", "y"]))
    assert error.message == "2 columns could be the algorithm: method, model."
    assert error.hint == "df.bench(algorithm='method'), or df.bench(algorithm='model')"
    # a constant, a link or the same names once more are no second reading
    assert layout(frame.assign(model="x")).algorithm == "method"
    assert (
        layout(frame.assign(model=frame["method"].map({"svm": 1, "knn": 2}))).algorithm == "method"
    )


def test_a_column_bound_to_one_role_is_not_read_as_another():
    frame = LONG.rename(columns={"dataset": "instance", "algorithm": "task"})
    read = layout(frame, algorithm="task")
    assert (read.algorithm, read.dataset) == ("task", "instance")
    assert layout(LONG.rename(columns={"dataset": "task"}), repeat="task").dataset is None


def test_bound_columns_win():
    frame = LONG.assign(approach=LONG["algorithm"], corpus=LONG["dataset"], f1=0.5)
    read = layout(frame, algorithm="approach", dataset="corpus", score="f1")
    assert (read.algorithm, read.dataset, read.score) == ("approach", "corpus", "f1")
    assert read.unused == ("algorithm", "dataset", "accuracy")


@loop_over(
    ("roles", "hint"),
    [
        ({"algorithm": "Algorithm"}, "algorithm='algorithm'"),
        ({"dataset": "datset"}, "dataset='dataset'"),
        ({"score": "acc"}, "score='accuracy'"),
        ({"score": "f1"}, "score='accuracy'"),
        ({"algorithm": ["svm"]}, "algorithm='algorithm'"),
        ({"repeat": "data"}, "repeat='dataset'"),
    ],
)
def test_unknown_columns_name_the_nearest(roles, hint):
    error = refusal(LONG, **roles)
    assert "is not a column; the columns are algorithm, dataset, accuracy." in error.message
    assert error.hint == f"df.bench({hint})"


@pytest.mark.parametrize("column", ["nowhere", ["dataset", "nowhere"]])
def test_no_column_is_proposed_where_none_is_near(column):
    error = refusal(LONG, repeat=column)
    assert error.hint == "name one of these, or leave repeat out"


def test_one_column_cannot_play_two_roles():
    assert "both the algorithm and the score" in refusal(LONG, score="algorithm").message
    assert "both the dataset and the repeat" in refusal(WIDE, dataset="task", repeat="task").message


def test_several_scores_are_asked_about_and_a_metric_is_proposed():
    error = refusal(
        LONG.assign(gain=[1.5, 2.5, 1, 2])[["algorithm", "dataset", "gain", "accuracy"]]
    )
    assert error.message == "2 columns could be the score: accuracy, gain."
    assert error.hint == "df.bench(score='accuracy')"
    two = refusal(LONG.assign(f1=[1.5, 2.5, 1, 2], gain=[3.5, 1, 2, 1]))
    assert two.hint == (
        "df.bench(score='accuracy'), or df.bench.report_metrics(scores=['accuracy', 'f1']) "
        "to compare by each"
    )
    # a constant, or one value for each dataset, is no score
    read = layout(LONG.assign(n_train=5, size=[3.5, 3.5, 4, 4]))
    assert (read.score, read.reasons["size"]) == ("accuracy", "one value for each dataset")


def test_no_column_is_left_for_the_score():
    frame = LONG.drop(columns="accuracy").assign(note="x", author="y")
    assert "no numeric column is left to be the score" in refusal(frame).message


def test_split_that_names_parts_of_the_data_is_no_repeat():
    frame = LONG.assign(split=["train", "train", "test", "test"])
    error = refusal(frame)
    assert "names parts of the data (train, test)" in error.message
    assert error.hint == "df.bench(where={'split': 'test'})"
    assert layout(frame.assign(split=["a", "a", "b", "b"])).repeat == ("split",)


def test_wide_by_text_column_index_or_nothing():
    assert layout(WIDE, score="auc").dataset == "task"
    assert layout(WIDE.rename(columns={"task": "file"}), score="auc").dataset == "file"
    assert layout(WIDE.set_index("task"), score="auc").dataset == "task"
    assert layout(WIDE.set_index("task").rename_axis(None), score="auc").dataset == "dataset"
    assert layout(WIDE.drop(columns="task"), score="auc").dataset is None
    assert layout(WIDE, score="auc").algorithms == ("svm", "knn")


def test_a_named_index_names_rows_and_is_never_a_score():
    numbered = pd.RangeIndex(2, name="id")
    wide = WIDE.drop(columns="task").set_index(numbered)
    assert layout(wide, score="auc").dataset == "id"
    assert layout(wide, score="auc").algorithms == ("svm", "knn")
    assert layout(WIDE.set_index(numbered), score="auc").dataset == "task"
    assert layout(LONG.set_index(pd.RangeIndex(4, name="id"))).score == "accuracy"


def test_row_numbers_beside_folds_are_not_datasets():
    frame = WIDE.drop(columns="task").assign(fold=[1, 2]).set_index(pd.RangeIndex(2, name="id"))
    read = layout(frame, score="auc")
    assert (read.dataset, read.repeat) == (None, ("fold",))


def test_an_index_written_to_csv_is_no_algorithm():
    frame = WIDE.rename(columns={"task": "dataset"}).assign(**{"Unnamed: 0": [0, 1]})
    assert layout(frame, score="auc").algorithms == ("svm", "knn")
    assert layout(frame.drop(columns="dataset"), score="auc").dataset == "Unnamed: 0"
    named = frame.rename(columns={"dataset": "file"})
    assert layout(named, score="auc").dataset == "file"
    assert layout(LONG.assign(**{"Unnamed: 0": range(4)})).score == "accuracy"


def test_levels_of_the_index_play_roles():
    read = layout(LONG.set_index(["dataset", "algorithm"]))
    assert (read.algorithm, read.dataset) == ("algorithm", "dataset")
    frame = LONG.set_index(["dataset", "algorithm"]).assign(algorithm=["svm", "knn"] * 2)
    assert layout(frame).dataset == "dataset"
    two = WIDE.assign(suite="s").set_index(["suite", "task"]).rename_axis(["suite", "file"])
    assert "2 levels of the index could be the dataset" in refusal(two, score="auc").message


def test_columns_of_a_pivoted_categorical():
    frame = LONG.astype({"algorithm": "category"}).pivot_table(
        index="dataset", columns="algorithm", values="accuracy", observed=True
    )
    assert set(layout(frame, score="auc").algorithms) == {"svm", "knn"}


def test_column_levels_and_repeated_names_are_refused():
    levels = pd.concat({"test": LONG.pivot_table(index="dataset", columns="algorithm")}, axis=1)
    assert "the columns have 3 levels" in refusal(levels).message
    twice = pd.concat([WIDE, WIDE[["svm"]]], axis=1)
    assert "more than once: svm" in refusal(twice, score="auc").message


@pytest.mark.parametrize(
    ("columns", "hint"),
    [
        (["who", "fold", "accuracy"], "df.bench(algorithm='who')"),
        (["who", "fold", "accuracy", "rmse"], "df.bench(algorithm='who')"),
        (
            ["who", "where", "accuracy"],
            BOTH_WAYS,
        ),
    ],
)
def test_a_long_table_without_a_known_name_is_not_taken_for_a_wide_one(columns, hint):
    frame = LONG.assign(who=LONG["algorithm"], where=LONG["dataset"], fold=1, rmse=0.5)
    assert refusal(frame[columns], higher_is_better=True).hint == hint


@pytest.mark.parametrize("name", ["who", "framework", "classifier_name", "Base Model", "system_id"])
def test_an_algorithm_beside_datasets_is_read_by_its_content(name):
    frame = LONG.rename(columns={"algorithm": name})
    read = layout(frame)
    assert (read.form, read.algorithm, read.dataset) == ("long", name, "dataset")
    assert read.reasons[name]


@pytest.mark.parametrize("name", ["where", "test_file", "benchmark", "dataset_name", "Environment"])
def test_a_dataset_beside_algorithms_is_read_by_its_content(name):
    three = pd.concat([LONG, LONG.iloc[:2].assign(dataset="glass")])
    read = layout(three.rename(columns={"dataset": name}))
    assert (read.algorithm, read.dataset) == ("algorithm", name)


def test_two_values_of_an_unknown_column_are_asked_about():
    error = refusal(LONG.rename(columns={"dataset": "where"}))
    assert error.hint == "df.bench(dataset='where'), or df.bench(where={'where': 'iris'})"


def test_a_score_column_needs_an_algorithm_column():
    frame = LONG.rename(columns={"algorithm": "who"})[["who", "accuracy"]]
    assert refusal(frame, score="accuracy").hint == "df.bench(algorithm='who', score='accuracy')"


@loop_over(
    "name",
    """accuracy acc AUC roc_auc F1 f1_macro F1Score testAccuracy r2 HitRate hitrate@3 ndcg@10 hits10
    recall@5 MRR mean_reciprocal_rank neg_mean_squared_error neg_log_loss balanced_accuracy""".split(),
)
def test_higher_is_better(name):
    assert direction_of(name) is True


@loop_over(
    "name",
    "error err val_loss RMSE mae perplexity time runtime seconds error_rate log_loss wall_time".split(),
)
def test_lower_is_better(name):
    assert direction_of(name) is False


@loop_over(
    "name",
    [
        *"quality score value error_accuracy accuracy_loss accuracy_drop error_reduction".split(),
        *"images_per_ms iterations_per_second iterations accuracy_std time_saved neg_accuracy".split(),
        *("1 - accuracy", "1-auc", "", "inverse time", None),
    ],
)
def test_unsure_names_do_not_settle_the_direction(name):
    assert direction_of(name) is None


def test_direction_is_asked_for_or_given():
    frame = LONG.rename(columns={"accuracy": "quality"})
    with pytest.raises(DirectionError, match="'quality' does not tell") as caught:
        layout(frame).higher_is_better  # noqa: B018 - reading it raises
    assert "higher_is_better=False" in caught.value.hint
    assert layout(frame, higher_is_better=False).higher_is_better is False
    assert layout(LONG, higher_is_better=False).higher_is_better is False
    with pytest.raises(DirectionError, match="the scores have no name"):
        layout(WIDE).higher_is_better  # noqa: B018 - reading it raises


@pytest.mark.parametrize("wrong", ["no", "false", 2, "higher"])
def test_direction_is_true_or_false(wrong):
    with pytest.raises(OptionError, match="higher_is_better must be True or False"):
        Roles(higher_is_better=wrong)


def test_missing_is_checked():
    with pytest.raises(OptionError, match="missing must be one of") as caught:
        Roles(missing="dorp")
    assert caught.value.hint == "missing='drop'"


def test_binding_keeps_the_roles():
    roles = Roles(score="auc").bound(repeat="seed", score=None)
    assert roles == Roles(score="auc", repeat="seed")


LEVELS = LONG.assign(iteration=[1, 2, 1, 2])


@pytest.mark.parametrize("outer", ["invocation", "fork", "Process"])
def test_iterations_in_invocations_are_repeats_and_no_steps(outer):
    assert layout(LEVELS.assign(**{outer: 1})).repeat == (outer, "iteration")
    both = LEVELS.assign(**{outer: 1, "build": [1, 1, 2, 2]}).rename(columns={"iteration": "Iter"})
    assert layout(both, score="accuracy").repeat == ("build", outer, "Iter")


def test_iterations_alone_are_steps():
    assert layout(LEVELS, score="accuracy").repeat == ()
    assert layout(LEVELS, score="accuracy").steps == ("iteration",)


def test_no_column_of_datasets_is_an_error():
    with pytest.raises(RoleError, match=r"dataset=\[\] is not a column; the columns") as caught:
        Scores.from_frame(LONG, Roles(dataset=[]))
    assert caught.value.hint == "df.bench(dataset='dataset')"


def test_contests_of_two_models_are_no_scores():
    frame = pd.DataFrame(
        {"question": [1, 2], "model_a": ["x", "y"], "model_b": ["y", "x"], "winner": "a"}
    )
    with pytest.raises(
        DesignError, match="a contest of two models, 'model_a' and 'model_b'"
    ) as caught:
        layout(frame)
    assert "rank_estimates" in caught.value.hint
    sides = {"left": ["x", "y", "x"], "right": ["y", "x", "z"], "winner": ["Left", "tie", "right"]}
    with pytest.raises(DesignError, match="a contest of two models, 'left' and 'right'"):
        layout(pd.DataFrame(sides))
    scores = pd.DataFrame({"model 1": [0.5, 0.6], "model 2": [0.7, 0.8]})
    assert layout(scores, score="accuracy").algorithms == ("model 1", "model 2")
    written = scores.astype(str) + " ± 0.1"
    assert layout(written, score="accuracy").algorithms == ("model 1", "model 2")


def test_times_with_units_are_told_as_such():
    frame = pd.DataFrame(
        {"query": ["q1", "q2"], "duckdb": ["1m30.5s", "2.5s"], "spark": ["9s", "1m1s"]}
    )
    with pytest.raises(DataError, match="begin with numbers, but are none"):
        layout(frame)


def test_differences_and_p_values_are_no_algorithms():
    frame = pd.DataFrame({"dataset": list("abc"), "svm": [0.5, 0.6, 0.7], "knn": [0.4, 0.8, 0.6]})
    frame = frame.assign(
        **{"Δ": frame["knn"] - frame["svm"], "p-value": [0.2, 0.04, 0.5], "Diff": 0.1}
    )
    assert layout(frame, score="accuracy").algorithms == ("svm", "knn")
