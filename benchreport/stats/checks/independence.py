"""The check for overlapping folds and copied datasets."""

import math

from benchreport.data.scores import Scores
from benchreport.results.base import Design, Outcome
from benchreport.results.checks.assumption_check import CheckResult, CheckRow
from benchreport.results.later import later
from benchreport.stats._assumptions import notes
from benchreport.stats._block_independence import describe_copies, judge_blocks
from benchreport.wording.verdicts import checks


def independence(scores: Scores) -> CheckResult:
    """Check the independence of blocks by the design and by copies; scores alone cannot prove it.

    There is no H0 and no H1: folds of one dataset overlap by construction, whatever their scores.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks, or independent runs.

    Returns
    -------
    CheckResult
        Training data that folds or splits share; repeats that were averaged; blocks with the same
        scores as another block for all algorithms, if chance does not explain them.

    Notes
    -----
    Coarse scores tie by chance: tenfold accuracies on 150 examples move in steps of 1/15. Equal blocks
    count as copies if, given the step and the spread of the scores, chance gives as many in less
    than one table of a thousand. The same holds for two repetitions with all folds equal.

    References
    ----------
    Dietterich (1998); Nadeau & Bengio (2003); Demšar (2006), section 3.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"fold": range(10), "a": range(10), "b": range(1, 11)})
    >>> print(frame.bench(score="auc").independence().rows[0].evidence)
    two training sets of 10 folds share 89 % of their data, which makes p-values too small
    """
    rows = [_row(*judge_blocks(scores)), *_repeats_row(scores), *_copies_row(scores)]
    return CheckResult(
        procedure="independence",
        method="Design check",
        design=Design.of(scores),
        warnings=later(lambda: notes(scores)),
        references=("dietterich1998", "nadeau2003", "demsar2006"),
        assumption=checks.INDEPENDENT_BLOCKS,
        rows=tuple(rows),
    )


def _row(part: str, outcome: Outcome, evidence: str) -> CheckRow:
    return CheckRow(part, "", math.nan, math.nan, math.nan, outcome, evidence)


def _repeats_row(scores: Scores) -> list[CheckRow]:
    if scores.counts.max() <= 1:
        return []
    low, high = int(scores.counts[scores.counts > 0].min()), int(scores.counts.max())
    count = str(high) if low == high else f"{low} to {high}"
    return [_row("repeats", "held", checks.AVERAGED_REPEATS.format(count=count))]


def _copies_row(scores: Scores) -> list[CheckRow]:
    copies = describe_copies(scores)
    return [_row("copies", "violated", copies)] if copies else []
