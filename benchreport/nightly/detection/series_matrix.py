"""The matrix of nights × series of one metric, from the cells that tonight has."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchreport.errors import DataError, examples
from benchreport.nightly.config.settings import Metric
from benchreport.nightly.detection.few_nights import expect_unmatched, expect_variances
from benchreport.nightly.detection.night_coverage import Coverage, Granularity, measure_coverage
from benchreport.nightly.detection.score_scale import Scale
from benchreport.nightly.detection.unbalanced import least_squares_means
from benchreport.nightly.history.night_scores import NightScores
from benchreport.nightly.judgements import SeriesMatrix
from benchreport.nightly.night_facts import Key

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]

Cell = tuple[str, str]
"""The name of a dataset and its version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cube:
    """Values of nights × algorithms × datasets × repeats, for the names that tonight has."""

    algorithms: tuple[str, ...]
    datasets: tuple[Cell, ...]
    values: Floats
    """(T, A, D, R)"""
    within: tuple[Floats, Floats]
    """(T, A, D) sums of squares of repeats around their mean, and their numbers, if these have new names"""


def build_series(
    nights: Sequence[tuple[str, NightScores | None]],
    metric: Metric,
    *,
    series: Granularity,
    settled: int = 0,
) -> tuple[SeriesMatrix, Coverage]:
    """Build the matrix of nights × series, and count the runs that tonight lacks.

    Parameters
    ----------
    nights
        Names and scores, oldest first, tonight last; ``None`` where a night did not measure the metric.
    metric
        The settings of the metric, which say how it is compared.
    series
        Which series to build: one for each algorithm, one for each algorithm and dataset, or both.
    settled
        Where a series has fewer nights than this, say what its runs let expect of them.

    Notes
    -----
    An algorithm's value on a night is the mean over its datasets of the mean over its repeats. Only
    datasets and repeats that the algorithm has tonight count; `least_squares_means` handles nights that
    lack some of them. Each version of a dataset counts as a dataset of its own. If repeats have new
    names each night, or ratios are compared, their mean is one value: then the ratios of datasets are of
    arithmetic means, and over datasets their geometric mean counts (Kalibera & Jones, 2013).

    Raises
    ------
    DataError
        Tonight has no scores, or ratios are compared and a score is not positive.
    """
    last = nights[-1][1]
    if last is None:
        raise DataError(f"tonight has no scores of {metric.name!r}.")
    scale = Scale.of(metric, higher_is_better=last.higher_is_better)
    past = [scores for _, scores in nights[:-1] if scores is not None]
    # nights that were measured in the other direction cannot be compared
    comparable = [
        scores if scores and scores.higher_is_better == last.higher_is_better else None
        for _, scores in nights
    ]
    # runs of a program have numbers, and no seeds that nights share: ratios are of their means
    repeats = not scale.ratio and _repeats_match(last, past)
    cube = _cube(comparable, last, scale, metric, repeats=repeats)
    by_dataset = least_squares_means(cube.values)
    keys: list[Key] = []
    columns: list[Floats] = []
    if series != "dataset":
        keys += [Key(metric.name, name) for name in cube.algorithms]
        columns.append(least_squares_means(by_dataset))
    if series != "algorithm":
        pairs = _dataset_columns(cube, by_dataset[-1], metric.name)
        keys += pairs
        columns.append(by_dataset.reshape(len(nights), -1)[:, list(pairs.values())])
    coverage = measure_coverage(keys, last, past, series)
    # series that tonight lacks get no values, because only tonight's cells are compared
    columns.append(np.full((len(nights), len(coverage.keys) - len(keys)), np.nan))
    values = np.hstack(columns)
    few = bool(((~np.isnan(values)).sum(axis=0) < settled).any())
    matrix = SeriesMatrix(
        keys=coverage.keys,
        nights=tuple(name for name, _ in nights),
        values=values,
        expected=_expect(cube, keys, coverage.keys, settled) if few else None,
    )
    return matrix, coverage


def _expect(cube: _Cube, keys: Sequence[Key], every: Sequence[Key], nights: int) -> Floats:
    """Return (S,) what the runs of the last nights let expect of each series; NaN of those without runs."""
    latest = cube.values[-nights:]
    shape = latest.shape[1:]
    squares, sizes = (part[-nights:] for part in cube.within)
    unmatched = expect_unmatched(squares, sizes)
    by_dataset = expect_variances(latest.reshape(len(latest), -1, shape[2])).reshape(shape[:2])
    over_all = expect_variances(latest.reshape(len(latest), shape[0], -1))
    only = unmatched[:, 0] if shape[1] == 1 else np.full(shape[0], np.nan)
    runs = {
        False: np.where(np.isnan(over_all), only, over_all),
        True: np.where(np.isnan(by_dataset), unmatched, by_dataset),
    }
    algorithms = {name: place for place, name in enumerate(cube.algorithms)}
    datasets = {name: place for place, (name, _) in enumerate(cube.datasets)}
    expected = np.full(len(every), np.nan)
    for place, key in enumerate(keys):
        row = runs[bool(key.dataset)][algorithms[key.algorithm]]
        expected[place] = row[datasets[key.dataset]] if key.dataset else row
    return expected


def _repeats_match(last: NightScores, past: Sequence[NightScores]) -> bool:
    """Return whether repeats have the same names from night to night."""
    if not last.matched or not past:
        return last.matched
    if not past[-1].matched:
        return False
    earlier = set(past[-1].repeats)
    return 2 * len(earlier & set(last.repeats)) >= len(last.repeats)


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
    squares, sizes = np.zeros((2, len(nights), *shape[:2]))
    for night, scores in enumerate(nights):
        if scores is None:
            continue
        rows = _rows(scores, algorithms, datasets, names, repeats=repeats)
        usable = (rows >= 0).all(axis=0) & ~scores.failed
        cell = np.ravel_multi_index(tuple(rows[:, usable]), shape)
        score = scores.value[usable]
        if scale.ratio and (score <= 0).any():
            worst = score[score <= 0]
            raise DataError(
                f"{metric.name!r} is compared by ratios, which needs scores above 0; found "
                f"{examples(worst.tolist())}.",
                hint=f'compare = "difference" for {metric.name!r} under [[metric]]',
            )
        counts = np.bincount(cell, minlength=values[night].size)
        sums = np.bincount(cell, score, minlength=values[night].size)
        with np.errstate(invalid="ignore"):
            means = scale.to_value(sums / counts)
        values[night] = means.reshape(shape)
        if not repeats:
            away = (scale.to_value(score) - means[cell]) ** 2
            squares[night] = np.bincount(cell, away, minlength=means.size).reshape(shape[:2])
            sizes[night] = counts.reshape(shape[:2])
    return _Cube(
        algorithms=tuple(algorithms),
        datasets=tuple(datasets),
        values=values,
        within=(squares, sizes),
    )


def _sides(
    last: NightScores, *, repeats: bool
) -> tuple[dict[str, int], dict[Cell, int], dict[str, int]]:
    """Return the indices of tonight's algorithms, datasets (with their versions) and repeats, by name."""
    pairs = sorted({*zip(last.dataset.tolist(), last.version.tolist(), strict=True)})
    cells = [(last.datasets[dataset], last.versions[version]) for dataset, version in pairs]
    return (
        {name: place for place, name in enumerate(last.algorithms)},
        {cell: place for place, cell in enumerate(cells)},
        {name: place for place, name in enumerate(last.repeats if repeats else ("",))},
    )


def _rows(
    scores: NightScores,
    algorithms: dict[str, int],
    datasets: dict[Cell, int],
    names: dict[str, int],
    *,
    repeats: bool,
) -> Ints:
    """Return (3, R) the indices of a night's rows among tonight's names, −1 if tonight lacks the name."""
    algorithm = np.array([algorithms.get(name, -1) for name in scores.algorithms], dtype=np.intp)
    pair = scores.dataset * len(scores.versions) + scores.version
    pairs, inverse = np.unique(pair, return_inverse=True)
    of_pair = np.array(
        [
            datasets.get((scores.datasets[dataset], scores.versions[version]), -1)
            for dataset, version in zip(*np.divmod(pairs, len(scores.versions)), strict=True)
        ],
        dtype=np.intp,
    )
    repeat = np.zeros(len(scores.value), dtype=np.intp)
    if repeats:
        of_repeat = np.array([names.get(name, -1) for name in scores.repeats], dtype=np.intp)
        repeat = of_repeat[scores.repeat]
    return np.stack([algorithm[scores.algorithm], of_pair[inverse], repeat])


def _dataset_columns(cube: _Cube, tonight: Floats, metric: str) -> dict[Key, int]:
    """Return the column of each pair of algorithm and dataset that has a value tonight."""
    keys = [Key(metric, name, dataset) for name in cube.algorithms for dataset, _ in cube.datasets]
    # if a night has two versions of a dataset, the last one counts
    return {key: place for place, key in enumerate(keys) if not np.isnan(tonight.flat[place])}
