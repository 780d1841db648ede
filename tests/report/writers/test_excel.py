import io
import math
import sys
import zipfile

import numpy as np
import pandas as pd
import pytest
from curves_tables import curves_of
from needs import LONG
from predictions_tables import random_scores
from published import published
from shared_reports import shared_report

from benchreport.data import Roles, Scores
from benchreport.errors import DependencyError
from benchreport.report import Provenance
from benchreport.report import report as make_report

FORMULAS = ["=cmd()", "+1+1", "-1-1", "@SUM(A1)", "\tx", "=1/0", '=HYPERLINK("x")']
OTHERS = ["#N/A", "2024-01-01", "12", "_x0041_", "bell\x07", "決定木", "\u202eright"]


@pytest.fixture(scope="module")
def openpyxl():
    return pytest.importorskip(
        "openpyxl", reason="needs openpyxl: pip install 'benchreport[excel]'"
    )


@pytest.fixture(scope="module")
def report():
    provenance = Provenance(source="results.csv", sha256="ab" * 32)
    return make_report(
        published("garcia_herrera2008"), title="Five classifiers", provenance=provenance
    )


@pytest.fixture(scope="module")
def content(openpyxl, report, tmp_path_factory):
    del openpyxl
    return report.save(tmp_path_factory.mktemp("excel") / "report.xlsx").read_bytes()


@pytest.fixture(scope="module")
def book(openpyxl, content):
    return openpyxl.load_workbook(io.BytesIO(content))


def check_whole(book, report):
    """Check that every result has its sheet, number by number."""
    cover, data, *sheets = book.worksheets
    assert (cover.title, data.title) == ("Report", "Data")
    results = report.analysis.results
    assert len(sheets) == len(results)
    for sheet, result in zip(sheets, results, strict=True):
        heads, *rows = sheet.iter_rows(values_only=True)
        table = result.table
        assert sheet.freeze_panes == "A2"
        assert list(heads) == [str(name) for name in table.columns]
        for row, expected in zip(rows, table.itertuples(index=False), strict=True):
            for cell, value in zip(row, expected, strict=True):
                assert same(cell, value)


def same(cell, value):
    if isinstance(value, float) and math.isinf(value):
        return cell == ("∞" if value > 0 else "−∞")
    if value is None or value == "" or (isinstance(value, float) and math.isnan(value)):
        return cell is None
    if isinstance(value, float):
        # the library writes 16 digits
        return isinstance(cell, int | float) and cell == pytest.approx(value, rel=1e-15, abs=0)
    return cell == value and isinstance(cell, str) == isinstance(value, str)


def test_every_result_has_a_sheet_of_its_numbers(book, report):
    check_whole(book, report)
    described = book["describe"]
    assert isinstance(described["C2"].value, float)
    assert described["C2"].value == pytest.approx(0.7797)


@LONG
@pytest.mark.parametrize("table", [lambda: random_scores(n=80), curves_of])
def test_other_reports_are_whole_too(openpyxl, table, tmp_path):
    report = shared_report(table())
    check_whole(openpyxl.load_workbook(report.save(tmp_path / "report.xlsx")), report)


def test_the_data_can_be_read_again(content, report):
    frame = pd.read_excel(io.BytesIO(content), sheet_name="Data", dtype={"dataset": str})
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    assert np.array_equal(scores.values, report.analysis.scores.values)
    assert scores.algorithms == report.analysis.scores.algorithms


def test_the_cover_has_the_verdict_the_source_and_an_index(book, report):
    cover = book["Report"]
    rows = list(cover.iter_rows(values_only=True))
    assert rows[0][0] == "Five classifiers"
    (verdict,) = (cell for _, cell, *_ in rows if str(cell).startswith("Over 30 datasets"))
    assert verdict == " ".join(report.analysis.verdict)
    cautions = " ".join(str(cell) for row in rows for cell in row)
    assert report.analysis.cautions[0].sentence in cautions
    assert ("Source", "results.csv") in rows
    assert ("SHA-256 of the input", "ab" * 32) in rows
    links = [cell for cell in cover["A"] if cell.hyperlink]
    assert [cell.value for cell in links] == book.sheetnames[1:]
    for cell in links:
        assert cell.hyperlink.location == f"'{cell.value}'!A1"
        assert cell.hyperlink.target is None


def test_columns_are_as_wide_as_their_cells(book):
    sheet = book["nemenyi"]
    width = sheet.column_dimensions["A"].width
    assert len("NaiveBayes") <= width <= 48


def test_same_input_same_bytes(report, content, tmp_path):
    assert report.save(tmp_path / "report.xlsx").read_bytes() == content
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        assert {entry.date_time for entry in package.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert b"<dcterms:" not in package.read("docProps/core.xml")


@pytest.fixture(scope="module")
def hostile(openpyxl, tmp_path_factory):
    names = [*FORMULAS, *OTHERS]
    values = np.random.default_rng(0).normal(0.8, 0.1, size=(6, len(names)))
    frame = pd.DataFrame(values, columns=names, index=[f"={place}" for place in range(6)])
    report = make_report(
        Scores.from_frame(frame, Roles(score="=accuracy")),
        title="=title()",
        provenance=Provenance(source="=source.csv"),
    )
    path = report.save(tmp_path_factory.mktemp("excel") / "report.xlsx")
    return openpyxl.load_workbook(path)


def test_no_text_is_a_formula_or_an_error(hostile):
    cells = [cell for sheet in hostile for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} <= {"s", "inlineStr", "n", "b"}
    texts = [cell for cell in cells if isinstance(cell.value, str)]
    begun = [cell for cell in texts if cell.value.startswith(("=", "+", "-", "@", "\t"))]
    assert len(begun) > 50
    assert all(cell.quotePrefix for cell in begun)
    assert not any(cell.quotePrefix for cell in texts if cell not in begun)


def test_labels_stay_as_they_are(hostile):
    labels = [cell.value for cell in hostile["describe"]["A"][1:]]
    # text that Excel would read as an escaped character is escaped once more
    expected = [*FORMULAS, *OTHERS]
    changed = {"_x0041_": "_x005F_x0041_", "bell\x07": r"bell\x07", "\u202eright": r"\u202eright"}
    assert labels == [changed.get(name, name) for name in expected]
    numbers = [cell.value for cell in hostile["describe"]["C"][1:]]
    assert all(isinstance(number, float) for number in numbers)


@LONG
def test_a_text_that_is_too_long_for_a_cell_is_cut(openpyxl, tmp_path):
    frame = pd.DataFrame({"a" * 40_000: [1.0, 2, 3], "b": [2.0, 1, 4], "c": [3.0, 3, 1]})
    report = make_report(Scores.from_frame(frame, Roles(score="auc")))
    book = openpyxl.load_workbook(report.save(tmp_path / "report.xlsx"))
    assert len(book["Data"]["B1"].value) == 32_767


def test_a_missing_library_is_named(report, monkeypatch, tmp_path):
    for name in ("openpyxl", "openpyxl.styles", "openpyxl.cell"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(DependencyError, match="need openpyxl") as caught:
        report.save(tmp_path / "report.xlsx")
    assert caught.value.hint == "pip install 'benchreport[excel]'"
