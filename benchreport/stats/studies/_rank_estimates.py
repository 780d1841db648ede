"""Which ranks printed estimates leave open."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from benchreport.data.predictions import Predictions
from benchreport.data.scores import Scores
from benchreport.errors import DataError, DesignError, OptionError, check_number, examples
from benchreport.hints import code
from benchreport.numerics.resampling.rank_sets import separate_estimates
from benchreport.results.base import Assumption, Design
from benchreport.results.ranks.rank_sets import RankSetsResult
from benchreport.stats._arrays import Array
from benchreport.stats.studies import rank_sets as of_table
from benchreport.stats.studies._rank_rows import check_resampling, list_sets
from benchreport.wording.results import rank_sets as wording

Numbers = Mapping[str, float] | Sequence[float] | pd.Series
EXAMPLE = "benchreport.rank_estimates({'a': 0.81, 'b': 0.78}, {'a': 0.012, 'b': 0.011})"


def rank_estimates(
    estimates: Numbers,
    standard_errors: Numbers,
    *,
    score: str = "estimate",
    higher_is_better: bool = True,
    alpha: float = 0.05,
    simultaneous: bool = True,
    n_resamples: int = 10_000,
    rng: int = 0,
) -> RankSetsResult:
    """Find the ranks that printed estimates with standard errors leave open, such as those of a leaderboard.

    There is no H0 and no H1, as in `rank_sets`, which is better where the scores of examples or datasets
    are there: it knows how models are correlated.

    Parameters
    ----------
    estimates, standard_errors
        k numbers each, by name (a mapping or a Series) or in the same order.
    score, higher_is_better
        What was estimated, and its direction.
    alpha
        The sets have confidence 1 − alpha together.
    simultaneous
        Whether the confidence is for all sets together; otherwise it is for each set alone.
    n_resamples
        The number of normal draws.
    rng
        The seed of the draws.

    Returns
    -------
    RankSetsResult
        As from `rank_sets`.

    Raises
    ------
    DataError
        Names differ, or numbers are missing or infinite, or an error is negative.
    DesignError
        There are fewer than two estimates.
    OptionError
        There are too few draws for the confidence.

    Notes
    -----
    Estimates are taken as independent and normal: the largest |z| of all pairs, step-down, is compared
    with that of normal draws. Models that answered the same questions are correlated, mostly positively,
    which makes these sets larger than need be.

    References
    ----------
    Mogstad, Romano, Shaikh & Wilhelm (2024), Review of Economic Studies 91: 476-518, section 3.

    Examples
    --------
    >>> import benchreport
    >>> result = benchreport.rank_estimates(
    ...     {"a": 0.85, "b": 0.84, "c": 0.80}, {"a": 0.01, "b": 0.01, "c": 0.01}
    ... )
    >>> [(row.algorithm, row.low, row.high) for row in result.rows]
    [('a', 1, 2), ('b', 1, 2), ('c', 3, 3)]
    """
    check_resampling(alpha, n_resamples, rng)
    names, centres, errors = _read(estimates, standard_errors)
    turned = centres if higher_is_better else -centres
    shown = separate_estimates(
        turned,
        np.diag(errors),
        alpha=alpha,
        n_resamples=n_resamples,
        rng=rng,
        simultaneous=simultaneous,
    )
    return RankSetsResult(
        procedure="rank_estimates",
        method="Confidence sets for ranks",
        variant="normal, step-down" if simultaneous else "normal, step-down, each alone",
        alpha=alpha,
        design=Design(
            algorithms=names,
            n_blocks=1,
            block_kind="run",
            score=score,
            higher_is_better=higher_is_better,
        ),
        assumptions=(Assumption.of(wording.KNOWN_ERRORS),),
        references=("mogstad2024", "romano2005"),
        seed=rng,
        **list_sets(names, turned, centres, shown),
        by="estimate",
        n_resamples=n_resamples,
        simultaneous=simultaneous,
        resampled="errors",
    )


def _read(estimates: Numbers, errors: Numbers) -> tuple[tuple[str, ...], Array, Array]:
    """Read both as numbers in the order of the estimates."""
    first, second = _by_name(estimates), _by_name(errors)
    if first.keys() != second.keys():
        lacking = [*(first.keys() ^ second.keys())]
        raise DataError(
            f"each estimate needs its standard error; {len(first)} estimates and {len(second)} errors differ "
            f"in {examples(sorted(lacking))}.",
            hint=code(EXAMPLE),
        )
    if len(first) < 2:  # noqa: PLR2004 - one has one rank
        raise DesignError(
            f"a ranking needs at least 2 estimates; got {len(first)}.", hint=code(EXAMPLE)
        )
    for name, value in first.items():
        check_number(f"the estimate of {name}", value, hint=code(EXAMPLE))
        check_number(f"the error of {name}", second[name], hint=code(EXAMPLE))
        if second[name] < 0:
            raise DataError(
                f"a standard error is at least 0; that of {name} is {second[name]}.",
                hint=code(EXAMPLE),
            )
    names = tuple(first)
    return (
        names,
        np.array([first[name] for name in names], dtype=np.float64),
        np.array([second[name] for name in names], dtype=np.float64),
    )


def _by_name(numbers: Numbers) -> dict[str, float]:
    if isinstance(numbers, pd.Series | Mapping):
        pairs = [(str(name), value) for name, value in numbers.items()]
    else:
        pairs = [(str(place), value) for place, value in enumerate(numbers, start=1)]
    named = dict(pairs)
    if len(named) < len(pairs):
        raise DataError(
            f"names of estimates must differ; {len(pairs)} have {len(named)} names.",
            hint=code(EXAMPLE),
        )
    return named


def rank_sets(
    scores: Scores | Predictions | Numbers,
    standard_errors: Numbers | None = None,
    **options: Any,  # noqa: ANN401 - those of either
) -> RankSetsResult:
    """Find the ranks that each algorithm could have: of a table, or of estimates with standard errors.

    Parameters
    ----------
    scores, standard_errors
        A table, as for ``df.bench.rank_sets()``; or k estimates with as many standard errors, as for
        `rank_estimates`.
    options
        Those of either.

    Raises
    ------
    DataError, DesignError, OptionError
        As for either; also if estimates have no standard errors.

    Examples
    --------
    >>> rank_sets({"a": 0.9, "b": 0.7}, {"a": 0.01, "b": 0.01}).rows[0].high
    1
    """
    if isinstance(scores, Scores | Predictions):
        return of_table.rank_sets(scores, **options)
    if standard_errors is None:
        raise OptionError("estimates need their standard errors.", hint=code(EXAMPLE))
    return rank_estimates(scores, standard_errors, **options)
