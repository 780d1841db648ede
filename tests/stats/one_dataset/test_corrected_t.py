import pandas as pd
import pytest
from looped import loop_over
from published import as_folds, by_pair, cases
from scipy import stats

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.stats import corrected_t, cv_t


@loop_over(("scores", "answer"), cases("t_tests"))
def test_against_r(scores, answer):
    """R 4.2.2 pt: variance factor 1/n + .1/.9 (Nadeau & Bengio, 2003)."""
    rows = by_pair(corrected_t(as_folds(scores), test_fraction=0.1, correction="none"))
    for pair in answer["pairs"]:
        row, expected = rows[pair["first"], pair["second"]], pair["corrected"]
        assert row.statistic == pytest.approx(expected["t"], rel=1e-8, abs=1e-12)
        assert row.p_value == pytest.approx(expected["p"]["two_sided"], rel=1e-7)
        assert row.interval[:2] == pytest.approx(
            (expected["low"], expected["high"]), rel=1e-8, abs=1e-12
        )


def test_folds_give_the_fraction(hitrate):
    assert [row.p_value for row in corrected_t(as_folds(hitrate)).comparisons] == pytest.approx(
        [row.p_value for row in corrected_t(as_folds(hitrate), test_fraction=0.1).comparisons]
    )
    with pytest.raises(OptionError, match="no column named fold") as caught:
        corrected_t(as_folds(hitrate, "seed"))
    assert "test_fraction=0.1" in caught.value.hint
    with pytest.raises(OptionError, match="test_fraction must lie strictly between 0 and 1"):
        corrected_t(as_folds(hitrate), test_fraction=10)


def test_folds_that_may_be_of_several_repetitions_are_asked_about(hitrate):
    """Folds 0 to 19 are mostly two times ten, whose share of the data is not 1/20."""
    frame = pd.DataFrame([*hitrate.values, *hitrate.values], columns=hitrate.algorithms)
    scores = Scores.from_frame(frame.assign(fold=range(20)), Roles(score="accuracy", repeat="fold"))
    with pytest.raises(OptionError, match="column fold has 20 labels") as caught:
        corrected_t(scores)
    assert "test_fraction=0.1 for tenfold" in caught.value.hint
    assert "test_fraction=0.05 for one of 20 folds" in caught.value.hint


def test_it_is_more_careful_than_the_uncorrected(hitrate):
    corrected, other = corrected_t(as_folds(hitrate)), cv_t(as_folds(hitrate))
    for careful, plain in zip(corrected.comparisons, other.comparisons, strict=True):
        assert careful.p_value > plain.p_value
        assert careful.effect_interval.low < plain.effect_interval.low


def test_repetitions_add_no_dof(hitrate):
    frame = pd.DataFrame(hitrate.values, columns=hitrate.algorithms)
    frame = frame.assign(repetition=[1] * 5 + [2] * 5, fold=[1, 2, 3, 4, 5] * 2)
    scores = Scores.from_frame(frame, Roles(score="accuracy", repeat=("repetition", "fold")))
    of_splits, other = corrected_t(scores), corrected_t(scores, dof="folds")
    for plain, careful in zip(of_splits.comparisons, other.comparisons, strict=True):
        assert careful.statistic == plain.statistic
        assert careful.p_value == pytest.approx(2 * stats.t.sf(abs(plain.statistic), 4))
    with pytest.raises(OptionError, match="dof='folds' needs a column that is called fold"):
        corrected_t(as_folds(hitrate, "seed"), test_fraction=0.1, dof="folds")


def test_datasets_are_refused(hitrate):
    with pytest.raises(DesignError, match=r"on one dataset, from repeated scores; .* 10 datasets"):
        corrected_t(hitrate, test_fraction=0.1)
    long = pd.DataFrame(
        [(a, d, f, 0.5 + f / 10) for a in "xy" for d in "pq" for f in (1, 2, 3)],
        columns=["algorithm", "dataset", "fold", "accuracy"],
    )
    with pytest.raises(DesignError) as caught:
        corrected_t(Scores.from_frame(long))
    assert "df[df['dataset'] == 'p'].bench.corrected_t()" in caught.value.hint
