"""Compare five classifiers on thirty datasets (García and Herrera, 2008)."""

import sys
from pathlib import Path

import pandas as pd

import benchreport  # noqa: F401 - registers df.bench

HERE = Path(__file__).parent
folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "out"
folder.mkdir(parents=True, exist_ok=True)

bench = pd.read_csv(HERE / "garcia_herrera2008.csv").bench(score="accuracy")
print(bench, end="\n\n")
print(bench.friedman(), end="\n\n")
print(bench.nemenyi().summary)
for correction in ("bonferroni", "holm", "shaffer", "bergmann_hommel"):
    print(bench.rank_z(correction=correction).summary)
print(bench.advise(), end="\n\n")
bench.report([folder / "report.html", folder / "report.pdf"])
print(f"written: {folder / 'report.html'} and report.pdf")
