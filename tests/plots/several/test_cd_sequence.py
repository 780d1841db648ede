import itertools
import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import LONG, longer

from benchreport import stats
from benchreport.data import Roles, Scores
from benchreport.data.columns.words.measures import is_measure
from benchreport.data.several import Several
from benchreport.errors import DesignError, FontWarning, OptionError
from benchreport.plots import alt_of, caption_of, cd_plot, data_of, svg_of
from benchreport.plots.several.cd_sequence import cd_sequence_plot, cd_sequence_plot_from_table

HOSTILE = [
    "決定木の名前",
    r"$\badcmd$",
    "a_b%c#d&e",
    "<script>alert(1)</script>",
    "x" * 60,
    "two words",
]


def scores_of(k, n=12, seed=0, names=None):
    rng = np.random.default_rng(seed)
    values = rng.normal(0.8, 0.05, (n, k)) + rng.permutation(np.linspace(0, 0.1, k))
    columns = names or [f"algorithm {place}" for place in range(k)]
    return Scores.from_frame(pd.DataFrame(values, columns=columns), Roles(score="accuracy"))


def panels_of(k, m=3, names=None):
    return [(f"night {place}", stats.nemenyi(scores_of(k, 12, place, names))) for place in range(m)]


def by_gid(ax, gid):
    return [line for line in ax.lines if line.get_gid() == gid]


@pytest.mark.parametrize("width", ["page", "column"])
def test_turned_diagrams_share_the_places_of_their_axis(width):
    panels = panels_of(8, 3, names=[f"{'name ' * 7}{place}" for place in range(8)])
    counts = {len([group for group in result.groups() if len(group) > 1]) for _, result in panels}
    assert len(counts) > 1
    figure = cd_sequence_plot(panels, layout="turned", width=width).get_figure(root=True)
    figure.draw_without_rendering()
    places = {
        tuple(axes.transData.transform([(rank, 0) for rank in (1, 5)])[:, 0].round(6))
        for axes in figure.axes
    }
    assert len(places) == 1


def test_titles_with_a_long_start_in_common_stay_different():
    panels = [
        (f"{'the night of the change ' * 3}{title}", result) for title, result in panels_of(5)
    ]
    axes = cd_sequence_plot(panels, width="column")
    titles = [panel.get_title(loc="left") for panel in axes.get_figure(root=True).axes]
    assert titles == ["…0", "…1", "…2"]


@pytest.mark.parametrize(
    ("k", "width"),
    [(2, "column"), (12, "column"), (20, "page"), longer(20, "column"), longer(300, "page")],
)
def test_any_size_draws_a_diagram_for_each(k, width):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        panels = panels_of(k)
        ax = cd_sequence_plot(panels, width=width)
        assert svg_of(ax).startswith(b"<?xml")
    figure = ax.get_figure(root=True)
    assert [panel.get_title(loc="left") for panel in figure.axes] == [
        "night 0",
        "night 1",
        "night 2",
    ]
    for axes, (_, result) in zip(figure.axes, panels, strict=True):
        places = [line.get_xdata()[0] for line in by_gid(axes, "centre")]
        turned = width == "column"
        assert len(places) == (k if k <= (12 if turned else 20) else 8 if turned else 12)
        assert set(places) <= set(result.centres)
        (bar,) = (
            [patch.get_xy()[:, 0] for patch in axes.patches if patch.get_gid() == "band"]
            if turned
            else [line.get_xdata() for line in by_gid(axes, "cd")]
        )
        drawn = max(bar) - min(bar)
        # the axis of a turned diagram may end within the critical difference
        assert drawn == pytest.approx(result.critical_difference) or (
            turned and drawn < result.critical_difference
        )


def test_panels_share_one_axis():
    ax = cd_sequence_plot(panels_of(7))
    panels = ax.get_figure(root=True).axes
    assert len({panel.get_xlim() for panel in panels}) == 1
    ticks = [
        [text.get_text() for text in panel.texts if text.get_gid() == "tick"] for panel in panels
    ]
    assert ticks[0] == ticks[1] == ticks[2]
    assert [panel.get_xlabel() for panel in panels] == ["", "", "mean rank (1 = best)"]
    ax.get_figure(root=True).draw_without_rendering()
    # all panels have one scale of rows
    scales = [np.diff(panel.get_ylim())[0] / panel.get_window_extent().height for panel in panels]
    assert scales == pytest.approx([scales[0]] * 3, rel=1e-3)


def test_means_of_different_metrics_share_no_axis():
    accuracy, other = scores_of(4), scores_of(4, seed=1)
    scaled = Scores.from_frame(other.frame * 100, Roles(score="f1"))
    panels = [("accuracy", stats.tukey(accuracy)), ("f1", stats.tukey(scaled))]
    first, second = cd_sequence_plot(panels).get_figure(root=True).axes
    assert first.get_xlim() != second.get_xlim()
    assert first.get_xlabel() == "mean accuracy (best on the left)"


@pytest.mark.parametrize("k", [2, 20, longer(10), longer(60)])
@pytest.mark.parametrize("width", ["page", "column"])
def test_names_stay_in_the_figure_and_apart(k, width):
    names = ["y" * 50, *[f"algorithm {place}" for place in range(1, k)]]
    ax = cd_sequence_plot(panels_of(k, names=names), width=width)
    figure = ax.get_figure(root=True)
    figure.draw_without_rendering()
    boxes = [
        text.get_window_extent()
        for panel in figure.axes for text in panel.texts if text.get_gid() in ("label", "tick")
    ]  # fmt: skip
    assert min(box.x0 for box in boxes) >= -1
    assert max(box.x1 for box in boxes) <= figure.bbox.width + 1
    for place, box in enumerate(boxes):
        for other in boxes[:place]:
            apart = box.y1 <= other.y0 + 1.5 or other.y1 <= box.y0 + 1.5
            assert apart or box.x1 <= other.x0 or other.x1 <= box.x0


def test_the_best_of_many_algorithms_are_drawn_with_their_overall_ranks():
    panels = panels_of(40)
    ax = cd_sequence_plot(panels)
    assert "12 of 40 algorithms are drawn" in caption_of(ax)
    names = {
        text.get_text().replace("  ", "\n").split("\n")[0 if text.get_ha() == "right" else 1]
        for text in ax.texts
        if text.get_gid() == "label"
    }
    standing = np.mean([np.argsort(result.order) for _, result in panels], axis=0)
    best = {f"algorithm {place}" for place in np.argsort(standing, kind="stable")[:12]}
    assert names == best
    # members of a bar do not differ in the whole result
    result = panels[0][1]
    alike = result.matrix() > result.alpha
    name = dict(zip(result.centres, result.design.algorithms, strict=True))
    for line in by_gid(ax, "member"):
        members = [name[x] for x in line.get_xdata()]
        assert alike.loc[members, members].to_numpy().all()
    # the data are of all 40 algorithms
    assert len(data_of(ax)) == 3 * 40


def test_words_and_data_cover_all_panels():
    panels = panels_of(5)
    ax = cd_sequence_plot(panels)
    for title, result in panels:
        assert title in alt_of(ax)
        best = result.design.algorithms[result.order[0]]
        assert best in caption_of(ax)
    assert caption_of(ax).count("bars join") == 1
    assert caption_of(ax).count("Blue dots") == 1
    assert caption_of(ax).count("α = .05") == 1
    assert "night 2: " in caption_of(ax)
    table = data_of(ax)
    assert table.columns[0] == "panel"
    assert table["panel"].tolist() == [title for title, _ in panels for _ in range(5)]
    third = table.query("panel == 'night 2'")
    result = panels[2][1]
    assert dict(zip(third["algorithm"], third["mean rank"], strict=True)) == pytest.approx(
        dict(zip(result.design.algorithms, result.centres, strict=True))
    )


def test_the_caption_names_all_that_tie_for_the_best():
    scores = Scores.from_frame(pd.DataFrame(np.ones((4, 3)) * [[1], [2], [3], [4]], columns=list("abc")),
                               Roles(score="accuracy"))  # fmt: skip
    caption = caption_of(
        cd_sequence_plot([("one", stats.nemenyi(scores)), ("two", stats.nemenyi(scores))])
    )
    assert caption.startswith("Best in all 2 panels: a, b and c.")


@LONG
def test_many_panels_stand_in_two_columns_on_a_page():
    figure = cd_sequence_plot(panels_of(14, m=7), layout="classic").get_figure(root=True)
    figure.draw_without_rendering()
    corners = [panel.get_window_extent() for panel in figure.axes]
    assert len({round(box.x0) for box in corners}) == 2
    assert corners[0].y0 == pytest.approx(corners[1].y0)
    assert [bool(panel.get_xlabel()) for panel in figure.axes] == [False] * 5 + [True] * 2
    assert all(len(by_gid(panel, "centre")) == 8 for panel in figure.axes)
    assert figure.get_figheight() < 11
    scales = [
        np.diff(panel.get_ylim())[0] / panel.get_window_extent().height for panel in figure.axes
    ]
    assert scales == pytest.approx([scales[0]] * 7, rel=1e-3)
    column = cd_sequence_plot(panels_of(4, m=7), width="column").get_figure(root=True)
    assert {panel.get_subplotspec().colspan.start for panel in column.axes} == {0}


@pytest.mark.parametrize("width", [3.3, 7.0])
@pytest.mark.parametrize(("k", "m"), [(2, 3), (22, 3), longer(6, 3), longer(6, 7)])
def test_diagrams_of_long_names_turn_and_cut_none(k, m, width):
    names = [f"gradient boosting of {place:02d} regression trees" for place in range(k)]
    figure = cd_sequence_plot(panels_of(k, m, names), width=width).get_figure(root=True)
    figure.draw_without_rendering()
    per_panel = [
        [text for text in panel.texts if text.get_gid() == "label"] for panel in figure.axes
    ]
    assert all(len(texts) == min(k, 8) for texts in per_panel)
    for texts in per_panel:
        assert not any("…" in text.get_text() for text in texts)
        boxes = sorted((text.get_window_extent() for text in texts), key=lambda box: box.y0)
        assert all(low.y1 <= high.y0 + 1 for low, high in itertools.pairwise(boxes))
    panels = [panel.get_window_extent() for panel in figure.axes]
    assert all(box.x0 >= -1 and box.x1 <= figure.bbox.width + 1 for box in panels)
    assert len({panel.get_window_extent().x0 for panel in figure.axes}) == (
        2 if m > 3 and width > 5 else 1
    )


def test_layout_may_be_chosen():
    turned = cd_sequence_plot(panels_of(4), layout="turned")
    assert not len(turned.get_yticks()) or not turned.yaxis.get_visible()
    assert [patch.get_gid() for patch in turned.patches] == ["band"]
    with pytest.raises(OptionError, match="layout must be one of"):
        cd_sequence_plot(panels_of(4), layout="upright")


def test_one_panel_is_a_diagram_with_a_title():
    result = stats.nemenyi(scores_of(4))
    alone, titled = cd_plot(result), cd_sequence_plot([("only", result)])
    places = [
        [line.get_xdata()[0] for line in by_gid(panel, "centre")] for panel in (alone, titled)
    ]
    assert places[0] == places[1]


def test_a_control_is_kept_and_drawn():
    panels = [
        (f"budget {seed}", stats.bonferroni_dunn(scores_of(30, seed=seed), control="algorithm 3"))
        for seed in range(2)
    ]
    ax = cd_sequence_plot(panels)
    squares = [line for line in by_gid(ax, "centre") if line.get_marker() == "s"]
    assert squares[0].get_xdata()[0] == panels[0][1].centres[3]


def test_too_many_panels_and_none_are_refused_with_a_way_out():
    with pytest.raises(OptionError, match="1 to 8 diagrams fit on a page; got 9") as caught:
        cd_sequence_plot(panels_of(3, m=9))
    assert "bump_plot" in str(caught.value)
    with pytest.raises(OptionError, match="got 0"):
        cd_sequence_plot([])


def frame_of(k=4, m=3, names=None):
    tables = [
        scores_of(k, 6, seed, names)
        .frame.rename_axis("dataset")
        .reset_index()
        .melt("dataset", var_name="algorithm", value_name="accuracy")
        .assign(night=f"night {seed}")
        for seed in range(m)
    ]
    frame = pd.concat(tables)
    return frame.assign(runtime=frame["accuracy"] * 3)


def test_frames_give_a_panel_for_each_night_or_metric():
    frame = frame_of(m=11)
    several = Several.from_frame(frame, Roles(score="accuracy"))
    with pytest.raises(OptionError, match="got 11"):
        cd_sequence_plot_from_table(several, over="night")
    some = frame[frame["night"].isin(["night 10", "night 2"])]
    ax = cd_sequence_plot_from_table(
        Several.from_frame(some, Roles(score="accuracy")), over="night", test="wilcoxon"
    )
    assert [panel.get_title(loc="left") for panel in ax.get_figure(root=True).axes] == [
        "night 2",
        "night 10",
    ]
    table = frame[frame["night"] == "night 1"].drop(columns="night")
    ax = cd_sequence_plot_from_table(Several.from_frame(table), scores=["runtime", "accuracy"])
    lines = [by_gid(panel, "centre") for panel in ax.get_figure(root=True).axes]
    places = [sorted(line.get_xdata()[0] for line in centres) for centres in lines]
    assert places[0] == pytest.approx([5 - x for x in places[1][::-1]])


def test_options_are_checked_and_errors_name_their_table():
    several = Several.from_frame(frame_of(), Roles(score="accuracy"))
    with pytest.raises(OptionError, match="test must be one of"):
        cd_sequence_plot_from_table(several, over="night", test="friedman")
    with pytest.raises(OptionError, match="alpha"):
        cd_sequence_plot_from_table(several, over="night", alpha=2)
    frame = frame_of().reset_index(drop=True)
    frame.loc[0, "accuracy"] = np.nan
    with pytest.raises(DesignError, match="night 0: nemenyi needs"):
        cd_sequence_plot_from_table(
            Several.from_frame(frame, Roles(score="accuracy")), over="night"
        )


@LONG
def test_same_figure_same_bytes():
    assert svg_of(cd_sequence_plot(panels_of(6))) == svg_of(cd_sequence_plot(panels_of(6)))


@LONG
@settings(max_examples=3, deadline=None)
@given(
    st.integers(2, 25), st.integers(1, 8), st.sampled_from(["page", "column"]),
    st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=70),
             min_size=25, max_size=25, unique=True).filter(lambda names: not any(map(is_measure, names))),
)  # fmt: skip
def test_any_size_and_names_draw(k, m, width, names):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", FontWarning)
        panels = panels_of(k, m, [*HOSTILE, *names][:k])
        ax = cd_sequence_plot(panels, width=width)
        assert b"<script>" not in svg_of(ax)
    assert len(ax.get_figure(root=True).axes) == m
