"""The table that comparisons work on: blocks × algorithms, one score each."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.text_cells import refuse_other_covariates
from benchreport.data.columns.by_names import remembered_by_names
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.factors import Factor, as_columns
from benchreport.data.columns.layout import Layout
from benchreport.data.columns.read_layout import read_layout
from benchreport.data.columns.role_columns import present
from benchreport.data.columns.roles import TEST_FRACTION, Missing, Roles
from benchreport.data.columns.selection import select, select_from
from benchreport.data.columns.words.ablation_names import find_whole
from benchreport.data.columns.words.direction import BEST
from benchreport.data.columns.words.names import kind_of_repeat
from benchreport.data.gap_treatments import (
    RunColumns,
    average_runs,
    blocks_of,
    cells_of,
    has_repeats_as_blocks,
    infinite_as_gaps,
    leave_out_blocks,
    leave_out_incomplete,
    runs_with_worst,
)
from benchreport.data.gaps_in_words import gaps_error
from benchreport.data.iterations import as_independent_runs
from benchreport.data.leaders import direction_of_scores
from benchreport.data.missing_runs import (
    COMPLETE,
    IncompleteCell,
    MissingRuns,
    find_missing_runs,
    find_shared_runs,
)
from benchreport.data.notebook_view import shorten_text, write_table, write_view
from benchreport.data.read_score_runs import read_runs
from benchreport.data.refused_scores import (
    FEWEST_BLOCKS,
    refuse_no_pairs,
    refuse_one_algorithm,
    refuse_other_kinds,
    refuse_unscored,
    too_few_blocks,
    undirected_answers,
)
from benchreport.data.score_runs import Runs
from benchreport.data.unnumbered_repeats import stack_uneven_columns
from benchreport.errors import (
    DesignError,
    DirectionError,
    InputError,
    RoleError,
    examples,
    format_count,
)
from benchreport.hints import bench, call, option
from benchreport.numerics.ties import snap
from benchreport.wording.papers import tables
from benchreport.wording.shell import reading

BlockKind = Literal["dataset", "repeat", "fold", "seed", "run", "example"]
REPEATED = ("repeat", "fold", "seed")
MOST_GAPS = 0.25
"""The share of empty cells up to which each may be a failure."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Scores:
    """Scores of k algorithms on N blocks, validated and frozen.

    Parameters
    ----------
    values
        Array (N, k) of scores, the average of the runs that are there; NaN where a cell has none.
        Scores that differ by rounding alone are one value (`snap`), so that all that reads them sees
        the same ties. Read-only.
    counts
        Array (N, k): how many runs each cell averages. Runs that are NaN do not count. Read-only.
    algorithms
        The k names, in the order of their first appearance.
    blocks
        The N names of datasets, or of repeats where there is only one dataset.
    block_kind
        What a block is; repeats on one dataset are called folds or seeds where their columns are. Runs are
        numbered within each algorithm, so that those in a row do not belong together.
    dataset
        The only dataset's name when the repeats are the blocks, else empty.
    score
        What was measured; ``"score"`` when the frame does not say.
    higher_is_better
        The direction.
    missing
        How missing runs were treated.
    missing_runs
        The runs that the table lacked when it was read, whatever became of them.
    filled, dropped
        Cells with runs that were given their block's worst score, and blocks that were left out.
    runs
        What was read, before averages and the treatment of gaps.
    test_fraction
        The share of the data that each repeat tests on, where the maker of the frame wrote it into ``attrs``.
    factors
        The columns of settings whose combinations are the algorithms.
    covariates
        The tables of the numbers that a linear model adjusts scores for, by column.
    """

    values: NDArray[np.float64]
    counts: NDArray[np.int64]
    algorithms: tuple[str, ...]
    blocks: tuple[str, ...]
    block_kind: BlockKind = "dataset"
    dataset: str = ""
    score: str = "score"
    higher_is_better: bool
    missing: Missing = "error"
    missing_runs: MissingRuns = COMPLETE
    filled: tuple[tuple[str, str], ...] = ()
    dropped: tuple[str, ...] = ()
    runs: Runs = field(repr=False)
    test_fraction: float | None = None
    factors: tuple[Factor, ...] = ()
    covariates: Mapping[str, "Scores"] = field(default_factory=dict)

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, roles: Roles | None = None) -> "Scores":
        """Read a long or wide frame by its roles.

        Parameters
        ----------
        frame
            Any pandas frame; it is not changed.
        roles
            What the caller says about the columns; the rest is read.

        Raises
        ------
        RoleError, DirectionError
            See `read_layout`.
        DataError
            Scores that are text or infinite, labels that are missing, cells that are there twice.
        DesignError
            Fewer than two algorithms or two blocks.

        Examples
        --------
        >>> frame = pd.DataFrame({"task": ["a", "b"], "svm": [0.9, 0.8], "knn": [0.7, 0.9]})
        >>> Scores.from_frame(frame, Roles(score="accuracy")).algorithms
        ('svm', 'knn')
        """
        roles = roles or Roles()
        try:
            return cls._read(frame, roles)
        except InputError as error:
            from benchreport.data.dead_ends import without_dead_ends

            found = without_dead_ends(
                error, lambda said: cls._read(frame, roles.bound(**said)), alone=roles == Roles()
            )
            if roles != Roles() or isinstance(error, DirectionError):
                raise found from None
            from benchreport.data.prediction_kinds.read_correctness import ask_of_answers
            from benchreport.data.readers import error_of_form

            asked = ask_of_answers(frame) if isinstance(error, RoleError) else None
            raise (asked or error_of_form(frame, found)) from None

    @classmethod
    def _read(cls, frame: pd.DataFrame, roles: Roles) -> "Scores":
        known = _layout_by_names(frame, roles)
        if known is not None:
            return _read(known.evidence, known.answer, roles.missing)
        table = select(frame, roles).of_one_metric()
        frame, roles = table.frame, table.roles
        refuse_other_kinds(frame, roles)
        names = [present("covariates", name, frame) for name in as_columns(roles.covariates)]
        evidence = Evidence(frame.drop(columns=names)) if names else table.evidence
        layout = read_layout(evidence.frame, roles, levels=table.levels, evidence=evidence)
        layout = replace(layout, best_is_highest=evidence.attrs.get(BEST))
        scores = _read(evidence, layout, roles.missing)
        if TEST_FRACTION in frame.attrs:
            scores = replace(scores, test_fraction=frame.attrs[TEST_FRACTION])
        if not names and not table.factors:
            return scores
        covariates = {str(name): _read_covariate(frame, layout, name) for name in names}
        return replace(scores, factors=table.factors, covariates=covariates)

    @property
    def gaps(self) -> tuple[tuple[str, str], ...]:
        """The empty cells as (algorithm, block) pairs; independent runs have none."""
        if self.block_kind == "run":
            return ()
        return tuple(
            (self.algorithms[column], self.blocks[row])
            for row, column in np.argwhere(np.isnan(self.values))
        )

    @property
    def sparse(self) -> bool:
        """Whether so many cells are empty, for no reason given, that few of them can be failures."""
        return not self.runs.failed and len(self.gaps) > MOST_GAPS * self.values.size

    @property
    def whole(self) -> str | None:
        """The algorithm that all others remove a part of, by their names; only in a long table."""
        if self.factors or not self.runs.setting_columns:
            return None
        return find_whole(self.algorithms)

    @property
    def incomplete(self) -> tuple[IncompleteCell, ...]:
        """The cells that average fewer runs than others of their dataset have."""
        if not self.missing_runs or self.missing in ("paired", "worst"):
            return ()
        algorithms, blocks = frozenset(self.algorithms), frozenset(self.blocks)
        return tuple(
            cell
            for cell in self.missing_runs.incomplete
            if cell.algorithm in algorithms and cell.block in blocks
        )

    @property
    def n_scored(self) -> int:
        """The number of blocks with any score."""
        return int((~np.isnan(self.values)).any(axis=1).sum())

    @property
    def complete(self) -> bool:
        """Whether procedures that need every run take the table as it is."""
        if self.missing == "error" and self.incomplete:
            return False
        return self.block_kind == "run" or not np.isnan(self.values).any()

    @property
    def used_runs(self) -> NDArray[np.bool_]:
        """Which of the runs as read the averages are made of."""
        used = ~np.isnan(self.runs.read)
        if self.missing == "paired" and self.block_kind == "dataset":
            used = find_shared_runs(self.runs)
        if self.dropped:
            codes, names = blocks_of(self.runs)
            used &= np.isin(np.array(names), self.blocks)[codes]
        return used

    @property
    def averaged_runs(self) -> RunColumns:
        """Block, algorithm and score of each run that the averages are made of, those filled too."""
        codes, names = blocks_of(self.runs)
        if self.filled:
            rows, columns, values = runs_with_worst(
                self.runs,
                self.missing_runs,
                self.runs.value,
                higher_is_better=self.higher_is_better,
            )
        else:
            used = self.used_runs
            rows, columns, values = codes[used], self.runs.algorithm[used], self.runs.value[used]
        places = {name: place for place, name in enumerate(self.blocks)}
        found = np.array([places.get(name, -1) for name in names], dtype=np.intp)
        return found[rows], columns, values

    @property
    def frame(self) -> pd.DataFrame:
        """The scores as a frame (blocks × algorithms)."""
        return pd.DataFrame(
            self.values.copy(),
            index=pd.Index(self.blocks, name=self.block_kind),
            columns=pd.Index(self.algorithms, name="algorithm"),
        )

    @property
    def sha256(self) -> str:
        """A digest of the scores as read, with their labels; the order of rows does not change it."""
        return self.runs.sha256

    @property
    def samples(self) -> tuple[NDArray[np.float64], ...]:
        """Each algorithm's scores without empty cells, for procedures on independent samples."""
        # elsewhere scores are compared within blocks only
        snapped = snap(self.values.ravel()).reshape(self.values.shape)
        return tuple(column[~np.isnan(column)] for column in snapped.T)

    @property
    def overlapping(self) -> bool:
        """Whether the blocks are repeats on one dataset, which may share training data."""
        return self.block_kind in REPEATED

    @property
    def size(self) -> str:
        """Counts in words: ``6 algorithms × 10 datasets, 1 score each``."""
        occupied = self.counts[self.counts > 0]
        low, high = int(occupied.min()), int(occupied.max())
        algorithms = format_count(len(self.algorithms), "algorithm")
        if self.block_kind == "run":
            sizes = sorted(len(sample) for sample in self.samples)
            runs = _write_range(sizes[0], sizes[-1])
            return tables.RUNS.format(algorithms=algorithms, runs=runs)
        blocks = format_count(len(self.blocks), self.block_kind)
        if self.overlapping:
            of_dataset = tables.OF_DATASET.format(dataset=self.dataset)
            blocks += of_dataset if self.dataset else tables.OF_ONE_DATASET
        scores = f"{_write_range(low, high)} {'score' if high == 1 else 'scores'}"
        if self.runs.sizes is not None:
            averaged = self.runs.sizes[~np.isnan(self.runs.read)]
            most = int(averaged.max())
            runs = _write_range(int(averaged.min()), most) + (" run" if most == 1 else " runs")
            scores = tables.MEANS.format(scores=scores, runs=runs)
        return tables.SCORES.format(algorithms=algorithms, blocks=blocks, scores=scores)

    @property
    def direction(self) -> str:
        """``higher is better`` or ``lower is better``."""
        return tables.HIGHER if self.higher_is_better else tables.LOWER

    def __str__(self) -> str:
        gaps = ""
        if self.missing_runs.noun and (self.gaps or self.incomplete):
            gaps = tables.GAPS.format(gaps=self.missing_runs.counted)
        elif self.gaps:
            gaps = tables.GAPS.format(gaps=format_count(len(self.gaps), "missing score"))
        return tables.WITH_SCORE.format(
            size=self.size, score=self.score, direction=self.direction, gaps=gaps
        )

    def __repr__(self) -> str:
        return shorten_text(f"Scores: {self}")

    def _repr_html_(self) -> str:
        return write_view(repr(self), write_table(self.frame.reset_index(allow_duplicates=True)))

    def index_of(self, algorithm: Hashable, *, role: str = "control") -> int:
        """Return an algorithm's column; raise `DesignError` naming the known ones."""
        if str(algorithm) in self.algorithms:
            return self.algorithms.index(str(algorithm))
        raise DesignError(
            f"{role}={algorithm!r} is not among the algorithms: "
            f"{examples(self.algorithms, most=12)}.",
            hint=option(**{role: self.algorithms[0]}),
        )

    def require_complete(
        self, procedure: str, *, gaps: str = "", **options: object
    ) -> NDArray[np.float64]:
        """Return the values; raise `DesignError` where runs are missing or rows not matched.

        Parameters
        ----------
        procedure
            The procedure that the message names.
        gaps
            A procedure for the same question that allows gaps, with its options; the hint names it.
        """
        self.require_matched(procedure)
        if self.complete:
            return self.values
        raise gaps_error(self, procedure, gaps=gaps, **options)

    def without_gaps(self) -> "Scores":
        """Return the table of complete blocks; averages that ``missing`` accepts are complete.

        Raises
        ------
        DesignError
            Fewer than two blocks are complete.
        """
        kept = "drop" if self.missing == "error" else self.missing
        return _checked(leave_out_incomplete(replace(self, missing=kept)))

    def treat_gaps(self, missing: Missing) -> "Scores":
        """Return the table as it is read with another treatment of missing runs.

        Parameters
        ----------
        missing
            The treatment, whatever that of the table itself is.

        Raises
        ------
        DesignError
            The treatment leaves fewer than two blocks.
        """
        averages = average_runs(
            missing,
            self.runs,
            cells_of(self.runs),
            self.missing_runs,
            higher_is_better=self.higher_is_better,
        )
        table = replace(
            self,
            blocks=blocks_of(self.runs)[1],
            missing=missing,
            dropped=(),
            **averages._asdict(),
        )
        return _checked(leave_out_blocks(table))

    def with_shared_runs(self) -> "Scores":
        """Return the table of the repeats that all algorithms of a dataset have, where some lack a few.

        Less is left out than by leaving out whole datasets. The table itself where nothing is missing, where
        ``missing`` says what to do, or where repeats do not belong together.
        """
        partly = self.missing == "error" and bool(self.incomplete)
        if not partly or self.block_kind != "dataset" or not self.runs.matched:
            return self
        try:
            return self.treat_gaps("paired")
        except DesignError:
            # algorithms that share no repeat
            return self

    def require_matched(self, procedure: str) -> NDArray[np.float64]:
        """Return the values, with gaps; raise `DesignError` where scores of a row do not belong together.

        Parameters
        ----------
        procedure
            The procedure that the message names.
        """
        if self.block_kind != "run":
            return self.values
        raise DesignError(
            f"{procedure} compares scores that belong together (the same dataset, fold or seed); "
            "these are independent runs, as no column says which do.",
            hint=bench(dataset=...)
            + " or "
            + bench(repeat=...)
            + "; for independent runs "
            + call("kruskal")
            + ", "
            + call("rank_sum")
            + " or "
            + call("games_howell"),
        )


@remembered_by_names
def _layout_by_names(evidence: Evidence, roles: Roles, levels: tuple[str, ...]) -> Layout | None:
    """Find the layout of a frame without factors and covariates, which `Scores` holds."""
    if roles.covariates is not None or roles.factors is not None:
        return None
    table = select_from(evidence, roles, levels).of_one_metric()
    refuse_other_kinds(table.frame, table.roles)
    return read_layout(table.frame, table.roles, levels=table.levels, evidence=table.evidence)


def _read(evidence: Evidence, layout: Layout, missing: Missing) -> Scores:
    # who treats gaps says that scores are missing
    stacked = stack_uneven_columns(evidence, layout) if missing == "error" else None
    if stacked is None:
        return _table(_read_runs(evidence, layout, missing), layout, missing)
    runs = _read_runs(stacked.evidence, stacked.layout, missing)
    runs = replace(runs, metric=layout.score, cell_notes=(*runs.cell_notes, stacked.note))
    return _table(runs, replace(layout, dataset=None, uneven=True), missing)


def _read_runs(evidence: Evidence, layout: Layout, missing: Missing) -> Runs:
    with_gaps = infinite_as_gaps(evidence, layout, missing)
    if with_gaps is None:
        return read_runs(evidence, layout)
    runs = read_runs(with_gaps, layout)
    return replace(runs, failed="; ".join(filter(None, (runs.failed, reading.INFINITE))))


def _kind_of_repeats(runs: Runs) -> BlockKind:
    """Call repeats on one dataset by what their columns number: a fold of a repetition is a fold."""
    if not runs.matched:
        return "run"
    kinds = {kind_of_repeat(name) for name in runs.repeat_columns}
    if "fold" in kinds:
        return "fold"
    return "seed" if kinds == {"seed"} else "repeat"


def _table(runs: Runs, layout: Layout, missing: Missing) -> Scores:
    runs = as_independent_runs(runs)
    blocks = blocks_of(runs)[1]
    refuse_one_algorithm(runs.algorithms)
    if len(blocks) < FEWEST_BLOCKS:
        raise too_few_blocks(len(blocks))
    by_repeat = has_repeats_as_blocks(runs)
    kind = _kind_of_repeats(runs) if by_repeat else "dataset"
    if layout.direction is None and np.isin(runs.read, (0.0, 1.0)).all():
        raise undirected_answers(layout)
    cells = cells_of(runs)
    higher_is_better = direction_of_scores(layout, cells, runs.algorithms, blocks)
    missing_runs = find_missing_runs(runs, cells.counts, blocks, kind=kind)
    if not cells.counts.all():
        refuse_unscored(cells.counts, runs, layout, missing)
        refuse_no_pairs(cells.counts, blocks, kind)
    averages = average_runs(missing, runs, cells, missing_runs, higher_is_better=higher_is_better)
    table = Scores(
        **averages._asdict(),
        algorithms=runs.algorithms,
        blocks=blocks,
        block_kind=kind,
        dataset=runs.datasets[0] if by_repeat else "",
        score="score" if layout.score is None else str(layout.score),
        higher_is_better=higher_is_better,
        missing=missing,
        missing_runs=missing_runs,
        runs=runs,
    )
    return _checked(leave_out_blocks(table))


def _read_covariate(frame: pd.DataFrame, layout: Layout, column: Hashable) -> Scores:
    """Read a column of numbers as the table of scores is read."""
    refuse_other_covariates(frame[column], column)
    chosen = replace(layout, score=column, direction=True)
    return _table(read_runs(frame, chosen), chosen, "available")


def _write_range(low: int, high: int) -> str:
    return str(high) if low == high else tables.RANGE.format(low=low, high=high)


def _checked(table: Scores) -> Scores:
    """Return a table that nothing can change, if it is large enough."""
    if len(table.blocks) < FEWEST_BLOCKS:
        fill = bench(missing="worst")
        averages = table.missing_runs.present.all()
        hint = bench(missing="available") | fill if averages else fill
        filled = table.missing == "worst"
        raise too_few_blocks(len(table.blocks), len(table.dropped), None if filled else hint)
    table.values.setflags(write=False)
    table.counts.setflags(write=False)
    return table
