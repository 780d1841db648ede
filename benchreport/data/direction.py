"""Whether higher is better, from a metric's name: known names settle it, others are asked for."""

import itertools
import re
from collections.abc import Hashable

__all__ = ["direction_of"]

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
# a drop in accuracy, images per ms, the sd of an AUC: beside these a metric's name says nothing
CLOUDING = frozenset(
    """per drop reduction reduced decrease increase improvement gain saved saving savings gap delta
    change diff difference ratio relative inverse inv minus neg negative non not false sd std stdev
    stderr sem se var variance ci width count n""".split()
)


def direction_of(name: Hashable | None) -> bool | None:
    """Tell whether higher is better from a metric's name; ``None`` when it does not say.

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
    # the number of a cut-off is glued to some names: hits10; f1 is known as it is
    parts |= {word.rstrip("0123456789") for word in words if word not in HIGHER_IS_BETTER}
    if "reciprocal_rank" in parts:
        parts -= {"rank"}
    higher, lower = bool(parts & HIGHER_IS_BETTER), bool(parts & LOWER_IS_BETTER)
    return None if higher == lower else higher


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z][a-z])", "_", name).lower()
