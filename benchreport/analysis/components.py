"""The answer on an ablation study: which components help, before which combination leads."""

from collections.abc import Sequence

from benchreport.analysis.verdicts.caution import Answer, list_cautions
from benchreport.results import AblationResult, Component
from benchreport.results.models.ablation import name_together
from benchreport.results.pairs.pairwise import CORRECTIONS
from benchreport.results.writing import number_format as fmt
from benchreport.wording.results import factorial as wording

MOST = 3
OF_COMBINATIONS = 2
"""Sentences on the combinations: who leads, and by how much."""


def answer_components(result: AblationResult, answer: Answer) -> Answer:
    """Put what the components do before the answer on their combinations.

    Nothing is called significant while a check puts the p-values in doubt.

    Parameters
    ----------
    result
        The effects of the components.
    answer
        The answer on the combinations.
    """
    found, in_doubt = result.small_p, result.in_doubt
    sentence = _describe(result, found, in_doubt=in_doubt)
    if in_doubt:
        verdict = (sentence, result.caution, *answer.verdict[:OF_COMBINATIONS])
        return answer._replace(headline=_head_in_doubt(result, found), verdict=verdict)
    depends = _tell_dependences(result)
    return Answer(
        headline=_head(result, found),
        verdict=(sentence, *answer.verdict[:OF_COMBINATIONS]),
        cautions=(
            *list_cautions("components", depends, clause=wording.DEPEND_CLAUSE),
            *answer.cautions,
        ),
    )


def caution_inseparable(factor: str, answer: Answer) -> Answer:
    """Say of the answer on combinations that no effects of components are estimated, and why."""
    sentence = wording.INSEPARABLE.format(factor=factor)
    return answer._replace(cautions=(*list_cautions("data", sentence), *answer.cautions))


def _tell_dependences(result: AblationResult) -> str:
    """Say of which components the effects depend on one another; of one pair also how."""
    rows = [row for row in result.dependences if row.source in result.interacting]
    if len(rows) == 1:
        return wording.EFFECTS_DEPEND.format(dependences=result.describe_dependence(rows[0]))
    pairs = fmt.join((result.name_dependence(row) for row in rows), most=MOST)
    return wording.SEVERAL_DEPEND.format(pairs=pairs) if rows else ""


def _head(result: AblationResult, found: Sequence[Component]) -> str:
    helping = [row for row in found if row.helps]
    harming = [row for row in found if not row.helps]
    mean = fmt.mean_of(result.design.score)
    clauses = [
        template[len(rows) > 1].format(names=name_together(rows, MOST), mean=mean)
        for template, rows in (
            (wording.HELP_HEAD, helping),
            (wording.HARM_TOO if helping else wording.HARM_HEAD, harming),
        )
        if rows
    ]
    return ", ".join(clauses) if clauses else wording.NONE_HEAD.format(mean=mean)


def _head_in_doubt(result: AblationResult, found: Sequence[Component]) -> str:
    """Name the largest effect, and claim none."""
    largest = max(found, key=lambda row: abs(row.difference))
    return wording.HEAD_IN_DOUBT.format(
        mean=fmt.mean_of(result.design.score),
        difference=result.writer(largest.difference),
        name=largest.name,
    )


def _describe(result: AblationResult, found: Sequence[Component], *, in_doubt: bool) -> str:
    """Say in a sentence how large the effects with a small p-value are, and which were not found."""
    rest = [row for row in result.sorted_components if row not in found]
    test = wording.TEST_PER_BLOCK if result.variant == "per_block" else wording.TEST_POOLED
    cited = test.format(
        block=result.design.block_kind,
        correction=CORRECTIONS[result.correction].words,
        level=fmt.level(result.alpha),
    )
    if not found:
        return wording.NO_COMPONENT.format(names=name_together(rest, MOST), test=cited)
    cited = wording.WITH_INTERVALS.format(test=cited)
    effects = fmt.join((_write(result, row) for row in found[:MOST]), most=MOST)
    more = len(found) - MOST
    alone = len({row.factor for row in result.components}) == 1
    score = result.design.score
    mean = fmt.mean_of(score)
    own = mean if mean == score else mean[:1].upper() + mean[1:]
    return wording.COMPONENTS_DO.format(
        mean=own if alone else wording.AVERAGED[result.crossed].format(mean=mean),
        effects=effects,
        more=wording.MORE_COMPONENTS[more > 1].format(n=more, level=fmt.level(result.alpha))
        if more > 0
        else "",
        rest=_leave_open(rest, fmt.level(result.alpha), in_doubt=in_doubt),
        test=cited,
    )


def _leave_open(rows: Sequence[Component], level: str, *, in_doubt: bool) -> str:
    if not rows:
        return ""
    template = wording.REST_IN_DOUBT if in_doubt else wording.REST_OPEN
    return template[len(rows) > 1].format(names=name_together(rows, MOST), level=level)


def _write(result: AblationResult, row: Component) -> str:
    write = result.writer
    blocks = ""
    if row.n_better is not None:
        blocks = wording.BETTER_BLOCKS.format(
            n=row.n_better, all=result.design.n_blocks, kind=result.design.block_kind
        )
    return wording.CHANGES.format(
        name=row.name,
        difference=write(row.difference),
        interval=fmt.interval(row.interval[:2], write),
        p=fmt.p_equals(row.p_adjusted, result.alpha),
        blocks=blocks,
    )
