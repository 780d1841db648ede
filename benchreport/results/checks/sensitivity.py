"""The dependence of a conclusion on single datasets, algorithms, or the treatment of gaps."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import pandas as pd

from benchreport.errors import format_count
from benchreport.results.base import Result
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns
from benchreport.wording.verdicts import checks as wording

MOST_ALONE, MOST_NAMED = 2, 3


class Variation(NamedTuple):
    """The comparison repeated with one change.

    Parameters
    ----------
    kind, name
        The kind of change: ``"dataset"`` or ``"algorithm"`` left out, or the treatment of gaps; and which.
    n_blocks, statistic, p_value, effect_size
        Blocks, statistic, p-value and effect size of the omnibus test.
    best
        The algorithms with the best mean rank.
    mean_ranks
        Mean ranks in the design's order; NaN for an algorithm that was left out.
    changed
        The pairs that are judged differently than in the full comparison.
    """

    kind: str
    name: str
    n_blocks: int
    statistic: float
    p_value: float
    effect_size: float
    best: tuple[str, ...]
    mean_ranks: tuple[float, ...]
    changed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SensitivityResult(Result):
    """A comparison and its variations.

    Parameters
    ----------
    base
        The comparison as it is.
    rows
        Its variations.
    leaves_out_pairs
        Whether the pairs of the variations are not judged, because another test than Nemenyi's decides.
    """

    base: Variation
    rows: tuple[Variation, ...]
    leaves_out_pairs: bool = False

    def without_pairs(self) -> "SensitivityResult":
        """Return the result without judgements of pairs, for where another test than Nemenyi's decides."""
        rows = tuple(row._replace(changed=()) for row in self.rows)
        return replace(self, rows=rows, leaves_out_pairs=True)

    @property
    def short_name(self) -> str:
        """The thing that is varied, in a word."""
        return "gaps" if self.base.kind == "gaps" else "stability"

    def _flips(self, row: Variation) -> bool:
        return (row.p_value <= self.alpha) != (self.base.p_value <= self.alpha)

    @property
    def flips(self) -> tuple[Variation, ...]:
        """The variations that reverse the omnibus decision."""
        return tuple(row for row in self.rows if self._flips(row))

    @property
    def new_best(self) -> tuple[Variation, ...]:
        """The variations with another best algorithm; one that was left out does not count."""
        return tuple(row for row in self.rows if self._other_best(row))

    def _other_best(self, row: Variation) -> bool:
        candidates = self._candidates(row)
        return bool(candidates) and not candidates & set(row.best)

    def _candidates(self, row: Variation) -> set[str]:
        """Name the best of the whole comparison that take part in a variation."""
        return set(self.base.best) - ({row.name} if row.kind == "algorithm" else set())

    def _name_best(self, row: Variation) -> str:
        return fmt.join(row.best, most=3) if self._candidates(row) else wording.BEST_LEFT_OUT

    @property
    def shared_best(self) -> tuple[str, ...]:
        """Those who share the first place, if no variation has another best but none of them always leads."""
        sharing = self.base.best if len(self.base.best) > 1 and not self.new_best else ()
        rows = [row for row in self.rows if row.kind != "algorithm" or row.name not in sharing]
        always = set(sharing).intersection(*(row.best for row in rows))
        return () if always else sharing

    @property
    def changed(self) -> tuple[Variation, ...]:
        """The variations in which some pair is judged differently."""
        return tuple(row for row in self.rows if row.changed)

    @property
    def table(self) -> pd.DataFrame:
        """The comparison as it is, then one row per variation."""
        every = (self.base, *self.rows)
        facts: dict[str, list[object]] = {"varied": [row.kind for row in every]}
        facts |= columns(every, "name", "n_blocks", "statistic", "p_value", "effect_size")
        facts["best"] = [", ".join(row.best) for row in every]
        facts["pairs_changed"] = [len(row.changed) for row in every]
        for place, name in enumerate(self.design.algorithms):
            facts[f"rank of {name}"] = [row.mean_ranks[place] for row in every]
        return pd.DataFrame(facts)

    @property
    def display(self) -> pd.DataFrame:
        """The decisions and the best algorithm, as text; the ranks are in ``.table``."""
        every = (self.base, *self.rows)
        cells = {
            "varied": [row.kind for row in every],
            "name": [_write_name(row) for row in every],
            "N": [f"{row.n_blocks:,}" for row in every],
            "p": [fmt.p_value(row.p_value, self.alpha) for row in every],
            "effect": [fmt.proportion(row.effect_size) for row in every],
            "best": [self._name_best(row) for row in every],
        }
        if not self.leaves_out_pairs:
            cells["pairs changed"] = [self._name_pairs(row) for row in every]
        return pd.DataFrame(cells, dtype=object)

    def _name_pairs(self, row: Variation) -> str:
        """Name the pairs that change, the better one of the whole comparison first."""
        means = dict(zip(self.design.algorithms, self.base.mean_ranks, strict=True))
        pairs = (sorted(pair, key=means.__getitem__) for pair in row.changed)
        return fmt.join((" − ".join(pair) for pair in pairs), most=3) if row.changed else ""

    @property
    def summary(self) -> str:
        """One line: the number of variations that change something."""
        tried = format_count(len(self.rows), "variation")
        clauses = [
            wording.OMNIBUS_DECISION.format(how=_count_changes(self.flips)),
            wording.ONE_LEADS.format(names=fmt.join(self.shared_best, most=MOST_NAMED))
            if self.shared_best
            else wording.BEST_ALGORITHM.format(how=_count_changes(self.new_best)),
        ]
        if not (self.flips or self.new_best or self.shared_best):
            clauses = [wording.NEITHER_OF_BOTH]
        if not self.leaves_out_pairs:
            some = wording.SOME_PAIR_CHANGES.format(how=_count_changes(self.changed))
            clauses.append(some if self.changed else wording.NO_PAIR_CHANGES)
        return wording.VARIATIONS.format(
            method=self.method, variations=tried, clauses=fmt.join(clauses)
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """The variations that matter."""
        lines = []
        for best in dict.fromkeys(row.best for row in self.new_best):
            rows = tuple(row for row in self.new_best if row.best == best)
            lines.append(
                wording.BEST_CHANGES.format(
                    best=fmt.join(best, most=3),
                    how=wording.RANK_FIRST[len(best) > 1],
                    change=_name_changes(rows),
                )
            )
        if self.shared_best:
            lines.append(
                wording.WHO_LEADS.format(
                    names=fmt.join(self.shared_best, most=MOST_NAMED), on=self._name_varied()
                )
            )
        if self.flips:
            lost = self.base.p_value <= self.alpha
            template = wording.OMNIBUS_LOST if lost else wording.OMNIBUS_GAINED
            lines.append(template.format(change=_name_changes(self.flips)))
        if self.changed:
            lines.append(wording.PAIRS_CHANGE.format(change=_name_changes(self.changed)))
        return tuple(lines) or (self._say_that_nothing_changes(),)

    def _say_that_nothing_changes(self) -> str:
        if not self.rows:
            return wording.NOTHING_VARIES
        template = wording.NOTHING_CHANGES
        if self.leaves_out_pairs:
            template = wording.NEITHER_CHANGES
        return template.format(on=self._name_varied())

    def _name_varied(self) -> str:
        """Name what the variations change."""
        if self.base.kind == "gaps":
            return wording.ON_GAPS
        kinds = fmt.join(dict.fromkeys(row.kind for row in self.rows), last="or")
        return wording.ON_ONE.format(kinds=kinds)


def _write_name(row: Variation) -> str:
    return wording.NAMES[row.name] if row.kind == "gaps" else row.name


def _count_changes(rows: tuple[Variation, ...]) -> str:
    return wording.CHANGES.get(len(rows), wording.CHANGES_OFTEN.format(n=len(rows)))


def _name_changes(rows: tuple[Variation, ...]) -> str:
    """Name variations, each of which alone changes something."""
    if rows[0].kind == "gaps":
        return wording.WITH_GAPS.format(names=fmt.join(map(_write_name, rows), last="or"))
    parts = []
    for kind in dict.fromkeys(row.kind for row in rows):
        names = [row.name for row in rows if row.kind == kind]
        if len(names) > MOST_ALONE:
            parts.append(
                wording.WITHOUT_ANY.format(
                    n=len(names), kind=kind, names=fmt.join(names, most=MOST_NAMED)
                )
            )
        else:
            parts.append(wording.WITHOUT.format(named=fmt.add_kind(kind, names)))
    return wording.EITHER.join(parts)
