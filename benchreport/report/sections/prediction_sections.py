"""The sections of a report on predictions."""

import dataclasses
from collections.abc import Sequence
from functools import partial

import pandas as pd

from benchreport import plots
from benchreport.analysis.predictions.evaluation import Evaluation
from benchreport.analysis.predictions.prediction_analysis import PredictionAnalysis
from benchreport.analysis.predictions.predictions_over_datasets import LEAST_DATASETS, OverDatasets
from benchreport.plots.predictions.confusion import confusion_grid
from benchreport.report.document import (
    Block,
    Detail,
    Facts,
    Provenance,
    Section,
    Table,
    Text,
)
from benchreport.report.sections.checklist import checklist_section
from benchreport.report.sections.common_sections import (
    appendix_section,
    place_cautions,
    verdict_section,
)
from benchreport.report.sections.evaluation_sections import evaluation_sections, forest_blocks
from benchreport.report.sections.methods import cited_keys, methods_section, select_named
from benchreport.report.sections.pair_overview import pairs_by_view
from benchreport.report.sections.prediction_data import prediction_data_section
from benchreport.report.sections.prediction_methods import prediction_methods
from benchreport.report.sections.prediction_tables import (
    dataset_tables,
    disagreement_blocks,
    metric_tables,
)
from benchreport.report.sections.result_blocks import (
    MOST_LINES,
    display_in_words,
    figure_block,
    fitting_block,
    list_assumptions,
    list_notes,
    summary_text,
)
from benchreport.report.sections.results_sections import included_section
from benchreport.report.sections.tables import cut_table, letters_table, order_pairs, pair_blocks
from benchreport.results import ConfusionResult, Result
from benchreport.results.predictions.metrics import format_metric
from benchreport.wording.figures import captions
from benchreport.wording.papers import sections

MOST_PAIRS, FEW_MODELS = 45, 6
FEW_CLASSES, SOME_CLASSES = 6, 10


def prediction_sections(
    analysis: PredictionAnalysis,
    provenance: Provenance,
    include: Sequence[Result] = (),
    detail: Detail = "standard",
) -> tuple[Section, ...]:
    """Fill the sections of the detail; each result that is included has one of its own."""
    included = [included_section(result) for result in include]
    first = (
        verdict_section(analysis, analysis.pairs),
        prediction_data_section(analysis, provenance),
        _metrics_section(analysis),
    )
    if detail == "brief":
        verdict, data, metrics = first
        facts = tuple(block for block in data.blocks if not isinstance(block, Table))
        values = tuple(block for block in metrics.blocks if not isinstance(block, Facts))
        first = (
            verdict,
            dataclasses.replace(data, blocks=facts),
            dataclasses.replace(metrics, blocks=values),
        )
        methods = _methods_section(_select_brief(analysis), include)
        return place_cautions((*first, *included, methods), analysis.cautions)
    last = (_methods_section(analysis, include),)
    pairs = _pairs_sections if detail == "full" else _pair_overview
    return place_cautions(
        (
            *first,
            *pairs(analysis),
            *_datasets_sections(analysis),
            *evaluation_sections(analysis.evaluation),
            *_roc_sections(analysis),
            *_reliability_sections(analysis),
            *_confusion_sections(analysis),
            *(_disagreements_sections(analysis) if detail == "full" else ()),
            *included,
            _assumptions_section(analysis),
            checklist_section(analysis),
            *last,
            appendix_section(analysis, analysis.predictions.sha256, provenance),
        ),
        analysis.cautions,
    )


def _pair_overview(analysis: PredictionAnalysis) -> list[Section]:
    """Show the pairs by the test that decides, with the other tests of the same pairs as columns."""
    if not analysis.pairs:
        return []
    notes = dict.fromkeys(note for result in analysis.pairs for note in list_notes(result))
    blocks = [*([Text(tuple(notes))] if notes else []), *pairs_by_view(analysis.pairs)]
    return [Section(key="pairs", title=sections.PAIRS, blocks=tuple(blocks))]


def _metrics_section(analysis: PredictionAnalysis) -> Section:
    result = analysis.metrics
    answer = summary_text(result)
    if len(result.design.algorithms) == 1:
        # the verdict on a single model is its first paragraph
        answer = dataclasses.replace(answer, paragraphs=answer.paragraphs[1:])
    blocks = (
        answer,
        *metric_tables(result),
        Facts(tuple((format_metric(name), text) for name, text in result.definitions)),
    )
    return Section(key="metrics", title=sections.METRICS, blocks=blocks)


def _pairs_sections(analysis: PredictionAnalysis) -> list[Section]:
    """Show the tests of pairs, all in the same order of pairs, and draw their intervals."""
    if not analysis.pairs:
        return []
    blocks: list[Block] = []
    if analysis.omnibus is not None:
        blocks.append(summary_text(analysis.omnibus))
    decides = analysis.pairs[0]
    order = order_pairs(decides)
    brief = len(analysis.predictions.algorithms) > FEW_MODELS
    for result in analysis.pairs:
        blocks += [
            summary_text(result, brief=brief),
            *pair_blocks(result, most=MOST_PAIRS, order=order, ranking=decides.ranking),
        ]
        if result is decides and result.control is None and len(result.comparisons) > 1:
            blocks.append(letters_table(result))
        if result is not decides and result.intervals:
            blocks.append(figure_block(plots.tukey_plot(result, most=MOST_LINES)))
    return [Section(key="pairs", title=sections.PAIRS, blocks=tuple(blocks))]


def _datasets_sections(analysis: PredictionAnalysis) -> list[Section]:
    """Show results by dataset, and tests over datasets if there are enough."""
    over = analysis.over
    if over is None:
        return []
    blocks: list[Block] = [Text((_explain_datasets(over),))]
    blocks += forest_blocks(analysis.evaluation.differences)
    blocks += dataset_tables(over, analysis.predictions.algorithms)
    if over.omnibus is not None:
        blocks.append(Text((f"{over.omnibus.summary}.",)))
    if over.pairs is not None:
        blocks += [summary_text(over.pairs), *pair_blocks(over.pairs, most=MOST_PAIRS)]
    return [Section(key="datasets", title=sections.BY_DATASET, blocks=tuple(blocks))]


def _explain_datasets(over: OverDatasets) -> str:
    line = sections.EXAMPLES_ARE_ALIKE
    if over.pairs is not None:
        return sections.TESTED_OVER_DATASETS.format(line=line)
    if len(over.datasets) >= LEAST_DATASETS:
        return sections.NOT_TESTED.format(line=line)
    return sections.TOO_FEW_DATASETS.format(line=line, least=LEAST_DATASETS)


def _explain_dominance(display: pd.DataFrame) -> str:
    dominated = any("dominated" in str(name) for name in display)
    if not dominated:
        # scores without predicted labels have no rates
        labels = any("labels" in str(name) for name in display)
        return captions.RATES if labels else captions.LARGER_IS_BETTER
    return captions.DOMINATED


def _roc_sections(analysis: PredictionAnalysis) -> list[Section]:
    if analysis.roc is None:
        return []
    result = analysis.roc
    blocks: list[Block] = [
        summary_text(result),
        cut_table(result.display, captions.ROC.format(meaning=_explain_dominance(result.display))),
        fitting_block(partial(plots.roc_plot, result)),
    ]
    return [Section(key="roc", title=sections.ROC, blocks=tuple(blocks))]


def _reliability_sections(analysis: PredictionAnalysis) -> list[Section]:
    if analysis.reliability is None:
        return []
    result = analysis.reliability
    display = display_in_words(result)
    caption = captions.BRIER
    blocks = (
        summary_text(result),
        cut_table(display, caption, most=MOST_LINES),
        fitting_block(partial(plots.calibration_plot, result)),
    )
    return [Section(key="reliability", title=sections.RELIABILITY, blocks=blocks)]


def _confusion_sections(analysis: PredictionAnalysis) -> list[Section]:
    if analysis.confusion is None:
        return []
    result = analysis.confusion
    names = _most_accurate(analysis, _most_matrices(result))
    many = len(result.design.algorithms) > FEW_MODELS
    blocks: list[Block] = [Text((f"{result.summary}.",)) if many else summary_text(result)]
    if len(result.classes) > SOME_CLASSES:
        blocks += [
            figure_block(plots.confusion_plot(result, algorithm=name, width=6.0)) for name in names
        ]
    else:
        blocks.append(figure_block(confusion_grid(result, names)))
    if len(names) < len(result.design.algorithms):
        of = f"{len(names)} of {len(result.design.algorithms)}"
        which = sections.MOST_ACCURATE if len(names) > 1 else sections.MOST_ACCURATE_ONE
        blocks.append(Text((sections.SOME_MATRICES.format(which=which, of=of),)))
    return [Section(key="confusion", title=sections.CONFUSION, blocks=tuple(blocks))]


def _most_matrices(result: ConfusionResult) -> int:
    """Return how many matrices fit a page."""
    k = len(result.classes)
    return 6 if k <= FEW_CLASSES else 4 if k <= SOME_CLASSES else 2


def _most_accurate(analysis: PredictionAnalysis, most: int) -> list[str]:
    rows = analysis.metrics.of("accuracy")
    best = sorted(range(len(rows)), key=lambda place: -rows[place].estimate)[:most]
    # in the order of the table
    return [rows[place].algorithm for place in sorted(best)]


def _disagreements_sections(analysis: PredictionAnalysis) -> list[Section]:
    result = analysis.disagreements
    if result is None:
        return []
    blocks = (summary_text(result), *disagreement_blocks(result))
    return [Section(key="disagreements", title=sections.DISAGREEMENTS, blocks=blocks)]


def _assumptions_section(analysis: PredictionAnalysis) -> Section:
    # those of differences by dataset and of examples are the ones of the tests
    kept = {id(result) for result in analysis.evaluation.results} - {id(analysis.evaluation.noise)}
    blocks = (list_assumptions(row for row in analysis.results if id(row) not in kept),)
    return Section(key="assumptions", title=sections.ASSUMPTIONS, blocks=blocks)


def _select_brief(analysis: PredictionAnalysis) -> PredictionAnalysis:
    """Leave out the results that a brief report does not show."""
    return dataclasses.replace(
        analysis,
        pairs=select_named(analysis.pairs, analysis.sentences),
        evaluation=Evaluation(),
        roc=None,
        reliability=None,
        confusion=None,
        disagreements=None,
    )


def _methods_section(analysis: PredictionAnalysis, include: Sequence[Result]) -> Section:
    paragraphs = (prediction_methods(analysis, include),)
    return methods_section(paragraphs, cited_keys(analysis, include))
