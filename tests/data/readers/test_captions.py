"""What stands above a table of Markdown: the metric of its scores, their direction, and names of tables."""

import pytest

from benchreport.data.readers import read
from benchreport.data.readers.captions import Caption, caption_above, facts_of
from benchreport.data.readers.delimited import read_delimited
from benchreport.errors import DirectionError, ReadError, RoleError

TABLE = """
| Dataset | svm | knn |
|---|---:|---:|
| iris | 0.9 | 0.8 |
| wine | 0.7 | 0.6 |
| glass | 0.6 | 0.5 |
"""


@pytest.mark.parametrize(
    ("above", "score", "higher"),
    [
        ("## Accuracy of both (5 folds)\n\nThree seeds each.", "accuracy", True),
        ("### Test RMSE", "rmse", False),
        ("# Results\n\nSeconds, one thread.", "seconds", False),
        ("# Results\n\nThe error of both methods; lower is better.", "score", False),
        ("# AUC and accuracy", "score", True),
        ("**BLEU scores**", "bleu", True),
    ],
)
def test_the_text_above_a_table_says_what_its_scores_are(tmp_path, above, score, higher):
    path = tmp_path / "results.md"
    path.write_text(f"{above}\n{TABLE}")
    scores = read(path).bench.scores
    assert (scores.score, scores.higher_is_better) == (score, higher)
    note = f"{'higher' if higher else 'lower'} is better"
    assert [note in line for line in read(path).attrs["notes"]] == [True]


@pytest.mark.parametrize(
    "above",
    [
        "# Results",
        "# Accuracy and training time",
        "# Accuracy drop after pruning",
        "# The top models",
        "# Results\n\nWe changed nothing, so that accuracy stayed the same.",
        "# Results\n\n## *10-minute runtime*",
        "# Results\n\nHigher is better for accuracy, lower is better for the error.",
    ],
)
def test_text_that_names_no_metric_or_several_directions_says_nothing(tmp_path, above):
    path = tmp_path / "results.md"
    path.write_text(f"{above}\n{TABLE}")
    with pytest.raises(DirectionError):
        _ = read(path).bench.scores


@pytest.mark.parametrize(
    ("above", "names", "said"),
    [
        ("# Accuracy", "Method | Price Error | Latency", False),
        ("# Speed vs Accuracy", "Method | iris | wine", False),
        ("# Accuracy", "Method | iris | Latency", True),
        ("# Accuracy", "Method | Test acc | Latency", True),
        ("# Lower is better", "Method | F1 | AUC", True),
    ],
)
def test_a_title_is_not_about_columns_that_all_say_the_other_direction(
    tmp_path, above, names, said
):
    path = tmp_path / "results.md"
    path.write_text(f"{above}\n\n| {names} |\n|---|---|---|\n| a | 0.9 | 3 |\n| b | 0.7 | 4 |\n")
    notes = read(path).attrs.get("notes", ())
    assert any("The text around the table says" in note for note in notes) == said


def test_a_caption_is_the_nearest_heading_and_the_paragraph_next_to_the_table():
    lines = ["# Accuracy", "", "## Speed", "", "First paragraph.", "", "Second", "one."]
    assert caption_above(lines) == Caption("Speed", "Second one.")
    assert caption_above([]) == Caption()
    assert facts_of([Caption("Accuracy"), Caption("Error rate")]) == {}


def test_tables_with_the_same_columns_are_datasets_by_their_headings(tmp_path):
    path = tmp_path / "bench.md"
    rows = {"sort": (2, 3, 5), "search": (1, 4, 6), "parse": (7, 8, 9)}
    path.write_text(
        "# All\n"
        + "".join(
            f"\n### {name}\n| Language | Time |\n|:--|--:|\n| C | {a} |\n| Go | {b} |\n| Lua | {c} |\n"
            for name, (a, b, c) in rows.items()
        )
    )
    frame = read(path)
    assert frame.columns.tolist() == ["dataset (heading)", "Language", "Time"]
    scores = frame.bench.scores
    assert scores.algorithms == ("C", "Go", "Lua")
    assert scores.blocks == tuple(rows)
    assert "3 tables" in frame.attrs["notes"][0]


def test_tables_with_other_columns_or_without_headings_are_refused(tmp_path):
    path = tmp_path / "two.md"
    path.write_text(f"# One\n{TABLE}\n# Two\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    with pytest.raises(ReadError, match="2 tables with different columns; one is expected"):
        read(path)
    path.write_text(f"{TABLE}\n{TABLE}")
    with pytest.raises(ReadError, match="2 tables"):
        read(path)


def test_blanks_after_the_line_below_the_names_do_not_hide_a_table(tmp_path):
    path = tmp_path / "blanks.md"
    path.write_text("|file |time | \n|-----|----:| \n|a | 1 | \n")
    assert read(path).shape == (1, 2)


def test_a_statement_below_a_table_counts_and_words_of_other_meanings_do_not(tmp_path):
    path = tmp_path / "results.md"
    path.write_text(
        f"# Time series of MS COCO\n{TABLE}\n*Lower is better (MSE).*\n\n# Higher is better\n"
    )
    scores = read(path).bench.scores
    assert (scores.score, scores.higher_is_better) == ("score", False)
    path.write_text(f"# Time series, a sensitivity analysis with long short-term memory\n{TABLE}")
    with pytest.raises(DirectionError):
        _ = read(path).bench.scores


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("padding", [0, 2, 3])
@pytest.mark.parametrize("title", ["Accuracies of 2024", '"Accuracies of 2024"'])
def test_a_title_may_have_the_separators_of_empty_cells(tmp_path, mark, padding, title):
    """As a spreadsheet writes a title in its first cell."""
    rows = ["dataset,svm,knn,rf", "iris,9,8,7", "wine,7,6,8"]
    text = "\n".join([title + "," * padding, *rows])
    path = tmp_path / "table.csv"
    path.write_text(text.replace(",", mark))
    assert read(path).columns.tolist() == rows[0].split(",")
    assert len(read(path)) == 2


def test_tables_below_names_of_metrics_are_of_metrics_and_no_algorithms(tmp_path):
    path = tmp_path / "README.md"
    parts = [("WER", 20.1), ("CER", 9.5)]
    rows = "\n".join(
        f"### {metric}\n\n|model|clean|other|\n|---|---|---|\n|ctc|{value}|{value + 2}|\n"
        f"|rnnt|{value - 1}|{value + 3}|\n"
        for metric, value in parts
    )
    path.write_text(f"# Results\n\n{rows}")
    frame = read(path)
    assert frame["metric"].tolist() == ["WER", "WER", "CER", "CER"]
    scores = frame.bench(columns="dataset", where={"metric": "CER"}, score="CER").scores
    assert (scores.algorithms, scores.higher_is_better) == (("ctc", "rnnt"), False)


def test_an_arrow_behind_a_name_above_the_table_says_what_all_columns_are(tmp_path):
    path = tmp_path / "README.md"
    table = (
        "|Method|KITTI|TUM|ETH3D|\n|---|---|---|---|\n|vo|54.2|0.116|0.23|\n|slam|24.9|0.3|0.36|\n"
    )
    path.write_text(f"# Results\n\nErrors (ATE ↓) on three benchmarks.\n\n{table}")
    with pytest.raises(RoleError, match="are its 3 columns") as asked:
        _ = read(path).bench.scores
    assert asked.value.way_out.calls[0].roles == {"columns": "dataset"}
    assert read(path).bench(columns="dataset").scores.higher_is_better is False
    path.write_text(f"# Results\n\nScores (ATE ↓, FPS ↑), see below ↓.\n\n{table}")
    assert "metric" not in read(path).attrs


LINED = """# Results and models
[Total-Text](https://example.org/total)
| Method | Fine-tuning | Precision | Recall |
| - | - | - | - |
| PAN | no | 87.9 | 79.6 |
| PAN | yes | 88.5 | 81.7 |

CTW1500:
| Method | Fine-tuning | Precision | Recall |
| - | - | - | - |
| PAN | no | 85.1 | 79.1 |
| PAN | yes | 86.0 | 81.0 |
"""


def test_lines_above_tables_are_their_headings_where_these_share_one(tmp_path):
    (tmp_path / "a.md").write_text(LINED)
    frame = read(tmp_path / "a.md")
    assert frame["dataset (heading)"].tolist() == ["Total-Text"] * 2 + ["CTW1500"] * 2
    # of one algorithm its settings are compared, which the hint says before a score is chosen
    with pytest.raises(
        RoleError, match=r"'Fine-tuning' holds 2 settings .*are these compared"
    ) as found:
        frame.bench.friedman()
    assert "algorithm='Fine-tuning'" in str(found.value.hint)
    scores = frame.bench(algorithm="Fine-tuning", score="Recall").scores
    assert scores.values.tolist() == [[79.6, 81.7], [79.1, 81.0]]


@pytest.mark.parametrize(
    "line", ["The results of all runs, which took a week each, are below.", ""]
)
def test_sentences_above_tables_are_no_headings(tmp_path, line):
    (tmp_path / "a.md").write_text(LINED.replace("CTW1500:", line))
    with pytest.raises(ReadError, match="without a different heading each"):
        read(tmp_path / "a.md")


@pytest.mark.parametrize("title", ["Results of 2024", "Results; of all, as of May 3", ""])
@pytest.mark.parametrize("mark", [";", ",", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_an_empty_row_above_the_names_is_written_as_separators(tmp_path, title, mark, end):
    """As a spreadsheet saves a title, a row that is left free, and the table."""
    rows = [["dataset", "svm", "knn"], ["iris", "0.9", "0.8"], ["wine", "0.7", "0.6"]]
    file = tmp_path / "a.csv"
    title = f'"{title}"' if mark in title else title
    text = f"{title}\n{mark * 2}\n" + "".join(mark.join(row) + "\n" for row in rows)
    file.write_bytes(text.replace("\n", end).encode())
    frame = read(file)
    assert list(frame.columns) == rows[0]
    assert frame["svm"].tolist() == [0.9, 0.7]


@pytest.mark.parametrize(
    ("above", "score", "higher"),
    [
        ("# run of 2024-03-01\n# metric: RMSE\n", "rmse", False),
        ("Test accuracy (%) on UCI data,,,\n,,,\n", "accuracy", True),
    ],
)
def test_lines_above_delimited_names_say_what_the_scores_are(above, score, higher):
    names = "dataset,svm,knn,rf\n"
    rows = "".join(f"{name},0.{digit}1,0.{digit}2,0.{digit}4\n" for digit, name in enumerate("xyz"))
    scores = read_delimited((above + names + rows).encode()).bench.scores
    assert (scores.score, scores.higher_is_better) == (score, higher)
    with pytest.raises(DirectionError):
        _ = read_delimited(f"# accuracy vs time\n{names}{rows}".encode()).bench.scores
    assert "The text around the table says" in " ".join(scores.runs.file_notes)
