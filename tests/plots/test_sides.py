"""The best is on the documented side whether higher or lower is better, in one colour everywhere."""

import functools
import re

import numpy as np
import pandas as pd
import pytest
from gallery_figures import (
    artists_of,
    columns,
    legend_of,
    lines,
    names_from_left,
    names_from_top,
    rows,
    texts,
)
from matplotlib.colors import same_color
from needs import longer

import benchreport
from benchreport import plots, stats
from benchreport.data import Roles, Scores
from benchreport.plots.base.end_labels import darken
from benchreport.plots.base.style import PALETTE

# columns have no order; on every dataset the order of the levels holds
NAMES = ("poor", "best", "worst", "good", "fair")
ORDER = ("best", "good", "fair", "poor", "worst")
EASY = [f"d{place}" for place in (3, 0, 4, 1, 5, 2, 6, 7)]
DIRECTIONS = pytest.mark.parametrize("higher", [True, False], ids=["accuracy", "error"])


@functools.cache
def table(*, higher):
    """Return accuracies, or the errors that they leave; EASY lists the easiest datasets first."""
    rng = np.random.default_rng(2)
    level = np.array([0.95 - 0.04 * ORDER.index(name) for name in NAMES])
    hard = np.array([0.3 * EASY.index(f"d{place}") / 7 for place in range(8)])
    values = level - hard[:, None] + rng.uniform(-0.01, 0.01, (8, 5))
    frame = pd.DataFrame(values if higher else 1 - values, columns=list(NAMES))
    return frame.set_axis(pd.Index([f"d{place}" for place in range(8)], name="dataset"))


def bench(*, higher, metrics=1):
    """Return a long table with one metric, or with several equal ones."""
    long = table(higher=higher).reset_index().melt("dataset", var_name="algorithm", value_name="m1")
    for place in range(1, metrics):
        long[f"m{place + 1}"] = long["m1"] + 1e-3 * place
    return benchreport.bench(long, score="m1", higher_is_better=higher)


def draw(name, *, higher, **options):
    axes = getattr(bench(higher=higher), name)(**options)
    axes.get_figure(root=True).draw_without_rendering()
    return axes


def first_word(places):
    return {place: name.split()[0] for place, name in places.items() if name.strip()}


@DIRECTIONS
@pytest.mark.parametrize(
    "name", ["box_plot", "matrix_plot", longer("violin_plot"), longer("outlier_plot")]
)
def test_the_best_row_is_on_top(name, higher):
    axes = draw(name, higher=higher)
    assert names_from_top(axes, first_word(rows(axes))) == list(ORDER)


@DIRECTIONS
def test_names_of_very_many_rows_point_to_their_rows(higher):
    values = np.random.default_rng(1).normal(0.5, 0.1, (9, 70)) + np.linspace(0, 0.3, 70)[::-1]
    wide = pd.DataFrame(values, columns=[f"a{place:02d}" for place in range(70)])
    axes = benchreport.bench(wide, score="accuracy", higher_is_better=higher).box_plot()
    medians = wide.median().sort_values(ascending=not higher)
    assert {text.get_text() for text in texts(axes, "label")} == set(medians.index[:8])
    upright = [
        line for line in axes.lines if line.get_gid() is None and len(set(line.get_xdata())) == 1
    ]
    at = {
        round(np.mean(line.get_ydata())): line.get_xdata()[0]
        for line in upright
        if line.get_color() == "#1a1a1a"
    }
    for text in texts(axes, "label"):
        x, y = text.xy
        assert x == pytest.approx(medians[text.get_text()])
        assert at[y] == pytest.approx(x)
    # places are counted from the best, which is on top
    assert {69 - place: label for place, label in rows(axes).items()} == {0: "1", 49: "50"}
    assert axes.transData.transform((0, 69))[1] > axes.transData.transform((0, 0))[1]


@DIRECTIONS
@pytest.mark.parametrize("name", ["matrix_plot", "heatmap_plot"])
def test_the_best_column_is_on_the_left(name, higher):
    axes = draw(name, higher=higher)
    assert names_from_left(axes, first_word(columns(axes))) == list(ORDER)


@DIRECTIONS
@pytest.mark.parametrize("values", ["score", "rank", "regret"])
@pytest.mark.parametrize("scale", ["dataset", longer("table")])
def test_strong_shades_and_bold_numbers_are_good(higher, values, scale):
    axes = draw("heatmap_plot", higher=higher, values=values, scale=scale)
    assert names_from_left(axes, columns(axes)) == list(ORDER)
    assert names_from_top(axes, rows(axes)) == EASY
    (image,) = axes.images
    shade = 1 - image.cmap(image.norm(image.get_array()))[..., :3].mean(axis=-1)
    assert (shade[:, 0] > shade[:, -1]).all()
    if scale == "dataset":
        assert (np.diff(shade, axis=1) < 0).all()
    bold = {
        text.get_position()[0] for text in texts(axes, "value") if text.get_fontweight() == "bold"
    }
    assert bold == {0}
    bar = axes.get_figure(root=True).axes[-1]
    if scale == "dataset":
        ends = {
            label.get_text(): place
            for place, label in zip(bar.get_xticks(), bar.get_xticklabels(), strict=True)
        }
        best, worst = ends["best on the dataset"], ends["worst on the dataset"]
        assert np.mean(image.cmap(image.norm(best))[:3]) < np.mean(
            image.cmap(image.norm(worst))[:3]
        )
    elif values == "rank":
        best = bar.transData.transform((1, 0))[0]
        assert best > bar.transData.transform((5, 0))[0], "the best is at the right"
        cells = {text.get_position()[0]: text.get_text() for text in texts(axes, "value")}
        assert cells == {place: str(place + 1) for place in range(5)}
    else:
        ends = image.get_array()[[0, -1], [0, -1]]
        good, bad = (bar.transData.transform((end, 0))[0] for end in ends)
        assert good > bad


@DIRECTIONS
def test_rank_1_is_on_top(higher):
    axes = draw("rank_plot", higher=higher)
    heights = {line.get_label(): axes.transData.transform((0, np.mean(line.get_ydata())))[1]
               for line in lines(axes, "ranks")}  # fmt: skip
    assert sorted(heights, key=lambda name: -heights[name]) == list(ORDER)
    # this is the ladder of the labels, from the top
    labels = sorted(texts(axes, "label"), key=lambda text: text.xyann[1])
    assert [text.get_text().split()[0] for text in labels] == list(ORDER)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["1", "2", "3", "4", "5"]


@DIRECTIONS
def test_the_best_curve_is_uppermost(higher):
    axes = draw("ecdf_plot", higher=higher)
    assert list(legend_of(axes)) == list(ORDER)
    areas = {}
    for name, handle in legend_of(axes).items():
        (line,) = [
            candidate
            for candidate in lines(axes, "ecdf")
            if candidate.get_color() == handle.get_color()
        ]
        x, y = (np.asarray(values) for values in line.get_data())
        style = line.get_drawstyle()
        areas[name] = (np.diff(x) * (y[1:] if style == "steps-pre" else y[:-1])).sum()
    assert sorted(areas, key=lambda name: -areas[name]) == list(ORDER)
    assert f"upper {'right' if higher else 'left'} is best" in axes.get_xlabel()
    assert "and its curve is nowhere below any other" in axes.caption


@DIRECTIONS
@pytest.mark.parametrize("kind", ["score", "ratio"])
def test_profiles_are_named_from_the_largest_area(higher, kind):
    axes = draw("profile_plot", higher=higher, kind=kind)
    assert list(legend_of(axes)) == list(ORDER)
    if kind == "score":
        assert axes.get_xlabel() == f"with m1 {'above' if higher else 'below'} τ"
    areas = {}
    for name, handle in legend_of(axes).items():
        (line,) = [
            candidate
            for candidate in lines(axes, "profile")
            if candidate.get_color() == handle.get_color()
        ]
        x, y = (np.asarray(values) for values in line.get_data())
        areas[name] = (np.diff(x) * y[:-1]).sum()
        if kind == "score":
            sample = table(higher=higher)[name].to_numpy()
            beyond = sample > x[:, None] if higher else sample < x[:, None]
            middle = ~np.isclose(x[:, None], sample).any(axis=1)
            assert y[middle] == pytest.approx(beyond.mean(axis=1)[middle])
    assert sorted(areas, key=lambda name: -areas[name]) == list(ORDER)


@DIRECTIONS
def test_arrows_of_significance_point_to_the_better(higher):
    axes = draw("significance_plot", higher=higher)
    row_names = {text.get_position()[1]: text.get_text() for text in texts(axes, "name")}
    assert names_from_top(axes, row_names) == list(ORDER[:-1])
    assert names_from_left(axes, columns(axes)) == list(ORDER[1:])
    arrows = [text.get_text()[-1] for text in texts(axes, "cell") if text.get_text()[-1] in "◀▲●"]
    # the better algorithm is in the row: it is nearer to the top
    assert set(arrows) == {"◀"}
    assert axes.alt.endswith(" best is on top.")


@DIRECTIONS
def test_cells_of_the_matrix_are_blue_where_the_row_is_better(higher):
    axes = draw("matrix_plot", higher=higher)
    (mesh,) = artists_of(axes.collections, "cells")
    names = first_word(rows(axes))
    for text in texts(axes, "cell"):
        x, y = text.get_position()
        red, _, blue = mesh.cmap(mesh.norm(mesh.get_array()[int(y), int(x)]))[:3]
        row_is_better = ORDER.index(names[y]) < ORDER.index(first_word(columns(axes))[x])
        assert (blue > red) == row_is_better
        difference, outcome, _ = text.get_text().split("\n")
        assert outcome == ("8/0/0" if row_is_better else "0/0/8")
        assert (difference[0] == "+") == row_is_better


@DIRECTIONS
def test_effects_are_positive_where_the_first_is_better(higher):
    axes = draw("effect_plot", higher=higher)
    marks = {line.get_ydata()[0]: line.get_xdata()[0] for line in lines(axes, "estimate")}
    for place, label in rows(axes).items():
        first, second = label.split(" − ")
        assert ORDER.index(first) < ORDER.index(second)
        assert marks[place] > 0
    assert (axes.data["estimate"] > 0).all()
    assert "above 0 where the first is better" in axes.caption
    assert axes.get_xlabel() == "← second better   d_z   first better →"


@DIRECTIONS
def test_posterior_probabilities_are_of_the_better_first(higher):
    scores = Scores.from_frame(table(higher=higher), Roles(score="m1", higher_is_better=higher))
    axes = plots.posterior_plot(stats.bayes_sign(scores, rope=0.0001))
    for label in rows(axes).values():
        first, second = label.split(" − ")
        assert ORDER.index(first) < ORDER.index(second)
    assert (axes.data["p_first"] > axes.data["p_second"]).all()
    assert (axes.data["difference"] > 0).all()


@DIRECTIONS
def test_data_of_matrices_have_the_better_first(higher):
    for name in ("matrix_plot", "significance_plot"):
        data = draw(name, higher=higher).data
        pairs = zip(data["first"], data["second"], strict=True)
        assert all(ORDER.index(first) < ORDER.index(second) for first, second in pairs)
        assert (data["difference"] > 0).all()
        assert name == "significance_plot" or (data["wins"] > data["losses"]).all()


@DIRECTIONS
def test_the_better_of_a_pair_comes_first_and_is_positive(higher):
    axes = draw("tukey_plot", higher=higher)
    marks = {line.get_ydata()[0]: line.get_xdata()[0] for line in lines(axes, "difference")}
    assert len(marks) == 10
    for place, label in rows(axes).items():
        first, second = label.split(" − ")
        assert ORDER.index(first) < ORDER.index(second)
        assert marks[place] > 0
    assert (axes.data["difference"] > 0).all()


def test_the_surest_of_many_differences_are_drawn():
    axes = draw("tukey_plot", higher=True, most=3)
    means = table(higher=True).mean()
    gaps = {frozenset((a, b)): abs(means[a] - means[b]) for a in NAMES for b in NAMES if a < b}
    pairs = {frozenset(label.split(" − ")) for label in rows(axes).values()}
    # all differences have one standard error: the widest are the surest
    assert pairs == set(sorted(gaps, key=gaps.get)[-3:])
    assert "The 7 pairs with the largest p-values are left out." in axes.caption


@pytest.mark.parametrize(("alternative", "open_end"), [("greater", ">"), ("less", "<")])
def test_the_open_side_of_an_interval_is_marked(alternative, open_end):
    result = bench(higher=True).paired_t(alternative=alternative)
    axes = result.plot()
    ends = [line for line in axes.lines if line.get_marker() in ("<", ">")]
    # a pair that is turned, so that the better comes first, has its open side turned as well
    turned = {"<": ">", ">": "<"}[open_end]
    pairs = {(row.first, row.second) for row in result.comparisons}
    expected = [
        open_end if (row.first, row.second) in pairs else turned
        for row in sorted(result.oriented(), key=lambda row: row.difference)
    ]
    assert [line.get_marker() for line in ends] == expected
    assert len(ends) == len(result.comparisons) == 10
    sentence = "An arrow marks the side on which a one-sided interval has no end."
    assert sentence in axes.caption
    assert sentence not in bench(higher=True).paired_t().plot().caption
    for row in result.comparisons:
        assert np.isinf(row.interval.high if alternative == "greater" else row.interval.low)


@DIRECTIONS
def test_a_pair_of_points_shades_and_counts(higher):
    axes = draw("scatter_plot", higher=higher, a="fair", b="good")
    values = table(higher=higher)
    (points,) = lines(axes, "block")
    # scores that are read keep 12 digits
    assert list(points.get_xdata()) == pytest.approx(values["fair"].tolist(), rel=1e-11)
    assert list(points.get_ydata()) == pytest.approx(values["good"].tolist(), rel=1e-11)
    assert same_color(points.get_color(), PALETTE[5]), "the second is better everywhere"
    counts = {text.get_text(): text for text in texts(axes, "count")}
    assert set(counts) == {"fair better: 0", "good better: 8"}
    # the text is in the half of its points: above the diagonal where the second has the higher score
    assert (counts["good better: 8"].get_position()[1] > 1) == higher
    for half in artists_of(axes.collections, "half"):
        x, y = half.get_paths()[0].vertices.mean(axis=0)
        colour = PALETTE[5] if (y > x) == higher else PALETTE[0]
        assert same_color(half.get_facecolor()[0][:3], colour)
    assert "fair is better on 0, good on 8" in axes.caption


@DIRECTIONS
@pytest.mark.parametrize("relative", ["ratio", "difference"])
def test_boxes_beside_a_baseline(higher, relative):
    axes = draw("box_plot", higher=higher, relative_to="fair", relative=relative)
    names = rows(axes)
    assert names_from_top(axes, names) == [name for name in ORDER if name != "fair"]
    outcomes = {names[text.get_position()[1]]: text.get_text() for text in texts(axes, "outcome")}
    assert outcomes == {"best": "8/0/0", "good": "8/0/0", "poor": "0/0/8", "worst": "0/0/8"}
    line = 1 if relative == "ratio" else 0
    assert lines(axes, "baseline")[0].get_xdata()[0] == line
    side = "right" if higher else "left"
    assert axes.get_xlabel().endswith(f"({side} of {line} is better)")
    dots = {
        names[round(line.get_ydata().mean())]: line.get_xdata() for line in lines(axes, "block")
    }
    assert (np.min(dots["best"]) > line) == higher
    assert "good is better than fair on 8" in axes.caption or "best is better" in axes.caption


@DIRECTIONS
def test_ranks_of_bumps_go_from_one_on_top(higher):
    axes = bench(higher=higher, metrics=2).bump_plot(
        scores=["m1", "m2"], higher_is_better={"m1": higher, "m2": higher}
    )
    labels = [text for text in texts(axes, "label") if text.get_ha() == "left"]
    assert {text.get_text() for text in labels} == {
        f"{1 + place}  {name}" for place, name in enumerate(ORDER)
    }
    axes.get_figure(root=True).draw_without_rendering()
    heights = {text.get_text().split()[1]: axes.transData.transform(text.xy)[1] for text in labels}
    assert sorted(heights, key=lambda name: -heights[name]) == list(ORDER)


@DIRECTIONS
def test_the_better_of_a_posterior_has_the_bar(higher):
    result = bench(higher=higher).bayes_signed_rank(n_resamples=1000, rng=0)
    axes = result.plot()
    on_left, on_right = (text.get_text() for text in axes.get_legend().get_texts())
    assert (on_left, on_right) == ("first better", "second better")
    colours = [handle.get_facecolor() for handle in axes.get_legend().legend_handles]
    for place, label in rows(axes).items():
        first, second = label.split(" − ")
        bars = [
            patch
            for patch in artists_of(axes.patches, "share")
            if abs(patch.get_y() + patch.get_height() / 2 - place) < 0.1
        ]
        widest = max(bars, key=lambda patch: patch.get_width())
        first_is_better = ORDER.index(first) < ORDER.index(second)
        assert same_color(widest.get_facecolor(), colours[0 if first_is_better else 1])
        (end,) = [line for line in lines(axes, "p_first") if line.get_ydata()[0] == place]
        assert (end.get_xdata()[0] > 0.5) == first_is_better
    edges = sorted(line.get_xdata()[0] for line in lines(axes, "decided from"))
    assert edges == pytest.approx([0.05, 0.95])


@DIRECTIONS
def test_a_control_is_on_the_left_of_posteriors(higher):
    axes = bench(higher=higher).bayes_signed_rank(control="good", n_resamples=1000, rng=0).plot()
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [
        "good better",
        "the other better",
    ]
    ends = {rows(axes)[line.get_ydata()[0]]: line.get_xdata()[0] for line in lines(axes, "p_first")}
    # this is the share of the control: small beside the best, nearly all beside the rest
    assert ends["best"] < 0.05
    assert min(ends[name] for name in ("fair", "poor", "worst")) > 0.95


@DIRECTIONS
def test_training_against_test(higher):
    long = (
        table(higher=higher).reset_index().melt("dataset", var_name="algorithm", value_name="score")
    )
    sign = 1 if higher else -1
    # everything is better in training, the worst algorithm by most
    loss = long["algorithm"].map({name: 0.01 * (1 + place) for place, name in enumerate(ORDER)})
    long["train_score"] = long["score"] + sign * loss
    axes = benchreport.bench(long, score="score", higher_is_better=higher).train_test_plot(
        train="train_score"
    )
    below = "below" if higher else "above"
    assert f"40 of 40 are {below} the diagonal" in axes.caption
    ringed = {name for name in legend_of(axes) if " on d" in name}
    assert len(ringed) == 5
    assert all(re.match(r"\d  worst on d\d  0\.05", name) for name in ringed), ringed
    for line in lines(axes, "points"):
        x, y = line.get_data()
        assert ((np.asarray(y) < x) == higher).all()


@DIRECTIONS
def test_one_standard_error_from_the_best(higher):
    simplest = ["worst", "poor", "fair", "good", "best"]
    result = bench(higher=higher).one_standard_error(complexity=simplest)
    axes = result.plot()
    means, errors = table(higher=higher).mean(), table(higher=higher).std() / np.sqrt(8)
    limit = means["best"] - errors["best"] * (1 if higher else -1)
    (band,) = artists_of(axes.patches, "band")
    assert sorted((limit, means["best"])) == pytest.approx(
        [band.get_y(), band.get_y() + band.get_height()]
    )
    within = [
        name for name in simplest if (means[name] >= limit if higher else means[name] <= limit)
    ]
    assert any(name.endswith(f"chosen: {within[0]}") for name in legend_of(axes))


COLOURED = {
    "ecdf_plot": "ecdf",
    "rank_plot": "ranks",
    "profile_plot": "profile",
}


@DIRECTIONS
@pytest.mark.parametrize("name", [*COLOURED, "bump_plot"])
def test_an_algorithm_has_its_colour_in_every_figure(name, higher):
    """Lines, legends and labels use the colour of its place in the table, whatever its rank."""
    expected = {algorithm: PALETTE[NAMES.index(algorithm)] for algorithm in NAMES}
    if name == "bump_plot":
        axes = bench(higher=higher, metrics=2).bump_plot(
            scores=["m1", "m2"], higher_is_better={"m1": higher, "m2": higher}
        )
        by_name = {
            ORDER[int(line.get_ydata()[0]) - 1]: line.get_color() for line in lines(axes, "ranks")
        }
    else:
        axes = draw(name, higher=higher)
        by_name = {name: handle.get_color() for name, handle in legend_of(axes).items()}
        if not by_name:
            by_name = {line.get_label(): line.get_color() for line in lines(axes, COLOURED[name])}
    assert by_name == expected
    for text in texts(axes, "label"):
        word = next(
            (candidate for candidate in NAMES if candidate in text.get_text().split()), None
        )
        if hasattr(text, "xyann") and word:
            assert same_color(text.get_color(), darken(expected[word]))
