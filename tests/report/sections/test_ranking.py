"""The ranking on page one says the same as the sentences above it."""

import dataclasses
import html
import re

import numpy as np
import pandas as pd
import pytest
from published import published

from benchreport import stats
from benchreport.analysis import analyze
from benchreport.analysis.verdicts.advantage import choose_sizes
from benchreport.data import Roles, Scores
from benchreport.data.columns.roles import Missing
from benchreport.report.document import Table
from benchreport.report.sections.pair_overview import pair_overview
from benchreport.report.sections.ranking import describe_intervals, ranking_table

pytestmark = pytest.mark.usefixtures("blank_pictures")


def scores_with_gaps(missing: Missing) -> Scores:
    frame = pd.DataFrame(
        {
            "a": [0.91, 0.82, 0.77, 0.93, 0.84, 0.75, None, 0.66],
            "b": [0.90, 0.80, 0.76, 0.90, 0.83, 0.74, 0.20, 0.65],
            "c": [0.85, 0.81, 0.70, 0.88, 0.80, 0.71, 0.30, None],
        }
    )
    return Scores.from_frame(frame, Roles(score="accuracy", missing=missing))


@pytest.mark.parametrize("name", ["demsar2006", "garcia_herrera2008"])
def test_the_lead_in_the_ranking_is_that_of_the_verdict(name):
    analysis = analyze(published(name))
    table = ranking_table(analysis.pairs, analysis.description)
    # the residuals of Tukey's test are doubtful: its intervals are not written anywhere on page one
    assert "Wilcoxon signed-rank test" in " ".join(analysis.verdict)
    assert "Hodges–Lehmann shift" in table.caption
    assert "95 % intervals, adjusted as p is. This is a typical difference" in table.caption
    assert "Tukey" not in table.caption


def test_means_in_the_ranking_are_over_the_blocks_that_are_compared():
    analysis = analyze(scores_with_gaps("available"))
    table = ranking_table(analysis.pairs, analysis.description)
    means = dict(zip((row[0] for row in table.rows), (row[1] for row in table.rows), strict=True))
    complete = scores_with_gaps("drop").values.mean(axis=0)
    assert [float(means[name]) for name in "abc"] == pytest.approx(complete.tolist(), abs=5e-4)
    assert table.caption.startswith("Ranking by mean rank on the 6 datasets without gaps. ")


def test_no_algorithm_stands_out_where_all_share_the_first_place():
    frame = pd.DataFrame({"a": [0.5] * 6, "b": [0.5] * 6, "c": [0.5] * 6})
    tied = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    assert not ranking_table(tied.pairs, tied.description).strong
    apart = analyze(published("demsar2006"))
    assert ranking_table(apart.pairs, apart.description).strong == {(0, 0)}


def test_intervals_of_several_levels_are_of_the_lowest():
    sized = choose_sizes(analyze(published("demsar2006")).pairs)
    assert sized is not None
    # the exact level is 95.1 %: the one that was asked for is written, which it is not below
    assert " with 95 % intervals, adjusted as p is" in describe_intervals(sized)
    first, *rest = sized.comparisons
    assert first.interval is not None
    wider = first._replace(interval=first.interval._replace(confidence=0.9375))
    mixed = dataclasses.replace(sized, comparisons=(wider, *rest))
    assert " with 93.8 % or wider intervals, adjusted as p is" in describe_intervals(mixed)


def test_intervals_are_in_colour_where_the_deciding_test_is_significant():
    """CN2's interval excludes 0, for its pair alone; the Nemenyi test has p = .093."""
    analysis = analyze(published("garcia_herrera2008"))
    pairs = sorted(analysis.pairs, key=lambda result: result.procedure != "nemenyi")
    table = ranking_table(pairs, analysis.description)
    names = [row[0] for row in table.rows]
    assert {names[row] for row in table.marked} == {"1-NN", "Kernel"}
    assert "Some intervals exclude 0 although p > .05" in table.caption


@pytest.mark.parametrize("distance", [0.01, 5.0])
def test_the_arrow_of_an_interval_beyond_the_scale_is_explained(distance):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.normal(10, 0.1, (20, 5)), columns=list("abcde"))
    frame["e"] -= distance
    page = html.unescape(frame.bench(score="accuracy").report()._repr_html_())
    arrows = re.findall(r'd="M[\d.]+ 7H[\d.]+M', page)
    assert bool(arrows) == (distance > 1)
    assert ("An arrow marks an interval that goes on beyond the scale." in page) == bool(arrows)


@pytest.mark.parametrize("k", [4, 24])
def test_the_ranks_that_each_could_have(k):
    rng = np.random.default_rng(0)
    values = rng.normal(size=(40, k)) * 0.05 + 0.004 * np.arange(k)
    frame = pd.DataFrame(values, columns=[f"m{place}" for place in range(k)])
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    table = ranking_table(analysis.pairs, analysis.description)
    column = "could be"
    assert "ranks that the tests of all pairs leave open" in table.caption
    assert ("can be ordered" in table.caption) == (analysis.pairs[0].unordered > 1)
    place, ranks = table.columns.index(column), analysis.pairs[0].open_ranks()
    for row in table.rows:
        low, _, high = str(row[place]).partition("–")
        assert (int(low), int(high or low)) == ranks[str(row[0])]
    found = len(analysis.pairs[0].significant)
    assert found == sum(low - 1 for low, _ in ranks.values())


@pytest.mark.parametrize("correction", ["bh", "none"])
def test_pairs_judged_one_by_one_leave_no_ranks_open(correction):
    scores = published("garcia_herrera2008")
    table = ranking_table([stats.wilcoxon(scores, correction=correction)])
    assert "could be" not in table.columns
    assert "be ordered" not in table.caption


def test_how_many_cannot_be_ordered():
    """From the first to the last before one that is worse than any of them."""
    result = stats.wilcoxon(published("garcia_herrera2008"))
    place = {name: at for at, name in enumerate(result.ranking)}
    worse = min(max(place[row.first], place[row.second]) for row in result.significant)
    assert result.unordered == worse
    assert worse == 2
    assert "The first two cannot be ordered." in ranking_table([result]).caption
    alike = pd.DataFrame(np.random.default_rng(0).normal(size=(9, 4)), columns=list("abcd"))
    result = stats.wilcoxon(Scores.from_frame(alike, Roles(score="accuracy")))
    assert result.unordered == 4
    assert "No two algorithms can be ordered." in ranking_table([result]).caption


def captions_of(frame: pd.DataFrame) -> str:
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    ranking = ranking_table(analysis.pairs, analysis.description)
    pairs = [
        block.caption
        for section in pair_overview(analysis)
        for block in section.blocks
        if isinstance(block, Table)
    ]
    return " ".join([ranking.caption, *pairs])


def test_the_p_value_of_a_single_pair_is_not_called_adjusted():
    base = np.linspace(0.5, 0.8, 12)
    frame = pd.DataFrame({"a": base + 0.02, "b": base - np.linspace(0, 0.01, 12)})
    captions = captions_of(frame)
    assert "djusted" not in captions
    assert "The p-value is that of the Wilcoxon signed-rank test (α = .05)." in captions
    assert "A p-value of at most .05 is bold." in captions
    assert "Adjusted p-values of at most .05 are bold." in captions_of(frame.assign(c=base - 0.05))


def test_the_ranking_says_why_intervals_of_few_scores_exclude_0():
    # three scores, for which the signed-rank test has intervals of 75 % at most
    rows = [[0.9197, 0.6193, 0.4326], [0.974, 0.6856, 0.4793], [0.8828, 0.5777, 0.3796]]
    frame = pd.DataFrame(rows, columns=["a", "b", "c"])
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    assert "the interval excludes 0 because there are too few scores for one of 95 %" in " ".join(
        analysis.verdict
    )
    caption = ranking_table(analysis.pairs, analysis.description).caption
    assert "because there are too few scores for intervals of 95 %" in caption
    assert "adjusted for all pairs" not in caption


def test_a_test_that_could_find_nothing_is_not_marked_as_differing():
    # Nemenyi's test separates a and c; no signed-rank test of three datasets could
    rows = [[0.9197, 0.6193, 0.4326], [0.974, 0.6856, 0.4793], [0.8828, 0.5777, 0.3796]]
    frame = pd.DataFrame(rows, columns=["a", "b", "c"])
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    (table,) = (
        block
        for section in pair_overview(analysis)
        for block in section.blocks
        if isinstance(block, Table)
    )
    (row,) = (row for row in table.rows if row[0] == "a − c")
    cells = dict(zip(table.columns, row, strict=True))
    assert cells["p Nemenyi"] == ".038"
    assert cells["p Wilcoxon"] == ".750"
    assert any("†" in cell for row in table.rows for cell in row)


def test_names_of_some_lines_are_whole_in_the_ranking():
    """The column of names wraps; only names that would take more than three lines are cut."""
    long = "Gradient boosted decision trees with monotone constraints and early stopping (ours)"
    frame = pd.DataFrame({long: [0.9, 0.8, 0.9, 0.7, 0.8, 0.9], "b" * 200: [0.5] * 6, "c": 0.4})
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    names = [row[0] for row in ranking_table(analysis.pairs, analysis.description).rows]
    assert names == [long, f"{'b' * 95}…", "c"]


def test_the_best_mean_does_not_look_like_another():
    """One algorithm far off would leave a single decimal: 1.1 and 1.1, of which one is called the best."""
    rng = np.random.default_rng(0)
    values = rng.normal([1.06, 1.11, 1.4, 357.1], [0.01, 0.01, 0.01, 100], (20, 4))
    frame = pd.DataFrame(values, columns=list("abcd"))
    analysis = analyze(Scores.from_frame(frame, Roles(score="mse")))
    means = [row[1] for row in ranking_table(analysis.pairs, analysis.description).rows]
    assert means == analysis.description.display["mean"].tolist()
    assert means[:3] == ["1.06", "1.11", "1.40"]
    assert "the best mean mse (1.06)" in analysis.verdict[0]
