"""Whether new versions are worse than an old one by more than a margin: by task, and over all tasks."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import pandas as pd

from benchreport.errors import format_count
from benchreport.results.base import Interval, Result
from benchreport.results.predictions.flips import Flip
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns, drop_empty_columns, interval_columns
from benchreport.results.writing.text_table import format_table
from benchreport.wording.results import degradation as wording
from benchreport.wording.results.headings import HEADINGS
from benchreport.wording.verdicts import caveats

Verdict = Literal["worse", "not worse", "undecided"]
VERDICTS: tuple[Verdict, ...] = ("worse", "undecided", "not worse")
PoolName = Literal["mean", "max", "fisher"]
MOST_TASKS = 5
SEVERAL = 2.0


class TaskChange(NamedTuple):
    """How a new version changes on one task, or on the mean of all.

    Parameters
    ----------
    version
        The new version.
    task
        The task; empty for the mean over tasks, and where there is one without a name.
    n, clusters
        Examples, and clusters that vary independently; the same number without clusters.
    old, new, difference
        Mean scores, and new − old.
    interval
        The interval of the difference, of confidence 1 − 2 alpha; of several tasks, at the levels at which
        Holm's correction tests each.
    better, worse
        Examples whose score got better, and worse.
    p_worse, p_not_worse
        P-values of H0: it is worse by the margin at most; and of H0: it is worse by the margin or more.
    p_worse_adjusted, p_not_worse_adjusted
        The same with Holm's correction over all rows of their kind.
    verdict
        ``"worse"``, ``"not worse"`` or ``"undecided"``.
    more
        How many more examples would decide it with a probability of 80 %; NaN where it is decided, infinite
        where none would.
    """

    version: str
    task: str
    n: int
    clusters: int
    old: float
    new: float
    difference: float
    interval: Interval
    better: int
    worse: int
    p_worse: float
    p_not_worse: float
    p_worse_adjusted: float
    p_not_worse_adjusted: float
    verdict: Verdict
    more: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DegradationResult(Result):
    """New versions against an old one: worse by more than the margin, not worse by more than it, undecided.

    Parameters
    ----------
    rows
        The tasks of each new version.
    pooled
        Each new version over all its tasks, which decides.
    flips
        Examples whose score changes, the largest losses of the first new version first; at most 500 losses
        and 500 gains of each.
    flips_of
        The new version of each flip.
    baseline
        The old version.
    margin
        The largest loss that does not matter, in score units.
    in_points
        Whether the margin is in percentage points, in which numbers are then written.
    pool
        How tasks are pooled.
    right_or_wrong
        Whether every score is 0 or 1.
    cluster_column
        The column of clusters; empty without one.
    """

    rows: tuple[TaskChange, ...]
    pooled: tuple[TaskChange, ...]
    flips: tuple[Flip, ...]
    flips_of: tuple[str, ...]
    baseline: str
    margin: float
    in_points: bool
    pool: PoolName
    right_or_wrong: bool
    cluster_column: str = ""

    @property
    def verdict(self) -> Verdict:
        """The verdict on all new versions: the worst of theirs."""
        found = {row.verdict for row in self.pooled}
        return next(verdict for verdict in VERDICTS if verdict in found)

    @property
    def table(self) -> pd.DataFrame:
        """One row per new version and task; of several tasks, one for their mean at the end."""
        rows = [*self.rows, *(row for row in self.pooled if self._n_tasks(row.version) > 1)]
        names = columns(rows, "version", "task")
        names["task"] = [row.task or wording.ALL_TASKS for row in rows]
        if all(self._n_tasks(row.version) == 1 and not row.task for row in self.rows):
            del names["task"]
        counts = columns(rows, "n", *(["clusters"] if self.cluster_column else []))
        numbers = columns(rows, "old", "new", "difference") | interval_columns(rows)
        return pd.DataFrame(
            names
            | counts
            | numbers
            | columns(rows, "better", "worse", "p_worse", "p_not_worse")
            | columns(rows, "p_worse_adjusted", "p_not_worse_adjusted", "verdict", "more")
        )

    @property
    def display(self) -> pd.DataFrame:
        """The table as text; of p-values, those that decide."""
        numbers = self.table
        texts = format_table(numbers, self.alpha)
        texts["more"] = [
            "" if math.isnan(each) else fmt.fixed(each, 0) for each in numbers["more"].tolist()
        ]
        unused = ["p_worse", "p_not_worse"]
        if self.correction == "none":
            unused = ["p_worse_adjusted", "p_not_worse_adjusted"]
        return drop_empty_columns(texts.drop(columns=[HEADINGS[name] for name in unused]))

    @property
    def flip_table(self) -> pd.DataFrame:
        """One row per example whose score changes."""
        facts: dict[str, list[object]] = {"version": [*self.flips_of]}
        facts |= columns(self.flips, *Flip._fields)
        optional = ("dataset", "cluster")
        return pd.DataFrame(
            {name: rows for name, rows in facts.items() if name not in optional or any(rows)}
        )

    @property
    def summary(self) -> str:
        """One line: the verdict on each new version, or how many have which."""
        score = self.design.score
        if len(self.pooled) > 1:
            counts = _count([row.verdict for row in self.pooled])
            return wording.MANY.format(
                method=self.method, score=score, margin=self.write(self.margin), counts=counts
            )
        (row,) = self.pooled
        return wording.SUMMARY.format(
            method=self.method, score=score, verdict=self.state(row), numbers=self.numbers_of(row)
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Each verdict with what it rests on, what more examples would do, tasks and flips."""
        sentences = [line for row in self.pooled for line in self.explain(row)]
        return (*sentences, caveats.MARGIN_BEFOREHAND)

    def explain(self, row: TaskChange) -> tuple[str, ...]:
        """Say what the pooled row of a new version shows."""
        tasks = [each for each in self.rows if each.version == row.version]
        verdict = self.state(row)
        change = wording.CHANGE if len(tasks) == 1 else wording.CHANGE_OVER_TASKS
        lines = [
            wording.DECIDED.format(
                verdict=verdict[0].upper() + verdict[1:] if row.verdict == "undecided" else verdict,
                change=change.format(
                    score=self.design.score, n=len(tasks), p=self._p(row), **self._numbers(row)
                ),
            )
        ]
        if len(tasks) > 1:
            lines += [self._decided_by(row), *self._say_tasks(tasks)]
        if row.verdict == "undecided":
            lines.append(self._say_more(row, len(tasks)))
        return (*filter(None, lines), self._say_flips(row))

    def state(self, row: TaskChange) -> str:
        """State a verdict as a clause."""
        return wording.VERDICTS[row.verdict].format(
            new=row.version, old=self.baseline, margin=self.write(self.margin)
        )

    def numbers_of(self, row: TaskChange) -> str:
        """Write the difference and its interval."""
        return wording.NUMBERS.format(**self._numbers(row))

    def write(self, value: float) -> str:
        """Write a difference of scores, in points if the margin is in points."""
        if self.in_points:
            return wording.POINTS.format(number=fmt.number(100 * value))
        return fmt.number(value)

    def write_interval(self, row: TaskChange) -> str:
        """Write the interval of a row, with the decimals that suit its width."""
        unit = 100.0 if self.in_points else 1.0
        ends = [unit * end for end in row.interval[:2]]
        text = fmt.interval(ends, fmt.writer([*ends, unit * row.difference], least=1))
        return wording.POINTS.format(number=text) if self.in_points else text

    def _numbers(self, row: TaskChange) -> dict[str, str]:
        unit = 100.0 if self.in_points else 1.0
        write = fmt.writer([unit * each for each in (*row.interval[:2], row.difference)], least=1)
        difference = write(unit * row.difference)
        if self.in_points:
            difference = wording.POINTS.format(number=difference)
        return {
            "difference": difference,
            "confidence": fmt.number(100 * row.interval.confidence),
            "interval": self.write_interval(row),
        }

    def _p(self, row: TaskChange) -> str:
        """Write the p-value of the verdict; of none, the smaller one."""
        worse = row.verdict == "worse" or (
            row.verdict == "undecided" and row.p_worse_adjusted < row.p_not_worse_adjusted
        )
        p = row.p_worse_adjusted if worse else row.p_not_worse_adjusted
        return f"one-sided {fmt.p_equals(p, self.alpha)}"

    def _decided_by(self, row: TaskChange) -> str:
        if self.pool == "mean":
            return wording.DECIDED_BY_MEAN.format(p=self._p(row))
        verdict = row.verdict
        key = verdict if verdict == "not worse" else (self.pool, verdict)
        worse, not_worse = (
            fmt.p_equals(p, self.alpha) for p in (row.p_worse_adjusted, row.p_not_worse_adjusted)
        )
        p = worse if verdict == "worse" else not_worse
        return wording.DECIDED_BY[key].format(p=p, p_worse=worse)

    def _say_tasks(self, tasks: Sequence[TaskChange]) -> list[str]:
        counts = _count([row.verdict for row in tasks])
        lines = [wording.TASKS.format(n=len(self.rows), counts=counts)]
        lost = [row.task for row in tasks if row.verdict == "worse"]
        if lost:
            names = fmt.join(lost, most=MOST_TASKS)
            lines.append(wording.TASKS_WORSE.format(margin=self.write(self.margin), tasks=names))
        return lines

    def _say_more(self, row: TaskChange, n_tasks: int) -> str:
        if math.isnan(row.more):
            return ""
        noun = "clusters" if self.cluster_column else "examples"
        if math.isinf(row.more):
            return wording.NEVER.format(noun=noun)
        times = 1 + row.more / row.n
        if n_tasks > 1 or (times < SEVERAL and self.cluster_column):
            return wording.MORE_OF_EACH.format(times=fmt.number(times, 2), noun=noun)
        more = row.more * row.clusters / row.n
        return wording.MORE.format(more=_round_up(more), noun=noun)

    def _say_flips(self, row: TaskChange) -> str:
        if not row.better and not row.worse:
            return wording.NO_FLIPS
        return wording.FLIPS[self.right_or_wrong].format(
            losses=format_count(row.worse, "example"), gains=row.better
        )

    def _n_tasks(self, version: str) -> int:
        return sum(row.version == version for row in self.rows)


def _count(verdicts: Sequence[Verdict]) -> str:
    """Count verdicts: "2 worse and 3 undecided"."""
    return fmt.join(
        [
            wording.COUNT.format(n=verdicts.count(verdict), verdict=verdict)
            for verdict in VERDICTS
            if verdict in verdicts
        ]
    )


def _round_up(value: float) -> str:
    """Write a number of examples with two significant digits, rounded up.

    >>> _round_up(1234.1), _round_up(7.2)
    ('1,300', '8')
    """
    size = 10.0 ** max(0, math.floor(math.log10(max(value, 1.0))) - 1)
    return fmt.number(math.ceil(value / size) * size, 15)
