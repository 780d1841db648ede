import re

import numpy as np
import pandas as pd
import pytest
from published import published

from benchreport.results.citing.bibliography import BIBLIOGRAPHY

HOSTILE = [r"\input{x}", "*b* [x](y) <z>", '#panic() "', "a_b & c"]
RNG = np.random.default_rng(0)


def frame_of(name):
    return pd.DataFrame(published(name).values, columns=published(name).algorithms)


def sentence_of(frame, **roles):
    return frame.bench(score="accuracy", **roles).sentence()


def test_a_published_comparison():
    # García & Herrera (2008), section 3: F = 14.45. R 4.2.2, p.adjust(method = "holm") of wilcox.test:
    # C4.5 against CN2, 1-NN and Kernel at most .026, against NaiveBayes 1
    assert str(sentence_of(frame_of("garcia_herrera2008"))) == (
        "A Friedman test found a significant difference among the 5 algorithms on 30 datasets, "
        "F(4, 116) = 14.45, p < .001, Kendall's W = .33 (Friedman, 1937); C4.5 had the best mean rank "
        "(2.10) and was significantly better than CN2, 1-NN and Kernel (Wilcoxon signed-rank test with "
        "Holm's correction, α = .05; Wilcoxon, 1945)."
    )


def test_a_lead_that_is_not_significant():
    text = str(sentence_of(frame_of("demsar2006")))
    assert (
        "but its lead over the others was not significant (Wilcoxon signed-rank test with Holm's "
        "correction, α = .05; Wilcoxon, 1945)" in text
    )


def test_two_algorithms():
    first = RNG.normal(0.8, 0.05, 12)
    frame = pd.DataFrame({"worse": first - RNG.uniform(0.02, 0.04, 12), "better": first})
    text = str(sentence_of(frame))
    assert text.startswith("better was significantly better than worse on 12 datasets (")
    difference, low, high = map(
        float, re.search(r" (0\.\d+), 95% CI \[(.+), (.+)\]", text).groups()
    )
    assert 0 < low < difference < high
    # every difference favours one side: the greatest correlation
    assert re.search(r"\], p < \.001, matched-pairs rank-biserial correlation = 1\.00; ", text)
    same = pd.DataFrame({"a": [0.1, 0.2, 0.3, 0.4], "b": [0.2, 0.1, 0.4, 0.3]})
    assert str(sentence_of(same)).startswith("No significant difference between")


def test_nothing_is_significant_while_a_check_is_doubtful():
    values = RNG.uniform(size=(4, 3)) + np.arange(3)
    text = str(sentence_of(pd.DataFrame(np.vstack([values] * 4), columns=list("abc"))))
    assert "not called significant, as the assumption that" in text
    assert "no difference is called significant" in text
    assert "found a significant" not in text
    assert "was significantly better" not in text


def test_leaders_that_share_the_lead():
    frame = pd.DataFrame({"a": [2, 1, 2, 1], "b": [1, 2, 1, 2], "c": [0, 0, 0, 0]})
    assert "a and b shared the best mean rank (1.50), and" in str(sentence_of(frame))


def test_no_test():
    splits = pd.DataFrame(
        [(name, split, RNG.uniform()) for name in "ab" for split in range(6)],
        columns=["algorithm", "split", "accuracy"],
    )
    text = str(splits.bench.sentence())
    assert text.endswith("no test was run.")


def test_lower_scores_may_be_better():
    frame = -frame_of("garcia_herrera2008") + 1
    assert "C4.5 had the best mean rank (2.10)" in str(frame.bench(score="error").sentence())


def test_citations_in_each_format():
    sentence = sentence_of(frame_of("garcia_herrera2008"))
    assert sentence.keys == ("friedman1937", "wilcoxon1945")
    assert all(key in BIBLIOGRAPHY for key in sentence.keys)
    assert sentence.bibtex.count("@") == 2
    assert r"\citep{friedman1937}" in sentence.to_latex()
    assert "[@friedman1937]" in sentence.to_markdown()
    assert "@wilcoxon1945." in sentence.to_typst()


def test_labels_are_escaped():
    values = RNG.normal(size=(20, 4)) + np.arange(4)
    sentence = sentence_of(pd.DataFrame(values, columns=HOSTILE))
    assert r"\input" not in sentence.to_latex()
    assert "[x](y)" not in sentence.to_markdown()
    assert "<z>" not in sentence._repr_html_()


def test_typst_compiles(tmp_path):
    compiler = pytest.importorskip("typst", reason="the typst package is not installed")
    frame = pd.DataFrame(RNG.normal(size=(20, 4)) + np.arange(4), columns=HOSTILE)
    sentence = sentence_of(frame)
    (tmp_path / "r.bib").write_text(sentence.bibtex)
    (tmp_path / "t.typ").write_text(sentence.to_typst() + '\n\n#bibliography("r.bib")\n')
    compiler.compile(str(tmp_path / "t.typ"), output=str(tmp_path / "t.pdf"))


def test_who_shares_the_first_place_alone_is_said_in_words():
    frame = pd.DataFrame({"a": [3.0, 2, 1] * 4, "b": [2.0, 1, 3] * 4, "c": [1.0, 3, 2] * 4})
    text = str(frame.bench(score="accuracy").sentence())
    assert "shared the best mean rank (2.00), and no pair differed significantly (" in text


def test_a_doubt_is_said_once_in_one_pair_of_brackets():
    rng = np.random.default_rng(13)
    rows = [
        (name, "iris", seed, 0.8 - place / 20 + rng.normal(0, 0.01))
        for place, name in enumerate("abc")
        for seed in range(12)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "seed", "accuracy"])
    text = str(frame.bench.sentence())
    assert text.count("seeds on one split") == 1
    assert "but for the same reason no difference is called significant (" in text
    assert ") (" not in text


def test_rank_sums_have_no_empty_decimals():
    frame = pd.DataFrame(
        {"a": [0.9, 0.8, 0.7, 0.85, 0.6, 0.75], "b": [0.7, 0.7, 0.5, 0.8, 0.5, 0.6]}
    )
    text = str(frame.bench(score="accuracy").sentence())
    assert "R+ = 21, " in text
