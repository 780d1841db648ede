"""The night of a moment, of a typed text and of each row of a frame."""

import datetime as dt

import pandas as pd
import pyarrow as pa
import pytest
from looped import loop_over

from benchreport.errors import DataError, OptionError
from benchreport.nightly.config.settings import Config, Nightly
from benchreport.nightly.intake.night_dates import night_of_rows, parse_night, tonight

BERLIN = Config(nightly=Nightly(time_zone="Europe/Berlin", day_starts="12:00"))


@loop_over(
    ("moment", "expected"),
    [
        # Berlin's clocks go back on 25 October 2026 at 03:00 CEST and forward on 29 March at 02:00
        ("2026-10-25T09:59+00:00", "2026-10-24"),
        ("2026-10-25T10:59+00:00", "2026-10-24"),
        ("2026-10-25T11:00+00:00", "2026-10-25"),
        ("2026-10-24T10:00+00:00", "2026-10-24"),
        ("2026-03-29T09:59+00:00", "2026-03-28"),
        ("2026-03-29T10:00+00:00", "2026-03-29"),
        ("2026-11-21T00:30+14:00", "2026-11-19"),
    ],
)
def test_the_night_follows_local_time(moment, expected):
    assert tonight(BERLIN, dt.datetime.fromisoformat(moment)) == expected


def test_typed_nights_are_validated():
    assert parse_night("2026-11-20T15:00") == "2026-11-20T15:00"
    for text in ("2026-02-30", "20261120", "2026-11-20T25:00", "2026-11-20\n", ""):
        with pytest.raises(OptionError, match="a night should be a date") as caught:
            parse_night(text)
        assert caught.value.hint == "--night 2026-11-20"


DAYS = [dt.date(2026, 11, 20), dt.date(2026, 11, 21)]
STAMPS = pd.to_datetime(DAYS)


@loop_over(
    "column",
    [
        ["2026-11-20", "2026-11-21"],
        DAYS,
        STAMPS,
        STAMPS.as_unit("s"),
        [20261120, 20261121],
        pd.Series(DAYS, dtype=pd.ArrowDtype(pa.date32())),
        pd.Series(STAMPS, dtype=pd.ArrowDtype(pa.timestamp("us"))),
        pd.Series(["2026-11-20", "2026-11-21"], dtype="category"),
        pd.Series(STAMPS).astype("category"),
        pd.Series(["2026-11-20", "2026-11-21"], dtype=pd.ArrowDtype(pa.string())),
        pd.period_range("2026-11-20", periods=2, freq="D"),
        ["2026-11-20", "20261121"],
    ],
)
def test_dates_are_nights_whenever_the_day_starts(column):
    assert list(night_of_rows(pd.Series(column, name="date"), BERLIN)) == [
        "2026-11-20",
        "2026-11-21",
    ]


@loop_over(
    "column",
    [
        # the same two moments, 11:30 and 12:30 in Berlin, on the two sides of the change of clocks
        ["2026-10-24T11:30:00+02:00", "2026-10-25T12:30:00+01:00"],
        ["2026-10-24 09:30:00Z", "2026-10-25 11:30:00.123456789+00:00"],
        pd.to_datetime(["2026-10-24T09:30Z", "2026-10-25T11:30Z"]),
        pd.to_datetime(["2026-10-24T09:30Z", "2026-10-25T11:30Z"]).tz_convert("Asia/Tokyo"),
        pd.to_datetime(["2026-10-24 11:30", "2026-10-25 12:30"]),
        pd.Series(
            pd.to_datetime(["2026-10-24T09:30Z", "2026-10-25T11:30Z"]),
            dtype=pd.ArrowDtype(pa.timestamp("us", "UTC")),
        ),
        ["2026-10-24 11:30:00", "2026-10-25T12:30:00+01:00"],
    ],
)
def test_moments_become_nights(column):
    assert list(night_of_rows(pd.Series(column, name="date"), BERLIN)) == [
        "2026-10-23",
        "2026-10-25",
    ]


@loop_over(
    "cell",
    [
        "2026-13-45",
        "10/11/2026",
        1763600000,
        1763600000000,
        46346.5,
        None,
        "",
        "2026-11-20 3pm",
        True,
    ],
)
def test_invalid_dates_are_named_and_never_guessed(cell):
    column = pd.Series(["2026-11-20", cell], dtype=object, name="when")
    with pytest.raises(DataError, match="column 'when' should give the night") as caught:
        night_of_rows(column, BERLIN)
    assert "2026-11-20T03:30:00+01:00" in caught.value.hint


def test_a_date_names_the_nights_of_its_day(tmp_path, nightly):
    """Commits have a time; a day with one of them is enough to name it."""
    rows = [
        f"{night},{algorithm},{0.8 + 0.01 * place}"
        for night in ("2026-11-19T03:00", "2026-11-20T03:00", "2026-11-20T15:00")
        for place, algorithm in enumerate(("svm", "knn"))
    ]
    (tmp_path / "all.csv").write_text("\n".join(["date,algorithm,accuracy", *rows, ""]))
    (tmp_path / "nightly.toml").write_text(
        '[source]\nfiles = ["all.csv"]\n[report]\npdf = false\ncomparison = false\n'
    )
    done = nightly(tmp_path, "run", "--night", "2026-11-19")
    assert "night of 2026-11-19T03:00: stored 2 scores" in done.output
    assert "hold 2 other nights that the history lacks" in done.output
    done = nightly(tmp_path, "run", "--night", "2026-11-20")
    assert done.exit_code == 2
    assert "2 nights on 2026-11-20: 2026-11-20T03:00, 2026-11-20T15:00" in done.output
    assert nightly(tmp_path, "show", "2026-11-19").exit_code == 0
    index = (tmp_path / "nights" / "index.html").read_text()
    assert "One night, 2026-11-19T03:00." in index
    assert "2026-11-19T03:00: not tested for regressions" in index
    nightly(tmp_path, "run", "--night", "2026-11-20T03:00", "--label", "dev/x")
    done = nightly(tmp_path, "show", "2026-11-20T03:00")
    assert "is stored with the label 'dev/x'" in done.output
    assert "--label dev/x" in done.output
    done = nightly(tmp_path, "backfill", "--from", "2026-11-18", "--to", "2026-11-20")
    assert "There are no results of 2026-11-18." in done.output
    assert "Compared 2 nights, 2026-11-20T03:00 to 2026-11-20T15:00" in done.output
