import numpy as np
import pytest

from benchreport.numerics.nulls.chebyshev_interpolation import DEGREE, Panels, by_cells

NODES = DEGREE + 1


class Counted:
    """A function of places (m, d), smooth except at 0, that counts its evaluations."""

    def __init__(self):
        self.calls = []

    def __call__(self, places):
        self.calls.append(len(places))
        return _truth(places)


def _truth(places):
    with np.errstate(divide="ignore"):
        return np.log(np.abs(places).prod(axis=1)) + np.sin(places.sum(axis=1))


def _places(*ends, n=2000, seed=0):
    rng = np.random.default_rng(seed)
    return np.column_stack([rng.uniform(*end, n) for end in ends])


@pytest.mark.parametrize(
    ("ends", "widths"),
    [
        ([(2, 7)], (0.5,)),
        ([(-9, -4)], (1.0,)),
        ([(3, 4), (10, 11)], (0.5, 1.0)),
        ([(3, 4), (-5, -4)], (1.0, 1.0)),
    ],
)
def test_crowded_cells_take_one_grid_each(ends, widths):
    places, function = _places(*ends), Counted()
    values = by_cells(function, places, widths)
    assert values == pytest.approx(_truth(places), abs=1e-12)
    cells = np.prod([(end[1] - end[0]) / width for end, width in zip(ends, widths, strict=True)])
    assert function.calls == [NODES ** len(ends)] * int(cells)


def test_sparse_cells_are_evaluated_place_by_place():
    places, function = _places((1, 50), (1, 50), n=300), Counted()
    assert by_cells(function, places, (1.0, 1.0)).tolist() == _truth(places).tolist()
    assert sum(function.calls) == 300


@pytest.mark.parametrize(("n", "calls"), [(NODES, [NODES]), (NODES + 1, [NODES])])
def test_at_as_many_places_as_nodes_the_values_are_exact(n, calls):
    places, function = _places((3, 4), n=n), Counted()
    values = by_cells(function, places, (1.0,))
    assert function.calls == calls
    assert (values.tolist() == _truth(places).tolist()) == (n == NODES)


def test_a_shared_coordinate_needs_one_node():
    places, function = _places((3, 4), (5, 5)), Counted()
    values = by_cells(function, places, (1.0, 1.0))
    assert function.calls == [NODES]
    assert values == pytest.approx(_truth(places), abs=1e-12)
    alike = by_cells(function, np.full((40, 2), 2.5), (1.0, 1.0))
    assert function.calls == [NODES, 1]
    assert alike.tolist() == [_truth(np.full((1, 2), 2.5))[0]] * 40


def test_where_it_is_infinite_it_is_not_interpolated():
    places = np.concatenate([np.zeros((1, 1)), _places((0, 1))])
    values = by_cells(lambda at: np.where(at[:, 0] < 0.1, -np.inf, at[:, 0]), places, (1.0,))
    assert values.tolist() == np.where(places < 0.1, -np.inf, places)[:, 0].tolist()


def test_a_cell_of_what_is_small_enough_is_minus_infinity():
    places = _places((3, 4))
    for least, expected in ((-3.0, np.full(len(places), -np.inf)), (-3.5, -places[:, 0])):
        values = by_cells(lambda at: -at[:, 0], places, (1.0,), least=least)
        assert values == pytest.approx(expected, abs=1e-12)


def test_crowded_and_sparse_cells_mix_in_any_order():
    places = np.random.default_rng(1).permutation(
        np.concatenate([_places((3, 4), n=500), _places((20, 90), n=30)])
    )
    assert by_cells(_truth, places, (1.0,)) == pytest.approx(_truth(places), abs=1e-12)


def test_no_places():
    assert by_cells(_truth, np.empty((0, 2)), (1.0, 1.0)).shape == (0,)


def test_panels():
    panels = Panels.fit(np.cos, 7.3, width=0.5)
    t = np.linspace(0, 7.3, 60).reshape(6, 10)
    assert panels(t) == pytest.approx(np.cos(t), abs=1e-14)
    assert len(panels.coefficients) == 15
