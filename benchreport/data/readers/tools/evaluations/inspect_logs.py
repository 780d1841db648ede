"""Logs of Inspect: ``.eval``, a ZIP archive, and ``.json``; answers by sample and epoch, else scores.

An archive has the samples' scores in ``summaries.json``, so that their transcripts need not be read. Inspect
compresses by zstd, which Python's ``zipfile`` knows from 3.14 on; pyarrow does it before.
"""

import io
import json
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pandas as pd

from benchreport.data.readers.content import refuse_large
from benchreport.data.readers.tools.evaluations.evaluation_rows import (
    Record,
    frame_of_answers,
    frame_of_scores,
    get,
    has,
    load_json,
    number_in,
    number_runs,
    with_notes,
)
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import DependencyError, ReadError, format_count
from benchreport.wording.shell import tool_notes

ZIP = b"PK\x03\x04"
# the local header of an entry in an archive, and where its two lengths are
HEADER, LENGTHS = 30, slice(26, 30)
GRADES = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0, "yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
SPREADS = {"stderr", "bootstrap_stderr", "std", "var", "stddev"}


class _Log(NamedTuple):
    """What a log says about the run, and its samples."""

    header: Record
    samples: list[Record]


def _is_log(source: Source) -> bool:
    if source.is_folder:
        return bool(_logs_of_folder(source))
    if source.suffix == ".eval":
        return source.content.startswith(ZIP)
    return has(source.json, "version", "status", "eval", "plan")


def _logs_of_folder(source: Source) -> list[Source]:
    return source.files("**/*.eval") or [file for file in source.files("*.json") if _is_log(file)]


def _read(source: Source) -> pd.DataFrame:
    if not source.is_folder:
        return _frame_of([_read_log(source)])
    return _frame_of([_named(file) for file in _logs_of_folder(source)])


def _named(source: Source) -> _Log:
    try:
        return _read_log(source)
    except (ReadError, zipfile.BadZipFile) as error:
        raise ReadError(f"{source.name}: {getattr(error, 'message', error)}") from error


def _read_log(source: Source) -> _Log:
    if source.suffix == ".eval":
        return _read_archive(source)
    data = load_json(source)
    return _Log(data, data.get("samples") or [])


def _frame_of(logs: list[_Log]) -> pd.DataFrame:
    names = _names_of(logs)
    if all(log.samples for log in logs):
        answers = (
            {"algorithm": name, "dataset": get(log.header, "eval", "task", kind=str), **row}
            for name, log in zip(names, logs, strict=True)
            for row in _answers_in(log.samples)
        )
        frame = number_runs(frame_of_answers(answers))
        return with_notes(frame, _note_on_unscored(logs))
    scores = (
        {"algorithm": name, "dataset": get(log.header, "eval", "task", kind=str), **row}
        for name, log in zip(names, logs, strict=True)
        for row in _scores_in(log.header)
    )
    return number_runs(frame_of_scores(scores))


def _note_on_unscored(logs: list[_Log]) -> str:
    unscored = sum(not _scores_of(sample) for log in logs for sample in log.samples)
    if not unscored:
        return ""
    return tool_notes.UNSCORED.format(
        samples=format_count(unscored, "sample"), verb="is" if unscored == 1 else "are"
    )


def _names_of(logs: list[_Log]) -> list[str]:
    """Return each log's model, with its settings where another log of the model and task has others."""
    runs = [get(log.header, "eval") for log in logs]
    places = [(get(run, "model", kind=str), get(run, "task", kind=str)) for run in runs]
    settings = [_settings_of(run) for run in runs]
    return [
        _name(model, own, [settings[n] for n, place in enumerate(places) if place == (model, task)])
        for (model, task), own in zip(places, settings, strict=True)
    ]


def _settings_of(run: Record) -> dict[str, str]:
    parts = [run.get(key) for key in ("task_args_passed", "solver_args", "model_generate_config")]
    settings = {
        key: value for part in parts if isinstance(part, dict) for key, value in part.items()
    }
    return {key: str(value) for key, value in {"solver": run.get("solver"), **settings}.items()}


def _name(model: str, own: dict[str, str], others: list[dict[str, str]]) -> str:
    keys = dict.fromkeys(key for other in others for key in other)
    differ = [key for key in keys if len({other.get(key) for other in others}) > 1]
    if not differ:
        return model
    return f"{model} ({', '.join(f'{key}={own.get(key)}' for key in differ)})"


def _answers_in(samples: Iterable[Record]) -> Iterator[Record]:
    for sample in samples:
        place = {
            "example": get(sample, "id", kind=(int, str)),
            "repeat": get(sample, "epoch", kind=int),
        }
        for scorer, score in _scores_of(sample).items():
            for metric, value in _values_in(scorer, get(score, "value", kind=object)):
                yield {**place, "metric": metric, "value": value}


def _scores_of(sample: Record) -> Record:
    """Return a sample's scores by scorer; the first logs had one only."""
    if isinstance(sample.get("score"), dict):
        return {"score": sample["score"]}
    scores: Record = get({"scores": sample.get("scores") or {}}, "scores")
    return scores


def _values_in(scorer: str, value: object) -> Iterator[tuple[str, float]]:
    """Yield a score's numbers: one under the scorer's name, or several under their own."""
    parts = value if isinstance(value, dict) else {"": value}
    for key, part in parts.items():
        number = _grade(part)
        if number is not None:
            yield (f"{scorer}.{key}" if key else scorer), number


def _grade(value: object) -> float | None:
    """Return a grade as Inspect does: C is 1, P 0.5, I and N are 0; texts may be numbers."""
    if not isinstance(value, str):
        return number_in(value)
    if value in GRADES or value.lower() in GRADES:
        return GRADES.get(value, GRADES.get(value.lower()))
    try:
        return number_in(float(value))
    except ValueError:
        return None


def _scores_in(header: Record) -> Iterator[Record]:
    """Yield the scores of a log without samples."""
    results = header.get("results")
    parts = [
        (score, key, metric)
        for score in (get(results, "scores", kind=list) if results else [])
        for key, metric in get(score, "metrics").items()
        if key not in SPREADS
    ]
    labels = [get(score, "name", kind=str) if key == "mean" else key for score, key, _ in parts]
    counts = Counter(labels)
    for label, (score, key, metric) in zip(labels, parts, strict=True):
        value = number_in(get(metric, "value", kind=object))
        long = ".".join(filter(None, [score["name"], score.get("reducer"), key]))
        if value is not None:
            error = score["metrics"].get("stderr")
            yield {
                "metric": label if counts[label] == 1 else long,
                "value": value,
                "stderr": number_in(error["value"]) if has(error, "value") else None,
            }


def _read_archive(source: Source) -> _Log:
    with zipfile.ZipFile(io.BytesIO(source.content)) as archive:
        names = [info.filename for info in archive.infolist()]
        header = next((n for n in ("header.json", "_journal/start.json") if n in names), None)
        if header is None:
            raise ReadError("the archive holds neither header.json nor _journal/start.json")
        samples = _entries_with_samples(names)
        entries = [archive.getinfo(name) for name in (header, *samples)]
        refuse_large(
            sum(entry.file_size for entry in entries), source.size_limit, "its records take"
        )
        about, *parts = [json.loads(_extract(archive, entry, source.content)) for entry in entries]
    records = (part if isinstance(part, list) else [part] for part in parts)
    return _Log(about, [record for several in records for record in several])


def _entries_with_samples(names: list[str]) -> list[str]:
    """Return the entries that hold the samples' scores, in the shortest form that the archive has."""
    if "summaries.json" in names:
        return ["summaries.json"]
    # an evaluation that was cut off has only its journal
    journal = [name for name in names if name.startswith("_journal/summaries/")]
    return journal or [name for name in names if name.startswith("samples/")]


def _extract(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, content: bytes) -> bytes:
    """Decompress an entry, of which no more than the size in the archive's directory is read."""
    try:
        with archive.open(entry) as file:
            return file.read(entry.file_size + 1)
    except NotImplementedError:
        # zipfile knows no zstd before Python 3.14
        start = entry.header_offset
        lengths = content[start:][LENGTHS]
        start += HEADER + sum(
            int.from_bytes(lengths[place : place + 2], "little") for place in (0, 2)
        )
        data = _decompress(content[start : start + entry.compress_size], entry.file_size)
    if len(data) != entry.file_size or zlib.crc32(data) != entry.CRC:
        raise ReadError(f"its entry {entry.filename} is damaged")
    return data


def _decompress(packed: bytes, size: int) -> bytes:
    try:
        import pyarrow as pa
    except ImportError as error:
        raise DependencyError(
            "logs of Inspect are compressed by zstd, which needs pyarrow here; it is not installed.",
            hint="pip install 'benchreport[parquet]'",
        ) from error
    with pa.input_stream(pa.BufferReader(packed), compression="zstd") as stream:
        return bytes(stream.read(size + 1))


INSPECT = Tool(name="logs of Inspect", recognizes=_is_log, read=_read)
