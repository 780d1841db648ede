import dataclasses
import json
import math

import numpy as np
import pandas as pd
import pytest
from contract import layout_of, make_positive, required_options, takes_positive
from curves_tables import curves_of
from looped import loop_over
from predictions_tables import random_labels, random_scores

from benchreport.analysis import advise, best_at_budget
from benchreport.data import Predictions, Roles, Scores
from benchreport.data.several import Several
from benchreport.errors import DataError
from benchreport.results import Interval, OmnibusResult, OmnibusTest
from benchreport.results.base import Design
from benchreport.results.from_dict import from_dict, result_classes
from benchreport.results.pairs.pairwise import Comparison
from benchreport.stats import CATALOGUE, CURVE_CATALOGUE, PREDICTION_CATALOGUE, anova
from benchreport.stats.description.rank_changes import rank_changes
from benchreport.stats.description.train_test import train_test

VALUES = np.random.default_rng(5).normal(size=(10, 4)).round(2)
FOLDS = {"repeat": np.repeat(range(5), 2), "fold": [1, 2] * 5}
GIVEN = {
    "control": "a",
    "baseline": "m0",
    "order": tuple("abcd"),
    "margin": 0.5,
    "mu": 0.1,
    "sigma": 1.0,
    "complexity": tuple("abcd"),
    "metric": "accuracy",
}
# fewer draws than by default, which would be slow
FEW_DRAWS = {"n_resamples": 99, "n_draws": 99}


def scores_of(*, folds=False):
    frame = pd.DataFrame(VALUES, columns=list("abcd"))
    roles = Roles(score="accuracy")
    if folds:
        frame = frame.assign(**FOLDS)
        roles = Roles(score="accuracy", repeat=("repeat", "fold"))
    return Scores.from_frame(frame, roles)


def switches():
    rows = [(f"d{row}", place // 2, place % 2, value) for row, line in enumerate(VALUES)
            for place, value in enumerate(line)]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["dataset", "ema", "warm-up", "accuracy"])
    return Scores.from_frame(frame, Roles(factors=["ema", "warm-up"]))


def several(other):
    rows = [
        (name, f"d{task}", VALUES[task, place - 1], VALUES[task, place])
        for place, name in enumerate("abcd")
        for task in range(10)
    ]
    columns = ["algorithm", "dataset", other, "accuracy"]
    return Several.from_frame(pd.DataFrame(rows, columns=columns))


def resample():
    frame = pd.DataFrame({"y_true": [0, 1] * 20, "m": [0, 1, 1, 1] * 10})
    parts = {"out-of-bag": frame, "resubstitution": frame}
    parted = pd.concat(parts, names=["part"]).reset_index("part").reset_index(drop=True)
    return Predictions.from_frame(parted, Roles(dataset="part"))


def run(procedure, table):
    return procedure(table, **required_options(procedure.__name__, GIVEN | FEW_DRAWS))


def rebuild():
    """Make a result of every procedure."""
    for name, procedure in CATALOGUE.items():
        folds = layout_of(name) in ("folds", "5 × 2 folds")
        table = switches() if layout_of(name) == "factors" else scores_of(folds=folds)
        if takes_positive(name):
            table = Scores.from_frame(make_positive(pd.DataFrame(VALUES)), Roles(score="seconds"))
        yield run(procedure, table)
    yield anova(switches())
    for procedure in CURVE_CATALOGUE.values():
        yield run(procedure, curves_of())
    for name, procedure in PREDICTION_CATALOGUE.items():
        labels = name in ("confusion", "marginal_homogeneity")
        table = random_labels(n=60) if labels else random_scores(n=60)
        if name == "dataset_differences":
            # of both halves of the examples
            table = dataclasses.replace(table, datasets=("x", "y"), dataset=np.arange(60) // 30)
        yield run(procedure, resample() if name == "point_632" else table)
    yield advise(scores_of())
    yield best_at_budget(curves_of())
    yield train_test(several("train"))
    yield rank_changes(several("auc"))


@pytest.fixture(scope="module")
def results():
    return list(rebuild())


def same(one, other):
    """Tell whether two values are the same, NaN and all, down to their types."""
    if isinstance(one, float) and isinstance(other, float):
        return one == other or (math.isnan(one) and math.isnan(other))
    if type(one) is not type(other):
        return False
    if dataclasses.is_dataclass(one):
        names = [field.name for field in dataclasses.fields(one)]
        return all(same(getattr(one, name), getattr(other, name)) for name in names)
    if isinstance(one, tuple):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(same(*pair) for pair in pairs)
    return one == other


def through_json(result):
    return from_dict(json.loads(json.dumps(result.to_dict(), allow_nan=False)))


def test_every_class_comes_back_as_it_was(results):
    for result in results:
        rebuilt = through_json(result)
        assert same(rebuilt, result), result.procedure
        assert str(rebuilt) == str(result)
    assert {type(result).__name__ for result in results} == set(result_classes())


def omnibus_of(statistic, p_value, effect):
    return OmnibusResult(
        procedure="friedman",
        method="Friedman",
        variant="chi2",
        design=Design(
            algorithms=("a", "b"),
            n_blocks=3,
            block_kind="dataset",
            score="auc",
            higher_is_better=True,
        ),
        tests=(OmnibusTest("chi2", "χ²", statistic, (3, math.inf), p_value),),
        effect_name="W",
        effect_size=effect,
    )


@loop_over("number", [math.nan, math.inf, -math.inf, 0.1 + 0.2, 5e-324, -0.0, 3])
def test_numbers_that_json_lacks_come_back(number):
    result = omnibus_of(number, 0.5, number)
    rebuilt = through_json(result)
    assert same(rebuilt, result)
    assert math.copysign(1, rebuilt.effect_size) == math.copysign(1, number)


def test_numbers_that_are_not_finite_are_null_and_noted_by_their_path():
    facts = omnibus_of(-math.inf, math.nan, 0.5).to_dict()
    assert facts["tests"][0]["statistic"] is None
    assert facts["not_finite"] == {
        "/tests/0/statistic": "-inf",
        "/tests/0/dof/1": "inf",
        "/tests/0/p_value": "nan",
    }


def test_undefined_and_absent_differ():
    # an interval that could not be computed, and a pair without one
    pair = ("a", "b", 0.1, None, 2.0, 0.5, 0.5, 0.3)
    rows = (
        Comparison(*pair, Interval(math.nan, math.nan, 0.95), "a"),
        Comparison(*pair, None, "a", "note"),
    )
    base = PREDICTION_CATALOGUE["mcnemar"](random_scores(n=60))
    for number in (math.nan, None):
        result = dataclasses.replace(base, comparisons=rows, critical_difference=number)
        assert same(through_json(result), result)


def test_fields_with_a_default_may_be_missing_and_the_summary_is_made_anew():
    result = omnibus_of(1.0, 0.5, 0.5)
    facts = result.to_dict()
    for name in ("summary", "warnings", "seed", "claims"):
        del facts[name]
    assert from_dict({**facts, "tests": [dict(facts["tests"][0])]}).summary == result.summary


def without(name):
    return lambda facts: facts.pop(name)


def change(path, value):
    *steps, last = path.split("/")

    def change(facts):
        for step in steps:
            facts = facts[int(step) if step.isdigit() else step]
        facts[last] = value

    return change


@loop_over(
    ("change", "message"),
    [
        (without("result"), r"/result: expected a class .* found None"),
        (change("result", "Result"), r"/result: .* found 'Result'"),
        (change("result", "os.system"), r"/result: "),
        (change("result", ["a"]), r"/result: "),
        (without("tests"), r"the field tests too; found"),
        (change("colour", 1), r"no field colour; found"),
        (change("alpha", "0.05"), r"/alpha: expected a value of type float; found '0.05'"),
        (change("alpha", None), r"/alpha: expected a value of type float; found None"),
        (change("alpha", value=True), r"/alpha: "),
        (change("seed", 1.5), r"/seed: expected a value of type int; found 1.5"),
        (change("warnings", "text"), r"/warnings: expected a list; found 'text'"),
        (change("claims", ["one"]), r"/claims: expected a list of 2"),
        (change("design", []), r"/design: expected the fields of Design; found \[\]"),
        (change("design/block_kind", "week"), r"/design/block_kind: expected one of 'dataset'"),
        (change("tests/0/p_value", "x" * 500), r"/tests/0/p_value: .*x…\."),
        (
            lambda facts: facts["not_finite"].update({"/alpha": "inf"}),
            r"there is no null at /alpha",
        ),
        (change("not_finite", {"/alpha": "1e9"}), r"/not_finite: expected paths"),
        (change("not_finite", 3), r"/not_finite: expected paths"),
    ],
)
def test_other_facts_are_refused_by_place(change, message):
    facts = json.loads(json.dumps(omnibus_of(1.0, 0.5, 0.5).to_dict()))
    change(facts)
    with pytest.raises(DataError, match=message):
        from_dict(facts)


@pytest.mark.parametrize("facts", [None, [], "{}", 3])
def test_only_mappings_are_accepted(facts):
    with pytest.raises(DataError, match="the facts: expected the facts of a result"):
        from_dict(facts)
