"""Every CSV that a report writes, in every format, is safe in every spreadsheet."""

import base64
import re
from pathlib import Path

import pandas as pd
import pytest
from spreadsheets import HOSTILE, refuse_formulas

from benchreport.data import Roles, Scores
from benchreport.report import report
from benchreport.report.formats import files_of
from benchreport.report.reproduction import extract_data, runs_of
from benchreport.report.writers import archive
from benchreport.results.csv_text import csv_bytes

# matplotlib's PDFs hold no character without width, and not every machine has a font of wide ones
DRAWN = [each for each in HOSTILE if each.strip() and not set("＝\u200b\ufeff") & set(each)]


@pytest.fixture(scope="module")
def made():
    """A report whose algorithms, datasets, runs and metric are all hostile."""
    names = DRAWN
    rows = [
        (names[k], names[-1 - n], f"{names[5]}{run}", ((7 * k + 3 * n + 5 * run) % 11) / 10)
        for k in range(len(names) // 4)
        for n in range(6)
        for run in range(2)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "seed", "svm\r=cmd()"])
    roles = Roles(score="svm\r=cmd()", higher_is_better=True)
    return report(Scores.from_frame(frame, roles))


@pytest.mark.parametrize("suffix", [".html", ".md", ".tex", ".docx"])
def test_what_stands_beside_a_report(made, suffix):
    files = files_of(made.contents, Path(f"a{suffix}"))
    found = [content for name, content in files.items() if name.endswith(".csv")]
    page = files["a.html"].decode() if suffix == ".html" else ""
    found += [base64.b64decode(each) for each in re.findall(r"data:text/csv[^,]*,([\w+/=]+)", page)]
    assert found
    for content in found:
        refuse_formulas(content)


def test_what_is_in_the_archive(made):
    files = archive._write_tables(made.contents)
    files |= {"data.csv": csv_bytes(extract_data(made.analysis)[0])}
    files |= {"runs.csv": csv_bytes(runs_of(made.analysis.scores)[0])}
    assert len(files) > 5
    for content in files.values():
        refuse_formulas(content)


def test_the_labels_are_tried():
    with pytest.raises(AssertionError):
        refuse_formulas(pd.DataFrame({"x": ["svm\r=cmd()"]}).to_csv(index=False).encode())
