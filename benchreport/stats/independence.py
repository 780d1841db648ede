"""Whether blocks can count as independent: overlapping folds, and datasets that are copies."""

import math

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import examples
from benchreport.results.base import Design, Outcome
from benchreport.results.check import CheckResult, CheckRow
from benchreport.stats._assumptions import notes

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
        Training data shared by folds or splits; repeats that were averaged; datasets on which all
        algorithms have the very scores of another one.

    References
    ----------
    Dietterich (1998); Nadeau & Bengio (2003); Demšar (2006), section 3.

    Examples
    --------
    >>> import pandas as pd
    >>> from benchreport.data import Roles
    >>> frame = pd.DataFrame({"fold": range(10), "a": range(10), "b": range(1, 11)})
    >>> print(independence(Scores.from_frame(frame, Roles(score="auc"))).rows[0].evidence)
    two training sets of 10 folds share 89 % of their data
    """
    rows = [_blocks(scores), *_averaged(scores), *_copies(scores)]
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


def _blocks(scores: Scores) -> CheckRow:
    if scores.block_kind == "run":
        return _row("runs", "not checked", "independent if seeds and splits were drawn for each")
    if scores.block_kind == "dataset":
        return _row(
            "datasets",
            "not checked",
            "a matter of how they were chosen; variants of one dataset count as one",
        )
    runs = scores.runs
    folds = [place for place, name in enumerate(runs.repeat_columns) if name.casefold() == "fold"]
    count = len({parts[folds[0]] for parts in runs.repeat_parts}) if folds else 0
    if count == 2:  # noqa: PLR2004 - twofold training sets do not overlap
        return _row(
            "folds", "doubtful", "training sets of twofold cross-validation do not overlap within a "
            "repetition, but do between repetitions"
        )  # fmt: skip
    if count > 2:  # noqa: PLR2004 - as above
        share = round(100 * (count - 2) / (count - 1))
        return _row(
            "folds",
            "violated",
            f"two training sets of {count} folds share {share} % of their data",
        )
    return _row(
        "repeats",
        "doubtful",
        "on one dataset: random splits share data; seeds on one split show only the noise of training",
    )


def _averaged(scores: Scores) -> list[CheckRow]:
    if scores.counts.max() <= 1:
        return []
    low, high = int(scores.counts.min()), int(scores.counts.max())
    each = str(high) if low == high else f"{low} to {high}"
    return [
        _row("repeats", "held", f"{each} of each cell are averaged and do not pass for datasets")
    ]


def _copies(scores: Scores) -> list[CheckRow]:
    """Find blocks on which every algorithm has the same scores as on another."""
    whole = [not bool(np.isnan(row).any()) for row in scores.values]
    seen: dict[bytes, list[str]] = {}
    for block, row, complete in zip(scores.blocks, scores.values, whole, strict=True):
        if complete and np.ptp(row) > 0:
            seen.setdefault(row.tobytes(), []).append(block)
    groups = [" = ".join(names) for names in seen.values() if len(names) > 1]
    if not groups or scores.block_kind == "run":
        return []
    what = f"{scores.block_kind}s with the very same scores"
    return [_row("copies", "violated", f"{what}: {examples(groups)}")]
