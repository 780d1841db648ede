"""The configuration of the nights: one TOML file, every key known.

Each table of the file is a dataclass here; a field's type says what may stand there.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

from benchreport.nightly.notify import Notify

__all__ = [
    "Alerts",
    "Baseline",
    "Columns",
    "Config",
    "HistorySettings",
    "Metric",
    "Nightly",
    "Pages",
    "Source",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Nightly:
    """``[nightly]``: what runs, and where its pages go.

    Parameters
    ----------
    name
        Of the benchmark.
    folder
        What is published: the index page, a folder a night. Relative to the configuration file.
    time_zone
        Says which day it is when results come.
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
        A query with ``:night`` where it asks for a night, and the database, ``"env:NAME"``.
    python
        ``"module:function"``; called with the night, returns a DataFrame.
    size_limit
        Bytes that a file may hold after decompression, and its cells in memory.
    """

    files: tuple[str, ...] = ()
    sql: str = ""
    url: str = field(default="", repr=False)
    python: str = ""
    size_limit: int = 2**30


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """``[columns]``: which column plays which role; those left out are read from their names.

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
        The direction; may be left out where the name tells.
    unit
        Written behind numbers.
    smallest_relevant
        Changes smaller than this are not alerted: a number in the metric's unit, or ``"2 %"`` of the
        baseline.
    compare
        By differences, or by ratios (of times, of sizes).
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
        ``"last"``: the last nights, held back; ``"previous"``: the night before those that are
        looked at; ``"pinned"``: one night; ``"best"``: the best level there was; ``"label"``: the last
        nights of another branch.
    nights
        How many nights, at most.
    hold_back
        How many of the last nights, tonight among them, are left out, so that what happens now cannot
        become normal.
    night, label
        Of the pinned night, of the other branch.
    """

    kind: Literal["last", "previous", "pinned", "best", "label"] = "last"
    nights: int = 90
    hold_back: int = 3
    night: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alerts:
    """``[alerts]``: what counts as found.

    Parameters
    ----------
    series
        A series for each algorithm over all datasets, for each algorithm on each dataset, or both.
    false_discovery_rate
        Of the series that a night calls worse.
    alpha
        No series is called worse whose own p-value is larger.
    confirm
        How many nights must agree; 1 alerts at once, and on every spike.
    min_nights
        Nights of history before anything is said.
    drift
        False discovery rate of slow trends; 0 looks for none.
    """

    series: Literal["algorithm", "dataset", "both"] = "algorithm"
    false_discovery_rate: float = 0.15
    alpha: float = 0.02
    confirm: int = 2
    min_nights: int = 20
    drift: float = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class HistorySettings:
    """``[history]``: where the nights are remembered, and for how long.

    Parameters
    ----------
    url
        A file for SQLite, relative to the configuration; or ``postgresql://…``, best as ``"env:NAME"``.
    keep_all
        So many nights are kept in full, older ones one a week; 0 keeps all.
    backup
        Keep a copy of the SQLite file beside it, made anew after each night.
    """

    url: str = field(default="history.db", repr=False)
    keep_all: int = 0
    backup: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """``[report]``: what is written each night."""

    title: str = ""
    pdf: bool = True
    comparison: bool = True
    nights: int = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The whole file; ``place`` is the folder that it stands in."""

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
        """Where the pages go."""
        return self.place / self.nightly.folder

    @property
    def zone(self) -> ZoneInfo:
        """Of the nights."""
        return ZoneInfo(self.nightly.time_zone)
