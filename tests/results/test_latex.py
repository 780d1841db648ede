import shutil
import subprocess

import numpy as np
import pandas as pd
import pytest

from benchreport.data import Predictions, Roles
from benchreport.results.latex import SIGNS, compilable
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
    left = {sign for text in texts for sign in text if ord(sign) > 126}
    assert left == {"é", "ö", "½"}
    for text in texts:
        assert not [line for line in text.splitlines() if line.startswith(("[", "*"))]
        assert "\x07" not in text


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdfLaTeX")
def test_it_compiles(texts, tmp_path):
    signs = " ".join(map(compilable, map(chr, SIGNS)))
    lines = [r"\documentclass{article}\usepackage{booktabs}\begin{document}", signs, *texts]
    (tmp_path / "all.tex").write_text("\n\n".join([*lines, r"\end{document}"]), encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]


@pytest.mark.parametrize(
    ("sign", "written"),
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
def test_signs(sign, written):
    assert compilable(sign) == written


def test_other_scripts_stay_and_are_named():
    text = compilable("決定木 & Дерево")
    head, _, rest = text.partition("\n")
    assert rest == "決定木 & Дерево"
    assert head.startswith("% for XeLaTeX or LuaLaTeX")
    assert "決" in head
