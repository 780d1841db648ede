"""Captions of the tables of a report."""

COMPONENTS = (
    "Effect of each component on {mean} against its baseline, {how}; p adjusted ({correction}), bold at most "
    "{level}{unless}."
)
TERMS = "{method}: factors and their interactions."
WIDE_ETA = (
    "An interval of partial η² includes 0 although p ≤ {level}: intervals allow for heavy tails of errors, "
    "which the test does not."
)

SCALE = "Scale of the intervals below"
ARROW = "An arrow marks an interval that goes on beyond the scale."
NOT_SHOWN = "{pairs} with larger p-values {verb} not shown."
FURTHER_PAIRS = "{pairs} with {noun}s further down {verb} not shown."
FURTHER_DOWN = "{rows} further down {verb} not shown{where}."
CURVES = "{method} with {band}, at some of the steps."
TARGETS = (
    "Runs that reach some of the targets, with the expected running time (ERT) and the median "
    "hitting time in units of {step} (∞: not reached)."
)
PICKS = "The best algorithm by budget (in {step})."
AREAS = "Summary of {score} over the {kind}s."
RATES = "rates are those of the predicted labels"
LARGER_IS_BETTER = "larger is better"
DOMINATED = "a model is dominated by those that are nowhere worse and somewhere better"
ROC = "Areas under the ROC curve; {meaning}."
BRIER = (
    "Brier score = reliability − resolution + uncertainty + within bins. A bin is off if its "
    "interval excludes the predicted probability."
)
VARIANTS = "{method} in all computed variants."
OF_BLOCKS = "of the randomized block design"
ANOVA = "Analysis of variance {layout}."
EFFECTS = "Effect sizes of pairs, the better one of the ranking first."
SENSITIVITY = (
    "Variations that change a decision, below the comparison of all data. {omnibus}{judge}"
)
TREATMENTS = "Treatments of missing scores, below the test on all scores. {omnibus}{judge}"
ONLY_PAIRS = "In {rows}, only judgements of pairs change."
P_WITH_GAPS = (
    "The first p is of the Skillings–Mack test, the others are of the F form of the Friedman test."
)
P_BY_F = "The p-values are of the F form of the Friedman test."
P_BY_F_NOT_EXACT = (
    "The p-values are of the F form of the Friedman test; the exact test of all scores has {p}."
)
OUTLIERS = (
    "Scores to investigate. The distance from the expected score is in robust standard deviations{of}; p "
    "is adjusted for the number of scores (Holm)."
)
OF_LOGARITHMS = " of the scores or of their logarithms, whichever stand out less"
ALL_PAIRS = "All {n:,} pairs ({test}), as CSV."
PAIRS = "Pairs of {noun}s, the better one of the ranking first."
CONTROL = "Each {noun} against the control {control}."
FURTHER_VIEWS = "; the other p-values are further views"
DECIDES = "The {test} decides{others}."
COULD_NOT = "The {test} cannot reach p ≤ {level} here."
DIFFERS = "{mark} marks a judgement that differs from the deciding test's."
POSTERIOR = "P: posterior probability ({bayes}) that the first is better{only}."
ONLY_PAIRS_WITH = ", for pairs with {name}"
LEAD = "Lead: {difference}{ends}, positive where the first is better."
LETTERS = (
    "Compact letter display ({test}): two {noun}s that share a letter do not differ significantly "
    "(α = {level})."
)
CLASSES = (
    "Class balance. The most frequent class is bold: its share is the accuracy of always predicting "
    "it."
)
METRICS = "Metrics with {level} % intervals, which hold one at a time."
BEST_OF_COLUMN = "{caption} The best of a column is bold."
BY_DATASET = "{metric} by dataset; the best of a row is bold."
DISAGREEMENTS_MARKED = (
    "Examples on which models differ, the most evenly split first; ✗ marks a wrong answer."
)
DISAGREEMENTS = (
    "Examples on which models differ, the most evenly split first, with the wrong answers and how "
    "many models give them."
)
WORDS = "The words for sizes are those of {words}, made for their own fields."
EFFECTS_AND_WORDS = (
    "Effect sizes with {level} % intervals, which hold one at a time; positive values favour the "
    "first of a pair.{words}"
)

DIFFERING = "Adjusted p-values of the pairs on which the tests differ, bold if at most {level}{unless}.{more}"
RIVALS = (
    "{method}: {name}, the {who}, against its rivals. The difference is the {who}'s advantage ({difference})"
    "{within}. The adjusted p-values are those of the {test}. Probabilities of at least {probability} and "
    "p-values of at most {level} are bold."
)
EQUIVALENT = "; equivalent means that neither is better by more than {rope}"
INTERVALS_OF_SCORES = (
    "Some intervals and p disagree, because the intervals are of scores and p is of ranks."
)
INTERVALS_WITH_TIES = (
    "An interval includes 0 although p ≤ {level}: the test takes account of differences that are 0 or tied, "
    "and the interval, which is wider for that, does not."
)
INTERVALS_OF_PAIRS = (
    "Some intervals exclude 0 although p > {level}, because p is adjusted for all pairs and the intervals "
    "are not."
)
INTERVALS_OF_FEW = (
    "Some intervals exclude 0 although p > {level}, because there are too few scores for "
    "intervals of {asked} %."
)
NOT_CALLED_SIGNIFICANT = "No difference is called significant, because {reservation}."
DESCRIPTION = "Summary of {score} over the {kind}s{order}{bold}. The sd and IQR are over {kind}s."
BEST_IN_BOLD = "; the best of a column is bold"
BEST_RANK_IN_BOLD = "; the best mean rank is bold"
SORTED = ", sorted by {centre}"
RANKS_WITHOUT_GAPS = (
    "Mean ranks are of the one {kind} with a score of every algorithm, the other columns of all n scores.",
    "Mean ranks are of the {n:,} {kind}s with a score of every algorithm, the other columns of all n scores.",
)
WINS = "Wins, ties and losses count every rival on every {kind}."
SCORES = "The scores that were compared; the best of each {kind} is bold."
RUNS = "The runs of each algorithm, sorted; runs in one row do not belong together."
FIRST_ROWS = "The first {n:,} of {all:,}."
PAIR_TEST = "{method}. Difference: {difference}, positive where the first is better{ends}."
SIMULTANEOUS = ", with intervals (simultaneous {level} %)"
EACH_ALONE = ", with intervals (for each pair alone, {level} %)"
ADJUSTED = ", with intervals ({level} %, adjusted as p is)"
COUNTS = "{unit} of examples that both, one or neither gets right."
EFFECT = "Effect size: {name}."
EFFECT_WITH_INTERVAL = "Effect size: {name}, with its interval."
BOLD = {
    True: "Adjusted p-values of at most {level} are bold{unless}.",
    False: "A p-value of at most {level} is bold{unless}.",
}
UNLESS_IN_DOUBT = ", except where a check puts p in doubt"
TOO_MANY_SCORES = "The {n:,} scores are too many for a page; an archive (.zip) has all of them."
ALL_SCORES = "All {n:,} scores that were compared, as CSV."
ALL_SCORES_ROUNDED = (
    "All {n:,} scores that were compared, as CSV, to {digits} digits; an archive (.zip) has "
    "every digit."
)
FIRST_OF_ROWS = "The first {n:,} of {all:,} rows."
MOST_FREQUENT = "The {n} most frequent of {all:,} classes."
BEST_MODELS = "The {n} best of {all} models by {metric}."
ALL_METRICS = "Metrics of all models, as CSV."
ALL_DISAGREEMENTS = "{n:,} of {all:,} examples on which models differ, as CSV."
RANKING = "Ranking by {centre}{blocks}."
ON_COMPLETE = " on the {n:,} {kind}s without gaps"
SIZES = "{what}: {difference}{ends}{side}."
NOT_MEANS = "This is a typical difference, not that of the means."
LEAD_OF_THE_FIRST = "Behind the first"
GAIN_OVER_THE_CONTROL = "Gain over the control"
POSITIVE = (
    ", positive where the first is better",
    ", positive where the algorithm is better",
)
SIMULTANEOUS_INTERVALS = " with simultaneous {level} intervals{test}"
SINGLE_INTERVAL = " with {level} intervals{test}"
SINGLE_INTERVALS = " with unadjusted {level} intervals{test}"
ADJUSTED_INTERVALS = " with {level} intervals, adjusted as p is{test}"
INTERVALS_BY_TEST = " ({test})"
OR_MORE = " or wider"
P_OF_TWO = "The p-value is that of the {test} (α = {level})."
AGAINST_THE_FIRST = "Adjusted p against the first ({test}, α = {level}){open_ranks}."
AGAINST_THE_CONTROL = "Adjusted p against the control ({test}, α = {level}){open_ranks}."
OPEN_RANKS = "; “could be”: the ranks that the tests of all pairs leave open"
UNORDERED_RANKS = "No two of the first {n} can be ordered."
UNORDERED_ALL = "No two {noun}s can be ordered."
UNORDERED_TWO = "The first two cannot be ordered."
BOXES = (
    "Figures show boxes in place of {names}, because no font that has them was installed where this report "
    "was made."
)

# evaluations
NOISE = (
    "Variances of single answers by what they come from, as shares of all noise, and of the noise in the "
    "difference of two {noun}s."
)
FLIPS = "Examples by what the two models make of them."
FLIPS_OF_ANSWERS = "{flips}, with the answer of each model; texts are cut."
SOME_FLIPS = "{n:,} of the {flips}"
CLEAREST_FLIPS = (
    "The clearest of {flips}, with the share of right samples of each model; texts are cut."
)
ALL_FLIPS = "all {n:,} flips"
HARDEST = "The hardest examples: mean {score}, and that of the lowest and the highest model; texts are cut."
