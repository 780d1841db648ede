"""The scores of a night, by metric, and how they are packed into bytes for the history."""

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

FORMAT = 1
SIDES = {
    "algorithm": "algorithms",
    "dataset": "datasets",
    "repeat": "repeats",
    "version": "versions",
}
"""The fields with arrays of codes, and the fields with the names that the codes index."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NightScores:
    """The scores of one metric on one night, one row for each run.

    Parameters
    ----------
    metric, higher_is_better
        The metric's name, and its direction.
    algorithm, dataset, repeat, version
        (R,) indices into the names below; the rows are sorted by them.
    value
        (R,) scores; NaN for runs that failed.
    algorithms, datasets, repeats, versions
        The names that the codes index.
    matched
        Whether repeats with the same name on different nights are comparable.
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
        """(R,) which runs have no score."""
        return np.isnan(self.value)

    @property
    def labels(self) -> dict[str, Any]:
        """The fields that are not arrays: the metric, its direction, and the names."""
        fields = ("metric", "higher_is_better", "matched", *SIDES.values())
        return {name: getattr(self, name) for name in fields}

    def frame(self) -> pd.DataFrame:
        """Return a frame with a row for each run, and a column for each role that the results have."""
        columns: dict[str, Any] = {
            codes: np.array(getattr(self, names), object)[getattr(self, codes)]
            for codes, names in SIDES.items()
            if codes == "algorithm" or getattr(self, names) != ("",)
        }
        return pd.DataFrame({**columns, self.metric: self.value})


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Night:
    """The scores of a night, with the context of the run.

    Parameters
    ----------
    night
        The name of the night: ``"2026-11-20"``, or with a time ``"2026-11-20T15:00"``.
    label
        The branch or variant; empty if there is only one.
    metrics
        The scores of each metric.
    code
        The version of the code that was measured.
    context
        Further facts worth keeping, such as the source and the versions of libraries.
    """

    night: str
    label: str = ""
    metrics: tuple[NightScores, ...]
    code: str = ""
    context: Mapping[str, str] = field(default_factory=dict)

    @property
    def sha256(self) -> str:
        """The sha256 of all scores with their names; it does not depend on the order of rows."""
        digest = hashlib.sha256()
        for scores in sorted(self.metrics, key=lambda scores: scores.metric):
            # hash the uncompressed bytes, because compressed bytes differ between versions of zlib
            digest.update(_to_bytes(scores))
        return digest.hexdigest()

    @property
    def digests(self) -> dict[str, str]:
        """The sha256 of the scores of each metric, however the configuration names its direction."""
        plain = (
            dataclasses.replace(scores, higher_is_better=True, matched=True)
            for scores in self.metrics
        )
        return {scores.metric: hashlib.sha256(_to_bytes(scores)).hexdigest() for scores in plain}

    @property
    def n_scores(self) -> int:
        """The number of runs over all metrics."""
        return sum(len(scores.value) for scores in self.metrics)


def sort_scores(scores: NightScores) -> NightScores:
    """Sort names and rows, so that the same scores give the same bytes."""
    changes: dict[str, Any] = {}
    for codes, side in SIDES.items():
        names = getattr(scores, side)
        order = sorted(range(len(names)), key=names.__getitem__)
        place = np.empty(len(names), dtype=np.intp)
        place[order] = np.arange(len(names))
        changes[codes] = place[getattr(scores, codes)]
        changes[side] = tuple(names[old] for old in order)
    rows = np.lexsort([changes[codes] for codes in reversed(SIDES)])
    for codes in SIDES:
        changes[codes] = changes[codes][rows]
    # adding zero turns −0 into 0
    return dataclasses.replace(scores, **changes, value=scores.value[rows] + 0.0)


def _to_bytes(scores: NightScores) -> bytes:
    """Convert scores to bytes; the same scores give the same bytes."""
    head = {"format": FORMAT, "rows": len(scores.value), **scores.labels}
    parts = [json.dumps(head, ensure_ascii=False, sort_keys=True).encode("utf-8", "surrogatepass")]
    parts += [getattr(scores, codes).astype("<i4").tobytes() for codes in SIDES]
    # use one bit pattern for every NaN
    value = np.where(np.isnan(scores.value), np.nan, scores.value)
    parts.append(value.astype("<f8").tobytes())
    return len(parts[0]).to_bytes(8, "little") + b"".join(parts)


def pack(scores: NightScores) -> bytes:
    """Convert scores to compressed bytes."""
    return zlib.compress(_to_bytes(scores), 1)


def unpack(content: bytes) -> NightScores:
    """Read scores from the bytes that `pack` returned.

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
        parts: dict[str, Any] = {}
        for codes, names in SIDES.items():
            parts[codes] = np.frombuffer(body, "<i4", rows, start).astype(np.intp)
            parts[names] = tuple(head[names])
            start += 4 * rows
        return NightScores(
            metric=head["metric"],
            higher_is_better=head["higher_is_better"],
            matched=head["matched"],
            value=np.frombuffer(body, "<f8", rows, start).astype(float),
            **parts,
        )
    except (zlib.error, ValueError, KeyError, TypeError) as error:
        raise HistoryError(
            "packed scores are damaged.",
            hint="take the copy of the history, history.db.backup, in its place",
        ) from error
