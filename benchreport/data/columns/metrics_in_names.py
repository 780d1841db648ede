"""Tables whose columns join two names, such as svm_accuracy and svm_f1: one row per score of them."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Sequence
from functools import partial

import pandas as pd

from benchreport.data.cells.cell_values import is_number, is_text
from benchreport.data.cells.score_cells import holds_numbers
from benchreport.data.columns.content.best_known import is_best_known
from benchreport.data.columns.roles import NOT_READ, WRITTEN_INDEX
from benchreport.data.columns.score_candidates import SPREADS
from benchreport.data.columns.summary_columns import CENTERS
from benchreport.data.columns.two_levels import (
    ROWS,
    TWO,
    algorithms_and_datasets,
    long_table,
    varies,
    without_failed,
    without_spreads,
)
from benchreport.data.columns.two_part_names import (
    AT_FRONT,
    JOINED,
    Split,
    halves_of,
    split_before,
    split_first,
    split_last,
    split_name,
    without_unit,
)
from benchreport.data.columns.words.direction import UNITS_OF_TIME, direction_of
from benchreport.data.columns.words.kinds_of_names import (
    AVERAGES,
    SIZES_OF_DATA,
    compares_columns,
    is_description,
    is_own,
    says_size,
)
from benchreport.data.columns.words.measures import KNOWN, is_measure
from benchreport.data.columns.words.names import strength_of, words_of
from benchreport.data.columns.words.numbered import numbered_groups

FEWEST_ROWS = 4
# names of more columns would be asked about in each of their parts
MOST_CROSSED = 1000
ENDS = frozenset(("min", "max", "best", "worst"))
# what the truth is called in front of what is predicted
TRUTHS = frozenset("gt ground truth true actual observed".split())
# of a table, and the parts of its names
Make = Callable[[pd.DataFrame, dict[Hashable, tuple[str, str]]], pd.DataFrame | None]


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
    front = partial(split_before, pattern=AT_FRONT)
    tries: list[tuple[Split, Make]] = [
        *((split, _split_grid) for split in (split_name, split_before, split_first, split_last)),
        *((split, _split_algorithms) for split in (split_name, front)),
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
        measured = any(map(is_own, heads)) if split is split_last else _measure(tails)
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
    if len(names) > MOST_CROSSED:
        return {}
    parts = [(name, halves) for name in map(str, names) for halves in halves_of(without_unit(name))]
    for measure in range(TWO):
        others: dict[str, dict[str, str]] = {}
        for name, halves in parts:
            others.setdefault(halves[measure], {})[halves[1 - measure]] = name
        known = [tail for tail in others if is_measure(tail) or direction_of(tail) is not None]
        alike = Counter(frozenset(others[tail]) for tail in known if len(others[tail]) >= TWO)
        heads = max(alike, key=lambda heads: len(heads) * alike[heads], default=frozenset())
        named = not all(KNOWN.issuperset(words_of(head)) for head in heads)
        # what else has the same names beside it was measured, too
        tails = [tail for tail, found in others.items() if found.keys() == heads]
        tails = tails if sum(tail in tails for tail in known) >= TWO else []
        summed = {tail.lower() for tail in tails} <= CENTERS | SPREADS | ENDS
        if named and len(tails) >= TWO and not (summed or any(map(is_measure, heads))):
            pairs = {others[tail][head]: (head, tail) for tail in tails for head in heads}
            return {name: pairs[name] for name in map(str, names) if name in pairs}
    return {}


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
    # what they predict stands beside the truth, and neither is a score
    predicted = _predicted(frame, pairs)
    frame = frame.drop(columns=predicted)
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
    counted = [name for name in frame.columns[:1] if name in others and _counts(frame[name])]
    about = [name for name in others if name not in (*sizes, *counted)]
    if not all(is_description(name) or _is_key(name) or _repeats(frame[name]) for name in about):
        return None
    heads = pd.MultiIndex.from_tuples(pairs.values(), names=(None, "metric"))
    values = frame[list(pairs)].set_axis(heads, axis=1)
    scores = without_spreads(values.columns, range(len(pairs)))
    said = {_parts(frame)[name][0]: frame[name] for name in texts}
    values = without_failed(values.iloc[:, scores], said)
    keys = frame[[name for name in rest if name not in others or _is_key(name)]]
    if counted and not len(keys.columns):
        keys = frame[counted].set_axis([ROWS], axis=1)
    # a horizon or a size tells rows of one dataset apart
    keys = frame[rest] if keys.duplicated().any() else keys
    if sizes and not len(keys.columns):
        keys = frame[sizes[:1]].set_axis(["dataset"], axis=1)
    if WRITTEN_INDEX in keys and is_text(keys[WRITTEN_INDEX]):
        keys = keys.rename(columns={WRITTEN_INDEX: ROWS})
    long = long_table(keys if len(keys.columns) else keys.assign(dataset=frame.index), values)
    read = {*pairs, *keys.columns, *sizes, *counted}
    long.attrs[NOT_READ] = [*predicted, *(name for name in frame.columns if name not in read)]
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
    if not known or algorithms_and_datasets(heads.unique(0), keys)[1] != "algorithm":
        return None
    return long_table(keys, frame[list(pairs)].set_axis(heads, axis=1))


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
    return long_table(keys, frame[list(centers)].set_axis(heads, axis=1))


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


def _predicted(frame: pd.DataFrame, pairs: dict[Hashable, tuple[str, str]]) -> list[Hashable]:
    """Return the columns of what was predicted and of the truth: ``svm_x`` and ``knn_x`` beside ``gt_x``."""
    parts = {name: pair for name, pair in _parts(frame).items() if name not in pairs}
    true = {tail for head, tail in parts.values() if TRUTHS.issuperset(words_of(head))}
    return [name for name, (_, tail) in parts.items() if tail in true]


def _parts(frame: pd.DataFrame) -> dict[Hashable, tuple[str, str]]:
    """Return the heads and tails of the columns whose names have both."""
    found = ((name, JOINED.fullmatch(without_unit(str(name)))) for name in frame.columns)
    return {name: (match["head"], match["tail"]) for name, match in found if match}


def _counts(column: "pd.Series[float]") -> bool:
    """Tell whether whole numbers count the rows, from any number on."""
    return is_number(column) and bool((column.diff().iloc[1:] == 1).all())


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
    rest = {tail for tail in tails if not varies(tail)}
    averages = {tail for tail in rest if tail.lower() in AVERAGES}
    return len(rest) == len(averages) == 1 or any(direction_of(tail) is not None for tail in rest)


def _center_of(tails: Collection[str]) -> str:
    """Return which of the names is the mean or median of the others: least and greatest, and how they vary.

    >>> _center_of({"min", "median", "max"}), _center_of({"mean", "max"}), _center_of({"acc", "min", "max"})
    ('median', '', '')
    """
    rest = {tail for tail in tails if not varies(tail)}
    centers = [tail for tail in rest if tail.lower() in CENTERS]
    others = {tail.lower() for tail in rest if tail not in centers}
    return centers[0] if len(centers) == 1 and len(others) == TWO and others <= ENDS else ""
