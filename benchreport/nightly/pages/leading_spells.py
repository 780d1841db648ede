"""The leaders by each metric: spells of nights with the same leaders, and shares of all nights."""

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from benchreport.errors import format_count
from benchreport.nightly.findings.night_summary import NightSummary
from benchreport.report.rendering.clean_text import clean
from benchreport.results.writing import number_format as fmt
from benchreport.wording.nights import pages as night_pages

MOST_SPELLS, MOST_LEADERS, MOST_METRICS = 8, 6, 12

Leads = list[tuple[str, tuple[str, ...]]]
"""The nights that have leaders, with the leaders' names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell:
    """Consecutive nights on which the same algorithms led by a metric."""

    metric: str
    leaders: str
    first: str
    last: str
    nights: int


def _leads_by_metric(nights: Sequence[NightSummary]) -> dict[str, Leads]:
    leads: dict[str, Leads] = {}
    for night in nights:
        for metric, leaders in night.leaders:
            leads.setdefault(metric, []).append((night.night, leaders))
    return {metric: leads[metric] for metric in sorted(leads)[:MOST_METRICS]}


def leading_spells(nights: Sequence[NightSummary]) -> tuple[Spell, ...]:
    """Return the spells of each metric's leaders, the newest first."""
    spells = []
    for metric, leads in _leads_by_metric(nights).items():
        groups = [
            (leaders, [night for night, _ in group])
            for leaders, group in itertools.groupby(leads, key=lambda pair: pair[1])
        ]
        spells += [
            Spell(
                metric=clean(metric),
                leaders=clean(", ".join(leaders)),
                first=names[0],
                last=names[-1],
                nights=len(names),
            )
            for leaders, names in reversed(groups[-MOST_SPELLS:])
        ]
    return tuple(spells)


def leading_shares(nights: Sequence[NightSummary]) -> tuple[str, ...]:
    """Write sentences on how many nights each algorithm led by each metric."""
    lines = []
    for metric, leads in _leads_by_metric(nights).items():
        counts = Counter(name for _, leaders in leads for name in leaders)
        # sort ties by name, so that the same history gives the same page
        most = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_LEADERS]
        (leader, times), *others = most
        first = night_pages.LED_FIRST.format(
            metric=clean(metric),
            algorithm=clean(leader),
            n=times,
            nights=format_count(len(leads), "night"),
        )
        shares = [night_pages.LED_NEXT.format(algorithm=clean(name), n=n) for name, n in others]
        lines.append(f"{fmt.join([first, *shares])}.")
    return tuple(lines)
