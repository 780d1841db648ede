"""The section on posterior probabilities: the leader, or the control, against the others."""

import dataclasses

import pandas as pd

from benchreport.analysis import Analysis
from benchreport.plots.base.short_names import shorten_names
from benchreport.plots.pairs.posterior import posterior_plot
from benchreport.report.document import Block, Section, Table, Text
from benchreport.report.sections.result_blocks import figure_block, summary_text
from benchreport.report.sections.tables import text_table
from benchreport.results import BayesResult, PairwiseResult, Posterior
from benchreport.results.pairs.bayes import format_probability
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import captions
from benchreport.wording.papers import sections

LONGEST = 48


def bayesian_sections(analysis: Analysis) -> list[Section]:
    """Show how probable it is that the leader is better, if posterior probabilities were computed."""
    result, decisive = analysis.bayes, analysis.decisive
    if result is None or decisive is None:
        return []
    blocks: tuple[Block, ...] = (
        summary_text(result),
        Text((_explain(analysis, result, decisive),)),
        figure_block(posterior_plot(result)),
        _rivals_table(result, decisive),
    )
    return [Section(key="bayesian", title=sections.BAYESIAN, blocks=blocks)]


def _explain(analysis: Analysis, result: BayesResult, decisive: PairwiseResult) -> str:
    """Explain the posterior probabilities beside the p-values."""
    lines = [sections.TWO_QUESTIONS, sections.DECIDES.format(test=fmt.lower(decisive.method))]
    if analysis.control is None:
        lines.append(sections.LEADER_FLATTERED.format(leader=result.control))
    if result.procedure == "bayes_correlated_t" and not result.rope:
        lines.append(sections.ONE_SIDED)
    if not result.rope:
        lines.append(sections.NO_ROPE)
    return " ".join(lines)


def _rivals_table(result: BayesResult, decisive: PairwiseResult) -> Table:
    """List the rivals, best first, with their probabilities beside the p-values of the test."""
    result = result.oriented()
    rows = _sort_rows(result, decisive)
    short = shorten_names(result.design.algorithms, LONGEST)
    p_values = {frozenset((row.first, row.second)): row.p_adjusted for row in decisive.comparisons}
    who = "leader" if decisive.control is None else "control"
    level = result.confidence
    write = fmt.writer([0.0, *(row.difference for row in rows)])
    columns = {
        "rival": [short[_rival(row, result)] for row in rows],
        "difference": [write(row.difference) for row in rows],
        f"P({who} better)": [
            format_probability(row.of(str(result.control)), level) for row in rows
        ],
        "P(equivalent)": [format_probability(row.p_rope, level) for row in rows],
        "P(rival better)": [format_probability(row.of(_rival(row, result)), level) for row in rows],
        "adjusted p": [
            fmt.p_value(p_values[frozenset((row.first, row.second))], decisive.alpha)
            for row in rows
        ],
    }
    if not result.rope:
        del columns["P(equivalent)"]
    frame = pd.DataFrame(columns, dtype=object)
    rivals = text_table(
        frame, _caption(result, decisive, who), strong=_strong_cells(result, decisive, rows)
    )
    return dataclasses.replace(rivals, numeric=(False, *(True for _ in rivals.columns[1:])))


def _sort_rows(result: BayesResult, decisive: PairwiseResult) -> list[Posterior]:
    names = [decisive.design.algorithms[place] for place in decisive.order]
    place = {name: at for at, name in enumerate(names)}
    return sorted(result.rows, key=lambda row: place[_rival(row, result)])


def _rival(row: Posterior, result: BayesResult) -> str:
    return row.second if row.first == result.control else row.first


def _strong_cells(
    result: BayesResult, decisive: PairwiseResult, rows: list[Posterior]
) -> frozenset[tuple[int, int]]:
    """Return the cells of probabilities and p-values that decide."""
    cells = set()
    tests = {frozenset((row.first, row.second)): row for row in decisive.significant}
    for line, row in enumerate(rows):
        shares = [row.of(str(result.control)), row.p_rope, row.of(_rival(row, result))]
        if not result.rope:
            del shares[1]
        cells |= {(line, 2 + at) for at, p in enumerate(shares) if p >= result.confidence}
        if frozenset((row.first, row.second)) in tests:
            cells.add((line, 2 + len(shares)))
    return frozenset(cells)


def _caption(result: BayesResult, decisive: PairwiseResult, who: str) -> str:
    within = captions.EQUIVALENT.format(rope=fmt.number(result.rope)) if result.rope else ""
    return captions.RIVALS.format(
        method=result.method,
        name=result.control,
        who=who,
        difference=result.difference_name,
        within=within,
        test=fmt.lower(decisive.method),
        probability=fmt.level(result.confidence),
        level=fmt.level(decisive.alpha),
    )
