"""Which nights keep their scores."""

import datetime as dt
from dataclasses import replace

from benchreport.nightly.config.settings import Baseline, Config, HistorySettings
from benchreport.nightly.history import NightRecord
from benchreport.nightly.history.retention import retention_rule
from benchreport.nightly.night_facts import Finding, Key

FIRST = dt.date(2025, 12, 24)
BASE = Baseline(nights=5, hold_back=3)


class Told:
    """A history of which only nights and findings are asked."""

    def __init__(self, records, findings=()):
        self._records, self._findings = records, list(findings)

    def nights(self, label=None):
        return [each for each in self._records if label in (None, each.label)]

    def findings(self):
        return self._findings


def name(number):
    return (FIRST + dt.timedelta(days=number)).isoformat()


def records(count, *, label="", names=None):
    return [
        NightRecord(night=each, label=label, recorded="", sha256="", n_scores=1)
        for each in (names or map(name, range(count)))
    ]


def kept(records, findings=(), *, keep_all=20, **baseline):
    config = Config(history=HistorySettings(keep_all=keep_all), baseline=replace(BASE, **baseline))
    keep = retention_rule(Told(records, findings), config)
    return [each.night for each in records if keep(each)]


def test_everything_is_kept_by_default():
    assert len(kept(records(400), keep_all=0)) == 400


def test_the_last_nights_and_the_first_of_each_week():
    nights = records(100)
    found = kept(nights)
    assert found[-20:] == [each.night for each in nights[-20:]]
    old = [dt.date.fromisoformat(each) for each in found[:-20]]
    assert {each.weekday() for each in old[1:]} == {0}
    assert old[0] == FIRST
    # ISO weeks: the first days of January are of the week that began in December
    weeks = {each.isocalendar()[:2] for each in map(dt.date.fromisoformat, map(name, range(80)))}
    assert len(old) == len(weeks)
    assert dt.date(2026, 1, 1) not in old


def test_never_fewer_than_baselines_and_trends_need():
    found = kept(records(100), keep_all=1)
    assert found[-14:] == [name(number) for number in range(86, 100)]
    assert name(83) not in found


def test_pinned_nights_and_those_of_findings_are_kept():
    finding = Finding(
        number=1,
        key=Key("m", "a"),
        kind="regression",
        opened=name(31),
        since=name(30),
        closed=name(38),
    )
    everything = records(100)
    without = set(kept(everything))
    found = set(kept(everything, [finding], kind="pinned", night=name(10)))
    wanted = {name(10), name(30), name(31), name(38)}
    assert found - without == wanted - without
    assert wanted <= found


def test_each_label_keeps_its_own():
    both = records(60, label="main") + records(60, label="new")
    finding = Finding(number=1, key=Key("m", "a"), kind="drift", since=name(9), label="new")
    config = Config(history=HistorySettings(keep_all=20), baseline=BASE)
    keep = retention_rule(Told(both, [finding]), config)
    of = {
        label: {each.night for each in both if each.label == label and keep(each)}
        for label in ("main", "new")
    }
    assert of["new"] - of["main"] == {name(9)}
    assert of["main"] >= {name(number) for number in range(40, 60)}


def test_several_nights_a_day_are_one_week():
    names = [f"{name(number // 3)}T{8 * (number % 3):02d}:00" for number in range(90)]
    found = kept(records(0, names=names))
    assert found[-20:] == names[-20:]
    assert all(each.endswith("T00:00") for each in found[:-20])


def test_no_nights_at_all():
    assert kept([]) == []
