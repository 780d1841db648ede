"""The page in a browser: with and without its script, light and dark, narrow and wide."""

import io
import itertools
import json
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest

from benchreport.report.document import Document
from benchreport.report.rendering.html_page import render_fragment, render_page

KINDS = ("scores", "predictions", "curves", "hostile")
SETTINGS = list(itertools.product(("light", "dark"), (400, 1600), (True, False)))
DARK = (0x17, 0x17, 0x17)


def ids(values):
    scheme, width, script = values
    return f"{scheme}-{width}-{'script' if script else 'plain'}"


@pytest.fixture(params=SETTINGS, ids=ids)
def settings(request):
    scheme, width, script = request.param
    return {"color_scheme": scheme, "width": width, "java_script_enabled": script}


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_fetched_nothing_fails_and_nothing_is_too_wide(open_page, kind, settings):
    with open_page(kind, **settings) as visit:
        assert visit.messages == []
        assert visit.requests
        assert all(url.startswith(("file:", "data:image/svg+xml")) for url in visit.requests)
        assert sum(url.startswith("file:") for url in visit.requests) == 1
        page = visit.page
        width = page.locator("html").evaluate("each => each.scrollWidth")
        assert width <= settings["width"]
        figures = page.locator(".plot img")
        assert figures.count() > 0
        assert all(figures.evaluate_all("all => all.map((each) => each.naturalWidth > 0)"))


@pytest.mark.parametrize("kind", KINDS[:3])
@pytest.mark.parametrize(
    ("scheme", "width", "script"),
    [("light", 400, True), ("dark", 1000, True), ("dark", 1600, True), ("dark", 400, False)],
)
def test_axe_finds_nothing_serious(
    open_page, page_files, tmp_path, axe, kind, scheme, width, script
):
    page = page_files[kind].read_text(encoding="utf-8")
    path = tmp_path / "page.html"
    # axe is itself a script: instead of switching scripts off, the page's own is cut out
    path.write_text(page if script else page[: page.rindex("<script>")], encoding="utf-8")
    with open_page(path, width=width, color_scheme=scheme) as visit:
        visit.page.evaluate(axe)
        violations = visit.page.evaluate(AXE)["violations"]
    grave = [
        violation for violation in violations if violation["impact"] in ("serious", "critical")
    ]
    assert [(violation["id"], violation["nodes"][0]["html"][:200]) for violation in grave] == []


AXE = """axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    resultTypes: ["violations"],
})"""


def test_without_the_script_everything_is_there_and_no_control_is_dead(open_page):
    with open_page("scores", java_script_enabled=False) as visit:
        page = visit.page
        assert page.locator("button, input").count() == 0
        rows = page.locator("#appendix tbody tr")
        assert rows.count() == 30
        assert all(row.is_visible() for row in rows.all())
        evidence = page.locator("#assumptions li.held .evidence").first
        assert not evidence.is_visible()
        page.locator("#assumptions li.held summary").first.click()
        assert evidence.is_visible()


def test_without_the_script_files_are_saved(open_page):
    with open_page("tables", java_script_enabled=False) as visit:
        with visit.page.expect_download() as waiting:
            visit.page.locator("text=all.csv").first.click()
        assert waiting.value.suggested_filename == "all.csv"
        assert waiting.value.path().read_text(encoding="utf-8") == "a,é\n1,2\n"


def test_headings_and_contents_are_addresses(open_page):
    with open_page("scores", width=400) as visit:
        page = visit.page
        page.locator("nav a", has_text="Methods").click()
        assert page.url.endswith("#methods")
        assert page.locator("#methods h2").is_visible()
        page.locator("#pairs h2 a").click()
        assert page.url.endswith("#pairs")
        page.locator(".back").click()
        assert page.url.endswith("#contents")
        # the list is visible again
        assert page.locator("nav a").first.bounding_box()["y"] >= 0


def test_contents_stay_beside_a_wide_page_and_mark_the_section(open_page):
    with open_page("scores", width=1600) as visit:
        page = visit.page
        page.locator("nav a", has_text="Methods").click()
        box = page.locator("nav").bounding_box()
        assert 0 <= box["y"] < 100
        assert box["x"] + box["width"] <= page.locator("main").bounding_box()["x"]
        current = page.locator("nav a[aria-current]", has_text="Methods")
        current.wait_for()
        assert not page.locator(".back").is_visible()


def colour(page, selector, style="backgroundColor"):
    text = page.locator(selector).first.evaluate(f"each => getComputedStyle(each).{style}")
    return tuple(int(part) for part in text.strip("rgb()").split(","))


def luminance(rgb):
    parts = np.asarray(rgb) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def contrast(first, second):
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def pixels(page, selector):
    image = matplotlib.image.imread(io.BytesIO(page.locator(selector).first.screenshot()))
    return np.rint(image[..., :3] * 255).astype(int).reshape(-1, 3)


@pytest.mark.parametrize("script", [True, False])
def test_dark_follows_the_system_and_figures_are_dark_too(open_page, script):
    with open_page("scores", color_scheme="dark", java_script_enabled=script) as visit:
        page = visit.page
        assert colour(page, "html") == DARK
        assert contrast(colour(page, "html", "color"), DARK) > 7
        figure = pixels(page, "#figures img")
        colours, counts = np.unique(figure, axis=0, return_counts=True)
        background = colours[counts.argmax()]
        # the figure has no frame of another colour around it
        assert np.abs(background - DARK).max() <= 1
        strongest = max(contrast(pixel, background) for pixel in np.unique(figure, axis=0))
        assert strongest > 7


def test_the_switch_turns_both_ways_and_is_forgotten(open_page):
    with open_page("scores", color_scheme="light") as visit:
        page = visit.page
        switch = page.locator("button.theme")
        assert switch.text_content() == "Dark colours"
        switch.click()
        assert colour(page, "html") == DARK
        assert luminance(pixels(page, "#figures img").mean(axis=0)) < 0.1
        assert switch.text_content() == "Light colours"
        switch.click()
        assert colour(page, "html") == (255, 255, 255)
        switch.click()
        page.reload()
        assert colour(page, "html") == (255, 255, 255)
        assert page.evaluate("localStorage.length + document.cookie.length") == 0
        page.emulate_media(color_scheme="dark")
        page.locator("button.theme", has_text="Light colours").wait_for()
        page.locator("button.theme").click()
        assert colour(page, "html") == (255, 255, 255)
        assert visit.messages == []


@pytest.mark.parametrize("script", [True, False])
def test_paper_has_all_rows_and_no_controls_and_is_light(open_page, script):
    with open_page("scores", color_scheme="dark", java_script_enabled=script) as visit:
        page = visit.page
        page.emulate_media(media="print", color_scheme="dark")
        assert all(row.is_visible() for row in page.locator("#appendix tbody tr").all())
        assert page.locator("#assumptions li.held .evidence").first.bounding_box()["height"] > 10
        assert not any(element.is_visible() for element in page.locator("button, input, .back").all()
                       if element.get_attribute("class") not in {"sort", "pick"})  # fmt: skip
        assert colour(page, "html") == (255, 255, 255)
        image = page.locator("#figures img").first
        assert image.evaluate("each => getComputedStyle(each).filter") == "none"


def test_printing_opens_folded_parts_and_closes_them_afterwards(open_page):
    with open_page("scores") as visit:
        page = visit.page
        folded = page.locator("details:not([open])").count()
        assert folded > 0
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        assert page.locator("details:not([open])").count() == 0
        page.evaluate("window.dispatchEvent(new Event('afterprint'))")
        assert page.locator("details:not([open])").count() == folded


HOST = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>host</title><style>
table {{ color: rgb(1, 2, 3) !important; }} h2 {{ font-size: 77px; }}
</style></head><body><h2 id="methods">Of the host</h2><table><tr><td>cell</td></tr></table>
{}</body></html>"""


def test_notebook_fragment_leaks_nothing_either_way(open_page, tables, tmp_path):
    path = tmp_path / "host.html"
    path.write_text(HOST.format(render_fragment(tables)), encoding="utf-8")
    with open_page(path) as visit:
        page = visit.page
        frame = page.frames[1]
        assert frame.locator("table").first.evaluate("each => getComputedStyle(each).color") == (
            "rgb(26, 26, 26)"
        )
        assert colour(page, "td", "color") == (1, 2, 3)
        assert frame.locator("button.theme").is_visible()
        before = page.url
        frame.locator("nav a").last.click()
        assert page.url == before
        assert frame.locator("h1").text_content() == "Tables"
        assert frame.url == "about:srcdoc#hostile"
        with page.expect_download() as waiting:
            frame.locator("text=Download CSV").first.click()
        assert waiting.value.suggested_filename == "few-1.csv"
        assert visit.messages == []


def test_a_mark_shows_its_text_when_hovered(open_page):
    with open_page("scores") as visit:
        figure = visit.page.locator("figure.plot[data-points]").first
        image = figure.locator("img")
        image.scroll_into_view_if_needed()
        box = image.bounding_box()
        points = json.loads(figure.get_attribute("data-points"))
        left, top, _ = points[len(points) // 2]
        visit.page.mouse.move(box["x"] + left * box["width"], box["y"] + top * box["height"])
        tip = figure.locator(".tip")
        assert tip.inner_text() in {point[2] for point in points}
        visit.page.mouse.move(0, 0)
        assert not tip.is_visible()
        assert visit.messages == []


@pytest.mark.parametrize("width", [400, 1000, 1600])
@pytest.mark.parametrize("kind", [*KINDS, "standard"])
def test_the_first_screen_does_not_shift(open_slowly, kind, width):
    with open_slowly(kind, width=width) as visit:
        assert visit.page.evaluate("window.shift") < 0.001
        sizes = visit.page.locator(".plot img").evaluate_all(
            "all => all.map(({width, height, naturalWidth, naturalHeight}) =>"
            " width * naturalHeight / (height * naturalWidth) - 1)"
        )
        # sizes are whole pixels, and the figure of two pairs is 80 of them high
        assert max(map(abs, sizes)) < 0.01


UNREAD = "FontFace.prototype.load = () => new Promise(() => {});"


def test_a_page_is_seen_after_three_seconds_without_its_fonts(open_page):
    with open_page("scores", setup=UNREAD) as visit:
        seen = visit.page.evaluate("performance.now()")
        assert 3000 <= seen < 5000
        assert visit.page.locator("h1").is_visible()


def test_nothing_is_seen_before_the_fonts_are_read(open_page):
    with open_page("scores", setup="window.setTimeout = () => 0;" + UNREAD, wait=False) as visit:
        visit.page.wait_for_timeout(200)
        assert not visit.page.locator("h1").is_visible()
        visit.page.emulate_media(media="print")
        assert visit.page.locator("h1").is_visible()


OVERFLOW = "each => each.scrollWidth - each.clientWidth"


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("width", [360, 400])
@pytest.mark.parametrize("kind", KINDS[:3])
def test_a_phone_shows_the_first_figure_and_the_ranking_whole(open_page, kind, width, script):
    with open_page(kind, width=width, java_script_enabled=script) as visit:
        boxes = visit.page.locator("#verdict .scroll")
        assert boxes.count() >= 2
        assert boxes.evaluate_all(f"all => all.map({OVERFLOW})") == [0] * boxes.count()
        image = visit.page.locator("#verdict .plot img")
        drawn, wide = image.evaluate("each => [each.currentSrc, each.src]")
        assert drawn != wide
        # letters of 8.5 points are 10 pixels high or more
        narrow_width = int(visit.page.locator("#verdict source").get_attribute("width"))
        assert image.bounding_box()["width"] > 0.88 * narrow_width
        intervals = visit.page.locator("#verdict .ranking .interval").all()
        assert intervals
        assert all(each.bounding_box()["height"] < 20 for each in intervals)


def test_no_column_of_pairs_is_cut_off_in_a_window(open_page):
    with open_page("standard", width=1000) as visit:
        boxes = visit.page.locator("#pairs .table .scroll")
        heads = boxes.first.locator("thead th")
        assert heads.count() >= 7
        assert boxes.first.evaluate(OVERFLOW) == 0
        # nor by the arrow of sorting, where a table is as wide as its box
        boxes.first.locator("table").evaluate("each => { each.style.width = '100%'; }")
        for head in (heads.first, heads.last):
            head.locator(".sort").click()
            assert boxes.first.evaluate(OVERFLOW) == 0


def test_heads_stand_above_their_numbers_with_and_without_the_script(open_page):
    ends = []
    for script in (True, False):
        with open_page("scores", width=1000, java_script_enabled=script) as visit:
            head = visit.page.locator("#description thead th.number")
            # where the text of the head ends, without the arrow that the script adds
            ends.append(
                head.nth(1).evaluate("""each => {
                const range = document.createRange();
                range.selectNodeContents(each.querySelector("button") ?? each);
                const cell = each.closest("table").tBodies[0].rows[0].cells[each.cellIndex];
                const number = document.createRange();
                number.selectNodeContents(cell);
                return number.getBoundingClientRect().right - range.getBoundingClientRect().right;
            }""")
            )
    assert max(map(abs, ends)) < 1


def test_windows_and_paper_have_the_wide_drawing_with_its_caption(open_page):
    with open_page("scores", width=400) as visit:
        page = visit.page
        image = page.locator("#verdict .plot img")
        shown = image.evaluate("each => each.currentSrc")
        page.set_viewport_size({"width": 1000, "height": 900})
        page.wait_for_function(
            "old => document.querySelector('#verdict img').currentSrc !== old", arg=shown
        )
        page.set_viewport_size({"width": 400, "height": 900})
        page.wait_for_function(
            "old => document.querySelector('#verdict img').currentSrc === old", arg=shown
        )
        page.emulate_media(media="print")
        page.wait_for_function(
            "old => document.querySelector('#verdict img').currentSrc !== old", arg=shown
        )


def test_marks_of_the_narrow_drawing_answer_where_they_are(open_page):
    with open_page("scores", width=400) as visit:
        page = visit.page
        figure = page.locator("#verdict figure.plot")
        image = figure.locator("img")
        image.scroll_into_view_if_needed()
        box = image.bounding_box()
        wide, narrow = (
            json.loads(figure.get_attribute(name)) for name in ("data-points", "data-narrow-points")
        )
        texts = [{point[2] for point in points} for points in (wide, narrow)]
        assert texts[0] == texts[1]
        left, top, text = narrow[0]
        assert [left, top, text] not in wide
        page.mouse.move(box["x"] + left * box["width"], box["y"] + top * box["height"])
        assert figure.locator(".tip").inner_text() == text
        page.mouse.click(box["x"] + left * box["width"], box["y"] + top * box["height"])
        ring = figure.locator(".ring").first.bounding_box()
        assert abs(ring["x"] + ring["width"] / 2 - box["x"] - left * box["width"]) < 2
        assert visit.messages == []


def test_a_picture_is_saved_of_the_wide_drawing(open_page):
    with open_page("scores", width=400) as visit:
        with visit.page.expect_download() as waiting:
            visit.page.locator("#verdict button", has_text="Download PNG").click()
        content = Path(waiting.value.path()).read_bytes()
        width = int.from_bytes(content[16:20], "big")
        expected = int(visit.page.locator("#verdict .plot img").get_attribute("width"))
        assert abs(width - 2 * expected) <= 2


def test_the_way_back_to_the_contents_appears_when_they_are_out_of_sight(open_page):
    with open_page("scores", width=400) as visit:
        back = visit.page.locator(".back")
        back.wait_for(state="hidden")
        visit.page.mouse.wheel(0, 2500)
        back.wait_for(state="visible")
        back.click()
        back.wait_for(state="hidden")
        assert visit.page.url.endswith("#contents")


def test_many_intervals_stand_below_their_values(open_page):
    with open_page("curves", width=1000) as visit:
        cells = visit.page.locator("#curves table tbody tr").first.locator(".ranged")
        assert cells.count() >= 4
        for cell in cells.all():
            text, interval = cell.bounding_box(), cell.locator(".interval").bounding_box()
            assert interval["y"] > text["y"] + 12
            assert cell.text_content().count(" [") == 1


def test_what_scrolls_fades_until_its_end_is_seen(open_page):
    mask = "each => getComputedStyle(each).maskImage"
    with open_page("scores", width=400) as visit:
        box = visit.page.locator("#description .scroll").first
        assert box.evaluate(OVERFLOW) > 0
        assert "linear-gradient" in box.evaluate(mask)
        box.evaluate("each => { each.scrollLeft = each.scrollWidth; }")
        visit.page.wait_for_timeout(100)
        assert box.evaluate(mask) == "none"
        assert visit.page.locator("#verdict .scroll").first.evaluate(mask) == "none"


def test_tools_take_one_line_on_a_phone(open_page):
    with open_page("scores", width=400) as visit:
        for tools in visit.page.locator(".tools").all()[:4]:
            tops = {round(each.bounding_box()["y"]) for each in tools.locator(".tool").all()}
            assert len(tops) == 1


def test_names_without_end_make_no_table_wider_than_a_window(open_page):
    with open_page("hostile", width=1000) as visit:
        boxes = visit.page.locator(".table > .scroll:visible")
        assert boxes.count() >= 4
        assert boxes.evaluate_all(f"all => all.map({OVERFLOW})") == [0] * boxes.count()


def test_names_break_between_words_in_the_cells_of_a_table(open_page):
    with open_page("standard", width=1000) as visit:
        names = visit.page.locator("#sensitivity td .pick")
        assert names.count() > 0
        assert {round(each.bounding_box()["height"]) for each in names.all()} == {
            round(names.first.bounding_box()["height"])
        }


def test_the_headline_breaks_between_names_and_not_within(open_page, tmp_path):
    names = ("model-01", "model-02")
    path = tmp_path / "headline.html"
    headline = "No significant difference between model-01 and model-02"
    document = Document(title="", subtitle="", headline=headline, sections=(), labels=names)
    path.write_text(render_page(document), encoding="utf-8")
    with open_page(path, width=400) as visit:
        words = visit.page.locator("h1 .whole").all()
        assert [word.inner_text() for word in words] == list(names)
        # two lines of the headline are higher
        assert all(word.bounding_box()["height"] < 50 for word in words)
