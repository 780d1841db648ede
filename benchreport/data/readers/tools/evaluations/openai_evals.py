"""OpenAI evals: a log of events (``.jsonl``) that opens with the run's specification.

Events of the kind ``match`` say whether a sample was answered right; ``metrics`` have numbers.
"""

from collections.abc import Iterator

import pandas as pd

from benchreport.data.readers.tools.evaluations.evaluation_rows import (
    Record,
    frame_of_answers,
    frame_of_scores,
    get,
    has,
    load_lines,
    number_in,
    number_runs,
)
from benchreport.data.readers.tools.source import Source, Tool


def _is_log(source: Source) -> bool:
    spec = source.first_record.get("spec")
    return has(spec, "completion_fns", "eval_name")


def _read(source: Source) -> pd.DataFrame:
    records = list(load_lines(source))
    spec = get(records[0], "spec")
    models = get(spec, "completion_fns", kind=list)
    place = {"algorithm": ", ".join(map(str, models)), "dataset": get(spec, "eval_name", kind=str)}
    answers = [{**place, **row} for record in records[1:] for row in _answers_in(record)]
    if answers:
        return number_runs(frame_of_answers(answers))
    reports = [record["final_report"] for record in records if has(record, "final_report")]
    return frame_of_scores({**place, **row} for report in reports for row in _scores_in(report))


def _answers_in(event: Record) -> Iterator[Record]:
    data, example = event.get("data"), event.get("sample_id")
    if not isinstance(data, dict) or not isinstance(example, int | str):
        return
    if event.get("type") == "match":
        yield {
            "example": example,
            "metric": "accuracy",
            "value": float(get(data, "correct", kind=bool)),
        }
    elif event.get("type") == "metrics":
        for metric, value in data.items():
            if number_in(value) is not None:
                yield {"example": example, "metric": metric, "value": number_in(value)}


def _scores_in(report: Record) -> Iterator[Record]:
    for metric, value in report.items():
        if number_in(value) is not None and "std" not in metric:
            yield {"metric": metric, "value": number_in(value)}


OPENAI_EVALS = Tool(name="a log of OpenAI evals", recognizes=_is_log, read=_read)
