"""What language models said of texts: the probability of what came, token by token or summed."""

import re
from collections.abc import Hashable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.prediction_rows import (
    Raw,
    dataset_codes,
    examples_of,
    refuse_missing,
    weights_of,
    widened,
)
from benchreport.data.roles import WRITTEN_INDEX, Roles, column_of
from benchreport.errors import DataError, OptionError, RoleError, examples

__all__ = ["LOGARITHM", "read_language"]

Floats = NDArray[np.float64]
LOGARITHM = re.compile(r"^(?P<model>.+?)_log_?(?:prob|probability|likelihood)$")
PROBABILITY = re.compile(r"^(?P<model>.+?)_(?:prob|proba|probability)$")
# of logarithms of probabilities that were rounded to 1 and beyond
ROUNDING = 1e-6


def read_language(frame: pd.DataFrame, roles: Roles) -> Raw:
    """Read log-probabilities, or probabilities, of what came: long or wide.

    Raises
    ------
    RoleError
        No column holds them.
    DataError
        Some are missing, or are none.
    """
    truth = column_of("truth", roles, frame)
    values = {
        f"_{role}": column_of(role, roles, frame) for role in ("log_probability", "probability")
    }
    if column_of("algorithm", roles, frame) is not None and any(values.values()):
        frame, roles = widened(frame, roles, truth, values)
    played = {
        role: column_of(role, roles, frame) for role in ("dataset", "example", "weight", "tokens")
    }
    if played["example"] is None:
        # a text is often called a document, which elsewhere is an item of a list
        played["example"] = column_of("item", roles, frame)
    taken = {truth, *played.values(), WRITTEN_INDEX}
    models = [name for name in frame.columns if name not in taken]
    # where names tell, what is not called so is something else: the token, its place
    models = [name for name in models if _is_called_so(name)] or models
    if not models:
        raise RoleError(
            f"no column holds probabilities of what came; the columns are "
            f"{examples(frame.columns, most=12)}.",
            hint="one column a model, called name_log_probability or name_probability",
        )
    names = examples_of(frame, played["example"])
    refuse_missing(frame, models, names)
    logs = dict(_log_of(frame[name], names) for name in models)
    if len(logs) < len(models):
        raise RoleError(
            f"a model has several columns: {examples(models, most=12)}.",
            hint="one column a model, log-probabilities or probabilities",
        )
    weights = _weights(frame, played["weight"], played["tokens"])
    tokens = 1.0 if played["tokens"] is None else weights[:, None]
    codes, kinds = dataset_codes(frame, played["dataset"])
    return Raw(
        task="language",
        truth=np.ones(len(frame)),
        predicted=np.column_stack(list(logs.values())) / tokens,
        scores=None,
        probabilities=None,
        algorithms=tuple(logs),
        datasets=kinds,
        dataset=codes,
        examples=names,
        weights=weights,
        weighted=bool((weights != weights[0]).any()),
    )


def _is_called_so(name: Hashable) -> bool:
    return any(pattern.match(str(name)) for pattern in (LOGARITHM, PROBABILITY))


def _weights(frame: pd.DataFrame, weight: Hashable | None, tokens: Hashable | None) -> Floats:
    if weight is not None and tokens is not None:
        raise OptionError(
            f"both weight={weight!r} and tokens={tokens!r} say how much a row counts.",
            hint="df.bench(tokens='column') alone, for log-probabilities that are sums",
        )
    column = tokens if weight is None else weight
    return (
        np.ones(len(frame))
        if column is None
        else weights_of(frame[column], positive=tokens is not None)
    )


def _log_of(column: "pd.Series[Any]", names: tuple[str, ...]) -> tuple[str, Floats]:
    """Return a model's name and log-probabilities."""
    name = str(column.name)
    try:
        values = pd.to_numeric(column).to_numpy(dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise DataError(
            f"column {name!r} should hold probabilities of what came and has what is no number.",
            hint=f"df.drop(columns=[{name!r}]).bench, or name the role that it plays",
        ) from error
    logarithm = LOGARITHM.match(name)
    chance = None if logarithm else PROBABILITY.match(name)
    model = (logarithm or chance or {"model": name})["model"]
    fractions = bool(((values >= 0) & (values <= 1)).all())
    if chance is not None or (logarithm is None and fractions):
        _refuse_outside(
            values, (values < 0) | (values > 1), f"probabilities in column {name!r}", names
        )
        with np.errstate(divide="ignore"):
            return model, np.log(values)
    _refuse_outside(values, values > ROUNDING, f"log-probabilities in column {name!r}", names)
    return model, np.minimum(values, 0.0)


def _refuse_outside(
    values: Floats, outside: NDArray[np.bool_], what: str, names: tuple[str, ...]
) -> None:
    if not outside.any():
        return
    place = int(np.flatnonzero(outside)[0])
    limits = "not above 0 (natural logarithms)" if "log-" in what else "from 0 to 1"
    raise DataError(
        f"{what} must be {limits}; found {values[place]:g} for example {names[place]}.",
        hint="of scores, scipy.special.log_softmax(scores, axis=1) makes log-probabilities",
    )
