"""Report what each component of a support vector machine adds, over twenty datasets."""

import sys
from pathlib import Path

import pandas as pd

import benchreport  # noqa: F401 - registers df.bench

HERE = Path(__file__).parent
folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "out"
folder.mkdir(parents=True, exist_ok=True)

frame = pd.read_csv(HERE / "results.csv")
bench = frame.bench(factors=["kernel", "scaling", "class weights", "C"])
print(bench.ablation(), end="\n\n")
print(bench.anova(interactions=2).summary)
bench.ablation_plot().get_figure().savefig(folder / "ablation.png")
bench.report([folder / "report.html", folder / "report.pdf"])
print(f"written: {folder / 'ablation.png'}, report.html and report.pdf")
