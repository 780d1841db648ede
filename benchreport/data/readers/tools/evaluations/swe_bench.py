"""SWE-bench: which instances each system resolved, as a log of right and wrong answers.

Reports of the harness (``MODEL.RUN.json``, ``report.json``) and ``per_instance_details.json`` list the
instances that were not resolved, too. ``results.json`` of a submission lists only those that were: the others
are what the submissions beside it resolved, or list as not generated.
"""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from benchreport.data.readers.tools.evaluations.evaluation_rows import (
    Record,
    frame_of_answers,
    has,
    list_in,
    load_json,
    model_of_folder,
    with_notes,
)
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError
from benchreport.wording.shell import tool_notes

# files of one submission, or of folders of submissions, by what they hold
SUBMISSIONS = ("results/results.json", "*/results/results.json", "*/*/results/results.json")
DETAILS = ("per_instance_details.json", "*/per_instance_details.json")
REPORTS = ("**/report.json",)
SUMMARIES = ("*.json",)
LISTS = ("resolved", "no_generation", "no_logs", "generated", "with_logs", "applied")
NOT_RESOLVED = ("unresolved_ids", "error_ids", "empty_patch_ids")


def _is_summary(data: object) -> bool:
    return has(data, "resolved_ids", "submitted_ids") or has(data, "resolved_ids", "unresolved_ids")


def _is_submission(data: object) -> bool:
    return has(data, "resolved", "no_generation") and isinstance(data["resolved"], list)  # type: ignore[index]


def _is_report(data: object) -> bool:
    """Tell whether each instance has a record that says whether it was resolved."""
    if not isinstance(data, dict) or not data:
        return False
    return all(
        has(record, "resolved") and isinstance(record["resolved"], bool) for record in data.values()
    )


def _holds_answers(data: object) -> bool:
    return _is_summary(data) or _is_submission(data) or _is_report(data)


def _is_of_swe_bench(source: Source) -> bool:
    return bool(_files_of(source)) if source.is_folder else _holds_answers(source.json)


def _files_of(source: Source) -> list[Source]:
    """Return the files of a folder that hold answers, of the first kind that it has."""
    for patterns in (SUBMISSIONS, DETAILS, REPORTS, SUMMARIES):
        files = [file for pattern in patterns for file in source.files(pattern)]
        if files and _holds_answers(files[0].json):
            return files
    return []


def _read(source: Source) -> pd.DataFrame:
    files = _files_of(source) if source.is_folder else [source]
    tables = [(_system_of(file), load_json(file), file) for file in files]
    submissions = [file for _, data, file in tables if _is_submission(data)]
    folders = {_folder_of_systems(file) for file in submissions}
    known = {
        name for folder in folders for data in _submissions_in(folder) for name in _names_in(data)
    }
    known |= {name for file in submissions for name in _names_in(load_json(file))}
    rows = (
        {"algorithm": system, "example": name, "metric": "resolved", "value": float(resolved)}
        for system, data, file in tables
        for name, resolved in _answers_in(data, known, file)
    )
    return with_notes(frame_of_answers(rows), tool_notes.RESOLVED_ONLY if known else "")


def _folder_of_systems(source: Source) -> Path:
    """Return the folder of a submission's neighbours: FOLDER/SYSTEM/results/results.json."""
    folder = (source.path or Path("results/results.json")).absolute().parent
    return folder.parent.parent if folder.name == "results" else folder


def _submissions_in(folder: Path) -> Iterator[Record]:
    """Yield the submissions of a folder of systems: what one did not resolve, another may have."""
    for file in Source(folder).files("*/results/results.json"):
        if _is_submission(file.json):
            yield file.json


def _names_in(data: Record) -> set[str]:
    return {name for key in LISTS if key in data for name in list_in(data, key, str)}


def _answers_in(data: Record, known: set[str], source: Source) -> Iterator[tuple[str, bool]]:
    """Yield each instance, and whether it was resolved."""
    if _is_submission(data):
        resolved = set(list_in(data, "resolved", str))
        yield from ((name, name in resolved) for name in sorted(known))
    elif _is_summary(data):
        resolved = set(list_in(data, "resolved_ids", str))
        # instances without a prediction were not tried
        others = [name for key in NOT_RESOLVED if key in data for name in list_in(data, key, str)]
        yield from ((name, name in resolved) for name in sorted(resolved.union(others)))
    elif _is_report(data):
        yield from ((name, record["resolved"]) for name, record in data.items())
    else:
        raise ReadError(f"{source.name} does not say which instances were resolved")


def _system_of(source: Source) -> str:
    """Return the system after which a tool named the file or its folder."""
    path = (source.path or Path("system")).absolute()
    folder = path.parent
    if path.name == "report.json":
        # logs/run_evaluation/RUN/MODEL/INSTANCE/report.json
        return model_of_folder(folder.parent)
    if folder.name == "results":
        return model_of_folder(folder.parent)
    if path.name in ("results.json", "per_instance_details.json"):
        return model_of_folder(folder)
    # MODEL.RUN.json
    return Path(path.name.removesuffix(".json")).stem.replace("__", "/")


SWE_BENCH = Tool(name="results of SWE-bench", recognizes=_is_of_swe_bench, read=_read)
