"""Templates of schedules, with values quoted for a shell that cron starts, a unit, or a workflow."""

import functools
import json
import shlex
from collections.abc import Callable

import jinja2

from benchreport.report.theme import templates_folder


class _Quoted(str):
    """Text that needs no more quoting."""

    __slots__ = ()


def quote_shell(text: str) -> str:
    r"""Write a word for a shell that cron starts, to which a bare percent sign is a line break.

    >>> print(quote_shell("100% sure"))
    '100\% sure'
    """
    return shlex.quote(text).replace("%", r"\%")


def quote_unit(text: str) -> str:
    """Write a value of a unit, in which percent signs begin a specifier.

    >>> print(quote_unit("100% sure"))
    100%% sure
    """
    return text.replace("%", "%%")


def _quote_unit_word(text: str) -> str:
    return '"{}"'.format(text.replace("%", "%%").replace("\\", "\\\\").replace('"', '\\"'))


def quote_yaml(text: str) -> str:
    """Write a string in which GitHub finds no expression.

    >>> print(quote_yaml("no: ${{ secrets.TOKEN }}"))
    "no: $ {{ secrets.TOKEN }}"
    """
    return json.dumps(text.replace("${{", "$ {{"), ensure_ascii=False)


WORDS: dict[Callable[[str], str], Callable[[str], str]] = {
    quote_shell: quote_shell,
    quote_unit: _quote_unit_word,
    quote_yaml: shlex.quote,
}


@functools.cache
def load_template(name: str, quote: Callable[[str], str]) -> jinja2.Template:
    """Return a template that quotes the values that it prints.

    Parameters
    ----------
    name
        The name of the file, without ``.j2``.
    quote
        `quote_shell`, `quote_unit` or `quote_yaml`. Numbers, and values that a filter has quoted, are
        printed as they are.
    """

    def finalize(value: object) -> str:
        return str(value) if isinstance(value, _Quoted | int) else quote(str(value))

    # braces belong to GitHub's expressions; autoescape is for HTML
    environment = jinja2.Environment(  # noqa: S701
        loader=jinja2.FileSystemLoader(templates_folder() / "nightly" / "schedule"),
        undefined=jinja2.StrictUndefined,
        finalize=finalize,
        variable_start_string="<<",
        variable_end_string=">>",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    word = WORDS[quote]
    environment.filters |= {
        "plain": _Quoted,
        "word": lambda text: _Quoted(word(str(text))),
        "words": lambda texts: _Quoted(" ".join(word(text) for text in texts)),
        # systemd fills in variables of a command line
        "argument": lambda text: _Quoted(word(str(text)).replace("$", "$$")),
        "indented": lambda text, by: _Quoted(text.replace("\n", "\n" + " " * by)),
    }
    return environment.get_template(f"{name}.j2")
