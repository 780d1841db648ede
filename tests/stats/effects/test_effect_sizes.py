import numpy as np
import pandas as pd
import pytest
from looped import loop_over
from published import cases

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError, OptionError
from benchreport.stats import effect_sizes

PAIRED = ["d_z", "d_av", "g_z", "rank-biserial", "superiority"]
UNPAIRED = ["d", "g", "δ", "A", "common language", "γ"]


def table(**columns):
    return Scores.from_frame(pd.DataFrame(columns), Roles(score="accuracy"))


def runs(**samples):
    rows = [(name, value) for name, sample in samples.items() for value in sample]
    return Scores.from_frame(pd.DataFrame(rows, columns=["algorithm", "accuracy"]))


def by_pair(result):
    rows = {}
    for row in result.rows:
        rows.setdefault((row.first, row.second), {})[row.measure] = row
    return rows


def ends(row):
    return row.estimate, *row.interval[:2]


def ends_of_r(answer):
    return answer["estimate"], answer["low"], answer["high"]


@loop_over(("scores", "answer"), cases("effect_sizes"))
def test_paired_against_r(scores, answer):
    """R's effectsize 0.8.3, with bounds solved anew; wins are counted."""
    rows = by_pair(effect_sizes(scores))
    assert len(rows) == len(answer["pairs"])
    for pair in answer["pairs"]:
        effects = rows[pair["first"], pair["second"]]
        assert list(effects) == PAIRED
        for ours, theirs in (("d_z", "d_z"), ("g_z", "g_z")):
            assert ends(effects[ours]) == pytest.approx(
                ends_of_r(pair[theirs]), rel=1e-8, abs=1e-10
            )
        assert effects["d_av"].estimate == pytest.approx(pair["d_av_rms"], rel=1e-8, abs=1e-12)
        first, second = (
            scores.values[:, scores.index_of(pair[side])] for side in ("first", "second")
        )
        wins = (first > second).mean() + (first == second).mean() / 2
        assert effects["superiority"].estimate == pytest.approx(wins)


@loop_over(("scores", "answer"), cases("wilcoxon"))
def test_rank_biserial_against_r(scores, answer):
    rows = by_pair(effect_sizes(scores))
    for pair in answer["pairs"]:
        if pair["rank_biserial_nonzero"] is not None:
            effect = rows[pair["first"], pair["second"]]["rank-biserial"]
            # effectsize has another interval: it takes the variance under H0
            estimate = pair["rank_biserial_nonzero"]["estimate"]
            assert effect.estimate == pytest.approx(estimate, rel=1e-8)


@pytest.mark.parametrize(("scores", "answer"), cases("effect_sizes"))
def test_unpaired_against_r(scores, answer):
    """R's effectsize 0.8.3; Vargha and Delaney's A is counted."""
    rows = by_pair(effect_sizes(scores, paired=False))
    names = {"d": "d_pooled", "g": "g_pooled", "common language": "common_language"}
    for pair in answer["pairs"]:
        effects = rows[pair["first"], pair["second"]]
        assert sorted(effects) == sorted(UNPAIRED)
        for ours, theirs in names.items():
            # effectsize's common language uses the pooled sd, the same for equal sizes but for dof
            few = slice(1) if ours == "common language" else slice(None)
            assert ends(effects[ours])[few] == pytest.approx(
                ends_of_r(pair[theirs])[few], rel=1e-8, abs=1e-10
            )
        assert effects["A"].estimate == pytest.approx(pair["a12_counted"], rel=1e-12)
        assert effects["δ"].estimate == pytest.approx(pair["cliffs_delta"]["estimate"], abs=1e-12)


@pytest.mark.parametrize(("scores", "answer"), cases("effects_numerics"))
def test_gamma_against_hmisc(scores, answer):
    rows = by_pair(effect_sizes(scores, paired=False))
    for pair in answer["pairs"]:
        key = tuple(scores.algorithms[pair[side]] for side in ("first", "second"))
        assert rows[key]["γ"].estimate == pytest.approx(pair["akinshin_gamma"], rel=1e-10)


@pytest.mark.parametrize("paired", [True, False])
def test_a_control_stands_second_and_order_turns_the_sign(demsar, paired):
    every = by_pair(effect_sizes(demsar, paired=paired))
    rows = by_pair(effect_sizes(demsar, paired=paired, control="C4.5"))
    assert [second for _, second in rows] == ["C4.5"] * 3
    for (first, second), measures in rows.items():
        for name, row in measures.items():
            other = every[second, first][name]
            total = 1 if name in ("A", "common language", "superiority") else 0
            mirrored = (
                total - other.estimate,
                total - other.interval.high,
                total - other.interval.low,
            )
            assert ends(row) == pytest.approx(mirrored, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("paired", [True, False])
def test_units_do_not_matter(demsar, paired):
    frame = pd.DataFrame(100 * demsar.values, columns=list(demsar.algorithms))
    percent = Scores.from_frame(frame, Roles(score="accuracy"))
    plain, scaled = (effect_sizes(scores, paired=paired).rows for scores in (demsar, percent))
    for row, other in zip(plain, scaled, strict=True):
        assert ends(row) == pytest.approx(ends(other), rel=1e-8, abs=1e-10)


def test_alpha_is_that_of_the_intervals(demsar):
    wide, narrow = (effect_sizes(demsar, alpha=alpha).rows for alpha in (0.01, 0.5))
    for outer, within in zip(wide, narrow, strict=True):
        assert outer.interval.confidence == 0.99
        assert outer.interval.low < within.interval.low <= within.estimate
        assert within.estimate <= within.interval.high < outer.interval.high


def test_the_design_decides_the_measures():
    independent = runs(a=[0.1, 0.2, 0.3, 0.4], b=[0.2, 0.3, 0.5])
    result = effect_sizes(independent, rng=3)
    assert (result.variant, result.seed) == ("unpaired", 3)
    assert effect_sizes(independent, rng=3) == result
    assert {name for name, _ in result.definitions} == set(UNPAIRED)
    with pytest.raises(DesignError, match="independent runs"):
        effect_sizes(independent, paired=True)
    with pytest.raises(DesignError, match="1 algorithm with only one: b"):
        effect_sizes(runs(a=[0.1, 0.2], b=[0.3]))


def test_words_come_with_their_source():
    result = effect_sizes(runs(a=[5.0, 6, 7, 8], b=[1.0, 2, 3, 6]))
    words = {row.measure: (row.magnitude, row.source) for row in result.rows}
    assert words["d"] == ("large", "cohen1988")
    assert words["δ"] == ("large", "romano2006")
    assert words["A"] == ("large", "vargha2000")
    assert words["γ"] == words["common language"] == ("", "")
    assert {source for _, source in words.values() if source} <= set(result.references)


def test_no_spread_paired():
    rows = by_pair(effect_sizes(table(a=[0.9, 0.8, 0.7], b=[0.8, 0.7, 0.6], c=[0.9, 0.8, 0.7])))
    assert ends(rows["a", "b"]["d_z"]) == (np.inf, np.inf, np.inf)
    assert rows["b", "c"]["g_z"].estimate == -np.inf
    assert ends(rows["a", "c"]["d_z"]) == (0, -np.inf, np.inf)
    assert ends(rows["a", "c"]["rank-biserial"]) == (0, -1, 1)
    assert rows["a", "c"]["superiority"].estimate == 0.5


def test_no_spread_unpaired():
    rows = by_pair(effect_sizes(runs(a=[0.1, 0.1], b=[0.3, 0.3, 0.3], c=[0.1, 0.1])))
    apart = {name: row.estimate for name, row in rows["a", "b"].items()}
    assert apart == {
        "d": -np.inf,
        "g": -np.inf,
        "δ": -1,
        "A": 0,
        "common language": 0,
        "γ": -np.inf,
    }
    same = {name: row.estimate for name, row in rows["a", "c"].items()}
    assert same == {"d": 0, "g": 0, "δ": 0, "A": 0.5, "common language": 0.5, "γ": 0}


def test_invalid_arguments_are_refused(demsar):
    with pytest.raises(OptionError, match="alpha"):
        effect_sizes(demsar, alpha=5)
    with pytest.raises(DesignError, match="control='svm' is not among"):
        effect_sizes(demsar, control="svm")
    with pytest.raises(OptionError, match="measure must be one of"):
        effect_sizes(demsar).of("d")


def test_resamples_are_bounded_and_named():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"algorithm": ["a", "b"] * 10, "accuracy": rng.random(20)})
    with pytest.raises(
        OptionError, match=r"alpha=1e-09 .* needs 20,000,000,000 resamples"
    ) as caught:
        frame.bench.effect_sizes(alpha=1e-9)
    assert caught.value.hint.startswith("alpha=0.0002, or paired=True")
    assert frame.bench.effect_sizes(alpha=0.002).seed == 0
