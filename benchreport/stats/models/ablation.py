"""Effects of the components of an ablation study."""

from collections.abc import Hashable, Sequence

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction
from benchreport.numerics.linear_models import Term
from benchreport.numerics.moments import ratio, without_noise
from benchreport.numerics.tails import interval, p_of_t
from benchreport.results.base import Design, Interval, with_model
from benchreport.results.later import later
from benchreport.results.models.ablation import AblationResult, Component, Dependence
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import notes
from benchreport.stats._corrections import Correction, adjust_p, correction_references
from benchreport.stats._factorial.assumptions import model_assumptions, normality_notes
from benchreport.stats._factorial.baselines import find_baselines, note_guesses
from benchreport.stats._factorial.fit import (
    Factorial,
    choose_covariance,
    fit_factorial,
    largest_order,
)
from benchreport.stats._factorial.settings import Covariance, Settings
from benchreport.stats._factorial.strata import StrataModel
from benchreport.stats._factorial.terms import describe_term
from benchreport.wording.results import factorial as wording

PAIR = 2


def ablation(  # noqa: PLR0913 - options of a linear model
    scores: Scores,
    *,
    factors: Hashable | Sequence[Hashable] | None = None,
    alpha: float = 0.05,
    correction: Correction = "holm",
    interactions: bool | int | None = None,
    blocks: bool = True,
    baseline: Sequence[str] | str | None = None,
    covariates: Hashable | Sequence[Hashable] | None = None,
    covariance: Covariance | None = None,
) -> AblationResult:
    """Test H0 for each component: with it, the mean score is that of its baseline.

    H1: it differs (two-sided). The columns that ``factors`` names are settings, whose combinations are the
    algorithms; a component is a level of one of them. Its effect is the level less the baseline, over all
    levels of the other factors equally.

    Parameters
    ----------
    scores
        A table whose algorithms are combinations of factors, on N blocks.
    factors
        The columns of settings.
    alpha
        The level of decisions; intervals have confidence 1 − alpha, for each effect alone.
    correction
        How p-values are adjusted, over all components.
    interactions
        Whether the model has interactions, as in `anova`. By default, it has those of two factors where
        the table has the combinations that they need.
    baseline
        Levels that others of their factor are compared with: ``"sgd"``, or ``"optimizer=sgd"``, which also
        names the factor. By default it is what is off (``False``, ``"none"``, 0); else the level without a
        part removed, where all others begin with a word such as "w/o" or "no"; else the first: the lowest
        number, the first category, or in the alphabet.
    blocks
        Whether the scores of a block belong together.
    covariates
        Columns of numbers that scores are adjusted for, linearly.
    covariance
        The covariance of the pooled model; see `anova`. By default, ``"cluster"`` for blocks with gaps, on
        which effects may differ, and else ``"nonrobust"``.

    Returns
    -------
    AblationResult
        The effect of each component in score units, with its interval, t, p, and on how many blocks it is
        better or worse; tests of the interactions of two factors.

    Raises
    ------
    DesignError
        The table has no factors, or combinations that cannot tell their effects apart.
    OptionError
        The correction, alpha or another setting is invalid.

    Notes
    -----
    Where every combination is on every block, an effect is estimated on each block, and t with N − 1 dof
    compares its mean with how much it differs between blocks; so it is about more blocks like these, and
    needs no equal variances. Nothing is called significant where effects are not normal over blocks and
    their mean is skewed. Few blocks hide that: of exponential effects, 10 % of simulated tables of 5 to 8
    blocks had a false component, 8 % of 12, and 5 % of 20 (8 % without the check). Otherwise, with
    covariates, robust covariances, or independent runs, effects are contrasts of a linear model's marginal
    means. Where effects differed between blocks with gaps, 10 to 17 % of simulated tables had a false
    component with one residual variance, and 1 to 3 % with the covariance by clusters.

    References
    ----------
    Searle, Speed & Milliken (1980) for marginal means; R's ``emmeans``, and ``t.test`` of the effects on
    each block.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> rows = [(d, w, e, 70 + d + 2 * (w == "on") + (0.5 + d / 10) * (e == "on"))
    ...         for d in range(4) for w in ("off", "on") for e in ("off", "on")]
    >>> frame = pd.DataFrame(rows, columns=["dataset", "warm-up", "ema", "accuracy"])
    >>> result = frame.bench.ablation(factors=["warm-up", "ema"])
    >>> [(row.name, round(row.difference, 2), row.n_better) for row in result.components]
    [('warm-up', 2.0, 4), ('ema', 0.65, 4)]
    """
    check_fraction("alpha", alpha)
    covariance = covariance or choose_covariance(scores, blocks=blocks)
    settings = Settings(
        "ablation",
        factors,
        largest_order(scores, 2, blocks=blocks) if interactions is None else interactions,
        covariates=covariates,
        covariance=covariance,
        blocks=blocks,
        needs_factors=True,
    )
    fitted = fit_factorial(scores, settings)
    bases = find_baselines(fitted.factors, baseline)
    places = [
        (place, level)
        for place, factor in enumerate(fitted.factors)
        for level in range(len(factor.levels))
        if level != bases[place]
    ]
    weights = np.array(
        [
            fitted.weights({place: level}) - fitted.weights({place: bases[place]})
            for place, level in places
        ]
    )
    estimates = fitted.model.estimate(weights)
    largest = float(np.nanmax(np.abs(scores.values)))
    difference = without_noise(estimates.values, largest)
    error = without_noise(estimates.errors, largest)
    t = ratio(difference, error)
    p_value = p_of_t(t, estimates.dof)
    low, high = interval(difference, error, dof=estimates.dof, confidence=1 - alpha)
    numbers = zip(
        *(column.tolist() for column in (difference, low, high, t, p_value)),
        adjust_p(p_value, correction, None).tolist(),
        _count_blocks(scores, fitted, weights, largest),
        strict=True,
    )
    result = AblationResult(
        procedure="ablation",
        method=wording.METHOD,
        variant="per_block" if isinstance(fitted.model, StrataModel) else "pooled",
        correction=correction,
        alpha=alpha,
        design=Design.of(scores),
        assumptions=later(lambda: model_assumptions(scores, fitted, covariance)),
        warnings=later(
            lambda: (
                *notes(scores),
                *note_guesses(fitted.factors, bases),
                *normality_notes(scores, fitted, "ablation"),
            )
        ),
        references=("searle1980", *correction_references(correction)),
        components=tuple(
            Component(
                factor=fitted.factors[place].name,
                level=fitted.factors[place].levels[level],
                baseline=fitted.factors[place].levels[bases[place]],
                switch=fitted.factors[place].is_switch and bases[place] == 0,
                difference=effect,
                interval=Interval(start, end, 1 - alpha),
                statistic=statistic,
                dof=estimates.dof,
                p_value=p,
                p_adjusted=adjusted,
                helps=effect > 0 if scores.higher_is_better else effect < 0,
                n_better=counts[0],
                n_worse=counts[1],
            )
            for (place, level), (effect, start, end, statistic, p, adjusted, counts) in zip(
                places, numbers, strict=True
            )
        ),
        interactions=tuple(
            describe_term(term, fitted.model, alpha)
            for term in fitted.terms
            if len(term.factors) == PAIR
        ),
        dependences=_dependences(fitted, bases, largest, alpha),
        formula=fitted.formula(scores),
    )
    return with_model(result, lambda: fitted.fit(scores, covariance))


def _dependences(
    fitted: Factorial, bases: Sequence[int], largest: float, alpha: float
) -> tuple[Dependence, ...]:
    """Return the surest difference of each interaction of two factors."""
    pairs = [term for term in fitted.terms if len(term.factors) == PAIR]
    return tuple(_surest(term, fitted, bases, largest, alpha) for term in pairs)


def _surest(
    term: Term, fitted: Factorial, bases: Sequence[int], largest: float, alpha: float
) -> Dependence:
    """Compare each effect of the first factor between levels of the second; keep the largest t."""
    first, second = term.factors
    chosen = [
        (level, other)
        for level in range(len(fitted.factors[first].levels))
        for other in range(len(fitted.factors[second].levels))
        if level != bases[first] and other != bases[second]
    ]

    def effect(level: int, other: int) -> Array:
        with_it = fitted.weights({first: level, second: other})
        return with_it - fitted.weights({first: bases[first], second: other})

    here = np.array([effect(level, other) for level, other in chosen])
    there = np.array([effect(level, bases[second]) for level, _ in chosen])
    weights = np.concatenate([here - there, here, there])
    estimates = fitted.model.estimate(weights)
    values = without_noise(estimates.values, largest)
    errors = without_noise(estimates.errors, largest)
    t = ratio(values, errors)[: len(chosen)]
    place = int(np.nanargmax(np.abs(t))) if not np.isnan(t).all() else 0
    rows = place + len(chosen) * np.arange(3)
    low, high = interval(values[rows], errors[rows], dof=estimates.dof, confidence=1 - alpha)
    between, at_level, at_baseline = (
        Interval(start, end, 1 - alpha)
        for start, end in zip(low.tolist(), high.tolist(), strict=True)
    )
    difference, with_level, with_baseline = values[rows].tolist()
    level, other = chosen[place]
    levels, others = fitted.factors[first].levels, fitted.factors[second].levels
    return Dependence(
        source=term.name,
        level=levels[level],
        baseline=levels[bases[first]],
        with_level=others[other],
        with_baseline=others[bases[second]],
        effect=with_level,
        effect_interval=at_level,
        effect_at_baseline=with_baseline,
        interval_at_baseline=at_baseline,
        difference=difference,
        interval=between,
        statistic=float(t[place]),
        dof=estimates.dof,
        p_value=float(p_of_t(t[place], estimates.dof)),
    )


def _count_blocks(
    scores: Scores, fitted: Factorial, weights: Array, largest: float
) -> list[tuple[int | None, int | None]]:
    """Count the blocks on which each component is better than its baseline, and worse."""
    if not isinstance(fitted.model, StrataModel):
        return [(None, None)] * len(weights)
    each = without_noise(fitted.model.in_blocks(weights), largest)
    sign = 1 if scores.higher_is_better else -1
    better, worse = ((sign * side * each > 0).sum(axis=0).tolist() for side in (1, -1))
    return list(zip(better, worse, strict=True))
