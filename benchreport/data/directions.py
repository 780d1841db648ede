"""Whether higher is better, of each of several metrics."""

from collections.abc import Mapping, Sequence

from benchreport.data.direction import direction_of
from benchreport.errors import DirectionError, OptionError, examples
from benchreport.hints import option

__all__ = ["Directions", "directions_of"]

Directions = Mapping[str, bool] | bool | None


def directions_of(columns: Sequence[str], said: Directions) -> tuple[bool, ...]:
    """Tell each metric's direction: by the caller's word for it, its name, the word for all.

    Parameters
    ----------
    columns
        Names of metrics.
    said
        By metric, or one word for all.

    Raises
    ------
    OptionError
        A name is not among the metrics.
    DirectionError
        Nothing says a metric's direction, or its name says the opposite of the word for all.

    Examples
    --------
    >>> directions_of(["accuracy", "quality", "runtime"], {"quality": True})
    (True, True, False)
    """
    unknown = [name for name in said if name not in columns] if isinstance(said, Mapping) else []
    if unknown:
        raise OptionError(
            f"higher_is_better names {examples(unknown)}, not among {examples(columns)}.",
            hint=option(higher_is_better={columns[0]: True}),
        )
    return tuple(_direction(column, said) for column in columns)


def _direction(column: str, said: Directions) -> bool:
    if isinstance(said, Mapping) and column in said:
        return bool(said[column])
    known = direction_of(column)
    general = said if isinstance(said, bool) else None
    if known is None and general is None:
        raise DirectionError(
            f"is a higher score better? The name {column!r} does not say, and it is never guessed.",
            hint=option(higher_is_better={column: True}),
        )
    if None not in (known, general) and known != general:
        raise DirectionError(
            f"higher_is_better={general} is said of all metrics, but the name {column!r} says "
            f"that {'higher' if known else 'lower'} is better.",
            hint=option(higher_is_better={column: general}) + " if it is so",
        )
    return bool(known if general is None else general)
