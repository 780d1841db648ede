import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from benchreport.data import Predictions, Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.stats.predictions.point_632 import point_632

ORACLE = "Efron & Tibshirani (1997), equations 5, 15, 24 and 27 to 32, written out in the test"

NAMES = ["resubstitution_error", "out_of_bag_error", "no_information_rate", "error_632"]
NAMES.append("error_632_plus")


def resample_learners(n=40, rounds=30, seed=0):
    """Bootstrap one nearest neighbour and one majority vote by hand."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    x = rng.normal(truth, 1.0)

    def predict(train, at):
        near = np.abs(x[at][:, None] - x[train]).argmin(axis=1)
        common = int(truth[train].mean() >= 0.5)
        return {"nearest": truth[train][near], "lazy": np.full(len(at), common)}

    everything = np.arange(n)
    parts = [pd.DataFrame({"part": "resubstitution", "example": everything, "y_true": truth,
                           **predict(everything, everything)})]  # fmt: skip
    for _ in range(rounds):
        train = rng.integers(0, n, n)
        outside = np.setdiff1d(everything, train)
        parts.append(pd.DataFrame({"part": "out-of-bag", "example": outside, "y_true": truth[outside],
                                   **predict(train, outside)}))  # fmt: skip
    return pd.concat(parts, ignore_index=True)


def run(frame, **roles):
    return point_632(Predictions.from_frame(frame, Roles(dataset="part", **roles)))


def by_name(result, algorithm="nearest"):
    return {row.metric: row.estimate for row in result.rows if row.algorithm == algorithm}


def test_efron_and_tibshiranis_formulas():
    """Efron & Tibshirani (1997), equations 5, 15, 24 and 27 to 32, written out."""
    frame = resample_learners()
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
    errors = by_name(run(frame), "m")
    assert errors["error_632"] == pytest.approx(0.316)
    assert errors["error_632_plus"] == pytest.approx(0.5)


def test_examples_without_names_count_row_by_row():
    frame = resample_learners().drop(columns="example")
    outside = frame[frame["part"] == "out-of-bag"]
    pooled = (outside["y_true"] != outside["nearest"]).mean()
    assert by_name(run(frame))["out_of_bag_error"] == pytest.approx(pooled)


def test_weights_of_examples():
    frame = resample_learners()
    even = by_name(run(frame.assign(weight=2.0)))
    assert even == pytest.approx(by_name(run(frame)))
    heavy = frame.assign(weight=np.where(frame["example"] == 0, 1.0, 0.0))
    outside = frame[(frame["part"] == "out-of-bag") & (frame["example"] == 0)]
    share = (outside["y_true"] != outside["nearest"]).mean()
    assert by_name(run(heavy))["out_of_bag_error"] == pytest.approx(share)


def test_parts_must_be_those_two():
    frame = resample_learners()
    for labels in ({"out-of-bag": "test"}, {"resubstitution": "out-of-bag"}):
        with pytest.raises(DesignError, match="point_632 needs two parts") as caught:
            run(frame.replace({"part": labels}))
        assert "dataset='part'" in caught.value.hint
    values = frame.assign(y_true=frame["y_true"] + 0.5, nearest=0.5, lazy=1.0)
    with pytest.raises(DesignError, match="point_632 compares labels"):
        run(values, task="regression")


def rounds(n=60, score="error", seed=0, **columns):
    """Draw errors of two learners in each round; the second one memorizes its training set."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({
        "part": ["oob"] * n + ["resubstitution"] * n,
        "round": [*range(n)] * 2,
        "steady": np.append(rng.beta(20, 60, n), rng.beta(20, 80, n)),
        "nearest": np.append(rng.beta(20, 40, n), np.zeros(n)),
    })  # fmt: skip
    return frame.assign(**columns), Roles(dataset="part", repeat="round", score=score)


def of_rounds(frame, roles, **options):
    return point_632(Scores.from_frame(frame, roles), **options)


def test_scores_round_by_round():
    """Raschka (2018), section 2.4: the mean over rounds of .632 oob + .368 resubstitution."""
    frame, roles = rounds()
    result = of_rounds(frame, roles, no_information_rate=0.5)
    outside, inside = (frame[frame["part"] == part] for part in ("oob", "resubstitution"))
    for model in ("steady", "nearest"):
        oob, err = outside[model].to_numpy(), inside[model].to_numpy()
        simple = 0.632 * oob + 0.368 * err
        # Efron & Tibshirani (1997), equations 27 to 32
        rate = np.clip((oob - err) / (0.5 - err), 0, 1) * ((oob > err) & (err < 0.5))
        plus = simple + (np.minimum(oob, 0.5) - err) * 0.368 * 0.632 * rate / (1 - 0.368 * rate)
        errors = by_name(result, model)
        assert errors["error_632"] == pytest.approx(simple.mean(), rel=1e-12)
        assert errors["error_632_plus"] == pytest.approx(plus.mean(), rel=1e-12)
        assert errors["out_of_bag_error"] == pytest.approx(oob.mean(), rel=1e-12)
        assert errors["resubstitution_error"] == pytest.approx(err.mean(), abs=1e-15)
        for name, values in (("error_632", simple), ("error_632_plus", plus)):
            row = next(row for row in result.of(name) if row.algorithm == model)
            assert row.interval[:2] == pytest.approx(np.quantile(values, [0.025, 0.975]))
            assert row.how == "percentiles of rounds"
    assert [row.interval for row in result.of("resubstitution_error")] == [None, None]
    assert result.names[0] == "error_632_plus"
    assert result.design.n_blocks == 60
    assert "percentiles over rounds" in result.warnings[0]


def test_accuracies_are_one_minus_errors():
    frame, roles = rounds()
    errors = of_rounds(frame, roles, no_information_rate=0.5)
    turned = frame.assign(steady=1 - frame["steady"], nearest=1 - frame["nearest"])
    accuracies = of_rounds(
        turned,
        Roles(dataset="part", repeat="round", score="accuracy"),
        no_information_rate=0.5,
    )
    assert accuracies.names[:2] == ("accuracy_632_plus", "accuracy_632")
    for error, other in zip(errors.rows, accuracies.rows, strict=True):
        assert error.estimate == pytest.approx(1 - other.estimate, rel=1e-12)
        assert (error.higher_is_better, other.higher_is_better) == (False, True)
        if error.interval:
            low, high = other.interval[:2]
            assert error.interval[:2] == pytest.approx((1 - high, 1 - low), rel=1e-12)


def test_scores_of_predictions_agree_with_predictions():
    """Where every example is left out once, the mean over rounds equals the mean over examples."""
    frame = pd.DataFrame({
        "part": ["oob"] * 8 + ["training"] * 8,
        "round": [1] * 4 + [2] * 4 + [0] * 8,
        "example": [*range(8)] * 2,
        "y_true": list("abababab") * 2,
        "a": list("abbbabaa") + list("abababab"),
        "b": list("bbabaaab") + list("abababaa"),
    })  # fmt: skip
    of_predictions = point_632(
        Predictions.from_frame(frame.drop(columns="round"), Roles(dataset="part"))
    )
    wrong = frame.assign(a=frame["a"] != frame["y_true"], b=frame["b"] != frame["y_true"])
    means = wrong.groupby(["part", "round"])[["a", "b"]].mean().reset_index()
    scores = of_rounds(means, Roles(dataset="part", repeat="round", score="error"))
    for model in ("a", "b"):
        from_predictions, other = by_name(of_predictions, model), by_name(scores, model)
        assert from_predictions["error_632"] == pytest.approx(other["error_632"], rel=1e-12)
    assert not any(row.interval for row in scores.rows)
    assert "need 40 rounds, and there are 2" in scores.warnings[0]
    assert ".632+ is better" in scores.interpretation[0]


def test_a_single_score_of_resubstitution_serves_all_rounds():
    frame, roles = rounds()
    inside = frame[frame["part"] == "resubstitution"].head(1).assign(round=-1, steady=0.25)
    outside = frame[frame["part"] == "oob"]
    result = of_rounds(pd.concat([outside, inside]), roles)
    expected = 0.632 * outside["steady"].mean() + 0.368 * 0.25
    assert by_name(result, "steady")["error_632"] == pytest.approx(expected, rel=1e-12)
    assert "efron1997" not in result.references
    many = frame.assign(
        steady=frame["steady"].where(frame["part"] == "oob", 0.25), nearest=frame["nearest"]
    )
    assert by_name(of_rounds(many, roles), "steady") == pytest.approx(by_name(result, "steady"))


def test_long_tables_and_the_order_of_rows():
    frame, roles = rounds()
    long = frame.melt(["part", "round"], var_name="algorithm", value_name="error")
    shuffled = long.sample(frac=1, random_state=1)
    estimates = {(r.algorithm, r.metric): r.estimate for r in of_rounds(shuffled, roles).rows}
    expected = {(r.algorithm, r.metric): r.estimate for r in of_rounds(frame, roles).rows}
    assert estimates == pytest.approx(expected, rel=1e-12)


def test_rounds_that_do_not_fit():
    frame, roles = rounds(n=10)
    with pytest.raises(DesignError, match="point_632 needs two parts"):
        of_rounds(frame.replace({"part": {"oob": "test"}}), roles)
    with pytest.raises(
        DesignError, match=r"2 scores missing in the part 'out-of-bag': \('nearest'"
    ):
        of_rounds(frame.assign(nearest=frame["nearest"].where(frame.index > 1)), roles)
    with pytest.raises(DesignError, match="3 rounds with only one of the parts: 7, 8, 9"):
        of_rounds(frame.head(17), roles)


def test_scores_that_are_no_errors():
    frame, roles = rounds(n=10)
    with pytest.raises(OptionError, match="no_information_rate must be an error") as caught:
        of_rounds(frame, roles, no_information_rate=-0.5)
    assert "0.5" in caught.value.hint
    percent = frame.assign(steady=80.0, nearest=70.0)
    accuracy = Roles(dataset="part", repeat="round", score="accuracy")
    with pytest.raises(DesignError, match=r"scores must be 1 at most; the largest is 80"):
        of_rounds(percent, accuracy, no_information_rate=0.5)
    assert by_name(of_rounds(percent, accuracy), "steady")["accuracy_632"] == pytest.approx(80)
    with pytest.raises(DesignError, match=r"0 or more; the smallest is -80"):
        of_rounds(frame.assign(steady=-80.0), roles, no_information_rate=0.5)
    with pytest.raises(OptionError, match="alpha must lie strictly"):
        of_rounds(frame, roles, alpha=5)
    table = Predictions.from_frame(resample_learners(), Roles(dataset="part"))
    with pytest.raises(OptionError, match="for tables of scores"):
        point_632(table, no_information_rate=0.5)


def test_the_numbers_of_the_warning_are_those_of_the_coverage_study():
    study = (Path(__file__).parents[2] / "benchmarks" / "coverage.md").read_text(encoding="utf-8")
    section = study.partition("## Bootstrap .632\n")[2].partition("\n## ")[0]
    lines = section.splitlines()
    coverages = np.array(
        [
            re.findall(r"(1\.000|\.\d{3})\*{0,2} \(", line)
            for line in lines
            if line.startswith("| n")
        ],
        dtype=float,
    )
    # rows are 50, 100 and 200 examples; columns are centroid, then neighbour: out of bag, .632, .632+
    assert coverages[:, [0, 3]].min() == pytest.approx(0.98, abs=0.006)
    assert coverages[:, 1].mean() == pytest.approx(0.88, abs=0.006)
    assert coverages[[0, 2], 4] == pytest.approx([0.64, 0.03], abs=0.006)
    assert (coverages[:, 2].min(), coverages[:, 2].max()) == pytest.approx((0.89, 0.95), abs=0.006)
    assert (coverages[:, 5].min(), coverages[:, 5].max()) == pytest.approx((0.80, 0.95), abs=0.006)
