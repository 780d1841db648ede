"""Datasets by their meta-features: where which of two algorithms is better."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon
from numpy.typing import NDArray

from benchreport.data.scores import Scores
from benchreport.errors import DataError, OptionError, check_choice, examples, format_count
from benchreport.hints import option
from benchreport.numerics.moments import spans_decades
from benchreport.numerics.principal_components import footprint, principal_components
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure
from benchreport.plots.base.score_axis import NARROW, set_log_ticks
from benchreport.plots.base.short_names import elide, shorten_names
from benchreport.plots.base.style import Width, add_grid, inches, make_axes
from benchreport.plots.base.text_sizes import wrap_text
from benchreport.plots.scores.scatter import (
    SIDES,
    Pair,
    count_outcomes,
    explain_left_out,
    select_pair,
)
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import scores as wording

Floats = NDArray[np.float64]
LARGEST, SMALLEST = 120.0, 14.0  # points²: the area of the largest difference, and of none
LOADINGS = 3
LONGEST = 45  # letters of a name
LEGEND, LINE = 8.0, 0.14  # points, and inches of a line


class _Plane(NamedTuple):
    """The plane of datasets: their coordinates and its axes."""

    coordinates: Floats
    """(N, 2)."""
    labels: tuple[str, str]
    log: tuple[bool, bool]
    words: str
    projected: bool


@as_figure
def meta_feature_plot(
    scores: Scores,
    features: pd.DataFrame,
    *,
    x: str | None = None,
    y: str | None = None,
    a: str | None = None,
    b: str | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw datasets by their meta-features; the colour says which of two algorithms is better there.

    Parameters
    ----------
    scores
        A table of k algorithms on N datasets; datasets without both scores are left out.
    features
        A row a dataset: its name in the index or in a column ``"dataset"``, and numbers.
    x, y
        The features on the axes. By default the two there are; of more, the plane of the first two
        principal components of the standardized features, with footprints: the convex hulls of the
        datasets on which each algorithm is better.
    a, b
        The algorithms; by default the two best by mean rank.

    Returns
    -------
    matplotlib.axes.Axes
        The area of a point grows with the size of the difference. Features that are positive and span
        more than two decades are on a log axis, and enter components as logarithms.

    Raises
    ------
    DataError
        Datasets without features, or features that are missing, infinite or not numbers.
    DesignError
        No such algorithm, or independent runs.
    OptionError
        No such feature, only one of ``x`` and ``y``, or fewer than two features that vary.

    References
    ----------
    Muñoz et al. (2018), Machine Learning 107, section 3.4; Jolliffe (2002), Principal Component
    Analysis.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 5], "b": [7, 6, 8]}, index=["iris", "wine", "glass"])
    >>> features = pd.DataFrame({"rows": [150, 178, 214], "classes": [3, 3, 6]}, index=frame.index)
    >>> axes = frame.bench(score="accuracy").meta_feature_plot(features)
    >>> axes.get_xlabel(), axes.get_ylabel()
    ('rows', 'classes')
    """
    pair = select_pair(scores, a, b, procedure="meta_feature_plot")
    plane = _choose_plane(_align_features(pair.scores, features), x, y)
    narrow = inches(width) < NARROW
    names = _wrap_names(pair, inches(width) - 0.8 if narrow else inches(width) / 3 - 0.6)
    lines = sum(name.count("\n") for name in names) if narrow else 0
    axes = ax or make_axes(width, (3.3 if narrow else 4.4) + LINE * lines)
    _set_axes(axes, plane, narrow=narrow)
    if plane.projected:
        _draw_footprints(axes, plane, pair)
    _draw_points(axes, plane, pair)
    _draw_legend(axes, pair, names, narrow=narrow)
    describe(
        axes,
        alt=_alt(pair, plane),
        caption=_caption(pair, plane),
        data=lambda: _data(pair, plane),
    )
    return axes


def _align_features(scores: Scores, features: pd.DataFrame) -> pd.DataFrame:
    """Return the features of the table's datasets, in its order."""
    frame = features
    for column in (scores.block_kind, "dataset"):
        if column in frame.columns:
            frame = frame.set_index(column)
            break
    frame = frame.set_axis(frame.index.map(str)).rename(columns=str)
    missing = [name for name in scores.blocks if name not in frame.index]
    if missing:
        raise DataError(
            f"{len(missing)} of {len(scores.blocks)} {scores.block_kind}s have no features: "
            f"{examples(missing)}.",
            hint=f"features.index has e.g. {examples(frame.index, most=3)}; name {scores.block_kind}s "
            f"as in the scores: features.set_index({scores.block_kind!r})",
        )
    twice = sorted(set(frame.index[frame.index.duplicated()]) & set(scores.blocks))
    if twice:
        raise DataError(
            f"features have several rows for {examples(twice)}.",
            hint="features.groupby(level=0).first()",
        )
    frame = frame.loc[list(scores.blocks)]
    words = [name for name in frame.columns if not pd.api.types.is_numeric_dtype(frame[name])]
    if words:
        raise DataError(
            f"features must be numbers; {examples(words)} are not.",
            hint='features.select_dtypes("number")',
        )
    return frame.astype(float)


def _choose_plane(table: pd.DataFrame, x: str | None, y: str | None) -> _Plane:
    if (x is None) != (y is None):
        present, absent = ("x", "y") if y is None else ("y", "x")
        raise OptionError(
            f"{present} is given without {absent}.",
            hint=option(**{absent: next(iter(table.columns))}),
        )
    if x is not None and y is not None:
        check_choice("x", x, table.columns)
        check_choice("y", y, table.columns)
        _check_finite(table[[x, y]])
        return _make_plane(table, x, y, "")
    _check_finite(table)
    constant = [name for name in table.columns if _is_constant(table[name].to_numpy())]
    omitted = wording.CONSTANT.format(features=examples(constant)) if constant else ""
    varied = table.drop(columns=constant)
    if len(varied.columns) < 2:  # noqa: PLR2004 - a plane
        raise OptionError(
            f"two features that vary are needed; found {examples(varied.columns) or 'none'}."
            + (f" {omitted}" if omitted else ""),
            hint="features with two columns of numbers, or x= and y=",
        )
    if len(varied.columns) == 2:  # noqa: PLR2004 - as above
        first, second = varied.columns
        return _make_plane(table, first, second, omitted)
    return _project(varied, omitted)


def _is_constant(values: Floats) -> bool:
    return bool(np.ptp(values) <= 1e-12 * np.abs(values).max())


def _check_finite(table: pd.DataFrame) -> None:
    bad = [name for name in table.columns if not np.isfinite(table[name]).all()]
    if bad:
        where = table.index[~np.isfinite(table[bad[0]])]
        raise DataError(
            f"features must be finite; {examples(bad)} are not ({bad[0]}: {examples(where)}).",
            hint="features.dropna(axis=1), or features.fillna(features.median())",
        )


def _make_plane(table: pd.DataFrame, x: str, y: str, omitted: str) -> _Plane:
    values = np.column_stack([table[x], table[y]])
    log = (spans_decades(values[:, 0]), spans_decades(values[:, 1]))
    return _Plane(values, (x, y), log, omitted, projected=False)


def _project(table: pd.DataFrame, omitted: str) -> _Plane:
    values = table.to_numpy()
    logs = [spans_decades(column) for column in values.T]
    values = np.column_stack(
        [np.log10(column) if log else column for column, log in zip(values.T, logs, strict=True)]
    )
    components = principal_components(values)
    parts = [
        f"component {number} ({fmt.fixed(100 * share, 0)} % of variance)"
        for number, share in enumerate(components.shares, 1)
    ]
    mostly = [
        _describe_loadings(list(table.columns), components.loadings[:, place]) for place in range(2)
    ]
    in_logs = [name for name, log in zip(table.columns, logs, strict=True) if log]
    words = wording.COMPONENTS.format(
        share=fmt.fixed(100 * float(components.shares.sum()), 0),
        n=len(table.columns),
        first=mostly[0],
        second=mostly[1],
    )
    logarithms = wording.LOGARITHMS.format(features=examples(in_logs)) if in_logs else ""
    return _Plane(
        components.coordinates,
        (parts[0], parts[1]),
        (False, False),
        fmt.paragraph(words, logarithms, omitted),
        projected=True,
    )


def _describe_loadings(names: Sequence[str], loadings: Floats) -> str:
    order = np.argsort(-np.round(np.abs(loadings), 9), kind="stable")[:LOADINGS]
    return fmt.join(f"{names[place]} ({fmt.fixed(loadings[place])})" for place in order)


def _set_axes(axes: Axes, plane: _Plane, *, narrow: bool) -> None:
    for place, (axis, scale) in enumerate(
        ((axes.xaxis, axes.set_xscale), (axes.yaxis, axes.set_yscale))
    ):
        axis.set_label_text(elide(plane.labels[place], 40))
        if plane.log[place]:
            scale("log")
            set_log_ticks(axis, plane.coordinates[:, place], most=4 if narrow else 7)
    # large points at the edge stay inside
    axes.margins(0.08)
    add_grid(axes, linewidth=0.6)


def _draw_footprints(axes: Axes, plane: _Plane, pair: Pair) -> None:
    for side, look in enumerate(SIDES[:2]):
        corners = footprint(plane.coordinates[pair.sides == side])
        if len(corners):
            axes.add_patch(
                Polygon(
                    corners, closed=True, facecolor=(look.colour, 0.05), edgecolor=(look.colour, 0.6),
                    linewidth=0.9, linestyle=("-", (0, (4, 2)))[side], zorder=1.5, gid="footprint",
                )
            )  # fmt: skip


def _draw_points(axes: Axes, plane: _Plane, pair: Pair) -> None:
    sizes = _point_areas(pair.gains)
    # small points lie on top of large ones, or they would be hidden
    order = np.argsort(-sizes, kind="stable")
    for side, look in enumerate(SIDES):
        on_side = order[pair.sides[order] == side]
        if len(on_side):
            axes.scatter(
                plane.coordinates[on_side, 0], plane.coordinates[on_side, 1], s=sizes[on_side],
                marker=look.marker, color=look.colour,
                alpha=0.8, edgecolors="white", linewidths=0.6, zorder=3 - 0.1 * side, gid="dataset",
            )  # fmt: skip


def _point_areas(gains: Floats) -> Floats:
    size = np.abs(gains)
    # divide first: the area of a difference near 1e300 would overflow
    share = size / size.max() if size.max() > 0 else size
    return np.asarray(SMALLEST + (LARGEST - SMALLEST) * share)


def _wrap_names(pair: Pair, room: float) -> list[str]:
    """Break the names of both algorithms, with what is said of them, into lines of the legend."""
    short = shorten_names([pair.first, pair.second], LONGEST)
    counts = zip(short.values(), pair.outcomes, strict=False)
    return [wrap_text(f"{name} better ({count})", room, LEGEND) for name, count in counts]


def _draw_legend(axes: Axes, pair: Pair, names: Sequence[str], *, narrow: bool) -> None:
    equal = pair.outcomes[2]
    labels = [*names, *[f"equal ({equal})"] * bool(equal)]
    handles = [
        Line2D(
            [], [], linestyle="none", marker=look.marker, color=look.colour, markersize=6,
            markeredgecolor="white", label=label,
        )
        for look, label in zip(SIDES, labels, strict=False)
    ]  # fmt: skip
    key = axes.legend(
        handles=handles, loc="lower left", bbox_to_anchor=(0, 1.01), frameon=False, fontsize=LEGEND,
        ncols=1 if narrow else 3, borderaxespad=0, handletextpad=0.3, columnspacing=1.4,
        labelspacing=0.25,
    )  # fmt: skip
    for text in key.get_texts():
        text.set_gid("count")


def _data(pair: Pair, plane: _Plane) -> pd.DataFrame:
    names = np.array([pair.first, pair.second, ""])
    return pd.DataFrame(
        {
            pair.scores.block_kind: list(pair.scores.blocks),
            plane.labels[0]: plane.coordinates[:, 0],
            plane.labels[1] if plane.labels[0] != plane.labels[1] else f"{plane.labels[1]} (y)":
                plane.coordinates[:, 1],
            "difference": pair.gains,
            "better": names[pair.sides],
        }
    )  # fmt: skip


def _alt(pair: Pair, plane: _Plane) -> str:
    return wording.PLANE.format(
        blocks=format_count(len(pair.gains), pair.scores.block_kind),
        x=plane.labels[0],
        y=plane.labels[1],
        outcomes=count_outcomes(pair),
    )


def _caption(pair: Pair, plane: _Plane) -> str:
    block = pair.scores.block_kind
    largest = int(np.argmax(np.abs(pair.gains)))
    ahead, behind, _ = pair.outcomes
    points = wording.POINTS_OF_PLANE.format(
        block=block,
        first=pair.first,
        ahead=ahead,
        second=pair.second,
        behind=behind,
        score=pair.scores.score,
        most=fmt.number(float(np.abs(pair.gains[largest]))),
        where=pair.scores.blocks[largest],
    )
    return fmt.paragraph(
        points,
        wording.REGIONS,
        wording.OUTLINES if plane.projected else "",
        plane.words,
        wording.CHOSEN.format(choice=pair.chosen_by) if pair.chosen_by else "",
        explain_left_out(pair),
    )
