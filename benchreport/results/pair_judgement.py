"""What a view of a pair says: whether the two differ, and who is better."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

Pair = frozenset[str]


class Judgement(NamedTuple):
    """One view of one pair.

    Parameters
    ----------
    significant
        Whether the view's criterion is met: an adjusted p-value of at most alpha, or a posterior
        probability of at least the confidence asked for.
    favours
        The algorithm that is better then; empty where the view favours neither.
    """

    significant: bool
    favours: str = ""


OPEN = Judgement(significant=False)


class View(Protocol):
    """A result that judges pairs."""

    @property
    def judgements(self) -> Mapping[Pair, Judgement]:
        """Each pair that was compared, in the order of the result."""


V = TypeVar("V", bound=View)


def differing_pairs(views: Sequence[View]) -> tuple[Pair, ...]:
    """Return the pairs of the first view on which the views do not agree whether, and for whom.

    Parameters
    ----------
    views
        The one that decides first; a pair counts where all views have it.
    """
    first, *others = (view.judgements for view in views)
    return tuple(
        pair
        for pair, judged in first.items()
        if all(pair in other for other in others) and any(other[pair] != judged for other in others)
    )


def contradictions(views: Sequence[V]) -> dict[Pair, dict[str, tuple[V, ...]]]:
    """Return the pairs for which views favour different algorithms, each of them significantly.

    Parameters
    ----------
    views
        Any number of views of the same algorithms.

    Returns
    -------
    dict
        For each pair the algorithms that views favour, with those views in their order.
    """
    favoured: dict[Pair, dict[str, tuple[V, ...]]] = {}
    for view in views:
        for pair, judged in view.judgements.items():
            if judged.favours:
                sides = favoured.setdefault(pair, {})
                sides[judged.favours] = (*sides.get(judged.favours, ()), view)
    return {pair: sides for pair, sides in favoured.items() if len(sides) > 1}
