"""What notebooks and Python show of an analysis: its verdict, its first result and a list of the others."""

from collections.abc import Sequence
from html import escape

from benchreport.analysis.verdicts.caution import Answer
from benchreport.data.notebook_view import (
    shorten_text,
    write_list,
    write_paragraphs,
    write_table,
    write_view,
)
from benchreport.results import Result
from benchreport.results.writing import number_format as fmt

MOST_RESULTS = 20


def describe_analysis(title: str, headline: str, results: Sequence[Result]) -> str:
    """Say in three lines what was analyzed, what was found, and which results there are."""
    lines = [title, f"{headline}.", _list_results(results)]
    return "\n".join(map(shorten_text, lines))


def view_analysis(title: str, answer: Answer, results: Sequence[Result]) -> str:
    """Write the headline, the verdict, what threatens it, the first table, and all summaries folded."""
    summaries = write_list(shorten_text(result.summary) for result in results[:MOST_RESULTS])
    return write_view(
        title,
        f"<p><strong>{escape(answer.headline)}</strong></p>",
        write_paragraphs([" ".join(answer.verdict)]),
        write_list(caution.sentence for caution in answer.cautions),
        write_table(results[0].display),
        f"<details><summary>{escape(_list_results(results))}</summary>{summaries}</details>",
    )


def _list_results(results: Sequence[Result]) -> str:
    names = fmt.join([result.procedure for result in results], most=MOST_RESULTS)
    return f"{len(results)} results: {names}"
