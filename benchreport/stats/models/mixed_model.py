"""A linear mixed model: datasets and repeats random."""

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import special

from benchreport.data.scores import Scores
from benchreport.errors import DesignError, check_choice, check_fraction
from benchreport.hints import call, option
from benchreport.numerics.moments import common_unit, ratio
from benchreport.numerics.nulls import mixed_model as mixed
from benchreport.numerics.nulls.nested_levels import MixedFit
from benchreport.numerics.tails import interval, p_of_t
from benchreport.numerics.upper_tails import f_upper_tail
from benchreport.results.base import Assumption, Interval, with_model
from benchreport.results.later import later
from benchreport.results.models.mixed import Component, MarginalMean, MixedResult
from benchreport.results.ranks.omnibus import OmnibusTest
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import residual_normality
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._corrections import Correction, adjust_p, correction_references
from benchreport.stats._pairs import compare_pairs, favour_better, pairs
from benchreport.wording.verdicts import assumptions as wording
from benchreport.wording.verdicts import notes as texts

if TYPE_CHECKING:
    from statsmodels.regression.mixed_linear_model import MixedLMResultsWrapper

Codes = NDArray[np.intp]
Random = Literal["auto", "blocks", "cells", "splits"]


def mixed_model(
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    random: Random = "auto",
) -> MixedResult:
    """Test H0 for each pair: the two have the same mean over the population of datasets.

    H1: they differ (two-sided). The model uses every run, with gaps and without averaging repeats, and
    takes the datasets as a sample from a population.

    Parameters
    ----------
    scores
        A table of k algorithms on N blocks; cells may be empty or hold any numbers of runs.
    alpha
        The level of decisions; intervals have confidence 1 − alpha, for each pair alone.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this algorithm; by default, all pairs are compared.
    random
        ``"blocks"``: each dataset (or repeat on the only one) has a random level. ``"cells"``: each
        algorithm on each dataset too, so that repeats do not count as datasets. ``"splits"``: each repeat
        of a dataset too, where algorithms share it. ``"auto"`` is ``"cells"`` where cells
        hold several runs, else ``"blocks"``.

    Returns
    -------
    MixedResult
        Contrasts of estimated marginal means in score units, first − second; t with containment dof;
        marginal means, with intervals by N − 1 dof; variances; Wald's F over all algorithms. The
        effect size is difference / √(sum of all variances), with an interval that takes them as known, and
        so is too narrow for large effects: for 1.6, it held the truth in about 74 % of tables of 12 blocks.

    Raises
    ------
    DesignError
        Runs are independent or too few for the model, or it cannot be fitted.
    OptionError
        The correction, random part or alpha is invalid.

    Notes
    -----
    The model is fitted by REML. Standard errors are those of generalised least squares at the estimated
    variances, as in lme4. Dof are those of the contrasts' error term: for complete tables without
    repeats it is the randomized-block analysis of variance, (k − 1)(N − 1).

    References
    ----------
    Laird & Ware (1982), Biometrics 38: 963-974; Searle, Speed & Milliken (1980) for marginal means;
    Westfall, Kenny & Judd (2014) for the effect size.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9.0, 8, 9, 7], "b": [7.0, 6, 8, 5], "c": [5.0, 4, 4, 2]})
    >>> result = frame.bench(score="accuracy").mixed_model()
    >>> [round(row.statistic, 3) for row in result.comparisons]
    [4.95, 12.728, 7.778]
    """
    check_fraction("alpha", alpha)
    check_choice("random", random, ("auto", "blocks", "cells", "splits"))
    scores.require_matched("mixed_model")
    if scores.filled:
        raise DesignError(
            "mixed_model handles gaps itself; missing='worst' would count made-up scores as runs.",
            hint=call("mixed_model", {"missing": "error"}),
        )
    runs = _runs(scores, random)
    fit = _fit(runs, len(scores.algorithms))
    columns = pairs(scores, control)
    means, covariance = fit.coefficients, fit.covariance
    raw = means[columns[0]] - means[columns[1]]
    difference = np.where(np.abs(raw) <= runs.noise, 0.0, raw)
    spread = np.diag(covariance)
    variance = spread[columns[0]] + spread[columns[1]] - 2 * covariance[columns]
    error = np.sqrt(np.maximum(variance, 0.0))
    t = ratio(difference, error)
    p_value = p_of_t(t, runs.dof)
    low, high = interval(difference, error, dof=runs.dof, confidence=1 - alpha)
    total = float(np.sqrt(sum(fit.variances) + fit.residual))
    scale = np.full_like(difference, total)
    zeros = [name for name, part in zip(runs.names, fit.variances, strict=True) if part == 0]
    boundary = (texts.NO_VARIANCE.format(parts=", ".join(zeros)),) * bool(zeros)
    # a mean varies with the blocks that were drawn
    dof_blocks = max(len(np.unique(runs.parts[0])) - 1, 1)
    half = special.stdtrit(dof_blocks, 1 - alpha / 2) * np.sqrt(np.maximum(spread, 0))
    splits = (texts.CROSSED_SPLITS,) * (runs.random == "splits")
    unit = runs.unit
    result = compare_pairs(
        MixedResult,
        scores,
        columns,
        (difference * unit, t, p_value, adjust_p(p_value, correction, control)),
        effect=(ratio(difference, scale), ratio(low, scale), ratio(high, scale)),
        interval=(low * unit, high * unit),
        sign=favour_better(scores, difference),
        control=control,
        alpha=alpha,
        correction=correction,
        procedure="mixed_model",
        method="Linear mixed model",
        variant=runs.random,
        assumptions=later(
            lambda: (
                independent_blocks(scores),
                residual_normality(runs.response - means[runs.algorithm] - runs.level),
                POPULATION,
            )
        ),
        warnings=(*boundary, *splits),
        references=(
            *("laird1982", "searle1980", "westfall2014"),
            *correction_references(correction),
        ),
        difference_name=f"difference of marginal mean {scores.score}",
        statistic_name="t",
        effect_name="d (difference / √total variance)",
        centre_name=f"marginal mean {scores.score}",
        centres=tuple((means * unit).tolist()),
        formula=f"{scores.score} ~ algorithm + "
        + " + ".join(f"(1 | {name})" for name in runs.names),
        omnibus=_wald(means, covariance, runs),
        means=tuple(
            MarginalMean(name, mean, error, Interval(mean - reach, mean + reach, 1 - alpha))
            for name, mean, error, reach in zip(
                scores.algorithms,
                (means * unit).tolist(),
                (np.sqrt(np.maximum(spread, 0)) * unit).tolist(),
                (half * unit).tolist(),
                strict=True,
            )
        ),
        components=_components(fit, runs.names, unit),
    )
    return with_model(result, lambda: _fit_formula(scores, runs))


POPULATION = Assumption.of(wording.POPULATION)


class _Runs(NamedTuple):
    """The runs that count, with the levels of the random parts.

    The response is in ``unit``, which is 1 unless scores are extreme.
    """

    response: Array
    algorithm: Codes
    parts: tuple[Codes, ...]
    names: tuple[str, ...]
    random: str
    dof: float
    level: Array
    noise: float
    unit: float


def _runs(scores: Scores, random: Random) -> _Runs:
    runs = scores.runs
    used = scores.used_runs
    block = (runs.repeat if scores.overlapping else runs.dataset)[used]
    algorithm, repeat, response = runs.algorithm[used], runs.repeat[used], runs.value[used]
    unit = common_unit(response)
    response = response / unit
    cell = block * len(runs.algorithms) + algorithm
    several = len(np.unique(cell)) < len(cell)
    chosen = ("cells" if several else "blocks") if random == "auto" else random
    if chosen != "blocks" and not several:
        raise DesignError(
            f"random={chosen!r} needs several runs of an algorithm on a {scores.block_kind}; there is "
            "one each.",
            hint=option(random="blocks"),
        )
    inner = {"cells": cell, "splits": block * len(runs.repeats) + repeat}.get(chosen)
    parts = (block,) if inner is None else (block, inner)
    kind = scores.block_kind
    name = {"cells": f"{kind}:algorithm", "splits": f"{kind}:repeat"}.get(chosen, "")
    if chosen == "cells" and not _varies(response, cell):
        # copies of one run tell no more than the run itself
        _, first = np.unique(cell, return_index=True)
        response, algorithm, parts = response[first], algorithm[first], (block[first],)
        name = ""
    fixed, level, noise = _two_way(response, algorithm, parts[0])
    dof = _dof(chosen if name else "blocks", fixed, parts, algorithm)
    if dof < 1:
        raise DesignError(
            f"mixed_model has {len(response)} runs, too few for {len(runs.algorithms)} algorithms on "
            f"{len(np.unique(block))} {kind}s.",
            hint="more runs, or fewer algorithms",
        )
    names = (kind, name) if name else (kind,)
    return _Runs(response, algorithm, parts, names, chosen, dof, level, noise, unit)


def _varies(response: Array, cell: Codes) -> bool:
    codes = np.unique(cell, return_inverse=True)[1]
    means = np.bincount(codes, response) / np.bincount(codes)
    off = np.abs(response - means[codes]).max()
    return bool(off > 1e-12 * np.abs(response).max())


def _two_way(response: Array, algorithm: Codes, block: Codes) -> tuple[int, Array, float]:
    """Return the rank of algorithms and blocks together, each run's block effect, and the rounding error.

    Blocks are swept out, so that the equations are as many as algorithms.
    """
    algorithms, blocks = (np.unique(part, return_inverse=True)[1] for part in (algorithm, block))
    shape = int(blocks.max()) + 1, int(algorithms.max()) + 1
    cells, size = blocks * shape[1] + algorithms, shape[0] * shape[1]
    counts = np.bincount(cells, minlength=size).reshape(shape).astype(float)
    sums = np.bincount(cells, response - response.mean(), size).reshape(shape)
    of_block = counts.sum(axis=1)
    within = np.diag(counts.sum(axis=0)) - counts.T @ (counts / of_block[:, None])
    left = sums.sum(axis=0) - counts.T @ (sums.sum(axis=1) / of_block)
    effects = np.linalg.lstsq(within, left, rcond=None)[0]
    level = ((sums.sum(axis=1) - counts @ effects) / of_block)[blocks]
    # blocks connect algorithms, over others too; what they do not connect takes a level of its own
    together = counts.T @ counts > 0
    for _ in range(shape[1].bit_length()):
        together = together.astype(float) @ together > 0
    rank = sum(shape) - len({*map(bytes, together)})
    return rank, level - level.mean(), 1e-12 * float(np.abs(response).max())


def _dof(random: str, rank: int, parts: tuple[Codes, ...], algorithm: Codes) -> float:
    """Return the degrees of freedom of the error term in which contrasts of algorithms fall."""
    if random == "cells":
        return float(len(np.unique(parts[1])) - rank)
    if random == "splits":
        return float(len(algorithm) - len(np.unique(parts[1])) - len(np.unique(algorithm)) + 1)
    return float(len(algorithm) - rank)


def _fit(runs: _Runs, k: int) -> MixedFit:
    design = (runs.algorithm[:, None] == np.arange(k)).astype(float)
    sums = design.T @ (runs.response - runs.level)
    means = sums / design.sum(axis=0)
    residuals = runs.response - runs.level - means[runs.algorithm]
    if np.abs(residuals).max() > runs.noise:
        return mixed.fit(runs.response, design, runs.parts)
    # algorithms and blocks explain every score: nothing is left for an error
    spread = float(np.var(np.unique(runs.level), ddof=1)) if np.ptp(runs.level) > 0 else 0.0
    none = np.zeros((k, k))
    parts = (spread, *(0.0 for _ in runs.parts[1:]))
    return MixedFit(means, none, parts, 0.0, np.inf)


def _wald(means: Array, covariance: Array, runs: _Runs) -> OmnibusTest:
    k = len(means)
    contrasts = means[1:] - means[0]
    spread = covariance[1:, 1:] - covariance[1:, :1] - covariance[:1, 1:] + covariance[0, 0]
    if np.abs(contrasts).max() <= runs.noise:
        f, p = 0.0, 1.0
    elif not spread.any():
        f, p = float("inf"), 0.0
    else:
        f = float(contrasts @ np.linalg.solve(spread, contrasts)) / (k - 1)
        p = f_upper_tail(k - 1, runs.dof, f)
    return OmnibusTest("wald", "F", f, (k - 1, runs.dof), p)


def _components(fit: MixedFit, names: tuple[str, ...], unit: float) -> tuple[Component, ...]:
    variances = (*fit.variances, fit.residual)
    total = sum(variances) or 1.0
    with np.errstate(over="ignore", under="ignore"):
        squared_units = (np.array(variances) * unit * unit).tolist()
    return tuple(
        Component(name, squared, variance / total)
        for name, variance, squared in zip(
            (*names, "residual"), variances, squared_units, strict=True
        )
    )


def _fit_formula(scores: Scores, runs: _Runs) -> "MixedLMResultsWrapper":
    """Fit the same model by a formula of statsmodels, in score units."""
    from statsmodels.formula.api import mixedlm

    frame = pd.DataFrame(
        {
            "score": runs.response * runs.unit,
            "algorithm": np.array(scores.algorithms, dtype=object)[runs.algorithm],
            "block": runs.parts[0],
            "inner": runs.parts[-1],
        }
    )
    inner = {"inner": "0 + C(inner)"} if len(runs.parts) > 1 else None
    model = mixedlm(
        "score ~ C(algorithm, Sum)", frame, groups="block", re_formula="1", vc_formula=inner
    )
    return model.fit(reml=True)
