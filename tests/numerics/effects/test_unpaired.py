import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from published import cases, oracle

from benchreport.errors import DesignError, OptionError
from benchreport.numerics.effects.unpaired import cohen_d, common_language, hedges_g

ENDS = ("", "_low", "_high")
FUNCTIONS = [cohen_d, hedges_g, common_language]
scores = arrays(np.float64, st.integers(2, 9), elements=st.integers(0, 9).map(lambda n: n / 10))


def _agree(effects, row, name, tolerance):
    for end, value in zip(ENDS, effects, strict=True):
        assert value == pytest.approx(row[name + end], rel=tolerance, abs=1e-9), name + end


@pytest.mark.parametrize(("table", "expected"), cases("effects_numerics"))
def test_against_effectsize(table, expected):
    """cohens_d, hedges_g and p_superiority of effectsize 0.8.3, whose optim has 4 digits."""
    for row in expected["pairs"]:
        columns = table.values[:, row["first"]], table.values[:, row["second"]]
        for function in FUNCTIONS:
            name = f"{function.__name__}_effectsize"
            effects = function(*columns)
            assert effects[0] == pytest.approx(row[name], rel=1e-9)
            # elsewhere R's pt is the normal approximation; and CL of the package has the pooled sd
            if row["cohen_d_low"] is not None and function is not common_language:
                _agree(effects, row, name, 5e-3)


@pytest.mark.parametrize(("table", "expected"), cases("effects_numerics"))
def test_intervals_against_pt(table, expected):
    """pt(t, dof, ncp) inverted by uniroot."""
    solved = [row for row in expected["pairs"] if row["cohen_d_low"] is not None]
    assert solved
    for row in solved:
        _agree(
            cohen_d(table.values[:, row["first"]], table.values[:, row["second"]]),
            row,
            "cohen_d",
            1e-9,
        )


def test_samples_of_unequal_sizes():
    """mtcars: 19 automatic and 13 manual cars, cohens_d(mpg ~ am) and its relatives."""
    row = oracle("effects_numerics")["mtcars"]
    _agree(cohen_d(row["first"], row["second"]), row, "cohen_d", 1e-9)
    for function in (cohen_d, hedges_g):
        _agree(function(row["first"], row["second"]), row, f"{function.__name__}_effectsize", 1e-4)


# base R 4.2.2: pnorm((mean(x) - mean(y)) / sqrt(var(x) + var(y))), and pt(t, dof, ncp) of t.test(x, y)
# inverted by uniroot, times the standard error over that root. mtcars: miles per gallon by am,
# horsepower of 8 and 4 cylinders; sleep: the first four of one drug and all of the other.
AUTOMATIC = 15.2, 10.4, 10.4, 14.7, 21.5, 15.5, 15.2, 13.3, 19.2  # the rest of them
CL_BY_R = [
    (
        (21.4, 18.7, 18.1, 14.3, 24.4, 22.8, 19.2, 17.8, 16.4, 17.3, *AUTOMATIC),
        [21, 21, 22.8, 32.4, 30.4, 33.9, 27.3, 26, 30.4, 15.8, 19.7, 15, 21.4],
        (0.1591978263, 0.0550130056, 0.3528064641),
    ),
    (
        [175, 245, 180, 180, 180, 205, 215, 230, 150, 150, 245, 175, 264, 335],
        [93, 62, 95, 66, 52, 65, 97, 66, 91, 113, 109],
        (0.9891878853, 0.9148793898, 0.9993135716),
    ),
    (
        [0.7, -1.6, -0.2, -1.2],
        [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4],
        (0.0986785390, 0.0152910264, 0.3526289926),
    ),
]


@pytest.mark.parametrize(("first", "second", "expected"), CL_BY_R)
def test_common_language_is_mcgraw_and_wongs(first, second, expected):
    assert [float(end) for end in common_language(first, second)] == pytest.approx(
        expected, abs=1e-9
    )


@settings(deadline=None)
@given(scores, scores)
def test_first_and_second_change_sides(first, second):
    for function in FUNCTIONS:
        estimate, low, high = function(first, second)
        about = 1.0 if function is common_language else 0.0
        expected = [about - estimate, about - high, about - low]
        assert np.array(function(second, first)) == pytest.approx(np.array(expected), abs=1e-12)


@settings(deadline=None)
@given(scores, scores, st.sampled_from([0.5, 0.95, 0.999]))
def test_intervals_hold_the_estimate_and_grow_with_confidence(first, second, confidence):
    for function in FUNCTIONS:
        estimate, low, high = function(first, second, confidence)
        assert low <= estimate <= high
        _, lower, higher = function(first, second, (1 + confidence) / 2)
        assert lower <= low
        assert high <= higher


@settings(deadline=None)
@given(scores, scores, st.sampled_from([2.0**-20, 3.7, 1e6]), st.integers(-50, 50))
def test_units_do_not_matter(first, second, unit, shift):
    for function in FUNCTIONS:
        moved = function((first + shift) * unit, (second + shift) * unit)
        assert np.array(moved) == pytest.approx(
            np.array(function(first, second)), rel=1e-6, abs=1e-9
        )


def test_no_spread():
    constant = np.full((3, 4), [[0.1 + 0.2], [0.4], [0.2]])
    other = np.full((3, 6), 0.3)
    for function in (cohen_d, hedges_g):
        estimate, low, high = function(constant, other)
        assert estimate.tolist() == [0, np.inf, -np.inf]
        assert low.tolist() == [-np.inf, np.inf, -np.inf]
        assert high.tolist() == [np.inf, np.inf, -np.inf]
    assert np.array(common_language(constant, other)).T.tolist() == [
        [0.5, 0, 1],
        [1, 1, 1],
        [0, 0, 0],
    ]


def test_one_pair_and_many_are_the_same():
    rng = np.random.default_rng(0)
    first, second = rng.normal(size=(1200, 5)), rng.normal(size=(1200, 8))
    for function in FUNCTIONS:
        together = np.array(function(first, second))
        assert together.shape == (3, 1200)
        assert np.allclose(
            together[:, 1100], function(first[1100], second[1100]), rtol=1e-13, atol=0
        )


def test_two_scores_each():
    """The least dof is 2, where J is still defined: Γ(1)/Γ(½)."""
    assert hedges_g([1.0, 2.0], [3.0, 5.0])[0] == pytest.approx(
        cohen_d([1.0, 2.0], [3.0, 5.0])[0] / np.sqrt(np.pi)
    )


@pytest.mark.parametrize("function", FUNCTIONS)
def test_invalid_arguments_are_refused(function):
    with pytest.raises(OptionError, match="confidence"):
        function([1.0, 2.0], [1.0, 3.0], 0)
    with pytest.raises(DesignError, match="at least 2 scores; got 1"):
        function([1.0, 2.0], [1.0])
