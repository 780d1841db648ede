"""What a model of factors takes for granted."""

from benchreport.data.scores import Scores
from benchreport.results.base import Assumption
from benchreport.stats._assumptions import independent_runs, residual_normality
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._factorial.fit import Factorial
from benchreport.stats._factorial.settings import RANDOM, Covariance
from benchreport.stats._factorial.strata import StrataModel
from benchreport.wording.results import factorial as wording


def model_assumptions(
    scores: Scores, fitted: Factorial, covariance: Covariance
) -> tuple[Assumption, ...]:
    """Return what the model takes for granted."""
    blocks = f"{scores.block_kind}s"
    independent = independent_blocks(scores) if fitted.blocks else independent_runs(scores)
    if isinstance(fitted.model, StrataModel):
        return independent, Assumption.of(wording.PER_BLOCK, blocks=blocks)
    normal = residual_normality(fitted.model.residuals)
    if covariance == "nonrobust":
        error = Assumption.of(wording.EQUAL_EFFECTS, blocks=blocks)
        if fitted.variant == RANDOM:
            return independent, Assumption.of(wording.RANDOM_BLOCKS, blocks=blocks), normal, error
    else:
        within = covariance == "cluster"
        units = blocks if within else "cells"
        words = wording.WITHIN.format(block=scores.block_kind) if within else ""
        error = Assumption.of(wording.ROBUST, units=units, within=words)
    return independent, normal, error
