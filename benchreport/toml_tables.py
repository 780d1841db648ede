"""Conversion of TOML tables into dataclasses; unknown keys and values of a wrong type are errors.

Ours because no dependency reads a file into dataclasses; pydantic or msgspec would be one more, and their
errors name neither the closest key nor the table that a key belongs under.
"""

import dataclasses
import difflib
import re
import tomllib
import types
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from benchreport.errors import ConfigError, ReadError, examples

PLAIN: dict[type, str] = {
    str: "a text",
    float: "a number",
    int: "a whole number",
    bool: "true or false",
}
EXAMPLES = {"a text": '"…"', "a number": "0.05", "a whole number": "20", "a list": '["…"]'}
MANY = "a table in double brackets"
MOST_CHARACTERS = 60
"""Characters of a wrong value that an error quotes."""


class _At(NamedTuple):
    """A value's path, file type and default, and whether it may be a secret, which errors must not quote."""

    where: str
    file: type[Any]
    hidden: bool = False
    default: object = None

    def below(self, field: "dataclasses.Field[Any]") -> "_At":
        where = f"{self.where}.{field.name}" if self.where else field.name
        return self._replace(where=where, hidden=not field.repr, default=field.default)

    @property
    def name(self) -> str:
        return self.where.rpartition(".")[2]

    @property
    def table(self) -> str:
        name, item, place = self.where.partition("[")
        if item:
            return f"[[{name}]] number {int(place.rstrip(']')) + 1}"
        return f"[{name}]" if name else "the file"


def read_toml(place: Path, kind: type[Any], *, hint: str) -> dict[str, Any]:
    """Read a TOML file.

    Parameters
    ----------
    place
        The file.
    kind
        The dataclass that its content is meant for.
    hint
        How to get such a file, for errors.

    Raises
    ------
    ReadError
        The file does not exist, or cannot be read.
    ConfigError
        The file is not TOML.
    """
    try:
        return tomllib.loads(place.read_text(encoding="utf-8-sig"))
    except FileNotFoundError as error:
        raise ReadError(f"there is no configuration {place}.", hint=hint) from error
    except OSError as error:
        raise ReadError(f"{place} cannot be opened: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{place} is not UTF-8 text.", hint="save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(
            f"{place} is not TOML: {error}.", hint=_advise(kind, str(error))
        ) from error
    except RecursionError as error:
        raise ConfigError(f"{place} is nested too deeply.", hint=hint) from error


def _advise(kind: type[Any], error: str) -> str:
    """Return the way out of a text that is not TOML."""
    twice = re.search(r"Cannot declare \('(\w+)'", error)
    if not twice:
        return "put texts in quotes"
    # a table such as [[metric]] that may be there several times has double brackets
    several = typing.get_args(typing.get_type_hints(kind).get(twice[1]))
    if several and dataclasses.is_dataclass(several[0]):
        return f"write [[{twice[1]}]], in double brackets"
    return f"put the lines of both into one table [{twice[1]}]"


def table(kind: type[Any], content: object, where: str = "") -> Any:  # noqa: ANN401 - any dataclass
    """Build the dataclass of a file, or of one of its tables, from the content that `tomllib` read.

    Parameters
    ----------
    kind
        A dataclass, with dataclasses for its tables. Fields with the metadata ``{"file": False}`` are
        not read. Errors do not quote the values of fields with ``repr=False``.
    content
        The content of the file or table, as `tomllib` returns it.
    where
        The name of the table; empty for a file.

    Raises
    ------
    ConfigError
        A key is unknown or missing, or a value has another type.
    """
    return _table(kind, content, _At(where, kind))


def _table(kind: type[Any], content: object, at: _At) -> Any:  # noqa: ANN401
    if not isinstance(content, Mapping):
        secret = any(not field.repr for field in dataclasses.fields(kind))
        raise _wrong("a table", content, at._replace(hidden=at.hidden or secret))
    hints = typing.get_type_hints(kind)
    fields = {
        field.name: field for field in dataclasses.fields(kind) if field.metadata.get("file", True)
    }
    for name in content:
        if name not in fields:
            raise _unknown(name, list(fields), at)
    needed = [name for name, field in fields.items() if _is_needed(field) and name not in content]
    if needed:
        raise ConfigError(f"{at.table} lacks {examples(needed)}.", hint=f"{needed[0]} = …")
    return kind(
        **{
            name: _value(hints[name], value, at.below(fields[name]))
            for name, value in content.items()
        }
    )


def _is_needed(field: "dataclasses.Field[Any]") -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _unknown(name: str, allowed: list[str], at: _At) -> ConfigError:
    near = difflib.get_close_matches(name, allowed, n=1)
    elsewhere = [place for place, keys in _tables(at.file) if name in keys]
    hint = f"delete {_short(name)}, or comment it out with #"
    if near or elsewhere:
        hint = f"did you mean {near[0]}?" if near else f"{name} belongs under [{elsewhere[0]}]"
    return ConfigError(
        f"{at.table} has an unknown key {_short(name)}; it knows {', '.join(allowed)}.", hint=hint
    )


def _tables(kind: type[Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield the tables of a file with their keys."""
    for name, hint in typing.get_type_hints(kind).items():
        for table in (hint, *typing.get_args(hint)):
            if dataclasses.is_dataclass(table):
                yield name, [field.name for field in dataclasses.fields(table)]


def _value(hint: Any, value: object, at: _At) -> Any:  # noqa: ANN401 - any annotation
    """Check one value against its annotation."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint):
        return _table(typing.cast("type[Any]", hint), value, at)
    if origin is Literal:
        return _choice(arguments, value, at)
    if origin is tuple:
        return _list(arguments[0], value, at)
    if origin is dict:
        return _mapping(value, at)
    if origin in (types.UnionType, typing.Union):
        return _any_of([kind for kind in arguments if kind is not types.NoneType], value, at)
    return _plain(hint, value, at)


def _choice(choices: tuple[str, ...], value: object, at: _At) -> str:
    if isinstance(value, str) and value in choices:
        return value
    near = difflib.get_close_matches(str(value), choices, n=1)
    raise ConfigError(
        f"{at.where} must be one of {', '.join(map(repr, choices))}; got {_short(value)}.",
        hint=f'{at.name} = "{(near or choices)[0]}"',
    )


def _list(hint: Any, value: object, at: _At) -> tuple[Any, ...]:  # noqa: ANN401
    tables = dataclasses.is_dataclass(hint)
    # a single text is read as a list with one item
    values = [value] if isinstance(value, str) and not tables else value
    if not isinstance(values, list) or (tables and not all(isinstance(v, dict) for v in values)):
        raise _wrong(MANY if tables else "a list", value, at)
    return tuple(
        _value(hint, item, at._replace(where=f"{at.where}[{place}]"))
        for place, item in enumerate(values)
    )


def _mapping(value: object, at: _At) -> dict[str, Any]:
    """Return a table of any keys."""
    if not isinstance(value, dict):
        raise _wrong("a table", value, at)
    return value


def _any_of(choices: list[Any], value: object, at: _At) -> Any:  # noqa: ANN401
    if len(choices) == 1:
        return _value(choices[0], value, at)
    for choice in choices:
        try:
            return _value(choice, value, at)
        except ConfigError:
            continue
    raise _wrong(" or ".join(PLAIN[choice] for choice in choices), value, at)


def _plain(kind: type, value: object, at: _At) -> Any:  # noqa: ANN401
    number = isinstance(value, int) and not isinstance(value, bool)
    if kind is float and (number or isinstance(value, float)):
        return float(typing.cast("float", value))
    if (kind is int and number) or (kind is not int and isinstance(value, kind)):
        return value
    raise _wrong(PLAIN[kind], value, at)


def _wrong(expected: str, value: object, at: _At) -> ConfigError:
    # a number of the user may be out of bounds, the default is not
    usual = isinstance(at.default, int | float) and not isinstance(at.default, bool)
    example = at.default if usual and "number" in expected else EXAMPLES.get(expected, "true")
    hint = f"{at.name} = {example}"
    if expected == "a table":
        hint = f"[{at.where}] on a line of its own"
    elif expected == MANY:
        hint = f"[[{at.where}]] on a line of its own, and below it its keys"
    elif expected == "a text" and not at.hidden and not isinstance(value, list | dict | bool):
        # the value is probably a date or a number that lacks its quotes
        name, item, _ = at.name.partition("[")
        hint = f'{name} = ["{value}"]' if item else f'{name} = "{value}"'
    got = type(value).__name__ if at.hidden else _short(value)
    return ConfigError(f"{at.where} should be {expected}; got {got}.", hint=hint)


def _short(value: object) -> str:
    # repr would write a date as Python's constructor; the user wrote it as in the file
    plain = isinstance(value, str | int | float | list | dict)
    text = repr(value) if plain else str(value)
    return text if len(text) <= MOST_CHARACTERS else f"{text[: MOST_CHARACTERS - 1]}…"
