import gzip
import hashlib
import io
import json
import sys

import numpy as np
import pandas as pd
import pytest

from benchreport.data import Scores
from benchreport.data.cells.value_order import ordered_values
from benchreport.data.readers import READERS, read, read_many, sha256_of
from benchreport.errors import DependencyError, ReadError

TABLE = pd.DataFrame(
    {
        "method": ["svm", "Größe", "知识", "None"],
        "dataset": ["iris", "iris", "wine", "wine"],
        "accuracy": [0.9, 0.1 + 0.2, 1.0, 0.25],
    }
)
RECORDS = TABLE.to_dict("records")
CSV = TABLE.to_csv(index=False)


@pytest.fixture
def write_file(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def refusal(path):
    with pytest.raises(ReadError) as caught:
        read(path)
    return caught.value


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", CSV),
        ("a.CSV", CSV.replace("\n", "\r\n")),
        ("bom.csv", "\ufeff" + CSV),
        ("utf16.csv", CSV.encode("utf-16")),
        ("a.csv.gz", gzip.compress(CSV.encode(), mtime=0)),
        ("tab.csv", TABLE.to_csv(index=False, sep="\t")),
        ("a.tsv", TABLE.to_csv(index=False, sep="\t")),
        ("a.txt", TABLE.to_csv(index=False, sep="\t")),
        ("german.csv", TABLE.to_csv(index=False, sep=";", decimal=",")),
        ("semicolon.csv", TABLE.to_csv(index=False, sep=";")),
        ("spaces.csv", CSV.replace(",", ", ")),
        ("ends.csv", CSV.replace("\n", ",\n")),
        ("a.json", json.dumps(RECORDS)),
        ("columns.json", json.dumps(TABLE.to_dict("list"))),
        ("pandas.json", TABLE.to_json()),
        ("split.json", TABLE.to_json(orient="split", double_precision=15)),
        ("a.jsonl", "\n".join(map(json.dumps, RECORDS))),
        ("a.ndjson", "\n\n".join(map(json.dumps, RECORDS)) + "\n"),
        ("lines.json", "\n".join(map(json.dumps, RECORDS))),
        ("a.json.gz", gzip.compress(json.dumps(RECORDS).encode(), mtime=0)),
    ],
)
def test_text_files(write_file, name, content):
    frame = read(write_file(name, content))
    pd.testing.assert_frame_equal(
        frame, TABLE, check_dtype=False, check_index_type=False, rtol=1e-9
    )
    assert frame["accuracy"].dtype == float


def test_parquet_and_excel(tmp_path):
    TABLE.to_parquet(tmp_path / "a.parquet")
    TABLE.to_excel(tmp_path / "a.xlsx", index=False)
    TABLE.set_index(["method", "dataset"]).to_parquet(tmp_path / "indexed.parquet")
    for name in ("a.parquet", "a.xlsx", "indexed.parquet"):
        pd.testing.assert_frame_equal(read(tmp_path / name), TABLE, check_dtype=False)


def test_numbers_survive_as_they_were_written(write_file):
    frame = read(write_file("a.csv", "a,b\n0.1,0.30000000000000004\n1e-5,123456789.125\n"))
    # pandas 2 reads some numbers one bit off
    expected = [[0.1, 0.30000000000000004], [1e-5, 123456789.125]]
    np.testing.assert_allclose(frame.to_numpy(), expected, rtol=3e-16)


@pytest.mark.parametrize(
    "word", ["", "NA", "NaN", "nan", "null", "None", "n/a", "#N/A", "-", "—", "?"]
)
def test_words_for_empty_cells_among_numbers_only(write_file, word):
    frame = read(write_file("a.csv", f"model,task,f1\nNA,x,0.5\nNone,x,{word}\n"))
    assert frame["model"].tolist() == ["NA", "None"]
    assert frame["f1"].isna().tolist() == [False, True]


def test_other_words_among_numbers_stay_for_the_error_to_name(write_file):
    frame = read(write_file("a.csv", "model,task,f1\nsvm,x,0.5\nknn,x,OOM\n"))
    assert frame["f1"].tolist() == ["0.5", "OOM"]


@pytest.mark.parametrize("word", ["n/a", "—", ""])
def test_decimal_commas_beside_empty_cells(write_file, word):
    frame = read(write_file("a.csv", f"model;task;f1\nsvm;x;0,5\nknn;x;{word}\nnn;x;1,234\n"))
    assert frame["f1"].fillna(-1).tolist() == [0.5, -1, 1.234]


def test_points_of_a_file_with_decimal_commas_are_left_to_the_reading_of_scores(write_file):
    path = write_file("a.csv", "model;task;f1\na;x;1.234,5\na;y;2.345\nb;x;0,5\nb;y;n/a\n")
    frame = read(path)
    assert frame["f1"].tolist() == ["1.234,5", "2.345", "0,5", "n/a"]
    assert Scores.from_frame(frame).runs.read[:3].tolist() == [1234.5, 2345, 0.5]
    path = write_file("b.csv", "model;task;f1\na;x;1.234\na;y;2.345\nb;x;0,5\nb;y;n/a\n")
    assert Scores.from_frame(read(path)).runs.read[:3].tolist() == [1234, 2345, 0.5]


@pytest.mark.parametrize(
    "content",
    [
        "task,fold,f1\n007,1,0.5\n101,2,5\n,3,0.25\n",
        'fold;task;f1\n1;"007";0,5\n2;101;5\n3; ;0,25\n',
        "f1\ttask\tfold\r\n0.5\t007\t1\r\n5\t101\t2\r\n0.25\t\t3\r\n",
    ],
)
def test_names_with_leading_zeros_stay(write_file, content):
    frame = read(write_file("a.csv", content))
    assert frame["task"].fillna("").str.strip().tolist() == ["007", "101", ""]
    assert frame["fold"].tolist() == [1, 2, 3]
    assert frame["f1"].tolist() == [0.5, 5, 0.25]


def test_names_with_leading_zeros_stay_in_other_formats(tmp_path):
    table = pd.DataFrame({"task": ["007", "101"], "f1": ["0.5", "0.25"]})
    table.to_excel(tmp_path / "a.xlsx", index=False)
    table.to_json(tmp_path / "a.json", orient="records")
    for name in ("a.xlsx", "a.json"):
        assert read(tmp_path / name)["task"].tolist() == ["007", "101"]


def test_long_whole_numbers_beside_empty_cells_stay_apart(write_file):
    frame = read(write_file("a.csv", f"id,f1\n{2**53 + 1},0.5\n{2**53},1\n,0.25\n"))
    assert frame["id"].tolist()[:2] == [str(2**53 + 1), str(2**53)]
    assert frame["f1"].tolist() == [0.5, 1, 0.25]


def test_names_with_leading_zeros_are_datasets_in_their_order(write_file):
    rows = [
        f"{model},{task},{score}"
        for task in ("001", "010", "002")
        for model, score in (("a", 1), ("b", 2))
    ]
    frame = read(write_file("a.csv", "\n".join(["model,dataset,f1", *rows, ""])))
    assert Scores.from_frame(frame).blocks == ("001", "010", "002")
    assert list(ordered_values(frame["dataset"])) == ["001", "002", "010"]


def test_names_with_leading_zeros_in_one_of_several_files(write_file):
    first = write_file("a.csv", "model,dataset,f1\na,007,0.5\na,101,0.5\n")
    second = write_file("b.csv", "model,dataset,f1\nb,101,0.5\nb,7,0.5\n")
    frame = read_many([first, second])
    assert frame["dataset"].tolist() == ["007", "101", "101", "7"]
    assert Scores.from_frame(frame).blocks == ("007", "101", "7")


def test_excel_cells(tmp_path):
    path = tmp_path / "a.xlsx"
    pd.DataFrame({"model": ["NA", "b"], "f1": ["NA", 0.5], 2020: ["0.5", "x"]}).to_excel(
        path, index=False
    )
    frame = read(path)
    assert list(frame.columns) == ["model", "f1", "2020"]
    assert frame["model"].tolist() == ["NA", "b"]
    assert frame["f1"].isna().tolist() == [True, False]
    assert frame["2020"].tolist() == ["0.5", "x"]


def test_the_one_filled_sheet_is_read_and_two_that_differ_are_refused(tmp_path):
    path = tmp_path / "a.xlsx"
    with pd.ExcelWriter(path) as book:
        pd.DataFrame().to_excel(book, sheet_name="notes", index=False)
        TABLE.to_excel(book, sheet_name="results", index=False)
    assert len(read(path)) == 4
    with pd.ExcelWriter(path) as book:
        TABLE.to_excel(book, sheet_name="one", index=False)
        TABLE.iloc[:, :-1].to_excel(book, sheet_name="two", index=False)
    message = refusal(path).message
    assert "2 sheets hold something, one, two, and their columns differ" in message
    pd.DataFrame().to_excel(path)
    assert "no sheet of the workbook holds a table" in refusal(path).message


def test_nested_records_become_columns(write_file):
    frame = read(write_file("a.json", '[{"model": "a", "metrics": {"f1": 0.5}}]'))
    assert list(frame.columns) == ["model", "metrics.f1"]


def test_named_rows_of_an_object_of_columns(write_file):
    frame = read(
        write_file("a.json", '{"svm": {"iris": 0.9, "wine": 0.8}, "knn": {"iris": 1, "wine": 0}}')
    )
    assert list(frame.index) == ["iris", "wine"]
    many = read(write_file("b.json", pd.DataFrame({"a": range(12)}).to_json()))
    assert many["a"].tolist() == list(range(12))


def test_several_files_make_one_table(write_file):
    first = write_file("a.csv", "model,task,f1\na,x,0.5\n")
    second = write_file("b.json", '[{"f1": 0.25, "task": "y", "model": "a"}]')
    frame = read_many([first, second])
    assert frame["task"].tolist() == ["x", "y"]
    assert frame["f1"].tolist() == [0.5, 0.25]


def test_several_files_with_other_columns(write_file):
    first, second = (
        write_file("a.csv", "model,task,f1\na,x,0.5\n"),
        write_file("b.csv", "model,task,auc\na,x,1\n"),
    )
    with pytest.raises(ReadError) as caught:
        read_many([first, second])
    assert f"compared with {first}, {second} lacks f1 and has auc." in caught.value.message
    with pytest.raises(ReadError, match="no file to read"):
        read_many([])


def test_no_such_file(write_file, tmp_path):
    path = write_file("results.csv", CSV)
    error = refusal(tmp_path / "result.csv")
    assert error.message == f"there is no file {tmp_path / 'result.csv'}."
    assert error.hint == f"the folder has {path}"
    assert refusal(tmp_path / "nowhere" / "a.csv").hint == ""


def test_a_folder_may_be_called_like_a_file(write_file, tmp_path):
    (tmp_path / "runs.csv").mkdir()
    write_file("runs.csv/a.csv", CSV)
    assert len(read(tmp_path / "runs.csv")) == 4


@pytest.mark.parametrize("name", ["a.csv", "a.json", "a.parquet", "a.xlsx", "a.jsonl"])
def test_empty_files(write_file, name):
    assert refusal(write_file(name, " \n")).message.endswith(f"{name} is empty.")


@pytest.mark.parametrize(
    "above",
    ["Table 3: Accuracy on UCI datasets\n\n", "# by run.py, with seed 3\n# of Monday\n", "\n\n"],
)
def test_lines_above_the_names_are_left_out(write_file, above):
    pd.testing.assert_frame_equal(
        read(write_file("a.csv", above + CSV)), read(write_file("b.csv", CSV))
    )


def test_names_behind_a_hash_are_names(write_file):
    frame = read(write_file("a.csv", "#model,acc\nsvm,0.5\nknn,0.6\n"))
    assert list(frame) == ["#model", "acc"]


def test_columns_between_spaces(write_file):
    frame = read(write_file("a.txt", "  data   svm  knn\n  iris  0.5   0.6\n  wine  0.75  0.8\n"))
    assert frame.to_dict("list") == {
        "data": ["iris", "wine"],
        "svm": [0.5, 0.75],
        "knn": [0.6, 0.8],
    }
    assert (
        "is not a header" in refusal(write_file("b.txt", "a line of prose\nand one more\n")).message
    )


PRINTED = {
    # write.table(frame) and print(frame) of R, str(frame) of pandas
    "write.table": '"rpart" "random forest"\n"iris" 0.9 0.95\n"wine" 0.8 0.85\n',
    "print": "     rpart knn\niris   0.90 0.950\nwine   0.80 0.850\n",
    "pandas": "         rpart   knn\ndataset               \niris     0.90  0.95\nwine     0.80  0.85\n",
    "pandas, named columns": "model    rpart   knn\ndataset              \niris     0.90  0.95\n",
    "one space": "dataset  rpart knn  svm\niris   0.90   0.95 0.7\nwine   0.80   0.85 0.6\n",
}


@pytest.mark.parametrize("name", PRINTED)
def test_tables_that_r_and_pandas_print(write_file, name):
    frame = read(write_file("a.txt", PRINTED[name]))
    first = frame.columns[0]
    assert first == ("Unnamed: 0" if name in {"write.table", "print"} else "dataset")
    assert frame.columns[1] == "rpart"
    assert frame[first].tolist() == ["iris", "wine"][: len(frame)]
    assert frame["rpart"].tolist() == [0.9, 0.8][: len(frame)]
    assert frame[frame.columns[2]].tolist() == [0.95, 0.85][: len(frame)]


def test_words_of_lines_that_differ_in_number_are_no_table(write_file):
    for text in ("one two\nthree four five six\n", "one\n1 2 3\n4 5 6\n", "one two three\n"):
        assert "is not a header" in refusal(write_file("a.txt", text)).message


def test_columns_between_wide_spaces(write_file):
    text = """Benchmark        (size)  Mode  Cnt     Score     Error  Units
-------------    ------  ----  ---     -----     -----  -----
Sort.merge           10  avgt    5    12.125 ±   0.500  ns/op
Sort.merge          100  avgt    5   130.250 ±   2.250  ns/op
Sort.quick two       10  avgt    5    22.125 ±  10.500  ns/op
"""
    frame = read(write_file("a.txt", text))
    assert list(frame) == ["Benchmark", "(size)", "Mode", "Cnt", "Score", "Error", "Units"]
    assert frame["Benchmark"].tolist() == ["Sort.merge", "Sort.merge", "Sort.quick two"]
    assert frame["Score"].tolist() == [12.125, 130.25, 22.125]
    assert frame["Error"].tolist() == [0.5, 2.25, 10.5]
    # beside one name, a mean and its error stay one cell
    frame = read(write_file("b.txt", "data   svm\niris   0.5 ±  0.1\nmy wine  0.25 ± 0.2\n"))
    assert frame["svm"].tolist() == ["0.5 ± 0.1", "0.25 ± 0.2"]


def test_a_title_above_the_table_of_a_sheet(write_file):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (
        ["Accuracy (%)"],
        [],
        ["data", "svm", "knn"],
        ["iris", 0.5, 0.6],
        ["wine", 0.7, 0.8],
    ):
        book.active.append(row)
    buffer = io.BytesIO()
    book.save(buffer)
    frame = read(write_file("a.xlsx", buffer.getvalue()))
    assert frame.to_dict("list") == {"data": ["iris", "wine"], "svm": [0.5, 0.7], "knn": [0.6, 0.8]}


LEADERBOARD = """# Results

| Model | MMLU | ARC | Note |
|:------|-----:|:---:|------|
| [gpt](https://gpt.org) | **70.1** | 60.5 | a \\| b |
| `llama` | 68.1 | 61.0

As of today.
"""


def test_a_table_of_markdown(write_file):
    frame = read(write_file("a.md", LEADERBOARD))
    assert frame["Model"].tolist() == ["gpt", "llama"]
    assert frame["MMLU"].tolist() == [70.1, 68.1]
    assert frame["ARC"].tolist() == [60.5, 61.0]
    assert frame["Note"].tolist()[0] == "a | b"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("# only prose\n", "it holds no table"),
        (LEADERBOARD + "\n\n" + LEADERBOARD, "2 tables"),
        ("| a | b |\n|---|---|\n| 1 | 2 | 3 |\n", "a row has 3 cells: '1'"),
    ],
)
def test_what_is_no_single_table_of_markdown(write_file, content, message):
    assert message in refusal(write_file("a.md", content)).message


def test_a_remark_behind_the_last_bar_is_no_cell(write_file):
    text = "| a | b |\n|---|---|\n| x | 2 | <- see below\n| y | 3 |\n"
    assert read(write_file("a.md", text))["b"].tolist() == [2, 3]


def test_links_by_name_and_rows_without_a_word(write_file):
    text = """| tool | note | s |
|---|---|---|
| [zip 1.2][zip] | a | 1.5 |
|  |  |  |
| [lz] 4 | [x] | 2.5 |

[zip]: https://zip.org
[lz]: https://lz.org
"""
    frame = read(write_file("a.md", text))
    assert frame.to_numpy().tolist() == [["zip 1.2", "a", 1.5], ["lz 4", "[x]", 2.5]]


def test_prose_beside_results_is_not_read_with_their_folder(tmp_path, write_file):
    write_file("a.csv", CSV)
    write_file("README.md", "# How these came about\n")
    assert len(read(tmp_path)) == len(read(tmp_path / "a.csv"))


@pytest.mark.parametrize("name", ["a.doc", "a", "a.gz", "a.xls", "a.csv.zip"])
def test_unknown_kinds_name_the_known_ones(write_file, name):
    message = refusal(write_file(name, CSV)).message
    for suffix in READERS:
        assert suffix in message


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "title of a report\n", "is not a header"),
        ("a.csv", "\ufeff", "is not a header"),
        ("a.csv", "a,b,a\n1,2,3\n", "names more than once: a"),
        ("a.csv", "a,b\n1,2\n1,2,3\n", "line 3"),
        ("a.csv", 'a,b\n"1,2\n', "EOF"),
        ("a.csv", "a,b\ncaf\xe9,1\n".encode("latin-1"), "not UTF-8 text: byte 7 is 0xe9"),
        ("a.csv", b"\xff\xfe\x00", "not UTF-16 text: byte 2"),
        ("a.csv.gz", CSV, "gzip"),
        ("a.csv.gz", gzip.compress(CSV.encode(), mtime=0)[:-12], "CSV"),
        ("a.json", '{"a":', "Expecting value"),
        ("a.json", "3", "it holds a number"),
        ("a.json", "[1, 2]", "it holds a number where a record should be"),
        ("a.json", '"x"', "it holds text"),
        ("a.json", '{"a": [1], "b": [1, 2]}', "not equally long"),
        ("a.json", b"\xe9", "not UTF-8"),
        ("a.jsonl", '{"a": 1}\n{"a" 2}\n', "line 2"),
        ("a.jsonl", '{"a": 1}\nnull\n', "it holds nothing where a record should be"),
        ("a.parquet", "PAR1", "PARQUET"),
        ("a.xlsx", "PK", "zip"),
        ("a.xlsx", b"PK\x05\x06" + bytes(18), "XLSX"),
    ],
)
def test_broken_files(write_file, name, content, message):
    path = write_file(name, content)
    error = refusal(path)
    assert str(path) in error.message
    assert message in error.message


@pytest.mark.parametrize(
    ("library", "name", "extra"),
    [("pyarrow", "a.parquet", "parquet"), ("openpyxl", "a.xlsx", "excel")],
)
def test_missing_libraries_name_the_install_line(write_file, monkeypatch, library, name, extra):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(DependencyError, match=f"{library}, which is not installed") as caught:
        read(write_file(name, b"PK" if extra == "excel" else b"PAR1"))
    assert caught.value.hint == f"pip install 'benchreport[{extra}]'"


def test_sha256_is_that_of_the_bytes(write_file):
    one, two = write_file("a.csv", "a,b\n"), write_file("b.csv", "c,d\n")
    assert sha256_of([one]) == hashlib.sha256(b"a,b\n").hexdigest()
    assert sha256_of([one, two]) == hashlib.sha256(b"a,b\nc,d\n").hexdigest()


def test_a_title_with_a_comma_stands_above_names_between_semicolons(write_file):
    rows = "method;corpus;F1\nbert;wnut;85,2\nxlm;wnut;87,0\n"
    frame = read(write_file("a.csv", f"Table 3: tagging (F1, higher is better)\n\n{rows}"))
    assert frame.columns.tolist() == ["method", "corpus", "F1"]
    assert frame["F1"].tolist() == [85.2, 87.0]
    # the names may hold no decimal comma, where the rows do
    assert read(write_file("b.csv", "method;F1\nbert;85,2\nxlm;87,0\n"))["F1"].tolist() == [
        85.2,
        87.0,
    ]


def test_a_table_called_dat_is_text(tmp_path):
    path = tmp_path / "results.dat"
    path.write_text("algorithm data accuracy\nsvm iris 0.9\nknn iris 0.8\n")
    assert read(path).columns.tolist() == ["algorithm", "data", "accuracy"]


def test_remarks_stand_above_names_between_spaces(write_file):
    rows = "name svm knn\niris .9 .8\nwine .7 .6\n"
    expected = {"name": ["iris", "wine"], "svm": [0.9, 0.7], "knn": [0.8, 0.6]}
    # a comma in a remark is no separator, and as many words as names are no names
    for remarks in ("# seed 5, of three\n", "# run 3\n#\n\n# a, b, c and d\n", "# on host\n"):
        assert read(write_file("a.txt", remarks + rows)).to_dict("list") == expected
    # where numbers follow, the line with # has the names
    named = read(write_file("b.csv", "#name,svm,knn\niris,.9,.8\nwine,.7,.6\n"))
    assert named.columns.tolist() == ["#name", "svm", "knn"]


def test_columns_at_the_same_places_may_have_empty_cells(write_file) -> None:
    text = (
        "# gcc 13\n"
        "Benchmark       baseline        new      diff\n"
        "---------------------------------------------\n"
        "parse_small      12.1 ms    11.0 ms     -9.1%\n"
        "parse_large     240.3 ms   201.4 ms    -16.2%\n"
        "serialize        33.0 ms    33.2 ms     +0.6%\n"
        "---------------------------------------------\n"
        "geomean                                 -8.2%\n"
    )
    frame = read(write_file("a.txt", text))
    assert frame.columns.tolist() == ["Benchmark", "baseline", "new", "diff"]
    assert frame["new"].tolist()[:3] == ["11.0 ms", "201.4 ms", "33.2 ms"]
    assert pd.isna(frame["baseline"].iloc[3])
    scores = frame.bench.scores
    assert (scores.algorithms, scores.values[1].tolist()) == (("baseline", "new"), [240.3, 201.4])
    assert scores.blocks == ("parse_small", "parse_large", "serialize")
