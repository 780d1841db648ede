"""Labels become visible, and different labels stay different."""

import re

import numpy as np
import pandas as pd
import pytest
from curves_tables import curves_of
from hypothesis import given
from hypothesis import strategies as st

from benchreport.data import Predictions, Roles, Scores
from benchreport.data.readers import read
from benchreport.plots.base.short_names import UNUSABLE
from benchreport.report import report as make_report
from benchreport.report.document import Facts
from benchreport.report.sanitize import (
    sanitize_curves,
    sanitize_labels,
    sanitize_predictions,
    sanitize_scores,
)

RNG = np.random.default_rng(0)


@given(st.lists(st.text(max_size=6), unique=True, max_size=8))
def test_labels_stay_different_and_can_be_seen(names):
    labels = sanitize_labels(names)
    assert list(labels) == names
    assert len(set(labels.values())) == len(names)
    assert not any(UNUSABLE.search(label) for label in labels.values())


@given(st.lists(st.text("ab\\x07\x07", max_size=6), unique=True, max_size=8))
def test_visible_labels_are_left_alone(names):
    labels = sanitize_labels(names)
    assert all(labels[name] == name for name in names if not UNUSABLE.search(name))


def test_blanks_are_quoted_and_nothing_stays_nothing():
    assert sanitize_labels(["  ", "", "\t", "'  '"]) == {
        "  ": "'  ' (2)",
        "": "",
        "\t": r"'\t'",
        "'  '": "'  '",
    }


@pytest.fixture(scope="module")
def twins():
    """Two algorithms, one of whose names reads as the escape of the other."""
    table = {"a\x07": RNG.normal(0.9, 0.01, 12), "a\\x07": RNG.normal(0.5, 0.01, 12)}
    frame = pd.DataFrame({**table, "c": RNG.normal(0.7, 0.01, 12)})
    return Scores.from_frame(frame, Roles(score="accuracy"))


def test_verdicts_name_the_right_twin(twins):
    report = make_report(twins)
    assert "a\\x07 (2) has the best mean rank" in report.analysis.sentences[0]
    assert "better than c and a\\x07 " in report.analysis.sentences[1]
    assert report.analysis.scores.sha256 == twins.sha256


def test_the_control_is_found_under_its_own_name(twins):
    assert make_report(twins, control="a\x07").analysis.control == "a\\x07 (2)"
    assert make_report(twins, control="a\\x07").analysis.control == "a\\x07"


def test_notes_on_cells_are_escaped_and_in_the_report():
    frame = pd.DataFrame(
        {"d": list("xyz"), "a\x07": ["0.5", "1.5", "0.7"], "b": ["0.4", "OOM", "0.6"]}
    )
    scores = Scores.from_frame(frame, Roles(score="accuracy", missing="worst"))
    sections = make_report(scores).document.sections
    compared = next(block for block in sections[1].blocks if isinstance(block, Facts))
    assert dict(compared.items)["Notes"] == (
        "1 run failed: OOM. accuracy is between 0 and 1, but 1 of 5 scores is not: "
        "1.5 (a\\x07 on y)."
    )


def test_the_page_says_which_columns_were_not_read():
    rows = [
        (name, data, 0.5 + place / 10, f"{name}{data}")
        for place, name in enumerate("abc")
        for data in "uvw"
    ]
    frame = pd.DataFrame(rows, columns=["model", "dataset", "f1", "note\x07"])
    sections = make_report(Scores.from_frame(frame)).document.sections
    compared = next(block for block in sections[1].blocks if isinstance(block, Facts))
    assert dict(compared.items)["Columns not read"] == "note\\x07"


def test_runs_behind_the_averages_are_seen_too():
    rows = [
        (f"a{a}\x07", f"d{d}\x08", f"s{s}\x0b", RNG.normal(0.8, 0.01))
        for a in range(3)
        for d in range(6)
        for s in range(5)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "seed", "accuracy"])
    frame.loc[3, "accuracy"] = 0.1
    report = make_report(Scores.from_frame(frame))
    rows = [row for row in report.analysis.outliers.rows if row.repeat]
    assert rows
    for row in rows:
        assert not UNUSABLE.search(f"{row.algorithm}{row.dataset}{row.repeat}")
    # an XML parser accepts characters that no page may hold
    assert not re.search("[\x07\x08\x0b]", report.html)


def test_curves_and_predictions_too():
    curves = curves_of(k=2, datasets=2, runs=2)
    assert sanitize_curves(curves).algorithms == curves.algorithms
    frame = pd.DataFrame(
        {"y_true": ["a\x07", "a\\x07"] * 8, "m": ["a\x07"] * 16, "n": ["a\\x07"] * 16}
    )
    predictions = Predictions.from_frame(frame, Roles(positive="a\x07"))
    sanitized = sanitize_predictions(predictions)
    assert len(set(sanitized.classes)) == 2
    place = predictions.classes.index("a\x07")
    assert sanitized.positive == sanitized.classes[place]


def test_missing_runs_keep_their_names_apart():
    names = ["svm\x07", r"svm\x07"]
    rows = [
        (name, dataset, fold, 0.5)
        for name in names
        for dataset in ("d\x1b", "e")
        for fold in range(3)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "fold", "auc"]).drop(index=1)
    for missing in ("error", "worst"):
        scores = sanitize_scores(Scores.from_frame(frame, Roles(missing=missing)))
        assert scores.missing_runs.in_words() == (
            r"1 run of 12 is missing (svm\x07 (2) on d\x1b has 2 of 3 folds)"
        )
        # the runs that averages are made of are found by their new names, too
        rows, _, values = scores.averaged_runs
        assert sorted(np.bincount(rows).tolist()) == ([5, 6] if missing == "error" else [6, 6])
        assert len(values) == scores.counts.sum()


def test_what_a_file_has_below_its_table_is_in_the_report(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("dataset,a,b\nx,0.5,0.6\ny,0.7,0.6\nz,0.8,0.7\n\nNote: of five folds\n")
    scores = Scores.from_frame(read(path), Roles(higher_is_better=True))
    sections = make_report(scores).document.sections
    compared = next(block for block in sections[1].blocks if isinstance(block, Facts))
    assert dict(compared.items)["Notes"] == (
        "What stands below the table is left out: 'Note: of five folds'."
    )
