"""A row of the comparison: our work and its peers', and the frames that they share."""

import contextlib
import importlib
import io
import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import NamedTuple

import numpy as np
import pandas as pd

import benchreport  # noqa: F401 - registers df.bench

Work = Callable[[], object]
FLOOR = "floor: "
"""How the name begins of what is no peer: work that ours includes, such as importing pandas or a group-by."""


class Row(NamedTuple):
    """A row: its name, our work first among the works by name, and how often it is timed.

    Rows of one kind with sizes grow with them: the table gives the exponent from one to the next.
    """

    name: str
    make: Callable[[], dict[str, Work]]
    runs: int
    large: bool
    kind: Callable[..., dict[str, Work]]
    size: float | None


ROWS: list[Row] = []


def row(
    name: str, *arguments: object, runs: int = 5, large: bool = False, size: float | None = None
) -> Callable[..., Callable]:
    """List a function as a row, with these arguments."""

    def add(function: Callable[..., dict[str, Work]]) -> Callable[..., dict[str, Work]]:
        # decorators run from the bottom up, and the table has their order
        place = next((p for p, each in enumerate(ROWS) if each.kind is function), len(ROWS))
        ROWS.insert(place, Row(name, lambda: function(*arguments), runs, large, function, size))
        return function

    return add


class Process:
    """The work of a process of its own, with its bytecode as an installed package has it."""

    def __init__(self, *arguments: str) -> None:
        self.arguments = arguments

    def __call__(self) -> None:
        folder = tempfile.gettempdir()
        environment = os.environ | {
            "PYTHONPYCACHEPREFIX": f"{folder}/benchreport-benchmark-bytecode"
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        subprocess.run(
            [sys.executable, *self.arguments],
            check=True,
            capture_output=True,
            cwd=folder,
            env=environment,
        )


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Silence what peers print and warn of."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


def peer(name: str, make: Callable[[ModuleType], Work]) -> dict[str, Work]:
    """Return a peer's work by its name; nothing if it cannot be imported."""
    try:
        with quiet():
            work = make(importlib.import_module(name))
    except Exception as error:  # noqa: BLE001 - some fail on the versions of what they import
        print(f"    {name} is left out: {type(error).__name__}", file=sys.stderr)
        return {}
    return {name.partition(".")[0]: work}


def scores(n: int, k: int) -> pd.DataFrame:
    """Make a wide frame of normal scores."""
    values = np.random.default_rng(0).normal(size=(n, k)) + np.linspace(0, 1, k)
    return pd.DataFrame(values, columns=[f"algorithm {place}" for place in range(k)])


def runs_of(k: int, n: int, repeats: int) -> pd.DataFrame:
    """Make a long frame, one row a run."""
    places = np.indices((k, n, repeats)).reshape(3, -1)
    values = np.random.default_rng(0).normal(0.8, 0.05, places.shape[1]) + 0.01 * places[0]
    return pd.DataFrame(
        {
            "algorithm": np.array([f"algorithm {place}" for place in range(k)])[places[0]],
            "dataset": np.array([f"dataset {place}" for place in range(n)])[places[1]],
            "seed": places[2],
            "accuracy": values,
        }
    )
