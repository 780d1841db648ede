import numpy as np
import pandas as pd
import pytest

from benchreport.data import Roles, Scores
from benchreport.stats import friedman, nemenyi, stability

ORACLE = "friedman and nemenyi on the tables without a row or a column"


def test_each_variation_is_the_comparison_without(demsar):
    result = stability(demsar)
    assert len(result.rows) == 14 + 4
    assert result.base.p_value == pytest.approx(friedman(demsar, variant="iman_davenport").p_value)
    frame = demsar.frame
    for row in (result.rows[3], result.rows[-2]):
        axis = "index" if row.kind == "dataset" else "columns"
        less = frame.drop(row.name, axis=axis)
        scores = Scores.from_frame(less, Roles(score="accuracy"))
        expected = friedman(scores, variant="iman_davenport")
        assert row.p_value == pytest.approx(expected.p_value, rel=1e-9)
        assert row.effect_size == pytest.approx(expected.effect_size, rel=1e-9)
        ranks = [rank for rank in row.mean_ranks if not np.isnan(rank)]
        assert ranks == pytest.approx(expected.mean_ranks)


def test_changed_pairs_are_nemenyis(garcia):
    result = stability(garcia, alpha=0.05)
    significant = {
        (row.first, row.second): row.p_adjusted <= 0.05 for row in nemenyi(garcia).comparisons
    }
    for row in result.rows[:5]:
        less = Scores.from_frame(garcia.frame.drop(index=row.name), Roles(score="accuracy"))
        now = {(c.first, c.second): c.p_adjusted <= 0.05 for c in nemenyi(less).comparisons}
        assert set(row.changed) == {pair for pair in now if now[pair] != significant[pair]}


def test_mean_ranks_depend_on_the_algorithms_compared():
    """Benavoli et al. (2016): whether a beats b depends on the other algorithms."""
    first = [5, 5, 5, 5, 5, 1, 1, 1, 1, 1]
    crowd = {f"c{place}": [2, 2, 2, 2, 2, 3, 3, 3, 3, 3] for place in range(3)}
    frame = pd.DataFrame({"a": first, "b": [4, 4, 4, 4, 4, 2, 2, 2, 2, 2], **crowd}, dtype=float)
    result = stability(Scores.from_frame(frame, Roles(score="accuracy")))
    assert {row.kind for row in result.rows} == {"dataset", "algorithm"}
    assert len(result.table) == 16


def test_each_block_left_out_is_the_base_of_the_rest():
    draw = np.random.default_rng(7)
    values = (draw.normal(size=(25, 5)) + 0.4 * np.arange(5)).round(1)
    frame = pd.DataFrame(values, columns=list("abcde"), index=[f"d{i}" for i in range(25)])
    result = stability(Scores.from_frame(frame, Roles(score="accuracy")))
    assert any(row.changed for row in result.rows)
    for row in result.rows[:25]:
        rest = Scores.from_frame(frame.drop(index=row.name), Roles(score="accuracy"))
        expected = stability(rest).base
        assert row[2:-1] == expected[2:-1]


def test_pairs_that_change_name_the_better_one_first(demsar):
    assert "C4.5+m − C4.5 and C4.5+m+cf − C4.5" in set(stability(demsar).display["pairs changed"])


def test_what_never_changes_is_named_and_nothing_more():
    frame = pd.DataFrame({"a": range(40, 52), "b": range(30, 42), "c": range(20, 32)})
    result = frame.bench(score="accuracy").stability().without_pairs()
    assert not result.flips
    assert not result.new_best
    # the test that decides on pairs was not repeated
    assert result.interpretation == (
        "Neither the overall decision nor the best algorithm depends on a single dataset or algorithm.",
    )


def test_no_other_best_is_shown_where_the_best_is_left_out():
    """The summary counts no change there, so that its table may not seem to show one."""
    values = np.random.default_rng(1).normal([0.0, 0.5, 1.0], 0.1, (12, 3))
    frame = pd.DataFrame(values, columns=list("abc"))
    result = stability(Scores.from_frame(frame, Roles(score="accuracy")))
    assert "neither the omnibus decision nor the best algorithm changes" in result.summary
    shown = dict(zip(result.display["name"], result.display["best"], strict=True))
    assert (shown["a"], shown["b"], shown["c"]) == ("c", "c", "left out")
