import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from report_texts import list_passages

from benchreport.analysis import advise, analyze, analyze_predictions
from benchreport.data import Predictions, Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.report import report
from benchreport.stats import CATALOGUE, corrected_t, cv5x2_f, effect_sizes


def test_the_path_is_complete(garcia):
    analysis = analyze(garcia)
    names = [result.procedure for result in analysis.results]
    assert names == [
        "describe",
        "ranks",
        "friedman",
        "wilcoxon",
        "nemenyi",
        "tukey",
        "anova",
        "effect_sizes",
        "bayes_signed_rank",
        "independence",
        "outliers",
        "stability",
    ]
    ran = {suggestion.procedure for suggestion in analysis.advice.of("recommended")}
    assert ran <= set(names)
    assert analysis.headline == "C4.5 ranks first, but not significantly ahead of NaiveBayes"
    assert analysis.verdict == (
        "Over 30 datasets, C4.5 has the best mean rank (2.10) and the best mean accuracy (0.780).",
        (
            "Its lead over NaiveBayes, typically 0.007 [−0.017, 0.059] in accuracy (Hodges–Lehmann shift, "
            "adjusted 95 % interval), is not significant (Wilcoxon signed-rank test with Holm's correction, "
            "α = .05, p > .999)."
        ),
        (
            "By the same test, it is significantly better than CN2, 1-NN and Kernel (p ≤ .026); its "
            "advantage typically ranges from 0.042 [0.015, 0.083] over CN2 to 0.198 [0.102, 0.323] over "
            "Kernel."
        ),
        "The 5 algorithms differ overall (Friedman test, F(4, 116) = 14.45, p < .001, Kendall's W = .33).",
    )


def test_a_control_changes_the_comparisons(garcia):
    analysis = analyze(garcia, control="Kernel")
    assert analysis.decisive.procedure == "wilcoxon"
    assert analysis.decisive.control == "Kernel"
    assert analysis.of("bonferroni_dunn").control == "Kernel"
    assert "better than the control Kernel" in " ".join(analysis.sentences)


def test_the_verdict_names_a_disagreement_of_omnibus_test_and_pairs():
    values = np.random.default_rng(17).normal([0.8, 0.82, 0.83, 0.85], 0.02, (7, 4)).round(3)
    frame = pd.DataFrame(values, columns=list("abcd"))
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    assert analysis.omnibus.significant
    assert analysis.decisive.procedure == "nemenyi"
    assert not analysis.decisive.significant
    verdict = " ".join(analysis.sentences)
    assert "The Friedman test shows that the algorithms differ; the Nemenyi test" in verdict
    assert "is not significant (Nemenyi test, α = .05, p = .9" in verdict
    assert "nor is that over a (0.051, p = .062) and c (0.036, p = .062)" in verdict


@pytest.mark.parametrize(
    ("k", "n", "control", "decides"),
    [
        # Holm's smallest adjusted p-values: 45 / 2^9 = .088, 45 / 2^10 = .044, 9 / 2^8 = .035
        (10, 10, None, "nemenyi"),
        (10, 11, None, "wilcoxon"),
        (10, 8, "a0", "bonferroni_dunn"),
        (10, 9, "a0", "wilcoxon"),
    ],
)
def test_signed_ranks_decide_where_they_can_be_significant(k, n, control, decides):
    values = np.arange(k) + np.random.default_rng(0).normal(0, 0.01, (n, k))
    frame = pd.DataFrame(values, columns=[f"a{place}" for place in range(k)])
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")), control=control)
    assert analysis.decisive.procedure == decides
    recommended = [row.procedure for row in analysis.advice.of("recommended")]
    others = {"nemenyi", "bonferroni_dunn", "wilcoxon"}
    assert next(name for name in recommended if name in others) == decides
    signed = analysis.of("wilcoxon")
    assert (signed.attainable <= 0.05) == (decides == "wilcoxon")
    # the scores of all blocks agree
    assert bool(signed.significant) == (decides == "wilcoxon")


def test_folds_of_one_dataset_come_with_their_caution(hitrate):
    frame = hitrate.frame.assign(fold=range(10))
    scores = Scores.from_frame(frame.reset_index(drop=True), Roles(score="accuracy"))
    assert scores.overlapping
    assert any(
        "come from one dataset, so the result does not extend" in sentence
        for sentence in analyze(scores).sentences
    )


def test_no_difference_is_not_called_equality():
    frame = pd.DataFrame({"a": [1.0, 2, 3, 4], "b": [2.0, 1, 4, 3], "c": [1.5, 1.5, 3.5, 3.5]})
    verdict = analyze(Scores.from_frame(frame, Roles(score="accuracy"))).sentences
    assert verdict[2].endswith("which does not make them equal.")


def test_equal_algorithms_have_no_leader():
    same = pd.DataFrame({"a": [1.0, 2, 3], "b": [1.0, 2, 3], "c": [1.0, 2, 3]})
    verdict = analyze(Scores.from_frame(same, Roles(score="accuracy"))).sentences
    assert verdict[:2] == (
        "Over 3 datasets, all algorithms share the mean rank 2.00 and the mean accuracy 2.00.",
        "No pair differs significantly (Nemenyi test, α = .05).",
    )
    two = same.assign(c=[0.5, 1, 2])
    verdict = analyze(Scores.from_frame(two, Roles(score="accuracy"))).sentences
    assert verdict[0].startswith(
        "Over 3 datasets, a and b share the best mean rank (1.50) and the best"
    )


def read(frame, **roles):
    return Scores.from_frame(frame, Roles(score="accuracy", **roles))


WIDE = pd.DataFrame({"a": [9.0, 8, 9, 7], "b": [7.0, 6, 8, 5], "c": [5.0, 4, 4, 2]})
GAPS = WIDE.assign(b=[7.0, None, 8, 5])
FEW = WIDE.assign(a=[9.0, 8, None, None], b=[7.0, None, 8, None])
FIVE = pd.concat([WIDE, WIDE, WIDE.iloc[:2]], ignore_index=True)
FIVE = FIVE + FIVE.index.to_numpy()[:, None] % 3 / 7
SETTINGS = {
    "datasets": (read(WIDE), ["nemenyi", "wilcoxon", "tukey"], "friedman"),
    "two on datasets": (read(WIDE[["a", "b"]]), ["wilcoxon", "paired_t"], None),
    "folds": (
        read(WIDE.assign(fold=[1, 2, 3, 4])),
        ["corrected_t", "wilcoxon", "nemenyi", "tukey"],
        "friedman",
    ),
    "seeds": (read(WIDE.assign(seed=[1, 2, 3, 4])), ["wilcoxon", "nemenyi", "tukey"], "friedman"),
    "splits": (read(WIDE.assign(split=[1, 2, 3, 4])), [], None),
    "5x2": (
        read(
            FIVE.assign(repeat=[i // 2 for i in range(10)], fold=[1, 2] * 5),
            repeat=("repeat", "fold"),
        ),
        ["corrected_t", "cv5x2_f"],
        None,
    ),
    "runs": (
        Scores.from_frame(WIDE.melt(var_name="algorithm", value_name="auc")),
        ["kruskal_nemenyi", "rank_sum", "games_howell"],
        "kruskal",
    ),
    "gaps": (read(GAPS), ["nemenyi", "wilcoxon", "tukey"], "skillings_mack"),
}


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("control", [None, "a"])
def test_each_design_has_its_path(setting, control):
    scores, pairs, omnibus = SETTINGS[setting]
    if control:
        against = {"nemenyi": "bonferroni_dunn", "tukey": "dunnett"}
        against |= {"kruskal_nemenyi": "dunn", "games_howell": "welch_t"}
        pairs = [against.get(procedure, procedure) for procedure in pairs]
    analysis = analyze(scores, control=control)
    advice = analysis.advice
    assert advice.setting == setting
    assert [result.procedure for result in analysis.pairs] == pairs
    assert (analysis.omnibus and analysis.omnibus.procedure) == omnibus
    if setting == "splits":
        assert "No test was run" in analysis.verdict[1]
        return
    # the analysis runs the recommended procedures, and the test that decides is recommended
    names = {result.procedure for result in analysis.results}
    recommended = [suggestion.procedure for suggestion in advice.of("recommended")]
    assert set(recommended) <= names
    assert analysis.decisive.procedure in recommended
    assert analysis.sentences
    assert str(analysis)


@loop_over("setting", SETTINGS)
def test_advice_has_reasons_and_names_existing_procedures(setting):
    scores, _, _ = SETTINGS[setting]
    advice = advise(scores)
    assert advice.of("alternative")
    assert advice.of("avoid")
    for suggestion in advice.suggestions:
        assert suggestion.procedure in CATALOGUE
        assert suggestion.references
        assert suggestion.reason.endswith(".")
    assert advice.summary.startswith(f"Advice for {advice.seen}")
    assert len(advice.table) == len(advice.suggestions)


def test_advice_cites_the_field():
    cited = {key for scores, _, _ in SETTINGS.values() for key in advise(scores).references}
    assert {
        "dietterich1998",
        "demsar2006",
        "garcia2008",
        "raschka2018",
        "benavoli2016",
        "benavoli2017",
    } <= cited


def test_the_verdict_counts_and_names_gaps():
    verdict = " ".join(analyze(read(GAPS)).sentences)
    assert "1 of 12 cells has no score (b on 2); the omnibus test uses all scores" in verdict
    assert "on the 3 complete datasets" in verdict
    wide = pd.DataFrame(np.random.default_rng(1).normal(size=(20, 3)), columns=list("abc"))
    wide.iloc[:8, 0] = np.nan
    many = " ".join(analyze(Scores.from_frame(wide, Roles(score="accuracy"))).sentences)
    assert "8 of 60 cells have no score; the omnibus test uses all scores" in many
    few = analyze(read(FEW))
    assert few.pairs == ()
    assert "too few datasets are complete" in " ".join(few.sentences)


def test_mean_ranks_decide_where_few_complete_datasets_are_left():
    analysis = analyze(read(GAPS))
    assert analysis.pairs[0].procedure == "nemenyi"
    assert [step.call for step in analysis.advice.suggestions if "drop" in step.call] == [
        "(missing='drop').nemenyi()"
    ]
    assert not any(row.changed for row in analysis.sensitivity.rows)
    assert "left out" not in " ".join(analysis.sentences)
    many = pd.concat([WIDE, FIVE, FIVE], ignore_index=True)
    many.loc[0, "b"] = None
    assert [pairs.procedure for pairs in analyze(read(many)).pairs] == ["wilcoxon", "tukey"]


def test_failed_runs_are_no_mere_gaps():
    rng = np.random.default_rng(3)
    times = rng.lognormal(2, 1, (20, 1)) * rng.lognormal((0, 0.3, 0.9), 0.2, (20, 3))
    frame = pd.DataFrame(times, columns=["kissat", "cadical", "minisat"]).astype(object)
    frame[times > np.quantile(times, 0.85)] = "timeout"
    frame.iloc[3] = "timeout"
    failed = int((frame == "timeout").to_numpy().sum())
    roles = Roles(score="time", higher_is_better=False)
    scores = Scores.from_frame(frame, roles)
    text = " ".join(analyze(scores).sentences)
    complete = int((~(frame == "timeout").any(axis=1)).sum())
    assert (
        f"pairs are compared on the {complete} complete datasets. {failed} runs failed: timeout."
        in text
    )
    assert "Complete datasets favour algorithms whose runs fail." in text
    worst = scores.treat_gaps("worst")
    assert len(worst.blocks) == int((frame != "timeout").any(axis=1).sum()) < 20
    ranks = pd.DataFrame(worst.values, columns=worst.algorithms).rank(axis=1)
    best = ranks.mean().idxmin()
    assert (
        f"If each missing run counts as the worst score of its dataset, {best} has the best mean rank."
        in text
    )
    # a dataset on which all failed favours none
    alike = pd.DataFrame(times, columns=frame.columns).astype(object)
    alike.iloc[3] = "timeout"
    text = " ".join(analyze(Scores.from_frame(alike, roles)).sentences)
    assert "3 of 60 cells have no score" in text
    assert "favour" not in text
    # plain gaps may have any reason
    plain = Scores.from_frame(frame.mask(frame == "timeout").astype(float), roles)
    assert "favour" not in " ".join(analyze(plain).sentences)


def test_an_interval_that_few_scores_do_not_allow_is_explained():
    # no two differences of a pair tie; p = 2/64, times 3 by Holm, needs 98.3 % where 96.9 % can be had
    gurobi, scip = [3.21, 5.6, 0.02, 0.9, 15.2, 2.4], [18.4, 14.2, 0.05, 2.2, 60.3, 9.9]
    frame = pd.DataFrame({"Gurobi": gurobi, "SCIP": scip, "HiGHS": [22.9, 19, 0.04, 3.1, 88.1, 12]})
    text = " ".join(analyze(Scores.from_frame(frame, Roles(score="time"))).sentences)
    assert "unadjusted 95 % interval" in text
    assert "the interval excludes 0 because it is not adjusted for all pairs, as p is" in text
    assert "ties" not in text


def test_splits_are_tested_once_their_share_is_known():
    scores, _, _ = SETTINGS["splits"]
    analysis = analyze(scores, test_fraction=0.3)
    assert [result.procedure for result in analysis.pairs] == ["corrected_t"]
    assert "ρ = .3" in analysis.decisive.assumptions[0].evidence
    seeds = analyze(SETTINGS["seeds"][0], test_fraction=0.3)
    assert seeds.decisive.procedure == "corrected_t"


def test_folds_with_a_gap_are_still_folds():
    scores = read(WIDE.assign(fold=[1, 2, 3, 4], a=[9.0, 8, None, 7]))
    analysis = analyze(scores)
    assert analysis.advice.setting == "folds"
    assert analysis.decisive.procedure == "corrected_t"
    assert analysis.decisive.design.n_blocks == 3
    assert any("left out" in warning for warning in analysis.decisive.warnings)


def test_two_repetitions_of_five_folds_are_not_5x2():
    folds = {"repeat": [1, 1, 1, 1, 1, 2, 2, 2, 2, 2], "fold": [1, 2, 3, 4, 5] * 2}
    scores = read(FIVE.assign(**folds), repeat=("repeat", "fold"))
    assert advise(scores).setting == "folds"
    with pytest.raises(DesignError, match="five repetitions of twofold"):
        cv5x2_f(scores)


def test_folds_numbered_through_are_asked_about():
    frame = pd.concat([WIDE] * 10, ignore_index=True)
    scores = read(frame.assign(fold=range(40)))
    assert advise(scores).setting == "splits"
    with pytest.raises(OptionError, match="column fold has 40 labels") as caught:
        corrected_t(scores)
    assert "test_fraction=0.1" in caught.value.hint


def test_the_verdict_names_copies_of_datasets():
    values = np.random.default_rng(0).normal(0.8, 0.05, (12, 3)).round(4)
    fine = pd.DataFrame(values, columns=list("abc"))
    verdict = " ".join(analyze(read(pd.concat([fine, fine.iloc[:1]], ignore_index=True))).sentences)
    assert "datasets with identical scores: 1 = 13" in verdict
    # whole numbers tie by chance
    verdict = " ".join(analyze(read(pd.concat([WIDE, WIDE.iloc[:1]], ignore_index=True))).sentences)
    assert "identical scores" not in verdict


def test_repeated_folds_add_no_data():
    folds = {"repeat": [1, 1, 1, 1, 1, 2, 2, 2, 2, 2], "fold": [1, 2, 3, 4, 5] * 2}
    scores = read(FIVE.assign(**folds), repeat=("repeat", "fold"))
    analysis = analyze(scores)
    assert analysis.decisive.variant == "folds"
    assert analysis.advice.of("recommended")[0].call == "corrected_t(dof='folds')"


def test_only_the_corrected_test_decides_on_folds():
    values = np.random.default_rng(0).normal([1.0, 0.9, 0.8], 0.02, (10, 3))
    folds = read(pd.DataFrame(values, columns=list("abc")).assign(fold=range(10)))
    verdict = analyze(folds).sentences
    assert "(corrected resampled t test with Holm's correction, α = .05, p < .001)" in verdict[1]
    assert "their p-values are too small" in " ".join(verdict)


@pytest.mark.parametrize("name", ["outer_fold", "cv fold", "Fold ID"])
def test_columns_called_a_kind_of_fold_number_folds(name):
    values = np.random.default_rng(0).normal([1.0, 0.9, 0.8], 0.02, (10, 3))
    wide = pd.DataFrame(values, columns=list("abc")).assign(**{name: range(10)})
    folds = wide.melt(name, var_name="algorithm", value_name="accuracy").bench.scores
    assert "corrected resampled t test" in " ".join(analyze(folds).sentences)


def test_progress_is_reported(garcia):
    steps = []
    analyze(garcia, progress=steps.append)
    assert steps == [
        "describing the scores",
        "testing all algorithms together",
        "comparing pairs",
        "computing posterior probabilities",
        "checking assumptions and sensitivity",
    ]


def test_analyses_of_predictions_name_the_tests_left_out():
    rare = pd.DataFrame(
        {"y_true": [0] * 9 + [1], "a_probability": np.linspace(0, 1, 10), "b_probability": 0.5}
    )
    analysis = analyze_predictions(Predictions.from_frame(rare))
    assert analysis.roc is None
    assert "a class has fewer than two examples" in analysis.left_out[0]
    excluded = pd.DataFrame({"a_logprob": [-np.inf, *[-1.0] * 9], "b_logprob": [-1.0] * 10})
    analysis = analyze_predictions(Predictions.from_frame(excluded))
    assert analysis.pairs == ()
    assert analysis.left_out[0].startswith("tests of pairs: the log loss of a is infinite")


def test_every_kind_of_predictions_is_compared():
    rng = np.random.default_rng(0)
    right = pd.DataFrame(rng.integers(0, 2, (30, 3)), columns=list("abc"))
    log = analyze_predictions(Predictions.from_frame(right, Roles(task="correctness")))
    assert [result.procedure for result in log.results][:3] == ["metrics", "cochran_q", "mcnemar"]
    lists = pd.DataFrame({"truth": list("ab") * 9, "x": [["a", "b"]] * 18, "y": [["b"]] * 18})
    ranked = analyze_predictions(Predictions.from_frame(lists))
    assert ranked.pairs[0].centre_name == "NDCG@2"
    logs = pd.DataFrame(-rng.exponential(9, (30, 2)), columns=["a_logprob", "b_logprob"])
    sums = logs.assign(tokens=rng.integers(1, 9, 30))
    assert (
        analyze_predictions(Predictions.from_frame(sums)).pairs[0].procedure == "metric_bootstrap"
    )
    assert analyze_predictions(Predictions.from_frame(logs)).pairs[0].procedure == "loss_t"


def test_a_leader_of_complete_datasets_is_not_called_another_than_itself():
    complete = [(2, 3, 1)] * 4 + [(3, 2, 1)] * 2
    incomplete = [(3, 2, np.nan)] * 5
    frame = pd.DataFrame([*complete, *incomplete], columns=["a", "b", "c"], dtype=float)
    text = " ".join(analyze(Scores.from_frame(frame, Roles(score="accuracy"))).sentences)
    assert "b has the best mean rank" in text
    assert "On all scores, with those of incomplete datasets, a has the best mean rank." in text
    assert "Another algorithm" not in text


@pytest.mark.parametrize("options", [{}, {"alpha": 0.1}, {"control": "C4.5"}])
def test_the_effect_sizes_of_the_wilcoxon_tests_are_those_of_the_procedure(garcia, options):
    same = effect_sizes(garcia, **options)
    assert analyze(garcia, **options).effects == same
    assert "rank-biserial" in {row.measure for row in same.rows}


def test_effect_sizes_know_equal_algorithms(garcia):
    frame = garcia.frame.assign(twin=garcia.frame["CN2"]).reset_index(names="dataset")
    table = Scores.from_frame(frame, Roles(score="accuracy"))
    assert analyze(table).effects == effect_sizes(table)


def test_names_with_a_full_stop_end_a_sentence(demsar):
    """'Augment.' ends a sentence with one full stop, in all that is read."""
    algorithms = tuple(f"{name}." for name in demsar.algorithms)
    analysis = analyze(replace(demsar, algorithms=algorithms))
    assert any(sentence.endswith(" C4.5.") for sentence in analysis.sentences)
    texts = [str(analysis), *(str(result) for result in analysis.results)]
    document = report(analysis.scores).document
    texts += [passage.text for passage in list_passages(document)]
    assert not [text for text in texts if re.search(r"[^.]\.\.(\s|$)", text)]
