"""A Hypothesis strategy of names that algorithms may have."""

from hypothesis import strategies as st

from benchreport.data.columns.measures import is_measure
from benchreport.data.columns.names import KNOWN_NAMES

# a column with one of these names has a role, so that it cannot be an algorithm; nor is a measure one
ROLE_NAMES = {name for names in KNOWN_NAMES.values() for name in names}


def algorithm_names(most):
    """Draw 2 to ``most`` different names of columns of a wide table."""
    name = st.text(min_size=1, max_size=60).filter(
        lambda text: text.strip().lower() not in ROLE_NAMES and not is_measure(text)
    )
    return st.lists(name, min_size=2, max_size=most, unique=True)
