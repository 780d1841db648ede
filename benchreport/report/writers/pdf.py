"""The report as a tagged PDF."""

from benchreport.report.contents import Contents, Files


def write(contents: Contents, name: str) -> Files:
    """Write the PDF."""
    return {name: contents.pdf}
