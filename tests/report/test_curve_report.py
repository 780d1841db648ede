import io
from urllib.parse import unquote_to_bytes

import pandas as pd
import pytest
from curves_tables import curves_on_one_dataset, frame_of
from lxml import html
from needs import LONG
from shared_reports import undrawn_page

import benchreport
from benchreport.data import Curves
from benchreport.errors import OptionError
from benchreport.report import report as make_report


@pytest.fixture(scope="module")
def report():
    return make_report(Curves.from_frame(frame_of(k=3, datasets=6, runs=3)))


@pytest.fixture(scope="module")
def page(report):
    return html.fromstring(report.html)


def test_sections_are_there_in_order(page):
    keys = page.xpath("//section/@id")
    expected = ["verdict", "compared", "curves", "anytime", "ranks", "runtimes", "budgets", "area"]
    assert keys[: len(expected)] == expected
    assert keys[-2:] == ["methods", "appendix"]


def test_the_lists_name_only_what_the_report_shows(page):
    assumptions, practice = (
        page.get_element_by_id(key).text_content() for key in ("assumptions", "checklist")
    )
    assert "Tukey" in assumptions
    assert "ANOVA" not in assumptions
    assert "d_av" not in practice
    assert "The report has effect sizes: " in practice


def test_figures_have_words_and_their_data(page):
    figures = page.xpath("//figure[@data-test='figure']")
    assert len(figures) >= 5
    for figure in figures:
        assert len(figure.xpath(".//img/@alt")[0]) > 20
        assert len(figure.xpath("string(.//figcaption)")) > 20
        link = figure.xpath(".//a[@data-test='figure-data']")[0]
        assert link.get("download").endswith(".csv")
        content = unquote_to_bytes(link.get("href").partition(",")[2])
        table = pd.read_csv(io.BytesIO(content))
        assert len(table)


def test_picks_are_a_table(page, report):
    heads = page.xpath("//section[@id='budgets']//th[@scope='col']/text()")
    assert heads[:2] == ["evaluations", "pick"]
    assert len(page.xpath("//section[@id='budgets']//tbody/tr")) == len(
        report.analysis.budgets.rows
    )


@LONG
def test_same_input_same_bytes(report):
    second = make_report(Curves.from_frame(frame_of(k=3, datasets=6, runs=3)))
    assert second.html == report.html


def test_methods_describe_the_analysis(page):
    text = page.xpath("string(//section[@id='methods'])")
    for words in (
        "best score so far",
        "normalised regret",
        "expected running times",
        "Friedman",
    ):
        assert words in text


@LONG
def test_hostile_labels_stay_text():
    names = ["<script>alert(1)</script>", "{{7*7}}", '"><img src=x onerror=alert(1)>']
    report = make_report(Curves.from_frame(frame_of(k=3, datasets=2, names=names)))
    page = html.fromstring(report.html)
    assert not page.xpath("//img[@onerror]")
    assert len(page.xpath("//script")) == 2
    assert "{{7*7}}" in page.text_content()


def test_one_algorithm_and_one_run_still_make_a_report():
    alone = make_report(curves_on_one_dataset({"a": [[1, 2, 3]]}))
    assert "nothing is tested" in undrawn_page(alone).text_content()
    single = make_report(curves_on_one_dataset({"a": [[1, 2, 3]], "b": [[2, 2, 2]]}))
    assert "Each algorithm ran once" in undrawn_page(single).text_content()


@LONG
def test_through_the_accessor_with_procedures_beside(tmp_path):
    frame = frame_of(k=2, datasets=1, runs=3)
    report = benchreport.bench(frame).report(
        tmp_path / "r.pdf", include=["rank_over_time"], title="T"
    )
    assert (tmp_path / "r.pdf").read_bytes().startswith(b"%PDF")
    assert report.document.title == "T"
    assert any(section.key == "included-rank-over-time" for section in report.document.sections)
    with pytest.raises(OptionError, match="these are curves"):
        benchreport.bench(frame).report(test_fraction=0.3)
