"""How running text is set: spaces that do not break, symbols in italics, names on one line.

Sentences stay plain text. Renderers of pages and of print cut them into pieces here, and write each
piece in their own markup.
"""

import functools
import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

NO_BREAK, THIN = "\u00a0", "\u202f"
# symbols of statistics in Latin letters; Greek ones stay upright, as journals of the field ask
LETTERS = "FHNQRTUWdfghknpqrtz"
RELATION = "[=<>≤≥≈]"
# what sentences refer to, as our pages and journals name it
PLACE, NUMERAL = r"Tables?|Figures?|Figs?\.|Sections?", r"\d|[IVXL]+\b"
LONGEST_WHOLE = 32
"""Words of names up to so many letters stay on one line, as every screen has room for them."""

SPACES = (
    (re.compile(r"(?<=\d) (?=%)"), THIN),
    (re.compile(rf"(?<=\S) ({RELATION}|[±×]) (?=[−+]?\.?[\d∞])"), rf"{NO_BREAK}\1{NO_BREAK}"),
    (re.compile(rf"\b({PLACE}) (?={NUMERAL})"), rf"\1{NO_BREAK}"),
    # both ends of an interval, and both degrees of freedom
    (re.compile(r"(?<=[\d∞],) (?=[−+]?\.?[\d∞][\d.]*[\])])"), NO_BREAK),
    (re.compile(r"(?<![\w-])([FQt]) (?=tests?\b)"), rf"\1{NO_BREAK}"),
)
SYMBOL = re.compile(
    rf"""(?<![\w.'’/\\-])(?:
        [{LETTERS}](?=(?:\([\d.,\s]+\))?\s{RELATION}\s[−+]?\.?[\d∞])
        | p(?=-values?\b|\s(?:is\s)?(?:adjusted|smaller|of\sranks)\b)
        | [FQTtz](?=\s(?:tests?|statistics?|distributions?|form)\b)
        | (?<=[Aa]djusted\s)p\b
        | (?<=\bas\s)p(?=\sis\b)
        | (?<=\bmethod\sthan\s)p\b
        | (?<=['’]s\s)[QWdgh]\b
        | (?<=(?:sampled|related)\s)t\b
        | (?<=[Pp]aired\s)t\b
    )""",
    re.VERBOSE,
)
# of a test too, as in "p Nemenyi"
HEAD = re.compile(rf"[{LETTERS}](?=$|\s\()|p(?=\s[^\W\d_])")
# standardized mean differences, as plain text writes them
SUBSCRIPT = re.compile(r"(?<![\w.'’/\\-])([dg])_(z|av)(?![\w-])")
# labels without any of these are as typography leaves them
CHANGEABLE = re.compile(
    rf"{SUBSCRIPT.pattern}|(?<!\w)[{LETTERS}](?!\w)|\d %|[=<>≤≥≈±×]|\b(?:{PLACE}) (?:{NUMERAL})|\d, [−+.\d∞]"
)
DATE = re.compile(r"\d{4}-\d\d-\d\d")
WORD = re.compile(r"[^\s,;:()\[\]“”]*\w[-–/]\w[^\s,;:()\[\]“”]*")


Kind = Literal["plain", "symbol", "subscript", "whole"]
LAST_LINE = 20
"""The letters at the end of a headline that stay in one line."""


class Piece(NamedTuple):
    """A part of a text: plain, a symbol in italics, its subscript, or a word that stays whole."""

    text: str
    kind: Kind = "plain"


class Labels:
    """The labels of the data, which are never altered.

    Parameters
    ----------
    names
        The labels as the text has them.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        labels = sorted({name for name in names if name.strip()}, key=len, reverse=True)
        changeable = [re.escape(name) for name in labels if CHANGEABLE.search(name)]
        self.whole: frozenset[str] = frozenset(
            word for name in labels for word in name.split() if 1 < len(word) <= LONGEST_WHOLE
        )
        either = "|".join(changeable)
        self.changeable: re.Pattern[str] | None = (
            re.compile(rf"(?<!\w)({either})(?!\w)") if either else None
        )


@functools.lru_cache(maxsize=8)
def labels_of(names: tuple[str, ...]) -> Labels:
    """Return the labels of a document, prepared once."""
    return Labels(names)


def typeset(text: str, labels: Labels) -> list[Piece]:
    r"""Cut running text into pieces, with spaces that do not break where a line must not end.

    Parameters
    ----------
    text
        Plain text.
    labels
        The labels of the data, which stay as they are.

    Examples
    --------
    >>> [tuple(piece) for piece in typeset("svm-rbf leads (p = .014).", Labels(["svm-rbf"]))]
    [('svm-rbf', 'whole'), (' leads (', 'plain'), ('p', 'symbol'), ('\xa0=\xa0.014).', 'plain')]
    >>> [tuple(piece) for piece in typeset("Cohen's d_z", Labels())]
    [("Cohen's ", 'plain'), ('d', 'symbol'), ('z', 'subscript')]
    """
    pieces: list[Piece] = []
    for place, part in enumerate(_split(text, labels)):
        # every second part is a label
        pieces += _keep_words(part, labels) if place % 2 else _set_part(part, labels)
    return pieces


def keep_end(text: str) -> str:
    r"""Keep the last words of a headline together, so that none is alone in a line.

    >>> keep_end("knn ranks first, but its lead is not significant")
    'knn ranks first, but its lead is\xa0not\xa0significant'
    """
    words = text.split(" ")
    start = len(words) - 1
    while start > 1 and len(" ".join(words[start - 1 :])) <= LAST_LINE:
        start -= 1
    return " ".join([*words[:start], NO_BREAK.join(words[start:])])


def typeset_head(text: str, labels: Labels) -> list[Piece]:
    """Cut the head of a column into pieces, with its symbols in italics.

    >>> typeset_head("adjusted p", Labels())
    [Piece(text='adjusted ', kind='plain'), Piece(text='p', kind='symbol')]
    """
    if labels.changeable is not None and labels.changeable.fullmatch(text):
        return [Piece(text)]
    first = HEAD.match(text)
    if first is None:
        return _mark_symbols(text)
    return [Piece(first[0], "symbol"), *_mark_symbols(text[first.end() :])]


def _split(text: str, labels: Labels) -> list[str]:
    return [text] if labels.changeable is None else labels.changeable.split(text)


def _set_part(text: str, labels: Labels) -> list[Piece]:
    for pattern, space in SPACES:
        text = pattern.sub(space, text)
    return [
        word
        for piece in _mark_symbols(text)
        for word in (_keep_words(piece.text, labels) if piece.kind == "plain" else [piece])
    ]


def _mark_symbols(text: str) -> list[Piece]:
    pieces: list[Piece] = []
    # the parts between subscripts are a text, a letter and its subscript, and so on
    for place, part in enumerate(SUBSCRIPT.split(text)):
        kind: Kind = ("plain", "symbol", "subscript")[place % 3]
        pieces += _cut(part, SYMBOL) if kind == "plain" else [Piece(part, kind)]
    return pieces


def _keep_words(text: str, labels: Labels) -> list[Piece]:
    """Mark words that a line could end within: those of labels, and dates."""
    pieces, end = [], 0
    for match in WORD.finditer(text):
        word = match[0].rstrip(".")
        if word in labels.whole or DATE.fullmatch(word):
            pieces += [Piece(text[end : match.start()]), Piece(word, "whole")]
            end = match.start() + len(word)
    return [piece for piece in (*pieces, Piece(text[end:])) if piece.text]


def _cut(text: str, pattern: re.Pattern[str]) -> list[Piece]:
    pieces, end = [], 0
    for match in pattern.finditer(text):
        pieces += [Piece(text[end : match.start()]), Piece(match[0], "symbol")]
        end = match.end()
    return [piece for piece in (*pieces, Piece(text[end:])) if piece.text]
