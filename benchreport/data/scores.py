"""The table that comparisons work on: blocks × algorithms, one score each."""

import hashlib
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.roles import Layout, Missing, Roles, flat, read_layout
from benchreport.errors import DataError, DesignError, counted, examples

__all__ = ["Scores"]

# Averages of the same runs in another order differ in the last bits; ties must survive that.
SIGNIFICANT_DIGITS = 12


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scores:
    """Scores of k algorithms on N blocks, validated and frozen.

    Parameters
    ----------
    values
        Array (N, k) of scores, repeats averaged; NaN where a cell is empty. Read-only.
    counts
        Array (N, k): how many runs each cell averages. Read-only.
    algorithms
        The k names, in the order of their first appearance.
    blocks
        The N names of datasets, or of repeats where there is only one dataset.
    block_kind
        What a block is.
    dataset
        The only dataset's name when the repeats are the blocks, else empty.
    score
        What was measured; ``"score"`` when the frame does not say.
    higher_is_better
        The direction.
    missing
        How empty cells were treated.
    filled, dropped
        Cells that were given their block's worst score, and blocks that were left out.
    sha256
        Of the scores as read, with their labels; the same for the same table in any row order.
    """

    values: NDArray[np.float64]
    counts: NDArray[np.int64]
    algorithms: tuple[str, ...]
    blocks: tuple[str, ...]
    block_kind: Literal["dataset", "repeat"] = "dataset"
    dataset: str = ""
    score: str = "score"
    higher_is_better: bool
    missing: Missing = "error"
    filled: tuple[tuple[str, str], ...] = ()
    dropped: tuple[str, ...] = ()
    sha256: str = field(default="", repr=False)

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, roles: Roles | None = None) -> "Scores":
        """Read a long or wide frame by its roles.

        Parameters
        ----------
        frame
            Any pandas frame; it is not changed.
        roles
            What the caller says about the columns; the rest is read.

        Raises
        ------
        RoleError, DirectionError
            See `read_layout`.
        DataError
            Scores that are text or infinite, labels that are missing, cells that are there twice.
        DesignError
            Fewer than two algorithms or two blocks.

        Examples
        --------
        >>> frame = pd.DataFrame({"task": ["a", "b"], "svm": [0.9, 0.8], "knn": [0.7, 0.9]})
        >>> Scores.from_frame(frame, Roles(score="accuracy")).algorithms
        ('svm', 'knn')
        """
        roles = roles or Roles()
        if frame.empty:
            raise DesignError(
                f"the table is empty: {len(frame)} rows, {len(frame.columns)} columns.",
                hint="check what was read: df.shape, df.head()",
            )
        frame, levels = flat(frame)
        layout = read_layout(frame, roles, levels=levels)
        return _table(_runs(frame, layout), layout, roles.missing)

    @property
    def gaps(self) -> tuple[tuple[str, str], ...]:
        """The empty cells as (algorithm, block) pairs."""
        return tuple(
            (self.algorithms[column], self.blocks[row])
            for row, column in np.argwhere(np.isnan(self.values))
        )

    @property
    def frame(self) -> pd.DataFrame:
        """The scores as a frame (blocks × algorithms)."""
        return pd.DataFrame(
            self.values.copy(),
            index=pd.Index(self.blocks, name=self.block_kind),
            columns=pd.Index(self.algorithms, name="algorithm"),
        )

    @property
    def overlapping(self) -> bool:
        """Whether the blocks are repeats on one dataset, which may share training data."""
        return self.block_kind == "repeat"

    @property
    def size(self) -> str:
        """Counts in words: ``6 algorithms × 10 datasets, 1 score each``."""
        low, high = int(self.counts.min()), int(self.counts.max())
        each = f"{high}" if low == high else f"{low} to {high}"
        what = "score" if high == 1 else "scores"
        blocks = f"{len(self.blocks)} {self.block_kind}s"
        if self.block_kind == "repeat":
            blocks += f" of {self.dataset}" if self.dataset else " of one dataset"
        return f"{len(self.algorithms)} algorithms × {blocks}, {each} {what} each"

    @property
    def direction(self) -> str:
        """``higher is better`` or ``lower is better``."""
        return f"{'higher' if self.higher_is_better else 'lower'} is better"

    def __str__(self) -> str:
        gaps = f"; {counted(len(self.gaps), 'empty cell')}" if self.gaps else ""
        return f"{self.size}; {self.score}, {self.direction}{gaps}"

    def index_of(self, algorithm: Hashable, *, role: str = "control") -> int:
        """Return an algorithm's column; raise `DesignError` naming the known ones."""
        if str(algorithm) in self.algorithms:
            return self.algorithms.index(str(algorithm))
        raise DesignError(
            f"{role}={algorithm!r} is not among the algorithms: "
            f"{examples(self.algorithms, most=12)}.",
            hint=f"{role}={self.algorithms[0]!r}",
        )

    def complete(self, procedure: str) -> NDArray[np.float64]:
        """Return the values, or raise `DesignError` where cells are empty.

        Parameters
        ----------
        procedure
            Named in the message.
        """
        if not self.gaps:
            return self.values
        cells = self.values.size
        raise DesignError(
            f"{procedure} needs every algorithm scored on every {self.block_kind};\n"
            f"{len(self.gaps)} of {cells} cells are empty: {examples(self.gaps)}.",
            hint=(
                f"leave out incomplete {self.block_kind}s with df.bench(missing='drop'), or give "
                f"each gap its {self.block_kind}'s worst score with df.bench(missing='worst')"
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Runs:
    """One row a run: codes into the names, and the score (NaN where the run has none)."""

    algorithm: NDArray[np.intp]
    dataset: NDArray[np.intp]
    repeat: NDArray[np.intp]
    value: NDArray[np.float64]
    algorithms: tuple[str, ...]
    datasets: tuple[str, ...]
    repeats: tuple[str, ...]
    sha256: str


def _runs(frame: pd.DataFrame, layout: Layout) -> _Runs:
    if layout.form == "wide":
        names = _distinct(layout.algorithms)
        values = np.column_stack([_numbers(frame[name], name) for name in layout.algorithms])
        algorithm = np.tile(np.arange(len(names)), len(frame))
        each = len(names)
    else:
        algorithm, names = _codes(frame[layout.algorithm], "algorithm")
        values = _numbers(frame[layout.score], layout.score)
        each = 1
    dataset, datasets = _block_codes(frame, layout)
    repeat, repeats = _repeat_codes(frame, layout)
    runs = _Runs(
        algorithm=algorithm,
        dataset=np.repeat(dataset, each),
        repeat=np.repeat(repeat, each),
        value=values.ravel(),
        algorithms=names,
        datasets=datasets,
        repeats=repeats,
        sha256="",
    )
    _refuse_infinite(runs, layout)
    _refuse_duplicates(runs, layout)
    return replace(runs, sha256=_sha256(runs))


def _block_codes(frame: pd.DataFrame, layout: Layout) -> tuple[NDArray[np.intp], tuple[str, ...]]:
    if layout.dataset is not None:
        return _codes(frame[layout.dataset], "dataset")
    if layout.form == "wide" and not layout.repeat:
        # rows that nothing names are the datasets, numbered from 1
        rows = np.arange(len(frame))
        return rows, tuple(str(row + 1) for row in rows)
    return np.zeros(len(frame), dtype=np.intp), ("",)


def _repeat_codes(frame: pd.DataFrame, layout: Layout) -> tuple[NDArray[np.intp], tuple[str, ...]]:
    if not layout.repeat:
        return np.zeros(len(frame), dtype=np.intp), ("",)
    parts = [_codes(frame[column], "repeat") for column in layout.repeat]
    if len(parts) == 1:
        return parts[0]
    joined = pd.Series(list(zip(*(codes.tolist() for codes, _ in parts), strict=True)))
    codes, keys = pd.factorize(joined)
    names = tuple(
        ", ".join(part[1][code] for part, code in zip(parts, key, strict=True)) for key in keys
    )
    return codes, names


def _codes(column: "pd.Series[Any]", role: str) -> tuple[NDArray[np.intp], tuple[str, ...]]:
    try:
        codes, labels = pd.factorize(column)
    except TypeError as error:
        raise DataError(
            f"column {column.name!r} should name each {role}, but holds collections: "
            f"{examples(column.head(3))}.",
            hint=f"df[{column.name!r}] = df[{column.name!r}].astype(str)",
        ) from error
    if (codes < 0).any():
        raise DataError(
            f"{counted(int((codes < 0).sum()), 'row')} without {role}: column {column.name!r} is "
            f"empty (rows, from 0: {examples(np.flatnonzero(codes < 0).tolist())}).",
            hint=f"df.dropna(subset=[{column.name!r}]).bench",
        )
    if isinstance(column.dtype, pd.CategoricalDtype):
        # a categorical's own order is meant; categories that never occur are not
        rank = column.cat.categories.get_indexer_for(pd.Index(labels))
        order = np.argsort(rank, kind="stable")
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        codes, labels = place[codes], labels[order]
    return codes, _distinct(tuple(labels), column.name)


def _distinct(labels: tuple[Hashable, ...], column: Hashable = None) -> tuple[str, ...]:
    names = tuple(str(label) for label in labels)
    if len(set(names)) < len(names):
        twice = sorted(name for name, count in Counter(names).items() if count > 1)
        way = "df.columns = df.columns.astype(str)"
        if column is not None:
            way = f"df[{column!r}] = df[{column!r}].astype(str)"
        raise DataError(
            f"different labels read the same as text: {examples(twice)}.",
            hint=f"if they are the same: {way}",
        )
    return names


def _numbers(column: "pd.Series[Any]", name: Hashable) -> NDArray[np.float64]:
    kind = column.dtype
    # Arrow's durations have another dtype than pandas' own, and would become nanoseconds
    if pd.api.types.is_timedelta64_dtype(kind) or getattr(kind, "kind", "") == "m":
        raise DataError(
            f"column {name!r} holds time spans; scores are numbers.",
            hint=f"df[{name!r}] = df[{name!r}].dt.total_seconds()",
        )
    if pd.api.types.is_complex_dtype(kind) or pd.api.types.is_datetime64_any_dtype(kind):
        raise DataError(
            f"column {name!r} holds {kind} values; scores are real numbers.",
            hint=f"df.drop(columns={name!r}).bench",
        )
    if isinstance(kind, pd.CategoricalDtype):
        column = column.astype(column.cat.categories.dtype)
    values = column.dropna()
    text = [value for value in values if isinstance(value, str)] if _may_be_text(column) else []
    if text:
        raise _text_error(name, text)
    try:
        return column.to_numpy(dtype=np.float64, na_value=np.nan)
    except (TypeError, ValueError) as error:
        raise DataError(
            f"column {name!r} holds values that are not numbers: {examples(values.head(3))}.",
            hint=f"df[{name!r}] = pd.to_numeric(df[{name!r}])",
        ) from error


def _may_be_text(column: "pd.Series[Any]") -> bool:
    return pd.api.types.is_object_dtype(column.dtype) or pd.api.types.is_string_dtype(column.dtype)


def _text_error(name: Hashable, text: list[str]) -> DataError:
    odd = [value for value in text if pd.isna(pd.to_numeric(value, errors="coerce"))]
    if not odd:
        return DataError(
            f"column {name!r} holds text that looks like numbers: {examples(map(repr, text))}.",
            hint=f"df[{name!r}] = pd.to_numeric(df[{name!r}])",
        )
    return DataError(
        f"column {name!r} should hold scores, but has text: {examples(map(repr, odd))}.",
        hint=f"df[{name!r}] = pd.to_numeric(df[{name!r}], errors='coerce'), "
        "then choose what becomes of the gaps with df.bench(missing=...)",
    )


def _named_cell(runs: _Runs, row: int) -> tuple[str, ...]:
    parts = (
        runs.algorithms[runs.algorithm[row]],
        runs.datasets[runs.dataset[row]],
        runs.repeats[runs.repeat[row]],
    )
    return tuple(part for part in parts if part)


def _refuse_infinite(runs: _Runs, layout: Layout) -> None:
    rows = np.flatnonzero(np.isinf(runs.value)).tolist()
    if not rows:
        return
    cells = examples(_named_cell(runs, row) for row in rows)
    name = "score" if layout.score is None else layout.score
    raise DataError(
        f"{counted(len(rows), 'infinite score')}: {cells}.",
        hint=(
            f"if these runs failed: df.replace([np.inf, -np.inf], np.nan)"
            f".bench({'' if name == 'score' else f'score={name!r}, '}missing='worst')"
        ),
    )


def _refuse_duplicates(runs: _Runs, layout: Layout) -> None:
    shape = (len(runs.algorithms), len(runs.datasets), len(runs.repeats))
    cell = np.ravel_multi_index((runs.algorithm, runs.dataset, runs.repeat), shape)
    _, first, counts = np.unique(cell, return_index=True, return_counts=True)
    twice = first[counts > 1]
    if not len(twice):
        return
    names = examples(_named_cell(runs, row) for row in twice)
    raise DataError(
        f"{counted(len(twice), 'cell')} with more than one score: {names}.",
        hint=_way_out_of_duplicates(layout),
    )


def _way_out_of_duplicates(layout: Layout) -> str:
    if layout.form == "wide" or (layout.repeat and layout.dataset is not None):
        columns = [*layout.repeat, *layout.unused[:1]] if layout.unused else ["seed", "fold"]
        return (
            f"drop copies with df.drop_duplicates(), or tell repeats apart: "
            f"df.bench(repeat={columns!r})"
        )
    if layout.dataset is None:
        column = next(iter(layout.unused), "column with the datasets")
        return f"df.bench(dataset={column!r})"
    column = next(iter(layout.unused), "seed")
    by = [layout.algorithm, layout.dataset]
    return (
        f"if they are repeats, name their column: df.bench(repeat={column!r}); without one, number "
        f"them: df.assign(repeat=df.groupby({by!r}).cumcount()).bench"
    )


def _sha256(runs: _Runs) -> str:
    """Digest the runs in an order that does not depend on the rows'."""
    sides = (
        (runs.algorithm, runs.algorithms),
        (runs.dataset, runs.datasets),
        (runs.repeat, runs.repeats),
    )
    digest = hashlib.sha256()
    places = []
    for codes, names in sides:
        digest.update("\x1f".join(sorted(names)).encode("utf-8", "surrogatepass") + b"\x1e")
        place = np.empty(len(names), dtype="<i8")
        place[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
        places.append(place[codes])
    order = np.lexsort(places[::-1])
    # one bit pattern for all NaNs, and 0 for −0
    values = np.where(np.isnan(runs.value), np.nan, runs.value) + 0.0
    for array in (*places, values.astype("<f8")):
        digest.update(array[order].tobytes())
    return digest.hexdigest()


def _table(runs: _Runs, layout: Layout, missing: Missing) -> Scores:
    by_repeat = len(runs.datasets) == 1 and len(runs.repeats) > 1
    rows, blocks = (runs.repeat, runs.repeats) if by_repeat else (runs.dataset, runs.datasets)
    values, counts = _averages(rows, runs.algorithm, runs.value, len(blocks), len(runs.algorithms))
    table = Scores(
        values=values,
        counts=counts,
        algorithms=runs.algorithms,
        blocks=blocks,
        block_kind="repeat" if by_repeat else "dataset",
        dataset=runs.datasets[0] if by_repeat else "",
        score="score" if layout.score is None else str(layout.score),
        higher_is_better=layout.higher_is_better,
        missing=missing,
        sha256=runs.sha256,
    )
    return _sealed(_comparable(_treated(table)))


def _averages(
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    scores: NDArray[np.float64],
    n_rows: int,
    n_columns: int,
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Average the runs of each cell; one failed run (NaN) makes the cell empty."""
    cell = rows * n_columns + columns
    # summed in the scores' own order, so that the order of the rows cannot show in the last bits
    order = np.lexsort((scores, cell))
    cell, scores = cell[order], scores[order]
    size = n_rows * n_columns
    counts = np.bincount(cell, minlength=size)
    several = counts > 1
    # each run divided before adding: sums of huge scores would overflow
    means = np.zeros(size) + np.bincount(cell, scores / counts[cell], minlength=size)
    means[counts == 0] = np.nan
    scale = np.zeros(size)
    np.maximum.at(scale, cell, np.nan_to_num(np.abs(scores)))
    means[several] = _rounded(means[several], scale[several])
    shape = (n_rows, n_columns)
    return means.reshape(shape), counts.reshape(shape).astype(np.int64)


def _rounded(means: NDArray[np.float64], scale: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round averages relative to their runs' size, so that ties among averages stay ties."""
    size = np.floor(np.log10(np.maximum(scale, np.finfo(float).tiny)))
    # powers of ten are exact up to 22, and dividing by one gives the double nearest to the decimal
    digits = np.clip(SIGNIFICANT_DIGITS - 1 - size, -22, 22)
    up, down = 10.0 ** np.maximum(digits, 0), 10.0 ** np.maximum(-digits, 0)
    rounded: NDArray[np.float64] = np.round(means * up / down) / up * down
    beyond = np.abs(SIGNIFICANT_DIGITS - 1 - size) > 22  # noqa: PLR2004 - see above
    return np.where(beyond, means, rounded)


def _treated(table: Scores) -> Scores:
    empty = np.isnan(table.values)
    names = _where(np.all(empty, axis=0), table.algorithms)
    if names:
        raise DataError(
            f"{counted(len(names), 'algorithm')} without any score: {examples(names)}.",
            hint="leave them out: df[~df['algorithm'].isin([...])].bench (long), "
            "df.drop(columns=[...]).bench (wide)",
        )
    if not empty.any() or table.missing == "error":
        return table
    if table.missing == "drop":
        incomplete = np.any(empty, axis=1)
        return replace(
            table,
            values=table.values[~incomplete],
            counts=table.counts[~incomplete],
            blocks=_where(~incomplete, table.blocks),
            dropped=_where(incomplete, table.blocks),
        )
    return _filled(table, empty)


def _where(mask: NDArray[np.bool_], names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(names[place] for place in np.flatnonzero(mask))


def _filled(table: Scores, empty: NDArray[np.bool_]) -> Scores:
    names = _where(np.all(empty, axis=1), table.blocks)
    if names:
        raise DataError(
            f"{counted(len(names), table.block_kind)} without any score, so without a worst one: "
            f"{examples(names)}.",
            hint="df.bench(missing='drop')",
        )
    worst = np.nanmin if table.higher_is_better else np.nanmax
    values = np.where(empty, worst(table.values, axis=1)[:, None], table.values)
    return replace(table, values=values, filled=table.gaps)


def _comparable(table: Scores) -> Scores:
    n_blocks, n_algorithms = table.values.shape
    if n_algorithms < 2:  # noqa: PLR2004 - two make a comparison
        raise DesignError(
            f"a comparison needs at least 2 algorithms; found {examples(table.algorithms)} only.",
            hint="df.bench(algorithm='column with the names')",
        )
    if n_blocks < 2:  # noqa: PLR2004 - one block has no spread
        left = (
            f", after {counted(len(table.dropped), 'incomplete one')} left out"
            if table.dropped
            else ""
        )
        raise DesignError(
            f"a comparison needs at least 2 datasets, or repeats on one; found {n_blocks}{left}.",
            hint="df.bench(missing='worst')" if table.dropped else "df.bench(repeat='seed')",
        )
    return table


def _sealed(table: Scores) -> Scores:
    table.values.setflags(write=False)
    table.counts.setflags(write=False)
    return table
