"""Shorten names of algorithms so that they fit and stay different."""

import itertools
import re
from collections.abc import Sequence

# These characters are escaped: those that XML 1.0 forbids (section 2.2; browsers silently refuse such an
# SVG), C1 controls, and those that reverse the direction of the text after them. Line ends that XML
# changes, or that only some programs know, would break rows; a return before a new line is a part of it.
# Invisible format characters make two names look the same, and matplotlib fails on U+FEFF in a PDF;
# those that join letters, or write them from the right, stay
UNUSABLE = re.compile(
    "\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u180e\u200b\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\ufffe\uffff\U000e0001]"
)
LONGEST_NAME = 42
WIDE = 0x2E80  # where East Asian letters begin


def escape_unprintable(text: str) -> str:
    r"""Write characters that no page or figure can show as escapes.

    >>> print(escape_unprintable("svm\x07"), escape_unprintable("決定木"))
    svm\x07 決定木
    """
    return UNUSABLE.sub(lambda shortened: ascii(shortened[0])[1:-1], text)


def elide(name: str, longest: int = LONGEST_NAME) -> str:
    """Cut the middle of a name, since names often differ at their ends.

    Wide letters (CJK) count twice, as they take twice the room.

    >>> elide("a" * 30 + "b" * 30, 11), elide("決定木の名前", 9)
    ('aaaaa…bbbbb', '決定…名前')
    """
    flat = escape_unprintable(" ".join(name.split()))
    if display_width(flat) <= longest:
        return flat
    half = (longest - 1) // 2
    return f"{_take_start(flat, longest - 1 - half)}…{_take_start(flat[::-1], half)[::-1]}"


def shorten_names(names: Sequence[str], longest: int = LONGEST_NAME) -> dict[str, str]:
    """Shorten names so that no two read the same; parts that all names share are cut first.

    >>> list(shorten_names(["net, rate 0.1, batch 32", "net, rate 0.2, batch 32"], 12).values())
    ['net, r…0.1,…', 'net, r…0.2,…']
    """
    short = {name: elide(name, longest) for name in names}
    if _group_alike(short):
        # shorten all names in one way, not only those that would read the same
        short = _cut_shared_words(list(short), longest)
    for alike in _group_alike(short):
        short |= _cut_shared_words(alike, longest)
    used = set(short.values())
    for alike in _group_alike(short):
        # these names differ only in invisible characters, such as white space
        number = itertools.count(1)
        for name in alike:
            free = (_add_number(name, candidate, longest) for candidate in number)
            short[name] = next(candidate for candidate in free if candidate not in used)
            used.add(short[name])
    return short


def _add_number(name: str, number: int, longest: int) -> str:
    ending = f" ({number})"
    return elide(name, longest - len(ending)) + ending


def _group_alike(short: dict[str, str]) -> list[list[str]]:
    """Return groups of names that read the same."""
    groups: dict[str, list[str]] = {}
    for name, shortened in short.items():
        groups.setdefault(shortened, []).append(name)
    return [group for group in groups.values() if len(group) > 1]


def _cut_shared_words(names: list[str], longest: int) -> dict[str, str]:
    """Cut whole words that all names begin or end with, if the names do not fit."""
    before = _count_shared(names)
    after = _count_shared([name[before:][::-1] for name in names])
    shortened = {}
    for name in names:
        core = elide(name[before : len(name) - after], longest - 2) + "…" * (after > 0)
        shortened[name] = _shorten_start(name[:before], longest - display_width(core)) + core
    return shortened


def _shorten_start(start: str, room: int) -> str:
    """Shorten the common start of all names to the room that is left."""
    if display_width(start) <= room:
        return start
    return f"{_take_start(start, room - 1)}…" if room > LEAST_START else "…"


BETWEEN_WORDS = " -_/="
LEAST_START = 4


def _count_shared(names: list[str]) -> int:
    """Count the letters that all names begin with, up to the last space or dash in them."""
    # a start that the first and the last name in order share is shared by all
    first, last = min(names), max(names)
    alike = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    shared = "".join(letter for letter, _ in alike)
    return max(shared.rfind(sign) for sign in BETWEEN_WORDS) + 1


def list_first(texts: Sequence[str], most: int = 12) -> str:
    """List the first texts, and count the others.

    >>> list_first(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    more = f" and {len(texts) - most} more" if len(texts) > most else ""
    return f"{', '.join(texts[:most])}{more}"


def display_width(text: str) -> int:
    """Count letters, wide ones twice.

    >>> display_width("木a")
    3
    """
    return sum(2 if ord(sign) > WIDE else 1 for sign in text)


def _take_start(text: str, longest: int) -> str:
    lengths = itertools.accumulate(display_width(sign) for sign in text)
    return text[: sum(length <= longest for length in lengths)]
