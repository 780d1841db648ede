import dataclasses
import datetime as dt
import json

import numpy as np
import pytest
from needs import LONG, longer
from nights_tables import simulate_nights

from benchreport.errors import ConfigError, DesignError, OptionError
from benchreport.nightly.config.settings import Alerts, Baseline, Config, Metric, Nightly, Source
from benchreport.nightly.detection import replay, series_for_replay
from benchreport.nightly.detection.null_histories import draw_blocks
from benchreport.nightly.detection.replay import replay_history
from benchreport.nightly.detection.replay_results import Rate
from benchreport.nightly.history import History
from benchreport.nightly.history.night_scores import Night, NightScores

NOW = dt.datetime(2026, 11, 20, 4, tzinfo=dt.UTC)
FIRST = dt.date(2026, 1, 1)
F1 = Metric(name="f1", higher_is_better=True, unit="points")
SECONDS = Metric(name="seconds", higher_is_better=False, unit="s", compare="ratio")


def name_of(number):
    return (FIRST + dt.timedelta(days=number)).isoformat()


def night_of(number, values, *, label=""):
    """Make a night from a dict of metrics; each entry has one value per algorithm."""
    metrics = []
    for metric, row in values.items():
        none = np.zeros(len(row), dtype=np.intp)
        metrics.append(
            NightScores(
                metric=metric,
                higher_is_better=metric == "f1",
                algorithm=np.arange(len(row)),
                dataset=none,
                repeat=none,
                version=none,
                value=np.asarray(row, dtype=float),
                algorithms=tuple(f"a{place:02d}" for place in range(len(row))),
                datasets=("",),
                repeats=("",),
                versions=("",),
            )
        )
    return Night(night=name_of(number), label=label, metrics=tuple(metrics))


@pytest.fixture
def store_nights(tmp_path):
    """Return a function that stores a table of nights, and returns the history and its configuration."""
    histories = []

    def keep(*, label="", metric=(F1,), alerts=None, baseline=None, **values):
        history = History(f"{len(histories)}.db", tmp_path, create=True)
        histories.append(history)
        for number in range(len(next(iter(values.values())))):
            rows = {metric: table[number] for metric, table in values.items()}
            history.record(night_of(number, rows, label=label), recorded=NOW)
        config = Config(
            nightly=Nightly(name="tabular"),
            source=Source(files=("x.csv",)),
            metric=metric,
            alerts=alerts or Alerts(),
            baseline=baseline or Baseline(),
        )
        return history, config

    yield keep
    for history in histories:
        history.__exit__(None, None, None)


@pytest.fixture
def alerts_alone(monkeypatch):
    """Leave out the shuffled nights: they take most of the time and change neither alerts nor notes."""
    none = Rate(mean=0.0, error=0.0, nights=1)
    monkeypatch.setattr(replay, "count_false_alarms", lambda *_: (none, none))
    monkeypatch.setattr(replay, "measure_delays", lambda *_: ())


def noise(nights, series, *, seed=0, size=0.01, level=0.8):
    return level + size * np.random.default_rng(seed).normal(size=(nights, series))


@pytest.mark.usefixtures("alerts_alone")
def test_a_drop_is_listed_with_its_nights_size_and_end(store_nights):
    f1, seconds = noise(60, 6), np.exp(noise(60, 6, seed=1, size=0.02, level=0.0))
    f1[40:50, 2] -= 0.2
    seconds[45:, 3] *= 1.5
    history, config = store_nights(f1=f1, seconds=seconds, metric=(F1, SECONDS))
    result = replay_history(history, config, shuffles=2)
    alerts = {(alert.series, alert.kind): alert for alert in result.alerts}
    drop, slow = alerts["f1/a02", "regression"], alerts["seconds/a03", "regression"]
    assert (drop.since, drop.opened) == (name_of(40), name_of(41))
    assert drop.ended in {name_of(number) for number in (50, 51, 52)}
    # the last night before the drop may be among those that show it
    assert -0.23 < drop.change < -0.12
    assert drop.unit == "points"
    # seconds: higher is worse, and the change keeps the sign of the measurement
    assert (slow.since, slow.ended, slow.unit) == (name_of(45), "", "%")
    # two nights with 2 % noise
    assert slow.change == pytest.approx(50, abs=6)
    assert (result.nights, result.judged, result.series) == (60, 37, 12)
    assert (result.first, result.last) == (name_of(0), name_of(59))
    assert result.alerts_per_night == len(result.alerts) / 37
    lines = "\n".join(result.lines())
    assert "tabular: 60 nights from 2026-01-01 to 2026-03-01, 12 series. 37 of the" in lines
    assert f"{name_of(41)}  f1/a02: regression, −0." in lines
    assert "points since 2026-02-10, until 2026-02-2" in lines


@pytest.mark.usefixtures("alerts_alone")
def test_the_alerts_are_those_of_the_recorded_nights(tmp_path):
    # a replay begins where baselines have enough nights
    history, config, _ = simulate_nights(tmp_path, filled_in=25)
    result = replay_history(history, config, shuffles=2)
    expected = {
        (str(finding.key), finding.kind, finding.opened, finding.since, finding.closed)
        for finding in history.findings()
        if finding.kind != "improvement"
    }
    alerts = {
        (alert.series, alert.kind, alert.opened, alert.since, alert.ended)
        for alert in result.alerts
    }
    assert alerts == expected
    assert len(alerts) > 2


@LONG
def test_the_same_seed_gives_the_same_result_as_json(store_nights):
    history, config = store_nights(f1=noise(40, 3))
    result = replay_history(history, config, shuffles=2, rng=5)
    assert replay_history(history, config, shuffles=2, rng=5) == result
    assert replay_history(history, config, shuffles=2, rng=6) != result
    document = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert document["benchreport"] == "replay"
    assert document["permuted"]["nights"] == 2 * 16
    assert [delay["size"] for delay in document["delays"]] == [1, 2, 4]
    assert list(document["delays"][0]["found"]) == ["1", "2", "3", "5", "10"]


def test_progress_is_reported_and_nothing_is_written(store_nights):
    history, config = store_nights(f1=noise(40, 2))
    steps = []
    before = history.events(), history.findings(), history.nights()
    replay_history(history, config, shuffles=2, progress=steps.append)
    assert steps[:2] == ["reading the nights", "replaying the nights"]
    assert steps[2:] == ["judging shuffled histories"] * 2 + ["looking for shifts"]
    assert (history.events(), history.findings(), history.nights()) == before


@LONG
@pytest.mark.parametrize("shuffles", [2, longer(4)])
def test_larger_shifts_are_found_earlier(store_nights, shuffles):
    history, config = store_nights(f1=noise(60, 20))
    result = replay_history(history, config, shuffles=shuffles)
    one, two, four = result.delays
    assert [delay.injected for delay in result.delays] == [2 * shuffles] * 3
    for delay in result.delays:
        shares = list(delay.found.values())
        assert shares == sorted(shares)
        # two nights must agree; one of them may come from before the shift
        assert shares[0] <= 0.1
    assert one.found[5] <= two.found[5] <= four.found[5]
    assert four.found[3] >= 0.9
    assert four.median in (2, 3)
    assert one.median is None or one.median > 3
    assert "Before its night 2, a shift can only be found by chance" in "\n".join(result.lines())
    check_false_alarms(result)


def check_false_alarms(result):
    for rate in (result.permuted, result.blocks):
        assert rate.mean <= 0.12
        assert 0 <= rate.error <= 0.1


@LONG
def test_real_changes_are_not_false_alarms(store_nights):
    values = noise(80, 12)
    values[50:, :4] -= 0.1
    values[60:, 4] += 0.1
    changed = replay_history(*store_nights(f1=values), shuffles=2)
    assert len(changed.alerts) >= 4
    assert changed.improvements >= 1
    check_false_alarms(changed)
    # shifts are measured in deviations of nights around their level, not in changes
    assert changed.delays[2].found[3] >= 0.8


@LONG
def test_alarms_of_hasty_rules_are_counted(store_nights):
    history, config = store_nights(
        f1=noise(50, 20),
        alerts=Alerts(confirm=1, alpha=0.5, false_discovery_rate=0.9, drift=0.0),
    )
    jumpy = replay_history(history, config, shuffles=2)
    assert jumpy.permuted.mean > 0.5
    assert not any("only be found by chance" in note for note in jumpy.notes)
    assert jumpy.delays[2].found[1] > 0.9


def test_blocks_keep_neighbours_together():
    order = draw_blocks(np.random.default_rng(0), 100)
    assert len(order) == 100
    assert set(order.tolist()) <= set(range(100))
    follows = (np.diff(order) % 100 == 1).mean()
    assert follows == pytest.approx(6 / 7, abs=0.03)


@LONG
def test_blocks_show_the_alarms_of_autocorrelated_nights(store_nights):
    # the values correlate over weeks, which the first-order correction does not see
    rng = np.random.default_rng(4)
    weekly = np.repeat(rng.normal(size=(13, 30)), 7, axis=0)
    values = 0.8 + 0.01 * weekly + 0.001 * rng.normal(size=weekly.shape)
    alerts = Alerts(drift=0.0)
    result = replay_history(*store_nights(f1=values, alerts=alerts), shuffles=2)
    assert result.blocks.mean > result.permuted.mean


@LONG
def test_nights_of_all_series_are_shuffled_together(store_nights):
    # one night in twenty is bad for all algorithms: alarms come together or not at all
    values = noise(80, 10, size=0.005)
    values[::20] -= 0.05
    history, config = store_nights(f1=values)
    (family,) = series_for_replay.read_families(history, config, history.nights(), 0)
    null = family.null_history(family.replay().findings)
    shuffled = null.values[:, :10][np.random.default_rng(0).permutation(80)]
    low = shuffled < 0.775
    assert low.all(axis=1).sum() == low.any(axis=1).sum() == 4


@LONG
def test_irrelevant_shifts_count_as_unseen(store_nights):
    metric = (dataclasses.replace(F1, smallest_relevant=0.03),)
    history, config = store_nights(f1=noise(60, 5), metric=metric)
    result = replay_history(history, config, shuffles=2)
    assert [delay.unseen for delay in result.delays] == [1.0, 1.0, 0.0]
    assert result.delays[0].median is None
    notes = "\n".join(result.notes)
    assert "In 100 % of the series, a shift of 2 SD is smaller than smallest_relevant" in notes
    assert "of 4 SD" not in notes


@LONG
def test_series_that_never_change_are_named(store_nights):
    values = noise(45, 3)
    values[:, 0] = 0.5
    result = replay_history(*store_nights(f1=values), shuffles=2)
    assert "1 series is the same every night, so no shifts were added there." in result.notes
    values[:] = 0.5
    result = replay_history(*store_nights(f1=values), shuffles=2)
    assert result.alerts == result.delays == ()
    assert result.permuted.mean == 0
    assert result.lines()


@LONG
def test_gaps_are_allowed(store_nights):
    values = noise(45, 4)
    values[np.random.default_rng(1).uniform(size=values.shape) < 0.2] = np.nan
    values[-1] = 0.8
    result = replay_history(*store_nights(f1=values), shuffles=2)
    assert result.series == 4
    # a series that has too few nights is not judged
    values[:35, 0] = np.nan
    assert replay_history(*store_nights(f1=values), shuffles=2).series == 3
    values[:35] = np.nan
    with pytest.raises(DesignError, match="no series of 2026-02-14 has 20 nights"):
        replay_history(*store_nights(f1=values))


def test_too_few_nights_are_counted(store_nights):
    history, config = store_nights(f1=noise(32, 3))
    with pytest.raises(
        DesignError, match=r"needs 33 nights with scores .* the history has 32"
    ) as caught:
        replay_history(history, config)
    assert "backfill" in caught.value.hint
    history.record(night_of(32, {"f1": noise(1, 3)[0]}), recorded=NOW)
    assert replay_history(history, config, shuffles=2).judged == 10
    with pytest.raises(DesignError, match="has 0 of label 'dev'; there are nights of ''") as caught:
        replay_history(history, config, label="dev")
    assert caught.value.hint == "benchreport nightly replay --label ''"


@LONG
def test_another_label_is_replayed_on_its_own(store_nights):
    history, config = store_nights(f1=noise(40, 3), label="dev")
    result = replay_history(history, config, label="dev", shuffles=2)
    assert result.lines()[0].startswith("tabular, dev: 40 nights")


@LONG
@pytest.mark.usefixtures("alerts_alone")
@pytest.mark.parametrize("kind", ["previous", "best", "pinned", "label"])
def test_every_kind_of_baseline_is_replayed(store_nights, kind):
    values = noise(50, 4)
    values[35:, 1] -= 0.1
    baseline = Baseline(kind=kind, night=name_of(3) if kind == "pinned" else "", label="main")
    result = replay_history(*store_nights(f1=values, baseline=baseline), shuffles=2)
    drops = [alert for alert in result.alerts if alert.series == "f1/a01"]
    assert drops[0].since == name_of(35)
    assert any("label 'main'" in note for note in result.notes) == (kind == "label")


def test_a_pinned_night_must_be_there(store_nights):
    baseline = Baseline(kind="pinned", night="2020-01-01")
    with pytest.raises(ConfigError, match="pins 2020-01-01, which is not among") as caught:
        replay_history(*store_nights(f1=noise(40, 2), baseline=baseline))
    assert 'night = "2026-01-01"' in caught.value.hint


@LONG
def test_many_series_and_nights_are_sampled_with_a_note(store_nights, monkeypatch):
    monkeypatch.setattr(series_for_replay, "MOST_SERIES", 5)
    monkeypatch.setattr(replay, "MOST_NIGHTS", 36)
    history, config = store_nights(
        f1=noise(40, 9), seconds=np.exp(noise(40, 2)), metric=(F1, SECONDS)
    )
    result = replay_history(history, config, shuffles=2)
    assert (result.series, result.nights) == (4, 36)
    notes = "\n".join(result.notes)
    assert "a random sample of 4 of 11 series" in notes
    assert "the last 36 of 40 nights" in notes


@pytest.mark.parametrize(("option", "value"), [("shuffles", 1), ("shuffles", 2.5), ("rng", -1)])
def test_options_are_checked(store_nights, option, value):
    history, config = store_nights(f1=noise(34, 2))
    with pytest.raises(OptionError, match=option):
        replay_history(history, config, **{option: value})


def replayed_after(store_nights, **changes):
    """Return what a replay notes where the nights from the 40th on have other names."""
    history, config = store_nights(f1=np.random.default_rng(3).normal(size=(40, 8)))
    for number in range(40, 70):
        night = night_of(number, {"f1": np.random.default_rng(number).normal(size=8)})
        changed = dataclasses.replace(night.metrics[0], **changes)
        history.record(dataclasses.replace(night, metrics=(changed,)), recorded=NOW)
    return " ".join(replay_history(history, config, shuffles=2).notes)


@pytest.mark.usefixtures("alerts_alone")
def test_nights_of_other_datasets_are_noted(store_nights):
    notes = replayed_after(store_nights, datasets=("iris",))
    assert "40 of the 70 nights had other algorithms, datasets or repeats" in notes


@LONG
@pytest.mark.usefixtures("alerts_alone")
def test_nights_of_other_algorithms_are_noted(store_nights):
    """Their number decides how small a p-value must be."""
    names = night_of(0, {"f1": np.zeros(8)}).metrics[0].algorithms
    notes = replayed_after(store_nights, algorithms=(*names[:-1], "new"))
    assert "40 of the 70 nights had other algorithms, datasets or repeats" in notes


@pytest.mark.usefixtures("alerts_alone")
def test_nights_of_the_same_names_need_no_note(store_nights):
    assert "other" not in replayed_after(store_nights)
