"""AlpacaEval: ``leaderboard.csv`` (one row a model) and ``annotations.json`` (one record an instruction)."""

import hashlib
from collections.abc import Iterator

import pandas as pd

from benchreport.data.readers.delimited import read_delimited
from benchreport.data.readers.tools.evaluations.evaluation_rows import (
    Record,
    first_file,
    frame_of_answers,
    get,
    has,
    load_json,
    number_in,
)
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError

WIN_RATES = ("win_rate", "discrete_win_rate", "length_controlled_winrate")
# in the folder of an annotator, a model, or models
ANNOTATIONS = ("annotations.json", "*/annotations.json", "*/*/annotations.json")
# a preference is 1 where the baseline won and 2 where the model did; 0 is an old code of a draw
BASELINE, DRAW, OLD_DRAW = 1.0, 1.5, 0.0
# letters of an instruction that stand for it
LETTERS = 48


def _is_leaderboard(source: Source) -> bool:
    return {"win_rate", "standard_error", "n_total"} <= set(source.header)


def _is_annotations(source: Source) -> bool:
    if source.is_folder:
        first = first_file(source, *ANNOTATIONS)
        return first is not None and _is_annotations(first)
    return has(_first(source), "instruction", "generator_1", "generator_2", "preference")


def _is_outputs(source: Source) -> bool:
    first = _first(source)
    return has(first, "instruction", "output", "generator") and not has(first, "preference")


def _first(source: Source) -> object:
    data = source.json
    return data[0] if isinstance(data, list) and data else None


def _read_leaderboard(source: Source) -> pd.DataFrame:
    """Return one row a model: with one score each there is nothing to test, which reading the table tells."""
    table = read_delimited(source.content, source.size_limit)
    rates = [name for name in WIN_RATES if name in table]
    return table[rates].assign(algorithm=table.iloc[:, 0].astype(str))[["algorithm", *rates]]


def _read_annotations(source: Source) -> pd.DataFrame:
    files = [file for pattern in ANNOTATIONS for file in source.files(pattern)] or [source]
    frame = frame_of_answers(row for file in files for row in _preferences_in(load_json(file)))
    annotators = frame.pop("annotator")
    if len(annotators.unique()) > 1:
        frame["metric"] += ", " + annotators
    return frame


def _preferences_in(records: list[Record]) -> Iterator[Record]:
    for record in records:
        preference = number_in(get(record, "preference", kind=object))
        # an annotator that failed gave no preference
        if preference is None:
            continue
        part = {"dataset": str(record["dataset"])} if record.get("dataset") else {}
        yield {
            "algorithm": get(record, "generator_2", kind=str),
            **part,
            "example": _short(get(record, "instruction", kind=str)),
            "metric": "win_rate",
            "annotator": str(record.get("annotator", "")),
            "value": (DRAW if preference == OLD_DRAW else preference) - BASELINE,
        }


def _short(instruction: str) -> str:
    """Return a short name of an instruction, which is its own."""
    line = " ".join(instruction.split())
    if len(line) <= LETTERS:
        return line
    digest = hashlib.sha256(instruction.encode(errors="replace")).hexdigest()
    return f"{line[:LETTERS]}… {digest[:6]}"


def _refuse_outputs(source: Source) -> pd.DataFrame:
    raise ReadError(
        f"{source.name} holds what a model answered, and no preference",
        hint="read annotations.json, which alpaca_eval writes beside leaderboard.csv",
    )


ALPACA_EVAL = Tool(
    name="a leaderboard of AlpacaEval", recognizes=_is_leaderboard, read=_read_leaderboard
)
ALPACA_EVAL_ANNOTATIONS = Tool(
    name="annotations of AlpacaEval", recognizes=_is_annotations, read=_read_annotations
)
ALPACA_EVAL_OUTPUTS = Tool(
    name="outputs for AlpacaEval", recognizes=_is_outputs, read=_refuse_outputs
)
