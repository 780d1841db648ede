"""No procedure's answer depends on the order of rows or columns, on names, sign or direction."""

import numpy as np
import pandas as pd
import pytest
from contract import constant, family_of, has_result, lay_out, layout_of, roles_of
from looped import loop_over
from needs import one_in
from scipy import stats as scipy_stats
from test_catalogue import options_of

from benchreport.data import Roles, Scores
from benchreport.results import (
    FindingsResult,
    OmnibusResult,
    PairwiseResult,
    RankingResult,
    SensitivityResult,
)
from benchreport.stats import CATALOGUE

VALUES = np.random.default_rng(5).normal(size=(9, 4)).round(2)
NAMES = ("a0", "a1", "a2", "a3")
# the sum of a pair's two statistics, by the name of the statistic
SUMS = {"U": 81, "R+": 45, "wins": 9}
UNSIGNED = {"q", "F"}
ENDS = (("low", "high"), ("effect_low", "effect_high"))
SWAPPED = (("p_first", "p_second"), ("p_lower", "p_upper"), ("wins", "losses"))
NO_EFFECT = {"A": 0.5, "P(improvement)": 0.5, "common language": 0.5, "superiority": 0.5}


def table_of(name, values, columns, *, better=True, shuffled=False):
    """Lay values out as the procedure needs them, with named blocks."""
    frame = pd.DataFrame(values, columns=list(columns))
    if layout_of(name) == "datasets":
        frame = frame.assign(dataset=[f"d{place}" for place in range(len(frame))])
    frame = lay_out(name, frame)
    frame = frame.sample(frac=1, random_state=2) if shuffled else frame
    roles = Roles(score="accuracy", higher_is_better=better, **roles_of(name))
    return Scores.from_frame(frame, roles)


def run(name, values, columns=NAMES, renamed=None, **how):
    name, _, unpaired = name.partition(" ")
    scores = table_of(name, values, columns, **how)
    labels = renamed or {label: label for label in NAMES}
    options = options_of(name, scores) | ({"paired": False} if unpaired else {})
    # the ends of an interval of medians are scores: with few draws another order gives other ones
    options.pop("n_resamples", None)
    for option in ("order", "complexity"):
        if option in options:
            options[option] = tuple(labels[label] for label in NAMES)
    if "control" in options:
        options["control"] = labels["a0"]
    if layout_of(name) == "factors":
        options["baseline"] = [labels["a0"]]
    return CATALOGUE[name](scores, **options)


def turn_pair(row, result):
    """Return the row of the pair in the other order."""
    swapped = dict(row, first=row["second"], second=row["first"])
    swapped |= {"difference": -row["difference"]} if "difference" in row else {}
    none = result._no_effect("effect_size") if isinstance(result, PairwiseResult) else 0.0
    for column in ("effect_size", "estimate"):
        if column in row:
            about = none if column == "effect_size" else NO_EFFECT.get(row["measure"], 0.0)
            swapped[column] = 2 * about - row[column]
    for low, high in ENDS:
        if low in row:
            about = none if low == "effect_low" else NO_EFFECT.get(row.get("measure"), 0.0)
            swapped[low], swapped[high] = 2 * about - row[high], 2 * about - row[low]
    for one, other in SWAPPED:
        if one in row:
            swapped[one], swapped[other] = row[other], row[one]
    if "statistic" in row and result.statistic_name not in UNSIGNED:
        swapped["statistic"] = SUMS.get(result.statistic_name, 0) - row["statistic"]
    return swapped


def rows_of(result, rename=None):
    """Index a result's rows by their pair or algorithm, in the names of the first table."""
    old_names = {} if rename is None else {new: old for old, new in rename.items()}
    records = [
        {column: old_names.get(value, value) for column, value in record.items()}
        for record in result.table.to_dict("records")
    ]
    return {key_of(row, old_names, number): row for number, row in enumerate(records)}


def has_one_row_a_block(name):
    """Tell whether rows move with the blocks, so that nothing can be compared row by row."""
    return has_result(name.split()[0], RankingResult, FindingsResult, SensitivityResult)


def rounding_of(name):
    """Return how far p-values may be off.

    Sums of scores differ in their last bits. Sums of ranks don't, but processors that add products in parts
    may divide and integrate them to one or two units in the last place.
    """
    name = name.split()[0]
    return constant(name, "ROUNDING", 1e-14 if family_of(name) == "rank_tests" else 1e-12)


def key_of(row, old_names, number):
    names = [
        row[column]
        for column in ("first", "second", "measure", "algorithm", "level")
        if column in row
    ]
    if names:
        return tuple(names)
    # a check of a pair's differences is the same on either side
    sides = str(row.get("what", number)).split(" − ")
    return frozenset(old_names.get(label, label) for label in sides) if "what" in row else number


def agree(expected, actual, name, renamed=None):
    """Check that each number is the same, also where a pair stands in the other order."""
    actual_rows = rows_of(actual, renamed)
    for key, row in rows_of(expected).items():
        other = actual_rows.get(key)
        if other is None:
            other = turn_pair(actual_rows[(key[1], key[0], *key[2:])], actual)
        for column, value in row.items():
            if not isinstance(value, int | float) or column == "role":
                continue
            rtol = rounding_of(name) if column.startswith("p_") else 1e-12
            atol = 1e-13 if rtol > 1e-14 else 0
            np.testing.assert_allclose(other[column], value, rtol=rtol, atol=atol, err_msg=column)
    if hasattr(expected, "p_value"):
        np.testing.assert_allclose(actual.p_value, expected.p_value, rtol=rounding_of(name))


# the same procedures where runs are independent
UNPAIRED = ["effect_sizes unpaired", "permutation unpaired"]


@pytest.fixture(params=[*sorted(CATALOGUE), *UNPAIRED])
def name(request):
    return request.param


# the slowest checks run on a third of the procedures each, and in `.ci/run` on all of them
THIRDS = [
    pytest.mark.parametrize("name", one_in(3, [*sorted(CATALOGUE), *UNPAIRED], n)) for n in range(3)
]


@THIRDS[0]
@loop_over("columns", [(2, 0, 3, 1), (3, 2, 1, 0)])
def test_order_of_rows_and_columns(name, columns):
    if has_one_row_a_block(name):
        return
    actual = run(name, VALUES[:, columns], [NAMES[place] for place in columns], shuffled=True)
    expected = run(name, VALUES)
    agree(expected, actual, name)
    if isinstance(expected, PairwiseResult):
        sides = {frozenset(row[:2]): row.favours for row in expected.comparisons}
        assert sides == {frozenset(row[:2]): row.favours for row in actual.comparisons}


@THIRDS[1]
def test_names(name):
    """Other names, in another alphabetical order."""
    if has_one_row_a_block(name):
        return
    renamed = dict(zip(NAMES, ("zeta", "b", "y", "a"), strict=True))
    actual = run(name, VALUES, [renamed[label] for label in NAMES], renamed)
    agree(run(name, VALUES), actual, name, renamed)


@THIRDS[2]
def test_scores_and_errors(name):
    """Negated scores, where lower is better, give the same answer with mirrored numbers."""
    if has_one_row_a_block(name):
        return
    one, other = run(name, VALUES), run(name, -VALUES, better=False)
    if hasattr(one, "p_value"):
        assert other.p_value == pytest.approx(one.p_value, rel=1e-12)
    if not isinstance(one, PairwiseResult):
        return
    assert one.lower_centre_is_better == other.lower_centre_is_better or not one.by_ranks
    for row, mirror in zip(one.comparisons, other.comparisons, strict=True):
        assert mirror.favours == row.favours
        assert mirror.p_value == pytest.approx(row.p_value, rel=rounding_of(name))
        assert mirror.p_adjusted == pytest.approx(row.p_adjusted, rel=1e-12)
        same = "rank" in one.difference_name
        assert mirror.difference == pytest.approx(row.difference * (1 if same else -1), rel=1e-12)


# for each name of a centre, the statistic of its values
CENTRES = {
    "mean accuracy": lambda values: values.mean(axis=0),
    "marginal mean accuracy": lambda values: values.mean(axis=0),
    "mean rank": lambda values: scipy_stats.rankdata(-values, axis=1).mean(axis=0),
    "mean rank of runs": lambda values: (
        scipy_stats.rankdata(-values).reshape(values.shape).mean(axis=0)
    ),
    "mean aligned rank": lambda values: (
        scipy_stats.rankdata((values.mean(axis=1, keepdims=True) - values).round(10))
        .reshape(values.shape)
        .mean(axis=0)
    ),
    "mean weighted rank": lambda values: (
        (scipy_stats.rankdata(-values, axis=1) - 2.5)
        * scipy_stats.rankdata(np.ptp(values, axis=1).round(10))[:, None]
    ).mean(axis=0),
}


def test_centres_are_the_statistics_of_their_names(name):
    result, ranks = run(name, VALUES), family_of(name.split()[0]) == "rank_tests"
    if isinstance(result, OmnibusResult) and result.mean_ranks:
        names = {"kruskal": "mean rank of runs", "friedman_aligned": "mean aligned rank"}
        called, centres = names.get(name, "mean rank"), result.mean_ranks
    elif isinstance(result, PairwiseResult):
        called, centres = result.centre_name, result.centres
        assert ("rank" in called) == ranks
        assert result.lower_centre_is_better == ranks
    else:
        return
    values = VALUES[np.arange(10) % 9] if layout_of(name.split()[0]) == "5 × 2 folds" else VALUES
    assert centres == pytest.approx(tuple(CENTRES[called](values)), rel=1e-9)
    best = min(centres) if ranks else max(centres)
    if isinstance(result, PairwiseResult):
        assert centres[result.order[0]] == best
