import numpy as np
import pytest
from needs import LONG, longer

from benchreport.nightly.config.settings import Alerts, Baseline
from benchreport.nightly.detection.detection import judge
from benchreport.nightly.detection.few_nights import expect_variances
from benchreport.nightly.detection.nights_apart import add_common_series
from benchreport.nightly.detection.replay_rules import replay_rules
from benchreport.nightly.judgements import SeriesMatrix, Widths
from benchreport.nightly.night_facts import Key


def draw_runs(seed, n_nights, n_series=20, n_runs=5, night=0.3):
    """Draw runs of SD 1 around a level of each run, on nights that differ by ``night``."""
    rng = np.random.default_rng(seed)
    shape = (n_nights, n_series, n_runs)
    runs = rng.normal(size=shape) + 10 * rng.normal(size=shape[1:])
    return runs + night * rng.normal(size=(*shape[:2], 1))


def judge_runs(runs, **alerts):
    values = runs.mean(axis=2)
    widths = Widths(
        np.ones(values.shape), np.zeros(values.shape[1], dtype=bool), expect_variances(runs)
    )
    levels = np.zeros(values.shape, dtype=np.intp)
    return judge(values, levels, Alerts(**alerts), Baseline(), widths=widths)


def test_a_change_is_found_on_its_second_night_of_five():
    runs = draw_runs(0, 5)
    runs[3:, :2] -= 5
    judged = judge_runs(runs)
    assert judged.provisional.all()
    assert judged.known.all()
    assert np.flatnonzero(judged.worse).tolist() == [0, 1]
    # three of the five nights are held back
    assert set(judged.n_reference.tolist()) == {2}


def test_the_second_night_is_told_and_not_yet_believed():
    runs = draw_runs(1, 2, n_series=3)
    runs[1, 0] -= 20
    judged = judge_runs(runs)
    assert judged.doubtful.tolist() == [True, False, False]
    assert not judged.worse.any()
    assert judge_runs(runs, confirm=1).worse.tolist() == [True, False, False]


def test_one_run_a_night_tells_nothing_early():
    judged = judge_runs(draw_runs(2, 10, n_runs=1))
    assert not judged.known.any()
    assert not judged.provisional.any()


def test_old_series_tell_how_much_a_new_one_varies():
    # nights vary twice as much as single runs do, which the runs do not show
    runs = draw_runs(3, 60, night=2.0)
    runs[:-3, 0] = np.nan
    values = runs.mean(axis=2)
    expected = expect_variances(runs[-23:])
    levels = np.zeros(values.shape, dtype=np.intp)
    widths = Widths(np.ones(values.shape), levels[0] > 0, expected)
    judged = judge(values, levels, Alerts(), Baseline(), widths=widths)
    assert judged.provisional.tolist() == [True] + [False] * 19
    assert judged.deviation[0] == pytest.approx(2.0, abs=0.6)


def test_from_the_twentieth_night_on_nothing_is_provisional():
    runs = draw_runs(4, 23)
    judged = judge_runs(runs)
    assert not judged.provisional.any()
    values = runs.mean(axis=2)
    plain = judge(values, np.zeros(values.shape, dtype=np.intp), Alerts(), Baseline())
    assert plain.deviation.tolist() == judged.deviation.tolist()


def count_alarms(seed, shared=0.0, **noise):
    runs = draw_runs(seed, 20, n_series=40, **noise)
    runs += shared * np.random.default_rng(seed).normal(size=(20, 1, 1))
    nights = tuple(f"{night:02d}" for night in range(20))
    keys = tuple(Key("f1", f"a{column:02d}") for column in range(40))
    # what the first three nights tell must do for all
    matrix = SeriesMatrix(
        keys=keys, nights=nights, values=runs.mean(axis=2), expected=expect_variances(runs[:3])
    )
    found = replay_rules(add_common_series(matrix), Alerts(), Baseline(), start=1).findings
    return sum(finding.kind != "improvement" for finding in found)


@LONG
@pytest.mark.parametrize(
    "noise",
    [
        {"night": 0.5},
        longer({"night": 0.0}),
        longer({"night": 2.0}),
        longer({"night": 0.3, "shared": 1.0}),
    ],
)
def test_noise_of_few_nights_raises_few_alarms(noise):
    assert sum(count_alarms(seed, **noise) for seed in range(4)) / (4 * 18) < 0.15
