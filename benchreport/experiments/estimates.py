"""How well learners generalize: estimates from the splits that an experiment ran."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats

from benchreport.data.columns.words.direction import range_of
from benchreport.data.notebook_view import write_rows
from benchreport.errors import check_fraction
from benchreport.experiments.cells import Cell, seed_of
from benchreport.experiments.datasets import Dataset
from benchreport.experiments.resampling import Bootstrap, Given, Plan
from benchreport.numerics.predictions import out_of_bag
from benchreport.numerics.predictions.proportion_interval import proportion_interval
from benchreport.results.base import Interval
from benchreport.results.writing.text_table import align_table, cut_table, format_table
from benchreport.wording.shell import experiments as wording

Floats = NDArray[np.float64]
ACCURACY = "accuracy"


class Estimate(NamedTuple):
    """One estimate of one learner on one dataset.

    Parameters
    ----------
    kind
        ``"holdout"``, ``"cross-validation"``, ``"leave-one-out"``, ``"out-of-bag"``, ``"0.632"``,
        ``"0.632+"``, or a number beside them: ``"resubstitution"``, ``"no information"``, ``"inner"``.
    interval, how
        Its interval and the method of it; ``None`` and empty where there is none.
    """

    algorithm: str
    dataset: str
    metric: str
    kind: str
    estimate: float
    interval: Interval | None = None
    how: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimates:
    """Estimates of generalization, dataset by dataset.

    Notes
    -----
    A holdout's accuracy has Wilson's interval; a mean over splits whose test share is known has that of
    the corrected resampled t test, with the variance (1/N + f/(1 − f)) s² for N splits that each test on the
    share f. Of bootstraps, the accuracy out of bag averages over the rounds that left an example out, then
    over examples; its standard error is that of Efron and Tibshirani's delta method after the bootstrap,
    less the noise of few rounds, and for .632 and .632+ in proportion to the error;
    tests/benchmarks/coverage.md has how often such intervals hold the truth. A search has its own (inner)
    score beside: the best of several candidates on the same folds, which is too good. Where examples come in
    groups, counts of examples show no interval. A learner with a failed split has no estimate.

    References
    ----------
    Efron (1983), JASA 78: 316-331; Efron & Tibshirani (1997), JASA 92: 548-560, sections 3 and 5; Nadeau &
    Bengio (2003), Machine Learning 52: 239-281; Varma & Simon (2006), BMC Bioinformatics 7: 91; Wager,
    Hastie & Efron (2014), JMLR 15: 1625-1651, section 3.
    """

    rows: tuple[Estimate, ...]

    @property
    def table(self) -> pd.DataFrame:
        """One row for each estimate."""
        frame = pd.DataFrame(
            [row._replace(interval=None) for row in self.rows], columns=Estimate._fields
        )
        for end in ("low", "high"):
            frame[end] = [getattr(row.interval, end, math.nan) for row in self.rows]
        return frame[["algorithm", "dataset", "metric", "kind", "estimate", "low", "high", "how"]]

    def of(self, algorithm: str, dataset: str, kind: str) -> Estimate:
        """Return one of the estimates."""
        wanted = (algorithm, dataset, kind)
        return next(row for row in self.rows if (row.algorithm, row.dataset, row.kind) == wanted)

    def __str__(self) -> str:
        texts = format_table(self.table)
        shown, more = cut_table(texts, len(texts))
        lines = [*filter(None, (align_table(shown), more))]
        if any(row.kind == wording.INNER for row in self.rows):
            lines.append(wording.OPTIMISTIC)
        perfect = [row for row in self.rows if row.kind == wording.RESUBSTITUTION]
        if any(row.metric == ACCURACY and row.estimate == 1 for row in perfect):
            lines.append(wording.OVERFITTED)
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        texts = format_table(self.table)
        return write_rows(texts.columns, texts.to_numpy().tolist())


def estimate(
    cells: Sequence[Cell],
    datasets: Sequence[Dataset],
    plan: Plan,
    *,
    metric: str,
    confidence: float,
    seed: int,
) -> Estimates:
    """Estimate each learner's score on examples that it has not seen (see `Estimates`)."""
    check_fraction("confidence", confidence)
    by_place: dict[tuple[str, str], list[Cell]] = {}
    for cell in cells:
        by_place.setdefault((cell.key.algorithm, cell.key.dataset), []).append(cell)
    data = {each.name: each for each in datasets}
    rows = [
        Estimate(*place, metric, *facts)
        for place, group in by_place.items()
        # without the splits that failed, the others would say too much
        if all(math.isfinite(cell.scores.get("test", {}).get(metric, math.nan)) for cell in group)
        for facts in _estimates(group, data[place[1]], plan, metric, confidence, seed)
    ]
    return Estimates(rows=tuple(rows))


def _estimates(
    cells: Sequence[Cell], data: Dataset, plan: Plan, metric: str, confidence: float, seed: int
) -> Iterator[tuple[Any, ...]]:
    if isinstance(plan, Bootstrap):
        yield from _from_bootstrap(cells, data, plan, metric, confidence, seed)
        return
    scores = np.array([cell.scores["test"][metric] for cell in cells])
    mean = float(scores.mean())
    if plan.pooled or len(cells) == 1:
        kind = wording.LEAVE_ONE_OUT if plan.pooled else wording.HOLDOUT
        n = 0 if cells[0].places is None else len(cells[0].places)
        counted = metric == ACCURACY and n > 0 and data.groups is None
        yield (kind, mean, *(_wilson(mean, n, confidence) if counted else ()))
    else:
        kind = wording.CROSS_VALIDATION if "fold" in plan.columns else wording.REPEATED
        bounds, how = _corrected_t(scores, _share(plan, len(scores)), confidence)
        yield kind, mean, _within(range_of(metric), bounds), how
    inner = [cell.tuned.score for cell in cells if cell.tuned is not None]
    if inner:
        yield wording.INNER, float(np.mean(inner))


def _within(limits: tuple[float, float] | None, interval: Interval | None) -> Interval | None:
    """Cut an interval where the metric ends."""
    if limits is None or interval is None:
        return interval
    low, high = max(interval.low, limits[0]), min(interval.high, limits[1])
    return Interval(low, high, interval.confidence)


def _share(plan: Plan, splits: int) -> float | None:
    if isinstance(plan, Given) and plan.columns == ("fold",):
        return 1 / splits
    return plan.test_fraction


def _wilson(mean: float, n: int, confidence: float) -> tuple[Interval, str]:
    low, high = proportion_interval(round(mean * n), n, confidence)
    return Interval(float(low), float(high), confidence), "Wilson"


def _corrected_t(
    scores: Floats, share: float | None, confidence: float
) -> tuple[Interval | None, str]:
    n = len(scores)
    if share is None or n < 2:  # noqa: PLR2004 - one has no spread
        return None, ""
    error = math.sqrt((1 / n + share / (1 - share)) * float(scores.var(ddof=1)))
    reach = float(stats.t.ppf((1 + confidence) / 2, n - 1)) * error
    mean = float(scores.mean())
    return Interval(mean - reach, mean + reach, confidence), "corrected t"


def _from_bootstrap(
    cells: Sequence[Cell],
    data: Dataset,
    plan: Bootstrap,
    metric: str,
    confidence: float,
    seed: int,
) -> Iterator[tuple[Any, ...]]:
    fitted = [cell for cell in cells if cell.key.label == (0,)]
    rounds = [cell for cell in cells if cell.key.label != (0,)]
    if not fitted or not rounds:
        return
    inside = fitted[0].scores["test"][metric]
    if metric != ACCURACY or fitted[0].predicted is None:
        outside = float(np.mean([cell.scores["test"][metric] for cell in rounds]))
        yield wording.OUT_OF_BAG, outside
        yield wording.POINT_632, float(out_of_bag.SHARE * outside + (1 - out_of_bag.SHARE) * inside)
        yield wording.RESUBSTITUTION, inside
        return
    error, spread = _leave_one_out_bootstrap(rounds, data, plan, seed)
    codes = np.unique(np.concatenate([data.y, fitted[0].predicted]), return_inverse=True)[1]
    none = float(out_of_bag.no_information_rate(codes[: data.n], codes[data.n :]))
    plus = float(out_of_bag.point_632_plus(1 - inside, error, none).estimate)
    simple = float(out_of_bag.point_632(1 - inside, error))
    known = spread > 0 and data.groups is None
    for kind, value in (
        (wording.POINT_632_PLUS, plus),
        (wording.POINT_632, simple),
        (wording.OUT_OF_BAG, error),
    ):
        reach = float(stats.norm.ppf((1 + confidence) / 2)) * spread * value / max(error, 1e-12)
        interval = Interval(max(0.0, 1 - value - reach), min(1.0, 1 - value + reach), confidence)
        yield (kind, 1 - value, *((interval, "delta method") if known else ()))
    yield wording.NO_INFORMATION, 1 - none
    yield wording.RESUBSTITUTION, inside


def _leave_one_out_bootstrap(
    cells: Sequence[Cell], data: Dataset, plan: Bootstrap, seed: int
) -> tuple[float, float]:
    drawn, wrong = np.zeros((2, len(cells), data.n))
    splits = {split.label: split for split in plan.splits(data, seed_of(seed, data.name))}
    for row, cell in enumerate(cells):
        drawn[row] = np.bincount(splits[cell.key.label].train, minlength=data.n)
        wrong[row, cell.places] = cell.predicted != data.y[cell.places]
    return out_of_bag.leave_one_out_bootstrap(drawn, wrong)
