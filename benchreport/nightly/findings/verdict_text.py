"""What is said of a night in plain sentences, and the exit code."""

from collections.abc import Sequence
from dataclasses import replace

from benchreport.errors import counted, examples
from benchreport.nightly.night_facts import Finding, Leader, NightFacts
from benchreport.results import number_format as fmt

__all__ = [
    "compute_exit_code",
    "describe_finding",
    "format_change",
    "with_verdict",
    "write_verdict",
]

MOST = 5


def compute_exit_code(facts: NightFacts) -> int:
    """Return 1 for a regression that nobody has acknowledged, 3 for a night that lacks runs, else 0."""
    if any(each.status == "open" for each in facts.alerts):
        return 1
    return 3 if facts.incomplete else 0


def with_verdict(facts: NightFacts) -> NightFacts:
    """Return the facts with the verdict and the exit code that follow from them."""
    return replace(facts, verdict=write_verdict(facts), exit_code=compute_exit_code(facts))


def write_verdict(facts: NightFacts) -> tuple[str, ...]:
    """Say what a night showed, most important first."""
    told = [
        *_regressions(facts),
        *_drifts(facts),
        *facts.incomplete,
        *_unconfirmed(facts),
        *_improved(facts),
        *_ended(facts),
        *_settled(facts),
        *_flaky(facts),
        *_unjudged(facts),
        *(_leader(each) for each in facts.leaders if each.algorithms),
    ]
    judged = [each for each in facts.series if each.state in ("ok", "improved", "unconfirmed")]
    if not facts.alerts and judged:
        told.insert(
            0, f"No regression was found among {len(judged)} series. Smaller ones may be there."
        )
    elif not facts.alerts:
        told.insert(0, "Nothing can be said of regressions yet.")
    return tuple(told)


def format_change(facts: NightFacts, finding: Finding) -> str:
    """Write a change with its interval: ``−0.021 [−0.030, −0.012]``; of ratios in per cent.

    Of a finding of earlier nights as the last nights show it: what first caught the eye is rarely typical.
    """
    ratio = finding.key.metric in facts.ratios
    unit = "%" if ratio else facts.units.get(finding.key.metric, "")
    behind = f" {unit}" if unit else ""
    factor = 100.0 if ratio else 1.0
    change, low, high = (_signed(factor * each) for each in _present(facts, finding))
    return f"{change}{behind} [{low}, {high}]"


def _present(facts: NightFacts, finding: Finding) -> tuple[float, float, float]:
    found = (finding.change, finding.low, finding.high)
    if finding.kind == "drift" or finding.number in facts.new:
        return found
    rows = [each for each in facts.series if each.key == finding.key]
    if not rows or rows[0].change is None or rows[0].low is None or rows[0].high is None:
        return found
    return rows[0].change, rows[0].low, rows[0].high


def describe_finding(facts: NightFacts, finding: Finding) -> str:
    """Name a series with its change, since when, and how far that is dealt with."""
    status = "" if finding.status == "open" else f", {finding.status}"
    return f"{finding.key} ({format_change(facts, finding)}, since {finding.since}{status})"


def _signed(value: float) -> str:
    text = fmt.number(abs(value))
    return ("−" if value < 0 else "+") + text


def _listed(facts: NightFacts, findings: Sequence[Finding]) -> str:
    return examples([describe_finding(facts, each) for each in findings], most=MOST)


def _regressions(facts: NightFacts) -> list[str]:
    alerts = [each for each in facts.alerts if each.kind == "regression"]
    new = [each for each in alerts if each.number in facts.new]
    old = [each for each in alerts if each.number not in facts.new]
    told = []
    if new:
        told.append(f"{counted(len(new), 'new regression')}: {_listed(facts, new)}.")
    if old:
        told.append(f"{counted(len(old), 'regression')} of earlier nights: {_listed(facts, old)}.")
    return told


def _drifts(facts: NightFacts) -> list[str]:
    found = [each for each in facts.alerts if each.kind == "drift"]
    if not found:
        return []
    return [f"{_series(len(found))} getting slowly worse: {_listed(facts, found)}."]


def _series(number: int) -> str:
    return "1 series is" if number == 1 else f"{number} series are"


def _unconfirmed(facts: NightFacts) -> list[str]:
    rows = facts.with_state("unconfirmed")
    if not rows:
        return []
    names = examples([str(each.key) for each in rows], most=MOST)
    return [f"Worse tonight, to be confirmed by the next night: {names}."]


def _improved(facts: NightFacts) -> list[str]:
    new = facts.new_findings("improvement")
    return [f"{counted(len(new), 'improvement')}: {_listed(facts, new)}."] if new else []


def _over(facts: NightFacts) -> tuple[list[Finding], list[Finding]]:
    """Return what went back, and what somebody closed though tonight still shows it."""
    # one that fell further is told as the new finding that it has become
    again = {each.key for each in facts.new_findings("regression")}
    over = [
        each
        for each in facts.findings
        if each.closed and each.kind != "improvement" and each.key not in again
    ]
    still = {row.key for row in facts.with_state("regressed")}
    settled = [each for each in over if each.status == "accepted" or each.key in still]
    return [each for each in over if each not in settled], settled


def _ended(facts: NightFacts) -> list[str]:
    names = examples([str(each.key) for each in _over(facts)[0]], most=MOST)
    return [f"Back at the earlier level: {names}."] if names else []


def _settled(facts: NightFacts) -> list[str]:
    told = [f"{each.key} ({each.status}: {each.why})" for each in _over(facts)[1]]
    return [f"Settled: {examples(told, most=MOST)}."] if told else []


def _flaky(facts: NightFacts) -> list[str]:
    known = [each for each in facts.findings if each.status == "flaky" and not each.closed]
    names = examples([str(each.key) for each in known], most=MOST)
    return [f"Not alerted for, as flaky: {names}."] if known else []


def _unjudged(facts: NightFacts) -> list[str]:
    told = []
    young = facts.with_state("no evidence")
    if young:
        what = "No series" if len(young) == len(facts.series) else f"{len(young)} series not"
        verb = "can be judged yet" if len(young) == len(facts.series) else "judged yet"
        told.append(f"{what} {verb}: {young[0].reason}.")
    other = facts.with_state("not comparable")
    if other:
        reason = f"{other[0].key}, {other[0].reason}"
        rest = f" and {len(other) - 1} more" if len(other) > 1 else ""
        told.append(f"Not comparable with the baseline: {reason}{rest}.")
    return told


def _leader(leader: Leader) -> str:
    names = examples(leader.algorithms, most=3)
    lead = "leads" if len(leader.algorithms) == 1 else "lead"
    where = ""
    if leader.mean_rank is not None and leader.low is not None and leader.high is not None:
        place = f"{leader.low:.0f} to {leader.high:.0f}" if leader.high > leader.low else "1"
        where = (
            f" with mean rank {fmt.fixed(leader.mean_rank)} (place {place} with 95 % confidence)"
        )
    changed = leader.before and set(leader.before) != set(leader.algorithms)
    was = f"; the night before it was {examples(leader.before, most=3)}" if changed else ""
    return f"By {leader.metric}, {names} {lead}{where}{was}."
