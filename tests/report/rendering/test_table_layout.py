from benchreport.report.document import Document, Section, Table
from benchreport.report.page_setup import Paper
from benchreport.report.rendering.html_page import render_page
from benchreport.report.rendering.table_layout import parts_of, split_wide


def test_parts_of_a_split_table_repeat_all_columns_that_name_its_rows():
    heads = ("algorithm", "dataset", *(f"step {step}" for step in range(6)))
    rows = tuple((name, "hopper", *["1,451 [1,350; 1,656]"] * 6) for name in ("SAC", "TD3"))
    numeric = (False, False, *[True] * 6)
    table = Table(columns=heads, rows=rows, numeric=numeric, strong=frozenset({(1, 7)}))
    pages, others = split_wide(table), parts_of(table)
    assert len(pages) == len(others) > 1
    assert all(part.columns[:2] == heads[:2] for part in pages)
    assert all(
        [c.head for c in part.columns[:2]] == [("algorithm",), ("dataset",)] for part in others
    )
    assert [name for part in pages for name in part.columns[2:]] == [*heads[2:]]
    assert pages[-1].strong == {(1, len(pages[-1].columns) - 1)}
    assert split_wide(pages[0]) == (pages[0],)


def test_pdf_pages_split_tables_that_screens_scroll():
    heads = ("algorithm", *(f"step {step}" for step in range(8)))
    table = Table(
        columns=heads, rows=(("SAC", *["1,451 [1,350; 1,656]"] * 8),), numeric=(False, *[True] * 8)
    )
    document = Document(
        title="t", subtitle="s", sections=(Section(key="one", title="One", blocks=(table,)),)
    )
    screen, printed = render_page(document), render_page(document, paper=Paper())
    assert screen.count("<table") == 1 < printed.count("<table")
