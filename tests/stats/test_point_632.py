import numpy as np
import pandas as pd
import pytest

from benchreport.data import Predictions, Roles
from benchreport.errors import DesignError
from benchreport.stats.point_632 import point_632

NAMES = ["resubstitution_error", "out_of_bag_error", "no_information_rate", "error_632"]
NAMES.append("error_632_plus")


def made(n=40, rounds=30, seed=0):
    """Bootstrap one nearest neighbour and one majority vote by hand."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    x = rng.normal(truth, 1.0)

    def said(train, at):
        near = np.abs(x[at][:, None] - x[train]).argmin(axis=1)
        common = int(truth[train].mean() >= 0.5)
        return {"nearest": truth[train][near], "lazy": np.full(len(at), common)}

    everything = np.arange(n)
    parts = [pd.DataFrame({"part": "resubstitution", "example": everything, "y_true": truth,
                           **said(everything, everything)})]  # fmt: skip
    for _ in range(rounds):
        train = rng.integers(0, n, n)
        left = np.setdiff1d(everything, train)
        parts.append(pd.DataFrame({"part": "out-of-bag", "example": left, "y_true": truth[left],
                                   **said(train, left)}))  # fmt: skip
    return pd.concat(parts, ignore_index=True)


def run(frame, **roles):
    return point_632(Predictions.from_frame(frame, Roles(dataset="part", **roles)))


def by_name(result, algorithm="nearest"):
    return {row.metric: row.estimate for row in result.rows if row.algorithm == algorithm}


def test_efron_and_tibshiranis_formulas():
    """Efron & Tibshirani (1997), equations 5, 15, 24 and 27 to 32, written out."""
    frame = made()
    inside = frame[frame["part"] == "resubstitution"]
    outside = frame[frame["part"] == "out-of-bag"]
    for model in ("nearest", "lazy"):
        err = (inside["y_true"] != inside[model]).mean()
        wrong = (outside["y_true"] != outside[model]).groupby(outside["example"]).mean()
        oob = wrong.mean()
        p, q = inside["y_true"].mean(), inside[model].mean()
        gamma = p * (1 - q) + (1 - p) * q
        bounded = min(oob, gamma)
        rate = (bounded - err) / (gamma - err) if oob > err and gamma > err else 0.0
        simple = 0.368 * err + 0.632 * oob
        plus = simple + (bounded - err) * 0.368 * 0.632 * rate / (1 - 0.368 * rate)
        expected = dict(zip(NAMES, (err, oob, gamma, simple, plus), strict=True))
        assert by_name(run(frame), model) == pytest.approx(expected, rel=1e-12)
    assert by_name(run(frame))["resubstitution_error"] == 0
    assert by_name(run(frame))["error_632_plus"] > by_name(run(frame))["error_632"]


def test_nothing_to_learn():
    """Efron & Tibshirani (1997), section 3: .632 says .316 where the error is .5."""
    frame = pd.DataFrame(
        {
            "part": ["train"] * 4 + ["OOB"] * 4,
            "y_true": list("aabb") * 2,
            "m": list("aabb") + list("abab"),
        }
    )
    found = by_name(run(frame), "m")
    assert found["error_632"] == pytest.approx(0.316)
    assert found["error_632_plus"] == pytest.approx(0.5)


def test_examples_without_names_count_row_by_row():
    frame = made().drop(columns="example")
    outside = frame[frame["part"] == "out-of-bag"]
    pooled = (outside["y_true"] != outside["nearest"]).mean()
    assert by_name(run(frame))["out_of_bag_error"] == pytest.approx(pooled)


def test_weights_of_examples():
    frame = made()
    even = by_name(run(frame.assign(weight=2.0)))
    assert even == pytest.approx(by_name(run(frame)))
    heavy = frame.assign(weight=np.where(frame["example"] == 0, 1.0, 0.0))
    outside = frame[(frame["part"] == "out-of-bag") & (frame["example"] == 0)]
    share = (outside["y_true"] != outside["nearest"]).mean()
    assert by_name(run(heavy))["out_of_bag_error"] == pytest.approx(share)


def test_parts_must_be_those_two():
    frame = made()
    for labels in ({"out-of-bag": "test"}, {"resubstitution": "out-of-bag"}):
        with pytest.raises(DesignError, match="point_632 needs two parts") as caught:
            run(frame.replace({"part": labels}))
        assert "dataset='part'" in caught.value.hint
    values = frame.assign(y_true=frame["y_true"] + 0.5, nearest=0.5, lazy=1.0)
    with pytest.raises(DesignError, match="point_632 compares labels"):
        run(values, task="regression")
