"""Every procedure on curves keeps the contract."""

import inspect
import json

import numpy as np
import pandas as pd
import pytest
from contract import heads_in_code
from curves_tables import curves_of, curves_on_one_dataset, frame_of
from looped import loop_over

import benchreport
from benchreport.accessor import Bench
from benchreport.data import Curves
from benchreport.errors import DesignError
from benchreport.results import Result
from benchreport.results.citing.bibliography import BIBLIOGRAPHY
from benchreport.stats import CURVE_CATALOGUE

pytestmark = pytest.mark.parametrize("name", sorted(CURVE_CATALOGUE))


def same(one, other):
    return json.dumps(one.to_dict(), default=str) == json.dumps(other.to_dict(), default=str)


def test_is_documented_keyword_only_public_and_a_method(name):
    procedure = CURVE_CATALOGUE[name]
    text = inspect.getdoc(procedure)
    for section in ("Parameters", "Returns", "Raises", "Examples"):
        assert f"\n{section}\n---" in text
    first, *rest = inspect.signature(procedure).parameters.values()
    assert first.annotation is Curves
    assert all(parameter.kind is parameter.KEYWORD_ONLY for parameter in rest)
    assert inspect.unwrap(getattr(benchreport, name)) is procedure
    assert getattr(Bench, name).function is procedure


def test_result_reads_well(name):
    result = CURVE_CATALOGUE[name](curves_of())
    assert isinstance(result, Result)
    assert result.procedure == name
    assert set(result.references) <= set(BIBLIOGRAPHY)
    assert len(result.table)
    assert result.summary in str(result)
    assert "<table" in result._repr_html_()
    assert result.to_markdown().startswith("|")
    assert r"\begin{tabular}" in result.to_latex()
    assert not heads_in_code(result)
    json.dumps(result.to_dict(), allow_nan=False)
    assert result.plot().data.shape[0] > 0


def test_order_of_rows_does_not_matter(name):
    frame = frame_of()
    shuffled = frame.sample(frac=1, random_state=1).sort_values(
        ["algorithm", "dataset"], kind="stable"
    )
    procedure = CURVE_CATALOGUE[name]
    assert same(procedure(Curves.from_frame(frame)), procedure(Curves.from_frame(shuffled)))


@pytest.mark.parametrize("k", [1, 2, 30])
def test_ties_constants_one_dataset_one_run(name, k):
    if k == 1 and name == "rank_over_time":
        with pytest.raises(DesignError, match="at least 2"):
            CURVE_CATALOGUE[name](curves_of(k=1))
        return
    tables = [
        curves_on_one_dataset({f"a{place}": [[1, 1, 1]] for place in range(k)}),
        curves_on_one_dataset({f"a{place}": [[1, 2, 2], [1, 2, 2]] for place in range(k)}),
        curves_of(k=k, datasets=1, runs=2),
        curves_on_one_dataset({f"a{place}": [[1.0]] for place in range(k)}),
    ]
    for curves in tables:
        result = CURVE_CATALOGUE[name](curves)
        assert str(result)
        numbers = result.table.select_dtypes("number").to_numpy()
        assert not np.isnan(numbers[:, 0]).all()


def test_nothing_of_the_table_is_changed(name):
    frame = frame_of()
    before = frame.copy()
    CURVE_CATALOGUE[name](Curves.from_frame(frame))
    pd.testing.assert_frame_equal(frame, before)


@loop_over("power", [266, 664, -664])
def test_the_unit_of_the_scores_moves_numbers_with_it_or_not_at_all(name, power):
    frame = frame_of(datasets=1, points=4)
    tables = [Curves.from_frame(frame.assign(loss=np.ldexp(frame["loss"], e))) for e in (0, power)]
    one, other = (CURVE_CATALOGUE[name](curves) for curves in tables)
    json.dumps(other.to_dict(), allow_nan=False)
    for column in one.table.select_dtypes("number"):
        before, after = (result.table[column].to_numpy(float) for result in (one, other))
        moved = np.ldexp(after, -power)
        assert any(
            np.allclose(before, candidate, rtol=1e-9, equal_nan=True)
            for candidate in (after, moved)
        )
