"""Resampling gives the same bytes whatever computes it, and tells of lost workers."""

import os

import joblib
import numpy as np
import pandas as pd
import pytest
from needs import LONG

import benchreport  # noqa: F401 - registers df.bench
from benchreport.errors import BenchreportError
from benchreport.numerics.resampling import permutation, resample_weights
from benchreport.numerics.seeded_parts import seeded_parts
from benchreport.stats.studies import _simulated_studies

WORKERS = [(1, "loky"), (2, "threading"), (3, "threading"), (2, "loky")]


def parts(**options):
    given = {"step": 3, "rng": 5, "computation": "drawing"} | options
    return [
        part.tobytes() for part in seeded_parts(lambda rng, n: rng.standard_normal(n), 20, **given)
    ]


def under(workers, compute):
    n_jobs, backend = workers
    with joblib.parallel_config(backend, n_jobs=n_jobs):
        return compute()


def test_parts_do_not_depend_on_the_number_of_workers():
    expected = parts()
    assert len({*expected}) == 7
    for workers in WORKERS:
        assert under(workers, parts) == expected


def test_the_callers_generator_goes_on_alike():
    def twice():
        rng = np.random.default_rng(5)
        return [*parts(rng=rng), *parts(rng=rng), rng.random()]

    alone = twice()
    assert alone[:7] == parts()
    assert len({*alone}) == 15
    assert under((2, "threading"), twice) == alone


def test_one_part_draws_as_the_generator_itself():
    assert parts(step=20) == [np.random.default_rng(5).standard_normal(20).tobytes()]


def test_parts_are_computed_by_workers():
    def name(*_):
        return os.getpid()

    found = under(
        (2, "loky"),
        lambda: [*seeded_parts(name, 20, step=3, rng=0, computation="drawing")],
    )
    assert os.getpid() == found[0]
    assert os.getpid() not in found[1:]


@LONG
def test_a_worker_that_is_killed_is_told():
    def die(_, n):
        if n == 2:  # the last part
            os._exit(1)
        return n

    with pytest.raises(BenchreportError, match="a worker was killed") as caught:
        under((2, "loky"), lambda: [*seeded_parts(die, 20, step=3, rng=0, computation="drawing")])
    assert "n_jobs=2" in caught.value.hint


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr(resample_weights, "CHUNK", 20_000)
    monkeypatch.setattr(permutation, "CHUNK", 20_000)
    monkeypatch.setattr(_simulated_studies, "AT_ONCE", 2_000)


RNG = np.random.default_rng(3)
SCORES = pd.DataFrame(RNG.normal(0.8, 0.1, (50, 3)), columns=["rf", "svm", "knn"])
RUNS = SCORES.melt(var_name="model", value_name="accuracy").assign(
    dataset=[*"abcde"] * 30, seed=[n // 5 for n in range(50)] * 3
)
LABELS = pd.DataFrame({"y_true": RNG.integers(0, 2, 300)}).assign(
    **{name: RNG.random(300) for name in ("rf_score", "svm_score")}
)
CALLS = {
    "bootstrap of a metric": lambda: LABELS.bench.metric_bootstrap(metric="auc", n_resamples=500),
    "permutation of a metric": lambda: LABELS.bench.metric_permutation(
        metric="auc", n_resamples=500
    ),
    "permutation of pairs": lambda: SCORES.bench(score="accuracy").permutation(n_resamples=5_000),
    "aggregates": lambda: RUNS.bench.aggregates(n_resamples=500),
    "profiles": lambda: RUNS.bench.profiles(n_resamples=500),
    "simulated studies": lambda: SCORES.bench(score="accuracy").power(n_simulations=500),
}


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("call", CALLS)
def test_procedures_give_the_same_bytes(call):
    expected = repr(CALLS[call]().to_dict())
    for workers in WORKERS[1:]:
        assert repr(under(workers, CALLS[call]).to_dict()) == expected
