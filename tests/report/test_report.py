import ast
import base64
import functools
import hashlib
import io
import os
import re
import subprocess
import sys
import urllib.parse
import warnings
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import unquote_to_bytes

import lxml.etree
import lxml.html
import numpy as np
import pandas as pd
import pypdf
import pytest
from needs import LONG
from pdf_pages import read_pdf
from published import published
from shared_reports import shared_report, undrawn_page

from benchreport.data import Roles, Scores
from benchreport.errors import FontWarning, OptionError, RenderError
from benchreport.report import Provenance
from benchreport.report import report as make_report
from benchreport.report.rendering.html_page import render_fragment
from benchreport.report.rendering.pdf import render_pdf

SECTIONS = [
    "verdict",
    "compared",
    "description",
    "figures",
    "assumptions",
    "omnibus",
    "pairs",
    "agreement",
    "effects",
    "bayesian",
    "sensitivity",
    "outliers",
    "checklist",
    "methods",
    "appendix",
]
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style><b>",
    "{{7*7}}",
    r"$\badcmd$",
    r"\input{/etc/passwd}",
    "=cmd()",
    "\u202eright to left",
    "決定木",
    "long " * 100,
]


@pytest.fixture(scope="module")
def report():
    return shared_report(published("garcia_herrera2008"), title="Five classifiers")


@pytest.fixture(scope="module")
def page(report):
    return lxml.html.fromstring(report.html)


def report_on(labels, n_blocks=8, **options):
    values = np.random.default_rng(0).normal(0.8, 0.1, size=(n_blocks, len(labels)))
    index = [f"<i>{place}</i>" for place in range(n_blocks)]
    frame = pd.DataFrame(values, columns=labels, index=index)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FontWarning)
        return make_report(Scores.from_frame(frame, Roles(score="accuracy <u>")), **options)


@pytest.fixture(scope="module")
def hostile():
    return report_on(
        HOSTILE,
        title="<script>title</script>",
        provenance=Provenance(source="<a>.csv", call="benchreport '<x>'"),
    )


def drawings(report):
    """Parse the figures, which browsers do not draw unless they are well-formed."""
    images = lxml.html.fromstring(report.html).xpath("//img/@src")
    return [
        lxml.etree.fromstring(urllib.parse.unquote(image.partition(",")[2]).encode())
        for image in images
    ]


def test_sections_are_there_in_order_and_filled(page):
    sections = page.xpath("//section/@id")
    assert sections == SECTIONS
    for section in page.xpath("//section"):
        assert len(section.text_content().split()) > 8
    links = [link.get("href") for link in page.xpath("//nav//a")]
    assert links == [f"#{key}" for key in SECTIONS]


def test_headings_are_in_order_and_one_title(page):
    levels = [int(heading.tag[1]) for heading in page.xpath("//h1|//h2|//h3")]
    assert levels == [1] + [2] * len(SECTIONS)
    assert page.xpath("//title")[0].text == "Five classifiers"
    assert page.xpath("/html/@lang") == ["en"]


def test_figures_are_vector_with_alt_and_caption(page):
    images = page.xpath("//figure[@data-test='figure']//img")
    assert len(images) == 6
    for image in images:
        assert image.get("src").startswith("data:image/svg+xml,%3Csvg ")
        assert len(image.get("alt")) > 30
        assert len(image.xpath("ancestor::figure/figcaption")[0].text_content()) > 30


def test_tables_have_scoped_heads(page):
    tables = page.xpath("//table")
    assert len(tables) >= 7
    for table in tables:
        assert len(table.xpath("./thead/tr")) == 1
        assert set(table.xpath(".//th/@scope")) == {"col", "row"}
        widths = {len(row.xpath("./th|./td")) for row in table.xpath(".//tr")}
        assert len(widths) == 1


@LONG
def test_heads_of_columns_break_after_underscores():
    frame = pd.DataFrame({"a": [0.1, 0.3, 0.2], "b": [0.4, 0.5, 0.7]})
    report = shared_report(Scores.from_frame(frame, Roles(score="balanced_accuracy")))
    assert 'class="number">mean balanced_<wbr>accuracy</th>' in report.html


def test_numbers_of_the_paper_are_there(page):
    text = page.text_content()
    for number in ("14.45", "39.91", "1.114", "2.10", "4.33"):
        assert number in text
    assert "(Friedman, 1937)" in text


def test_nothing_is_fetched(page):
    assert not page.xpath("//script[@src]|//link|//iframe|//object|//base")
    addresses = page.xpath("//@src|//@href")
    assert all(
        address.startswith(("data:image/svg+xml", "data:text/csv", "data:text/x-bibtex", "#"))
        for address in addresses
    )
    styles = " ".join(style.text for style in page.xpath("//style"))
    assert styles.count("url(") == styles.count('url("data:font/woff2;base64,')
    assert "@import" not in styles
    assert policy_of(page)["default-src"] == ["'none'"]


def policy_of(page):
    (text,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    return {directive.split()[0]: directive.split()[1:] for directive in text.split(";")}


def test_policy_allows_the_styles_and_the_scripts_by_their_very_bytes(report, page, tmp_path):
    policy = policy_of(page)
    saved = report.save(tmp_path / "report.html").read_bytes()
    for name in ("style", "script"):
        contents = re.findall(rf"<{name}>(.*?)</{name}>".encode(), saved, re.DOTALL)
        digests = [base64.b64encode(hashlib.sha256(each).digest()).decode() for each in contents]
        assert policy[f"{name}-src"] == [f"'sha256-{digest}'" for digest in digests]
    # the policy would refuse inline event handlers and styles
    assert not page.xpath("//@style|//@*[starts-with(name(), 'on')]")


def test_headings_and_blocks_have_addresses(page):
    for section in page.xpath("//section"):
        assert section.xpath("./h2/a/@href") == [f"#{section.get('id')}"]
    blocks = page.xpath("//figure[@data-test='figure' or @data-test='table']/@id")
    assert "figures-1" in blocks
    every = page.xpath("//@id")
    assert len(every) == len(set(every))
    assert page.xpath("//main/a[@href='#contents']")
    assert page.xpath("//nav/@id") == ["contents"]


def test_details_are_folded_and_doubtful_checks_are_open(page):
    (link,) = page.xpath("//section[@id='methods']//a[@download='references.bib']")
    assert b"@article{demsar2006," in unquote_to_bytes(link.get("href").partition(",")[2])
    checks = page.xpath("//section[@id='assumptions']//li")
    outcomes = {check.xpath("./span/text()")[0] for check in checks}
    assert {"held", "violated"} <= outcomes
    for check in checks:
        (outcome,) = check.xpath("./span/text()")
        assert bool(check.xpath("./details/@open")) == (outcome in ("doubtful", "violated"))
        # the line that stays when the evidence is folded away ends with no dash
        assert not check.xpath("./details/summary")[0].text_content().rstrip().endswith("–")
        assert check.xpath("./details/p[@class='evidence']")[0].text_content().startswith("– ")


def test_what_a_check_found_continues_its_assumption(page):
    """What was found begins with a small letter: no full stop stands before it."""
    checks = page.xpath("//section[@id='assumptions']//li")
    texts = [" ".join(check.text_content().split()) for check in checks]
    assert any(" – " in text for text in texts)
    assert not [text for text in texts if re.search(r"\. [a-z]", text)]


@functools.cache
def page_of_size(k, n):
    return report_on([f"method {place}" for place in range(k)], n).html


@LONG
def test_twenty_algorithms_on_fifty_datasets_stay_below_a_megabyte_and_a_half():
    assert len(page_of_size(20, 50).encode()) < 1_200_000


@LONG
def test_a_usual_page_stays_below_six_hundred_kilobytes():
    assert 200_000 < len(page_of_size(10, 30).encode()) < 600_000


@LONG
def test_figures_of_a_small_table_have_drawings_for_phones():
    small, large = page_of_size(6, 10), page_of_size(10, 30)
    assert small.count('<figure class="plot fitting"') == small.count('<figure class="plot') > 2
    # the page would be twice as large
    assert 1 <= large.count('<figure class="plot fitting"') < large.count('<figure class="plot')


def test_best_of_a_column_is_bold(page):
    strong = page.xpath("//section[@id='description']//td/strong/text()")
    assert "2.10" in strong


def test_same_input_same_bytes(report):
    assert (
        make_report(published("garcia_herrera2008"), title="Five classifiers", detail="full").html
        == report.html
    )


# an archive has the page, its PDF, LaTeX, Markdown and JSON, every figure as PDF, tables and data
BYTES = """
import hashlib
from pathlib import Path
from pdf_pages import read_pdf
from published import published
from benchreport.report import report as make_report
from benchreport.report.formats import files_of
# every section as a page, and a few of each kind of block in every other format
whole = make_report(published("demsar2006"))
report = make_report(published("demsar2006"), sections=["verdict", "pairs", "methods", "appendix"])
digests = sorted(
    (name, hashlib.sha256(content).hexdigest())
    for made, suffixes in ((whole, (".html",)), (report, (".zip", ".typ", ".docx", ".xlsx")))
    for suffix in suffixes
    for name, content in files_of(made.contents, Path("r" + suffix)).items()
)
"""


@LONG
def test_same_bytes_under_another_hash_seed_zone_and_locale_in_every_format():
    namespace = {}
    exec(BYTES, namespace)  # noqa: S102 - as the other process does
    # the linear algebra stays the same: other kernels round other bits
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "7",
        "TZ": "Asia/Tokyo",
        "LC_ALL": "C",
        "PATH": "",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    process = subprocess.run(
        [sys.executable, "-c", f"{BYTES}print(digests)"],
        env=environment,
        capture_output=True,
        check=True,
        text=True,
    )
    assert ast.literal_eval(process.stdout) == namespace["digests"]


@LONG
def test_pdf_is_tagged_bookmarked_and_vector(report):
    document = pypdf.PdfReader(io.BytesIO(report.pdf))
    root = document.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in root
    titles = [entry.title for entry in document.outline[1]]
    assert len(titles) == len(SECTIONS)
    assert titles[0] == "Verdict"
    assert len(_streams(document)) > len(document.pages)
    assert not any(
        stream.get("/Subtype") == "/Image"
        for stream in map(pypdf.generic.IndirectObject.get_object, _streams(document))
    )
    assert re.search(rf"1 / {len(document.pages)}", document.pages[0].extract_text())
    # five figures, the interval of each of the four algorithms below the first, and their scale
    assert alts(root["/StructTreeRoot"]) == 6 + 4 + 1


def _streams(document):
    return [
        pypdf.generic.IndirectObject(number, 0, document)
        for number in document.xref.get(0, {})
        if isinstance(document.get_object(number), pypdf.generic.StreamObject)
    ]


def alts(node):
    """Count alternative texts of figures in the structure tree."""
    node = node.get_object() if hasattr(node, "get_object") else node
    if isinstance(node, list):
        return sum(alts(child) for child in node)
    if not isinstance(node, dict):
        return 0
    count = int(node.get("/S") == "/Figure" and bool(node.get("/Alt")))
    return count + (alts(node["/K"]) if "/K" in node else 0)


def test_hostile_labels_stay_text_in_html(hostile, page):
    ours = [script.text for script in page.xpath("//script")]
    page = lxml.html.fromstring(hostile.html)
    assert not page.xpath("//i[string-length() > 1]|//u|//b|//*[@onerror]")
    assert len(page.xpath("//style")) == 1
    # the only scripts are ours, the same for all data
    assert [script.text for script in page.xpath("//script")] == ours
    (body,) = page.xpath("//main")
    text = body.text_content()
    for label in HOSTILE:
        label = label.replace("\u202e", r"\u202e")  # noqa: PLW2901 - a bidi override is shown
        assert " ".join(label.split())[:30] in " ".join(text.split())
    assert "49" not in page.xpath("//section[@id='compared']")[0].text_content()


@LONG
def test_hostile_labels_stay_text_in_pdf():
    labels = HOSTILE[:6]
    report = report_on(
        labels,
        4,
        control=labels[0],
        title="<script>title</script>",
        sections=["verdict", "description", "pairs"],
    )
    read = read_pdf(report.pdf)
    flat = re.sub(r"\s", "", "".join(page.extract_text() for page in read.pages))
    for label in labels:
        assert re.sub(r"\s", "", label) in flat
    assert read.metadata.title == "<script>title</script>"


def test_unusable_characters_become_visible_and_break_nothing():
    # an SVG with one of these is not well-formed, and browsers then draw nothing at all
    signs = ("\x00\x07\x1b", "\x85\uffff", "\u202e\u2066")
    labels = [f"a{some}b" for some in signs]
    report = report_on(labels, title=f"t{''.join(signs)}", control=labels[0])
    drawn = ["".join(drawing.itertext()) for drawing in drawings(report)]
    assert len(drawn) == 4
    for sign in "".join(signs):
        assert sign not in report.html, ascii(sign)
        assert all(sign not in words for words in drawn), ascii(sign)
    text = lxml.html.fromstring(report.html).text_content()
    for label in labels:
        assert ascii(label)[1:-1] in text


@LONG
def test_lone_surrogates_in_provenance_and_title_can_be_saved(tmp_path):
    # such characters stand for bytes of file names that the file system's encoding cannot read
    report = report_on(["a", "b"], title="\udcff", provenance=Provenance(source="r\udcff.csv"))
    assert r"r\udcff.csv" in report.save(tmp_path / "report.html").read_text(encoding="utf-8")


@LONG
def test_figures_of_hostile_labels_are_well_formed(hostile):
    for drawing in drawings(hostile):
        tags = {lxml.etree.QName(element).localname for element in drawing.iter(lxml.etree.Element)}
        assert not tags & {"script", "image", "foreignObject", "a"}
        addresses = drawing.xpath("//@*[local-name() = 'href']")
        assert all(address.startswith("#") for address in addresses)


@LONG
def test_nothing_runs_off_the_page():
    labels = [f"a rather long algorithm {place}" for place in range(8)]
    read = read_pdf(report_on(labels, 3, control=labels[0]).pdf)
    places = []

    def visit(text, matrix, text_matrix, *_):
        if text.strip():
            # WeasyPrint's own matrix scales CSS pixels to points
            places.append((matrix[0] * text_matrix[4] + matrix[4], text))

    for page in read.pages:
        page.extract_text(visitor_text=visit)
    assert len(places) > 100
    # right margin 18 mm; a column of scores begins well before it
    limit = float(read.pages[0].mediabox.width) - 18 / 25.4 * 72
    assert [place for place in places if place[0] > limit] == []


def test_an_algorithm_may_be_called_as_the_blocks_are():
    rows = [(name, task, ord(name[0]) + task) for name in ("dataset", "svm") for task in range(4)]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "accuracy"])
    page = undrawn_page(make_report(Scores.from_frame(frame), detail="full"))
    heads = page.xpath("//section[@id='appendix']//thead//th/text()")
    assert heads == ["dataset", "dataset", "svm"]


def test_views_are_put_side_by_side_where_they_differ(page):
    # significant pairs of the three views: 4, 7 and 5 of 10; 7 are found by at least one
    section = page.xpath("//section[@id='agreement']")[0]
    assert "3 tests compare 10 pairs" in section.text_content()
    rows = section.xpath(".//tbody/tr")
    assert f"differ on {len(rows)}" in section.text_content()
    assert rows[0].xpath("./th")[0].text == "C4.5 − CN2"
    for row in rows:
        assert 0 < len(row.xpath("./td/strong")) < 3


def test_views_that_agree_are_named():
    values = np.arange(12)[:, None] * 0.01 + np.array([[0.9, 0.5, 0.1]])
    values += np.random.default_rng(1).normal(0, 0.01, size=values.shape)
    frame = pd.DataFrame(values, columns=["a", "b", "c"])
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    page = undrawn_page(make_report(scores, detail="full"))
    section = page.xpath("//section[@id='agreement']")[0]
    assert "3 tests compare 3 pairs" in section.text_content()
    assert "agree on all of them" in section.text_content()
    assert not section.xpath(".//table")


def test_many_pairs_are_cut_to_the_smallest_p_values_with_a_note():
    page = undrawn_page(report_on([f"a{place}" for place in range(13)], 5, detail="full"))
    captions = [
        caption.text_content() for caption in page.xpath("//section[@id='pairs']//figcaption")
    ]
    matches = [
        caption for caption in captions if "53 pairs with larger p-values are not shown" in caption
    ]
    assert len(matches) == 3
    # all files of the links are in the page
    links = page.xpath("//section[@id='pairs']//*[@data-test='download']/a")
    assert [link.get("download") for link in links] == ["nemenyi.csv", "wilcoxon.csv", "tukey.csv"]
    for link in links:
        content = unquote_to_bytes(link.get("href").partition(",")[2])
        assert len(pd.read_csv(io.BytesIO(content))) == 78
    assert ".table" not in page.xpath("//main")[0].text_content()


def test_gaps_are_a_fact_and_no_note_besides():
    frame = published("demsar2006").frame
    frame.iloc[2, 1] = np.nan
    scores = Scores.from_frame(frame, Roles(score="AUC", missing="drop"))
    text = undrawn_page(make_report(scores)).text_content()
    assert "1 of 56 cells has no score" in text
    assert "Note: 1 of 56 cells" not in text


def test_pdf_refuses_addresses_outside_the_page(tmp_path):
    secret = tmp_path / "secret.svg"
    secret.write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    for markup in (
        f'<img src="{secret.as_uri()}" alt="x">',
        '<img src="http://127.0.0.1:9/x.png" alt="x">',
        f'<link rel="attachment" href="{secret.as_uri()}">',
    ):
        page = f"<html lang=en><head><title>t</title></head><body>{markup}</body></html>"
        with pytest.raises(RenderError):
            render_pdf(page)


def test_saves_whole_or_not_at_all(report, tmp_path, monkeypatch):
    path = tmp_path / "report.html"
    assert report.save(path) == path
    assert path.read_text(encoding="utf-8") == report.html

    full = OSError(28, "No space left on device")
    monkeypatch.setattr(Path, "replace", Mock(side_effect=full))
    with pytest.raises(RenderError, match="No space left on device"):
        report.save(path)
    assert path.read_text(encoding="utf-8") == report.html
    assert list(tmp_path.iterdir()) == [path]


def test_unknown_format_and_missing_folder(report, tmp_path):
    with pytest.raises(OptionError, match=r"saved as \.html, \.htm, \.pdf, .*; got 'report\.odt'"):
        report.save(tmp_path / "report.odt")
    with pytest.raises(RenderError, match="there is no folder"):
        report.save(tmp_path / "nowhere" / "report.html")


def test_formats_are_checked_before_anything_is_written(tmp_path):
    with pytest.raises(OptionError, match=r"got 'a\.odt'"):
        make_report(published("demsar2006"), [tmp_path / "a.html", tmp_path / "a.odt"])
    assert not list(tmp_path.iterdir())


def test_saves_several(tmp_path):
    paths = [tmp_path / "a.html", tmp_path / "a.pdf"]
    make_report(published("demsar2006"), paths, sections=["verdict"])
    assert paths[0].read_bytes().startswith(b"<!DOCTYPE html>")
    assert paths[1].read_bytes().startswith(b"%PDF-")


def test_notebook_shows_a_frame_of_its_own(report):
    fragment = lxml.html.fromstring(report._repr_html_())
    assert fragment.tag == "iframe"
    assert "Five classifiers" in fragment.get("srcdoc")


def test_fragment_is_one_element_that_holds_the_page_and_cannot_reach_its_host(report, hostile):
    for example in (report, hostile):
        (frame,) = lxml.html.fragments_fromstring(render_fragment(example.document).strip())
        assert frame.tag == "iframe"
        assert frame.get("title") == example.document.title
        assert frame.get("sandbox") == "allow-scripts allow-downloads"
        inside = lxml.html.fromstring(frame.get("srcdoc"))
        # without this base, its #links would lead to the page around it
        assert inside.xpath("//base/@href") == ["about:srcdoc"]
        page = lxml.html.fromstring(example.html)
        assert inside.xpath("string(//main)") == page.xpath("string(//main)")


def test_provenance_is_in_the_appendix():
    provenance = Provenance(
        source="results.csv", sha256="ab" * 32, call="benchreport report results.csv"
    )
    text = undrawn_page(make_report(published("demsar2006"), provenance=provenance)).text_content()
    for part in ("results.csv", "ab" * 32, "benchreport report results.csv"):
        assert part in text


def test_control_and_gaps_are_named():
    frame = published("demsar2006").frame
    frame.iloc[2, 1] = np.nan
    scores = Scores.from_frame(frame, Roles(score="AUC", missing="drop"))
    text = undrawn_page(make_report(scores, control="C4.5")).text_content()
    assert "every algorithm with the control C4.5" in text
    assert "1 incomplete dataset is left out" in text
    assert "Bonferroni–Dunn" in text


def in_unit(power):
    values = np.random.default_rng(4).uniform(0.6, 0.9, size=(6, 3)).round(2)
    frame = pd.DataFrame(np.ldexp(values, power), columns=list("abc"))
    page = undrawn_page(make_report(Scores.from_frame(frame, Roles(higher_is_better=True))))
    return [page.get_element_by_id(name).text_content() for name in ("assumptions", "sensitivity")]


@pytest.fixture(scope="module")
def unscaled():
    return in_unit(0)


@pytest.mark.parametrize("power", [266, 664, -664])
def test_a_report_is_the_same_in_any_unit(unscaled, power):
    assert in_unit(power) == unscaled
