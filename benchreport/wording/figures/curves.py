"""Captions and alternative texts of figures of learning curves, runs and running times."""

CURVES = "Curves of {center} {quantity} over {steps}{axis} for {algorithms}. {summary}."
LOG_AXIS = " (logarithmic axis)"
LINES = "{center} {quantity}{incumbent} over {over}{band}."
INCUMBENT = " of the best point so far"
BANDS = "; bands: {band}"
NO_BANDS = "; without bands, as more than {n} are in colour"
END = "At the end, {names} {lead} ({value})."
LEADS, ARE_LEVEL = "leads", "are level"
ENDED = "Runs that ended keep their last score."
HIDDEN = "{datasets} {are} not drawn."
PARTS = {"train": "on training data", "validation": "on validation data"}

SINGLE_RUNS = "Curves of single runs: {curves}. Mean last scores: {scores}."
ONE_RUN = (
    "Run {run} of each of {algorithms}: {score}{best}. Single runs do not show how much runs vary."
)
ALL_RUNS = (
    "All runs{where}: {score}{best}, {runs} for each algorithm, with names at the mean last score."
)
ON = " on {datasets}"
BEST_SO_FAR = ", best so far"

TARGETS = "Share of targets reached over {step}{axis} for {algorithms}. {summary}."
RUNNING_TIMES = (
    "Empirical distribution of running times; the targets are {targets}. In the end, {names} {reach} "
    "the most targets, {share} %."
)
REACHES, REACH = "reaches", "each reach"
CROSS = "A cross marks where the first run of a system ended."
SHARE_AXIS = "share of targets reached, %"
