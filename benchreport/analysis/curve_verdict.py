"""The headline, the verdict and the cautions of an analysis of curves, in plain sentences."""

from collections.abc import Sequence

from benchreport.analysis.analysis import Analysis
from benchreport.analysis.caution import MOST_SENTENCES, Answer, list_cautions
from benchreport.analysis.headline import add_measure, choose_short, continue_clause
from benchreport.data.curves import Curves
from benchreport.results import number_format as fmt
from benchreport.results.budgets import BudgetsResult

COURSE = "By the area under the curves, "


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
        described = f"Curves of {names} are described, and nothing is tested."
        reasons = dict.fromkeys(f"{reason.rstrip('.')}." for reason in left_out)
        headline = choose_short(
            described.rstrip("."), "Curves are described, and nothing is tested"
        )
        return Answer(headline, (described,), tuple(list_cautions("data", *reasons)))
    first, *rest = area.verdict
    verdict = [f"{COURSE}{continue_clause(first)}", *rest]
    room = MOST_SENTENCES - len(verdict)
    more = [picks] if picks else []
    headline = choose_short(add_measure(area.headline, "the area under the curves"), area.headline)
    cautions = (*list_cautions("data", *more[room:]), *area.cautions)
    return Answer(headline, (*verdict, *more[:room]), cautions)


def _head_picks(budgets: BudgetsResult) -> str:
    if all(row.alike for row in budgets.rows):
        return "No algorithm leads significantly at any budget"
    if len(budgets.spans) == 1:
        return f"{budgets.spans[0][0]} is best at all budgets"
    return "Which algorithm is best depends on the budget"


def _describe_picks(budgets: BudgetsResult) -> str:
    """Say in a sentence which algorithm is best at which budget, and how surely."""
    rows = budgets.rows
    clear = sum(not row.alike for row in rows)
    if clear == 0:
        picks = fmt.join(dict.fromkeys(row.pick for row in rows))
        return (
            f"At none of the {len(rows)} budgets does one algorithm differ significantly from all others; "
            f"the best means are those of {picks}."
        )
    spans = [
        f"{pick} at {budgets.step} {fmt.number(low)}"
        + (f" to {fmt.number(high)}" if high > low else "")
        for pick, low, high in budgets.spans
    ]
    answer = f"Which algorithm is best depends on the budget: {'; '.join(spans)}"
    if len(spans) == 1:
        answer = f"{budgets.spans[0][0]} has the best mean at all {len(rows)} budgets"
    if budgets.doubts:
        return f"{answer}; none is called significantly better, as {budgets.reservation}."
    if clear == len(rows):
        return f"{answer}."
    return f"{answer}; its lead over all others is significant at {clear} of {len(rows)} budgets."
