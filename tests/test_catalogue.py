"""Every procedure of the catalogue keeps the contract."""

import functools
import inspect
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from contract import (
    check_pairs_agree,
    constant,
    doubt,
    has_result,
    heads_in_code,
    lay_out,
    layout_of,
    make_positive,
    oracles_of,
    own_tests,
    refuses_gaps,
    required_options,
    roles_of,
    section,
    takes_positive,
)
from looped import loop_over
from needs import one_in

import benchreport
from benchreport.accessor import Bench
from benchreport.data import Predictions, Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.results import (
    CheckResult,
    DescriptionResult,
    EquivalenceResult,
    FindingsResult,
    PairwiseResult,
    RankingResult,
    Result,
    SensitivityResult,
)
from benchreport.results.citing.bibliography import BIBLIOGRAPHY
from benchreport.stats import CATALOGUE, PROCEDURES
from benchreport.stats.catalogue import select_procedures

READ = {}


def read(name, values, **roles):
    """Read scores in the layout that a procedure needs, once for all that need it: tables are frozen."""
    values = np.asarray(values, dtype=float)
    layout = layout_of(name), takes_positive(name)
    key = (*layout, values.shape, values.tobytes(), repr(roles))
    if key not in READ:
        frame = pd.DataFrame(values, columns=[f"a{place}" for place in range(values.shape[1])])
        roles = Roles(score="accuracy", **roles_of(name), **roles)
        READ[key] = Scores.from_frame(lay_out(name, frame), roles)
    return READ[key]


def run(name, values, **roles):
    scores = read(name, values, **roles)
    return CATALOGUE[name](scores, **options_of(name, scores))


@functools.cache
def run_once(name):
    """Return the result on `TABLE`, which tests share that only look at it."""
    return run(name, TABLE)


def options_of(name, scores):
    """Give values for options without a default."""
    values = {
        "control": scores.algorithms[0],
        "order": scores.algorithms,
        "margin": 0.5,
        "mu": float(np.nanmean(scores.values)),
        "sigma": 1.0,
        "complexity": scores.algorithms,
    }
    return required_options(name, values)


@pytest.fixture(params=sorted(CATALOGUE))
def name(request):
    return request.param


# the slowest checks run on a third of the procedures each, and in `.ci/run` on all of them
THIRDS = [pytest.mark.parametrize("name", one_in(3, sorted(CATALOGUE), n)) for n in range(3)]


TABLE = np.random.default_rng(5).normal(size=(9, 4)).round(2)


def test_options_are_keyword_only_and_few(name):
    table, *options = inspect.signature(CATALOGUE[name]).parameters.values()
    assert table.annotation in (Scores, Scores | Predictions)
    assert all(parameter.kind is parameter.KEYWORD_ONLY for parameter in options)
    assert len(options) <= 8


def test_documented(name):
    text = inspect.getdoc(CATALOGUE[name])
    for heading in ("Parameters", "Returns", "Examples"):
        assert section(name, heading), heading
    assert ">>>" in section(name, "Examples")
    # the docstring of a procedure without a hypothesis says so
    assert "H0" in text
    assert "H1" in text
    assert section(name, "References")


def test_has_its_test_and_an_oracle(name):
    assert len(own_tests(name)) == 1
    files = oracles_of(name)
    assert files or constant(name, "ORACLE"), (
        "name the oracle of its numbers, ORACLE = …, in its test"
    )
    for file in files:
        answers = json.loads(file.read_text())
        assert len(answers["cases"]) + len(answers.get("tables", ())) >= 3
        # R has no common package of Bayesian comparisons
        assert answers["source"].startswith("baycomp " if file.stem == "bayes" else "R ")


def test_is_a_method_a_public_name_and_a_command(name):
    assert getattr(Bench, name).function is CATALOGUE[name]
    # the public rank_sets takes printed estimates too
    assert name == "rank_sets" or inspect.unwrap(getattr(benchreport, name)) is CATALOGUE[name]
    assert name in benchreport.__all__


def test_method_keeps_signature_and_docstring(name):
    method = getattr(pd.DataFrame(TABLE).bench(score="accuracy"), name)
    assert method.__doc__.splitlines()[0] == CATALOGUE[name].__doc__.splitlines()[0]
    parameters = list(inspect.signature(CATALOGUE[name]).parameters)
    assert list(inspect.signature(method).parameters) == parameters[1:]


def test_result_is_complete(name):
    result = run_once(name)
    assert isinstance(result, Result)
    assert result.procedure == name
    assert result.method
    assert result.summary
    assert "\n" not in result.summary
    assert result.interpretation
    assert result.references
    assert set(result.references) <= set(BIBLIOGRAPHY)
    assert result.design.n_blocks == (10 if layout_of(name) == "5 × 2 folds" else 9)
    assert result.design.n_algorithms == 4
    # a list of findings may be empty
    assert len(result.table) > 0 or has_result(name, FindingsResult)
    if not has_result(name, DescriptionResult, RankingResult, FindingsResult, CheckResult):
        assert result.assumptions


@THIRDS[0]
def test_result_renders_everywhere(name):
    result = run_once(name)
    assert result.summary in str(result)
    assert "<table" in result._repr_html_()
    assert "\\toprule" in result.to_latex()
    assert result.to_markdown().startswith("| ")
    assert not heads_in_code(result)
    plain = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert plain["procedure"] == name


def test_result_is_frozen_and_holds_no_frames(name):
    result = run_once(name)
    with pytest.raises(AttributeError):
        result.alpha = 0.1
    for field in result.__dataclass_fields__:
        assert not isinstance(getattr(result, field), pd.DataFrame | np.ndarray | list | dict)


def test_same_input_same_result(name):
    assert run(name, TABLE).to_dict() == run_once(name).to_dict()


@THIRDS[0]
@loop_over(
    "values",
    [
        pytest.param(np.ones((6, 3)), id="constant"),
        pytest.param(np.array([[1.0, 1, 2], [2, 2, 1], [1, 2, 2], [3, 3, 3]]), id="ties"),
        pytest.param(np.array([[1.0, 1], [2, 2], [3, 3]]), id="identical"),
        pytest.param(TABLE[:, :2], id="two algorithms"),
        pytest.param(TABLE[:2], id="two blocks"),
        pytest.param(
            np.column_stack([TABLE[:, 0], np.zeros(9), TABLE[:, 1]]), id="constant column"
        ),
        pytest.param(TABLE * 1e-9, id="tiny"),
        pytest.param(TABLE * 1e12 + 1e15, id="huge"),
        pytest.param(np.arange(12.0).reshape(4, 3), id="unanimous, no error"),
        pytest.param(np.tile(np.arange(15.0), (3, 1)), id="fifteen algorithms"),
    ],
)
def test_edge_cases_give_p_values(name, values):
    result = run(name, values)
    table = result.table
    for column in table.columns:
        if str(column).startswith("p_"):
            tested = table[column].dropna()
            assert ((tested >= 0) & (tested <= 1)).all()
    p_value = getattr(result, "p_value", 0.5)
    assert 0 <= p_value <= 1
    assert str(result)
    json.dumps(result.to_dict(), allow_nan=False)


def test_no_difference_has_p_1(name):
    result = run(name, np.ones((6, 3)))
    if has_result(name, EquivalenceResult):
        assert (result.table["p_value"] == 0).all()
        return
    for column in ("p_value", "p_adjusted"):
        if column in result.table:
            assert (result.table[column].dropna() == 1).all()


@THIRDS[2]
def test_gaps_are_named_with_a_way_out(name):
    holes = TABLE.copy()
    holes[3, 1] = np.nan
    if not refuses_gaps(name):
        assert str(run(name, holes))
        return
    splits = layout_of(name) == "5 × 2 folds"
    message = rf"{name} needs every .*\n1 of {40 if splits else 36} cells has no score"
    words, way_out = constant(name, "GAPS", (message, "missing='drop'"))
    with pytest.raises(DesignError, match=words) as caught:
        run(name, holes)
    assert way_out in caught.value.hint
    if splits or constant(name, "GAPS"):
        return
    assert run(name, holes, missing="drop").design.n_blocks == 8
    assert any("left out" in warning for warning in run(name, holes, missing="drop").warnings)
    assert any("worst" in warning for warning in run(name, holes, missing="worst").warnings)


@THIRDS[1]
def test_incomplete_cells_are_refused_or_averaged(name):
    if layout_of(name) != "datasets":
        return
    table = pd.DataFrame(TABLE[:6, :3])
    table = make_positive(table) if takes_positive(name) else table
    frame = pd.concat([(table + shift / 10).assign(fold=shift) for shift in range(3)])
    frame = frame.set_axis([f"a{place}" for place in range(3)] + ["fold"], axis=1)
    frame = frame.rename_axis("dataset").reset_index()
    frame.loc[10, "a2"] = np.nan

    def result(missing):
        scores = Scores.from_frame(frame, Roles(score="accuracy", missing=missing))
        return CATALOGUE[name](scores, **options_of(name, scores))

    if refuses_gaps(name) and not constant(name, "GAPS"):
        lacking = r"1 run of 54 is missing \(a2 on 4 has 2 of 3 folds\)\."
        with pytest.raises(DesignError, match=lacking) as caught:
            result("error")
        assert "missing='available'" in caught.value.hint
        assert any("2 of 3 folds" in warning for warning in result("paired").warnings)
    else:
        assert str(result("error"))
    assert name == "gap_sensitivity" or str(result("available"))


def test_alpha_is_checked(name):
    parameters = inspect.signature(CATALOGUE[name]).parameters
    if "alpha" not in parameters:
        return
    scores = read(name, TABLE)
    options = options_of(name, scores)
    with pytest.raises(OptionError, match="alpha must lie strictly between 0 and 1"):
        CATALOGUE[name](scores, **options, alpha=5)


@THIRDS[2]
def test_row_order_does_not_matter(name):
    shuffled = np.random.default_rng(1).permutation(len(TABLE))
    if layout_of(name) == "5 × 2 folds" or has_result(name, SensitivityResult):
        return  # the rows are one per block, which move with the blocks, or depend on the first fold
    one, other = run_once(name).table, run(name, TABLE[shuffled]).table
    for column in one.select_dtypes("number"):
        if len(one) == len(TABLE) + 1:
            continue  # rows that are one per block move with the blocks
        np.testing.assert_allclose(one[column], other[column], rtol=1e-9, atol=1e-12)


ACCURACIES = np.random.default_rng(8).uniform(0.6, 0.95, size=(10, 4)).round(2)
NOISE = 1 + np.random.default_rng(9).uniform(-1e-15, 1e-15, size=ACCURACIES.shape)


def complements(errors):
    """Return scores computed as 1 − error, and the same rounded: they differ in their last bits only."""
    return 1 - errors, np.round(1 - errors, 2)


@THIRDS[1]
@loop_over(
    ("noisy", "clean"),
    [
        pytest.param(*complements((1 - ACCURACIES).round(2)), id="complements"),
        pytest.param(
            np.column_stack([ACCURACIES * NOISE, ACCURACIES[:, :2]]),
            np.column_stack([ACCURACIES, ACCURACIES[:, :2]]),
            id="twins",
        ),
    ],
)
def test_the_last_bits_change_nothing(name, noisy, clean):
    assert (noisy != clean).any()
    assert run(name, noisy).to_dict() == run(name, clean).to_dict()


@THIRDS[1]
def test_the_last_bits_of_fractions_break_no_tie(name):
    # thirds are no decimal numbers; columns 0 and 2, and 1 and 3, differ only by noise
    thirds = np.random.default_rng(2).integers(150, 280, size=(10, 2)) / 297
    clean, noisy = (np.column_stack([thirds, thirds * factor]) for factor in (1, NOISE[:, :2]))
    assert (noisy != clean).any()
    one, other = (run(name, values).table.select_dtypes("number") for values in (clean, noisy))
    pd.testing.assert_frame_equal(one, other, rtol=1e-8, atol=1e-10)


@pytest.mark.parametrize("name", select_procedures(Scores, PairwiseResult))
def test_equal_means_have_no_difference(name):
    result = run_once(name)
    of_means = result.statistic_name in ("t", "q") and "rank" not in result.difference_name
    if not of_means or layout_of(name) == "5 × 2 folds":
        return  # 5 × 2 folds are ten rows, whose means differ where those of seven do not
    rng = np.random.default_rng(12)
    apart = 0
    for _ in range(6):
        column = rng.uniform(0.5, 0.9, size=7).round(2)
        values = np.column_stack([column, rng.permutation(column), rng.uniform(size=7)])
        apart += values[:, 0].mean() != values[:, 1].mean()
        pair = run(name, values).table.iloc[0]
        assert {pair["first"], pair["second"]} == {"a0", "a1"}
        assert pair["difference"] == 0
        assert pair["statistic"] == 0
        assert pair["p_value"] == pytest.approx(1, rel=1e-9)
    assert apart


@pytest.mark.parametrize("name", select_procedures(Scores, PairwiseResult))
def test_all_views_of_pairs_agree_and_obey_doubts(name):
    result = run(name, TABLE / 10 + np.arange(4))
    assert result.small_p
    check_pairs_agree(result)
    check_pairs_agree(doubt(result))


@THIRDS[1]
def test_a_result_in_doubt_calls_nothing_significant(name):
    equal = has_result(name, EquivalenceResult)
    result = doubt(run(name, TABLE / 100 + np.arange(4) * (not equal)))
    assert not getattr(result, "significant", False)
    assert not getattr(result, "close", False)
    assert r"\textbf{" not in result.to_latex()
    if equal:
        assert "not called" in result.summary
        assert "was not shown for" in result.interpretation[0]


IN_UNITS = {"permutation": ["statistic"]}  # a mean difference
SQUARES = {"sum_of_squares", "mean_square", "variance"}


def in_units(name, values, power):
    """Run on scores in another unit, with the options that are in score units."""
    scores = read(name, np.ldexp(values, power))
    options = options_of(name, scores)
    for option in {"margin", "sigma"} & set(options):
        options[option] = float(np.ldexp(options[option], power))
    return CATALOGUE[name](scores, **options)


def same(one, other):
    """Tell whether columns hold the same numbers."""
    return np.allclose(one, other, rtol=1e-9, atol=1e-12, equal_nan=True)


def check_units(name, before, after, power):
    """Check a column: p-values stay, statistics nearly all, estimates are in the new unit."""
    assert before.shape == after.shape
    free = name.startswith("p_") or name == "statistic"
    if free or same(before, after):
        return same(before, after)
    if name in SQUARES:
        with np.errstate(over="ignore", under="ignore"):
            return same(np.ldexp(before, 2 * power), after)
    return same(before, np.ldexp(after, -power))


@THIRDS[2]
@loop_over("power", [266, -532, 664, -664])
def test_the_unit_of_the_scores_changes_no_p(name, power):
    unscaled = run_once(name)
    other = in_units(name, TABLE, power)
    assert str(other)
    json.dumps(other.to_dict(), allow_nan=False)
    one, two = unscaled.table, other.table
    for column in one.select_dtypes("number").columns.difference(IN_UNITS.get(name, ())):
        before, after = (table[column].to_numpy(float) for table in (one, two))
        assert check_units(str(column), before, after, power), column
    for fact in ("p_value", "statistic"):
        assert getattr(other, fact, 0) == pytest.approx(getattr(unscaled, fact, 0), rel=1e-9)


def test_adjusted_p_is_never_smaller(name):
    table = run_once(name).table
    if {"p_value", "p_adjusted"} <= set(table):
        tested = table.dropna(subset=["p_value", "p_adjusted"])
        assert (tested["p_adjusted"] >= tested["p_value"] * (1 - 1e-12)).all()


@THIRDS[0]
def test_direction_mirrors(name):
    frame = pd.DataFrame(TABLE, columns=["a0", "a1", "a2", "a3"])
    up = Scores.from_frame(frame, Roles(higher_is_better=True))
    down = Scores.from_frame(-frame, Roles(higher_is_better=False))
    if layout_of(name) != "datasets" or takes_positive(name):
        up, down = (
            read(name, sign * TABLE, higher_is_better=better)
            for sign, better in ((1, True), (-1, False))
        )
    one, other = (CATALOGUE[name](scores, **options_of(name, scores)) for scores in (up, down))
    if hasattr(one, "comparisons"):
        assert one.groups() == other.groups() if one.control is None else True
        assert [row.favours for row in one.comparisons] == [
            row.favours for row in other.comparisons
        ]
    if hasattr(one, "p_value"):
        assert one.p_value == pytest.approx(other.p_value, rel=1e-9)


def test_catalogue_matches_the_folder():
    folder = Path(inspect.getfile(Scores)).parents[1] / "stats"
    names = [path.relative_to(folder).with_suffix("").parts for path in folder.glob("**/*.py")]
    files = {parts[-1] for parts in names if not any(part.startswith("_") for part in parts)}
    assert files == {*PROCEDURES, "catalogue"}
