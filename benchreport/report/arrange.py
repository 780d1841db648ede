"""Which sections a report has, in which order, and those that users add."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from benchreport.errors import OptionError, examples
from benchreport.plots.style import undrawable
from benchreport.report.document import NOTE, Document, Section, Text

__all__ = ["Wanted", "arranged", "with_fonts"]

Wanted = str | Section | Callable[[Any], Section]
"""A section's key, a section, or what makes one of the analysis."""


def arranged(document: Document, wanted: Sequence[Wanted] | None, analysis: object) -> Document:
    """Choose, order and add sections.

    Parameters
    ----------
    document
        With all sections that the analysis fills.
    wanted
        Keys of sections, sections, or functions from the analysis to one; ``"..."`` stands for all
        that are not named. ``None`` changes nothing.
    analysis
        What functions are called with.

    Raises
    ------
    OptionError
        No such section, one that is named twice, or a function that returns something else.

    Examples
    --------
    >>> one, two = (Section(key=key, title=key, blocks=()) for key in ("verdict", "methods"))
    >>> whole = Document(title="", subtitle="", sections=(one, two))
    >>> [each.key for each in arranged(whole, ["methods", "..."], None).sections]
    ['methods', 'verdict']
    """
    if wanted is None:
        return document
    known = {section.key: section for section in document.sections}
    named = [each for each in _listed(wanted) if isinstance(each, str)]
    _check(named, known)
    sections: list[Section] = []
    for each in _listed(wanted):
        if each == "...":
            sections += [section for key, section in known.items() if key not in named]
        elif isinstance(each, str):
            sections.append(known[each])
        else:
            sections.append(_made(each, analysis))
    keys = [section.key for section in sections]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    if twice:
        raise OptionError(
            f"sections are there twice: {examples(twice)}.", hint="give each a key of its own"
        )
    return replace(document, sections=tuple(sections))


def with_fonts(document: Document, names: Iterable[str]) -> Document:
    """Say which characters of the labels no installed font draws, where they are listed."""
    missing = undrawable(names)
    if not missing:
        return document
    said = (
        f"{NOTE}no font on the machine that made this draws {examples(missing)}; in figures and on paper "
        "they are boxes."
    )
    note = Text((said,))
    sections = tuple(
        replace(section, blocks=(*section.blocks, note)) if section.key == "compared" else section
        for section in document.sections
    )
    return replace(document, sections=sections)


def _listed(wanted: Sequence[Wanted]) -> list[Wanted]:
    return [wanted] if isinstance(wanted, str | Section) or callable(wanted) else list(wanted)


def _check(named: Sequence[str], known: dict[str, Section]) -> None:
    unknown = [key for key in named if key not in known and key != "..."]
    if unknown:
        raise OptionError(
            f"there is no section {examples(unknown)}; there are {examples(known, most=30)}.",
            hint='sections=["verdict", "..."], where "..." stands for all others',
        )


def _made(maker: Section | Callable[[Any], Section], analysis: object) -> Section:
    made = maker if isinstance(maker, Section) else maker(analysis)
    if not isinstance(made, Section):
        raise OptionError(
            f"a section is made by a function that returns a Section; got {type(made).__name__}.",
            hint="from benchreport.report import Section, Text; "
            "lambda analysis: Section(key='mine', title='Mine', blocks=(Text(('…',)),))",
        )
    return made
