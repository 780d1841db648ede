"""The index page, read as a browser reads it."""

import base64
import dataclasses
import datetime as dt
import hashlib
import re
import time

import lxml.etree
import lxml.html
import pytest
from needs import LONG
from nights_tables import (
    DROPPED_FROM,
    FILLED_IN,
    HOSTILE,
    LACKING,
    SKIPPED,
    config_of,
    demo,
    demo_files,
    hostile_demo,
    night_name,
    open_history,
    scores_of,
    take_in,
)

from benchreport.nightly.config.settings import Metric, Pages
from benchreport.nightly.findings.triage import refresh_facts, triage
from benchreport.nightly.history import History, NightRecord, Remembered
from benchreport.nightly.night_facts import Finding, Key, Leader, NightFacts, SeriesNight
from benchreport.nightly.notify.wording import headline
from benchreport.nightly.pages.index import render_index
from benchreport.nightly.pages.page_files import write_files
from benchreport.nightly.pages.wording import (
    describe_status,
    finding_table,
    night_folder,
    sort_by_state,
)
from benchreport.report.rendering.font_faces import font_sheet
from benchreport.wording.nights.pages import KINDS


def parse_index(files):
    assert list(files) == [*font_sheet(), "feed.xml", "index.html"]
    return lxml.html.fromstring(files["index.html"].decode())


def text_of(page, selector="//body"):
    return " ".join(page.xpath(selector)[0].text_content().split())


def cells(page, outcome=""):
    """Return the nights of the calendar by date."""
    by_day = {}
    for month in page.xpath("//table[@class='month']"):
        name = month.findtext("caption")
        for cell in month.xpath(".//td[@class]"):
            if outcome in cell.get("class").split() or not outcome:
                day = re.match(r"\d+", cell.text_content().strip())[0]
                by_day[f"{name}-{int(day):02d}"] = cell
    return by_day


@pytest.fixture(scope="module")
def index():
    history, config, facts = demo()
    return parse_index(render_index(history, config, tonight=facts))


def test_every_day_has_a_cell_with_its_outcome(index):
    assert set(cells(index, "gap")) == {night_name(number) for number in SKIPPED}
    days = set(cells(index, "regressed"))
    history, _, facts = demo()
    opened = {finding.opened for finding in history.findings() if finding.kind != "improvement"}
    assert days == opened
    assert set(cells(index, "incomplete")) == {night_name(LACKING)}
    assert set(cells(index, "uncompared")) == {night_name(number) for number in range(FILLED_IN)}
    nights = cells(index, "night")
    assert set(nights) == {record.night for record in history.nights()}
    for name, cell in nights.items():
        title = [*cell.xpath("./@title"), *cell.xpath("./a/@title")][0]
        assert title.startswith(f"{name}: ")
        # a letter repeats the colour's meaning
        assert cell.xpath(".//b/text()")[0] in "RIou+?✓–"
    weekdays = {name: list(cell.getparent()).index(cell) for name, cell in nights.items()}
    assert all(dt.date.fromisoformat(name).weekday() == place for name, place in weekdays.items())
    assert facts.night in nights


def test_only_existing_pages_are_linked(tmp_path, index):
    assert {cell.xpath("./a/@href")[0] for cell in cells(index).values() if cell.xpath("./a")} == {
        "2026-10-30/index.html"
    }
    history, config, facts = demo()
    moved = dataclasses.replace(config, place=tmp_path)
    for name in (night_name(30), night_name(31)):
        (tmp_path / "nights" / name).mkdir(parents=True)
        (tmp_path / "nights" / name / "index.html").write_text("x")
    (tmp_path / "nights" / night_name(31) / "night.pdf").write_text("x")
    paths = [f"{night_name(33)}/index.html"]
    page = parse_index(render_index(history, moved, tonight=facts, added=paths))
    linked = {name for name, cell in cells(page).items() if cell.xpath("./a")}
    assert linked == {night_name(30), night_name(31), night_name(33), facts.night}
    row = page.xpath(f"//section[@id='recent']//tr[contains(., '{night_name(31)}')]")[0]
    assert row.xpath(".//a/@href") == [
        f"{night_name(31)}/index.html",
        f"{night_name(31)}/night.pdf",
    ]


def test_open_findings_lead_to_their_place_on_the_newest_page(index):
    _, _, facts = demo()
    open_findings = {finding.number: finding for finding in facts.findings if not finding.closed}
    rows = index.xpath("//section[@id='open']//tbody/tr")
    leads = [row.xpath(".//a/@href")[0] for row in rows]
    assert set(leads) == {f"{facts.night}/index.html#finding-{number}" for number in open_findings}
    texts = {row.xpath("./th")[0].text_content().strip(): row.text_content() for row in rows}
    # the size of now, not that of the night that opened it
    (svm,) = (finding for finding in open_findings.values() if finding.key.algorithm == "svm")
    assert "−0.0094" in texts["svm by accuracy"]
    assert facts.estimate_now(svm).change == pytest.approx(-0.0094, abs=5e-5)
    assert "%" in texts["boost by seconds"]
    assert night_name(DROPPED_FROM) in texts["svm by accuracy"]


def test_the_headline_is_that_of_the_newest_night(index):
    _, _, facts = demo()
    lead = text_of(index, "//section[@id='newest']//div[@class='lead']")
    assert lead.startswith(headline(facts).partition(", ")[2])
    assert facts.verdict[0] in lead


def test_the_headline_counts_the_rows_of_the_table_by_their_kind(index):
    _, _, facts = demo()
    lead = text_of(index, "//section[@id='newest']//div[@class='lead']")
    kinds = [cell.text_content() for cell in index.xpath("//section[@id='open']//tbody//td[1]")]
    assert "improvement" in kinds
    for kind in ("regression", "drift"):
        rows = [name for name in kinds if KINDS[kind].lower() == name]
        counted = re.findall(rf"(\d+) earlier {kind}s?\b", lead.partition(" still open")[0])
        assert sum(map(int, counted)) == len(rows)
    assert "finding" not in headline(facts)


def test_a_finding_that_was_accepted_is_closed_in_every_table():
    history, config, facts = demo()
    accepted = tuple(
        dataclasses.replace(finding, status="accepted", closed=facts.night, why="on purpose")
        if finding.key.algorithm == "svm"
        else finding
        for finding in facts.findings
    )
    page = parse_index(
        render_index(history, config, tonight=dataclasses.replace(facts, findings=accepted))
    )
    (state,) = (
        row.xpath("./td[@class[contains(., 'state')]]")[0].text_content()
        for row in page.xpath("//section[@id='series']//tbody/tr")
        if "svm" in row.findtext("th") and "accuracy" in row.text_content()
    )
    assert state == "accepted"


def test_a_series_marked_before_it_alerted_has_no_kind_and_no_change():
    mark = Finding(
        number=9, key=Key("accuracy", "knn"), kind="regression", status="flaky", opened="2026-10-20",
        since="2026-10-20", why="seeds",
    )  # fmt: skip
    _, _, facts = demo()
    table = finding_table(facts, [mark], "")
    assert table.rows == (("knn by accuracy", "–", "–", "2026-10-20", "–", "flaky: seeds"),)


def test_a_finding_that_tonight_does_not_show_has_a_status_that_says_so():
    finding = Finding(number=9, key=Key("accuracy", "knn"), kind="drift", change=-0.1, why="x")
    assert describe_status(finding) == "open: x"
    hidden = dataclasses.replace(finding, seen=False)
    assert describe_status(hidden) == "open, not seen tonight: x"
    over = dataclasses.replace(hidden, status="fixed", closed="2026-10-21")
    assert describe_status(over) == "fixed 2026-10-21: x"
    known = dataclasses.replace(finding, status="acknowledged", until="2026-12-05")
    assert describe_status(known) == "acknowledged until 2026-12-05: x"


def test_a_mark_links_to_no_section(tmp_path):
    config = config_of(tmp_path)
    history = open_history(tmp_path)
    for number in range(3):
        facts = take_in(scores_of(number), night_name(number), history, config)
    (mark,) = triage(history, "accuracy/knn", "flaky", why="seeds")
    facts = refresh_facts(history, facts)
    page = parse_index(render_index(history, config, tonight=facts))
    (row,) = page.xpath("//section[@id='open']//tbody/tr")
    assert [cell.text_content().strip() for cell in row][:4] == [
        "knn by accuracy",
        "–",
        "–",
        mark.since,
    ]
    assert not page.xpath(f"//a[contains(@href, '#finding-{mark.number}')]")


def test_lines_have_a_stroke_for_each_stretch_of_nights(index):
    rows = index.xpath("//section[@id='series']//tbody/tr")
    # six algorithms and all together, by two metrics
    assert len(rows) == 14
    states = [row.xpath("./td")[1].text_content() for row in rows]
    history, _, facts = demo()
    assert states == [row.state for row in sort_by_state(facts.series)]
    assert states[0] == "regressed"
    strokes = {}
    for row in rows:
        name = (row.xpath("./th")[0].text_content().strip(), row.xpath("./td")[0].text_content())
        strokes[name] = row.xpath(".//path[@class='line']/@d")[0]
        picture = row.xpath(".//svg")[0]
        assert picture.get("role") == "img"
        assert "nights, tonight" in picture.get("aria-label")
    path = strokes["svm", "accuracy"]
    # each stretch begins with a dot; three stretches hold all compared nights
    assert path.count("h0M") == 3
    places = re.findall(r"[ML]([\d.]+) ([\d.]+)(?!h0)", path)
    compared = [record for record in history.nights() if history.result(record.night)]
    assert path.count("L") + path.count("h0") == len(compared)
    assert all(0 <= float(x) <= 180 and 0 <= float(y) <= 30 for x, y in places)
    heights = [float(y) for _, y in places]
    # a drop is drawn downwards
    assert min(heights[-5:]) > max(heights[:20])


def test_a_single_metric_is_named_once(tmp_path):
    config = config_of(tmp_path, metric=(Metric(name="accuracy", unit=""),))
    frame = scores_of(1).drop(columns="seconds")
    history = open_history(tmp_path)
    facts = take_in(frame, night_name(1), history, config)
    page = parse_index(render_index(history, config, tonight=facts))
    heads = page.xpath("//section[@id='series']//thead//th/text()")
    assert heads[:3] == ["series", "state", "tonight"]
    assert "Each series by accuracy over its last nights" in text_of(page)


def test_leaders_are_listed_in_spells():
    history, config, facts = demo()
    page = parse_index(render_index(history, config, tonight=facts))
    rows = [
        [cell.text_content() for cell in row]
        for row in page.xpath("//section[@id='leaders']//tbody/tr")
    ]
    spells = [row for row in rows if row[0] == "accuracy"]
    shares = page.xpath("//section[@id='leaders']/p/text()")
    led = sum(int(spell[4]) for spell in spells if "boost" in spell[1])
    assert shares[0].startswith(f"By accuracy, boost led on {led} of ")
    assert " nights" in shares[0]
    assert shares[0].endswith(".")
    assert spells[0][1] == "boost"
    compared = [record for record in history.nights() if history.result(record.night)]
    assert sum(int(spell[4]) for spell in spells) == len(compared)
    assert spells[0][3] == facts.night


def test_the_security_policy_allows_only_the_pages_own_content(index):
    policy = index.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        contents = [node.text_content().encode() for node in index.xpath(f"//{tag}")]
        digests = [base64.b64encode(hashlib.sha256(each).digest()).decode() for each in contents]
        allowed = " ".join(f"'sha256-{digest}'" for digest in digests)
        shared = "'self' " if tag == "style" else ""
        assert f"{tag}-src {shared}{allowed};" in policy
    assert not index.xpath("//*[@style] | //*[starts-with(name(@*), 'on')] | //iframe | //object")
    addresses = index.xpath("//@src | //link/@href")
    assert [url for url in addresses if not url.startswith("data:")] == ["feed.xml", *font_sheet()]


def test_the_same_history_gives_the_same_bytes():
    _, config, facts = demo()
    both = []
    for _ in range(2):
        with History("history.db", config.place) as reopened:
            both.append(render_index(reopened, config, tonight=facts))
    assert both[0] == both[1]


def test_every_label_has_its_part(tmp_path):
    history = open_history(tmp_path)
    config = config_of(tmp_path)
    for number in range(6):
        for label in ("", "feature, <b>"):
            facts = take_in(
                scores_of(number),
                night_name(number),
                history,
                config,
                label=label,
                compared=number > 4,
            )
    page = parse_index(render_index(history, config, tonight=facts))
    assert page.xpath("//section/@id") == [
        *("newest", "open", "nights", "series", "leaders", "recent"),
        *("newest-1", "open-1", "nights-1"),
    ]
    assert text_of(page, "//section[@id='newest-1']/h2") == "Newest night of feature, <b>"
    lead = text_of(page, "//section[@id='newest-1']//div[@class='lead']")
    assert lead.startswith(f"{night_name(5)} (feature, <b>): ")
    links = page.xpath("//section[@id='nights-1']//table//a/@href")
    assert links == [f"{night_folder(facts.night, facts.label)}/index.html"]
    assert page.xpath("//section[@id='open-1']/p/text()") == ["None."]


def test_several_nights_of_a_day_share_a_cell(tmp_path):
    history = open_history(tmp_path)
    config = config_of(tmp_path)
    for number in range(5):
        take_in(scores_of(number), night_name(number), history, config, compared=False)
    facts = take_in(scores_of(5), f"{night_name(5)}T03:00", history, config)
    take_in(scores_of(6), f"{night_name(5)}T15:00", history, config, compared=False)
    page = parse_index(render_index(history, config, tonight=facts))
    (cell,) = [cell for name, cell in cells(page).items() if name == night_name(5)]
    assert cell.xpath(".//b/text()") == ["✓2"]
    assert cell.xpath("./a/@title")[0].count(night_name(5)) == 2
    assert cell.xpath("./a/@href") == [f"{night_folder(facts.night)}/index.html"]


@LONG
def test_hostile_names_stay_text():
    history, config, facts = hostile_demo()
    files = render_index(history, config, tonight=facts)
    page = parse_index(files)
    assert len(page.xpath("//script")) == 2
    assert not page.xpath("//img | //i | //u | //s | //body//*[@onerror]")
    assert page.findtext(".//title") == 'n"><i>&amp;: nights'
    words = page.text_content()
    for name in (HOSTILE[0], HOSTILE[1], HOSTILE[2], HOSTILE[4]):
        assert name in words
    assert "a\\u202eb\\x07c" in words
    assert all(".." not in url for url in page.xpath("//a/@href"))
    lxml.etree.fromstring(files["feed.xml"])


@pytest.fixture(scope="module")
def years(tmp_path_factory):
    """Return the index page of a thousand nights of a hundred series."""
    place = tmp_path_factory.mktemp("years")
    history = open_history(place)
    series = tuple(
        SeriesNight(
            key=Key("accuracy", f"an-algorithm-of-some-name-{n}"), state="ok", value=0.7 + n / 997,
            baseline=0.7 + n / 1009, change=-0.001234, low=-0.0123, high=0.0119, p_value=0.5 + n / 300,
            p_adjusted=0.9, n_baseline=90, window=2,
        )
        for n in range(100)
    )  # fmt: skip
    leader = Leader(metric="accuracy", algorithms=("an-algorithm-of-some-name-99",))
    facts = NightFacts(name="n", night="@", sha256="0" * 64, n_scores=25000, series=series,
                       verdict=("No regression was found among 100 series.",), leaders=(leader,),
                       units={"accuracy": ""}, directions={"accuracy": True})  # fmt: skip
    nights = [(dt.date(2024, 1, 1) + dt.timedelta(days=n)).isoformat() for n in range(1000)]
    history.restore(
        Remembered(
            record=NightRecord(
                night=night,
                label="",
                recorded=f"{night}T04:00:00+00:00",
                sha256="0" * 64,
                n_scores=25000,
            ),
            facts=dataclasses.replace(facts, night=night),
        )
        for night in nights
    )
    config = config_of(place)
    for night in nights:
        (place / "nights" / night).mkdir(parents=True)
        (place / "nights" / night / "index.html").touch()
    return history, config, dataclasses.replace(facts, night=nights[-1])


@LONG
def test_a_thousand_nights_of_a_hundred_series_stay_small(years):
    history, config, facts = years
    start = time.process_time()
    files = render_index(history, config, tonight=facts)
    assert time.process_time() - start < 20
    assert len(files["index.html"]) < 2_000_000
    page = parse_index(files)
    assert len(cells(page, "night")) == 1000
    assert all(cell.xpath("./a") for cell in cells(page, "night").values())
    assert len(page.xpath("//svg")) == 100
    # the last six months are open, the others unfold
    assert len(page.xpath("//section[@id='nights']/div//table")) == 6
    assert len(page.xpath("//section[@id='nights']/details//table")) == 27


def test_a_page_that_is_switched_off_is_not_linked():
    history, config, facts = demo()
    config = dataclasses.replace(config, report=Pages(pdf=False, comparison=False, title="Mine"))
    page = parse_index(render_index(history, config, tonight=facts))
    assert page.findtext(".//h1") == "Mine"
    assert not [url for url in page.xpath("//a/@href") if url.endswith(".pdf")]


@LONG
def test_the_pages_of_nights_share_one_file_of_fonts(tmp_path):
    [name] = font_sheet()
    assert font_sheet()[name].count(b"@font-face") == 7
    history, config, facts = demo()
    files = demo_files() | render_index(history, config, tonight=facts)
    write_files(tmp_path, files)
    pages = list(tmp_path.rglob("*.html"))
    assert len(pages) == 3
    for path in pages:
        text = path.read_text()
        assert "@font-face" not in text
        page = lxml.html.fromstring(text)
        [address] = page.xpath("//link[@rel='stylesheet']/@href")
        assert (path.parent / address).resolve() == (tmp_path / name).resolve()
        [policy] = page.xpath("//meta[@http-equiv]/@content")
        assert "font-src data:" in policy
        assert "style-src 'self' 'sha256-" in policy
    assert sum(len(path.read_bytes()) for path in pages) < 900_000
