"""Time the report and its formats on tables of three sizes.

    python tests/benchmarks/bench_report.py [LARGEST]

It prints seconds without imports, sizes and the peak of memory; LARGEST (1 to 3) leaves out larger tables.
"""

import resource
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd

from benchreport.data import Roles, Scores
from benchreport.report import report
from benchreport.report.formats import FORMATS, files_of

# algorithms, datasets, repeats; the aims in seconds of HTML and PDF
SIZES = ((10, 30, 10, 1.5, 4.0), (60, 200, 1, 6.0, 20.0), (300, 1000, 1, 60.0, 60.0))


def table(k: int, n: int, repeats: int) -> Scores:
    """Make scores of k algorithms on n datasets."""
    rng = np.random.default_rng(0)
    values = rng.normal(size=(n, k, repeats)) + np.linspace(0, 1, k)[:, None]
    places = np.indices(values.shape).reshape(3, -1)
    frame = pd.DataFrame(
        {
            "algorithm": np.array([f"algorithm {place}" for place in range(k)])[places[1]],
            "dataset": np.array([f"dataset {place}" for place in range(n)])[places[0]],
            "seed": places[2],
            "accuracy": values.ravel(),
        }
    )
    return Scores.from_frame(frame, Roles(score="accuracy"))


def main() -> None:
    """Time all sizes and print the figures."""
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else len(SIZES)
    # imports and caches are not counted
    files = report(table(3, 6, 1))
    _ = files.html, files.pdf
    for k, n, repeats, html_aim, pdf_aim in SIZES[:largest]:
        scores = table(k, n, repeats)
        start = time.perf_counter()
        document = report(scores)
        page = document.html
        html_done = time.perf_counter()
        paper = document.pdf
        pdf_done = time.perf_counter()
        print(f"{k} algorithms × {n} datasets × {repeats}")
        print(f"  html  {html_done - start:6.1f} s (aim {html_aim:g})  {len(page) / 1e6:6.2f} MB")
        print(
            f"  pdf   {pdf_done - html_done:6.1f} s (aim {pdf_aim:g})  {len(paper) / 1e6:6.2f} MB"
        )
        for suffix in sorted({*FORMATS} - {".html", ".htm", ".pdf", ".zip"}):
            start = time.perf_counter()
            named = files_of(document.contents, Path(f"report{suffix}"))
            size = sum(map(len, named.values())) / 1e6
            print(f"  {suffix[1:]:5} {time.perf_counter() - start:6.1f} s           {size:6.2f} MB")
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"  peak of this process so far {peak:.0f} MiB")


if __name__ == "__main__":
    main()
