"""Parts of a table of predictions."""

from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from benchreport.data.prediction_digest import with_digest
from benchreport.data.predictions import Predictions

Codes = NDArray[np.intp]
Name = TypeVar("Name")


def take_rows(predictions: Predictions, rows: NDArray[np.bool_]) -> Predictions:
    """Return the rows of a mask (n,), with the datasets, repeats and clusters that they have.

    A table whose rows are all of one cluster has no clusters: its examples say nothing about others.
    """
    datasets, dataset = _renumber(predictions.datasets, predictions.dataset[rows])
    repeats, repeat = _renumber(predictions.repeats, predictions.repeat[rows])
    repeat_parts, _ = _renumber(predictions.repeat_parts, predictions.repeat[rows])
    clusters, cluster = _renumber(predictions.clusters, predictions.cluster[rows])
    unit = np.unique(predictions.unit[rows], return_inverse=True)[1].astype(np.intp)
    names = predictions.examples
    return with_digest(
        replace(
            predictions,
            truth=predictions.truth[rows],
            predicted=predictions.predicted[rows],
            scores=None if predictions.scores is None else predictions.scores[rows],
            probabilities=(
                None if predictions.probabilities is None else predictions.probabilities[rows]
            ),
            datasets=datasets,
            dataset=dataset,
            repeats=repeats,
            repeat=repeat,
            repeat_parts=repeat_parts,
            clusters=clusters,
            cluster=cluster,
            unit=unit,
            examples=tuple(names[place] for place in np.flatnonzero(rows).tolist()),
            weights=predictions.weights[rows],
            answered=_answered(predictions, rows),
            absent=0,
        )
    )


def leave_model_out(predictions: Predictions, name: str) -> Predictions:
    """Return the table without a model, and without samples that no other model has."""
    kept = [place for place, model in enumerate(predictions.algorithms) if model != name]
    scores, probabilities, answered = (
        predictions.scores,
        predictions.probabilities,
        predictions.answered,
    )
    part = replace(
        predictions,
        algorithms=tuple(predictions.algorithms[place] for place in kept),
        predicted=predictions.predicted[:, kept],
        scores=None if scores is None else scores[:, kept],
        probabilities=None if probabilities is None else probabilities[:, kept],
        answered=None if answered is None else answered[:, kept],
    )
    if part.answered is None:
        return with_digest(part)
    return take_rows(part, np.asarray(part.answered.any(axis=1)))


def _answered(predictions: Predictions, rows: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
    if predictions.answered is None or predictions.answered[rows].all():
        return None
    return predictions.answered[rows]


def _renumber(names: tuple[Name, ...], codes: Codes) -> tuple[tuple[Name, ...], Codes]:
    used, places = np.unique(codes, return_inverse=True)
    return tuple(names[place] for place in used.tolist()), places.astype(np.intp)
