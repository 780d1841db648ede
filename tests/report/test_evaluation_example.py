"""The report of examples/evaluations: what it says is what the procedures say of the log."""

from pathlib import Path

import pandas as pd
import pytest
from needs import LONG
from shared_reports import shared_report, undrawn_page

from benchreport import stats
from benchreport.data import Predictions
from benchreport.results.writing import number_format as fmt

LOG = Path(__file__).parents[2] / "examples" / "evaluations" / "answers.csv.gz"
BEST, NEXT = "extra trees", "support vectors"


@pytest.fixture(scope="module")
def answers():
    return pd.read_csv(LOG)


@pytest.fixture(scope="module")
def log(answers):
    return Predictions.from_frame(answers)


@pytest.fixture(scope="module")
def report(log):
    return shared_report(log, include=["multiverse"])


@pytest.fixture(scope="module")
def page(report):
    return undrawn_page(report)


def text_of(page, key):
    (section,) = page.xpath(f"//section[@id='{key}']")
    return " ".join(section.text_content().split())


def test_documents_are_clusters_and_attempts_are_samples(answers, log):
    assert (log.cluster_column, log.n_units, len(log.clusters)) == ("document", 1144, 338)
    assert len(log.datasets) == answers["benchmark"].nunique() == 6
    assert (log.count_samples() == 4).all()


def test_the_verdict_is_that_of_the_paired_comparison(log, answers, page):
    result = stats.paired_difference(log)
    [lead] = [row for row in result.oriented() if {row.first, row.second} == {BEST, NEXT}]
    examples = ["model", "benchmark", "document", "question"]
    means = answers.groupby(examples)["correct"].mean().groupby("model").mean()
    assert means.idxmax() == lead.first == BEST
    verdict = text_of(page, "verdict")
    assert f"{BEST} has the best accuracy ({means[BEST]:.4f})" in verdict
    low, high = (fmt.fixed(end, 3) for end in lead.interval[:2])
    assert f"{fmt.fixed(lead.difference, 3)} [{low}, {high}]" in verdict
    worse = {name for name in means.index if BEST in result.better_than(name)}
    assert worse == {*means.index} - {BEST, NEXT}
    assert (
        f"significantly better than {fmt.join(means[[*worse]].sort_values()[::-1].index)}"
        in verdict
    )


@LONG
def test_sections_follow_the_questions_of_an_evaluation(report, page):
    keys = [section.key for section in report.document.sections]
    wanted = ["verdict", "pairs", "datasets", "noise", "flips", "examples", "included-multiverse"]
    assert [key for key in keys if key in wanted] == wanted
    for name in ("digits", "docstring kinds", "docstring modules", "irises", "tumours", "wines"):
        assert name in text_of(page, "datasets")
    assert "document" in text_of(page, "noise")
    assert "22 analyses" in text_of(page, "included-multiverse")


def test_the_ranking_has_the_ranks_that_models_could_have(log, page):
    ranking = text_of(page, "verdict")
    for row in stats.rank_sets(log).rows:
        could = f"{row.low}" if row.low == row.high else f"{row.low}–{row.high}"
        assert f"{row.algorithm}" in ranking
        assert could in ranking
