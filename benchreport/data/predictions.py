"""The table of predictions: one row a test example, the truth, and what each model said."""

import hashlib
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.prediction_rows import Raw, written
from benchreport.data.read_predictions import holds_predictions, read_raw
from benchreport.data.roles import Roles, Task
from benchreport.errors import DataError, DesignError, OptionError, counted, examples

__all__ = ["Predictions"]

TWO = 2
MOST_TOLD = 12
KINDS = {
    "regression": "measured values (regression)",
    "ranking": "ranked lists",
    "language": "probabilities of what came (language)",
    "correctness": "right and wrong answers",
}
# probabilities printed with three digits add up to one within this
SUM_TOLERANCE = 1e-3


INSTEAD = {
    "regression": "df.bench.loss_t(loss='squared'), or df.bench(task='classification') if the "
    "numbers are labels",
    "ranking": "df.bench.loss_t(loss='ndcg@10'), or df.bench.metrics()",
    "correctness": "df.bench.mcnemar(), or df.bench.metrics(names=['accuracy'])",
    "language": "df.bench.metric_bootstrap(metric='perplexity'), or df.bench.metrics()",
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Predictions:
    """What k models predicted for n examples, validated and frozen.

    Parameters
    ----------
    task
        ``"classification"``, ``"regression"``, ``"ranking"``, ``"language"`` or ``"correctness"``.
    truth
        Array (n,): codes into ``classes``, or values; of a ranking (n, m), the gains of all that is
        of use to a query, filled up with 0; of language ones. Read-only, as all arrays are.
    predicted
        Array (n, k): codes, or values; of models that gave only scores the more probable class. Of
        a ranking (n, k, depth), the gain at each rank. Of language (n, k), the mean log-probability
        per token of what came.
    scores
        Array (n, k): probability or score of the positive class; ``None`` where not given.
    probabilities
        Array (n, k, C): of every class; ``None`` where not given.
    algorithms
        The k models.
    classes
        The C labels in their order; none of a regression.
    positive
        The class that a binary problem is about; empty where there is none.
    datasets, dataset, repeats, repeat
        Names, and the code of each example's, (n,); of folds, seeds or runs the same.
    examples
        What each is called.
    weights
        Array (n,), how much each counts; ones where not given.
    missing
        As for scores, for what is made of them.
    sha256
        Of the predictions as read, in any row order.
    """

    task: Task
    truth: NDArray[np.float64]
    predicted: NDArray[np.float64]
    scores: NDArray[np.float64] | None = None
    probabilities: NDArray[np.float64] | None = None
    algorithms: tuple[str, ...]
    classes: tuple[str, ...] = ()
    positive: str = ""
    datasets: tuple[str, ...] = ("",)
    dataset: NDArray[np.intp]
    repeats: tuple[str, ...] = ("",)
    repeat: NDArray[np.intp]
    examples: tuple[str, ...] = field(repr=False)
    weights: NDArray[np.float64]
    weighted: bool = False
    sha256: str = field(default="", repr=False)

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, roles: Roles | None = None) -> "Predictions":
        """Read a long or wide frame by its roles.

        Wide: a truth column, and for each model a column of labels or values under its name, or of
        the positive class's probabilities under ``name_probability`` (``_proba``, ``_prob``,
        ``_score``), or one column a class, ``name_probability_class``. Long: one row an example and
        model, with a prediction or probability column.

        Ranked lists are cells that hold lists, the best item first (in a file as JSON or Python
        writes them), and the truth is the item of use, a list of them, or their gains by item. Or
        one row a query and item (``task="ranking"``): the truth is the item's gain, and models
        gave it a score, the higher the better, or a rank (``name_rank``, or a rank column); what a
        model left out is empty or has no row, and of tied items the less useful goes first.

        Language models (``task="language"``) need no truth: ``name_log_probability`` (natural
        logarithms) or ``name_probability`` of what came, one row a token; or one row a text, the
        sum over its tokens beside how many those were.

        Logs may say no more than whether each answer was right: a ``correct`` column beside model
        and example, or one column of 0 and 1 a model (``task="correctness"``).

        Parameters
        ----------
        frame
            Any pandas frame; it is not changed.
        roles
            What the caller says about the columns; the rest is read.

        Raises
        ------
        RoleError
            No column is the truth, or none the predictions.
        DataError
            Predictions are missing, labels unknown, probabilities out of range, examples there
            twice or with two truths.
        DesignError
            Models predicted different examples, or there are fewer than two classes or examples.

        Examples
        --------
        >>> frame = pd.DataFrame({"y_true": ["a", "b"], "svm": ["a", "b"], "knn": ["a", "a"]})
        >>> print(Predictions.from_frame(frame))
        2 models on 2 examples; 2 classes (a, b)
        """
        roles = roles or Roles()
        raw = read_raw(frame, roles)
        made = _classification(raw, roles) if raw.task == "classification" else _measured(raw)
        return _sealed(made)

    @classmethod
    def suits(cls, frame: pd.DataFrame, roles: Roles | None = None) -> bool:
        """Tell whether a frame is one of predictions: a column is, or is called, the truth."""
        return holds_predictions(frame, roles or Roles())

    @property
    def n(self) -> int:
        """How many examples."""
        return len(self.truth)

    @property
    def correct(self) -> NDArray[np.bool_]:
        """Which predictions are right, (n, k)."""
        right: NDArray[np.bool_] = self.predicted == self.truth[:, None]
        return right

    @property
    def is_positive(self) -> NDArray[np.bool_]:
        """Which examples are of the positive class, (n,)."""
        code = self.classes.index(self.positive)
        found: NDArray[np.bool_] = self.truth == code
        return found

    @property
    def size(self) -> str:
        """Counts in words."""
        where = f" of {len(self.datasets)} datasets" if len(self.datasets) > 1 else ""
        return f"{counted(len(self.algorithms), 'model')} on {counted(self.n, 'example')}{where}"

    def __str__(self) -> str:
        if self.task == "ranking":
            depth = self.predicted.shape[2]
            return f"{self.size}; ranked lists, {counted(depth, 'rank')} at most"
        if self.task != "classification":
            return f"{self.size}; {self.task}"
        named = examples(self.classes, most=6)
        positive = f", positive {self.positive}" if self.positive else ""
        return f"{self.size}; {len(self.classes)} classes ({named}){positive}"

    def index_of(self, algorithm: Hashable, *, role: str = "control") -> int:
        """Return a model's column; raise `DesignError` naming the known ones."""
        if str(algorithm) in self.algorithms:
            return self.algorithms.index(str(algorithm))
        raise DesignError(
            f"{role}={algorithm!r} is not among the models: {examples(self.algorithms, most=12)}.",
            hint=f"{role}={self.algorithms[0]!r}",
        )

    @property
    def has_labels(self) -> bool:
        """Whether models say which class: scores beyond 0 to 1 alone do not."""
        return self.task == "classification" and not np.isnan(self.predicted).any()

    def judged(self, procedure: str) -> "Predictions":
        """Return itself, or raise `DesignError` where answers are neither right nor wrong."""
        return self if self.task == "correctness" else self.labelled(procedure)

    def labelled(self, procedure: str) -> "Predictions":
        """Return itself, or raise `DesignError` where there are no labels."""
        if self.has_labels:
            return self
        if self.task == "classification":
            raise DesignError(
                f"{procedure} compares labels; scores beyond 0 to 1 do not say which class is "
                "predicted.",
                hint="columns of labels beside them (name, name_score), or probabilities: percent "
                "divided by 100",
            )
        raise DesignError(
            f"{procedure} compares labels; this is a table of {KINDS[self.task]}.",
            hint=INSTEAD[self.task],
        )

    def binary_scores(self, procedure: str) -> NDArray[np.float64]:
        """Return the positive class's scores, or raise where there are none or many classes."""
        if self.task != "classification":
            self.labelled(procedure)
        if self.scores is not None and self.positive:
            return self.scores
        if self.probabilities is not None:
            raise DesignError(
                f"{procedure} is of one class against the rest; which of {examples(self.classes)}?",
                hint=f"df.bench(positive={self.classes[-1]!r})",
            )
        raise DesignError(
            f"{procedure} needs probabilities or scores; these are labels only.",
            hint="a column name_probability for each model (wide), or "
            "df.bench(probability='column') (long)",
        )


def _classification(raw: Raw, roles: Roles) -> Predictions:
    classes = _classes(raw, roles)
    place = {name: code for code, name in enumerate(classes)}
    truth = np.array([place[name] for name in raw.truth], dtype=np.float64)
    positive = _positive(classes, roles, needed=raw.scores is not None)
    probabilities = _checked(raw, classes)
    scores = raw.scores
    if probabilities is not None and positive:
        scores = probabilities[:, :, place[positive]]
    if raw.predicted is not None:
        predicted = _codes(raw, classes)
    elif probabilities is not None:
        predicted = probabilities.argmax(axis=2).astype(np.float64)
    elif scores is not None:
        predicted = _halved(scores, place[positive])
    return _made(raw, truth, predicted, scores, probabilities, classes=classes, positive=positive)


def _made(
    raw: Raw,
    truth: NDArray[np.float64],
    predicted: NDArray[np.float64],
    scores: NDArray[np.float64] | None,
    probabilities: NDArray[np.float64] | None,
    **labels: Any,  # noqa: ANN401 - classes and positive
) -> Predictions:
    return Predictions(
        task=raw.task,
        truth=truth,
        predicted=predicted,
        scores=scores,
        probabilities=probabilities,
        algorithms=raw.algorithms,
        datasets=raw.rows.datasets,
        dataset=raw.rows.dataset,
        repeats=raw.rows.repeats,
        repeat=raw.rows.repeat,
        examples=raw.rows.names,
        weights=raw.rows.weights,
        weighted=raw.rows.weighted,
        **labels,
    )


def _measured(raw: Raw) -> Predictions:
    truth = np.asarray(raw.truth, dtype=np.float64)
    predicted = np.asarray(raw.predicted, dtype=np.float64)
    return _made(raw, truth, predicted, None, None)


def _classes(raw: Raw, roles: Roles) -> tuple[str, ...]:
    seen = sorted(set(raw.truth), key=_natural)
    classes = tuple(seen)
    if roles.classes is not None:
        if isinstance(roles.classes, str) or len(set(roles.classes)) < len(roles.classes):
            raise OptionError(
                f"classes must list each label once; got {roles.classes!r}.",
                hint=f"df.bench(classes={_some(seen)})",
            )
        alike = _alike([written(name) for name in roles.classes], seen)
        classes = tuple(alike.get(name, name) for name in map(written, roles.classes))
    unknown = [name for name in seen if name not in classes]
    if unknown:
        raise DataError(
            f"labels of the truth are not among classes: {examples(unknown)}.",
            hint=f"df.bench(classes={_some([*classes, *unknown])})",
        )
    if len(classes) < TWO:
        raise DesignError(
            f"a classification needs at least 2 classes; the truth has {examples(classes)} only.",
            hint="df.bench(classes=['all', 'labels']), or task='regression'",
        )
    return classes


def _some(labels: Sequence[str]) -> str:
    """Write a list of labels, or its shape where it is long."""
    return repr(list(labels)) if len(labels) <= MOST_TOLD else "[...]"


def _alike(labels: Sequence[str], classes: Sequence[str]) -> dict[str, str]:
    """Find the class that a label is but for how it is written: True and 1, 1.0 and 1."""
    values = {_value(name): name for name in classes if _value(name) is not None}
    found = {label: values.get(_value(label)) for label in labels if label not in classes}
    return {label: name for label, name in found.items() if name is not None}


def _value(label: str) -> float | None:
    if label in ("True", "False"):
        return float(label == "True")
    try:
        return float(label)
    except ValueError:
        return None


def _natural(label: str) -> tuple[int, float, str]:
    """Sort numbers by size, and what is none after them by name."""
    try:
        return 0, float(label), label
    except ValueError:
        return 1, 0.0, label


def _positive(classes: Sequence[str], roles: Roles, *, needed: bool) -> str:
    if roles.positive is not None:
        asked = written(roles.positive)
        found = _alike([asked], classes).get(asked, asked)
        if found in classes:
            return found
        raise OptionError(
            f"positive={roles.positive!r} is not among the classes: {examples(classes)}.",
            hint=f"df.bench(positive={classes[-1]!r})",
        )
    if len(classes) != TWO and needed:
        raise DataError(
            f"one score a model says little of {len(classes)} classes: {examples(classes)}.",
            hint="a column name_probability_class for each class, or df.bench(positive="
            f"{classes[-1]!r}) if the scores are of that one",
        )
    if len(classes) != TWO:
        return ""
    usual = {frozenset(("0", "1")): "1", frozenset(("False", "True")): "True",
             frozenset(("-1", "1")): "1", frozenset(("no", "yes")): "yes",
             frozenset(("negative", "positive")): "positive"}  # fmt: skip
    known = usual.get(frozenset(classes), "")
    if not known and needed:
        raise OptionError(
            f"which class are the probabilities of, {classes[0]!r} or {classes[1]!r}? It is never "
            "guessed.",
            hint=f"df.bench(positive={classes[1]!r})",
        )
    return known


def _codes(raw: Raw, classes: tuple[str, ...]) -> NDArray[np.float64]:
    table = np.asarray(raw.predicted, dtype=object)
    inverse, labels = pd.factorize(table.ravel())
    alike = _alike(labels.tolist(), classes)
    place = {name: code for code, name in enumerate(classes)}
    codes = np.array([place.get(alike.get(name, name), -1) for name in labels], dtype=np.float64)
    found = codes[inverse].reshape(table.shape)
    if (codes < 0).any():
        _refuse_unknown(raw, table, found < 0, classes)
    return found


def _refuse_unknown(
    raw: Raw, table: NDArray[Any], unknown: NDArray[np.bool_], classes: tuple[str, ...]
) -> None:
    """Raise `DataError` on labels that are no class, with the way out that fits them."""
    row, column = np.argwhere(unknown)[0]
    model = raw.algorithms[column]
    labels = sorted(set(table[unknown]), key=_natural)
    values = [_value(label) for label in labels]
    folded = {name.strip().casefold() for name in classes}
    own = f"df[{model!r}]"
    if any(value is not None and not value.is_integer() for value in values):
        hint = "df.bench(task='regression') if these are measured values; columns "
        hint += "name_probability if they are probabilities"
    elif all(label.strip().casefold() in folded for label in labels):
        hint = f"{own}.str.strip().str.lower(), and the truth as well, makes them alike"
    elif unknown[:, column].all():
        hint = f"{own}.map({{...: {classes[0]!r}}}) makes labels of them; if it is no model, "
        hint += f"df.drop(columns=[{model!r}])"
    else:
        hint = f"df.bench(classes={_some([*classes, *labels])}), if they are classes too"
    raise DataError(
        f"predicted labels that the truth never has: {examples(labels)} (for instance by "
        f"{model} for example {raw.rows.names[row]}); the classes are {examples(classes)}.",
        hint=hint,
    )


def _checked(raw: Raw, classes: tuple[str, ...]) -> NDArray[np.float64] | None:
    """Return the probabilities of all classes, where each model gave them."""
    if raw.probabilities is None:
        return None
    alike = {name: label for label, name in _alike(list(raw.probabilities), classes).items()}
    given = {name: raw.probabilities.get(alike.get(name, name)) for name in classes}
    absent = [name for name, column in given.items() if column is None]
    if absent:
        raise DataError(
            f"no probabilities of {examples(absent)}; there are columns for "
            f"{examples(raw.probabilities)}.",
            hint="a column name_probability_class for each class",
        )
    table = np.stack([column for column in given.values() if column is not None], axis=2)
    outside = np.argwhere((table < 0) | (table > 1))
    sums = np.abs(table.sum(axis=2) - 1)
    if len(outside):
        row, column, _ = outside[0]
        raise DataError(
            f"probabilities outside 0 to 1, for instance of {raw.algorithms[column]} for example "
            f"{raw.rows.names[row]}.",
            hint="scipy.special.softmax(scores, axis=1) makes probabilities of scores",
        )
    if (sums > SUM_TOLERANCE).any():
        row, column = np.argwhere(sums > SUM_TOLERANCE)[0]
        raise DataError(
            f"probabilities of {raw.algorithms[column]} for example {raw.rows.names[row]} add up to "
            f"{table[row, column].sum():.4g}, not 1.",
            hint="df.bench(classes=[...]) if a class has no column",
        )
    return table


def _halved(scores: NDArray[np.float64], positive: int) -> NDArray[np.float64]:
    """Predict the class with the probability above one half; of scores none can be told."""
    if ((scores < 0) | (scores > 1)).any():
        return np.full(scores.shape, np.nan)
    return np.where(scores >= 0.5, positive, 1 - positive).astype(np.float64)  # noqa: PLR2004


def _sealed(made: Predictions) -> Predictions:
    if made.n < TWO:
        raise DesignError(
            f"predictions need at least 2 examples; found {made.n}.",
            hint="one row an example (wide), or one row an example and model (long)",
        )
    arrays = [made.truth, made.predicted, made.dataset, made.weights]
    arrays += [each for each in (made.scores, made.probabilities) if each is not None]
    for array in arrays:
        array.setflags(write=False)
    return replace(made, sha256=_sha256(made))


def _sha256(made: Predictions) -> str:
    digest = hashlib.sha256("\x1f".join((*made.algorithms, "\x1e", *made.classes)).encode())
    columns = [
        *made.truth.reshape(made.n, -1).T,
        *made.predicted.reshape(made.n, -1).T,
        made.weights,
    ]
    if made.scores is not None:
        columns += list(made.scores.T)
    if made.probabilities is not None:
        columns += list(made.probabilities.reshape(made.n, -1).T)
    table = np.column_stack([*columns, made.dataset.astype(float), made.repeat.astype(float)])
    order = np.lexsort(table.T[::-1])
    digest.update(np.ascontiguousarray(table[order] + 0.0).tobytes())
    return digest.hexdigest()
