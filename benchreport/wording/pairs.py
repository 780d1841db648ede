"""Results of pairwise comparisons."""

BETTER = "{name} is better than {others}."
FAVOURED = "The p-values favour {name} over {others}."
MORE = "… and {n} more in the table."
BY_NEITHER = "{first} and {second} {verb}."
BY_NEITHER_IN_DOUBT = "By their p-values, {first} and {second} {verb}."
ONE_SIDED = "The test is one-sided and looks only for {side} {score} of the first of a pair."
OPEN = "No significant difference was found for {pairs} (α = {level})."
OPEN_ONE_SIDED = "No significant difference in that direction was found for {pairs} (α = {level})."
IN_DOUBT = "No difference is called significant, because {reservation}."
UNATTAINABLE = (
    "No pair could be significant: with {blocks} and {comparisons}, the adjusted p-value cannot be "
    "below {smallest}."
)

FEW_DIFFERING_EXAMPLES = "so few examples on which the models differ"
FEW_ARRANGEMENTS = "so few random arrangements (n_resamples)"
SIGNIFICANT = "significant at α = {level}"
NOT_CALLED_SIGNIFICANT = "with p ≤ {level}{cd}, not called significant because {reservation}"
