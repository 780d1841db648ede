import numpy as np
import pandas as pd
import pytest
from needs import LONG
from published import as_folds, published
from shared_reports import undrawn_page

from benchreport import stats
from benchreport.analysis import analyze
from benchreport.data import Roles, Scores
from benchreport.report import report as make_report
from benchreport.report.sections.agreement import agreement_sections
from benchreport.report.sections.bayesian import bayesian_sections
from benchreport.report.sections.methods import cited_keys, method_paragraphs
from benchreport.results.pairs.bayes import format_probability


@pytest.fixture(scope="module")
def analysis():
    return analyze(published("garcia_herrera2008"))


def blocks(section, kind):
    return [block for block in section.blocks if block.kind == kind]


def test_probabilities_stand_beside_the_p_values(analysis):
    (section,) = bayesian_sections(analysis)
    (table,) = blocks(section, "table")
    assert table.columns == (
        "rival",
        "difference",
        "P(leader better)",
        "P(rival better)",
        "adjusted p",
    )
    assert [row[0] for row in table.rows] == ["NaiveBayes", "CN2", "1-NN", "Kernel"]
    rows = {row.first: row for row in analysis.bayes.rows}
    for line, row in enumerate(table.rows):
        assert row[2] == format_probability(rows[row[0]].p_second)
        assert row[3] == format_probability(rows[row[0]].p_first)
        assert ((line, 2) in table.strong) == (rows[row[0]].p_second >= 0.95)
    assert table.rows[2][4] == ".026"
    assert (0, 4) not in table.strong
    assert (3, 4) in table.strong
    assert table.numeric == (False, True, True, True, True)
    (figure,) = blocks(section, "figure")
    assert "4 pairs with C4.5" in figure.alt


def test_it_explains_how_to_read_it(analysis):
    (section,) = bayesian_sections(analysis)
    sentences = " ".join(line for text in blocks(section, "text") for line in text.paragraphs)
    assert "The Wilcoxon signed-rank test decides in this report" in sentences
    assert "as the leader, which flatters it" in sentences
    assert "(option rope, such as 0.01), the report also shows how probable" in sentences
    (chosen,) = bayesian_sections(
        analyze(published("garcia_herrera2008"), control="CN2", rope=0.01)
    )
    sentences = " ".join(line for text in blocks(chosen, "text") for line in text.paragraphs)
    assert "flatters" not in sentences
    assert "rope=0.01" not in sentences
    (table,) = blocks(chosen, "table")
    assert table.columns[2:5] == ("P(control better)", "P(equivalent)", "P(rival better)")


def test_folds_are_compared_by_the_correlated_t_test(hitrate):
    (section,) = bayesian_sections(analyze(as_folds(hitrate)))
    assert "Bayesian correlated t test" in blocks(section, "table")[0].caption
    assert "1 − the one-sided p-values" in blocks(section, "text")[1].paragraphs[0]


def text_of(analysis):
    (section,) = agreement_sections(analysis)
    return " ".join(line for text in blocks(section, "text") for line in text.paragraphs)


def test_the_agreement_names_the_pairs(analysis):
    sentences = text_of(analysis)
    assert "differ on 3" in sentences
    same = "gives the same answers as the Wilcoxon signed-rank test for the 4 pairs with"
    assert f"{same} C4.5" in sentences
    assert f"{same} Kernel" in text_of(analyze(published("garcia_herrera2008"), control="Kernel"))
    differ = text_of(analyze(published("demsar2006")))
    assert (
        "no significant difference between C4.5+m+cf and each of C4.5+cf (adjusted p = .111)"
        in differ
    )


def test_two_algorithms_have_both_views():
    frame = pd.DataFrame({"a": [9.0, 8, 9, 7, 8, 9], "b": [7.0, 6, 8, 5, 7, 8]})
    sentences = text_of(analyze(Scores.from_frame(frame, Roles(score="accuracy"))))
    assert "looked at" not in sentences
    assert (
        "gives the same answers as the Wilcoxon signed-rank test for the pair with a" in sentences
    )


def test_independent_runs_have_no_such_view():
    rows = [(name, value) for name in "abc" for value in (1.0, 2.0, 4.0)]
    runs = analyze(Scores.from_frame(pd.DataFrame(rows, columns=["algorithm", "auc"])))
    assert bayesian_sections(runs) == []
    assert "There is no Bayesian view" in text_of(runs)
    frame = pd.DataFrame({"a": [1.0, 2], "b": [2.0, 1], "split": [1, 2]})
    splits = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    assert agreement_sections(splits) == bayesian_sections(splits) == []


def test_the_methods_name_and_cite_it(analysis):
    (paragraph,) = method_paragraphs(analysis)
    assert (
        "were computed for C4.5 and each other algorithm with the Bayesian signed-rank test (Benavoli"
        in paragraph
    )
    assert "(Benavoli et al., 2014; Benavoli et al., 2017)" in paragraph
    assert "from 50,000 draws" in paragraph
    assert "A pair counts as decided when a probability reaches .95." in paragraph
    assert {"benavoli2014", "benavoli2017"} <= set(cited_keys(analysis))
    folds = analyze(as_folds(published("hitrate")), rope=0.1)
    assert "region of practical equivalence of ± 0.1" in method_paragraphs(folds)[0]
    assert {"corani2015", "benavoli2017"} <= set(cited_keys(folds))


def test_a_result_of_ones_own_is_included():
    scores = published("demsar2006")
    sign_test = stats.bayes_sign(scores, rope=0.005)
    page = undrawn_page(
        make_report(
            scores,
            include=[sign_test, "bayes_signed_rank"],
            detail="full",
            sections=["bayesian", "included-bayes-sign", "included-bayes-signed-rank"],
        )
    )
    for key in ("bayes-sign", "bayes-signed-rank"):
        (section,) = page.xpath(f"//section[@id='included-{key}']")
        assert section.xpath(".//figure")
        assert "practically equivalent" in section.text_content() or key != "bayes-sign"
    assert page.xpath("//section[@id='bayesian']")


@LONG
def test_many_algorithms_on_many_datasets_stay_readable():
    values = np.random.default_rng(0).normal(size=(40, 90)) + np.linspace(0, 1, 90)
    frame = pd.DataFrame(values, columns=[f"a{place}" for place in range(90)])
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    analysis = analyze(scores)
    (section,) = bayesian_sections(analysis)
    assert len(blocks(section, "table")[0].rows) == 60
    sentences = " ".join(line for text in blocks(section, "text") for line in text.paragraphs)
    assert "29 are left out" in sentences


def test_a_report_takes_a_region_of_practical_equivalence():
    report = make_report(published("garcia_herrera2008"), rope=2.0, detail="full")
    section = next(section for section in report.document.sections if section.key == "bayesian")
    (table,) = blocks(section, "table")
    assert "P(equivalent)" in table.columns
    assert report.analysis.bayes.rope == 2.0


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("control", [None, "worst"])
def test_differences_are_the_advantage_of_the_leader(sign, control):
    values = np.random.default_rng(0).normal([3.0, 2.0, 1.0], 0.2, size=(12, 3))
    frame = pd.DataFrame(sign * values + 10, columns=["best", "middle", "worst"])
    roles = Roles(score="score", higher_is_better=sign > 0)
    (section,) = bayesian_sections(analyze(Scores.from_frame(frame, roles), control=control))
    (table,) = blocks(section, "table")
    differences = {row[0]: row[1] for row in table.rows}
    assert set(differences) == {"best", "middle", "worst"} - {control or "best"}
    assert all(text.startswith("−") == (control is not None) for text in differences.values())
