"""Leaderboards with ranks, rows of mean ranks, and cells with two numbers or times of the clock."""

import io

import pandas as pd
import pytest

from benchreport.data.readers.delimited import read_delimited
from benchreport.data.readers.drawn_tables import without_borders
from benchreport.data.readers.latex import read_latex
from benchreport.data.readers.markdown import read_markdown
from benchreport.errors import DataError, DesignError, DirectionError, RoleError

GROUPS = ["AlphaFold2", "BAKER", "FEIG", "Zhang", "QUARK"]


def ranked_below(*ranks: float) -> pd.DataFrame:
    frame = pd.DataFrame(
        {
            "data": ["car", "glass", "zoo"],
            "a": [0.9, 0.7, 0.8],
            "b": [0.8, 0.6, 0.9],
            "c": [0.5, 0.5, 0.5],
        }
    )
    return pd.concat([frame, pd.DataFrame([["Avg. rank", *ranks]], columns=frame.columns)])


def test_a_row_of_mean_ranks_shows_the_direction_of_the_scores_above():
    higher = ranked_below(1.33, 1.67, 3).bench.scores
    assert higher.higher_is_better
    assert higher.blocks == ("car", "glass", "zoo")
    assert not ranked_below(2.67, 2.33, 1).bench.scores.higher_is_better


def test_mean_ranks_of_scores_that_are_equal_when_rounded_show_the_direction():
    frame = ranked_below(1.33, 1.67, 3)
    frame.iloc[2, 1:3] = 0.9  # as b was a little better
    assert frame.bench.scores.higher_is_better


def test_mean_ranks_of_other_scores_show_no_direction():
    with pytest.raises(DirectionError, match="the scores have no name"):
        ranked_below(1, 2, 3).bench.scores  # noqa: B018 - the property raises


def test_a_row_of_wins_ties_and_losses_does_not_make_losses_of_the_scores():
    frame = ranked_below(1.33, 1.67, 3)
    for name in ("win/tie/loss", "Wins-Ties-Losses", "W/T/L"):
        counted = pd.concat(
            [frame[:-1], pd.DataFrame([[name, "2/0/1", "1/0/2", "-"]], columns=[*frame])]
        )
        with pytest.raises(DirectionError, match="the scores have no name"):
            counted.bench.scores  # noqa: B018 - the property raises


def test_scores_above_mean_ranks_are_no_ranks():
    """Ranks in brackets behind scores once made "rank, lower is better" of accuracies."""
    rows = "".join(
        f"| {data} | {first} ({a}) | {second} ({b}) | {third} ({c}) |\n"
        for data, first, a, second, b, third, c in (
            ("anneal", 0.986, 1, 0.865, 3, 0.974, 2),
            ("balance", 0.641, 3, 0.905, 1, 0.876, 2),
            ("colic", 0.851, 1, 0.787, 3, 0.827, 2),
        )
    )
    text = "| Data set | C4.5 | NB | SMO |\n|---|---|---|---|\n" + rows
    scores = read_markdown((text + "| Avg. rank | 1.67 | 2.33 | 2.00 |\n").encode()).bench.scores
    assert scores.higher_is_better
    assert scores.values[0].tolist() == [0.986, 0.865, 0.974]


def test_a_column_of_ranks_says_that_rows_are_compared():
    frame = pd.DataFrame(
        {"Group": GROUPS, "T1024": [89.1, 61, 60, 62, 58], "T1026": [88.6, 60, 57, 63, 59]}
    )
    frame = frame.assign(SUM=frame.T1024 + frame.T1026, Rank=[1, 3, 4, 2, 5])
    with pytest.raises(
        RoleError, match=r"are the rows of the table .* algorithms, and its 2 columns \(T1024"
    ):
        frame.bench.scores  # noqa: B018 - the property raises
    scores = frame.bench(columns="dataset", higher_is_better=True).scores
    assert scores.algorithms == tuple(GROUPS)


def test_sums_averages_and_their_ranks_are_no_datasets():
    frame = pd.DataFrame(
        {
            "GR name": GROUPS,
            "SUM Zscore (>0.0)": [244.0, 92, 91, 74, 64],
            "Rank SUM Zscore (>0.0)": [1, 2, 3, 4, 5],
            "AVG Zscore (>0.0)": [2.65, 1, 0.99, 0.8, 0.7],
            "Rank AVG Zscore (>0.0)": [1, 2, 3, 4, 5],
        }
    )
    with pytest.raises(DesignError, match=r"'Rank SUM Zscore .*' ranks the rows of the table"):
        frame.bench.scores  # noqa: B018 - the property raises


def test_counts_of_totals_are_shares():
    text = b"| Agent | bash | git | web |\n|-|-|-|-|\n| a | 18/20 | 14/15 | 9/10 |\n| b | 15/20 | 12/15 | |"
    bench = read_markdown(text).bench(columns="dataset", higher_is_better=True, missing="drop")
    assert bench.scores.values.tolist() == [[0.9, 0.75], [14 / 15, 0.8]]


def test_a_row_without_counts_takes_no_total_from_the_others():
    frame = pd.DataFrame(
        {"task": ["a", "b", "c"], "svm": ["18/20", None, "7/9"], "knn": ["10/20", None, "6/9"]}
    )
    scores = frame.bench(higher_is_better=True, missing="drop").scores
    assert scores.values.tolist() == [[0.9, 0.5], [7 / 9, 6 / 9]]


@pytest.mark.parametrize("cell", ["0.31/0.45", "20/18"])
def test_other_pairs_of_numbers_are_no_shares(cell: str):
    frame = pd.DataFrame(
        {"Model": ["a", "b"], "iris": [cell, "0.2/0.4"], "wine": [cell, "0.3/0.6"]}
    )
    with pytest.raises(DataError, match="hold two numbers each"):
        frame.bench.scores  # noqa: B018 - the property raises


def test_names_of_columns_say_which_metrics_two_numbers_are():
    text = (
        b"| pred_len | iTransformer (MSE/MAE) | DLinear (MSE/MAE) |\n|--|--|--|\n"
        b"| 96 | 0.33/0.36 | 0.34/0.37 |\n| 192 | 0.37/0.39 | 0.38/0.38 |\n"
    )
    scores = read_markdown(text).bench(metric="MAE", dataset="pred_len").scores
    assert scores.algorithms == ("iTransformer", "DLinear")
    assert scores.values.tolist() == [[0.36, 0.37], [0.39, 0.38]]


def test_ranges_are_two_numbers():
    frame = pd.DataFrame(
        {"Algorithm": ["rf", "svm"], "iris": ["94-96%", "95-97%"], "wine": ["97-98%"] * 2}
    )
    with pytest.raises(DataError, match="hold two numbers each, such as '94-96%'"):
        frame.bench.scores  # noqa: B018 - the property raises


def test_times_of_the_clock_are_seconds():
    frame = pd.DataFrame(
        {"query": ["a", "b"], "spark": ["00:01:05", "01:00:00.5"], "hive": ["00:02:00"] * 2}
    )
    scores = frame.bench.scores
    assert not scores.higher_is_better
    assert scores.values.tolist() == [[65.0, 120.0], [3600.5, 120.0]]


def test_numbers_in_brackets_that_are_larger_than_scores_are_no_spread():
    frame = pd.DataFrame({"family": ["bmc", "sage"], "z3": ["96 (3120.1)", "407 (880.2)"]})
    scores = frame.assign(cvc5=["101 (2210.3)", "402 (1022.0)"]).bench(higher_is_better=True).scores
    assert "a remark in brackets, such as '96 (3120.1)'" in " ".join(scores.runs.notes)


def test_the_corner_above_metrics_names_no_column():
    frame = read_latex(
        rb"""\begin{tabular}{cc|cc|cc} \multicolumn{2}{c}{Methods} & \multicolumn{2}{c}{A} &
        \multicolumn{2}{c}{B} \\ \multicolumn{2}{c}{Metric} & MSE & MAE & MSE & MAE \\
        \multirow{2}{*}{ETTh1} & 96 & 0.38 & 0.40 & 0.41 & 0.42 \\ & 192 & 0.44 & 0.43 & 0.46 & 0.44 \\
        \multirow{2}{*}{Weather} & 96 & 0.17 & 0.21 & 0.18 & 0.22 \\ & 192 & 0.22 & 0.25 & 0.23 & 0.26 \\
        \end{tabular}"""
    )
    scores = frame.bench(metric="MSE").scores
    assert scores.algorithms == ("A", "B")
    assert scores.blocks == ("ETTh1/96", "ETTh1/192", "Weather/96", "Weather/192")


def test_lines_between_parts_are_no_rows_and_one_metric_of_all_names_the_scores():
    text = (
        "dataset,version,metric,mode,a,b\n---- Exam ----,-,-,-,-,-\nceval,-,accuracy,gen,60.8,77.2\n"
        "---- Code ----,-,-,-,-,-\nmath,5f997e,accuracy,gen,23.6,49.6\n"
    )
    scores = read_delimited(text.encode()).bench.scores
    assert scores.blocks == ("ceval", "math")
    assert (scores.score, scores.algorithms) == ("accuracy", ("a", "b"))


def test_an_index_that_r_wrote_is_neither_a_score_nor_a_key():
    text = '"","expr","time"\n"1","dplyr",532\n"2","base",912\n"3","base",880\n"4","dplyr",501\n'
    assert pd.read_csv(io.StringIO(text)).bench.scores.block_kind == "run"
    text = '"","Resample","rf~Accuracy","rf~Kappa","gbm~Accuracy","gbm~Kappa"\n"1","Fold1",0.9,0.7,0.8,0.6\n'
    frame = pd.read_csv(io.StringIO(text + '"2","Fold2",0.8,0.6,0.7,0.4\n'))
    assert frame.bench(metric="Kappa").scores.values.tolist() == [[0.7, 0.6], [0.6, 0.4]]


def test_the_corner_of_times_names_the_scores():
    frame = pd.DataFrame(
        {
            "Name Duration for...": ["create rows", "swap rows"],
            "vue": [46.6, 25],
            "react": [49, 156],
        }
    )
    scores = frame.bench.scores
    assert (scores.score, scores.higher_is_better) == ("duration", False)


def test_rows_of_several_drawn_lines_are_joined():
    text = (
        "╒════════╤═══════════════════╕\n│ System │ BLEU (μ ± 95% CI) │\n╞════════╪═══════════════════╡\n"
        "│ A      │ 26.6 (26.6 ± 0.6) │\n├────────┼───────────────────┤\n│ B      │ 20.8 (20.8 ± 0.6) │\n"
        "│        │ (p = 0.0010)*     │\n╘════════╧═══════════════════╛\n"
    )
    last = without_borders(text).splitlines()[-1]
    assert last == "B\t20.8 (20.8 ± 0.6) (p = 0.0010)*"
    with pytest.raises(DesignError, match="one row for each 'System'"):
        read_delimited(without_borders(text).encode(), separators="\t").bench.scores  # noqa: B018


def test_a_total_of_something_below_the_datasets_is_no_dataset():
    frame = pd.DataFrame(
        {"Dataset": ["hopper", "walker", "locomotion total"], "BC": [52.9, 75.3, 128.2]}
    )
    assert frame.assign(IQL=[66, 78, 144]).bench(higher_is_better=True).scores.blocks == (
        "hopper",
        "walker",
    )
    frame["Dataset"] = ["snake (20)", "spider (20)", "Sum (40)"]
    scores = frame.assign(IQL=[66, 78, 144]).bench(higher_is_better=True).scores
    assert scores.blocks == ("snake (20)", "spider (20)")


def test_columns_called_by_amounts_of_data_are_what_rows_ran_on():
    frame = pd.DataFrame(
        {"": ["serde", "sonic"], "1 KB": ["3.1 µs", "1 µs"], "1 MB": ["3.2 ms", "0.98 ms"]}
    )
    with pytest.raises(
        RoleError, match=r"rows of the table \(serde, sonic\) algorithms, and its 2 columns"
    ):
        frame.bench.scores  # noqa: B018 - the property raises
    assert frame.bench(columns="dataset").scores.algorithms == ("serde", "sonic")


def test_prices_are_no_datasets_and_a_column_of_averages_in_percent_is_one_of_summaries():
    frame = pd.DataFrame(
        {"Model": ["a", "b", "c"], "Input $/1M": [2.5, 3, 0.3], "GPQA": [54.3, 59.9, 55.7]}
    )
    with pytest.raises(RoleError, match=r"its 2 columns \(GPQA, AIME\) datasets"):
        frame.assign(AIME=[15.0, 15.7, 25.3]).bench.scores  # noqa: B018 - the property raises
    cells = {"方法": ["基线", "本文"], "数据集A": ["78.2%", "83%"], "数据集B": ["65%", "69%"]}
    with pytest.raises(RoleError, match=r"its 2 columns \(数据集A, 数据集B\) datasets"):
        pd.DataFrame({**cells, "平均": ["71.6%", "76%"]}).bench.scores  # noqa: B018 - the property raises


def test_averages_of_right_answers_rise_with_the_size_of_models():
    frame = pd.DataFrame(
        {"model": list("abcd"), "copa": [71.2, 83, 92, 95], "rte": [79.1, 88, 91, 92]}
    )
    with pytest.raises(RoleError) as error:
        frame.assign(avg=(frame.copa + frame.rte) / 2).bench.scores  # noqa: B018 - the property raises
    assert str(error.value.hint).startswith("df.bench(columns='dataset', higher_is_better=True)")


def test_rows_of_tests_of_pairs_are_no_algorithms():
    frame = pd.DataFrame({"comparison": ["GA vs PSO", "GA vs DE", "PSO vs DE"], "W": [12, 3, 9]})
    frame = frame.assign(
        p_value=[0.03, 0.004, 0.02], p_holm=[0.09, 0.02, 0.07], effect=[0.4, 0.8, 0.5]
    )
    with pytest.raises(DesignError, match="the columns p_value, p_holm hold results of tests"):
        frame.bench.scores  # noqa: B018 - the property raises


def test_folds_and_repetitions_in_one_column_are_told_apart():
    cells = [f"Fold0{fold}.Rep{rep}" for rep in (1, 2) for fold in (1, 2, 3)]
    frame = pd.DataFrame({"Resample": cells, "rf": [0.9, 0.8, 0.7] * 2, "svm": [0.8, 0.7, 0.6] * 2})
    advice = str(frame.bench(higher_is_better=True).advise())
    assert "on 6 folds of one dataset" in advice
    assert "corrected_t" in advice
