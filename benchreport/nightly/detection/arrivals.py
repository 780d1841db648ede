"""Which algorithms and datasets came tonight, which are gone, and what to do about it."""

import difflib
import shlex
from collections.abc import Iterable, Mapping, Sequence

from benchreport.nightly.detection.night_coverage import EXPECTED
from benchreport.nightly.history.names import KINDS, NameKind, Names
from benchreport.nightly.history.night_scores import NightScores
from benchreport.report.rendering.clean_text import MOST_NAME, clean
from benchreport.results.writing import number_format as fmt
from benchreport.wording.nights import verdicts as night_verdicts

MOST = 5
MOST_RENAMED = 50
"""Where more names came since, the data are others, and no name is compared with one that is gone."""

ALIKE = 0.6
"""Names as similar as this, as difflib counts it, may be one name."""

NameSets = Mapping[NameKind, set[str]]


def collect_names(nights: Iterable[NightScores | None]) -> dict[NameKind, set[str]]:
    """Return the names of algorithms and of datasets that any of these nights has."""
    names: dict[NameKind, set[str]] = {kind: set() for kind in KINDS}
    for scores in nights:
        if scores is not None:
            names["algorithm"] |= {*scores.algorithms}
            names["dataset"] |= {*scores.datasets} - {""}
    return names


def recent_names(nights: Sequence[NightScores | None]) -> Sequence[NameSets]:
    """Return the names of the nights from which runs are expected, oldest first, and those of tonight."""
    return [collect_names([scores]) for scores in nights[-EXPECTED - 1 :]]


def describe_arrivals(of_metrics: Sequence[Sequence[NameSets]], names: Names) -> tuple[str, ...]:
    """Write which algorithms and datasets are new, and what to say of those that are gone.

    Parameters
    ----------
    of_metrics
        What `recent_names` returned for each metric.
    names
        The present names.
    """
    sentences = []
    for kind in KINDS:
        *nights, tonight = (
            set[str]().union(*(of[kind] for of in night)) for night in zip(*of_metrics, strict=True)
        )
        before = set[str]().union(*nights)
        if not before:
            continue
        arrived = sorted(tonight - before)
        gone = sorted(before - tonight - names.retired[kind])
        if arrived:
            sentences.append(
                night_verdicts.ARRIVED.format(
                    kind=kind if len(arrived) == 1 else f"{kind}s",
                    names=fmt.join([clean(name, most=MOST_NAME) for name in arrived], most=MOST),
                )
            )
        replaced = _replaced(gone, [*nights, tonight])
        others = {
            name: _find_new_name(
                name,
                [other for other, earlier in replaced.items() if earlier == name],
                alone=len(gone) == 1,
            )
            for name in gone
        }
        renamed = [(name, other) for name, other in others.items() if other]
        sentences += [_advise_to_rename(name, other) for name, other in renamed[:MOST]]
        sentences += _advise_to_retire([name for name, other in others.items() if not other])
    return tuple(sentences)


def _replaced(gone: Sequence[str], nights: Sequence[set[str]]) -> dict[str, str]:
    """Return which name each one that came since replaced: one that went before, and is most like it."""
    last = {
        name: max(place for place, night in enumerate(nights) if name in night) for name in gone
    }
    first = {
        name: next(place for place, night in enumerate(nights) if name in night)
        for name in sorted(nights[-1])
    }
    came = {
        name: place for name, place in first.items() if place > min(last.values(), default=place)
    }
    if len(came) > MOST_RENAMED or len(gone) > MOST_RENAMED:
        return {}

    def fit(earlier: str, name: str) -> tuple[bool, float]:
        alike = difflib.SequenceMatcher(None, earlier, name).ratio()
        return last[earlier] + 1 == came[name], alike

    return {
        name: max(before, key=lambda earlier: fit(earlier, name))
        for name, place in came.items()
        if (before := [earlier for earlier in gone if last[earlier] < place])
    }


def _find_new_name(name: str, arrived: Sequence[str], *, alone: bool) -> str:
    """Return which name that came since is the new one of a name that is gone, or an empty text."""
    near = difflib.get_close_matches(name, arrived, n=1, cutoff=ALIKE)
    return near[0] if near else arrived[0] if alone and len(arrived) == 1 else ""


def _advise_to_rename(name: str, other: str) -> str:
    """Write what to type where a name was renamed, or retired."""
    name, other = (clean(each, most=MOST_NAME) for each in (name, other))
    return night_verdicts.RENAME.format(
        name=name, other=other, old=shlex.quote(name), new=shlex.quote(other)
    )


def _advise_to_retire(gone: Sequence[str]) -> list[str]:
    """Write what to type where names were retired; in one sentence, as a broken night lacks many."""
    names = [clean(name, most=MOST_NAME) for name in gone]
    if len(names) > 1:
        return [night_verdicts.RETIRE_SEVERAL.format(names=fmt.join(names, most=MOST, last="or"))]
    return [night_verdicts.RETIRE.format(name=name, old=shlex.quote(name)) for name in names]
