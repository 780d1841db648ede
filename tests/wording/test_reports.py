"""Every text of whole reports, over all designs, held to the rules for words."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any
from unittest import mock

import numpy as np
import pandas as pd
import prose_rules as prose
import pytest
from curves_tables import curves_of
from looped import loop_over
from needs import LONG, one_in
from predictions_tables import random_labels, random_scores
from report_texts import Passage, list_passages

from benchreport import plots
from benchreport.data import Curves, Predictions, Roles, Scores, Several
from benchreport.report import report
from benchreport.report.document import NOTE, Document, FigureBlock, Table, Text

WHOLE = ("sentence", "caption", "figure", "alt")
# answers of the checklist are read apart from the report, as a form
FORMS = ("checklist",)


def wide(*, k: int, n: int, gap: float = 0.05, **columns: Any) -> pd.DataFrame:
    """Scores of ``k`` algorithms on ``n`` blocks, ``gap`` apart from the first to the last."""
    rng = np.random.default_rng(k + n)
    values = 0.7 + gap * np.arange(k) / k + rng.normal(0, 0.02, (n, k))
    return pd.DataFrame(values.round(3), columns=[f"a{i}" for i in range(k)]).assign(**columns)


def scores(frame: pd.DataFrame, *, higher: bool = True) -> Scores:
    return Scores.from_frame(frame, Roles(score="level", higher_is_better=higher))


def with_gap() -> pd.DataFrame:
    frame = wide(k=4, n=12)
    frame.iloc[3, 1] = np.nan
    return frame


def repeated() -> pd.DataFrame:
    parts = [wide(k=4, n=8, gap=0.1).assign(dataset=list("abcdefgh"), seed=run) for run in range(3)]
    return pd.concat(parts).melt(["dataset", "seed"], var_name="algorithm", value_name="level")


def metrics() -> Several:
    frame = wide(k=5, n=12, gap=0.2).assign(dataset=range(12))
    long = frame.melt("dataset", var_name="algorithm", value_name="accuracy")
    noise = np.random.default_rng(7).normal(0, 0.02, (2, len(long)))
    others = {"f1": (long["accuracy"] + noise[0]).round(3), "runtime": abs(100 * noise[1]).round(2)}
    return Several.from_frame(long.assign(**others))


def two_metrics() -> Several:
    """Metrics that lead to different orders; the headline has no room for all."""
    frame = wide(k=3, n=15, gap=0.2).rename(columns={"a0": "small", "a1": "medium", "a2": "large"})
    long = frame.assign(dataset=range(15)).melt(
        "dataset", var_name="algorithm", value_name="accuracy"
    )
    latency = 1 / (1.01 - long["accuracy"])
    return Several.from_frame(long.assign(latency=latency.round(2)))


def times() -> Scores:
    """Seconds on instances of different sizes."""
    rng = np.random.default_rng(4)
    sizes = np.exp(rng.normal(2, 1, (14, 1)))
    values = sizes * np.exp(rng.normal(0, 0.4, (14, 4))) * [1, 2, 3, 4]
    frame = pd.DataFrame(values.round(2), columns=["dijkstra", "astar", "bfs", "greedy"])
    return Scores.from_frame(frame, Roles(score="seconds", higher_is_better=False))


def repeats_with_gaps() -> Scores:
    frame = repeated()
    level = frame["level"].mask((frame["algorithm"] == "a1") & (frame["dataset"] == "d"))
    return scores(frame.assign(level=level))


def regression() -> Predictions:
    rng = np.random.default_rng(4)
    truth = 10 * rng.normal(size=120)
    models = {
        name: truth + (3 - 0.4 * place) * rng.normal(size=120)
        for place, name in enumerate(("ridge", "forest", "GP"))
    }
    return Predictions.from_frame(pd.DataFrame({"y_true": truth, **models}).round(3))


def over_datasets() -> Predictions:
    """Predictions of several datasets, whose examples are alike."""
    rng = np.random.default_rng(4)
    truth = rng.integers(0, 3, 400)
    right = rng.random((400, 3)) < [0.75, 0.8, 0.86]
    models = {
        name: np.where(right[:, place], truth, (truth + 1) % 3)
        for place, name in enumerate(("bert", "roberta", "tfidf"))
    }
    frame = pd.DataFrame({"y_true": truth, **models}).astype(str)
    return Predictions.from_frame(frame.assign(dataset=[f"set {i % 8}" for i in range(400)]))


def long_curves() -> Curves:
    """Curves of errors on four functions, of which one falls fastest."""
    rng = np.random.default_rng(3)
    rows = []
    for name, rate in (("cma_es", 1.2), ("random_search", 0.5), ("tpe", 1.0)):
        for function in ("sphere", "ackley", "rastrigin", "levy"):
            for seed in range(4):
                falls = np.cumsum(rate * abs(1 + 0.3 * rng.normal(size=5)))
                steps = zip((10, 30, 100, 300, 1000), 10 * np.exp(-falls), strict=True)
                rows += [(name, function, seed, step, error) for step, error in steps]
    columns = ["algorithm", "function", "seed", "evaluations", "error"]
    return Curves.from_frame(pd.DataFrame(rows, columns=columns))


DESIGNS: dict[str, Callable[[], tuple[Any, dict[str, Any]]]] = {
    "two": lambda: (scores(wide(k=2, n=9)), {}),
    "three on few": lambda: (scores(wide(k=3, n=3)), {}),
    "six": lambda: (scores(wide(k=6, n=10, gap=0.2)), {}),
    "thirty": lambda: (scores(wide(k=30, n=12, gap=0.6)), {}),
    "no difference": lambda: (scores(wide(k=4, n=8, gap=0.0)), {}),
    "lower is better": lambda: (scores(wide(k=5, n=15, gap=0.2), higher=False), {}),
    "gaps": lambda: (scores(with_gap()), {}),
    "ties": lambda: (scores(wide(k=3, n=6).round(0)), {}),
    "repeats of cells": lambda: (scores(repeated()), {}),
    "folds": lambda: (scores(wide(k=3, n=10, fold=range(10))), {}),
    "two on folds": lambda: (scores(wide(k=2, n=10, fold=range(10))), {}),
    "seeds": lambda: (scores(wide(k=3, n=10, seed=range(10))), {}),
    "splits": lambda: (scores(wide(k=3, n=10, split=range(10))), {"test_fraction": 0.3}),
    "runs": lambda: (scores(wide(k=3, n=10).melt(var_name="algorithm", value_name="level")), {}),
    "control": lambda: (scores(wide(k=6, n=15, gap=0.2)), {"control": "a0"}),
    "control and rope": lambda: (
        scores(wide(k=4, n=8, gap=0.0)),
        {"control": "a1", "rope": 0.01},
    ),
    "labels": lambda: (random_labels(), {}),
    "two of labels": lambda: (random_labels(k=2, classes=2), {}),
    "probabilities": lambda: (random_scores(n=80, k=3, seed=1), {}),
    "one model": lambda: (random_scores(n=80, k=1, seed=1), {}),
    "curves": lambda: (curves_of(k=3, datasets=4, runs=2), {}),
    "curves on one dataset": lambda: (curves_of(k=2, datasets=1, runs=4), {}),
    "metrics": lambda: (metrics(), {}),
    "two metrics": lambda: (two_metrics(), {}),
    "times": lambda: (times(), {}),
    "repeats with gaps": lambda: (repeats_with_gaps(), {}),
    "regression": lambda: (regression(), {}),
    "over datasets": lambda: (over_datasets(), {}),
    "curves of errors": lambda: (long_curves(), {}),
    "ten thousand examples": lambda: (random_labels(n=12000, k=2, classes=2), {}),
    "two on few": lambda: (scores(wide(k=2, n=4, gap=0.4)), {}),
}


@lru_cache
def document_of(design: str, detail: str) -> Document:
    """Make the document of a design; its figures are laid out, which gives their words, but not drawn."""
    table, options = DESIGNS[design]()
    with (
        mock.patch.object(plots, "svg_of", return_value=b"<svg/>"),
        mock.patch.object(plots, "points_of", return_value=()),
    ):
        return report(table, detail=detail, **options).document


def hide_labels(text: str, labels: Iterable[str]) -> str:
    """Write X for the names of the data, which sentences may begin with as they are."""
    names = sorted({name for name in labels if not name.isdigit()}, key=len, reverse=True)
    pattern = "|".join(re.escape(name) for name in names if name)
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", "X", text) if pattern else text


def list_passage_faults(passage: Passage, labels: Iterable[str]) -> list[str]:
    """What is wrong with a passage, by what it is."""
    if passage.kind in ("cell", "title"):
        asks = ["question"] if passage.kind == "title" and passage.text.endswith("?") else []
        faults = prose.list_faults(passage.text)
        return asks + [fault for fault in faults if fault in ("spaces", "slot")]
    text = passage.text.removeprefix(NOTE)
    faults = prose.list_report_faults(text)
    if passage.kind in ("alt", "label"):
        # they hold the data of a figure or a table, and have limits of their own
        faults = [fault for fault in faults if fault != "long list"]
    if passage.kind in ("caption", "figure") and re.match(r"[a-z]", text):
        faults.append("no capital: a caption begins with a word of its own")
    if passage.kind in WHOLE:
        hidden = hide_labels(text, labels)
        faults += [
            fault
            for sentence in prose.split_sentences(hidden)
            for fault in prose.list_sentence_faults(sentence)
        ]
    return faults


def list_repeated(passages: Iterable[Passage]) -> list[str]:
    """The sentences that paragraphs say twice, or that a caption of a table says again.

    The caption of a figure stands alone, as the figure does.
    """
    places = defaultdict(list)
    for passage in passages:
        if passage.kind in ("sentence", "caption") and passage.section not in FORMS:
            for sentence in prose.split_sentences(passage.text.removeprefix(NOTE)):
                places[sentence].append(passage.kind)
    return [text for text, kinds in places.items() if kinds.count("sentence") and len(kinds) > 1]


def list_lost_references(document: Document) -> list[str]:
    """The tables, figures and sections that a text refers to and that are not there."""
    blocks = [block for section in document.sections for block in section.blocks]
    there = {
        f"{kind} {block.number}"
        for block in blocks
        for kind, made in (("Table", Table), ("Figure", FigureBlock))
        if isinstance(block, made) and block.number
    }
    titles = {section.title for section in document.sections}
    lost = []
    for passage in list_passages(document):
        if passage.kind not in (*WHOLE, "clause"):
            continue
        numbers = re.findall(r"\b(?:Table|Figure) \d+", passage.text)
        sections = re.findall(r"\(see ([A-Z][^)]*)\)\.", passage.text)
        named = [title for group in sections for title in re.split(r", | and ", group)]
        lost += [name for name in (*numbers, *named) if name not in there | titles]
    return lost


def check_every_text(document: Document) -> None:
    passages = list_passages(document)
    assert len(passages) > 50
    faults = {
        (passage.section, passage.kind, passage.text): found
        for passage in passages
        if (found := list_passage_faults(passage, document.labels))
    }
    assert not faults


def check_that_nothing_is_said_twice(document: Document) -> None:
    assert list_repeated(list_passages(document)) == []


def check_references(document: Document) -> None:
    assert list_lost_references(document) == []


@pytest.mark.parametrize("design", ["labels", "two of labels", "probabilities", "one model"])
def test_models_are_not_called_algorithms(design: str) -> None:
    passages = list_passages(document_of(design, "standard"))
    assert not [text for _, kind, text in passages if kind in WHOLE and "algorithm" in text]


def check_that_page_one_says_in_a_line_what_weakens_the_result(document: Document) -> None:
    verdict, *_ = document.sections
    lines = [
        text
        for block in verdict.blocks
        if isinstance(block, Text) and block.caution
        for text in block.paragraphs
    ]
    assert len(lines) == 1
    assert lines[0].startswith("What weakens this: ")
    assert len(lines[0].split()) < 75


def check_that_a_headline_keeps_the_case_of_names(document: Document) -> None:
    first = document.headline.partition(" ")[0]
    names = {name.partition(" ")[0] for name in document.labels}
    assert first in names or first.casefold() not in {name.casefold() for name in names}


def check_that_page_one_calls_nothing_significant_that_is_in_doubt(document: Document) -> None:
    if "in doubt" not in document.headline:
        return
    verdict, *_ = document.sections
    [ranking] = [block for block in verdict.blocks if isinstance(block, Table)]
    assert "could be" not in ranking.columns
    assert "No difference is called significant, because it" in ranking.caption


def check_that_a_caption_explains_the_cells_that_are_blank(document: Document) -> None:
    for section in document.sections:
        for block in section.blocks:
            if isinstance(block, Table) and "P(first better)" in block.columns:
                place = block.columns.index("P(first better)")
                blank = any(not row[place] for row in block.rows)
                assert blank == (", for pairs with " in block.caption)


# the standard report has most of its words
@pytest.mark.parametrize("design", one_in(6, DESIGNS))
def test_the_words_of_a_full_report(design: str) -> None:
    document = document_of(design, "full")
    check_every_text(document)
    check_references(document)


@pytest.mark.parametrize("design", one_in(3, DESIGNS))
def test_the_words_of_a_standard_report(design: str) -> None:
    document = document_of(design, "standard")
    check_every_text(document)
    check_references(document)
    check_that_nothing_is_said_twice(document)
    check_that_page_one_says_in_a_line_what_weakens_the_result(document)
    check_that_a_headline_keeps_the_case_of_names(document)
    check_that_page_one_calls_nothing_significant_that_is_in_doubt(document)
    check_that_a_caption_explains_the_cells_that_are_blank(document)


def many_datasets() -> Scores:
    """More than ten thousand datasets, some of them with gaps."""
    frame = wide(k=3, n=10_100)
    frame.iloc[3:20, 1] = np.nan
    return scores(frame.assign(dataset=[f"d{place}" for place in range(len(frame))]))


@LONG
def test_large_counts_have_commas() -> None:
    with mock.patch.object(plots, "svg_of", return_value=b"<svg/>"):
        passages = list_passages(report(many_datasets()).document)
    bare = [text for *_, text in passages if prose.BARE_COUNT.search(text)]
    assert not bare
    assert any("10,100 datasets" in text for *_, text in passages)


@pytest.mark.parametrize("side", [-1, 1])
def test_a_p_value_near_alpha_shows_its_side(side: int) -> None:
    table = scores(wide(k=3, n=3))
    p = report(table).analysis.omnibus.p_value
    alpha = round(p + side * 2e-5, 6)
    with mock.patch.object(plots, "svg_of", return_value=b"<svg/>"):
        made = report(table, alpha=alpha).document
    texts = " ".join(text for _, kind, text in list_passages(made) if kind == "sentence")
    written = [float(number) for number in re.findall(r"χ²\(2\) = [\d.]+, p = (\.\d+)", texts)]
    assert written
    assert all((number < alpha) == (p < alpha) for number in written)


@loop_over(
    ("kind", "text", "fault"),
    [
        ("sentence", "a0 is best. it leads.", "no capital"),
        ("caption", "Two numbers", "no end"),
        ("caption", "Intervals (Tukey test (randomized blocks)).", "nested brackets"),
        ("alt", "ROC curves of 1 models.", "plural"),
        ("clause", "the mean is nan", "not for readers"),
        ("clause", "{n} are left out", "slot"),
        ("clause", "two  spaces", "spaces"),
        ("cell", "two  spaces", "spaces"),
        ("sentence", "It is decided at a probability of 0.95.", "leading zero"),
        ("sentence", "The residuals are normal (W = 0.98).", "leading zero"),
        ("sentence", "They differ (alpha = .05).", "alpha for α"),
        ("sentence", "It is better with probability > .999 to > .999.", "range of one number"),
        ("sentence", "The report has the Cliff's δ.", "article"),
        ("sentence", "It leads a1, a2, a3, a4, a5, a6 and a7.", "long list"),
        ("sentence", "It cannot be told from a1.", "banned"),
        ("sentence", "By AUC, a1 has the best AUC (0.909).", "twice"),
        ("sentence", "It is better with posterior probability > .999 and > .999.", "list of one"),
        ("sentence", "Tukey test (randomized blocks) (Holm): 1 of 3 pairs.", "two brackets"),
        ("sentence", "The words are those of d_av Cohen, 1988, made for it.", "source without"),
        ("label", "Should We Test?. Journal of Tests.", "punctuation"),
        ("sentence", "They agree for the 1 pair with a1.", "the 1"),
        ("sentence", "There are 20000 datasets.", "bare count"),
        ("sentence", "It wins on 12000/3/200.", "bare count"),
        ("caption", "accuracy over the datasets.", "no capital"),
        ("title", "Which ones differ?", "question"),
    ],
)
def test_a_fault_is_seen(kind: str, text: str, fault: str) -> None:
    faults = list_passage_faults(Passage("verdict", kind, text), ("a0",))
    assert [found for found in faults if found.startswith(fault)]


def test_a_repeated_sentence_is_seen() -> None:
    said = Passage("verdict", "sentence", "It leads. It is best.")
    again = Passage("pairs", "sentence", f"{NOTE}It is best.")
    assert list_repeated([said, again]) == ["It is best."]
    assert list_repeated([said, again._replace(kind="figure")]) == []


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("See the pairs (Table 9).", ["Table 9"]),
        ("See the ranks (Figure 99).", ["Figure 99"]),
        ("Further limits: tests differ (see Verdict and Nowhere).", ["Nowhere"]),
        ("See the ranks (Table 1).", []),
    ],
)
def test_a_lost_reference_is_seen(text: str, lost: list[str]) -> None:
    document = document_of("two", "standard")
    first, *rest = document.sections
    first = replace(first, blocks=(*first.blocks, Text((text,))))
    assert list_lost_references(replace(document, sections=(first, *rest))) == lost
