"""Every sentence of a verdict agrees with the numbers, whatever the design."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from published import published

from benchreport.analysis import analyze, analyze_predictions
from benchreport.analysis.verdicts.caution import Caution
from benchreport.analysis.verdicts.headline import write_headline
from benchreport.analysis.verdicts.verdict import find_contradicting
from benchreport.analysis.verdicts.view_agreement import describe_agreement
from benchreport.data import Predictions, Roles, Scores
from benchreport.results import OmnibusResult, PairwiseResult
from benchreport.results.pairs.pair_judgement import contradictions
from benchreport.results.writing import number_format as fmt
from benchreport.stats import friedman

MOST_NAMED = 3


def scores(values, columns=None, **roles):
    frame = pd.DataFrame(values, columns=[f"a{place}" for place in range(np.shape(values)[1])])
    return Scores.from_frame(frame.assign(**(columns or {})), Roles(score="accuracy", **roles))


def noisy(seed, n, k, gap=0.0, spread=0.02):
    rng = np.random.default_rng(seed)
    base = rng.uniform(0.5, 0.9, (n, 1))
    return base + gap * np.arange(k) + rng.normal(0, spread, (n, k))


def few_large_against_many_small(names="abc", *, gap=False):
    """Make scores in which one algorithm is better by .01 on 91 of 100 datasets and worse by .3 on 9."""
    rng = np.random.default_rng(0)
    base = rng.uniform(0.5, 0.8, 100)
    gain = np.r_[np.full(91, 0.01), np.full(9, -0.3)] + rng.normal(0, 0.0005, 100)
    values = np.column_stack([base + gain, base, base - 0.2 + rng.normal(0, 0.01, 100)])
    if gap:
        values[0, 2] = np.nan
    return scores(values[:, : len(names)])


def contradicting_runs():
    """Make unpaired runs in which one algorithm is mostly a little better and sometimes much worse."""
    rng = np.random.default_rng(0)
    base = rng.normal(0.7, 0.004, (200, 3)) - [0, 0, 0.2]
    base[:, 0] += np.r_[np.full(182, 0.01), np.full(18, -0.3)]
    frame = pd.DataFrame(base, columns=list("abc"))
    return Scores.from_frame(frame.melt(var_name="algorithm", value_name="auc"))


def with_a_copy():
    values = noisy(5, 14, 4, gap=0.05)
    return scores(np.vstack([values, values[:1]]))


def with_gaps():
    values = noisy(6, 12, 3, gap=0.05)
    values[0, 1] = np.nan
    return scores(values)


def runs(gap):
    frame = pd.DataFrame(noisy(7, 12, 3, gap=gap), columns=list("abc"))
    return Scores.from_frame(frame.melt(var_name="algorithm", value_name="auc"))


TENFOLD = {"repeat": np.repeat(np.arange(3), 5), "fold": np.tile(np.arange(5), 3)}
TWOFOLD = {"repeat": np.repeat(np.arange(5), 2), "fold": np.tile([1, 2], 5)}
SCORES = {
    "datasets": lambda: scores(noisy(0, 15, 5, gap=0.02)),
    "datasets, closer": lambda: scores(noisy(1, 15, 5, gap=0.006)),
    "datasets, alike": lambda: scores(noisy(2, 15, 4)),
    "few datasets": lambda: scores(noisy(3, 4, 3, gap=0.2)),
    "two algorithms": lambda: scores(noisy(3, 20, 2, gap=0.02)),
    "two on few": lambda: scores(noisy(3, 5, 2, gap=0.2)),
    "Demšar": lambda: published("demsar2006"),
    "García": lambda: published("garcia_herrera2008"),
    "folds": lambda: scores(noisy(4, 10, 4, gap=0.03), {"fold": np.arange(10)}),
    "repeated folds": lambda: scores(noisy(4, 15, 3, gap=0.05), TENFOLD, repeat=["repeat", "fold"]),
    "5x2": lambda: scores(noisy(8, 10, 3, gap=0.05), TWOFOLD, repeat=["repeat", "fold"]),
    "seeds": lambda: scores(noisy(9, 10, 3, gap=0.05), {"seed": np.arange(10)}),
    "splits": lambda: scores(noisy(9, 10, 3, gap=0.05), {"split": np.arange(10)}),
    "runs": lambda: runs(0.05),
    "runs, alike": lambda: runs(0.0),
    "gaps": with_gaps,
    "copy": with_a_copy,
    "contradiction": few_large_against_many_small,
    "contradiction of two": lambda: few_large_against_many_small("ab"),
    "contradiction beside gaps": lambda: few_large_against_many_small(gap=True),
    "contradiction of runs": contradicting_runs,
}


def answers(seed, n, k, datasets=1):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    labels = [np.where(rng.random(n) < 0.9 - 0.12 * place, truth, 1 - truth) for place in range(k)]
    columns = {f"m{place}": column for place, column in enumerate(labels)}
    frame = pd.DataFrame({"y_true": truth, **columns})
    if datasets > 1:
        frame["dataset"] = np.arange(n) % datasets
    return Predictions.from_frame(frame)


def samples(gap=0.0, questions=60, repeats=5, seed=0, models=2):
    """Make a log of right and wrong answers: each model answers each question several times."""
    rng = np.random.default_rng(seed)
    hard = rng.normal(0.3, 1.5, (questions, 1))
    logits = hard + rng.normal(0, 1, (questions, models)) + gap * np.arange(models)
    chance = np.repeat(1 / (1 + np.exp(-logits)), repeats, axis=0)
    right = (rng.random(chance.shape) < chance).astype(int)
    frame = pd.DataFrame(right, columns=[f"m{place}" for place in range(models)])
    return frame.assign(
        question=np.repeat(np.arange(questions), repeats),
        sample=np.tile(np.arange(repeats), questions),
    )


def log(**options):
    return Predictions.from_frame(samples(**options), Roles(task="correctness"))


PREDICTIONS = {
    "two models": lambda: answers(0, 200, 2),
    "three models": lambda: answers(1, 200, 3),
    "alike models": lambda: answers(1, 40, 2),
    "several datasets": lambda: answers(2, 240, 3, datasets=3),
    "many datasets": lambda: answers(2, 300, 2, datasets=10),
    "samples, alike": log,
    "samples, apart": lambda: log(gap=2.0),
    "samples of three": lambda: log(gap=1.0, models=3),
}


@pytest.fixture(scope="module", params=[*SCORES, *PREDICTIONS])
def analysis(request):
    if request.param in SCORES:
        return analyze(SCORES[request.param]())
    return analyze_predictions(PREDICTIONS[request.param]())


def views_of(analysis):
    bayes = getattr(analysis, "bayes", None)
    return [*analysis.pairs, *([] if bayes is None else [bayes])]


def test_nothing_is_called_significant_that_a_check_denies(analysis):
    tests = [
        *analysis.pairs,
        *(() if not getattr(analysis, "over", None) else analysis.over.results),
    ]
    for line in analysis.sentences:
        if "significantly" not in line:
            continue
        matches = [
            result
            for result in tests
            if isinstance(result, PairwiseResult)
            and (
                fmt.lower(result.method) in line
                or (result is tests[0] and line.startswith("By the same test, "))
            )
        ]
        assert matches, line
        assert not any(result.doubts for result in matches), line
        assert any(result.significant for result in matches) or "differs significantly" in line
    for result in analysis.results:
        if not result.doubts:
            continue
        text = " ".join((result.summary, *result.interpretation))
        assert "significant at" not in text or "0 of" in text
        if isinstance(result, PairwiseResult | OmnibusResult):
            assert " is better than " not in text
            assert "algorithms differ on" not in text


def test_the_deciding_test_favours_the_algorithm_named_better(analysis):
    if not analysis.pairs:
        return
    decides = analysis.pairs[0]
    first, *rest = analysis.verdict
    leader = re.match(r"O\w+ [^,]+, (\S+) has the best ", first)
    match = next(filter(None, (re.match(CLAIM, line) for line in rest)), None)
    if leader is None or decides.control is not None:
        return
    won = {
        row.second if row.favours == row.first else row.first
        for row in decides.significant
        if row.favours == leader[1]
    }
    if decides.doubts:
        assert match is None
        return
    assert set(re.split(r", | and ", match[1]) if match else ()) == won
    assert bool(decides.significant) == any("significantly" in line for line in rest)


CLAIM = r"(?:It|By the same test, it) is significantly better than ([^(]+) \("


def test_the_tests_differ_only_where_they_judge_otherwise(analysis):
    views = [result for result in analysis.pairs if isinstance(result, PairwiseResult)]
    leader = analysis.control or (views[0].ranking[0] if views else "")
    # that a test in doubt finds nothing says nothing
    differing = any(
        leader in pair
        and view.judgements[pair].significant != judged.significant
        and (view.judgements[pair].significant or not view.doubts)
        for view in views[1:]
        for pair, judged in views[0].judgements.items()
        if pair in view.judgements
    )
    corrected = bool(views) and views[0].procedure == "corrected_t"
    named = any(line.startswith("Unlike the ") for line in analysis.sentences)
    assert named == (differing and not corrected)


def test_the_cautions_begin_with_contradictions_pair_by_pair(analysis):
    conflicts = contradictions(views_of(analysis))
    first = next(iter(analysis.cautions), Caution("", "pairs")).sentence
    assert first.startswith("The tests contradict each other") == bool(conflicts)
    for sides in list(conflicts.values())[:MOST_NAMED]:
        one, other = sides
        assert f"{one} over {other}" in first
        assert f"{other} over {one}" in first


def test_the_verdict_names_tests_that_cannot_be_significant(analysis):
    if not analysis.pairs or analysis.pairs[0].attainable is None:
        return
    decides = analysis.pairs[0]
    none = decides.attainable > decides.alpha and not decides.significant
    sentence = "No pair could be significant: with"
    assert any(line.startswith(sentence) for line in analysis.sentences) == none


def test_no_set_that_cannot_be_told_apart_holds_a_pair_that_the_deciding_test_separates(analysis):
    if not analysis.pairs or len(analysis.pairs[0].comparisons) < 2:
        return
    decides = analysis.pairs[0]
    for group in decides.groups():
        for row in decides.significant:
            assert not {row.first, row.second} <= set(group)


def test_the_contradiction_of_ranks_and_means_is_found():
    analysis = analyze(few_large_against_many_small())
    favoured = {
        view.procedure: view.judgements[frozenset(("a0", "a1"))].favours for view in analysis.pairs
    }
    assert favoured == {"wilcoxon": "a0", "nemenyi": "a0", "tukey": "a1"}
    assert "favours a1 over a0" in analysis.cautions[0].sentence
    assert "though the assumption" in analysis.cautions[0].sentence
    # a test in doubt does not reach the headline
    assert analysis.headline == "a0 is significantly better than all others"
    sound = [replace(view, assumptions=()) for view in analysis.pairs]
    headline = write_headline(sound[0], find_contradicting(sound))
    assert headline == "a0 ranks first, but another test favours a1"


def test_views_that_differ_are_compared_as_sets_of_pairs():
    sentences = analyze(published("demsar2006")).sentences
    assert (
        "Unlike the Wilcoxon signed-rank test, which decides, the Tukey test (its assumptions are in doubt) "
        "finds C4.5+m+cf better than C4.5."
    ) in sentences


def test_each_test_that_differs_is_named_with_what_it_finds():
    sentences = analyze(published("hitrate")).sentences
    assert (
        "Unlike the Wilcoxon signed-rank test, which decides, the Nemenyi test does not find sexy2 better "
        "than sexy and Coco."
    ) in sentences


def test_what_a_test_in_doubt_does_not_find_is_not_said():
    """The base rate is the same everywhere: Tukey's test, which is in doubt, finds hardly anything."""
    base = np.linspace(0.6, 0.9, 10)
    frame = pd.DataFrame({"boost": base, "tree": base - 0.03 - np.sin(base * 99) / 99, "base": 0.5})
    frame.insert(1, "forest", base - np.array([10, 9, 8, 7, 6, -1, 11, 12, 13, -3]) / 1000)
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    (caution,) = [each for each in analysis.cautions if "which decides" in each.sentence]
    assert analysis.pairs[2].doubts
    assert caution.sentence == (
        "Unlike the Wilcoxon signed-rank test, which decides, the Nemenyi test does not find boost better "
        "than forest."
    )
    assert caution.clause == "the Nemenyi test does not find boost better than forest"


def test_tests_that_differ_on_others_than_the_leader_are_no_threat():
    rng = np.random.default_rng(5)
    values = np.array([0.9, 0.6, 0.585]) + rng.normal(0, 0.02, (10, 3))
    frame = pd.DataFrame(values.round(3), columns=["a", "b", "c"])
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    assert not any("Unlike the" in sentence for sentence in analysis.sentences)
    agreement = describe_agreement(analysis.pairs)
    assert agreement == "the tests agree about a (they differ on b and c)"


def test_tests_that_find_more_of_the_leader_are_not_said_to_agree():
    contradicted = 0
    for seed in range(30):
        rng = np.random.default_rng(seed)
        values = np.array([0.9, 0.88, 0.86, 0.8]) + rng.normal(0, 0.02, (10, 4))
        frame = pd.DataFrame(values.round(3), columns=list("abcd"))
        analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
        decides, *others = (view.judgements for view in analysis.pairs)
        leader = analysis.pairs[0].ranking[0]
        differ = any(
            other[pair].significant != judged.significant
            for pair, judged in decides.items()
            if leader in pair
            for other in others
        )
        assert (describe_agreement(analysis.pairs) == "") == differ
        contradicted += differ
    assert 0 < contradicted < 30


def test_what_changes_without_the_leader_is_no_threat_to_its_lead():
    rivals = {"b": [3, 4, 5, 6, 7, 8], "c": [4, 3, 6, 5, 8, 7], "d": [4, 4, 5, 5, 7, 8]}
    frame = pd.DataFrame({"a": [20, 21, 22, 23, 24, 25], **rivals})
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    assert analysis.sensitivity is not None
    assert [row.name for row in analysis.sensitivity.flips] == ["a"]
    # each of its leads, p = .037, needs every dataset
    (line,) = (row.sentence for row in analysis.cautions if row.section == "sensitivity")
    assert line == (
        "The decision on some pairs would change if any one of 6 datasets (1, 2, 3 and 3 others) were "
        "left out."
    )


def test_an_omnibus_decision_that_depends_on_the_variant_is_said():
    steps = [[0.83, 0.81, 0.82], [0.85, 0.82, 0.83], [0.9, 0.89, 0.88], [0.79, 0.78, 0.76]]
    values = np.array([*steps, [0.84, 0.8, 0.82], [0.75, 0.77, 0.73]])
    analysis = analyze(scores(values))
    assert analysis.omnibus is not None
    assert analysis.sensitivity is not None
    assert analysis.omnibus.p_value > 0.05 >= analysis.sensitivity.base.p_value
    (line,) = (row.sentence for row in analysis.cautions if row.section == "sensitivity")
    assert line == (
        "Whether the algorithms differ overall depends on how the p-value is computed: p = .052 in the "
        "exact test, p = .023 by the F distribution."
    )


def test_a_test_that_no_pair_could_pass_is_said_before_the_gaps():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.random((6, 2)), columns=list("ab"))
    frame.iloc[0, 0] = np.nan
    roles = Roles(score="accuracy", missing="available")
    few, unattainable, gaps, *_ = analyze(Scores.from_frame(frame, roles)).cautions
    assert few.sentence.startswith("5 datasets are few")
    assert unattainable.sentence.startswith("No pair could be significant")
    assert gaps.sentence.startswith("1 of 12 cells has no score")


def test_a_copied_dataset_takes_the_claim_back_before_it_is_made():
    verdict = analyze(with_a_copy()).sentences
    assert not any("significantly" in line for line in verdict)
    assert (
        "the assumption that the datasets are independent of one another is violated"
        in " ".join(verdict)
    )
    assert "datasets with identical scores: 1 = 15" in " ".join(verdict)


@pytest.mark.parametrize(("n", "few"), [(3, True), (5, True), (6, False)])
def test_few_datasets_weaken_a_verdict(n, few):
    sentences = [row.sentence for row in analyze(scores(noisy(1, n, 3, gap=0.1))).cautions]
    assert (f"{n} datasets are few" in " ".join(sentences)) == few


def test_the_best_of_those_that_beat_a_control_is_named():
    analysis = analyze(scores(noisy(1, 15, 5, gap=0.1)), control="a0")
    assert analysis.headline == "a4 and three others are significantly better than the control a0"
    analysis = analyze(scores(noisy(1, 15, 3, gap=0.1)), control="a0")
    assert analysis.headline == "a2 and a1 are significantly better than the control a0"


@pytest.mark.parametrize("gap", [0.0, 0.04, 0.1])
def test_what_is_said_of_a_control_has_its_p_values(gap):
    analysis = analyze(scores(noisy(1, 15, 5, gap=gap)), control="a2")
    decides, text = analysis.decisive, " ".join(analysis.verdict)
    assert decides is not None
    significant = [row.p_adjusted for row in decides.significant]
    rest = [row.p_adjusted for row in decides.comparisons if row not in decides.significant]
    if significant:
        p = fmt.p_equals(max(significant), 0.05).replace("=", "≤" if len(significant) > 1 else "=")
        assert f"α = .05, {p})" in text
    if rest:
        p = fmt.p_equals(min(rest), 0.05).replace("=", "≥" if len(rest) > 1 else "=")
        assert f"not differ significantly from it ({p})" in text or f"α = .05, {p})" in text
    assert significant or rest


def test_p_values_in_doubt_are_said_as_they_are():
    rng = np.random.default_rng(0)
    values = rng.normal([0.9, 0.6, 0.5], 0.01, (12, 3))
    frame = pd.DataFrame(values, columns=list("abc"))
    roles = Roles(score="accuracy", repeat="seed")
    analysis = analyze(Scores.from_frame(frame.assign(seed=range(12)), roles))
    decides = analysis.decisive
    assert decides is not None
    p = fmt.p_equals(max(row.p_adjusted for row in decides.small_p), 0.05)
    assert f"favours a over b and c ({p.replace('=', '≤')}), but it is doubtful" in " ".join(
        analysis.verdict
    )


def test_a_semicolon_in_a_name_cuts_no_reservation():
    values = noisy(1, 12, 3, gap=0.1)
    values[1] = values[0]
    names = [f"part {i};{i}" for i in range(12)]
    frame = pd.DataFrame(values, index=names, columns=["a", "b", "c"])
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    reservations = {result.reservation for result in analysis.results if result.doubts}
    assert reservations
    assert all("part 0;0" in text and "part 1;1" in text for text in reservations)


def test_few_datasets_are_named_where_no_pair_differs_though_one_could():
    rng = np.random.default_rng(4)
    few, enough = (
        analyze(
            Scores.from_frame(
                pd.DataFrame(rng.normal(size=(n, 2)), columns=["a", "b"]), Roles(score="accuracy")
            )
        )
        for n in (8, 12)
    )
    assert not few.pairs[0].significant
    assert not few.pairs[0].unattainable
    assert few.cautions[0].sentence.startswith("8 datasets are few, so the tests show only large")
    assert not any("are few" in caution.sentence for caution in enough.cautions)


def rows_with_lost_seeds(lost, score=lambda place, data, seed: 0.5 + place / 9 + data * seed / 900):
    rows = [
        (name, f"d{data}", seed, score(place, data, seed))
        for data in range(12)
        for place, name in enumerate("abc")
        for seed in range(3)
        if (name, data, seed) not in lost
    ]
    return pd.DataFrame(rows, columns=["model", "dataset", "seed", "accuracy"])


def test_runs_that_all_have_are_compared_where_an_algorithm_lacks_a_few():
    """One lost run on each of ten datasets would leave two of them."""
    lost = [("b", data, 1) for data in range(10)]
    analysis = analyze(Scores.from_frame(rows_with_lost_seeds(lost)))
    assert analysis.scores.missing == "paired"
    assert analysis.pairs[0].design.n_blocks == 12
    sentences = " ".join(caution.sentence for caution in analysis.cautions)
    assert "only seeds that all algorithms of a dataset have are averaged" in sentences
    assert {row.name for row in analysis.sensitivity.rows} == {
        "drop",
        "available",
        "paired",
        "worst",
    }


def test_shared_seeds_favour_no_algorithm_whose_runs_fail_without_a_word():
    frame = rows_with_lost_seeds([], lambda place, data, seed: 0.5 + place / 99 + data * seed / 900)
    failed = frame["model"].eq("c") & frame["seed"].gt(0)
    texts = frame["accuracy"].astype(object).mask(failed, "timeout")
    analysis = analyze(Scores.from_frame(frame.assign(accuracy=texts)))
    assert analysis.pairs[0].design.n_blocks == 12
    sentences = " ".join(caution.sentence for caution in analysis.cautions)
    assert "24 runs failed: timeout. Complete seeds favour algorithms whose runs fail." in sentences
    assert (
        "If each missing run counts as the worst score of its dataset, b has the best" in sentences
    )


def test_tests_that_can_show_nothing_are_not_said_to_show_large_differences():
    frame = pd.DataFrame({"a": [0.7, 0.8, 0.9], "b": [0.1, 0.3, 0.2]})
    few, none = analyze(Scores.from_frame(frame, Roles(score="accuracy"))).cautions[:2]
    assert few.sentence == "3 datasets are few, so the result may not hold for other datasets."
    assert none.sentence.startswith("No pair could be significant: with 3 datasets,")


def test_times_that_are_often_the_same_largest_one_are_told_as_a_limit():
    rng = np.random.default_rng(3)
    times = rng.uniform(1, 100, (12, 3))
    frame = pd.DataFrame(times, columns=["a", "b", "c"])
    frame.loc[:3, "c"] = 1800.0
    stopped = analyze(Scores.from_frame(frame, Roles(score="time_s"))).sentences
    told = "4 of 36 scores are 1,800, the largest: this looks like a limit"
    assert any(told in sentence for sentence in stopped)
    quality = analyze(Scores.from_frame(frame, Roles(score="quality", higher_is_better=False)))
    assert not any("limit" in sentence for sentence in quality.sentences)


def test_two_algorithms_that_win_equally_often_are_said_to():
    level = np.linspace(0.5, 0.9, 16)
    gain = np.where(np.arange(16) < 8, 0.05, -0.03) + np.linspace(0, 0.001, 16)
    found = analyze(scores(np.column_stack([level + gain, level])))
    assert found.headline == "Neither a0 nor a1 is ahead"
    assert "a0 is better on 8 datasets, and a1 on as many." in found.verdict
    alike = analyze(scores(np.column_stack([level, level])))
    assert not [sentence for sentence in alike.verdict if "as many" in sentence]


def test_scores_that_are_mostly_tied_are_counted():
    level = np.linspace(0.5, 0.9, 18)
    gain = np.where(np.arange(18) == 3, 0.1, 0)
    found = analyze(scores(np.column_stack([level + gain, level])))
    assert found.cautions[0].sentence == "a0 and a1 have the same score on 17 of 18 datasets."
    apart = analyze(scores(np.column_stack([level + 0.1, level])))
    assert not [caution for caution in apart.cautions if "same score" in caution.sentence]


def test_the_same_time_in_all_runs_of_one_cell_is_no_limit():
    rng = np.random.default_rng(3)
    rows = [
        (name, dataset, run, rng.uniform(1, 100))
        for name in "abc"
        for dataset in "pqrstu"
        for run in range(5)
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "dataset", "run", "time_s"])
    cell = (frame["algorithm"] == "c") & (frame["dataset"] == "q")
    frame.loc[cell, "time_s"] = 356.9
    said = analyze(Scores.from_frame(frame, Roles(score="time_s"))).sentences
    assert not [sentence for sentence in said if "looks like a limit" in sentence]
    [alike] = [sentence for sentence in said if "356.9" in sentence and "largest" in sentence]
    assert alike.startswith("5 runs of c on q have the same score, 356.9")


def test_gaps_that_decide_are_not_called_datasets_left_out():
    said = []
    for seed in range(12):
        values = noisy(seed, 7, 4, gap=0.01)
        values[[0, 1], [0, 2]] = np.nan
        analysis = analyze(scores(values, missing="available"))
        clauses = {row.clause for row in analysis.cautions if row.section == "sensitivity"}
        said += [(analysis.sensitivity.base.kind, clause) for clause in clauses]
    changes = "another treatment of missing scores changes a result"
    assert ("gaps", changes) in said
    assert {*said} <= {("gaps", changes), ("gaps", "another algorithm leads on all scores")}


SCALES = {"taxi": 5000, "blog": 3000, "naval": 0.02, "wine": 1, "boston": 2, "kin8nm": 0.05}


@pytest.mark.parametrize("names", [[*SCALES], [*reversed(SCALES)]])
def test_datasets_of_different_scales_are_named_with_their_share(names):
    rng = np.random.default_rng(0)
    table = np.array([SCALES[name] for name in names])[:, None] * rng.normal(1, 0.1, (6, 4))
    frame = pd.DataFrame(table, index=names, columns=[*"pqrs"])
    (said,) = scale_cautions(Scores.from_frame(frame, Roles(score="rmse")))
    spread = np.ptp(table, axis=1)
    largest = [names[place] for place in np.argsort(-spread)[:2]]
    share = np.sort(spread)[-2:].sum() / spread.sum()
    assert (
        f"2 of 6 ({' and '.join(largest)}) hold {int(100 * share)} % of the diff" in said.sentence
    )
    assert said.clause == "the datasets are of different scales"


@pytest.mark.parametrize(
    "spread",
    [
        pytest.param([0.001] * 10 + [0.2] * 3, id="hard datasets"),
        pytest.param([0.02] * 13, id="all alike"),
        pytest.param([0.0] * 13, id="no differences"),
    ],
)
def test_large_differences_of_like_scores_are_no_other_scale(spread):
    """Unless a score is beyond 100, hard and easy datasets have one scale."""
    rng = np.random.default_rng(1)
    values = rng.uniform(0.4, 0.9, (13, 1)) + np.array(spread)[:, None] * rng.random((13, 3))
    assert not scale_cautions(scores(values))


@pytest.mark.parametrize(("score", "said"), [("time_s", 1), ("error", 0)])
def test_times_below_a_second_have_several_scales_where_shares_have_one(score, said):
    table = np.outer([1e-5, 1e-3, 0.1], [0.3, 0.6, 1])
    frame = pd.DataFrame(table, index=["small", "medium", "large"], columns=[*"abc"])
    assert len(scale_cautions(Scores.from_frame(frame, Roles(score=score)))) == said


@pytest.mark.parametrize("name", ["demsar2006", "garcia_herrera2008", "hitrate"])
def test_accuracies_have_one_scale(name):
    assert not scale_cautions(published(name))


@pytest.mark.parametrize(("most", "said"), [(99, 0), (101, 1)])
def test_per_cent_has_one_scale_and_returns_may_have_several(most, said):
    values = np.outer([most, 5, 4, 3, 2], [0.2, 0.5, 1])
    assert len(scale_cautions(scores(values))) == said


def test_datasets_on_which_all_scores_are_0_have_no_scale():
    values = np.zeros((6, 3))
    values[0] = [5000, 4000, 4500]
    assert not scale_cautions(scores(values))


def test_one_other_dataset_is_in_the_singular():
    (said,) = scale_cautions(scores([[5000.0, 4000], [0.1, 0.2]]))
    assert "say little about the other; ranks" in said.sentence


def scale_cautions(table):
    return [row for row in analyze(table).cautions if "different scales" in row.sentence]


def test_one_test_decides_between_two_algorithms_with_gaps():
    values = noisy(6, 14, 2, gap=0.05)
    values[[1, 4], 0] = values[7, 1] = np.nan
    found = analyze(scores(values))
    assert [result.procedure for result in found.pairs] == ["wilcoxon", "paired_t"]
    assert found.omnibus is None
    text = " ".join(found.sentences)
    assert "overall" not in text
    assert "omnibus" not in text
    assert "pairs are compared on the 11 complete datasets" in text


def test_no_treatment_of_gaps_changes_a_test_that_does_not_decide():
    values = noisy(0, 16, 2, gap=0.01)
    values[:3, 1] = np.nan
    found = analyze(scores(values))
    assert found.sensitivity.flips
    assert not [line for line in found.sentences if "omnibus" in line]


def test_a_negligible_lead_on_many_datasets_is_called_so():
    rng = np.random.default_rng(1)
    gain = np.array([1.0, 0.0])
    values = rng.normal(50, 10, (600, 1)) + rng.normal(0, 1, (600, 2)) + 0.15 * gain
    found = analyze(scores(values, higher_is_better=True))
    assert "significantly better than a1" in " ".join(found.verdict)
    [small] = [each.sentence for each in found.cautions if "negligible" in each.sentence]
    share = 100 * np.mean(values[:, 0] > values[:, 1])
    assert f"a0 is better on {share:.0f} % of the datasets" in small
    clear = analyze(scores(values[:60] + 2 * gain, higher_is_better=True))
    assert not [each for each in clear.cautions if "negligible" in each.sentence]


def test_agreement_that_is_nearly_0_does_not_look_like_0():
    values = np.random.default_rng(1).normal(0, 1, (1500, 3))
    result = friedman(scores(values, higher_is_better=True))
    assert 0 < result.effect_size < 0.005
    assert re.fullmatch(r"Kendall's W = \.0*[1-9]", result.effect_text)


def test_long_names_leave_room_for_few_in_a_sentence():
    names = [f"RandomForestClassifier_n{place}00_depth_balanced_v2" for place in range(7)]
    frame = pd.DataFrame(noisy(3, 14, 7, gap=0.002), columns=names)
    found = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    assert max(len(re.findall("RandomForest", sentence)) for sentence in found.verdict) <= 3
    assert any(re.search(r"and \d others?\b", sentence) for sentence in found.verdict)


def test_a_test_that_differs_on_a_control_is_named_once():
    rng = np.random.default_rng(8)
    values = rng.uniform(0.5, 0.9, (18, 1)) + rng.normal(0, 0.02, (18, 12))
    analysis = analyze(scores(values + np.linspace(0, 0.05, 12)), control="a3")
    # a10 is better than the control, and a0 is worse
    assert (
        "Unlike the Wilcoxon signed-rank test, which decides, the Bonferroni–Dunn test does not find a "
        "difference from the control a3 for a10 and a0."
    ) in analysis.sentences


def test_long_names_leave_room_for_few_contradictions():
    rng = np.random.default_rng(3)
    base = rng.uniform(0.5, 0.8, 60)
    gain = np.r_[np.full(52, 0.01), np.full(8, -0.3)] + rng.normal(0, 0.0005, 60)
    rivals = [base - 0.0008 * place + rng.normal(0, 0.0004, 60) for place in range(5)]
    names = [f"graph__10-1000-0.10-{place:02d}_11" for place in range(6)]
    frame = pd.DataFrame(dict(zip(names, [base + gain, *rivals], strict=True)))
    first = analyze(Scores.from_frame(frame, Roles(score="accuracy"))).cautions[0].sentence
    assert first.startswith("The tests contradict each other on ")
    assert first.count(names[0]) <= 4
    assert re.search(r"; and \d pairs more\.$", first)


def test_shares_beside_per_cent_are_named():
    rng = np.random.default_rng(2)
    table = rng.uniform(60, 90, (15, 1)) + rng.normal(0, 2, (15, 3))
    mixed = table.copy()
    mixed[:7] /= 100
    said = [caution.sentence for caution in analyze(scores(mixed)).cautions]
    assert any(
        line.startswith("The scores on 7 of 15 datasets (1, 2, 3 and 4 others)") for line in said
    )
    for whole in (table, table / 100, np.clip(table - 60, 0.4, None)):
        assert not [line for line in analyze(scores(whole)).sentences if "per cent" in line]


def test_a_difference_that_is_the_same_everywhere_weakens_a_claim():
    level = np.round(np.linspace(0.5, 0.9, 11), 3)
    found = analyze(scores(np.column_stack([level + 0.01, level])))
    assert "a0 differs from a1 by the same amount on every dataset" in found.cautions[0].sentence
    varied = analyze(scores(np.column_stack([level * 1.02, level])))
    assert not [line for line in varied.sentences if "same amount" in line]


def test_wins_that_go_with_the_names_of_datasets_are_said_to():
    rng = np.random.default_rng(4)
    level = rng.uniform(0.5, 0.9, 16)
    gain = np.where(np.arange(16) < 8, 0.05, -0.03) + rng.normal(0, 0.002, 16)
    names = [f"{'map' if place < 8 else 'list'}/{place}" for place in range(16)]
    frame = pd.DataFrame({"AVL": level + gain, "RB": level}, index=names)
    found = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    assert found.cautions[0].sentence.startswith(
        "AVL is better than RB on all datasets called map, and worse on all called list"
    )
    mixed = frame.set_axis(rng.permutation(names), axis=0)
    other = analyze(Scores.from_frame(mixed, Roles(score="accuracy")))
    assert not [line for line in other.sentences if "called map" in line]


def test_a_lead_that_is_small_beside_the_spread_of_many_datasets_is_called_so():
    rng = np.random.default_rng(5)
    level = rng.uniform(0.5, 0.9, 400)
    lead = 0.002 + rng.normal(0, 0.001, 400)
    many = analyze(scores(np.column_stack([level + lead, level])))
    [said] = [line for line in many.sentences if "less than a small" in line]
    assert "over a1 is called significant on 400 datasets" in said
    assert "d_av = 0.02" in said
    for few in (level[:40], 8 * lead[:, None]):
        base = np.ravel(few)
        other = analyze(scores(np.column_stack([base + lead[: len(base)], base])))
        assert not [line for line in other.sentences if "less than a small" in line]


def test_what_the_verdict_doubts_is_no_further_limit():
    rng = np.random.default_rng(0)
    for gap, limits in ((0.1, False), (0.0, True)):
        frame = pd.DataFrame(rng.normal([0.8 + gap, 0.8], 0.01, (9, 2)), columns=["a", "b"])
        analysis = analyze(
            Scores.from_frame(frame.assign(seed=range(9)), Roles(score="accuracy", repeat="seed"))
        )
        assert ("splits drawn by seed share data" in analysis.verdict[-1]) != limits
        clauses = [caution.clause for caution in analysis.cautions]
        assert ("training sets may overlap" in clauses) == limits


def test_scores_outside_the_range_of_their_metric_are_the_first_caution():
    rng = np.random.default_rng(1)
    values = rng.normal([0.7, 0.71, 0.75], 0.05, (12, 3))
    values[[1, 7], [0, 2]] *= 100
    frame = pd.DataFrame(values, columns=["a", "b", "c"])
    analysis = analyze(Scores.from_frame(frame, Roles(score="accuracy")))
    assert analysis.cautions[0].sentence.startswith(
        "Some scores look wrong: accuracy is between 0 and 1, but 2 of 36 scores are not: "
    )
    # a second sentence, on failed runs, is only in the note
    odd = frame.mask(frame > 1, -3)
    odd.loc[7, "c"] = -4
    failed = analyze(Scores.from_frame(odd, Roles(score="rmse")))
    assert failed.cautions[0].sentence.endswith("(a on 2), −4 (c on 8).")
    shares = analyze(Scores.from_frame(frame.mask(frame > 1, 0.7), Roles(score="accuracy")))
    assert not [line for line in shares.sentences if "look wrong" in line]
