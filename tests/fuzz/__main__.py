"""Run ``python -m tests.fuzz --calls 50000``: it makes many calls and prints each kind of finding once."""

import argparse
import collections
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from .calls import draw_call
from .commands import draw_command, judge_command
from .judge import Finding, judge


def main() -> int:
    """Make the calls; return an exit code that says whether there are findings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="The seed of the first call.")
    parser.add_argument("--method", help="Of df.bench; all by default.")
    parser.add_argument("--commands", action="store_true", help="Of the command line instead.")
    arguments = parser.parse_args()
    kinds: collections.Counter[tuple[str, str]] = collections.Counter()
    start = time.perf_counter()
    for seed in range(arguments.first, arguments.first + arguments.calls):
        random = Random(seed)
        call, finding = _command(random) if arguments.commands else _call(random, arguments.method)
        if finding is not None:
            _tell(kinds, finding, seed, call)
    print(f"{arguments.calls} calls in {time.perf_counter() - start:.0f} s")
    for (kind, where), count in kinds.most_common():
        print(f"{count:6} {kind} {where}")
    return int(bool(kinds))


def _call(random: Random, method: str | None) -> tuple[object, Finding | None]:
    call = draw_call(random, method)
    return call, judge(call, render=random.random() < 0.3)


def _command(random: Random) -> tuple[object, Finding | None]:
    with tempfile.TemporaryDirectory() as folder:
        words = draw_command(random, Path(folder))
        data = Path(folder, "data.csv")
        text = data.read_text()[:300] if data.exists() else ""
        return f"{words}\n{text}", judge_command(words, Path(folder))


def _tell(
    kinds: "collections.Counter[tuple[str, str]]", finding: Finding, seed: int, call: object
) -> None:
    kind = finding.kind, finding.where
    kinds[kind] += 1
    if kinds[kind] == 1:
        print(f"--- seed {seed}: {finding}\n{call}\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
