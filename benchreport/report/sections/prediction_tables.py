"""Tables of a report on predictions: classes, metrics, datasets and disagreements."""

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from benchreport.analysis.predictions.predictions_over_datasets import OverDatasets
from benchreport.data.predictions import Predictions
from benchreport.plots.base.short_names import display_width, elide, shorten_names
from benchreport.report.document import Block, Download, Table
from benchreport.report.sections.tables import LETTERS_A_LINE, cut_table, text_table
from benchreport.results import DisagreementResult, Measured, MetricsResult
from benchreport.results.predictions.metrics import format_metric
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.csv_text import csv_bytes
from benchreport.wording.figures import captions, titles

MOST_CLASSES, MOST_MODELS, MOST_DATASETS, MOST_EXAMPLES = 12, 25, 40, 20
METRICS_ABREAST, MODELS_ABREAST = 4, 4
DECIMALS, SMALL = 3, 0.01
LONGEST_HEAD, LONGEST_NAME, LONGEST_CELL = 16, 40, 30
GAP = 2  # letters between columns
WIDEST = 124  # digits are narrower than letters


def balance_table(predictions: Predictions) -> Table:
    """Show how common classes are; of very many, show the most frequent."""
    counts = np.bincount(
        predictions.truth.astype(int), predictions.weights, minlength=len(predictions.classes)
    )
    largest = int(counts.argmax())
    classes = list(range(len(counts)))
    if len(counts) > MOST_CLASSES + 1:
        classes = np.argsort(-counts, kind="stable")[:MOST_CLASSES].tolist()
    names, sizes = [predictions.classes[place] for place in classes], counts[classes].tolist()
    left = len(counts) - len(classes)
    if left:
        names.append(titles.OTHER_CLASSES.format(n=left))
        sizes.append(counts.sum() - sum(sizes))
    digits = 4 if predictions.weighted else 9
    frame = pd.DataFrame(
        {
            "class": names,
            "weight" if predictions.weighted else "examples": [
                fmt.number(size, digits) for size in sizes
            ],
            "share": [f"{fmt.fixed(100 * size / counts.sum(), 1)} %" for size in sizes],
        },
        dtype=object,
    )
    caption = captions.CLASSES
    if left:
        caption += f" {captions.MOST_FREQUENT.format(n=MOST_CLASSES, all=len(counts))}"
    return text_table(frame, caption, strong=frozenset({(classes.index(largest), 2)}))


def metric_tables(result: MetricsResult) -> list[Block]:
    """Show metrics with intervals: few models side by side, many models with a few metrics a table."""
    level = fmt.number(100 * (1 - result.alpha))
    caption = captions.METRICS.format(level=level)
    models = result.design.algorithms
    side_by_side = _metrics_frame(result)
    if len(models) <= MODELS_ABREAST and _table_width(side_by_side) <= WIDEST:
        return [text_table(side_by_side, caption)]
    widest = max(map(display_width, side_by_side.iloc[:, 1:].to_numpy().ravel())) + GAP
    most = max(1, min(METRICS_ABREAST, (WIDEST - _names_width(models)) // widest))
    # as few tables as possible, all about as wide
    abreast = math.ceil(len(result.names) / math.ceil(len(result.names) / most))
    order = _sort_models(result)
    if len(models) > MOST_MODELS:
        first = format_metric(result.names[0])
        best = captions.BEST_MODELS.format(n=MOST_MODELS, all=len(models), metric=first)
        caption = f"{caption} {best}"
    blocks: list[Block] = [
        _models_table(result, order[:MOST_MODELS], result.names[start : start + abreast], caption)
        for start in range(0, len(result.names), abreast)
    ]
    if len(models) > MOST_MODELS:
        content = csv_bytes(result.table.drop(columns="higher_is_better"))
        blocks.append(Download(name="metrics.csv", content=content, caption=captions.ALL_METRICS))
    return blocks


def _names_width(models: Sequence[str]) -> int:
    """Return the width of the column of names, in letters; long names take two lines."""
    return min(24, max(map(display_width, models))) + GAP


def _sort_models(result: MetricsResult) -> list[int]:
    rows = result.of(result.names[0])
    sign = -1.0 if rows[0].higher_is_better else 1.0
    values = np.nan_to_num([sign * row.estimate for row in rows], nan=np.inf)
    return [int(place) for place in np.argsort(values, kind="stable")]


def _metrics_frame(result: MetricsResult) -> pd.DataFrame:
    """Put metrics into rows and models into columns."""
    rows = []
    for name in result.names:
        measured = result.of(name)
        rows.append(
            [format_metric(name), *_write_cells(result, measured), *_write_baseline(result, name)]
        )
    short = shorten_names(result.design.algorithms, LONGEST_CELL)
    models = [short[name] for name in result.design.algorithms]
    always = [f"always {elide(result.majority, LONGEST_HEAD)}"] * bool(result.majority)
    return pd.DataFrame(rows, columns=["metric", *models, *always], dtype=object)


def _models_table(
    result: MetricsResult, order: Sequence[int], names: Sequence[str], caption: str
) -> Table:
    """Put models into rows and metrics into columns, the best of each bold."""
    short = shorten_names(result.design.algorithms, LONGEST_NAME)
    measured = [result.of(name) for name in names]
    cells = [_write_cells(result, [rows[place] for place in order]) for rows in measured]
    frame = pd.DataFrame(
        [
            [short[result.design.algorithms[place]], *(column[number] for column in cells)]
            for number, place in enumerate(order)
        ],
        columns=["model", *map(format_metric, names)],
        dtype=object,
    )
    if result.majority:
        always = f"always {elide(result.majority, LONGEST_NAME)}"
        guessed = [text for name in names for text in _write_baseline(result, name)]
        frame.loc[len(frame)] = [always, *guessed]
    best = frozenset(
        (number, column + 1)
        for column, rows in enumerate(measured)
        for number, place in enumerate(order)
        if (top := result.best(rows[0].metric)) and rows[place].estimate == top.estimate
    )
    return text_table(frame, captions.BEST_OF_COLUMN.format(caption=caption), strong=best)


def _write_cells(result: MetricsResult, rows: Sequence[Measured]) -> list[str]:
    estimates = [row.estimate for row in result.of(rows[0].metric)]
    write = fmt.writer(estimates)
    if result.majority and min(map(abs, estimates)) >= SMALL:
        # shares of about a thousand examples: more decimals would be no more than noise
        return [_write_measured(row, lambda value: fmt.fixed(value, DECIMALS)) for row in rows]
    return [_write_measured(row, write) for row in rows]


def _write_baseline(result: MetricsResult, name: str) -> list[str]:
    """Write what always guessing the majority class gets, for a metric of labels."""
    if not result.majority:
        return []
    baseline = result.of(name)[0].baseline
    if name == "precision" and baseline == 0:
        # the positive class is never predicted: 0 of 0
        return ["–"]
    return [fmt.fixed(baseline, DECIMALS)]


def _write_measured(measured: Measured, write: fmt.Writer) -> str:
    estimate = write(measured.estimate)
    if measured.interval is None:
        return estimate
    low, high = (write(end) for end in measured.interval[:2])
    return f"{estimate} [{low}, {high}]"


def dataset_tables(over: OverDatasets, models: Sequence[str]) -> list[Block]:
    """Show one metric of every model on every dataset, as many models a table as fit a page."""
    write = fmt.writer(over.values.ravel(), least=DECIMALS if over.higher_is_better else 2)
    best = (np.nanmax if over.higher_is_better else np.nanmin)(
        np.where(
            np.isnan(over.values), np.inf if not over.higher_is_better else -np.inf, over.values
        ),
        axis=1,
        keepdims=True,
    )
    top = over.values == best
    short = shorten_names(models, LONGEST_HEAD)
    heads = [short[name] for name in models]
    room = LETTERS_A_LINE - 36
    most = max(1, room // (max(6, *map(display_width, heads)) + GAP))
    abreast = math.ceil(len(models) / math.ceil(len(models) / most))
    caption = captions.BY_DATASET.format(metric=format_metric(over.metric))
    caption = caption[:1].upper() + caption[1:]
    tables: list[Block] = []
    for start in range(0, len(models), abreast):
        columns = range(start, min(start + abreast, len(models)))
        frame = pd.DataFrame(
            [
                [name, f"{count:,}", *(write(row[column]) for column in columns)]
                for name, count, row in zip(over.datasets, over.examples, over.values, strict=True)
            ],
            columns=["dataset", "examples", *(heads[column] for column in columns)],
            dtype=object,
        )
        strong = frozenset(
            (int(row), int(column) + 2) for row, column in np.argwhere(top[:, columns])
        )
        tables.append(cut_table(frame, caption, most=MOST_DATASETS, strong=strong))
    return tables


def disagreement_blocks(result: DisagreementResult) -> list[Block]:
    """Show examples on which models differ, with the whole list as a file."""
    if not result.rows:
        return []
    display = _answers_frame(result)
    caption = captions.DISAGREEMENTS_MARKED
    if _table_width(display) > LETTERS_A_LINE:
        display = _wrong_answers_frame(result)
        caption = captions.DISAGREEMENTS
    file_caption = captions.ALL_DISAGREEMENTS.format(n=len(result.rows), all=result.total)
    return [
        cut_table(display, caption, most=MOST_EXAMPLES),
        Download(name="disagreements.csv", content=csv_bytes(result.table), caption=file_caption),
    ]


def _table_width(frame: pd.DataFrame) -> int:
    """Return the width of a table, in letters."""
    head = frame.head(MOST_EXAMPLES)
    columns = [[str(name), *map(str, head.iloc[:, place])] for place, name in enumerate(head)]
    return sum(max(map(display_width, column)) + GAP for column in columns)


def _answers_frame(result: DisagreementResult) -> pd.DataFrame:
    short = shorten_names(result.design.algorithms, LONGEST_HEAD)
    return result.display.rename(columns=short)


def _wrong_answers_frame(result: DisagreementResult) -> pd.DataFrame:
    """Count wrong predictions, where a column for each model would not fit a page."""
    frame = pd.DataFrame(
        {
            "example": [row.example for row in result.rows],
            "dataset": [row.dataset for row in result.rows],
            "truth": [row.truth for row in result.rows],
            "models right": [f"{sum(row.right)} of {len(row.right)}" for row in result.rows],
            "the others say": [_count_wrong(row.answers, row.right) for row in result.rows],
        },
        dtype=object,
    )
    return frame if any(frame["dataset"]) else frame.drop(columns="dataset")


def _count_wrong(answers: Sequence[str], right: Sequence[bool]) -> str:
    wrong = pd.Series([answer for answer, hit in zip(answers, right, strict=True) if not hit])
    return ", ".join(f"{name} ({count})" for name, count in wrong.value_counts().items())
