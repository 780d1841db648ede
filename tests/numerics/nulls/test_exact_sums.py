import itertools

import numpy as np
import pytest
from looped import loop_over

from benchreport.numerics.nulls.exact_sums import (
    choice_tail,
    choices_are_countable,
    sign_tail,
    signs_are_countable,
)


@loop_over("n", range(1, 9))
def test_every_tail_is_enumeration(n):
    values = np.random.default_rng(n).integers(-4, 6, n) / 8
    signed = np.array(list(itertools.product([1, -1], repeat=n))) @ np.abs(values)
    for least in {*signed, 0.1}:
        assert sign_tail(np.abs(values), least) == np.mean(signed >= least)
    for chosen in range(n + 1):
        sums = np.array([sum(choice) for choice in itertools.combinations(values, chosen)])
        for least in {*sums, 0.1}:
            tail = choice_tail(values, chosen, least)
            assert tail == pytest.approx(np.mean(sums >= least), rel=1e-15)


def test_countable_sums():
    assert [n for n in range(100) if signs_are_countable(n)] == list(range(41))
    assert choices_are_countable(40, 20)
    assert not choices_are_countable(41, 20)
    assert not choices_are_countable(10**6, 10**5)
