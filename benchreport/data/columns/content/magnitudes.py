"""Speeds with a letter for thousands or more, such as 6.75M or 180.2B ops/sec, are plain numbers."""

import re
from typing import Any

import numpy as np
import pandas as pd

from benchreport.data.cells.cell_text import is_empty_word
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.content.units import DECORATION
from benchreport.data.columns.words.direction import direction_of
from benchreport.errors import examples
from benchreport.wording.shell import reading

FACTORS = {"": 1.0, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "B": 1e9, "T": 1e12}
CELL = re.compile(
    r"(?P<number>[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-+]?\d+(?:\.\d+)?)"
    r"\s?(?P<letter>[kKMGBT]?)(?P<unit>\s?[A-Za-z]+/\s?[A-Za-z]+)?"
)


def read_magnitudes(evidence: Evidence) -> tuple[Evidence, tuple[str, ...]]:
    """Return the table with plain numbers in columns of which more is better, and sentences on them.

    Elsewhere 5M may name a size or a model, and be 5 minutes or 5 megabytes.

    >>> frame = pd.DataFrame({"size": ["1M", "5M"], "ops/sec": ["32.06K", "1.5M ops/sec"]})
    >>> read_magnitudes(Evidence(frame))[0].frame["ops/sec"].tolist()
    [32060.0, 1500000.0]
    """
    found = {
        name: numbers
        for name in evidence.texts
        if direction_of(name) and (numbers := _numbers(evidence.column(name))) is not None
    }
    if not found:
        return evidence, ()
    frame = evidence.frame.copy(deep=False)
    for name, numbers in found.items():
        frame[name] = numbers
    frame.attrs = dict(evidence.frame.attrs)
    return Evidence(frame), (reading.MAGNITUDES.format(columns=examples(found)),)


def _numbers(column: "pd.Series[Any]") -> "np.ndarray[Any, np.dtype[np.float64]] | None":
    """Return the numbers of a column whose cells all hold one, some with a letter; ``None`` for others."""
    read: list[float] = []
    letters = False
    for cell in column:
        text = DECORATION.sub("", cell) if isinstance(cell, str) else ""
        match = CELL.fullmatch(text)
        if match is None and not (text == "" or is_empty_word(text)):
            return None
        letters = letters or bool(match and match["letter"])
        number = float(match["number"].replace(",", "")) if match else np.nan
        # 180.2B is 180200000000, and not 180199999999.99997
        read.append(float(f"{number * FACTORS[match['letter']]:.15g}") if match else number)
    return np.array(read) if letters else None
