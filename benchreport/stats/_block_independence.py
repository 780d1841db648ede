"""The independence of blocks: by the design, and by blocks that are copies of others."""

from typing import NamedTuple

import numpy as np

from benchreport.data.columns.words.measures import needs_no_data
from benchreport.data.columns.words.names import kind_of_repeat
from benchreport.data.scores import Scores
from benchreport.errors import examples
from benchreport.numerics.chance_duplicates import TAIL, equal_rows, equal_tables
from benchreport.results.base import Assumption, Outcome
from benchreport.results.writing import number_format as fmt
from benchreport.wording.verdicts import assumptions as wording

# columns of these names mean that only the training was repeated
SEEDS = {"seed", "run"}
SPLITS = {"fold", "split"}


class BlockJudgement(NamedTuple):
    """Whether the design makes blocks independent, for a kind of blocks such as ``folds``."""

    kind: str
    outcome: Outcome
    evidence: str


def judge_blocks(scores: Scores) -> BlockJudgement:
    """Judge the independence of blocks by the design alone."""
    if not scores.overlapping:
        kind = f"{scores.block_kind}s"
        return BlockJudgement(kind, "not checked", wording.BLOCKS[kind])
    names = [kind_of_repeat(name) for name in scores.runs.repeat_columns]
    if "fold" in names:
        return _judge_folds(len({parts[names.index("fold")] for parts in scores.runs.repeat_parts}))
    kind = "seeds" if names and set(names) <= SEEDS else "repeats"
    if splits_no_data(scores):
        return BlockJudgement(kind, "not checked", wording.BLOCKS["draws"])
    return BlockJudgement(kind, "doubtful", wording.BLOCKS[kind])


def splits_no_data(scores: Scores) -> bool:
    """Tell whether repeats on one dataset are runs of searches, agents or programs, without any split."""
    kinds = {kind_of_repeat(name) for name in scores.runs.repeat_columns}
    return scores.overlapping and kinds.isdisjoint(SPLITS) and needs_no_data(scores.score)


def _judge_folds(count: int) -> BlockJudgement:
    if count <= 2:  # noqa: PLR2004 - twofold training sets do not overlap
        return BlockJudgement("folds", "doubtful", wording.BLOCKS["halves"])
    share = round(100 * (count - 2) / (count - 1))
    evidence = wording.BLOCKS["folds"].format(n=count, share=share)
    return BlockJudgement("folds", "violated", evidence)


def independent_blocks(scores: Scores) -> Assumption:
    """State the independence of blocks, with the evidence against it."""
    blocks = judge_blocks(scores)
    kind = scores.block_kind if scores.overlapping else "dataset"
    name = wording.INDEPENDENT.format(block=kind)
    copies = describe_copies(scores)
    if copies:
        return Assumption(name=name, outcome="violated", evidence=copies)
    return Assumption(name=name, outcome=blocks.outcome, evidence=blocks.evidence)


def no_copied_blocks(scores: Scores) -> tuple[Assumption, ...]:
    """Return the violated assumption that no block is a copy; nothing if there is no copy.

    Tests that allow for overlapping blocks use it.
    """
    copies = describe_copies(scores)
    return (Assumption.of(wording.COPIED, "violated", copies=copies),) if copies else ()


def describe_copies(scores: Scores) -> str:
    """Name blocks with identical scores, if coarse scores alone do not explain them."""
    if scores.block_kind == "run":
        return ""
    repetitions = _equal_repetitions(scores)
    if repetitions:
        return repetitions
    copies = equal_rows(scores.values)
    if copies is None or copies.p_value >= TAIL:
        return ""
    groups = [" = ".join(scores.blocks[place] for place in group) for group in copies.groups]
    return wording.COPIES.format(
        block=scores.block_kind,
        groups=examples(groups),
        expected=fmt.number(copies.expected, 2),
        step=wording.IN_STEPS.format(step=fmt.number(copies.step)) if copies.step else "",
        p=fmt.p_equals(copies.p_value),
    )


def _equal_repetitions(scores: Scores) -> str:
    """Name two repetitions with the very same scores throughout, where a column numbers the repetitions."""
    parts = scores.runs.repeat_parts
    columns = scores.runs.repeat_columns
    if not scores.overlapping or len(columns) < 2 or len(parts) != len(scores.values):  # noqa: PLR2004
        return ""
    for place, column in enumerate(columns):
        rests = [(*part[:place], *part[place + 1 :]) for part in parts]
        labels = list(dict.fromkeys(part[place] for part in parts))
        shared = sorted(set(rests), key=rests.index)
        if len(labels) * len(shared) != len(parts) or len(shared) < 2:  # noqa: PLR2004
            continue
        rows = {
            (part[place], rest): row
            for row, (part, rest) in enumerate(zip(parts, rests, strict=True))
        }
        order = np.array([[rows[label, rest] for rest in shared] for label in labels])
        (first, second), p = equal_tables(scores.values[order])
        if first >= 0 and p < TAIL:
            return wording.COPIED_REPETITION.format(
                n=len(shared),
                column=column,
                first=labels[first],
                second=labels[second],
                p=fmt.p_equals(p),
            )
    return ""
