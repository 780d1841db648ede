"""Judgements of pairs: whether the two differ, and who is better."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple, Protocol, TypeVar

Pair = frozenset[str]


class Judgement(NamedTuple):
    """One view of one pair.

    Parameters
    ----------
    significant
        Whether the view's criterion is met: an adjusted p-value of at most alpha, or a posterior
        probability of at least the required confidence.
    favours
        The algorithm that the view favours; empty if it favours neither.
    """

    significant: bool
    favours: str = ""


OPEN = Judgement(significant=False)


@cache
def favour(name: str) -> Judgement:
    """Return the judgement that one is better; tens of thousands of pairs share the same few."""
    return Judgement(significant=True, favours=name)


class View(Protocol):
    """A result that judges pairs."""

    @property
    def judgements(self) -> Mapping[Pair, Judgement]:
        """Each pair that was compared, in the order of the result."""

    @property
    def favoured(self) -> Mapping[Pair, str]:
        """The pairs of which the view favours one, with its name, in that order."""


V = TypeVar("V", bound=View)


def is_open(pair: Pair, views: Sequence[View]) -> bool:
    """Tell whether only some views find a pair significant; all views must have it."""
    judged = [view.judgements.get(pair) for view in views]
    return len({each and each.significant for each in judged}) > 1 and None not in judged


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
    favoured: dict[Pair, str] = {}
    contradicted = {
        pair
        for view in views
        for pair, name in view.favoured.items()
        if favoured.setdefault(pair, name) != name
    }
    # in the order of the first view that favours either
    return {pair: _by_side(views, pair) for pair in favoured if pair in contradicted}


def _by_side(views: Sequence[V], pair: Pair) -> dict[str, tuple[V, ...]]:
    sides: dict[str, tuple[V, ...]] = {}
    for view in views:
        if name := view.favoured.get(pair):
            sides[name] = (*sides.get(name, ()), view)
    return sides
