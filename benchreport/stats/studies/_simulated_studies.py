"""Studies like a table's, drawn from it, and how often a test finds in them what it looks for."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchreport.data.predictions import Predictions
from benchreport.data.scores import Scores
from benchreport.errors import (
    DesignError,
    OptionError,
    check_choice,
    check_fraction,
    check_number,
    check_seed,
)
from benchreport.hints import call, option
from benchreport.numerics.nulls.signed_rank import signed_rank_p, signed_ranks
from benchreport.numerics.predictions import mcnemar as contingency
from benchreport.numerics.predictions.proportion_interval import proportion_interval
from benchreport.numerics.predictions.score_margins import Discordant, score_z
from benchreport.numerics.ranks import block_ranks, tie_sums
from benchreport.numerics.seeded_parts import seeded_parts
from benchreport.numerics.tails import p_of_t, p_of_z
from benchreport.results.base import Assumption, Design, Interval
from benchreport.results.models.noise import PowerResult, PowerRow
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import notes
from benchreport.stats._omnibus import agreement
from benchreport.stats._pairs import require_several
from benchreport.stats._predictions.prediction_pairs import require_unweighted
from benchreport.stats.checks._variations import iman_davenport
from benchreport.wording.results import noise as wording
from benchreport.wording.shell import progress as steps

Test = Literal["auto", "wilcoxon", "paired_t", "friedman", "mcnemar", "gate"]
OF_SCORES = ("wilcoxon", "paired_t", "friedman")
OF_ANSWERS = ("mcnemar", "gate")
Rng = np.random.Generator
Found = NDArray[np.bool_]
Draw = Callable[[int, int, Rng], Found]
"""From the number of blocks, the number of studies and a generator to whether each study finds it."""
AT_ONCE = 1 << 22
"""Numbers that are drawn at a time."""
JITTER = 1e-9
MOST_BLOCKS, MOST_EXAMPLES = 2_000, 10**7
"""The largest studies that are drawn."""
MARGINAL = 0.95


class Simulation(NamedTuple):
    """What is simulated: studies like that of a table.

    Parameters
    ----------
    difference
        First − second, in score units; NaN for a test of all algorithms.
    most
        The largest number of blocks that is tried.
    """

    test: str
    pair: tuple[str, str] | None
    difference: float
    design: Design
    now: int
    most: int
    draw: Draw
    warnings: tuple[str, ...] = ()

    def run(self, n: int, n_simulations: int, rng: int) -> PowerRow:
        """Simulate studies of n blocks; the same seed gives the same studies."""

        def draw(generator: Rng, studies: int) -> int:
            return int(self.draw(n, studies, generator).sum())

        generator = np.random.default_rng((rng, n))
        step = max(1, AT_ONCE // n)
        found = sum(
            seeded_parts(draw, n_simulations, step=step, rng=generator, computation=steps.STUDIES)
        )
        power = found / n_simulations
        low, high = proportion_interval(found, n_simulations, MARGINAL)
        error = float(np.sqrt(power * (1 - power) / n_simulations))
        return PowerRow(n, power, error, Interval(float(low), float(high), MARGINAL))


def simulation_of(
    table: Scores | Predictions,
    procedure: str,
    *,
    test: Test,
    pair: Sequence[str] | None,
    difference: float | None,
    margin: float | None,
    alpha: float,
) -> Simulation:
    """Prepare the simulation of a test on tables like this one.

    Raises
    ------
    DesignError
        Runs are missing, or examples are repeated, clustered or weighted.
    OptionError
        The test, the pair, the difference or the margin does not fit the table.
    """
    of_answers = isinstance(table, Predictions)
    known = OF_ANSWERS if of_answers else OF_SCORES
    check_choice("test", test, ("auto", *known))
    name = known[0] if test == "auto" else test
    if (margin is None) == (name == "gate"):
        raise OptionError(
            "test='gate' needs the margin, by how much the first may be worse, and no other test has one.",
            hint=option(test="gate", margin=0.01),
        )
    for value, what in ((difference, "difference"), (margin, "margin")):
        if value is not None:
            check_number(what, value, hint=option(**{what: 0.01}))
    if isinstance(table, Predictions):
        return _of_answers(table, procedure, name, pair, (difference, margin, alpha))
    return _of_scores(table, procedure, name, pair, (difference, alpha))


# ---- scores


def _of_scores(
    scores: Scores,
    procedure: str,
    test: str,
    pair: Sequence[str] | None,
    aim: tuple[float | None, float],
) -> Simulation:
    values, (difference, alpha) = scores.require_complete(procedure), aim
    n, design = len(values), Design.of(scores)
    if test == "friedman":
        if pair is not None or difference is not None:
            raise OptionError(
                "the Friedman test compares all algorithms as they are; it has no pair and no difference.",
                hint=option(test="wilcoxon"),
            )
        ranks = block_ranks(values, higher_is_better=scores.higher_is_better)
        draw = _draw_ranks(ranks, alpha)
        return Simulation(test, None, np.nan, design, n, MOST_BLOCKS, draw, notes(scores))
    sign = 1 if scores.higher_is_better else -1
    first, second = _pair_of(scores.algorithms, sign * values.mean(axis=0), pair)
    apart = values[:, first] - values[:, second]
    mean = float(apart.mean())
    target = mean if difference is None else float(difference)
    # resampled deviations are smaller than those of new blocks; a seed draws the same whatever their order
    deviations = np.sort(apart - mean) * np.sqrt(n / (n - 1))
    names = scores.algorithms[first], scores.algorithms[second]
    judge = _judge_t if test == "paired_t" else _judge_signed_ranks

    def draw_pair(size: int, studies: int, rng: Rng) -> Found:
        drawn = deviations[rng.integers(0, n, (studies, size))] + target
        return judge(drawn, rng) <= alpha

    return Simulation(test, names, target, design, n, MOST_BLOCKS, draw_pair, notes(scores))


def _pair_of(names: Sequence[str], turned: Array, pair: Sequence[str] | None) -> tuple[int, int]:
    """Return the columns of the pair; by default the two that are best."""
    if pair is None:
        order = np.argsort(-turned, kind="stable")
        return int(order[0]), int(order[1])
    chosen = [str(name) for name in pair] if not isinstance(pair, str) else []
    if len({*chosen}) != 2 or not {*chosen} <= {*names}:  # noqa: PLR2004 - a pair
        raise OptionError(
            f"pair must name two of {', '.join(names[:12])}; got {pair!r}.",
            hint=option(pair=tuple(names[:2])),
        )
    return names.index(chosen[0]), names.index(chosen[1])


def _judge_t(drawn: Array, _: Rng) -> Array:
    mean, spread = drawn.mean(axis=1), drawn.std(axis=1, ddof=1)
    t = np.divide(mean, spread / np.sqrt(drawn.shape[1]), where=spread > 0, out=np.zeros_like(mean))
    t[(spread <= 0) & (mean != 0)] = np.inf
    return p_of_t(t, drawn.shape[1] - 1)


def _judge_signed_ranks(drawn: Array, rng: Rng) -> Array:
    # a block that is drawn twice is a tie that new blocks would not have
    scale = JITTER * np.abs(drawn).max(initial=0.0)
    drawn = np.where(drawn != 0, drawn + scale * rng.standard_normal(drawn.shape), 0.0)
    return signed_rank_p(signed_ranks(drawn, "wilcox"))[0]


def _draw_ranks(ranks: Array, alpha: float) -> Draw:
    ranks = ranks[np.lexsort(ranks.T)]
    n, k = ranks.shape
    ties = tie_sums(ranks)

    def draw(size: int, studies: int, rng: Rng) -> Found:
        weights = rng.multinomial(size, np.full(n, 1 / n), studies)
        w = agreement(weights @ ranks, weights @ ties, size)
        found: Found = iman_davenport(w, size, k)[1] <= alpha
        return found

    return draw


# ---- predictions


def _of_answers(
    table: Predictions,
    procedure: str,
    test: str,
    pair: Sequence[str] | None,
    aim: tuple[float | None, float | None, float],
) -> Simulation:
    difference, margin, alpha = aim
    require_several(table)
    require_unweighted(table, procedure, hint=call("plan", power=0.8, difference=0.02))
    if table.repeated or table.clustered:
        raise DesignError(
            f"{procedure} draws examples one by one; these have samples or come in clusters.",
            hint=call("plan", power=0.8, difference=0.02),
        )
    right = table.require_judgements(procedure).correct
    accuracy = np.average(right, axis=0, weights=table.weights)
    first, second = _pair_of(table.algorithms, accuracy, pair)
    one, other = right[:, first], right[:, second]
    cells = np.stack([one & other, one & ~other, ~one & other, ~one & ~other])
    shares = np.average(cells, axis=1, weights=table.weights)
    if difference is not None:
        shares = _shift(shares, float(difference))

    def draw(size: int, studies: int, rng: Rng) -> Found:
        counts = rng.multinomial(size, shares, studies)
        if test == "mcnemar":
            found: Found = contingency.mcnemar(counts[:, 1], counts[:, 2]).p_value <= alpha
            return found
        gains, losses = counts[:, 1:3].T.astype(np.float64)
        drawn = Discordant(gains, losses, np.full(studies, float(size)))
        return p_of_z(score_z(drawn, -float(margin or 0.0))[1], "greater") <= alpha

    return Simulation(
        test,
        (table.algorithms[first], table.algorithms[second]),
        float(shares[1] - shares[2]),
        Design.of_predictions(table),
        table.n,
        MOST_EXAMPLES,
        draw,
    )


def _shift(shares: Array, difference: float) -> Array:
    """Set the difference of accuracies; as many examples as before are right in one model only."""
    apart = shares[1] + shares[2]
    if abs(difference) > apart:
        raise OptionError(
            f"the two models differ on {100 * apart:.2g} % of examples, which bounds the difference of their "
            f"accuracies; got difference={difference:g}.",
            hint=option(difference=float(f"{apart / 2:.2g}") or 0.01),
        )
    return np.array(
        [shares[0], (apart + difference) / 2, (apart - difference) / 2, shares[3]]
    ).clip(0.0)


def name_test(simulation: Simulation) -> str:
    """Return the test's name within a sentence, with the pair that it compares."""
    name = wording.TESTS[simulation.test]
    if simulation.pair is None:
        return name
    return wording.OF_PAIR.format(test=name, first=simulation.pair[0], second=simulation.pair[1])


def check_simulation(alpha: float, n_simulations: int, rng: int) -> None:
    """Raise `OptionError` unless studies can be simulated so."""
    check_fraction("alpha", alpha)
    check_seed(rng)
    check_number(
        "n_simulations", n_simulations, above=0, whole=True, hint=option(n_simulations=2_000)
    )


def make_result(
    simulation: Simulation,
    rows: tuple[PowerRow, ...],
    *,
    given: bool,
    **facts: Any,  # noqa: ANN401 - fields of PowerResult
) -> PowerResult:
    """Make a result of simulated studies."""
    return PowerResult(
        variant=simulation.test,
        design=simulation.design,
        warnings=simulation.warnings,
        assumptions=(Assumption.of(wording.RESAMPLED, noun=simulation.design.block_kind),),
        references=("efron1993", *(("tango1998",) if simulation.test == "gate" else ())),
        test=name_test(simulation),
        difference=simulation.difference,
        given=given or bool(np.isnan(simulation.difference)),
        rows=rows,
        **facts,
    )
