"""A report says how to cite the package: in its methods, in its references, and on the page."""

import pytest
from curves_tables import curves_of
from needs import longer
from predictions_tables import random_scores
from published import published
from shared_reports import shared_report, undrawn_page

import benchreport
from benchreport.report.document import Download, Facts, Text

CITED = f"benchreport {benchreport.__version__} (benchreport developers, 2026)"


@pytest.mark.parametrize("detail", ["brief", longer("standard"), longer("full")])
@pytest.mark.parametrize(
    "table",
    [
        published("garcia_herrera2008"),
        random_scores(n=80),
        curves_of(k=3, datasets=4),
        curves_of(k=3),
    ],
    ids=["scores", "predictions", "curves", "one curve"],
)
def test_methods_and_references_cite_the_package(table, detail):
    document = shared_report(table, detail=detail).document
    [methods] = [section for section in document.sections if section.key == "methods"]
    texts = [
        line for block in methods.blocks if isinstance(block, Text) for line in block.paragraphs
    ]
    assert sum(CITED in line for line in texts) == 1
    rows = [row for block in methods.blocks if isinstance(block, Facts) for row in block.items]
    assert "benchreport developers, 2026" in dict(rows)
    [file] = [block for block in methods.blocks if isinstance(block, Download)]
    assert b"@misc{benchreport," in file.content


def test_page_has_the_entry_behind_a_button():
    page = undrawn_page(shared_report(published("garcia_herrera2008")))
    [box] = page.xpath("//details[@data-test='cite']")
    assert box.findtext("summary") == "Cite benchreport"
    assert "author = {{benchreport developers}}" in box.findtext("pre/code")
    assert box.get("open") is None
