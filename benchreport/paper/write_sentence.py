"""The result of the recommended analysis as one sentence, as papers of the field write it."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from benchreport.analysis import Analysis, analyze
from benchreport.analysis.verdicts.cautions import share_reservation
from benchreport.analysis.verdicts.standing import cite_test
from benchreport.data.scores import Scores
from benchreport.errors import format_count
from benchreport.report.rendering.markdown_text import escape_markdown
from benchreport.report.rendering.typst_text import escape_typst
from benchreport.results import Comparison, OmnibusResult, PairwiseResult
from benchreport.results.citing.bibliography import BIBLIOGRAPHY, bibtex
from benchreport.results.pairs.pairwise import OF_THE_FIRST
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.latex_text import escape_line, note_foreign_signs
from benchreport.wording.papers import paper_kit as wording

MOST_NAMES = 6
# sums of ranks end with .0 or .5
DIGITS_OF_SUMS = 15


class Clause(NamedTuple):
    """A part of the sentence, and the keys of the sources that it cites."""

    text: str
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Sentence:
    r"""A sentence with its citations; as text these are by author and year.

    Made by ``df.bench.sentence()``.

    Parameters
    ----------
    clauses
        Its parts, which semicolons join.
    """

    clauses: tuple[Clause, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the sources, each once."""
        return tuple(dict.fromkeys(key for clause in self.clauses for key in clause.keys))

    @property
    def bibtex(self) -> str:
        """The BibTeX entries of the sources."""
        return bibtex(self.keys)

    def to_latex(self) -> str:
        r"""Return LaTeX, which cites with natbib's ``\citep``."""
        return note_foreign_signs(
            self._join(escape_line, lambda keys: rf"~\citep{{{','.join(keys)}}}")
        )

    def to_markdown(self) -> str:
        """Return Markdown, which cites as Pandoc, Quarto and MyST do."""
        return self._join(
            escape_markdown, lambda keys: f" [{'; '.join(f'@{key}' for key in keys)}]"
        )

    def to_typst(self) -> str:
        """Return Typst, which cites by labels."""
        return self._join(
            lambda text: f"#{escape_typst(text)}", lambda keys: "".join(f" @{key}" for key in keys)
        )

    def _join(self, write: Callable[[str], str], cite: Callable[[tuple[str, ...]], str]) -> str:
        parts = (
            write(clause.text) + (cite(clause.keys) if clause.keys else "")
            for clause in self.clauses
        )
        return "; ".join(parts) + "."

    def __str__(self) -> str:
        return "; ".join(map(_cite_by_author, self.clauses)) + "."

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f"<p>{escape(str(self))}</p>"


def _cite_by_author(clause: Clause) -> str:
    """Write a clause with its citations, which join the brackets that end it."""
    names = "; ".join(BIBLIOGRAPHY[key].short for key in clause.keys)
    if not names:
        return clause.text
    ends = clause.text.endswith(")")
    return f"{clause.text[:-1]}; {names})" if ends else f"{clause.text} ({names})"


def sentence(
    scores: Scores, *, alpha: float = 0.05, test_fraction: float | None = None
) -> Sentence:
    """Write the result of the recommended analysis as one sentence, with its citations.

    The tests are those of `analyze`. Nothing is called significant while a check puts a p-value in doubt.

    Parameters
    ----------
    scores
        A table of scores of k algorithms, of any design.
    alpha
        The level of all tests.
    test_fraction
        The share of the data on which each split of one dataset is tested.

    Returns
    -------
    Sentence
        It prints, and has ``keys``, ``bibtex``, ``to_latex()``, ``to_markdown()`` and ``to_typst()``.

    Raises
    ------
    DesignError
        The table is too small for its path.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7, 8], "b": [7, 6, 8, 5, 7], "c": [5, 4, 4, 2, 6]})
    >>> frame.bench(score="accuracy").sentence()
    A Friedman test found a significant difference among the 3 algorithms on 5 datasets,
    χ²(2) = 10.00, p < .001 (exact), Kendall's W = 1.00 (Friedman, 1937); a had the best mean rank
    (1.00) and was significantly better than c (Nemenyi test, α = .05; Nemenyi, 1963).
    """
    return write_sentence(analyze(scores, alpha=alpha, test_fraction=test_fraction))


def write_sentence(analysis: Analysis) -> Sentence:
    """Write the sentence of an analysis that has run."""
    omnibus, pairs = analysis.omnibus, analysis.decisive
    clauses = []
    if omnibus is not None and omnibus not in analysis.descriptive:
        clauses.append(Clause(_write_omnibus(omnibus), omnibus.references[:1]))
    if pairs is None:
        clauses.append(Clause(_describe_only(analysis)))
    else:
        same_doubt = bool(clauses) and omnibus is not None and share_reservation(omnibus, pairs)
        text = (
            _write_pair(pairs)
            if len(pairs.comparisons) == 1
            else _write_leader(pairs, same_doubt=same_doubt)
        )
        clauses.append(Clause(text, pairs.references[:1]))
    return Sentence(clauses=tuple(clauses))


def _write_omnibus(omnibus: OmnibusResult) -> str:
    name = omnibus.method.partition(" (")[0]
    result = wording.AMONG.format(
        n=omnibus.design.n_algorithms,
        where=_where(omnibus),
        numbers=omnibus.decisive.to_text(omnibus.alpha),
        effect=omnibus.effect_text,
    )
    template = wording.DIFFERENCE if omnibus.significant else wording.NO_DIFFERENCE
    if omnibus.in_doubt:
        template = wording.DIFFERENCE_IN_DOUBT
    return template.format(test=name, result=result, reservation=omnibus.reservation)


def _where(result: OmnibusResult | PairwiseResult) -> str:
    design = result.design
    if design.block_kind == "run":
        return wording.IN_RUNS.format(runs=design.blocks)
    return wording.ON_BLOCKS.format(blocks=design.blocks)


def _write_pair(pairs: PairwiseResult) -> str:
    """Write the comparison of two algorithms, the better one first."""
    (row,) = pairs.oriented()
    numbers = f"{_write_numbers(pairs, row)}; {fmt.lower(pairs.method)}"
    favours = row.favours if pairs.small_p else ""
    if not favours:
        return wording.NO_PAIR.format(
            first=row.first, second=row.second, where=_where(pairs), numbers=numbers
        )
    other = row.second if favours == row.first else row.first
    return (wording.PAIR_IN_DOUBT if pairs.doubts else wording.PAIR).format(
        first=favours,
        second=other,
        where=_where(pairs),
        numbers=numbers,
        reservation=pairs.reservation,
    )


def _write_numbers(pairs: PairwiseResult, row: Comparison) -> str:
    write = fmt.writer([row.difference, *(row.interval or ())[:2]])
    parts = [f"{pairs.difference_name} {write(row.difference)}"]
    if row.interval is not None:
        confidence = fmt.number(100 * pairs.level_of(row.interval), 3)
        parts.append(f"{confidence}% CI {fmt.interval(row.interval[:2], write)}")
    if math.isfinite(row.statistic):
        whole = pairs.statistic_name in OF_THE_FIRST
        value = (
            fmt.number(row.statistic, DIGITS_OF_SUMS)
            if whole
            else fmt.statistic(pairs.statistic_name, row.statistic)
        )
        parts.append(f"{pairs.statistic_name} = {value}")
    parts.append(fmt.p_equals(row.p_adjusted, pairs.alpha))
    if pairs.effect_name != pairs.difference_name and math.isfinite(row.effect_size):
        effect = fmt.statistic(pairs.effect_name, row.effect_size)
        parts.append(f"{pairs.effect_name.partition(' (')[0]} = {effect}")
    return ", ".join(parts)


def _write_leader(pairs: PairwiseResult, *, same_doubt: bool) -> str:
    """Write who leads, and whom the leader beats significantly; or the doubt, if it is not said already."""
    names = [pairs.design.algorithms[place] for place in pairs.order]
    centres = dict(zip(pairs.design.algorithms, pairs.centres, strict=True))
    leaders = [name for name in names if centres[name] == centres[names[0]]]
    write = fmt.fixed if pairs.by_ranks else fmt.writer(pairs.centres)
    test = cite_test(pairs)
    leader = wording.LEADER.format(
        names=fmt.join(leaders, most=MOST_NAMES),
        verb="had" if len(leaders) == 1 else "shared",
        centre=pairs.centre_name,
        value=write(centres[names[0]]),
    )
    if pairs.in_doubt:
        if same_doubt:
            return wording.LEADER_IN_THE_SAME_DOUBT.format(leader=leader, test=test)
        reservation = fmt.add_in_brackets(pairs.reservation, test)
        return wording.LEADER_IN_DOUBT.format(leader=leader, reservation=reservation)
    if len(leaders) > 1 and not pairs.significant:
        return wording.LEADERS_OPEN.format(leader=leader, test=test)
    if len(leaders) > 1:
        n, compared = len(pairs.significant), format_count(len(pairs.comparisons), "pair")
        return wording.LEADERS.format(leader=leader, n=n, pairs=compared, test=test)
    rivals = _write_rivals(pairs, names)
    template = wording.LEADER_AND_RIVALS if rivals else wording.LEADER_ALONE
    return template.format(leader=leader, rivals=rivals, test=test)


def _write_rivals(pairs: PairwiseResult, names: list[str]) -> str:
    leader = names[0]
    won = {frozenset((row.first, row.second)) for row in pairs.significant if row.favours == leader}
    beaten = [name for name in names if frozenset((leader, name)) in won]
    ahead = pairs.better_than(leader)
    text = wording.BEATEN.format(names=fmt.join(ahead, most=MOST_NAMES)) if ahead else ""
    if beaten:
        return text + wording.BETTER.format(names=fmt.join(beaten, most=MOST_NAMES))
    return text


def _describe_only(analysis: Analysis) -> str:
    described = analysis.description
    row = next(row for row in described.rows if row.algorithm == described.best)
    write = fmt.writer([row.mean for row in described.rows])
    return wording.DESCRIBED.format(
        name=row.algorithm, score=fmt.mean_of(described.design.score), value=write(row.mean)
    )
