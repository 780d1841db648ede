"""Order a report's sections, and add the user's own."""

import difflib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from benchreport.errors import OptionError, examples
from benchreport.hints import code, option
from benchreport.plots.base.fonts import find_undrawable
from benchreport.report.document import NOTE, Document, Section, Text
from benchreport.wording.figures import captions

Wanted = str | Section | Callable[[Any], Section]
"""A section's key, a section, or a function that makes one from the analysis."""

SYNONYMS = dict.fromkeys(("ablation", "anova", "factors", "interactions"), "components")
"""Keys of sections by other names that people type."""


def arrange_sections(
    document: Document, chosen: Wanted | Sequence[Wanted] | None, analysis: object
) -> Document:
    """Choose, order and add sections; all keys must differ.

    Parameters
    ----------
    document
        The document with all sections that the analysis fills.
    chosen
        Keys of sections, sections, or functions that make one from the analysis; ``"..."`` stands for
        all others. ``None`` keeps the sections as they are.
    analysis
        The analysis, which the functions are called with.

    Raises
    ------
    OptionError
        A section is unknown or named twice, or a function does not return a section.

    Examples
    --------
    >>> one, two = (Section(key=key, title=key, blocks=()) for key in ("verdict", "methods"))
    >>> whole = Document(title="", subtitle="", sections=(one, two))
    >>> [each.key for each in arrange_sections(whole, ["methods", "..."], None).sections]
    ['methods', 'verdict']
    """
    document = replace(document, sections=_number_keys(document.sections))
    if chosen is None:
        return document
    by_key = {section.key: section for section in document.sections}
    named_keys = [item for item in as_list(chosen) if isinstance(item, str)]
    _check_keys(named_keys, by_key)
    sections: list[Section] = []
    for item in as_list(chosen):
        if item == "...":
            sections += [section for key, section in by_key.items() if key not in named_keys]
        elif isinstance(item, str):
            sections.append(by_key[item])
        else:
            sections.append(_make_section(item, analysis))
    keys = [section.key for section in sections]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    if twice:
        advice = "give each a key of its own" if set(twice) - set(named_keys) else "name each once"
        raise OptionError(f"sections are there twice: {examples(twice)}.", hint=advice)
    return replace(document, sections=tuple(sections))


def _number_keys(sections: Iterable[Section]) -> tuple[Section, ...]:
    """Give sections different keys, since a procedure may be included twice."""
    counts: Counter[str] = Counter()
    numbered = []
    for section in sections:
        counts[section.key] += 1
        number = counts[section.key]
        # a label of a block is the key with a number at its end
        again = f"{section.key}-no-{number}" if number > 1 else section.key
        numbered.append(replace(section, key=again))
    return tuple(numbered)


def note_missing_fonts(document: Document, names: Iterable[str]) -> Document:
    """Add a note on characters that figures cannot show to the section that lists the labels."""
    missing = find_undrawable(names)
    if not missing:
        return document
    note = Text((f"{NOTE}{captions.BOXES.format(names=examples(missing))}",))
    sections = tuple(
        replace(section, blocks=(*section.blocks, note)) if section.key == "compared" else section
        for section in document.sections
    )
    return replace(document, sections=sections)


def as_list(sections: Wanted | Sequence[Wanted]) -> list[Wanted]:
    """Return the chosen sections as a list, also if there is only one."""
    return (
        [sections] if isinstance(sections, str | Section) or callable(sections) else list(sections)
    )


def _check_keys(keys: Sequence[str], sections: dict[str, Section]) -> None:
    unknown = [key for key in keys if key not in sections and key != "..."]
    if not unknown:
        return
    meant_by = SYNONYMS.get(unknown[0].lower())
    near = [meant_by] if meant_by in sections else []
    near = near or difflib.get_close_matches(unknown[0].lower(), sections, n=1)
    meant = f"; did you mean {near[0]}? There are" if near else "; there are"
    suggestion = near or ["verdict"]
    raise OptionError(
        f"there is no section {examples(unknown)}{meant} {examples(sections, most=30)}.",
        hint=option(sections=[*suggestion, "..."]) + ", where ... stands for all others",
    )


def _make_section(maker: Section | Callable[[Any], Section], analysis: object) -> Section:
    section = maker if isinstance(maker, Section) else maker(analysis)
    if not isinstance(section, Section):
        raise OptionError(
            f"a section is made by a function that returns a Section; got {type(section).__name__}.",
            hint=code(
                "from benchreport.report import Section, Text; "
                "lambda analysis: Section(key='mine', title='Mine', blocks=(Text(('…',)),))"
            ),
        )
    return section
