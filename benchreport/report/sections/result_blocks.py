"""Make the blocks that many sections show on a result: summary, notes, figure and assumptions."""

import dataclasses
import functools
import re
from collections.abc import Callable, Iterable

import pandas as pd
from matplotlib.axes import Axes

from benchreport import plots
from benchreport.plots.base.fonts import one_font_warning
from benchreport.plots.base.style import inches
from benchreport.report.document import (
    NOTE,
    Block,
    Check,
    Checks,
    Drawing,
    Facts,
    FigureBlock,
    Section,
    Text,
)
from benchreport.report.sections.numbering import see
from benchreport.results import CheckResult, PairwiseResult, Result
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.csv_text import csv_bytes
from benchreport.wording.papers import sections
from benchreport.wording.verdicts import caveats

MOST_LINES = 25
MOST_LEADERS, FEW_MORE = 10, 2
MOST_DRAWN = 20  # rows of a figure, whose letters are legible on half a page
DESCRIPTION, EVERY = "description", "every-algorithm"
# the largest data of a figure that the page contains; those of hundreds of algorithms would dominate it
MOST_BYTES = 250_000
MOST_SVG = 80_000  # bytes of a drawing, of which a page for phones has a second one
LARGE_PRINT = (
    6.4  # inches of the first page's figure, which a window widens together with its letters
)
BETTER, FAVOURS = " is better than ", "The p-values favour "


def figure_block(axes: Axes, draw_narrow: Callable[[], Axes] | None = None) -> FigureBlock:
    """Make a block of a figure: its drawing, alt text, caption and data.

    Parameters
    ----------
    axes
        The figure.
    draw_narrow
        A function that draws it in the width of a column; pages for the screen call it.
    """
    alt = plots.alt_of(axes)
    words = re.findall("[a-z]+", alt.lower())
    data = csv_bytes(plots.data_of(axes), digits=8)
    return FigureBlock(
        alt=alt,
        caption=plots.caption_of(axes),
        name=f"{'-'.join(words[:4]) or 'figure'}.csv",
        data=data if len(data) <= MOST_BYTES else b"",
        # several formats of one report use the same drawing
        draw=functools.cache(functools.partial(plots.picture_of, axes)),
        # a page asks whether there are any, and then for them
        list_points=functools.cache(functools.partial(plots.points_of, axes)),
        draw_narrow=draw_narrow and functools.cache(functools.partial(_take_drawing, draw_narrow)),
    )


def fitting_block(draw: Callable[..., Axes]) -> FigureBlock:
    """Make a block of a figure, with a drawing for narrow screens where that makes no page large.

    Parameters
    ----------
    draw
        A function of the ``width`` that draws the figure.
    """
    block = figure_block(draw())

    @functools.cache
    def draw_narrow() -> Drawing | None:
        small = len(block.svg) <= MOST_SVG
        return _take_drawing(functools.partial(draw, width="column")) if small else None

    return dataclasses.replace(block, draw_narrow=draw_narrow)


def _take_drawing(draw: Callable[[], Axes]) -> Drawing:
    # the page states missing fonts
    with one_font_warning(silent=True):
        axes = draw()
    # points are known only after the drawing
    return Drawing(plots.svg_of(axes), plots.caption_of(axes), plots.points_of(axes))


def deciding_figure(result: PairwiseResult | None) -> list[Block]:
    """Draw only the test that decides, since bars of another may join algorithms that it separates.

    Of many algorithms the first page has the leaders, as many as its ranking.
    """
    if result is None:
        return []
    n = result.design.n_algorithms
    leaders = count_leaders(n)
    figure = figure_of_verdict(functools.partial(plots.deciding_plot, result, most=leaders))
    return [figure.rewrite(functools.partial(_refer_to_all, n)) if leaders < n else figure]


def figure_of_verdict(draw: Callable[..., Axes]) -> FigureBlock:
    """Draw a figure of the first page, whose letters are those of its text."""
    wide = draw(width=min(LARGE_PRINT, inches("page")))
    return figure_block(wide, functools.partial(draw, width="column"))


def _refer_to_all(n: int, caption: str) -> str:
    """Lead from how many are not drawn, which ends the caption, to what has all of them."""
    return f"{caption.removesuffix('.')}{see(*places_of_all(n)[-1:])}."


def places_of_all(n: int) -> tuple[str, ...]:
    """Return the table and the figure that have all of so many algorithms."""
    return (DESCRIPTION, EVERY) if n <= MOST_DRAWN else (DESCRIPTION,)


def whole_figure(result: PairwiseResult, *, beside_verdict: bool) -> list[Block]:
    """Draw what the first page leaves out: the other algorithms, or the groups of the test that decides.

    Parameters
    ----------
    result
        The test of pairs that decides.
    beside_verdict
        Whether the first page has its figure, and not that of components.
    """
    n = result.design.n_algorithms
    cut = count_leaders(n) < n or not beside_verdict
    groups = result.by_ranks and n > 2 and not plots.shows_ranks(result)  # noqa: PLR2004 - two are one pair
    if not cut and not groups:
        return []
    draw = plots.cd_plot if groups else plots.deciding_plot
    figure = fitting_block(functools.partial(draw, result, most=MOST_DRAWN))
    return [dataclasses.replace(figure, key=EVERY) if cut else figure]


def count_leaders(n: int) -> int:
    """Count the algorithms that the first page shows of so many.

    >>> count_leaders(12), count_leaders(40)
    (12, 10)
    """
    return n if n <= MOST_LEADERS + FEW_MORE else MOST_LEADERS


def summary_text(result: Result, *, brief: bool = False) -> Text:
    """Write a result's summary, its interpretation and its notes.

    Parameters
    ----------
    result
        Any result.
    brief
        Whether to leave out the list of significant pairs, which a table shows.
    """
    sentences = [
        line
        for line in result.interpretation
        if not (brief and (BETTER in line or line.startswith((FAVOURS, "…"))))
    ]
    meaning = " ".join(sentences)
    return Text((f"{result.summary}.", *([meaning] if meaning else []), *list_notes(result)))


def display_in_words(result: Result) -> pd.DataFrame:
    """Return the table that displays a result, with what is compared as its readers call it."""
    return result.display.rename(columns={"algorithm": result.design.noun})


def list_notes(result: Result) -> tuple[str, ...]:
    """Write the warnings of a result as notes, one a line."""
    return tuple(f"{NOTE}{warning.rstrip('.')}." for warning in result.warnings)


def drop_repeated_notes(sections: Iterable[Section]) -> tuple[Section, ...]:
    """Leave out notes and caveats that an earlier section has: many results share table and limits.

    What is missing is a fact of the data, and no note besides.
    """
    earlier: set[str] = set()
    shortened = []
    for section in sections:
        blocks = [_drop_seen_notes(block, earlier) for block in section.blocks]
        shortened.append(dataclasses.replace(section, blocks=tuple(blocks)))
    return tuple(shortened)


def _drop_seen_notes(block: Block, earlier: set[str]) -> Block:
    if isinstance(block, Facts):
        earlier |= {_before_names(text) for _, text in block.items}
    if not isinstance(block, Text):
        return block
    lines: list[str] = []
    for paragraph in block.paragraphs:
        if paragraph.startswith(NOTE):
            known = {paragraph, _before_names(paragraph.removeprefix(NOTE))} & earlier
            lines += [paragraph] * (not known)
            earlier.add(paragraph)
        else:
            lines += [line for line in [_drop_caveats(paragraph, earlier)] if line]
    return dataclasses.replace(block, paragraphs=tuple(lines))


def _before_names(text: str) -> str:
    """Return what a text says before the names in its brackets."""
    return text.partition(" (")[0]


def _drop_caveats(paragraph: str, earlier: set[str]) -> str:
    """Leave out what does not follow from a result, where an earlier paragraph says it."""
    for caveat in caveats.ONCE:
        if caveat in paragraph and caveat in earlier:
            paragraph = paragraph.replace(f" {caveat}", "").replace(caveat, "").strip()
        elif caveat in paragraph:
            earlier.add(caveat)
    return paragraph


def list_assumptions(results: Iterable[Result], independence: CheckResult | None = None) -> Checks:
    """List assumptions once each, with the outcomes of their checks; those of the design are last."""
    procedures: dict[tuple[str, str, str], list[str]] = {}
    for result in results:
        for assumption in result.assumptions:
            key = (assumption.name, assumption.outcome, assumption.evidence)
            procedures.setdefault(key, []).append(result.short_name)
    evidences = {key[2] for key in procedures}
    for row in () if independence is None else independence.rows:
        # the list already has the tests' assumptions about the design
        if row.evidence not in evidences:
            key = (row.what, row.outcome, row.evidence)
            procedures.setdefault(key, []).append(sections.DESIGN)
    return Checks(
        tuple(
            Check(
                procedure=fmt.join(dict.fromkeys(who)),
                name=name,
                outcome=outcome,
                evidence=evidence,
            )
            for (name, outcome, evidence), who in procedures.items()
        )
    )
