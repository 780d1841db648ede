"""Contrast estimation based on medians."""

from benchreport.data.scores import Scores
from benchreport.numerics.effects.contrast_medians import contrast_medians
from benchreport.results.base import Design
from benchreport.results.effects import Effect, EffectsResult
from benchreport.stats._assumptions import notes
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._pairs import column_pairs, control_name, pairs
from benchreport.wording import measures


def contrast_estimation(scores: Scores, *, control: str | None = None) -> EffectsResult:
    """Estimate how far apart pairs are in score units, from the medians of their differences.

    There is no H0 and no H1: these are estimates without p-values, robust against outlying blocks and
    consistent over pairs (a − b and b − c add up to a − c).

    Parameters
    ----------
    scores
        A complete table of k algorithms on N blocks.
    control
        Compare the others with this algorithm; by default, all pairs are compared.

    Returns
    -------
    EffectsResult
        One measure, in score units, first − second; it comes without an interval.

    Raises
    ------
    DesignError
        Runs are missing, or the control is not among the algorithms.

    References
    ----------
    Doksum (1967); García et al. (2010), Information Sciences 180, section 3.3.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
    >>> result = frame.bench(score="accuracy").contrast_estimation()
    >>> [round(row.estimate, 3) for row in result.rows]
    [2.0, 4.5, 2.5]
    """
    values = scores.require_complete("contrast_estimation")
    estimates = contrast_medians(values)
    names = scores.algorithms
    columns = pairs(scores, control)
    return EffectsResult(
        procedure="contrast_estimation",
        method="Contrast estimation based on medians",
        design=Design.of(scores),
        assumptions=(independent_blocks(scores),),
        warnings=notes(scores),
        references=("doksum1967", "garcia2010"),
        rows=tuple(
            Effect(names[i], names[j], MEASURE, float(estimates[i, j]), None)
            for i, j in column_pairs(columns)
        ),
        definitions=((MEASURE, measures.CONTRAST.format(score=scores.score)),),
        control=control_name(scores, control),
    )


MEASURE = "contrast of medians"
