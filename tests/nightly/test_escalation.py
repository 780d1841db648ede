"""What is known, or found by mistake, hides nothing that is larger."""

import datetime as dt

import numpy as np
import pytest
from nights_tables import night_name
from nights_walk import Nights, scores

from benchreport.nightly.config.settings import Metric
from benchreport.nightly.findings.triage import triage
from benchreport.nightly.night_facts import Key

NOW = dt.datetime(2027, 1, 1, tzinfo=dt.UTC)
SECONDS = Metric(name="seconds", unit="s", higher_is_better=False, compare="ratio")


@pytest.fixture
def nights(tmp_path):
    nights = Nights(tmp_path, metric=(Metric(name="accuracy"), SECONDS))
    yield nights
    nights.history.__exit__(None, None, None)


def timed(number, *, accuracy=0.0, factor=1.0):
    """Return a night of accuracies and seconds; svm is changed."""
    frame = scores(number, shift=accuracy)
    noise = np.random.default_rng(7000 + number).normal(0, 0.02, len(frame))
    frame["seconds"] = np.exp(noise)
    frame.loc[frame["algorithm"] == "svm", "seconds"] *= factor
    return frame


def pass_nights(nights, *changes):
    """Record twelve nights without a change, and one for each change; return the facts of the last."""
    for _ in range(12 - nights.number):
        nights.night(timed(nights.number), compared=False)
    for change in changes:
        nights.night(timed(nights.number, **change))
    return nights.facts


def test_a_fall_of_forty_points_is_told_after_one_of_two_was_acknowledged(nights):
    small, large = {"accuracy": -0.02}, {"accuracy": -0.40}
    assert pass_nights(nights, small, small).exit_code == 1
    triage(nights.history, "accuracy/svm", "ack", why="a trade for speed", now=NOW)
    assert pass_nights(nights, small).exit_code == 0
    facts = pass_nights(nights, large, large)
    assert facts.exit_code == 1
    (finding,) = facts.new_findings("regression")
    assert (finding.key, finding.since) == (Key("accuracy", "svm"), night_name(15))
    assert finding.change == pytest.approx(-0.40, abs=0.02)
    assert facts.verdict[0].startswith("1 new regression: svm by accuracy (−0.39")


def test_a_slowdown_behind_a_false_finding_is_told(nights):
    """Two slow nights raise a finding; before it is over, the algorithm becomes slower in earnest."""
    noise, slow = {"factor": 1.12}, {"factor": 1.6}
    first = pass_nights(nights, noise, noise)
    assert [str(finding.key) for finding in first.alerts] == ["seconds/svm"]
    facts = pass_nights(nights, {}, slow, slow)
    assert facts.exit_code == 1
    (finding,) = facts.new_findings("regression")
    assert (finding.key, finding.since) == (Key("seconds", "svm"), night_name(15))
    assert finding.change == pytest.approx(0.6, abs=0.1)
