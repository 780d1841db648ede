"""The sections of a report on curves."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from benchreport import plots
from benchreport.analysis import Analysis
from benchreport.analysis.curve_analysis import CurveAnalysis
from benchreport.errors import format_count, name_steps
from benchreport.report.document import (
    Block,
    Detail,
    Facts,
    Provenance,
    Section,
    Text,
)
from benchreport.report.sections.checklist import checklist_section
from benchreport.report.sections.common_sections import (
    appendix_section,
    describe_comparison,
    place_cautions,
    verdict_section,
)
from benchreport.report.sections.methods import (
    cite,
    cited_keys,
    method_paragraphs,
    method_sentence,
    methods_section,
    select_cautions,
    select_shown,
    software_sentence,
)
from benchreport.report.sections.pair_overview import pair_overview
from benchreport.report.sections.result_blocks import (
    display_in_words,
    fitting_block,
    list_assumptions,
    list_notes,
    summary_text,
)
from benchreport.report.sections.results_sections import (
    effects_sections,
    included_section,
    omnibus_sections,
    pairs_sections,
)
from benchreport.report.sections.tables import cut_table, text_table
from benchreport.results import Result
from benchreport.results.curves.runtimes import RuntimesResult
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import captions, titles
from benchreport.wording.papers import curve_methods as wording
from benchreport.wording.papers import sections

MOST_LINES = 40
TARGETS_SHOWN = 3


def curve_sections(
    analysis: CurveAnalysis,
    provenance: Provenance,
    include: Sequence[Result] = (),
    detail: Detail = "standard",
) -> tuple[Section, ...]:
    """Fill the sections of the detail; each result that is included has one of its own."""
    analysis = _select_shown(analysis, detail)
    area = analysis.area
    included = [included_section(result) for result in include]
    first = (
        verdict_section(analysis, area.pairs if area else (), area.description if area else None),
        _data_section(analysis, provenance),
    )
    last = (_methods_section(analysis, include, detail),)
    if detail == "brief":
        figure = _datasets_sections(analysis, detail) or [_curves_section(analysis, detail)]
        return place_cautions((*first, *figure, *included, *last), analysis.cautions)
    return place_cautions(
        (
            *first,
            _curves_section(analysis, detail),
            *_datasets_sections(analysis, detail),
            *_ranks_sections(analysis),
            _runtimes_section(analysis),
            *_budgets_sections(analysis),
            *([] if area is None else _area_sections(area, detail)),
            *included,
            checklist_section(analysis),
            *last,
            appendix_section(analysis, analysis.curves.sha256, provenance),
        ),
        analysis.cautions,
    )


def _select_shown(analysis: CurveAnalysis, detail: Detail) -> CurveAnalysis:
    """Leave out the results that a report of this detail does not show."""
    area = analysis.area and select_shown(analysis.area, detail)
    cautions = select_cautions(analysis.cautions) if detail == "brief" else analysis.cautions
    return replace(analysis, area=area, cautions=cautions)


def _data_section(analysis: CurveAnalysis, provenance: Provenance) -> Section:
    curves = analysis.curves
    low, high = curves.span
    counts = sorted(
        {len(curves.of(algorithm=a, dataset=d)) for d in curves.datasets for a in curves.algorithms}
    )
    runs = fmt.number(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    anytime = sections.BEST_SO_FAR if analysis.best_so_far else sections.AS_MEASURED
    names = [name for name in curves.datasets if name]
    facts = [
        ("Algorithms", f"{len(curves.algorithms)} ({fmt.join(curves.algorithms, most=20)})"),
        *([("Datasets", f"{len(names)} ({fmt.join(names, most=20)})")] if names else []),
        (
            "Runs",
            (titles.OF_EACH_ON_EACH if len(names) > 1 else titles.OF_EACH).format(
                runs=len(curves.runs), n=runs
            ),
        ),
        ("Score", f"{curves.score}, {curves.direction}"),
        ("Steps", name_steps(curves.step, fmt.number(low), fmt.number(high))),
        ("Anytime performance", anytime),
        ("Comparison", titles.AREAS.format(comparison=describe_comparison(analysis))),
        ("Source", provenance.source),
        *([("Left out", " ".join(analysis.left_out))] if analysis.left_out else []),
    ]
    return Section(key="compared", title=sections.COMPARED, blocks=(Facts(tuple(facts)),))


def _curves_section(analysis: CurveAnalysis, detail: Detail) -> Section:
    result = analysis.summary
    caption = captions.CURVES.format(method=result.method, band=result.band)
    blocks: list[Block] = [
        Text((" ".join(result.interpretation), *list_notes(result))),
        fitting_block(partial(plots.curves_plot, result)),
    ]
    if detail != "brief":
        blocks.append(cut_table(display_in_words(result), caption, most=MOST_LINES))
    return Section(key="curves", title=sections.CURVES, blocks=tuple(blocks))


def _datasets_sections(analysis: CurveAnalysis, detail: Detail) -> list[Section]:
    result = analysis.over
    if result is None:
        return []
    # the caption of the figure names the best at the end, too
    values = [f"{result.summary}."] if detail != "brief" else []
    blocks = (
        Text((*values, sections.REGRET, *list_notes(result))),
        fitting_block(partial(plots.curves_plot, result)),
    )
    return [Section(key="anytime", title=sections.ANYTIME, blocks=blocks)]


def _ranks_sections(analysis: CurveAnalysis) -> list[Section]:
    result = analysis.ranks
    if result is None:
        return []
    meaning = sections.RANKS_OF_AVERAGES if result.over == "dataset" else sections.RANKS_OF_RUNS
    blocks = (
        Text((f"{result.summary}.", meaning, *list_notes(result))),
        fitting_block(partial(plots.curves_plot, result)),
    )
    return [Section(key="ranks", title=sections.RANKS_OVER_TIME, blocks=blocks)]


def _runtimes_section(analysis: CurveAnalysis) -> Section:
    result = analysis.runtimes
    blocks: list[Block] = [
        Text((f"{result.summary}.", " ".join(result.interpretation), *list_notes(result))),
        fitting_block(partial(plots.runtimes_plot, result)),
    ]
    blocks.append(_targets_table(result))
    return Section(key="runtimes", title=sections.RUNTIMES, blocks=tuple(blocks))


def _targets_table(result: RuntimesResult) -> Block:
    """Show an easy, a middling and the hardest target for each dataset."""
    display = result.display
    n = sum(
        (row.algorithm, row.dataset) == (result.rows[0].algorithm, result.rows[0].dataset)
        for row in result.rows
    )
    places = sorted({int(place) for place in np.linspace(0, n - 1, TARGETS_SHOWN + 1)[1:]})
    picked = display[[number % n in places for number in range(len(display))]]
    caption = captions.TARGETS.format(step=result.step)
    return cut_table(picked, caption, most=MOST_LINES)


def _budgets_sections(analysis: CurveAnalysis) -> list[Section]:
    result = analysis.budgets
    if result is None:
        return []
    caption = captions.PICKS.format(step=result.step)
    blocks = (summary_text(result), text_table(result.display, caption))
    return [Section(key="budgets", title=sections.PICKS, blocks=blocks)]


def _area_sections(area: Analysis, detail: Detail) -> list[Section]:
    """Show the comparison of areas as one of scores."""
    introduction = sections.ONE_NUMBER.format(score=area.scores.score)
    display = area.description.display.drop(columns="best in")
    order = area.ranking.order if area.ranking is not None else tuple(range(len(display)))
    blocks: list[Block] = [
        Text((introduction,)),
        text_table(
            display.iloc[list(order)],
            captions.AREAS.format(score=area.scores.score, kind=area.scores.block_kind),
        ),
    ]
    section = Section(key="area", title=sections.AREA, blocks=tuple(blocks))
    if detail != "full":
        return [section, *pair_overview(area), _assumptions_section(area)]
    return [
        section,
        *omnibus_sections(area),
        *pairs_sections(area),
        *effects_sections(area),
        _assumptions_section(area),
    ]


def _assumptions_section(area: Analysis) -> Section:
    return Section(
        key="assumptions",
        title=sections.ASSUMPTIONS,
        blocks=(list_assumptions(area.results, area.independence),),
    )


def _methods_section(analysis: CurveAnalysis, include: Sequence[Result], detail: Detail) -> Section:
    tests = _describe_tests(analysis, include)
    paragraphs = (_describe_methods(analysis, detail), *tests)
    return methods_section(paragraphs, cited_keys(analysis, include))


def _describe_methods(analysis: CurveAnalysis, detail: Detail) -> str:
    curves = analysis.curves
    anytime = wording.BEST_SO_FAR if analysis.best_so_far else wording.AT_EACH_STEP
    parts = [
        wording.COMPARED.format(
            algorithms=format_count(len(curves.algorithms), "algorithm"),
            score=curves.score,
            direction=curves.direction,
            step=curves.step,
            anytime=anytime,
        ),
    ]
    if detail != "brief" or analysis.over is None:
        band = analysis.summary.band
        parts.append(wording.CURVES.format(center=analysis.summary.center, band=band))
    if analysis.over is not None:
        parts.append(
            wording.OVER_DATASETS.format(citation=cite("lindauer2020"), band=analysis.over.band)
        )
    if detail == "brief":
        return " ".join(parts)
    if analysis.ranks is not None:
        how = wording.RANKS_OF_AVERAGES
        if analysis.ranks.over != "dataset":
            how = wording.RANKS_OF_DRAWS.format(draws=analysis.ranks.variant)
        parts.append(wording.RANKS.format(how=how, band=analysis.ranks.band))
    parts.append(
        wording.RUNTIMES.format(
            targets=analysis.runtimes.targets_in_words, citation=cite("hansen2021", "auger2005")
        )
    )
    return " ".join(parts)


def _describe_tests(analysis: CurveAnalysis, include: Sequence[Result]) -> tuple[str, ...]:
    if analysis.area is not None:
        return method_paragraphs(analysis.area, include)
    return (*(method_sentence(result) for result in include), software_sentence())
