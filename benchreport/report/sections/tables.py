"""Tables of a report: results as rows of rounded text."""

import functools
import math
import re
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from benchreport.analysis import Analysis
from benchreport.data.scores import Scores
from benchreport.errors import format_count
from benchreport.plots.base.short_names import display_width, elide, shorten_names
from benchreport.report.document import Block, Download, Table, Text
from benchreport.results import Comparison, McNemarResult, PairwiseResult
from benchreport.results.pairs.pairwise import OF_THE_FIRST
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.csv_text import csv_bytes
from benchreport.wording.figures import captions

MOST_PAIRS = 66
MOST_DOWNLOADED = 20_000
FEWEST_PAIRS = 25
MOST_ROWS = 200
# limits of scores: how many are printed, and how many and how large a file a page carries
MOST_CELLS, MOST_SCORES, MOST_SCORE_BYTES, DIGITS = 12_000, 400_000, 3_000_000, 6
LETTERS_A_LINE = 104
SCORES_FILE = "scores.csv"
LONGEST_HEAD = 30
LONGEST_IN_PAIR, LONGEST_IN_GROUPS = 24, 48


def letters_table(result: PairwiseResult) -> Table:
    """Show by letters which algorithms the test does not separate."""
    names, letters = result.design.algorithms, result.letters()
    short = shorten_names(names, LONGEST_IN_GROUPS)
    rows = [
        (short[names[place]], text, letters[names[place]])
        for place, text in zip(result.order, _write_centres(result), strict=True)
    ]
    columns = [result.design.noun, result.centre_name, "letters"]
    frame = pd.DataFrame(rows, columns=columns, dtype=object)
    return text_table(
        frame,
        captions.LETTERS.format(
            test=fmt.lower(result.method), noun=result.design.noun, level=fmt.level(result.alpha)
        ),
    )


def _write_centres(result: PairwiseResult) -> list[str]:
    """Write the centres, best first."""
    write = fmt.fixed if result.by_ranks else fmt.writer(result.centres)
    return [write(result.centres[place]) for place in result.order]


def pair_blocks(
    result: PairwiseResult,
    *,
    most: int = MOST_PAIRS,
    order: dict[frozenset[str], int] | None = None,
    ranking: Sequence[str] = (),
) -> list[Block]:
    """List pairs; if they are too many to show, add all of them as a file.

    Parameters
    ----------
    result
        Comparisons of pairs.
    most, order, ranking
        As for `pairs_table`.
    """
    listed_pairs = pairs_table(result, most=most, order=order, ranking=ranking)
    if not len(listed_pairs.rows) < len(result.comparisons) <= MOST_DOWNLOADED:
        return [listed_pairs]
    all_pairs = Download(
        name=f"{result.procedure}.csv",
        content=csv_bytes(result.table),
        caption=captions.ALL_PAIRS.format(
            n=len(result.comparisons), test=fmt.lower(result.method.partition(" (")[0])
        ),
    )
    return [listed_pairs, all_pairs]


def order_pairs(result: PairwiseResult) -> dict[frozenset[str], int]:
    """Return the places of pairs in the order of their p-values."""
    ordered = sorted(result.comparisons, key=lambda row: (row.p_adjusted, row.p_value))
    return {frozenset((row.first, row.second)): place for place, row in enumerate(ordered)}


def pairs_table(
    result: PairwiseResult,
    *,
    most: int,
    order: dict[frozenset[str], int] | None = None,
    ranking: Sequence[str] = (),
) -> Table:
    """List pairs, the smallest p-value first.

    Parameters
    ----------
    result
        Comparisons of pairs.
    most
        The number of pairs that are listed at most.
    order
        The places of pairs, where another table is read beside this one.
    ranking
        The algorithms, best first, where another test decides who is first in a pair.
    """
    ordered = sorted(result.comparisons, key=lambda row: (row.p_adjusted, row.p_value))
    rows: Sequence[Comparison] = _cut_pairs(result, ordered, most)
    rows = result.oriented(ranking, rows=rows)
    if order is not None:
        rows = sorted(rows, key=lambda row: order[frozenset((row.first, row.second))])
    frame = _pairs_frame(result, rows)
    strong = frozenset(
        (number, list(frame.columns).index("adjusted p"))
        for number, row in enumerate(rows)
        if row.p_adjusted <= result.claim_alpha
    )
    return text_table(frame, _pairs_caption(result, len(ordered) - len(rows)), strong=strong)


def _pairs_frame(result: PairwiseResult, rows: Sequence[Comparison]) -> pd.DataFrame:
    """Write pairs as text, with the columns that the result has values for."""
    short = shorten_names(result.design.algorithms, LONGEST_IN_PAIR)
    write = fmt.writer([0.0, *(row.difference for row in rows)])
    columns: dict[str, list[str]] = {
        "pair": [f"{short[row.first]} − {short[row.second]}" for row in rows],
        "difference": [write(row.difference) for row in rows],
    }
    if any(row.interval for row in rows):
        columns["interval"] = [
            fmt.interval(row.interval, write) if row.interval else "" for row in rows
        ]
    if isinstance(result, McNemarResult):
        columns[RIGHT] = _write_counts(result, rows)
    elif result.statistic_name not in OF_THE_FIRST:
        columns[result.statistic_name] = [fmt.fixed(row.statistic) for row in rows]
    columns["p"] = [fmt.p_value(row.p_value, result.alpha) for row in rows]
    columns["adjusted p"] = [fmt.p_value(row.p_adjusted, result.alpha) for row in rows]
    if result.effect_name != result.difference_name:
        columns["effect size"] = [write_effect(row, result.effect_name) for row in rows]
    return pd.DataFrame(columns, dtype=object)


RIGHT = "both / 1st / 2nd / neither right"


def _write_counts(result: McNemarResult, rows: Sequence[Comparison]) -> list[str]:
    """Write the 2×2 table of each pair in a line."""
    cells = {}
    for row, (both, first, second, neither) in zip(result.comparisons, result.tables, strict=True):
        cells[row.first, row.second] = both, first, second, neither
        cells[row.second, row.first] = both, second, first, neither
    return [
        " / ".join(fmt.number(cell, 4) for cell in cells[row.first, row.second]) for row in rows
    ]


def write_effect(row: Comparison, name: str) -> str:
    """Write an effect size with its interval; its name decides whether it has leading zeros."""
    write = functools.partial(fmt.statistic, name)
    if row.effect_interval is None or math.isnan(row.effect_interval.low):
        return write(row.effect_size)
    none = 0.5 if name.startswith("probability") else float(name.startswith("odds ratio"))
    return f"{write(row.effect_size)} {fmt.interval(row.effect_interval, write, none=none)}"


def _cut_pairs(result: PairwiseResult, ordered: list[Comparison], most: int) -> list[Comparison]:
    """Leave out pairs that are far from significant where a full list would fill pages."""
    if len(ordered) <= most:
        return ordered
    return ordered[: min(most, max(FEWEST_PAIRS, len(result.small_p)))]


def _pairs_caption(result: PairwiseResult, hidden: int) -> str:
    ends = ""
    if result.intervals:
        level = fmt.number(100 * result.level_of(*result.intervals), 3)
        ends = _choose_ends(result).format(level=level)
    lines = [
        captions.PAIR_TEST.format(
            method=result.method, difference=result.difference_name, ends=ends
        )
    ]
    if isinstance(result, McNemarResult):
        unit = "Numbers" if float(sum(result.tables[0])).is_integer() else "Weights"
        lines.append(captions.COUNTS.format(unit=unit))
    lines += [
        _effect_caption(result),
        write_bold(result, [result]),
    ]
    return " ".join(filter(None, [*lines, _count_hidden(hidden)]))


def write_bold(decides: PairwiseResult, pairs: Sequence[PairwiseResult]) -> str:
    """Say which p-values of some tests of pairs are bold."""
    unless = captions.UNLESS_IN_DOUBT * any(view.in_doubt for view in pairs)
    template = captions.BOLD[decides.adjusts_p]
    return template.format(level=fmt.level(decides.alpha), unless=unless)


def _choose_ends(result: PairwiseResult) -> str:
    if result.simultaneous_intervals:
        return captions.SIMULTANEOUS
    return captions.ADJUSTED if result.adjusted_intervals else captions.EACH_ALONE


def _effect_caption(result: PairwiseResult) -> str:
    if result.effect_name == result.difference_name:
        return ""
    ends = (row.effect_interval for row in result.comparisons)
    has_intervals = any(interval is not None and not math.isnan(interval.low) for interval in ends)
    template = captions.EFFECT_WITH_INTERVAL if has_intervals else captions.EFFECT
    return template.format(name=result.effect_name)


def _count_hidden(pairs: int) -> str:
    if not pairs:
        return ""
    verb = "is" if pairs == 1 else "are"
    return captions.NOT_SHOWN.format(pairs=format_count(pairs, "pair"), verb=verb)


def score_tables(analysis: Analysis) -> list[Block]:
    """Print the scores, as many columns a table as fit a page; very many are only a file."""
    scores = analysis.scores
    cells = scores.values.size
    if cells > min(MOST_CELLS, MOST_SCORES):
        return [scores_file(analysis)]
    tables = _score_tables(scores)
    whole = len(tables) == 1 and len(scores.blocks) <= MOST_ROWS
    return tables if whole else [*tables, _scores_file(scores)]


def scores_file(analysis: Analysis) -> Block:
    """Return the scores as a file of the page; very many are only in an archive."""
    scores = analysis.scores
    if scores.values.size > MOST_SCORES:
        return Text((captions.TOO_MANY_SCORES.format(n=scores.values.size),))
    return _scores_file(scores)


def metrics_file(metrics: Mapping[str, Scores]) -> Block:
    """Return the scores by several metrics, one a row, as a file, or say that they are too many."""
    n = sum(scores.values.size for scores in metrics.values())
    if n > MOST_SCORES:
        return Text((captions.TOO_MANY_SCORES.format(n=n),))
    frames = [
        pd.DataFrame(
            {
                "metric": name,
                scores.block_kind: np.repeat(scores.blocks, len(scores.algorithms)),
                "algorithm": np.tile(scores.algorithms, len(scores.blocks)),
                "score": scores.values.ravel(),
            }
        )
        for name, scores in metrics.items()
    ]
    return _make_file(pd.concat(frames), n)


def _scores_file(scores: Scores) -> Download:
    return _make_file(scores.frame.reset_index(allow_duplicates=True), scores.values.size)


def _make_file(frame: pd.DataFrame, n: int) -> Download:
    content = csv_bytes(frame)
    if len(content) <= MOST_SCORE_BYTES:
        caption = captions.ALL_SCORES.format(n=n)
        return Download(name=SCORES_FILE, content=content, caption=caption)
    # digits beyond any measurement would be most of the page
    rounded = csv_bytes(frame, digits=DIGITS)
    caption = captions.ALL_SCORES_ROUNDED.format(n=n, digits=DIGITS)
    return Download(name=SCORES_FILE, content=rounded, caption=caption)


def _score_writer(values: list[float]) -> fmt.Writer:
    """Return the function that writes scores with no more decimals than the input has."""
    if max(map(abs, values)) < fmt.SMALLEST_PLAIN:
        return fmt.number
    decimals = fmt.decimals_of(values, most=max(2, fmt.decimals_for(values, digits=4)))
    return lambda value: fmt.fixed(value, decimals)


def _score_tables(scores: Scores) -> list[Block]:
    rows = scores.values[:MOST_ROWS].tolist()
    shared = _score_writer(scores.values.ravel().tolist())
    apart = fmt.differ_in_size(scores.values.tolist())
    best = scores.frame.max(axis=1) if scores.higher_is_better else scores.frame.min(axis=1)
    cells = [[*map(_score_writer(row) if apart else shared, row)] for row in rows]
    text = pd.DataFrame(cells, index=scores.frame.index[:MOST_ROWS], dtype=object)
    text.columns = pd.Index([elide(name, LONGEST_HEAD) for name in scores.algorithms])
    runs = scores.block_kind == "run"
    is_best = scores.frame.eq(best, axis=0).to_numpy() & (not runs)
    abreast = _count_columns(text)
    tables: list[Block] = []
    for start in range(0, len(scores.algorithms), abreast):
        strong = frozenset(
            (int(row), int(column) + 1)
            for row, column in np.argwhere(is_best[:MOST_ROWS, start : start + abreast])
        )
        part = text.iloc[:, start : start + abreast].reset_index(allow_duplicates=True)
        tables.append(text_table(part, _scores_caption(scores), strong=strong))
    return tables


def _scores_caption(scores: Scores) -> str:
    runs = scores.block_kind == "run"
    caption = captions.RUNS if runs else captions.SCORES.format(kind=scores.block_kind)
    if len(scores.blocks) <= MOST_ROWS:
        return caption
    return f"{caption} {captions.FIRST_ROWS.format(n=MOST_ROWS, all=len(scores.blocks))}"


def _count_columns(text: pd.DataFrame) -> int:
    """Return how many columns a table has on paper if as few tables as possible are about as wide."""
    heads = max(display_width(name) for name in text.columns)
    cells = max(len(cell) for cell in text.to_numpy().ravel())
    first = min(24, max(display_width(name) for name in text.index))
    most = max(1, (LETTERS_A_LINE - first) // (max(heads, cells) + 2))
    return math.ceil(len(text.columns) / math.ceil(len(text.columns) / most))


def cut_table(
    frame: pd.DataFrame,
    caption: str,
    *,
    most: int = MOST_PAIRS,
    strong: frozenset[tuple[int, int]] = frozenset(),
) -> Table:
    """Show a result's display, cut where it would fill pages."""
    left = len(frame) - most
    more = f" {captions.FIRST_OF_ROWS.format(n=most, all=len(frame))}" if left > 0 else ""
    strong_rows = frozenset(cell for cell in strong if cell[0] < most)
    return text_table(frame.head(most), f"{caption}{more}", strong=strong_rows)


def text_table(
    frame: pd.DataFrame, caption: str, *, strong: frozenset[tuple[int, int]] = frozenset()
) -> Table:
    """Make a table of a frame of texts; a column whose cells look like numbers is numeric."""
    columns = [[*map(str, cells)] for _, cells in frame.items()]
    numeric = tuple(
        place > 0 and all(not cell or cell[0] in NUMERIC for cell in cells)
        for place, cells in enumerate(columns)
    )
    columns = [
        _separate_alike(cells) if is_numeric else cells
        for cells, is_numeric in zip(columns, numeric, strict=True)
    ]
    rows = tuple(zip(*columns, strict=True))
    return Table(
        columns=tuple(str(name) for name in frame.columns),
        rows=rows,
        numeric=numeric,
        strong=strong,
        caption=caption,
    )


NUMERIC = "0123456789−.<>[∞–"
INTERVAL = re.compile(r"\[[−.\d∞][^\[\];]*?(, )[^\[\],]+\]")


def _separate_alike(cells: list[str]) -> list[str]:
    """Separate the ends of intervals by semicolons in a whole column where some numbers have commas.

    >>> _separate_alike(["5 [3, 9]", "1,122 [1,109; 1,143]"]), _separate_alike(["5 [3, 9]"])
    (['5 [3; 9]', '1,122 [1,109; 1,143]'], ['5 [3, 9]'])
    """
    if not any("[" in cell and "; " in cell.partition("[")[2] for cell in cells):
        return cells
    return [INTERVAL.sub(lambda ends: ends[0].replace(", ", "; "), cell) for cell in cells]
