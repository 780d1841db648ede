"""MTEB: a file a task (``MODEL/REVISION/TASK.json``), folders of them, and files of several models.

The score is the task's ``main_score``. A task with several subsets, mostly languages, is a dataset for
each. Of the splits it is ``test``, or the first where there is no ``test``.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from benchreport.data.readers.tools.evaluations.evaluation_rows import (
    Record,
    first_file,
    get,
    has,
    list_in,
    load_json,
    model_of_folder,
    number_in,
    with_notes,
)
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError, examples
from benchreport.wording.shell import tool_notes

META = "model_meta.json"
# the folder of a revision, of a model, or of models
FOLDERS = ("*.json", "*/*.json", "*/*/*.json", "*/*/*/*.json")
# how a folder of a model's revision is called
REVISION = re.compile(r"[0-9a-f]{7,40}|no_revision_available|external|main|\d[\w.]*")
ONE_SUBSET = "default"
# of retrieval, clustering, reranking, classification, similarity, and classification of pairs
MAIN_SCORES = ("ndcg_at_10", "v_measure", "map", "accuracy", "spearman", "ap")


def _is_task(data: object) -> bool:
    return has(data, "task_name", "scores", "mteb_version") or _is_old(data)


def _is_old(data: object) -> bool:
    return has(data, "mteb_dataset_name", "mteb_version")


def _is_of_mteb(source: Source) -> bool:
    if not source.is_folder:
        return _is_task(source.json) or bool(_models_in(source.json))
    first = first_file(source, *FOLDERS)
    return first is not None and bool(_tasks_of(source, first))


def _tasks_of(source: Source, first: Source) -> list[Source]:
    """Return the files of tasks in a folder; none if the first is of another kind."""
    if first.name == META:
        first = next((file for file in _files_of(source) if file.name != META), first)
    return _files_of(source) if _is_task(first.json) else []


def _files_of(source: Source) -> list[Source]:
    return [file for pattern in FOLDERS for file in source.files(pattern)]


def _models_in(data: object) -> list[Record]:
    """Return the models of a file of several (``BenchmarkResults``), or of one (``ModelResult``)."""
    if has(data, "model_results"):
        models = data["model_results"]  # type: ignore[index]
        return (
            models
            if isinstance(models, list) and all(has(m, "task_results") for m in models)
            else []
        )
    return [data] if has(data, "model_name", "task_results") else []  # type: ignore[list-item]


def _read(source: Source) -> pd.DataFrame:
    frame = pd.DataFrame(_rows_of(source))
    if frame.empty:
        raise ReadError("it holds no main_score")
    revisions = frame.pop("revision")
    # a model of which several revisions were tried is several algorithms
    several = revisions.groupby(frame["algorithm"]).transform("nunique") > 1
    frame.loc[several, "algorithm"] += "@" + revisions[several].str.slice(0, 8)
    several_splits = frame.pop("splits") > 1
    tasks = sorted(set(frame.loc[several_splits, "dataset"]))
    note = tool_notes.ONE_SPLIT.format(names=examples(tasks)) if tasks else ""
    return with_notes(frame, note)


def _rows_of(source: Source) -> Iterator[Record]:
    if not source.is_folder:
        for model in _models_in(source.json):
            whose = {
                "algorithm": get(model, "model_name", kind=str),
                "revision": str(model.get("model_revision")),
            }
            for task in get(model, "task_results", kind=list):
                yield from ({**whose, **row} for row in _scores_of(task))
    files = _files_of(source) if source.is_folder else [source] * _is_task(source.json)
    for file in files:
        if file.name != META:
            yield from (
                {**_model_beside(file), **row} for row in _scores_of(load_json(file), file.name)
            )


def _model_beside(source: Source) -> Record:
    """Return the model and revision after which the folders are named, or which lie beside the task."""
    folder = (source.path or Path(source.name)).absolute().parent
    meta = Source(folder / META, size_limit=source.size_limit)
    about = load_json(meta) if (folder / META).is_file() else {}
    is_revision = REVISION.fullmatch(folder.name) is not None
    named = model_of_folder(folder.parent if is_revision else folder)
    revision = folder.name if is_revision else ""
    return {
        "algorithm": about.get("name") or named,
        "revision": str(about.get("revision") or revision),
    }


def _scores_of(task: Record, name: str = "") -> Iterator[Record]:
    if not _is_task(task):
        raise ReadError(f"{name or 'a task'} lacks task_name, scores or mteb_version")
    dataset, splits = _new_scores(task) if has(task, "task_name", "scores") else _old_scores(task)
    if not splits:
        raise ReadError(f"task {dataset} has no split with scores")
    split = "test" if "test" in splits else next(iter(splits))
    for subset, scores in splits[split]:
        value = _main_score(scores)
        if value is None:
            raise ReadError(
                f"task {dataset} has no main_score; it has {examples(str(key) for key in scores)}"
            )
        label = dataset if len(splits[split]) == 1 else f"{dataset} ({subset})"
        yield {"dataset": label, "main_score": value, "splits": len(splits)}


def _main_score(scores: Record) -> float | None:
    """Return the main score, which files before 1.11 may not name: it depends on the kind of the task."""
    names = ("main_score", *MAIN_SCORES) if "hf_subset" not in scores else ("main_score",)
    similarity = scores.get("cos_sim")
    flat = {**similarity, **scores} if isinstance(similarity, dict) else scores
    return next((value for name in names if (value := number_in(flat.get(name))) is not None), None)


_Splits = dict[str, list[tuple[str, Record]]]


def _new_scores(task: Record) -> tuple[str, _Splits]:
    splits = get(task, "scores")
    return get(task, "task_name", kind=str), {
        split: [
            (str(scores.get("hf_subset", ONE_SUBSET)), scores)
            for scores in list_in(splits, split, dict)
        ]
        for split in splits
    }


def _old_scores(task: Record) -> tuple[str, _Splits]:
    """Return the scores by split of a file that MTEB wrote before 1.11: subsets are keys there."""
    splits = {key: value for key, value in task.items() if isinstance(value, dict)}
    return get(task, "mteb_dataset_name", kind=str), {
        split: [(key, part) for key, part in scores.items() if isinstance(part, dict)]
        if any(has(part, "main_score") for part in scores.values())
        else [(ONE_SUBSET, scores)]
        for split, scores in splits.items()
    }


MTEB = Tool(name="results of MTEB", recognizes=_is_of_mteb, read=_read)
