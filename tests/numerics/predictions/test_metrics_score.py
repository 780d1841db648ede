import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from benchreport.errors import DataError, DesignError
from benchreport.numerics.predictions.metrics_score import (
    area_under_precision_recall,
    area_under_roc,
)

RNG = np.random.default_rng(0)
TRUTH = RNG.integers(0, 2, size=80)
UNTIED = TRUTH + RNG.normal(size=80)
TIED = np.rint(2 * UNTIED)
WEIGHTS = RNG.random((6, 80)) * RNG.integers(0, 2, size=(6, 80))
AREAS = {area_under_roc: "roc_auc_score", area_under_precision_recall: "average_precision_score"}


@pytest.mark.parametrize("scores", [UNTIED, TIED], ids=["untied", "tied"])
@pytest.mark.parametrize("area", AREAS)
def test_against_scikit_learn(area, scores):
    expected = getattr(pytest.importorskip("sklearn.metrics"), AREAS[area])
    assert area(TRUTH, scores) == pytest.approx(expected(TRUTH, scores), rel=1e-12)
    answers = [expected(TRUTH, scores, sample_weight=row) for row in WEIGHTS]
    assert area(TRUTH, scores, WEIGHTS) == pytest.approx(np.array(answers), rel=1e-12)


@pytest.mark.parametrize("area", AREAS)
def test_perfect_reversed_and_constant(area):
    assert area(TRUTH, TRUTH) == 1.0
    share = TRUTH.mean()
    assert area(TRUTH, np.zeros(80)) == pytest.approx(0.5 if area is area_under_roc else share)
    assert area_under_roc(TRUTH, -TRUTH) == 0.0
    assert area([0, 1], [-np.inf, np.inf]) == 1.0


def test_without_one_of_the_classes():
    truth, scores = [0, 0, 1], [0.1, 0.2, 0.3]
    weights = [[1, 1, 0], [0, 0, 1], [0, 0, 0], [1, 0, 1]]
    assert np.isnan(area_under_roc(truth, scores, weights)).tolist() == [True, True, True, False]
    areas = area_under_precision_recall(truth, scores, weights)
    assert np.isnan(areas).tolist() == [True, False, True, False]
    assert areas[1] == 1.0


@given(
    st.integers(2, 20).flatmap(
        lambda n: st.tuples(
            arrays(np.int64, n, elements=st.integers(0, 1)),
            arrays(np.float64, n, elements=st.integers(-4, 4)),
            arrays(np.int64, n, elements=st.integers(0, 3)),
        )
    )
)
def test_properties(example):
    truth, scores, weights = example
    copies = np.repeat(np.arange(len(truth)), weights)
    for area in AREAS:
        value = area(truth, scores, weights)
        assert area(truth, np.exp(scores), weights) == pytest.approx(value, nan_ok=True, rel=1e-14)
        order = np.argsort(weights)
        mixed = area(truth[order], scores[order], weights[order])
        assert mixed == pytest.approx(value, nan_ok=True, rel=1e-14)
        if copies.size:
            copied = area(truth[copies], scores[copies])
            assert copied == pytest.approx(value, nan_ok=True, rel=1e-14)
    turned = area_under_roc(truth, -scores, weights)
    assert turned == pytest.approx(1 - area_under_roc(truth, scores, weights), nan_ok=True)


def test_errors():
    with pytest.raises(DataError, match="examples 1"):
        area_under_roc([0, 1], [0.5, np.nan])
    with pytest.raises(DataError, match="from 0 to 1; found 2"):
        area_under_roc([0, 1, 2], [0.5, 0.1, 0.2])
    with pytest.raises(DesignError, match=r"2 examples needs one score; got shape \(2, 2\)"):
        area_under_precision_recall([0, 1], [[0.5, 0.5], [0.1, 0.9]])
