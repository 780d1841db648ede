import warnings

import numpy as np
import pandas as pd
import pytest
from needs import longer

from benchreport import stats
from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.plots.base.descriptions import alt_of, caption_of, data_of
from benchreport.plots.base.hover import points_of
from benchreport.plots.base.style import svg_of
from benchreport.plots.pairs.posterior import posterior_plot


def table(k, n=12, names=None):
    rng = np.random.default_rng(0)
    values = rng.normal(0, 0.03, size=(n, k)) + np.linspace(0, 0.05, k) + rng.normal(size=(n, 1))
    columns = names or [f"algorithm {place}" for place in range(k)]
    return Scores.from_frame(pd.DataFrame(values, columns=columns), Roles(score="accuracy"))


def bars(axes):
    """Return the parts of each bar, from the bottom up."""
    rows = {}
    for patch in axes.patches:
        if patch.get_gid() == "share":
            place = round(patch.get_y() + patch.get_height() / 2)
            rows.setdefault(place, []).append((patch.get_x(), patch.get_width()))
    return [rows[place] for place in sorted(rows)]


@pytest.mark.parametrize(("k", "width"), [(2, "column"), (10, "page"), longer(60, "column")])
def test_any_size_draws_with_a_description(k, width):
    result = stats.bayes_sign(table(k), rope=0.01)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        axes = posterior_plot(result, width=width)
        assert svg_of(axes).startswith(b"<?xml")
    pairs = k * (k - 1) // 2
    n_bars = min(pairs, 45)
    assert f"Posterior probabilities of {n_bars} pair" in alt_of(axes)
    assert (f"The {pairs - 45:,} pairs with the most certain" in caption_of(axes)) == (pairs > 45)
    assert len(bars(axes)) == len(data_of(axes)) == n_bars
    assert len(points_of(axes)) >= min(n_bars, 20)


def test_bars_are_the_probabilities():
    result = stats.bayes_sign(table(4), rope=0.02)
    axes = posterior_plot(result)
    shares = [(row.p_first, row.p_rope, row.p_second) for row in result.oriented().rows]
    # the bar on top is that of the pair whose first is most probably better
    shares.sort(key=lambda row: (row[0], -row[2]))
    for bar, row in zip(bars(axes), shares, strict=True):
        assert [width for _, width in bar] == pytest.approx([p for p in row if p > 0])
    for bar in bars(axes):
        assert sum(width for _, width in bar) == pytest.approx(1)
    edges = [line.get_xdata()[0] for line in axes.lines if line.get_gid() == "decided from"]
    assert edges == pytest.approx([0.95, 0.05])


def test_a_control_is_always_on_the_left():
    result = stats.bayes_sign(table(5), control="algorithm 4")
    axes = posterior_plot(result)
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert set(labels) == {f"algorithm {place}" for place in range(4)}
    ends = {
        label: bar[0][1] if bar[0][0] == 0 else 0.0
        for label, bar in zip(labels, bars(axes), strict=True)
    }
    for row in result.rows:
        if row.p_second > 0:
            assert ends[row.first] == pytest.approx(row.p_second)
    legend = [text.get_text() for text in axes.get_legend().get_texts()]
    assert legend == ["algorithm 4 better", "the other better"]
    assert "left: algorithm 4 is better" in caption_of(axes)


def test_the_least_certain_are_kept():
    result = stats.bayes_sign(table(6))
    axes = posterior_plot(result, most=3)
    certain = sorted(max(row.p_first, row.p_second) for row in result.rows)[:3]
    largest = data_of(axes)[["p_first", "p_second"]].max(axis=1)
    assert sorted(largest) == pytest.approx(certain)
    with pytest.raises(OptionError, match="most must be a whole number above 0"):
        posterior_plot(result, most=0)


def test_nothing_is_cut_off():
    names = [
        "a model with quite a long name, rate 0.1",
        "a model with quite a long name, rate 0.2",
        "x",
    ]
    for width in ("column", "page"):
        axes = posterior_plot(stats.bayes_sign(table(3, names=names), rope=0.01), width=width)
        figure = axes.figure
        figure.draw_without_rendering()
        for text in (*axes.get_yticklabels(), *axes.get_legend().get_texts()):
            box = text.get_window_extent()
            assert box.x0 >= -0.5
            assert box.x1 <= figure.bbox.x1 + 0.5
            assert box.y1 <= figure.bbox.y1 + 0.5
        assert len({label.get_text() for label in axes.get_yticklabels()}) == 3


def test_the_caption_gives_the_number_of_draws():
    result = stats.bayes_signed_rank(table(3), rope=0.01, n_resamples=2000)
    caption = caption_of(posterior_plot(result))
    assert "from 2,000 draws" in caption
    assert "neither is better by more than 0.01" in caption
