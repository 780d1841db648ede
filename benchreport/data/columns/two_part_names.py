"""Names of columns in two parts, such as svm_f1: what is measured, and of whom."""

import re
from collections.abc import Callable
from functools import lru_cache

from benchreport.data.columns.score_candidates import SPREADS
from benchreport.data.columns.summary_columns import CENTERS
from benchreport.data.columns.two_levels import TWO, is_metric
from benchreport.data.columns.words.direction import direction_of
from benchreport.data.columns.words.kinds_of_names import AVERAGES, share_of_algorithms
from benchreport.data.columns.words.measures import KNOWN, is_measure
from benchreport.data.columns.words.names import words_of

# svm_f1, SVM f1, SVM (f1), SVM.f1, SVM/f1, svm~f1, SVM-MSE↓
JOINED = re.compile(
    r"(?P<head>.*\w[)\]]?)[\W_]+(?P<tail>[A-Za-z]+[0-9]*(?: ?\(?[↑↓⬆⬇⇑⇓]\)?)?)[)\]]?"
)
# Pandas Time (s)
UNIT = re.compile(r"(?P<name>.*\w)\s*[(\[](?P<unit>\w+)[)\]]")
SECONDS = frozenset("s sec secs seconds".split())
# pandas_time_s, Pandas Time (ms)
UNIT_OF_TIME = re.compile(
    r"(?P<name>(?:.*[\W_])?(?P<word>[^\W_]+))(?P<behind>(?:_|\s+|\s*(?P<open>[(\[]))"
    r"(?P<unit>s|secs?|seconds|ms|us|µs|μs|ns|min)[)\]]?)"
)
# Rank - SVM, Score: SVM; what follows an underscore may be a part, as in dice_tumor
BEFORE = re.compile(r"(?P<tail>[A-Za-z]+[0-9]*)(?:\s+[-–]|\s*[:|])\s+(?P<head>\w.*)")
SECOND_WORD = re.compile(r"(?<=[^\W_]) |(?<=[^\W_])_(?=[^\W_]+_)")
# accuracy.SVM, acc_svm, time_ms_svm
AT_FRONT = re.compile(
    r"(?P<tail>[A-Za-z]+[0-9]*(?:_(?:s|secs?|seconds|ms|us|ns|min))?)[._~]"
    r"(?P<head>(?!(?:s|secs?|seconds|ms|us|ns|min)\b)\w.*)"
)
Split = Callable[[str], tuple[str, str] | None]


@lru_cache(maxsize=2**12)
def split_name(name: str) -> tuple[str, str] | None:
    """Split a name into what is measured of whom: ``('svm', 'f1')``; ``None`` where it is not both.

    >>> split_name("svm_f1"), split_name("Random Forest (mean)"), split_name("test_acc")
    (('svm', 'f1'), ('Random Forest', 'mean'), None)
    >>> split_name("ETT-MSE ↓"), split_name("MASC (noisy) WER")
    (('ETT', 'MSE ↓'), ('MASC (noisy)', 'WER'))
    >>> split_name("Pandas Time (s)"), split_name("Pandas Time (ms)"), split_name("pandas_time_s")
    (('Pandas', 'Time'), ('Pandas', 'Time (ms)'), ('pandas', 'time_s'))
    """
    stem, unit = _apart(name)
    match = JOINED.fullmatch(stem)
    # exact_match is a metric, and an exact algorithm has a time
    if match is None or set(words_of(match["head"])) <= KNOWN - {"exact"}:
        return None
    tail = match["tail"]
    return (match["head"], tail + unit) if is_metric(tail) or tail.lower() in AVERAGES else None


def _apart(name: str) -> tuple[str, str]:
    """Return a name without its unit of time, and the unit as it is written; none if it is (s)."""
    match = UNIT_OF_TIME.fullmatch(name)
    if match is not None and direction_of(match["word"]) is False:
        return match["name"], "" if match["open"] and match["unit"] in SECONDS else match["behind"]
    return without_unit(name), ""


def without_unit(name: str) -> str:
    """Return a name without seconds in brackets, or the spread behind a mean; other units stay, and differ.

    >>> [without_unit(name) for name in ("Time (s)", "Time (ms)", "Avg (Std)", "Acc (Std)")]
    ['Time', 'Time (ms)', 'Avg', 'Acc (Std)']
    """
    match = UNIT.fullmatch(name)
    if match is None:
        return name
    unit, means = match["unit"].casefold(), not CENTERS.isdisjoint(words_of(match["name"])[-1:])
    return match["name"] if unit in SECONDS or (means and unit in SPREADS) else name


@lru_cache(maxsize=2**12)
def split_first(name: str) -> tuple[str, str] | None:
    """Split a name behind its first word, where this or the rest is a measure.

    >>> split_first("Baseline h-SR"), split_first("Random Forest acc"), split_first("sMAPE Yearly")
    (('Baseline', 'h-SR'), None, ('Yearly', 'sMAPE'))
    >>> split_first("accuracy mean"), split_first("Time series forest")
    (None, None)
    """
    first, rest = [*SECOND_WORD.split(name, maxsplit=1), ""][:TWO]
    if rest and (is_measure(rest) or words_of(rest) == ["gap"]):
        return None if set(words_of(first)) <= KNOWN else (first, rest)
    known = (
        " " not in name or not rest or set(words_of(rest)) <= KNOWN or share_of_algorithms([name])
    )
    return None if known or not is_measure(first) else (rest, first)


def split_last(name: str) -> tuple[str, str] | None:
    """Split a name before its last word, which may say whose a score is: ``K-S Ours``, ``K-S Paper``."""
    tail, _, head = name.rpartition(" ")
    return (head, tail) if tail and head.isalpha() else None


@lru_cache(maxsize=2**12)
def split_before(name: str, pattern: re.Pattern[str] = BEFORE) -> tuple[str, str] | None:
    """Split a name that begins with what is measured.

    >>> split_before("Rank - Random Forest"), split_before("dice_tumor"), split_before("F1: mean")
    (('Random Forest', 'Rank'), None, None)
    >>> split_before("dice_tumor", AT_FRONT), split_before("n_estimators", AT_FRONT)
    (('tumor', 'dice'), None)
    """
    match = pattern.fullmatch(name)
    if match is None or set(words_of(match["head"])) <= KNOWN or not is_metric(match["tail"]):
        return None
    return match["head"], match["tail"]


# runtime_ms|_|svm, train time| (|svm), gap (%)|_|svm
BETWEEN = re.compile(r"(?<=[\w)\]])(?:\s*[(\[]|[\s_.~/:|–-]+)(?=\w)")


@lru_cache(maxsize=2**12)
def halves_of(name: str) -> tuple[tuple[str, str], ...]:
    """Return what stands before and behind each place where a name may be joined.

    >>> halves_of("gap (%)_svm"), halves_of("time (s) (my svm)")
    ((('gap (%)', 'svm'),), (('time (s)', 'my svm'),))
    """
    halves = []
    for at in BETWEEN.finditer(name):
        first, second = name[: at.start()], name[at.end() :]
        if not {"(", "["}.isdisjoint(at.group()) and second[-1] in ")]":
            second = second[:-1]
        if first.count("(") == first.count(")") and ")" not in second.partition("(")[0]:
            halves.append((first, second))
    return tuple(halves)
