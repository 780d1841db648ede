r"""Files of named numbers, and how to read them back: LaTeX, YAML (Quarto and MyST) and Typst."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from benchreport.errors import OptionError, ReadError
from benchreport.hints import code
from benchreport.report.rendering.markdown_text import escape_markdown
from benchreport.report.rendering.typst_text import write_string
from benchreport.results.writing.latex_text import escape_line, note_foreign_signs
from benchreport.version import __version__
from benchreport.wording.papers import paper_kit as wording

MARK = "benchreport numbers: "
ROOT = "bench"
MACROS = r"""
\providecommand{\benchset}[2]{\expandafter\gdef\csname bench:\detokenize{#1}\endcsname{#2}}
\providecommand{\bench}[1]{\ifcsname bench:\detokenize{#1}\endcsname
  \csname bench:\detokenize{#1}\endcsname\else
  \textbf{??}\GenericWarning{}{LaTeX Warning: benchreport has no number `\detokenize{#1}'}\fi}
""".strip()
TEX_LINE = re.compile(r"\\benchset\{([\w.]+)\}\{(.*)\}")
NESTED_LINE = re.compile(r'( *)"(\w+)": ?(?:(".*"),?|\(?)')


class Format(NamedTuple):
    """A format of numbers: how a line of comment begins, how numbers are written, and read back."""

    comment: str
    body: Callable[[Mapping[str, str]], Iterable[str]]
    read: Callable[[str], dict[str, str]]

    def write(self, values: Mapping[str, str], settings: Mapping[str, object]) -> str:
        """Write the file: what it is, what it was made from, and the numbers."""
        head = [
            wording.HEAD_OF_NUMBERS.format(version=__version__),
            MARK + json.dumps(dict(settings)),
        ]
        lines = [*(f"{self.comment} {line}" for line in head), *self.body(values)]
        text = "\n".join(lines) + "\n"
        return note_foreign_signs(text) if self.comment == "%" else text


def format_of(path: Path) -> Format:
    """Return the format of a file by its suffix."""
    if path.suffix in FORMATS:
        return FORMATS[path.suffix]
    *first, last = FORMATS
    raise OptionError(
        f"numbers are written to a file that ends in {', '.join(first)} or {last}; got {path.name!r}.",
        hint=code(f"{path.stem}.tex", f"{path.stem}.tex"),
    )


def check_target(path: Path) -> None:
    """Refuse to replace a file that this module did not write, such as the paper itself."""
    format_of(path)
    if path.is_file() and read_settings(_read_text(path)) is None:
        raise OptionError(
            f"{str(path)!r} exists and was not written by benchreport; the numbers would replace it.",
            hint=f"another name, such as {path.stem}-numbers{path.suffix}",
        )


def read_settings(text: str) -> dict[str, Any] | None:
    """Return what the numbers of a file were made from; ``None`` if the file holds none of ours."""
    for line in text.splitlines()[:4]:
        _, found, settings = line.partition(MARK)
        if found:
            try:
                return dict(json.loads(settings))
            except ValueError:
                return None
    return None


def read_numbers(path: Path) -> dict[str, str]:
    """Return the numbers of a file as they are written there, by name."""
    return format_of(path).read(_read_text(path))


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise ReadError(
            f"cannot read {str(path)!r}: {error.strerror}.", hint="check the name"
        ) from error


def _write_tex(values: Mapping[str, str]) -> Iterable[str]:
    yield MACROS
    yield from (rf"\benchset{{{name}}}{{{_as_tex(text)}}}" for name, text in values.items())


def _as_tex(text: str) -> str:
    # p and its value stay on one line
    escaped = escape_line(text)
    return rf"\mbox{{$p$ {escaped[2:]}}}" if text.startswith("p ") else escaped


def _read_tex(text: str) -> dict[str, str]:
    matches = map(TEX_LINE.fullmatch, text.splitlines())
    return {match[1]: match[2] for match in matches if match}


def _write_yaml(values: Mapping[str, str]) -> Iterable[str]:
    quoted = {
        name: json.dumps(escape_markdown(text), ensure_ascii=False) for name, text in values.items()
    }
    yield f'"{ROOT}":'
    yield from _nest(_as_tree(quoted), "  ", opening="", closing="", end="")


def _write_typst(values: Mapping[str, str]) -> Iterable[str]:
    quoted = {name: write_string(text) for name, text in values.items()}
    yield f"#let {ROOT} = ("
    yield from _nest(_as_tree(quoted), "  ", opening=" (", closing="),", end=",")
    yield ")"


def _as_tree(values: Mapping[str, str]) -> dict[str, Any]:
    """Return nested mappings: the dots of names divide their levels."""
    tree: dict[str, Any] = {}
    for name, text in values.items():
        *parents, last = name.split(".")
        branch = tree
        for parent in parents:
            branch = branch.setdefault(parent, {})
        branch[last] = text
    return tree


def _nest(
    tree: Mapping[str, Any], indent: str, *, opening: str, closing: str, end: str
) -> Iterable[str]:
    for name, part in tree.items():
        if isinstance(part, str):
            yield f'{indent}"{name}": {part}{end}'
            continue
        yield f'{indent}"{name}":{opening}'
        yield from _nest(part, f"{indent}  ", opening=opening, closing=closing, end=end)
        if closing:
            yield f"{indent}{closing}"


def _read_nested(text: str) -> dict[str, str]:
    """Read YAML or Typst as `_nest` writes it: two spaces a level below the root."""
    values: dict[str, str] = {}
    path: list[str] = []
    for line in text.splitlines():
        match = NESTED_LINE.fullmatch(line)
        if match is None or not match[1]:
            continue
        path = [*path[: len(match[1]) // 2 - 1], match[2]]
        if match[3]:
            values[".".join(path)] = json.loads(match[3])
    return values


FORMATS = {
    ".tex": Format("%", _write_tex, _read_tex),
    ".yml": Format("#", _write_yaml, _read_nested),
    ".yaml": Format("#", _write_yaml, _read_nested),
    ".typ": Format("//", _write_typst, _read_nested),
}
