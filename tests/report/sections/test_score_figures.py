"""The figures of scores that a report draws: each shows something."""

import numpy as np
import pandas as pd
import pytest

from benchreport.analysis import analyze
from benchreport.data import Roles, Scores
from benchreport.report.document import FigureBlock
from benchreport.report.sections.score_sections import _description_section, _figures_sections


def alts(k: int, n: int) -> list[str]:
    values = np.random.default_rng(0).normal(0.7, 0.1, (n, k))
    frame = pd.DataFrame(values, columns=list("abcdef")[:k])
    analysis = analyze(Scores.from_frame(frame, Roles(score="level", higher_is_better=True)))
    blocks = [block for section in _figures_sections(analysis) for block in section.blocks]
    return [block.alt for block in blocks if isinstance(block, FigureBlock)]


def test_two_algorithms_are_drawn_against_each_other():
    """Their ranks are 1 and 2 on every dataset."""
    (two,) = alts(2, 12)
    assert two.startswith("level of b (x) against a (y) on 12 datasets")
    (three,) = alts(3, 12)
    assert three.startswith("Ranks of 3 algorithms on 12 datasets")


@pytest.mark.parametrize(
    ("size", "drawn"),
    [
        ((6, 15), "Ranks of 6"),
        ((6, 16), "Shades of 16 datasets × 6 algorithms: rank"),
        ((3, 25), "Ranks of 3"),
    ],
)
def test_ranks_are_drawn_as_their_number_allows(size, drawn):
    (alt,) = alts(*size)
    assert alt.startswith(drawn)


def test_ranks_that_are_all_alike_are_no_figure():
    frame = pd.DataFrame(np.full((8, 3), 0.9), columns=list("abc"))
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    assert _figures_sections(analysis) == []


@pytest.mark.parametrize(("step", "figures"), [(0.0, 0), (1.0, 1)])
def test_p_values_of_tables_with_gaps_are_a_figure_where_any_is_small(step, figures):
    rng = np.random.default_rng(0)
    values = rng.normal(0.7, 0.01, (12, 5)) + step * np.arange(5)
    values[0, 0] = np.nan
    frame = pd.DataFrame(values, columns=list("abcde"))
    scores = Scores.from_frame(frame, Roles(score="accuracy", missing="available"))
    assert len(_figures_sections(analyze(scores))) == figures


@pytest.mark.parametrize(("gap", "bold"), [(False, "best of a column"), (True, "best mean rank")])
def test_the_caption_of_the_description_says_what_is_bold(gap, bold):
    """Means over different datasets have no best."""
    values = np.random.default_rng(0).normal(0.7, 0.1, (12, 3))
    values[0, 0] = np.nan if gap else 0.5
    frame = pd.DataFrame(values, columns=list("abc"))
    scores = Scores.from_frame(frame, Roles(score="accuracy", missing="available"))
    table = _description_section(analyze(scores)).blocks[0]
    assert f"; the {bold} is bold. " in table.caption
    stressed = {table.columns[column] for _, column in table.strong}
    assert stressed == ({"mean rank"} if gap else {"mean", "median", "mean rank"})
