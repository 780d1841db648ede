"""Which tests an analysis of predictions runs, and what it says of those that it leaves out."""

import numpy as np
import pandas as pd
import pytest

import benchreport
from benchreport.wording.verdicts import omissions as wording

N = 60
PASSAGES = np.arange(N) // 4


def labels(n=N):
    draw = np.random.default_rng(2)
    truth = np.arange(n) % 2
    return pd.DataFrame(
        {"y_true": truth}
        | {
            f"{name}_probability": np.clip(truth * 0.3 + 0.35 + draw.normal(0, sd, n), 0.01, 0.99)
            for name, sd in (("svm", 0.2), ("knn", 0.4))
        }
    )


def of_classes(*, zero=False):
    draw = np.random.default_rng(3)
    truth = np.array(list("abc"))[np.arange(N) % 3]
    frame = pd.DataFrame({"y_true": truth})
    for name in ("svm", "knn"):
        chances = draw.dirichlet([2, 2, 2], N)
        if zero:
            chances[0] = [0, 0.5, 0.5]  # of example 0, whose label is a
        for place, label in enumerate("abc"):
            frame[f"{name}_probability_{label}"] = chances[:, place]
    return frame


def measured():
    draw = np.random.default_rng(4)
    truth = draw.normal(50, 9, N)
    return pd.DataFrame(
        {
            "y_true": truth,
            "ridge": truth + draw.normal(0, 3, N),
            "tree": truth + draw.normal(0, 4, N),
        }
    )


@pytest.mark.parametrize(
    ("frame", "roles", "test", "score"),
    [
        (measured(), {}, "loss_t", "squared error"),
        (measured().assign(w=np.linspace(1, 2, N)), {"weight": "w"}, "metric_bootstrap", "RMSE"),
        (measured().assign(passage=PASSAGES), {}, "paired_difference", "squared error"),
        (labels().assign(passage=PASSAGES), {"positive": 1}, "metric_bootstrap", "AUC"),
        (of_classes(), {}, "loss_t", "log loss"),
        (of_classes(zero=True), {}, "loss_t", "Brier"),
        (of_classes().assign(passage=PASSAGES), {}, "paired_difference", "log loss"),
        (of_classes(zero=True).assign(passage=PASSAGES), {}, "paired_difference", "Brier"),
    ],
)
def test_what_models_gave_and_how_examples_came_choose_the_test(frame, roles, test, score):
    last = benchreport.bench(frame, **roles).analyze_predictions().pairs[-1]
    assert last.procedure == test
    assert score.lower() in last.design.score.lower()


@pytest.mark.parametrize(
    ("frame", "roles", "omissions"),
    [
        (labels(), {"positive": 1}, ()),
        (
            labels().rename(columns=lambda name: name.replace("probability", "score")) * [1, 9, 9],
            {"positive": 1},
            (wording.SCORES_SAY_NO_CLASS, wording.NO_PROBABILITIES),
        ),
        (
            pd.concat([labels().query("y_true == 0"), labels().query("y_true == 1").head(1)]),
            {"positive": 1},
            (wording.TOO_FEW_OF_A_CLASS,),
        ),
        (of_classes(), {}, (wording.NO_POSITIVE,)),
    ],
)
def test_what_is_left_out_is_said_with_its_reason(frame, roles, omissions):
    analysis = benchreport.bench(frame, **roles).analyze_predictions()
    assert analysis.left_out[: len(omissions)] == omissions
    assert (analysis.roc is None) == (
        wording.TOO_FEW_OF_A_CLASS in omissions or wording.NO_POSITIVE in omissions
    )


def test_a_loss_that_is_infinite_leaves_the_other_results():
    frame = pd.DataFrame(
        {"a_log_probability": [-1.0, -2, -3], "b_log_probability": [-1, -np.inf, -2]}
    )
    analysis = benchreport.bench(frame).analyze_predictions()
    assert analysis.pairs == ()
    assert analysis.left_out[-1].startswith("tests of pairs: ")
    assert analysis.metrics.names[0] == "perplexity"
