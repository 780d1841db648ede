"""The states of series on odd nights: missing, failed, new, not comparable."""

from dataclasses import replace

import numpy as np
import pytest
from nights_tables import night_name
from nights_walk import ALGORITHMS, Nights, scores

from benchreport.nightly.config.settings import Alerts, Columns, Metric
from benchreport.nightly.night_facts import Key


@pytest.fixture
def open_nights(tmp_path):
    """Return a function that begins a history of nights; the fixture closes it."""
    opened = []

    def begin(**changes):
        opened.append(Nights(tmp_path, **changes))
        return opened[-1]

    yield begin
    for nights in opened:
        nights.history.__exit__(None, None, None)


FIRST_NIGHT = (
    "a baseline needs 8 nights, and has none so far; with several runs a night, provisional judgements begin "
    "with the second"
)


def test_missing_results_are_reported_without_an_alert(open_nights):
    nights = open_nights().quiet(20)
    for _ in range(3):
        frame = scores(nights.number)
        rest = frame[(frame["dataset"] != "iris") & (frame["algorithm"] != "boost")]
        facts = nights.night(rest[rest["seed"] == 0])
    assert facts.findings == ()
    assert facts.exit_code == 3
    assert facts.incomplete == (
        "By accuracy, 18 of 24 expected runs are missing; there is none of boost and none on iris.",
    )
    rows = {row.key.algorithm: row for row in facts.series}
    assert (rows["boost"].state, rows["boost"].reason) == ("missing", "none of 6 runs")
    assert (rows["svm"].state, rows["svm"].reason) == ("ok", "2 of 6 runs")
    assert (rows["boost"].value, rows["boost"].change) == (None, None)


def test_a_missing_dataset_is_told_once_where_each_has_a_series(open_nights):
    nights = open_nights(alerts=Alerts(min_nights=8, series="dataset")).quiet(12)
    frame = scores(nights.number)
    there = frame["dataset"] != "iris"
    facts = nights.night(
        frame[there & ((frame["algorithm"] != "svm") | (frame["dataset"] != "spam"))]
    )
    assert facts.incomplete == (
        "By accuracy, 10 of 24 expected runs are missing; there is none of svm on spam and none on iris.",
    )


def test_one_run_is_missing(open_nights):
    nights = open_nights().quiet(20)
    facts = nights.night(scores(nights.number).drop(index=0))
    assert facts.incomplete == ("By accuracy, 1 of 24 expected runs is missing; boost has 5 of 6.",)


@pytest.mark.parametrize(
    ("series", "which"),
    [("algorithm", "each algorithm has 3 of 9"), ("dataset", "each algorithm on each dataset has 1 of 3")],
)  # fmt: skip
def test_as_many_runs_as_on_most_nights_are_enough(open_nights, series, which):
    """Not each night has as many seeds as the others."""
    nights = open_nights(alerts=Alerts(min_nights=8, series=series))
    for seeds in (3, 3, 3, 5, 3, 4, 3, 3, 5, 3, 3):
        assert nights.night(scores(nights.number, seeds=seeds)).incomplete == ()
    (incomplete,) = nights.night(scores(nights.number, seeds=1)).incomplete
    assert incomplete == f"By accuracy, 24 of 36 expected runs are missing; {which}."


def test_how_often_a_runner_runs_a_program_is_its_choice(open_nights):
    """Hyperfine, for example, runs a command as often as fits into three seconds."""
    nights = open_nights()
    for runs in (20, 17, 20, 19, 20, 20, 18, 20, 20, 15, 10):
        frame = scores(nights.number, datasets=("all",), seeds=runs)
        assert nights.night(frame[["algorithm", "accuracy"]]).incomplete == ()
    frame = scores(nights.number, datasets=("all",), seeds=8)
    assert nights.night(frame[["algorithm", "accuracy"]]).incomplete == (
        "By accuracy, 48 of 80 expected runs are missing; each algorithm has 8 of 20.",
    )


def test_failed_runs_are_no_regression(open_nights):
    nights = open_nights().quiet(20)
    for _ in range(2):
        frame = scores(nights.number)
        frame.loc[frame["algorithm"] == "svm", "accuracy"] = np.nan
        frame.loc[(frame["algorithm"] == "knn") & (frame["dataset"] == "iris"), "accuracy"] = np.inf
        facts = nights.night(frame)
    rows = {row.key.algorithm: row for row in facts.series}
    assert (rows["svm"].state, rows["svm"].reason) == ("failed", "6 runs without a score")
    assert (rows["knn"].state, rows["knn"].reason) == ("ok", "2 of 6 runs failed")
    assert (facts.findings, facts.exit_code) == ((), 3)
    assert facts.incomplete == ("By accuracy, 8 runs of knn and svm failed.",)


def test_a_vanished_metric_is_missed_unless_the_configuration_drops_it(open_nights):
    nights = open_nights(metric=())
    for _ in range(3):
        frame = scores(nights.number)
        nights.night(frame.assign(seconds=1 + frame["accuracy"]), compared=False)
    facts = nights.night()
    assert facts.incomplete == ("There are no scores by seconds tonight.",)
    assert facts.exit_code == 3
    nights.config = replace(nights.config, metric=(Metric(name="accuracy"),))
    assert nights.night().incomplete == ()


def test_one_algorithm_on_one_dataset(open_nights):
    nights = open_nights()
    for number in range(20):
        nights.night(scores(number, algorithms=("svm",), datasets=("iris",)), compared=False)
    for number in (20, 21, 22):
        frame = scores(number, shift=-0.05, algorithms=("svm",), datasets=("iris",))
        facts = nights.night(frame)
    assert (facts.exit_code, len(facts.series), facts.leaders) == (1, 1, ())


def test_the_first_nights_say_how_many_are_needed(open_nights):
    nights = open_nights()
    facts = nights.night()
    assert {(row.state, row.reason) for row in facts.series} == {("no evidence", FIRST_NIGHT)}
    assert (facts.previous, facts.exit_code) == ("", 0)
    assert facts.verdict[:2] == (
        "Tonight could not be tested for regressions.",
        f"No series can be judged yet: {FIRST_NIGHT}.",
    )
    for _ in range(9):
        nights.night()
    # nights that are held back, tonight among them, do not count
    assert {row.reason for row in nights.facts.series} == {"provisional: 7 of 8 nights"}
    assert {(row.state, row.reason) for row in nights.night().series} == {("ok", "")}


def test_a_new_algorithm_waits_for_its_own_nights(open_nights):
    nights = open_nights().quiet(20)
    facts = nights.night(scores(20, algorithms=(*ALGORITHMS, "zeta")))
    row = nights.row(Key("accuracy", "zeta"))
    assert (row.state, row.reason) == ("no evidence", FIRST_NIGHT)
    assert (facts.incomplete, facts.exit_code) == ((), 0)


def test_other_versions_are_not_comparable_until_they_have_nights(open_nights):
    nights = open_nights(columns=Columns(version=("data",)))
    for number in range(20):
        nights.night(scores(number).assign(data=1), compared=False)
    for _ in range(2):
        facts = nights.night(scores(nights.number, shift=-0.2).assign(data=2))
    assert (facts.findings, facts.exit_code) == ((), 0)
    row = nights.row()
    assert (row.state, row.reason) == ("ok", "provisional: 1 of 8 nights")
    assert nights.history.result(night_name(20)).series[0].state == "not comparable"
