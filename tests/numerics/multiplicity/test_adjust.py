import itertools
import math

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looped import loop_over
from needs import draws

from benchreport.errors import OptionError
from benchreport.numerics.multiplicity.adjust import ALL_PAIRS, METHODS, adjust
from benchreport.numerics.multiplicity.rom import rom_critical

Floats = npt.NDArray[np.float64]

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
ANY_FAMILY = [method for method in METHODS if method not in ALL_PAIRS]
# Bergmann–Hommel's definition may order pairs differently from their p-values
MONOTONE = [method for method in METHODS if method != "bergmann_hommel"]


@loop_over("method", ADJUSTED)
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


def step_down_decisions(p: Floats, levels: Floats) -> npt.NDArray[np.bool_]:
    """Reject from the smallest p-value up, until one is above its level."""
    rejected = np.zeros(len(p), dtype=bool)
    for place, level in zip(np.argsort(p), levels, strict=True):
        if p[place] > level:
            break
        rejected[place] = True
    return rejected


def decisions(p: Floats, method: str, alpha: float) -> npt.NDArray[np.bool_]:
    """Decide at one alpha, as García et al. (2010), Information Sciences 180, list the steps."""
    m = len(p)
    i = np.arange(1, m + 1)
    if method == "finner":
        return step_down_decisions(p, 1 - (1 - alpha) ** (i / m))
    if method == "holland":
        return step_down_decisions(p, 1 - (1 - alpha) ** (1 / (m - i + 1)))
    if method == "li":
        return p <= (alpha if p.max() <= alpha else (1 - p.max()) / (1 - alpha) * alpha)
    descending = np.sort(p)[::-1]
    passed = np.flatnonzero(descending <= rom_critical([alpha], m).ravel())
    return p <= (descending[passed[0]] if len(passed) else -1)


@loop_over("method", ["finner", "holland", "li", "rom"])
@loop_over("size", [1, 3, 12])
def test_adjusted_p_values_decide_as_the_procedure_does(method: str, size: int) -> None:
    draw = np.random.default_rng(size)
    rejected = 0
    for alpha in draw.uniform(0.001, 0.9, 40):
        p = draw.random(9) ** size
        expected = decisions(p, method, alpha)
        np.testing.assert_array_equal(adjust(p, method) <= alpha, expected)
        rejected += expected.sum()
    assert 0 < rejected < 40 * 9


def test_which_methods_control_the_family_wise_error_beside_false_hypotheses() -> None:
    """20 of 45 independent hypotheses are true, the others surely false."""
    draw = np.random.default_rng(2)
    tables = np.where(np.arange(45) < 20, draw.random((400, 45)), 1e-12)
    family_wise, discoveries = {}, {}
    for method in (
        "bonferroni",
        "sidak",
        "holm",
        "holland",
        "hochberg",
        "hommel",
        "li",
        "bh",
        "finner",
    ):
        rejected = np.array([adjust(p, method) <= 0.05 for p in tables])
        wrong = rejected[:, :20].sum(axis=1)
        family_wise[method] = (wrong > 0).mean()
        discoveries[method] = (wrong / rejected.sum(axis=1)).mean()
    too_often = [method for method, rate in family_wise.items() if rate > 0.05 + 4 * 0.011]
    assert too_often == ["bh", "finner"]
    assert max(discoveries.values()) < 0.05


def test_holland_is_the_running_maximum_of_its_formula() -> None:
    p = np.sort(P[:-1])
    expected = np.maximum.accumulate(1 - (1 - p) ** np.arange(len(p), 0, -1))
    np.testing.assert_allclose(adjust(p, "holland"), expected, rtol=1e-9)


@pytest.mark.parametrize(
    ("method", "factors"),
    [("sidak", [3, 3]), ("holland", [3, 2]), ("finner", [3, 1.5]), ("rom", [3, 2])],
)
def test_tiny_p_values_keep_their_digits(method: str, factors: list[float]) -> None:
    p = np.array([1e-300, 1e-200, 0.4])
    np.testing.assert_allclose(adjust(p, method)[:2], p[:2] * factors, rtol=1e-13)


def test_li_near_its_limits() -> None:
    assert adjust([1e-300, 0.5], "li")[0] == pytest.approx(2e-300)
    # one hypothesis that is surely true leaves nothing to the others, except a p-value of 0
    np.testing.assert_array_equal(adjust([0.0, 1e-9, 1.0], "li"), [0, 1, 1])


def family(m: int, power: float) -> Floats:
    return np.asarray(np.random.default_rng(m).random(m) ** power)


@loop_over("method", METHODS)
def test_every_method_keeps_the_contract(method: str) -> None:
    p = family(45, 3)
    adjusted = adjust(p, method)
    assert (adjusted >= p).all()
    assert (adjusted <= 1).all()
    np.testing.assert_array_equal(adjust([], method), [])
    np.testing.assert_allclose(adjust([0.03], method), [0.03])
    np.testing.assert_array_equal(adjust([1.0, 1.0, 1.0], method), [1.0, 1.0, 1.0])
    np.testing.assert_array_equal(adjust([0.0, 0.0, 0.0], method), [0.0, 0.0, 0.0])


AWKWARD = st.sampled_from([0.0, 1e-300, 1e-20, 1e-16, 0.05, 1 - 1e-16, 1.0]) | st.floats(0, 1)


@given(st.integers(2, 6), st.data())
@settings(max_examples=draws(60), deadline=None)
def test_adjusted_p_values_lie_between_p_and_one_in_the_order_of_p(
    k: int, data: st.DataObject
) -> None:
    m = math.comb(k, 2)
    p = np.array(data.draw(st.lists(AWKWARD, min_size=m, max_size=m)))
    order = np.argsort(p, kind="stable")
    for method in METHODS:
        adjusted = adjust(p, method)
        assert (adjusted >= p).all()
        assert (adjusted <= 1).all()
        if method in MONOTONE:
            steps = np.diff(adjusted[order])
            assert (steps >= 0).all()
            assert (steps[np.diff(p[order]) == 0] <= 1e-15).all()


@given(st.lists(AWKWARD, max_size=12), st.data())
@settings(max_examples=draws(60), deadline=None)
def test_the_order_given_does_not_matter(p: list[float], data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(p))))
    for method in ANY_FAMILY:
        adjusted = adjust(p, method)
        moved = adjust([p[i] for i in order], method)
        np.testing.assert_allclose(moved, adjusted[order], rtol=1e-15)


@loop_over(
    "methods",
    [
        ("bergmann_hommel", "shaffer", "holm", "bonferroni"),
        ("finner", "holland", "holm"),
        ("hommel", "hochberg", "holm"),
        ("rom", "hochberg"),
        ("holland", "sidak", "bonferroni"),
        ("bh", "by"),
        ("bh", "hommel"),
    ],
)
@loop_over("power", [1, 4, 20])
def test_the_stronger_method_never_has_the_larger_value(
    methods: tuple[str, ...], power: float
) -> None:
    p = family(36, power)
    for stronger, weaker in itertools.pairwise(methods):
        assert (adjust(p, stronger) <= adjust(p, weaker) * (1 + 1e-12)).all()


def test_none_returns_a_copy() -> None:
    p = np.array([0.1, 0.2])
    adjust(p, "none")[0] = 0.9
    assert p[0] == 0.1


@loop_over("wrong", [np.nan, -0.1, 1.1])
@loop_over("method", METHODS)
def test_values_that_are_no_p_values_are_refused(wrong: float, method: str) -> None:
    with pytest.raises(OptionError, match="position 1"):
        adjust([0.1, wrong], method)


def test_matrices_and_unknown_methods_are_refused() -> None:
    with pytest.raises(OptionError, match="one-dimensional"):
        adjust([[0.1]], "holm")
    with pytest.raises(OptionError, match="'holm'"):
        adjust([0.1], "hollm")
