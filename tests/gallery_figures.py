"""The figures of the gallery, drawn once, and readers of what stands where in a figure."""

import ast
import functools
import re
import runpy
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.legend import Legend

EXAMPLES = Path(__file__).parents[1] / "examples"


def _codes():
    """Read the lines of the gallery without running it."""
    module = ast.parse((EXAMPLES / "gallery.py").read_text(encoding="utf-8"))
    literal = next(
        statement.value
        for statement in module.body
        if isinstance(statement, ast.Assign) and statement.targets[0].id == "GALLERY"
    )
    return tuple(code for lines in ast.literal_eval(literal).values() for code in lines)


CODES = _codes()


@functools.cache
def names():
    """Return the tables and results that the lines of the gallery use, by name."""
    return runpy.run_path(str(EXAMPLES / "gallery.py"))["NAMES"]


@functools.cache
def draw_line(code):
    """Draw one line of the gallery; return its axes."""
    axes = eval(code, {"__builtins__": {}}, names())  # noqa: S307 - a line of our gallery
    axes.get_figure(root=True).canvas.draw()
    return axes


@functools.cache
def runs():
    """Return the scores of the gallery, one row per fold."""
    return pd.read_csv(EXAMPLES / "sklearn/results.csv")


@functools.cache
def cells():
    """Return means over folds, datasets × classifiers, rounded so that equal means tie."""
    table = runs().pivot_table(values="accuracy", index="dataset", columns="classifier")
    return table.round(12)


def ranks():
    """Return the ranks of the classifiers on each dataset, 1 the best."""
    return cells().rank(axis=1, ascending=False)


@functools.cache
def predictions():
    """Return the predictions of the gallery, one row per example."""
    return pd.read_csv(EXAMPLES / "predictions/predictions.csv")


def lines(axes, gid):
    """Return the lines with this gid."""
    return [line for line in axes.lines if line.get_gid() == gid]


def texts(axes, gid):
    """Return the texts with this gid."""
    return [text for text in axes.texts if text.get_gid() == gid]


def number(text):
    """Read a number as figures write it."""
    return float(text.replace("−", "-").replace("+", ""))


def rows(axes):
    """Return the names at the left by their place on the y axis, in one line each."""
    labels = [label.get_text().replace("\n", " ") for label in axes.get_yticklabels()]
    return dict(zip(axes.get_yticks().tolist(), labels, strict=True))


def columns(axes):
    """Return the names under or over the axes by their place on the x axis, in one line each."""
    labels = [label.get_text().replace("\n", " ") for label in axes.get_xticklabels()]
    return dict(zip(axes.get_xticks().tolist(), labels, strict=True))


def names_from_top(axes, places):
    """Sort names by where they are on paper, the uppermost first; ``places`` are y to name."""
    height = {name: axes.transData.transform((0.5, y))[1] for y, name in places.items()}
    return sorted(height, key=lambda name: -height[name])


def names_from_left(axes, places):
    """Sort names by where they are on paper; ``places`` are x to name."""
    height = {name: axes.transData.transform((x, 0.5))[0] for x, name in places.items()}
    return sorted(height, key=height.get)


def segments(collection):
    """Return the ends of each line of a collection."""
    return [segment.tolist() for segment in collection.get_segments()]


def artists_of(artists, gid):
    """Return the artists with this gid."""
    return [artist for artist in artists if artist.get_gid() == gid]


def step_at(x, y, at, style):
    """Read a step function of matplotlib at places other than its corners."""
    x, y = np.asarray(x), np.asarray(y)
    place = np.searchsorted(x, at)
    return y[place] if style == "steps-pre" else y[place - 1]


def argument(code, name):
    """Return a text argument of a line of the gallery, ``None`` where it is not given."""
    match = re.search(rf"{name}='([^']+)'", code)
    return match and match[1]


def kind_of(code):
    """Return which figure a line of the gallery draws."""
    return re.findall(r"\.(\w+)\(", code.removesuffix(".plot()"))[-1]


def look(line):
    """Return a line's colour and marker, which tell series apart."""
    return line.get_color(), line.get_marker()


def leader_ends(axes):
    """Return where the leaders of the names beside the axes point, and the names' colours."""
    return {text.get_text(): (text.xy, text.get_color()) for text in texts(axes, "label")}


def legend_of(axes):
    """Return the handles of all legends by the first line of their texts."""
    boxes = [axes.get_legend(), *(artist for artist in axes.artists if isinstance(artist, Legend))]
    boxes += axes.get_figure(root=True).legends
    return {
        text.get_text().partition("\n")[0]: handle
        for box in boxes
        if box is not None
        for text, handle in zip(box.get_texts(), box.legend_handles, strict=True)
    }


def assert_band(band, x, low, high):
    """Compare a filled band with its lower and upper ends."""
    points = band.get_paths()[0].vertices
    compared = 0
    for at, bottom, top in zip(x, low, high, strict=True):
        heights = points[np.isclose(points[:, 0], at, rtol=1e-9, atol=0)][:, 1]
        if len(heights) and not np.isnan(bottom):
            assert np.isclose(heights, bottom).any()
            assert np.isclose(heights, top).any()
            compared += 1
    assert compared
