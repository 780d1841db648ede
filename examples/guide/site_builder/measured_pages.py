"""Pages of what is measured, as the repository has it: calibration, coverage, nights, speed, and what changed."""

import json
import re

from site_builder.markdown import ROOT, table

BENCHMARKS = ROOT / "tests/benchmarks"
HOW_FAST = """# How fast it is

`python -m tests.benchmarks` runs every row with the peers that are installed, all in one process and in turns, from
the DataFrame or the shell; it marks what fell behind the last table, which is this one. A peer's number in brackets is
how many times our time it takes: above 1 we are faster. A floor is no peer, but work that ours includes, such as
importing pandas, or a group-by that checks nothing.

## As a report of itself

Each row with a peer is a dataset here, and the fastest peer of the row is compared with us. We chose the rows, so the
interval says nothing about other work.

```python
import runpy
from pathlib import Path

read_table = runpy.run_path("tests/benchmarks/report.py")["read_table"]
seconds = read_table(Path("tests/benchmarks/table.md").read_text(encoding="utf-8"))
bench = seconds.bench(algorithm="tool", dataset="work", score="seconds", higher_is_better=False)
print(bench.speedup())
```

```python
bench.speedup_plot()
```

The whole report, which also lists any row in which a peer is faster:

```sh
python tests/benchmarks/report.py how-fast.html
```

## The table

"""
MEASURED = (
    "calibration",
    "calibration_clusters",
    "calibration_gate",
    "calibration_pairs",
    "coverage",
    "coverage_linear",
    "engines",
    "nights",
)


def make_pages() -> dict[str, str]:
    """Write the pages."""
    pages = {f"trust/{name}": _measured(name) for name in MEASURED}
    return pages | {
        "trust/how-fast": _how_fast(),
        "trust/oracles": _oracles(),
        "changelog": _changelog(),
    }


def _measured(name: str) -> str:
    text = (BENCHMARKS / f"{name}.md").read_text(encoding="utf-8")
    # screen readers announce the head of a column
    text = re.sub(r"(?m)^\| \|(?= .*\|$)", "| case |", text)
    # commands stand indented, as on a terminal: their blocks have no language
    return re.sub(r"(?m)^    (python tests/\S+.*)$", r"```text\n\1\n```", text)


def _how_fast() -> str:
    text = (BENCHMARKS / "table.md").read_text(encoding="utf-8")
    return HOW_FAST + text


def _oracles() -> str:
    from site_builder.oracles import oracle_of
    from site_builder.procedure_pages import procedures

    rows = [[f"`{name}()`", _first(oracle_of(name))] for name in procedures()]
    return "\n".join(
        [
            "# What each procedure is compared with\n",
            f"The {len(procedures())} procedures, and {_count_cases()} tables with answers of R, which are files that the",
            "tests read. Scripts in `tests/oracles` write them, and stop where a second computation or a published number",
            "disagrees.\n",
            table(["procedure", "compared with"], rows),
        ]
    )


def _first(oracle: str) -> str:
    return "; ".join(line[2:] for line in oracle.splitlines() if line.startswith("- "))


def _count_cases() -> int:
    files = (ROOT / "tests/oracles").glob("*.json")
    contents = (json.loads(file.read_text(encoding="utf-8")) for file in files)
    return sum(len(content["cases"]) for content in contents if "cases" in content)


def _changelog() -> str:
    return (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
