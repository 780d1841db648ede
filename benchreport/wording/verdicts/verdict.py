"""Verdicts: who is best by what, how sure that is, and whether the algorithms differ at all."""

OVER = "Over {blocks}"
OVER_REPEATS = "Over {blocks} on {dataset}"
ON_EXAMPLES = "On {examples}"
ON_CLUSTERS = "On {examples} in {n} clusters ({column})"
LEADS = "{over}, {leader}."
ALL_SHARE = "{all} {noun}s share the {centre} {value}"
ALL_SHARE_BOTH = "{leader} and the {centre} {value}"
EQUAL_WINS = "{first} is better on {blocks}, and {second} on as many."
BEST = "{names} {verb} {best}"
BEST_CENTRE = "the best {centre}"
BETTER_CENTRE = "the better {centre}"
BEST_BY_BOTH = "{leader} and {best}"
BEST_BY_MEAN = "{leader}, though {other}"

CORRECTED_BY = " with {correction}"
CONTRADICTED = "Yet {names} {verb} significantly better than it ({test})."
BETTER = "It is significantly better than {names} ({test}, {p}){size}."
ALSO_BETTER = "By the same test, it is significantly better than {names} ({p}){size}."
OTHER_PAIR = "By the same test, {first} is significantly better than {second} ({p})."
OTHER_PAIRS = "By the same test, {n:,} of the other {pairs} differ significantly."
OPEN = "Its lead over {rival}{size} is not significant ({p}){others}{reason}."
INSERTED = ",{typically} {size}{explanation},"
BY_CENTRE = " by {centre}"
BEHIND = "{name} is{typically} ahead by {size}{explanation}"
YET_BEHIND = "yet {behind}"
BEHIND_BY = "behind by {size}"
TYPICALLY = " typically"
NOR_OTHERS = ", nor is that over {names}"
NOR_MORE_OTHERS = ", nor is that over {names} ({numbers})"
RIVAL_WITH_NUMBERS = "{rival} ({numbers})"
TEST_AND_P = "{test}, {p}"
UNADJUSTED = "unadjusted"
ADJUSTED = "adjusted"
SIMULTANEOUS = "simultaneous"
INTERVAL_EXCLUDES = "; the interval excludes 0{reason}"
INTERVAL_OF_FEW = " because there are too few scores for one of {level} %"
INTERVAL_OF_PAIR = " because it is not adjusted for all pairs, as p is"
INTERVAL_OF_TIES = ", as it takes no account of ties"
INTERVAL_OF_COUNTS = ", as it is computed by another method than p, and the two may disagree near α"
INTERVAL_OF_SCORES = ", as the scores show a lead that their ranks alone do not"
YET_BETTER = "Yet {name} is significantly better than {other} ({test}, {p})."
NOT_APART = "They do not differ significantly ({test}, {p})."
NO_PAIR = "No pair differs significantly ({test})."
SOME_PAIRS = "{n:,} of {pairs} {verb} significantly ({test})."
ITS_ADVANTAGE = "its advantage"
ADVANTAGE_OVER_IT = "the advantage of {name} over it"
IS = ("is", "is typically")
RANGES = ("ranges from", "typically ranges from")
NO_SHIFT = "yet the typical difference{measure} is 0{source}"
ADVANTAGE = "{whose}{measure} {is_} {amounts}{source}"
IN_MEASURE = " in {measure}"
SIZE_OVER = "{size} over {rival}"

CONTROL = "the control {control}, whose {centre} is {value}"
CONTROL_ALONE = "no {noun} differs significantly from {control} ({test})"
CONTROL_SIDE = "{names} {verb} significantly {how}"
CONTROL_OPEN = "{names} {verb} not differ significantly from it ({p})."

DIFFERENCE_IN_DOUBT = (
    "The {test} finds a difference between {first} and {second} ({numbers}), but {reservation}, so it is "
    "not called significant."
)
FAVOURED_IN_DOUBT = (
    "The {test} favours {first} over {second} ({numbers}), but {reservation}, so the difference is not "
    "called significant."
)
PAIRS_IN_DOUBT = "The {test} {finds}, but {reservation}, so no difference is called significant."
FAVOURS = "favours {name} over {others} ({p})"
HAS_SMALL_P = "has {level} for {n:,} of {pairs}"

FURTHER_IN_DOUBT = "{leader}, but {reservation}"
FURTHER_PAIRS = "{leader}, and {pairs}"
FURTHER = "{leader}, {whom} ({test})"
YET_BEATEN = "yet {names} {verb} significantly better than it"
AND_BEATS = "and is significantly better than {names}"
BUT_OPEN = "but none of its leads is called significant"

OVERALL_OPEN = "Whether {among} differ overall is open ({test}): {reservation}."
OVERALL = "{claim} ({test})."
ALL_ALIKE = "On each {kind} all algorithms have the same score, as if a column had been copied."
NO_OVERALL = "{claim} ({test}), which does not make them equal."
DIFFER = "{among} differ overall"
NOT_SHOWN = "No overall difference among {among} was shown"
ON_SUCH_EXAMPLES = "{claim} on examples like these"

BEST_MEAN = "{over}, {name} has the best {score} ({mean})."
NO_TEST = (
    "No test was run, because no column shows how the {n:,} {kind}s on one dataset depend on each "
    "other."
)
NO_TEST_WAY_OUT = (
    "If each {kind} is a split of its own, the share of the data on which it was tested is needed "
    "(option test_fraction, such as 0.3); if only the training was repeated, the column should be called "
    "seed."
)

SHARED_BETTER = (
    "Each of them is significantly better than {beaten} ({test}, {p}); {rest} do not differ significantly "
    "from each other."
)
BY_METRIC = "By {metric}, {sentence}"
SAME_BY_METRICS = "{names} {verb} the best mean rank by all {n} metrics."
SAME_BY_BOTH = "{names} {verb} the best mean rank by both metrics."
SAME_BY_METRIC = "by {metrics}, {names} again"
LEADER_BY_METRIC = "by {metric}, {names} {verb}{lead}"
LEADS_BY_METRIC = "ranks first", "share first place"
MEANS_BY_METRIC = " ({metric} {own}, against {other} of {rival})"
NOT_BY_MEAN = " by the mean rank, though not by the mean ({own}, against {other} of {rival})"
AHEAD_BY_METRIC = ", significantly ahead of {rival} ({size} {how}, {p})"
OPEN_BY_METRIC = ", but not significantly ahead of {rival} ({size} {how}, {p})"
LEADER_OF = "by {metric} ({name})"
OPEN_BY_METRICS = "{leaders} others rank first, but not significantly ahead of {rival} ({p})"
METRICS_DIFFER = "The metrics give different rankings: {clauses}."
ONE_MORE_METRIC = "one more metric has another leader"
MORE_METRICS = "{n} more metrics have another leader"

COURSE = "By the area under the curves ({score}), {sentence}"
AREA = "averaged {score}"
NO_BUDGET = (
    "No algorithm is significantly better than all others at any compared budget (α = {level}); the best "
    "there are {names}."
)
NO_BUDGET_ONE = (
    "At each compared budget, {names} is the best, but at none is it significantly better than all others "
    "(α = {level})."
)
PICK = "{name} at {steps}"
PICK_OVER = "{name} from {steps}"
ONE_PICK = "{name} is the best choice at all compared budgets"
MANY_PICKS = "The best choice depends on the budget: {picks}"
PICKED = "{answer}."
PICKED_IN_DOUBT = "{answer}; none is called significantly better, as {reservation}."
PICKED_SURELY_AT = (
    "{answer}; it is significantly better than all others at {clear} of {n} (α = {level})."
)

FURTHER_MEASURE = "{clause}."
THE_MODELS = "the {n} models"
