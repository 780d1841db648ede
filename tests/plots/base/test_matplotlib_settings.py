"""Drawing in many threads gives the same bytes and never changes the settings of the caller."""

import io
import os
import signal
import sys
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from curves_tables import frame_of
from matplotlib import _text_helpers
from matplotlib.figure import Figure
from needs import LONG
from published import published

import benchreport
from benchreport.plots.base.matplotlib_settings import draw_with
from benchreport.plots.base.style import house_style, picture_of
from benchreport.plots.pairs.cd import cd_plot_from_table
from benchreport.plots.scores.box import box_plot
from benchreport.plots.scores.rank_lines import rank_plot_from_table
from benchreport.report import report

FIGURES = (rank_plot_from_table, box_plot, cd_plot_from_table)


@pytest.mark.parametrize(
    "draw", ["box_plot", "ecdf_plot", "heatmap_plot", "scatter_plot", "curve_plot"]
)
def test_axes_reach_to_the_ends_of_doubles(draw):
    loss = np.geomspace(1e-299, 1e299, 36)
    if draw == "curve_plot":
        frame = frame_of(points=4).head(36).assign(evaluations=loss)
    else:
        frame = pd.DataFrame(loss.reshape(12, 3), columns=list("abc"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ax = getattr(benchreport.bench(frame, score="loss"), draw)()
        picture_of(ax, "svg")
    assert np.isfinite([ax.get_xlim(), ax.get_ylim()]).all()


def test_a_single_large_step_has_an_axis():
    frame = frame_of(points=2).drop_duplicates(["algorithm", "dataset", "seed"])
    ax = benchreport.bench(frame.assign(evaluations=1e300)).curve_plot()
    assert ax.get_xlim()[0] < 1e300 < ax.get_xlim()[1]


def state():
    return dict.copy(mpl.rcParams), type(mpl.rcParams), _text_helpers.warn_on_missing_glyph


@pytest.fixture
def restless():
    """Let threads switch a hundred times as often."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(5e-5)
    yield
    sys.setswitchinterval(interval)


def callers_own():
    """Draw like a user of matplotlib who does not use this package."""
    figure = Figure(figsize=(2, 1))
    axes = figure.add_subplot()
    axes.plot([1, 2])
    axes.set_title("mine")
    buffer = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "mine", "lines.linewidth": 3.0}):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue()


@LONG
@pytest.mark.usefixtures("restless")
def test_threads_draw_the_same_bytes_and_change_nothing():
    scores = published("demsar2006")

    def draw_picture(place):
        return picture_of(FIGURES[place % len(FIGURES)](scores), "svg")

    expected = [draw_picture(place) for place in range(len(FIGURES))]
    settings = callers_own()
    state_before = state()
    with ThreadPoolExecutor(8) as pool:
        futures = [pool.submit(draw_picture, place) for place in range(16)]
        while not all(future.done() for future in futures):
            assert callers_own() == settings
            assert state()[0] == state_before[0]
    for place, future in enumerate(futures):
        assert future.result() == expected[place % len(FIGURES)]
    assert state() == state_before


@LONG
@pytest.mark.usefixtures("restless")
def test_threads_write_the_same_pages():
    def page(_):
        return report(published("demsar2006"), sections=["verdict", "figures", "pairs"]).html

    expected, state_before = page(0), state()
    with ThreadPoolExecutor(2) as pool:
        assert set(pool.map(page, range(2))) == {expected}
    assert state() == state_before


def test_no_figure_touches_the_warning_filters(monkeypatch):
    # filters belong to the whole process: restoring them late would restore those of another thread
    entered, enter = set(), warnings.catch_warnings.__enter__

    def note_caller(self):
        entered.add(sys._getframe(1).f_code.co_filename)
        return enter(self)

    monkeypatch.setattr(warnings.catch_warnings, "__enter__", note_caller)
    with mpl.rc_context():
        assert any("matplotlib" in name for name in entered)
    entered.clear()
    report(published("demsar2006"), include=["quade"])
    assert not [name for name in entered if "matplotlib" in name or "benchreport" in name]


def test_other_threads_do_not_see_the_settings():
    settings = []
    with house_style(), draw_with({"svg.hashsalt": "x"}):
        assert mpl.rcParams["font.size"] == 9.0
        assert mpl.rcParams["svg.hashsalt"] == "x"
        other = threading.Thread(
            target=lambda: settings.extend(
                [mpl.rcParams["font.size"], mpl.rcParams["svg.hashsalt"]]
            )
        )
        other.start()
        other.join()
    assert settings == [mpl.rcParamsDefault["font.size"], None]
    assert mpl.rcParams["font.size"] == mpl.rcParamsDefault["font.size"]


def test_settings_that_others_change_meanwhile_stay_changed():
    with mpl.rc_context():
        with house_style():
            mpl.rcParams["lines.linewidth"] = 7.0
            mpl.rcParams["font.size"] = 13.0
        assert (mpl.rcParams["lines.linewidth"], mpl.rcParams["font.size"]) == (7.0, 13.0)


def test_the_settings_end_with_an_error():
    state_before = state()
    with pytest.raises(ZeroDivisionError), house_style(), draw_with({"font.size": 3.0}):
        _ = 1 / 0
    assert state() == state_before
    assert mpl.rcParams["font.size"] == mpl.rcParamsDefault["font.size"]


def test_other_threads_are_still_warned_of_missing_glyphs():
    with house_style():
        _text_helpers.warn_on_missing_glyph(0x6C7A, "ours")
        with ThreadPoolExecutor(1) as pool, pytest.warns(UserWarning, match="missing from font"):
            pool.submit(_text_helpers.warn_on_missing_glyph, 0x6C7A, "theirs").result()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_child_of_a_process_that_draws_can_draw():
    begun, ended = threading.Event(), threading.Event()

    def draw():
        with house_style():
            begun.set()
            ended.wait(10)

    other = threading.Thread(target=draw)
    other.start()
    begun.wait(10)
    child = os.fork()
    if not child:
        signal.alarm(10)
        with house_style():
            os._exit(0 if mpl.rcParams["font.size"] == 9.0 else 1)
    ended.set()
    other.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_read_that_began_before_the_drawing_may_end_after_it():
    """Another thread looks our method up, and runs it after the settings are matplotlib's again."""
    with draw_with({"font.size": 9.25}):
        ours = type(mpl.rcParams)
    assert ours.__getitem__(mpl.rcParams, "font.size") == mpl.rcParams["font.size"]
    assert list(ours.__iter__(mpl.rcParams)) == list(mpl.rcParams)
