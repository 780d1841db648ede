"""The methods paragraph of a report on curves."""

COMPARED = (
    "We compared {algorithms} by their curves of {score} ({direction}) over {step}, using {anytime}. A run "
    "keeps its last score until its next point, and has no score before its first."
)
BEST_SO_FAR = "the best score so far"
AT_EACH_STEP = "the score at each step"
CURVES = "Curves show the {center} over runs with {band}."
OVER_DATASETS = (
    "Over datasets, runs were averaged, and scores were scaled to normalised regret within each dataset "
    "{citation}, with {band} over datasets."
)
RANKS = "Mean ranks over time are {how}, with {band}."
RANKS_OF_AVERAGES = "those of averages over runs within each dataset"
RANKS_OF_DRAWS = "means over {draws}"
RUNTIMES = (
    "Running times to {targets} are shown by their empirical distribution and by expected running times "
    "{citation}."
)
