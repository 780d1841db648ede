"""Checking a configuration and the files that it names, and describing how it is understood."""

import datetime as dt
from pathlib import Path

import pandas as pd

from benchreport.errors import format_count
from benchreport.nightly import notify
from benchreport.nightly.config.load import load
from benchreport.nightly.config.settings import Config
from benchreport.nightly.history.night_scores import NightScores
from benchreport.nightly.intake.night_dates import tonight
from benchreport.nightly.intake.read_nights import read_nights
from benchreport.nightly.intake.sources import fetch_results
from benchreport.results.writing.number_format import level
from benchreport.wording.nights import shell as night_shell


def check_config(path: Path, *, night: str = "") -> list[str]:
    """Check a configuration and the files that it names, and describe how it is understood.

    Parameters
    ----------
    path
        The path of the configuration file.
    night
        The night whose results are read, as an ISO date; tonight by default.

    Returns
    -------
    list of str
        Sentences that describe the configuration.

    Raises
    ------
    BenchreportError
        The first fault.
    """
    config = load(path)
    notify.check(config.notify)
    night = night or tonight(config, dt.datetime.now(dt.UTC))
    sentences = [
        night_shell.CONFIG.format(
            path=path, name=config.nightly.name, zone=config.nightly.time_zone
        )
    ]
    results = fetch_results(config, night)
    if results.frame is None:
        sentences.append(night_shell.NO_RESULTS.format(night=night, origin=results.origin))
    else:
        sentences += _describe_results(results.frame, config, night)
    return [*sentences, _describe_rules(config)]


def _describe_results(frame: pd.DataFrame, config: Config, night: str) -> list[str]:
    nights = read_nights(frame, config, night=night)
    last = nights[-1]
    sentences = []
    if len(nights) > 1:
        sentences.append(
            night_shell.NIGHTS.format(
                nights=format_count(len(nights), "night"), first=nights[0].night, last=last.night
            )
        )
    sentences += [
        night_shell.METRIC.format(
            metric=scores.metric,
            direction=night_shell.DIRECTION[scores.higher_is_better],
            sizes=", ".join(_count_scores(scores)),
            night=last.night,
        )
        for scores in last.metrics
    ]
    most = max(len(scores.datasets) for scores in last.metrics)
    averaged = config.alerts.series == "algorithm" and most > 1
    return sentences + [night_shell.AVERAGED.format(n=most)] * averaged


def _count_scores(scores: NightScores) -> list[str]:
    sizes = {"algorithm": len(scores.algorithms)}
    if scores.datasets != ("",):
        sizes["dataset"] = len(scores.datasets)
    if scores.repeats != ("",):
        sizes["repeat"] = len(scores.repeats)
    sizes["score"] = len(scores.value)
    return [format_count(number, noun) for noun, number in sizes.items()]


def _describe_rules(config: Config) -> str:
    alerts, baseline = config.alerts, config.baseline
    held_out, tested = str(baseline.hold_back), alerts.windows[-1]
    if baseline.hold_back < tested:
        held_out = night_shell.HELD_OUT.format(held_back=held_out, tested=tested)
    compared_with = night_shell.BASELINE[baseline.kind].format(
        nights=baseline.nights,
        held_out=held_out,
        night=baseline.night,
        label=baseline.label,
    )
    return night_shell.RULES.format(
        series=night_shell.SERIES[alerts.series],
        baseline=compared_with,
        nights=format_count(alerts.confirm, "night"),
        rate=level(alerts.false_discovery_rate),
    )
