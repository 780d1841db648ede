"""The table of predictions: each row has a test example, its truth, and the models' predictions."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.columns.roles import POSITIVE, ROUNDED, Roles, Task
from benchreport.data.digest import NO_DIGEST, Digest
from benchreport.data.notebook_view import first_examples, shorten_text, write_table, write_view
from benchreport.data.prediction_digest import with_digest
from benchreport.data.prediction_kinds.classes import (
    classes_of,
    codes_of,
    positive_of,
    probabilities_of,
)
from benchreport.data.prediction_kinds.prediction_rows import Examples, Labels, Raw
from benchreport.data.prediction_kinds.read_predictions import holds_predictions, read_raw
from benchreport.errors import DesignError, examples, format_count
from benchreport.hints import Hint, bench, call, option
from benchreport.wording.papers import tables

TWO = 2
KINDS = {
    "regression": "measured values (regression)",
    "ranking": "ranked lists",
    "language": "probabilities of the text that occurred (language)",
    "correctness": "right and wrong answers",
}


INSTEAD = {
    "regression": call("loss_t", loss="squared")
    | bench(task="classification") + " if the numbers are labels",
    "ranking": call("loss_t", loss="ndcg@10") | call("metrics"),
    "correctness": call("mcnemar") | call("metrics", names=["accuracy"]),
    "language": call("metric_bootstrap", metric="perplexity") | call("metrics"),
}
# a procedure that averages the repeats of an example, and compares clusters
ALLOWS = call("paired_difference")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Predictions:
    """What k models predicted for n examples, validated and frozen.

    Parameters
    ----------
    task
        ``"classification"``, ``"regression"``, ``"ranking"``, ``"language"`` or ``"correctness"``.
    truth
        Array (n,): codes into ``classes``, or values; for rankings (n, m), the gains of all items that
        are relevant to a query, padded with 0; for language, ones. Read-only, as all arrays are.
    predicted
        Array (n, k): codes, or values; the more probable class where models gave only scores. For
        rankings (n, k, depth), the gain at each rank. For language (n, k), the mean log-probability
        per token of what came.
    scores
        Array (n, k): probability or score of the positive class; ``None`` without any.
    probabilities
        Array (n, k, C): probabilities of every class; ``None`` without any.
    algorithms
        The k models.
    classes
        The C labels in their order; empty for a regression.
    positive
        The class that a binary problem is about; empty where there is none.
    datasets, dataset, repeats, repeat
        Names of datasets and each example's code into them, (n,); the same for folds, seeds or runs.
    repeat_columns, repeat_parts
        The columns whose combinations are the repeats, and each repeat's label in them.
    clusters, cluster, cluster_column
        Names of clusters, such as passages, and each example's code into them, (n,); the name of their
        column. Without one, examples are independent.
    unit
        The code of each row's example, (n,): its repeats, such as samples, are one unit.
    examples
        The name of each example.
    weights
        Array (n,): how much each example counts; ones where no column says it.
    counted
        Whether each row stands for as many examples as its weight says, all with this truth and these
        predictions; n is then the number of rows above, and of examples below.
    answered
        Which samples of an example each model has, (n, k), where they have different ones; else ``None``. A
        model's first answer to the example stands in for those that it lacks, and counts nowhere.
    rounded
        The step to which scores were rounded, so that equal ones could be counted; 0 where they were not.
    absent
        How many more examples there were, which are left out as a model lacks them.
    digest
        The digest of the predictions as read.
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
    repeat_columns: tuple[str, ...] = ()
    repeat_parts: tuple[tuple[str, ...], ...] = ((),)
    clusters: tuple[str, ...] = ("",)
    cluster: NDArray[np.intp]
    cluster_column: str = ""
    unit: NDArray[np.intp] = field(repr=False)
    examples: Sequence[str] = field(repr=False)
    weights: NDArray[np.float64]
    weighted: bool = False
    counted: bool = False
    rounded: float = 0.0
    absent: int = 0
    answered: NDArray[np.bool_] | None = field(default=None, repr=False)
    digest: Digest = field(default=NO_DIGEST, repr=False)

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, roles: Roles | None = None) -> "Predictions":
        """Read a long or wide frame by its roles.

        Wide: a truth column, and for each model a column of labels or values under its name, or of
        the positive class's probabilities under ``name_probability`` (``_proba``, ``_prob``,
        ``_score``), or one column per class, ``name_probability_class``. Long: one row per example and
        model, with a prediction or probability column.

        Ranked lists are cells that hold lists, the best item first (in a file as JSON or Python
        writes them), and the truth is the relevant item, a list of them, or their gains by item. Or
        one row per query and item (``task="ranking"``): the truth is the item's gain, and models
        gave it a score, the higher the better, or a rank (``name_rank``, or a rank column); what a
        model left out is empty or has no row, and of tied items the less useful goes first.

        Language models (``task="language"``) need no truth: ``name_log_probability`` (natural
        logarithms) or ``name_probability`` of what came, one row per token; or one row per text, the
        sum over its tokens beside how many those were.

        Logs may say no more than whether each answer was right: a ``correct`` column beside model
        and example, or one column of 0 and 1 a model (``task="correctness"``).

        Several rows of one model and example are samples, if a column numbers them (``sample``,
        ``attempt``, ``seed``, ``epoch``); in a wide table rows with the same example and truth are. A
        ``cluster`` column, or one called ``passage``, ``document`` or the like, says which examples
        come from the same source.

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
        if roles.positive is None and POSITIVE in frame.attrs:
            roles = replace(roles, positive=frame.attrs[POSITIVE])
        raw = read_raw(frame, roles)
        predictions = (
            _classification(raw, raw.truth, roles)
            if isinstance(raw.truth, Labels)
            else _regression(raw, np.asarray(raw.truth, dtype=np.float64))
        )
        return _freeze(replace(predictions, rounded=frame.attrs.get(ROUNDED, 0.0)))

    @classmethod
    def suits(cls, frame: pd.DataFrame, roles: Roles | None = None) -> bool:
        """Tell whether a frame holds predictions: a column is, or is called, the truth."""
        return holds_predictions(frame, roles or Roles())

    @property
    def sha256(self) -> str:
        """A digest of the predictions as read; the order of rows does not change it."""
        return self.digest.value

    @property
    def n(self) -> int:
        """The number of examples."""
        return int(self.weights.sum()) if self.counted else len(self.truth)

    @property
    def n_rows(self) -> int:
        """The number of rows; each stands for an example, or for several that are counted."""
        return len(self.truth)

    @property
    def counts(self) -> NDArray[np.float64] | None:
        """How many examples each row stands for, (rows,); ``None`` where each stands for one."""
        return self.weights if self.counted else None

    @property
    def correct(self) -> NDArray[np.bool_]:
        """Whether each prediction is right, (n, k)."""
        self.require_same_samples("a count of right answers")
        right: NDArray[np.bool_] = self.predicted == self.truth[:, None]
        return right

    @property
    def weighting(self) -> str:
        """A phrase for how examples are weighted; empty where all count the same."""
        if not self.weighted:
            return ""
        return tables.WEIGHTING["tokens" if self.task == "language" else "weights"]

    @property
    def n_units(self) -> int:
        """The number of different examples."""
        return self.n if len(self.repeats) < TWO else int(self.unit.max()) + 1

    @property
    def n_drawn(self) -> int:
        """The number of clusters, or of different examples without any."""
        return len(self.clusters) if self.clustered else self.n_units

    @property
    def row_of_unit(self) -> NDArray[np.intp]:
        """The first row of each different example, (n_units,); every row, where they are counted."""
        if not self.repeated:
            return np.arange(self.n_rows)
        return np.unique(self.unit, return_index=True)[1].astype(np.intp)

    @property
    def cluster_of_unit(self) -> NDArray[np.intp] | None:
        """The code of each different example's cluster, (n_units,); ``None`` where they are independent."""
        if len(self.clusters) < TWO:
            return None
        return self.cluster[self.row_of_unit]

    @property
    def clustered(self) -> bool:
        """Whether examples come in clusters, such as questions on one passage."""
        return len(self.clusters) > 1

    @property
    def repeated(self) -> bool:
        """Whether repeats, such as seeds or samples, predict the same examples."""
        return self.n_units < self.n

    @property
    def grouped(self) -> bool:
        """Whether rows are alike: repeats of an example, or examples of one cluster."""
        return self.repeated or self.clustered

    @property
    def drawn(self) -> NDArray[np.intp]:
        """The code of what varies independently for each row, (n,): its cluster, else its example."""
        return self.cluster if self.clustered else self.unit

    @property
    def filled(self) -> "Predictions":
        """The table whose stand-ins count as answers, for procedures that leave them out themselves."""
        return self if self.answered is None else replace(self, answered=None)

    def count_samples(self) -> NDArray[np.float64]:
        """Count the samples of each different example that each model has, (n_units, k)."""
        every = np.bincount(self.unit, minlength=self.n_units)
        if self.answered is None:
            return np.repeat(every[:, None].astype(np.float64), len(self.algorithms), axis=1)
        own = [np.bincount(self.unit, column, len(every)) for column in self.answered.T]
        return np.column_stack(own).astype(np.float64)

    def require_same_samples(self, procedure: str) -> "Predictions":
        """Return itself, or raise `DesignError` where models have different samples of an example."""
        if self.answered is None:
            return self
        lacking = int((~self.answered).any(axis=1).sum())
        raise DesignError(
            f"{procedure} needs the same samples of all models; {lacking:,} of {self.n:,} are of some only.",
            hint=ALLOWS
            + ", which averages the samples that each model has; or "
            + bench(missing="drop")
            + ", which leaves out samples that a model lacks",
        )

    def require_examples(self, procedure: str, *, instead: Hint = ALLOWS) -> "Predictions":
        """Return itself, or raise `DesignError` where rows stand for several examples each.

        Parameters
        ----------
        procedure
            The name of the procedure, which takes every row as an example.
        instead
            A call that takes counts.
        """
        if not self.counted:
            return self
        raise DesignError(
            f"{procedure} needs each example; these {self.n_rows:,} rows stand for {self.n:,} examples.",
            hint=instead + ", which takes counts",
        )

    def require_independent(
        self, procedure: str, *, instead: Hint = ALLOWS, averages: bool = False
    ) -> "Predictions":
        """Return itself, or raise `DesignError` where examples occur in several repeats, or in clusters.

        Parameters
        ----------
        procedure
            The name of the procedure, which takes every row as an example of its own.
        instead
            A call that allows for repeats and clusters.
        averages
            Whether the procedure averages the repeats of an example, so that only clusters are refused.
        """
        if self.clustered:
            raise DesignError(
                f"{procedure} takes examples as independent; these are {self.n_units} in "
                f"{len(self.clusters)} clusters ({self.cluster_column}), within which they are alike.",
                hint=instead
                + ", which compares clusters; "
                + bench(cluster=[])
                + " if examples are independent",
            )
        if not self.repeated or averages:
            return self
        raise DesignError(
            f"{procedure} takes answers as independent; these are {self.n} of {self.n_units} examples, in "
            f"{format_count(len(self.repeats), 'repeat')} that are alike.",
            hint=instead + ", which averages the repeats of an example first",
        )

    @property
    def is_positive(self) -> NDArray[np.bool_]:
        """Whether each example belongs to the positive class, (n,)."""
        code = self.classes.index(self.positive)
        mask: NDArray[np.bool_] = self.truth == code
        return mask

    @property
    def size(self) -> str:
        """The counts of models, examples and datasets as a phrase."""
        datasets = format_count(len(self.datasets), "dataset")
        return tables.PREDICTIONS.format(
            models=format_count(len(self.algorithms), "model"),
            examples=format_count(self.n_units, "example"),
            clusters=tables.OF_CLUSTERS.format(n=len(self.clusters), column=self.cluster_column)
            if self.clustered
            else "",
            answers=self._answers if self.repeated else "",
            datasets=tables.OF_DATASETS.format(datasets=datasets) if len(self.datasets) > 1 else "",
            absent=tables.ABSENT.format(others=format_count(self.absent, "other"))
            if self.absent
            else "",
        )

    @property
    def _answers(self) -> str:
        if self.answered is None:
            return tables.ANSWERS.format(n=self.n)
        counts = self.answered.sum(axis=0)
        return tables.UNEVEN_ANSWERS.format(low=counts.min(), high=counts.max())

    def __str__(self) -> str:
        if self.task == "ranking":
            depth = self.predicted.shape[2]
            return tables.RANKED.format(size=self.size, ranks=format_count(depth, "rank"))
        if self.task != "classification":
            return tables.TASK.format(size=self.size, task=self.task)
        return tables.CLASSES.format(
            size=self.size,
            classes=f"{len(self.classes)} classes",
            names=examples(self.classes, most=6),
            positive=tables.POSITIVE.format(positive=self.positive) if self.positive else "",
        )

    def __repr__(self) -> str:
        return shorten_text(f"Predictions: {self}")

    def _repr_html_(self) -> str:
        # the gains of ranked lists are no predictions that a reader knows
        ranked = self.task == "ranking"
        table = "" if ranked else write_table(first_examples(self), self.n_rows)
        return write_view(repr(self), table)

    def index_of(self, algorithm: Hashable, *, role: str = "control") -> int:
        """Return a model's column number; the `DesignError` for an unknown model lists the known ones."""
        if str(algorithm) in self.algorithms:
            return self.algorithms.index(str(algorithm))
        raise DesignError(
            f"{role}={algorithm!r} is not among the models: {examples(self.algorithms, most=12)}.",
            hint=option(**{role: self.algorithms[0]}),
        )

    @property
    def has_labels(self) -> bool:
        """Whether the models predict a class; scores beyond 0 to 1 alone do not say which."""
        return self.task == "classification" and not np.isnan(self.predicted).any()

    def require_judgements(self, procedure: str) -> "Predictions":
        """Return itself, or raise `DesignError` where answers are neither right nor wrong."""
        self.require_same_samples(procedure)
        return self if self.task == "correctness" else self.require_labels(procedure)

    def require_labels(self, procedure: str) -> "Predictions":
        """Return itself, or raise `DesignError` where there are no labels."""
        self.require_same_samples(procedure)
        if self.has_labels:
            return self
        if self.task == "classification":
            raise DesignError(
                f"{procedure} compares labels; scores of one class of many, or beyond 0 to 1, do not "
                "say which class is predicted.",
                hint="columns of labels beside them (name, name_score), or probabilities: percent "
                "divided by 100",
            )
        raise DesignError(
            f"{procedure} compares labels; this is a table of {KINDS[self.task]}.",
            hint=INSTEAD[self.task],
        )

    def binary_scores(self, procedure: str) -> NDArray[np.float64]:
        """Return the positive class's scores, or raise where there are none or many classes."""
        self.require_same_samples(procedure)
        if self.task != "classification":
            self.require_labels(procedure)
        if self.scores is not None and self.positive:
            return self.scores
        if self.probabilities is not None:
            raise DesignError(
                f"{procedure} is of one class against the rest; which of {examples(self.classes)}?",
                hint=bench(positive=self.classes[-1]),
            )
        raise DesignError(
            f"{procedure} needs probabilities or scores; these are labels only.",
            hint="a column name_probability for each model (wide), or "
            + bench(probability=...)
            + " (long)",
        )


def _classification(raw: Raw, labels: Labels, roles: Roles) -> Predictions:
    classes = classes_of(labels, roles)
    place = {name: code for code, name in enumerate(classes)}
    truth = labels.translate(place)
    positive = positive_of(classes, roles, needed=raw.scores is not None)
    probabilities = probabilities_of(raw, classes)
    scores = raw.scores
    if probabilities is not None and positive:
        scores = probabilities[:, :, place[positive]]
    if isinstance(raw.predicted, tuple):
        predicted = codes_of(raw.predicted, raw, classes)
    elif probabilities is not None:
        predicted = probabilities.argmax(axis=2).astype(np.float64)
    elif scores is not None:
        predicted = _classify(scores, place[positive], len(classes))
    return _predictions(
        raw, truth, predicted, scores, probabilities, classes=classes, positive=positive
    )


def _predictions(
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
        repeat_columns=raw.rows.repeat_columns,
        repeat_parts=raw.rows.repeat_parts,
        clusters=raw.rows.clusters,
        cluster=raw.rows.cluster,
        cluster_column=raw.rows.cluster_column,
        unit=_units(raw.rows),
        examples=raw.rows.names,
        weights=raw.rows.weights,
        weighted=raw.rows.weighted,
        counted=raw.rows.counted,
        answered=raw.rows.answered,
        absent=raw.rows.absent,
        **labels,
    )


def _units(rows: Examples) -> NDArray[np.intp]:
    """Return the code of each row's example; the same names in other datasets or clusters are others."""
    if len(rows.repeats) < TWO:
        return np.arange(len(rows.names))
    names = pd.factorize(np.array(rows.names, dtype=object))[0]
    keys = rows.dataset * len(rows.clusters) + rows.cluster
    return pd.factorize(keys * (int(names.max()) + 1) + names)[0].astype(np.intp)


def _regression(raw: Raw, truth: NDArray[np.float64]) -> Predictions:
    predicted = np.asarray(raw.predicted, dtype=np.float64)
    return _predictions(raw, truth, predicted, None, None)


def _classify(scores: NDArray[np.float64], positive: int, classes: int) -> NDArray[np.float64]:
    """Predict the more probable of two classes; NaN where scores are not probabilities."""
    if classes > TWO or ((scores < 0) | (scores > 1)).any():
        return np.full(scores.shape, np.nan)
    return np.where(scores >= 0.5, positive, 1 - positive).astype(np.float64)  # noqa: PLR2004


def _freeze(predictions: Predictions) -> Predictions:
    if predictions.n < TWO:
        raise DesignError(
            f"predictions need at least 2 examples; found {predictions.n}.",
            hint="one row per example (wide), or one row per example and model (long)",
        )
    return with_digest(predictions)
