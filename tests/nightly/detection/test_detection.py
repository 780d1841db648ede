"""Judging each series of a night, on values whose answer is known."""

import dataclasses

import numpy as np
import pytest
from needs import LONG
from scipy import stats

from benchreport.nightly.config.settings import Alerts, Baseline
from benchreport.nightly.detection.detection import judge
from benchreport.nightly.judgements import Anchor

ALERTS, BASELINE = Alerts(), Baseline()
SEED = 22


def history(nights=100, series=20, seed=SEED):
    return np.random.default_rng(seed).normal(size=(nights, series))


def judge_last(values, levels=None, alerts=ALERTS, baseline=BASELINE, **options):
    levels = np.zeros(values.shape, dtype=np.intp) if levels is None else levels
    return judge(values, levels, alerts, baseline, **options)


def simulate_fall(size, nights, values=None):
    """Lower the first series on the last nights."""
    values = history() if values is None else values.copy()
    values[len(values) - nights :, 0] -= size
    return values


def test_nothing_happens():
    judgement = judge_last(history())
    assert not judgement.worse.any()
    assert not judgement.better.any()
    assert not judgement.trend.drifting.any()
    assert judgement.known.all()


@pytest.mark.parametrize("nights", [2, 3, 4])
def test_a_fall_is_worse_and_a_rise_is_better(nights):
    values = simulate_fall(8.0, nights)
    values[-nights:, 1] += 8.0
    judgement = judge_last(values)
    assert np.flatnonzero(judgement.worse).tolist() == [0]
    assert np.flatnonzero(judgement.better).tolist() == [1]
    assert judgement.high[0] < 0 < judgement.low[1]
    assert judgement.p_worse[0] < 0.001
    assert judgement.p_better[0] > 0.9
    assert judgement.adjusted[0] <= ALERTS.false_discovery_rate


def test_a_mirror_changes_sides():
    values = simulate_fall(3.0, 3)
    plain, mirrored = judge_last(values), judge_last(-values)
    assert plain.worse.tolist() == mirrored.better.tolist()
    assert plain.p_worse == pytest.approx(mirrored.p_better)
    assert plain.better.tolist() == mirrored.worse.tolist()


def test_one_bad_night_is_doubtful_and_the_next_clears_it():
    values = simulate_fall(8.0, 1)
    first = judge_last(values)
    assert (first.worse[0], first.doubtful[0]) == (False, True)
    after = judge_last(np.vstack([values, history(1, seed=1)]))
    assert (after.worse[0], after.doubtful[0]) == (False, False)


@pytest.mark.parametrize(("confirm", "needed"), [(1, 1), (2, 2), (3, 3)])
def test_as_many_nights_must_agree_as_configured(confirm, needed):
    alerts = dataclasses.replace(ALERTS, confirm=confirm)
    baseline = dataclasses.replace(BASELINE, hold_back=confirm + 1)

    def is_worse(n):
        values = simulate_fall(12.0, n)
        # a night that is a bit worse by chance is none of those that must agree
        values[-n - 1, 0] = values[:-n, 0].mean() - 1.2 * values[:-n, 0].std()
        return bool(judge_last(values, None, alerts, baseline).worse[0])

    assert [is_worse(n) for n in (1, 2, 3, 4)] == [n >= needed for n in (1, 2, 3, 4)]


def test_change_against_the_mean_of_the_baseline():
    values = simulate_fall(4.0, 3)
    judgement = judge_last(values)
    # 90 nights before the three that are held back
    baseline = values[-93:-3, 0]
    assert judgement.centre[0] == pytest.approx(baseline.mean(), abs=0.02)
    assert judgement.deviation[0] == pytest.approx(baseline.std(ddof=1), rel=0.03)
    assert (judgement.n_baseline[0], judgement.window[0]) == (90, 3)
    assert judgement.change[0] == pytest.approx(values[-3:, 0].mean() - judgement.centre[0])
    half = stats.t.ppf(0.975, 89) * judgement.deviation[0] * np.sqrt(1 / 3 + 1 / 90)
    assert judgement.high[0] - judgement.change[0] == pytest.approx(half, rel=0.15)


def test_nights_held_back_cannot_become_normal():
    values = simulate_fall(6.0, 3)
    assert judge_last(values).centre[0] == pytest.approx(judge_last(history()).centre[0])


@pytest.mark.parametrize(("relevant", "is_worse"), [(0.0, True), (5.0, True), (9.0, False)])
def test_the_smallest_relevant_change(relevant, is_worse):
    judgement = judge_last(simulate_fall(7.0, 3), relevant=relevant)
    assert bool(judgement.worse[0]) is is_worse
    by_series = np.where(np.arange(20) == 0, relevant, 0.0)
    same = judge_last(simulate_fall(7.0, 3), relevant=by_series)
    assert same.worse.tolist() == judgement.worse.tolist()


def test_the_smallest_relevant_change_limits_doubt_too():
    assert not judge_last(simulate_fall(7.0, 1), relevant=20.0).doubtful.any()


@pytest.mark.parametrize("lacking", [[1], [2], [1, 2], [1, 3]])
def test_nights_that_a_series_lacks_are_skipped(lacking):
    # three recorded nights with gaps between them
    values = simulate_fall(9.0, 3 + len(lacking))
    values[[len(values) - 1 - back for back in lacking], 0] = np.nan
    judgement = judge_last(values)
    assert judgement.worse[0]
    assert judgement.n_baseline[0] >= 87


def test_tonight_must_be_there():
    values = simulate_fall(6.0, 3)
    values[-1, 0] = np.nan
    judgement = judge_last(values)
    assert not (judgement.known | judgement.worse | judgement.doubtful)[0]
    assert judgement.known[1:].all()


def test_a_young_history_says_nothing():
    lengths = {19 + BASELINE.hold_back: False, 20 + BASELINE.hold_back: True}
    for nights, known in lengths.items():
        assert judge_last(simulate_fall(9.0, 2, history(nights))).known.all() == known
    assert not judge_last(history(1)).known.any()
    assert not judge_last(np.full((50, 2), np.nan)).known.any()


def test_a_young_series_beside_old_ones():
    values = simulate_fall(9.0, 2)
    values[:-15, 0] = np.nan
    judgement = judge_last(values)
    assert not (judgement.known | judgement.worse)[0]
    assert judgement.known[1:].all()


def test_open_regressions_stay_out_of_the_baseline():
    values = simulate_fall(5.0, 40)
    levels = np.zeros(values.shape, dtype=np.intp)
    forgotten = judge_last(values)
    levels[-40:, 0] = -1
    judgement = judge_last(values, levels)
    assert not forgotten.worse[0]
    assert judgement.worse[0]
    assert judgement.centre[0] == pytest.approx(values[:-40, 0][-50:].mean(), abs=0.3)


def test_an_accepted_level_is_the_new_normal():
    values = simulate_fall(5.0, 40)
    levels = np.zeros(values.shape, dtype=np.intp)
    levels[-40:, 0] = 1
    judgement = judge_last(values, levels)
    assert not judgement.worse[0]
    assert judgement.centre[0] == pytest.approx(values[-40:-3, 0].mean(), abs=0.1)
    # the spread is still that of all nights, each around its own level
    assert judgement.deviation[0] == pytest.approx(1.0, abs=0.2)
    assert judgement.n_reference[0] == 90


def test_another_anchor():
    values = history()
    centre = np.where(np.arange(20) == 0, 6.0, values.mean(axis=0))
    judgement = judge_last(values, anchor=Anchor(centre, np.full(20, 30.0)))
    assert np.flatnonzero(judgement.worse).tolist() == [0]
    assert (judgement.centre[0], judgement.n_baseline[0]) == (6.0, 30)
    missing = np.where(np.arange(20) == 0, np.nan, centre)
    assert not judge_last(values, anchor=Anchor(missing, np.full(20, 30.0))).known[0]


def test_an_anchor_of_one_night_is_less_sure():
    centre = np.full(20, 3.0)
    one, many = (judge_last(history(), anchor=Anchor(centre, np.full(20, n))) for n in (1.0, 60.0))
    # where the rank of a night bounds it, both say the same of it
    assert (one.p_worse >= many.p_worse).mean() > 0.9
    assert one.p_worse.mean() > 1.5 * many.p_worse.mean()


def test_order_of_series_does_not_matter():
    values = simulate_fall(3.0, 3)
    order = np.random.default_rng(1).permutation(20)
    plain, shuffled = judge_last(values), judge_last(values[:, order])
    for name in ("worse", "p_worse", "adjusted", "change", "deviation"):
        # what the series share is a mean over them, whose last bits depend on their order
        expected = pytest.approx(getattr(plain, name)[order], rel=1e-12, nan_ok=True)
        assert getattr(shuffled, name) == expected


@pytest.mark.parametrize("scale", [1e-9, 1e-200, 1e9, 1e200])
@pytest.mark.parametrize("place", [0.0, 10.0])
def test_scale_and_place_do_not_matter(scale, place):
    values = simulate_fall(4.0, 3)
    plain, scaled = judge_last(values), judge_last((values + place) * scale)
    assert plain.worse.tolist() == scaled.worse.tolist()
    assert scaled.p_worse == pytest.approx(plain.p_worse, rel=1e-4)
    assert scaled.trend.p_values == pytest.approx(plain.trend.p_values, rel=1e-4, nan_ok=True)


def test_one_series_and_many():
    assert judge_last(simulate_fall(6.0, 2)[:, :1]).worse.tolist() == [True]
    many = np.random.default_rng(2).normal(size=(60, 5000))
    many[-3:, 0] -= 9.0
    judgement = judge_last(many)
    assert judgement.worse[0]
    assert judgement.worse.sum() <= 3


def test_an_empty_matrix_is_judged():
    assert judge_last(np.empty((30, 0))).worse.shape == (0,)


def test_constant_and_nearly_constant_series():
    values = np.full((80, 3), 0.95)
    values[-2:, 1] = 0.90
    values[::20, 2] = 0.94
    values[-2:, 2] = 0.94
    judgement = judge_last(values)
    # the third value occurred before
    assert judgement.worse.tolist() == [False, True, False]


def test_p_values_are_conservative_without_a_change():
    values = np.random.default_rng(3).normal(size=(96, 4000))
    judgement = judge_last(values)
    for level in (0.003, 0.01, 0.05):
        assert np.mean(judgement.p_worse <= level) <= level * 1.2 + 3 * np.sqrt(level / 4000)
    assert stats.kstest(judgement.p_worse, "uniform").statistic < 0.1
    assert judgement.worse.sum() <= 1


def test_slow_fall_is_a_drift_towards_worse_only():
    values = history(150)
    values[:, 0] -= np.linspace(0, 4, 150)
    values[:, 1] += np.linspace(0, 4, 150)
    trend = judge_last(values).trend
    assert np.flatnonzero(trend.drifting).tolist() == [0]
    assert trend.change[0] == pytest.approx(-4.0, abs=1.0)
    assert trend.low[0] < trend.change[0] < trend.high[0] < 0
    assert not judge_last(values, relevant=9.0).trend.drifting.any()
    assert not judge_last(values, None, dataclasses.replace(ALERTS, drift=0.0)).trend.drifting.any()


def test_autocorrelation_is_no_drift():
    rng = np.random.default_rng(4)
    values = rng.normal(size=(180, 100))
    for night in range(1, 180):
        values[night] += 0.5 * values[night - 1]
    assert judge_last(values).trend.drifting.sum() <= 1


def test_old_regressions_do_not_let_others_in():
    """Ten regressions known for weeks would raise Benjamini and Hochberg's threshold elevenfold."""
    counts = np.zeros(2)
    for seed in range(12):
        values = history(100, 100, seed)
        values[-30:, :10] -= 5.0
        levels = np.zeros(values.shape, dtype=np.intp)
        levels[-30:, :10] = -1
        judgement = judge_last(values, levels)
        alone = judge_last(values[:, 10:])
        assert judgement.worse[:10].all()
        counts += [judgement.worse[10:].sum(), alone.worse.sum()]
    assert counts[0] <= counts[1] + 2


@LONG
def test_known_drifts_do_not_let_others_in():
    """Thirty known drifts would raise the threshold for sixty other series; 56 of them would then drift."""
    alerts, known = dataclasses.replace(ALERTS, drift=0.2), np.arange(90) < 30
    counts = np.zeros(2)
    for seed in range(12):
        values = history(150, 90, seed)
        values[:, known] -= np.linspace(0, 5, 150)[:, None]
        judgement = judge_last(values, None, alerts, drifts=known)
        # a series that counts as a regression does not count as a drift as well
        assert (judgement.trend.drifting | judgement.worse)[known].all()
        alone = judge_last(values[:, ~known], None, alerts)
        counts += [judgement.trend.drifting[~known].sum(), alone.trend.drifting.sum()]
    assert counts[0] <= counts[1] + 2


def test_the_night_after_a_spike_is_told_by_itself():
    values = np.random.default_rng(8).normal(size=(60, 3))
    values[-2, 0] -= 12
    values[-1, 0] = 0.1
    judged = judge(values, np.zeros(values.shape, dtype=np.intp), Alerts(), Baseline())
    assert not judged.worse.any()
    assert judged.change[0] == pytest.approx(0.1 - judged.centre[0])
