import warnings

import numpy as np
import pandas as pd
import pytest
from published import published

from benchreport.data import Roles, Scores
from benchreport.errors import FontWarning, OptionError
from benchreport.report import Section, Text
from benchreport.report import report as make_report

pytestmark = pytest.mark.usefixtures("blank_pictures")


def keys(**options):
    report = make_report(published("demsar2006"), **options)
    return [section.key for section in report.document.sections]


def mine(analysis):
    best = analysis.description.best
    return Section(key="mine", title="Ours", blocks=(Text((f"We like <b>{best}</b>.",)),))


def test_sections_are_chosen_ordered_and_added():
    every = keys()
    assert keys(sections=["methods", "verdict"]) == ["methods", "verdict"]
    assert keys(sections=["methods", "..."]) == [
        "methods",
        *[key for key in every if key != "methods"],
    ]
    assert keys(sections=["verdict", mine, "..."])[:2] == ["verdict", "mine"]
    report = make_report(published("demsar2006"), sections=["verdict", mine])
    assert "We like &lt;b&gt;" in report.html


def test_wrong_sections_are_named():
    with pytest.raises(OptionError, match=r"no section verdicts; did you mean verdict\? There are"):
        keys(sections=["verdicts"])
    with pytest.raises(OptionError, match="twice"):
        keys(sections=["verdict", "verdict"])
    with pytest.raises(OptionError, match="returns a Section; got str"):
        keys(sections=[lambda analysis: "text"])  # noqa: ARG005


def test_characters_that_no_font_draws_are_named():
    frame = pd.DataFrame(np.arange(12.0).reshape(4, 3) ** 1.1, columns=["a", "b\U000e0041", "c"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FontWarning)
        report = make_report(Scores.from_frame(frame, Roles(score="accuracy")))
    compared = next(section for section in report.document.sections if section.key == "compared")
    assert "Figures show boxes in place of " in compared.blocks[-1].paragraphs[0]
    plain = next(
        section
        for section in make_report(published("demsar2006")).document.sections
        if section.key == "compared"
    )
    assert len(plain.blocks) == 1


def test_methods_are_there_in_short():
    report = make_report(published("garcia_herrera2008"), detail="full")
    methods = next(section for section in report.document.sections if section.key == "methods")
    paragraph = methods.blocks[1].paragraphs[0]
    assert paragraph.startswith(
        "In short, we compared 5 algorithms on 30 datasets using the Friedman test"
    )
    assert len(paragraph) < 300
