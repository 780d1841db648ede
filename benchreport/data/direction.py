"""Whether higher scores are better: known names of metrics settle it, others need the caller's word."""

import itertools
import re
from collections.abc import Hashable, Mapping, Sequence

from benchreport.errors import DirectionError, OptionError, examples
from benchreport.hints import option

Directions = Mapping[str, bool] | bool | None
"""By metric, or one for all; ``None`` where only the names say it."""

HIGHER_IS_BETTER = frozenset(
    """accuracy acc auc auroc auprc roc_auc f1 fscore f_score f_measure precision recall sensitivity
    specificity r2 mcc kappa hitrate hit_rate hits ndcg dcg map mrr bleu rouge meteor iou dice
    jaccard ari nmi reward return win_rate winrate throughput score_correct correct psnr ssim
    average_precision hypervolume success solved purity ap reciprocal_rank""".split()
)
LOWER_IS_BETTER = frozenset(
    """error err loss logloss log_loss cross_entropy crossentropy nll deviance rmse mse mae mape
    smape rmsle brier perplexity ppl time runtime walltime duration latency seconds secs
    milliseconds ms regret cost wer cer fid rank evaluations iterations memory bytes ece""".split()
)
# beside these words a metric's name says nothing: a drop in accuracy, images per ms, the sd of an AUC
CLOUDING = frozenset(
    """per drop reduction reduced decrease increase improvement gain saved saving savings gap delta
    change diff difference ratio relative inverse inv minus neg negative non not false sd std stdev
    stderr sem se var variance ci width count n""".split()
)


def direction_of(name: Hashable | None) -> bool | None:
    """Tell from a metric's name whether higher is better; ``None`` when it does not say.

    >>> direction_of("hitrate@3"), direction_of("val_loss"), direction_of("quality")
    (True, False, None)
    >>> direction_of("neg_mean_squared_error"), direction_of("error_accuracy")
    (True, None)
    >>> direction_of("1 - accuracy"), direction_of("images_per_ms"), direction_of("accuracy_drop")
    (None, None, None)
    """
    words = [word for word in re.split(r"[^a-z0-9]+", _snake(str(name))) if word]
    if words[:1] == ["neg"]:
        # scikit-learn negates losses, never scores
        return True if _direction_of_words(words[1:]) is False else None
    return _direction_of_words(words)


def _direction_of_words(words: list[str]) -> bool | None:
    parts = set(words) | {"_".join(pair) for pair in itertools.pairwise(words)}
    if words[:1] == ["1"] or parts & CLOUDING:
        return None
    # some names end in the number of a cut-off, as hits10; f1 is known as it is
    parts |= {word.rstrip("0123456789") for word in words if word not in HIGHER_IS_BETTER}
    if "reciprocal_rank" in parts:
        parts -= {"rank"}
    higher, lower = bool(parts & HIGHER_IS_BETTER), bool(parts & LOWER_IS_BETTER)
    return None if higher == lower else higher


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z][a-z])", "_", name).lower()


def directions_of(columns: Sequence[str], given: Directions) -> tuple[bool, ...]:
    """Return each metric's direction: what the caller says of it, its name, what is said of all.

    Parameters
    ----------
    columns
        Names of metrics.
    given
        What the caller says: ``True`` where higher is better, by metric or once for all.

    Raises
    ------
    OptionError
        A name is not among the metrics.
    DirectionError
        Nothing says a metric's direction, or its name says the opposite of the word for all.

    Examples
    --------
    >>> directions_of(["accuracy", "quality", "runtime"], {"quality": True})
    (True, True, False)
    """
    unknown = [name for name in given if name not in columns] if isinstance(given, Mapping) else []
    if unknown:
        raise OptionError(
            f"higher_is_better names {examples(unknown)}, not among {examples(columns)}.",
            hint=option(higher_is_better={columns[0]: True}),
        )
    return tuple(_direction(column, given) for column in columns)


def _direction(column: str, given: Directions) -> bool:
    if isinstance(given, Mapping) and column in given:
        return bool(given[column])
    known = direction_of(column)
    general = given if isinstance(given, bool) else None
    if known is None and general is None:
        raise DirectionError(
            f"is a higher score better? The name {column!r} does not say, and it is never guessed.",
            hint=option(higher_is_better={column: True}),
        )
    if None not in (known, general) and known != general:
        raise DirectionError(
            f"higher_is_better={general} is said of all metrics, but the name {column!r} says "
            f"that {'higher' if known else 'lower'} is better.",
            hint=option(higher_is_better={column: general}) + " if it is so",
        )
    return bool(known if general is None else general)
