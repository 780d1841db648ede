"""Commands of TikZ, written alike."""

from benchreport.plots.base.style import ACCENT, INK, MUTED, PASSIVE
from benchreport.results.writing.latex_text import escape

COLOURS = {"cdink": INK, "cdmuted": MUTED, "cdpassive": PASSIVE, "cdaccent": ACCENT}
_NAMES = {colour: name for name, colour in COLOURS.items()}


def escape_text(text: str) -> str:
    """Escape a text for LaTeX in any font encoding."""
    # some font encodings have no straight quotes
    return escape(text).replace(r"\textquotedbl{}", "{''}")


def format_point(x: float, y: float) -> str:
    """Write a point."""
    return f"({x:.4f}, {y:.4f})"


def format_line(style: str, *points: tuple[float, float]) -> str:
    """Write a line through points."""
    return rf"\draw[{style}] {' -- '.join(format_point(*point) for point in points)};"


def format_node(x: float, y: float, text: str, style: str) -> str:
    """Write a text at a point."""
    return rf"\node[{style}, inner sep=1pt] at {format_point(x, y)} {{{text}}};"


def format_look(colours: tuple[str, str]) -> str:
    """Write the colours of an edge and of what is within it.

    >>> format_look((ACCENT, "white"))
    'draw=cdaccent, fill=white'
    """
    edge, fill = (_NAMES.get(colour, colour) for colour in colours)
    return f"draw={edge}, fill={fill}"
