"""Draw the figures of a report as files of their own."""

from collections.abc import Sequence

from benchreport.errors import OptionError
from benchreport.hints import code
from benchreport.plots.base.style import Format
from benchreport.report.contents import Files
from benchreport.report.document import Document, FigureBlock
from benchreport.report.rendering.markdown_text import figure_name

FIGURE_FORMATS: tuple[Format, ...] = ("svg", "pdf", "png")


def check_formats(formats: Sequence[str]) -> None:
    """Raise `OptionError` unless every format is one of `FIGURE_FORMATS`."""
    if isinstance(formats, str) or not formats or not set(formats) <= set(FIGURE_FORMATS):
        raise OptionError(
            f"formats is a sequence of {', '.join(FIGURE_FORMATS)}; got {formats!r}.",
            hint=code(f"formats={FIGURE_FORMATS!r}", "--figures figures"),
        )


def draw_figures(document: Document, formats: Sequence[Format]) -> Files:
    """Draw every figure in each of the formats, and add what it draws as CSV.

    Parameters
    ----------
    document
        The report; its figures are counted in their order.
    formats
        Some of `FIGURE_FORMATS`.

    Returns
    -------
    dict
        The bytes by the name of the file, such as ``figure-2-mean-ranks.svg``.
    """
    blocks = (block for section in document.sections for block in section.blocks)
    files: Files = {}
    for number, figure in enumerate((b for b in blocks if isinstance(b, FigureBlock)), 1):
        name = figure_name(figure, number)
        files |= {f"{name}.{form}": figure.draw(form) for form in formats}
        files |= {f"{name}.csv": figure.data} if figure.data else {}
    return files
