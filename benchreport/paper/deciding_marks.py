"""What the deciding test says of a table's algorithms: who leads, who may be as good, and letters."""

from collections.abc import Mapping
from typing import NamedTuple

from benchreport.analysis import Analysis
from benchreport.results import PairwiseResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.papers import paper_kit as wording


class Marks(NamedTuple):
    """The judgement of one test on all algorithms, as a table shows it.

    Parameters
    ----------
    leaders
        The algorithms with the best position in the test.
    as_good
        Those that the test does not find significantly worse than the leader.
    letters
        The compact letter display; two algorithms share a letter unless they differ significantly.
    by_ranks
        Whether the test compares mean ranks, and not means.
    note
        The sentences that name the test, or say why nothing is marked.
    """

    leaders: frozenset[str] = frozenset()
    as_good: frozenset[str] = frozenset()
    letters: Mapping[str, str] = {}
    by_ranks: bool = True
    note: tuple[str, ...] = ()


def mark_algorithms(analysis: Analysis) -> Marks:
    """Mark by the test that decides; nothing is marked while a check puts its p-values in doubt."""
    pairs = analysis.decisive
    if pairs is None:
        return Marks(note=(wording.NOT_TESTED,))
    if pairs.doubts:
        why = wording.NOTHING_MARKED.format(
            test=fmt.lower(pairs.method), reservation=pairs.reservation
        )
        return Marks(note=(pairs.caution or why,))
    best = (min if pairs.lower_centre_is_better else max)(pairs.centres)
    names = pairs.design.algorithms
    leaders = [name for name, centre in zip(names, pairs.centres, strict=True) if centre == best]
    as_good = frozenset(name for name in names if not _is_worse(pairs, name, leaders[0]))
    letters = pairs.letters() if len(names) > 2 else {}  # noqa: PLR2004 - a pair needs none
    return Marks(
        frozenset(leaders),
        as_good - set(leaders),
        letters,
        pairs.by_ranks,
        _explain(pairs, letters),
    )


def _is_worse(pairs: PairwiseResult, name: str, leader: str) -> bool:
    judged = pairs.judgements.get(frozenset((name, leader)))
    return judged is not None and judged.significant and judged.favours == leader


def _explain(pairs: PairwiseResult, letters: Mapping[str, str]) -> tuple[str, ...]:
    test = f"{fmt.lower(pairs.method)}, α = {fmt.level(pairs.alpha)}"
    centre = pairs.centre_name if pairs.by_ranks else "mean"
    marked = wording.MARKED.format(centre=centre, test=test)
    return (marked, wording.LETTERS) if letters else (marked,)
