"""Read a frame of predictions: find its kind, and let that kind's module read it."""

import re
from collections.abc import Hashable
from typing import Any

import pandas as pd
from pandas.api.types import infer_dtype

from benchreport.data.cells.cell_values import is_text
from benchreport.data.cells.score_cells import holds_some_numbers
from benchreport.data.columns.orientation import names_rows
from benchreport.data.columns.role_columns import (
    TARGET,
    algorithm_columns,
    column_of,
    may_number_samples,
    repeat_columns,
)
from benchreport.data.columns.roles import WRITTEN_INDEX, Roles, Task
from benchreport.data.columns.selection import select
from benchreport.data.columns.words.names import is_called
from benchreport.data.prediction_kinds.clusters import count_usual_clusters, find_clusters
from benchreport.data.prediction_kinds.counted_rows import count_rows, take_counts
from benchreport.data.prediction_kinds.prediction_rows import Raw
from benchreport.data.prediction_kinds.read_correctness import (
    call_for_answers,
    is_log,
    is_right_or_wrong,
    read_correctness,
    wide_answers,
    with_examples_apart,
)
from benchreport.data.prediction_kinds.read_labels import is_long, read_labels
from benchreport.data.prediction_kinds.read_language import LOGARITHM, read_language
from benchreport.data.prediction_kinds.read_rankings import holds_lists, read_rankings
from benchreport.data.prediction_kinds.samples import (
    group_rows_of_one_name,
    with_tasks_as_examples,
)
from benchreport.errors import RoleError, examples
from benchreport.hints import bench
from benchreport.wording.shell import reading

# what pandas calls the content of columns of labels
LABELS = ("string", "integer", "boolean", "categorical")
# rows that are looked at before all are
FIRST = 1000
# what examples hold, beside which the columns of models stand
CONTENT = frozenset(
    """text sentence sentence1 sentence2 input prompt question context premise hypothesis review comment
    tweet title body abstract utterance url path file filename file_name image image_path""".split()
)
# beside measured truths, other columns of names or dates say when or where it was measured
DATES = frozenset("ds cutoff date day month year time datetime timestamp hour quarter week".split())
LIMIT = re.compile(r"(?P<model>.+)(?:[-_]lo(?:wer)?|[-_](?:hi|upper))(?:[-_][\d.]+)?")
NAMING = ("cluster", "example", "dataset", "repeat")
BENCHMARKS = ("benchmark", "benchmark_name", "eval_name")
TOLD_BY = "classes cluster correct count item log_probability positive rank tokens task".split()


def holds_predictions(frame: pd.DataFrame, roles: Roles) -> bool:
    """Tell whether a frame holds predictions: a column is bound as, or called, the truth.

    Predictions of language models need no truth; a role, the task or a column's name shows them.
    """
    if any(getattr(roles, role) is not None for role in TOLD_BY):
        return True
    if any(LOGARITHM.match(str(name)) for name in frame.columns):
        return True
    if frame.empty or isinstance(frame.columns, pd.MultiIndex):
        return False
    try:
        selected = select(frame, roles)
        table, roles = selected.frame, selected.roles
        if is_log(table, with_examples_apart(table, roles)):
            return True
        truth = column_of("truth", roles, table)
        # in a table of scores a column of that name may play no role
        long = column_of("algorithm", roles, table) is not None
        called = truth is not None and (not long or is_long(table, roles))
        return roles.truth is not None or (called and not names_rows(table, truth))
    except RoleError:
        # reading the table reports what is wrong
        return any(is_called(name, "truth") for name in frame.columns) or roles.truth is not None


def read_raw(frame: pd.DataFrame, roles: Roles) -> Raw:
    """Read a frame of predictions of any kind, long or wide."""
    table = select(frame, roles).of_one_metric()
    roles = _with_benchmarks(table.frame, table.roles)
    frame, counts = take_counts(table.frame, roles)
    kind = kind_of(frame, roles)
    frame, roles = with_clusters_and_samples(frame, roles, kind)
    raw = _read_kind(frame, roles, kind)
    if counts is not None:
        return raw._replace(rows=count_rows(raw, counts))
    return raw._replace(rows=group_rows_of_one_name(raw))


def _read_kind(frame: pd.DataFrame, roles: Roles, kind: Task | None) -> Raw:
    if kind == "ranking":
        return read_rankings(frame, roles)
    if kind == "language":
        return read_language(frame, roles)
    if kind == "correctness":
        return read_correctness(frame, roles)
    truth = column_of("truth", roles, frame)
    if truth is None:
        call = bench(truth=TARGET if TARGET in frame.columns else ...)
        answers = call_for_answers(frame, roles)
        if _seems_ranked(frame, roles):
            call, answers = bench(task="ranking"), None
        raise RoleError(
            "no column is called y_true, truth, target or label; which holds the truth? The columns "
            f"are {examples(frame.columns, most=12)}.",
            hint=call
            if answers is None
            else answers + " if cells say whether an answer was right" | call,
        )
    return read_labels(frame, roles, truth)


def with_clusters_and_samples(
    frame: pd.DataFrame, roles: Roles, kind: Task | None
) -> tuple[pd.DataFrame, Roles]:
    """Return the roles with the columns of clusters and repeats, which are found once for all readers.

    Of a wide table, other columns that could be clusters are left out: they are no models.
    """
    frame = _only_models(frame, roles, kind)
    roles = _with_names_of_rows(frame, roles, kind)
    names = frame.columns
    if not any(is_called(name, "cluster") or may_number_samples(name) for name in names):
        return frame, roles
    roles = with_tasks_as_examples(frame, roles) if kind == "correctness" else roles
    played = _played(frame, roles, kind)
    clusters = find_clusters(frame, roles, played)
    if "algorithm" not in played.values():
        usual = count_usual_clusters(frame, roles, played)
        frame = frame.drop(columns=[name for name in usual if name not in clusters])
    repeats = repeat_columns(roles, frame, used=[*played, *clusters])
    return frame, roles.bound(cluster=list(clusters), repeat=list(repeats))


def _with_names_of_rows(frame: pd.DataFrame, roles: Roles, kind: Task | None) -> Roles:
    """Return the roles with the only column that has another text in each row, such as the file of a picture.

    Labels come again, and so do predictions: no model has such a column.
    """
    truth = column_of("truth", roles, frame)
    if truth is None or roles.algorithm is not None or kind not in (None, "classification"):
        return roles
    if is_long(frame, roles) or column_of("example", roles, frame) is not None:
        return roles
    heads = {name: column.iloc[:FIRST] for name, column in frame.items() if is_text(column)}
    # the first rows show of almost all texts that they come again
    differ = [n for n, head in heads.items() if infer_dtype(head) == "string" and head.is_unique]
    if not differ or infer_dtype(frame[truth]) not in LABELS:
        return roles
    labels = frame[truth].dropna().unique()
    if 2 * len(labels) > len(frame):
        return roles
    texts = {name: frame[name] for name in differ if infer_dtype(frame[name]) == "string"}
    written = [*map(str, labels)]
    names = [n for n, text in texts.items() if text.is_unique and not text.isin(written).any()]
    return roles.bound(example=names[0]) if len(names) == 1 else roles


def _only_models(frame: pd.DataFrame, roles: Roles, kind: Task | None) -> pd.DataFrame:
    """Leave out what is no model of a wide table: what the caller did not list, and the examples' content.

    Beside answers that were right or wrong, names are of what the examples are about.
    """
    listed = algorithm_columns(roles, frame)
    bound = {*roles.bound_columns(), *listed}
    measured, answers = _holds_measured_truth(frame, roles), kind == "correctness"
    content = [
        name
        for name in frame.columns
        if name not in bound
        and (
            (str(name).casefold() in CONTENT and is_text(frame[name]))
            or (measured and not is_called(name, *NAMING) and _names_or_dates(name, frame[name]))
            or (answers and _says_no_answers(frame[name]))
            or (measured and _is_limit(name, frame))
        )
    ]
    if not listed and not content:
        return frame
    played = _played(frame, roles, kind)
    if "algorithm" in played.values():
        return frame
    used = {*played, *listed, *find_clusters(frame, roles, played)}
    used |= set(repeat_columns(roles, frame, used=used))
    if not listed:
        return frame.drop(columns=[name for name in content if name not in used])
    return frame[[name for name in frame.columns if name in used]]


def _says_no_answers(column: "pd.Series[Any]") -> bool:
    """Tell whether a column holds names or numbers of rows, beside columns of right and wrong answers."""
    numbers = pd.api.types.is_integer_dtype(column.dtype) and column.is_unique
    return (is_text(column) or numbers) and not is_right_or_wrong(column)


def _holds_measured_truth(frame: pd.DataFrame, roles: Roles) -> bool:
    """Tell whether the truth is measured numbers, which no text predicts."""
    truth = column_of("truth", roles, frame)
    return truth is not None and pd.api.types.is_float_dtype(frame[truth].dtype)


def _is_limit(name: Hashable, frame: pd.DataFrame) -> bool:
    """Tell whether a column is an end of the intervals of a model's predictions, which has its own column."""
    match = LIMIT.fullmatch(str(name))
    return match is not None and match["model"] in frame.columns


def _names_or_dates(name: Hashable, column: "pd.Series[Any]") -> bool:
    """Tell whether a column holds names, or is called as dates are."""
    if str(name).casefold() in DATES:
        return True
    known = column.dropna()
    return (
        is_text(column)
        and all(isinstance(cell, str) for cell in known)
        and not holds_some_numbers(column)
    )


def _with_benchmarks(frame: pd.DataFrame, roles: Roles) -> Roles:
    """Return the roles with a column of benchmarks as datasets, as evaluations call them.

    In tables of measured programs that is what is measured; beside answers it has no other meaning.
    """
    roles = with_examples_apart(frame, roles)
    named = [name for name in frame.columns if str(name).casefold() in BENCHMARKS]
    if len(named) != 1 or {*named} <= roles.bound_columns():
        return roles
    if column_of("dataset", roles, frame) is not None:
        return roles
    return roles.bound(dataset=named[0])


def _seems_ranked(frame: pd.DataFrame, roles: Roles) -> bool:
    return (
        column_of("item", roles, frame) is not None or column_of("rank", roles, frame) is not None
    )


def kind_of(frame: pd.DataFrame, roles: Roles) -> Task | None:
    """Return the kind that the roles and columns show; ``None`` leaves it to the truth."""
    if roles.task is not None:
        return roles.task
    if roles.item is not None or roles.rank is not None:
        return "ranking"
    logs = any(LOGARITHM.match(str(name)) for name in frame.columns)
    logs = logs or column_of("log_probability", roles, frame) is not None
    if logs and (roles.log_probability is not None or column_of("truth", roles, frame) is None):
        return "language"
    truth = column_of("truth", roles, frame)
    # a log may show the answer beside whether it was right
    judged = roles.correct is not None or truth is None or not is_long(frame, roles)
    if is_log(frame, roles) and judged:
        return "correctness"
    models = [name for name in frame.columns if name != truth]
    return "ranking" if any(holds_lists(frame[name]) for name in models) else None


def roles_of(frame: pd.DataFrame, roles: Roles) -> dict[Hashable, str]:
    """Return the role of each column of a table of predictions."""
    roles = _with_benchmarks(frame, roles)
    kind = kind_of(frame, roles)
    every = frame.columns
    counts = {} if roles.count is None else {roles.count: "count"}
    frame = frame.drop(columns=[name for name in counts if name in every])
    frame, roles = with_clusters_and_samples(frame, roles, kind)
    played = _played(frame, roles, kind)
    long = "algorithm" in played.values()
    played |= dict.fromkeys(find_clusters(frame, roles, played), "cluster")
    played |= dict.fromkeys(repeat_columns(roles, frame, used=list(played)), "repeat")
    played |= {name: reading.NOT_USED for name in frame.columns if name == WRITTEN_INDEX}
    rest = [name for name in frame.columns if name not in played]
    answers = wide_answers(frame, roles) if kind == "correctness" and not long else {}
    if answers:
        played |= {name: reading.NOT_USED for name in rest if name not in answers}
        rest = [name for name in rest if name in answers]
    return {
        **dict.fromkeys(every, reading.NOT_USED),
        **counts,
        **played,
        **dict.fromkeys(rest, reading.NOT_USED if long else reading.PREDICTIONS_OF_MODEL),
    }


def _played(frame: pd.DataFrame, roles: Roles, kind: Task | None) -> dict[Hashable, str]:
    """Return the roles of columns that neither clusters nor repeats have, by column."""
    if kind in ("ranking", "language", "correctness"):
        long = column_of("algorithm", roles, frame) is not None
    else:
        long = is_long(frame, roles)
    kinds = ["truth", "dataset", "weight"]
    kinds += {"ranking": ["item"], "language": ["tokens"]}.get(kind or "", [])
    # after the item, whose names examples share
    kinds.append("example")
    kinds += (
        ["algorithm", "prediction", "probability", "rank", "log_probability", "correct"]
        if long
        else []
    )
    played: dict[Hashable, str] = {}
    for role in kinds:
        column = column_of(role, roles, frame.drop(columns=list(played)))
        if column is not None:
            played[column] = role
    if kind == "language" and "example" not in played.values():
        played |= {
            name: "example" for name in [column_of("item", roles, frame)] if name is not None
        }
    return played
