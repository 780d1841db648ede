"""Choose the series of a figure that stand out, and the look of each."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from benchreport.errors import OptionError, examples, format_count
from benchreport.hints import option
from benchreport.plots.base.short_names import shorten_names
from benchreport.plots.base.style import PASSIVE, series_look
from benchreport.wording.figures import common as wording

MOST_COLOURED = 20
HIGHLIGHTED = 8
LONGEST = 30

Highlight = int | Sequence[str] | None


class Series(NamedTuple):
    """One series: its place among the names, its label and its look."""

    place: int
    name: str
    label: str
    strong: bool
    look: dict[str, Any]

    @property
    def line(self) -> dict[str, Any]:
        """The colour, dash, width and order of the line."""
        return {
            "color": self.look["color"],
            "linestyle": self.look["linestyle"],
            "linewidth": 1.5 if self.strong else 0.6,
            "zorder": 3.0 if self.strong else 1.5,
        }


def assign_looks(
    names: Sequence[str],
    order: Sequence[int],
    highlight: Highlight = None,
    *,
    longest: int = LONGEST,
) -> tuple[Series, ...]:
    """Give each series its look, the best first.

    Parameters
    ----------
    names
        The names of all series.
    order
        The places of the series among the names, the best first.
    highlight
        The number of best series in colour, or the names of those in colour. ``None`` colours all of up to
        20 series, or the best 8 of more. The rest is grey.
    longest
        The length of the longest label, in letters.

    Returns
    -------
    tuple of Series
        The series, the best first.

    Raises
    ------
    OptionError
        ``highlight`` names an unknown series.

    Examples
    --------
    >>> [(entry.name, entry.strong) for entry in assign_looks(["a", "b", "c"], [2, 0, 1], highlight=["b"])]
    [('c', False), ('a', False), ('b', True)]
    """
    names_in_colour = _select_highlighted(names, order, highlight)
    short = shorten_names([*names], longest)
    number = {
        name: look_number(names.index(name), rank, len(names))
        for rank, name in enumerate(names_in_colour)
    }
    grey = {"color": PASSIVE, "marker": "", "linestyle": "-"}
    return tuple(
        Series(
            place=place,
            name=names[place],
            label=short[names[place]],
            strong=names[place] in number,
            look=series_look(number[names[place]]) if names[place] in number else grey,
        )
        for place in order
    )


def look_number(place: int, rank: int, n: int) -> int:
    """Return the number of a series' look: its place, so that all figures give it the same look.

    If there are more series than readers can distinguish, only a few are in colour, and the number is the
    rank among those.

    >>> look_number(3, 0, 20), look_number(3, 0, 60)
    (3, 0)
    """
    return place if n <= MOST_COLOURED else rank


def explain_grey(series: Sequence[Series]) -> str:
    """Explain the grey lines in a caption; empty without grey lines.

    >>> explain_grey(assign_looks(["a", "b", "c"], [0, 1, 2], highlight=1))
    '1 algorithm is in colour, the other 2 are grey.'
    """
    strong = sum(entry.strong for entry in series)
    rest = len(series) - strong
    if rest == 0:
        return ""
    return wording.COLOURED.format(
        coloured=format_count(strong, "algorithm"),
        are="is" if strong == 1 else "are",
        others=wording.ONE_OTHER if rest == 1 else wording.OTHERS.format(n=rest),
    )


def _select_highlighted(
    names: Sequence[str], order: Sequence[int], highlight: Highlight
) -> list[str]:
    best = [names[place] for place in order]
    if highlight is None:
        return best if len(best) <= MOST_COLOURED else best[:HIGHLIGHTED]
    if isinstance(highlight, int):
        return best[: max(0, highlight)]
    requested = [highlight] if isinstance(highlight, str) else list(highlight)
    unknown = [name for name in requested if name not in names]
    if unknown:
        raise OptionError(
            f"highlight names {examples(unknown)}, not among {examples(names, most=12)}.",
            hint=option(highlight=[*names[:2]])
            + ", or how many of the best: "
            + option(highlight=3),
        )
    return requested
