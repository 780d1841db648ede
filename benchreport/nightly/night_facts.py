"""The facts of a night, from which its report, the index page and the notifications are written."""

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

State = Literal[
    "ok",
    "improved",
    "regressed",
    "unconfirmed",
    "no evidence",
    "missing",
    "failed",
    "not comparable",
]
"""The state of a series on a night. ``unconfirmed``: tonight alone is worse; the next night decides."""

Kind = Literal["regression", "improvement", "drift"]
Status = Literal["open", "acknowledged", "accepted", "fixed", "flaky"]
"""A finding is first open, may be acknowledged, and ends accepted (as the new baseline), fixed or flaky."""

STATUSES: tuple[Status, ...] = ("open", "acknowledged", "flaky", "accepted", "fixed")
"""The most urgent first."""

ALL = "all algorithms"
"""The algorithm of a series that tells what all algorithms of a night have in common."""

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, line breaks, and marks that change the direction of the text after them."""


def _escape(match: re.Match[str]) -> str:
    return ascii(match[0])[1:-1]


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """The name of a series: a metric and an algorithm, on one dataset or over all datasets.

    Examples
    --------
    >>> str(Key("accuracy", "svm", "iris"))
    'accuracy/svm/iris'
    """

    metric: str
    algorithm: str
    dataset: str = ""

    @property
    def over_all(self) -> "Key":
        """The name of the series of the same algorithm over all datasets."""
        return Key(self.metric, self.algorithm)

    def __str__(self) -> str:
        parts = [self.metric, self.algorithm or "(no name)", *[self.dataset] * bool(self.dataset)]
        # a slash within a name must not look like a separator, nor a line break like a new entry
        return "/".join(CONTROL.sub(_escape, part.replace("/", "∕")) for part in parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesNight:
    """The state of a series on one night, with the numbers behind it.

    Parameters
    ----------
    state, reason
        The state, and a reason if the state alone is not clear ("18 of 20 nights yet").
    value, baseline
        Tonight's score and the baseline's, in the metric's unit; ``None`` if there is none.
    change, low, high
        The mean of the last ``window`` nights (1 unless several show a change) minus the baseline, with a
        confidence interval; a ratio minus 1 if the metric is compared by ratios. Without what all series
        have in common, and without what the weekday does to the series.
    common
        What the night did to the series as to all others: in the unit of the change, which is without it.
    weekday
        What the weekday of the night usually does to the series, in the same unit; 0 where it has no pattern.
    p_value, p_adjusted
        The one-sided p-value in the direction of the change, unadjusted and adjusted over the series.
    n_baseline
        The number of nights in the baseline.
    provisional
        Whether these are too few to tell how much the series varies, so that others tell it.
    """

    key: Key
    state: State
    reason: str = ""
    value: float | None = None
    baseline: float | None = None
    change: float | None = None
    low: float | None = None
    high: float | None = None
    common: float = 0.0
    weekday: float = 0.0
    p_value: float | None = None
    p_adjusted: float | None = None
    n_baseline: int = 0
    provisional: bool = False
    window: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A regression, an improvement or a drift of a series, from its detection until it is closed.

    Several of one change are told as one; see `tell_changes`.

    Parameters
    ----------
    number
        The finding's number in its history, counted from 1.
    opened
        The night on which the finding was detected, as an ISO date.
    since
        The first night of the change, estimated from the series.
    closed
        The night from which the change is over; empty while it is not over.
    change, low, high, p_value
        The estimates from the night that opened the finding.
    baseline
        The level before the change, in the metric's unit.
    why
        The reason given by the person who acknowledged, accepted or closed the finding.
    note
        A remark from the data, such as that the code was the same as on the night before.
    label
        The branch or variant of the nights in which the finding was detected.
    until
        The night on which an acknowledgement, or a mark as flaky, ends; empty if it does not.
    known
        The worst that the change could be when somebody acknowledged it; beyond, it is a new finding.
    seen
        Whether tonight shows the change. A series that was not measured is not known to be back.
    by_hand
        Whether somebody closed it, so that its series need not be back.
    part_of
        The number of the first finding of the same change, of another series of its algorithm or on its
        dataset; 0 if this is the first.
    datasets, n_datasets
        Where several findings of a change are told as one: the datasets on which it was found, the one of
        the key first, and the number of all.
    algorithms, n_algorithms
        Likewise, where a dataset changed for several algorithms, those of which it was found.
    """

    number: int
    key: Key
    kind: Kind
    status: Status = "open"
    opened: str = ""
    since: str = ""
    closed: str = ""
    change: float = 0.0
    low: float = 0.0
    high: float = 0.0
    p_value: float = 1.0
    baseline: float = 0.0
    why: str = ""
    note: str = ""
    label: str = ""
    until: str = ""
    known: float | None = None
    seen: bool = True
    by_hand: bool = False
    part_of: int = 0
    datasets: tuple[str, ...] = ()
    n_datasets: int = 0
    algorithms: tuple[str, ...] = ()
    n_algorithms: int = 0

    @property
    def change_number(self) -> int:
        """The number of the first finding of the same change, by which people name it."""
        return self.part_of or self.number

    @property
    def worst(self) -> float:
        """The worst that the change may be, by its interval."""
        return self.low if self.change < 0 else self.high

    @property
    def is_mark(self) -> bool:
        """Whether somebody marked the series as flaky before it alerted, so that no change was found."""
        return not self.change

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Finding":
        """Read a finding from its fields, directly or after a round trip through JSON."""
        names = {side: tuple(data.get(side, ())) for side in ("datasets", "algorithms")}
        return cls(**{**data, **names, "key": Key(**data["key"])})


def tell_changes(findings: Iterable[Finding], keys: Iterable[Key] = ()) -> tuple[Finding, ...]:
    """Return one finding for each change: what people read, count and answer.

    An algorithm's change on its datasets and over all of them is one. Over all, it is told where it was found
    so and on none of them or on most; otherwise, by the dataset on which it is most significant. A dataset's
    change for several algorithms is told by the one for which it is most significant. A change has the number
    and the night of the finding that was first, and is over when all of its findings are.

    Parameters
    ----------
    findings
        The findings, oldest first.
    keys
        The names of all series, which tell how many datasets there are.
    """
    changes: dict[int, list[Finding]] = {}
    for finding in findings:
        changes.setdefault(finding.change_number, []).append(finding)
    if all(len(parts) == 1 for parts in changes.values()):
        return tuple(part for parts in changes.values() for part in parts)
    sizes = Counter(
        side
        for key in keys
        if key.dataset and key.algorithm != ALL
        for side in (key.over_all, Key(key.metric, "", key.dataset))
    )
    return tuple(
        parts[0] if len(parts) == 1 else _tell_change(number, parts, sizes)
        for number, parts in changes.items()
    )


def _tell_change(number: int, parts: Sequence[Finding], sizes: Mapping[Key, int]) -> Finding:
    """Return the one finding that tells of several, from those that need an answer most."""
    alive = [part for part in parts if not part.closed]
    present = [part for part in alive if part.status != "flaky"] or alive or list(parts)
    # a step explains the drifts that follow from it
    present = [part for part in present if part.kind != "drift"] or present
    urgent = min(present, key=lambda part: (STATUSES.index(part.status), not part.seen))
    leading = [part for part in present if part.status == urgent.status]
    on_datasets = sorted(
        (part for part in present if part.key.dataset),
        key=lambda part: (part.status != urgent.status, part.p_value, part.number),
    )
    algorithms = _share_dataset(on_datasets)
    if algorithms:
        told = algorithms[0]
        on_datasets = [told, *on_datasets]
    datasets = tuple(dict.fromkeys(part.key.dataset for part in on_datasets))
    n_datasets = sizes.get(urgent.key.over_all, 0)
    over_all = next((part for part in leading if not part.key.dataset), None)
    few = 0 < 2 * len(datasets) <= n_datasets
    if not algorithms:
        told = on_datasets[0] if over_all is None or few else over_all
    return replace(
        told,
        number=number,
        part_of=0,
        opened=min(part.opened for part in parts),
        since=min(part.since for part in present),
        closed=max(part.closed for part in present),
        status=urgent.status,
        seen=urgent.seen,
        datasets=datasets,
        n_datasets=max(n_datasets, len(datasets)),
        algorithms=tuple(part.key.algorithm for part in algorithms),
        n_algorithms=sizes.get(Key(told.key.metric, "", told.key.dataset), 0) if algorithms else 0,
    )


def _share_dataset(on_datasets: Sequence[Finding]) -> list[Finding]:
    """Return the findings on the dataset that most algorithms share; none if each has its own."""
    if len({part.key.algorithm for part in on_datasets}) < 2:  # noqa: PLR2004 - several
        return []
    ((name, count),) = Counter(part.key.dataset for part in on_datasets).most_common(1)
    return [part for part in on_datasets if part.key.dataset == name] if count > 1 else []


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """Tonight's leading algorithms by a metric, the interval of their place, and the previous leaders."""

    metric: str
    algorithms: tuple[str, ...]
    mean_rank: float | None = None
    low: float | None = None
    high: float | None = None
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NightFacts:
    """Everything that is known about a night.

    Parameters
    ----------
    name
        The name of the benchmark.
    night, label
        The night, as an ISO date (with a time where several runs share a day), and its branch.
    previous
        The previous night in the history; empty for the first night.
    recorded
        When the results were recorded, as an ISO time with its zone.
    sha256, n_scores
        The digest of tonight's results and the number of scores in them.
    verdict
        Plain sentences, the most important first.
    findings
        The findings that are not over, and those that ended tonight, each of one series; see ``told``.
    new
        The numbers of the findings that tonight opened.
    leaders
        The leader of each metric.
    units, directions
        The unit of each metric, and whether higher is better.
    ratios
        Names of the metrics compared by ratios; their changes are shares of the baseline, without a unit.
    incomplete
        Sentences about missing runs, datasets and metrics; empty if nothing is missing.
    news
        Sentences about algorithms and datasets that came or went, and about expected failures.
    code
        The version of the code that was measured; empty if the results do not give it.
    context
        Other properties of the run: versions, machine.
    pages
        Paths of the night's pages below the published folder: ``"report"``, ``"pdf"``, ``"comparison"``.
    exit_code
        0 for a night without problems, 1 for a regression, 3 for an incomplete night.
    """

    name: str
    night: str
    label: str = ""
    previous: str = ""
    recorded: str = ""
    sha256: str = ""
    n_scores: int = 0
    verdict: tuple[str, ...] = ()
    series: tuple[SeriesNight, ...] = ()
    findings: tuple[Finding, ...] = ()
    new: tuple[int, ...] = ()
    leaders: tuple[Leader, ...] = ()
    units: Mapping[str, str] = dataclasses.field(default_factory=dict)
    directions: Mapping[str, bool] = dataclasses.field(default_factory=dict)
    ratios: tuple[str, ...] = ()
    incomplete: tuple[str, ...] = ()
    news: tuple[str, ...] = ()
    code: str = ""
    context: Mapping[str, str] = dataclasses.field(default_factory=dict)
    pages: Mapping[str, str] = dataclasses.field(default_factory=dict)
    exit_code: int = 0

    def with_state(self, *states: State) -> tuple[SeriesNight, ...]:
        """Return the series in any of these states."""
        return tuple(row for row in self.series if row.state in states)

    @property
    def told(self) -> tuple[Finding, ...]:
        """The findings as people are told of them, one for each change."""
        return tell_changes(self.findings, [row.key for row in self.series])

    def parts_of(self, told: Finding) -> tuple[Finding, ...]:
        """Return the findings of single series of which one tells; none if it is one itself."""
        parts = tuple(each for each in self.findings if each.change_number == told.number)
        return parts if len(parts) > 1 else ()

    def new_findings(self, kind: Kind) -> tuple[Finding, ...]:
        """Return the findings of one kind that tonight opened."""
        return tuple(
            finding for finding in self.told if finding.number in self.new and finding.kind == kind
        )

    @property
    def alerts(self) -> tuple[Finding, ...]:
        """The regressions and drifts that need attention: neither over nor accepted nor flaky."""
        return tuple(
            finding
            for finding in self.told
            if finding.kind != "improvement"
            and finding.status in ("open", "acknowledged")
            and not finding.closed
        )

    @property
    def red(self) -> tuple[Finding, ...]:
        """The regressions and drifts that nobody has acknowledged and that tonight shows."""
        return tuple(
            finding for finding in self.alerts if finding.status == "open" and finding.seen
        )

    def describe_state(self, row: SeriesNight) -> tuple[str, str]:
        """Return the state of a series and its reason; or how and why somebody closed the change it shows."""
        changes = [
            finding
            for finding in self.findings
            if finding.key == row.key and finding.kind != "improvement" and not finding.is_mark
        ]
        if row.state != "regressed" or not changes or not all(each.closed for each in changes):
            return row.state, row.reason
        return changes[-1].status, changes[-1].why

    def estimate_now(self, finding: Finding) -> Finding:
        """Return a finding with tonight's estimate of its change, if it is from an earlier night.

        The estimate that opened the finding was selected for being large. A drift keeps it, because tonight's
        change is over the last nights.
        """
        row = next((row for row in self.series if row.key == finding.key), None)
        is_old = finding.kind != "drift" and finding.number not in self.new and not finding.is_mark
        if not is_old or row is None or row.change is None or row.low is None or row.high is None:
            return finding
        return replace(finding, change=row.change, low=row.low, high=row.high)

    def to_dict(self) -> dict[str, Any]:
        """Return the facts as lists, dicts and scalars, for JSON."""
        told = [dataclasses.asdict(finding) for finding in self.told]
        return {"benchreport": "night", **dataclasses.asdict(self), "told": told}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "NightFacts":
        """Read the facts from the result of `to_dict`, directly or after a round trip through JSON."""
        values = {"ratios": (), "news": (), **data}
        for name in ("benchreport", "told"):
            values.pop(name, None)
        for name in ("verdict", "incomplete", "news", "ratios", "new"):
            values[name] = tuple(values[name])
        values["series"] = tuple(
            SeriesNight(**{**row, "key": Key(**row["key"])}) for row in values["series"]
        )
        values["findings"] = tuple(map(Finding.from_dict, values["findings"]))
        values["leaders"] = tuple(
            Leader(**{**row, **{side: tuple(row[side]) for side in ("algorithms", "before")}})
            for row in values["leaders"]
        )
        return cls(**values)
