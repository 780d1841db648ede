"""Every sentence that comes out, over many designs and all procedures, held to the rules for words."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
import prose_rules as prose
import pytest
from contract import few_draws
from curves_tables import curves_of
from needs import one_in
from predictions_tables import random_labels, random_scores

from benchreport.analysis import analyze, analyze_curves, analyze_predictions
from benchreport.data import Roles, Scores
from benchreport.errors import BenchreportError
from benchreport.report.document import Checks, Facts, Section, Text
from benchreport.report.sections.checklist import checklist_section
from benchreport.report.sections.methods import brief_sentence, method_paragraphs, method_sentence
from benchreport.report.sections.prediction_methods import prediction_methods
from benchreport.report.sections.result_blocks import drop_repeated_notes, summary_text
from benchreport.results import Result
from benchreport.results.checks.assumption_check import CheckResult
from benchreport.stats import CATALOGUE
from benchreport.wording.verdicts import caveats

NAMED = re.compile(r"^(?:(?:algorithm )?[a-z]?\d+\b|[\w -]+(?=:))")
ACCURACY = Roles(score="accuracy")


def wide(*, k: int, n: int, gap: float = 0.05, **columns: Any) -> pd.DataFrame:
    """Scores of ``k`` algorithms on ``n`` blocks, ``gap`` apart."""
    rng = np.random.default_rng(k + n)
    values = 0.7 + gap * np.arange(k) / k + rng.normal(0, 0.02, (n, k))
    return pd.DataFrame(values.round(3), columns=[f"a{i}" for i in range(k)]).assign(**columns)


def with_gap() -> pd.DataFrame:
    frame = wide(k=4, n=12)
    frame.iloc[3, 1] = np.nan
    return frame


DESIGNS: dict[str, Callable[[], pd.DataFrame]] = {
    "datasets": lambda: wide(k=5, n=15),
    "no difference": lambda: wide(k=4, n=8, gap=0.0),
    "two algorithms": lambda: wide(k=2, n=9),
    "few": lambda: wide(k=3, n=3),
    "ties": lambda: wide(k=3, n=6).round(0),
    "many algorithms": lambda: wide(k=14, n=12, gap=0.5),
    "folds": lambda: wide(k=3, n=10, fold=range(10)),
    "seeds": lambda: wide(k=3, n=10, seed=range(10)),
    "splits": lambda: wide(k=3, n=10, split=range(10)),
    "runs": lambda: wide(k=3, n=10).melt(var_name="algorithm", value_name="accuracy"),
    "gaps": with_gap,
}


def table(design: str) -> Scores:
    roles = Roles() if design == "runs" else ACCURACY
    return Scores.from_frame(DESIGNS[design](), roles)


def clauses_of(result: Result) -> Iterator[str]:
    """The parts of sentences: a summary begins with a method, an assumption has two clauses."""
    yield result.summary
    for assumption in result.assumptions:
        yield assumption.name
        yield assumption.evidence
    if isinstance(result, CheckResult):
        yield result.assumption
        yield from (row.evidence for row in result.rows if row.evidence)


def sentences_of(result: Result) -> Iterator[str]:
    yield from result.interpretation
    yield from result.warnings


def check_all(sentences: list[str]) -> None:
    assert sentences
    faults = [(text, found) for text in sentences if (found := prose.list_filled_faults(text))]
    assert not faults


def check_result(result: Result) -> None:
    """Hold all that a result says to the rules: its sentences begin and end as such, its clauses do not."""
    sentences = list(sentences_of(result))
    check_all([*sentences, *clauses_of(result)])
    # the name of an algorithm or an effect size at the beginning of a sentence is written as it is
    faults = {text: prose.list_sentence_faults(NAMED.sub("X", text)) for text in sentences}
    assert not {text: found for text, found in faults.items() if found}
    ends = [text for text in clauses_of(result) if text.endswith((".", ":", ";"))]
    assert not ends
    lines = str(result).splitlines()
    assert all(f"Note: {warning}" in lines for warning in result.warnings)


@pytest.mark.parametrize("design", one_in(4, DESIGNS))
def test_the_sentences_of_every_procedure(design: str) -> None:
    scores, seen = table(design), 0
    for name, procedure in CATALOGUE.items():
        try:
            result = procedure(scores, **few_draws(name))
        except (BenchreportError, TypeError, AttributeError):
            # another kind of table, an option without a default, or a design that it does not suit
            continue
        seen += 1
        if isinstance(result, Result) and name != "advise":
            check_result(result)
    assert seen > 5


@pytest.mark.parametrize("design", DESIGNS)
def test_the_methods_and_the_checklist(design: str) -> None:
    analysis = analyze(table(design))
    paragraphs = [*method_paragraphs(analysis), brief_sentence(analysis)]
    practices = checklist_section(analysis).blocks[1]
    assert isinstance(practices, Checks)
    check_all(paragraphs)
    for text in (*paragraphs, *(item.evidence for item in practices.items)):
        assert not prose.list_sentence_faults(text), text
    for word in ("df.bench", "that layout", "()", " said"):
        assert word not in " ".join(paragraphs)


def test_predictions_and_curves() -> None:
    for predictions in (random_labels(), random_scores(n=80, k=3, seed=1)):
        analysis = analyze_predictions(predictions)
        for result in analysis.results:
            check_result(result)
        check_all([prediction_methods(analysis, ())])
    curves = analyze_curves(curves_of(k=3, datasets=4, runs=2))
    for result in curves.results:
        check_result(result)


def test_every_included_procedure_has_a_sentence_of_methods() -> None:
    scores = table("datasets")
    for name in ("quade", "sign", "ranks", "describe", "profiles", "permutation", "mean_interval"):
        sentence = method_sentence(CATALOGUE[name](scores))
        assert not prose.list_sentence_faults(sentence), sentence


def test_a_report_says_a_caveat_once() -> None:
    analysis = analyze(table("no difference"))
    sections = drop_repeated_notes(
        Section(key=f"s{place}", title="Title", blocks=(summary_text(result),))
        for place, result in enumerate(analysis.results)
    )
    paragraphs = [
        line
        for section in sections
        for block in section.blocks
        if isinstance(block, Text)
        for line in block.paragraphs
    ]
    text = " ".join(paragraphs)
    assert text.count(caveats.NO_DIFFERENCE_IS_NOT_EQUALITY) == 1
    assert all(text.count(caveat) <= 1 for caveat in caveats.ONCE)
    check_all(paragraphs)


@pytest.mark.parametrize("missing", ["error", "worst", "drop"])
def test_a_report_names_what_is_missing_among_the_facts_and_in_no_note(missing: Any) -> None:
    frame = pd.DataFrame(np.random.default_rng(0).random((12, 3)), columns=list("abc"))
    frame.iloc[0, 0] = np.nan
    report = frame.bench(score="accuracy", missing=missing).report()
    texts = [block for section in report.document.sections for block in section.blocks]
    notes = [line for text in texts if isinstance(text, Text) for line in text.paragraphs]
    assert not [line for line in notes if line.startswith("Note: 1 of 36 cells")]
    facts = [fact for block in texts if isinstance(block, Facts) for _, fact in block.items]
    assert [fact for fact in facts if fact.startswith("1 of 36 cells has no score (a on 1)")]
