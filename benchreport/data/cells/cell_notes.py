"""Sentences on how the text cells of a table of scores were read."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchreport.data.cells.cell_text import CellText
from benchreport.data.cells.text_cells import TextCells
from benchreport.errors import examples, format_count, shorten
from benchreport.hints import write_value
from benchreport.wording.verdicts import cells as wording


def reading_notes(
    cells: Sequence[CellText], scores: NDArray[np.float64], texts: TextCells
) -> tuple[str, ...]:
    """Say how the cells were read, and what they hold besides the scores."""
    counts = texts.counts
    notes = _separator_notes(cells, scores, texts)
    for part, sentence in wording.PARTS.items():
        places = [place for place, cell in enumerate(cells) if getattr(cell, part)]
        if places:
            count = sum(counts[place] for place in places)
            notes.append(
                sentence.format(
                    scores=format_count(count, "score"),
                    have="has" if count == 1 else "have",
                    text=_quote(texts.different[places[0]]),
                    score=write_value(scores[places[0]]),
                )
            )
    return tuple(notes)


def count_failures(cells: Sequence[CellText], counts: Sequence[int]) -> str:
    """Count the failed runs by word; empty if there are none.

    >>> count_failures([CellText(failure="OOM"), CellText(failure="oom")], [2, 1])
    '3 runs failed: OOM'
    """
    spelled: dict[str, str] = {}
    failed = Counter[str]()
    for cell, count in zip(cells, counts, strict=True):
        if cell.failure:
            failed[spelled.setdefault(cell.failure.casefold(), cell.failure)] += count
    if not failed:
        return ""
    counted = (f"{count} {word}" for word, count in failed.most_common())
    words = next(iter(failed)) if len(failed) == 1 else examples(counted)
    sentence = wording.ONLY_FAILED if words.casefold() in ("fail", "failed") else wording.FAILED
    return sentence.format(runs=format_count(failed.total(), "run"), words=words)


def _separator_notes(
    cells: Sequence[CellText], scores: NDArray[np.float64], texts: TextCells
) -> list[str]:
    """Give an example of numbers with a comma, separated thousands or a power of ten."""
    for text, cell, score in zip(texts.different, cells, scores.tolist(), strict=True):
        if "," in cell.number or cell.number.lstrip("+-") not in text:
            return [wording.NUMBERS.format(text=_quote(text), score=write_value(score))]
    return []


def _quote(text: str) -> str:
    # a sentence shows LaTeX as it is written, not as Python does
    return shorten(text).replace("\\\\", "\\")
