import dataclasses
import inspect
import itertools
import subprocess
import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure
from needs import LONG, longer, one_in
from predictions_tables import random_labels
from published import as_folds, five_by_two, oracle, published

from benchreport import stats
from benchreport.data import Roles, Scores
from benchreport.errors import FontWarning, OptionError
from benchreport.plots import (
    alt_of,
    box_plot,
    caption_of,
    cd_plot,
    draw,
    rank_plot,
    svg_of,
    tukey_plot,
)
from benchreport.plots.base.house_figure import tex_escape
from benchreport.plots.base.short_names import display_width, shorten_names
from benchreport.plots.base.ticks import nice_ticks, tick_digits
from benchreport.plots.pairs.cd import cd_plot_from_table
from benchreport.plots.pairs.intervals import tukey_plot_from_table
from benchreport.plots.scores.rank_lines import rank_plot_from_table
from benchreport.results import PairwiseResult
from benchreport.results.writing import number_format as fmt
from benchreport.stats import CATALOGUE

HOSTILE = [
    "決定木の名前",
    r"$\badcmd$",
    "a_b%c#d&e",
    "<script>alert(1)</script>",
    "x" * 60,
    "Ünïcödé",
    "two words",
    "C4.5+m+cf",
]


def table(n_blocks, k, names=None, seed=0):
    rng = np.random.default_rng(seed)
    values = rng.normal(0.8, 0.05, size=(n_blocks, k)) + np.linspace(0, 0.1, k)
    columns = names or [f"algorithm {place}" for place in range(k)]
    index = [f"dataset-{place}" for place in range(n_blocks)]
    return Scores.from_frame(
        pd.DataFrame(values, columns=columns, index=index), Roles(score="accuracy")
    )


FIGURES = {
    "cd": cd_plot_from_table,
    "cd against a control": lambda scores: cd_plot_from_table(scores, control=scores.algorithms[0]),
    "cd of Wilcoxon": lambda scores: cd_plot_from_table(scores, test="wilcoxon"),
    "cd of Tukey": lambda scores: cd_plot_from_table(scores, test="tukey"),
    "tukey": tukey_plot_from_table,
    "box": box_plot,
    "rank": rank_plot_from_table,
}


def measure_labels(ax):
    """Return the bounding boxes of all labels, after drawing the figure."""
    figure = ax.get_figure(root=True)
    figure.draw_without_rendering()
    renderer = figure.canvas.get_renderer()
    texts = [text for text in ax.texts if text.get_gid() == "label"]
    return {text.get_text(): text.get_window_extent(renderer) for text in texts}, figure.bbox


def by_gid(ax, gid):
    return [line for line in ax.lines if line.get_gid() == gid]


@pytest.mark.parametrize("k", [60, longer(2)])
@pytest.mark.parametrize("name", one_in(2, FIGURES))
def test_any_size_draws_with_a_description(name, k):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ax = FIGURES[name](table(12, k))
        assert svg_of(ax).startswith(b"<?xml")
    assert len(alt_of(ax)) > 20
    assert len(caption_of(ax)) > 20


@LONG
@pytest.mark.parametrize("name", FIGURES)
def test_hostile_names_draw(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FontWarning)
        ax = FIGURES[name](table(12, len(HOSTILE), HOSTILE))
    assert b"<script>" not in svg_of(ax)


@pytest.mark.parametrize("name", one_in(4, FIGURES))
def test_same_figure_same_bytes(name):
    assert svg_of(FIGURES[name](table(9, 5))) == svg_of(FIGURES[name](table(9, 5)))


@pytest.mark.parametrize("k", [60, longer(2), longer(10)])
@pytest.mark.parametrize("name", ["cd", "cd against a control", "rank"])
def test_labels_do_not_overlap_nor_leave_the_figure(name, k):
    names = ["x" * 50, *[f"algorithm {place}" for place in range(1, k)]]
    boxes, page = measure_labels(FIGURES[name](table(15, k, names)))
    assert len(boxes) == k
    ordered = sorted(boxes.values(), key=lambda box: (box.x0 > page.width / 2, box.y0))
    for lower, upper in itertools.pairwise(ordered):
        if lower.x1 > upper.x0 and upper.x1 > lower.x0:
            assert lower.y1 <= upper.y0 + 1.5
    for box in boxes.values():
        assert box.x0 >= -1
        assert box.x1 <= page.width + 1
        assert box.y0 >= -1


def test_cd_marks_are_at_the_mean_ranks():
    result = stats.nemenyi(published("demsar2006"), alpha=0.10)
    ax = cd_plot(result)
    places = sorted(line.get_xdata()[0] for line in by_gid(ax, "centre"))
    assert places == pytest.approx(sorted(result.centres))
    bar = by_gid(ax, "cd")[0].get_xdata()
    assert bar[1] - bar[0] == pytest.approx(result.critical_difference)


def test_cd_axis_is_of_ranks_only_where_centres_are():
    """Independent runs that are compared by ranks are placed by ranks; a score may be named rank."""
    ranked = stats.rank_sum(table(8, 4))
    ax = draw(ranked)
    assert ax.get_xlabel() == "mean rank of runs (1 = best)"
    places = sorted(line.get_xdata()[0] for line in by_gid(ax, "centre"))
    assert places == pytest.approx(sorted(ranked.centres))
    assert min(places) >= 1
    scores = Scores.from_frame(
        pd.DataFrame({"a": [0.5, 0.6, 0.7], "b": [0.2, 0.1, 0.4]}), Roles(score="reciprocal_rank")
    )
    ax = cd_plot(stats.paired_t(scores))
    assert ax.get_xlabel() == "mean reciprocal_rank (best on the left)"
    # the axis is one of scores, not one from one whole rank to the next
    assert 0.1 < min(ax.get_xlim()) < max(ax.get_xlim()) < 0.7


def test_cd_bar_fits_where_all_are_equal():
    values = np.tile([[1.0], [2.0], [3.0]], (1, 4))
    scores = Scores.from_frame(pd.DataFrame(values), Roles(score="accuracy"))
    ax = cd_plot(stats.nemenyi(scores))
    bar = by_gid(ax, "cd")[0].get_xdata()
    assert ax.get_xlim()[0] <= bar[0] < bar[1] <= ax.get_xlim()[1]


def test_cd_groups_have_dots_on_members_only():
    result = stats.nemenyi(published("demsar2006"), alpha=0.10)
    ax = cd_plot(result)
    centre = dict(zip(result.design.algorithms, result.centres, strict=True))
    dots = sorted(sorted(line.get_xdata().tolist()) for line in by_gid(ax, "member"))
    assert dots == sorted(sorted(centre[name] for name in group) for group in result.groups())


def test_cd_against_a_control_draws_its_interval_and_fills_what_differs():
    result = stats.bonferroni_dunn(published("demsar2006"), control="C4.5")
    ax = cd_plot(result)
    ends = by_gid(ax, "cd")[0].get_xdata()
    centre = result.centres[0]
    assert ends[0] == pytest.approx(centre - result.critical_difference)
    assert ends[1] == pytest.approx(min(4, centre + result.critical_difference))
    assert not by_gid(ax, "group")
    filled = [
        line.get_xdata()[0]
        for line in by_gid(ax, "centre")
        if line.get_marker() == "o" and line.get_markerfacecolor() != "white"
    ]
    assert filled == pytest.approx([1.9642857], abs=1e-6)


def test_tukey_intervals_are_the_results():
    result = stats.tukey(published("hitrate"))
    ax = tukey_plot(result)
    intervals = sorted(tuple(line.get_xdata()) for line in by_gid(ax, "interval"))
    assert intervals == sorted(row.interval[:2] for row in result.oriented())
    filled = [line for line in by_gid(ax, "difference") if line.get_markerfacecolor() != "white"]
    assert len(filled) == len(result.significant) == 14


def test_tukey_says_what_it_leaves_out():
    ax = tukey_plot_from_table(table(12, 20), most=30)
    assert len(by_gid(ax, "interval")) == 30
    assert "The 160 pairs with the largest p-values are left out." in caption_of(ax)


def test_box_has_a_box_per_algorithm_best_on_top():
    scores = table(20, 6)
    ax = box_plot(scores)
    labels = [tick.get_text() for tick in ax.get_yticklabels()]
    assert labels[-1] == scores.algorithms[int(np.argmax(np.median(scores.values, axis=0)))]
    assert sum(len(line.get_xdata()) for line in by_gid(ax, "block")) == 120


def test_rank_lines_are_the_ranks():
    result = stats.ranks(published("demsar2006"))
    lines = by_gid(rank_plot(result), "ranks")
    ranks = np.column_stack([line.get_ydata() for line in lines])
    assert ranks == pytest.approx(np.array(result.ranks)[:, list(result.order)])


def test_series_differ_without_colour():
    lines = by_gid(rank_plot_from_table(table(10, 8)), "ranks")
    looks = {(line.get_marker(), str(line.get_linestyle())) for line in lines}
    assert len(looks) == 8


@pytest.mark.parametrize("name", FIGURES)
def test_takes_axes_and_saves_as(name, tmp_path):
    if name in ("cd", "box"):
        for suffix in ("svg", "pdf", "png"):
            path = tmp_path / f"figure.{suffix}"
            FIGURES[name](table(8, 4)).get_figure().savefig(path)
            assert path.stat().st_size > 1000


@LONG
@pytest.mark.needs("xelatex")  # PGF measures texts with TeX
def test_pgf_compiles_with_hostile_names(tmp_path):
    names = ["a_b", r"$\badcmd$", "x%#&y{}^~", r"\input{/etc/passwd}"]
    cd_plot_from_table(table(8, 4, names)).get_figure().savefig(tmp_path / "cd.pgf")
    page = r"\documentclass{article}\usepackage{pgf}\begin{document}\input{cd.pgf}\end{document}"
    (tmp_path / "page.tex").write_text(page)
    command = ["xelatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "page.pdf").stat().st_size > 1000
    assert r"\textbackslash{}input\{/etc/passwd\}" in (tmp_path / "cd.pgf").read_text()


def test_names_are_escaped_for_tex():
    assert tex_escape(r"$\badcmd$ 50% a_b") == r"\$\textbackslash{}badcmd\$ 50\% a\_b"


def test_draws_into_given_axes():
    ax = Figure().add_subplot()
    assert cd_plot(stats.nemenyi(table(8, 4)), ax=ax) is ax
    assert rank_plot(stats.ranks(table(8, 4)), ax=Figure().add_subplot()).lines


def test_results_draw_themselves():
    assert draw(stats.nemenyi(table(8, 4))).lines
    assert stats.tukey(table(8, 4)).plot().lines
    assert stats.ranks(table(8, 4)).plot().lines
    with pytest.raises(OptionError, match="Friedman test has no figure"):
        stats.friedman(table(8, 4)).plot()


def test_characters_without_a_font_are_named():
    with pytest.warns(FontWarning, match="no installed font draws"):
        box_plot(table(8, 2, ["\U0001e900", "b"]))


def test_options_of_cd_plot_are_checked():
    with pytest.raises(OptionError, match="test must be one of"):
        cd_plot_from_table(table(8, 4), test="friedman")
    with pytest.raises(OptionError, match="tukey compares all pairs"):
        cd_plot_from_table(table(8, 4), test="tukey", control="algorithm 0")
    with pytest.raises(OptionError, match="none is given"):
        cd_plot_from_table(table(8, 4), test="bonferroni_dunn")


PAIRWISE = sorted(
    name
    for name, procedure in CATALOGUE.items()
    if issubclass(inspect.signature(procedure).return_annotation, PairwiseResult)
)


@pytest.mark.parametrize("name", one_in(4, PAIRWISE))
def test_every_comparison_of_pairs_has_its_figure(name, hitrate):
    scores = as_folds(hitrate)
    if name.startswith("cv5x2"):
        scores = five_by_two(oracle("cv5x2")["cases"]["apart"])
    options = {"control": scores.algorithms[0]} if name in ("dunnett", "bonferroni_dunn") else {}
    axes = CATALOGUE[name](scores, **options).plot()
    assert len(alt_of(axes)) > 30
    assert len(caption_of(axes)) > 30
    assert svg_of(axes).startswith(b"<?xml")


@pytest.mark.parametrize("alternative", ["less", "greater"])
def test_one_sided_intervals_are_open(demsar, alternative):
    axes = CATALOGUE["paired_t"](demsar, alternative=alternative).plot()
    assert np.isfinite(axes.get_xlim()).all()
    assert "95 % intervals, adjusted as p is" in caption_of(axes)
    assert "An arrow marks the side on which a one-sided interval has no end." in caption_of(axes)


@given(
    low=st.floats(-1e4, 1e4),
    mantissa=st.floats(1.0, 9.999),
    exponent=st.integers(-3, 4),
)
def test_ticks_of_any_range_are_few_within_it_and_read_differently(low, mantissa, exponent):
    high = low + mantissa * 10.0**exponent
    ticks = nice_ticks(low, high, ranks=False)
    slack = 1e-6 * (high - low)
    assert 3 <= len(ticks) <= 10
    assert all(low - slack <= tick <= high + slack for tick in ticks)
    gaps = np.diff(ticks)
    assert gaps == pytest.approx(np.full(len(gaps), gaps[0]), rel=1e-3)
    assert len({fmt.number(tick, tick_digits(ticks)) for tick in ticks}) == len(ticks)


@pytest.mark.parametrize(
    ("low", "wide"), [(9.032655e11, 1e-3), (1e300, 1e290), (1e-300, 1e-303), (1.0, 4e-16)]
)
def test_ticks_of_ranges_near_the_precision_of_doubles_differ(low, wide):
    ticks = nice_ticks(low, low + wide, ranks=False)
    assert (np.diff(ticks) > 0).all()
    assert len({fmt.number(tick, tick_digits(ticks)) for tick in ticks}) == len(ticks)


@pytest.mark.parametrize("alternative", ["less", "greater"])
@pytest.mark.parametrize("metric", ["accuracy", "error"])
def test_one_sided_comparisons_are_drawn_as_arrows_to_the_better(alternative, metric):
    result = stats.metric_permutation(
        random_labels(n=600), metric=metric, alternative=alternative, n_resamples=999
    )
    ax = result.plot()
    centres = dict(zip(result.design.algorithms, result.centres, strict=True))
    arrows = by_gid(ax, "better")
    assert len(arrows) == len(result.significant)
    places = sorted(line.get_xdata()[0] for line in arrows)
    assert places == sorted(centres[row.favours] for row in result.significant)
    assert len(by_gid(ax, "centre")) == 4
    assert not by_gid(ax, "member")
    assert svg_of(ax).startswith(b"<?xml")
    direction = "higher" if alternative == "greater" else "lower"
    assert f"whose first model was shown to have the {direction}" in caption_of(ax)


def test_some_one_sided_comparisons_are_significant():
    # the figure of the test above is not empty
    table_ = random_labels(n=600)
    assert stats.metric_permutation(
        table_, metric="error", alternative="greater", n_resamples=999
    ).significant


@given(
    st.lists(st.text(min_size=1, max_size=80), min_size=2, max_size=12, unique=True),
    st.integers(12, 40),
)
def test_shortened_names_read_differently(names, longest):
    short = shorten_names(names, longest)
    assert list(short) == names
    assert len(set(short.values())) == len(names)
    assert all(display_width(name) <= longest for name in short.values())


def test_names_that_differ_in_white_space_are_numbered():
    assert list(shorten_names(["a", "a ", "a (1)"], 20).values()) == ["a (2)", "a (3)", "a (1)"]


def test_names_that_share_their_ends_keep_what_differs():
    names = [
        f"a network with many layers, rate 0.{place}, and the same batches" for place in range(9)
    ]
    assert list(shorten_names(names, 20).values()) == [
        f"…0.{place}, and the same…" for place in range(9)
    ]
    dashed = [f"transformer-{place}-base-finetuned" for place in range(12)]
    assert list(shorten_names(dashed, 20).values()) == [
        *(f"transformer-{place}-base-…" for place in range(10)),
        "transformer-10-base…",
        "transformer-11-base…",
    ]
    families = [
        f"{kind} forest of {size} trees"
        for kind in ("extra", "random")
        for size in ("big", "small")
    ]
    assert list(shorten_names(families, 12).values()) == [
        "extr…big tr…",
        "extr…small…",
        "rand…big tr…",
        "rand…small…",
    ]
    ax = tukey_plot(stats.accuracy_differences(random_labels_named(names[:4])))
    labels = [tick.get_text() for tick in ax.get_yticklabels()]
    assert len(set(labels)) == 6


def test_names_in_writing_without_spaces_keep_what_differs():
    names = [f"決定木の分類器{place}号" for place in (0, 1, 12)]
    assert list(shorten_names(names, 14).values()) == ["…0号", "…1号", "…12号"]


def random_labels_named(names):
    predictions = random_labels()
    return dataclasses.replace(predictions, algorithms=tuple(names))


def test_a_long_label_of_intervals_stays_in_the_figure():
    scores = table(12, 2)
    long = dataclasses.replace(
        stats.tukey(scores),
        difference_name="Hodges–Lehmann shift of accuracy averaged over epoch 1 to 50",
    )
    ax = tukey_plot(long)
    figure = ax.get_figure(root=True)
    figure.draw_without_rendering()
    box = ax.xaxis.label.get_window_extent()
    assert box.x0 >= 0
    assert box.x1 <= figure.bbox.width + 1
