"""The first figure shows the test that decides, and no other figure contradicts it."""

import re

import numpy as np
import pandas as pd
import pytest
from factor_tables import factor_table
from published import as_folds, published

from benchreport.analysis import analyze, analyze_predictions
from benchreport.data import Predictions, Roles, Scores
from benchreport.report import Provenance
from benchreport.report import report as make_report
from benchreport.report.document import Checks, FigureBlock, Table, Text
from benchreport.report.sections.result_blocks import deciding_figure
from benchreport.report.sections.score_sections import score_sections
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures.pairs import P_VALUE


def scores(n=10, k=3, **columns):
    rng = np.random.default_rng(4)
    values = rng.normal(0.8, 0.02, (n, k)) + 0.03 * np.arange(k)
    frame = pd.DataFrame(values, columns=list("abcdef")[:k])
    return Scores.from_frame(frame.assign(**columns), Roles(score="accuracy"))


def answers():
    rng = np.random.default_rng(0)
    right = (rng.random((80, 3)) < [0.9, 0.7, 0.6]).astype(int)
    frame = pd.DataFrame(right, columns=list("xyz"))
    return analyze_predictions(Predictions.from_frame(frame, Roles(task="correctness")))


ANALYSES = {
    "datasets": (lambda: analyze(scores()), "Wilcoxon signed-rank test"),
    "few datasets": (lambda: analyze(scores(n=5)), "Nemenyi test"),
    "control": (lambda: analyze(scores(), control="a"), "Wilcoxon signed-rank test"),
    "control on few": (lambda: analyze(scores(n=5), control="a"), "Bonferroni–Dunn test"),
    "two": (lambda: analyze(scores(k=2)), "Wilcoxon signed-rank test"),
    "folds": (lambda: analyze(scores(fold=range(10))), "Corrected resampled t test"),
    "seeds": (lambda: analyze(scores(seed=range(10))), "Wilcoxon signed-rank test"),
    "predictions": (answers, "McNemar test"),
}


@pytest.mark.parametrize("name", ANALYSES)
def test_the_first_figure_shows_the_decisions_of_the_deciding_test(name):
    make, method = ANALYSES[name]
    analysis = make()
    decides = analysis.pairs[0]
    (figure,) = deciding_figure(decides)
    assert fmt.lower(method) in figure.caption
    assert ("No difference is called significant" in figure.caption) == bool(decides.caution)
    for group in re.findall(r"do not differ significantly: (.*)\.$", figure.alt):
        for names in group.split("; "):
            tied = set(re.split(r", | and ", names))
            assert not any({row.first, row.second} <= tied for row in decides.significant)
    if "intervals" in figure.alt.lower():
        assert f"{len(decides.small_p)} with {P_VALUE[decides.adjusts_p]}" in figure.alt


@pytest.fixture(scope="module")
def folds():
    analysis = analyze(as_folds(published("hitrate")))
    return analysis, score_sections(analysis, Provenance(), detail="full")


def test_no_figure_joins_what_the_deciding_test_separates(folds):
    """In the README's example, a Nemenyi diagram would join pairs that the corrected t test separates."""
    analysis, sections = folds
    figures = [
        (section.key, block)
        for section in sections
        for block in section.blocks
        if isinstance(block, FigureBlock)
    ]
    key, first = figures[0]
    assert key == "verdict"
    assert fmt.lower(analysis.decisive.method) in first.caption
    assert not any("Groups without a significant" in block.alt for _, block in figures)


def test_one_assumption_has_one_outcome_in_the_whole_report(folds):
    _, sections = folds
    (checks,) = (
        block
        for section in sections
        if section.key == "assumptions"
        for block in section.blocks
        if isinstance(block, Checks)
    )
    items = [item for item in checks.items if "share 89 %" in item.evidence]
    assert [item.outcome for item in items] == ["violated"]


def test_sensitivity_judges_no_pairs_where_another_test_than_nemenyis_decides():
    values = np.random.default_rng(1).normal(0.8, 0.1, (9, 3))
    values[2, 1] = np.nan
    frame = pd.DataFrame(values, columns=list("abc"))
    report = make_report(
        Scores.from_frame(frame, Roles(score="accuracy")), sections=["sensitivity"]
    )
    assert report.analysis.decisive.procedure == "wilcoxon"
    for block in report.document.sections[0].blocks:
        assert "pairs changed" not in getattr(block, "columns", ())
        assert "pair" not in " ".join(getattr(block, "paragraphs", ()))


def test_treatments_of_gaps_are_not_called_changes_of_a_decision():
    values = np.arange(1.0, 4) + np.random.default_rng(1).normal(0, 0.1, (9, 3))
    values[2, 1] = np.nan
    frame = pd.DataFrame(values, columns=list("abc"))
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    text, table = make_report(scores, sections=["sensitivity"]).document.sections[0].blocks
    assert "neither the omnibus decision nor the best algorithm changes" in text.paragraphs[0]
    assert table.caption.startswith("Treatments of missing scores, below the test on all scores.")
    assert [row[1] for row in table.rows] == [
        "Skillings–Mack",
        "left out",
        "worst score filled in",
    ]


def test_that_nothing_changes_is_said_once():
    frame = pd.DataFrame(
        np.arange(1.0, 4) + np.random.default_rng(1).normal(0, 0.1, (9, 3)), columns=list("abc")
    )
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    (text,) = make_report(scores, sections=["sensitivity"]).document.sections[0].blocks
    (sentence,) = text.paragraphs
    assert sentence.endswith("depends on a single dataset or algorithm.")


def test_report_and_agreement_name_a_contradiction():
    rng = np.random.default_rng(0)
    base = rng.uniform(0.5, 0.8, 100)
    gain = np.r_[np.full(91, 0.01), np.full(9, -0.3)] + rng.normal(0, 0.0005, 100)
    frame = pd.DataFrame({"A": base + gain, "B": base, "C": base - 0.2})
    table = Scores.from_frame(frame, Roles(score="accuracy"))
    report = make_report(table, sections=["verdict", "agreement"])
    for section in report.document.sections:
        lines = [
            line for block in section.blocks if isinstance(block, Text) for line in block.paragraphs
        ]
        (line,) = (line for line in lines if "The tests contradict each other on 1 pair" in line)
        assert "favour A over B" in line
        assert "favours B over A" in line


def test_p_values_of_tests_that_contradict_each_other_name_whom_they_favour():
    rng = np.random.default_rng(0)
    base = rng.uniform(0.5, 0.8, 100)
    gain = np.r_[np.full(91, 0.01), np.full(9, -0.3)] + rng.normal(0, 0.0005, 100)
    frame = pd.DataFrame({"A": base + gain, "B": base, "C": base - 0.2})
    table = Scores.from_frame(frame, Roles(score="accuracy"))
    (section,) = make_report(table, sections=["agreement"]).document.sections
    (judged,) = (block for block in section.blocks if isinstance(block, Table))
    (row,) = (row for row in judged.rows if "A" in row[0] and "B" in row[0])
    assert {cell.rpartition(", for ")[2] for cell in row[1:] if ", for " in cell} == {"A", "B"}


def test_the_table_of_sensitivity_says_where_its_p_is_not_that_of_the_verdict():
    report = make_report(published("demsar2006"), sections=["sensitivity"])
    text, table = report.document.sections[0].blocks
    assert "the exact test of all scores has p = .014." in table.caption
    # the table says what changes
    assert len(text.paragraphs) == 1
    assert "C4.5+m and C4.5+m+cf" in [row[-1] for row in table.rows]


def test_the_first_figure_is_that_of_the_components():
    document = make_report(factor_table("complete"), detail="standard").document
    figures = {
        section.key: [block.caption for block in section.blocks if isinstance(block, FigureBlock)]
        for section in document.sections
    }
    assert figures["verdict"][0].startswith("Effect of each component on mean score")
    assert not any(caption.startswith("Effect of each") for caption in figures["components"])
    assert figures["pairs"][0].startswith("Mean rank")
