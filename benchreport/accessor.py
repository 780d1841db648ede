"""``df.bench``: its methods, one line each."""

from collections.abc import Hashable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final, cast

import pandas as pd

from benchreport import analysis, data, paper, plots, report, stats
from benchreport.arguments import check_arguments
from benchreport.binding import Either, Later, Reader, Tables, bind, read_once
from benchreport.data.columns.roles import Missing, Orientation, Roles, Task
from benchreport.data.scores import Scores
from benchreport.data.table_kinds import AnyTable
from benchreport.errors import BenchreportError
from benchreport.last_read import last_tables

if TYPE_CHECKING:
    from benchreport.analysis.check import Overview
    from benchreport.data import Curves, Predictions
else:
    # the first use of a method loads what it needs
    analysis, paper, plots, report, stats = map(Later, (analysis, paper, plots, report, stats))

NOTHING_SAID = Roles()


class Bench:
    """The comparisons that a frame of benchmark results allows.

    Made by ``df.bench`` or ``benchreport.bench(df)``. It stores the frame and the roles that the caller
    set; nothing is read or checked before a method is called. Each method reads the frame, which may have
    changed since the last one; a small one is read again only if it has. `read` reads a frame once for all.

    Parameters
    ----------
    frame
        Results, long (one row per score) or wide (one column per algorithm): a frame of pandas, or of Polars,
        PyArrow, DuckDB, Ibis, Dask or PySpark (see `bench`).
    roles
        What the caller said about the columns.
    tables
        The tables of the frame that were read already.
    """

    __slots__ = ("_frame", "_roles", "_tables")

    def __init__(
        self,
        frame: Any,  # noqa: ANN401 - a frame of any library
        roles: Roles | None = None,
        tables: Tables | None = None,
    ) -> None:
        self._frame = frame
        self._roles = roles or NOTHING_SAID
        self._tables = tables

    def __call__(  # noqa: PLR0913 - one argument a role
        self,
        *,
        algorithm: Hashable | Sequence[Hashable] | None = None,
        dataset: Hashable | Sequence[Hashable] | None = None,
        repeat: Hashable | Sequence[Hashable] | None = None,
        score: Hashable | None = None,
        higher_is_better: bool | None = None,
        missing: Missing | None = None,
        truth: Hashable | None = None,
        prediction: Hashable | None = None,
        probability: Hashable | None = None,
        example: Hashable | None = None,
        cluster: Hashable | Sequence[Hashable] | None = None,
        weight: Hashable | None = None,
        correct: Hashable | None = None,
        item: Hashable | None = None,
        rank: Hashable | None = None,
        log_probability: Hashable | None = None,
        tokens: Hashable | None = None,
        step: Hashable | None = None,
        train: Hashable | None = None,
        validation: Hashable | None = None,
        classes: Sequence[Hashable] | None = None,
        positive: Hashable | None = None,
        task: Task | None = None,
        metric: Hashable | None = None,
        where: Mapping[Hashable, Any] | None = None,
        columns: Orientation | None = None,
        factors: Hashable | Sequence[Hashable] | None = None,
        covariates: Hashable | Sequence[Hashable] | None = None,
        runs: Hashable | None = None,
        count: Hashable | None = None,
    ) -> "Bench":
        """Say which column is what; what is not said is read from the frame.

        Parameters
        ----------
        algorithm
            A column; of a wide frame a list of the columns that are algorithms.
        dataset
            A column, or a list of several whose combinations are the datasets.
        score
            A column; of a wide frame it says what the cells measure.
        repeat
            A column, or several whose combinations are the repeats; of a wide frame whose rows have no
            names, what they are, such as ``"fold"``.
        higher_is_better
            The direction, needed where the score's name does not tell.
        missing
            What happens to runs that are missing: ``"error"`` (procedures that need all refuse),
            ``"available"`` (average those that are there), ``"paired"`` (average the repeats that all
            algorithms of a dataset have), ``"worst"`` (give each its dataset's worst score) or
            ``"drop"`` (leave out incomplete datasets; of predictions answers that a model lacks).
        truth, prediction, probability, example, weight, correct, item, rank, log_probability, tokens
            Columns of predictions: see `benchreport.Predictions`.
        cluster
            The column of what examples come in, such as the passage that several questions are about, or
            several nested ones.
        step, train, validation
            Columns of curves: the budget, epoch or time, and scores on other parts of the data.
        classes, positive, task
            The labels in their order, the class that a binary problem is about, and whether labels,
            values, ranked lists, language or right and wrong are in the table, where the table does not tell.
        metric
            The metric to compare by, where a column names the metric of each row.
        where
            The rows to read, as a value or a list of values by column: ``{"split": "test"}``.
        columns
            ``"dataset"`` reads a leaderboard: one row per algorithm, one column per dataset; ``"repeat"``
            a column for each fold, seed or run.
        factors
            Columns of settings whose combinations are the algorithms, as in an ablation study.
        covariates
            Columns of numbers that `anova` adjusts scores for.
        runs
            A column that says how many runs each score is the mean of, as in a table of averages.
        count
            A column that says how many examples each row of predicted labels stands for.

        Returns
        -------
        Bench
            A copy with these roles.

        Examples
        --------
        >>> frame = pd.DataFrame({"Who": ["a", "b"] * 2, "On": [1, 1, 2, 2], "auc": [0.9, 0.8] * 2})
        >>> bench(frame)(algorithm="Who", dataset="On")
        2 algorithms × 2 datasets, 1 score each; auc, higher is better
        """
        said = {name: value for name, value in locals().items() if value is not None}
        del said["self"]
        check_arguments(Bench.__call__, (), said)
        first = self._roles is NOTHING_SAID
        return Bench(self._frame, Roles(**said) if first else self._roles.bound(**said))

    @property
    def frame(self) -> Any:  # noqa: ANN401 - a frame of any library
        """The caller's frame, unchanged."""
        return self._frame

    @property
    def roles(self) -> Roles:
        """The roles of columns that the caller set."""
        return self._roles

    @property
    def scores(self) -> Scores:
        """The table of scores that procedures use: blocks × algorithms, repeats averaged."""
        return cast("Scores", self._read(Scores))

    @property
    def predictions(self) -> "Predictions":
        """The table of predictions that procedures for predictions use."""
        return cast("Predictions", self._read(data.Predictions))

    @property
    def curves(self) -> "Curves":
        """The table of curves that procedures for curves use."""
        return cast("Curves", self._read(data.Curves))

    def read(self) -> "Bench":
        """Read the frame once, for all methods of what is returned.

        Cells may change between two calls of methods. In a frame of up to 20,000 numbers and texts, or a
        million floats in one array, this is seen by comparing them with what they were; other frames are
        read again by each method, as nothing cheaper shows it. For several methods on a large table, read
        it once. Later changes of the frame do not change what was read: it is a copy.

        Returns
        -------
        Bench
            It has the same methods, which use the table that was read.

        Raises
        ------
        InputError
            The frame cannot be read.

        Examples
        --------
        >>> frame = pd.DataFrame({"svm": [0.9, 0.8, 0.9], "knn": [0.7, 0.6, 0.8]})
        >>> results = bench(frame, score="accuracy").read()
        >>> frame["svm"] = 0.0
        >>> results.describe().table["mean"].round(2).tolist()
        [0.87, 0.7]
        >>> results.scores is results.scores
        True
        """
        frame, bound = self._pandas()
        tables = Tables(frame, bound)
        tables.read(AnyTable)
        return Bench(tables.frame, bound, tables)

    def _pandas(self) -> tuple[pd.DataFrame, Roles]:
        """Return the frame and its roles; what another library holds is reduced first."""
        if isinstance(self._frame, pd.DataFrame):
            return self._frame, self._roles
        from benchreport.engines.any_frame import read_frame

        return read_frame(self._frame, self._roles)

    def _read(self, reader: Reader, **roles: Any) -> object:  # noqa: ANN401 - roles of columns
        if roles:
            return self(**roles)._read(reader)  # noqa: SLF001 - its own
        if self._tables is not None:
            return self._tables.read(reader)
        frame, bound = self._pandas()
        return read_once(reader, frame, bound, last_tables(frame, bound))

    def check(self) -> "Overview":
        """Say how the frame is read, which problems it has, and what to do next.

        Returns
        -------
        Overview
            It prints, and renders in a notebook: the columns with their roles, the table, what is
            wrong with it, and the next call.

        Examples
        --------
        >>> frame = pd.DataFrame({"a": [9, 8, 9], "b": [7, 6, 8]}, index=["iris", "wine", "glass"])
        >>> bench(frame, score="accuracy").check()
        3 rows, 3 columns; wide: one column per algorithm
          dataset  text, 3 values                       dataset: by its name
          a        whole numbers, 2 values from 8 to 9  an algorithm's scores
          b        whole numbers, 3 values from 6 to 8  an algorithm's scores
        2 algorithms × 3 datasets, 1 score each; accuracy, higher is better
        algorithms: a, b
        datasets: iris, wine, glass
        The table has no problems.
        Next: df.bench(score='accuracy').report()
          or: df.bench(score='accuracy').advise()
        """
        from benchreport.analysis.check import check

        return check(*self._pandas(), asked=self._roles)

    def __repr__(self) -> str:
        try:
            return str(self._read(Either((data.Predictions, data.Curves, Scores))))
        except BenchreportError as error:
            # a representation must not raise
            return f"not readable as it is: {error}"

    def _repr_html_(self) -> str:
        return f"<pre>{escape(repr(self))}</pre>"

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if not name.startswith("_")]

    # descriptions of the scores
    describe: Final = bind(stats.describe)
    ranks: Final = bind(stats.ranks)
    rank_sets: Final = bind(stats.rank_sets)
    profiles: Final = bind(stats.profiles)
    # all algorithms at once
    friedman: Final = bind(stats.friedman)
    friedman_aligned: Final = bind(stats.friedman_aligned)
    quade: Final = bind(stats.quade)
    skillings_mack: Final = bind(stats.skillings_mack)
    durbin: Final = bind(stats.durbin)
    page: Final = bind(stats.page)
    kruskal: Final = bind(stats.kruskal)
    anova: Final = bind(stats.anova)
    ablation: Final = bind(stats.ablation)
    mixed_model: Final = bind(stats.mixed_model)
    # pairs, by mean ranks
    nemenyi: Final = bind(stats.nemenyi)
    bonferroni_dunn: Final = bind(stats.bonferroni_dunn)
    eisinga: Final = bind(stats.eisinga)
    rank_z: Final = bind(stats.rank_z)
    conover: Final = bind(stats.conover)
    quade_post: Final = bind(stats.quade_post)
    aligned_post: Final = bind(stats.aligned_post)
    # pairs, each alone
    wilcoxon: Final = bind(stats.wilcoxon)
    multi_comparison: Final = bind(stats.multi_comparison)
    sign: Final = bind(stats.sign)
    permutation: Final = bind(stats.permutation)
    rank_sum: Final = bind(stats.rank_sum)
    brunner_munzel: Final = bind(stats.brunner_munzel)
    # pairs of independent runs, all together
    steel_dwass: Final = bind(stats.steel_dwass)
    dunn: Final = bind(stats.dunn)
    conover_iman: Final = bind(stats.conover_iman)
    kruskal_nemenyi: Final = bind(stats.kruskal_nemenyi)
    # pairs, by means
    tukey: Final = bind(stats.tukey)
    dunnett: Final = bind(stats.dunnett)
    games_howell: Final = bind(stats.games_howell)
    welch_t: Final = bind(stats.welch_t)
    # pairs, on one dataset
    paired_t: Final = bind(stats.paired_t)
    cv_t: Final = bind(stats.cv_t)
    resampled_t: Final = bind(stats.resampled_t)
    corrected_t: Final = bind(stats.corrected_t)
    cv5x2_t: Final = bind(stats.cv5x2_t)
    cv5x2_f: Final = bind(stats.cv5x2_f)
    # each algorithm against a value
    z_test: Final = bind(stats.z_test)
    # posterior probabilities of pairs
    bayes_signed_rank: Final = bind(stats.bayes_signed_rank)
    bayes_sign: Final = bind(stats.bayes_sign)
    bayes_correlated_t: Final = bind(stats.bayes_correlated_t)
    # effect sizes and equivalence
    effect_sizes: Final = bind(stats.effect_sizes)
    contrast_estimation: Final = bind(stats.contrast_estimation)
    equivalence: Final = bind(stats.equivalence)
    non_inferiority: Final = bind(stats.non_inferiority)
    mean_interval: Final = bind(stats.mean_interval)
    aggregates: Final = bind(stats.aggregates)
    improvement: Final = bind(stats.improvement)
    speedup: Final = bind(stats.speedup)
    one_standard_error: Final = bind(stats.one_standard_error)
    # assumptions of tests, and the quality of the data
    normality: Final = bind(stats.normality)
    equal_variances: Final = bind(stats.equal_variances)
    sphericity: Final = bind(stats.sphericity)
    independence: Final = bind(stats.independence)
    outliers: Final = bind(stats.outliers)
    synchronized_splits: Final = bind(stats.synchronized_splits)
    # predictions: how good each model is
    metrics: Final = bind(stats.metrics)
    point_632: Final = bind(stats.point_632)
    roc: Final = bind(stats.roc)
    precision_recall: Final = bind(stats.precision_recall)
    reliability: Final = bind(stats.reliability)
    confusion: Final = bind(stats.confusion)
    to_scores: Final = bind(analysis.to_scores)
    # predictions: all models at once, and pairs
    cochran_q: Final = bind(stats.cochran_q)
    looney_f: Final = bind(stats.looney_f)
    paired_difference: Final = bind(stats.paired_difference)
    dataset_differences: Final = bind(stats.dataset_differences)
    flips: Final = bind(stats.flips)
    item_analysis: Final = bind(stats.item_analysis)
    design_effect: Final = bind(stats.design_effect)
    degradation: Final = bind(stats.degradation)
    mcnemar: Final = bind(stats.mcnemar)
    proportions_z: Final = bind(stats.proportions_z)
    loss_t: Final = bind(stats.loss_t)
    delong: Final = bind(stats.delong)
    marginal_homogeneity: Final = bind(stats.marginal_homogeneity)
    accuracy_differences: Final = bind(stats.accuracy_differences)
    metric_bootstrap: Final = bind(stats.metric_bootstrap)
    metric_permutation: Final = bind(stats.metric_permutation)
    disagreements: Final = bind(stats.disagreements)
    # several tables in one: metrics, nights, training and test scores
    rank_changes: Final = bind(stats.rank_changes)
    train_test: Final = bind(stats.train_test)
    # curves: over budgets, epochs or time
    curve_summary: Final = bind(stats.curve_summary)
    anytime: Final = bind(stats.anytime)
    rank_over_time: Final = bind(stats.rank_over_time)
    runtimes: Final = bind(stats.runtimes)
    best_at_budget: Final = bind(analysis.best_at_budget)
    area_under_curve: Final = bind(analysis.area_under_curve)
    scores_at: Final = bind(analysis.scores_at)
    # sensitivity of the conclusions
    stability: Final = bind(stats.stability)
    multiverse: Final = bind(stats.multiverse)
    variance_components: Final = bind(stats.variance_components)
    plan: Final = bind(stats.plan)
    power: Final = bind(stats.power)
    n_needed: Final = bind(stats.n_needed)
    gap_sensitivity: Final = bind(stats.gap_sensitivity)
    # figures
    cd_plot: Final = bind(plots.cd_plot_from_table)
    ablation_plot: Final = bind(plots.ablation_plot_from_table)
    rank_set_plot: Final = bind(plots.rank_set_plot_from_table)
    multiverse_plot: Final = bind(plots.multiverse_plot_from_table)
    speedup_plot: Final = bind(plots.speedup_plot_from_table)
    interaction_plot: Final = bind(plots.interaction_plot_from_table)
    residual_plot: Final = bind(plots.residual_plot_from_table)
    tukey_plot: Final = bind(plots.tukey_plot_from_table)
    box_plot: Final = bind(plots.box_plot)
    violin_plot: Final = bind(plots.violin_plot)
    ecdf_plot: Final = bind(plots.ecdf_plot)
    heatmap_plot: Final = bind(plots.heatmap_plot)
    scatter_plot: Final = bind(plots.scatter_plot)
    meta_feature_plot: Final = bind(plots.meta_feature_plot)
    rank_plot: Final = bind(plots.rank_plot_from_table)
    matrix_plot: Final = bind(plots.matrix_plot_from_table)
    significance_plot: Final = bind(plots.significance_plot_from_table)
    effect_plot: Final = bind(plots.effect_plot_from_table)
    profile_plot: Final = bind(plots.profile_plot_from_table)
    outlier_plot: Final = bind(plots.outlier_plot_from_table)
    roc_plot: Final = bind(plots.roc_plot_from_table)
    precision_recall_plot: Final = bind(plots.precision_recall_plot_from_table)
    calibration_plot: Final = bind(plots.calibration_plot_from_table)
    confusion_plot: Final = bind(plots.confusion_plot_from_table)
    mcnemar_plot: Final = bind(plots.mcnemar_plot_from_table)
    forest_plot: Final = bind(plots.forest_plot_from_table)
    bump_plot: Final = bind(plots.bump_plot_from_table)
    cd_sequence_plot: Final = bind(plots.cd_sequence_plot_from_table)
    train_test_plot: Final = bind(plots.train_test_plot_from_table)
    curve_plot: Final = bind(plots.curve_plot)
    anytime_plot: Final = bind(plots.anytime_plot)
    rank_over_time_plot: Final = bind(plots.rank_over_time_plot)
    ecdf_runtime_plot: Final = bind(plots.ecdf_runtime_plot)
    # advice, whole analyses and reports
    advise: Final = bind(analysis.advise, AnyTable)
    analyze: Final = bind(analysis.analyze)
    analyze_predictions: Final = bind(analysis.analyze_predictions)
    analyze_curves: Final = bind(analysis.analyze_curves)
    report_metrics: Final = bind(report.report_metrics)
    report: Final = bind(report.report)
    # what goes into a paper
    table: Final = bind(paper.table)
    sentence: Final = bind(paper.sentence)
    numbers: Final = bind(paper.numbers)


def bench(frame: Any, **roles: Any) -> Bench:  # noqa: ANN401 - Bench.__call__ checks them
    """Return the comparisons of a frame of any library; for pandas, it is ``frame.bench`` with its type.

    Frames of Polars (also lazy ones), PyArrow, DuckDB, Ibis, Dask and PySpark are read through Narwhals
    (``pip install 'benchreport[engines]'``). Up to 1,000,000 rows they are read whole. Of larger tables of
    scores the other library computes the mean of the runs of each algorithm on each dataset, and at most
    1,000,000 such cells come back. Means have 13 significant digits, and each score says how many runs it
    is the mean of. Procedures that use single runs see one score a cell. Of larger tables of predictions it
    counts the examples with the same truth and the same labels, or rounded probabilities.

    Parameters
    ----------
    frame
        A table of results, long or wide.
    **roles
        The same roles as for ``df.bench(…)``.

    Raises
    ------
    InputError
        It is no frame.
    DependencyError
        Narwhals is not installed.

    Examples
    --------
    >>> frame = pd.DataFrame({"a": [0.9, 0.8], "b": [0.7, 0.6]})
    >>> bench(frame, score="accuracy")
    2 algorithms × 2 datasets, 1 score each; accuracy, higher is better
    """
    return Bench(frame)(**roles)
