"""What a process costs: the import, the first call, a command."""

import tempfile
from pathlib import Path

from tests.benchmarks.rows.row import Process, Work, row, scores

PEERS = ("pandas", "scikit_posthocs", "autorank", "pingouin", "seaborn")


@row("import, whole process", runs=3)
def imports() -> dict[str, Work]:
    """Import the package, beside pandas and packages of statistics."""
    works = {f"import {name}": Process("-c", f"import {name}") for name in PEERS}
    return {"ours": Process("-c", "import benchreport"), **works}


def first(call: str) -> dict[str, Work]:
    """Time the first call of a process, beside importing pandas."""
    table = "{'a': [9, 8, 9, 7], 'b': [7, 6, 8, 5], 'c': [5, 4, 4, 2]}"
    code = f"import pandas, benchreport; pandas.DataFrame({table}).bench(score='accuracy').{call}"
    return {"ours": Process("-c", code), "import pandas": Process("-c", "import pandas")}


for call in ("cd_plot()", "tukey()", "nemenyi()", "friedman()"):
    row(f"first {call} of a process", call)(first)


def command(*arguments: str) -> dict[str, Work]:
    """Time a command on a file of 10 datasets × 6 algorithms, beside importing pandas."""
    file = Path(tempfile.gettempdir()) / "benchreport-benchmark.csv"
    scores(10, 6).rename_axis("dataset").to_csv(file)
    typed = [str(file) if each == "FILE" else each for each in arguments]
    return {
        "ours": Process("-m", "benchreport", *typed),
        "import pandas": Process("-c", "import pandas"),
    }


SCORE = ("FILE", "--score", "accuracy")
row("benchreport report, PDF, 6 × 10", "report", *SCORE, "-o", "r.pdf", runs=3)(command)
row("benchreport report, HTML, 6 × 10", "report", *SCORE, "-o", "r.html")(command)
row("benchreport test friedman", "test", "friedman", *SCORE)(command)
row("benchreport check", "check", *SCORE)(command)
row("benchreport --help", "--help")(command)
