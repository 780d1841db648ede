"""On odd tables, procedures give only our own warnings and leave the settings of the process alone."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from contract import lay_out, layout_of, required_options, roles_of
from curves_tables import frame_of
from fuzz.judge import judge
from looped import loop_over
from needs import LONG, one_in

import benchreport
from benchreport.accessor import Bench
from benchreport.errors import InputError, OptionError
from benchreport.stats import CATALOGUE, CURVE_CATALOGUE, PREDICTION_CATALOGUE

RNG = np.random.default_rng(4)
TABLE = RNG.normal(size=(8, 3)).round(2)
HOLE = TABLE.copy()
HOLE[3] = np.nan
SCORES = {
    "constant": np.full((8, 3), 0.7),
    "ties": np.repeat(TABLE[:, :1], 3, axis=1),
    "constant column": np.column_stack([TABLE[:, :2], np.full(8, 0.5)]),
    # the residuals of blocks and algorithms are all 0, up to rounding
    "additive": np.arange(8)[:, None] * 0.1 + np.arange(3) * 0.3,
    "equal differences": np.column_stack([TABLE[:, 0], TABLE[:, 0] + 0.1, TABLE[:, 0] - 0.1]),
    "one empty dataset": HOLE,
    "one dataset": TABLE[:1],
    "two algorithms": TABLE[:, :2],
    "three blocks": TABLE[:3],
    "large": TABLE * 1e200,
    "small": TABLE * 1e-200,
}
REQUIRED = {
    "control": "a0", "order": ["a0", "a1", "a2"], "complexity": ["a0", "a1", "a2"], "margin": 0.1,
    "mu": 0.5, "sigma": 1.0, "metric": "accuracy", "baseline": "a0",
}  # fmt: skip


def scores_frame(name, values):
    frame = pd.DataFrame(values, columns=[f"a{place}" for place in range(values.shape[1])])
    if layout_of(name) != "5 × 2 folds":
        frame.index = pd.Index([f"d{row}" for row in range(len(frame))], name="dataset")
    return lay_out(name, frame)


def quiet(name, kind, frame, **roles):
    method = getattr(Bench(frame)(**roles), name)
    # the tests of the catalogue check how results are written
    fault = judge(lambda: method(**required_options(name, REQUIRED)) and None)
    assert fault is None, f"{kind}: {fault}"


@pytest.mark.parametrize("name", one_in(4, sorted(CATALOGUE)))
def test_scores(name):
    roles = roles_of(name)
    for kind, values in SCORES.items():
        quiet(name, kind, scores_frame(name, values), score="accuracy", **roles)


@loop_over("name", sorted(CATALOGUE))
def test_infinite_scores_are_refused(name):
    values = TABLE.copy()
    values[2, 1] = np.inf
    method = getattr(Bench(scores_frame(name, values))(score="accuracy"), name)
    with pytest.raises(InputError, match="inf"):
        method(**required_options(name, REQUIRED))


PREDICTED = {
    "one class": ([1] * 12, RNG.random((12, 3))),
    "all right": ([0, 1] * 6, np.tile([[0.0], [1.0]], (6, 3))),
    "all wrong": ([0, 1] * 6, np.tile([[1.0], [0.0]], (6, 3))),
    "all a half": ([0, 1] * 6, np.full((12, 3), 0.5)),
    "two examples": ([0, 1], RNG.random((2, 3))),
    "one model": ([0, 1] * 6, RNG.random((12, 1))),
}


@pytest.mark.parametrize("name", one_in(3, sorted(PREDICTION_CATALOGUE)))
def test_predictions(name):
    for kind, (truth, chances) in PREDICTED.items():
        models = {
            f"a{place}_probability": column for place, column in enumerate(np.transpose(chances))
        }
        quiet(name, kind, pd.DataFrame({"y_true": truth, **models}))


@pytest.mark.parametrize("name", sorted(CURVE_CATALOGUE))
def test_curves(name):
    for options in ({"points": 1}, {"runs": 1, "datasets": 1}, {"k": 1}, {"datasets": 1}):
        frame = frame_of(**options)
        quiet(name, options, frame)
        quiet(name, (options, "constant"), frame.assign(loss=0.5))


def test_one_resample_has_no_standard_error():
    truth, chances = PREDICTED["one model"]
    frame = pd.DataFrame({"y_true": truth, "a_probability": chances[:, 0]})
    with pytest.raises(OptionError, match="needs 2 resamples; got 1") as caught:
        frame.bench.metrics("auc", interval="t", n_resamples=1)
    assert "n_resamples=" in caught.value.hint


def test_filters_of_warnings_are_changed_nowhere_else():
    # these settings belong to the process: two threads would each restore what the other set
    package = Path(benchreport.__file__).parent
    changing = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if "catch_warnings" in path.read_text(encoding="utf-8")
    }
    # exceptions: a lock (three), a process of its own, openpyxl and Narwhals (no other mark), the main thread
    assert changing == {
        "numerics/nulls/nested_levels.py",
        "stats/_factorial/formula.py",
        "numerics/nulls/mixed_model.py",
        "cli/report.py",
        "data/readers/excel.py",
        "engines/lazy_table.py",
        "experiments/cells.py",
    }


@pytest.mark.parametrize("form", ["long", "wide"])
def test_scores_without_room_for_their_differences_are_refused(form):
    df = pd.DataFrame({"a": [1.7e308, 1.0, 2.0], "b": [-1.7e308, 3.0, 1.0]})
    if form == "long":
        df = df.melt(var_name="algorithm", value_name="r2").assign(fold=[1, 2, 3] * 2)
    with pytest.raises(InputError, match="2 scores beyond ±1e\\+305") as caught:
        df.bench(score="r2").paired_t()
    exec(caught.value.hint)  # noqa: S102 - a hint works when pasted
    quiet("paired_t", form, df, score="r2")


def test_a_region_beyond_all_differences_holds_them():
    frame = pd.DataFrame(TABLE * 1e-10, columns=list("abc")).assign(fold=range(8))
    result = frame.bench(score="accuracy").bayes_correlated_t(rope=1e300)
    assert (result.table["p_rope"] == 1).all()


@LONG
def test_a_mixed_model_leaves_the_filters_of_warnings_alone():
    # this runs in its own process because statsmodels sets filters at its first import; so does
    # scipy.special, whose filter is about its own warnings
    code = """
import warnings
import numpy as np, pandas as pd, scipy.special, benchreport.accessor
frame = pd.DataFrame(np.random.default_rng(0).normal(size=(9, 3)), columns=list("abc"))
before = list(warnings.filters)
frame.bench(score="accuracy").mixed_model()
assert warnings.filters == before, set(map(str, warnings.filters)) ^ set(map(str, before))
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
