"""Which name a new one may have replaced."""

import pytest

from benchreport.nightly.detection.arrivals import describe_arrivals
from benchreport.nightly.history.names import Names

NONE = Names.of([])


def told(*nights):
    """Return what is said of the algorithms of these nights, tonight's last."""
    return describe_arrivals(
        [[{"algorithm": set(night.split()), "dataset": set()} for night in nights]], NONE
    )


@pytest.mark.parametrize("since", [0, 1])
def test_a_new_name_replaced_the_one_that_went_when_it_came(since):
    """The tests of scan stopped before; their name is as much like the new one."""
    nights = ["test_join test_scan", "test_join", *["test_join2"] * since, "test_join2"]
    join, scan = told(*nights)[-2:]
    assert "benchreport nightly rename test_join test_join2" in join
    assert scan.startswith("If test_scan is no longer measured")


def test_of_two_that_went_it_replaced_the_one_that_it_is_like():
    *_, scan, join = told("join scan", "join scan", "scanner")
    assert join.startswith("If join is no longer measured")
    assert "benchreport nightly rename scan scanner" in scan


def test_suites_that_take_turns_are_not_renamed():
    sentences = told("a/sort", "b/sort", "a/sort", "b/sort", "a/sort")
    assert sentences == told("a/sort b/sort", "a/sort")
    assert "rename" not in "".join(sentences)


def test_of_a_suite_with_other_names_none_is_compared():
    old, new = (" ".join(f"{part}/case{n}" for n in range(400)) for part in ("before", "since"))
    *_, last = told(old, new)
    assert last.startswith("If any of before/case0, ")
    assert "or 395 others is no longer measured" in last


def test_a_broken_night_says_once_that_names_may_be_retired():
    (line,) = told("tree join scan", "tree")
    assert line == (
        'If any of join or scan is no longer measured, say so with "benchreport nightly retire NAME --why '
        'REASON".'
    )
