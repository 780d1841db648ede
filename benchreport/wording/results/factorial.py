"""Results on factors: analyses of variance of settings, and what the parts of an ablation study add."""

SUMMARY = "{method}: {tests}"
TERM = "{source} F({dof}) = {statistic}, {p}, partial η² = {size}"
MATTERS = "Mean scores differ significantly between the levels of {names} (α = {level})."
CROSS = " × "
INTERACT = (
    "The effects depend on one another: {names}. A factor's effect differs between the levels of the other, "
    "and its mean effect may be that of no level."
)
EFFECTS_DEPEND = "{dependences} The effects above are means over the other settings."
SEVERAL_DEPEND = (
    "Effects depend on one another: those of {pairs}. "
    "The effects above are means over the other settings."
)
DEPENDING = "{factor} and {condition} ({p})"
DEPENDS = (
    "The effects of {factor} and {condition} depend on one another ({test}). {factor}: {level} instead of "
    "{baseline} changes {mean} by {effect} {effect_interval} where {condition} is {with_level}, and by "
    "{other} {other_interval} where it is {with_baseline}."
)
INTERACTING = "; {test}"
DEPEND_CLAUSE = "the effects of components depend on one another"
NOT_FOUND = "At α = {level}, no significant effect was found for {names}."
IN_DOUBT = (
    "At least one p-value is at most α = {level}, but {reservation}, so no effect is called "
    "significant."
)
STRATA = "Repeated-measures ANOVA of factors"
POOLED = "Factorial ANOVA"
RANDOM = "Factorial ANOVA with random {blocks}"
"""Methods."""
RANDOM_BLOCKS = (
    "{blocks} are a sample, and their levels are normally distributed",
    "the model has a random level for each",
)
EQUAL_EFFECTS = (
    "the effect of each factor has the same variance over {blocks} and combinations",
    (
        "one residual variance is the error of all terms; in simulations in which effects varied over 12 "
        "datasets, 12 % of true hypotheses were rejected at .05"
    ),
)
NORMAL_EFFECTS = (
    "the residuals are normally distributed, or effects are means of enough scores",
    "Shapiro–Wilk W = {w}, {p}, of the residuals, and a skewness of effects of at most {skewness}",
)
AVERAGED_OUT = (
    "The residuals are not normally distributed (Shapiro–Wilk {p}), but effects are means whose skewness is "
    "small. Tests keep their level then, and lose power where a few errors are large. The figure "
    "residual_plot shows them."
)
WITHOUT_MODEL = "Without this model, {call} {does}."
WITHIN_BLOCKS = "compares effects within the {n:,} {blocks} that have every combination"
BY_RANKS = "compares the combinations by ranks"
BY_RANKS_WITH_GAPS = "compares the combinations by ranks, and allows gaps"
"""What needs no normal residuals."""
ROBUST = (
    "scores of different {units} are independent",
    "the standard errors allow for unequal variances{within}",
)
WITHIN = " and for correlation within a {block}"
FEW_CLUSTERS = (
    "There are {n} {blocks}; with fewer than 8, tests of factors with three or more levels reject too "
    "often."
)
LEVEL = "{factor}: {level}"
OF_FACTOR, EQUALS = "{levels} ({factor})", "{factor} = {levels}"
FIRST_IN_ALPHABET = (
    "The baseline of {factor} is {level}, as it is the first in the alphabet; the option baseline takes "
    "another level."
)
COMPONENT, BASELINE, EFFECT, BETTER_ON = "component", "instead of", "effect", "better on"
INTERVAL = "{confidence} % CI"
COUNT = "{n:,} of {all:,}"
"""Heads and cells of the table of components."""
ABLATION = "Ablation ({correction}): {n} of {components} {have} a significant effect at α = {level}{largest}"
ABLATION_IN_DOUBT = (
    "Ablation ({correction}): {n} of {components} {have} an adjusted p ≤ {level}, but a check puts the "
    "p-values in doubt, so no effect is called significant"
)
MOST_HELPFUL = "; the most helpful is {component}"
ADDS = "{name}, {difference}, {confidence} % CI {interval}, {p}"
HELPS = "At α = {level}, mean scores are significantly better for {names}."
HARMS = "At α = {level}, mean scores are significantly worse for {names}."
METHOD = "Effects of components"
NEEDS_BLOCKS = "blocks (datasets) on which all combinations were tried"
NEEDS_SOME = "blocks (datasets)"
NEEDS_ALL = "every combination on every block, and some are missing"
NEEDS_NO_COVARIATES = "a model without covariates"
NEEDS_NONROBUST = "covariance='nonrobust'"
"""What an error for each term needs."""
PER_BLOCK = (
    "the effects on {blocks} are normally distributed, or their means are hardly skewed",
    (
        "smallest Shapiro–Wilk W = {w}, adjusted {p}, of the effects, and a skewness of their means of at "
        "most {skewness}"
    ),
)
UNTESTED_PER_BLOCK = (
    PER_BLOCK[0],
    "the effects do not differ between {blocks}, or there are too few",
)
INSTEAD = "{component} instead of {baseline}"
EFFECT_ON = "effect on {mean}"
BETTER, WORSE = "better →", "worse →"
EFFECTS_DRAWN = (
    "Effects of components on {mean}: {listed}. {n} of them have an adjusted p ≤ {level}."
)
EFFECTS_CAPTION = "Effect of each component on {mean}{over}, {how}."
EFFECT_OF = {
    True: "over all levels of the others equally",
    False: "by a model of the factors, as not all combinations of their levels were run",
}
OVER_BLOCKS = " over {blocks}"
BARS = "Bars are {confidence} % intervals of each effect alone."
FILLED = "Filled markers have an adjusted p ≤ {level}."
"""The figure of components."""
NO_FACTORS = (
    "Interactions are of factors, columns of settings whose combinations are the algorithms."
)
NO_INTERACTION = "The model has no interaction of two factors."
NO_COMBINATIONS = "The table has too few combinations of the factors to tell an interaction."
DRAWS_EFFECTS = " draws the effect of each factor"
NAME_SETTINGS = "name two or more columns of settings as factors"
INTERACTION_DRAWN = "Estimated {mean} by {names}: {listed}."
INTERACTION_CAPTION = "Estimated {mean} by {first} and {second}; parallel lines do not interact."
BARS_OF_MEANS = "Bars are {confidence} % intervals."
BARS_WITHIN = "Bars are {confidence} % intervals without what all combinations share on a block."
INTERACTION_TEST = "Interaction: {test}."
"""The figure of an interaction."""
RESIDUALS_BY_FIT = "Residuals of {formula} against fitted values."
RESIDUALS_BY_QUANTILE = (
    "Ordered residuals of {formula} against quantiles of the normal distribution."
)
NO_PATTERN = "Under the model there is no pattern, and the spread is the same everywhere."
ON_THE_LINE = "Normally distributed residuals lie along the line."
RESIDUALS_ALT = "{n:,} residuals, from {low} to {high}."
FITTED, RESIDUAL, QUANTILE = "fitted {score}", "residual", "normal quantile"
"""Figures of residuals."""
HELP_HEAD = ("{names} improves {mean}", "{names} improve {mean}")
HARM_TOO = ("{names} worsens it", "{names} worsen it")
HARM_HEAD = ("{names} worsens {mean}", "{names} worsen {mean}")
NONE_HEAD = "No effect of a component on {mean} is called significant"
COMPONENTS_DO = "{mean} changes by {effects}{more}{rest} ({test})."
# by whether all combinations of settings were run
AVERAGED = {
    True: "Averaged over the other settings, {mean}",
    False: "By a model of the settings, as not all their combinations were run, {mean}",
}
MORE_COMPONENTS = (
    "; one more has an adjusted p ≤ {level}",
    "; {n} more have an adjusted p ≤ {level}",
)
REST_OPEN = (
    "; the effect for {names} is not significant",
    "; the effects for {names} are not significant",
)
REST_IN_DOUBT = (
    "; the effect for {names} has an adjusted p > {level}",
    "; the effects for {names} have an adjusted p > {level}",
)
EFFECTS_IN_DOUBT = "No effect is called significant, because {reservation}."
HEAD_IN_DOUBT = (
    "No effect of a component on {mean} is called significant; "
    "the largest is {difference} for {name}"
)
NO_COMPONENT = "No significant effect was found for {names} ({test})."
CHANGES = "{difference} {interval} for {name} ({p}{blocks})"
BETTER_BLOCKS = ", better on {n:,} of {all:,} {kind}s"
TEST_PER_BLOCK = "t test of the effects on each {block}, {correction}, α = {level}"
TEST_POOLED = "contrasts of marginal means, {correction}, α = {level}"
WITH_INTERVALS = "{test}, unadjusted intervals"
INSEPARABLE = (
    "The effects of single components cannot be told apart, because a level of {factor} was run only "
    "together with certain levels of other factors."
)
"""The answer on components."""
