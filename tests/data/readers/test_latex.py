"""Tables of LaTeX sources: commands, spanned names, captions and comments."""

import pytest
from looped import loop_over

from benchreport.data.readers import read
from benchreport.data.readers.latex import read_latex
from benchreport.errors import ReadError

PAPER = r"""
\begin{table}[t] \centering
\caption[short]{RMSE of \emph{three} methods.} \label{tab:a}
\resizebox{\textwidth}{!}{%
\begin{tabular}{@{}l >{\raggedright}p{2cm} r@{}}
\toprule
\textbf{Method} & Set\_A & \multicolumn{1}{c}{Set B} & C \\
\cmidrule(lr){2-4}
svm~\cite{vapnik} & $1.5_{\pm 0.2}$ & 2.5 $\pm$ 0.1 & \textbf{3.5} \\ % the first
\midrule \rowcolor{gray!10}
knn \citep[see][]{cover} & 1.7 & \underline{2.1} & 3.9 \\[2pt]
\multirow{1}{*}{ours} & 1.1 & 2.0 & 3.1 \\
\bottomrule
\end{tabular}}
\end{table}
"""

TWO = r"""\begin{tabular*}{\linewidth}{lcccc} \hline
 & \multicolumn{2}{c}{iris} & \multicolumn{2}{c}{wine} \\
Model & Acc & F1 & Acc & F1 \\ \hline
svm & .9 & .8 & .7 & .6 \\ knn & .8 & .7 & .6 & .5 \\ \hline
\end{tabular*}"""


@pytest.fixture
def write(tmp_path):
    def to(text):
        path = tmp_path / "table.tex"
        path.write_text(text)
        return path

    return to


def test_the_cells_of_a_table_without_their_commands(write):
    frame = read(write(PAPER))
    assert frame.columns.tolist() == ["Method", "Set_A", "Set B", "C"]
    assert frame["Method"].tolist() == ["svm", "knn", "ours"]
    assert frame["C"].tolist() == [3.5, 3.9, 3.1]


def test_the_caption_says_what_the_scores_are(write):
    scores = read(write(PAPER)).bench(columns="dataset").scores
    assert (scores.score, scores.higher_is_better) == ("rmse", False)
    assert scores.values[0].tolist() == [1.5, 1.7, 1.1]


def test_spanned_names_above_metrics(write):
    frame = read(write(TWO))
    assert frame.columns.tolist() == ["Model", "dataset", "metric", "value"]
    assert frame.bench(metric="F1").scores.values.tolist() == [[0.8, 0.7], [0.6, 0.5]]


@pytest.mark.parametrize(("text", "number"), [("only prose", "no table"), (TWO + TWO, "2 tables")])
def test_what_is_no_single_table(write, text, number):
    with pytest.raises(ReadError, match=f"it holds {number}"):
        read(write(text))


def test_a_paper_beside_results_is_not_read_with_their_folder(write, tmp_path):
    write("only prose")
    (tmp_path / "a.csv").write_text("model,dataset,acc\nsvm,iris,0.5\n")
    assert len(read(tmp_path)) == 1


GROUPED = r"""\begin{tabular}{l|cccc|c} \toprule
\multirow{2}{*}{Method} & \multicolumn{2}{c}{CIFAR} & \multicolumn{2}{c|}{Other} & \multirow{2}{*}{Avg} \\
\cmidrule{2-5} & 10 & 100 & SVHN & STL & \\ \midrule
ERM & 5.2 & 24.1 & 3.1 & 18.2 & 12.7 \\ Mixup & 4.4 & 22.0 & 2.9 & 17.0 & 11.6 \\ \bottomrule
\end{tabular}"""


def test_groups_of_columns_are_part_of_their_names(write):
    frame = read(write(GROUPED))
    names = ["CIFAR 10", "CIFAR 100", "Other SVHN", "Other STL"]
    assert frame.columns.tolist() == ["Method", *names, "Avg"]
    scores = frame.bench(columns="dataset", higher_is_better=False).scores
    assert (scores.blocks, scores.values[1].tolist()) == (tuple(names), [24.1, 22.0])


PANELS = r"""\begin{tabular}{l|rr}
 & \multicolumn{2}{c}{Mip-NeRF360} \\ & PSNR $\uparrow$ & SSIM $\uparrow$ \\ \hline
3DGS & 27.48 & .816 \\ SMERF & 27.99 & .818 \\ Ours & 27.51 & .825 \\ \hline
 & \multicolumn{2}{c}{Zip-NeRF} \\ & PSNR $\uparrow$ & SSIM $\uparrow$ \\ \hline
3DGS & 25.84 & .817 \\ SMERF & 27.28 & .829 \\ Ours & 26.58 & .845 \\ \hline
\end{tabular}"""


def test_headings_above_repeated_names_are_datasets(write):
    frame = read(write(PANELS))
    assert frame.columns.tolist() == ["dataset", "Method", "PSNR ↑", "SSIM ↑"]
    scores = frame.bench(score="PSNR ↑").scores
    assert (scores.algorithms, scores.blocks) == (
        ("3DGS", "SMERF", "Ours"),
        ("Mip-NeRF360", "Zip-NeRF"),
    )
    assert scores.values.tolist() == [[27.48, 27.99, 27.51], [25.84, 27.28, 26.58]]


ONE_PANEL = r"""\begin{tabular}{l|rr}
 & \multicolumn{2}{c}{Mip-NeRF360} \\ & PSNR $\uparrow$ & SSIM $\uparrow$ \\ \hline
3DGS & 27.48 & .816 \\ SMERF & 27.99 & .818 \\ \end{tabular}"""


def test_one_name_over_all_columns_is_a_title(write):
    assert read(write(ONE_PANEL)).columns.tolist()[1:] == ["PSNR ↑", "SSIM ↑"]


@loop_over(
    ("cell", "text"),
    [
        (r"\makebox[-20pt][c]{\vrule width 1pt height 8pt} AVG", "AVG"),
        (r"\raisebox{2pt}[0pt]{AVG}", "AVG"),
        (r"95\,\% CI", "95 % CI"),
        (r"$\le10\,\%$", "≤10 %"),
        (r"\footnotesize TD($\lambda$)", "TD(λ)"),
        (r"$\varepsilon$-greedy\xspace", "ε-greedy"),
        (r"\textbf{\ours} (small)", "ours (small)"),
        (r"$\left( a \right)$", "( a )"),
        (r"\phantom{0}net", "net"),
    ],
)
def test_names_are_without_commands(cell, text):
    rows = rf"Method & Score \\ \midrule {cell} & 25\,444 \\ svm & 9\,876 \\"
    frame = read_latex(rf"\begin{{tabular}}{{lr}}{rows}\end{{tabular}}".encode())
    assert frame["Method"].tolist() == [text, "svm"]
    assert frame["Score"].tolist() == [25444, 9876]


def test_switches_of_fonts_before_numbers_are_left_out():
    rows = r"Method & A & B \\ svm & \rm 0.82 & \sf0.7 \\ knn & \sc 0.9 & \tt 0.6 \\"
    frame = read_latex(rf"\begin{{tabular}}{{lcc}}{rows}\end{{tabular}}".encode())
    assert frame[["A", "B"]].to_numpy().tolist() == [[0.82, 0.7], [0.9, 0.6]]


def test_a_second_line_of_units_goes_behind_the_names(tmp_path):
    rows = [
        rf"\multirow{{2}}{{*}}{{{setting}}} & svm & {place}.5 & 1.2 \\ & knn & {place}.7 & 1.1 \\"
        for place, setting in enumerate("ABC", 1)
    ]
    head = r"\textbf{Setting} & \textbf{Algorithm} & Mean & SD \\ & & $\times 10^{5}$ & $\times 10^{5}$ \\"
    path = tmp_path / "a.tex"
    path.write_text(
        "\n".join([r"\begin{tabular}{llrr} \hline", head, r"\hline", *rows, r"\end{tabular}"])
    )
    frame = read(path)
    assert len(frame) == 6
    scores = frame.bench(higher_is_better=False).scores
    assert (scores.algorithms, scores.blocks) == (("svm", "knn"), ("A", "B", "C"))
    assert scores.score.startswith("Mean (")


def test_braces_within_a_style_keep_its_text():
    text = r"""\caption{Forward accuracy and computational complexity ($\beta=0.7$).}
\begin{tabular}{lcc} Method & Error $E_z$ & Modes \\ \midrule
\textbf{ours ($\epsilon_{\text{tol}}=10^{-3}$)} & 0.5 & 8 \\ SOE & 0.6 & 16 \\ \end{tabular}"""
    frame = read_latex(text.encode())
    assert frame["Method"].tolist() == ["ours (ε_{tol}=10^{-3})", "SOE"]
    # a caption of two things names no metric of all columns
    assert "metric" not in frame.attrs
