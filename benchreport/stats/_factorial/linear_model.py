"""The linear model of a result, which is loaded and fitted when somebody asks for it."""

import numpy as np

from benchreport.data.scores import Scores
from benchreport.numerics.nulls.block_anova import block_anova
from benchreport.results.base import AnyResult, with_model
from benchreport.stats._arrays import Array


def with_formula(result: AnyResult, scores: Scores, *, blocks: bool = True) -> AnyResult:
    """Let a result fit the model of means by a formula (see `fit_formula`)."""

    def fit() -> object:
        from benchreport.stats._factorial.formula import fit_formula

        return fit_formula(scores, blocks=blocks)

    def split() -> tuple[Array, Array]:
        # these are means, also where thousands of blocks would be as many columns of a design
        values = scores.values
        if blocks:
            parts = block_anova(values)
            residuals = parts.residuals * parts.unit
        else:
            residuals = values - np.nanmean(values, axis=0)
        scored = ~np.isnan(values)
        return (values - residuals)[scored], residuals[scored]

    return with_model(result, fit, split)
