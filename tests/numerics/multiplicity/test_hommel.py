import numpy as np
from looped import loop_over
from statsmodels.stats.multitest import multipletests

from benchreport.numerics.multiplicity.hommel import hommel


@loop_over("size", [1, 2, 5, 40, 300])
@loop_over("power", [1, 4, 60])
@loop_over("tied", [False, True])
def test_p_values_are_those_of_all_partitions(size: int, power: int, *, tied: bool) -> None:
    p = np.random.default_rng(size * power).random(size) ** power
    p = np.round(p, 2) if tied else p
    expected = np.clip(multipletests(p, method="hommel")[1], p, 1.0)
    np.testing.assert_allclose(hommel(p), expected, rtol=1e-14)


def test_no_p_value_has_no_adjusted_one() -> None:
    assert hommel([]).shape == (0,)
