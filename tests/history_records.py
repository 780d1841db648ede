"""Records for tests of the history, and functions that read a whole history."""

import dataclasses
import datetime as dt

import numpy as np

from benchreport.nightly.history import History
from benchreport.nightly.history.export_records import history_lines
from benchreport.nightly.history.night_scores import Night, NightScores, pack
from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight

NOW = dt.datetime(2026, 11, 20, 4, tzinfo=dt.UTC)
KEY = Key("f1", "svm", "iris")
FINDING = Finding(number=1, key=KEY, kind="regression", opened="2026-11-20", since="2026-11-19")


def night_of(name="2026-11-20", *, label="", seed=0, metrics=("f1", "seconds"), size=6):
    value = np.random.default_rng(seed).normal(size=size)
    value[1] = np.nan
    scores = tuple(
        NightScores(
            metric=metric,
            higher_is_better=metric == "f1",
            algorithm=np.arange(size) // 3,
            dataset=np.arange(size) % 3,
            repeat=np.zeros(size, dtype=np.intp),
            version=np.zeros(size, dtype=np.intp),
            value=value + place,
            algorithms=("knn", "svm", "決定木 \ud800\x00")[: -(-size // 3)],
            datasets=("adult", "iris", "größe"),
            repeats=("",),
            versions=("",),
        )
        for place, metric in enumerate(metrics)
    )
    return Night(night=name, label=label, metrics=scores, code="abc", context={"host": "büro"})


def facts_of(name="2026-11-20", *, label="", **changes):
    series = SeriesNight(key=KEY, state="regressed", value=0.5, p_value=1 / 3)
    return NightFacts(
        name="tabular", night=name, label=label, series=(series,), findings=(FINDING,), **changes
    )


def read(history):
    """Return the whole contents of a history as plain values."""
    lines = [
        (line.kind, line.doc if line.scores is None else pack(line.scores))
        for line in history_lines(history)
    ]
    return [*lines, *map(dataclasses.asdict, history.outbox())]


def verify(url):
    with History(url) as history:
        return history.verify()


def reread(url):
    with History(url) as history:
        return read(history)
