from dataclasses import replace

from benchreport.report.document import Document, FigureBlock, Section, Table, Text
from benchreport.report.sections.numbering import number_blocks, see


def table(key="", caption="A caption."):
    return Table(columns=("a",), rows=(("1",),), numeric=(False,), caption=caption, key=key)


def figure(key=""):
    return FigureBlock(
        alt="a",
        caption=f"Drawn{see('pairs')}.",
        name="",
        data=b"",
        draw=lambda _: b"",
        key=key,
    )


def document(*blocks):
    half = len(blocks) // 2
    sections = (
        Section(key="one", title="One", blocks=blocks[:half]),
        Section(key="two", title="Two", blocks=blocks[half:]),
    )
    return Document(title="t", subtitle="s", sections=sections)


def blocks_of(numbered):
    return [block for section in numbered.sections for block in section.blocks]


def test_tables_and_figures_have_a_counter_each_over_all_sections():
    numbered = number_blocks(document(table(), figure(), table(), table(caption=""), figure()))
    assert [block.number for block in blocks_of(numbered)] == [1, 1, 2, 0, 2]


def test_sentences_and_captions_refer_forward_and_back():
    text = Text((f"Two tests differ{see('pairs', 'cd')}. Nothing else{see('absent')}.",))
    numbered = number_blocks(document(text, figure("cd"), table(), table("pairs")))
    first, drawn, *_ = blocks_of(numbered)
    assert first.paragraphs == ("Two tests differ (Table 2 and Figure 1). Nothing else.",)
    assert drawn.caption == "Drawn (Table 2)."


def test_numbering_again_changes_nothing():
    once = number_blocks(document(table(), figure()))
    assert number_blocks(once) == once
    moved = replace(once, sections=once.sections[::-1])
    assert [block.number for block in blocks_of(number_blocks(moved))] == [1, 1]
