"""The facts of a night, which its report, the index page and the notifications are written from."""

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
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
"""A finding is open, then maybe acknowledged, then accepted (as the new baseline), fixed or flaky."""

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, ends of lines, and marks that change the direction of the text after them."""


def _escape(match: re.Match[str]) -> str:
    return ascii(match[0])[1:-1]


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """The name of a series: an algorithm by a metric, over all datasets or on one.

    Examples
    --------
    >>> str(Key("accuracy", "svm", "iris"))
    'accuracy/svm/iris'
    """

    metric: str
    algorithm: str
    dataset: str = ""

    def __str__(self) -> str:
        parts = [self.metric, self.algorithm or "(no name)", *[self.dataset] * bool(self.dataset)]
        # a slash within a name must not look like one between names, nor a line break like a new entry
        return "/".join(CONTROL.sub(_escape, part.replace("/", "∕")) for part in parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesNight:
    """A series on one night.

    Parameters
    ----------
    state, reason
        Its state, and the reason where the state alone does not say it ("18 of 20 nights yet").
    value, baseline
        Tonight's score and the baseline's, in the metric's unit; ``None`` where there is none.
    change, low, high
        The mean of the last ``window`` nights minus the baseline, with a confidence interval; a ratio
        minus 1 where the metric is compared by ratios.
    p_value, p_adjusted
        The one-sided p-value towards the state, and the same adjusted for all series of the night.
    n_baseline
        The number of nights that the baseline rests on.
    """

    key: Key
    state: State
    reason: str = ""
    value: float | None = None
    baseline: float | None = None
    change: float | None = None
    low: float | None = None
    high: float | None = None
    p_value: float | None = None
    p_adjusted: float | None = None
    n_baseline: int = 0
    window: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A regression, an improvement or a drift of a series, from the night that opened it until it is closed.

    Parameters
    ----------
    number
        Counts the findings of a history from 1.
    opened
        The night on which it was detected.
    since
        The first night of the change, as the series shows it.
    closed
        The night from which it is over; empty while it is not.
    change, low, high, p_value
        The estimates of the night that opened it.
    baseline
        The level before the change.
    why
        The reason given by the person who acknowledged, accepted or closed it.
    note
        A remark that follows from the data, such as that the code was the same as the night before.
    label
        The branch whose nights it was detected in.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """The algorithms that lead by a metric tonight, the interval of their place, and the previous leaders."""

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
        The night before in the history; empty for the first.
    recorded
        When the results were taken in, as an ISO time with its zone.
    sha256, n_scores
        The digest of tonight's results and the number of scores in them.
    verdict
        Plain sentences, the most important first.
    findings
        Those that are not over, and those that ended tonight.
    new
        The numbers of the findings that tonight opened.
    leaders
        One for each metric.
    units, directions
        The unit of each metric, and whether higher is better.
    ratios
        Metrics that are compared by ratios: their changes are shares of the baseline, without a unit.
    incomplete
        Sentences about what the night lacks; empty where it lacks nothing.
    code
        The version of the code that was measured; empty where the results do not say.
    context
        Other properties of the run: versions, machine.
    pages
        Paths below the published folder by name: ``"report"``, ``"pdf"``, ``"comparison"``.
    exit_code
        0 fine, 1 regression, 3 incomplete.
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
    code: str = ""
    context: Mapping[str, str] = dataclasses.field(default_factory=dict)
    pages: Mapping[str, str] = dataclasses.field(default_factory=dict)
    exit_code: int = 0

    def with_state(self, *states: State) -> tuple[SeriesNight, ...]:
        """Return the series that are in one of these states."""
        return tuple(row for row in self.series if row.state in states)

    def new_findings(self, kind: Kind) -> tuple[Finding, ...]:
        """Return the findings of this kind that tonight opened."""
        return tuple(
            finding
            for finding in self.findings
            if finding.number in self.new and finding.kind == kind
        )

    @property
    def alerts(self) -> tuple[Finding, ...]:
        """Regressions and drifts that somebody should look at: not over, not accepted, not flaky."""
        return tuple(
            finding
            for finding in self.findings
            if finding.kind != "improvement"
            and finding.status in ("open", "acknowledged")
            and not finding.closed
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain lists, dicts and scalars, for JSON."""
        return {"benchreport": "night", **dataclasses.asdict(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "NightFacts":
        """Read the facts back from what `to_dict` returned, also after a way through JSON."""
        values = {"ratios": (), **data}
        values.pop("benchreport", None)
        for name in ("verdict", "incomplete", "ratios", "new"):
            values[name] = tuple(values[name])
        values["series"] = tuple(
            SeriesNight(**{**row, "key": Key(**row["key"])}) for row in values["series"]
        )
        values["findings"] = tuple(
            Finding(**{**row, "key": Key(**row["key"])}) for row in values["findings"]
        )
        values["leaders"] = tuple(
            Leader(**{**row, **{side: tuple(row[side]) for side in ("algorithms", "before")}})
            for row in values["leaders"]
        )
        return cls(**values)
