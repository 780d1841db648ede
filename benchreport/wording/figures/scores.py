"""Captions and alternative texts of figures of scores: distributions, maps, pairs and profiles."""

# boxes
BOXES = "Box plots of {score}{relation}. Medians from the best: {listed}."
RELATION = ", {relative} to {baseline}"
BOXES_OF_RUNS = "Box plots of {score} ({direction}) over the runs of each algorithm: {marks}."
BOXES_OVER_BLOCKS = "Box plots of {score} ({direction}) over the {blocks}{averaged}: {marks}."
BOXES_RELATIVE = (
    "Box plots of {score} {how} that of {baseline} on the same {block}{axis}, over the {blocks}{averaged}: "
    "{marks}."
)
MARKS = ("quartiles", "median (line)")
MEAN_MARK = "{mean} (diamond)"
DOTS = "every {noun} as a dot"
AVERAGED = ", repeats averaged"
DIVIDED_BY, MINUS = "divided by", "minus"
ON_LOG_AXIS = ", on a logarithmic axis"
BETTER_SIDE = "Values to the {side} of the line are better than {baseline}."
OVERLAP = "Overlapping boxes say little about differences, as algorithms are compared within each {block}."
LOWER_NOT_DRAWN = "{rows} with worse medians {are} not drawn."
AGAINST_BASELINE = (
    "{name} is better than {baseline} on {better}, equal on {equal} and worse on {worse}; {ahead} of {n:,} "
    "{are} better more often than worse."
)

RELATIVE_AXIS = "{score} {sign} that of {baseline}{gap}({side} of {line} is better)"

# step curves
SHARE_AXIS = "share of {block}s{gap}at least as good"
STEPS = (
    "Step curves: the share of {block}s on which each of {n} algorithms is at least as good as a given "
    "{score}. Medians from the best: {listed}."
)
SHARES = (
    "Share of the {blocks} on which {score} is at least as good as the value below ({direction}); markers "
    "are at a quarter, half and three quarters."
)
HIGHER_CURVE = "Where a curve is above another, its algorithm reaches that value on more {block}s."
BEST_MEDIAN = "{name} has the best median ({median}){below}."
ABOVE_THE_OTHER = ", and its curve is nowhere below the other"
ABOVE_ALL = ", and its curve is nowhere below any other"
ABOVE_SOME = ", and its curve is nowhere below those of {n} of the {others} others"
SHARES_OF_KNOWN = "Shares are of the {block}s on which an algorithm has scores."
LOG_AXIS = "The axis is logarithmic."

# heat maps
MAP = (
    "Shades of {blocks} × {algorithms}: {label}, from {low} to {high}. Best on average: {best}; easiest: "
    "{easiest}, hardest: {hardest}."
)
SHADES = (
    "Shades show {label}: {block}s from the easiest (top) to the hardest, algorithms from the best (left) "
    "to the worst; strong is good."
)
WITHIN_BLOCKS = "Shades go from the worst to the best of each {block}."
LOG_SHADES = "Shades are of logarithms."
HATCHED = "Hatched cells have no score ({n:,} of {cells})."
NAMED = "Every {ordinal} of {n:,} {noun}s is named."
BOLD = "The best of each {block} is bold."
VARIANCE = (
    "Of the variance of {log}{score}{complete}, {by_block} % lies between {block}s, {by_algorithm} % "
    "between algorithms and {rest} % in neither{reading}."
)
OF_COMPLETE = " (of the {n:,} complete {block}s)"
READINGS = (
    "; rows are stripes, as the {block} matters more than the algorithm",
    "; columns are stripes, as the algorithms differ alike on all {block}s",
    "; there are no stripes, as which algorithm is good depends on the {block} or on chance",
)
WORST_ON_DATASET, BEST_ON_DATASET = "worst on the dataset", "best on the dataset"

# the plane of properties of the datasets
PLANE = "{blocks} by {x} and {y}: {outcomes}."
POINTS_OF_PLANE = (
    "Each point is a {block}, coloured by which of {first} ({ahead}) and {second} ({behind}) has the better "
    "{score}; the larger the point, the more they differ (at most {most}, on {where})."
)
REGIONS = (
    "Where one colour fills a region, its algorithm is the one to use there; where colours mix, these "
    "features do not show which."
)
OUTLINES = "Outlines show where each is better."
COMPONENTS = (
    "The plane holds {share} % of the variance of {n} standardized features; component 1 is mostly "
    "{first}, component 2 {second}."
)
LOGARITHMS = "Logarithms were taken of {features}."
CONSTANT = "Features that do not vary are left out: {features}."
CHOSEN = "The pair was chosen by its scores ({choice})."
TWO_BEST = "the two best of {n} by mean rank"
BEST_OF_OTHERS = "{name} is the best of the other {n} by mean rank"

# configurations by complexity
COMPLEXITY_AXIS = "configuration, the simplest first"
CONFIGURATIONS = (
    "Mean {score} of {n} configurations from the simplest to the most complex. The best is {best} ({mean}, "
    "standard error {error}); {within} within one standard error of it. The rule chooses {chosen} ({value})."
)
SOME_WITHIN, NONE_WITHIN = "{n} are", "no other is"
ONE_STANDARD_ERROR = (
    "Mean {score} with one standard error to each side ({direction} is better). The band reaches one "
    "standard error from the best mean, and {chosen} is {which} in it. The rule makes a choice and tests "
    "nothing."
)
SIMPLEST, BEST_AND_SIMPLEST = "the simplest", "the best and the simplest"
BAND = "within one standard error of the best"

# outliers
NO_FINDING = "No {what} among {scores}"
DOTS_OF = "{scores} of {algorithms} as dots. {found}."
NOT_THERE = "No {what} is among them"
FINDING = "{name}{where} ({score}, expected {expected}, {distance} robust standard deviations)"
ON = " on {where}"
MORE = "{listed}; and {n} more"
EVERY_BLOCK = "Dots show {score} ({direction}) of each algorithm on every {block}{averaged}."
EVERY_RUN = "Dots show {score} ({direction}) of every run of each algorithm."
NONE_FOUND = "No {what} was found among {scores}."
FOUND = (
    "Diamonds mark {found} among {scores}; bars join them to the scores expected from the rest of the table"
    "{only}. Such scores should be investigated, not removed."
)
MOST_EXTREME = ", and the {n} most extreme are named"
HIDDEN = "{algorithms} with less extreme scores {are} left out."

# profiles
PROFILES = (
    "Performance profiles of {n} algorithms over {axis} from {low} to {high}. Areas under the profiles: "
    "{listed}."
)
RATIOS, THRESHOLDS = "ratios to the best", "thresholds of {score}"
BEST_MOST_OFTEN = "{name} is best most often, on {share} % of the problems."
WITHIN_RATIO = "Share of the {blocks} on which {score} is within a ratio τ of the best."
BEYOND_THRESHOLD = "Share of {units} with {score} {side} a threshold τ."
UNITS_ON = "{unit}s on {blocks}"
LARGEST_AREA = "Higher is better; {name} has the largest area, {area}."
BEST_AT_ONE = (
    "The share at τ = 1 is how often an algorithm is best. {name} has the largest area, "
    "{area}{within}."
)
RATIO_AXIS = {True: "with {score} at least the best / τ", False: "with {score} within τ × the best"}
WITHIN_ON_MOST = ", and is within a ratio of {ratio} of the best on 90 % of the problems"
BANDS = "Bands{whose} are pointwise {level} % intervals ({resampling})."
BANDS_OF_BEST = " of the best {n}"
RESAMPLING = {
    "run": "runs resampled within datasets {n:,} times",
    "dataset": "datasets resampled, exactly",
    "problem": "problems resampled, exactly",
}

# ranks
RANKS = "Ranks of {n} algorithms on {blocks}. Times in first place, by mean rank: {listed}."
LINES = "Rank of each algorithm on each {block}, with mean ranks in brackets."
RANK_KEY = "rank (1 is best), strong is good"
RANK_COUNTS = (
    "On how many of the {blocks} each algorithm takes each rank, from the first (dark) to the last; the "
    "best by mean rank is on top."
)
RANKS_TOGETHER = "A shade stands for {n} ranks."
SHARED_RANKS = "Algorithms that tie share the ranks that they take."
RANKS_NOT_DRAWN = "{others} further down {are} not drawn."
BEST_COLOURED = "The best are in colour, the others grey."
BEST_NAMED = "The best {n} are in colour and named, the others grey."

# scatter plots
SCATTER = "{score} of {first} (x) against {second} (y) on {blocks}: {outcomes}."
POINTS = (
    "Each point is a {block}; away from the diagonal, the two differ. {outcomes}; the median absolute "
    "difference is {median}."
)
TEST_ALONE = "The two-sided {method} of this pair alone gives {p}."
CHOSEN_BY_SCORES = (
    "The pair was chosen by its scores ({choice}), which the p-value does not account for; a claim needs a "
    "comparison of all pairs with a correction."
)
LOG_AXES = "Both axes are logarithmic."

# violins
VIOLINS = "Half violins of {score}. Medians and quartiles from the best: {listed}."
QUARTILES = "{name} {median} ({lower} to {upper})"
DENSITIES = (
    "Distributions of {score} ({direction}) over the {over}: kernel densities of one height, cut at the "
    "lowest and the highest value, with quartiles (bar) and median (dot)."
)
SPANS = (
    "The medians span {low} to {high}; the middle half of an algorithm's scores has a width of {spread} in "
    "the median."
)
EVERY_DOT = "Every {noun} is a dot."
TOO_FEW = (
    "{who} {have} fewer than {least} values, too few for a density, and {are} drawn as points."
)
ALL, SOME = "All", "{n:,} of {all:,}"
ONE_VALUE = "{who} {have} one value throughout and {are} drawn as a line."
