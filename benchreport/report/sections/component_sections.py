"""The section on the components of an ablation study."""

import functools

from benchreport import plots
from benchreport.analysis import Analysis
from benchreport.report.document import Block, Section, Text
from benchreport.report.sections.result_blocks import (
    display_in_words,
    fitting_block,
    summary_text,
)
from benchreport.report.sections.tables import text_table
from benchreport.results import AblationResult, FactorialResult, TermTest
from benchreport.results.models.factorial import write_term
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import captions
from benchreport.wording.papers import sections
from benchreport.wording.results import factorial
from benchreport.wording.results.headings import HEADINGS


def component_sections(analysis: Analysis) -> list[Section]:
    """Show what each component adds, and which of them depend on one another; empty without factors."""
    if analysis.ablation is None:
        return []
    result = analysis.ablation
    blocks: list[Block] = [
        summary_text(result),
        _component_table(result),
    ]
    if analysis.factorial is not None:
        blocks += _interaction_blocks(analysis.factorial)
    return [Section(key="components", title=sections.COMPONENTS, blocks=tuple(blocks))]


def _component_table(result: AblationResult) -> Block:
    table = display_in_words(result)
    heads = [str(name) for name in table.columns]
    place = heads.index(HEADINGS["p_adjusted"])
    strong = frozenset(
        (number, place)
        for number, row in enumerate(result.sorted_components)
        if row.p_adjusted <= result.claim_alpha
    )
    caption = captions.COMPONENTS.format(
        mean=fmt.mean_of(result.design.score),
        how=factorial.EFFECT_OF[result.crossed],
        correction=result.corrected,
        level=fmt.level(result.alpha),
        unless=captions.UNLESS_IN_DOUBT * result.in_doubt,
    )
    return text_table(table, caption, strong=strong)


def _interaction_blocks(result: FactorialResult) -> list[Block]:
    """Show the tests of factors and interactions, and the surest interaction."""
    crossed = [term for term in result.terms if " × " in term.source]
    if not crossed:
        return []
    caption = captions.TERMS.format(method=result.method)
    if any(_includes_none(term, result.alpha) for term in result.terms):
        caption += f" {captions.WIDE_ETA.format(level=fmt.level(result.alpha))}"
    blocks: list[Block] = [text_table(result.display, caption)]
    found = [term for term in crossed if term.p_value <= result.alpha]
    if found and not result.doubts:
        blocks.append(fitting_block(functools.partial(plots.interaction_plot, result)))
    elif not result.doubts:
        blocks.append(Text((sections.NO_INTERACTIONS.format(smallest=_smallest(result, crossed)),)))
    return blocks


def _includes_none(term: TermTest, alpha: float) -> bool:
    """Tell whether the interval of an effect size includes 0 though its test finds an effect."""
    return term.eta_interval is not None and term.p_value <= alpha and term.eta_interval.low <= 0


def _smallest(result: FactorialResult, terms: list[TermTest]) -> str:
    return write_term(min(terms, key=lambda term: term.p_value), result.alpha)
