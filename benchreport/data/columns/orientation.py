"""Leaderboards, with a row for each algorithm: which of their columns are datasets."""

import re
from collections.abc import Hashable, Sequence
from typing import Any

import pandas as pd

from benchreport.data.cells.cell_values import to_numbers
from benchreport.data.cells.score_cells import begins_numbers, holds_mostly_numbers
from benchreport.data.columns.content.best_known import is_best_known
from benchreport.data.columns.content.derived import derived_columns
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.content.likeness import (
    FEW_TIMES,
    chosen_columns,
    differ_in_size,
    of_another_size,
)
from benchreport.data.columns.content.units import SIZES
from benchreport.data.columns.layout import directions_of_units
from benchreport.data.columns.roles import WRITTEN_INDEX
from benchreport.data.columns.score_candidates import is_spread, numbers_rows, seems_set
from benchreport.data.columns.words.direction import METRIC, direction_of
from benchreport.data.columns.words.kinds_of_names import (
    AVERAGES,
    TOTALS,
    are_benchmarks,
    before_bracket,
    compares_columns,
    is_average,
    is_description,
    is_test_result,
)
from benchreport.data.columns.words.measures import (
    common_metric,
    is_cost,
    is_measure,
    is_work,
    measure_one_thing,
    metric_before,
    metric_in,
    opposites,
    quantiles_of,
)
from benchreport.data.columns.words.names import is_called, strength_of, words_of

# the first words of columns with the best or the worst of the others
EXTREMES_OF_COLUMNS = frozenset("worst best min max minimum maximum".split())
SHARES = "shares"
"""The entry of a frame's ``attrs`` with the columns whose cells said how many of how many."""
FEWEST = 2
FEWEST_NAMES = 3
RANKS = frozenset(("rank", "ranks"))
FIRST_ROWS = 100
# how many times as large as another the largest score on a dataset may be
MOST_TIMES = 100
ENDS_OF_GAMES = tuple(
    frozenset(words)
    for words in (
        ("win", "wins", "won"),
        ("tie", "ties", "tied", "draw", "draws", "drawn"),
        ("loss", "losses", "lost"),
    )
)
# words of columns that each measure something
GAINED = frozenset(("score", "rate", "gain"))
YEARS = (1950, 2050)
SETTING = re.compile(r"(?:(?P<of>[^\d=]+)\s*=\s*)?(?P<number>[-+]?\d+(?:\.\d+)?)\s*%?")
# 10 KB
SIZE = re.compile(r"\s*\d+(?:\.\d+)?\s*(?P<unit>[A-Za-z]+)\s*")


def benchmark_columns(columns: Sequence[Hashable], evidence: Evidence) -> list[Hashable]:
    """Return the columns of a leaderboard that may be datasets.

    Averages, extremes, attributes, other measures, results of tests and numbers of rows are none.
    """
    frame = evidence.frame
    scored = [n for n in columns if holds_mostly_numbers(frame[n]) and n != WRITTEN_INDEX]
    numeric = scored = [name for name in scored if evidence.facts(name).different]
    scored = [name for name in scored if not numbers_rows(name, evidence)]
    scored = [name for name in scored if not pd.api.types.is_bool_dtype(frame[name].dtype)]
    quantiles = quantiles_of(columns)
    shares = frame.attrs.get(SHARES, ())
    scored = [
        name
        for name in scored
        if not (is_average(name) or is_measure(name) or is_cost(name))
        # beside datasets, test is how many rows are tested; beside algorithms, it is a part of the data
        and (not is_description(name) or words_of(name) == ["test"] or name in shares)
        and not is_work(name)
        and not (name in quantiles or compares_columns(name, columns) or is_called(name, "step"))
        and not (is_spread(name) or _is_rate(name) or RANKS & set(words_of(name)))
        and not is_best_known(name)
        and not _is_total_beside_average(name, columns)
        # what is the same in all rows was set
        and not (evidence.facts(name).kind == "whole" and evidence.facts(name).constant)
    ]
    derived = derived_columns(scored, evidence, beside=numeric)
    unlike = {*chosen_columns(scored, evidence), *derived}
    if any(evidence.facts(name).kind == "number" for name in scored):
        unlike |= {name for name in scored if seems_set(name, evidence)}
    scored = [name for name in scored if name not in unlike]
    odd = of_another_size(scored, evidence)
    scored = [name for name in scored if name not in odd]
    # beside years and sizes stand weighted means of them
    scored = sizes_among(scored) or scored
    years = [name for name in scored if _holds_years(evidence.column(name))]
    # all of them may be points of a game
    scored = [name for name in scored if name not in years] or scored
    if opposites(scored) == scored or counts_of_games(columns, scored, evidence):
        return []
    tested = [name for name in columns if is_test_result(name, columns)]
    if tested:
        # beside p-values stand statistics of the same measures, such as dm_mse, and numbers of observations
        ends = [words_of(name) for name in columns if name not in tested]
        scored = [
            name
            for name in scored
            if name not in tested
            and words_of(name)[1:] not in ends
            and not evidence.facts(name).constant
        ]
    metric = common_metric(scored)
    if not metric:
        # what is an error in one column and an accuracy in another is no single score
        directions = {direction_of(name) for name in scored}
        several = directions >= {True, False} or measure_one_thing(scored)
        return [] if several else scored
    return [
        name
        for name in scored
        if metric in (metric_in(name), metric_before(name))
        and words_of(name)[0] not in EXTREMES_OF_COLUMNS
    ]


def likely_datasets(columns: Sequence[Hashable], evidence: Evidence) -> list[Hashable]:
    """Return the columns that are likely the datasets of a leaderboard: those of one metric are of one size.

    Columns called datasets, sizes, or by one metric, may differ.
    """
    datasets = benchmark_columns(columns, evidence)
    # what stands above the table is said of all its scores
    called = (
        evidence.frame.attrs.get(METRIC, "score") != "score"
        or are_sizes(datasets)
        or are_benchmarks(datasets)
        or all(strength_of(name, "dataset") for name in datasets)
        # GSM8K Acc and MBPP Pass@1
        or all(direction_of(name) and len(words_of(name)) > 1 for name in datasets)
    )
    if called or directions_of_units(datasets):
        return datasets
    if all(not GAINED.isdisjoint(words_of(name)) for name in datasets):
        return []
    # cells with a spread are texts, whose size is not asked for
    sizes = [to_numbers(evidence.rows[name]).abs().max() for name in datasets]
    far = max(sizes, default=0) / MOST_TIMES > min(sizes, default=0)
    if far or not (
        common_metric(datasets) or not differ_in_size(datasets, evidence, apart=FEW_TIMES)
    ):
        return []
    return datasets


def are_sizes(columns: Sequence[Hashable]) -> bool:
    """Tell whether all columns are called by an amount of data, a year or a setting: what each ran on.

    >>> are_sizes(["1 KB", "10KB", "1 MB"]), are_sizes(["7B", "70B"]), are_sizes(["10", "20 MB"])
    (True, False, False)
    >>> are_sizes(["2019", "2020"]), are_sizes(["k=1", "k=5"]), are_sizes(["k=1", "n=5"]), are_sizes([0, 1])
    (True, True, False, False)
    """
    found = [SIZE.fullmatch(str(name)) for name in columns]
    if all(match is not None and match["unit"].casefold() in SIZES for match in found):
        return True
    found = [SETTING.fullmatch(str(name)) for name in columns]
    numbers = [match["number"] for match in found if match is not None]
    named = {match["of"] for match in found if match is not None}
    # numbers that count the columns are no names
    counted = (
        numbers[:1] in (["0"], ["1"]) and numbers[1:2] in (["1"], ["2"]) and {*named} == {None}
    )
    return len(numbers) == len(columns) and len(named) == 1 and not counted


def sizes_among(columns: Sequence[Hashable]) -> list[Hashable]:
    """Return the columns called by a size or a year, where most are; else none.

    >>> sizes_among(["2019", "2020", "2021", "Overall"]), sizes_among(["2019", "2020", "svm", "knn"])
    (['2019', '2020', '2021'], [])
    """
    sizes = [name for name in columns if are_sizes([name])]
    most = len(sizes) > FEWEST and 2 * len(sizes) > len(columns)
    return sizes if most and are_sizes(sizes) else []


def _holds_years(column: "pd.Series[Any]") -> bool:
    """Tell whether a column is of years, as of when models were released.

    >>> _holds_years(pd.Series([2019, 2023])), _holds_years(pd.Series([2019, 1250]))
    (True, False)
    """
    whole = column.dtype.kind in "iu"
    return whole and bool(column.between(*YEARS).all())


def counts_of_games(
    columns: Sequence[Hashable], scored: Sequence[Hashable], evidence: Evidence
) -> list[Hashable]:
    """Return the columns that count how games ended: what else is counted beside them are no datasets."""
    # tie, and A wins
    ends = {n: {*words_of(n)[-1:]} for n in columns if len(words_of(n)) <= 2}  # noqa: PLR2004 - and whose
    found = [[name for name in ends if words & ends[name]] for words in ENDS_OF_GAMES]
    several = len(list(filter(None, found))) > 1
    if not several or any(evidence.facts(name).kind != "whole" for name in scored):
        return []
    return [name for names in found for name in names]


def _is_total_beside_average(name: Hashable, columns: Sequence[Hashable]) -> bool:
    """Tell whether a column is the sum of what another one is the average of.

    >>> _is_total_beside_average("SUM Zscore", ["SUM Zscore", "AVG Zscore"])
    True
    """
    words = words_of(name)
    rest = [word for word in words if word not in TOTALS]
    return len(rest) < len(words) and any(
        AVERAGES & {*words_of(other)}
        and [word for word in words_of(other) if word not in AVERAGES] == rest
        for other in columns
    )


def _is_rate(name: Hashable) -> bool:
    """Tell whether a column is the rate of something, as of refusals; a rate of success is a score."""
    return words_of(before_bracket(name))[-1:] == ["rate"] and direction_of(name) is None


def names_rows(frame: pd.DataFrame, truth: Hashable) -> bool:
    """Tell whether a column called label names or rates rows of scores: no other cell is one of its texts.

    The texts of names differ; beside texts that rate rows stands a metric.

    >>> frame = pd.DataFrame({"label": ["c:gcc", "go", "java"], "sort": [1.5, 3, 4], "hash": [2, 7, 1.5]})
    >>> names_rows(frame, "label"), names_rows(frame.assign(svm=["go", "go", "java"]), "label")
    (True, False)
    >>> rated = pd.DataFrame({"label": ["good", "bad", "good"], "f1": [0.9, 0.6, 0.8]})
    >>> names_rows(rated, "label"), names_rows(rated.rename(columns={"f1": "svm"}), "label")
    (True, False)
    """
    scores = [name for name in frame.columns if name != truth and begins_numbers(frame[name])]
    measured = any(is_measure(name) for name in scores)
    # the first rows of most truths repeat one
    for labels in (frame[truth].head(FIRST_ROWS).tolist(), frame[truth].tolist()):
        if not all(isinstance(label, str) for label in labels):
            return False
        few = 1 < len(labels) < FEWEST_NAMES
        if not measured and (few or len({*labels}) < len(labels)):
            return False
    known = {*labels}
    others = [frame[name] for name in frame.columns if name != truth]
    shared = any(isinstance(cell, str) and cell in known for other in others for cell in other)
    return not shared and bool(scores)
