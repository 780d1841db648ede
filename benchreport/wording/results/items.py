"""Results on single examples: flips from one model to another, and how hard examples are."""

ALL = "all"
ANSWERS = {0.0: "wrong", 1.0: "right"}
KINDS = {True: "wrong → right", False: "right → wrong"}
FLIPS = (
    "{method} from {old} to {new}: {lost} right → wrong and {gained} wrong → right of {examples}"
)
NO_FLIPS = "{old} and {new} are right and wrong on the same examples."
TURNED = (
    "From {old} to {new}, {share} % of the examples flip; both ways together they leave a net change of "
    "{net}."
)
MOST_LOST = "{new} loses most on {dataset}: {n:,} of {examples} turn from right to wrong."
UNDECIDED = "On {n} a model has as many right samples as wrong ones, which counts as no flip."
MAJORITY = "An example counts as right where more than half of its samples are."

# how hard examples are
HARDEST = "{method}: mean {score} from {low} on the hardest of {examples} to {high} on the easiest"
NEVER = (
    "No model is ever right on {examples}; before they count against a model, check that their expected "
    "answers are right."
)
ALWAYS = "All models are always right on {examples}, which tell no two models apart."
REVERSED = (
    "On {examples} better models do worse (correlation with the rest below {limit}): ambiguous questions "
    "and wrong labels look like this."
)
FEW_MODELS = (
    "With fewer than {n} models, correlations with the rest say nothing about single examples."
)
CORRELATIONS = (
    "The correlation of an example with the rest is over {n} models: between their {score} on it and on all "
    "others."
)
