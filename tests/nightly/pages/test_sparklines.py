"""The choice and order of the series that have a sparkline."""

from benchreport.nightly.night_facts import Key, NightFacts, SeriesNight
from benchreport.nightly.pages.sparklines import MOST_SERIES, draw_sparklines


def test_the_most_pressing_series_come_first_and_the_rest_is_counted():
    series = tuple(
        SeriesNight(key=Key("f1", f"a{n:03d}"), state="regressed" if n == 249 else "ok", value=1.0,
                    p_value=0.5)
        for n in range(250)
    )  # fmt: skip
    facts = NightFacts(name="n", night="2026-01-01", series=series)
    sparklines = draw_sparklines([facts])
    assert len(sparklines) == MOST_SERIES
    assert sparklines[0].name == "a249"
    assert draw_sparklines([]) == ()
