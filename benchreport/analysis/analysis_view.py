"""What notebooks and Python show of an analysis: its verdict, its first result and a list of the others."""

from collections.abc import Sequence
from html import escape

from benchreport.data.notebook_view import (
    shorten_text,
    write_paragraphs,
    write_table,
    write_view,
)
from benchreport.results import Result
from benchreport.results import number_format as fmt

MOST_RESULTS = 20


def describe_analysis(title: str, headline: str, results: Sequence[Result]) -> str:
    """Say in three lines what was analyzed, what was found, and which results there are."""
    lines = [title, f"{headline}.", _list_results(results)]
    return "\n".join(map(shorten_text, lines))


def view_analysis(title: str, verdict: Sequence[str], results: Sequence[Result]) -> str:
    """Write the verdict, the table of the first result, and the summaries of all, folded."""
    summaries = "".join(
        f"<li>{escape(shorten_text(result.summary))}</li>" for result in results[:MOST_RESULTS]
    )
    return write_view(
        title,
        write_paragraphs(verdict),
        write_table(results[0].display),
        f"<details><summary>{escape(_list_results(results))}</summary><ul>{summaries}</ul></details>",
    )


def _list_results(results: Sequence[Result]) -> str:
    names = fmt.join([result.procedure for result in results], most=MOST_RESULTS)
    return f"{len(results)} results: {names}"
