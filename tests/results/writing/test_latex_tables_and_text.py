import re
import subprocess

import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from needs import LONG

from benchreport.data import Predictions, Roles
from benchreport.results.writing.latex_table import siunitx_column, tabular
from benchreport.results.writing.latex_text import SIGNS, make_compilable
from benchreport.results.writing.text_table import format_table
from benchreport.stats import PREDICTION_CATALOGUE

NAMES = ["[a] β-VAE ✓ “x” |", "*b_% <c> ½ é Λ … 10⁻⁹ x₂", "c&d~^\\{}#$ — µ • Δ→\x07\u200b ο"]


def table():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 40)
    columns = {
        name: np.where(rng.random(40) < 0.7, np.where(truth, "[yes]", "*nö"), "[yes]")
        for name in NAMES
    }
    frame = pd.DataFrame({"y_true": np.where(truth, "[yes]", "*nö"), **columns})
    return Predictions.from_frame(frame, Roles())


@pytest.fixture(scope="module")
def texts():
    names = ("mcnemar", "disagreements", "loss_t", "marginal_homogeneity", "cochran_q")
    return [PREDICTION_CATALOGUE[name](table()).to_latex() for name in names]


def test_only_latin_letters_are_left(texts):
    special = {sign for text in texts for sign in text if ord(sign) > 126}
    assert special == {"é", "ö", "½"}
    for text in texts:
        assert not [line for line in text.splitlines() if line.startswith(("[", "*"))]
        assert "\x07" not in text


@pytest.mark.needs("pdflatex")
def test_it_compiles(texts, tmp_path):
    signs = " ".join(map(make_compilable, map(chr, SIGNS)))
    lines = [r"\documentclass{article}\usepackage{booktabs}\begin{document}", signs, *texts]
    (tmp_path / "all.tex").write_text("\n\n".join([*lines, r"\end{document}"]), encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]


SHOWN = [["[x] y", "−1.5", "< .001"], ["*b & c", "∞", ".042"], ["", "10.25", "–"]]


def test_numbers_are_columns_of_siunitx():
    text = tabular(
        ["a_b", "n", "p"],
        SHOWN,
        numeric=[False, True, True],
        strong={(0, 0), (0, 2), (1, 1)},
        caption="50 % <b>",
        label="tab:x",
        siunitx=True,
    )
    lines = text.splitlines()
    assert lines[:2] == [r"\begin{table}[htbp]", r"\centering"]
    assert lines[2:4] == [r"\caption{50 \% $<$b$>$}", r"\label{tab:x}"]
    shape = "{l S[table-format=-2.2] S[table-format=<1.3,print-zero-integer=false]}"
    assert lines[5] == rf"\begin{{tabular}}{shape}"
    assert lines[7] == r"a\_b & {n} & {p} \\"
    assert lines[9] == r"\textbf{[x] y} & -1.5 & \bfseries < .001 \\"
    assert lines[10] == r"{}*b \& c & {\bfseries $\infty$} & .042 \\"
    assert lines[11] == " & 10.25 & {--} \\\\"


def test_significant_p_values_are_bold():
    result = PREDICTION_CATALOGUE["mcnemar"](table(), alpha=0.9)
    columns = list(result.display.columns)
    significant = sum(p <= 0.9 for p in result.table["p_adjusted"])
    assert significant
    rows = [line for line in result.to_latex().splitlines() if r"\textbf{" in line]
    assert len(rows) == significant
    place = columns.index("adjusted p")
    assert all(re.split(r"(?<!\\)&", row)[place].strip().startswith(r"\textbf{") for row in rows)
    assert r"\begin{table}" not in result.to_latex()


@loop_over(
    ("texts", "column"),
    [
        (["1", "20"], "S[table-format=2]"),
        (["0.5", ".25"], "S[table-format=1.2]"),
        ([".5", ".25", "1.000"], "S[table-format=1.3,print-zero-integer=false]"),
        (["> .999", ".5"], "S[table-format=<1.3,print-zero-integer=false]"),
        (["–", "", "∞"], ""),
        (["1.5 × 10⁻⁹", "1"], ""),
        (["٣", "1"], ""),
        (["1", "x}"], ""),
        ([], ""),
    ],
)
def test_columns_are_as_wide_as_their_numbers(texts, column):
    assert siunitx_column(texts) == column


@LONG
@pytest.mark.needs("siunitx")
def test_tables_of_siunitx_compile(tmp_path):
    names = ("mcnemar", "disagreements", "loss_t", "marginal_homogeneity", "cochran_q")
    results = [PREDICTION_CATALOGUE[name](table()) for name in names]
    texts = [result.to_latex(siunitx=True, caption="β_1", label="tab:x") for result in results]
    texts.append(tabular(["a", "b", "c"], SHOWN, numeric=[False, True, True], siunitx=True))
    preamble = r"\documentclass{article}\usepackage{booktabs,siunitx}\begin{document}"
    (tmp_path / "all.tex").write_text(
        "\n\n".join([preamble, *texts, r"\end{document}"]), encoding="utf-8"
    )
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]


@loop_over(
    ("sign", "expected"),
    [
        ("−", "$-$"),
        ("χ²", r"$\chi$$^2$"),
        ("∞", r"$\infty$"),
        ("✗", r"$\times$"),
        ("κ", r"$\kappa$"),
        ("Ο", "O"),
        ("λ", r"$\lambda$"),
        ("< .001", "$<$ .001"),
        ("  [x] & 1", "{}  [x] & 1"),
    ],
)
def test_signs(sign, expected):
    assert make_compilable(sign) == expected


def test_other_scripts_stay_and_are_named():
    text = make_compilable("決定木 & Дерево")
    head, _, rest = text.partition("\n")
    assert rest == "決定木 & Дерево"
    assert head.startswith("% for XeLaTeX or LuaLaTeX")
    assert "決" in head


def test_statistics_that_count_have_no_decimals():
    """Sums of ranks have halves where differences tie; other statistics have decimals."""
    for values, texts in (
        ([6.0, 1_144.0], ["6", "1,144"]),
        ([6.5, 10.0], ["6.5", "10.0"]),
        ([6.25, 10.0], ["6.25", "10.00"]),
    ):
        assert format_table(pd.DataFrame({"statistic": values}))["statistic"].tolist() == texts
    assert format_table(pd.DataFrame({"mean": [6.0, 7.0]}))["mean"].tolist() == ["6.00", "7.00"]
