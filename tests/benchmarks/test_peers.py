"""What the pages "Coming from …" say of numbers, by a run of both tools on one table.

pytest, autorank and the others belong to an environment of their own, as they disagree on versions:

    pip install -e . pytest hypothesis autorank scikit-posthocs mlxtend baycomp evalstats
    pytest -c /dev/null tests/benchmarks/test_peers.py

rliable needs pandas before 3, and multi-comp-matrix an older SciPy (``pip install --no-deps``). A tool that
cannot be imported is skipped. Random numbers of a peer are compared within their error.
"""

import importlib
import json
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import benchreport

TABLE = Path(__file__).parents[2] / "examples/garcia_herrera2008/garcia_herrera2008.csv"
SCORES = pd.read_csv(TABLE, index_col=0)
NAMES = list(SCORES)
BENCH = benchreport.bench(SCORES)(score="accuracy")
TWO = SCORES[["C4.5", "NaiveBayes"]]
RNG = np.random.default_rng(3)
RUNS = pd.DataFrame(
    {
        "algorithm": np.repeat(["a", "b", "svm"], 12),
        "run": np.tile(np.arange(12), 3),
        "accuracy": RNG.normal(0.8, 0.03, 36) + np.repeat([0, 0.01, 0.03], 12),
    }
)
TRUTH = RNG.integers(0, 2, 300)
LABELS = {
    name: np.where(RNG.random(300) < rate, TRUTH, 1 - TRUTH)
    for name, rate in {"a": 0.8, "b": 0.85, "c": 0.75}.items()
}
PREDICTIONS = pd.concat(
    pd.DataFrame({"example": range(300), "y_true": TRUTH, "model": name, "y_pred": labels})
    for name, labels in LABELS.items()
)

pytestmark = pytest.mark.filterwarnings("ignore")


def peer(name):
    try:
        return importlib.import_module(name)
    except Exception as error:  # noqa: BLE001 - a peer beside a pandas that it does not know
        pytest.skip(f"{name}: {error}")


def bench(frame, **roles):
    return benchreport.bench(frame)(**roles)


def off_diagonal(matrix, names):
    return np.asarray(matrix.loc[names, names], float)[~np.eye(len(names), dtype=bool)]


def agree(result, matrix, names=NAMES, **error):
    error = error or {"rel": 1e-9, "abs": 1e-14}
    ours = off_diagonal(result.matrix("p_adjusted"), names)
    assert ours == pytest.approx(off_diagonal(matrix, names), **error)


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (lambda sp: sp.posthoc_nemenyi_friedman(SCORES), BENCH.nemenyi),
        (
            lambda sp: sp.posthoc_conover_friedman(SCORES, p_adjust="holm"),
            BENCH.conover,
        ),
        (lambda sp: sp.posthoc_siegel_friedman(SCORES, p_adjust="holm"), BENCH.rank_z),
        (lambda sp: sp.posthoc_quade(SCORES), lambda: BENCH.quade_post(correction="none")),
    ],
    ids=["nemenyi", "conover", "siegel", "quade"],
)
def test_scikit_posthocs_on_blocks(theirs, ours):
    # the studentized range of SciPy, which scikit-posthocs calls, has ten digits
    agree(ours(), theirs(peer("scikit_posthocs")))


@pytest.mark.parametrize(
    ("theirs", "given", "ours"),
    [
        ("dunn", {"p_adjust": "holm"}, lambda runs: runs.dunn()),
        ("conover", {"p_adjust": "holm"}, lambda runs: runs.conover_iman()),
        ("nemenyi", {"dist": "tukey"}, lambda runs: runs.kruskal_nemenyi()),
        ("dscf", {}, lambda runs: runs.steel_dwass()),
        ("tukey", {}, lambda runs: runs.tukey(blocks=False)),
        ("games_howell", {}, lambda runs: runs.games_howell()),
    ],
)
def test_scikit_posthocs_on_independent_runs(theirs, given, ours):
    function = getattr(peer("scikit_posthocs"), f"posthoc_{theirs}")
    matrix = function(RUNS, val_col="accuracy", group_col="algorithm", **given)
    agree(ours(bench(RUNS, score="accuracy")), matrix, ["a", "b", "svm"], rel=1e-8, abs=1e-12)


def test_scikit_posthocs_against_a_control():
    control, posthocs = "CN2", peer("scikit_posthocs")
    rows = BENCH.rank_z(control=control).table
    others = [
        next(name for name in pair if name != control)
        for pair in rows[["first", "second"]].to_numpy()
    ]
    theirs = posthocs.posthoc_demsar(SCORES, control=control)[control][others]
    assert rows.p_value.to_numpy() == pytest.approx(theirs.to_numpy(), rel=1e-9)
    rows = bench(RUNS, score="accuracy").dunnett(control="svm", blocks=False).table
    theirs = posthocs.posthoc_dunnett(
        RUNS, control="svm", val_col="accuracy", group_col="algorithm"
    ).loc["svm", ["a", "b"]]
    assert rows.p_adjusted.to_numpy() == pytest.approx(theirs.to_numpy(float), abs=1e-3)


def test_scikit_posthocs_where_ours_is_exact():
    posthocs = peer("scikit_posthocs")
    matrix = posthocs.posthoc_wilcoxon(SCORES.to_numpy().T, p_adjust="holm")
    matrix = pd.DataFrame(matrix.to_numpy(), NAMES, NAMES)
    agree(BENCH.wilcoxon(), matrix, abs=0.01)
    runs = RUNS[RUNS.run < 8]  # where SciPy's are exact, too
    matrix = posthocs.posthoc_mannwhitney(
        runs, val_col="accuracy", group_col="algorithm", p_adjust="holm"
    )
    agree(bench(runs, score="accuracy").rank_sum(), matrix, ["a", "b", "svm"])
    p, z = posthocs.test_page(SCORES)
    assert p == pytest.approx(2 * stats.norm.sf(abs(z)))
    assert BENCH.page(order=NAMES).p_value == pytest.approx(p / 2, abs=1e-4)


def test_scikit_posthocs_durbin():
    rows = [
        (name, f"d{place}", RNG.normal() + ord(name) / 2)
        for place, block in enumerate(["abc", "abd", "acd", "bcd"] * 2)
        for name in block
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "accuracy"])
    names = {"y_col": "accuracy", "group_col": "algorithm"}
    blocks = {"block_col": "dataset", "block_id_col": "dataset"}
    p, statistic, dof = peer("scikit_posthocs").test_durbin(frame, melted=True, **names, **blocks)
    table = bench(frame, score="accuracy").durbin().table.set_index("variant")
    assert table.loc["chi2", ["statistic", "p_value"]].tolist() == pytest.approx([statistic, p])
    assert table.loc["chi2", "dof"] == str(dof)


def test_scikit_posthocs_nemenyi_of_runs_is_by_chi2_unless_told():
    matrix = peer("scikit_posthocs").posthoc_nemenyi(
        RUNS, val_col="accuracy", group_col="algorithm"
    )
    for row in bench(RUNS, score="accuracy").kruskal_nemenyi().table.itertuples():
        # Scheffé's test: half the squared studentized difference against χ² of all algorithms
        assert stats.chi2.sf(row.statistic**2 / 2, 2) == pytest.approx(
            matrix.loc[row.first, row.second]
        )
        assert row.p_adjusted < matrix.loc[row.first, row.second]


def test_autorank():
    autorank = peer("autorank")
    ranks = autorank.autorank(SCORES, force_mode="nonparametric")
    assert BENCH.friedman(variant="chi2").p_value == pytest.approx(ranks.pvalue, rel=1e-9)
    assert BENCH.nemenyi().critical_difference == pytest.approx(ranks.cd, rel=1e-4)
    (p,) = bench(TWO, score="accuracy").wilcoxon().table.p_value
    assert p == pytest.approx(2 * autorank.autorank(TWO).pvalue, abs=0.02)
    means = autorank.autorank(SCORES, force_mode="parametric")
    assert (means.omnibus, means.posthoc) == ("anova", "tukeyhsd")
    bayes = autorank.autorank(TWO, approach="bayesian", rope=0.01, rope_mode="absolute")
    theirs = bayes.posterior_matrix.loc["C4.5", "NaiveBayes"]
    ours = bench(TWO, score="accuracy").bayes_signed_rank(rope=0.01).table.iloc[0]
    assert [ours.p_first, ours.p_rope, ours.p_second] == pytest.approx(theirs, abs=0.02)


def test_mlxtend_on_predictions():
    evaluate = peer("mlxtend.evaluate")
    table, labels = bench(PREDICTIONS), list(LABELS.values())
    for variant, given in {"corrected": {"corrected": True}, "exact": {"exact": True}}.items():
        for row in table.mcnemar(variant=variant).table.itertuples():
            counts = evaluate.mcnemar_table(TRUTH, LABELS[row.first], LABELS[row.second])
            assert row.p_value == pytest.approx(evaluate.mcnemar(counts, **given)[1], rel=1e-9)
    q, p = evaluate.cochrans_q(TRUTH, *labels)
    assert (table.cochran_q().statistic, table.cochran_q().p_value) == pytest.approx((q, p))
    f, p = evaluate.ftest(TRUTH, *labels)
    ours = table.looney_f()
    assert ours.statistic == pytest.approx(f)
    assert p == pytest.approx(stats.f.sf(f, 2, 2 * 300))
    assert ours.p_value == pytest.approx(stats.f.sf(f, 2, 2 * 299))
    right = {name: (each == TRUTH).mean() for name, each in LABELS.items()}
    z, lower_tail = evaluate.proportion_difference(right["a"], right["b"], 300)
    assert lower_tail == pytest.approx(stats.norm.cdf(z))


def test_mlxtend_on_folds():
    evaluate = peer("mlxtend.evaluate")
    from sklearn.datasets import make_classification
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import KFold, train_test_split
    from sklearn.tree import DecisionTreeClassifier

    x, y = make_classification(300, 8, random_state=0)
    models = [LogisticRegression(), DecisionTreeClassifier(max_depth=2, random_state=0)]

    def scores(splits, names):
        rows = [
            (str(model), *place, model.fit(x[train], y[train]).score(x[test], y[test]))
            for place, train, test in splits
            for model in models
        ]
        frame = pd.DataFrame(rows, columns=["algorithm", *names, "accuracy"])
        return bench(frame.assign(dataset="d"), score="accuracy")

    def halves(size, rounds):
        seeds = np.random.RandomState(1)
        for seed in (seeds.randint(low=0, high=32767) for _ in range(rounds)):
            yield train_test_split(np.arange(300), test_size=size, random_state=seed)

    def same(result, theirs):
        assert (result.statistic, result.p_value) == pytest.approx(theirs)

    folds = [
        ((k,), *each) for k, each in enumerate(KFold(10, shuffle=True, random_state=1).split(x))
    ]
    theirs = evaluate.paired_ttest_kfold_cv(*models, x, y, cv=10, shuffle=True, random_seed=1)
    same(next(scores(folds, ["fold"]).cv_t().table.itertuples()), theirs)
    drawn = [((k,), *each) for k, each in enumerate(halves(0.3, 10))]
    theirs = evaluate.paired_ttest_resampled(
        *models, x, y, num_rounds=10, test_size=0.3, random_seed=1
    )
    same(next(scores(drawn, ["repeat"]).resampled_t().table.itertuples()), theirs)
    swapped = [
        ((k, at), *pair)
        for k, each in enumerate(halves(0.5, 5))
        for at, pair in enumerate((each, each[::-1]))
    ]
    five = scores(swapped, ["repeat", "fold"])
    theirs = evaluate.paired_ttest_5x2cv(*models, x, y, random_seed=1)
    same(next(five.cv5x2_t().table.itertuples()), theirs)
    theirs = evaluate.combined_ftest_5x2cv(*models, x, y, random_seed=1)
    same(next(five.cv5x2_f().table.itertuples()), theirs)


def test_mlxtend_632():
    evaluate = peer("mlxtend.evaluate")
    from sklearn.datasets import make_classification
    from sklearn.tree import DecisionTreeClassifier

    x, y = make_classification(200, 8, random_state=0)
    model = DecisionTreeClassifier(max_depth=4, random_state=0)
    rows = []
    rounds = evaluate.BootstrapOutOfBag(n_splits=20, random_seed=1).split(x)
    for number, (train, test) in enumerate(rounds):
        model.fit(x[train], y[train])
        parts = {"oob": model.score(x[test], y[test]), "resubstitution": model.score(x, y)}
        rows += [
            (name, part, number, score)
            for name in ("tree", "twin")
            for part, score in parts.items()
        ]
    frame = pd.DataFrame(rows, columns=["algorithm", "part", "round", "accuracy"])
    table = bench(frame, dataset="part", repeat="round", score="accuracy").point_632().table
    theirs = evaluate.bootstrap_point632_score(model, x, y, n_splits=20, random_seed=1)
    ours = table.set_index(["algorithm", "metric"]).estimate
    assert ours["tree", "accuracy_632"] == pytest.approx(theirs.mean())


def test_mlxtend_permutations():
    evaluate = peer("mlxtend.evaluate")
    first = RNG.normal(size=9)
    second = first + RNG.normal(0.4, 0.6, 9)
    (p,) = (
        bench(pd.DataFrame({"a": first, "b": second}), score="accuracy").permutation().table.p_value
    )
    assert p == pytest.approx(evaluate.permutation_test(first, second, paired=True, method="exact"))


def test_baycomp():
    baycomp = peer("baycomp")
    table = bench(TWO, score="accuracy")
    first, second = TWO["NaiveBayes"].to_numpy(), TWO["C4.5"].to_numpy()
    named = ["p_first", "p_rope", "p_second"]
    for theirs, ours in [
        (baycomp.two_on_multiple(first, second, rope=0.01), table.bayes_signed_rank(rope=0.01)),
        (baycomp.SignTest.probs(first, second, rope=0.01), table.bayes_sign(rope=0.01)),
    ]:
        left, rope, right = theirs
        assert ours.table[named].iloc[0].tolist() == pytest.approx([right, rope, left], abs=0.02)
    folds = {"p": RNG.normal(0.8, 0.02, 10), "q": RNG.normal(0.81, 0.02, 10)}
    frame = pd.concat(
        pd.DataFrame({"algorithm": name, "dataset": "d", "fold": range(10), "accuracy": each})
        for name, each in folds.items()
    )
    theirs = baycomp.two_on_single(folds["q"], folds["p"], rope=0.01, runs=1)
    ours = bench(frame, score="accuracy").bayes_correlated_t(rope=0.01).table[named].iloc[0]
    assert ours.tolist() == pytest.approx(theirs[::-1], rel=1e-6)


def test_evalstats():
    evalstats = peer("evalstats")
    theirs = evalstats.friedman_nemenyi(SCORES.to_numpy().T, NAMES)
    ours = BENCH.nemenyi().matrix("p_adjusted")
    for (first, second), p in theirs.nemenyi_p.items():
        assert ours.loc[first, second] == pytest.approx(p, rel=1e-8)
    right = {name: (each == TRUTH).astype(float) for name, each in LABELS.items()}
    interval = evalstats.mean_ci(right["a"])
    metrics = bench(PREDICTIONS).metrics(["accuracy"]).table.set_index("algorithm").loc["a"]
    assert (metrics.low, metrics.high) == pytest.approx(
        (interval.ci_low, interval.ci_high), rel=1e-6
    )
    correct = pd.concat(
        pd.DataFrame({"model": name, "example": range(300), "correct": each.astype(int)})
        for name, each in right.items()
    )
    ours = bench(correct).paired_difference(control="a")
    assert ours.correction == "max_t"
    theirs = evalstats.vs_baseline(
        np.array([*right.values()]), [*right], "a", rng=np.random.default_rng(1)
    )
    assert all("fdr_bh" in each.test_method for each in theirs)
    differences = {each.template_a: each.point_diff for each in theirs}
    for row in ours.table.itertuples():
        other, sign = (row.first, 1) if row.second == "a" else (row.second, -1)
        assert sign * row.difference == pytest.approx(differences[other])


def test_evalstats_ranks():
    theirs = peer("evalstats").bootstrap_ranks(
        SCORES.to_numpy().T, NAMES, rng=np.random.default_rng(1)
    )
    table = BENCH.rank_sets().table.set_index("algorithm")
    for name, chances in zip(theirs.labels, theirs.rank_probs, strict=True):
        held = chances[table.low[name] - 1 : table.high[name]].sum()
        assert held > 0.95  # sets that hold for all at once are wider than resampled ranks
    assert table.loc[theirs.labels, "estimate"].rank(ascending=False).tolist() == pytest.approx(
        theirs.expected_ranks, abs=0.15
    )


def test_rliable():
    library, metrics = peer("rliable.library"), peer("rliable.metrics")
    scores = {name: RNG.beta(8, 2 + k, (10, 6)) for k, name in enumerate("ab")}
    table = bench(
        pd.DataFrame(
            [
                (name, f"t{task}", run, each[run, task])
                for name, each in scores.items()
                for run in range(10)
                for task in range(6)
            ],
            columns=["algorithm", "dataset", "seed", "score"],
        ),
        score="score",
        higher_is_better=True,
    )
    named = {
        "iqm": metrics.aggregate_iqm,
        "mean": metrics.aggregate_mean,
        "median": metrics.aggregate_median,
        "optimality_gap": lambda each: metrics.aggregate_optimality_gap(each, 1.0),
    }
    points, intervals = library.get_interval_estimates(
        scores, lambda each: np.array([function(each) for function in named.values()]), reps=2000
    )
    ours = table.aggregates(target=1.0).table.set_index(["algorithm", "metric"])
    for name in scores:
        for place, metric in enumerate(named):
            row = ours.loc[name, metric]
            assert row.estimate == pytest.approx(points[name][place])
            assert (row.low, row.high) == pytest.approx(intervals[name][:, place], abs=0.01)
    profiles = table.profiles(kind="score")
    taus = np.array(
        profiles.thresholds[1:-1]
    )  # at the ends scores equal them, which rliable leaves out
    shares, _ = library.create_performance_profile(scores, taus, reps=50)
    for row in profiles.rows:
        assert row.shares[1:-1] == pytest.approx(shares[row.algorithm])
    (improvement,) = table.improvement().table.estimate
    assert improvement == pytest.approx(
        metrics.probability_of_improvement(scores["a"], scores["b"])
    )


def test_mcm(tmp_path):
    mcm = peer("multi_comp_matrix.MCM")
    mcm.compare(SCORES, output_dir=f"{tmp_path}{os.sep}")
    facts = json.loads((tmp_path / "analysis.json").read_text())
    rows = BENCH.multi_comparison(correction="none", zeros="pratt").table
    for row in rows.itertuples():
        theirs = facts[f"{row.first}-vs-{row.second}"]
        assert (row.wins, row.ties, row.losses) == (theirs["win"], theirs["tie"], theirs["loss"])
        assert row.difference == pytest.approx(theirs["mean"])
        # SciPy's p-value is approximate where scores tie
        assert row.p_value == pytest.approx(theirs["pvalue"], abs=0.02)
