"""Decorators of figures: they set the house style and complete docstrings with shared descriptions."""

import inspect
from collections.abc import Callable, Mapping
from typing import TypeVar

from matplotlib.axes import Axes

from benchreport.docstrings import describe_parameters, join_sections, split_sections
from benchreport.plots.base.style import house_style

F = TypeVar("F", bound=Callable[..., Axes])
SUFFIX = "_from_table"
COMMON = {
    "ax": "    The axes to draw into; a new figure by default.",
    "width": """\
    Width of a new figure: ``"column"``, ``"page"`` or a number of inches; its height follows from what
    is drawn.""",
    "highlight": """\
    How many of the best are in colour, or the names of those that are; ``None``: all up to 20, of
    more the best 8. The rest is grey.""",
}
"""Descriptions of parameters that many figures share; a figure's own description wins."""


def as_figure(function: F) -> F:
    """Decorate a function that draws: set the house style and complete its docstring.

    Unless the docstring describes them, `COMMON` describes shared parameters, and the class of ``result``
    describes it.

    Examples
    --------
    >>> @as_figure
    ... def some_plot(*, width: float = 7.0) -> Axes:
    ...     '''Draw something.'''
    >>> "Width of a new figure" in some_plot.__doc__
    True
    """
    decorated = house_style()(function)
    sections = split_sections(function)
    kind = next(iter(function.__annotations__.values()), Axes)
    result = f"    ``{getattr(kind, '__name__', kind)}`` of a procedure."
    _complete(decorated, sections, {**COMMON, "result": result, **describe_parameters(sections)})
    return decorated


def from_table(figure: Callable[..., Axes], *procedures: Callable[..., object]) -> Callable[[F], F]:
    """Decorate a function that runs a procedure on a table and draws its result.

    The function keeps its signature and its types. Its name loses ``_from_table``, so that help and
    errors call it as ``df.bench`` does. Its docstring is completed: ``figure`` provides missing
    parameters, returned axes, notes and references; the procedures describe the table, other parameters
    and errors. A call replaces a missing example.

    Parameters
    ----------
    figure
        The function that draws the result.
    *procedures
        The functions that make the result; for each parameter, the first description is used.

    Examples
    --------
    >>> from benchreport import stats
    >>> from benchreport.plots import rank_plot
    >>> @from_table(rank_plot, stats.ranks)
    ... def rank_plot_from_table(scores: object, *, ax: Axes | None = None) -> Axes:
    ...     '''Draw ranks.'''
    >>> rank_plot_from_table.__name__, "axes to draw into" in rank_plot_from_table.__doc__
    ('rank_plot', True)
    """
    drawing, *computing = (split_sections(source) for source in (figure, *procedures))

    def decorate(function: F) -> F:
        own = split_sections(function)
        descriptions: dict[str, str] = {}
        for sections in (*reversed(computing), drawing, own):
            descriptions |= describe_parameters(sections)
        errors = next(
            (part["Raises"] for part in (own, *computing, drawing) if "Raises" in part), ""
        )
        inherited = {name: drawing.get(name, "") for name in ("Returns", "Notes", "References")}
        name = function.__name__.removesuffix(SUFFIX)
        example = f">>> axes = df.bench.{name}()  # doctest: +SKIP"
        sections = {**inherited, "Examples": example, **own, "Raises": errors}
        _complete(function, sections, descriptions)
        function.__name__ = function.__qualname__ = name
        return function

    return decorate


def _complete(
    function: Callable[..., Axes], sections: Mapping[str, str], descriptions: Mapping[str, str]
) -> None:
    """Write a docstring from its sections, with the parameters in the order of the signature."""
    if not function.__doc__:
        return
    names: dict[str, list[str]] = {}
    for name in inspect.signature(function).parameters:
        names.setdefault(descriptions[name], []).append(name)
    parameters = "\n".join(f"{', '.join(group)}\n{text}" for text, group in names.items())
    function.__doc__ = join_sections({**sections, "Parameters": parameters})
