"""Whether blocks can count as independent: overlapping folds, and datasets that are copies."""

import math

from benchreport.data.scores import Scores
from benchreport.results.assumption_check import CheckResult, CheckRow
from benchreport.results.base import Design, Outcome
from benchreport.stats._assumptions import notes
from benchreport.stats._block_independence import describe_copies, judge_blocks

__all__ = ["independence"]


def independence(scores: Scores) -> CheckResult:
    """Look at what the design says on independence of blocks; scores alone can't prove it.

    There is no H0 and no H1: folds of one dataset overlap by construction, whatever their scores.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks, or independent runs.

    Returns
    -------
    CheckResult
        Training data shared by folds or splits; repeats that were averaged; blocks on which all
        algorithms have the very scores of another one, beyond what chance explains.

    Notes
    -----
    Coarse scores tie by chance: ten-fold accuracies on 150 examples move in steps of 1/15. Equal blocks
    count as copies where chance, given the step and the spread of the scores, gives as many in less than
    one table of a thousand; and two repetitions where all their folds are equal, by the same measure.

    References
    ----------
    Dietterich (1998); Nadeau & Bengio (2003); Demšar (2006), section 3.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"fold": range(10), "a": range(10), "b": range(1, 11)})
    >>> print(independence(Scores.from_frame(frame, Roles(score="auc"))).rows[0].evidence)
    two training sets of 10 folds share 89 % of their data, which makes p-values too small
    """
    rows = [_row(*judge_blocks(scores)), *_averaged(scores), *_copies(scores)]
    return CheckResult(
        procedure="independence",
        method="Design check",
        design=Design.of(scores),
        warnings=notes(scores),
        references=("dietterich1998", "nadeau2003", "demsar2006"),
        assumption="blocks are independent of one another",
        rows=tuple(rows),
    )


def _row(what: str, outcome: Outcome, evidence: str) -> CheckRow:
    return CheckRow(what, "", math.nan, math.nan, math.nan, outcome, evidence)


def _averaged(scores: Scores) -> list[CheckRow]:
    if scores.counts.max() <= 1:
        return []
    low, high = int(scores.counts.min()), int(scores.counts.max())
    each = str(high) if low == high else f"{low} to {high}"
    return [
        _row("repeats", "held", f"{each} of each cell are averaged and do not pass for datasets")
    ]


def _copies(scores: Scores) -> list[CheckRow]:
    found = describe_copies(scores)
    return [_row("copies", "violated", found)] if found else []
