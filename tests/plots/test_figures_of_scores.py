"""Every figure of scores in the gallery against numbers that are computed here from the tables themselves.

A figure that joins the gallery needs a check of its own: where its marks are, under which names, in
which order, and what its texts say.
"""

import itertools
import re
from statistics import NormalDist

import numpy as np
import pandas as pd
import pytest
from gallery_figures import (
    CODES,
    EXAMPLES,
    argument,
    artists_of,
    assert_band,
    cells,
    columns,
    draw_line,
    kind_of,
    leader_ends,
    legend_of,
    lines,
    look,
    names,
    names_from_left,
    names_from_top,
    number,
    ranks,
    rows,
    runs,
    segments,
    step_at,
    texts,
)
from matplotlib.colors import same_color, to_rgb
from needs import one_in
from scipy.stats import binomtest, rankdata, studentized_range, ttest_1samp, wilcoxon

from benchreport.plots.base.descriptions import caption_of
from benchreport.plots.base.end_labels import darken
from benchreport.plots.base.style import PALETTE

INK, WHITE = "#1a1a1a", "white"
BETTER = {"first": PALETTE[0], "second": PALETTE[5]}
CHECKS = {}


def check(function):
    CHECKS[function.__name__] = function
    return function


OTHERS = ("answers", "networks", "tuning", "tumours")


@pytest.mark.parametrize("code", one_in(3, [code for code in CODES if not code.startswith(OTHERS)]))
def test_marks_names_and_numbers_are_those_of_the_table(code):
    kind = kind_of(code)
    assert kind in CHECKS, f"write a check of {kind} in {__file__}"
    CHECKS[kind](draw_line(code), code)


def dark(colour):
    return 1 - np.dot(to_rgb(colour), [0.2126, 0.7152, 0.0722])


def part_scores():
    """Return the mean score of each combination of settings (rows) on each dataset (columns)."""
    frame = pd.read_csv(EXAMPLES / "ablation/results.csv").rename(
        columns={"class weights": "weights"}
    )
    keys = ["kernel", "scaling", "weights", "C"]
    return frame.pivot_table("balanced_accuracy", index=keys, columns="dataset")


@check
def ablation_plot(axes, _code):
    names = names_from_top(axes, rows(axes))
    assert sorted(names) == [
        "C: 10 instead of 1",
        "class weights",
        "kernel: RBF instead of linear",
        "scaling",
    ]
    table = part_scores()
    effects = {
        "C: 10 instead of 1": table.xs(10, level="C").mean() - table.xs(1, level="C").mean(),
        "class weights": table.xs("on", level="weights").mean()
        - table.xs("off", level="weights").mean(),
        "kernel: RBF instead of linear": table.xs("RBF", level="kernel").mean()
        - table.xs("linear", level="kernel").mean(),
        "scaling": table.xs("on", level="scaling").mean() - table.xs("off", level="scaling").mean(),
    }
    for y, name in rows(axes).items():
        (mark,) = (line for line in lines(axes, "difference") if line.get_ydata()[0] == y)
        (bar,) = (line for line in lines(axes, "interval") if line.get_ydata()[0] == y)
        effect = effects[name]
        assert mark.get_xdata()[0] == pytest.approx(effect.mean())
        # SciPy's interval of the mean over the twenty datasets
        interval = ttest_1samp(effect, 0).confidence_interval(0.95)
        assert bar.get_xdata().tolist() == pytest.approx([interval.low, interval.high])
        text = next(text.get_text() for text in axes.texts if text.xy[1] == y)
        filled = not same_color(mark.get_markerfacecolor(), WHITE)
        p = 0.0 if "<" in text else 1.0 if ">" in text else number(text.partition("= ")[2])
        assert filled == (p <= 0.05)
    assert [effects[name].mean() for name in names] == sorted(
        (effect.mean() for effect in effects.values()), reverse=True
    )
    assert axes.get_xlabel().endswith("better →")


@check
def speedup_plot(axes, code):
    frame = pd.read_csv(EXAMPLES / "timings/results.csv")
    kept = frame[frame["iteration"] > 1]
    means = kept.pivot_table(values="milliseconds", index="compressor", columns="file")
    labels = names_from_top(axes, rows(axes))
    assert len(labels) == (4 if "control" in code else 10)
    assert not [label for label in labels if "control" in code and "over zlib -6" not in label]
    heights = {name: y for y, name in rows(axes).items()}
    for name in labels:
        first, second = name.split(" over ")
        ratios = means.loc[second] / means.loc[first]
        at = [line for line in axes.lines if set(np.round(line.get_ydata())) == {heights[name]}]
        drawn = {line.get_gid(): np.asarray(line.get_xdata()) for line in at}
        assert sorted(drawn["dataset"]) == pytest.approx(sorted(ratios))
        # SciPy's interval of the mean logarithm over the five files
        ends = np.exp(ttest_1samp(np.log(ratios), 0).confidence_interval(0.95))
        assert drawn["ratio"] == pytest.approx(np.exp(np.log(ratios).mean()))
        assert drawn["interval"] == pytest.approx(ends)
        (mark,) = (line for line in at if line.get_gid() == "ratio")
        filled = not same_color(mark.get_markerfacecolor(), WHITE)
        assert filled == (ends[0] > 1 or ends[1] < 1)
    tops = [
        np.log(means.loc[b] / means.loc[a]).mean() for a, b in (n.split(" over ") for n in labels)
    ]
    assert tops == sorted(tops, reverse=True)


@check
def rank_set_plot(axes, code):
    values = ranks() if "mean_rank" in code else -cells()
    labels = names_from_top(axes, rows(axes))
    assert labels == values.mean().sort_values().index.tolist()
    heights = {name: y for y, name in rows(axes).items()}
    found = {}
    for name in labels:
        at = [line for line in axes.lines if set(line.get_ydata()) == {heights[name]}]
        found[name] = {line.get_gid(): list(line.get_xdata()) for line in at}
        assert found[name]["rank"] == [labels.index(name) + 1]
    # sets that do not overlap differ at least by SciPy's t test of the pair alone
    for one, other in itertools.combinations(labels, 2):
        if found[one]["set"][1] < found[other]["set"][0]:
            assert ttest_1samp(values[other] - values[one], 0).pvalue < 0.05


@check
def multiverse_plot(axes, _code):
    first, second = ranks().mean().sort_values().index[:2]
    assert axes.get_title(loc="left") == f"adjusted p of {first} against {second}"
    apart = cells()[first] - cells()[second]
    wins, losses = (apart > 0).sum(), (apart < 0).sum()
    expected = {
        "paired t": ttest_1samp(apart, 0).pvalue,
        "Wilcoxon": wilcoxon(apart, mode="exact").pvalue,
        "sign test": binomtest(wins, wins + losses).pvalue,
    }
    marks = {int(line.get_xdata()[0]): line.get_ydata()[0] for line in lines(axes, "p")}
    one, tenth = (text.xy[1] for text in texts(axes, "decade")[:2])
    chosen = {
        name: {*line.get_xdata()}
        for name, line in zip(rows(axes).values(), lines(axes, "choice"), strict=True)
    }
    for test, p in expected.items():
        # without a correction, of the whole table: one for each of five aggregations
        places = chosen[test] & chosen["no correction"]
        assert len(places) == 5
        for place in places:
            assert 10 ** ((one - marks[place]) / (tenth - one)) == pytest.approx(p)
    assert [marks[place] for place in sorted(marks)] == sorted(marks.values(), reverse=True)
    assert len(chosen["one dataset left out"]) == cells().shape[0]
    assert len(chosen["one algorithm left out"]) == cells().shape[1] - 2


@check
def interaction_plot(axes, _code):
    first, second = axes.get_xlabel(), axes.get_legend().get_title().get_text()
    # the pair whose interaction has the smallest p-value of statsmodels' AnovaRM
    assert {first, second} == {"kernel", "C"}
    means = part_scores().mean(axis=1).groupby([first, second]).mean()
    drawn = axes.data.set_index([first, second])["mean"]
    for (one, other), value in means.items():
        assert drawn[str(one), str(other)] == pytest.approx(value)
    handles, labels = axes.get_legend_handles_labels()
    assert sorted(labels) == sorted(map(str, means.index.get_level_values(second).unique()))
    for handle, label in zip(handles, labels, strict=True):
        marks = handle.lines[0].get_ydata()
        expected = [drawn[level, label] for level in names_from_left(axes, columns(axes))]
        assert marks == pytest.approx(expected)


@check
def residual_plot(axes, code):
    (marks,) = lines(axes, "residual")
    residuals = np.asarray(marks.get_ydata())
    table = part_scores()
    left = table.sub(table.mean(axis=1), axis=0).sub(table.mean(), axis=1) + table.to_numpy().mean()
    # all interactions of the settings are in the model, so cells have means of their own
    assert np.sort(residuals) == pytest.approx(np.sort(left.to_numpy().ravel()))
    across = np.asarray(marks.get_xdata())
    if argument(code, "kind") == "quantiles":
        normal = NormalDist()
        n = len(across)
        assert across[0] == pytest.approx(normal.inv_cdf((1 - 0.375) / (n + 0.25)))
        assert (np.diff(residuals) >= 0).all()
    else:
        observed = np.sort((across + residuals).round(9))
        assert observed == pytest.approx(np.sort(table.to_numpy().ravel()))


@check
def box_plot(axes, code):
    baseline = argument(code, "relative_to")
    table, log = cells(), bool(baseline)
    if baseline:
        table = table.drop(columns=baseline).div(table[baseline], axis=0).round(12)
    names = rows(axes)
    data = axes.data.set_index("dataset")
    pd.testing.assert_frame_equal(data[table.columns], table, check_names=False, rtol=1e-9)
    assert names_from_top(axes, names) == table.median().sort_values(ascending=False).index.tolist()
    turn, back = (np.log, np.exp) if log else (np.asarray, np.asarray)
    dots = {names[round(line.get_ydata().mean())]: line for line in lines(axes, "block")}
    assert set(dots) == set(table.columns)
    for name, line in dots.items():
        assert sorted(line.get_xdata()) == pytest.approx(sorted(table[name]))
    boxes = {}
    for patch in artists_of(axes.patches, "box"):
        x, y = patch.get_path().vertices.T
        boxes[names[round(y[:4].mean())]] = (x.min(), x.max())
    plain = [line for line in axes.lines if line.get_gid() is None and len(line.get_xdata())]
    means = {
        names[line.get_ydata()[0]]: line.get_xdata()[0]
        for line in plain
        if line.get_marker() == "D"
    }
    upright = [line for line in plain if line.get_linewidth() == 1.6]
    medians = {names[round(np.mean(line.get_ydata()))]: line.get_xdata()[0] for line in upright}
    for name in table:
        sample = turn(table[name])
        assert boxes[name] == pytest.approx(back(np.quantile(sample, [0.25, 0.75])))
        assert means[name] == pytest.approx(back(sample.mean()))
        assert medians[name] == pytest.approx(back(np.median(sample)))
    outcomes = {names[text.get_position()[1]]: text.get_text() for text in texts(axes, "outcome")}
    for name, text in outcomes.items():
        expected = (table[name] > 1).sum(), (table[name] == 1).sum(), (table[name] < 1).sum()
        assert text == "/".join(map(str, expected))
    assert len(outcomes) == len(table.columns) * log


@check
def violin_plot(axes, _code):
    table, names = cells(), rows(axes)
    assert names_from_top(axes, names) == table.median().sort_values(ascending=False).index.tolist()

    def row(y):
        # violins stand on the lower part of their row; dots lie below
        return names[np.ceil(np.min(y) - 0.45)]

    for line in lines(axes, "block"):
        assert sorted(line.get_xdata()) == pytest.approx(sorted(table[row(line.get_ydata())]))
    (median,) = lines(axes, "median")
    medians = {row(y): x for x, y in zip(*median.get_data(), strict=True)}
    assert medians == pytest.approx(table.median().to_dict())
    (bars,) = artists_of(axes.collections, "quartiles")
    for (low, y), (high, _) in segments(bars):
        assert (low, high) == pytest.approx(tuple(table[row(y)].quantile([0.25, 0.75])))
    (shapes,) = artists_of(axes.collections, "violin")
    assert len(shapes.get_paths()) == len(table.columns)
    for path in shapes.get_paths():
        x, y = path.vertices.T
        sample = table[row(y)]
        assert (x.min(), x.max()) == pytest.approx((sample.min(), sample.max()))
        # the height is the density, which integrates to nearly 1
        outline = axes.data[axes.data["algorithm"] == row(y)]
        highest = outline["score"][outline["density"].idxmax()]
        assert x[np.argmax(y)] == pytest.approx(highest)
    # all violins are in colour
    assert len({tuple(colour) for colour in shapes.get_facecolor().tolist()}) == 1
    assert dark(shapes.get_facecolor()[0][:3]) > 0.2


@check
def ecdf_plot(axes, _code):
    table, legend = cells(), legend_of(axes)
    assert list(legend) == table.median().sort_values(ascending=False).index.tolist()
    by_look = {look(handle): name for name, handle in legend.items()}
    assert len(by_look) == len(table.columns)
    for line in lines(axes, "ecdf"):
        sample = table[by_look[look(line)]]
        at = np.sort(table.to_numpy().ravel())
        at = (at[1:] + at[:-1])[np.diff(at) > 1e-9] / 2
        expected = (sample.to_numpy() >= at[:, None]).mean(axis=1)
        assert step_at(*line.get_data(), at, line.get_drawstyle()) == pytest.approx(expected)


@check
def heatmap_plot(axes, _code):
    table, across, down = cells(), columns(axes), rows(axes)
    assert names_from_left(axes, across) == table.mean().sort_values(ascending=False).index.tolist()
    easy = table.mean(axis=1).sort_values(ascending=False).index.tolist()
    assert names_from_top(axes, down) == easy
    (image,) = axes.images
    for text in texts(axes, "value"):
        x, y = text.get_position()
        dataset, name = down[y], across[x]
        assert number(text.get_text()) == pytest.approx(table.loc[dataset, name], abs=6e-4)
        assert image.get_array()[int(y), int(x)] == pytest.approx(table.loc[dataset, name])
        best = table.loc[dataset, name] == table.loc[dataset].max()
        assert (text.get_fontweight() == "bold") == best
    low, high = (
        image.cmap(image.norm(value))[:3] for value in (table.min().min(), table.max().max())
    )
    assert dark(high) > dark(low) + 0.5
    total = ((table - table.mean().mean()) ** 2).to_numpy().sum()
    shares = [
        len(table.columns) * ((table.mean(axis=1) - table.mean().mean()) ** 2).sum() / total,
        len(table) * ((table.mean() - table.mean().mean()) ** 2).sum() / total,
    ]
    between = [int(number_text) for number_text in re.findall(r"(\d+) %", axes.caption)]
    assert between == [round(100 * share) for share in (*shares, 1 - sum(shares))]


@check
def scatter_plot(axes, code):
    table, a, b = cells(), argument(code, "a"), argument(code, "b")
    assert (a in axes.get_xlabel(), b in axes.get_ylabel()) == (True, True)
    ahead = {a: (table[a] > table[b]).sum(), b: (table[b] > table[a]).sum()}
    colour = {a: BETTER["first"], b: BETTER["second"]}
    drawn_points = []
    for line in lines(axes, "block"):
        x, y = line.get_data()
        better = a if same_color(line.get_color(), colour[a]) else b
        assert ((x > y) if better == a else (y > x)).all()
        assert len(x) == ahead[better]
        drawn_points += zip(x.tolist(), y.tolist(), strict=True)
    assert np.array(sorted(drawn_points)) == pytest.approx(
        table[[a, b]].sort_values([a, b]).to_numpy()
    )
    counts = {text.get_text(): text for text in texts(axes, "count")}
    assert set(counts) == {f"{name} better: {count}" for name, count in ahead.items()}
    for text in counts.values():
        # the name of y is over the upper half, that of x beside the lower one
        upper = text.get_position()[1] > 1
        assert text.get_text().startswith(b if upper else a)
        assert same_color(text.get_color(), colour[b if upper else a])
    for half in artists_of(axes.collections, "half"):
        middle = half.get_paths()[0].vertices.mean(axis=0)
        assert same_color(half.get_facecolor()[0][:3], colour[a if middle[0] > middle[1] else b])
    away = (table[a] - table[b]).abs().sort_values(ascending=False)
    labelled = {text.get_text(): text.xy for text in texts(axes, "label")}
    assert 1 <= len(labelled) <= 5
    for name, place in labelled.items():
        assert name in away.index[:5]
        assert place == pytest.approx((table.loc[name, a], table.loc[name, b]))
    assert f"the median absolute difference is {np.median(away):.3g}" in axes.caption


@check
def profile_plot(axes, _code):
    table, legend = runs(), legend_of(axes)
    by_look = {look(handle): name for name, handle in legend.items()}
    profiles = lines(axes, "profile")
    assert len(by_look) == len(profiles) == table["classifier"].nunique()
    bands = artists_of(axes.collections, "band")
    for line in profiles:
        name = by_look[look(line)]
        sample = table["accuracy"][table["classifier"] == name].to_numpy()
        x, y = (np.asarray(values) for values in line.get_data())
        assert y == pytest.approx((sample > x[:, None]).mean(axis=1), abs=1e-12)
        rows = axes.data[axes.data["algorithm"] == name]
        for band in bands:
            if same_color(band.get_facecolor()[0][:3], line.get_color()):
                assert_band(band, rows["threshold"], rows["low"], rows["high"])
    # the largest areas come first
    means = table.groupby("classifier")["accuracy"].mean()
    assert list(legend) == means.sort_values(ascending=False).index.tolist()


@check
def outlier_plot(axes, _code):
    scores = pd.read_csv(EXAMPLES / "sklearn/measures.csv")
    table = scores.pivot_table(values="train_accuracy", index="dataset", columns="classifier")
    table = table.round(12)
    scores = scores.set_index(["classifier", "dataset", "fold"])["train_accuracy"]
    names, data = rows(axes), axes.data
    medians = table.median().sort_values(ascending=False)
    assert names_from_top(axes, names) == medians.index.tolist()
    (dots,) = lines(axes, "score")
    where = [names[round(y)] for y in dots.get_ydata()]
    for name in table:
        places_of_name = [x for x, row in zip(dots.get_xdata(), where, strict=True) if row == name]
        assert sorted(places_of_name) == pytest.approx(sorted(table[name]))
    outlying = data[data["outlying"]]
    marks = sorted(
        (names[line.get_ydata()[0]], line.get_xdata()[0]) for line in lines(axes, "outlier")
    )
    assert marks == sorted(zip(outlying["algorithm"], outlying["score"], strict=True))
    bars = {(names[line.get_ydata()[0]], line.get_xdata()[0]) for line in lines(axes, "expected")}
    # these are the twelve farthest scores, and those that are equally far
    far = outlying[outlying["distance"].abs() >= outlying["distance"].abs().nlargest(12).min()]
    assert len(lines(axes, "expected")) == 12 < len(outlying)
    assert bars <= set(zip(far["algorithm"], far["expected"], strict=True))
    for lines_of_text, (place, _) in leader_ends(axes).items():
        text = re.sub(r"(?<!-)\n", " ", lines_of_text).replace("\n", "")
        match = re.fullmatch(r"(.+) on (.+), (\d+): ([\d.]+), not ([\d.]+)", text)
        short, dataset, fold, score, expected = match.groups()
        name = names[place[1]]
        first, *_, last = short.split("…") if "…" in short else (short, "")
        assert name.startswith(first)
        assert name.endswith(last)
        true = scores[name, dataset, int(fold)]
        assert (place[0], float(score)) == pytest.approx((true, true), abs=6e-4)
        (row,) = outlying[(outlying["algorithm"] == name) & np.isclose(outlying["score"], true)
                       & (outlying["dataset"] == dataset)].itertuples()  # fmt: skip
        assert float(expected) == pytest.approx(row.expected, abs=6e-4)


@check
def meta_feature_plot(axes, code):
    table, data = cells(), axes.data.set_index("dataset")
    x, y = data.columns[:2]
    assert (axes.get_xlabel(), axes.get_ylabel()) == (x, y)
    if "x='rows'" in code:
        features = names()["features"]
        features = features.loc[data.index, ["rows", "entropy"]].astype(float)
        pd.testing.assert_frame_equal(data[["rows", "entropy"]], features)
    legend = {name.rpartition(" better")[0]: handle for name, handle in legend_of(axes).items()}
    a, b = legend
    gains = table[a] - table[b]
    assert [name.rpartition("(")[2] for name in legend_of(axes)] == [
        f"{(gains > 0).sum()})",
        f"{(gains < 0).sum()})",
    ]
    colour = {name: handle.get_color() for name, handle in legend.items()}
    for points in artists_of(axes.collections, "dataset"):
        better = next(n for n in legend if same_color(colour[n], points.get_facecolor()[0][:3]))
        rows = data[(gains > 0) if better == a else (gains < 0)]
        assert sorted(points.get_offsets().tolist()) == sorted(rows[[x, y]].to_numpy().tolist())
        sizes = {
            tuple(at): size
            for at, size in zip(points.get_offsets().tolist(), points.get_sizes(), strict=True)
        }
        drawn_sizes = [sizes[tuple(point)] for point in rows[[x, y]].to_numpy().tolist()]
        assert rankdata(drawn_sizes).tolist() == rankdata(gains[rows.index].abs()).tolist()
    for patch in artists_of(axes.patches, "footprint"):
        better = next(n for n in legend if same_color(colour[n], patch.get_edgecolor()[:3]))
        rows = data[(gains > 0) if better == a else (gains < 0)][[x, y]].to_numpy().tolist()
        assert all(corner in rows for corner in patch.get_xy().tolist())


@check
def train_test_plot(axes, _code):
    table = pd.read_csv(EXAMPLES / "sklearn/measures.csv").groupby(
        ["classifier", "dataset"], sort=False
    )
    table = table[["train_accuracy", "accuracy"]].mean()
    gaps = (table["train_accuracy"] - table["accuracy"]).groupby("classifier").mean()
    legend = legend_of(axes)
    named = {name.partition("  ")[0]: (name, handle) for name, handle in legend.items()}
    by_look = {look(handle): name for name, (_, handle) in named.items()}
    for line in lines(axes, "points"):
        name = by_look[look(line)]
        x, y = line.get_data()
        expected = table.loc[name].sort_values(["train_accuracy", "accuracy"]).to_numpy()
        assert np.array(sorted(zip(x, y, strict=True))) == pytest.approx(expected)
        assert number(named[name][0].rpartition("  ")[2]) == pytest.approx(gaps[name], abs=6e-4)
    (diagonal,) = lines(axes, "diagonal")
    assert list(diagonal.get_xdata()) == list(diagonal.get_ydata())
    every = (table["train_accuracy"] - table["accuracy"]).sort_values(ascending=False)
    rings = [(line.get_xdata()[0], line.get_ydata()[0]) for line in lines(axes, "overfitting")]
    assert np.array(rings) == pytest.approx(table.loc[every.index[:5]].to_numpy())
    for text in texts(axes, "number"):
        place = table.loc[every.index[int(text.get_text()) - 1]]
        assert text.xy == pytest.approx(tuple(place))
    assert f"{(every > 0).sum()} of {len(every)} are below the diagonal" in axes.caption
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("training accuracy", "test accuracy")


@check
def one_standard_error(axes, _code):
    table, order = cells(), names()["simplest_first"]
    assert names_from_left(axes, columns(axes)) == order
    errors = table.std(ddof=1) / np.sqrt(len(table))
    best = table.mean().idxmax()
    limit = table.mean()[best] - errors[best]
    chosen = next(name for name in order if table.mean()[name] >= limit)
    for place, name in columns(axes).items():
        (mark,) = [line for line in lines(axes, "mean") if line.get_xdata()[0] == place]
        assert mark.get_ydata()[0] == pytest.approx(table[name].mean())
        (bar,) = [line for line in lines(axes, "error") if line.get_xdata()[0] == place]
        assert bar.get_ydata() == pytest.approx(
            [table[name].mean() - errors[name], table[name].mean() + errors[name]]
        )
        assert mark.get_marker() == ("s" if name == chosen else "D" if name == best else "o")
    (band,) = artists_of(axes.patches, "band")
    assert (band.get_y(), band.get_y() + band.get_height()) == pytest.approx(
        (limit, table.mean()[best])
    )
    words = "best and chosen" if best == chosen else "chosen"
    assert f"{words}: {chosen}" in legend_of(axes)


@check
def cd_plot(axes, code):
    means = ranks().mean()
    marks = {line.get_label(): line.get_xdata()[0] for line in lines(axes, "centre")}
    assert marks == pytest.approx(means.to_dict())
    k, n = len(means), len(cells())
    # Dunn's normal quantile is for a control, Nemenyi's q for nine is from Demšar's Table 5
    q = NormalDist().inv_cdf(1 - 0.05 / 2 / (k - 1)) if "control" in code else 3.102
    cd = q * np.sqrt(k * (k + 1) / 6 / n)
    # nine algorithms are in rows, with a band
    (band,) = [patch for patch in axes.patches if patch.get_gid() == "band"]
    bar = sorted({*band.get_xy()[:, 0].tolist()})
    width = cd if "control" not in code else min(2 * cd, k - means["decision tree"] + cd)
    assert bar[1] - bar[0] == pytest.approx(width, abs=2e-3)


@check
def rank_plot(axes, _code):
    table = ranks()
    labels = {}
    for text in texts(axes, "label"):
        name, _, mean = text.get_text().rpartition(" (")
        labels[name] = text
        assert float(mean[:-1]) == pytest.approx(table[name].mean(), abs=0.006)
        assert text.xy == pytest.approx((len(table) - 1, table[name].iloc[-1]))
    assert list(columns(axes).values()) == table.index.tolist()
    for line in lines(axes, "ranks"):
        assert line.get_ydata() == pytest.approx(table[line.get_label()].to_numpy())
        if line.get_linewidth() > 1:
            assert same_color(labels[line.get_label()].get_color(), darken(line.get_color()))
    low, high = axes.get_ylim()
    assert low > high, "rank 1 is on top"


@check
def matrix_plot(axes, _code):
    table, down, across = cells(), rows(axes), columns(axes)
    best = table.mean().sort_values(ascending=False)
    down = {y: name.rpartition("  ")[0] for y, name in down.items()}
    assert names_from_top(axes, down) == names_from_left(axes, across) == best.index.tolist()
    pairs = {}
    for row in axes.data.itertuples():
        pairs[row.first, row.second] = pairs[row.second, row.first] = row.p_adjusted
    (mesh,) = artists_of(axes.collections, "cells")
    for text in texts(axes, "cell"):
        x, y = text.get_position()
        name, other = down[y], across[x]
        difference, outcome, p = text.get_text().split("\n")
        true = table[name] - table[other]
        assert number(difference) == pytest.approx(true.mean(), abs=6e-4)
        assert outcome == f"{(true > 0).sum()}/{(true == 0).sum()}/{(true < 0).sum()}"
        # beyond the last printed value, a bound stands for the number
        printed = {"p < .001": 0.0, "p > .999": 1.0}.get(p) if p[2] in "<>" else float(p[4:])
        assert printed == pytest.approx(pairs[name, other], abs=1.1e-3)
        assert (text.get_fontweight() == "bold") == (pairs[name, other] <= 0.05)
        red, _, blue = mesh.cmap(mesh.norm(mesh.get_array()[int(y), int(x)]))[:3]
        assert (blue >= red) if true.mean() > 0 else (red >= blue)
    for y, name in rows(axes).items():
        assert number(name.rpartition("  ")[2]) == pytest.approx(best[down[y]], abs=6e-4)


@check
def significance_plot(axes, _code):
    across, data = columns(axes), axes.data
    row_names = {text.get_position()[1]: text.get_text() for text in texts(axes, "name")}
    means = ranks().mean().sort_values()
    order = means.index.tolist()
    assert names_from_top(axes, row_names) == order[:-1]
    assert names_from_left(axes, across) == order[1:]
    adjusted = {frozenset((row.first, row.second)): row.p_adjusted for row in data.itertuples()}
    (mesh,) = artists_of(axes.collections, "cells")
    labels = legend_of(axes)
    for text in texts(axes, "cell"):
        x, y = text.get_position()
        name, other = row_names[y], across[x]
        p, _, arrow = text.get_text().partition("\n")
        true = adjusted[frozenset((name, other))]
        printed = {"< .001": 0.0, "> .999": 1.0}.get(p) if p[0] in "<>" else float(p)
        assert printed == pytest.approx(true, abs=1.1e-3)
        better = name if means[name] < means[other] else other
        assert arrow == ("" if true > 0.05 else "◀" if better == name else "▲")
        levels = [label for label in labels if label[0] == "p" and true <= number(label[4:])]
        label = min(levels, key=lambda level: number(level[4:])) if levels else "not significant"
        shade = mesh.cmap(mesh.norm(mesh.get_array()[int(y), int(x)]))
        assert same_color(shade, labels[label].get_facecolor())
    assert len(adjusted) == len(texts(axes, "cell")) == 36


def assert_pairs(axes, centre, expected):
    """Compare the rows of pairs and their intervals with the data and with computed values."""
    pairs = axes.data.set_index(["first", "second"])
    marks = {line.get_ydata()[0]: line for line in lines(axes, centre)}
    bars = {line.get_ydata()[0]: line.get_xdata() for line in lines(axes, "interval")}
    assert len(marks) == len(bars) == len(pairs)
    in_doubt = "No difference is called significant" in caption_of(axes)
    for place, label in rows(axes).items():
        first, second = label.split(" − ")
        row, mark = pairs.loc[first, second], marks[place]
        assert mark.get_xdata()[0] == pytest.approx(expected(first, second))
        assert tuple(bars[place]) == (row["low"], row["high"])
        clear = row["low"] > 0 or row["high"] < 0
        # nothing is filled while a check puts the p-values in doubt, as the caption says
        assert (mark.get_markerfacecolor() != WHITE) == (clear and not in_doubt)
    drawn_order = [marks[place].get_xdata()[0] for place in sorted(marks)]
    assert drawn_order == sorted(drawn_order)
    return pairs


@check
def tukey_plot(axes, _code):
    table = cells()
    pairs = assert_pairs(axes, "difference", lambda a, b: table[a].mean() - table[b].mean())
    residual = table.sub(table.mean(axis=1), axis=0).sub(table.mean() - table.mean().mean())
    n, k = table.shape
    error = np.sqrt((residual**2).to_numpy().sum() / ((n - 1) * (k - 1)) / n)
    half = studentized_range.ppf(0.95, k, (n - 1) * (k - 1)) * error
    assert ((pairs["high"] - pairs["low"]) / 2).to_numpy() == pytest.approx(
        np.full(36, half), rel=1e-4
    )
    assert axes.get_xlabel().endswith("first better →")
    assert "95 % intervals" in axes.caption


@check
def effect_plot(axes, _code):
    table = cells()

    def d_z(first, second):
        gains = table[first] - table[second]
        return gains.mean() / gains.std(ddof=1)

    assert_pairs(axes, "estimate", d_z)
    left_label, right = axes.get_xlabel().split("d_z")
    assert (left_label[:8], right.strip()[:5], right[-1]) == ("← second", "first", "→")
    assert "95 % intervals" in axes.caption
    assert "above 0 where the first is better" in axes.caption


SHARED = ("accuracy", "balanced_accuracy", "f1", "mcc")


def ranks_by(metric):
    table = pd.read_csv(EXAMPLES / "sklearn/measures.csv")
    means = table.pivot_table(values=metric, index="dataset", columns="classifier").round(12)
    return means.rank(axis=1, ascending=False).mean()


@check
def bump_plot(axes, _code):
    expected = pd.DataFrame({metric: ranks_by(metric).rank() for metric in SHARED})
    # a name may be broken after its underscore
    names = [name.replace("_ ", "_") for name in names_from_left(axes, columns(axes))]
    assert names == list(SHARED)
    colours = {tuple(line.get_ydata()): line.get_color() for line in lines(axes, "ranks")}
    assert sorted(colours) == sorted(map(tuple, expected.to_numpy().tolist()))
    for text in texts(axes, "label"):
        right = text.get_ha() == "left"
        parts = text.get_text().split("  ")
        rank, name = parts if right else parts[::-1]
        place = -1 if right else 0
        assert float(rank) == expected.loc[name].iloc[place]
        assert text.xy == ((len(SHARED) - 1) * right, expected.loc[name].iloc[place])
        assert same_color(text.get_color(), darken(colours[tuple(expected.loc[name])]))
    low, high = axes.get_ylim()
    assert low > high, "rank 1 is on top"


@check
def cd_sequence_plot(axes, _code):
    panels = axes.get_figure(root=True).axes
    titles = [panel.get_title(loc="left") for panel in panels]
    assert titles == list(SHARED[:3])
    for panel, metric in zip(panels, titles, strict=True):
        expected = ranks_by(metric)
        marks = {line.get_label(): line.get_xdata()[0] for line in lines(panel, "centre")}
        assert marks == pytest.approx(expected.to_dict())
        ranks = axes.data[axes.data["panel"] == metric].set_index("algorithm")["mean rank"]
        assert ranks.to_dict() == pytest.approx(expected.to_dict())
        assert ranks.is_monotonic_increasing
        # the best is on the left
        assert panel.get_xlim()[0] < panel.get_xlim()[1]
    best = {metric: ranks_by(metric).idxmin() for metric in titles}
    assert len(set(best.values())) > 1 or f"Best in all 3 panels: {best['f1']}." in axes.caption
