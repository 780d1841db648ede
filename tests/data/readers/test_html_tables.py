"""Tables of HTML within Markdown, as READMEs have them where cells span columns or rows."""

import pytest

from benchreport.data.readers import read
from benchreport.data.readers.markdown import read_markdown
from benchreport.errors import ReadError

SPANS = """<div align="center"><img src="logo.png"></div>

## Seconds of three parsers

<table>
  <thead>
    <tr><th rowspan="2">File</th><th colspan="3">Release build</th></tr>
    <tr><th>fast</th><th>safe</th><th>old|new</th></tr>
  </thead>
  <tbody>
    <tr><td>a.json</td><td><b>1.5</b></td><td>2.5<br>*</td><td>9.5</td></tr>
    <tr><td>b.json</td><td>1.25</td><td>2.75</td><td>8</td></tr>
    <tr><td>c.json</td><td>1.75</td><td>2.25</td><td>7</td></tr>
  </tbody>
</table>

<table><tr><td><img src="a.png"></td><td>a chart</td></tr></table>
"""


def test_a_table_of_html_is_read_below_the_lowest_names(tmp_path):
    path = tmp_path / "README.md"
    path.write_text(SPANS)
    frame = read(path)
    assert list(frame) == ["File", "fast", "safe", "old|new"]
    assert frame["fast"].tolist() == [1.5, 1.25, 1.75]
    scores = frame.bench.scores
    assert (scores.higher_is_better, scores.algorithms[0]) == (False, "fast")


def test_cells_that_span_rows_or_columns_stand_in_each(tmp_path):
    path = tmp_path / "a.md"
    path.write_text(
        "<table>\n<tr><th>task</th><th>method</th><th colspan=2>accuracy</th></tr>\n"
        "<tr><th></th><th></th><th>small</th><th>large</th></tr>\n"
        "<tr><td rowspan='2'>iris</td><td>svm</td><td colspan='2'>0.5</td></tr>\n"
        "<tr><td>knn</td><td>0.25</td><td>0.75</td></tr>\n</table>\n"
    )
    frame = read(path)
    assert list(frame) == ["task", "method", "small", "large"]
    assert frame.to_numpy().tolist() == [["iris", "svm", 0.5, 0.5], ["iris", "knn", 0.25, 0.75]]


def test_numbers_that_name_rows_below_two_lines_of_names_are_no_scores(tmp_path):
    names = [f"<td>{name}</td>" for name in ("Metric", "K", *("pop", "ease") * 2)]
    heads = '<tr><th></th><th></th><th colspan="2">movies</th><th colspan="2">music</th></tr>'
    body = "".join(
        f"<tr>{span}<td>{cut}</td>" + "".join(f"<td>0,{cut}{at}</td>" for at in range(4)) + "</tr>"
        for metric in ("NDCG", "Recall")
        for cut, span in ((5, f'<td rowspan="2">{metric}</td>'), (10, ""))
    )
    path = tmp_path / "table.md"
    path.write_text(f"<table><thead>{heads}</thead><tr>{''.join(names)}</tr>{body}</table>")
    frame = read(path)
    assert len(frame) == 16
    assert sorted(frame["K"].unique()) == [5, 10]
    assert frame["Metric"].tolist()[:9] == ["NDCG"] * 8 + ["Recall"]


def test_a_page_of_html_is_read_as_its_table(tmp_path):
    rows = "".join(f"<tr><td>d{at}</td><td>{at}.5</td><td>{at}.25</td></tr>" for at in range(4))
    names = "<tr><th>dataset</th><th>svm</th><th>knn</th></tr>"
    path = tmp_path / "page.html"
    path.write_text(
        f"<!DOCTYPE html><html><body><p>Text</p><table>{names}{rows}</table></body></html>"
    )
    assert read(path).bench(score="accuracy").scores.algorithms == ("svm", "knn")
    path.write_text("<!DOCTYPE html><html><body><p>Text</p></body></html>")
    with pytest.raises(ReadError, match="it holds no table"):
        read(path)


def test_names_may_stand_in_a_head_without_a_row(tmp_path):
    path = tmp_path / "a.md"
    body = "<tr><td>iris</td><td>0.5</td></tr><tr><td>wine</td><td>0.75</td></tr>"
    path.write_text(f"<table><thead><th>task</th><th>svm</th></thead><tbody>{body}</tbody></table>")
    assert read(path).to_dict("list") == {"task": ["iris", "wine"], "svm": [0.5, 0.75]}


def test_names_in_cells_of_data_that_span_lines_are_names(tmp_path):
    head = "<tr><td rowspan=2>Method</td><td rowspan=2>Input</td>"
    head += "<td colspan=2>LiDAR</td><td colspan=2>Camera</td></tr>"
    second = "<tr><td>Stuck</td><td>FOV</td><td>Stuck</td><td>Dark</td></tr>"
    rows = [
        f"<tr><td>{method}</td><td>L</td>"
        + "".join(f"<td>{60 + 7 * i + j}.5</td>" for j in range(4))
        for i, method in enumerate(("svm", "knn", "tree"))
    ]
    path = tmp_path / "a.html"
    path.write_text(f"<table>{head}{second}{''.join(rows)}</table>")
    frame = read(path)
    assert list(frame)[2:] == ["LiDAR Stuck", "FOV", "Camera Stuck", "Dark"]
    assert frame["Method"].tolist() == ["svm", "knn", "tree"]


def test_headings_of_html_name_the_tables_below_them():
    rows = "<tr><th>model</th><th>acc</th></tr><tr><td>a</td><td>0.{}</td></tr>"
    text = "".join(
        f'<h2 class="x">On <b>{name}</b></h2><table>{rows.format(score)}</table>'
        for name, score in (("iris", 5), ("wine", 7))
    )
    frame = read_markdown(text.encode())
    assert frame["dataset (heading)"].tolist() == ["On iris", "On wine"]
