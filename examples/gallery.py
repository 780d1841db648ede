"""Draw every figure on real data into one page, with the line of code above each picture.

``python examples/gallery.py [FOLDER]`` writes ``gallery.html`` into the folder (``out/`` beside this
script by default)::

    pip install '.[parquet]'
    python examples/gallery.py
"""

import base64
import html
import sys
from pathlib import Path

import pandas as pd

import benchreport
from benchreport.plots import alt_of, caption_of, svg_of

HERE = Path(__file__).parent

# the tables that the lines of code below use, loaded as a reader would load them
SCORES = benchreport.bench(pd.read_csv(HERE / "sklearn/results.csv"))
MEASURES = benchreport.bench(pd.read_csv(HERE / "sklearn/measures.csv"))
FEATURES = pd.read_csv(HERE / "sklearn/datasets.csv", index_col="dataset")
TUNING = benchreport.bench(pd.read_parquet(HERE / "tuning/tuning.parquet"))
NETWORKS = benchreport.bench(pd.read_parquet(HERE / "tuning/networks.parquet"))
PARTS = benchreport.bench(
    pd.read_csv(HERE / "ablation/results.csv"),
    factors=["kernel", "scaling", "class weights", "C"],
)
TIMES = benchreport.bench(pd.read_csv(HERE / "timings/results.csv"))
TUMOURS = benchreport.bench(
    pd.read_csv(HERE / "predictions/predictions.csv"), truth="y_true", positive="malignant"
)
ANSWERS = benchreport.bench(pd.read_csv(HERE / "evaluations/answers.csv.gz"))
SIMPLEST_FIRST = [
    "naive Bayes",
    "linear discriminant",
    "logistic regression",
    "nearest neighbours",
    "decision tree",
    "SVM (RBF)",
    "random forest",
    "gradient boosting",
    "neural network",
]
NAMES = {
    "scores": SCORES,
    "measures": MEASURES,
    "features": FEATURES,
    "parts": PARTS,
    "times": TIMES,
    "tuning": TUNING,
    "networks": NETWORKS,
    "tumours": TUMOURS,
    "answers": ANSWERS,
    "simplest_first": SIMPLEST_FIRST,
}
GALLERY = {
    "Scores of nine classifiers on twenty datasets": [
        "scores.box_plot()",
        "scores.box_plot(relative_to='logistic regression')",
        "scores.violin_plot()",
        "scores.ecdf_plot()",
        "scores.heatmap_plot()",
        "scores.scatter_plot(a='random forest', b='SVM (RBF)')",
        "scores.profile_plot(kind='score')",
        "measures(score='train_accuracy').outlier_plot()",
        "scores.meta_feature_plot(features, x='rows', y='entropy')",
        "scores.meta_feature_plot(features)",
        "measures(score='accuracy').train_test_plot(train='train_accuracy')",
        "scores.one_standard_error(complexity=simplest_first).plot()",
    ],
    "Which ones differ?": [
        "scores.cd_plot()",
        "scores.cd_plot(control='decision tree')",
        "scores.rank_plot()",
        "scores.rank_set_plot()",
        "scores.rank_set_plot(by='mean_rank')",
        "scores.multiverse_plot()",
        "scores.matrix_plot()",
        "scores.significance_plot()",
        "scores.tukey_plot()",
        "scores.effect_plot()",
        "measures.bump_plot(scores=['accuracy', 'balanced_accuracy', 'f1', 'mcc'])",
        "measures.cd_sequence_plot(scores=['accuracy', 'balanced_accuracy', 'f1'])",
    ],
    "Curves of optimizers and networks": [
        "networks.curve_plot()",
        "networks.curve_plot(parts=['score', 'train'])",
        "networks.curve_plot(center='mean', band='sd')",
        "networks.curve_plot(center=None)",
        "networks.curve_plot(run='7')",
        "networks.rank_over_time_plot()",
        "tuning.anytime_plot()",
        "tuning.anytime_plot(across='regret')",
        "tuning.anytime_plot(across='rank', band='se')",
        "tuning.rank_over_time_plot()",
        "tuning.ecdf_runtime_plot()",
        "tuning.cd_sequence_plot(budgets=[10, 30, 60])",
    ],
    "Components of a support vector machine": [
        "parts.ablation_plot()",
        "parts.interaction_plot()",
        "parts.residual_plot()",
        "parts.residual_plot(kind='quantiles')",
    ],
    "Times of five compressors": [
        "times.speedup_plot(warmup=1)",
        "times.speedup_plot(control='zlib -6', warmup=1)",
    ],
    "Predictions of four classifiers": [
        "tumours.roc_plot()",
        "tumours.precision_recall_plot()",
        "tumours.calibration_plot()",
        "tumours.confusion_plot()",
        "tumours.mcnemar_plot()",
    ],
    "An evaluation of six models on six benchmarks": [
        "answers.forest_plot()",
        "answers.forest_plot(control='naive Bayes', most=2)",
    ],
}
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Every figure of benchreport</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body {{ max-width: 56rem; margin: 0 auto; padding: 1.5rem; color: #1a1a1a;
  font-family: system-ui, sans-serif; line-height: 1.5; }}
figure {{ margin: 0 0 3rem; }}
img {{ max-width: 100%; height: auto; }}
pre {{ background: #f4f5f7; padding: .6rem .9rem; border-radius: .3rem; white-space: pre-wrap; }}
figcaption {{ color: #55595e; font-size: .92rem; }}
</style></head><body>
<h1>Every figure</h1>
<p>{count} figures on real data. <code>scores</code>, <code>measures</code>, <code>parts</code>,
<code>times</code>, <code>tuning</code>, <code>networks</code>, <code>tumours</code> and
<code>answers</code> are <code>df.bench</code> of the tables in this folder.</p>
{sections}
</body></html>
"""


def draw_figure(code: str) -> str:
    """Run one line, and show it above its figure."""
    axes = eval(code, {"__builtins__": {}}, NAMES)  # noqa: S307 - the lines above, and nothing else
    picture = base64.b64encode(svg_of(axes)).decode()
    return (
        f"<figure><pre><code>{html.escape(code)}</code></pre>"
        f'<img src="data:image/svg+xml;base64,{picture}" alt="{html.escape(alt_of(axes))}">'
        f"<figcaption>{html.escape(caption_of(axes))}</figcaption></figure>"
    )


def main() -> None:
    """Draw all figures and write the page."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "out"
    folder.mkdir(parents=True, exist_ok=True)
    sections = []
    for title, lines in GALLERY.items():
        figures = []
        for code in lines:
            print(code)
            figures.append(draw_figure(code))
        sections.append(f"<h2>{html.escape(title)}</h2>\n" + "\n".join(figures))
    count = sum(map(len, GALLERY.values()))
    page = PAGE.format(count=count, sections="\n".join(sections))
    (folder / "gallery.html").write_text(page, encoding="utf-8")
    print(f"written: {folder / 'gallery.html'}")


if __name__ == "__main__":
    main()
