"""A headless Chromium for the tests of this folder, which are skipped where there is none."""

import importlib.util
import warnings
from contextlib import contextmanager
from pathlib import Path

import pandas as pd
import pytest
from curves_tables import curves_of
from needs import CHROMIUM, program
from predictions_tables import random_scores
from published import published

from benchreport.data import Roles, Scores
from benchreport.report import report
from benchreport.report.document import Document, Download, Section, Table
from benchreport.report.rendering.html_page import render_page

HOSTILE = ("=cmd()", 'a "b", c', "100 % & $x_1$ {~^\\} #", "決定木", "</script><b>")


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=next(filter(None, map(program, CHROMIUM))))
        yield running
        running.close()


@pytest.fixture(scope="session")
def page_files(tmp_path_factory):
    """Write a report of each kind and a page of tables, and return their paths."""
    folder = tmp_path_factory.mktemp("reports")
    scores = published("garcia_herrera2008")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pages = {
            "scores": report(scores, detail="full").html,
            "standard": report(scores).html,
            "predictions": report(random_scores(n=400)).html,
            "curves": report(curves_of(k=3, datasets=6)).html,
            "hostile": report(hostile_scores()).html,
        }
    pages["tables"] = render_page(TABLES)
    for name, page in pages.items():
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
    return {name: folder / f"{name}.html" for name in pages}


@pytest.fixture(scope="session")
def tables():
    return TABLES


def hostile_scores():
    rows = [[(7 * row + 3 * column) % 10 for column in range(5)] for row in range(8)]
    names = [*HOSTILE[:4], "<img src=x onerror=alert(1)>" + "x" * 300]
    return Scores.from_frame(pd.DataFrame(rows, columns=names), Roles(score="accuracy"))


NUMBERS = ("0.5", "< .001", ".001", "−1.2", "∞", "–", "−∞", "0.5")
NAMES = ("h", "g", "f", "e", "d", "c", "b", "a")
INTERVALS = (
    "[1, 3]", "[1, 2]", "[−2, 9]", "10 [9, 11]", "9 [8, 10]", "", "1.5 × 10⁻⁹", "0.5 small",
)  # fmt: skip
TABLES = Document(
    title="Tables",
    subtitle="for tests",
    sections=(
        Section(
            key="few",
            title="Few rows",
            blocks=(
                Table(
                    columns=("name", "p", "interval", "rank"),
                    rows=tuple(zip(NAMES, NUMBERS, INTERVALS, "21212121", strict=True)),
                    numeric=(False, True, True, True),
                    strong=frozenset({(1, 1)}),
                    caption="Numbers of 100 % of the rows",
                ),
                Download(name="all.csv", content="a,é\n1,2\n".encode(), caption="all of it"),
            ),
        ),
        Section(
            key="many",
            title="Many rows",
            blocks=(
                Table(
                    columns=("data set", "score"),
                    rows=tuple((f"data {place}", f"{place / 40:.3f}") for place in range(40)),
                    numeric=(False, True),
                ),
            ),
        ),
        Section(
            key="hostile",
            title="Labels <of> all & sorts",
            blocks=(
                Table(
                    columns=("name", "−1"),
                    rows=tuple((name, "−1") for name in HOSTILE),
                    numeric=(False, True),
                ),
            ),
        ),
    ),
)


class Visit:
    """An open page, with its messages in the console and its requests."""

    def __init__(self, page):
        self.page, self.messages, self.requests = page, [], []
        page.on("console", lambda message: self.messages.append(message.text))
        page.on("pageerror", lambda error: self.messages.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))


@pytest.fixture
def open_page(browser, page_files):
    """Open a saved page: ``with open_page("scores", width=400, slowness=4) as visit: …``."""

    @contextmanager
    def open_saved(name, *, width=1600, setup="", slowness=1, wait=True, **options):
        settings = {"viewport": {"width": width, "height": 900}, "color_scheme": "light"}
        context = browser.new_context(**{**settings, **options})
        context.set_default_timeout(5000 * slowness)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        if setup:
            context.add_init_script(setup)
        visit = Visit(context.new_page())
        path = page_files.get(name, name)
        if slowness > 1:
            session = context.new_cdp_session(visit.page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": slowness})
        visit.page.goto(path.as_uri())
        if wait:
            visit.page.locator("html:not(.waiting)").wait_for(state="attached")
        try:
            yield visit
        finally:
            context.close()

    return open_saved


# How far what is on the first screen moved while the page was loaded; 0 is no movement. Without its limit
# the page waits for its fonts and its script on any machine; another test has the limit.
SHIFTS = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
const later = window.setTimeout;
window.setTimeout = (act, wait) => (wait === 3000 ? 0 : later(act, wait));
"""


@pytest.fixture
def open_slowly(open_page):
    """Open a page on a machine six times slower, until it has been painted, and measure how far it moved."""

    @contextmanager
    def open_measured(name, **options):
        with open_page(name, setup=SHIFTS, slowness=6, **options) as visit:
            visit.page.wait_for_function(
                "() => performance.getEntriesByName('first-contentful-paint').length"
            )
            visit.page.wait_for_timeout(100)
            yield visit

    return open_measured


@pytest.fixture(scope="session")
def axe():
    """Return the script of axe-core, which finds what people with disabilities cannot use."""
    spec = importlib.util.find_spec("axe_playwright_python")
    return (Path(spec.origin).parent / "axe.min.js").read_text(encoding="utf-8")
