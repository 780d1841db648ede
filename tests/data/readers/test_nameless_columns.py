"""Files without a line of names, with units below the names, and with names that stand for empty cells."""

import pandas as pd
import pytest

from benchreport.data.readers import read
from benchreport.errors import DesignError, ReadError, RoleError

ROWS = [("c", "sort", 1.25), ("c", "find", 0.75), ("go", "sort", 2.125), ("go", "find", 1.5)]


@pytest.fixture
def write(tmp_path):
    def to(name, text):
        path = tmp_path / name
        path.write_text(text)
        return path

    return to


@pytest.mark.parametrize(("name", "mark"), [("a.csv", ","), ("a.tsv", "\t"), ("a.csv", ";")])
def test_a_file_without_names_has_numbered_columns(write, name, mark):
    lines = [mark.join(map(str, row)) for row in ROWS]
    text = "\n".join(lines).replace(".", "," if mark == ";" else ".")
    if mark == ";":
        text = text.replace(",", ".")
    frame = read(write(name, text + "\n"))
    assert frame.columns.tolist() == ["column 1", "column 2", "column 3"]
    assert frame["column 1"].tolist() == ["c", "c", "go", "go"]
    assert "no names" in frame.attrs["notes"][0]
    roles = {"algorithm": "column 1", "dataset": "column 2", "higher_is_better": False}
    assert frame.bench(**roles).scores.values.tolist() == [[1.25, 2.125], [0.75, 1.5]]


def test_a_first_line_of_other_kinds_is_refused(write):
    with pytest.raises(ReadError, match="holds numbers"):
        read(write("a.csv", "model,0.125\nsvm,a\nknn,b\ntree,c\n"))


def test_a_frame_whose_first_row_became_its_names_is_refused():
    frame = pd.DataFrame(
        ROWS[1:], columns=[str(cell) + "0" * 3 * (cell == 1.25) for cell in ROWS[0]]
    )
    with pytest.raises(DesignError, match="look like a row of the table"):
        _ = frame.bench.scores


def test_noise_levels_may_be_the_names_of_columns():
    frame = pd.DataFrame(
        {"dataset": ["a", "b"], "size": [1, 2], "0.125": [0.5, 0.6], "0.250": [0.7, 0.8]}
    )
    assert frame.drop(columns="size").bench(
        algorithm=["0.125", "0.250"], higher_is_better=True
    ).scores.algorithms == ("0.125", "0.250")


def test_units_below_the_names_belong_to_them(write):
    rows = "minisat,a,1.5,20\nminisat,b,2.5,21\ncadical,a,1.1,30\ncadical,b,2.1,31\n"
    frame = read(write("a.csv", f"solver,instance,time,mem\n,,s,(MB)\n{rows}"))
    assert frame.columns.tolist() == ["solver", "instance", "time [s]", "mem [MB]"]
    assert frame["time [s]"].tolist() == [1.5, 2.5, 1.1, 2.1]
    kept = read(write("b.csv", f"solver,instance,time,mem\nx,s,s,MB\n{rows}"))
    assert len(kept) == 5


def test_headings_between_the_rows_are_left_out(write):
    text = "Data,svm,knn\nImages,,\nmnist,0.9,0.8\ncifar,0.6,0.7\nTexts,,\nimdb,0.8,0.7\nnews,0.9,0.85\n"
    scores = read(write("accuracy.csv", text)).bench.scores
    assert scores.blocks == ("mnist", "cifar", "imdb", "news")
    assert any("Images, Texts" in note for note in scores.runs.notes)


def test_names_stand_for_the_empty_cells_below_them(write):
    text = "task,metric,svm,knn\na,auc,0.9,0.8\n,f1,0.7,0.6\nb,auc,0.5,0.6\n,f1,0.4,0.3\n"
    scores = read(write("a.csv", text)).bench(where={"metric": "f1"}, score="f1").scores
    assert (scores.blocks, scores.values.tolist()) == (("a", "b"), [[0.7, 0.6], [0.4, 0.3]])


def test_several_columns_of_numbers_without_names_are_no_choice_of_scores(write):
    text = "".join(
        f"{model},{at},{at}.5,0.{at}\n" for at in range(1, 5) for model in ("svm", "knn")
    )
    with pytest.raises(DesignError, match="have no names, and may measure different things"):
        _ = read(write("a.csv", text)).bench(algorithm="column 1").scores


def test_a_column_without_a_name_may_hold_the_names_of_metrics(write):
    rows = [
        f"{load},{version},{metric},{at}.{place}5"
        for at, load in enumerate(("held", "sse", "churn"))
        for version in ("main", "fork")
        for place, metric in enumerate(("rss_kb", "elapsed_s", "failed"))
    ]
    frame = read(write("a.csv", "\n".join(rows) + "\n"))
    with pytest.raises(RoleError, match="column 'column 3' holds 3 metrics") as asked:
        _ = frame.bench.scores
    assert asked.value.way_out.calls[0].roles == {"metric": "rss_kb"}
    scores = frame.bench(metric="elapsed_s", algorithm="column 2", dataset="column 1").scores
    assert (scores.algorithms, scores.higher_is_better) == (("main", "fork"), False)


def test_bounds_that_come_again_behind_each_mean_are_of_it(write):
    rows = ["sign,1.5,1.25,1.75,20,19,21", "verify,2.5,2.25,2.75,3,2.5,3.5"]
    frame = read(write("a.csv", "\n".join([",ecdsa,l,h,falcon,l,h", *rows]) + "\n"))
    assert frame.columns.tolist()[1:4] == ["ecdsa", "ecdsa lo", "ecdsa hi"]
    assert frame.bench(higher_is_better=False).scores.algorithms == ("ecdsa", "falcon")
    with pytest.raises(ReadError, match="names more than once: time"):
        read(write("b.csv", ",ecdsa,time,falcon,time\nsign,1,2,3,4\nverify,1,2,3,4"))
