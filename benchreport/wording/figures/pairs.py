"""Captions and alternative texts of figures of pairs: diagrams of ranks, differences, effects, p-values."""

# critical-difference diagrams
RANKS_AXIS = "{centre} (1 = best)"
PART_OF_RANKS_AXIS = "{centre} (1 = best, {k} = worst)"
MEANS_AXIS = "{centre} (best on the left)"
DIAGRAM = "Critical-difference diagram by {centre}: {listed}."
DIFFERENT_FROM_CONTROL = "Those that differ significantly from the control {control}: {names}."
DIFFERENT_PAIRS = "Pairs that differ significantly: {pairs}."
ALL_DIFFERENT = "All pairs differ significantly."
GROUPS = "Groups that do not differ significantly: {groups}."
MORE_GROUPS = "{groups}; and {n:,} more"
BOTH = "{first} and {second}"
NONE = "none"
AGAINST_CONTROL = (
    "{centre} against the control {control}; filled dots differ significantly from it."
)
ARROWS = (
    "{centre} of the {noun}s. An arrow points to the better one of each pair whose first {noun} was shown "
    "to have the {side} scores."
)
BARS = (
    "{centre} of the {noun}s; bars join those that do not differ significantly, with a dot on each. "
    "{signs}"
)
BARS_ASIDE = (
    "{centre} of the {noun}s, the best on top; bars join those that do not differ significantly. "
    "{signs}"
)
BLUE_DOTS = "Blue dots differ significantly from the first; {open} do not."
NO_BLUE_DOTS = "The {open} do not differ significantly from the first."
OPEN_DOTS = "open dots"
OPEN_DOTS_IN_BAND = "open dots, in the shaded band,"
ALL_THE_SAME = "All {noun}s have the same {centre}."
BEST_WITHOUT_LEAD = (
    "{name} has the best {centre}, but no other {noun} differs significantly from it."
)
SHARED_BEST = "{names} share the best {centre}; no {noun} differs significantly from {name}."
BEST = "{name} has the best {centre} and differs significantly from {others}."
EACH_OF_THE_BEST = "{names} share the best {centre}; {name} differs significantly from {others}."
THE_OTHER = "the other {noun}"
ALL_OTHERS = "all other {noun}s"
SOME_OTHERS = "{n} of the {all} other {noun}s"
TEST = "{method}, α = {level}{size}, {blocks}."
CRITICAL_DIFFERENCE = ", critical difference {cd}"
HIDDEN = "{hidden} {are} not drawn."
FURTHER_DOWN = "{rows} further down {are} not drawn."

# differences to the best or to a control
DIFFERENCES = "{what} as the {sense} {reference}: {listed}; {n} with {p} of at most {level}."
P_VALUE = {True: "an adjusted p-value", False: "a p-value"}
P = {True: "an adjusted p", False: "p"}
INTERVALS_OF = "Intervals of the {difference}"
LEAD_OF = "lead of"
ADVANTAGE_OVER = "advantage over"
ONLY_P_ADJUSTED = "Some bars of open markers exclude 0, as only p is adjusted."
SHORT_BARS = (
    "Some bars of open markers exclude 0, as there are too few scores for bars of {asked} %."
)
FIRST = "which ranks first"
ONE_OF_THE_FIRST = "one of those that share the first place"
LEAD = (
    "{difference} between {reference}, {first}, and {others}; to the right of zero, "
    "{reference} is better."
)
EACH_OTHER = "each other {noun}"
ADVANTAGE = (
    "{difference} between each {noun} and the control {reference}; to the right of zero, the {noun} is "
    "better."
)
SIMULTANEOUS_BARS = "Bars are simultaneous {level} % intervals."
SEPARATE_BARS = "Bars are unadjusted {level} % intervals."
ADJUSTED_BARS = "Bars are {level} % intervals, adjusted as p is."
BARS_OF_ONE_PAIR = "Bars are {level} % intervals."
OPEN_SIDE = "An arrow marks the side on which a one-sided interval has no end."
TEST_OF_P = "The p-values are those of the {test}."
FILLED_BY = "Filled markers have {p} ≤ {level} by the {test}."

# effect sizes
EFFECTS = (
    "{measure} of {pairs} with intervals, from {low} to {high}; {n:,} of the intervals exclude {none} (no "
    "effect)."
)
PAIR_WITH_VALUE = "{first} − {second} ({value})"
EFFECT = (
    "{definition} ({measure}), above {none} where the first is better, with {level} % intervals, each for "
    "its pair alone."
)
FILLED_EFFECT = "The interval of a filled marker excludes {none} (no effect)."
SIZES = "Shades mark conventional sizes ({source})."
SMALLEST_LEFT_OUT = "The {pairs} nearest to no effect {are} left out."

# intervals of differences
INTERVALS = (
    "Intervals of the {difference} for {pairs}, from {low} to {high}; {n} with {p} of at most "
    "{level}."
)
DIFFERENCE = "{difference} with {intervals} ({test}), positive where the first is better."
SIMULTANEOUS = "simultaneous {level} % intervals"
ADJUSTED_INTERVALS = "{level} % intervals, adjusted as p is"
SEPARATE = "{level} % intervals, each for its pair alone"
FILLED_INTERVAL = "The interval of a filled marker excludes zero."
FILLED_P = "Filled markers have {p} ≤ {level}."
LARGEST_P_LEFT_OUT = "The {pairs} with the largest p-values {are} left out."

# the matrix of a comparison of many
MATRIX = (
    "Matrix of {selection} algorithms by {centre}, from {best} ({best_value}) to {last} ({last_value}): "
    "{n} of {pairs} differ significantly. The largest mean difference is {difference}, between "
    "{first} and {second}."
)
BEST_OF = "the best {n} of {all}"
CELLS = {
    3: "{difference}, {operands}, with the {block}s on which the row is better / equal / worse, and p.",
    1: "{difference}, {operands}.",
    0: "{difference}, {operands}, as shades.",
}
CELL_KEY = ("difference", "W/T/L", "p")
MARKS = {
    3: "Bold: p ≤ {level}.",
    1: "Bold: p ≤ {level}.",
    0: "Triangles mark p ≤ {level} and point up where the row is better.",
}
BLUE = "In blue cells the row is better."
P_OF = "The p-values are those of the {test}{adjusted}. The best is on top."
ADJUSTED = ", adjusted for all pairs"
BEST_SHOWN = "The best {n} are shown; {hidden} {are} left out."

# posterior probabilities
POSTERIORS = (
    "Posterior probabilities of {pairs}{control} as bars. At a probability of {level}, one is better in "
    "{decided}{equivalent} and {undecided} {are} undecided."
)
WITH = " with {control}"
EQUIVALENT = ", {n} {are} practically equivalent"
POSTERIOR = (
    "Posterior probabilities ({method}{draws}); left: {first} better; right: the other is better"
    "{between}."
)
FROM_DRAWS = ", from {n} draws"
CONTROL_IS = "{control} is"
FIRST_IS = "the first of a pair is"
BETWEEN = "; between: neither is better by more than {rope}"
DASHED = "A part that reaches a dashed line, {level} from its side, is a decision."
CERTAIN_LEFT_OUT = "The {pairs} with the most certain answers {are} left out."
ANSWERS = ("first better", "second better")
ANSWERS_OF_CONTROL = ("{control} better", "the other better")
WITHIN_ROPE = "equivalent (± {rope})"

# p-values of pairs
P_VALUES = (
    "{adjusted} of {comparisons}{control} as shades; {n} {are} at most {level}{listed}. {best} is "
    "on top."
)
P_VALUES_OF = {True: "Adjusted p-values", False: "P-values"}
WITH_CONTROL = " with the control {control}"
FAVOURED = "{better} better than {worse} ({p})"
DIFFER = "{first} and {second} differ ({p})"
MORE_PAIRS = "{pairs}; and {n:,} more"
P_WRITTEN = "The p-values of the {test}, with stronger shades where they are smaller."
P_SHADED = "The p-values of the {test} as shades, which are stronger where p is smaller."
AT_MOST = "Of {comparisons}, {n} {have} a p-value of at most {level}."
ARROWS_TO_BETTER = "Arrows point to the better one of such a pair{neither}."
NEITHER = "; dots stand where neither is better"
ON_TOP = "The best {noun} by {centre} is on top."
