"""Compare hyper-parameter optimizers, and learning rates of a network, by their curves."""

import sys
from pathlib import Path

import pandas as pd

import benchreport

HERE = Path(__file__).parent
folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "out"
folder.mkdir(parents=True, exist_ok=True)

tuning = benchreport.bench(pd.read_parquet(HERE / "tuning.parquet"))
print(tuning, end="\n\n")
print(tuning.best_at_budget(), end="\n\n")
print(tuning.anytime().summary)
tuning.report([folder / "report.html", folder / "report.pdf"])

networks = benchreport.bench(pd.read_parquet(HERE / "networks.parquet"))
print(networks, end="\n\n")
print(networks.best_at_budget(budgets=[5, 20, 50]), end="\n\n")
networks.report([folder / "networks.html", folder / "networks.pdf"])
print(f"written: {folder / 'report.html'}, networks.html and both as PDF")
