"""What tests of tables with gaps need and assume."""

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import DesignError, OptionError, examples
from benchreport.hints import code, option
from benchreport.results.base import Assumption
from benchreport.stats._arrays import Array
from benchreport.wording import assumptions as wording


def check_gaps(*, gaps: bool, blocks: bool) -> None:
    """Raise `OptionError` if gaps of blocks are asked for where there are none."""
    if gaps and not blocks:
        raise OptionError(
            "gaps are empty cells of blocks; independent runs come in any numbers.",
            hint=option(gaps=False) + " or " + option(blocks=True),
        )


def check_linked(scores: Scores, values: Array) -> None:
    """Refuse tables with algorithms that no chain of blocks links to the others.

    Raises
    ------
    DesignError
        The algorithms make groups without a common block.
    """
    present = ~np.isnan(values)
    meet = present.T.astype(float) @ present.astype(float) > 0
    linked = np.zeros(len(meet), dtype=bool)
    linked[0] = True
    for _ in range(len(meet)):
        linked = linked | meet[linked].any(axis=0)
    if linked.all():
        return
    names = [scores.algorithms[place] for place in np.flatnonzero(~linked)]
    raise DesignError(
        f"no {scores.block_kind} links {scores.algorithms[0]} to {examples(names)}, so they "
        "cannot be compared.",
        hint="compare the groups that share datasets separately: "
        + code("df[df['algorithm'].isin([...])]"),
    )


def missing_at_random(scores: Scores) -> Assumption:
    """Return the assumption that scores are missing by chance."""
    if not scores.missing_runs:
        return Assumption.of(wording.NOTHING_MISSING, "held")
    return Assumption.of(
        wording.SOME_MISSING, runs=scores.missing_runs.counted, block=scores.block_kind
    )
