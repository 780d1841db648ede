"""The rules night after night: few false alarms, steps are found, the order of series is irrelevant."""

import dataclasses

import numpy as np
import pytest
from needs import LONG, longer

from benchreport.nightly.config.settings import Alerts, Baseline
from benchreport.nightly.detection.replay_rules import replay_rules
from benchreport.nightly.judgements import SeriesMatrix
from benchreport.nightly.night_facts import Key

ALERTS, BASELINE = Alerts(), Baseline()


def walk(values, **options):
    keys = tuple(Key("score", f"a{place:03d}") for place in range(values.shape[1]))
    nights = tuple(f"{night:04d}" for night in range(len(values)))
    matrix = SeriesMatrix(keys=keys, nights=nights, values=values)
    rules = {"alerts": ALERTS, "baseline": BASELINE, **options}
    return replay_rules(matrix, rules.pop("alerts"), rules.pop("baseline"), **rules).findings


def noise(nights, series, seed=0):
    return np.random.default_rng(seed).normal(size=(nights, series))


def regressions(findings):
    return {
        (finding.key.algorithm, finding.opened)
        for finding in findings
        if finding.kind == "regression"
    }


@LONG
@pytest.mark.parametrize(
    "kind",
    [
        "independent",
        *(longer(kind) for kind in ("autocorrelated", "rounded", "gaps")),
    ],
)
def test_few_false_alarms(kind):
    """Count alarms per night of 100 series over 60 nights; the bound is .1, and chance may double it."""
    values = noise(150, 100, seed=7)
    if kind == "autocorrelated":
        for night in range(1, 150):
            values[night] = 0.5 * values[night - 1] + np.sqrt(0.75) * values[night]
    elif kind == "rounded":
        values = np.round(values)
    elif kind == "gaps":
        values[np.random.default_rng(1).random(values.shape) < 0.1] = np.nan
    findings = walk(values[30:], start=60)
    assert len([finding for finding in findings if finding.kind != "improvement"]) <= 0.2 * 60


def test_steps_are_found_on_the_second_night():
    values = noise(105, 100)
    values[100:, :10] -= 5.0
    pairs = regressions(walk(values, start=98))
    assert {(f"a{place:03d}", "0101") for place in range(10)} <= pairs


def test_a_lone_regression_is_found_on_the_second_night():
    values = noise(105, 100)
    values[100:, 0] -= 9.0
    assert ("a000", "0101") in regressions(walk(values, start=98))


def test_spikes_are_not_found():
    values = noise(110, 100, seed=2)
    values[100, :10] -= 6.0
    assert len(regressions(walk(values, start=99))) <= 2


def test_order_of_series_does_not_matter():
    values = noise(90, 12)
    values[70:, 3] -= 4.0
    order = np.random.default_rng(1).permutation(12)
    plain = regressions(walk(values, start=65))
    reordered = regressions(walk(values[:, order], start=65))
    named = {(f"a{order[int(name[1:])]:03d}", night) for name, night in reordered}
    assert plain == named
    assert "a003" in {name for name, _ in plain}


@pytest.mark.parametrize(("scale", "place"), [(1e-9, 0.0), (1e6, 0.0), (1.0, 50.0)])
def test_scale_and_place_do_not_matter(scale, place):
    values = noise(90, 8)
    values[70:, 3] -= 3.0
    findings = walk(values * scale + place, start=65)
    assert regressions(findings) == regressions(walk(values, start=65))


def test_the_smallest_relevant_change():
    values = noise(90, 8)
    values[70:, 3] -= 5.0
    assert ("a003", "0071") in regressions(walk(values, start=65, relevant=2.0))
    assert not regressions(walk(values, start=65, relevant=20.0))


def test_replay_starts_when_there_are_enough_nights():
    values = np.full((60, 2), 1.0)
    values[10:, 0] = 0.0
    first = min((finding.opened for finding in walk(values)), default="")
    assert first == "" or int(first) >= ALERTS.min_nights + BASELINE.hold_back
    assert walk(values[:20]) == []
    assert walk(np.empty((0, 2))) == []


@pytest.mark.parametrize("kind", ["last", "previous", "best"])
def test_every_baseline_finds_a_large_step(kind):
    values = noise(90, 8, seed=4)
    values[70:, 3] -= 12.0
    findings = walk(values, baseline=dataclasses.replace(BASELINE, kind=kind), start=65)
    assert {"a003"} <= {name for name, night in regressions(findings) if night <= "0072"}


def test_a_pinned_night_is_the_baseline():
    values = noise(90, 8, seed=4)
    values[30, 2] += 15.0
    rules = dataclasses.replace(BASELINE, kind="pinned", night="0030")
    pairs = regressions(walk(values, baseline=rules, start=65, pinned=30))
    assert "a002" in {name for name, _ in pairs}
    assert "a002" not in {name for name, _ in regressions(walk(values, start=65))}


@LONG
def test_two_replays_are_the_same():
    values = noise(80, 10, seed=5)
    assert walk(values) == walk(values.copy())
