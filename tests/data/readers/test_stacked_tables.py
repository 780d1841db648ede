"""Several tables below each other in delimited text, and lines that are of no table."""

import pytest

from benchreport.data.columns.roles import Roles
from benchreport.data.readers import read
from benchreport.data.scores import Scores
from benchreport.errors import ReadError

ROWS = {"iris": (0.9, 0.8), "wine": (0.7, 0.75), "glass": (0.6, 0.5)}


def write(path, mark=",", above="# {name}\n", between="\n", names="model,acc"):
    tables = [
        f"{above.format(name=name)}{names}\nsvm,{one}\nknn,{other}\n"
        for name, (one, other) in ROWS.items()
    ]
    path.write_text(between.join(tables).replace(",", mark))
    return path


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".txt"])
@pytest.mark.parametrize("above", ["# {name}\n", "{name}\n", "\n\n== {name}\n"])
@pytest.mark.parametrize("between", ["", "\n"])
def test_tables_below_headings_are_of_a_dataset_each(tmp_path, suffix, above, between):
    path = write(tmp_path / f"r{suffix}", "\t" if suffix == ".tsv" else ",", above, between)
    frame = read(path)
    scores = Scores.from_frame(frame, Roles())
    assert [name.strip("= ") for name in scores.blocks] == [*ROWS]
    assert scores.values.tolist() == [[*row] for row in ROWS.values()]
    assert "3 tables with the same columns are read as one" in frame.attrs["notes"][0]


def test_one_of_several_tables_can_be_named(tmp_path):
    path = write(tmp_path / "r.csv")
    assert read(f"{path}#wine")["acc"].tolist() == [0.7, 0.75]
    path.write_text(path.read_text() + "\n# cost\nmodel,hours\nsvm,3\n")
    with pytest.raises(ReadError, match="holds 4 tables of 2 kinds"):
        read(path)


def test_a_bar_in_a_cell_is_no_bar_between_cells(tmp_path):
    path = write(tmp_path / "r.csv")
    path.write_text(path.read_text().replace("svm", "s|m"))
    assert read(path)["model"].unique().tolist() == ["s|m", "knn"]


@pytest.mark.parametrize("end", ["", "\n"])
def test_names_that_further_runs_wrote_again_are_no_rows(tmp_path, end):
    lines = ["model,dataset,acc"] + [f"{m},{d},0.{len(d)}" for d in ROWS for m in ("svm", "knn")]
    lines[3:3] = lines[5:5] = [lines[0], lines[0]]
    path = tmp_path / "r.csv"
    path.write_text("\n".join(lines) + end)
    frame = read(path)
    assert frame["acc"].tolist() == [0.4, 0.4, 0.4, 0.4, 0.5, 0.5]
    assert frame.attrs["notes"] == (
        "The line of names stands in 4 further lines, which are no rows.",
    )


def test_rows_of_a_table_without_names_are_kept_though_the_first_comes_again(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("svm,iris,0.50\nknn,iris,0.60\nsvm,iris,0.50\n")
    assert len(read(path)) == 3


@pytest.mark.parametrize(
    "line",
    ["Time (mean):  {i}.0 ms  [User: 5.{i} ms, System: 1.1 ms]", "mean: {i}.83 us, lb {i}.4 us"],
)
def test_a_log_is_no_table(tmp_path, line):
    path = tmp_path / "r.txt"
    path.write_text("".join(f"benchmarking f{i}\n{line.format(i=i)}\n" for i in range(9)))
    with pytest.raises(
        ReadError, match="lines of a log, and no table: only 9 of 18 lines have 2 cells"
    ):
        read(path)


def test_prose_below_a_table_is_left_out_and_said(tmp_path):
    path = tmp_path / "r.csv"
    table = "model,dataset,acc\nsvm,iris,.5\n\nknn,iris,.6\n"
    path.write_text(
        f"{table}\nMean accuracy was .55, in 3 s\nof all runs\n\nWritten by a script.\n"
    )
    frame = read(path)
    assert frame["acc"].tolist() == [0.5, 0.6]
    said = "What stands below the table is left out: 'Mean accuracy was .55, in 3 s'."
    assert frame.attrs["notes"] == (said,)
    # a row has as many cells, and blank lines may stand within one
    path.write_text(f"{table}\nrandom forest,iris,.7\n")
    assert read(path)["model"].tolist() == ["svm", "knn", "random forest"]
    path.write_text('model,acc\nsvm,.5\n"k\n\nnearest of all"\n')
    assert read(path)["model"].tolist() == ["svm", "k\n\nnearest of all"]


@pytest.mark.parametrize(
    "text",
    [
        'data,model,acc\n\n"heart, Cleveland",svm,.9\n\n"heart, Cleveland",knn,.8\n',
        "data,a,b,c\niris,.9,.8,.7\n\nstatlog heart,.7,.6\n",
        "data,model,acc,\niris,svm,.9,\n\nwine quality,svm,.7\n",
        "model,data,acc\nsvm,iris,.9\n\nknn,iris,failed\nknn,wine,.8\n",
        "model,data,acc\nsvm,iris,.9\n\nknn,wine,0.85 ± 0.02\nknn,iris,0.8\n",
        "model,iris,wine\nsvm,.9,.8\n\nknn,timeout,OOM\nmlp,.5,.6\n",
    ],
)
def test_rows_behind_blank_lines_are_rows(tmp_path, text):
    path = tmp_path / "r.csv"
    path.write_text(text)
    frame = read(path)
    assert len(frame) == len([line for line in text.splitlines() if line]) - 1
    assert not frame.attrs.get("notes")


def test_footnotes_that_begin_alike_are_all_left_out(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("model,acc\nsvm,.5\nknn,.6\n\n* p < 0.05\n\n** p < 0.05\n")
    assert read(path)["model"].tolist() == ["svm", "knn"]


@pytest.mark.parametrize(
    "text",
    [
        "instance    gap at 0.5 s    gap at 5.0 s\nair04       1.5   2.5\nair05       1.25   2.0\n",
        'dataset,"SVM, 0.5 s","KNN, 1.5 s"\niris,.9,.8\nwine,.7,.6\n',
        'dataset,SVM limit 0.5 s,KNN\n"Cancer, original",.9,.8\n"Cancer, new",.7,.6\n',
    ],
)
def test_a_time_in_a_name_makes_no_log(tmp_path, text):
    path = tmp_path / "r.txt"
    path.write_text(text)
    assert len(read(path)) == 2


def test_decimal_commas_stay_decimal_behind_semicolons(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("# a\nmodel;ms\nsvm;1,234\nknn;2,345\n\n# b\nmodel;ms\nsvm;3,456\nknn;4,567\n")
    assert read(path)["ms"].tolist() == [1.234, 2.345, 3.456, 4.567]
