"""tukey(factor=…) against R's pairs(emmeans(lm(…), factor)), and against tukey() of averages."""

import numpy as np
import pandas as pd
import pytest
from factor_tables import ANSWERS, factor_table
from published import by_pair, published

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.stats import anova, dunnett, mixed_model, tukey


@pytest.mark.parametrize("name", ["gaps", "covariate", "runs"])
@pytest.mark.parametrize("factor", ["a", "b"])
def test_pooled_against_emmeans(name, factor, monkeypatch):
    one_variance = "benchreport.stats.means._level_means.choose_covariance"
    monkeypatch.setattr(one_variance, lambda *_, **__: "nonrobust")
    answer = ANSWERS[name]
    result = tukey(factor_table(name), factor=factor, blocks=answer["blocks"])
    assert result.variant == "pooled"
    levels = [row["level"] for row in answer["pooled"]["means"][factor]]
    expected = iter(answer["pooled"]["tukey"][factor])
    rows = by_pair(result)
    for place, one in enumerate(levels):
        for other in levels[place + 1 :]:
            r = next(expected)
            sign = 1 if (one, other) in rows else -1
            row = rows[(one, other) if sign == 1 else (other, one)]
            assert row.difference == pytest.approx(sign * r["difference"], rel=1e-8)
            assert row.statistic == pytest.approx(abs(r["t"]) * np.sqrt(2), rel=1e-8)
            assert row.p_adjusted == pytest.approx(r["p"], rel=1e-5, abs=1e-11)
            ends = sorted((sign * r["low"], sign * r["high"]))
            assert row.interval[:2] == pytest.approx(tuple(ends), rel=1e-5)


def test_gaps_have_the_covariance_by_clusters():
    """Of two levels q² is 2F of anova(covariance="cluster", typ=3), which is tested against R."""
    result = tukey(factor_table("gaps"), factor="b")
    levels = {name for row in result.comparisons for name in (row.first, row.second)}
    assert len(levels) == 2
    test = anova(factor_table("gaps"), covariance="cluster", typ=3).term("b")
    (row,) = result.comparisons
    assert row.statistic**2 / 2 == pytest.approx(test.statistic, rel=1e-8)
    assert row.p_adjusted == pytest.approx(test.p_value, rel=1e-6)


@pytest.mark.parametrize("factor", ["a", "b", "c"])
def test_complete_tables_are_compared_as_averages_over_the_other_factors(factor):
    """The error is how much levels differ between datasets: Tukey's test of the averages."""
    frame = pd.DataFrame(ANSWERS["complete"]["rows"])
    averages = frame.pivot_table("score", index="dataset", columns=factor, aggfunc="mean")
    expected = by_pair(tukey(Scores.from_frame(averages, Roles(score="accuracy"))))
    for key, row in by_pair(tukey(factor_table("complete"), factor=factor)).items():
        other = expected.get(key) or expected[key[::-1]]
        assert abs(row.difference) == pytest.approx(abs(other.difference), rel=1e-9)
        assert row.statistic == pytest.approx(other.statistic, rel=1e-9)
        assert row.p_adjusted == pytest.approx(other.p_adjusted, rel=1e-8)
        width, wide = (each.interval.high - each.interval.low for each in (row, other))
        assert width == pytest.approx(wide, rel=1e-9)


def test_no_such_factor():
    with pytest.raises(OptionError, match="factor must be one of 'a', 'b'"):
        tukey(factor_table("gaps"), factor="c")


@pytest.mark.parametrize(
    "run",
    [
        anova,
        tukey,
        lambda scores: dunnett(scores, control=scores.algorithms[0]),
    ],
)
@pytest.mark.parametrize("blocks", [True, False])
def test_closed_forms_hand_over_the_same_model(run, blocks):
    """The closed forms' error is the residual mean square of statsmodels' model."""
    scores = published("demsar2006")
    kwargs = {} if blocks else {"blocks": False}
    result = run(scores) if blocks else _without_blocks(run, scores)
    model = result.model()
    plain = anova(scores, variant="uncorrected", **kwargs)
    assert model.mse_resid == pytest.approx(plain.row("Error").mean_square, rel=1e-9)
    assert model.df_resid == plain.row("Error").dof


def _without_blocks(run, scores):
    if run in (anova, tukey):
        return run(scores, blocks=False)
    return dunnett(scores, control=scores.algorithms[0], blocks=False)


def test_a_mixed_model_hands_over_statsmodels_fit(demsar):
    result = mixed_model(demsar)
    model = result.model()
    assert float(model.scale) == pytest.approx(result.components[-1].variance, rel=1e-3)
    assert float(model.cov_re.iloc[0, 0]) == pytest.approx(result.components[0].variance, rel=1e-2)


def test_gaps_are_no_obstacle_to_the_pooled_analysis():
    """R 4.2.2: car::Anova(lm(score ~ dataset + algorithm), type = 2), from the case without interactions."""
    frame = pd.DataFrame(ANSWERS["gaps"]["rows"])
    frame["algorithm"] = frame["a"] + frame["b"]
    scores = Scores.from_frame(
        frame[["dataset", "algorithm", "score"]], Roles(higher_is_better=True)
    )
    result = anova(scores, variant="pooled")
    full = anova(factor_table("gaps"))
    # six cells with or without names of factors: the same residuals
    assert result.term("algorithm").error == pytest.approx(full.terms[0].error, rel=1e-9)
    assert result.term("algorithm").dof == 5
    assert len(tukey(scores, factor="algorithm").comparisons) == 15


def test_blocks_without_scores_and_unlinked_algorithms():
    frame = pd.DataFrame(
        {"a": [1.0, 2, 4, None], "b": [2.0, 2, None, None], "c": [None, 1.0, 3, None]},
        index=list("pqrs"),
    )
    roles = Roles(score="accuracy")
    rows = tukey(Scores.from_frame(frame, roles), factor="algorithm").comparisons
    without = tukey(Scores.from_frame(frame.dropna(how="all"), roles), factor="algorithm")
    assert [row[2:] for row in rows] == [row[2:] for row in without.comparisons]
    apart = frame.assign(d=[None, None, None, 5.0], e=[None, None, None, 6.0])
    with pytest.raises(DesignError, match="some algorithms have no dataset in common"):
        tukey(Scores.from_frame(apart, roles), factor="algorithm")
