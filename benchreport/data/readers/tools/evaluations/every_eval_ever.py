"""Every Eval Ever: a record of a model's evaluations (``.json``), and its instances (``.jsonl``).

The schema is at https://github.com/evaleval/every_eval_ever (versions 0.2 and 0.3).
"""

from collections import Counter
from collections.abc import Iterator

import pandas as pd

from benchreport.data.readers.tools.evaluations.evaluation_rows import (
    Record,
    first_file,
    frame_of_answers,
    frame_of_scores,
    get,
    has,
    list_in,
    load_json,
    load_lines,
    note_on_answers,
    number_in,
    number_runs,
    with_directions,
    with_notes,
)
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError

# the folders by evaluation, developer and model, or a folder of some of them
FOLDERS = ("", "*/", "*/*/", "*/*/*/", "*/*/*/*/")
RECORDS = tuple(f"{folder}*.json" for folder in FOLDERS)


def _is_record(source: Source) -> bool:
    if source.is_folder:
        first = first_file(source, *RECORDS)
        return first is not None and _is_record(first)
    return has(source.json, "schema_version", "evaluation_id", "model_info", "evaluation_results")


def _is_instances(source: Source) -> bool:
    keys = ("schema_version", "evaluation_id", "model_id", "sample_id", "evaluation")
    return has(source.first_record, *keys)


def _read_record(source: Source) -> pd.DataFrame:
    files = [file for pattern in RECORDS for file in source.files(pattern)] or [source]
    records = [load_json(file) for file in files]
    frame = number_runs(frame_of_scores(row for record in records for row in _scores_in(record)))
    answers = note_on_answers(source, "*.jsonl", *FOLDERS)
    return with_notes(with_directions(frame, _directions_in(records)), answers)


def _directions_in(records: list[Record]) -> Iterator[tuple[str, object]]:
    for result in (result for record in records for result in record["evaluation_results"]):
        _, metric = _place_of(result)
        lower = result["metric_config"].get("lower_is_better")
        higher = not lower if isinstance(lower, bool) else None
        yield from ((name, higher) for name in (metric, _id_of(result, metric)))


def _scores_in(record: Record) -> Iterator[Record]:
    model = get(record, "model_info", "id", kind=str)
    results = list_in(record, "evaluation_results", dict)
    names = Counter(map(_place_of, results))
    for result in results:
        dataset, metric = _place_of(result)
        details = get(result, "score_details")
        value = number_in(get(details, "score", kind=object))
        if value is None:
            raise ReadError(f"its score {details['score']!r} is no number")
        yield {
            "algorithm": model,
            "dataset": dataset,
            "metric": metric if names[dataset, metric] == 1 else _id_of(result, metric),
            "value": value,
            "stderr": _error_in(details),
        }


def _place_of(result: Record) -> tuple[str, str]:
    return get(result, "evaluation_name", kind=str), _metric_in(get(result, "metric_config"))


def _id_of(result: Record, metric: str) -> str:
    """Return the name of a result that shares its evaluation and metric with another."""
    return f"{metric}, {result.get('evaluation_result_id')}"


def _metric_in(about: Record) -> str:
    """Return the metric's name; records of version 0.2 only describe it."""
    names = (about.get(key) for key in ("metric_name", "metric_id", "metric_kind"))
    return next((str(name) for name in names if name), "score")


def _error_in(details: Record) -> float | None:
    uncertainty = details.get("uncertainty")
    error = uncertainty.get("standard_error") if isinstance(uncertainty, dict) else None
    return number_in(error.get("value")) if isinstance(error, dict) else None


def _read_instances(source: Source) -> pd.DataFrame:
    return frame_of_answers(_answers_in(source))


def _answers_in(source: Source) -> Iterator[Record]:
    for record in load_lines(source):
        value = number_in(get(record, "evaluation", "score", kind=object))
        # an instance that failed has no score
        if value is not None:
            yield {
                "algorithm": get(record, "model_id", kind=str),
                "dataset": get(record, "evaluation_name", kind=str),
                "example": get(record, "sample_id", kind=(str, int)),
                "metric": str(record.get("evaluation_result_id") or "score"),
                "value": value,
            }


EVERY_EVAL_EVER = Tool(name="a record of Every Eval Ever", recognizes=_is_record, read=_read_record)
EVERY_EVAL_EVER_INSTANCES = Tool(
    name="instances of Every Eval Ever", recognizes=_is_instances, read=_read_instances
)
