"""How figures are saved by their users, with ``ax.figure.savefig``."""

import io

import matplotlib as mpl
import pandas as pd
import pytest
from matplotlib.axes import Axes

import benchreport  # noqa: F401 - registers the accessor


@pytest.fixture
def axes():
    frame = pd.DataFrame(
        {"svm": [0.9, 0.8, 0.85], "knn": [0.7, 0.75, 0.6], "cart": [0.5, 0.6, 0.4]}
    )
    return frame.bench(score="accuracy").cd_plot()


def draws(monkeypatch, figure, **options):
    """Count how often the axes are drawn as the figure is saved."""
    count, draw = [], Axes.draw
    with monkeypatch.context() as patch:
        patch.setattr(Axes, "draw", lambda *given: (count.append(1), draw(*given))[1])
        figure.savefig(io.BytesIO(), format="svg", **options)
    return len(count)


def test_a_saved_figure_is_drawn_once_and_may_be_changed_and_saved_again(axes, monkeypatch):
    figure = axes.get_figure()
    engine = figure.get_layout_engine()
    assert engine is not None
    assert draws(monkeypatch, figure) == 1
    assert figure.get_layout_engine() is engine
    before = axes.get_position().bounds
    axes.set_title("A title\nof three\nlines")
    draws(monkeypatch, figure)
    assert axes.get_position().bounds != before


def test_a_callers_engine_is_not_added(axes, monkeypatch):
    """Where the caller's settings lay out all figures, a figure saved by us is still drawn once."""
    with mpl.rc_context({"figure.constrained_layout.use": True}):
        assert draws(monkeypatch, axes.get_figure()) == 1


def test_a_tight_figure_is_measured_first(axes, monkeypatch):
    assert draws(monkeypatch, axes.get_figure(), bbox_inches="tight") == 2
