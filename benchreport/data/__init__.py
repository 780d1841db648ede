"""From a DataFrame to validated, frozen tables.

``roles`` finds the column that plays each role; ``scores``, ``predictions``, ``curves`` and ``several``
are the tables that procedures work on; ``read_…`` modules read one kind of predictions or curves each;
``readers`` read files.
This folder may import pandas, numpy, ``numerics``, ``files``, ``errors`` and ``hints``.
To add a table, write a frozen dataclass with ``from_frame(frame, roles)`` in a module of its own.
"""

from benchreport.data.curves import Curves
from benchreport.data.predictions import Predictions
from benchreport.data.roles import Roles
from benchreport.data.scores import Scores
from benchreport.data.several import Several

__all__ = ["Curves", "Predictions", "Roles", "Scores", "Several"]
