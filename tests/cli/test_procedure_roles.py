"""Commands offer the roles that their procedures use: those of the tasks which they do not refuse."""

import pandas as pd
import pytest
from click.testing import CliRunner
from looped import loop_over

from benchreport.cli import main
from benchreport.cli.procedure_roles import OF_TASKS, TASKS, roles_for
from benchreport.cli.table_options import ROLES, SELECTION
from benchreport.data import Predictions, Roles
from benchreport.errors import DesignError
from benchreport.stats import CATALOGUE, CURVE_CATALOGUE, PREDICTION_CATALOGUE, SEVERAL_CATALOGUE

# of each task a table of two models, and a metric that its models have
TABLES = {
    "classification": (
        {"y_true": [0, 1] * 4, "a_score": [0.2, 0.8, 0.6, 0.7] * 2, "b_score": [0.1, 0.3, 0.4, 0.6] * 2},
        "accuracy",
    ),
    "regression": ({"y_true": [1.5, 2.5, 3.5], "a": [1.25, 2, 3], "b": [1.5, 2, 4]}, "rmse"),
    "ranking": (
        {"y_true": ["['x']", "['y']"], "a": ["['x', 'y']"] * 2, "b": ["['y', 'z']"] * 2},
        "ndcg@10",
    ),
    "language": (
        {"a_log_probability": [-1.0, -2, -3], "b_log_probability": [-2.0, -2, -1]},
        "perplexity",
    ),
    "correctness": ({"a": [1, 0, 1, 1], "b": [0, 0, 1, 1]}, "accuracy"),
}  # fmt: skip


@pytest.mark.parametrize("task", TABLES)
@loop_over("name", sorted(set(PREDICTION_CATALOGUE) - {"point_632", "dataset_differences"}))
def test_a_procedure_is_offered_the_tasks_that_it_takes(name, task):
    columns, metric = TABLES[task]
    table = Predictions.from_frame(pd.DataFrame(columns), Roles(task=task))
    options = {"metric": metric} if name.startswith("metric_") else {}
    options |= {"baseline": "a", "margin": 0.1} if name == "degradation" else {}
    try:
        PREDICTION_CATALOGUE[name](table, **options)
        takes = True
    except DesignError:
        takes = False
    assert takes == (task in TASKS.get(name, tuple(TABLES)))


def test_roles_of_a_task_come_with_the_task():
    everything = set().union(*OF_TASKS.values())
    assert roles_for(PREDICTION_CATALOGUE["loss_t"]) >= everything
    assert roles_for(PREDICTION_CATALOGUE["delong"]) & everything == OF_TASKS["classification"]
    assert "task" not in roles_for(PREDICTION_CATALOGUE["delong"])
    # a procedure of two kinds of tables takes the roles of both
    assert {"truth", "score"} <= roles_for(PREDICTION_CATALOGUE["point_632"])


@pytest.mark.parametrize("catalogue", [CATALOGUE, CURVE_CATALOGUE, SEVERAL_CATALOGUE])
def test_scores_and_curves_have_no_truth(catalogue):
    for procedure in catalogue.values():
        roles = roles_for(procedure)
        assert {"algorithm", "dataset", "repeat", "score", "higher_is_better"} <= roles
        if "Predictions" in str(next(iter(procedure.__annotations__.values()))):
            continue
        assert not {"truth", "tokens", "example", "positive", "task"} & roles
        assert ("step" in roles) == (catalogue is CURVE_CATALOGUE)
        assert ("missing" in roles) == (catalogue is not CURVE_CATALOGUE)


def test_every_role_is_of_some_procedure():
    catalogues = (CATALOGUE, PREDICTION_CATALOGUE, CURVE_CATALOGUE, SEVERAL_CATALOGUE)
    used = [roles_for(procedure) for catalogue in catalogues for procedure in catalogue.values()]
    assert set().union(*used) == {option.name for option in (*ROLES, *SELECTION)}


def test_amounts_by_name_become_a_mapping(tmp_path):
    file = tmp_path / "scores.csv"
    file.write_text("a,b\n1,2\n2,4\n3,3\n4,7\n")
    arguments = ["test", "plan", str(file), "--score", "accuracy", "--half-width", "1"]
    runner = CliRunner()
    once = runner.invoke(main, [*arguments, "--cost", "dataset=3"])
    assert "cost" in once.output
    plain = runner.invoke(main, arguments)
    number = lambda text: float(text.rpartition("cost ")[2].partition(")")[0])  # noqa: E731
    assert number(once.output) == 3 * number(plain.output)
    wrong = runner.invoke(main, [*arguments, "--cost", "dataset"])
    assert "as in dataset=20" in wrong.output
