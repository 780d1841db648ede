"""Check arguments where a method or command takes them: by annotation and by name.

A parameter's name (``alpha``, ``n_resamples``, ``width``) means the same everywhere, so `RULES` sets its
bounds once. A new parameter is checked by its annotation; if it has bounds, add a line to `RULES`.
"""

import difflib
import functools
import inspect
import math
import numbers
import types
import typing
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Sized
from collections.abc import Set as AbstractSet
from typing import Any, Literal, NamedTuple

from benchreport.data.columns.roles import Roles
from benchreport.errors import (
    OptionError,
    check_choice,
    check_fraction,
    check_number,
    check_seed,
    is_number,
    shorten,
)
from benchreport.hints import Code, Hint, call, option

MOST_RESAMPLES = 1_000_000
MOST_FACTORS = 100
Rule = Callable[[str, Any], None]

# example values of parameters without a default
_EXAMPLES = {
    "baseline": "old",
    "budget": 100,
    "complexity": ["simplest", "next"],
    "control": "baseline",
    "features": Code("pandas.DataFrame({'n_rows': [150, 178]}, index=['iris', 'wine'])"),
    "margin": "1pp",
    "metric": "accuracy",
    "order": ["worst", "best"],
}


def _whole(low: int, high: float, example: int) -> Rule:
    """Make a rule for whole numbers from ``low`` to ``high``."""

    def rule(name: str, value: object) -> None:
        hint = option(**{name: example})
        check_number(name, value, above=low - 1, most=high, whole=True, hint=hint)

    return rule


def _above(bound: float, example: float, *, most: float = math.inf) -> Rule:
    """Make a rule for finite numbers above a bound."""
    return lambda name, value: check_number(
        name, value, above=bound, most=most, hint=option(**{name: example})
    )


def _rope(name: str, value: object) -> None:
    check_number(name, value, hint=option(rope=0.01))
    if typing.cast("float", value) < 0:
        raise OptionError(f"rope must be 0 or more; got {value!r}.", hint=option(rope=0.01))


def _interactions(name: str, value: object) -> None:
    if not isinstance(value, bool):
        _whole(1, MOST_FACTORS, 2)(name, value)


RULES: dict[str, Rule] = {
    "alpha": check_fraction,
    "bins": _whole(1, 10_000, 10),
    "cells": _whole(0, math.inf, 5),
    "confidence": check_fraction,
    "highlight": _whole(0, math.inf, 8),
    "interactions": _interactions,
    "margin": _above(0, 0.01),
    "most": _whole(1, math.inf, 45),
    "n": _whole(2, 10_000_000, 100),
    "n_draws": _whole(1, MOST_RESAMPLES, 10_000),
    "n_resamples": _whole(1, MOST_RESAMPLES, 10_000),
    "n_simulations": _whole(1, MOST_RESAMPLES, 2_000),
    "n_targets": _whole(1, 10_000, 20),
    "power": check_fraction,
    "prior_strength": _above(0, 0.5, most=1e9),
    "rng": lambda _, value: check_seed(value),
    "rope": _rope,
    "sigma": _above(0, 15),
    "test_fraction": check_fraction,
    "threshold": _above(0, 3.5),
    "typ": _whole(2, 3, 2),
    "warmup": _whole(0, math.inf, 1),
}
"""Rules for the values of parameters, by name; annotations are checked besides."""

# parameters that name algorithms, datasets or runs: any hashable label may stand for the text
LABELS = ("a", "algorithm", "b", "baseline", "complexity", "control", "dataset", "highlight", "order",
          "relative_to", "run")  # fmt: skip

ELSEWHERE = {
    "correction": {
        **dict.fromkeys(("fdr", "fdr_bh", "fdr_i", "fdr_p", "benjamini_hochberg"), "bh"),
        **dict.fromkeys(("fdr_by", "fdr_n", "benjamini_yekutieli"), "by"),
        **dict.fromkeys(("holm_bonferroni", "h"), "holm"),
        **dict.fromkeys(("holm_sidak", "hs"), "holland"),
        **dict.fromkeys(("simes_hochberg", "sh"), "hochberg"),
        "b": "bonferroni",
        "bonf": "bonferroni",
        "s": "sidak",
        "ho": "hommel",
        "false": "none",
    }
}
"""What other libraries call our choices, by parameter: Hochberg's is not that of Benjamini and Hochberg."""


class _Kind(NamedTuple):
    """The values that an annotation allows: their description, and a function that tests one."""

    words: str
    fits: Callable[[Any], bool]


class _Parameter(NamedTuple):
    """The checks of one parameter, and a hint with a valid value."""

    check: Rule
    optional: bool
    required: bool
    by_place: bool
    way_out: Hint


def check_arguments(
    function: Callable[..., object], positional: Sequence[object], named: Mapping[str, object]
) -> None:
    """Check the arguments that a function takes after its table.

    Parameters
    ----------
    function
        The function; its first parameter is the table, the others are annotated.
    positional, named
        The arguments after the table, as they were given.

    Raises
    ------
    OptionError
        An argument is unknown or missing, or has a value that its annotation or its name rules out.

    Examples
    --------
    >>> def best(table: object, *, most: int = 3, log: bool | None = None) -> None: ...
    >>> check_arguments(best, (), {"log": "yes"})
    Traceback (most recent call last):
    benchreport.errors.OptionError: log must be True or False, or None; got 'yes'.
    Hint: log=None
    """
    parameters = _parameters(function)
    arguments = {**dict(zip(parameters, positional, strict=False)), **named}
    if not arguments.keys() <= parameters.keys():
        _refuse_unknown(function.__name__, arguments, parameters)
    for value, parameter in zip(positional, parameters.values(), strict=False):
        if not parameter.by_place:
            _refuse_place(function.__name__, value, parameters)
    for name in _required(function):
        if name not in arguments:
            raise OptionError(f"{function.__name__} needs {name}.", hint=parameters[name].way_out)
    for name, value in arguments.items():
        if value is not None or not parameters[name].optional:
            parameters[name].check(name, value)


def _refuse_unknown(
    function: str, arguments: Mapping[str, object], parameters: Mapping[str, _Parameter]
) -> None:
    name = next(name for name in arguments if name not in parameters)
    if name in Roles.__dataclass_fields__:
        known = {other: value for other, value in arguments.items() if other in parameters}
        raise OptionError(
            f"{name} says how the table is read, before {function} is called.",
            hint=call(function, {name: arguments[name]}, **known),
        )
    near = difflib.get_close_matches(name, parameters, n=1, cutoff=0.5)
    hints = [parameters[similar].way_out for similar in near] or [call(function)]
    takes = f"it takes {', '.join(parameters)}" if parameters else "it takes none"
    raise OptionError(f"{function} has no argument {name}; {takes}.", hint=hints[0])


def _refuse_place(function: str, value: object, parameters: Mapping[str, _Parameter]) -> None:
    named = [name for name, parameter in parameters.items() if not parameter.by_place]
    # what takes any text, and is no label, says nothing about this one
    telling = [name for name in named if name in LABELS or not _fits(parameters[name], name, "")]
    fitting = next((name for name in telling if _fits(parameters[name], name, value)), None)
    raise OptionError(
        f"{function} takes {', '.join(named)} by name only; got {shorten(value)}.",
        hint=call(function, **({fitting: value} if fitting else {})),
    )


def _fits(parameter: _Parameter, name: str, value: object) -> bool:
    try:
        parameter.check(name, value)
    except OptionError:
        return False
    return True


@functools.cache
def _parameters(function: Callable[..., object]) -> dict[str, _Parameter]:
    hints = typing.get_type_hints(function)
    _, *rest = inspect.signature(function).parameters.values()
    return {
        parameter.name: _parameter(parameter, hints.get(parameter.name, Any)) for parameter in rest
    }


@functools.cache
def _required(function: Callable[..., object]) -> list[str]:
    return [name for name, parameter in _parameters(function).items() if parameter.required]


def _parameter(parameter: inspect.Parameter, hint: Any) -> _Parameter:  # noqa: ANN401 - any annotation
    return _Parameter(
        check=_check_of(parameter, hint),
        optional=types.NoneType in typing.get_args(hint),
        required=parameter.default is parameter.empty,
        by_place=parameter.kind is parameter.POSITIONAL_OR_KEYWORD,
        way_out=_way_out(parameter),
    )


def _check_of(parameter: inspect.Parameter, hint: Any) -> Rule:  # noqa: ANN401 - any annotation
    rule = RULES.get(parameter.name)
    kinds = typing.get_args(hint)
    if rule and str not in kinds and not any(map(_several_of, kinds)):
        return rule
    if typing.get_origin(hint) is Literal:
        choices = [choice for choice in typing.get_args(hint) if choice is not None]
        usual = parameter.default if isinstance(parameter.default, str) else ""
        meant = ELSEWHERE.get(parameter.name, {})
        return lambda name, value: check_choice(name, value, choices, usual=usual, meant=meant)
    kind = _kind(hint, labels=parameter.name in LABELS)
    check = functools.partial(_check_kind, kind, _way_out(parameter))
    return check if rule is None else _number_or(rule, check)


def _several_of(hint: object) -> bool:
    """Tell whether an annotation asks for a list."""
    return typing.get_origin(hint) in (Sequence, Iterable)


def _number_or(rule: Rule, check: Rule) -> Rule:
    """Make a rule that checks numbers by ``rule`` and other values by ``check``."""
    return lambda name, value: (rule if isinstance(value, numbers.Real) else check)(name, value)


def _check_kind(kind: _Kind, hint: Hint, name: str, value: object) -> None:
    if not kind.fits(value):
        if isinstance(value, str) and kind.fits([value]):
            hint = option(**{name: [value]})
        if isinstance(value, Mapping) and value and kind.fits(listed := [*value.values()]):
            # the values by themselves are what is expected
            hint = option(**{name: listed})
        raise OptionError(f"{name} must be {kind.words}; got {shorten(value)}.", hint=hint)


def _way_out(parameter: inspect.Parameter) -> Hint:
    """Make a hint with a valid value: the default, or an example."""
    value = parameter.default
    if value is parameter.empty:
        value = _EXAMPLES.get(parameter.name, ...)
    elif callable(value):
        value = Code("print")
    return option(**{parameter.name: value})


def _kind(hint: Any, *, labels: bool = False) -> _Kind:  # noqa: ANN401 - any annotation
    """Translate an annotation; with ``labels``, any hashable value may stand for text."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint in _SIMPLE:
        return _LABEL if labels and hint is str else _SIMPLE[hint]
    if origin in (typing.Union, types.UnionType):
        return _either([_kind(kind, labels=labels) for kind in inner])
    if origin is Literal:
        words = f"one of {', '.join(map(repr, inner))}"
        return _Kind(words, lambda value: isinstance(value, str) and value in inner)
    if _several_of(hint):
        return _several(_kind(inner[0], labels=labels))
    if origin is Mapping:
        return _mapping(_kind(inner[1]))
    return _instance(origin or hint)


def _either(kinds: list[_Kind]) -> _Kind:
    words = ", or ".join(dict.fromkeys(kind.words for kind in kinds))
    return _Kind(words, lambda value: any(kind.fits(value) for kind in kinds))


def _instance(of_class: type) -> _Kind:
    words = _WORDS.get(of_class.__name__, f"a benchreport.{of_class.__name__}")
    return _Kind(words, lambda value: isinstance(value, of_class))


def _several(kind: _Kind) -> _Kind:
    """Return the kind of a list with items of this kind."""

    def fits(value: object) -> bool:
        # text, sets and tables are iterable but not lists
        if isinstance(value, str | bytes | Mapping | AbstractSet) or hasattr(value, "columns"):
            return False
        if getattr(value, "ndim", 1) != 1 or not isinstance(value, Iterable):
            return False
        # an iterator is left to the function: checking would exhaust it
        return not isinstance(value, Sized) or all(map(kind.fits, value))

    return _Kind(f"a list (each {kind.words})", fits)


def _mapping(kind: _Kind) -> _Kind:
    def fits(value: object) -> bool:
        return isinstance(value, Mapping) and all(map(kind.fits, value.values()))

    return _Kind(f"a dict (each {kind.words})", fits)


def _is_label(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    # a missing value names nothing: it does not equal itself, or its comparison is missing
    return not isinstance(value, bool | types.NoneType) and (value == value) is True  # noqa: PLR0124


def _is_flag(value: object) -> bool:
    return isinstance(value, bool) or type(value).__name__ in ("bool", "bool_")


_LABEL = _Kind("a name", _is_label)
_SIMPLE: dict[Any, _Kind] = {
    bool: _Kind("True or False", _is_flag),
    int: _Kind(
        "a whole number",
        lambda value: isinstance(value, numbers.Integral) and not isinstance(value, bool),
    ),
    float: _Kind("a finite number", is_number),
    str: _Kind("text", lambda value: isinstance(value, str)),
    types.NoneType: _Kind("None", lambda value: value is None),
    Hashable: _Kind("a column's name", _is_label),
    Any: _Kind("anything", lambda _: True),
}
_WORDS = {
    "PathLike": "a path",
    "Callable": "a function",
    "DataFrame": "a pandas.DataFrame",
    "Axes": "matplotlib axes",
}
