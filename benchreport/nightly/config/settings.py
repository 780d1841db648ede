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
        The zone in which a day is counted, such as ``"Europe/Berlin"``.
    day_starts
        ``"HH:MM"``; results before it belong to the night before.
    """

    name: str = "benchmark"
    folder: str = "nights"
    time_zone: str = "UTC"
    day_starts: str = "00:00"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """``[source]``: where tonight's results are; one of files, sql and python.

    Parameters
    ----------
    files
        Paths and globs relative to the configuration file; ``{night}`` stands for the date.
    sql, url
        A query, in which ``:night`` stands for the date, and the database's URL, ``"env:NAME"``.
    python
        ``"module:function"``; the function takes the night and returns a DataFrame.
    size_limit
        Bytes that a file may have after decompression, and its cells in memory.
    """

    files: tuple[str, ...] = ()
    sql: str = ""
    url: str = field(default="", repr=False)
    python: str = ""
    size_limit: int = 2**30


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """``[columns]``: the column of each role; a role that is left out is read from columns' names.

    Parameters
    ----------
    algorithm, dataset, repeat, night
        As for ``df.bench``; ``night`` says which night a row is of.
    version
        Columns that must be the same for scores to be comparable: versions and hashes of datasets,
        of the metric, of the machine.
    code
        A column that says which version of the code was measured: a commit.
    label
        A column that says which branch or variant a run was of.
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
    """``[[metric]]``: what is measured.

    Parameters
    ----------
    name
        The column of its scores.
    higher_is_better
        The direction; may be left out for a known metric.
    unit
        The unit that is written after numbers.
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
class Baseline:
    """``[baseline]``: what tonight is compared with.

    Parameters
    ----------
    kind
        ``"last"``: the last nights but for those held back; ``"previous"``: the night before those that
        must agree; ``"pinned"``: one night; ``"best"``: the best level so far; ``"label"``: the last
        nights of another branch.
    nights
        The largest number of nights.
    hold_back
        How many of the last nights, tonight among them, are left out, so that a present change cannot
        become the norm.
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
        A series for each algorithm over all datasets, for each algorithm on each dataset, or both.
    false_discovery_rate
        The rate among the series that a night calls worse.
    alpha
        The largest p-value of a series that is called worse.
    confirm
        How many nights must agree; 1 alerts at once, and on every spike.
    min_nights
        Nights of history that a series needs before it is judged.
    drift
        The false discovery rate of slow trends; 0 switches them off.
    """

    series: Literal["algorithm", "dataset", "both"] = "algorithm"
    false_discovery_rate: float = 0.15
    alpha: float = 0.02
    confirm: int = 2
    min_nights: int = 20
    drift: float = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class HistorySettings:
    """``[history]``: where the nights are kept, and for how long.

    Parameters
    ----------
    url
        A file for SQLite, relative to the configuration; or ``postgresql://…``, best as ``"env:NAME"``.
    keep_all
        How many nights keep their scores; of older ones one a week does. 0 keeps all.
    backup
        Whether the SQLite file is copied beside itself after each night.
    """

    url: str = field(default="history.db", repr=False)
    keep_all: int = 0
    backup: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """``[report]``: the pages of each night."""

    title: str = ""
    pdf: bool = True
    comparison: bool = True
    nights: int = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The whole file; ``place`` is its folder."""

    nightly: Nightly = field(default_factory=Nightly)
    source: Source = field(default_factory=Source)
    columns: Columns = field(default_factory=Columns)
    metric: tuple[Metric, ...] = ()
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
        """The zone in which nights are counted."""
        return ZoneInfo(self.nightly.time_zone)
