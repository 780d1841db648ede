"""A report of the comparison by the package itself: ``python tests/benchmarks/report.py [FILE ...]``.

Each row of ``table.md`` with a peer is a dataset; the fastest peer of the row is compared with us. A floor
is no peer.
"""

import re
import sys
from pathlib import Path

import pandas as pd

import benchreport  # noqa: F401 - registers df.bench

TABLE = Path(__file__).parent / "table.md"
PEER = re.compile(r"(?:^| · )(?P<name>.+?) (?P<seconds>[\d.e-]+) \([\d.]+\)")
NO_PEERS = ("floor: ", "ours")


def read_table(text: str) -> pd.DataFrame:
    """Return the seconds of each work, by us and by the fastest peer, one row each."""
    rows = []
    for line in text.splitlines():
        work, ours, peers, *_ = [*(cell.strip() for cell in line.strip("|").split("|")), "", "", ""]
        seconds = [
            float(peer["seconds"])
            for peer in PEER.finditer(peers)
            if not peer["name"].startswith(NO_PEERS)
        ]
        if seconds:
            rows += [(work, "benchreport", float(ours)), (work, "fastest peer", min(seconds))]
    return pd.DataFrame(rows, columns=["work", "tool", "seconds"])


def main() -> None:
    """Write the report."""
    bench = read_table(TABLE.read_text(encoding="utf-8")).bench(
        algorithm="tool", dataset="work", score="seconds", higher_is_better=False
    )
    report = bench.report(
        sys.argv[1:] or None, title="How fast benchreport is", include=["speedup"]
    )
    print(report.document.headline)


if __name__ == "__main__":
    main()
