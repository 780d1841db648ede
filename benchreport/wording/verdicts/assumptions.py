"""Assumptions of procedures: a clause that states one, and what is known about it.

A pair of clauses is the statement and its evidence; where the evidence depends on the table, they are
constants of their own.
"""

INDEPENDENT_RUNS = (
    "runs of different algorithms are independent of one another",
    "a seed or a split that runs share would make them belong together",
)
RUNS_OF_BLOCKS = (
    INDEPENDENT_RUNS[0],
    (
        "scores on the same {block} belong together; this test ignores that, which makes it conservative "
        "where they are correlated"
    ),
)
RUNS_ON_DATASETS = (
    "runs of different algorithms on a dataset are independent of one another",
    "where runs share a seed or a split, a comparison in pairs is more precise",
)
INVOCATIONS = (
    "means of invocations are normally distributed, or there are many",
    "a rare slow invocation makes intervals of few invocations too narrow",
)
HALVES = (
    "an algorithm equals itself (A/A)",
    (
        "the first half of the invocations differs from the second in {n} of {cells} comparisons of an "
        "algorithm with itself, and {expected} of these are expected by chance ({p})"
    ),
)
NO_ORDER_TO_HALVE = (HALVES[0], "no column numbers the invocations")
TOO_FEW_TO_HALVE = (HALVES[0], "no algorithm has {n} invocations on a dataset")
ORDER = (
    "invocations do not depend on their order",
    "the serial correlation of ranks is {r} ({p})",
)
NO_ORDER = (ORDER[0], "no column numbers the invocations")
SHORT_ORDER = (ORDER[0], "there are fewer than four invocations, or they do not differ")
WARM = (
    "the first iterations are like the later ones",
    "the first iteration changes the mean of an invocation by {bias} % ({p})",
)
NO_ITERATIONS = (WARM[0], "no column numbers iterations within an invocation")
SAME_SHAPE = (
    "the scores of the algorithms differ in location, not in spread or shape",
    (
        "otherwise the test shows which scores tend to be larger, and it rejects too often when both the "
        "spreads and the numbers of runs differ"
    ),
)
NORMAL_RUNS = (
    "the runs of each algorithm are normally distributed, or there are many",
    "the normality check examines this",
)
EQUAL_VARIANCES_OF_RUNS = (
    "the runs of all algorithms have the same variance",
    "the Games–Howell test allows for unequal ones",
)
COMPARABLE_BLOCKS = (
    "{quantities} different blocks can be compared with one another",
    (
        "this depends on the score: percentages can be compared, run times of small and large problems "
        "hardly"
    ),
)
SYMMETRIC = (
    "the differences of a pair are symmetric about their centre",
    "without symmetry the test is about the sum of signed ranks, not about the {location}",
)
EXCHANGEABLE_SCORES = (
    "under H0 the two scores of a block are exchangeable",
    "differences are then symmetric about zero",
)
KNOWN_DEVIATION = (
    (
        "the standard deviation of a score is known, scores are independent, and their mean is normally "
        "distributed"
    ),
    "a standard deviation estimated from the same scores needs a t test",
)
POPULATION = (
    (
        "blocks are a random sample, their effects and the errors are normally distributed, and the errors "
        "have equal variances"
    ),
    "datasets chosen because they are well known are no random sample",
)
RUNS_TO_DRAW = (
    "each dataset has enough runs to resample",
    (
        "the smallest number is {n}; in simulations of 26 datasets, 95 % intervals of the interquartile mean "
        "contained it in 82 % of tables with 2 runs a dataset, 88 % with 3 and 93 % with 10"
    ),
)
UNITS_TO_DRAW = (
    "there is enough to resample",
    (
        "the smallest number is {n}; in simulations, 95 % intervals of the interquartile mean contained it "
        "in 51 % of samples of 2 runs, 75 % of 3 and 92 % of 10"
    ),
)
SAMPLE_OF_BLOCKS = (
    "the blocks are a sample of those that the conclusion is about",
    "the probability is about the sums of two differences on blocks like these",
)
MARGIN_BEFOREHAND = (
    "the margin was chosen before the scores were seen",
    "a margin that was fitted to the observed differences shows nothing",
)
ORDER_BEFOREHAND = (
    "the order was predicted before the scores were seen",
    "an order that was read off the same scores makes the p-value meaningless",
)
NORMAL_SCORES = (
    "the scores are normally distributed, as the intervals of d and g assume",
    (
        "the intervals of γ are bootstrapped and the others hold for large samples; with few scores all are "
        "approximate but those of d_z, and of d for normal scores"
    ),
)

OTHERS_DO_NOT_MATTER = "the other algorithms in the comparison do not matter"
MEAN_RANKS_DEPEND = (
    OTHERS_DO_NOT_MATTER,
    (
        "the mean ranks of a pair depend on the other algorithms (Benavoli et al., 2016); the signed-rank "
        "test uses the scores of the pair only"
    ),
)
MEAN_RANKS_OF_RUNS_DEPEND = (
    OTHERS_DO_NOT_MATTER,
    (
        "the mean ranks of a pair depend on the runs of the other algorithms; the rank-sum test uses the "
        "runs of the pair only"
    ),
)
NO_OTHERS = (OTHERS_DO_NOT_MATTER, "there are no other algorithms")
RATIOS_DEPEND = (
    OTHERS_DO_NOT_MATTER,
    (
        "ratios are relative to the best of those compared; without one of them the others may change places "
        "(Gould & Scott, 2016)"
    ),
)

NORMAL_RESIDUALS = "the residuals are normally distributed"
TOO_MANY_RESIDUALS = (NORMAL_RESIDUALS, "there are more than {most:,} residuals")
CONSTANT_RESIDUALS = (NORMAL_RESIDUALS, "they do not vary")
SHAPIRO_OF_RESIDUALS = (NORMAL_RESIDUALS, "Shapiro–Wilk W = {w}, {p}")
NORMAL_DIFFERENCES = "the differences of each pair are normally distributed"
UNTESTED_DIFFERENCES = (NORMAL_DIFFERENCES, "there are too few blocks, or no differences")
SHAPIRO_OF_ONE_PAIR = (NORMAL_DIFFERENCES, "Shapiro–Wilk test: {p}")
SHAPIRO_OF_DIFFERENCES = (NORMAL_DIFFERENCES, "Shapiro–Wilk test of {pairs}: smallest adjusted {p}")

SPHERICITY = "all differences between algorithms have the same variance (sphericity)"
ONE_DIFFERENCE = (SPHERICITY, "two algorithms have one difference")
MAUCHLY_NEEDS_MORE = (SPHERICITY, "Mauchly's test needs more blocks or more spread")
MAUCHLY_MISLEADS = (
    SPHERICITY,
    "Mauchly's test misleads for many algorithms with fewer than twice as many blocks",
)
MAUCHLY = (SPHERICITY, "Mauchly's W {w}, {p}")
EQUAL_VARIATION = (
    "differences between any two models vary equally over examples",
    "Greenhouse–Geisser ε = {epsilon}, which is 1 if they do",
)

SKEWED_MEANS = (
    "the mean of a pair's differences is hardly skewed",
    "by Hall's t, which allows for skewness, {pairs} would be decided otherwise",
)
RANKS_VARY_ALIKE = (
    "the ranks of all pairs of algorithms are correlated alike enough for this p-value",
    "with dof corrected by Huynh–Feldt's ε {epsilon}, {p}",
)

REFERENCE_FITS = "the reference distribution fits at this size"
EXACT_REFERENCE = (REFERENCE_FITS, "the p-value is exact")
REFERENCE_OF_RUNS = (REFERENCE_FITS, "at least {runs} of each algorithm, {name} approximation")
APPROXIMATE_REFERENCE = (REFERENCE_FITS, "{blocks} and {algorithms}, {name} approximation")
MISSING_AT_RANDOM = "whether a run is missing is unrelated to the score that it would have"
NOTHING_MISSING = (MISSING_AT_RANDOM, "no run is missing")
SOME_MISSING = (
    MISSING_AT_RANDOM,
    "{runs}; an algorithm whose runs failed on hard {block}s would look too good",
)

INDEPENDENT = "the {block}s are independent of one another"
BLOCKS = {
    "runs": "they are independent if seeds and splits were drawn for each",
    "datasets": "this depends on how they were chosen; variants of one dataset count as one",
    "seeds": "seeds on one split show only the variation of training, and splits drawn by seed share data, "
    "which makes p-values too small",
    "draws": "this holds if each run draws its own random numbers, and no data is split",
    "repeats": "they are repeats on one dataset, and random splits share data, which makes p-values too "
    "small",
    "halves": "training sets of twofold cross-validation overlap between repetitions, though not within "
    "one",
    "folds": "two training sets of {n} folds share {share} % of their data, which makes p-values too small",
}
COPIED = ("no block is a copy of another", "{copies}")
COPIES = "{block}s with identical scores: {groups}; {expected} such pairs are expected by chance{step} ({p})"
IN_STEPS = " from scores in steps of {step}"
COPIED_REPETITION = (
    "all {n} scores of {column} {first} are those of {column} {second} ({p} by chance)"
)

SPLIT_CORRELATION = (
    "splits are correlated as much as their test sets are large",
    "testing on a share of {share} gives ρ = {share} (Nadeau & Bengio, 2003)",
)
VARIANCES = (
    (
        "differences are normally distributed and independent of the five variances, which are independent "
        "of one another"
    ),
    (
        "the test is approximate; in simulations of several learners its type I error was 2 to 12 % at a "
        "level of 5 %"
    ),
)
INDEPENDENT_FOLDS = INDEPENDENT.format(block="fold")
OVERLAPPING_FOLDS = (
    INDEPENDENT_FOLDS,
    (
        "their training sets overlap: the type I error is up to about three times the nominal level "
        "(Dietterich, 1998)"
    ),
)
REPEATED_FOLDS = (
    INDEPENDENT_FOLDS,
    (
        "their training sets overlap, and repetitions use the same data: the type I error is about ten times "
        "the nominal level"
    ),
)
INDEPENDENT_SPLITS = (
    "the splits are independent of one another",
    (
        "random splits of one dataset share training and test data: the type I error is several times the "
        "nominal level and grows with the number of splits (Dietterich, 1998)"
    ),
)
INDEPENDENT_BLOCKS = (INDEPENDENT, "this depends on their choice")
OVERLAPPING_REPEATS = (
    INDEPENDENT_BLOCKS[0],
    (
        "repeats on one dataset share training data, which makes the interval too narrow; "
        "variant='corrected_t' allows for much of it"
    ),
)
COMPLEXITY_BEFOREHAND = (
    "the order of complexity does not come from the scores",
    "the depth, the penalty or the number of parameters gives such an order",
)
STANDARD_ERROR = "the standard error is that of the mean over new data"
ERROR_OF_BLOCKS = {
    "repeat": "repeats on one dataset share training data, which makes it too small",
    "run": "it shows how much runs vary, and nothing about other data",
    "dataset": "it includes how much the datasets differ, which makes it large where the same datasets "
    "are easy for all",
}

UNSEEN = (
    "no model saw the examples that its round left out",
    "this depends on how the rounds were made; tuning and preprocessing count as seeing",
)
ROUNDS_VARY = (
    "scores vary over rounds as they would over datasets",
    "all rounds are drawn from one dataset, and .632 is too optimistic for learners that fit it closely",
)
AS_TRAINED = (
    "the models are compared as they were trained",
    "one test set does not show how much other training data would change them",
)
INDEPENDENT_EXAMPLES = (
    "examples are independent of one another",
    "several examples of one person, document or session are not",
)
EXAMPLES_OF_DATASETS = (
    INDEPENDENT_EXAMPLES[0],
    "they come from {n} datasets, within which they are more alike; to_scores makes one score of each",
)
REPEATED_EXAMPLES = (
    INDEPENDENT_EXAMPLES[0],
    (
        "the same examples are in several repeats, which are alike; to_scores(by='repeat') makes one "
        "score of each repeat"
    ),
)
INDEPENDENT_CLUSTERS = (
    "clusters of examples are independent of one another",
    "examples of one {column} may be alike; what several share would not be allowed for",
)
EXAMPLES_OF_CLUSTERS = (
    INDEPENDENT_EXAMPLES[0],
    "several come from one {column}, and are alike; resample='clusters' allows for it",
)
CLUSTERED_EXAMPLES = (
    INDEPENDENT_EXAMPLES[0],
    "they come in {n} clusters ({column}), within which they are alike; paired_difference allows for that",
)
RESAMPLED_CLUSTERS = (
    "resampled clusters vary as much as clusters do",
    "there are {n} clusters ({column}); with fewer than about 60 the bootstrap rejects too often",
)
ENOUGH_CLUSTERS = (
    "there are enough clusters for their mean difference to be normally distributed",
    "{n} clusters ({column}) with {dof} degrees of freedom",
)
FEW_CLUSTERS = (
    ENOUGH_CLUSTERS[0],
    "{n} clusters ({column}) with {dof} degrees of freedom, for which the t distribution allows",
)
TOO_FEW_CLUSTERS = (
    ENOUGH_CLUSTERS[0],
    "{n} clusters ({column}) cannot tell it; the interval is as wide as {dof} degrees of freedom make it",
)
DIFFERENT_EXAMPLES = (
    "the two models were tested on different examples",
    (
        "they were tested on the same examples: p-values are too large or too small, and nothing allows for "
        "the training set (Dietterich, 1998)"
    ),
)
ENOUGH_DIFFERENCES = "the two models differ on enough examples for z to be normally distributed"
DIFFERENCES_ENOUGH = (ENOUGH_DIFFERENCES, "every pair differs on at least {n}")
DIFFERENCES_TOO_FEW = (
    ENOUGH_DIFFERENCES,
    "one pair differs on {examples} only; the McNemar test has exact p-values",
)
ENOUGH_LOSSES = (
    "there are enough examples for the mean difference to be normally distributed",
    "rare large losses need more examples",
)
ENOUGH_LABELS = (
    ENOUGH_LOSSES[0],
    "for labels the McNemar test is appropriate, with exact p-values for few examples",
)
EXCHANGEABLE_PREDICTIONS = (
    "under H0 the two predictions for an example are exchangeable",
    "H0 is more than equal metrics: both predictions have the same distribution",
)
