"""The pages of a night, read as a browser reads them."""

import csv
import dataclasses
import io
import json
import re
from urllib.parse import unquote_to_bytes

import lxml.html
import numpy as np
import pandas as pd
import pytest
from needs import LONG
from nights_tables import (
    ALGORITHMS,
    HOSTILE,
    LACKING,
    config_of,
    demo,
    demo_files,
    hostile,
    hostile_demo,
    night_name,
    open_history,
    scores_of,
    take_in,
)
from pdf_pages import words_of_pdf

from benchreport.errors import HistoryError, RenderError
from benchreport.nightly.config.settings import Alerts, Metric, Pages
from benchreport.nightly.history import History
from benchreport.nightly.night_facts import Finding, Key, NightFacts
from benchreport.nightly.pages.methods import describe_methods
from benchreport.nightly.pages.night_pages import (
    _series_to_draw,
    list_pages,
    night_folder,
    render_night,
)
from benchreport.results.writing import number_format as fmt

NO_PAPER = Pages(pdf=False, comparison=False)


def plain(config):
    return dataclasses.replace(config, report=NO_PAPER)


def page_of(facts, history, config):
    files = render_night(facts, history, config)
    return lxml.html.fromstring(list(files.values())[-1])


def text_of(page, selector="//body"):
    return " ".join(page.xpath(selector)[0].text_content().split())


@pytest.fixture(scope="module")
def last():
    history, config, facts = demo()
    return page_of(facts, history, plain(config))


@pytest.mark.parametrize(
    ("confirm", "together", "last"),
    [
        (1, "1, 2 and 4", "Tonight raises an alert at once"),
        (2, "2, 3, 4 and 8", "The last 2 must lie"),
    ],
)
def test_methods_say_which_nights_are_tested_together(confirm, together, last):
    _, config, facts = demo()
    alerts = dataclasses.replace(config.alerts, confirm=confirm)
    text = " ".join(describe_methods(facts, dataclasses.replace(config, alerts=alerts)))
    assert f"The last {together} nights together are compared with the baseline" in text
    assert last in text


def test_a_night_has_four_files_and_the_report_is_last():
    history, config, facts = demo()
    assert config.report == Pages()
    files = demo_files()
    folder = night_folder(facts.night)
    assert list(files) == [
        f"{folder}/{name}" for name in ("night.json", "comparison.html", "night.pdf", "index.html")
    ]
    record = history.night(facts.night)
    assert set(list_pages(history, config, record).values()) == set(files)
    comparison = lxml.html.fromstring(files[f"{folder}/comparison.html"])
    assert comparison.xpath("//section[@id='metrics']")
    assert comparison.xpath("//section[@id='pairs']")
    words = words_of_pdf(files[f"{folder}/night.pdf"])
    assert "Regression: svm by accuracy" in words
    assert "All nights" not in words  # a printed page has no links


def test_links_lead_to_existing_files(last):
    _, _, facts = demo()
    files = demo_files()
    page = lxml.html.fromstring(list(files.values())[-1])
    leads = [link for link in page.xpath("//a/@href") if not link.startswith(("#", "data:"))]
    names = {name.rpartition("/")[2] for name in files}
    rest = {link for link in leads if link not in names}
    assert names - {"index.html"} == {link for link in leads if link in names}
    earlier = {finding.opened for finding in facts.findings if not finding.closed} - {facts.night}
    assert rest == {"../index.html"} | {f"../{night}/index.html" for night in earlier}
    assert not any("comparison.html" in link for link in last.xpath("//a/@href"))
    assert {link[1:] for link in page.xpath("//nav//a/@href")} == set(page.xpath("//section/@id"))


def test_the_verdict_is_on_top_and_findings_follow_in_order(last):
    keys = last.xpath("//section/@id")
    _, _, facts = demo()
    kinds = {
        f"finding-{finding.number}": finding.kind
        for finding in facts.findings
        if not finding.closed
    }
    assert keys[0] == "verdict"
    order = keys[1 : 1 + len(kinds)]
    assert set(order) == set(kinds)
    better = [kinds[key] == "improvement" for key in order]
    assert better == sorted(better)
    assert "regression" in kinds.values()
    assert keys[-4:] == ["leaders", "series", "judged", "provenance"]
    for sentence in facts.verdict:
        assert sentence in text_of(last, "//section[@id='verdict']")


def test_a_finding_has_its_figure_its_numbers_and_the_runs_behind_it(last):
    _, _, facts = demo()
    finding = next(finding for finding in facts.findings if str(finding.key) == "accuracy/svm")
    place = f"//section[@id='finding-{finding.number}']"
    assert text_of(last, f"{place}/h2") == "Regression: svm by accuracy"
    alt = last.xpath(f"{place}//figure[@data-test='figure']//img/@alt")[0]
    assert f"The change began on {finding.since}" in alt
    link = last.xpath(f"{place}//a[@data-test='figure-data']/@href")[0]
    content = unquote_to_bytes(link.partition(",")[2]).decode()
    rows = list(csv.DictReader(io.StringIO(content)))
    row = next(row for row in facts.series if row.key == finding.key)
    assert float(rows[-1]["accuracy"]) == pytest.approx(row.value, rel=1e-7)
    assert float(rows[-1]["baseline"]) == pytest.approx(row.baseline, rel=1e-7)
    assert rows[-1]["night"] == facts.night
    text = text_of(last, f"{place}//dl")
    assert "0.6438, before 0.6531" in text
    assert fmt.p_equals(row.p_adjusted) in text
    assert finding.since in text
    assert "open" in text
    # the three datasets with the simulated drop come first
    named = last.xpath(f"{place}//tbody/tr/th/text()")
    assert set(named[:3]) == {"abalone", "adult", "car"}


def test_ratios_change_by_per_cent(last):
    rows = last.xpath("//section[@id='series']//figure[2]//tbody/tr")
    assert "Series by seconds" in text_of(last, "//section[@id='series']//figure[2]/figcaption")
    heads = [
        header.text_content()
        for header in last.xpath("//section[@id='series']//figure[2]//th[@scope='col']")
    ]
    assert heads[2:5] == ["tonight, s", "baseline, s", "change, %"]
    by_name = {row[0].text_content(): [cell.text_content() for cell in row] for row in rows}
    assert by_name["boost"][:4] == ["boost", "regressed", "1.40", "1.00"]
    assert by_name["boost"][4].startswith("+40.0 [+")
    assert len(rows) == len(ALGORITHMS) + 1
    assert "all algorithms" in by_name


def test_the_table_says_what_the_facts_say(last):
    _, _, facts = demo()
    rows = {row[0].text_content(): [cell.text_content() for cell in row]
            for row in last.xpath("//section[@id='series']//figure[1]//tbody/tr")}  # fmt: skip
    for series in facts.series:
        if series.key.metric == "accuracy":
            cells = rows[series.key.algorithm]
            assert cells[1] == series.state
            assert float(cells[2]) == pytest.approx(series.value, abs=5e-5)
            numbers = [
                float(number) for number in re.findall(r"[-\d.]+", cells[4].replace("−", "-"))
            ]
            assert numbers == pytest.approx([series.change, series.low, series.high], abs=5e-5)
            assert int(cells[6]) == series.n_baseline


def test_the_facts_come_back_from_their_file():
    history, config, facts = demo()
    content = render_night(facts, history, plain(config))[f"{facts.night}/night.json"]
    restored = NightFacts.from_dict(json.loads(content))
    assert dataclasses.replace(restored, pages={}) == facts
    assert restored.pages["report"] == f"{facts.night}/index.html"


@LONG
def test_the_same_night_gives_the_same_bytes():
    _, config, facts = demo()
    with History("history.db", config.place) as reopened:
        again = render_night(facts, reopened, plain(config))
    assert again == render_night(facts, demo()[0], plain(config))


def test_the_section_on_rules_names_those_in_force(last):
    text = text_of(last, "//section[@id='judged']")
    for rule in (
        "90 nights",
        "excludes the last 3 nights",
        "at most .02",
        "at most .17",
        "20 nights",
    ):
        assert rule in text
    assert "false discovery rate holds for each night alone" in text
    assert "Scores by seconds are compared by their ratios" in text


def test_a_night_that_lacks_runs_says_so_and_is_not_blamed():
    history, config, _ = demo()
    facts = history.result(night_name(LACKING))
    page = page_of(facts, history, plain(config))
    text = text_of(page, "//section[@id='lacking']")
    for line in facts.incomplete:
        assert line in text
    assert "18 of 180 expected runs are missing" in text


def test_a_night_without_findings_has_no_empty_sections(tmp_path):
    history = open_history(tmp_path)
    config = config_of(tmp_path, report=NO_PAPER)
    for number in range(6):
        facts = take_in(scores_of(number), night_name(number), history, config, compared=number > 4)
    page = page_of(facts, history, config)
    assert page.xpath("//section/@id") == ["verdict", "leaders", "series", "judged", "provenance"]
    verdict = text_of(page, "//section[@id='verdict']")
    assert "12 series are judged provisionally after few nights" in verdict
    assert not page.xpath("//figure[@data-test='figure']")


def test_a_thinned_night_keeps_its_text(tmp_path):
    history, config, facts = hostile(tmp_path)
    history.thin(lambda _: False)
    page = page_of(facts, history, plain(config))
    place = f"//section[@id='finding-{facts.findings[0].number}']"
    assert not page.xpath(f"{place}//img")
    assert "no figure" in text_of(page, place)
    assert "comparison" not in list_pages(history, config, history.night(facts.night, facts.label))


@LONG
def test_many_findings_are_rows():
    history, config, facts = demo()
    many = tuple(
        Finding(number=100 + n, key=Key("accuracy", "svm"), kind="regression", opened=facts.night,
                since=facts.night, p_value=n / 100, change=-0.01, low=-0.02, high=-0.001, baseline=0.7)
        for n in range(20)
    )  # fmt: skip
    crowded = dataclasses.replace(
        facts, findings=many, new=tuple(finding.number for finding in many)
    )
    page = page_of(crowded, history, plain(config))
    assert [name for name in page.xpath("//section/@id") if name.startswith("finding")] == [
        f"finding-{100 + n}" for n in range(12)
    ]
    assert len(page.xpath("//section[@id='more']//tbody/tr")) == 8
    assert "have figures above" in text_of(page, "//section[@id='more']")


def test_a_mark_alone_is_not_said_to_stand_below_figures():
    history, config, facts = demo()
    mark = Finding(number=100, key=Key("accuracy", "svm"), kind="mark", status="flaky", opened=facts.night,
                   since=facts.night, p_value=1.0, change=0.0, low=0.0, high=0.0, baseline=0.7)  # fmt: skip
    page = page_of(dataclasses.replace(facts, findings=(mark,), new=()), history, plain(config))
    assert not [name for name in page.xpath("//section/@id") if name.startswith("finding")]
    assert "Open findings, and what is marked by hand" in text_of(page, "//section[@id='more']")
    assert "above" not in text_of(page, "//section[@id='more']")
    assert text_of(page, "//section[@id='more']/h2") == "Open findings"


def test_a_pdf_that_cannot_be_made_is_reported_and_not_linked(monkeypatch):
    history, config, facts = demo()

    def refuse(*_, **__):
        raise RenderError("no Pango here.")

    monkeypatch.setattr("benchreport.nightly.pages.night_pages.render_pdf", refuse)
    files = render_night(
        facts, history, dataclasses.replace(config, report=Pages(comparison=False))
    )
    page = lxml.html.fromstring(list(files.values())[-1])
    assert "no Pango here" in text_of(page, "//section[@id='verdict']")
    assert not [link for link in page.xpath("//a/@href") if "night.pdf" in link]


def test_incomparable_series_say_why(tmp_path):
    history = open_history(tmp_path)
    config = config_of(tmp_path, metric=(Metric(name="accuracy"),), report=Pages(pdf=False))
    for number in range(6):
        frame = scores_of(number)
        # no dataset has both halves
        chosen = frame["algorithm"].isin(ALGORITHMS[:3]) == frame["dataset"].isin(["iris", "wine"])
        facts = take_in(frame[chosen], night_name(number), history, config, compared=number > 4)
    files = render_night(facts, history, config)
    page = lxml.html.fromstring(files[f"{facts.night}/comparison.html"])
    assert "could not be compared as a whole" in text_of(page)


def test_an_unknown_night_is_refused():
    history, config, facts = demo()
    with pytest.raises(HistoryError, match="2031-01-01"):
        render_night(dataclasses.replace(facts, night="2031-01-01"), history, config)


@LONG
def test_hostile_names_stay_text():
    history, config, facts = hostile_demo()
    assert facts.alerts
    config = dataclasses.replace(config, report=Pages(pdf=False, comparison=True))
    files = render_night(facts, history, config)
    assert all(re.fullmatch(r"[a-z0-9._-]+/[a-z.]+", name) for name in files)
    for name in ("index.html", "comparison.html"):
        page = lxml.html.fromstring(
            next(content for path, content in files.items() if path.endswith(name))
        )
        assert len(page.xpath("//script")) == 2
        assert not page.xpath("//u | //s | //body//b | //*[@onerror]")
        # our own symbols only
        assert {each.text for each in page.xpath("//i")} <= set("pFWtznNQd")
        assert all(url.startswith("data:") for url in page.xpath("//img/@src"))
        words = page.text_content()
        assert "<script>alert(1)</script>" in words
        assert "{{ 7 * 7 }}" in words
        assert "a\\u202eb\\x07c" in words
    page = lxml.html.fromstring(list(files.values())[-1])
    # a long name is cut at its end, and the file has all of it
    names = [cell.text for cell in page.xpath("//section[@id='series']//tbody//th")]
    assert len([name for name in names if name.startswith("決定木xx") and len(name) < 80]) == 1
    document = json.loads(
        next(content for path, content in files.items() if path.endswith(".json"))
    )
    assert HOSTILE[6] in {row["key"]["algorithm"] for row in document["series"]}
    assert len(text_of(page, f"//section[@id='finding-{facts.alerts[0].number}']/h2")) < 200
    sheets = page.xpath("//a[@data-test='figure-data']/@href")
    assert sheets


def test_a_missing_font_is_reported_once(monkeypatch):
    history, config, facts = hostile_demo()
    monkeypatch.setattr(
        "benchreport.nightly.pages.night_pages.find_undrawable",
        lambda names: ["決"] * bool([*names]),
    )
    page = page_of(facts, history, plain(config))
    assert "Figures show boxes in place of 決" in text_of(page, "//section[@id='series']")


@LONG
def test_after_another_machine_runs_and_band_are_of_its_nights(tmp_path):
    """All algorithms became a fifth faster, and one of them then 8 % slower."""
    history, draw = open_history(tmp_path), np.random.default_rng(4)
    seconds = Metric(name="seconds", unit="s", higher_is_better=False, compare="ratio")
    config = config_of(
        tmp_path, metric=(seconds,), alerts=Alerts(min_nights=8, drift=0), report=NO_PAPER
    )
    for number in range(28):
        rows = [
            (algorithm, dataset, 5 * np.exp(draw.normal(0, 0.01)))
            for algorithm in (*ALGORITHMS, "bayes", "lda", "mlp", "rules")
            for dataset in ("iris", "spam", "wine")
        ]
        frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "seconds"])
        frame["seconds"] *= 0.8 if number >= 12 else 1.0
        frame.loc[frame["algorithm"] == "svm", "seconds"] *= 1.08 if number >= 26 else 1.0
        facts = take_in(frame, night_name(number), history, config)
    found = {each.key.algorithm: each.since for each in facts.new_findings("regression")}
    assert found["svm"] == night_name(26)
    drawn = _series_to_draw(facts, history, config, history.nights()[-1])
    (series,) = [each for key, each in drawn.items() if key.algorithm == "svm"]
    assert {run.name for run in series.runs if 0.04 < run.change < 0.12} == {"iris", "spam", "wine"}
    assert series.baseline == pytest.approx(4, rel=0.02)
    assert series.high - series.low < 0.3
