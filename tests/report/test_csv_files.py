"""Every CSV that a report writes, in every format, is safe in every spreadsheet."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote_to_bytes

import pandas as pd
import pytest
from needs import LONG
from spreadsheets import HOSTILE, refuse_formulas

from benchreport.data import Roles, Scores
from benchreport.report import report as make_report
from benchreport.report.formats import files_of
from benchreport.report.reproduction import extract_data, runs_of
from benchreport.report.writers import archive
from benchreport.results.writing.csv_text import csv_bytes

# matplotlib's PDFs leave out characters without width, and full-width ones need a font that may be missing
# names are read without the spaces at their ends
DRAWN = [
    *dict.fromkeys(
        text.strip() for text in HOSTILE if text.strip() and not set("＝\u200b\ufeff") & set(text)
    )
]


@pytest.fixture(scope="module")
def report():
    """Make a report whose algorithms, datasets, runs and metric all have hostile names."""
    names = DRAWN
    rows = [
        (names[k], names[-1 - n], f"{names[5]}{run}", ((7 * k + 3 * n + 5 * run) % 11) / 10)
        for k in range(len(names) // 4)
        for n in range(6)
        for run in range(2)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "seed", "svm\r=cmd()"])
    roles = Roles(score="svm\r=cmd()", higher_is_better=True)
    return make_report(Scores.from_frame(frame, roles))


@LONG
@pytest.mark.parametrize("suffix", [".html", ".md", ".tex", ".docx"])
def test_files_beside_a_report(report, suffix):
    files = files_of(report.contents, Path(f"a{suffix}"))
    contents = [content for name, content in files.items() if name.endswith(".csv")]
    page = files["a.html"].decode() if suffix == ".html" else ""
    contents += [
        unquote_to_bytes(unescape(match))
        for match in re.findall(r'"data:text/csv[^,]*,([^"]+)', page)
    ]
    assert contents
    for content in contents:
        refuse_formulas(content)


def test_files_in_the_archive(report):
    files = archive._write_tables(report.contents)
    files |= {"data.csv": csv_bytes(extract_data(report.analysis)[0])}
    files |= {"runs.csv": csv_bytes(runs_of(report.analysis.scores)[0])}
    assert len(files) > 5
    for content in files.values():
        refuse_formulas(content)


def test_the_labels_are_tried():
    with pytest.raises(AssertionError):
        refuse_formulas(pd.DataFrame({"x": ["svm\r=cmd()"]}).to_csv(index=False).encode())
