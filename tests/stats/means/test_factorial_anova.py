"""anova(factors=…) against R 4.2.2: car 3.1.1, emmeans 1.8.4, sandwich 3.0.2, effectsize, lme4 1.1.31."""

import numpy as np
import pandas as pd
import pytest
from factor_tables import ANSWERS, factor_table
from looped import loop_over
from scipy import special
from statsmodels.stats.anova import AnovaRM, anova_lm

from benchreport.data import Roles, Scores
from benchreport.errors import DataError, DesignError, OptionError
from benchreport.numerics.effects.partial_shares import partial_shares
from benchreport.results import FactorialResult
from benchreport.results.from_dict import from_dict
from benchreport.stats import anova, friedman

STRATA = [name for name, answer in ANSWERS.items() if "strata" in answer]
RANDOM = [name for name, answer in ANSWERS.items() if "random" in answer]
P_NAMES = {"greenhouse_geisser": "p_gg", "huynh_feldt": "p_hf", "uncorrected": "p"}


def analyze(name, **options):
    answer = ANSWERS[name]
    options = {
        "blocks": answer["blocks"],
        "interactions": answer.get("interactions", True),
    } | options
    return anova(factor_table(name), **options)


def in_r(source):
    return source.replace(" × ", ":")


@loop_over("name", STRATA)
@loop_over("variant", P_NAMES)
def test_an_error_for_each_term_against_r(name, variant):
    """summary(Anova(lm(wide ~ 1), idata, idesign, type = 3), multivariate = FALSE)."""
    result, answers = analyze(name, variant=variant), ANSWERS[name]["strata"]
    assert {in_r(term.source) for term in result.terms} == set(answers)
    for term in result.terms:
        r = answers[in_r(term.source)]
        numbers = (term.sum_of_squares, term.error, term.dof, term.dof_error, term.statistic)
        expected = (r["ss"], r["error"], r["dof"], r["dof_error"], r["f"])
        assert numbers == pytest.approx(expected, rel=1e-8)
        assert term.p_value == pytest.approx(r[P_NAMES[variant]], rel=1e-8)
        epsilons = {"greenhouse_geisser": r["gg"], "huynh_feldt": min(r["hf"], 1.0)}
        assert term.epsilon == pytest.approx(epsilons.get(variant, 1.0), rel=1e-8)


@pytest.mark.parametrize("name", STRATA)
def test_an_error_for_each_term_is_that_of_statsmodels(name):
    answer = ANSWERS[name]
    frame = pd.DataFrame(answer["rows"])
    table = AnovaRM(frame, "score", "dataset", within=answer["factors"]).fit().anova_table
    for term in analyze(name, variant="uncorrected").terms:
        row = table.loc[in_r(term.source)]
        assert (term.statistic, term.dof, term.dof_error) == pytest.approx(
            (row["F Value"], row["Num DF"], row["Den DF"]), rel=1e-8
        )


@loop_over("name", ANSWERS)
@loop_over("typ", [2, 3])
def test_one_error_against_r(name, typ):
    result, answer = analyze(name, variant="pooled", typ=typ), ANSWERS[name]["pooled"]
    for term in result.terms:
        r = answer[f"type{typ}"]["nonrobust"][in_r(term.source)]
        numbers = (term.sum_of_squares, term.dof, term.statistic, term.p_value)
        assert numbers == pytest.approx((r["ss"], r["dof"], r["f"], r["p"]), rel=1e-7)
        assert term.dof_error == answer["dof_error"]
        assert term.error == pytest.approx(answer["ss_error"], rel=1e-8)


@loop_over("name", ANSWERS)
@loop_over("typ", [2, 3])
def test_hc3_against_r(name, typ):
    """Anova(fit, type, white.adjust = "hc3"): type II conditions on other terms by that covariance, too."""
    result = analyze(name, covariance="HC3", typ=typ)
    assert result.variant == "pooled"
    for term in result.terms:
        r = ANSWERS[name]["pooled"][f"type{typ}"]["HC3"][in_r(term.source)]
        assert term.statistic == pytest.approx(r["f"], rel=1e-6)


@pytest.mark.parametrize("name", [name for name in ANSWERS if ANSWERS[name]["blocks"]])
def test_clusters_against_r(name):
    """linearHypothesis with sandwich::vcovCL(type = "HC1"); p by F with G − 1 dof."""
    result = analyze(name, covariance="cluster", typ=3)
    clusters = result.design.n_blocks - 1
    for term in result.terms:
        r = ANSWERS[name]["pooled"]["type3"]["cluster"][in_r(term.source)]
        assert term.statistic == pytest.approx(r["f"], rel=1e-6)
        assert term.p_value == pytest.approx(special.fdtrc(term.dof, clusters, r["f"]), rel=1e-6)
    few = any("reject too often" in text for text in result.warnings)
    assert few == (result.design.n_blocks < 8)


@pytest.mark.parametrize("name", ANSWERS)
def test_marginal_means_against_emmeans(name):
    result = analyze(name, variant="pooled")
    for factor, rows in ANSWERS[name]["pooled"]["means"].items():
        means = {mean.levels[0]: mean for mean in result.means if mean.source == factor}
        assert len(means) == len(rows)
        for r in rows:
            mean = means[r["level"]]
            assert mean.estimate == pytest.approx(r["mean"], rel=1e-8)
            assert mean.standard_error == pytest.approx(r["se"], rel=1e-8)
            assert mean.interval[:2] == pytest.approx((r["low"], r["high"]), rel=1e-7)
    table = result.means_table.query("source == @factor").set_index("level")
    for r in rows:
        row = table.loc[r["level"], ["mean", "standard_error", "low", "high"]]
        assert row.tolist() == pytest.approx([r[key] for key in ("mean", "se", "low", "high")])


@pytest.mark.parametrize("name", ANSWERS)
def test_effect_sizes_against_effectsize(name):
    """Its estimates; the ends by uniroot of pf with a noncentrality, as its optimizer may stop early."""
    result = analyze(name, variant="pooled")
    for term in result.terms:
        plain = partial_shares(
            term.statistic, term.dof, term.dof_error, result.model().nobs, 1 - result.alpha
        )
        for share, interval, normal, key in (
            (term.partial_eta_squared, term.eta_interval, plain[0], "eta"),
            (term.partial_omega_squared, term.omega_interval, plain[1], "omega"),
        ):
            estimate, *ends = ANSWERS[name]["pooled"][key][in_r(term.source)]
            assert share == pytest.approx(estimate, rel=1e-7, abs=1e-12)
            tails = ANSWERS[name]["pooled"][f"{key}_tails"][in_r(term.source)]
            for found, (low, high) in ((normal[1:], ends), (interval[:2], tails)):
                # of an F near 0, R's interval ends at 0, below the estimate
                expected = (low, max(high, estimate))
                assert found == pytest.approx(expected, rel=1e-6, abs=1e-8)


def test_the_interval_of_a_term_is_that_of_its_levels_averaged():
    """R has the interval of one factor, in test_anova; a term is the one factor of the mean table."""
    rng = np.random.default_rng(19)
    rows = [
        {"kernel": kernel, "scaling": scaling, "dataset": f"d{dataset}", "accuracy": rng.normal()}
        for kernel in "abc"
        for scaling in ("off", "on")
        for dataset in range(8)
    ]
    frame = pd.DataFrame(rows)
    frame.loc[frame["kernel"] == "a", "accuracy"] *= 5
    scores = Scores.from_frame(frame, Roles(factors=["kernel", "scaling"]))
    means = frame.pivot_table(index="dataset", columns="kernel", values="accuracy")
    for variant, others in (("greenhouse_geisser", "huynh_feldt"), ("uncorrected", "uncorrected")):
        term = next(t for t in anova(scores, variant=variant).terms if t.source == "kernel")
        one = Scores.from_frame(means, Roles(score="accuracy"))
        row = anova(one, variant=others).row("Treatments")
        assert term.eta_interval == pytest.approx(row.eta_interval, rel=1e-8)
    plain = next(t for t in anova(scores, variant="uncorrected").terms if t.source == "kernel")
    robust = next(t for t in anova(scores).terms if t.source == "kernel")
    assert robust.eta_interval != pytest.approx(plain.eta_interval, rel=1e-3)


@loop_over("name", RANDOM)
@loop_over("typ", [2, 3])
def test_random_blocks_against_lme4(name, typ):
    """Anova(lmer, test.statistic = "Chisq") over its dof; nlme's dof within blocks."""
    result, answer = analyze(name, variant="random", typ=typ), ANSWERS[name]["random"]
    for term in result.terms:
        r = answer[f"type{typ}"][in_r(term.source)]
        assert (term.statistic, term.dof) == pytest.approx((r["f"], r["dof"]), rel=1e-5)
        assert term.dof_error == answer["dof"][in_r(term.source)]
        p = special.fdtrc(term.dof, term.dof_error, term.statistic)
        assert term.p_value == pytest.approx(p, rel=1e-12)


@pytest.mark.parametrize("name", RANDOM)
def test_marginal_means_of_random_blocks_against_emmeans(name):
    result = analyze(name, variant="random")
    t = special.stdtrit(result.design.n_blocks - 1, 0.975)
    for factor, rows in ANSWERS[name]["random"]["means"].items():
        means = {mean.levels[0]: mean for mean in result.means if mean.source == factor}
        for r in rows:
            mean = means[r["level"]]
            expected = r["mean"], r["se"], r["mean"] + t * r["se"]
            actual = mean.estimate, mean.standard_error, mean.interval.high
            assert actual == pytest.approx(expected, rel=1e-5)


def test_random_blocks_of_a_complete_table_are_as_fixed_ones():
    fixed, random = (analyze("complete", variant=variant) for variant in ("pooled", "random"))
    for one, other in zip(fixed.terms, random.terms, strict=True):
        assert one.statistic == pytest.approx(other.statistic, rel=1e-6)
        assert one.dof_error == other.dof_error
    assert random.method == "Factorial ANOVA with random datasets"
    assert random.formula == "score ~ (1 | dataset) + a * b * c"


def test_random_blocks_hand_over_a_mixed_model():
    model = analyze("gaps", variant="random").model()
    (key,) = [name for name in model.params.index if name.startswith("C(b, Sum)[")]
    # of type III, F of one dof is t squared; statsmodels' standard errors are those of a Hessian
    three = analyze("gaps", variant="random", typ=3).term("b")
    assert model.tvalues[key] ** 2 == pytest.approx(three.statistic, rel=1e-3)


def test_random_blocks_that_do_not_vary_hand_over_a_model_without_warnings():
    """statsmodels' optimizer stops at the boundary, where its fixed effects are those of least squares."""
    rng = np.random.default_rng(1)
    frame = pd.DataFrame(
        [(f"d{i}", a, b, rng.normal()) for a in "xy" for b in "pqr" for i in range(8)],
        columns=["dataset", "a", "b", "accuracy"],
    )
    scores = Scores.from_frame(frame, Roles(factors=["a", "b"]))
    model = anova(scores, variant="random").model()
    assert model.cov_re.iloc[0, 0] == pytest.approx(0, abs=1e-3)
    plain = anova(scores, variant="pooled").model()
    shared = [name for name in model.fe_params.index if name in plain.params.index]
    assert len(shared) == 6
    assert model.fe_params[shared].to_numpy() == pytest.approx(plain.params[shared].to_numpy())


@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e200])
def test_random_blocks_that_vary_without_bounds_are_fixed_ones(scale):
    """Where blocks vary 10⁵ times as much as scores within them, their levels say nothing of effects."""
    rng = np.random.default_rng(1)
    rows = [
        (f"d{i}", a, b, scale * (1000 * i + rng.normal() / 100))
        for i in range(6)
        for a in "xyz"
        for b in "uv"
    ]
    columns = ["dataset", "a", "b", "accuracy"]
    frame = pd.DataFrame(rows, columns=columns).drop(index=[0, 7, 9])
    table = Scores.from_frame(frame, Roles(factors=["a", "b"], score="accuracy"))
    fixed, random = (anova(table, variant=variant) for variant in ("pooled", "random"))
    for one, other in zip(fixed.terms, random.terms, strict=True):
        assert one.statistic == pytest.approx(other.statistic, rel=1e-4)
        assert one.p_value == pytest.approx(other.p_value, rel=1e-3)


def test_random_blocks_need_an_error():
    rows = [(f"d{i}", a, i + (a == "x")) for i in range(4) for a in "xy"]
    frame = pd.DataFrame(rows, columns=["dataset", "a", "accuracy"])
    table = Scores.from_frame(frame, Roles(factors=["a"], score="accuracy"))
    with pytest.raises(DesignError, match=r"explains every score.*\nHint: variant='pooled'"):
        anova(table, variant="random")


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("runs", {}, r"variant='random' needs blocks \(datasets\)\.\nHint: variant='pooled'"),
        ("gaps", {"covariance": "cluster"}, "variant='random' needs covariance='nonrobust'"),
    ],
)
def test_random_blocks_need_blocks_and_their_own_covariance(name, options, message):
    with pytest.raises(DesignError, match=message):
        analyze(name, variant="random", **options)


@pytest.mark.parametrize("name", ["gaps", "covariate", "runs"])
@pytest.mark.parametrize("typ", [2, 3])
def test_the_model_is_handed_over(name, typ):
    """statsmodels' anova_lm of the fitted model gives the same table."""
    result = analyze(name, variant="pooled", typ=typ)
    table = anova_lm(result.model(), typ=typ)
    for term in result.terms:
        key = ":".join(
            part if part == "x" else f"C({part}, Sum)" for part in term.source.split(" × ")
        )
        assert table.loc[key, "F"] == pytest.approx(term.statistic, rel=1e-7)
        assert table.loc[key, "PR(>F)"] == pytest.approx(term.p_value, rel=1e-6)


def test_gaps_have_the_covariance_by_clusters_unless_the_caller_says_otherwise():
    """Where effects vary over datasets, one residual variance rejects too often (see `choose_covariance`)."""
    assert analyze("gaps").covariance == "cluster"
    assert analyze("gaps", covariance="nonrobust").covariance == "nonrobust"
    assert analyze("gaps", variant="pooled").covariance == "nonrobust"
    assert analyze("runs").covariance == "nonrobust"


def test_a_block_of_one_score_is_no_cluster_for_all_terms_at_once():
    """Five terms on six blocks, of which one has a single score: statsmodels warned of the rank."""
    rng = np.random.default_rng(3)
    index = pd.MultiIndex.from_product(
        [*map(list, ("opqrst", "abc", "xy"))], names=["dataset", "size", "part"]
    )
    frame = pd.Series(rng.normal(size=36), index).rename("score").reset_index().iloc[:31]
    roles = Roles(factors=("size", "part"), score="score", higher_is_better=True)
    result = anova(Scores.from_frame(frame, roles))
    assert result.covariance == "cluster"
    assert np.isnan(result.rows[0].p_value)
    assert all(0 < term.p_value <= 1 for term in result.terms)


def test_a_model_is_not_part_of_the_facts():
    result = analyze("gaps")
    copy = from_dict(result.to_dict())
    assert copy.to_dict() == result.to_dict()
    with pytest.raises(DesignError, match=r"copied.*\nHint: df\.bench\.anova\(\)\.model\(\)"):
        copy.model()
    with pytest.raises(OptionError, match="friedman has no linear model"):
        friedman(factor_table("complete")).model()


def test_a_complete_table_has_an_error_for_each_term_by_default():
    assert analyze("complete").variant == "greenhouse_geisser"
    assert analyze("gaps").variant == "pooled"
    assert analyze("covariate").variant == "pooled"
    with pytest.raises(DesignError, match="needs every combination on every block"):
        analyze("gaps", variant="uncorrected")


def test_all_combinations_together_are_the_plain_analysis():
    """Rows of all factors equal those of the two-way layout without factors."""
    scores = factor_table("complete")
    plain = anova(scores_without_factors(scores), variant="uncorrected")
    result = analyze("complete", variant="uncorrected")
    row, expected = result.row("Treatments"), plain.row("Treatments")
    assert row.sum_of_squares == pytest.approx(expected.sum_of_squares, rel=1e-9)
    assert (row.dof, row.p_value) == (expected.dof, pytest.approx(expected.p_value, rel=1e-8))


def scores_without_factors(scores):
    from dataclasses import replace

    return replace(scores, factors=(), covariates={})


def test_the_order_of_rows_and_the_coding_of_levels_do_not_matter():
    frame = pd.DataFrame(ANSWERS["gaps"]["rows"]).drop(columns="x")
    roles = {"factors": ["a", "b"], "higher_is_better": True}
    first = frame.bench(**roles).anova()
    turned = frame.sample(frac=1, random_state=1).replace({"none": "zz", "sgd": "yy"})
    second = turned.bench(**roles).anova()
    for term in first.terms:
        other = second.term(term.source)
        assert other.statistic == pytest.approx(term.statistic, rel=1e-9)


def test_a_missing_combination_is_named_with_a_way_out():
    with pytest.raises(
        DesignError, match=r"interaction a × b cannot.*4 of the 8 combinations"
    ) as error:
        analyze("one_out", interactions=True)
    assert "interactions=False" in str(error.value)
    assert isinstance(analyze("one_out", interactions=False), FactorialResult)


def test_confounded_factors_are_named():
    rows = [(d, v, v, float(d + (v == "x"))) for d in range(4) for v in ("x", "y")]
    frame = pd.DataFrame(rows, columns=["dataset", "a", "b", "accuracy"])
    with pytest.raises(DesignError, match="factor 'b' cannot be told apart"):
        frame.bench.anova(factors=["a", "b"], interactions=False)
    sizes = frame.assign(size=frame["dataset"] * 10.0, b=[0, 1, 1, 0] * 2)
    with pytest.raises(DesignError, match="covariate 'size' cannot be told apart"):
        sizes.drop(columns="b").bench.anova(factors="a", covariates="size")


def test_without_an_error_f_is_infinite_or_zero():
    rows = [(d, a, b, d + 2.0 * a) for d in range(3) for a in (0, 1) for b in (0, 1)]
    frame = pd.DataFrame(rows, columns=["dataset", "a", "b", "accuracy"])
    for variant in ("greenhouse_geisser", "pooled"):
        terms = frame.bench.anova(factors=["a", "b"], variant=variant).terms
        assert [term.statistic for term in terms] == [np.inf, 0.0, 0.0]
        assert [term.p_value for term in terms] == [0.0, 1.0, 1.0]


def test_extreme_units_change_no_p():
    frame = pd.DataFrame(ANSWERS["complete"]["rows"]).drop(columns="x")
    roles = {"factors": ["a", "b", "c"], "higher_is_better": True}
    for variant in ("greenhouse_geisser", "pooled"):
        plain = frame.bench(**roles).anova(variant=variant)
        for factor in (1e-150, 1e150):
            scaled = frame.assign(score=frame["score"] * factor).bench(**roles)
            for term, other in zip(plain.terms, scaled.anova(variant=variant).terms, strict=True):
                assert other.p_value == pytest.approx(term.p_value, rel=1e-6)


def test_a_covariate_alone_adjusts_the_algorithms():
    """ANCOVA without factors: the algorithm is the only one; R's Anova(lm(score ~ block + x + algorithm))."""
    frame = pd.DataFrame(ANSWERS["covariate"]["rows"])
    frame["algorithm"] = frame["a"] + "/" + frame["b"]
    wide = frame.drop(columns=["a", "b"]).bench(higher_is_better=True, missing="available")
    result = wide.anova(covariates="x")
    assert [term.source for term in result.terms] == ["x", "algorithm"]
    expected = ANSWERS["covariate"]["pooled"]["type3"]["nonrobust"]["x"]
    assert result.term("x").statistic == pytest.approx(expected["f"], rel=1e-7)


@pytest.mark.parametrize("share", [1e-3, 1e-6, 1e-9])
def test_a_covariate_that_nearly_repeats_the_factors_has_the_same_test(share):
    """Frisch, Waugh and Lovell: only what the factors leave of it counts; a pseudoinverse loses that."""
    cells = [(a, b, seed) for a in "xyz" for b in "pq" for seed in range(5)]
    frame = pd.DataFrame(cells, columns=["a", "b", "seed"])
    for draw in range(10):
        rng = np.random.default_rng(draw)
        frame["accuracy"], own = rng.normal(size=(2, len(frame)))

        def table(covariate):
            bench = frame.assign(x=covariate).bench(factors=["a", "b"], covariates="x")
            return bench.anova(blocks=False)

        expected = table(own).term("x").statistic
        found = table(np.arange(len(frame)) // 5 + share * own).term("x").statistic
        assert found == pytest.approx(expected, rel=1e-2)


@pytest.mark.parametrize(
    ("cell", "named"), [("deep", "'deep'"), (np.inf, "'inf'"), ("1e5 steps", "'1e5 steps'")]
)
def test_a_covariate_without_numbers_is_named(cell, named):
    frame = pd.DataFrame(ANSWERS["covariate"]["rows"]).astype({"x": object})
    frame.loc[3, "x"] = cell
    with pytest.raises(
        DataError, match=f"covariate 'x' should hold finite numbers, but has {named}"
    ):
        frame.bench(higher_is_better=True).anova(factors=["a", "b"], covariates="x")


def test_scattered_combinations_have_no_interaction():
    """All combinations are there, but one shares no dataset with any other."""
    cells = [("x", "p", 0.3), ("y", "p", 0.5)] * 3 + [("x", "p", 0.4), ("x", "q", 0.7)] * 3
    rows = [(place // 2, a, b, score + place**2 / 90) for place, (a, b, score) in enumerate(cells)]
    frame = pd.DataFrame([*rows, (6, "y", "q", 0.9)], columns=["dataset", "a", "b", "accuracy"])
    bench = frame.bench(factors=["a", "b"])
    with pytest.raises(DesignError, match="too few combinations on the same dataset"):
        bench.anova()
    effects = {row.name: row.difference for row in bench.ablation().components}
    plain = bench.anova(interactions=False).model().params
    assert effects["a: y"] == pytest.approx(-2 * plain["C(a, Sum)[S.x]"])
    pair = bench.tukey(factor="a").comparisons[0]
    assert abs(pair.difference) == pytest.approx(effects["a: y"])
