"""Effect sizes, estimates of error and priors, each defined in a clause."""

D_Z = "mean difference over the sd of the differences"
D_AV = "mean difference over the root of the mean of both variances"
G_Z = "Hedges' g, d_z corrected for small samples"
RANK_BISERIAL = "matched-pairs rank-biserial correlation, −1 to 1"
SUPERIORITY = "probability that the first is higher on a block, ties half"
D = "Cohen's d, difference of means over the pooled sd"
G = "Hedges' g, d corrected for small samples"
DELTA = "Cliff's δ, P(first higher) − P(second higher)"
A = "Vargha and Delaney's A, P(first higher), ties half"
GAMMA = "Akinshin's γ, difference of medians over the pooled MAD"
IMPROVEMENT = "probability that a run of the first is higher, ties half, mean over datasets"
COMMON_LANGUAGE = "McGraw and Wong's P(first higher) if both are normal"

AGGREGATES = {
    "iqm": "interquartile mean, the mean of the middle half of all runs",
    "mean": "mean of all runs",
    "median": "median of the datasets' means, or of the runs of one dataset",
    "optimality_gap": "mean amount by which runs fall short of {target}",
}
ERRORS = {
    "error_632_plus": "like .632, with more weight on the out-of-bag error the more the model overfits",
    "error_632": ".368 of the resubstitution error and .632 of the out-of-bag error",
    "out_of_bag_error": "share of the left-out examples that models fitted to the others predict wrong",
    "no_information_rate": "error of the same predictions if they were unrelated to the truth",
    "resubstitution_error": "share of the examples that the model fitted to them predicts wrong",
}
ROUNDS = {
    "{}_632_plus": "like .632, with more weight on the out-of-bag value the more the model overfits",
    "{}_632": ".368 of the resubstitution value and .632 of the out-of-bag value, mean over rounds",
    "out_of_bag_{}": "on the examples that a round left out, mean over rounds",
    "resubstitution_{}": "on the examples that a model was fitted to, mean over rounds",
}

FLAT = "flat for the mean and for the logarithm of the variance"
PRIORS = {
    "rope": "at a difference of 0",
    "first": "on the side of the first of a pair",
    "second": "on the side of the second of a pair",
}
MEAN_OF_REPEATS = "mean of its repeats"
AMONG_REPEATS = "among the repeats of its cell"
DRAWS = "{n} draws of one run of each algorithm"
UNEQUAL_LABELS = "do not use the labels equally often"
CONTRAST = "difference in {score}, from medians of differences"
