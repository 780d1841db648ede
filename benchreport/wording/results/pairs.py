"""Results of pairwise comparisons."""

COMPARED = "{method}{side}: {n:,} of {comparisons}{control}"
WITH_CONTROL = " with {control}"
CRITICAL_DIFFERENCE = ", critical difference {cd}"
ONE_SIDED_TEST = ", one-sided ({side})"
STUDENTIZED_RANGE = "studentized range over all pairs"
LARGEST_T = "largest t over all comparisons"
BETTER = "{name} is better than {others}."
FAVOURED = "The p-values favour {name} over {others}."
MORE = "… and {n:,} more in the table."
BY_NEITHER = "{first} and {second} {verb}."
BY_NEITHER_IN_DOUBT = "By their p-values, {first} and {second} {verb}."
ONE_SIDED = "The test is one-sided and looks only for {side} {score} of the first of a pair."
OPEN = "No significant difference was found for {pairs} (α = {level})."
OPEN_ONE_SIDED = "No significant difference in that direction was found for {pairs} (α = {level})."
IN_DOUBT = "No difference is called significant, because {reservation}."
TOO_MANY_TIES = "No pair could be significant: too many scores are tied."
AND_COMPARISONS = " and {n:,} comparisons"
ALWAYS_ONE = (
    "No pair could be significant: with {blocks}{comparisons}, every {adjusted}p-value is 1, whatever the "
    "scores."
)
UNATTAINABLE = (
    "No pair could be significant: with {blocks}{comparisons}, the {adjusted}p-value cannot be below "
    "{smallest}."
)

FEW_DIFFERING_EXAMPLES = "so few examples on which the models differ"
FEW_ARRANGEMENTS = "so few random arrangements (n_resamples)"
SIGNIFICANT = "significant at α = {level}"
NOT_CALLED_SIGNIFICANT = "with p ≤ {level}{cd}, not called significant because {reservation}"
