"""The sections that every report has, the verdict and the appendix, and words for what was compared."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from benchreport.analysis.caution import Caution
from benchreport.errors import format_count
from benchreport.report.document import Block, Code, Facts, Provenance, Section, Text
from benchreport.report.reproduction import CALL, AnyAnalysis, versions
from benchreport.report.sections.ranking import ranking_table
from benchreport.report.sections.result_blocks import deciding_figure
from benchreport.results import DescriptionResult, PairwiseResult
from benchreport.results import number_format as fmt
from benchreport.wording import sections


def verdict_section(
    analysis: AnyAnalysis,
    pairs: Sequence[PairwiseResult],
    description: DescriptionResult | None = None,
) -> Section:
    """Show the verdict, what threatens it, the figure of the test that decides, and the ranking."""
    blocks: list[Block] = [Text((" ".join(analysis.verdict),), lead=True)]
    if analysis.cautions:
        blocks.append(Text((_write_caution(analysis),), caution=True))
    blocks += deciding_figure(pairs[0] if pairs else None)
    if pairs:
        blocks.append(ranking_table(pairs, description))
    return Section(key="verdict", title="Verdict", blocks=tuple(blocks))


PLACES = {
    "data": ("compared", sections.COMPARED),
    "pairs": ("pairs", "Pairwise comparisons"),
    "outliers": ("outliers", "Outliers"),
    "sensitivity": ("sensitivity", "Sensitivity"),
    "assumptions": ("assumptions", "Assumptions"),
    "bayes": ("pairs", "Pairwise comparisons"),
}
"""The section where a caution is explained, by its subject: its key and its title."""


THEIR_OWN = ("sensitivity", "outliers")


def _write_caution(analysis: AnyAnalysis) -> str:
    """Write the most serious caution, and name the sections that have the others."""
    first, *others = analysis.cautions
    line = sections.CAUTION.format(sentence=first.sentence)
    if not others:
        return line
    titles = dict.fromkeys(PLACES[caution.section][1] for caution in others)
    return f"{line} {format_count(len(others), 'further remark')}: see {fmt.join(titles)}."


def place_cautions(sections: Iterable[Section], cautions: Sequence[Caution]) -> tuple[Section, ...]:
    """Put the cautions that the first page only counts at the start of their sections.

    Those whose section is not in the document are in the section on the data; sections that are about
    nothing else say it themselves.
    """
    sections = tuple(sections)
    keys = {section.key for section in sections}
    lines: dict[str, list[str]] = {}
    for caution in cautions[1:]:
        place = PLACES[caution.section][0]
        if place in keys and place in THEIR_OWN:
            continue
        lines.setdefault(place if place in keys else "compared", []).append(caution.sentence)
    return tuple(
        replace(section, blocks=(Text(tuple(lines[section.key])), *section.blocks))
        if section.key in lines
        else section
        for section in sections
    )


def describe_comparison(analysis: AnyAnalysis, all_others: str = "") -> str:
    """Say which pairs are compared at which level.

    Parameters
    ----------
    analysis
        Its control and its alpha.
    all_others
        Words for the others that are compared with the control, such as ``"every algorithm "``.
    """
    level = f"family-wise alpha = {fmt.number(analysis.alpha)}"
    if analysis.control is None:
        return f"all pairs, {level}"
    return f"{all_others}with the control {analysis.control}, {level}"


def appendix_section(
    analysis: AnyAnalysis, sha256: str, provenance: Provenance, tables: Sequence[Block] = ()
) -> Section:
    """List what the numbers depend on, with this digest of data that come from no file; tables may follow."""
    seeds = {f"{row.seed} ({row.short_name})" for row in analysis.results if row.seed is not None}
    facts = [
        ("SHA-256 of the input", provenance.sha256 or sha256),
        ("Seed", fmt.join(sorted(seeds)) or "none needed"),
        *versions(),
    ]
    call = [Code(text=provenance.call, caption=CALL)] if provenance.call else []
    blocks = (Facts(tuple(facts)), *call, *tables)
    return Section(key="appendix", title="Appendix", blocks=blocks)
