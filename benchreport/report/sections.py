"""The sections of a report, from an analysis to facts."""

import math
from collections.abc import Callable, Iterable

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from benchreport import plots
from benchreport.analysis import Analysis
from benchreport.errors import counted
from benchreport.plots.style import elided, wide_length
from benchreport.report.agreement import agreement
from benchreport.report.document import (
    Block,
    Check,
    Checks,
    Code,
    Document,
    Facts,
    FigureBlock,
    Provenance,
    Section,
    Table,
    Text,
)
from benchreport.report.methods import cited, environment, methods
from benchreport.results import Comparison, Interval, PairwiseResult, Result
from benchreport.results import format as fmt
from benchreport.results.bibliography import BIBLIOGRAPHY, bibtex

__all__ = ["document"]

MOST_PAIRS = 66
FEWEST_PAIRS = 25
MOST_ROWS = 200
LETTERS_A_LINE = 104
LONGEST_HEAD = 30
MOST_LINES = 25
VARIANTS = {"chi2": "χ²", "iman_davenport": "Iman–Davenport"}


def document(
    analysis: Analysis,
    *,
    title: str,
    provenance: Provenance,
    progress: Callable[[str], None],
) -> Document:
    """Fill all sections.

    Parameters
    ----------
    analysis
        What was found.
    title
        Of the report.
    provenance
        For the appendix.
    progress
        Called before the slow part.
    """
    progress("drawing figures")
    drawn = _figures(analysis)
    sections = (
        _verdict(analysis),
        _compared(analysis, provenance),
        _described(analysis, drawn["box"]),
        Section(key="figures", title="Figures", blocks=(drawn["cd"], drawn["rank"])),
        _assumptions(analysis),
        _omnibus(analysis),
        _pairs(analysis, drawn["tukey"]),
        agreement(analysis),
        _methods(analysis),
        _appendix(analysis, provenance),
    )
    return Document(title=title, subtitle=str(analysis.scores), sections=sections)


def _figures(analysis: Analysis) -> dict[str, FigureBlock]:
    axes = {
        "cd": plots.cd_plot(analysis.mean_rank_pairs),
        "rank": plots.rank_plot(analysis.ranking),
        "box": plots.box_plot(analysis.scores),
        "tukey": plots.tukey_plot(analysis.mean_pairs, most=MOST_LINES),
    }
    return {name: _figure(each) for name, each in axes.items()}


def _figure(axes: Axes) -> FigureBlock:
    return FigureBlock(
        svg=plots.svg_of(axes), alt=plots.alt_of(axes), caption=plots.caption_of(axes)
    )


def _verdict(analysis: Analysis) -> Section:
    first, *rest = analysis.verdict
    return Section(key="verdict", title="Verdict", blocks=(Text((first, *rest), lead=True),))


def _compared(analysis: Analysis, provenance: Provenance) -> Section:
    scores = analysis.scores
    low, high = int(scores.counts.min()), int(scores.counts.max())
    each = str(high) if low == high else f"{low} to {high}"
    facts = [
        ("Algorithms", f"{len(scores.algorithms)}: {fmt.listed(scores.algorithms, most=20)}"),
        (
            f"{scores.block_kind.capitalize()}s",
            f"{len(scores.blocks)}: {fmt.listed(scores.blocks, most=20)}",
        ),
        ("Score", f"{scores.score}, {scores.direction}"),
        ("Runs averaged in each cell", each),
        ("Empty cells", _gaps(analysis)),
        ("Comparison", _comparison(analysis)),
        ("Source", provenance.source),
    ]
    if scores.dataset:
        facts.insert(1, ("Dataset", scores.dataset))
    return Section(key="compared", title="What was compared", blocks=(Facts(tuple(facts)),))


def _gaps(analysis: Analysis) -> str:
    scores = analysis.scores
    if scores.filled:
        return f"{len(scores.filled)}, each given its {scores.block_kind}'s worst score"
    if scores.dropped:
        names = fmt.listed(scores.dropped, most=8)
        return (
            f"{counted(len(scores.dropped), f'incomplete {scores.block_kind}')} left out: {names}"
        )
    return "none"


def _comparison(analysis: Analysis) -> str:
    level = f"family-wise alpha = {fmt.number(analysis.alpha)}"
    if analysis.control is None:
        return f"all pairs, {level}"
    return f"every algorithm with the control {analysis.control}, {level}"


def _described(analysis: Analysis, box: FigureBlock) -> Section:
    result = analysis.description
    shown = result.display.drop(columns="best in")
    place = {"mean": "mean", "median": "median", "mean_rank": "mean rank"}
    order = analysis.ranking.order
    strong = frozenset(
        (number, list(shown.columns).index(place[name]))
        for number, index in enumerate(order)
        for name in result.best_in(result.rows[index])
    )
    caption = (
        f"{analysis.scores.score} over the {analysis.scores.block_kind}s, sorted by mean rank; the "
        "best of a column is bold. sd and IQR are over "
        f"{analysis.scores.block_kind}s. Wins, ties and losses count every rival on every "
        f"{analysis.scores.block_kind}."
    )
    table = _table(shown.iloc[list(order)], caption, strong=strong)
    return Section(key="description", title="Description", blocks=(table, box))


def _assumptions(analysis: Analysis) -> Section:
    seen: dict[tuple[str, str, str], list[str]] = {}
    for result in analysis.results:
        for each in result.assumptions:
            key = (each.name, each.outcome, each.evidence)
            seen.setdefault(key, []).append(_short(result))
    items = tuple(
        Check(
            procedure=fmt.listed(dict.fromkeys(who)), name=name, outcome=outcome, evidence=evidence
        )
        for (name, outcome, evidence), who in seen.items()
    )
    told = (
        "Checks are shown, and do not choose the test: the path was fixed beforehand. A check that "
        "holds has found nothing against the assumption, which is not proof of it."
    )
    return Section(key="assumptions", title="Assumptions", blocks=(Text((told,)), Checks(items)))


def _short(result: Result) -> str:
    return {
        "friedman": "Friedman",
        "nemenyi": "Nemenyi",
        "bonferroni_dunn": "Bonferroni–Dunn",
        "wilcoxon": "Wilcoxon",
        "anova": "ANOVA",
        "tukey": "Tukey",
    }.get(result.procedure, result.method)


def _omnibus(analysis: Analysis) -> Section:
    friedman, variance = analysis.omnibus, analysis.variance
    tests = pd.DataFrame(
        {
            "variant": [VARIANTS.get(test.variant, test.variant) for test in friedman.tests],
            "statistic": [
                f"{test.symbol} = {fmt.fixed(test.statistic)}" for test in friedman.tests
            ],
            "dof": [", ".join(fmt.number(each) for each in test.dof) for test in friedman.tests],
            "p": [fmt.p_value(test.p_value) for test in friedman.tests],
            "decides": [
                "yes" if test.variant == friedman.variant else "" for test in friedman.tests
            ],
        },
        dtype=object,
    )
    blocks: list[Block] = [
        _told(friedman),
        _table(tests, "Friedman's test in all variants that were computed."),
        _told(variance),
        _table(variance.display, "Analysis of variance of the randomized block design."),
    ]
    if variance.sphericity is not None:
        blocks.append(Text((_sphericity(analysis),)))
    return Section(key="omnibus", title="Is there any difference?", blocks=tuple(blocks))


def _sphericity(analysis: Analysis) -> str:
    found = analysis.variance.sphericity
    if found is None or analysis.scores.values.shape[1] == 2:  # noqa: PLR2004 - one difference
        return "Two algorithms have a single difference, so sphericity holds by definition."
    mauchly = "Mauchly's test could not be computed"
    if not math.isnan(found.mauchly_p):
        mauchly = f"Mauchly's W = {fmt.fixed(found.mauchly_w, 3)}, {fmt.p_equals(found.mauchly_p)}"
    return (
        f"Sphericity: {mauchly}; Greenhouse–Geisser ε = {fmt.fixed(found.greenhouse_geisser, 3)} "
        f"({fmt.p_equals(found.p_greenhouse_geisser)}), Huynh–Feldt ε = "
        f"{fmt.fixed(found.huynh_feldt, 3)} ({fmt.p_equals(found.p_huynh_feldt)})."
    )


def _pairs(analysis: Analysis, figure: FigureBlock) -> Section:
    blocks: list[Block] = []
    for result in (analysis.mean_rank_pairs, analysis.signed_rank_pairs, analysis.mean_pairs):
        blocks += [_told(result), _comparisons(result)]
        if result is analysis.mean_rank_pairs and result.control is None:
            blocks.append(_groups(result))
    return Section(key="pairs", title="Which ones differ?", blocks=(*blocks, figure))


def _told(result: Result) -> Text:
    return Text((f"{result.summary}.", " ".join(result.interpretation)))


def _groups(result: PairwiseResult) -> Table:
    names, letters = result.design.algorithms, result.letters()
    rows = [
        (names[place], fmt.fixed(result.centres[place]), letters[names[place]])
        for place in result.order
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "mean rank", "letters"], dtype=object)
    return _table(
        frame,
        f"Compact letter display ({result.method}): two algorithms that share a letter could not be "
        "told apart.",
    )


def _comparisons(result: PairwiseResult) -> Table:
    ordered = sorted(result.comparisons, key=lambda row: (row.p_adjusted, row.p_value))
    shown = _most_telling(result, ordered)
    decimals = _decimals(shown)
    rows = [_comparison_row(result, row, decimals) for row in shown]
    columns = [
        "pair",
        "difference",
        "interval",
        result.statistic_name,
        "p",
        "adjusted p",
        "effect size",
    ]
    frame = pd.DataFrame(rows, columns=columns, dtype=object)
    if not any(row.interval for row in shown):
        frame = frame.drop(columns="interval")
    strong = frozenset(
        (number, list(frame.columns).index("adjusted p"))
        for number, row in enumerate(shown)
        if row.p_adjusted <= result.alpha
    )
    return _table(frame, _pairs_caption(result, len(ordered) - len(shown)), strong=strong)


def _most_telling(result: PairwiseResult, ordered: list[Comparison]) -> list[Comparison]:
    """Leave out what is far from significant where a full list would fill pages."""
    if len(ordered) <= MOST_PAIRS:
        return ordered
    return ordered[: min(MOST_PAIRS, max(FEWEST_PAIRS, len(result.significant)))]


def _pairs_caption(result: PairwiseResult, hidden: int) -> str:
    interval = next((row.interval for row in result.comparisons if row.interval), None)
    what = f"{result.method}. Difference: {result.difference_name}, first − second"
    if interval is not None:
        kind = "simultaneous" if result.procedure == "tukey" else "for each pair alone,"
        what += f", with intervals ({kind} {fmt.number(100 * interval.confidence, 3)} %)"
    more = ""
    if hidden:
        pairs = counted(hidden, "pair")
        control = "" if result.control is None else f"control={result.control!r}"
        more = (
            f" {pairs} with larger p-values left out; all are in "
            f"df.bench.{result.procedure}({control}).table."
        )
    return (
        f"{what}. Effect size: {result.effect_name}, with its interval. Adjusted p-values at most "
        f"{fmt.number(result.alpha)} are bold.{more}"
    )


def _decimals(rows: Iterable[Comparison]) -> int:
    return max(2, fmt.decimals_for([0.0, *(row.difference for row in rows)]))


def _comparison_row(result: PairwiseResult, row: Comparison, decimals: int) -> tuple[str, ...]:
    effect = fmt.fixed(row.effect_size)
    if row.effect_interval is not None:
        effect = f"{effect} {_ends(row.effect_interval, 2)}"
    statistic = 1 if result.statistic_name == "R+" else 2
    return (
        f"{row.first} − {row.second}",
        fmt.fixed(row.difference, decimals),
        _ends(row.interval, decimals) if row.interval else "",
        fmt.fixed(row.statistic, statistic),
        fmt.p_value(row.p_value),
        fmt.p_value(row.p_adjusted),
        effect,
    )


def _ends(interval: Interval, decimals: int) -> str:
    return f"[{fmt.fixed(interval.low, decimals)}, {fmt.fixed(interval.high, decimals)}]"


def _methods(analysis: Analysis) -> Section:
    keys = cited(analysis)
    references = tuple(BIBLIOGRAPHY[key].text for key in keys)
    blocks = (
        Text(methods(analysis)),
        Text(("Why this path: " + " ".join(analysis.advice),)),
        Facts(
            tuple(
                (BIBLIOGRAPHY[key].short, text) for key, text in zip(keys, references, strict=True)
            )
        ),
        Code(text=bibtex(keys), caption="The references as BibTeX"),
    )
    return Section(key="methods", title="Methods", blocks=blocks)


def _appendix(analysis: Analysis, provenance: Provenance) -> Section:
    scores = analysis.scores
    facts = [
        ("SHA-256 of the input", provenance.sha256 or scores.sha256),
        ("Seed", "none needed" if provenance.seed is None else str(provenance.seed)),
        *environment(),
    ]
    blocks: list[Block] = [Facts(tuple(facts))]
    if provenance.call:
        blocks.append(Code(text=provenance.call, caption="Makes this report again"))
    blocks += _score_tables(analysis)
    return Section(key="appendix", title="Appendix", blocks=tuple(blocks))


def _score_tables(analysis: Analysis) -> list[Block]:
    """Print the scores, as many columns at a time as fit a page."""
    scores = analysis.scores
    flat = scores.values.ravel().tolist()
    # never more decimals than the input has
    decimals = fmt.decimals_held(flat, most=max(2, fmt.decimals_for(flat, digits=4)))
    best = scores.frame.max(axis=1) if scores.higher_is_better else scores.frame.min(axis=1)
    left = len(scores.blocks) - MOST_ROWS
    more = f" The first {MOST_ROWS} of {len(scores.blocks)}." if left > 0 else ""
    caption = f"The scores that were compared; the best of each {scores.block_kind} is bold.{more}"
    text = scores.frame.iloc[:MOST_ROWS].map(lambda value: fmt.fixed(value, decimals))
    text.columns = pd.Index([elided(name, LONGEST_HEAD) for name in scores.algorithms])
    is_best = scores.frame.eq(best, axis=0).to_numpy()
    each = _columns_a_page(text)
    tables: list[Block] = []
    for start in range(0, len(scores.algorithms), each):
        strong = frozenset(
            (int(row), int(column) + 1)
            for row, column in np.argwhere(is_best[:MOST_ROWS, start : start + each])
        )
        part = text.iloc[:, start : start + each].reset_index(allow_duplicates=True)
        tables.append(_table(part, caption, strong=strong))
    return tables


def _columns_a_page(text: pd.DataFrame) -> int:
    """Tell how many columns a table can have on paper, evenly over as few tables as possible."""
    heads = max(wide_length(name) for name in text.columns)
    cells = max(len(cell) for cell in text.to_numpy().ravel())
    first = min(24, max(wide_length(name) for name in text.index))
    most = max(1, (LETTERS_A_LINE - first) // (max(heads, cells) + 2))
    return math.ceil(len(text.columns) / math.ceil(len(text.columns) / most))


def _table(
    frame: pd.DataFrame, caption: str, *, strong: frozenset[tuple[int, int]] = frozenset()
) -> Table:
    rows = tuple(tuple(str(cell) for cell in row) for row in frame.itertuples(index=False))
    numeric = tuple(
        column > 0 and all(not row[column] or row[column][0] in NUMERIC for row in rows)
        for column in range(len(frame.columns))
    )
    return Table(
        columns=tuple(str(name) for name in frame.columns),
        rows=rows,
        numeric=numeric,
        strong=strong,
        caption=caption,
    )


NUMERIC = "0123456789−.<[∞–"
