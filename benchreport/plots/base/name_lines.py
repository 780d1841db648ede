"""Break names over lines."""

import bisect
import re
from collections.abc import Callable, Iterator

from benchreport.plots.base.short_names import BETWEEN_WORDS

WORD = re.compile(rf".+?[{re.escape(BETWEEN_WORDS)},]+|.+", re.DOTALL)

LONGEST = 240
"""Letters of a name beyond which no number of lines is enough."""


def break_name(
    name: str, room: float, measure: Callable[[str], float], *, between: bool = True
) -> str:
    r"""Break a name that does not fit into lines.

    Parameters
    ----------
    name
        A name in one line.
    room
        The width of the lines.
    measure
        The width of a text, in the unit of ``room``.
    between
        Break between words, and inside those that are too long; otherwise anywhere, with the fewest lines.

    Examples
    --------
    >>> break_name("gradient boosting, depth 6", 18, len)
    'gradient boosting,\ndepth 6'
    >>> break_name("short", 20, len), break_name("x" * 12, 8, len)
    ('short', 'xxxxxxxx\nxxxx')
    >>> break_name("random forest", 8, len, between=False)
    'random f\norest'
    """
    if len(name) > LONGEST:
        name = f"{name[: LONGEST - 1]}…"
    if measure(name) <= room:
        return name
    words = WORD.findall(name) if between else [name]
    lines = [""]
    for part in (part for word in words for part in _cut_word(word, room, measure)):
        if lines[-1] and measure((lines[-1] + part).rstrip()) > room:
            lines.append("")
        lines[-1] += part
    return "\n".join(line.strip() for line in lines)


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
