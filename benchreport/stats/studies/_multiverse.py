"""Analyses of one table under all choices: which there are, what each says, and which claims they reverse."""

import functools
import itertools
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from benchreport.errors import OptionError
from benchreport.hints import option
from benchreport.progress import watch
from benchreport.results.checks.multiverse import AXES, Analysis, Claim, Plan
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.results.writing import number_format as fmt
from benchreport.stats._arrays import Array
from benchreport.wording.results import multiverse as wording
from benchreport.wording.shell import progress as steps

NOISE = 1e-12
Axes = tuple[Sequence[str], ...]


class LeftOut(NamedTuple):
    """What is left out: ``"dataset"``, ``"model"``, … and its name; both empty where nothing is."""

    kind: str = ""
    name: str = ""


NOTHING = LeftOut()


class Choices(Protocol):
    """A table with the choices that it leaves.

    Parameters
    ----------
    noun
        What is compared: ``"algorithm"`` or ``"model"``.
    axes
        The levels of each axis, in the order of ``AXES``, the first of each that of reports.
    """

    noun: str
    axes: Axes

    def settle(self, plan: Plan) -> Plan:
        """Return a plan with the choices that its test has instead, such as a correction of its own."""

    def test(self, plan: Plan, left_out: LeftOut) -> tuple[PairwiseResult, list[float]]:
        """Test all pairs; return adjusted p-values beside the result."""

    def value(self, plan: Plan, left_out: LeftOut) -> tuple[tuple[str, ...], Array, int]:
        """Return the names, what ranks them (higher is better), and how many blocks it is from."""

    def list_blocks(self, leader: str, rival: str) -> Sequence[LeftOut]:
        """List the blocks that can be left out, first those that favour the leader most."""


class Studied(NamedTuple):
    """The analyses, the first one's choices first, and what became of its claims."""

    rows: tuple[Analysis, ...]
    leader: str
    rival: str
    claims: tuple[Claim, ...]
    crossed: tuple[str, ...]
    not_tried: int


def study(
    choices: Choices,
    *,
    alpha: float,
    most: int,
    leave_out: bool,
    rival: str | None,
) -> Studied:
    """Analyse a table under all its choices."""
    crossed, plans = _plan(choices, most)
    names, values, _ = choices.value(plans[0], NOTHING)
    order = [names[place] for place in np.argsort(-values, kind="stable").tolist()]
    leader, rival = order[0], order[1] if rival is None else rival
    if rival == leader:
        raise OptionError(
            f"the rival must be another {choices.noun} than the leader, {leader!r}.",
            hint=option(rival=order[1]),
        )

    def analyse(plan: Plan, which: LeftOut = NOTHING) -> Analysis:
        return _analyse(choices, plan, which, leader, rival, alpha)

    rows = list(map(analyse, watch(plans, steps.ANALYSES)))
    not_tried = 0
    if leave_out:
        others = [LeftOut(choices.noun, name) for name in order if name not in (leader, rival)]
        blocks = choices.list_blocks(leader, rival)
        left, not_tried = _choose_left_out(blocks, others, most - len(rows))
        without = functools.partial(analyse, plans[0])
        rows += map(without, watch(left, steps.ANALYSES))
    claims = _claims(choices, rows, leader, names)
    return Studied(tuple(rows), leader, rival, claims, crossed, not_tried)


def _plan(choices: Choices, most: int) -> tuple[tuple[str, ...], list[Plan]]:
    """Cross as many choices as there is room for; the rest differs one at a time from the first."""
    axes = tuple(choices.axes)
    room, n_crossed = most, 0
    for levels in axes:
        if len(levels) > room:
            break
        room //= len(levels)
        n_crossed += 1
    full = itertools.product(*axes[:n_crossed])
    first = tuple(levels[0] for levels in axes)
    plans = [Plan._make((*plan, *first[n_crossed:])) for plan in full]
    for place in range(n_crossed, len(axes)):
        plans += [
            Plan._make((*first[:place], level, *first[place + 1 :])) for level in axes[place][1:]
        ]
    plans = [choices.settle(plan) for plan in plans]
    crossed = tuple(
        name for name, levels in zip(AXES[:n_crossed], axes, strict=False) if len(levels) > 1
    )
    return crossed, list(dict.fromkeys(plans))[:most]


def _analyse(
    choices: Choices, plan: Plan, left_out: LeftOut, leader: str, rival: str, alpha: float
) -> Analysis:
    """Analyse a table under one set of choices, whole or without a block or an algorithm."""
    result, adjusted = choices.test(plan, left_out)
    ahead: list[str] = []
    behind: list[str] = []
    p_value = p_adjusted = np.nan
    for row, p in zip(result.comparisons, adjusted, strict=True):
        if leader not in (row.first, row.second):
            continue
        other = row.second if row.first == leader else row.first
        if other == rival:
            p_value, p_adjusted = row.p_value, p
        if p <= alpha and row.favours:
            (ahead if row.favours == leader else behind).append(other)
    names, turned, n_blocks = choices.value(plan, left_out)
    values = dict(zip(names, turned.tolist(), strict=True))
    top = max(values.values())
    noise = NOISE * max(map(abs, values.values()))
    both = leader in values and rival in values
    return Analysis(
        **plan._asdict(),
        left_out=left_out.kind,
        name=left_out.name,
        n_blocks=n_blocks,
        best=tuple(each for each, value in values.items() if value >= top - noise),
        lead=values[leader] - values[rival] if both else np.nan,
        p_value=p_value,
        p_adjusted=p_adjusted,
        ahead=tuple(ahead),
        behind=tuple(behind),
    )


def _choose_left_out(
    blocks: Sequence[LeftOut], others: Sequence[LeftOut], room: int
) -> tuple[list[LeftOut], int]:
    """Choose what is left out: the blocks that favour the leader most, and the best other algorithms."""
    n_others = max(min(len(others), max(room // 2, room - len(blocks))), 0)
    chosen = [*blocks[: max(room - n_others, 0)], *others[:n_others]]
    return chosen, len(blocks) + len(others) - len(chosen)


def _claims(
    choices: Choices, rows: Sequence[Analysis], leader: str, names: Iterable[str]
) -> tuple[Claim, ...]:
    first = rows[0]

    def claim(kind: str, other: str, rows: Sequence[Analysis], holds: Sequence[bool]) -> Claim:
        flips = [
            _name_change(changed[0], row)
            for row, held in zip(rows, holds, strict=True)
            if not held and len(changed := _changes(choices, first, row)) == 1
        ]
        return Claim(kind, other, sum(holds), len(rows), tuple(flips))

    claims = [claim("best", "", rows, [leader in row.best for row in rows])]
    for other in names:
        if other == leader:
            continue
        there = [row for row in rows if (row.left_out, row.name) != (choices.noun, other)]
        if other in first.ahead:
            claims.append(claim("ahead", other, there, [other in row.ahead for row in there]))
        elif other not in first.behind:
            holds = [other not in (*row.ahead, *row.behind) for row in there]
            claims.append(claim("open", other, there, holds))
    return tuple(claims)


def _changes(choices: Choices, first: Analysis, row: Analysis) -> list[str]:
    changed = [axis for axis in AXES if getattr(row, axis) != getattr(first, axis)]
    if "test" in changed:
        # the other test may bring its correction
        plan = Plan(*(getattr(first, axis) for axis in AXES))._replace(test=row.test)
        brought = choices.settle(plan)
        changed = [
            axis
            for axis in changed
            if axis == "test" or getattr(brought, axis) != getattr(row, axis)
        ]
    return changed + [row.left_out] * bool(row.left_out)


def _name_change(axis: str, row: Analysis) -> str:
    if row.left_out:
        return wording.WITHOUT.format(named=fmt.add_kind(row.left_out, [row.name]))
    level: Any = getattr(row, axis)
    return wording.WITH.format(level=wording.LEVELS.get(level, level))
