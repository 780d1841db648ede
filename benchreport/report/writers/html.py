"""The report as one self-contained page."""

from benchreport.report.contents import Contents, Files


def write(contents: Contents, name: str) -> Files:
    """Write the page."""
    return {name: contents.page.encode()}
