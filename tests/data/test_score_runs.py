import itertools

import numpy as np
import pandas as pd
import pytest

from benchreport.data import Roles, Scores
from benchreport.errors import DataError


def read(frame, **roles):
    return Scores.from_frame(frame, Roles(**roles))


def long(seed=0):
    cells = list(itertools.product(["svm", "knn"], ["iris", "wine"], range(3), range(2)))
    frame = pd.DataFrame(cells, columns=["algorithm", "dataset", "seed", "fold"])
    rng = np.random.default_rng(seed)
    return frame.assign(accuracy=rng.random(len(frame))).sample(frac=1, random_state=seed)


def test_what_is_computed_later_is_of_the_frame_that_was_read():
    frame, twin = long(), long()
    runs, untouched = read(frame).runs, read(twin).runs
    for column in ("accuracy", "seed"):
        frame.loc[frame.index[0], column] = 0
    assert runs.sha256 == untouched.sha256 != read(long(1)).sha256
    assert runs.value.tolist() == untouched.value.tolist()
    with pytest.raises(ValueError, match="read-only"):
        runs.value[0] = 1


def test_repeats_of_several_columns_are_numbered_by_their_first_rows():
    frame = long()
    runs = read(frame).runs
    labels = list(zip(frame["seed"].astype(str), frame["fold"].astype(str), strict=True))
    assert runs.repeat_parts == tuple(dict.fromkeys(labels))
    assert [runs.repeat_parts[code] for code in runs.repeat] == labels


@pytest.mark.parametrize("n", [2, 300])
def test_a_cell_that_is_there_twice_is_found_among_few_and_many_labels(n):
    # each dataset has a seed of its own, so that no array could mark all cells that could be there
    rng = np.random.default_rng(0)
    one = pd.DataFrame({"dataset": range(n), "seed": rng.permutation(n), "auc": rng.random(n)})
    frame = pd.concat([one.assign(algorithm=name) for name in "ab"])
    assert read(frame).counts.sum() == 2 * n
    with pytest.raises(DataError, match="1 cell has more than one score") as error:
        read(pd.concat([frame, frame.iloc[[n // 2]]]))
    assert f" on {one['dataset'][n // 2]} in repeat" in str(error.value)


def test_labels_in_many_columns_have_more_combinations_than_whole_numbers():
    # 64 labels in each of 12 columns; half of the rows differ in the first column only
    n, parts = 64, [f"part {place}" for place in range(12)]
    rest = np.concatenate([np.arange(n), np.zeros(n, dtype=int)])
    frame = pd.DataFrame(dict.fromkeys(parts, rest)).assign(**{parts[0]: np.tile(np.arange(n), 2)})
    frame = frame.assign(algorithm=["a", "b"] * n, dataset=["x"] * n + ["y"] * n, auc=0.5)
    assert n ** len(parts) > np.iinfo(np.intp).max
    runs = read(frame, repeat=parts).runs
    # the first row of all has the same labels as row n
    assert runs.repeat.tolist() == [*range(n), 0, *range(n, 2 * n - 1)]
    assert runs.repeat_parts[n] == ("1", *["0"] * 11)
    with pytest.raises(DataError, match="128 cells have more than one score"):
        read(pd.concat([frame, frame]), repeat=parts)


def test_categories_that_occur_are_the_names_in_their_own_order():
    names = ["c", "b", "never", "a"]
    frame = long().assign(algorithm=lambda table: table["algorithm"].map({"svm": "a", "knn": "b"}))
    column = pd.Categorical(frame["algorithm"], categories=names)
    runs = read(frame.assign(algorithm=column)).runs
    assert runs.algorithms == ("b", "a")
    assert [runs.algorithms[code] for code in runs.algorithm] == frame["algorithm"].tolist()
    empty = column.set_categories(["never", "b"])
    with pytest.raises(DataError, match="12 rows without algorithm"):
        read(frame.assign(algorithm=empty))


def test_names_that_differ_in_case_only_are_told():
    """Two spellings of one algorithm, each on some of the datasets, read as two with gaps."""
    rows = [("SVM", "iris", 0.9), ("svm", "wine", 0.8), ("knn", "iris", 0.7), ("knn", "wine", 0.6)]
    frame = pd.DataFrame(rows, columns=["model", "dataset", "accuracy"])
    runs = Scores.from_frame(frame).runs
    assert "The algorithms SVM and svm differ in case only" in " ".join(runs.notes)
    other = frame.replace({"svm": "rf"})
    assert "case" not in " ".join(Scores.from_frame(other).runs.notes)
