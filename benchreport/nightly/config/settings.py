"""The types of the configuration: each table of the TOML file is a dataclass, each key a field.

A field's type says which values it takes. The tables of channels are in ``notify``.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

from benchreport.nightly.notify import Notify


@dataclass(frozen=True, slots=True, kw_only=True)
class Nightly:
    """``[nightly]``: the benchmark's name, the folder of its pages, and its days.

    Parameters
    ----------
    name
        The benchmark's name.
    folder
        The folder to publish, with the index page and a folder a night; relative to the configuration file.
    time_zone
        The time zone of the calendar days, such as ``"Europe/Berlin"``.
    day_starts
        The time at which a day starts, ``"HH:MM"``; earlier results belong to the night before.
    """

    name: str = "benchmark"
    folder: str = "nights"
    time_zone: str = "UTC"
    day_starts: str = "00:00"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """``[source]``: tonight's results; set one of ``files``, ``sql``, ``python`` and ``experiment``.

    Parameters
    ----------
    files
        Paths of files and folders, and globs, relative to the configuration file; ``{night}`` stands for the
        date, ``{yyyymmdd}`` for its digits.
    sql, url
        A query, in which ``:night`` stands for the date, and the database's URL, ``"env:NAME"``.
    python
        ``"module:function"``; the function takes the night and returns a DataFrame.
    experiment
        The TOML file of an experiment, which each night runs anew (`benchreport.experiments`).
    engine
        What reads files: ``"pandas"``, in memory, or an engine. It reads them in parts, and of more than
        1,000,000 rows averages the runs of each cell in each night. ``"auto"`` takes DuckDB for more than
        200 MiB, and for queries with more rows than that.
    size_limit
        The largest size of a file that pandas reads, after decompression, and of its cells, in bytes.
    """

    files: tuple[str, ...] = ()
    sql: str = ""
    url: str = field(default="", repr=False)
    python: str = ""
    experiment: str = ""
    engine: Literal["auto", "pandas", "duckdb", "polars", "dask", "spark"] = "auto"
    size_limit: int = 2**30


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """``[columns]``: the column of each role; the reader guesses a missing role from the columns' names.

    A column without a role that holds one text a night, such as its machine, is told beside a change.

    Parameters
    ----------
    algorithm, dataset, repeat, night
        As for ``df.bench``; the column ``night`` gives the night of each row.
    version
        Columns that must be the same for scores to be comparable: versions and hashes of datasets,
        of the metric, of the machine.
    code
        The column with the version of the code that was measured, such as a commit.
    label
        The column with the branch or variant of each run.
    """

    algorithm: str = ""
    dataset: str = ""
    repeat: tuple[str, ...] = ()
    night: str = ""
    version: tuple[str, ...] = ()
    code: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """``[[metric]]``: a metric and how its scores are compared.

    Parameters
    ----------
    name
        The name of the column with its scores.
    higher_is_better
        Whether higher scores are better; optional for a metric whose direction is known.
    unit
        The unit, written after numbers.
    smallest_relevant
        The smallest change that raises an alert: a number in the metric's unit, or ``"2 %"`` of the
        baseline.
    compare
        Whether differences or ratios (of times, of sizes) are compared.
    """

    name: str
    higher_is_better: bool | None = None
    unit: str = ""
    smallest_relevant: float | str = 0.0
    compare: Literal["difference", "ratio"] = "difference"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedFailure:
    """``[[expected_failure]]``: runs that may fail, which then are no failed runs.

    Parameters
    ----------
    algorithm, dataset
        Whose runs; empty for any, but not both.
    metric
        By which metric; empty for all.
    why
        The reason.
    """

    algorithm: str = ""
    dataset: str = ""
    metric: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """``[baseline]``: the nights that tonight is compared with.

    Parameters
    ----------
    kind
        ``"last"``: the last nights, without those held back; ``"previous"``: the one night before those
        held back; ``"pinned"``: one chosen night; ``"best"``: the best level so far; ``"label"``: the
        last nights of another branch.
    nights
        The largest number of nights in the baseline.
    hold_back
        The number of most recent nights, including tonight, that the baseline leaves out, so that a new
        change does not become the norm; where ``min_nights`` others, and at least 20, remain, it leaves
        out all that are tested together, four times ``confirm``.
    night, label
        The pinned night, as an ISO date; the other branch.
    """

    kind: Literal["last", "previous", "pinned", "best", "label"] = "last"
    nights: int = 90
    hold_back: int = 3
    night: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alerts:
    """``[alerts]``: which changes count as findings.

    Parameters
    ----------
    series
        A series for each algorithm over all datasets, for each algorithm on each dataset, or both: then the
        datasets have a quarter of the rates of false discoveries.
    false_discovery_rate
        The false discovery rate among the series that a night calls worse.
    alpha
        The largest p-value at which a series is called worse.
    confirm
        The number of nights that must agree; 1 alerts at once, and on every spike. So many nights are tested
        together, and one more, twice and four times as many.
    min_nights
        The number of nights that a series needs before it is judged by itself; with fewer, it is judged
        provisionally if it has several runs a night, else not.
    drift
        The false discovery rate of slow trends; 0 switches them off.
    """

    series: Literal["algorithm", "dataset", "both"] = "algorithm"
    false_discovery_rate: float = 0.17
    alpha: float = 0.02
    confirm: int = 2
    min_nights: int = 20
    drift: float = 0.02

    @property
    def windows(self) -> tuple[int, ...]:
        """How many of the last nights are tested together, ascending."""
        least = self.confirm
        return tuple(sorted({least, least + 1, 2 * least, 4 * least}))


@dataclass(frozen=True, slots=True, kw_only=True)
class HistorySettings:
    """``[history]``: where the nights are kept, and for how long.

    Parameters
    ----------
    url
        An SQLite file, relative to the configuration file; or ``postgresql://…``, best as ``"env:NAME"``.
    keep_all
        How many nights keep their scores; of older nights, one a week keeps them. 0 keeps all scores.
    backup
        Whether each night ends with a copy of the SQLite file in the same folder.
    """

    url: str = field(default="history.db", repr=False)
    keep_all: int = 0
    backup: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """``[report]``: the pages that a night gets, and how many nights they show."""

    title: str = ""
    pdf: bool = True
    comparison: bool = True
    nights: int = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """All settings of a configuration file; ``place`` is the folder of the file."""

    nightly: Nightly = field(default_factory=Nightly)
    source: Source = field(default_factory=Source)
    columns: Columns = field(default_factory=Columns)
    metric: tuple[Metric, ...] = ()
    expected_failure: tuple[ExpectedFailure, ...] = ()
    baseline: Baseline = field(default_factory=Baseline)
    alerts: Alerts = field(default_factory=Alerts)
    history: HistorySettings = field(default_factory=HistorySettings)
    report: Pages = field(default_factory=Pages)
    notify: Notify = field(default_factory=Notify)
    place: Path = field(default_factory=Path, metadata={"file": False})

    @property
    def folder(self) -> Path:
        """The folder of the pages."""
        return self.place / self.nightly.folder

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of the calendar days."""
        return ZoneInfo(self.nightly.time_zone)
