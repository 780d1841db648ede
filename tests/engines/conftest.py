import pytest

from benchreport.engines import any_frame


@pytest.fixture
def small(monkeypatch):
    """Tables of more than ten rows are large."""
    monkeypatch.setattr(any_frame, "MOST_ROWS", 10)
