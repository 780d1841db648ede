import numpy as np
import pandas as pd
import pytest
from curves_tables import curves_of, frame_of
from predictions_tables import random_labels
from published import published

from benchreport.analysis import analyze, analyze_curves, analyze_predictions
from benchreport.data import Curves, Roles, Scores
from benchreport.report.sections.checklist import checklist_section
from benchreport.report.sections.methods import method_paragraphs


def answers(analysis):
    section = checklist_section(analysis)
    return {item.procedure: (item.outcome, item.evidence) for item in section.blocks[1].items}


def test_published_scores():
    outcomes = answers(analyze(published("garcia_herrera2008")))
    assert outcomes["Are there enough datasets?"] == ("passed", "There are 30 datasets.")
    assert outcomes["Are runs repeated?"][0] == "doubtful"
    assert outcomes["Did all algorithms see the same splits?"][0] == "not applicable"
    assert outcomes["Is every algorithm scored everywhere?"] == (
        "passed",
        "All 150 cells have a score.",
    )
    corrected = outcomes["Are the p-values corrected for the number of comparisons?"]
    assert corrected[0] == "passed"
    assert corrected[1].startswith("The p-values of the 10 comparisons are adjusted")


def test_splits_that_an_algorithm_lacks():
    rng = np.random.default_rng(0)
    rows = [
        (f"a{a}", f"d{d}", s, rng.normal()) for a in range(3) for d in range(6) for s in range(3)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "seed", "accuracy"])
    question = "Did all algorithms see the same splits?"
    assert answers(analyze(Scores.from_frame(frame)))[question][0] == "passed"
    outcome, evidence = answers(analyze(Scores.from_frame(frame.drop(index=4))))[question]
    assert outcome == "doubtful"
    assert evidence.startswith("1 run ")
    # rounds of a benchmark are numbered, and no splits
    timed = frame.rename(columns={"seed": "run", "accuracy": "time_s"})
    timed["time_s"] = timed["time_s"].abs()
    assert answers(analyze(Scores.from_frame(timed)))[question][0] == "not applicable"


def test_one_dataset_two_algorithms_and_gaps():
    frame = pd.DataFrame(np.random.default_rng(1).normal(size=(10, 2)), columns=["a", "b"])
    table = Scores.from_frame(frame.assign(fold=range(10)), Roles(score="accuracy"))
    folds = answers(analyze(table))
    assert folds["Are there enough datasets?"][0] == "doubtful"
    assert folds["Are the p-values corrected for the number of comparisons?"] == (
        "not applicable",
        "There is one comparison.",
    )
    gaps = pd.DataFrame(np.arange(30.0).reshape(10, 3) ** 1.3)
    gaps.iloc[2, 1] = np.nan
    with_gaps = answers(analyze(Scores.from_frame(gaps, Roles(score="accuracy"))))
    assert with_gaps["Is every algorithm scored everywhere?"] == (
        "doubtful",
        "1 of 30 cells has no score.",
    )


def test_datasets_count_only_where_all_algorithms_have_scores():
    frame = pd.DataFrame(np.random.default_rng(2).normal(size=(20, 3)), columns=list("abc"))
    frame.loc[4:, "c"] = np.nan
    table = Scores.from_frame(frame, Roles(score="accuracy", missing="paired"))
    assert answers(analyze(table))["Are there enough datasets?"] == (
        "doubtful",
        "There are 20 datasets, 4 of them without gaps.",
    )


def test_curves_and_predictions():
    outcomes = answers(analyze_curves(curves_of(k=3, datasets=6, runs=2)))
    assert outcomes["Did all runs have the same budget?"][0] == "passed"
    assert outcomes["Are runs repeated?"] == (
        "passed",
        "Each algorithm has 2 runs on each dataset.",
    )
    frame = frame_of(k=2, datasets=2, runs=1)
    short = frame[(frame["algorithm"] != "algorithm 1") | (frame["evaluations"] < 100)]
    single = answers(analyze_curves(Curves.from_frame(short)))
    assert single["Did all runs have the same budget?"][0] == "doubtful"
    assert single["Are runs repeated?"][0] == "doubtful"
    labels = answers(analyze_predictions(random_labels()))
    assert labels["Is there a trivial baseline?"][0] == "passed"


@pytest.mark.parametrize("name", ["demsar2006", "garcia_herrera2008"])
def test_every_answer_has_its_evidence(name):
    for outcome, evidence in answers(analyze(published(name))).values():
        assert outcome in ("passed", "doubtful", "not applicable")
        assert evidence.endswith(".")


QUESTION = "Is the uncertainty shown?"


def test_a_cell_with_a_single_run_makes_repeats_doubtful():
    rng = np.random.default_rng(0)
    rows = [
        (f"a{a}", f"d{d}", s, rng.normal()) for a in range(3) for d in range(6) for s in range(3)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "seed", "accuracy"])
    outcomes = answers(analyze(Scores.from_frame(frame.drop(index=[1, 2]))))
    outcome, evidence = outcomes["Are runs repeated?"]
    assert outcome == "doubtful"
    assert evidence.startswith("The cells have 1 to 3 runs")
    complete = answers(analyze(Scores.from_frame(frame)))
    assert complete["Are runs repeated?"] == ("passed", "Each cell is the mean of 3 runs.")


def test_uncertainty_is_doubtful_without_repeats_or_intervals():
    assert answers(analyze_curves(curves_of(k=2, datasets=2, runs=3)))[QUESTION][0] == "passed"
    single_runs = answers(analyze_curves(curves_of(k=2, datasets=2, runs=1)))[QUESTION]
    assert single_runs == ("doubtful", "A single run has no band.")
    assert answers(analyze(published("demsar2006")))[QUESTION][0] == "passed"
    # intervals of splits that share training data are too narrow
    frame = pd.DataFrame(np.random.default_rng(1).normal(size=(10, 3)), columns=list("abc"))
    undecided = analyze(Scores.from_frame(frame.assign(split=range(10)), Roles(score="accuracy")))
    outcome, evidence = answers(undecided)[QUESTION]
    assert outcome == "doubtful"
    assert evidence.endswith("assume independent splits, which is doubtful.")


def test_numbers_without_an_interval_are_counted():
    analysis = analyze_predictions(random_labels())
    has_interval = [row.interval is not None for row in analysis.metrics.rows]
    outcome, evidence = answers(analysis)[QUESTION]
    assert outcome == "passed"
    n = len(has_interval)
    if all(has_interval):
        assert evidence == f"Each of the {n} numbers has an interval."
    else:
        assert evidence == f"{sum(has_interval)} of the {n} numbers have intervals."


def test_independent_runs_are_counted():
    rows = [(f"a{a}", float(a + s % 3)) for a in range(3) for s in range(4 + a)]
    table = Scores.from_frame(pd.DataFrame(rows, columns=["algorithm", "accuracy"]))
    assert answers(analyze(table))["Are runs repeated?"] == (
        "passed",
        "Each algorithm has 4 to 6 independent runs.",
    )


def test_datasets_without_scores_are_not_counted():
    frame = pd.DataFrame(np.random.default_rng(2).normal(size=(30, 3)), columns=list("abc"))
    frame.loc[15:] = np.nan
    table = Scores.from_frame(frame, Roles(score="accuracy"))
    analysis = analyze(table)
    assert answers(analysis)["Are there enough datasets?"] == (
        "passed",
        "There are 30 datasets, 15 of them without gaps.",
    )
    assert table.n_scored == 15
    assert "We compared 3 algorithms on 15 datasets" in method_paragraphs(analysis, ())[0]


def test_datasets_with_a_missing_run_are_counted_where_runs_are_shared():
    rng = np.random.default_rng(2)
    rows = [(a, d, s, rng.normal()) for a in "abc" for d in range(12) for s in range(3)]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "seed", "accuracy"])
    gaps = frame.drop(index=[4, 50])
    alone = gaps["algorithm"].eq("a") & gaps["dataset"].eq(3)
    apart = gaps.assign(seed=gaps["seed"].where(~alone, gaps["seed"] + 10))
    for table, evidence in (
        (gaps, "There are 12 datasets."),
        (apart, "There are 12 datasets, 9 of them without gaps."),
    ):
        analysis = analyze(Scores.from_frame(table))
        assert answers(analysis)["Are there enough datasets?"][1] == evidence
