"""The report as Typst: the text, and its figures as SVG in a folder beside it."""

from benchreport.report.contents import Contents, Files
from benchreport.report.rendering.typst_page import write_typst


def write(contents: Contents, name: str) -> Files:
    """Write the document, its figures, and what else belongs to it."""
    return write_typst(contents.document, contents.paper, name)
