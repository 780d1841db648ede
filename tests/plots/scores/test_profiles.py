import warnings

import numpy as np
import pandas as pd
import pytest
from algorithm_names import algorithm_names
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure
from needs import LONG, longer

from benchreport.data import Roles, Scores
from benchreport.errors import DataError, FontWarning, OptionError
from benchreport.plots.base.descriptions import alt_of, caption_of, data_of
from benchreport.plots.base.style import svg_of
from benchreport.plots.scores.profiles import profile_plot, profile_plot_from_table
from benchreport.stats.description.profiles import profiles


def costs(n_blocks, k, names=None, seed=0):
    rng = np.random.default_rng(seed)
    values = np.exp(rng.normal(size=(n_blocks, k)) + np.linspace(0, 1, k))
    values[rng.random((n_blocks, k)) < 0.05] = np.nan
    values[0] = 1.0
    columns = names or [f"solver {place}" for place in range(k)]
    frame = pd.DataFrame(values, columns=columns)
    return Scores.from_frame(frame, Roles(score="seconds", higher_is_better=False))


def runs(k=3):
    rng = np.random.default_rng(k)
    rows = [
        (f"a{a}", f"d{d}", run, rng.normal(0.6 + 0.02 * a, 0.1))
        for a in range(k)
        for d in range(4)
        for run in range(5)
    ]
    return Scores.from_frame(pd.DataFrame(rows, columns=["algorithm", "dataset", "seed", "auc"]))


def lines(ax):
    return [line for line in ax.lines if line.get_gid() == "profile"]


def bands(ax):
    return [band for band in ax.collections if band.get_gid() == "band"]


@pytest.mark.parametrize(
    ("k", "width", "kind"),
    [
        (2, "column", "ratio"),
        (3, "page", "score"),
        longer(20, "column", "score"),
        longer(300, "page", "ratio"),
    ],
)
def test_any_size_draws_with_a_description(k, width, kind):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ax = profile_plot_from_table(costs(8, k), kind=kind, width=width, n_resamples=50)
        assert svg_of(ax).startswith(b"<?xml")
    assert f"profiles of {k} algorithms" in alt_of(ax)
    assert ("are grey" in caption_of(ax)) == (k > 20)
    assert len(lines(ax)) == k
    assert len(ax.get_legend().get_texts()) == (k if k <= 20 else 9)


def test_lines_and_bands_are_the_results():
    result = profiles(costs(12, 5))
    ax = profile_plot(result)
    for line, band, place in zip(lines(ax), bands(ax), result.order, strict=True):
        row = result.rows[place]
        assert tuple(line.get_xdata()) == result.thresholds
        assert tuple(line.get_ydata()) == row.shares
        assert line.get_drawstyle() == "steps-post"
        heights = band.get_paths()[0].vertices[:, 1]
        assert heights.min() == pytest.approx(min(row.low))
        assert heights.max() == pytest.approx(max(row.high))
    assert ax.get_xscale() == "log"
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == [result.rows[place].algorithm for place in result.order]


def test_profiles_of_scores_are_on_a_linear_axis():
    result = profiles(runs())
    ax = profile_plot(result)
    assert ax.get_xscale() == "linear"
    assert ax.get_xlim() == (result.thresholds[0], result.thresholds[-1])
    assert (ax.get_ylabel(), ax.get_xlabel()) == ("share of runs", "with auc above τ")
    assert "runs resampled within datasets 2,000 times" in caption_of(ax)


def test_lines_differ_without_colour():
    looks = {
        (line.get_marker(), str(line._unscaled_dash_pattern))
        for line in lines(profile_plot(profiles(costs(9, 12))))
    }
    assert len(looks) == 12


def test_many_have_fewer_bands_and_the_caption_says_so():
    result = profiles(costs(9, 12))
    ax = profile_plot(result)
    assert len(bands(ax)) == 3
    assert "Bands of the best 3 are pointwise 95 %" in caption_of(ax)
    ax = profile_plot(result, highlight=2)
    assert len(bands(ax)) == 2
    assert "2 algorithms are in colour, the other 10 are grey." in caption_of(ax)
    with pytest.raises(OptionError, match="highlight names"):
        profile_plot(result, highlight=["nobody"])


@LONG
@given(
    names=algorithm_names(22),
    n_blocks=st.integers(2, 12),
    spread=st.sampled_from([0.0, 1e-3, 1.0, 30.0]),
    width=st.sampled_from(["column", "page"]),
)
@settings(max_examples=3, deadline=None)
def test_any_names_and_ratios(names, n_blocks, spread, width):
    values = np.exp(spread * np.random.default_rng(n_blocks).normal(size=(n_blocks, len(names))))
    frame = pd.DataFrame(values, columns=names)
    scores = Scores.from_frame(frame, Roles(score="seconds", higher_is_better=False))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", FontWarning)
        ax = profile_plot(profiles(scores, n_resamples=40), width=width)
        page = svg_of(ax)
    assert page.startswith(b"<?xml")
    ticks = [label.get_text() for label in ax.get_xticklabels()]
    assert 1 <= len(ticks) <= 11
    assert len(set(ticks)) == len(ticks)


@pytest.mark.parametrize("width", ["column", "page"])
def test_legend_and_labels_are_inside_the_figure(width):
    names = ["x" * 60, "y" * 60, *[f"solver {place}" for place in range(18)]]
    ax = profile_plot(profiles(costs(9, 20, names), n_resamples=50), width=width)
    figure = ax.get_figure(root=True)
    figure.draw_without_rendering()
    for box in (
        ax.get_legend().get_window_extent(),
        ax.xaxis.label.get_window_extent(),
        ax.yaxis.label.get_window_extent(),
    ):
        assert box.x0 >= -1
        assert box.y0 >= -1
        assert box.x1 <= figure.bbox.width + 1
        assert box.y1 <= figure.bbox.height + 1
    assert ax.get_position().height * figure.get_figheight() > 1.2


def test_hostile_names_are_no_markup():
    names = [r"$\badcmd$", "<script>alert(1)</script>", "a_b%c#d&e", "_hidden", "\t"]
    ax = profile_plot(profiles(costs(9, 5, names), n_resamples=50))
    assert b"<script>" not in svg_of(ax)
    assert len(ax.get_legend().get_texts()) == 5


def test_ratios_of_scores_that_are_not_positive_are_refused():
    scores = Scores.from_frame(pd.DataFrame({"a": [0.0, 1], "b": [1, 1]}), Roles(score="auc"))
    with pytest.raises(DataError, match="above 0"):
        profile_plot_from_table(scores, kind="ratio")


def test_same_bytes_given_axes_and_data():
    result = profiles(costs(9, 4))
    assert svg_of(profile_plot(result)) == svg_of(profile_plot(profiles(costs(9, 4))))
    ax = Figure().add_subplot()
    assert profile_plot(result, ax=ax) is ax
    assert list(data_of(ax).columns) == ["algorithm", "threshold", "share", "low", "high"]
    assert len(data_of(ax)) == 4 * len(result.thresholds)
