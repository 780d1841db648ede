"""The Bayesian comparison of the leader with its rivals, and where it differs from the deciding test."""

import dataclasses
from typing import Literal, NamedTuple, cast

from benchreport import stats
from benchreport.data.scores import Scores
from benchreport.errors import format_count
from benchreport.results import BayesResult, PairwiseResult, Posterior
from benchreport.results.pairs.bayes import EQUIVALENT, UNDECIDED, format_probability
from benchreport.results.writing import number_format as fmt
from benchreport.wording.verdicts import cautions as wording
from benchreport.wording.verdicts.notes import ONE_SIDED

MOST_RIVALS = 60
# the most differences times draws, over all pairs: they take half a second
WORK = 500_000_000
MOST_DRAWS, FEWEST_DRAWS, ROUND = 50_000, 4_000, 1_000
MOST_NAMED = 3
LEVEL_DIGITS = 12
# written as above .999
SURE = 0.9995

Answer = Literal["leader", "rival", "equivalent", "open"]


SUPERIORITY = "probability of superiority"


class Difference(NamedTuple):
    """A rival that the deciding test and the posterior judge differently.

    Parameters
    ----------
    test, posterior
        The answer of each; ``"open"`` if it finds neither better.
    p_adjusted
        The adjusted p-value of the deciding test.
    probability
        The posterior probability of the posterior's answer; of the test's answer if the posterior's is
        open.
    by_prior
        Whether no block favours the other algorithm, so that the prior makes the probability 1.
    """

    leader: str
    rival: str
    test: Answer
    posterior: Answer
    p_adjusted: float
    probability: float
    by_prior: bool


def compare_with_rivals(
    scores: Scores,
    decisive: PairwiseResult,
    *,
    rope: float,
    test_fraction: float | None,
    rng: int,
) -> BayesResult | None:
    """Compare the leader, or the control, with its closest rivals by posterior probabilities.

    On splits of one dataset it runs the Bayesian correlated t test, with the deciding test's
    correlation; otherwise the Bayesian signed-rank test.

    Parameters
    ----------
    scores
        A table without gaps.
    decisive
        The test of pairs that decides.
    rope
        The largest difference that does not matter, in score units.
    test_fraction
        The share of the data on which each split was tested; ``None`` if the folds show it.
    rng
        The seed of the draws.

    Returns
    -------
    BayesResult or None
        None for independent runs, which have no differences on a block.
    """
    if scores.block_kind == "run":
        return None
    names = decisive.design.algorithms
    leader = names[decisive.order[0]] if decisive.control is None else decisive.control
    table, n_omitted = _keep_closest(scores, decisive, leader)
    level = round(1 - decisive.alpha, LEVEL_DIGITS)
    if decisive.procedure == "corrected_t":
        result = stats.bayes_correlated_t(
            table,
            rope=rope,
            confidence=level,
            control=leader,
            test_fraction=test_fraction,
            dof=cast("Literal['splits', 'folds']", decisive.variant),
        )
    else:
        result = stats.bayes_signed_rank(
            table,
            rope=rope,
            confidence=level,
            control=leader,
            n_resamples=_count_draws(table),
            rng=rng,
        )
    if not n_omitted:
        return result
    note = wording.RIVALS_LEFT_OUT.format(
        name=leader, most=MOST_RIVALS, centre=decisive.centre_name, n=n_omitted
    )
    return dataclasses.replace(result, warnings=(*result.warnings, note))


def _keep_closest(scores: Scores, decisive: PairwiseResult, leader: str) -> tuple[Scores, int]:
    """Keep the leader and the algorithms next to it, in the table's order; count those left out."""
    order = [decisive.design.algorithms[place] for place in decisive.order]
    centre = dict(zip(decisive.design.algorithms, decisive.centres, strict=True))
    near = sorted(order, key=lambda name: abs(centre[name] - centre[leader]))
    near.remove(leader)
    if len(near) <= MOST_RIVALS:
        return scores, 0
    names = {leader, *near[:MOST_RIVALS]}
    places = [place for place, name in enumerate(scores.algorithms) if name in names]
    table = dataclasses.replace(
        scores,
        values=scores.values[:, places],
        counts=scores.counts[:, places],
        algorithms=tuple(scores.algorithms[place] for place in places),
    )
    return table, len(near) - MOST_RIVALS


def _count_draws(scores: Scores) -> int:
    """Return the number of draws that the limit on work allows, rounded down."""
    n_blocks, n_algorithms = scores.values.shape
    most = int(WORK // (n_blocks * (n_algorithms - 1)))
    return min(MOST_DRAWS, max(FEWEST_DRAWS, most // ROUND * ROUND))


def find_differences(bayes: BayesResult, decisive: PairwiseResult) -> tuple[Difference, ...]:
    """List the rivals that the deciding test and the posterior judge differently, the best first.

    Parameters
    ----------
    bayes
        The posterior probabilities of the leader's pairs.
    decisive
        The deciding test, of these pairs at least.
    """
    leader = str(bayes.control)
    tests = {
        frozenset((row.first, row.second)): row
        for row in decisive.comparisons
        if leader in (row.first, row.second)
    }
    noted = any(note.startswith(ONE_SIDED.partition("{")[0]) for note in bayes.warnings)
    differences = []
    for row in bayes.rows:
        rival = row.second if row.first == leader else row.first
        pair = frozenset((leader, rival))
        favoured: dict[str, Answer] = {leader: "leader", rival: "rival"}
        test = favoured.get(decisive.favoured.get(pair, ""), "open")
        answers: dict[str, Answer] = {**favoured, EQUIVALENT: "equivalent", UNDECIDED: "open"}
        posterior = answers[bayes.decision(row)]
        if test != posterior:
            answer = posterior if posterior != "open" else test
            probability = _probability_of(row, leader, rival, answer)
            p, effect = tests[pair].p_adjusted, tests[pair].effect_size
            # a probability is 0 or 1 where one side always wins, a correlation −1 or 1
            sided = 2 * effect - 1 if SUPERIORITY in decisive.effect_name else effect
            by_prior = noted and abs(sided) == 1 and probability > SURE
            differences.append(Difference(leader, rival, test, posterior, p, probability, by_prior))
    place = {decisive.design.algorithms[column]: at for at, column in enumerate(decisive.order)}
    return tuple(sorted(differences, key=lambda difference: place[difference.rival]))


def _probability_of(row: Posterior, leader: str, rival: str, answer: Answer) -> float:
    if answer == "equivalent":
        return row.p_rope
    return row.of(leader if answer == "leader" else rival)


def describe_differences(bayes: BayesResult, decisive: PairwiseResult) -> str:
    """Say where the posterior and the deciding test differ, and why; empty if they agree.

    Parameters
    ----------
    bayes, decisive
        As for `find_differences`.
    """
    differences = find_differences(bayes, decisive)
    if not differences:
        return ""
    groups: dict[tuple[Answer, Answer], list[Difference]] = {}
    for difference in differences:
        groups.setdefault((difference.test, difference.posterior), []).append(difference)
    explained = [_describe_group(group, decisive, bayes) for group in groups.values()]
    by_prior = any(difference.by_prior for difference in differences)
    surer = any(row.test == "open" and row.posterior in ("leader", "rival") for row in differences)
    clauses = "; ".join(explained)
    if len(decisive.comparisons) == 1:
        sentences = [wording.BAYES_DIFFERS_ON_THE_PAIR.format(clauses=clauses)]
    else:
        pairs = format_count(len(bayes.rows), "pair")
        sentences = [
            wording.BAYES_DIFFERS.format(
                n=len(differences), pairs=pairs, name=bayes.control, clauses=clauses
            ),
            wording.BAYES_OF_CONTROL if decisive.control else wording.BAYES_OF_BEST,
        ]
    if by_prior:
        sentences.append(wording.BY_THE_PRIOR.format(noun=bayes.design.block_kind))
    elif surer and bayes.procedure == "bayes_signed_rank" and not bayes.rope:
        sentences.append(_explain_by_chance(bayes, decisive))
    return " ".join(sentences)


def _explain_by_chance(bayes: BayesResult, decisive: PairwiseResult) -> str:
    """Say how often equally good algorithms have a large probability."""
    # of three, five and ten, in .2 to .5, .4 to .9 and .7 to 1 of tables of 5 to 30 blocks
    of_best = decisive.control is None and len(decisive.comparisons) > 1
    by_chance = wording.BY_CHANCE_OF_BEST if of_best else wording.BY_CHANCE_OF_TWO
    return by_chance.format(noun=bayes.design.noun, share=fmt.number(200 * (1 - bayes.confidence)))


def _describe_group(group: list[Difference], decisive: PairwiseResult, bayes: BayesResult) -> str:
    """Write the answers of test and posterior on the rivals for which these answers are the same."""
    leader, _, test, posterior, *_ = group[0]
    rope, level = bayes.rope, bayes.confidence
    several = len(group) > 1
    by_test = wording.RIVAL_BY_ADJUSTED_TEST if decisive.adjusts_p else wording.RIVAL_BY_TEST
    names = [
        by_test.format(rival=row.rival, p=fmt.p_equals(row.p_adjusted, decisive.alpha))
        for row in group
    ]
    rivals = fmt.join(names, most=MOST_NAMED)
    if several and test == "open":
        rivals = wording.EACH_OF.format(rivals=rivals)
    by = wording.BY_MORE.format(rope=fmt.number(rope)) if rope else ""
    these = wording.THESE_ARE if several else wording.RIVAL_IS.format(rival=group[0].rival)
    tested = wording.TESTED_IN_DOUBT if decisive.in_doubt else wording.TESTED
    probabilities = _format_probabilities(group, level)
    alike = probabilities == format_probability(group[0].probability, level)
    answered = wording.ANSWERED if alike else wording.ANSWERED_ONE_BY_ONE
    return wording.BAYES_PAIRS.format(
        test=fmt.lower(decisive.method),
        tested=tested[test].format(leader=leader, rivals=rivals),
        answered=answered[posterior].format(leader=leader, by=by, these=these),
        probabilities=probabilities,
    )


def _format_probabilities(group: list[Difference], level: float) -> str:
    values = [difference.probability for difference in group]
    written = [format_probability(value, level) for value in values]
    if len(set(written)) == 1:
        return written[0]
    if len(values) <= MOST_NAMED + 1:
        return fmt.join(written)
    ends = (format_probability(end, level) for end in (min(values), max(values)))
    return " to ".join(dict.fromkeys(ends))
