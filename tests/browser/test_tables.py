"""Tables and figures in a browser: sorted, filtered, unfolded, copied and saved."""

import csv
import io
import subprocess
import zipfile
from urllib.parse import unquote

import matplotlib.image
import pandas as pd
import pytest

FEW, MANY = "#few-1", "#many-1"


def column(page, table, place):
    cells = page.locator(f"{table} tbody tr:visible > :nth-child({place})")
    return cells.all_text_contents()


def head(page, table, place):
    return page.locator(f"{table} thead th:nth-child({place})")


def sort(page, table, place):
    head(page, table, place).locator("button").click()


@pytest.fixture
def page(open_page):
    with open_page("tables") as visit:
        yield visit.page
        assert visit.messages == []


def test_numbers_are_sorted_as_numbers_and_other_cells_come_last(page):
    sort(page, FEW, 2)
    rising = ["−∞", "−1.2", "< .001", ".001", "0.5", "0.5", "∞", "–"]
    assert column(page, FEW, 2) == rising
    sort(page, FEW, 2)
    assert column(page, FEW, 2) == ["∞", "0.5", "0.5", ".001", "< .001", "−1.2", "−∞", "–"]


def test_ties_keep_their_order_both_ways_and_the_third_click_brings_the_first_back(page):
    sort(page, FEW, 4)
    assert column(page, FEW, 1) == list("geca" + "hfdb")
    sort(page, FEW, 4)
    assert column(page, FEW, 1) == list("hfdb" + "geca")
    sort(page, FEW, 4)
    assert column(page, FEW, 1) == list("hgfedcba")


def test_intervals_go_by_their_ends_and_values_by_themselves(page):
    sort(page, FEW, 3)
    assert column(page, FEW, 3) == [
        "[−2, 9]", "1.5 × 10⁻⁹", "0.5 small", "[1, 2]", "[1, 3]", "9 [8, 10]", "10 [9, 11]", "",
    ]  # fmt: skip


def test_names_with_numbers_are_sorted_as_people_do(page):
    page.locator(MANY).get_by_text("Show all rows (40)").click()
    sort(page, MANY, 1)
    sort(page, MANY, 1)
    assert column(page, MANY, 1)[:3] == ["data 39", "data 38", "data 37"]


def test_sorting_marks_its_direction_and_works_by_keyboard(page):
    second = head(page, FEW, 2)
    assert second.get_attribute("aria-sort") is None
    second.locator("button").focus()
    page.keyboard.press("Enter")
    assert second.get_attribute("aria-sort") == "ascending"
    page.keyboard.press("Space")
    assert second.get_attribute("aria-sort") == "descending"
    sort(page, FEW, 1)
    assert second.get_attribute("aria-sort") is None
    assert head(page, FEW, 1).get_attribute("aria-sort") == "ascending"


def test_long_tables_are_folded_until_opened(page):
    assert len(column(page, MANY, 1)) == 10
    more = page.locator(f"{MANY} button.more")
    assert more.get_attribute("aria-expanded") == "false"
    more.click()
    assert len(column(page, MANY, 1)) == 40
    assert more.get_attribute("aria-expanded") == "true"
    more.click()
    assert len(column(page, MANY, 1)) == 10
    # the folded table shows the first rows of the new order
    sort(page, MANY, 2)
    sort(page, MANY, 2)
    assert column(page, MANY, 2)[0] == "0.975"
    assert page.locator(f"{FEW} button.more").count() == 0


def test_filter_shows_matching_rows_and_their_count(page):
    box = page.locator(f"{MANY} input")
    box.fill("TA 1")
    expected = ["data 1", *(f"data {place}" for place in range(10, 20))]
    assert column(page, MANY, 1) == expected
    status = page.locator(f"{MANY} [role=status]")
    assert status.text_content() == "11 of 40 rows"
    sort(page, MANY, 2)
    sort(page, MANY, 2)
    assert column(page, MANY, 1) == [*reversed(expected)]
    box.fill("nothing like it")
    assert column(page, MANY, 1) == []
    box.fill("")
    assert len(column(page, MANY, 1)) == 10
    assert page.locator(f"{FEW} input").count() == 0


def copy_as(page, table, kind):
    page.locator(table).get_by_text(f"Copy as {kind}").click()
    page.locator(f"{table} [role=status]", has_text=f"Copied as {kind}").wait_for()
    return page.evaluate("navigator.clipboard.readText()")


def test_copied_csv_holds_the_visible_rows_with_plain_numbers(page):
    page.locator(f"{MANY} input").fill("data 3")
    sort(page, MANY, 2)
    sort(page, MANY, 2)
    frame = pd.read_csv(io.StringIO(copy_as(page, MANY, "CSV")))
    assert frame["score"].tolist() == [place / 40 for place in (*range(39, 29, -1), 3)]
    few = list(csv.reader(io.StringIO(copy_as(page, FEW, "CSV"))))
    assert few[0] == ["name", "p", "interval", "rank"]
    assert few[4] == ["e", "-1.2", "10 [9, 11]", "1"]


def test_numbers_of_interval_pictures_are_copied_once(open_page):
    with open_page("standard") as visit:
        ranking = "#verdict .table:has(.ranking)"
        assert visit.page.locator(f"{ranking} thead svg text").count() >= 2
        rows = list(csv.reader(io.StringIO(copy_as(visit.page, ranking, "CSV"))))
        (place,) = [at for at, name in enumerate(rows[0]) if name == "behind the first"]
        assert all(row[place].count("[") == 1 for row in rows[2:])


def test_folded_rows_are_copied_too(page):
    assert len(copy_as(page, MANY, "CSV").splitlines()) == 41


def test_csv_has_no_formulas_and_reads_back(page):
    rows = list(csv.reader(io.StringIO(copy_as(page, "#hostile-1", "CSV"))))
    assert [row[0] for row in rows[1:3]] == ["'=cmd()", 'a "b", c']
    assert rows[3][0] == "100 % & $x_1$ {~^\\} #"
    assert {row[1] for row in rows} == {"-1"}


def test_copied_latex_is_a_booktabs_table(page):
    text = copy_as(page, FEW, "LaTeX")
    lines = text.splitlines()
    assert lines[1:6] == [
        r"\begin{table}",
        r"\centering",
        r"\caption{Numbers of 100 \% of the rows}",
        r"\begin{tabular}{lrrr}",
        r"\toprule",
    ]
    assert lines[6] == r"name & p & interval & rank \\"
    assert lines[9] == r"g & \textbf{\textless{} .001} & {[1, 2]} & 1 \\"
    assert lines[-3:] == [r"\bottomrule", r"\end{tabular}", r"\end{table}"]
    hostile = copy_as(page, "#hostile-1", "LaTeX")
    assert (
        r"100 \% \& \$x\_1\$ \{\textasciitilde{}\textasciicircum{}\textbackslash{}\} \#" in hostile
    )


@pytest.mark.needs("pdflatex")
def test_copied_latex_compiles(page, tmp_path):
    parts = [copy_as(page, table, "LaTeX") for table in (FEW, MANY, "#hostile-1")]
    # pdfTeX has no Japanese letters, but keeps all others
    body = "\n".join(parts).replace("決定木", "x")
    source = (
        "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{booktabs}"
        f"\\begin{{document}}\n{body}\n\\end{{document}}\n"
    )
    (tmp_path / "t.tex").write_text(source, encoding="utf-8")
    command = ["pdflatex", "-no-shell-escape", "-halt-on-error", "-interaction=batchmode", "t.tex"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=60)
    assert (tmp_path / "t.pdf").is_file()


REFUSED = """
Object.defineProperty(navigator, "clipboard", { value: undefined });
document.addEventListener("copy", (event) => { window.taken = event.target.value; });
"""


def test_copies_without_the_clipboard_too(open_page):
    with open_page("tables", setup=REFUSED) as visit:
        page = visit.page
        button = page.locator(FEW).get_by_text("Copy as CSV")
        button.click()
        page.locator(f"{FEW} [role=status]", has_text="Copied as CSV").wait_for()
        assert page.evaluate("window.taken").startswith("name,p,interval,rank\nh,0.5,")
        assert page.locator("textarea").count() == 0
        # the focus of the keyboard stays where it was
        assert button.evaluate("each => each === document.activeElement")


def test_a_message_appears_where_nothing_can_be_copied(open_page):
    with open_page("tables", setup=f"{REFUSED} document.execCommand = () => false;") as visit:
        page = visit.page
        page.locator(FEW).get_by_text("Copy as LaTeX").click()
        page.locator(f"{FEW} [role=status]", has_text="does not copy").wait_for()


def download(page, place):
    with page.expect_download() as waiting:
        place.click()
    return waiting.value.suggested_filename, waiting.value.path().read_bytes()


def test_tables_are_saved(page):
    name, content = download(page, page.locator(MANY).get_by_text("Download CSV"))
    assert name == "many-1.csv"
    assert len(pd.read_csv(io.BytesIO(content))) == 40


def test_hostile_names_survive_the_way_to_a_file(page):
    _, content = download(page, page.locator("#hostile-1").get_by_text("Download CSV"))
    rows = list(csv.reader(io.StringIO(content.decode())))
    assert [row[0] for row in rows[4:]] == ["決定木", "</script><b>"]


def test_figures_and_their_data_can_be_saved_and_their_numbers_opened(open_page):
    with open_page("scores") as visit:
        page = visit.page
        figure = page.locator(".plot").first
        name, drawing = download(page, figure.get_by_text("Download SVG"))
        assert name.endswith(".svg")
        assert drawing.startswith(b"<svg")
        assert b"</svg>" in drawing
        name, data = download(page, figure.get_by_text("Download CSV"))
        assert name.endswith(".csv")
        frame = pd.read_csv(io.BytesIO(data))
        assert figure.locator("table").count() == 0
        figure.get_by_text("Numbers in this figure").click()
        # the browser tells the page of it later
        figure.locator("thead th").first.wait_for()
        heads = figure.locator("thead th").all_text_contents()
        assert heads == frame.columns.tolist()
        assert figure.locator("tbody tr").count() == min(len(frame), 500)
        shown = figure.locator("tbody tr").first.locator("td").last.text_content()
        assert float(shown) == frame.iloc[0, -1]
        figure.locator("thead button").last.click()
        assert visit.messages == []


def test_references_are_copied(open_page):
    with open_page("scores") as visit:
        page = visit.page
        page.get_by_role("button", name="Copy BibTeX").click()
        page.locator(".download [role=status]", has_text="Copied").wait_for()
        assert "@article{demsar2006," in page.evaluate("navigator.clipboard.readText()")


def test_addresses_of_downloads_hold_the_file_alone(page):
    link = page.locator(".download a").get_attribute("href")
    assert unquote(link).startswith("data:text/csv;charset=utf-8,")


def test_the_filter_reads_one_column_where_the_reader_says_so(page):
    page.locator(f"{MANY} input").fill("0.3")
    assert len(column(page, MANY, 1)) == 4
    page.locator(f"{MANY} select").select_option("in data set")
    assert column(page, MANY, 1) == []
    page.locator(f"{MANY} input").fill("3")
    assert len(column(page, MANY, 1)) == 13


def test_copied_markdown_keeps_marks_of_the_text_and_stresses_the_best(page):
    lines = copy_as(page, FEW, "Markdown").splitlines()
    assert lines[:2] == ["| name | p | interval | rank |", "| :-- | --: | --: | --: |"]
    assert lines[3] == r"| g | **\< .001** | \[1, 2\] | 1 |"
    assert r"\<img" not in lines
    hostile = copy_as(page, "#hostile-1", "Markdown")
    assert r"| 100 % & \$x\_1\$ {\~^\\} \# |" in hostile


def test_all_figures_tables_and_files_are_one_archive(open_page):
    with open_page("scores") as visit:
        page = visit.page
        name, content = download(page, page.get_by_text("Download figures and tables"))
        assert name == "figures-and-tables.zip"
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            assert archive.testzip() is None
            names = archive.namelist()
            drawings = [archive.read(each) for each in names if each.endswith(".svg")]
            tables = [pd.read_csv(archive.open(each)) for each in names if each.endswith(".csv")]
        assert len(drawings) == page.locator("figure.plot").count() > 0
        assert all(drawing.startswith(b"<svg") for drawing in drawings)
        assert len(tables) >= page.locator("figure.table").count()
        assert len(set(names)) == len(names)
        assert visit.messages == []


def test_figures_are_saved_as_png_at_twice_their_size(open_page):
    with open_page("scores") as visit:
        figure = visit.page.locator(".plot").first
        name, drawing = download(visit.page, figure.get_by_text("Download PNG"))
        assert name.endswith(".png")
        height, width, _ = matplotlib.image.imread(io.BytesIO(drawing)).shape
        natural = figure.locator("img").evaluate("each => [each.naturalHeight, each.naturalWidth]")
        assert [height, width] == [2 * side for side in natural]
        assert visit.messages == []


def test_tables_and_figures_have_addresses(open_page):
    with open_page("scores") as visit:
        figure = visit.page.locator("figure.plot").first
        figure.get_by_text("Link to this figure").click()
        assert visit.page.url.endswith(f"#{figure.get_attribute('id')}")


def test_a_chosen_algorithm_is_marked_everywhere_until_it_is_chosen_again(open_page):
    with open_page("scores") as visit:
        page = visit.page
        pick = page.locator("button.pick").first
        name = pick.text_content()
        pick.click()
        rows = page.locator("tr.chosen")
        assert rows.count() > 1
        assert all(name in text for text in rows.all_text_contents())
        assert page.locator("button.pick[aria-pressed=true]").all_text_contents()[0] == name
        figures = page.locator("figure.plot[data-points]")
        assert any(figure.locator(".ring").count() for figure in figures.all())
        assert page.locator(".choice [type=button]").text_content() == f"Marked: {name} ×"
        pick.click()
        assert rows.count() == page.locator(".ring").count() == 0
        pick.click()
        page.keyboard.press("Escape")
        assert rows.count() == 0
        assert not page.locator(".choice button").is_visible()
        assert visit.messages == []


def test_a_name_within_another_is_not_taken_for_it(open_page):
    with open_page("scores") as visit:
        split = (
            "text => { ALGORITHMS.splice(0, 9, 'C4.5+m', 'C4.5', 'kNN'); return namesIn(text); }"
        )
        assert visit.page.evaluate(split, "C4.5+m: rank 2") == ["C4.5+m"]
        assert visit.page.evaluate(split, "C4.5+m − C4.5, 2") == ["C4.5+m", "C4.5"]
        assert visit.page.evaluate(split, "kNNs and C4.55") == []
