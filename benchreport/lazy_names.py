"""Names of a package that load when they are first used.

Ours because lazy-loader forgets the order of a stub's lines, which is the order of the catalogue.
"""

import ast
import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchreport.collector import collector_held


def load_lazily(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return a package's ``__getattr__``, ``__dir__`` and ``__all__``.

    The names are those that the package's stub, ``__init__.pyi``, imports for type checkers; each loads its
    module when it is first asked for. ``__all__`` has the order of the lines.

    Parameters
    ----------
    package
        The ``__name__`` of the package that calls.

    Examples
    --------
    >>> get, _, names = load_lazily("benchreport.data")
    >>> names[0], get("Scores").__name__
    ('Roles', 'Scores')
    """
    module = sys.modules[package]
    homes = _read_homes(Path(str(module.__file__)).with_suffix(".pyi"))

    def get(name: str) -> Any:  # noqa: ANN401 - any public name
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        with collector_held():
            value = getattr(importlib.import_module(homes[name]), name)
        setattr(module, name, value)
        return value

    def list_names() -> list[str]:
        return sorted({*vars(module), *homes})

    return get, list_names, [*homes]


def _read_homes(stub: Path) -> dict[str, str]:
    """Return the module of each name that a stub imports."""
    return {
        name: str(line.module)
        for line in ast.parse(stub.read_bytes()).body
        if isinstance(line, ast.ImportFrom)
        for alias in line.names
        for name in _expand(alias.name, str(line.module))
    }


def _expand(name: str, module: str) -> list[str]:
    """Return the names that an import names: ``*`` stands for those of a package that loads lazily too."""
    return importlib.import_module(module).__all__ if name == "*" else [name]
