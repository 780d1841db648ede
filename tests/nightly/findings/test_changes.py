"""A change of an algorithm is one finding, on whatever datasets and over all of them it is found."""

from dataclasses import replace

import numpy as np
import pytest
from looped import loop_over
from nights_tables import night_name
from nights_walk import YOUNG, Nights, scores

from benchreport.nightly.config.settings import Baseline
from benchreport.nightly.detection.replay_rules import replay_rules
from benchreport.nightly.findings.changes import NEAR, join_changes
from benchreport.nightly.findings.triage import refresh_facts, triage
from benchreport.nightly.judgements import SeriesMatrix
from benchreport.nightly.night_facts import ALL, Finding, Key, tell_changes
from benchreport.nightly.notify.wording import describe_where, name_change, text
from benchreport.nightly.pages.findings_sections import finding_sections

SVM = Key("f1", "svm")
BASELINE = Baseline()
KEYS = (SVM, *(replace(SVM, dataset=name) for name in "abcd"))
NIGHTS = tuple(night_name(number) for number in range(60))
MATRIX = SeriesMatrix(keys=KEYS, nights=NIGHTS, values=np.zeros((60, 5)))


def finding(number, place, *, since=50, **changes):
    """Return a regression of svm over all datasets (0) or on one."""
    defaults = {"kind": "regression", "change": -1.0, "low": -2.0, "high": -0.5}
    return Finding(
        number=number,
        key=KEYS[place],
        since=NIGHTS[since],
        opened=NIGHTS[-1],
        **{**defaults, **changes},
    )


def tell(*findings):
    return [name_change(each) for each in tell_changes(findings, KEYS)]


@loop_over(
    ("places", "told"),
    [
        ([0], "svm by f1"),
        ([1], "svm on a by f1"),
        ([0, 1], "svm on a by f1"),
        ([0, 2, 1], "svm on b by f1 (also on a)"),
        ([0, 1, 2, 3], "svm by f1 (on 3 of 4 datasets)"),
        ([0, 1, 2, 3, 4], "svm by f1 (on all 4 datasets)"),
        ([4, 1, 2], "svm on d by f1 (also on a and b)"),
    ],
)
def test_what_is_told_of_a_change(places, told):
    parts = [
        finding(number, place, part_of=7 if number > 7 else 0, p_value=number / 1000)
        for number, place in enumerate(places, start=7)
    ]
    assert tell(*parts) == [told]
    (one,) = tell_changes(parts, KEYS)
    assert (one.number, one.part_of) == (7, 0)


def test_a_change_is_over_when_all_of_its_findings_are():
    over = {"status": "fixed", "closed": NIGHTS[-1]}
    parts = [finding(1, 0), finding(2, 1, part_of=1), finding(3, 2, part_of=1)]
    (told,) = tell_changes([parts[0], replace(parts[1], **over), parts[2]], KEYS)
    assert (told.closed, told.datasets) == ("", ("b",))
    (told,) = tell_changes([replace(part, **over) for part in parts], KEYS)
    assert (told.status, told.closed) == ("fixed", NIGHTS[-1])


def test_what_nobody_acknowledged_is_told_before_what_somebody_did():
    parts = [finding(1, 1, status="acknowledged"), finding(2, 2, part_of=1, seen=False)]
    (told,) = tell_changes(parts, KEYS)
    assert (told.key, told.status, told.seen) == (KEYS[2], "open", False)


@loop_over(
    ("changes", "number"),
    [
        ({}, 1),
        ({"since": 50 + NEAR}, 1),
        ({"since": 51 + NEAR}, 0),
        ({"kind": "improvement"}, 0),
    ],
)
def test_findings_of_one_change_begin_at_about_the_same_night(changes, number):
    first = finding(1, 0)
    assert join_changes([finding(2, 1, **changes)], [first], MATRIX)[0].part_of == number
    # where nothing is judged over all, each dataset is by itself
    datasets = MATRIX.only([1, 2, 3, 4])
    assert join_changes([finding(2, 2)], [finding(1, 1)], datasets)[0].part_of == 0


def test_a_series_that_fell_further_begins_another_change():
    over = finding(1, 0, status="acknowledged", closed=NIGHTS[-1])
    old = [over, finding(2, 1, part_of=1, status="acknowledged")]
    new = join_changes([finding(3, 0), finding(4, 1)], old, MATRIX)
    assert [each.part_of for each in new] == [0, 3]


@loop_over(
    ("first", "second", "status"),
    [
        # what was said of the average holds for its datasets, and the other way round
        ((0, {"status": "acknowledged", "known": -2.0}), 1, "acknowledged"),
        ((1, {"status": "acknowledged", "known": -2.0}), 0, "acknowledged"),
        ((0, {"status": "accepted", "closed": NIGHTS[-1]}), 1, "accepted"),
        # a dataset tells nothing of another
        ((1, {"status": "acknowledged", "known": -2.0}), 2, "open"),
        ((0, {"status": "fixed", "closed": NIGHTS[-1]}), 1, "open"),
    ],
)
def test_what_was_said_of_a_change_holds_for_what_is_found_of_it_later(first, second, status):
    place, said = first
    earlier = finding(1, place, why="on purpose", **said)
    (new,) = join_changes([finding(2, second)], [earlier], MATRIX)
    assert (new.status, new.part_of) == (status, int(status != "open"))
    assert (new.closed, new.why) == (
        earlier.closed if status == "accepted" else "",
        "" if status == "open" else "on purpose",
    )
    assert new.known == (-2.0 if status == "acknowledged" else None)


def on(number, algorithm, dataset="", *, since=50, **changes):
    """Return a regression of an algorithm over all datasets or on one."""
    return replace(finding(number, 0, since=since, **changes), key=Key("f1", algorithm, dataset))


FOUR = tuple(Key("f1", name, data) for name in "abcd" for data in ("", "iris", "wine"))
OF_FOUR = SeriesMatrix(keys=FOUR, nights=NIGHTS, values=np.zeros((60, 12)))


@loop_over(
    ("findings", "numbers", "told"),
    [
        # averages come before datasets
        (
            [on(1, "a"), on(2, "b"), on(3, "a", "iris"), on(4, "b", "iris")],
            [0, 1, 1, 1],
            "a on iris by f1 (also b)",
        ),
        (
            [on(n, name, "iris", p_value=1 / n) for n, name in enumerate("abcd", start=1)],
            [0, 1, 1, 1],
            "d on iris by f1 (also the other 3 algorithms)",
        ),
        ([on(1, "a", "iris"), on(2, "b", "wine")], [0, 0], "a on iris by f1"),
        ([on(1, "a", "iris"), on(2, "b", "iris", since=51 + NEAR)], [0, 0], "a on iris by f1"),
        ([on(1, "a", "iris"), on(2, "b", "iris", kind="drift")], [0, 0], "a on iris by f1"),
        # another algorithm on one of the datasets of a change of an algorithm
        (
            [on(1, "a", "iris"), on(2, "a", "wine"), on(3, "b", "wine")],
            [0, 1, 0],
            "a on iris by f1 (also on wine)",
        ),
        # what it falls by beside all others is its own
        ([on(1, ALL, "iris"), on(2, "b", "iris")], [0, 0], "all algorithms on iris by f1"),
    ],
)
def test_a_dataset_that_changes_for_several_algorithms_is_one_finding(findings, numbers, told):
    joined = join_changes(findings, [], OF_FOUR)
    assert [each.part_of for each in joined] == numbers
    assert name_change(tell_changes(joined, FOUR)[0]) == told


def test_a_change_of_a_dataset_and_of_its_average_is_found_night_by_night():
    first = on(1, "a", "iris")
    (second,) = join_changes([on(2, "b", "iris", since=52)], [first], OF_FOUR)
    (average,) = join_changes([on(3, "b", since=52)], [first, second], OF_FOUR)
    assert (second.part_of, average.part_of) == (1, 1)
    (told,) = tell_changes([first, second, average], FOUR)
    assert (told.algorithms, told.n_algorithms, told.datasets) == (("a", "b"), 4, ("iris",))
    # whether these are all algorithms is not known without the names of the series
    assert describe_where(tell_changes([first, second])[0]) == "also b"
    # what somebody said of one algorithm does not hold for another
    known = replace(first, status="acknowledged", known=-2.0)
    (other,) = join_changes([on(2, "b", "iris")], [known], OF_FOUR)
    assert (other.part_of, other.status) == (0, "open")


@loop_over(
    ("step", "drift", "number"),
    [
        (on(1, "a"), on(2, "a", since=0), 1),
        (on(1, "a"), on(2, "a", "iris", since=0), 1),
        (on(1, "a", "iris"), on(2, "a", since=0), 1),
        (on(1, "a", "iris"), on(2, "a", "wine", since=0), 0),
        (on(1, "b"), on(2, "a", since=0), 0),
        (on(1, "a", status="fixed", closed=NIGHTS[-1]), on(2, "a", since=0), 0),
        (on(1, "a", status="acknowledged", known=-2.0), on(2, "a", since=0), 0),
    ],
)
def test_a_drift_is_a_part_of_the_open_step_that_explains_it(step, drift, number):
    (joined,) = join_changes([replace(drift, kind="drift")], [step], OF_FOUR)
    assert joined.part_of == number
    told = tell_changes([step, joined], FOUR)
    assert (told[0].kind, told[0].since) == ("regression", NIGHTS[50])
    assert len(told) == 2 - bool(number)


def test_a_step_is_no_part_of_an_earlier_drift():
    drift = on(1, "a", since=0, kind="drift")
    assert join_changes([on(2, "a")], [drift], OF_FOUR)[0].part_of == 0


@pytest.fixture
def nights(tmp_path):
    nights = Nights(tmp_path, alerts=replace(YOUNG, series="both"))
    yield nights.quiet(20)
    nights.history.__exit__(None, None, None)


def fall(nights, count, **on):
    """Record nights on which svm is worse on some datasets; return the facts of the last."""
    for _ in range(count):
        frame = scores(nights.number)
        for dataset, change in on.items():
            at = (frame["algorithm"] == "svm") & (frame["dataset"] == dataset)
            frame.loc[at, "accuracy"] += change
        nights.night(frame)
    return nights.facts


EVERYWHERE = {"iris": -0.03, "spam": -0.03, "wine": -0.03}


def test_a_fall_on_all_datasets_is_one_finding_until_it_is_over(nights):
    facts = fall(nights, 3, **EVERYWHERE)
    assert len(facts.findings) == 4
    (told,) = facts.red
    assert told.key == Key("accuracy", "svm")
    assert set(told.datasets) == {"iris", "spam", "wine"}
    assert "svm by accuracy" in text(facts, "")
    assert "on all 3 datasets" in facts.verdict[0]
    assert [each["number"] for each in facts.to_dict()["told"]] == [told.number]
    triage(nights.history, str(told.number), "ack", why="looking")
    assert {each.status for each in nights.history.findings()} == {"acknowledged"}
    assert fall(nights, 2, **EVERYWHERE).exit_code == 0
    over = fall(nights, 5)
    assert not over.alerts
    assert {each.status for each in nights.history.findings()} == {"fixed"}


def test_a_fall_on_one_dataset_names_it(nights):
    facts = fall(nights, 3, wine=-0.05)
    (told,) = facts.alerts
    assert told.key == Key("accuracy", "svm", "wine")
    assert facts.verdict[0].count("svm") == 1
    # the average follows its only dataset
    triage(nights.history, "accuracy/svm/wine", "accept", why="smaller on purpose")
    refreshed = refresh_facts(nights.history, facts)
    assert refreshed.exit_code == 0
    assert {each.status for each in nights.history.findings()} == {"accepted"}
    assert not fall(nights, 6, wine=-0.05).alerts


def fall_of_all(nights, count):
    """Record nights on which each algorithm is worse on wine; return the facts of the last."""
    for _ in range(count):
        frame = scores(nights.number)
        frame.loc[frame["dataset"] == "wine", "accuracy"] -= 0.05
        nights.night(frame)
    return nights.facts


def test_a_dataset_that_changes_for_all_is_one_finding_until_it_is_over(nights):
    facts = fall_of_all(nights, 3)
    (told,) = facts.red
    assert len(facts.findings) >= 4
    assert told.key.dataset == "wine"
    assert "also the other 3 algorithms" in facts.verdict[0]
    (section,) = finding_sections(facts, nights.config, {})
    assert section.title == "Regression: 4 algorithms on wine by accuracy"
    # an algorithm can be accepted by itself, with its average
    triage(nights.history, "svm/wine", "accept", why="smaller on purpose")
    over = {each.key.algorithm for each in nights.history.findings() if each.closed}
    assert over == {"svm"}
    (left,) = refresh_facts(nights.history, facts).alerts
    assert set(left.algorithms) == {"boost", "knn", "tree"}
    triage(nights.history, str(told.number), "accept", why="another version of the file")
    assert not refresh_facts(nights.history, facts).alerts


def test_a_dataset_can_be_accepted_by_itself(nights):
    facts = fall(nights, 4, wine=-0.05, iris=-0.05)
    (told,) = facts.alerts
    triage(nights.history, "svm/wine", "accept", why="smaller on purpose")
    (left,) = refresh_facts(nights.history, facts).alerts
    assert left.number == told.number
    assert left.datasets == ("iris",)
    assert not [each for each in nights.history.findings() if each.closed and not each.key.dataset]
    triage(nights.history, "svm", "accept", why="this, too")
    assert not refresh_facts(nights.history, facts).alerts


def test_a_mark_of_an_algorithm_holds_for_its_datasets(nights):
    nights.night()
    (mark,) = triage(nights.history, "svm", "flaky", why="shares its machine")
    assert mark.key == Key("accuracy", "svm")
    facts = fall(nights, 3, **EVERYWHERE)
    assert not facts.alerts
    assert not [each for each in facts.findings if each.change]


def test_a_fall_on_one_of_six_datasets_is_found_beside_averages():
    """The average of six datasets hides it; the two families together alarm no more than one."""
    rng = np.random.default_rng(3)
    parts = rng.normal(size=(70, 4, 6))
    parts[60:, 0, 0] -= 4.5
    keys = [Key("f1", f"a{n}") for n in range(4)]
    keys += [replace(key, dataset=f"d{n}") for key in keys for n in range(6)]
    values = np.hstack([parts.mean(axis=2), parts.reshape(70, -1)])
    nights = tuple(night_name(number) for number in range(70))
    matrix = SeriesMatrix(keys=tuple(keys), nights=nights, values=values)
    found = replay_rules(matrix, YOUNG, BASELINE, start=55).findings
    assert [each.opened for each in found if each.key == keys[4]] == [nights[61]]
