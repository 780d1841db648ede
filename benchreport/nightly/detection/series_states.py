"""The state of each series tonight, the numbers behind it, and sentences about missing and failed runs."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.errors import format_count
from benchreport.nightly.config.settings import Config
from benchreport.nightly.detection.night_coverage import Coverage
from benchreport.nightly.detection.nights_apart import Apart
from benchreport.nightly.detection.score_scale import Scale
from benchreport.nightly.judgements import FEWEST, Judgements, SeriesMatrix
from benchreport.nightly.night_facts import Finding, Key, SeriesNight, State
from benchreport.report.rendering.clean_text import MOST_NAME, clean
from benchreport.results.writing import number_format as fmt
from benchreport.wording.nights import verdicts as night_verdicts

MOST = 5


class MetricNight(NamedTuple):
    """The series of a metric tonight.

    Parameters
    ----------
    coverage, apart
        Tonight's runs, and the series, without what the nights and their weekdays did to them.
    judgements, scale
        The judgements of the last night, and the scale.
    unsettled, nights
        (S,) whether a new level was accepted too recently, and the number of nights at the level.
    """

    coverage: Coverage
    apart: Apart
    judgements: Judgements
    scale: Scale
    unsettled: npt.NDArray[np.bool_]
    nights: npt.NDArray[np.intp]

    @property
    def matrix(self) -> SeriesMatrix:
        """The series, without what was taken from them."""
        return self.apart.matrix


def classify_series(
    tonight: MetricNight, alive: Sequence[Finding], config: Config
) -> tuple[SeriesNight, ...]:
    """Return every series with its state, given the findings that are still open."""
    # a series that was marked as flaky before it alerted has no change
    open_now = {(finding.key, finding.kind) for finding in alive if finding.change}
    rows = []
    for column, key in enumerate(tonight.matrix.keys):
        state, reason = _state(tonight, column, open_now, config)
        rows.append(_row(tonight, column, key, state, reason))
    return tuple(rows)


def _row(tonight: MetricNight, column: int, key: Key, state: State, reason: str) -> SeriesNight:
    judged, scale = tonight.judgements, tonight.scale
    change = float(judged.change[column])
    known = bool(judged.known[column]) and not np.isnan(change)
    low, high = sorted(scale.to_change(float(side[column])) for side in (judged.low, judged.high))
    p_values = judged.p_worse if change <= 0 else judged.p_better
    common, weekday = (part[-1, column] for part in (tonight.apart.common, tonight.apart.weekday))
    value = _none_if_nan(tonight.matrix.values[-1, column] + (common + weekday))
    centre = _none_if_nan(judged.centre[column])
    return SeriesNight(
        key=key,
        state=state,
        reason=reason,
        value=None if value is None else scale.to_score(value),
        baseline=None if centre is None else scale.to_score(centre),
        change=scale.to_change(change) if known else None,
        low=low if known else None,
        high=high if known else None,
        common=scale.to_change(float(common)),
        weekday=scale.to_change(float(weekday)),
        p_value=_none_if_nan(p_values[column]) if known else None,
        p_adjusted=_none_if_nan(judged.adjusted[column]) if known else None,
        n_baseline=int(judged.n_baseline[column]),
        provisional=bool(judged.provisional[column]),
        window=int(judged.window[column]) if known else 0,
    )


def _none_if_nan(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _state(
    tonight: MetricNight, column: int, alive: AbstractSet[tuple[Key, str]], config: Config
) -> tuple[State, str]:
    """Return the state of a series, with a reason if the state alone is not clear."""
    coverage = tonight.coverage
    if column >= len(coverage.keys):
        # what all have in common is no run
        return _judged_state(tonight, column, alive, config)
    runs, expected = int(coverage.runs[column]), int(coverage.expected[column])
    failed = int(coverage.failed[column])
    if not runs:
        return "missing", night_verdicts.NO_RUNS.format(runs=format_count(expected, "run"))
    if failed == runs:
        return "failed", night_verdicts.ALL_FAILED.format(runs=format_count(failed, "run"))
    if coverage.incomparable[column]:
        return "not comparable", coverage.incomparable[column]
    state, reason = _judged_state(tonight, column, alive, config)
    parts = [reason]
    if failed:
        parts.append(
            night_verdicts.SOME_FAILED.format(failed=failed, runs=format_count(runs, "run"))
        )
    if runs < expected:
        parts.append(
            night_verdicts.SOME_MISSING.format(runs=runs, expected=format_count(expected, "run"))
        )
    return state, ", ".join(filter(None, [*parts, coverage.partly[column]]))


def _judged_state(
    tonight: MetricNight, column: int, alive: AbstractSet[tuple[Key, str]], config: Config
) -> tuple[State, str]:
    key, judged = tonight.matrix.keys[column], tonight.judgements
    young = _describe_age(tonight, column, config) if judged.provisional[column] else ""
    if judged.worse[column] or (key, "regression") in alive:
        return "regressed", young
    if judged.trend.drifting[column] or (key, "drift") in alive:
        return "regressed", night_verdicts.SLOW_DRIFT
    if not judged.known[column]:
        return "no evidence", _why_unknown(tonight, column, config)
    if judged.better[column]:
        return "improved", young
    if judged.doubtful[column]:
        return "unconfirmed", ", ".join(filter(None, [night_verdicts.ONE_NIGHT, young]))
    return "ok", young


def _describe_age(tonight: MetricNight, column: int, config: Config) -> str:
    """Write that a series is judged by few nights."""
    return night_verdicts.PROVISIONAL.format(
        nights=int(tonight.judgements.n_reference[column]), needed=config.alerts.min_nights
    )


def _why_unknown(tonight: MetricNight, column: int, config: Config) -> str:
    """Write why a series cannot be judged."""
    if tonight.unsettled[column]:
        return night_verdicts.NEW_LEVEL.format(nights=tonight.nights[column], needed=FEWEST)
    present, needed = int(tonight.judgements.n_reference[column]), config.alerts.min_nights
    if present < needed:
        so_far = night_verdicts.FEW_NIGHTS if present else night_verdicts.NO_NIGHTS
        return so_far.format(nights=present, needed=needed)
    pinned = config.baseline.night
    if config.baseline.kind == "pinned" and pinned >= tonight.matrix.nights[-1]:
        return night_verdicts.PINNED_LATER.format(pinned=pinned)
    return night_verdicts.NOT_IN_BASELINE


def describe_missing(coverage: Coverage, metric: str) -> tuple[str, ...]:
    """Write which of the usual runs tonight lacks, and which failed."""
    algorithms = [place for place, key in enumerate(coverage.keys) if not key.dataset]
    places = algorithms or list(range(len(coverage.keys)))
    expected = int(coverage.expected[places].sum())
    present = int(np.minimum(coverage.runs, coverage.expected)[places].sum())
    failed = int(coverage.failed[places].sum())
    sentences = []
    if present < expected:
        lacking = expected - present
        sentences.append(
            night_verdicts.MISSING_RUNS.format(
                metric=metric,
                lacking=lacking,
                expected=expected,
                verb="is" if lacking == 1 else "are",
                gaps=_describe_gaps(coverage, places),
            )
        )
    if failed:
        names = [_name(coverage.keys[place]) for place in places if coverage.failed[place]]
        # the names of series of datasets say it already
        datasets = fmt.join(coverage.failed_datasets, most=MOST) if algorithms else ""
        sentences.append(
            night_verdicts.FAILED_RUNS.format(
                metric=metric,
                runs=format_count(failed, "run"),
                names=fmt.join(names, most=MOST),
                where=night_verdicts.FAILED_ON.format(datasets=datasets) if datasets else "",
            )
        )
    return tuple(sentences)


def _describe_gaps(coverage: Coverage, places: Sequence[int]) -> str:
    """Name the series and datasets without any run; without those, the series that lack some."""
    # the name of a dataset that is missing as a whole tells of its series
    missing = [
        _name(coverage.keys[place])
        for place in places
        if not coverage.runs[place]
        and coverage.keys[place].dataset not in coverage.missing_datasets
    ]
    datasets = fmt.join(coverage.missing_datasets, most=MOST)
    names = fmt.join(missing, most=MOST)
    if names and datasets:
        return night_verdicts.NONE_OF_AND_ON.format(names=names, datasets=datasets)
    if names:
        return night_verdicts.NONE_OF.format(names=names)
    if datasets:
        return night_verdicts.NONE_ON.format(names=datasets)
    fewer = [place for place in places if coverage.runs[place] < coverage.expected[place]]
    counts = {(coverage.runs[place], coverage.expected[place]) for place in places}
    if len(fewer) == len(places) > 1 and len(counts) == 1:
        ((runs, expected),) = counts
        name = night_verdicts.EACH_SERIES[bool(coverage.keys[places[0]].dataset)]
        each = night_verdicts.HAS_RUNS.format(name=name, runs=runs, expected=expected)
        return night_verdicts.SOME_OF.format(series=each)
    parts = [
        night_verdicts.HAS_RUNS.format(
            name=_name(coverage.keys[place]),
            runs=coverage.runs[place],
            expected=coverage.expected[place],
        )
        for place in fewer
    ]
    return night_verdicts.SOME_OF.format(series=fmt.join(parts, most=MOST))


def _name(key: Key) -> str:
    algorithm, dataset = (clean(part, most=MOST_NAME) for part in (key.algorithm, key.dataset))
    if not key.dataset:
        return algorithm
    return night_verdicts.ALGORITHM_ON.format(algorithm=algorithm, dataset=dataset)
