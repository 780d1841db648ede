"""Run sixty nights one after the other, as if each were tonight, and then repeat the last one."""

import shutil
import sys
from pathlib import Path

from benchreport.nightly.run import backfill, run

HERE = Path(__file__).parent
folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "out"
folder.mkdir(parents=True, exist_ok=True)
for name in ("nightly.toml", "nights.csv.gz"):
    shutil.copy(HERE / name, folder / name)

nights = backfill(folder / "nightly.toml")
for night in nights:
    for line in night.verdict:
        if "new regression" in line or "improvement" in line or "missing" in line:
            print(f"{night.night}: {line}")
outcome = run(folder / "nightly.toml")
print(*outcome.facts.verdict, sep="\n")
print(f"exit code {outcome.exit_code}; written: {folder / 'nights' / 'index.html'}")
