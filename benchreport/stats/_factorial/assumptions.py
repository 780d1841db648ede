"""What a model of factors takes for granted."""

from typing import NamedTuple

import numpy as np

from benchreport.data.scores import Scores
from benchreport.hints import call
from benchreport.numerics.nulls.normality import shapiro_w
from benchreport.results.base import Assumption
from benchreport.results.writing.number_format import p_equals, proportion
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import grade_p, independent_runs, residual_normality
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._factorial.fit import Factorial
from benchreport.stats._factorial.settings import RANDOM, Covariance
from benchreport.stats._factorial.strata import StrataModel
from benchreport.wording.results import factorial as wording

MOST_SKEWED = 0.3
"""The skewness of an effect up to which t and F tests hold their level.

Simulated with exponential, log-normal and t(3) errors and outliers, on 6 to 30 datasets with gaps or with a
variant on three of them, at most 6 % of true hypotheses were rejected at .05, over all tables.
"""

FEWEST_BLOCKS = 6
"""Complete blocks that are worth a comparison without the others."""


class Normality(NamedTuple):
    """What residuals, or effects on blocks, say of p-values: Shapiro's test, and the skewness of effects."""

    w: float
    p_value: float
    skewness: float

    @property
    def averaged_out(self) -> bool:
        """Whether they are not normal, but effects are means of enough of them."""
        return grade_p(self.p_value) != "held" and self.skewness <= MOST_SKEWED


def effect_normality(fitted: Factorial) -> Normality:
    """Check residuals, or the effects on each block where these are tested, and how skewed mean effects are.

    Of effects on blocks the worst counts, its p-value corrected for all.
    """
    weights = np.array(
        [
            fitted.weights({place: level}) - fitted.weights({place: 0})
            for place, factor in enumerate(fitted.factors)
            for level in range(1, len(factor.levels))
        ]
    )
    if isinstance(fitted.model, StrataModel):
        return _normality_in_blocks(fitted.model.in_blocks(weights).T)
    ((w,), (p,)) = shapiro_w(fitted.model.residuals)
    return Normality(float(w), float(p), float(np.abs(fitted.model.skewness(weights)).max()))


def _normality_in_blocks(effects: Array) -> Normality:
    """Check effects on blocks, (m, N)."""
    w, p = shapiro_w(effects)
    if np.isnan(p).all():
        return Normality(np.nan, np.nan, np.nan)
    worst, tested = int(np.nanargmin(p)), int((~np.isnan(p)).sum())
    varying = effects[~np.isnan(p)]
    centred = varying - varying.mean(axis=1, keepdims=True)
    centred /= np.abs(centred).max(axis=1, keepdims=True)
    skewness = (centred**3).sum(axis=1) / (centred**2).sum(axis=1) ** 1.5
    return Normality(
        float(w[worst]), min(1.0, tested * float(p[worst])), float(np.abs(skewness).max())
    )


def normality_notes(scores: Scores, fitted: Factorial, procedure: str) -> tuple[str, ...]:
    """Say why effects may be called significant although residuals are not normal, or what needs no model."""
    found = effect_normality(fitted)
    if np.isnan(found.p_value) or grade_p(found.p_value) == "held":
        return ()
    if isinstance(fitted.model, StrataModel):
        way_out = call("friedman", {"factors": [factor.name for factor in fitted.factors]})
        text = wording.WITHOUT_MODEL.format(call=way_out, does=wording.BY_RANKS)
        return () if found.averaged_out else (text,)
    if found.averaged_out:
        return (wording.AVERAGED_OUT.format(p=p_equals(found.p_value)),)
    return (name_way_out(scores, fitted, procedure),)


def name_way_out(scores: Scores, fitted: Factorial, procedure: str) -> str:
    """Name the call that compares without a model of the residuals."""
    roles: dict[str, object] = {"factors": [factor.name for factor in fitted.factors]}
    if not fitted.blocks:
        return wording.WITHOUT_MODEL.format(call=call("kruskal", roles), does=wording.BY_RANKS)
    n_full = int((~np.isnan(scores.values)).all(axis=1).sum())
    if n_full < FEWEST_BLOCKS:
        way = call("skillings_mack", roles)
        return wording.WITHOUT_MODEL.format(call=way, does=wording.BY_RANKS_WITH_GAPS)
    if not scores.complete:
        roles["missing"] = "drop"
    does = wording.WITHIN_BLOCKS.format(n=n_full, blocks=f"{scores.block_kind}s")
    return wording.WITHOUT_MODEL.format(call=call(procedure, roles), does=does)


def model_assumptions(
    scores: Scores, fitted: Factorial, covariance: Covariance
) -> tuple[Assumption, ...]:
    """Return what the model takes for granted."""
    blocks = f"{scores.block_kind}s"
    independent = independent_blocks(scores) if fitted.blocks else independent_runs(scores)
    normal = _normal_effects(fitted, blocks)
    if isinstance(fitted.model, StrataModel):
        return independent, normal
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


def _normal_effects(fitted: Factorial, blocks: str) -> Assumption:
    found, in_blocks = effect_normality(fitted), isinstance(fitted.model, StrataModel)
    if np.isnan(found.p_value):
        if isinstance(fitted.model, StrataModel):
            return Assumption.of(wording.UNTESTED_PER_BLOCK, blocks=blocks)
        return residual_normality(fitted.model.residuals)
    return Assumption.of(
        wording.PER_BLOCK if in_blocks else wording.NORMAL_EFFECTS,
        "held" if found.averaged_out else grade_p(found.p_value),
        blocks=blocks,
        w=proportion(found.w, 3),
        p=p_equals(found.p_value),
        skewness=proportion(found.skewness),
    )
