"""When systems reach targets: the distribution of their running times."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from benchreport.errors import format_count, name_steps
from benchreport.results.base import Result
from benchreport.results.curves.lines import name_column
from benchreport.results.writing import number_format as fmt
from benchreport.wording.results import curves as wording

MOST_NAMED = 5


class Runtime(NamedTuple):
    """One system and one target on one dataset.

    Parameters
    ----------
    target
        A score to reach.
    successes, runs
        How many of the runs reached it.
    expected_runtime
        All steps that runs spent until they hit or ended, divided by the successes; infinite
        without one.
    median
        Median of the hitting times, infinite where fewer than half of the runs hit.
    """

    algorithm: str
    dataset: str
    target: float
    successes: int
    runs: int
    expected_runtime: float
    median: float


class SolvedShare(NamedTuple):
    """The share of a system's (run, target) pairs that are reached within each budget.

    Parameters
    ----------
    share
        At each of the result's steps; datasets count the same.
    ended
        The last step of the run that ended first: later ones may have been reached with more.
    """

    algorithm: str
    share: tuple[float, ...]
    ended: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RuntimesResult(Result):
    """Running times to targets.

    Parameters
    ----------
    rows
        System by system, dataset by dataset, from the easiest target to the hardest.
    shares
        The shares, one record per system.
    steps, step
        The steps at which the shares are given, and the name of what they count.
    log
        Whether steps are to be looked at on a logarithmic axis.
    targets_in_words
        The targets, in words.
    """

    rows: tuple[Runtime, ...]
    shares: tuple[SolvedShare, ...]
    steps: tuple[float, ...]
    step: str
    log: bool
    targets_in_words: str

    @property
    def table(self) -> pd.DataFrame:
        """One row per system, dataset and target."""
        frame = pd.DataFrame([row._asdict() for row in self.rows])
        return frame.drop(columns="dataset") if (frame["dataset"] == "").all() else frame

    @property
    def share_table(self) -> pd.DataFrame:
        """The curves: one row per system and step."""
        step = name_column(self.step, ("algorithm", "share"))
        return pd.DataFrame(
            {
                "algorithm": [share_of.algorithm for share_of in self.shares for _ in self.steps],
                step: [share_of for _ in self.shares for share_of in self.steps],
                "share": [share for share_of in self.shares for share in share_of.share],
            }
        )

    @property
    def display(self) -> pd.DataFrame:
        """The table as text."""
        table = self.table
        write = fmt.writer(table["target"])
        texts = {
            "algorithm": table["algorithm"],
            **({"dataset": table["dataset"]} if "dataset" in table else {}),
            "target": [write(target) for target in table["target"]],
            "reached": [f"{row.successes} of {row.runs}" for row in self.rows],
            "ERT": [fmt.number(value) for value in table["expected_runtime"]],
            "median": [fmt.number(value) for value in table["median"]],
        }
        return pd.DataFrame(texts, dtype=object)

    @property
    def order(self) -> tuple[SolvedShare, ...]:
        """The systems, by the share that they reach in the end and the area below their curve."""
        return tuple(
            sorted(self.shares, key=lambda system: (-system.share[-1], -math.fsum(system.share)))
        )

    @property
    def summary(self) -> str:
        """The share that each system reaches within the largest budget."""
        texts = [
            wording.SHARE_OF_SYSTEM.format(
                name=system.algorithm, share=fmt.fixed(100 * system.share[-1], 0)
            )
            for system in self.order[:MOST_NAMED]
        ]
        shares, more = ", ".join(texts), len(self.shares) - len(texts)
        if more > 0:
            systems = format_count(more, "more system")
            shares = wording.MORE_SYSTEMS.format(listed=shares, systems=systems)
        last = name_steps(self.step, fmt.number(self.steps[-1]))
        return wording.REACHED.format(method=self.method, last=last, shares=shares)

    @property
    def interpretation(self) -> tuple[str, ...]:
        """Sentences on how to read shares and expected running times."""
        return (
            wording.TARGETS.format(targets=self.targets_in_words),
            wording.SHARES,
            wording.EXPECTED_RUNNING_TIME,
        )
