"""Results on means: analyses of variance and comparisons with a value."""

F_TEST = "{method}: F({dof}) = {statistic}, {p}{corrected}, {effect} = {size}"
CORRECTED = " ({correction} corrected)"
DIFFER_FROM = "{method}{correction}: {n} of {algorithms} {differ} from {value} at α = {level}"
DIFFERENT = "The mean scores of the algorithms differ (α = {level})."
NOT_DIFFERENT = "The mean scores of the algorithms show no significant difference (α = {level})."
IN_DOUBT = (
    "The p-value is at most α = {level}, but {reservation}, so no difference of means is called "
    "significant."
)
INTERVAL = "{confidence} % CI"
ABOVE = "Above {value}: {names}."
BELOW = "Below {value}: {names}."
NOT_FROM_VALUE = "No significant difference from {value} was found for {algorithms} (α = {level})."
MODEL = "The model is {formula}. The variance is {parts}."
