"""A configuration with everything that a schedule must see to, and the tools that read schedules."""

import json
import shutil
import sys
from pathlib import Path

import pytest

CONFIG = """
[nightly]
name = {name}
time_zone = "Europe/Berlin"
[source]
files = ["results/{{night}}.parquet"]
[[metric]]
name = "accuracy"
[notify.webhook]
url = "env:HOOK"
[notify.mail]
to = ["a@example.org"]
sender = "b@example.org"
password = "env:MAIL_PASSWORD"
folder = "letters"
[notify.junit]
path = "nights/junit.xml"
"""
HOSTILE = '100 % "x" ${{ secrets.TOKEN }} $HOME `id` #: \u202e\n[Service]\nUser=root'
TOOLS = Path(sys.executable).parent


def written(folder: Path, *, name: str = "hitrate", more: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "nightly.toml"
    path.write_text(CONFIG.format(name=json.dumps(name)) + more, encoding="utf-8")
    return path


def tool(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path=str(TOOLS))
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found
