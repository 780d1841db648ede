"""Fields that are made when they are first read."""

import copy
import gc
import pickle
import weakref
from dataclasses import dataclass, replace

import pandas as pd
import pytest

import benchreport  # noqa: F401 - registers df.bench
from benchreport.results.later import Remembering, later

SCORES = pd.DataFrame({"a": [9, 8, 9, 7, 6.5], "b": [7, 6, 8, 5, 6.0], "c": [5, 4, 4, 2, 3.5]})
LABELS = pd.DataFrame({"y_true": [0, 1, 1, 0] * 5, "a": [0, 1] * 10, "b": [1, 1, 1, 0] * 5})


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(Remembering):
    text: str
    number: int = 3

    @property
    def shout(self) -> str:
        return self.text.upper()

    @property
    def broken(self) -> str:
        return self.nothing


class Maker:
    """Count how often a field is made."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> str:
        self.times += 1
        return "few"


def test_a_field_is_made_once_and_when_it_is_read():
    make = Maker()
    note = Note(text=later(make))
    assert (note.number, make.times) == (3, 0)
    assert (note.text, note.shout, make.times) == ("few", "FEW", 1)


def pickled(note: Note) -> object:
    return pickle.loads(pickle.dumps(note))  # noqa: S301 - written here


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled, replace])
def test_copies_have_the_field(copied):
    note = Note(text=later(Maker()))
    assert copied(note) == Note(text="few") == note
    assert repr(copied(Note(text=later(Maker())))) == "Note(text='few', number=3)"


def test_what_a_field_is_made_of_is_held_no_longer_than_that():
    make = Maker()
    note, held = Note(text=later(make)), weakref.ref(make)
    del make
    assert held() is not None
    assert note.text == "few"
    gc.collect(1)
    assert held() is None


def test_a_field_that_cannot_be_made_says_why_each_time():
    def fail() -> str:
        raise ValueError("no blocks")

    note = Note(text=later(fail))
    for _ in range(2):
        with pytest.raises(ValueError, match="no blocks"):
            note.text  # noqa: B018


def test_what_is_not_there_is_named():
    for name in ("nothing", "broken"):
        with pytest.raises(AttributeError, match="'Note' object has no attribute 'nothing'"):
            getattr(Note(text="few"), name)


@pytest.mark.parametrize(
    "name", ["friedman", "nemenyi", "wilcoxon", "tukey", "quade", "page", "anova"]
)
def test_results_of_scores_make_notes_and_assumptions_when_they_are_read(name, monkeypatch):
    options = {"order": ["a", "b", "c"]} if name == "page" else {}
    expected = getattr(SCORES.bench(score="accuracy"), name)(**options)
    read = (expected.assumptions, expected.warnings)
    with monkeypatch.context() as patch:
        for function in (
            "benchreport.stats._assumptions.gaps_in_words",
            "benchreport.stats._block_independence.equal_rows",
        ):
            patch.setattr(function, lambda *_: pytest.fail("made before it was read"))
        result = getattr(SCORES.bench(score="accuracy"), name)(**options)
        assert result.table.equals(expected.table)
    assert (result.assumptions, result.warnings) == read
    assert result.to_dict() == expected.to_dict()


@pytest.mark.parametrize("name", ["cochran_q", "mcnemar"])
def test_results_of_predictions_make_them_when_they_are_read(name, monkeypatch):
    expected = getattr(LABELS.bench, name)()
    read = (expected.assumptions, expected.warnings)
    with monkeypatch.context() as patch:
        patch.setattr(
            "benchreport.stats._predictions.prediction_pairs.examples_apart",
            lambda *_, **__: pytest.fail("made before it was read"),
        )
        result = getattr(LABELS.bench, name)()
    assert (result.assumptions, result.warnings) == read
