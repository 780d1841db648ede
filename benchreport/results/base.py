"""The base of all results: frozen facts, and the views that every result derives from them."""

import dataclasses
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeVar

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.notebook_view import write_rows
from benchreport.data.scores import BlockKind, Scores
from benchreport.errors import DesignError, OptionError, format_count
from benchreport.hints import call
from benchreport.results.later import Remembering
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.text_table import (
    MOST_ROWS,
    align_table,
    cut_table,
    format_table,
    is_numeric,
    markdown_table,
)
from benchreport.wording.papers import tables
from benchreport.wording.results.headings import HEADINGS
from benchreport.wording.verdicts import checks as wording

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from benchreport.data.predictions import Predictions

Numbers = NDArray[np.float64]
Outcome = Literal["held", "doubtful", "violated", "not checked"]


class Interval(NamedTuple):
    """A confidence interval.

    It is a named tuple because results hold tens of thousands: a frozen dataclass takes several
    times as long to make.
    """

    low: float
    high: float
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumption:
    """An assumption of a procedure, and what the data say about it.

    Parameters
    ----------
    name
        The assumption in words.
    outcome
        ``"held"``, ``"doubtful"``, ``"violated"`` or ``"not checked"``.
    evidence
        The evidence for the outcome, with its numbers.
    """

    name: str
    outcome: Outcome
    evidence: str

    @classmethod
    def of(
        cls, words: tuple[str, str], outcome: Outcome = "not checked", **slots: object
    ) -> "Assumption":
        """Fill the statement and the evidence of a template of `benchreport.wording.verdicts.assumptions`."""
        name, evidence = (text.format(**slots) for text in words)
        return cls(name=name, outcome=outcome, evidence=evidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """The design of a comparison: the counts and words that every result carries.

    Parameters
    ----------
    algorithms
        The k names, in the table's order.
    n_blocks
        The number of blocks (datasets or repeats), N.
    block_kind
        ``"dataset"``, ``"repeat"``, ``"run"`` or, of predictions, ``"example"``.
    score, higher_is_better
        The measured score, and its direction.
    runs
        The number of independent runs of each algorithm; none if the scores of a block belong together.
    """

    algorithms: tuple[str, ...]
    n_blocks: int
    block_kind: BlockKind
    score: str
    higher_is_better: bool
    runs: tuple[int, ...] = ()

    @classmethod
    def of(cls, scores: Scores) -> "Design":
        """Read the design off a table."""
        return cls(
            algorithms=scores.algorithms,
            n_blocks=len(scores.blocks),
            block_kind=scores.block_kind,
            score=scores.score,
            higher_is_better=scores.higher_is_better,
            runs=tuple(map(len, scores.samples)) if scores.block_kind == "run" else (),
        )

    @classmethod
    def of_predictions(
        cls,
        predictions: "Predictions",
        score: str = "accuracy",
        *,
        higher_is_better: bool = True,
        averaged: bool = False,
    ) -> "Design":
        """Read the design off a table of predictions: its examples are the blocks.

        If repeats of an example are ``averaged``, they are one block; otherwise each answer is one.
        """
        return cls(
            algorithms=predictions.algorithms,
            n_blocks=predictions.n_units if averaged else predictions.n,
            block_kind="example",
            score=score,
            higher_is_better=higher_is_better,
        )

    @property
    def noun(self) -> str:
        """The noun for what is compared: ``"model"`` for predictions, else ``"algorithm"``."""
        return "model" if self.block_kind == "example" else "algorithm"

    @property
    def blocks(self) -> str:
        """How many blocks there are, or runs of each algorithm, as in ``8 to 12 runs each``."""
        if len(set(self.runs)) > 1:
            return tables.RUNS_EACH.format(low=min(self.runs), high=max(self.runs))
        return format_count(self.n_blocks, self.block_kind) + tables.EACH * bool(self.runs)

    @property
    def n_algorithms(self) -> int:
        """The number of algorithms, k."""
        return len(self.algorithms)


AnyResult = TypeVar("AnyResult", bound="Result")


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Remembering, ABC):
    """The answer of a procedure.

    Parameters
    ----------
    procedure
        Its name in the catalogue.
    method
        Its name in the literature.
    variant
        Which of its variants gave the p-values.
    correction
        How p-values were adjusted for several comparisons; ``"none"`` where they were not.
    alpha
        The level of decisions; intervals have confidence 1 − alpha.
    design
        The counts and words of the comparison.
    assumptions, warnings
        What the procedure takes for granted, with its check; and notes that a reader needs.
    references
        Keys into `benchreport.results.citing.bibliography.BIBLIOGRAPHY`.
    seed
        Seed of the random numbers, ``None`` where none are drawn.
    """

    # the fields with a record for each row of the display, where they may be tens of thousands
    each_row: ClassVar[tuple[str, ...]] = ()

    procedure: str
    method: str
    variant: str = ""
    correction: str = "none"
    alpha: float = 0.05
    design: Design
    assumptions: tuple[Assumption, ...] = ()
    warnings: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    seed: int | None = None

    @property
    def doubts(self) -> tuple[Assumption, ...]:
        """The assumptions behind the p-values that a check puts in doubt.

        While there are any, no difference is called significant.
        """
        return tuple(
            assumption for assumption in self.assumptions if assumption.outcome in DOUBTFUL
        )

    @property
    def claim_alpha(self) -> float:
        """The largest p-value that shows a difference: alpha, and less than any while there are doubts.

        Letters, groups, marks in tables and figures, and sentences all decide by it.
        """
        return -math.inf if self.doubts else self.alpha

    @property
    def reservation(self) -> str:
        """Say in a clause what puts the p-values in doubt; empty where nothing does.

        An assumption that is violated goes before one that is doubtful.
        """
        worst = sorted(self.doubts, key=lambda assumption: assumption.outcome != "violated")
        if not worst:
            return ""
        why = worst[0].evidence.partition("; ")[0]
        template = wording.RESERVATIONS[worst[0].outcome]
        return template.format(assumption=worst[0].name, evidence=why)

    @property
    def short_name(self) -> str:
        """The method's name where there is little room."""
        return self.method.partition(" (")[0].removesuffix(" test")

    @property
    @abstractmethod
    def table(self) -> pd.DataFrame:
        """The numbers, unrounded, as a new frame."""

    @property
    @abstractmethod
    def summary(self) -> str:
        """One line, the way a paper writes it."""

    @property
    @abstractmethod
    def interpretation(self) -> tuple[str, ...]:
        """Plain sentences: the conclusions, and their limits."""

    @property
    def display(self) -> pd.DataFrame:
        """The table as text, rounded for reading."""
        return format_table(self.table, self.alpha)

    def first_rows(self, most: int) -> tuple[pd.DataFrame, int]:
        """Return the first rows of the display, of which only these are written, and how many it has."""
        n_rows = len(getattr(self, self.each_row[0])) if self.each_row else 0
        if n_rows > most:
            places = self.choose_rows(most)
            first: dict[str, Any] = {
                name: tuple(map(getattr(self, name).__getitem__, places)) for name in self.each_row
            }
            return dataclasses.replace(self, **first).display, n_rows
        texts = self.display
        return texts.head(most), len(texts)

    def choose_rows(self, most: int) -> Sequence[int]:
        """Return the places of the rows that are shown where only so many are."""
        return range(most)

    def __str__(self) -> str:
        texts, more = cut_table(*self.first_rows(MOST_ROWS))
        table = [*filter(None, (align_table(texts), more)), ""] if len(texts) else []
        parts = [self.summary, "", *table, *self.interpretation]
        parts += [
            wording.ASSUMPTION.format(
                outcome=doubt.outcome, assumption=doubt.name, evidence=doubt.evidence
            )
            for doubt in self.doubts
        ]
        parts += [f"Note: {warning}" for warning in self.warnings]
        return fmt.end_once("\n".join(parts))

    def _repr_html_(self) -> str:
        lines = map(fmt.end_once, (*self.interpretation, *self.warnings))
        notes = "".join(f"<p>{escape(line)}</p>" for line in lines)
        texts, more = cut_table(*self.first_rows(MOST_ROWS))
        table = write_rows(texts.columns, texts.to_numpy().tolist())
        more = f"<p>{more}</p>" if more else ""
        return f"<div><p><strong>{escape(self.summary)}</strong></p>{table}{more}{notes}</div>"

    def to_dict(self) -> dict[str, Any]:
        """Return the facts as plain values for JSON; infinite and undefined become null.

        ``"result"`` names the class. ``"not_finite"``, present if there are nulls, maps each one's
        path to the number it stands for, so that `benchreport.results.from_dict.from_dict` rebuilds
        the same result.
        """
        odd: dict[str, str] = {}
        facts = {
            field.name: _plain(getattr(self, field.name), f"/{field.name}", odd)
            for field in dataclasses.fields(self)
        }
        not_finite = {"not_finite": odd} if odd else {}
        return {"result": type(self).__name__, **facts, **not_finite, "summary": self.summary}

    def to_latex(self, *, caption: str = "", label: str = "", siunitx: bool = False) -> str:
        """Return the rounded table as LaTeX (booktabs), escaped; pdfLaTeX compiles it.

        Adjusted p-values at most alpha are bold, unless a check puts them in doubt.

        Parameters
        ----------
        caption, label
            Caption and label of the table; either of them makes it a float.
        siunitx
            Whether siunitx 3 aligns numbers at the decimal point; else they are right-aligned.
        """
        from benchreport.results.writing.latex_table import tabular

        texts = self.display
        heads = [str(name) for name in texts.columns]
        place = heads.index(HEADINGS["p_adjusted"]) if HEADINGS["p_adjusted"] in heads else -1
        adjusted: list[float] = [] if place < 0 else self.table["p_adjusted"].tolist()
        return tabular(
            heads,
            [[str(cell) for cell in row] for row in texts.itertuples(index=False)],
            numeric=[len(str(name)) > 0 and is_numeric(self.table, name) for name in texts.columns],
            strong={(line, place) for line, p in enumerate(adjusted) if p <= self.claim_alpha},
            caption=caption,
            label=label,
            siunitx=siunitx,
        )

    def to_markdown(self) -> str:
        """Return the rounded table as a Markdown table, escaped."""
        return markdown_table(self.display, self.table)

    def model(self) -> Any:  # noqa: ANN401 - statsmodels' results have no common class
        """Return the linear model of the result as statsmodels fits it: summary, residuals, diagnostics.

        Returns
        -------
        statsmodels results
            Effects add up to 0 over levels, so ``anova_lm(result.model(), typ=3)`` is right, too.

        Raises
        ------
        OptionError
            The procedure has no linear model.
        DesignError
            The result was read from a file or copied; it has facts only, and no scores.
        """
        fit = getattr(self, "_memo", {}).get("model")
        if fit is not None:
            return fit()
        again = call(self.procedure) + ".model()"
        if self.procedure not in LINEAR:
            raise OptionError(
                f"{self.procedure} has no linear model.", hint=call("anova") + ".model()"
            )
        raise DesignError(
            "this result was read from a file or copied; the scores of its model are not in it.",
            hint=again,
        )

    def plot(self, *, ax: "Axes | None" = None, **style: Any) -> "Axes":  # noqa: ANN401
        """Draw the figure that belongs to this result (see `benchreport.plots`).

        Parameters
        ----------
        ax
            The axes to draw on; by default a new figure.
        **style
            Passed to the figure.
        """
        # figures are a layer above; the layer contract names this import as its one exception
        from benchreport.plots import draw

        return draw(self, ax=ax, **style)


DOUBTFUL = ("doubtful", "violated")
# procedures whose results have a model
LINEAR = ("ablation", "anova", "dunnett", "mixed_model", "tukey")


def with_model(
    result: AnyResult,
    fit: Callable[[], object],
    split: Callable[[], tuple[Numbers, Numbers]] | None = None,
) -> AnyResult:
    """Let a result fit its linear model when it is asked for; that is no fact, so no part of copies.

    ``split`` returns fitted values and residuals, where these are known without a fit.
    """
    memo = getattr(result, "_memo", {})
    object.__setattr__(result, "_memo", {**memo, "model": fit, "split": split})
    return result


def fitted_and_residuals(result: Result) -> tuple[Numbers, Numbers]:
    """Return the fitted values and the residuals of a result's linear model; errors are those of `model`."""
    split = getattr(result, "_memo", {}).get("split")
    if split is not None:
        known: tuple[Numbers, Numbers] = split()
        return known
    model = result.model()
    return np.asarray(model.fittedvalues), np.asarray(model.resid)


def _plain(value: Any, path: str, odd: dict[str, str]) -> Any:  # noqa: ANN401 - any field
    """Make a value plain; numbers that JSON lacks become null, and their paths are noted."""
    if isinstance(value, float):
        if math.isfinite(value):
            return value
        odd[path] = str(float(value))
        return None
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = (part.name for part in dataclasses.fields(value))
        return {name: _plain(getattr(value, name), f"{path}/{name}", odd) for name in names}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(part, f"{path}/{name}", odd) for name, part in value._asdict().items()}
    if isinstance(value, tuple):
        return [_plain(part, f"{path}/{place}", odd) for place, part in enumerate(value)]
    return value
