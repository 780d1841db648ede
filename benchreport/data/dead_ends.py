"""Ways out of an error are tried before they are offered: some end where nothing can be compared."""

from collections.abc import Callable
from typing import Any

from benchreport.errors import DataError, DesignError, InputError, RoleError
from benchreport.hints import Call

DIRECTION = {"higher_is_better"}
# roles of tables that hold no scores
OTHER_TABLES = {"task", "truth", "correct"}
# roles that say what is compared, or choose among it
NAMING = ({"algorithm"}, {"factors"})
COMPARED = {"algorithm", "factors", "where"}
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
    ends = {id(way): _end_of(way, read, error) for way in error.way_out.calls if _may_try(way)}
    dead = [way for way in error.way_out.calls if ends.get(id(way)) is not None]
    if not dead:
        return error
    rest = error.way_out.without(dead)
    first = [end for end in ends.values() if end is not None]
    designs = [end for end in first if isinstance(end, DesignError)]
    if not isinstance(error, RoleError):
        if designs and not rest.calls and dead[0].roles.keys() in NAMING:
            # what tells the rows apart leaves one score each
            return DesignError(designs[0].message, hint=designs[0].way_out + "; " + rest)
        return type(error)(error.message, hint=rest or error.way_out)
    # what remains wrong whatever is selected is wrong with the table
    if len(dead) == len(ends) and alone and (designs or SELECTING.issuperset(dead[0].roles)):
        return (designs or first)[0]
    if not rest.calls and not any(way.roles.keys() & COMPARED for way in dead):
        # the algorithms are known, and where the way ends is said what is wrong with the scores
        return error
    missing = "add a column that says which algorithm each score is of"
    return type(error)(error.message, hint=rest if rest.calls else missing)


def _may_try(way: Call) -> bool:
    """Tell whether a way out says what columns are: methods read nothing, and any direction can be read."""
    if way.method or way.roles.keys() & OTHER_TABLES or ... in way.roles.values():
        return False
    return bool(way.roles.keys() - DIRECTION)


def _end_of(
    way: Call, read: Callable[[dict[str, Any]], object], error: InputError
) -> InputError | None:
    """Return the error in which a way out ends; ``None`` where it leads to a table, or to a question."""
    try:
        read({**way.roles})
    except InputError as end:
        # other roles may take the place of what was said, which is not tried
        again = end.message == error.message and way.roles.keys() == {"missing"}
        named = isinstance(error, RoleError) and way.roles.keys() == {"dataset"}
        if named and isinstance(end, DataError):
            # datasets are named, and what is wrong with their scores is said
            return None
        return end if again or isinstance(end, DesignError) or not end.way_out.calls else None
    return None
