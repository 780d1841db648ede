import tracemalloc

import numpy as np
import pandas as pd
import pytest

from benchreport import stats
from benchreport.data import Roles, Scores
from benchreport.plots import alt_of, caption_of, data_of, rank_count_plot
from benchreport.plots.scores.rank_counts import count_ranks


def ranking(values):
    frame = pd.DataFrame(values, columns=[f"a{place}" for place in range(values.shape[1])])
    return stats.ranks(Scores.from_frame(frame, Roles(score="accuracy")))


def random_ranking(n, k):
    return ranking(np.random.default_rng(0).normal(size=(n, k)) + 0.2 * np.arange(k))


def bars(axes):
    """Return the widths of each row's parts, from the top."""
    parts = [patch for patch in axes.patches if patch.get_gid() == "rank"]
    rows = sorted({part.get_y() for part in parts}, reverse=True)
    return [[part.get_width() for part in parts if part.get_y() == row] for row in rows]


def test_bars_are_how_often_each_rank_is_taken():
    result = ranking(np.array([[1, 2, 3], [3, 2, 1], [1, 2, 3], [1, 1, 2]]))
    axes = rank_count_plot(result)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a2", "a1", "a0"]
    assert bars(axes) == [[3, 1], [3.5, 0.5], [1, 0.5, 2.5]]
    assert data_of(axes).columns.tolist() == ["algorithm", "rank 1", "rank 2", "rank 3"]
    assert alt_of(axes).endswith("Times in first place, by mean rank: a2 3, a1 0, a0 1.")
    assert "each algorithm takes each rank" in caption_of(axes)
    assert "tie share" in caption_of(axes)


@pytest.mark.parametrize("k", [2, 12, 13, 60, 300])
def test_all_blocks_are_in_each_bar_whatever_their_number(k):
    axes = rank_count_plot(random_ranking(40, k))
    assert np.allclose([sum(row) for row in bars(axes)], 40)
    assert max(map(len, bars(axes))) <= 12
    assert ("A shade stands for" in caption_of(axes)) == (k > 12)
    assert "tie" not in caption_of(axes)


def test_the_best_of_many_are_drawn():
    axes = rank_count_plot(random_ranking(30, 60), most=20)
    assert len(bars(axes)) == 20
    assert caption_of(axes).endswith("40 algorithms further down are not drawn.")
    assert len(rank_count_plot(random_ranking(30, 4), most=20).get_yticklabels()) == 4


def test_counts_of_ranks_add_up_over_algorithms_and_over_ranks():
    ranks = np.array(ranking(np.random.default_rng(1).integers(0, 3, (20, 6))).ranks)
    counts = count_ranks(ranks)
    assert np.allclose(counts.sum(axis=0), 20)
    assert np.allclose(counts.sum(axis=1), 20)
    assert np.allclose(counts @ np.arange(1, 7) / 20, ranks.mean(axis=0))


def test_counting_ranks_takes_little_more_memory_than_the_ranks():
    ranks = np.tile(np.arange(1.0, 101), (300, 1))
    tracemalloc.start()
    count_ranks(ranks)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 * ranks.nbytes
