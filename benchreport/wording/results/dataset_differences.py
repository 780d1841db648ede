"""Results on the differences of pairs by dataset, and forest plots."""

ALL_EXAMPLES = "all examples"
ALL_DATASETS = "mean of datasets"
SUMMARY = (
    "{method}: {first} − {second} {pooled} over all examples, from {low} ({where_low}) to {high} "
    "({where_high})"
)
AHEAD = "{first} scores better than {second} on {n:,} of {all}"
CLEAR = "the interval is on its side for {names}"
AGAINST = "on the side of {second} for {names}"
NOWHERE = "; no interval of a single dataset excludes 0"
SINGLE = "The {confidence} % intervals of single datasets each hold alone, and are not adjusted."
ONE_POOLED = "The difference over all examples counts each example once."
TWO_POOLED = (
    "The difference over all examples counts each example once, and is about more examples of these "
    "datasets. The mean of datasets counts each dataset once, and its interval is about other datasets like "
    "these."
)
ONE_CLUSTER = (
    "{names} {has} examples of one cluster only, which do not show how much the difference varies."
)

# the figure
GROUP = "{first} − {second}"
AXIS = "difference of {score}, first better →"
DRAWN = "Differences of {score} by dataset: {listed}."
ONE_DRAWN = (
    "{first} − {second}, {pooled} over all examples and from {low} to {high} on single datasets"
)
CAPTION = (
    "Differences of {score} by dataset, to the right where the first of the pair is better. Bars are "
    "{confidence} % intervals, each for its dataset alone; squares grow with the number of examples."
)
DIAMOND = "The filled diamond is over all examples{together}"
TOGETHER = " (intervals hold for all pairs together)"
SECOND_DIAMOND = ", the open one the mean of datasets, as a sample of others."
LEFT_OUT = "{pairs} {are} not drawn."
