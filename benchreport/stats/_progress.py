"""Long computations: a warning beforehand, progress on a terminal, and a way to stop."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from benchreport.errors import BenchreportWarning, warn_user
from benchreport.hints import Hint

__all__ = ["Progress", "announce_wait"]

CLEAR = "\r\x1b[K"
EVERY = 0.2
"""Seconds between two lines."""
LEAST = 0.01
"""A share from which on the rest can be told."""


class Progress:
    """Show which share of something is done, and how long the rest takes; on a terminal only.

    Parameters
    ----------
    what
        What is being done, in words.
    stream
        Where to.
    """

    def __init__(self, what: str, stream: IO[str]) -> None:
        self._what, self._stream = what, stream
        self._start = self._last = time.monotonic()

    def __call__(self, share: float) -> None:
        """Say the present share."""
        now = time.monotonic()
        if share < LEAST or now - self._last < EVERY or not self._stream.isatty():
            return
        self._last = now
        rest = (now - self._start) * (1 / share - 1)
        self._stream.write(f"{CLEAR}… {self._what}: {share:.0%}, {in_words(rest)} left")
        self._stream.flush()

    def end(self) -> None:
        """Take the line away."""
        if self._stream.isatty():
            self._stream.write(CLEAR)
            self._stream.flush()


@contextmanager
def announce_wait(what: str, seconds: float, *, hint: Hint | str) -> Iterator[Progress]:
    """Warn of how long something takes, and show its progress until it ends or is stopped.

    Parameters
    ----------
    what
        What is done, as the subject of a sentence.
    seconds
        About how long it takes.
    hint
        What takes less time.
    """
    about = f"{what} takes about {in_words(seconds)}; Ctrl-C stops it. Faster: "
    warn_user(about + Hint.of(hint) + ".", BenchreportWarning)
    progress = Progress(what, sys.stderr)
    try:
        yield progress
    finally:
        progress.end()


def in_words(seconds: float) -> str:
    """Write a time in seconds or minutes, to what a reader needs.

    >>> in_words(0.4), in_words(12.3), in_words(200)
    ('1 s', '12 s', '3 min')
    """
    return f"{max(1, round(seconds))} s" if seconds < 90 else f"{round(seconds / 60)} min"  # noqa: PLR2004 - as people say it
