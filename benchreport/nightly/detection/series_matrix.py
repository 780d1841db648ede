"""The nights of one metric side by side: what was measured on each, on the cells that tonight has."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from benchreport.errors import DataError, counted, examples
from benchreport.nightly.config.settings import Metric
from benchreport.nightly.detection.score_scale import Scale
from benchreport.nightly.detection.unbalanced import least_squares_means
from benchreport.nightly.history.night_scores import NightScores
from benchreport.nightly.night_facts import Key

__all__ = ["Panel", "Scale", "assembled"]

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.intp]

Series = Literal["algorithm", "dataset", "both"]
Cell = tuple[str, str]
"""A dataset and its version."""

EXPECTED = 7
"""What was measured on one of so many nights before is expected tonight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Series over nights, tonight last.

    Parameters
    ----------
    keys
        S series: those of tonight, and those that are expected.
    nights
        T names.
    values
        (T, S), higher is better; NaN where a night has none.
    runs, expected, failed
        (S,) scores of tonight, how many there usually are, and runs without a score.
    incomparable
        Why a series of tonight has no night to compare with, empty where it has.
    partly
        What of a series cannot be compared, where the rest can.
    gone
        Datasets that tonight lacks and the last nights had.
    """

    keys: tuple[Key, ...]
    nights: tuple[str, ...]
    values: Floats
    runs: Ints
    expected: Ints
    failed: Ints
    incomparable: tuple[str, ...]
    partly: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cube:
    """Nights × algorithms × datasets × repeats, on tonight's names."""

    algorithms: tuple[str, ...]
    datasets: tuple[Cell, ...]
    values: Floats
    """(T, A, D, R)"""


def assembled(
    nights: Sequence[tuple[str, NightScores | None]], metric: Metric, *, series: Series
) -> Panel:
    """Put nights side by side.

    Parameters
    ----------
    nights
        Names and scores, oldest first, tonight last; ``None`` where a night has none of the metric.
    metric
        How it is compared.
    series
        A series an algorithm, an algorithm and dataset, or both.

    Notes
    -----
    An algorithm's value on a night is the mean over the datasets that it has tonight, of the mean over the
    repeats it has tonight; see `least_squares_means` where a night lacks some. A dataset in another
    version is another dataset. Where repeats have new names each night, their mean is one value.

    Raises
    ------
    DataError
        Ratios are to be compared of scores that are not positive.
    """
    last = nights[-1][1]
    if last is None:
        raise DataError(f"tonight has no scores of {metric.name!r}.")
    scale = Scale.of(metric, higher_is_better=last.higher_is_better)
    past = [each for _, each in nights[:-1] if each is not None]
    turned = _turned(last, past)
    # of nights that were measured the other way round nothing is known
    nights = [
        (name, None if each is None or each.higher_is_better != last.higher_is_better else each)
        for name, each in nights
    ]
    repeats = _names_last(last, past)
    cube = _cube([each for _, each in nights], last, scale, metric, repeats=repeats)
    by_dataset = least_squares_means(cube.values)
    both = (
        _of_algorithms(cube, by_dataset, metric.name) if series != "dataset" else None,
        _of_datasets(cube, by_dataset, metric.name) if series != "algorithm" else None,
    )
    keys = tuple(key for part in both if part is not None for key in part[0])
    values = np.concatenate([part[1] for part in both if part is not None], axis=1)
    panel = Panel(
        keys=keys,
        nights=tuple(name for name, _ in nights),
        values=values,
        runs=np.zeros(len(keys), dtype=np.intp),
        expected=np.zeros(len(keys), dtype=np.intp),
        failed=np.zeros(len(keys), dtype=np.intp),
        incomparable=("",) * len(keys),
    )
    panel = _with_counts(panel, last, past, series)
    return dataclasses.replace(panel, incomparable=(turned,) * len(panel.keys)) if turned else panel


def _turned(last: NightScores, past: Sequence[NightScores]) -> str:
    """Say that better was the other way round on every night before, where it was."""
    if not past or any(each.higher_is_better == last.higher_is_better for each in past):
        return ""
    now, before = ("higher", "lower") if last.higher_is_better else ("lower", "higher")
    return f"{now} is better tonight, {before} was before"


def _names_last(last: NightScores, past: Sequence[NightScores]) -> bool:
    """Tell whether repeats have the same names from night to night."""
    if not last.matched or not past:
        return last.matched
    if not past[-1].matched:
        return False
    known = set(past[-1].repeats)
    return 2 * len(known & set(last.repeats)) >= len(last.repeats)


def _cube(
    nights: Sequence[NightScores | None],
    last: NightScores,
    scale: Scale,
    metric: Metric,
    *,
    repeats: bool,
) -> _Cube:
    algorithms, datasets, names = _sides(last, repeats=repeats)
    shape = (len(algorithms), len(datasets), len(names))
    values = np.full((len(nights), *shape), np.nan)
    for place, each in enumerate(nights):
        if each is None:
            continue
        rows = _rows(each, algorithms, datasets, names, repeats=repeats)
        known = (rows >= 0).all(axis=0) & ~each.failed
        cell = np.ravel_multi_index(tuple(rows[:, known]), shape)
        score = each.value[known]
        if scale.ratio and (score <= 0).any():
            worst = score[score <= 0]
            raise DataError(
                f"{metric.name!r} is compared by ratios, which needs scores above 0; found "
                f"{examples(worst.tolist())}.",
                hint=f'compare = "difference" for {metric.name!r} under [[metric]]',
            )
        counts = np.bincount(cell, minlength=values[place].size)
        sums = np.bincount(cell, scale.to_value(score), minlength=values[place].size)
        with np.errstate(invalid="ignore"):
            values[place] = (sums / counts).reshape(shape)
    return _Cube(algorithms=tuple(algorithms), datasets=tuple(datasets), values=values)


def _sides(
    last: NightScores, *, repeats: bool
) -> tuple[dict[str, int], dict[Cell, int], dict[str, int]]:
    """Give tonight's algorithms, datasets with their version, and repeats their places."""
    pairs = sorted({*zip(last.dataset.tolist(), last.version.tolist(), strict=True)})
    named = {_versioned(last, dataset, version): None for dataset, version in pairs}
    return (
        {name: place for place, name in enumerate(last.algorithms)},
        {name: place for place, name in enumerate(named)},
        {name: place for place, name in enumerate(last.repeats if repeats else ("",))},
    )


def _versioned(scores: NightScores, dataset: int, version: int) -> Cell:
    return scores.datasets[dataset], scores.versions[version]


def _rows(
    scores: NightScores,
    algorithms: dict[str, int],
    datasets: dict[Cell, int],
    names: dict[str, int],
    *,
    repeats: bool,
) -> Ints:
    """Return (3, R) places of a night's rows among tonight's names, −1 where they are not there."""
    algorithm = np.array([algorithms.get(name, -1) for name in scores.algorithms], dtype=np.intp)
    pair = scores.dataset * len(scores.versions) + scores.version
    found, inverse = np.unique(pair, return_inverse=True)
    of_pair = np.array(
        [
            datasets.get(_versioned(scores, *divmod(int(each), len(scores.versions))), -1)
            for each in found
        ],
        dtype=np.intp,
    )
    repeat = np.zeros(len(scores.value), dtype=np.intp)
    if repeats:
        of_repeat = np.array([names.get(name, -1) for name in scores.repeats], dtype=np.intp)
        repeat = of_repeat[scores.repeat]
    return np.stack([algorithm[scores.algorithm], of_pair[inverse], repeat])


def _of_algorithms(cube: _Cube, values: Floats, metric: str) -> tuple[list[Key], Floats]:
    return [Key(metric, name) for name in cube.algorithms], least_squares_means(values)


def _of_datasets(cube: _Cube, values: Floats, metric: str) -> tuple[list[Key], Floats]:
    keys = [Key(metric, name, dataset) for name in cube.algorithms for dataset, _ in cube.datasets]
    flat = values.reshape(len(values), -1)
    # two versions of a dataset on one night, and pairs that tonight does not have
    chosen = ~np.isnan(flat[-1])
    once = {key: place for place, key in enumerate(keys) if chosen[place]}
    return list(once), flat[:, list(once.values())]


def _with_counts(
    panel: Panel, last: NightScores, past: Sequence[NightScores], series: Series
) -> Panel:
    """Count tonight's runs and the usual ones, and add the series that tonight lacks."""
    metric = last.metric
    there, broken = _counted(last, series), _counted(last, series, failed=True)
    usual: dict[tuple[str, str], int] = {}
    for each in past[-EXPECTED:]:
        for pair, count in _counted(each, series).items():
            usual[pair] = max(usual.get(pair, 0), count)
    keys = list(panel.keys)
    known = {(key.algorithm, key.dataset) for key in keys}
    lacking = [pair for pair in {**usual, **there} if pair not in known]
    keys += [Key(metric, *pair) for pair in lacking]
    pairs = [(key.algorithm, key.dataset) for key in keys]
    incomparable, partly = _changed(pairs, last, past)
    values = np.column_stack([panel.values, np.full((len(panel.values), len(lacking)), np.nan)])
    return dataclasses.replace(
        panel,
        keys=tuple(keys),
        values=values,
        runs=np.array([there.get(pair, 0) for pair in pairs], dtype=np.intp),
        expected=np.array([usual.get(pair, 0) for pair in pairs], dtype=np.intp),
        failed=np.array([broken.get(pair, 0) for pair in pairs], dtype=np.intp),
        incomparable=incomparable,
        partly=partly,
        gone=_gone(last, past),
    )


def _counted(
    scores: NightScores, series: Series, *, failed: bool = False
) -> dict[tuple[str, str], int]:
    """Count the rows of each series."""
    rows = scores.failed if failed else np.ones(len(scores.value), dtype=bool)
    counts: dict[tuple[str, str], int] = {}
    algorithm, dataset = scores.algorithm[rows], scores.dataset[rows]
    if series != "dataset":
        for place, count in enumerate(np.bincount(algorithm, minlength=len(scores.algorithms))):
            if count:
                counts[scores.algorithms[place], ""] = int(count)
    if series != "algorithm":
        size = len(scores.datasets)
        found, several = np.unique(algorithm * size + dataset, return_counts=True)
        for each, count in zip(found.tolist(), several.tolist(), strict=True):
            counts[scores.algorithms[each // size], scores.datasets[each % size]] = count
    return counts


def _versions(scores: NightScores) -> set[tuple[str, str, str]]:
    """Return which algorithm was measured on which dataset in which version."""
    size = (len(scores.algorithms), len(scores.datasets), len(scores.versions))
    cells = np.unique(
        np.ravel_multi_index((scores.algorithm, scores.dataset, scores.version), size)
    )
    places = zip(*(each.tolist() for each in np.unravel_index(cells, size)), strict=True)
    return {(scores.algorithms[a], scores.datasets[d], scores.versions[v]) for a, d, v in places}


def _changed(
    pairs: Sequence[tuple[str, str]], last: NightScores, past: Sequence[NightScores]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Say of each series why no night before, or not all of one, can be compared with tonight."""
    none = ("",) * len(pairs)
    if last.versions == ("",) or not past:
        return none, none
    before = set[tuple[str, str, str]]().union(*map(_versions, past))
    old: dict[tuple[str, str], set[str]] = {}
    for algorithm, dataset, version in before:
        old.setdefault((algorithm, dataset), set()).add(version)
    own: dict[tuple[str, str], list[tuple[str, str, str]]] = {}
    for row in sorted(_versions(last)):
        for pair in ((row[0], ""), (row[0], row[1])):
            own.setdefault(pair, []).append(row)
    whole, partly = [], []
    for pair in pairs:
        rows = own.get(pair, [])
        other = [row for row in rows if row not in before and row[:2] in old]
        told = _told(other, old) if other else ""
        # as for nights: on fewer than half of the datasets nothing is compared
        most = 2 * sum(row in before for row in rows) < len(rows)
        whole.append(told if most else "")
        partly.append("" if most or not told else f"in part not comparable: {told}")
    return tuple(whole), tuple(partly)


def _told(changed: Sequence[tuple[str, str, str]], old: Mapping[tuple[str, str], set[str]]) -> str:
    algorithm, dataset, version = changed[0]
    was = examples(sorted(old[algorithm, dataset]), most=1)
    where = f" on {dataset}" if dataset else ""
    more = f", and {counted(len(changed) - 1, 'more dataset')} likewise" if changed[1:] else ""
    return f"measured with {version}{where}, before with {was}{more}"


def _gone(last: NightScores, past: Sequence[NightScores]) -> tuple[str, ...]:
    """Return the datasets that the last nights had and tonight has not."""
    usual = set[str]().union(*(each.datasets for each in past[-EXPECTED:]))
    return tuple(sorted(usual - set(last.datasets) - {""}))
