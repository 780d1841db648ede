"""The reference: the accessor's methods that are no procedure or figure, and every other public name."""

import inspect
from types import ModuleType

from site_builder.docstring_rst import describe_method
from site_builder.figure_pages import figures
from site_builder.markdown import toctree
from site_builder.procedure_pages import procedures

CLASSES = (
    "Scores",
    "Predictions",
    "Curves",
    "Several",
    "Roles",
    "Analysis",
    "PredictionAnalysis",
    "CurveAnalysis",
)


def make_pages() -> dict[str, str]:
    """Write the pages of the reference."""
    return {
        "api/index": _make_index(),
        "api/bench": _make_accessor(),
        "api/functions": _make_functions(),
        "api/classes": _make_classes(),
        "api/results": _make_module("Results", "benchreport.results"),
        "api/plots": _make_plots(),
        "api/report": _make_module("Reports", "benchreport.report"),
        "api/paper": _make_module("Papers", "benchreport.paper"),
        "api/experiments": _make_module("Experiments", "benchreport.experiments"),
        "api/errors": _make_errors(),
    }


def public_names(module: ModuleType) -> list[str]:
    """Return the names that a module offers."""
    return list(module.__all__)


def _make_index() -> str:
    pages = [
        "bench",
        "functions",
        "classes",
        "results",
        "plots",
        "report",
        "paper",
        "experiments",
        "errors",
    ]
    return "\n".join(
        [
            "# Reference\n",
            "Every public name. [Procedures](../procedures/index.md) and [figures](../figures/index.md) have pages of their",
            "own. Other sites link here through `objects.inv`.\n",
            toctree(pages, hidden=False),
        ]
    )


def _methods() -> dict[str, object]:
    import pandas as pd

    import benchreport

    bench = benchreport.bench(pd.DataFrame())
    names = [
        name
        for name in dir(bench)
        if name not in benchreport.Bench.__dict__
        or not isinstance(inspect.getattr_static(benchreport.Bench, name), property)
    ]
    return {name: getattr(bench, name) for name in names}


def _make_accessor() -> str:
    import benchreport

    others = {
        name: method
        for name, method in _methods().items()
        if name not in procedures() and name not in figures()
    }
    parts = [
        "# df.bench\n",
        "```{eval-rst}\n.. py:class:: benchreport.Bench\n\n   What ``df.bench`` and ``benchreport.bench(df)`` return.\n```\n",
        describe_method("__call__", benchreport.bench(_empty()).__call__),
        *(describe_method(name, method) for name, method in others.items()),
    ]
    return "\n".join(parts)


def _empty() -> object:
    import pandas as pd

    return pd.DataFrame()


def _make_functions() -> str:
    import benchreport

    names = [
        name
        for name in dir(benchreport)
        if inspect.isfunction(getattr(benchreport, name))
        and name[0] != "_"
        and name != "load_lazily"
    ]
    mine = [name for name in names if name not in procedures()]
    return "\n".join(
        [
            "# Functions\n",
            "Each procedure is also a function that takes the table: `benchreport.friedman(scores)`. The others:\n",
            _directives("autofunction", [f"benchreport.{name}" for name in mine]),
        ]
    )


def _make_classes() -> str:
    return "\n".join(
        [
            "# Tables and reports\n",
            _directives("autoclass", [f"benchreport.{name}" for name in CLASSES], members=True),
        ]
    )


def _make_module(title: str, name: str) -> str:
    module = __import__(name, fromlist=["__all__"])
    classes = [
        f"{name}.{each}" for each in public_names(module) if inspect.isclass(getattr(module, each))
    ]
    functions = [
        f"{name}.{each}"
        for each in public_names(module)
        if inspect.isfunction(getattr(module, each))
    ]
    return "\n".join(
        [
            f"# {title}\n",
            _directives("autofunction", functions),
            _directives("autoclass", classes, members=True),
        ]
    )


def _make_plots() -> str:
    from benchreport import plots

    functions = [
        name
        for name in public_names(plots)
        if inspect.isfunction(getattr(plots, name)) and not name.endswith("_from_table")
    ]
    return "\n".join(
        [
            "# Figures of results\n",
            "Figures that draw a result or a table, one file each.\n",
            _directives("autofunction", [f"benchreport.plots.{name}" for name in functions]),
        ]
    )


def _make_errors() -> str:
    from benchreport import errors

    return "\n".join(
        [
            "# Errors and warnings\n",
            _directives("autoexception", [f"benchreport.errors.{name}" for name in errors.__all__]),
        ]
    )


def _directives(kind: str, names: list[str], *, members: bool = False) -> str:
    option = "\n   :members:" * members
    return (
        "```{eval-rst}\n" + "\n".join(f".. {kind}:: {name}{option}\n" for name in names) + "```\n"
        if names
        else ""
    )
