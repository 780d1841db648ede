"""The turned diagram: half of the width is axis, names are whole and inside, nothing overlaps."""

import itertools

import numpy as np
import pandas as pd
import pytest
from needs import LONG, longer, one_in

from benchreport import stats
from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.plots import cd_plot, difference_plot, points_of, svg_of
from benchreport.plots.base.style import INK

WORDS = ("gradient", "boosted", "random", "forest", "nearest", "neighbours", "radial", "basis")
SMALLEST = 6  # points


def names_of(k, *, long):
    if not long:
        return [f"model {place}" for place in range(k)]
    words = itertools.cycle(WORDS)
    return [
        f"{place} {' '.join(itertools.islice(words, 9))}"[:40].strip().ljust(40, "x")
        for place in range(k)
    ]


def table(k, *, long=True, n=30, seed=0):
    rng = np.random.default_rng(seed)
    values = 0.7 + 0.1 * (rng.normal(size=(n, k)) + np.linspace(1.5, 0, k))
    return Scores.from_frame(
        pd.DataFrame(values, columns=names_of(k, long=long)), Roles(score="accuracy")
    )


def by_gid(ax, gid):
    return [artist for artist in (*ax.lines, *ax.texts, *ax.patches) if artist.get_gid() == gid]


def draw(result, **options):
    ax = cd_plot(result, **options)
    ax.get_figure(root=True).draw_without_rendering()
    return ax


def share_of_axis(ax):
    """Return the share of the figure's width from the first to the last tick or dot."""
    figure = ax.get_figure(root=True)
    xs = [line.get_xdata() for line in ax.lines if line.get_gid() in (None, "centre")]
    places = ax.transData.transform([(x, 0) for x in np.concatenate(xs) if np.isfinite(x)])[:, 0]
    return np.ptp(places) / figure.bbox.width


@pytest.mark.parametrize("k", [48, longer(2), longer(12), longer(100)])
@pytest.mark.parametrize("width", [3.3, 7.0])
@pytest.mark.parametrize("long", one_in(2, [True, False]))
def test_half_is_axis_and_texts_are_inside_apart_legible_and_whole(k, width, long):
    result = stats.nemenyi(table(k, long=long))
    ax = draw(result, width=width)
    assert share_of_axis(ax) >= 0.5
    figure = ax.get_figure(root=True)
    texts = [text for text in (*ax.texts, ax.xaxis.label) if text.get_text()]
    assert min(text.get_fontsize() for text in texts if text.get_gid() != "label") >= SMALLEST
    # whole names may be smaller than names that are cut
    assert min(text.get_fontsize() for text in by_gid(ax, "label")) >= SMALLEST - 1
    boxes = np.array([text.get_window_extent().extents for text in texts])
    assert boxes[:, 0].min() >= 0
    assert boxes[:, 1].min() >= 0
    assert boxes[:, 2].max() <= figure.bbox.width
    assert boxes[:, 3].max() <= figure.bbox.height
    # lines of text have white space above and below their letters
    x0, y0, x1, y1 = boxes.T
    across = np.minimum.outer(x1, x1) - np.maximum.outer(x0, x0)
    up = np.minimum.outer(y1, y1) - np.maximum.outer(y0, y0)
    overlap = np.triu((across > 0.5) & (up > 2.0), 1)
    assert not overlap.any(), [[texts[i].get_text() for i in pair] for pair in np.argwhere(overlap)]
    written = {text.get_text().replace("\n", "").replace(" ", "") for text in by_gid(ax, "label")}
    # a page holds so many names
    for name in result.design.algorithms if k <= 48 else ():
        assert any(name.replace(" ", "") in text for text in written), name


def test_rows_go_from_the_best_down_with_their_mean_ranks():
    result = stats.nemenyi(table(14))
    ax = draw(result)
    dots = by_gid(ax, "centre")
    assert [dot.get_label() for dot in dots] == [
        result.design.algorithms[place] for place in result.order
    ]
    heights = [ax.transData.transform((0, dot.get_ydata()[0]))[1] for dot in dots]
    assert heights == sorted(heights, reverse=True)
    for dot, name, number in zip(dots, by_gid(ax, "label"), by_gid(ax, "number"), strict=True):
        centre = result.centres[result.design.algorithms.index(dot.get_label())]
        assert dot.get_xdata()[0] == centre
        assert name.get_position()[1] == number.get_position()[1] == dot.get_ydata()[0]
        assert dot.get_label().startswith(name.get_text().partition("\n")[0])
        assert float(number.get_text()) == pytest.approx(centre, abs=0.005)


def test_bars_join_what_shares_a_letter_and_nothing_else():
    # Wilcoxon's groups may have gaps: an algorithm in between that differs
    for seed, test in itertools.product(range(4), (stats.nemenyi, stats.wilcoxon, stats.tukey)):
        result = test(table(9, n=14, seed=seed))
        ax = draw(result, width=7, layout="turned")
        row = {dot.get_ydata()[0]: dot.get_label() for dot in by_gid(ax, "centre")}
        letters = result.letters()
        for letter in by_gid(ax, "letter"):
            x = letter.get_position()[0]
            parts = [
                (line.get_ydata().min(), line.get_ydata().max())
                for line in by_gid(ax, "member")
                if line.get_xdata()[0] == x
            ]
            # the first bar at or below the letter
            (top,) = [
                (line.get_ydata()[0], line.get_ydata()[1])
                for line in by_gid(ax, "group")
                if line.get_xdata()[0] == x
                and 0 < line.get_ydata()[0] - letter.get_position()[1] < 1
            ]
            members = {
                name
                for y, name in row.items()
                if top[0] <= y <= top[1] and any(low < y < high for low, high in parts)
            }
            assert members == {name for name, text in letters.items() if letter.get_text() in text}
        assert len(by_gid(ax, "letter")) == sum(len(group) > 1 for group in result.groups())


def test_the_band_is_the_critical_difference_from_the_first():
    result = stats.nemenyi(table(14))
    ax = draw(result)
    (band,) = by_gid(ax, "band")
    first = min(result.centres)
    assert np.ptp(band.get_xy()[:, 0]) == pytest.approx(result.critical_difference)
    assert band.get_xy()[:, 0].min() == first
    inside = {
        name
        for name, centre in zip(result.design.algorithms, result.centres, strict=True)
        if centre <= first + result.critical_difference
    }
    unfilled = {
        dot.get_label() for dot in by_gid(ax, "centre") if dot.get_markerfacecolor() == "white"
    }
    assert unfilled == inside - {result.ranking[0]}
    assert 1 < len(inside) < 14


@pytest.mark.parametrize("layout", ["turned", longer("classic")])
@pytest.mark.parametrize("test", [stats.nemenyi, stats.tukey, stats.bonferroni_dunn])
def test_a_colour_means_the_same_as_in_differences_and_the_ranking(test, layout):
    scores = table(9, long=False)
    control = {"control": scores.algorithms[4]} if test is stats.bonferroni_dunn else {}
    result = test(scores, **control)
    looks = {
        dot.get_label(): dot.get_markerfacecolor()
        for dot in by_gid(draw(result, layout=layout), "centre")
    }
    rows = by_gid(difference_plot(result), "difference")
    names = [text.get_text() for text in rows[0].axes.get_yticklabels()][::-1]
    others = {
        name: row.get_markerfacecolor() for name, row in zip(reversed(names), rows, strict=True)
    }
    assert len(set(others.values())) == 2
    reference = control.get("control", result.ranking[0])
    assert looks == {**others, reference: INK}


@pytest.mark.parametrize("test", [stats.bonferroni_dunn, stats.dunnett, stats.wilcoxon])
def test_against_a_control(test):
    scores = table(14)
    control = scores.algorithms[5]
    result = test(scores, control=control)
    ax = draw(result)
    filled = {
        dot.get_label()
        for dot in by_gid(ax, "centre")
        if dot.get_marker() == "o" and dot.get_markerfacecolor() != "white"
    }
    assert filled == {row.first for row in result.significant}
    (square,) = [dot for dot in by_gid(ax, "centre") if dot.get_marker() == "s"]
    assert square.get_label() == control
    assert by_gid(ax, "group") == []
    assert len(by_gid(ax, "band")) == (result.critical_difference is not None)


def test_means_have_the_best_on_the_left_and_on_top():
    result = stats.tukey(table(14))
    ax = draw(result)
    xs = [ax.transData.transform((dot.get_xdata()[0], 0))[0] for dot in by_gid(ax, "centre")]
    assert xs == sorted(xs)


def test_arrows_of_one_sided_tests_point_up_to_the_better():
    result = stats.wilcoxon(table(5), alternative="greater")
    ax = draw(result, layout="turned")
    arrows = by_gid(ax, "better")
    assert len(arrows) == len(by_gid(ax, "group")) == len(result.significant) > 0
    for arrow, bar in zip(arrows, by_gid(ax, "group"), strict=True):
        assert arrow.get_ydata()[0] == min(bar.get_ydata())


@LONG
def test_hidden_groups_are_counted():
    result = stats.nemenyi(table(100, n=60))
    ax = draw(result, width="column")
    groups = [group for group in result.groups() if len(group) > 1]
    hidden = len(groups) - len(by_gid(ax, "letter"))
    assert hidden > 0
    assert f"{hidden} further group" in ax.caption


def test_colours_that_only_dots_further_down_have_are_not_explained():
    result = stats.nemenyi(table(60, long=False, n=12))
    assert "Blue dots" in draw(result).caption
    caption = draw(result, most=3).caption
    assert (
        "The open dots, in the shaded band, do not differ significantly from the first." in caption
    )
    assert "Blue" not in caption


def test_layouts_are_chosen_by_room():
    few, many = (stats.nemenyi(table(k, long=False)) for k in (6, 14))
    assert by_gid(cd_plot(few), "letter") == []
    assert by_gid(cd_plot(few, layout="turned"), "letter") != []
    assert by_gid(cd_plot(many), "letter") != []
    assert by_gid(cd_plot(many, layout="classic"), "letter") == []
    with pytest.raises(OptionError, match="layout"):
        cd_plot(few, layout="sideways")


def test_points_name_the_algorithm_and_its_rank():
    result = stats.nemenyi(table(14, long=False))
    ax = cd_plot(result)
    svg_of(ax)
    first = result.order[0]
    text = f"{result.design.algorithms[first]}: mean rank {result.centres[first]:.4g}"
    assert text in [point.text for point in points_of(ax)]


def test_axes_of_the_caller_hold_the_diagram():
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 5))
    ax = cd_plot(stats.nemenyi(table(14, long=False)), ax=figure.subplots())
    figure.draw_without_rendering()
    frame = ax.get_window_extent()
    for text in by_gid(ax, "label"):
        assert text.get_window_extent().x0 >= frame.x0


def test_leaders_keep_the_letters_of_their_groups():
    result = stats.nemenyi(table(30, long=False))
    ax = draw(result, most=10)
    assert [text.get_text() for text in by_gid(ax, "label")] == list(result.ranking[:10])
    letters = result.letters()
    shown = {text.get_text() for text in by_gid(ax, "letter")}
    counts = [sum(letter in letters[name] for name in result.ranking[:10]) for letter in shown]
    assert min(counts) >= 2
    every = set("".join(letters[name] for name in result.ranking[:10]))
    alone = {x for x in every if sum(x in letters[name] for name in result.ranking[:10]) < 2}
    assert shown == every - alone
    assert max(line.get_ydata().max() for line in by_gid(ax, "group")) <= 9
    assert "20 algorithms further down are not drawn." in ax.caption
    assert "not drawn" not in draw(result, most=30).caption


@pytest.mark.parametrize("place", [0, 15, 29])
def test_the_control_is_drawn_among_the_leaders(place):
    scores = table(30, long=False)
    control = stats.nemenyi(scores).ranking[place]
    ax = draw(stats.bonferroni_dunn(scores, control=control), most=10)
    names = [text.get_text() for text in by_gid(ax, "label")]
    assert control in names
    assert len(names) == 10 + (place >= 10)
