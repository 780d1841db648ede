import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import LONG, longer
from scipy.stats import rankdata

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.plots.base.descriptions import alt_of, caption_of, data_of
from benchreport.plots.base.style import svg_of
from benchreport.plots.scores.heatmap import heatmap_plot

HOSTILE = [r"$\badcmd$", "<script>", "決定木の名前", "x" * 60, "a"]


def table(values, names=None, score="accuracy"):
    frame = pd.DataFrame(values, columns=names or [f"m{place}" for place in range(values.shape[1])])
    frame.index = [f"d{place}" for place in range(len(values))]
    return Scores.from_frame(frame, Roles(score=score))


def random(n, k, score="accuracy", seed=0):
    return table(np.random.default_rng(seed).random((n, k)).round(3), score=score)


def shades(ax):
    """Return how dark each cell is, from 0 to 1."""
    (image,) = ax.images
    rgba = image.cmap(image.norm(image.get_array()))
    return 1 - rgba[..., :3].mean(axis=-1), rgba[..., 3]


@pytest.mark.parametrize("score", ["accuracy", "error"])
def test_rows_and_columns_are_sorted_by_their_means_and_dark_is_good(score):
    scores = random(9, 6, score)
    ax = heatmap_plot(scores)
    sign = 1 if score == "accuracy" else -1
    rows = np.argsort(-sign * scores.values.mean(axis=1))
    columns = np.argsort(-sign * scores.values.mean(axis=0))
    (image,) = ax.images
    assert image.get_array().data == pytest.approx(scores.values[np.ix_(rows, columns)])
    assert [tick.get_text() for tick in ax.get_xticklabels()] == [f"m{i}" for i in columns]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == [f"d{i}" for i in rows]
    # the first row is on top
    assert ax.get_ylim() == (8.5, -0.5)
    dark, _ = shades(ax)
    order = np.argsort(sign * image.get_array().data.ravel())
    assert (np.diff(dark.ravel()[order]) >= -1e-9).all()


def test_values_are_printed_where_they_are_the_best_bold():
    scores = random(5, 4)
    ax = heatmap_plot(scores)
    frame = data_of(ax).drop(columns="dataset")
    printed = [text for text in ax.texts if text.get_gid() == "value"]
    assert len(printed) == 20
    for text in printed:
        column, row = text.get_position()
        assert float(text.get_text()) == pytest.approx(frame.iloc[row, column], abs=5e-4)
        best = frame.iloc[row, column] == frame.iloc[row].max()
        assert (text.get_fontweight() == "bold") == best
    assert not heatmap_plot(random(5, 60), width="column").texts


def test_only_ranks_of_ties_have_decimals():
    frame = pd.DataFrame([[0.5, 0.5, 0.4], [0.3, 0.2, 0.1]], columns=list("abc"))
    axes = frame.bench(score="accuracy").heatmap_plot(values="rank")
    written = sorted(text.get_text() for text in axes.texts if text.get_gid() == "value")
    assert written == ["1", "1.5", "1.5", "2", "3", "3"]


def test_ranks_and_regrets():
    values = np.random.default_rng(0).integers(0, 5, (8, 5)) / 4.0
    values[2, 3] = np.nan
    scores = table(values, score="error")
    ranks = data_of(heatmap_plot(scores, values="rank")).set_index("dataset")
    regrets = data_of(heatmap_plot(scores, values="regret")).set_index("dataset")
    for row, row_scores in enumerate(values):
        present = ~np.isnan(row_scores)
        names = [f"m{place}" for place in np.flatnonzero(present)]
        assert ranks.loc[f"d{row}", names].tolist() == rankdata(row_scores[present]).tolist()
        assert (
            regrets.loc[f"d{row}", names].tolist()
            == (row_scores[present] - row_scores[present].min()).tolist()
        )
    assert np.isnan(ranks.loc["d2", "m3"])
    assert list(ranks) == ranks.mean().sort_values(kind="stable").index.tolist()


def test_scaled_by_dataset_each_row_has_its_best_and_its_worst():
    values = np.random.default_rng(0).random((6, 5)) * 10.0 ** np.arange(6)[:, None]
    values[4] = 7.0
    ax = heatmap_plot(table(values, score="runtime"), scale="dataset")
    (image,) = ax.images
    scaled = image.get_array().data
    constant = [text.get_text() for text in ax.get_yticklabels()].index("d4")
    varying = np.delete(scaled, constant, axis=0)
    assert varying.min(axis=1).tolist() == [0.0] * 5
    assert varying.max(axis=1) == pytest.approx(1.0)
    assert (scaled[constant] == 1).all()
    assert "worst to the best of each dataset" in caption_of(ax)


def test_shades_of_costs_over_many_decades_are_logarithms():
    values = 10.0 ** np.random.default_rng(0).uniform(-3, 3, (8, 4))
    ax = heatmap_plot(table(values, score="runtime"))
    (image,) = ax.images
    middle = float(np.sqrt(values.min() * values.max()))
    assert image.norm(middle) == pytest.approx(0.5)
    assert "Shades are of logarithms." in caption_of(ax)
    means = np.log10(values).mean(axis=0)
    assert list(data_of(ax))[1:] == [f"m{place}" for place in np.argsort(means)]


def test_gaps_are_holes_over_a_hatch():
    values = np.random.default_rng(0).random((6, 4))
    values[1, 2] = values[3, 0] = np.nan
    values[5] = np.nan
    ax = heatmap_plot(table(values))
    _, opaque = shades(ax)
    assert (opaque == 0).sum() == 6
    assert ax.patch.get_hatch()
    assert "Hatched cells have no score (6 of 24)." in caption_of(ax)
    assert ax.get_yticklabels()[-1].get_text() == "d5"


def test_caption_splits_the_variance():
    rng = np.random.default_rng(0)
    values = rng.normal(0, 1, (12, 1)) + rng.normal(0, 0.1, (12, 5))
    between = 5 * values.mean(axis=1).var() * 12
    share = 100 * between / (values.var() * values.size)
    caption = caption_of(heatmap_plot(table(values)))
    assert f"{share:.0f} % lies between datasets" in caption
    assert "rows are stripes" in caption
    assert "columns are stripes" in caption_of(heatmap_plot(table(values.T.copy())))
    assert "no stripes" in caption_of(heatmap_plot(random(12, 5)))
    assert "variance" not in caption_of(heatmap_plot(table(np.ones((3, 3)))))


@pytest.mark.parametrize(
    ("n", "k", "width"),
    [(2, 2, "page"), (20, 10, "column"), (30, 60, "page"), longer(500, 300, "column")],
)
def test_names_do_not_overlap_and_stay_in_the_figure(n, k, width):
    names = ["x" * 60, "決定木の名前", *[f"algorithm {place}" for place in range(2, k)]]
    ax = heatmap_plot(table(np.random.default_rng(0).random((n, k)), names), width=width)
    figure = ax.get_figure(root=True)
    figure.draw_without_rendering()
    rows = [text.get_window_extent() for text in ax.get_yticklabels()]
    rows.sort(key=lambda box: box.y0)
    assert all(low.y1 <= high.y0 + 2.5 for low, high in itertools.pairwise(rows))
    assert min(box.x0 for box in rows) >= -1
    columns = [text.get_window_extent() for text in ax.get_xticklabels()]
    assert max(box.y1 for box in columns) <= figure.bbox.height + 1
    room = ax.get_window_extent().width / k * (ax.get_xticks()[1] - ax.get_xticks()[0])
    size = ax.get_xticklabels()[0].get_fontsize() * figure.dpi / 72
    assert size <= 1.02 * room
    caption = caption_of(ax)
    assert ("datasets is named" in caption) == (len(rows) < n)
    assert ("algorithms is named" in caption) == (len(columns) < k)


@LONG
def test_a_large_table_is_an_image():
    svg = svg_of(heatmap_plot(random(500, 200)))
    assert svg.count(b"<image") <= 2
    assert len(svg) < 2_000_000


def test_options_and_unmatched_runs():
    with pytest.raises(OptionError, match="values must be"):
        heatmap_plot(random(4, 3), values="ranks")
    with pytest.raises(OptionError, match="scale must be"):
        heatmap_plot(random(4, 3), scale="row")
    frame = pd.DataFrame({"algorithm": ["a"] * 5 + ["b"] * 5, "accuracy": np.arange(10.0)})
    with pytest.raises(DesignError, match="belong together"):
        heatmap_plot(Scores.from_frame(frame))


@LONG
@settings(max_examples=3, deadline=None)
@given(
    st.integers(2, 40),
    st.integers(2, 40),
    st.sampled_from([1e-300, 1e-9, 1.0, 1e12, 1e300]),
    st.sampled_from(["score", "rank", "regret"]),
    st.sampled_from(["table", "dataset"]),
    st.floats(0, 0.6),
)
def test_any_table_draws_the_same_bytes(n, k, size, values, scale, gaps):
    rng = np.random.default_rng(n)
    scores = rng.integers(-2, 4, (n, k)) * size
    scores[rng.random((n, k)) < gaps] = np.nan
    scores[0] = size
    names = [f"{HOSTILE[place % 5]}{place}" for place in range(k)]

    def draw():
        ax = heatmap_plot(table(scores, names), values=values, scale=scale)
        assert len(alt_of(ax)) > 40
        return svg_of(ax)

    assert draw() == draw()


def _value_boxes(axes):
    figure = axes.get_figure(root=True)
    figure.draw_without_rendering()
    texts = [text for text in axes.texts if text.get_gid() == "value"]
    return [text.get_window_extent() for text in texts], [text.get_fontsize() for text in texts]


@pytest.mark.parametrize("k", [2, 12, longer(9)])
@pytest.mark.parametrize(("width", "letters"), [(3.3, 4), (3.3, 40), (7.0, 40)])
def test_values_fit_their_cells_and_are_legible_or_left_out(k, width, letters):
    names = [f"{place:02} {'with default settings ' * 3}"[:letters] for place in range(k)]
    frame = pd.DataFrame(np.random.default_rng(1).random((8, k)), columns=names)
    frame.index = pd.Index(
        [f"{place} {'benchmark ' * 5}"[:letters] for place in range(8)], name="dataset"
    )
    axes = frame.bench(score="accuracy").heatmap_plot(width=width)
    boxes, sizes = _value_boxes(axes)
    assert len(boxes) in (0, 8 * k)
    assert boxes or k > 2
    cell = axes.get_window_extent().width / k
    assert all(box.width <= cell for box in boxes)
    assert all(size >= 6.2 for size in sizes)
