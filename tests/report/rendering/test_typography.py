"""Lines do not end within numbers and names, symbols are italic, and labels stay as they are."""

import re

from looped import loop_over
from lxml.html import fragment_fromstring

from benchreport.report.rendering.html_page import page_environment
from benchreport.report.rendering.typography import Labels, typeset, typeset_head
from benchreport.report.theme import Look


def join(pieces):
    marks = {"plain": "{}", "symbol": "*{}*", "whole": "<{}>", "subscript": "_{}_"}
    text = "".join(marks[piece.kind].format(piece.text) for piece in pieces)
    return text.replace("\u00a0", "~").replace("\u202f", "^")


@loop_over(
    ("text", "expected"),
    [
        ("differ (p = .706)", "differ (*p*~=~.706)"),
        ("p < .001 or p > .999", "*p*~<~.001 or *p*~>~.999"),
        ("95 % intervals at α = .05", "95^% intervals at α~=~.05"),
        ("t(9) = 2.1 and F(3, 27) = 4", "*t*(9)~=~2.1 and *F*(3,~27)~=~4"),
        ("χ²(4) = 21.3, Kendall's W = .036", "χ²(4)~=~21.3, Kendall's *W*~=~.036"),
        ("by 0.1 [−0.2, 0.3]", "by 0.1 [−0.2,~0.3]"),
        ("see Table 3 and Figure 2", "see Table~3 and Figure~2"),
        ("10 × 30, n = 12", "10~×~30, *n*~=~12"),
        ("corrected resampled t test", "corrected resampled *t*~test"),
        ("Adjusted p-values", "Adjusted *p*-values"),
        ("because p is adjusted, with p adjusted", "because *p* is adjusted, with *p* adjusted"),
        ("not adjusted, as p is; another than p", "not adjusted, as *p* is; another than p"),
        ("a part of it, in t and F, e.g. W", "a part of it, in t and F, e.g. W"),
        ("effect sizes (d_z, d_av and g_z)", "effect sizes (*d*_z_, *d*_av_ and *g*_z_)"),
        ("d_z = 0.8 of bad_z and d_zip", "*d*_z_~=~0.8 of bad_z and d_zip"),
        ("plan B, model z, x-t tests", "plan B, model z, x-t tests"),
    ],
)
def test_numbers_and_symbols(text, expected):
    assert join(typeset(text, Labels())) == expected


@loop_over(
    ("text", "bold"),
    [
        ("by 0.1 [−0.2, 0.3] and 0.2 [0.1, 0.4] (p = .5)", ["0.1 [−0.2, 0.3]", "p = .5"]),
        ("vit is slower (+25.0 % [+23.9, +26.2])", ["+25.0 % [+23.9, +26.2]"]),
    ],
)
def test_the_first_difference_of_a_verdict_is_bold(text, bold):
    template = page_environment(Look()).from_string("{{ text|typeset_lead }}")
    page = fragment_fromstring(template.render(text=text), create_parent=True)
    found = [each.text_content() for each in page.findall("strong")]
    assert [re.sub(r"\s", " ", each) for each in found] == bold


@loop_over("name", ["p = 3", "t test", "95 %", "Table 3", "F(3, 27) = 4", "n", "W", "d_z"])
def test_labels_are_never_altered(name):
    text = f"{name} beats {name}, and svm does not (p = .04)."
    expected = f"{name} beats {name}, and svm does not (*p*~=~.04)."
    assert join(typeset(text, Labels([name, "svm"]))) == expected
    assert join(typeset_head(name, Labels([name]))) == name


def test_a_label_within_a_word_is_no_label():
    assert join(typeset("sport test: p = .04", Labels(["t test"]))) == "sport test: *p*~=~.04"


def test_names_stay_on_one_line_unless_they_are_long():
    names = ["svm-rbf", "C4.5-m+cf", "a-" + "b" * 40]
    text = f"svm-rbf, C4.5-m+cf and {names[2]} differ; well-known (svm-rbf)."
    marked = f"<svm-rbf>, <C4.5-m+cf> and {names[2]} differ; well-known (<svm-rbf>)."
    assert join(typeset(text, Labels(names))) == marked


def test_dates_stay_on_one_line():
    text = "worse since 2026-10-16, but not on 2026-10-1"
    assert join(typeset(text, Labels())) == "worse since <2026-10-16>, but not on 2026-10-1"


def test_heads_have_italic_symbols():
    heads = {
        "p": "*p*",
        "adjusted p": "adjusted *p*",
        "p (Holm)": "*p* (Holm)",
        "p Tukey": "*p* Tukey",
        "group": "group",
    }
    for head, expected in heads.items():
        assert join(typeset_head(head, Labels(["svm"]))) == expected
    assert join(typeset_head("", Labels())) == ""


def test_names_from_the_right_turn_no_numbers_round():
    name = "\u05d0\u05d1 \u05d2\u05d3"
    typeset = page_environment(Look()).from_string("{{ text|typeset }}")
    set_text = typeset.render(text=f"b and {name} (0.024, p = .123)")
    assert f"and <bdi>{name}</bdi> (0.024, <i>p</i>" in set_text
    assert "<bdi>" not in typeset.render(text="\u652f\u6301 (0.024)")
