"""The sections of a report on scores."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from matplotlib.axes import Axes

from benchreport import plots
from benchreport.analysis import Analysis
from benchreport.data.gaps_in_words import gaps_in_words
from benchreport.data.scores import Scores
from benchreport.plots.scores.rank_lines import readable
from benchreport.report.document import (
    Detail,
    Facts,
    Provenance,
    Section,
    Text,
)
from benchreport.report.sections.agreement import agreement_sections
from benchreport.report.sections.bayesian import bayesian_sections
from benchreport.report.sections.checklist import checklist_section
from benchreport.report.sections.common_sections import (
    appendix_section,
    describe_comparison,
    place_cautions,
    verdict_section,
)
from benchreport.report.sections.component_sections import component_sections
from benchreport.report.sections.methods import (
    brief_sentence,
    cited_keys,
    method_paragraphs,
    methods_section,
    reference_blocks,
    select_shown,
)
from benchreport.report.sections.pair_overview import pair_overview
from benchreport.report.sections.result_blocks import (
    DESCRIPTION,
    MOST_DRAWN,
    fitting_block,
    list_assumptions,
)
from benchreport.report.sections.results_sections import (
    effects_sections,
    included_section,
    omnibus_sections,
    outliers_section,
    pairs_sections,
    sensitivity_sections,
)
from benchreport.report.sections.tables import score_tables, scores_file, text_table
from benchreport.results import PairwiseResult, Result
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import captions, titles
from benchreport.wording.papers import sections

MOST_ROWS, FEW_PAIRS = 24, 3


def score_sections(
    analysis: Analysis,
    provenance: Provenance,
    include: Sequence[Result] = (),
    detail: Detail = "standard",
) -> tuple[Section, ...]:
    """Fill the sections of the detail; each result that is included has one of its own."""
    if detail == "brief":
        analysis = select_shown(analysis, detail)
    first = (
        verdict_section(analysis, analysis.pairs, analysis.description),
        _data_section(analysis, provenance),
        *component_sections(analysis),
    )
    included = [included_section(result) for result in include]
    rest = {"brief": _brief_sections, "standard": _standard_sections, "full": _full_sections}[
        detail
    ]
    return place_cautions(
        (*first, *rest(analysis, provenance, include, included)), analysis.cautions
    )


def _brief_sections(
    analysis: Analysis,
    provenance: Provenance,  # noqa: ARG001 - the sections of each detail are filled alike
    include: Sequence[Result],
    included: Sequence[Section],
) -> Iterable[Section]:
    return (*included, _short_methods_section(analysis, include))


def _standard_sections(
    analysis: Analysis,
    provenance: Provenance,
    include: Sequence[Result],
    included: Sequence[Section],
) -> Iterable[Section]:
    return (
        _description_section(analysis),
        *_figures_sections(analysis),
        *pair_overview(analysis),
        *sensitivity_sections(analysis, brief=True),
        *([outliers_section(analysis)] if analysis.outliers.rows else []),
        *included,
        _assumptions_section(select_shown(analysis)),
        checklist_section(select_shown(analysis)),
        _short_methods_section(analysis, include),
        appendix_section(analysis, analysis.scores.sha256, provenance, [scores_file(analysis)]),
    )


def _short_methods_section(analysis: Analysis, include: Sequence[Result]) -> Section:
    """Describe the methods whose results are shown, with the references that the text cites."""
    shown = select_shown(analysis)
    return methods_section(method_paragraphs(shown, include), cited_keys(shown, include))


def _full_sections(
    analysis: Analysis,
    provenance: Provenance,
    include: Sequence[Result],
    included: Sequence[Section],
) -> Iterable[Section]:
    return (
        _description_section(analysis),
        *_figures_sections(analysis),
        _assumptions_section(analysis),
        *omnibus_sections(analysis),
        *pairs_sections(analysis),
        *agreement_sections(analysis),
        *effects_sections(analysis),
        *bayesian_sections(analysis),
        *sensitivity_sections(analysis),
        outliers_section(analysis),
        *included,
        checklist_section(analysis),
        _methods_section(analysis, include),
        appendix_section(analysis, analysis.scores.sha256, provenance, score_tables(analysis)),
    )


def _data_section(analysis: Analysis, provenance: Provenance) -> Section:
    scores = analysis.scores
    # missing scores have a line of their own
    filled = scores.counts[scores.counts > 0]
    low, high = int(filled.min()), int(filled.max())
    averaged = str(high) if low == high else f"{low} to {high}"
    runs = scores.block_kind == "run"
    gaps = gaps_in_words(scores, most=8)
    notes = (*scores.runs.file_notes, *scores.runs.notes)
    lacking = "Missing runs" if scores.missing_runs.noun else "Missing scores"
    facts = [
        ("Algorithms", f"{len(scores.algorithms)} ({fmt.join(scores.algorithms, most=20)})"),
        *([(titles.FACTORS, _list_factors(scores))] if scores.factors else []),
        (
            f"{scores.block_kind.capitalize()}s",
            _count_runs(scores) if runs else _count_blocks(scores),
        ),
        (sections.SCORE, f"{scores.score}, {scores.direction}"),
        *([(titles.RUNS_AVERAGED, averaged)] if high > 1 and not runs else []),
        *([(lacking, gaps or "none")] if gaps or not runs else []),
        ("Comparison", describe_comparison(analysis, "every algorithm ")),
        ("Source", provenance.source),
        *([(titles.UNREAD, fmt.join(scores.runs.unread, most=20))] if scores.runs.unread else []),
        *([(titles.NOTES, " ".join(notes))] if notes else []),
    ]
    if scores.dataset:
        facts.insert(1, ("Dataset", scores.dataset))
    return Section(key="compared", title=sections.COMPARED, blocks=(Facts(tuple(facts)),))


def _list_factors(scores: Scores) -> str:
    """List the factors with their levels."""
    return "; ".join(f"{each.name}: {', '.join(each.levels)}" for each in scores.factors)


def _count_blocks(scores: Scores) -> str:
    """Count the blocks; datasets are named, numbers of repeats say nothing."""
    if scores.overlapping:
        return f"{len(scores.blocks):,}"
    return f"{len(scores.blocks):,} ({fmt.join(scores.blocks, most=20)})"


def _count_runs(scores: Scores) -> str:
    pairs = zip(scores.algorithms, scores.samples, strict=True)
    return fmt.join((f"{len(sample):,} of {name}" for name, sample in pairs), most=12)


def _description_section(analysis: Analysis) -> Section:
    result = analysis.description
    display = result.display.drop(columns="best in")
    place = {"mean": "mean", "median": "median", "mean_rank": "mean rank"}
    ranked = analysis.ranking or analysis.decisive
    order = range(len(result.rows)) if ranked is None else ranked.order
    centre = ranked.centre_name if isinstance(ranked, PairwiseResult) else "mean rank"
    strong = frozenset(
        (number, list(display.columns).index(place[name]))
        for number, index in enumerate(order)
        for name in result.best_in(result.rows[index])
        if place[name] in display
    )
    kind = analysis.scores.block_kind
    bold = captions.BEST_RANK_IN_BOLD if result.has_gaps else captions.BEST_IN_BOLD
    caption = captions.DESCRIPTION.format(
        score=analysis.scores.score,
        kind=kind,
        bold=bold if strong else "",
        order="" if ranked is None else captions.SORTED.format(centre=centre),
    )
    if "mean rank" in display:
        caption = f"{caption} {captions.WINS.format(kind=kind)}"
        incomplete = {block for _, block in analysis.scores.gaps}
        complete = len(analysis.scores.blocks) - len(incomplete)
        if incomplete and complete:
            compared = captions.RANKS_WITHOUT_GAPS[complete > 1].format(n=complete, kind=kind)
            caption = f"{caption} {compared}"
    table = text_table(display.iloc[list(order)], caption, strong=strong)
    blocks = [replace(table, key=DESCRIPTION)]
    return Section(
        key=DESCRIPTION,
        title=sections.DESCRIBED,
        blocks=(*blocks, fitting_block(partial(plots.box_plot, analysis.scores, most=MOST_DRAWN))),
    )


def _figures_sections(analysis: Analysis) -> list[Section]:
    """Draw the ranks, if no block has a gap and any differ, otherwise the p-values, if any is small."""
    draw = _choose_figure(analysis)
    if draw is None:
        return []
    return [Section(key="figures", title=sections.FIGURES, blocks=(fitting_block(draw),))]


def _choose_figure(analysis: Analysis) -> Callable[..., Axes] | None:
    """Choose lines of ranks, a heat map of more blocks, or the counts of many.

    Ranks of two, and the matrix of few p-values, show nothing: two algorithms are drawn against each other.
    """
    ranking, scores = analysis.ranking, analysis.scores
    if ranking is None:
        several = (pairs for pairs in analysis.pairs[:1] if len(pairs.comparisons) > FEW_PAIRS)
        telling = (pairs for pairs in several if pairs.small_p)
        return next((partial(plots.significance_plot, pairs) for pairs in telling), None)
    if len(scores.algorithms) == 2:  # noqa: PLR2004 - a pair
        return partial(plots.scatter_plot, scores)
    if all(len(set(row)) == 1 for row in ranking.ranks):
        return None
    if len(scores.blocks) > MOST_ROWS:
        return partial(plots.rank_count_plot, ranking, most=MOST_DRAWN)
    lines = readable(len(scores.blocks))
    heat_map = partial(plots.heatmap_plot, scores, values="rank")
    return partial(plots.rank_plot, ranking) if lines else heat_map


def _assumptions_section(analysis: Analysis) -> Section:
    blocks = (
        Text((sections.ASSUMPTIONS_INTRODUCTION,)),
        list_assumptions(analysis.results, analysis.independence),
    )
    return Section(key="assumptions", title=sections.ASSUMPTIONS, blocks=blocks)


def _give_reasons(analysis: Analysis) -> str:
    """Give the reason for each recommended procedure, by the name that a paper gives it."""
    names = {result.procedure: result.method for result in analysis.results}
    return " ".join(
        f"{names.get(advice.procedure, advice.procedure.replace('_', ' ').capitalize())}: {advice.reason}"
        for advice in analysis.advice.of("recommended")
    )


def _methods_section(analysis: Analysis, include: Sequence[Result]) -> Section:
    path = sections.PATH.format(seen=analysis.advice.seen, why=_give_reasons(analysis))
    blocks = (
        Text(method_paragraphs(analysis, include)),
        Text((brief_sentence(analysis),)),
        Text((path,)),
        *reference_blocks(cited_keys(analysis, include)),
    )
    return Section(key="methods", title=sections.METHODS, blocks=blocks)
