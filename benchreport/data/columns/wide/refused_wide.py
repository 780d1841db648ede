"""Why a wide table is refused: it holds no scores of algorithms, or more than one says."""

from collections.abc import Hashable, Sequence

import pandas as pd

from benchreport.data.columns.content.evidence import NEARLY_ALL, Evidence
from benchreport.data.columns.orientation import likely_datasets
from benchreport.data.columns.score_candidates import kind_of_candidate
from benchreport.data.columns.wide.rows_as_algorithms import FURTHER
from benchreport.data.columns.wide.wide_measures import measures_among
from benchreport.data.columns.words.kinds_of_names import (
    is_average,
    is_summary,
    share_of_algorithms,
)
from benchreport.data.columns.words.measures import is_measure, metric_of_all
from benchreport.data.columns.words.names import KNOWN_NAMES, PARTS_OF_DATA, strength_of, words_of
from benchreport.errors import DataError, DesignError, RoleError, examples
from benchreport.hints import bench

# 22.6/23.9, 81.2*, 70.4 (aug)
NUMBER_AND_MORE = r"\s*[-+−]?\d[\d.,]*\s*[/(*†‡^]"


def refuse_odd_scores(
    about: Sequence[Hashable], columns: Sequence[Hashable], evidence: Evidence
) -> None:
    """Refuse a column among those of scores whose cells are numbers with more behind."""
    order: list[Hashable] = [*evidence.frame.columns]
    odd = {
        name: cells
        for name in about
        if any(order.index(name) > order.index(other) for other in columns)
        and (cells := evidence.column(name).dropna().astype(str)).str.match(NUMBER_AND_MORE).all()
    }
    if odd:
        found = dict.fromkeys(repr(cell) for cells in odd.values() for cell in cells)
        raise DataError(
            f"column {examples(odd)} stands among those of scores, and its cells are no numbers: "
            f"{examples(found)}.",
            hint="make every cell of it a number, or empty; or leave the column out of the table",
        )


def refuse_counts_of_data(
    dataset: Hashable | None,
    repeat: Sequence[Hashable],
    columns: Sequence[Hashable],
    evidence: Evidence,
) -> None:
    """Refuse whole numbers of train, dev and test, and their total: they count what the data hold."""
    for name in (dataset, *repeat):
        if name not in evidence.texts or not columns:
            continue
        cells = evidence.column(name)
        if str(cells.iloc[0]).casefold() not in PARTS_OF_DATA:
            continue
        parts = [part for part in cells.dropna().astype(str) if not is_summary(part)]
        named = len(parts) > 1 and PARTS_OF_DATA.issuperset(map(str.casefold, parts))
        if named and all(evidence.facts(column).kind == "whole" for column in columns):
            raise DesignError(
                f"there is nothing to test: the rows are parts of the data ({examples(parts)}), and the "
                f"whole numbers of {examples(columns)} count what is in them.",
                hint=FURTHER,
            )


def refuse_winners(names: Sequence[Hashable], evidence: Evidence) -> None:
    """Refuse a table whose rows name only the best algorithm: the scores of the others are needed."""
    for name in names:
        words = words_of(name)
        if words[:1] in (["best"], ["winner"], ["winning"]) and evidence.facts(name).kind == "text":
            found = examples(str(value) for value in evidence.column(name).dropna().unique())
            raise DesignError(
                f"column {name!r} names only the best algorithm of each row ({found}), whose scores are "
                "there alone.",
                hint="add the scores of the others, one row or one column for each",
            )


def refuse_pairs(
    dataset: Hashable | None,
    unread: Sequence[Hashable],
    columns: Sequence[Hashable],
    evidence: Evidence,
) -> None:
    """Ask about texts that tell the rows of each dataset apart.

    Those that are the same on each are conditions where the columns may be algorithms.
    """
    if dataset is None or len(columns) < 2 or measures_among(columns) or "y" in columns:  # noqa: PLR2004 - two algorithms compare
        return
    if evidence.facts(dataset).unique:
        return
    alike = share_of_algorithms(columns) > 0 or metric_of_all(columns) != ""
    alike = alike or {*likely_datasets(columns, evidence)} == {*columns}
    for name in unread:
        apart = evidence.groups([dataset, name]) == len(evidence.frame)
        own = evidence.crossing(dataset, name) < NEARLY_ALL and strength_of(dataset, "dataset")
        rival = strength_of(name, "algorithm") or share_of_algorithms(
            evidence.column(name).dropna().astype(str).unique()
        )
        if apart and (own or (alike and not rival)):
            raise RoleError(
                f"column {dataset!r} has the same name in several rows, which {name!r} tells apart; is each "
                f"pair of them a dataset, and are the columns {examples(columns)} algorithms?",
                hint=bench(dataset=[dataset, name]) + "; if not: " + bench(algorithm=name),
            )


def refuse_metric_column(unread: Sequence[Hashable], evidence: Evidence) -> None:
    """Ask for one metric of a wide table whose rows are of several."""
    for name in unread:
        if evidence.facts(name).constant:
            continue
        values = [str(value) for value in evidence.factorize(name, "metric")[1]]
        if strength_of(name, "metric") or all(map(is_measure, values)):
            # of summaries of runs the mean is compared
            likely = next(filter(is_average, values), min(values, key=kind_of_candidate))
            raise RoleError(
                f"column {name!r} holds {len(values)} metrics: {examples(values)}. Which one is compared?",
                hint=bench(where={str(name): likely}, score=likely),
            )


def neither_long_nor_wide(
    frame: pd.DataFrame, columns: Sequence[Hashable], unread: Sequence[Hashable]
) -> str:
    """Say why a table without usual names is no wide one either."""
    listed = f"the columns are {examples(frame.columns, most=12)}"
    names = ", ".join(KNOWN_NAMES["algorithm"][:3])
    unnamed = f"no column is called {names} or the like, and read as a wide table"
    if unread:
        return (
            f"{unnamed} (one column per algorithm) it has text columns too many: "
            f"{examples(unread)}; {listed}."
        )
    if len(columns) > 1:
        return f"{unnamed} its columns would be algorithms called {examples(columns)}; {listed}."
    return (
        "a comparison needs at least 2 algorithms: a column that names them (long), or one "
        f"numeric column for each (wide; {len(columns)} found); {listed}."
    )
