"""Resamples of examples as weights: how often each was drawn.

A metric as a function of weights needs no copies of the data, all models get the same weights, so
that pairs stay pairs, and metrics that are means become one matrix product. Examples that neither
the truth nor any model tells apart can be one row that stands for many (`collapse`).

Ours because scipy resamples the data themselves.
"""

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from benchreport.errors import DataError, DesignError, OptionError, check_choice
from benchreport.hints import option
from benchreport.numerics.seeded_parts import seeded_parts
from benchreport.numerics.tails import ALTERNATIVES, Alternative, is_as_far
from benchreport.wording.shell import progress as steps

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Statistic = Callable[[Floats], Floats]
"""Weights (b, rows) → values (b, …): one metric, or one for each of several models."""
_Draw = Callable[[np.random.Generator, int], Floats]

CHUNK = 1 << 22
"""The most weights held at a time: 32 MiB."""
# drawing the count of one row costs about as much as drawing this many examples one by one
_COSTLY = 16
_TOGETHER = 1 << 16
# values that differ by less than this share of the metric are the same but for rounding
_NOISE = 1e-11


def resamples(
    multiplicity: npt.ArrayLike,
    *,
    strata: npt.ArrayLike | None = None,
    n_resamples: int = 10_000,
    rng: int | np.random.Generator = 0,
    each: Callable[[Floats], Floats] | None = None,
) -> Iterator[Floats]:
    """Draw as many examples as there are, with replacement, many times.

    Parameters
    ----------
    multiplicity
        How many examples each row stands for, (rows,): ones, unless rows come from `collapse`.
    strata
        A code for each row, (rows,): draw within strata, which keep their sizes, such as datasets,
        classes, or both.
    n_resamples
        B.
    rng
        A seed or generator; the same seed gives the same bytes.
    each
        What to compute of the weights, where they are drawn (see `seeded_parts`).

    Yields
    ------
    ndarray
        Weights (b, rows) of some resamples at a time, of at most 32 MiB, B rows in all; or what ``each``
        makes of them.

    Raises
    ------
    OptionError
        ``n_resamples`` is below 1.
    DataError, DesignError
        Multiplicities are not counts; strata are not one a row.

    Examples
    --------
    >>> [weights.sum(axis=1).tolist() for weights in resamples(np.ones(6), n_resamples=3)]
    [[6.0, 6.0, 6.0]]
    """
    counts = check_counts(multiplicity)
    groups = check_strata(strata, len(counts))
    if n_resamples < 1:
        raise OptionError(
            f"n_resamples must be at least 1; got {n_resamples}.", hint=option(n_resamples=10_000)
        )
    few_rows = len(counts) * _COSTLY <= counts.sum()
    draw = _by_row(counts, groups) if few_rows else _by_example(counts, groups)

    def compute(generator: np.random.Generator, size: int) -> Floats:
        weights = draw(generator, size)
        return weights if each is None else each(weights)

    step = rows_at_a_time(len(counts))
    yield from seeded_parts(compute, n_resamples, step=step, rng=rng, computation=steps.RESAMPLING)


def _by_row(counts: Integers, groups: Integers) -> _Draw:
    """Draw how often each row comes: multinomial in each stratum."""
    members = [np.flatnonzero(groups == group) for group in np.unique(groups)]

    def draw(generator: np.random.Generator, size: int) -> Floats:
        weights = np.empty((size, len(counts)))
        for rows in members:
            total = counts[rows].sum()
            share = counts[rows] / np.maximum(total, 1)
            weights[:, rows] = generator.multinomial(total, share, size=size)
        return weights

    return draw


def _by_example(counts: Integers, groups: Integers) -> _Draw:
    """Draw examples one by one, and count the rows they belong to."""
    order = np.argsort(groups, kind="stable")
    owner = np.repeat(order, counts[order])
    _, first, sizes = np.unique(groups[owner], return_index=True, return_counts=True)
    start, size_of = np.repeat(first, sizes), np.repeat(sizes, sizes)
    # one bincount of some resamples, each with rows of its own
    step = max(1, _TOGETHER // len(owner))

    def draw(generator: np.random.Generator, size: int) -> Floats:
        weights = np.empty((size, len(counts)))
        for begin in range(0, size, step):
            some = weights[begin : begin + step]
            shape = (len(some), len(owner))
            picked = (
                generator.integers(len(owner), size=shape)
                if len(sizes) == 1
                else start + generator.integers(size_of, size=shape)
            )
            rows = owner[picked] + len(counts) * np.arange(len(some))[:, None]
            some[:] = np.bincount(rows.ravel(), minlength=some.size).reshape(some.shape)
        return weights

    return draw


def collapse(
    *columns: npt.ArrayLike, counts: npt.ArrayLike | None = None
) -> tuple[Integers, Integers]:
    """Find the distinct rows of columns of codes, such as the truth and all models' predictions.

    Parameters
    ----------
    columns
        Whole numbers, each (n,).
    counts
        How many examples each row stands for, (n,); by default one.

    Returns
    -------
    places
        Where each distinct row is first, (rows,).
    multiplicity
        How many examples it stands for, (rows,).

    Examples
    --------
    >>> places, multiplicity = collapse([0, 1, 0, 0], [1, 1, 1, 0])
    >>> places.tolist(), multiplicity.tolist()
    ([3, 0, 1], [1, 2, 1])
    """
    codes = np.zeros(np.shape(columns[0]), dtype=np.int64)
    for column in columns:
        _, digits = np.unique(np.asarray(column), return_inverse=True)
        # renumbering at each step keeps the codes below n², so that they never overflow
        _, codes = np.unique(codes * (int(digits.max()) + 1) + digits, return_inverse=True)
    _, places, row, multiplicity = np.unique(
        codes, return_index=True, return_inverse=True, return_counts=True
    )
    if counts is not None:
        multiplicity = np.bincount(row, np.asarray(counts)).astype(np.int64)
    return places, multiplicity


def resampling_p(
    null: Floats, observed: npt.ArrayLike, scale: npt.ArrayLike, alternative: Alternative
) -> Floats:
    """Count the values under H0 that are as far out as the observed one: (b + 1)/(B + 1).

    Parameters
    ----------
    null
        (B, …), around 0.
    observed
        (…).
    scale
        (…): the size of the metrics that were subtracted, to tell differences from rounding.
    alternative
        Which values are far out: in size, upwards, or downwards.

    Returns
    -------
    ndarray
        (…). NaN where a value is.

    References
    ----------
    Phipson & Smyth (2010), Permutation p-values should never be zero, Statistical Applications in
    Genetics and Molecular Biology 9(1), article 39.

    Examples
    --------
    >>> float(resampling_p(np.array([-2.0, 1.0, 0.5]), 2.0, 1.0, "two-sided"))
    0.5
    """
    check_choice("alternative", alternative, ALTERNATIVES)
    value = np.asarray(observed, dtype=np.float64)
    noise = _NOISE * np.maximum(np.abs(scale), np.abs(value))
    far = is_as_far(null, value, noise, alternative)
    unknown = np.isnan(null).any(axis=0) | np.isnan(value)
    return np.where(unknown, np.nan, (far.sum(axis=0) + 1.0) / (len(null) + 1.0))


def rows_at_a_time(width: int) -> int:
    """Return how many rows of ``width`` weights are held at a time."""
    return max(1, CHUNK // width)


def check_counts(multiplicity: npt.ArrayLike) -> Integers:
    """Return multiplicities as whole numbers.

    >>> check_counts([1.0, 3.0]).tolist()
    [1, 3]
    """
    values = np.asarray(multiplicity)
    if values.ndim != 1:
        raise DesignError(
            f"multiplicity must be one count a row; got shape {values.shape}.",
            hint="multiplicity=numpy.ones(n)",
        )
    counts = values.astype(np.int64)
    if not (counts == values).all() or not (counts >= 0).all() or not counts.any():
        raise DataError(
            "multiplicity must be whole numbers, 0 or more, and not all 0; weights of examples "
            "belong inside the statistic.",
            hint="bootstrap(lambda drawn: metric(drawn * weights), numpy.ones(n))",
        )
    return counts


def check_strata(strata: npt.ArrayLike | None, n_rows: int) -> Integers:
    """Return strata numbered from 0, a single one for None.

    >>> check_strata([7, 3, 7], 3).tolist()
    [1, 0, 1]
    """
    if strata is None:
        return np.zeros(n_rows, dtype=np.int64)
    values = np.asarray(strata)
    if values.shape != (n_rows,):
        raise DesignError(
            f"strata must be one code for each of {n_rows} rows; got shape {values.shape}.",
            hint=option(strata=None),
        )
    return np.asarray(np.unique(values, return_inverse=True)[1], dtype=np.int64)
