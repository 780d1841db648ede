import numpy as np
import pandas as pd
import pytest

from benchreport.analysis import advise
from benchreport.data import Roles, Scores
from benchreport.stats import kruskal, speedup, welch_t


def times(datasets=("text",), invocations=8, iterations=5):
    rng = np.random.default_rng(0)
    rows = [
        (name, dataset, start, place, np.exp(level / 5 + effect + rng.normal(0, 0.01)))
        for level, name in enumerate(("a", "b", "c"))
        for dataset in datasets
        for start in range(invocations)
        for effect in [rng.normal(0, 0.1)]
        for place in range(iterations)
    ]
    columns = ["algorithm", "dataset", "invocation", "iteration", "seconds"]
    return pd.DataFrame(rows, columns=columns)


def test_invocations_on_one_dataset_are_independent_runs():
    frame = times()
    scores = Scores.from_frame(frame)
    means = frame.groupby(["algorithm", "invocation"])["seconds"].mean()
    assert scores.block_kind == "run"
    assert scores.size == "3 algorithms, 8 independent runs each"
    assert np.sort(np.concatenate(scores.samples)) == pytest.approx(np.sort(means))
    assert any("are averaged" in note for note in scores.runs.notes)
    assert advise(scores).setting == "runs"
    # as of a table that has nothing but the means
    alone = Scores.from_frame(means.reset_index()[["algorithm", "seconds"]])
    assert kruskal(scores).p_value == pytest.approx(kruskal(alone).p_value)
    one, other = (welch_t(table).table["p_value"].tolist() for table in (scores, alone))
    assert one == pytest.approx(other)


def test_iterations_make_no_difference_surer():
    """Ten times as many iterations of the same invocations give the same p-value."""
    frame = times(iterations=1)
    copies = pd.concat([frame.assign(iteration=place) for place in range(10)])
    one, other = (kruskal(Scores.from_frame(table)).p_value for table in (frame, copies))
    assert one == pytest.approx(other)


def test_speedup_still_sees_iterations_and_their_order():
    frame = times()
    frame["seconds"] *= np.where(frame["iteration"] == 0, 1.5, 1.0)
    cold, warm = (speedup(Scores.from_frame(frame), warmup=n) for n in (0, 1))
    assert [result.assumptions[4].outcome for result in (cold, warm)] == ["violated", "held"]
    assert warm.iterations == ("iteration",)
    kept = frame[frame["iteration"] > 0]
    assert warm.table.equals(speedup(Scores.from_frame(kept)).table)


def test_a_failed_iteration_fails_its_invocation():
    frame = times()
    frame.loc[0, "seconds"] = np.nan
    scores = Scores.from_frame(frame)
    assert sorted(map(len, scores.samples)) == [7, 8, 8]


def test_one_invocation_leaves_iterations_as_repeats():
    scores = Scores.from_frame(times(invocations=1))
    assert (scores.block_kind, len(scores.blocks)) == ("repeat", 5)


def test_over_datasets_all_runs_are_averaged():
    scores = Scores.from_frame(times(datasets=("p", "q")))
    assert scores.block_kind == "dataset"
    assert scores.counts.tolist() == [[40] * 3] * 2


def test_the_digest_is_of_what_was_read():
    frame = times()
    scores = Scores.from_frame(frame, Roles(score="seconds"))
    other = Scores.from_frame(frame.sample(frac=1, random_state=1), Roles(score="seconds"))
    changed = frame.assign(seconds=frame["seconds"].where(frame.index > 0, 9.0))
    assert scores.sha256 == other.sha256 != Scores.from_frame(changed).sha256
