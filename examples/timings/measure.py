"""Time five compressors of Python's standard library on five files.

Writes ``results.csv`` beside this file. An invocation is a new process; it compresses each file several times
with each compressor, in a random order, and each of these is an iteration. The files are made from seeds.
Takes some minutes on an idle machine::

    python examples/timings/measure.py
"""

import bz2
import csv
import json
import lzma
import random
import subprocess
import sys
import time
import zlib
from pathlib import Path

HERE = Path(__file__).parent
INVOCATIONS, ITERATIONS = 12, 6
COMPRESSORS = {
    "zlib -1": lambda data: zlib.compress(data, 1),
    "zlib -6": lambda data: zlib.compress(data, 6),
    "zlib -9": lambda data: zlib.compress(data, 9),
    "bz2 -9": lambda data: bz2.compress(data, 9),
    "lzma -1": lambda data: lzma.compress(data, preset=1),
}


def make_files() -> dict[str, bytes]:
    """Return five files of about 200 kB, the same each time."""
    draw = random.Random(7)  # noqa: S311 - no secret
    words = ["".join(draw.choices("etaoinshrdlu", k=draw.randint(2, 9))) for _ in range(2_000)]
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    text = " ".join(draw.choices(words, weights, k=35_000))
    log = "\n".join(
        f"2026-11-{day:02} {draw.randrange(24):02}:{draw.randrange(60):02} "
        f"{draw.choice(['INFO', 'WARNING'])} worker-{draw.randrange(8)} took {draw.expovariate(0.1):.1f} ms"
        for day in range(1, 31)
        for _ in range(130)
    )
    records = [
        {"id": place, "score": round(draw.gauss(0.8, 0.1), 4), "name": draw.choice(words)}
        for place in range(3_500)
    ]
    walk, noise = bytearray(), bytearray(draw.randbytes(200_000))
    level = 128
    for _ in range(200_000):
        level = min(255, max(0, level + draw.choice((-1, 0, 0, 1))))
        walk.append(level)
    return {
        "text": text.encode(),
        "log": log.encode(),
        "json": json.dumps(records).encode(),
        "signal": bytes(walk),
        "noise": bytes(noise),
    }


def measure() -> list[tuple[str, str, int, str]]:
    """Compress each file several times with each compressor; in milliseconds."""
    files = make_files()
    pairs = [(name, file) for name in COMPRESSORS for file in files]
    random.shuffle(pairs)
    rows = []
    for name, file in pairs:
        for iteration in range(1, ITERATIONS + 1):
            start = time.perf_counter()
            COMPRESSORS[name](files[file])
            rows.append((name, file, iteration, f"{1e3 * (time.perf_counter() - start):.4g}"))
    return rows


def main() -> None:
    """Start the invocations one after another, and write all times."""
    with (HERE / "results.csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["compressor", "file", "invocation", "iteration", "milliseconds"])
        for invocation in range(1, INVOCATIONS + 1):
            done = subprocess.run(  # noqa: S603 - this script
                [sys.executable, __file__, "once"], check=True, capture_output=True, text=True
            )
            rows = csv.reader(done.stdout.splitlines())
            writer.writerows([name, of, invocation, *rest] for name, of, *rest in rows)


if __name__ == "__main__":
    if sys.argv[1:] == ["once"]:
        csv.writer(sys.stdout).writerows(measure())
    else:
        main()
