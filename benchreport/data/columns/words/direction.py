"""What a metric's name says: whether higher scores are better, and between which numbers they lie.

Known names settle the direction; others need the caller's word.
"""

import functools
import itertools
import math
import re
from collections.abc import Hashable, Mapping, Sequence

import pandas as pd

from benchreport.errors import DirectionError, OptionError, examples
from benchreport.hints import Hint, call, code, option

Directions = Mapping[str, bool] | bool | None
"""By metric, or one for all; ``None`` where only the names say it."""

DIRECTIONS = "higher_is_better"
"""The entry of a frame's ``attrs`` with directions that a tool knows."""
BEST = "best_is_highest"
"""The entry that says whether the scores in bold are the highest, or the lowest."""

METRIC = "metric"
"""The entry of a frame's ``attrs`` with the metric that its file is named after."""

HIGHER_IS_BETTER = frozenset(
    """accuracy acc auc auroc auprc aucpr aucroc prauc rocauc vus_pr vus_roc roc_auc f1 fscore f_score
    f_measure precision recall sensitivity sens roc
    specificity r2 mcc kappa hitrate hit_rate hits top ndcg dcg map mrr bleu rouge meteor iou dice
    jaccard ari nmi reward rew
    return win_rate winrate throughput score_correct correct psnr ssim
    average_precision exact_match hypervolume success solved purity ap reciprocal_rank maximized maximised
    dsc nsd exact_match em extractive_match main_score pass passed pass_rate resolved chrf mc1 mc2 v_measure
    c_index cindex concordance_index harrell_c pearson spearman silhouette modularity miou mota hota idf1
    lddt gdt_ts tm_score cider bertscore bleurt pesq stoi sdr snr vmaf elo fps qps tps rps gbs gbps mbps iops
    srcc plcc krcc sr spl sharpe sortino calmar tpr tnr aupr ipc hv estoi dnsmos utmos sacrebleu comet rtfx
    log_likelihood loglikelihood loglik elbo qwk kendalltau msssim rougel clipscore plddt dockq faithfulness
    groundedness helpfulness amota bpref pck rsquared genauigkeit exactitude
    precisión précision precisão precisione exactitud acurácia acuracia
    accuratezza dokładność dokladnosc doğruluk dogruluk přesnost nauwkeurigheid noggrannhet nøyaktighet
    nøjagtighed tarkkuus pontosság точность ακρίβεια 准确率 精度 精确率 召回率 正解率 정확도""".split()
)
LOWER_IS_BETTER = frozenset(
    """error errors failures err loss logloss log_loss cross_entropy crossentropy nll deviance rmse mse
    mae mape smape rmsle brier perplexity ppl time runtime walltime duration latency seconds secs
    milliseconds ms cputime regret cost wer cer fid rank evaluations memory bytes ece
    minimized minimised bpb bpc mase rmsse wape wmape wrmsse owa msis crps
    par2 par10 par_2 par_10 percent_incorrect
    lpips hausdorff hd95 assd masd ter eer rmsd nrmse nmae ade fde epe makespan energy emissions
    igd wql rtf mpki edp abs_rel sq_rel jer min_dcf mindcf interval_score winkler rse rrmse
    davies_bouldin fpr fnr frr fdr mdr mdd
    misses miss_rate micros millis nanos drawdown wall niqe brisque elapsed ert qlike hallucination_rate ram
    rss vram mem penalty penalties violation violations
    msle rmspe medae mdae mrae fvd fad epe3d aepe silog minade minfde mpjpe mpvpe ttft rtt allocs allocations
    clashes levenshtein timeouts unsolved crashes infeasible wcss toxicity hallucinations idsw downtime nmse
    custo custos coste costes costo costi kosten coût cout koszt 成本 コスト
    zeit laufzeit rechenzeit dauer temps durée duree tempo tiempo duración czas süre tijd doba idő
    время χρόνος fehler erreur errore błąd ошибка virhe hiba
    损失 误差 错误率 时间 耗时 运行时间 推理时间 训练时间 延迟 損失 誤差 時間 実行時間""".split()
)
# names that say it alone, or beside what summarizes them; within others they may mean something else
ALONE = {
    True: frozenset(
        """ccc nse kge gini qed nds vif oks mos efficiency ms_ssim validity novelty uniqueness diversity
        completeness homogeneity uptime availability yield profit pnl agreement n_solved num_solved goodput
        ctr nps revenue correlation corr inliers repeatability kendall_tau skill_score solve_rate
        resolve_rate conversion_rate detection_rate mutation_score branch_coverage code_coverage
        line_coverage statement_coverage calinski_harabasz calinski_harabasz_score inception_score
        clip_score r_squared adjusted_r_squared answer_relevancy explained_variance sharpe_ratio
        sortino_ratio calmar_ratio information_ratio hit_ratio inlier_ratio true_positive_rate
        true_negative_rate signal_to_noise_ratio parallel_efficiency""".split()
    ),
    False: frozenset(
        """kid nme pve p50 p75 p90 p95 p99 p999 bpp bitrate delay jitter overhead cvar sse inertia
        distortion nfev evals n_evaluations expansions backtracks conflicts volatility maxdd mttr co2 carbon
        false_positive_rate false_negative_rate false_discovery_rate false_alarm_rate
        false_acceptance_rate false_rejection_rate miss_ratio drop_rate packet_drop_rate loss_ratio
        collision_rate col_rate crash_rate fail_rate failure_rate timeout_rate relative_error relative_l2
        rel_l2 relative_l2_error l2_error linf_error generalization_gap n_timeouts page_faults id_switches
        compressed_size binary_size steps_to_solve episodes_to_solve tour_length route_length path_length
        travel_distance chamfer_distance edit_distance wasserstein_distance hamming_distance
        frechet_distance js_divergence kl_divergence clash_score""".split()
    ),
}
OF_ALONE = frozenset(
    """mean avg average median test val valid validation total final best overall ms us ns s sec seconds pct
    percent km""".split()
)
# what is written behind a metric's name: accuracy ↑, FID (lower is better)
STATED = {
    True: re.compile(r"[↑⬆⇑]|\b(?:higher|larger|greater)(?: is|) better\b", re.IGNORECASE),
    False: re.compile(r"[↓⬇⇓]|\b(?:lower|smaller|less)(?: is|) better\b", re.IGNORECASE),
}
# units that are the whole name of a column
UNITS_OF_TIME = frozenset(
    "s sec second seconds ms us µs μs ns milliseconds microseconds nanoseconds".split()
)
# a min may be a minimum, and hr a hit rate, where no bracket stands around it
LONG_TIMES = frozenset("min mins minutes hour hours hrs".split())
SECONDS = frozenset("s sec us µs μs ns".split())
# beside a unit of time, words that do not turn its direction: mean_us_per_op
OF_ONE = UNITS_OF_TIME | frozenset(
    "mean avg average median min max best total time p50 p90 p95 p99".split()
)
# a unit in capitals behind what is measured: TempoMS, throughputMBs
UNIT_BEHIND = re.compile(r"(?P<stem>.*[a-z])(?:[MUN]S|[KMG]i?Bp?s?)")
# words beside a "t" that stands for a time
OF_TIMES = frozenset(
    "t best median avg average mean total cpu wall exec run comp elapsed s sec ms".split()
)
# errors of phonemes, matches and kana, and times; beside other words these mean something else
RATES_OF_ERRORS = frozenset("per mer ker timing timings".split())
# a unit, in which "per" clouds nothing
BITS = re.compile(r"bits_per_(?:byte|character|char|token|dim)")
# a score itself, which "negative" does not turn
NEGATIVE_LIKELIHOOD = re.compile(r"neg(?:ative)?[ _-]log[ _-]?likelihood")
WORK = re.compile(
    r"(?:req|reqs|requests|ops|operations|queries|rows|images|tokens|messages|samples|tasks|jobs|frames|[kmg]i?b)"
    r"(?:/|[ _]per[ _])s(?:ec(?:ond)?)?\b"
    r"|(?:[a-z]+[ _])*(?:tok|toks|tokens)(?:/|[ _](?:per[ _])?)s(?:ec(?:ond)?)?\b",
    re.IGNORECASE,
)
"""Work in a time, at the beginning of a name; of tokens, what language models are run for is said before."""
COST_OF_ONE = re.compile(
    r"(?:[nuµμm]s|sec|b|bytes|[kmg]i?b|allocs|cycles|instr(?:uction)?s|m?j|joules)/"
    r"(?:op|iter|iteration|req|request|query|call|item|element|row|msg|message|run|frame|token|image|sample|step)\b",
    re.IGNORECASE,
)
"""What one operation costs, at the beginning of a name: ns/op."""
# Insert (s); win(s) are several
TIMED = re.compile(r"(?P<stem>.*)(?:[ _][(\[]s|[(\[](?:ms|us|µs|μs|ns|sec|secs|seconds))[)\]]\s*")
SECONDS_OR_SEVERAL = re.compile(r"\w.*\(s\)\s*")
# HR@10 and hit@10 of recommenders, where elsewhere hr may be hours; R@10 and P@10 of retrieval
AT_CUTOFF = re.compile(r"\b(?P<short>hr|hit|r|p)(?=@\d)")
SHORT = {"hr": "hit_rate", "hit": "hit_rate", "r": "recall", "p": "precision"}
# what may stand beside "gap" in the name of how far solutions are from the best known
OF_GAPS = frozenset(
    """gap opt optimality mip primal dual integrality avg average mean median best final pct percent bks
    e rel relative""".split()
)
# with these words, a metric's name does not show its direction: accuracy drop, images per ms, sd of AUC,
# lead time of a forecast
CLOUDING = frozenset(
    """per drop reduction reduced decrease increase improvement gain saved saving savings gap delta
    change diff difference ratio relative inverse inv minus neg negative non not false sd std stdev
    stderr sem se var variance ci width count n date lead""".split()
)

SAMPLING = frozenset(("top_k", "top_p"))
# words beside the metric in the name of a file
OF_FILES = frozenset(
    """results result scores score test val valid validation table all mean merged mergedtable combined
    summary final avg average multi uni""".split()
)

# metrics that a hint compares by
MOST_SCORES = 6
# lengths of time and sizes of memory, which are compared by their ratios
SIZES = frozenset(
    """time runtime walltime cputime elapsed duration latency seconds secs milliseconds ms memory bytes ram
    rss vram mem zeit laufzeit rechenzeit dauer temps durée duree tempo tiempo duración czas
    süre tijd doba idő время χρόνος""".split()
)
# the range of a metric by words of its name; many of them are also written in percent
RANGES: dict[tuple[float, float], frozenset[str]] = {
    (0.0, 1.0): frozenset(
        """accuracy acc auc auroc auprc aucpr aucroc prauc rocauc vus_pr vus_roc roc_auc f1 fscore f_score
    f_measure precision recall sensitivity
        specificity hitrate hit_rate ndcg map mrr rouge bleu meteor iou dice jaccard nmi win_rate winrate
        average_precision purity ap reciprocal_rank success_rate pass_rate error_rate ece""".split()
    ),
    (-1.0, 1.0): frozenset("mcc kappa ari ssim".split()),
    (-math.inf, 1.0): frozenset(["r2"]),
    (0.0, math.inf): SIZES | frozenset("rmse mse mae mape smape perplexity ppl".split()),
}
OF_UNITS = ("unit", "units", "score unit", "score_unit")
# a share of another size, or a difference from it
OF_ANOTHER = re.compile(r"[%Δ∆]|(?<![a-z])(?:pct|percent)(?![a-z])", re.IGNORECASE)
# words that only say that something is a score
SCORES = frozenset("score value result quality performance measurement test".split())
# with these words, the numbers of a metric are on another scale
RESCALING = frozenset("log log10 log2 normalized normalised scaled standardized z adjusted".split())


def range_of(name: Hashable | None) -> tuple[float, float] | None:
    """Tell from a metric's name between which numbers it lies; ``None`` if the name does not show it.

    >>> range_of("val_accuracy"), range_of("kappa"), range_of("r2"), range_of("time_s")
    ((0.0, 1.0), (-1.0, 1.0), (-inf, 1.0), (0.0, inf))
    >>> range_of("reward"), range_of("accuracy_drop"), range_of("log_time"), range_of("Time %")
    (None, None, None, None)
    """
    return _range_of(str(name))


@functools.lru_cache(maxsize=2**12)
def _range_of(name: str) -> tuple[float, float] | None:
    words = _words_of(name)
    found = [bounds for bounds, names in RANGES.items() if _parts_of(words) & names]
    if _parts_of(words) & SIZES and not is_size(name):
        return None
    known = direction_of(name) is not None and (CLOUDING | RESCALING).isdisjoint(words)
    return found[0] if known and len(found) == 1 else None


def is_size(name: Hashable | None) -> bool:
    """Tell from a metric's name whether it is a length of time or a size of memory.

    >>> is_size("time_s"), is_size("memory_bytes"), is_size("log_time"), is_size("Δ time [%]")
    (True, True, False, False)
    """
    words = _words_of(name)
    sized = bool(_parts_of(words) & SIZES) and (CLOUDING | RESCALING).isdisjoint(words)
    return sized and OF_ANOTHER.search(str(name)) is None


# a game of Atari, and no milliseconds
MS_PACMAN = re.compile(r"\bms[. _-]*(?=pac)")


def direction_of(name: Hashable | None) -> bool | None:
    """Tell from a metric's name whether higher is better; ``None`` if the name does not show it.

    >>> direction_of("hitrate@3"), direction_of("val_loss"), direction_of("quality")
    (True, False, None)
    >>> direction_of("neg_mean_squared_error"), direction_of("error_accuracy")
    (True, None)
    >>> direction_of("1 - accuracy"), direction_of("images_per_ms"), direction_of("accuracy_drop")
    (None, None, None)
    >>> direction_of("bits_per_byte"), direction_of("exact_match,strict-match"), direction_of("pass@1")
    (False, True, True)
    >>> direction_of("R² ↑"), direction_of("quality (lower is better)")
    (True, False)
    >>> direction_of("R²"), direction_of("HR@10"), direction_of("gap_pct"), direction_of("accuracy gap")
    (True, True, False, None)
    >>> direction_of("R@5"), direction_of("r"), direction_of("hallucination rate"), direction_of("hit@5")
    (True, None, False, True)
    >>> direction_of("score_us"), direction_of("gen_tok_s"), direction_of("lat_p99_us"), direction_of("lat")
    (False, True, False, None)
    >>> direction_of("mean_ns"), direction_of("p99_ms"), direction_of("mean")
    (False, False, None)
    >>> direction_of("tempo_s"), direction_of("Laufzeit (ms)"), direction_of("peak_rss_mb")
    (False, False, False)
    >>> direction_of("Requests/sec (64)"), direction_of("errors/s"), direction_of("s/request")
    (True, False, None)
    >>> direction_of("ns/op"), direction_of("B/op"), direction_of("ops/s"), direction_of("ops_per_sec")
    (False, False, True, True)
    >>> [direction_of(name) for name in ("Insert (s)", "Insert(s)", "Gain (ms)", "Put [us]")]
    [False, None, None, False]
    >>> direction_of("TimePerStep"), direction_of("cost_per_token"), direction_of("bytes per second")
    (False, False, None)
    >>> direction_of("top_k"), direction_of("top5"), direction_of("top_k_accuracy")
    (None, True, True)
    >>> direction_of("test log-likelihood"), direction_of("Negative Log-Likelihood")
    (True, False)
    >>> direction_of("t_best"), direction_of("t_max"), direction_of("TempoMS"), direction_of("mean_us_per_op")
    (False, None, False, False)
    >>> direction_of("ReqPerSec"), direction_of("throughputMBs"), direction_of("images_per_ms")
    (True, True, None)
    >>> [direction_of(name) for name in ("tokens/sec per GPU", "tokens_sec_per_gpu", "OpenMS", "T_mean")]
    [True, None, None, None]
    >>> direction_of("sharpe_ratio"), direction_of("False positive rate"), direction_of("Mean delay (ms)")
    (True, False, False)
    >>> direction_of("attack success rate"), direction_of("delay of svm")
    (None, None)
    >>> direction_of("MsPacman"), direction_of("Ms. Pac-Man"), direction_of("ms_insert")
    (None, None, False)
    >>> direction_of("PER"), direction_of("score per run"), direction_of("PAR-2"), direction_of("ep_rew_mean")
    (False, None, False, True)
    """
    stated = [side for side, written in STATED.items() if written.search(str(name))]
    if len(stated) == 1:
        return stated[0]
    words = _words_of(name)
    if words and words[-1] in SECONDS and ({*words[:-1]} <= SCORES or "lat" in words):
        # score_us, lat_p99_us
        return False
    # t_best; T may be a temperature, and so may t_max
    timed = str(name).startswith("t_") and OF_TIMES.issuperset(words)
    # mean_ns
    timed |= len(words) > 1 and words[-1] in SECONDS | {"ms"} and OF_ONE.issuperset(words)
    if timed or (len(words) == 1 and words[0] in RATES_OF_ERRORS):
        return False
    if words[:1] == ["neg"]:
        # scikit-learn negates losses, never scores
        return True if _direction_of_words(words[1:]) is False else None
    known = _direction_of_words(words)
    known = _alone(words) if known is None else known
    if known is None and (COST_OF_ONE.match(str(name)) or _is_timed(str(name))):
        return False
    unit = UNIT_BEHIND.fullmatch(str(name)) if known is None else None
    known = direction_of(unit["stem"]) if unit else known
    # Requests/sec; misses are no work that is done
    return True if known is None and WORK.match(_snake(str(name))) else known


def _is_timed(name: str) -> bool:
    """Tell whether a name ends with a unit of time in brackets, and says no difference or ratio."""
    found = TIMED.fullmatch(name)
    return found is not None and (CLOUDING | {"speedup"}).isdisjoint(_words_of(found["stem"]))


def metric_of_file(stem: str) -> str | None:
    """Return the metric that a file is named after; ``None`` where its name says more, or something else.

    >>> metric_of_file("test-accuracy"), metric_of_file("hitrate"), metric_of_file("cost_model_benchmark")
    ('accuracy', 'hitrate', None)
    >>> metric_of_file("rank"), metric_of_file("ranks")
    (None, None)
    """
    name = "_".join(word for word in _words_of(stem) if word not in OF_FILES)
    # ranks show by themselves, and a file of that name may hold the scores that are ranked
    known = (HIGHER_IS_BETTER | LOWER_IS_BETTER) - {"rank"}
    return name if name in known else None


def direction_in(frame: pd.DataFrame, score: Hashable | None) -> bool | None:
    """Tell whether higher is better: what a tool's reader wrote into ``attrs``, else what the name says.

    >>> frame = pd.DataFrame({"score": [0.5]})
    >>> frame.attrs["higher_is_better"] = {"score": True}
    >>> direction_in(frame, "score"), direction_in(frame, "runtime")
    (True, False)
    """
    known = directions_by_tool(frame)
    if str(score) in known or direction_of(score) is not None:
        return known.get(str(score), direction_of(score))
    if SECONDS_OR_SEVERAL.fullmatch(str(score)) and score in frame.columns:
        # fractions are no numbers of things
        timed = frame[score].dtype.kind == "f" and _is_timed(str(score).replace("(", " ("))
        return False if timed else None
    if not {*_words_of(score)} <= SCORES:
        return None
    # what is written above the table is said of the scores, and so is the unit in a column of its own
    above = known.get(str(frame.attrs.get(METRIC)))
    return _direction_of_units(frame) if above is None else above


def _direction_of_units(frame: pd.DataFrame) -> bool | None:
    """Return the direction that a column of units says, where it holds one.

    >>> _direction_of_units(pd.DataFrame({"Score": [1.5, 2], "Units": ["ns/op", "ns/op"]}))
    False
    """
    columns = (frame[name] for name in frame.columns if str(name).casefold() in OF_UNITS)
    units = next((column.dropna().astype(str).unique().tolist() for column in columns), None)
    return direction_of_unit(units[0]) if units is not None and len(units) == 1 else None


def directions_by_tool(frame: pd.DataFrame) -> Mapping[str, bool]:
    """Return the directions, by metric, that a reader of a tool's results wrote into ``attrs``."""
    known = frame.attrs.get(DIRECTIONS)
    return known if isinstance(known, Mapping) else {}


def direction_of_unit(unit: str) -> bool | None:
    """Tell whether more of a unit is better: work in a time, and not the time of some work.

    >>> direction_of_unit("ops/s"), direction_of_unit("ns/op"), direction_of_unit("m")
    (True, False, None)
    """
    before, per, after = unit.strip().casefold().partition("/")
    if per and after in UNITS_OF_TIME:
        return True
    return False if before in UNITS_OF_TIME | LONG_TIMES else None


def _direction_of_words(words: list[str]) -> bool | None:
    if "gap" in words and OF_GAPS.issuperset(words):
        return False
    if "per" in words[1:]:
        # the time of a step; bytes in a second are work
        before, after = words[: words.index("per", 1)], words[words.index("per", 1) + 1 :]
        # of tokens/sec per device, the time is what the work is done in
        timed = OF_ONE.issuperset(before) and not (UNITS_OF_TIME - {"s"}).isdisjoint(before)
        cost = (UNITS_OF_TIME | LONG_TIMES).isdisjoint(after) and (
            timed or _direction_of_words(before) is False
        )
        return False if after and cost else None
    if words[:1] == ["1"] or not CLOUDING.isdisjoint(words):
        return None
    parts = _parts_of(words)
    if "attack_success" in parts:
        # of the attack, or of what is attacked
        return None
    if "reciprocal_rank" in parts:
        parts -= {"rank"}
    if not parts.isdisjoint(SAMPLING):
        # how many words a model samples from was set
        parts -= {"top"}
    higher, lower = bool(parts & HIGHER_IS_BETTER), bool(parts & LOWER_IS_BETTER)
    return None if higher == lower else higher


def says_alone(name: Hashable) -> bool:
    """Tell whether a name is that of a metric as a whole, but for what summarizes it.

    >>> says_alone("Mean delay (ms)"), says_alone("delay tolerant")
    (True, False)
    """
    return _alone(_words_of(name)) is not None


def _alone(words: Sequence[str]) -> bool | None:
    whole, core = "_".join(words), "_".join(word for word in words if word not in OF_ALONE)
    return next((side for side, names in ALONE.items() if names & {whole, core}), None)


def _words_of(name: Hashable | None) -> list[str]:
    return list(_split(str(name)))


@functools.lru_cache(maxsize=2**12)
def _split(name: str) -> tuple[str, ...]:
    # R² is R2
    text = NEGATIVE_LIKELIHOOD.sub("nll", BITS.sub("bpb", _snake(name).replace("²", "2")))
    text = AT_CUTOFF.sub(lambda found: SHORT[found["short"]], text)
    text = MS_PACMAN.sub("", text)
    return tuple(word for word in re.split(r"[\W_]+", text) if word)


def _parts_of(words: list[str]) -> set[str]:
    """Return the words of a name, also in pairs and without a cut-off at their end, as of hits10."""
    parts = set(words) | {"_".join(pair) for pair in itertools.pairwise(words)}
    # f1 is a known name itself
    return parts | {word.rstrip("0123456789") for word in words if word not in HIGHER_IS_BETTER}


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z][a-z])", "_", name).lower()


def directions_of(columns: Sequence[str], directions: Directions) -> tuple[bool, ...]:
    """Return each metric's direction: from the caller's entry, its name, or the caller's word for all.

    Parameters
    ----------
    columns
        The names of the metrics.
    directions
        The caller's directions: ``True`` where higher is better, by metric or once for all.

    Raises
    ------
    OptionError
        A name is not among the metrics.
    DirectionError
        A metric's direction is unknown, or its name contradicts the caller's word for all.

    Examples
    --------
    >>> directions_of(["accuracy", "quality", "runtime"], {"quality": True})
    (True, True, False)
    """
    if isinstance(directions, Mapping):
        refuse_other_metrics(columns, directions)
    known = [column for column in columns if direction_of(column) is not None]
    return tuple(_direction(column, directions, known[:MOST_SCORES]) for column in columns)


def refuse_other_metrics(columns: Sequence[str], directions: Mapping[str, bool]) -> None:
    """Refuse directions of metrics that are not among the columns."""
    unknown = [name for name in directions if name not in columns]
    if unknown:
        raise OptionError(
            f"higher_is_better names {examples(unknown)}, not among {examples(columns)}.",
            hint=option(higher_is_better={columns[0]: True}),
        )


def _direction(column: str, directions: Directions, known: Sequence[str]) -> bool:
    """Return a metric's direction; of several, those that are known by their names may be compared."""
    if isinstance(directions, Mapping) and column in directions:
        return bool(directions[column])
    by_name = direction_of(column)
    general = directions if isinstance(directions, bool) else None
    if by_name is None and general is None:
        raise DirectionError(
            f"it is unknown whether a higher score is better, because the name {column!r} does not tell.",
            hint=_by_each(known) + _said_of(column, is_higher=True),
        )
    if None not in (by_name, general) and by_name != general:
        raise DirectionError(
            f"higher_is_better={general} is said of all metrics, but the name {column!r} says "
            f"that {'higher' if by_name else 'lower'} is better.",
            hint=_by_each(known) + _said_of(column, is_higher=bool(general)) + " if it is so",
        )
    return bool(by_name if general is None else general)


def _by_each(known: Sequence[str]) -> Hint:
    every = call("report_metrics", scores=[*known])
    return every + " to compare by those whose names say it; or " if known else Hint()


def _said_of(column: str, *, is_higher: bool) -> Hint:
    """Return the hint to say the direction of one metric, which the shell cannot."""
    return code(f"higher_is_better={{{column!r}: {is_higher}}}")
