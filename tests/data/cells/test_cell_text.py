"""One cell says a score, that it is empty, or that a run failed; anything else is refused."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from looped import loop_over

from benchreport.data.cells.cell_text import CellText, is_empty_word, parse_cell, read_number
from benchreport.data.cells.score_cells import holds_numbers

SCORES = {
    "81.2": [
        *("81.2", " 81.2 ", "+81.2", "81.2\u00a0", "8.12e1", "8.12×10¹", r"$8.12 \times 10^{1}$"),
        *("**81.2**", "*81.2*", "__81.2__", "`81.2`", "<b>81.2</b>", "&nbsp;81.2"),
        *(
            r"\textbf{81.2}",
            r"$\mathbf{81.2}$",
            r"{\bf 81.2}",
            r"\underline{\textbf{81.2}}",
            r"\(81.2\)",
        ),
        *(r"\cellcolor{gray!25}\textbf{81.2}", r"\textcolor{red}{81.2}", r"\phantom{0}81.2"),
    ],
    "1234.5": [
        "1,234.5",
        "1 234.5",
        "1\u2009234.5",
        "1\u00a0234.5",
        "1\u202f234.5",
        "1'234.5",
        "1’234.5",
        r"1\,234.5",
    ],
    "-0.85": ["-0.85", "−0.85", "–0.85", "-.85", "$-0.85$"],
    "1234567": ["1,234,567", "1 234 567", "1.234567e6", "1_234_567"],
}
SPREADS = [
    *(
        "81.2 ± 0.3",
        "81.2±0.3",
        "81.2 +/- 0.3",
        "81.2 +- 0.3",
        "81.2 (0.3)",
        "81.2 (± 0.3)",
        "81.2 (std 0.3)",
    ),
    *(
        r"$81.2 \pm 0.3$",
        r"81.2~$\pm$~0.3",
        r"$\mathbf{81.2}_{\pm 0.3}$",
        r"81.2\textsubscript{0.3}",
    ),
    *(
        r"\textbf{81.2} $\pm$ 0.3",
        r"81.2{\scriptsize$\pm$0.3}",
        "81.2<sub>±0.3</sub>",
        "81.2 &plusmn; 0.3",
    ),
    *("(81.2 ± 0.3)", "**81.2** ± 0.3", "81.2 ± 0.3 (1)", "81.2* ± 0.3", "81.2 ± 0.3†"),
]
PERCENTAGES = [
    *(
        "81.2%",
        "81.2 %",
        r"81.2\%",
        "81.2％",
        "81.2% ± 0.3%",
        "81.2 ± 0.3%",
        "(81.2 ± 0.3)%",
        "81.2% (0.3%)",
    ),
    *("81.2 (0.3)%", "81.2%*"),
]
MARKED = [
    "0.81*",
    "0.81**",
    "0.81 *",
    "0.81†",
    "0.81‡",
    r"0.81$^{\dagger}$",
    "0.81^*",
    "0.81<sup>*</sup>",
    "0.81 ↑",
]
ASIDE = [
    "81.2 [80.1, 82.3]",
    "81.2 [80.1,82.3]",
    "81.2 (80.1–82.3)",
    "81.2 (80.1 to 82.3)",
    "81.2 (+0.3)",
    "81.2 (↑0.3)",
]
EMPTY = [
    *(
        "",
        " ",
        "—",
        "–",
        "-",
        "--",
        "−",
        "N/A",
        "n/a",
        "NA",
        "n.a.",
        "k. A.",
        "keine Angabe",
        "n.d.",
        "nan",
        "NaN",
        "null",
        "None",
        "?",
        "#N/A",
    ),
    r"\text{--}",
    "$-$",
]
FAILED = {
    "OOM": ["OOM", "(OOM)", r"\textsc{OOM}", "OOM*", "**OOM**"],
    "timeout": ["timeout", "timeout!"],
    "MemoryError": ["MemoryError", "MemoryError()", "MemoryError: " + "x" * 5000],
    **{
        word: [word]
        for word in (
            "TO",
            "DNF",
            "failed",
            "error",
            "crash",
            "MO",
            "Timed out",
            "out of memory",
            "✗",
        )
    },
}
OTHER = [
    *(
        "about 80",
        "<0.01",
        ">99",
        "80+",
        "0.81a",
        "12 ms",
        "1:30",
        "5/10",
        "3*4",
        "2x100",
        "1-2",
        "True",
    ),
    *(
        "81.2^{1}",
        "81.2¹",
        "81.2<sup>1</sup>",
        "10²",
        r"\frac{1}{2}",
        "10^-3",
        "{81}{2}",
        "81.2 80.1",
        "0.81 123",
    ),
    *(
        "12345 678",
        "1,23,4",
        "1.2.3",
        "2024-01-05",
        "0x10",
        "1_0",
        "1e",
        "e5",
        "±0.3",
        "81.2±",
        "(0.3)",
    ),
    *(
        "81.2 ± -0.3",
        "81.2 ± 0.3 ± 0.1",
        "81.2 (13%)",
        "81.2 (n=3)",
        "81.2 (0.3",
        "↓0.3",
        "x",
        "()",
        "(" * 200,
        "*" * 200,
    ),
    *(
        "81.2" + " " * 400 + "± 0.3",
        "a" * 10**6,
        "<" * 10**6,
        "\0",
        "inf",
        "1e400",
        "1e306 ± 1",
        "=1+1",
        "\ud800",
    ),
]


@loop_over(("number", "text"), [(number, text) for number in SCORES for text in SCORES[number]])
def test_a_score_in_any_style_is_the_number(number, text):
    cell = parse_cell(text)
    assert read_number(cell.number, ".") == float(number)
    assert cell._replace(number="") == CellText()


@loop_over("text", SPREADS)
def test_a_spread_stands_beside_the_score(text):
    cell = parse_cell(text)
    assert (cell.number, cell.spread, cell.percent) == ("81.2", "0.3", False)


def test_only_a_spread_alone_in_brackets_may_be_a_rank():
    texts = ("81.2 (1)", r"81.2_{1}", "81.2 ± 1", "81.2 (± 1)", "81.2 ± 0.3 (1)")
    assert [parse_cell(text).in_brackets for text in texts] == [True, True, False, False, False]


@loop_over("text", PERCENTAGES)
def test_a_percent_sign_stays_known(text):
    cell = parse_cell(text)
    assert (cell.number, cell.percent) == ("81.2", True)
    assert cell.spread == ("0.3" if "0.3" in text else "")


@loop_over("text", MARKED)
def test_marks_are_no_part_of_the_number(text):
    assert parse_cell(text) == CellText(number="0.81", marked=True)


def test_letters_of_groups_and_words_before_an_interval_are_no_part_of_the_number():
    for text in ("0.81^a", "0.81^{ab}", "0.81$^{a, c}$", "0.81<sup>b</sup>", r"0.81$^\star$"):
        assert parse_cell(text) == CellText(number="0.81", marked=True)
    for text in ("0.81 (95% CI 0.79-0.83)", "0.81 [95 % CI: 0.79, 0.83]", "0.81 (CI 0.79 to 0.83)"):
        assert parse_cell(text) == CellText(number="0.81", aside=True)
    assert parse_cell("10^{2}") is None


@loop_over("text", ASIDE)
def test_intervals_and_differences_are_no_spreads(text):
    assert parse_cell(text) == CellText(number="81.2", aside=True)


@loop_over("text", EMPTY)
def test_words_for_an_empty_cell(text):
    assert parse_cell(text) == CellText()


@loop_over(("word", "text"), [(word, text) for word in FAILED for text in FAILED[word]])
def test_words_for_a_failed_run(word, text):
    assert parse_cell(text) == CellText(failure=word)
    assert not is_empty_word(text)


@loop_over("text", OTHER)
def test_what_is_not_certain_is_refused(text):
    assert parse_cell(text) is None


@loop_over(
    ("number", "point", "comma"),
    [
        ("0.81", 0.81, None),
        ("0,81", None, 0.81),
        ("1,234", 1234, 1.234),
        ("1.234", 1.234, 1234),
        ("0,812", None, 0.812),
        ("1,234.5", 1234.5, None),
        ("1.234,5", None, 1234.5),
        ("1,234,567", 1234567, None),
        ("12,34,567", None, None),
        ("81", 81, 81),
        (",85", None, 0.85),
        ("1,5e-3", None, 0.0015),
    ],
)
def test_a_number_by_its_decimal_mark(number, point, comma):
    assert (read_number(number, "."), read_number(number, ",")) == (point, comma)


@given(st.text(max_size=40) | st.from_regex(r"[-+±()%,.*0-9 eE\\{}^_$~]{0,30}", fullmatch=True))
def test_any_text_is_read_or_refused(text):
    cell = parse_cell(text)
    if cell is not None and cell.number:
        assert not cell.failure
        assert any(read_number(cell.number, decimal) is not None for decimal in ".,")


@given(st.from_regex(r"[0-9]{1,3}([ ,.'_][0-9]{1,3}){0,3}", fullmatch=True))
def test_no_digit_is_lost_or_added(text):
    cell = parse_cell(text)
    if cell is not None:
        digits = "".join(filter(str.isdigit, text))
        assert "".join(filter(str.isdigit, cell.number)) == digits


@pytest.mark.parametrize("text", ["~80", "≈80", r"$\approx$ 80", "*≈80*"])
def test_a_sign_for_about_is_not_part_of_the_number(text):
    cell = parse_cell(text)
    assert (cell.number, cell.about) == ("80", True)


@pytest.mark.parametrize(
    "text", ["PARSE_ERROR", "TIME_LIMIT", "runtime failure", "SEGMENTATION_FAULT"]
)
def test_words_joined_by_underscores_name_failures(text):
    assert parse_cell(text).failure == text


def test_a_spread_and_a_difference_stand_in_brackets_of_their_own():
    cell = parse_cell("0.272978 (±0.0004) (+1.20%)")
    assert (cell.number, cell.spread, cell.in_brackets, cell.aside) == (
        "0.272978",
        "0.0004",
        False,
        True,
    )
    assert parse_cell("0.27 (0.1) (see text)") is None


@pytest.mark.parametrize("text", ["_0.269741_ (±0.0001)", "*0.269741* (±0.0001)"])
def test_an_emphasized_number_is_read_beside_its_spread(text):
    assert parse_cell(text)[:2] == ("0.269741", "0.0001")


def test_underscores_within_a_number_are_no_emphasis():
    assert parse_cell("1_000_000").number == "1000000"


def test_an_asterisk_alone_is_an_empty_cell():
    assert parse_cell(" * ") == parse_cell("-")
    assert parse_cell("**") is None


def test_pictures_and_remarks_beside_a_score_are_not_read():
    cells = {"59.0% ❌": "59.0", "98.94 ✅": "98.94", "🎉 100.0%": "100.0", "0.494 (SOTA)": "0.494"}
    assert {text: parse_cell(text).number for text in cells} == cells
    assert parse_cell("❌").failure
    # names, units and failures
    for text in ("1 (baseline)", "9.5 (seconds)", "9.5 (timed out)"):
        assert parse_cell(text) is None
    assert not holds_numbers(pd.Series(["0.5 (baseline)", "0.7 (tuned)"]))
