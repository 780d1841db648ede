"""Designs of linear models: factors, interactions, covariates and blocks as columns.

Ours because formulas need names that Python can read, and because sums over levels are 0 in these columns:
marginal means are the intercept plus a factor's own columns.
"""

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchreport.errors import DesignError
from benchreport.hints import option
from benchreport.numerics.nulls.sphericity import enlarge_epsilon, epsilon_of_roots

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
NEGLIGIBLE = 1e-9
# of the variances of blocks and of scores within them; beyond, blocks are none, or as good as fixed
LOG_RATIOS = (-23.0, 34.0)


class Term(NamedTuple):
    """A term of a model: factors that it crosses (none: blocks or a covariate), and its columns."""

    name: str
    factors: tuple[int, ...]
    columns: slice


class LinearDesign(NamedTuple):
    """The columns (n, p) of a model with an intercept, and its terms in their order."""

    columns: Floats
    terms: tuple[Term, ...]

    def others(self, term: Term, typ: int) -> list[int]:
        """Return the columns that a term is adjusted for.

        Parameters
        ----------
        term
            One of the terms.
        typ
            1: the terms before it; 2: all terms but those that contain it; 3: all terms.
        """
        if typ == 1:
            return [*range(term.columns.start)]
        own = {*range(term.columns.start, term.columns.stop)}
        if typ == 2:  # noqa: PLR2004 - the type of sums of squares
            own |= {*self.above(term)}
        return [place for place in range(self.columns.shape[1]) if place not in own]

    def above(self, term: Term) -> list[int]:
        """Return the columns of the interactions that contain a term."""
        if not term.factors:
            return []
        return [
            place
            for part in self.terms
            if {*term.factors} < {*part.factors}
            for place in range(part.columns.start, part.columns.stop)
        ]

    def find_aliased(self) -> Term | None:
        """Return the first term that earlier ones determine in part, or ``None``."""
        scale = np.sqrt((self.columns**2).sum(axis=0))
        scaled = self.columns / np.where(scale > 0, scale, 1.0)
        diagonal = np.zeros(self.columns.shape[1])
        triangle = np.linalg.qr(scaled, mode="r")
        diagonal[: len(triangle)] = np.abs(np.diagonal(triangle))
        for term in self.terms:
            if (diagonal[term.columns] <= NEGLIGIBLE).any():
                return term
        return None


def sum_to_zero(n_levels: int) -> Floats:
    """Return the columns (L, L − 1) of a factor whose effects add up to 0.

    >>> sum_to_zero(3).tolist()
    [[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]]
    """
    return np.vstack([np.eye(n_levels - 1), -np.ones(n_levels - 1)])


def design_columns(
    factors: Sequence[tuple[str, Codes, int]],
    *,
    order: int,
    blocks: tuple[str, Codes, int] | None = None,
    covariates: Sequence[tuple[str, Floats]] = (),
) -> LinearDesign:
    """Build the columns of a model: intercept, blocks, covariates, factors and their interactions.

    Parameters
    ----------
    factors
        Name, codes (n,) and number of levels of each.
    order
        Up to how many factors an interaction has; 1: none.
    blocks
        Name, codes (n,) and number of the blocks, if they are in the model.
    covariates
        Name and values (n,); centred here.

    Examples
    --------
    >>> two = [("a", np.array([0, 0, 1, 1]), 2), ("b", np.array([0, 1, 0, 1]), 2)]
    >>> design_columns(two, order=2).columns.astype(int).tolist()
    [[1, 1, 1, 1], [1, 1, -1, -1], [1, -1, 1, -1], [1, -1, -1, 1]]
    """
    codes = blocks[1] if blocks is not None else factors[0][1]
    parts = [np.ones((len(codes), 1))]
    terms: list[Term] = []

    def add(name: str, members: tuple[int, ...], columns: Floats) -> None:
        start = sum(part.shape[1] for part in parts)
        terms.append(Term(name, members, slice(start, start + columns.shape[1])))
        parts.append(columns)

    if blocks is not None:
        name, codes, n_levels = blocks
        add(name, (), sum_to_zero(n_levels)[codes])
    for name, values in covariates:
        centred = values - values.mean()
        add(name, (), (centred / (np.abs(centred).max() or 1.0))[:, None])
    coded = [sum_to_zero(n_levels)[codes] for _, codes, n_levels in factors]
    for size in range(1, order + 1):
        for members in itertools.combinations(range(len(factors)), size):
            columns = coded[members[0]]
            for place in members[1:]:
                columns = (columns[:, :, None] * coded[place][:, None, :]).reshape(len(columns), -1)
            add(" × ".join(factors[place][0] for place in members), members, columns)
    return LinearDesign(np.hstack(parts), tuple(terms))


def remove_random_blocks(
    response: Floats, columns: Floats, blocks: Codes, rounding: float = 0.0
) -> tuple[Floats, Floats]:
    """Take random blocks out of scores and columns: least squares of what is left is that of the mixed model.

    A block's mean is taken off by the share 1 − 1/√(1 + n λ) of its n scores, where λ, the variance of blocks
    over that of scores within them, maximizes the restricted likelihood.

    Parameters
    ----------
    response
        Scores (n,), centred.
    columns
        (n, p), with the intercept.
    blocks
        Codes (n,) from 0.
    rounding
        What scores are off by.

    Raises
    ------
    DesignError
        Columns and blocks explain every score.

    Notes
    -----
    statsmodels' ``MixedLM`` stalls at a ratio of 0 and of 10⁶.

    Examples
    --------
    >>> scores, blocks = np.array([1.0, 2.1, 3.0, 4.2, 6.0, 6.8]), np.repeat(np.arange(3), 2)
    >>> left, _ = remove_random_blocks(scores - scores.mean(), np.tile([[1.0, -1], [1, 1]], (3, 1)), blocks)
    >>> left.round(3).tolist()
    [-0.648, 0.452, -0.611, 0.589, -0.291, 0.509]
    """
    from scipy.optimize import minimize_scalar

    both = np.column_stack([columns, response])
    n_scores, p = columns.shape
    sizes = np.bincount(blocks)
    means: Floats = (
        np.column_stack([np.bincount(blocks, column) for column in both.T]) / sizes[:, None]
    )
    within: Floats = np.asarray(np.linalg.qr(both - means[blocks], mode="r"))
    fixed = np.linalg.lstsq(within[:, :p], within[:, p], rcond=None)[0]
    if np.linalg.norm(within[:, p] - within[:, :p] @ fixed) <= rounding * math.sqrt(n_scores):
        raise DesignError(
            "the model explains every score, so nothing tells how much random blocks vary beside an error.",
            hint=option(variant="pooled"),
        )

    def deviance(log_ratio: float) -> float:
        ratio = math.exp(log_ratio)
        between = np.sqrt(sizes / (1 + ratio * sizes))[:, None] * means
        roots = np.abs(np.diagonal(np.linalg.qr(np.vstack([within, between]), mode="r")))
        # the likelihood of the blocks, of the coefficients and of what is left
        parts = np.log1p(ratio * sizes).sum(), 2 * np.log(roots[:p]).sum()
        return float(sum(parts) + 2 * (n_scores - p) * math.log(roots[p]))

    grid = np.linspace(*LOG_RATIOS, 50)
    best = grid[np.argmin([deviance(each) for each in grid])]
    step = grid[1] - grid[0]
    found = minimize_scalar(
        deviance, bounds=(best - step, best + step), method="bounded", options={"xatol": 1e-10}
    )
    shares = 1 - 1 / np.sqrt(1 + math.exp(found.x) * sizes)
    left = both - (shares[:, None] * means)[blocks]
    return left[:, p], left[:, :p]


def orthonormal_contrasts(design: LinearDesign, term: Term, typ: int) -> Floats:
    """Return orthonormal columns (n, d) that span what a term adds to the others.

    The sum of squares of scores times these is the term's, of type II or III.
    """
    others = design.columns[:, design.others(term, typ)]
    own = design.columns[:, term.columns]
    basis = np.linalg.qr(others)[0]
    left = own - basis @ (basis.T @ own)
    return np.linalg.qr(left - basis @ (basis.T @ left))[0]


class Stratum(NamedTuple):
    """A term's sum of squares and that of its differences between blocks, with their dof.

    ``epsilons`` are Greenhouse–Geisser's and Huynh–Feldt's, at most 1.
    """

    sum_of_squares: float
    error: float
    dof: int
    dof_error: int
    epsilons: tuple[float, float]


def split_stratum(values: Floats, contrasts: Floats) -> Stratum:
    """Test contrasts of a complete table by how much they differ between its blocks.

    Parameters
    ----------
    values
        (N, k), centred so that rounding stays small.
    contrasts
        Orthonormal columns (k, d).
    """
    n_blocks, (_, dof) = len(values), contrasts.shape
    scores = values @ contrasts
    mean = scores.mean(axis=0)
    rounding = 8 * np.finfo(float).eps * np.abs(values).max() * math.sqrt(values.size)
    effect = n_blocks * float(mean @ mean)
    singular = np.linalg.svd(scores - mean, compute_uv=False)[:dof]
    singular[singular <= rounding] = 0.0
    roots = np.zeros(dof)
    roots[: len(singular)] = singular**2 / (n_blocks - 1)
    epsilon = epsilon_of_roots(roots)
    larger = min(1.0, enlarge_epsilon(epsilon, dof, n_blocks))
    return Stratum(
        effect if effect > rounding**2 else 0.0,
        float(roots.sum()) * (n_blocks - 1),
        dof,
        dof * (n_blocks - 1),
        (epsilon, larger),
    )
