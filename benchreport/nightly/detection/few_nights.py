"""The baseline of series that have few nights yet: their runs and the other series say how much they vary."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.nightly.config.settings import Alerts, Baseline
from benchreport.nightly.detection.nights_apart import level_residuals
from benchreport.nightly.judgements import Anchor
from benchreport.numerics.series.autocorrelation import lag_one, shrink
from benchreport.numerics.series.few_nights import NIGHTS_PER_RUN, moderate, run_deviations
from benchreport.numerics.series.level_shift import Spread, winsorize
from benchreport.numerics.series.means_with_gaps import column_means

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.intp]


class Provisional(NamedTuple):
    """The baselines of all series, of which those with few nights are provisional.

    Parameters
    ----------
    few
        (S,) which are.
    anchor, spread
        The levels of the baselines, and the spread of nights around them.
    held_back
        (S,) how many of the last values are not in the baseline.
    """

    few: Bools
    anchor: Anchor
    spread: Spread
    held_back: Ints


def expect_variances(cells: Floats) -> Floats:
    """Return (S,) the variance of a night's mean that its runs let expect; NaN where there are too few.

    Nights are expected to differ by half the standard deviation of a run, beyond the error of their mean.

    Parameters
    ----------
    cells
        (T, S, C) values of nights × series × runs, tonight last.
    """
    deviation, runs = run_deviations(cells)
    expected: Floats = deviation**2 * (1 / np.maximum(runs, 1) + NIGHTS_PER_RUN**2)
    return expected


def expect_unmatched(squares: Floats, sizes: Floats) -> Floats:
    """Return what `expect_variances` does of runs that have no name in common with those of other nights.

    Parameters
    ----------
    squares, sizes
        (T, …) sums of squares of the runs of a night around their mean, and how many there are.
    """
    dof = np.maximum(sizes - 1, 0).sum(axis=0)
    none = np.full(dof.shape, np.nan)
    variance = np.divide(squares.sum(axis=0), dof, out=none, where=dof > 0)
    expected: Floats = variance * (1 / np.maximum(sizes[-1], 1) + NIGHTS_PER_RUN**2)
    return expected


def measure_few(
    values: Floats,
    levels: Ints,
    expected: Floats,
    measured: tuple[Anchor, Spread],
    rules: tuple[Alerts, Baseline],
) -> Provisional:
    """Measure the baselines of series with fewer nights than a baseline needs; the others stay as measured.

    Parameters
    ----------
    values, levels
        (T, S) values of the series and the levels of their nights, tonight last.
    expected
        (S,) of `expect_variances`.
    measured
        The baselines of the series with enough nights.
    rules
        The settings of the alerts and of the baseline.

    Notes
    -----
    Of n nights, half are held back, as are tonight's and at most ``hold_back``; the others are the baseline.
    """
    (anchor, spread), (alerts, baseline) = measured, rules
    present = ~np.isnan(values)
    nights = present.sum(axis=0)
    held_back = np.minimum(baseline.hold_back, (nights + 1) // 2)
    earlier = present & (np.cumsum(present[::-1], axis=0)[::-1] > held_back)
    base = np.where(earlier & (levels == levels.max(axis=0)), values, np.nan)
    n = (~np.isnan(base)).sum(axis=0).astype(float)
    few = (spread.n < alerts.min_nights) & (n > 0) & ~np.isnan(expected)
    centre = column_means(winsorize(base))
    residuals = base - centre
    own = np.nansum(residuals**2, axis=0), np.where(few, n - 1, 0.0)
    # the others tell more by all their nights, of which few changed
    away = level_residuals(values, levels)
    others = np.nansum(away**2, axis=0), np.maximum((~np.isnan(away)).sum(axis=0) - 1.0, 0.0)
    rho = shrink(*lag_one(away))
    moderated = moderate(own, others, expected)
    padded = np.full(values.shape, np.nan)
    padded[len(values) - len(spread.residuals) :] = spread.residuals[-len(values) :]
    return Provisional(
        few=few,
        anchor=Anchor(np.where(few, centre, anchor.centre), np.where(few, n, anchor.n)),
        spread=Spread(
            residuals=np.where(few, residuals, padded),
            n=np.where(few, n, spread.n),
            deviation=np.where(few, np.sqrt(moderated.variance), spread.deviation),
            rho=np.where(few, rho, spread.rho),
            dof=np.where(few, moderated.dof, spread.dof),
        ),
        held_back=np.where(few, held_back, len(values)).astype(np.intp),
    )
