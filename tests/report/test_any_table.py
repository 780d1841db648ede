"""One call makes the report of any table, of several metrics too."""

import pandas as pd

from benchreport.data import Several
from benchreport.report import report_metrics

FRAME = pd.DataFrame(
    [
        (model, task, metric, 0.1 * place + 0.05 * shift + (metric == "f1"))
        for shift, model in enumerate("abc")
        for place, task in enumerate("uvwxyz")
        for metric in ("accuracy", "f1")
    ],
    columns=["model", "task", "metric", "value"],
)


def test_several_metrics_in_a_column_make_a_report_on_all():
    report = FRAME.bench.report(sections=["verdict", "metrics"])
    assert [section.key for section in report.document.sections] == ["verdict", "metrics"]
    same = report_metrics(Several.from_frame(FRAME), sections=["verdict", "metrics"])
    assert report.html == same.html


def test_a_chosen_metric_makes_a_report_on_one():
    report = FRAME.bench(metric="f1").report(sections=["verdict"])
    assert report.analysis.scores.score == "f1"
