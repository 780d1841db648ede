"""Release gate: not worse by more than a margin."""

from collections.abc import Hashable, Sequence
from typing import Literal

from benchreport.data.predictions import Predictions
from benchreport.errors import DesignError, check_choice, check_fraction, check_seed
from benchreport.hints import call
from benchreport.results.predictions.degradation import DegradationResult
from benchreport.stats._predictions.prediction_pairs import note_averages, notes_of
from benchreport.stats._predictions.release_gate import Gate, judge_versions
from benchreport.stats._predictions.versions import versions_of


def degradation(
    predictions: Predictions,
    *,
    baseline: str,
    margin: str | float,
    metric: str = "auto",
    pool: Literal["mean", "max", "fisher"] = "mean",
    alpha: float = 0.05,
    cluster: Hashable | Sequence[Hashable] | None = None,  # noqa: ARG001 - a role, which the reader took
    rng: int = 0,
) -> DegradationResult:
    """Test whether each model is worse than a baseline by more than a margin, and whether it is not.

    With Δ the change of the mean score, what is better being positive, there are two tests, each one-sided at
    alpha: of H0: Δ ≥ −margin against H1: Δ < −margin, which shows that a model is *worse*; and of H0: Δ ≤
    −margin against H1: Δ > −margin, which shows that it is *not worse*. Where neither rejects, it is
    *undecided*, and the result says how many more examples would decide.

    Parameters
    ----------
    predictions
        Predictions of k models, of which one is the baseline, for n examples of one task or several
        (datasets), weighted or not.
    baseline
        The model that the others are compared with, such as the version in use.
    margin
        The largest loss that does not matter: ``"1pp"`` for a percentage point of scores from 0 to 1, or a
        number in the unit of the score. There is no default, because it depends on the use.
    metric
        A metric that is a mean over examples, as in `paired_difference`.
    pool
        What decides over several tasks. ``"mean"``: the mean of the tasks' changes, each counting the same.
        ``"max"``: worse is a model that is worse on any task, by Holm's correction; not worse one that is so
        on every task. ``"fisher"``: the same, but worse by Fisher's combination of the tasks' p-values, which
        must be independent: tasks that share clusters are refused.
    alpha
        The level of each of the two tests; intervals have confidence 1 − 2 alpha.
    cluster
        The column of clusters, or several nested ones, of which the outermost counts; by default the
        column that is read as such.
    rng
        The seed of the signs of clusters; the same seed gives the same bytes.

    Returns
    -------
    DegradationResult
        A row for each model and task, and one over all tasks, which decides; and the examples whose score
        changes, by name.

    Raises
    ------
    DesignError
        The baseline is not among the models, or there is no other; the metric needs labels, probabilities or
        values that are not there; ``"fisher"`` is asked for tasks that share clusters.
    OptionError
        The margin is not above 0, is ambiguous, or does not fit the scores; the metric is not a mean over
        examples.

    Notes
    -----
    Right and wrong answers of independent examples have Tango's score test of paired proportions, corrected
    for continuity by half an example. With clusters, samples, weights and other scores it is the t test of
    `paired_difference` (CR2, Satterthwaite), by Hall's t where that is nearer to 0: losses are rare, and
    their mean skewed. For scores from 0 to 1 it has the larger p of the two tests if fewer than 9 examples
    or clusters of one size changed, and below 30 degrees of freedom of clusters at least that of changed
    signs. With fewer than 6 clusters nothing is decided.

    At a true loss of exactly the margin, and alpha = .05, independent answers are found worse at most .054 of
    the time and not worse at most .048 (all tables of 15 to 1,000 examples enumerated, margins .01 to .1).
    In simulations of 8 to 60 clusters, equal or of 1 to 64 examples, worse is found at most .054 of the time
    and not worse at most .062 (``tests/benchmarks/calibration_gate.md``). With 8 clusters every test is
    bounded by the score test, and hardly anything is ever decided.

    Nothing bounds other scores, such as losses or times: where their changes are skewed towards worse
    (log-normal, or none for nine in ten examples), a true loss of the margin was found not worse in 10 to
    14 % of simulated tables of 30 examples, 4 to 9 % of 100 and 5 to 7 % of 300, more often where weights
    differ.

    The rows of several tasks and models have Holm's correction, a family for each of the two tests, and
    intervals at the level of each test (Serlin, 1993), so that an end lies on the other side of −margin
    exactly where the row is decided. Models over all tasks are corrected in the same way. Clusters that
    several tasks share count as such. The mean over tasks assumes that these are given, not drawn.

    How many more examples would decide: n (z₁₋alpha + z.₈)² / t² − n, with t the distance of the change from
    the margin in standard errors.

    References
    ----------
    Tango (1998), Statistics in Medicine 17: 891-908, equations 5 to 8; Bell & McCaffrey (2002) and
    Pustejovsky & Tipton (2018) for clusters; Hall (1992), Journal of the Royal Statistical Society B 54:
    221-228, for skewed means; Berger (1982) for all tasks; Holm (1979); Serlin (1993).

    Examples
    --------
    Of 200 examples, a new version loses 6 and gains 3:

    >>> import numpy as np
    >>> import pandas as pd
    >>> import benchreport
    >>> old = np.arange(200) % 4 > 0
    >>> frame = pd.DataFrame({"old": old, "new": old ^ (np.arange(200) < 9)}).astype(int)
    >>> result = frame.bench(task="correctness").degradation(baseline="old", margin="4pp")
    >>> row = result.pooled[0]
    >>> row.better, row.worse, result.verdict, [round(end, 3) for end in row.interval[:2]]
    (3, 6, 'undecided', [-0.047, 0.014])
    """
    check_fraction("alpha", alpha)
    check_choice("pool", pool, ("mean", "max", "fisher"))
    check_seed(rng)
    predictions.require_examples("degradation", instead=call("paired_difference"))
    old = predictions.index_of(baseline, role="baseline")
    if len(predictions.algorithms) == 1:
        raise DesignError(
            f"degradation compares others with the baseline; {baseline} is the only model.",
            hint="results of the new version in the same table",
        )
    return judge_versions(
        versions_of(predictions, metric),
        old,
        Gate(margin, pool, alpha, rng),
        warnings=(*note_averages(predictions), *notes_of(predictions)),
    )
