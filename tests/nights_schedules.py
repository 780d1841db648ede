"""A configuration with everything that a schedule must handle."""

import json
from pathlib import Path

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


def write_config(folder: Path, *, name: str = "hitrate", more: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "nightly.toml"
    path.write_text(CONFIG.format(name=json.dumps(name)) + more, encoding="utf-8")
    return path
