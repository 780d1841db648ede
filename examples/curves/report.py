"""Compare classifiers by how they learn from training sets of growing size."""

import sys
from pathlib import Path

import pandas as pd

import benchreport

HERE = Path(__file__).parent
folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "out"
folder.mkdir(parents=True, exist_ok=True)

learning = benchreport.bench(pd.read_parquet(HERE / "learning.parquet"))
print(learning, end="\n\n")
print(learning.best_at_budget(), end="\n\n")
learning.report([folder / "report.html", folder / "report.pdf"])
print(f"written: {folder / 'report.html'} and report.pdf")
