"""Fixtures that open a history in SQLite and in PostgreSQL."""

import pytest

from benchreport.nightly.history import History


@pytest.fixture(
    params=["sqlite", pytest.param("postgres", marks=pytest.mark.needs("postgresql", "time"))]
)
def url(request, tmp_path):
    if request.param == "postgres":
        return request.getfixturevalue("postgres")
    return str(tmp_path / "history.db")


@pytest.fixture
def history(url):
    with History(url, create=True) as history:
        yield history
