"""Whether approximate null distributions fit small tables of ranks, by counting all tables."""

import itertools

import numpy as np
import pandas as pd
import pytest
from looped import loop_over

F_OF_RANKS = ("durbin", "quade", "conover", "quade_post", "aligned_post")
SUMS_OF_RANKS = ("nemenyi", "rank_z", "skillings_mack", "friedman_aligned")
FITS = "the reference distribution fits at this size"


def bench(values):
    frame = pd.DataFrame(np.asarray(values, float), columns=list("abcdefgh")[: len(values[0])])
    return frame.assign(dataset=range(len(values))).bench(score="time")


def outcome(result):
    (fits,) = (each for each in result.assumptions if each.name == FITS)
    return fits.outcome


def random_ranks(n_blocks, k, seed=0):
    rng = np.random.default_rng(seed)
    return rng.permuted(np.tile(np.arange(k), (n_blocks, 1)), axis=1)


def test_f_of_three_algorithms_on_three_blocks_rejects_a_fifth_of_true_hypotheses():
    orders = list(itertools.permutations(range(3)))
    tables = [bench([orders[0], *rest]).durbin() for rest in itertools.product(orders, repeat=2)]
    assert np.mean([result.p_value <= 0.05 for result in tables]) == pytest.approx(7 / 36)
    # the p-value of the unanimous one is exact
    assert [outcome(result) for result in tables].count("held") == 1


def test_signs_of_four_blocks_are_too_few_for_a_normal_distribution():
    tables = [bench([(0, 1), *rest]) for rest in itertools.product([(0, 1), (1, 0)], repeat=3)]
    results = [table.rank_z() for table in tables]
    assert np.mean([result.comparisons[0].p_value <= 0.05 for result in results]) == 1 / 8
    assert {outcome(result) for result in results} == {"doubtful"}


@loop_over("name", F_OF_RANKS)
@loop_over(
    ("shape", "fits"),
    [((8, 3), "doubtful"), ((9, 3), "held"), ((3, 8), "doubtful"), ((4, 8), "held")],
)
def test_f_and_t_need_degrees_of_freedom_of_the_error(name, shape, fits):
    assert outcome(getattr(bench(random_ranks(*shape)), name)()) == fits


@loop_over("name", SUMS_OF_RANKS)
@loop_over(("shape", "fits"), [((11, 2), "doubtful"), ((12, 2), "held"), ((4, 3), "held")])
def test_ranks_of_two_algorithms_need_blocks(name, shape, fits):
    assert outcome(getattr(bench(random_ranks(*shape)), name)()) == fits


def test_an_exact_distribution_always_fits():
    assert outcome(bench(random_ranks(4, 2)).eisinga()) == "held"
    assert outcome(bench(random_ranks(3, 3)).friedman()) == "held"
    assert outcome(bench(random_ranks(3, 3)).friedman(variant="iman_davenport")) == "doubtful"


def test_unanimous_blocks_have_the_p_value_of_their_permutations():
    table = bench([(0, 1, 2)] * 3)
    for name in F_OF_RANKS:
        assert outcome(getattr(table, name)()) == "held"


def test_a_doubtful_distribution_leaves_nothing_significant():
    result = bench([(0, 1, 2), (0, 1, 2), (1, 0, 2)]).durbin()
    assert result.p_value < 0.05
    assert "no difference is called significant" in result.interpretation[0]
