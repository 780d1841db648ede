import numpy as np
import pytest

from benchreport.errors import DataError, DesignError
from benchreport.numerics.predictions.confusion import confusion_matrix, margins

TRUTH = np.random.default_rng(0).integers(0, 4, size=80)
PREDICTED = np.where(np.random.default_rng(1).random(80) < 0.6, TRUTH, 3 - TRUTH)
WEIGHTS = np.random.default_rng(2).integers(0, 3, size=(6, 80))


def test_against_scikit_learn():
    metrics = pytest.importorskip("sklearn.metrics")
    counts = confusion_matrix(TRUTH, PREDICTED)
    assert (counts == metrics.confusion_matrix(TRUTH, PREDICTED)).all()
    for row, table in zip(WEIGHTS, confusion_matrix(TRUTH, PREDICTED, 4, WEIGHTS), strict=True):
        expected = metrics.confusion_matrix(TRUTH, PREDICTED, sample_weight=row)
        assert (table == expected).all()


def test_margins_are_those_of_the_matrix():
    table = confusion_matrix(TRUTH, PREDICTED, 5, WEIGHTS)
    hits, truth, predicted = margins(TRUTH, PREDICTED, 5, WEIGHTS)
    assert (hits == np.diagonal(table, axis1=1, axis2=2)).all()
    assert (truth == table.sum(axis=2)).all()
    assert (predicted == table.sum(axis=1)).all()


def test_any_kind_of_whole_numbers():
    for dtype in (bool, np.int8, np.uint16):
        table = confusion_matrix(np.array([0, 1, 1], dtype), np.array([1, 1, 1], dtype))
        assert table.tolist() == [[0, 1], [0, 2]]


def test_errors():
    with pytest.raises(DesignError, match="3 and 2"):
        confusion_matrix([0, 1, 1], [0, 1])
    with pytest.raises(DesignError, match="at least one"):
        confusion_matrix(np.array([], dtype=int), np.array([], dtype=int))
    with pytest.raises(DataError, match="from 0 to 1; found 2, 5"):
        confusion_matrix([0, 1, 1, 0], [0, 2, 5, 2], 2)
    with pytest.raises(DataError, match=r"truth .* found -1"):
        confusion_matrix([0, -1], [0, 1])
    with pytest.raises(DataError, match="dtype float64"):
        confusion_matrix([0, 1], [0.2, 0.7])
    with pytest.raises(DesignError, match=r"predicted .* shape \(2, 2\)"):
        confusion_matrix([0, 1], [[0, 1], [1, 0]])
