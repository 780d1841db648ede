import itertools

import numpy as np
import pytest
from looped import loop_over
from published import cases

from benchreport.errors import DesignError, OptionError
from benchreport.numerics.nulls.page import exact_p
from benchreport.stats import page


@loop_over(("scores", "answer"), cases("page"))
def test_against_r(scores, answer):
    """The p-values by convolution and by the tie-corrected normal approximation, in R."""
    order = list(scores.algorithms)
    normal = page(scores, order=order, variant="normal")
    assert normal.statistic == pytest.approx(answer["z"], rel=1e-8)
    assert normal.p_value == pytest.approx(answer["p_value"], rel=1e-8)
    exact = {test.variant: test for test in page(scores, order=order).tests}.get("exact")
    if len(order) > 8:
        assert exact is None
    else:
        assert exact.statistic == answer["l"]
        assert exact.p_value == pytest.approx(answer["p_exact"], rel=1e-8)


def test_exact_is_enumeration():
    ranks = np.array([[1, 2.5, 2.5], [3, 1, 2], [1, 2, 3]])
    weights = np.array([1, 2, 3])
    sums = [
        sum(np.dot(order, weights) for order in orders)
        for orders in itertools.product(*(itertools.permutations(row) for row in ranks))
    ]
    observed = (ranks @ weights).sum()
    assert exact_p(ranks) == pytest.approx(np.mean(np.array(sums) >= observed))


def test_the_order_names_everyone(demsar):
    with pytest.raises(OptionError, match=r"missing C4.5\+cf, unknown svm") as caught:
        page(demsar, order=["C4.5", "C4.5+m", "svm", "C4.5+m+cf"])
    assert "order=['C4.5'" in caught.value.hint


def test_the_reverse_order_mirrors(demsar):
    order = list(demsar.algorithms)
    reverse = page(demsar, order=order, variant="normal")
    other = page(demsar, order=order[::-1], variant="normal")
    assert reverse.statistic == pytest.approx(-other.statistic)
    assert reverse.effect_size == pytest.approx(-other.effect_size)


def test_the_interpretation_names_the_order(demsar):
    order = list(demsar.algorithms)
    assert page(demsar, order=order).interpretation[0].startswith("No tendency to rank in the")
    result = page(demsar, order=["C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5"])
    assert result.interpretation[0].startswith("The algorithms tend to rank in the predicted order")


def test_exact_out_of_reach():
    from published import published

    scores = published("many_algorithms")
    with pytest.raises(DesignError, match="takes too long"):
        page(scores, order=list(scores.algorithms), variant="exact")
