"""The dead man's switch, also on days when clocks change."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from looped import loop_over

from benchreport.errors import DataError, OptionError
from benchreport.nightly.schedule.status import is_due, parse_age, status

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def list_nights(*nights: str) -> list[tuple[str, str]]:
    return [(night, f"{night}T04:00:00+00:00") for night in nights]


@loop_over(
    ("text", "hours"),
    [
        ("30h", 30),
        ("90m", 1.5),
        ("45 s", 0.0125),
        ("2d", 48),
        ("1w", 168),
        ("1d12h", 36),
        ("1.5d", 36),
    ],
)
def test_ages(text, hours):
    assert parse_age(text) == timedelta(hours=hours)


@loop_over("text", ["", "30", "h", "-3h", "0h", "3 y", "30h!", "1e9w", "9" * 99 + "w", "٣h"])
def test_invalid_ages_are_refused(text):
    with pytest.raises(OptionError, match="s, m, h, d or w") as caught:
        parse_age(text)
    assert caught.value.hint == "--max-age 30h"


def test_a_fresh_night_is_fine():
    state = status(list_nights("2026-02-28", "2026-03-01"), now=NOW, max_age=timedelta(hours=30))
    assert (state.age, state.too_old, state.exit_code) == (timedelta(hours=8), False, 0)
    assert state.lines() == ["The newest night is 2026-03-01, stored 8 hours ago."]


def test_a_night_that_came_now_has_no_age():
    now = datetime(2026, 3, 1, 4, 0, 40, tzinfo=UTC)
    (line,) = status(list_nights("2026-03-01"), now=now).lines()
    assert line == "The newest night is 2026-03-01, stored just now."
    (line,) = status(list_nights("2026-03-01"), now=now + timedelta(seconds=30)).lines()
    assert line == "The newest night is 2026-03-01, stored 1 minute ago."


def test_a_removed_night_is_not_missed():
    nights = list_nights("2026-02-20", "2026-02-23", "2026-03-01")
    state = status(nights, now=NOW, removed=["2026-02-22", "2026-02-24", "2026-03-01T03:00"])
    assert state.lines()[1:] == [
        "5 dates of the last 30 have no night: 2026-02-21, 2026-02-25, 2026-02-26, 2026-02-27, 2026-02-28.",
        "2 dates of the last 30 have none because it was removed: 2026-02-22, 2026-02-24.",
    ]


def test_an_old_night_is_an_alarm():
    state = status(list_nights("2026-02-26"), now=NOW, max_age=timedelta(hours=30))
    assert (state.too_old, state.exit_code) == (True, 3)
    assert state.lines()[1] == "It should be at most 30 hours old, so nights have stopped."


def test_no_night_is_an_alarm_whatever_the_age():
    state = status([], now=NOW)
    assert (state.exit_code, state.lines()) == (3, ["The history has no nights yet."])


def test_without_a_limit_nothing_is_too_old():
    assert status(list_nights("2020-01-01"), now=NOW).exit_code == 0


def test_the_newest_night_counts_not_the_last_recorded():
    nights = [("2026-02-20", "2026-03-01T11:00:00+00:00"), *list_nights("2026-02-26")]
    state = status(nights, now=NOW, max_age=timedelta(hours=30))
    assert (state.night, state.exit_code) == ("2026-02-26", 3)


def test_a_clock_that_was_wrong_does_not_keep_the_alarm_silent():
    state = status(list_nights("2030-01-01"), now=NOW, max_age=timedelta(hours=30))
    assert (state.ahead, state.exit_code) == (True, 3)
    assert "a clock is wrong" in state.lines()[0]
    # the clocks of two machines may differ by seconds
    close = [("2026-03-01", "2026-03-01T12:00:30+00:00")]
    assert status(close, now=NOW, max_age=timedelta(hours=1)).exit_code == 0


def test_gaps_are_dates_between_the_first_and_the_newest():
    nights = list_nights("2026-02-20", "2026-02-21", "2026-02-24", "2026-02-26")
    assert status(nights, now=NOW).gaps == ("2026-02-22", "2026-02-23", "2026-02-25")


def test_gaps_go_back_thirty_days():
    state = status(list_nights("2025-01-01", "2026-02-28"), now=NOW)
    assert (len(state.gaps), state.gaps[0], state.gaps[-1]) == (29, "2026-01-30", "2026-02-27")
    assert "and 24 more" in state.lines()[1]


def test_several_runs_a_day_leave_no_gap():
    nights = [(f"2026-02-2{day}T0{hour}:00", NOW.isoformat()) for day in (6, 7) for hour in (1, 9)]
    assert status(nights, now=NOW).gaps == ()


def test_ages_are_real_hours_when_clocks_change():
    # on 29 March 2026 there is no 02:30 in Berlin: 27 hours on the clocks are 26
    nights = [("2026-03-28", "2026-03-28T03:30:00+01:00")]
    now = datetime(2026, 3, 29, 6, 30, tzinfo=BERLIN)
    assert status(nights, now=now).age == timedelta(hours=26)
    # both times are in one zone: Python would subtract the wall-clock times
    moment = datetime(2026, 3, 28, 3, 30, tzinfo=BERLIN).isoformat()
    assert status([("2026-03-28", moment)], now=now).age == timedelta(hours=26)


@pytest.mark.parametrize("recorded", ["", "yesterday", "2026-03-01", "2026-03-01T04:00:00"])
def test_a_time_without_a_zone_is_refused(recorded):
    with pytest.raises(DataError, match="with a zone"):
        status([("2026-03-01", recorded)], now=NOW)


def test_invalid_nights_are_refused():
    with pytest.raises(DataError, match="ISO date"):
        status([("tonight", NOW.isoformat())], now=NOW)


def test_now_needs_a_zone():
    with pytest.raises(OptionError, match="zone"):
        status([], now=datetime(2026, 3, 1))  # noqa: DTZ001


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        # recorded at 03:31 summer time; the next run is due at 03:30 winter time, 25 hours later
        (datetime(2026, 10, 25, 2, 29, tzinfo=UTC), False),
        (datetime(2026, 10, 25, 2, 30, tzinfo=UTC), True),
    ],
)
def test_due_by_the_clocks_of_the_zone(now, expected):
    nights = [("2026-10-24", "2026-10-24T03:31:00+02:00")]
    assert is_due(nights, at=time(3, 30), now=now, zone=BERLIN) is expected


def test_due_where_there_is_no_night():
    assert is_due([], at=time(3, 30), now=NOW, zone=UTC)
