"""The verdict on a night in plain sentences, and the exit code of the night."""

from collections.abc import Sequence
from dataclasses import replace

from benchreport.errors import examples, format_count
from benchreport.nightly.night_facts import (
    ALL,
    Finding,
    Key,
    Leader,
    NightFacts,
    SeriesNight,
    tell_changes,
)
from benchreport.nightly.notify import wording as words
from benchreport.nightly.notify.metric_format import metric_format
from benchreport.results.writing import number_format as fmt
from benchreport.wording.nights import verdicts as night_verdicts

MOST, MOST_REASONS = 5, 2


def compute_exit_code(facts: NightFacts) -> int:
    """Return 1 if tonight shows a regression that nobody acknowledged, 3 for missing runs, otherwise 0."""
    if facts.red:
        return 1
    return 3 if facts.incomplete else 0


def with_verdict(facts: NightFacts) -> NightFacts:
    """Return the facts with their verdict and exit code."""
    return replace(facts, verdict=write_verdict(facts), exit_code=compute_exit_code(facts))


def write_verdict(facts: NightFacts) -> tuple[str, ...]:
    """Write the verdict on a night, the most important sentence first."""
    sentences = [
        *_common(facts),
        *_regressions(facts),
        *_drifts(facts),
        *facts.incomplete,
        *facts.news,
        *_unconfirmed(facts),
        *_improvements(facts),
        *_causes(facts),
        *_recoveries(facts),
        *_settlements(facts),
        *_flaky(facts),
        *_gaps(facts),
        *(_leader(leader) for leader in facts.leaders if leader.algorithms),
    ]
    if facts.alerts:
        return tuple(sentences)
    judged = len(facts.with_state("ok", "improved", "unconfirmed"))
    quiet = night_verdicts.QUIET.format(series=_count_series(judged))
    return (quiet if judged else night_verdicts.UNTESTED, *sentences)


def describe_finding(facts: NightFacts, finding: Finding) -> str:
    """Name the series of a finding with its change, its first night and its status."""
    return night_verdicts.FINDING.format(
        series=words.name_series(finding.key),
        change=metric_format(facts, finding).format_change(facts.estimate_now(finding)),
        nights=_measured_on(facts, finding),
        since=finding.since,
        status="" if finding.status == "open" else f", {finding.status}{_until(finding)}",
        where=f"; {where}" if (where := words.describe_where(finding)) else "",
    )


def _until(finding: Finding) -> str:
    return night_verdicts.UNTIL.format(night=finding.until) if finding.until else ""


def _measured_on(facts: NightFacts, finding: Finding) -> str:
    """Say which nights a change is of, where it is not what tonight and those just before it show."""
    if finding.number in facts.new or finding.kind == "improvement":
        return ""
    row = next((row for row in facts.series if row.key == finding.key), None)
    if finding.kind == "drift" or row is None or row.change is None:
        return night_verdicts.WHEN_FOUND
    if finding.seen or row.window == 1:
        return ""
    return night_verdicts.OVER_NIGHTS.format(nights=format_count(row.window, "night"))


def format_signed(value: float) -> str:
    """Format a number with its sign: ``+0.021``."""
    return ("−" if value < 0 else "+") + fmt.number(abs(value))


def _list_findings(facts: NightFacts, findings: Sequence[Finding]) -> str:
    return examples(
        (describe_finding(facts, finding) for finding in findings), most=MOST, total=len(findings)
    )


def _list_series(rows: Sequence[Finding | SeriesNight]) -> str:
    names = [
        words.name_change(row) if isinstance(row, Finding) else words.name_series(row.key)
        for row in rows
    ]
    return fmt.join(names, most=MOST)


def _count_series(number: int) -> str:
    return f"{number} series"


def _verb(number: int) -> str:
    return "is" if number == 1 else "are"


def _regressions(facts: NightFacts) -> list[str]:
    alerts = [finding for finding in facts.alerts if finding.kind == "regression"]
    new = [finding for finding in alerts if finding.number in facts.new]
    old = [finding for finding in alerts if finding.number not in facts.new]
    hidden = [finding for finding in old if not finding.seen]
    old = [finding for finding in old if finding not in hidden]
    sentences = []
    if new:
        sentences.append(
            night_verdicts.NEW_REGRESSIONS.format(
                regressions=format_count(len(new), "new regression"),
                findings=_list_findings(facts, new),
            )
        )
    if old:
        sentences.append(
            night_verdicts.EARLIER_REGRESSIONS.format(
                regressions=format_count(len(old), "earlier regression"),
                verb="remains" if len(old) == 1 else "remain",
                findings=_list_findings(facts, old),
            )
        )
    return sentences + _hidden(facts, hidden, "earlier regression")


def _hidden(facts: NightFacts, hidden: Sequence[Finding], noun: str) -> list[str]:
    """Say which open findings tonight does not show, so that they do not make it red."""
    if not hidden:
        return []
    return [
        night_verdicts.HIDDEN.format(
            earlier=format_count(len(hidden), noun),
            verb=_verb(len(hidden)),
            findings=_list_findings(facts, hidden),
        )
    ]


def _drifts(facts: NightFacts) -> list[str]:
    drifts = [finding for finding in facts.alerts if finding.kind == "drift"]
    seen = [finding for finding in drifts if finding.seen]
    hidden = _hidden(facts, [each for each in drifts if not each.seen], "earlier drift")
    if not seen:
        return hidden
    return [
        night_verdicts.DRIFTS.format(
            series=_count_series(len(seen)),
            verb=_verb(len(seen)),
            findings=_list_findings(facts, seen),
        ),
        *hidden,
    ]


def _common(facts: NightFacts) -> list[str]:
    """Say what tonight did to all series, which is in no finding yet; of datasets, if not all changed."""
    rows = [row for row in facts.with_state("unconfirmed") if row.key.algorithm == ALL]
    everywhere = {row.key.metric for row in rows if not row.key.dataset}
    return [
        night_verdicts.COMMON.format(
            series=words.name_series(row.key),
            change=metric_format(facts, row).format_change(row),
        )
        for row in rows
        if not row.key.dataset or row.key.metric not in everywhere
    ][:MOST]


def _causes(facts: NightFacts) -> list[str]:
    """Say what else changed with what is new of all algorithms together."""
    new = [finding for finding in facts.findings if finding.number in facts.new]
    return list(dict.fromkeys(each.note for each in new if each.key.algorithm == ALL and each.note))


def _unconfirmed(facts: NightFacts) -> list[str]:
    rows = [row for row in facts.with_state("unconfirmed") if row.key.algorithm != ALL]
    if not rows:
        return []
    return [
        night_verdicts.UNCONFIRMED.format(
            series=_count_series(len(rows)),
            verb="was" if len(rows) == 1 else "were",
            names=_list_series(_tell_rows(facts, rows)),
        )
    ]


def _tell_rows(facts: NightFacts, rows: Sequence[SeriesNight]) -> tuple[Finding, ...]:
    """Return the rows as findings, one for the datasets of an algorithm that is judged over all."""
    keys = [row.key for row in facts.series]
    first: dict[Key, int] = {}
    parts = []
    for number, row in enumerate(rows, start=1):
        change = first.setdefault(row.key.over_all if row.key.over_all in keys else row.key, number)
        p_value = 1.0 if row.p_value is None else row.p_value
        parts.append(
            Finding(
                number=number,
                key=row.key,
                kind="regression",
                p_value=p_value,
                part_of=change if change < number else 0,
            )
        )
    return tell_changes(parts, keys)


def _name_series(template: str, rows: Sequence[Finding | SeriesNight], **slots: str) -> list[str]:
    """Fill a sentence about series with their count and names; there is none without series."""
    if not rows:
        return []
    series, names = _count_series(len(rows)), _list_series(rows)
    return [template.format(series=series, names=names, **slots)]


def _improvements(facts: NightFacts) -> list[str]:
    new = facts.new_findings("improvement")
    if not new:
        return []
    return [
        night_verdicts.IMPROVEMENTS.format(
            improvements=format_count(len(new), "new improvement"),
            findings=_list_findings(facts, new),
        )
    ]


def _over(facts: NightFacts) -> tuple[list[Finding], list[Finding]]:
    """Return the findings that went back, and those that somebody closed although the change remains."""
    # if a series fell further, the verdict reports the new finding instead
    fell_further = {
        finding.key
        for finding in facts.findings
        if finding.number in facts.new and finding.kind == "regression"
    }
    over = [
        finding
        for finding in facts.told
        if finding.closed
        and not finding.is_mark
        and finding.kind != "improvement"
        and finding.key not in fell_further
    ]
    still = {row.key for row in facts.with_state("regressed")}
    settled = [finding for finding in over if finding.status == "accepted" or finding.key in still]
    return [finding for finding in over if finding not in settled], settled


def _recoveries(facts: NightFacts) -> list[str]:
    back = _distinct(_over(facts)[0])
    return _name_series(night_verdicts.RECOVERED, back, verb=_verb(len(back)))


def _distinct(findings: Sequence[Finding]) -> list[Finding]:
    """Return one finding of each series."""
    return list({finding.key: finding for finding in findings}.values())


def _settlements(facts: NightFacts) -> list[str]:
    reasons = [
        night_verdicts.CLOSED_REASON.format(
            series=words.name_change(finding), status=finding.status, why=finding.why
        )
        for finding in _over(facts)[1]
    ]
    if not reasons:
        return []
    return [
        night_verdicts.CLOSED.format(
            findings=format_count(len(reasons), "finding"),
            verb="was" if len(reasons) == 1 else "were",
            reasons=examples(reasons, most=MOST),
        )
    ]


def _flaky(facts: NightFacts) -> list[str]:
    flaky = _distinct(
        [finding for finding in facts.told if finding.status == "flaky" and not finding.closed]
    )
    raises = "raises" if len(flaky) == 1 else "raise"
    over = _distinct([finding for finding in facts.told if finding.is_mark and finding.closed])
    return [
        *_name_series(night_verdicts.FLAKY, flaky, verb=_verb(len(flaky)), raises=raises),
        *_name_series(night_verdicts.NOT_FLAKY, over, verb=_verb(len(over))),
    ]


def _gaps(facts: NightFacts) -> list[str]:
    sentences = []
    early = [row for row in facts.series if row.provisional]
    if early:
        sentences.append(
            night_verdicts.EARLY.format(
                series=_count_series(len(early)), verb="is" if len(early) == 1 else "are"
            )
        )
    young = facts.with_state("no evidence")
    if young:
        all_new = len(young) == len(facts.series)
        template = night_verdicts.ALL_TOO_YOUNG if all_new else night_verdicts.TOO_YOUNG
        reasons = "; ".join(list(dict.fromkeys(row.reason for row in young))[:MOST_REASONS])
        sentences.append(template.format(series=_count_series(len(young)), reasons=reasons))
    other = facts.with_state("not comparable")
    if other:
        more = night_verdicts.AND_MORE.format(n=len(other) - 1) if len(other) > 1 else ""
        sentences.append(
            night_verdicts.NOT_COMPARABLE.format(
                series=_count_series(len(other)),
                first=words.name_series(other[0].key),
                reason=other[0].reason,
                more=more,
            )
        )
    return sentences


def _leader(leader: Leader) -> str:
    changed = leader.before and set(leader.before) != set(leader.algorithms)
    before = fmt.join(leader.before, most=3)
    return night_verdicts.LEADS.format(
        metric=leader.metric,
        names=fmt.join(leader.algorithms, most=3),
        lead="leads" if len(leader.algorithms) == 1 else "lead",
        rank=_describe_rank(leader),
        before=night_verdicts.LED_BEFORE.format(names=before) if changed else "",
    )


def _describe_rank(leader: Leader) -> str:
    if leader.mean_rank is None or leader.low is None or leader.high is None:
        return ""
    low, high = f"{leader.low:.0f}", f"{leader.high:.0f}"
    several = leader.high > leader.low
    template = night_verdicts.PLACES if several else night_verdicts.ONE_PLACE
    return night_verdicts.MEAN_RANK.format(
        rank=fmt.fixed(leader.mean_rank), places=template.format(low=low, high=high)
    )
