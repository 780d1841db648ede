"""The site: its builder reads what is there, and links of a built one (``SITE=FOLDER``) lead somewhere."""

import ast
import html.parser
import inspect
import os
import re
import runpy
import sys
import tomllib
from pathlib import Path
from urllib.parse import unquote, urlparse

import pandas as pd
import pytest
from looped import loop_over

import benchreport
from benchreport.stats.catalogue import PROCEDURES

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "examples/guide"
PEERS = sorted((GUIDE / "site_builder/peers").glob("*.toml"))
OF_RESULTS = ("groups", "savefig", "bench")


def builder(name):
    """Import a part of the builder; those that need Sphinx are no part of a bare machine."""
    if str(GUIDE) not in sys.path:
        sys.path.append(str(GUIDE))
    pytest.importorskip("sphinx", reason="the site needs Sphinx: pip install '.[docs]'")
    return __import__(f"site_builder.{name}", fromlist=["site_builder"])


@loop_over("file", PEERS)
def test_calls_that_a_page_of_a_peer_names_are_accepted(file):
    bench = benchreport.bench(pd.DataFrame())
    rows = tomllib.loads(file.read_text(encoding="utf-8"))["row"]
    for row in rows:
        assert row["theirs"]
        assert row["differs"].endswith((".", ").")), row
        if row["ours"].startswith("benchreport nightly"):
            continue
        calls = [node for node in ast.walk(ast.parse(row["ours"])) if isinstance(node, ast.Call)]
        for call in calls:
            if call.func.attr in OF_RESULTS:
                continue
            given = {word.arg: None for word in call.keywords}
            inspect.signature(getattr(bench, call.func.attr)).bind(*call.args, **given)


def test_a_block_that_does_not_run_says_why():
    for page in GUIDE.glob("*.md"):
        text = page.read_text(encoding="utf-8")
        for reason in re.findall(r"<!-- not run: (.*?) -->", text):
            assert len(reason.split()) > 3, (page.name, reason)


def test_files_that_a_page_names_exist():
    for page in GUIDE.glob("*.md"):
        named = re.findall(
            r"`((?:tests|examples|\.ci)/[\w/.-]+)`", page.read_text(encoding="utf-8")
        )
        assert [name for name in named if not (ROOT / name).exists()] == [], page.name


def test_every_procedure_has_a_page_with_its_example_and_oracle():
    pages = builder("procedure_pages").make_pages()
    for name in PROCEDURES:
        page = pages[f"procedures/{name}"]
        assert f"benchreport.Bench.{name}(" in page
        assert "```python\n" in page
        assert "## Checked against\n\n- " in page, f"ORACLE = … is missing in test_{name}.py"


def test_the_decision_page_has_what_advise_says():
    decision = builder("decision_page")
    page = decision.make_pages()["which-test"]
    for result in decision.advice().values():
        for suggestion in result.suggestions:
            assert suggestion.code in page
            assert suggestion.reason in page


def test_blocks_share_names_and_show_what_they_give(tmp_path):
    blocks = builder("code_blocks")
    page = blocks.Page("page", tmp_path, tmp_path)
    text = "```python\na = 2\n```\n\n```python\nprint(a)\na + 1\n```\n\n```sh\necho shell\n```\n"
    shown = blocks.BLOCK.sub(page.run, text)
    assert re.findall(r"```text\n(.*?)\n```", shown, re.DOTALL) == ["2\n3", "shell"]


def test_a_page_lists_what_its_result_assumes(tmp_path):
    blocks = builder("code_blocks")
    page = blocks.Page("page", tmp_path, tmp_path)
    assert page.list_assumptions() == ""
    frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    page.names["result"] = result = frame.bench(score="accuracy").tukey()
    listed = page.list_assumptions()
    assert listed.count("\n- ") == len(result.assumptions) > 1
    assert "\n- The residuals are normally distributed (*" in listed


@pytest.mark.parametrize("code", ["```python\n1 / 0\n```\n", "```sh\nfalse\n```\n"])
def test_a_block_that_fails_stops_the_build(tmp_path, code):
    blocks = builder("code_blocks")
    from sphinx.errors import ExtensionError

    with pytest.raises(ExtensionError, match="page, block 1"):
        blocks.BLOCK.sub(blocks.Page("page", tmp_path, tmp_path).run, code)


def test_the_house_has_every_part_and_no_import_goes_up():
    house = builder("architecture")
    height = {part: at for at, layer in enumerate(house.layers()) for part in layer}
    assert set(height) >= {path.parent.name for path in house.PACKAGE.glob("*/__init__.py")}
    up = [pair for pair in house.imports() if height[pair[0]] >= height[pair[1]]]
    assert up == [("results", "plots")]  # Result.plot(), the exception of the contract


def test_the_report_of_the_benchmarks_takes_the_fastest_peer_and_no_bound():
    read_table = runpy.run_path(str(ROOT / "tests/benchmarks/report.py"))["read_table"]
    text = (
        "CPU seconds\n\n| work | ours (s) | peers |\n|---|---|---|\n"
        "| Nemenyi, 10 × 30 | 0.002 | scikit_posthocs 0.004 (2.00) · my_own 1e-3 (0.50) | 1 |  |\n"
        "| first call | 0.4 | floor: import pandas 0.2 (0.50) |  |  |\n| no peer | 0.1 |  | 2 |  |\n"
    )
    assert read_table(text).to_dict("list") == {
        "work": ["Nemenyi, 10 × 30"] * 2,
        "tool": ["benchreport", "fastest peer"],
        "seconds": [0.002, 0.001],
    }


class Links(html.parser.HTMLParser):
    """Collect the links and the anchors of a page."""

    def __init__(self, page):
        super().__init__()
        self.places, self.anchors = [], set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, _tag, attributes):
        given = dict(attributes)
        self.anchors |= {given[name] for name in ("id", "name") if given.get(name)}
        self.places += [given[name] for name in ("href", "src") if given.get(name)]


@pytest.fixture(scope="module")
def site():
    if "SITE" not in os.environ:
        pytest.skip("SITE names no site that was built")
    return Path(os.environ["SITE"])


def test_links_of_the_site_lead_somewhere_and_it_fetches_nothing(site):
    found = [page for page in site.rglob("*.html") if "_static" not in page.parts]
    pages = {page: Links(page) for page in found}
    assert len(pages) > len(PROCEDURES)
    dead, outside = [], set()
    for page, links in pages.items():
        for link in links.places:
            url = urlparse(link)
            if url.scheme or url.netloc:
                outside.add(link)
                continue
            target = (page.parent / unquote(url.path)).resolve() if url.path else page
            known = pages.get(target)
            if not target.exists() or (
                url.fragment and known and unquote(url.fragment) not in known.anchors
            ):
                dead.append((page.relative_to(site).as_posix(), link))
    assert dead == []
    assert {place for place in outside if place.startswith("http")} <= {"https://doi.org"}


def test_others_can_link_to_every_procedure(site):
    from sphinx.util.inventory import InventoryFile

    with (site / "objects.inv").open("rb") as stream:
        inventory = InventoryFile.load(stream, "", lambda _base, name: name)
    methods = {name.rpartition(".")[2] for name in inventory["py:method"]}
    assert set(PROCEDURES) <= methods


def test_the_search_of_the_site_needs_no_server(site):
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert index.startswith("Search.setIndex(")
    assert '"nemenyi"' in index or "nemenyi:" in index


def test_a_figure_is_a_link_to_its_file(site):
    page = (site / "generated/figures/cd_plot.html").read_text(encoding="utf-8")
    linked = re.findall(r'<figure[^>]*>\s*<a href="([^"]+)"><img [^>]*src="\1"', page)
    assert len(linked) == page.count("<figure") > 1
