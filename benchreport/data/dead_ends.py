"""Ways out of an error are tried before they are offered: some end where nothing can be compared."""

from collections.abc import Callable
from typing import Any

from benchreport.errors import DesignError, InputError, RoleError
from benchreport.hints import Call

DIRECTION = {"higher_is_better"}
# roles that choose among what a table holds
SELECTING = frozenset(("score", "metric", "where", "higher_is_better"))


def without_dead_ends(
    error: InputError, read: Callable[[dict[str, Any]], object], *, alone: bool
) -> InputError:
    """Return the error without the ways out that lead nowhere, or with the reason if all of them do.

    Parameters
    ----------
    error
        Why a table cannot be read.
    read
        Reads the table with more roles.
    alone
        Whether the caller said nothing of the table, so that its columns alone are the reason.
    """
    ends = {id(way): _end_of(way, read) for way in error.way_out.calls if _may_try(way)}
    dead = [way for way in error.way_out.calls if ends.get(id(way)) is not None]
    if not dead:
        return error
    rest = error.way_out.without(dead)
    if not isinstance(error, RoleError):
        return type(error)(error.message, hint=rest or error.way_out)
    first = [end for end in ends.values() if end is not None]
    designs = [end for end in first if isinstance(end, DesignError)]
    # what remains wrong whatever is selected is wrong with the table
    if len(dead) == len(ends) and alone and (designs or SELECTING.issuperset(dead[0].roles)):
        return (designs or first)[0]
    missing = "add a column that says which algorithm each score is of"
    return type(error)(error.message, hint=rest if rest.calls else missing)


def _may_try(way: Call) -> bool:
    """Tell whether a way out says what columns are: methods read nothing, and any direction can be read."""
    return not way.method and bool(way.roles.keys() - DIRECTION) and ... not in way.roles.values()


def _end_of(way: Call, read: Callable[[dict[str, Any]], object]) -> InputError | None:
    """Return the error in which a way out ends; ``None`` where it leads to a table, or to a question."""
    try:
        read({**way.roles})
    except InputError as end:
        return end if isinstance(end, DesignError) or not end.way_out.calls else None
    return None
