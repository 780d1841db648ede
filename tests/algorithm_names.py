"""A Hypothesis strategy of names that algorithms may have."""

import numpy as np
import pandas as pd
from hypothesis import strategies as st

from benchreport.data import Roles, Scores
from benchreport.errors import InputError


def _are_algorithms(names):
    """Tell whether columns called so are read as algorithms; those with a role are not."""
    scores = np.random.default_rng(0).uniform(0.5, 1, (3, len(names)))
    try:
        table = Scores.from_frame(pd.DataFrame(scores, columns=names), Roles(score="accuracy"))
    except InputError:
        return False
    return table.algorithms == tuple(names)


def algorithm_names(most):
    """Draw 2 to ``most`` different names of columns of a wide table."""
    name = st.text(min_size=1, max_size=60).filter(lambda text: _are_algorithms([text, "a", "b"]))
    return st.lists(name, min_size=2, max_size=most, unique=True).filter(_are_algorithms)
