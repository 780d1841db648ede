"""The tables and calls of the examples on the procedures' pages; the figures' tables are the gallery's."""

import functools

TABLES = {
    "datasets": """import pandas as pd
import benchreport

frame = pd.read_csv("examples/garcia_herrera2008/garcia_herrera2008.csv")
bench = frame.bench(score="accuracy")""",
    "gaps": """import pandas as pd
import benchreport

frame = pd.read_csv("examples/garcia_herrera2008/garcia_herrera2008.csv", index_col="dataset")
frame.loc["Abalone", "Kernel"] = frame.loc["Car", "CN2"] = None  # two runs that failed
bench = frame.bench(score="accuracy")""",
    "repeats": """import pandas as pd
import benchreport

bench = pd.read_csv("examples/sklearn/results.csv").bench""",
    "folds": """import pandas as pd
import benchreport

bench = pd.read_csv("examples/hitrate/hitrate.csv").bench(score="hitrate@3")""",
    "5 x 2 folds": """import benchreport
from benchreport.experiments import run
from sklearn import naive_bayes, neighbors, tree

learners = [tree.DecisionTreeClassifier(), naive_bayes.GaussianNB(), neighbors.KNeighborsClassifier()]
bench = run(learners, ["breast_cancer"], resampling="5x2").scores.bench""",
    "independent runs": """import pandas as pd
import benchreport

frame = pd.read_csv("examples/timings/results.csv")
bench = frame.bench(where={"file": "signal"})""",
    "times": """import pandas as pd
import benchreport

bench = pd.read_csv("examples/timings/results.csv").bench""",
    "settings": """import pandas as pd
import benchreport

frame = pd.read_csv("examples/ablation/results.csv")
bench = frame.bench(factors=["kernel", "scaling", "class weights", "C"])""",
    "labels": """import pandas as pd
import benchreport

frame = pd.read_csv("examples/predictions/predictions.csv")
bench = frame.bench(truth="y_true", positive="malignant")""",
    "curves": """import pandas as pd
import benchreport

bench = pd.read_parquet("examples/tuning/tuning.parquet").bench""",
    "metrics": """import pandas as pd
import benchreport

bench = pd.read_csv("examples/sklearn/measures.csv").bench""",
}
BY_TABLE = {
    "datasets": (
        "describe profiles ranks friedman friedman_aligned quade page anova nemenyi "
        "bonferroni_dunn eisinga rank_z conover quade_post aligned_post wilcoxon "
        "multi_comparison sign permutation tukey dunnett paired_t z_test bayes_signed_rank "
        "bayes_sign effect_sizes contrast_estimation equivalence non_inferiority normality "
        "equal_variances sphericity outliers stability rank_sets multiverse power n_needed"
    ),
    "labels": (
        "metrics accuracy_differences flips item_analysis mcnemar cochran_q looney_f "
        "proportions_z loss_t delong metric_bootstrap metric_permutation "
        "marginal_homogeneity roc precision_recall reliability confusion disagreements"
    ),
    "gaps": "skillings_mack gap_sensitivity",
    "repeats": "mixed_model aggregates improvement synchronized_splits independence variance_components plan",
    "folds": "cv_t resampled_t corrected_t bayes_correlated_t one_standard_error mean_interval",
    "5 x 2 folds": "cv5x2_t cv5x2_f",
    "independent runs": "kruskal rank_sum brunner_munzel steel_dwass dunn conover_iman kruskal_nemenyi "
    "games_howell welch_t",
    "times": "speedup",
    "settings": "ablation",
    "curves": "curve_summary anytime rank_over_time runtimes",
    "metrics": "rank_changes train_test",
}
CALLS = {
    "page": 'bench.page(order=["C4.5", "NaiveBayes", "CN2", "1-NN", "Kernel"])',
    "bonferroni_dunn": 'bench.bonferroni_dunn(control="C4.5")',
    "dunnett": 'bench.dunnett(control="C4.5")',
    "z_test": "bench.z_test(mu=0.7, sigma=0.2)",
    "equivalence": "bench.equivalence(margin=0.02)",
    "non_inferiority": 'bench.non_inferiority(margin=0.02, control="C4.5")',
    "bayes_signed_rank": "bench.bayes_signed_rank(rope=0.01)",
    "bayes_sign": "bench.bayes_sign(rope=0.01)",
    "bayes_correlated_t": "bench.bayes_correlated_t(rope=0.1)",
    "resampled_t": "bench.resampled_t()",
    "one_standard_error": 'bench.one_standard_error(complexity=["pop", "knn", "logic", "Coco", "sexy", "sexy2"])',
    "speedup": 'bench.speedup(control="zlib -6", warmup=1)',
    "metric_bootstrap": 'bench.metric_bootstrap(metric="f1")',
    "metric_permutation": 'bench.metric_permutation(metric="f1")',
    "train_test": 'bench(score="accuracy").train_test(train="train_accuracy")',
    "rank_changes": 'bench.rank_changes(scores=["accuracy", "f1", "mcc"])',
    "plan": "bench.plan(half_width=0.01)",
    "power": 'bench.power(test="wilcoxon", n=40, difference=0.03, n_simulations=300)',
    "n_needed": 'bench.n_needed(test="wilcoxon", difference=0.05, n_simulations=300)',
}


@functools.cache
def table_of(name: str) -> str | None:
    """Return the table of a procedure's example; None where its docstring's own is shown."""
    return next((table for table, names in BY_TABLE.items() if name in names.split()), None)
