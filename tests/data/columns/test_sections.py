"""Rows that name the part of a table below them, and rows that no mean can join."""

import math

import pandas as pd
import pytest

from benchreport.data.readers.latex import read_latex
from benchreport.errors import DataError, DesignError, RoleError


def test_titles_above_the_same_methods_are_datasets():
    frame = read_latex(
        rb"""\begin{tabular}{lr}\toprule Method & Accuracy \\ \midrule
        \multicolumn{2}{c}{\textit{miniImageNet}} \\ ProtoNet & 49.4 \\ Ours & 55.1 \\ \midrule
        \multicolumn{2}{c}{\textit{tieredImageNet}} \\ ProtoNet & 53.3 \\ Ours & 58.5 \\
        \multicolumn{2}{c}{CUB} \\ ProtoNet & 51.3 \\ Ours & 57.5 \\ \end{tabular}"""
    )
    scores = frame.bench.scores
    assert scores.blocks == ("miniImageNet", "tieredImageNet", "CUB")
    assert scores.algorithms == ("ProtoNet", "Ours")


def test_a_part_of_differences_is_left_out():
    frame = read_latex(
        rb"""\begin{tabular}{lrr} Method & Cora & PubMed \\ FedAvg & 81.1 & 78.9 \\ FedALA & 82.4 & 79.0 \\
        FedMP & 83.1 & 80.1 \\ \multicolumn{3}{l}{\textbf{Improvement over FedAvg}} \\
        FedALA & +1.3 & +.1 \\ FedMP & +2.0 & +1.2 \\ \end{tabular}"""
    )
    scores = frame.bench(columns="dataset", higher_is_better=True).scores
    assert scores.values.tolist() == [[81.1, 82.4, 83.1], [78.9, 79.0, 80.1]]


def test_rows_of_several_units_are_not_averaged():
    frame = pd.DataFrame(
        {
            "Benchmark": ["position ops/ms", "position B/op", "chat ops/ms", "chat B/op"],
            "Baseline": [59533, 0.017, 21262, 0.046],
            "Tuned": [59108, 0.017, 20182, 0.049],
        }
    )
    with pytest.raises(DesignError, match=r"measured in 2 units \(ops/ms, B/op\)"):
        _ = frame.bench(higher_is_better=True).scores
    water = pd.DataFrame(
        {
            "parameter": ["pH", "Nitrate", "Nitrite"],
            "unit": ["-", "mg/l", "mg/l"],
            "sensor A": [7.1, 1.2, 0.3],
            "sensor B": [7.3, 1.4, 0.2],
        }
    )
    with pytest.raises(DesignError, match="measured in 2 units") as refused:
        _ = water.bench.scores
    assert refused.value.way_out.calls[0].roles == {"where": {"unit": "mg/l"}}
    assert len(water.bench(where={"unit": "mg/l"}, higher_is_better=False).scores.blocks) == 2


RUNTIMES = pd.DataFrame(
    {
        "function": ["f1", "f1", "f1", "f2", "f2", "f2", "f3", "f3", "f3"],
        "algorithm": ["CMA-ES", "BFGS", "RS"] * 3,
        "ERT": [210.5, 25.1, math.inf, 1200.2, math.inf, math.inf, 9821.0, math.inf, 51000],
    }
)


def test_infinite_times_are_failed_runs_where_gaps_are_treated():
    with pytest.raises(DataError, match="4 infinite scores") as refused:
        _ = RUNTIMES.bench.scores
    assert refused.value.way_out.calls[0].roles == {"missing": "worst"}
    scores = RUNTIMES.bench(missing="worst").scores
    assert scores.values.tolist() == [[210.5, 25.1, 210.5], [1200.2] * 3, [9821.0, 51000, 51000]]
    # of what is better when higher they are no failures
    with pytest.raises(DataError, match="infinite"):
        _ = RUNTIMES.bench(missing="worst", higher_is_better=True).scores


def test_a_solver_that_always_failed_has_the_worst_scores():
    frame = RUNTIMES.assign(ERT=[1.5, 2.5, "TIMEOUT"] * 3)
    with pytest.raises(DataError, match="1 algorithm without any score: RS") as refused:
        _ = frame.bench.scores
    first, second = (call.roles for call in refused.value.way_out.calls)
    assert first == {"missing": "worst"}
    assert frame.bench(**first).scores.values[:, 2].tolist() == [2.5] * 3
    assert frame.bench(**second).scores.algorithms == ("CMA-ES", "BFGS")


def test_an_algorithm_may_have_a_metric_of_its_own_below_its_name():
    frame = read_latex(
        rb"""\begin{tabular}{lrrrrrrrr} & & \multicolumn{2}{c}{HCC} & \multicolumn{2}{c}{VNS} &
        \multicolumn{3}{c}{NEO} \\ Instance & BKS & Gap (\%) & Time (s) & Gap (\%) & Time (s) & Gap (\%) &
        Learn (s) & Time (s) \\ a & 565 & 0.0 & 73 & 2.5 & 7 & 1.0 & 1 & 2 \\
        b & 844 & 1.2 & 207 & 0.9 & 27 & 1.1 & 1 & 3 \\ c & 833 & 0.1 & 403 & 1.3 & 64 & 1.2 & 1 & 4 \\
        \end{tabular}"""
    )
    with pytest.raises(RoleError, match="holds 3 metrics: Gap"):
        _ = frame.bench.scores
    scores = frame.bench(metric="Gap (%)").scores
    assert (scores.algorithms, scores.higher_is_better) == (("HCC", "VNS", "NEO"), False)


def test_several_columns_name_the_rows_of_each_section():
    rows = [("hard", None, None, None, None)]
    for section in ("", "easy"):
        rows += [(section, None, None, None, None)] * bool(section)
        rows += [
            (tier, name, n, 20.5 + 3 * n + len(name) + len(section), f"[{n}, {len(name)}{section}]")
            for tier in ("T1", "T2")
            for name in ("Central", "Hybrid")
            for n in (1, 3, 5)
        ]
    frame = pd.DataFrame(rows, columns=["Tier", "Architecture", "N", "Accuracy", "CI"])
    scores = frame.bench(factors=["Tier", "Architecture", "N"]).scores
    assert scores.blocks == ("hard", "easy")
    assert len(scores.algorithms) == 12
