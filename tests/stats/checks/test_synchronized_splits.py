import pandas as pd

from benchreport.data import Scores
from benchreport.stats import synchronized_splits

ORACLE = "none: it lists runs that are missing"

ROWS = [(a, d, f, 0.5) for a in "xyz" for d in "pq" for f in (1, 2, 3)]
FRAME = pd.DataFrame(ROWS, columns=["algorithm", "dataset", "fold", "auc"])


def test_complete_tables_are_synchronized():
    assert synchronized_splits(Scores.from_frame(FRAME)).rows == ()


def test_missing_and_empty_runs_are_listed():
    frame = FRAME.drop(index=[4]).copy()
    frame.loc[0, "auc"] = None
    result = synchronized_splits(Scores.from_frame(frame))
    cells = [(row.algorithm, row.dataset, row.repeat) for row in result.rows]
    assert cells == [("x", "p", "1"), ("x", "q", "2")]
    assert "2 missing runs" in result.summary


def test_runs_that_failed_for_all_are_listed_only_where_a_dataset_has_no_score():
    frame = FRAME.assign(auc=FRAME["auc"].mask((FRAME["dataset"] == "q") & (FRAME["fold"] == 2)))
    assert synchronized_splits(Scores.from_frame(frame)).rows == ()
    frame = FRAME.assign(auc=FRAME["auc"].mask(FRAME["dataset"] == "q"))
    rows = synchronized_splits(Scores.from_frame(frame)).rows
    assert len(rows) == Scores.from_frame(frame).missing_runs.count == 9
    assert {row.note for row in rows} == {"no score of any algorithm"}


def test_other_folds_on_the_same_dataset():
    frame = FRAME.assign(fold=FRAME["fold"] + 3 * (FRAME["algorithm"] == "z"))
    assert len(synchronized_splits(Scores.from_frame(frame)).rows) == 18
