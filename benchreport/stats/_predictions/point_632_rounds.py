"""The .632 bootstrap from one score per round, out of bag and on the training set."""

from dataclasses import replace

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import DesignError, OptionError, examples, format_count
from benchreport.hints import bench, call, code, option
from benchreport.numerics.predictions import out_of_bag as numerics
from benchreport.results.base import Assumption, Design, Interval
from benchreport.results.later import later
from benchreport.results.predictions.metrics import Measured, MetricsResult
from benchreport.stats._arrays import Array, Booleans
from benchreport.wording.results import measures
from benchreport.wording.verdicts import assumptions as wording
from benchreport.wording.verdicts import notes as texts

OUT_OF_BAG = ("outofbag", "oob")
RESUBSTITUTION = ("resubstitution", "resub", "train", "training")


def find_part(names: tuple[str, ...], known: tuple[str, ...]) -> int | None:
    """Return the place of the one part with a known name; ``None`` where there is none, or several."""
    letters = ["".join(filter(str.isalnum, name.casefold())) for name in names]
    places = [place for place, name in enumerate(letters) if name in known]
    return places[0] if len(places) == 1 else None


def rounds_632(scores: Scores, *, alpha: float, no_information_rate: float | None) -> MetricsResult:
    """Estimate .632 and .632+ round by round.

    Raises
    ------
    DesignError
        The datasets are not the two parts; a round has no score; or .632+ needs errors or shares, and
        the scores are neither.
    OptionError
        The no-information rate is not a possible error.
    """
    outside, inside = _parts(scores)
    simple = numerics.SHARE * outside + (1 - numerics.SHARE) * inside
    plus = None
    if no_information_rate is not None:
        plus = _plus(scores, inside, outside, no_information_rate)
    least = round(2 / alpha)
    enough = len(outside) >= least
    columns = zip(measures.ROUNDS.items(), (plus, simple, outside, inside), strict=True)
    rows = tuple(
        row
        for (name, text), column in columns
        if column is not None
        for row in _rows(
            scores,
            (name.format(scores.score), text),
            column,
            # scores on the training set tell nothing about other examples
            confidence=1 - alpha if enough and column is not inside else None,
        )
    )
    few = texts.TOO_FEW_ROUNDS.format(level=f"{100 * (1 - alpha):g}", least=least, n=len(outside))
    return MetricsResult(
        procedure="point_632",
        method="Bootstrap .632" if plus is None else "Bootstrap .632 and .632+",
        variant="rounds",
        alpha=alpha,
        design=replace(Design.of(scores), n_blocks=len(outside), block_kind="repeat"),
        assumptions=later(lambda: (BEFOREHAND, _check_scatter(enough=enough))),
        warnings=(texts.COVERAGE_OF_ROUNDS if enough else few,),
        references=("efron1983", *(("efron1997",) if plus is not None else ()), "raschka2018"),
        rows=rows,
        claims=(
            *((texts.WITHOUT_PLUS,) if plus is None else ()),
            texts.ROUNDS_ARE_NO_BLOCKS,
        ),
    )


BEFOREHAND = Assumption.of(wording.UNSEEN)


def _check_scatter(*, enough: bool) -> Assumption:
    return Assumption.of(wording.ROUNDS_VARY, "doubtful" if enough else "not checked")


def _parts(scores: Scores) -> tuple[Array, Array]:
    """Return scores out of bag, (rounds, k), and on training sets, (rounds, k) or (1, k)."""
    runs = scores.runs
    out, fitted = find_part(runs.datasets, OUT_OF_BAG), find_part(runs.datasets, RESUBSTITUTION)
    if out is None or fitted is None or len(runs.datasets) > 2:  # noqa: PLR2004 - the parts
        raise DesignError(
            "point_632 needs two parts, 'out-of-bag' and 'resubstitution', read as datasets; found "
            f"{examples([repr(name) for name in runs.datasets])}.",
            hint=call("point_632", {"dataset": "part", "repeat": "round"}),
        )
    table = np.full((2, len(runs.repeats), len(runs.algorithms)), np.nan)
    table[(runs.dataset == fitted).astype(int), runs.repeat, runs.algorithm] = runs.value
    present = np.zeros((2, len(runs.repeats)), dtype=bool)
    present[(runs.dataset == fitted).astype(int), runs.repeat] = True
    outside, inside = table[0, present[0]], table[1, present[1]]
    _check_rounds(scores, outside, "out-of-bag", present[0])
    _check_rounds(scores, inside, "resubstitution", present[1])
    if len(inside) > 1 and (present[0] != present[1]).any():
        single = [runs.repeats[place] for place in np.flatnonzero(present[0] != present[1])]
        raise DesignError(
            f"resubstitution needs a score in each round, or a single one for all; "
            f"{format_count(len(single), 'round')} with only one of the parts: {examples(single)}.",
            hint=code("df.groupby('round').filter(lambda rows: rows['part'].nunique() == 2)"),
        )
    return outside, np.broadcast_to(inside, outside.shape)


def _check_rounds(scores: Scores, values: Array, part: str, present: Booleans) -> None:
    rounds = [scores.runs.repeats[place] for place in np.flatnonzero(present).tolist()]
    gaps = [
        (scores.algorithms[column], rounds[row]) for row, column in np.argwhere(np.isnan(values))
    ]
    if gaps:
        raise DesignError(
            f"point_632 needs a score of every algorithm in every round; {format_count(len(gaps), 'score')} "
            f"missing in the part {part!r}: {examples(gaps)}.",
            hint=code("df.dropna()") + ", and rounds that all algorithms have",
        )


def _plus(scores: Scores, inside: Array, outside: Array, none: float) -> Array:
    """Estimate .632+ in every round, on the scale of errors."""
    if not 0 <= none < np.inf:
        raise OptionError(
            f"no_information_rate must be an error, 0 or more; got {none!r}.",
            hint=option(no_information_rate=0.5) + " for two classes of the same size",
        )
    if not scores.higher_is_better:
        _check_errors(scores, inside, outside)
        return numerics.point_632_plus(inside, outside, none).estimate
    _check_errors(scores, 1 - inside, 1 - outside)
    return 1 - numerics.point_632_plus(1 - inside, 1 - outside, none).estimate


def _check_errors(scores: Scores, inside: Array, outside: Array) -> None:
    least = float(min(inside.min(), outside.min()))
    if least >= 0:
        return
    if scores.higher_is_better:
        raise DesignError(
            f".632+ takes 1 − {scores.score} as the error, so scores must be 1 at most; the "
            f"largest is {1 - least:g}.",
            hint=code("df.assign(accuracy=df['accuracy'] / 100)") + " of percentages",
        )
    raise DesignError(
        f".632+ takes {scores.score} as an error, which must be 0 or more; the smallest is {least:g}.",
        hint=bench(higher_is_better=True) + " if more is better; or without no_information_rate",
    )


def _rows(
    scores: Scores, metric: tuple[str, str], values: Array, *, confidence: float | None
) -> list[Measured]:
    rows = []
    for name, column in zip(scores.algorithms, values.T, strict=True):
        ends = None
        mean = float(column.mean())
        if confidence is not None:
            low, high = np.quantile(column, [(1 - confidence) / 2, (1 + confidence) / 2])
            ends = Interval(min(float(low), mean), max(float(high), mean), confidence)
        rows.append(
            Measured(
                algorithm=name,
                metric=metric[0],
                estimate=mean,
                interval=ends,
                higher_is_better=scores.higher_is_better,
                definition=metric[1],
                how="" if ends is None else "percentiles of rounds",
            )
        )
    return rows
