"""Every figure of curves and predictions in the gallery, against numbers computed from the tables."""

import itertools
import re

import numpy as np
import pandas as pd
import pytest
from gallery_figures import (
    CODES,
    EXAMPLES,
    artists_of,
    assert_band,
    columns,
    draw_line,
    kind_of,
    leader_ends,
    legend_of,
    lines,
    look,
    predictions,
    rows,
    texts,
)
from matplotlib.colors import same_color
from needs import one_in
from scipy.stats import binomtest, chi2

import benchreport
from benchreport.plots.base.end_labels import darken
from benchreport.plots.base.style import PALETTE

CHECKS = {}
OTHERS = ("networks", "tuning", "tumours", "answers")
MODELS = ("logistic regression", "nearest neighbours", "naive Bayes", "decision tree")


def check(function):
    CHECKS[function.__name__] = function
    return function


@pytest.mark.parametrize("code", one_in(3, [code for code in CODES if code.startswith(OTHERS)]))
def test_marks_names_and_numbers_are_those_of_the_table(code):
    kind = kind_of(code)
    assert kind in CHECKS, f"write a check of {kind} in {__file__}"
    CHECKS[kind](draw_line(code), code)


def networks():
    return pd.read_parquet(EXAMPLES / "tuning/networks.parquet")


def tuning():
    """Return the runs of the optimizers, with the best error so far."""
    table = pd.read_parquet(EXAMPLES / "tuning/tuning.parquet").sort_values("evaluation")
    best = table.groupby(["optimizer", "problem", "seed"])["error"].cummin()
    return table.assign(error=best)


def colours_of(axes):
    """Return the colour of each name, from its handle in a legend or from the name at a line's end."""
    handles = {name: handle.get_color() for name, handle in legend_of(axes).items()}
    return handles or {name: colour for name, (_, colour) in leader_ends(axes).items()}


def has_colour(name, colours, colour):
    return same_color(colours[name], colour) or same_color(colours[name], darken(colour))


def assert_lines(axes, data, x, *, factor=1.0, y="center", gid="line"):
    """Compare each line and its band with the rows of the algorithm of that colour."""
    colours = colours_of(axes)
    data = data.assign(part=data.get("part", "score"))
    drawn_lines = lines(axes, gid)
    assert len(drawn_lines) == data.groupby(["algorithm", "part"]).ngroups
    dashes = {}
    for line in drawn_lines:
        (name,) = [
            candidate
            for candidate in data["algorithm"].unique()
            if has_colour(candidate, colours, line.get_color())
        ]
        rows = data[data["algorithm"] == name]
        ((part, rows_),) = (
            (part, group)
            for part, group in rows.groupby("part")
            if np.allclose(factor * group[y].to_numpy(float), line.get_ydata(), equal_nan=True)
        )
        assert list(line.get_xdata()) == rows_[x].tolist()
        dashes.setdefault(part, set()).add(line.get_linestyle())
        if part != "score":
            continue
        for band in artists_of(axes.collections, "band"):
            if same_color(band.get_facecolor()[0][:3], line.get_color()):
                assert_band(band, rows_[x], rows_["low"], rows_["high"])
    if len(dashes) > 1:
        assert dashes["score"].isdisjoint(dashes["train"])
    if y == "center":
        assert len(artists_of(axes.collections, "band")) == data["algorithm"].nunique()


def assert_ends(axes, data, x, *, factor=1.0, y="center"):
    """Compare the ends of the leaders of the names with the last points."""
    ends = leader_ends(axes)
    assert set(ends) == set(data["algorithm"])
    for name, (place, _) in ends.items():
        last = data[data["algorithm"] == name].iloc[-1]
        assert place == pytest.approx((last[x], factor * last[y]))
    heights = {name: text.xyann[1] for text in texts(axes, "label") for name in [text.get_text()]}
    at = {name: axes.transData.transform(place)[1] for name, (place, _) in ends.items()}
    # names stand in the order of their lines
    order = sorted(ends, key=lambda name: at[name])
    assert all(heights[a] <= heights[b] or at[a] == at[b] for a, b in itertools.pairwise(order))


@check
def curve_plot(axes, code):
    table = networks()
    if artists_of(axes.collections, "runs"):
        assert_runs(axes, table, code)
        return
    center, band = ("mean", "sd") if "mean" in code else ("median", "quartiles")
    data = axes.data
    for part, column in (("score", "accuracy"), ("train", "train_accuracy")):
        rows = data[data["part"] == part] if "part" in data else data
        if part == "train" and "part" not in data:
            continue
        for name, group in rows.groupby("algorithm"):
            values = table[table["algorithm"] == name].groupby("epoch")[column]
            assert group["center"].to_numpy(float) == pytest.approx(values.agg(center).to_numpy())
            ends = (values.mean() - values.std(), values.mean() + values.std())
            if band == "quartiles":
                ends = (values.quantile(0.25), values.quantile(0.75))
            assert group["low"].to_numpy(float) == pytest.approx(ends[0].to_numpy())
            assert group["high"].to_numpy(float) == pytest.approx(ends[1].to_numpy())
    assert_lines(axes, data, "epoch")
    assert axes.get_ylabel() == f"{center} accuracy\n(higher is better)"
    best = table[table["epoch"] == 50].groupby("algorithm")["accuracy"].agg(center).idxmax()
    assert f"At the end, {best} leads" in axes.caption
    if "part" in data:
        names = list(legend_of(axes))
        assert names[:2] == [best, next(model for model in names if model not in (best, names[0]))]
        handles = legend_of(axes)
        dashed = {name: handles[name].get_linestyle() for name in ("accuracy", "on training data")}
        styles = {line.get_linestyle() for line in lines(axes, "line")}
        assert set(dashed.values()) == styles
    else:
        assert_ends(axes, data, "epoch")


def assert_runs(axes, table, code):
    """Compare the paths of single runs with the rows of the algorithm of that colour."""
    only = re.search(r"run='(\w+)'", code)
    if only:
        table = table[table["seed"] == int(only[1])]
    colours = colours_of(axes)
    for paths in artists_of(axes.collections, "runs"):
        (name,) = [
            candidate
            for candidate in colours
            if has_colour(candidate, colours, paths.get_color()[0][:3])
        ]
        rows = table[table["algorithm"] == name]
        expected = {tuple(run["accuracy"]) for _, run in rows.groupby("seed")}
        assert {tuple(path.vertices[:, 1]) for path in paths.get_paths()} == expected
        assert all(path.vertices[:, 0].tolist() == list(range(1, 51)) for path in paths.get_paths())
        last = rows[rows["epoch"] == 50]["accuracy"].mean()
        assert leader_ends(axes)[name][0] == pytest.approx((50, last))
    data = axes.data.set_index(["algorithm", "repeat", "epoch"])["accuracy"]
    true = table.assign(seed=table["seed"].astype(str)).set_index(["algorithm", "seed", "epoch"])
    assert data.to_dict() == true["accuracy"].to_dict()


@check
def rank_over_time_plot(axes, code):
    x = "epoch" if code.startswith("networks") else "evaluation"
    assert_lines(axes, axes.data, x)
    assert_ends(axes, axes.data, x)
    low, high = axes.get_ylim()
    assert low > high, "rank 1 is on top"
    assert axes.get_ylabel() == "mean rank (1 = best)"
    totals = axes.data.groupby(x)["center"].sum().to_numpy(float)
    k = axes.data["algorithm"].nunique()
    assert totals == pytest.approx(np.full(len(totals), k * (k + 1) / 2))
    if x == "epoch":
        # one run of each is drawn: count how often a run of the other is better, ties by halves
        table = networks()
        first, other = axes.data["algorithm"].unique()
        for epoch in (1, 25, 50):
            now = table[table["epoch"] == epoch].groupby("algorithm")["accuracy"].apply(np.array)
            ahead = now[other][:, None] - now[first]
            expected = 1 + (ahead > 0).mean() + (ahead == 0).mean() / 2
            row = axes.data[(axes.data["algorithm"] == first) & (axes.data["epoch"] == epoch)]
            assert float(row["center"].iloc[0]) == pytest.approx(expected, abs=0.02)


@check
def anytime_plot(axes, code):
    data = axes.data
    if "across" in code:
        assert_lines(axes, data, "evaluation")
        assert_ends(axes, data, "evaluation")
        low, high = axes.get_ylim()
        assert (low > high) == ("rank" in code)
        return
    table, panels = tuning(), axes.get_figure(root=True).axes
    assert len(panels) == table["problem"].nunique() == 8
    center = axes.get_figure(root=True).get_supylabel().split()[0]
    for panel in panels:
        problem = panel.get_title(loc="left")
        rows = data[data["dataset"] == problem]
        for name, group in rows.groupby("algorithm"):
            runs = table[(table["optimizer"] == name) & (table["problem"] == problem)]
            expected = runs.groupby("evaluation")["error"].agg(center)
            assert group["center"].to_numpy(float) == pytest.approx(expected.to_numpy())
        colours = {name: handle.get_color() for name, handle in legend_of(axes).items()}
        for line in lines(panel, "line"):
            (name,) = [
                candidate
                for candidate in colours
                if same_color(colours[candidate], line.get_color())
            ]
            rows_ = rows[rows["algorithm"] == name]
            assert np.array(line.get_ydata()) == pytest.approx(rows_["center"].to_numpy(float))
            for band in artists_of(panel.collections, "band"):
                if same_color(band.get_facecolor()[0][:3], line.get_color()):
                    assert_band(band, rows_["evaluation"], rows_["low"], rows_["high"])
    # the legend begins with the best by the mean place at the ends
    ends = data[data["evaluation"] == 80].assign(center=lambda frame: frame["center"].astype(float))
    places = ends.groupby("dataset")["center"].rank().groupby(ends["algorithm"]).mean()
    assert [places[name] for name in legend_of(axes)] == sorted(places)


@check
def ecdf_runtime_plot(axes, _code):
    assert_lines(axes, axes.data, "evaluation", factor=100, y="share")
    assert_ends(axes, axes.data, "evaluation", factor=100, y="share")
    assert axes.get_ylabel() == "share of targets reached, %"
    # a target that was reached stays reached, and nothing is new between steps
    for line in lines(axes, "line"):
        assert (np.diff(line.get_ydata()) >= 0).all()
        assert line.get_drawstyle() == "steps-post"
    last = axes.data.groupby("algorithm")["share"].last()
    assert f"{last.idxmax()} reaches the most targets, {100 * last.max():.0f} %" in axes.caption


@check
def cd_sequence_plot(axes, _code):
    panels = axes.get_figure(root=True).axes
    table = tuning()
    assert [panel.get_title(loc="left") for panel in panels] == list(axes.data["panel"].unique())
    for panel, budget in zip(panels, (10, 30, 60), strict=True):
        assert str(budget) in panel.get_title(loc="left")
        means = table[table["evaluation"] == budget].pivot_table(
            values="error", index="problem", columns="optimizer"
        )
        ranks = means.round(12).rank(axis=1).mean()
        marks = {line.get_label(): line.get_xdata()[0] for line in lines(panel, "centre")}
        assert marks == pytest.approx(ranks.to_dict())
        assert panel.get_xlim() == axes.get_xlim()


def truth():
    return (predictions()["y_true"] == "malignant").to_numpy()


def labels(name):
    return (predictions()[name] == "malignant").to_numpy()


def chances(name):
    return predictions()[f"{name}_probability"].to_numpy()


def numbers(legend):
    """Return the second line of each text of the legend."""
    return dict(
        text.get_text().split("\n") for text in legend.get_texts() if "\n" in text.get_text()
    )


def models(axes):
    """Return the name of each colour and mark."""
    by_look = {look(handle): name for name, handle in legend_of(axes).items() if name in MODELS}
    assert len(by_look) == len(MODELS)
    return by_look


@check
def roc_plot(axes, _code):
    by_look, legend = models(axes), numbers(axes.get_legend())
    by_colour = {colour: name for (colour, _), name in by_look.items()}
    areas = {}
    for line in lines(axes, "curve"):
        name = by_colour[line.get_color()]
        rows = axes.data[axes.data["algorithm"] == name]
        assert list(zip(*line.get_data(), strict=True)) == list(
            zip(rows["x"], rows["y"], strict=True)
        )
        positive, negative = chances(name)[truth()], chances(name)[~truth()]
        above = (positive[:, None] > negative).mean() + (positive[:, None] == negative).mean() / 2
        assert np.trapezoid(rows["y"], rows["x"]) == pytest.approx(above)
        assert float(legend[name].split()[1]) == pytest.approx(above, abs=6e-4)
        low, high = re.findall(r"[\d.]+", legend[name].partition("[")[2])
        assert float(low) <= above <= float(high)
        areas[name] = above
    assert list(legend) == sorted(areas, key=lambda name: -areas[name])
    hull = np.column_stack(lines(axes, "hull")[0].get_data())
    assert len(lines(axes, "point")) == 4
    for point in lines(axes, "point"):
        name = by_look[look(point)]
        rates = labels(name)[~truth()].mean(), labels(name)[truth()].mean()
        assert (point.get_xdata()[0], point.get_ydata()[0]) == pytest.approx(rates)
        reached = np.interp(rates[0], *hull.T)
        assert reached >= rates[1] - 1e-9
        assert (point.get_markerfacecolor() != "white") == bool(abs(reached - rates[1]) < 1e-9)
    assert (axes.get_xlabel(), axes.get_ylabel()[:18]) == (
        "false positive rate",
        "true positive rate",
    )


@check
def precision_recall_plot(axes, _code):
    by_look, legend = models(axes), numbers(axes.get_legend())
    by_colour = {colour: name for (colour, _), name in by_look.items()}
    for line in lines(axes, "curve"):
        name = by_colour[line.get_color()]
        x, y = (np.asarray(values) for values in line.get_data())
        assert line.get_drawstyle() == "steps-pre"
        # the area is under the steps: each is as high as its right end
        area = (np.diff(x) * y[1:]).sum()
        order = np.unique(chances(name))[::-1]
        hits = np.array([truth()[chances(name) >= threshold].sum() for threshold in order])
        retrieved = np.array([(chances(name) >= threshold).sum() for threshold in order])
        recall = hits / truth().sum()
        average = (np.diff(np.append(0, recall)) * hits / retrieved).sum()
        assert area == pytest.approx(average)
        assert float(legend[name].split()[1]) == pytest.approx(average, abs=6e-4)
    assert len(lines(axes, "point")) == 4
    for point in lines(axes, "point"):
        name = by_look[look(point)]
        hit = (labels(name) & truth()).sum()
        expected = hit / truth().sum(), hit / labels(name).sum()
        assert (point.get_xdata()[0], point.get_ydata()[0]) == pytest.approx(expected)
    assert lines(axes, "chance")[0].get_ydata()[0] == pytest.approx(truth().mean())
    assert (axes.get_xlabel()[:6], axes.get_ylabel()) == ("recall", "precision")


@check
def calibration_plot(axes, _code):
    by_look, legend = models(axes), numbers(axes.get_legend())
    by_colour = {colour: name for (colour, _), name in by_look.items()}
    briers = {}
    for line in lines(axes, "curve"):
        name = by_colour[line.get_color()]
        rows = axes.data[axes.data["algorithm"] == name]
        assert list(line.get_xdata()) == rows["predicted"].tolist()
        assert list(line.get_ydata()) == rows["observed"].tolist()
        bins = [
            line_of_bin
            for line_of_bin in lines(axes, "bin")
            if line_of_bin.get_color() == line.get_color()
        ]
        bars = [bar for bar in lines(axes, "interval") if bar.get_color() == line.get_color()]
        for row, mark, bar in zip(rows.itertuples(), bins, bars, strict=True):
            assert mark.get_ydata()[0] == row.observed
            assert abs(mark.get_xdata()[0] - row.predicted) < 0.03
            assert bar.get_xdata()[0] == bar.get_xdata()[1] == mark.get_xdata()[0]
            assert tuple(bar.get_ydata()) == (row.low, row.high)
            off = not row.low <= row.predicted <= row.high
            assert (mark.get_markerfacecolor() != "white") == off
        briers[name] = ((chances(name) - truth()) ** 2).mean()
        assert float(legend[name].split()[-1]) == pytest.approx(briers[name], abs=6e-4)
    assert list(legend) == sorted(briers, key=briers.get)
    (below,) = axes.child_axes
    for steps in artists_of(below.patches, "histogram"):
        name = next(
            candidate
            for colour, candidate in by_colour.items()
            if same_color(colour, steps.get_edgecolor())
        )
        shares, edges, _ = steps.get_data()
        counts = np.histogram(chances(name), edges)[0]
        assert shares == pytest.approx(counts / len(truth()))


@check
def confusion_plot(axes, _code):
    table, name = predictions(), axes.get_title(loc="left")
    down, across = rows(axes), columns(axes)
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("predicted class", "true class")
    (mesh,) = artists_of(axes.collections, "cells")
    for text in texts(axes, "count"):
        x, y = text.get_position()
        true = table["y_true"] == down[y]
        count = (true & (table[name] == across[x])).sum()
        assert text.get_text() == f"{count}\n{100 * count / true.sum():.1f} %"
        assert mesh.get_array()[int(y), int(x)] == pytest.approx(count / true.sum())
    assert len(texts(axes, "count")) == 4
    low, high = axes.get_ylim()
    assert low > high, "the first class is on top"


@check
def mcnemar_plot(axes, _code):
    (decisions,) = lines(axes, "decision")
    marks = {look(line): line for line in lines(axes, "pair")}
    handles = {look(handle): name for name, handle in legend_of(axes).items() if "−" in name}
    assert len(marks) == len(handles) == 6
    table = predictions()
    right = {name: (table[name] == table["y_true"]).to_numpy() for name in MODELS}
    for key, line in marks.items():
        first, second = (
            next(model for model in MODELS if model.startswith(short.removesuffix("…")))
            for short in handles[key].split(" − ")
        )
        only = (right[second] & ~right[first]).sum(), (right[first] & ~right[second]).sum()
        assert (line.get_xdata()[0], line.get_ydata()[0]) == only
    for c, b in zip(*decisions.get_data(), strict=True):
        exact = binomtest(int(b), int(b + c)).pvalue
        plain = chi2.sf((b - c) ** 2 / (b + c), 1)
        assert plain <= 0.05 < exact
    assert "only the approximation rejects" in legend_of(axes)
    assert axes.get_xlabel().startswith("c: only the second")
    assert axes.get_ylabel().startswith("b: only the first")
    (mesh,) = artists_of(axes.collections, "map")
    # at b = 0 and c = 5 the plain p-value is .0253, the exact one .0625
    assert mesh.get_array()[0, 5] == pytest.approx(chi2.sf(5, 1) - 0.0625)
    red, _, blue = mesh.cmap(mesh.norm(-0.05))[:3]
    assert red > blue, "orange where the approximation rejects more easily"


def differences_by_benchmark():
    """Return the accuracy of each model on each benchmark, of which each question counts once."""
    table = pd.read_csv(EXAMPLES / "evaluations/answers.csv.gz")
    keys = ["benchmark", "document", "question", "model"]
    means = table.groupby(keys)["correct"].mean().reset_index()
    return means.groupby(["benchmark", "model"])["correct"].mean().unstack()  # noqa: PD010


@check
def forest_plot(axes, code):
    by_benchmark = differences_by_benchmark()
    pairs = [
        heading.get_text().split(" − ") for heading in axes.texts if heading.get_gid() == "pair"
    ]
    if "control" in code:
        assert [second for _, second in pairs] == ["naive Bayes"] * 2
    names = [label.get_text() for label in axes.get_yticklabels()]
    group = [*by_benchmark.index, "all examples", "mean of datasets"]
    assert sorted(names) == sorted(group * len(pairs))
    marks = sorted(lines(axes, "dataset"), key=lambda line: -line.get_ydata()[0])
    expected = [
        by_benchmark.loc[name, first] - by_benchmark.loc[name, second]
        for first, second in pairs
        for name in names[: len(by_benchmark)]
    ]
    assert [line.get_xdata()[0] for line in marks] == pytest.approx(expected)
    averaged = [patch.get_xy()[1, 0] for patch in axes.patches if patch.get_gid() == "averaged"]
    means = by_benchmark.mean()
    assert averaged == pytest.approx([means[first] - means[second] for first, second in pairs])
    for line in lines(axes, "interval"):
        left, right = line.get_xdata()
        (mark,) = [other for other in marks if other.get_ydata()[0] == line.get_ydata()[0]]
        assert left < mark.get_xdata()[0] < right
        assert same_color(line.get_color(), mark.get_color())
        assert (left > 0 or right < 0) == same_color(line.get_color(), PALETTE[0])


@pytest.mark.parametrize("name", ["roc_plot", "precision_recall_plot", "calibration_plot"])
def test_a_model_has_the_colour_of_its_place_whatever_its_rank(name):
    # the best is the last in the table
    order = MODELS[::-1]
    pairs = [head for model in order for head in (model, f"{model}_probability")]
    table = predictions()[["example", "y_true", *pairs]]
    axes = getattr(benchreport.bench(table, truth="y_true", positive="malignant"), name)()
    handles = legend_of(axes)
    for place, model in enumerate(order):
        assert handles[model].get_color() == PALETTE[place]
    assert {line.get_color() for line in lines(axes, "curve")} == set(PALETTE[:4])
