"""What ``trec_eval -q`` prints, in the columns that its manual and published outputs show."""

import pytest

from benchreport.data import Roles, Scores
from benchreport.data.readers import read
from benchreport.data.readers.tools import TOOLS, Source
from benchreport.errors import ReadError

NAME = "results of trec_eval"


def output(shift, tag=""):
    """Return three queries' measures, then their means, as trec_eval aligns them."""
    rows = []
    for query, value in ((301, 0.1), (302, 0.25), ("q-3", 0.4)):
        rows += [("num_ret", query, "1000"), ("map", query, f"{value + shift:.4f}")]
        rows += [("P_10", query, f"{value:.4f}")]
    if tag:
        rows.append(("runid", "all", tag))
    rows += [("num_q", "all", "3"), ("map", "all", "0.2500"), ("gm_map", "all", "0.2000")]
    return "".join(f"{measure:<22}\t{query}\t{value}\n" for measure, query, value in rows)


@pytest.fixture
def write(tmp_path):
    """Return a function that writes outputs into files by name."""

    def save(**texts):
        for name, text in texts.items():
            (tmp_path / f"{name}.txt").write_text(text)
        return [tmp_path / f"{name}.txt" for name in texts]

    return save


def test_queries_are_the_datasets_and_means_are_left_out(write):
    files = write(one=output(0.0, "bm25"), two=output(0.05, "dense"))
    assert [tool.name for tool in TOOLS if tool.recognizes(Source(files[0]))] == [NAME]
    frame = read(files)
    assert frame.columns.tolist() == ["algorithm", "dataset", "metric", "value"]
    assert {*frame["metric"]} == {"map", "P_10"}
    scores = Scores.from_frame(frame, Roles(metric="map"))
    assert scores.algorithms == ("bm25", "dense")
    assert scores.blocks == ("301", "302", "q-3")
    assert scores.values.tolist() == [[0.1, 0.15], [0.25, 0.3], [0.4, 0.45]]
    assert scores.higher_is_better
    # no word of its name tells that more of it is better
    assert Scores.from_frame(frame, Roles(metric="P_10")).higher_is_better


@pytest.mark.parametrize("tag", ["", "Anserini"])
def test_runs_without_tags_of_their_own_have_the_names_of_their_files(write, tag):
    files = write(bm25=output(0.0, tag), dense=output(0.05, tag))
    assert Scores.from_frame(read(files), Roles(metric="map")).algorithms == ("bm25", "dense")


def test_means_alone_are_refused_with_the_option_that_helps(write):
    means = "".join(
        line for line in output(0.0, "x").splitlines(keepends=True) if "\tall\t" in line
    )
    with pytest.raises(ReadError, match="means over all queries only") as caught:
        read(write(run=means))
    assert "trec_eval -q" in caught.value.hint


def test_a_line_of_other_form_is_named(write):
    with pytest.raises(ReadError, match=r"run\.txt.*trec_eval.*'Killed'"):
        read(write(run=output(0.0) + "Killed\n"))


def test_a_value_that_is_no_number_is_refused(write):
    with pytest.raises(ReadError, match="trec_eval"):
        read(write(run=output(0.0).replace("0.1000", "nought")))
    # a table whose first column is called map is none of trec_eval
    (path,) = write(table="map\tsvm\tknn\nbaboon\t.5\t.6\nlena\t.7\t.8\n")
    assert read(path)["map"].tolist() == ["baboon", "lena"]
