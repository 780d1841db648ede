"""What a name says besides a role: a summary, a difference, a test, a size, a well-known algorithm."""

import itertools
import re
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache

from benchreport.data.columns.words.names import KNOWN_NAMES, words_of

# what averages are called; "media" is also what is published
AVERAGES = frozenset(
    """average avg ave mean moyenne moyen moyens mittelwert mittel gesamtmittel durchschnitt promedio
    gemiddelde gemiddeld genomsnitt medelvärde gjennomsnitt gennemsnit keskiarvo średnia průměr átlag ortalama
    среднее 平均 平均值 平均分 均值 평균""".split()
)
TOTALS = frozenset(
    "total sum gesamt insgesamt summe somme suma totale totaal toplam 合计 合計 总计 総計 합계".split()
)
# what summaries of rows or columns are called
SUMMARIES = (
    frozenset(
        """overall rank ranks avg_rank average_rank mean_rank
        avg_ranks average_ranks mean_ranks wins n_wins num_wins win losses ties draws w_t_l w_d_l
        win_tie_loss win_draw_loss wins_ties_losses best_count macro_average macro_avg micro_average
        micro_avg grand_total overall_score avg_score average_score mean_score rank_sum sum_of_ranks all
        pooled aggregate average_wins geomean geo_mean geometric_mean gmean std sd stdev
        δ delta diff difference improvement relative_improvement p_value pvalue p_val pval
        median media média mediana médiane mediane""".split()
    )
    | AVERAGES
    | TOTALS
)
# words of columns with the size of what algorithms ran on, or under what load, and words beside them
SIZES_OF_DATA = frozenset(
    """size sizes n length len rows samples instances dimension dimensions dim dims nodes edges vertices items
    cells cities variables variants vars clauses elements records points horizon load concurrency clients
    users connections snr noise lead""".split()
)
OF_SIZES = frozenset(
    """input problem data dataset array graph matrix file list instance query read reads seq sequence text num
    number of count target offered in db time hours days steps""".split()
)
# last words of columns that describe a model or a dataset, and do not measure how good an algorithm is
_DESCRIBING = frozenset(
    """classes class samples instances attributes rows dimensions dims dimension parameters params param
    size sizes length channels year votes likes downloads stars hub price number count num tokens
    outliers anomalies imbalance ratio perc percentage pct contamination seriescount released release
    date missing sha rank borda layers heads depth width memory usage pixels voxels level order
    dim hub cutoff outlier year len timesteps episodes seeds trials repetitions
    threads nthreads threadcount cores ncores cpus gpus games battles""".split()
)
_DESCRIPTIONS = frozenset(
    "n p d k id nr rank ranks train test context features license zero_shot version".split()
)
_COUNTING = frozenset("n num number no nr nb count".split())
_UNITS = frozenset("s sec ms us ns h min mib mb gb gib kb kib j kj w pct percent usd b m".split())
# last words of columns that compare two others
COMPARING = frozenset(
    "slower faster speedup delta improvement reduction advantage diferença".split()
)
DIFFERENCES = frozenset(
    "diff difference diferenca gain change relative ratio winner δ endring ändring änderung differenz".split()
)
# with these words, a drop is a difference, and no method that drops something
DROPS = frozenset(
    "performance relative absolute accuracy acc score f1 auc metric mean average".split()
)
_PER_CENT = re.compile(r"(?<=\w)[_ ](?:pct|percent|x)\s*$")
# a minus sign; a hyphen within a name joins words
_DIFFERENCE = re.compile(r"\s*[−]\s*|\s+(?:[-–]|vs\.?|minus)\s+")
TESTS = frozenset("friedman kruskal kw wilcoxon mwu mannwhitney ttest anova nemenyi test".split())
ADJUSTED = frozenset(
    "adj adjusted corrected raw holm bonferroni hochberg hommel fdr bh by nominal".split()
)
STATISTICS = frozenset("chi2 chisq statistic stat p q".split())
# how the first words of summaries begin
_SUMMARY_BEGINS = rf"[\W_]*(?:{'|'.join({name.split('_')[0][:3] for name in SUMMARIES})})"
_SUMMARY = re.compile(_SUMMARY_BEGINS)
_SUMMARY_IN_LINES = re.compile("^" + _SUMMARY_BEGINS, re.MULTILINE)
# algorithm 1, model_B
_NUMBERED = re.compile(
    rf"(?:alg|{'|'.join(KNOWN_NAMES['algorithm'])})[ _-]?(?:\d+|[a-z])", re.IGNORECASE
)
_DIGITS = re.compile(r"\d+")
_OWN = re.compile(r"\b(?:ours?|proposed)\b", re.IGNORECASE)
# benchmarks by whose names leaderboards call their columns, as their scores may be of any size
_BENCHMARKS = frozenset(
    """mmlu gsm8k hellaswag arc bbh truthfulqa winogrande humaneval mbpp math gpqa ifeval boolq piqa siqa
    openbookqa squad drop triviaqa hotpotqa musique aime mtbench ceval cmmlu agieval
    cifar cifar10 cifar100 mnist svhn imagenet coco voc ade20k cityscapes kitti celeba
    cora citeseer pubmed sst sst2 cola mnli qnli qqp rte mrpc stsb imdb yelp wikitext librispeech
    etth1 etth2 ettm1 ettm2 movielens iris wine""".split()
)
_NAMED_BENCHMARK = re.compile(r"[a-z]{2}(?:[ -]?bench|eval)\b", re.IGNORECASE)
"""WildBench, MT-bench and AlpacaEval 2.0."""
# words in the names of algorithms that are compared most, and not in those of datasets
_ALGORITHMS = frozenset(
    """svm svc svr knn nn mlp cnn rnn lstm gru gbm gbdt xgb xgboost lightgbm lgbm catboost rf cart c45
    tree forest boosting adaboost bagging logistic ridge lasso elasticnet bayes nb lda qda kmeans dbscan
    pca transformer bert roberta deberta gpt llama qwen mistral mixtral gemma gemini claude deepseek
    phi falcon vicuna t5 palm resnet vgg vit densenet mobilenet efficientnet inception unet yolo
    rocket minirocket multirocket hydra boss cote dtw arima ets prophet nbeats tabpfn tabnet
    ppo sac dqn ddpg td3 a2c cmaes pso nsga hyperopt smac optuna autosklearn tpot autogluon
    h2o automl baseline classifier regressor""".split()
)
# of more names, every so many are asked whether they are well known
MOST_ASKED = 1000


def is_summary(name: Hashable) -> bool:
    """Tell whether the whole name of a row or column is that of a summary of the others.

    >>> is_summary("Avg. rank"), is_summary("#wins"), is_summary("W/T/L"), is_summary("Meanshift")
    (True, True, True, False)
    """
    if not _SUMMARY.match(str(name).casefold()):
        return False
    # a second line says of what
    return "_".join(words_of(str(name).partition("\n")[0])) in SUMMARIES


def summaries_of(names: Sequence[str]) -> list[str]:
    """Return the names that are those of summaries of the others.

    >>> summaries_of(["iris", "mean shift", "Avg. rank"])
    ['Avg. rank']
    """
    # a table may have a million names of rows, and few begin as a summary does
    if not _SUMMARY_IN_LINES.search("\n".join(names).casefold()):
        return []
    return [name for name in names if is_summary(name)]


def is_average(name: Hashable) -> bool:
    """Tell whether a column of a leaderboard is called a summary, or an average of something.

    >>> is_average("Average WER"), is_average("Open LLM (average)"), is_average("Meanshift")
    (True, True, False)
    >>> is_average("Rank* (UB)")
    True
    """
    summary = is_summary(name) or is_summary(before_bracket(name))
    return summary or not (AVERAGES | {"overall"}).isdisjoint(words_of(name))


def before_bracket(name: Hashable) -> str:
    """Return the name of a column without what stands in brackets behind it."""
    return str(name).partition("(")[0].partition("[")[0]


def share_of_algorithms(names: Iterable[Hashable]) -> float:
    """Return the share of names that hold a word of a well-known algorithm.

    >>> share_of_algorithms(["Random Forest", "SVM (rbf)"]), share_of_algorithms(["iris", "MMLU"])
    (1.0, 0.0)
    """
    asked = list(names)
    # of very many names some tell as much
    asked = asked[:: max(1, len(asked) // MOST_ASKED)]
    known = [
        any({word, word.rstrip("0123456789")} & _ALGORITHMS for word in words_of(name))
        for name in asked
    ]
    return sum(known) / max(1, len(known))


def are_benchmarks(names: Sequence[Hashable]) -> bool:
    """Tell whether half of the names or more are those of benchmarks: well-known ones, or called so.

    >>> are_benchmarks(["MMLU", "GSM8K (5-shot)", "Hard"]), are_benchmarks(["CIFAR-10", "ours", "new"])
    (True, False)
    >>> are_benchmarks(["WildBench", "AlpacaEval 2.0"]), are_benchmarks(["eval loss", "bench"])
    (True, False)
    """
    known = [
        _NAMED_BENCHMARK.search(str(name)) is not None
        or not _BENCHMARKS.isdisjoint((*words_of(name), str(name).casefold()))
        for name in names
    ]
    return 2 * sum(known) >= max(1, len(known))


def are_algorithms(names: Iterable[Hashable]) -> bool:
    """Tell whether all names are algorithms by themselves, whatever their columns hold.

    >>> are_algorithms(["SVM", "Random Forest"]), are_algorithms(["model 1", "model 2"])
    (True, True)
    >>> are_algorithms(["SVM", "time"]), are_algorithms(["model size", "model 2"])
    (False, False)
    """
    return all(_NUMBERED.fullmatch(str(name)) or share_of_algorithms([name]) for name in names)


def is_own(name: Hashable) -> bool:
    """Tell whether a name is what authors call their own method, which they write last.

    >>> is_own("Ours (tuned)"), is_own("Proposed"), is_own("colours")
    (True, True, False)
    """
    return _OWN.search(str(name)) is not None


def differ_by_numbers(names: Iterable[Hashable]) -> bool:
    """Tell whether three names or more are the same but for numbers, as those of instances are.

    >>> differ_by_numbers(["g-10_0", "g-10_1", "g-20_0"]), differ_by_numbers(["1", "2", "3"])
    (True, False)
    """
    texts = [str(name) for name in names]
    if len(texts) <= 2:  # noqa: PLR2004 - two are alike by chance
        return False
    stem = _DIGITS.sub("", texts[0])
    return any(map(str.isalpha, stem)) and all(_DIGITS.sub("", text) == stem for text in texts)


def compares_columns(name: Hashable, columns: Iterable[Hashable] = ()) -> bool:
    """Tell whether a column says by how much others differ, and is none of them.

    >>> [compares_columns(name) for name in ("Delta (b - a)", "Turso slower", "gain_pct", "Faster R-CNN")]
    [True, True, True, False]
    >>> [compares_columns(name) for name in ("Performance Drop", "Layer Drop", "Δ SR", "delta_net")]
    [True, False, True, False]
    >>> compares_columns("v3 − v2 [95 %]", ["v2", "v3"]), compares_columns("cnn-lstm", ["cnn", "lstm"])
    (True, False)
    >>> compares_columns("en - de", ["en - de", "de - fr", "fr - en"])
    False
    """
    words = words_of(_PER_CENT.sub("", before_bracket(name)))
    if not words:
        return False
    sides = _DIFFERENCE.split(before_bracket(name).strip())
    # few names are differences: the others of thousands of columns are not looked at for each
    if len(sides) > 1:
        others = [before_bracket(other).strip() for other in columns if other != name]
        # en - de beside de - fr, and A - W beside W - A, are pairs
        others = [other for other in others if len(_DIFFERENCE.split(other)) == 1]
        if all(_begins_one(side, others) for side in sides):
            return True
    # Δ SR beside SR
    if words[0] == "δ":
        return True
    dropped = words[-1] == "drop" and bool(DROPS & set(words))
    return dropped or words[-1] in COMPARING or (len(words) == 1 and words[0] in DIFFERENCES)


def _begins_one(side: str, names: Iterable[str]) -> bool:
    """Tell whether a side of a difference is a name, or one begins with its words: ppo beside ppo_core."""
    words = words_of(side)
    return any(side == name or words_of(name)[: len(words)] == words for name in names)


def is_test_result(name: Hashable, columns: Iterable[Hashable] = ()) -> bool:
    """Tell whether a column holds what a test found, a p-value or a statistic, and no scores.

    >>> [is_test_result(name) for name in ("p(GWO)", "holm_p_value", "friedman_chi2", "chi2", "P@1", "KW_q")]
    [True, True, True, False, False, True]
    >>> is_test_result("p_mse", ["mse", "p_mse"]), is_test_result("p_admm", ["p_admm", "sgd"])
    (True, False)
    >>> is_test_result("p_holm")
    True
    """
    found = _is_test_result(str(name))
    if found is not None:
        return found
    # p_mse and p_holm_mse beside mse
    words = words_of(name)
    ends = [words[at:] for at in (1, 2) if words[at:]]
    return any(words_of(other) in ends for other in columns if other != name)


@lru_cache(maxsize=2**17)
def _is_test_result(name: str) -> bool | None:
    """Tell whether a name says so alone; ``None`` where other columns decide."""
    words = words_of(name)
    if (
        name[:2] == "p("
        or {"pvalue", "pval", "significant", "significance"} & set(words)
        or ("p", "value") in itertools.pairwise(words)
        or (STATISTICS & {*words[-1:]} and TESTS & set(words))
        or words == ["stat", "sig"]
    ):
        return True
    if words[:1] == ["p"] and name[:1] == "p":
        # p_holm is adjusted by Holm's method
        return True if words[1:] and ADJUSTED.issuperset(words[1:]) else None
    return False


def is_description(name: Hashable) -> bool:
    """Tell whether a column is called by what describes a dataset or a model, such as its size.

    >>> [is_description(name) for name in ("n_features", "#Params (B)", "Max Tokens", "MMLU")]
    [True, True, True, False]
    >>> is_description("Size (million parameters)"), is_description("ResNet (samples/s)")
    (True, False)
    """
    # work in a time describes nothing
    whole = not re.search(r"/\s?s(?:ec)?[)\]]?\s*$", str(name))
    return (whole and _is_description(str(name))) or _is_description(before_bracket(name))


@lru_cache(maxsize=2**17)
def _is_description(name: str) -> bool:
    words = words_of(name)
    while len(words) > 1 and words[-1] in _UNITS:
        words.pop()
    if not words or is_summary(name):
        return False
    # "SF1, 16 threads" and n=100 say under what condition
    if len(words) > 1 and any(map(str.isdecimal, words[-2:])):
        return False
    # no_features are counted, and no_amx is without it
    several = words[0] != "no" or words[-1].endswith("s")
    counted = len(words) > 1 and words[0] in _COUNTING and several
    counted = counted or name.lstrip().startswith("#")
    described = words[-1] in _DESCRIBING or not {"params", "parameters"}.isdisjoint(words)
    return counted or described or "_".join(words) in _DESCRIPTIONS


def says_size(name: Hashable) -> bool:
    """Tell whether a name is that of a size of the data, and says nothing else.

    >>> says_size("input_size"), says_size("n_failed")
    (True, False)
    """
    words = {*words_of(name)}
    return words <= SIZES_OF_DATA | OF_SIZES and not words.isdisjoint(SIZES_OF_DATA)
