"""Small simulated nights for tests; the scores of one algorithm may be shifted."""

import itertools

import numpy as np
import pandas as pd
from nights_tables import config_of, night_name, take_in

from benchreport.nightly.config.settings import Alerts, Baseline, Metric
from benchreport.nightly.history import History
from benchreport.nightly.night_facts import Key

ALGORITHMS, DATASETS = ("boost", "knn", "svm", "tree"), ("iris", "spam", "wine")
SVM = Key("accuracy", "svm")
YOUNG = Alerts(min_nights=8)


def scores(number, *, shift=None, algorithms=ALGORITHMS, datasets=DATASETS, seeds=2):
    """Return a night's accuracies; ``shift`` is added to those of svm."""
    rows = list(itertools.product(algorithms, datasets, range(seeds)))
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "seed"])
    levels = {name: 0.9 - 0.1 * place for place, name in enumerate(DATASETS)}
    noise = np.random.default_rng(9000 + number).normal(0, 0.004, len(frame))
    frame["accuracy"] = frame["dataset"].map(levels).fillna(0.75) + noise
    if shift:
        frame.loc[frame["algorithm"] == "svm", "accuracy"] += shift
    return frame


class Nights:
    """A history in a folder, and the configuration of its rules."""

    def __init__(self, place, **changes):
        defaults = {
            "metric": (Metric(name="accuracy"),),
            "alerts": YOUNG,
            "baseline": Baseline(nights=40),
        }
        self.config = config_of(place, **{**defaults, **changes})
        self.history = History("history.db", place, create=True)
        self.number = 0
        self.facts = None

    def night(self, frame=None, *, compared=True, name=None, **options):
        """Record the next night; return its facts."""
        number, self.number = self.number, self.number + 1
        frame = scores(number) if frame is None else frame
        name = name or night_name(number)
        self.facts = take_in(frame, name, self.history, self.config, compared=compared, **options)
        return self.facts

    def quiet(self, count, **options):
        """Record nights without a change, and do not compare them."""
        for _ in range(count):
            self.night(compared=False, **options)
        return self

    def shifted(self, by, count=1, **options):
        """Record nights on which svm is shifted; return the facts of the last."""
        for _ in range(count):
            self.night(scores(self.number, shift=by), **options)
        return self.facts

    def row(self, key=SVM):
        """Return the last night's row of a series."""
        return next(row for row in self.facts.series if row.key == key)
