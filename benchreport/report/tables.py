"""Tables of a report: results as rows of rounded text."""

import math
from collections.abc import Iterable

import numpy as np
import pandas as pd

from benchreport.analysis import Analysis
from benchreport.errors import counted
from benchreport.plots.style import elided, wide_length
from benchreport.report.document import Block, Table
from benchreport.results import Comparison, Interval, PairwiseResult
from benchreport.results import format as fmt

__all__ = ["comparisons", "groups", "score_tables", "shortened", "table"]

MOST_PAIRS = 66
FEWEST_PAIRS = 25
MOST_ROWS = 200
LETTERS_A_LINE = 104
LONGEST_HEAD = 30


def groups(result: PairwiseResult) -> Table:
    """Show who could not be told apart, by letters."""
    names, letters = result.design.algorithms, result.letters()
    rows = [
        (names[place], text, letters[names[place]])
        for place, text in zip(result.order, _centres(result), strict=True)
    ]
    columns = ["algorithm", result.centre_name, "letters"]
    frame = pd.DataFrame(rows, columns=columns, dtype=object)
    return table(
        frame,
        f"Compact letter display ({result.method}): two algorithms that share a letter could not be "
        "told apart.",
    )


def _centres(result: PairwiseResult) -> list[str]:
    """Write the centres, best first."""
    ranks = result.centre_name == "mean rank"
    decimals = 2 if ranks else max(2, fmt.decimals_for(result.centres))
    return [fmt.fixed(result.centres[place], decimals) for place in result.order]


def comparisons(result: PairwiseResult) -> Table:
    """List pairs, the smallest p-value first."""
    ordered = sorted(result.comparisons, key=lambda row: (row.p_adjusted, row.p_value))
    shown = _most_telling(result, ordered)
    decimals = _decimals(shown)
    rows = [_comparison_row(result, row, decimals) for row in shown]
    columns = [
        "pair",
        "difference",
        "interval",
        result.statistic_name,
        "p",
        "adjusted p",
        "effect size",
    ]
    frame = pd.DataFrame(rows, columns=columns, dtype=object)
    if not any(row.interval for row in shown):
        frame = frame.drop(columns="interval")
    strong = frozenset(
        (number, list(frame.columns).index("adjusted p"))
        for number, row in enumerate(shown)
        if row.p_adjusted <= result.alpha
    )
    return table(frame, _pairs_caption(result, len(ordered) - len(shown)), strong=strong)


def _most_telling(result: PairwiseResult, ordered: list[Comparison]) -> list[Comparison]:
    """Leave out what is far from significant where a full list would fill pages."""
    if len(ordered) <= MOST_PAIRS:
        return ordered
    return ordered[: min(MOST_PAIRS, max(FEWEST_PAIRS, len(result.significant)))]


def _pairs_caption(result: PairwiseResult, hidden: int) -> str:
    interval = next((row.interval for row in result.comparisons if row.interval), None)
    what = f"{result.method}. Difference: {result.difference_name}, first − second"
    if interval is not None:
        together = result.correction in ("studentized_range", "max_t")
        kind = "simultaneous" if together else "for each pair alone,"
        what += f", with intervals ({kind} {fmt.number(100 * interval.confidence, 3)} %)"
    more = ""
    if hidden:
        pairs = counted(hidden, "pair")
        control = "" if result.control is None else f"control={result.control!r}"
        more = (
            f" {pairs} with larger p-values left out; all are in "
            f"df.bench.{result.procedure}({control}).table."
        )
    return (
        f"{what}. Effect size: {result.effect_name}, with its interval. Adjusted p-values at most "
        f"{fmt.number(result.alpha)} are bold.{more}"
    )


def _decimals(rows: Iterable[Comparison]) -> int:
    return max(2, fmt.decimals_for([0.0, *(row.difference for row in rows)]))


def _comparison_row(result: PairwiseResult, row: Comparison, decimals: int) -> tuple[str, ...]:
    effect = fmt.fixed(row.effect_size)
    if row.effect_interval is not None:
        effect = f"{effect} {_ends(row.effect_interval, 2)}"
    statistic = 1 if result.statistic_name == "R+" else 2
    return (
        f"{row.first} − {row.second}",
        fmt.fixed(row.difference, decimals),
        _ends(row.interval, decimals) if row.interval else "",
        fmt.fixed(row.statistic, statistic),
        fmt.p_value(row.p_value),
        fmt.p_value(row.p_adjusted),
        effect,
    )


def _ends(interval: Interval, decimals: int) -> str:
    return f"[{fmt.fixed(interval.low, decimals)}, {fmt.fixed(interval.high, decimals)}]"


def score_tables(analysis: Analysis) -> list[Block]:
    """Print the scores, as many columns at a time as fit a page."""
    scores = analysis.scores
    flat = scores.values.ravel().tolist()
    # never more decimals than the input has
    decimals = fmt.decimals_held(flat, most=max(2, fmt.decimals_for(flat, digits=4)))
    best = scores.frame.max(axis=1) if scores.higher_is_better else scores.frame.min(axis=1)
    left = len(scores.blocks) - MOST_ROWS
    more = f" The first {MOST_ROWS} of {len(scores.blocks)}." if left > 0 else ""
    runs = scores.block_kind == "run"
    marked = "" if runs else f"; the best of each {scores.block_kind} is bold"
    caption = f"The scores that were compared{marked}.{more}"
    if runs:
        caption = f"Each algorithm's runs, sorted: a row holds nothing together.{more}"
    text = scores.frame.iloc[:MOST_ROWS].map(lambda value: fmt.fixed(value, decimals))
    text.columns = pd.Index([elided(name, LONGEST_HEAD) for name in scores.algorithms])
    is_best = scores.frame.eq(best, axis=0).to_numpy() & (not runs)
    each = _columns_a_page(text)
    tables: list[Block] = []
    for start in range(0, len(scores.algorithms), each):
        strong = frozenset(
            (int(row), int(column) + 1)
            for row, column in np.argwhere(is_best[:MOST_ROWS, start : start + each])
        )
        part = text.iloc[:, start : start + each].reset_index(allow_duplicates=True)
        tables.append(table(part, caption, strong=strong))
    return tables


def _columns_a_page(text: pd.DataFrame) -> int:
    """Tell how many columns a table can have on paper, evenly over as few tables as possible."""
    heads = max(wide_length(name) for name in text.columns)
    cells = max(len(cell) for cell in text.to_numpy().ravel())
    first = min(24, max(wide_length(name) for name in text.index))
    most = max(1, (LETTERS_A_LINE - first) // (max(heads, cells) + 2))
    return math.ceil(len(text.columns) / math.ceil(len(text.columns) / most))


def shortened(frame: pd.DataFrame, caption: str, *, most: int = MOST_PAIRS) -> Table:
    """Show a result's own display, cut where it would fill pages."""
    left = len(frame) - most
    more = f" {left} more rows in .table." if left > 0 else ""
    return table(frame.head(most), f"{caption}{more}")


def table(
    frame: pd.DataFrame, caption: str, *, strong: frozenset[tuple[int, int]] = frozenset()
) -> Table:
    """Make a table of a frame of texts; columns of numbers are told by their looks."""
    rows = tuple(tuple(str(cell) for cell in row) for row in frame.itertuples(index=False))
    numeric = tuple(
        column > 0 and all(not row[column] or row[column][0] in NUMERIC for row in rows)
        for column in range(len(frame.columns))
    )
    return Table(
        columns=tuple(str(name) for name in frame.columns),
        rows=rows,
        numeric=numeric,
        strong=strong,
        caption=caption,
    )


NUMERIC = "0123456789−.<[∞–"
