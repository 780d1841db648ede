"""Templates of schedules, with values quoted for a shell started by cron, a unit, or a workflow."""

import functools
import json
import shlex
from collections.abc import Callable

import jinja2

from benchreport.report.theme import templates_folder


class _Quoted(str):
    """A text that is already quoted."""

    __slots__ = ()


def quote_shell(text: str) -> str:
    r"""Quote a word for a shell started by cron, which reads a bare percent sign as a line break.

    >>> print(quote_shell("100% sure"))
    '100\% sure'
    """
    return shlex.quote(text).replace("%", r"\%")


def quote_unit(text: str) -> str:
    """Quote a value of a systemd unit, in which a percent sign begins a specifier.

    >>> print(quote_unit("100% sure"))
    100%% sure
    """
    return text.replace("%", "%%")


def _quote_unit_word(text: str) -> str:
    return '"{}"'.format(text.replace("%", "%%").replace("\\", "\\\\").replace('"', '\\"'))


def quote_yaml(text: str) -> str:
    """Quote a YAML string so that GitHub finds no expression in it.

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
    """Load a template that quotes the values it prints.

    Parameters
    ----------
    name
        The name of the template file, without ``.j2``.
    quote
        The function that quotes: `quote_shell`, `quote_unit` or `quote_yaml`. Numbers, and values that a
        filter has quoted, are not quoted again.
    """

    def finalize(value: object) -> str:
        return str(value) if isinstance(value, _Quoted | int) else quote(str(value))

    # use other delimiters, because GitHub's expressions have braces; autoescape is for HTML only
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
        # systemd expands variables in a command line
        "argument": lambda text: _Quoted(word(str(text)).replace("$", "$$")),
        "indented": lambda text, by: _Quoted(text.replace("\n", "\n" + " " * by)),
    }
    return environment.get_template(f"{name}.j2")
