"""Hints of errors, rewritten as keys and tables of the TOML configuration that the user edits."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from benchreport.errors import BenchreportError, DataError, DirectionError, ReadError, RoleError
from benchreport.hints import Call, Code, Hint

TABLES = {
    **dict.fromkeys("algorithm dataset repeat night version code label".split(), "[columns]"),
    "score": "[[metric]]",
    "size_limit": "[source]",
}
KEYS = {"score": "name"}

Error = TypeVar("Error", bound=BenchreportError)


def in_toml(error: Error) -> Error:
    """Return the error with a hint for the configuration file or the results; unchanged if neither can help.

    >>> from benchreport.errors import RoleError
    >>> from benchreport.hints import bench
    >>> in_toml(RoleError("no.", hint=bench(algorithm="model"))).hint
    'algorithm = "model" under [columns]'
    >>> in_toml(RoleError("no.", hint="rename it")).hint
    'rename it'
    >>> from benchreport.hints import code
    >>> in_toml(RoleError("no.", hint="drop copies" + code(" by df.drop_duplicates()", " of rows"))).hint
    'drop copies of rows'
    """
    hint = next((_settings(call) for call in error.way_out.calls if _is_setting(call)), "")
    hint = hint or _in_results(error.way_out)
    if isinstance(error, DirectionError):
        hint = "[[metric]] with its name and higher_is_better = true, or false for errors and times"
    return type(error)(error.message, hint=hint) if hint else error


@contextmanager
def hints_in_toml(prefix: str = "") -> Iterator[None]:
    """Rewrite the hints of errors about files and tables for the configuration, after a prefix."""
    try:
        yield
    except (ReadError, RoleError, DataError) as error:
        in_file = in_toml(error)
        if in_file is error:
            raise
        raise type(error)(error.message, hint=prefix + in_file.hint) from error


def _in_results(hint: Hint) -> str:
    """Return the beginning of a hint that needs neither Python nor a method; "" if that is all it says."""
    texts, words = list[str](), ""
    for part in hint.parts:
        if isinstance(part, str):
            words += part
        elif isinstance(part, Code) and part.elsewhere is not None:
            texts += [words, part.elsewhere]
            words = ""
        else:
            # the words before it lead to it
            return "".join(texts)
    return "".join([*texts, words]) if texts else ""


def _is_setting(call: Call) -> bool:
    return not call.method and (bool(call.roles) or "size_limit" in call.options)


def _settings(call: Call) -> str:
    if "step" in call.roles:
        return f"one row per run: write only the last {call.roles['step']}, or the best"
    return "; ".join(
        f"{KEYS.get(name, name)} = {json.dumps(value, ensure_ascii=False)} under {TABLES[name]}"
        for name, value in [*call.roles.items(), *call.options.items()]
        if name in TABLES and (isinstance(value, str | list) or name == "size_limit")
    )
