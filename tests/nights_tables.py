"""Simulated nights for tests, recorded and compared one after the other."""

import atexit
import dataclasses
import datetime as dt
import functools
import pickle
import shutil
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

from benchreport.nightly.config.settings import Alerts, Config, Metric, Nightly, Source
from benchreport.nightly.detection.compare_night import compare_night
from benchreport.nightly.history import History
from benchreport.nightly.intake.read_nights import read_nights
from benchreport.nightly.pages.night_pages import render_night

ALGORITHMS = ("boost", "forest", "knn", "ridge", "svm", "tree")
DATASETS = (
    "abalone",
    "adult",
    "car",
    "digits",
    "german",
    "iris",
    "letter",
    "spam",
    "wine",
    "yeast",
)
FIRST = dt.date(2026, 9, 1)
DROPPED_FROM, IMPROVED_FROM, SPIKE, LACKING, SKIPPED = 50, 44, 41, 53, (20, 36, 37)
FILLED_IN = 4
HEAD = """
[nightly]
name = "demo"
[source]
files = ["results/{night}.csv"]
[[metric]]
name = "accuracy"
[alerts]
min_nights = 8
drift = 0
[report]
pdf = false
comparison = false
"""
"""What a configuration of tests begins with: a file a night, one metric, and pages that are made quickly."""


def config_of(place, **changes):
    """Return a configuration of two metrics whose history is in a folder."""
    defaults = {
        "nightly": Nightly(name="tabular"),
        "source": Source(files=("results.csv",)),
        "metric": (
            Metric(name="accuracy", unit=""),
            Metric(name="seconds", unit="s", compare="ratio"),
        ),
        "alerts": Alerts(),
        "place": place,
    }
    return Config(**{**defaults, **changes})


def night_name(number):
    return (FIRST + dt.timedelta(days=number)).isoformat()


def scores_of(number, *, algorithms=ALGORITHMS, datasets=DATASETS, seeds=3):
    """Return the scores of a night: fixed levels of algorithms and datasets, plus noise."""
    levels = np.random.default_rng(0)
    shape = (len(algorithms), len(datasets))
    level = 0.9 - 0.02 * np.arange(len(algorithms))[:, None] - levels.uniform(0, 0.3, shape[1])
    level = level + levels.normal(0, 0.01, shape)
    noise = np.random.default_rng(1000 + number)
    value = level[..., None] + noise.normal(0, 0.006, (*shape, seeds))
    value += noise.normal(0, 0.0015, (shape[0], 1, 1))
    seconds = np.exp(noise.normal(0, 0.03, value.shape)) * (1 + np.arange(shape[0]))[:, None, None]
    if number >= DROPPED_FROM:
        value[4] -= np.where(np.arange(shape[1]) < 3, 0.03, 0.004)[:, None]
        seconds[0] *= 1.4
    if number >= IMPROVED_FROM + 12:
        value[2] += 0.012
    if number == SPIKE:
        value[1] -= 0.05
    places = np.stack(np.unravel_index(np.arange(value.size), value.shape))
    return pd.DataFrame(
        {
            "algorithm": np.array(algorithms, object)[places[0]],
            "dataset": np.array(datasets, object)[places[1]],
            "seed": places[2],
            "accuracy": value.ravel().round(4),
            "seconds": seconds.ravel().round(4),
        }
    )


def read_like_others(frame, config, *, night, label, code):
    """Read a night as `read_nights` does; where the rows are those of other nights, only their scores.

    Reading a frame takes most of a small night, and other tests are about it.
    """
    names = [metric.name for metric in config.metric]
    plain = {*frame} - {*names} == {"algorithm", "dataset", "seed"}
    if not names or not plain or frame[names].isna().any(axis=None):
        (record,) = read_nights(frame, config, night=night, label=label, code=code)
        return record
    keys = frame[["algorithm", "dataset", "seed"]].reset_index(drop=True)
    template, order = _read_keys(pickle.dumps((keys, config.columns, config.metric)))
    metrics = tuple(
        dataclasses.replace(scores, value=frame[scores.metric].to_numpy(float)[order])
        for scores in template.metrics
    )
    return dataclasses.replace(template, night=night, label=label, code=code, metrics=metrics)


@functools.lru_cache(maxsize=256)
def _read_keys(pickled):
    """Read a night whose scores say in which row they are; return it, and the rows in its order."""
    keys, columns, metric = pickle.loads(pickled)  # noqa: S301 - pickled above
    # between 0 and 1, where any metric has its scores
    rows = (np.arange(len(keys)) + 1) / (len(keys) + 1)
    frame = keys.assign(**{each.name: rows for each in metric})
    config = dataclasses.replace(config_of(None), columns=columns, metric=metric)
    (template,) = read_nights(frame, config, night=night_name(0), label="", code="")
    order = template.metrics[0].value * (len(keys) + 1) - 1
    assert len(order) == len(keys), "a run is there twice"
    return template, order.round().astype(int)


def take_in(frame, night, history, config, *, label="", code="", compared=True):
    """Record a night, compare it and store its findings; return its facts."""
    record = read_like_others(frame, config, night=night, label=label, code=code)
    moment = dt.datetime.fromisoformat(night).replace(hour=4, tzinfo=dt.UTC)
    history.record(record, recorded=moment)
    if not compared:
        return None
    comparison = compare_night(history, config, history.night(night, label))
    history.conclude(comparison.facts, comparison.findings, [])
    return comparison.facts


def open_history(place):
    """Make a history in a folder; it is closed when the tests are over."""
    history = History("history.db", place, create=True)
    atexit.register(history.__exit__, None, None, None)
    return history


def simulate_nights(place, *, nights=60, config=None, filled_in=FILLED_IN, **changes):
    """Take in many nights; return the history, its configuration and the facts of the last one.

    The first nights of a history are filled in and not compared.
    """
    config = config or config_of(place)
    history = open_history(place)
    for number in range(nights):
        if number in SKIPPED:
            continue
        frame = scores_of(number, **changes)
        if number == LACKING:
            frame = frame[frame["dataset"] != "wine"]
        facts = take_in(
            frame,
            night_name(number),
            history,
            config,
            code=f"{number:07x}",
            compared=number >= filled_in,
        )
    return history, config, facts


@functools.cache
def demo():
    """Return the history, configuration and last facts of sixty nights, simulated once per process."""
    place = Path(tempfile.mkdtemp(prefix="nights-"))
    history, config, facts = simulate_nights(place)
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return history, config, facts


@functools.cache
def demo_files():
    """Return the files of the last of these nights."""
    history, config, facts = demo()
    return render_night(facts, history, config)


HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style></svg>{{ 7 * 7 }}",
    "$\\badcmd$ \\input{/etc/passwd} %&#",
    "=cmd()|' /C calc'!A0",
    "a\u202eb\x07c",
    "決定木" + "x" * 500,
)


@functools.cache
def hostile_demo():
    """Return what `hostile` does, made once per process, for tests that only read it."""
    place = Path(tempfile.mkdtemp(prefix="hostile-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return hostile(place)


def hostile(place, *, nights=26):
    """Take in nights whose names, labels, codes and units are hostile; one algorithm drops."""
    metric = "acc</title><b>"
    config = config_of(
        place,
        nightly=Nightly(name='n"><i>&amp;'),
        metric=(Metric(name=metric, higher_is_better=True, unit="<u>%"),),
    )
    history = open_history(place)
    label = "../../x<b>"
    for number in range(nights):
        datasets = (*HOSTILE[:4], "iris")
        frame = scores_of(number, algorithms=HOSTILE, datasets=datasets, seeds=2)
        frame = frame.rename(columns={"accuracy": metric}).drop(columns="seconds")
        if number >= nights - 3:
            frame.loc[frame["algorithm"] == HOSTILE[0], metric] -= 0.1
        if number == nights - 1:
            frame = frame[frame["algorithm"] != HOSTILE[3]]
        facts = take_in(
            frame, night_name(number), history, config, label=label, code="<s>" + str(number),
            compared=number >= FILLED_IN,
        )  # fmt: skip
    return history, config, facts
