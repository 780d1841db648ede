"""Whether two models use the labels equally often."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import special

from benchreport.data.predictions import Predictions
from benchreport.errors import DesignError, check_choice, check_fraction
from benchreport.numerics import agreement
from benchreport.results.pairwise import PairwiseResult
from benchreport.stats._pairs import Correction, corrected, pairs
from benchreport.stats._predictions import compare_predictions

__all__ = ["marginal_homogeneity"]

Array = NDArray[np.float64]
Variant = Literal["stuart_maxwell", "bhapkar"]


def marginal_homogeneity(
    predictions: Predictions,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    variant: Variant = "stuart_maxwell",
) -> PairwiseResult:
    """Test H0 for each pair: both models give each label equally often, right or wrong.

    H1: they do not (two-sided). With more than two classes the extension of McNemar's test to what
    is predicted; it says nothing of who is right.

    Parameters
    ----------
    predictions
        Labels of k models for n examples, unweighted.
    alpha
        The level of decisions.
    correction
        Over all pairs, or all comparisons with the control.
    control
        Compare the others with this model; None compares all pairs.
    variant
        ``"stuart_maxwell"``, or ``"bhapkar"``, which has a little more power.

    Returns
    -------
    PairwiseResult
        The share of labels that would have to change for both to use each equally often; χ²;
        Cohen's κ between the two as effect size, 1 where they always agree.

    Raises
    ------
    DesignError
        The truth is a measured value, examples are weighted, or no such control.
    OptionError
        No such correction or variant.

    References
    ----------
    Stuart (1955); Maxwell (1970); Bhapkar (1966); Cohen (1960) for κ.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"y_true": list("abcabc"), "m": list("aacabb"), "n": list("abcabb")})
    >>> round(marginal_homogeneity(Predictions.from_frame(frame)).comparisons[0].p_value, 3)
    0.317
    """
    check_fraction("alpha", alpha)
    check_choice("variant", variant, ("stuart_maxwell", "bhapkar"))
    predictions.labelled("marginal_homogeneity")
    if predictions.weighted:
        raise DesignError(
            "marginal_homogeneity counts examples; these are weighted.",
            hint="leave the weight column out: df.drop(columns='weight')",
        )
    columns = pairs(predictions, control)
    c, n = len(predictions.classes), predictions.n
    codes = predictions.predicted.astype(np.intp)
    tables = np.stack(
        [
            np.bincount(codes[:, i] * c + codes[:, j], minlength=c * c).reshape(c, c)
            for i, j in zip(*(column.tolist() for column in columns), strict=True)
        ]
    ).astype(np.float64)
    found = getattr(agreement, variant)(tables)
    rows, cols = tables.sum(axis=2) / n, tables.sum(axis=1) / n
    apart = np.abs(rows - cols).sum(axis=1) / 2
    kappa, low, high = _kappa(tables / n, n, alpha)
    return compare_predictions(
        predictions,
        columns,
        (apart, found.statistic, found.p_value, corrected(found.p_value, correction, control)),
        effect=(kappa, low, high),
        sign=np.zeros_like(apart),
        centres=predictions.correct.mean(axis=0),
        control=control,
        alpha=alpha,
        correction=correction,
        procedure="marginal_homogeneity",
        method="Stuart–Maxwell test" if variant == "stuart_maxwell" else "Bhapkar test",
        variant=variant,
        difference_name="share of labels used unequally",
        statistic_name="χ²",
        effect_name="Cohen's κ between the two",
        references=("stuart1955", "maxwell1970", "bhapkar1966", "cohen1960"),
    )


def _kappa(shares: Array, n: int, alpha: float) -> tuple[Array, Array, Array]:
    """Agreement beyond chance, with its large-sample interval (Cohen, 1960)."""
    rows, columns = shares.sum(axis=2), shares.sum(axis=1)
    seen = np.trace(shares, axis1=1, axis2=2)
    chance = (rows * columns).sum(axis=1)
    room = np.where(chance < 1, 1 - chance, 1.0)
    kappa = np.where(chance < 1, (seen - chance) / room, 1.0)
    error = np.sqrt(seen * (1 - seen) / n) / room
    half = float(-special.ndtri(alpha / 2)) * error
    return kappa, np.maximum(kappa - half, -1.0), np.minimum(kappa + half, 1.0)
