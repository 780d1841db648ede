import numpy as np
import pandas as pd
import pytest

from benchreport.data import Roles, Scores
from benchreport.stats import effect_sizes


def scores_of(higher_is_better):
    noise = np.random.default_rng(2).normal(0, 0.03, (2, 10))
    frame = pd.DataFrame(
        {"worse": noise[0], "better": noise[1] + (0.1 if higher_is_better else -0.1)}
    )
    return Scores.from_frame(frame, Roles(score="m", higher_is_better=higher_is_better))


@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize("higher_is_better", [True, False])
def test_oriented_effects_are_advantages_of_the_better(higher_is_better, paired):
    result = effect_sizes(scores_of(higher_is_better), paired=paired)
    oriented = result.oriented(["better", "worse"])
    assert len(oriented.rows) == len(result.rows)
    for row, given in zip(oriented.rows, result.rows, strict=True):
        probability = row.measure in ("A", "common language", "superiority")
        assert (row.first, row.second) == ("better", "worse")
        assert row.estimate > (0.5 if probability else 0.0)
        assert row.interval.low <= row.estimate <= row.interval.high
        unchanged = given.estimate if not higher_is_better else None
        reversed_ = 1 - given.estimate if probability else -given.estimate
        assert row.estimate == pytest.approx(reversed_ if unchanged is None else unchanged)
