"""Which column of a frame plays which role.

A frame is **long** (one row a score) when a column says which algorithm was measured, and **wide**
(one column an algorithm) when none does. Names that the field uses are read by themselves; what a
caller binds always wins.
"""

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

import pandas as pd

from benchreport.errors import DirectionError, RoleError, check_choice, examples

__all__ = ["Layout", "Missing", "Roles", "direction_of", "read_layout"]

Missing = Literal["error", "drop", "worst"]

KNOWN_NAMES = {
    "algorithm": "algorithm method model learner classifier estimator solver system".split(),
    "dataset": "dataset data_set task problem instance".split(),
    "repeat": "fold seed run repeat repetition split".split(),
}

# what pandas calls the index of a frame that was written to CSV and read again
WRITTEN_INDEX = "Unnamed: 0"

HIGHER_IS_BETTER = frozenset(
    """accuracy acc auc auroc auprc roc_auc f1 fscore f_score f_measure precision recall sensitivity
    specificity r2 mcc kappa hitrate hit_rate hits ndcg dcg map mrr bleu rouge meteor iou dice jaccard
    ari nmi reward return win_rate winrate throughput score_correct correct psnr ssim
    average_precision hypervolume success solved purity ap""".split()
)
LOWER_IS_BETTER = frozenset(
    """error err loss logloss log_loss cross_entropy crossentropy nll deviance rmse mse mae mape
    smape rmsle brier perplexity ppl time runtime walltime duration latency seconds secs
    milliseconds ms regret cost wer cer fid rank evaluations iterations memory bytes ece""".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """What the caller said about the columns; ``None`` is read from the frame.

    Parameters
    ----------
    algorithm, dataset
        Column names.
    repeat
        A column name, or several whose combinations are the repeats (``("seed", "fold")``).
    score
        A column name; of a wide frame, what its cells measure.
    higher_is_better
        The direction; ``None`` reads it from the score's name.
    missing
        What becomes of empty cells: ``"error"`` leaves them to the procedure, which refuses;
        ``"drop"`` leaves out incomplete datasets; ``"worst"`` gives a gap the dataset's worst score.
    """

    algorithm: Hashable | None = None
    dataset: Hashable | None = None
    repeat: Hashable | Sequence[Hashable] | None = None
    score: Hashable | None = None
    higher_is_better: bool | None = None
    missing: Missing = "error"

    def __post_init__(self) -> None:
        check_choice("missing", self.missing, ("error", "drop", "worst"))

    def bound(self, **changes: Any) -> "Roles":  # noqa: ANN401 - the accessor's call is typed
        """Return a copy in which the given roles (those not ``None``) replace the present ones."""
        return replace(
            self, **{name: value for name, value in changes.items() if value is not None}
        )

    def as_call(self) -> str:
        """Return the roles as arguments of a call, only those that were given.

        >>> Roles(score="auc", higher_is_better=True).as_call()
        "score='auc', higher_is_better=True"
        """
        given = (
            (field.name, getattr(self, field.name))
            for field in fields(self)
            if getattr(self, field.name) != field.default
        )
        return ", ".join(f"{name}={value!r}" for name, value in given)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How a frame is read: which columns, long or wide.

    Parameters
    ----------
    form
        ``"long"`` or ``"wide"``.
    algorithm, dataset, score
        Columns of a long frame; of a wide one ``algorithm`` is ``None`` and ``score`` a name.
    repeat
        The columns whose combinations are the repeats.
    algorithms
        The columns that are algorithms, of a wide frame.
    higher_is_better
        The direction.
    """

    form: Literal["long", "wide"]
    algorithm: Hashable | None
    dataset: Hashable | None
    repeat: tuple[Hashable, ...]
    score: Hashable | None
    algorithms: tuple[Hashable, ...]
    higher_is_better: bool


def read_layout(frame: pd.DataFrame, roles: Roles) -> Layout:
    """Find the column of each role.

    Parameters
    ----------
    frame
        With roles in columns (see `flat`).
    roles
        What the caller said.

    Raises
    ------
    RoleError
        A bound column is not there, or none or several could play a role.
    DirectionError
        Neither the caller nor the score's name says whether higher is better.
    """
    algorithm = _one("algorithm", roles.algorithm, frame)
    dataset = _one("dataset", roles.dataset, frame)
    if dataset is None and algorithm is None and WRITTEN_INDEX in frame.columns:
        dataset = WRITTEN_INDEX
    repeat = _repeats(roles.repeat, frame, taken=(algorithm, dataset, roles.score))
    taken = [column for column in (algorithm, dataset, *repeat) if column is not None]
    if algorithm is not None:
        return _long(frame, roles, algorithm, dataset, repeat, taken)
    return _wide(frame, roles, dataset, repeat, taken)


def flat(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the frame with the levels of its index as columns, where they say something."""
    if isinstance(frame.columns, pd.MultiIndex):
        raise RoleError(
            f"the columns have {frame.columns.nlevels} levels; one is expected.",
            hint="df.stack(future_stack=True).reset_index().bench, or pick one metric: df['accuracy'].bench",
        )
    repeated = frame.columns[frame.columns.duplicated()].unique()
    if len(repeated):
        raise RoleError(
            f"column names are there more than once: {examples(repeated)}.",
            hint="df.loc[:, ~df.columns.duplicated()].bench",
        )
    index = frame.index
    named = [name for name in index.names if name is not None]
    if named and not set(named) & set(frame.columns):
        return frame.reset_index(level=named)
    if isinstance(index, pd.MultiIndex) or not _is_text(index.to_series()):
        return frame
    name = "dataset" if "dataset" not in frame.columns else "index"
    return frame.rename_axis(index=name).reset_index()


def direction_of(name: Hashable | None) -> bool | None:
    """Tell whether higher is better from a metric's name; ``None`` when it does not say.

    >>> direction_of("hitrate@3"), direction_of("val_loss"), direction_of("quality")
    (True, False, None)
    >>> direction_of("neg_mean_squared_error"), direction_of("error_accuracy")
    (True, None)
    """
    words = [word for word in re.split(r"[^a-z0-9]+", _snake(str(name))) if word]
    negated = words[:1] in (["neg"], ["negative"])
    parts = set(words) | {"_".join(pair) for pair in zip(words, words[1:], strict=False)}
    # the number of a cut-off is glued to some names: hits10, f1 is known as it is
    parts |= {word.rstrip("0123456789") for word in words if word not in HIGHER_IS_BETTER}
    higher, lower = bool(parts & HIGHER_IS_BETTER), bool(parts & LOWER_IS_BETTER)
    if higher == lower:
        return None
    return higher != negated


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z][a-z])", "_", name).lower()


def _is_text(column: "pd.Series[Any]") -> bool:
    kind = column.dtype
    return bool(
        isinstance(kind, pd.CategoricalDtype)
        or pd.api.types.is_string_dtype(kind)
        or pd.api.types.is_object_dtype(kind)
    )


def _present(role: str, column: Hashable, frame: pd.DataFrame) -> Hashable:
    if column in frame.columns:
        return column
    folded = {str(name).casefold(): name for name in frame.columns}
    near = folded.get(str(column).casefold())
    raise RoleError(
        f"{role}={column!r} is not a column; the columns are {examples(frame.columns, most=12)}.",
        hint=f"df.bench({role}={(near if near is not None else next(iter(frame.columns), ''))!r})",
    )


def _one(role: str, bound: Hashable | None, frame: pd.DataFrame) -> Hashable | None:
    if bound is not None:
        return _present(role, bound, frame)
    found = [name for name in frame.columns if str(name).casefold() in KNOWN_NAMES[role]]
    exact = [name for name in found if str(name).casefold() == role]
    found = exact or found
    if len(found) > 1:
        raise RoleError(
            f"{len(found)} columns could be the {role}: {examples(found)}.",
            hint=f"df.bench({role}={found[0]!r})",
        )
    return found[0] if found else None


def _repeats(
    bound: Hashable | Sequence[Hashable] | None,
    frame: pd.DataFrame,
    taken: Iterable[Hashable | None],
) -> tuple[Hashable, ...]:
    if bound is not None:
        several = isinstance(bound, list | tuple) and bound not in frame.columns
        chosen = tuple(bound) if several else (bound,)  # type: ignore[arg-type]
        return tuple(_present("repeat", column, frame) for column in chosen)
    known = KNOWN_NAMES["repeat"]
    return tuple(
        name for name in frame.columns if str(name).casefold() in known and name not in set(taken)
    )


def _long(
    frame: pd.DataFrame,
    roles: Roles,
    algorithm: Hashable,
    dataset: Hashable | None,
    repeat: tuple[Hashable, ...],
    taken: list[Hashable],
) -> Layout:
    score = _present("score", roles.score, frame) if roles.score is not None else None
    if score is None:
        score = _only_score(frame, taken)
    _all_different({"algorithm": algorithm, "dataset": dataset, "score": score}, repeat)
    return Layout(
        form="long",
        algorithm=algorithm,
        dataset=dataset,
        repeat=repeat,
        score=score,
        algorithms=(),
        higher_is_better=_direction(roles, score),
    )


def _only_score(frame: pd.DataFrame, taken: Sequence[Hashable]) -> Hashable:
    rest = [name for name in frame.columns if name not in taken and name != WRITTEN_INDEX]
    numeric = [name for name in rest if _is_number(frame[name])]
    if len(numeric) == 1:
        return numeric[0]
    if numeric:
        raise RoleError(
            f"{len(numeric)} columns could be the score: {examples(numeric)}.",
            hint=f"df.bench(score={numeric[0]!r})",
        )
    text = [name for name in rest if _looks_numeric(frame[name])]
    if text:
        raise RoleError(
            f"no numeric column is left to be the score; {text[0]!r} holds text that looks like "
            f"numbers ({examples(frame[text[0]].dropna().head(3))}).",
            hint=f"df[{text[0]!r}] = pd.to_numeric(df[{text[0]!r}])",
        )
    raise RoleError(
        f"no numeric column is left to be the score; the columns are {examples(frame.columns)}.",
        hint="df.bench(score='column with the measured values')",
    )


def _wide(
    frame: pd.DataFrame,
    roles: Roles,
    dataset: Hashable | None,
    repeat: tuple[Hashable, ...],
    taken: list[Hashable],
) -> Layout:
    if roles.score is not None and roles.score in frame.columns:
        raise RoleError(
            f"score={roles.score!r} is a column, so a column must say which algorithm was measured; "
            f"none is called {', '.join(KNOWN_NAMES['algorithm'])}.",
            hint="df.bench(algorithm='column with the names', score=...)",
        )
    rest = [name for name in frame.columns if name not in taken]
    texts = [name for name in rest if _is_text(frame[name]) and not _looks_numeric(frame[name])]
    if dataset is None and texts:
        dataset = texts[0]
    columns = [name for name in rest if name not in texts and name != dataset]
    unread = [name for name in texts if name != dataset]
    if unread or len(columns) < 2:  # noqa: PLR2004 - two algorithms make a comparison
        raise RoleError(_neither_long_nor_wide(frame, columns, unread), hint=_wide_hint(unread))
    return Layout(
        form="wide",
        algorithm=None,
        dataset=dataset,
        repeat=repeat,
        score=roles.score,
        algorithms=tuple(columns),
        higher_is_better=_direction(roles, roles.score),
    )


def _neither_long_nor_wide(
    frame: pd.DataFrame, columns: Sequence[Hashable], unread: Sequence[Hashable]
) -> str:
    found = f"the columns are {examples(frame.columns, most=12)}"
    if unread:
        return (
            f"no column is called {', '.join(KNOWN_NAMES['algorithm'])}, and read as a wide table "
            f"(one column an algorithm) it has text columns too many: {examples(unread)}; {found}."
        )
    return (
        f"a comparison needs at least 2 algorithms: a column that names them (long), or one numeric "
        f"column for each (wide; {len(columns)} found); {found}."
    )


def _wide_hint(unread: Sequence[Hashable]) -> str:
    name = unread[0] if unread else "column with the names"
    return f"df.bench(algorithm={name!r})"


def _direction(roles: Roles, score: Hashable | None) -> bool:
    if roles.higher_is_better is not None:
        return bool(roles.higher_is_better)
    known = direction_of(score)
    if known is None:
        what = "the scores have no name" if score is None else f"the name {score!r} does not say"
        raise DirectionError(
            f"is a higher score better? {what}, and it is never guessed.",
            hint="df.bench(higher_is_better=True), or higher_is_better=False for errors and times",
        )
    return known


def _all_different(one_each: dict[str, Hashable | None], repeat: Sequence[Hashable]) -> None:
    used: dict[Hashable, str] = {}
    for role, column in [*one_each.items(), *(("repeat", column) for column in repeat)]:
        if column is None:
            continue
        if column in used:
            raise RoleError(
                f"column {column!r} cannot be both the {used[column]} and the {role}.",
                hint=f"df.bench({used[column]}={column!r}, {role}='another column')",
            )
        used[column] = role


def _is_number(column: "pd.Series[Any]") -> bool:
    if pd.api.types.is_bool_dtype(column.dtype):
        return False
    if pd.api.types.is_numeric_dtype(column.dtype):
        return True
    return _is_text(column) and _holds_numbers(column)


def _holds_numbers(column: "pd.Series[Any]") -> bool:
    """Tell whether an object column holds numbers (Decimal, Fraction, mixed int and float)."""
    kind = pd.api.types.infer_dtype(column, skipna=True)
    return kind in {"integer", "floating", "mixed-integer-float", "decimal"}


def _looks_numeric(column: "pd.Series[Any]") -> bool:
    if isinstance(column.dtype, pd.CategoricalDtype) or not _is_text(column):
        return False
    values = column.dropna()
    return bool(len(values)) and bool(pd.to_numeric(values, errors="coerce").notna().all())
