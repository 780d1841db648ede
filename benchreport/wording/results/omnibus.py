"""Results of omnibus tests: whether the algorithms differ at all."""

SUMMARY = "{method}: {test}, {effect}"
SUMMARY_WITH_INTERVAL = SUMMARY + ", {confidence} % CI {interval}"
DIFFERENT = "{who} differ {where}."
NOT_DIFFERENT = "{who} show no significant difference {where}."
CLAIM = "{claim} {where}."
WHICH = "The pairwise comparisons show which ones."
IN_DOUBT = (
    "The p-value is at most α = {level}, but {reservation}, so no difference is called significant."
)
UNATTAINABLE = (
    "No result could be significant: {algorithms} on {blocks} cannot give a p-value "
    "below {smallest}."
)

ON_THESE_BLOCKS = "on these {blocks} (α = {level})"
ON_SUCH_EXAMPLES = "on examples like these (α = {level})"
IN_THESE_RUNS = "in these runs (α = {level})"
