"""The comparison of tonight's algorithms with one another, in a report as for any table of results."""

import dataclasses
from typing import Any

import numpy as np
import pandas as pd

from benchreport.data.columns.roles import Roles
from benchreport.data.scores import Scores
from benchreport.data.several import Several
from benchreport.errors import BenchreportError, RenderError
from benchreport.nightly.config.settings import Config
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.history.night_scores import NightScores
from benchreport.nightly.pages.shared_fonts import shared_fonts
from benchreport.report.document import Document, Provenance, Section, Text
from benchreport.report.make_report import report_table
from benchreport.report.multi_metric import report_metrics
from benchreport.report.rendering.clean_text import clean
from benchreport.report.rendering.html_page import render_page
from benchreport.wording.nights import pages as night_pages

FEWEST = 2


def comparable_scores(history: History, record: NightRecord) -> list[NightScores]:
    """Return tonight's scores for each metric that has several algorithms to compare."""
    if record.thinned:
        return []
    by_metric = [history.scores(record.night, record.label, name) for name in record.metrics]
    return [
        scores
        for scores in by_metric
        if scores is not None
        and len(scores.algorithms) >= FEWEST
        and max(len(scores.datasets), len(scores.repeats)) >= FEWEST
    ]


def write_comparison(history: History, config: Config, record: NightRecord) -> str:
    """Write a report that compares tonight's algorithms, or a page with the reason if that fails."""
    metrics = comparable_scores(history, record)
    name = clean(config.report.title or config.nightly.name, most=120)
    options: dict[str, Any] = {
        "title": night_pages.COMPARISON_TITLE.format(name=name, night=clean(record.night)),
        "provenance": Provenance(source=f"night {record.night}", sha256=record.sha256),
    }
    try:
        frame, roles = _frame(metrics)
        if len(metrics) == 1:
            report = report_table(Scores.from_frame(frame, roles), **options)
            return render_page(report.document, fonts=shared_fonts())
        directions = {scores.metric: scores.higher_is_better for scores in metrics}
        several = Several.from_frame(frame, dataclasses.replace(roles, score=None))
        report = report_metrics(
            several, scores=list(directions), higher_is_better=directions, **options
        )
        return render_page(report.document, fonts=shared_fonts())
    except BenchreportError as error:
        reason = night_pages.COMPARISON_FAILED.format(why=clean(str(error), most=2000))
        title = night_pages.SECTIONS["verdict"]
        section = Section(key="verdict", title=title, blocks=(Text((reason,), lead=True),))
        document = Document(title=options["title"], subtitle="", sections=(section,))
        return render_page(document, fonts=shared_fonts())


def _frame(metrics: list[NightScores]) -> tuple[pd.DataFrame, Roles]:
    """Return a frame with a row for each run and a column for each metric; versions count as datasets."""
    table: pd.DataFrame | None = None
    for scores in metrics:
        frame = scores.frame()
        if "version" in frame and len(scores.versions) > 1 and "dataset" in frame:
            frame["dataset"] = frame["dataset"] + " (" + frame["version"] + ")"
        frame = frame.drop(columns=[name for name in ("version",) if name in frame])
        sides = [name for name in ("algorithm", "dataset", "repeat") if name in frame]
        table = frame if table is None else table.merge(frame, on=sides, how="outer")
    if table is None:
        raise RenderError("there is nothing to compare.")
    # drop algorithms that failed everywhere, because they would make every dataset incomplete
    for scores in metrics:
        alive = table.groupby("algorithm")[scores.metric].transform(
            lambda values: values.notna().any()
        )
        table = table[np.asarray(alive, dtype=bool)]
    columns = set(table.columns)
    return table, Roles(
        algorithm="algorithm",
        dataset="dataset" if "dataset" in columns else None,
        repeat="repeat" if "repeat" in columns else None,
        score=metrics[0].metric,
        higher_is_better=metrics[0].higher_is_better,
        missing="available",
    )
