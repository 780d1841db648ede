"""Examples that one model gets right and another wrong."""

from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from benchreport.errors import format_count
from benchreport.results.base import Result
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.record_columns import columns, drop_empty_columns
from benchreport.wording.results import items as wording


class FlipCounts(NamedTuple):
    """How many examples of a dataset flip from the old model to the new one.

    Parameters
    ----------
    right_to_wrong, wrong_to_right
        The old model is right and the new one wrong, and the other way round.
    both_right, both_wrong, undecided
        The rest; undecided are those with as many right samples as wrong ones.
    """

    dataset: str
    examples: int
    right_to_wrong: int
    wrong_to_right: int
    both_right: int
    both_wrong: int
    undecided: int


class Flip(NamedTuple):
    """An example whose score changes.

    Parameters
    ----------
    example, dataset, cluster
        Its name, its dataset or task, and its cluster; empty where there is none.
    old, new
        Its scores: of right and wrong answers, the share of its samples that each model gets right.
    better
        Whether the new score is the better one.
    """

    example: str
    dataset: str
    cluster: str
    old: float
    new: float
    better: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipsResult(Result):
    """What changes from an old model to a new one.

    Parameters
    ----------
    old, new
        The models.
    counts
        One for each dataset; a single one without datasets.
    rows
        The examples that flip, the clearest first.
    """

    old: str
    new: str
    counts: tuple[FlipCounts, ...]
    rows: tuple[Flip, ...]

    @property
    def total(self) -> FlipCounts:
        """The counts over all datasets."""
        sums = zip(*(row[1:] for row in self.counts), strict=True)
        return FlipCounts("", *map(sum, sums))

    @property
    def short_name(self) -> str:
        """The method's name within a sentence."""
        return self.method.lower()

    @property
    def table(self) -> pd.DataFrame:
        """One row per dataset; the last is over all of them."""
        counts = (*self.counts, self.total) if len(self.counts) > 1 else self.counts
        facts = columns(counts, *FlipCounts._fields)
        if len(counts) > 1:
            facts["dataset"] = [*(row.dataset for row in self.counts), wording.ALL]
        else:
            del facts["dataset"]
        if not any(row.undecided for row in counts):
            del facts["undecided"]
        return pd.DataFrame(facts)

    @property
    def examples(self) -> pd.DataFrame:
        """One row per example that flips, the clearest first."""
        facts = columns(self.rows, "example", "dataset", "cluster")
        kinds = [wording.KINDS[row.better] for row in self.rows]
        return drop_empty_columns(
            pd.DataFrame(facts | {"flip": kinds} | columns(self.rows, "old", "new"))
        )

    @property
    def summary(self) -> str:
        """One line: how many examples flip each way."""
        total = self.total
        return wording.FLIPS.format(
            method=self.method,
            old=self.old,
            new=self.new,
            lost=total.right_to_wrong,
            gained=total.wrong_to_right,
            examples=format_count(total.examples, "example"),
        )

    @property
    def interpretation(self) -> tuple[str, ...]:
        """What the counts say about the difference of the two models."""
        total = self.total
        turned = total.right_to_wrong + total.wrong_to_right
        if not turned:
            return (wording.NO_FLIPS.format(old=self.old, new=self.new),)
        share = fmt.number(100 * turned / total.examples, 2)
        sentences = [
            wording.TURNED.format(
                old=self.old, new=self.new, share=share, net=format_count(abs(self._net), "example")
            )
        ]
        worst = max(self.counts, key=lambda row: row.right_to_wrong / row.examples)
        if len(self.counts) > 1 and worst.right_to_wrong:
            sentences.append(
                wording.MOST_LOST.format(
                    new=self.new,
                    dataset=worst.dataset,
                    n=worst.right_to_wrong,
                    examples=format_count(worst.examples, "example"),
                )
            )
        if total.undecided:
            sentences.append(wording.UNDECIDED.format(n=format_count(total.undecided, "example")))
        return tuple(sentences)

    @property
    def _net(self) -> int:
        return self.total.wrong_to_right - self.total.right_to_wrong
