"""Python's garbage collector, held while what is made stays."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_held() -> Iterator[None]:
    """Hold the garbage collector: it would look through all that is there for each few thousand new objects.

    Nothing of what modules make while they load is garbage, nor are a result's records.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
