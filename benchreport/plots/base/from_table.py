"""A decorator for figures straight from a table, which completes their docstrings."""

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from matplotlib.axes import Axes

__all__ = ["from_table"]

F = TypeVar("F", bound=Callable[..., Axes])
SUFFIX = "_from_table"
SECTIONS = ("Parameters", "Returns", "Raises", "Notes", "References", "Examples")


def from_table(figure: Callable[..., Axes], *procedures: Callable[..., object]) -> Callable[[F], F]:
    """Decorate a function that runs a procedure on a table and draws its result.

    The function keeps its signature and its types. Its name loses ``_from_table``, so that help and
    errors call it as ``df.bench`` does. Its docstring is completed: what it leaves out about parameters,
    returned axes, notes and references is taken from ``figure``; the table, other parameters and errors
    are described as the procedures describe them.

    Parameters
    ----------
    figure
        The function that draws the result.
    *procedures
        The functions that make the result; the first one that describes a parameter counts.

    Examples
    --------
    >>> from benchreport import stats
    >>> from benchreport.plots import rank_plot
    >>> @from_table(rank_plot, stats.ranks)
    ... def rank_plot_from_table(scores: object, *, ax: Axes | None = None) -> Axes:
    ...     '''Draw ranks.'''
    >>> rank_plot_from_table.__name__, "Where to draw" in rank_plot_from_table.__doc__
    ('rank_plot', True)
    """

    def decorate(function: F) -> F:
        function.__name__ = function.__qualname__ = function.__name__.removesuffix(SUFFIX)
        if function.__doc__:
            function.__doc__ = _complete(function, figure, procedures)
        return function

    return decorate


def _complete(
    function: Callable[..., Axes], figure: Callable[..., Axes], procedures: tuple[Any, ...]
) -> str:
    """Write a docstring with what it takes over from the figure and the procedures."""
    own, drawing, *computing = (_sections(each) for each in (function, figure, *procedures))
    described: dict[str, str] = {}
    for sections in (*reversed(computing), drawing, own):
        described |= _descriptions(sections.get("Parameters", ""))
    raised = next((each["Raises"] for each in (own, *computing, drawing) if "Raises" in each), "")
    texts = {
        "Returns": drawing.get("Returns"),
        "Notes": drawing.get("Notes"),
        "References": drawing.get("References"),
        **own,
        "Parameters": _parameters(function, described),
        "Raises": raised,
    }
    written = [f"{name}\n{'-' * len(name)}\n{texts[name]}" for name in SECTIONS if texts.get(name)]
    return "\n\n".join([own[""], *written])


def _sections(function: Callable[..., object]) -> dict[str, str]:
    """Split a docstring into its sections; what is before the first is called ``""``."""
    text = inspect.cleandoc(function.__doc__ or "")
    head, *rest = re.split(r"^(\w+)\n-{3,}\n", text, flags=re.MULTILINE)
    bodies = (body.rstrip() for body in rest[1::2])
    return {"": head.rstrip(), **dict(zip(rest[::2], bodies, strict=True))}


def _descriptions(section: str) -> dict[str, str]:
    """Return what a section says of each parameter, indented as there."""
    described: dict[str, str] = {}
    for entry in re.split(r"^(?=\S)", section, flags=re.MULTILINE):
        names, _, text = entry.rstrip().partition("\n")
        described |= dict.fromkeys(names.split(", "), text)
    return described


def _parameters(function: Callable[..., Axes], described: Mapping[str, str]) -> str:
    """Describe the parameters in the order of the signature; those that share a text stand together."""
    names: dict[str, list[str]] = {}
    for name in inspect.signature(function).parameters:
        names.setdefault(described[name], []).append(name)
    return "\n".join(f"{', '.join(group)}\n{text}" for text, group in names.items())
