import numpy as np
import pandas as pd
import pytest
from published import published

from benchreport.data import Roles, Scores
from benchreport.plots import box_plot, points_of, svg_of
from benchreport.plots.pairs.cd import cd_plot_from_table
from benchreport.plots.pairs.significance import significance_plot_from_table
from benchreport.plots.scores.rank_lines import rank_plot_from_table


def draw_points(ax):
    svg_of(ax)
    return points_of(ax)


def test_dots_of_boxes_are_named_by_algorithm_and_value():
    frame = pd.DataFrame({"svm": [0.5, 0.75], "knn": [0.25, 1.0]})
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    points = draw_points(box_plot(scores))
    assert {point.text for point in points} >= {
        "accuracy 0.5, svm", "accuracy 0.75, svm", "accuracy 0.25, knn", "accuracy 1, knn",
    }  # fmt: skip
    by_text = {point.text: point for point in points}
    assert by_text["accuracy 0.25, knn"].left < by_text["accuracy 0.5, svm"].left
    # the better median is on top
    tops = {
        name: np.mean([p.top for p in points if p.text.endswith(name)]) for name in ("svm", "knn")
    }
    assert len(set(tops.values())) == 2


@pytest.mark.parametrize("figure", [cd_plot_from_table, rank_plot_from_table])
def test_points_are_inside_and_few(figure):
    points = draw_points(figure(published("garcia_herrera2008")))
    assert 0 < len(points) <= 300
    names = published("garcia_herrera2008").algorithms
    assert all(any(point.text.startswith(f"{name}: ") for point in points) for name in names)
    assert all(0 <= point.left <= 1 and 0 <= point.top <= 1 for point in points)


@pytest.mark.parametrize("layout", ["classic", "turned"])
def test_bars_of_groups_are_no_values(layout):
    scores = published("garcia_herrera2008")
    points = draw_points(cd_plot_from_table(scores, layout=layout))
    assert len(points) == len(scores.algorithms)
    assert all(": mean rank " in point.text for point in points)


def test_arrows_of_a_matrix_are_no_values():
    values = np.linspace(0, 1, 30)[None, :] + np.random.default_rng(0).normal(0, 0.05, (40, 30))
    frame = pd.DataFrame(values, columns=[f"model {place}" for place in range(30)])
    ax = significance_plot_from_table(Scores.from_frame(frame, Roles(score="accuracy")))
    assert any(line.get_gid() == "◀" and len(line.get_xdata()) for line in ax.lines)
    assert draw_points(ax) == ()


def test_names_of_ticks_are_written_in_one_line():
    frame = pd.DataFrame(np.random.default_rng(0).normal(size=(15, 3)), columns=list("abc"))
    frame.index = [f"data-{place:02d}" for place in range(15)]
    points = draw_points(rank_plot_from_table(Scores.from_frame(frame, Roles(score="accuracy"))))
    assert any("data-07, rank" in point.text for point in points)
    assert not any("\n" in point.text for point in points)
