"""Which kind of table a frame holds: predictions, curves, scores, or scores of several metrics."""

import pandas as pd

from benchreport.data.columns.roles import Roles
from benchreport.data.curves import Curves
from benchreport.data.predictions import Predictions
from benchreport.data.scores import Scores
from benchreport.data.several import Several

Table = Predictions | Curves | Scores


def read_table(frame: pd.DataFrame, roles: Roles | None = None) -> Table:
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
    if Predictions.suits(frame, roles):
        return Predictions.from_frame(frame, roles)
    kind = Curves if Curves.suits(frame, roles) else Scores
    return kind.from_frame(frame, roles)


class AnyTable:
    """A reader of all kinds of tables, several metrics of which none was chosen among them."""

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, roles: Roles | None = None) -> Table | Several:
        """Read a frame as what it holds (see `read_table`)."""
        other = Predictions.suits(frame, roles) or Curves.suits(frame, roles)
        if not other and Several.has_metrics(frame, roles):
            return Several.from_frame(frame, roles)
        return read_table(frame, roles)
