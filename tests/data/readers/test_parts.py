"""One of several tables in a file, named behind the path."""

import pandas as pd
import pytest

from benchreport.data.readers import files_of, read, sha256_of
from benchreport.errors import ReadError

ACCURACY = "| model | a | b |\n|---|---|---|\n| svm | 0.5 | 0.6 |\n| knn | 0.4 | 0.7 |\n"
TIMES = "| model | seconds |\n|---|---|\n| svm | 12 |\n| knn | 3 |\n"
FLAGS = "| flag | meaning |\n|---|---|\n| -v | says more, up to 3 times |\n"
LATEX = r"""
\caption{Accuracy} \begin{tabular}{lr} Method & Acc \\ svm & 0.5 \\ knn & 0.4 \end{tabular}
\caption{Times} \begin{tabular}{lr} Method & s \\ svm & 12 \\ knn & 3 \end{tabular}
"""


@pytest.fixture
def readme(tmp_path):
    path = tmp_path / "README.md"
    path.write_text(f"{FLAGS}\n## Accuracy\n\n{ACCURACY}\n## Times\n\n{TIMES}", encoding="utf-8")
    return path


def test_several_tables_are_named_in_a_hint_each_of_which_can_be_read(readme):
    with pytest.raises(
        ReadError, match="2 tables with different columns; one is expected"
    ) as caught:
        read(readme)
    accuracy, times = f"{readme}#2", f"{readme}#3"
    assert caught.value.hint == f"name one: {accuracy} (Accuracy), {times} (Times)"
    assert read(accuracy).to_dict("list") == {
        "model": ["svm", "knn"],
        "a": [0.5, 0.4],
        "b": [0.6, 0.7],
    }
    assert read(times).to_dict("list") == {"model": ["svm", "knn"], "seconds": [12, 3]}
    assert read(f"{readme}#times").equals(read(times))
    assert read(f"{readme}#1").columns.tolist() == ["flag", "meaning"]


@pytest.mark.parametrize("part", ["0", "4", "F1", "-1"])
def test_a_part_that_is_not_there_is_refused(readme, part):
    with pytest.raises(
        ReadError, match=f"it holds 3 tables, and '{part}' names none of them"
    ) as caught:
        read(f"{readme}#{part}")
    assert caught.value.hint.startswith(f"name one: {readme}#1 (flag, meaning), ")


def test_tables_without_numbers_are_left_out_with_a_note(tmp_path):
    path = tmp_path / "README.md"
    path.write_text(f"{FLAGS}\n## Times\n\n{TIMES}", encoding="utf-8")
    frame = read(path)
    assert frame.columns.tolist() == ["model", "seconds"]
    assert frame.attrs["notes"] == ("Tables without numbers are left out: flag, meaning.",)
    assert "notes" not in read(f"{path}#2").attrs
    path.write_text(FLAGS, encoding="utf-8")
    assert read(path).columns.tolist() == ["flag", "meaning"]


def test_a_table_with_a_word_among_its_numbers_is_none_without_numbers(tmp_path):
    path = tmp_path / "README.md"
    path.write_text(
        f"{ACCURACY}\n## Times\n\n{TIMES.replace('| 3 ', '| OOM ')}| mlp | ~4 |\n", encoding="utf-8"
    )
    with pytest.raises(ReadError, match="2 tables with different columns"):
        read(path)


def test_tables_with_the_same_columns_may_be_named_one_by_one(tmp_path):
    path = tmp_path / "README.md"
    path.write_text(f"{TIMES}\n{TIMES.replace('12', '14')}", encoding="utf-8")
    with pytest.raises(ReadError, match="without a different heading each") as caught:
        read(path)
    assert caught.value.hint.endswith(f"{path}#1 (model, seconds), {path}#2 (model, seconds)")
    assert read(f"{path}#2")["seconds"].tolist() == [14, 3]


def test_a_table_of_latex_is_named_by_its_number_or_caption(tmp_path):
    path = tmp_path / "my paper.tex"
    path.write_text(LATEX, encoding="utf-8")
    with pytest.raises(ReadError, match="2 tables") as caught:
        read(path)
    assert caught.value.hint == f"name one: '{path}'#1 (Accuracy), '{path}'#2 (Times)"
    assert read(f"{path}#2").columns.tolist() == ["Method", "s"]
    assert read(f"{path}#Accuracy")["Acc"].tolist() == [0.5, 0.4]


def test_a_sheet_is_named_by_its_name_or_number(tmp_path):
    path = tmp_path / "book.xlsx"
    with pd.ExcelWriter(path) as book:
        pd.DataFrame({"model": ["svm"], "a": [0.5]}).to_excel(book, sheet_name="2", index=False)
        pd.DataFrame({"model": ["svm"], "s": [3]}).to_excel(book, sheet_name="Times", index=False)
    with pytest.raises(ReadError, match="columns differ") as caught:
        read(path)
    assert caught.value.hint == f"name one: {path}#1 (2), {path}#2 (Times)"
    assert read(f"{path}#Times").columns.tolist() == ["model", "s"]
    # a name counts more than a number
    assert read(f"{path}#2").columns.tolist() == ["model", "a"]


def test_other_files_have_no_parts_and_may_be_called_as_if(tmp_path):
    path = tmp_path / "runs.csv"
    path.write_text("model,acc\nsvm,0.5\n", encoding="utf-8")
    with pytest.raises(ReadError, match="it holds one table, and '2' names none") as caught:
        read(f"{path}#2")
    assert caught.value.hint == str(path)
    lines = tmp_path / "runs.jsonl"
    lines.write_text('{"model": "svm", "acc": 0.5}\n', encoding="utf-8")
    with pytest.raises(
        ReadError,
        match=r"it has no part '2', as only \.md, \.html, \.tex, \.rst, \.org, \.xlsx, \.json may",
    ):
        read(f"{lines}#2")
    (tmp_path / "runs#2.csv").write_text("model,acc\nknn,0.4\n", encoding="utf-8")
    assert read(tmp_path / "runs#2.csv")["model"].tolist() == ["knn"]
    with pytest.raises(ReadError, match=r"there is no file .*none\.md#2"):
        read(tmp_path / "none.md#2")


def test_a_part_of_all_files_of_a_pattern_is_read(tmp_path):
    for name, accuracy in (("a", "0.5"), ("b", "0.9")):
        (tmp_path / f"{name}.md").write_text(
            f"{FLAGS}\n{TIMES}\n{ACCURACY.replace('0.5', accuracy)}"
        )
    frame = read(f"{tmp_path}/*.md#3")
    assert frame["a"].tolist() == [0.5, 0.4, 0.9, 0.4]
    assert frame["file"].tolist() == ["a", "a", "b", "b"]
    with pytest.raises(ReadError, match="no file matches"):
        read(f"{tmp_path}/*.tex#3")


def test_a_part_is_found_again_by_its_file(readme):
    assert files_of([f"{readme}#2"]) == [readme]
    assert sha256_of([f"{readme}#2"]) == sha256_of([readme])


def test_the_table_with_most_numbers_is_named_first_and_kinds_are_counted(tmp_path):
    path = tmp_path / "README.md"
    path.write_text(f"## Short\n\n{TIMES}\n## Long\n\n{TIMES}\n## Accuracy\n\n{ACCURACY}")
    with pytest.raises(ReadError, match="3 tables of 2 kinds with different columns") as caught:
        read(path)
    together, _, one = caught.value.hint.partition("; or ")
    assert together == f"those with the same columns are read together as {path}#1+2"
    assert one.startswith(f"name one: {path}#3 (Accuracy), {path}#1 (Short)")
    assert read(f"{path}#1+2")["dataset (heading)"].unique().tolist() == ["Short", "Long"]


def test_numbers_with_medals_are_numbers(tmp_path):
    path = tmp_path / "README.md"
    path.write_text(
        "| model | a | b |\n|---|---|---|\n| svm | 🥇 0.5 | 🥈 0.6 |\n| knn | 🥈 0.4 | 🥇 0.7 |\n"
    )
    scores = read(path).bench(columns="dataset", score="acc").scores
    assert scores.values.tolist() == [[0.5, 0.4], [0.6, 0.7]]
    path.write_text(path.read_text() + f"\n{FLAGS}")
    assert read(path).columns.tolist() == ["model", "a", "b"]
