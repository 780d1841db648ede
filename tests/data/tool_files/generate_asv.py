"""Write ``asv/``: a repository's results of three commits in two environments, and the site's graphs.

``pip install asv==0.6.6 virtualenv``, then ``python generate_asv.py``. ``results/`` has samples; ``old/`` is
one of its files in version 1 of the layout, which asv itself still reads (``Results.update_to_2``).
"""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).parent / "asv"
CONFIG = {
    "version": 1,
    "project": "sorting",
    "project_url": "https://example.org/sorting",
    "show_commit_url": "https://example.org/commit/",
    "repo": ".",
    "branches": ["HEAD"],
    "environment_type": "virtualenv",
    "install_command": [],
    "build_command": [],
    "uninstall_command": [],
    "matrix": {"env_nobuild": {"MODE": ["fast", "safe"]}},
    "benchmark_dir": "benchmarks",
    "env_dir": ".asv/env",
    "results_dir": ".asv/results",
    "html_dir": ".asv/html",
}
BENCHMARKS = """
import heapq
import os
import random

PAUSE = {pause}


class Sort:
    params = [["builtin", "heap"], [10, 1000]]
    param_names = ["how", "size"]
    number, rounds, repeat, warmup_time = 5, 1, 3, 0

    def setup(self, how, size):
        self.values = random.Random(0).sample(range(10**6), size)

    def time_sort(self, how, size):
        for _ in range(PAUSE):
            sorted(self.values) if how == "builtin" else heapq.nsmallest(size, self.values)

    def track_length(self, how, size):
        return len(self.values)

    track_length.unit = "items"


def peakmem_list():
    return list(range(10**5))


def time_fails_first():
    if os.environ["MODE"] == "safe" and PAUSE == 3:
        raise ValueError("not yet in this mode")


def time_never():
    raise ValueError("never")


for function in (time_fails_first, time_never):
    function.number, function.rounds, function.repeat, function.warmup_time = 5, 1, 3, 0
del function
"""
DAYS = ("2026-11-01", "2026-11-08", "2026-11-15")


def run(folder: Path, *command: str, day: str = DAYS[-1]) -> str:
    date = f"{day}T12:00:00+00:00"
    about = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    names = {
        f"GIT_{who}_{what}": "x" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
    }
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **about, **names},
        capture_output=True,
        text=True,
        check=False,
    )
    # asv ends with 2 where a benchmark failed
    assert done.returncode in (0, 2), done.stdout + done.stderr
    return done.stdout.strip()


def measure(folder: Path) -> None:
    (folder / "benchmarks").mkdir()
    (folder / "benchmarks" / "__init__.py").touch()
    (folder / "asv.conf.json").write_text(json.dumps(CONFIG))
    run(folder, "git", "init", "-q")
    run(folder, "asv", "machine", "--yes", "--machine", "box")
    for pause, day in zip((3, 2, 1), DAYS, strict=True):
        (folder / "benchmarks" / "sorting.py").write_text(BENCHMARKS.format(pause=pause))
        run(folder, "git", "add", "benchmarks", "asv.conf.json")
        run(folder, "git", "commit", "-q", "-m", day, day=day)
        run(folder, "asv", "run", "--machine", "box", "--record-samples", "HEAD^!")
    run(folder, "asv", "publish")


def of_version_1(data: dict) -> dict:
    """Return results as asv wrote them before version 2: a record for each benchmark with parameters."""
    columns = data["result_columns"]
    results = {}
    for name, values in data["results"].items():
        entry = dict(zip(columns, values, strict=False))
        plain = entry["result"] is None or not entry["params"]
        results[name] = (
            (entry["result"] or [None])[0]
            if plain
            else {"params": entry["params"], "result": entry["result"]}
        )
    about = {key: data[key] for key in ("commit_hash", "date", "params", "python", "requirements")}
    return {**about, "results": results, "version": 1}


def main() -> None:
    shutil.rmtree(HERE, ignore_errors=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measure(folder)
        shutil.copytree(folder / ".asv" / "results", HERE / "results")
        for path in [
            folder / ".asv/html/index.json",
            *(folder / ".asv/html/graphs").rglob("*.json"),
        ]:
            target = HERE / "site" / path.relative_to(folder / ".asv" / "html")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    first = min((HERE / "results" / "box").glob("*fast.json"))
    old = of_version_1(json.loads(first.read_text()))
    (HERE / "old").mkdir()
    (HERE / "old" / first.name).write_text(json.dumps(old) + "\n")


if __name__ == "__main__":
    main()
