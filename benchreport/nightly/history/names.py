"""Algorithms and datasets that were renamed or retired: the history keeps what was stored."""

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from benchreport.nightly.history.night_scores import NightScores, sort_scores
from benchreport.nightly.night_facts import Finding, Key, Leader, NightFacts

NameKind = Literal["algorithm", "dataset"]
KINDS: tuple[NameKind, ...] = ("algorithm", "dataset")


class Names(NamedTuple):
    """The present names.

    Parameters
    ----------
    renamed
        For each kind, the present names of earlier ones.
    retired
        For each kind, the names that nobody measures any more.
    """

    renamed: Mapping[str, Mapping[str, str]]
    retired: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, events: Iterable[Mapping[str, Any]]) -> "Names":
        """Read the names from what people did, oldest first.

        Examples
        --------
        >>> names = Names.of([
        ...     {"action": "rename", "kind": "dataset", "old": "iris", "new": "flowers"},
        ...     {"action": "rename", "kind": "dataset", "old": "flowers", "new": "iris2"},
        ... ])
        >>> names.renamed["dataset"]["iris"]
        'iris2'
        """
        renamed: dict[str, dict[str, str]] = {kind: {} for kind in KINDS}
        retired: dict[str, set[str]] = {kind: set() for kind in KINDS}
        for event in events:
            if event.get("action") == "rename":
                names, old, new = renamed[event["kind"]], event["old"], event["new"]
                for earlier, present in names.items():
                    names[earlier] = new if present == old else present
                names[old] = new
                # a name that somebody takes back is itself again
                names.pop(new, None)
            elif event.get("action") == "retire":
                retired[event["kind"]].add(event["name"])
        return cls(renamed, {kind: frozenset(names) for kind, names in retired.items()})

    @property
    def are_as_stored(self) -> bool:
        """Whether nothing was renamed."""
        return not any(self.renamed.values())

    def in_scores(self, scores: NightScores) -> NightScores:
        """Return scores under the present names; a night that has both names keeps them."""
        changes: dict[str, Any] = {}
        for side, kind in (("algorithms", "algorithm"), ("datasets", "dataset")):
            stored = getattr(scores, side)
            present = tuple(self.renamed[kind].get(name, name) for name in stored)
            if present != stored and len({*present}) == len(present):
                changes[side] = present
        return sort_scores(dataclasses.replace(scores, **changes)) if changes else scores

    def in_facts(self, facts: NightFacts) -> NightFacts:
        """Return the facts of a night under the present names."""
        if self.are_as_stored:
            return facts
        return dataclasses.replace(
            facts,
            series=tuple(
                dataclasses.replace(row, key=self._in_key(row.key)) for row in facts.series
            ),
            findings=tuple(map(self.in_finding, facts.findings)),
            leaders=tuple(map(self._in_leader, facts.leaders)),
        )

    def in_finding(self, finding: Finding) -> Finding:
        """Return a finding under the present name of its series."""
        return dataclasses.replace(finding, key=self._in_key(finding.key))

    def _in_key(self, key: Key) -> Key:
        return dataclasses.replace(
            key,
            algorithm=self.renamed["algorithm"].get(key.algorithm, key.algorithm),
            dataset=self.renamed["dataset"].get(key.dataset, key.dataset),
        )

    def _in_leader(self, leader: Leader) -> Leader:
        names = self.renamed["algorithm"]
        return dataclasses.replace(
            leader,
            algorithms=tuple(names.get(name, name) for name in leader.algorithms),
            before=tuple(names.get(name, name) for name in leader.before),
        )
