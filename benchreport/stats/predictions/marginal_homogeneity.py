"""Whether two models use the labels equally often."""

from typing import Literal

import numpy as np

from benchreport.data.predictions import Predictions
from benchreport.errors import check_choice, check_fraction
from benchreport.hints import code
from benchreport.numerics.predictions import label_agreement as agreement
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._corrections import Correction, adjust_p
from benchreport.stats._pairs import column_pairs, pairs
from benchreport.stats._predictions.prediction_pairs import compare_predictions, require_unweighted
from benchreport.wording.results import measures

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

    H1: they do not (two-sided). The test extends McNemar's to the predicted labels of more than two
    classes; it does not show which model is right.

    Parameters
    ----------
    predictions
        Labels of k models for n examples, unweighted.
    alpha
        The level of decisions.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this model; by default, all pairs are compared.
    variant
        ``"stuart_maxwell"``, or ``"bhapkar"``, which has a little more power.

    Returns
    -------
    PairwiseResult
        The share of labels that would have to change for both to use each equally often; χ²;
        Cohen's κ between the two as effect size, 1 where they always agree, with the interval of
        Fleiss, Cohen and Everitt; no interval where their standard error is 0.

    Raises
    ------
    DesignError
        Examples are repeated, in clusters or weighted, the truth is a measured value, there is no such
        control, or there is one model only.
    OptionError
        The correction or variant is invalid.

    References
    ----------
    Stuart (1955); Maxwell (1970); Bhapkar (1966); Cohen (1960) for κ; Fleiss, Cohen & Everitt (1969)
    for its interval.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"y_true": list("abcabc"), "m": list("aacabb"), "n": list("abcabb")})
    >>> round(frame.bench.marginal_homogeneity().comparisons[0].p_value, 3)
    0.317
    """
    check_fraction("alpha", alpha)
    check_choice("variant", variant, ("stuart_maxwell", "bhapkar"))
    predictions.require_labels("marginal_homogeneity").require_independent("marginal_homogeneity")
    require_unweighted(
        predictions,
        "marginal_homogeneity",
        hint="leave the weights out: "
        + code("df.drop(columns=['weight', 'sample_weight'], errors='ignore')"),
    )
    columns = pairs(predictions, control)
    c, n = len(predictions.classes), predictions.n
    codes = predictions.predicted.astype(np.intp)
    tables = np.stack(
        [
            np.bincount(codes[:, i] * c + codes[:, j], predictions.counts, c * c).reshape(c, c)
            for i, j in column_pairs(columns)
        ]
    ).astype(np.float64)
    test = getattr(agreement, variant)(tables)
    rows, cols = tables.sum(axis=2) / n, tables.sum(axis=1) / n
    share = np.abs(rows - cols).sum(axis=1) / 2
    return compare_predictions(
        predictions,
        columns,
        (share, test.statistic, test.p_value, adjust_p(test.p_value, correction, control)),
        effect=agreement.cohen_kappa(tables, 1 - alpha),
        sign=np.zeros_like(share),
        centres=np.average(predictions.correct, axis=0, weights=predictions.weights),
        control=control,
        alpha=alpha,
        correction=correction,
        procedure="marginal_homogeneity",
        method="Stuart–Maxwell test" if variant == "stuart_maxwell" else "Bhapkar test",
        variant=variant,
        difference_name="share of labels used unequally",
        verb=measures.UNEQUAL_LABELS,
        statistic_name="χ²",
        effect_name="Cohen's κ between the two",
        references=("stuart1955", "maxwell1970", "bhapkar1966", "cohen1960", "fleiss1969"),
    )
