"""Try an installed benchreport as a newcomer does, away from the repository: ``python -I FILE BIN``."""

import subprocess
import sys
from pathlib import Path

import pandas as pd

import benchreport

BIN = Path(sys.argv[1])


def run(*arguments: str) -> str:
    """Run the command; return what it prints."""
    done = subprocess.run(  # noqa: S603 - the command that was installed
        [str(BIN / "benchreport"), *arguments], check=True, capture_output=True, text=True
    )
    return done.stdout


def main() -> None:
    """Compare three algorithms in Python and in the shell."""
    place = Path(benchreport.__file__)
    if BIN.parent not in place.parents:
        sys.exit(f"another benchreport was imported: {place}")
    frame = pd.DataFrame({"svm": [9, 8, 9, 7], "knn": [7, 6, 8, 5], "tree": [5, 4, 4, 2]})
    summary = frame.bench(score="accuracy").friedman().summary
    if "χ²(2) = 8.00, p = .005 (exact)" not in summary:
        sys.exit(f"not the Friedman test of the docstring: {summary}")
    frame.to_csv("scores.csv", index=False)
    run("report", "scores.csv", "--score", "accuracy", "-o", "report.html", "-o", "report.pdf")
    for name, start in {"report.html": b"<!DOCTYPE html>", "report.pdf": b"%PDF-"}.items():
        if not Path(name).read_bytes().lstrip().lower().startswith(start.lower()):
            sys.exit(f"{name} is not what its name says")
    run("doctor")
    print(f"benchreport {benchreport.__version__}, pandas {pd.__version__}: {summary}")


if __name__ == "__main__":
    main()
