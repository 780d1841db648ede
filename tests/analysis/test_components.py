"""An ablation study is answered by its components first."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from factor_tables import factor_table
from report_texts import list_passages

from benchreport.analysis import analyze
from benchreport.analysis.components import answer_components
from benchreport.analysis.verdicts.caution import Answer
from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.report import report
from benchreport.report.sections.component_sections import _interaction_blocks
from benchreport.results.base import Assumption
from benchreport.stats import ablation, anova

pytestmark = pytest.mark.usefixtures("blank_pictures")

BEFORE = Answer("x leads", ("one.", "two.", "three.", "four."), ())


@pytest.fixture(scope="module")
def analysis():
    return analyze(factor_table("complete"))


def test_components_come_before_their_combinations(analysis):
    assert analysis.headline == "cut and mix (a) improve mean score, sgd (b) worsens it"
    assert len(analysis.verdict) == 3
    assert analysis.verdict[0].startswith("Averaged over the other settings, mean score changes by")
    assert analysis.verdict[1].startswith("Over 6 datasets, ")


def test_numbers_of_the_sentence_are_those_of_the_result():
    result = ablation(factor_table("complete"))
    sentence = answer_components(result, BEFORE).verdict[0]
    for row in result.components:
        significant = row.p_adjusted <= result.alpha
        text = f"{result.writer(row.difference)} [{result.writer(row.interval.low)}, "
        assert (f"for {row.name} (p" in sentence) == significant
        assert not significant or text in sentence
        assert significant or row.name in sentence.partition("; the effect")[2]


@pytest.mark.parametrize("crossed", [True, False])
def test_the_verdict_and_the_table_describe_the_effects_alike(crossed):
    rng = np.random.default_rng(3)
    rows = [
        (dataset, cut, mix, 0.5 + 0.1 * cut + 0.05 * mix + rng.normal(0, 0.01))
        for dataset in "abcdefgh"
        for cut in range(3)
        for mix in range(2)
        if crossed or (cut, mix) != (2, 1)
    ]
    frame = pd.DataFrame(rows, columns=["dataset", "cut", "mix", "score"])
    roles = Roles(factors=["cut", "mix"], score="score", higher_is_better=True)
    table = Scores.from_frame(frame.astype({"cut": str, "mix": str}), roles)
    result = ablation(table)
    assert result.crossed == crossed
    text = answer_components(result, BEFORE).verdict[0]
    assert ("Averaged over the other settings" in text) == crossed
    assert ("not all their combinations were run" in text) == (not crossed)


def test_harm_is_said():
    result = ablation(factor_table("complete"))
    turned = replace(
        result,
        components=tuple(row._replace(helps=not row.helps) for row in result.components),
    )
    assert "worsen" in answer_components(turned, BEFORE).headline
    none = replace(
        result, components=tuple(row._replace(p_adjusted=1.0) for row in result.components)
    )
    answer = answer_components(none, BEFORE)
    assert answer.headline == "No effect of a component on mean score is called significant"
    assert answer.verdict[0].startswith("No significant effect was found for ")
    assert answer.verdict[1:] == BEFORE.verdict[:2]


def test_interactions_weaken_the_effects_first(analysis):
    names = {term.source for term in analysis.ablation.interactions if term.p_value <= 0.05}
    assert names
    assert all(name in analysis.cautions[0].sentence for name in names)
    alone = replace(analysis.ablation, interactions=())
    assert answer_components(alone, BEFORE).cautions == ()


def test_effects_have_the_decimals_of_their_table(analysis):
    written = set(analysis.ablation.display["effect"])
    found = [row for row in analysis.ablation.components if row.p_adjusted <= 0.05]
    shown = [text for text in written if f" {text} [" in analysis.verdict[0]]
    assert len(shown) == len({analysis.ablation.writer(row.difference) for row in found})


def test_nothing_is_significant_while_a_check_denies_it():
    result = ablation(factor_table("complete"))
    doubtful = replace(
        result, assumptions=(Assumption(name="a", outcome="doubtful", evidence="b"),)
    )
    answer = answer_components(doubtful, BEFORE)
    largest = max(result.components, key=lambda row: abs(row.difference))
    effect = f"{result.writer(largest.difference)} for {largest.name}"
    assert answer.headline == (
        f"No effect of a component on mean score is called significant; the largest is {effect}"
    )
    sizes, why, *combinations = answer.verdict
    for row in result.components:
        low, high = (result.writer(end) for end in row.interval[:2])
        said = f"{result.writer(row.difference)} [{low}, {high}] for {row.name} (p"
        assert (said in sizes) == (row.p_adjusted <= result.alpha)
    assert "significant" not in sizes
    assert "has an adjusted p > .05 (t test of the effects" in sizes
    assert why == f"No effect is called significant, because {doubtful.reservation}."
    assert combinations == ["one.", "two."]


def test_the_plain_analysis_of_variance_is_of_the_combinations(analysis):
    plain = replace(factor_table("complete"), factors=(), covariates={})
    assert analysis.variance.to_dict() == anova(plain).to_dict()
    assert {term.source for term in analysis.factorial.terms} == {
        "a", "b", "c", "a × b", "a × c", "b × c",
    }  # fmt: skip


def test_a_table_without_factors_has_none(demsar):
    analysis = analyze(demsar)
    assert analysis.ablation is None
    assert analysis.factorial is None


@pytest.mark.parametrize("detail", ["brief", "standard", "full"])
def test_the_report_has_a_section_on_components(detail):
    document = report(factor_table("complete"), detail=detail).document
    keys = [section.key for section in document.sections]
    assert keys[:3] == ["verdict", "compared", "components"]
    text = " ".join(passage.text for passage in list_passages(document))
    assert "Effect of each component on mean score" in text
    assert "The effect of each component was estimated on each dataset" in text
    assert "repeated-measures analysis of variance" in text
    assert "a: none, cut, mix; b: adam, sgd; c: off, on" in text


def test_a_report_on_gaps_describes_the_pooled_model():
    document = report(factor_table("gaps"), detail="standard").document
    text = " ".join(passage.text for passage in list_passages(document))
    assert "Effects of components are differences of estimated marginal means" in text
    assert "score ~ dataset + a * b" in text


def test_a_report_without_components_is_as_before(demsar):
    keys = [section.key for section in report(demsar).document.sections]
    assert "components" not in keys


def test_another_baseline_is_that_of_the_page():
    """The effects of a level over the others change their sign with the baseline."""
    scores = factor_table("complete")
    rows = {row.name: row for row in analyze(scores, baseline=["adam", "on"]).ablation.components}
    others = {row.name: row for row in analyze(scores, baseline=["sgd", "off"]).ablation.components}
    assert rows["b: sgd"].difference == -others["b: adam"].difference
    assert rows["c: off"].difference == -others["c"].difference
    document = report(scores, baseline=["adam", "on"]).document
    assert "c: off" in " ".join(passage.text for passage in list_passages(document))


def test_a_baseline_is_a_level(demsar):
    with pytest.raises(OptionError, match="baseline must be one of"):
        report(factor_table("complete"), baseline=["lion"])
    with pytest.raises(OptionError, match="and this table has none"):
        report(demsar, baseline=["lion"])


def test_several_interactions_are_named_in_one_sentence():
    result = ablation(factor_table("complete"))
    terms = [term._replace(p_value=0.01) for term in result.interactions[:2]]
    crossed = replace(result, interactions=(*terms, *result.interactions[2:]))
    (first, *_) = answer_components(crossed, BEFORE).cautions
    assert first.sentence == (
        "Effects depend on one another: those of a and b (p = .010) and a and c (p = .010). "
        "The effects above are means over the other settings."
    )


def test_variants_of_one_column_have_no_other_settings():
    rng = np.random.default_rng(2)
    names = ["full", "w/o augmentation", "w/o pretraining"]
    rows = [
        (d, name, 0.8 - 0.05 * place + rng.normal() / 100)
        for d in range(9)
        for place, name in enumerate(names)
    ]
    frame = pd.DataFrame(rows, columns=["dataset", "variant", "accuracy"])
    (first, *_) = analyze(frame.bench(factors=["variant"]).scores).verdict
    assert first.startswith("Mean accuracy changes by −0.")
    assert "other settings" not in first


def test_a_score_that_is_a_mean_by_its_name_is_called_so_once(tmp_path):
    scores = replace(factor_table("complete"), score="mean_reward")
    answer = answer_components(ablation(scores), BEFORE)
    assert answer.headline == "cut and mix (a) improve mean_reward, sgd (b) worsens it"
    assert answer.verdict[0].startswith("Averaged over the other settings, mean_reward changes by")
    report(scores, tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text()
    assert "mean_reward" in text
    assert "mean mean_reward" not in text.casefold()


def test_factors_that_change_together_leave_the_answer_on_combinations():
    rows = [
        (learner, method, by, data, 0.5 + 0.1 * place + 0.03 * number + 0.01 * len(method))
        for place, learner in enumerate(("knn", "nb"))
        for method, by in (
            ("none", "none"),
            ("sfs", "accuracy"),
            ("sfs", "f1"),
            ("sbs", "accuracy"),
        )
        for number, data in enumerate("abcdef")
    ]
    columns = ["learner", "method", "selection", "dataset", "accuracy"]
    frame = pd.DataFrame(rows, columns=columns)
    found = analyze(frame.bench(factors=["learner", "method", "selection"]).scores)
    assert (found.ablation, found.factorial) == (None, None)
    assert len(found.scores.algorithms) == 8
    assert "cannot be told apart, because a level of selection was run only together" in " ".join(
        caution.sentence for caution in found.cautions
    )
    assert report(frame.bench(factors=["learner", "method", "selection"]).scores).document


def test_an_interval_of_an_effect_size_that_includes_0_is_explained(analysis):
    first, *rest = analysis.factorial.terms
    assert first.p_value <= analysis.alpha
    for low, said in ((0.0, True), (0.1, False)):
        terms = (first._replace(eta_interval=first.eta_interval._replace(low=low)), *rest)
        table, *_ = _interaction_blocks(replace(analysis.factorial, terms=terms))
        assert ("An interval of partial η² includes 0 although p ≤ .05" in table.caption) == said
