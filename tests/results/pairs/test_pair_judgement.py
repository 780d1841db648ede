import pandas as pd

from benchreport.data import Roles, Scores
from benchreport.results.pairs.pair_judgement import (
    OPEN,
    Judgement,
    contradictions,
    is_open,
)
from benchreport.stats import bayes_sign, wilcoxon


class View:
    def __init__(self, **pairs):
        self.judgements = {frozenset(pair): judged for pair, judged in pairs.items()}
        self.favoured = {
            pair: judged.favours for pair, judged in self.judgements.items() if judged.favours
        }


FOR_A, FOR_B = (Judgement(significant=True, favours=name) for name in "ab")


def test_a_pair_is_open_where_only_some_views_find_it():
    ranks, means = View(ab=FOR_A, ac=FOR_A, bc=OPEN), View(ab=OPEN, ac=FOR_A, bc=OPEN)
    assert [is_open(frozenset(pair), [ranks, means]) for pair in ("ab", "ac", "bc")] == [
        True,
        False,
        False,
    ]
    # on whose side it is found is another question
    assert not is_open(frozenset("ab"), [ranks, View(ab=FOR_B)])
    # pairs that are missing in one view are not compared
    assert not is_open(frozenset("ab"), [ranks, View(bc=OPEN)])


def test_only_opposite_claims_contradict_each_other():
    ranks, means, none = View(ab=FOR_A), View(ab=FOR_B), View(ab=OPEN)
    assert contradictions([ranks, none]) == {}
    assert contradictions([ranks, none, means, ranks]) == {
        frozenset("ab"): {"a": (ranks, ranks), "b": (means,)}
    }


def test_results_judge_by_their_own_criterion():
    frame = pd.DataFrame({"a": range(1, 9), "b": range(8), "c": [9, 0] * 4})
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    tests = wilcoxon(scores, alpha=0.05)
    posterior = bayes_sign(scores, confidence=0.95, control="a")
    for result in (tests, posterior):
        assert result.judgements[frozenset("ab")] == FOR_A
        assert result.judgements[frozenset("ac")] == OPEN
        assert result.favoured.get(frozenset("ab")) == "a"
        assert frozenset("ac") not in result.favoured
