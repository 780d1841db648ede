"""Whole numbers that grade what was answered or solved are scores, although few and each in several rows."""

import numpy as np
import pandas as pd
import pytest
from stranger_tables import asked

MODELS = ["gpt", "llama", "qwen"]


def answers(**measured):
    rows = [(f"t{number}", model) for number in range(20) for model in MODELS]
    frame = pd.DataFrame(rows, columns=["task", "model"])
    rng = np.random.default_rng(1)
    return frame.assign(
        **{name: rng.choice(values, len(frame)) for name, values in measured.items()},
        latency=rng.random(len(frame)),
    )


@pytest.mark.parametrize(
    ("name", "values"),
    [("score", range(1, 11)), ("rating", [1, 2, 3]), ("resolved", [0, 1]), ("errors", range(4))],
)
def test_grades_are_asked_about_beside_times(name, values):
    refused = asked(answers(**{name: values}))
    assert name in refused.message
    assert refused.way_out.calls[0].roles.get("score", name) == name


@pytest.mark.parametrize(
    ("name", "values"), [("precision", [8, 16, 32]), ("depth", [1, 2, 3]), ("rank", [1, 2, 3])]
)
def test_settings_are_no_grades(name, values):
    assert answers(**{name: values}).bench.scores.score == "latency"
