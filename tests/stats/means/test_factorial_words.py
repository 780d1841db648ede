"""What an analysis of factors says of its effects, and what it proposes where residuals are not normal."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.stats import anova

SETTINGS = list(product(["on", "off"], ["sgd", "adam"]))


def table(effects, *, n=8, noise=0.01, odd=0.0, without=()):
    """Return scores of 2 × 2 settings on n datasets; one is off by ``odd``, and some datasets have a gap."""
    draw = np.random.default_rng(24)
    rows = [
        (
            schedule,
            optimizer,
            f"d{task}",
            task + effects(schedule, optimizer) + noise * draw.normal(),
        )
        for task in range(n)
        for schedule, optimizer in SETTINGS
        if not (task in without and (schedule, optimizer) == SETTINGS[0])
    ]
    frame = pd.DataFrame(rows, columns=["schedule", "optimizer", "dataset", "score"])
    frame.loc[len(frame) - 1, "score"] += odd
    return frame


def read(frame):
    roles = Roles(factors=["schedule", "optimizer"], score="score", higher_is_better=True)
    return Scores.from_frame(frame, roles)


def schedule_only(schedule, _):
    return 1.0 * (schedule == "on")


def crossed(schedule, optimizer):
    return 1.0 * ((schedule == "on") == (optimizer == "sgd"))


def test_effects_are_named_and_the_others_are_no_equality():
    result = anova(read(table(schedule_only)))
    assert result.interpretation == (
        "Mean scores differ significantly between the levels of schedule (α = .05).",
        "At α = .05, no significant effect was found for optimizer and schedule × optimizer.",
        "A difference that is not significant may still exist.",
    )
    assert result.term("schedule") == result.terms[0]
    with pytest.raises(OptionError, match=r"source must be one of .*; got 'momentum'") as caught:
        result.term("momentum")
    assert str(caught.value.hint) == "source='schedule'"


def test_an_interaction_is_no_mean_effect():
    result = anova(read(table(crossed)))
    (interaction,) = result.interactions
    assert interaction.p_value < 0.001
    assert result.interpretation[0].startswith(
        "The effects depend on one another: schedule × optimizer."
    )
    assert "schedule × optimizer F(1, 7)" in result.summary


def test_no_effect_is_called_significant_in_doubt():
    result = anova(read(table(schedule_only, n=7, odd=0.9, without=range(5))))
    assert result.doubts
    assert result.term("schedule").p_value < 0.05
    (sentence,) = result.interpretation
    assert sentence.endswith("so no effect is called significant.")


@pytest.mark.parametrize(
    ("options", "call", "does"),
    [
        (
            {"n": 16, "without": range(9)},
            "missing='drop').anova(",
            "compares effects within the 7 datasets that have every combination",
        ),
        (
            {"n": 7, "without": range(5)},
            ".skillings_mack()",
            "compares the combinations by ranks, and allows gaps",
        ),
    ],
)
def test_skewed_residuals_lead_to_what_needs_no_model(options, call, does):
    (note,) = [
        text
        for text in anova(read(table(schedule_only, odd=5, **options))).warnings
        if text.startswith("Without this model")
    ]
    assert call in note
    assert does in note


def test_independent_runs_lead_to_ranks():
    frame = table(schedule_only, n=7, odd=5, without=range(5))
    frame["score"] -= frame.pop("dataset").str[1:].astype(int)
    result = anova(read(frame), blocks=False)
    (note,) = [text for text in result.warnings if text.startswith("Without this model")]
    assert ".kruskal() compares the combinations by ranks" in note
