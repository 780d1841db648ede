import dataclasses

import numpy as np
import pandas as pd
import pytest

from benchreport import stats
from benchreport.analysis import analyze
from benchreport.analysis.bayesian import (
    compare_with_rivals,
    describe_differences,
    find_differences,
)
from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.results import Assumption, BayesResult, Posterior
from benchreport.results.base import Design


def read(frame, **roles):
    return Scores.from_frame(frame, Roles(score="accuracy", **roles))


WIDE = pd.DataFrame({"a": [9.0, 8, 9, 7], "b": [7.0, 6, 8, 5], "c": [5.0, 4, 4, 2]})
LONG = pd.concat([WIDE, WIDE.iloc[:1] + 1], ignore_index=True)
TWICE = LONG.assign(repetition=[1, 1, 1, 1, 2], fold=[1, 2, 3, 4, 1])
PATHS = {
    "datasets": (read(WIDE), {}, "bayes_signed_rank"),
    "gaps": (read(WIDE.assign(b=[7.0, None, 8, 5])), {}, "bayes_signed_rank"),
    "folds": (read(WIDE.assign(fold=[1, 2, 3, 4])), {}, "bayes_correlated_t"),
    "repeated": (read(TWICE, repeat=("repetition", "fold")), {}, "bayes_correlated_t"),
    "seeds": (read(WIDE.assign(seed=[1, 2, 3, 4])), {}, "bayes_signed_rank"),
    "splits": (
        read(WIDE.assign(split=[1, 2, 3, 4])),
        {"test_fraction": 0.3},
        "bayes_correlated_t",
    ),
    "unknown splits": (read(WIDE.assign(split=[1, 2, 3, 4])), {}, None),
    "runs": (
        Scores.from_frame(WIDE.melt(var_name="algorithm", value_name="auc")),
        {},
        None,
    ),
}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("control", [None, "b"])
def test_each_design_has_its_view(path, control):
    scores, options, procedure = PATHS[path]
    analysis = analyze(scores, control=control, **options)
    assert (analysis.bayes and analysis.bayes.procedure) == procedure
    assert (analysis.bayes in analysis.results) == (procedure is not None)
    if analysis.bayes is not None:
        assert analysis.bayes.control == (control or "a")
        assert len(analysis.bayes.rows) == 2


def test_it_has_the_variance_of_the_test_that_decides():
    analysis = analyze(PATHS["repeated"][0], rope=0.5)
    assert analysis.bayes.variant == analysis.decisive.variant == "folds"
    assert analysis.bayes.rope == 0.5
    split = analyze(PATHS["splits"][0], test_fraction=0.3)
    by_hand = stats.bayes_correlated_t(PATHS["splits"][0], control="a", test_fraction=0.3)
    assert split.bayes.rows == by_hand.rows
    with pytest.raises(OptionError, match="rope must be a number"):
        analyze(PATHS["datasets"][0], rope=-1)


def test_the_level_goes_with_alpha(garcia):
    analysis = analyze(garcia, alpha=0.1, rng=3)
    assert analysis.bayes.confidence == 0.9
    assert analysis.bayes.alpha == 0.1
    assert analysis.bayes.seed == 3


def many(k, n):
    values = np.random.default_rng(0).normal(size=(n, k)) + np.linspace(0, 1, k)
    return read(pd.DataFrame(values, columns=[f"a{place}" for place in range(k)]))


def test_many_algorithms_are_cut_to_the_next_ones():
    scores = many(300, 12)
    ranked = stats.nemenyi(scores)
    result = compare_with_rivals(scores, ranked, rope=0.0, test_fraction=None, rng=0)
    names = [scores.algorithms[place] for place in ranked.order]
    assert result.control == names[0]
    assert {row.first for row in result.rows} | {row.second for row in result.rows} == set(
        names[:61]
    )
    assert f"{names[0]} is compared with the 60 algorithms next to it" in result.warnings[-1]
    assert "239 are left out" in result.warnings[-1]
    middle = stats.bonferroni_dunn(scores, control=names[150])
    around = compare_with_rivals(scores, middle, rope=0.0, test_fraction=None, rng=0)
    assert {names[149], names[151]} <= {row.first for row in around.rows} | {
        row.second for row in around.rows
    }
    assert names[0] not in {row.first for row in around.rows}


@pytest.mark.needs("time")
def test_large_tables_have_fewer_draws():
    table = many(10, 30)
    assert (
        compare_with_rivals(
            table, stats.nemenyi(table), rope=0, test_fraction=None, rng=0
        ).n_resamples
        == 50_000
    )
    large = many(40, 400)
    result = compare_with_rivals(large, stats.nemenyi(large), rope=0, test_fraction=None, rng=0)
    assert 4000 <= result.n_resamples < 50_000
    assert result.n_resamples % 1000 == 0


def posteriors(*probabilities, rope=0.0):
    """Return a result with these probabilities (better, equivalent, worse) of b, c, … against a."""
    names = tuple("abcdefgh"[: len(probabilities) + 1])
    design = Design(
        algorithms=names,
        n_blocks=9,
        block_kind="dataset",
        score="accuracy",
        higher_is_better=True,
    )
    rows = tuple(
        Posterior(name, "a", 0.0, None, *triple)
        for name, triple in zip(names[1:], probabilities, strict=True)
    )
    return BayesResult(
        procedure="bayes_signed_rank",
        method="Bayesian signed-rank test",
        design=design,
        rows=rows,
        rope=rope,
        confidence=0.95,
        difference_name="",
        prior="",
        control="a",
    )


# a beats c and d clearly; b is as good as a
RNG = np.random.default_rng(1)
BASE = RNG.normal(size=9)
TABLE = read(
    pd.DataFrame(
        {
            "a": BASE,
            "b": BASE + RNG.normal(0, 1, 9),
            "c": BASE - 5 + RNG.normal(0, 1, 9),
            "d": BASE - 9,
        }
    )
)
TEST = stats.wilcoxon(TABLE)
CLEAR = (0.0, 0.0, 1.0)


def test_views_that_agree_are_not_mentioned():
    bayes = posteriors((0.4, 0.0, 0.6), CLEAR, CLEAR)
    assert find_differences(bayes, TEST) == ()
    assert describe_differences(bayes, TEST) == ""


def test_differences_that_only_the_posterior_shows():
    bayes = posteriors((0.03, 0.0, 0.97), CLEAR, CLEAR)
    (difference,) = find_differences(bayes, TEST)
    assert (difference.rival, difference.test, difference.posterior) == ("b", "open", "leader")
    assert difference.probability == 0.97
    text = describe_differences(bayes, TEST)
    assert text.startswith("The Bayesian view differs for 1 of 3 pairs with a: ")
    test = "the Wilcoxon signed-rank test finds no significant difference between a and b (adjusted p > .999)"
    assert f": {test}" in text
    assert text.endswith(
        "while the posterior probability that a is better is .970. This view adjusts neither for the number "
        "of pairs nor for the choice of the best by the same scores. By chance, the best of several equally "
        "good algorithms often has such a probability."
    )
    other = describe_differences(posteriors((0.97, 0.0, 0.03), CLEAR, CLEAR), TEST)
    assert "while the posterior probability that b is better than a is .970" in other


def test_a_probability_that_the_prior_makes_certain_is_explained():
    """Three of four datasets are ties, so the prior alone gives b no weight (Benavoli et al., 2014)."""
    certain = (
        "Where no dataset favours the other algorithm, the prior makes this probability 1, however few "
        "the datasets are."
    )
    table = read(pd.DataFrame({"a": [0.9, 0.8, 0.7, 0.6], "b": [0.9, 0.8, 0.7, 0.5]}))
    test = stats.wilcoxon(table)
    bayes = compare_with_rivals(table, test, rope=0, test_fraction=None, rng=1)
    assert describe_differences(bayes, test).endswith(certain)
    # whichever of the two stands first in the table
    for order in ("abc", "cba"):
        steps = pd.DataFrame({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.7, 0.6], "c": [0.7, 0.6, 0.5]})
        clear = read(steps[[*order]])
        ranked = stats.nemenyi(clear)
        posterior = compare_with_rivals(clear, ranked, rope=0, test_fraction=None, rng=1)
        assert describe_differences(posterior, ranked).endswith(certain)
    crossed = read(pd.DataFrame({"a": BASE, "b": BASE - np.resize([1.0, 1.1, -0.2], 9)}))
    test = stats.wilcoxon(crossed, correction="none", alpha=0.001)
    bayes = compare_with_rivals(crossed, test, rope=0, test_fraction=None, rng=1)
    bayes = dataclasses.replace(bayes, confidence=0.9)
    text = describe_differences(bayes, test)
    assert "while the posterior probability that a is better is" in text
    assert certain not in text
    # the third is behind everywhere, which says nothing of the second
    losses = np.resize([1.0, 1.1, 1.2, 1.3, -0.2], 60)
    base = RNG.normal(size=60)
    three = read(pd.DataFrame({"a": base, "b": base - losses, "c": base - 9}))
    test = stats.wilcoxon(three, alpha=1e-10)
    bayes = compare_with_rivals(three, test, rope=0, test_fraction=None, rng=1)
    text = describe_differences(bayes, test)
    assert "while the posterior probability that a is better is > .999" in text


def test_one_pair_has_no_number_of_pairs_to_adjust_for():
    signs = np.resize([1.0, -0.9], 9)
    test = stats.wilcoxon(read(pd.DataFrame({"a": BASE, "b": BASE + signs})))
    text = describe_differences(posteriors((0.03, 0.0, 0.97)), test)
    assert text.startswith("The Bayesian view differs: the Wilcoxon signed-rank test finds no")
    assert text.endswith(
        " By chance, one of two equally good algorithms has it in 10 % of tables or more."
    )


def test_differences_that_the_posterior_leaves_open():
    bayes = posteriors((0.4, 0.0, 0.6), (0.08, 0.0, 0.92), (0.1, 0.0, 0.9))
    text = describe_differences(bayes, TEST)
    assert "finds a better than c (adjusted p = .0" in text
    assert "while the posterior probabilities of that are only .920 and .900" in text
    assert [difference.test for difference in find_differences(bayes, TEST)] == ["leader", "leader"]


def test_a_test_in_doubt_finds_nothing_that_the_posterior_could_leave_open():
    bayes = posteriors((0.4, 0.0, 0.6), (0.08, 0.0, 0.92), (0.1, 0.0, 0.9))
    reason = Assumption(name="blocks differ", outcome="violated", evidence="two are copies")
    text = describe_differences(bayes, dataclasses.replace(TEST, assumptions=(reason,)))
    assert "signed-rank test favours a over c (adjusted p = .0" in text
    assert "by p-values in doubt, while the posterior" in text
    assert "better than" not in text


def test_practically_equivalent_pairs():
    bayes = posteriors((0.0, 0.99, 0.01), (0.0, 0.96, 0.04), CLEAR, rope=2.0)
    by_rival = {difference.rival: difference for difference in find_differences(bayes, TEST)}
    assert (by_rival["b"].test, by_rival["c"].test) == ("open", "leader")
    text = describe_differences(bayes, TEST)
    assert "finds no significant difference between a and b" in text
    assert "b is practically equivalent to a with posterior probability .990" in text
    assert "; the Wilcoxon signed-rank test finds a better than c" in text


def test_the_rival_may_be_better():
    test = stats.wilcoxon(TABLE, control="d")
    bayes = posteriors((0.9, 0.0, 0.1), (0.9, 0.0, 0.1), (0.9, 0.0, 0.1))
    rows = tuple(
        row._replace(first=name, second="d") for row, name in zip(bayes.rows, "abc", strict=True)
    )
    text = describe_differences(dataclasses.replace(bayes, rows=rows, control="d"), test)
    # who was named beforehand was not chosen by the scores
    assert text.endswith("This view does not adjust for the number of pairs.")
    assert "finds b (adjusted p = .012), a (adjusted p = .012) and c" in text
    assert "better than d, while the posterior probability of that is only .900" in text


def test_many_rivals_are_counted():
    k = 8
    values = np.random.default_rng(2).normal(size=(6, k))
    table = read(pd.DataFrame(values, columns=list("abcdefgh")))
    bayes = posteriors(*[(0.01, 0.0, 0.96 + place / 1000) for place in range(k - 1)])
    text = describe_differences(bayes, stats.wilcoxon(table))
    assert "and 4 others" in text
    assert "posterior probabilities that a is better are .960 to .966" in text


def test_the_verdict_compares_test_and_posterior(garcia, demsar):
    """Demšar's Table 6: Holm's p of C4.5 is .062, and C4.5+m+cf better in nearly every draw."""
    assert (
        "differs for 2 of 3 pairs with C4.5+m+cf: the Wilcoxon signed-rank test finds no significant "
        "difference between C4.5+m+cf and each of C4.5+cf (adjusted p = .111) and C4.5 (adjusted p = .062), "
        "while the posterior probabilities that C4.5+m+cf is better are .991 and .997"
        in " ".join(analyze(demsar).sentences)
    )
    for control in (None, "Kernel"):
        assert "The Bayesian view" not in " ".join(analyze(garcia, control=control).sentences)


def test_practical_equivalence_weakens_no_open_lead():
    values = np.random.default_rng(0).normal(0.8, 0.005, (15, 3))
    table = Scores.from_frame(pd.DataFrame(values, columns=list("abc")), Roles(score="accuracy"))
    analysis = analyze(table, rope=0.05)
    (bayes,) = (row for row in analysis.cautions if row.section == "bayes")
    assert "practically equivalent" in bayes.sentence
    assert not bayes.clause
