"""The numbers of a comparison by name, for the text of a paper."""

import math
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from benchreport.analysis import Analysis, analyze
from benchreport.data.notebook_view import write_table, write_view
from benchreport.data.scores import Scores
from benchreport.errors import format_count
from benchreport.paper.number_files import check_target, format_of
from benchreport.paper.number_names import name_labels
from benchreport.report.save import write_whole
from benchreport.results import PairwiseResult
from benchreport.results.checks.description import Description
from benchreport.results.writing import number_format as fmt

TOP = ("algorithms", "alpha", "best", "omnibus", "pairs")
OWN = ("sd", "median", "mean_rank", "wins", "ties", "losses", "letters", "vs")
Named = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Numbers:
    """The numbers of a comparison, as texts by name.

    Made by ``df.bench.numbers()``.

    Parameters
    ----------
    values
        Each text by its name, such as ``"svm.accuracy"``.
    settings
        What the numbers were made from: the digest of the scores, and the options of the analysis.
    """

    values: Mapping[str, str]
    settings: Mapping[str, object]

    @property
    def frame(self) -> pd.DataFrame:
        """A row for each number: its name and its text."""
        return pd.DataFrame(list(self.values.items()), columns=["name", "value"])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file for LaTeX (``.tex``), Quarto and MyST (``.yml``) or Typst (``.typ``).

        Parameters
        ----------
        path
            The file. One that exists is replaced as a whole, but only if this method made it.
        """
        target = Path(path)
        check_target(target)
        text = format_of(target).write(self.values, self.settings)
        write_whole(target.parent, {target.name: text.encode(errors="backslashreplace")})

    def __repr__(self) -> str:
        return f"{format_count(len(self.values), 'number')}\n{self.frame.to_string(index=False, max_rows=20)}"

    def _repr_html_(self) -> str:
        return write_view(format_count(len(self.values), "number"), write_table(self.frame))


def numbers(
    scores: Scores,
    path: str | os.PathLike[str] | None = None,
    *,
    alpha: float = 0.05,
    test_fraction: float | None = None,
) -> Numbers:
    r"""Give each number of the recommended analysis a name, with which the text of a paper refers to it.

    LaTeX writes ``\bench{svm.accuracy}`` after ``\input{numbers}``; Quarto writes
    ``{{< var bench.svm.accuracy >}}`` with the file ``_variables.yml``; MyST writes
    ``{{ bench.svm.accuracy }}`` with the file's content as substitutions; Typst writes
    ``#bench.svm.accuracy`` after ``#import "numbers.typ": bench``. Names are made from labels, in small
    letters, and do not depend on the order of rows. ``benchreport check-paper`` finds numbers that the data
    no longer give.

    Parameters
    ----------
    scores
        A table of scores of k algorithms, of any design.
    path
        The file to write, ending in ``.tex``, ``.yml`` or ``.typ``; ``None`` writes nothing. A file that
        exists is replaced only if this method made it.
    alpha
        The level of all tests.
    test_fraction
        The share of the data on which each split of one dataset is tested.

    Returns
    -------
    Numbers
        The texts by name: for each algorithm its mean (by the name of the score), sd, median, mean rank,
        wins, ties, losses and letters, its score on each dataset, and its advantage over every other one
        with interval and p; counts, the omnibus test, and the best.

    Raises
    ------
    OptionError
        The file has another suffix, or was made by something else.
    RenderError
        The file cannot be written.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"SVM": [9, 8, 9, 7], "k-NN": [7, 6, 8, 5], "NB": [5, 4, 4, 2]})
    >>> numbers = frame.bench(score="accuracy").numbers()
    >>> numbers.values["svm.accuracy"], numbers.values["svm.vs.k_nn.p"], numbers.values["best.name"]
    ('8.250', 'p = .333', 'SVM')
    """
    analysis = analyze(scores, alpha=alpha, test_fraction=test_fraction)
    settings = {"scores": scores.sha256, "alpha": alpha, "test_fraction": test_fraction}
    result = Numbers(values=collect_numbers(analysis), settings=settings)
    if path is not None:
        result.save(path)
    return result


def collect_numbers(analysis: Analysis) -> dict[str, str]:
    """Return the texts of all numbers of an analysis, by name."""
    return dict((*_name_counts(analysis), *_name_tests(analysis), *_name_algorithms(analysis)))


def _name_counts(analysis: Analysis) -> Iterator[Named]:
    scores = analysis.scores
    yield "algorithms", str(len(scores.algorithms))
    kind = {"dataset": "datasets", "run": "runs"}.get(scores.block_kind, "repeats")
    yield f"{kind}", str(len(scores.blocks))
    yield "alpha", fmt.level(analysis.alpha)


def _name_tests(analysis: Analysis) -> Iterator[Named]:
    omnibus, pairs = analysis.omnibus, analysis.decisive
    if omnibus is not None and omnibus not in analysis.descriptive:
        yield "omnibus.test", omnibus.method
        yield "omnibus.result", omnibus.decisive.to_text(omnibus.alpha)
        yield "omnibus.p", fmt.p_equals(omnibus.p_value, omnibus.alpha)
        yield "omnibus.effect", fmt.statistic(omnibus.effect_name, omnibus.effect_size)
        if omnibus.effect_interval is not None:
            ends = omnibus.effect_interval[:2]
            yield "omnibus.effect_interval", fmt.interval(ends, fmt.proportion)
    if pairs is None:
        return
    best = (min if pairs.lower_centre_is_better else max)(pairs.centres)
    leaders = [name for name, centre in zip(pairs.design.algorithms, pairs.centres, strict=True)
               if centre == best]  # fmt: skip
    yield "best.name", fmt.join(sorted(leaders))
    yield "pairs.test", pairs.method
    yield "pairs.compared", str(len(pairs.comparisons))
    if not pairs.doubts:
        yield "pairs.significant", str(len(pairs.significant))
    if pairs.critical_difference is not None:
        yield "pairs.critical_difference", fmt.fixed(pairs.critical_difference)


def _name_algorithms(analysis: Analysis) -> Iterator[Named]:
    scores, pairs = analysis.scores, analysis.decisive
    kinds = ("datasets", "repeats", "runs")
    names = name_labels(scores.algorithms, (*TOP, *kinds), empty="algorithm")
    score = name_labels([scores.score], OWN, empty="score")[scores.score]
    write = fmt.writer([row.mean for row in analysis.description.rows], least=3)
    letters = {}
    if pairs is not None and not pairs.doubts and len(names) > 2:  # noqa: PLR2004 - a pair needs none
        letters = pairs.letters()
    for row in analysis.description.rows:
        name = names[row.algorithm]
        yield f"{name}.{score}", write(row.mean)
        yield from ((f"{name}.{key}", text) for key, text in _describe(row, write))
        if letters:
            yield f"{name}.letters", letters[row.algorithm]
    yield from _name_cells(scores, names, score)
    if pairs is not None:
        yield from _name_pairs(pairs, names)


def _describe(row: Description, write: fmt.Writer) -> Iterator[Named]:
    yield "sd", write(row.sd)
    yield "median", write(row.median)
    if not math.isnan(row.mean_rank):
        yield "mean_rank", fmt.fixed(row.mean_rank)
        yield from (("wins", str(row.wins)), ("ties", str(row.ties)), ("losses", str(row.losses)))


def _name_cells(scores: Scores, names: Mapping[str, str], score: str) -> Iterator[Named]:
    """Name the score of each algorithm on each dataset."""
    if scores.block_kind != "dataset":
        return
    datasets = name_labels(scores.blocks, (*OWN, score), empty="dataset")
    write = fmt.writer(scores.values.ravel().tolist())
    for algorithm, column in zip(scores.algorithms, scores.values.T, strict=True):
        for dataset, value in zip(scores.blocks, column.tolist(), strict=True):
            if not np.isnan(value):
                yield f"{names[algorithm]}.{datasets[dataset]}.{score}", write(value)


def _name_pairs(pairs: PairwiseResult, names: Mapping[str, str]) -> Iterator[Named]:
    """Name each pair both ways: the advantage of the first over the second, with its interval and p."""
    rows = pairs.oriented()
    write = fmt.writer([row.difference for row in rows])
    for row in rows:
        ends = None if row.interval is None else (row.interval.low, row.interval.high)
        p = fmt.p_equals(row.p_adjusted, pairs.alpha)
        for first, second, sign in ((row.first, row.second, 1.0), (row.second, row.first, -1.0)):
            name = f"{names[first]}.vs.{names[second]}"
            yield f"{name}.advantage", write(sign * row.difference)
            if ends is not None:
                yield f"{name}.interval", fmt.interval(sorted(sign * end for end in ends), write)
            yield f"{name}.p", p
