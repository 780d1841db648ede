"""Tables whose columns have two levels, as with a metric below each algorithm: one row per score of them.

The levels may also be joined in names: ``svm_accuracy``, ``svm_f1``, ``knn_accuracy``, ``knn_f1``.
"""

import itertools
import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np
import pandas as pd

from benchreport.data.cells.cell_values import is_text
from benchreport.data.cells.score_cells import holds_no_scores, holds_numbers
from benchreport.data.columns.content.best_known import is_best_known
from benchreport.data.columns.content.run_states import UNDECIDED, failure_in
from benchreport.data.columns.content.units import differing_units
from benchreport.data.columns.orientation import are_sizes
from benchreport.data.columns.roles import NOT_READ, WRITTEN_INDEX
from benchreport.data.columns.score_candidates import SPREADS
from benchreport.data.columns.summary_columns import is_summary_column
from benchreport.data.columns.words.direction import UNITS_OF_TIME, direction_of
from benchreport.data.columns.words.measures import KNOWN, is_cost, is_measure
from benchreport.data.columns.words.names import (
    AVERAGES,
    SIZES_OF_DATA,
    are_benchmarks,
    compares_columns,
    differ_by_numbers,
    is_called,
    is_description,
    is_own,
    is_summary,
    says_size,
    share_of_algorithms,
    speak_of_parts,
    strength_of,
    words_of,
)
from benchreport.data.columns.words.numbered import numbered_groups
from benchreport.errors import DesignError, RoleError, examples
from benchreport.hints import code

TWO = 2
# words of columns that say what was run, as often on what as with what
RUN = frozenset(("experiment", "experiments", "name", "setup"))
FEWEST_ROWS = 4
# svm_f1, SVM f1, SVM (f1), SVM.f1, SVM/f1, svm~f1, SVM-MSE↓
JOINED = re.compile(r"(?P<head>.*\w)[\W_]+(?P<tail>[A-Za-z]+[0-9]*(?: ?\(?[↑↓⬆⬇⇑⇓]\)?)?)[)\]]?")
# Pandas Time (s)
UNIT = re.compile(r"(?P<name>.*\w)\s*[(\[](?P<unit>\w+)[)\]]")
SECONDS = frozenset("s sec secs seconds".split())
# pandas_time_s, Pandas Time (ms)
UNIT_OF_TIME = re.compile(
    r"(?P<name>(?:.*[\W_])?(?P<word>[^\W_]+))(?P<behind>(?:_|\s+|\s*(?P<open>[(\[]))"
    r"(?P<unit>s|secs?|seconds|ms|us|µs|μs|ns|min)[)\]]?)"
)
# Rank - SVM, Score: SVM; what follows an underscore may be a part, as in dice_tumor
BEFORE = re.compile(r"(?P<tail>[A-Za-z]+[0-9]*)(?:\s+[-–]|\s*[:|])\s+(?P<head>\w.*)")
# runtime_ms|_|svm, train time| (|svm), gap (%)|_|svm
BETWEEN = re.compile(r"(?<=[\w)\]])(?:\s*[(\[]|[\s_.~/:|–-]+)(?=\w)")
SECOND_WORD = re.compile(r"(?<=[^\W_]) |(?<=[^\W_])_(?=[^\W_]+_)")
# accuracy.SVM, acc_svm, time_ms_svm
AT_FRONT = re.compile(
    r"(?P<tail>[A-Za-z]+[0-9]*(?:_(?:s|secs?|seconds|ms|us|ns|min))?)[._~]"
    r"(?P<head>(?!(?:s|secs?|seconds|ms|us|ns|min)\b)\w.*)"
)
CENTERS = AVERAGES | {"median"}
ENDS = frozenset(("min", "max", "best", "worst"))
# of a name, and of a table with the parts of its names
Split = Callable[[str], tuple[str, str] | None]
Make = Callable[[pd.DataFrame, dict[Hashable, tuple[str, str]]], pd.DataFrame | None]
ROWS, COLUMNS, LOWER = "rows", "columns", "lower_columns"
"""What rows and levels of columns are called where nothing says whether they are algorithms."""


def melt_two_levels(frame: pd.DataFrame) -> pd.DataFrame:
    """Make one row per score of a table whose columns have two levels.

    A level that holds metrics becomes the column ``metric``; of means and how much they vary, the means stay.
    What names the rows, and the other level, are algorithms and datasets as their names say; where they do
    not, they are called `ROWS` and `COLUMNS`. Numbers below one name alone, such as folds, name rows, too.

    Raises
    ------
    RoleError
        Two columns have the same names in both levels.
    DesignError
        No column holds numbers.

    Examples
    --------
    >>> frame = pd.DataFrame([[0.5, 0.6, 0.7, 0.8]], index=pd.Index(["iris"], name="dataset"))
    >>> frame.columns = pd.MultiIndex.from_product([["svm", "knn"], ["accuracy", "f1"]])
    >>> melt_two_levels(frame).head(2).to_dict("records")  # doctest: +NORMALIZE_WHITESPACE
    [{'dataset': 'iris', 'algorithm': 'svm', 'metric': 'accuracy', 'value': 0.5},
     {'dataset': 'iris', 'algorithm': 'svm', 'metric': 'f1', 'value': 0.6}]
    """
    columns = frame.columns
    if not columns.is_unique:
        raise RoleError(
            f"columns occur more than once: {examples(columns[columns.duplicated()].unique())}.",
            hint=code("df.loc[:, ~df.columns.duplicated()].bench"),
        )
    scores = [
        place
        for place, names in enumerate(columns)
        if names[1] != "" and holds_numbers(frame.iloc[:, place])
    ]
    if not scores:
        raise DesignError(
            "no column holds numbers.", hint="add the scores, a column for each algorithm"
        )
    # texts below a name, such as how its runs ended, are none of the rows, and neither are empty scores
    heads = {columns[place][0] for place in scores}
    heads |= {
        names[0]
        for place, names in enumerate(columns)
        if names[1] != "" and holds_no_scores(frame.iloc[:, place])
    }
    others = (place for place in range(len(columns)) if place not in scores)
    keys = _keys(frame, [place for place in others if columns[place][0] not in heads])
    if len(frame) > 1 and frame.iloc[0, scores].isna().all():
        # pandas leaves the names of an Excel table's first columns below its header
        keys = keys.set_axis(keys.iloc[0], axis=1).iloc[1:]
        frame = frame.iloc[1:]
    values = frame.iloc[:, _without_spreads(columns, scores)]
    values = values.iloc[:, _without_summaries(values)]
    texts = [place for place in range(len(columns)) if place not in scores]
    states = {
        columns[place][0]: frame.iloc[:, place] for place in texts if columns[place][0] in heads
    }
    return _long(keys, _without_failed(values, states))


def _without_failed(values: pd.DataFrame, states: Mapping[Any, "pd.Series[Any]"]) -> pd.DataFrame:
    """Put how runs ended in place of what those took that failed, by the texts beside their times."""
    read: dict[int, pd.Series[Any]] = {}
    for place, names in enumerate(values.columns):
        if names[0] in states and is_cost(names[1]):
            failures = states[names[0]].map(lambda state: failure_in(state, "status"))
            # a cell may say no more than that
            words = failures.mask(failures.isin(UNDECIDED), "failed")
            read[place] = values.iloc[:, place].astype(object).mask(failures.astype(bool), words)
    columns = [read.get(at, values.iloc[:, at]) for at in range(len(values.columns))]
    return pd.concat(columns, axis=1).set_axis(values.columns, axis=1) if read else values


def _without_spreads(columns: pd.Index, scores: Sequence[int]) -> list[int]:
    """Return the places of scores: beside means, or metrics, a standard deviation is none."""
    kept = list(scores)
    for level in range(TWO):
        names = columns[scores].get_level_values(level)
        if all(_is_metric(name) for name in names):
            spreads = [place for place, name in zip(scores, names, strict=True) if _varies(name)]
            kept = [place for place in kept if place not in spreads] or kept
    return kept


def _without_summaries(values: pd.DataFrame) -> list[int]:
    """Return the places of columns that do not summarize the others of their metric, as averages do."""
    columns = values.columns
    summaries: set[int] = set()
    for level in range(TWO):
        called = [name for name in columns.unique(level) if is_summary(name)]
        others = columns.get_level_values(1 - level)
        labels: list[Hashable] = columns.get_level_values(level).tolist()
        for name, other in itertools.product(called, columns.unique(1 - level)):
            places = np.flatnonzero(others == other)
            group = values.iloc[:, places].set_axis(columns[places].get_level_values(level), axis=1)
            if name in group.columns and is_summary_column(name, list(group.columns), group):
                summaries |= {int(at) for at in places if labels[at] == name}
    return [at for at in range(len(columns)) if at not in summaries] or [*range(len(columns))]


def _long(keys: pd.DataFrame, values: pd.DataFrame) -> pd.DataFrame:
    heads = pd.MultiIndex.from_frame(values.columns.to_frame(), names=values.columns.names)
    long = keys.loc[keys.index.repeat(len(heads))].reset_index(drop=True)
    names = _names_of(heads, keys)
    for level, name in enumerate(names[1:]):
        long[name] = np.tile(heads.get_level_values(level).to_numpy(), len(values))
    if ROWS in keys:
        long = long.rename(columns={ROWS: names[0]})
    long["value"] = values.to_numpy().ravel()
    return long


def _keys(frame: pd.DataFrame, places: Sequence[int]) -> pd.DataFrame:
    """Return the columns that name the rows: the levels of the index, and columns without numbers."""
    index = frame.index
    keys: dict[Hashable, object] = {}
    named = any(name is not None for name in index.names)
    if named or is_text(index) or not places:
        for level, name in enumerate(index.names):
            keys[ROWS if name is None else name] = index.get_level_values(level)
    for place in places:
        said = [part for part in map(str, frame.columns[place]) if part and "Unnamed" not in part]
        keys[said[-1] if said else ROWS] = frame.iloc[:, place].to_numpy()
    return pd.DataFrame(keys)


def _names_of(heads: pd.MultiIndex, keys: pd.DataFrame) -> tuple[Hashable, Hashable, Hashable]:
    """Return what unnamed rows, and the two levels of columns with scores, are called."""
    measured = [
        heads.names[level] == "metric"
        or _mostly_metrics(heads.unique(level), heads.unique(1 - level))
        # gaps in % beside times in s
        or len(differing_units([*heads.unique(level)], {})) == len(heads.unique(level))
        for level in range(TWO)
    ]
    rows: Hashable = ROWS
    names: list[Hashable] = [COLUMNS, LOWER]
    if measured.count(True) == 1:
        metric = measured.index(True)
        others = heads.unique(1 - metric)
        if not speak_of_parts(others):
            rows, names[1 - metric] = _algorithms_and_datasets(others, keys)
        names[metric] = "metric"
    # what the columns are not, the rows are
    others_of = {"algorithm": "dataset", "dataset": "algorithm"}
    rows = next((others_of[name] for name in heads.names if name in others_of), rows)
    first, second = (
        name if given is None else given for given, name in zip(heads.names, names, strict=True)
    )
    return rows, first, second


def _algorithms_and_datasets(heads: pd.Index, keys: pd.DataFrame) -> tuple[Hashable, Hashable]:
    """Return what the rows and the columns of a table are: algorithms, datasets, or unknown."""
    named = [name for name in keys if name != ROWS]
    data = [name for name in named if strength_of(name, "dataset") > strength_of(name, "algorithm")]
    if data or any(is_called(name, "example") for name in named):
        return ROWS, "algorithm"
    if any(strength_of(name, "algorithm") for name in named):
        # an experiment may be run on an instance, which numbers tell from the others
        instances = all(
            RUN.issuperset(words_of(name)) and differ_by_numbers(keys[name].unique())
            for name in named
        )
        datasets = differ_by_numbers(heads) or are_benchmarks([*heads])
        return ROWS, "algorithm" if instances and not datasets else "dataset"
    if named and all(strength_of(name, "repeat") for name in keys):
        return ROWS, "algorithm"
    texts = [name for name in named or [ROWS] if name in keys and not strength_of(name, "repeat")]
    if len(texts) != 1:
        return ROWS, COLUMNS
    labels = keys[texts[0]].dropna().astype(str).unique()
    # numbers are sizes or settings
    known = share_of_algorithms(heads) + are_sizes([*labels])
    known -= share_of_algorithms(labels) + are_sizes([*heads])
    if known == 0:
        return ROWS, COLUMNS
    return ("dataset", "algorithm") if known > 0 else ("algorithm", "dataset")


def _mostly_metrics(names: pd.Index, others: pd.Index) -> bool:
    """Tell whether all names are those of metrics, or most of them where the other level has none."""
    metrics = sum(map(_is_metric, names))
    # sizes stand beside metrics
    known = metrics + sum(map(is_description, names)) if metrics else 0
    # an accuracy among them is enough, as no algorithm is called so
    directed = (is_measure(name) and direction_of(name) is not None for name in names)
    enough = 2 * known >= len(names) or any(directed)
    return metrics == len(names) or (enough and not any(map(_is_metric, others)))


def _is_metric(name: Hashable) -> bool:
    return is_measure(name) or direction_of(name) is not None or _varies(name)


def _varies(name: Hashable) -> bool:
    return not SPREADS.isdisjoint(words_of(name))


def split_names(frame: pd.DataFrame) -> pd.DataFrame | None:
    """Return one row per score of a table whose columns are called by algorithm and metric.

    Returns
    -------
    DataFrame or None
        ``None`` where the names of columns do not cross so.

    Examples
    --------
    >>> frame = pd.DataFrame([["iris", 0.5, 0.6, 0.7, 0.8]])
    >>> frame.columns = ["dataset", "svm_acc", "svm_f1", "knn_acc", "knn_f1"]
    >>> list(split_names(frame)), split_names(frame)["algorithm"].tolist()
    (['dataset', 'algorithm', 'metric', 'value'], ['svm', 'svm', 'knn', 'knn'])
    """
    frame = frame.drop(columns=WRITTEN_INDEX) if _numbers_named_rows(frame) else frame
    # whether two results are the same is of no algorithm
    names = [n for n in frame.columns if not (compares_columns(n) or frame[n].dtype == bool)]
    front = partial(_split_before, pattern=AT_FRONT)
    tries: list[tuple[Split, Make]] = [
        *((split, _split_grid) for split in (_split, _split_before, _split_first, _split_last)),
        *((split, _split_algorithms) for split in (_split, front)),
    ]
    if several := _crossed_names(names):
        tries.insert(0, (several.get, _split_grid))
    for split, make in tries:
        found = {name: split(str(name)) for name in names}
        pairs = _below_all({name: pair for name, pair in found.items() if pair is not None})
        heads, tails = ({pair[level] for pair in pairs.values()} for level in range(TWO))
        crossed = len(set(pairs.values())) == len(pairs) == len(heads) * len(tails)
        if not crossed or len(heads) < TWO or _summarize_metrics(tails, frame):
            continue
        if center := _center_of(tails):
            return _split_summaries(frame[names], pairs, center)
        # what is measured may be unknown where a name says whose scores these are
        measured = any(map(is_own, heads)) if split is _split_last else _measure(tails)
        if measured and (split_frame := make(frame[names], pairs)) is not None:
            return split_frame
    return None


def _crossed_names(names: Sequence[Hashable]) -> dict[str, tuple[str, str]]:
    """Split the names that several measures make with the same others, each before or each behind these.

    >>> list(_crossed_names(["time_ms_svm", "f1_svm", "time_ms_knn", "f1_knn"]).values())
    [('svm', 'time_ms'), ('svm', 'f1'), ('knn', 'time_ms'), ('knn', 'f1')]
    >>> _crossed_names(["A_f1", "A_train_time", "B_f1", "B_train_time"])["B_train_time"]
    ('B', 'train_time')
    >>> _crossed_names(["val_acc", "val_f1", "test_acc", "test_f1"])
    {}
    """
    parts = [(name, halves) for name in map(str, names) for halves in _halves(_without_unit(name))]
    for measure in range(TWO):
        others: dict[str, dict[str, str]] = {}
        for name, halves in parts:
            if is_measure(halves[measure]) or direction_of(halves[measure]) is not None:
                others.setdefault(halves[measure], {})[halves[1 - measure]] = name
        alike = Counter(frozenset(found) for found in others.values() if len(found) >= TWO)
        heads = max(alike, key=lambda heads: len(heads) * alike[heads], default=frozenset())
        named = not all(KNOWN.issuperset(words_of(head)) for head in heads)
        tails = [tail for tail, found in others.items() if found.keys() == heads]
        summed = {tail.lower() for tail in tails} <= CENTERS | SPREADS | ENDS
        if named and len(tails) >= TWO and not (summed or any(map(is_measure, heads))):
            pairs = {others[tail][head]: (head, tail) for tail in tails for head in heads}
            return {name: pairs[name] for name in map(str, names) if name in pairs}
    return {}


@lru_cache(maxsize=2**12)
def _halves(name: str) -> tuple[tuple[str, str], ...]:
    """Return what stands before and behind each place where a name may be joined.

    >>> _halves("gap (%)_svm"), _halves("time (s) (my svm)")
    ((('gap (%)', 'svm'),), (('time (s)', 'my svm'),))
    """
    halves = []
    for at in BETWEEN.finditer(name):
        first, second = name[: at.start()], name[at.end() :]
        if not {"(", "["}.isdisjoint(at.group()) and second[-1] in ")]":
            second = second[:-1]
        if first.count("(") == first.count(")") and ")" not in second.partition("(")[0]:
            halves.append((first, second))
    return tuple(halves)


def _summarize_metrics(tails: Collection[str], frame: pd.DataFrame) -> bool:
    """Tell whether names end with means and spreads alone, beside texts that may name the algorithms."""
    if not {tail.lower() for tail in tails} <= CENTERS | SPREADS | ENDS | {"cv"}:
        return False
    texts = (name for name in frame.columns if is_text(frame[name]) and not _is_key(name))
    return any(not frame[name].is_unique for name in texts)


def _numbers_named_rows(frame: pd.DataFrame) -> bool:
    """Tell whether the index that pandas or R wrote numbers rows that another column names."""
    if WRITTEN_INDEX not in frame.columns or not any(map(_is_key, frame.columns)):
        return False
    return frame[WRITTEN_INDEX].is_unique and holds_numbers(frame[WRITTEN_INDEX])


def _below_all(pairs: dict[Hashable, tuple[str, str]]) -> dict[Hashable, tuple[str, str]]:
    """Return the columns of measures that stand below most names, where some stand below few.

    >>> found = {"a_time": ("a", "time"), "b_time": ("b", "time"), "b_cost": ("b", "cost")}
    >>> list(_below_all(found))
    ['a_time', 'b_time']
    """
    heads = {head for head, _ in pairs.values()}
    counts = Counter(tail for _, tail in pairs.values())
    return {name: pair for name, pair in pairs.items() if counts[pair[1]] == len(heads)} or pairs


def _split_grid(frame: pd.DataFrame, pairs: dict[Hashable, tuple[str, str]]) -> pd.DataFrame | None:
    """Return one row per score of columns that are called by pairs of names; ``None`` beside other scores."""
    texts: list[Hashable] = []
    for group in _alike(frame, pairs):
        # how each run ended, in words, is no score
        if all(holds_numbers(frame[name]) for name in group):
            pairs = pairs | group
        else:
            texts += group
    if len({tail for _, tail in pairs.values()}) + bool(texts) < TWO:
        return None
    # another measure of some of them is none of the rest
    heads_of_all = {head for head, _ in pairs.values()}
    partly = [name for name, pair in _parts(frame).items() if pair[0] in heads_of_all]
    rest = [name for name in frame.columns if name not in {*pairs, *texts, *partly}]
    others = [name for name in rest if holds_numbers(frame[name]) and not is_best_known(name)]
    # what is measured of all of them together
    rest = [name for name in rest if name not in others or not is_measure(name)]
    others = [name for name in others if name in rest]
    sizes = [name for name in others if SIZES_OF_DATA & {*words_of(name)}]
    about = [name for name in others if name not in sizes]
    if not all(is_description(name) or _is_key(name) or _repeats(frame[name]) for name in about):
        return None
    heads = pd.MultiIndex.from_tuples(pairs.values(), names=(None, "metric"))
    values = frame[list(pairs)].set_axis(heads, axis=1)
    scores = _without_spreads(values.columns, range(len(pairs)))
    said = {_parts(frame)[name][0]: frame[name] for name in texts}
    values = _without_failed(values.iloc[:, scores], said)
    keys = frame[[name for name in rest if name not in others or _is_key(name)]]
    # a horizon or a size tells rows of one dataset apart
    keys = frame[rest] if keys.duplicated().any() else keys
    if sizes and not len(keys.columns):
        keys = frame[sizes[:1]].set_axis(["dataset"], axis=1)
    long = _long(keys if len(keys.columns) else keys.assign(dataset=frame.index), values)
    long.attrs[NOT_READ] = [n for n in frame.columns if n not in {*pairs, *keys.columns, *sizes}]
    return long


def _split_algorithms(
    frame: pd.DataFrame, pairs: dict[Hashable, tuple[str, str]]
) -> pd.DataFrame | None:
    """Return one row per score of columns called by algorithms and measures, where rows are datasets.

    Elsewhere one measure of several things, or a part behind a measure, may be several measures. Numbers
    are no algorithms: they may count repeats.
    """
    named = all(any(map(str.isalpha, head)) for head, _ in pairs.values())
    if numbered_groups(pairs) or not named:
        return None
    keys = frame[[name for name in frame.columns if name not in pairs]]
    about = [name for name in keys if holds_numbers(keys[name]) and not _is_key(name)]
    heads_of_all = {head.casefold() for head, _ in pairs.values()}
    # sizes, and what else is counted of each, as ops_prim and ops_kruskal are
    if not all(
        is_description(name) or says_size(name) or words_of(name)[-1] in heads_of_all
        for name in about
    ):
        return None
    # a size tells rows of one dataset apart, too
    labels = keys.drop(columns=about)
    keys = (keys if labels.duplicated().any() else labels).rename(columns={WRITTEN_INDEX: ROWS})
    heads = pd.MultiIndex.from_tuples(pairs.values(), names=(None, "metric"))
    known = all(
        direction_of(tail) is not None and tail.casefold() not in UNITS_OF_TIME
        for tail in heads.unique(1)
    )
    if not known or _algorithms_and_datasets(heads.unique(0), keys)[1] != "algorithm":
        return None
    return _long(keys, frame[list(pairs)].set_axis(heads, axis=1))


def _split_summaries(
    frame: pd.DataFrame, pairs: dict[Hashable, tuple[str, str]], center: str
) -> pd.DataFrame | None:
    """Return one row per mean or median of columns called by algorithms and by min, median and max."""
    keys = frame[[name for name in frame.columns if name not in pairs]]
    heads_of_all = {head for head, _ in pairs.values()}
    about = [name for name in keys if holds_numbers(keys[name]) and not _is_key(name)]
    parts = _parts(keys)
    if not all(is_best_known(n) or parts.get(n, ("",))[0] in heads_of_all for n in about):
        return None
    keys = keys.drop(columns=about)
    centers = {name: pair for name, pair in pairs.items() if pair[1] == center}
    heads = pd.MultiIndex.from_tuples(centers.values(), names=("algorithm", "metric"))
    return _long(keys, frame[list(centers)].set_axis(heads, axis=1))


def _is_key(name: Hashable) -> bool:
    return bool(strength_of(name, "dataset") or strength_of(name, "repeat"))


def _alike(
    frame: pd.DataFrame, pairs: dict[Hashable, tuple[str, str]]
) -> list[dict[Hashable, tuple[str, str]]]:
    """Return further columns of the same heads: ``svm_steps`` and ``knn_steps`` beside ``svm_time``."""
    groups: dict[str, dict[Hashable, tuple[str, str]]] = {}
    heads = {head for head, _ in pairs.values()}
    for name, (head, tail) in _parts(frame).items():
        if name not in pairs and head in heads:
            groups.setdefault(tail, {})[name] = (head, tail)
    return [group for group in groups.values() if len(group) == len(heads)]


def _parts(frame: pd.DataFrame) -> dict[Hashable, tuple[str, str]]:
    """Return the heads and tails of the columns whose names have both."""
    found = ((name, JOINED.fullmatch(_without_unit(str(name)))) for name in frame.columns)
    return {name: (match["head"], match["tail"]) for name, match in found if match}


def _repeats(column: "pd.Series[float]") -> bool:
    """Tell whether numbers come again in several rows, as what describes these does and scores seldom do."""
    return len(column) >= FEWEST_ROWS and 4 * column.nunique() <= 3 * len(column)


def _measure(tails: Collection[str]) -> bool:
    """Tell whether names are of metrics: pooling by mean and max, or a rate low and high, are settings.

    >>> _measure({"acc", "std"}), _measure({"mean", "std"})
    (True, True)
    >>> _measure({"mean", "max"}), _measure({"low", "high"})
    (False, False)
    """
    rest = {tail for tail in tails if not _varies(tail)}
    averages = {tail for tail in rest if tail.lower() in AVERAGES}
    return len(rest) == len(averages) == 1 or any(direction_of(tail) is not None for tail in rest)


def _center_of(tails: Collection[str]) -> str:
    """Return which of the names is the mean or median of the others: least and greatest, and how they vary.

    >>> _center_of({"min", "median", "max"}), _center_of({"mean", "max"}), _center_of({"acc", "min", "max"})
    ('median', '', '')
    """
    rest = {tail for tail in tails if not _varies(tail)}
    centers = [tail for tail in rest if tail.lower() in CENTERS]
    others = {tail.lower() for tail in rest if tail not in centers}
    return centers[0] if len(centers) == 1 and len(others) == TWO and others <= ENDS else ""


@lru_cache(maxsize=2**12)
def _split(name: str) -> tuple[str, str] | None:
    """Split a name into what is measured of whom: ``('svm', 'f1')``; ``None`` where it is not both.

    >>> _split("svm_f1"), _split("Random Forest (mean)"), _split("test_acc"), _split("ETT-MSE ↓")
    (('svm', 'f1'), ('Random Forest', 'mean'), None, ('ETT', 'MSE ↓'))
    >>> _split("Pandas Time (s)"), _split("Pandas Time (ms)"), _split("pandas_time_s")
    (('Pandas', 'Time'), ('Pandas', 'Time (ms)'), ('pandas', 'time_s'))
    """
    stem, unit = _apart(name)
    match = JOINED.fullmatch(stem)
    # exact_match is a metric, and an exact algorithm has a time
    if match is None or set(words_of(match["head"])) <= KNOWN - {"exact"}:
        return None
    tail = match["tail"]
    return (match["head"], tail + unit) if _is_metric(tail) or tail.lower() in AVERAGES else None


def _apart(name: str) -> tuple[str, str]:
    """Return a name without its unit of time, and the unit as it is written; none if it is (s)."""
    match = UNIT_OF_TIME.fullmatch(name)
    if match is not None and direction_of(match["word"]) is False:
        return match["name"], "" if match["open"] and match["unit"] in SECONDS else match["behind"]
    return _without_unit(name), ""


def _without_unit(name: str) -> str:
    """Return a name without seconds in brackets, or the spread behind a mean; other units stay, and differ.

    >>> [_without_unit(name) for name in ("Time (s)", "Time (ms)", "Avg (Std)", "Acc (Std)")]
    ['Time', 'Time (ms)', 'Avg', 'Acc (Std)']
    """
    match = UNIT.fullmatch(name)
    if match is None:
        return name
    unit, means = match["unit"].casefold(), not CENTERS.isdisjoint(words_of(match["name"])[-1:])
    return match["name"] if unit in SECONDS or (means and unit in SPREADS) else name


@lru_cache(maxsize=2**12)
def _split_first(name: str) -> tuple[str, str] | None:
    """Split a name behind its first word, where this or the rest is a measure.

    >>> _split_first("Baseline h-SR"), _split_first("Random Forest acc"), _split_first("sMAPE Yearly")
    (('Baseline', 'h-SR'), None, ('Yearly', 'sMAPE'))
    >>> _split_first("accuracy mean"), _split_first("Time series forest")
    (None, None)
    """
    first, rest = [*SECOND_WORD.split(name, maxsplit=1), ""][:TWO]
    if rest and (is_measure(rest) or words_of(rest) == ["gap"]):
        return None if set(words_of(first)) <= KNOWN else (first, rest)
    known = (
        " " not in name or not rest or set(words_of(rest)) <= KNOWN or share_of_algorithms([name])
    )
    return None if known or not is_measure(first) else (rest, first)


def _split_last(name: str) -> tuple[str, str] | None:
    """Split a name before its last word, which may say whose a score is: ``K-S Ours``, ``K-S Paper``."""
    tail, _, head = name.rpartition(" ")
    return (head, tail) if tail and head.isalpha() else None


@lru_cache(maxsize=2**12)
def _split_before(name: str, pattern: re.Pattern[str] = BEFORE) -> tuple[str, str] | None:
    """Split a name that begins with what is measured.

    >>> _split_before("Rank - Random Forest"), _split_before("dice_tumor"), _split_before("F1: mean")
    (('Random Forest', 'Rank'), None, None)
    >>> _split_before("dice_tumor", AT_FRONT), _split_before("n_estimators", AT_FRONT)
    (('tumor', 'dice'), None)
    """
    match = pattern.fullmatch(name)
    if match is None or set(words_of(match["head"])) <= KNOWN or not _is_metric(match["tail"]):
        return None
    return match["head"], match["tail"]
