import itertools
import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure
from matplotlib.text import Text
from needs import LONG, longer
from scipy.stats import rankdata

from benchreport import stats
from benchreport.data import Roles, Scores
from benchreport.data.several import Several
from benchreport.errors import FontWarning, OptionError
from benchreport.plots import alt_of, caption_of, data_of, svg_of
from benchreport.plots.several.bump import bump_plot, bump_plot_from_table
from benchreport.stats.description.rank_changes import rank_changes

HOSTILE = [
    "決定木の名前",
    r"$\badcmd$",
    "a_b%c#d&e",
    "<script>alert(1)</script>",
    "x" * 60,
    "two words",
]


def frame_of(k, m=5, n=6, names=None, seed=0, spread=0.05):
    rng = np.random.default_rng(seed)
    names = names or [f"algorithm {place}" for place in range(k)]
    index = pd.MultiIndex.from_product(
        [[f"night {place}" for place in range(m)], range(n), names],
        names=["night", "dataset", "algorithm"],
    )
    level = np.linspace(0.6, 0.8, k) + rng.normal(0, spread, (m, 1, k))
    return pd.DataFrame({"accuracy": (level + rng.normal(0, 0.02, (m, n, k))).ravel()}, index=index)


def changes(*args, **kwargs):
    return rank_changes(Several.from_frame(frame_of(*args, **kwargs).reset_index()), over="night")


def lines(ax, gid="ranks"):
    return [line for line in ax.lines if line.get_gid() == gid]


def labels(ax):
    return [text for text in ax.texts if text.get_gid() == "label"]


@pytest.mark.parametrize("k", [2, 60, longer(10), longer(300)])
@pytest.mark.parametrize("width", ["page", "column"])
def test_lines_are_the_ranks_of_mean_ranks(k, width):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = changes(k, m=4, n=3)
        ax = bump_plot(result, width=width)
        assert svg_of(ax).startswith(b"<?xml")
    ranks = np.array([line.get_ydata() for line in lines(ax)])
    assert np.array_equal(ranks, np.array(result.ranks)[:, list(result.order)].T)
    assert ax.get_ylim()[0] > ax.get_ylim()[1]
    assert len(alt_of(ax)) > 40
    assert "Kendall's W" in caption_of(ax)


def test_ranks_are_those_of_each_table_alone():
    frame = frame_of(5).reset_index()
    result = rank_changes(Several.from_frame(frame), over="night")
    for row, night in enumerate(result.tables):
        table = frame[frame["night"] == night].drop(columns="night")
        means = stats.ranks(Scores.from_frame(table, Roles(score="accuracy"))).mean_ranks
        assert result.mean_ranks[row] == means
        assert result.ranks[row] == tuple(rankdata(means))


def test_kendalls_w_is_that_of_its_definition():
    ranks = np.array(changes(7).ranks)
    m, k = ranks.shape
    deviation = ((ranks.sum(axis=0) - m * (k + 1) / 2) ** 2).sum()
    ties = sum((counts**3 - counts).sum() for counts in map(_ties, ranks))
    expected = 12 * deviation / (m**2 * (k**3 - k) - m * ties)
    assert changes(7).kendall_w == pytest.approx(expected)


def _ties(row):
    return np.unique(row, return_counts=True)[1]


def test_leads_and_moves_are_counted():
    frame = pd.DataFrame(
        {
            "night": np.repeat([1, 2, 3, 4], 6),
            "dataset": np.tile([1, 1, 1, 2, 2, 2], 4),
            "algorithm": np.tile(list("abc"), 8),
            "accuracy": np.ravel([[3, 2, 1] * 2, [2, 3, 1] * 2, [1, 3, 2] * 2, [3, 3, 1] * 2]),
        }
    )
    result = rank_changes(Several.from_frame(frame), over="night")
    assert result.leaders == (("a",), ("b",), ("b",), ("a", "b"))
    assert result.lead_changes == 2
    assert result.times_first == (2, 3, 0)
    assert result.moves == (2.0, 1.0, 1.0)
    caption = caption_of(bump_plot(result))
    assert "b is first in 3 of 4 nights; the lead changes 2 times." in caption
    assert "The rank of a changes most, from 1 to 3." in caption
    assert result.ranks[3] == (1.5, 1.5, 3.0)


def test_all_who_move_most_are_named_and_two_orders_may_be_reversed():
    rows = [
        (metric, name, d, place if metric == "f1" else 3 - place)
        for metric in ("f1", "auc")
        for place, name in enumerate("abc")
        for d in range(5)
    ]
    frame = pd.DataFrame(rows, columns=["metric", "algorithm", "dataset", "accuracy"])
    result = rank_changes(Several.from_frame(frame), over="metric")
    assert result.mover == "The ranks of a and c change most, by 2 places."
    assert result.agreement == (
        "Kendall's W = .00 over 2 metrics (1 means the same order, 0 the reverse)."
    )


def test_both_ends_are_named_with_their_rank():
    result = changes(4)
    ax = bump_plot(result)
    texts = [text.get_text() for text in labels(ax)]
    for side, row in ((-1, 0), (0, -1)):
        for place, name in enumerate(result.design.algorithms):
            parts = [name, f"{result.ranks[row][place]:g}"]
            assert "  ".join(parts if side else parts[::-1]) in texts
    assert len(texts) == 8


@pytest.mark.parametrize("k", [30, longer(2), longer(12)])
@pytest.mark.parametrize("width", ["page", "column"])
def test_names_stand_apart_within_the_figure(k, width):
    ax = bump_plot(
        changes(k, names=["y" * 50, *[f"algorithm {p}" for p in range(1, k)]]), width=width
    )
    figure = ax.get_figure(root=True)
    figure.draw_without_rendering()
    for side in ("left", "right"):
        boxes = [
            Text.get_window_extent(text)
            for text in labels(ax)
            if text.get_horizontalalignment() == side
        ]
        assert len(boxes) == k
        boxes.sort(key=lambda box: box.y0)
        gaps = [high.y0 - low.y1 for low, high in itertools.pairwise(boxes)]
        assert min(gaps) > -2.5
        assert min(box.x0 for box in boxes) >= -1
        assert max(box.x1 for box in boxes) <= figure.bbox.width + 1


def test_absence_leaves_a_gap():
    frame = frame_of(4).reset_index()
    for name, nights in (("algorithm 1", ["night 2"]), ("algorithm 3", ["night 0", "night 4"])):
        frame = frame[~((frame["algorithm"] == name) & frame["night"].isin(nights))]
    result = rank_changes(Several.from_frame(frame), over="night")
    ax = bump_plot(result)
    line = dict(zip(result.order, lines(ax), strict=True))[1]
    assert np.flatnonzero(np.isnan(line.get_ydata())).tolist() == [2]
    assert "absent" in caption_of(ax)
    # a line that reaches neither end has its name once
    assert sum("algorithm 3" in text.get_text() for text in labels(ax)) == 1
    assert len(data_of(ax)) == 5 * 4 - 3
    assert not np.isnan(result.kendall_w)


def test_those_that_lead_or_move_most_stand_out_of_many():
    result = changes(60)
    ax = bump_plot(result)
    strong = [line for line in lines(ax) if line.get_linewidth() > 1]
    assert len(strong) == 8
    assert len({(line.get_color(), line.get_marker()) for line in strong}) == 8
    names_on_left = {
        text.get_text().split("  ")[1] for text in labels(ax) if text.get_ha() == "left"
    }
    names = result.design.algorithms
    assert names[int(np.argmax(result.moves))] in names_on_left
    assert names[int(np.argmax(result.times_first))] in names_on_left
    assert len(names_on_left) == 8
    assert "the other 52 are grey. Of 60 algorithms only those in colour are named." in caption_of(
        ax
    )
    chosen = bump_plot(result, highlight=["algorithm 7"])
    assert [
        text.get_text().split("  ")[1] for text in labels(chosen) if text.get_ha() == "left"
    ] == ["algorithm 7"]
    with pytest.raises(OptionError, match="svm, not among"):
        bump_plot(result, highlight=["svm"])


@LONG
def test_all_ties_and_many_tables():
    frame = frame_of(3, m=80).reset_index().assign(accuracy=0.5)
    ax = bump_plot_from_table(Several.from_frame(frame), over="night", width="column")
    assert {tuple(set(line.get_ydata())) for line in lines(ax)} == {(2.0,)}
    assert "No algorithm changes its rank." in caption_of(ax)
    assert "Kendall" not in caption_of(ax)
    assert len(ax.get_xticks()) < 40


def test_metrics_have_no_order_in_time():
    frame = frame_of(4).xs("night 1").reset_index()
    frame["runtime"] = frame["accuracy"] * 2
    ax = bump_plot_from_table(Several.from_frame(frame), scores=["accuracy", "runtime"])
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["accuracy", "runtime"]
    assert "first somewhere" in caption_of(ax)
    assert "lead changes" not in caption_of(ax)
    # the faster algorithm is the less accurate one here
    first, last = (data_of(ax).query("metric == @name")["rank"] for name in ("accuracy", "runtime"))
    assert (first.to_numpy() + last.to_numpy() == 5).all()


def test_draws_into_given_axes_the_same_each_time():
    given_axes = Figure().add_subplot()
    assert bump_plot(changes(4), ax=given_axes) is given_axes
    assert svg_of(bump_plot(changes(6))) == svg_of(bump_plot(changes(6)))


@LONG
@settings(max_examples=3, deadline=None)
@given(
    st.integers(2, 25), st.integers(2, 12), st.integers(0, 99), st.sampled_from(["page", "column"]),
    st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=70),
             min_size=25, max_size=25, unique=True),
)  # fmt: skip
def test_any_size_and_names_draw(k, m, seed, width, names):
    frame = frame_of(k, m, 3, [*HOSTILE, *names][:k], seed).reset_index()
    frame = frame.sample(frac=1, random_state=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", FontWarning)
        ax = bump_plot_from_table(Several.from_frame(frame), over="night", width=width)
        picture = svg_of(ax)
    assert b"<script>" not in picture
    assert len(lines(ax)) == k


@LONG
@pytest.mark.parametrize("k", [22, longer(2), longer(12)])
@pytest.mark.parametrize("width", [3.3, 7.0])
def test_names_of_forty_letters_are_whole_and_apart(k, width):
    names = [f"gradient boosting of {place:02d} regression trees" for place in range(k)]
    ax = bump_plot(changes(k, names=names), width=width)
    figure = ax.get_figure(root=True)
    figure.draw_without_rendering()
    assert not any("…" in text.get_text() for text in labels(ax))
    # the box of an annotation holds its leader, too
    boxes = [Text.get_window_extent(text) for text in labels(ax)]
    assert min(box.x0 for box in boxes) >= -1
    assert max(box.x1 for box in boxes) <= figure.bbox.width + 1
    right = sorted((box for box in boxes if box.x0 > figure.bbox.width / 3), key=lambda box: box.y0)
    assert all(low.y1 <= high.y0 + 1.5 for low, high in itertools.pairwise(right))
