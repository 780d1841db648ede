"""Scores with the frame that they come from, whose other columns may group the datasets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from benchreport.data.columns.read_layout import read_layout
from benchreport.data.columns.roles import Roles
from benchreport.data.columns.selection import select
from benchreport.data.scores import Scores
from benchreport.errors import DataError, OptionError, examples, format_count
from benchreport.hints import Hint, option


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class FramedScores:
    """Scores, with the frame and the roles that they were read by.

    Parameters
    ----------
    scores
        The table of scores.
    frame, roles
        What they were read from.
    """

    scores: Scores
    frame: pd.DataFrame
    roles: Roles

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, roles: Roles | None = None) -> "FramedScores":
        """Read a long or wide frame by its roles (see `Scores.from_frame`)."""
        return cls(scores=Scores.from_frame(frame, roles), frame=frame, roles=roles or Roles())

    def find_families(self, group: Mapping[str, str] | str) -> dict[str, str]:
        """Return the family of each dataset, as a mapping or a column of the frame says it.

        Raises
        ------
        OptionError
            The scores are of one dataset, there is no such column, or the mapping lacks a dataset.
        DataError
            A dataset has several families.
        """
        if self.scores.block_kind != "dataset":
            raise OptionError(
                "group puts datasets into families; these scores are of one dataset.",
                hint=option(group=None),
            )
        if isinstance(group, str):
            families = self._read_column(group)
        else:
            families = {str(dataset): str(family) for dataset, family in group.items()}
        lacking = [block for block in self.scores.blocks if block not in families]
        if lacking:
            raise OptionError(
                f"group says no family for {format_count(len(lacking), 'dataset')}: "
                f"{examples(lacking)}.",
                hint=option(group={lacking[0]: "other"}),
            )
        return families

    def _read_column(self, column: str) -> dict[str, str]:
        """Return the families that a column gives the datasets."""
        table = select(self.frame, self.roles).of_one_metric()
        if column not in table.frame.columns:
            raise OptionError(
                f"group must be a column or a mapping; there is no column {column!r} among "
                f"{examples(table.frame.columns, most=12)}.",
                hint=_example(self.scores),
            )
        layout = read_layout(table.frame, table.roles, levels=table.levels, evidence=table.evidence)
        if layout.dataset is None or column == layout.dataset:
            raise OptionError(
                f"column {column!r} cannot group datasets: "
                + ("it names them." if column == layout.dataset else "no column names them."),
                hint=_example(self.scores),
            )
        pairs = table.frame[[layout.dataset, column]].drop_duplicates()
        return _one_each(pairs.iloc[:, 0], pairs.iloc[:, 1], column)


def _example(scores: Scores) -> Hint:
    return option(group=dict.fromkeys(scores.blocks[:2], "family"))


def _one_each(
    datasets: "pd.Series[Any]", families: "pd.Series[Any]", column: str
) -> dict[str, str]:
    found = dict(zip(map(str, datasets), map(str, families), strict=True))
    if families.isna().any() or len(found) < len(datasets):
        doubled = datasets[datasets.duplicated(keep=False) | families.isna()].unique()
        raise DataError(
            f"column {column!r} must give each dataset one family; it gives several or none to "
            f"{examples(doubled)}.",
            hint="correct the column, or give a mapping: group={'iris': 'small'}",
        )
    return found
