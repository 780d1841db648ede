"""Read the runs of a flat frame by its layout: one score each, with its algorithm, dataset and repeat."""

import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_values import (
    LARGEST,
    factorize_numbers,
    join_padded,
    to_numbers,
)
from benchreport.data.cells.score_cells import POINTS, ScoreCells, read_score_cells
from benchreport.data.cells.score_ranges import without_stand_ins
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.content.run_states import note_on_failed, without_failed
from benchreport.data.columns.layout import Layout
from benchreport.data.columns.roles import NOT_READ, RUNS_OF_DATASETS
from benchreport.data.columns.words.ablation_names import find_whole
from benchreport.data.columns.words.measures import is_cost
from benchreport.data.columns.words.numbered import repeat_in_cells
from benchreport.data.columns.words.units_in_names import names_without_unit
from benchreport.data.left_out_rows import Codes, find_left_out
from benchreport.data.score_runs import MOST_CELLS_A_RUN, Runs
from benchreport.data.unnumbered_repeats import (
    find_repeats,
    join_codes,
    nothing_tells_apart,
    number_runs,
    order_by_size,
    rows_are_repeats,
    unnumbered_note,
)
from benchreport.errors import DataError, examples, format_count
from benchreport.hints import Hint, bench, code, option
from benchreport.numerics.cell_means import ROWS, constant, one_by_one
from benchreport.wording.shell import reading

# fewer rows are no table with a sum below
FEWEST_NAMED = 2


def read_runs(table: pd.DataFrame | Evidence, layout: Layout) -> Runs:
    """Read a flat frame, or what is known of it already, by its layout.

    Raises
    ------
    DataError
        Scores that are text or infinite, labels that are missing, cells that are there twice.
    """
    evidence = Evidence(table) if isinstance(table, pd.DataFrame) else table
    if _ends_nameless(evidence, layout):
        runs = read_runs(evidence.frame.iloc[:-1], layout)
        return replace(runs, cell_notes=(*runs.cell_notes, reading.NAMELESS_LEFT_OUT))
    if layout.form == "wide":
        names = _distinct_names(names_without_unit(layout.algorithms))
        scores: pd.DataFrame | pd.Series[Any] | NDArray[np.float64] = evidence.scores(
            layout.algorithms
        )
        algorithm = one_by_one(evidence.length, len(names))[1]
    else:
        algorithm, names = _codes(evidence, layout.algorithm, "algorithm")
        scores = evidence.column(layout.score)
    dataset, datasets = _block_codes(evidence, layout)
    left_out = find_left_out(
        evidence, layout, Codes(algorithm, names), Codes(dataset, datasets), scores
    )
    if left_out is not None:
        runs = read_runs(evidence.frame[left_out.kept], layout)
        return replace(runs, cell_notes=(*runs.cell_notes, left_out.note))
    cells = read_score_cells(
        scores,
        n_algorithms=len(names),
        lower_is_better=layout.direction is False,
        points=bool(evidence.attrs.get(POINTS)),
    )
    cells = _without_failed(cells, layout, evidence)
    values, width = cells.values.ravel(), cells.values.shape[1]
    repeats = _find_repeats(layout, evidence, algorithm, dataset, cells.values)
    repeat, parts = repeats.codes, repeats.parts
    places = len(names) * len(datasets) * len(parts)
    uneven = len(values) < places
    if places > np.iinfo(np.int32).max:
        # codes of 32 bits could not be joined with the others
        repeat = repeat.astype(np.intp, copy=False)
    runs = Runs(
        algorithm=algorithm,
        dataset=_of_cells(dataset, width),
        repeat=np.repeat(repeat, width) if len(repeat) < len(values) else repeat,
        read=values,
        algorithms=names,
        datasets=datasets,
        repeats=tuple(", ".join(part) for part in parts),
        repeat_columns=tuple(
            # what Fold01 and Fold02 are, whatever their column is called
            repeat_in_cells(part[place] for part in parts)
            if layout.reasons.get(column) == reading.NUMBERED
            else str(column)
            for place, column in enumerate(layout.repeat)
        ),
        repeat_parts=parts,
        matched=repeats.matched,
        spread=None if cells.spread is None else cells.spread.ravel(),
        sizes=None if layout.runs is None else _read_sizes(evidence.column(layout.runs)),
        tried=_read_tried(evidence.attrs, datasets),
        metric=layout.score,
        setting_columns=_setting_columns(layout, names),
        failed=cells.failed,
        file_notes=tuple(evidence.attrs.get("notes", ())),
        unread=_unread(layout, evidence),
        cell_notes=(
            *cells.notes,
            *([unnumbered_note(layout, len(parts), uneven=uneven)] if repeats.by_size else ()),
            *([reading.ROWS_AS_DATASETS] if layout.has_unnamed_rows and len(datasets) > 1 else ()),
            *_note_cases("algorithms", names),
            *_note_cases("datasets", datasets),
        ),
    )
    _refuse_large(runs, layout)
    _refuse_duplicates(runs, layout, width, evidence)
    for array in (runs.algorithm, runs.dataset, runs.repeat, runs.read):
        array.setflags(write=False)
    return runs


def _note_cases(kind: str, names: Sequence[str]) -> tuple[str, ...]:
    """Say which names differ in upper and lower case only: they are mostly one, written in two ways.

    >>> _note_cases("algorithms", ["SVM", "kNN", "svm"])
    ('The algorithms SVM and svm differ in case only, and are read as different ones.',)
    """
    if len(set(map(str.casefold, names))) == len(names):
        return ()
    alike: dict[str, list[str]] = {}
    for name in names:
        alike.setdefault(name.casefold(), []).append(name)
    groups = [" and ".join(group) for group in alike.values() if len(group) > 1]
    return (reading.CASE_ONLY.format(kind=kind, names=examples(groups, most=3)),)


def _unread(layout: Layout, evidence: Evidence) -> tuple[str, ...]:
    """Return the columns that say nothing about the scores, not even which runs failed."""
    unused = (name for name in layout.unused if name not in layout.states)
    return tuple(map(str, (*unused, *evidence.attrs.get(NOT_READ, ()))))


class _Repeats(NamedTuple):
    """Codes of the repeats and the labels of each, as in `Runs`; ``by_size``: numbered by their scores."""

    codes: NDArray[np.intp]
    parts: tuple[tuple[str, ...], ...]
    matched: bool = True
    by_size: bool = False


def _find_repeats(
    layout: Layout,
    evidence: Evidence,
    algorithm: NDArray[np.intp],
    dataset: NDArray[np.intp],
    values: NDArray[np.float64],
) -> _Repeats:
    """Find the repeats of the runs: by columns, or by size where nothing else tells them apart."""
    if layout.form == "wide" and rows_are_repeats(evidence, layout, dataset):
        # algorithms in one row had the same repeat
        return _Repeats(*number_runs(order_by_size(dataset, values[:, 0])), by_size=True)
    scores = values.ravel()
    if nothing_tells_apart(layout, evidence):
        return _Repeats(*number_runs(order_by_size(algorithm, scores)), matched=False)
    unnumbered = find_repeats(layout, [algorithm, dataset], scores, evidence)
    if unnumbered is not None:
        return _Repeats(*number_runs(unnumbered), matched=False, by_size=True)
    if layout.repeat:
        return _Repeats(*_repeat_codes(evidence, layout))
    # one code for all runs takes no memory
    return _Repeats(constant(0, (len(scores),)), ((),))


def _of_cells(dataset: NDArray[np.intp], width: int) -> NDArray[np.intp]:
    """Return the dataset of each cell of rows that are so wide."""
    if width == 1:
        return dataset
    # the same array for all tables of a shape shows at once which cell is which
    each = bool((dataset == np.arange(len(dataset))).all())
    return one_by_one(len(dataset), width)[0] if each else np.repeat(dataset, width)


def _without_failed(cells: ScoreCells, layout: Layout, evidence: Evidence) -> ScoreCells:
    """Return the cells without what failed runs took, and the failures that they or the states say."""
    values, failed = without_stand_ins(cells.values, layout.score)
    if failed:
        words = "; ".join(filter(None, (cells.failed, failed)))
        cells = replace(cells, values=values, failed=words)
    for states in layout.states:
        values, failed = without_failed(
            cells.values[:, 0],
            evidence.column(states),
            cost=is_cost(layout.score),
            counted=bool(cells.failed),
        )
        words = "; ".join(filter(None, (cells.failed, failed)))
        cells = replace(cells, values=values[:, None], failed=words)
    if layout.form == "long" and evidence.texts and not layout.states:
        note = note_on_failed(layout.score, layout.unused, evidence, cells.values[:, 0])
        return replace(cells, notes=(*cells.notes, note)) if note else cells
    return cells


def _read_tried(
    attrs: Mapping[Hashable, Any], datasets: tuple[str, ...]
) -> NDArray[np.int64] | None:
    counted = attrs.get(RUNS_OF_DATASETS, {})
    if not counted or not counted.keys() >= {*datasets}:
        return None
    return np.array([counted[name] for name in datasets], dtype=np.int64)


def _read_sizes(column: "pd.Series[Any]") -> NDArray[np.int64]:
    """Read how many runs each score is the mean of."""
    numbers = to_numbers(column).to_numpy(dtype=np.float64, na_value=np.nan)
    whole = np.where(np.isnan(numbers), -1.0, numbers)
    wrong = np.flatnonzero(
        (whole < 0) | (whole != np.rint(whole)) | (whole > np.iinfo(np.int64).max // 2)
    )
    if len(wrong):
        found = examples(f"{column.iloc[row]} in row {row}" for row in wrong[:5].tolist())
        raise DataError(
            f"column {column.name!r} should say how many runs each score is the mean of, in whole numbers; "
            f"{format_count(len(wrong), 'cell')} {'does' if len(wrong) == 1 else 'do'} not: {found}.",
            hint="name the column of whole numbers, or leave out " + option(runs=str(column.name)),
        )
    sizes = whole.astype(np.int64)
    sizes.setflags(write=False)
    return sizes


def _ends_nameless(evidence: Evidence, layout: Layout) -> bool:
    """Tell whether the last row alone of a wide table has no name, as one that sums the others up."""
    if layout.form != "wide" or layout.dataset is None or evidence.length <= FEWEST_NAMED:
        return False
    if evidence.names_of.get(layout.dataset) is not None:
        # each row has a name
        return False
    column = evidence.column(layout.dataset)
    # in less time than .iloc takes
    return bool(pd.isna(column.array[-1])) and bool(column.iloc[:-1].notna().all())


def _block_codes(evidence: Evidence, layout: Layout) -> tuple[NDArray[np.intp], tuple[str, ...]]:
    if layout.dataset is not None:
        return _codes(evidence, layout.dataset, "dataset")
    if layout.form == "wide" and not layout.repeat:
        # rows without names are datasets, numbered from 1
        rows = np.arange(evidence.length)
        return rows, tuple(map(str, range(1, evidence.length + 1)))
    return np.zeros(evidence.length, dtype=np.intp), ("",)


def _repeat_codes(
    evidence: Evidence, layout: Layout
) -> tuple[NDArray[np.intp], tuple[tuple[str, ...], ...]]:
    parts = [_codes(evidence, column, "repeat") for column in layout.repeat]
    if len(parts) == 1:
        return parts[0][0], tuple((name,) for name in parts[0][1])
    sizes = [len(names) for _, names in parts]
    repeat = factorize_numbers(join_codes([codes for codes, _ in parts], sizes))[0]
    first = _first_rows(repeat)
    labels = ([names[code] for code in codes[first].tolist()] for codes, names in parts)
    return repeat, tuple(zip(*labels, strict=True))


def _first_rows(codes: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the first row of each code.

    >>> _first_rows(np.array([0, 1, 0, 2, 1]))
    array([0, 1, 3])
    """
    first = np.empty(int(codes.max(initial=-1)) + 1, dtype=np.intp)
    # of several values for a place, the last is kept
    first[codes[::-1]] = np.arange(len(codes))[::-1]
    return first


def _codes(
    evidence: Evidence, name: Hashable, role: str
) -> tuple[NDArray[np.intp], tuple[str, ...]]:
    known = evidence.names_of.get(name)
    if known is not None:
        return known
    column = evidence.column(name)
    categorical = isinstance(column.dtype, pd.CategoricalDtype)
    found = _category_codes(column) if categorical else evidence.factorize(name, role)
    codes, labels = join_padded(*found)
    if codes.min(initial=0) < 0:
        filled = f"df.assign(**{{{column.name!r}: df[{column.name!r}].ffill()}}).bench"
        below = 2 * (codes < 0).sum() > len(codes) and codes[0] >= 0
        raise DataError(
            f"{format_count(int((codes < 0).sum()), 'row')} without {role}: column {column.name!r} is "
            f"empty (rows, from 0: {examples(np.flatnonzero(codes < 0).tolist())}).",
            hint="if each name is of the rows below it: " + code(filled)
            if below
            else code(f"df.dropna(subset=[{column.name!r}]).bench"),
        )
    if role != "repeat":
        codes = codes.astype(np.intp, copy=False)
    named = codes, _distinct_names(tuple(labels.tolist()), column.name)
    if name in evidence.names_of:
        evidence.names_of[name] = named
    return named


def _category_codes(column: "pd.Series[Any]") -> tuple[NDArray[np.intp], "pd.Index[Any]"]:
    """Return each row's code, −1 where it is empty, and the categories that occur, in their own order."""
    codes = np.asarray(column.cat.codes, dtype=np.intp)
    # the last place is for empty cells, whose code stays
    occurs = np.zeros(len(column.cat.categories) + 1, dtype=bool)
    occurs[codes] = True
    place = np.cumsum(occurs) - 1
    place[-1] = -1
    occurs = occurs[:-1]
    if not occurs.all():
        codes = place[codes]
    return codes, column.cat.categories[occurs]


def _setting_columns(layout: Layout, algorithms: tuple[str, ...]) -> tuple[str, ...]:
    """Return the columns that may be the factors of an ablation study."""
    if layout.algorithm is None:
        return ()
    names = (layout.algorithm,) if find_whole(algorithms) else layout.settings
    return tuple(str(name) for name in names or (layout.algorithm,))


def _distinct_names(labels: tuple[Hashable, ...], column: Hashable = None) -> tuple[str, ...]:
    # sizes such as 1000.0 are whole
    sizes = [label for label in labels if isinstance(label, float) and label.is_integer()]
    if len(sizes) == len(labels):
        labels = tuple(map(int, sizes))
    names = tuple(map(str, labels))
    if len(set(names)) < len(names):
        twice = sorted(name for name, count in Counter(names).items() if count > 1)
        target = "df.columns" if column is None else f"df[{column!r}]"
        raise DataError(
            f"different labels read the same as text: {examples(twice)}.",
            hint=code(f"if they are the same: {target} = {target}.astype(str)"),
        )
    return names


def _way_out_of_infinite(runs: Runs, layout: Layout, infinite: Sequence[int]) -> Hint:
    """Return the hint to take infinitely bad scores for failed runs; good ones are none."""
    signs = {runs.read[row] > 0 for row in infinite}
    # an infinite time is bad, where nothing says that more is better
    if signs == {not layout.direction}:
        said = {} if layout.direction is not None else {"higher_is_better": False}
        return "if these runs failed: " + bench(**said, missing="worst")
    name = "" if layout.score in (None, "score") else f"score={layout.score!r}, "
    return code(
        f"if these runs failed: df.replace([np.inf, -np.inf], np.nan).bench({name}missing='worst')"
    )


def _refuse_large(runs: Runs, layout: Layout) -> None:
    """Raise `DataError` on scores that are infinite, or so large that differences may overflow."""
    # unless it is alone, NaN is neither the smallest nor the largest
    if max(np.fmax.reduce(runs.read), -np.fmin.reduce(runs.read)) <= LARGEST:
        return
    infinite = np.flatnonzero(np.isinf(runs.read)).tolist()
    if infinite:
        raise DataError(
            f"{format_count(len(infinite), 'infinite score')}: "
            f"{examples(map(runs.name_cell, infinite))}.",
            hint=_way_out_of_infinite(runs, layout, infinite),
        )
    large = np.flatnonzero(np.abs(runs.read) > LARGEST).tolist()
    if not large:
        return
    long = (
        f"[{layout.score!r}]" if layout.form == "long" else "[df.select_dtypes('number').columns]"
    )
    raise DataError(
        f"{format_count(len(large), 'score')} beyond ±{LARGEST:g}, too large to compute with: "
        f"{examples(map(runs.name_cell, large))}.",
        hint=code(f"df{long} /= 1e100"),
    )


def _refuse_duplicates(runs: Runs, layout: Layout, width: int, evidence: Evidence) -> None:
    codes = (runs.algorithm, runs.dataset, runs.repeat)
    sizes = (len(runs.algorithms), len(runs.datasets), len(runs.repeats))
    # the columns of a wide table differ, and its rows do where each is a dataset
    numbered = layout.form == "wide" and sizes[1] * width == len(runs.read)
    if numbered or _all_differ([part[::width] for part in codes], sizes):
        return
    from benchreport.data.duplicate_runs import way_out_of_duplicates

    _, first, counts = np.unique(join_codes(codes, sizes), return_index=True, return_counts=True)
    twice = first[counts > 1]
    names = examples(map(runs.name_cell, twice))
    verb = "has" if len(twice) == 1 else "have"
    raise DataError(
        f"{format_count(len(twice), 'cell')} {verb} more than one score: {names}.",
        hint=way_out_of_duplicates(layout, evidence),
    )


def _all_differ(codes: Sequence[NDArray[np.intp]], sizes: Sequence[int]) -> bool:
    """Tell whether no combination of codes is there twice; fast, as almost all tables pass."""
    n, size = len(codes[0]), math.prod(sizes)
    if size > MOST_CELLS_A_RUN * n:
        cells = np.sort(join_codes(codes, sizes))
        return bool((cells[1:] != cells[:-1]).all())
    present = np.zeros(size, dtype=bool)
    for start in range(0, n, ROWS):
        present[join_codes([part[start : start + ROWS] for part in codes], sizes)] = True
    return int(np.count_nonzero(present)) == n
