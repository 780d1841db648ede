"""The one-standard-error rule for configurations."""

import math
from collections.abc import Mapping, Sequence

from benchreport.data.scores import Scores
from benchreport.errors import DesignError, OptionError
from benchreport.hints import Code, code, option
from benchreport.numerics.moments import common_unit
from benchreport.results.base import Assumption, Design, Outcome
from benchreport.results.checks.one_se import Configuration, OneStandardErrorResult
from benchreport.results.later import later
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import notes
from benchreport.stats._orders import places_in_order
from benchreport.wording.verdicts import assumptions as wording

# a mean exactly at the limit counts as within it, despite rounding
SLACK = 1e-12


def one_standard_error(scores: Scores, *, complexity: Sequence[str]) -> OneStandardErrorResult:
    """Choose the simplest configuration whose mean is within one standard error of the best.

    There is no H0 and no H1: the rule chooses, and tests nothing. The standard error is that of the best
    configuration's mean.

    Parameters
    ----------
    scores
        A table of k configurations of one learner on N folds, repeats or datasets; or independent
        runs of each.
    complexity
        The names of all configurations, the simplest first.

    Returns
    -------
    OneStandardErrorResult
        Means and standard errors sd/√N (sd with divisor N − 1) in the order of complexity, the best
        and the chosen configuration. A mean exactly one standard error away is within; of equally good
        configurations the simplest counts as best.

    Raises
    ------
    DesignError
        Runs are missing, or the best configuration has a single run.
    OptionError
        The order does not name every configuration once.

    Notes
    -----
    Folds share training data, so their standard error is not quite that of the mean; the rule has
    always been used with it. Over datasets the standard error includes the differences between
    datasets, which makes it large and favours simple configurations.

    References
    ----------
    Breiman, Friedman, Olshen & Stone (1984), Classification and regression trees, section 3.4.3.
    Hastie, Tibshirani & Friedman (2009), The elements of statistical learning, section 7.10.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> folds = {"depth 1": [70, 72, 68], "depth 3": [79, 82, 79], "depth 9": [80, 84, 79]}
    >>> bench = pd.DataFrame(folds).bench(score="accuracy")
    >>> print(bench.one_standard_error(complexity=["depth 1", "depth 3", "depth 9"]).summary)
    One-standard-error rule: depth 3 (80.00) is the simplest within one standard error of the best,
    depth 9 (81.00, SE 1.53)
    """
    places = _places(scores, complexity)
    columns = _columns(scores)
    samples = [columns[place] for place in places]
    means = [_mean(sample) for sample in samples]
    sign = 1.0 if scores.higher_is_better else -1.0
    best = max(range(len(means)), key=lambda place: sign * means[place])
    error = _error_of_best(scores.algorithms[places[best]], samples[best])
    reach = error + SLACK * max(map(abs, means))
    rows = tuple(
        Configuration(
            name=scores.algorithms[place],
            n=len(sample),
            mean=mean,
            standard_error=_standard_error(sample),
            within=sign * (means[best] - mean) <= reach,
        )
        for place, sample, mean in zip(places, samples, means, strict=True)
    )
    return OneStandardErrorResult(
        procedure="one_standard_error",
        method="One-standard-error rule",
        design=Design.of(scores),
        assumptions=later(lambda: (BEFOREHAND, _independent(scores))),
        warnings=later(lambda: notes(scores)),
        references=("breiman1984", "hastie2009"),
        rows=rows,
        best=rows[best].name,
        chosen=next(row.name for row in rows if row.within),
        limit=means[best] - sign * error,
    )


BEFOREHAND = Assumption.of(wording.COMPLEXITY_BEFOREHAND)


def _independent(scores: Scores) -> Assumption:
    evidence = wording.ERROR_OF_BLOCKS["repeat" if scores.overlapping else scores.block_kind]
    outcome: Outcome = "doubtful" if scores.overlapping else "not checked"
    return Assumption.of((wording.STANDARD_ERROR, evidence), outcome)


def _places(scores: Scores, complexity: Sequence[str]) -> list[int]:
    if isinstance(complexity, Mapping):
        raise OptionError(
            "complexity must list the configurations, the simplest first; got a mapping.",
            hint=option(complexity=Code("sorted(parameters, key=parameters.get)")),
        )
    return places_in_order(
        scores,
        complexity,
        option="complexity",
        rule="every configuration once, the simplest first",
        hint=option(complexity=list(scores.algorithms)) + ", in the right order",
    )


def _columns(scores: Scores) -> tuple[Array, ...]:
    """Return each configuration's scores; means can be compared over independent runs too."""
    if scores.block_kind == "run":
        return scores.samples
    return tuple(scores.require_complete("one_standard_error").T)


def _mean(sample: Array) -> float:
    # fsum rounds once, so that the same scores in another order tie
    return math.fsum(sample) / len(sample)


def _standard_error(sample: Array) -> float:
    if len(sample) == 1:
        return math.nan
    unit = common_unit(sample)
    centred = sample / unit - _mean(sample / unit)
    return math.sqrt(math.fsum(centred**2) / (len(sample) - 1) / len(sample)) * unit


def _error_of_best(name: str, sample: Array) -> float:
    if len(sample) > 1:
        return _standard_error(sample)
    raise DesignError(
        f"the rule needs a standard error of the best configuration; {name} has a single run.",
        hint="run it again with other seeds, or leave it out: "
        + code("df[df['algorithm'] != 'name'].bench"),
    )
