"""The choice and order of the series that have a sparkline."""

import re

import numpy as np
import pytest

from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight
from benchreport.nightly.pages.sparklines import MOST_SERIES, draw_sparklines


def test_the_most_pressing_series_come_first_and_the_rest_is_counted():
    series = tuple(
        SeriesNight(key=Key("f1", f"a{n:03d}"), state="regressed" if n == 249 else "ok", value=1.0,
                    p_value=0.5)
        for n in range(250)
    )  # fmt: skip
    facts = NightFacts(name="n", night="2026-01-01", series=series)
    sparklines = draw_sparklines([facts])
    assert len(sparklines) == MOST_SERIES
    assert sparklines[0].name == "a249"
    assert draw_sparklines([]) == ()


def heights(*nights, accepted=(), aligned=True, ratios=()):
    """Return the heights at which the nights of a series are drawn, and that of its baseline.

    Of each night, its value, its baseline and the reason of its state are given.
    """
    key = Key("f1", "svm")
    facts = [
        NightFacts(
            name="n",
            night=f"2026-01-{day:02d}",
            series=(SeriesNight(key=key, state="ok", value=value, baseline=level, reason=reason),),
            ratios=ratios,
        )
        for day, (value, level, reason) in enumerate(nights, start=1)
    ]
    findings = [
        Finding(number=1, key=key, kind="regression", status="accepted", closed=night)
        for night in accepted
    ]
    (sparkline,) = draw_sparklines(facts, findings, aligned=aligned)
    strokes = re.sub(r"h0M[\d.]+ [\d.]+", "", sparkline.path)
    return [float(y) for y in re.findall(r"[ML][\d.]+ ([\d.]+)", strokes)], sparkline.level


WHOLE = [(0.8, 0.8, ""), (0.81, 0.8, ""), (0.79, 0.8, ""), (0.8, 0.8, "")]
PART = [(0.7, 0.7, "2 of 3 runs"), (0.71, 0.7, "2 of 3 runs"), (0.65, 0.7, "2 of 3 runs")]


def test_a_series_without_one_of_its_datasets_is_drawn_on_tonights_scale():
    drawn, level = heights(*WHOLE, *PART)
    assert drawn[0] == drawn[3] == drawn[4] == level
    assert drawn[1] == drawn[5] < level < drawn[2] < drawn[6]
    squares = [(value**2, base**2, reason) for value, base, reason in (*WHOLE, *PART)]
    drawn, level = heights(*squares, ratios=("f1",))
    assert drawn[0] == drawn[3] == drawn[4] == level


def test_a_baseline_that_follows_a_drift_or_a_spike_moves_no_night():
    """Values in steps have a median change of 0."""
    steps = np.repeat([0.90, 0.91, 0.92, 0.93], 7)
    levels = np.concatenate([[0.9] * 4, steps[:-4]])
    drawn, _ = heights(*((value, level, "") for value, level in zip(steps, levels, strict=True)))
    rises = np.diff(drawn[::7])
    assert rises == pytest.approx([rises[0]] * 3, abs=0.21)
    levels = [0.9] * 10 + [0.904] * 10
    drawn, _ = heights(
        *((0.95 if place == 9 else 0.9, level, "") for place, level in enumerate(levels))
    )
    assert len(set(drawn)) == 2


def test_a_level_that_was_accepted_remains_a_step():
    drawn, level = heights(*WHOLE, *PART, accepted=["2026-01-04"])
    assert drawn[0] < drawn[4] == level


def test_where_baselines_jump_by_themselves_nights_that_lack_runs_are_left_out():
    drawn, _ = heights(*WHOLE, *PART[:2], WHOLE[0], aligned=False)
    assert len(drawn) == 5


def test_nights_that_tonight_cannot_be_compared_with_are_not_drawn():
    drawn, level = heights(*WHOLE, (0.5, None, "0 of the 20 nights"), (0.51, None, ""))
    assert (len(drawn), level) == (2, None)
    drawn, _ = heights(*WHOLE, (0.5, None, ""), (0.51, None, ""), accepted=["2026-01-04"])
    assert len(drawn) == 6
