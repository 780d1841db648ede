"""Options stand where they do something; --jobs lets joblib share out resampling, and changes no number."""

from pathlib import Path

import joblib
import pytest
from click.testing import CliRunner

import benchreport.cli
from benchreport.numerics.resampling import resample_weights

RESULTS = str(Path(__file__).parents[2] / "examples" / "sklearn" / "results.csv")


def run(*words):
    return CliRunner().invoke(benchreport.cli.main, words, catch_exceptions=False)


def test_jobs_change_no_number(monkeypatch):
    monkeypatch.setattr(resample_weights, "CHUNK", 100_000)
    words = ("test", "aggregates", RESULTS, "--score", "accuracy")
    taken = []
    parallel = joblib.Parallel
    monkeypatch.setattr(
        joblib,
        "Parallel",
        lambda **options: taken.append(joblib.effective_n_jobs(None)) or parallel(**options),
    )
    assert run(*words, "--jobs", "2").output == run(*words).output
    assert set(taken) == {2}
    # only for this command
    assert joblib.effective_n_jobs(None) == 1


@pytest.mark.parametrize("number", ["0", "two"])
def test_jobs_are_a_number(number):
    done = run("test", "aggregates", RESULTS, "--jobs", number)
    assert done.exit_code == 2
    assert "--jobs" in done.output


@pytest.mark.parametrize("command", ["check", "advise"])
def test_commands_that_draw_nothing_offer_no_jobs(command):
    assert "--jobs" not in run(command, "--help").output


@pytest.mark.parametrize(
    ("action", "ends"), [("ack", True), ("flaky", True), ("accept", False), ("fixed", False)]
)
def test_only_what_ends_offers_a_date(action, ends):
    assert ("--until" in run("nightly", action, "--help").output) == ends
