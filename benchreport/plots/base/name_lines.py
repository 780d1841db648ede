"""Break names over lines."""

import bisect
import re
from collections.abc import Callable, Iterator

from benchreport.plots.base.short_names import BETWEEN_WORDS

WORD = re.compile(rf".+?[{re.escape(BETWEEN_WORDS)},]+|.+", re.DOTALL)

LONGEST = 240
"""Letters of a name beyond which no number of lines is enough."""


STEPS = 12
"""Widths that are tried to make the lines of a name about equally long."""


def break_name(
    name: str, room: float, measure: Callable[[str], float], *, most: int | None = None
) -> str:
    r"""Break a name that does not fit into as few lines as words allow, about equally long.

    Parameters
    ----------
    name
        A name in one line.
    room
        The width of the lines.
    measure
        The width of a text, in the unit of ``room``.
    most
        Lines beyond which the name is broken anywhere. Otherwise it is broken between words, and inside
        those that are too long.

    Examples
    --------
    >>> break_name("gradient boosting, depth 6", 18, len)
    'gradient\nboosting, depth 6'
    >>> break_name("short", 20, len), break_name("x" * 12, 8, len)
    ('short', 'xxxxxxxx\nxxxx')
    >>> break_name("random forest", 8, len, most=1)
    'random f\norest'
    """
    if len(name) > LONGEST:
        name = f"{name[: LONGEST - 1]}…"
    if measure(name) <= room:
        return name
    lines = _fill(WORD.findall(name), room, measure)
    if most is not None and len(lines) > most:
        lines = _fill([name], room, measure)
    elif not any(measure(word.rstrip()) > room for word in WORD.findall(name)):
        lines = _balance(WORD.findall(name), lines, room, measure)
    return "\n".join(line.strip() for line in lines)


def _fill(words: list[str], room: float, measure: Callable[[str], float]) -> list[str]:
    """Write words into lines as long as they fit."""
    lines = [""]
    for part in (part for word in words for part in _cut_word(word, room, measure)):
        if lines[-1] and measure((lines[-1] + part).rstrip()) > room:
            lines.append("")
        lines[-1] += part
    return lines


def _balance(
    words: list[str], lines: list[str], room: float, measure: Callable[[str], float]
) -> list[str]:
    """Write words into the narrowest of as many lines."""
    longest = max(measure(word.rstrip()) for word in words)
    for step in range(1, STEPS):
        narrower = room - (room - longest) * step / STEPS
        tried = _fill(words, narrower, measure)
        if len(tried) > len(lines):
            break
        lines = tried
    return lines


def _cut_word(word: str, room: float, measure: Callable[[str], float]) -> Iterator[str]:
    """Yield the parts of a word that fit into a line each."""
    rest = word
    while len(rest) > 1 and measure(rest.rstrip()) > room:
        text = rest
        end = max(
            1, bisect.bisect_right(range(len(text)), room, key=lambda n: measure(text[:n])) - 1
        )
        yield rest[:end]
        rest = rest[end:]
    yield rest
