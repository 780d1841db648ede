"""The finding in a line, as the headline of a page."""

import re

from benchreport.analysis.verdicts.standing import Standing, agree, find_best, find_standing
from benchreport.results import PairwiseResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.verdicts import headline as wording

LONGEST = 90
PAIR = ("first", "second")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def write_headline(pairs: PairwiseResult, rivals: tuple[str, ...]) -> str:
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
        nobody = wording.NOBODY_AHEAD.format(noun=pairs.design.noun)
        if len(leaders) > len(PAIR):
            return nobody
        favoured = [row.favours for row in pairs.significant if row.favours]
        if favoured:
            (other,) = {*leaders} - {*favoured}
            than = wording.BETTER_THAN.format(name=favoured[0], whom=other)
            return choose_short(than, wording.BETTER.format(name=favoured[0]))
        return choose_short(
            wording.NEITHER_AHEAD.format(**dict(zip(PAIR, leaders, strict=True))), nobody
        )
    if len(leaders) > 1:
        names = fmt.join(leaders, most=5)
        none_differs = [] if pairs.small_p else [wording.SHARED_OPEN.format(names=names)]
        return choose_short(
            *none_differs,
            wording.SHARED.format(names=names),
            wording.SHARED_BY.format(
                count=spell_count(len(leaders)).capitalize(), noun=pairs.design.noun
            ),
        )
    return _name_leader(pairs, leaders[0], rivals)


def choose_short(*candidates: str, longest: int = LONGEST) -> str:
    """Return the first text that fits into a headline, else the last; names keep their case.

    >>> choose_short("a and " + 90 * "b" + " share first place", "Two algorithms share first place")
    'Two algorithms share first place'
    """
    return next((text for text in candidates if len(text) <= longest), candidates[-1])


def add_measure(headline: str, measure: str) -> str:
    """Name the measure in a headline, after its first clause.

    >>> add_measure("svm ranks first, but its lead is not significant", "accuracy")
    'svm ranks first by accuracy, but its lead is not significant'
    >>> add_measure("svm is significantly better than all others", "accuracy")
    'svm is significantly better than all others by accuracy'
    """
    end = re.search(r", (?:but|yet) |$", headline)
    place = end.start() if end else len(headline)
    return wording.BY_MEASURE.format(
        clause=headline[:place], measure=measure, rest=headline[place:]
    )


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
    leads = (wording.RANKS_FIRST if pairs.by_ranks else wording.SCORES_BEST).format(name=best)
    if pairs.in_doubt:
        return wording.IN_DOUBT.format(leads=leads)
    if standing.ahead:
        verb = agree(standing.ahead)
        return choose_short(
            *(
                wording.CONTRADICTED.format(leads=leads, names=names, verb=verb)
                for names in (fmt.join(standing.ahead, most=3), _count_others(standing.ahead))
            )
        )
    if rivals:
        return choose_short(
            wording.FAVOURED_BY_OTHER.format(leads=leads, names=fmt.join(rivals, most=3)),
            wording.OTHER_TEST.format(leads=leads),
        )
    on_datasets = pairs.design.block_kind in ("dataset", "example")
    return _compare_with_others(best, leads, standing, on_datasets=on_datasets)


def _compare_with_others(best: str, leads: str, standing: Standing, *, on_datasets: bool) -> str:
    if not standing.beaten:
        not_significant = wording.NOT_SIGNIFICANT.format(leads=leads)
        if len(standing.open) > 1:
            return not_significant
        pair = wording.NO_DIFFERENCE.format(first=best, second=standing.open[0])
        return choose_short(pair, not_significant)
    if not standing.open:
        whom = standing.beaten[0] if len(standing.beaten) == 1 else wording.ALL_OTHERS
        than = wording.BETTER_THAN.format(name=best, whom=whom)
        here = wording.ON_THIS_DATASET.format(claim=than)
        return choose_short(
            *([] if on_datasets else [here]), than, wording.BETTER.format(name=best)
        )
    others = _count_others(standing.open)
    named = standing.open[0] if len(standing.open) == 1 else others
    return choose_short(
        *(wording.OPEN.format(leads=leads, names=names) for names in (named, others))
    )


def _count_others(names: list[str]) -> str:
    count = spell_count(len(names))
    return wording.ONE_OTHER if len(names) == 1 else wording.OTHERS.format(count=count)


def _name_first(names: list[str]) -> str:
    """Name the first one, and count the others."""
    if len(names) < 3:  # noqa: PLR2004 - two names are as short as a count
        return fmt.join(names)
    return wording.NAMED_AND_OTHERS.format(name=names[0], others=_count_others(names[1:]))


def _compare_with_control(pairs: PairwiseResult, control: str) -> str:
    standing = find_standing(pairs, control)
    noun = pairs.design.noun
    if pairs.in_doubt:
        return wording.CONTROL_IN_DOUBT.format(control=control)
    better, worse = len(standing.ahead), len(standing.beaten)
    if not better and not worse:
        return wording.CONTROL_ALONE.format(noun=noun, control=control)
    group, how = (standing.ahead, "better") if better else (standing.beaten, "worse")
    text = wording.BETTER_OR_WORSE.format(names=_name_first(group), verb=agree(group), how=how)
    also = ""
    if better and worse:
        also = wording.AND_WORSE.format(count=spell_count(worse), verb=agree(standing.beaten))
    return choose_short(
        *(
            template.format(text=text, control=control, also=also)
            for template in (wording.THAN_CONTROL, wording.THAN_THE_CONTROL)
        )
    )
