"""The levels of factors that others are compared with."""

from collections.abc import Iterable, Sequence

from benchreport.data.columns.factors import Factor
from benchreport.errors import OptionError, check_choice, examples
from benchreport.hints import option
from benchreport.wording.results import factorial as wording


def find_baselines(factors: Sequence[Factor], chosen: Sequence[str] | str | None) -> list[int]:
    """Return the place of each factor's baseline among its levels.

    A level may be named after its factor, as in ``optimizer=sgd``.

    Raises
    ------
    OptionError
        One is no level, or two are of the same factor.
    """
    named: list[set[int]] = [set() for _ in factors]
    for text in list_levels(chosen):
        for place, level in _find_level(text, factors):
            named[place].add(level)
    for factor, levels in zip(factors, named, strict=True):
        if len(levels) > 1:
            texts = [factor.levels[level] for level in sorted(levels)]
            raise OptionError(
                f"baseline names several levels of {factor.name!r}: {examples(texts)}.",
                hint=option(baseline=texts[:1]),
            )
    return [next(iter(levels), 0) for levels in named]


def list_levels(chosen: Sequence[str] | str | None) -> list[str]:
    """Return the levels that were chosen, one or several, as text."""
    if chosen is None:
        return []
    one = isinstance(chosen, str) or not isinstance(chosen, Iterable)
    return [str(level) for level in ([chosen] if one else chosen)]


def _find_level(text: str, factors: Sequence[Factor]) -> list[tuple[int, int]]:
    """Return the places of the factors that have a level, and its place among theirs."""
    found = [
        (place, factor.levels.index(text))
        for place, factor in enumerate(factors)
        if text in factor.levels
    ]
    if found:
        return found
    for place, factor in enumerate(factors):
        level = text.removeprefix(f"{factor.name}=")
        if level != text:
            check_choice("baseline", level, factor.levels)
            return [(place, factor.levels.index(level))]
    check_choice("baseline", text, sorted({level for factor in factors for level in factor.levels}))
    return []


def note_guesses(factors: Sequence[Factor], bases: Sequence[int]) -> tuple[str, ...]:
    """Say which baselines are only the first in the alphabet."""
    return tuple(
        wording.FIRST_IN_ALPHABET.format(factor=factor.name, level=factor.levels[0])
        for factor, base in zip(factors, bases, strict=True)
        if factor.by_alphabet and base == 0
    )
