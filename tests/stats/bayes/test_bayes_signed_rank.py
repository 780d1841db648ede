import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from published import cases, oracle

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.stats import bayes_signed_rank


def table(*columns, score="accuracy"):
    names = "abcdefgh"[: len(columns)]
    return Scores.from_frame(
        pd.DataFrame(dict(zip(names, columns, strict=True)), dtype=float), Roles(score=score)
    )


def probabilities(row):
    return row.p_first, row.p_rope, row.p_second


CLEAR = table([9, 8, 9, 7, 8, 9], [7, 8.5, 8, 5, 4, 8])
DRAWN = 5 * np.sqrt(0.25 * (1 / 50_000 + 1 / oracle("bayes")["draws"]))


@pytest.mark.parametrize(("scores", "answer"), cases("bayes"))
def test_against_baycomp(scores, answer):
    """baycomp 1.0.3, SignedRankTest with and without a region: the tolerance is five standard errors."""
    for rope, key in ((answer["rope"], ""), (0, ", no rope")):
        rows = bayes_signed_rank(scores, rope=rope).rows
        assert len(rows) == len(answer["pairs"])
        for row, expected in zip(rows, answer["pairs"], strict=True):
            assert (row.first, row.second) == (expected["first"], expected["second"])
            expected_of_rope = expected[f"bayes_signed_rank{key}"]
            assert probabilities(row) == pytest.approx(expected_of_rope, abs=DRAWN)


def test_the_order_and_choice_of_algorithms_do_not_matter(demsar):
    every = {(row.first, row.second): row for row in bayes_signed_rank(demsar, rope=0.01).rows}
    for row in bayes_signed_rank(demsar, rope=0.01, control="C4.5").rows:
        turned = every["C4.5", row.first]
        assert probabilities(row) == probabilities(turned)[::-1]
        assert row.difference == -turned.difference
        assert row.second == "C4.5"


def test_lower_is_better_turns_it():
    values = np.random.default_rng(2).normal(size=(2, 9))
    up, down = table(*values), table(*values, score="error")
    higher, other = (bayes_signed_rank(scores, rope=0.1).rows[0] for scores in (up, down))
    assert probabilities(higher) == probabilities(other)[::-1]
    assert higher.difference == other.difference


def test_seed_and_draws():
    assert bayes_signed_rank(CLEAR, rng=1) == bayes_signed_rank(CLEAR, rng=1)
    assert bayes_signed_rank(CLEAR, rng=1).rows != bayes_signed_rank(CLEAR, rng=2).rows
    rough, fine = (bayes_signed_rank(CLEAR, n_resamples=n).rows[0] for n in (100, 10_000))
    assert rough.error > fine.error
    assert fine.error == pytest.approx(
        max(np.sqrt(p * (1 - p) / 10_000) for p in probabilities(fine))
    )


def test_ties_zeros_and_constants():
    same = table([1, 2, 3], [1, 2, 3])
    assert probabilities(bayes_signed_rank(same).rows[0]) == (0.5, 0, 0.5)
    assert probabilities(bayes_signed_rank(same, rope=0.1).rows[0]) == (0, 1, 0)
    wide = bayes_signed_rank(CLEAR, rope=100)
    assert probabilities(wide.rows[0]) == (0, 1, 0)
    assert wide.equivalent == wide.rows
    # a result that no draw shows still has a standard error
    assert wide.rows[0].error == 1 / 50_000


def test_differences_on_one_side_warn_of_the_prior():
    sided = table([2, 3], [1, 1])
    result = bayes_signed_rank(sided)
    assert result.rows[0].p_first == 1
    assert any("on one side" in warning for warning in result.warnings)
    careful = bayes_signed_rank(sided, prior_at="second")
    assert careful.rows[0].p_first < 0.95
    assert careful.warnings == ()
    assert "on the side of the second" in careful.prior
    assert bayes_signed_rank(sided, rope=0.1).warnings == ()


def test_the_interpretation():
    result = bayes_signed_rank(CLEAR, rope=0.2)
    assert result.summary.startswith("Bayesian signed-rank test: 1 of 1 pair decided")
    text = " ".join(result.interpretation)
    assert "a is probably better than b by more than 0.2." in text
    assert "not error rates" in text
    assert "come from 50,000 draws, with standard errors up to 0.00" in text
    assert "None is corrected" not in text
    assert "C4.5" not in text
    heads = ["P(first better)", "P(equivalent)", "P(second better)", "decision"]
    assert list(result.display.columns)[-4:] == heads
    assert result.display["decision"].tolist() == ["a"]


def test_many_algorithms_against_a_control():
    values = np.random.default_rng(0).normal(size=(300, 20))
    frame = pd.DataFrame(values.T, columns=[f"a{place}" for place in range(300)])
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    result = bayes_signed_rank(scores, control="a7", n_resamples=500)
    assert len(result.rows) == 299
    assert len(result.interpretation) < 20


@loop_over(
    ("options", "message"),
    [
        ({"rope": -0.1}, "rope must be a number, at least 0"),
        ({"rope": float("nan")}, "rope must be a number, at least 0"),
        ({"rope": "wide"}, "rope must be a number, at least 0"),
        ({"confidence": 1.0}, "confidence must lie strictly between 0 and 1"),
        ({"confidence": 0.5}, "confidence must be above 0.5"),
        ({"prior_strength": 0}, "prior_strength must be a number above 0"),
        ({"prior_at": "left"}, "prior_at must be one of 'rope', 'first', 'second'"),
        ({"n_resamples": 0}, "n_resamples must be a whole number above 0"),
        ({"rng": -1}, "rng must be a whole number"),
    ],
)
def test_options_are_checked(options, message):
    with pytest.raises(OptionError, match=message):
        bayes_signed_rank(CLEAR, **options)


def test_designs_are_checked():
    with pytest.raises(DesignError, match="control='c' is not among"):
        bayes_signed_rank(CLEAR, control="c")
    with pytest.raises(DesignError, match="bayes_signed_rank needs every"):
        bayes_signed_rank(table([1, np.nan, 3], [1, 2, 4]))
