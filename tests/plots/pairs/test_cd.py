"""The critical-difference diagram: each algorithm at its rank, with its name and its number."""

import itertools

import numpy as np
import pandas as pd
import pytest
from published import published
from scipy.stats import rankdata

from benchreport import stats
from benchreport.data import Roles, Scores
from benchreport.plots import cd_plot, cd_tikz
from benchreport.plots.base.descriptions import alt_of, caption_of
from benchreport.plots.pairs.cd_facts import axis_span

# columns have no order; levels go from the best to the worst, and some are close
NAMES = ("poor", "best", "worst", "good", "fair")
LEVELS = {"best": 0.9, "good": 0.88, "fair": 0.87, "poor": 0.79, "worst": 0.775}
PLACES = (*LEVELS,)


def table(*, higher, n=14):
    """Return a table whose order is known, as accuracies or as the errors they leave."""
    rng = np.random.default_rng(5)
    levels = [LEVELS[name] for name in NAMES]
    values = (np.array(levels) + rng.normal(0, 0.02, (n, 5))).round(3)
    frame = pd.DataFrame(values if higher else 1 - values, columns=list(NAMES))
    return Scores.from_frame(frame, Roles(score="accuracy" if higher else "error"))


def centres(scores, result):
    """Compute the mean ranks, or means, from the table itself."""
    sign = -1 if scores.higher_is_better else 1
    numbers = (
        rankdata(sign * scores.values, axis=1) if "rank" in result.centre_name else scores.values
    )
    return dict(zip(scores.algorithms, numbers.mean(axis=0).tolist(), strict=True))


def paper(ax, x, y=0.0):
    """Return the place of a point in the figure, in dots from the left and from below."""
    return ax.transData.transform((x, y)).tolist()


def by_gid(ax, gid):
    return [line for line in ax.lines if line.get_gid() == gid]


def labels(ax):
    return [text for text in ax.texts if text.get_gid() == "label"]


def draw_cd(result, **options):
    ax = cd_plot(result, **options)
    ax.get_figure(root=True).draw_without_rendering()
    return ax


TESTS = {
    "nemenyi": stats.nemenyi,
    "wilcoxon": stats.wilcoxon,
    "tukey": stats.tukey,
    "bonferroni_dunn": lambda scores: stats.bonferroni_dunn(scores, control="fair"),
    "dunnett": lambda scores: stats.dunnett(scores, control="fair"),
}


@pytest.fixture(
    scope="module", params=[(name, higher) for name in TESTS for higher in (True, False)], ids=str
)
def diagram(request):
    name, higher = request.param
    scores = table(higher=higher)
    result = TESTS[name](scores)
    return scores, result, draw_cd(result)


def test_the_best_is_on_the_left_whatever_is_better(diagram):
    scores, result, ax = diagram
    marks = {line.get_label(): line.get_xdata()[0] for line in by_gid(ax, "centre")}
    assert marks == pytest.approx(centres(scores, result))
    assert sorted(marks, key=lambda name: paper(ax, marks[name])[0]) == list(PLACES)


def test_a_label_holds_the_name_and_the_number_of_the_mark_that_its_leader_reaches(diagram):
    scores, result, ax = diagram
    expected = centres(scores, result)
    # a leader is one broken line: down from the mark, then along to the label
    (leaders,) = [line for line in ax.lines if np.isnan(line.get_xdata()).any()]
    corners = np.column_stack(leaders.get_data()).reshape(-1, 4, 2)[:, :3]
    marks = [line.get_xdata()[0] for line in by_gid(ax, "centre")]
    middle = np.mean(sorted(paper(ax, mark)[0] for mark in marks))
    places = {}
    for label in labels(ax):
        on_left = label.get_ha() == "right"
        x, y = paper(ax, *label.get_position())
        at_height = [corner for corner in corners if corner[2, 1] == label.get_position()[1]]
        leader = min(at_height, key=lambda corner: abs(paper(ax, *corner[2])[0] - x))
        parts = label.get_text().split("  ")
        name, number = parts if on_left else parts[::-1]
        assert expected[name] == pytest.approx(leader[0, 0])
        assert leader[0, 1] == 0
        assert float(number) == pytest.approx(expected[name], abs=0.006)
        # the leader ends where the label begins, on the side of its half
        assert abs(paper(ax, *leader[2])[0] - x) < 5
        assert (x < middle) == on_left
        places[name] = (on_left, y)
    on_left = [
        name for name, (side, _) in sorted(places.items(), key=lambda item: -item[1][1]) if side
    ]
    right = [
        name for name, (side, _) in sorted(places.items(), key=lambda item: item[1][1]) if not side
    ]
    # labels go down on the left and up on the right, so that no leader crosses another
    assert [*on_left, *right] == list(PLACES)


def test_ticks_name_their_own_place(diagram):
    *_, ax = diagram
    ticks = [text for text in ax.texts if text.get_gid() == "tick"]
    assert len(ticks) >= 3
    for tick in ticks:
        assert float(tick.get_text().replace("−", "-")) == pytest.approx(tick.get_position()[0])
        strokes = [line for line in ax.lines if list(line.get_ydata()) == [0, 0.12]]
        assert tick.get_position()[0] in [line.get_xdata()[0] for line in strokes]


def test_bars_join_exactly_the_neighbours_that_do_not_differ(diagram):
    _, result, ax = diagram
    bars = sorted(tuple(line.get_xdata()) for line in by_gid(ax, "group"))
    if result.control is not None:
        assert bars == []
        return
    place = dict(zip(result.design.algorithms, result.centres, strict=True))
    alike = {
        frozenset((row.first, row.second))
        for row in result.comparisons
        if row.p_adjusted > result.alpha
    }
    sets = [
        set(names)
        for size in range(2, 6)
        for names in itertools.combinations(PLACES, size)
        if all(frozenset(pair) in alike for pair in itertools.combinations(names, 2))
    ]
    largest = [names for names in sets if not any(names < other for other in sets)]
    ends = [[place[name] for name in names] for names in largest]
    assert bars == sorted((min(pair), max(pair)) for pair in ends)
    assert len(bars) >= 1


def test_the_bar_of_the_critical_difference_is_as_long_as_it_says(diagram):
    _, result, ax = diagram
    bars = by_gid(ax, "cd")
    if result.critical_difference is None:
        assert bars == []
        return
    low, high = bars[0].get_xdata()
    (text,) = [text.get_text() for text in ax.texts if "CD = " in text.get_text()]
    cd = float(text.rpartition("= ")[2])
    assert cd == pytest.approx(result.critical_difference, abs=6e-4)
    if result.control is None:
        assert high - low == pytest.approx(result.critical_difference)
    else:
        centre = result.centres[result.design.algorithms.index(result.control)]
        assert low == pytest.approx(max(centre - result.critical_difference, 1), abs=1e-9)
        assert high == pytest.approx(min(centre + result.critical_difference, 5), abs=1e-9)


def test_marks_against_a_control_are_filled_where_they_differ(diagram):
    _, result, ax = diagram
    if result.control is None:
        return
    filled = {
        line.get_label()
        for line in by_gid(ax, "centre")
        if line.get_marker() == "o" and line.get_markerfacecolor() != "white"
    }
    assert filled == {row.first for row in result.comparisons if row.p_adjusted <= result.alpha}
    assert 0 < len(filled) < 4
    (square,) = [line for line in by_gid(ax, "centre") if line.get_marker() == "s"]
    assert square.get_label() == "fair"


def test_the_data_are_the_centres_from_the_best(diagram):
    scores, result, ax = diagram
    expected = centres(scores, result)
    assert ax.data["algorithm"].tolist() == list(PLACES)
    assert ax.data[result.centre_name].tolist() == pytest.approx(
        [expected[name] for name in PLACES]
    )
    if result.control is not None:
        adjusted = {row.first: row.p_adjusted for row in result.comparisons}
        p_values = ax.data.set_index("algorithm")["p_adjusted"].dropna()
        assert p_values.to_dict() == adjusted
        # these are adjusted p-values, not raw ones
        assert any(row.p_adjusted > row.p_value * 1.01 for row in result.comparisons)


def test_direction_in_words(diagram):
    _, result, ax = diagram
    ranks = "rank" in result.centre_name
    assert ("(1 = best)" in ax.get_xlabel()) == ranks
    assert ("(best on the left)" in ax.get_xlabel()) != ranks
    assert ax.alt.partition(": ")[2].startswith("best ")


@pytest.mark.parametrize("layout", ["classic", "turned"])
def test_axis_has_all_ranks_as_the_first_of_these_diagrams(layout):
    """Demšar (2006), figures 1 and 2: four algorithms with mean ranks from 1.964 to 3.143 on 1 to 4."""
    ax = draw_cd(stats.nemenyi(published("demsar2006")), layout=layout)
    ticks = [text.get_text() for text in ax.texts if text.get_gid() == "tick"]
    assert ticks == ["1", "2", "3", "4"]
    assert ax.get_xlabel() == "mean rank (1 = best)"


def test_part_of_the_ranks_of_many_says_which_is_the_worst():
    rng = np.random.default_rng(0)
    scores = Scores.from_frame(pd.DataFrame(rng.normal(size=(20, 48))), Roles(score="accuracy"))
    ax = draw_cd(stats.nemenyi(scores))
    ranks = [int(text.get_text()) for text in ax.texts if text.get_gid() == "tick"]
    assert min(ranks) > 1
    assert ax.get_xlabel() == "mean rank (1 = best, 48 = worst)"


@pytest.mark.parametrize("alternative", ["less", "greater"])
@pytest.mark.parametrize("higher", [True, False])
def test_arrows_of_one_sided_tests_stand_on_the_better_one(alternative, higher):
    result = stats.wilcoxon(table(higher=higher), alternative=alternative)
    ax = draw_cd(result)
    arrows, bars = by_gid(ax, "better"), by_gid(ax, "group")
    assert len(arrows) == len(bars) == len(result.significant) > 0
    for arrow, bar in zip(arrows, bars, strict=True):
        assert arrow.get_marker() == "<"
        ends = [paper(ax, end)[0] for end in bar.get_xdata()]
        assert paper(ax, arrow.get_xdata()[0])[0] == pytest.approx(min(ends))


@pytest.mark.parametrize("name", ["nemenyi", "tukey", "dunnett"])
@pytest.mark.parametrize("higher", [True, False])
def test_the_diagram_in_tikz_is_the_same(name, higher):
    scores = table(higher=higher)
    result = TESTS[name](scores)
    ax = draw_cd(result, width=6.0)
    lines = [line.strip() for line in cd_tikz(result, width=6.0).splitlines()]
    nodes = [line for line in lines if r"\quad" in line]
    expected = centres(scores, result)
    places = {}
    for line in nodes:
        options, _, rest = line.partition("] at (")
        where, _, text = rest.partition(") {")
        x = float(where.split(",")[0])
        parts = text.rstrip("};").replace(r"\textbf{", "").replace("}", "").split(r"\quad ")
        east = "anchor=east" in options
        label, number = parts if east else parts[::-1]
        assert float(number) == pytest.approx(expected[label], abs=0.006)
        places[label] = (east, x)
    on_left = {text.get_text().split("  ")[0 if text.get_ha() == "right" else 1] for text in labels(ax)
            if text.get_ha() == "right"}  # fmt: skip
    assert {label for label, (east, _) in places.items() if east} == on_left
    assert max(x for east, x in places.values() if east) < min(
        x for east, x in places.values() if not east
    )


def test_published_mean_ranks_on_paper():
    """Demšar (2006), Table 6: 1.964, 2.000, 2.893 and 3.143, and CD 1.118 at .10."""
    ax = draw_cd(stats.nemenyi(published("demsar2006"), alpha=0.10))
    texts = {text.get_text() for text in labels(ax)}
    assert texts == {"C4.5+m+cf  1.96", "C4.5+m  2.00", "2.89  C4.5+cf", "3.14  C4.5"}
    unit = paper(ax, 2)[0] - paper(ax, 1)[0]
    low, high = by_gid(ax, "cd")[0].get_xdata()
    assert (paper(ax, high)[0] - paper(ax, low)[0]) / unit == pytest.approx(1.1181, abs=1e-3)


def test_the_caption_names_no_best_where_all_share_a_place():
    frame = pd.DataFrame({"a": [0.5] * 6, "b": [0.5] * 6, "c": [0.5] * 6})
    tied = stats.nemenyi(Scores.from_frame(frame, Roles(score="accuracy")))
    assert "All algorithms have the same mean rank." in cd_plot(tied).caption


@pytest.mark.parametrize(
    ("sizes", "control"), [((9, 9, 9), None), ((9, 6, 12), None), ((9, 6, 12), "b")]
)
def test_independent_runs_are_drawn_by_their_mean_ranks(sizes, control):
    names = np.repeat(list("abc"), sizes)
    values = np.random.default_rng(4).normal(size=len(names)) + (names == "b")
    runs = pd.DataFrame({"algorithm": names, "auc": values})
    ax = runs.bench.cd_plot(control=control)
    ranked = pd.Series(rankdata(-values)).groupby(names).mean()
    assert ax.get_xlabel() == "mean rank of runs (1 = best)"
    caption = caption_of(ax)
    test = "Dunn test" if control else "Nemenyi test of independent runs"
    counted = "9 runs each" if len(set(sizes)) == 1 else "6 to 12 runs each"
    assert caption.endswith(f"{counted}.")
    assert test in caption
    assert ("critical difference" in caption) == (len(set(sizes)) == 1)
    places = {text.get_text() for text in labels(ax)}
    for name in "abc":
        assert any(name in text and f"{ranked[name]:.2f}" in text for text in places)


def test_the_last_mean_rank_of_runs_is_not_the_number_of_algorithms():
    frame = pd.DataFrame({"algorithm": np.repeat([f"n{i}" for i in range(14)], 3)})
    ax = frame.assign(auc=np.arange(42.0)).bench.cd_plot()
    assert ax.get_xlabel() == "mean rank of runs (1 = best)"


def caption_of_table(**columns):
    scores = Scores.from_frame(pd.DataFrame(columns), Roles(score="accuracy"))
    return caption_of(cd_plot(stats.nemenyi(scores)))


def test_captions_name_blue_dots_and_the_first_only_where_there_are():
    shared = caption_of_table(a=[3.0, 2, 3, 2], b=[2.0, 3, 2, 3], c=[1.0, 1, 4, 1])
    # which says what the open dots say
    assert "open dots" not in shared
    assert "a and b share the best mean rank; no algorithm differs significantly from a." in shared
    # two that share the best mean rank are named, although both differ from the third
    both = caption_of_table(a=[3.0, 2] * 10, b=[2.0, 3] * 10, c=[1.0] * 20)
    assert (
        "a and b share the best mean rank; a differs significantly from 1 of the 2 other algorithms."
        in both
    )
    clear = caption_of_table(a=np.arange(40.0, 60), b=np.arange(20.0, 40), c=np.arange(20.0))
    assert "Blue dots differ significantly from the first; open dots do not." in clear


@pytest.mark.parametrize("control", [None, "c"])
def test_captions_call_nothing_significant_where_a_check_is_in_doubt(control):
    frame = pd.DataFrame({"fold": range(10), "a": np.arange(10.0), "b": np.arange(10.0) + 0.5})
    frame["c"] = frame["b"] + 1 + np.arange(10) % 3
    result = stats.wilcoxon(Scores.from_frame(frame, Roles(score="auc")), control=control)
    assert result.in_doubt
    axes = cd_plot(result)
    assert "No difference is called significant, because" in caption_of(axes)
    assert "Blue dots" not in caption_of(axes)
    joined = "Groups that do not differ significantly: c, b and a."
    assert alt_of(axes).endswith("from the control c: none." if control else joined)


def test_no_critical_difference_is_drawn_below_what_bars_join_in_doubt():
    frame = pd.DataFrame({"a": np.arange(6.0), "b": np.arange(6.0) + 1})
    result = stats.nemenyi(Scores.from_frame(frame, Roles(score="auc")))
    assert result.in_doubt
    assert result.critical_difference < 1
    axes = cd_plot(result)
    assert not [text for text in axes.texts if "CD" in text.get_text()]
    assert "critical difference" not in caption_of(axes).casefold()
    more = stats.nemenyi(
        Scores.from_frame(
            pd.concat([frame] * 3, ignore_index=True).assign(
                a=np.arange(18.0), b=np.arange(18.0) + 1
            ),
            Roles(score="auc"),
        )
    )
    assert [text for text in cd_plot(more).texts if "CD" in text.get_text()]


@pytest.mark.parametrize("size", [1.0, 1e200])
def test_equal_means_of_any_size_have_an_axis(size):
    frame = pd.DataFrame({"a": [2 * size, 0.0], "b": [size, size]})
    axes = frame.bench(higher_is_better=True).cd_plot(test="tukey").axes
    low, high = axis_span(frame.bench(higher_is_better=True).tukey())
    assert low < size < high
    assert axes.get_xlim()[0] != axes.get_xlim()[1]
