"""Whether blocks are independent of one another: what the design says, and blocks that are copies."""

from typing import NamedTuple

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import examples
from benchreport.numerics.duplicate_rows import TAIL, Copies, equal_rows, equal_tables
from benchreport.results import number_format as fmt
from benchreport.results.base import Assumption, Outcome

__all__ = ["SEEDS", "Blocks", "blocks_of", "copied_blocks", "copies_in", "independent_blocks"]

# columns of these names say that the training alone was repeated
SEEDS = {"seed", "run"}
NO_COPIES = "no block is a copy of another"


class Blocks(NamedTuple):
    """What the design says of the blocks' independence: the same wherever it is asked for."""

    what: str
    outcome: Outcome
    evidence: str


def blocks_of(scores: Scores) -> Blocks:
    """Judge the independence of blocks by the design alone."""
    if scores.block_kind == "run":
        return Blocks("runs", "not checked", "independent if seeds and splits were drawn for each")
    if scores.block_kind == "dataset":
        evidence = "a matter of how they were chosen; variants of one dataset count as one"
        return Blocks("datasets", "not checked", evidence)
    names = [name.casefold() for name in scores.runs.repeat_columns]
    if "fold" in names:
        return _folds(len({parts[names.index("fold")] for parts in scores.runs.repeat_parts}))
    if names and set(names) <= SEEDS:
        return Blocks(
            "seeds",
            "doubtful",
            "seeds on one split show the noise of training only, and splits that a seed draws share data, "
            "which makes p-values too small",
        )
    return Blocks(
        "repeats",
        "doubtful",
        "they are repeats on one dataset, and random splits share data, which makes p-values too small",
    )


def _folds(count: int) -> Blocks:
    if count <= 2:  # noqa: PLR2004 - twofold training sets do not overlap
        return Blocks(
            "folds",
            "doubtful",
            "training sets of twofold cross-validation do not overlap within a repetition, but do between "
            "repetitions",
        )
    share = round(100 * (count - 2) / (count - 1))
    return Blocks(
        "folds",
        "violated",
        f"two training sets of {count} folds share {share} % of their data, which makes p-values too small",
    )


def independent_blocks(scores: Scores) -> Assumption:
    """State the independence of blocks, with what speaks against it."""
    blocks = blocks_of(scores)
    name = "the repeats are independent of one another"
    if not scores.overlapping:
        name = "the datasets are independent of one another"
    copies = copies_in(scores)
    if copies:
        return Assumption(name=name, outcome="violated", evidence=copies)
    return Assumption(name=name, outcome=blocks.outcome, evidence=blocks.evidence)


def copied_blocks(scores: Scores) -> tuple[Assumption, ...]:
    """State that no block is a copy, where one is, for tests that allow for overlapping blocks."""
    copies = copies_in(scores)
    return (Assumption(name=NO_COPIES, outcome="violated", evidence=copies),) if copies else ()


def copies_in(scores: Scores) -> str:
    """Name blocks with the very same scores, beyond what the scores' granularity explains."""
    if scores.block_kind == "run":
        return ""
    whole = _repetitions(scores)
    if whole:
        return whole
    found = equal_rows(scores.values)
    if found is None or found.p_value >= TAIL:
        return ""
    groups = [" = ".join(scores.blocks[place] for place in group) for group in found.groups]
    return f"{scores.block_kind}s with the very same scores: {examples(groups)}; {_why(found)}"


def _why(found: Copies) -> str:
    step = f"scores in steps of {fmt.number(found.step)}" if found.step else "such scores"
    return (
        f"{step} let one expect {fmt.number(found.expected, 2)} such pairs by chance "
        f"({fmt.p_equals(found.p_value)})"
    )


def _repetitions(scores: Scores) -> str:
    """Name two repetitions with the very same scores throughout, where a column tells repetitions."""
    parts = scores.runs.repeat_parts
    columns = scores.runs.repeat_columns
    if scores.block_kind != "repeat" or len(columns) < 2 or len(parts) != len(scores.values):  # noqa: PLR2004
        return ""
    for place, column in enumerate(columns):
        rests = [tuple(each for at, each in enumerate(part) if at != place) for part in parts]
        labels = list(dict.fromkeys(part[place] for part in parts))
        shared = sorted(set(rests), key=rests.index)
        if len(labels) * len(shared) != len(parts) or len(shared) < 2:  # noqa: PLR2004
            continue
        at = {
            (part[place], rest): row
            for row, (part, rest) in enumerate(zip(parts, rests, strict=True))
        }
        order = np.array([[at[label, rest] for rest in shared] for label in labels])
        (first, second), p = equal_tables(scores.values[order])
        if first >= 0 and p < TAIL:
            return (
                f"all {len(shared)} scores of {column} {labels[first]} are those of {column} "
                f"{labels[second]} ({fmt.p_equals(p)} by chance)"
            )
    return ""
