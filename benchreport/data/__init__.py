"""From a DataFrame to validated, frozen tables.

What lives here: which column plays which role (``roles``), the tables that procedures work on
(``scores``) and the files they come from (``readers``).
It may import pandas, numpy and ``errors``.
To add a table: a frozen dataclass with ``from_frame(frame, roles)`` in a module of its own.
"""

from benchreport.data.curves import Curves
from benchreport.data.predictions import Predictions
from benchreport.data.roles import Roles
from benchreport.data.scores import Scores
from benchreport.data.several import Several

__all__ = ["Curves", "Predictions", "Roles", "Scores", "Several"]
