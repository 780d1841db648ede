"""The digest of predictions, computed when it is asked for."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from benchreport.data.digest import Digest

if TYPE_CHECKING:
    # predictions are made by the module that imports this one
    from benchreport.data.predictions import Predictions


def with_digest(predictions: Predictions) -> Predictions:
    """Return a table whose arrays are read-only, and whose digest is computed when it is asked for."""
    rows = (predictions.dataset, predictions.repeat, predictions.cluster, predictions.unit)
    arrays = [predictions.truth, predictions.predicted, *rows, predictions.weights]
    optional = (predictions.scores, predictions.probabilities)
    arrays += [array for array in optional if array is not None]
    for array in (*arrays, predictions.answered):
        if array is not None:
            array.setflags(write=False)
    return replace(predictions, digest=Digest(partial(_sha256, predictions)))


def _sha256(predictions: Predictions) -> str:
    """Digest a table; neither the order of its rows nor that of datasets, repeats and clusters changes it."""
    digest = hashlib.sha256(
        "\x1f".join((*predictions.algorithms, "\x1e", *predictions.classes)).encode()
    )
    if predictions.counted:
        digest.update(b"counts")
    n = predictions.n_rows
    columns = [
        *predictions.truth.reshape(n, -1).T,
        *_own(predictions, predictions.predicted).T,
        predictions.weights,
    ]
    if predictions.answered is not None:
        columns += list(predictions.answered.T.astype(np.float64))
    if predictions.scores is not None:
        columns += list(_own(predictions, predictions.scores).T)
    if predictions.probabilities is not None:
        columns += list(_own(predictions, predictions.probabilities).T)
    table = np.column_stack(
        [
            *columns,
            _places(predictions.datasets, predictions.dataset),
            _places(predictions.repeats, predictions.repeat),
            *(
                [_places(predictions.clusters, predictions.cluster)]
                if predictions.clustered
                else []
            ),
        ]
    )
    order = np.lexsort(table.T[::-1])
    digest.update(np.ascontiguousarray(table[order] + 0.0).tobytes())
    return digest.hexdigest()


def _own(predictions: Predictions, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the values of models, (n, …), as columns, with 0 for answers that others stand in for."""
    if predictions.answered is not None:
        shape = *predictions.answered.shape, *(1,) * (values.ndim - 2)
        values = np.where(predictions.answered.reshape(shape), values, 0.0)
    return values.reshape(predictions.n_rows, -1)


def _places(names: tuple[str, ...], codes: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the place of each row's name among the sorted ones."""
    return np.argsort(np.argsort(np.array(names, dtype=object)))[codes].astype(np.float64)
