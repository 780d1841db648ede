"""Posterior probabilities of pairs: a bar each, shared out among the answers."""

from matplotlib.axes import Axes
from matplotlib.patches import Patch

from benchreport.errors import check_number, format_count
from benchreport.hints import option
from benchreport.plots.base.descriptions import describe
from benchreport.plots.base.figure_functions import as_figure
from benchreport.plots.base.row_names import count_pairs, fit_names, fit_pairs, pair_pitch
from benchreport.plots.base.short_names import display_width, elide
from benchreport.plots.base.style import INK, MUTED, Width, available_width, make_axes
from benchreport.plots.base.text_sizes import measure_width
from benchreport.plots.pairs.pair_tables import select_rows
from benchreport.results import BayesResult, Posterior
from benchreport.results.pairs.bayes import format_probability
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import pairs as wording

AXIS, ASIDE = 0.52, 0.3  # of the width, and inches between names and axis and at the borders
LEAST_PITCH = 0.185  # inches of a row with a number in it
LEGEND_LETTER = 0.066  # inches of a letter
LINE = 0.18  # inches of a line of the legend
# light enough for dark numbers on them, and different in grey
COLOURS = ("#6BAED6", "#E6E8EA", "#F3B562")
SHORTEST = 0.1  # of a bar, that a number is written into
THIN = 0.82


@as_figure
def posterior_plot(
    result: BayesResult,
    *,
    most: int | None = None,
    ax: Axes | None = None,
    width: Width = "page",
) -> Axes:
    """Draw each pair as a bar of the probabilities that one is better, neither is, the other is.

    Parameters
    ----------
    most
        How many pairs are drawn: the least certain; None: as many as a page holds with whole names, at
        most 45. The caption says how many are left out.

    Returns
    -------
    matplotlib.axes.Axes
        With a control its bars are on the left, and each row is one of the others; else the first of
        the pair, which is better over all pairs, is on the left. Dashed lines: what a part must reach
        from its side for a decision.
    """
    result, wide = result.oriented(), available_width(ax, width)
    room = (1 - AXIS) * wide - ASIDE
    least_certain = sorted(result.rows, key=_certainty)
    if most is None:
        most = count_pairs([(row.first, row.second) for row in least_certain], room, measure_width)
    check_number("most", most, above=0, whole=True, hint=option(most=45))
    rows = sorted(least_certain[:most], key=lambda row: (row.p_first, -row.p_second))
    names, size, n_lines = _name_bars(result, rows, room, wide)
    words, lines = _name_answers(result, wide)
    pitch = max(LEAST_PITCH, pair_pitch(len(rows), size, n_lines))
    axes = ax or make_axes(width, 0.8 + LINE * lines + pitch * len(rows))
    _draw_bars(axes, rows, result.confidence)
    axes.set_yticks(range(len(rows)), names, fontsize=size, linespacing=1.0)
    _set_axes(axes, result)
    _draw_legend(axes, words, lines)
    describe(
        axes,
        alt=_alt(result, rows),
        caption=_caption(result, len(result.rows) - len(rows)),
        data=lambda: select_rows(result.table, rows),
    )
    return axes


def _certainty(row: Posterior) -> float:
    return max(row.p_first, row.p_rope, row.p_second)


def _name_bars(
    result: BayesResult, rows: list[Posterior], room: float, width: float
) -> tuple[list[str], int, int]:
    """Name the bars; a control is on the left of all, and its name in the legend."""
    if result.control is None:
        return fit_pairs([(row.first, row.second) for row in rows], room, width, measure_width)
    return fit_names([row.second for row in rows], room, width, measure_width)


def _draw_bars(axes: Axes, rows: list[Posterior], confidence: float) -> None:
    """Draw the bars, their numbers where they fit, and a mark at the end of the left part."""
    for place, row in enumerate(rows):
        start = 0.0
        for share, colour in zip((row.p_first, row.p_rope, row.p_second), COLOURS, strict=True):
            if share > 0:
                axes.barh(place, share, THIN, left=start, color=colour, linewidth=0, gid="share")
            if share >= SHORTEST:
                axes.text(
                    start + share / 2, place, format_probability(share, confidence), ha="center", va="center",
                    fontsize=7.5, color=INK, gid="probability",
                    # a background hides lines behind the number
                    bbox={"facecolor": colour, "linewidth": 0, "pad": 0.8},
                )  # fmt: skip
            start += share
        axes.plot(
            [row.p_first], [place], "|", color=INK, markersize=7, gid="p_first", clip_on=False
        )


def _set_axes(axes: Axes, result: BayesResult) -> None:
    axes.set_ylim(-0.7, len(axes.get_yticks()) - 0.3)
    axes.set_xlim(0, 1)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    for edge in (result.confidence, 1 - result.confidence):
        axes.axvline(edge, color=MUTED, linewidth=0.9, linestyle=(0, (4, 2)), gid="decided from")
    axes.set_xlabel("posterior probability")


def _name_answers(result: BayesResult, width: float) -> tuple[list[str], int]:
    """Return the names of the answers from left to right, and how many lines they need."""
    left, right = wording.ANSWERS
    if result.control is not None:
        left, right = wording.ANSWERS_OF_CONTROL
        left = left.format(control=elide(result.control, max(10, int(4 * width))))
    rope = fmt.number(result.rope)
    within = [wording.WITHIN_ROPE.format(rope=rope)] if result.rope else []
    words = [left, *within, right]
    taken = sum(display_width(word) * LEGEND_LETTER + 0.45 for word in words)
    return words, 1 if taken < width else len(words)


def _draw_legend(axes: Axes, words: list[str], lines: int) -> None:
    colours = (COLOURS[0], *COLOURS[1:-1][: len(words) - 2], COLOURS[-1])
    handles = [Patch(color=colour, label=word) for colour, word in zip(colours, words, strict=True)]
    axes.legend(
        handles=handles, ncols=len(words) if lines == 1 else 1, loc="lower right",
        bbox_to_anchor=(1.0, 1.0), frameon=False, fontsize=8, handlelength=1.1,
        columnspacing=1.4, borderaxespad=0.2, labelspacing=0.3,
    )  # fmt: skip


def _alt(result: BayesResult, rows: list[Posterior]) -> str:
    decided = sum(max(row.p_first, row.p_second) >= result.confidence for row in rows)
    control = wording.WITH.format(control=result.control) if result.control is not None else ""
    equivalent = sum(row.p_rope >= result.confidence for row in rows)
    close = wording.EQUIVALENT.format(n=equivalent, are=fmt.are(equivalent))
    undecided = _count_undecided(result, rows)
    return wording.POSTERIORS.format(
        pairs=format_count(len(rows), "pair"),
        control=control,
        level=fmt.level(result.confidence),
        decided=decided,
        equivalent=close if result.rope else "",
        undecided=undecided,
        are=fmt.are(undecided),
    )


def _count_undecided(result: BayesResult, rows: list[Posterior]) -> int:
    certain = (max(row.p_first, row.p_rope, row.p_second) for row in rows)
    return sum(share < result.confidence for share in certain)


def _caption(result: BayesResult, hidden: int) -> str:
    first = wording.CONTROL_IS.format(control=result.control)
    between = wording.BETWEEN.format(rope=fmt.number(result.rope)) if result.rope else ""
    draws = ""
    if result.n_resamples is not None:
        draws = wording.FROM_DRAWS.format(n=f"{result.n_resamples:,}")
    pairs = format_count(hidden, "pair")
    left_out = wording.CERTAIN_LEFT_OUT.format(pairs=pairs, are=fmt.are(hidden))
    return fmt.paragraph(
        wording.POSTERIOR.format(
            method=fmt.lower(result.method),
            draws=draws,
            first=wording.FIRST_IS if result.control is None else first,
            between=between,
        ),
        wording.DASHED.format(level=fmt.level(result.confidence)),
        left_out if hidden else "",
    )
