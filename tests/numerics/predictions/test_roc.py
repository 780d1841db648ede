import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from looped import loop_over
from scipy import spatial, stats

from benchreport.errors import DataError, DesignError
from benchreport.numerics.predictions.roc import (
    RocCurve,
    auc,
    average_precision,
    curve_dominance,
    point_dominance,
    precision_recall_points,
    roc_hull,
    roc_points,
)

# Fawcett (2006), An introduction to ROC analysis, figure 3: twenty instances
FAWCETT = np.array([1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0], dtype=bool)
FAWCETT_SCORE = np.array([
    0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505,
    0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.30, 0.1,
])  # fmt: skip
SAMPLES = [(seed, decimals) for seed in range(4) for decimals in (0, 1, 8)]


def sample(seed: int, decimals: int = 8, n: int = 200):
    """Draw a truth and a score that follows it, with many, some or no ties."""
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.4
    return truth, np.round(rng.normal(size=n) + truth, decimals), rng.integers(0, 4, n) / 3.0


@st.composite
def examples(draw, columns: int = 1):
    """Draw a few examples of both classes, with whole scores that tie often."""
    n = draw(st.integers(2, 20))
    truth = np.array([True, False, *draw(st.lists(st.booleans(), min_size=n - 2, max_size=n - 2))])
    scores = st.lists(st.integers(-5, 5), min_size=n, max_size=n)
    return truth, *(np.array(draw(scores), dtype=float) for _ in range(columns))


def point(x: float, y: float) -> RocCurve:
    return RocCurve(np.array([x]), np.array([y]), np.array([np.nan]))


def area(curve):
    x, y, *_ = curve
    return float(np.sum(np.diff(x) * (y[1:] + y[:-1])) / 2)


def test_fawcetts_instances_at_the_threshold_of_his_text():
    # section 5: "the ROC point at (0.1, 0.5) produces its highest accuracy (70%)", score ≥ 0.54
    curve = roc_points(FAWCETT, FAWCETT_SCORE)
    x, y, thresholds = curve
    accuracy = (10 * y + 10 * (1 - x)) / 20
    best = int(np.argmax(accuracy))
    assert (x[best], y[best], thresholds[best], accuracy[best]) == (0.1, 0.5, 0.54, 0.7)
    # pROC 1.18.0, auc(roc(truth, score, direction = "<"))
    assert auc(FAWCETT, FAWCETT_SCORE) == pytest.approx(0.68, abs=1e-15)
    assert area(curve) == pytest.approx(0.68, abs=1e-15)


@loop_over(("seed", "decimals"), SAMPLES)
@loop_over("weighted", [False, True])
def test_curves_and_areas_are_those_of_scikit_learn(seed, decimals, weighted):
    metrics = pytest.importorskip("sklearn.metrics")
    truth, score, weights = sample(seed, decimals)
    weights = weights if weighted else None
    roc = metrics.roc_curve(truth, score, sample_weight=weights, drop_intermediate=False)
    for ours, theirs in zip(roc_points(truth, score, weights), roc, strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-12)
    *pr, thresholds = metrics.precision_recall_curve(truth, score, sample_weight=weights)
    ours = precision_recall_points(truth, score, weights)
    for values, theirs in zip(ours[:2], pr, strict=True):
        np.testing.assert_allclose(values, theirs[::-1], atol=1e-12)
    assert ours.thresholds[1:].tolist() == thresholds[::-1].tolist()
    assert auc(truth, score, weights) == pytest.approx(
        metrics.roc_auc_score(truth, score, sample_weight=weights), abs=1e-12
    )
    assert average_precision(truth, score, weights) == pytest.approx(
        metrics.average_precision_score(truth, score, sample_weight=weights), abs=1e-12
    )


@loop_over(("seed", "decimals"), SAMPLES)
def test_auc_is_mann_whitneys_with_ties_half(seed, decimals):
    truth, score, weights = sample(seed, decimals)
    u = stats.mannwhitneyu(score[truth], score[~truth]).statistic
    assert auc(truth, score) == u / (truth.sum() * (~truth).sum())
    # a weight is a number of copies
    copies = np.rint(3 * weights).astype(int)
    repeated = auc(np.repeat(truth, copies), np.repeat(score, copies))
    assert auc(truth, score, weights) == pytest.approx(repeated, abs=1e-14)


@loop_over(("seed", "decimals"), SAMPLES)
@loop_over("weighted", [False, True])
def test_dropping_collinear_points_leaves_the_corners(seed, decimals, weighted):
    truth, score, weights = sample(seed, decimals)
    weights = weights if weighted else None
    points = roc_points(truth, score, weights)
    corners = roc_points(truth, score, weights, drop_collinear=True)
    assert area(corners) == pytest.approx(area(points), abs=1e-14)
    corner = np.isin(points.thresholds, corners.thresholds)
    assert (corner[0], corner[-1]) == (True, True)
    directions = np.arctan2(
        np.diff(corners.true_positive_rate), np.diff(corners.false_positive_rate)
    )
    assert (np.abs(np.diff(directions)) > 1e-9).all()
    on_line = np.interp(
        points.true_positive_rate + points.false_positive_rate,
        corners.true_positive_rate + corners.false_positive_rate,
        corners.true_positive_rate,
    )
    np.testing.assert_allclose(on_line, points.true_positive_rate, atol=1e-14)


def test_a_diagonal_of_unequal_steps_has_no_corner():
    # scikit-learn's drop_intermediate keeps the middle: its steps differ in length
    truth = np.array([True, False, True, True, False, False])
    score = np.array([2.0, 2, 1, 1, 1, 1])
    assert roc_points(truth, score).thresholds.tolist() == [np.inf, 2, 1]
    assert roc_points(truth, score, drop_collinear=True).thresholds.tolist() == [np.inf, 1]


def test_an_example_without_weight_does_not_hide_a_corner():
    truth, score = np.array([True, False, False]), np.array([3.0, 2.0, 1.0])
    curve = roc_points(truth, score, np.array([1.0, 0.0, 1.0]), drop_collinear=True)
    assert list(zip(*curve[:2], strict=True)) == [(0, 0), (0, 1), (1, 1)]


def test_perfect_useless_and_infinite_scores():
    truth = np.array([False, False, False, True, True, True, True])
    order = np.arange(7.0)
    assert auc(truth, order) == 1.0
    assert auc(truth, -order) == 0.0
    assert auc(truth, np.ones(7)) == 0.5
    assert average_precision(truth, np.ones(7)) == pytest.approx(4 / 7, abs=1e-15)
    # −inf is the logarithm of a probability of 0
    log = np.array([-np.inf, -np.inf, -3, -np.inf, -2, -1, 0])
    assert auc(truth, log) == (0.5 * 2 + 3 * 3) / 12


def naive_hull(x, y):
    """Return the corners of the hull above the diagonal by Qhull, which needs a corner below."""
    points = np.column_stack([[0, 1, 1, *x], [0, 1, 0, *y]])
    corners = points[spatial.ConvexHull(points).vertices]
    return {tuple(p) for p in np.round(corners, 12).tolist()} - {(1.0, 0.0)}


@loop_over("seed", range(6))
def test_the_hull_is_that_of_qhull(seed):
    rng = np.random.default_rng(seed)
    curves = [roc_points(truth, score) for truth, score, _ in [sample(seed), sample(seed + 50)]]
    curves += [point(*p) for p in rng.random((3, 2)) * [0.5, 1]]
    hull = roc_hull(curves)
    x, y = (np.concatenate(list(rates)) for rates in zip(*(c[:2] for c in curves), strict=True))
    corners = zip(hull.false_positive_rate, hull.true_positive_rate, strict=True)
    assert {tuple(p) for p in np.round(list(corners), 12).tolist()} == naive_hull(x, y)
    for k, curve in enumerate(curves):
        pairs = list(zip(*curve[:2], strict=True))
        is_owner = [p in pairs for p in zip(*hull[:2], strict=True)]
        assert hull.owners[1:-1, k].tolist() == is_owner[1:-1]


def test_which_points_and_curves_lie_on_the_hull():
    # (0.2, 0.7) lies on the line from (0.1, 0.5) to (0.3, 0.9); the others below the hull
    places = [(0.1, 0.5), (0.2, 0.7), (0.3, 0.9), (0.3, 0.8), (0.0, 0.1), (0.6, 0.9)]
    hull = roc_hull([point(*p) for p in places])
    assert hull.curves.tolist() == [True, True, True, False, True, False]
    assert hull.false_positive_rate.tolist() == [0, 0, 0.1, 0.3, 1]
    assert hull.owners.shape == (len(hull.false_positive_rate), 6)
    assert hull.owners[[0, -1]].all()


def test_points_on_upright_and_level_edges_are_dominated_by_their_corner():
    hull = roc_hull([point(0.0, 0.3), point(0.0, 0.5), point(0.4, 1.0), point(0.7, 1.0)])
    assert hull.false_positive_rate.tolist() == [0, 0, 0.4, 1]
    assert hull.curves.tolist() == [False, True, True, False]
    curve = RocCurve(
        *np.array([[0, 0, 0, 0.4, 0.7, 1], [0, 0.3, 0.5, 1, 1, 1], [5, 4, 3, 2, 1, 0]])
    )
    (on,) = roc_hull([curve]).on_hull
    assert on.tolist() == [False, False, True, True, False, False]


def test_without_skill_the_hull_is_the_chance_line():
    hull = roc_hull([point(0.5, 0.3), point(0.5, 0.5)])
    assert hull.false_positive_rate.tolist() == [0, 1]
    assert hull.curves.tolist() == [False, True]
    assert area(hull) == 0.5
    # the chance line has no operating point, and constant scores make no classifier
    truth = np.array([True, False])
    assert roc_hull([roc_points(truth, np.ones(2))]).curves.tolist() == [False]


def test_a_far_point_takes_corners_off_a_smooth_hull_one_by_one():
    x = np.linspace(0, 1, 301)
    hull = roc_hull([RocCurve(x, np.sqrt(x), x), point(0.5, 0.99)])
    # tangents from (a, b): the line from it touches √x where √x = (b ± √(b² − a))
    touch = 0.99 - np.sqrt(0.99**2 - 0.5)
    rates = hull.false_positive_rate[hull.false_positive_rate < 0.5]
    assert rates.max() == pytest.approx(touch**2, abs=1 / 300)
    assert len(rates) == np.count_nonzero(x <= rates.max())
    assert hull.owners[1:-1].sum() == len(hull.owners) - 2


def test_point_dominance_by_definition():
    rng = np.random.default_rng(3)
    x, y = rng.integers(0, 4, (2, 12)) / 4
    dominates = point_dominance(x, y)
    for i in range(12):
        for j in range(12):
            better = x[i] <= x[j] and y[i] >= y[j] and (x[i], y[i]) != (x[j], y[j])
            assert dominates[i, j] == better


def heights(curve: RocCurve, at: np.ndarray) -> np.ndarray:
    """Return the height of a curve at places between its abscissae."""
    x, y, _ = curve
    right = np.searchsorted(x, at)
    share = (at - x[right - 1]) / (x[right] - x[right - 1])
    return y[right - 1] + share * (y[right] - y[right - 1])


@given(examples(columns=2))
def test_curve_dominance_by_the_heights_beside_every_knot(table):
    truth, first, second = table
    curves = [roc_points(truth, first), roc_points(truth, second)]
    knots = np.unique(np.concatenate([c.false_positive_rate for c in curves]))
    places = np.concatenate([knots[:-1] + 1e-9, knots[1:] - 1e-9])
    lead = heights(curves[0], places) - heights(curves[1], places)
    above, below = (lead > 1e-6).any(), (lead < -1e-6).any()
    dominates = curve_dominance(curves)
    assert dominates.tolist() == [[False, above and not below], [below and not above, False]]


def test_a_curve_may_touch_the_one_that_it_dominates():
    # at 1/12 both are 2/5 high, one by a corner and one by a line
    lower = RocCurve(*np.array([[0, 1 / 12, 1], [0, 2 / 5, 1], [2, 1, 0]]))
    upper = RocCurve(*np.array([[0, 0, 2 / 12, 1], [0, 1 / 5, 3 / 5, 1], [3, 2, 1, 0]]))
    assert curve_dominance([lower, upper]).tolist() == [[False, False], [True, False]]


def test_weights_that_add_up_to_other_last_digits_do_not_break_a_tie_of_curves():
    truth = np.array([False, False, False, True, False, True])
    weights = np.array([0.1, 0.2, 0.3, 1.0, 0.4, 1.0])
    first = roc_points(truth, np.array([9.0, 8, 7, 6, 5, 4]), weights)
    second = roc_points(truth, np.array([7.0, 8, 9, 6, 5, 4]), weights)
    # 0.1 + 0.2 + 0.3 and 0.3 + 0.2 + 0.1 differ; below 0.6 the curves have other knots only
    assert first.false_positive_rate[3] != second.false_positive_rate[3]
    assert not curve_dominance([first, second]).any()


@given(examples())
def test_order_alone_matters_and_its_reverse_is_the_complement(table):
    truth, score = table
    value = auc(truth, score)
    assert auc(truth, np.exp(score) + 3.0) == value
    assert auc(truth, -score) == pytest.approx(1.0 - value, abs=1e-15)
    # the other class is called positive, and the score is reversed with it
    assert auc(~truth, -score) == value
    shuffled = np.random.default_rng(0).permutation(len(truth))
    assert auc(truth[shuffled], score[shuffled]) == value
    curve, other = roc_points(truth, score), roc_points(~truth, -score)
    np.testing.assert_allclose(other.false_positive_rate, 1 - curve.true_positive_rate[::-1])


@given(examples(columns=2))
def test_the_hull_is_concave_and_above_its_curves(table):
    truth, *scores = table
    curves = [roc_points(truth, score) for score in scores]
    hull = roc_hull(curves)
    x, y = hull.false_positive_rate, hull.true_positive_rate
    slopes = np.divide(
        np.diff(y), np.diff(x), out=np.full(len(x) - 1, np.inf), where=np.diff(x) > 0
    )
    assert (slopes[1:] < slopes[:-1]).all()
    for curve, on in zip(curves, hull.on_hull, strict=True):
        gap = np.interp(curve.false_positive_rate, x, y) - curve.true_positive_rate
        assert gap.min() >= -1e-12
        assert (gap[~on & (curve.true_positive_rate < 1)] > 1e-12).all()
        assert area(hull) >= area(curve) - 1e-12
    assert hull.owners.any(axis=1).all()
    assert hull.curves.any() or x.tolist() == [0, 1]


TRUTH, SCORE = np.array([True, False, True]), np.array([0.5, 0.2, 0.9])


@loop_over(
    ("call", "error", "words"),
    [
        (lambda: auc(TRUTH.astype(int), SCORE), DataError, "one boolean an example; got int64"),
        (lambda: auc(TRUTH, SCORE[:2]), DataError, r"each of 3 examples; got shape \(2,\)"),
        (lambda: auc(TRUTH, np.array([1, np.nan, 2])), DataError, "found 1 in column 0"),
        (lambda: auc(TRUTH, SCORE, np.array([1.0, -1, 1])), DataError, "with 1 negative"),
        (lambda: auc(TRUTH, SCORE, np.array([1.0, np.inf, 1])), DataError, "must be finite"),
        (lambda: auc(TRUTH, SCORE, np.ones(2)), DataError, r"got shape \(2,\)"),
        (lambda: auc(TRUTH, SCORE, np.array([1.0, 0, 1])), DesignError, "and 0 negatives"),
        (lambda: auc(~TRUTH[[0, 2]], SCORE[:2]), DesignError, "found 0 positives and 2 negatives"),
        (lambda: average_precision(~TRUTH[::2], SCORE[:2]), DesignError, "at least 1 positive;"),
    ],
)
def test_unusable_input_is_named(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_precision_and_recall_need_no_negatives():
    points = precision_recall_points(np.array([True, True]), np.array([1.0, 2.0]))
    assert (points.precision.tolist(), points.recall.tolist()) == ([1, 1, 1], [0, 0.5, 1])
