"""Replace characters in labels that some format cannot show."""

import dataclasses
from collections.abc import Sequence

from benchreport.data.curves import Curves
from benchreport.data.predictions import Predictions
from benchreport.data.score_runs import Runs
from benchreport.data.scores import Scores
from benchreport.plots.base.short_names import escape_unprintable


def sanitize_labels(names: Sequence[str]) -> dict[str, str]:
    r"""Escape invisible characters in labels, and keep different labels different.

    Parameters
    ----------
    names
        All labels of one kind, since an escaped label may read like another.

    Returns
    -------
    dict
        The labels to show, by name.

    Examples
    --------
    >>> print(*sanitize_labels(["svm\x07", r"svm\x07", "knn"]).values(), sep="; ")
    svm\x07 (2); svm\x07; knn
    """
    used = {name for name in names if _sanitize_label(name) == name}
    sanitized = {}
    for name in dict.fromkeys(names):
        plain = label = _sanitize_label(name)
        number = 2
        while plain != name and label in used:
            label, number = f"{plain} ({number})", number + 1
        used.add(label)
        sanitized[name] = label
    return sanitized


def _sanitize_label(name: str) -> str:
    """Escape the invisible characters of a label, and quote a label of blanks."""
    return repr(name) if name.isspace() else escape_unprintable(name)


def sanitize_curves(curves: Curves) -> Curves:
    """Return the curves with escaped labels; the SHA-256 stays that of the data read."""
    algorithms, datasets = sanitize_labels(curves.algorithms), sanitize_labels(curves.datasets)
    runs = tuple(
        dataclasses.replace(
            run,
            algorithm=algorithms[run.algorithm],
            dataset=datasets[run.dataset],
            repeats=tuple(map(escape_unprintable, run.repeats)),
        )
        for run in curves.runs
    )
    return dataclasses.replace(
        curves,
        runs=runs,
        algorithms=tuple(map(algorithms.__getitem__, curves.algorithms)),
        datasets=tuple(map(datasets.__getitem__, curves.datasets)),
        score=escape_unprintable(curves.score),
        step=escape_unprintable(curves.step),
    )


def sanitize_predictions(predictions: Predictions) -> Predictions:
    """Return the predictions with escaped labels; the SHA-256 stays that of the data read."""
    classes = sanitize_labels(predictions.classes)
    return dataclasses.replace(
        predictions,
        algorithms=_sanitize_all(predictions.algorithms),
        classes=tuple(map(classes.__getitem__, predictions.classes)),
        positive=classes.get(predictions.positive, escape_unprintable(predictions.positive)),
        datasets=_sanitize_all(predictions.datasets),
        repeats=_sanitize_all(predictions.repeats),
        repeat_columns=_sanitize_all(predictions.repeat_columns),
        repeat_parts=tuple(map(_sanitize_all, predictions.repeat_parts)),
        clusters=_sanitize_all(predictions.clusters),
        cluster_column=escape_unprintable(predictions.cluster_column),
        examples=_sanitize_all(predictions.examples),
    )


def sanitize_scores(scores: Scores) -> Scores:
    """Return the scores with escaped labels; the SHA-256 stays that of the data read."""
    algorithms = sanitize_labels((*scores.algorithms, *scores.runs.algorithms))
    missing = scores.missing_runs
    blocks = sanitize_labels((*scores.blocks, *scores.dropped, *missing.blocks))
    return dataclasses.replace(
        scores,
        algorithms=tuple(map(algorithms.__getitem__, scores.algorithms)),
        blocks=tuple(map(blocks.__getitem__, scores.blocks)),
        dataset=escape_unprintable(scores.dataset),
        score=escape_unprintable(scores.score),
        missing_runs=dataclasses.replace(
            missing,
            algorithms=tuple(map(algorithms.__getitem__, missing.algorithms)),
            blocks=tuple(map(blocks.__getitem__, missing.blocks)),
        ),
        filled=tuple((algorithms[algorithm], blocks[block]) for algorithm, block in scores.filled),
        dropped=tuple(map(blocks.__getitem__, scores.dropped)),
        runs=_sanitize_runs(scores.runs),
    )


def _sanitize_runs(runs: Runs) -> Runs:
    """Return the runs with escaped labels, which results on outliers and splits show."""
    return dataclasses.replace(
        runs,
        algorithms=_sanitize_all(runs.algorithms),
        datasets=_sanitize_all(runs.datasets),
        repeats=_sanitize_all(runs.repeats),
        repeat_columns=tuple(map(escape_unprintable, runs.repeat_columns)),
        repeat_parts=tuple(tuple(map(escape_unprintable, parts)) for parts in runs.repeat_parts),
        metric=None if runs.metric is None else escape_unprintable(str(runs.metric)),
        failed=escape_unprintable(runs.failed),
        unread=tuple(map(escape_unprintable, runs.unread)),
        cell_notes=tuple(map(escape_unprintable, runs.cell_notes)),
        file_notes=tuple(map(escape_unprintable, runs.file_notes)),
        origin=runs.origin or runs,
    )


def _sanitize_all(names: Sequence[str]) -> tuple[str, ...]:
    sanitized = sanitize_labels(names)
    return tuple(sanitized[name] for name in names)
