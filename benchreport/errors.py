"""Everything benchreport raises and warns about.

::

    Exception
    └── BenchreportError            any of ours
        ├── InputError (ValueError) what was handed in
        │   ├── RoleError           no column, or several, could play a role
        │   │   └── DirectionError  nothing says whether higher is better
        │   ├── DataError           a cell is unusable: text, infinite, twice there
        │   ├── DesignError         the design is not the one the procedure needs
        │   ├── OptionError         an argument has no such value
        │   └── ConfigError         the configuration of the nights is wrong
        ├── ReadError (OSError)     a file cannot be read
        ├── HistoryError            the store of the nights cannot be used; it is kept as it is
        ├── BusyError               another run holds the lock
        ├── NotifyError             somebody could not be told; the night is kept
        ├── RenderError             a report could not be written; nothing was
        └── DependencyError (ImportError)  an optional part is not installed

    UserWarning
    └── BenchreportWarning
        └── FontWarning             a name has characters that no installed font draws

Each message says what was expected and what was found; ``hint`` is a runnable way out.
"""

import difflib
import math
import numbers
from collections.abc import Iterable

__all__ = [
    "BenchreportError",
    "BenchreportWarning",
    "BusyError",
    "ConfigError",
    "DataError",
    "DependencyError",
    "DesignError",
    "DirectionError",
    "FontWarning",
    "HistoryError",
    "InputError",
    "NotifyError",
    "OptionError",
    "ReadError",
    "RenderError",
    "RoleError",
]


class BenchreportError(Exception):
    """Any error of ours: the message, and a hint on its own line.

    Parameters
    ----------
    message
        What was expected and what was found.
    hint
        A way out that can be typed as it stands; empty when there is none.
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        self.message = message
        self.hint = hint
        super().__init__(message, hint)

    def __str__(self) -> str:
        return f"{self.message}\nHint: {self.hint}" if self.hint else self.message

    def __reduce__(self) -> tuple[object, ...]:
        # keyword-only hints would be lost by the default pickling of exceptions
        return (_rebuild, (type(self), self.message, self.hint))


class InputError(BenchreportError, ValueError):
    """Something handed in cannot be used as it is."""


class RoleError(InputError):
    """No column, or more than one, could play a role."""


class DirectionError(RoleError):
    """Nothing says whether higher scores are better."""


class DataError(InputError):
    """Cells of the table are unusable."""


class DesignError(InputError):
    """The table's design is not the one that the procedure needs."""


class OptionError(InputError):
    """An argument has a value that it cannot take."""


class ReadError(BenchreportError, OSError):
    """A file cannot be read."""


class ConfigError(InputError):
    """The configuration of the nights is wrong."""


class HistoryError(BenchreportError):
    """The store of the nights cannot be read or written; it is kept as it is."""


class BusyError(BenchreportError):
    """Another run is at work on the same nights."""


class NotifyError(BenchreportError):
    """Somebody could not be told of a night; the night itself is kept."""


class RenderError(BenchreportError):
    """A report could not be rendered; no file was changed."""


class DependencyError(BenchreportError, ImportError):
    """An optional part, or a system library, is not installed."""


class BenchreportWarning(UserWarning):
    """Any warning of ours."""


class FontWarning(BenchreportWarning):
    """A name has characters that no installed font can draw."""


def _rebuild(kind: type[BenchreportError], message: str, hint: str) -> BenchreportError:
    return kind(message, hint=hint)


def examples(items: Iterable[object], *, most: int = 5) -> str:
    """List at most five items, and say how many more there are.

    >>> examples(range(7))
    '0, 1, 2, 3, 4 and 2 more'
    """
    listed = [item if isinstance(item, str) else _shown(item) for item in items]
    shown = ", ".join(listed[:most])
    return shown if len(listed) <= most else f"{shown} and {len(listed) - most} more"


def _shown(item: object) -> str:
    try:
        return repr(item)
    except RecursionError:
        # lists in lists in lists
        return f"a deeply nested {type(item).__name__}"


def counted(number: int, noun: str) -> str:
    """Write a count with its noun.

    >>> counted(1, "empty cell"), counted(3, "empty cell")
    ('1 empty cell', '3 empty cells')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def check_choice(name: str, value: str, choices: Iterable[str], *, usual: str = "") -> None:
    """Raise `OptionError` unless ``value`` is one of ``choices``; name the nearest, or the usual."""
    allowed = list(choices)
    if isinstance(value, str) and value in allowed:
        return
    near = difflib.get_close_matches(str(value), allowed, n=1) or [usual] * bool(usual)
    listed = ", ".join(repr(choice) for choice in allowed)
    raise OptionError(
        f"{name} must be one of {listed}; got {value!r}.",
        hint=f"{name}={(near or allowed)[0]!r}",
    )


def check_number(
    name: str, value: object, *, above: float = -math.inf, whole: bool = False, hint: str
) -> None:
    """Raise `OptionError` unless ``value`` is a finite number above a bound."""
    kind = numbers.Integral if whole else numbers.Real
    fine = isinstance(value, kind) and not isinstance(value, bool)
    if fine and math.isfinite(float(value)) and float(value) > above:  # type: ignore[arg-type]
        return
    what = "a whole number" if whole else "a number"
    bound = f" above {above:g}" if above > -math.inf else ""
    raise OptionError(f"{name} must be {what}{bound}; got {value!r}.", hint=hint)


def check_seed(rng: object) -> None:
    """Raise `OptionError` unless ``rng`` is a seed: a whole number, not negative."""
    check_number("rng", rng, above=-1, whole=True, hint="rng=0")


def check_fraction(name: str, value: float) -> None:
    """Raise `OptionError` unless ``value`` lies strictly between 0 and 1."""
    number = isinstance(value, numbers.Real)  # numpy's numbers are no floats to Python
    if not number or not 0.0 < float(value) < 1.0:
        raise OptionError(
            f"{name} must lie strictly between 0 and 1; got {value!r}.", hint=f"{name}=0.05"
        )
