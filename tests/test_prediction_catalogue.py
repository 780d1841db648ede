"""Every procedure for predictions keeps the contract."""

import inspect
import json
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from contract import (
    check_pairs_agree,
    doubt,
    has_result,
    heads_in_code,
    is_test,
    own_tests,
    required_options,
    section,
)
from looped import loop_over
from needs import one_in

import benchreport
from benchreport.accessor import Bench
from benchreport.analysis.rules.predictions import OWN_SAMPLES
from benchreport.data import Predictions, Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.results import MetricsResult, PairwiseResult, Result
from benchreport.results.citing.bibliography import BIBLIOGRAPHY
from benchreport.stats import CATALOGUE, PREDICTION_CATALOGUE
from benchreport.stats.catalogue import select_procedures

RNG = np.random.default_rng(7)
TRUTH = RNG.integers(0, 2, 60)
CHANCES = np.clip(TRUTH[:, None] * 0.3 + 0.35 + RNG.normal(0, 0.25, (60, 3)), 0.01, 0.99)
REQUIRED = {"metric": "accuracy", "baseline": "m0", "margin": "2pp"}
# these compare parts of a table: out-of-bag with training data, or datasets
OF_PARTS = ("dataset_differences", "point_632")
# lists of examples, which are called after their rows
LISTS = ("disagreements", "item_analysis")
# these average the repeats of an example, and are no comparisons of pairs
AVERAGING = ("degradation", "design_effect", "flips", "item_analysis")


@pytest.fixture(params=sorted(PREDICTION_CATALOGUE))
def name(request):
    return request.param


# the slowest checks run on a third of the procedures each, and in `.ci/run` on all of them
THIRDS = [
    pytest.mark.parametrize("name", one_in(3, sorted(PREDICTION_CATALOGUE), n)) for n in range(3)
]


def frame_of(truth, chances):
    columns = {f"m{place}_probability": column for place, column in enumerate(chances.T)}
    return pd.DataFrame({"y_true": truth, **columns})


def run(name, truth=TRUTH, chances=CHANCES, **roles):
    frame = frame_of(truth, chances)
    if name in OF_PARTS:
        # the same examples serve as test and as training data
        parts = dict.fromkeys(("out-of-bag", "resubstitution"), frame)
        frame = pd.concat(parts, names=["part"]).reset_index("part").reset_index(drop=True)
        roles = {"dataset": "part", **roles}
    table = Predictions.from_frame(frame, Roles(**roles))
    return PREDICTION_CATALOGUE[name](table, **required_options(name, REQUIRED))


def test_options_and_documentation(name):
    table, *options = inspect.signature(PREDICTION_CATALOGUE[name]).parameters.values()
    assert table.annotation in (Predictions, Predictions | Scores)
    assert all(
        parameter.kind is parameter.KEYWORD_ONLY or parameter.name == "names"
        for parameter in options
    )
    text = inspect.getdoc(PREDICTION_CATALOGUE[name])
    for heading in ("Parameters", "Returns", "References", "Examples"):
        assert section(name, heading), heading
    assert "H0" in text
    assert "H1" in text


def test_is_tested_a_method_a_public_name_and_not_twice(name):
    assert len(own_tests(name)) == 1
    assert getattr(Bench, name).function is PREDICTION_CATALOGUE[name]
    assert inspect.unwrap(getattr(benchreport, name)) is PREDICTION_CATALOGUE[name]
    assert name not in CATALOGUE


def test_result_is_complete_and_renders(name):
    result = run(name)
    assert isinstance(result, Result)
    assert result.procedure == name
    assert "\n" not in result.summary
    assert result.summary in str(result)
    assert result.interpretation
    assert set(result.references) <= set(BIBLIOGRAPHY)
    assert result.references
    assert len(result.table) > 0
    assert "<table" in result._repr_html_()
    assert "\\toprule" in result.to_latex()
    assert not heads_in_code(result)
    json.dumps(result.to_dict(), allow_nan=False)
    for field in result.__dataclass_fields__:
        assert not isinstance(getattr(result, field), pd.DataFrame | np.ndarray | list | dict)
    if is_test(name):
        assert result.assumptions


def test_same_input_same_result(name):
    assert run(name).to_dict() == run(name).to_dict()


def test_identical_models_have_p_1(name):
    result = run(name, chances=np.repeat(CHANCES[:, :1], 3, axis=1))
    for column in ("p_value", "p_adjusted"):
        if column in result.table:
            assert (result.table[column].dropna() == 1).all()


@THIRDS[0]
def test_two_models_and_few_examples(name):
    for rows in (slice(None), slice(0, 12)):
        result = run(name, TRUTH[rows], CHANCES[rows, :2])
        for column in result.table:
            if str(column).startswith("p_"):
                assert result.table[column].dropna().between(0, 1).all()


def test_alpha_is_checked(name):
    if "alpha" not in inspect.signature(PREDICTION_CATALOGUE[name]).parameters:
        return
    table = Predictions.from_frame(frame_of(TRUTH, CHANCES), Roles())
    with pytest.raises(OptionError, match="alpha must lie strictly between 0 and 1"):
        PREDICTION_CATALOGUE[name](table, **required_options(name, REQUIRED), alpha=5)


# options of a procedure that compares measured values
@pytest.mark.parametrize("name", select_procedures(Predictions, PairwiseResult))
def test_all_views_of_pairs_agree_and_obey_doubts(name):
    rng = np.random.default_rng(3)
    truth = np.arange(300) % 2
    apart = 0.5 + (truth[:, None] - 0.5) * [0.8, 0.4, 0.1] + [0, 0.1, 0.2]
    chances = np.clip(apart + rng.normal(0, 0.2, (300, 3)), 0, 1)
    result = run(name, truth, chances)
    assert result.small_p
    check_pairs_agree(result)
    check_pairs_agree(doubt(result))


OF_MEANS = ("design_effect", "item_analysis", "paired_difference")
OF_NUMBERS = {"loss": "absolute", "metric": "rmse", "names": ("rmse", "r2"), "n_resamples": 200}


def options_for_numbers(name):
    """Choose the options that a procedure has; none where it takes no measured values."""
    if name == "degradation":
        # its margin has the unit, too: its own test changes both
        return {}
    parameters = inspect.signature(PREDICTION_CATALOGUE[name]).parameters
    options = OF_NUMBERS | ({"metric": "mae"} if name in OF_MEANS else {})
    return {option: value for option, value in options.items() if option in parameters}


@THIRDS[1]
@loop_over("power", [266, -266, 532, -532, 664, -664])
def test_the_unit_of_numbers_changes_no_p(name, power):
    options = options_for_numbers(name)
    if not options or name in OF_PARTS:
        return
    truth = np.random.default_rng(3).normal(size=30)
    models = truth[:, None] + np.random.default_rng(4).normal(size=(30, 2)) * [0.3, 0.4]
    frame = pd.DataFrame({"y_true": truth, "a": models[:, 0], "b": models[:, 1]})
    one, other = (
        PREDICTION_CATALOGUE[name](
            Predictions.from_frame(np.ldexp(frame, exponent), Roles(task="regression")),
            **options,
        ).table
        for exponent in (0, power)
    )
    for column in one.select_dtypes("number"):
        before, after = one[column].to_numpy(float), other[column].to_numpy(float)
        finite = ~np.isnan(before)
        equal = np.isclose(before[finite], after[finite], rtol=1e-9)
        if str(column).startswith("p_"):
            assert equal.all()
        assert (
            equal | np.isclose(before[finite], np.ldexp(after[finite], -power), rtol=1e-9)
        ).all()


@THIRDS[1]
def test_the_order_of_examples_does_not_matter(name):
    """The order of rows does not change resampled numbers either."""
    order = np.random.default_rng(1).permutation(len(TRUTH))
    one, other = run(name), run(name, TRUTH[order], CHANCES[order])
    for column in one.table.select_dtypes("number"):
        if name in LISTS:
            continue
        np.testing.assert_allclose(other.table[column], one.table[column], rtol=1e-9, atol=1e-12)


@THIRDS[2]
def test_the_order_of_models_does_not_matter(name):
    """A pair in the other order has the same p-value, also where it is resampled."""
    if name in OF_PARTS:
        return
    frame = frame_of(TRUTH, CHANCES)
    turned = frame[[column for column in frame if column == "y_true"] + [
        column for column in frame.columns[::-1] if column != "y_true"
    ]]  # fmt: skip
    one, other = (
        PREDICTION_CATALOGUE[name](
            Predictions.from_frame(table), **required_options(name, REQUIRED)
        )
        for table in (frame, turned)
    )
    if hasattr(one, "comparisons"):
        p_values = [
            {frozenset((row.first, row.second)): row.p_value for row in result.comparisons}
            for result in (one, other)
        ]
        assert p_values[0] == pytest.approx(p_values[1], rel=1e-9)
    elif hasattr(one, "p_value"):
        assert one.p_value == pytest.approx(other.p_value, rel=1e-9)


def tables_of(repeats):
    """Return a table in which every answer occurs once for each of so many seeds."""
    frame = frame_of(TRUTH, CHANCES).assign(question=[f"q{place}" for place in range(len(TRUTH))])
    return pd.concat([frame.assign(seed=seed) for seed in range(repeats)], ignore_index=True)


@THIRDS[2]
def test_copies_of_answers_are_no_evidence(name):
    """Repeats of an example are averaged first, refused with a way out, or leave a doubt."""
    if name in OF_PARTS:
        return
    roles = Roles(example="question", repeat="seed")
    once = Predictions.from_frame(tables_of(1).drop(columns="seed"), Roles(example="question"))
    thrice = Predictions.from_frame(tables_of(3), roles)
    assert (thrice.n, thrice.n_units, thrice.repeated) == (180, 60, True)
    procedure, options = PREDICTION_CATALOGUE[name], required_options(name, REQUIRED)
    if "Examples are repeated" in section(name, "Raises"):
        with pytest.raises(DesignError, match="takes answers as independent") as caught:
            procedure(thrice, **options)
        instead = re.match(r"df\.bench\.(\w+)\(.*which averages the repeats", caught.value.hint)[1]
        assert PREDICTION_CATALOGUE[instead](
            thrice, **(options or required_options(instead, REQUIRED))
        )
        return
    tripled = procedure(thrice, **options)
    alone = procedure(once, **options)
    if name in AVERAGING:
        assert tripled.design.n_blocks == 60
        return
    if not has_result(name, PairwiseResult, MetricsResult):
        assert tripled.doubts
        return
    assert tripled.design.n_blocks == 60
    if "p_value" in tripled.table:
        assert (tripled.table["p_value"] > 0.7 * alone.table["p_value"]).all()
    width, before = (
        (result.table["high"] - result.table["low"]).to_numpy() for result in (tripled, alone)
    )
    comparable = ~np.isnan(before) & ~np.isnan(width)
    assert comparable.any()
    assert (width[comparable] > 0.85 * before[comparable]).all()


@THIRDS[0]
def test_stand_ins_for_samples_that_a_model_lacks_count_nowhere(name):
    """Where models have different samples, procedures refuse, or average those that each model has."""
    if name in OF_PARTS:
        return
    wide = tables_of(3).rename(columns={f"m{place}_probability": f"m{place}" for place in range(3)})
    long = wide.melt(["question", "seed", "y_true"], var_name="model", value_name="y_prob")
    long = long[(long["model"] != "m1") | (long["seed"] > 0) | (long.index % 2 == 0)]
    table = Predictions.from_frame(long)
    assert table.answered is not None
    turned = {
        "predicted": np.where(table.answered, table.predicted, 1 - table.predicted),
        "scores": np.where(table.answered, table.scores, 1 - table.scores),
    }
    procedure, options = PREDICTION_CATALOGUE[name], required_options(name, REQUIRED)
    try:
        result = procedure(table, **options)
    except DesignError as error:
        refused = error.message
    else:
        assert str(result) == str(procedure(replace(table, **turned), **options))
        return
    assert name not in OWN_SAMPLES
    assert re.search(r"needs the same samples|takes answers as independent", refused)


def test_samples_of_equal_models_rarely_differ_significantly():
    """100 questions × 5 samples: 5.3 % of 600 equal pairs differ, where McNemar's test finds 22 %."""
    rng = np.random.default_rng(2)
    questions, samples, tables = 100, 5, 60
    hard = rng.normal(0.3, 1.5, (tables, questions, 1))
    chance = 1 / (1 + np.exp(-hard - rng.normal(0, 1, (tables, questions, 2))))
    right = rng.random((tables, samples, questions, 2)) < chance[:, None]
    keys = {"question": np.tile(np.arange(questions), samples)}
    keys["seed"] = np.repeat(np.arange(samples), questions)
    p_values = []
    for answers in right:
        frame = pd.DataFrame(answers.reshape(-1, 2).astype(int), columns=["m", "n"]).assign(**keys)
        table = Predictions.from_frame(frame, Roles(task="correctness"))
        p_values.append(benchreport.accuracy_differences(table).comparisons[0].p_value)
    # 9 or more of 60 have probability .003 at a rate of .05, and .92 at one of .22
    assert np.sum(np.array(p_values) <= 0.05) <= 8
