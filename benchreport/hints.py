"""Ways out of errors as records, which are rendered for Python, the shell or the file of the nights.

A hint is a sentence, or a sequence of records and texts. ``str(hint)`` writes Python; the command line
(`benchreport.terminal`) writes options and commands, the nights (`nightly.config.hints`) write TOML.

>>> str(option(alpha=0.05) | call("kruskal") + ", which allows gaps")
'alpha=0.05, or df.bench.kruskal(), which allows gaps'
>>> str("leave out incomplete datasets with " + bench(missing="drop"))
"leave out incomplete datasets with df.bench(missing='drop')"
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from numbers import Integral, Real

ROUND = re.compile(r"\d{2,}000")
# between one way out and the next
JOINT = re.compile(r"(; or |; |, or )")


@dataclass(frozen=True, slots=True)
class Call:
    """A call of ``df.bench``; without roles and method, arguments of the call that failed."""

    options: Mapping[str, object] = field(default_factory=dict)
    roles: Mapping[str, object] = field(default_factory=dict)
    method: str = ""

    def __str__(self) -> str:
        options = _arguments(self.options)
        if not self.method and not self.roles:
            return options
        table = f"df.bench({_arguments(self.roles)})" if self.roles else "df.bench"
        return f"{table}.{self.method}({options})" if self.method else table


@dataclass(frozen=True, slots=True)
class Code:
    """Python code, and the text for other interfaces if these can do the same."""

    python: str
    elsewhere: str | None = None

    def __str__(self) -> str:
        return self.python


@dataclass(frozen=True, slots=True)
class Hint:
    """The way out of an error: text and records, in order; ``|`` joins alternatives by "or"."""

    parts: tuple[str | Call | Code, ...] = ()

    @classmethod
    def of(cls, hint: "Hint | str") -> "Hint":
        """Make a hint from a sentence; an empty sentence makes an empty hint."""
        return hint if isinstance(hint, Hint) else cls((hint,) if hint else ())

    @property
    def calls(self) -> list[Call]:
        """The calls in the hint, in order."""
        return [part for part in self.parts if isinstance(part, Call)]

    def without(self, calls: Collection["Call"]) -> "Hint":
        """Return the hint without some of its calls, and the words around them.

        >>> either = bench(score="f1") + " for the mean" | bench(score="auc") + "; else: " + bench(score="t")
        >>> str(either.without([Call(roles={"score": "f1"})]))
        "df.bench(score='auc'); else: df.bench(score='t')"
        >>> str(either.without([Call(roles={"score": "auc"}), Call(roles={"score": "t"})]))
        "df.bench(score='f1') for the mean"
        >>> dropped = bench(missing="drop")
        >>> str((dropped + " leaves them out; or " + bench(score="f1")).without(dropped.calls))
        "df.bench(score='f1')"
        """
        ways: list[list[str | Call | Code]] = [[]]
        for part in self.parts:
            if isinstance(part, str) and any(isinstance(other, Call) for other in ways[-1]):
                # what is before a joint speaks of the call before it
                head, joint, tail = (
                    JOINT.split(part, maxsplit=1) if JOINT.search(part) else (part, "", "")
                )
                ways[-1].append(head)
                ways += [[joint + tail]] * bool(joint)
            else:
                ways[-1].append(part)
        kept = [way for way in ways if not any(part in calls for part in way)]
        parts = [part for way in kept for part in way if part != ""]
        if parts and isinstance(parts[0], str):
            parts[0] = JOINT.sub("", parts[0], count=1) if JOINT.match(parts[0]) else parts[0]
        return Hint(tuple(part for part in parts if part != ""))

    def render(self, write: Callable[[Call | Code], str]) -> str:
        """Return the hint as text; ``write`` makes text of each record."""
        return "".join(part if isinstance(part, str) else write(part) for part in self.parts)

    def __str__(self) -> str:
        return self.render(str)

    def __bool__(self) -> bool:
        return bool(self.parts)

    def __add__(self, other: "Hint | str") -> "Hint":
        return Hint(self.parts + Hint.of(other).parts)

    def __radd__(self, other: str) -> "Hint":
        return Hint.of(other) + self

    def __or__(self, other: "Hint | str") -> "Hint":
        return self + ", or " + other


def option(**options: object) -> Hint:
    """Make a hint to set arguments of the call that failed: ``alpha=0.05``."""
    return Hint((Call(options),))


def bench(**roles: object) -> Hint:
    """Make a hint to set roles: ``df.bench(score='accuracy')``."""
    return Hint((Call(roles=roles),))


def call(method: str, roles: Mapping[str, object] | None = None, /, **options: object) -> Hint:
    """Make a hint to call a method: ``df.bench.kruskal(alpha=0.01)``."""
    return Hint((Call(options, roles or {}, method),))


def code(python: str, elsewhere: str | None = None) -> Hint:
    """Make a hint with Python code, and the text for other interfaces."""
    return Hint((Code(python, elsewhere),))


def write_value(value: object) -> str:
    """Write a value as text, a number in the fewest digits that read back as it.

    >>> write_value(0.05), write_value(100.0), write_value(1e-12), write_value("iris")
    ('0.05', '100', '1e-12', 'iris')
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        return str(value)
    if isinstance(value, Integral):
        return str(int(value))
    short = f"{float(value):g}"
    return short if float(short) == float(value) else repr(float(value))


def _arguments(arguments: Mapping[str, object]) -> str:
    return ", ".join(f"{name}={_literal(value)}" for name, value in arguments.items())


def _literal(value: object) -> str:
    """Write a value as Python source.

    >>> _literal(["a", ...]), _literal({"loss": False}), _literal(10_000), _literal(Code("print"))
    ("['a', ...]", "{'loss': False}", '10_000', 'print')
    """
    if value is ...:
        return "..."
    if isinstance(value, list):
        return f"[{', '.join(map(_literal, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key!r}: {_literal(item)}' for key, item in value.items())}}}"
    if isinstance(value, Code):
        return value.python
    if isinstance(value, bool) or not isinstance(value, Real):
        return repr(value)
    text = write_value(value)
    return f"{int(text):_}" if ROUND.fullmatch(text) else text
