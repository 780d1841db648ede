import math

import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from needs import LONG
from published import cases
from scipy import special

from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.stats import anova


def table(values):
    return Scores.from_frame(pd.DataFrame(values), Roles(score="accuracy"))


@loop_over(("scores", "answer"), cases("anova"))
def test_against_r(scores, answer):
    result = anova(scores)
    for source in ("Treatments", "Blocks"):
        row, r = result.row(source), answer[source.lower()]
        numbers = (row.dof, row.sum_of_squares, row.mean_square, row.statistic, row.p_value)
        expected = (r["dof"], r["ss"], r["ms"], r["f"], r["p"])
        assert numbers == pytest.approx(expected, rel=1e-8)
        effects = (row.eta_squared, row.partial_eta_squared, row.partial_omega_squared)
        shares = (r["eta2"], r["partial_eta2"], r["partial_omega2"])
        assert effects == pytest.approx(shares, rel=1e-8, abs=1e-12)
    error, total = result.row("Error"), result.row("Total")
    assert (error.dof, total.dof) == (answer["error"]["dof"], answer["total"]["dof"])
    assert error.sum_of_squares == pytest.approx(answer["error"]["ss"], rel=1e-8)
    assert total.sum_of_squares == pytest.approx(answer["total"]["ss"], rel=1e-8)


@loop_over(("scores", "answer"), cases("anova"))
def test_the_interval_of_partial_eta_squared_against_r(scores, answer):
    """R 4.2.2's pf with a noncentrality, inverted by uniroot; hitrate's F of 86,783 is beyond it."""
    row = anova(scores).row("Treatments")
    if answer["eta"] is None:
        assert row.statistic > 1e4 or answer["error"]["ss"] < 1e-12 * answer["total"]["ss"]
        return
    low, high = answer["eta"][3:]
    # of an F near 0, R's interval ends at 0, below the estimate
    expected = (low, max(high, row.partial_eta_squared))
    assert row.eta_interval[:2] == pytest.approx(expected, rel=1e-6, abs=1e-8)


@loop_over(("scores", "answer"), cases("anova"))
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


@loop_over(("scores", "answer"), cases("oneway"))
def test_the_interval_of_eta_squared_of_runs_against_r(scores, answer):
    """R 4.2.2's pf with a noncentrality, and dof by Brown and Forsythe's variances and the fourth moments."""
    row = anova(scores, blocks=False).row("Treatments")
    if answer["eta"] is None:
        assert row.statistic > 1e4
        return
    low, high = answer["eta"][4:]
    expected = (low, max(high, row.partial_eta_squared))
    assert row.eta_interval[:2] == pytest.approx(expected, rel=1e-6, abs=1e-8)


@loop_over(("scores", "answer"), cases("oneway"))
def test_without_blocks_against_r(scores, answer):
    """R 4.2.2 oneway.test, with equal variances and Welch's."""
    welch, equal = anova(scores, blocks=False), anova(scores, blocks=False, variant="uncorrected")
    assert welch.variant == "welch"
    for result, expected in ((welch, answer["welch"]), (equal, answer["equal"])):
        assert result.statistic == pytest.approx(expected["f"], rel=1e-8)
        assert result.p_value == pytest.approx(expected["p_value"], rel=1e-6)
        assert result.dof == pytest.approx(tuple(expected["dof"]), rel=1e-8)
    assert equal.effect_size == pytest.approx(answer["eta2"], rel=1e-8)
    assert equal.row("Treatments").partial_omega_squared == pytest.approx(
        answer["omega2"], rel=1e-8
    )
    squares = [equal.row("Treatments").sum_of_squares, equal.row("Error").sum_of_squares]
    assert squares == pytest.approx(answer["ss"], rel=1e-8)


def test_variants_belong_to_designs(demsar):
    with pytest.raises(OptionError, match="variant must be one of 'auto', 'greenhouse_geisser'"):
        anova(demsar, variant="welch")
    with pytest.raises(OptionError, match="variant must be one of 'auto', 'welch'"):
        anova(demsar, blocks=False, variant="huynh_feldt")


@loop_over(("scores", "answer"), cases("gaps"))
def test_gaps_against_r(scores, answer):
    """R 4.2.2's car::Anova of type II."""
    result = anova(scores, variant="pooled")
    (term,), r = result.terms, answer["treatments"]
    assert (term.dof, term.dof_error) == (r["dof"], answer["error"]["dof"])
    assert term.statistic == pytest.approx(r["f"], rel=1e-8)
    assert term.p_value == pytest.approx(r["p"], rel=1e-7)


@pytest.mark.parametrize("blocks", [True, False])
def test_the_interval_of_partial_eta_squared_inverts_the_noncentral_f(demsar, blocks):
    """At its ends, F is at the 2.5 and 97.5 % points of the noncentral F; test_factorial_anova asks R."""
    result = anova(demsar, blocks=blocks, variant="uncorrected")
    row, error = result.row("Treatments"), result.row("Error")
    high = row.eta_interval.high
    noncentrality = high * error.dof / (1 - high)
    share = special.ncfdtr(row.dof, error.dof, noncentrality, row.statistic)
    if special.fdtr(row.dof, error.dof, row.statistic) > 0.025:
        assert share == pytest.approx(0.025, rel=1e-6)
    else:
        # F is smaller than the model allows for
        assert high == pytest.approx(row.partial_eta_squared, rel=1e-12)
    low = row.eta_interval.low
    if low:
        share = special.ncfdtr(row.dof, error.dof, low * error.dof / (1 - low), row.statistic)
        assert share == pytest.approx(0.975, rel=1e-6)
    else:
        assert special.fdtr(row.dof, error.dof, row.statistic) <= 0.975
    assert low <= row.partial_eta_squared <= high * (1 + 1e-12)
    assert result.row("Error").eta_interval is None


@LONG
def test_the_intervals_of_shares_cover():
    """η² = λ/(λ + dof of the error), ω² = λ/(λ + nk), blocks fixed; 4.4 standard errors about 95 %."""
    rng = np.random.default_rng(19)
    effects = np.array([0.0, 0.3, 0.6, 0.9])
    n = 10
    noncentrality = n * ((effects - effects.mean()) ** 2).sum()
    truth = noncentrality / (noncentrality + 3 * (n - 1))
    unbiased = noncentrality / (noncentrality + 4 * n)
    covered, omegas = np.zeros(2), []
    for _ in range(600):
        row = anova(table(rng.normal(size=(n, 4)) + effects)).row("Treatments")
        eta, omega = row.eta_interval, row.omega_interval
        covered += eta.low <= truth <= eta.high, omega.low <= unbiased <= omega.high
        omegas.append(row.partial_omega_squared)
    assert (covered >= 0.91 * 600).all()
    assert (covered <= 0.99 * 600).all()
    # the floor at 0 lifts a few; η² is .06 too high
    assert np.mean(omegas) == pytest.approx(unbiased, abs=0.02)


@pytest.mark.parametrize("blocks", [True, False])
def test_heavy_tails_weaken_intervals_of_shares(blocks):
    values = np.random.default_rng(19).normal(size=(20, 3))
    assert not any("η²" in note for note in anova(table(values), blocks=blocks).warnings)
    values[3, 1] = 15
    (note,) = (note for note in anova(table(values), blocks=blocks).warnings if "η²" in note)
    assert "held the truth in 89 to 99 %" in note
    assert not anova(table(values), blocks=blocks, variant="uncorrected").warnings


def test_a_name_that_formulas_read_as_missing_keeps_its_rows():
    values = np.random.default_rng(0).random((6, 3))
    frame = pd.DataFrame(values, columns=["nan", "a", "b"]).assign(dataset=["nan", *"vwxyz"])
    result = anova(Scores.from_frame(frame, Roles(score="accuracy", dataset="dataset")))
    model = result.model()
    assert model.nobs == 18
    assert model.ssr == pytest.approx(result.row("Error").sum_of_squares, rel=1e-12)
