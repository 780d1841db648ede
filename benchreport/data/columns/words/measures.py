"""Whether columns of numbers measure different things of each row: accuracy, time, size.

Such columns are neither the algorithms of a wide table nor the datasets of a leaderboard.
"""

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from functools import lru_cache

from benchreport.data.columns.words.direction import (
    COST_OF_ONE,
    HIGHER_IS_BETTER,
    LOWER_IS_BETTER,
    UNITS_OF_TIME,
    WORK,
    direction_of,
    says_alone,
)
from benchreport.data.columns.words.kinds_of_names import (
    AVERAGES,
    before_bracket,
    is_own,
    share_of_algorithms,
)
from benchreport.data.columns.words.names import words_of

METRICS = HIGHER_IS_BETTER | LOWER_IS_BETTER
# beside them a loss is a defeat
OUTCOMES = frozenset("win wins won tie ties tied draw draws".split())
# the unit of Throughput (img/s)
RATE = re.compile(r"\s*[(\[]\s*[a-z]+\s?/\s?(?:s|sec|second)\s*[)\]]\s*$", re.IGNORECASE)
# a unit, and what stands for an arrow, as in PSNR (dB) up
BEHIND = re.compile(r"(?:\s*\(dB\)|_db)?(?:(?<=[\w)\]]) +(?:up|down))?$")
# N@3 is of the first three; a model@384 is of a size, and Qwen@8 of so many answers
AT_FIRST = re.compile(
    r"(?:[a-z]|n?dcg|m?ap|mrr|hits?|hr|rec(?:all)?|prec(?:ision)?|pass|acc(?:uracy)?|top|f1|maj|cons|g?auc|sr)"
    r"@\d{1,2}",
    re.IGNORECASE,
)
# in small letters it is a word: sets near and far
AS_WRITTEN = frozenset({"FAR"})
QUANTILE = re.compile(r"\d+(?:\.\d+)?%")
# what else is measured, or summarizes what was measured
QUANTITIES = (
    METRICS
    | AVERAGES
    | frozenset(
        # counts of answers, and of words that a recognizer got right, took for others, left out and put in
        """score scores value result metric energy speed power rate top1 top5 rtf rtfx median
    ratio min max minimum maximum std sd stddev stdev stderr sem var variance range rss vms uss pss ram vram
    flops gflops macs gmacs tp fp fn tn corr sub del ins distance objective fitness routes
    coverage penalty throughput fps qps spec volume lq uq iqr neval best worst spear kend ret volatility
    bitrate bpp bandwidth goodput iops jitter delay overhead
    quality similarity p50 p75 p90 p95 p99 p999 σ""".split()
    )
)
# words that say more about a quantity, and its units
QUALIFIERS = frozenset(
    """train training test testing val valid validation cv fold split best final last total overall macro
    micro weighted balanced cpu gpu wall user system real fit predict prediction inference infer eval
    evaluation single cut at k top percent pct s ms us ns min mins h hr hrs hours j kj wh kwh mb gb kb
    mib gib kib mbs gbs usage used peak normalized norm raw load io in out box mask bbox segm
    keypoint dev standard deviation ann annual annualized annualised dd
    response hh mm ss l lsum build construction index indexing search query candidate candidates setup init
    sec secs cumulative bps kbps mbps gbps hz khz mhz ghz uj mj mw watt watts joule joules
    comp compression decomp decompression encode encoding decode decoding preprocess preprocessing postprocess
    postprocessing startup warmup per token tokens image images frame frames request requests""".split()
) | frozenset(word for name in METRICS for word in name.split("_") if word != "ts")
# words of what a run costs, which is seldom the score that is meant
COSTS = frozenset(
    """time runtime cputime walltime elapsed duration latency seconds secs ms memory mem bytes cost iterations
    evaluations rss vms uss pss ram vram flops gflops macs gmacs allocs allocations backtracks expansions nfev
    custo custos coste costes costo costi kosten coût cout koszt 成本 コスト
    zeit laufzeit rechenzeit dauer temps durée duree tempo tiempo duración czas
    süre tijd doba idő время χρόνος
    时间 耗时 运行时间 推理时间 训练时间 延迟 時間 実行時間""".split()
)
MONEY = frozenset("$€£¥")
# what searches and agents are judged by, for which no data is split
SEARCHED = frozenset(
    """reward rewards rew return returns fitness makespan objective obj hypervolume hv igd regret tour energy
    profit ert""".split()
)
# names of metrics and of algorithms: maximum a posteriori, affinity propagation, deep subspace clustering,
# the mean of forecasts
COULD_BE_ALGORITHMS = frozenset(
    "map ap sr dsc mean median average avg min max minimum maximum range best worst".split()
)


# what is done, and undone: the times of both are two measures of one library
OPPOSITES = tuple(
    (frozenset(first), frozenset(second))
    for first, second in (
        (
            "compress compression comp compresion compresión".split(),
            "decompress decompression decomp descomp descompresion descompresión".split(),
        ),
        (
            "serialize serialization serialise ser".split(),
            "deserialize deserialization deserialise deser".split(),
        ),
        (
            "marshal encode encoding dump dumps stringify write".split(),
            "unmarshal decode decoding load loads parse read".split(),
        ),
        ("encrypt encryption".split(), "decrypt decryption".split()),
        (("upload",), ("download",)),
    )
)
# words before a measure of a whole run
WHOLE = frozenset(("total", "cumulative"))
# words beside them
OF_OPPOSITES = frozenset("speed time t rate throughput latency parallel serial".split())

# quantities in the names of columns that may stand in two of them by chance
MANY = 2

KNOWN = QUANTITIES | QUALIFIERS
# v2 and 1.10.3, before a unit
VERSION = re.compile(r"(?:v\d+(?:\.\d+)*|\d+(?:\.\d+)+)(?:[-_ ]|$)")


def is_measure(name: Hashable) -> bool:
    """Tell whether a name is that of a measure, and says nothing else.

    >>> [is_measure(name) for name in ("Time, s", "mean_fit_time", "ndcg_cut_10", "Time-CNN", "svm_acc")]
    [True, True, True, False, False]
    >>> [is_measure(name) for name in ("Throughput (img/s)", "Speed [req / sec]", "svm (img/s)")]
    [True, True, False]
    >>> is_measure("Std Dev"), is_measure("dev"), is_measure("N@3"), is_measure("Qwen@8")
    (True, False, True, False)
    >>> is_measure("PSNR (dB) up"), is_measure("ScaleUp")
    (True, False)
    """
    return _is_measure(str(name))


@lru_cache(maxsize=2**17)
def _is_measure(name: str) -> bool:
    words = [
        word.rstrip("0123456789") if word not in QUANTITIES else word
        for word in words_of(BEHIND.sub("", RATE.sub("", name)))
    ]
    words = [word for word in words if word]
    whole = "_".join(words)
    if AT_FIRST.fullmatch(name.strip()) or name.strip() in AS_WRITTEN:
        return True
    if whole in METRICS or whole.replace("_", "") in METRICS or says_alone(name):
        return True
    return any(word in QUANTITIES for word in words) and all(word in KNOWN for word in words)


def quantiles_of(names: Sequence[Hashable]) -> set[Hashable]:
    """Return the names of quantiles, as `DataFrame.describe` calls them: percentages beside a mean.

    >>> sorted(quantiles_of(["count", "mean", "min", "50%", "99.9%"])), quantiles_of(["1%", "10%"])
    (['50%', '99.9%'], set())
    """
    if not any(isinstance(name, str) and name.casefold() == "mean" for name in names):
        return set()
    return {name for name in names if isinstance(name, str) and QUANTILE.fullmatch(name)}


def opposites(names: Sequence[Hashable]) -> list[Hashable]:
    """Return the names that say what is done and undone, where all of one kind stand beside the other's.

    >>> opposites(["ratio", "compression (MB/s)", "Decompression (MB/s)"]), opposites(["read", "insert"])
    (['compression (MB/s)', 'Decompression (MB/s)'], [])
    """
    said = {name: {*words_of(before_bracket(name))} - OF_OPPOSITES for name in names}
    acts = {name: words.pop() for name, words in said.items() if len(words) == 1}
    for pair in OPPOSITES:
        found = [[name for name, word in acts.items() if word in side] for side in pair]
        if all(found):
            return [name for name in names if name in (*found[0], *found[1])]
    return []


def parts_of_run(names: Sequence[Hashable]) -> list[Hashable]:
    """Return all names where some say that they are of one run: a total measure beside others, or opposites.

    >>> parts_of_run(["total_runtime", "queue_runtime"]), parts_of_run(["Total Variation", "wavelet"])
    (['total_runtime', 'queue_runtime'], [])
    >>> parts_of_run(["t_comp", "t_decomp", "t_gzip"])
    ['t_comp', 't_decomp', 't_gzip']
    """
    totals = [n for n in names if WHOLE.intersection(words_of(n)) and is_measure(n)]
    return [*names] if 0 < len(totals) < len(names) or opposites(names) else []


def is_cost(name: Hashable) -> bool:
    """Tell whether a name speaks of what a run costs: time, memory or money.

    >>> is_cost("pred_time_val"), is_cost("timeout"), is_cost("ns/op"), is_cost("Input $/1M")
    (True, False, True, True)
    """
    said = str(name).strip()
    return bool(
        COSTS & set(words_of(name)) or COST_OF_ONE.fullmatch(said) or not MONEY.isdisjoint(said)
    )


def is_work(name: Hashable) -> bool:
    """Tell whether a name is work in a time, or what one operation costs, and says nothing else.

    >>> is_work("Requests/sec"), is_work("ns/op"), is_work("Requests/sec (64)"), is_work("prompt_tok_s")
    (True, True, False, True)
    """
    return any(form.fullmatch(str(name).strip()) for form in (WORK, COST_OF_ONE))


def needs_no_data(name: Hashable) -> bool:
    """Tell whether a name speaks of programs, searches or agents, for which no data is split.

    >>> needs_no_data("mean_reward"), needs_no_data("best_cost"), needs_no_data("val_loss")
    (True, True, False)
    """
    return is_cost(name) or is_work(name) or not SEARCHED.isdisjoint(words_of(name))


def _before_brackets(columns: Sequence[Hashable]) -> str:
    """Return the measure of one unit that stands before whose it is: ``time_ms (svm)``, ``time_ms (knn)``."""
    stems = {before_bracket(name).strip() for name in columns}
    stem = stems.pop() if len(stems) == 1 and len(columns) > 1 else ""
    said = (words_of(str(name)[len(stem) :]) for name in columns)
    known = direction_of(stem) is not None and is_measure(stem)
    return stem if known and not any(KNOWN.issuperset(words) for words in said) else ""


def find_measures(columns: Sequence[Hashable]) -> list[Hashable]:
    """Return the columns that show, by their names, that columns measure different things.

    Returns
    -------
    list
        The columns that are measures; empty if the columns could hold one metric.

    Examples
    --------
    >>> find_measures(["dice", "voxels"]), find_measures(["svm", "MAP", "Mean"])
    (['dice'], [])
    >>> find_measures(["fit_time", "test_score", "C"]), find_measures(["svm_acc", "knn_acc"])
    (['fit_time', 'test_score'], [])
    >>> find_measures(["cluster_nmi", "label_ari", "kBET", "iLISI", "cLISI", "F1_isolated", "graph"])
    ['cluster_nmi', 'label_ari', 'F1_isolated']
    >>> find_measures(["Original Gap", "v2 Gap"]), find_measures(["v1.9 (ms)", "v2.0 (ms)"])
    ([], [])
    >>> find_measures(["SGD runtime_ms", "Adam runtime_ms"]), find_measures(["time_ms_SGD", "time_ms_Adam"])
    ([], [])
    >>> find_measures(["port", "requests/sec"]), find_measures(["ops/s (64)", "ops/s (128)"])
    (['requests/sec'], [])
    >>> find_measures(["u", "v", "w", "x", "y", "rmse_svm", "rmse_knn", "epe_svm", "epe_knn"])
    ['rmse_svm', 'rmse_knn', 'epe_svm', 'epe_knn']
    """
    one = len(columns) > 1 and all("gap" in words_of(n) for n in columns)
    if (
        one
        or _before_brackets(columns)
        or (len(columns) > 1 and all(VERSION.match(str(n)) for n in columns))
    ):
        # one measure of several algorithms, or of their versions
        return []
    named = [name for name in columns if is_measure(name) or is_work(name)]
    if any(join_words(name) not in COULD_BE_ALGORITHMS for name in named) or len(named) == len(
        columns
    ):
        return named
    # several quantities in most names, but not svm_acc, knn_acc; three of them are no chance
    found = {name: _quantities(str(name)) for name in columns}
    if len({quantities & UNITS_OF_TIME for quantities in found.values()}) == 1:
        # of runtime_ms, the unit is none of its own
        found = {name: found[name] - UNITS_OF_TIME or found[name] for name in columns}
    measured = [name for name in columns if found[name]]
    different = len({quantity for name in measured for quantity in found[name]})
    most = 2 * len(measured) >= len(columns)
    crossed = different > 1 and _cross(measured)
    return measured if different > MANY or crossed or (different > 1 and most) else []


def _cross(names: Sequence[Hashable]) -> bool:
    """Tell whether each measure stands beside each of several other words: rmse_svm, epe_svm, and so on."""
    pairs = [(_quantities(str(name)), " ".join(words_of(name))) for name in names]
    rests = [
        (said, " ".join(word for word in words.split() if word not in said))
        for said, words in pairs
    ]
    sides = [{*side} for side in zip(*rests, strict=True)]
    complete = len({*rests}) == len(rests) == len(sides[0]) * len(sides[1])
    return complete and all(len(side) > 1 for side in sides)


def measure_one_thing(columns: Sequence[Hashable]) -> bool:
    """Tell whether names say several measures of one thing, which are not all better when higher, or lower.

    >>> measure_one_thing(["PSNR aligned", "SSIM aligned", "CIEDE2000 aligned"])
    True
    >>> measure_one_thing(["CoLA MCC", "MRPC F1", "MRPC Acc"]), measure_one_thing(["A WER", "B WER"])
    (False, False)
    """
    found = {name: _quantities(str(name)) for name in columns}
    rests = [
        " ".join(word for word in words_of(name) if word not in said)
        for name, said in found.items()
        if said
    ]
    different = len({*found.values()} - {frozenset()}) > 1
    return (
        different
        and len({*rests}) < len(rests)
        and len({direction_of(name) for name in columns}) > 1
    )


def speaks_of_measures(name: str) -> bool:
    """Tell whether a word of a name is that of a measure or of a summary.

    >>> speaks_of_measures("search time"), speaks_of_measures("Mean"), speaks_of_measures("numpy")
    (True, True, False)
    """
    return not QUANTITIES.isdisjoint(words_of(name))


@lru_cache(maxsize=2**17)
def _quantities(name: str) -> frozenset[str]:
    words = frozenset(
        word if word in QUANTITIES else word.rstrip("0123456789") for word in words_of(name)
    )
    return words & (QUANTITIES - COULD_BE_ALGORITHMS | {"ratio", "speedup"})


def join_words(name: Hashable) -> str:
    """Return the words of a name as one."""
    return "_".join(words_of(name))


def _last_word(name: Hashable) -> str:
    words = [word if word in METRICS else word.rstrip("0123456789") for word in words_of(name)]
    return next((word for word in reversed(words) if word), "")


def metric_in(name: Hashable) -> str:
    """Return the metric that a name ends with; empty if it ends with none.

    >>> metric_in("AMI WER"), metric_in("Hungary F1"), metric_in("Time series forest")
    ('wer', 'f1', '')
    >>> metric_in("SGD runtime_ms")
    'runtime_ms'
    >>> metric_in("win/tie/loss"), metric_in("validation loss")
    ('', 'loss')
    """
    last = _last_word(name)
    before = words_of(name)[-2:-1]
    if not OUTCOMES.isdisjoint(words_of(name)):
        return ""
    if last in UNITS_OF_TIME and {*before} & METRICS:
        return f"{before[0]}_{last}"
    return last if last in METRICS else ""


def metric_before(name: Hashable) -> str:
    """Return the metric that a name begins with; empty if it begins with none.

    >>> metric_before("rmse_age"), metric_before("age_rmse")
    ('rmse', '')
    """
    first = words_of(name)[:1]
    return first[0] if {*first} & METRICS else ""


def common_metric(columns: Sequence[Hashable]) -> str:
    """Return the metric that the names of most columns end with, or begin with; empty without one.

    >>> common_metric(["AMI WER", "Tedlium WER", "LibriSpeech WER", "speed"])
    'wer'
    >>> common_metric(["rmse_age", "rmse_height"])
    'rmse'
    """
    several = [name for name in columns if len(words_of(name)) > 1]
    for find in (metric_in, metric_before):
        counts = Counter(map(find, several))
        metric, count = max(counts.items(), key=lambda item: item[1], default=("", 0))
        if metric and 2 * count > len(columns):
            return metric
    return ""


def metric_of_all(columns: Sequence[Hashable]) -> str:
    """Return the metric that each name ends with, before what stands in brackets; empty without one.

    All may begin with what was spent or measured, too.

    >>> metric_of_all(["BERT F1 (tuned)", "MLP F1"]), metric_of_all(["BERT F1", "MLP"])
    ('f1', '')
    >>> metric_of_all(["Time A", "Time B"]), metric_of_all(["Time A", "Time (s)"])
    ('time', '')
    >>> metric_of_all(["bleu_ours", "bleu_base"]), metric_of_all(["dice_liver", "dice_kidney"])
    ('bleu', '')
    """
    if stem := _before_brackets(columns):
        return stem
    metrics = {metric_in(before_bracket(name)) for name in columns}
    if len(metrics) > 1 or metrics == {""}:
        said = [words_of(name) for name in columns]
        metrics = {words[0] for words in said if words}
        # the words behind it tell them apart; Time Series Forest takes no time
        seconds = {words[1] for words in said if len(words) > 1} - UNITS_OF_TIME
        # what was measured may be of parts, as dice_liver is, where no name is an algorithm's
        known = all(direction_of(word) is not None for word in metrics) and (
            share_of_algorithms(columns) > 0
            or any(is_own(word) for words in said for word in words)
        )
        if not (known or COSTS.issuperset(metrics)) or len(seconds) < len(said):
            return ""
    return metrics.pop() if len(metrics) == 1 else ""


def same_measure(columns: Sequence[Hashable]) -> list[Hashable]:
    """Return columns called by different words before one measure: what is compared may be in their names.

    >>> same_measure(["old_makespan", "new_makespan", "runtime_seconds"])
    ['old_makespan', 'new_makespan']
    >>> same_measure(["mixed_10c_qps", "mixed_20c_qps"]), same_measure(["knn_acc", "knn_balanced_acc"])
    ([], [])
    >>> same_measure(["train_acc", "test_acc", "mean_time"]), same_measure(["ibi_mae_ms", "ibi_rmse_ms"])
    ([], [])
    """
    found = {name: "" if _speaks_twice(name) else metric_in(name) for name in columns}
    metric, count = max(
        Counter(filter(None, found.values())).items(), key=lambda item: item[1], default=("", 0)
    )
    alike = [name for name in columns if found[name] == metric]
    # numbers and what says more about a measure tell no algorithms apart
    said = {
        frozenset(word.strip("0123456789") for word in words_of(name)) - KNOWN for name in alike
    }
    return alike if count == len(said) >= MANY else []


def _speaks_twice(name: Hashable) -> bool:
    """Tell whether a name says a unit, or a measure before its last word, and so may name no algorithm."""
    *before, last = words_of(name) or [""]
    return is_measure(name) or last in UNITS_OF_TIME or not QUANTITIES.isdisjoint(before)
