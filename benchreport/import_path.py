"""Modules of users that lie beside a configuration file."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def importing_from(place: Path) -> Iterator[None]:
    """Let Python find modules in a folder."""
    sys.path.insert(0, os.fspath(place))
    try:
        yield
    finally:
        # the module may have changed sys.path itself
        if os.fspath(place) in sys.path:
            sys.path.remove(os.fspath(place))
