"""Random parts of a table, with their variances: what a difference of two algorithms varies with."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.predictions import Predictions
from benchreport.data.score_runs import Runs
from benchreport.data.scores import Scores
from benchreport.errors import DesignError, examples
from benchreport.hints import Hint, bench, call
from benchreport.numerics import variance_components as numerics
from benchreport.numerics.nulls import mixed_model as mixed
from benchreport.results.base import Assumption, Design
from benchreport.results.models.noise import Source
from benchreport.stats._arrays import Array
from benchreport.stats._pairs import require_several
from benchreport.stats._predictions.example_values import (
    ExampleValues,
    example_values,
    squares_within,
)
from benchreport.stats._predictions.losses import losses_of
from benchreport.stats._predictions.prediction_pairs import require_unweighted
from benchreport.wording.results import noise as wording

# columns whose levels are others on each dataset; a prompt or a judge is the same on all
WITHIN = {
    "fold", "seed", "run", "repeat", "repetition", "replicate", "trial", "split", "sample", "iteration",
    "invocation", "random_state",
}  # fmt: skip
OVERLAPPING = {"fold", "split"}
# columns of repeats of predictions whose levels are the same for all examples; others number samples
CROSSED = frozenset(
    """prompt prompt_id prompt_name prompt_template template template_id judge judge_id judge_model rater
    rater_id annotator annotator_id grader grader_id""".split()
)
TWO = 2
_NONE: frozenset[int] = frozenset()
Codes = NDArray[np.intp]
Part = tuple[tuple[str, ...], float, bool]
"""Facets, variance, and whether algorithms differ in it."""


class Noise(NamedTuple):
    """The sources of a table's noise, how they were estimated, and how many levels each facet has."""

    sources: tuple[Source, ...]
    levels: tuple[tuple[str, int], ...]
    variant: str
    design: Design


def find_noise(table: Scores | Predictions, procedure: str) -> Noise:
    """Estimate the variances of the random parts of a table.

    Raises
    ------
    DesignError
        There is no random part, or the table is too uneven for its variances.
    """
    if isinstance(table, Predictions):
        return _of_predictions(table, procedure)
    return _of_scores(table, procedure)


def assumptions_of(noise: Noise, words: tuple[str, str]) -> tuple[Assumption, ...]:
    """State what estimates of noise take for granted, and that folds are not independent."""
    facets = [facet for facet, _ in noise.levels if facet.casefold() in OVERLAPPING]
    related = (
        Assumption.of(wording.SHARED_TRAINING, "doubtful", facet=facet.casefold())
        for facet in facets
    )
    return (Assumption.of(words), *related)


def name_part(facets: Sequence[str], *, of_algorithm: bool, noun: str) -> str:
    """Name a random part: ``algorithm × dataset``."""
    return " × ".join([*([noun] if of_algorithm else []), *facets])


def _source(
    facets: Sequence[str],
    size: float,
    *,
    of_algorithm: bool,
    unit: float = 1.0,
    noun: str = "algorithm",
) -> Source:
    name = name_part(facets, of_algorithm=of_algorithm, noun=noun)
    return Source(name, tuple(facets), of_algorithm, size, unit)


# ---- predictions


def _of_predictions(table: Predictions, procedure: str) -> Noise:
    require_unweighted(table, procedure, hint=call("metric_bootstrap", metric="accuracy"))
    require_several(table)
    table.require_examples(procedure)
    scored = example_values(table, "auto")
    if len(scored.values) < TWO:
        raise DesignError(
            f"{procedure} needs at least 2 different examples; these are samples of one.",
            hint=bench(example=...),
        )
    outer, codes = _outer_of(table)
    crossing = _crossing_of(table)
    if crossing:
        return _of_crossed(table, scored, crossing, (outer, codes), procedure)
    n_samples, noise = _samples(table, scored.values)
    found = numerics.nested(scored.values, codes, noise / n_samples)
    parts: list[Part] = [(("example",), found.unit, False), (("example",), found.of_unit, True)]
    if outer:
        within: list[Part] = [((outer, *facets), size, own) for facets, size, own in parts]
        parts = [((outer,), found.cluster, False), ((outer,), found.of_cluster, True), *within]
    inner = parts[-1][0]
    if table.repeated:
        parts.append(((*inner, "sample"), noise, True))
    levels = [("example", len(scored.values))]
    if outer and codes is not None:
        n_outer = int(codes.max()) + 1
        levels = [(outer, n_outer), ("example", max(round(len(codes) / n_outer), 1))]
    if table.repeated:
        levels.append(("sample", max(round(n_samples), 1)))
    return Noise(
        tuple(
            _source(facets, variance, of_algorithm=own, noun="model")
            for facets, variance, own in parts
        ),
        tuple(levels),
        "Henderson's method 1" if outer else "analysis of variance",
        Design.of_predictions(
            table, scored.name, higher_is_better=scored.higher_is_better, averaged=True
        ),
    )


def _crossing_of(table: Predictions) -> dict[str, Codes]:
    """Return the code of each row's level of each facet that is crossed with examples."""
    facets = {}
    for place, column in enumerate(table.repeat_columns):
        codes, names = pd.factorize(
            np.array([part[place] for part in table.repeat_parts], dtype=object)
        )
        if column.casefold() in CROSSED and len(names) > 1:
            facets[column] = codes[table.repeat].astype(np.intp)
    return facets


def _of_crossed(
    table: Predictions,
    scored: ExampleValues,
    crossing: dict[str, Codes],
    outer: tuple[str, Codes | None],
    procedure: str,
) -> Noise:
    """Estimate the variances of a complete table of models, examples, and prompts or judges."""
    table.require_same_samples(procedure)
    unit = table.unit
    facets = {outer[0]: outer[1][unit]} if outer[1] is not None else {}
    n_outer = len(facets)
    whole = facets.get(outer[0], np.zeros_like(unit))
    facets["example"] = _renumber(whole, unit)
    facets |= crossing
    cell = np.unique(np.column_stack([unit, *crossing.values()]), axis=0, return_inverse=True)[1]
    samples = _renumber(cell.ravel(), np.arange(len(unit)))
    if samples.max() > 0:
        facets["sample"] = samples
    judged = table.has_labels or table.task == "correctness"
    losses = losses_of(table, "accuracy" if judged else "auto").values
    shape = tuple(int(codes.max()) + 1 for codes in facets.values())
    flat = np.ravel_multi_index([*facets.values()], shape)
    names = tuple(facets)
    if len(flat) != np.prod(shape) or len(np.unique(flat)) < len(flat):
        raise DesignError(
            f"{procedure} needs a complete table for {examples(names)}: as many examples in each, and "
            "each with all levels of the others.",
            hint=(bench(cluster=[]) + ", or " if n_outer else Hint.of(""))
            + bench(missing="drop")
            + ", which leaves out what a model lacks",
        )
    values = np.empty((len(flat), losses.shape[1]))
    values[flat] = losses
    cube = values.T.reshape(-1, *shape)
    # samples of a model are its own
    within = [frozenset(range(1, 1 + n_outer)) if name == "example" else _NONE for name in names]
    if "sample" in facets:
        within[-1] = frozenset(range(len(names)))
    return Noise(
        _sources_of(cube, names, within, noun="model"),
        tuple(zip(names, shape, strict=True)),
        "analysis of variance",
        Design.of_predictions(
            table, scored.name, higher_is_better=scored.higher_is_better, averaged=True
        ),
    )


def _outer_of(table: Predictions) -> tuple[str, Codes | None]:
    """Return what examples come in, and its code for each different example."""
    cluster = table.cluster_of_unit
    if cluster is not None:
        codes, name = cluster, table.cluster_column or "cluster"
    elif len(table.datasets) > 1:
        codes, name = table.dataset[table.row_of_unit], "dataset"
    else:
        return "", None
    places = np.unique(codes, return_inverse=True)[1].astype(np.intp)
    # clusters of one example each are no more than their examples
    return (name, places) if places.max() + 1 < len(places) else ("", None)


def _samples(table: Predictions, means: Array) -> tuple[float, float]:
    """Return how many samples examples have (harmonic mean), and the variance within an example."""
    if not table.repeated:
        return 1.0, 0.0
    judged = table.has_labels or table.task == "correctness"
    rows = losses_of(table.filled, "accuracy" if judged else "auto").values
    counts = table.count_samples()
    squares = float(squares_within(table, rows, means).sum())
    return float(counts.size / (1 / counts).sum()), squares / float((counts - 1).sum())


# ---- scores


def _of_scores(scores: Scores, procedure: str) -> Noise:
    scores.require_matched(procedure)
    runs, used = scores.runs, scores.used_runs
    facets = _facets_of(runs)
    if not facets:
        raise DesignError(
            f"{procedure} needs datasets or repeats, which vary; there is one score of each algorithm.",
            hint=bench(dataset=...) + " or " + bench(repeat=...),
        )
    names = tuple(facets)
    table = _complete_table(runs, used, facets)
    if table is not None:
        sources, variant = _sources_of_complete(table, names), "analysis of variance"
        levels = tuple(zip(names, table.shape[1:], strict=True))
    else:
        sources, levels = _fit_sources(scores, names, procedure)
        variant = "REML"
    return Noise(sources, levels, variant, Design.of(scores))


def _facets_of(runs: Runs) -> dict[str, Codes]:
    """Return the codes of each run's levels of each facet that has several."""
    facets: dict[str, Codes] = {}
    if len(runs.datasets) > 1:
        facets["dataset"] = runs.dataset
    if len(runs.repeats) > 1:
        columns = runs.repeat_columns or ("repeat",)
        for place, column in enumerate(columns):
            labels = (
                [part[place] for part in runs.repeat_parts]
                if len(runs.repeat_columns) > 1
                else list(runs.repeats)
            )
            codes, names = pd.factorize(np.array(labels, dtype=object))
            if len(names) > 1:
                facets[column] = codes[runs.repeat]
    return facets


def _complete_table(runs: Runs, used: NDArray[np.bool_], facets: dict[str, Codes]) -> Array | None:
    """Return one score for each algorithm and combination of levels, if they are all there once."""
    codes = [runs.algorithm[used], *(column[used] for column in facets.values())]
    if len(facets) == TWO and "dataset" in facets and _is_within([*facets][1]):
        # seeds of one dataset may have other numbers than those of another
        codes[2] = _renumber(codes[1], codes[2])
    shape = tuple(int(column.max()) + 1 for column in codes)
    flat = np.ravel_multi_index([column.astype(np.intp) for column in codes], shape)
    if len(flat) != np.prod(shape) or len(np.unique(flat)) < len(flat) or min(shape) < TWO:
        return None
    table = np.empty(int(np.prod(shape)))
    table[flat] = runs.value[used]
    return table.reshape(shape)


def _renumber(outer: Codes, inner: Codes) -> Codes:
    """Return numbers of the levels within each outer one, from 0."""
    frame = pd.DataFrame({"outer": outer, "inner": inner})
    ranks = frame.groupby("outer")["inner"].rank("dense").to_numpy()
    return np.asarray(ranks - 1, dtype=np.intp)


def _is_within(name: str) -> bool:
    return name.casefold() in WITHIN


def _sources_of_complete(table: Array, names: Sequence[str]) -> tuple[Source, ...]:
    outer = frozenset({1}) if names[0] == "dataset" else _NONE
    within = [
        outer if place > 0 and _is_within(name) else _NONE for place, name in enumerate(names)
    ]
    return _sources_of(table, names, within)


def _sources_of(
    table: Array,
    names: Sequence[str],
    within: Sequence[frozenset[int]],
    *,
    noun: str = "algorithm",
) -> tuple[Source, ...]:
    # squares of very large or small scores
    unit = float(np.abs(table).max()) or 1.0
    found = numerics.crossed(table / unit, within)
    ordered = sorted(found, key=lambda part: (len(part - {0}), sorted(part - {0}), 0 in part))
    return tuple(
        _source(
            [names[axis - 1] for axis in sorted(part - {0})],
            found[part],
            of_algorithm=0 in part,
            unit=unit,
            noun=noun,
        )
        for part in ordered
    )


def _fit_sources(
    scores: Scores, names: Sequence[str], procedure: str
) -> tuple[tuple[Source, ...], tuple[tuple[str, int], ...]]:
    """Fit an incomplete table of datasets and their repeats by REML."""
    inner = [name for name in names if name != "dataset"]
    crossing = [name for name in inner if not _is_within(name)]
    if "dataset" not in names or len(inner) > 1 or crossing:
        raise DesignError(
            f"{procedure} needs a complete table for {examples(names)}: each algorithm with each "
            "combination, once.",
            hint=bench(missing="drop") + ", or one column of repeats within datasets",
        )
    runs, used = scores.runs, scores.used_runs
    algorithm, dataset = runs.algorithm[used], runs.dataset[used]
    parts = [dataset]
    if inner:
        parts.append(dataset * len(runs.algorithms) + algorithm)
        parts.append(dataset * len(runs.repeats) + runs.repeat[used])
    response = runs.value[used]
    unit = float(np.abs(response).max()) or 1.0
    design = (algorithm[:, None] == np.arange(len(runs.algorithms))).astype(float)
    fit = mixed.fit(response / unit, design, parts)
    sizes = [*fit.variances, fit.residual]
    n_datasets = len(np.unique(dataset))
    levels = [("dataset", n_datasets)]
    facets: list[tuple[str, ...]] = [("dataset",), ("dataset",)]
    if inner:
        facets += [("dataset", inner[0])] * 2
        n_cells = len(np.unique(parts[1]))
        levels.append((inner[0], max(round(len(response) / n_cells), 1)))
    return (
        tuple(
            _source(part, size, of_algorithm=place % 2 == 1, unit=unit)
            for place, (part, size) in enumerate(zip(facets, sizes, strict=True))
        ),
        tuple(levels),
    )
