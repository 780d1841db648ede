"""What notebooks and Python show of tables and analyses: a line or a few, and a short page."""

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from benchreport.errors import format_count
from benchreport.wording.shell import reading

if TYPE_CHECKING:
    from benchreport.data.curves import Curves
    from benchreport.data.predictions import Predictions

MOST_ROWS, MOST_COLUMNS = 8, 10
LONGEST_NAME = 40
LONGEST_LINE = 300
DIGITS = 4
# numbers outside these bounds have exponents
SMALLEST, LARGEST = 1e-4, 1e7


def shorten_text(text: object, most: int = LONGEST_LINE) -> str:
    """Cut a text that is too long for a line.

    >>> shorten_text("x" * 90, most=5)
    'xxxx…'
    """
    line = str(text)
    return line if len(line) <= most else f"{line[: most - 1]}…"


def write_view(title: str, *parts: str) -> str:
    """Write a page of parts, which are HTML, under a title, which is text."""
    return f"<div><p><strong>{escape(shorten_text(title))}</strong></p>{''.join(parts)}</div>"


def write_paragraphs(sentences: Iterable[str]) -> str:
    """Write sentences as paragraphs of a page; what they say is escaped."""
    return "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)


def write_list(sentences: Iterable[str]) -> str:
    """Write sentences as a list of a page, nothing where there are none; what they say is escaped."""
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    return f"<ul>{items}</ul>" if items else ""


def write_table(frame: pd.DataFrame, rows: int | None = None) -> str:
    """Write the first rows and columns of a frame as a table of a page, and count the others.

    Parameters
    ----------
    frame
        Texts and numbers; names and cells are escaped, and its index is not shown.
    rows
        The number of rows that the frame is an excerpt of; by default its own.

    Examples
    --------
    >>> page = write_table(pd.DataFrame({"<a>": range(30)}))
    >>> "<a>" in page, page.count("<tr"), page[-21:]
    (False, 9, '<p>… 22 more rows</p>')
    """
    part = frame.iloc[:MOST_ROWS, :MOST_COLUMNS]
    texts = [_write_cells(part.iloc[:, place]) for place in range(part.shape[1])]
    names = [shorten_text(name, LONGEST_NAME) for name in part.columns]
    total = len(frame) if rows is None else rows
    counts = {"row": total - len(part), "column": len(frame.columns) - len(names)}
    more = [format_count(count, f"more {noun}") for noun, count in counts.items() if count > 0]
    note = f"<p>… {' and '.join(more)}</p>" if more else ""
    return write_rows(names, zip(*texts, strict=True)) + note


def write_rows(names: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """Write texts as the table of a page, as notebooks show frames; in a tenth of the time of pandas.

    >>> write_rows(["p"], [["< .001"]]).partition("<tbody>")[2]
    '<tr><td>&lt; .001</td></tr></tbody></table>'
    """
    heads = "".join(f"<th>{escape(str(name))}</th>" for name in names)
    cells = ("</td><td>".join([escape(str(cell), quote=False) for cell in row]) for row in rows)
    lines = "".join([f"<tr><td>{row}</td></tr>" for row in cells])
    head = f'<thead><tr style="text-align: right;">{heads}</tr></thead>'
    return f'<table class="dataframe">{head}<tbody>{lines}</tbody></table>'


def _write_cells(column: "pd.Series[Any]") -> list[str]:
    """Write the cells of a column: numbers with the same digits, empty cells as empty texts."""
    if not pd.api.types.is_float_dtype(column.dtype):
        return [shorten_text(cell, LONGEST_NAME) for cell in column]
    largest = float(column.abs().max())
    plain = math.isfinite(largest) and SMALLEST <= largest < LARGEST
    places = max(0, DIGITS - 1 - math.floor(math.log10(largest))) if plain else 0
    style = f".{places}f" if plain else f".{DIGITS}g"
    return ["" if pd.isna(cell) else f"{cell:{style}}".replace("-", "−") for cell in column]


def first_examples(predictions: "Predictions") -> pd.DataFrame:
    """Return the first examples with their truth and what the models predicted, as a reader knows them."""
    rows = min(predictions.n_rows, MOST_ROWS)
    # a list of pairs: a model may be called truth
    columns: list[tuple[str, Sequence[Any]]] = [("example", predictions.examples[:rows])]
    if predictions.task in ("classification", "regression"):
        columns.append(("truth", _labels(predictions.truth[:rows], predictions.classes)))
    for place, name in enumerate(predictions.algorithms):
        columns.append((name, _predicted(predictions, place, rows)))
    names, values = zip(*columns, strict=True)
    return pd.DataFrame(list(zip(*values, strict=True)), columns=list(names))


def _predicted(predictions: "Predictions", place: int, rows: int) -> list[Any]:
    """Return what a model said of the first examples."""
    values = predictions.predicted[:rows, place]
    if predictions.task == "correctness":
        return [reading.RIGHT if value else reading.WRONG for value in values]
    if predictions.has_labels:
        return _labels(values, predictions.classes)
    if predictions.scores is not None:
        values = predictions.scores[:rows, place]
    return [float(value) for value in values]


def _labels(values: "np.ndarray[Any, np.dtype[np.float64]]", classes: tuple[str, ...]) -> list[Any]:
    return [classes[int(value)] for value in values] if classes else values.tolist()


def summarize_runs(curves: "Curves") -> pd.DataFrame:
    """Return the runs, points and median last score of each algorithm's curves."""
    rows = []
    for name in curves.algorithms[: MOST_ROWS + 1]:
        runs = curves.of(algorithm=name)
        points = sum(len(run.step) for run in runs)
        rows.append((name, len(runs), points, float(np.median([run.score[-1] for run in runs]))))
    columns = ["algorithm", "runs", "points", reading.LAST_SCORE.format(score=curves.score)]
    return pd.DataFrame(rows, columns=columns)
