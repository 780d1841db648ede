"""The sections of a report on predictions."""

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from benchreport import plots
from benchreport.analysis.prediction_analysis import PredictionAnalysis
from benchreport.data.predictions import Predictions
from benchreport.report import found
from benchreport.report.document import (
    Block,
    Check,
    Checks,
    Code,
    Document,
    Download,
    Facts,
    Provenance,
    Section,
    Text,
)
from benchreport.report.methods import cite, environment, reference_blocks, sentence, upper
from benchreport.report.tables import comparisons, groups, shortened, table
from benchreport.results import Measured, MetricsResult, PairwiseResult, Result
from benchreport.results import format as fmt

__all__ = ["prediction_document"]

MOST_EXAMPLES = 20
MOST_MATRICES = 6
MOST_MODELS = 8
WHAT = {
    "classification": "predicted labels",
    "regression": "predicted values",
    "ranking": "ranked lists",
    "language": "probabilities of what came",
}
ABREAST, DECIMALS, SMALL = 4, 3, 0.01


def prediction_document(
    analysis: PredictionAnalysis,
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
    first, *rest = analysis.verdict
    sections = (
        Section(key="verdict", title="Verdict", blocks=(Text((first, *rest), lead=True),)),
        _compared(analysis, provenance),
        _measured(analysis),
        *_pairs(analysis),
        *_roc(analysis),
        *_reliability(analysis),
        *_confusion(analysis),
        *_disagreements(analysis),
        _assumptions(analysis),
        *(found.included(result) for result in include),
        _methods(analysis, include),
        _appendix(analysis, provenance),
    )
    return Document(title=title, subtitle=str(analysis.predictions), sections=sections)


def _compared(analysis: PredictionAnalysis, provenance: Provenance) -> Section:
    predictions = analysis.predictions
    facts = [
        ("Models", f"{len(predictions.algorithms)}: {fmt.listed(predictions.algorithms, most=20)}"),
        ("Examples", f"{predictions.n}{', weighted' if predictions.weighted else ''}"),
        ("Task", predictions.task),
        ("Source", provenance.source),
    ]
    if predictions.task != "classification":
        facts.insert(3, _truth(predictions))
        return Section(key="compared", title="What was compared", blocks=(Facts(tuple(facts)),))
    if predictions.positive:
        facts.insert(3, ("Positive class", predictions.positive))
    counts = np.bincount(
        predictions.truth.astype(int), predictions.weights, minlength=len(predictions.classes)
    )
    balance = pd.DataFrame(
        {
            "class": predictions.classes,
            "examples": [fmt.number(each, 6) for each in counts],
            "share": [f"{fmt.fixed(100 * each, 1)} %" for each in counts / counts.sum()],
        },
        dtype=object,
    )
    largest = int(counts.argmax())
    caption = "Class balance; the most frequent class, what always guessing gets right, is bold."
    blocks: list[Block] = [
        Facts(tuple(facts)),
        table(balance, caption, strong=frozenset({(largest, 2)})),
    ]
    return Section(key="compared", title="What was compared", blocks=tuple(blocks))


def _truth(predictions: Predictions) -> tuple[str, str]:
    """Say what there was to be right about, where it is no label."""
    truth = predictions.truth
    if predictions.task == "regression":
        return "Truth", f"{fmt.number(float(truth.min()))} to {fmt.number(float(truth.max()))}"
    if predictions.task == "ranking":
        of_use = (truth > 0).sum(axis=1)
        mean, most = float(of_use.mean()), int(of_use.max())
        return "Of use to a query", f"{fmt.number(mean)} on average, {most} at most"
    tokens = predictions.weights.sum()
    return "Tokens", fmt.number(float(tokens), 9)


def _measured(analysis: PredictionAnalysis) -> Section:
    result = analysis.metrics
    level = fmt.number(100 * (1 - analysis.alpha))
    blocks = (
        Text((f"{result.summary}.",)),
        shortened(_side_by_side(result), f"Metrics with {level} % intervals, each for itself."),
        Facts(tuple(_definitions(analysis))),
    )
    return Section(key="metrics", title="How good are they?", blocks=blocks)


def _side_by_side(result: MetricsResult) -> pd.DataFrame:
    """Put a few models beside each other, one row a metric."""
    models = result.design.algorithms
    if len(models) > ABREAST:
        return result.display
    rows = []
    for name in result.names:
        each = result.of(name)
        estimates = [measured.estimate for measured in each]
        shares = bool(result.majority) and min(map(abs, estimates)) >= SMALL
        decimals = DECIMALS if shares else fmt.decimals_for(estimates)
        row = [name.replace("_", " "), *(_with_ends(measured, decimals) for measured in each)]
        if result.majority:
            row.append(fmt.fixed(each[0].baseline, decimals))
        rows.append(row)
    columns = ["metric", *models, *[f"always {result.majority}"] * bool(result.majority)]
    return pd.DataFrame(rows, columns=columns, dtype=object)


def _with_ends(measured: Measured, decimals: int) -> str:
    estimate = fmt.fixed(measured.estimate, decimals)
    if measured.interval is None:
        return estimate
    low, high = (fmt.fixed(end, decimals) for end in measured.interval[:2])
    return f"{estimate} [{low}, {high}]"


def _definitions(analysis: PredictionAnalysis) -> list[tuple[str, str]]:
    return [(name, text) for name, text in analysis.metrics.definitions]


def _pairs(analysis: PredictionAnalysis) -> list[Section]:
    blocks: list[Block] = []
    if analysis.omnibus is not None:
        blocks.append(found.told(analysis.omnibus))
    for result in analysis.pairs:
        blocks += [found.told(result), comparisons(result)]
        if result.procedure == "mcnemar":
            blocks.append(_two_by_two(result))
        if result is analysis.pairs[0] and result.control is None:
            blocks.append(groups(result))
    drawn = next(
        (each for each in analysis.pairs if any(row.interval for row in each.comparisons)), None
    )
    if drawn is not None:
        blocks.append(found.figure(plots.tukey_plot(drawn, most=found.MOST_LINES)))
    return (
        [Section(key="pairs", title="Which ones differ?", blocks=tuple(blocks))] if blocks else []
    )


def _two_by_two(result: PairwiseResult) -> Block:
    frame = result.table
    names = ["both", "first_only", "second_only", "neither"]
    shown = pd.DataFrame(
        {
            "pair": [f"{row.first} − {row.second}" for row in result.comparisons],
            **{
                name.replace("_", " "): [fmt.number(each, 6) for each in frame[name]]
                for name in names
            },
        },
        dtype=object,
    )
    return shortened(shown, "How many examples both models, one or neither gets right.")


def _roc(analysis: PredictionAnalysis) -> list[Section]:
    if analysis.roc is None:
        return []
    result = analysis.roc
    blocks: list[Block] = [
        found.told(result),
        shortened(result.display, "Areas under the ROC curve with DeLong's intervals."),
        found.figure(plots.roc_plot(result)),
    ]
    return [Section(key="roc", title="ROC analysis", blocks=tuple(blocks))]


def _reliability(analysis: PredictionAnalysis) -> list[Section]:
    if analysis.reliability is None:
        return []
    result = analysis.reliability
    blocks = (found.told(result), found.figure(plots.calibration_plot(result)))
    return [Section(key="reliability", title="Do the probabilities hold?", blocks=blocks)]


def _confusion(analysis: PredictionAnalysis) -> list[Section]:
    if analysis.confusion is None:
        return []
    result = analysis.confusion
    blocks: list[Block] = [found.told(result)]
    names = analysis.predictions.algorithms[:MOST_MATRICES]
    blocks += [found.figure(plots.confusion_plot(result, algorithm=name)) for name in names]
    left = len(analysis.predictions.algorithms) - len(names)
    if left:
        blocks.append(Text((f"{left} more models: df.bench.confusion().",)))
    return [Section(key="confusion", title="What is taken for what?", blocks=tuple(blocks))]


def _disagreements(analysis: PredictionAnalysis) -> list[Section]:
    result = analysis.disagreements
    if result is None:
        return []
    blocks: list[Block] = [found.told(result)]
    if result.rows:
        shown = result.display
        models = list(result.design.algorithms)[:MOST_MODELS]
        kept = [name for name in shown.columns if name not in result.design.algorithms]
        columns = [*(name for name in kept if name != "n_right"), *models, "n_right"]
        caption = (
            "Examples on which models differ, the most evenly split first; ✗ marks what is wrong."
        )
        blocks.append(shortened(shown[columns], caption, most=MOST_EXAMPLES))
        content = result.table.to_csv(index=False, lineterminator="\n").encode()
        what = f"{len(result.rows)} of {result.total} examples on which models differ, as CSV."
        blocks.append(Download(name="disagreements.csv", content=content, caption=what))
    return [Section(key="disagreements", title="Where do they disagree?", blocks=tuple(blocks))]


def _assumptions(analysis: PredictionAnalysis) -> Section:
    seen: dict[tuple[str, str, str], list[str]] = {}
    for result in analysis.results:
        for each in result.assumptions:
            key = (each.name, each.outcome, each.evidence)
            seen.setdefault(key, []).append(found.short(result))
    items = tuple(
        Check(
            procedure=fmt.listed(dict.fromkeys(who)), name=name, outcome=outcome, evidence=evidence
        )
        for (name, outcome, evidence), who in seen.items()
    )
    return Section(key="assumptions", title="Assumptions", blocks=(Checks(items),))


def _methods(analysis: PredictionAnalysis, include: Sequence[Result]) -> Section:
    predictions = analysis.predictions
    steps = (analysis.omnibus, *analysis.pairs, *include)
    told = " ".join(sentence(each) for each in steps if each is not None)
    what = WHAT[predictions.task]
    curves = ""
    if analysis.roc is not None:
        curves = f" Areas under ROC curves have DeLong's intervals {cite('delong1988')}."
    level = fmt.number(100 * (1 - analysis.alpha))
    paragraph = (
        f"We compared {len(predictions.algorithms)} models by their {what} for the same "
        f"{predictions.n} examples. {upper(analysis.metrics.method)} are reported with {level} % "
        f"intervals. {told}{curves} All tests are two-sided unless said otherwise, at alpha = "
        f"{fmt.number(analysis.alpha)}."
    )
    results = (*analysis.results, *include)
    blocks = (Text((paragraph,)), *reference_blocks(results))
    return Section(key="methods", title="Methods", blocks=blocks)


def _appendix(analysis: PredictionAnalysis, provenance: Provenance) -> Section:
    seeds = {
        f"{each.seed} ({found.short(each)})" for each in analysis.results if each.seed is not None
    }
    facts = [
        ("SHA-256 of the input", provenance.sha256 or analysis.predictions.sha256),
        ("Seed", fmt.listed(sorted(seeds)) or "none needed"),
        *environment(),
    ]
    blocks: list[Block] = [Facts(tuple(facts))]
    if provenance.call:
        blocks.append(Code(text=provenance.call, caption="Makes this report again"))
    return Section(key="appendix", title="Appendix", blocks=tuple(blocks))
