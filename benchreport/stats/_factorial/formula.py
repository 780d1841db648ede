"""The same models by a formula of statsmodels, fitted when a result is asked for its model."""

import itertools
import math
import re
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from benchreport.data.columns.factors import Factor
from benchreport.data.scores import Scores
from benchreport.errors import DesignError
from benchreport.numerics.nulls.nested_levels import ALONE
from benchreport.stats._factorial.covariates import read_covariate
from benchreport.stats._factorial.settings import Covariance, algorithm_as_factor

MOST_NUMBERS = 50_000_000
"""Numbers of a design that statsmodels fits within a minute: 400 MB."""

if TYPE_CHECKING:
    from statsmodels.regression.linear_model import RegressionResultsWrapper
    from statsmodels.regression.mixed_linear_model import MixedLMResultsWrapper


def fit_formula(
    scores: Scores,
    factors: Sequence[Factor] = (),
    *,
    order: int = 1,
    blocks: bool = True,
    covariates: Sequence[str] = (),
    covariance: Covariance = "nonrobust",
    random: bool = False,
) -> "RegressionResultsWrapper | MixedLMResultsWrapper":
    """Fit a linear model of means by a formula, with effects that add up to 0.

    Parameters
    ----------
    factors
        By default the algorithm.
    order
        Up to how many factors an interaction has.
    blocks
        Whether blocks are in the model.
    covariates, covariance
        As `fit_factorial` takes them.
    random
        Whether blocks are random.
    """
    from statsmodels.formula.api import mixedlm, ols
    from statsmodels.tools.sm_exceptions import ConvergenceWarning, SingularMatrixWarning

    factors = factors or (algorithm_as_factor(scores),)
    rows, columns = np.nonzero(~np.isnan(scores.values))
    names: dict[str, str] = {}
    every = (scores.score, *([scores.block_kind] * blocks), *covariates)
    for name in (*every, *(factor.name for factor in factors)):
        names[name] = _identifier(name, names.values())
    frame = pd.DataFrame({names[scores.score]: scores.values[rows, columns]})
    parts = []
    if blocks:
        block = names[scores.block_kind]
        frame[block] = np.array(_labels(scores.blocks), dtype=object)[rows]
        parts += [f"C({block}, Sum)"] * (not random)
    for name in covariates:
        frame[names[name]] = read_covariate(scores, name, rows, columns)
        parts.append(names[name])
    for factor in factors:
        codes = factor.codes(scores.algorithms)[columns]
        frame[names[factor.name]] = pd.Categorical.from_codes(codes, _labels(factor.levels))
    coded = [f"C({names[factor.name]}, Sum)" for factor in factors]
    for size in range(1, order + 1):
        parts += [":".join(members) for members in itertools.combinations(coded, size)]
    formula = f"{names[scores.score]} ~ {' + '.join(parts)}"
    if random:
        with ALONE, warnings.catch_warnings():
            # blocks that do not vary are a boundary, which the answer's ``converged`` and ``cov_re`` show
            warnings.simplefilter("ignore", SingularMatrixWarning)
            warnings.simplefilter("ignore", ConvergenceWarning)
            return mixedlm(formula, frame, groups=block).fit(method=["bfgs", "cg"], gtol=1e-10)
    coefficients = len(scores.blocks) * blocks + math.prod(len(each.levels) for each in factors)
    if len(rows) * coefficients > MOST_NUMBERS:
        raise DesignError(
            f"statsmodels cannot fit {coefficients:,} coefficients to {len(rows):,} scores: "
            f"its design has {len(rows) * coefficients:,} numbers. Tests and estimates are there without it.",
            hint=f"read a sample of the {scores.block_kind}s, each with all of its rows",
        )
    model = ols(formula, frame)
    if covariance == "nonrobust":
        return model.fit()
    groups = {"cov_kwds": {"groups": rows}} if covariance == "cluster" else {}
    return model.fit(cov_type=covariance, use_t=True, **groups)


def _labels(names: Sequence[str]) -> "pd.Index[str]":
    """Write names so that a formula, which takes a text "nan" for a missing value, keeps their rows."""
    return pd.Index([repr(name) if name == "nan" else name for name in names])


def _identifier(name: str, taken: Any) -> str:  # noqa: ANN401 - names
    """Write a name so that a formula can hold it."""
    plain = re.sub(r"\W", "_", name)
    plain = plain if plain.isidentifier() and plain not in ("C", "Sum") else f"x_{plain}"
    while plain in taken:
        plain += "_"
    return plain
