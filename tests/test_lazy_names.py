"""Packages whose names load lazily."""

import ast
from pathlib import Path

from looped import loop_over

import benchreport

STUBS = sorted(Path(benchreport.__path__[0]).rglob("__init__.pyi"))


def test_there_are_packages_that_load_lazily() -> None:
    assert len(STUBS) > 5


@loop_over("stub", STUBS)
def test_no_module_hides_a_name_of_its_package(stub: Path) -> None:
    """Importing a module puts it in place of a name of its package that has not been loaded yet."""
    imports = [
        line for line in ast.parse(stub.read_text()).body if isinstance(line, ast.ImportFrom)
    ]
    names = {alias.name for line in imports for alias in line.names}
    modules = {path.stem for path in stub.parent.glob("*.py")}
    modules |= {path.parent.name for path in stub.parent.glob("*/__init__.py")}
    assert not names & modules
