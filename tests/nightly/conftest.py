"""Commands of the nights, in the folder of a test."""

import pytest
from click.testing import CliRunner

from benchreport.cli import main


@pytest.fixture
def nightly(monkeypatch):
    """Return a function that types a command in a folder; no error escapes it."""

    def invoke(place, *arguments):
        monkeypatch.chdir(place)
        done = CliRunner().invoke(main, ["nightly", *arguments], prog_name="benchreport")
        assert done.exception is None or isinstance(done.exception, SystemExit)
        return done

    return invoke
