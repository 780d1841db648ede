import pytest

from benchreport.errors import HistoryError
from benchreport.nightly.config.load import load
from benchreport.nightly.history.open_history import lock_path, open_history


def write_config(place, name, text=""):
    (place / name).write_text(f'[source]\nfiles = ["a.csv"]\n{text}')
    return load(place / name)


def test_a_history_that_the_environment_names_is_locked_where_it_is(tmp_path, monkeypatch):
    monkeypatch.setenv("HISTORY", "shared/history.db")
    first, second = (
        write_config(
            tmp_path,
            f"{folder}.toml",
            f'[nightly]\nfolder = "{folder}"\n[history]\nurl = "env:HISTORY"\n',
        )
        for folder in ("one", "two")
    )
    assert lock_path(first) == lock_path(second) == tmp_path / "shared" / "history.db"


def test_no_history_is_made_where_pages_of_a_lost_one_are_published(tmp_path):
    config = write_config(tmp_path, "nightly.toml")
    (tmp_path / "nights").mkdir()
    (tmp_path / "nights" / "index.html").write_text("<p>")
    with pytest.raises(HistoryError, match="is missing"), open_history(config, create=True):
        pass
    with open_history(config, create=True, anew=True) as history:
        assert history.nights() == []
