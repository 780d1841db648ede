"""Detection of changes: whether the last night of each series is better, worse, neither or unclear.

All functions take and return arrays, so that they judge tonight, replayed nights and simulated nights.
"""

import functools

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view
from scipy import special

from benchreport.nightly.config.settings import Alerts, Baseline
from benchreport.nightly.detection.few_nights import measure_few
from benchreport.nightly.detection.nights_apart import level_residuals
from benchreport.nightly.judgements import FEWEST, Anchor, Judgements, Trend, Widths
from benchreport.numerics.multiplicity.adjust import adjust
from benchreport.numerics.series.autocorrelation import effective_size, lag_one, shrink
from benchreport.numerics.series.drift import drift, kendall, sen_slope
from benchreport.numerics.series.level_shift import (
    Shift,
    Spread,
    choose_clip,
    measure_spread,
    shift,
    winsorize,
)
from benchreport.numerics.series.means_with_gaps import column_means

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.intp]

ENORMOUS = 1e6
"""More standard deviations than this count as so many when the nights of a change are estimated."""

SMALLEST_FAMILY = 30
"""Smaller families are adjusted as if they had this many series, to limit their false alarms."""

OLD = 5
"""A regression that has been open for this many nights does not count as a discovery of tonight."""

OUTSTANDING, BY_CHANCE = 2.5, 0.0124
"""A night stands out for a series beyond this many standard deviations; how often it does by chance."""

SEVERAL = 3
"""So many series more than chance explains make a night odd."""

PLENTY = 20
"""With fewer nights, a baseline keeps those that are tested: it needs them more."""

CONFIDENCE = 0.95


def judge(
    values: Floats,
    levels: Ints,
    alerts: Alerts,
    baseline: Baseline,
    *,
    relevant: Floats | float = 0.0,
    anchor: Anchor | None = None,
    drifts: Bools | None = None,
    widths: Widths | None = None,
) -> Judgements:
    """Judge the last night of each series.

    Parameters
    ----------
    values
        (T, S) values of the series, tonight last, higher is better; NaN where a night has none.
    levels
        (T, S) the level that each night belongs to. A new one begins where a change was accepted;
        −1 marks nights that no baseline may use.
    alerts, baseline
        The settings of the alerts and of the baseline.
    relevant
        (S,) the smallest change that is worth an alert, in the unit of the values.
    anchor
        A level to use instead of the mean of the baseline; the spread still comes from the last nights.
    widths
        How wide the nights spread; as usual if not given. Series with fewer than ``min_nights`` are judged,
        provisionally, if it says what their runs let expect.
    drifts
        (S,) which series already have an open drift; like old regressions, they are no discoveries.

    Notes
    -----
    The baseline is the winsorized mean of the last nights at the present level, without those held back and,
    where ``min_nights`` others, and at least 20, remain, without all that are tested together. Its spread is
    that of all nights in the window, each around its own level. See `shift` for the test, which looks at the
    last ``confirm`` nights together, at one more, at twice and at four times as many. A night on which far
    more series stand out than on the others is no evidence for any of them but the common ones; it only makes
    them doubtful.
    P-values are adjusted over the series of the night by the method of Benjamini and Hochberg; series that
    have been worse for five nights are a separate family. A family of fewer than 30 series is adjusted as if
    it had 30.
    """
    windows = alerts.windows
    recent = _last(values, windows[-1])
    wide = np.ones(recent.shape)
    if widths is not None:
        wide = _last_of(widths.spreads, values, windows[-1])
    usual, spread = _measure_baseline(values, levels, alerts, baseline)
    few = np.zeros(values.shape[1], dtype=bool)
    if widths is not None and widths.expected is not None and anchor is None:
        measured, rules = (usual, spread), (alerts, baseline)
        few, usual, spread, held = measure_few(values, levels, widths.expected, measured, rules)
        recent[np.arange(len(recent), 0, -1)[:, None] > held] = np.nan
    # a longer window is no evidence where another level began within it
    age = np.arange(len(recent), 0, -1)[:, None]
    other = _last_of(levels.astype(float), values, windows[-1]) != levels[-1]
    recent[(age > windows[1]) & other] = np.nan
    anchor = usual if anchor is None else anchor
    independent = np.maximum(effective_size(anchor.n, spread.rho), 1.0)
    known = (
        (few | (spread.n >= alerts.min_nights))
        & ~np.isnan(values[-1])
        & ~np.isnan(anchor.centre)
        & (anchor.n > 0)
    )
    clip = 0.0
    if alerts.confirm > 1:
        clip = choose_clip(int(known.sum()), alerts.false_discovery_rate, alerts.confirm)
    told = wide.copy()
    if widths is not None and alerts.confirm > 1:
        odd = _are_odd(recent, anchor.centre, spread, known, windows[1])
        wide[odd[:, None] & ~widths.common] = np.inf
    test = functools.partial(_shift_both, recent, anchor.centre, independent, spread, windows, clip)
    down, up = test(wide)
    # what a night that is no evidence yet shows is told as unconfirmed
    alone_down, alone_up = (down, up) if (told[-1] == wide[-1]).all() else test(told)
    window = _window(down.t, windows, levels[-1] < 0)
    enough = np.abs(_change(recent, anchor.centre, independent, spread, window)[0]) >= relevant
    # old regressions are no discoveries, and must not raise the adjusted threshold of the other series
    old = (levels[-OLD:] < 0).all(axis=0)
    families = (known & ~old, known & old)
    worse_adjusted = _adjust(down.p_values, *families)
    better_adjusted = _adjust(up.p_values, *families)
    worse = _confirm(down, worse_adjusted, alerts) & known & enough
    better = _confirm(up, better_adjusted, alerts) & known & enough
    alone = np.abs(values[-1] - anchor.centre) >= relevant
    tonight = _adjust(alone_down.tonight, *families)
    doubtful = (
        known
        & alone
        & ~worse
        & (tonight <= alerts.false_discovery_rate)
        & (alone_down.tonight <= alerts.alpha)
    )
    # what is no change by several nights is told of tonight alone: the night before may be a spike
    lasting = worse | better | (levels[-1] < 0)
    window = np.where(lasting, window, 1)
    change, low, high = _change(recent, anchor.centre, independent, spread, window)
    worse_adjusted = np.where(lasting, worse_adjusted, tonight)
    better_adjusted = np.where(lasting, better_adjusted, _adjust(alone_up.tonight, *families))
    tested = known & ~worse
    drifts = np.zeros(len(known), dtype=bool) if drifts is None else drifts
    families = (tested & ~drifts, tested & drifts)
    trend = _trend(values, levels, alerts, baseline, families, relevant)
    return Judgements(
        worse=worse,
        better=better,
        doubtful=doubtful,
        known=known,
        provisional=known & few,
        centre=anchor.centre,
        deviation=spread.deviation,
        n_baseline=anchor.n.astype(np.intp),
        n_reference=spread.n.astype(np.intp),
        worth=effective_size(np.ones(len(known)), spread.rho),
        change=change,
        low=low,
        high=high,
        window=window,
        p_worse=np.where(lasting, down.p_values, alone_down.tonight),
        p_better=np.where(lasting, up.p_values, alone_up.tonight),
        adjusted=np.where(change <= 0, worse_adjusted, better_adjusted),
        trend=trend,
        t=down.t,
    )


def _shift_both(
    recent: Floats,
    centre: Floats,
    n: Floats,
    spread: Spread,
    windows: tuple[int, ...],
    clip: float,
    wide: Floats,
) -> tuple[Shift, Shift]:
    """Test whether the last nights are lower than the centre, and whether they are higher."""
    test = functools.partial(shift, windows=windows, clip=clip, wide=wide)
    mirrored = spread._replace(residuals=-spread.residuals)
    return test(recent, centre, n, spread), test(-recent, -centre, n, mirrored)


def _are_odd(recent: Floats, centre: Floats, spread: Spread, known: Bools, together: int) -> Bools:
    """Return (W,) on which of the last nights far more series stand out than on those ``together`` with it.

    Such a night is bad for many series at once; unless the next night is too, it is no evidence for any.
    """
    away = np.abs(recent[:, known] - centre[known])
    outlying = (away > OUTSTANDING * spread.deviation[known]).sum(axis=1)
    medians = np.median(sliding_window_view(outlying, together), axis=-1)
    places = np.clip(np.arange(len(recent)) - together // 2, 0, len(medians) - 1)
    odd: Bools = outlying - medians[places] > SEVERAL + 2 * np.sqrt(BY_CHANCE * known.sum())
    return odd


def _measure_baseline(
    values: Floats, levels: Ints, alerts: Alerts, baseline: Baseline
) -> tuple[Anchor, Spread]:
    """Return the level of the baseline, and the spread of single nights around their own levels."""
    end = max(0, len(values) - baseline.hold_back)
    tested = max(0, min(end, len(values) - alerts.windows[-1]))
    reference = slice(max(0, tested - baseline.nights), end)
    settled = (levels == levels.max(axis=0)) & ~np.isnan(values)
    enough = settled[reference.start : tested].sum(axis=0) >= max(alerts.min_nights, PLENTY)
    values = values.copy()
    values[tested:end, enough] = np.nan
    values[: max(0, end - baseline.nights), ~enough] = np.nan
    at_level = _values_at_level(values, levels, reference)
    nights = (~np.isnan(at_level)).sum(axis=0).astype(float)
    residuals = level_residuals(values[reference], levels[reference])
    spread = measure_spread(residuals, shrink(*lag_one(residuals)))
    return Anchor(column_means(winsorize(at_level)), nights), spread


def _last(values: Floats, count: int) -> Floats:
    """Return (count, S) the last values without gaps, tonight's last; NaN at the top where there are few."""
    return _last_of(values, values, count)


def _last_of(numbers: Floats, values: Floats, count: int) -> Floats:
    """Return (count, S) the numbers of the last nights that have a value."""
    # a series that misses nights may reach four nights further back; older nights confirm nothing
    tail = values[-(count + 4) :]
    order = np.argsort(~np.isnan(tail), axis=0, kind="stable")
    packed = np.take_along_axis(numbers[-(count + 4) :], order, axis=0)
    last = np.full((count, values.shape[1]), np.nan)
    size = min(count, len(packed))
    last[count - size :] = packed[len(packed) - size :]
    # the stable sort puts gaps first, so the last row is the newest value; it must be tonight's
    # sums over nights are the same in whatever order the series come
    return np.ascontiguousarray(np.where(np.isnan(values[-1]), np.nan, last))


def _values_at_level(values: Floats, levels: Ints, reference: slice) -> Floats:
    """Return the values whose mean is the level of the baseline; values of other nights are NaN."""
    present = levels.max(axis=0)
    chosen = np.where(levels[reference] == present, values[reference], np.nan)
    newer = ((~np.isnan(chosen)).sum(axis=0) < FEWEST) & (present > 0)
    if not newer.any():
        return chosen
    # the nights of a level that was accepted recently are among those held back
    until_last = np.where(levels[:-1] == present, values[:-1], np.nan)[-len(chosen) - FEWEST :]
    enough = (~np.isnan(until_last)).sum(axis=0) >= FEWEST
    earlier = np.where(levels[reference] == present - 1, values[reference], np.nan)
    size = max(len(chosen), len(until_last))
    chosen, until_last, earlier = (_pad(part, size) for part in (chosen, until_last, earlier))
    return np.where(newer, np.where(enough, until_last, earlier), chosen)


def _pad(values: Floats, size: int) -> Floats:
    return np.vstack([np.full((size - len(values), values.shape[1]), np.nan), values])


def _window(down: Floats, windows: tuple[int, ...], old: Bools) -> Ints:
    """Return (S,) how many of the last nights show the change best; an old one may grow, so few do."""
    away = np.clip(np.where(np.isnan(down), 0.0, down)[::-1], -ENORMOUS, ENORMOUS)
    # a night counts for no more than the last ones do
    most = np.abs(away[: windows[0]].mean(axis=0))
    away[windows[0] :] = np.clip(away[windows[0] :], -most, most)
    nights = np.arange(1, len(down) + 1)[:, None]
    sums = np.cumsum(away, axis=0)
    shown = np.sign(sums[windows[0] - 1]) * sums / np.sqrt(nights)
    possible = (nights >= windows[0]) & (nights <= np.where(old, windows[1], windows[-1]))
    window: Ints = np.argmax(np.where(possible, shown, -np.inf), axis=0) + 1
    return window


def _change(
    recent: Floats, centre: Floats, n: Floats, spread: Spread, window: Ints
) -> tuple[Floats, Floats, Floats]:
    """Estimate the change over the last nights, with its t interval."""
    inside = np.arange(len(recent))[:, None] >= len(recent) - window
    change = column_means(np.where(inside, recent, np.nan)) - centre
    rho = spread.rho
    sums = window.astype(float)
    for lag in range(1, len(recent)):
        sums = sums + 2 * np.maximum(window - lag, 0) * rho**lag
    error = spread.deviation * np.sqrt(sums / window**2 + 1 / n)
    half = special.stdtrit(spread.dof, (1 + CONFIDENCE) / 2) * error
    return change, change - half, change + half


def _confirm(test: Shift, adjusted: Floats, alerts: Alerts) -> Bools:
    """Return which series changed significantly, with every confirming night on that side."""
    with np.errstate(invalid="ignore"):
        agree = (test.t[-alerts.confirm :] > 0).all(axis=0)
        significant = (adjusted <= alerts.false_discovery_rate) & (test.p_values <= alerts.alpha)
    return agree & significant


def _adjust(p_values: Floats, *families: Bools) -> Floats:
    """Adjust the p-values within each family; series that belong to no family get NaN."""
    adjusted = np.full(len(p_values), np.nan)
    for family in families:
        chosen = family & ~np.isnan(p_values)
        if chosen.any():
            corrected = adjust(p_values[chosen], "bh")
            adjusted[chosen] = np.minimum(1.0, corrected * max(1.0, SMALLEST_FAMILY / chosen.sum()))
    return adjusted


def _trend(
    values: Floats,
    levels: Ints,
    alerts: Alerts,
    baseline: Baseline,
    families: tuple[Bools, Bools],
    relevant: Floats | float,
) -> Trend:
    """Test for slow trends towards worse over twice as many nights as the baseline has."""
    size = values.shape[1]
    none = np.full(size, np.nan)
    tested = families[0] | families[1]
    if not alerts.drift or not tested.any():
        return Trend(none, none, none, none, np.zeros(size, dtype=bool))
    recent = slice(max(0, len(values) - 2 * baseline.nights), None)
    at_level = winsorize(np.where(levels[recent] == levels.max(axis=0), values[recent], np.nan))
    length = (~np.isnan(at_level)).sum(axis=0)
    tested &= length >= alerts.min_nights
    at_level[:, ~tested] = np.nan
    score, chance = kendall(at_level, np.zeros(size))
    # autocorrelation raises p-values, so only trends that are significant without it need the full test
    chosen = tested & (score < 0) & (chance / 2 <= alerts.drift)
    p_values = np.where(tested, 1.0, np.nan)
    change, low, high = none.copy(), none.copy(), none.copy()
    if chosen.any():
        nights = np.arange(len(at_level), dtype=float)[:, None]
        series = at_level[:, chosen]
        # take residuals around the trend, because a trend would look like autocorrelation
        rho = shrink(*lag_one(series - sen_slope(series) * nights))
        trend = drift(series, rho, confidence=CONFIDENCE, score=score[chosen])
        p_values[chosen] = trend.p_values / 2
        span = np.maximum(length[chosen] - 1, 0)
        for side, slope in zip((change, low, high), trend[:3], strict=True):
            side[chosen] = slope * span
    adjusted = np.nan_to_num(_adjust(p_values, *families), nan=1.0)
    with np.errstate(invalid="ignore"):
        drifting = chosen & (np.abs(change) >= relevant) & (adjusted <= alerts.drift)
    return Trend(change, low, high, p_values, drifting)
