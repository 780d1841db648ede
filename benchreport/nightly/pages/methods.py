"""The methods section of a night: how it was judged, and what must not be concluded."""

from collections import Counter

from benchreport.nightly.config.settings import Alerts, Config
from benchreport.nightly.detection.detection import SMALLEST_FAMILY
from benchreport.nightly.detection.families import SHARE_OF_PARTS
from benchreport.nightly.night_facts import ALL, NightFacts
from benchreport.numerics.series.weekdays import FEWEST, SURE
from benchreport.report.rendering.clean_text import clean
from benchreport.results.writing import number_format as fmt
from benchreport.wording.nights import methods as night_methods


def describe_methods(facts: NightFacts, config: Config) -> tuple[str, ...]:
    """Write four paragraphs on how a night was judged: the comparison, the test, drifts, and the limits."""
    return (
        f"{_series(facts, config)} {_baseline(config)}",
        _test(config.alerts, facts),
        _trends(config),
        night_methods.LIMITS,
    )


def _series(facts: NightFacts, config: Config) -> str:
    text = f"{night_methods.SERIES[config.alerts.series]} {night_methods.COMPARED}"
    if any(row.key.algorithm == ALL for row in facts.series):
        text = f"{text} {night_methods.COMMON}"
    patterned = sum(bool(row.weekday) for row in facts.series)
    if patterned:
        weekdays = night_methods.WEEKDAYS.format(
            series=f"{patterned} series",
            sure=fmt.level(SURE),
            nights=FEWEST,
            they="it is" if patterned == 1 else "they are",
        )
        text = f"{text} {weekdays}"
    if not facts.ratios:
        return text
    ratios = night_methods.RATIOS.format(metrics=fmt.join(map(clean, facts.ratios)))
    return f"{text} {ratios}"


def _baseline(config: Config) -> str:
    rules = config.baseline
    held_back = "night" if rules.hold_back == 1 else f"{rules.hold_back} nights"
    tested = config.alerts.windows[-1]
    held_out = f"{held_back},"
    if rules.hold_back < tested:
        held_out = night_methods.HELD_OUT.format(held_back=held_back, tested=tested)
    text = night_methods.BASELINE[rules.kind].format(
        nights=rules.nights,
        held_back=held_back,
        held_out=held_out,
        night=clean(rules.night or "–"),
        label=clean(rules.label or "–"),
    )
    if rules.kind in ("last", "label"):
        return text
    return f"{text} {night_methods.SPREAD.format(nights=rules.nights, held_out=held_out)}"


def _test(rules: Alerts, facts: NightFacts) -> str:
    together = night_methods.SEVERAL_NIGHTS if rules.confirm > 1 else night_methods.ONE_NIGHT
    several = together.format(
        windows=fmt.join(map(str, rules.windows)), usual=rules.windows[1], least=rules.confirm
    )
    sizes = Counter(
        (row.key.metric, bool(row.key.dataset) and rules.series == "both") for row in facts.series
    )
    few = min(sizes.values(), default=0) < SMALLEST_FAMILY
    worse = night_methods.WORSE.format(
        alpha=fmt.level(rules.alpha),
        rate=fmt.level(rules.false_discovery_rate),
        small=night_methods.SMALL_FAMILY.format(n=SMALLEST_FAMILY) if few else "",
    )
    families = night_methods.FAMILIES.format(
        averages=f"{100 * (1 - SHARE_OF_PARTS):.0f} %", datasets=f"{100 * SHARE_OF_PARTS:.0f} %"
    )
    return " ".join(
        (
            several,
            night_methods.TEST,
            worse,
            *([families] if rules.series == "both" else []),
            night_methods.TOO_FEW.format(nights=rules.min_nights),
        )
    )


def _trends(config: Config) -> str:
    rules = config.alerts
    if not rules.drift:
        return night_methods.NO_DRIFTS
    return night_methods.DRIFTS.format(
        nights=2 * config.baseline.nights, rate=fmt.level(rules.drift)
    )
