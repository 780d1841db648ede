"""Tonight's algorithms beside each other: the report engine's whole comparison."""

import dataclasses
from typing import Any

import numpy as np
import pandas as pd

from benchreport.data.roles import Roles
from benchreport.data.scores import Scores
from benchreport.data.several import Several
from benchreport.errors import BenchreportError, RenderError
from benchreport.nightly.config.settings import Config
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.history.night_scores import NightScores
from benchreport.nightly.notify.wording import clean
from benchreport.report.document import Document, Provenance, Section, Text
from benchreport.report.make_report import report
from benchreport.report.multi_metric import report_metrics
from benchreport.report.rendering.page import render_page

__all__ = ["comparable_scores", "write_comparison"]

FEWEST = 2


def comparable_scores(history: History, record: NightRecord) -> list[NightScores]:
    """Return tonight's scores by those metrics by which several algorithms can be compared."""
    if record.thinned:
        return []
    found = [history.scores(record.night, record.label, name) for name in record.metrics]
    return [
        each
        for each in found
        if each is not None
        and len(each.algorithms) >= FEWEST
        and max(len(each.datasets), len(each.repeats)) >= FEWEST
    ]


def write_comparison(history: History, config: Config, record: NightRecord) -> str:
    """Compare tonight's algorithms by the report engine; where that cannot be, say why."""
    metrics = comparable_scores(history, record)
    name = clean(config.report.title or config.nightly.name, most=120)
    given: dict[str, Any] = {
        "title": f"{name}: comparison of {clean(record.night)}",
        "provenance": Provenance(source=f"night {record.night}", sha256=record.sha256),
    }
    try:
        frame, roles = _frame(metrics)
        if len(metrics) == 1:
            return report(Scores.from_frame(frame, roles), **given).html
        directions = {each.metric: each.higher_is_better for each in metrics}
        several = Several.from_frame(frame, dataclasses.replace(roles, score=None))
        made = report_metrics(
            several, scores=list(directions), higher_is_better=directions, **given
        )
    except BenchreportError as error:
        said = (
            f"Tonight's algorithms could not be compared as a whole: {clean(str(error), most=2000)}"
        )
        section = Section(key="verdict", title="Verdict", blocks=(Text((said,), lead=True),))
        return render_page(Document(title=given["title"], subtitle="", sections=(section,)))
    return made.html


def _frame(metrics: list[NightScores]) -> tuple[pd.DataFrame, Roles]:
    """Put metrics side by side, a row a run; versions of a dataset are datasets."""
    joined: pd.DataFrame | None = None
    for each in metrics:
        frame = each.frame()
        if "version" in frame and len(each.versions) > 1 and "dataset" in frame:
            frame["dataset"] = frame["dataset"] + " (" + frame["version"] + ")"
        frame = frame.drop(columns=[name for name in ("version",) if name in frame])
        sides = [name for name in ("algorithm", "dataset", "repeat") if name in frame]
        joined = frame if joined is None else joined.merge(frame, on=sides, how="outer")
    if joined is None:
        raise RenderError("there is nothing to compare.")
    # an algorithm that failed everywhere would leave nothing of the others
    for each in metrics:
        alive = joined.groupby("algorithm")[each.metric].transform(
            lambda found: found.notna().any()
        )
        joined = joined[np.asarray(alive, dtype=bool)]
    columns = set(joined.columns)
    return joined, Roles(
        algorithm="algorithm",
        dataset="dataset" if "dataset" in columns else None,
        repeat="repeat" if "repeat" in columns else None,
        score=metrics[0].metric,
        higher_is_better=metrics[0].higher_is_better,
        missing="drop",
    )
