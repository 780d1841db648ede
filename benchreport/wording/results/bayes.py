"""Results of Bayesian comparisons."""

DECIDED = "{method}{control}: {decided} of {pairs} decided{equivalent} at probability {level}"
WITH_CONTROL = " with {control}"
AND_EQUIVALENT = " and {n:,} practically equivalent (± {rope})"
BETTER = "{name} is probably better than {others}."
BETTER_BY = "{name} is probably better than {others} by more than {rope}."
MORE = "… and {n:,} more in the table."
EQUIVALENT = "Practically equivalent (± {rope}): {pairs}."
UNDECIDED = "No answer reaches a probability of {level} for {pairs}."
NO_ROPE = (
    "No pair can be practically equivalent without a region of practical equivalence (rope), the "
    "largest difference in the score that does not matter."
)
MEANING = "The probabilities depend on the model and its prior ({prior}) and are not error rates."
NOT_CORRECTED = "They are not corrected for the number of pairs."
COMPUTED = "They are computed without sampling."
SAMPLED = "They come from {n} draws, with standard errors up to {error}."
