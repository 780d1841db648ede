"""Five repetitions of twofold cross-validation: differences, variances and results."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchreport.data.columns.words.names import kind_of_repeat
from benchreport.data.scores import Scores
from benchreport.errors import DesignError
from benchreport.hints import bench, call
from benchreport.numerics.effects.superiority import probability_of_superiority
from benchreport.numerics.moments import common_unit
from benchreport.numerics.ties import snap_differences
from benchreport.results.base import Assumption
from benchreport.results.later import later
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._arrays import Array
from benchreport.stats._block_independence import no_copied_blocks
from benchreport.stats._corrections import adjust_p, correction_references
from benchreport.stats._pairs import Pairs, compare_pairs, pairs
from benchreport.wording.verdicts import assumptions as wording

REPETITIONS, FOLDS = 5, 2


class FiveByTwo(NamedTuple):
    """Differences (m, 5, 2) of m pairs, and the variances (m, 5) of each repetition's two.

    Both are in multiples of ``unit``, which is 1 unless scores are extreme.
    """

    columns: Pairs
    differences: Array
    variances: Array
    unit: float


def five_by_two(scores: Scores, procedure: str, control: str | None) -> FiveByTwo:
    """Return the differences of all pairs, ordered by repetition and fold.

    Raises
    ------
    DesignError
        The blocks are not five repetitions of two folds.
    """
    values = scores.require_complete(procedure)
    unit = common_unit(values)
    table = values[_places(scores, procedure)] / unit
    columns = pairs(scores, control)
    differences = snap_differences(
        np.moveaxis(table[:, :, columns[0]], 2, 0), np.moveaxis(table[:, :, columns[1]], 2, 0)
    )
    variances = (differences[:, :, 0] - differences[:, :, 1]) ** 2 / 2
    return FiveByTwo(columns, differences, variances, unit)


def is_five_by_two(scores: Scores) -> bool:
    """Return whether the blocks are five repetitions of two folds."""
    return _find_columns(scores) is not None


def _find_columns(scores: Scores) -> tuple[int, int] | None:
    """Return the places of the repetition and of the fold among the repeat columns, else ``None``."""
    parts, distinct = _labels(scores)
    sizes = [len(column) for column in distinct]
    if sorted(sizes) != [FOLDS, REPETITIONS] or len(parts) != REPETITIONS * FOLDS:
        return None
    fold = sizes.index(FOLDS)
    names = [kind_of_repeat(name) for name in scores.runs.repeat_columns]
    # only the names tell five repetitions of two folds from two repetitions of five
    return None if "fold" in names and names.index("fold") != fold else (1 - fold, fold)


def _labels(scores: Scores) -> tuple[list[tuple[str, ...]], list[list[str]]]:
    labels = dict(zip(scores.runs.repeats, scores.runs.repeat_parts, strict=True))
    parts = [labels[block] for block in scores.blocks] if scores.overlapping else []
    return parts, [sorted(set(column), key=_natural) for column in zip(*parts, strict=True)]


def _places(scores: Scores, procedure: str) -> NDArray[np.intp]:
    """Return the row of each repetition and fold, (5, 2), both in the order of their labels."""
    parts, distinct = _labels(scores)
    design = _find_columns(scores)
    if design is None:
        sizes = [len(column) for column in distinct]
        raise DesignError(
            f"{procedure} needs five repetitions of twofold cross-validation on one dataset; "
            f"{_describe(scores, sizes)}.",
            hint=bench(repeat=["repetition", "fold"])
            + ", columns with 5 and 2 labels; for other splits "
            + call("corrected_t"),
        )
    places = np.empty((REPETITIONS, FOLDS), dtype=np.intp)
    for row, labels in enumerate(parts):
        cell = tuple(distinct[column].index(labels[column]) for column in design)
        places[cell] = row
    return places


def _describe(scores: Scores, sizes: list[int]) -> str:
    if not scores.overlapping:
        return f"found {len(scores.blocks)} datasets"
    columns = scores.runs.repeat_columns
    labels = ", ".join(f"{name} with {size}" for name, size in zip(columns, sizes, strict=True))
    return f"found {len(scores.blocks)} repeats of one dataset ({labels} labels)"


def _natural(label: str) -> tuple[float, str]:
    """Return a key that sorts numbers by size, and other labels after them."""
    try:
        return float(label), ""
    except ValueError:
        return float("inf"), label


def compare_cv5x2(
    scores: Scores,
    table: FiveByTwo,
    statistic: Array,
    p_value: Array,
    *,
    control: str | None,
    **facts: Any,  # noqa: ANN401 - fields of PairwiseResult
) -> PairwiseResult:
    """Make a result, with the probability of superiority over the ten splits as effect size."""
    correction = facts["correction"]
    difference = table.differences.mean(axis=(1, 2)) * table.unit
    return compare_pairs(
        PairwiseResult,
        scores,
        table.columns,
        (difference, statistic, p_value, adjust_p(p_value, correction, control)),
        effect=probability_of_superiority(
            scores.values,
            *table.columns,
            higher_is_better=scores.higher_is_better,
            confidence=1 - facts["alpha"],
        ),
        control=control,
        assumptions=later(lambda: (VARIANCES, *no_copied_blocks(scores))),
        references=(
            *facts.pop("references", ()),
            "dietterich1998",
            *correction_references(correction),
        ),
        difference_name=f"mean difference of {scores.score}",
        effect_name="probability of superiority",
        **facts,
    )


VARIANCES = Assumption.of(wording.VARIANCES)
