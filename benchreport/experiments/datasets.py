"""The data of an experiment: features, a target, and groups of examples that belong together."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn import datasets as sk

from benchreport.data.columns.words.names import words_of
from benchreport.data.readers import read
from benchreport.errors import DataError, OptionError, check_choice, examples
from benchreport.hints import code

TARGETS = ("target", "class", "label", "y", "y_true")
PARTS = (2, 3)
SHIPPED = "breast_cancer diabetes digits iris wine".split()
MADE = """blobs circles classification friedman1 friedman2 friedman3 gaussian_quantiles hastie_10_2 moons
    regression s_curve swiss_roll""".split()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Dataset:
    """Features, target and groups of n examples.

    Parameters
    ----------
    name
        Its name in the tables.
    X
        Features, n rows: an array, a data frame or a sparse matrix.
    y
        The target, (n,).
    groups
        For each example what it belongs to, such as a patient, (n,); a group is never divided.
    measured
        Whether the target is a measured value, which has no classes whatever its numbers look like.
    """

    name: str
    X: Any
    y: NDArray[Any]
    groups: NDArray[Any] | None = None
    measured: bool = False

    def __post_init__(self) -> None:
        sizes = {"X": self.X.shape[0], "y": len(self.y)}
        sizes |= {"groups": len(self.groups)} if self.groups is not None else {}
        if len(set(sizes.values())) > 1:
            counts = ", ".join(f"{size} in {part}" for part, size in sizes.items())
            raise DataError(f"dataset {self.name!r} has different numbers of examples: {counts}.")
        if pd.isna(self.y).any():
            raise DataError(
                f"dataset {self.name!r} lacks the target of {int(pd.isna(self.y).sum())} examples.",
                hint=code(f"frame.dropna(subset=[{'target'!r}])"),
            )

    @classmethod
    def of_frame(
        cls,
        name: str,
        frame: pd.DataFrame,
        *,
        target: Hashable | None = None,
        groups: Hashable | None = None,
    ) -> "Dataset":
        """Make a dataset of a table with one row for each example.

        Parameters
        ----------
        name
            Its name.
        frame
            All columns but the target and the groups are features.
        target
            The column of the target; by default the one that is called target, class, label or y.
        groups
            The column of the groups.

        Raises
        ------
        OptionError
            There is no such column, or none that is called a target.

        Examples
        --------
        >>> frame = pd.DataFrame({"length": [5.1, 7.0, 6.3], "Class": ["a", "b", "b"]})
        >>> data = Dataset.of_frame("flowers", frame)
        >>> list(data.X), data.y.tolist()
        (['length'], ['a', 'b', 'b'])
        """
        if target is None:
            found = [column for column in frame if str(column).casefold() in TARGETS]
            if len(found) != 1:
                raise OptionError(
                    f"no column of {name!r} is called a target, or several are: "
                    f"{examples(map(str, found or frame.columns), most=12)}.",
                    hint=code(
                        f"Dataset.of_frame({name!r}, frame, target={str(frame.columns[-1])!r})",
                        f'target = "{frame.columns[-1]}" under [[dataset]]',
                    ),
                )
            target = found[0]
        for column in [target, *([] if groups is None else [groups])]:
            check_choice("column", column, list(map(str, frame.columns)))  # type: ignore[arg-type]
        belongs = None if groups is None else frame[groups].to_numpy()
        features = frame.drop(columns=[target, *([] if groups is None else [groups])])
        return cls(name=name, X=features, y=_unbox(frame[target].to_numpy()), groups=belongs)

    @property
    def n(self) -> int:
        """The number of examples."""
        return len(self.y)

    @property
    def digest(self) -> str:
        """A digest of all values, by which results are found again."""
        return str(joblib.hash((self.X, self.y, self.groups)))

    def subset(self, places: NDArray[np.intp]) -> "Dataset":
        """Return some of the examples."""
        groups = None if self.groups is None else self.groups[places]
        return replace(self, X=take_rows(self.X, places), y=self.y[places], groups=groups)


def take_rows(features: Any, places: NDArray[np.intp]) -> Any:  # noqa: ANN401 - what scikit-learn takes
    """Return some rows of features."""
    return features.iloc[places] if hasattr(features, "iloc") else features[places]


def datasets_of(given: object) -> tuple[Dataset, ...]:
    """Read what a caller gives as datasets.

    Parameters
    ----------
    given
        A mapping from names to data, or a sequence of datasets, of names that scikit-learn ships
        (``"iris"``) or makes (``"moons"``) and of paths of files; or one of these. Data are (X, y) or
        (X, y, groups), a data frame with a column called target, or what ``load_iris()`` returns.

    Raises
    ------
    OptionError
        It is none of these, or names occur twice.
    """
    if hasattr(given, "target") or isinstance(given, pd.DataFrame):
        given = [given]
    if isinstance(given, Mapping):
        found = [_make_dataset(str(name), data) for name, data in given.items()]
    else:
        several = isinstance(given, Iterable) and not isinstance(given, str | Path)
        items: Iterable[object] = given if several else [given]  # type: ignore[assignment]
        found = [data for item in items for data in _load(item)]
    names = [data.name for data in found]
    if not found or len(set(names)) < len(names):
        raise OptionError(
            f"names occur twice: {examples(names)}." if found else "there is no dataset.",
            hint=code('run(estimators, {"iris": (X, y)})'),
        )
    return tuple(found)


def _load(item: object) -> list[Dataset]:
    if isinstance(item, Dataset):
        return [item]
    if isinstance(item, Path) or (isinstance(item, str) and Path(item).suffix):
        pattern = Path(item)
        magic = set("*?[") & set(pattern.name)
        files = sorted(pattern.parent.glob(pattern.name)) if magic else [pattern]
        return [Dataset.of_frame(file.stem, read(file)) for file in files]
    if isinstance(item, str):
        return [load_shipped(item)]
    raise OptionError(
        f"a dataset needs a name; got {type(item).__name__} without one.",
        hint=code('run(estimators, {"iris": (X, y)})'),
    )


def load_shipped(name: str, **parameters: object) -> Dataset:
    """Load a dataset that comes with scikit-learn, or that it makes from the seed 0.

    >>> load_shipped("iris").n, load_shipped("moons", n_samples=50).X.shape
    (150, (50, 2))
    """
    key = "_".join(words_of(name))
    check_choice("dataset", key, [*SHIPPED, *MADE])
    if key in SHIPPED:
        features, target = getattr(sk, f"load_{key}")(return_X_y=True)
    else:
        features, target = getattr(sk, f"make_{key}")(**{"random_state": 0, **parameters})[:2]
    return Dataset(name=name, X=features, y=target)


def _make_dataset(name: str, data: object) -> Dataset:
    if isinstance(data, Dataset):
        return replace(data, name=name)
    if isinstance(data, str | Path):
        return replace(_load(data)[0], name=name)
    if isinstance(data, pd.DataFrame):
        return Dataset.of_frame(name, data)
    if hasattr(data, "data") and hasattr(data, "target"):
        data = (data.data, data.target)
    if not isinstance(data, tuple | list) or len(data) not in PARTS:
        raise OptionError(
            f"dataset {name!r} should be (X, y), (X, y, groups) or a data frame; got {type(data).__name__}.",
            hint=code(f"run(estimators, {{{name!r}: (X, y)}})"),
        )
    features, target, *groups = data
    features = features if hasattr(features, "shape") else np.asarray(features)
    return Dataset(
        name=name,
        X=features,
        y=_unbox(np.asarray(target)),
        groups=np.asarray(groups[0]) if groups and groups[0] is not None else None,
    )


def _unbox(target: NDArray[Any]) -> NDArray[Any]:
    """Return objects of one type as an array of it, which scikit-learn reads as classes and files keep."""
    values = target.tolist() if target.dtype == object else []
    return np.array(values) if len({type(value) for value in values}) == 1 else target
