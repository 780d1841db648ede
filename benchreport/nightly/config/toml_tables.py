"""Tables of a TOML file become dataclasses: every key known, every value of the kind that is asked for."""

import dataclasses
import difflib
import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from benchreport.errors import ConfigError, examples

__all__ = ["table"]

PLAIN = {str: "a text", float: "a number", int: "a whole number", bool: "true or false"}
EXAMPLES = {"a text": '"…"', "a number": "0.05", "a whole number": "20", "a list": '["…"]'}
MANY = "a table in double brackets"
SHOWN = 60
"""Characters of a wrong value."""


class _At(NamedTuple):
    """Where a value stands, in which file, and whether it may be a secret, which errors do not show."""

    where: str
    file: type[Any]
    hidden: bool = False

    def below(self, name: str, *, hidden: bool = False) -> "_At":
        return self._replace(where=f"{self.where}.{name}" if self.where else name, hidden=hidden)

    @property
    def name(self) -> str:
        return self.where.rpartition(".")[2]


def table(kind: type[Any], told: object) -> Any:  # noqa: ANN401 - any dataclass
    """Make the dataclass of a file of what TOML says.

    Parameters
    ----------
    kind
        A dataclass, whose tables are dataclasses too; fields whose metadata says ``{"file": False}``
        are not read, and values of those that are not in the repr not shown in errors.
    told
        Of `tomllib`.

    Raises
    ------
    ConfigError
        An unknown key, a key that lacks, a value of another kind.
    """
    return _table(kind, told, _At("", kind))


def _table(kind: type[Any], told: object, at: _At) -> Any:  # noqa: ANN401
    if not isinstance(told, Mapping):
        secret = any(not each.repr for each in dataclasses.fields(kind))
        raise _wrong("a table", told, at._replace(hidden=at.hidden or secret))
    hints = typing.get_type_hints(kind)
    known = {
        each.name: each for each in dataclasses.fields(kind) if each.metadata.get("file", True)
    }
    for name in told:
        if name not in known:
            raise _unknown(name, list(known), at)
    needed = [name for name, each in known.items() if _is_needed(each) and name not in told]
    if needed:
        raise ConfigError(f"[{at.where}] lacks {examples(needed)}.", hint=f"{needed[0]} = …")
    return kind(
        **{
            name: _value(hints[name], value, at.below(name, hidden=not known[name].repr))
            for name, value in told.items()
        }
    )


def _is_needed(each: "dataclasses.Field[Any]") -> bool:
    return each.default is dataclasses.MISSING and each.default_factory is dataclasses.MISSING


def _unknown(name: str, known: list[str], at: _At) -> ConfigError:
    near = difflib.get_close_matches(name, known, n=1)
    elsewhere = [place for place, keys in _tables(at.file) if name in keys]
    hint = f"delete {_short(name)}, or comment it out with #"
    if near or elsewhere:
        hint = f"did you mean {near[0]}?" if near else f"{name} belongs under [{elsewhere[0]}]"
    place = f"[{at.where}]" if at.where else "the file"
    return ConfigError(
        f"{place} has an unknown key {_short(name)}; it knows {', '.join(known)}.", hint=hint
    )


def _tables(kind: type[Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield the tables of a file with their keys."""
    for name, hint in typing.get_type_hints(kind).items():
        for each in (hint, *typing.get_args(hint)):
            if dataclasses.is_dataclass(each):
                yield name, [field.name for field in dataclasses.fields(each)]


def _value(hint: Any, value: object, at: _At) -> Any:  # noqa: ANN401 - any annotation
    """Check one value against its annotation."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint):
        return _table(typing.cast("type[Any]", hint), value, at)
    if origin is Literal:
        return _chosen(arguments, value, at)
    if origin is tuple:
        return _listed(arguments[0], value, at)
    if origin in (types.UnionType, typing.Union):
        return _any_of([each for each in arguments if each is not types.NoneType], value, at)
    return _plain(hint, value, at)


def _chosen(choices: tuple[str, ...], value: object, at: _At) -> str:
    if isinstance(value, str) and value in choices:
        return value
    near = difflib.get_close_matches(str(value), choices, n=1)
    raise ConfigError(
        f"{at.where} must be one of {', '.join(map(repr, choices))}; got {_short(value)}.",
        hint=f'{at.name} = "{(near or choices)[0]}"',
    )


def _listed(hint: Any, value: object, at: _At) -> tuple[Any, ...]:  # noqa: ANN401
    tables = dataclasses.is_dataclass(hint)
    # one text does for a list of one
    listed = [value] if isinstance(value, str) and not tables else value
    if not isinstance(listed, list) or (tables and not all(isinstance(v, dict) for v in listed)):
        raise _wrong(MANY if tables else "a list", value, at)
    return tuple(
        _value(hint, each, at._replace(where=f"{at.where}[{place}]"))
        for place, each in enumerate(listed)
    )


def _any_of(choices: list[Any], value: object, at: _At) -> Any:  # noqa: ANN401
    if len(choices) == 1:
        return _value(choices[0], value, at)
    for each in choices:
        try:
            return _value(each, value, at)
        except ConfigError:
            continue
    raise _wrong(" or ".join(PLAIN[each] for each in choices), value, at)


def _plain(kind: type, value: object, at: _At) -> Any:  # noqa: ANN401
    number = isinstance(value, int) and not isinstance(value, bool)
    if kind is float and (number or isinstance(value, float)):
        return float(typing.cast("float", value))
    if (kind is int and number) or (kind is not int and isinstance(value, kind)):
        return value
    raise _wrong(PLAIN[kind], value, at)


def _wrong(expected: str, value: object, at: _At) -> ConfigError:
    hint = f"{at.name} = {EXAMPLES.get(expected, 'true')}"
    if expected == "a table":
        hint = f"[{at.where}] on a line of its own"
    elif expected == MANY:
        hint = f"[[{at.where}]] on a line of its own, and below it its keys"
    elif expected == "a text" and not at.hidden and not isinstance(value, list | dict | bool):
        # a date or a number that lacks its quotes
        hint = f'{at.name} = "{value}"'
    found = type(value).__name__ if at.hidden else _short(value)
    return ConfigError(f"{at.where} should be {expected}; got {found}.", hint=hint)


def _short(value: object) -> str:
    # a date is written as in the file, not as Python's constructor
    plain = isinstance(value, str | int | float | list | dict)
    text = repr(value) if plain else str(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
