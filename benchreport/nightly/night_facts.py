"""What is known of a night: facts that the report, the index page and the notifications tell."""

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["Finding", "Key", "Kind", "Leader", "NightFacts", "SeriesNight", "State", "Status"]

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
"""Of a series on a night. ``unconfirmed``: tonight alone is worse, one more night will tell."""

Kind = Literal["regression", "improvement", "drift"]
Status = Literal["open", "acknowledged", "accepted", "fixed", "flaky"]
"""A finding's life: open, then acknowledged, then accepted (a new baseline), fixed or flaky."""

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Controls, ends of lines, and what would turn the direction of the text that follows."""


def _escaped(found: re.Match[str]) -> str:
    return ascii(found[0])[1:-1]


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """Which series: a metric of an algorithm, over all datasets or on one.

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
        # a slash within a name must not look like one between names, nor a new line like another entry
        return "/".join(CONTROL.sub(_escaped, part.replace("/", "∕")) for part in parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesNight:
    """A series on one night.

    Parameters
    ----------
    key
        Which series.
    state, reason
        What is said of it, and why where that is not plain ("18 of 20 nights yet").
    value, baseline
        Of tonight and of the baseline, in the metric's unit; ``None`` where there is none.
    change, low, high
        The last nights (``window`` of them) minus the baseline, with a confidence interval; a ratio
        minus 1 where the metric is compared by ratios.
    p_value, p_adjusted
        One-sided, towards the state; adjusted for all series of the night.
    n_baseline
        Nights that the baseline rests on.
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
    """Something that was found of a series, with its life.

    Parameters
    ----------
    number
        Counts the findings of a history from 1.
    key, kind, status
        Of which series, what, and how far it is dealt with.
    opened
        The night that it was found.
    since
        The first night of the change, as the series shows it.
    closed
        The night from which it is over; empty while it is not.
    change, low, high, p_value
        As found.
    baseline
        The level before.
    why
        Said by whoever acknowledged, accepted or fixed it.
    note
        What the data say beside: the code was the same as the night before, for one.
    label
        Of the branch whose nights it was found in.
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
    """Who is ahead by a metric tonight, with the interval of its rank."""

    metric: str
    algorithms: tuple[str, ...]
    mean_rank: float | None = None
    low: float | None = None
    high: float | None = None
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NightFacts:
    """A whole night.

    Parameters
    ----------
    name
        Of the benchmark.
    night, label
        Which night, as an ISO date (with a time where several runs share a day), of which branch.
    previous
        The night before in the history; empty for the first.
    recorded
        When the results were taken in, ISO with the zone.
    sha256
        Of tonight's results.
    n_scores
        How many were read.
    verdict
        Plain sentences, most important first.
    series
        Every series on this night.
    findings
        Those that are not over, and those that ended tonight.
    new
        Numbers of the findings that tonight opened.
    leaders
        One a metric.
    units
        Of the metrics.
    directions
        Whether higher is better, of each metric.
    ratios
        Metrics that are compared by ratios: their changes are shares of the baseline, without a unit.
    incomplete
        What the night lacks, in sentences; empty where nothing.
    code
        Which version of the code was measured; empty where the results do not say.
    context
        What else was noted of the night: versions, machine.
    pages
        Paths below the folder that is published, by name: ``"report"``, ``"pdf"``, ``"comparison"``.
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
        """Return the series in one of some states."""
        return tuple(each for each in self.series if each.state in states)

    def new_findings(self, kind: Kind) -> tuple[Finding, ...]:
        """Return the findings of a kind that tonight opened."""
        return tuple(
            each for each in self.findings if each.number in self.new and each.kind == kind
        )

    @property
    def alerts(self) -> tuple[Finding, ...]:
        """Regressions and drifts to act on: not over, not accepted, not flaky."""
        return tuple(
            each
            for each in self.findings
            if each.kind != "improvement"
            and each.status in ("open", "acknowledged")
            and not each.closed
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain lists, dicts and scalars, for JSON."""
        return {"benchreport": "night", **dataclasses.asdict(self)}

    @classmethod
    def from_dict(cls, told: Mapping[str, Any]) -> "NightFacts":
        """Make it again from what `to_dict` told, as JSON gives it back."""
        given = {name: value for name, value in told.items() if name != "benchreport"}
        many: dict[str, Any] = {
            "verdict": tuple(given["verdict"]),
            "incomplete": tuple(given["incomplete"]),
            "ratios": tuple(given.get("ratios", ())),
            "new": tuple(given["new"]),
            "series": tuple(
                SeriesNight(**{**each, "key": Key(**each["key"])}) for each in given["series"]
            ),
            "findings": tuple(
                Finding(**{**each, "key": Key(**each["key"])}) for each in given["findings"]
            ),
            "leaders": tuple(
                Leader(
                    **{
                        **each,
                        "algorithms": tuple(each["algorithms"]),
                        "before": tuple(each["before"]),
                    }
                )
                for each in given["leaders"]
            ),
        }
        return cls(**{**given, **many})
