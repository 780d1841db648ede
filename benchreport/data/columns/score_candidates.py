"""Which columns of numbers may be the score, and which is most likely meant."""

import re
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from benchreport.data.cells.cell_values import to_numbers
from benchreport.data.columns.content.best_known import direction_by_best, is_best_known
from benchreport.data.columns.content.derived import derived_columns, signed_columns
from benchreport.data.columns.content.evidence import FEWEST_EACH, Evidence
from benchreport.data.columns.content.run_states import says_success
from benchreport.data.columns.keys import PARAMETERS, Keys
from benchreport.data.columns.layout import NAMELESS, hint_with_direction, known_direction
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.words.direction import (
    BEST,
    MOST_SCORES,
    UNITS_OF_TIME,
    direction_of,
)
from benchreport.data.columns.words.kinds_of_names import (
    AVERAGES,
    TOTALS,
    before_bracket,
    is_description,
    is_summary,
    is_test_result,
)
from benchreport.data.columns.words.measures import is_cost
from benchreport.data.columns.words.names import is_called, strength_of, words_of
from benchreport.data.columns.words.numbered import numbered_groups
from benchreport.hints import Hint, bench, call
from benchreport.wording.shell import reading

# words of columns that say how much other columns vary
SPREADS = frozenset(
    """std sd stdev stddev stderr sem se var variance ci ci90 ci95 ci99 err_low err_high lower upper low high
    +/- ± +- q25 q75 lq uq desvio desviacion desviación standardabweichung""".split()
)
BOUND = re.compile(r"(?P<of>.+?)[ _.-]?(?P<side>lo|hi|lb|ub)", re.IGNORECASE)
OTHER_SIDE = {"lo": "hi", "hi": "lo", "lb": "ub", "ub": "lb"}
# at the end of a name, or at the beginning of a short one: lower bound, but no school called high
SIDES = frozenset("lower upper low high".split())
# words of columns that say how a run ended, or where it ran
STATES = frozenset(
    "status exit returncode rc flag seed pid port gpu worker job timestamp utc unix".split()
)
ROW_NUMBERS = frozenset("id index idx row nr no number num".split())
# fewer rows may count up by chance
FEWEST_ROWS = 4
# how many times as large as others shares and ratings are, at most
MOST_TIMES = 100
# at the end of a name, of whole numbers that stand for things
IDENTIFIERS = frozenset("id ids uid uuid idx".split())
VALUES = frozenset("score scores value values result results".split())
# what people and judges give in whole numbers
GRADES = VALUES - {"value", "values"} | {"rating", "ratings", "grade", "grades"}
# what solvers optimize is mostly the same for all that finish
OBJECTIVES = frozenset("objective obj optimum optimal bound".split())
WRITTEN = frozenset("fmt formatted str string".split())
VALIDATION = frozenset("val valid validation dev".split())
TRAINING, TESTING = frozenset(("train", "training")), frozenset(("test", "testing"))
EXTREMES = frozenset("worst min max minimum maximum first initial".split())
# when something ran is no length of time
MOMENTS = frozenset("start end begin stop started ended".split())
COUNTS = frozenset("number num count n".split())
COUNTED = frozenset(
    "tokens steps samples rows calls requests queries items examples tasks questions ops count".split()
)
# ranks of what else was scored, and how often a solver that draws would succeed
UNLIKELY = frozenset(("rank", "probability"))


def why_no_score(
    name: Hashable, numeric: Sequence[Hashable], keys: Keys, evidence: Evidence
) -> str:
    """Return why a column of numbers is no score of the algorithms; empty if it may be one.

    Parameters
    ----------
    name
        The column.
    numeric
        All columns of numbers that play no role.
    keys
        The columns that name algorithms, datasets and repeats.
    evidence
        What the columns hold.
    """
    words = set(words_of(name))
    facts = evidence.facts(name)
    # another p is a number of things
    is_p = name == "p" and bool(to_numbers(evidence.rows[name]).dropna().between(0, 1).all())
    shared = keys.algorithm is not None and evidence.is_shared(keys.algorithm, name)
    reasons = {
        reading.CONSTANT: facts.constant,
        reading.ROW_NUMBERS: numbers_rows(name, evidence),
        reading.IDENTIFIER: facts.kind == "whole" and is_identifier(name),
        reading.CIRCUMSTANCES: facts.kind == "date" or bool(words & STATES) or is_moment(name),
        reading.SHARED_VALUES: shared,
        reading.FEW_VALUES: seems_set(name, evidence),
        reading.DESCRIPTION: is_size(name, evidence) and not is_result(name, keys, evidence),
        reading.SPREAD: is_spread(name),
        reading.OF_TESTS: is_test_result(name, numeric) or is_p,
        reading.SUMMARY: words_of(name) == ["relative"],
        reading.BEST_KNOWN[True]: is_best_known(name) and len(numeric) > 1,
    }
    reasons |= {
        reading.ONE_PER.format(key=key): evidence.determines(key, name)
        for key in (keys.algorithm, keys.dataset)
        if key is not None and not evidence.facts(key).constant
    }
    if (tested := _counterpart(name, numeric, TRAINING, TESTING, plain=True)) is not None:
        reasons[reading.TRAINING_DATA.format(tested=tested)] = True
    if (mean := _counterpart(name, numeric, EXTREMES, AVERAGES)) is not None:
        reasons[reading.MEAN_BESIDE.format(mean=mean)] = True
    if (number := number_written_out(name, numeric)) is not None:
        reasons[reading.WRITTEN_OUT.format(number=number)] = True
    if _is_error_of(name, numeric) or is_bound(name, numeric):
        reasons[reading.SPREAD] = True
    if (mean := _mean_column(name, numeric)) is not None:
        reasons[reading.ONE_REPEAT.format(mean=mean)] = True
    return next((reason for reason, holds in reasons.items() if holds), "")


def seems_set(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether whole numbers are few, and each stands in several rows, as sizes and settings do.

    >>> import pandas as pd
    >>> table = Evidence(pd.DataFrame({"Genes": [100, 100, 100, 10, 10, 10], "s": [34, 20, 12, 9, 34, 8]}))
    >>> seems_set("Genes", table), seems_set("s", table)
    (True, False)
    """
    # numbers may name engines, which only the caller knows
    if NAMELESS.fullmatch(str(name)) or strength_of(name, "algorithm"):
        return False
    facts = evidence.facts(name)
    if (
        facts.kind != "whole"
        or facts.constant
        or FEWEST_EACH * facts.different > len(evidence.frame)
    ):
        return False
    each = int(np.bincount(evidence.codes(name)).min())
    return each >= FEWEST_EACH and not _is_graded(name, evidence)


def _is_graded(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether whole numbers are grades or counts of what was right: 16 and 32 bits of precision are not.

    >>> import pandas as pd
    >>> table = Evidence(pd.DataFrame({"solved": [0, 1, 1], "precision": [16, 8, 32], "rating": [2, 5, 4]}))
    >>> [_is_graded(name, table) for name in table.names]
    [True, False, True]
    """
    words = {*words_of(name)}
    if not words.isdisjoint(GRADES):
        return True
    if direction_of(name) is None or is_cost(name) or words & UNLIKELY:
        return False
    values = np.unique(to_numbers(evidence.rows[name]).dropna())
    return bool(values[0] in (0, 1) and values[-1] - values[0] == len(values) - 1)


def is_spread(name: Hashable) -> bool:
    """Tell from a name whether a column says how much others vary.

    >>> [is_spread(name) for name in ("acc_std", "rmse_ci95", "Standard Deviation", "deviation")]
    [True, True, True, False]
    >>> is_spread("RatioSD"), is_spread("MSD"), is_spread("+/-"), is_spread("MMLU High School")
    (True, False, True, False)
    """
    # C++ calls its library so
    name = str(name).replace("std::", "")
    words = set(words_of(name)) or {str(name).strip()}
    joined = bool(re.fullmatch(r".*[a-z]SD", str(name)))
    parts = words_of(name)
    at_end = not SIDES.isdisjoint((*parts[-1:], *parts[: len(parts) < 3]))  # noqa: PLR2004 - short
    return joined or at_end or bool(words & SPREADS - SIDES) or words >= {"standard", "deviation"}


def without_spreads(metrics: Sequence[str]) -> tuple[str, ...]:
    """Leave out metrics that say how much another one varies.

    >>> without_spreads(["acc_mean", "acc_std", "auc"]), without_spreads(["loss_std", "acc"])
    (('acc_mean', 'auc'), ('loss_std', 'acc'))
    """
    centers = {frozenset(words_of(n)) - AVERAGES for n in metrics if not is_spread(n)}
    varied = {n for n in metrics if frozenset(words_of(n)) - SPREADS in centers and is_spread(n)}
    return tuple(name for name in metrics if name not in varied)


def is_moment(name: Hashable) -> bool:
    """Tell from a name whether numbers are when something began or ended.

    >>> is_moment("start_time"), is_moment("endTime"), is_moment("end to end time"), is_moment("start")
    (True, True, False, False)
    """
    words = {*words_of(name)}
    return len(words) == len(words & (MOMENTS | {"time"})) == 2  # noqa: PLR2004 - a side, and the time


def is_identifier(name: Hashable) -> bool:
    """Tell from a name whether the whole numbers of a column stand for things."""
    return not IDENTIFIERS.isdisjoint(words_of(name)[-1:])


def is_result(name: Hashable, keys: Keys, evidence: Evidence) -> bool:
    """Tell whether a length or a size is of what was found: it is no algorithm's own, and no dataset's."""
    return words_of(name)[-1:] in (["length"], ["size"]) and not any(
        key is None or evidence.describes(key, name) for key in (keys.algorithm, keys.dataset)
    )


def is_size(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether a column holds whole numbers, and is called by what describes the rows."""
    return evidence.facts(name).kind == "whole" and is_description(name)


def numbers_rows(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether a column numbers the rows: from 0 or 1 on, or with different numbers by its name."""
    facts = evidence.facts(name)
    if facts.kind != "whole" or not facts.unique:
        return False
    if ROW_NUMBERS & set(words_of(name)):
        return True
    values = to_numbers(evidence.frame[name]).to_numpy(dtype=np.float64)
    if len(values) < FEWEST_ROWS or values[0] not in (0, 1):
        return False
    return bool((values - values[0] == np.arange(len(values))).all())


def _counterpart(
    name: Hashable,
    numeric: Sequence[Hashable],
    said: frozenset[str],
    beside: frozenset[str],
    *,
    plain: bool = False,
) -> Hashable | None:
    """Return the column called as one of ``said`` is, with words of ``beside`` instead; ``None`` without one.

    If ``plain``, the other column may be without such words.

    >>> parts = frozenset(["train"]), frozenset(["test"])
    >>> _counterpart("r2_train", ["r2_train", "r2_test"], *parts), _counterpart("train_s", ["acc"], *parts)
    ('r2_test', None)
    """
    words = words_of(name)
    rest = [word for word in words if word not in said]
    for other in numeric if len(rest) < len(words) else ():
        theirs = [word for word in words_of(other) if word not in beside]
        if other != name and theirs == rest and (plain or len(theirs) < len(words_of(other))):
            return other
    return None


def number_written_out(name: Hashable, numeric: Sequence[Hashable]) -> Hashable | None:
    """Return the column of which another is a copy for reading, such as ``f1_fmt`` beside ``f1``.

    >>> number_written_out("rmse_fmt", ["rmse_mean", "rmse_fmt"]), number_written_out("fmt", ["f1", "fmt"])
    ('rmse_mean', None)
    """
    written = WRITTEN.issuperset(words_of(name)[-1:])
    return _counterpart(name, numeric, WRITTEN, AVERAGES, plain=True) if written else None


def _is_error_of(name: Hashable, numeric: Sequence[Hashable]) -> bool:
    """Tell whether a column is the error of another one, such as ``Score Error (99.9%)``.

    >>> _is_error_of("Score Error (99.9%)", ["Score", "Score Error (99.9%)"])
    True
    >>> _is_error_of("error_us", ["score_us", "error_us"]), _is_error_of("error_us", ["score"])
    (True, False)
    >>> _is_error_of("Error", ["Score", "Error"]), _is_error_of("error", ["error", "mean error"])
    (True, False)
    """
    words, unit = _without_unit(name)
    plain = AVERAGES | VALUES
    others = [_without_unit(other) for other in numeric]
    return words[-1:] in (["error"], ["err"]) and any(
        theirs == unit and words[:-1] in (said, [word for word in said if word not in plain])
        for said, theirs in others
    )


def is_bound(name: Hashable, numeric: Sequence[Hashable]) -> bool:
    """Tell whether a column is a bound of another one, beside the other bound; hi alone is a language.

    >>> columns = ["acc", "acc_lo", "acc_hi"]
    >>> is_bound("acc_hi", columns), is_bound("wer_hi", ["wer", "wer_hi"])
    (True, False)
    >>> is_bound("MeanLB", ["Mean", "MeanLB", "MeanUB"])
    True
    """
    match = BOUND.fullmatch(str(name))
    if match is None:
        return False
    said = {"".join(words_of(other)) for other in numeric}
    stem = "".join(words_of(match["of"]))
    return {stem, stem + OTHER_SIDE[match["side"].lower()]} <= said


def _without_unit(name: Hashable) -> tuple[list[str], str]:
    """Split a name into its words and a unit of time behind them: ``score_us`` and ``error_us``."""
    words = words_of(before_bracket(name))
    return (words[:-1], words[-1]) if words[-1:] and words[-1] in UNITS_OF_TIME else (words, "")


def _mean_column(name: Hashable, numeric: Sequence[Hashable]) -> Hashable | None:
    """Return the column with the mean of numbered repeats, of which the column is one.

    >>> _mean_column("split0_test_score", ["split0_test_score", "split1_test_score", "mean_test_score"])
    'mean_test_score'
    """
    group = next((each for each in numbered_groups(numeric) if name in each.columns), None)
    if group is None:
        return None
    means = [other for other in numeric if AVERAGES & set(words_of(other))]
    said = set(words_of(group.score))
    return next((mean for mean in means if not said or said & set(words_of(mean))), None)


def is_success(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether a column says whether runs succeeded: true or false, and called so."""
    return (
        evidence.types[name] == np.bool_
        and direction_of(name) is True
        and not evidence.facts(name).constant
    )


def without_steps(numeric: list[Hashable], evidence: Evidence) -> list[Hashable]:
    """Leave out times that may be steps of curves; beside successes they are what runs took."""
    successes = [name for name in numeric if is_success(name, evidence)]
    varied = [name for name in numeric if not evidence.facts(name).constant]
    if successes and any(map(is_cost, varied)):
        # whether runs were solved says which times are of failed ones
        return [name for name in numeric if name not in successes or not says_success(name)]
    # a time may be the step of a curve, or with other costs the score
    others = [name for name in numeric if not is_called(name, "step")]
    # beside it, sizes of the input measure nothing
    measured = [
        name
        for name in others
        if name in varied and STATES.isdisjoint(words_of(name)) and not is_size(name, evidence)
    ]
    if all(map(is_cost, measured)):
        return numeric
    # what has no known direction may be less meant than a time
    unknown = all(direction_of(name) is None for name in measured)
    return [name for name in numeric if name in others or (unknown and is_cost(name))]


def summaries_among(numeric: Sequence[Hashable], evidence: Evidence) -> list[Hashable]:
    """Return the columns that follow from the other candidates, and an average beside what it averages.

    A mean beside a spread or an extreme is one of runs, and the score.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"R1": [0.2, 0.4], "R5": [0.5, 0.7], "avg": [0.3, 0.5], "std": [0.1, 0.1]})
    >>> columns = ["R1", "R5", "avg"]
    >>> summaries_among(columns, Evidence(frame[columns])), summaries_among(columns, Evidence(frame))
    (['avg'], [])
    """
    signed = signed_columns(numeric, evidence)
    derived = derived_columns(numeric, evidence, of_two=False)
    # a hit rate follows from misses, and is what is compared
    derived = [name for name in derived if name in signed or direction_of(name) is None]
    averages = [name for name in numeric if words_of(name) and AVERAGES.issuperset(words_of(name))]
    others = [name for name in numeric if name not in (*derived, *averages)]
    others = [name for name in others if not is_bound(name, numeric)]
    others = [name for name in others if evidence.facts(name).kind == "number"]
    extremes = EXTREMES | {"best"}
    of_runs = any(is_spread(n) or not extremes.isdisjoint(words_of(n)) for n in evidence.names)
    return derived + averages * (len(others) > 1 and not of_runs)


def rank_candidate(name: Hashable, evidence: Evidence, keys: Keys) -> tuple[bool | int, ...]:
    """Return the place of a candidate, by its kind (see `kind_of_candidate`) and its cells.

    What all datasets have comes before what some have, test data before validation data, the cost of a
    solution before the time it took, fractions before whole numbers, which may be counts, and means and
    totals before extremes and counts. What some algorithms lack, or says little of them, is last.
    """
    words = set(words_of(name))
    # a total of what was counted is a count
    counted = COUNTED.issuperset(words_of(name)[-1:]) and direction_of(name) is None
    return (
        _lacks_names(name, keys.algorithm, evidence) or _says_little(name, evidence, keys),
        kind_of_candidate(name),
        _lacks_names(name, keys.dataset, evidence),
        bool(words & VALIDATION),
        "cost" not in words,
        evidence.facts(name).kind == "whole",
        2
        if counted
        else 0
        if (AVERAGES | TOTALS) & words
        else 2
        if (EXTREMES | COUNTS) & words
        else 1,
    )


def _lacks_names(name: Hashable, key: Hashable | None, evidence: Evidence) -> bool:
    """Tell whether some names of a key have no number in a column."""
    if key is None:
        return False
    names = evidence.column(key)
    return bool(names[evidence.column(name).notna()].nunique() < names.nunique())


def _says_little(name: Hashable, evidence: Evidence, keys: Keys) -> bool:
    """Tell whether most algorithms, and not all, have one number on all rows, or all the same numbers.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"m": list("aabbcc"), "d": [1, 2] * 3, "violations": [0, 0, 0, 0, 2, 5]})
    >>> table, keys = Evidence(frame.assign(ms=[3, 4, 6, 5, 8, 9])), Keys(algorithm="m", dataset="d")
    >>> _says_little("violations", table, keys), _says_little("ms", table, keys)
    (True, False)
    """
    plain = getattr(evidence.types[name], "kind", "") in ("i", "u", "f")
    if keys.algorithm is None or evidence.facts(name).constant or not plain:
        return False
    if keys.dataset is None and evidence.repeats_within([keys.algorithm, *keys.repeat], name):
        return True
    groups = evidence.rows[name].groupby(evidence.rows[keys.algorithm], observed=True)
    same = (groups.min() == groups.max()) & (groups.size() > 1)
    return bool(len(same) / 2 < same.sum() < len(same))


def kind_of_candidate(name: Hashable) -> int:
    """Return the place of a candidate by its name: quality first, then errors, values, costs, others.

    What comes from training data is last.

    >>> [kind_of_candidate(name) for name in ("accuracy", "rmse", "test_score", "fit_time", "x", "train_acc")]
    [0, 1, 2, 3, 6, 8]
    """
    better, words = direction_of(name), set(words_of(name))
    cost = is_cost(name)
    if words & UNLIKELY or (better is None and words & PARAMETERS):
        return 7
    if better is None:
        said = (words & (VALUES | GRADES) and not words & OBJECTIVES) or words in (
            {"length"},
            {"size"},
        )
        return 2 if said or words <= AVERAGES else 6
    return 8 * ("train" in words) + 3 * cost + (not better and not cost)


def name_score(roles: Roles, numeric: Sequence[Hashable], evidence: Evidence) -> Hint:
    """Return the hint to name the likeliest score, and of costs and what else was measured also the other."""
    first = numeric[0]
    names = [first]
    if is_cost(first) or direction_of(first) is None:
        names += [name for name in numeric if is_cost(name) != is_cost(first)][:1]
    ways = [
        bench(score=name)
        if known_direction(evidence.frame, roles, name) is not None
        or direction_by_best(name, numeric, evidence) is not None
        else hint_with_direction(
            roles, name, likely_lower=_is_likely_lower(name, evidence), score=name
        )
        for name in names
    ]
    return ways[0] if len(ways) == 1 else ways[0] | ways[1]


def _is_likely_lower(name: Hashable, evidence: Evidence) -> bool:
    best = evidence.attrs.get(BEST)
    if best is not None:
        return not best
    numbers = to_numbers(evidence.rows[name]).to_numpy(np.float64)
    return VALUES.isdisjoint(words_of(name)) and span_orders(numbers)


def span_orders(values: NDArray[np.float64]) -> bool:
    """Tell whether numbers differ by orders of magnitude, as times and errors mostly do."""
    positive = values[values > 0]
    known = len(positive) > 0 and not (values < 0).any()
    return known and bool(1 < positive.max() > MOST_TIMES * positive.min())


def each_metric(numeric: Sequence[Hashable]) -> Hint:
    """Return the hint to compare by each column whose name says its direction, if that of the first does."""
    # ranks by some other column are no measure of their own
    metrics = [n for n in numeric if direction_of(n) is not None and not is_summary(n)]
    if len(metrics) <= 1 or numeric[0] not in metrics:
        return Hint()
    every = call("report_metrics", scores=metrics[:MOST_SCORES])
    return Hint.of(", or ") + every + " to compare by each"
