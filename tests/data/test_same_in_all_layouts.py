"""The same results, however they are laid out: one row a score, columns of algorithms, of algorithms and
measures, or of datasets; the first answer to each question leads to the same table.
"""

import numpy as np
import pandas as pd
import pytest

from benchreport.errors import InputError

ALGORITHMS = ["svm", "knn", "rf"]
DATASETS = ["iris", "wine", "glass", "sonar"]
# what tells the rows of one dataset apart: repeats, and conditions of which each is another dataset
SEED, SIZE, NOISE, PLACE = (
    ("seed", range(5)),
    ("n_samples", (100, 2000)),
    ("noise", (0.1, 0.25)),
    (
        "gpu",
        ("A100", "H100"),
    ),
)
JOINED = ["{a}_{m}", "{m}_{a}", "{a} {m}", "{m} ({a})"]


def results(key, measures):
    name, values = key or ("", [0])
    rng = np.random.default_rng(7)
    cells = pd.MultiIndex.from_product(
        [ALGORITHMS, DATASETS, values], names=["method", "problem", name]
    ).to_frame(index=False)
    for place, measure in enumerate(measures):
        cells[measure] = rng.uniform(1, 9, len(cells)).round(3) * 40**place
    return cells if key else cells.drop(columns=name)


def joined(cells, pattern, measures, rows):
    wide = cells.pivot(index=rows, columns="method", values=measures)  # noqa: PD010 - names are joined
    wide = wide[[(measure, name) for name in ALGORITHMS for measure in measures]]
    wide.columns = [pattern.format(a=name, m=measure) for measure, name in wide.columns]
    return wide.reset_index()


def two_levels(cells, measures, rows):
    wide = cells.pivot(index=rows, columns="method", values=measures)  # noqa: PD010 - names are joined
    return wide.swaplevel(axis=1)[[(name, m) for name in ALGORITHMS for m in measures]]


def layouts(cells, measures, key):
    rows = ["problem", key[0]] if key else ["problem"]
    yield "long", cells
    yield "index", cells.set_index(["method", *rows])
    for pattern in JOINED:
        yield pattern, joined(cells, pattern, measures, rows)
    yield "two levels", two_levels(cells, measures, rows)
    if len(measures) == 1:
        yield "wide", cells.pivot(index=rows, columns="method", values=measures[0]).reset_index()  # noqa: PD010
        rows[0] = "method"
        yield "rows", cells.pivot(index=rows, columns="problem", values=measures[0]).reset_index()  # noqa: PD010


def first_answers(frame):
    """Return the scores, and how often the first answer to a question was given."""
    roles = {}
    for asked in range(5):
        try:
            return frame.bench(**roles).scores, asked
        except InputError as error:
            roles |= error.way_out.calls[0].roles
    raise AssertionError(roles)


@pytest.mark.parametrize(
    "measures", [["time_ms"], ["rmse", "train_time"], ["gap (%)", "memory (MB)"]], ids=str
)
@pytest.mark.parametrize(
    "key", [None, SEED, SIZE, NOISE, PLACE], ids=lambda key: key[0] if key else ""
)
def test_the_same_results_give_the_same_table_in_each_layout(measures, key):
    cells = results(key, measures)
    conditions = key not in (None, SEED)
    names = ["problem", key[0]] if conditions else ["problem"]
    for layout, frame in layouts(cells, measures, key):
        scores, asked = first_answers(frame)
        measure = next((name for name in measures if str(scores.score) in name), measures[0])
        means = cells.groupby([*names, "method"])[measure].mean().unstack()  # noqa: PD010 - no cell comes again
        # the names of columns of one measure are left whole
        names_read = [
            name.removeprefix(f"{measure} (").removesuffix(")") for name in scores.algorithms
        ]
        assert sorted(names_read) == sorted(ALGORITHMS), layout
        expected = means[names_read].to_numpy()
        np.testing.assert_allclose(
            sorted(scores.values.tolist()), sorted(expected.tolist()), err_msg=layout
        )
        # repeats are no conditions, and conditions never are repeats without a question
        assert int(scores.counts.max()) == (len(SEED[1]) if key is SEED else 1), layout
        assert asked or not conditions, layout
