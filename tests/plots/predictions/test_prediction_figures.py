import dataclasses
import itertools
import re
import warnings

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from needs import LONG, longer, one_in
from predictions_tables import predictions_of_patterns, random_labels

from benchreport.data import Predictions, Roles
from benchreport.errors import FontWarning, OptionError
from benchreport.plots.base.descriptions import alt_of, caption_of
from benchreport.plots.base.style import svg_of
from benchreport.plots.predictions.calibration import calibration_plot
from benchreport.plots.predictions.confusion import confusion_grid, confusion_plot
from benchreport.plots.predictions.mcnemar import mcnemar_plot
from benchreport.plots.predictions.precision_recall import precision_recall_plot
from benchreport.plots.predictions.roc import roc_plot
from benchreport.stats.predictions.cochran_q import cochran_q
from benchreport.stats.predictions.confusion import confusion
from benchreport.stats.predictions.mcnemar import mcnemar
from benchreport.stats.predictions.precision_recall import precision_recall
from benchreport.stats.predictions.reliability import reliability
from benchreport.stats.predictions.roc import roc

HOSTILE = ["決定木の名前", r"$\badcmd$", "a_b%c#d&e", "<script>alert(1)</script>", "x" * 60]
FIGURES = {
    "roc": lambda table: roc_plot(roc(table)),
    "precision_recall": lambda table: precision_recall_plot(precision_recall(table)),
    "calibration": lambda table: calibration_plot(reliability(table)),
    "confusion": lambda table: confusion_plot(confusion(table)),
    "mcnemar": lambda table: mcnemar_plot(mcnemar(table)),
}


def make_predictions(k, n=240, names=None):
    """Draw k models, the later ones better, that are sometimes too confident."""
    rng = np.random.default_rng(k)
    truth = rng.integers(0, 2, n)
    frame = pd.DataFrame({"y_true": truth})
    for place, name in enumerate(names or [f"model {place}" for place in range(k)]):
        odds = 2 * rng.normal(truth * (0.5 + place / k) - 0.4, 1)
        frame[f"{name}_probability"] = 1 / (1 + np.exp(-odds))
    return Predictions.from_frame(frame)


def by_gid(ax, gid):
    return [line for line in ax.lines if line.get_gid() == gid]


def ticks(axis):
    """Return the labels of the visible ticks."""
    low, high = sorted(axis.get_view_interval())
    return [tick.label1 for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


@LONG
@pytest.mark.parametrize("name", FIGURES)
def test_hostile_names_draw(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FontWarning)
        page = svg_of(FIGURES[name](make_predictions(len(HOSTILE), names=HOSTILE)))
    assert b"<script>" not in page


@pytest.mark.parametrize("name", one_in(4, FIGURES))
def test_same_figure_same_bytes(name):
    assert svg_of(FIGURES[name](make_predictions(3))) == svg_of(FIGURES[name](make_predictions(3)))


@pytest.mark.parametrize("k", [10, longer(2)])
@pytest.mark.parametrize("name", one_in(2, FIGURES))
def test_any_size_draws_with_a_description_and_nothing_is_cut_off(name, k):
    names = ["x" * 50, *[f"model {place}" for place in range(1, k)]]
    ax = FIGURES[name](make_predictions(k, names=names))
    assert svg_of(ax).startswith(b"<?xml")
    assert len(alt_of(ax)) > 30
    assert len(caption_of(ax)) > 30
    figure = ax.get_figure(root=True)
    figure.draw_without_rendering()
    renderer = figure.canvas.get_renderer()
    artists = [ax.title, ax._left_title, ax.xaxis.label, ax.yaxis.label]
    artists += [*ticks(ax.xaxis), *ticks(ax.yaxis), *ax.texts]
    artists += ax.get_legend().get_texts() if ax.get_legend() else []
    for inner in ax.child_axes:
        artists += [inner.xaxis.label, inner.yaxis.label, *ticks(inner.xaxis), *ticks(inner.yaxis)]
    for text in artists:
        if text.get_text():
            box = text.get_window_extent(renderer)
            assert box.x0 >= -1, text
            assert box.y0 >= -1, text
            assert box.x1 <= figure.bbox.width + 1, text
            assert box.y1 <= figure.bbox.height + 1, text


@LONG
@pytest.mark.parametrize("width", [3.3, 7.0])
@pytest.mark.parametrize("draw", [roc_plot, precision_recall_plot])
def test_names_of_forty_letters_are_whole_in_the_legend(draw, width):
    names = [f"gradient boosting of {place:02d} regression trees" for place in range(4)]
    test = roc if draw is roc_plot else precision_recall
    figure = draw(test(make_predictions(4, names=names)), width=width).get_figure(root=True)
    figure.draw_without_rendering()
    (legend,) = figure.legends or [figure.axes[0].get_legend()]
    written = [" ".join(text.get_text().split()) for text in legend.get_texts()]
    assert all(any(text.startswith(name) for text in written) for name in names)
    boxes = [text.get_window_extent() for text in legend.get_texts()]
    assert min(box.x0 for box in boxes) >= 0
    assert max(box.x1 for box in boxes) <= figure.bbox.width + 1
    for place, box in enumerate(boxes):
        for other in boxes[:place]:
            apart = box.y1 <= other.y0 + 1 or other.y1 <= box.y0 + 1
            assert apart or box.x1 <= other.x0 or other.x1 <= box.x0


@pytest.mark.parametrize("name", ["roc", "precision_recall", "calibration"])
def test_legends_stand_beside_and_lines_do_not_overlap(name):
    ax = FIGURES[name](make_predictions(10))
    figure = ax.get_figure(root=True)
    figure.draw_without_rendering()
    renderer = figure.canvas.get_renderer()
    boxes = [text.get_window_extent(renderer) for text in ax.get_legend().get_texts()]
    assert min(box.x0 for box in boxes) > ax.get_window_extent(renderer).x1
    for upper, lower in itertools.pairwise(boxes):
        assert lower.y1 <= upper.y0 + 1


@pytest.mark.parametrize("k", [2, 10])
def test_roc_curves_points_and_hull_are_the_results(k):
    result = roc(make_predictions(k))
    ax = roc_plot(result)
    curves = by_gid(ax, "curve")
    assert len(curves) == k
    for line, place in zip(curves, result.order, strict=True):
        assert tuple(line.get_xdata()) == result.curves[place].x
        assert tuple(line.get_ydata()) == result.curves[place].y
    points = by_gid(ax, "point")
    assert len(points) == min(k, 8)
    for line, place in zip(points, result.order, strict=False):
        point = result.rows[place].point
        assert (line.get_xdata()[0], line.get_ydata()[0]) == point[:2]
        assert (line.get_markerfacecolor() != "white") == point.on_hull
    (hull,) = by_gid(ax, "hull")
    ends = list(zip(hull.get_xdata(), hull.get_ydata(), strict=True))
    assert ends == [corner[:2] for corner in result.hull]
    (chance,) = by_gid(ax, "chance")
    assert (list(chance.get_xdata()), list(chance.get_ydata())) == ([0, 1], [0, 1])
    best = result.rows[result.order[0]]
    assert legend(ax)[0].startswith(f"{best.algorithm}\nAUC {best.auc:.3f} [")
    assert legend(ax)[-2:] == ["chance", "convex hull"]
    assert ("2 more models" in legend(ax)) == (k == 10)
    assert f"{best.algorithm} {best.auc:.3f}" in alt_of(ax)


def test_series_differ_without_colour():
    lines = by_gid(roc_plot(roc(make_predictions(8))), "model")
    assert len({(line.get_marker(), str(line.get_linestyle())) for line in lines}) == 8


@pytest.mark.parametrize("k", [2, 10])
def test_areas_under_drawn_precision_are_average_precision(k):
    result = precision_recall(make_predictions(k))
    ax = precision_recall_plot(result)
    for line, place in zip(by_gid(ax, "curve"), result.order, strict=True):
        assert line.get_drawstyle() == "steps-pre"
        area = np.sum(np.diff(line.get_xdata()) * line.get_ydata()[1:])
        assert area == pytest.approx(result.rows[place].average_precision, abs=1e-12)
    for line, place in zip(by_gid(ax, "point"), result.order, strict=False):
        row = result.rows[place]
        assert (line.get_xdata()[0], line.get_ydata()[0]) == (row.recall, row.precision)
    (chance,) = by_gid(ax, "chance")
    assert set(chance.get_ydata()) == {result.share}


def test_no_point_where_nothing_is_called_positive():
    frame = pd.DataFrame({"y_true": [0, 1, 1], "a_score": [0.1, 0.2, 0.3]})
    ax = precision_recall_plot(precision_recall(Predictions.from_frame(frame)))
    assert by_gid(ax, "point") == []


@pytest.mark.parametrize("k", [2, 10])
def test_calibration_marks_intervals_and_histogram(k):
    result = reliability(make_predictions(k))
    ax = calibration_plot(result)
    rows = [result.rows[place] for place in result.order[:4]]
    bins = [cell for row in rows for cell in row.bins]
    marks, intervals = by_gid(ax, "bin"), by_gid(ax, "interval")
    assert len(marks) == len(intervals) == len(bins)
    for mark, interval, part in zip(marks, intervals, bins, strict=True):
        # marks are moved sideways a little, never up or down
        assert mark.get_xdata()[0] == pytest.approx(part.predicted, abs=0.01)
        assert mark.get_ydata()[0] == part.observed
        assert tuple(interval.get_ydata()) == part.interval[:2]
        assert (mark.get_markerfacecolor() != "white") == part.off
    assert len(by_gid(ax, "curve")) == k
    (below,) = ax.child_axes
    steps = [patch for patch in below.patches if patch.get_gid() == "histogram"]
    assert len(steps) == len(rows)
    assert steps[0].get_data().values * 240 == pytest.approx(rows[0].histogram)
    assert ("6 more models" in legend(ax)) == (k == 10)
    assert ("grey" in caption_of(ax)) == (k == 10)


@pytest.mark.parametrize("classes", [2, 3, 10])
def test_confusion_cells_have_counts_and_row_shares(classes):
    result = confusion(random_labels(classes=classes))
    ax = confusion_plot(result, algorithm="m1")
    matrix = np.array(result.matrices[1])
    cells = {text.get_position(): text.get_text() for text in ax.texts}
    assert len(cells) == classes**2
    for i, j in itertools.product(range(classes), repeat=2):
        count, share = cells[j + 0.5, i + 0.5].split("\n")
        assert count == str(matrix[i, j])
        exact = 100 * matrix[i, j] / matrix[i].sum()
        assert float(share.removesuffix(" %")) == pytest.approx(exact, abs=0.51)
    # the first class is on top, as in a table
    low, high = ax.get_ylim()
    assert low > high
    assert [tick.get_text() for tick in ax.get_xticklabels()] == list(result.classes)
    assert ax.get_title(loc="left") == "m1"
    right = f"m1 is right on {np.trace(matrix)} of 300"
    assert right in alt_of(ax)
    assert right in caption_of(ax)


def test_confusion_of_many_classes_writes_less():
    counts = confusion_plot(confusion(random_labels(classes=15)))
    assert counts.texts
    assert all("%" not in text.get_text() for text in counts.texts)
    shades = confusion_plot(confusion(random_labels(classes=25, n=900)))
    assert not shades.texts
    assert len(shades.get_figure().axes) == 2  # one of the axes is the scale of the shades


def test_confusion_letters_fit_their_cells():
    result = confusion(random_labels(classes=10, n=9000))
    ax = confusion_plot(result)
    figure = ax.get_figure(root=True)
    figure.draw_without_rendering()
    cell = ax.get_window_extent().width / 10
    renderer = figure.canvas.get_renderer()
    assert all(text.get_window_extent(renderer).width <= cell for text in ax.texts)


def test_confusion_of_a_class_without_examples_and_an_unknown_model():
    frame = pd.DataFrame({"y_true": list("aab"), "m": list("aaa")})
    result = confusion(Predictions.from_frame(frame, Roles(classes=["a", "b", "c"])))
    assert "0 %" in confusion_plot(result).texts[-1].get_text().replace("0.0 %", "0 %")
    with pytest.raises(OptionError, match="algorithm='x' is not among the models"):
        confusion_plot(result, algorithm="x")


def test_mcnemar_map_is_the_p_values():
    ax = mcnemar_plot(largest=10)
    (mesh,) = (collection for collection in ax.collections if collection.get_gid() == "map")
    shades = mesh.get_array()
    assert shades.shape == (11, 11)
    # b = 0, c = 5: exact 2/32 = .0625; χ² = 5, p = .02535
    assert shades[0, 5] == pytest.approx(0.0253473187 - 0.0625, abs=1e-9)
    assert np.abs(np.asarray(shades).diagonal()).max() < 1e-12
    marked = {
        (int(x), int(y))
        for line in by_gid(ax, "decision")
        for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)
    }
    # at 0.05 the exact test needs 6 to 0, the approximation 4 to 0
    assert {(4, 0), (5, 0), (0, 4), (0, 5)} <= marked
    assert not marked & {(3, 0), (6, 0), (5, 5)}
    assert marked == {(y, x) for x, y in marked}
    assert "only the approximation rejects" in legend(ax)
    assert re.search(rf"{len(marked)} are rejected at .05 by the approximation alone", alt_of(ax))


def test_mcnemars_mid_p_is_never_above_the_exact_p():
    ax = mcnemar_plot(approximation="mid_p")
    (mesh,) = (collection for collection in ax.collections if collection.get_gid() == "map")
    assert mesh.get_array().max() <= 1e-12
    assert "0 by the exact test alone" in alt_of(ax)


def test_mcnemar_pairs_are_points_at_their_counts():
    table = predictions_of_patterns({(1, 1): 30, (1, 0): 12, (0, 1): 5, (0, 0): 3})
    ax = mcnemar_plot(mcnemar(table))
    (point,) = by_gid(ax, "pair")
    assert (point.get_xdata()[0], point.get_ydata()[0]) == (5, 12)
    assert "m0 − m1" in legend(ax)
    assert "Points: 1 pair of models." in alt_of(ax)
    table = random_labels(k=10)
    many = mcnemar_plot(mcnemar(table))
    (points,) = by_gid(many, "pair")
    points_of_pairs = list(zip(points.get_xdata(), points.get_ydata(), strict=True))
    rows = mcnemar(table).tables
    assert points_of_pairs == [(row.second_only, row.first_only) for row in rows]
    assert "45 pairs of models" in legend(many)


@LONG
def test_mcnemar_large_counts_keep_cells_and_all_marks():
    ax = mcnemar_plot(largest=150)
    (mesh,) = (collection for collection in ax.collections if collection.get_gid() == "map")
    assert mesh.get_array().shape[0] <= 61
    assert "one count in 3" in caption_of(ax)
    xs = np.concatenate([line.get_xdata() for line in by_gid(ax, "decision")])
    assert set(xs % 3) == {0, 1, 2}


def test_mcnemar_identical_models_and_options():
    same = mcnemar_plot(mcnemar(predictions_of_patterns({(1, 1): 9, (0, 0): 5})))
    assert by_gid(same, "pair")[0].get_xdata()[0] == 0
    with pytest.raises(OptionError, match="approximation must be one of"):
        mcnemar_plot(approximation="exact")
    with pytest.raises(OptionError, match="alpha"):
        mcnemar_plot(alpha=2)
    with pytest.raises(OptionError, match="largest"):
        mcnemar_plot(largest=0)
    frame = pd.DataFrame({
        "y_true": [0, 1, 1], "a": [0, 1, 0], "b": [1, 1, 1], "w": [1.5, 0.5, 2.2],
    })  # fmt: skip
    weighted = mcnemar(Predictions.from_frame(frame, Roles(weight="w")))
    with pytest.raises(OptionError, match="these are weights"):
        mcnemar_plot(weighted)


def test_draws_into_given_axes():
    table = make_predictions(2)
    for draw, result in (
        (roc_plot, roc(table)),
        (precision_recall_plot, precision_recall(table)),
        (calibration_plot, reliability(table)),
        (confusion_plot, confusion(table)),
        (mcnemar_plot, mcnemar(table)),
    ):
        ax = Figure().add_subplot()
        assert draw(result, ax=ax) is ax


@pytest.mark.parametrize(("k", "classes"), [(1, 2), (5, 4), longer(2, 9), longer(6, 9)])
def test_grids_hold_a_matrix_a_model(k, classes):
    result = confusion(random_labels(k=6, classes=classes))
    names = list(result.design.algorithms[:k])
    ax = confusion_grid(result, names)
    axes = ax.get_figure(root=True).axes
    assert len(axes) == k
    for panel, name in zip(axes, names, strict=True):
        assert panel._left_title.get_text() == name
        (mesh,) = panel.collections
        counts = np.array(result.matrix(name))
        shares = counts / counts.sum(axis=1, keepdims=True)
        assert np.asarray(mesh.get_array()).ravel() == pytest.approx(shares.ravel())
    assert svg_of(ax).startswith(b"<?xml")
    assert len(alt_of(ax)) > 30
    assert len(caption_of(ax)) > 30


def many_classes(k=2, classes=50, n=2000):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, classes, n)
    truth[:classes] = np.arange(classes)
    frame = pd.DataFrame({"y_true": truth})
    for place in range(k):
        frame[f"m{place}"] = np.where(rng.random(n) < 0.7, truth, rng.integers(0, classes, n))
    return Predictions.from_frame(frame)


def test_very_many_classes_are_cut_to_the_most_confused():
    result = confusion(many_classes())
    names, cells = result.condense("m1", most=20)
    matrix = result.matrix("m1")
    assert len(names) == 20
    assert names[-1] == "the other 31"
    assert cells.sum() == matrix.to_numpy().sum()
    expected = matrix.loc[list(names[:-1]), list(names[:-1])].to_numpy()
    assert (cells[:-1, :-1] == expected).all()
    assert cells[:-1].sum(axis=1) == pytest.approx(matrix.loc[list(names[:-1])].sum(axis=1))
    wrong = matrix.sum(axis=0) + matrix.sum(axis=1) - 2 * np.diag(matrix)
    hidden = [name for name in result.classes if name not in names]
    assert wrong[list(names[:-1])].min() >= wrong[hidden].max()
    ax = confusion_plot(result, algorithm="m1")
    (mesh,) = ax.collections
    assert np.asarray(mesh.get_array()).size == 400
    assert "Of 50 classes, the 19 with the most mistakes" in caption_of(ax)


def test_few_classes_stay_as_they_are():
    result = confusion(many_classes(classes=30))
    names, cells = result.condense(most=30)
    assert names == result.classes
    assert (cells == result.matrix().to_numpy()).all()


def test_the_caption_names_label_points_only_where_there_are_any():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 60)
    result = roc(
        Predictions.from_frame(pd.DataFrame({"y_true": truth, "a_probability": rng.random(60)}))
    )
    assert "points are at the predicted labels" in caption_of(roc_plot(result))
    row = result.rows[0]
    undefined = row.point._replace(false_positive_rate=np.nan, true_positive_rate=np.nan)
    without = dataclasses.replace(result, rows=(row._replace(point=undefined),))
    assert "points are at the predicted labels" not in caption_of(roc_plot(without))
    assert not [name for name in without.display if "labels" in name]


def test_results_without_a_figure_name_those_of_predictions():
    with pytest.raises(OptionError) as caught:
        cochran_q(random_labels()).plot()
    assert "roc_plot" in caught.value.hint
