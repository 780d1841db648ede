"""Names of variants that say which part was removed, as in ``w/o augmentation``, or added."""

import re
from collections.abc import Hashable, Sequence

from benchreport.data.columns.words.kinds_of_names import is_own
from benchreport.data.columns.words.names import words_of

_WORDS = re.compile(
    r"""w/o[\s_:=-]*\w | without[\s_:=-]+\w                   # w/o EMA, without_EMA
    |(?:no(?![\s_:=-]*op\b)|minus|ablat(?:e|ed|ing|ion)|remov(?:e|ed|ing))[\s_:=-]+[^\W\d_]   # no EMA, no-EMA
    |[-−–]\s*[^\W\d_]                                         # − EMA, -EMA
    """,
    re.IGNORECASE | re.VERBOSE,
)
FEWEST = 2


def find_whole(names: Sequence[str]) -> str | None:
    """Return the name of what nothing was removed from, where all the others say that a part is removed.

    A name says so if it begins with a word such as "w/o" or "no", or with a minus sign; the name of the
    whole may come before.

    Examples
    --------
    >>> find_whole(["- augmentation", "- EMA", "Ours"])
    'Ours'
    >>> find_whole(["Ours", "Ours w/o augmentation", "Ours, without EMA"])
    'Ours'
    >>> find_whole(["normal", "notears", "dropout"]), find_whole(["no EMA", "no warm-up"])
    (None, None)
    >>> find_whole(["greedy", "no-op"]) is None
    True
    """
    intact = [name for name in names if not _WORDS.match(name)]
    if len(names) < FEWEST or not intact:
        return None
    whole = min(intact, key=len)
    return whole if all(lacks_part(name, whole) for name in names if name != whole) else None


def lacks_part(name: str, whole: str) -> bool:
    """Tell whether a name says that a part is removed, at its beginning or after the whole's name.

    Examples
    --------
    >>> [lacks_part(name, "Ours") for name in ("w/o EMA", "Ours w/o EMA", "Ours")]
    [True, True, False]
    """
    rest = name.removeprefix(whole)
    if not rest:
        return False
    # a hyphen joins words of one name
    joined = rest[0].isalnum() or rest[0] in "-–"
    after = "" if joined else rest.lstrip(" _,;:(")
    return _WORDS.match(name) is not None or _WORDS.match(after) is not None


def adds_part(name: object) -> bool:
    """Tell whether a name begins with a plus sign before a word: what stands above it has a part more.

    >>> [adds_part(name) for name in ("+ EMA", "+5", "C++")]
    [True, False, False]
    """
    return isinstance(name, str) and name[:1] == "+" and name[1:].lstrip()[:1].isalpha()


def is_variant(name: Hashable) -> bool:
    """Tell whether a name is one of what authors compare: their own, with a part more, or its baseline.

    >>> [is_variant(name) for name in ("Baseline", "+HL", "Ours", "BERT-base")]
    [True, True, True, False]
    """
    return adds_part(name) or is_own(name) or words_of(name) in (["baseline"], ["vanilla"])
