"""Notes on a result: how its table was treated, and which of its numbers say less than they seem to."""

UNEVEN_CELLS = "Cells average different numbers of repeats, so they are not equally certain."
WEIGHTED = "Examples count {weighting}."
ROUNDED = (
    "Scores are rounded to multiples of {step}, so that equal ones could be counted. That ties pairs of a "
    "positive and a negative, which may change an AUC by up to {most}. Fewer models at a time are rounded "
    "less."
)
AVERAGED_ANSWERS = (
    "The {answers:,} answers are repeats of {examples} and are averaged within each example first."
)
UNEVEN_ANSWERS = (
    "The models have {low} to {high} answers to each of {examples}. A model's score of an example is the "
    "mean of its own answers to it."
)
NOTHING_RELEVANT = (
    "No list of {models} holds a relevant item. Check whether items are written there as in "
    "the truth."
)
ONE_SCORE = "Blocks with one score only do not contribute: {blocks}."
EQUAL_PAIRS = "Where all scores of a pair are equal, p = 1 ({pairs})."
PREDICTED_ORDER = "The predicted order, best first, is {order}."
THESE_DATASETS = (
    "Runs are drawn within each dataset, so the intervals are about other runs on these datasets, and not "
    "about other datasets."
)
NO_GAPS = "There are no gaps, so all treatments give the same result."
NO_SPLITS = "The runs are independent, so there are no splits to synchronize."
WITHIN_BLOCKS = (
    "Scores of one {block} belong together, which this check ignores; the sphericity check examines the "
    "variances of differences."
)
ONE_OF_TWO = "Runs with only one of the two scores are left out ({runs})."
HEAVY_TAILS = (
    "A few large errors make most of the error's mean square. The intervals of η² and ω² allow for that: in "
    "simulations of such tails, those of 95 % held the truth in 89 to 99 %. They may hold it less often "
    "where tails are heavier."
)

CONSTANT_DIFFERENCES = (
    "Some differences are the same on every block. Their p-values are those of the sign test, and their "
    "intervals have no width, which overstates the precision."
)
CONSTANT_POSTERIOR = (
    "Some differences are the same on every block. Their posterior has no width, so its probabilities "
    "overstate what is known."
)
ONE_SIDED = (
    "All differences are on one side for {pairs}. A prior at 0 gives the other side no weight, so the "
    "probability is 1 however few the blocks are; prior_at='second' and prior_at='first' show how much "
    "the prior decides."
)
NO_VARIANCE = "The estimated variance is zero for {parts}."
CROSSED_SPLITS = (
    "With random='splits' differences between algorithms are taken as the same on every dataset. Where "
    "they are not, its p-values are far too small; random='cells' allows for that."
)
FOLDS = (
    "Folds share training data. In simulations with 10 folds, 95 % intervals contained the expected score "
    "of a nearest neighbour, which single examples change, in about 86 % of datasets. For a nearest "
    "centroid it was 92 to 96 %, and with variant='corrected_t' at least 94 %."
)
REPEATED_FOLDS = (
    "Folds share training data, and repeated folds share all data. In simulations with 10 folds repeated "
    "10 times, 95 % intervals contained the expected score of a nearest neighbour in about 35 % of "
    "datasets, and that of a nearest centroid in 45 %. With variant='corrected_t' it was 88 % and 95 %."
)

FAILED_VARIANCE = (
    "The difference of {pairs} has an estimated variance of 0, because the models order all examples "
    "right, all wrong or not at all. Its p-value is that of as many examples on one side, and its "
    "interval overstates the precision."
)
CONSTANT_LOSSES = (
    "The {loss} differs by the same amount on every example for {pairs}. How the difference varies is "
    "unknown, so there is no interval, and p is the smallest that {n:,} examples can give."
)
LABELS_NEED_MCNEMAR = "For labels the McNemar test is appropriate."
CONSTANT_RESAMPLES = (
    "The difference is the same in every resample for {pairs}; an interval without width overstates the "
    "precision."
)
NO_INTERVAL = (
    "There is no interval for {metrics}: undefined, infinite or without variation in the sample."
)
PERFECT_ACCURACIES = (
    "The accuracies of {pairs} are 0 or 1, where Wald's interval has no width and overstates the "
    "precision. Those of accuracy_differences have a width there."
)
WEIGHTED_AREAS = (
    "Areas have no intervals, because DeLong's method counts every example once and these are weighted. "
    "Intervals among the metrics resample the examples."
)
GROUPED_AREAS = (
    "Areas have no intervals, because DeLong's method takes examples as independent, and some of these are "
    "alike. Intervals among the metrics resample what is independent."
)
PERFECT_ORDER = (
    "DeLong's variance is 0 for {models}, as all examples are in the right order, in the wrong order or "
    "tied. {interval}"
)
NO_WIDTH = "An interval without width overstates the precision."
NEWCOMBE = "The interval is Newcombe's, which uses the AUC and the sizes of the classes."

TOO_FEW_ROUNDS = (
    "There are no intervals: percentiles of {level} % need {least} rounds, and there are {n:,}."
)
COVERAGE_OF_ROUNDS = (
    "Intervals are percentiles over rounds of one dataset. In simulations, 95 % intervals of .632 "
    "contained the expected score of a nearest centroid in about 88 % of datasets. For a nearest "
    "neighbour, which learns its training set by heart, it was 64 % of datasets of 50 examples and 3 % "
    "of 200. With .632+ it was 89 to 95 % and 80 to 95 %, and out of bag, where intervals are wide, 98 %."
)

INTERVAL_IS_NO_TEST = (
    "Each interval is about one {value}. Overlapping intervals do not show whether two {names} differ; "
    "tests of pairs on the same {blocks} do."
)
BEAT_MAJORITY = "{models} more accurate than always predicting {majority}."
ALL_MODELS = "All models are"
ONE_MODEL = "{model} is"
NOT_BEYOND_MAJORITY = (
    "{models} {are} not shown to be more accurate than always predicting {majority}."
)
CLOSE_LEARNERS = (
    "For learners that fit their training set closely .632 is too small, and .632+ is the better "
    "estimate."
)
WITHOUT_PLUS = (
    "For learners that fit their training set closely .632 is too optimistic, and .632+ is better; the "
    "argument no_information_rate adds it."
)
NO_ROUNDS = (
    "These are estimates without intervals, as the table has no rounds; scores by round have intervals. "
    "To compare learners, test them on the same examples."
)
ROUNDS_ARE_NO_BLOCKS = (
    "To compare learners, test them on the same examples, because rounds of one dataset are no "
    "independent blocks."
)

# of omnibus tests: the claims of a rejection and of none
TREND = (
    "The algorithms tend to rank in the predicted order",
    "No tendency to rank in the predicted order was shown",
)
ACCURACIES = (
    "The {models} are not all equally accurate",
    "No difference of accuracy among the {models} was shown",
)

LEFT_OUT_DATASETS = "Datasets on which not all algorithms ran are left out ({datasets}): {names}."
ENDED_EARLY = "Of {runs}, {early} ended before {end} and keep the last score."
ONE_RUN = "Each algorithm ran once, so the variation between runs is unknown."
ONE_DATASET = (
    "There is one dataset, so the variation between datasets is unknown and there is no band."
)
UNEVEN_TARGETS = (
    "Not every algorithm ran on all datasets ({names}), so shares are of different targets and cannot be "
    "compared."
)
FEW_FOR_A_MEDIAN = "The blocks are too few for an interval of a median."
