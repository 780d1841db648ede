"""Write an archive for reviewers: the report, its figures, its results and its data."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from benchreport.analysis import Analysis
from benchreport.errors import DependencyError
from benchreport.report.contents import Contents, Files
from benchreport.report.document import Document, Download, Facts, Text
from benchreport.report.figure_files import FIGURE_FORMATS, draw_figures
from benchreport.report.formats import files_of
from benchreport.report.rendering.markdown_text import (
    fill_template,
    render_markdown,
    slug,
)
from benchreport.report.rendering.reproducible_zip import pack
from benchreport.report.reproduction import command, extract_data, runs_of, versions
from benchreport.results.writing.csv_text import csv_bytes
from benchreport.wording.papers import archive as wording

SCHEMA = Path(__file__).with_name("schema.json")


def write(contents: Contents, name: str) -> Files:
    """Write the archive: the report in several formats, figures, results, data and a README.

    Parameters
    ----------
    contents
        The facts of the report.
    name
        The name of the file; the folder in the archive is named after it.
    """
    frame, what = extract_data(contents.analysis)
    files: Files = {"data/data.csv": csv_bytes(frame), "schema.json": SCHEMA.read_bytes()}
    if isinstance(contents.analysis, Analysis):
        files["data/runs.csv"] = csv_bytes(runs_of(contents.analysis.scores, contents.metrics)[0])
    missing = _add_pdf(contents, files)
    for suffix in (".html", ".tex", ".json"):
        files |= files_of(contents, Path(f"report{suffix}"))
    text, others = render_markdown(contents.document, "figures")
    figures = draw_figures(contents.document, FIGURE_FORMATS)
    files |= {f"figures/{path}": content for path, content in figures.items()}
    files |= {**others, "report.md": text.encode()}
    files |= _write_tables(contents)
    files |= _extract_methods(contents.document)
    files["README.md"] = _write_readme(contents, files, what, missing).encode()
    files["sha256sums.txt"] = _sum_up(files)
    folder = slug(name)
    return {name: pack({f"{folder}/{path}": content for path, content in files.items()})}


def _add_pdf(contents: Contents, files: Files) -> list[str]:
    """Add the PDF, or return the reason why it is missing."""
    try:
        files |= files_of(contents, Path("report.pdf"))
    except DependencyError as error:
        return [wording.NO_PDF.format(reason=error.message)]
    return []


def _write_tables(contents: Contents) -> Files:
    """Write the table of every result; a procedure that ran twice has two tables."""
    return {
        f"tables/{number:02}-{slug(title)}.csv": csv_bytes(result.table)
        for number, (title, result) in enumerate(contents.titled_results, 1)
    }


def _extract_methods(document: Document) -> Files:
    """Write the paragraphs and the references of the section on methods."""
    blocks = [
        block
        for section in document.sections
        if section.key == "methods"
        for block in section.blocks
    ]
    lines = [line for block in blocks if isinstance(block, Text) for line in block.paragraphs]
    entries = [block.content.decode() for block in blocks if isinstance(block, Download)]
    files = {"methods.txt": "\n\n".join(lines), "references.bib": "\n".join(entries)}
    return {name: f"{text.strip()}\n".encode() for name, text in files.items() if text.strip()}


def _write_readme(contents: Contents, files: Files, caption: str, missing: Sequence[str]) -> str:
    paths = {"sha256sums.txt", *files, *(f"{path.partition('/')[0]}/" for path in files)}
    descriptions = {
        path: text.format(caption=f"{caption[:1].lower()}{caption[1:]}")
        for path, text in wording.CONTENTS.items()
    }
    blocks = [
        (section.key, block) for section in contents.document.sections for block in section.blocks
    ]
    facts = [
        row
        for key, block in blocks
        if isinstance(block, Facts) and key in ("compared", "appendix")
        for row in block.items
    ]
    call = contents.provenance.call
    return fill_template(
        "artifact",
        document=contents.document,
        contents=[(path, text) for path, text in descriptions.items() if path in paths],
        missing=missing,
        call=call,
        again=command(call, contents.analysis, contents.metrics),
        facts=facts
        if any(key == "appendix" for key, _ in blocks)
        else [*facts, *_origin(contents)],
    )


def _origin(contents: Contents) -> list[tuple[str, str]]:
    """State the digest of the input and the versions, for a report without an appendix."""
    digest = contents.provenance.sha256
    return [*([(wording.DIGEST, digest)] if digest else []), *versions()]


def _sum_up(files: Files) -> bytes:
    lines = [f"{sha256(files[path]).hexdigest()}  {path}\n" for path in sorted(files)]
    return "".join(lines).encode()
