import numpy as np
import pytest

from benchreport.numerics.nulls.sphericity import enlarge_epsilon, measure_sphericity

HITRATE = [
    [58.69, 57.25, 50.36, 58.71, 59.47, 30.23], [58.47, 57.27, 50.09, 58.37, 59.23, 30.28],
    [58.4, 57.3, 50.14, 58.49, 59.33, 30.28], [58.77, 57.28, 50.46, 58.67, 59.76, 30.59],
    [58.67, 57.41, 50.44, 58.86, 59.74, 30.49], [58.87, 57.81, 50.56, 58.89, 59.69, 30.62],
    [58.64, 57.58, 50.49, 58.71, 59.6, 30.52], [58.67, 57.71, 50.44, 58.6, 59.37, 30.7],
    [58.6, 57.49, 50.12, 58.7, 59.4, 30.18], [58.84, 57.79, 50.36, 59.04, 59.41, 30.49],
]  # fmt: skip
SMALL = [[1, 2, 4], [2, 4, 5], [3, 3, 9], [4, 6, 7]]
UNEQUAL = [
    [-5.1, 2.5, -0.3, 11], [-4.2, 3.1, 0.9, -7], [-6.3, 1.2, 0.1, 25],
    [-5.5, 2.2, -1.9, 3], [-4.9, 2.9, 0.4, -14], [-3.8, 3.3, -0.8, 8],
]  # fmt: skip

# R 4.2.2: stats:::sphericity(SSD(lm(v ~ 1)), X = ~1), as anova(…, test = "Spherical") prints it,
# and mauchly.test(lm(v %*% contrasts ~ 1)) with orthonormal contrasts (see mauchly, Notes)
ORACLE = {
    "small": (SMALL, 0.5199925953348986, 0.5510011333580962, 0.07689569241662959,
              0.07689569241662959),
    "hitrate": (HITRATE, 0.4935367266401365, 0.694296940278719, 0.03926281660418721,
                0.073103261597850466),
    "unequal": (UNEQUAL, 0.3374012723730591, 0.3404740125386355, 3.001675829722207e-05,
                6.7766921100084397e-07),
}  # fmt: skip


@pytest.mark.parametrize("name", ORACLE)
def test_epsilons_and_mauchly_equal_those_of_r(name: str) -> None:
    values, gg, hf, w, p = ORACLE[name]
    found = measure_sphericity(values)
    assert found.greenhouse_geisser == pytest.approx(gg, rel=1e-8)
    assert found.huynh_feldt == pytest.approx(hf, rel=1e-8)
    assert found.mauchly == pytest.approx((w, p), rel=1e-8)


def test_nothing_depends_on_location_scale_or_order() -> None:
    values = np.array(UNEQUAL)
    draw = np.random.default_rng(1)
    moved = 1e3 * values + draw.random((6, 1)) * 50 + draw.random((1, 4)) * 20
    moved = draw.permutation(moved, axis=1)
    before, after = measure_sphericity(values), measure_sphericity(moved)
    assert after[:2] == pytest.approx(before[:2])
    assert after.mauchly == pytest.approx(before.mauchly, rel=1e-6)


def test_two_algorithms_are_always_spherical() -> None:
    found = measure_sphericity(np.array(HITRATE)[:, :2])
    assert found[:2] == pytest.approx((1.0, 1.0))
    assert found.mauchly is None


def test_huynh_feldt_is_at_most_1() -> None:
    found = measure_sphericity(np.random.default_rng(2).normal(size=(30, 4)))
    gg = found.greenhouse_geisser
    raw = enlarge_epsilon(gg, 3, 30)
    assert raw > found.huynh_feldt == 1.0
    assert raw == pytest.approx((30 * 3 * gg - 2) / (3 * (29 - 3 * gg)))


def test_more_algorithms_than_blocks_leave_epsilon_but_no_test() -> None:
    found = measure_sphericity(HITRATE[:4])
    assert found.mauchly is None
    assert 1 / 5 <= found.greenhouse_geisser <= 3 / 5
    assert 1 / 5 <= found.huynh_feldt <= 1.0


def test_two_blocks_have_one_contrast_and_no_huynh_feldt() -> None:
    assert measure_sphericity(HITRATE[:2])[:2] == pytest.approx((1 / 5, 1 / 5))


def test_contrasts_that_follow_from_others_are_no_test() -> None:
    values = np.array(HITRATE)
    values[:, 5] = values[:, 4] + 0.1
    found = measure_sphericity(values)
    assert found.mauchly is None
    assert found.greenhouse_geisser < 1.0


def test_constant_differences_leave_nothing_to_correct() -> None:
    values = np.random.default_rng(3).random((7, 1)) + np.array([0.1, 0.2, 0.3, 0.7])
    assert measure_sphericity(values) == (1.0, 1.0, None)


def test_mauchly_is_exact_for_two_contrasts() -> None:
    # p = W^((N−2)/2), Mauchly (1940), which the series reproduces
    values = np.random.default_rng(4).normal(size=(12, 3)) * [1.0, 2.0, 4.0]
    tested = measure_sphericity(values).mauchly
    assert tested is not None
    assert tested[1] == pytest.approx(tested[0] ** 5, rel=1e-6)
