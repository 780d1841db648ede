"""Read what language models predicted: the probability of what came, by token or summed over a text."""

import re
from collections.abc import Hashable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_values import numbers_in
from benchreport.data.columns.role_columns import column_of
from benchreport.data.columns.roles import Roles
from benchreport.data.prediction_kinds.model_columns import model_columns, split_by_model
from benchreport.data.prediction_kinds.prediction_rows import Examples, Raw, read_examples
from benchreport.data.prediction_kinds.refused_rows import refuse_missing
from benchreport.errors import DataError, OptionError, RoleError, examples
from benchreport.hints import bench, code

Floats = NDArray[np.float64]
LOGARITHM = re.compile(r"^(?P<model>.+?)_log_?(?:prob|probability|likelihood)$")
PROBABILITY = re.compile(r"^(?P<model>.+?)_(?:prob|proba|probability)$")
# how far above 0 a logarithm may be where a probability was rounded beyond 1
ROUNDING = 1e-6


def read_language(frame: pd.DataFrame, roles: Roles) -> Raw:
    """Read probabilities of the text that occurred, or their logarithms, long or wide.

    Raises
    ------
    RoleError
        No column holds probabilities.
    DataError
        Cells are missing, or hold no probability.
    """
    truth = column_of("truth", roles, frame)
    weight, tokens = (column_of(role, roles, frame) for role in ("weight", "tokens"))
    if weight is not None and tokens is not None:
        raise OptionError(
            f"both weight={weight!r} and tokens={tokens!r} say how much a row counts.",
            hint=bench(tokens=...) + " alone, for log-probabilities that are sums",
        )
    values = {role: column_of(role, roles, frame) for role in ("log_probability", "probability")}
    example = column_of("example", roles, frame)
    answered = None
    if column_of("algorithm", roles, frame) is not None and any(values.values()):
        frame, by_kind, answered = split_by_model(
            frame, roles, truth, values, weighted_by=("weight", "tokens")
        )
        columns = {
            f"{model}_{kind}": column
            for kind, by_model in by_kind.items()
            for model, column in by_model.items()
        }
    else:
        # texts are often called documents, which are items in ranked lists
        example = column_of("item", roles, frame) if example is None else example
        every = model_columns(frame, roles, (truth, example, weight, tokens))
        # if some names say probability, columns without it are something else: the token, its place
        columns = {name: every[name] for name in filter(_is_called_so, every)} or every
    if not columns:
        raise RoleError(
            "no column holds probabilities of the text that occurred; the columns are "
            f"{examples(frame.columns, most=12)}.",
            hint="one column per model, called name_log_probability or name_probability",
        )
    weight = tokens if weight is None else weight
    rows = read_examples(frame, roles, example=example, weight=weight, answered=answered)
    refuse_missing(columns, rows.names)
    # among columns whose names do not say it, one value below 0 makes all of them logarithms
    below = any(
        bool((numbers_in(column, "probabilities of the text that occurred") < 0).any())
        for name, column in columns.items()
        if not _is_called_so(name)
    )
    logs = dict(_log_of(column, name, rows, below=below) for name, column in columns.items())
    if len(logs) < len(columns):
        raise RoleError(
            f"a model has several columns: {examples(columns, most=12)}.",
            hint="one column per model, log-probabilities or probabilities",
        )
    tokens_per_row = np.ones(len(frame)) if tokens is None else rows.weights
    if not (tokens_per_row > 0).all():
        raise DataError(
            f"column {tokens!r} must hold numbers of tokens above 0.",
            hint=code(f"df[df[{tokens!r}] > 0]"),
        )
    predicted = np.column_stack(list(logs.values())) / tokens_per_row[:, None]
    alike = bool((rows.weights == rows.weights[0]).all())
    return Raw(
        "language",
        tuple(logs),
        np.ones(len(frame)),
        predicted,
        rows._replace(weighted=not alike),
    )


def _is_called_so(name: Hashable) -> bool:
    return any(pattern.match(str(name)) for pattern in (LOGARITHM, PROBABILITY))


def _log_of(
    column: "pd.Series[Any]", name: str, rows: Examples, *, below: bool
) -> tuple[str, Floats]:
    """Return a model's name and log-probabilities."""
    values = numbers_in(column, "probabilities of the text that occurred")
    logarithm = LOGARITHM.match(name)
    chance = None if logarithm else PROBABILITY.match(name)
    model = (logarithm or chance or {"model": name})["model"]
    fractions = bool(((values >= 0) & (values <= 1)).all())
    if chance is not None or (logarithm is None and fractions and not below):
        _refuse_outside(
            values, (values < 0) | (values > 1), f"probabilities in column {name!r}", rows
        )
        with np.errstate(divide="ignore"):
            return model, np.log(values)
    _refuse_outside(values, values > ROUNDING, f"log-probabilities in column {name!r}", rows)
    return model, np.minimum(values, 0.0)


def _refuse_outside(values: Floats, outside: NDArray[np.bool_], noun: str, rows: Examples) -> None:
    if not outside.any():
        return
    place = int(np.flatnonzero(outside)[0])
    limits = "not above 0 (natural logarithms)" if "log-" in noun else "from 0 to 1"
    raise DataError(
        f"{noun} must be {limits}; found {values[place]:g} for example {rows.names[place]}.",
        hint="of scores, "
        + code("scipy.special.log_softmax(scores, axis=1)")
        + " makes log-probabilities",
    )
