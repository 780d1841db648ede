"""Algorithms and datasets that come, go, and have other names; failures that nobody minds."""

import dataclasses
import json

import numpy as np
import pytest
from click.testing import CliRunner
from needs import LONG
from nights_walk import scores

from benchreport.cli import main
from benchreport.errors import ConfigError, InputError, OptionError, RenderError
from benchreport.nightly.config.load import load
from benchreport.nightly.findings.triage import triage
from benchreport.nightly.history.names import Names
from benchreport.nightly.history.open_history import open_history
from benchreport.nightly.rename_retire import rename, retire
from benchreport.nightly.run import run

pytestmark = pytest.mark.usefixtures("plain_figures")

NIGHTS = [f"2026-11-{day:02d}" for day in range(1, 29)]

CONFIG = """
[source]
files = ["{night}.csv"]
[[metric]]
name = "accuracy"
[alerts]
min_nights = 5
[report]
pdf = false
comparison = false
"""


@pytest.fixture
def benchmark(tmp_path):
    """Return a function that stores the next night, and returns its facts."""
    (tmp_path / "nightly.toml").write_text(CONFIG)
    nights = iter(NIGHTS)

    def night(change=lambda frame: frame, extra=""):
        (tmp_path / "nightly.toml").write_text(CONFIG + extra)
        name = next(nights)
        frame = scores(NIGHTS.index(name))
        change(frame).to_csv(tmp_path / f"{name}.csv", index=False)
        return run(tmp_path / "nightly.toml", night=name).facts

    night.config = tmp_path / "nightly.toml"
    return night


def renamed(frame):
    return frame.replace({"algorithm": {"svm": "svm-rbf"}, "dataset": {"iris": "iris-v2"}})


def states(facts):
    return {row.key.algorithm: row.state for row in facts.series}


@LONG
def test_what_was_accepted_stays_closed_when_the_night_is_judged_again(benchmark):
    def worse(frame):
        return frame.assign(accuracy=frame["accuracy"] - 0.2 * (frame["algorithm"] == "svm"))

    for _ in range(12):
        benchmark()
    for _ in range(3):
        facts = benchmark(worse)
    with open_history(load(benchmark.config)) as history:
        (accepted,) = triage(history, "accuracy/svm", "accept", why="smaller on purpose")
    assert accepted.closed == facts.night
    rename(benchmark.config, "iris", "flowers")
    with open_history(load(benchmark.config)) as history:
        assert history.findings() == [accepted]
        again = history.result(facts.night)
    assert states(again)["svm"] == "no evidence"
    assert not again.new


def test_a_renamed_algorithm_goes_on_where_it_was(benchmark):
    for _ in range(12):
        benchmark()
    facts = benchmark(renamed)
    assert states(facts)["svm"] == "missing"
    assert states(facts)["svm-rbf"] == "no evidence"
    assert 'say so with "benchreport nightly rename svm svm-rbf"' in " ".join(facts.verdict)
    assert "Tonight is the first night of the algorithm svm-rbf." in facts.verdict
    assert "Tonight is the first night of the dataset iris-v2." in facts.verdict
    # the next night remembers who came when the other went
    facts = benchmark(renamed)
    assert "benchreport nightly rename svm svm-rbf" in " ".join(facts.news)
    assert "benchreport nightly rename iris iris-v2" in " ".join(facts.news)
    assert "first night" not in " ".join(facts.verdict)
    assert rename(benchmark.config, "svm", "svm-rbf") == ("algorithm", 12)
    assert rename(benchmark.config, "iris", "iris-v2", why="cleaned") == ("dataset", 12)
    with open_history(load(benchmark.config)) as history:
        facts = history.result(facts.night)
        assert {row.state for row in facts.series} == {"ok"}
        assert facts.exit_code == 0
        assert not facts.news
        first = history.result(NIGHTS[0])
        assert "svm" not in states(first)
        stored = history.stored_scores(NIGHTS[0], "", "accuracy")
        assert "svm" in stored.algorithms
        assert history.verify()
        event = history.events()[-1]
        assert (event["action"], event["old"], event["why"]) == ("rename", "iris", "cleaned")
    index = (benchmark.config.parent / "nights" / "index.html").read_text()
    assert "svm-rbf" in index
    # the source may go on with the old name
    assert "missing" not in {row.state for row in benchmark().series}


@LONG
def test_a_backfill_tells_what_became_of_names_on_earlier_nights(tmp_path, monkeypatch):
    (tmp_path / "nightly.toml").write_text(CONFIG)
    for number, night in enumerate(NIGHTS[:14]):
        frame = scores(number) if number < 5 else renamed(scores(number))
        frame.to_csv(tmp_path / f"{night}.csv", index=False)
    monkeypatch.chdir(tmp_path)
    dates = ["--from", NIGHTS[0], "--to", NIGHTS[13]]
    output = CliRunner().invoke(main, ["nightly", "backfill", *dates]).output
    verdict, _, news = output.partition("News of earlier nights:\n")
    assert "svm" not in verdict.replace("svm-rbf", "")
    assert news.startswith(f"- {NIGHTS[5]}: Tonight is the first night of the algorithm svm-rbf.\n")
    assert news.count('"benchreport nightly rename svm svm-rbf"') == 1


def test_two_that_were_measured_together_are_two(benchmark):
    benchmark()
    with pytest.raises(InputError, match="were measured on 2026-11-01, so they are two") as caught:
        rename(benchmark.config, "svm", "knn")
    assert "benchreport nightly retire svm" in caught.value.hint
    with pytest.raises(InputError, match="no algorithm or dataset 'smv'") as caught:
        rename(benchmark.config, "smv", "svm2")
    assert caught.value.hint == "did you mean 'svm'?"
    with pytest.raises(OptionError, match="is no new name"):
        rename(benchmark.config, "svm", "svm")


def test_a_name_of_both_kinds_is_asked_for(benchmark):
    benchmark(lambda frame: frame.replace({"dataset": {"iris": "svm"}}))
    with pytest.raises(OptionError, match="both an algorithm and a dataset") as caught:
        rename(benchmark.config, "svm", "rbf")
    assert caught.value.hint == "--kind algorithm"
    assert rename(benchmark.config, "svm", "rbf", kind="dataset") == ("dataset", 1)


def test_pages_that_cannot_be_written_are_said(benchmark):
    for _ in range(6):
        benchmark()
    index = benchmark.config.parent / "nights" / "index.html"
    index.unlink()
    index.mkdir()
    (index / "in the way").touch()
    with pytest.raises(RenderError, match=r"is in the history, but .*index\.html"):
        rename(benchmark.config, "svm", "svm-rbf")
    with open_history(load(benchmark.config)) as history:
        assert history.names.renamed


def test_names_can_be_taken_back():
    events = [
        {"action": "rename", "kind": "algorithm", "old": "a", "new": "b"},
        {"action": "rename", "kind": "algorithm", "old": "b", "new": "a"},
    ]
    assert Names.of(events).renamed["algorithm"] == {"b": "a"}


def test_a_retired_algorithm_is_not_missed_and_its_findings_end(benchmark):
    def worse(frame):
        frame.loc[frame["algorithm"] == "svm", "accuracy"] -= 0.3
        return frame

    def without(frame):
        return frame[frame["algorithm"] != "svm"]

    for _ in range(12):
        benchmark()
    for _ in range(3):
        facts = benchmark(worse)
    assert facts.exit_code == 1
    facts = benchmark(without)
    assert facts.exit_code == 1
    assert 'say so with "benchreport nightly retire svm --why REASON"' in " ".join(facts.verdict)
    assert retire(benchmark.config, "svm", why="replaced") == "algorithm"
    with open_history(load(benchmark.config)) as history:
        facts = history.result(facts.night)
        assert (facts.exit_code, facts.incomplete, facts.news) == (0, (), ())
        (finding,) = history.findings()
        assert (finding.status, finding.why) == ("accepted", "retired: replaced")
    facts = benchmark(without)
    assert (facts.exit_code, facts.incomplete, facts.news) == (0, (), ())
    assert "svm" not in states(facts)


def test_what_is_still_measured_cannot_be_retired(benchmark):
    benchmark()
    with pytest.raises(InputError, match="svm was still measured on 2026-11-01"):
        retire(benchmark.config, "svm", why="old")
    with pytest.raises(OptionError, match="a reason is needed"):
        retire(benchmark.config, "svm", why=" ")


def test_a_retired_dataset_is_not_missed(benchmark):
    for _ in range(3):
        benchmark()
    benchmark(lambda frame: frame[frame["dataset"] != "iris"])
    assert retire(benchmark.config, "iris", why="too easy") == "dataset"
    facts = benchmark(lambda frame: frame[frame["dataset"] != "iris"])
    assert (facts.exit_code, facts.incomplete) == (0, ())


def fail(frame):
    frame.loc[(frame["algorithm"] == "svm") & (frame["dataset"] == "iris"), "accuracy"] = np.nan
    return frame


def test_an_expected_failure_is_no_failed_run(benchmark):
    expected = '[[expected_failure]]\nalgorithm = "svm"\ndataset = "iris"\nwhy = "no memory"\n'
    benchmark()
    facts = benchmark(fail)
    assert (facts.exit_code, facts.incomplete) == (
        3,
        ("By accuracy, 2 runs of svm failed, on iris.",),
    )
    facts = benchmark(fail, extra=expected)
    assert (facts.exit_code, facts.incomplete) == (0, ())
    facts = benchmark(extra=expected)
    assert facts.exit_code == 0
    assert "svm on iris has a score by accuracy, although an [[expected_failure]]" in facts.news[0]


def test_an_expected_failure_names_something(benchmark):
    with pytest.raises(ConfigError, match="names neither an algorithm nor a dataset"):
        benchmark(extra='[[expected_failure]]\nmetric = "accuracy"\n')


def with_memory(frame, *, of_svm=np.nan):
    memory = np.where(frame["algorithm"] == "svm", of_svm, 100.0)
    return frame.assign(memory=memory)


def test_a_metric_that_does_not_apply_is_no_failed_run(benchmark):
    extra = '[[metric]]\nname = "memory"\nhigher_is_better = false\n'
    facts = benchmark(with_memory, extra=extra)
    assert (facts.exit_code, facts.incomplete) == (0, ())
    (news,) = facts.news
    assert news.startswith("By memory, svm has no score; as other metrics have, this one is taken")
    assert benchmark(with_memory, extra=extra).news == ()
    # once it applied, no score is a failure
    benchmark(lambda frame: with_memory(frame, of_svm=90.0), extra=extra)
    facts = benchmark(with_memory, extra=extra)
    assert facts.exit_code == 3
    assert "svm" in facts.incomplete[0]


def test_a_metric_without_any_score_is_broken(benchmark):
    extra = '[[metric]]\nname = "memory"\nhigher_is_better = false\n'
    facts = benchmark(lambda frame: frame.assign(memory=np.nan), extra=extra)
    assert facts.exit_code == 3


def test_exports_keep_what_was_stored_and_what_was_said(benchmark, tmp_path):
    from benchreport.nightly.history.export_import import export_history, import_history

    benchmark()
    rename(benchmark.config, "svm", "svm-rbf")
    config = load(benchmark.config)
    with open_history(config) as history:
        export_history(history, tmp_path / "nights.jsonl")
        names = history.scores(NIGHTS[0], "", "accuracy").algorithms
    lines = [json.loads(line) for line in (tmp_path / "nights.jsonl").read_text().splitlines()]
    assert any("svm" in str(line) and "svm-rbf" not in str(line) for line in lines)
    config = dataclasses.replace(config, place=tmp_path / "elsewhere")
    (tmp_path / "elsewhere").mkdir()
    with open_history(config, create=True) as other:
        import_history(other, tmp_path / "nights.jsonl")
        assert other.scores(NIGHTS[0], "", "accuracy").algorithms == names
