"""Characters that no font has are named once a figure and once a report, wherever they stand."""

import io
import os
import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import pytest
from curves_tables import frame_of
from lxml import etree
from matplotlib.figure import Figure
from matplotlib.text import Text
from needs import LONG, one_in

import benchreport
from benchreport.accessor import Bench
from benchreport.binding import table_of
from benchreport.data import Curves, Predictions, Scores
from benchreport.errors import FontWarning
from benchreport.plots import picture_of
from benchreport.plots.base.short_names import UNUSABLE

# these characters are for private use: no font has them
SIGN, OTHER = "\U00100000", "\U00100001"


def scores(columns, n=12, **more):
    values = np.random.default_rng(3).uniform(0.5, 0.9, (n, len(columns)))
    frame = pd.DataFrame(values, columns=columns).assign(
        dataset=[f"{place}d" for place in range(n)]
    )
    return frame.melt("dataset", var_name="algorithm", value_name="accuracy").assign(**more)


def predictions(names):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 60)
    odds = {f"{name}_probability": rng.uniform(0.1, 0.6, 60) + 0.3 * truth for name in names}
    return pd.DataFrame({"y_true": truth, **odds})


# all but the first, s and s are no letters: zero width, byte-order mark, joiners, controls, emoji tags
NAMES = [f"{SIGN}\ufeff\u2060", "\u200bs\u200d\x07", "s\u00ad\u200f\x1b\U000e0061"]
FEATURES = pd.DataFrame(
    {"rows": np.arange(12.0), "columns": np.arange(12.0)[::-1] ** 2},
    index=[f"{place}d" for place in range(12)],
)
TWO_METRICS = {"f1": lambda frame: frame["accuracy"] ** 2}
# residuals have no names
PLOTS = [name for name in dir(Bench) if name.endswith("_plot") and name != "residual_plot"]


def with_arguments(names):
    first, second, _ = names
    two_metrics = (scores(names, **TWO_METRICS), {"scores": ["accuracy", "f1"]})
    parts = pd.concat([scores(names, part=part) for part in ("p", "q")])
    return {
        "scatter_plot": (scores(names), {"a": first, "b": second}),
        "meta_feature_plot": (scores(names), {"features": FEATURES}),
        "train_test_plot": (scores(names, train=0.9), {"train": "train"}),
        "ablation_plot": (scores(names), {"factors": "algorithm"}),
        "interaction_plot": (parts, {"factors": ["algorithm", "part"]}),
        "forest_plot": (predictions(names).assign(dataset=["x", "y"] * 30), {}),
        "bump_plot": two_metrics,
        "cd_sequence_plot": two_metrics,
    }


def first_kind(reader):
    """Return the first of the kinds of tables that a figure takes."""
    return getattr(reader, "kinds", (reader,))[0]


def figures(names):
    frames = {Scores: scores(names), Predictions: predictions(names), Curves: frame_of(names=names)}
    special = with_arguments(names)
    return {
        name: special.get(name) or (frames[first_kind(table_of(getattr(Bench, name).function))], {})
        for name in PLOTS
    }


FIGURES = figures(NAMES)


def draw(name, frame, options):
    roles = {"score": "accuracy"} if "train" in frame else {}
    return getattr(benchreport.bench(frame, **roles), name)(**options)


@pytest.mark.parametrize("name", one_in(6, FIGURES))
def test_a_figure_warns_once_and_is_saved_in_silence_without_invisible_characters(name):
    with pytest.warns(FontWarning, match=f"no installed font draws .*{SIGN}; install") as caught:
        ax = draw(name, *FIGURES[name])
    assert len(caught) == 1
    # the warning names a line of the user, not one of ours
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ax.get_figure().savefig(saved := io.BytesIO(), format="svg", bbox_inches="tight")
    etree.fromstring(saved.getvalue())
    texts = "".join(text.get_text() for text in ax.get_figure().findobj(Text))
    assert not UNUSABLE.search(texts + ax.alt + ax.caption)


@LONG
def test_every_format_is_saved_in_silence():
    with pytest.warns(FontWarning):
        ax = draw("cd_plot", scores(NAMES), {})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for form in ("svg", "pdf", "png"):
            assert picture_of(ax, form)
            ax.get_figure().savefig(io.BytesIO(), format=form)


@pytest.mark.parametrize("name", ["box_plot", "cd_plot", "heatmap_plot"])
def test_plain_names_warn_of_nothing(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        draw(name, scores(["a_b", "é", "χ²"]), {})


def test_names_of_scores_are_compared_with_the_fonts_too():
    frame = scores(list("abc")).rename(columns={"accuracy": f"{SIGN} accuracy"})
    with pytest.warns(FontWarning, match=SIGN):
        benchreport.bench(frame, higher_is_better=True).box_plot(ax=Figure().add_subplot())


@LONG
def test_a_report_warns_once_of_all():
    frame = scores([SIGN, "b", "c"], n=8).replace({"dataset": {"0d": OTHER}})
    with pytest.warns(FontWarning, match=f"draws {SIGN}, {OTHER}; install") as caught:
        # the full report names datasets in its figures, too
        report = benchreport.bench(frame).report(detail="full")
    assert [warning.filename for warning in caught] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert f"boxes in place of {SIGN}, {OTHER}" in report.html


AFTER_INSTALLING = """
import sys
import matplotlib.font_manager as fonts
stale = [entry for entry in fonts.fontManager.ttflist if not set(entry.name.split()) & {"CJK", "SC", "Han"}]
fonts.fontManager.ttflist[:] = [entry for entry in stale if entry.name in ("DejaVu Sans", "STIXGeneral")]
import warnings
warnings.simplefilter("error")
import pandas as pd
import benchreport
frame = pd.DataFrame({"決定木": [0.7, 0.8, 0.9], "svm": [0.6, 0.7, 0.7]})
axes = frame.bench(score="accuracy").box_plot()
fonts_of = [text.get_fontfamily() for text in axes.get_yticklabels()]
assert any("CJK" in name or "Han" in name for name in fonts_of[0]), fonts_of
benchreport.plots.picture_of(axes, "png")
"""


@LONG
@pytest.mark.needs("cjk")
def test_fonts_installed_since_matplotlib_listed_them_are_used(tmp_path):
    environment = {**os.environ, "MPLCONFIGDIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", AFTER_INSTALLING],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_bold_letters_are_drawn_without_a_word_on_the_terminal(caplog):
    frame = pd.DataFrame(np.tile([[0.9, 0.7, 0.5], [0.8, 0.6, 0.5], [0.7, 0.5, 0.4]], (7, 1)))
    axes = frame.set_axis(list("abc"), axis=1).bench(score="accuracy").matrix_plot()
    bold = [text for text in axes.figure.findobj(Text) if text.get_fontweight() == "bold"]
    assert bold
    axes.figure.draw_without_rendering()
    assert "font weight" not in caplog.text
