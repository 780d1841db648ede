"""The catalogue of procedures: all of them by name, and those for each kind of table."""

import typing
from collections.abc import Callable

from benchreport import stats
from benchreport.data import Curves, Predictions, Scores, Several
from benchreport.results.base import Result

PROCEDURES: dict[str, Callable[..., Result]] = {
    name: getattr(stats, name) for name in vars(stats)["__all__"] if not name.isupper()
}


def select_procedures(
    table: type, result: type[Result] = Result
) -> dict[str, Callable[..., Result]]:
    """Select procedures by the annotations of their first parameter and of what they return.

    Parameters
    ----------
    table
        The class of the first parameter; for a union, its first class.
    result
        A class of results: the return annotation is this class or a subclass.

    Examples
    --------
    >>> from benchreport.results import RankingResult
    >>> list(select_procedures(Scores, RankingResult))
    ['ranks']
    """
    return {
        name: procedure
        for name, procedure in PROCEDURES.items()
        if table is _first_table(procedure)
        and issubclass(procedure.__annotations__["return"], result)
    }


def procedures_for(table: type) -> dict[str, Callable[..., Result]]:
    """Return the procedures that take such a table, alone or among others.

    Examples
    --------
    >>> {"mcnemar", "rank_sets"} <= {*procedures_for(Predictions)}, "mcnemar" in procedures_for(Scores)
    (True, False)
    """
    return {
        name: procedure
        for name, procedure in PROCEDURES.items()
        if table in (hint := next(iter(procedure.__annotations__.values())), *typing.get_args(hint))
    }


def _first_table(procedure: Callable[..., Result]) -> object:
    table = next(iter(procedure.__annotations__.values()))
    return next(iter(typing.get_args(table)), table)


CATALOGUE = select_procedures(Scores)
PREDICTION_CATALOGUE = select_procedures(Predictions)
CURVE_CATALOGUE = select_procedures(Curves)
SEVERAL_CATALOGUE = select_procedures(Several)
