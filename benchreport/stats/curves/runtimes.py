"""Running times to targets."""

from collections.abc import Sequence

import numpy as np

from benchreport.data.curves import Curves
from benchreport.errors import check_number, examples
from benchreport.hints import option
from benchreport.numerics.series.hitting_times import expected_runtime, hitting_times, share_hit
from benchreport.results.curves.runtimes import Runtime, RuntimesResult, SolvedShare
from benchreport.results.later import later
from benchreport.stats._arrays import Array
from benchreport.stats.curves._curve_lines import design_of, finite_numbers, notes_of, steps_of
from benchreport.wording.results import curves as curve_texts
from benchreport.wording.verdicts import notes as texts

N_TARGETS = 20


def runtimes(
    curves: Curves,
    *,
    targets: Sequence[float] | None = None,
    n_targets: int = N_TARGETS,
    log: bool | None = None,
) -> RuntimesResult:
    """Measure how long each system needs to reach targets, and the share that it reaches.

    There is no H0 and no H1: this describes running times.

    Parameters
    ----------
    curves
        Runs of k algorithms.
    targets
        Scores to reach, the same on all datasets; by default, ``n_targets`` of them, spaced evenly on
        each dataset from just beyond the median run's first score to the best score of all runs.
    n_targets
        The number of targets, where none are given.
    log
        Whether steps are spaced logarithmically; by default, if they span two decades, or one for
        the best so far.

    Returns
    -------
    RuntimesResult
        One row per system, dataset and target, with successes and expected running time (ERT), and the
        share of targets reached within each budget. A score equal to a target reaches it; a run that
        misses the target spends all of its steps.

    Raises
    ------
    OptionError
        There are no targets, or some are not finite numbers.
    DataError
        A logarithmic axis of steps at or below 0.

    References
    ----------
    Hansen et al. (2021), Optimization Methods and Software 36(1), section 4; Auger and Hansen
    (2005), CEC, on ERT.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({
    ...     "algorithm": "a", "seed": [1, 1, 2, 2], "evaluations": [10, 100, 30, 100],
    ...     "loss": [1.0, 0.5, 2.0, 2.0],
    ... })
    >>> row = frame.bench.runtimes(targets=[1.5]).rows[0]
    >>> row.successes, row.expected_runtime
    (1, 110.0)
    """
    common_targets = None if targets is None else _order_targets(targets, curves)
    check_number("n_targets", n_targets, above=0, whole=True, hint=option(n_targets=20))
    # the best score so far decides whether a target is reached
    steps = steps_of(curves.incumbents(), log=log)
    rows: list[Runtime] = []
    shares: dict[str, list[Array]] = {name: [] for name in curves.algorithms}
    for dataset in sorted(curves.datasets):
        goals = common_targets
        if goals is None:
            goals = _space_targets(curves, dataset, n_targets)
        for algorithm in curves.algorithms:
            results, share = _measure_runs(curves, algorithm, dataset, goals, steps.values)
            rows += results
            shares[algorithm] += [] if share is None else [share]
    targets_in_words = (
        curve_texts.GIVEN_TARGETS
        if common_targets is not None
        else curve_texts.SPACED_TARGETS.format(n=n_targets)
    )
    return RuntimesResult(
        procedure="runtimes",
        method="Running times to targets",
        design=design_of(curves),
        warnings=later(lambda: (*notes_of(curves), *_note_uneven(curves))),
        references=("hansen2021", "auger2005", "wang2022"),
        rows=tuple(rows),
        shares=tuple(
            SolvedShare(
                algorithm=name,
                share=tuple(np.mean(shares[name], axis=0).tolist()),
                ended=min(float(run.step[-1]) for run in curves.of(algorithm=name)),
            )
            for name in curves.algorithms
        ),
        steps=tuple(steps.values.tolist()),
        step=curves.step,
        log=steps.log,
        targets_in_words=targets_in_words,
    )


def _note_uneven(curves: Curves) -> tuple[str, ...]:
    """Warn of algorithms that lack datasets: their shares count other targets."""
    lacking = [
        algorithm
        for algorithm in curves.algorithms
        if any(not curves.of(algorithm=algorithm, dataset=name) for name in curves.datasets)
    ]
    return (texts.UNEVEN_TARGETS.format(names=examples(lacking)),) if lacking else ()


def _order_targets(targets: Sequence[float], curves: Curves) -> Array:
    numbers = finite_numbers("targets", targets, hint=option(targets=[curves.runs[0].score[-1]]))
    ordered = np.unique(numbers)
    return ordered if curves.higher_is_better else ordered[::-1]


def _space_targets(curves: Curves, dataset: str, n: int) -> Array:
    """Space targets evenly from the median first score, which is left out, to the best of all."""
    runs = curves.of(dataset=dataset)
    first = float(np.median([run.score[0] for run in runs]))
    scores = np.concatenate([run.score for run in runs])
    best = float(scores.max() if curves.higher_is_better else scores.min())
    return np.linspace(first, best, n + 1)[1:] if first != best else np.array([best])


def _measure_runs(
    curves: Curves, algorithm: str, dataset: str, targets: Array, steps: Array
) -> tuple[list[Runtime], Array | None]:
    runs = curves.of(algorithm=algorithm, dataset=dataset)
    if not runs:
        return [], None
    times = np.stack(
        [
            hitting_times(run.step, run.score, targets, higher_is_better=curves.higher_is_better)
            for run in runs
        ]
    )
    spent = np.array([run.step[-1] for run in runs])
    rows = [
        Runtime(
            algorithm=algorithm,
            dataset=dataset,
            target=target,
            successes=int(np.isfinite(column).sum()),
            runs=len(runs),
            expected_runtime=expected_runtime(column, spent),
            median=_median(column),
        )
        for target, column in zip(targets.tolist(), times.T, strict=True)
    ]
    return rows, share_hit(times, steps)


def _median(times: Array) -> float:
    """Return the median; infinity if one of two middle times is infinite."""
    ordered = np.sort(times)
    middle = ordered[[(len(ordered) - 1) // 2, len(ordered) // 2]]
    return float(middle.sum() / 2)
