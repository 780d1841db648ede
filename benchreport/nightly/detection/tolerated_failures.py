"""Runs that nobody misses: retired ones, expected failures, and those to which a metric does not apply."""

import dataclasses
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

import numpy as np
import numpy.typing as npt

from benchreport.nightly.config.settings import ExpectedFailure
from benchreport.nightly.detection.night_coverage import EXPECTED
from benchreport.nightly.history.night_scores import NightScores
from benchreport.nightly.night_facts import Key
from benchreport.report.rendering.clean_text import MOST_NAME, clean
from benchreport.results.writing import number_format as fmt
from benchreport.wording.nights import verdicts as night_verdicts

Bools = npt.NDArray[np.bool_]
Nights = list[tuple[str, NightScores | None]]

Cell = tuple[str, str]
"""An algorithm and a dataset."""

MOST = 5


def leave_out_tolerated(
    nights: Nights,
    expected: Sequence[ExpectedFailure],
    others: Sequence[NightScores],
    retired: Mapping[str, frozenset[str]],
) -> tuple[Nights, tuple[str, ...]]:
    """Return nights without the runs that nobody misses, and what to say of tolerated failures.

    Parameters
    ----------
    nights
        The nights of a metric, tonight last.
    expected
        The failures that the configuration expects.
    others
        Tonight's scores by other metrics. A metric does not apply to an algorithm, or a dataset, that has
        scores by others but none by this one, tonight and on all nights before.
    retired
        The retired names of algorithms and datasets. One that is back is as it was.
    """
    last = nights[-1][1]
    if last is None or not (last.failed.any() or expected or any(retired.values())):
        return nights, ()
    past = [scores for _, scores in nights[:-1] if scores is not None]
    inapplicable = {
        side: _never_scored(side, last, past, others) for side in ("algorithm", "dataset")
    }
    gone = {side: retired[side] - {*_names(last, side)} for side in retired}
    failing = _failing_cells(last, expected)

    def leave_out(scores: NightScores) -> NightScores:
        tolerated = _matching(scores, expected) | _listed(scores, inapplicable)
        # what may fail tonight is not expected because it did not before
        missed = _listed(scores, gone) | _in_cells(scores, failing)
        return _drop(scores, (tolerated & scores.failed) | missed)

    left = [(name, None if scores is None else leave_out(scores)) for name, scores in nights]
    return left, (
        *_describe_scored(last, expected),
        *_describe_inapplicable(last.metric, inapplicable, past[-EXPECTED:]),
    )


def _names(scores: NightScores, side: str) -> tuple[str, ...]:
    return scores.algorithms if side == "algorithm" else scores.datasets


def _scored(scores: NightScores, side: str) -> set[str]:
    """Return the algorithms, or the datasets, that have any score."""
    codes = scores.algorithm if side == "algorithm" else scores.dataset
    names = _names(scores, side)
    return {names[code] for code in np.unique(codes[~scores.failed]).tolist()}


def _never_scored(
    side: str, last: NightScores, past: Sequence[NightScores], others: Sequence[NightScores]
) -> set[str]:
    without = {*_names(last, side)} - _scored(last, side)
    for scores in past:
        without -= _scored(scores, side)
    # a metric without any score is broken
    if last.failed.all():
        return set()
    return without & set[str]().union(*(_scored(scores, side) for scores in others))


def _failing_cells(last: NightScores, expected: Sequence[ExpectedFailure]) -> set[Cell]:
    """Return the algorithms and datasets that are expected to fail and have no score tonight."""
    matching = _matching(last, expected)
    return _cells(last, matching) - _cells(last, matching & ~last.failed)


def _cells(scores: NightScores, rows: Bools) -> set[Cell]:
    pairs = np.unique(np.stack([scores.algorithm[rows], scores.dataset[rows]]), axis=1)
    return {
        (scores.algorithms[algorithm], scores.datasets[dataset])
        for algorithm, dataset in pairs.T.tolist()
    }


def _in_cells(scores: NightScores, cells: AbstractSet[Cell]) -> Bools:
    """Return (R,) which rows are of any of these cells."""
    table = np.array(
        [[(name, dataset) in cells for dataset in scores.datasets] for name in scores.algorithms],
        dtype=bool,
    )
    rows: Bools = table.reshape(len(scores.algorithms), -1)[scores.algorithm, scores.dataset]
    return rows


def _drop(scores: NightScores, out: Bools) -> NightScores:
    """Return scores without some rows; the names stay."""
    if not out.any():
        return scores
    rows = {
        name: getattr(scores, name)[~out]
        for name in ("algorithm", "dataset", "repeat", "version", "value")
    }
    return dataclasses.replace(scores, **rows)


def _listed(scores: NightScores, names: Mapping[str, AbstractSet[str]]) -> Bools:
    """Return (R,) which rows are of any of these algorithms or datasets."""
    rows = np.zeros(len(scores.value), dtype=bool)
    for side, listed in names.items():
        chosen = np.array([name in listed for name in _names(scores, side)], dtype=bool)
        rows |= chosen[scores.algorithm if side == "algorithm" else scores.dataset]
    return rows


def _matching(scores: NightScores, expected: Sequence[ExpectedFailure]) -> Bools:
    """Return (R,) which rows any of the expected failures names."""
    rows = np.zeros(len(scores.value), dtype=bool)
    for rule in expected:
        if rule.metric in ("", scores.metric):
            rows |= (
                _is_named(rule.algorithm, scores.algorithms)[scores.algorithm]
                & _is_named(rule.dataset, scores.datasets)[scores.dataset]
            )
    return rows


def _is_named(name: str, names: Sequence[str]) -> Bools:
    return np.array([name in ("", each) for each in names], dtype=bool)


def _describe_scored(last: NightScores, expected: Sequence[ExpectedFailure]) -> list[str]:
    """Name the expected failures that have a score tonight."""
    scored = [rule for rule in expected if (_matching(last, [rule]) & ~last.failed).any()]
    return [
        night_verdicts.DID_NOT_FAIL.format(
            series=_name(Key(last.metric, rule.algorithm, rule.dataset)), metric=clean(last.metric)
        )
        for rule in scored[:MOST]
    ]


def _name(key: Key) -> str:
    algorithm, dataset = (clean(part, most=MOST_NAME) for part in (key.algorithm, key.dataset))
    if not algorithm:
        return night_verdicts.ANY_ON.format(dataset=dataset)
    if not dataset:
        return algorithm
    return night_verdicts.ALGORITHM_ON.format(algorithm=algorithm, dataset=dataset)


def _describe_inapplicable(
    metric: str, inapplicable: dict[str, set[str]], past: Sequence[NightScores]
) -> list[str]:
    """Tell once, on its first night, that a metric is taken not to apply to an algorithm or dataset."""
    sentences = []
    for side, names in inapplicable.items():
        known = set[str]().union(*(_names(scores, side) for scores in past))
        new = sorted(names - known)
        if new:
            sentences.append(
                night_verdicts.DOES_NOT_APPLY.format(
                    metric=clean(metric),
                    names=fmt.join([clean(name, most=MOST_NAME) for name in new], most=MOST),
                )
            )
    return sentences
