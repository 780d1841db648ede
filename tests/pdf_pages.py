"""PDFs without the curves of their figures, which take pypdf longer than all words and the structure."""

import io
import re
from pathlib import Path

import pypdf
from pypdf.generic import DecodedStreamObject, NameObject

# lines of a page that build paths and set colours and pens; those that paint; what is left without them
PATHS = re.compile(
    rb"^(?:[-\d. ]+ )?(?:[mlcvyhwJjMdW]|re|rg|RG|W\*)\n|^\[[-\d. ]*\] \S+ d\n|^/\S+ gs\n",
    re.MULTILINE,
)
PAINTED = re.compile(rb"^(?:[fSnsBb]\*?)\n", re.MULTILINE)
EMPTY = re.compile(rb"^q\n(?:[-\d. ]+ cm\n)*Q\n", re.MULTILINE)


def read_pdf(content: bytes | Path, *, painted: bool = False) -> pypdf.PdfReader:
    """Read a PDF whose pages keep their words, tags and places, and what is painted if that is asked for."""
    reader = pypdf.PdfReader(content if isinstance(content, Path) else io.BytesIO(content))
    for page in reader.pages:
        stream = DecodedStreamObject()
        stream.set_data(_leave_out(page.get_contents().get_data(), painted=painted))
        page[NameObject("/Contents")] = stream
    return reader


def _leave_out(lines: bytes, *, painted: bool) -> bytes:
    lines = PATHS.sub(b"", lines)
    if painted:
        return lines
    left = PAINTED.sub(b"", lines)
    while left != lines:
        lines, left = left, EMPTY.sub(b"", left)
    return left


def words_of_pdf(content: bytes | Path) -> str:
    """Return the text of all pages, a line each."""
    return "\n".join(page.extract_text() for page in read_pdf(content).pages)
