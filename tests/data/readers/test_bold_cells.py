"""Scores in bold show the direction that authors mean: it is proposed first, and never taken for granted."""

import pytest

import benchreport
from benchreport.errors import DirectionError, RoleError

HEAD = "| Method | A | B | C |\n|---|---|---|---|\n"
LOW = """\
| ours | **1.2** | __3.4__ | 5.5 |
| base | 1.9 | 3.9 | <b>5.1</b> |
| other | 2.4 | 4.4 | 6.1 |
"""
MEDALS = "| a | 🥇 1 | 🥈 5 | 🥇 3 |\n| b | 🥈 4 | 🥇 3 | 9 |\n| c | 7 | 🥉 6 | 🥈 4 |\n"
LATEX = r"""\begin{tabular}{lrrr} Data & svm & knn & rf \\ \midrule
x & \textbf{9.1} & 7.0 & 6.2 \\ y & \bfseries 8.1 & 7.5 & 3.3 \\ z & 5.0 & $\mathbf{6.5}$ & 4.1 \\
\end{tabular}"""
GROUPS = r"""\begin{tabular}{llrr} \textbf{Data} & \textbf{Model} & A & B \\ \midrule
x & svm & \textbf{1} & 6 \\ x & knn & 4 & \textbf{5} \\ x & rf & 3 & 7 \\
y & svm & 14 & 19 \\ y & knn & \textbf{11} & 16 \\ y & rf & 12 & \textbf{15} \\ \end{tabular}"""


HTML = """<table><tr><th>Method</th><th>A</th><th>B</th></tr>
<tr><td><b>ours</b></td><td><b>1.2</b></td><td><strong>3.4</strong></td></tr>
<tr><td>base</td><td>1.9</td><td>3.9</td></tr><tr><td>other</td><td>2.4</td><td>4.4</td></tr></table>"""


def read(tmp_path, text, ending="md"):
    path = tmp_path / f"table.{ending}"
    path.write_text(text, encoding="utf-8")
    return benchreport.read(path)


@pytest.mark.parametrize(
    ("text", "ending", "highest"),
    [
        (HEAD + LOW, "md", False),
        (HEAD + MEDALS, "md", False),
        (LATEX, "tex", True),
        (GROUPS, "tex", False),
        (HTML, "md", False),
    ],
)
def test_bold_scores_are_the_best_of_rows_columns_or_groups(tmp_path, text, ending, highest):
    assert read(tmp_path, text, ending).attrs["best_is_highest"] is highest


@pytest.mark.parametrize(
    "rows",
    [
        # the authors' own method, wherever it stands
        LOW.replace("1.9", "1.0").replace("<b>5.1</b>", "5.1"),
        # the best of two columns, of opposite directions
        "| a | **9** | **1** | 3 |\n| b | 8 | 2 | 3 |\n| c | 7 | 4 | 4 |\n",
        # one alone, and all of a column that is the lowest of some rows
        "| a | **9** | 1 | 3 |\n| b | 8 | 2 | 3 |\n| c | 7 | 4 | 4 |\n",
        "| **a** | 9 | **1** | 3 |\n| **b** | 8 | **2** | 1 |\n| **c** | 7 | **4** | 4 |\n",
        # two scores beside each other
        "| a | **9** | 1 | |\n| b | **8** | 2 | |\n",
    ],
)
def test_other_bold_cells_say_nothing(tmp_path, rows):
    assert "best_is_highest" not in read(tmp_path, HEAD + rows).attrs


def test_the_direction_of_bold_scores_is_proposed_first(tmp_path):
    frame = read(tmp_path, HEAD + LOW)
    with pytest.raises(RoleError) as asked:
        frame.bench.friedman()
    hint = str(asked.value.hint)
    assert hint.index("higher_is_better=False") < hint.index("higher_is_better=True")
    with pytest.raises(DirectionError, match=r"Scores in bold are the lowest ") as asked:
        frame.bench(columns="dataset").friedman()
    assert str(asked.value.hint).startswith("df.bench(higher_is_better=False)")
    with pytest.raises(DirectionError, match=r"Scores in bold are the highest ") as asked:
        read(tmp_path, LATEX, "tex").bench.friedman()
    assert str(asked.value.hint).startswith("df.bench(higher_is_better=True)")


def test_names_that_say_the_direction_need_no_bold_scores(tmp_path):
    assert read(tmp_path, LATEX, "tex").bench(score="error").scores.higher_is_better is False


def test_the_direction_of_bold_scores_is_proposed_first_for_one_of_several_columns(tmp_path):
    text = GROUPS.replace("A & B", "one & ten")
    with pytest.raises(RoleError, match=r"2 columns could be the score") as asked:
        read(tmp_path, text, "tex").bench.friedman()
    hint = str(asked.value.hint)
    assert hint.index("higher_is_better=False") < hint.index("higher_is_better=True")


PAIRS = r"""\begin{tabular}{lcccccc}
Size & \multicolumn{2}{c}{Mean $L_1$} & \multicolumn{2}{c}{Mean $L_2$} \\
 & Basic & Ours & Basic & Ours \\
T50 & 1.4 & \textbf{0.53} & 0.8 & \textbf{0.47} \\
T100 & 2.6 & \textbf{1.2} & 1.87 & \textbf{0.87} \\
T300 & 6.87 & \textbf{3.73} & \textbf{2.07} & 2.87 \\
\end{tabular}
"""


def test_scores_in_bold_are_compared_below_the_same_upper_name(tmp_path):
    asked = {"algorithm": "columns", "dataset": "Size", "metric": "Mean L_1"}
    with pytest.raises(DirectionError, match=r"Scores in bold are the lowest ") as refused:
        read(tmp_path, PAIRS, "tex").bench(**asked).friedman()
    assert refused.value.way_out.calls[0].roles["higher_is_better"] is False
    # of fewer pairs one is in bold by chance, and one that is higher contradicts
    for other in (
        PAIRS.replace(r"\textbf{0.53}", "0.53").replace(r"\textbf{1.2}", "1.2"),
        PAIRS.replace(r"\textbf{2.07} & 2.87", r"2.07 & \textbf{2.87}"),
    ):
        assert "best_is_highest" not in read(tmp_path, other, "tex").attrs
