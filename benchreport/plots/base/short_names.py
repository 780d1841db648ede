"""Shorten names of algorithms so that they fit and stay different."""

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

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
    """Cut the end of a name that is too long.

    Wide letters (CJK) count twice, as they take twice the room.

    >>> elide("a" * 30, 11), elide("決定木の名前", 9)
    ('aaaaaaaaaa…', '決定木の…')
    """
    # no sign is narrower than one letter
    flat = escape_unprintable(" ".join(name.split()))[: longest + 1]
    if display_width(flat) <= longest:
        return flat
    return f"{_take_start(flat, longest - 1).rstrip()}…"


def shorten_names(names: Sequence[str], longest: int = LONGEST_NAME) -> dict[str, str]:
    """Shorten names so that no two read the same.

    Names are cut at their ends. Where two would then read the same, the words that all names begin with
    are left out; if only some names do, those of these, or what stands in the middle of these. Names that
    still read the same are numbered.

    >>> list(shorten_names(["a tree of depth 3", "a forest"], 12).values())
    ['a tree of d…', 'a forest']
    >>> list(shorten_names(["net, rate 0.1, batch 32", "net, rate 0.2, batch 32"], 12).values())
    ['…0.1, batch…', '…0.2, batch…']
    >>> trees = ["random forest of 10 trees", "random forest of 20 trees"]
    >>> list(shorten_names([*trees, "support vector machine"], 14).values())
    ['…10 trees', '…20 trees', 'support vecto…']
    >>> nets = ["neural network of 10 trees", "neural network of 20 trees"]
    >>> list(shorten_names([*trees, *nets], 14).values())
    ['rando…10 trees', 'rando…20 trees', 'neura…10 trees', 'neura…20 trees']
    >>> list(shorten_names(["averylongname1", "averylongname2"], 12).values())
    ['averylo… (1)', 'averylo… (2)']
    """
    short = {name: elide(name, longest) for name in names}
    if _group_alike(short):
        # shorten all names in one way, not only those that would read the same
        short |= _leave_out_start(list(short), longest)
    groups = _group_alike(short)
    ends = {name: end for alike in groups for name, end in _leave_out_start(alike, longest).items()}
    if _group_alike(short | ends):
        # names of other groups may end alike
        middles = {name: _leave_out_middle(name, end, longest) for name, end in ends.items()}
        if not _group_alike(short | middles):
            return short | middles
    short |= ends
    alike = [name for group in _group_alike(short) for name in group]
    return short | _number_names(alike, longest, {*short.values()})


def _number_names(names: list[str], longest: int, used: set[str]) -> dict[str, str]:
    """Cut names at their ends and number those that read the same, with numbers that are free."""
    numbers: defaultdict[str, Iterator[int]] = defaultdict(lambda: itertools.count(1))
    numbered = {}
    for name in names:
        number = numbers[elide(name, longest - 4)]
        free = (_add_number(name, candidate, longest) for candidate in number)
        numbered[name] = next(candidate for candidate in free if candidate not in used)
        used.add(numbered[name])
    return numbered


def _add_number(name: str, number: int, longest: int) -> str:
    ending = f" ({number})"
    return elide(name, longest - len(ending)) + ending


def _group_alike(short: dict[str, str]) -> list[list[str]]:
    """Return groups of names that read the same."""
    groups: dict[str, list[str]] = {}
    for name, shortened in short.items():
        groups.setdefault(shortened, []).append(name)
    return [group for group in groups.values() if len(group) > 1]


def _leave_out_start(names: list[str], longest: int) -> dict[str, str]:
    """Leave out the words that all names begin with, of names that do not fit with them."""
    shared = _count_shared(names)
    if shared == 0:
        return {}
    return {
        name: elide(name, longest)
        if display_width(name) <= longest
        else elide(f"…{name[shared:]}", longest)
        for name in names
    }


def _leave_out_middle(name: str, end: str, longest: int) -> str:
    """Write the start of a name before what tells it from others that begin alike."""
    if not end.startswith("…"):
        return end
    room = min(display_width(end) - 1, longest * 3 // 5)
    return elide(name, longest - room) + elide(end[1:], room)


BETWEEN_WORDS = " -_/="


def _count_shared(names: list[str]) -> int:
    """Count the letters that all names begin with, up to the last space or dash in them."""
    # a start that the first and the last name in order share is shared by all
    first, last = min(names), max(names)
    alike = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    shared = "".join(letter for letter, _ in alike)
    # East Asian writing has no spaces: a word may end after each letter
    ends = (n for n, sign in enumerate(shared, 1) if sign in BETWEEN_WORDS or ord(sign) > WIDE)
    return max(ends, default=0)


def list_first(texts: Sequence[str], most: int = 12) -> str:
    """List the first texts, and count the others; a single other is named, too.

    >>> list_first("abcd", 2), list_first("abc", 2)
    ('a, b and 2 more', 'a, b, c')
    """
    most += len(texts) == most + 1
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
