"""What a process costs: the import, the first call, a command."""

import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

from tests.benchmarks.rows.row import FLOOR, Process, Work, row, scores

PEERS = ("pandas", "scikit_posthocs", "autorank", "pingouin", "seaborn")
PANDAS = {f"{FLOOR}import pandas": Process("-c", "import pandas")}
SPECIAL = {
    f"{FLOOR}import pandas, scipy.special": Process("-c", "import pandas, scipy.special"),
}
FIGURE = {
    f"{FLOOR}import pandas, matplotlib's smallest figure": Process(
        "-c",
        "import io, pandas; from matplotlib.figure import Figure; figure = Figure(); "
        "figure.subplots().plot([1, 2]); figure.savefig(io.BytesIO(), format='svg')",
    )
}


@row("import, whole process", runs=3)
def imports() -> dict[str, Work]:
    """Import the package, beside pandas and packages of statistics."""
    works = {f"import {name}": Process("-c", f"import {name}") for name in PEERS}
    return {"ours": Process("-c", "import benchreport"), **works}


def first(call: str, floors: dict[str, Work]) -> dict[str, Work]:
    """Time the first call of a process, beside importing what it cannot do without."""
    table = "{'a': [9, 8, 9, 7], 'b': [7, 6, 8, 5], 'c': [5, 4, 4, 2]}"
    code = f"import pandas, benchreport; pandas.DataFrame({table}).bench(score='accuracy').{call}"
    return {"ours": Process("-c", code), **floors}


row("first cd_plot() of a process", "cd_plot()", PANDAS | FIGURE)(first)
row("first tukey() of a process", "tukey()", PANDAS | SPECIAL)(first)
for call in ("nemenyi()", "friedman()"):
    row(f"first {call} of a process", call, PANDAS)(first)


def command(*arguments: str) -> dict[str, Work]:
    """Time a command on a file of 10 datasets × 6 algorithms, beside importing pandas."""
    file = Path(tempfile.gettempdir()) / "benchreport-benchmark.csv"
    scores(10, 6).rename_axis("dataset").to_csv(file)
    typed = [str(file) if each == "FILE" else each for each in arguments]
    return {
        "ours": Process("-m", "benchreport", *typed),
        **PANDAS,
    }


@row("benchreport gate, 5 tasks × 200 examples")
def gate() -> dict[str, Work]:
    """Compare two files of results from the shell to the exit code, beside importing pandas."""
    folder = Path(tempfile.gettempdir())
    files = [folder / f"benchreport-benchmark-{version}.csv" for version in ("old", "new")]
    places = np.arange(1000)
    for file, changed in zip(files, (places < 0, places < 3), strict=True):
        right = ((places * 7919 % 10 < 8) ^ changed).astype(int)
        pd.DataFrame({"task": places // 200, "id": places, "correct": right}).to_csv(
            file, index=False
        )
    return {
        "ours": Process("-m", "benchreport", "gate", *map(str, files), "--margin", "5pp"),
        **PANDAS,
    }


SCORE = ("FILE", "--score", "accuracy")
row("benchreport report, PDF, 6 × 10", "report", *SCORE, "-o", "r.pdf", runs=3)(command)
row("benchreport report, HTML, 6 × 10", "report", *SCORE, "-o", "r.html")(command)
row("benchreport test friedman", "test", "friedman", *SCORE)(command)
row("benchreport check", "check", *SCORE)(command)
row("benchreport --help", "--help")(command)
