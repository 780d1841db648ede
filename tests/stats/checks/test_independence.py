import numpy as np
import pandas as pd
from published import as_folds

from benchreport.data import Roles, Scores
from benchreport.stats import corrected_t, independence, nemenyi, wilcoxon

ORACLE = "none: it reads the design, and computes nothing but shares of folds"


def test_independence_of_datasets_is_not_checked(demsar):
    assert independence(demsar).outcome == "not checked"


def test_folds_overlap(hitrate):
    row = independence(as_folds(hitrate)).rows[0]
    assert row.outcome == "violated"
    # two training sets of 10 folds share 8 of 9 parts
    assert "share 89 %" in row.evidence
    assert independence(as_folds(hitrate, "seed")).outcome == "doubtful"


def test_copies_of_a_dataset_are_detected():
    fine = np.random.default_rng(0).normal(0.8, 0.05, (9, 3)).round(4)
    fine[7] = fine[2]
    names = ["iris" if place == 2 else "iris2" if place == 7 else f"d{place}" for place in range(9)]
    frame = pd.DataFrame(fine, columns=list("abc"), index=pd.Index(names, name="dataset"))
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    result = independence(scores)
    assert result.outcome == "violated"
    assert "by chance from scores in steps of" in result.rows[-1].evidence
    # the same fact underlies every test on these scores
    for test in (nemenyi, wilcoxon):
        (doubt,) = test(scores).doubts
        assert doubt.evidence == result.rows[-1].evidence


def test_equal_scores_in_coarse_steps_are_no_copies():
    """Ten-fold accuracies of 150 examples have steps of 1/15, and two in three folds tie."""
    rng = np.random.default_rng(2)
    keys = {"repeat": np.repeat(range(10), 10), "fold": np.tile(range(10), 10)}
    folds = pd.DataFrame(rng.binomial(15, [0.95, 0.93], (100, 2)) / 15, columns=["a", "b"])
    roles = Roles(score="accuracy", repeat=["repeat", "fold"])
    read = Scores.from_frame(folds.assign(**keys), roles)
    assert [row.what for row in independence(read).rows] == ["folds"]
    folds.iloc[30:40] = folds.iloc[70:80].to_numpy()
    copied = Scores.from_frame(folds.assign(**keys), roles)
    assert (
        "all 10 scores of repeat 3 are those of repeat 7" in independence(copied).rows[-1].evidence
    )
    assert "no block is a copy of another" in [doubt.name for doubt in corrected_t(copied).doubts]


def test_the_same_assumption_has_one_outcome_in_all_results(hitrate):
    for scores in (as_folds(hitrate), as_folds(hitrate, "seed"), as_folds(hitrate, "split")):
        row = independence(scores).rows[0]
        named = f"the {scores.block_kind}s are independent of one another"
        (repeats,) = [
            assumption for assumption in nemenyi(scores).assumptions if assumption.name == named
        ]
        assert (repeats.outcome, repeats.evidence) == (row.outcome, row.evidence)


def test_averaged_repeats_are_not_taken_for_datasets():
    rows = [(a, d, s, s / 10) for a in "xy" for d in "pqr" for s in (1, 2)]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "seed", "auc"])
    assert "2 repeats of each cell" in independence(Scores.from_frame(frame)).rows[1].evidence
