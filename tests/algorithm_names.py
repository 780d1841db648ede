"""A Hypothesis strategy of names that algorithms may have."""

import pandas as pd
from hypothesis import strategies as st

from benchreport.data import Roles, Scores
from benchreport.errors import InputError


def _names_an_algorithm(text):
    """Tell whether a column called so, beside others, is read as an algorithm: one with a role is not."""
    frame = pd.DataFrame({text: [0.1, 0.3], "a": [0.2, 0.4], "b": [0.3, 0.5]})
    try:
        return text in Scores.from_frame(frame, Roles(score="accuracy")).algorithms
    except InputError:
        return False


def algorithm_names(most):
    """Draw 2 to ``most`` different names of columns of a wide table."""
    name = st.text(min_size=1, max_size=60).filter(_names_an_algorithm)
    return st.lists(name, min_size=2, max_size=most, unique=True)
