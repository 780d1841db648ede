"""Columns of scores: numbers, and text cells that only the whole table makes certain.

All columns of one table are read together: a comma, a percent sign and a number in brackets mean the same in
each of its cells.
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cell_text import CellText, parse_cell, read_number
from benchreport.data.cells import is_number, is_text, refuse_no_numbers, to_numbers, too_large
from benchreport.errors import DataError, examples, format_count, shorten
from benchreport.hints import Hint, bench, code, write_value

FIRST_CELLS = 200
MOST_SAMPLED = 2_000
MOST_CELLS = 20
# names such as 007, and not scores
LEADING_ZERO = re.compile(r"\s*0\d+\s*")
RANK_STEP = 0.5
# by part of a cell: a note on the cells that have it
PART_NOTES = {
    "percent": "All scores are percentages: {text} is read as {score}.",
    "spread": "{count} with a spread, as {text}: is it a standard deviation, a standard error or half of an "
    "interval? The cells do not say, and no test uses it.",
    "aside": "{count} with a remark in brackets, as {text}: it may be a rank, an interval or a difference, "
    "and is not read.",
    "marked": "{count} with a mark, as {text}: marks are not read.",
}


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
    notes
        Sentences on how the cells were read.
    """

    values: NDArray[np.float64]
    spread: NDArray[np.float64] | None = None
    notes: tuple[str, ...] = ()


class _Texts(NamedTuple):
    """The text cells of a table: each different text once, and where it stands."""

    different: list[str]
    code: NDArray[np.intp]
    row: NDArray[np.intp]
    column: NDArray[np.intp]
    names: tuple[Hashable, ...]

    @property
    def counts(self) -> list[int]:
        return [int(count) for count in np.bincount(self.code)]

    def columns_of(self, texts: Iterable[str]) -> list[Hashable]:
        """Return the names of the columns that hold one of these texts."""
        wanted = set(texts)
        codes = [place for place, text in enumerate(self.different) if text in wanted]
        return [self.names[place] for place in np.unique(self.column[np.isin(self.code, codes)])]


def read_score_cells(columns: "Sequence[pd.Series[Any]]", *, n_algorithms: int) -> ScoreCells:
    """Read the columns of one score; text is read where it can only be read in one way.

    Parameters
    ----------
    columns
        Columns of any type, of equal length.
    n_algorithms
        The number of algorithms: whole numbers in brackets up to it may be ranks.

    Raises
    ------
    DataError
        Cells are neither numbers, nor empty, nor words for failed runs, or can be read in two ways.

    Examples
    --------
    >>> cells = read_score_cells([pd.Series(["81.2 ± 0.3", "OOM", "n/a"])], n_algorithms=3)
    >>> cells.values.ravel().tolist(), cells.notes[0]
    ([81.2, nan, nan], '1 run failed: 1 OOM.')
    """
    plain = [_without_categories(column) for column in columns]
    masks = [_is_text_cell(column) for column in plain]
    numbers = [_numbers(column, mask) for column, mask in zip(plain, masks, strict=True)]
    # a copy: the digest is computed later, and the caller's frame may change
    values = np.column_stack(numbers)
    texts = _text_cells(plain, masks)
    return ScoreCells(values=values) if texts is None else _with_texts(values, texts, n_algorithms)


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
    return _read_sample(column.head(FIRST_CELLS)).every and all(_read_sample(column))


def holds_some_numbers(column: "pd.Series[Any]") -> bool:
    """Tell whether a cell of a column is a number, or text that is read as a score."""
    return is_number(column) or (is_text(column) and _read_sample(column).some)


class _Sample(NamedTuple):
    """Whether all cells of a sample can be read, and whether some are numbers."""

    every: bool
    some: bool


def _read_sample(column: "pd.Series[Any]") -> _Sample:
    """Read different cells of a column, evenly spread where there are very many."""
    try:
        different = list(column.dropna().unique())
    except TypeError:  # lists and other collections
        return _Sample(every=False, some=False)
    cells = different[:: 1 + len(different) // MOST_SAMPLED]
    numbers = to_numbers(pd.Series([cell for cell in cells if not isinstance(cell, str)])).notna()
    texts = [cell for cell in cells if isinstance(cell, str)]
    read = [parse_cell(text) for text in texts]
    return _Sample(
        every=bool(numbers.all())
        and None not in read
        and not any(map(LEADING_ZERO.fullmatch, texts)),
        some=bool(numbers.any()) or any(cell is not None and cell.number for cell in read),
    )


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


def _text_cells(
    columns: "Sequence[pd.Series[Any]]", masks: Sequence[NDArray[np.bool_] | None]
) -> _Texts | None:
    rows, codes, places = [], [], []
    different: list[NDArray[np.object_]] = []
    n_different = 0
    for place, (column, mask) in enumerate(zip(columns, masks, strict=True)):
        if mask is None or not mask.any():
            continue
        # by column, since strings of their own type are told apart faster than objects
        code, texts = pd.factorize(column if mask.all() else column[mask])
        rows.append(np.flatnonzero(mask))
        codes.append(code + n_different)
        n_different += len(texts)
        different.append(np.asarray(texts, dtype=object))
        places.append(np.full(len(code), place))
    if not rows:
        return None
    joint, all_different = pd.factorize(np.concatenate(different))
    return _Texts(
        different=all_different.tolist(),
        code=joint[np.concatenate(codes)],
        row=np.concatenate(rows),
        column=np.concatenate(places),
        names=tuple(column.name for column in columns),
    )


def _with_texts(values: NDArray[np.float64], texts: _Texts, n_algorithms: int) -> ScoreCells:
    """Fill in the scores of text cells."""
    plain = to_numbers(pd.Series(texts.different, dtype=object))
    if plain.notna().all():
        # pandas may read the last digit otherwise than Python
        values[texts.row, texts.column] = np.array(texts.different, object).astype(float)[
            texts.code
        ]
        return ScoreCells(values=values)
    cells = _parse_all(texts)
    _refuse_some_percentages(cells, texts, values)
    decimal = _decimal_mark(cells, texts)
    scores = _read_numbers([cell.number for cell in cells], decimal)
    values[texts.row, texts.column] = scores[texts.code]
    ranks = _may_be_ranks(cells, decimal, n_algorithms)
    cells = [_spread_aside(cell) if ranks and cell.in_brackets else cell for cell in cells]
    spread = None
    if any(cell.spread for cell in cells):
        spread = np.full(values.shape, np.nan)
        spreads = _read_numbers([cell.spread for cell in cells], decimal)
        spread[texts.row, texts.column] = spreads[texts.code]
    return ScoreCells(values=values, spread=spread, notes=_notes(cells, scores, texts))


def _parse_all(texts: _Texts) -> list[CellText]:
    parsed = [parse_cell(text) for text in texts.different]
    read = [cell for cell in parsed if cell is not None]
    if len(read) == len(parsed):
        return read
    odd = np.array([cell is None for cell in parsed])[texts.code]
    column = texts.column[odd].min()
    codes = np.unique(texts.code[odd & (texts.column == column)])
    name, cells = texts.names[column], [texts.different[place] for place in codes]
    raise DataError(
        f"column {name!r} should hold scores, but has text: {examples(map(shorten, cells))}.",
        hint=_way_out_of_text(name, cells),
    )


def _way_out_of_text(name: Hashable, odd: list[str]) -> Hint:
    if len(odd) > MOST_CELLS:
        return bench(score="column with the measured values")
    return (
        code(
            f"df[{name!r}] = df[{name!r}].mask(df[{name!r}].isin({odd!r}))",
            f"make every cell of column {name!r} a number or empty",
        )
        + ", then choose what becomes of the gaps with "
        + bench(missing=...)
    )


def _refuse_some_percentages(
    cells: Sequence[CellText], texts: _Texts, values: NDArray[np.float64]
) -> None:
    """Raise `DataError` where some scores have a percent sign and others have none."""
    if not any(cell.percent for cell in cells):
        return
    pairs = list(zip(texts.different, cells, strict=True))
    signed = [text for text, cell in pairs if cell.percent]
    unsigned = [text for text, cell in pairs if cell.number and not cell.percent]
    beside = [*map(shorten, unsigned), *map(str, values[np.isfinite(values)][:2].tolist())]
    if not beside:
        return
    names = texts.columns_of(signed)
    raise DataError(
        f"some scores have a percent sign, as {examples(map(shorten, signed), most=2)} of column "
        f"{names[0]!r}, and others have none: {examples(beside, most=2)}.",
        hint="if all are percentages: "
        + code(
            f"df[{names!r}] = df[{names!r}].replace('%', '', regex=True)",
            "write all with a percent sign, or none",
        ),
    )


def _decimal_mark(cells: Sequence[CellText], texts: _Texts) -> str:
    """Return the mark before the decimals, a point or a comma, by which all numbers can be read."""
    pairs = [
        (text, number)
        for text, cell in zip(texts.different, cells, strict=True)
        for number in (cell.number, cell.spread)
        if number
    ]
    commas = [text for text, number in pairs if "," in number]
    if not commas and all(number.count(".") <= 1 for _, number in pairs):
        return "."
    no_points = [text for text, number in pairs if read_number(number, ".") is None]
    no_commas = [text for text, number in pairs if read_number(number, ",") is None]
    if no_points and no_commas:
        raise _two_marks(no_points, no_commas, texts)
    if no_points or no_commas:
        return "," if no_points else "."
    raise _ambiguous(commas, next(number for _, number in pairs if "," in number), texts)


def _two_marks(no_points: list[str], no_commas: list[str], texts: _Texts) -> DataError:
    names = texts.columns_of(no_points)
    return DataError(
        f"scores are written in two ways: {examples(map(shorten, no_points), most=2)} of column "
        f"{names[0]!r} with a decimal comma, {examples(map(shorten, no_commas), most=2)} of column "
        f"{texts.columns_of(no_commas)[0]!r} with a decimal point.",
        hint="if no comma separates thousands: "
        + code(_replace(names, ",", "."), "write all with a decimal point"),
    )


def _ambiguous(commas: list[str], number: str, texts: _Texts) -> DataError:
    names = texts.columns_of(commas)
    readings = (write_value(read_number(number, decimal)) for decimal in ".,")
    return DataError(
        f"the comma may separate thousands or decimals, and no cell settles it: {number!r} of column "
        f"{names[0]!r} is {' or '.join(readings)} ({format_count(len(commas), 'such text')}: "
        f"{examples(map(shorten, commas), most=3)}).",
        hint="of thousands: "
        + code(_replace(names, ",", ""), "write the numbers without commas")
        + "; of decimals: "
        + code(_replace(names, ",", "."), "write the numbers with a decimal point"),
    )


def _replace(names: list[Hashable], old: str, new: str) -> str:
    return f"df[{names!r}] = df[{names!r}].replace({old!r}, {new!r}, regex=True)"


def _read_numbers(numbers: Sequence[str], decimal: str) -> NDArray[np.float64]:
    read = (read_number(number, decimal) if number else None for number in numbers)
    return np.array([np.nan if number is None else number for number in read])


def _may_be_ranks(cells: Sequence[CellText], decimal: str, n_algorithms: int) -> bool:
    """Tell whether the numbers in brackets may be ranks, or the uncertain last digits as in 0.812(3)."""
    bracketed = [cell for cell in cells if cell.in_brackets]
    beside = _read_numbers([cell.spread for cell in bracketed], decimal)
    halves = bool(np.all(beside % RANK_STEP == 0))
    within = bool(np.all((beside >= 1) & (beside <= n_algorithms)))
    digits = all(cell.spread.isdigit() for cell in bracketed)
    decimals = any(decimal in cell.number for cell in bracketed)
    return (halves and within) or (digits and decimals)


def _spread_aside(cell: CellText) -> CellText:
    return cell._replace(spread="", aside=True)


def _notes(
    cells: Sequence[CellText], scores: NDArray[np.float64], texts: _Texts
) -> tuple[str, ...]:
    """Say how the cells were read, and what they hold besides the scores."""
    counts = texts.counts
    notes = [*_failure_notes(cells, counts), *_separator_notes(cells, scores, texts)]
    for part, sentence in PART_NOTES.items():
        places = [place for place, cell in enumerate(cells) if getattr(cell, part)]
        if places:
            notes.append(
                sentence.format(
                    count=format_count(sum(counts[place] for place in places), "score"),
                    text=shorten(texts.different[places[0]]),
                    score=write_value(scores[places[0]]),
                )
            )
    return tuple(notes)


def _failure_notes(cells: Sequence[CellText], counts: Sequence[int]) -> list[str]:
    """Count the failed runs by word.

    >>> _failure_notes([CellText(failure="OOM"), CellText(failure="oom")], [2, 1])
    ['3 runs failed: 3 OOM.']
    """
    spelled: dict[str, str] = {}
    failed = Counter[str]()
    for cell, count in zip(cells, counts, strict=True):
        if cell.failure:
            failed[spelled.setdefault(cell.failure.casefold(), cell.failure)] += count
    if not failed:
        return []
    words = examples(f"{count} {word}" for word, count in failed.most_common())
    return [f"{format_count(failed.total(), 'run')} failed: {words}."]


def _separator_notes(
    cells: Sequence[CellText], scores: NDArray[np.float64], texts: _Texts
) -> list[str]:
    """Give an example of numbers with a comma, separated thousands or a power of ten."""
    for text, cell, score in zip(texts.different, cells, scores.tolist(), strict=True):
        if "," in cell.number or cell.number.lstrip("+-") not in text:
            return [
                f"Numbers are written as {shorten(text)}, which is read as {write_value(score)}."
            ]
    return []
