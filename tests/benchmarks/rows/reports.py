"""Reports, from a frame to a file."""

import tempfile
from pathlib import Path

from benchreport.report import Paper
from tests.benchmarks.rows.row import Work, row, runs_of


@row("report 10 × 30 × 10, HTML", 10, 30, 10, "html", runs=3)
@row("report 10 × 30 × 10, PDF", 10, 30, 10, "pdf", runs=3)
@row("report 10 × 30 × 10, PDF by Typst", 10, 30, 10, "typst", runs=3)
@row("report 10 × 30 × 10, Word", 10, 30, 10, "docx", runs=3)
@row("report 60 × 200, PDF", 60, 200, 1, "pdf", runs=1)
@row("report 60 × 200, PDF by Typst", 60, 200, 1, "typst", runs=1)
@row("report 60 × 200, Word", 60, 200, 1, "docx", runs=1)
@row("report 300 × 1000, HTML", 300, 1000, 1, "html", runs=1)
@row("report 5 × 10,000 datasets, HTML", 5, 10_000, 1, "html", runs=1, size=1e4)
@row("report 5 × 40,000 datasets, HTML", 5, 40_000, 1, "html", runs=1, size=4e4)
def report(k: int, n: int, repeats: int, form: str) -> dict[str, Work]:
    """Make a report from a frame, without a peer: none makes one."""
    frame = runs_of(k, n, repeats)
    paper = Paper(engine="typst") if form == "typst" else None
    suffix = "pdf" if form == "typst" else form
    file = Path(tempfile.gettempdir()) / f"benchreport-benchmark.{suffix}"
    return {"ours": lambda: frame.bench.report(file, paper=paper)}
