"""How often the nightly rules raise false alarms, and how soon they find what is there.

    python tests/benchmarks/nights.py [--quick] [--markdown FILE] [--asv PYTHON] [--otava PYTHON]

Histories of 100 series over 200 nights, walked through with the rules' defaults as if each night were
tonight. Noise has a standard deviation (SD) of 1. A false alarm is a regression or a drift that is
opened where nothing changes. Bold is where a bound that we promise is broken by more
than two standard errors of the simulation; then the exit code is 1.

- Null cases: independent normal noise, AR(1), a mix of both, rounded values, accuracies of .9 of 200
  examples, spikes of 6 SD either way on 1 % of nights, missing cells, nights that are missing whole; an
  effect that all series of a night share, with this correlation, also autocorrelated; weekends, better by
  2 SD for all series or for each third one; spells of ten nights of three times the SD. Not promised: heavy
  tails, a long tail towards worse, and a spread of each series' own that lasts some nights, or that doubles
  for good, on the same night or for each series on a night of its own.
- A night is red if it ends with exit code 1 while nobody answers. At most 12 % are promised, but not where
  some series are autocorrelated and others are not, and where what they share is: what these feign lasts;
  nor on the first nights of series that differ more from night to night than their runs let expect, nor of
  about 30 series, which are adjusted least for their number: up to 15 % of their nights are red.
- Steps: 10 of the 100 series, or one, or one of 10, fall on a random night after the 100th, which counts
  as the first. With replicates a cell is the mean of five seeds of SD 1 each, seed effects removed, a
  tenth of the runs missing.
- Bad nights: 1, 10, 50 or 100 of 100 series are 3 or 6 SD worse on one night; counted are all alerts on
  that night and the three after it, those of noise too.
- The first 20 nights: 3, 10 or 100 series of five seeds a night, an SD of 1 each, on nights that differ
  beyond that, alone or together. Judged provisionally, by what the first three nights tell of the runs.
- Slow drift: 10 of 100 series fall by 2 SD over 100 nights.
- Descriptions: of steps of 10 of 100 series that are found within ten nights, what the alarm says on that
  night. Small ones are found where noise makes them larger, so that their size is overstated.
- Walks with a change begin 10 nights before it; everything before is baseline.
- Peers see the history so far each night: asv's step detection (`detect_steps`,
  `detect_regressions` with threshold 0) and Apache Otava (its defaults) on a sample of the same
  histories, with interpreters that have them. At equal false alarms they are tuned to ours, between the
  two nearest settings of their curves. They judge each series by itself, however many fall.
- The best rule knows the level, the spread and the size of the change, and looks at three nights. It alerts
  on one bad night, too, which no rule here may. So no rule of three nights finds more at its false alarms.
- The best rule that waits for a second night believes no change that began tonight, and bounds what one
  night counts: after a bad night of any size, it alerts in at most 2.5 % of cases, where the next night is
  about 2 SD worse by chance. It still knows what our rules must estimate. Neither at our false alarms nor at
  as many as are promised does it find 6 of 10 falls of 2 SD by the third night, if a single series falls.

Seeded: the same numbers on any machine.
"""

import argparse
import datetime as dt
import json
import math
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from nights_best_rule import find_by_best_rule
from nights_histories import (
    NIGHTS,
    NULL,
    OTHERS,
    SERIES,
    draw_drift,
    draw_few,
    draw_spikes,
    draw_steps,
    null,
)

from benchreport.nightly.config.settings import Alerts, Baseline
from benchreport.nightly.detection.few_nights import expect_variances
from benchreport.nightly.detection.nights_apart import add_common_series
from benchreport.nightly.detection.replay_rules import Replayed, replay_rules
from benchreport.nightly.judgements import SeriesMatrix
from benchreport.nightly.night_facts import ALL, Key

NAMES = tuple((dt.date(2026, 1, 5) + dt.timedelta(days=n)).isoformat() for n in range(NIGHTS))
PLACES = {name: place for place, name in enumerate(NAMES)}
AT = (1, 2, 3, 4, 5, 10)
RATES = (0.05, 0.1, 0.17, 0.2, 0.3, 0.5)
STEPS = {
    "independent": ("normal", (1.0, 2.0, 4.0)),
    "AR(1) .5": ("autocorrelated", (1.0, 2.0, 4.0)),
    "five seeds, SD of a run": ("replicated", (1.0,)),
    "common effect .5": ("common .5", (2.0,)),
    "each third better at weekends by 2 SD": ("own weekends", (2.0,)),
}
# the SD of nights beyond their runs, that of what all series share, and the autocorrelation of both
FEW = {
    "runs alone": (0.0, 0.0, 0.0),
    "nights .5 SD": (0.5, 0.0, 0.0),
    "nights 2 SD": (2.0, 0.0, 0.0),
    "common effect 1 SD": (0.3, 1.0, 0.0),
    "nights 1 SD, AR(1) .5": (1.0, 0.0, 0.5),
    "common effect .5 SD, AR(1) .5": (0.3, 0.5, 0.5),
}
LONE = (1, 2.0), (1, 4.0)
# the falls whose description is examined, and how many series fall
ESTIMATED, CHANGED = (1.0, 1.5, 2.0, 3.0, 4.0), 10
# the promise: by this night, at least this share is detected
PROMISED = {("independent", 2.0): (3, 0.8), ("independent", 4.0): (2, 0.99)}
PROMISED[("five seeds, SD of a run", 1.0)] = (3, 0.8)
PENALTY = {"asv": "penalty ×", "otava": "max_pvalue"}
MOST_ALARMS, MOST_RED = 0.1, 0.12
BEST_RULES = (
    ("best rule of three nights", 3, False, None),
    ("best rule of three nights that waits for a second night", 3, True, None),
    ("the same, with as many false alarms as are promised", 3, True, MOST_ALARMS),
    ("best rule of ten nights that waits for a second night", 10, True, None),
)
# where at most so many red nights are not promised
OFTEN_RED = ("half AR(1) .5", "common effect .5, AR(1) .6")
OFTEN_RED += ("independent, 30 series", "common effect .5, 30 series")


class Rate(NamedTuple):
    """A mean over histories and its standard error; whether a bound is broken."""

    mean: float
    error: float
    broken: bool = False

    def __str__(self) -> str:
        """Write the rate with three decimals."""
        text = f"{self.mean:.0f}" if self.mean >= 10 else f"{self.mean:.3f}".removeprefix("0")
        return f"**{text}**" if self.broken else text


class Settings(NamedTuple):
    """The numbers of histories to draw, and how many standard errors an estimate may miss its bound."""

    null: int
    steps: int
    spikes: int
    curve: int
    slack: float


FULL = Settings(null=10, steps=60, spikes=60, curve=2, slack=2.0)
QUICK = Settings(null=2, steps=10, spikes=10, curve=0, slack=2.0)


def walk(values: np.ndarray, *, start: int = 0, rate: float | None = None) -> Replayed:
    """Walk through a history with the defaults, or another rate of false discoveries."""
    alerts = Alerts() if rate is None else Alerts(false_discovery_rate=rate, alpha=rate / 10)
    keys = tuple(Key("score", f"{place:04d}") for place in range(values.shape[1]))
    matrix = SeriesMatrix(keys=keys, nights=NAMES[: len(values)], values=values)
    return replay_rules(add_common_series(matrix), alerts, Baseline(), start=start)


def rate_of(shares: list[float] | np.ndarray) -> Rate:
    """Return mean and standard error over histories."""
    values = np.asarray(shares, dtype=float)
    error = values.std(ddof=1) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    return Rate(float(values.mean()), float(error))


def over_draws(draws: int, function: Callable[..., Any], *arguments: object) -> np.ndarray:
    """Return what a function gives for each draw, on all cores."""
    with ProcessPoolExecutor() as pool:
        return np.array(list(pool.map(partial(function, *arguments), range(draws))))


def count_alarms(kind: str, rate: float | None, n_series: int, draw: int) -> np.ndarray:
    """Return the regressions, drifts, improvements and red nights of a history, a night."""
    counts = np.zeros(4)
    replayed = walk(null(kind, draw, n_series), rate=rate)
    for finding in replayed.findings:
        counts[("regression", "drift", "improvement").index(finding.kind)] += 1
    counts[3] = len(replayed.red)
    return counts / (NIGHTS - Alerts().min_nights - Baseline().hold_back)


def false_alarms(
    kind: str, draws: int, rate: float | None = None, n_series: int = SERIES
) -> dict[str, Rate]:
    """Count the findings opened per night, and the red nights, where nothing changes."""
    counts = over_draws(draws, count_alarms, kind, rate, n_series)
    return {
        "false alarms": rate_of(counts[:, 0] + counts[:, 1]),
        "red nights": rate_of(counts[:, 3]),
        "drifts": rate_of(counts[:, 1]),
        "improvements": rate_of(counts[:, 2]),
    }


def steps(
    kind: str,
    size: float,
    draws: int,
    rate: float | None = None,
    changed: int = 10,
    n_series: int = SERIES,
) -> list[Rate]:
    """Return the share of changed series detected by each night of `AT`."""
    shares = over_draws(draws, find_steps, kind, size, rate, changed, n_series)
    return [rate_of(column) for column in shares.T]


def find_steps(
    kind: str, size: float, rate: float | None, changed: int, n_series: int, draw: int
) -> list[float]:
    """Return the share of one history's changed series that is detected by each night of `AT`."""
    values, night = draw_steps(kind, size, draw, changed)
    values = values[: night + AT[-1], :n_series]
    delays = first_alerts(values, night, night - 10, rate, changed)
    return [float(np.mean(delays <= after)) for after in AT]


def first_alerts(
    values: np.ndarray, night: int, start: int, rate: float | None = None, changed: int = 10
) -> np.ndarray:
    """Return after how many nights each changed series alerts, the first of the change being 1."""
    after = np.full(changed, np.inf)
    for finding in walk(values, start=start, rate=rate).findings:
        delay = PLACES[finding.opened] - night + 1
        if finding.kind == "improvement" or finding.key.algorithm == ALL or delay < 1:
            continue
        place = int(finding.key.algorithm)
        if place < changed:
            after[place] = min(after[place], delay)
    return after


def estimate_steps(size: float, draw: int) -> list[float]:
    """Return how the falls that are found within ten nights are described on the night they are found.

    The mean size, and the shares whose interval holds the true size, whose first night is right, and is right
    to a night; NaN where none is found.
    """
    values, night = draw_steps("normal", size, draw)
    found: dict[int, list[float]] = {}
    for finding in walk(values[: night + AT[-1]], start=night - 10).findings:
        if finding.kind != "regression" or finding.key.algorithm == ALL:
            continue
        place, off = int(finding.key.algorithm), abs(PLACES[finding.since] - night)
        if place < CHANGED and PLACES[finding.opened] >= night:
            held = finding.low <= -size <= finding.high
            found.setdefault(place, [-finding.change, held, off == 0, off <= 1])
    return np.mean(list(found.values()), axis=0).tolist() if found else [math.nan] * 4


def spikes(changed: int, size: float, draws: int) -> Rate:
    """Return how many alerts a bad night brings within four nights, a night."""
    return rate_of(over_draws(draws, count_after_spike, changed, size))


def count_after_spike(changed: int, size: float, draw: int) -> float:
    """Return the alerts on a bad night and the three after it, a night."""
    values, night = draw_spikes(changed, draw, size)
    found = walk(values[: night + 4], start=night - 3).findings
    return sum(each.kind != "improvement" and PLACES[each.opened] >= night for each in found) / 4


def drifts(kind: str, draws: int) -> list[Rate]:
    """Return the share of drifting series detected after 25, 50, 75 and 100 nights."""
    shares = []
    for draw in range(draws):
        values, night = draw_drift(kind, draw)
        delays = first_alerts(values, night, night - 10)
        shares.append([float(np.mean(delays <= after)) for after in (25, 50, 75, 100)])
    return [rate_of(column) for column in np.transpose(shares)]


class Table(NamedTuple):
    """Rows of rates under a title."""

    title: str
    columns: tuple[str, ...]
    rows: dict[str, list[Rate]]

    @property
    def broken(self) -> bool:
        """Whether any cell breaks a bound."""
        return any(rate.broken for row in self.rows.values() for rate in row)

    def markdown(self) -> str:
        """Write the table."""
        lines = [f"## {self.title}", "", f"| | {' | '.join(self.columns)} |"]
        lines.append("|---|" + "---:|" * len(self.columns))
        for name, row in self.rows.items():
            lines.append(f"| {name} | {' | '.join(map(str, row))} |")
        return "\n".join(lines)


def mark_if_above(rate: Rate, most: float, slack: float) -> Rate:
    """Mark a rate that is above its bound."""
    return rate._replace(broken=rate.mean - slack * rate.error > most)


def table_of_alarms(settings: Settings) -> Table:
    """Tabulate false alarms per night in all null cases."""
    rows = {}
    cases = [(name, kind, SERIES) for name, kind in {**NULL, **OTHERS}.items()]
    for n_series in (10, 30, 1000):
        cases += [
            (f"{name}, {n_series} series", NULL[name], n_series)
            for name in ("independent", "common effect .5")
        ]
    for name, kind, n_series in cases:
        draws = settings.null if n_series <= SERIES else max(2, 3 * settings.null // 5)
        alarms = false_alarms(kind, draws, n_series=n_series)
        promised = name not in OTHERS
        total = mark_if_above(
            alarms["false alarms"], MOST_ALARMS if promised else math.inf, settings.slack
        )
        most = MOST_RED if promised and name not in OFTEN_RED else math.inf
        red = mark_if_above(alarms["red nights"], most, settings.slack)
        year = Rate(365 * total.mean, 0.0)
        rows[name] = [total, Rate(total.error, 0.0), year, red, *list(alarms.values())[2:]]
        print_row(name, rows[name])
    columns = (
        "false alarms a night",
        "standard error",
        "a year",
        "red nights",
        "drifts",
        "improvements",
    )
    return Table("Nothing changes: opened a night, of 100 series", columns, rows)


def table_of_steps(settings: Settings) -> Table:
    """Tabulate power against delay."""
    rows = {}
    for name, (kind, sizes) in STEPS.items():
        for size in sizes:
            row = steps(kind, size, settings.steps)
            after, least = PROMISED.get((name, size), (1, -math.inf))
            place = AT.index(after)
            short = row[place].mean + settings.slack * row[place].error < least
            row[place] = row[place]._replace(broken=short)
            rows[f"{name}, {size:g} SD"] = row
            print_row(f"{name}, {size:g} SD", row)
    for n_series in (SERIES, 10):
        for changed, size in LONE:
            row = steps("normal", size, settings.steps, changed=changed, n_series=n_series)
            rows[f"one of {n_series}, {size:g} SD"] = row
            print_row(f"one of {n_series}, {size:g} SD", row)
    return Table("Steps: share found by the n-th night", tuple(f"n = {n}" for n in AT), rows)


def table_of_spikes(settings: Settings) -> Table:
    """Tabulate alerts on one-night spikes."""
    rows = {}
    for changed in (1, 10, 50, 100):
        for size in (3.0, 6.0):
            rate = mark_if_above(
                spikes(changed, size, settings.spikes), MOST_ALARMS, settings.slack
            )
            rows[f"{changed} of 100 series, {size:g} SD"] = [rate, Rate(rate.error, 0.0)]
            print_row(f"bad night for {changed}", [rate])
    columns = ("false alarms a night", "standard error")
    return Table("One bad night: alerts on it and the three nights after it", columns, rows)


def table_of_estimates(settings: Settings) -> Table:
    """Tabulate how falls are described on the night they are found."""
    rows = {}
    for size in ESTIMATED:
        described = over_draws(settings.steps // 2, estimate_steps, size)
        described = described[~np.isnan(described).any(axis=1)]
        rows[f"{size:g} SD"] = [rate_of(column) for column in described.T]
        print_row(f"described, {size:g} SD", rows[f"{size:g} SD"])
    columns = ("mean size, SD", "interval holds it", "first night right", "right to a night")
    return Table("On the night it is found: a fall of 10 of 100 series", columns, rows)


def table_of_drifts(settings: Settings) -> Table:
    """Tabulate power against slow drift."""
    kinds = {"independent": "normal", "AR(1) .5": "autocorrelated"}
    draws = max(2, settings.steps // 16)
    rows = {name: drifts(kind, draws) for name, kind in kinds.items()}
    columns = tuple(f"after {n} nights" for n in (25, 50, 75, 100))
    return Table("Drift of 2 SD over 100 nights: share found", columns, rows)


def table_of_rates(settings: Settings) -> Table:
    """Tabulate power against delay under autocorrelation, for several rates of false discoveries."""
    rows = {}
    for rate in RATES:
        alarms = false_alarms("autocorrelated", settings.curve, rate)["false alarms"]
        row = [alarms, Rate(alarms.error, 0.0)]
        row += steps("autocorrelated", 2.0, settings.steps // 4, rate)
        rows[f"false_discovery_rate = {rate:g}"] = row
        print_row(f"rate {rate:g}", row)
    columns = ("false alarms a night", "standard error", *(f"n = {n}" for n in AT))
    return Table(
        "AR(1) .5, 2 SD: found by the n-th night (alpha is a tenth of the rate)", columns, rows
    )


def interpolate(curve: Table, alarms: float) -> list[Rate]:
    """Return a row of a peer's curve at a rate of false alarms, between the two nearest settings."""
    rows = np.array([[rate.mean for rate in row] for row in curve.rows.values()])
    # of settings with the same false alarms, that which finds most
    rates = np.unique(rows[:, 0])
    best = np.array([rows[rows[:, 0] == rate].max(axis=0) for rate in rates])
    return [Rate(float(np.interp(alarms, rates, column)), 0.0) for column in best.T]


def table_of_equals(
    size: float, alarms: Table, found: Table, curves: dict[str, Table] | None = None
) -> Table:
    """Tabulate what is found of a step at our rate of false alarms: by us, tuned peers and the best rules."""
    ours = alarms.rows["independent"][0]
    rows = {
        "one of 100 series falls": [ours, *found.rows[f"one of 100, {size:g} SD"]],
        "10 of 100 series fall": [ours, *found.rows[f"independent, {size:g} SD"]],
    }
    for name, curve in (curves or {}).items():
        rows[f"{name}, tuned"] = interpolate(curve, ours.mean)
    for name, nights, waits, most in BEST_RULES:
        rate = ours if most is None else Rate(most, 0.0)
        shares = find_by_best_rule(rate.mean / SERIES, size, AT, nights=nights, waits=waits)
        rows[name] = [rate, *(Rate(share, 0.0) for share in shares)]
    columns = ("false alarms a night", *(f"n = {n}" for n in AT))
    title = f"At equal false alarms: {size:g} SD of independent series found by the n-th night"
    return Table(title, columns, rows)


def tables_of_peer(name: str, python: str, *, quick: bool) -> list[Table]:
    """Run a peer in its own environment."""
    script = Path(__file__).with_name("nights_peers.py")
    command = [python, str(script), name, *(["--quick"] if quick else [])]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    answer = json.loads(done.stdout)
    alarms = {
        case: [Rate(*rate), Rate(rate[1], 0.0)] for case, rate in answer["false alarms"].items()
    }
    rows = {
        step.replace("normal", "independent").replace("autocorrelated", "AR(1) .5,") + " SD": [
            Rate(share, 0.0) for share in row
        ]
        for step, row in answer["steps"].items()
    }
    sample = f"{name}, {answer['series']} series, nights 101 to 200"
    columns = ("false alarms a night of 100 series", "standard error")
    after = tuple(f"n = {n}" for n in AT)
    share = f"{name}, {answer['changes']} changes; {answer['spikes']:.0%} of spikes alert"
    curve = {
        f"{PENALTY[name]} {setting}": [
            Rate(numbers[0], 0.0),
            *(Rate(each, 0.0) for each in numbers[2:]),
        ]
        for setting, numbers in answer["curve"].items()
    }
    tuned = (
        f"{name}, tuned: false alarms a night of 100 independent series, and 2 SD found by night n"
    )
    return [
        Table(sample, columns, alarms),
        Table(share, after, rows),
        Table(tuned, ("false alarms a night", *after), curve),
    ]


def count_few(n_series: int, night: float, shared: float, rho: float, draw: int) -> list[float]:
    """Return the false alarms a night, and the share of red nights, of the first twenty nights."""
    replayed = walk_few(draw_few(draw, n_series, night, shared, rho))
    opened = [PLACES[each.opened] for each in replayed.findings if each.kind != "improvement"]
    spans = ((2, 6), (6, 12), (12, 20))
    counts = [sum(low <= place < high for place in opened) / (high - low) for low, high in spans]
    return [*counts, len(replayed.red) / 18]


def find_few(n_series: int, changed: int, size: float, first: int, draw: int) -> list[float]:
    """Return the share of changed series that is found by the first to fourth night of their change."""
    runs = draw_few(draw, n_series, 0.3)[: first + 4]
    runs[first:, :changed] -= size
    after = np.full(changed, np.inf)
    for each in walk_few(runs).findings:
        if each.kind != "improvement" and each.key.algorithm != ALL:
            place, delay = int(each.key.algorithm), PLACES[each.opened] - first + 1
            if place < changed and delay > 0:
                after[place] = min(after[place], delay)
    return [float(np.mean(after <= n)) for n in (1, 2, 3, 4)]


def walk_few(runs: np.ndarray) -> Replayed:
    """Walk through the first nights of series with several runs, by what the first three nights tell."""
    keys = tuple(Key("score", f"{place:04d}") for place in range(runs.shape[1]))
    matrix = SeriesMatrix(
        keys=keys,
        nights=NAMES[: len(runs)],
        values=runs.mean(axis=2),
        expected=expect_variances(runs[:3]),
    )
    return replay_rules(add_common_series(matrix), Alerts(), Baseline(), start=1)


def tables_of_few(settings: Settings) -> list[Table]:
    """Tabulate false alarms and power on the first nights."""
    alarms, found = {}, {}
    for name, case in FEW.items():
        for n_series in (3, 10, 100):
            counts = over_draws(settings.steps, count_few, n_series, *case)
            row = [rate_of(column) for column in counts.T]
            row = [*(mark_if_above(each, MOST_ALARMS, settings.slack) for each in row[:3]), row[3]]
            alarms[f"{name}, {n_series} series"] = row
            print_row(f"first nights, {name}, {n_series}", row)
    for first in (2, 4, 8, 12):
        for changed, n_series in ((1, 10), (10, 100)):
            for size in (2.0, 4.0):
                shares = over_draws(settings.steps, find_few, n_series, changed, size, first)
                name = f"{changed} of {n_series} from night {first + 1} on, {size:g} SD"
                found[name] = [rate_of(column) for column in shares.T]
                print_row(name, found[name])
    spans = ("nights 3–6", "nights 7–12", "nights 13–20", "red nights")
    return [
        Table("The first 20 nights, 5 seeds each: false alarms a night", spans, alarms),
        Table(
            "The first 20 nights: share found by the n-th night of a change, in SD of a run",
            tuple(f"n = {n}" for n in (1, 2, 3, 4)),
            found,
        ),
    ]


def print_row(name: str, row: list[Rate]) -> None:
    """Print a row as progress, on stderr."""
    print(f"{name}: {' '.join(map(str, row))}", file=sys.stderr, flush=True)


def study(settings: Settings) -> list[Table]:
    """Run all sections."""
    tables = [table(settings) for table in (table_of_alarms, table_of_steps, table_of_spikes)]
    tables += [*tables_of_few(settings), table_of_drifts(settings), table_of_estimates(settings)]
    return [*tables, table_of_rates(settings)] if settings.curve else tables


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--markdown", type=Path)
    parser.add_argument("--asv", help="an interpreter that has asv")
    parser.add_argument("--otava", help="an interpreter that has apache-otava")
    arguments = parser.parse_args()
    tables = study(QUICK if arguments.quick else FULL)
    equals = {}
    for peer in ("otava", "asv"):
        if getattr(arguments, peer):
            tables += tables_of_peer(peer, getattr(arguments, peer), quick=arguments.quick)
            equals[peer] = tables[-1]
    tables += [table_of_equals(2.0, *tables[:2], equals), table_of_equals(4.0, *tables[:2])]
    texts = ["# Nights", (__doc__ or "").strip(), *(table.markdown() for table in tables)]
    text = "\n\n".join(texts) + "\n"
    print(text)
    if arguments.markdown:
        arguments.markdown.write_text(text, encoding="utf-8")
    sys.exit(int(any(table.broken for table in tables)))
