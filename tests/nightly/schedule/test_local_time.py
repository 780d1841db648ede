"""Times of day, with and without changes of the clocks."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from looped import loop_over

from benchreport.errors import OptionError
from benchreport.nightly.schedule.local_time import (
    last_time_at,
    machine_zone,
    offsets,
    parse_time,
    times_elsewhere,
)

BERLIN = ZoneInfo("Europe/Berlin")


@loop_over("text", ["", "3", "24:00", "03:60", "3:5", "03:30:00", " 03:30", "٠٣:٣٠"])
def test_invalid_times_of_day_are_refused(text):
    with pytest.raises(OptionError, match="HH:MM"):
        parse_time(text)


@pytest.mark.parametrize(
    ("text", "zone", "better"),
    [
        ("02:30", "Europe/Berlin", "03:30"),
        ("02:00", "Europe/Berlin", "03:00"),
        ("03:30", "Europe/Helsinki", "04:30"),
        ("01:30", "America/New_York", "03:30"),
        ("01:45", "Australia/Lord_Howe", "02:45"),
    ],
)
def test_times_that_clocks_jump_over_or_show_twice(text, zone, better):
    with pytest.raises(OptionError, match="has it twice, or never") as caught:
        parse_time(text, zone=ZoneInfo(zone))
    assert caught.value.hint == f"at='{better}'"
    parse_time(better, zone=ZoneInfo(zone))


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"])
def test_the_usual_time_is_there_every_day(zone):
    assert parse_time("03:30", zone=ZoneInfo(zone)) == time(3, 30)


def test_offsets_over_a_year():
    assert offsets(time(3, 30), zone=ZoneInfo("Asia/Kolkata")) == [330]
    assert offsets(time(3, 30), zone=ZoneInfo("America/New_York")) == [-300, -240]


def test_times_of_another_clock():
    assert times_elsewhere(time(3, 30), zone=BERLIN, other=ZoneInfo("Europe/Rome")) == [time(3, 30)]
    # for three weeks a year New York and Berlin are an hour closer
    new_york = ZoneInfo("America/New_York")
    assert times_elsewhere(time(3, 30), zone=BERLIN, other=new_york) == [time(21, 30), time(22, 30)]


def test_the_last_time_goes_back_a_day_by_the_clocks():
    # the night of 28 to 29 March 2026 has 23 hours in Berlin
    before = last_time_at(time(3, 30), now=datetime(2026, 3, 29, 1, 29, tzinfo=UTC), zone=BERLIN)
    after = last_time_at(time(3, 30), now=datetime(2026, 3, 29, 1, 30, tzinfo=UTC), zone=BERLIN)
    assert after - before == timedelta(hours=23)


def test_the_machines_zone_is_read_from_its_file(tmp_path):
    assert machine_zone(tmp_path / "none") is UTC
    (tmp_path / "broken").write_bytes(b"no zone")
    assert machine_zone(tmp_path / "broken") is UTC
