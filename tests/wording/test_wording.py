"""Every template of `benchreport.wording`, held to the rules for what people read."""

import importlib
import pkgutil
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import prose_rules as prose
import pytest
from looped import loop_over

from benchreport import wording
from benchreport.wording.results import factorial
from benchreport.wording.verdicts import cautions, caveats, verdict


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, tuple):
        for part in value:
            yield from _texts(part)


def _templates() -> Iterator[tuple[str, str]]:
    for family in pkgutil.walk_packages(wording.__path__, "benchreport.wording."):
        module = importlib.import_module(family.name)
        for name, value in vars(module).items():
            if name.isupper():
                for text in _texts(value):
                    yield f"{family.name.removeprefix('benchreport.wording.')}:{name}", text


TEMPLATES = list(_templates())
FAMILIES = sorted({name.partition(":")[0] for name, _ in TEMPLATES})


def _family(name: str) -> list[tuple[str, str]]:
    """Return the templates of a family: a test for each of thousands takes longer than their check."""
    return [each for each in TEMPLATES if each[0].partition(":")[0] == name]


def test_there_are_templates_of_many_families() -> None:
    assert len({name.partition(":")[0] for name, _ in TEMPLATES}) >= 7
    assert len(TEMPLATES) > 50


@loop_over("family", FAMILIES)
def test_templates_are_plain_english(family: str) -> None:
    for name, text in _family(family):
        faults = prose.list_faults(text) if not text.startswith((" ", ",", ";")) else []
        assert not faults, (name, text)
        if prose.is_sentence(text):
            assert not prose.list_sentence_faults(text), (name, text)
        assert prose.longest(text) <= prose.MOST_WORDS, (name, text)


@loop_over("family", FAMILIES)
def test_significant_has_its_alpha_or_denies_that_it_is_called_so(family: str) -> None:
    # a headline stands above the verdict, and a clause or a second sentence beside one that names the test
    beside = {
        *caveats.ONCE,
        verdict.OPEN,
        verdict.ALSO_BETTER,
        verdict.OTHER_PAIR,
        verdict.OTHER_PAIRS,
        *cautions.TESTED.values(),
        *factorial.REST_OPEN,
    }
    for name, text in _family(family):
        if (
            family == "verdicts.headline"
            or text in beside
            or not re.search(r"\bsignificant\b", text)
            or "could be significant" in text
        ):
            continue
        assert re.search(r"\{(?:level|where|smallest|test)\}|called significant", text), (
            name,
            text,
        )


def test_every_template_is_used() -> None:
    package = Path(wording.__path__[0]).parent
    code = " ".join(path.read_text(encoding="utf-8") for path in package.rglob("*.py"))
    words = Counter(re.findall(r"\b[A-Z_\d]+\b", code))
    # once is where it is defined
    assert {name for name, _ in TEMPLATES if words[name.partition(":")[2]] < 2} == set()


@loop_over("name", FAMILIES)
def test_a_family_imports_nothing(name: str) -> None:
    module = importlib.import_module(f"benchreport.wording.{name}")
    imported = [key for key, value in vars(module).items() if type(value).__name__ == "module"]
    assert imported == []
    assert module.__doc__


@loop_over(
    ("text", "fault"),
    [
        ("Two  spaces.", "spaces"),
        ("The mean is nan.", "not for readers"),
        ("There are 1 pairs.", "plural"),
        ("It ends twice..", "punctuation"),
        ("No capital", "no end"),
        ("no capital.", "no capital"),
    ],
)
def test_the_rules_for_sentences_see_a_fault(text: str, fault: str) -> None:
    assert fault in prose.list_sentence_faults(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("It differs for {pairs}.", "slot"),
        ("All 7 algorithm differ.", "singular"),
        ("Not 1 incomplete datasets is left out.", "plural"),
        ("Better are a0, a1, a2, a3, a4, a5 and a6.", "long list"),
        ("They differ (p = 0.049).", "leading zero"),
    ],
)
def test_the_rules_for_filled_templates_see_a_fault(text: str, fault: str) -> None:
    assert fault in prose.list_filled_faults(text)


@pytest.mark.parametrize("text", ["1 pair", "2 pairs", "a0, a1, a2, a3, a4 and 9 more", "p = .050"])
def test_the_rules_let_good_text_pass(text: str) -> None:
    assert not prose.list_filled_faults(text)
