"""The README of the nights names modules that exist."""

import re
from pathlib import Path

import benchreport.nightly

ROOM = Path(benchreport.nightly.__file__).parent


def test_every_module_that_the_readme_names_exists():
    text = (ROOM / "README.md").read_text(encoding="utf-8")
    names = set(re.findall(r"`([a-z_/]+\.py)`", text))
    assert len(names) > 20
    files = [path.relative_to(ROOM.parent).as_posix() for path in ROOM.parent.rglob("*.py")]
    assert [
        name for name in names if not any(f"/{file}".endswith(f"/{name}") for file in files)
    ] == []
