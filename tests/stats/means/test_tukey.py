import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from needs import LONG
from published import by_pair, cases

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError
from benchreport.stats import tukey


@pytest.mark.parametrize(("scores", "answer"), cases("tukey"))
def test_against_r(scores, answer):
    wide = {(row.first, row.second): row for row in tukey(scores, alpha=0.01).comparisons}
    rows = {(row.first, row.second): row for row in tukey(scores).comparisons}
    scale = float(np.ptp(scores.values))
    assert len(rows) == len(answer["pairs"])
    for pair in answer["pairs"]:
        row = rows[pair["first"], pair["second"]]
        assert row.difference == pytest.approx(pair["difference"], rel=1e-8, abs=1e-10 * scale)
        # qtukey stops iterating at about 1e-6
        assert row.interval.low == pytest.approx(pair["low"], rel=2e-6, abs=2e-6 * scale)
        assert row.interval.high == pytest.approx(pair["high"], rel=2e-6, abs=2e-6 * scale)
        assert wide[pair["first"], pair["second"]].interval.low == pytest.approx(
            pair["low99"], rel=2e-6, abs=2e-6 * scale
        )
        assert row.statistic == pytest.approx(pair["q"], rel=1e-8, abs=1e-9)
        assert row.p_value == pytest.approx(pair["t_p"], rel=1e-8, abs=1e-14)
        # ptukey errs by up to 1e-7 here; tests/numerics checks the same function to 1e-10
        assert row.p_adjusted == pytest.approx(pair["p"], abs=2e-7)
        assert round(row.p_adjusted, 6) == pytest.approx(round(pair["p_adj"], 6), abs=1.1e-6)


@pytest.mark.parametrize(("scores", "answer"), cases("run_means"))
def test_unequal_runs_against_r(scores, answer):
    """R 4.2.2 TukeyHSD(aov(score ~ algorithm)); ptukey is good to about 1e-10, qtukey to 1e-6."""
    rows = by_pair(tukey(scores, blocks=False))
    for pair in answer["pairs"]:
        row = rows[pair["first"], pair["second"]]
        assert row.difference == pytest.approx(pair["difference"], rel=1e-10)
        assert row.statistic == pytest.approx(pair["q"], rel=1e-10)
        assert row.p_adjusted == pytest.approx(pair["p"], rel=1e-6, abs=1e-9)
        assert row.interval[:2] == pytest.approx((pair["low"], pair["high"]), rel=5e-6, abs=5e-6)


def test_two_samples_of_runs_are_students_t_test():
    from scipy import stats

    x, y = [3.0, 5, 4, 8], [1.0, 2, 2.5]
    runs = pd.DataFrame({"algorithm": list("aaaabbb"), "auc": [*x, *y]})
    (row,) = tukey(Scores.from_frame(runs), blocks=False).comparisons
    expected = stats.ttest_ind(x, y)
    assert row.p_adjusted == pytest.approx(expected.pvalue, rel=1e-9)
    assert row.interval[:2] == pytest.approx(tuple(expected.confidence_interval()), rel=1e-8)


def test_constant_runs_are_equal_or_certainly_different():
    runs = pd.DataFrame({"algorithm": list("aabbcc"), "auc": [0.1, 0.1, 0.1, 0.1, 0.3, 0.3]})
    rows = tukey(Scores.from_frame(runs), blocks=False).comparisons
    assert [row.p_adjusted for row in rows] == [1.0, 0.0, 0.0]


def test_hitrate_as_printed(hitrate):
    """A lecture at National Taiwan University, printed from R's TukeyHSD."""
    rows = {(row.first, row.second): row for row in tukey(hitrate).comparisons}
    # R lists sexy − Coco and knn − Coco; ours is first − second in the table's order
    sexy, knn = rows["Coco", "sexy"], rows["Coco", "knn"]
    assert -sexy.difference == pytest.approx(0.042, abs=1e-9)
    assert -sexy.interval.high == pytest.approx(-0.119851, abs=5e-7)
    assert -sexy.interval.low == pytest.approx(0.203851, abs=5e-7)
    assert sexy.p_adjusted == pytest.approx(0.9708136, abs=5e-8)
    assert -knn.difference == pytest.approx(-1.173, abs=1e-9)
    assert -knn.interval.high == pytest.approx(-1.334851, abs=5e-7)
    assert -knn.interval.low == pytest.approx(-1.011149, abs=5e-7)


def test_no_error_term():
    values = np.array([[1.0, 2, 2], [2, 3, 3], [5, 6, 6]])
    frame = pd.DataFrame(values, columns=list("abc"))
    rows = tukey(Scores.from_frame(frame, Roles(score="accuracy"))).comparisons
    assert [row.p_adjusted for row in rows] == [0, 0, 1]


def test_two_algorithms_is_the_paired_t_test(random_table):
    from scipy import stats

    values = random_table.values[:, :2]
    frame = pd.DataFrame(values, columns=["a", "b"])
    row = tukey(Scores.from_frame(frame, Roles(score="accuracy"))).comparisons[0]
    expected = stats.ttest_rel(values[:, 0], values[:, 1])
    interval = expected.confidence_interval(0.95)
    assert row.p_adjusted == pytest.approx(expected.pvalue, rel=1e-10)
    assert row.interval[:2] == pytest.approx((interval.low, interval.high), rel=1e-8)


# R 4.2.2, emmeans 1.8.4.1: confint(eff_size(emmeans(fit, "algorithm"), sigma(fit), df.residual(fit)))
# of lm(score ~ algorithm + dataset) on Demšar's Table 6
EFF_SIZE = {
    ("C4.5", "C4.5+cf"): (-0.211448888223, -0.977486446340, 0.5545886698944),
    ("C4.5", "C4.5+m+cf"): (-1.219446453336, -2.033367532967, -0.4055253737060),
    ("C4.5+m", "C4.5+cf"): (0.636691754002, -0.141595651173, 1.4149791591762),
    ("C4.5+m", "C4.5+m+cf"): (-0.371305811112, -1.140526103303, 0.3979144810788),
    ("C4.5+cf", "C4.5+m+cf"): (-1.007997565114, -1.806598210451, -0.2093969197761),
}


def test_effect_against_r(demsar):
    rows = {(row.first, row.second): row for row in tukey(demsar).comparisons}
    for pair, expected in EFF_SIZE.items():
        effect = (rows[pair].effect_size, *rows[pair].effect_interval[:2])
        assert effect == pytest.approx(expected, rel=1e-8)


@LONG
def test_effect_interval_covers():
    """The delta method's interval for d holds the true value about as often as it says."""
    rng, true, hits = np.random.default_rng(11), 1.0, 0
    for _ in range(400):
        values = rng.normal(size=(20, 3)) + rng.normal(size=(20, 1)) + np.array([true, 0, 0])
        frame = pd.DataFrame(values, columns=list("abc"))
        row = tukey(Scores.from_frame(frame, Roles(score="accuracy"))).comparisons[0]
        hits += row.effect_interval.low <= true <= row.effect_interval.high
    assert 0.92 <= hits / 400 <= 0.98


@pytest.mark.parametrize(("scores", "answer"), cases("gaps"))
def test_gaps_against_r(scores, answer):
    """R 4.2.2's emmeans of lm(score ~ algorithm + block), with ptukey."""
    result = tukey(scores, factor="algorithm")
    rows, scale = by_pair(result), float(np.nanmax(np.abs(scores.values)))
    assert result.centres == pytest.approx(answer["means"], rel=1e-9)
    for pair in answer["pairs"]:
        row = rows[pair["first"], pair["second"]]
        assert row.difference == pytest.approx(pair["difference"], rel=1e-9, abs=1e-12 * scale)
        assert row.statistic == pytest.approx(pair["q"], rel=1e-8)
        assert row.p_value == pytest.approx(pair["p_alone"], rel=1e-7)
        assert row.p_adjusted == pytest.approx(pair["p"], rel=1e-6, abs=1e-8)
        # qtukey stops iterating at about 1e-6
        expected = pytest.approx((pair["low"], pair["high"]), rel=2e-5, abs=2e-5 * scale)
        assert (row.interval.low, row.interval.high) == expected
        assert row.effect_size == pytest.approx(pair["d"], rel=1e-8, abs=1e-12)
        ends = row.effect_interval.low, row.effect_interval.high
        assert ends == pytest.approx((pair["d_low"], pair["d_high"]), rel=1e-7)


@loop_over(("scores", "answer"), cases("tukey"))
def test_without_gaps_least_squares_means_are_means(scores, answer):
    del answer
    complete, fitted = tukey(scores), tukey(scores, factor="algorithm")
    for row, other in zip(complete.comparisons, fitted.comparisons, strict=True):
        for name in ("difference", "statistic", "p_value", "p_adjusted", "effect_size"):
            assert getattr(other, name) == pytest.approx(getattr(row, name), rel=1e-6, abs=1e-12)
        assert other.interval.low == pytest.approx(row.interval.low, rel=1e-6, abs=1e-12)


def test_gaps_are_refused_with_the_way_that_allows_them():
    frame = pd.DataFrame({"a": [1.0, 2, 3], "b": [2.0, 4, np.nan]}, index=["x", "y", "z"])
    table = frame.bench(score="accuracy")
    with pytest.raises(DesignError, match=r"df\.bench\.tukey\(factor='algorithm'\) allows gaps"):
        table.tukey()
    assert table.tukey(factor="algorithm").comparisons[0].difference == pytest.approx(-1.5)
