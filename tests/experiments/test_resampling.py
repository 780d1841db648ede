"""Splits are those of scikit-learn's splitters, and groups are never divided."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from looped import loop_over
from sklearn import model_selection as sk

from benchreport.errors import DesignError, OptionError
from benchreport.experiments import (
    Bootstrap,
    Dataset,
    FiveByTwo,
    Holdout,
    KFold,
    LeaveOneOut,
    ThreeWay,
    TimeSeries,
)
from benchreport.experiments.resampling import draw_subset, plan_of

N, SEED = 60, 7
Y = np.repeat([0, 1, 1], N // 3)
GROUPS = np.arange(N) // 4


def data(y=Y, groups=None):
    return Dataset(name="d", X=np.arange(len(y))[:, None].astype(float), y=y, groups=groups)


CLASSES, NUMBERS, GROUPED = data(), data(np.linspace(0, 1, N)), data(groups=GROUPS)


def listed(splits):
    return [(split.train.tolist(), split.test.tolist()) for split in splits]


def by_scikit_learn(splitter, of):
    return [
        (train.tolist(), test.tolist()) for train, test in splitter.split(of.X, of.y, of.groups)
    ]


@loop_over(
    ("plan", "of", "splitter"),
    [
        (Holdout(0.3), CLASSES, sk.StratifiedShuffleSplit(1, test_size=0.3, random_state=SEED)),
        (Holdout(0.3, 9), CLASSES, sk.StratifiedShuffleSplit(9, test_size=0.3, random_state=SEED)),
        (Holdout(0.3, 9), NUMBERS, sk.ShuffleSplit(9, test_size=0.3, random_state=SEED)),
        (
            Holdout(0.3, stratify=False),
            CLASSES,
            sk.ShuffleSplit(1, test_size=0.3, random_state=SEED),
        ),
        (
            Holdout(0.3, 4),
            GROUPED,
            sk.GroupShuffleSplit(4, test_size=0.3, random_state=SEED),
        ),
        (KFold(5), CLASSES, sk.StratifiedKFold(5, shuffle=True, random_state=SEED)),
        (KFold(5), NUMBERS, sk.KFold(5, shuffle=True, random_state=SEED)),
        (
            KFold(5, 3),
            CLASSES,
            sk.RepeatedStratifiedKFold(n_splits=5, n_repeats=3, random_state=SEED),
        ),
        (
            KFold(5, 3, stratify=False),
            CLASSES,
            sk.RepeatedKFold(n_splits=5, n_repeats=3, random_state=SEED),
        ),
        (KFold(5), GROUPED, sk.StratifiedGroupKFold(5, shuffle=True, random_state=SEED)),
        (
            KFold(5, stratify=False),
            GROUPED,
            sk.GroupKFold(5, shuffle=True, random_state=SEED),
        ),
        (
            FiveByTwo(),
            CLASSES,
            sk.RepeatedStratifiedKFold(n_splits=2, n_repeats=5, random_state=SEED),
        ),
        (LeaveOneOut(), CLASSES, sk.LeaveOneOut()),
        (LeaveOneOut(), GROUPED, sk.LeaveOneGroupOut()),
        (TimeSeries(4, gap=2), NUMBERS, sk.TimeSeriesSplit(4, gap=2)),
        (plan_of(sk.KFold(3)), CLASSES, sk.KFold(3)),
    ],
)
def test_splits_are_those_of_scikit_learn(plan, of, splitter):
    assert listed(plan.splits(of, SEED)) == by_scikit_learn(splitter, of)


def test_labels_number_repetitions_and_folds():
    labels = [split.label for split in KFold(2, repeats=2).splits(CLASSES, SEED)]
    assert labels == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert KFold(2, repeats=2).columns == ("repetition", "fold")
    assert [split.label for split in Holdout().splits(CLASSES, SEED)] == [()]


def test_labels_of_splitters_that_repeat():
    plan = plan_of(sk.RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=1))
    assert (plan.columns, plan.test_fraction) == (("repetition", "fold"), 1 / 3)
    labels = [split.label for split in plan.splits(CLASSES, SEED)]
    assert labels == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]


def test_three_way_splits_share_no_example_and_stratify():
    [split] = ThreeWay(0.25, 0.25).splits(CLASSES, SEED)
    parts = [split.train, split.validation, split.test]
    assert sorted(np.concatenate(parts)) == list(range(N))
    assert [len(part) for part in parts] == [30, 15, 15]
    assert [Y[part].sum() for part in parts] == [20, 10, 10]


def test_a_bootstrap_draws_with_replacement_and_tests_on_the_rest():
    *rounds, fit = Bootstrap(200).splits(CLASSES, SEED)
    assert fit.label == (0,)
    assert fit.train.tolist() == fit.test.tolist() == list(range(N))
    for split in rounds:
        assert len(split.train) == N
        assert sorted({*split.train.tolist(), *split.test.tolist()}) == list(range(N))
        assert not set(split.train) & set(split.test)
    left_out = np.mean([len(split.test) for split in rounds]) / N
    # (1 − 1/60)^60
    assert left_out == pytest.approx(0.365, abs=0.01)


def test_a_bootstrap_of_two_examples_leaves_one_out():
    of = data(np.array([0, 1]))
    assert all(len(split.test) == 1 for split in Bootstrap(20).splits(of, SEED) if split.label[0])


@given(
    seed=st.integers(0, 1000),
    sizes=st.lists(st.integers(1, 9), min_size=6, max_size=12),
    plan=st.sampled_from([Holdout(), KFold(3), KFold(3, 2), LeaveOneOut(), Bootstrap(5)]),
)
def test_groups_never_leak(seed, sizes, plan):
    groups = np.random.default_rng(seed).permutation(np.repeat(np.arange(len(sizes)), sizes))
    of = data(np.linspace(0, 1, len(groups)), groups)
    for split in plan.splits(of, seed):
        if split.label != (0,):
            assert not set(groups[split.train]) & set(groups[split.test])


def test_splitters_that_divide_groups_are_refused():
    with pytest.raises(DesignError, match=r"group 0 of dataset 'd' is in the training set and in"):
        list(plan_of(sk.KFold(5, shuffle=True, random_state=0)).splits(GROUPED, SEED))
    with pytest.raises(DesignError, match="which splits in the order of time would divide"):
        list(TimeSeries().splits(GROUPED, SEED))


def test_too_few_examples_are_an_error_that_names_the_dataset():
    with pytest.raises(DesignError, match=r"dataset 'd' \(3 examples\) cannot be split"):
        list(KFold(5).splits(data(np.array([0.1, 0.2, 0.4])), SEED))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: KFold(1), "folds must be a whole number above 1; got 1"),
        (lambda: Holdout(1.5), "test_size must lie strictly"),
        (lambda: ThreeWay(0.5, 0.5), "leave no examples to learn from"),
        (lambda: Bootstrap(0), "rounds must be a whole number above 0"),
        (lambda: plan_of("10fold"), "resampling must be one of"),
    ],
)
def test_options_that_cannot_be(make, message):
    with pytest.raises(OptionError, match=message):
        make()


def test_the_share_of_test_examples():
    splitter = sk.ShuffleSplit(3, test_size=0.2)
    plans = [Holdout(0.3), KFold(5), ThreeWay(), plan_of(splitter)]
    assert [plan.test_fraction for plan in plans] == [0.3, 0.2, 0.2, 0.2]
    assert [plan.test_fraction for plan in (Bootstrap(), TimeSeries(), LeaveOneOut())] == [None] * 3


def test_smaller_training_sets_are_parts_of_larger_ones():
    train = np.arange(100, 150)
    large, small = draw_subset(train, 30, (1, 2)), draw_subset(train, 10, (1, 2))
    assert small.tolist() == large[:10].tolist()
    assert set(large) < set(train)
