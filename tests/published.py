"""Published tables and R's answers, read from the oracle files."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from benchreport.data import Roles, Scores
from benchreport.results import Comparison, PairwiseResult

ORACLES = Path(__file__).parent / "oracles"


@lru_cache
def published(name: str) -> Scores:
    """Return a table of oracles/tables.json as Scores; higher is better in all of them."""
    return _scores(oracle("tables")["cases"][name])


def _scores(table: dict[str, Any]) -> Scores:
    """Read a table of blocks × algorithms, or one independent sample per algorithm."""
    if "samples" in table:
        samples = zip(table["algorithms"], table["samples"], strict=True)
        runs = [(name, value) for name, sample in samples for value in sample]
        return Scores.from_frame(pd.DataFrame(runs, columns=["algorithm", "accuracy"]))
    frame = pd.DataFrame(table["values"], columns=table["algorithms"], dtype=float)
    return Scores.from_frame(frame, Roles(score="accuracy"))


def oracle(procedure: str) -> dict[str, Any]:
    """Return a whole oracle file."""
    return json.loads((ORACLES / f"{procedure}.json").read_text())


def by_pair(result: PairwiseResult) -> dict[tuple[str, str], Comparison]:
    """Index a result's comparisons by their pair."""
    return {(row.first, row.second): row for row in result.comparisons}


def cases(procedure: str) -> list[object]:
    """Return R's answers on all tables, as parameters."""
    answers = oracle(procedure)["cases"]
    inline = {
        name: answer for name, answer in answers.items() if {"values", "samples"} & set(answer)
    }
    return [
        pytest.param(_scores(answer) if name in inline else published(name), answer, id=name)
        for name, answer in answers.items()
    ]


def number(value: object) -> float:
    """Read a number as the oracles write it: null is undefined, "Inf" infinite."""
    return float("nan") if value is None else float(str(value))


def as_folds(scores: Scores, column: str = "fold") -> Scores:
    """Read a table's blocks as repeats on one dataset."""
    frame = scores.frame.reset_index(drop=True)
    frame.columns.name = None
    return Scores.from_frame(
        frame.assign(**{column: range(1, len(frame) + 1)}), Roles(score="accuracy")
    )


def five_by_two(answer: dict[str, Any], *, backwards: bool = False) -> Scores:
    """Read a case of cv5x2.json, its rows in either order."""
    frame = pd.DataFrame(answer["values"], columns=answer["algorithms"])
    frame = frame.assign(repetition=answer["repeats"], fold=answer["folds"])
    roles = Roles(score="accuracy", repeat=("repetition", "fold"))
    return Scores.from_frame(frame.iloc[::-1] if backwards else frame, roles)


def halls_t(t, values):
    """Return Hall's transformation (1992) of a t statistic, as his equation has it."""
    skewness = ((values - values.mean()) ** 3).sum() / ((values - values.mean()) ** 2).sum() ** 1.5
    return t + skewness * t**2 / 3 + skewness**2 * t**3 / 27 + skewness / 6
