"""Why a procedure suits a design, or does not: the reasons that advice gives."""

EFFECT_SIZES = "A p-value shows how sure a difference is, and an effect size how large it is."
OUTLIERS = (
    "Scores far from the value that the other scores suggest are inspected and never removed."
)
EQUIVALENCE = (
    "It can show that two algorithms are practically equivalent, which no large p-value can. A "
    "Bayesian analysis with a region of practical equivalence answers the same question."
)
NEMENYI = (
    "It compares the mean ranks of all pairs, gives the critical difference of the diagram and "
    "controls the family-wise error by itself."
)
BONFERRONI_DUNN = "It compares mean ranks with one control and has more power than all pairs."
FRIEDMAN = (
    "The scores of different datasets need neither a common scale nor a normal distribution. Small "
    "tables have exact p-values."
)
WILCOXON = (
    "It compares each pair alone, whereas mean ranks depend on the other algorithms. Holm's "
    "correction adjusts its p-values."
)
ANOVA = (
    "It shows which part of the variance is due to the algorithms, on the scale of the score and "
    "corrected for unequal variances of differences."
)
INTERVALS_OF_MEANS = (
    "It shows how large the differences are in units of the score, if normality is accepted."
)
ABLATION = (
    "It says what each setting adds, over all levels of the others, and which settings interact."
)
VARIANTS = "By their names, the other algorithms are {whole} without a part; it says how much each part adds."
FACTORIAL_ANOVA = "It tests each setting, and whether the effect of one depends on another."
INTERACTION_PLOT = "It shows how the effect of one setting differs between the levels of another."
STABILITY = "It shows whether a single dataset or algorithm decides the result."
UNCORRECTED_T = (
    "With m uncorrected tests, the probability of a false alarm rises to 1 − .95^m if the tests are "
    "independent."
)
UNPAIRED = "It treats the scores of one dataset as unrelated and loses what they share."
UNCORRECTED_CONOVER = (
    "Without a correction, as it is often published, it has too many false alarms when there are "
    "many pairs."
)
QUADE = (
    "It has more power with up to about four algorithms, if the ranges of scores are comparable "
    "between datasets."
)
FRIEDMAN_ALIGNED = (
    "It has more power with few algorithms too, as it ranks the aligned scores of all datasets "
    "together."
)
BERGMANN_HOMMEL = "It is the most powerful correction for all pairs of mean ranks."
RANK_Z = "It has more power than one critical difference for all pairs."
EISINGA = "It is exact, whereas normal approximations are poor with few datasets."
MIXED_MODEL_REPEATS = (
    "It uses every repeat and separates their noise from differences between datasets."
)
RANK_SETS = "It shows which ranks each algorithm could have, and who could be the best."
MULTIVERSE = "It shows which claims depend on a choice, such as the test, or on a single dataset."
PLAN = "It shows where the next run buys most, and how large a study must be."
RANK_SETS_OF_MODELS = "It shows which ranks each model could have, and who could be the best."
SPEEDUP = (
    "It says how many times as fast or as small, with an interval, and checks how it was measured."
)
WILCOXON_ONE_PAIR = "It uses how large the differences are without assuming a normal distribution."
SIGN = "It uses only which algorithm wins on each dataset and has little power."
PERMUTATION = "It compares means and assumes no distribution."
PAIRED_T = (
    "It has more power if the differences are normally distributed and comparable between datasets."
)
FRIEDMAN_OF_TWO = (
    "For two algorithms it is the sign test, which ignores how large the differences are."
)
SKILLINGS_MACK = "It generalizes the Friedman test to tables with gaps and uses every score."
COMPLETE_PAIRS = "It compares pairs on the {blocks} without a missing score."
SHARED_RUNS = (
    "It averages the repeats that all algorithms of a dataset have, so that a lost run leaves out no "
    "dataset."
)
SHARED_PAIRS = "It compares pairs by the averages of the same repeats."
GAP_SENSITIVITY = "It shows whether the conclusion depends on how gaps are treated."
MIXED_MODEL_GAPS = "It estimates means that account for the gaps, if normality is accepted."
LEAST_SQUARES_MEANS = (
    "It compares means as if all algorithms had every score, for these datasets alone, if normality is "
    "accepted."
)
AVAILABLE = "It averages the runs that exist, which is right if runs are missing by chance."
WORST = "It gives each missing run the worst score of its dataset, which is right if a gap is a failure."
AVERAGES_WITH_GAPS = (
    "This and other averages over the existing scores flatter an algorithm that failed on hard "
    "{blocks}."
)
CV_T = "It treats folds as independent and has too many false alarms."
RESAMPLED_T = (
    "It treats overlapping random splits as independent and has several times as many false alarms "
    "as alpha allows."
)
DATASET_TESTS = (
    "This and other tests over datasets treat blocks as independent. On folds their p-values are too "
    "small and serve as descriptions only."
)
CORRECTED_T_REPEATED = (
    "It accounts for overlapping training sets and for repetitions, which add no data. Holm's "
    "correction adjusts its p-values."
)
CORRECTED_T = "It accounts for overlapping training sets. Holm's correction adjusts its p-values."
CV5X2_NEW_RUNS = (
    "It needs new runs of the algorithms, in five repetitions of twofold cross-validation."
)
CORRECTED_T_5X2 = (
    "It accounts for training sets that overlap between repetitions, whatever the learner. Holm's "
    "correction adjusts its p-values."
)
CV5X2_F = (
    "This combined test is made for the design. It has more power and, for stable learners, a type I "
    "error near alpha (twice alpha for a nearest neighbour in the calibration study)."
)
CV5X2_T = "Its numerator is one arbitrary difference, which the combined F test improves."
SEEDS_AS_BLOCKS = "Seeds are independent blocks if a seed changes only the training."
WILCOXON_SEEDS = (
    "It covers the noise of training on one split, if a seed changes only the training."
)
DRAWS_AS_BLOCKS = "Runs are independent blocks if each draws its own random numbers."
WILCOXON_DRAWS = "It compares runs of the same seed or number in pairs."
SEEDS_AS_SPLITS = (
    "It is the test to use if each seed draws its own split: blocks then overlap, and the p-values "
    "of the tests above are too small."
)
SPLITS = (
    "It accounts for overlapping training sets if each repeat is a split of its own, tested on that "
    "share of the data."
)
SPLITS_AS_SEEDS = (
    "It is valid if only the training was repeated on one split; the column should then be named "
    "seed."
)
KRUSKAL = "It assumes no normal distribution and allows ties and any number of runs."
RANK_SUM = (
    "It compares each pair alone and is exact up to about 30 runs of each algorithm. Holm's correction "
    "adjusts its p-values, which too few runs keep above alpha."
)
RANKS_OF_RUNS = (
    "It compares the mean ranks of the Kruskal–Wallis test and decides where runs are too few for the "
    "rank-sum test of pairs."
)
WELCH_ANOVA = "Welch's test compares means; rank tests can reject because of unequal spreads alone."
BRUNNER_MUNZEL = (
    "It tests which algorithm tends to be better even where spreads differ, and needs about ten runs "
    "of each algorithm."
)
POOLED_VARIANCE = (
    "It has more power with few runs if the variances of all algorithms are equal, and too many false "
    "alarms if those with fewer runs vary more."
)
MEANS_WITH_INTERVALS = "It compares means with intervals and allows unequal variances."
PERMUTATION_OF_RUNS = "It compares means, assumes no distribution and allows unequal variances."
BLOCK_TESTS_OF_RUNS = "This and other tests for blocks would pair unrelated runs."
CURVE_SUMMARY = (
    "It shows medians and quartiles of the runs on each dataset, because a mean hides a failed run."
)
RUNTIMES = "It shows how long each algorithm takes to reach a target, and how often it does."
RANK_OVER_TIME = (
    "It shows which algorithm leads at which budget, whatever the scales of the datasets are."
)
ANYTIME = (
    "It shows how far each algorithm is from the best known score at every budget, over all "
    "datasets."
)
BEST_AT_BUDGET = "It shows which algorithm to pick at a known budget, and where the answer changes."
AREA_UNDER_CURVE = (
    "It summarizes a run by one number that depends on no single budget, for tests of scores."
)
SCORES_AT = "It gives the scores at a budget that was chosen beforehand, for tests of scores."
TESTS_OF_STEPS = (
    "This and other tests of scores treat steps as independent, but the steps of one run are not."
)
REPORT_METRICS = (
    "It compares the algorithms by each metric and adjusts the p-values over the metrics, because "
    "scores of different units have no common mean."
)
RANK_CHANGES = "It shows whether the metrics agree on the best algorithm."
ONE_METRIC = "It lists the procedures for the design, if {metric} was chosen beforehand."
METRICS = "They show how good each model is, with an interval for each number."
COCHRAN_Q = "It tests whether any models differ, before pairs are compared."
MCNEMAR = (
    "The models answered the same examples, and it uses those on which only one of two models is "
    "right. Holm's correction adjusts its p-values."
)
AVERAGED_REPEATS = (
    "It first averages the repeats of an example, because they are not independent examples."
)
CLUSTERED = (
    "It compares clusters ({column}), because examples of one are alike, and averages the repeats of an "
    "example. Its degrees of freedom allow for few and unequal clusters."
)
FEW_CLUSTERS = (
    "With {n} clusters no difference is called significant. More clusters help, more examples of these do "
    "not."
)
BY_DATASET = (
    "It shows on which datasets the models differ, and whether one of them makes the result."
)
FLIPS = "It shows what a change of the model gains and what it breaks, with the examples."
ITEMS = "It lists the hardest examples, those that tell no models apart, and those whose answers look wrong."
NOISE = "It shows how much of the noise comes from examples, clusters and samples."
PLAN = (
    "It shows whether more examples, more clusters or more samples narrow the next interval most."
)
PLAN_OF_SCORES = (
    "It shows how many more datasets, or repeats, a narrower interval of a difference needs."
)
OF_SEVERAL_SAMPLES = (
    "It compares the chance that one of several samples is right, where a user may try more than once; "
    "without bias if there are at least as many samples."
)
DESIGN_EFFECT = (
    "It shows how many independent examples these are worth, and how much of the variation is between "
    "clusters and between samples."
)
MCNEMAR_WITH_CLUSTERS = (
    "It treats examples of one {column} as independent, so its p-values are too small."
)
BOOTSTRAP_OF_WEIGHTS = (
    "It counts each example by its weight and resamples the repeats of an example together."
)
BOOTSTRAP_OF_AREAS = (
    "It compares areas under ROC curves where examples have weights, repeats or clusters, which "
    "DeLong's test does not allow."
)
DELONG = "It compares areas under ROC curves on the same examples, whatever threshold will be used."
WEIGHTED_METRIC = "It compares the metric itself on the same examples, each counted by its weight."
LOSS_T = (
    "It compares the losses of two models on the same examples. Holm's correction adjusts its "
    "p-values."
)
ROC = "The curves show how true and false positives change with the threshold."
RELIABILITY = (
    "It shows whether the probabilities agree with the observed frequencies, which no AUC shows."
)
CONFUSION = "It shows which classes the models confuse."
DISAGREEMENTS = "It lists the examples behind the difference."
ACCURACY_DIFFERENCES = "It shows how large the difference is, with an interval."
TO_SCORES = (
    "It gives one score for each dataset, for tests over datasets, because examples of one dataset "
    "do not represent others."
)
ANY_METRIC = "It compares any metric, including those that are not means over examples."
METRIC_PERMUTATION = "It compares any metric, and only the random draws make its p-values inexact."
MCNEMAR_WITH_REPEATS = (
    "It treats the repeats of an example as independent examples, so its p-values are too small."
)
UNPAIRED_EXAMPLES = "It ignores that the models answered the same examples."
UNCORRECTED = "Many uncorrected tests find differences by chance."

FOR_THIS_TABLE = "Advice for {seen}: {path}"
ADVICE_FOR = "Advice for {seen}:"
