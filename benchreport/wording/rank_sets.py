"""Results on the ranks that algorithms could have."""

BY = {
    "mean": "mean {score}",
    "mean_rank": "mean rank",
    "win_rate": "win rate",
}
RANK = "rank"
SUMMARY = "{method} by {by} ({confidence} %): {names} could be the best"
ONLY_ONE = "{name} is shown to be the best by {by}."
SEVERAL = "{n} of {all} {noun}s could be the best."
UNORDERED = "Of the {noun}s ranked 1 to {n}, no two can be ordered."
FIRST_TWO = "The {noun}s ranked 1 and 2 cannot be ordered."
NONE_ORDERED = "No two of the {noun}s can be ordered."
IN_DOUBT = "Some {noun}s could be told apart, but {reservation}."
PROMISE = (
    "The sets hold together: in {confidence} % of samples, each {noun}'s true rank is in its own set. They "
    "do not say which ranks are likelier."
)

# the figure
AXIS = "rank (1 is best)"
DRAWN = "Ranks by {by} with the ranks that each could have: {listed}."
ONE_DRAWN = "{name} {rank} ({ranks})"
CAPTION = (
    "Ranks of the {noun}s by {by} (dots), and bars over the ranks that each could have: {confidence} % "
    "confidence sets that hold for all at once. Filled: could be the best."
)
LEFT_OUT = "{algorithms} further down {are} not drawn."
