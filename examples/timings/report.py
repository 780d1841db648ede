"""Report by which factors compressors are faster than others, from times of invocations and iterations."""

import sys
from pathlib import Path

import pandas as pd

import benchreport  # noqa: F401 - registers df.bench

HERE = Path(__file__).parent
folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "out"
folder.mkdir(parents=True, exist_ok=True)

frame = pd.read_csv(HERE / "results.csv")
# the first iteration of a process is slower than those after it
result = frame.bench.speedup(warmup=1)
print(result)
result.plot().get_figure().savefig(folder / "speedups.png")
frame.bench.report([folder / "report.html", folder / "report.pdf"], include=[result])
print(f"written: {folder / 'speedups.png'}, report.html and report.pdf")
