"""Compare six models by the log of an evaluation: six benchmarks, documents as clusters, four attempts."""

import sys
from pathlib import Path

import pandas as pd

import benchreport

HERE = Path(__file__).parent
folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "out"
folder.mkdir(parents=True, exist_ok=True)

bench = benchreport.bench(pd.read_csv(HERE / "answers.csv.gz"))
print(bench, end="\n\n")
print(bench.paired_difference().summary)
print(bench.rank_sets().summary)
print(bench.dataset_differences().summary)
print(bench.plan(half_width=0.01), end="\n\n")
print(bench.flips(), end="\n\n")
print(bench.item_analysis().summary)
bench.report([folder / "report.html", folder / "report.pdf"], title="Six models on six benchmarks")
print(f"written: {folder / 'report.html'} and report.pdf")
