"""Write ``github_action_benchmark/`` by the published schema, as the action runs only within GitHub.

``python generate_github_action_benchmark.py``. The schema is that of ``src/write.ts`` and ``src/extract.ts``
of github-action-benchmark 1.20; the numbers are our own. More is better by the tool of the second suite.
"""

import json
from pathlib import Path

HERE = Path(__file__).parent / "github_action_benchmark"
DAYS = {"2026-11-01": 1793534400000, "2026-11-08": 1794139200000, "2026-11-15": 1794744000000}
PERSON = {"email": "x@example.org", "name": "x", "username": "x"}
GO = {
    "BenchmarkParse": (250, 240, 180),
    "BenchmarkWrite": (90, 91, 92),
    "BenchmarkSort": (40, 39, 30),
}
PYTEST = {
    "test_bench.py::test_sort": (1200.5, 1250.25, 1600.0),
    "test_bench.py::test_sum": (900.0, 901.0, 903.0),
}


def entry(place: int, day: str, tool: str, benches: list[dict[str, object]]) -> dict[str, object]:
    commit = {
        "author": PERSON,
        "committer": PERSON,
        "distinct": True,
        "id": f"{place + 1}" * 40,
        "message": f"commit {place + 1}",
        "timestamp": f"{day}T12:00:00Z",
        "tree_id": f"{place + 5}" * 40,
        "url": f"https://example.org/commit/{place + 1}",
    }
    return {"commit": commit, "date": DAYS[day], "tool": tool, "benches": benches}


def go(place: int) -> list[dict[str, object]]:
    extra = "5000000 times\n4 procs"
    return [
        {"name": name, "value": values[place], "unit": "ns/op", "extra": extra}
        for name, values in GO.items()
    ]


def pytest(place: int) -> list[dict[str, object]]:
    return [
        {
            "name": name,
            "value": values[place],
            "unit": "iter/sec",
            "range": "stddev: 0.0001",
            "extra": "",
        }
        for name, values in PYTEST.items()
    ]


def write(name: str, suites: dict[str, list[dict[str, object]]]) -> None:
    data = {
        "lastUpdate": 1794744001000,
        "repoUrl": "https://example.org/sorting",
        "entries": suites,
    }
    (HERE / name).write_text(f"window.BENCHMARK_DATA = {json.dumps(data, indent=2)}")


def main() -> None:
    HERE.mkdir(exist_ok=True)
    days = list(enumerate(DAYS))
    first = {"Go Benchmark": [entry(place, day, "go", go(place)) for place, day in days]}
    second = {"Python": [entry(place, day, "pytest", pytest(place)) for place, day in days]}
    write("data.js", first)
    write("two_suites.js", first | second)


if __name__ == "__main__":
    main()
