"""Texts from the data on one line, for messages, pages and terminals."""

from benchreport.plots.base.short_names import escape_unprintable

# the most characters of a name and of a sentence; longer texts would push important ones off a screen
MOST_NAME, MOST_SENTENCE = 80, 600


def clean(data: str, *, most: int = MOST_SENTENCE) -> str:
    r"""Write a text from the data on one line, without control characters, cut at the end with ….

    >>> print(clean("a\n::error::b\x07"), clean("x" * 9, most=5), clean(" "))
    a ::error::b\x07 xxxx… –
    """
    line = escape_unprintable(" ".join(data.split())) or "–"
    return line if len(line) <= most else f"{line[: most - 1]}…"
