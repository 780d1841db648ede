"""Results that describe: means, ranks, profiles, changes of ranks, training against test scores."""

SAMPLE_ONLY = "These numbers describe this sample; the tests show what goes beyond chance."
NEAR_TIES = "Ranks hide how large the differences are, and near ties change places by chance."
RANKS_IN_TABLE = "A rank depends on which other algorithms are in the same table."

BEST_MEAN = "{score}: best mean {names} ({mean})"
BEST_MEAN_RANK = "best mean rank {names} ({rank})"
BEST_OF_COMPLETE = (
    "{score}: best mean rank {names} ({rank}), of the {kind}s with a score of every algorithm"
)

LEADS = "{names} {are} first in {n} of {tables}; {steadiness}."
LEAD_CHANGES = "the lead changes {times}"
LEAD_STAYS = "the lead never changes"
EVER_FIRST = "{n} of {algorithms} {are} first somewhere"
NO_CHANGE = "No algorithm changes its rank."
MOVER = "The rank of {name} changes most, from {low} to {high}."
MOVERS = "The ranks of {names} change most, by {places}."
AGREEMENT = "Kendall's W = {w} over {tables} ({scale})."
SCALE = "1 means the same order in all, 0 no agreement"
SCALE_OF_TWO = "1 means the same order, 0 the reverse"

LARGEST_AREA = "{method}: {names} {have} the largest area, {area}"
BEST_ON = "; {names} {are} best on {share} % of {problems}"
FAILED = "Runs without a score reach no threshold: {runs}."
SCORE_PROFILE = (
    "A profile above another everywhere is better at every threshold. Where two cross, the better one "
    "depends on the threshold that matters."
)
RATIO_PROFILE = (
    "At ratio 1, a profile shows how often an algorithm is best; further right, how far it is behind the "
    "best elsewhere. Ratios depend on which algorithms are compared."
)
BANDS = "The bands are pointwise {level} % intervals ({source}) and are about {target}."
BAND_SOURCES = {
    "run": "from {n:,} resamples of the runs within each dataset",
    "dataset": "exact quantiles over resampled datasets",
    "problem": "exact quantiles over resampled problems",
}
BAND_TARGETS = {
    "run": "other runs on the same datasets",
    "dataset": "other datasets",
    "problem": "other problems",
}

CORRELATIONS = "{method}: over {points} Pearson {pearson}, Spearman {spearman}{within}"
WITHIN = "; within {blocks} {correlations}"
WITHIN_CORRELATIONS = "Spearman {spearman}{interval}, Pearson {pearson}, mean of {blocks}"
CORRELATION_INTERVAL = " ({level} % interval {low} to {high})"
LARGEST_GAP = "{name} has the largest mean gap between training and test scores ({gap})."
NO_CORRELATION_WITHIN = (
    "A correlation within a {block} needs three algorithms whose scores vary, and no "
    "{block} has them."
)
CORRELATION_WITHIN = (
    "The correlation over all points partly reflects easy and hard {blocks}. The one within {blocks} "
    "shows whether training scores separate the algorithms."
)

BEST_IS_SIMPLEST = (
    "{method}: {best} has the best mean and is the simplest within one standard error of it"
)
SIMPLEST_WITHIN = "{method}: {chosen} is the simplest within one standard error of the best, {best}"
WITH_ERROR = "{name} ({mean}, SE {error})"
ALL_WITHIN = "All configurations are within one standard error of the best."
ONE_BEYOND = "{configurations} is more than one standard error from the best."
SOME_BEYOND = "{configurations} are more than one standard error from the best."
SIMPLEST = (
    "The rule prefers the simplest configuration where the scores hardly differ. It is no test: a "
    "configuration within one standard error may still differ."
)
TOO_GOOD = (
    "The best of several means is too good on average. Only data that had no part in the choice show how "
    "good the chosen configuration is (nested cross-validation)."
)
