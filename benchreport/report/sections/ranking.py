"""The ranking on the first page: means, the distance from the first, and the ranks that each could have."""

import dataclasses
from collections.abc import Mapping, Sequence

import pandas as pd

from benchreport.analysis.verdicts.advantage import choose_sizes, size_writer
from benchreport.errors import format_count
from benchreport.plots.base.short_names import shorten_names
from benchreport.report.document import Table
from benchreport.report.sections.numbering import see
from benchreport.report.sections.result_blocks import count_leaders, places_of_all
from benchreport.report.sections.tables import text_table
from benchreport.results import Comparison, DescriptionResult, PairwiseResult
from benchreport.results.ranks.rank_sets import write_ranks
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import captions, titles

RANKING = "ranking"
LONGEST_NAME = 96  # letters, of two or three lines
GAPS = (titles.LEAD, titles.GAIN)
# corrections that do not hold for all pairs at once
OF_SINGLE_PAIRS = ("none", "bh", "by", "finner")


def ranking_table(
    pairs: Sequence[PairwiseResult], description: DescriptionResult | None = None
) -> Table:
    """Rank the algorithms by the test that decides, each with its distance from the first.

    With a control, the table has the gain of each algorithm over it.

    Parameters
    ----------
    pairs
        The tests of pairs, the one that decides first.
    description
        The means and mean ranks of the algorithms, where there are any beside the test's own.
    """
    decides = pairs[0]
    names = decides.design.algorithms
    ranked = [names[place] for place in decides.order]
    reference = decides.control or ranked[0]
    shown = _cut_ranking(ranked, reference)
    sized = choose_sizes(pairs)
    gaps = {} if sized is None else _compare_with(sized, reference)
    tests = _compare_with(decides, reference)
    columns = {
        decides.design.noun: _shorten(decides, shown),
        **_write_centres(pairs, description, shown),
        **_write_gaps(
            gaps,
            shown,
            fmt.number if sized is None else size_writer(sized, reference),
            controlled=decides.control is not None,
        ),
        **_write_open_ranks(decides, shown),
        "p": [
            fmt.p_value(tests[name].p_adjusted, decides.alpha) if name in tests else "–"
            for name in shown
        ],
    }
    table = text_table(
        pd.DataFrame(columns, dtype=object),
        " ".join(
            [
                _write_caption(
                    decides,
                    sized,
                    gaps,
                    len(names) - len(shown),
                    _name_complete(decides, description),
                ),
                *_explain_intervals(decides, sized, gaps, tests),
            ]
        ),
        strong=frozenset({(0, 0)} if _leads_alone(decides) else ()),
    )
    return dataclasses.replace(
        table,
        key=RANKING,
        intervals=_draw_gaps(gaps, shown),
        marked=frozenset(
            place
            for place, name in enumerate(shown)
            if name in tests and tests[name].p_adjusted <= decides.claim_alpha
        ),
        interval_column=next((at for at, name in enumerate(columns) if name in GAPS), 0),
    )


def describe_intervals(sized: PairwiseResult, *, cited: bool = True) -> str:
    """Say of which confidence and of which test the intervals are; empty if there are none.

    Parameters
    ----------
    sized
        A test of pairs. Ranks allow few levels of confidence, so that those of pairs may differ.
    cited
        Whether to name the test.
    """
    rows = sized.intervals
    if not rows:
        return ""
    levels = {fmt.number(100 * sized.level_of(row), 3) for row in rows}
    level = f"{min(levels, key=float)} %{captions.OR_MORE * (len(levels) > 1)}"
    # the method stands in brackets, which are not nested
    test = captions.INTERVALS_BY_TEST.format(test=fmt.lower(sized.method.partition(" (")[0]))
    return _choose_template(sized, len(rows)).format(level=level, test=test * cited)


def _choose_template(sized: PairwiseResult, n_intervals: int) -> str:
    if sized.simultaneous_intervals:
        return captions.SIMULTANEOUS_INTERVALS
    if n_intervals == 1:
        return captions.SINGLE_INTERVAL
    return captions.ADJUSTED_INTERVALS if sized.adjusted_intervals else captions.SINGLE_INTERVALS


def _leads_alone(decides: PairwiseResult) -> bool:
    first, second = (decides.centres[place] for place in decides.order[:2])
    return first != second


def _cut_ranking(ranked: list[str], reference: str) -> list[str]:
    """Leave out the last of many algorithms, but never the control."""
    first = ranked[: count_leaders(len(ranked))]
    return first if reference in first else [*first, reference]


def _compare_with(result: PairwiseResult, reference: str) -> dict[str, Comparison]:
    """Compare each algorithm with the reference: the distance from the first, the gain over a control."""
    others = [name for name in result.design.algorithms if name != reference]
    ranking = [*others, reference] if result.control else [reference, *others]
    rows = [row for row in result.comparisons if reference in (row.first, row.second)]
    return {
        row.first if result.control else row.second: row
        for row in result.oriented(ranking, rows=rows)
    }


def _shorten(result: PairwiseResult, shown: Sequence[str]) -> list[str]:
    short = shorten_names(result.design.algorithms, LONGEST_NAME)
    return [short[name] for name in shown]


def _write_centres(
    pairs: Sequence[PairwiseResult], description: DescriptionResult | None, shown: Sequence[str]
) -> dict[str, list[str]]:
    """Write what ranks the algorithms, and their means beside mean ranks."""
    decides = pairs[0]
    centres = dict(zip(decides.design.algorithms, decides.centres, strict=True))
    largest = not decides.lower_centre_is_better
    write: fmt.Writer = fmt.fixed
    if not decides.by_ranks:
        write = fmt.writer_of_best(decides.centres, largest=largest)
    columns = {decides.centre_name: [write(centres[name]) for name in shown]}
    if description is None or not decides.by_ranks:
        return columns
    means = _find_means(pairs, description)
    write_mean = fmt.writer_of_best(means.values(), largest=decides.design.higher_is_better)
    return {
        fmt.mean_of(decides.design.score): [write_mean(means[name]) for name in shown],
        **columns,
    }


def _find_means(
    pairs: Sequence[PairwiseResult], description: DescriptionResult
) -> dict[str, float]:
    """Return means over the blocks that are compared: incomplete ones would shift some of them."""
    name = fmt.mean_of(pairs[0].design.score)
    view = next((view for view in pairs if view.centre_name == name), None)
    if view is None:
        return {row.algorithm: row.mean for row in description.rows}
    return dict(zip(view.design.algorithms, view.centres, strict=True))


def _write_gaps(
    gaps: Mapping[str, Comparison], shown: Sequence[str], write: fmt.Writer, *, controlled: bool
) -> dict[str, list[str]]:
    if not gaps:
        return {}
    head = GAPS[controlled]
    return {
        head: [
            f"{fmt.apart(gaps[name].difference, write)} {fmt.interval(gaps[name].interval, write)}".rstrip()
            if name in gaps
            else "–"
            for name in shown
        ]
    }


def _write_open_ranks(decides: PairwiseResult, shown: Sequence[str]) -> dict[str, list[str]]:
    """Write the ranks that the significant pairs leave open: a confidence set for all at once.

    They are the deciding test's own, so that page one has one answer. `rank_sets`, which is sharper for
    means, may order a pair that this test does not.
    """
    if not _leaves_ranks_open(decides):
        return {}
    ranks = decides.open_ranks()
    return {titles.COULD_BE: [write_ranks(*ranks[name]) for name in shown]}


def _leaves_ranks_open(decides: PairwiseResult) -> bool:
    several = len(decides.design.algorithms) > 2  # noqa: PLR2004 - one pair leaves nothing open
    # ranks would call differences significant that a check puts in doubt
    sure = not decides.in_doubt
    both_ways = decides.control is None and decides.alternative == "two-sided"
    return several and sure and both_ways and decides.correction not in OF_SINGLE_PAIRS


def _draw_gaps(
    gaps: Mapping[str, Comparison], shown: Sequence[str]
) -> tuple[tuple[float, float, float] | None, ...]:
    rows = (gaps.get(name) for name in shown)
    drawn = tuple(
        (row.interval.low, row.difference, row.interval.high) if row and row.interval else None
        for row in rows
    )
    return drawn if any(drawn) else ()


def _name_complete(decides: PairwiseResult, description: DescriptionResult | None) -> str:
    """Say on which blocks means are compared where the description has those of more."""
    n, kind = decides.design.n_blocks, decides.design.block_kind
    if description is None or not 1 < n < description.design.n_blocks:
        return ""
    return captions.ON_COMPLETE.format(n=n, kind=kind)


def _write_caption(
    decides: PairwiseResult,
    sized: PairwiseResult | None,
    gaps: Mapping[str, Comparison],
    hidden: int,
    complete: str,
) -> str:
    """Say what ranks, whose intervals these are, and which test p and letters belong to."""
    noun, test = decides.design.noun, fmt.lower(decides.method)
    lines = [captions.RANKING.format(centre=decides.centre_name, blocks=complete)]
    if sized is not None:
        ahead = any(row.difference < 0 for row in gaps.values())
        lines.append(_describe_gap(sized, cited=sized is not decides, ahead=ahead))
    alone = decides.control is None
    against = captions.AGAINST_THE_FIRST if alone else captions.AGAINST_THE_CONTROL
    if len(decides.comparisons) == 1:
        against = captions.P_OF_TWO
    open_ranks = captions.OPEN_RANKS.format(noun=noun) if _leaves_ranks_open(decides) else ""
    lines.append(against.format(test=test, level=fmt.level(decides.alpha), open_ranks=open_ranks))
    if open_ranks and decides.unordered > 1:
        n = decides.unordered
        all_of_them = n == len(decides.design.algorithms)
        template = captions.UNORDERED_TWO if n == 2 else captions.UNORDERED_RANKS  # noqa: PLR2004
        lines.append((captions.UNORDERED_ALL if all_of_them else template).format(n=n, noun=noun))
    if decides.in_doubt:
        reservation = decides.reservation.partition(" (")[0]
        lines.append(captions.NOT_CALLED_SIGNIFICANT.format(reservation=reservation))
    if hidden:
        lines.append(
            captions.FURTHER_DOWN.format(
                rows=format_count(hidden, noun),
                verb="is" if hidden == 1 else "are",
                where=see(*places_of_all(len(decides.design.algorithms))),
            )
        )
    return " ".join(lines)


def _explain_intervals(
    decides: PairwiseResult,
    sized: PairwiseResult | None,
    gaps: Mapping[str, Comparison],
    tests: Mapping[str, Comparison],
) -> list[str]:
    """Say why intervals and p-values disagree on which side of zero the difference lies, if any do."""
    rows = [
        (row.interval.low > 0 or row.interval.high < 0, tests[name].p_adjusted <= decides.alpha)
        for name, row in gaps.items()
        if row.interval and name in tests
    ]
    if sized is None or all(excludes == small for excludes, small in rows):
        return []
    exclude = all(excludes or not small for excludes, small in rows)
    if exclude and not sized.simultaneous_intervals:
        # the figure beside the table draws the same intervals, and says it
        if sized is decides:
            return []
        level, asked = sized.level_of(*sized.intervals), 1 - decides.alpha
        if level < asked:
            return [
                captions.INTERVALS_OF_FEW.format(
                    level=fmt.level(decides.alpha), asked=fmt.number(100 * asked)
                )
            ]
        return [captions.INTERVALS_OF_PAIRS.format(level=fmt.level(decides.alpha))]
    if sized is decides and decides.procedure == "wilcoxon":
        return [captions.INTERVALS_WITH_TIES.format(level=fmt.level(decides.alpha))]
    return [captions.INTERVALS_OF_SCORES]


def _describe_gap(sized: PairwiseResult, *, cited: bool, ahead: bool) -> str:
    """Say what the distances are, and what their sign means where it is not plain."""
    alone = sized.control is None
    plain = sized.design.higher_is_better and not ahead
    gap = captions.SIZES.format(
        what=captions.LEAD_OF_THE_FIRST if alone else captions.GAIN_OVER_THE_CONTROL,
        difference=sized.difference_name,
        ends=describe_intervals(sized, cited=cited),
        side="" if plain else captions.POSITIVE[not alone],
    )
    # the means stand in the column beside it, and subtract to another number
    return f"{gap} {captions.NOT_MEANS}" if sized.by_ranks else gap
