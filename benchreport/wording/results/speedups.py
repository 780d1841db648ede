"""Results on ratios of means: times, sizes and rates."""

PAIR, RATIO, INTERVAL = "pair", "speedup", "{confidence} % CI"
OVER = "{first} over {second}"
SUMMARY = "{method} of {pairs}; the largest: {claim}"
CLAIM = "{ratio} for {first} over {second}, {confidence} % CI {interval}"
BARE = "{ratio} for {first} over {second}"
CLEAR = "The interval excludes {ratio} for {n} of {pairs}."
ONE = "a speedup of 1"
IN_DOUBT = "The intervals exclude 1 for some pairs, but {reservation}."
GEOMETRIC = (
    "A speedup is the geometric mean, over {n} datasets, of the ratio of the two means of {score}, and its "
    "interval is about datasets like these."
)
ARITHMETIC = (
    "A speedup is the ratio of the two means of {score}, and its interval is about more invocations on this "
    "dataset."
)
LOWER = "Above 1 the first of a pair is better: the ratio is the second's mean over the first's."
HIGHER = "Above 1 the first of a pair is better: the ratio is the first's mean over the second's."
EACH_ALONE = "Each interval holds for its pair alone."

# the figure
BETWEEN = "over"
AXIS = "speedup (above 1: the first is better)"
DRAWN = "Speedups of {pairs} with intervals, from {low} to {high}; {n} of the intervals exclude 1."
CAPTION = "Ratios of the means of {score}, above 1 where the first is better."
CAPTION_OVER = (
    "Ratios of the means of {score}, above 1 where the first is better; dots are the {n} datasets, and "
    "large markers their geometric means."
)
BARS = "Bars are {level} % intervals over invocations, each for its pair alone."
BARS_OVER = "Bars are {level} % intervals over datasets, each for its pair alone."
FILLED = "The interval of a filled marker excludes 1."
LEFT_OUT = "{pairs} closest to 1 {are} not drawn."
