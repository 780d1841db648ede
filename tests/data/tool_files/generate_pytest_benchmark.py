"""Write ``pytest_benchmark/``: two sorters on three sizes, tests in groups, and two versions of a suite.

``pip install pytest==9.2.0 pytest-benchmark==5.3.1``, then ``python generate_pytest_benchmark.py``.
``sorters.json``, ``groups.json`` and ``calibrated.json`` are of ``--benchmark-json``, which has the time of
each round; ``saved/`` is of ``--benchmark-save``, which has summaries alone. Only the names of the machine
are replaced.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent / "pytest_benchmark"
SORTERS = """
import heapq
import random

import pytest


def heap_sort(values):
    heap = list(values)
    heapq.heapify(heap)
    return [heapq.heappop(heap) for _ in range(len(heap))]


@pytest.mark.parametrize("size", [10, 100, 1000])
@pytest.mark.parametrize("sorter", [sorted, heap_sort], ids=["builtin", "heap"])
def test_sort(benchmark, sorter, size):
    values = random.Random(0).sample(range(10**6), size)
    benchmark.pedantic(sorter, args=(values,), rounds=4, iterations=5, warmup_rounds=1)
"""
GROUPS = """
import pytest

WORDS = ["word"] * 50


@pytest.mark.benchmark(group="join")
def test_join_plus(benchmark):
    benchmark.pedantic(lambda: sum(map(len, [a + b for a, b in zip(WORDS, WORDS)])), rounds=3)


@pytest.mark.benchmark(group="join")
def test_join_format(benchmark):
    benchmark.pedantic(lambda: sum(map(len, [f"{a}{b}" for a, b in zip(WORDS, WORDS)])), rounds=3)


@pytest.mark.benchmark(group="repeat")
def test_repeat_plus(benchmark):
    benchmark.pedantic(lambda: [a + a + a for a in WORDS], rounds=3)


@pytest.mark.benchmark(group="repeat")
def test_repeat_format(benchmark):
    benchmark.pedantic(lambda: [f"{a}{a}{a}" for a in WORDS], rounds=3)
"""
CALIBRATED = """
import time


def test_short(benchmark):
    benchmark(time.sleep, 0.001)


def test_long(benchmark):
    benchmark(time.sleep, 0.002)
"""
NAMES = {"node": "box", "brand_raw": "a processor", "release": "6.1", "version": "1"}


def run(folder: Path, text: str, *options: str) -> None:
    (folder / "test_bench.py").write_text(text)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_bench.py"]
    subprocess.run([*command, *options], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def without_names(value: object) -> object:
    if not isinstance(value, dict):
        return value
    return {
        key: NAMES.get(key, without_names(item)) if isinstance(item, str | dict) else item
        for key, item in value.items()
    }


def keep(source: Path, target: Path) -> None:
    data = json.loads(source.read_text())
    data["machine_info"] = without_names(data["machine_info"])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(data, indent=1) + "\n")


def main() -> None:
    shutil.rmtree(HERE, ignore_errors=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for stem, text in (("sorters", SORTERS), ("groups", GROUPS)):
            run(folder, text, f"--benchmark-json={stem}.json")
            keep(folder / f"{stem}.json", HERE / f"{stem}.json")
        few = ("--benchmark-max-time=0.02", "--benchmark-min-rounds=3")
        run(folder, CALIBRATED, "--benchmark-json=calibrated.json", *few)
        keep(folder / "calibrated.json", HERE / "calibrated.json")
        for version, text in (
            ("slow", CALIBRATED),
            ("fast", CALIBRATED.replace("0.002", "0.0015")),
        ):
            run(folder, text, f"--benchmark-save={version}", *few)
        for path in (folder / ".benchmarks").rglob("*.json"):
            keep(path, HERE / "saved" / path.name)


if __name__ == "__main__":
    main()
