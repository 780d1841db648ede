"""Figures of a table with names of 40 letters: texts inside the figure, apart and legible."""

import warnings

import numpy as np
import pandas as pd
import pytest
from matplotlib.text import Text

import benchreport  # noqa: F401 - registers the accessor
from benchreport.errors import BenchreportWarning

METHODS = (
    "gradient boosting",
    "random forest",
    "support vector machine",
    "logistic regression",
    "nearest neighbours",
    "multilayer perceptron",
)
KINDS = (
    "box_plot",
    "cd_plot",
    "ecdf_plot",
    "effect_plot",
    "heatmap_plot",
    "matrix_plot",
    "profile_plot",
    "rank_plot",
    "scatter_plot",
    "significance_plot",
    "tukey_plot",
    "violin_plot",
)
SIZES = ((2, 3.3), (6, 3.3), (22, 3.3), (12, 7.0), (48, 7.0), (100, 3.3))
LEGIBLE = 4.8  # points
FEW = 6  # names that are whole in every figure
TOUCHING = 2.0  # pixels of two boxes that the letters in them do not fill


def long_name(place):
    ending = f" {place}"
    return f"{METHODS[place % 6]} with early stopping and dropout"[: 40 - len(ending)] + ending


def table(k, n=10):
    rng = np.random.default_rng(1)
    values = 0.7 + 0.05 * rng.normal(size=(n, 1)) + 0.03 * rng.normal(size=(n, k))
    values += np.linspace(0.1, 0, k)
    names = [long_name(place) for place in range(k)]
    return pd.DataFrame(np.clip(values, 0.01, 0.99), names_of(n), names)


def names_of(n):
    return [f"a dataset of the archive number {place}" for place in range(n)]


def measure_texts(axes):
    """Return the figure's size, and the box of each text that can be seen."""
    figure = axes.get_figure(root=True)
    figure.canvas.draw()
    renderer = figure.canvas.get_renderer()
    unseen = find_unseen(figure)
    boxes = []
    for text in figure.findobj(Text):
        if text.get_text().strip() and text.get_visible() and text not in unseen:
            # the box of an annotation would hold its arrow, too
            box = Text.get_window_extent(text, renderer)
            boxes.append((text, np.array([box.x0, box.y0, box.x1, box.y1])))
    return figure.bbox, boxes


def find_unseen(figure):
    """Return the labels of axes that are not drawn, and of ticks beyond the limits."""
    unseen = set()
    for axis in (axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)):
        shown = axis.get_visible() and axis.axes.axison
        drawn = axis._update_ticks() if shown else []
        for tick in {*axis.majorTicks, *axis.minorTicks} - {*drawn}:
            unseen |= {tick.label1, tick.label2}
        if not shown:
            unseen.add(axis.label)
    return unseen


def overlaps(boxes):
    """Return the pairs of texts whose boxes have more than an edge in common."""
    upright = [(text, box) for text, box in boxes if text.get_rotation() % 90 == 0]
    corners = np.array([box for _, box in upright])
    low = np.maximum(corners[:, None, :2], corners[None, :, :2])
    high = np.minimum(corners[:, None, 2:], corners[None, :, 2:])
    meet = np.triu((high - low > TOUCHING).all(axis=2), 1)
    return [
        (upright[i][0].get_text(), upright[j][0].get_text()) for i, j in np.argwhere(meet).tolist()
    ]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("k", "width"), SIZES)
def test_texts_are_inside_apart_and_legible(kind, k, width):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BenchreportWarning)
        axes = getattr(table(k).bench(score="accuracy"), kind)(width=width)
        page, boxes = measure_texts(axes)
    outside = [
        text.get_text()
        for text, (x0, y0, x1, y1) in boxes
        if min(x0, y0) < -1.5 or x1 > page.width + 1.5 or y1 > page.height + 1.5
    ]
    assert not outside
    assert min(text.get_fontsize() for text, _ in boxes) >= LEGIBLE
    assert not overlaps(boxes)
    if k <= FEW:
        assert not [text.get_text() for text, _ in boxes if "…" in text.get_text()]


@pytest.mark.parametrize("kind", KINDS)
def test_wide_letters_are_inside_and_apart(kind):
    frame = table(12).set_axis(
        [f"梯度提升决策树集成方法深度学习模型{n:02d}" for n in range(12)], axis=1
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BenchreportWarning)
        axes = getattr(frame.bench(score="accuracy"), kind)(width=3.3)
        page, boxes = measure_texts(axes)
    assert all(min(box[:2]) >= -1.5 and box[2] <= page.width + 1.5 for _, box in boxes)
    assert not overlaps(boxes)
