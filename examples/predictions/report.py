"""Compare four classifiers by their predictions for tumours that no classifier was trained on."""

import sys
from pathlib import Path

import pandas as pd

import benchreport

HERE = Path(__file__).parent
folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "out"
folder.mkdir(parents=True, exist_ok=True)

frame = pd.read_csv(HERE / "predictions.csv")
bench = benchreport.bench(frame, truth="y_true", positive="malignant")
print(bench, end="\n\n")
print(bench.metrics(), end="\n\n")
print(bench.cochran_q().summary)
print(bench.mcnemar(), end="\n\n")
print(bench.delong(), end="\n\n")
bench.report([folder / "report.html", folder / "report.pdf"])
print(f"written: {folder / 'report.html'} and report.pdf")
