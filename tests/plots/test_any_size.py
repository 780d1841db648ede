"""Figures of a table with names of 40 letters: texts inside the figure, apart and legible."""

import warnings

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.text import Text
from needs import LONG, longer, one_in

import benchreport  # noqa: F401 - registers the accessor
from benchreport import stats
from benchreport.data import Roles, Scores
from benchreport.errors import BenchreportWarning
from benchreport.plots.base.matplotlib_settings import draw_with
from benchreport.plots.nights.night_series import NightLine, night_plot
from benchreport.plots.pairs.differences import difference_plot
from benchreport.plots.pairs.posterior import posterior_plot
from benchreport.plots.predictions.confusion import confusion_grid
from benchreport.plots.scores.one_standard_error import one_se_plot

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
SIZES = (
    (6, 3.3),
    longer(100, 3.3),
    longer(48, 7.0),
    longer(22, 3.3),
    longer(2, 3.3),
    longer(48, 3.3),
    longer(12, 7.0),
)
FEWER_SIZES = ((6, 3.3), longer(48, 7.0), longer(2, 3.3))
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


def scores(k):
    return Scores.from_frame(table(k).reset_index(drop=True), Roles(score="accuracy"))


def long_table(k, n=10):
    frame = table(k, n).rename_axis("dataset").reset_index()
    return frame.melt("dataset", var_name="algorithm", value_name="accuracy")


def nights(k):
    rng = np.random.default_rng(2)
    frame = pd.concat(
        long_table(k).assign(night=f"the night of the change number {place}") for place in range(4)
    )
    frame = frame.assign(accuracy=frame["accuracy"] + rng.normal(0, 0.02, len(frame)))
    return frame.bench(score="accuracy")


def training(k):
    frame = long_table(k)
    return frame.assign(train=frame["accuracy"] + 0.02).bench(score="accuracy")


def curves(k):
    frame = long_table(k, 4)
    frame = frame.assign(error=1.05 - frame.pop("accuracy"))
    return pd.concat(
        frame.assign(evaluations=step, seed=seed, error=frame["error"] * step**-0.3)
        for step in (1, 10, 100, 1000)
        for seed in (0, 1)
    ).bench(step="evaluations", score="error")


def predictions(k, n=200):
    rng = np.random.default_rng(k)
    truth = rng.integers(0, 2, n)
    odds = {long_name(place): rng.normal(truth * (0.5 + place / k) - 0.4) for place in range(k)}
    columns = {f"{name}_probability": 1 / (1 + np.exp(-2 * each)) for name, each in odds.items()}
    return pd.DataFrame({"y_true": truth, **columns}).bench


def with_outliers(k):
    frame = table(k)
    frame.iloc[3, 0], frame.iloc[7, k // 2] = 0.02, 0.05
    return frame


def confusion(k):
    return predictions(k).confusion()


def night_line(k):
    return NightLine(
        name=long_name(k), metric="accuracy of predictions on the hidden test examples", unit="%",
        higher_is_better=True, nights=tuple(f"2026-03-{day + 1:02d}" for day in range(min(k, 31))),
        values=tuple((90 - np.arange(min(k, 31)) ** 2 / 50).tolist()),
        baseline=90, low=89, high=91, since=f"2026-03-{min(k, 31):02d}",
    )  # fmt: skip


def features(n=10):
    values = np.random.default_rng(1).normal(5, 1, (n, 2))
    return pd.DataFrame(values, names_of(n), ["number of rows", "share of gaps"])


OTHERS = {
    "anytime": lambda k, width: curves(k).anytime_plot(width=width),
    "bump": lambda k, width: nights(k).bump_plot(over="night", width=width),
    "cd_sequence": lambda k, width: nights(k).cd_sequence_plot(over="night", width=width),
    "calibration": lambda k, width: predictions(k).calibration_plot(width=width),
    "confusion_grid": lambda k, width: confusion_grid(
        confusion(k), confusion(k).design.algorithms[:6], width=width
    ),
    "curve": lambda k, width: curves(k).curve_plot(width=width),
    "difference": lambda k, width: difference_plot(stats.tukey(scores(k)), width=width),
    "night": lambda k, width: night_plot(night_line(k), width=width),
    "one_se": lambda k, width: one_se_plot(
        stats.one_standard_error(scores(k), complexity=[*table(k)]), width=width
    ),
    "posterior": lambda k, width: posterior_plot(
        stats.bayes_sign(scores(k), rope=0.01), width=width
    ),
    "precision_recall": lambda k, width: predictions(k).precision_recall_plot(width=width),
    "roc": lambda k, width: predictions(k).roc_plot(width=width),
    "train_test": lambda k, width: training(k).train_test_plot(width=width),
    "confusion": lambda k, width: predictions(k).confusion_plot(width=width),
    "ecdf_runtime": lambda k, width: curves(k).ecdf_runtime_plot(width=width),
    "mcnemar": lambda k, width: predictions(k).mcnemar_plot(width=width),
    "meta_feature": lambda k, width: (
        table(k).bench(score="accuracy").meta_feature_plot(features(), width=width)
    ),
    "outlier": lambda k, width: with_outliers(k).bench(score="accuracy").outlier_plot(width=width),
    "rank_over_time": lambda k, width: curves(k).rank_over_time_plot(width=width),
}


def names_of(n):
    return [f"a dataset of the archive number {place}" for place in range(n)]


def measure_texts(axes):
    """Return the figure's size, and the box of each text that can be seen."""
    figure = axes.get_figure(root=True)
    figure.draw_without_rendering()
    renderer = figure.canvas.get_renderer()
    unseen = find_unseen(figure)
    boxes = []
    for text in figure.findobj(Text):
        if text.get_text().strip() and text.get_visible() and text not in unseen:
            # the box of an annotation would hold its arrow, too
            with draw_with({}):  # letters are not hinted, as they are drawn
                box = Text.get_window_extent(text, renderer)
            boxes.append((text, np.array([box.x0, box.y0, box.x1, box.y1])))
    return figure.bbox, boxes


def find_unseen(figure):
    """Return the labels of axes that are not drawn, and of ticks beyond the limits."""
    unseen = set()
    for axis in (axis for axes in figure.findobj(Axes) for axis in (axes.xaxis, axes.yaxis)):
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
        check_texts(axes, whole=k <= FEW)


@LONG
@pytest.mark.parametrize("kind", OTHERS)
@pytest.mark.parametrize(("k", "width"), FEWER_SIZES)
def test_texts_of_other_tables_are_inside_apart_and_legible(kind, k, width):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BenchreportWarning)
        axes = OTHERS[kind](k, width)
        check_texts(axes, whole=k <= FEW)


def check_texts(axes, *, whole):
    page, boxes = measure_texts(axes)
    outside = [
        text.get_text()
        for text, (x0, y0, x1, y1) in boxes
        if min(x0, y0) < -1.5 or x1 > page.width + 1.5 or y1 > page.height + 1.5
    ]
    assert not outside
    assert min(text.get_fontsize() for text, _ in boxes) >= LEGIBLE
    assert not overlaps(boxes)
    if whole:
        assert not [text.get_text() for text, _ in boxes if "…" in text.get_text()]


@LONG
@pytest.mark.parametrize("kind", one_in(2, KINDS))
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
