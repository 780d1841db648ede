"""Looney's F for several models on the same examples."""

from typing import Literal

from benchreport.data.predictions import Predictions
from benchreport.errors import check_choice, check_fraction
from benchreport.hints import call
from benchreport.numerics.predictions import cochran
from benchreport.results.base import Assumption
from benchreport.results.ranks.omnibus import OmnibusResult, OmnibusTest
from benchreport.results.writing.number_format import proportion
from benchreport.stats._pairs import require_several
from benchreport.stats._predictions.prediction_pairs import (
    counts_of,
    omnibus_of,
    require_unweighted,
)
from benchreport.wording.verdicts import assumptions as wording

Variant = Literal["f", "greenhouse_geisser"]


def looney_f(
    predictions: Predictions, *, alpha: float = 0.05, variant: Variant = "f"
) -> OmnibusResult:
    """Test H0: all models are equally accurate, by analysis of variance of right and wrong.

    H1: the accuracies of some differ.

    Parameters
    ----------
    predictions
        Labels of M models for n examples, unweighted.
    alpha
        The level of the decision.
    variant
        ``"f"`` is Looney's; ``"greenhouse_geisser"`` multiplies both dof by ε, for differences between
        models of unequal variance.

    Returns
    -------
    OmnibusResult
        F with M − 1 and (M − 1)(n − 1) dof, with both p-values; η² = Q/(n(M − 1)).

    Raises
    ------
    DesignError
        Examples are repeated, or come in clusters.
        The truth is a measured value, examples are weighted, or there is one model only.

    Notes
    -----
    Some texts print (M − 1)·n for the second dof; it is (M − 1)(n − 1). Looney's adjusted F⁺ is left out:
    two sources do not agree on its formula, and Greenhouse and Geisser's correction serves the same
    purpose.

    References
    ----------
    Looney (1988), Pattern Recognition Letters 8: 5-9; Greenhouse & Geisser (1959).

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> rows = [(1, 1, 1, 0)] * 5 + [(1, 1, 0, 0)] * 3 + [(1, 1, 1, 1)] * 20 + [(0, 0, 0, 0)]
    >>> frame = pd.DataFrame(rows, columns=["y_true", "a", "b", "c"])
    >>> print(frame.bench.looney_f().summary)
    Looney's F test: F(2, 56) = 7.50, p = .001, η² = .21
    """
    check_fraction("alpha", alpha)
    check_choice("variant", variant, ("f", "greenhouse_geisser"))
    predictions.require_judgements("looney_f").require_independent("looney_f")
    require_several(predictions)
    require_unweighted(predictions, "looney_f", hint=call("cochran_q") + ", which takes weights")
    counts, _ = counts_of(predictions)
    test = cochran.looney_f(counts.ahead, predictions.n)
    between, within = test.dof
    shrunk = between * test.epsilon, within * test.epsilon
    q = cochran.cochran_q(counts.ahead)
    return omnibus_of(
        predictions,
        procedure="looney_f",
        method="Looney's F test",
        variant=variant,
        alpha=alpha,
        assumptions=(
            Assumption.of(
                wording.EQUAL_VARIATION,
                "held" if variant == "greenhouse_geisser" else "not checked",
                epsilon=proportion(test.epsilon, 3),
            ),
        ),
        references=("looney1988", "greenhouse1959"),
        tests=(
            OmnibusTest("f", "F", test.statistic, test.dof, test.p_value),
            OmnibusTest("greenhouse_geisser", "F", test.statistic, shrunk, test.p_epsilon),
        ),
        effect_name="η²",
        effect_size=q.statistic / (predictions.n * q.dof),
    )
