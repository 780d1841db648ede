"""Outlying cells among all scores, each named and joined to what was expected."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from numpy.typing import NDArray

from benchreport import stats
from benchreport.data.scores import Scores
from benchreport.errors import check_number, format_count
from benchreport.hints import option
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.end_labels import (
    LINE,
    LONGEST,
    POINTS,
    End,
    count_lines,
    label_ends,
    label_size,
)
from benchreport.plots.base.figure_functions import as_figure, from_table
from benchreport.plots.base.row_names import Fit, fit_names, row_pitch
from benchreport.plots.base.short_names import elide
from benchreport.plots.base.style import (
    ACCENT,
    INK,
    MUTED,
    PALETTE,
    PASSIVE,
    Width,
    available_width,
    golden_shares,
    make_axes,
    set_row_axes,
)
from benchreport.plots.base.text_sizes import measure_width, wrap_text
from benchreport.results import Finding, FindingsResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import scores as wording

MOST, MOST_NAMED = 60, 12
MOST_VECTORS = 4_000
"""The most dots that are vectors; with more a page would open slowly."""
OUTLYING = PALETTE[5]
SHARE, BESIDE = 0.33, 0.28  # of the width, for names of rows and of outlying scores
ROW = 0.22  # inches
NARROW = 5.0
TALLEST = 9.0


class _Rows(NamedTuple):
    """The algorithms that are drawn, from below, and their heights."""

    places: list[int]
    height: dict[str, int]


@as_figure
def outlier_plot(
    result: FindingsResult,
    scores: Scores,
    *,
    most: int = MOST,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw all scores by algorithm, and mark and name those that are outlying.

    Parameters
    ----------
    result
        The result of ``outliers``.
    scores
        The table that it examined.
    most
        How many algorithms are drawn, those with the most extreme scores first. The caption says
        how many are left out.

    Returns
    -------
    matplotlib.axes.Axes
        Outlying scores are diamonds. The 12 most extreme are named, and joined by a line to what the
        rest of the table makes one expect (bar).
    """
    check_number("most", most, above=0, whole=True, hint=option(most=60))
    named = result.rows[:MOST_NAMED]
    rows = _select_rows(result, scores, most)
    wide = available_width(ax, width)
    names = [scores.algorithms[place] for place in rows.places]
    fit = fit_names(names, SHARE * wide, wide, measure_width)
    _, size, lines = fit
    n = len(names)
    texts = _name_findings(named, wide)
    beside = len(named) * count_lines(texts) * LINE * label_size(len(named)) / POINTS
    height = 1.1 + max(n * max(ROW, row_pitch(n, size, lines)), beside, 0.9)
    axes = ax or make_axes(width, min(TALLEST, height))
    _draw_dots(axes, scores, rows)
    findings = [row for row in result.rows if row.algorithm in rows.height]
    for row in findings:
        _mark(axes, row, rows.height[row.algorithm], joined=row in named)
    _set_axes(axes, scores, fit, wide)
    _label_findings(axes, named, texts, rows)
    if not result.rows:
        looked_at = format_count(result.looked_at, "score")
        axes.text(
            1, 1.01, wording.NO_FINDING.format(what=result.what, scores=looked_at),
            transform=axes.transAxes, va="bottom", ha="right", fontsize=8.5, color=MUTED, gid="none",
        )  # fmt: skip
    describe(
        axes,
        alt=_alt(result, scores),
        caption=_caption(result, scores, len(rows.places)),
        data=lambda: _data(result, scores, rows),
    )
    return axes


@from_table(outlier_plot, stats.outliers)
def outlier_plot_from_table(
    scores: Scores,
    *,
    alpha: float = 0.05,
    most: int = MOST,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw all scores by algorithm, and mark and name the outlying ones.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks; cells may be empty.
    alpha
        The probability that a table without outliers has any marked.
    """
    result = stats.outliers(scores, alpha=alpha)
    return outlier_plot(result, scores, most=most, ax=ax, width=width)


def _select_rows(result: FindingsResult, scores: Scores, most: int) -> _Rows:
    """Take the algorithms with findings first, and order by median, the best on top."""
    medians = np.nanmedian(scores.values, axis=0)
    best = np.argsort(-medians if scores.higher_is_better else medians, kind="stable").tolist()
    striking = dict.fromkeys(scores.algorithms.index(row.algorithm) for row in result.rows)
    selected = [*striking, *(place for place in best if place not in striking)][:most]
    places = [place for place in best if place in set(selected)][::-1]
    return _Rows(places, {scores.algorithms[place]: at for at, place in enumerate(places)})


def _data(result: FindingsResult, scores: Scores, rows: _Rows) -> pd.DataFrame:
    """Return every dot that is drawn, then the outlying runs, which are drawn beside them."""
    kind = scores.block_kind
    dots = pd.DataFrame(
        {
            kind: np.repeat(np.array(scores.blocks, dtype=object), len(rows.places)),
            "algorithm": [scores.algorithms[place] for place in rows.places] * len(scores.blocks),
            "score": scores.values[:, rows.places].ravel(),
        }
    ).dropna(subset=["score"])
    outlying_rows = result.table[result.table["algorithm"].isin(list(rows.height))]
    cells = outlying_rows["dataset" if kind == "dataset" else "repeat"].tolist()
    outlying = outlying_rows[["algorithm", "score", "expected", "distance"]].assign(**{kind: cells})
    whole = pd.concat([dots, outlying], ignore_index=True)
    return whole.assign(outlying=whole["distance"].notna())[
        [kind, "algorithm", "score", "outlying", "expected", "distance"]
    ]


def _draw_dots(axes: Axes, scores: Scores, rows: _Rows) -> None:
    values: NDArray[np.float64] = scores.values[:, rows.places]
    apart = (golden_shares(len(values)) - 0.5) * 0.5
    heights = np.arange(values.shape[1]) + apart[:, None]
    scored = ~np.isnan(values)
    many = int(scored.sum()) > MOST_VECTORS
    axes.plot(
        values[scored], heights[scored], "o", markersize=1.6 if many else 2.8, color=PASSIVE,
        markeredgewidth=0, alpha=0.9, zorder=2, gid="score", rasterized=many,
    )  # fmt: skip


def _mark(axes: Axes, row: Finding, height: int, *, joined: bool) -> None:
    if joined:
        axes.plot([row.expected, row.score], [height] * 2, color=INK, linewidth=0.8, zorder=3)
        axes.plot([row.expected], [height], "|", color=ACCENT, markersize=8, markeredgewidth=1.6,
                  zorder=4, gid="expected")  # fmt: skip
    axes.plot([row.score], [height], "D", color=OUTLYING, markersize=4.6, markeredgecolor=INK,
              markeredgewidth=0.6, zorder=5, gid="outlier")  # fmt: skip


def _set_axes(axes: Axes, scores: Scores, fit: Fit, width: float) -> None:
    labels, size, _ = fit
    axes.set_yticks(range(len(labels)), labels, fontsize=size, linespacing=1.0)
    set_row_axes(axes, len(labels))
    axes.locator_params(axis="x", nbins=9 if width >= NARROW else 4)
    axes.set_xlabel(f"{scores.score} ({scores.direction})")


def _name_findings(named: Sequence[Finding], width: float) -> list[str]:
    """Name outlying scores in lines; in a narrow figure the row says which algorithm's they are."""
    write = fmt.writer([*(row.score for row in named), *(row.expected for row in named)])
    size = label_size(len(named))
    texts = []
    for row in named:
        where = ", ".join(elide(part, LONGEST) for part in (row.dataset, row.repeat) if part)
        text = f"{elide(row.algorithm, LONGEST)} on {where}" if where else row.algorithm
        if width >= NARROW:
            text += f": {write(row.score)}, not {write(row.expected)}"
        elif where:
            text = where
        texts.append(wrap_text(text, BESIDE * width, size))
    return texts


def _label_findings(
    axes: Axes, named: Sequence[Finding], texts: Sequence[str], rows: _Rows
) -> None:
    """Name outlying scores right of the axes, each joined to its mark."""
    ends = [
        End(row.score, rows.height[row.algorithm], text, INK)
        for row, text in zip(named, texts, strict=True)
        if row.algorithm in rows.height
    ]
    # names are placed by the limits, which must be set first
    axes.set_xlim(*axes.get_xlim())
    label_ends(axes, sorted(ends, key=lambda end: end.y))


def _describe_finding(row: Finding) -> str:
    where = ", ".join(part for part in (row.dataset, row.repeat) if part)
    return wording.FINDING.format(
        name=row.algorithm,
        where=wording.ON.format(where=where) if where else "",
        score=fmt.number(row.score, 4),
        expected=fmt.number(row.expected, 4),
        distance=fmt.fixed(row.distance, 1),
    )


def _alt(result: FindingsResult, scores: Scores) -> str:
    found = wording.NOT_THERE.format(what=result.what)
    if result.rows:
        listed = "; ".join(_describe_finding(row) for row in result.rows[:6])
        more = len(result.rows) - 6
        if more > 0:
            listed = wording.MORE.format(listed=listed, n=more)
        found = f"{format_count(len(result.rows), result.what)}: {listed}"
    return wording.DOTS_OF.format(
        scores=format_count(result.looked_at, "score"),
        algorithms=format_count(len(scores.algorithms), "algorithm"),
        found=found,
    )


def _caption(result: FindingsResult, scores: Scores, n_drawn: int) -> str:
    averaged = scores.block_kind == "dataset" and scores.counts.max() > 1
    dots = wording.EVERY_RUN if scores.block_kind == "run" else wording.EVERY_BLOCK
    hidden = len(scores.algorithms) - n_drawn
    algorithms = format_count(hidden, "algorithm")
    left_out = wording.HIDDEN.format(algorithms=algorithms, are=fmt.are(hidden))
    return fmt.paragraph(
        dots.format(
            score=scores.score,
            direction=scores.direction,
            block=scores.block_kind,
            averaged=wording.AVERAGED if averaged else "",
        ),
        _describe_findings(result),
        left_out if hidden else "",
    )


def _describe_findings(result: FindingsResult) -> str:
    scores = format_count(result.looked_at, "score")
    if not result.rows:
        return wording.NONE_FOUND.format(what=result.what, scores=scores)
    only = wording.MOST_EXTREME.format(n=MOST_NAMED) if len(result.rows) > MOST_NAMED else ""
    found = format_count(len(result.rows), result.what)
    return wording.FOUND.format(found=found, scores=scores, only=only)
