"""Compare four variants of C4.5 on fourteen datasets (Demšar, 2006, Table 6)."""

import sys
from pathlib import Path

import pandas as pd

import benchreport  # noqa: F401 - registers df.bench

HERE = Path(__file__).parent
folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "out"
folder.mkdir(parents=True, exist_ok=True)

bench = pd.read_csv(HERE / "demsar2006_table6.csv").bench(score="AUC")
print(bench, end="\n\n")
print(bench.friedman(), end="\n\n")
print(bench.nemenyi().summary)
bench.report([folder / "report.html", folder / "report.pdf"])
print(f"written: {folder / 'report.html'} and report.pdf")
