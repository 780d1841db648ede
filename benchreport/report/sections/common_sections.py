"""The sections that every report has, the verdict and the appendix, and words for what was compared."""

import functools
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from benchreport import plots
from benchreport.analysis import Analysis
from benchreport.analysis.verdicts.caution import Caution
from benchreport.analysis.verdicts.cautions import describe_strength
from benchreport.report.document import Block, Code, Facts, Provenance, Section, Text
from benchreport.report.reproduction import AnyAnalysis, versions
from benchreport.report.sections.ranking import ranking_table
from benchreport.report.sections.result_blocks import deciding_figure, figure_of_verdict
from benchreport.results import DescriptionResult, PairwiseResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.papers import archive
from benchreport.wording.papers.sections import APPENDIX, CAUTION, MORE_DOUBTS, VERDICT
from benchreport.wording.verdicts import cautions


def verdict_section(
    analysis: AnyAnalysis,
    pairs: Sequence[PairwiseResult],
    description: DescriptionResult | None = None,
) -> Section:
    """Show the verdict, what threatens it, the figure of what decides, and the ranking."""
    blocks: list[Block] = [Text((" ".join(analysis.verdict),), lead=True)]
    doubt = _choose_doubt(analysis)
    if doubt:
        blocks.append(Text((CAUTION.format(sentence=doubt),), caution=True))
    ablation = analysis.ablation if isinstance(analysis, Analysis) else None
    if ablation is None:
        blocks += deciding_figure(pairs[0] if pairs else None)
    else:
        blocks.append(figure_of_verdict(functools.partial(plots.ablation_plot, ablation)))
    if pairs:
        blocks.append(ranking_table(pairs, description))
    return Section(key="verdict", title=VERDICT, blocks=tuple(blocks))


def _choose_doubt(analysis: AnyAnalysis) -> str:
    """Return the most serious cautions, or what was checked in vain; empty if nothing was checked."""
    shown = analysis.cautions[: _count_shown(analysis.cautions)]
    if shown:
        return fmt.paragraph(*(caution.sentence for caution in shown))
    scores = analysis if isinstance(analysis, Analysis) else getattr(analysis, "area", None)
    if scores is None or (scores.decisive and scores.decisive.doubts):
        return ""
    found = describe_strength(
        scores.pairs, (scores.independence, scores.outliers, scores.sensitivity)
    )
    # what limits nothing may still be another answer
    surer = found and any(caution.section == "bayes" for caution in analysis.cautions)
    of_all = cautions.BAYES_SURER_OF_THE_PAIR if _is_of_one_pair(scores) else cautions.BAYES_SURER
    return fmt.paragraph(found, of_all if surer else "")


def _is_of_one_pair(analysis: Analysis) -> bool:
    return all(len(result.comparisons) == 1 for result in analysis.pairs)


def _count_shown(cautions: Sequence[Caution]) -> int:
    """Count the cautions of the first page: the most serious one, and a short one after it.

    None is shown where what is left limits nothing.
    """
    if not any(caution.clause for caution in cautions):
        return 0
    return 2 if len(cautions) > 1 and len(cautions[1].sentence) <= SHORT else 1


SHORT = 90
PLACES = {
    "data": "compared",
    "pairs": "pairs",
    "outliers": "outliers",
    "sensitivity": "sensitivity",
    "assumptions": "assumptions",
    "bayes": "pairs",
    "components": "components",
}
"""The key of the section where a caution is explained, by its subject."""


THEIR_OWN = ("sensitivity", "outliers")


def place_cautions(sections: Iterable[Section], cautions: Sequence[Caution]) -> tuple[Section, ...]:
    """Put the cautions that the first page leaves out at the start of their sections, which it names.

    Those whose section is not in the document are in the section on the data; sections that are about
    nothing else say it themselves.
    """
    sections = tuple(sections)
    titles = {section.key: section.title for section in sections}
    lines: dict[str, list[str]] = {}
    n_shown = _count_shown(cautions)
    shown, rest = cautions[:n_shown], cautions[n_shown:]
    for caution in rest:
        lines.setdefault(_find_place(caution, titles), []).append(caution.sentence)
    said = {"", *(caution.clause for caution in shown)}
    limits = [caution for caution in rest if caution.clause not in said]
    places = dict.fromkeys(_find_place(caution, titles) for caution in limits)
    where = MORE_DOUBTS.format(
        clauses="; ".join(dict.fromkeys(caution.clause for caution in limits)),
        sections=fmt.join(titles[key] for key in places),
    )
    where = where if limits else ""
    return tuple(_add_cautions(section, lines.get(section.key, ()), where) for section in sections)


def _find_place(caution: Caution, sections: Container[str]) -> str:
    """Return the key of the section that explains a caution."""
    place = PLACES[caution.section]
    return place if place in sections else "compared"


def _add_cautions(section: Section, sentences: Sequence[str], where: str) -> Section:
    """Begin a section with its cautions; the caution of the first page ends with the place of the others."""
    blocks: tuple[Block, ...] = tuple(
        replace(block, paragraphs=(fmt.paragraph(block.paragraphs[0], where),))
        if isinstance(block, Text) and block.caution and section.key == "verdict"
        else block
        for block in section.blocks
    )
    if sentences and section.key not in THEIR_OWN:
        facts = [text for block in blocks if isinstance(block, Facts) for _, text in block.items]
        blocks = (Text(tuple(_leave_names(each, facts) for each in sentences)), *blocks)
    return replace(section, blocks=blocks)


def _leave_names(sentence: str, facts: Iterable[str]) -> str:
    """Leave the names in brackets to the fact below that begins with the same words.

    >>> _leave_names("1 cell has no score (a on x); all scores are used.", ["1 cell has no score (a on x)"])
    '1 cell has no score; all scores are used.'
    """
    for fact in facts:
        before, bracket, _ = fact.partition(" (")
        if bracket and sentence.startswith(fact):
            return before + sentence.removeprefix(fact)
    return sentence


def describe_comparison(analysis: AnyAnalysis, all_others: str = "") -> str:
    """Say which pairs are compared at which level.

    Parameters
    ----------
    analysis
        Its control and its alpha.
    all_others
        Words for the others that are compared with the control, such as ``"every algorithm "``.
    """
    level = f"α = {fmt.level(analysis.alpha)}"
    tests = [result for result in analysis.results if isinstance(result, PairwiseResult)]
    if tests and analysis.control is None and all(len(test.comparisons) == 1 for test in tests):
        return f"one pair, {level}"
    level = f"family-wise {level}"
    if analysis.control is None:
        return f"all pairs, {level}"
    return f"{all_others}with the control {analysis.control}, {level}"


def appendix_section(
    analysis: AnyAnalysis, sha256: str, provenance: Provenance, tables: Sequence[Block] = ()
) -> Section:
    """List what the numbers depend on, with this digest of data that come from no file; tables may follow."""
    seeds = {f"{row.seed} ({row.short_name})" for row in analysis.results if row.seed is not None}
    facts = [
        (archive.DIGEST, provenance.sha256 or sha256),
        ("Seed", fmt.join(sorted(seeds)) or "none needed"),
        *versions(),
    ]
    call = [Code(text=provenance.call, caption=archive.CALL)] if provenance.call else []
    blocks = (Facts(tuple(facts)), *call, *tables)
    return Section(key="appendix", title=APPENDIX, blocks=blocks)
