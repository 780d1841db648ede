import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from needs import LONG
from published import cases

from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.stats import nemenyi


@loop_over(("scores", "answer"), cases("nemenyi"))
def test_against_r(scores, answer):
    rows = {(row.first, row.second): row for row in nemenyi(scores).comparisons}
    assert len(rows) == len(answer["pairs"])
    for pair in answer["pairs"]:
        row = rows[pair["first"], pair["second"]]
        assert row.difference == pytest.approx(pair["difference"], rel=1e-8, abs=1e-12)
        assert row.statistic == pytest.approx(pair["q"], rel=1e-8, abs=1e-12)
        # ptukey errs by up to 1e-7 here; tests/numerics checks the same function to 1e-8
        assert row.p_adjusted == pytest.approx(pair["p"], abs=2e-7)
    for level, cd in answer["cd"].items():
        difference = nemenyi(scores, alpha=float(level)).critical_difference
        assert difference == pytest.approx(cd, rel=1e-6)  # qtukey stops at about 1e-7


def test_demsar_2006_as_printed(demsar):
    """Demšar (2006), section 3.2.3: CD 1.25 at .05 finds nothing, 1.12 at .10 two pairs."""
    strict, lenient = nemenyi(demsar), nemenyi(demsar, alpha=0.10)
    assert strict.critical_difference == pytest.approx(1.2536, abs=5e-5)
    assert lenient.critical_difference == pytest.approx(1.1181, abs=5e-5)
    assert strict.significant == ()
    assert {(row.first, row.second) for row in lenient.significant} == {
        ("C4.5", "C4.5+m"),
        ("C4.5", "C4.5+m+cf"),
    }
    assert lenient.better_than("C4.5") == ("C4.5+m+cf", "C4.5+m")


def test_far_tail_keeps_its_digits():
    values = np.tile(np.arange(10.0), (200, 1))
    values[:40] = values[:40, ::-1]
    scores = Scores.from_frame(pd.DataFrame(values), Roles(score="accuracy"))
    p = [row.p_adjusted for row in nemenyi(scores).comparisons if row.statistic > 20]
    assert p
    assert 0 < max(p) < 1e-40


@LONG
def test_three_hundred_algorithms():
    rng = np.random.default_rng(2)
    values = rng.normal(size=(50, 300)) + np.linspace(0, 3, 300)
    result = nemenyi(Scores.from_frame(pd.DataFrame(values), Roles(score="accuracy")))
    assert len(result.comparisons) == 44_850
    assert 0 < len(result.significant) < 44_850
    letters = result.letters()
    alike = result.matrix().to_numpy() > result.alpha
    shared = [
        [bool(set(_split(a)) & set(_split(b))) for b in letters.values()] for a in letters.values()
    ]
    assert (np.array(shared) == alike).all()


def _split(letters):
    """Split ``b2a1`` into its letters."""
    out, word = [], ""
    for sign in letters:
        if sign.isalpha() and word:
            out.append(word)
            word = ""
        word += sign
    return [*out, word]


def test_unknown_algorithm(demsar):
    with pytest.raises(OptionError, match="'svm' is not among the algorithms"):
        nemenyi(demsar).better_than("svm")


def test_matrix(demsar):
    result = nemenyi(demsar)
    matrix = result.matrix("difference")
    assert matrix.loc["C4.5", "C4.5+m"] == pytest.approx(3.142857 - 2.0, abs=1e-6)
    assert matrix.loc["C4.5+m", "C4.5"] == -matrix.loc["C4.5", "C4.5+m"]
    superiority = result.matrix("effect_size")
    assert (superiority + superiority.T).to_numpy() == pytest.approx(np.ones((4, 4)))
    assert np.diag(result.matrix()).tolist() == [1, 1, 1, 1]
    with pytest.raises(OptionError, match="value must be one of"):
        result.matrix("p")


def test_groups_and_letters_at_ten_percent(demsar):
    result = nemenyi(demsar, alpha=0.10)
    assert result.groups() == (
        ("C4.5+m+cf", "C4.5+m", "C4.5+cf"),
        ("C4.5+cf", "C4.5"),
    )
    assert result.letters() == {"C4.5": "b", "C4.5+m": "a", "C4.5+cf": "ab", "C4.5+m+cf": "a"}
