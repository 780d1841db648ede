import json
from dataclasses import replace

import numpy as np
import pytest

from benchreport.errors import OptionError
from benchreport.results.base import Design, Interval
from benchreport.results.from_dict import from_dict
from benchreport.results.pairs.bayes import BayesResult, Posterior, format_probability

DESIGN = Design(
    algorithms=("a", "b", "c"), n_blocks=9, block_kind="dataset", score="auc", higher_is_better=True
)
ROWS = (
    Posterior("a", "b", 0.1, None, 0.97, 0.02, 0.01, 0.001),
    Posterior("a", "c", 0.0, None, 0.01, 0.96, 0.03, 0.001),
    Posterior("b", "c", -0.1, None, 0.1, 0.2, 0.7, 0.002),
)


def result(rows=ROWS, **changed):
    facts = {
        "procedure": "bayes_sign",
        "method": "Bayesian sign test",
        "design": DESIGN,
        "rope": 0.01,
        "confidence": 0.95,
        "difference_name": "median difference of auc",
        "prior": "a prior",
        **changed,
    }
    return BayesResult(rows=rows, **facts)


def test_decisions():
    bayes = result()
    assert [bayes.decision(row) for row in ROWS] == ["a", "practically equivalent", "undecided"]
    assert bayes.decided == ROWS[:1]
    assert bayes.equivalent == ROWS[1:2]
    assert bayes.table["decision"].tolist() == ["a", "practically equivalent", "undecided"]
    assert result(confidence=0.99).decided == ()
    assert "1 of 3 pairs decided and 1 practically equivalent (± 0.01)" in bayes.summary


def test_matrix():
    better, within = result().matrix(), result().matrix("p_rope")
    assert better.loc["a", "b"] == 0.97
    assert better.loc["b", "a"] == 0.01
    assert within.loc["c", "a"] == within.loc["a", "c"] == 0.96
    assert np.isnan(np.diag(better)).all()
    assert np.isnan(result(ROWS[:1]).matrix().loc["b", "c"])
    with pytest.raises(OptionError, match="value must be one of"):
        result().matrix("p_adjusted")


def test_pairs_are_turned_so_that_the_better_one_is_first():
    # a leads by .96 − .02 = .94, c by .02 + .60 = .62, b by −.96 − .60 = −1.56
    rows = (*ROWS[:2], ROWS[2]._replace(interval=Interval(-0.2, 0.05, 0.95)))
    assert result(rows).ranking == ("a", "c", "b")
    turned = result(rows).oriented().rows
    assert turned[:2] == rows[:2]
    expected = Posterior("c", "b", 0.1, Interval(-0.05, 0.2, 0.95), 0.7, 0.2, 0.1, 0.002)
    assert turned[2] == expected
    assert result(rows, control="b").ranking == ("b", "a", "c")
    # where lower is better, the advantage of the first is its difference with the other sign
    loss = result(rows, design=replace(DESIGN, score="loss", higher_is_better=False))
    assert [row.difference for row in loss.oriented().rows] == [-0.1, 0.0, -0.1]
    assert loss.oriented().rows[2].interval == Interval(-0.2, 0.05, 0.95)


def test_nothing_is_certain():
    assert format_probability(1.0) == "> .999"
    assert format_probability(0.9991) == "> .999"
    assert format_probability(0.0) == "< .001"
    sure = result((Posterior("a", "b", 0.1, None, 1.0, 0.0, 0.0),))
    assert sure.display["P(first better)"].tolist() == ["> .999"]
    assert sure.display["P(equivalent)"].tolist() == ["< .001"]


def test_undecided_is_not_called_equal():
    interpretation = result(ROWS[2:]).interpretation
    assert "No answer reaches a probability of .95 for 1 pair." in interpretation
    assert not any("equivalent" in sentence for sentence in interpretation)
    assert any(
        "without a region of practical equivalence" in sentence
        for sentence in result(rope=0.0).interpretation
    )
    assert not any("No answer" in sentence for sentence in result(ROWS[:1]).interpretation)


def test_it_comes_back():
    bayes = result(n_resamples=100, control="c")
    facts = json.loads(json.dumps(bayes.to_dict(), allow_nan=False))
    assert from_dict(facts) == bayes
    assert "come from 100 draws, with standard errors up to 0.002" in bayes.interpretation[-1]
