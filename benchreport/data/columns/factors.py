"""Factors: columns whose combinations are the algorithms, as in an ablation study."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.value_order import ordered_values
from benchreport.data.columns.role_columns import present
from benchreport.data.columns.roles import JOINED, Roles
from benchreport.data.columns.words.ablation_names import find_whole
from benchreport.data.columns.words.names import is_called
from benchreport.errors import DataError, DesignError, RoleError, examples, format_count
from benchreport.hints import bench, code

OFF = frozenset(
    "false off no n none without disabled absent 0 0.0 - − ✗ ✘ baseline base default".split()
)
ON = frozenset("true on yes y with enabled present 1 1.0 + ✓ ✔ x".split())
MARKS = ON - {"1", "1.0"}
UNMARKED = "none"
FEWEST_LEVELS = 2
PAIR = 2
"""Two levels are compared either way round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Factor:
    """A column of settings: the level that each algorithm has.

    Parameters
    ----------
    name
        The column.
    levels
        Its values as text, in their order; what is off, or what no part is removed from, comes first.
    level_of
        The place of each algorithm's level, by the algorithm's name.
    by_alphabet
        Whether nothing but the alphabet puts one of three or more levels first.

    Examples
    --------
    >>> factor = Factor(name="warm-up", levels=("off", "on"), level_of={"base": 0, "warm-up": 1})
    >>> factor.is_switch, factor.codes(("warm-up", "base")).tolist()
    (True, [1, 0])
    """

    name: str
    levels: tuple[str, ...]
    level_of: dict[str, int]
    by_alphabet: bool = False

    @property
    def is_switch(self) -> bool:
        """Whether the factor is a part that is off or on."""
        first, *others = (level.casefold() for level in self.levels)
        return len(others) == 1 and first in OFF and others[0] in ON

    def codes(self, algorithms: Sequence[str]) -> NDArray[np.intp]:
        """Return the place of each algorithm's level, (k,)."""
        return np.array([self.level_of[name] for name in algorithms], dtype=np.intp)


def as_columns(names: Hashable | Sequence[Hashable] | None) -> tuple[Hashable, ...]:
    """Return one column or several as a tuple, each once."""
    if names is None:
        return ()
    several = names if isinstance(names, list | tuple) else (names,)
    return tuple(dict.fromkeys(several))


def join_factors(
    frame: pd.DataFrame, roles: Roles
) -> tuple[pd.DataFrame, Roles, tuple[Factor, ...]]:
    """Make one column of algorithms of the columns whose combinations they are.

    Returns
    -------
    tuple
        The frame with that column instead of the factors, the roles with it as the algorithm, and the
        factors.

    Raises
    ------
    RoleError
        A factor is no column, or has another role, or another column names algorithms too; none is named.
    DataError
        Cells of a factor are empty.
    DesignError
        A factor has one level only.
    """
    if not as_columns(roles.factors):
        raise RoleError(
            "factors is an empty list: it names the columns whose combinations are the algorithms.",
            hint="name a column or more, or leave factors out",
        )
    _refuse_list_in_one(as_columns(roles.factors), frame)
    columns = [present("factors", name, frame) for name in as_columns(roles.factors)]
    _refuse_other_roles(columns, roles, frame)
    parts = [_read_levels(_fill_absent(frame[name], frame[columns])) for name in columns]
    combination = np.zeros(len(frame), dtype=np.intp)
    for codes, levels, _ in parts:
        combination = pd.factorize(combination * len(levels) + codes)[0]
    firsts = np.unique(combination, return_index=True)[1]
    named = [
        (str(name), levels, codes[firsts].tolist())
        for name, (codes, levels, _) in zip(columns, parts, strict=True)
    ]
    algorithms = _name_combinations(named)
    factors = tuple(
        Factor(
            name=name,
            levels=levels,
            level_of=dict(zip(algorithms, codes, strict=True)),
            by_alphabet=by_alphabet,
        )
        for (name, levels, codes), (*_, by_alphabet) in zip(named, parts, strict=True)
    )
    rest = frame.drop(columns=columns)
    title = next(name for name in ("configuration", "algorithm", " × ".join(map(str, columns)))
                 if name not in rest.columns)  # fmt: skip
    _refuse_second_algorithm(rest, combination, columns)
    rest.attrs[JOINED] = {**rest.attrs.get(JOINED, {}), title: columns}
    rest.insert(0, title, np.array(algorithms, dtype=object)[combination])
    return rest, replace(roles, algorithm=title, factors=None), factors


def _refuse_list_in_one(names: Sequence[Hashable], frame: pd.DataFrame) -> None:
    """Refuse a text that lists several columns: each is a name of its own."""
    for name in names:
        listed = [part.strip() for part in name.split(",")] if isinstance(name, str) else []
        if name not in frame.columns and len(listed) > 1 and set(listed) <= {*frame.columns}:
            rest = [other for other in names if other != name]
            raise RoleError(
                f"factors={name!r} is not one column but a list of {len(listed)}; each is named by itself.",
                hint=bench(factors=[*rest, *listed]),
            )


def _refuse_other_roles(columns: Sequence[Hashable], roles: Roles, frame: pd.DataFrame) -> None:
    if not {*as_columns(roles.algorithm)} <= {*columns}:
        raise RoleError(
            "the combinations of the factors are the algorithms; another column cannot name them.",
            hint=bench(factors=[*columns, *as_columns(roles.algorithm)])
            if set(as_columns(roles.algorithm)) <= set(frame.columns)
            else "leave out algorithm=",
        )
    others = replace(roles, algorithm=None)
    elsewhere = others.bound_columns() | set(as_columns(roles.covariates))
    for name in columns:
        if name in elsewhere:
            raise RoleError(
                f"column {name!r} cannot be both a factor and another role.",
                hint="name it once",
            )


def _refuse_second_algorithm(
    rest: pd.DataFrame, combination: NDArray[np.intp], columns: Sequence[Hashable]
) -> None:
    """Refuse a column of algorithms that the factors do not determine: it would be left out silently."""
    for name in rest.columns:
        if not is_called(name, "algorithm"):
            continue
        pairs = pd.DataFrame({"combination": combination, "name": rest[name]}).drop_duplicates()
        if len(pairs) > len(np.unique(combination)):
            raise RoleError(
                f"column {name!r} has several values for the same combination of factors.",
                hint=bench(factors=[*columns, name])
                + ", or choose one: "
                + bench(where={str(name): str(rest[name].iloc[0])}, factors=list(columns)),
            )


def _read_levels(column: "pd.Series[Any]") -> tuple[NDArray[np.intp], tuple[str, ...], bool]:
    """Return each row's code, the levels as text with the baseline first, and whether it was guessed."""
    column = _fill_unmarked(column)
    if column.isna().any():
        raise DataError(
            f"factor {column.name!r} is empty in {format_count(int(column.isna().sum()), 'row')}.",
            hint=code(f"df.fillna({{{column.name!r}: 'none'}}).bench")
            + " if the part is absent there",
        )
    values = ordered_values(column)
    if len(values) < FEWEST_LEVELS:
        raise DesignError(
            f"factor {column.name!r} has one level only: {examples(values)}.",
            hint="leave it out of the factors",
        )
    off = [text for text in values if text.casefold() in OFF]
    known = off[0] if len(off) == 1 else find_whole([*values])
    first = known or next(iter(values))
    levels = (first, *(text for text in values if text != first))
    places = {values[text]: place for place, text in enumerate(levels)}
    by_alphabet = known is None and len(levels) > PAIR and _is_alphabetical(column)
    return np.asarray(column.map(places), dtype=np.intp), levels, by_alphabet


def _fill_unmarked(column: "pd.Series[Any]") -> "pd.Series[Any]":
    """Write "none" where a column of marks has no mark: where only ``✓`` or ``yes`` is ever written."""
    empty = column.isna() | column.eq("")
    marks = {str(value).casefold() for value in column[~empty].unique()} if empty.any() else {""}
    if len(marks) != 1 or not marks <= MARKS:
        return column
    return column.astype(object).where(~empty, UNMARKED)


def _fill_absent(column: "pd.Series[Any]", factors: pd.DataFrame) -> "pd.Series[Any]":
    """Write "none" where rows with a level of another factor are all empty: the part is absent there.

    >>> frame = pd.DataFrame({"split": ["iid", "skew", "iid", "skew"], "alpha": [None, 0.1, None, 1]})
    >>> _fill_absent(frame["alpha"], frame).tolist()
    ['none', 0.1, 'none', 1.0]
    """
    empty = column.isna()
    for name in factors.columns if empty.any() else ():
        shares = empty.groupby(factors[name]).agg(["mean", "sum"])
        # one empty cell of a level may be lost
        absent = shares["mean"].eq(1).any() and shares["sum"].ne(1).all()
        if factors[name].notna().all() and absent:
            return column.astype(object).mask(empty, UNMARKED)
    return column


def is_switch(column: "pd.Series[Any]") -> bool:
    """Tell whether a column says of a part that it is off or on, by two values or a mark.

    Examples
    --------
    >>> is_switch(pd.Series([True, False])), is_switch(pd.Series(["✓", None])), is_switch(pd.Series([0, 2]))
    (True, True, False)
    """
    try:
        texts = [str(value).casefold() for value in _fill_unmarked(column).unique()]
    except TypeError:  # lists and other collections
        return False
    return len(texts) == PAIR and not {*texts}.isdisjoint(ON) and not {*texts}.isdisjoint(OFF)


def refuse_switches(columns: Sequence[Hashable], frame: pd.DataFrame) -> None:
    """Ask whether columns are parts of the algorithms, where each says of a part that it is off or on."""
    if all(is_switch(frame[name]) for name in columns):
        raise RoleError(
            f"each row says of {examples(columns)} whether it is off or on; are these parts of the "
            "algorithms, as in an ablation study?",
            hint=bench(factors=[*columns]),
        )


def may_be_off(column: "pd.Series[Any]") -> bool:
    """Tell whether a column says of a part that it is off, or what is there instead.

    >>> may_be_off(pd.Series(["none", "mixup", "cutmix"])), may_be_off(pd.Series([0, 5, 10]))
    (True, False)
    """
    texts = {cell.casefold() for cell in column.dropna().unique() if isinstance(cell, str)}
    return is_switch(column) or not texts.isdisjoint(OFF)


def names_itself(level: str) -> bool:
    """Tell whether a level is known by its name without its factor: it is no number, no yes and no no.

    Examples
    --------
    >>> [names_itself(level) for level in ("mixup", "10", "off", "yes")]
    [True, False, False, False]
    """
    return not _is_number(level) and level.casefold() not in OFF | ON


def _is_alphabetical(column: "pd.Series[Any]") -> bool:
    """Tell whether values have no order of their own, as numbers, dates and categories have."""
    ordered = isinstance(column.dtype, pd.CategoricalDtype)
    return not ordered and any(isinstance(value, str) for value in column.unique())


def _name_combinations(
    factors: Sequence[tuple[str, tuple[str, ...], list[int]]],
) -> tuple[str, ...]:
    """Name the combinations by their levels, and parts that are on by their names; what is off is left out.

    >>> _name_combinations([("ema", ("False", "True"), [0, 1]), ("optimizer", ("sgd", "adam"), [0, 1])])
    ('sgd', 'ema + adam')
    >>> _name_combinations([("depth", ("2", "4"), [0, 1]), ("width", ("2", "4"), [1, 0])])
    ('depth=2 + width=4', 'depth=4 + width=2')
    """
    every = [level for _, levels, _ in factors for level in levels]
    names = []
    for row in zip(*(codes for _, _, codes in factors), strict=True):
        parts = []
        for (name, levels, _), place in zip(factors, row, strict=True):
            clear = every.count(levels[place]) == 1 and not _is_number(levels[place])
            if Factor(name=name, levels=levels, level_of={}).is_switch:
                parts += [name] * place
            elif levels[place].casefold() not in OFF:
                parts.append(levels[place] if clear else f"{name}={levels[place]}")
        names.append(" + ".join(parts) or "none")
    if len(set(names)) == len(names):
        return tuple(names)
    rows = zip(*(codes for _, _, codes in factors), strict=True)
    return tuple(
        ", ".join(
            f"{name}={levels[place]}" for (name, levels, _), place in zip(factors, row, strict=True)
        )
        for row in rows
    )


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
