"""All errors and warnings of benchreport, and checks of single values.

::

    Exception
    └── BenchreportError            any error of benchreport
        ├── InputError (ValueError) an input cannot be used
        │   ├── RoleError           no column, or several, could play a role
        │   │   └── DirectionError  nothing says whether higher is better
        │   ├── DataError           a cell is unusable: text, infinite, duplicate
        │   ├── DesignError         the design is not the one the procedure needs
        │   ├── OptionError         an argument has no such value
        │   └── ConfigError         the configuration of the nights is wrong
        ├── ReadError (OSError)     a file cannot be read
        ├── ExperimentError         an experiment stopped; what was computed is kept
        ├── HistoryError            the store of the nights cannot be used; it is kept as it is
        ├── BusyError               another run holds the lock
        ├── NotifyError             a notification could not be sent; the night is kept
        ├── RenderError             a report could not be written; no file changed
        └── DependencyError (ImportError)  an optional part is not installed

    UserWarning
    └── BenchreportWarning
        └── FontWarning             a name has characters that no installed font draws

Each message says what was expected and what the input holds; ``hint`` is code or a step that helps.
"""

import contextlib
import difflib
import itertools
import math
import numbers
import re
import sys
import warnings
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from benchreport.hints import Hint, option

__all__ = [
    "BenchreportError",
    "BenchreportWarning",
    "BusyError",
    "ConfigError",
    "DataError",
    "DependencyError",
    "DesignError",
    "DirectionError",
    "ExperimentError",
    "FontWarning",
    "HistoryError",
    "InputError",
    "NotifyError",
    "OptionError",
    "ReadError",
    "RenderError",
    "RoleError",
]


NEAREST = 1e-12
"""The smallest distance of a level from 0 and from 1."""
LINES = re.compile(r"\s*[\r\n]\s*")
IN_BRACKETS = re.compile(r"\((?:[^()\[]|\[[^\]]*\])*\)|\[[^\]]*\]")


class BenchreportError(Exception):
    """An error of benchreport: a message, and a hint on its own line.

    Parameters
    ----------
    message
        A sentence that says what was expected and what the input holds.
    hint
        A way out of the error: a sentence, or a record of `benchreport.hints`; empty without one.
    """

    def __init__(self, message: str, *, hint: Hint | str = "") -> None:
        self.message = message
        self.way_out: Hint = Hint.of(hint)
        super().__init__(message, self.hint)

    @property
    def hint(self) -> str:
        """The way out as Python code; the command line renders the record `way_out` itself."""
        return str(self.way_out)

    def __str__(self) -> str:
        return f"{self.message}\nHint: {self.hint}" if self.hint else self.message

    def __reduce__(self) -> tuple[object, ...]:
        # pickling would lose the hint, as it is keyword-only
        return (_rebuild, (type(self), self.message, self.way_out))


class InputError(BenchreportError, ValueError):
    """An input cannot be used as it is."""


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


class ExperimentError(BenchreportError):
    """An experiment stopped, and what its folder keeps is whole; the same call goes on there."""


class HistoryError(BenchreportError):
    """The store of the nights cannot be read or written; it is kept as it is."""


class BusyError(BenchreportError):
    """Another run works on the same nights."""


class NotifyError(BenchreportError):
    """A notification of a night could not be sent; the night itself is kept."""


class RenderError(BenchreportError):
    """A report could not be rendered; no file was changed."""


class DependencyError(BenchreportError, ImportError):
    """An optional part, or a system library, is not installed."""


class BenchreportWarning(UserWarning):
    """A warning of benchreport.

    Parameters
    ----------
    message
        A sentence on the cause and a way out, or a record of `benchreport.hints`.
    """

    def __init__(self, message: Hint | str) -> None:
        self.message: Hint = Hint.of(message)
        super().__init__(str(message))


class FontWarning(BenchreportWarning):
    """A name has characters that no installed font can draw."""


PACKAGE = str(Path(__file__).parent)


def warn_user(message: Hint | str, category: type[BenchreportWarning]) -> None:
    """Warn, and point at the user's line that called benchreport.

    Parameters
    ----------
    message
        The cause and a way out.
    category
        The class of the warning.
    """
    level, frame = 1, sys._getframe()  # noqa: SLF001 - skip_file_prefixes came with Python 3.12
    while frame.f_back and frame.f_code.co_filename.startswith((PACKAGE, contextlib.__file__)):
        level, frame = level + 1, frame.f_back
    warnings.warn(category(message), stacklevel=level)


def _rebuild(kind: type[BenchreportError], message: str, hint: Hint) -> BenchreportError:
    return kind(message, hint=hint)


def examples(items: Iterable[object], *, most: int = 5, total: int | None = None) -> str:
    r"""List the first ``most`` items, and count the others; a single other is named, too.

    Only the first are taken if ``total`` says how many there are.

    >>> examples(range(7)), examples(itertools.count(), total=10**7)
    ('0, 1, 2, 3, 4 and 2 more', '0, 1, 2, 3, 4 and 9,999,995 more')
    >>> examples(range(6))
    '0, 1, 2, 3, 4, 5'
    >>> examples(["Arena Elo\n[Feb 2, 2024]", "MT-Bench"])
    'Arena Elo [Feb 2, 2024], MT-Bench'
    """
    rest = iter(items)
    first = list(itertools.islice(rest, most + 1))
    number = len(first) + sum(1 for _ in rest) if total is None else total
    few = first if number <= len(first) else first[:most]
    # a header's cell may have several lines
    listed = [LINES.sub(" ", item) if isinstance(item, str) else _format_item(item) for item in few]
    text = separator(listed).join(listed)
    return f"{text} and {number - len(few):,} more" if number > len(few) else text


def separator(items: Iterable[str]) -> str:
    """Return what stands between items of a list: no comma where they have commas themselves.

    >>> separator(["svm", "knn (3 [1, 4], 5)"]), separator(["scans, 1 thread", "joins"])
    (', ', '; ')
    """
    return "; " if any(", " in IN_BRACKETS.sub("", item) for item in items) else ", "


def _format_item(item: object) -> str:
    try:
        return repr(item)
    except RecursionError:
        # the item is too deeply nested
        return f"a deeply nested {type(item).__name__}"


def format_count(number: int, noun: str) -> str:
    """Write a count with its noun, and commas between thousands.

    >>> format_count(1, "empty cell"), format_count(3, "empty cell"), format_count(20000, "dataset")
    ('1 empty cell', '3 empty cells', '20,000 datasets')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def name_steps(name: str, *ends: str) -> str:
    """Name a step, or the range between two: a plural stands behind its number.

    >>> name_steps("epoch", "30"), name_steps("epoch", "1", "30"), name_steps("timesteps", "1", "5,000")
    ('epoch 30', 'epoch 1 to 30', '1 to 5,000 timesteps')
    >>> name_steps("queries", "1"), name_steps("evaluations", "1")
    ('1 query', '1 evaluation')
    """
    numbers = " to ".join(ends)
    if not name.endswith("s") or name.endswith("ss"):
        return f"{name} {numbers}"
    if numbers == "1":
        name = f"{name[:-3]}y" if name.endswith("ies") else name[:-1]
    return f"{numbers} {name}"


def check_choice(
    name: str,
    value: str,
    choices: Collection[str],
    *,
    usual: str = "",
    meant: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Raise `OptionError` unless ``value`` is in ``choices``.

    The hint has what others call so, as ``meant`` lists it in lower case and with underscores, or the nearest
    choice, or the usual one.
    """
    if isinstance(value, str) and value in choices:
        return
    allowed = list(choices)
    text = value if isinstance(value, str) else shorten(value)
    text = re.sub("[- /]", "_", text.casefold())
    known = [choice for choice in (meant.get(text, text),) if choice in choices]
    near = known or difflib.get_close_matches(text, allowed, n=1) or [usual] * bool(usual)
    listed = ", ".join(repr(choice) for choice in allowed)
    raise OptionError(
        f"{name} must be one of {listed}; got {shorten(value)}.",
        hint=option(**{name: (near or allowed)[0]}),
    )


def check_number(
    name: str,
    value: object,
    *,
    above: float = -math.inf,
    most: float = math.inf,
    whole: bool = False,
    hint: Hint | str,
) -> None:
    """Raise `OptionError` unless ``value`` is a finite number above a bound, ``most`` at most."""
    fine = is_number(value) and (isinstance(value, numbers.Integral) or not whole)
    if fine and above < value <= most:  # type: ignore[operator]
        return
    what = "a whole number" if whole else "a number"
    bounds = [f"above {above:g}"] * (above > -math.inf) + [f"at most {most:,}"] * (most < math.inf)
    raise OptionError(
        f"{name} must be {' '.join([what, ' and '.join(bounds)]).strip()}; got {shorten(value)}.",
        hint=hint,
    )


def is_number(value: object) -> bool:
    """Tell whether a value is a number that a finite float can hold; truth values are no numbers.

    >>> is_number(3), is_number(True), is_number(10**400), is_number("3")
    (True, False, False, False)
    """
    try:
        real = not isinstance(value, bool) and isinstance(value, numbers.Real)
        return real and math.isfinite(value)  # type: ignore[arg-type]
    except OverflowError:  # a whole number beyond all floats
        return False


def shorten(value: object, most: int = 80) -> str:
    """Write a value as Python does, in one line, and cut a long text.

    >>> shorten("x" * 200, most=12)
    "'xxxxxxxxxx…"
    """
    try:
        text = " ".join(repr(value).split("\n"))
    except ValueError:  # a whole number of more digits than Python writes
        return f"a very long {type(value).__name__}"
    return text if len(text) <= most else f"{text[: most - 1]}…"


def check_seed(rng: object) -> None:
    """Raise `OptionError` unless ``rng`` is a seed: a whole number, not negative."""
    check_number("rng", rng, above=-1, whole=True, hint=option(rng=0))


def check_fraction(name: str, value: float) -> None:
    """Raise `OptionError` unless ``value`` lies strictly between 0 and 1, and not within 1e-12.

    Closer to 1, a double cannot resolve the tail.
    """
    if not is_number(value) or not NEAREST <= value <= 1.0 - NEAREST:
        nearer = ", 1e-12 from either" if is_number(value) and 0.0 < value < 1.0 else ""
        raise OptionError(
            f"{name} must lie strictly between 0 and 1{nearer}; got {shorten(value)}.",
            hint=option(**{name: 0.05}),
        )
