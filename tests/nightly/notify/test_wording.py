import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight
from benchreport.nightly.notify import wording as words
from benchreport.nightly.notify.metric_format import metric_formats

LINK = "https://example.org/nights/2026-02-14/index.html"


def test_most_important_first(night):
    assert words.text(night, LINK) == (
        "bench, 2026-02-14: 1 new regression, 1 earlier drift still open, 1 new improvement, incomplete\n"
        "\n"
        "svm got worse by f1.\n"
        "\n"
        "New regressions:\n"
        "- svm by f1: −0.031 points [−0.045, −0.017] from 0.900 points, since 2026-02-12\n"
        "\n"
        "Regressions and drifts still open:\n"
        "- knn by f1: −0.031 points [−0.045, −0.017] from 0.900 points, since 2026-01-02\n"
        "\n"
        "New improvements:\n"
        "- rf by f1: +0.100 points [+0.050, +0.200] from 0.800 points\n"
        "\n"
        "Closed:\n"
        "- cnn by f1: −0.031 points [−0.045, −0.017] from 0.900 points, fixed, reverted\n"
        "\n"
        "Missing results:\n"
        "- Half the results of tree are missing.\n"
        "\n"
        "Unconfirmed until the next night:\n"
        "- cnn by f1: −0.031 points [−0.045, −0.017], of unconfirmed\n"
        "\n"
        "Failed:\n"
        "- mlp by f1: −0.031 points [−0.045, −0.017], of failed\n"
        "\n"
        "Missing:\n"
        "- tree by f1: of missing\n"
        "\n"
        "Not comparable:\n"
        "- rf by f1: −0.031 points [−0.045, −0.017], of not comparable\n"
        "\n"
        "https://example.org/nights/2026-02-14/index.html\n"
    )


def test_the_headline_counts_earlier_findings_by_their_kind(night):
    """An improvement may be open too, so that "findings" would be more than those counted."""
    one, other = night.findings[:2]
    improvement = dataclasses.replace(night.findings[2], number=9)
    for findings, counts in [
        ((improvement,), "no new regression"),
        ((one, improvement), "no new regression, 1 earlier drift still open"),
        (
            (one, other, dataclasses.replace(other, number=8), improvement),
            "no new regression, 2 earlier regressions and 1 earlier drift still open",
        ),
    ]:
        facts = NightFacts(name="bench", night="2026-02-14", findings=findings)
        assert words.headline(facts) == f"bench, 2026-02-14: {counts}"


def test_a_night_that_nothing_could_test_is_not_called_fine(night):
    young = tuple(dataclasses.replace(row, state="no evidence") for row in night.series)
    facts = NightFacts(name="bench", night="2026-02-14", series=young)
    assert words.headline(facts) == "bench, 2026-02-14: not tested for regressions"
    facts = dataclasses.replace(facts, series=(*young[1:], night.series[0]))
    assert words.headline(facts) == "bench, 2026-02-14: no new regression"


def test_a_quiet_night():
    facts = NightFacts(name="bench", night="2026-02-14", verdict=("Nothing got worse.",))
    assert words.text(facts, "") == ("bench, 2026-02-14: no new regression\n\nNothing got worse.\n")


def test_ratios_are_percentages_without_the_unit():
    finding = Finding(number=1, key=Key("time", "a"), kind="drift", change=0.2, low=0.1, high=0.31)
    finding = dataclasses.replace(finding, baseline=3.5)
    facts = NightFacts(
        name="n", night="2026-02-14", findings=(finding,), units={"time": "s"}, ratios=("time",)
    )
    line = words.finding_line(finding, metric_formats(facts))
    assert line == "a by time: +20 % [+10, +31] from 3.50 s"


def test_omitted_lines_are_counted():
    series = tuple(SeriesNight(key=Key("f1", f"a{n}"), state="missing") for n in range(25))
    (part,) = words.parts(NightFacts(name="n", night="2026-02-14", series=series))
    assert (len(part.lines), part.left) == (10, 15)
    assert "- and 15 more\n" in words.text(
        NightFacts(name="n", night="2026-02-14", series=series), ""
    )


def test_the_verdict_is_not_repeated():
    facts = NightFacts(
        name="n", night="2026-02-14", verdict=("Late.",), incomplete=("Late.", "Few.")
    )
    assert words.unmentioned_gaps(facts) == ["Few."]


def test_accepted_and_flaky_findings_are_not_open(night):
    findings = tuple(dataclasses.replace(finding, status="flaky") for finding in night.findings[:1])
    facts = dataclasses.replace(night, findings=findings, new=())
    assert "Regressions and drifts still open" not in {part.title for part in words.parts(facts)}


def test_a_mark_that_ends_has_no_change(night):
    mark = Finding(
        number=9, key=Key("f1", "svm"), kind="regression", status="fixed", opened="2026-02-10",
        closed="2026-02-14", why="has a machine of its own",
    )  # fmt: skip
    (part,) = words.parts(dataclasses.replace(night, findings=(mark,), series=(), incomplete=()))
    assert part.title == "Closed"
    assert part.lines == ("svm by f1: no longer marked as flaky, has a machine of its own",)


def test_findings_closed_earlier_are_left_out(night):
    facts = dataclasses.replace(night, findings=night.findings[3:], new=(), night="2026-02-15")
    assert "Closed" not in {part.title for part in words.parts(facts)}


def test_hostile_names_stay_on_their_lines(hostile_night):
    text = words.text(hostile_night, LINK, most=100)
    assert {line[:2] for line in text.splitlines() if line.startswith("-")} == {"- "}
    assert not {line for line in text.splitlines() if line.startswith(("::", "Bcc"))}
    assert not set(text) & set("\x00\x07\x1b\u202e\r\ud800")
    assert max(map(len, text.splitlines())) < 1600
    text.encode()


@given(st.text(), st.integers(2, 40))
def test_cleaning_gives_one_short_line_and_is_idempotent(text, most):
    line = words.clean(text, most=most)
    assert len(line) <= most
    assert len(line.splitlines()) == 1
    assert words.clean(line, most=most) == line


@pytest.mark.parametrize(
    "given_link", ["https://x.org/a b", "https://x.org/<!channel>|y", 'https://"']
)
def test_report_links_are_escaped(given_link):
    facts = NightFacts(name="n", night="2026-02-14", pages={"report": "é (1)>.html"})
    address = words.report_link(facts, given_link)
    assert not set(address) & set(" <>|\"'()`\\")
