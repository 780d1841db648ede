"""Convert cells of any type to numbers and names, and refuse cells that are neither."""

import numbers
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd

from benchreport.errors import DataError, RoleError, examples
from benchreport.hints import Hint, code

Codes = tuple["np.ndarray[Any, np.dtype[np.intp]]", "pd.Index[Any]"]
"""The code of each row, and the labels that the codes stand for."""

BLOCK = 2**14
"""Rows of a large column that are looked up at once."""
WIDEST = 2**20
"""The largest range of whole numbers that a table of codes covers."""
# in smaller types the difference of two numbers may overflow
NUMBERED = (np.dtype("int32"), np.dtype("int64"))
LARGEST = 1e305  # sums and intervals of larger scores may overflow

# by the type that pandas infers: a word for the content, code that makes numbers of it, and an alternative
SPANS = ("time spans", "df[{name!r}] = pd.to_timedelta(df[{name!r}]).dt.total_seconds()", "")
DATES = ("dates", "df.drop(columns=[{name!r}]).bench", ", or the time since the first in seconds")
NO_NUMBERS: dict[str, tuple[str, str, str]] = {
    "complex": ("complex numbers", "df[{name!r}] = df[{name!r}].map(abs)", ", or the real part"),
    **dict.fromkeys(("timedelta", "timedelta64"), SPANS),
    **dict.fromkeys(("datetime", "datetime64", "date", "time"), DATES),
    "period": ("periods", *DATES[1:]),
    "interval": ("intervals", "df[{name!r}] = df[{name!r}].map(lambda cell: cell.mid)", ""),
    "bytes": ("bytes", "df[{name!r}] = df[{name!r}].map(lambda cell: float(cell))", ""),
}
# the same by the type of all cells that hold several values
COLLECTED: dict[tuple[type, ...], tuple[str, str]] = {
    (list, tuple, np.ndarray, pd.Series): ("lists", "df.explode({name!r}).bench"),
    (Mapping,): ("dicts", "pd.json_normalize(df.to_dict('records')).bench"),
}
# columns of objects that a long table has at most
FEW = 8
# rows above which codes that may not be needed are not found, and rows that show whether they are names
MANY, FIRST = 20_000, 1_000
NUMBERS = ("integer", "floating", "mixed-integer-float", "decimal", "boolean", "string", "empty")


def with_plain_types(
    frame: pd.DataFrame, kinds: Mapping[Hashable, Any], find: "Callable[[Hashable], Codes]"
) -> pd.DataFrame:
    """Return a frame without types that pandas supports badly: sparse, nested and half-precision.

    Parameters
    ----------
    frame
        Columns of any type.
    kinds
        The type of each column.
    find
        Finds the codes of a column, which asks for a hash of each cell.
    """
    objects = [name for name, kind in kinds.items() if kind == np.dtype(object)]
    for name in objects:
        # what has a hash is no signaling NaN, and of few columns, as those of a long table, codes are needed
        few = len(objects) <= FEW and not _seem_unique(frame[name])
        if not (few and _has_hashes(name, find)):
            _refuse_signals(frame[name])
    odd = [name for name, kind in kinds.items() if _is_odd(kind)]
    if not odd:
        return frame
    frame = frame.copy(deep=False)
    for name in odd:
        column = frame[name]
        half = getattr(column.dtype, "kind", "") == "f"
        dense = column.astype("float64") if half else column.astype(object)
        sparse = isinstance(column.dtype, pd.SparseDtype)
        frame[name] = pd.Series(np.asarray(column), index=frame.index) if sparse else dense
    return frame


def _seem_unique(column: "pd.Series[Any]") -> bool:
    """Tell whether a long column begins with texts that are all different, such as dates of runs."""
    first = column.array[:FIRST] if len(column) > MANY else ()
    return (
        len(first) > 0
        and all(isinstance(cell, str) for cell in first)
        and len({*first}) == len(first)
    )


def _has_hashes(name: Hashable, find: "Callable[[Hashable], Codes]") -> bool:
    try:
        find(name)
    except TypeError:
        return False
    return True


def _refuse_signals(column: "pd.Series[Any]") -> None:
    try:
        # among texts there is none, and types are found faster than empty cells
        if pd.api.types.infer_dtype(column, skipna=True) != "string":
            column.isna()
    except ArithmeticError as error:
        raise DataError(
            f"column {column.name!r} holds a Decimal('sNaN'), which cannot be compared.",
            hint=code(
                f"df[{column.name!r}] = df[{column.name!r}].astype(str).replace('sNaN', 'NaN')"
            ),
        ) from error


def _is_odd(kind: Any) -> bool:  # noqa: ANN401 - any dtype
    if isinstance(kind, pd.SparseDtype):
        return True
    if getattr(kind, "kind", "") == "f":
        return bool(getattr(kind, "itemsize", 8) == 2)  # noqa: PLR2004 - a half-precision float has 2 bytes
    return isinstance(kind, pd.ArrowDtype) and kind.type in (list, dict, bytes, type(None))


def refuse_odd_names(names: Iterable[Hashable], noun: str, hint: Hint | str) -> None:
    """Raise `RoleError` where a name is missing (``pd.NA``) or a function, which pandas would call."""
    odd = [name for name in names if callable(name) or _is_missing(name)]
    if odd:
        raise RoleError(f"{noun} should have names; found {examples(odd)}.", hint=hint)


def _is_missing(name: Any) -> bool:  # noqa: ANN401 - any name
    if isinstance(name, str):
        return False
    return bool(pd.api.types.is_scalar(name)) and bool(pd.isna(name))


def take_columns(frame: pd.DataFrame, names: Sequence[Hashable]) -> pd.DataFrame:
    """Return some columns; faster than by ``[]``, and columns side by side stay one array."""
    places = np.array([frame.columns.get_loc(name) for name in names], dtype=np.intp)
    if len(places) and bool((np.diff(places) == 1).all()):
        # a view, in a third to two thirds of the time of a copy
        return frame.iloc[:, places[0] : places[-1] + 1]
    return frame.take(places, axis=1)


def has_gaps(column: "pd.Series[Any]") -> bool:
    """Tell whether cells of a column are empty; numbers and texts show at once that none is."""
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in "iub":
        return False
    if column.dtype == object and pd.api.types.infer_dtype(column, skipna=False) == "string":
        return False
    return bool(column.hasnans)


def find_codes(column: "pd.Series[Any]") -> Codes:
    """Return each row's code, −1 where it is empty, and the labels in the order of their first rows.

    Codes of many numbers have 32 bits, where these are enough.

    Raises
    ------
    TypeError
        Cells are collections.
    """
    if isinstance(column.dtype, np.dtype) and column.dtype in NUMBERED:
        return factorize_numbers(column.to_numpy(), np.int32)
    return pd.factorize(column)


def factorize(
    column: "pd.Series[Any]", role: str, find: "Callable[[pd.Series[Any]], Codes]" = find_codes
) -> Codes:
    """Return codes and labels as `find_codes` does, of cells that name something.

    Parameters
    ----------
    column
        The cells.
    role
        What they name, for the error.
    find
        Returns the codes; by default they are found anew.

    Raises
    ------
    DataError
        Cells that should name something are collections or bytes.
    """
    try:
        codes, labels = find(column)
    except TypeError as error:
        raise DataError(
            f"column {column.name!r} should name each {role}, but holds collections: "
            f"{examples(column.head(3))}.",
            hint=code(f"df[{column.name!r}] = df[{column.name!r}].astype(str)"),
        ) from error
    texts = isinstance(labels.dtype, pd.StringDtype)
    if not texts and pd.api.types.infer_dtype(labels, skipna=True) == "bytes":
        raise DataError(
            f"column {column.name!r} should name each {role}, but holds bytes: "
            f"{examples(column.head(3))}.",
            hint=code(f"df[{column.name!r}] = df[{column.name!r}].str.decode('utf-8')"),
        )
    return codes, labels


def join_padded(codes: "np.ndarray[Any, np.dtype[np.intp]]", labels: "pd.Index[Any]") -> Codes:
    """Give names that differ only in spaces at their ends one code, and leave out these spaces.

    >>> join_padded(np.array([0, 1, 2, -1]), pd.Index(["svm", "knn", "svm "]))
    (array([ 0,  1,  0, -1]), Index(['svm', 'knn'], dtype='object'))
    """
    names = labels.tolist()
    trimmed = [(name.strip() or name) if isinstance(name, str) else name for name in names]
    if trimmed == names:
        return codes, labels
    places, different = pd.factorize(pd.Index(trimmed, dtype=object))
    # the last place is for empty cells, whose code stays
    return np.append(places, -1)[codes], different


def factorize_numbers(
    values: "np.ndarray[Any, Any]", kind: type[np.signedinteger[Any]] = np.intp
) -> tuple[np.ndarray[Any, Any], "pd.Index[Any]"]:
    """Return the codes and labels of whole numbers; a table for a small range is faster than hashes.

    Parameters
    ----------
    values
        Whole numbers.
    kind
        The type of the codes, where the range of the numbers fits into it.
    """
    # a column of a wide array lies far apart in memory, and is gone through several times
    values = np.ascontiguousarray(values)
    low, high = (int(values.min()), int(values.max())) if len(values) else (0, 0)
    if len(values) <= BLOCK or high - low >= WIDEST:
        places, different = pd.factorize(values)
        return places, pd.Index(different)
    kind = kind if high - low < np.iinfo(kind).max else np.intp
    table, codes = np.full(high - low + 1, -1, dtype=kind), np.empty(len(values), dtype=kind)
    labels: list[int] = []
    for start in range(0, len(values), BLOCK):
        places = values[start : start + BLOCK]
        if low:
            places = places - values.dtype.type(low)
        block = codes[start : start + BLOCK]
        # all places are in the table; to check each takes a buffer and twice the time
        np.take(table, places, out=block, mode="clip")
        if len(labels) < len(table) and block.min() < 0:
            first = pd.unique(places[block < 0])
            table[first] = np.arange(len(labels), len(labels) + len(first))
            labels += (first.astype(np.int64) + low).tolist()
            np.take(table, places, out=block, mode="clip")
    return codes, pd.Index(labels, dtype=values.dtype)


def refuse_collections(column: "pd.Series[Any]", role: str) -> None:
    """Raise `DataError` where cells that should name something are collections or bytes."""
    # among texts there is none, and their type is found faster than their codes
    if pd.api.types.is_object_dtype(column.dtype) and pd.api.types.infer_dtype(column) != "string":
        factorize(column, role)


def to_numbers(column: "pd.Series[Any]", *, spelled: bool = False) -> "pd.Series[Any]":
    """Return the numbers in cells, also those spelled as text, and NaN for all other cells."""
    try:
        return pd.to_numeric(column.astype(str) if spelled else column, errors="coerce")
    except (TypeError, ValueError, ArithmeticError, RecursionError):
        return pd.Series(np.nan, index=column.index)


def refuse_no_numbers(column: "pd.Series[Any]", noun: str) -> None:
    """Raise `DataError` on cells that are not numbers, or that pandas would convert silently.

    Parameters
    ----------
    column
        A column of any dtype; text and empty cells pass.
    noun
        A plural noun for the numbers in messages: ``"scores"``.
    """
    kind = column.dtype
    if isinstance(kind, pd.CategoricalDtype):
        refuse_no_numbers(pd.Series(kind.categories, name=column.name), noun)
        return
    if kind.kind in "iuf":
        return
    inferred = pd.api.types.infer_dtype(column, skipna=True)
    if inferred in NO_NUMBERS:
        content, fix, alternative = NO_NUMBERS[inferred]
        raise DataError(
            f"column {column.name!r} holds {content}; {noun} are numbers.",
            hint=code(fix.format(name=column.name)) + alternative,
        )
    if not pd.api.types.is_object_dtype(kind) or inferred in NUMBERS:
        return
    odd = [value for value in column.dropna() if not _may_be_number(value)]
    for kinds, (content, fix) in COLLECTED.items():
        if odd and all(isinstance(each, kinds) and getattr(each, "ndim", 1) for each in odd):
            raise DataError(
                f"column {column.name!r} holds {content}; {noun} are numbers.",
                hint=code(fix.format(name=column.name)),
            )
    if odd:
        raise DataError(
            f"column {column.name!r} holds values that are not numbers: {examples(odd)}.",
            hint=code(f"df[{column.name!r}] = df[{column.name!r}].map(float)"),
        )


def _may_be_number(value: object) -> bool:
    if isinstance(value, bool | np.bool_):
        # a truth value among numbers may be in the wrong column
        return False
    return isinstance(value, numbers.Real | Decimal | str)


def too_large(name: Hashable) -> DataError:
    """Return the error for whole numbers that no double can hold."""
    return DataError(
        f"column {name!r} holds a number that is too large: doubles end at 1.8e308.",
        hint=code(f"df[{name!r}] = df[{name!r}].map(math.log)") + ", for numbers above 0",
    )


def numbers_in(column: "pd.Series[Any]", content: str) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """Return a column's numbers, NaN where it is empty; raise `DataError` that names cells of other types.

    Text that spells a number is a number.
    """
    refuse_no_numbers(column, content)
    if pd.api.types.is_object_dtype(column.dtype):
        # pandas does not convert fractions
        column = column.map(lambda cell: float(cell) if isinstance(cell, Fraction) else cell)
    try:
        numbers = pd.to_numeric(column).to_numpy(dtype=np.float64, na_value=np.nan)
    except OverflowError as error:
        raise too_large(column.name) from error
    except (TypeError, ValueError, ArithmeticError) as error:
        cells = column.dropna()
        wrong = cells[to_numbers(cells, spelled=True).isna()]
        listed = examples(map(repr, wrong if len(wrong) else cells.head(6)))
        raise DataError(
            f"column {column.name!r} should hold {content}, but has cells that are not numbers: {listed}.",
            hint=code(f"pd.to_numeric(df[{column.name!r}], errors='coerce')"),
        ) from error
    beyond = np.abs(numbers) > LARGEST
    if beyond.any() and np.isfinite(numbers[beyond]).any():
        raise DataError(
            f"column {column.name!r} holds {content} beyond ±{LARGEST:g}, too large to compute with.",
            hint=f"divide all {content} by the same number: "
            + code(f"df[{column.name!r}] /= 1e100"),
        )
    return numbers


def is_text(column: "pd.Series[Any] | pd.Index[Any]") -> bool:
    """Tell whether a column, or an index, is of text, categories or any objects."""
    return is_text_type(column.dtype)


def is_text_type(kind: Any) -> bool:  # noqa: ANN401 - any dtype
    """Tell whether a type is of text, categories or any objects."""
    if isinstance(kind, np.dtype):
        # a wide table asks for each of its columns
        return kind.kind in "OSU"
    return bool(
        isinstance(kind, pd.CategoricalDtype)
        or pd.api.types.is_string_dtype(kind)
        or pd.api.types.is_object_dtype(kind)
    )


def is_number(column: "pd.Series[Any]") -> bool:
    """Tell whether a column holds numbers; truth values do not count."""
    if pd.api.types.is_bool_dtype(column.dtype):
        return False
    if pd.api.types.is_numeric_dtype(column.dtype):
        return True
    return is_text(column) and _holds_numbers(column)


def _holds_numbers(column: "pd.Series[Any]") -> bool:
    """Tell whether an object column holds numbers (Decimal, Fraction, mixed int and float)."""
    if len(column) and isinstance(column.iloc[0], str):
        return False
    kind = pd.api.types.infer_dtype(column, skipna=True)
    return kind in {"integer", "floating", "mixed-integer-float", "decimal"}
