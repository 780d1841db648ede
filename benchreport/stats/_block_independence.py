"""The independence of blocks: by the design, and by blocks that are copies of others."""

from typing import NamedTuple

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import examples
from benchreport.numerics.chance_duplicates import TAIL, Copies, equal_rows, equal_tables
from benchreport.results import number_format as fmt
from benchreport.results.base import Assumption, Outcome

# columns of these names mean that only the training was repeated
SEEDS = {"seed", "run"}
NO_COPIES = "no block is a copy of another"


class BlockJudgement(NamedTuple):
    """Whether the design makes blocks independent, for a kind of blocks such as ``folds``."""

    kind: str
    outcome: Outcome
    evidence: str


def judge_blocks(scores: Scores) -> BlockJudgement:
    """Judge the independence of blocks by the design alone."""
    if scores.block_kind == "run":
        return BlockJudgement(
            "runs", "not checked", "independent if seeds and splits were drawn for each"
        )
    if scores.block_kind == "dataset":
        evidence = "a matter of how they were chosen; variants of one dataset count as one"
        return BlockJudgement("datasets", "not checked", evidence)
    names = [name.casefold() for name in scores.runs.repeat_columns]
    if "fold" in names:
        return _judge_folds(len({parts[names.index("fold")] for parts in scores.runs.repeat_parts}))
    if names and set(names) <= SEEDS:
        return BlockJudgement(
            "seeds",
            "doubtful",
            "seeds on one split show the noise of training only, and splits that a seed draws share data, "
            "which makes p-values too small",
        )
    return BlockJudgement(
        "repeats",
        "doubtful",
        "they are repeats on one dataset, and random splits share data, which makes p-values too small",
    )


def _judge_folds(count: int) -> BlockJudgement:
    if count <= 2:  # noqa: PLR2004 - twofold training sets do not overlap
        return BlockJudgement(
            "folds",
            "doubtful",
            "training sets of twofold cross-validation do not overlap within a repetition, but do between "
            "repetitions",
        )
    share = round(100 * (count - 2) / (count - 1))
    return BlockJudgement(
        "folds",
        "violated",
        f"two training sets of {count} folds share {share} % of their data, which makes p-values too small",
    )


def independent_blocks(scores: Scores) -> Assumption:
    """State the independence of blocks, with the evidence against it."""
    blocks = judge_blocks(scores)
    name = "the repeats are independent of one another"
    if not scores.overlapping:
        name = "the datasets are independent of one another"
    copies = describe_copies(scores)
    if copies:
        return Assumption(name=name, outcome="violated", evidence=copies)
    return Assumption(name=name, outcome=blocks.outcome, evidence=blocks.evidence)


def no_copied_blocks(scores: Scores) -> tuple[Assumption, ...]:
    """Return the violated assumption that no block is a copy; nothing if there is no copy.

    Tests that allow for overlapping blocks use it.
    """
    copies = describe_copies(scores)
    return (Assumption(name=NO_COPIES, outcome="violated", evidence=copies),) if copies else ()


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
    return f"{scores.block_kind}s with the very same scores: {examples(groups)}; {_chance(copies)}"


def _chance(copies: Copies) -> str:
    """Say how many such copies chance explains."""
    step = f"scores in steps of {fmt.number(copies.step)}" if copies.step else "such scores"
    return (
        f"{step} let one expect {fmt.number(copies.expected, 2)} such pairs by chance "
        f"({fmt.p_equals(copies.p_value)})"
    )


def _equal_repetitions(scores: Scores) -> str:
    """Name two repetitions with the very same scores throughout, where a column numbers the repetitions."""
    parts = scores.runs.repeat_parts
    columns = scores.runs.repeat_columns
    if scores.block_kind != "repeat" or len(columns) < 2 or len(parts) != len(scores.values):  # noqa: PLR2004
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
            return (
                f"all {len(shared)} scores of {column} {labels[first]} are those of {column} "
                f"{labels[second]} ({fmt.p_equals(p)} by chance)"
            )
    return ""
