"""The report as GitHub-flavoured Markdown, with its figures and long tables in a folder beside it."""

from benchreport.report.contents import Contents, Files
from benchreport.report.rendering.block_files import folder_of
from benchreport.report.rendering.markdown_text import render_markdown


def write(contents: Contents, name: str) -> Files:
    """Write the document, and a folder of its figures as SVG and of its data as CSV."""
    text, files = render_markdown(contents.document, folder_of(name))
    return {**files, name: text.encode()}
