"""The headline, the verdict and the cautions of every design keep to the rules for words."""

import re

import numpy as np
import pandas as pd
import pytest
from analysis.verdicts.test_claims import PREDICTIONS, SCORES

from benchreport.analysis import analyze, analyze_curves, analyze_predictions
from benchreport.data import Curves

LONGEST_HEADLINE = 90
# inverted genitives and the words of an older style, and claims of equality
BANNED = (
    r"\b(told apart|of what|that which|none is|found to|are equal|the same as|equally good|again)\b"
)
CASES = [
    *((name, control) for name in SCORES for control in (False, True)),
    *((name, control) for name in PREDICTIONS for control in (False, True)),
    ("curves", False),
]


def curves():
    rng = np.random.default_rng(0)
    rows = [
        (f"a{k}", f"d{d}", seed, step, (4 - k) / step + rng.normal(0, 0.01))
        for k in range(3)
        for d in range(6)
        for seed in range(3)
        for step in (1, 2, 5)
    ]
    columns = ["algorithm", "dataset", "seed", "step", "loss"]
    return Curves.from_frame(pd.DataFrame(rows, columns=columns))


def make_analysis(name, control):
    if name == "curves":
        return analyze_curves(curves())
    table = (SCORES.get(name) or PREDICTIONS[name])()
    run = analyze if name in SCORES else analyze_predictions
    return run(table, control=table.algorithms[1] if control else None)


def check_that_a_headline_fits_on_a_page_and_has_no_full_stop(analysis):
    assert 0 < len(analysis.headline) <= LONGEST_HEADLINE
    assert not analysis.headline.endswith(".")


def check_that_a_verdict_has_at_most_four_sentences(analysis):
    assert 1 <= len(analysis.verdict) <= 4


def check_that_every_item_is_one_sentence(analysis):
    for line in analysis.sentences:
        assert line.endswith("."), line
        # reasons follow in sentences of their own
        explained = line.startswith("The Bayesian view differs")
        assert explained or not re.search(r"[a-z)\]%]\. [A-Z]", line), line


def check_that_sentences_begin_with_a_capital_or_a_name(analysis):
    for line in analysis.sentences:
        assert re.match(r"[A-Z0-9]|[am]\d|[abc] ", line), line


def check_that_no_banned_word_is_used(analysis):
    for line in (analysis.headline, *analysis.verdict):
        assert not re.search(BANNED, line), line


def check_that_plurals_brackets_and_digits_are_right(analysis):
    for line in (analysis.headline, *analysis.sentences):
        assert not re.search(
            r"(?<![\w.])1 (pair|dataset|score|example|algorithm|other)s\b", line
        ), line
        assert line.count("(") == line.count(")"), line
        assert "  " not in line, line
        assert "p = 0." not in line, line
        assert "nan" not in line, line
        assert not re.search(r"\.\d{7,}", line), line


def check_that_nothing_is_significant_in_the_headline_that_is_not_in_the_verdict(analysis):
    if "significantly" in analysis.headline:
        assert any("significantly" in line for line in analysis.verdict)
    doubts = [test for test in getattr(analysis, "pairs", ())[:1] if test.doubts]
    if doubts:
        assert "significantly better" not in analysis.headline


CHECKS = (
    check_that_a_headline_fits_on_a_page_and_has_no_full_stop,
    check_that_a_verdict_has_at_most_four_sentences,
    check_that_every_item_is_one_sentence,
    check_that_sentences_begin_with_a_capital_or_a_name,
    check_that_no_banned_word_is_used,
    check_that_plurals_brackets_and_digits_are_right,
    check_that_nothing_is_significant_in_the_headline_that_is_not_in_the_verdict,
)


@pytest.mark.parametrize(("name", "control"), CASES)
def test_the_words_of_an_analysis(name, control):
    analysis = make_analysis(name, control)
    for check in CHECKS:
        check(analysis)
