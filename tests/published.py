"""Published tables and R's answers, as the oracle files hold them."""

import json
from pathlib import Path

import pandas as pd
import pytest

from benchreport.data import Roles, Scores

ORACLES = Path(__file__).parent / "oracles"


def published(name: str) -> Scores:
    """Return a table of oracles/tables.json as Scores; higher is better in all of them."""
    table = json.loads((ORACLES / "tables.json").read_text())["cases"][name]
    frame = pd.DataFrame(table["values"], columns=table["algorithms"], dtype=float)
    return Scores.from_frame(frame, Roles(score="accuracy"))


def cases(procedure: str) -> list[object]:
    """Return R's answers on all tables, as parameters."""
    answers = json.loads((ORACLES / f"{procedure}.json").read_text())["cases"]
    return [pytest.param(published(name), each, id=name) for name, each in answers.items()]


def number(value: object) -> float:
    """Read a number as the oracles write it: null is undefined, "Inf" infinite."""
    return float("nan") if value is None else float(str(value))
