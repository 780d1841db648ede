"""Draw frames such as users have, and spoilt ones."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

NAMES = (
    "svm", "knn", "C4.5+m", "random forest", "a", "b", "c", "0", "1", "決定木", "größe", "مرحبا",
    "$\\badcmd$", "$x", "\\input{/etc/passwd}", "", " ", "\n", "\x00", "\x1b[31m", "a\tb", "nan",
    "None", "True", "=1+1", "<script>alert(1)</script>", "{{7*7}}", "x" * 300, "100%", "_", "#",
    "👩‍🔬", "\u202eabc", "s\ufeffvm", "\u200bsvm", "p_value", "first", "mean", "algorithm", "dataset",
)  # fmt: skip
SCALES = (1.0, 1.0, 1.0, 100.0, 1e-9, 1e12, 1e200, 1e-200)


class Table(NamedTuple):
    """A frame, its kind, and the roles of its columns."""

    kind: str
    frame: pd.DataFrame
    roles: dict[str, Any]


def draw_table(random: Random, kind: str | None = None) -> Table:
    """Draw a table of a kind, sometimes a spoilt one."""
    kind = kind or random.choice(list(KINDS))
    frame, roles = KINDS[kind](random)
    if random.random() < 0.3:
        frame = random.choice(SPOILERS)(frame, random)
    if random.random() < 0.1:
        roles = {**roles, random.choice(ROLES): random.choice(ODD_ROLES)}
    return Table(kind, frame, roles)


def _names(random: Random, k: int) -> list[str]:
    """Draw names: plain ones in half of the tables, otherwise any."""
    if random.random() < 0.5:
        return [f"algorithm {place}" for place in range(k)]
    return random.sample(NAMES, min(k, len(NAMES)))


def _values(random: Random, shape: tuple[int, ...]) -> Any:
    """Draw scores: smooth, rounded, tied, constant, with a missing one, at a scale."""
    rng = np.random.default_rng(random.getrandbits(32))
    values = rng.normal(size=shape) * random.choice([0.05, 0.3]) + random.choice([0.0, 0.7, 1.0])
    style = random.randrange(8)
    if style == 0:
        values = values.round(1)
    elif style == 1:
        values = np.full(shape, 0.5)
    elif style == 2:
        values[..., 0] = 0.5
    elif style == 3:
        values = rng.integers(0, 3, shape).astype(float)
    elif style == 4:
        values[:] = values[..., :1]
    return values * random.choice(SCALES)


def _wide(random: Random) -> tuple[pd.DataFrame, dict[str, Any]]:
    k, n = random.choice(
        [(2, 2), (2, 9), (3, 6), (4, 10), (5, 14), (9, 20), (1, 5), (3, 1), (18, 4)]
    )
    names = _names(random, k)
    frame = pd.DataFrame(_values(random, (n, len(names))), columns=names)
    if random.random() < 0.5:
        frame.index = pd.Index(_names(random, n)[:n] if n <= len(NAMES) else range(n))[: len(frame)]
    return frame, {"score": "accuracy"}


def _long(random: Random) -> tuple[pd.DataFrame, dict[str, Any]]:
    k, n = random.choice([(2, 3), (3, 5), (4, 8), (6, 3)])
    runs = random.choice([1, 1, 2, 3])
    algorithms, datasets = _names(random, k), _names(random, n)
    index = pd.MultiIndex.from_product(
        [algorithms, datasets, range(runs)], names=["algorithm", "dataset", "seed"]
    )
    frame = pd.DataFrame({"accuracy": _values(random, (len(index),))}, index=index).reset_index()
    if runs == 1 and random.random() < 0.5:
        frame = frame.drop(columns="seed")
    return frame, {}


def _folds(random: Random) -> tuple[pd.DataFrame, dict[str, Any]]:
    k, folds = random.choice([(2, 5), (3, 10), (4, 10), (2, 10)])
    names = _names(random, k)
    repeats = {"fold": np.tile(range(folds), len(names))}
    if folds == 10 and random.random() < 0.4:
        repeats = {
            "repeat": np.tile(np.repeat(range(5), 2), len(names)),
            "fold": np.tile([1, 2] * 5, len(names)),
        }
    scores = _values(random, (folds * len(names),))
    frame = pd.DataFrame({"model": np.repeat(names, folds), **repeats, "auc": scores})
    return frame, {"repeat": list(repeats)} if len(repeats) > 1 else {}


def _samples(random: Random) -> tuple[pd.DataFrame, dict[str, Any]]:
    names = _names(random, random.choice([2, 3, 4]))
    sizes = [random.choice([1, 2, 5, 8]) for _ in names]
    frame = pd.DataFrame({"algorithm": np.repeat(names, sizes)})
    frame["accuracy"] = _values(random, (len(frame),))
    return frame, {}


def _labels(random: Random) -> tuple[pd.DataFrame, dict[str, Any]]:
    rng = np.random.default_rng(random.getrandbits(32))
    n, k, classes = (
        random.choice([4, 30, 80]),
        random.choice([1, 2, 3]),
        random.choice([1, 2, 2, 4]),
    )
    labels = np.array(_names(random, 4)[:4] if random.random() < 0.4 else [0, 1, 2, 3])[:classes]
    truth = rng.integers(0, classes, n)
    frame = pd.DataFrame({"y_true": labels[truth]})
    for name in _names(random, k):
        guess = np.where(rng.random(n) < 0.6, truth, rng.integers(0, classes, n))
        frame[name or "m"] = labels[guess]
    if random.random() < 0.3:
        frame["fold"] = rng.integers(0, 3, n)
    return frame, {}


def _chances(random: Random) -> tuple[pd.DataFrame, dict[str, Any]]:
    rng = np.random.default_rng(random.getrandbits(32))
    n, k = random.choice([2, 12, 60]), random.choice([1, 2, 4])
    truth = rng.integers(0, 2, n)
    chances = np.clip(truth[:, None] * 0.3 + 0.35 + rng.normal(0, 0.25, (n, k)), 0, 1)
    if random.random() < 0.3:
        chances = chances.round(random.choice([0, 1]))
    if random.random() < 0.2:
        chances[:, -1] = 0.5
    columns = {
        f"{name}_probability": column for name, column in zip("mnop", chances.T, strict=False)
    }
    return pd.DataFrame({"y_true": truth, **columns}), {}


def _values_predicted(random: Random) -> tuple[pd.DataFrame, dict[str, Any]]:
    n, k = random.choice([3, 20, 60]), random.choice([1, 2, 3])
    truth = _values(random, (n, 1))
    columns = {f"m{place}": truth[:, 0] + _values(random, (n,)) for place in range(k)}
    return pd.DataFrame({"y_true": truth[:, 0], **columns}), {"task": "regression"}


def _log(random: Random) -> tuple[pd.DataFrame, dict[str, Any]]:
    rng = np.random.default_rng(random.getrandbits(32))
    names, questions = _names(random, random.choice([2, 3])), random.choice([3, 20])
    samples = random.choice([1, 1, 3])
    index = pd.MultiIndex.from_product(
        [names, range(questions), range(samples)], names=["model", "question", "sample"]
    )
    frame = pd.DataFrame({"correct": rng.integers(0, 2, len(index))}, index=index).reset_index()
    return (frame.drop(columns="sample") if samples == 1 else frame), {"example": "question"}


def _rankings(random: Random) -> tuple[pd.DataFrame, dict[str, Any]]:
    rng = np.random.default_rng(random.getrandbits(32))
    names, queries, items = _names(random, 2), random.choice([2, 8]), random.choice([3, 10])
    index = pd.MultiIndex.from_product(
        [names, range(queries), range(items)], names=["model", "query", "item"]
    )
    frame = pd.DataFrame(index=index).reset_index()
    frame["rank"] = np.concatenate(
        [rng.permutation(items) + 1 for _ in range(queries * len(names))]
    )
    relevant = rng.integers(0, 3, (queries, items))
    frame["y_true"] = relevant[frame["query"], frame["item"]]
    return frame, {"task": "ranking", "example": "query"}


def _language(random: Random) -> tuple[pd.DataFrame, dict[str, Any]]:
    rng = np.random.default_rng(random.getrandbits(32))
    index = pd.MultiIndex.from_product([["gpt", "llama"], range(random.choice([2, 12]))])
    frame = index.to_frame(index=False, name=["model", "example"])
    frame["log_probability"] = -rng.exponential(size=len(frame)) * random.choice([1, 1, 1e4])
    frame["tokens"] = rng.integers(1, 30, len(frame))
    return frame, {"task": "language"} if random.random() < 0.5 else {}


def _curves(random: Random) -> tuple[pd.DataFrame, dict[str, Any]]:
    rng = np.random.default_rng(random.getrandbits(32))
    names = _names(random, random.choice([2, 3]))
    rows = []
    for name in names:
        for dataset in range(random.choice([1, 2, 4])):
            for run in range(random.choice([1, 3])):
                steps = np.unique(rng.integers(0, 200, random.choice([1, 5, 9])))
                loss = np.sort(np.abs(_values(random, (len(steps),))))[::-1]
                rows += [(name, dataset, run, *pair) for pair in zip(steps, loss, strict=True)]
    return pd.DataFrame(rows, columns=["algorithm", "dataset", "seed", "step", "loss"]), {}


def _several(random: Random) -> tuple[pd.DataFrame, dict[str, Any]]:
    frame, roles = _long(random)
    frame["runtime"] = np.abs(_values(random, (len(frame),)))
    if random.random() < 0.5:
        frame["train_accuracy"] = _values(random, (len(frame),))
    if random.random() < 0.3:
        frame["night"] = random.choice([1, 2, 3])
        other = frame.assign(night=9, accuracy=_values(random, (len(frame),)))
        frame = pd.concat([frame, other], ignore_index=True)
    return frame, roles


KINDS: dict[str, Callable[[Random], tuple[pd.DataFrame, dict[str, Any]]]] = {
    "wide": _wide,
    "long": _long,
    "folds": _folds,
    "samples": _samples,
    "labels": _labels,
    "chances": _chances,
    "values": _values_predicted,
    "log": _log,
    "ranked": _rankings,
    "language": _language,
    "curves": _curves,
    "several": _several,
}
ROLES = (
    "algorithm", "dataset", "repeat", "score", "higher_is_better", "missing", "truth",
    "prediction", "probability", "example", "weight", "correct", "item", "rank", "step", "train",
    "classes", "positive", "task",
)  # fmt: skip
ODD_ROLES: tuple[Any, ...] = (
    "accuracy", "algorithm", "dataset", "seed", "no such column", "", 0, 3.5, True, False, "drop",
    "worst", "ranking", ["seed", "dataset"], ("a", "b"), [], {}, object(), float("nan"), pd.NA,
)  # fmt: skip


def _cells(frame: pd.DataFrame, random: Random, value: object) -> pd.DataFrame:
    """Put a value into some cells of a column."""
    if frame.empty:
        return frame
    spoilt = frame.astype(object)
    column = random.randrange(frame.shape[1])
    for _ in range(random.choice([1, 1, 3])):
        spoilt.iloc[random.randrange(len(frame)), column] = value
    return spoilt if isinstance(value, str) else spoilt.infer_objects()


def _as_kind(frame: pd.DataFrame, random: Random) -> pd.DataFrame:
    """Give a column another dtype, where that is possible."""
    column = random.randrange(frame.shape[1]) if frame.shape[1] else 0
    kinds = ("float32", "Int64", "Float64", "category", "string", "object", "str", "complex128",
             "float16", "bool", "datetime64[ns]", "timedelta64[ns]", "int8")  # fmt: skip
    try:
        # numpy warns of numbers that the kind cannot hold
        with np.errstate(all="ignore"):
            values = frame.iloc[:, column].astype(random.choice(kinds))
        return frame.isetitem(column, values) or frame
    except (TypeError, ValueError, IndexError, OverflowError):
        return frame


def _without(frame: pd.DataFrame, random: Random) -> pd.DataFrame:
    """Leave out the scores of one value of a text column, or of one row."""
    spoilt = frame.copy()
    floats = [place for place, kind in enumerate(frame.dtypes) if str(kind).startswith("float")]
    if floats and len(frame):
        row = random.randrange(len(frame))
        same = frame.iloc[:, 0].astype(str) == str(frame.iloc[row, 0])
        spoilt.iloc[np.flatnonzero(same), floats] = np.nan
    return spoilt


SPOILERS: tuple[Callable[[pd.DataFrame, Random], pd.DataFrame], ...] = (
    lambda frame, random: _cells(frame, random, np.nan),
    lambda frame, random: _cells(frame, random, np.inf),
    lambda frame, random: _cells(frame, random, -np.inf),
    lambda frame, random: _cells(frame, random, None),
    lambda frame, random: _cells(frame, random, pd.NA),
    lambda frame, random: _cells(frame, random, "text"),
    lambda frame, random: _cells(frame, random, "0,5"),
    lambda frame, random: _cells(frame, random, 10**400),
    lambda frame, random: _cells(frame, random, 1e300),
    lambda frame, random: _cells(frame, random, -1.7e308),
    lambda frame, random: _cells(frame, random, [1, 2]),
    lambda frame, random: frame.iloc[: random.randrange(4)],
    lambda frame, random: frame.sample(frac=0.7, random_state=random.getrandbits(20)),
    lambda frame, _: pd.concat([frame, frame.iloc[:2]], ignore_index=True),
    lambda frame, random: frame.iloc[:, : random.randrange(3)],
    lambda frame, _: pd.concat([frame, frame.iloc[:, -1:]], axis=1),
    lambda frame, _: frame.set_axis(range(frame.shape[1]), axis=1),
    lambda frame, _: frame.set_axis([pd.NA, *frame.columns[1:]], axis=1),
    lambda frame, _: frame.set_index(frame.columns[0]),
    lambda frame, _: frame.T,
    _as_kind,
    _as_kind,
    _without,
)
