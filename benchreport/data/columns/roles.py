"""What the caller said about the columns of a frame, and what the maker of a frame knows of it."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from benchreport.data.columns.words.names import KNOWN_NAMES
from benchreport.errors import OptionError, check_choice
from benchreport.hints import bench, option

TEST_FRACTION, POSITIVE = "test_fraction", "positive"
"""Entries of a frame's ``attrs`` that its maker knows: the share of test data, and the positive class."""
RUNS_OF_DATASETS = "runs_of_datasets"
"""The entry with how many different runs each dataset has, by its name, of a frame of means."""
NOT_READ = "not_read"
"""The entry with the columns of a leaderboard that are neither its algorithms nor datasets."""
JOINED = "joined_columns"
"""The entry with the columns whose combinations the caller took for algorithms or datasets."""
ROUNDED = "rounded_scores"
"""The entry with the step to which an engine rounded the scores of counted examples."""
Missing = Literal["error", "available", "paired", "worst", "drop"]
Orientation = Literal["algorithm", "dataset", "repeat"]
Task = Literal["classification", "regression", "ranking", "language", "correctness"]
MISSING = get_args(Missing)
TASKS = get_args(Task)

# the roles that columns play, besides scores and the metric that is chosen
COLUMNS = tuple(role for role in KNOWN_NAMES if role != "metric")
# how many runs or examples a row stands for; no name of a column says so
NUMBERS = ("runs", "count")
# what pandas calls the index of a frame that was written to CSV and read again
WRITTEN_INDEX = "Unnamed: 0"


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """What the caller said about the columns; ``None`` is read from the frame.

    Parameters
    ----------
    algorithm
        A column name; of a wide frame a list of the columns that are algorithms.
    dataset
        A column name, or a list of several whose combinations are the datasets.
    repeat
        A column name, or several whose combinations are the repeats (``("seed", "fold")``).
    score
        A column name; of a wide frame, what its cells measure.
    higher_is_better
        The direction; ``None`` reads it from the score's name.
    missing
        What happens to runs that are missing: ``"error"`` averages those that are there, and procedures
        that need all runs refuse; ``"available"`` averages those that are there, and only empty cells
        are refused; ``"paired"`` averages the repeats that all algorithms of a dataset have;
        ``"worst"`` gives each missing run its dataset's worst score, and leaves out datasets that have
        none; ``"drop"`` leaves out incomplete datasets. Of a long table of predictions, ``"drop"``
        leaves out the examples and samples that a model lacks.
    truth, prediction, probability, example, weight
        Columns of predictions: the true label or value; of a long table the predicted one, the
        probability or score of the positive class, and which example it is; how much it counts.
    cluster
        The column of what examples come in, such as the passage that several questions are about. Of
        nested columns, the outermost is what varies independently. An empty list says that examples are
        independent, whatever columns are called.
    correct
        A column of a log that says whether each answer was right.
    item, rank
        Columns of ranked lists with one row per query and item: which item, and at which rank.
    log_probability, tokens
        Columns of language models: the log-probability of what came, and over how many tokens it is
        summed.
    step, train, validation
        Columns of curves: the budget, epoch or time a row is about, and the scores on the training
        and the validation data.
    classes
        The labels in their order; ``None`` takes those of the truth, sorted.
    positive
        The class that a binary problem is about.
    task
        ``"classification"``, ``"regression"``, ``"ranking"``, ``"language"`` or ``"correctness"``;
        ``None`` reads it from the table.
    metric
        The metric to compare by: a value in the column that names metrics, or a column of scores. The name
        of the column of metrics says which column that is.
    where
        The rows to read: a value, or a list of values, by column.
    columns
        What the columns of numbers are: ``"dataset"`` reads a leaderboard, one row per algorithm, and
        ``"repeat"`` a column for each fold, seed or run.
    factors
        Columns of settings whose combinations are the algorithms, as in an ablation study.
    covariates
        Columns of numbers that a linear model adjusts scores for.
    runs
        A column that says how many runs each score is the mean of, as in a table of averages.
    count
        A column of a wide table of predictions that says how many examples each row stands for.
    """

    algorithm: Hashable | Sequence[Hashable] | None = None
    dataset: Hashable | Sequence[Hashable] | None = None
    repeat: Hashable | Sequence[Hashable] | None = None
    score: Hashable | None = None
    higher_is_better: bool | None = None
    missing: Missing = "error"
    truth: Hashable | None = None
    prediction: Hashable | None = None
    probability: Hashable | None = None
    example: Hashable | None = None
    cluster: Hashable | Sequence[Hashable] | None = None
    weight: Hashable | None = None
    correct: Hashable | None = None
    item: Hashable | None = None
    rank: Hashable | None = None
    log_probability: Hashable | None = None
    tokens: Hashable | None = None
    step: Hashable | None = None
    train: Hashable | None = None
    validation: Hashable | None = None
    classes: Sequence[Hashable] | None = None
    positive: Hashable | None = None
    task: Task | None = None
    metric: Hashable | None = None
    where: Mapping[Hashable, Any] | None = None
    columns: Orientation | None = None
    factors: Hashable | Sequence[Hashable] | None = None
    covariates: Hashable | Sequence[Hashable] | None = None
    runs: Hashable | None = None
    count: Hashable | None = None

    def __post_init__(self) -> None:
        check_choice("missing", self.missing, MISSING)
        if self.task is not None:
            check_choice("task", self.task, TASKS)
        if self.columns is not None:
            check_choice("columns", self.columns, get_args(Orientation))
        if self.where is not None and not isinstance(self.where, Mapping):
            raise OptionError(
                f"where must be a dict of values by column; got {self.where!r}.",
                hint=bench(where={"split": "test"}),
            )
        if self.higher_is_better not in (None, True, False):
            # "no" and "false" are truthy
            raise OptionError(
                f"higher_is_better must be True or False; got {self.higher_is_better!r}.",
                hint=option(higher_is_better=True),
            )

    def bound(self, **changes: Any) -> "Roles":  # noqa: ANN401 - the accessor's call is typed
        """Return a copy with the given roles, except those that are ``None``."""
        return replace(
            self, **{name: value for name, value in changes.items() if value is not None}
        )

    def bound_columns(self) -> set[object]:
        """Return the columns that the caller gave a role."""
        given = [
            value for role in (*COLUMNS, *NUMBERS) if (value := getattr(self, role)) is not None
        ]
        lists = [value if isinstance(value, list | tuple) else [value] for value in given]
        names = {name for names in (given, *lists) for name in names if isinstance(name, Hashable)}
        return names - {None}
