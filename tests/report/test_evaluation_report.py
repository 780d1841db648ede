"""The sections of reports on evaluations: where they appear, and what they hold."""

import functools

import numpy as np
import pandas as pd
import pytest
from shared_reports import write_undrawn

import benchreport  # noqa: F401 - registers df.bench
from benchreport.report.document import FigureBlock, Table

OWN = {"noise", "flips", "examples"}
HOSTILE = "<script>alert(1)</script> $\\badcmd$ " + "long " * 60


@functools.cache
def answers():
    rng = np.random.default_rng(3)
    rows = [
        (name, f"{name} {number // 4}", f"q{number}", sample, model, int(rng.random() < chance))
        for name in ("code", "law", "maths")
        for number in range(32)
        for sample in range(2)
        for model, chance in (("large", 0.8), ("small", 0.6), ("tiny", 0.5))
    ]
    columns = ["benchmark", "passage", "question", "sample", "model", "correct"]
    frame = pd.DataFrame(rows, columns=columns)
    # an example that nobody gets right has a hostile name
    first = (frame["benchmark"] == "code") & (frame["question"] == "q0")
    return frame.assign(
        question=frame["question"].mask(first, HOSTILE), correct=frame["correct"].mask(first, 0)
    )


@functools.cache
def report(detail="standard"):
    return answers().bench.report(detail=detail)


def section(key, detail="standard"):
    return next(part for part in report(detail).document.sections if part.key == key)


@pytest.mark.parametrize("samples", [1, 3])
def test_flips_of_single_answers_are_words(samples):
    frame = answers()
    third = frame[frame["sample"] == 0].assign(sample=2, correct=lambda rows: 1 - rows["correct"])
    every = pd.concat([frame, third])
    some = every[every["sample"] < samples].drop(columns=["sample"] * (samples == 1))
    document = some.bench.report().document
    (part,) = [part for part in document.sections if part.key == "flips"]
    table = next(block for block in part.blocks[::-1] if isinstance(block, Table))
    cells = {cell for row in table.rows for cell in row[-2:]}
    assert (cells == {"right", "wrong"}) == (samples == 1)
    assert ("the answer of each model" in table.caption) == (samples == 1)


def test_all_numbers_are_those_of_the_procedures():
    analysis = answers().bench.analyze_predictions()
    bench = answers().bench
    assert analysis.evaluation.differences.pooled == bench.dataset_differences().pooled
    assert analysis.evaluation.noise.rows == bench.variance_components().rows
    assert analysis.evaluation.plan.doubled == bench.plan().doubled
    assert analysis.evaluation.flips.counts == bench.flips().counts
    pair = next(row for row in analysis.pairs[0].comparisons if {*row[:2]} == {"large", "small"})
    assert analysis.evaluation.differences.pooled[0].difference == pair.difference
    assert analysis.evaluation.differences.pooled[0].interval == pair.interval


def test_the_sections_are_there_and_brief_has_none():
    keys = [part.key for part in report().document.sections]
    assert [key for key in keys if key in {*OWN, "datasets"}] == [
        "datasets", "noise", "flips", "examples",
    ]  # fmt: skip
    assert not OWN & {part.key for part in report("brief").document.sections}


def test_methods_say_what_intervals_of_clusters_are():
    words = repr(section("methods").blocks)
    assert "as many independent examples as the examples in clusters are worth" in words
    # few clusters: the largest t is that of their signs
    assert "Cameron" in words


def test_benchmarks_begin_with_the_forest_plot():
    block = next(block for block in section("datasets").blocks if isinstance(block, FigureBlock))
    assert block.alt.startswith("Differences of accuracy by dataset: large − small")


def test_the_next_run_is_named():
    text = str(section("noise").blocks[0].paragraphs)
    assert "For the same number of runs, more" in text


def test_texts_of_examples_are_cut_and_escaped():
    table = next(block for block in section("examples").blocks if isinstance(block, Table))
    assert table.rows[0][0].startswith("<script>")
    assert len(table.rows[0][0]) <= 64
    html = write_undrawn(report())
    assert "<script>alert(1)" not in html
    assert "&lt;script&gt;alert(1)" in html


@pytest.mark.parametrize("dropped", [("sample", "passage", "benchmark")])
def test_without_parts_there_is_no_noise_section(dropped):
    once = answers()[answers()["sample"] == 0]
    frame = once[once["benchmark"] == "law"].drop(columns=list(dropped))
    keys = {part.key for part in frame.bench.report().document.sections}
    assert OWN & keys == {"flips", "examples"}


def test_a_control_is_what_flips_start_from():
    flips = answers().bench.analyze_predictions(control="tiny").evaluation.flips
    assert (flips.old, flips.new) == ("tiny", "large")
