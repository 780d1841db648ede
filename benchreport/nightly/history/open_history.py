"""Opening and locking the history that a configuration names."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchreport.errors import HistoryError
from benchreport.nightly.config.settings import Config
from benchreport.nightly.env_secrets import read_secret
from benchreport.nightly.history.history import History
from benchreport.nightly.run_lock import hold_lock


@contextmanager
def open_history(config: Config, *, create: bool = False, anew: bool = False) -> Iterator[History]:
    """Open the history that a configuration names.

    Parameters
    ----------
    config
        The configuration.
    create
        Whether to create a missing history.
    anew
        Whether to create it even if nights were published, because an import follows.

    Raises
    ------
    HistoryError
        The history cannot be used; or its file is missing although pages of nights exist, which a new
        history would not include.
    """
    url = read_secret(config.history.url)
    file = config.place / url
    published = (config.folder / "index.html").exists()
    if create and not anew and "://" not in url and published and not file.exists():
        raise HistoryError(
            f"nights are published in {config.folder}, but their history {file} is missing; a new "
            "one would begin without them.",
            hint=f"put it back (a copy may be {file}.backup), or move {config.folder} away",
        )
    with History(url, config.place, create=create) as history:
        yield history


@contextmanager
def lock_history(
    config: Config, *, create: bool = False, anew: bool = False, wait: float = 0.0
) -> Iterator[History]:
    """Open the history that a configuration names, and lock out other runs.

    Parameters
    ----------
    config, create, anew
        As for `open_history`.
    wait
        How long to wait for another run, in seconds.

    Raises
    ------
    BusyError
        Another run is active, on this machine or on another that uses the same database.
    HistoryError
        As for `open_history`.
    """
    with (
        hold_lock(lock_path(config), wait=wait),
        open_history(config, create=create, anew=anew) as history,
        history.lock(wait=wait),
    ):
        yield history


def lock_path(config: Config) -> Path:
    """Return the path to lock, so that only one run on this machine uses the history."""
    url = read_secret(config.history.url)
    return config.folder if "://" in url else config.place / url
