"""Advice: which procedures suit a table, which don't, and who says so."""

import ast
import typing
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import pandas as pd

from benchreport.hints import Hint, call
from benchreport.results.base import Result
from benchreport.results.citing.bibliography import BIBLIOGRAPHY
from benchreport.results.writing import number_format as fmt
from benchreport.wording.verdicts import advice as wording

Standing = Literal["recommended", "alternative", "avoid"]
HEADS: dict[Standing, str] = {"recommended": "Do", "alternative": "Or", "avoid": "Not"}


class Suggestion(NamedTuple):
    """One procedure, and why it is or is not for this table.

    Parameters
    ----------
    standing
        ``"recommended"`` is what ``analyze()`` runs, in this order.
    call
        What to write after ``df.bench``.
    reason
        Why, in one sentence.
    references
        Keys of the publications that say so.
    """

    standing: Standing
    call: str
    reason: str
    references: tuple[str, ...] = ()

    @property
    def procedure(self) -> str:
        """Its name in the catalogue; a call may set roles first: ``(missing='drop').wilcoxon()``."""
        return self.step.calls[0].method

    @property
    def step(self) -> Hint:
        """The call as a record, which Python and the shell each write in their own words.

        Examples
        --------
        >>> Suggestion("alternative", "(missing='drop').wilcoxon(control='svm')", "").step.calls
        [Call(options={'control': 'svm'}, roles={'missing': 'drop'}, method='wilcoxon')]
        """
        tree = typing.cast("ast.Call", ast.parse(self.code, mode="eval").body)
        function = typing.cast("ast.Attribute", tree.func)
        roles = function.value.keywords if isinstance(function.value, ast.Call) else []
        return call(function.attr, _values(roles), **_values(tree.keywords))

    @property
    def reason_with_sources(self) -> str:
        """The reason, and who says so in parentheses."""
        return f"{self.reason} ({_short_references(self)})" if self.references else self.reason

    @property
    def code(self) -> str:
        """The call on a frame, as Python source."""
        return f"df.bench{'' if self.call.startswith('(') else '.'}{self.call}"


def _values(arguments: Iterable[ast.keyword]) -> dict[str, Any]:
    return {str(argument.arg): ast.literal_eval(argument.value) for argument in arguments}


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceResult(Result):
    """The procedures that suit a table.

    Parameters
    ----------
    setting
        The design of the table: ``"datasets"``, ``"two on datasets"``, ``"folds"``, ``"5x2"``,
        ``"seeds"``, ``"splits"``, ``"runs"`` or ``"gaps"``; the task of predictions; ``"curves"`` or
        ``"metrics"``.
    seen
        The design in words.
    suggestions
        The recommended path, alternatives, and what to avoid.
    """

    setting: str
    seen: str
    suggestions: tuple[Suggestion, ...]

    def of(self, standing: Standing) -> tuple[Suggestion, ...]:
        """Return the suggestions of one standing."""
        return tuple(
            suggestion for suggestion in self.suggestions if suggestion.standing == standing
        )

    @property
    def table(self) -> pd.DataFrame:
        """One row per suggestion."""
        return pd.DataFrame(
            {
                "standing": [row.standing for row in self.suggestions],
                "call": [row.code for row in self.suggestions],
                "why": [row.reason for row in self.suggestions],
                "sources": [_short_references(row) for row in self.suggestions],
            }
        )

    @property
    def summary(self) -> str:
        """One line: the design and the path."""
        path = [suggestion.call for suggestion in self.of("recommended")]
        return wording.FOR_THIS_TABLE.format(seen=self.seen, path=fmt.join(path))

    @property
    def interpretation(self) -> tuple[str, ...]:
        """The path with its reasons, then the alternatives and the procedures to avoid."""
        return tuple(
            f"{HEADS[suggestion.standing]} {suggestion.call}: {suggestion.reason_with_sources}"
            for suggestion in self.suggestions
        )

    def __str__(self) -> str:
        # the sentences already have all facts of the table
        notes = [f"Note: {warning}" for warning in self.warnings]
        return "\n".join(
            [wording.ADVICE_FOR.format(seen=self.seen), "", *self.interpretation, *notes]
        )


def _short_references(suggestion: Suggestion) -> str:
    return "; ".join(BIBLIOGRAPHY[key].short for key in suggestion.references)
