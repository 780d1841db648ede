"""Tables of strangers: cells with units, and what stands beside them; names in other languages."""

import itertools

import numpy as np
import pandas as pd
import pytest
from stranger_tables import asked, table

from benchreport.data.readers import read
from benchreport.data.readers.latex import read_latex


def test_settings_without_a_unit_are_no_rivals_of_times():
    frame = table(
        "dataset,dim_max,threshold,ripserer,sparse,ripser\na,2,,8.1ms,9.3ms,10.2 ms\n"
        "b,3,1.8,4.3s,3.1s,3.1 s\nc,1,1.4,22.4s,25.4s,19.6 s\n"
    )
    scores = frame.bench.scores
    assert scores.algorithms == ("ripserer", "sparse", "ripser")
    assert not scores.higher_is_better


def test_a_mean_in_nanoseconds_is_a_time():
    frame = table(
        "Method,Job,Mean,StdDev\na,6.0,516.4 ns,1.7 ns\nb,6.0,287.1 ns,1.1 ns\n"
        "a,8.0,464.0 ns,1.9 ns\nb,8.0,302.7 ns,2.0 ns\n"
    )
    assert not frame.bench(dataset="Job", score="Mean").scores.higher_is_better


def test_scores_between_stars_show_the_direction(tmp_path):
    path = tmp_path / "speeds.csv"
    path.write_text(
        "op,a,b,c\nresize,**3532 ± 67**,1083 ± 21,2995 ± 70\nrotate,**2912**,1739,2574\n"
        "blur,374,350,**395**\n"
    )
    question = asked(read(path))
    assert "Scores in bold are the highest" in question.message
    assert question.way_out.calls[0].roles == {"higher_is_better": True}


def test_tables_within_names_of_columns_are_lines_of_these():
    text = (
        rb"\begin{tabular}{lrr} \hline Model & \multicolumn{1}{l}{\begin{tabular}[c]{@{}l@{}}Top-1\\ acc"
        rb"\end{tabular}} & F1 \\ \hline a & 0.5 & 0.6 \\ b & 0.7 & 0.8 \\ \hline \end{tabular}"
    )
    assert read_latex(text).to_dict("list") == {
        "Model": ["a", "b"],
        "Top-1 acc": [0.5, 0.7],
        "F1": [0.6, 0.8],
    }


@pytest.mark.parametrize(
    ("algorithm", "dataset", "repeat", "score", "higher"),
    [
        ("Algorytm", "Instancja", "Powtorzenie", "Czas_ms", False),
        ("Algoritma", "Görev", "Tekrar", "Doğruluk", True),
        ("Алгоритм", "Задача", "Запуск", "Точность", True),
        ("Metod", "Úloha", "Opakování", "Přesnost", True),
    ],
)
def test_roles_have_names_in_other_languages(algorithm, dataset, repeat, score, higher):
    rows = list(itertools.product("abc", "uvwx", [1, 2]))
    frame = pd.DataFrame(rows, columns=[algorithm, dataset, repeat])
    frame[score] = np.random.default_rng(0).random(len(rows))
    scores = frame.bench.scores
    assert scores.size == "3 algorithms × 4 datasets, 2 scores each"
    assert scores.higher_is_better is higher
