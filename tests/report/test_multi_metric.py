import io
import json
import zipfile
from urllib.parse import unquote_to_bytes

import numpy as np
import pandas as pd
import pytest
from lxml import html
from needs import LONG
from shared_reports import undrawn_page

import benchreport
from benchreport.analysis.verdicts.metrics_verdict import find_pair
from benchreport.errors import DesignError
from benchreport.numerics.multiplicity.adjust import adjust
from benchreport.report.document import Download
from benchreport.results.from_dict import from_dict
from benchreport.results.writing import number_format
from benchreport.stats import friedman

pytestmark = pytest.mark.usefixtures("blank_pictures")


@pytest.fixture(scope="module")
def frame():
    rng = np.random.default_rng(0)
    rows = [
        (f"a{a}", f"d{d}", 0.1 * a + rng.normal() * 0.05, rng.normal())
        for a in range(4)
        for d in range(12)
    ]
    return pd.DataFrame(rows, columns=["algorithm", "dataset", "accuracy", "f1"])


@pytest.fixture(scope="module")
def both(frame):
    return benchreport.bench(frame).report_metrics(scores=["accuracy", "f1"])


def test_p_values_are_adjusted_over_metrics(frame, both):
    bench = benchreport.bench(frame)
    page = undrawn_page(both)
    section = page.xpath("//section[@id='metrics']")[0]
    p = [friedman(bench(score=name).scores).p_value for name in ("accuracy", "f1")]
    (leaders, *_) = page.xpath("//section[@id='verdict']//table")
    cells = [row.xpath("./td/text()")[-1] for row in leaders.xpath(".//tbody/tr")]
    expected = adjust(p, "holm")
    assert cells[0] == "< .001"
    assert cells[1] == f"{expected[1]:.3f}".removeprefix("0")
    assert "differ by accuracy; by f1 no difference was shown" in section.text_content()
    assert len(section.xpath(".//figure[@data-test='figure']")) == 2
    # captions repeat nothing of the text above them
    text = " ".join(section.text_content().replace("\xa0", " ").split())
    assert [text.count(words) for words in ("Kendall's W", "(1 means the same order")] == [1, 1]


def test_the_direction_is_said_once_of_all_metrics_that_have_it(frame):
    rng = np.random.default_rng(0)
    odd = frame.assign(seconds=rng.random(len(frame)), auc=rng.random(len(frame)))
    names = ["accuracy", "seconds", "f1", "auc"]
    document = benchreport.bench(odd).report_metrics(scores=names).document
    said = "accuracy, f1 and auc, higher is better; seconds, lower is better"
    assert (
        document.kicker == document.subtitle == f"4 algorithms × 12 datasets, 1 score each; {said}"
    )


def test_columns_that_a_metric_reads_are_not_named_as_unread(frame):
    report = benchreport.bench(frame.assign(memory=range(len(frame)))).report_metrics(
        scores=["accuracy", "f1"], higher_is_better={"accuracy": True, "f1": True}
    )
    (compared,) = (each for each in report.document.sections if each.key == "compared")
    facts = dict(compared.blocks[0].items)
    assert facts["Columns not read"] == "memory"


def test_the_first_page_has_the_leader_of_each_metric_and_its_lead(frame, both):
    bench, report = benchreport.bench(frame), both
    (verdict, *_) = report.document.sections
    table = next(block for block in verdict.blocks if block.kind == "table")
    assert (table.key, table.label) == ("metrics", "Table 1.")
    assert table.columns == ("metric", "first", "mean rank", "next", "lead", "p", "overall p")
    ranks = bench(score="accuracy").ranks()
    first, second = (ranks.design.algorithms[place] for place in ranks.order[:2])
    pair = find_pair(bench(score="accuracy").wilcoxon(), first, second)
    row = table.rows[0]
    assert row[:4] == ("accuracy", first, f"{min(ranks.mean_ranks):.2f}", second)
    shift = pair.difference if pair.first == first else -pair.difference
    assert float(row[4].split()[0].replace("−", "-")) == pytest.approx(shift, abs=0.05)
    assert row[5] == number_format.p_value(pair.p_adjusted, 0.05)
    # two share the first place
    assert table.rows[1][:6] == ("f1", "a1 and a3", "2.25", "–", "–", "–")
    assert "(Table 1)" in texts(report, "metrics")[0]
    assert report.document.title == "Comparison of 4 algorithms by accuracy and f1"
    # what the command line prints is the answer over both, not that of the first alone
    assert report.sentences[: len(report.contents.answer.verdict)] == report.contents.answer.verdict
    assert any("f1" in sentence for sentence in report.sentences)


def leaders_of(report):
    (verdict, *_) = report.document.sections
    return next(block for block in verdict.blocks if block.kind == "table")


@LONG
def test_who_shares_the_first_place_is_ahead_of_nobody():
    rows = [(name, day, 0.5, 0.1 * day) for name in "abc" for day in range(8)]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "accuracy", "f1"])
    table = leaders_of(frame.bench.report_metrics())
    assert table.columns == ("metric", "first", "mean rank", "overall p")
    assert table.rows[0] == ("accuracy", "a, b and c", "2.00", "> .999")
    assert "test of the lead" not in table.caption
    # by another metric there may be a leader: the columns keep their order
    frame.loc[frame["algorithm"] == "b", "f1"] += 1
    table = leaders_of(frame.bench.report_metrics())
    assert table.columns == ("metric", "first", "mean rank", "next", "lead", "p", "overall p")
    assert table.rows[0] == ("accuracy", "a, b and c", "2.00", "–", "–", "–", "> .999")
    assert table.rows[1][1:3] == ("b", "1.00")


def test_the_first_line_names_each_metric_and_shared_places_are_called_so():
    metrics = ["accuracy", "f1", "loss", "mae", "rmse", "mape", "time"]
    rows = [
        (name, day, *(day + 0.1 * (place + (name == "a")) for place in range(7)))
        for name in "ab"
        for day in range(8)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", *metrics])
    frame["time"] = frame["f1"] = 1.0
    report = frame.bench.report_metrics(scores=metrics)
    assert all(metric in report.document.kicker for metric in metrics)
    assert "by f1, a and b share first place" in " ".join(report.sentences)
    assert "f1 and time have the same scores everywhere" in texts(report, "metrics")[0]


def test_the_table_of_leaders_says_what_its_columns_are(frame):
    against = leaders_of(frame.bench.report_metrics(scores=["accuracy", "f1"], control="a0"))
    assert against.columns[3] == "control"
    assert [row[3] for row in against.rows] == ["a0", "–"]
    assert "Lead over the control" in against.caption
    two = frame[frame["algorithm"].isin(["a0", "a3"])]
    caption = leaders_of(two.bench.report_metrics(scores=["accuracy", "f1"])).caption
    assert "The test of the lead is the Wilcoxon signed-rank test. The overall p" in caption
    few = frame[frame["dataset"].isin(["d0", "d1", "d2"])]
    by_ranks = leaders_of(few.bench.report_metrics(scores=["accuracy", "f1"]))
    assert "lead" not in by_ranks.columns
    assert "Lead over" not in by_ranks.caption


def test_a_leader_by_mean_rank_with_a_lower_mean_is_said_to_be_one():
    # b wins seven datasets by little and loses five by much
    a = [0.8] * 12
    b = [0.81] * 7 + [0.5] * 5
    frame = pd.DataFrame(
        {
            "algorithm": ["a"] * 12 + ["b"] * 12,
            "dataset": [*range(12)] * 2,
            "accuracy": [0.9] * 12 + [0.7] * 12,
            "f1": a + b,
        }
    )
    report = benchreport.bench(frame).report_metrics()
    assert "b ranks first by the mean rank, though not by the mean (0.681, against 0.800 of a)" in (
        " ".join(report.sentences)
    )


def test_the_first_metric_is_reported_in_full(frame):
    report = benchreport.bench(frame).report_metrics(scores=["f1", "accuracy"], title="Two")
    assert report.document.title == "Two"
    assert report.analysis.scores.score == "f1"


def texts(report, key):
    return [
        paragraph
        for section in report.document.sections
        for block in section.blocks
        if section.key == key and block.kind == "text"
        for paragraph in block.paragraphs
    ]


def test_other_sections_know_the_other_metrics(both):
    report = both
    section = next(section for section in report.document.sections if section.key == "checklist")
    items = {item.procedure: item for item in section.blocks[1].items}
    item = items["Is more than one metric reported?"]
    assert item.outcome == "passed"
    assert item.evidence == (
        "There are 2 metrics (accuracy and f1), with p-values adjusted over them by Holm's correction."
    )
    first, *_ = texts(report, "methods")
    assert "also compared by f1. Each of the 2 metrics was tested with the Friedman test" in first
    assert "(Holm, 1979)" in first
    assert not [line for line in texts(report, "metrics") if ".." in line]


def test_what_was_compared_has_every_metric(both):
    (section,) = [each for each in both.document.sections if each.key == "compared"]
    (facts,) = [block for block in section.blocks if block.kind == "facts"]
    assert dict(facts.items)["Score"] == "accuracy and f1, higher is better"


def test_the_file_of_scores_has_every_metric(frame, both):
    (appendix,) = (each for each in both.document.sections if each.key == "appendix")
    (file,) = (block for block in appendix.blocks if isinstance(block, Download))
    read = pd.read_csv(io.BytesIO(file.content))
    assert list(read.columns) == ["metric", "dataset", "algorithm", "score"]
    long = frame.melt(["algorithm", "dataset"], var_name="metric", value_name="score")
    keys = ["metric", "dataset", "algorithm"]
    expected = long.set_index(keys).score.sort_index()
    pd.testing.assert_series_equal(read.set_index(keys).score.sort_index(), expected)
    assert file.caption == "All 96 scores that were compared, as CSV."


def test_no_diagram_is_drawn_twice(both):
    sections = {section.key: section.blocks for section in both.document.sections}
    drawn = {
        key: [block.alt for block in blocks if block.kind == "figure" and "Critical-d" in block.alt]
        for key, blocks in sections.items()
    }
    assert len(drawn["metrics"]) == 1
    assert drawn["pairs"] == []


def test_citations_of_the_methods_are_listed(frame):
    two = frame[frame["algorithm"].isin(["a0", "a1"])]
    report = benchreport.bench(two).report_metrics()
    assert report.analysis.omnibus is None
    page = undrawn_page(report)
    section = page.xpath("//section[@id='methods']")[0]
    assert "Friedman, 1937" in [term.text for term in section.xpath(".//dt")]
    (link,) = section.xpath(".//a[@download='references.bib']")
    entries = unquote_to_bytes(link.get("href").partition(",")[2]).decode()
    assert entries.count("{friedman1937,") == entries.count("{holm1979,") == 1


def test_results_of_all_metrics_are_saved(frame, tmp_path):
    report = benchreport.bench(frame).report_metrics(tmp_path / "a.json")
    saved = json.loads((tmp_path / "a.json").read_bytes())
    results = [from_dict(each) for each in saved["results"]]
    metrics = [result.design.score for result in results if result.procedure == "friedman"]
    assert metrics == ["accuracy", "f1"]
    assert [result.to_dict() for result in results] == [
        result.to_dict() for result in report.results
    ]
    assert "rank_changes" in [result.procedure for result in results]


def test_folds_of_one_dataset_are_for_description_only(frame, both):
    ten = frame[(frame["algorithm"] != "a3") & ~frame["dataset"].isin(["d10", "d11"])]
    one_dataset = ten.rename(columns={"dataset": "fold"})
    report = benchreport.bench(one_dataset).report_metrics(test_fraction=0.1)
    assert texts(report, "metrics")[0].startswith("The following tests are descriptions only")
    assert not texts(both, "metrics")[0].startswith("The following")


def test_an_overall_p_of_splits_is_said_to_be_too_small():
    rng = np.random.default_rng(9)
    rows = [(name, fold, *rng.random(2)) for name in "abc" for fold in range(10)]
    frame = pd.DataFrame(rows, columns=["algorithm", "fold", "accuracy", "f1"])
    assert "too small" in leaders_of(frame.bench.report_metrics()).caption
    on_datasets = frame.rename(columns={"fold": "dataset"})
    assert "too small" not in leaders_of(on_datasets.bench.report_metrics()).caption


def test_one_section_may_be_given_without_a_list(frame):
    report = benchreport.bench(frame).report_metrics(sections="metrics")
    assert [section.key for section in report.document.sections] == ["metrics"]


@LONG
def test_labels_that_no_picture_can_carry(frame):
    odd = frame.assign(algorithm=frame["algorithm"] + "\x07")
    page = html.fromstring(benchreport.bench(odd).report_metrics(sections=["metrics"]).html)
    assert "a3\\x07" in page.text_content()
    assert "\x07" not in page.text_content()


@LONG
def test_a_metric_that_an_algorithm_lacks(frame, tmp_path, monkeypatch):
    monkeypatch.setattr("benchreport.report.contents.render_pdf", lambda *_, **__: b"%PDF-")
    gaps = frame.assign(f1=frame["f1"].where(frame["algorithm"] != "a3"))
    benchreport.bench(gaps).report_metrics([tmp_path / "a.zip", tmp_path / "a.xlsx"])
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        names = {name.rpartition("/")[2].partition("-")[2] for name in archive.namelist()}
        assert {"friedman-accuracy.csv", "friedman-f1.csv", "nemenyi.csv"} <= names
        assert b"Its numbers are made again" not in archive.read("a/README.md")
    sheets = pytest.importorskip("openpyxl").load_workbook(tmp_path / "a.xlsx").sheetnames
    assert {"friedman accuracy", "friedman f1", "nemenyi"} <= set(sheets)


def test_gaps_are_named_with_their_metric(frame):
    gaps = frame.assign(
        f1=frame["f1"].where((frame["algorithm"] != "a3") | (frame["dataset"] != "d4"))
    )
    said = "By f1, 1 of 48 cells has no score (a3 on d4); 1 incomplete dataset is left out (d4)."
    for missing in ("error", "drop"):
        report = benchreport.bench(gaps)(missing=missing).report_metrics(scores=["accuracy", "f1"])
        (section,) = [each for each in report.document.sections if each.key == "metrics"]
        assert said in section.blocks[0].paragraphs[0]
    # those of the first are among the facts of its data, and the same ones are told once
    both = gaps.assign(accuracy=gaps["accuracy"].where(gaps["f1"].notna()))
    report = benchreport.bench(both).report_metrics(scores=["accuracy", "f1"])
    (section,) = [each for each in report.document.sections if each.key == "metrics"]
    assert "no score" not in section.blocks[0].paragraphs[0]
    assert "1 of 48 cells has no score (a3 on d4); 1 incomplete dataset is left out" in " ".join(
        str(block) for block in report.document.sections[0].blocks
    )
    few = gaps.assign(f1=gaps["f1"].where(gaps["dataset"] == "d1"))
    with pytest.raises(DesignError, match="f1"):
        benchreport.bench(few).report_metrics(scores=["accuracy", "f1"])


def test_pairs_about_which_metrics_contradict_each_other_are_named(frame):
    turned = frame.assign(seconds=frame["accuracy"] * 100)
    made = benchreport.bench(turned).report_metrics(
        scores=["accuracy", "seconds"], higher_is_better={"seconds": False}
    )
    (paragraph,) = (text for text in texts(made, "metrics") if text.startswith("In "))
    wilcoxon = benchreport.bench(frame)(score="accuracy").wilcoxon()
    # seconds are accuracies: whoever is more accurate is slower
    better, worse = wilcoxon.oriented(rows=wilcoxon.significant)[0][:2]
    assert paragraph.startswith(
        f"In {len(wilcoxon.significant)} pairs, one algorithm is significantly better by some metrics and "
        "worse by others (Wilcoxon signed-rank test): "
    )
    assert f"{better} is better than {worse} by accuracy, and worse by seconds" in paragraph
    assert paragraph.count(" is better than ") == min(3, len(wilcoxon.significant))
    left = len(wilcoxon.significant) - 3
    assert paragraph.endswith(f"; and {left} more." if left > 0 else "seconds.")


def test_no_difference_is_claimed_where_a_check_puts_the_test_in_doubt():
    # three datasets of eight algorithms are too few for the reference distribution
    rng = np.random.default_rng(16)
    rows = [
        (f"a{place}", day, place + 6 * rng.random(), place + 6 * rng.random(), rng.random())
        for place in range(8)
        for day in range(3)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "accuracy", "f1", "auc"])
    assert frame.bench(score="f1").friedman().doubts
    (said,) = texts(frame.bench.report_metrics(scores=["accuracy", "f1"]), "metrics")[:1]
    assert said.startswith(
        "Whether the algorithms differ by any of the 2 metrics is open, although"
    )
    (said,) = texts(frame.bench.report_metrics(), "metrics")[:1]
    assert said.startswith("Whether the algorithms differ by accuracy and f1 is open")
    assert said.endswith("By auc no difference was shown, which does not make them equal.")


def test_a_lost_run_leaves_out_no_dataset_though_an_empty_cell_elsewhere_does():
    """Of the AutoML benchmark's 16 datasets five were left out, of which one has an empty cell."""
    rng = np.random.default_rng(5)
    rows = [
        (name, f"d{data}", fold, 0.5 + place / 20 + rng.normal(0, 0.01), rng.uniform(1, 2))
        for place, name in enumerate(("svm", "rf", "knn"))
        for data in range(8)
        for fold in range(4)
        if (name, data, fold) not in [("svm", 1, 2), ("rf", 5, 0)] and (name, data) != ("knn", 3)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "fold", "accuracy", "time_s"])
    report = frame.bench.report_metrics(scores=["accuracy", "time_s"])
    assert report.analysis.scores.blocks == tuple(f"d{data}" for data in range(8) if data != 3)
    assert "1 incomplete dataset is left out" in " ".join(report.analysis.sentences)
