"""One comparison under all choices that a careful analyst could have made."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from benchreport.results.base import Result
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns
from benchreport.wording.results import multiverse as wording


class Analysis(NamedTuple):
    """The comparison under one set of choices.

    Parameters
    ----------
    metric, aggregation, test, correction, clusters, gaps
        What ranks the algorithms, the test of pairs and its correction, the treatment of missing runs. Of
        predictions also the metric, and what varies independently; empty for scores.
    left_out, name
        ``"dataset"``, ``"cluster"``, ``"algorithm"`` or ``"model"`` and its name, where one is left out; else
        empty.
    n_blocks
        How many blocks are compared.
    best
        The algorithms with the best value.
    lead
        By how much the leader is ahead of its rival in the unit of the aggregation; NaN where one of them is
        left out.
    p_value, p_adjusted
        Of the leader against its rival.
    ahead, behind
        The algorithms than which the leader is better, or worse, with an adjusted p of at most alpha.
    """

    metric: str
    aggregation: str
    test: str
    correction: str
    clusters: str
    gaps: str
    left_out: str
    name: str
    n_blocks: int
    best: tuple[str, ...]
    lead: float
    p_value: float
    p_adjusted: float
    ahead: tuple[str, ...]
    behind: tuple[str, ...]


class Claim(NamedTuple):
    """A claim of the first analysis, and what becomes of it in the others.

    Parameters
    ----------
    kind, other
        ``"best"``: the leader has the best value; ``"ahead"`` and ``"open"``: it is better than the other, or
        not shown to be, by the test.
    holds, of
        In how many analyses it holds, of those that have both.
    flipped_by
        The choices that reverse it when they alone differ from the first analysis.
    """

    kind: str
    other: str
    holds: int
    of: int
    flipped_by: tuple[str, ...]


class Plan(NamedTuple):
    """One choice of each axis; empty where the table leaves none."""

    metric: str
    aggregation: str
    test: str
    correction: str
    clusters: str
    gaps: str


AXES = Plan._fields


@dataclass(frozen=True, slots=True, kw_only=True)
class MultiverseResult(Result):
    """A comparison under all choices, the first of which is that of reports.

    Parameters
    ----------
    rows
        The analyses, the first one's choices first.
    leader, rival
        The best algorithm of the first analysis, and the one that it is compared with.
    claims
        What the first analysis claims about the leader, and how often it holds.
    crossed
        The choices of which all combinations are there; others differ one at a time from the first.
    not_tried
        How many datasets (or clusters) and algorithms are not left out, for lack of room.
    """

    rows: tuple[Analysis, ...]
    leader: str
    rival: str
    claims: tuple[Claim, ...]
    crossed: tuple[str, ...]
    not_tried: int

    @property
    def short_name(self) -> str:
        """The method's name within a sentence."""
        return self.method.lower()

    @property
    def table(self) -> pd.DataFrame:
        """One row per analysis; leads, in different units, are in ``.rows``."""
        chosen = [axis for axis in AXES if any(getattr(row, axis) for row in self.rows)]
        facts = columns(self.rows, *chosen, "left_out", "name", "n_blocks")
        facts["best"] = [", ".join(row.best) for row in self.rows]
        facts |= columns(self.rows, "p_value", "p_adjusted")
        facts["n_ahead"] = [len(row.ahead) for row in self.rows]
        facts["n_behind"] = [len(row.behind) for row in self.rows]
        return pd.DataFrame(facts)

    @property
    def display(self) -> pd.DataFrame:
        """The analyses as text, with what they say about the leader and its rival."""
        cells = {
            axis: [wording.LEVELS.get(getattr(row, axis), getattr(row, axis)) for row in self.rows]
            for axis in AXES
            if len({getattr(row, axis) for row in self.rows}) > 1
        }
        if any(row.left_out for row in self.rows):
            cells["without"] = [f"{row.left_out} {row.name}".strip() for row in self.rows]
        cells |= {
            "best": [fmt.join(row.best, most=3) for row in self.rows],
            "p": [fmt.p_value(row.p_adjusted, self.alpha) for row in self.rows],
            "ahead of": [str(len(row.ahead)) for row in self.rows],
        }
        return pd.DataFrame(cells, dtype=object)

    @property
    def summary(self) -> str:
        """One line: how many analyses there are, and in how many the leader leads."""
        best = next(claim for claim in self.claims if claim.kind == "best")
        return wording.SUMMARY.format(
            method=self.method,
            analyses=wording.ANALYSES[best.of != 1].format(n=best.of),
            leader=self.leader,
            leads=self._leads,
            holds=best.holds,
        )

    @property
    def _leads(self) -> str:
        """Say whether the leader leads alone where it leads."""
        shared = [len(row.best) > 1 for row in self.rows if self.leader in row.best]
        return wording.LEADS[any(shared) + all(shared)]

    @property
    def interpretation(self) -> tuple[str, ...]:
        """What becomes of each claim, and what all this is not."""
        best, *rest = self.claims
        lines = [self._say([best], wording.BEST)]
        if self.doubts:
            lines.append(wording.IN_DOUBT.format(reservation=self.reservation))
        for kind in ("ahead", "open"):
            lines += self._say_pairs([claim for claim in rest if claim.kind == kind], kind)
        if self.not_tried:
            lines.append(
                wording.NOT_TRIED.format(
                    n=self.not_tried, kinds=self._kinds, leader=self.leader, rival=self.rival
                )
            )
        return (*lines, wording.NO_CHOICE)

    @property
    def _kinds(self) -> str:
        """What is left out, in the plural."""
        kinds = [*dict.fromkeys(row.left_out for row in self.rows if row.left_out)]
        return fmt.join([f"{kind}s" for kind in kinds or ("dataset", self.design.noun)], most=3)

    def _say_pairs(self, claims: Sequence[Claim], kind: str) -> list[str]:
        """Say what becomes of claims of one kind; those that change alike share a sentence."""
        sure = [claim for claim in claims if claim.holds == claim.of]
        always = wording.ALWAYS_AHEAD if kind == "ahead" else wording.ALWAYS_OPEN
        lines = [self._say(sure, always)] if sure else []
        alike: dict[Claim, list[Claim]] = {}
        for claim in claims:
            if claim.holds < claim.of:
                alike.setdefault(claim._replace(other=""), []).append(claim)
        template = wording.AHEAD if kind == "ahead" else wording.OPEN
        groups = [*alike.values()]
        lines += [self._say(group, template) for group in groups[:MOST_SENTENCES]]
        more = sum(map(len, groups[MOST_SENTENCES:]))
        return [*lines, wording.MORE_CLAIMS.format(n=more)] if more else lines

    def _say(self, claims: Sequence[Claim], template: str) -> str:
        first = claims[0]
        text = template.format(
            leader=self.leader,
            leads=self._leads,
            names=fmt.join([claim.other for claim in claims], most=5),
            holds=first.holds,
            of=first.of,
            level=fmt.level(self.alpha),
        )
        if first.holds < first.of and first.flipped_by:
            several = len(first.flipped_by) > 1
            flips = fmt.join(first.flipped_by, most=4, last="or")
            return text + (wording.FLIPS_EACH if several else wording.FLIPS).format(choices=flips)
        return text if text.endswith(".") else f"{text}."


MOST_SENTENCES = 3
