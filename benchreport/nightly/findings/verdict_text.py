"""The verdict on a night in plain sentences, and the exit code of the night."""

from collections.abc import Sequence
from dataclasses import replace

from benchreport.errors import examples, format_count
from benchreport.nightly.night_facts import Finding, Leader, NightFacts, SeriesNight
from benchreport.nightly.notify import wording as words
from benchreport.results import number_format as fmt

MOST = 5


def compute_exit_code(facts: NightFacts) -> int:
    """Return 1 for a regression that nobody has acknowledged, 3 for missing runs, otherwise 0."""
    if any(finding.status == "open" for finding in facts.alerts):
        return 1
    return 3 if facts.incomplete else 0


def with_verdict(facts: NightFacts) -> NightFacts:
    """Return the facts with their verdict and exit code."""
    return replace(facts, verdict=write_verdict(facts), exit_code=compute_exit_code(facts))


def write_verdict(facts: NightFacts) -> tuple[str, ...]:
    """Write the verdict on a night, the most important sentence first."""
    sentences = [
        *_regressions(facts),
        *_drifts(facts),
        *facts.incomplete,
        *_unconfirmed(facts),
        *_improvements(facts),
        *_recoveries(facts),
        *_settlements(facts),
        *_flaky(facts),
        *_gaps(facts),
        *(_leader(leader) for leader in facts.leaders if leader.algorithms),
    ]
    if facts.alerts:
        return tuple(sentences)
    judged = len(facts.with_state("ok", "improved", "unconfirmed"))
    first = f"No regression was found among {judged} series. Smaller ones cannot be ruled out."
    return (first if judged else "Nothing can be said of regressions yet.", *sentences)


def format_change(facts: NightFacts, finding: Finding) -> str:
    """Format a change with its interval: ``−0.021 [−0.030, −0.012]``; a change of ratios in per cent.

    For an earlier night's finding this is the change over the last nights, because the estimate that
    opened the finding was selected for being large.
    """
    change, low, high = _present_change(facts, finding)
    return words.format_change(replace(finding, change=change, low=low, high=high), facts)


def _present_change(facts: NightFacts, finding: Finding) -> tuple[float, float, float]:
    row = next((row for row in facts.series if row.key == finding.key), None)
    is_old = finding.kind != "drift" and finding.number not in facts.new
    if not is_old or row is None or row.change is None or row.low is None or row.high is None:
        return finding.change, finding.low, finding.high
    return row.change, row.low, row.high


def describe_finding(facts: NightFacts, finding: Finding) -> str:
    """Name the series of a finding with its change, its first night and its status."""
    status = "" if finding.status == "open" else f", {finding.status}"
    change = f"{format_change(facts, finding)}, since {finding.since}{status}"
    return f"{words.name_series(finding.key)} ({change})"


def format_signed(value: float) -> str:
    """Format a number with its sign: ``+0.021``."""
    return ("−" if value < 0 else "+") + fmt.number(abs(value))


def _list_findings(facts: NightFacts, findings: Sequence[Finding]) -> str:
    return examples([describe_finding(facts, finding) for finding in findings], most=MOST)


def _list_series(rows: Sequence[Finding | SeriesNight]) -> str:
    return fmt.join([words.name_series(row.key) for row in rows], most=MOST)


def _regressions(facts: NightFacts) -> list[str]:
    alerts = [finding for finding in facts.alerts if finding.kind == "regression"]
    new = [finding for finding in alerts if finding.number in facts.new]
    old = [finding for finding in alerts if finding.number not in facts.new]
    sentences = []
    if new:
        sentences.append(
            f"{format_count(len(new), 'new regression')}: {_list_findings(facts, new)}."
        )
    if old:
        count = format_count(len(old), "earlier regression")
        verb = "remains" if len(old) == 1 else "remain"
        sentences.append(f"{count} {verb}: {_list_findings(facts, old)}.")
    return sentences


def _drifts(facts: NightFacts) -> list[str]:
    drifts = [finding for finding in facts.alerts if finding.kind == "drift"]
    count = "1 series is" if len(drifts) == 1 else f"{len(drifts)} series are"
    return [f"{count} getting slowly worse: {_list_findings(facts, drifts)}."] if drifts else []


def _unconfirmed(facts: NightFacts) -> list[str]:
    names = _list_series(facts.with_state("unconfirmed"))
    return [f"Worse tonight, which the next night must confirm: {names}."] if names else []


def _improvements(facts: NightFacts) -> list[str]:
    new = facts.new_findings("improvement")
    return (
        [f"{format_count(len(new), 'improvement')}: {_list_findings(facts, new)}."] if new else []
    )


def _over(facts: NightFacts) -> tuple[list[Finding], list[Finding]]:
    """Return the findings that went back, and those that somebody closed although the change remains."""
    # if a series fell further, the verdict reports the new finding instead
    fell_further = {finding.key for finding in facts.new_findings("regression")}
    over = [
        finding
        for finding in facts.findings
        if finding.closed and finding.kind != "improvement" and finding.key not in fell_further
    ]
    still = {row.key for row in facts.with_state("regressed")}
    settled = [finding for finding in over if finding.status == "accepted" or finding.key in still]
    return [finding for finding in over if finding not in settled], settled


def _recoveries(facts: NightFacts) -> list[str]:
    names = _list_series(_over(facts)[0])
    return [f"Back at the earlier level: {names}."] if names else []


def _settlements(facts: NightFacts) -> list[str]:
    reasons = [
        f"{words.name_series(finding.key)} ({finding.status}: {finding.why})"
        for finding in _over(facts)[1]
    ]
    return [f"Closed by hand: {examples(reasons, most=MOST)}."] if reasons else []


def _flaky(facts: NightFacts) -> list[str]:
    names = _list_series([e for e in facts.findings if e.status == "flaky" and not e.closed])
    return [f"Marked as flaky, and without alerts: {names}."] if names else []


def _gaps(facts: NightFacts) -> list[str]:
    sentences = []
    young = facts.with_state("no evidence")
    if young:
        all_new = len(young) == len(facts.series)
        start = "No series can be judged yet" if all_new else f"{len(young)} series not judged yet"
        sentences.append(f"{start}: {young[0].reason}.")
    other = facts.with_state("not comparable")
    if other:
        rest = f" and {len(other) - 1} more" if len(other) > 1 else ""
        first = f"{words.name_series(other[0].key)} ({other[0].reason})"
        sentences.append(f"Not comparable with the baseline: {first}{rest}.")
    return sentences


def _leader(leader: Leader) -> str:
    names = fmt.join(leader.algorithms, most=3)
    lead = "leads" if len(leader.algorithms) == 1 else "lead"
    where = ""
    if leader.mean_rank is not None and leader.low is not None and leader.high is not None:
        place = "place 1"
        if leader.high > leader.low:
            place = f"places {leader.low:.0f} to {leader.high:.0f}"
        where = f" with mean rank {fmt.fixed(leader.mean_rank)} ({place} with 95 % confidence)"
    changed = leader.before and set(leader.before) != set(leader.algorithms)
    was = f"; on the night before, {fmt.join(leader.before, most=3)} led" if changed else ""
    return f"By {leader.metric}, {names} {lead}{where}{was}."
