import numpy as np
import pandas as pd
import pytest

import benchreport  # noqa: F401 - registers df.bench
from benchreport.errors import format_count

ORACLE = (
    "numpy.corrcoef of each example with the sum of the others (Lord & Novick 1968, chapter 15)"
)
RNG = np.random.default_rng(5)
RIGHT = (RNG.random((30, 6)) < np.linspace(0.3, 0.9, 6)).astype(int)
RIGHT[0], RIGHT[1] = 0, 1
# better models do worse
RIGHT[2] = [1, 1, 1, 0, 0, 0]
FRAME = pd.DataFrame(RIGHT, columns=[f"m{place}" for place in range(6)]).assign(
    example=[f"q{row}" for row in range(30)]
)


def analysed(frame=FRAME, **options):
    return frame.bench(task="correctness").item_analysis(**options)


def test_correlations_are_numpys():
    for row in analysed().rows:
        place = int(row.example[1:])
        if RIGHT[place].std() == 0:
            assert np.isnan(row.correlation)
            continue
        rest = RIGHT.sum(axis=0) - RIGHT[place]
        assert row.correlation == pytest.approx(np.corrcoef(RIGHT[place], rest)[0, 1], rel=1e-12)


def test_the_hardest_come_first():
    result = analysed()
    means = [row.mean for row in result.rows]
    assert means == sorted(means)
    assert result.rows[0].example == "q0"
    assert (result.rows[0].low, result.rows[0].high, result.easiest) == (0, 0, 1)
    assert len(analysed(most=4).rows) == 4


def test_examples_that_tell_nothing_or_look_wrong_are_counted():
    result = analysed()
    assert result.never == (RIGHT.sum(axis=1) == 0).sum()
    assert result.always == (RIGHT.sum(axis=1) == 6).sum()
    correlations = np.array([row.correlation for row in result.rows])
    assert result.reversed_ == (correlations < -0.5).sum() > 0
    # "no model gets 2 examples right" would also be true where each gets one right
    never, always, *_ = result.interpretation
    assert never.startswith(
        f"No model is ever right on {format_count(result.never, 'example')}; before"
    )
    assert always.startswith(
        f"All models are always right on {format_count(result.always, 'example')},"
    )


def test_few_models_have_no_suspects():
    result = analysed(FRAME[["example", "m0", "m3"]])
    assert result.reversed_ == 0
    assert "With fewer than 5 models" in str(result)


def test_samples_are_averaged():
    frame = pd.concat([FRAME, FRAME.assign(m0=1 - FRAME["m0"])]).assign(
        sample=np.repeat([1, 2], 30)
    )
    result = analysed(frame)
    assert result.design.n_blocks == 30
    assert {row.high for row in result.rows if row.example == "q0"} == {0.5}


def test_losses_are_hard_when_they_are_large():
    frame = pd.DataFrame({"y_true": [0.0, 0.0, 0.0], "m": [1.0, 3.0, 2.0], "n": [1.0, 5.0, 0.0]})
    result = frame.bench(task="regression").item_analysis(metric="mse")
    assert [row.mean for row in result.rows] == [17.0, 2.0, 1.0]
    assert (result.never, result.always) == (0, 0)
