"""Whether the numbers of a wide table are ranks: in each row, of all algorithms, from 1 on."""

from collections.abc import Hashable, Sequence

import numpy as np

from benchreport.data.cells.cell_values import to_numbers
from benchreport.data.columns.evidence import Evidence

# three numbers may add up to six by chance
FEWEST_ALGORITHMS, FEWEST_ROWS = 3, 3
# mean ranks are written with two or three digits
ROUNDED = 0.02


def hold_ranks(columns: Sequence[Hashable], evidence: Evidence) -> bool:
    """Tell whether each row holds ranks, or mean ranks: from 1 to their number, with the sum that ranks have.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"svm": [1, 2, 1], "knn": [2.5, 1, 3], "rf": [2.5, 3, 2]})
    >>> hold_ranks(["svm", "knn", "rf"], Evidence(frame)), hold_ranks(["svm", "knn"], Evidence(frame))
    (True, False)
    """
    number = len(columns)
    rows = evidence.rows
    if number < FEWEST_ALGORITHMS or len(rows) < FEWEST_ROWS:
        return False
    # the first row settles most tables
    for part in (rows.head(1), rows):
        values = np.column_stack([to_numbers(part[name]).to_numpy(np.float64) for name in columns])
        alike = np.abs(values.sum(axis=1) - number * (number + 1) / 2) <= ROUNDED * number
        inside = (values >= 1).all() and (values <= number).all()
        if not (alike.all() and inside):
            return False
    return True
