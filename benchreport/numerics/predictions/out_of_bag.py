"""Error of a fitted model from bootstrap rounds: .632, .632+ and the no-information rate.

Ours because mlxtend, which alone has it, refits models; here rounds come from a table.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchreport.errors import DataError
from benchreport.numerics.predictions.confusion import divide, margins

Floats = npt.NDArray[np.float64]
SHARE = 0.632
"""The share of examples that a bootstrap sample holds, 1 − 1/e, with the three digits of the papers."""


class PointSixThreeTwo(NamedTuple):
    """The .632+ estimate with its weight and rate, each in the broadcast shape."""

    estimate: Floats
    weight: Floats
    """The weight of the out-of-bag error, from .632 (no overfitting) to 1 (overfitting only)."""
    overfitting: Floats
    """Relative overfitting rate R, from 0 to 1."""


def no_information_rate(
    truth: npt.ArrayLike, predicted: npt.ArrayLike, weights: npt.ArrayLike | None = None
) -> Floats:
    """Return the error rate of the same predictions if they were independent of the truth.

    Parameters
    ----------
    truth, predicted
        Class codes, (n,); predictions by the model fitted to all n.
    weights
        None, (n,), or (b, n) for b rates at once.

    Returns
    -------
    ndarray
        () or (b,): γ = Σ p_k (1 − q_k), p_k and q_k the shares of class k in truth and predictions.

    References
    ----------
    Efron & Tibshirani (1997), Improvements on cross-validation: the .632+ bootstrap method, JASA
    92: 548-560.

    Examples
    --------
    >>> float(no_information_rate([0, 0, 0, 1], [0, 0, 1, 1]))
    0.5
    """
    _, true, predictions = margins(truth, predicted, weights=weights)
    total = true.sum(axis=-1)
    return 1.0 - divide((true * predictions).sum(axis=-1), np.square(total), np.nan)


def leave_one_out_bootstrap(drawn: npt.ArrayLike, wrong: npt.ArrayLike) -> tuple[float, float]:
    """Return the error out of bag, averaged by example first, and its standard error.

    Parameters
    ----------
    drawn
        How often each round drew each example, (rounds, n).
    wrong
        Whether the round's model was wrong about the example, (rounds, n); read where it was not drawn.

    Returns
    -------
    float, float
        Err⁽¹⁾, and the root of Σ Dᵢ² by the delta method after the bootstrap: Dᵢ = (2 + 1/(n − 1)) (Eᵢ −
        Err⁽¹⁾)/n + Σ_b (N_ib − N̄ᵢ) q_b / Σ_b I_ib. The squares of the second term grow with the noise of few
        rounds, which is subtracted. Examples that all rounds drew count in neither.

    References
    ----------
    Efron & Tibshirani (1997), JASA 92: 548-560, sections 3 and 5; Wager, Hastie & Efron (2014), Confidence
    intervals for random forests, JMLR 15: 1625-1651, section 3.

    Examples
    --------
    >>> drawn = [[2, 0, 1], [0, 1, 2], [1, 2, 0]]
    >>> error, spread = leave_one_out_bootstrap(drawn, [[0, 1, 0], [0, 0, 0], [0, 0, 1]])
    >>> round(error, 3), round(spread, 3)
    (0.667, 0.272)
    """
    counts = np.asarray(drawn, dtype=np.float64)
    left_out = counts == 0
    errors = np.where(left_out, np.asarray(wrong, dtype=np.float64), 0.0)
    rounds = left_out.sum(axis=0)
    seen = rounds > 0
    n = int(seen.sum())
    by_example = errors.sum(axis=0)[seen] / rounds[seen]
    error = float(by_example.mean())
    by_round = errors.sum(axis=1) / n
    drift = (counts - counts.mean(axis=0))[:, seen].T @ by_round / rounds[seen]
    influence = (2 + 1 / max(1, n - 1)) * (by_example - error) / n + drift
    noise = np.square(by_round - by_round.mean()).sum() / np.square(rounds[seen])
    least = np.square((by_example - error) / n).sum()
    variance = max(float(np.square(influence).sum() - noise.sum()), float(least))
    return error, float(np.sqrt(variance))


def point_632(resubstitution: npt.ArrayLike, out_of_bag: npt.ArrayLike) -> Floats:
    """Weigh the error on the training set by .368 and the error out of bag by .632.

    Parameters
    ----------
    resubstitution
        Error of the model on the examples it was fitted to, 0 to 1; any shape.
    out_of_bag
        Mean error on examples that the bootstrap samples left out; broadcasts.

    Returns
    -------
    ndarray
        An error. For accuracies pass 1 − accuracy, and subtract the result from 1.

    References
    ----------
    Efron (1983), Estimating the error rate of a prediction rule, JASA 78: 316-331.

    Examples
    --------
    Nearest neighbour on classes that have nothing to do with the features:

    >>> float(point_632(0.0, 0.5))
    0.316
    """
    inside, outside = _errors(resubstitution, out_of_bag)
    return (1.0 - SHARE) * inside + SHARE * outside


def point_632_plus(
    resubstitution: npt.ArrayLike, out_of_bag: npt.ArrayLike, no_information: npt.ArrayLike
) -> PointSixThreeTwo:
    """Weigh the error out of bag the more, the more the model overfits.

    Parameters
    ----------
    resubstitution, out_of_bag
        As for `point_632`.
    no_information
        γ, from `no_information_rate`; broadcasts.

    Notes
    -----
    With err the resubstitution error and oob′ = min(oob, γ): R = (oob′ − err)/(γ − err), or 0 unless
    both oob and γ exceed err; the estimate is .368 err + .632 oob + (w − .632)(oob′ − err) with
    w = .632/(1 − .368 R), which is (1 − w) err + w oob unless oob exceeds γ. Raschka (2018, section
    2.4) prints the denominator of R with the out-of-bag error in place of err.

    References
    ----------
    Efron & Tibshirani (1997), JASA 92: 548-560.

    Examples
    --------
    The same nearest neighbour with γ = .5: its true error is .5.

    >>> found = point_632_plus(0.0, 0.5, 0.5)
    >>> float(found.estimate), float(found.weight)
    (0.5, 1.0)
    """
    inside, outside, none = _errors(resubstitution, out_of_bag, no_information)
    bounded = np.minimum(outside, none)
    gap = np.where(outside > inside, none - inside, 0.0)
    rate = divide(bounded - inside, gap, 0.0)
    weight = SHARE / (1.0 - (1.0 - SHARE) * rate)
    estimate = point_632(inside, outside) + (weight - SHARE) * (bounded - inside)
    return PointSixThreeTwo(estimate, weight, rate)


def _errors(*errors: npt.ArrayLike) -> list[Floats]:
    values = np.broadcast_arrays(*(np.asarray(rates, dtype=np.float64) for rates in errors))
    for rates in values:
        if not ((rates >= 0) & (rates < np.inf)).all():
            raise DataError(
                "Errors must be 0 or more and finite; "
                f"found {rates[~((rates >= 0) & (rates < np.inf))][0]:g}.",
                hint="1 - accuracy",
            )
    return list(values)
