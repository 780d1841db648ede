"""The methods paragraph says what the report has: its tests, its differences and its effect sizes."""

import numpy as np
import pandas as pd
import pytest

from benchreport.analysis import analyze
from benchreport.data import Roles, Scores
from benchreport.report.sections.methods import method_paragraphs, select_shown


def paragraph(n_blocks: int, k: int, *, gap: bool = False) -> str:
    values = np.random.default_rng(0).normal(0.8, 0.02, (n_blocks, k))
    values[0, 0] = np.nan if gap else 0.8
    frame = pd.DataFrame(values, columns=list("abcdefgh")[:k])
    scores = Scores.from_frame(frame, Roles(score="accuracy", missing="available"))
    return " ".join(method_paragraphs(select_shown(analyze(scores))))


@pytest.mark.parametrize(
    ("n_blocks", "shifts", "effect"),
    [
        (30, True, "matched-pairs rank-biserial correlation (Kerby, 2014)"),
        (6, False, "probability of superiority (Grissom & Kim, 2012)"),
    ],
)
def test_differences_and_effect_sizes_are_those_of_the_table_of_pairs(n_blocks, shifts, effect):
    """Of few datasets the Nemenyi test decides, and the intervals are Tukey's."""
    text = paragraph(n_blocks, 5)
    assert ("We report Hodges–Lehmann shifts" in text) is shifts
    assert f"Effect sizes of pairs are given as {effect}." in text
    assert text.count("rank-biserial") == (1 if shifts else 0)


def test_the_omnibus_test_of_tables_with_gaps_is_no_further_result():
    text = paragraph(30, 4, gap=True)
    assert "Differences among all algorithms were tested with the Skillings–Mack test (" in text
    assert "further report" not in text
