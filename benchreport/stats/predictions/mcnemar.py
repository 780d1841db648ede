"""McNemar's test for pairs of models."""

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from benchreport.data.predictions import Predictions
from benchreport.errors import check_fraction
from benchreport.numerics.predictions import mcnemar as contingency
from benchreport.numerics.predictions.correctness_counts import pair_tables, weight_unit
from benchreport.numerics.predictions.proportion_differences import newcombe_paired
from benchreport.results.predictions.mcnemar import McNemarResult, PairTable
from benchreport.stats._corrections import (
    Correction,
    adjust_confidence,
    adjust_p,
    attainable_p,
)
from benchreport.stats._pairs import Pairs, name_variants, pairs
from benchreport.stats._predictions.prediction_pairs import compare_predictions, counts_of

Counts = NDArray[Any]


def mcnemar(
    predictions: Predictions,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    variant: contingency.Variant = "auto",
) -> McNemarResult:
    """Test H0 for each pair: if only one of them is right on an example, either is equally likely to be.

    H1: one is right more often where they differ (two-sided), so their accuracies differ. The test uses
    only the examples on which the two differ.

    Parameters
    ----------
    predictions
        Labels of k models for n examples.
    alpha
        The level of decisions; intervals have confidence 1 − alpha, adjusted as the p-values are.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this model; by default, all pairs are compared.
    variant
        ``"exact"`` (binomial), ``"mid_p"``, ``"corrected"`` (Edwards) or ``"uncorrected"`` χ²;
        ``"auto"`` is exact below 25 examples on which the two differ, mid-p from there on.

    Returns
    -------
    McNemarResult
        Differences of accuracy, first − second, with Newcombe's paired intervals; χ², or the smaller
        count of exact tests; the odds ratio b/c with its exact interval; the 2×2 tables.

    Raises
    ------
    DesignError
        Examples are repeated, or come in clusters.
        The truth is a measured value, the control is not among the models, or there is one model only.
    OptionError
        The correction or variant is invalid; weighted examples need ``"uncorrected"`` or ``"auto"``.

    Notes
    -----
    For models that never differ p = 1. The interval and the test may disagree close to the level. For
    weighted examples χ² takes the variance of the weights, which does not depend on their unit, and there
    are no exact intervals.

    References
    ----------
    McNemar (1947), Psychometrika 12: 153-157; Edwards (1948); Fagerland et al. (2013) for mid-p;
    Newcombe (1998); Dietterich (1998).

    Examples
    --------
    A textbook's eleven examples that only a gets right, and one that only b does:

    >>> import pandas as pd
    >>> import benchreport
    >>> rows = [(1, 1, 1)] * 80 + [(1, 1, 0)] * 11 + [(1, 0, 1)] * 1 + [(0, 1, 1)] * 8
    >>> frame = pd.DataFrame(rows, columns=["y_true", "a", "b"])
    >>> pair = frame.bench.mcnemar(variant="corrected").comparisons[0]
    >>> round(pair.statistic, 2), round(pair.p_value, 4), pair.effect_size
    (6.75, 0.0094, 11.0)
    """
    check_fraction("alpha", alpha)
    counts, spread = counts_of(
        predictions.require_judgements("mcnemar").require_independent("mcnemar")
    )
    columns = pairs(predictions, control)
    b, c = counts.ahead[columns], counts.ahead[columns[::-1]]
    test = contingency.mcnemar(b, c, variant, spread=_sum_sides(spread, columns))
    accuracy = np.asarray(counts.right / counts.total, dtype=np.float64)
    difference = accuracy[columns[0]] - accuracy[columns[1]]
    tables: Counts = pair_tables(counts, columns)
    p_adjusted = adjust_p(test.p_value, correction, control)
    confidence = adjust_confidence(test.p_value, p_adjusted, alpha)
    nothing = np.full(len(difference), np.nan)
    interval = newcombe_paired(tables, confidence)[1:] if spread is None else None
    odds = (
        contingency.odds_ratio(b, c, 1 - alpha)
        if spread is None
        else (np.where(b == c, 1.0, b / np.where(c > 0, c, np.nan)), nothing, nothing)
    )
    names = test.variant.tolist()
    least = np.minimum(1.0, np.exp2(1.0 - (b + c)))
    if spread is not None:
        with np.errstate(over="ignore"):  # the sum of weights may overflow
            tables = tables * weight_unit(predictions.weights)
    result = compare_predictions(
        predictions,
        columns,
        (difference, test.statistic, test.p_value, p_adjusted),
        kind=McNemarResult,
        interval=interval,
        confidence=(confidence, 1 - alpha),
        effect=odds,
        sign=np.asarray(b - c, dtype=np.float64),
        remarks=names,
        centres=accuracy,
        attainable=attainable_p(np.where(test.variant == "exact", least, 0.0), correction),
        control=control,
        alpha=alpha,
        correction=correction,
        procedure="mcnemar",
        method="McNemar test",
        variant=name_variants(names, "exact, mid_p where many differ"),
        statistic_name="χ² or smaller count",
        effect_name="odds ratio (b/c)",
        references=(
            *("mcnemar1947", "dietterich1998"),
            *(() if predictions.weighted else ("fagerland2013", "newcombe1998")),
        ),
        tables=tuple(PairTable(*(count.item() for count in table.ravel())) for table in tables),
    )
    return cast("McNemarResult", result)


def _sum_sides(spread: Counts | None, columns: Pairs) -> Counts | None:
    return None if spread is None else spread[columns] + spread[columns[::-1]]
