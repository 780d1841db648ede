"""Drafting a configuration from a file of results."""

import functools
import json
import re
import shlex
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jinja2
import pandas as pd

from benchreport.data.cells.cell_values import is_text
from benchreport.data.cells.score_cells import holds_numbers
from benchreport.data.columns.flat_frame import flat
from benchreport.data.columns.read_layout import read_layout
from benchreport.data.columns.role_columns import column_of, repeat_columns
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.selection import select
from benchreport.data.columns.words.direction import direction_of, is_size
from benchreport.data.columns.words.names import is_called
from benchreport.data.readers import read
from benchreport.errors import DesignError, OptionError, ReadError, RoleError, examples
from benchreport.hints import bench, option
from benchreport.nightly.config.hints import hints_in_toml
from benchreport.nightly.intake.night_dates import NIGHT_COLUMNS, night_of
from benchreport.report.theme import templates_folder

CODE_NAMES = frozenset(
    "code commit commit_id commit_hash git_commit git_sha sha revision rev".split()
)
"""Names of a column with the version of the code that was measured."""

SAVED = re.compile(r"[0-9]{4}_.+_([0-9]{8})_[0-9]{6}(?![0-9]).*(\.json)")
DAY = len("2026-11-20")
# as many series as the promises of the rules were simulated with
MOST_SERIES = 100


def draft_config(
    results: Path,
    *,
    name: str = "",
    folder: Path | None = None,
    roles: Roles | None = None,
    metrics: Sequence[str] = (),
) -> str:
    """Return a commented configuration for results that have the columns of a file.

    Parameters
    ----------
    results
        The path of a file of results.
    name
        The benchmark's name; by default, that of the repository with the configuration, or of its folder.
    folder
        The folder of the configuration, by default that of the file; paths below it are written relative
        to it.
    roles
        The columns of the algorithm, the dataset and the repeat, where their names do not tell.
    metrics
        The metrics to watch; by default those whose names are known, else all. Of a wide table, the name of
        its scores.

    Raises
    ------
    RoleError
        The file has no column that names algorithms, or none of a name that was given.
    """
    with hints_in_toml("begin with a smaller file of the same columns, and "):
        table = read(results)
    frame = flat(table)[0].frame
    columns = _find_columns(frame, roles or Roles())
    taken = {columns.algorithm, columns.dataset, *columns.repeats, *columns.nights, columns.code}
    rest = [column for column in frame if column not in taken]
    numeric = [column for column in rest if holds_numbers(frame[column])]
    selected = select(frame, Roles())
    # metrics that a column names, or columns of their own; the scores of a wide table have no name
    wide = columns.algorithm is None
    if wide and len(metrics) > 1:
        raise RoleError(
            f"{results} has a column for each algorithm, whose scores are of one metric, not of "
            f"{examples(metrics)}.",
            hint=option(metric=metrics[0]),
        )
    candidates: Sequence[Hashable] = metrics if wide else selected.metrics or numeric
    watched = _choose_metrics(results, metrics, candidates)
    if not wide and not numeric:
        raise RoleError(
            f"{results} has no numeric column that could be a metric; its columns are "
            f"{examples(frame.columns, most=12)}.",
            hint="name the columns, or give a file with one row per score",
        )
    return _template().render(
        name=name or _project_of((folder or results.parent).absolute()),
        file=_generalize(_relative(results, folder)),
        algorithm=_text(columns.algorithm),
        dataset=_text(columns.dataset),
        repeats=list(map(str, columns.repeats)),
        night=_text(next(iter(columns.nights), None)),
        code=_text(columns.code),
        series=_choose_series(frame, columns, rest, len(numeric)),
        others=[str(column) for column in rest if column not in (*numeric, selected.metric_column)],
        metrics=[
            _metric(name, frame[[column for column in numeric if wide or column == name]])
            for name in watched or candidates
        ],
        more=[str(name) for name in candidates if name not in watched] if watched else [],
    )


class _Columns(NamedTuple):
    """The columns of the results that are no scores."""

    algorithm: Hashable | None
    dataset: Hashable | None
    repeats: tuple[Hashable, ...]
    nights: tuple[Hashable, ...]
    code: Hashable | None


def _find_columns(frame: pd.DataFrame, roles: Roles) -> _Columns:
    night = [column for column in frame if str(column).casefold() in NIGHT_COLUMNS]
    algorithm, dataset = (_first(role, roles, frame) for role in ("algorithm", "dataset"))
    if algorithm is None:
        algorithm, dataset = _crossed(frame, roles, night)
    if algorithm is None:
        _refuse_no_layout(frame)
    elif dataset is None:
        # no name tells what crosses with the algorithms
        _, dataset = _crossed(frame, roles.bound(algorithm=algorithm), night)
    repeats = repeat_columns(roles, frame, used=(algorithm, dataset))
    if roles.repeat is None and night:
        # what has one value on each of several days numbers the nights
        days = frame[night[0]].astype(str).str[:DAY]
        values = {name: frame[name].groupby(days).nunique() for name in repeats}
        repeats = tuple(
            name for name in repeats if len(values[name]) == 1 or (values[name] > 1).any()
        )
    code = None
    if roles.algorithm is None:
        algorithm, code = _without_versions(frame, algorithm, night)
    code = _code_column(frame, night) if code is None else code
    return _Columns(algorithm, dataset, repeats, tuple(night), code)


def _text(name: Hashable | None) -> str | None:
    return None if name is None else str(name)


def _choose_metrics(
    results: Path, metrics: Sequence[str], candidates: Sequence[Hashable]
) -> list[Hashable]:
    """Return the metrics to watch: those that were given, else those whose names are known."""
    known = {str(name): name for name in candidates}
    for metric in metrics:
        if metric not in known:
            raise RoleError(
                f"{results} has no metric {metric!r}; it has {examples(known) or 'no column of numbers'}.",
                hint=option(metric=next(iter(known)))
                if known
                else "a file with a column of scores",
            )
    return [known[metric] for metric in metrics] or [
        name for name in candidates if direction_of(name) is not None
    ]


def _project_of(folder: Path) -> str:
    """Return the name of the repository that a folder belongs to, or of the folder."""
    places = (folder, *folder.parents)
    root = next((place for place in places if (place / ".git").exists()), folder)
    return root.name or "benchmark"


def _without_versions(
    frame: pd.DataFrame, algorithm: Hashable | None, night: Sequence[Hashable]
) -> tuple[Hashable | None, Hashable | None]:
    """Return the columns of the algorithm and of the version of the code.

    Where each night has an algorithm of its own, such as a commit, that is a version of what is compared, and
    a column with the same name in all rows says what this is.
    """
    constant = [column for column in frame if is_text(frame[column]) and _count(frame[column]) == 1]
    if algorithm is None or not night or not constant or _count(frame[algorithm]) == 1:
        return algorithm, None
    pairs = frame[[algorithm, night[0]]].drop_duplicates()
    if not len(pairs) == _count(pairs[algorithm]) == _count(pairs[night[0]]):
        return algorithm, None
    return constant[0], algorithm


def _choose_series(
    frame: pd.DataFrame, columns: _Columns, rest: Sequence[Hashable], n_numbers: int
) -> str:
    """Judge each dataset, too, where few series do: of a change on one of them an average shows a part.

    One algorithm on several datasets is a suite of benchmarks, whose average says little.
    """
    wide = columns.algorithm is None
    # rows of a wide table have their names in a column without a role
    names = rest if wide and columns.dataset is None else [columns.dataset]
    texts = [
        name for name in names if name is not None and not (wide and holds_numbers(frame[name]))
    ]
    datasets = max((_count(frame[name]) for name in texts), default=1)
    algorithms = n_numbers if wide else _count(frame[columns.algorithm])
    if algorithms == 1 < datasets:
        return "dataset"
    few = algorithms * (datasets + 1) <= MOST_SERIES
    return "both" if datasets > 1 and few else "algorithm"


def _count(column: "pd.Series[Any]") -> int:
    return len(column.unique())


def _crossed(
    frame: pd.DataFrame, roles: Roles, night: Sequence[Hashable]
) -> tuple[Hashable | None, Hashable | None]:
    """Return the columns of the algorithm and of the dataset by what crosses in one night."""
    for column in night:
        frame = frame[frame[column] == frame[column].dropna().max()]
    rows = frame.drop(columns=list(night)).reset_index(drop=True)
    numbers = [name for name in rows if holds_numbers(rows[name])]
    for score in sorted(numbers, key=lambda name: direction_of(str(name)) is None):
        try:
            layout = read_layout(
                rows, roles.bound(score=score, higher_is_better=True), one_score=True
            )
        except (RoleError, DesignError):
            continue
        if layout.form == "long":
            return layout.algorithm, layout.dataset
    return None, None


def _refuse_no_layout(frame: pd.DataFrame) -> None:
    """Refuse a frame that names no algorithms and is no wide table."""
    try:
        read_layout(frame, Roles(higher_is_better=True))
    except (DesignError, RoleError) as error:
        # one score an algorithm is nothing to test, but may be all that a night has
        texts = [
            name
            for name in frame.columns
            if is_text(frame[name]) and str(name).casefold() not in NIGHT_COLUMNS
        ]
        raise RoleError(
            f"no column names the algorithms; the columns are {examples(frame.columns, most=12)}.",
            hint=bench(algorithm=texts[0]) if texts else error.way_out,
        ) from error


def _first(role: str, roles: Roles, frame: pd.DataFrame) -> Hashable | None:
    """Return the column of a role; if several columns fit, the first, which the draft then names."""
    try:
        return column_of(role, roles, frame)
    except RoleError:
        if getattr(roles, role) is not None:
            raise
        return next(name for name in frame.columns if is_called(name, role))


def write_config(
    results: Path,
    target: Path,
    *,
    name: str = "",
    roles: Roles | None = None,
    metrics: Sequence[str] = (),
) -> str:
    """Write the draft of a configuration to a new file, and return its text; see `draft_config`.

    Raises
    ------
    OptionError
        The file exists already.
    """
    folder = target.absolute().parent
    text = draft_config(results, name=name, folder=folder, roles=roles, metrics=metrics)
    try:
        # check before creating the file: a name may hold characters that neither UTF-8 nor TOML can write
        content = text.encode("utf-8")
        with target.open("xb") as file:
            file.write(content)
    except UnicodeEncodeError as error:
        odd = error.object[max(0, error.start - 10) : error.end]
        raise ReadError(
            f"{results} has a name that is not text: {odd!r}.",
            hint="rename the column, or the file",
        ) from error
    except FileExistsError as error:
        raise OptionError(
            f"{target} exists already, and will not be overwritten.",
            hint="--output another.toml, or move it away",
        ) from error
    except OSError as error:
        parent = shlex.quote(str(target.parent))
        command = f"ls -ld {parent}" if target.parent.is_dir() else f"mkdir -p {parent}"
        raise ReadError(f"{target} cannot be written: {error.strerror}.", hint=command) from error
    return text


def _metric(metric: Hashable, scores: pd.DataFrame) -> dict[str, object]:
    name = str(metric)
    # a metric that a column names has no column of its own
    numbers = scores.apply(pd.to_numeric, errors="coerce")
    # a failed run has none
    positive = bool(((numbers > 0) | numbers.isna()).all(axis=None))
    return {
        "name": name,
        "direction": direction_of(name),
        "ratio": is_size(name) and positive,
        "unit": "s" if name.casefold().endswith(("_s", "seconds")) else "",
    }


def _code_column(frame: pd.DataFrame, night: Sequence[Hashable]) -> Hashable | None:
    """Return the column with the version of the code, one a night, by its name."""
    for column in frame:
        if str(column).casefold() in CODE_NAMES:
            rows = frame[[column, *night[:1]]].drop_duplicates()
            if len(rows) == (_count(frame[night[0]]) if night else 1):
                return column
    return None


def _relative(results: Path, folder: Path | None) -> str:
    place = results.absolute()
    if folder is None:
        return str(results)
    try:
        return str(place.relative_to(folder.absolute()))
    except ValueError:
        return str(place)


def _generalize(file: str) -> str:
    """Replace the date in a file's path by its placeholder: tomorrow's file has another.

    >>> _generalize("runs/20261120.csv"), _generalize("0007_9d2c1e_20261120_033000.json")
    ('runs/{yyyymmdd}.csv', '*_{yyyymmdd}_*.json')
    """
    night = night_of(file)
    if not night or night in file:
        return file.replace(night, "{night}") if night else file
    folder, slash, name = file.rpartition("/")
    # of a file that pytest-benchmark saves, the number, the commit and the time change as well
    name = SAVED.sub(r"*_\1_*\2", name)
    return f"{folder}{slash}{name}".replace(night.replace("-", ""), "{yyyymmdd}")


@functools.cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates_folder() / "nightly"),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - TOML; every value goes through _to_toml
    )
    environment.filters["toml"] = _to_toml
    return environment.get_template("nightly.toml.j2")


def _to_toml(value: object) -> str:
    """Format a text, or a list of texts, as TOML."""
    # TOML must escape one character that JSON need not
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
