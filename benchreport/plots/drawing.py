"""The figure of each class of results."""

import inspect
import typing
from collections.abc import Callable, Iterator
from typing import Any

from matplotlib.axes import Axes

from benchreport import plots
from benchreport.arguments import check_arguments
from benchreport.errors import OptionError
from benchreport.hints import call
from benchreport.results import PairwiseResult, Result


def _find_figures() -> Iterator[tuple[type[Result], Callable[..., Axes]]]:
    """Yield each class of results with its figure, from the annotation of the figure's first parameter."""
    for figure in (
        getattr(plots, name) for name in vars(plots)["__all__"] if name.endswith("_plot")
    ):
        if inspect.isfunction(figure) and inspect.unwrap(figure).__code__.co_argcount == 1:
            annotation = next(iter(figure.__annotations__.values()))
            kind = next(iter(typing.get_args(annotation)), annotation)
            # plain comparisons of pairs have several figures; the result decides between them
            if isinstance(kind, type) and issubclass(kind, Result) and kind not in _DECIDED:
                yield kind, figure


_DECIDED = (Result, PairwiseResult)
FIGURES = dict(_find_figures())


def draw(result: Result, *, ax: Axes | None = None, **style: Any) -> Axes:  # noqa: ANN401
    """Draw the figure that belongs to a result.

    Raises
    ------
    OptionError
        The result has no figure, or the figure has no such argument.
    """
    figure = _figure_of(result)
    check_arguments(figure, (), {"ax": ax, **style})
    return figure(result, ax=ax, **style)


def _figure_of(result: Result) -> Callable[..., Axes]:
    for kind, figure in FIGURES.items():
        if isinstance(result, kind):
            return figure
    if isinstance(result, PairwiseResult):
        # intervals in score units if the result has some, otherwise the diagram of centres
        intervals = not result.by_ranks and bool(result.intervals)
        return plots.tukey_plot if intervals else plots.cd_plot
    raise OptionError(
        f"{result.method} has no figure of its own.",
        hint=call("roc_plot") + ", " + call("confusion_plot") + " or " + call("mcnemar_plot")
        if result.design.noun == "model"
        else call("box_plot") + ", " + call("rank_plot") + " or " + call("cd_plot"),
    )
