"""Results from their facts: the way back from `Result.to_dict`."""

import dataclasses
import functools
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Union

import benchreport.results as shapes
from benchreport.errors import DataError, examples
from benchreport.results.base import Result

DERIVED = ("result", "not_finite", "summary")
NOT_FINITE = {"nan", "inf", "-inf"}
# bool is an int to Python, and an int a float to JSON
SCALARS: dict[type, tuple[type, ...]] = {
    str: (str,),
    bool: (bool,),
    int: (int,),
    float: (int, float),
}


def result_classes() -> dict[str, type[Result]]:
    """Return the classes of results by name.

    >>> "OmnibusResult" in result_classes()
    True
    """
    # the package loads its classes when they are asked for by name
    classes = {name: getattr(shapes, name) for name in dir(shapes) if not name.startswith("_")}
    return {
        name: shape
        for name, shape in sorted(classes.items())
        if isinstance(shape, type) and issubclass(shape, Result) and shape is not Result
    }


def from_dict(facts: Mapping[str, Any]) -> Result:
    """Rebuild a result from its facts.

    Fields that have a default may be left out, as in facts that an older version wrote.

    Parameters
    ----------
    facts
        As `Result.to_dict` returns them, also after a detour through JSON.

    Returns
    -------
    Result
        The result, of the class that ``facts["result"]`` names, equal to the original.

    Raises
    ------
    DataError
        The facts are not those of a result; the message names the place, the expected and the actual value.

    Examples
    --------
    >>> import json
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> result = benchreport.bench(frame, score="accuracy").friedman()
    >>> from_dict(json.loads(json.dumps(result.to_dict()))) == result
    True
    """
    if not isinstance(facts, Mapping):
        raise _error("", "the facts of a result", facts)
    known = result_classes()
    kind = facts.get("result")
    if not isinstance(kind, str) or kind not in known:
        raise DataError(
            f"/result: expected a class of results, such as {examples(known)}; found {kind!r}.",
            hint="benchreport.results.from_dict.from_dict(result.to_dict())",
        )
    odd = _odd(facts.get("not_finite", {}))
    fields = {name: value for name, value in facts.items() if name not in DERIVED}
    result: Result = _record(fields, known[kind], "", odd)
    if odd:
        raise DataError(f"/not_finite: there is no null at {examples(odd)}.", hint=HINT)
    return result


HINT = "use the facts as result.to_dict() returned them"


def _odd(paths: object) -> dict[str, str]:
    """Check the list of numbers that JSON lacks; return a copy, which is emptied as they are used."""
    if not isinstance(paths, Mapping) or not set(map(str, paths.values())) <= NOT_FINITE:
        raise _error("/not_finite", "paths with 'nan', 'inf' or '-inf' each", paths)
    return dict(paths)


def _value(value: Any, hint: Any, path: str, odd: dict[str, str]) -> Any:  # noqa: ANN401 - any field
    """Read a value as its type hint says."""
    if value is None and path in odd:
        value = float(odd.pop(path))
    origin, options = typing.get_origin(hint), typing.get_args(hint)
    if origin in (Union, types.UnionType):
        if value is None and types.NoneType in options:
            return None
        (hint,) = (option for option in options if option is not types.NoneType)
        return _value(value, hint, path, odd)
    if origin is Literal:
        if value not in options:
            raise _error(path, f"one of {', '.join(map(repr, options))}", value)
        return value
    if origin is tuple:
        return _tuple(value, options, path, odd)
    if hint in SCALARS:
        return _scalar(value, hint, path)
    return _record(value, hint, path, odd)


def _scalar(value: object, hint: type, path: str) -> object:
    if not isinstance(value, SCALARS[hint]) or (isinstance(value, bool) and hint is not bool):
        raise _error(path, f"a value of type {hint.__name__}", value)
    return value


def _tuple(
    value: object, options: tuple[Any, ...], path: str, odd: dict[str, str]
) -> tuple[Any, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise _error(path, "a list", value)
    hints = [options[0]] * len(value) if options[-1] is Ellipsis else list(options)
    if len(hints) != len(value):
        raise _error(path, f"a list of {len(hints)}", value)
    return tuple(
        _value(item, hint, f"{path}/{place}", odd)
        for place, (item, hint) in enumerate(zip(value, hints, strict=True))
    )


def _record(value: object, kind: Any, path: str, odd: dict[str, str]) -> Any:  # noqa: ANN401
    """Make a dataclass or a named tuple of a mapping."""
    if not isinstance(value, Mapping):
        raise _error(path, f"the fields of {kind.__name__}", value)
    hints, needed = _fields(kind)
    unknown = [name for name in value if name not in hints]
    missing = [name for name in needed if name not in value]
    if unknown or missing:
        wrong = f"no field {examples(unknown)}" if unknown else f"the field {examples(missing)} too"
        raise _error(path, f"the fields of {kind.__name__}, {wrong}", list(value))
    return kind(
        **{name: _value(fact, hints[name], f"{path}/{name}", odd) for name, fact in value.items()}
    )


@functools.cache
def _fields(kind: Any) -> tuple[dict[str, Any], frozenset[str]]:  # noqa: ANN401 - two result_classes of class
    """Return the type hints of a record's fields, and which of them have no default."""
    hints = typing.get_type_hints(kind)
    if not dataclasses.is_dataclass(kind):
        return hints, frozenset(hints) - frozenset(kind._field_defaults)
    fields = dataclasses.fields(kind)
    nothing = dataclasses.MISSING
    needed = (field for field in fields if field.default is field.default_factory is nothing)
    return {field.name: hints[field.name] for field in fields}, frozenset(
        field.name for field in needed
    )


def _error(path: str, expected: str, value: object) -> DataError:
    text = repr(value)
    text_shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
    return DataError(f"{path or 'the facts'}: expected {expected}; found {text_shown}.", hint=HINT)


LONGEST = 80
