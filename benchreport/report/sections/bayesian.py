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
from benchreport.results import number_format as fmt
from benchreport.results.bayes import format_probability

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
    return [Section(key="bayesian", title="Bayesian view", blocks=blocks)]


def _explain(analysis: Analysis, result: BayesResult, decisive: PairwiseResult) -> str:
    """Explain the posterior probabilities beside the p-values."""
    lines = [TWO_QUESTIONS, f"The {decisive.method} decides in this report."]
    if analysis.control is None:
        lines.append(
            f"{result.control} was found to lead by the same scores, which flatters it; a control that is "
            "named beforehand is not."
        )
    if result.procedure == "bayes_correlated_t" and not result.rope:
        lines.append(ONE_SIDED)
    if not result.rope:
        lines.append(
            "No difference was called too small to matter; with a number of your own, rope=0.01, the report "
            "also says how probable it is that two are practically equivalent."
        )
    return " ".join(lines)


TWO_QUESTIONS = (
    "A p-value says how surprising the scores would be if nothing were different, here adjusted for all "
    "pairs; a posterior probability says how probable the model and its prior find an answer, for a pair "
    "alone."
)


ONE_SIDED = (
    "Here the posterior probabilities are 1 − the one-sided p-values before any "
    "adjustment: the same evidence in other words."
)


def _rivals_table(result: BayesResult, decisive: PairwiseResult) -> Table:
    """List the rivals, best first, with their probabilities beside the p-values of the test."""
    rows = _sort_rows(result, decisive)
    short = shorten_names(result.design.algorithms, LONGEST)
    p_values = {frozenset((row.first, row.second)): row.p_adjusted for row in decisive.comparisons}
    who = "leader" if decisive.control is None else "control"
    level = result.confidence
    write = fmt.writer([0.0, *(row.difference for row in rows)])
    columns = {
        "rival": [short[_rival(row, result)] for row in rows],
        "difference": [write(_leader_difference(row, result)) for row in rows],
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


def _leader_difference(row: Posterior, result: BayesResult) -> float:
    """Return the difference as leader − rival."""
    return (row.difference if row.first == result.control else -row.difference) + 0.0


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
    within = f"; equivalent: neither by more than {fmt.number(result.rope)}" if result.rope else ""
    name = f"{result.difference_name[:1].upper()}{result.difference_name[1:]}"
    return (
        f"{result.method}: {result.control}, the {who}, against its rivals. {name}, {who} − rival{within}. "
        f"Adjusted p: {decisive.method}. Bold: probabilities of at least {fmt.level(result.confidence)}, "
        f"p-values of at most {fmt.level(decisive.alpha)}."
    )
