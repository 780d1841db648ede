"""Answers that some models gave and others did not: models may have their own samples of an example."""

from collections.abc import Hashable, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.errors import DesignError, examples
from benchreport.hints import bench, code

Places = NDArray[np.intp]


def drop_absent(
    frame: pd.DataFrame, keys: Sequence[Hashable], algorithm: Hashable
) -> tuple[pd.DataFrame, int]:
    """Leave out the answers that a model lacks, for all models, and tell how many these are."""
    codes = frame.groupby(list(keys), observed=True, dropna=False).ngroup().to_numpy()
    kept: pd.DataFrame = frame[np.bincount(codes)[codes] == frame[algorithm].nunique()]
    if kept.empty:
        raise DesignError(
            "missing='drop' leaves nothing: each answer is of a part of the models only.",
            hint="a table of models that answered the same examples",
        )
    left_out = codes.max() + 1 - kept.groupby(list(keys), observed=True, dropna=False).ngroups
    return kept.reset_index(drop=True), int(left_out)


def refuse_absent(
    frame: pd.DataFrame,
    keys: Sequence[Hashable],
    algorithm: Hashable,
    lasting: Sequence[Hashable],
) -> bool:
    """Raise `DesignError` where models lack examples; tell whether they have other samples of the same ones.

    Parameters
    ----------
    keys
        The columns that name an answer of a model.
    lasting
        Those of them that name the example.
    """
    counts = frame.groupby(list(keys), sort=False, observed=True).size()
    models = frame[algorithm].nunique()
    short = counts[counts < models]
    if short.empty:
        return False
    n_models = (
        frame.drop_duplicates([*lasting, algorithm])
        .groupby(list(lasting), sort=False, observed=True)
        .size()
    )
    lacking = n_models[n_models < models]
    if lacking.empty:
        return True
    names = [str(name) for name in lacking.index[:5]]
    raise DesignError(
        f"models predicted different examples: {len(lacking)} of {len(n_models)} lack a model's "
        f"prediction ({examples(names)}).",
        hint=bench(missing="drop")
        + " leaves those out for all models: "
        + code(f"df.groupby({list(lasting)!r}).filter(lambda rows: len(rows) == {models})"),
    )


def take_first_instead(
    found: Places, rows: pd.DataFrame, base: pd.DataFrame, lasting: Sequence[Hashable]
) -> Places:
    """Return the places of a model's rows; where it lacks one (−1), that of its first to the example."""
    first = np.flatnonzero(~rows.duplicated(list(lasting)))
    of_example = pd.MultiIndex.from_frame(rows[list(lasting)].iloc[first])
    place = first[of_example.get_indexer(pd.MultiIndex.from_frame(base[list(lasting)]))]
    return np.where(found < 0, place, found)
