"""Templates of schedules, each written for its medium: a shell that cron starts, a unit, a workflow."""

import functools
import json
import shlex
from collections.abc import Callable

import jinja2

from benchreport.report.theme import templates_folder

__all__ = ["in_shell", "in_unit", "in_yaml", "template"]


class _Ready(str):
    """Text that is written as it stands."""

    __slots__ = ()


def in_shell(text: str) -> str:
    r"""Write a word for a shell that cron starts, to which a bare percent sign is a line break.

    >>> print(in_shell("100% sure"))
    '100\% sure'
    """
    return shlex.quote(text).replace("%", r"\%")


def in_unit(text: str) -> str:
    """Write a value of a unit, in which percent signs begin a specifier.

    >>> print(in_unit("100% sure"))
    100%% sure
    """
    return text.replace("%", "%%")


def _word_of_unit(text: str) -> str:
    return '"{}"'.format(text.replace("%", "%%").replace("\\", "\\\\").replace('"', '\\"'))


def in_yaml(text: str) -> str:
    """Write a string that no expression of GitHub's can hide in.

    >>> print(in_yaml("no: ${{ secrets.TOKEN }}"))
    "no: $ {{ secrets.TOKEN }}"
    """
    return json.dumps(text.replace("${{", "$ {{"), ensure_ascii=False)


WORDS: dict[Callable[[str], str], Callable[[str], str]] = {
    in_shell: in_shell,
    in_unit: _word_of_unit,
    in_yaml: shlex.quote,
}


@functools.cache
def template(name: str, written: Callable[[str], str]) -> jinja2.Template:
    """Find a template, with everything that is printed written for its medium.

    Parameters
    ----------
    name
        Of the file, without ``.j2``.
    written
        `in_shell`, `in_unit` or `in_yaml`: writes all but numbers, and what a filter has written.
    """

    def final(value: object) -> str:
        if isinstance(value, _Ready | int):
            return str(value)
        return written(str(value))

    # braces belong to GitHub's expressions; autoescape is for HTML
    environment = jinja2.Environment(  # noqa: S701
        loader=jinja2.FileSystemLoader(templates_folder() / "nightly" / "schedule"),
        undefined=jinja2.StrictUndefined,
        finalize=final,
        variable_start_string="<<",
        variable_end_string=">>",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    word = WORDS[written]
    environment.filters |= {
        "plain": _Ready,
        "word": lambda text: _Ready(word(str(text))),
        "words": lambda texts: _Ready(" ".join(word(each) for each in texts)),
        # of a command line, where systemd fills in variables
        "argument": lambda text: _Ready(word(str(text)).replace("$", "$$")),
        "indented": lambda text, by: _Ready(text.replace("\n", "\n" + " " * by)),
    }
    return environment.get_template(f"{name}.j2")
