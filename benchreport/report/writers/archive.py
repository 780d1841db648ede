"""All that a reviewer needs, in one archive."""

import importlib
import importlib.util
import io
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from benchreport.analysis import Analysis
from benchreport.errors import DependencyError
from benchreport.report.document import Code, Document, Facts, FigureBlock, Text
from benchreport.report.formats import FORMATS, Files, files_of
from benchreport.report.reproduction import command, compared, runs_of
from benchreport.report.sections.methods import environment
from benchreport.report.sections.tables import csv_bytes
from benchreport.report.writers import facts_json as facts
from benchreport.report.writers.markdown import figure_name, filled, render, slug
from benchreport.results import Result

if TYPE_CHECKING:
    from benchreport.report.build import Report

__all__ = ["packed", "titled", "write"]


CONTENTS = {
    "report.html": "the report as a page; open it in a browser",
    "report.pdf": "the same on paper",
    "report.md": "the same as Markdown",
    "report.tex": "the same as LaTeX, with its figures in report-figures",
    "report.json": "its facts and results, as schema.json describes them",
    "methods.txt": "what was done, ready to paste",
    "references.bib": "what that cites, as BibTeX",
    "figures/": "every figure as SVG and PDF, and what it draws as CSV",
    "tables/": "every result, unrounded, as CSV",
    "data/data.csv": "",
    "data/runs.csv": "every score as it was read, a row each",
    "sha256sums.txt": "the SHA-256 of every file",
}


def write(report: "Report", name: str) -> Files:
    """Write the archive: the report in every format, its figures, results, data and how it was made.

    Parameters
    ----------
    report
        Finished.
    name
        Of the file; that of the folder in it is made of the same letters.
    """
    frame, what = compared(report.analysis)
    files: Files = {"report.html": report.html.encode(), "data/data.csv": csv_bytes(frame)}
    if isinstance(report.analysis, Analysis):
        files["data/runs.csv"] = csv_bytes(runs_of(report.analysis.scores, report.metrics)[0])
    missing = _pdf(report, files)
    if importlib.util.find_spec(f"benchreport.report.writers.{FORMATS['.tex']}") is not None:
        files |= files_of(report, Path("report.tex"))
    text, beside = render(report.document, "figures")
    files |= {**beside, "report.md": text.encode()}
    files |= _drawn(report.document) | _tables(report.results) | _pasted(report.document)
    files |= facts.write(report, "report.json") | {"schema.json": facts.SCHEMA.read_bytes()}
    files["README.md"] = _readme(report, files, what, missing).encode()
    files["sha256sums.txt"] = _sums(files)
    folder = slug(name)
    return {name: packed({f"{folder}/{path}": content for path, content in files.items()})}


def _pdf(report: "Report", files: Files) -> list[str]:
    """Add the PDF, or say why there is none."""
    try:
        files["report.pdf"] = report.pdf
    except DependencyError as error:
        return [f"There is no report.pdf: {error.message}"]
    return []


def _drawn(document: Document) -> Files:
    """Draw every figure as PDF, under the names that Markdown gives them."""
    blocks = (block for section in document.sections for block in section.blocks)
    figures = [block for block in blocks if isinstance(block, FigureBlock)]
    return {
        f"figures/{figure_name(each, number)}.pdf": each.draw("pdf")
        for number, each in enumerate(figures, 1)
    }


def titled(results: Sequence[Result]) -> list[str]:
    """Name results by their procedures, and those that are there again by their metric too.

    Parameters
    ----------
    results
        Of a report.
    """
    times = Counter(each.procedure for each in results)
    return [
        f"{each.procedure} {each.design.score}" if times[each.procedure] > 1 else each.procedure
        for each in results
    ]


def _tables(results: Sequence[Result]) -> Files:
    """Write every result's table; a procedure that was run twice has two."""
    files: Files = {}
    for number, (title, result) in enumerate(zip(titled(results), results, strict=True), 1):
        files[f"tables/{number:02}-{slug(title)}.csv"] = csv_bytes(result.table)
    return files


def _pasted(document: Document) -> Files:
    """Take the paragraphs and the references of the section on methods."""
    blocks = [block for each in document.sections if each.key == "methods" for block in each.blocks]
    told = [line for block in blocks if isinstance(block, Text) for line in block.paragraphs]
    cited = [block.text for block in blocks if isinstance(block, Code)]
    files = {"methods.txt": "\n\n".join(told), "references.bib": "\n\n".join(cited)}
    return {name: f"{text.strip()}\n".encode() for name, text in files.items() if text.strip()}


def _readme(report: "Report", files: Files, what: str, missing: Sequence[str]) -> str:
    there = {"sha256sums.txt", *files, *(f"{path.partition('/')[0]}/" for path in files)}
    contents = {**CONTENTS, "data/data.csv": f"what was compared: {what[:1].lower()}{what[1:]}"}
    blocks = [(each.key, block) for each in report.document.sections for block in each.blocks]
    known = [
        row
        for key, block in blocks
        if isinstance(block, Facts) and key in ("compared", "appendix")
        for row in block.items
    ]
    call = next((b.text for _, b in blocks if isinstance(b, Code) and b.caption == CALL), "")
    return filled(
        "artifact",
        document=report.document,
        contents=[(path, told) for path, told in contents.items() if path in there],
        missing=missing,
        call=call,
        again=command(call, report.analysis, report.metrics),
        # who leaves out the appendix has versions here nevertheless
        facts=known if any(term == "Python" for term, _ in known) else [*known, *environment()],
    )


CALL = "Makes this report again"


def _sums(files: Files) -> bytes:
    lines = [f"{sha256(files[path]).hexdigest()}  {path}\n" for path in sorted(files)]
    return "".join(lines).encode()


def packed(entries: Mapping[str, bytes]) -> bytes:
    """Make an archive whose bytes depend on nothing but what is in it.

    Parameters
    ----------
    entries
        Contents by path.

    Examples
    --------
    >>> packed({"a": b"1", "b": b"2"}) == packed({"b": b"2", "a": b"1"})
    True
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path in sorted(entries):
            entry = zipfile.ZipInfo(path)
            entry.compress_type = zipfile.ZIP_DEFLATED
            # as on Unix, wherever it is made
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, entries[path])
    return out.getvalue()
