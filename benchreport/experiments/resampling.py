"""How examples are split into those to learn from and those to test on; scikit-learn makes the splits.

A plan is a frozen record. Its splits depend on a dataset and a seed only, so that all estimators have the
same. Where a dataset has groups, plans keep each group on one side.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray
from sklearn import model_selection as sk
from sklearn.utils.multiclass import type_of_target

from benchreport.errors import DesignError, OptionError, check_choice, check_fraction, check_number
from benchreport.experiments.datasets import Dataset
from benchreport.hints import code, option

Indices = NDArray[np.intp]
CLASSES = ("binary", "multiclass")


class Split(NamedTuple):
    """The places of examples in a dataset, and the label of the split.

    Parameters
    ----------
    label
        A number for each of the plan's columns.
    train, test, validation
        Places of examples; no validation set where the plan has none.
    """

    label: tuple[int, ...]
    train: Indices
    test: Indices
    validation: Indices | None = None


class Plan(Protocol):
    """A way to resample: the columns that tell its splits apart, and the splits."""

    pooled: ClassVar[bool]
    """Whether the predictions of all splits are scored together."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the numbers in labels."""

    @property
    def test_fraction(self) -> float | None:
        """The share of examples that each split tests on; none where splits differ in it."""

    def splits(self, data: Dataset, seed: int) -> Iterator[Split]:
        """Yield the splits, one after the other."""


def _check_count(name: str, value: object, least: int) -> None:
    check_number(name, value, above=least - 1, whole=True, hint=option(**{name: least}))


@dataclass(frozen=True, slots=True)
class Holdout:
    """Random splits into a training and a test set.

    Parameters
    ----------
    test_size
        The share of examples (of groups, where there are any) to test on.
    repeats
        How many such splits.
    stratify
        Whether training and test sets have the classes in the same shares; by default where the target
        has classes.

    Examples
    --------
    >>> Holdout(test_size=0.3, repeats=30).columns, Holdout().columns
    (('split',), ())
    """

    test_size: float = 0.25
    repeats: int = 1
    stratify: bool | None = None
    pooled: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check_fraction("test_size", self.test_size)
        _check_count("repeats", self.repeats, 1)

    @property
    def columns(self) -> tuple[str, ...]:
        """Splits are numbered where there are several."""
        return ("split",) if self.repeats > 1 else ()

    @property
    def test_fraction(self) -> float | None:
        """The share of examples that each split tests on."""
        return self.test_size

    def splits(self, data: Dataset, seed: int) -> Iterator[Split]:
        """Yield the splits of scikit-learn's (stratified) ``ShuffleSplit``, or ``GroupShuffleSplit``."""
        kind = sk.StratifiedShuffleSplit if is_stratified(self.stratify, data) else sk.ShuffleSplit
        if data.groups is not None:
            kind = sk.GroupShuffleSplit
        splitter = kind(n_splits=self.repeats, test_size=self.test_size, random_state=seed)
        for number, (train, test) in enumerate(_split(splitter, data), 1):
            yield Split((number,) if self.columns else (), train, test)


@dataclass(frozen=True, slots=True)
class KFold:
    """Cross-validation: each example is tested on once in every repetition.

    Parameters
    ----------
    folds
        The number of folds.
    repeats
        How often the examples are divided into folds.
    stratify
        Whether folds have the classes in the same shares; by default where the target has classes.

    Examples
    --------
    >>> KFold(repeats=3).columns, KFold(5).test_fraction
    (('repetition', 'fold'), 0.2)
    """

    folds: int = 10
    repeats: int = 1
    stratify: bool | None = None
    pooled: ClassVar[bool] = False

    def __post_init__(self) -> None:
        _check_count("folds", self.folds, 2)
        _check_count("repeats", self.repeats, 1)

    @property
    def columns(self) -> tuple[str, ...]:
        """Folds, and repetitions where there are several."""
        return ("repetition", "fold") if self.repeats > 1 else ("fold",)

    @property
    def test_fraction(self) -> float | None:
        """The share of examples that each fold tests on."""
        return 1 / self.folds

    def splits(self, data: Dataset, seed: int) -> Iterator[Split]:
        """Yield the folds of scikit-learn's ``KFold`` in its stratified, repeated and grouped forms."""
        for place, (train, test) in enumerate(self._folds(data, seed)):
            repetition, fold = place // self.folds + 1, place % self.folds + 1
            yield Split((repetition, fold) if self.repeats > 1 else (fold,), train, test)

    def _folds(self, data: Dataset, seed: int) -> Iterator[tuple[Indices, Indices]]:
        classes = is_stratified(self.stratify, data)
        if data.groups is not None:
            kind = sk.StratifiedGroupKFold if classes else sk.GroupKFold
            states = np.random.RandomState(seed).randint(2**31, size=self.repeats).tolist()
            for state in states if self.repeats > 1 else [seed]:
                yield from _split(kind(self.folds, shuffle=True, random_state=state), data)
        elif self.repeats > 1:
            kind = sk.RepeatedStratifiedKFold if classes else sk.RepeatedKFold
            splitter = kind(n_splits=self.folds, n_repeats=self.repeats, random_state=seed)
            yield from _split(splitter, data)
        else:
            kind = sk.StratifiedKFold if classes else sk.KFold
            yield from _split(kind(self.folds, shuffle=True, random_state=seed), data)


def FiveByTwo(stratify: bool | None = None) -> KFold:  # noqa: FBT001, N802 - reads as the other plans do
    """Make the plan of five repetitions of twofold cross-validation, for the tests of 5 × 2 folds.

    >>> FiveByTwo()
    KFold(folds=2, repeats=5, stratify=None)
    """
    return KFold(2, 5, stratify)


@dataclass(frozen=True, slots=True)
class LeaveOneOut:
    """Each example is tested on by a model of all others; with groups, each group.

    The score is that of all predictions together: one example has no AUC, and no F1.
    """

    pooled: ClassVar[bool] = True
    columns: ClassVar[tuple[str, ...]] = ()
    test_fraction: ClassVar[None] = None

    def splits(self, data: Dataset, seed: int) -> Iterator[Split]:
        """Yield the splits of scikit-learn's ``LeaveOneOut`` or, with groups, ``LeaveOneGroupOut``."""
        del seed  # nothing is drawn
        splitter = sk.LeaveOneOut() if data.groups is None else sk.LeaveOneGroupOut()
        for number, (train, test) in enumerate(_split(splitter, data), 1):
            yield Split((number,), train, test)


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """Training sets drawn with replacement, tested on the examples that were not drawn (out of bag).

    A last fit, to all examples and tested on them, is what .632 and .632+ weigh against that; its label is 0.

    Parameters
    ----------
    rounds
        The number of samples.
    """

    rounds: int = 100
    pooled: ClassVar[bool] = False
    columns: ClassVar[tuple[str, ...]] = ("split",)
    test_fraction: ClassVar[None] = None

    def __post_init__(self) -> None:
        _check_count("rounds", self.rounds, 1)

    def splits(self, data: Dataset, seed: int) -> Iterator[Split]:
        """Yield the sample and what it left out, and the fit to all examples at last."""
        rng = np.random.default_rng(seed)
        every = np.arange(data.n)
        units, place = every, every
        if data.groups is not None:
            units, place = np.unique(data.groups, return_inverse=True)
        by_unit = np.split(np.argsort(place, kind="stable"), np.cumsum(np.bincount(place))[:-1])
        for number in range(1, self.rounds + 1):
            drawn = rng.integers(len(units), size=len(units))
            # of few examples a sample may hold all of them
            while len(np.unique(drawn)) == len(units):
                drawn = rng.integers(len(units), size=len(units))
            left_out = np.bincount(drawn, minlength=len(units))[place] == 0
            yield Split(
                (number,), np.concatenate([by_unit[unit] for unit in drawn]), every[left_out]
            )
        yield Split((0,), every, every)


@dataclass(frozen=True, slots=True)
class ThreeWay:
    """Three sets: models learn from the first, are chosen by the second, and tested on the third.

    Parameters
    ----------
    validation_size, test_size
        The shares of examples to choose by, and to test on.
    stratify
        Whether all three have the classes in the same shares; by default where the target has classes.
    """

    validation_size: float = 0.2
    test_size: float = 0.2
    stratify: bool | None = None
    pooled: ClassVar[bool] = False
    columns: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        check_fraction("validation_size", self.validation_size)
        check_fraction("test_size", self.test_size)
        if self.validation_size + self.test_size >= 1:
            raise OptionError(
                f"validation_size and test_size leave no examples to learn from: {self.validation_size:g} "
                f"and {self.test_size:g}.",
                hint=option(validation_size=0.2, test_size=0.2),
            )

    @property
    def test_fraction(self) -> float | None:
        """The share of examples to test on."""
        return self.test_size

    def splits(self, data: Dataset, seed: int) -> Iterator[Split]:
        """Yield the one split: first the test set is held out, then the validation set from the rest."""
        [(_, rest, test, _)] = Holdout(self.test_size, stratify=self.stratify).splits(data, seed)
        inner = Holdout(self.validation_size / (1 - self.test_size), stratify=self.stratify)
        [(_, train, validation, _)] = inner.splits(data.subset(rest), seed)
        yield Split((), rest[train], test, rest[validation])


@dataclass(frozen=True, slots=True)
class TimeSeries:
    """Splits of examples in the order of time: each tests on what comes after what it learns from.

    Parameters
    ----------
    n_splits
        The number of splits.
    gap
        How many examples between training and test sets are left out.
    test_size
        The number of examples to test on; by default all splits share the data.
    """

    n_splits: int = 5
    gap: int = 0
    test_size: int | None = None
    pooled: ClassVar[bool] = False
    columns: ClassVar[tuple[str, ...]] = ("split",)
    test_fraction: ClassVar[None] = None

    def __post_init__(self) -> None:
        _check_count("n_splits", self.n_splits, 2)
        _check_count("gap", self.gap, 0)

    def splits(self, data: Dataset, seed: int) -> Iterator[Split]:
        """Yield the splits of scikit-learn's ``TimeSeriesSplit``."""
        del seed  # nothing is drawn
        if data.groups is not None:
            raise DesignError(
                f"dataset {data.name!r} has groups, which splits in the order of time would divide.",
                hint="leave out the groups, or use another resampling",
            )
        splitter = sk.TimeSeriesSplit(self.n_splits, gap=self.gap, test_size=self.test_size)
        for number, (train, test) in enumerate(_split(splitter, data), 1):
            yield Split((number,), train, test)


@dataclass(frozen=True, slots=True)
class Given:
    """The splits of a splitter of scikit-learn, by its own seed."""

    splitter: Any
    pooled: ClassVar[bool] = False

    @property
    def columns(self) -> tuple[str, ...]:
        """Folds where the splitter has k of the same size, with repetitions if it has any; else splits."""
        if self._folds:
            return ("repetition", "fold")
        folds = (sk.KFold, sk.StratifiedKFold, sk.GroupKFold, sk.StratifiedGroupKFold)
        return ("fold",) if isinstance(self.splitter, folds) else ("split",)

    @property
    def test_fraction(self) -> float | None:
        """The share that the splitter itself names."""
        if self._folds:
            return 1 / self._folds
        size = getattr(self.splitter, "test_size", None)
        return size if isinstance(size, float) else None

    def splits(self, data: Dataset, seed: int) -> Iterator[Split]:
        """Yield the splits of the splitter."""
        del seed
        for place, (train, test) in enumerate(_split(self.splitter, data)):
            repeated = self._folds and (place // self._folds + 1, place % self._folds + 1)
            yield Split(repeated or (place + 1,), train, test)

    @property
    def _folds(self) -> int:
        """The number of folds of a repeated cross-validation; else 0."""
        repeated = isinstance(self.splitter, sk.RepeatedKFold | sk.RepeatedStratifiedKFold)
        return int(self.splitter.get_n_splits() // self.splitter.n_repeats) if repeated else 0


PLANS: dict[str, type[Any]] = {
    "holdout": Holdout,
    "k-fold": KFold,
    "leave-one-out": LeaveOneOut,
    "bootstrap": Bootstrap,
    "three-way": ThreeWay,
    "time-series": TimeSeries,
}
NAMED: dict[str, Plan] = {"10-fold": KFold(), "5x2": FiveByTwo()}


def plan_of(resampling: object) -> Plan:
    """Return the plan of a name, of a splitter of scikit-learn, or the plan itself.

    Raises
    ------
    OptionError
        It is none of these.

    Examples
    --------
    >>> plan_of("10-fold"), plan_of("bootstrap")
    (KFold(folds=10, repeats=1, stratify=None), Bootstrap(rounds=100))
    """
    if isinstance(resampling, (*PLANS.values(), Given)):
        return cast("Plan", resampling)
    if hasattr(resampling, "split") and not isinstance(resampling, str):
        return Given(resampling)
    name: Any = resampling
    folds = re.fullmatch("([0-9]+)-fold", str(name))
    if folds:
        return KFold(int(folds[1]))
    check_choice("resampling", name, [*PLANS, *NAMED], usual="10-fold")
    return NAMED.get(name) or PLANS[name]()


def is_stratified(stratify: bool | None, data: Dataset) -> bool:  # noqa: FBT001 - of a plan
    """Tell whether a plan keeps the shares of classes; by default where the target has classes."""
    if stratify is None:
        return not data.measured and type_of_target(data.y) in CLASSES
    return stratify


def _split(splitter: Any, data: Dataset) -> Iterator[tuple[Indices, Indices]]:  # noqa: ANN401
    # splitters that know no groups warn of them; whether they divide one is checked here
    unknown = type(splitter).__module__.startswith("sklearn") and "Group" not in repr(splitter)
    groups = None if unknown else data.groups
    try:
        for train, test in splitter.split(np.zeros(data.n), data.y, groups):
            _refuse_shared_groups(data, train, test)
            yield train, test
    except ValueError as error:
        if isinstance(error, DesignError):
            raise
        raise DesignError(
            f"dataset {data.name!r} ({data.n} examples) cannot be split: {error}",
            hint=code("run(..., resampling=KFold(folds=3))") + ", or leave the dataset out",
        ) from error


def _refuse_shared_groups(data: Dataset, train: Indices, test: Indices) -> None:
    if data.groups is None:
        return
    shared = np.intersect1d(data.groups[train], data.groups[test])
    if len(shared):
        first = shared.tolist()[0]
        raise DesignError(
            f"group {first!r} of dataset {data.name!r} is in the training set and in the test set.",
            hint=code('run(..., resampling="10-fold")') + " keeps each group on one side",
        )


def draw_subset(train: Indices, size: int, seed: Sequence[int]) -> Indices:
    """Return so many examples of a training set; smaller subsets are parts of larger ones."""
    return np.asarray(np.random.default_rng(seed).permutation(train)[:size])
