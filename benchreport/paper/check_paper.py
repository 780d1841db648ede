"""Check that the numbers in a paper are those of the data."""

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from benchreport.arguments import check_arguments
from benchreport.data.scores import Scores
from benchreport.errors import OptionError, format_count
from benchreport.hints import code
from benchreport.paper.name_numbers import numbers
from benchreport.paper.number_files import format_of, read_numbers, read_settings
from benchreport.paper.paper_sources import Sources, Use, read_sources
from benchreport.wording.papers import paper_kit as wording

OPTIONS = ("alpha", "test_fraction")
"""The options of the analysis that a file of numbers states."""


class Problem(NamedTuple):
    """A number in a paper that is not what it should be."""

    use: Use
    what: str

    def __str__(self) -> str:
        return f"{self.use.path}:{self.use.line}: {self.what}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperCheck:
    """The outcome of a check.

    Parameters
    ----------
    n_uses, n_names
        How many times the paper names numbers, and how many different ones.
    number_file
        The file of numbers that the paper includes.
    against_data
        Whether numbers were compared with data, and not only looked up in the file.
    problems
        The numbers that are stale or unknown, in the order of the paper.
    notes
        What could not be checked.
    """

    n_uses: int
    n_names: int
    number_file: Path
    against_data: bool
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]

    def __str__(self) -> str:
        used = f"{format_count(self.n_names, 'number')} in {format_count(self.n_uses, 'place')}"
        how = "up to date" if self.against_data else f"in {self.number_file}"
        verdict = f"{used}: all {how}."
        if self.problems:
            verdict = wording.TO_CORRECT.format(
                numbers=used, places=format_count(len(self.problems), "place")
            )
        return "\n".join([*map(str, self.problems), *self.notes, verdict])


def check_paper(
    paper: Path, scores: Scores | None = None, *, number_file: Path | None = None
) -> PaperCheck:
    """Compare the numbers that a paper shows with those that the data give now.

    The paper shows what its file of numbers holds. A number is stale if the data, analyzed with the options
    that the file states, give another text; it is unknown if they give none of its name.

    Parameters
    ----------
    paper
        The source of the paper; files that it includes are read too.
    scores
        The scores as they are now; ``None`` only looks names up in the file of numbers.
    number_file
        The file of numbers; by default the one that the paper includes.

    Raises
    ------
    OptionError
        The paper includes no file of numbers, or several.
    ReadError
        A file cannot be read.
    """
    sources = read_sources(paper)
    place = number_file or _find_file(paper, sources)
    shown = read_numbers(place)
    settings = read_settings(place.read_text(encoding="utf-8", errors="replace")) or {}
    now = None if scores is None else _compute(scores, place, settings)
    problems = [
        Problem(use, what) for use in sources.uses for what in _judge(use.name, place, shown, now)
    ]
    return PaperCheck(
        n_uses=len(sources.uses),
        n_names=len({use.name for use in sources.uses}),
        number_file=place,
        against_data=scores is not None,
        problems=tuple(problems),
        notes=sources.missing,
    )


def _find_file(paper: Path, sources: Sources) -> Path:
    if len(sources.number_files) == 1:
        return sources.number_files[0]
    names = ", ".join(map(str, sources.number_files))
    found = f"several files of numbers: {names}" if names else "no file of numbers"
    raise OptionError(
        f"{str(paper)!r} includes {found}.",
        hint=code("check_paper(…, number_file=Path('numbers.tex'))", "--numbers numbers.tex"),
    )


def _compute(scores: Scores, place: Path, settings: Mapping[str, object]) -> dict[str, str]:
    """Return the numbers that the data give now, as the file would hold them."""
    options: dict[str, Any] = {name: settings[name] for name in OPTIONS if name in settings}
    check_arguments(numbers, (), options)
    fresh = numbers(scores, **options)
    form = format_of(place)
    return form.read(form.write(fresh.values, fresh.settings))


def _judge(
    name: str, place: Path, shown: Mapping[str, str], now: Mapping[str, str] | None
) -> Iterator[str]:
    """Say what is wrong with a number, if anything is."""
    old = shown.get(name)
    known = shown if now is None else now
    new = known.get(name)
    if new is None:
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"; the nearest is {near[0]}" if near else ""
        was = f" (the paper shows {old})" if old is not None else ""
        yield wording.NUMBER_UNKNOWN.format(name=name, was=was, near=hint)
    elif old is None:
        yield wording.NUMBER_MISSING.format(name=name, path=place, value=new)
    elif old != new:
        yield wording.NUMBER_STALE.format(name=name, old=old, new=new)
