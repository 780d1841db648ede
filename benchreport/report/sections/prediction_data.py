"""The section on the data of a report on predictions."""

import numpy as np

from benchreport.analysis.predictions.prediction_analysis import PredictionAnalysis
from benchreport.data.predictions import Predictions
from benchreport.report.document import Block, Facts, Provenance, Section
from benchreport.report.sections.common_sections import describe_comparison
from benchreport.report.sections.methods import capitalize
from benchreport.report.sections.prediction_tables import balance_table
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import titles
from benchreport.wording.papers import sections

MEASURED = ("regression", "ranking", "language")


def prediction_data_section(analysis: PredictionAnalysis, provenance: Provenance) -> Section:
    """Name models, examples, datasets and classes, and what is left out."""
    predictions = analysis.predictions
    models = f"{len(predictions.algorithms)} ({fmt.join(predictions.algorithms, most=20)})"
    facts = [
        ("Models" if len(predictions.algorithms) > 1 else "Model", models),
        (
            "Examples",
            f"{predictions.n_units:,}{', ' * predictions.weighted}{predictions.weighting}",
        ),
        *_count_parts(predictions),
        ("Task", predictions.task),
        *([("Positive class", predictions.positive)] if predictions.positive else []),
        *([_describe_truth(predictions)] if predictions.task in MEASURED else []),
        *(
            [("Comparison", describe_comparison(analysis, "every model "))]
            if analysis.pairs
            else []
        ),
        ("Source", provenance.source),
        *(
            [("Left out", f"{capitalize('; '.join(analysis.left_out))}.")]
            if analysis.left_out
            else []
        ),
    ]
    blocks: list[Block] = [Facts(tuple(facts))]
    if predictions.task == "classification":
        blocks.append(balance_table(predictions))
    return Section(key="compared", title=sections.COMPARED, blocks=tuple(blocks))


def _count_parts(predictions: Predictions) -> list[tuple[str, str]]:
    """Name datasets, repeats and clusters with their numbers of examples."""
    rows = []
    first = predictions.row_of_unit
    for word, names, codes, most in (
        ("Datasets", predictions.datasets, predictions.dataset[first], 20),
        ("Repeats", predictions.repeats, predictions.repeat, 20),
        ("Clusters", predictions.clusters, predictions.cluster[first], 5),
    ):
        if len(names) > 1:
            counts = np.bincount(codes, predictions.counts, len(names)).astype(int).tolist()
            parts = (f"{name} ({count:,})" for name, count in zip(names, counts, strict=True))
            rows.append((word, f"{len(names):,}: {fmt.join(parts, most=most)}"))
    return rows


def _describe_truth(predictions: Predictions) -> tuple[str, str]:
    """Describe the truth of a task without labels."""
    truth = predictions.truth
    if predictions.task == "regression":
        return "Truth", f"{fmt.number(float(truth.min()))} to {fmt.number(float(truth.max()))}"
    if predictions.task == "ranking":
        of_use = (truth > 0).sum(axis=1)
        mean, most = float(of_use.mean()), int(of_use.max())
        return titles.RELEVANT, titles.RELEVANT_ITEMS.format(mean=fmt.number(mean), most=most)
    tokens = predictions.weights.sum()
    return "Tokens", fmt.number(float(tokens), 9)
