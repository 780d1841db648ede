"""Permutation tests for pairs of algorithms."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from benchreport.data.scores import Scores
from benchreport.errors import check_fraction, check_number, check_seed
from benchreport.hints import option
from benchreport.numerics.effects.paired import d_z
from benchreport.numerics.effects.shifts import hodges_lehmann, two_sample_shift
from benchreport.numerics.resampling import permutation as numerics
from benchreport.numerics.tails import Alternative
from benchreport.numerics.ties import snap_differences
from benchreport.results.base import Assumption
from benchreport.results.later import later
from benchreport.results.pairs.pairwise import PairwiseResult
from benchreport.stats._arrays import Array
from benchreport.stats._assumptions import SAME_SHAPE
from benchreport.stats._block_independence import independent_blocks
from benchreport.stats._corrections import (
    Correction,
    adjust_p,
    attainable_p,
    correction_references,
    least_p_of_signs,
)
from benchreport.stats._independent_samples import (
    apply_to_pairs,
    compare_samples,
    least_p_of_arrangements,
)
from benchreport.stats._pairs import compare_pairs, favour_better, name_variants, pairs
from benchreport.stats._samples import samples_with_spread
from benchreport.wording.verdicts import assumptions as wording


def permutation(  # noqa: PLR0913 - each is one choice, all have defaults
    scores: Scores,
    *,
    alpha: float = 0.05,
    correction: Correction = "holm",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    paired: bool = True,
    statistic: numerics.Statistic = "mean",
    n_resamples: int = 10_000,
    rng: int = 0,
) -> PairwiseResult:
    """Test H0 for each pair: the two are exchangeable, on each block or run by run.

    H1: the statistic is larger in size, or further to the side of the alternative, than exchanging the
    two makes it. The test is exact for means of up to 40 blocks or 20 + 20 runs, and where there are at
    most 65,536 arrangements (16 blocks; 9 + 9 runs); else it draws random arrangements.

    Parameters
    ----------
    scores
        A table of k algorithms; complete if paired.
    alpha
        The level of decisions; intervals have confidence 1 − alpha, for each pair alone.
    correction
        How p-values are adjusted, over all pairs or all comparisons with the control.
    control
        Compare the others with this algorithm; by default, all pairs are compared.
    alternative
        ``"two-sided"``; ``"greater"``: the first of a pair has the higher scores; ``"less"``. Choose it
        before the scores are seen.
    paired
        Whether the two scores of a block are exchanged; otherwise the runs of both are divided at random.
    statistic
        ``"mean"``, ``"median"`` or ``"trimmed_mean"`` (20 %) of the differences (paired), or the
        difference of the two's (unpaired). ``"t"`` is Welch's, which allows for unequal variances
        (unpaired), and the same as the mean (paired). The mean is exact for more scores than the
        median; so is t, paired or with samples of equal size.
    n_resamples
        The number of random arrangements, where the test is not exact; p = (b + 1)/(n_resamples + 1),
        which is never 0.
    rng
        The seed; the same seed gives the same bytes.

    Returns
    -------
    PairwiseResult
        Hodges–Lehmann shifts in score units, first − second, with intervals; the observed statistic;
        d_z if paired, else Cliff's δ.

    Raises
    ------
    DesignError
        Runs are missing (paired), or an algorithm has one score only (not paired).
    OptionError
        The correction, alternative or statistic is invalid; n_resamples below 1.

    Notes
    -----
    An exact p-value counts all arrangements, by sorted sums of two halves (about .1 s a pair at 40
    blocks). For more than 64 pairs the limit of 40 blocks falls, to 30 with 2,048 pairs, so that all
    pairs take a few seconds. Sums that differ from the observed one by less than 1e-10 of the sum of
    all sizes are ties, and count. Random arrangements start from sorted scores: the order of rows and
    algorithms changes no p-value.

    References
    ----------
    Horowitz & Sahni (1974) for the sums of halves;
    Fisher (1935), The Design of Experiments, section 21; Phipson & Smyth (2010); Janssen (1997).

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9, 8, 9, 7, 8], "b": [7, 6, 8, 5, 4]})
    >>> pair = frame.bench(score="accuracy").permutation().comparisons[0]
    >>> round(pair.statistic, 2), pair.p_value
    (2.2, 0.0625)
    """
    check_fraction("alpha", alpha)
    check_number("n_resamples", n_resamples, above=0, whole=True, hint=option(n_resamples=10_000))
    check_seed(rng)
    options: dict[str, Any] = {
        "statistic": statistic,
        "alternative": alternative,
        "n_resamples": n_resamples,
        "rng": rng,
    }
    chosen: dict[str, Any] = {"alpha": alpha, "correction": correction, "alternative": alternative}
    compare = _compare_paired if paired else _compare_unpaired
    return compare(scores, control, options, chosen)


def _facts(how: str, options: dict[str, Any], name: str) -> dict[str, Any]:
    statistic = str(options["statistic"])
    if statistic == "t" and name == "Paired permutation test":
        # paired t orders the arrangements as the mean does, so the result names the mean
        statistic = "mean"
    return {
        "procedure": "permutation",
        "method": name,
        "variant": how,
        "seed": None if how == "exact" else options["rng"],
        "statistic_name": "t" if statistic == "t" else f"{statistic.replace('_', ' ')} difference",
    }


def _centres(scores: Scores, options: dict[str, Any], samples: tuple[Array, ...]) -> dict[str, Any]:
    """Return the location of each algorithm that the statistic compares."""
    statistic: numerics.Statistic = options["statistic"]
    locate = numerics.LOCATIONS[statistic]
    name = "mean" if statistic == "t" else statistic.replace("_", " ")
    return {
        "centre_name": f"{name} {scores.score}",
        "centres": tuple(float(locate(sample[None, :])[0]) for sample in samples),
    }


def _compare_paired(
    scores: Scores, control: str | None, options: dict[str, Any], chosen: dict[str, Any]
) -> PairwiseResult:
    values = scores.require_complete("permutation")
    columns = pairs(scores, control)
    differences = snap_differences(values.T[columns[0]], values.T[columns[1]])
    test = numerics.flip_signs(differences, **options)
    alpha, correction = chosen["alpha"], chosen["correction"]
    shift = hodges_lehmann(differences, 1 - alpha)
    adjusted = adjust_p(test.p_value, correction, control)
    least = least_p_of_signs(np.count_nonzero(differences, axis=-1), chosen["alternative"])
    return compare_pairs(
        PairwiseResult,
        scores,
        columns,
        (shift.estimate, test.statistic, test.p_value, adjusted),
        effect=d_z(differences, 1 - alpha),
        interval=(shift.low, shift.high),
        confidence=(shift.confidence, 1 - alpha),
        sign=favour_better(scores, test.statistic),
        control=control,
        assumptions=later(lambda: (independent_blocks(scores), EXCHANGEABLE)),
        references=(
            *("fisher1935", "phipson2010", "hodges1963"),
            *correction_references(correction),
        ),
        difference_name=f"Hodges–Lehmann shift of {scores.score}",
        effect_name="d_z (mean difference / sd of differences)",
        attainable=_attainable_p(least, [test.how], options, correction),
        **_facts(test.how, options, "Paired permutation test"),
        **_centres(scores, options, tuple(values.T)),
        **chosen,
    )


EXCHANGEABLE = Assumption.of(wording.EXCHANGEABLE_SCORES)


def _attainable_p(
    exact: Array, how: Sequence[str], options: dict[str, Any], correction: Correction
) -> float:
    """Return the smallest possible adjusted p-value, if no random arrangement is as far out."""
    least_drawn = 1 / (options["n_resamples"] + 1)
    return attainable_p(np.where(np.array(how) == "exact", exact, least_drawn), correction)


def _compare_unpaired(
    scores: Scores, control: str | None, options: dict[str, Any], chosen: dict[str, Any]
) -> PairwiseResult:
    samples = samples_with_spread(scores, "permutation(paired=False)")
    columns = pairs(scores, control)
    statistic, p, how = apply_to_pairs(
        samples,
        columns,
        lambda x, y: numerics.split_scores(x, y, **options, n_pairs=len(columns[0])),
    )
    alpha, correction = chosen["alpha"], chosen["correction"]
    shift, low, high, confidence = (
        np.array(column)
        for column in apply_to_pairs(
            samples, columns, lambda x, y: two_sample_shift(x, y, 1 - alpha)
        )
    )
    sizes = {len(sample) for sample in samples}
    equal = len(sizes) == 1 and chosen["alternative"] == "two-sided"
    observed, p_value = np.concatenate(statistic), np.concatenate(p)
    return compare_samples(
        scores,
        columns,
        (shift, observed, p_value, adjust_p(p_value, correction, control)),
        interval=(low, high),
        confidence=float(confidence.min()),
        control=control,
        assumptions=() if options["statistic"] == "t" else (SAME_SHAPE,),
        references=("fisher1935", "phipson2010", "janssen1997", "hodges1963", "cliff1993"),
        difference_name=f"Hodges–Lehmann shift of {scores.score}",
        sign=observed,
        **_centres(scores, options, samples),
        attainable=_attainable_p(
            least_p_of_arrangements(samples, columns, mirrored=equal), how, options, correction
        ),
        remarks=how if len(set(how)) > 1 else None,
        **_facts(name_variants(how, "mixed"), options, "Permutation test"),
        **chosen,
    )
