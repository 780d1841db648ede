"""The scores in the appendix: printed where they are few, a file where they are many."""

import io

import numpy as np
import pandas as pd
import pytest
from needs import LONG
from shared_reports import shared_report

from benchreport.data import Roles, Scores
from benchreport.report.document import Download, Table
from benchreport.report.sections.tables import MOST_CELLS, score_tables, text_table


def blocks_of(n_blocks, k):
    values = np.random.default_rng(0).normal(size=(n_blocks, k)).round(4)
    frame = pd.DataFrame(values, columns=[f"=a{place}" for place in range(k)])
    scores = Scores.from_frame(frame, Roles(score="accuracy"))

    class Stub:
        """The part of an analysis that the tables read."""

    analysis = Stub()
    analysis.scores = scores
    return score_tables(analysis), frame


def check_file(block, frame):
    assert isinstance(block, Download)
    read = pd.read_csv(io.BytesIO(block.content))
    assert read.columns[1] == "'=a0"
    assert np.array_equal(read.iloc[:, 1:].to_numpy(), frame.to_numpy())


def test_scores_of_other_sizes_have_the_decimals_of_their_block():
    frame = pd.DataFrame({"a": [0.00061, 14342.9], "b": [0.00088, 16166.2]}, index=["x", "y"])
    report = shared_report(Scores.from_frame(frame, Roles(score="rmse")), detail="full")
    (table,) = [block for block in report.document.sections[-1].blocks if isinstance(block, Table)]
    assert table.rows == (("x", "0.00061", "0.00088"), ("y", "14,342.9", "16,166.2"))


def test_a_lead_that_is_not_0_is_not_written_as_0():
    """Ten datasets of very different size, on which the two best hardly differ typically."""
    rng = np.random.default_rng(16)
    size = 10 ** rng.uniform(-4, 4.6, 15)
    values = size[:, None] * rng.lognormal(0, 0.08, (15, 3)) * [1.0, 0.99, 1.3]
    scores = Scores.from_frame(pd.DataFrame(values, columns=list("abc")), Roles(score="rmse"))
    sections = shared_report(scores, detail="standard").document.sections
    tables = [block for each in sections for block in each.blocks if isinstance(block, Table)]
    leads = [
        row[table.columns.index(head)]
        for table in tables
        for head in ("lead", "behind the first")
        if head in table.columns
        for row in table.rows
    ]
    assert len(leads) == 6
    assert [lead for lead in leads if lead.startswith(("0 ", "−0 "))] == []


def test_intervals_of_a_column_are_separated_alike_and_names_are_left_alone():
    frame = pd.DataFrame(
        {
            "name": ["net [64, 32]", "net [1,024; 32]"],
            "gap": ["5 [3, 9]", "1,122 [1,109; 1,143]"],
            "effect": ["0.5 [0.3, 0.9]", "0.6 [0.4, 0.8]"],
        }
    )
    assert text_table(frame, "").rows == (
        ("net [64, 32]", "5 [3; 9]", "0.5 [0.3, 0.9]"),
        ("net [1,024; 32]", "1,122 [1,109; 1,143]", "0.6 [0.4, 0.8]"),
    )
    assert text_table(frame.head(0), "").rows == ()


def test_few_scores_are_printed_only():
    (block,), frame = blocks_of(12, 4)
    assert isinstance(block, Table)
    assert len(block.rows) == len(frame)


def test_scores_over_several_tables_are_a_file_too():
    (*tables, last), frame = blocks_of(12, 40)
    assert len(tables) > 1
    assert all(isinstance(table, Table) for table in tables)
    check_file(last, frame)


def test_very_many_scores_are_a_file():
    blocks, frame = blocks_of(MOST_CELLS // 20 + 1, 20)
    assert not isinstance(blocks[-1], Table)
    check_file(blocks[-1], frame)


def test_files_of_very_many_digits_are_rounded_with_a_note(monkeypatch):
    monkeypatch.setattr("benchreport.report.sections.tables.MOST_SCORE_BYTES", 1000)
    (*_, last), frame = blocks_of(12, 40)
    read = pd.read_csv(io.BytesIO(last.content))
    assert np.allclose(read.iloc[:, 1:].to_numpy(), frame.to_numpy(), rtol=1e-5)
    assert "to 6 digits" in last.caption


def test_a_note_replaces_more_than_a_page_can_carry(monkeypatch):
    monkeypatch.setattr("benchreport.report.sections.tables.MOST_SCORES", 100)
    (only,), _ = blocks_of(12, 40)
    assert only.paragraphs == (
        "The 480 scores are too many for a page; an archive (.zip) has all of them.",
    )


@LONG
@pytest.mark.parametrize("suffix", [".html", ".md", ".json"])
def test_every_format_has_the_file(suffix, tmp_path):
    values = np.random.default_rng(0).normal(size=(4, 40))
    report = shared_report(
        Scores.from_frame(pd.DataFrame(values), Roles(score="accuracy")), sections=["appendix"]
    )
    path = report.save(tmp_path / f"a{suffix}")
    assert "scores.csv" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("gaps", "said"), [(0, ""), (3, "the 5 datasets"), (7, "the one dataset")])
def test_the_summary_says_of_which_blocks_its_mean_ranks_are(gaps, said):
    scores = np.random.default_rng(6).random((8, 3))
    scores[:gaps, 0] = np.nan
    frame = pd.DataFrame(scores, columns=["svm", "tree", "knn"])
    frame.insert(0, "dataset", [f"d{row}" for row in range(8)])
    report = frame.bench(score="accuracy", missing="available").report(sections=["description"])
    (section,) = report.document.sections
    table = section.blocks[0]
    assert ("with a score of every algorithm" in table.caption) == bool(said)
    assert said in table.caption
    # means over different datasets have no best
    bold = {table.columns[column] for _, column in table.strong}
    assert bold == ({"mean rank"} if gaps else {"mean", "median", "mean rank"})
    ranks = [float(row[list(table.columns).index("mean rank")]) for row in table.rows]
    assert ranks == sorted(ranks) or report.analysis.decisive is None


def test_the_summary_of_runs_has_the_best_first():
    frame = pd.DataFrame({"algorithm": ["a"] * 8 + ["b"] * 8, "run": [*range(8)] * 2})
    frame["time_s"] = np.r_[np.linspace(8, 9, 8), np.linspace(3, 4, 8)]
    report = frame.bench().report(sections=["description", "assumptions"])
    table = report.document.sections[0].blocks[0]
    assert table.caption.startswith("Summary of time_s over the runs, sorted by mean rank of runs;")
    assert [row[0] for row in table.rows] == ["b", "a"]
    assert "taken as independent" in report.analysis.scores.runs.notes[0]
    design = report.document.sections[1].blocks[-1].items[-1]
    assert (design.procedure, design.name) == ("Design", "runs")


def test_an_interval_that_includes_0_where_p_is_small_is_explained():
    """Two thirds of the differences are 0, which the interval takes as they are and the test leaves out."""
    level = np.linspace(0.5, 0.9, 24)
    gain = np.where(np.arange(24) % 3 == 0, 0.01 + np.arange(24) / 1e4, 0.0)
    frame = pd.DataFrame({"a": level + gain, "b": level})
    report = frame.bench(score="accuracy").report(sections=["pairs"])
    pair = report.analysis.pairs[0].comparisons[0]
    assert pair.p_adjusted <= 0.05
    assert pair.interval.low <= 0
    (section,) = report.document.sections
    captions = [block.caption for block in section.blocks if isinstance(block, Table)]
    assert any("An interval includes 0 although p ≤ .05" in caption for caption in captions)


def test_methods_of_folds_name_no_test_that_is_not_shown():
    frame = pd.DataFrame(np.random.default_rng(0).random((10, 3)), columns=list("abc"))
    frame = frame.assign(fold=range(10))
    report = frame.bench(score="accuracy").report(sections=["assumptions", "methods"])
    assert report.analysis.omnibus.procedure == "friedman"
    text = " ".join(str(section.blocks) for section in report.document.sections)
    assert "corrected resampled t test" in text
    assert "Wilcoxon signed-rank" in text
    assert "Friedman" not in text


def test_one_pair_has_no_family():
    frame = pd.DataFrame(np.random.default_rng(0).random((8, 3)), columns=list("abc"))
    for columns, said in (("ab", "one pair, α = .05"), ("abc", "all pairs, family-wise α = .05")):
        report = frame[list(columns)].bench(score="accuracy").report(sections=["compared"])
        facts = next(block for block in report.document.sections[0].blocks if block.kind == "facts")
        assert dict(facts.items)["Comparison"] == said


def tables_of_pairs(frame, score="accuracy"):
    report = frame.bench(score=score).report(sections=["pairs"])
    (section,) = report.document.sections
    return report.analysis, next(block for block in section.blocks if isinstance(block, Table))


def test_the_pairs_of_the_best_are_shown_where_more_are_significant_than_fit():
    rng = np.random.default_rng(0)
    values = 0.01 * np.arange(14) + rng.normal(0.5, 0.002, (30, 14))
    analysis, table = tables_of_pairs(pd.DataFrame(values, columns=[f"a{k}" for k in range(14)]))
    best = {f"a{k}" for k in range(4, 14)}
    assert len(analysis.decisive.significant) > 45
    assert len(table.rows) == 45
    assert all(set(row[0].split(" − ")) <= best for row in table.rows)
    assert table.caption.endswith(" 46 pairs with algorithms further down are not shown.")


def test_marks_of_the_table_of_pairs_are_explained_where_there_are_any():
    """Holm's correction of fifteen exact p-values leaves none small on eight datasets."""
    rng = np.random.default_rng(0)
    values = 0.05 * np.arange(6) + rng.normal(0.5, 0.01, (8, 6))
    analysis, table = tables_of_pairs(pd.DataFrame(values, columns=list("abcdef")))
    assert [view.procedure for view in analysis.pairs] == ["nemenyi", "wilcoxon", "tukey"]
    assert analysis.pairs[1].unattainable
    assert "The Wilcoxon signed-rank test cannot reach p ≤ .05 here. † marks" in table.caption
    same = np.repeat(values[:, [0, 5]], 2, axis=0) + rng.normal(0, 0.001, (16, 2))
    _, table = tables_of_pairs(pd.DataFrame(same, columns=["a", "b"]))
    assert "†" not in table.caption


def test_columns_of_tests_of_runs_have_short_heads():
    frame = pd.DataFrame({"algorithm": list("abc") * 8, "error": np.arange(24.0) % 7})
    _, table = tables_of_pairs(frame, score="error")
    assert [head for head in table.columns if head.startswith("p ")] == [
        "p rank sum",
        "p Nemenyi",
        "p Games–Howell",
    ]
