import itertools
import re
import subprocess

import numpy as np
import pandas as pd
import pytest
from needs import LONG
from published import published

from benchreport import stats
from benchreport.data import Roles, Scores
from benchreport.plots.pairs.cd_tikz import cd_tikz

HOSTILE = [
    "<script>",
    r"\input{/etc/passwd}",
    '^^M 100% #1 & ~ "q" `x\'',
    "αβ χ²",
    "$x$ {{7}}",
    "a" * 200,
    "[x]",
]
POINTS = 72.27  # of TeX in an inch
BARS = re.compile(r"line cap=round\] \(([-\d.]+), ([-\d.]+)\) -- \(([-\d.]+), ([-\d.]+)\)")
LABELS = re.compile(
    r"\\node\[anchor=(east|west), inner sep=1pt\] at \(([-\d.]+), ([-\d.]+)\) \{(.*)\};"
)


def table(k, names=None, n=30):
    rng = np.random.default_rng(0)
    values = rng.normal(size=(n, k)) + np.linspace(0, 1.5, k)
    columns = names or [f"algorithm_{place}" for place in range(k)]
    return Scores.from_frame(pd.DataFrame(values, columns=columns), Roles(score="accuracy"))


@pytest.fixture(scope="module")
def nemenyi():
    return stats.nemenyi(published("garcia_herrera2008"))


def pictures(nemenyi):
    return [
        cd_tikz(nemenyi),
        cd_tikz(nemenyi, width="column"),
        cd_tikz(stats.nemenyi(table(2))),
        cd_tikz(stats.nemenyi(table(60))),
        cd_tikz(stats.nemenyi(table(7, HOSTILE))),
        cd_tikz(stats.bonferroni_dunn(table(8), control="algorithm_3")),
        cd_tikz(stats.tukey(table(6))),
        cd_tikz(stats.wilcoxon(table(5), alternative="greater")),
    ]


def test_a_bar_for_each_group(nemenyi):
    bars = [tuple(map(float, match)) for match in BARS.findall(cd_tikz(nemenyi))]
    groups = [group for group in nemenyi.groups() if len(group) > 1]
    assert len(bars) == len(groups)
    assert all(y == end for _, y, _, end in bars)
    centre = dict(zip(nemenyi.design.algorithms, nemenyi.centres, strict=True))
    spans = [np.ptp([centre[name] for name in group]) for group in groups]
    lengths = [end - start for start, _, end, _ in bars]
    # ranks are drawn to scale
    np.testing.assert_allclose(np.array(lengths) / spans, lengths[0] / spans[0], rtol=1e-3)


def test_bars_on_one_level_do_not_meet():
    bars = [
        tuple(map(float, match))
        for match in BARS.findall(cd_tikz(stats.nemenyi(table(60)), layout="classic"))
    ]
    assert len(bars) > 5
    for place, (start, y, end, _) in enumerate(bars):
        for low, level, high, _ in bars[:place]:
            assert level != y or end < low or high < start


def test_labels_go_from_the_best_down_the_left_and_up_the_right(nemenyi):
    labels = LABELS.findall(cd_tikz(nemenyi))
    names = [nemenyi.design.algorithms[place] for place in nemenyi.order]
    left = sorted((-float(y), text) for side, _, y, text in labels if side == "east")
    right = sorted(
        (float(y), text) for side, _, y, text in labels if side == "west" and "CD" not in text
    )
    assert [text.split(r"\quad")[0] for _, text in left] == names[:3]
    assert [text.split(r"\quad ")[1] for _, text in right] == names[3:]


def test_scores_have_the_best_on_the_left_and_no_critical_difference():
    result = stats.tukey(table(6))
    picture = cd_tikz(result)
    best = result.design.algorithms[result.order[0]]
    first = max(
        (match for match in LABELS.findall(picture) if match[0] == "east"),
        key=lambda match: float(match[2]),
    )
    assert first[3].startswith(best.replace("_", r"\_"))
    assert "best on the left" in picture
    # markers come in the order of the result, from the left
    places = [float(x) for x in re.findall(r"\\filldraw\[[^]]*\] \(([-\d.]+), 0", picture)]
    assert len(places) == 6
    assert places == sorted(places)
    # Tukey's difference is one of means, the same for all pairs
    assert ("CD = " in picture) == (result.critical_difference is not None)


def test_a_control_has_its_band_and_a_square():
    picture = cd_tikz(stats.bonferroni_dunn(table(8), control="algorithm_3"), layout="classic")
    assert r"\textbf{algorithm\_3}" in picture
    assert "cdpassive, opacity=0.3" in picture
    assert picture.count("rectangle") == 2
    assert "line cap=round" not in picture
    assert "fill=white" in picture
    assert r"algorithm\_3 $\pm$ CD" in picture


def test_names_are_letters():
    picture = cd_tikz(stats.nemenyi(table(7, HOSTILE)), layout="classic")
    assert "\\input" not in picture
    assert "^^" not in picture
    assert r"\textbackslash{}input\{/etc/passwd\}" in picture.replace(r"\allowbreak{}", "")
    assert r"\$x\$ \{\{7\}\}" in picture
    assert r"$\chi$$^2$" in picture
    assert "a" * 60 not in picture


def test_a_turned_picture_has_the_rows_of_the_figure():
    result = stats.nemenyi(table(14))
    picture = cd_tikz(result)
    names = re.findall(r"anchor=east, align=right.*\{(.*)\};", picture)
    assert [name.replace("\\_", "_") for name in names] == [
        result.design.algorithms[place] for place in result.order
    ]
    dots = re.findall(r"\\filldraw\[[^]]*\] \(([-\d.]+), ([-\d.]+)\)", picture)
    xs, ys = np.array(dots, dtype=float).T
    np.testing.assert_allclose(ys, -np.arange(14))
    centres = np.sort(result.centres)
    np.testing.assert_allclose(
        np.diff(xs) / np.diff(xs).sum(), np.diff(centres) / np.ptp(centres), atol=1e-3
    )
    groups = [group for group in result.groups() if len(group) > 1]
    assert picture.count("line width=1.8pt") >= len(groups) > 0


def test_a_comment_on_top_names_letters_that_need_fonts():
    picture = cd_tikz(stats.nemenyi(table(2, ["決定木", "b"])))
    assert picture.startswith("% for XeLaTeX or LuaLaTeX")


def test_same_text(nemenyi):
    assert cd_tikz(nemenyi) == cd_tikz(stats.nemenyi(published("garcia_herrera2008")))


@LONG
@pytest.mark.needs("pdflatex")
def test_pictures_compile_with_tikz_alone(nemenyi, tmp_path):
    body = "\n\n".join(pictures(nemenyi))
    page = (
        r"\documentclass{article}\usepackage[margin=10mm]{geometry}\usepackage{tikz}"
        r"\setlength{\parindent}{0pt}\begin{document}"
        f"\n{body}\n" + r"\end{document}"
    )
    (tmp_path / "page.tex").write_text(page, encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "page.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        timeout=60,
    )
    output = done.stdout.decode(errors="replace")
    assert done.returncode == 0, output[-2000:]
    # a line is longer than 7 inches here: nothing is wider than the requested width
    assert "Overfull" not in output


@LONG
@pytest.mark.needs("pdflatex")
def test_pictures_are_as_wide_as_asked(tmp_path):
    boxes, widest = [], []
    for k, layout, width in itertools.product((2, 6, 22), ("classic", "turned"), (3.3, 7.0)):
        names = [f"{f'a long name of algorithm number {place} ':x<40}" for place in range(k)]
        picture = cd_tikz(stats.nemenyi(table(k, names)), width=width, layout=layout)
        boxes.append(rf"\setbox0\hbox{{{picture}}}\typeout{{wide \the\wd0}}")
        widest.append(width)
    page = "\n".join(
        [r"\documentclass{article}\usepackage{tikz}\begin{document}", *boxes, r"\end{document}"]
    )
    (tmp_path / "page.tex").write_text(page, encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "page.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        timeout=60,
    )
    output = done.stdout.decode(errors="replace")
    assert done.returncode == 0, output[-2000:]
    found = np.array(re.findall(r"wide ([\d.]+)pt", output), dtype=float) / POINTS
    assert len(found) == len(widest)
    assert (found <= np.array(widest) + 0.02).all(), found - widest
    # nor is much of the width left over
    assert (found >= 0.8 * np.array(widest)).all(), found / widest
