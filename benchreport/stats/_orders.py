"""Options that list all algorithms in an order."""

from collections.abc import Iterable, Sequence

from benchreport.data.scores import Scores
from benchreport.errors import OptionError, examples
from benchreport.hints import Hint


def places_in_order(
    scores: Scores, order: Sequence[str], *, option: str, rule: str, hint: Hint | str
) -> list[int]:
    """Return the column of each name that an option lists.

    Parameters
    ----------
    order
        The value of the option.
    option, rule
        The option's name, and the rule that it must follow, such as ``"every algorithm once"``.

    Raises
    ------
    OptionError
        The option does not name every algorithm once.
    """
    single = isinstance(order, str) or not isinstance(order, Iterable)
    names = [str(name) for name in ([order] if single else order)]
    if sorted(names) == sorted(scores.algorithms):
        return [scores.algorithms.index(name) for name in names]
    faults = {
        "missing": [name for name in scores.algorithms if name not in names],
        "unknown": [name for name in dict.fromkeys(names) if name not in scores.algorithms],
        "more than once": [name for name in dict.fromkeys(names) if names.count(name) > 1],
    }
    listed = ", ".join(f"{fault} {examples(some)}" for fault, some in faults.items() if some)
    raise OptionError(f"{option} must name {rule}; {listed}.", hint=hint)
