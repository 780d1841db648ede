"""Compare nine scikit-learn classifiers on twenty datasets, ten folds each."""

import sys
from pathlib import Path

import pandas as pd

import benchreport  # noqa: F401 - registers df.bench

HERE = Path(__file__).parent
folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "out"
folder.mkdir(parents=True, exist_ok=True)

bench = pd.read_csv(HERE / "results.csv").bench
print(bench, end="\n\n")
print(bench.friedman(), end="\n\n")
print(bench.nemenyi().summary)
bench.report([folder / "report.html", folder / "report.pdf"])
print(f"written: {folder / 'report.html'} and report.pdf")
