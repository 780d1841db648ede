import itertools
import warnings

import numpy as np
import pandas as pd
import pytest
from algorithm_names import algorithm_names
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure
from needs import LONG, longer
from published import published

from benchreport.data import Roles, Scores
from benchreport.errors import FontWarning, OptionError
from benchreport.plots.base.descriptions import alt_of, caption_of, data_of
from benchreport.plots.base.style import svg_of
from benchreport.plots.pairs.cell_grid import fit_grid
from benchreport.plots.pairs.matrix import matrix_plot, matrix_plot_from_table
from benchreport.plots.pairs.pair_tables import orient_pairs
from benchreport.stats.description.multi_comparison import multi_comparison

HOSTILE = ["決定木の名前", r"$\badcmd$", "a_b%c#d&e", "<script>alert(1)</script>", "x" * 60]


def table(n_blocks, k, names=None, *, higher=True, seed=0):
    rng = np.random.default_rng(seed)
    values = rng.normal(0.8, 0.05, size=(n_blocks, k)) + np.linspace(0, 0.1, k)
    columns = names or [f"algorithm {place}" for place in range(k)]
    frame = pd.DataFrame(values if higher else 2 - values, columns=columns)
    return Scores.from_frame(frame, Roles(score="accuracy", higher_is_better=higher))


def texts(ax, gid):
    return [text for text in ax.texts if text.get_gid() == gid]


def lines(ax, gid):
    return [line for line in ax.lines if line.get_gid() == gid]


def mesh(ax):
    return next(collection for collection in ax.collections if collection.get_gid() == "cells")


@pytest.mark.parametrize(
    ("k", "width"), [(2, "column"), (3, "page"), longer(60, "page"), longer(300, "column")]
)
def test_any_size_draws_with_a_description(k, width):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ax = matrix_plot_from_table(table(9, k), width=width)
        assert svg_of(ax).startswith(b"<?xml")
    assert f"{k} algorithms by mean accuracy" in alt_of(ax)
    n_rows = len(ax.get_yticklabels())
    assert n_rows == len(ax.get_xticklabels())
    assert (f"{k - n_rows} are left out" in caption_of(ax)) == (n_rows < k)
    assert n_rows == min(k, {"column": n_rows, "page": 60}[width])


@LONG
@given(
    names=algorithm_names(14),
    n_blocks=st.integers(2, 12),
    higher=st.booleans(),
    ties=st.booleans(),
)
@settings(max_examples=3, deadline=None)
def test_any_names_and_ties(names, n_blocks, higher, ties):
    values = np.random.default_rng(len(names)).normal(size=(n_blocks, len(names)))
    frame = pd.DataFrame(np.round(values) if ties else values)
    scores = Scores.from_frame(frame, Roles(score="x", higher_is_better=higher))
    result = multi_comparison(scores)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", FontWarning)
        svg_of(matrix_plot(result))


def test_hostile_names_draw_in_full_or_shortened():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FontWarning)
        ax = matrix_plot_from_table(table(9, len(HOSTILE), HOSTILE))
        page = svg_of(ax)
    assert b"<script>" not in page
    assert len({label.get_text() for label in ax.get_yticklabels()}) == len(HOSTILE)


def test_cells_hold_difference_counts_and_p():
    result = multi_comparison(published("demsar2006"), correction="none")
    ax = matrix_plot(result)
    names = [result.design.algorithms[place] for place in result.order]
    cells = {
        (names[int(text.get_position()[1])], names[int(text.get_position()[0])]): text
        for text in texts(ax, "cell")
    }
    assert len(cells) == 12
    text = cells["C4.5+m", "C4.5"]
    assert text.get_text() == "+0.0155\n10/2/2\np = .007"
    assert cells["C4.5", "C4.5+m"].get_text() == "−0.0155\n2/2/10\np = .007"
    assert text.get_fontweight() == "bold"
    bold = {pair for pair, label in cells.items() if label.get_fontweight() == "bold"}
    pairs = {(row.first, row.second) for row in result.significant}
    assert bold == pairs | {pair[::-1] for pair in pairs}


def test_shades_are_the_mean_differences_best_first():
    result = multi_comparison(table(20, 8))
    ax = matrix_plot(result)
    means = np.array(result.centres)[list(result.order)]
    expected = means[:, None] - means
    shades = mesh(ax).get_array().reshape(8, 8)
    off = ~np.eye(8, dtype=bool)
    assert np.asarray(shades)[off] == pytest.approx(expected[off])
    assert np.ma.getmaskarray(shades).diagonal().all()
    assert np.all(np.diff(means) <= 0)


@pytest.mark.parametrize("higher", [True, False])
def test_blue_is_the_better_row(higher):
    ax = matrix_plot_from_table(table(20, 4, higher=higher))
    colours = mesh(ax).to_rgba(mesh(ax).get_array()).reshape(4, 4, 4)
    # the best is on top: its whole row is blue
    assert np.all(colours[0, 1:, 2] > colours[0, 1:, 0])
    assert np.all(colours[1:, 0, 0] > colours[1:, 0, 2])


def test_small_cells_mark_significant_pairs():
    result = multi_comparison(table(30, 40))
    ax = matrix_plot(result)
    assert not texts(ax, "cell")
    up, down = lines(ax, "row better")[0], lines(ax, "column better")[0]
    assert len(up.get_xdata()) == len(down.get_xdata()) == len(result.significant) > 0
    better = {(y, x) for x, y in zip(*up.get_data(), strict=True)}
    assert {(x, y) for x, y in zip(*down.get_data(), strict=True)} == better
    assert up.get_marker() != down.get_marker()
    assert "Triangles mark p ≤ .05" in caption_of(ax)


def test_narrow_cells_hold_less():
    page, column = (
        matrix_plot_from_table(table(20, k), width=width)
        for k, width in ((10, "page"), (16, "column"))
    )
    assert texts(page, "cell")[0].get_text().count("\n") == 2
    assert [text.get_text() for text in texts(page, "key")] == ["difference\nW/T/L\np"]
    assert len(texts(column, "cell")) == len(texts(column, "key")) == 0


def test_texts_stay_in_their_cells():
    ax = matrix_plot_from_table(table(20, 10))
    figure = ax.get_figure(root=True)
    figure.draw_without_rendering()
    for text in [*texts(ax, "cell"), *texts(ax, "key")]:
        box = text.get_window_extent().transformed(ax.transData.inverted())
        x, y = text.get_position()
        assert abs(box.x0 - x) <= 0.52
        assert abs(box.x1 - x) <= 0.52
        assert max(abs(box.y0 - y), abs(box.y1 - y)) <= 0.5


@pytest.mark.parametrize("k", [2, 60, longer(10)])
@pytest.mark.parametrize("width", ["column", longer("page")])
def test_names_do_not_overlap_nor_leave_the_figure(k, width):
    names = ["x" * 60, *[f"algorithm {place}" for place in range(1, k)]]
    ax = matrix_plot_from_table(table(15, k, names), width=width)
    figure = ax.get_figure(root=True)
    figure.draw_without_rendering()
    for labels, low, high in (
        (ax.get_yticklabels(), "y0", "y1"),
        (ax.get_xticklabels(), "x0", "x1"),
    ):
        boxes = sorted((label.get_window_extent() for label in labels), key=lambda box: box.y0)
        boxes.sort(key=lambda box: getattr(box, low))
        for earlier, other in itertools.pairwise(boxes):
            assert getattr(earlier, high) <= getattr(other, low) + 1.5
        for box in boxes:
            assert box.x0 >= -1
            assert box.y0 >= -1
            assert box.x1 <= figure.bbox.width + 1
            assert box.y1 <= figure.bbox.height + 1


def test_most_is_how_many_of_the_best():
    result = multi_comparison(table(20, 10))
    ax = matrix_plot(result, most=3)
    best = [result.design.algorithms[place] for place in result.order[:3]]
    assert [label.get_text() for label in ax.get_xticklabels()] == best
    assert "The best 3 are shown; 7 are left out." in caption_of(ax)
    assert "the best 3 of 10 algorithms" in alt_of(ax)
    with pytest.raises(OptionError, match="most must be"):
        matrix_plot(result, most=1)


def test_same_bytes_given_axes_and_data():
    result = multi_comparison(table(9, 4))
    assert svg_of(matrix_plot(result)) == svg_of(matrix_plot(result))
    ax = Figure().add_subplot()
    assert matrix_plot(result, ax=ax) is ax
    assert data_of(ax).equals(orient_pairs(result, result.design.algorithms).table)


def test_a_grid_shares_the_width():
    for width in (3.4, 7.0):
        for n in (2, 10, 25):
            grid = fit_grid(["x" * 12] * n, ["x" * 12] * n, width, aside=0.8)
            assert 0.05 < grid.down <= grid.across
            assert n * grid.across < width
