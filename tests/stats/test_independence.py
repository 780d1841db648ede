import pandas as pd
from published import as_folds

from benchreport.data import Roles, Scores
from benchreport.stats import independence


def test_datasets_are_a_matter_of_choice(demsar):
    assert independence(demsar).outcome == "not checked"


def test_folds_overlap(hitrate):
    row = independence(as_folds(hitrate)).rows[0]
    assert row.outcome == "violated"
    # of 10 folds two training sets share 8 of 9
    assert "share 89 %" in row.evidence
    assert independence(as_folds(hitrate, "seed")).outcome == "doubtful"


def test_copies_of_a_dataset_are_found():
    frame = pd.DataFrame(
        {"a": [0.9, 0.8, 0.9, 0.5], "b": [0.7, 0.6, 0.7, 0.5]},
        index=pd.Index(["iris", "wine", "iris2", "flat"], name="dataset"),
    )
    result = independence(Scores.from_frame(frame, Roles(score="accuracy")))
    assert result.outcome == "violated"
    assert "iris = iris2" in result.rows[-1].evidence


def test_averaged_repeats_do_not_pass_for_datasets():
    rows = [(a, d, s, s / 10) for a in "xy" for d in "pqr" for s in (1, 2)]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "seed", "auc"])
    assert "2 of each cell" in independence(Scores.from_frame(frame)).rows[1].evidence
