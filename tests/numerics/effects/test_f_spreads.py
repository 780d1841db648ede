import numpy as np
import pytest

from benchreport.numerics.effects.f_spreads import block_spread, residual_spread, sample_spread
from benchreport.numerics.effects.partial_shares import partial_shares


def test_blocks_that_vary_alike_have_the_dof_of_f():
    contrasts = np.random.default_rng(19).normal(size=(20_000, 4)) + np.array([0.2, 0, 0, 0])
    assert block_spread(contrasts, 4, 0.05)[:2] == pytest.approx((4, 4 * 19_999), rel=0.05)


def test_two_algorithms_have_one_direction():
    """The dof are those of F but for squares that differ between blocks more than normal ones do."""
    contrasts = np.random.default_rng(8).normal(size=(12, 1)) + 1
    dof, dof_error = block_spread(contrasts, 1, 0.05)[:2]
    assert dof == pytest.approx(1)
    assert dof_error <= 11


def test_rotated_contrasts_are_the_same():
    rng = np.random.default_rng(5)
    contrasts = rng.normal(size=(9, 3)) * np.array([3, 1, 1]) + np.array([1, 0, 2])
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    assert block_spread(contrasts @ turn, 3, 0.1) == pytest.approx(block_spread(contrasts, 3, 0.1))


@pytest.mark.parametrize("scale", [1, 5])
def test_the_variance_in_the_direction_of_the_effect_counts(scale):
    """An effect of a contrast that varies much is less sure, and of one that varies little surer."""
    rng = np.random.default_rng(3)
    contrasts = rng.normal(size=(400, 3)) * np.array([scale, 1, 1]) + np.array([1, 0, 0])
    dof, dof_error = block_spread(contrasts, 3, 0.05)[:2]
    mean = (scale**2 + 2) / 3
    assert dof == pytest.approx(3 * mean / scale**2, rel=0.15)
    # Welch and Satterthwaite
    expected = 399 * (scale**2 + 2) ** 2 / (scale**4 + 2)
    assert dof_error == pytest.approx(expected, rel=0.2)


def test_without_an_error_there_is_none():
    assert block_spread(np.ones((4, 2)), 2, 0.05) is None


def test_normal_samples_of_equal_variance_have_the_dof_of_f():
    samples = tuple(
        np.random.default_rng(4).normal(size=(4, 5000)) + np.array([[0], [0], [0], [0.3]])
    )
    dof, dof_error, cautious, ratio, heavy = sample_spread(samples, 0.05)
    assert (dof, dof_error, ratio) == pytest.approx((3, 19_996, 1), rel=0.05)
    assert cautious == pytest.approx(19_996, rel=0.1)
    assert not heavy


def test_small_samples_that_vary_much_add_to_the_numerator():
    """Brown and Forsythe (1974): the expected numerator over the error's, of known variances."""
    rng = np.random.default_rng(9)
    sizes, deviations = np.array([4, 12, 20]), np.array([4.0, 2.5, 1.0])
    found = [
        sample_spread(
            tuple(rng.normal(0, d, n) for n, d in zip(sizes, deviations, strict=True)), 0.05
        ).ratio
        for _ in range(2000)
    ]
    means = ((1 - sizes / 36) * deviations**2).sum() / 2
    error = ((sizes - 1) * deviations**2).sum() / 33
    assert np.median(found) == pytest.approx(means / error, rel=0.1)


def test_intervals_of_uneven_runs_cover():
    """With the dof of F they held η² = .1 in 86 to 90 % of draws; 4 standard errors about 95 %."""
    rng = np.random.default_rng(2)
    sizes, deviations = np.array([4, 12, 20]), np.array([4.0, 2.5, 1.0])
    variance = ((sizes - 1) * deviations**2).sum() / 33
    means = np.array([0.0, 1, 2]) - (sizes @ [0, 1, 2]) / 36
    means *= np.sqrt(33 / 9 * variance / (sizes @ means**2))
    held = 0
    for _ in range(500):
        samples = [rng.normal(*how) for how in zip(means, deviations, sizes, strict=True)]
        together = np.concatenate(samples)
        between = sizes @ [(sample.mean() - together.mean()) ** 2 for sample in samples]
        within = sum(((sample - sample.mean()) ** 2).sum() for sample in samples)
        spread = sample_spread(tuple(samples), 0.05)
        eta, _ = partial_shares(between / 2 / (within / 33), 2, 33, 36, 0.95, spread)
        held += eta.low <= 0.1 <= eta.high
    assert 0.91 * 500 <= held <= 0.985 * 500


@pytest.mark.parametrize("shape", ["samples", "blocks", "residuals"])
def test_tails_that_make_the_error_are_heavy(shape):
    def spread(errors):
        if shape == "samples":
            return sample_spread(tuple(errors.reshape(3, 20)), 0.05)
        if shape == "blocks":
            return block_spread(errors.reshape(20, 3), 3, 0.05)
        return residual_spread(errors, np.full(60, 0.05), 2, 57.0)

    errors = np.random.default_rng(5).normal(size=60)
    usual = spread(errors)
    assert not usual.heavy
    errors[7] = 12
    outlier = spread(errors)
    assert outlier.heavy
    assert outlier.dof_cautious < outlier.dof_error < usual.dof_error


def test_samples_and_residuals_without_an_error_have_none():
    assert sample_spread((np.ones(3), np.zeros(4)), 0.05) is None
    assert residual_spread(np.zeros(5), np.full(5, 0.2), 1, 4.0) is None


def test_pairs_of_runs_say_nothing_of_tails():
    spread = sample_spread((np.array([1.0, 2]), np.array([3.0, 5]), np.array([9.0, 2])), 0.05)
    assert spread.dof_error == spread.dof_cautious


KURTOSIS = {"uniform": -1.2, "laplace": 3.0, "exponential": 6.0}


def draw(kind, rng, shape):
    """Return errors of variance 1."""
    scale = {"uniform": np.sqrt(3), "laplace": np.sqrt(0.5), "exponential": 1.0}[kind]
    if kind == "uniform":
        return rng.uniform(-scale, scale, size=shape)
    return getattr(rng, kind)(scale=scale, size=shape)


@pytest.mark.parametrize("kind", KURTOSIS)
@pytest.mark.parametrize("shape", ["samples", "blocks", "residuals"])
def test_the_error_varies_as_theory_says(kind, shape):
    """Atiqullah (1962), Biometrika 49: var(MS) = σ⁴ (2/ν + γ₂ Σ mᵢᵢ²/ν²), with mᵢᵢ = 1 − leverage.

    The kurtosis γ₂ is that of the errors, known here; ours is estimated from 4000 of them, 40 times.
    """
    rng = np.random.default_rng(31)
    found = []
    for _ in range(40):
        if shape == "blocks":
            table = draw(kind, rng, (1000, 4))
            left = table - table.mean(axis=1, keepdims=True)
            found.append(block_spread(left, 3, 0.05).dof_error)
            room, dof = 4000 * (1 - 1 / 4) ** 2, 3 * 999
        elif shape == "samples":
            errors = draw(kind, rng, (4, 1000))
            found.append(sample_spread(tuple(errors), 0.05).dof_error)
            room, dof = 4000 * (1 - 1 / 1000) ** 2, 3996
        else:
            columns = np.column_stack([np.ones(4000), rng.normal(size=(4000, 5))])
            q = np.linalg.qr(columns)[0]
            errors = draw(kind, rng, 4000)
            leverage, dof = (q * q).sum(axis=1), 3994.0
            left = errors - q @ (q.T @ errors)
            found.append(residual_spread(left, leverage, 3, dof).dof_error)
            room = float(((1 - leverage) ** 2).sum())
    # tails that look lighter than normal ones are not counted on
    expected = 2 / dof + max(KURTOSIS[kind], 0) * room / dof**2
    assert np.mean(2 / np.array(found)) == pytest.approx(expected, rel=0.08)
