"""Columns that say how each run ended: what a run took that failed is no score.

A solver that gave up after a second did not solve the instance in a second.
"""

import numbers
import re
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchreport.data.cells.cell_notes import count_failures
from benchreport.data.cells.cell_text import CellText, parse_cell
from benchreport.data.cells.cell_values import is_number
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.words.measures import is_cost
from benchreport.data.columns.words.names import words_of
from benchreport.errors import format_count
from benchreport.wording.shell import reading

NAMES = frozenset(
    """status state result results outcome verdict exit answer termination response estado statut
    ergebnis""".split()
)
SUCCESSES = frozenset("solved success successful succeeded converged finished completed".split())
# what is false, or true, of rows that their author does not count
KEPT, LEFT = (
    frozenset("retained kept included".split()),
    frozenset("excluded discarded skipped".split()),
)
# what robots and agents reach may be compared itself
REACHED = frozenset("success successful succeeded".split())
FAILURES = frozenset("failed failure error timeout oom memout crashed aborted killed".split())
# the number with which a program ended: 0 if all went well
EXITS = ("exit_code", "exitcode", "exit_status", "return_code", "returncode", "retcode", "rc")
# answers of solvers that solve nothing, besides the words for failed runs
UNDECIDED = frozenset(
    "unknown starexec-unknown undecided indeterminate incomplete unfinished".split()
)
# what is said of a time-out in brackets, and of an error behind a colon
BEHIND = re.compile(r"\s*\([^()]*\)$|:\s.*$", re.DOTALL)
# what programs say of a run that ended as it should; beside it and failures, all else did not
ENDED_WELL = frozenset("ok okay success succeeded successful done completed finished".split())
# letters of a code of a country or state
CODE = 2
# more different texts are no states
MOST_STATES = 30


def without_excluded(evidence: Evidence) -> tuple[Evidence, tuple[str, ...]]:
    """Leave out the rows that a column of truths says are not counted, fewer than half; and say so.

    >>> frame = pd.DataFrame({"app": list("aab"), "retained": [True, False, True], "ms": [5, 90, 6]})
    >>> table, notes = without_excluded(Evidence(frame))
    >>> table.frame["ms"].tolist(), notes
    ([5, 6], ("1 row left out, as 'retained' is False",))
    """
    for name, kind in evidence.types.items():
        words = {*words_of(name)} if kind == np.bool_ else set()
        if not words & (KEPT | LEFT):
            continue
        marked = evidence.column(name).to_numpy() != bool(words & KEPT)
        if 0 < 2 * int(marked.sum()) < len(marked):
            rows = format_count(int(marked.sum()), "row")
            note = reading.EXCLUDED.format(rows=rows, column=name, value=bool(words & LEFT))
            return Evidence(evidence.frame[~marked].reset_index(drop=True)), (note,)
    return evidence, ()


def states_columns(
    score: Hashable, columns: Sequence[Hashable], evidence: Evidence
) -> tuple[Hashable, ...]:
    """Return the columns that say which runs failed: of what they took, or of those without another score.

    Examples
    --------
    >>> frame = pd.DataFrame({"cputime": [1.5, 2.0], "status": ["sat", "memout"], "note": ["x", "failed"]})
    >>> states_columns("cputime", ["status", "note"], Evidence(frame))
    ('status',)
    >>> frame = frame.assign(quality=[0.5, 0.6], gap=[0.5, None])
    >>> [states_columns(name, ["status"], Evidence(frame)) for name in ("quality", "gap")]
    [(), ('status',)]
    """
    said = [name for name in columns if _may_say(name, evidence)]
    if not said or (not (cost := is_cost(score)) and not evidence.has_gaps(score)):
        return ()
    rows = cost | evidence.column(score).isna()
    states = {name: evidence.column(name)[rows].dropna().unique() for name in said}
    failed = {name: [bool(failure_in(state, name)) for state in states[name]] for name in said}
    # another score may be of some algorithms only, and not of those that failed
    return tuple(name for name in said if any(failed[name]) and (cost or all(failed[name])))


def note_on_failed(
    score: Hashable, columns: Sequence[Hashable], evidence: Evidence, scores: NDArray[np.float64]
) -> str:
    """Say that failed runs all have one score, which no other run has, and which counts; else nothing.

    Zeros among ones are what right and wrong answers have.

    >>> frame = pd.DataFrame({"status": ["ok", "failed", "ok", "failed"], "auc": [0.9, 0, 0.8, 0]})
    >>> note_on_failed("auc", ["status"], Evidence(frame), frame["auc"].to_numpy())
    "2 runs failed by 'status', and their score of 0 counts; leave it empty if it is none."
    >>> note_on_failed("time", ["status"], Evidence(frame), frame["auc"].to_numpy())
    ''
    """
    said = [] if is_cost(score) else [name for name in columns if _may_say(name, evidence)]
    for name in said:
        codes, states = pd.factorize(evidence.column(name))
        failed = np.array([*map(bool, failures_in(states, name)), False])[codes]
        own, others = scores[failed], scores[~failed]
        # a run that ended early may have found what it has
        if not len(own) or not (len(own) > 1 or own[0] == 0) or (own != own[0]).any():
            continue
        if len(others) and (others != own[0]).all() and (others != others[0]).any():
            runs = format_count(len(own), "run")
            return reading.FAILED_COUNT.format(runs=runs, column=name, score=f"{own[0]:g}")
    return ""


def columns_of_states(
    score: Hashable, columns: Sequence[Hashable], evidence: Evidence
) -> list[Hashable]:
    """Return the columns that may say how runs ended, beside a score of what they took."""
    if not is_cost(score):
        return []
    return [name for name in columns if _may_say(name, evidence)]


def says_success(name: Hashable) -> bool:
    """Tell whether a column is called by how runs of programs end, and by no score.

    >>> says_success("solved"), says_success("success"), says_success("passed")
    (True, False, False)
    """
    return not (SUCCESSES - REACHED).isdisjoint(words_of(name))


def _may_say(name: Hashable, evidence: Evidence) -> bool:
    words = {*words_of(name)}
    if "_".join(words_of(name)) in EXITS:
        return evidence.facts(name).kind == "whole"
    if words.isdisjoint(NAMES | SUCCESSES | FAILURES | {"timed"}):
        # the names of most columns show that they say nothing of it
        return False
    facts = evidence.facts(name)
    if facts.kind == "text":
        # MO is a state of America, too
        lengths = map(len, evidence.column(name).dropna().astype(str))
        codes = "state" in words and max(lengths, default=0) <= CODE
        return bool(words & NAMES) and facts.different <= MOST_STATES and not codes
    flag = words & (SUCCESSES | FAILURES) or {"timed", "out"} <= words
    # an error of 1 may be measured
    numbered = flag != {"error"} and _are_flags(evidence.column(name))
    return bool(flag) and (facts.kind == "bool" or numbered)


def _are_flags(column: "pd.Series[Any]") -> bool:
    return is_number(column) and bool(column.dropna().isin([0, 1]).all())


def without_failed(
    scores: NDArray[np.float64], states: "pd.Series[Any]", *, cost: bool, counted: bool
) -> tuple[NDArray[np.float64], str]:
    """Return the scores, NaN where a run failed, and how many did, in words.

    A score that is no ``cost`` stays, whatever is said of its run; those without one may be ``counted``.

    Examples
    --------
    >>> states = pd.Series(["sat", "memout", None, "timeout"], name="status")
    >>> without_failed(np.array([1.5, 2.0, 9.0, np.nan]), states, cost=True, counted=False)
    (array([1.5, nan, 9. , nan]), '2 runs failed: 1 memout, 1 timeout')
    >>> without_failed(np.array([1.5, 2.0, 9.0, np.nan]), states, cost=False, counted=False)
    (array([1.5, 2. , 9. , nan]), '1 run failed: timeout')
    """
    codes, labels = pd.factorize(states)
    failures = failures_in(labels, states.name)
    empty = np.isnan(scores)
    failed = np.array([*map(bool, failures), False])[codes] & (cost | empty)
    new = failed & ~(empty & counted)
    counts = np.bincount(codes[new], minlength=len(labels)).tolist()
    return np.where(failed, np.nan, scores), count_states(failures, counts)


def count_states(failures: Sequence[str], counts: Sequence[int]) -> str:
    """Say how many runs failed, by word; empty if none did."""
    words = [
        (CellText(failure=word), count)
        for word, count in zip(failures, counts, strict=True)
        if count
    ]
    return count_failures([cell for cell, _ in words], [count for _, count in words])


def holds_states(column: "pd.Series[Any]") -> bool:
    """Tell whether texts say how runs ended, as some say that one failed.

    >>> holds_states(pd.Series(["SAT", "TIMEOUT"])), holds_states(pd.Series(["svm", "knn"]))
    (True, False)
    """
    return any(failure_in(state, "status") for state in column.dropna().unique()[:MOST_STATES])


def holds_only_states(column: "pd.Series[Any]") -> bool:
    """Tell whether all texts say how runs ended, and some that one failed.

    >>> holds_only_states(pd.Series(["passed", "failed: IndexError"]))
    True
    >>> holds_only_states(pd.Series(["rss_kb", "failed"])), holds_only_states(pd.Series(["passed"]))
    (False, False)
    """
    well = ENDED_WELL | SUCCESSES | {"pass", "passed", "correct"}
    states = column.dropna().unique()[:MOST_STATES]
    others = [state for state in states if not failure_in(state, "status")]
    return len(others) < len(states) and all(well.issuperset(words_of(state)) for state in others)


def failures_in(states: Iterable[object], column: Hashable) -> list[str]:
    """Return what each different state of a column says of runs that failed; empty where they did not.

    >>> failures_in(["ok", "timeout", "empty", "ok (cached)"], "status")
    ['', 'timeout', 'empty', '']
    >>> failures_in(["sat", "timeout", "infeasible"], "status")
    ['', 'timeout', '']
    """
    states = list(states)
    failures = [failure_in(state, column) for state in states]
    words = [words_of(state) if isinstance(state, str) else () for state in states]
    well = [not ENDED_WELL.isdisjoint(said[:1]) for said in words]
    if not any(failures) or not any(well):
        return failures
    return [
        failure or (str(state).strip() if said and not ended else "")
        for failure, state, said, ended in zip(failures, states, words, well, strict=True)
    ]


def failure_in(state: object, column: Hashable) -> str:
    """Return what a column's state says of a run that failed; empty where it did not.

    >>> [failure_in(state, "status") for state in ("TIME_LIMIT", "memout", "sat", "timeout (cpu)")]
    ['TIME LIMIT', 'memout', '', 'timeout']
    >>> failure_in("failed: assertion (line 3)", "result")
    'failed'
    >>> failure_in(False, "converged"), failure_in(True, "timed_out"), failure_in(137, "exit code")
    ('not converged', 'timed out', 'exit code 137')
    """
    name = " ".join(words_of(column))
    if isinstance(state, numbers.Real | np.bool_):
        exits = name.replace(" ", "_") in EXITS
        success = not exits and not SUCCESSES.isdisjoint(words_of(column))
        if bool(state) is success:
            return ""
        return f"not {name}" if success else f"{name} {state}" if exits else name
    text = str(state).strip()
    cell = parse_cell(BEHIND.sub("", text.replace("_", " ")))
    failure = "" if cell is None else cell.failure
    return failure or (text if text.casefold() in UNDECIDED else "")
