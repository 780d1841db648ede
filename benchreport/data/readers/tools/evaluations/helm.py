"""HELM: folders of runs (``stats.json``, ``per_instance_stats.json``) and tables of its leaderboards.

A folder, and ``stats.json``, hold scores by run; ``per_instance_stats.json`` has a score for each instance.
``run_spec.json`` beside them names the model and the scenario. Statistics on perturbed instances, counts of
tokens and the like are left out, and the split for validation where there is one for testing.
"""

import re
from collections.abc import Callable, Iterable, Iterator

import pandas as pd

from benchreport.data.readers.tools.evaluations.evaluation_rows import (
    Record,
    frame_of_answers,
    frame_of_scores,
    get,
    has,
    list_in,
    load_json,
    note_on_answers,
    number_in,
    number_runs,
    with_directions,
    with_notes,
)
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError
from benchreport.wording.shell import tool_notes

SPEC, STATS, INSTANCES = "run_spec.json", "stats.json", "per_instance_stats.json"
# a run, a suite of runs, or a folder of suites
FOLDERS = ("", "*/", "*/*/", "*/*/*/")
BOOKKEEPING = re.compile(
    r"num_.*|finish_reason_.*|training_.*|inference_.*|batch_size|max_prob|prompt_truncated|logprob.*|.*_cost"
)
# what describes a text's probability, which is a score only where models of language are compared
PROBABILITIES = {"perplexity", "bits_per_byte"}
# a model's place in the name of a run: "mmlu:subject=anatomy,model=openai_gpt2"
MODEL = re.compile(r"(?<=[:,])model(_deployment)?=[^,]*,?")

_Read = Callable[[Record, list[Record]], Iterator[Record]]


def _is_run(source: Source) -> bool:
    if source.is_folder:
        return bool(_runs_in(source, SPEC)) and bool(_runs_in(source, STATS))
    return source.name == STATS and has(_first(source.json), "name", "count")


def _is_instances(source: Source) -> bool:
    return source.name == INSTANCES and has(_first(source.json), "instance_id", "stats")


def _is_table(source: Source) -> bool:
    tables = _tables_in(source.json)
    return bool(tables) and all(has(table, "title", "header", "rows") for table in tables)


def _first(data: object) -> object:
    return data[0] if isinstance(data, list) and data else None


def _tables_in(data: object) -> list[Record]:
    return [data] if isinstance(data, dict) else data if isinstance(data, list) else []


def _runs_in(source: Source, name: str) -> list[Source]:
    """Return the files of that name in a folder of runs."""
    return next(filter(None, (source.files(f"{folder}{name}") for folder in FOLDERS)), [])


def _read_run(source: Source) -> pd.DataFrame:
    files = _runs_in(source, STATS) if source.is_folder else [source]
    frame = frame_of_scores(row for file in files for row in _rows(file, _scores_in))
    answers = note_on_answers(source, INSTANCES, *FOLDERS)
    return with_notes(number_runs(frame), tool_notes.HELM, answers)


def _read_instances(source: Source) -> pd.DataFrame:
    return with_notes(frame_of_answers(_rows(source, _answers_in)), tool_notes.HELM)


def _rows(source: Source, rows_in: _Read) -> Iterator[Record]:
    """Yield the rows of a file of statistics, with the model and scenario that its run specifies."""
    if source.path is None or not source.path.with_name(SPEC).is_file():
        raise ReadError(f"there is no {SPEC} beside {source.name}, which names the model")
    spec = load_json(Source(source.path.with_name(SPEC), size_limit=source.size_limit))
    name = get(spec, "name", kind=str)
    place = {
        "algorithm": get(spec, "adapter_spec", "model", kind=str),
        "dataset": MODEL.sub("", name).rstrip(",:"),
    }
    data = load_json(source)
    if not isinstance(data, list):
        raise ReadError(f"{source.name} holds no list of statistics")
    for row in rows_in(spec, data):
        yield {**place, **row}


def _scores_in(spec: Record, stats: list[Record]) -> Iterator[Record]:
    for stat in _scores_among(stats, spec, [get(stat, "name") for stat in stats]):
        value = number_in(stat.get("mean"))
        if value is not None:
            yield {"metric": stat["name"]["name"], "value": value}


def _answers_in(spec: Record, instances: list[Record]) -> Iterator[Record]:
    names = [get(stat, "name") for one in instances for stat in list_in(one, "stats", dict)]
    for one in instances:
        if one.get("perturbation"):
            continue
        place = {
            "example": get(one, "instance_id", kind=str),
            "repeat": get({"train_trial_index": 0, **one}, "train_trial_index", kind=int),
        }
        for stat in _scores_among(one["stats"], spec, names):
            value = number_in(stat.get("mean"))
            if value is not None:
                yield {**place, "metric": stat["name"]["name"], "value": value}


def _scores_among(stats: Iterable[Record], spec: Record, names: list[Record]) -> Iterator[Record]:
    """Yield the statistics that are scores, on instances as they are, of the split for testing."""
    splits = [name.get("split") for name in names]
    split = "test" if "test" in splits else "valid" if "valid" in splits else None
    of_language = get(spec, "adapter_spec").get("method") == "language_modeling"
    for stat in stats:
        name = get(stat, "name")
        metric = get(name, "name", kind=str)
        perturbed = name.get("perturbation") is not None
        if perturbed or name.get("split") != split or BOOKKEEPING.fullmatch(metric):
            continue
        if of_language or metric not in PROBABILITIES:
            yield stat


def _read_table(source: Source) -> pd.DataFrame:
    tables = _tables_in(source.json)
    rows = frame_of_scores(row for table in tables for row in _cells_of(table))
    heads = [head for table in tables for head in list_in(table, "header", dict) if _is_score(head)]
    stated = ((head["metadata"]["metric"], not head["lower_is_better"]) for head in heads)
    return with_directions(rows.drop_duplicates(ignore_index=True), stated)


def _is_score(head: Record) -> bool:
    """Tell whether a column has scores: counts have no direction."""
    about = head.get("metadata")
    if head.get("lower_is_better") is None or not isinstance(about, dict):
        return False
    return all(isinstance(about.get(key), str) for key in ("metric", "run_group"))


def _cells_of(table: Record) -> Iterator[Record]:
    """Yield the cells of the columns with scores."""
    header = list_in(table, "header", dict)
    for row in list_in(table, "rows", list):
        cells = list_in({"rows": row}, "rows", dict)
        model = get(cells[0] if cells else {}, "value", kind=str)
        for head, cell in zip(header, cells, strict=True):
            value = number_in(cell.get("value"))
            if _is_score(head) and value is not None:
                about = head["metadata"]
                place = {"algorithm": model, "dataset": about["run_group"]}
                yield {**place, "metric": about["metric"], "value": value}


HELM = Tool(name="results of HELM", recognizes=_is_run, read=_read_run)
HELM_INSTANCES = Tool(
    name="instances scored by HELM", recognizes=_is_instances, read=_read_instances
)
HELM_TABLE = Tool(name="a table of HELM's leaderboard", recognizes=_is_table, read=_read_table)
