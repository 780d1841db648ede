"""One page a procedure: its docstring, an example that runs, the advice on it, its oracle and its peers."""

import doctest
import functools
import inspect
from collections.abc import Callable
from typing import Any

from site_builder import peer_pages
from site_builder.code_blocks import ASSUMPTIONS
from site_builder.decision_page import standings_of
from site_builder.docstring_rst import describe_method, first_line
from site_builder.examples_of_procedures import CALLS, TABLES, table_of
from site_builder.markdown import python, toctree
from site_builder.oracles import oracle_of

FAMILIES = {
    "description": "Describe scores",
    "rank_tests": "Tests by ranks",
    "means": "Tests by means",
    "models": "Linear models",
    "one_dataset": "On one dataset",
    "bayes": "Bayesian tests",
    "effects": "Effect sizes",
    "checks": "Checks of assumptions",
    "studies": "Whole studies",
    "predictions": "Predictions",
    "curves": "Curves",
}


@functools.cache
def procedures() -> dict[str, Callable[..., Any]]:
    """Return every procedure by name."""
    from benchreport.stats.catalogue import PROCEDURES

    return PROCEDURES


def family_of(name: str) -> str:
    """Name the folder of a procedure."""
    return procedures()[name].__module__.split(".")[2]


def make_pages() -> dict[str, str]:
    """Write the page of each procedure, and the page that lists them."""
    pages = {f"procedures/{name}": _make_page(name) for name in procedures()}
    return pages | {"procedures/index": _make_index()}


def _make_index() -> str:
    parts = [
        "# Procedures\n",
        "Each is a method of `df.bench`, a function of `benchreport` that takes the table, and",
        "a command, `benchreport test NAME FILE`.\n",
    ]
    for family, title in FAMILIES.items():
        names = [name for name in procedures() if family_of(name) == family]
        parts.append(f"## {title}\n")
        parts += [f"- [`{name}()`]({name}.md): {first_line(procedures()[name])}" for name in names]
        parts.append("")
        parts.append(toctree(names, caption=title))
    return "\n".join(parts)


def _make_page(name: str) -> str:
    import pandas as pd

    from benchreport import bench

    method = getattr(bench(pd.DataFrame()), name)
    parts = [
        f"# {name}\n",
        describe_method(name, method).replace("\n   Examples\n", "\n   Examples\n"),
        "## An example\n",
        *_example(name),
        f"\n{ASSUMPTIONS}\n",
        *_advice(name),
        *_checked(name),
        *peer_pages.section_of(name),
    ]
    return "\n".join(parts)


def _example(name: str) -> list[str]:
    """Write code that runs the procedure on a real table, or its docstring's own, and draws its figure."""
    table = table_of(name)
    if table is None:
        statements = doctest.DocTestParser().get_examples(inspect.getdoc(procedures()[name]) or "")
        return [python("".join(each.source for each in statements).rstrip())]
    call = CALLS.get(name, f"bench.{name}()")
    code = f"{TABLES[table]}\nresult = {call}\nprint(result)"
    return [python(code), *([python("result.plot()")] if _has_figure(name) else [])]


def _has_figure(name: str) -> bool:
    from benchreport.plots.drawing import FIGURES
    from benchreport.results import PairwiseResult

    kind = procedures()[name].__annotations__["return"]
    return any(issubclass(kind, each) for each in (*FIGURES, PairwiseResult))


def _advice(name: str) -> list[str]:
    rows = standings_of(name)
    if not rows:
        return []
    return ["\n## When\n", "What `df.bench.advise()` says about it for each design:\n", *rows, ""]


def _checked(name: str) -> list[str]:
    source = oracle_of(name)
    return [f"\n## Checked against\n\n{source}\n"] if source else []
