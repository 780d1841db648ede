"""The headline, the verdict and the cautions of an analysis of curves, in plain sentences."""

from collections.abc import Sequence

from benchreport.analysis.analysis import Analysis
from benchreport.analysis.verdicts.caution import MOST_SENTENCES, Answer, list_cautions
from benchreport.analysis.verdicts.headline import add_measure, choose_short, continue_clause
from benchreport.data.curves import Curves
from benchreport.errors import name_steps
from benchreport.results.curves.budgets import BudgetsResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.verdicts import headline as headlines
from benchreport.wording.verdicts import verdict as wording


def answer_curves(
    curves: Curves, area: Analysis | None, budgets: BudgetsResult | None, left_out: Sequence[str]
) -> Answer:
    """Write what was found: by the area under the curves, and budget by budget.

    Parameters
    ----------
    curves
        Runs of k algorithms.
    area
        The analysis of areas under the curves, if there is one.
    budgets
        The best algorithms at each budget, if they could be compared.
    left_out
        The reasons why results are missing, a sentence each.
    """
    picks = "" if budgets is None else _describe_picks(budgets)
    if area is None:
        if budgets is not None:
            return Answer(_head_picks(budgets), (picks,), ())
        names = fmt.join(curves.algorithms, most=5)
        described = headlines.CURVES.format(names=names)
        reasons = dict.fromkeys(f"{reason.rstrip('.')}." for reason in left_out)
        headline = choose_short(described, headlines.CURVES_ONLY)
        return Answer(headline, (f"{described}.",), tuple(list_cautions("data", *reasons)))
    # a reason in brackets, and the long name of the score, are there once
    if budgets is not None and budgets.doubts and budgets.reservation in " ".join(area.verdict):
        picks = picks.replace(budgets.reservation, budgets.reservation.partition(" (")[0])
    short = wording.AREA.format(score=curves.score)
    long = area.scores.score
    first, *rest = (
        text.replace(fmt.mean_of(long), short).replace(long, short) for text in area.verdict
    )
    course = wording.COURSE.format(score=long, sentence=continue_clause(first))
    verdict = [course, *rest]
    room = MOST_SENTENCES - len(verdict)
    more = [picks] if picks else []
    headline = choose_short(add_measure(area.headline, headlines.AREA), area.headline)
    cautions = (*area.cautions, *list_cautions("data", *more[room:]))
    return Answer(headline, (*verdict, *more[:room]), cautions)


def _head_picks(budgets: BudgetsResult) -> str:
    if all(row.alike for row in budgets.rows):
        return headlines.NO_BUDGET
    if len(budgets.spans) == 1:
        return headlines.ONE_PICK.format(name=budgets.spans[0][0])
    return headlines.MANY_PICKS


def _describe_picks(budgets: BudgetsResult) -> str:
    """Say in a sentence which algorithm is best at which budget, and how surely."""
    rows = budgets.rows
    clear = sum(not row.alike for row in rows)
    if clear == 0:
        picks = list(dict.fromkeys(row.pick for row in rows))
        template = wording.NO_BUDGET if len(picks) > 1 else wording.NO_BUDGET_ONE
        return template.format(names=fmt.join(picks, most=5), level=fmt.level(budgets.alpha))
    spans = [
        (wording.PICK_OVER if high > low else wording.PICK).format(
            name=pick, steps=name_steps(budgets.step, *map(fmt.number, dict.fromkeys((low, high))))
        )
        for pick, low, high in budgets.spans
    ]
    answer = wording.MANY_PICKS.format(picks="; ".join(spans))
    if len(spans) == 1:
        answer = wording.ONE_PICK.format(name=budgets.spans[0][0])
    if budgets.doubts:
        return wording.PICKED_IN_DOUBT.format(answer=answer, reservation=budgets.reservation)
    if clear == len(rows):
        return wording.PICKED.format(answer=answer)
    level = fmt.level(budgets.alpha)
    return wording.PICKED_SURELY_AT.format(answer=answer, clear=clear, n=len(rows), level=level)
