"""Ways out as the configuration says them, of errors that speak of calls."""

import ast
import json
from typing import TypeVar

from benchreport.errors import DirectionError, InputError

__all__ = ["in_toml"]

TABLES = {
    **dict.fromkeys("algorithm dataset repeat night version code label".split(), "[columns]"),
    "score": "[[metric]]",
}
KEYS = {"score": "name"}

Told = TypeVar("Told", bound=InputError)


def in_toml(error: Told) -> Told:
    """Return the error with a hint that can be typed into the configuration, where it can.

    >>> from benchreport.errors import RoleError
    >>> in_toml(RoleError("no.", hint="df.bench(algorithm='model')")).hint
    'algorithm = "model" under [columns]'
    >>> in_toml(RoleError("no.", hint="rename it")).hint
    'rename it'
    """
    hint = _told(_arguments(error.hint))
    if isinstance(error, DirectionError):
        hint = "[[metric]] with its name and higher_is_better = true, or false for errors and times"
    return type(error)(error.message, hint=hint) if hint else error


def _told(given: dict[str, object]) -> str:
    if "step" in given:
        return f"one row a run: write only the last {given['step']}, or the best"
    return "; ".join(
        f"{KEYS.get(name, name)} = {json.dumps(value, ensure_ascii=False)} under {TABLES[name]}"
        for name, value in given.items()
        if name in TABLES
    )


def _arguments(hint: str) -> dict[str, object]:
    """Read the keyword arguments of the first call of `df.bench` in a hint."""
    _, found, rest = hint.partition("df.bench(")
    call = f"f({rest.partition(')')[0]})"
    try:
        parsed = ast.parse(call, mode="eval").body
        keywords = parsed.keywords if found and isinstance(parsed, ast.Call) else []
        told = {str(each.arg): ast.literal_eval(each.value) for each in keywords}
    except (SyntaxError, ValueError):
        return {}
    return told if all(isinstance(each, str | list | bool) for each in told.values()) else {}
