import math

import numpy as np
import pandas as pd
import pytest
from published import cases

from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.stats import anova


def table(values):
    return Scores.from_frame(pd.DataFrame(values), Roles(score="accuracy"))


@pytest.mark.parametrize(("scores", "answer"), cases("anova"))
def test_against_r(scores, answer):
    result = anova(scores)
    for source in ("Treatments", "Blocks"):
        row, r = result.row(source), answer[source.lower()]
        numbers = (row.dof, row.sum_of_squares, row.mean_square, row.statistic, row.p_value)
        expected = (r["dof"], r["ss"], r["ms"], r["f"], r["p"])
        assert numbers == pytest.approx(expected, rel=1e-8)
        effects = (row.eta_squared, row.partial_eta_squared, row.omega_squared)
        assert effects == pytest.approx((r["eta2"], r["partial_eta2"], r["omega2"]), rel=1e-8)
    error, total = result.row("Error"), result.row("Total")
    assert (error.dof, total.dof) == (answer["error"]["dof"], answer["total"]["dof"])
    assert error.sum_of_squares == pytest.approx(answer["error"]["ss"], rel=1e-8)
    assert total.sum_of_squares == pytest.approx(answer["total"]["ss"], rel=1e-8)


@pytest.mark.parametrize(("scores", "answer"), cases("anova"))
def test_sphericity_against_r(scores, answer):
    sphericity, r = anova(scores).sphericity, answer["sphericity"]
    if r is None:
        assert math.isnan(sphericity.mauchly_p)
        return
    assert sphericity.mauchly_w == pytest.approx(r["w"], rel=1e-8)
    assert sphericity.mauchly_w == pytest.approx(r["w_direct"], rel=1e-8)
    assert sphericity.mauchly_p == pytest.approx(r["p"], rel=1e-8)
    assert sphericity.greenhouse_geisser == pytest.approx(r["gg"], rel=1e-8)
    assert sphericity.huynh_feldt == pytest.approx(r["hf"], rel=1e-8)
    assert sphericity.p_greenhouse_geisser == pytest.approx(r["p_gg"], rel=1e-8)
    assert sphericity.p_huynh_feldt == pytest.approx(r["p_hf"], rel=1e-8)


def test_hitrate_as_printed(hitrate):
    """A lecture at National Taiwan University, printed from R: Method and fold."""
    result = anova(hitrate, variant="uncorrected")
    method, fold = result.row("Treatments"), result.row("Blocks")
    assert method.statistic == pytest.approx(86782.758, abs=5e-4)
    assert result.dof == (5, 45)
    assert method.p_value < 2e-16
    assert fold.statistic == pytest.approx(8.843, abs=5e-4)
    assert fold.p_value == pytest.approx(1.64e-07, abs=5e-10)


def test_variants_decide(hitrate):
    p = {variant: anova(hitrate, variant=variant).p_value for variant in VARIANTS}
    assert p["uncorrected"] < p["huynh_feldt"] < p["greenhouse_geisser"]
    with pytest.raises(OptionError, match="variant must be one of"):
        anova(hitrate, variant="gg")


VARIANTS = ("greenhouse_geisser", "huynh_feldt", "uncorrected")


def test_no_spread_within_blocks():
    result = anova(table(np.repeat([[1.0], [2.0], [5.0]], 3, axis=1)))
    assert (result.statistic, result.p_value) == (0, 1)


def test_no_error():
    result = anova(table(np.array([[1.0, 2, 3], [2, 3, 4], [5, 6, 7]])))
    assert math.isinf(result.statistic)
    assert result.p_value == 0


def test_large_offset_keeps_digits():
    values = np.random.default_rng(0).normal(size=(8, 3)).round(3)
    assert anova(table(values + 1e6)).statistic == pytest.approx(
        anova(table(values)).statistic, rel=1e-8
    )


@pytest.mark.parametrize(("scores", "answer"), cases("oneway"))
def test_without_blocks_against_r(scores, answer):
    """R 4.2.2 oneway.test, with equal variances and Welch's."""
    welch, equal = anova(scores, blocks=False), anova(scores, blocks=False, variant="uncorrected")
    assert welch.variant == "welch"
    for result, expected in ((welch, answer["welch"]), (equal, answer["equal"])):
        assert result.statistic == pytest.approx(expected["f"], rel=1e-8)
        assert result.p_value == pytest.approx(expected["p_value"], rel=1e-6)
        assert result.dof == pytest.approx(tuple(expected["dof"]), rel=1e-8)
    assert equal.effect_size == pytest.approx(answer["eta2"], rel=1e-8)
    assert equal.row("Treatments").omega_squared == pytest.approx(answer["omega2"], rel=1e-8)
    squares = [equal.row("Treatments").sum_of_squares, equal.row("Error").sum_of_squares]
    assert squares == pytest.approx(answer["ss"], rel=1e-8)


def test_variants_belong_to_designs(demsar):
    with pytest.raises(OptionError, match="variant must be one of 'auto', 'greenhouse_geisser'"):
        anova(demsar, variant="welch")
    with pytest.raises(OptionError, match="variant must be one of 'auto', 'welch'"):
        anova(demsar, blocks=False, variant="huynh_feldt")


@pytest.mark.parametrize(("scores", "answer"), cases("gaps"))
def test_gaps_against_r(scores, answer):
    """R 4.2.2's car::Anova of type II."""
    result = anova(scores, gaps=True)
    for source in ("Treatments", "Blocks"):
        row, r = result.row(source), answer[source.lower()]
        numbers = row.dof, row.sum_of_squares, row.statistic, row.p_value
        assert numbers == pytest.approx((r["dof"], r["ss"], r["f"], r["p"]), rel=1e-8)
    error = result.row("Error")
    assert error.dof == answer["error"]["dof"]
    assert error.sum_of_squares == pytest.approx(answer["error"]["ss"], rel=1e-9)
    assert result.row("Total").sum_of_squares == pytest.approx(answer["total"], rel=1e-9)
    assert result.dof == (answer["treatments"]["dof"], error.dof)


@pytest.mark.parametrize(("scores", "answer"), cases("anova"))
def test_without_gaps_both_ways_agree(scores, answer):
    del answer
    complete, fitted = anova(scores), anova(scores, gaps=True)
    for row, other in zip(complete.rows, fitted.rows, strict=True):
        for name in ("dof", "sum_of_squares", "statistic", "p_value", "eta_squared"):
            expected = pytest.approx(getattr(row, name), rel=1e-6, nan_ok=True)
            assert getattr(other, name) == expected


def test_gaps_have_one_variant_and_need_blocks():
    scores = table({"a": [1, 2, 4], "b": [2, None, 5], "c": [1, 3, 6]})
    assert anova(scores, gaps=True).sphericity is None
    with pytest.raises(OptionError, match="variant"):
        anova(scores, gaps=True, variant="greenhouse_geisser")
    with pytest.raises(OptionError, match="empty cells of blocks"):
        anova(scores, gaps=True, blocks=False)
