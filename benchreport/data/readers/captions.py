"""What the words above a table say of its scores: which metric they are, and whether higher is better.

Only a heading, the first words of a paragraph and a plain statement count: prose names other metrics, too.
"""

import itertools
import re
import unicodedata
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import pandas as pd

from benchreport.data.columns.words.direction import (
    CLOUDING,
    DIRECTIONS,
    HIGHER_IS_BETTER,
    LOWER_IS_BETTER,
    METRIC,
    direction_of,
)
from benchreport.wording.shell import reading

HEADING = re.compile(r"\s*#{1,6}\s+(?P<text>.*\S)")
BOLD = re.compile(r"\s*\*\*(?P<text>[^*]+)\*\*[:.]?\s*")
STATED = re.compile(
    r"\b(?P<side>higher|larger|greater|lower|smaller|less)\s+(?:(?:values?|scores?|numbers?)\s+)?"
    r"(?:is|are|=)\s+better\b"
)
# ATE ↓, mIoU (↑), FID-50K ↓
ARROW = re.compile(
    r"(?<![\w@/-])(?P<name>(?=[\w@/-]*[A-Z][\w@/-]*[A-Z])\w[\w@/-]*)\s*\(?(?P<side>[↑↓⬆⬇⇑⇓])"
)
HIGHER_SIDES = frozenset(("higher", "larger", "greater", *"↑⬆⇑"))
# words that mean no metric where prose has them: the top model, time series, MS COCO, a sensitivity analysis
PROSE = frozenset(
    """top map success solved resolved correct return cost rank pass passed em ap evaluations iterations
    bytes energy cut precision recall sensitivity specificity error err loss deviance regret purity time
    memory ms ter ade fde elo modularity meteor""".split()
)
TIMED = "training inference execution running run wall cpu response query elapsed total prediction".split()
TIMINGS = frozenset(("timing", "timings"))
# a metric in the name of the table, or of the paragraph above
NAMED = (HIGHER_IS_BETTER | LOWER_IS_BETTER | {f"{kind}_time" for kind in TIMED} | TIMINGS) - PROSE
FIRST_WORDS = 2
# F1 is the first of some functions where others are named
FUNCTIONS = frozenset("function functions".split())
OTHER_F = re.compile(r"f(?:[2-9]|[1-9]\d)")
# how long each algorithm had
LIMIT = re.compile(r"\b\d+[- ]?(?:s|sec|seconds?|min|minutes?|h|hours?)[- ](?:run)?time\b")
# speed vs accuracy is of both
CONTRASTS = frozenset(("vs", "versus"))
VARYING = frozenset(
    "standard std deviation error errors confidence interval ranks rank spread".split()
)
SCORE = "score"


class Caption(NamedTuple):
    """What is written above a table.

    Parameters
    ----------
    heading
        The nearest heading, or line in bold; empty without one.
    text
        The paragraph directly above the table.
    below
        The paragraph directly below it, of which only a plain statement counts.
    """

    heading: str = ""
    text: str = ""
    below: str = ""


def caption_above(lines: Sequence[str]) -> Caption:
    """Return the caption of a table from the lines between it and what comes before.

    >>> caption_above(["## Results", "", "### Accuracy on CIFAR", "", "Three seeds."])
    Caption(heading='Accuracy on CIFAR', text='Three seeds.', below='')
    """
    heading = ""
    text: list[str] = []
    for line in reversed(lines):
        found = HEADING.fullmatch(line) or BOLD.fullmatch(line)
        if found:
            heading = found["text"].strip("# ")
            break
        if line.strip():
            text.insert(0, line.strip())
        elif text:
            # only the paragraph next to the table is about it
            break
    if not heading:
        above = (HEADING.fullmatch(line) for line in reversed(lines))
        heading = next((found["text"].strip("# ") for found in above if found), "")
    return Caption(heading, " ".join(text))


def text_below(lines: Sequence[str]) -> str:
    """Return the paragraph directly below a table.

    >>> text_below(["", "*Lower is better.*", "", "# Next"]), text_below(["", "# Next", "text"])
    ('*Lower is better.*', '')
    """
    text: list[str] = []
    for line in lines:
        if HEADING.fullmatch(line) or (text and not line.strip()):
            break
        if line.strip():
            text.append(line.strip())
    return " ".join(text)


def facts_of(
    captions: Sequence[Caption], notes: Sequence[str] = (), frame: pd.DataFrame | None = None
) -> dict[Hashable, Any]:
    """Return the entries of a frame's ``attrs``: notes, and what the captions of its tables agree on.

    A title that names a metric is not about columns whose own names all say the other direction.

    >>> facts_of([Caption("BLEU on WMT14")])["metric"]
    'bleu'
    >>> facts_of([Caption("Main results", "Errors of three methods, lower is better.")])["higher_is_better"]
    {'errors': False}
    >>> facts_of([Caption("Accuracy and training time")]), facts_of([Caption("Cars (PEP ↓)")])["metric"]
    ({}, 'PEP')
    >>> facts_of([Caption("Generation, FID-50K ↓")])["metric"]
    'FID-50K'
    >>> frame = pd.DataFrame({"method": ["a"], "price error": [0.1], "latency": ["3 ms"], "use": ["grids"]})
    >>> facts_of([Caption("Accuracy")], frame=frame)
    {}
    """
    found = {_said(caption) for caption in captions}
    metric, higher = (found.pop() if len(found) == 1 else None) or ("", None)
    other = frame is not None and metric in NAMED and _all_say(frame, not higher)
    if higher is None or other:
        return {"notes": (*notes,)} if notes else {}
    said = reading.DIRECTION_SAID[higher]
    named = reading.METRIC_SAID.format(metric=metric, direction=said) if metric else said
    note = reading.SAID_ABOVE.format(words=named)
    name = metric or SCORE
    return {METRIC: name, DIRECTIONS: {name: higher}, "notes": (*notes, note)}


def _all_say(frame: pd.DataFrame, higher: bool) -> bool:  # noqa: FBT001 - a fact
    """Tell whether the names of all columns of numbers but the first say one direction."""
    measured = [
        name for name in frame.columns[1:] if frame[name].astype(str).str.contains(r"\d").all()
    ]
    return bool(measured) and all(direction_of(name) is higher for name in measured)


def _said(caption: Caption) -> tuple[str, bool] | None:
    """Return the metric, or an empty text, and the direction that a caption states."""
    heading, text = _plain(caption.heading), _plain(caption.text)
    stated = f"{heading}. {text}. {_plain(caption.below)}"
    arrows = {match.groups() for match in ARROW.finditer(f"{caption.heading}. {caption.text}")}
    if len(arrows) == 1:
        name, side = arrows.pop()
        return name, side in HIGHER_SIDES
    sides = {match["side"] in HIGHER_SIDES for match in STATED.finditer(stated)}
    named_in = {words: _metrics(words) for words in (heading, " ".join(_words(text)[:FIRST_WORDS]))}
    metrics = {metric for found in named_in.values() for metric in found}
    if any(
        found and (CLOUDING | CONTRASTS) & {*_words(words)} for words, found in named_in.items()
    ):
        return None
    named = {direction_of(metric) for metric in metrics}
    beside = any(_stand_beside(metric, (heading, text)) for metric in metrics)
    if beside or len(named | sides) > 1:
        return None
    directions = {*named, *sides} - {None}
    if len(directions) != 1:
        return None
    known = [metric for metric in metrics if metric in NAMED]
    if not known and not sides:
        return None
    return (known[0] if len(metrics) == 1 and known else ""), bool(directions.pop())


def _stand_beside(metric: str, texts: Sequence[str]) -> bool:
    """Tell whether something else than a metric, or how much it varies, is named with it: it is one of two.

    >>> _stand_beside("accuracy", ["accuracy and computational cost"])
    True
    >>> [_stand_beside("accuracy", [text]) for text in ("accuracy and f1", "accuracy and standard error")]
    [False, False]
    >>> _stand_beside("accuracy", ["training loss and accuracy"])
    True
    """
    words = metric.replace("_", " ")
    before = (re.search(rf"\b(?P<other>\w+) and {re.escape(words)}\b", text) for text in texts)
    if any(direction_of(match["other"]) is (not direction_of(metric)) for match in before if match):
        return True
    found = (re.search(rf"\b{re.escape(words)} and (?P<other>\w+ \w+)", text) for text in texts)
    others = [match["other"] for match in found if match]
    return any(not (_metrics(other) or VARYING & {*_words(other)}) for other in others)


def _metrics(text: str) -> list[str]:
    """Return the words, and pairs of words, of a text that are called like metrics.

    >>> _metrics("f1 on three datasets"), _metrics("unimodal functions (f1-f4)")
    (['f1'], [])
    """
    words = _words(text)
    if FUNCTIONS & {*words} or any(OTHER_F.fullmatch(word) for word in words):
        words = [word for word in words if word != "f1"]
    pairs = [f"{first}_{second}" for first, second in itertools.pairwise(words)]
    found = [pair for pair in pairs if pair in NAMED]
    inside = {word for pair in found for word in pair.split("_")}
    return [*found, *(word for word in words if word not in inside and _is_metric(word))]


def _is_metric(word: str) -> bool:
    return word in NAMED or word.rstrip("0123456789") in NAMED


def _plain(text: str) -> str:
    return LIMIT.sub(" ", unicodedata.normalize("NFKC", text).casefold())


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[^a-z0-9]+", text) if word]
