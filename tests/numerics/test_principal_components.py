import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looped import loop_over
from needs import draws

from benchreport.numerics.principal_components import footprint, principal_components


def features(n, p, seed=0):
    rng = np.random.default_rng(seed)
    mixed = rng.normal(size=(n, p)) @ rng.normal(size=(p, p))
    return mixed * 10.0 ** rng.integers(-6, 7, p) + rng.normal(size=p)


@pytest.mark.parametrize(("n", "p"), [(40, 3), (12, 7), (5, 9), (200, 20)])
def test_components_are_eigenvectors_of_the_correlation_matrix(n, p):
    values = features(n, p)
    components = principal_components(values)
    sizes, vectors = np.linalg.eigh(np.corrcoef(values.T))
    sizes, vectors = sizes[::-1], vectors[:, ::-1]
    assert components.shares == pytest.approx(sizes[:2] / sizes.sum(), abs=1e-9)
    for place in range(2):
        alike = abs(components.loadings[:, place] @ vectors[:, place])
        assert alike == pytest.approx(1, abs=1e-8)
    standard = (values - values.mean(axis=0)) / values.std(axis=0)
    assert components.coordinates == pytest.approx(standard @ components.loadings, abs=1e-8)
    assert components.coordinates.var(axis=0) == pytest.approx(sizes[:2], rel=1e-7)


def test_coordinates_do_not_depend_on_units_or_the_order_of_points():
    values = features(30, 5)
    coordinates = principal_components(values).coordinates
    assert principal_components(values * 1e9 + 3).coordinates == pytest.approx(
        coordinates, abs=1e-6
    )
    assert principal_components(values[::-1]).coordinates[::-1] == pytest.approx(
        coordinates, abs=1e-9
    )


def test_signs_are_the_largest_loadings():
    for seed in range(20):
        loadings = principal_components(features(10, 4, seed)).loadings
        largest = np.take_along_axis(loadings, np.abs(loadings).argmax(axis=0)[None], axis=0)
        assert (largest > 0).all()


def test_a_component_without_spread_is_zero():
    line = np.outer(np.arange(6.0), [1.0, 2.0, -3.0])
    components = principal_components(line)
    assert components.shares == pytest.approx([1, 0])
    assert (components.coordinates[:, 1] == 0).all()
    two = principal_components(np.array([[1.0, 5.0, 2.0], [2.0, 3.0, 1.0]]))
    assert two.coordinates.shape == (2, 2)
    assert two.coordinates[:, 1].tolist() == [0, 0]


@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e12])
def test_footprint_holds_all_points_and_turns_one_way(scale):
    points = np.random.default_rng(2).normal(size=(50, 2)) * [scale, 1.0]
    corners = footprint(points)
    sides = np.roll(corners, -1, axis=0) - corners
    assert {tuple(corner) for corner in corners} <= {tuple(point) for point in points}
    for corner, side in zip(corners, sides, strict=True):
        away = points - corner
        cross = side[0] * away[:, 1] - side[1] * away[:, 0]
        assert cross.min() >= -1e-9 * scale


@loop_over(
    "points",
    [
        np.empty((0, 2)),
        [[1.0, 2.0]],
        [[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]],
        [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [3.0, 3.0]],
        [[0.0, 0.1], [0.1, 0.2], [0.2, 0.3], [0.7, 0.8]],
        [[0.0, 5.0], [1.0, 5.0], [2.0, 5.0]],
    ],
)
def test_points_without_area_have_no_footprint(points):
    assert footprint(np.array(points)).shape == (0, 2)


@settings(max_examples=draws(40), deadline=None)
@given(st.lists(st.tuples(st.floats(-1e12, 1e12), st.floats(-1e-6, 1e-6)), min_size=0, max_size=20))
def test_footprint_never_raises(points):
    corners = footprint(np.array(points, dtype=float).reshape(-1, 2))
    assert len(corners) == 0 or len(corners) >= 3
