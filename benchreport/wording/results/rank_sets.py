"""Results on the ranks that algorithms could have."""

BY = {
    "mean": "mean {score}",
    "mean_rank": "mean rank",
    "win_rate": "win rate",
    "iqm": "interquartile mean {score}",
    "estimate": "{score}",
}
BY_FUNCTION = "{name} of {score}"
FUNCTION = "a function"
RANK = "rank"
SUMMARY = "{method} by {by} ({confidence} %{doubt}): {names} could be the best"
DOUBT = ", in doubt"
ONLY_ONE = "{name} is shown to be the best by {by}."
SEVERAL = "{n} of {all} {noun}s could be the best."
UNORDERED = "Of the {noun}s ranked 1 to {n}, no two can be ordered."
FIRST_TWO = "The {noun}s ranked 1 and 2 cannot be ordered."
NONE_ORDERED = "No two of the {noun}s can be ordered."
IN_DOUBT = "Some {noun}s could be told apart, but {reservation}, so the sets may be too small."
PROMISE = (
    "The sets hold together: in {confidence} % of samples, each {noun}'s true rank is in its own set. They "
    "do not say which ranks are likelier."
)
PROMISE_OF_EACH = (
    "Each set holds for one {noun} alone: in {confidence} % of samples, the {noun}'s true rank is in it. All "
    "sets together hold less often."
)
KNOWN_ERRORS = (
    "estimates are independent, normal and have known standard errors",
    "a printed table does not say it; models that answered the same examples are correlated",
)

# the figure
AXIS = "rank (1 is best)"
DRAWN = "Ranks by {by} with the ranks that each could have: {listed}."
ONE_DRAWN = "{name} {rank} ({ranks})"
CAPTION = (
    "Ranks of the {noun}s by {by} (dots), and bars over the ranks that each could have: {confidence} % "
    "confidence sets that hold for {reach}. Filled: could be the best."
)
REACH = {True: "all at once", False: "each alone"}
LEFT_OUT = "{algorithms} further down {are} not drawn."
