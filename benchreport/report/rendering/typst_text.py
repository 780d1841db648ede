"""Text for Typst, as strings that are never markup."""

import re
import unicodedata
from collections.abc import Iterable

from benchreport.report.rendering.typography import Piece

LONG_WORD = re.compile(r"\S{17,}")
# long words may break after signs, else after every twelve letters
AFTER_SIGNS = re.compile(r"(?<=[_/=.,:;|+\\])(?=\w)")
UNBROKEN = re.compile(r"[^\W_]{24,}")
BREAK = "\u200b"


class Markup(str):
    """A text that is Typst already."""

    __slots__ = ()


def escape_typst(value: object) -> str:
    """Write a value as a string of Typst, which is never markup; long words may break."""
    if isinstance(value, Markup):
        return value
    return _write_text(join_lines(str(value)))


def write_pieces(pieces: Iterable[Piece]) -> Markup:
    """Write pieces of text as an expression of Typst.

    >>> print(write_pieces([Piece("p", "symbol"), Piece(" of "), Piece("svm-rbf", "whole")]))
    emph("p") + " of " + box("svm-rbf")
    """
    return Markup(" + ".join(map(_write_piece, pieces)) or '""')


def _write_piece(piece: Piece) -> str:
    text = _write_text(piece.text)
    return {
        "symbol": f"emph({text})",
        "subscript": f"sub({text})",
        "whole": f"box({text})",
    }.get(piece.kind, text)


def _write_text(text: str) -> str:
    return write_string(LONG_WORD.sub(lambda word: _break_word(word[0]), text))


def join_lines(text: str) -> str:
    """Write a text on one line."""
    return " ".join(text.split())


def write_string(text: str) -> str:
    r"""Write a text as a string of Typst, without characters that it cannot hold.

    >>> print(write_string('a "b" #c'))
    "a \"b\" #c"
    """
    printable = "".join(sign for sign in text if unicodedata.category(sign) not in ("Cc", "Cs"))
    return '"{}"'.format(printable.replace("\\", "\\\\").replace('"', '\\"'))


def _break_word(word: str) -> str:
    pieces = UNBROKEN.sub(lambda run: BREAK.join(re.findall(".{1,12}", run[0])), word)
    return AFTER_SIGNS.sub(BREAK, pieces)
