import inspect

from looped import loop_over
from matplotlib.axes import Axes

from benchreport import stats
from benchreport.accessor import Bench
from benchreport.plots import rank_plot
from benchreport.plots.base.figure_functions import from_table

FIGURES = {name: getattr(Bench, name) for name in dir(Bench) if name.endswith("_plot")}


@loop_over("name", FIGURES)
def test_every_figure_describes_its_parameters_in_their_order(name):
    function = FIGURES[name].function
    text = inspect.getdoc(function)
    section = text.split("Parameters\n----------\n")[1].split("\n\n")[0]
    entries = [line for line in section.split("\n") if not line.startswith(" ")]
    assert ", ".join(entries).split(", ") == list(inspect.signature(function).parameters)
    assert text.count("Parameters\n---") == 1
    assert function.__name__ == name


def test_a_docstring_takes_over_what_it_does_not_say():
    @from_table(rank_plot, stats.ranks)
    def some_plot_from_table(scores: object, *, ax: Axes | None = None, highlight: int = 8) -> Axes:
        """Draw ranks.

        Parameters
        ----------
        highlight
            How many are red.

        Examples
        --------
        >>> 1
        """

    text = some_plot_from_table.__doc__
    assert text.startswith("Draw ranks.\n\nParameters\n----------\nscores\n    A ")
    assert "ax\n    The axes to draw into; a new figure by default." in text
    assert "highlight\n    How many are red." in text
    assert text.endswith("Examples\n--------\n>>> 1")
    assert [text.index(word) for word in ("Returns", "Raises", "Examples")] == sorted(
        text.index(word) for word in ("Returns", "Raises", "Examples")
    )


def test_without_docstrings_there_is_nothing_to_complete():
    def bare_from_table(scores):
        return scores

    assert from_table(rank_plot)(bare_from_table).__doc__ is None
    assert bare_from_table.__name__ == "bare"
