"""The scores of one metric on one night, packed for the history, and back."""

import dataclasses
import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.errors import HistoryError

__all__ = ["Night", "NightScores", "body_of", "in_order", "pack", "unpack"]

FORMAT = 1
SIDES = (
    ("algorithm", "algorithms"),
    ("dataset", "datasets"),
    ("repeat", "repeats"),
    ("version", "versions"),
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NightScores:
    """The scores of one metric on one night, a row each.

    Parameters
    ----------
    metric, higher_is_better
        What was measured.
    algorithm, dataset, repeat, version
        (R,) codes into the names below, rows sorted by them.
    value
        (R,) scores; NaN where the run failed.
    algorithms, datasets, repeats, versions
        The names.
    matched
        Whether repeats of the same name belong together from night to night.
    """

    metric: str
    higher_is_better: bool
    algorithm: NDArray[np.intp]
    dataset: NDArray[np.intp]
    repeat: NDArray[np.intp]
    version: NDArray[np.intp]
    value: NDArray[np.float64]
    algorithms: tuple[str, ...]
    datasets: tuple[str, ...]
    repeats: tuple[str, ...]
    versions: tuple[str, ...]
    matched: bool = True

    @property
    def failed(self) -> NDArray[np.bool_]:
        """Runs without a score."""
        return np.isnan(self.value)

    def frame(self) -> pd.DataFrame:
        """Return a row a run, with the roles' own names."""
        told: dict[str, Any] = {"algorithm": np.array(self.algorithms, object)[self.algorithm]}
        if self.datasets != ("",):
            told["dataset"] = np.array(self.datasets, object)[self.dataset]
        if self.repeats != ("",):
            told["repeat"] = np.array(self.repeats, object)[self.repeat]
        if self.versions != ("",):
            told["version"] = np.array(self.versions, object)[self.version]
        return pd.DataFrame({**told, self.metric: self.value})


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Night:
    """A night's scores with what else was noted.

    Parameters
    ----------
    night
        ``"2026-11-20"``, or with a time ``"2026-11-20T15:00"``.
    label
        Of which branch or variant; empty for the only one.
    metrics
        The scores, one a metric.
    code
        Version of the code that was measured.
    context
        Anything else worth remembering: where it was read from, library versions.
    """

    night: str
    label: str = ""
    metrics: tuple[NightScores, ...]
    code: str = ""
    context: Mapping[str, str] = field(default_factory=dict)

    @property
    def sha256(self) -> str:
        """Of all scores with their names, whatever the rows' order was."""
        digest = hashlib.sha256()
        for each in sorted(self.metrics, key=lambda one: one.metric):
            # not of compressed bytes, which differ between versions of zlib
            digest.update(body_of(each))
        return digest.hexdigest()

    @property
    def n_scores(self) -> int:
        """How many runs there are over all metrics."""
        return sum(len(each.value) for each in self.metrics)


def in_order(scores: NightScores) -> NightScores:
    """Sort names and rows, so that the same scores are packed into the same bytes."""
    changes: dict[str, Any] = {}
    for codes, names in SIDES:
        told = getattr(scores, names)
        order = sorted(range(len(told)), key=told.__getitem__)
        place = np.empty(len(told), dtype=np.intp)
        place[order] = np.arange(len(told))
        changes[codes] = place[getattr(scores, codes)]
        changes[names] = tuple(told[each] for each in order)
    rows = np.lexsort([changes[codes] for codes, _ in reversed(SIDES)])
    for codes, _ in SIDES:
        changes[codes] = changes[codes][rows]
    # 0 for −0
    return dataclasses.replace(scores, **changes, value=scores.value[rows] + 0.0)


def body_of(scores: NightScores) -> bytes:
    """Write scores as bytes; the same scores give the same."""
    head = {
        "format": FORMAT,
        "metric": scores.metric,
        "higher_is_better": scores.higher_is_better,
        "matched": scores.matched,
        "rows": len(scores.value),
        **{names: list(getattr(scores, names)) for _, names in SIDES},
    }
    parts = [json.dumps(head, ensure_ascii=False, sort_keys=True).encode("utf-8", "surrogatepass")]
    parts += [getattr(scores, codes).astype("<i4").tobytes() for codes, _ in SIDES]
    # one bit pattern for every NaN
    value = np.where(np.isnan(scores.value), np.nan, scores.value)
    parts.append(value.astype("<f8").tobytes())
    return len(parts[0]).to_bytes(8, "little") + b"".join(parts)


def pack(scores: NightScores) -> bytes:
    """Write scores as compressed bytes."""
    return zlib.compress(body_of(scores), 1)


def unpack(content: bytes) -> NightScores:
    """Read what `pack` wrote.

    Raises
    ------
    HistoryError
        The bytes are damaged, or were written by a newer version.
    """
    try:
        body = zlib.decompress(content)
        size = int.from_bytes(body[:8], "little")
        head = json.loads(body[8 : 8 + size].decode("utf-8", "surrogatepass"))
        if head["format"] != FORMAT:
            raise HistoryError(
                f"scores were written in format {head['format']}; this version knows {FORMAT}.",
                hint="install a newer benchreport",
            )
        rows, start = head["rows"], 8 + size
        arrays: dict[str, Any] = {}
        for codes, _ in SIDES:
            arrays[codes] = np.frombuffer(body, "<i4", rows, start).astype(np.intp)
            start += 4 * rows
        value = np.frombuffer(body, "<f8", rows, start).astype(float)
        arrays |= {names: tuple(head[names]) for _, names in SIDES}
        return NightScores(
            metric=head["metric"],
            higher_is_better=head["higher_is_better"],
            matched=head["matched"],
            value=value,
            **arrays,
        )
    except (zlib.error, ValueError, KeyError, TypeError) as error:
        raise HistoryError(
            "packed scores are damaged.",
            hint="take the copy of the history, history.db.backup, in its place",
        ) from error
