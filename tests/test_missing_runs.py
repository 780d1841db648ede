"""One truth about failed runs: check, verdict, good practice, methods, warnings and advice count alike."""

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from needs import LONG
from shared_reports import undrawn_page

import benchreport  # noqa: F401 - registers df.bench
from benchreport.analysis import advise, analyze
from benchreport.cli import main
from benchreport.data import Roles, Scores
from benchreport.data.columns.roles import MISSING
from benchreport.data.gaps_in_words import gaps_in_words
from benchreport.report import report as make_report
from benchreport.report.sections.checklist import checklist_section
from benchreport.report.sections.methods import method_paragraphs
from benchreport.stats import (
    describe,
    friedman,
    gap_sensitivity,
    mixed_model,
    outliers,
    profiles,
    synchronized_splits,
)

DATASETS = ["iris", "KDDCup09", "wine", "adult", "vowel", "glass", "car", "higgs"]


def runs():
    rng = np.random.default_rng(3)
    rows = [
        (name, dataset, fold, round(0.6 + 0.1 * place + 0.05 * rng.normal(), 3))
        for place, name in enumerate(["rf", "tpot", "svm"])
        for dataset in DATASETS
        for fold in range(10)
    ]
    frame = pd.DataFrame(rows, columns=["framework", "task", "fold", "auc"])
    return frame.rename(columns={"framework": "algorithm", "task": "dataset"})


def lose(frame, name, dataset, *folds):
    where = (frame["algorithm"] == name) & (frame["dataset"] == dataset)
    return frame.assign(auc=frame["auc"].mask(where & frame["fold"].isin(folds)))


ONE = lose(runs(), "tpot", "KDDCup09", 3)
EMPTY = lose(ONE, "svm", "iris", *range(10))
SENTENCES = {
    "error": "1 run of 240 is missing (tpot on KDDCup09 has 9 of 10 folds)",
    "available": "1 run of 240 is missing (tpot on KDDCup09 has 9 of 10 folds); cells average the "
    "available runs",
    "paired": "1 run of 240 is missing (tpot on KDDCup09 has 9 of 10 folds); only folds that all "
    "algorithms of a dataset have are averaged, which leaves out 2 runs",
    "worst": "1 run of 240 is missing (tpot on KDDCup09 has 9 of 10 folds); it is given the worst score "
    "of its dataset",
    "drop": "1 run of 240 is missing (tpot on KDDCup09 has 9 of 10 folds); 1 incomplete dataset is left "
    "out (KDDCup09)",
}
BOTH = "11 runs of 240 are missing (svm on iris has none of 10 folds, tpot on KDDCup09 has 9 of 10 folds)"
BOTH_SENTENCES = {
    "error": BOTH,
    "available": f"{BOTH}; cells average the available runs",
    "paired": f"{BOTH}; only folds that all algorithms of a dataset have are averaged, which leaves out "
    "2 runs",
    "worst": f"{BOTH}; they are given the worst scores of their datasets",
    "drop": f"{BOTH}; 2 incomplete datasets are left out (iris, KDDCup09)",
}


@pytest.mark.parametrize("missing", MISSING)
@pytest.mark.parametrize(
    ("frame", "sentences"), [(ONE, SENTENCES), (EMPTY, BOTH_SENTENCES)], ids=["one", "empty"]
)
def test_every_front_says_the_same(missing, frame, sentences, tmp_path):
    sentence = sentences[missing]
    absent = Scores.from_frame(frame.dropna(), Roles(missing=missing))
    scores = Scores.from_frame(frame, Roles(missing=missing))
    assert gaps_in_words(scores) == gaps_in_words(absent) == sentence
    frame.to_csv(tmp_path / "runs.csv", index=False)
    check = CliRunner().invoke(main, ["check", str(tmp_path / "runs.csv"), "--missing", missing])
    assert sentence in check.stdout.splitlines()
    # a report allows gaps
    assert check.exit_code == 0
    analysis = analyze(absent)
    # what it does where nobody says what to do
    treated = sentences["paired" if missing == "error" else missing]
    assert sum(treated in said for said in analysis.sentences) == 1
    practices = {item.procedure: item for item in checklist_section(analysis).blocks[1].items}
    everywhere = practices["Is every algorithm scored everywhere?"]
    # the checklist counts, and the data say which runs
    counted = f"{scores.missing_runs.counted}."
    assert (everywhere.outcome, everywhere.evidence) == ("doubtful", counted)
    assert f" {treated}." in method_paragraphs(analysis)[0]
    for procedure in (describe, outliers, profiles, advise):
        assert f"{sentence}." in procedure(scores).warnings
    lacking = len(synchronized_splits(scores).rows)
    assert lacking == scores.missing_runs.count
    splits = practices["Did all algorithms see the same splits?"].evidence
    assert splits.startswith(f"{lacking} run{'s are' if lacking > 1 else ' is'} missing for some")


def test_the_report_counts_runs():
    page = undrawn_page(make_report(Scores.from_frame(ONE)))
    facts = [
        row.text_content().strip() for row in page.get_element_by_id("compared").iter("dt", "dd")
    ]
    assert facts[facts.index("Missing runs") + 1] == SENTENCES["paired"]


def test_a_lost_run_leaves_out_its_fold_and_no_dataset():
    analysis = analyze(Scores.from_frame(ONE))
    assert analysis.advice.setting == "datasets"
    assert analysis.omnibus.procedure == "friedman"
    assert analysis.pairs[0].design.n_blocks == 8
    assert analysis.sensitivity.procedure == "gap_sensitivity"


def test_the_path_for_gaps_uses_all_runs_and_complete_datasets():
    analysis = analyze(Scores.from_frame(EMPTY))
    assert analysis.advice.setting == "gaps"
    assert analysis.advice.seen == "3 algorithms on 8 datasets with 11 missing runs"
    assert analysis.omnibus.procedure == "skillings_mack"
    assert analysis.pairs[0].design.n_blocks == 7
    assert "pairs are compared on the 7 complete datasets" in " ".join(analysis.sentences)
    calls = [suggestion.call for suggestion in advise(Scores.from_frame(ONE)).suggestions]
    # the path that a report takes
    assert calls[:2] == ["(missing='paired').friedman()", "(missing='paired').wilcoxon()"]
    assert "(missing='available').wilcoxon()" in calls
    # averages cannot complete a table with empty cells
    calls = [suggestion.call for suggestion in advise(Scores.from_frame(EMPTY)).suggestions]
    assert "(missing='available').wilcoxon()" not in calls


@pytest.mark.parametrize("missing", ["available", "paired", "worst", "drop"])
def test_treated_tables_take_the_path_of_complete_ones(missing):
    analysis = analyze(Scores.from_frame(ONE, Roles(missing=missing)))
    assert analysis.advice.setting == "datasets"
    assert analysis.omnibus.procedure == "friedman"


def test_gap_sensitivity_compares_the_treatments_that_differ():
    result = gap_sensitivity(Scores.from_frame(ONE))
    assert [row.name for row in result.rows] == ["drop", "available", "paired", "worst"]
    for row in result.rows:
        treated = Scores.from_frame(ONE, Roles(missing=row.name))
        alone = friedman(treated, variant="iman_davenport")
        assert row.p_value == pytest.approx(alone.p_value, rel=1e-9)
        assert row.n_blocks == len(treated.blocks)
    # a cell without any run leaves two treatments
    assert [row.name for row in gap_sensitivity(Scores.from_frame(EMPTY)).rows] == ["drop", "worst"]


@LONG
def test_procedures_on_runs_use_those_that_are_averaged():
    scores = {name: Scores.from_frame(ONE, Roles(missing=name)) for name in MISSING}
    used = {name: int(table.used_runs.sum()) for name, table in scores.items()}
    assert used == {"error": 239, "available": 239, "paired": 237, "worst": 239, "drop": 210}
    models = {name: mixed_model(scores[name]) for name in ("error", "paired")}
    kept = runs()
    kept = kept[~((kept["dataset"] == "KDDCup09") & (kept["fold"] == 3))]
    alone = mixed_model(Scores.from_frame(kept))
    assert models["paired"].means == alone.means
    assert models["error"].means != alone.means
    shares = {name: profiles(table, thresholds=[-9.0, 9.0]) for name, table in scores.items()}
    failed = {name: [row.failed for row in result.rows] for name, result in shares.items()}
    assert failed == {key: [0, 0, 0] for key in MISSING} | {"error": [0, 1, 0]}
    empty = Scores.from_frame(EMPTY, Roles(missing="available"))
    assert [row.failed for row in profiles(empty).rows] == [0, 0, 1]


def test_the_commands_that_are_typed(tmp_path):
    file = str(tmp_path / "runs.csv")
    ONE.to_csv(file, index=False)
    runner = CliRunner()
    refused = runner.invoke(main, ["test", "friedman", file])
    assert refused.exit_code == 2
    assert "1 run of 240 is missing (tpot on KDDCup09 has 9 of 10 folds)." in refused.stderr
    for missing in MISSING[1:]:
        assert f"--missing {missing}" in refused.stderr
        done = runner.invoke(main, ["test", "friedman", file, "--missing", missing])
        assert done.exit_code == 0
    help_of = runner.invoke(main, ["check", "--help"]).stdout
    assert "[error|available|paired|worst|drop]" in help_of


def test_seeds_that_differ_are_said_as_such():
    own = runs()
    own = own.assign(seed=own["fold"] + 10 * own["algorithm"].factorize()[0]).drop(columns="fold")
    items = checklist_section(analyze(Scores.from_frame(own))).blocks[1].items
    evidence = {item.procedure: item.evidence for item in items}
    assert (
        evidence["Did all algorithms see the same splits?"]
        == "The algorithms have different seeds."
    )
    assert evidence["Is every algorithm scored everywhere?"] == "All 24 cells have a score."


def test_what_is_deterministic_is_run_once_and_lacks_nothing():
    frame = runs()
    once = frame[(frame["algorithm"] != "svm") | (frame["fold"] == 0)]
    scores = Scores.from_frame(once)
    assert not scores.missing_runs
    assert scores.size.endswith("1 to 10 scores each")
    # one dataset on which it was run twice, or not at all, shows that runs are missing
    twice = once.index.union(frame.index[(frame["algorithm"] == "svm") & (frame["fold"] == 1)][:1])
    assert Scores.from_frame(frame.loc[twice]).missing_runs.count == 9 * 7 + 8
    lacking = once[(once["algorithm"] != "svm") | (once["dataset"] != "iris")]
    assert Scores.from_frame(lacking).missing_runs
