"""Run the procedures that a user includes by name, beside those that the analysis recommends."""

import difflib
import inspect
from collections.abc import Iterable

from benchreport.data.curves import Curves
from benchreport.data.predictions import Predictions
from benchreport.data.scores import Scores
from benchreport.errors import OptionError
from benchreport.hints import call, code, option
from benchreport.results import Result

Table = Predictions | Curves | Scores


def run_included(
    include: str | Result | Iterable[str | Result],
    table: Table,
    *,
    alpha: float,
    control: str | None,
) -> list[Result]:
    """Run procedures of the catalogue with the report's own alpha and control.

    Parameters
    ----------
    include
        The names of procedures, or results.
    table
        The data that procedures run on.
    alpha
        The level of the report.
    control
        The control of the report; ``None`` without one.

    Raises
    ------
    OptionError
        A procedure is unknown, or needs an argument that a report cannot guess.
    """
    return [_run(item, table, alpha, control) for item in _as_list(include)]


def _as_list(include: str | Result | Iterable[str | Result]) -> list[str | Result]:
    if isinstance(include, str | Result):
        return [include]
    if not isinstance(include, Iterable):
        raise OptionError(
            f"include names procedures, or holds results; got {include!r}.",
            hint=option(include=["quade"]),
        )
    return list(include)


def _run(request: str | Result, table: Table, alpha: float, control: str | None) -> Result:
    """Run a procedure of the catalogue with the report's own alpha and control."""
    if isinstance(request, Result):
        return request
    from benchreport.stats.catalogue import procedures_for  # loads all procedures

    catalogue = procedures_for(type(table))
    _check_name(request, catalogue)
    procedure = catalogue[request]
    options = inspect.signature(procedure).parameters
    defaults: dict[str, object] = {"alpha": alpha, "control": control}
    chosen = {
        name: value for name, value in defaults.items() if name in options and value is not None
    }
    needed = [
        name
        for name, parameter in options.items()
        if parameter.kind is parameter.KEYWORD_ONLY
        and parameter.default is parameter.empty
        and name not in chosen
    ]
    if needed:
        for_report = option(control=table.algorithms[0]) + " for the whole report, or "
        raise OptionError(
            f"{request} needs {' and '.join(needed)}, which a report cannot guess.",
            hint=(for_report if needed == ["control"] else "")
            + code("make it first: result = ", "beside it ")
            + call(request, **dict.fromkeys(needed, ...))
            + code(", then include=[result]", ""),
        )
    return procedure(table, **chosen)


def _check_name(name: str, catalogue: Iterable[str]) -> None:
    names = list(catalogue)
    if name in names:
        return
    near = difflib.get_close_matches(name.lower(), names, n=3, cutoff=0.5)
    similar = f"; the most similar {'is' if len(near) == 1 else 'are'} {', '.join(near)}"
    raise OptionError(
        f"include names procedures, and none is called {name!r}{similar * bool(near)}.",
        hint=option(include=near[:1] or names[:1])
        + "; "
        + code("dir(df.bench)", "benchreport test --help")
        + " lists all",
    )
