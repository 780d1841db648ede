"""The figures of scores that a report draws: each shows something."""

import numpy as np
import pandas as pd
from needs import LONG

from benchreport.analysis import analyze
from benchreport.data import Roles, Scores
from benchreport.report.document import FigureBlock
from benchreport.report.sections.score_sections import MOST_RANKS, _figures_sections


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


@LONG
def test_few_p_values_are_no_figure():
    # the fewest datasets whose ranks are no figure any more
    (two,) = alts(2, MOST_RANKS // 2 + 1)
    assert two.startswith(
        "level of a (x) against b (y) on 1,201 datasets: a is better on 601, b on 600"
    )
    assert alts(3, MOST_RANKS // 3 + 1) == []
    (four,) = alts(4, MOST_RANKS // 4 + 1)
    assert four.startswith("Adjusted p-values of 6 comparisons as shades")
