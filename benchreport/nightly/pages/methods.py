"""The methods section of a night: how it was judged, and what must not be concluded."""

from benchreport.errors import format_count
from benchreport.nightly.config.settings import Alerts, Baseline, Config
from benchreport.nightly.detection.detection import SMALLEST_FAMILY
from benchreport.nightly.night_facts import NightFacts
from benchreport.nightly.notify.wording import clean
from benchreport.results import number_format as fmt


def describe_methods(facts: NightFacts, config: Config) -> tuple[str, ...]:
    """Write four paragraphs on how a night was judged: the comparison, the test, drifts, and the limits."""
    return (
        f"{_series(facts, config)} {_baseline(config.baseline)}",
        _test(config.alerts, facts),
        _trends(config),
        LIMITS,
    )


def _series(facts: NightFacts, config: Config) -> str:
    kinds = {
        "algorithm": "A series is an algorithm by a metric: the mean over all datasets, of the mean "
        "over repeats",
        "dataset": "A series is an algorithm on a dataset by a metric: the mean over repeats",
        "both": "A series is an algorithm by a metric, over all datasets (the mean over repeats first) "
        "and on each",
    }[config.alerts.series]
    logarithms = f" Of {fmt.join(map(clean, facts.ratios))} ratios are compared, by logarithms."
    return (
        f"{kinds}. Nights are compared on the datasets and repeats that tonight has, in the same "
        f"versions; what is missing is not taken for a change.{logarithms if facts.ratios else ''}"
    )


def _baseline(rules: Baseline) -> str:
    held_back = format_count(rules.hold_back, "night")
    spread = (
        f"the spread of single nights is that of up to {rules.nights} nights before the last "
        f"{held_back}, each around its own level"
    )
    return {
        "last": f"The baseline is the mean of up to {rules.nights} nights; the last {held_back} are held "
        "back, so that what happens now cannot become normal. Nights of a regression are none of it.",
        "previous": f"The baseline is the night before the last {held_back}; {spread}.",
        "pinned": f"The baseline is the night {clean(rules.night or '–')}; {spread}.",
        "best": f"The baseline is the best level there was; {spread}.",
        "label": f"The baseline is the mean of the last {rules.nights} nights of "
        f"{clean(rules.label or '–')}.",
    }[rules.kind]


def _test(rules: Alerts, facts: NightFacts) -> str:
    agree = (
        f"The last {rules.confirm} nights, or {rules.confirm + 1}, are compared with it together: one "
        "night counts so much at most that a spike alone alerts nobody, and all must be on that side"
        if rules.confirm > 1
        else "Tonight is compared with it, and alerts at once"
    )
    sizes = [sum(row.key.metric == name for row in facts.series) for name in facts.directions]
    few = min(sizes, default=0) < SMALLEST_FAMILY
    small = f", fewer than {SMALLEST_FAMILY} as if they were so many" * few
    return (
        f"{agree}. The test is one-sided against Student's t; neighbouring nights that are alike count "
        "for less (lag-one autocorrelation). A series is called worse where p is at most "
        f"{fmt.number(rules.alpha)} and, adjusted by Benjamini and Hochberg's method over the series of "
        f"its metric{small}, at most {fmt.number(rules.false_discovery_rate)}, and the change is "
        "no smaller than what is configured as relevant. With fewer than "
        f"{rules.min_nights} nights nothing is said."
    )


def _trends(config: Config) -> str:
    rules = config.alerts
    if not rules.drift:
        return "Slow drifts were not looked for."
    nights = 2 * config.baseline.nights
    return (
        f"Slow drifts are looked for over up to {nights} nights by Kendall's rank correlation with "
        "time, corrected for autocorrelation, with Theil and Sen's slope; false discovery rate "
        f"{fmt.number(rules.drift)}."
    )


LIMITS = (
    "What may not be concluded: the false discovery rate is that of each night alone; over many nights "
    "false alarms add up. No finding does not mean no change: smaller ones may be there. A change says "
    "when, not why: code, data, machine and libraries may each have caused it. Intervals are for each "
    "series alone, and those of findings are a little too far from zero, as findings were picked for "
    "being large."
)
