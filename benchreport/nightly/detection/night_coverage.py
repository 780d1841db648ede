"""Tonight's coverage: which of the usual runs it has, which failed, and which datasets changed."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from benchreport.errors import examples, format_count
from benchreport.nightly.history.night_scores import NightScores
from benchreport.nightly.night_facts import Key
from benchreport.wording.nights import verdicts as night_verdicts

Ints = npt.NDArray[np.intp]

Granularity = Literal["algorithm", "dataset", "both"]
"""Which series are built: one for each algorithm, one for each algorithm and dataset, or both."""

Pair = tuple[str, str]
"""An algorithm and a dataset; an empty dataset means all datasets."""

Version = tuple[str, str, str]
"""An algorithm, a dataset and the version of the dataset."""

EXPECTED = 7
"""So many nights before say which series are expected tonight, and with how many runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """Which runs of each of S series tonight has, and which it lacks.

    Parameters
    ----------
    keys
        The names of the S series: those of tonight, and those expected from earlier nights.
    runs, expected, failed
        (S,) the number of runs tonight, the number expected from the last nights, and the number of runs
        without a score.
    incomparable
        For each series, why no earlier night is comparable; empty if one is.
    partly
        For each series, which part cannot be compared although the rest can; empty if none.
    missing_datasets
        The names of datasets that the last nights had and tonight lacks.
    failed_datasets
        The names of the datasets on which runs failed tonight, unless some failed on all of them.
    """

    keys: tuple[Key, ...]
    runs: Ints
    expected: Ints
    failed: Ints
    incomparable: tuple[str, ...]
    partly: tuple[str, ...] = ()
    missing_datasets: tuple[str, ...] = ()
    failed_datasets: tuple[str, ...] = ()


def measure_coverage(
    keys: Sequence[Key], last: NightScores, past: Sequence[NightScores], series: Granularity
) -> Coverage:
    """Count tonight's runs and the usual runs, and find the series that cannot be compared.

    Parameters
    ----------
    keys
        The names of the series that have values tonight.
    last, past
        The scores of tonight and of the nights before, oldest first.
    series
        Whether series are algorithms, pairs of algorithm and dataset, or both.
    """
    runs, failed = _count_rows(last, series), _count_rows(last, series, failed=True)
    usual = _count_usual(last, past[-EXPECTED:], series)
    measured = [(key.algorithm, key.dataset) for key in keys]
    pairs = list(dict.fromkeys([*measured, *usual, *runs]))
    incomparable, partly = _version_changes(pairs, last, past)
    reversal = _describe_reversal(last, past)
    usual_datasets = set[str]().union(*map(_datasets, past[-EXPECTED:]))
    return Coverage(
        keys=tuple(Key(last.metric, *pair) for pair in pairs),
        runs=_align(runs, pairs),
        expected=_align(usual, pairs),
        failed=_align(failed, pairs),
        incomparable=(reversal,) * len(pairs) if reversal else incomparable,
        partly=partly,
        missing_datasets=tuple(sorted(usual_datasets - set(last.datasets) - {""})),
        failed_datasets=_failed_datasets(last),
    )


def _count_usual(
    last: NightScores, past: Sequence[NightScores], series: Granularity
) -> dict[Pair, int]:
    """Return the median number of runs of each series, on the nights that have it.

    Where no column tells the runs of a program apart, its runner chose their number: half as many are enough.
    """
    counts: dict[Pair, list[int]] = {}
    for scores in past:
        for pair, count in _count_rows(scores, series).items():
            counts.setdefault(pair, []).append(count)
    usual = {pair: statistics.median_low(each) for pair, each in counts.items()}
    if last.matched:
        return usual
    tonight = _count_rows(last, series)
    return {
        pair: min(count, tonight[pair]) if 2 * tonight.get(pair, 0) >= count else count
        for pair, count in usual.items()
    }


def _datasets(scores: NightScores) -> set[str]:
    return {scores.datasets[code] for code in np.unique(scores.dataset).tolist()}


def _failed_datasets(scores: NightScores) -> tuple[str, ...]:
    places = np.unique(scores.dataset[scores.failed]).tolist()
    everywhere = len(places) == len(scores.datasets)
    return () if everywhere else tuple(scores.datasets[place] for place in places)


def _align(counts: Mapping[Pair, int], pairs: Sequence[Pair]) -> Ints:
    return np.array([counts.get(pair, 0) for pair in pairs], dtype=np.intp)


def _describe_reversal(last: NightScores, past: Sequence[NightScores]) -> str:
    """Write a reason if all earlier nights had the opposite direction; otherwise return no text."""
    if not past or any(scores.higher_is_better == last.higher_is_better for scores in past):
        return ""
    now, before = ("higher", "lower") if last.higher_is_better else ("lower", "higher")
    return night_verdicts.REVERSED.format(now=now, before=before)


def _count_rows(
    scores: NightScores, series: Granularity, *, failed: bool = False
) -> dict[Pair, int]:
    """Count the rows of each series."""
    rows = scores.failed if failed else np.ones(len(scores.value), dtype=bool)
    counts: dict[Pair, int] = {}
    algorithm, dataset = scores.algorithm[rows], scores.dataset[rows]
    if series != "dataset":
        for place, count in enumerate(np.bincount(algorithm, minlength=len(scores.algorithms))):
            if count:
                counts[scores.algorithms[place], ""] = int(count)
    if series != "algorithm":
        size = len(scores.datasets)
        codes, numbers = np.unique(algorithm * size + dataset, return_counts=True)
        for code, count in zip(codes.tolist(), numbers.tolist(), strict=True):
            counts[scores.algorithms[code // size], scores.datasets[code % size]] = count
    return counts


def _versions(scores: NightScores) -> set[Version]:
    """Return which algorithm was measured on which dataset in which version."""
    size = (len(scores.algorithms), len(scores.datasets), len(scores.versions))
    cells = np.unique(
        np.ravel_multi_index((scores.algorithm, scores.dataset, scores.version), size)
    )
    places = zip(*(axis.tolist() for axis in np.unravel_index(cells, size)), strict=True)
    return {(scores.algorithms[a], scores.datasets[d], scores.versions[v]) for a, d, v in places}


def _version_changes(
    pairs: Sequence[Pair], last: NightScores, past: Sequence[NightScores]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Write for each series why earlier nights, or a part of them, cannot be compared with tonight."""
    none = ("",) * len(pairs)
    if last.versions == ("",) or not past:
        return none, none
    before = set[Version]().union(*map(_versions, past))
    old: dict[Pair, set[str]] = {}
    for algorithm, dataset, version in before:
        old.setdefault((algorithm, dataset), set()).add(version)
    of_pair: dict[Pair, list[Version]] = {}
    for row in sorted(_versions(last)):
        for pair in ((row[0], ""), (row[0], row[1])):
            of_pair.setdefault(pair, []).append(row)
    everywhere, partly = [], []
    for pair in pairs:
        rows = of_pair.get(pair, [])
        changed = [row for row in rows if row not in before and row[:2] in old]
        reason = _describe_versions(changed, old) if changed else ""
        # as with nights, a comparison needs at least half of the datasets
        most = 2 * sum(row in before for row in rows) < len(rows)
        everywhere.append(reason if most else "")
        partly.append("" if most or not reason else night_verdicts.PARTLY.format(reason=reason))
    return tuple(everywhere), tuple(partly)


def _describe_versions(changed: Sequence[Version], old: Mapping[Pair, set[str]]) -> str:
    algorithm, dataset, version = changed[0]
    before = examples(sorted(old[algorithm, dataset]), most=1)
    where = night_verdicts.ON_DATASET.format(dataset=dataset) if dataset else ""
    others = format_count(len(changed) - 1, "more dataset")
    more = night_verdicts.MORE_DATASETS.format(datasets=others) if changed[1:] else ""
    return night_verdicts.VERSIONS.format(version=version, where=where, before=before, more=more)
