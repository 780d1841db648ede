import numpy as np
import pandas as pd
import pytest
from published import as_folds, by_pair, cases
from scipy import stats

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.stats import bayes_correlated_t, corrected_t


def folds(*columns, score="accuracy"):
    frame = pd.DataFrame(dict(zip("abcdef", columns, strict=False)), dtype=float)
    frame = frame.assign(fold=range(1, len(frame) + 1))
    return Scores.from_frame(frame, Roles(score=score))


def probabilities(row):
    return row.p_first, row.p_rope, row.p_second


@pytest.mark.parametrize(("scores", "answer"), cases("bayes"))
def test_against_baycomp(scores, answer):
    """In baycomp 1.0.3, CorrelatedTTest takes one fold as the share tested on."""
    rope, share = answer["rope"], 1 / len(scores.blocks)
    rows = bayes_correlated_t(as_folds(scores), rope=rope, test_fraction=share).rows
    for row, expected in zip(rows, answer["pairs"], strict=True):
        assert (row.first, row.second) == (expected["first"], expected["second"])
        assert probabilities(row) == pytest.approx(expected["bayes_correlated_t"], abs=1e-10)


def test_against_the_closed_form():
    """Corani & Benavoli (2015), equation 8: Student's t distribution about the mean."""
    first, second = np.array([9.0, 8, 9, 7, 8]), np.array([7.0, 6, 8, 5, 5])
    row = bayes_correlated_t(folds(first, second), rope=1).rows[0]
    z = first - second
    spread = z.std(ddof=1) * np.sqrt(1 / 5 + 0.2 / 0.8)
    posterior = stats.t(4, loc=z.mean(), scale=spread)
    expected = posterior.sf(1), posterior.cdf(1) - posterior.cdf(-1), posterior.cdf(-1)
    assert probabilities(row) == pytest.approx(expected, rel=1e-10)
    assert row.interval[:2] == pytest.approx(posterior.interval(0.95), rel=1e-9)
    independent = bayes_correlated_t(folds(first, second), test_fraction=0).rows[0]
    assert independent.p_first == pytest.approx(
        1 - stats.ttest_rel(first, second, alternative="greater").pvalue
    )


def test_without_a_region_it_is_the_one_sided_p(hitrate):
    table = as_folds(hitrate)
    one_sided = by_pair(corrected_t(table, alternative="greater", correction="none"))
    for row in bayes_correlated_t(table).rows:
        assert row.p_first == pytest.approx(1 - one_sided[row.first, row.second].p_value)


def test_dof_of_repeated_cross_validation(hitrate):
    frame = pd.DataFrame(hitrate.values, columns=hitrate.algorithms)
    frame = frame.assign(repetition=[1] * 5 + [2] * 5, fold=[1, 2, 3, 4, 5] * 2)
    scores = Scores.from_frame(frame, Roles(score="accuracy", repeat=("repetition", "fold")))
    of_splits, other = (bayes_correlated_t(scores, dof=dof).rows[3] for dof in ("splits", "folds"))
    assert of_splits.difference == other.difference
    scale = of_splits.interval.high - of_splits.difference
    wider = scale * stats.t.ppf(0.975, 4) / stats.t.ppf(0.975, 9)
    assert other.interval.high - other.difference == pytest.approx(wider)


def test_without_a_spread():
    same = bayes_correlated_t(folds([1, 2, 3], [1, 2, 3]))
    assert probabilities(same.rows[0]) == (0.5, 0, 0.5)
    shifted = bayes_correlated_t(folds([2, 3, 4], [1, 2, 3]), rope=1)
    assert probabilities(shifted.rows[0]) == (0, 1, 0)
    assert any("posterior has no width" in warning for warning in shifted.warnings)
    assert bayes_correlated_t(folds([2, 3, 5], [1, 2, 3])).warnings == ()


def test_lower_is_better_turns_it():
    columns = [1.0, 2, 4, 4], [2.0, 2, 3, 5]
    up = bayes_correlated_t(folds(*columns), rope=0.1).rows[0]
    down = bayes_correlated_t(folds(*columns, score="error"), rope=0.1).rows[0]
    assert probabilities(up) == pytest.approx(probabilities(down)[::-1], rel=1e-12)
    assert up.interval == down.interval


def test_invalid_designs_and_options_are_refused(hitrate):
    with pytest.raises(DesignError, match="bayes_correlated_t compares algorithms on one dataset"):
        bayes_correlated_t(hitrate, test_fraction=0.1)
    with pytest.raises(OptionError, match="test_fraction must be at least 0 and below 1"):
        bayes_correlated_t(as_folds(hitrate), test_fraction=1)
    with pytest.raises(OptionError, match="no column named fold"):
        bayes_correlated_t(as_folds(hitrate, "seed"))
