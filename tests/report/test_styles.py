"""The stylesheets: correct CSS, and properties that browsers or WeasyPrint know."""

import io
import json
import logging
import os
import subprocess

import pypdf
import pytest
import tinycss2
from looped import loop_over
from needs import LONG, program
from published import published
from weasyprint import CSS
from weasyprint.css.validation.expanders import EXPANDERS
from weasyprint.css.validation.properties import KNOWN_PROPERTIES

from benchreport.report import report
from benchreport.report.rendering.pdf import render_pdf
from benchreport.report.theme import templates_folder

SHEETS = sorted(templates_folder().rglob("*.css"))
AT_RULES = {"page", "media", "supports", "font-face", "keyframes"}
# of CSS modules for screens and of SVG, which WeasyPrint passes over
FOR_SCREENS = set(
    "animation animation-timeline appearance clip-path content-visibility cursor fill filter "
    "font grid-column grid-row mask-image overflow-x overflow-y pointer-events resize "
    "scroll-margin-top scrollbar-width stroke stroke-dasharray stroke-linecap stroke-linejoin "
    "stroke-width text-wrap touch-action transition user-select white-space".split()
)
PROPERTIES = (
    FOR_SCREENS | {name.replace("_", "-") for name in (*KNOWN_PROPERTIES, *EXPANDERS)} | {"src"}
)


def list_unknown(css):
    """List the properties of a stylesheet that no CSS module has; variables have names of their own."""
    rules = tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True)
    names = {item.lower_name for item in walk(rules) if item.type == "declaration"}
    return sorted(name for name in names - PROPERTIES if not name.startswith("--"))


@loop_over("path", SHEETS)
def test_sheets_have_no_unknown_property(path):
    assert not list_unknown(path.read_text("utf-8"))


def test_a_misspelt_property_is_unknown():
    css = "p { colour: red; --own: 1 } @media print { p { margin-button: 1pt; color: red } }"
    assert list_unknown(css) == ["colour", "margin-button"]


def walk(rules):
    """Yield the declarations of rules, also of those inside at-rules."""
    for rule in rules:
        assert rule.type != "error", rule.message
        if rule.type == "at-rule" and rule.lower_at_keyword in ("media", "supports", "keyframes"):
            yield from walk(
                tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
            )
        elif rule.type in ("at-rule", "qualified-rule"):
            assert rule.type == "qualified-rule" or rule.lower_at_keyword in AT_RULES
            yield from tinycss2.parse_blocks_contents(
                rule.content, skip_comments=True, skip_whitespace=True
            )


@loop_over("path", SHEETS)
def test_sheets_parse_without_errors(path):
    rules = tinycss2.parse_stylesheet(
        path.read_text("utf-8"), skip_comments=True, skip_whitespace=True
    )
    found = list(walk(rules))
    assert found
    for item in found:
        assert item.type != "error", item.message
        if item.type == "declaration":
            assert item.value, item.name


@loop_over("path", [path for path in SHEETS if "paper" in path.parts])
def test_sheets_of_paper_use_properties_that_weasyprint_knows(path):
    rules = tinycss2.parse_stylesheet(
        path.read_text("utf-8"), skip_comments=True, skip_whitespace=True
    )
    names = {item.lower_name for item in walk(rules) if item.type == "declaration"}
    borders = {"border", "border-top", "border-bottom", "border-width"}
    shorthands = {"margin", "font", "columns", "padding", "text-align", *borders}
    assert {name.replace("-", "_") for name in names - shorthands} <= {
        name.replace("-", "_") for name in KNOWN_PROPERTIES
    } | {"page", "size"}


PRINTED = [
    path for path in SHEETS if path.name in ("print.css", "paged.css") or "paper" in path.parts
]


def refused_by_weasyprint(css, caplog):
    """Return what WeasyPrint passes over in a stylesheet: names, values and selectors."""
    caplog.clear()
    with caplog.at_level(logging.WARNING, "weasyprint"):
        CSS(string=css)
    return [record.getMessage() for record in caplog.records if record.name == "weasyprint"]


def refused_by_the_w3c(*paths):
    """Return the errors of the W3C's CSS validator, which the Nu Html Checker holds."""
    checker = (program("java"), "-jar", os.environ["VNU_JAR"])
    options = ("--css", "--format", "json", "--stdout")
    done = subprocess.run([*checker, *options, *paths], check=False, capture_output=True)
    messages = json.loads(done.stdout)["messages"]
    return [f"{item['url']}: {item['message']}" for item in messages if item["type"] != "info"]


@LONG
@pytest.mark.parametrize("path", PRINTED, ids=lambda path: path.name)
def test_weasyprint_takes_each_value_of_the_print_styles(path, caplog):
    assert not refused_by_weasyprint(path.read_text("utf-8"), caplog)


def test_weasyprint_refuses_a_wrong_value(caplog):
    (refused,) = refused_by_weasyprint("@media print { p { float: footnot } }", caplog)
    assert "float: footnot" in refused


# drafts for pages stand in a sheet of their own, which WeasyPrint validates above; those for screens:
DRAFTS_FOR_SCREENS = "“animation-timeline”"


@pytest.mark.needs("css validator")
def test_styles_pass_the_css_validator_of_the_w3c():
    refused = refused_by_the_w3c(*(path for path in SHEETS if path.name != "paged.css"))
    assert not [message for message in refused if DRAFTS_FOR_SCREENS not in message]


@pytest.mark.needs("css validator")
def test_the_css_validator_of_the_w3c_refuses_a_wrong_value(tmp_path):
    sheet = tmp_path / "wrong.css"
    sheet.write_text("@media print { p { margin: 2 bananas } }")
    assert "margin" in " ".join(refused_by_the_w3c(sheet))


@LONG
def test_heads_of_tables_have_a_scope_in_the_tags_of_the_pdf():
    page = report(published("demsar2006"), sections=["description"]).html
    reader = pypdf.PdfReader(io.BytesIO(render_pdf(page)))
    scopes = []

    def visit(node):
        node = node.get_object()
        if isinstance(node, list):
            for kid in node:
                visit(kid)
        elif hasattr(node, "get") and not isinstance(node, int):
            if node.get("/S") == "/TH":
                scopes.append(node["/A"].get_object()["/Scope"])
            if "/K" in node:
                visit(node["/K"])

    visit(reader.trailer["/Root"]["/StructTreeRoot"])
    # a head for each of the columns, then one for each of the four algorithms
    assert scopes[0] == "/Column"
    assert scopes.count("/Row") == 4
    assert set(scopes) == {"/Column", "/Row"}
