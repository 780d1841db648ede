import pandas as pd
import pytest

from benchreport.analysis import analyze
from benchreport.data import Roles, Scores
from benchreport.errors import DesignError


def test_the_path_is_complete(garcia):
    analysis = analyze(garcia)
    names = [result.procedure for result in analysis.results]
    assert names == ["describe", "ranks", "friedman", "nemenyi", "wilcoxon", "anova", "tukey"]
    assert len(analysis.advice) == 5
    assert analysis.verdict[0].startswith("There are differences among the 5 algorithms")
    assert "C4.5 has the best mean rank (2.10)" in analysis.verdict[1]


def test_a_control_changes_the_comparisons(garcia):
    analysis = analyze(garcia, control="Kernel")
    assert analysis.mean_rank_pairs.procedure == "bonferroni_dunn"
    assert analysis.signed_rank_pairs.control == "Kernel"
    assert "better than the control Kernel" in " ".join(analysis.verdict)


def test_disagreement_of_gate_and_pairs_is_said(demsar):
    """Demšar's Table 6: Friedman's p is below .05 and no Nemenyi pair is."""
    told = " ".join(analyze(demsar).verdict)
    assert "finds a difference and Nemenyi test no pair" in told
    assert "no pair with it is significant" in told


def test_folds_of_one_dataset_come_with_their_caution(hitrate):
    frame = hitrate.frame.assign(fold=range(10))
    scores = Scores.from_frame(frame.reset_index(drop=True), Roles(score="accuracy"))
    assert scores.overlapping
    assert "nothing follows for other datasets" in analyze(scores).verdict[-1]


def test_no_difference_is_not_called_equality():
    frame = pd.DataFrame({"a": [1.0, 2, 3, 4], "b": [2.0, 1, 4, 3], "c": [1.5, 1.5, 3.5, 3.5]})
    told = analyze(Scores.from_frame(frame, Roles(score="accuracy"))).verdict
    assert told[0].endswith("That does not make them equal.")


def test_equal_algorithms_have_no_leader():
    same = pd.DataFrame({"a": [1.0, 2, 3], "b": [1.0, 2, 3], "c": [1.0, 2, 3]})
    told = analyze(Scores.from_frame(same, Roles(score="accuracy"))).verdict
    assert told[1] == "All algorithms share the mean rank 2.00."
    two = same.assign(c=[0.5, 1, 2])
    told = analyze(Scores.from_frame(two, Roles(score="accuracy"))).verdict
    assert told[1].startswith("a and b share the best mean rank (1.50); 0 of 3 pairs")


def test_gaps_stop_it():
    frame = pd.DataFrame({"a": [1.0, None, 3], "b": [1.0, 2, 3]})
    with pytest.raises(DesignError, match="the comparison needs every algorithm"):
        analyze(Scores.from_frame(frame, Roles(score="accuracy")))


def test_progress_is_told(garcia):
    steps = []
    analyze(garcia, progress=steps.append)
    assert steps == ["describing the scores", "testing all algorithms at once", "comparing pairs"]
