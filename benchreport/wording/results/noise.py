"""Results on where noise comes from, and on how large a study must be."""

SUMMARY = "{method} ({variant}): {parts}"
SHARE = "{share} {name}"
CANCELS = (
    "What {names} adds cancels out in differences of two {noun}s, because all {noun}s share it."
)
CANCELS_MANY = (
    "What {names} add cancels out in differences of two {noun}s, because all {noun}s share it."
)
DIFFERENCE = (
    "The difference of two {noun}s' means has a standard error of {error}; {share} of its variance comes "
    "from {name}."
)
NEGATIVE = (
    "The estimate for {names} is negative, and counts as 0: any such variation is too small to see."
)
NEGATIVES = "The estimates for {names} are negative, and count as 0: any such variation is too small to see."
FEW = "With {n} levels of {facet}, its variances are rough."
RANDOM_LEVELS = (
    "levels are drawn at random from those that the study is about",
    "this is a matter of the design; a few chosen prompts or judges stand for themselves alone",
)
SHARED_TRAINING = (
    "repeats of a dataset are independent",
    "{facet}s of a dataset share training data, which makes the noise between them look too small",
)

# plans
NOW = "With {levels}, the difference of two means is known to ± {half} ({confidence} %)."
DOUBLING = "Twice as many {facet}s make that ± {half}."
BUYS_MOST = "For the same number of runs, more {facet}s buy most."
CHEAPEST = "The cheapest plan for {aim} has {levels} ({runs:,} runs of each {noun}, cost {cost})."
UNREACHABLE = (
    "No number of {facet}s reaches {aim}: other parts of the noise stay, at ± {half} at the least."
)
AIM_HALF = "± {half}"
AIM_POWER = "power {power} at a difference of {difference}"
PLAN_SUMMARY = "{method}: ± {half} now"
PLAN_FOUND = "{method}: ± {half} now, {levels} for {aim}"
SAME_NOISE = (
    "the noise of new levels is that of the ones that are there",
    "variances of few levels are rough; plan with a margin",
)

# power
POWER_SUMMARY = "{method} ({test}): {power} with {n:,} {noun}s (Monte-Carlo error {error})"
NEEDED_SUMMARY = (
    "{method} ({test}): {n:,} {noun}s for a power of {target} (Monte-Carlo error {error})"
)
POWER = "With {n:,} {noun}s the power of the {test} is {power} (Monte-Carlo error {error})."
NEEDED = (
    "A power of {target} needs {n:,} {noun}s ({test}); in simulation they have {power} (Monte-Carlo error "
    "{error})."
)
NOT_REACHED = (
    "A power of {target} needs more than {n:,} {noun}s ({test}); in simulation these have {power} "
    "(Monte-Carlo error {error})."
)
AS_OBSERVED = (
    "The difference was taken as observed, {difference}: if it is truly smaller, so is the power. Give the "
    "smallest difference that matters."
)
AS_GIVEN = "The difference was set to {difference}; the noise is that of the table."
RESAMPLED = (
    "new {noun}s vary as those of the table do",
    "they are drawn from it with replacement; with few {noun}s tails are missing",
)
OF_PAIR = "{test} of {first} against {second}"
TESTS = {
    "paired_t": "paired t test",
    "wilcoxon": "Wilcoxon signed-rank test",
    "friedman": "Friedman test",
    "mcnemar": "McNemar test",
    "gate": "test of non-inferiority",
}
