"""lm-evaluation-harness and lighteval: scores by task (``results_*.json``), answers (``samples_*.jsonl``).

A file of results holds one model. Newer files name a metric with its filter (``exact_match,strict-match``;
``acc,none`` is ``acc`` here), older ones do not. Rows of groups, such as ``mmlu`` beside its subtasks, are
averages of other rows and are left out.
"""

import re
from collections.abc import Iterator
from pathlib import Path

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
    model_of_folder,
    note_on_answers,
    number_in,
    number_runs,
    with_directions,
    with_notes,
)
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import examples
from benchreport.wording.shell import tool_notes

# a folder of one model, or a folder of such folders
RESULTS = ("results*.json", "*/results*.json", "*/*/results*.json")
SAMPLES = ("samples_*.jsonl", "*/samples_*.jsonl")
# numbers in the row of a task that count its examples
COUNTS = ("sample_len", "sample_count", "samples")
ABOUT_SAMPLE = {
    "doc_id",
    "doc",
    "target",
    "arguments",
    "resps",
    "filtered_resps",
    "filter",
    "metrics",
}
SAMPLE_NAME = re.compile(r"samples_(?P<task>.+)_(?P<date>\d{4}-\d{2}-\d{2}T[\d.:-]+)\.jsonl")


def _holds_results(data: object) -> bool:
    """Tell whether tasks have metrics, named with a filter or beside their standard errors."""
    if not any(has(data, key) for key in ("config", "configs", "config_general", "versions")):
        return False
    tasks = data.get("results")  # type: ignore[attr-defined]
    parts = (
        [part for part in tasks.values() if isinstance(part, dict)]
        if isinstance(tasks, dict)
        else []
    )
    return any(re.search(r",|_stderr$", key) for part in parts for key in part)


def _is_results(source: Source) -> bool:
    if source.is_folder:
        first = first_file(source, *RESULTS)
        return first is not None and _holds_results(first.json)
    return _holds_results(source.json)


def _is_samples(source: Source) -> bool:
    if source.is_folder:
        first = None if _is_results(source) else first_file(source, *SAMPLES)
        return first is not None and _is_samples(first)
    return has(source.first_record, "doc_id", "doc", "filtered_resps")


def _read_results(source: Source) -> pd.DataFrame:
    files = [file for pattern in RESULTS for file in source.files(pattern)] or [source]
    runs = [load_json(file) for file in files]
    # the name of a single file tells models apart where several are read
    folders = [_folder_of(file) if source.is_folder else "" for file in files]
    rows = (row for run, name in zip(runs, folders, strict=True) for row in _scores_in(run, name))
    frame = _tell_shots_apart(frame_of_scores(rows))
    averages = sorted({group for run in runs for group in _groups_in(run)})
    left_out = tool_notes.AVERAGES.format(names=examples(averages)) if averages else ""
    frame = with_directions(number_runs(frame), _directions_in(runs, set(frame["metric"])))
    return with_notes(frame, left_out, note_on_answers(source, "samples_*.jsonl", "", "*/"))


def _folder_of(source: Source) -> str:
    return "" if source.path is None else model_of_folder(source.path.absolute().parent)


def _directions_in(runs: list[Record], metrics: set[str]) -> Iterator[tuple[str, object]]:
    """Yield the directions of metrics that newer files state by task, without the filter."""
    for run in runs:
        tasks = run.get("higher_is_better")
        for stated in tasks.values() if isinstance(tasks, dict) else ():
            for metric in metrics:
                name = metric.partition(",")[0]
                if has(stated, name):
                    yield metric, stated[name]


def _tell_shots_apart(frame: pd.DataFrame) -> pd.DataFrame:
    """Make datasets of their own where a model did a task with several numbers of examples in the prompt."""
    shots = frame.pop("shots")
    keys = [name for name in ("algorithm", "dataset") if name in frame]
    runs = frame[keys].assign(shots=shots).drop_duplicates()
    if runs.duplicated(keys).any():
        frame["dataset"] += ", " + shots.map("{:g}-shot".format)
    return frame


def _scores_in(data: Record, folder: str) -> Iterator[Record]:
    model, tasks, groups = _model_in(data) or folder, get(data, "results"), _groups_in(data)
    whose = {"algorithm": model} if model else {}
    shots = data.get("n-shot")
    for task, scores in tasks.items():
        if task not in groups and isinstance(scores, dict):
            shown = number_in(shots.get(task)) if isinstance(shots, dict) else None
            for row in _scores_of_task(scores):
                yield {**whose, "dataset": _name_of_task(task), "shots": shown, **row}


def _scores_of_task(scores: Record) -> Iterator[Record]:
    for key, score in scores.items():
        metric, sign, chosen = key.partition(",")
        value = number_in(score)
        if value is None or key in COUNTS or metric.endswith("_stderr"):
            continue
        yield {
            "metric": _name_of_metric(metric, chosen),
            "value": value,
            "stderr": number_in(scores.get(f"{metric}_stderr{sign}{chosen}")),
        }


def _model_in(data: Record) -> str:
    """Return the model's name, which newer files give, and older ones among its arguments; empty without."""
    if isinstance(data.get("model_name"), str) and data["model_name"]:
        return str(data["model_name"])
    if "config_general" in data:
        general = get(data, "config_general")
        settings = general.get("model_config") if "model_name" not in general else general
        return str(get(settings, "model_name", kind=str))
    if "config" not in data:
        return ""
    arguments = get(data, "config").get("model_args")
    named = arguments if isinstance(arguments, dict) else _arguments_in(str(arguments))
    name = next((named[key] for key in ("pretrained", "model", "engine") if key in named), None)
    return str(name or get(data, "config", "model", kind=str))


def _arguments_in(text: str) -> dict[str, str]:
    """Split arguments as the command line takes them.

    >>> _arguments_in("pretrained=org/a,dtype=float")
    {'pretrained': 'org/a', 'dtype': 'float'}
    """
    parts = [part.partition("=") for part in text.split(",")]
    return {key.strip(): value.strip() for key, sign, value in parts if sign}


def _groups_in(data: Record) -> set[str]:
    """Return the names in the results that are averages of other names there."""
    tasks = set(get(data, "results"))
    parts, named = data.get("group_subtasks"), data.get("groups")
    averages = {name for name in tasks if name == "all" or ":_average" in name}
    averages |= set(named) if isinstance(named, dict) else set()
    averages |= {
        group
        for group, members in (parts.items() if isinstance(parts, dict) else ())
        if isinstance(members, list) and any(task in members for task in tasks)
    }
    return averages if tasks - averages else set()


def _name_of_task(task: str) -> str:
    """Return the task without what lighteval puts around it: the suite, and the examples in the prompt.

    >>> [_name_of_task(task) for task in ("harness|arc:challenge|25", "gsm8k|5", "hellaswag")]
    ['arc:challenge', 'gsm8k', 'hellaswag']
    """
    return re.sub(r"^[^|]*\|(?=.*\|)|\|[\d|]+$", "", task)


def _name_of_metric(metric: str, chosen: str) -> str:
    return metric if chosen in ("", "none") else f"{metric},{chosen}"


def _read_samples(source: Source) -> pd.DataFrame:
    files = [file for pattern in SAMPLES for file in source.files(pattern)] or [source]
    return frame_of_answers(row for file in files for row in _answers_in(file))


def _answers_in(source: Source) -> Iterator[Record]:
    name = SAMPLE_NAME.fullmatch(source.name)
    dataset = name["task"] if name else Path(source.name).stem.removeprefix("samples_")
    whose = _model_beside(source, name["date"] if name else "*")
    for record in load_lines(source):
        example, chosen = get(record, "doc_id", kind=(int, str)), str(record.get("filter", "none"))
        metrics = list_in(record, "metrics", str) if "metrics" in record else []
        for metric in metrics or [key for key in record if key not in ABOUT_SAMPLE]:
            value = number_in(record.get(metric))
            if value is not None:
                name_of_metric = _name_of_metric(metric, chosen)
                yield {
                    **whose,
                    "dataset": dataset,
                    "example": example,
                    "metric": name_of_metric,
                    "value": value,
                }


def _model_beside(source: Source, date: str) -> Record:
    """Return the model that the results in the same folder name, or after which the folder is named."""
    if source.path is None:
        return {}
    folder = source.path.absolute().parent
    for path in sorted(folder.glob(f"results_{date}.json")):
        data = Source(path, size_limit=source.size_limit).json
        if _holds_results(data):
            return {"algorithm": _model_in(data)}
    return {"algorithm": model_of_folder(folder)} if "__" in folder.name else {}


LM_EVALUATION = Tool(
    name="results of lm-evaluation-harness", recognizes=_is_results, read=_read_results
)
LM_EVALUATION_SAMPLES = Tool(
    name="answers logged by lm-evaluation-harness", recognizes=_is_samples, read=_read_samples
)
