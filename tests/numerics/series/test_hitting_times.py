import numpy as np
import pytest

from benchreport.numerics.series.hitting_times import expected_runtime, hitting_times, share_hit


def test_hitting_times_by_a_loop():
    rng = np.random.default_rng(2)
    steps, scores = np.arange(1, 30), rng.normal(size=29)
    targets = np.array([-3.0, -0.5, 0.0, 1.0, 9.0])
    for higher in (True, False):
        times = hitting_times(steps, scores, targets, higher_is_better=higher)
        for target, time in zip(targets, times, strict=True):
            hit = [
                s
                for s, v in zip(steps, scores, strict=True)
                if (v >= target if higher else v <= target)
            ]
            assert time == (hit[0] if hit else np.inf)


@pytest.mark.parametrize("higher", [True, False])
def test_rounding_keeps_no_run_from_its_target(higher):
    target = 0.93 if higher else -0.93
    for reached in (target, target * (1 - 2**-52), target * (1 + 2**-52)):
        assert hitting_times([1], [reached], [target], higher_is_better=higher).tolist() == [1.0]
    missed = [target - 1e-11 if higher else target + 1e-11]
    assert hitting_times([1], missed, [target], higher_is_better=higher).tolist() == [np.inf]


def test_expected_runtime_is_that_of_restarts():
    # Auger and Hansen (2005), eq. 1: E(T_success) + (1 − p)/p · E(T_failure)
    times = np.array([12.0, np.inf, 40.0, np.inf, np.inf])
    spent = np.array([100.0, 80.0, 100.0, 100.0, 60.0])
    p = 2 / 5
    expected = times[[0, 2]].mean() + (1 - p) / p * spent[[1, 3, 4]].mean()
    assert expected_runtime(times, spent) == pytest.approx(expected, rel=1e-12)
    assert expected_runtime([np.inf], [10.0]) == np.inf


def test_share_hit_counts():
    times = np.array([[1.0, 5.0], [np.inf, 2.0]])
    assert share_hit(times, [0.9, 1, 2, 4.9, 5, 1e9]).tolist() == [0, 0.25, 0.5, 0.5, 0.75, 0.75]
