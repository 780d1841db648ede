"""Metrics of ranked lists, and perplexity.

A model answers each query (a user, a search) with a list; ``gains`` (q, depth) holds the gains of
the items at ranks 1, 2, …: 0 for useless items, and to fill up short lists. ``relevant`` (q, m)
holds the gains of all useful items, retrieved or not, in any order, filled up with 0. Functions
return one value per query, (q,); the metrics are their means. They raise `DataError` for gains that
are negative or infinite, `DesignError` for arrays that are not tables, and `OptionError` for a
cut-off below 1.

Ours because scikit-learn ranks scores of all items; here lists come as they were retrieved (see
``metrics``).
"""

from typing import Literal

import numpy as np
import numpy.typing as npt

from benchreport.errors import DataError, DesignError, OptionError, check_choice, examples
from benchreport.hints import option
from benchreport.numerics.predictions.weighted_means import weighted_mean

Floats = npt.NDArray[np.float64]
Discount = Literal["log2(i+1)", "log2(i)"]


def hit(gains: npt.ArrayLike, at: int | None = None) -> Floats:
    """Return 1 where one of the first ranks holds something useful, else 0: hit rate is the mean.

    Parameters
    ----------
    at
        How many ranks count; None takes all.

    Examples
    --------
    A lecture's purchases at ranks 1, 2, 10 and 2, 3, 5:

    >>> lists = [[1, 1, 0, 0, 0, 0, 0, 0, 0, 1], [0, 1, 1, 0, 1, 0, 0, 0, 0, 0]]
    >>> float(hit(lists, at=1).mean()), float(hit(lists, at=3).mean())
    (0.5, 1.0)
    """
    return np.asarray((_first_ranks(gains, at) > 0).any(axis=1), dtype=np.float64)


def precision_at(gains: npt.ArrayLike, at: int) -> Floats:
    """Return the share of the first ``at`` ranks that hold something useful; short lists waste ranks.

    Examples
    --------
    >>> precision_at([[1, 1, 0, 0, 0, 1]], at=5).tolist()
    [0.4]
    """
    return np.asarray((_first_ranks(gains, at) > 0).sum(axis=1) / at, dtype=np.float64)


def recall_at(gains: npt.ArrayLike, relevant: npt.ArrayLike, at: int | None) -> Floats:
    """Return the share of all useful things that the first ranks hold.

    Examples
    --------
    >>> recall_at([[1, 1, 0, 0, 0, 1]], [[1, 1, 1, 1]], at=5).tolist()
    [0.5]
    """
    hits = _table("gains", gains) > 0
    useful = (_relevant(hits, relevant) > 0).sum(axis=1)
    _check_known(np.flatnonzero(hits.sum(axis=1) > useful))
    return np.asarray((_first_ranks(gains, at) > 0).sum(axis=1) / useful, dtype=np.float64)


def reciprocal_rank(gains: npt.ArrayLike) -> Floats:
    """Return 1 over the rank of the first useful thing, 0 without one: MRR is the mean.

    References
    ----------
    Voorhees (1999), The TREC-8 question answering track report.

    Examples
    --------
    >>> reciprocal_rank([[0, 1, 1], [0, 0, 0]]).tolist()
    [0.5, 0.0]
    """
    hits = _table("gains", gains) > 0
    return np.where(hits.any(axis=1), 1.0 / (hits.argmax(axis=1) + 1.0), 0.0)


def average_precision(gains: npt.ArrayLike, relevant: npt.ArrayLike) -> Floats:
    """Return the mean over all useful things of the precision at their rank, 0 for those not listed.

    Returns
    -------
    ndarray of shape (q,)
        MAP is the mean.

    Raises
    ------
    DataError
        A query has no useful item, or its list holds more useful items than there are.
    DesignError
        The numbers of queries differ, or an array is not a table.

    References
    ----------
    Manning, Raghavan & Schütze (2008), Introduction to information retrieval, equation 8.8.

    Examples
    --------
    A lecture's two users; it prints their mean as .647:

    >>> lists = [[1, 1, 0, 0, 0, 0, 0, 0, 0, 1], [0, 1, 1, 0, 1, 0, 0, 0, 0, 0]]
    >>> average_precision(lists, lists).round(5).tolist()
    [0.76667, 0.58889]
    >>> float(average_precision(lists, lists).mean().round(5))
    0.67778
    """
    hits = _table("gains", gains) > 0
    useful = (_relevant(hits, relevant) > 0).sum(axis=1)
    _check_known(np.flatnonzero(hits.sum(axis=1) > useful))
    precision = hits.cumsum(axis=1) / np.arange(1, hits.shape[1] + 1)
    return np.asarray((precision * hits).sum(axis=1) / useful, dtype=np.float64)


def dcg(gains: npt.ArrayLike, at: int | None = None, discount: Discount = "log2(i+1)") -> Floats:
    """Sum of the gains over the ranks, each divided by the discount of its rank.

    Parameters
    ----------
    gains
        (q, depth) in the order of the ranks, taken as they are; for gains that grow exponentially
        pass 2**gains − 1.
    at
        How many ranks count; None takes all.
    discount
        ``"log2(i+1)"``: of rank i, so that rank 2 already counts less; what most software
        does. ``"log2(i)"``: from rank 2 on, ranks 1 and 2 counting in full; Järvelin and
        Kekäläinen's with base 2.

    References
    ----------
    Järvelin & Kekäläinen (2002), Cumulated gain-based evaluation of IR techniques, ACM TOIS 20,
    equation 2. Burges et al. (2005), Learning to rank using gradient descent.

    Examples
    --------
    >>> gains = [[3, 2, 3, 0, 0, 1, 2, 2, 3, 0]]
    >>> float(dcg(gains, discount="log2(i)")[0].round(3))
    9.605
    """
    check_choice("discount", discount, ("log2(i+1)", "log2(i)"))
    counted = _first_ranks(gains, at)
    ranks = np.arange(1, counted.shape[1] + 1)
    divisor = np.log2(ranks + 1) if discount == "log2(i+1)" else np.log2(np.maximum(ranks, 2))
    return np.asarray((counted / divisor).sum(axis=1), dtype=np.float64)


def ndcg(
    gains: npt.ArrayLike,
    relevant: npt.ArrayLike,
    at: int | None = None,
    discount: Discount = "log2(i+1)",
) -> Floats:
    """Return DCG as a share of that of the best order of all useful things.

    Returns
    -------
    ndarray of shape (q,)
        From 0 to 1.

    Examples
    --------
    A lecture's first user, who bought what is at ranks 1, 2 and 10:

    >>> gains = [[1, 1, 0, 0, 0, 0, 0, 0, 0, 1]]
    >>> [float(ndcg(gains, gains, at, "log2(i)")[0].round(4)) for at in (5, 10)]
    [0.7602, 0.8746]
    """
    table = _table("gains", gains)
    best = -np.sort(-_relevant(table, relevant), axis=1)
    # sorted, the list's gains must not exceed the known gains
    depth = min(table.shape[1], best.shape[1])
    ordered = -np.sort(-table, axis=1)
    more = (ordered[:, :depth] > best[:, :depth]).any(axis=1) | (ordered[:, depth:] > 0).any(axis=1)
    _check_known(np.flatnonzero(more))
    return dcg(table, at, discount) / dcg(best, at, discount)


def perplexity(probabilities: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> Floats:
    """Return the geometric mean of 1/p, p being the probability predicted for the true token.

    Parameters
    ----------
    probabilities
        (n,), one for each token.
    weights
        None, (n,), or (b, n) for b values at once.

    Returns
    -------
    ndarray
        () or (b,): 1 is certainty, K is the result of guessing among K tokens, ∞ if a token that
        came had the probability 0.

    References
    ----------
    Jelinek, Mercer, Bahl & Baker (1977), Perplexity: a measure of the difficulty of speech
    recognition tasks, JASA 62, S63.

    Examples
    --------
    >>> float(perplexity([0.4, 0.15, 0.03, 0.3, 0.1, 0.01]).round(4))
    11.0816
    """
    chances = np.asarray(probabilities, dtype=np.float64)
    wrong = np.flatnonzero(~((chances >= 0.0) & (chances <= 1.0)))
    if wrong.size:
        raise DataError(
            f"Probabilities must be from 0 to 1; they are not at places {examples(wrong.tolist())}.",
            hint="numpy.exp(log_probabilities)",
        )
    with np.errstate(divide="ignore"):  # log 0
        return np.exp(-weighted_mean(np.log(chances), weights))


def _first_ranks(gains: npt.ArrayLike, at: int | None) -> Floats:
    table = _table("gains", gains)
    if at is not None and (not isinstance(at, int) or at < 1):
        raise OptionError(f"at must be a rank, 1 or more; got {at!r}.", hint=option(at=10))
    return table[:, :at]


def _table(name: str, gains: npt.ArrayLike) -> Floats:
    table = np.asarray(gains, dtype=np.float64)
    if table.ndim != 2 or not table.size:  # noqa: PLR2004 - queries × ranks
        raise DesignError(
            f"{name} must be a table, a row a query and a column a rank; got shape {table.shape}."
        )
    wrong = np.flatnonzero(~((table >= 0) & (table < np.inf)).all(axis=1))
    if wrong.size:
        raise DataError(
            f"{name} must be 0 or more and finite; see queries {examples(wrong.tolist())}."
        )
    return table


def _relevant(lists: npt.NDArray[np.generic], relevant: npt.ArrayLike) -> Floats:
    best = _table("relevant", relevant)
    if len(best) != len(lists):
        raise DesignError(
            f"relevant must have a row for each of {len(lists)} queries; got {len(best)}."
        )
    empty = np.flatnonzero(~(best > 0).any(axis=1))
    if empty.size:
        raise DataError(
            "A list cannot be judged where a query has no useful item: queries "
            f"{examples(empty.tolist())}.",
            hint="kept = (relevant > 0).any(axis=1); gains[kept], relevant[kept]",
        )
    return best


def _check_known(queries: npt.NDArray[np.intp]) -> None:
    if queries.size:
        raise DataError(
            f"Lists gain more than relevant holds, in queries {examples(queries.tolist())}: relevant must "
            "hold the gains of all useful items, retrieved or not."
        )
