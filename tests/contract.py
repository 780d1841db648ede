"""The contract of a procedure, read from its annotations, its docstring and its own test.

Constants of its own test say what cannot be read from there:

ORACLE    where its numbers come from, if not from a file of ``oracles/`` that the test reads
GAPS      its error for a table with gaps and the hint, if they differ from those of the others
ROUNDING  by how much its p-values may differ with the order of the table, relatively
"""

import ast
import dataclasses
import functools
import inspect
import itertools
import re
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from benchreport.plots import draw
from benchreport.plots.pairs.cd_facts import find_bars, find_different, find_reference
from benchreport.plots.pairs.differences import difference_plot
from benchreport.plots.pairs.significance import significance_plot
from benchreport.results import Assumption, PairwiseResult, Result
from benchreport.stats import PROCEDURES

HERE = Path(__file__).parent


def has_result(name: str, *results: type) -> bool:
    """Tell whether a procedure is annotated to return one of these."""
    return issubclass(PROCEDURES[name].__annotations__["return"], results)


def family_of(name: str) -> str:
    """Name the folder of a procedure."""
    return PROCEDURES[name].__module__.split(".")[-2]


@functools.cache
def section(name: str, heading: str) -> str:
    """Read a section of a procedure's docstring; empty without one."""
    text = inspect.getdoc(PROCEDURES[name]) or ""
    match = re.search(rf"^{heading}\n-+\n(.*?)(?=^\w+\n-+$|\Z)", text, re.MULTILINE | re.DOTALL)
    return match[1] if match else ""


def refuses_gaps(name: str) -> bool:
    """Tell whether the docstring says that missing runs are an error."""
    return re.search("runs are missing", section(name, "Raises"), re.IGNORECASE) is not None


# measures that papers write so
SYMBOLS = {"d_z", "d_av", "g_z"}


def heads_in_code(result: Result) -> set[str]:
    """Return the heads of a result's table, as it is printed, that are names of code."""
    return {head for head in map(str, result.display.columns) if "_" in head} - SYMBOLS


def is_test(name: str) -> bool:
    """Tell whether the docstring states an H0."""
    return "There is no H0" not in (inspect.getdoc(PROCEDURES[name]) or "")


@functools.cache
def layout_of(name: str) -> str:
    """Name the layout that the docstring asks for: "datasets", "factors", "folds" or "5 × 2 folds"."""
    table = section(name, "Parameters").split("\n", 2)[1]
    if "5 × 2 folds" in table:
        return "5 × 2 folds"
    if "combinations of factors" in table:
        return "factors"
    return "folds" if "of one dataset" in table else "datasets"


def takes_positive(name: str) -> bool:
    """Tell whether the docstring asks for scores above 0."""
    first = re.match(r"\w+\n((?: .*\n?)+)", section(name, "Parameters"))
    return first is not None and "scores\n    above 0" in first[1]


def make_positive(frame: pd.DataFrame) -> pd.DataFrame:
    """Return absolute scores, and the largest for 0; in another unit they are the same."""
    sizes = frame.abs()
    return sizes.mask(sizes == 0, sizes.max(axis=None) or 1.0)


def lay_out(name: str, frame: pd.DataFrame) -> pd.DataFrame:
    """Add the columns of the layout that a procedure needs: fold, or repeat and fold for 5 × 2 folds.

    Scores are made positive for a procedure that needs such.
    """
    if takes_positive(name):
        numbers = frame.select_dtypes("number")
        frame = frame.assign(**make_positive(numbers))
    if layout_of(name) == "folds":
        return frame.assign(fold=range(len(frame)))
    if layout_of(name) == "datasets":
        return frame
    if layout_of(name) == "factors":
        rows = frame.rename_axis("dataset").reset_index()
        return rows.melt("dataset", var_name="part", value_name="accuracy")
    frame = frame.iloc[np.arange(10) % len(frame)]
    return frame.assign(repeat=np.repeat(range(5), 2), fold=[1, 2] * 5)


def roles_of(name: str) -> dict[str, Any]:
    """Return the roles of the columns that `lay_out` adds, where they must be named."""
    roles = {"5 × 2 folds": {"repeat": ("repeat", "fold")}, "factors": {"factors": "part"}}
    return roles.get(layout_of(name), {})


# the contract holds for any number; the defaults take up to a second a call
FEW = {"n_simulations": 100, "n_resamples": 1000, "n_draws": 1000}


def few_draws(name: str) -> dict[str, int]:
    """Return the options by which a procedure draws less than by default."""
    parameters = inspect.signature(PROCEDURES[name]).parameters
    return {option: few for option, few in FEW.items() if option in parameters}


def required_options(name: str, values: dict[str, Any]) -> dict[str, Any]:
    """Choose values for the options without a default, and few draws for those that draw."""
    _, *options = inspect.signature(PROCEDURES[name]).parameters.values()
    few = few_draws(name)
    return {
        parameter.name: (few | values)[parameter.name]
        for parameter in options
        if parameter.default is parameter.empty or parameter.name in few
    }


def own_tests(name: str) -> list[Path]:
    """Find a procedure's own test."""
    return [*(HERE / "stats" / family_of(name)).glob(f"test_{name}.py")]


@functools.cache
def constant(name: str, of_it: str, default: Any = None) -> Any:
    """Read a constant of a procedure's own test."""
    for line in ast.parse(own_tests(name)[0].read_text()).body:
        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == of_it:
            return ast.literal_eval(line.value)
    return default


def oracles_of(name: str) -> list[Path]:
    """Find the oracle files that a procedure's own test reads."""
    read = re.findall(r'\b(?:cases|oracle)\("(\w+)"', own_tests(name)[0].read_text())
    return [HERE / "oracles" / f"{name}.json" for name in dict.fromkeys(read)]


def doubt(result: Result) -> Result:
    """Return a result one of whose assumptions is doubtful."""
    reason = Assumption(name="blocks differ", outcome="doubtful", evidence="two are copies")
    return dataclasses.replace(result, assumptions=(*result.assumptions, reason))


def check_pairs_agree(result: PairwiseResult) -> None:
    """Check that all that a result says of its pairs is one answer: sentences, letters, tables, figures."""
    named = [f"{row.first} and {row.second}" for row in result.significant if not row.favours]
    better = {
        (row.favours, row.first if row.favours == row.second else row.second)
        for row in result.significant
        if row.favours
    }
    assert bool(result.doubts) <= (not result.significant)
    text = "\n".join((result.summary, *result.interpretation))
    assert ("not called significant" in text) == bool(result.caution) == result.in_doubt
    told = [line.split(" is better than ") for line in text.splitlines() if " is better " in line]
    assert {winner for winner, _ in told} == {winner for winner, _ in better}
    assert all(any(line.startswith(pair) for line in text.splitlines()) for pair in named)
    names = result.design.algorithms
    assert {(winner, name) for name in names for winner in result.better_than(name)} == better
    assert result.to_latex().count(r"\textbf{") == len(result.significant)
    if result.control is None:
        apart = {frozenset((row.first, row.second)) for row in result.significant}
        letters, groups = result.letters(), result.groups()
        for one, other in itertools.combinations(names, 2):
            separate = {one, other} in apart
            assert set(letters[one]).isdisjoint(letters[other]) == separate
            assert any({one, other} <= {*group} for group in groups) != separate
            assert any({one, other} <= {*bar} for bar in find_bars(result)) != separate
    assert len(find_different(result)) == sum(
        find_reference(result) in (row.first, row.second) for row in result.significant
    )
    for plot in (difference_plot, significance_plot, draw):
        figure = plot(result)
        cautions = figure.caption.count("No difference is called significant")
        assert plot is draw or cautions == result.in_doubt
        filled = [line for line in figure.axes.lines if line.get_gid() == "difference"]
        drawn = sum(line.get_markerfacecolor() != "white" for line in filled)
        assert drawn <= len(result.significant)
        assert plot is not difference_plot or drawn == len(find_different(result))
        cells = [text for text in figure.axes.texts if text.get_gid() == "cell"]
        assert not (result.in_doubt and any(text.get_fontweight() == "bold" for text in cells))
        plt.close(figure.axes.figure)
