"""Run one call and judge how it ended."""

import contextlib
import json
import math
import signal
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib as mpl
import numpy as np
import pandas as pd
import scipy.stats  # noqa: F401 - sets filters of warnings at its first import
from matplotlib.axes import Axes
from statsmodels.tools import sm_exceptions  # noqa: F401 - as SciPy does

from benchreport.errors import BenchreportError, BenchreportWarning
from benchreport.plots.base.style import svg_of
from benchreport.results import Result
from benchreport.results.ranks.ranking import RankingResult

SECONDS = 10


class Finding(NamedTuple):
    """The kind of a failure, its words, and where it happened."""

    kind: str
    words: str
    where: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.words} [{self.where}]"


class _TooLongError(BaseException):
    """A call takes more than ten seconds of processor time."""


def judge(
    call: Callable[[], object], *, render: bool = True, seconds: int = SECONDS
) -> Finding | None:
    """Make a call; return a finding, or None where it ends properly."""
    state = _globals()
    with warnings.catch_warnings(record=True) as caught, _within(seconds):
        warnings.simplefilter("always")
        filters = list(warnings.filters)
        try:
            finding = _look_at(call(), render=render)
        except BenchreportError as error:
            finding = None if error.hint else Finding("no hint", str(error), _where(error))
        except _TooLongError as error:
            finding = Finding("more than ten seconds", "", _where(error))
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            finding = Finding(type(error).__name__, str(error)[:200], _where(error))
        changed = list(warnings.filters) != filters
    if finding is None and changed:
        finding = Finding("warnings.filters changed", "", "")
    foreign = [
        warning for warning in caught if not issubclass(warning.category, BenchreportWarning)
    ]
    if finding is None and foreign:
        first = foreign[0]
        where = f"{Path(first.filename).name}:{first.lineno}"
        finding = Finding(first.category.__name__, str(first.message)[:200], where)
    if finding is None and _globals() != state:
        finding = Finding("global state changed", "", "")
    return finding


def _globals() -> tuple[Any, ...]:
    return np.geterr(), dict.copy(mpl.rcParams)


@contextlib.contextmanager
def _within(seconds: int) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _look_at(answer: object, *, render: bool) -> Finding | None:
    if isinstance(answer, Result):
        return _wrong_p(answer) or _unwritable(answer)
    if isinstance(answer, Axes) and render:
        svg_of(answer)
    elif hasattr(answer, "document") and render:
        answer.html  # noqa: B018 - is made when it is asked for
    else:
        str(answer)
    return None


def _wrong_p(result: Result) -> Finding | None:
    table = result.table
    # the table has one column for each algorithm, which may have any name
    named = isinstance(result, RankingResult)
    columns = [
        name
        for name in ("p_value", "p_adjusted")
        if name in table and not named and not pd.api.types.is_string_dtype(table[name])
    ]
    tested = table[_rows_with_tests(table)] if columns else table
    p_values = {name: tested[name].tolist() for name in columns}
    p_value = getattr(result, "p_value", None)
    if p_value is not None:
        p_values["p_value of the result"] = [p_value]
    for name, values in p_values.items():
        wrong = [p for p in values if p is not None and not math.isnan(p) and not 0 <= p <= 1]
        if wrong:
            return Finding("p outside [0, 1]", f"{name} {wrong[0]}", result.procedure)
        if any(p is not None and math.isnan(p) for p in values):
            return Finding("p is NaN", name, result.procedure)
    return None


def _rows_with_tests(table: pd.DataFrame) -> "pd.Series[bool]":
    """Tell which rows hold a test: a check may say why it has none, an ANOVA has rows of sums.

    A score that is missing has no distance from the others.
    """
    if "evidence" in table:
        return table["evidence"].eq("")
    if "distance" in table:
        return table["distance"].notna()
    if "source" in table:
        return ~table["source"].isin(["Error", "Total"])
    return pd.Series(data=True, index=table.index)


def _unwritable(result: Result) -> Finding | None:
    json.dumps(result.to_dict(), allow_nan=False)
    texts = (str(result), result.to_latex(), result.to_markdown(), result._repr_html_())
    return None if all(texts) else Finding("empty text", "", result.procedure)


def _where(error: BaseException) -> str:
    """Name the innermost line of the package, and where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/benchreport/" in frame.filename] or frames
    inner = frames[-1]
    return f"{Path(ours[-1].filename).name}:{ours[-1].lineno} ({Path(inner.filename).name}:{inner.lineno})"
