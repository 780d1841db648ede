"""Performance profiles, of ratios to the best or scores."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import OptionError, check_choice, check_number, check_seed, examples
from benchreport.hints import option
from benchreport.numerics.resampling.run_statistics import Sample
from benchreport.numerics.series.performance_profiles import (
    Kind,
    even_thresholds,
    performance_ratios,
    profile_bands,
)
from benchreport.results.base import Assumption, Design, Interval
from benchreport.results.curves.profiles import Profile, ProfilesResult
from benchreport.results.later import later
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import notes
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._run_samples import canonical_order, column_samples, run_samples
from benchreport.wording.verdicts import assumptions as wording

NINETY = 0.9
# sums of weights have rounding errors
SLACK = 1e-9


def profiles(
    scores: Scores,
    *,
    kind: Literal["auto", "ratio", "score"] = "auto",
    thresholds: Sequence[float] | None = None,
    confidence: float = 0.95,
    n_resamples: int = 2_000,
    rng: int = 0,
) -> ProfilesResult:
    """Compute the share of problems that each algorithm solves well enough, at every threshold.

    There is no H0 and no H1: profiles show the whole distribution that a mean summarises, and bands
    their uncertainty.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks; a run that is missing counts as failed.
    kind
        ``"ratio"`` (Dolan and Moré): the share of problems on which an algorithm's score is within a
        factor τ of the best one's; scores must be above 0. Where higher is better the ratio is
        best/score. ``"score"`` (Agarwal et al.): the share of runs strictly better than τ.
        ``"auto"``: ratios of costs above 0 (lower is better), else scores.
    thresholds
        The thresholds, increasing. For ratios None takes every ratio, or 101 values on a log axis
        if there are more than 200; for scores it takes 101 values from the worst to the best.
    confidence
        The confidence of the bands, for each point alone.
    n_resamples
        The number of bootstrap resamples for the bands.
    rng
        The seed of the resamples.

    Returns
    -------
    ProfilesResult
        Profiles with bands; the area under each as a share of the axes (on a log axis for ratios),
        ρ(1), and the ratio or score that 90 % reach.

    Raises
    ------
    DataError
        Ratios are computed of scores that are not above 0.
    DesignError
        Ratios are computed of independent runs, which have no common problem.
    OptionError
        The kind or confidence is invalid; thresholds do not increase or, for ratios, are below 1; or
        there are too few resamples for the confidence.

    Notes
    -----
    Problems of ratios are the blocks, with repeats averaged; bands resample them. Profiles of scores
    count every dataset alike and resample runs within datasets, as rliable does, or the datasets where
    none has several runs. Shares of units that are resampled as a whole are binomial and need no draws;
    only areas come from resamples. A failed run has ratio ∞, or a score worse than any.

    References
    ----------
    Dolan & Moré (2002), Mathematical Programming 91: 201-213; Gould & Scott (2016), ACM Transactions
    on Mathematical Software 43(2), 15; Agarwal et al. (2021), NeurIPS 34, section 4.2.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> seconds = pd.DataFrame({"a": [1.0, 2.0, 8.0], "b": [2.0, 2.0, 2.0]})
    >>> result = seconds.bench(score="seconds", higher_is_better=False).profiles()
    >>> result.thresholds, [tuple(round(share, 2) for share in row.shares) for row in result.rows]
    ((1.0, 2.0, 4.0), [(0.67, 0.67, 1.0), (0.67, 1.0, 1.0)])
    """
    check_choice("kind", kind, ("auto", "ratio", "score"))
    check_seed(rng)
    check_number("n_resamples", n_resamples, above=0, whole=True, hint=option(n_resamples=2_000))
    material = _ratios(scores) if _by_ratio(scores, kind) else _scores(scores)
    values = np.concatenate([sample.values for sample in material.samples])
    at = (
        even_thresholds(values, material.kind)
        if thresholds is None
        else _check_thresholds(thresholds, material)
    )
    estimate, low, high = profile_bands(
        material.samples,
        at,
        material.kind,
        confidence=confidence,
        n_resamples=n_resamples,
        rng=rng,
    )
    ratio = material.kind == "ratio"
    return ProfilesResult(
        procedure="profiles",
        method="Performance profiles of " + ("ratios" if ratio else "scores"),
        variant="ratio" if ratio else "score",
        alpha=1 - confidence,
        design=Design.of(scores),
        assumptions=later(lambda: (independent_blocks(scores), *((COMPANY,) if ratio else ()))),
        warnings=later(lambda: notes(scores)),
        references=("dolan2002", "gould2016", "efron1993")
        if ratio
        else ("agarwal2021", "efron1993"),
        seed=rng,
        kind="ratio" if ratio else "score",
        rows=tuple(
            _row(name, sample, material.kind, ends, confidence)
            for name, sample, ends in zip(
                scores.algorithms,
                material.samples,
                np.stack([estimate, low, high], axis=1),
                strict=True,
            )
        ),
        thresholds=tuple(at.tolist()),
        exact=bool(ratio and np.isin(values[np.isfinite(values)], at).all()),
        confidence=confidence,
        n_resamples=n_resamples,
        resampled=material.unit,
    )


COMPANY = Assumption.of(wording.RATIOS_DEPEND)


class _Material(NamedTuple):
    """The samples that profiles are computed from, and the unit that bands resample."""

    samples: list[Sample]
    kind: Kind
    unit: Literal["problem", "dataset", "run"]


def _by_ratio(scores: Scores, kind: str) -> bool:
    if kind != "auto":
        return kind == "ratio"
    costs = not scores.higher_is_better and scores.block_kind != "run"
    return costs and not (scores.values <= 0).any()


def _check_thresholds(thresholds: Sequence[float], material: _Material) -> Array:
    at = np.asarray(thresholds, dtype=np.float64)
    least = 1.0 if material.kind == "ratio" else -np.inf
    fine = at.ndim == 1 and len(at) > 1 and np.isfinite(at).all()
    if fine and (np.diff(at) > 0).all() and at[0] >= least:
        return at
    low = " from 1 on" if material.kind == "ratio" else ""
    raise OptionError(
        f"thresholds must be at least two increasing numbers{low}; got {examples(np.ravel(at).tolist())}.",
        hint=option(thresholds=[1, 2, 4, 8])
        if material.kind == "ratio"
        else option(thresholds=None),
    )


def _ratios(scores: Scores) -> _Material:
    values = scores.require_matched("profiles(kind='ratio')")
    ratios = performance_ratios(values, higher_is_better=scores.higher_is_better)
    return _Material(column_samples(ratios[canonical_order(values)]), "ratio", "problem")


def _scores(scores: Scores) -> _Material:
    samples, unit = run_samples(scores)
    return _Material(samples, "higher" if scores.higher_is_better else "lower", unit)


def _row(name: str, sample: Sample, kind: Kind, ends: Array, confidence: float) -> Profile:
    """Make the row of one algorithm; ``ends`` are estimate, low and high."""
    shares, low, high = (column.tolist() for column in ends)
    return Profile(
        algorithm=name,
        shares=tuple(shares[:-2]),
        low=tuple(low[:-2]),
        high=tuple(high[:-2]),
        area=shares[-2],
        area_interval=Interval(low[-2], high[-2], confidence),
        best=shares[-1] if kind == "ratio" else float("nan"),
        best_interval=Interval(low[-1], high[-1], confidence)
        if kind == "ratio"
        else Interval(float("nan"), float("nan"), confidence),
        ninety_percent=_ninety(sample, kind),
        failed=int((~np.isfinite(sample.values)).sum()),
    )


def _ninety(sample: Sample, kind: Kind) -> float:
    """Return the value that the best 90 % reach."""
    worst = np.where(np.isnan(sample.values), np.inf, sample.values)
    if kind == "higher":
        worst = np.where(np.isnan(sample.values), np.inf, -sample.values)
    order = np.argsort(worst, kind="stable")
    shares = np.cumsum(sample.weights[order]) / sample.weights.sum()
    value = float(worst[order[np.searchsorted(shares, NINETY - SLACK)]])
    if np.isinf(value) and kind != "ratio":
        return float("nan")
    return -value if kind == "higher" else value
