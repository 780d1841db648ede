"""One page a figure, and the gallery: the lines of ``examples/gallery.py`` with the tables that they use."""

import ast
import functools
import re
from collections.abc import Callable
from typing import Any

from site_builder.docstring_rst import describe_method, first_line
from site_builder.markdown import ROOT, python, toctree

GALLERY = ROOT / "examples/gallery.py"


@functools.cache
def _source() -> str:
    return GALLERY.read_text(encoding="utf-8")


@functools.cache
def _assigned() -> dict[str, ast.expr]:
    """Return what the gallery assigns to each name, without running it."""
    return {
        node.targets[0].id: node.value
        for node in ast.parse(_source()).body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }


@functools.cache
def loads() -> dict[str, str]:
    """Return the code that loads each table of the gallery, by the name that its lines use."""
    names = _assigned()["NAMES"]
    keys, values = getattr(names, "keys", ()), getattr(names, "values", ())
    return {
        ast.literal_eval(key): _code_of(value.id) for key, value in zip(keys, values, strict=True)
    }


def _code_of(constant: str) -> str:
    code = ast.get_source_segment(_source(), _assigned()[constant]) or ""
    return re.sub(r'HERE / "(.*?)"', r'"examples/\1"', code)


@functools.cache
def sections() -> dict[str, list[str]]:
    """Return the gallery's lines by section."""
    return ast.literal_eval(_assigned()["GALLERY"])


def name_of(line: str) -> str:
    """Return which figure a line draws: the method's name, of ``.plot()`` that of the procedure."""
    return re.findall(r"\.(\w+)\(", line.removesuffix(".plot()"))[-1]


@functools.cache
def figures() -> dict[str, list[str]]:
    """Return the lines that draw each figure."""
    found: dict[str, list[str]] = {}
    for lines in sections().values():
        for line in lines:
            if line.endswith(".plot()"):
                continue  # it stands on the procedure's page
            found.setdefault(name_of(line), []).append(line)
    return found


def make_pages() -> dict[str, str]:
    """Write the page of each figure, and the gallery."""
    pages = {f"figures/{name}": _make_page(name, lines) for name, lines in figures().items()}
    return pages | {"figures/index": _make_index()}


def _make_index() -> str:
    parts = [
        "# Figures\n",
        "Every figure, drawn on the real data of `examples/`. Each has a caption, a text for those who cannot see it",
        "(`.alt`), its data (`.data`), and is drawn for a column or a page, as SVG, PDF, PNG or PGF.\n",
    ]
    shown = set()
    for title, lines in sections().items():
        names = [name for name in dict.fromkeys(map(name_of, lines)) if name in figures()]
        fresh = [name for name in names if name not in shown]
        shown |= set(fresh)
        parts += [
            f"## {title}\n",
            *(f"- [`{name}()`]({name}.md): {first_line(_method(name))}" for name in names),
            "",
        ]
        parts.append(toctree(fresh, caption=title))
    return "\n".join(parts)


def _method(name: str) -> Callable[..., Any]:
    import pandas as pd

    import benchreport

    method: Callable[..., Any] = getattr(benchreport.bench(pd.DataFrame()), name)
    return method


def _make_page(name: str, lines: list[str]) -> str:
    used = [table for table in loads() if any(re.search(rf"\b{table}\b", line) for line in lines)]
    code = "\n".join(f"{table} = {loads()[table]}" for table in used)
    return "\n".join(
        [
            f"# {name}\n",
            python(f"import pandas as pd\nimport benchreport\n\n{code}\n{lines[0]}"),
            *(python(line) for line in lines[1:]),
            describe_method(name, _method(name)),
        ]
    )
