"""Time the reading of tables beside what a user would do with bare pandas and numpy, in one run.

    python tests/benchmarks/bench_reading.py [ROWS]

The aims: long tables of 10⁷ rows at most 1.5 × the time of ``frame.groupby([algorithm,
dataset])[score].mean()``, which neither checks the runs nor finds the columns; 10⁶ × 10 predicted labels
in 0.1 s, 10⁵ × 10 scores in 0.03 s, beside the bare comparison with the truth; 30 × 10 scores in 0.5 ms.
It prints the least CPU seconds of three runs, the ratio, and the peak of memory beyond the frame of one
run more. On a busy machine, ratios are less certain than on an idle one.
"""

import gc
import itertools
import sys
import time
import tracemalloc
from collections.abc import Callable

import numpy as np
import pandas as pd

import benchreport
from benchreport.data import Predictions, Roles, Scores

SHAPES = ((10, 100), (20, 1000))
KINDS = ("text", "objects", "categories", "numbers")
Work = Callable[[], object]


def least(*work: Work) -> list[float]:
    """Return the least CPU seconds of three runs of each work, which take turns."""
    times = [[once(one) for one in work] for _ in range(3)]
    return [min(column) for column in zip(*times, strict=True)]


def once(work: Work) -> float:
    """Return the CPU seconds of one run."""
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


def peak(work: Work) -> float:
    """Return the peak of allocated memory in MiB, beyond what was allocated before."""
    tracemalloc.start()
    work()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / 2**20


def label(codes: np.ndarray, word: str, kind: str) -> object:
    """Return a column of labels."""
    if kind == "numbers":
        return codes
    names = np.array([f"{word} {code}" for code in range(codes.max() + 1)], dtype=object)
    if kind == "categories":
        return pd.Categorical.from_codes(codes, names)
    return pd.Series(names[codes], dtype="str" if kind == "text" else object)


def table(rows: int, shape: tuple[int, int], kind: str, *, shuffle: bool) -> pd.DataFrame:
    """Make a frame with a row for each algorithm, dataset and repeat."""
    rng = np.random.default_rng(0)
    codes = np.indices((*shape, rows // (shape[0] * shape[1]))).reshape(3, -1)
    if shuffle:
        codes = codes[:, rng.permutation(codes.shape[1])]
    algorithm, dataset, repeat = codes.copy()
    scores = rng.beta(8, 2, len(repeat))
    return pd.DataFrame(
        {
            "algorithm": label(algorithm, "algorithm", kind),
            "dataset": label(dataset, "dataset", kind),
            "repeat": repeat,
            "accuracy": scores,
        }
    )


def compare(title: str, frame: pd.DataFrame, *, memory: bool = False, **roles: object) -> None:
    """Print one row."""

    def ours() -> object:
        return Scores.from_frame(frame, Roles(**roles))

    def theirs() -> object:
        keys = ["algorithm", "dataset"]
        return frame.groupby(keys, observed=True)["accuracy"].mean()

    mine, peer = least(ours, theirs)
    space = f"   {peak(ours):6.0f} MiB beside {peak(theirs):6.0f}" if memory else ""
    print(f"{title:52} {mine:7.3f} s   {peer:7.3f} s   {mine / peer:5.2f} ×{space}", flush=True)


def labels(rows: int) -> None:
    """Time labels of each type, in the order of the table and in any."""
    for kind, shape, shuffle in itertools.product(KINDS, SHAPES, (False, True)):
        frame = table(rows, shape, kind, shuffle=shuffle)
        order = "in any order" if shuffle else "in order"
        compare(f"{kind}, {shape[0]} × {shape[1]}, {order}", frame, memory=shape == SHAPES[0])


def other_columns(rows: int) -> None:
    """Time tables with more columns, and tables that lack runs."""
    frame = table(rows, SHAPES[0], "text", shuffle=True)
    size, rng = len(frame), np.random.default_rng(1)
    scored = {"score": "accuracy"}
    compare("with times", frame.assign(time=rng.random(size)), **scored)
    compare("with the scores on training data", frame.assign(train_accuracy=rng.random(size)))
    compare("with a number a row", frame.assign(id=np.arange(size)))
    halves = frame.assign(seed=frame["repeat"] // 10, fold=frame["repeat"] % 10)
    compare("repeats by seed and fold", halves.drop(columns="repeat"))
    compare(
        "1 % of runs failed",
        frame.assign(accuracy=frame["accuracy"].where(rng.random(size) > 0.01)),
    )
    absent = frame[rng.random(size) > 0.01]
    for missing in ("error", "paired", "worst"):
        compare(f"1 % of runs absent, missing={missing!r}", absent, missing=missing)


def small_tables() -> None:
    """Time tables of 30 datasets and 10 algorithms, and how often a kept table is read."""
    values = np.random.default_rng(0).random((30, 10))
    names = [f"model {place}" for place in range(10)]
    wide = pd.DataFrame(values, [f"data {place}" for place in range(30)], names)
    long = wide.rename_axis("dataset").reset_index().melt("dataset", names, "algorithm", "accuracy")
    for title, frame in (("wide", wide), ("long", long)):
        bound = benchreport.bench(frame, score="accuracy")
        read = bound.read()
        works = (
            lambda bound=bound: bound.scores,
            lambda bound=bound: bound.friedman(),
            lambda read=read: read.friedman(),
        )
        rows = ("reading", "friedman()", "friedman() of what was read")
        for row, work in zip(rows, works, strict=True):
            spent = min(once(lambda work=work: [work() for _ in range(50)]) for _ in range(5)) / 50
            print(f"{f'30 × 10, {title}, {row}':52} {1e3 * spent:7.3f} ms", flush=True)


def predictions() -> None:
    """Time predictions beside the comparison of columns that is all a test needs."""
    rng = np.random.default_rng(0)
    truth, right = rng.integers(0, 2, 10**6), rng.random((10**6, 10)) < 0.8
    names = [f"model {place}" for place in range(10)]
    labels = pd.DataFrame(np.where(right, truth[:, None], 1 - truth[:, None]), columns=names)
    labels.insert(0, "y_true", truth)
    words = labels.replace({0: "no", 1: "yes"})
    scores = pd.DataFrame(rng.random((10**5, 10)), columns=names).assign(y_true=truth[: 10**5])
    kinds = {
        "labels 10⁶ × 10, numbers": labels,
        "labels 10⁶ × 10, text": words.astype("str"),
        "labels 10⁶ × 10, objects": words.astype(object),
        "labels 10⁶ × 10, categories": words.astype("category"),
        "scores 10⁵ × 10": scores,
    }
    for title, frame in kinds.items():
        mine, peer = least(
            lambda frame=frame: Predictions.from_frame(frame),
            lambda frame=frame: [(frame[name] == frame["y_true"]).sum() for name in names],
        )
        print(f"{title:52} {mine:7.3f} s   {peer:7.3f} s", flush=True)


if __name__ == "__main__":
    ROWS = int(float(sys.argv[1])) if len(sys.argv) > 1 else 10**7
    print(f"{f'{ROWS:.0e} rows':52} {'ours':>7}     {'pandas':>7}")
    small_tables()
    predictions()
    labels(ROWS)
    other_columns(ROWS)
