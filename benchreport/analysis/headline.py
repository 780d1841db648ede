"""The finding in a line, as the headline of a page."""

import re

from benchreport.analysis.standing import Standing, find_best, find_standing
from benchreport.results import PairwiseResult
from benchreport.results import number_format as fmt

LONGEST = 90
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def write_headline(pairs: PairwiseResult, rivals: tuple[str, ...] = ()) -> str:
    """Write who is best, and how surely, without a full stop.

    Nothing is called significant while a check puts the p-values in doubt.

    Parameters
    ----------
    pairs
        The test of pairs that decides.
    rivals
        Algorithms that another view finds better than one that this test finds better.
    """
    if pairs.control is not None:
        return _compare_with_control(pairs, pairs.control)
    leaders, _ = find_best(pairs)
    if len(leaders) == len(pairs.design.algorithms):
        return f"No {pairs.design.noun} is ahead of the others"
    if len(leaders) > 1:
        return choose_short(
            f"{fmt.join(leaders, most=5)} share the first place",
            f"{spell_count(len(leaders))} {pairs.design.noun}s share the first place",
        )
    return _name_leader(pairs, leaders[0], rivals)


def choose_short(*candidates: str) -> str:
    """Return the first text that fits into a headline, else the last.

    >>> choose_short("a and " + 90 * "b" + " share the first place", "two share the first place")
    'Two share the first place'
    """
    text = next((text for text in candidates if len(text) <= LONGEST), candidates[-1])
    return text if text is candidates[0] else text[:1].upper() + text[1:]


def add_measure(headline: str, measure: str) -> str:
    """Name the measure in a headline, after its first clause.

    >>> add_measure("svm ranks first, but its lead is not significant", "accuracy")
    'svm ranks first by accuracy, but its lead is not significant'
    >>> add_measure("svm is significantly better than all others", "accuracy")
    'svm is significantly better than all others by accuracy'
    """
    end = re.search(r", (?:but|yet) |$", headline)
    place = end.start() if end else len(headline)
    return f"{headline[:place]} by {measure}{headline[place:]}"


def continue_clause(sentence: str) -> str:
    """Write a sentence as it stands after another clause; names keep their capitals."""
    word = sentence.partition(" ")[0]
    return sentence[:1].lower() + sentence[1:] if word in OPENINGS else sentence


OPENINGS = ("All", "Among", "In", "No", "None", "On", "Over", "The", "With")


def spell_count(count: int) -> str:
    """Write a small number as a word.

    >>> spell_count(4), spell_count(12)
    ('four', '12')
    """
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def _name_leader(pairs: PairwiseResult, best: str, rivals: tuple[str, ...]) -> str:
    standing = find_standing(pairs, best)
    leads = f"{best} {'ranks first' if pairs.by_ranks else 'scores best'}"
    if pairs.significant and pairs.doubts:
        return f"{leads}, but a check puts the p-values in doubt"
    if standing.ahead:
        names = fmt.join(standing.ahead, most=3)
        verb = "is" if len(standing.ahead) == 1 else "are"
        return choose_short(
            f"{leads}, yet {names} {verb} significantly better than it",
            f"{leads}, yet {_count_others(standing.ahead)} {verb} significantly better",
        )
    if rivals:
        return choose_short(
            f"{leads}, but another test favours {fmt.join(rivals, most=3)}",
            f"{leads}, but another test contradicts it",
        )
    return _compare_with_others(best, leads, standing)


def _compare_with_others(best: str, leads: str, standing: Standing) -> str:
    if not standing.beaten:
        if len(standing.open) == 1:
            return choose_short(
                f"No significant difference between {best} and {standing.open[0]}",
                f"{leads}, but its lead is not significant",
            )
        return f"{leads}, but its lead is not significant"
    if not standing.open:
        whom = standing.beaten[0] if len(standing.beaten) == 1 else "all others"
        return choose_short(
            f"{best} is significantly better than {whom}", f"{best} is significantly better"
        )
    others = _count_others(standing.open)
    named = standing.open[0] if len(standing.open) == 1 else others
    return choose_short(
        f"{leads}, but {named} cannot be told from it",
        f"{leads}, but {others} cannot be told from it",
    )


def _count_others(names: list[str]) -> str:
    return "one other" if len(names) == 1 else f"{spell_count(len(names))} others"


def _compare_with_control(pairs: PairwiseResult, control: str) -> str:
    standing = find_standing(pairs, control)
    noun = pairs.design.noun
    if pairs.significant and pairs.doubts:
        return f"A check puts the comparisons with the control {control} in doubt"
    better, worse = len(standing.ahead), len(standing.beaten)
    if not better and not worse:
        return f"No {noun} differs significantly from the control {control}"
    many, how = (better, "better") if better else (worse, "worse")
    verb = "is" if many == 1 else "are"
    text = f"{spell_count(many).capitalize()} {noun}{'s' * (many > 1)} {verb} significantly {how}"
    also = ""
    if better and worse:
        also = f", and {spell_count(worse)} {'is' if worse == 1 else 'are'} worse"
    return choose_short(
        f"{text} than the control {control}{also}",
        f"{text} than the control{also}",
    )
