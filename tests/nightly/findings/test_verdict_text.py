"""The verdict of a night and its exit code."""

from dataclasses import replace

import pytest
from looped import loop_over

from benchreport.nightly.findings.verdict_text import (
    compute_exit_code,
    describe_finding,
    with_verdict,
    write_verdict,
)
from benchreport.nightly.night_facts import ALL, Finding, Key, Leader, NightFacts, SeriesNight

SVM, KNN = Key("accuracy", "svm"), Key("accuracy", "knn")
FINDING = Finding(
    number=3,
    key=SVM,
    kind="regression",
    opened="2026-11-20",
    since="2026-11-19",
    change=-0.021,
    low=-0.03,
    high=-0.012,
)
OK = (SeriesNight(key=SVM, state="ok"), SeriesNight(key=KNN, state="ok"))
WORSE = (SeriesNight(key=SVM, state="regressed"), SeriesNight(key=KNN, state="ok"))


def facts_of(*findings, series=OK, **changes):
    fields = {"name": "n", "night": "2026-11-20", "series": series, "findings": findings, **changes}
    return NightFacts(**fields)


def change_of(facts, finding):
    """Return the change that the verdict writes for a finding."""
    return describe_finding(facts, finding).partition(" (")[2].partition(", since")[0]


@loop_over(
    ("findings", "incomplete", "code"),
    [
        ((), (), 0),
        ((FINDING,), (), 1),
        ((FINDING,), ("half is missing.",), 1),
        ((), ("half is missing.",), 3),
        ((replace(FINDING, kind="drift"),), (), 1),
        ((replace(FINDING, kind="improvement"),), (), 0),
        ((replace(FINDING, status="acknowledged"),), (), 0),
        ((replace(FINDING, status="flaky"),), (), 0),
        ((replace(FINDING, status="accepted", closed="2026-11-20"),), (), 0),
        ((replace(FINDING, status="fixed", closed="2026-11-20"),), (), 0),
        ((replace(FINDING, status="acknowledged"), replace(FINDING, number=4)), (), 1),
    ],
)
def test_exit_codes(findings, incomplete, code):
    assert compute_exit_code(facts_of(*findings, incomplete=incomplete)) == code


@pytest.mark.parametrize(("seen", "code"), [(True, 1), (False, 0)])
def test_red_means_that_tonight_shows_it(seen, code):
    facts = with_verdict(facts_of(replace(FINDING, seen=seen)))
    assert facts.exit_code == code
    assert (
        len([sentence for sentence in facts.verdict if "not seen tonight" in sentence]) == 1 - code
    )


def test_what_all_have_in_common_is_said_first():
    common = Key("accuracy", ALL)
    row = SeriesNight(
        key=common,
        state="unconfirmed",
        value=0.86,
        baseline=0.9,
        change=-0.04,
        low=-0.05,
        high=-0.03,
    )
    first, *_ = write_verdict(facts_of(series=(*OK, row)))[1:]
    assert first == (
        "Tonight changed all algorithms by accuracy together (−0.040 [−0.050, −0.030]), which the next night "
        "has to confirm; each series is judged without that."
    )
    assert "together" not in " ".join(
        write_verdict(facts_of(series=(*OK, replace(row, state="ok"))))
    )
    # what a dataset has in common is part of that, and told alone otherwise
    of_dataset = replace(row, key=replace(common, dataset="iris"))
    said = write_verdict(facts_of(series=(*OK, row, of_dataset)))
    assert [sentence for sentence in said if "together" in sentence] == [first]
    said = write_verdict(facts_of(series=(*OK, of_dataset)))
    assert said[1].startswith("Tonight changed all algorithms on iris by accuracy together")


@pytest.mark.parametrize("kind", ["regression", "improvement"])
def test_what_changed_with_all_algorithms_is_said_on_the_night_that_finds_it(kind):
    note = "What else changed on 2026-11-19: machine (old → new)."
    found = replace(FINDING, kind=kind, key=Key("accuracy", ALL), note=note)
    again = replace(found, number=4, key=replace(found.key, metric="f1"))
    assert write_verdict(facts_of(found, again, new=(3, 4))).count(note) == 1
    assert note not in write_verdict(facts_of(found))
    assert note not in write_verdict(facts_of(replace(found, key=SVM), new=(3,)))


def test_regressions_come_first():
    facts = facts_of(
        replace(FINDING, number=1, key=KNN),
        FINDING,
        replace(FINDING, number=4, kind="drift"),
        replace(FINDING, number=5, kind="improvement", change=0.02, low=0.01, high=0.03),
        series=WORSE,
        new=(3, 5),
        incomplete=("accuracy: 3 of 9 expected runs are missing.",),
        leaders=(Leader(metric="accuracy", algorithms=("svm",)),),
    )
    assert write_verdict(facts) == (
        "1 new regression: svm by accuracy (−0.021 [−0.030, −0.012], since 2026-11-19).",
        (
            "1 earlier regression remains: knn by accuracy (−0.021 [−0.030, −0.012] when found, since "
            "2026-11-19)."
        ),
        (
            "1 series is getting slowly worse: svm by accuracy (−0.021 [−0.030, −0.012] when found, since "
            "2026-11-19)."
        ),
        "accuracy: 3 of 9 expected runs are missing.",
        "1 new improvement: svm by accuracy (+0.020 [+0.010, +0.030], since 2026-11-19).",
        "By accuracy, svm leads.",
    )


def test_a_drift_that_tonight_does_not_show_is_told_so():
    """The night is not red for it."""
    drift = replace(FINDING, number=4, kind="drift", seen=False)
    facts = facts_of(FINDING, drift, replace(drift, number=5, key=KNN), new=(3,))
    assert write_verdict(facts)[1] == (
        "2 earlier drifts are still open but not seen tonight: "
        "svm by accuracy (−0.021 [−0.030, −0.012] when found, since 2026-11-19), "
        "knn by accuracy (−0.021 [−0.030, −0.012] when found, since 2026-11-19)."
    )
    assert compute_exit_code(facts_of(drift)) == 0


def test_a_change_that_tonight_does_not_show_is_of_several_nights():
    """A series that is back tonight may still be worse on average over the nights that are compared."""
    row = replace(WORSE[0], change=-0.02, low=-0.03, high=-0.01, window=3)
    hidden = replace(FINDING, seen=False)
    assert change_of(facts_of(hidden, series=(row,)), hidden) == (
        "−0.020 [−0.030, −0.010] over the last 3 nights"
    )
    one = replace(row, window=1)
    for facts, finding in (
        (facts_of(FINDING, series=(row,)), FINDING),
        (facts_of(hidden, series=(one,)), hidden),
    ):
        assert change_of(facts, finding) == "−0.020 [−0.030, −0.010]"


def test_a_quiet_night_promises_no_more_than_it_can():
    assert write_verdict(facts_of())[0] == (
        "No regression was found in 2 series; changes too small to detect remain possible."
    )
    young = tuple(replace(row, state="no evidence", reason="3 of 20 nights") for row in OK)
    assert write_verdict(facts_of(series=young)) == (
        "Tonight could not be tested for regressions.",
        "No series can be judged yet: 3 of 20 nights.",
    )
    missing = tuple(replace(row, state="missing") for row in OK)
    assert write_verdict(facts_of(series=missing, incomplete=("all is missing.",))) == (
        "Tonight could not be tested for regressions.",
        "all is missing.",
    )


def test_units_and_per_cents():
    seconds = replace(FINDING, key=Key("seconds", "svm"), change=0.403, low=0.39, high=0.416)
    plain = facts_of(seconds, units={"seconds": "s"}, new=(3,))
    assert change_of(plain, seconds) == "+0.403 s [+0.390, +0.416]"
    ratio = replace(plain, ratios=("seconds",))
    assert change_of(ratio, seconds) == "+40.3 % [+39.0, +41.6]"
    assert describe_finding(plain, replace(seconds, status="acknowledged")).endswith(
        ", since 2026-11-19, acknowledged)"
    )


@pytest.mark.parametrize("status", ["acknowledged", "flaky"])
def test_silent_findings_are_still_mentioned(status):
    sentences = write_verdict(facts_of(replace(FINDING, status=status), series=WORSE))
    assert any("svm by accuracy" in line for line in sentences)
    if status == "flaky":
        assert "1 series is marked as flaky and raises no alert: svm by accuracy." in sentences


def test_findings_that_went_back_and_closed_ones_are_distinguished():
    back = replace(FINDING, status="fixed", closed="2026-11-18", why="the series went back")
    assert "1 series is back at the earlier level: svm by accuracy." in write_verdict(
        facts_of(back)
    )
    declared = replace(FINDING, status="fixed", closed="2026-11-20", why="reverted")
    sentences = write_verdict(facts_of(declared, series=WORSE))
    assert "1 finding was closed by hand: svm by accuracy (fixed: reverted)." in sentences
    assert not any("Back at" in line for line in sentences)
    accepted = replace(FINDING, status="accepted", closed="2026-11-20", why="new data")
    sentences = write_verdict(facts_of(accepted, series=WORSE))
    assert "1 finding was closed by hand: svm by accuracy (accepted: new data)." in sentences


def test_unconfirmed_and_incomparable_series_are_named():
    series = (
        SeriesNight(key=SVM, state="unconfirmed"),
        SeriesNight(key=KNN, state="not comparable", reason="measured with v2, before with v1"),
        SeriesNight(key=Key("accuracy", "tree"), state="not comparable", reason="…"),
    )
    assert write_verdict(facts_of(series=series)) == (
        "No regression was found in 1 series; changes too small to detect remain possible.",
        "1 series was worse tonight, which the next night has to confirm: svm by accuracy.",
        (
            "2 series cannot be compared with the baseline: knn by accuracy (measured with v2, before "
            "with v1) and 1 more."
        ),
    )


def test_leaders():
    def describe(**changes):
        leader = Leader(**{"metric": "accuracy", "algorithms": ("svm",), **changes})
        return write_verdict(facts_of(leaders=(leader,)))[-1]

    rank = {"mean_rank": 1.25, "low": 1.0, "high": 3.0}
    assert describe(**rank) == (
        "By accuracy, svm leads with mean rank 1.25 (places 1 to 3 with 95 % confidence)."
    )
    assert describe(algorithms=("a", "b"), before=("b", "a")) == "By accuracy, a and b lead."
    assert describe(before=("knn",)).endswith("; knn led the night before.")
    assert describe(algorithms=()).startswith("No regression")


def test_many_findings_are_counted():
    many = [replace(FINDING, number=n, key=Key("accuracy", f"a{n}")) for n in range(12)]
    sentence = write_verdict(facts_of(*many, new=tuple(range(12))))[0]
    assert sentence.startswith("12 new regressions: a0 by accuracy ")
    assert sentence.endswith(" and 7 more.")


def test_an_earlier_finding_shows_the_current_change():
    key = Key("accuracy", "svm")
    finding = Finding(
        number=1, key=key, kind="regression", opened="2026-11-01", since="2026-10-31",
        change=-0.01, low=-0.02, high=-0.001,
    )  # fmt: skip
    row = SeriesNight(key=key, state="regressed", change=-0.03, low=-0.04, high=-0.02)
    facts = NightFacts(name="x", night="2026-11-09", series=(row,), findings=(finding,))
    assert change_of(facts, finding) == "−0.030 [−0.040, −0.020]"
    opened = replace(facts, night="2026-11-01", new=(1,))
    assert change_of(opened, finding) == "−0.010 [−0.020, −0.001]"


def test_an_acknowledgement_says_until_when_it_holds():
    known = replace(FINDING, status="acknowledged")
    assert describe_finding(facts_of(known), known).endswith("2026-11-19, acknowledged)")
    until = replace(known, until="2026-12-05")
    assert describe_finding(facts_of(until), until).endswith("acknowledged until 2026-12-05)")
