import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looped import loop_over
from scipy import optimize
from scipy import special as sp
from scipy import stats as scipy_stats
from score_intervals import score_interval

from benchreport.numerics.predictions.proportion_differences import newcombe_paired
from benchreport.numerics.predictions.score_margins import Discordant, score_z

# the intervals of Tango (1998), without a correction
PUBLISHED = [
    # Fagerland, Lydersen & Laake (2017), chapter 8, and R's contingencytables 3.0.0: Cavo, Bentur
    (6, 16, 161, 0.95, -0.1240, -0.0054),
    (1, 7, 21, 0.95, -0.517, -0.026),
    # scoreci.mp of R's PropCIs
    (25, 28, 618, 0.90, -0.0247, 0.0148),
]


def table_of(*counts):
    return Discordant(*(np.atleast_1d(np.asarray(each, dtype=float)) for each in counts))


@pytest.mark.parametrize(("gains", "losses", "n", "confidence", "low", "high"), PUBLISHED)
def test_published_intervals(gains, losses, n, confidence, low, high):
    ends = score_interval(table_of(gains, losses, n), confidence, correction=0)
    digits = len(str(high).partition(".")[2])
    assert [round(float(end[0]), digits) for end in ends] == [low, high]


@loop_over("counts", [(6, 16, 161), (0, 1, 44), (3, 0, 12), (0, 0, 30), (25, 28, 618)])
@loop_over("difference", [-0.3, -0.1, -0.01, 0.0, 0.05, 0.4])
def test_the_error_is_that_of_the_likeliest_shares(counts, difference):
    """The closed form equals a search over the shares of losses that the difference allows."""
    gains, losses, n = counts

    def unlikely(losing):
        shares = np.array([losing + difference, losing, 1 - 2 * losing - difference])
        return -np.sum(sp.xlogy([gains, losses, n - gains - losses], np.maximum(shares, 0.0)))

    bounds = max(0.0, -difference), (1 - difference) / 2
    losing = optimize.minimize_scalar(
        unlikely, bounds=bounds, method="bounded", options={"xatol": 1e-12}
    ).x
    found = np.sqrt((2 * losing + difference - difference**2) / n)
    # a search ends a little inside of its bounds
    assert table_of(*counts).error_at(difference)[0] == pytest.approx(found, rel=1e-4, abs=1e-4)


@settings(deadline=None)
@given(
    st.integers(0, 30),
    st.integers(0, 30),
    st.integers(1, 100),
    st.sampled_from([0.5, 0.9, 0.95, 0.999]),
)
def test_intervals(gains, losses, rest, confidence):
    table = table_of(gains, losses, gains + losses + rest)
    (estimate,) = table.difference
    (low,), (high,) = score_interval(table, confidence)
    assert -1 <= low < estimate < high <= 1
    mirrored = score_interval(table_of(losses, gains, gains + losses + rest), confidence)
    assert [-mirrored[1][0], -mirrored[0][0]] == pytest.approx([low, high], abs=1e-9)
    wider = score_interval(table, (1 + confidence) / 2)
    assert wider[0][0] <= low
    assert high <= wider[1][0]
    plain = score_interval(table, confidence, correction=0)
    assert low <= plain[0][0]
    assert plain[1][0] <= high
    # the ends are where the tests begin to reject
    for end, side in ((low, 1), (high, 0)):
        if abs(end) < 1 - 1e-6:
            sign = 1 if side else -1
            z = sign * score_z(table, end)[side][0]
            assert scipy_stats.norm.sf(z) == pytest.approx((1 - confidence) / 2, rel=1e-6)


def test_many_tables_at_once_of_any_size():
    tables = table_of([6, 0, 4e8], [16, 0, 5e8], [161, 30, 3e9])
    together = score_interval(tables, 0.95)
    for place in range(3):
        alone = score_interval(Discordant(*(part[[place]] for part in tables)), 0.95)
        assert [end[place] for end in together] == [end[0] for end in alone]
    assert together[0][2] == pytest.approx(-1 / 30, abs=1e-4)


def test_without_any_difference_there_is_no_evidence():
    same = table_of(0, 0, 30)
    assert [float(z[0]) for z in score_z(same, 0.0)] == [np.inf, -np.inf]
    low, high = score_interval(same, 0.9)
    assert low[0] == -high[0] < 0


def sizes(n, margin, alpha):
    """Return the largest probabilities of a wrong "worse" and "not worse" where the loss is the margin.

    By enumeration of all tables, over shares of examples that change; of the corrected and the plain score
    test, and of Newcombe's interval.
    """
    gains, losses = (side.ravel() for side in np.indices((n + 1, n + 1)))
    possible = gains + losses <= n
    gains, losses = gains[possible], losses[possible]
    same = n - gains - losses
    table = table_of(gains, losses, np.full(len(gains), n))
    decided = []
    for correction in (0.5, 0.0):
        below, above = score_z(table, -margin, correction=correction)
        decided.append((sp.ndtr(below) <= alpha, sp.ndtr(-above) <= alpha))
    both = same // 2
    cells = np.stack([both, gains, losses, same - both], axis=-1).reshape(-1, 2, 2)
    _, low, high = newcombe_paired(cells, 1 - 2 * alpha)
    decided.append((high < -margin, low > -margin))
    coefficient = sp.gammaln(n + 1) - sum(sp.gammaln(part + 1) for part in (gains, losses, same))
    worst = np.zeros((3, 2))
    for changed in np.unique(
        [*np.linspace(margin, min(1, 3 * margin), 12), *np.linspace(margin, 0.8, 8)]
    ):
        shares = (changed - margin) / 2, (changed + margin) / 2, 1 - changed
        chances = np.exp(
            coefficient
            + sum(sp.xlogy(k, p) for k, p in zip((gains, losses, same), shares, strict=True))
        )
        assert chances.sum() == pytest.approx(1)
        found = [[chances[side].sum() for side in sides] for sides in decided]
        worst = np.maximum(worst, found)
    return worst


@loop_over("n", [20, 60, 150])
@loop_over("margin", [0.02, 0.1])
def test_both_decisions_keep_their_level_by_enumeration(n, margin):
    (worse, not_worse), _, newcombe = sizes(n, margin, 0.05)
    assert worse <= 1.08 * 0.05
    assert not_worse <= 0.05
    if (n, margin) == (20, 0.1):
        # what Newcombe's interval passes where no example gets better: none or one of 20 gets worse
        assert newcombe[1] == pytest.approx(0.9**20, rel=1e-9)
