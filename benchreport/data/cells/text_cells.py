"""The text cells of a table of scores, and what they settle together: percentages, commas and brackets."""

import math
import re
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_text import CellText, parse_cell, read_number
from benchreport.errors import DataError, examples, format_count, shorten
from benchreport.hints import Hint, bench, code, write_value

INFINITE = re.compile(r"\s*\+?inf(?:inity)?\s*", re.IGNORECASE)
MOST_CELLS = 20
RANK_STEP = 0.5
MOST_SPREAD = 2


class TextCells(NamedTuple):
    """The text cells of a table: each different text once, and where it stands.

    Parameters
    ----------
    different
        The texts.
    code, row, column
        For each text cell its text's place among them, its row and its column.
    names
        The names of the table's columns.
    """

    different: list[str]
    code: NDArray[np.intp]
    row: NDArray[np.intp]
    column: NDArray[np.intp]
    names: tuple[Hashable, ...]

    @property
    def counts(self) -> list[int]:
        """How many cells hold each text."""
        return [int(count) for count in np.bincount(self.code)]

    def fill(self, values: NDArray[np.float64], numbers: NDArray[np.float64]) -> None:
        """Write each text's number into the cells that hold it."""
        values[self.row, self.column] = numbers[self.code]

    def columns_of(self, texts: Iterable[str]) -> list[Hashable]:
        """Return the names of the columns that hold one of these texts."""
        wanted = set(texts)
        codes = [place for place, text in enumerate(self.different) if text in wanted]
        return [self.names[place] for place in np.unique(self.column[np.isin(self.code, codes)])]


def text_cells(
    columns: "Sequence[pd.Series[Any]]", masks: Sequence[NDArray[np.bool_] | None]
) -> TextCells | None:
    """Gather the text cells that the masks mark; ``None`` if there are none."""
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
    return TextCells(
        different=all_different.tolist(),
        code=joint[np.concatenate(codes)],
        row=np.concatenate(rows),
        column=np.concatenate(places),
        names=tuple(column.name for column in columns),
    )


def parse_cells(texts: TextCells, *, lower_is_better: bool) -> list[CellText]:
    """Take each text apart; raise `DataError` that names those that are no scores."""
    parsed = _with_one_limit(
        [parse_cell(text) for text in texts.different], lower_is_better=lower_is_better
    )
    if lower_is_better:
        # an infinite time is that of a run that did not end
        pairs = zip(texts.different, parsed, strict=True)
        parsed = [
            CellText(failure=text) if INFINITE.fullmatch(text) else cell for text, cell in pairs
        ]
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


def _with_one_limit(
    parsed: list[CellText | None], *, lower_is_better: bool
) -> list[CellText | None]:
    """Return the cells, none for those beyond a limit such as >600, where it is not that of the runs.

    Runs are stopped at one limit, and no number is beyond it. Where higher is better, or may be, these
    may be the best.
    """
    beyond = [place for place, cell in enumerate(parsed) if cell and cell.failure[:1] == ">"]
    if not beyond:
        return parsed
    numbers = [read_number(cell.number, ".") or 0.0 for cell in parsed if cell and cell.number]
    limit = parsed[beyond[0]]
    reached = read_number((limit.failure if limit else "").strip("> smincehd"), ".") or 0.0
    if lower_is_better and len(beyond) == 1 and reached >= max(numbers, default=0.0):
        return parsed
    return [None if place in beyond else cell for place, cell in enumerate(parsed)]


def _way_out_of_text(name: Hashable, odd: list[str]) -> Hint:
    if len(odd) > MOST_CELLS:
        return "name the column with the measured values: " + bench(score=...)
    if all(cell.lstrip().startswith(">") for cell in odd):
        return bench(higher_is_better=False) + " if these runs were stopped at a limit of time"
    return (
        code(
            f"df[{name!r}] = df[{name!r}].mask(df[{name!r}].isin({odd!r}))",
            f"make every cell of column {name!r} a number or empty",
        )
        + ", then choose what becomes of the gaps with "
        + bench(missing=...)
    )


def refuse_other_covariates(cells: pd.Series, name: Hashable) -> None:
    """Raise `DataError` on a covariate that has text or infinite numbers."""
    present = cells.dropna().unique().tolist()
    odd = [cell for cell in present if isinstance(cell, str) and parse_cell(cell) is None]
    odd += [str(cell) for cell in present if isinstance(cell, float) and math.isinf(cell)]
    if odd:
        raise DataError(
            f"covariate {name!r} should hold finite numbers, but has {examples(map(shorten, odd))}.",
            hint="name it among the factors instead, or leave it out",
        )


def refuse_some_percentages(
    cells: Sequence[CellText], texts: TextCells, values: NDArray[np.float64]
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
        hint=code(
            f"if all are percentages: df[{names!r}] = df[{names!r}].replace('%', '', regex=True)",
            "write all scores with a percent sign, or none",
        ),
    )


def decimal_mark(cells: Sequence[CellText], texts: TextCells, *, points: bool) -> str:
    """Return the mark before the decimals, a point or a comma, by which all numbers can be read.

    ``points`` says that other cells of the table have decimals behind a point.
    """
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
    if points:
        return "."
    # three decimals that end in 0 are never dropped, so that 607 beside 4,420 is whole
    whole = {number for _, number in pairs if "," not in number}
    if any(number.endswith("0") for _, number in pairs if "," in number) and (
        len(whole) > 1 and all(re.fullmatch(r"\d{3}", number) for number in whole)
    ):
        return "."
    raise _ambiguous(commas, next(number for _, number in pairs if "," in number), texts)


def _two_marks(no_points: list[str], no_commas: list[str], texts: TextCells) -> DataError:
    names = texts.columns_of(no_points)
    return DataError(
        f"scores are written in two ways: {examples(map(shorten, no_points), most=2)} of column "
        f"{names[0]!r} with a decimal comma, {examples(map(shorten, no_commas), most=2)} of column "
        f"{texts.columns_of(no_commas)[0]!r} with a decimal point.",
        hint="if no comma separates thousands: "
        + code(_replace(names, ",", "."), "write all with a decimal point"),
    )


def _ambiguous(commas: list[str], number: str, texts: TextCells) -> DataError:
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


def read_numbers(numbers: Sequence[str], decimal: str) -> NDArray[np.float64]:
    """Read numbers by their decimal mark; empty texts are NaN."""
    read = (read_number(number, decimal) if number else None for number in numbers)
    return np.array([np.nan if number is None else number for number in read])


def without_ranks(cells: list[CellText], decimal: str, n_algorithms: int) -> list[CellText]:
    """Return the cells without the numbers in brackets where these may be ranks, or measure something else.

    Whole numbers in brackets may also be the uncertain last digits, as in 0.812(3). No scores spread by
    several times their size: 101 (2210.3) is how many were solved, and in what time.
    """
    bracketed = [cell for cell in cells if cell.in_brackets]
    beside = read_numbers([cell.spread for cell in bracketed], decimal)
    halves = bool(np.all(beside % RANK_STEP == 0))
    within = bool(np.all((beside >= 1) & (beside <= n_algorithms)))
    digits = all(cell.spread.isdigit() for cell in bracketed)
    decimals = any(decimal in cell.number for cell in bracketed)
    scores = np.abs(read_numbers([cell.number for cell in bracketed], decimal))
    larger = bool(bracketed) and bool(np.median(beside - MOST_SPREAD * scores) > 0)
    if not (halves and within) and not (digits and decimals) and not larger:
        return cells
    return [cell._replace(spread="", aside=True) if cell.in_brackets else cell for cell in cells]
