"""The pages of the nights in a browser: links, narrow and wide, light and dark, without the script."""

from dataclasses import replace

import pytest
from nights_tables import demo, hostile

from benchreport.nightly.pages.index import render_index
from benchreport.nightly.pages.night_pages import render_night
from benchreport.nightly.pages.wording import night_folder
from benchreport.report.rendering.font_faces import font_sheet

AXE = """axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    resultTypes: ["violations"],
})"""


def write_nights(folder, night):
    history, config, facts = night
    files = render_night(facts, history, config)
    files |= render_index(history, config, tonight=facts, added=files)
    for name, content in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    return {"index": folder / "index.html",
            "night": folder / night_folder(facts.night, facts.label) / "index.html"}  # fmt: skip


@pytest.fixture(scope="session")
def nights(tmp_path_factory):
    usual = write_nights(tmp_path_factory.mktemp("published"), demo())
    place = tmp_path_factory.mktemp("hostile")
    odd = write_nights(place, hostile(place))
    return {**usual, "hostile index": odd["index"], "hostile night": odd["night"]}


@pytest.mark.parametrize("name", ["index", "night", "hostile index", "hostile night"])
@pytest.mark.parametrize("width", [320, 400, 1600, 2500])
def test_nothing_is_fetched_nothing_fails_and_nothing_is_too_wide(open_page, nights, name, width):
    with open_page(nights[name], width=width) as visit:
        assert visit.messages == []
        assert [url for url in visit.requests if not url.startswith(("file:", "data:"))] == []
        # the page, and the fonts of all pages
        names = [url.rpartition("/")[2] for url in visit.requests if url.startswith("file:")]
        assert names == ["index.html", *font_sheet()]
        assert visit.page.evaluate("document.fonts.check('600 1rem \"Benchreport Serif\"')")
        assert visit.page.locator("html").evaluate("each => each.scrollWidth") <= width


def test_a_phone_shows_the_tables_of_the_index_whole(open_page, nights):
    with open_page(nights["index"], width=400) as visit:
        tables = visit.page.locator("main .scroll")
        assert tables.count() >= 3
        over = tables.evaluate_all("all => all.map((each) => each.scrollWidth - each.clientWidth)")
        assert max(over) == 0


def test_a_phone_shows_the_series_of_a_night_whole(open_page, nights):
    with open_page(nights["night"], width=400) as visit:
        tables = visit.page.locator("#series .scroll")
        assert tables.count() == 2
        over = tables.evaluate_all("all => all.map((each) => each.scrollWidth - each.clientWidth)")
        assert over == [0, 0]
        shown = visit.page.locator("#series td.ranged .interval").first
        assert shown.evaluate("each => getComputedStyle(each).display") == "block"


def test_a_phone_shows_why_series_are_in_their_state(open_page, tmp_path):
    history, config, facts = demo()
    reasons = ("worse tonight only", "provisional: 12 of 20 nights", "Monday +0.001")
    rows = tuple(
        replace(row, reason=reasons[place % 3], n_baseline=87)
        for place, row in enumerate(facts.series)
    )
    written = write_nights(tmp_path, (history, config, replace(facts, series=rows)))
    with open_page(written["night"], width=400) as visit:
        heads = visit.page.locator("#series thead th:last-child").all_inner_texts()
        assert {head.strip() for head in heads} == {"why"}
        tables = visit.page.locator("#series .scroll")
        over = tables.evaluate_all("all => all.map((each) => each.scrollWidth - each.clientWidth)")
        assert max(over) == 0


@pytest.mark.parametrize("name", ["night", "hostile night"])
def test_a_phone_shows_the_other_tables_of_a_night_whole(open_page, nights, name):
    with open_page(nights[name], width=400) as visit:
        tables = visit.page.locator(":is(#more, #over, #leaders) .scroll")
        assert tables.count() >= 1
        over = tables.evaluate_all("all => all.map((each) => each.scrollWidth - each.clientWidth)")
        assert max(over) == 0


BROKEN_WORDS = """heads => heads.flatMap((head) => {
    const text = document.createTreeWalker(head, NodeFilter.SHOW_TEXT), broken = [];
    while (text.nextNode())
        for (const word of text.currentNode.data.matchAll(/\\S+/g)) {
            const range = document.createRange();
            range.setStart(text.currentNode, word.index);
            range.setEnd(text.currentNode, word.index + word[0].length);
            if (range.getClientRects().length > 1) broken.push(word[0]);
        }
    return broken;
})"""


@pytest.mark.parametrize("name", ["index", "night"])
def test_a_small_phone_breaks_no_word_of_a_series(open_page, nights, name):
    with open_page(nights[name], width=320) as visit:
        heads = visit.page.locator("main tbody th")
        assert "all algorithms" in heads.all_inner_texts()
        assert heads.evaluate_all(BROKEN_WORDS) == []


@pytest.mark.parametrize("name", ["index", "night", "hostile index"])
@pytest.mark.parametrize("width", [400, 1600])
def test_the_first_screen_does_not_shift(open_slowly, nights, name, width):
    with open_slowly(nights[name], width=width) as visit:
        assert visit.page.evaluate("window.shift") < 0.001


@pytest.mark.parametrize("name", ["index", "night"])
@pytest.mark.parametrize(
    ("scheme", "width", "script"),
    [("light", 400, True), ("dark", 1600, True), ("light", 1600, False), ("dark", 400, False)],
)
def test_axe_finds_nothing(open_page, nights, tmp_path, axe, name, scheme, width, script):
    page = nights[name].read_text(encoding="utf-8")
    path = tmp_path / "page.html"
    path.write_text(page if script else page[: page.rindex("<script>")], encoding="utf-8")
    with open_page(path, width=width, color_scheme=scheme) as visit:
        visit.page.evaluate(axe)
        violations = visit.page.evaluate(AXE)["violations"]
    assert [
        (violation["id"], violation["nodes"][0]["html"][:200]) for violation in violations
    ] == []


def test_a_night_looks_the_same_in_every_week(open_page, nights):
    """The lines after each fifth row of a table once hid the last week's states."""
    looks = """all => all.map((each) => {
        const style = getComputedStyle(each);
        return [each.className, style.color, style.backgroundColor, style.borderBottom].join(" ");
    })"""
    # no month of these nights has a sixth week, after which the fifth is not the last
    sixth = "all => all.forEach((each) => each.insertRow())"
    with open_page(nights["index"], width=1600) as visit:
        visit.page.locator(".month tbody").evaluate_all(sixth)
        cells = visit.page.locator(".month td.night")
        assert cells.count() > 50
        seen = set(cells.evaluate_all(looks))
    assert len(seen) == len({look.partition(" rgb")[0] for look in seen})


@pytest.mark.parametrize("script", [True, False])
def test_links_lead_from_the_index_to_a_finding_and_back(open_page, nights, script):
    with open_page(nights["index"], java_script_enabled=script) as visit:
        page = visit.page
        page.locator("#open tbody a", has_text="svm by accuracy").click()
        assert "/2026-10-30/index.html#finding-" in page.url
        target = page.url.partition("#")[2]
        assert page.locator(f"#{target} h2").text_content() == "Regression: svm by accuracy"
        page.get_by_text("All nights", exact=True).click()
        assert page.url.endswith("/index.html")
        page.locator(".month a").first.click()
        assert page.locator("h1").text_content() == "tabular: night of 2026-10-30"
        page.get_by_text("Tonight's whole comparison").click()
        assert page.url.endswith("comparison.html")


def test_without_the_script_everything_is_there(open_page, nights):
    with open_page(nights["index"], java_script_enabled=False) as visit:
        page = visit.page
        assert page.locator("button, input").count() == 0
        assert page.locator("#recent tbody tr").count() == 30
        assert all(row.is_visible() for row in page.locator("#recent tbody tr").all())
        assert page.locator("svg.spark").first.is_visible()


def test_series_are_sorted_and_colours_switched(open_page, nights):
    with open_page(nights["index"]) as visit:
        page = visit.page
        names = page.locator("#series tbody th")
        page.locator("#series thead button", has_text="series").click()
        assert [name.strip() for name in names.all_text_contents()][:4] == [
            "all algorithms",
            "all algorithms",
            "boost",
            "boost",
        ]
        # lines move with their rows
        assert page.locator("#series tbody tr").first.locator("svg").count() == 1
        cell = page.locator(".month td.regressed").first
        before = cell.evaluate("each => getComputedStyle(each).backgroundColor")
        page.locator("button.theme").click()
        assert cell.evaluate("each => getComputedStyle(each).backgroundColor") != before
        assert visit.messages == []


def test_hovering_a_night_shows_its_date_and_value(open_page, nights):
    with open_page(nights["night"]) as visit:
        figure = visit.page.locator("figure.plot[data-points]").first
        image = figure.locator("img")
        image.scroll_into_view_if_needed()
        box = image.bounding_box()
        left, top, text = figure.evaluate("each => JSON.parse(each.dataset.points).at(-1)")
        visit.page.mouse.move(box["x"] + left * box["width"], box["y"] + top * box["height"])
        assert figure.locator(".tip").inner_text() == text
        assert text.startswith("2026-10-30: ")
