"""Which kind of table a frame holds: predictions, curves, scores, or scores of several metrics."""

from typing import TYPE_CHECKING

import pandas as pd

from benchreport import data
from benchreport.data.columns.roles import Roles

if TYPE_CHECKING:
    from benchreport.data import Curves, Predictions, Scores, Several


def read_table(frame: pd.DataFrame, roles: Roles | None = None) -> "Predictions | Curves | Scores":
    """Read predictions if the frame has a truth, curves if it has steps, and scores otherwise.

    Raises
    ------
    InputError
        The frame is not a table of its kind.

    Examples
    --------
    >>> frame = pd.DataFrame({"y_true": ["a", "b"], "svm": ["a", "b"], "knn": ["a", "a"]})
    >>> type(read_table(frame)).__name__
    'Predictions'
    """
    if data.Predictions.suits(frame, roles):
        return data.Predictions.from_frame(frame, roles)
    kind = data.Curves if data.Curves.suits(frame, roles) else data.Scores
    return kind.from_frame(frame, roles)


class AnyTable:
    """A reader of all kinds of tables, several metrics of which none was chosen among them."""

    @classmethod
    def from_frame(
        cls, frame: pd.DataFrame, roles: Roles | None = None
    ) -> "Predictions | Curves | Scores | Several":
        """Read a frame as what it holds (see `read_table`)."""
        other = data.Predictions.suits(frame, roles) or data.Curves.suits(frame, roles)
        if not other and data.Several.has_metrics(frame, roles):
            return data.Several.from_frame(frame, roles)
        return read_table(frame, roles)
