"""Decorators of figures: the house style, and docstrings that say a thing once."""

import inspect
import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from matplotlib.axes import Axes

from benchreport import stats
from benchreport.plots.base.style import house_style

F = TypeVar("F", bound=Callable[..., Axes])
SUFFIX = "_from_table"
SECTIONS = ("Parameters", "Returns", "Raises", "Notes", "References", "Examples")
COMMON = {
    "ax": "    The axes to draw into; a new figure by default.",
    "width": """\
    Width of a new figure: ``"column"``, ``"page"`` or a number of inches; its height follows from what
    is drawn.""",
    "highlight": """\
    How many of the best are in colour, or the names of those that are; ``None``: all up to 20, of
    more the best 8. The rest is grey.""",
}
"""What a parameter of this name is in every figure that does not say otherwise."""


def as_figure(function: F) -> F:
    """Decorate a function that draws: it draws in the house style, and its docstring is completed.

    Parameters that figures share are described by `COMMON`, and ``result`` by the procedures that return its
    class, unless the docstring describes them.

    Examples
    --------
    >>> @as_figure
    ... def some_plot(*, width: float = 7.0) -> Axes:
    ...     '''Draw something.'''
    >>> "Width of a new figure" in some_plot.__doc__
    True
    """
    decorated = house_style()(function)
    own = _sections(function)
    result = f"    The result of {_list_procedures(function)}."
    _complete(decorated, own, {**COMMON, "result": result, **_descriptions(own)})
    return decorated


def _list_procedures(function: Callable[..., object]) -> str:
    """List the procedures that return what a function's first parameter is."""
    kind = next(iter(function.__annotations__.values()), None)
    names = [f"``{n}``" for n, f in stats.PROCEDURES.items() if f.__annotations__["return"] is kind]
    return " or ".join(names)


def from_table(figure: Callable[..., Axes], *procedures: Callable[..., object]) -> Callable[[F], F]:
    """Decorate a function that runs a procedure on a table and draws its result.

    The function keeps its signature and its types. Its name loses ``_from_table``, so that help and
    errors call it as ``df.bench`` does. Its docstring is completed: what it leaves out about parameters,
    returned axes, notes and references is taken from ``figure``; the table, other parameters and errors
    are described as the procedures describe them. A call stands for a missing example.

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
    >>> rank_plot_from_table.__name__, "axes to draw into" in rank_plot_from_table.__doc__
    ('rank_plot', True)
    """
    drawing, *computing = (_sections(source) for source in (figure, *procedures))

    def decorate(function: F) -> F:
        own = _sections(function)
        descriptions: dict[str, str] = {}
        for sections in (*reversed(computing), drawing, own):
            descriptions |= _descriptions(sections)
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
    """Write a docstring of sections, its parameters in the order of the signature."""
    if not function.__doc__:
        return
    names: dict[str, list[str]] = {}
    for name in inspect.signature(function).parameters:
        names.setdefault(descriptions[name], []).append(name)
    parameters = "\n".join(f"{', '.join(group)}\n{text}" for text, group in names.items())
    texts = {**sections, "Parameters": parameters}
    blocks = [f"{name}\n{'-' * len(name)}\n{texts[name]}" for name in SECTIONS if texts.get(name)]
    function.__doc__ = "\n\n".join([sections[""], *blocks])


def _sections(function: Callable[..., object]) -> dict[str, str]:
    """Split a docstring into its sections; what is before the first is called ``""``."""
    text = inspect.cleandoc(function.__doc__ or "")
    head, *rest = re.split(r"\n(\w+)\n---+\n", text)
    bodies = (body.rstrip() for body in rest[1::2])
    return {"": head.rstrip(), **dict(zip(rest[::2], bodies, strict=True))}


def _descriptions(sections: Mapping[str, str]) -> dict[str, str]:
    """Return what a docstring says of each parameter, indented as there."""
    descriptions: dict[str, str] = {}
    for entry in re.split(r"\n(?=\S)", sections.get("Parameters", "")):
        names, _, text = entry.rstrip().partition("\n")
        descriptions |= dict.fromkeys(names.split(", "), text)
    return descriptions
