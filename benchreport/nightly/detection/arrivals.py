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
        for name in gone[:MOST]:
            together = set[str]().union(*(night for night in nights if name in night))
            others = [
                other
                for other in sorted(tonight - together)
                if _likeliest(other, gone, [*nights, tonight]) == name
            ]
            sentences.append(_advise(name, others, alone=len(gone) == 1))
    return tuple(sentences)


def _likeliest(name: str, gone: Sequence[str], nights: Sequence[set[str]]) -> str:
    """Return which name a new one replaced: one that went when it came, and that is most like it."""
    first = next(place for place, night in enumerate(nights) if name in night)

    def fit(earlier: str) -> tuple[bool, float]:
        last = max(place for place, night in enumerate(nights) if earlier in night)
        return last + 1 == first, difflib.SequenceMatcher(None, earlier, name).ratio()

    return max(gone, key=fit)


def _advise(name: str, arrived: Sequence[str], *, alone: bool) -> str:
    """Write what to type where a name was renamed, to one that came since, or retired."""
    near = difflib.get_close_matches(name, arrived, n=1, cutoff=ALIKE)
    other = near[0] if near else arrived[0] if alone and len(arrived) == 1 else ""
    old, new = (shlex.quote(clean(each, most=MOST_NAME)) for each in (name, other))
    retire = night_verdicts.RETIRE.format(name=clean(name, most=MOST_NAME), old=old)
    if not other:
        return retire
    return night_verdicts.RENAME.format(
        name=clean(name, most=MOST_NAME), other=clean(other, most=MOST_NAME), old=old, new=new
    )
