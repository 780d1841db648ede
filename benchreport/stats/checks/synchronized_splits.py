"""The check that all ran on the same splits."""

import math

import numpy as np
from numpy.typing import NDArray

from benchreport.data.scores import Scores
from benchreport.results.base import Design
from benchreport.results.checks.suspect_cells import Finding, FindingsResult
from benchreport.wording.verdicts import checks
from benchreport.wording.verdicts import notes as texts

Booleans = NDArray[np.bool_]


def synchronized_splits(scores: Scores) -> FindingsResult:
    """List the runs that some algorithms have and others lack.

    There is no H0 and no H1. Tests of differences on a block require that all algorithms had the same
    data: the same datasets, and on each the same folds or seeds.

    Parameters
    ----------
    scores
        A table of k algorithms, with its gaps.

    Returns
    -------
    FindingsResult
        Algorithm, dataset and repeat of each run that is missing or empty.

    References
    ----------
    Demšar (2006), JMLR 7, section 3; Dietterich (1998).

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> rows = [("a", 1), ("a", 2), ("b", 1), ("b", 2), ("a", 3)]
    >>> frame = pd.DataFrame(rows, columns=["algorithm", "fold"]).assign(auc=0.5)
    >>> result = frame.bench.synchronized_splits()
    >>> [(row.algorithm, row.repeat) for row in result.rows]
    [('b', '3')]
    """
    runs = scores.runs
    scored = ~np.isnan(runs.read)
    split = runs.dataset * len(runs.repeats) + runs.repeat
    used, codes = np.unique(split, return_inverse=True)
    present = np.zeros((len(used), len(runs.algorithms)), dtype=bool)
    present[codes[scored], runs.algorithm[scored]] = True
    expected = _are_expected(present, used // len(runs.repeats))
    missing = np.argwhere(~present & expected[:, None])
    missing = missing if runs.matched else missing[:0]
    rows = tuple(
        Finding(
            runs.algorithms[algorithm],
            runs.datasets[used[place] // len(runs.repeats)],
            runs.repeats[used[place] % len(runs.repeats)],
            math.nan,
            math.nan,
            math.nan,
            checks.NO_SCORE if present[place].any() else checks.NO_SCORE_OF_ANY,
        )
        for place, algorithm in missing.tolist()
    )
    unmatched = () if runs.matched else (texts.NO_SPLITS,)
    return FindingsResult(
        procedure="synchronized_splits",
        method="Synchronized splits",
        design=Design.of(scores),
        warnings=unmatched,
        references=("demsar2006", "dietterich1998"),
        rows=rows,
        looked_at=int(scored.sum()),
        what="missing run",
        consequence=checks.RUN_MISSING,
    )


def _are_expected(present: Booleans, dataset: NDArray[np.intp]) -> Booleans:
    """Tell which splits some algorithm has; all, on a dataset without any score."""
    scored = present.any(axis=1)
    unscored = np.bincount(dataset[scored], minlength=int(dataset.max()) + 1) == 0
    return np.asarray(scored | unscored[dataset], dtype=bool)
