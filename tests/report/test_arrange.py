import pytest
from published import published

from benchreport.errors import OptionError
from benchreport.report import Section, Text, report


def keys(**options):
    made = report(published("demsar2006"), **options)
    return [section.key for section in made.document.sections]


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
    made = report(published("demsar2006"), sections=["verdict", mine])
    assert "We like &lt;b&gt;" in made.html


def test_what_is_wrong_is_said():
    with pytest.raises(OptionError, match=r"no section verdicts; there are verdict"):
        keys(sections=["verdicts"])
    with pytest.raises(OptionError, match="twice"):
        keys(sections=["verdict", "verdict"])
    with pytest.raises(OptionError, match="returns a Section; got str"):
        keys(sections=[lambda analysis: "text"])  # noqa: ARG005
