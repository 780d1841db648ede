"""Columns of scores: numbers, and text cells that only the whole table makes certain.

All columns of one table are read together: a comma, a percent sign and a number in brackets mean the same in
each of its cells.
"""

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_notes import count_failures, reading_notes
from benchreport.data.cells.cell_text import parse_cell
from benchreport.data.cells.cell_values import (
    LARGEST,
    is_number,
    is_text,
    refuse_no_numbers,
    to_numbers,
    too_large,
)
from benchreport.data.cells.text_cells import (
    TextCells,
    decimal_mark,
    parse_cells,
    read_numbers,
    refuse_some_percentages,
    text_cells,
    without_ranks,
)
from benchreport.errors import DataError, examples
from benchreport.hints import code

MOST_BEGUN = 0.8
NUMBER = re.compile(r"\s*[~≈<>]?\s*[-+]?\d")

POINTS = "decimal_points"
"""The entry of a frame's ``attrs`` that says that cells of its file have decimals behind a point."""
FIRST_CELLS = 200
# cells with a number for each that cannot be read, in a column of scores
MOST_ODD = 2
MOST_SAMPLED = 2_000
# rows above which a few of them are looked at first
MANY, FEW_SAMPLED = 20_000, 500
# names such as 007, and not scores
LEADING_ZERO = re.compile(r"\s*0\d+\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreCells:
    """The scores of a table, and what their cells say besides.

    Parameters
    ----------
    values
        Array (rows, columns) of the scores; NaN where a cell has none.
    spread
        Array (rows, columns) of the numbers behind the scores, as in ``81.2 ± 0.3``; ``None`` if there is
        none.
    failed
        How many cells have a word for a failed run, and which: ``20 runs failed: OOM``. Empty without one.
    notes
        Sentences on how the cells were read.
    """

    values: NDArray[np.float64]
    spread: NDArray[np.float64] | None = None
    failed: str = ""
    notes: tuple[str, ...] = ()


def read_score_cells(
    table: "pd.DataFrame | pd.Series[Any] | NDArray[np.float64]",
    *,
    n_algorithms: int,
    lower_is_better: bool = False,
    points: bool = False,
) -> ScoreCells:
    """Read the columns of one score; text is read where it can only be read in one way.

    Parameters
    ----------
    table
        Columns of any type, or one: pandas takes long to make a frame of it. Or numbers, (rows, columns).
    n_algorithms
        The number of algorithms: whole numbers in brackets up to it may be ranks.
    lower_is_better
        Whether this is known: >600 is then a run that was stopped, and else a bound of a score.
    points
        Whether other cells of the table have decimals behind a point, so that commas separate thousands.

    Raises
    ------
    DataError
        Cells are neither numbers, nor empty, nor words for failed runs, or can be read in two ways.

    Examples
    --------
    >>> cells = read_score_cells(pd.DataFrame({"svm": ["81.2 ± 0.3", "OOM", "n/a"]}), n_algorithms=3)
    >>> cells.values.ravel().tolist(), cells.failed
    ([81.2, nan, nan], '1 run failed: OOM')
    """
    # a copy: the digest is computed later, and the caller's frame may change
    values = table if isinstance(table, np.ndarray) else table.to_numpy()
    if isinstance(table, np.ndarray) or values.dtype == np.float64:
        return ScoreCells(values=np.array(values.reshape(len(table), -1), order="C"))
    columns = [table] if isinstance(table, pd.Series) else [column for _, column in table.items()]
    plain = [_without_categories(column) for column in columns]
    masks = [_is_text_cell(column) for column in plain]
    numbers = [_numbers(column, mask) for column, mask in zip(plain, masks, strict=True)]
    values = np.column_stack(numbers)
    texts = text_cells(plain, masks)
    if texts is None:
        return ScoreCells(values=values)
    return _with_texts(values, texts, n_algorithms, lower_is_better=lower_is_better, points=points)


def holds_numbers(column: "pd.Series[Any]") -> bool:
    """Tell whether a column holds numbers, or text that is read as scores.

    Names such as 007, which begin with a zero, are no numbers.

    Examples
    --------
    >>> holds_numbers(pd.Series(["81.2 ± 0.3", "OOM"])), holds_numbers(pd.Series(["007", "101"]))
    (True, False)
    """
    if is_number(column):
        return True
    if isinstance(column.dtype, pd.CategoricalDtype) or not is_text(column):
        return False
    # most columns of text hold names, and their first cells show it
    if len(column) > FIRST_CELLS and not _read_sample(column.head(FIRST_CELLS)).every:
        return False
    sample = _read_sample(column)
    return sample.every and sample.some


def holds_some_numbers(column: "pd.Series[Any]") -> bool:
    """Tell whether a cell of a column is a number, or text that is read as a score."""
    return is_number(column) or (is_text(column) and _read_sample(column).some)


def begins_numbers(column: "pd.Series[Any]") -> bool:
    """Tell whether a column holds numbers, or nearly all of its cells begin with one, as 10-20ms does.

    >>> begins_numbers(pd.Series(["10-20ms", "~30 ms (29-31)"])), begins_numbers(pd.Series(["svm", "7B"]))
    (True, False)
    """
    if holds_numbers(column) or not is_text(column):
        return holds_numbers(column)
    cells = column.dropna().tolist()
    begun = sum(isinstance(cell, str) and bool(NUMBER.match(cell)) for cell in cells)
    return begun > MOST_BEGUN * len(cells)


def holds_mostly_numbers(column: "pd.Series[Any]") -> bool:
    """Tell whether a column holds numbers, or text of which few cells cannot be read, and are asked about.

    >>> holds_mostly_numbers(pd.Series(["0.5", "0.7", "top"])), holds_mostly_numbers(pd.Series(["1", "a"]))
    (True, False)
    """
    if holds_numbers(column):
        return True
    if not is_text(column):
        return False
    if len(column) > MANY:
        # most columns of text hold names, and a few cells show it
        rows = np.random.default_rng(0).integers(len(column), size=FEW_SAMPLED)
        if not _read_sample(column.iloc[rows]).some:
            return False
    return _read_sample(column).most


def odd_cells(column: "pd.Series[Any]") -> list[str]:
    """Return the different texts of a column of numbers that are none; nothing if no cell is a number.

    >>> odd_cells(pd.Series(["81.2", "top-3", "—"])), odd_cells(pd.Series(["svm", "knn"]))
    (['top-3'], [])
    """
    if not holds_some_numbers(column):
        return []
    texts = [cell for cell in dict.fromkeys(column.tolist()) if isinstance(cell, str)]
    read = {text: parse_cell(text) for text in texts}
    return [text for text, cell in read.items() if cell is None]


class _Sample(NamedTuple):
    """Whether all cells of a sample can be read, and whether some, or most, are numbers."""

    every: bool
    some: bool
    most: bool


def _read_sample(column: "pd.Series[Any]") -> _Sample:
    """Read different cells of a column, evenly spread where there are very many."""
    try:
        different = column.unique()
    except TypeError:  # lists and other collections
        return _Sample(every=False, some=False, most=False)
    cells = list(different[~pd.isna(different)])[:: 1 + len(different) // MOST_SAMPLED]
    texts = [cell for cell in cells if isinstance(cell, str)]
    others = [cell for cell in cells if not isinstance(cell, str)]
    numbers = to_numbers(pd.Series(others)).notna().tolist() if others else []
    read = [parse_cell(text) for text in texts]
    scored = [bool(cell is not None and cell.number) for cell in read]
    # where most have words behind them, they are names: 1 (baseline), 2 (tuned)
    named = 2 * sum(cell is not None and cell.remark for cell in read) >= max(1, len(read))
    return _Sample(
        every=all(numbers)
        and None not in read
        and not named
        and not any(map(LEADING_ZERO.fullmatch, texts)),
        some=any(numbers) or any(scored),
        most=not named
        and MOST_ODD * (len(cells) - sum(numbers) - sum(scored)) <= sum(numbers) + sum(scored) > 1,
    )


def holds_no_scores(column: "pd.Series[Any]") -> bool:
    """Tell whether all cells of a column are empty or words for failed runs.

    >>> holds_no_scores(pd.Series(["OOM", "—", None])), holds_no_scores(pd.Series(["OOM", "svm"]))
    (True, False)
    """
    return not any(has_score(cells).any() for cells in (column.head(FIRST_CELLS), column))


def has_score(column: "pd.Series[Any]") -> "pd.Series[bool]":
    """Tell which cells are neither empty nor words for failed runs; other text may be anything.

    >>> has_score(pd.Series(["81.2%", "OOM", "—", None])).tolist()
    [True, False, False, False]
    """
    present = column.notna()
    texts = {cell for cell in column if isinstance(cell, str)} if is_text(column) else ()
    unscored = {text for text in texts if (cell := parse_cell(text)) and not cell.number}
    if not unscored:
        return present
    words = [isinstance(cell, str) and cell in unscored for cell in column]
    return present & ~np.array(words)


def _without_categories(column: "pd.Series[Any]") -> "pd.Series[Any]":
    refuse_no_numbers(column, "scores")
    kind = column.dtype
    return column.astype(kind.categories.dtype) if isinstance(kind, pd.CategoricalDtype) else column


def _is_text_cell(column: "pd.Series[Any]") -> NDArray[np.bool_] | None:
    """Return which cells are text; ``None`` where no cell can be."""
    if pd.api.types.is_object_dtype(column.dtype):
        if pd.api.types.infer_dtype(column, skipna=False) == "string":
            # in a fraction of the time that a look at each cell takes
            return np.ones(len(column), dtype=bool)
        mask = np.fromiter((isinstance(cell, str) for cell in column), bool, len(column))
        return mask if mask.any() else None
    return column.notna().to_numpy() if pd.api.types.is_string_dtype(column.dtype) else None


def _numbers(column: "pd.Series[Any]", text: NDArray[np.bool_] | None) -> NDArray[np.float64]:
    """Return a column's numbers, NaN where it is empty or text."""
    if text is not None and text.all():
        return np.full(len(column), np.nan)
    values = column if text is None else column.astype(object).mask(text, np.nan)
    try:
        return values.to_numpy(dtype=np.float64, na_value=np.nan)
    except OverflowError as error:
        raise too_large(column.name) from error
    except (TypeError, ValueError, ArithmeticError) as error:
        raise DataError(
            f"column {column.name!r} holds values that are not numbers: {examples(values.dropna().head(3))}.",
            hint=code(f"df[{column.name!r}] = pd.to_numeric(df[{column.name!r}])"),
        ) from error


def _with_texts(
    values: NDArray[np.float64],
    texts: TextCells,
    n_algorithms: int,
    *,
    lower_is_better: bool,
    points: bool,
) -> ScoreCells:
    """Fill in the scores of text cells."""
    plain = to_numbers(pd.Series(texts.different, dtype=object))
    if (plain.abs() <= LARGEST).all():
        # pandas may read the last digit otherwise than Python
        texts.fill(values, np.array(texts.different, dtype=object).astype(float))
        return ScoreCells(values=values)
    cells = parse_cells(texts, lower_is_better=lower_is_better)
    refuse_some_percentages(cells, texts, values)
    decimal = decimal_mark(cells, texts, points=points)
    scores = read_numbers([cell.number for cell in cells], decimal)
    texts.fill(values, scores)
    cells = without_ranks(cells, decimal, n_algorithms)
    spread = None
    if any(cell.spread for cell in cells):
        spread = np.full(values.shape, np.nan)
        texts.fill(spread, read_numbers([cell.spread for cell in cells], decimal))
    return ScoreCells(
        values=values,
        spread=spread,
        failed=count_failures(cells, texts.counts),
        notes=reading_notes(cells, scores, texts),
    )
