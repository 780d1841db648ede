"""The levels of factors that others are compared with."""

from collections.abc import Sequence

from benchreport.data.columns.factors import Factor
from benchreport.errors import OptionError, check_choice, examples
from benchreport.hints import option
from benchreport.wording.results import factorial as wording


def find_baselines(factors: Sequence[Factor], chosen: Sequence[str] | None) -> list[int]:
    """Return the place of each factor's baseline among its levels.

    Raises
    ------
    OptionError
        One is no level, or two are of the same factor.
    """
    wanted = [] if chosen is None else [str(level) for level in chosen]
    known = {level for factor in factors for level in factor.levels}
    for level in wanted:
        check_choice("baseline", level, sorted(known))
    bases = []
    for factor in factors:
        named = [place for place, level in enumerate(factor.levels) if level in wanted]
        if len(named) > 1:
            raise OptionError(
                f"baseline names several levels of {factor.name!r}: "
                f"{examples(factor.levels[place] for place in named)}.",
                hint=option(baseline=[factor.levels[named[0]]]),
            )
        bases.append(named[0] if named else 0)
    return bases


def note_guesses(factors: Sequence[Factor], bases: Sequence[int]) -> tuple[str, ...]:
    """Say which baselines are only the first in the alphabet."""
    return tuple(
        wording.FIRST_IN_ALPHABET.format(factor=factor.name, level=factor.levels[0])
        for factor, base in zip(factors, bases, strict=True)
        if factor.by_alphabet and base == 0
    )
