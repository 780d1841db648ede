"""Scores become values and come back; the smallest relevant change may have either unit."""

from dataclasses import replace

import numpy as np
import pytest
from looped import loop_over

from benchreport.nightly.config.settings import Metric
from benchreport.nightly.detection.score_scale import (
    Scale,
    finding_to_scores,
    finding_to_values,
    smallest_relevant_changes,
)
from benchreport.nightly.night_facts import Finding, Key

SECONDS = Metric(name="seconds", compare="ratio")
FINDING = Finding(
    number=1, key=Key("m", "a"), kind="regression", change=-0.2, low=-0.3, high=-0.1, baseline=1.5
)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("ratio", [True, False])
def test_scores_survive_the_round_trip(sign, ratio):
    scale = Scale(sign, ratio)
    outward = finding_to_scores(FINDING, scale)
    assert outward.low <= outward.change <= outward.high
    restored = finding_to_values(outward, scale)
    for name in ("change", "low", "high", "baseline"):
        assert getattr(restored, name) == pytest.approx(getattr(FINDING, name), rel=1e-12)
    # lower is worse where higher is better
    assert np.sign(outward.change) == -sign


def test_the_change_of_a_ratio_is_a_share():
    scale = Scale.of(SECONDS, higher_is_better=False)
    before, after = scale.to_value(np.array([2.0, 2.8]))
    assert scale.to_change(after - before) == pytest.approx(0.4)
    assert scale.to_score(before) == pytest.approx(2.0)
    # an interval of logarithms may exceed the range of floats
    wide = replace(FINDING, low=-800.0, high=900.0)
    outward = finding_to_scores(wide, scale)
    assert (np.isfinite(outward.high), outward.low) == (True, -1.0)
    assert np.isfinite(finding_to_values(outward, scale).high)


@loop_over(
    ("outward", "compare", "expected"),
    [
        (0.01, "difference", 0.01),
        ("2 %", "difference", 0.02 * 5.0),
        ("2.5%", "ratio", np.log(1.025)),
        # half a second compared with five
        (0.5, "ratio", np.log(5.5 / 5.0)),
        (0.0, "ratio", 0.0),
    ],
)
@loop_over("higher_is_better", [True, False])
def test_the_smallest_relevant_change(outward, compare, expected, higher_is_better):
    metric = Metric(name="m", compare=compare, smallest_relevant=outward)
    scale = Scale.of(metric, higher_is_better=higher_is_better)
    scores = np.array([[4.0], [5.0], [5.0], [np.nan], [9.0]])
    assert smallest_relevant_changes(metric, scale.to_value(scores), scale) == pytest.approx(
        expected
    )
