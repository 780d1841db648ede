"""Tables as strangers write them: read from text, and what is asked about them."""

import io

import pandas as pd
import pytest

from benchreport.errors import RoleError


def table(text):
    return pd.read_csv(io.StringIO(text), skipinitialspace=True)


def asked(frame, **roles):
    with pytest.raises(RoleError) as refused:
        _ = frame.bench(**roles).scores
    return refused.value
