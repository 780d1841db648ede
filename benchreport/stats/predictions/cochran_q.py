"""Cochran's Q for several models on the same examples.

Ours because statsmodels' ``cochrans_q`` takes no weights.
"""

from benchreport.data.predictions import Predictions
from benchreport.errors import check_fraction
from benchreport.numerics.predictions import cochran
from benchreport.results.ranks.omnibus import OmnibusResult, OmnibusTest
from benchreport.stats._pairs import require_several
from benchreport.stats._predictions.prediction_pairs import counts_of, omnibus_of


def cochran_q(predictions: Predictions, *, alpha: float = 0.05) -> OmnibusResult:
    """Test H0: on each example every model is as likely right as any other.

    H1: the accuracies of some differ.

    Parameters
    ----------
    predictions
        Labels of k models for n examples.
    alpha
        The level of the decision.

    Returns
    -------
    OmnibusResult
        Q, referred to χ² with k − 1 dof; η² = Q/(n(k − 1)), 0 to 1.

    Raises
    ------
    DesignError
        Examples are repeated, or come in clusters.
        The truth is a measured value, or there is one model only.

    Notes
    -----
    Q is computed from counts of pairs. For models that never differ Q = 0 and p = 1.

    References
    ----------
    Cochran (1950), Biometrika 37: 256-266; Serlin, Carr & Marascuilo (1982) for η².

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> often = {(1, 1, 1): 80, (1, 1, 0): 2, (1, 0, 0): 2, (0, 1, 1): 9, (0, 1, 0): 1,
    ...          (0, 0, 1): 3, (0, 0, 0): 3}
    >>> rows = [(1, *pattern) for pattern, count in often.items() for _ in range(count)]
    >>> frame = pd.DataFrame([*rows, (0, 0, 0, 0)], columns=["y_true", "a", "b", "c"])
    >>> print(frame.bench.cochran_q().summary)
    Cochran's Q test: Q(2) = 7.53, p = .023, η² = .04
    """
    check_fraction("alpha", alpha)
    counts, spread = counts_of(
        predictions.require_judgements("cochran_q").require_independent("cochran_q")
    )
    require_several(predictions)
    test = cochran.cochran_q(counts.ahead, spread=spread)
    return omnibus_of(
        predictions,
        procedure="cochran_q",
        method="Cochran's Q test",
        variant="chi2",
        alpha=alpha,
        references=("cochran1950", "serlin1982"),
        tests=(OmnibusTest("chi2", "Q", test.statistic, (test.dof,), test.p_value),),
        effect_name="η²",
        effect_size=test.statistic / (predictions.n * test.dof),
    )
