import numpy as np
import pytest

from benchreport.errors import OptionError
from benchreport.numerics.adjust import METHODS, adjust, bonferroni, holm

# R 4.2.2, p.adjust; "BH" and "BY" there
P = [0.0004, 0.012, 0.012, 0.03, 0.041, 0.2, 0.5, 0.00001, 0.9, 1.0]
ADJUSTED = {
    "bonferroni": [0.004, 0.12, 0.12, 0.3, 0.41, 1, 1, 0.0001, 1, 1],
    "holm": [0.0036, 0.096, 0.096, 0.18, 0.205, 0.8, 1, 0.0001, 1, 1],
    "hochberg": [0.0036, 0.084, 0.084, 0.18, 0.205, 0.8, 1, 0.0001, 1, 1],
    "hommel": [0.0036, 0.084, 0.084, 0.15, 0.205, 0.8, 1, 0.0001, 1, 1],
    "bh": [0.002, 0.03, 0.03, 0.06, 0.0683333333333333, 0.285714285714286, 0.625, 0.0001, 1, 1],
    "by": [
        0.00585793650793651, 0.0878690476190476, 0.0878690476190476, 0.175738095238095,
        0.20014616402116403, 0.836848072562358, 1, 0.000292896825396825, 1, 1,
    ],
}  # fmt: skip
STEPS = [0.02, 0.021, 0.022, 0.023, 0.04, 0.041]


@pytest.mark.parametrize("method", ADJUSTED)
def test_adjusted_p_values_equal_those_of_r(method: str) -> None:
    np.testing.assert_allclose(adjust(P, method), ADJUSTED[method], rtol=1e-12)


@pytest.mark.parametrize("method", ["hochberg", "hommel"])
def test_step_up_methods_keep_the_running_minimum(method: str) -> None:
    np.testing.assert_allclose(adjust(STEPS, method), np.full(6, 0.041), rtol=1e-12)


def test_sidak_is_its_formula_and_keeps_tiny_values() -> None:
    np.testing.assert_allclose(adjust(P, "sidak"), 1 - (1 - np.array(P)) ** 10, rtol=1e-9)
    assert adjust([1e-200, 0.5], "sidak")[0] == pytest.approx(2e-200)


def test_hommel_is_the_closed_simes_test() -> None:
    draw = np.random.default_rng(3)
    for _ in range(20):
        p = draw.random(6) ** 2
        closed = np.zeros(6)
        for mask in range(1, 64):
            inside = [i for i in range(6) if mask >> i & 1]
            simes = min(len(inside) * v / r for r, v in enumerate(np.sort(p[inside]), 1))
            closed[inside] = np.maximum(closed[inside], simes)
        np.testing.assert_allclose(adjust(p, "hommel"), closed, rtol=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_keeps_the_contract(method: str) -> None:
    p = np.random.default_rng(4).random(40) ** 3
    adjusted = adjust(p, method)
    assert (adjusted >= p).all()
    assert (adjusted <= 1).all()
    order = np.argsort(p)
    assert (np.diff(adjusted[order]) >= 0).all()
    np.testing.assert_allclose(adjust(p[order], method), adjusted[order])
    np.testing.assert_array_equal(adjust([], method), [])
    np.testing.assert_allclose(adjust([0.03], method), [0.03])
    np.testing.assert_array_equal(adjust([1.0, 1.0], method), [1.0, 1.0])


def test_none_returns_a_copy() -> None:
    p = np.array([0.1, 0.2])
    adjust(p, "none")[0] = 0.9
    assert p[0] == 0.1


def test_named_functions_are_the_methods() -> None:
    np.testing.assert_array_equal(holm(P), adjust(P, "holm"))
    np.testing.assert_array_equal(bonferroni(P), adjust(P, "bonferroni"))


@pytest.mark.parametrize("wrong", [np.nan, -0.1, 1.1])
@pytest.mark.parametrize("method", METHODS)
def test_values_that_are_no_p_values_are_refused(wrong: float, method: str) -> None:
    with pytest.raises(OptionError, match="position 1"):
        adjust([0.1, wrong], method)


def test_matrices_and_unknown_methods_are_refused() -> None:
    with pytest.raises(OptionError, match="one-dimensional"):
        adjust([[0.1]], "holm")
    with pytest.raises(OptionError, match="'holm'"):
        adjust([0.1], "hollm")
