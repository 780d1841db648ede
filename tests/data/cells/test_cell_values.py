"""Codes of labels: those of a large column of whole numbers are looked up in a table."""

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from looped import loop_over

from benchreport.data.cells.cell_values import (
    BLOCK,
    WIDEST,
    factorize,
    factorize_numbers,
    with_plain_types,
)
from benchreport.errors import DataError

N = 3 * BLOCK + 17


@loop_over("dtype", ["int64", "int32"])
@loop_over(
    "numbers",
    [
        np.arange(N) // 1_000,
        np.arange(N)[::-1] % 97 - 50,
        np.random.default_rng(0).integers(-3, 3, N),
        np.zeros(N),
    ],
)
def test_codes_of_numbers_are_those_of_pandas(numbers, dtype):
    column = pd.Series(numbers.astype(dtype), name="fold")
    codes, labels = factorize(column, "repeat")
    expected, names = pd.factorize(column)
    assert (codes == expected).all()
    assert labels.tolist() == names.tolist()
    assert labels.dtype == names.dtype


def test_numbers_of_a_wide_range_are_hashed():
    column = pd.Series(np.arange(N) * WIDEST, name="fold")
    codes, labels = factorize(column, "repeat")
    assert (codes == np.arange(N)).all()
    assert labels[-1] == column.iloc[-1]


def test_numbers_at_the_ends_of_a_type_do_not_overflow():
    column = pd.Series(np.tile(np.array([-128, 127], dtype=np.int8), N))
    codes, labels = factorize(column, "repeat")
    assert labels.tolist() == [-128, 127]
    assert (codes[:4] == [0, 1, 0, 1]).all()


@pytest.mark.parametrize(("different", "size"), [(3, 1), (127, 1), (128, 8), (300, 8)])
def test_codes_are_small_where_they_fit(different, size):
    numbers = np.arange(N)[::-1] % different + 1_000
    codes, labels = factorize_numbers(numbers, np.int8)
    assert codes.dtype.itemsize == size
    assert (labels.to_numpy()[codes] == numbers).all()
    assert (codes == pd.factorize(numbers)[0]).all()


def test_long_columns_of_different_texts_are_not_coded():
    rows = 30_000
    frame = pd.DataFrame(
        {
            "algorithm": ["a", "b"] * (rows // 2),
            "started": [f"12:00:{row}" for row in range(rows)],
        },
        dtype=object,
    )
    coded = []
    assert with_plain_types(frame, frame.dtypes.to_dict(), coded.append) is frame
    assert coded == ["algorithm"]


def test_a_signaling_nan_is_found_below_different_texts():
    texts = [f"12:00:{row}" for row in range(30_000)] + [Decimal("sNaN")]
    frame = pd.DataFrame({"started": np.array(texts, dtype=object)})
    with pytest.raises(DataError, match=r"sNaN"):
        with_plain_types(frame, frame.dtypes.to_dict(), lambda _: pytest.fail("it has no hash"))
