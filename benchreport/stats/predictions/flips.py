"""Examples that flip between right and wrong."""

import numpy as np

from benchreport.data.predictions import Predictions
from benchreport.errors import OptionError, check_number
from benchreport.hints import option
from benchreport.results.base import Design
from benchreport.results.predictions.flips import Flip, FlipCounts, FlipsResult
from benchreport.stats._arrays import Array, Booleans
from benchreport.stats._pairs import require_several
from benchreport.stats._predictions.example_values import average_within
from benchreport.stats._predictions.prediction_pairs import examples_apart, note_averages
from benchreport.wording.results import items as wording

HALF = 0.5


def flips(
    predictions: Predictions, *, old: str | None = None, new: str | None = None, most: int = 1000
) -> FlipsResult:
    """Count and list the examples that one model gets right and the other wrong, by dataset.

    There is no H0 and no H1: `paired_difference` and `mcnemar` test whether the flips balance.

    Parameters
    ----------
    predictions
        Labels, or right and wrong answers, of k models for n examples.
    old, new
        The models: by default the most accurate one is new, and the most accurate of the others is old.

    most
        How many flips to list.

    Returns
    -------
    FlipsResult
        For each dataset how many examples turn from right to wrong and from wrong to right; and these
        examples, those with the clearest change first. Of examples with samples, more than half decide;
        half of them count as no flip.

    Raises
    ------
    DesignError
        Rows stand for several examples each.
        The truth is a measured value, or there is one model only.
    OptionError
        Both are the same model.

    References
    ----------
    McNemar (1947), Psychometrika 12: 153-157.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"y_true": list("aabb"), "m": list("aabb"), "n": list("abba")})
    >>> result = frame.bench.flips(old="m", new="n")
    >>> result.total.right_to_wrong, result.rows[0].example
    (2, '1')
    """
    check_number("most", most, above=0, whole=True, hint=option(most=100))
    require_several(predictions)
    predictions.require_judgements("flips")
    right = predictions.require_examples("flips").correct.astype(np.float64)
    shares = average_within(right, predictions.unit, None)
    before, after = _choose(predictions, shares.mean(axis=0), old, new)
    row_of = predictions.row_of_unit
    dataset = predictions.dataset[row_of]
    one, other = shares[:, before], shares[:, after]
    order = np.lexsort((np.arange(len(one)), -np.abs(one - other)))
    turned = (one > HALF) & (other < HALF) | (one < HALF) & (other > HALF)
    several = len(predictions.datasets) > 1
    return FlipsResult(
        procedure="flips",
        method="Flips",
        design=Design.of_predictions(predictions, averaged=True),
        assumptions=(examples_apart(predictions, averaged=True),),
        warnings=(
            *note_averages(predictions),
            *([wording.MAJORITY] if predictions.repeated else []),
        ),
        references=("mcnemar1947",),
        old=predictions.algorithms[before],
        new=predictions.algorithms[after],
        counts=tuple(
            _count(name if several else "", one[dataset == code], other[dataset == code])
            for code, name in enumerate(predictions.datasets)
        ),
        rows=tuple(
            Flip(
                *name_example(predictions, row_of[place]),
                float(one[place]),
                float(other[place]),
                bool(other[place] > one[place]),
            )
            for place in order[turned[order]][:most].tolist()
        ),
    )


def _choose(
    predictions: Predictions, accuracy: Array, old: str | None, new: str | None
) -> tuple[int, int]:
    """Return the places of the old and of the new model."""
    ranking = np.argsort(-accuracy, kind="stable").tolist()
    given = [
        None if name is None else predictions.index_of(name, role=role)
        for name, role in ((old, "old"), (new, "new"))
    ]
    after = given[1] if given[1] is not None else next(at for at in ranking if at != given[0])
    before = given[0] if given[0] is not None else next(at for at in ranking if at != after)
    if before == after:
        raise OptionError(
            f"flips compares two models; old and new are both {predictions.algorithms[after]!r}.",
            hint=option(old=predictions.algorithms[next(at for at in ranking if at != after)]),
        )
    return before, after


def _count(name: str, old: Array, new: Array) -> FlipCounts:
    def n(chosen: Booleans) -> int:
        return int(chosen.sum())

    undecided = (old == HALF) | (new == HALF)
    was, is_ = old > HALF, new > HALF
    return FlipCounts(
        name,
        len(old),
        n(was & ~is_ & ~undecided),
        n(~was & is_ & ~undecided),
        n(was & is_),
        n(~was & ~is_ & ~undecided),
        n(undecided),
    )


def name_example(predictions: Predictions, row: int) -> tuple[str, str, str]:
    """Return a row's example, dataset and cluster; empty where there is only one."""
    several = len(predictions.datasets) > 1
    return (
        predictions.examples[row],
        predictions.datasets[predictions.dataset[row]] if several else "",
        predictions.clusters[predictions.cluster[row]] if predictions.clustered else "",
    )
