"""Find the numbers that a paper and the files that it includes name: LaTeX, Quarto, MyST and Typst."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchreport.errors import OptionError, ReadError
from benchreport.paper.number_files import read_settings
from benchreport.wording.papers import paper_kit as wording


class Use(NamedTuple):
    """A number that a source names, with its file and line."""

    path: Path
    line: int
    name: str


class Sources(NamedTuple):
    """What a paper and the files that it includes hold.

    Parameters
    ----------
    uses
        The numbers in the order of reading.
    number_files
        The files of numbers that it includes.
    missing
        The included files that were not found, each with the file and line that name it.
    """

    uses: tuple[Use, ...]
    number_files: tuple[Path, ...]
    missing: tuple[str, ...]


class Language(NamedTuple):
    """How a language writes numbers, and includes files; what it does not set is blanked out."""

    number: re.Pattern[str]
    include: re.Pattern[str]
    unset: re.Pattern[str]
    suffixes: tuple[str, ...] = ("",)


NAME = r"([A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)*)"
FENCES = (
    r"^(?P<fence>```+|~~~+)(?!\{include\})[^\n]*\n.*?^(?P=fence)[ \t]*$|<!--.*?-->|(?<!`)`[^`\n]+`"
)
LATEX = Language(
    re.compile(r"\\bench\s*\{\s*([^{}]*?)\s*\}"),
    re.compile(r"\\(?:input|include|subfile)\s*\{\s*([^{}]+?)\s*\}"),
    re.compile(
        r"(?<!\\)(?:\\\\)*%[^\n]*|\\begin\{(?P<kind>verbatim|lstlisting|minted|comment)\*?\}.*?"
        r"\\end\{(?P=kind)\*?\}|\\verb\*?(?P<end>[^\w\s]).*?(?P=end)",
        re.DOTALL,
    ),
    (".tex", ""),
)
MARKDOWN = Language(
    # Quarto's shortcode, which three braces quote, or MyST's substitution
    re.compile(
        rf"(?<!\{{)\{{\{{<\s*var\s+bench\.{NAME}\s*>\}}\}}|(?<!\{{)\{{\{{\s*bench\.{NAME}\s*\}}\}}"
    ),
    re.compile(
        r"\{\{<\s*include\s+(\S+)\s*>\}\}|^(?:```+|:::+)\s*\{include\}\s+(\S+)", re.MULTILINE
    ),
    re.compile(FENCES, re.DOTALL | re.MULTILINE),
)
TYPST = Language(
    re.compile(rf"\bbench\.{NAME}"),
    re.compile(r"#?\b(?:include|import)\s+\"([^\"]+)\""),
    re.compile(r"(?<!:)//[^\n]*|/\*.*?\*/|(?P<ticks>`+).*?(?P=ticks)", re.DOTALL),
)
LANGUAGES = {
    ".tex": LATEX,
    ".ltx": LATEX,
    ".qmd": MARKDOWN,
    ".rmd": MARKDOWN,
    ".md": MARKDOWN,
    ".typ": TYPST,
}
VARIABLES = "_variables.yml"
"""The file of numbers of a Quarto project, in the folder of the paper or above it."""


def read_sources(paper: Path) -> Sources:
    """Find the numbers of a paper, and of the files that it includes.

    Raises
    ------
    OptionError
        The suffix is that of none of the languages.
    ReadError
        The paper cannot be read.
    """
    if paper.suffix.lower() not in LANGUAGES:
        raise OptionError(
            f"a paper ends in {', '.join(LANGUAGES)}; got {paper.name!r}.",
            hint="name the source of the paper, not what is made from it",
        )
    reader = _Reader(paper)
    reader.read(paper)
    if LANGUAGES[paper.suffix.lower()] is MARKDOWN and not reader.number_files:
        reader.number_files += _find_variables(paper)
    return Sources(tuple(reader.uses), tuple(reader.number_files), tuple(reader.missing))


def _find_variables(paper: Path) -> Iterator[Path]:
    for folder in paper.resolve().parents:
        place = folder / VARIABLES
        if place.is_file():
            yield Path(os.path.relpath(place))
            return


class _Reader:
    """What was found so far in a paper and its files; each file is read once."""

    def __init__(self, paper: Path) -> None:
        self.paper = paper
        self.seen: set[str] = set()
        self.uses: list[Use] = []
        self.number_files: list[Path] = []
        self.missing: list[str] = []

    def read(self, path: Path) -> None:
        """Read a file, and those that it includes at the places where it does."""
        self.seen.add(os.path.realpath(path))
        text = _read_text(path)
        if read_settings(text) is not None:
            self.number_files.append(path)
            return
        language = LANGUAGES.get(path.suffix.lower(), LATEX)
        visible = language.unset.sub(_blank_out, text)
        marks = [*language.number.finditer(visible), *language.include.finditer(visible)]
        for mark in sorted(marks, key=re.Match.start):
            line = visible.count("\n", 0, mark.start()) + 1
            name = next(group for group in mark.groups() if group is not None)
            if mark.re is language.number:
                self.uses.append(Use(path, line, name))
            else:
                self._include(path, line, name, language)

    def _include(self, path: Path, line: int, name: str, language: Language) -> None:
        # LaTeX names files from the folder of the paper, the others from that of the file
        folder = self.paper.parent if language is LATEX else path.parent
        for place in (folder / f"{name}{suffix}" for suffix in language.suffixes):
            if place.is_file():
                if os.path.realpath(place) not in self.seen:
                    self.read(place)
                return
        self.missing.append(wording.PART_MISSING.format(path=path, line=line, name=name))


def _blank_out(match: re.Match[str]) -> str:
    """Keep the lines of what is not set, so that those after it have their numbers."""
    return "\n" * match[0].count("\n")


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise ReadError(
            f"cannot read {str(path)!r}: {error.strerror}.", hint="check the name of the paper"
        ) from error
