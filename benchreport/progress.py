"""Long computations: a warning beforehand, progress on a terminal, and a way to stop."""

import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Self, TypeVar

from benchreport.errors import BenchreportWarning, warn_user
from benchreport.hints import Hint

CLEAR = "\r\x1b[K"
EVERY = 0.2
"""Seconds between two lines."""
LEAST = 0.01
"""The share from which on the remaining time is estimated."""
WAIT = 2.0
"""Seconds until work that was not announced is shown."""
T = TypeVar("T")


class Progress:
    """Show the share of a computation that is done and the time that the rest takes.

    Only terminals and notebooks show it.

    Parameters
    ----------
    computation
        The computation, as the line names it.
    stream
        Where to write.
    after
        How many seconds to wait before the first line.
    """

    def __init__(self, computation: str, stream: IO[str], *, after: float = 0.0) -> None:
        self._computation, self._line = computation, _Line(stream)
        self._start = time.monotonic()
        self._last = self._start + after - EVERY * (after > 0)
        self._shown = False

    def __call__(self, share: float) -> None:
        """Show the present share."""
        now = time.monotonic()
        if not LEAST <= share < 1 or now - self._last < EVERY or not self._line.is_seen:
            return
        self._last, self._shown = now, True
        rest = (now - self._start) * (1 / share - 1)
        self._line.write(f"… {self._computation}: {share:.0%}, {format_seconds(rest)} left")

    def end(self) -> None:
        """Clear the line."""
        if self._shown:
            self._line.write("")


class _Line:
    """The last line of a terminal, or of the output of a notebook's cell, which can be written over."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream, self._width, self._terminal = stream, 0, stream.isatty()
        self.is_seen = self._terminal or type(stream).__module__.startswith("ipykernel")

    def write(self, text: str) -> None:
        """Write over what the line has."""
        if not self.is_seen:
            return
        # notebooks know the way back to the start of the line, but not the code that clears it
        clear = CLEAR if self._terminal else f"\r{' ' * self._width}\r"
        self._width = len(text)
        self._stream.write(clear + text)
        self._stream.flush()


class Stages:
    """Show the current stage of slow work, on a terminal or in a notebook only, and clear it at the end.

    Parameters
    ----------
    stream
        The stream to write to; standard error by default.
    """

    def __init__(self, stream: IO[str] | None = None) -> None:
        self._line = _Line(stream or sys.stderr)

    def __call__(self, step: str) -> None:
        """Show the name of the current stage."""
        self._line.write(f"… {step}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.write("")


class _Watched(threading.local):
    """The work that a thread is watching: what is inside it counts as a part of its present item."""

    outer: "Work | None" = None


_watched = _Watched()


class Work:
    """Items of which some are done, as a context of each; work within an item is a share of that item."""

    def __init__(self, computation: str, n_items: int) -> None:
        self._n_items, self._done = n_items, 0
        self._outer = _watched.outer
        self._progress = Progress(computation, sys.stderr, after=WAIT)

    def show(self, inner: float = 0.0) -> None:
        """Show how much is done, with a share of the present item."""
        share = (self._done + inner) / self._n_items
        (self._outer.show if self._outer else self._progress)(share)

    def __enter__(self) -> None:
        _watched.outer = self

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        _watched.outer = self._outer
        if failed is None:
            self._done += 1
            self.show()

    def end(self) -> None:
        """Clear the line."""
        self._progress.end()


def watch(items: Sequence[T], computation: str) -> Iterator[T]:
    """Yield items, and show from the third second on how much is done and how long the rest takes.

    Iterate at once, by ``for`` or ``map``: what a name or a comprehension holds outlives an error, as its
    traceback does, and further work would count as a part of it.

    Parameters
    ----------
    items
        The parts of a computation, each of about the same length. Parts that watch work of their own
        are shown as it goes on.
    computation
        The computation, as the line names it.

    Examples
    --------
    >>> [item * 2 for item in watch(range(3), "doubling")]
    [0, 2, 4]
    """
    work = Work(computation, len(items))
    try:
        for item in items:
            with work:
                yield item
    finally:
        work.end()


@contextmanager
def announce_wait(computation: str, seconds: float, *, hint: Hint | str) -> Iterator[Progress]:
    """Warn how long a computation takes, and show its progress until it ends or is stopped.

    Parameters
    ----------
    computation
        The computation, as the subject of a sentence.
    seconds
        About how many seconds it takes.
    hint
        An alternative that takes less time.
    """
    about = f"{computation} takes about {format_seconds(seconds)}; Ctrl-C stops it. Faster: "
    warn_user(about + Hint.of(hint) + ".", BenchreportWarning)
    progress = Progress(computation, sys.stderr)
    try:
        yield progress
    finally:
        progress.end()


def format_seconds(seconds: float) -> str:
    """Write a time in seconds or minutes, as precisely as a reader needs.

    >>> format_seconds(0.4), format_seconds(12.3), format_seconds(200)
    ('1 s', '12 s', '3 min')
    """
    return f"{max(1, round(seconds))} s" if seconds < 90 else f"{round(seconds / 60)} min"  # noqa: PLR2004 - as people say it
