"""Whether the rows of a wide table are what is compared, and not its columns."""

import re
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import pandas as pd

from benchreport.data.cells.cell_values import to_numbers
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.content.likeness import are_of_one_size, compares_times
from benchreport.data.columns.content.run_states import holds_states
from benchreport.data.columns.content.units import RATIO, UNITS
from benchreport.data.columns.joined_names import refuse_joined, split_names
from benchreport.data.columns.keys import ACTS, Keys, names_programming_languages
from benchreport.data.columns.layout import NAMELESS, leaderboard_hint
from benchreport.data.columns.long.long_columns import find_settings
from benchreport.data.columns.orientation import RANKS, are_sizes, likely_datasets, sizes_among
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.tables_of_pairs import refuse_test_results
from benchreport.data.columns.words.ablation_names import find_whole
from benchreport.data.columns.words.direction import direction_of
from benchreport.data.columns.words.kinds_of_names import (
    before_bracket,
    is_own,
    is_summary,
    says_size,
    share_of_algorithms,
)
from benchreport.data.columns.words.measures import (
    METRICS,
    common_metric,
    find_measures,
    is_cost,
    metric_in,
    same_measure,
    speaks_of_measures,
)
from benchreport.data.columns.words.names import Strength, strength_of, words_of
from benchreport.data.columns.words.units_in_names import unit_in_names
from benchreport.errors import DesignError, RoleError, examples, format_count
from benchreport.hints import Hint, bench

# of the rows' and the columns' names, those with words of known algorithms
MOST, FEW = 0.5, 0.25
# more rows are seldom variants of one algorithm
MOST_VARIANTS = 100
# how many times as large as another the median of a column of one metric may be
MOST_TIMES = 10
# words of columns that describe a model, and no dataset
OF_MODELS = frozenset("params param parameters flops gflops macs gmacs madds".split())
# names of runs without their numbers: more are no kinds of repeats
FEW_NAMES = 3
VERSUS = frozenset(("vs", "versus"))
# files of data and programs; models are stored in others, and libraries are called so, too
FILE = re.compile(
    r".*\w\.(?!(?:js|io|net|pt|pth|onnx|pkl|h5|bin|exe|gguf|ckpt|tflite)$)[a-z]\w{0,5}(?<!\.b)"
)
# columns that may be algorithms, with a number of rows or beside measures of one metric
FEWEST_BESIDE = 3
# fewer rows may be in the order of a column by chance
FEWEST_RANKED = 4
FURTHER = (
    "add the scores on each dataset (or fold, seed, example), one row for each; or name the columns that are "
    "algorithms"
)


def refuse_models_in_rows(
    roles: Roles,
    dataset: Hashable | None,
    columns: Sequence[Hashable],
    levels: Sequence[Hashable],
    evidence: Evidence,
) -> None:
    """Ask about a wide table whose rows are called by what could be algorithms."""
    _refuse_runs_in_rows(roles, columns, evidence)
    _refuse_numbered_rows(dataset, columns, evidence)
    if dataset is None or roles.dataset is not None:
        return
    labels = evidence.factorize(dataset, "dataset")[1]
    if len(columns) < 2:  # noqa: PLR2004 - two columns compare something
        return
    called = strength_of(dataset, "algorithm") > strength_of(dataset, "dataset")
    # a name that the index did not have says nothing, and benchmarks of several sizes are what is compared
    unnamed = dataset in levels or not strength_of(dataset, "dataset")
    unnamed = unnamed or ("benchmark" in words_of(dataset) and all(map(_is_number, columns)))
    # n=100 and n=1000 are no algorithms, whatever the rows are called
    named = [before_bracket(name) for name in columns]
    sizes = are_sizes(named) or bool(sizes_among(named))
    unnamed = unnamed or (sizes and not all(map(_is_number, columns)))
    ranking = _rank_of_rows(evidence)
    models = (
        ranking is not None
        or sizes
        or _describe_models(columns, evidence)
        or _call_algorithms(labels, columns, evidence)
    )
    if not called and not (unnamed and models):
        return
    files = _are_files(labels)
    if (files or compares_times(evidence)) and unit_in_names(columns)[1] == [*columns]:
        # what ran on each file, or is compared in another column, took these times
        return
    if all(not VERSUS.isdisjoint(words_of(label)) for label in labels):
        refuse_test_results(evidence.names)
    datasets = likely_datasets(columns, evidence)
    if len(datasets) < 2:  # noqa: PLR2004 - as above
        refuse_joined([dataset], evidence)
        found = (
            f"{ranking!r} ranks the rows of the table ({examples(labels)}), and no columns hold their scores "
            "on single datasets"
            if ranking is not None
            else f"the columns {examples(columns)} measure different things of the rows of the table "
            f"({examples(labels)})"
        )
        raise DesignError(f"there is nothing to test: {found}.", hint=FURTHER)
    if sizes and strength_of(dataset, "dataset") >= Strength.KNOWN:
        raise RoleError(
            f"are the columns {examples(columns)} settings, compared on each {dataset}?",
            hint=bench(dataset=dataset) + "; if all are of one algorithm, nothing is compared",
        )
    turned = leaderboard_hint(evidence.frame, roles)
    # scores are averaged over datasets, and ratios are of what is compared
    given = files or any(map(is_summary, labels)) or names_programming_languages(columns)
    given = given or RATIO in evidence.attrs.get(UNITS, {}).values()
    known = share_of_algorithms(columns) >= MOST > share_of_algorithms(labels)
    given = given or (known and strength_of(dataset, "algorithm") < Strength.KNOWN)
    raise RoleError(
        f"are the rows of the table ({examples(labels)}) algorithms, and its "
        f"{format_count(len(datasets), 'column')} ({examples(datasets)}) datasets?",
        hint=bench(dataset=dataset) + "; if the rows are the algorithms: " + turned
        if given
        else turned + "; if the columns are the algorithms: " + bench(dataset=dataset),
    )


def refuse_numbered_algorithms(
    roles: Roles, columns: Sequence[Hashable], evidence: Evidence
) -> None:
    """Ask about a column of whole numbers, repeated and called like algorithms: it may number them."""
    named = [name for name in columns if strength_of(name, "algorithm") > Strength.AGENT]
    if len(named) != 1 or roles.algorithm is not None or share_of_algorithms(columns) >= MOST:
        return
    facts = evidence.facts(named[0])
    # what says whose each row is, is never empty
    numbers = facts.kind == "whole" and not evidence.has_gaps(named[0])
    if numbers and not facts.unique and not facts.constant:
        raise RoleError(
            f"does column {named[0]!r} number the algorithms, or is it one of them?",
            hint=bench(algorithm=named[0])
            + "; if all are algorithms: "
            + bench(columns="algorithm"),
        )


def _is_number(name: Hashable) -> bool:
    return str(name).isdecimal()


def _are_files(labels: Iterable[Hashable]) -> bool:
    """Tell whether most rows are called by a file, as programs and instances are that something ran on.

    >>> _are_files(["fib.rs", "sort.c"]), _are_files(["Node.js", "Vue.js"]), _are_files(["GPT-3.5", "v1.b"])
    (True, False, False)
    """
    names = [str(label) for label in labels]
    return 2 * sum(FILE.fullmatch(name) is not None for name in names) > len(names)


def _rank_of_rows(evidence: Evidence) -> Hashable | None:
    """Return the column that ranks the rows from 1 to their number, as only what is compared is ranked."""
    for name in evidence.names:
        ranks = not RANKS.isdisjoint(words_of(name)) and len(evidence.frame) >= FEWEST_RANKED
        if ranks and evidence.facts(name).unique and evidence.counts_up(name):
            return name  # type: ignore[no-any-return]
    return None


def _describe_models(columns: Sequence[Hashable], evidence: Evidence) -> bool:
    """Tell whether another column describes each row as only a model is, as by its parameters."""
    others = (name for name in evidence.frame.columns if name not in columns)
    return any(not OF_MODELS.isdisjoint(words_of(name)) for name in others)


def _refuse_numbered_rows(
    dataset: Hashable | None, columns: Sequence[Hashable], evidence: Evidence
) -> None:
    """Ask about numbers that tell the rows of a dataset apart, and would be read as an algorithm.

    Fractions are shared by all datasets, as levels of noise are, where whole numbers may be balanced alone.
    """
    rows = len(evidence.frame)
    if dataset is None or evidence.facts(dataset).unique or len(columns) < 2 or rows == 1:  # noqa: PLR2004 - beside one
        return
    for name in columns:
        facts = evidence.facts(name)
        whole, free = facts.kind == "whole", not (facts.unique or evidence.has_gaps(name))
        free = free and (whole or not NAMELESS.fullmatch(str(name)))
        rest = [other for other in columns if other != name]
        # two columns of counts may be two algorithms
        alone = len(rest) == 1 and evidence.facts(rest[0]).kind == "number"
        if not free or direction_of(name) is not None or not (alone or len(rest) > 1):
            continue
        numbers = evidence.repeats_within((dataset,), name)
        if not numbers and not (whole and alone and evidence.balances([dataset], name)):
            continue
        measures = find_measures(rest) and not same_measure(rest)
        if alone or measures or {direction_of(n) for n in rest} >= {True, False}:
            # columns of metrics are no algorithms
            names = evidence.column(dataset).dropna().astype(str).unique().tolist()
            strength = strength_of(dataset, "dataset")
            stronger = strength > max(strength_of(dataset, "algorithm"), Strength.FIELD)
            # parts of names are asked about by themselves
            joined = strength > Strength.NONE and split_names(names) is not None
            if joined or (stronger and not names_programming_languages(names)):
                return
            raise RoleError(
                f"column {dataset!r} has the same name in several rows, which {name!r} tells apart; "
                "does it name the algorithms?",
                hint=bench(algorithm=dataset, dataset=name)
                + "; if all rows are of one algorithm, read the results of several together",
            )
        raise RoleError(
            f"column {dataset!r} has the same name in several rows, which {name!r} tells apart; is each "
            "pair of them a dataset?",
            hint=bench(dataset=[dataset, name]) | bench(repeat=name),
        )


def refuse_settings(
    roles: Roles, keys: Keys, columns: Sequence[Hashable], evidence: Evidence
) -> None:
    """Ask about rows that are told apart by settings: they are algorithms, if anything is compared."""
    found = find_settings(columns, keys.columns, evidence)
    # what datasets are sorted by was not set
    settings = [name for name in found if ACTS.isdisjoint(words_of(name))]
    if not {*settings} & {*evidence.texts}:
        return
    if keys.dataset is None:
        rest = [name for name in evidence.names if name not in settings]
        benchmarks = likely_datasets(rest, evidence)
        if len(benchmarks) < FEWEST_BESIDE or len(settings) < 2 or roles.score is not None:  # noqa: PLR2004 - of one, rows are named
            return
        raise RoleError(
            f"are the rows of the table algorithms, named by {' and '.join(map(repr, settings))}, and its "
            f"{len(benchmarks)} columns ({examples(benchmarks)}) datasets?",
            hint=leaderboard_hint(
                evidence.frame, roles, common_metric(benchmarks), factors=settings
            ),
        )
    if evidence.facts(keys.dataset).constant and not keys.repeat:
        raise DesignError(
            f"there is nothing to test: each row is another setting of {examples(settings)}, with one score.",
            hint="add the scores on each dataset (or fold, seed, example), one row for each",
        )
    raise RoleError(
        f"no column names the algorithms, and each row of a {keys.dataset} is another setting of "
        f"{examples(settings)}.",
        hint=bench(factors=settings),
    )


def refuse_measures(
    dataset: Hashable | None,
    columns: Sequence[Hashable],
    measures: Sequence[Hashable],
    evidence: Evidence,
) -> None:
    """Refuse a table whose columns measure different things; they would be read as algorithms."""
    if not measures:
        return
    if dataset is not None:
        refuse_joined([dataset], evidence)
    if not same_measure(columns):
        _refuse_costs(dataset, columns, measures, evidence)
    named = "is a measure" if len(measures) == 1 else "are measures"
    # rows that are not called datasets may be the algorithms
    called = dataset is not None and strength_of(dataset, "dataset")
    alike = same_measure(columns) if called else []
    found = (
        f"the columns {examples(columns)} measure different things (by name, {examples(measures)} {named})"
        if len(columns) > 1
        else f"each row has one score, {examples(columns)}"
    )
    if alike and evidence.facts(dataset).unique:
        raise RoleError(
            f"are the columns {examples(alike)} algorithms, with the {metric_in(alike[0])} of each on each "
            f"{dataset}, beside {examples([name for name in columns if name not in alike])}?",
            hint=bench(algorithm=alike, score=metric_in(alike[0]))
            + "; if they measure different things, there is nothing to test",
        )
    texts = [name for name in evidence.texts if not evidence.facts(name).why_not]
    texts = [n for n in texts if not strength_of(n, "dataset") and _repeats_names(n, evidence)]
    # the names of single runs seldom come again
    rows = len(evidence.frame)
    texts = [n for n in texts if n == dataset or 2 * evidence.facts(n).different <= rows]
    algorithms = bool(texts) and (dataset in texts or not called)
    texts.sort(key=lambda name: name != dataset)
    coded = texts[:1] if algorithms else [name for name in columns if _is_code(name, evidence)]
    names, verb = ("column", "names") if algorithms or not coded else ("text", "stands for")
    raise DesignError(
        f"there is nothing to test: {found}, and no {names} names algorithms with several scores.",
        hint=FURTHER
        + (
            Hint.of(f"; if {coded[0]!r} {verb} them: ") + bench(algorithm=coded[0]) if coded else ""
        ),
    )


def _is_code(name: Hashable, evidence: Evidence) -> bool:
    """Tell whether numbers from 0 or 1 up may stand for algorithms: each has a row of all sizes, or the like.

    Several threads, and k, are sizes themselves.
    """
    last = words_of(name)[-1:]
    counted = len(str(name)) == 1 or any(word.endswith("s") for word in last) or says_size(name)
    if counted or direction_of(name) is not None or not evidence.counts_up(name):
        return False
    return any(
        evidence.facts(other).kind == "whole" and evidence.repeats_within((name,), other)
        for other in evidence.names
    )


def _repeats_names(column: Hashable, evidence: Evidence) -> bool:
    """Tell whether a column has several names, of several rows each, and does not say how runs ended."""
    facts = evidence.facts(column)
    return not (facts.constant or facts.unique or holds_states(evidence.column(column)))


def _refuse_costs(
    dataset: Hashable | None,
    columns: Sequence[Hashable],
    measures: Sequence[Hashable],
    evidence: Evidence,
) -> None:
    """Ask what the other columns are, where measures are only what runs cost, or all of one metric."""
    others = [
        name for name in likely_datasets(columns, evidence) if not evidence.facts(name).constant
    ]
    metrics = {word for name in measures for word in words_of(name) if word in METRICS}
    # scores of others may stand beside those of algorithms
    several = len(others) >= FEWEST_BESIDE and _alike([*others, *measures], evidence)
    beside = all(map(is_cost, measures)) or (len(metrics) == 1 and several)
    if len(others) < 2 or dataset not in evidence.texts:  # noqa: PLR2004 - two columns compare
        return
    named = any(speaks_of_measures(str(name)) for name in others) or not beside
    asked = (named or all(map(is_cost, measures))) and 2 * len(measures) < len(columns)
    if asked and strength_of(dataset, "dataset") and are_of_one_size(columns, evidence):
        # what runs cost is of the size of scores by chance only, and mem_1 may be a network's memory
        raise RoleError(
            f"are all columns of numbers algorithms, also {examples(measures)}? They are of one size.",
            hint=bench(columns="algorithm") + "; if not: " + bench(algorithm=others),
        )
    if named or not _alike(others, evidence):
        return
    said: dict[str, Any] = (
        {} if all(map(is_cost, measures)) else {"higher_is_better": direction_of(metrics.pop())}
    )
    if strength_of(dataset, "dataset"):
        raise RoleError(
            f"are the columns {examples(others)} algorithms, beside {examples(measures)}?",
            hint=bench(algorithm=others, **said)
            + "; if all are algorithms: "
            + bench(columns="algorithm", **said),
        )
    raise RoleError(
        f"are the rows of the table algorithms, and its {len(others)} columns ({examples(others)}) datasets, "
        f"beside {examples(measures)}?",
        hint=leaderboard_hint(evidence.frame, Roles(), common_metric(others)),
    )


def _alike(columns: Sequence[Hashable], evidence: Evidence) -> bool:
    """Tell whether columns could hold one metric: their medians are not of other orders of size."""
    middles = [abs(float(to_numbers(evidence.rows[name]).median())) for name in columns]
    # cells with a spread are texts, whose size is not asked for
    return not max(middles) > MOST_TIMES * min(middles)


def _refuse_runs_in_rows(roles: Roles, columns: Sequence[Hashable], evidence: Evidence) -> None:
    """Ask about rows that a column called run names, each by a name of its own: they may be algorithms."""
    if roles.bound_columns():
        return
    for name in evidence.texts:
        if "run" not in words_of(name) or evidence.facts(name).kind != "text":
            continue
        labels = [str(label) for label in evidence.column(name).dropna().unique()]
        # fold 1 and fold 2 have one name
        different = len({re.sub(r"\d+", "", label) for label in labels})
        if different > FEW_NAMES or 2 * different > len(labels) > 1:
            datasets = likely_datasets(columns, evidence) or columns
            raise RoleError(
                f"are the rows of the table ({examples(labels)}) algorithms, and its {len(datasets)} columns "
                f"({examples(datasets)}) datasets?",
                hint=leaderboard_hint(evidence.frame, roles, algorithm=name)
                + "; if the columns are the algorithms: "
                + bench(repeat=name),
            )


def _call_algorithms(
    labels: "pd.Index[Any]", columns: Sequence[Hashable], evidence: Evidence
) -> bool:
    """Tell whether the rows, and not the columns, are called like known algorithms, or variants of one."""
    known = share_of_algorithms(columns)
    if len(labels) < len(evidence.frame) or known >= MOST or any(map(is_own, columns)):
        return False
    if known < FEW and share_of_algorithms(labels) >= MOST:
        return True
    return len(labels) <= MOST_VARIANTS and (
        any(map(is_own, labels)) or find_whole([str(label) for label in labels]) is not None
    )
