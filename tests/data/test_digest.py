"""Digests are computed where something asks for them, once for a table and its copies."""

import pickle
from dataclasses import replace

import pandas as pd
import pytest

from benchreport.data import (
    Curves,
    Predictions,
    Roles,
    Scores,
    curves,
    prediction_digest,
    score_runs,
)
from benchreport.data.digest import Digest

TABLES = {
    Predictions: (
        prediction_digest,
        pd.DataFrame({"y_true": ["a", "b"], "svm": ["a", "b"], "knn": ["a", "a"]}),
    ),
    Curves: (
        curves,
        pd.DataFrame({"model": list("aabb"), "step": [1, 2] * 2, "loss": [3.0, 1.0, 2.0, 2.5]}),
    ),
    Scores: (
        score_runs,
        pd.DataFrame({"task": ["x", "y"], "svm": [0.9, 0.8], "knn": [0.7, 0.6]}),
    ),
}


@pytest.mark.parametrize("kind", TABLES, ids=lambda kind: kind.__name__)
def test_reading_computes_no_digest_and_asking_computes_one(kind, monkeypatch):
    module, frame = TABLES[kind]
    compute, calls = module._sha256, []
    monkeypatch.setattr(
        module, "_sha256", lambda table: calls.append(table) or compute(table), raising=True
    )
    roles = {"score": "accuracy"} if kind is Scores else {}
    table = read(kind, frame, **roles)
    copy = replace(table, algorithms=tuple(name.upper() for name in table.algorithms))
    assert not calls
    assert len({table.sha256, copy.sha256, table.sha256}) == len(calls) == 1


def read(kind, frame, **roles):
    return kind.from_frame(frame, Roles(**roles))


def test_a_changed_frame_does_not_change_the_digest():
    frame = pd.DataFrame({"y_true": [0, 1], "svm": [0, 1], "knn": [0, 0], "weight": [1.0, 2.0]})
    table, other = read(Predictions, frame), read(Predictions, frame)
    expected = other.sha256
    frame.loc[:, "knn"] = 1
    frame.loc[:, "weight"] = 5.0
    assert table.sha256 == expected != read(Predictions, frame).sha256


def test_a_changed_frame_does_not_change_the_digest_of_curves():
    frame = TABLES[Curves][1].copy()
    table, expected = read(Curves, frame), read(Curves, frame).sha256
    frame.loc[:, ["step", "loss"]] = [[5, 6.0]] * 4
    assert table.sha256 == expected


def test_tables_with_a_digest_can_be_pickled():
    table = read(Predictions, TABLES[Predictions][1])
    copy = pickle.loads(pickle.dumps(table))  # noqa: S301 - our own bytes
    assert copy.sha256 == table.sha256


def test_a_digest_is_computed_once():
    calls = []
    digest = Digest(lambda: calls.append(1) or "ab")
    assert (digest.value, digest.value, len(calls)) == ("ab", "ab", 1)
