"""Tables that many tests start from."""

import numpy as np
import pandas as pd
import pytest
from needs import BY_FIXTURE, skip_without
from published import published

from benchreport.data import Roles, Scores


def pytest_collection_modifyitems(items):
    for item in items:
        for name in BY_FIXTURE.keys() & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.needs(BY_FIXTURE[name]))


def pytest_runtest_setup(item):
    skip_without(item)


@pytest.fixture
def hitrate() -> Scores:
    return published("hitrate")


@pytest.fixture
def demsar() -> Scores:
    return published("demsar2006")


@pytest.fixture
def garcia() -> Scores:
    return published("garcia_herrera2008")


@pytest.fixture
def random_table() -> Scores:
    values = np.random.default_rng(3).normal(size=(12, 5)).round(3)
    return Scores.from_frame(pd.DataFrame(values, columns=list("abcde")), Roles(score="auc"))
