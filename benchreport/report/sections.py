"""The sections of a report, from an analysis to facts."""

import math
from collections.abc import Callable, Sequence

import pandas as pd
from matplotlib.axes import Axes

from benchreport import plots
from benchreport.analysis import Analysis
from benchreport.data.scores import Scores
from benchreport.errors import counted
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
    Text,
)
from benchreport.report.methods import cited, environment, methods
from benchreport.report.tables import comparisons, groups, score_tables, shortened, table
from benchreport.results import OmnibusResult, PairwiseResult, Result, VarianceResult
from benchreport.results import format as fmt
from benchreport.results.bibliography import BIBLIOGRAPHY, bibtex

__all__ = ["document"]

MOST_LINES = 25
MOST_EFFECTS = 25
MEASURES_A_TABLE = 3
MOST_VARIATIONS = 20
VARIANTS = {
    "chi2": "χ²",
    "iman_davenport": "Iman–Davenport",
    "f": "F",
    "exact": "exact",
    "normal": "normal",
}


def document(
    analysis: Analysis,
    *,
    title: str,
    provenance: Provenance,
    include: Sequence[Result] = (),
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
    include
        Results beside the recommended path, a section each.
    progress
        Called before the slow part.
    """
    progress("drawing figures")
    sections = (
        _verdict(analysis),
        _compared(analysis, provenance),
        _described(analysis),
        *_figures(analysis),
        _assumptions(analysis),
        *_omnibus(analysis),
        *_pairs(analysis),
        *agreement(analysis),
        *_effects(analysis),
        *_sensitivity(analysis),
        _outliers(analysis),
        *(_included(result) for result in include),
        _methods(analysis, include),
        _appendix(analysis, provenance),
    )
    return Document(title=title, subtitle=str(analysis.scores), sections=sections)


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
    runs = scores.block_kind == "run"
    facts = [
        ("Algorithms", f"{len(scores.algorithms)}: {fmt.listed(scores.algorithms, most=20)}"),
        (
            f"{scores.block_kind.capitalize()}s",
            _run_counts(scores)
            if runs
            else f"{len(scores.blocks)}: {fmt.listed(scores.blocks, most=20)}",
        ),
        ("Score", f"{scores.score}, {scores.direction}"),
        *([] if runs else [("Runs averaged in each cell", each), ("Empty cells", _gaps(analysis))]),
        ("Comparison", _comparison(analysis)),
        ("Source", provenance.source),
    ]
    if scores.dataset:
        facts.insert(1, ("Dataset", scores.dataset))
    return Section(key="compared", title="What was compared", blocks=(Facts(tuple(facts)),))


def _run_counts(scores: Scores) -> str:
    pairs = zip(scores.algorithms, scores.samples, strict=True)
    return fmt.listed((f"{len(sample)} of {name}" for name, sample in pairs), most=12)


def _gaps(analysis: Analysis) -> str:
    scores = analysis.scores
    if scores.filled:
        return f"{len(scores.filled)}, each given its {scores.block_kind}'s worst score"
    if scores.dropped:
        names = fmt.listed(scores.dropped, most=8)
        return (
            f"{counted(len(scores.dropped), f'incomplete {scores.block_kind}')} left out: {names}"
        )
    if scores.gaps:
        cells = fmt.listed((f"{name} on {block}" for name, block in scores.gaps), most=8)
        return f"{len(scores.gaps)} of {scores.values.size}, left empty: {cells}"
    return "none"


def _comparison(analysis: Analysis) -> str:
    level = f"family-wise alpha = {fmt.number(analysis.alpha)}"
    if analysis.control is None:
        return f"all pairs, {level}"
    return f"every algorithm with the control {analysis.control}, {level}"


def _described(analysis: Analysis) -> Section:
    result = analysis.description
    shown = result.display.drop(columns="best in")
    place = {"mean": "mean", "median": "median", "mean_rank": "mean rank"}
    rows = range(len(result.rows))
    order = analysis.ranking.order if analysis.ranking is not None else tuple(rows)
    strong = frozenset(
        (number, list(shown.columns).index(place[name]))
        for number, index in enumerate(order)
        for name in result.best_in(result.rows[index])
        if place[name] in shown
    )
    kind = f"{analysis.scores.block_kind}s"
    sorted_by = "sorted by mean rank; " if analysis.ranking is not None else ""
    caption = (
        f"{analysis.scores.score} over the {kind}, {sorted_by}the best of a column is bold. sd and "
        f"IQR are over {kind}."
    )
    if "mean rank" in shown:
        caption += (
            f" Wins, ties and losses count every rival on every {analysis.scores.block_kind}."
        )
    blocks = [table(shown.iloc[list(order)], caption, strong=strong)]
    return Section(
        key="description",
        title="Description",
        blocks=(*blocks, _figure(plots.box_plot(analysis.scores))),
    )


def _figures(analysis: Analysis) -> list[Section]:
    """Draw ranks, where every block has them all."""
    blocks: list[Block] = []
    ranked = next((each for each in analysis.pairs if each.critical_difference is not None), None)
    if ranked is not None:
        blocks.append(_figure(plots.cd_plot(ranked)))
    if analysis.ranking is not None:
        blocks.append(_figure(plots.rank_plot(analysis.ranking)))
    return [Section(key="figures", title="Figures", blocks=tuple(blocks))] if blocks else []


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
        "anova": "ANOVA",
        "effect_sizes": "effect sizes",
        "stability": "stability",
        "gap_sensitivity": "gaps",
    }.get(result.procedure, result.method.partition(" (")[0].removesuffix(" test"))


def _omnibus(analysis: Analysis) -> list[Section]:
    blocks: list[Block] = []
    if analysis.omnibus is not None:
        blocks += _tests(analysis.omnibus)
    if analysis.variance is not None:
        blocks += _variance(analysis.variance)
    if not blocks:
        return []
    return [Section(key="omnibus", title="Is there any difference?", blocks=tuple(blocks))]


def _tests(result: OmnibusResult) -> list[Block]:
    tests = pd.DataFrame(
        {
            "variant": [VARIANTS.get(test.variant, test.variant) for test in result.tests],
            "statistic": [f"{test.symbol} = {fmt.fixed(test.statistic)}" for test in result.tests],
            "dof": [", ".join(fmt.number(each) for each in test.dof) for test in result.tests],
            "p": [fmt.p_value(test.p_value) for test in result.tests],
            "decides": ["yes" if test.variant == result.variant else "" for test in result.tests],
        },
        dtype=object,
    )
    return [_told(result), table(tests, f"{result.method}, in all variants that were computed.")]


def _variance(result: VarianceResult) -> list[Block]:
    layout = "of the randomized block design" if result.sphericity else "without blocks"
    blocks: list[Block] = [
        _told(result),
        table(result.display, f"Analysis of variance {layout}."),
    ]
    if result.sphericity is not None:
        blocks.append(Text((_sphericity(result),)))
    return blocks


def _sphericity(result: VarianceResult) -> str:
    found = result.sphericity
    if found is None or result.design.n_algorithms == 2:  # noqa: PLR2004 - one difference
        return "Two algorithms have a single difference, so sphericity holds by definition."
    mauchly = "Mauchly's test could not be computed"
    if not math.isnan(found.mauchly_p):
        mauchly = f"Mauchly's W = {fmt.fixed(found.mauchly_w, 3)}, {fmt.p_equals(found.mauchly_p)}"
    return (
        f"Sphericity: {mauchly}; Greenhouse–Geisser ε = {fmt.fixed(found.greenhouse_geisser, 3)} "
        f"({fmt.p_equals(found.p_greenhouse_geisser)}), Huynh–Feldt ε = "
        f"{fmt.fixed(found.huynh_feldt, 3)} ({fmt.p_equals(found.p_huynh_feldt)})."
    )


def _pairs(analysis: Analysis) -> list[Section]:
    if not analysis.pairs:
        return []
    blocks: list[Block] = []
    for result in analysis.pairs:
        blocks += [_told(result), comparisons(result)]
        if result is analysis.decisive and result.control is None:
            blocks.append(groups(result))
    drawn = next(
        (each for name in WITH_INTERVALS for each in analysis.pairs if each.procedure == name), None
    )
    if drawn is not None:
        blocks.append(_figure(plots.tukey_plot(drawn, most=MOST_LINES)))
    return [Section(key="pairs", title="Which ones differ?", blocks=tuple(blocks))]


# whose intervals are drawn, the first of these that there is
WITH_INTERVALS = ("corrected_t", "tukey", "rank_sum", "wilcoxon")


def _told(result: Result) -> Text:
    return Text((f"{result.summary}.", " ".join(result.interpretation)))


def _effects(analysis: Analysis) -> list[Section]:
    if analysis.effects is None:
        return []
    result = analysis.effects
    told = Text(
        (
            (
                f"Effect sizes with {fmt.number(100 * (1 - result.alpha))} % intervals, each for itself; "
                "positive where the first has the higher scores. Words for sizes are those of the source "
                "named in the definition, for its own field."
            ),
        )
    )
    defined = Facts(tuple(result.definitions))
    names = [name for name, _ in result.definitions]
    shown = [
        shortened(
            result.display[["pair", *names[start : start + MEASURES_A_TABLE]]],
            "Effect sizes of pairs, first − second.",
            most=MOST_EFFECTS,
        )
        for start in range(0, len(names), MEASURES_A_TABLE)
    ]
    blocks: tuple[Block, ...] = (told, *shown, defined)
    return [Section(key="effects", title="How much do they differ?", blocks=blocks)]


def _sensitivity(analysis: Analysis) -> list[Section]:
    result = analysis.sensitivity
    if result is None:
        return []
    blocks: list[Block] = [_told(result)]
    marked = {*result.flips, *result.new_best, *result.changed}
    rows = [row for row in result.rows if row in marked or result.base.kind == "gaps"]
    if rows:
        kept = [0, *(1 + result.rows.index(row) for row in rows)]
        caption = (
            "What changes a decision, below the comparison with everything. Pairs are judged by "
            "Nemenyi's critical difference."
        )
        blocks.append(shortened(result.display.iloc[kept], caption, most=MOST_VARIATIONS))
    return [Section(key="sensitivity", title="What does it depend on?", blocks=tuple(blocks))]


def _outliers(analysis: Analysis) -> Section:
    result = analysis.outliers
    blocks: list[Block] = [_told(result)]
    if result.rows:
        caption = (
            "Scores to investigate. Distance: in robust standard deviations from the expected."
        )
        blocks.append(shortened(result.display, caption, most=MOST_VARIATIONS))
    return Section(key="outliers", title="Outliers to investigate", blocks=tuple(blocks))


def _included(result: Result) -> Section:
    """Show any result: what it says, its table, its figure and what it takes for granted."""
    blocks: list[Block] = [_told(result)]
    if isinstance(result, PairwiseResult):
        blocks.append(comparisons(result))
        if result.control is None:
            blocks.append(groups(result))
        blocks.append(_figure(plots.draw(result)))
    elif isinstance(result, OmnibusResult):
        blocks.append(_tests(result)[1])
    elif len(result.table):
        blocks.append(shortened(result.display, f"{result.method}."))
    notes = (*(f"Note: {warning}" for warning in result.warnings),)
    if notes:
        blocks.append(Text(notes))
    if result.assumptions:
        blocks.append(
            Checks(
                tuple(
                    Check(
                        procedure=_short(result),
                        name=each.name,
                        outcome=each.outcome,
                        evidence=each.evidence,
                    )
                    for each in result.assumptions
                )
            )
        )
    key = f"included-{result.procedure.replace('_', '-')}"
    return Section(key=key, title=result.method, blocks=tuple(blocks))


def _methods(analysis: Analysis, include: Sequence[Result]) -> Section:
    keys = cited(analysis, include)
    references = tuple(BIBLIOGRAPHY[key].text for key in keys)
    why = " ".join(f"{each.call}: {each.reason}" for each in analysis.advice.of("recommended"))
    blocks = (
        Text(methods(analysis, include)),
        Text(
            (
                (
                    f"Why this path: the design, {analysis.advice.seen}, decides it and not the scores. "
                    f"{why}"
                ),
            )
        ),
        Facts(
            tuple(
                (BIBLIOGRAPHY[key].short, text) for key, text in zip(keys, references, strict=True)
            )
        ),
        Code(text=bibtex(keys), caption="The references as BibTeX"),
    )
    return Section(key="methods", title="Methods", blocks=blocks)


def _seeds(analysis: Analysis, provenance: Provenance) -> str:
    used = {f"{each.seed} ({_short(each)})" for each in analysis.results if each.seed is not None}
    given = [] if provenance.seed is None else [str(provenance.seed)]
    return fmt.listed([*given, *sorted(used)]) or "none needed"


def _appendix(analysis: Analysis, provenance: Provenance) -> Section:
    scores = analysis.scores
    facts = [
        ("SHA-256 of the input", provenance.sha256 or scores.sha256),
        ("Seed", _seeds(analysis, provenance)),
        *environment(),
    ]
    blocks: list[Block] = [Facts(tuple(facts))]
    if provenance.call:
        blocks.append(Code(text=provenance.call, caption="Makes this report again"))
    blocks += score_tables(analysis)
    return Section(key="appendix", title="Appendix", blocks=tuple(blocks))
