"""The checklist of good practice: its questions, and the evidence for an answer."""

INTRODUCTION = (
    "These answers come from the data. The authors must add what the data cannot show, such as how "
    "hyperparameters were tuned."
)

UNCERTAINTY = "Is the uncertainty shown?"
METRICS = "Is more than one metric reported?"
REPEATS = "Are runs repeated?"
DATASETS = "Are there enough datasets?"
SPLITS = "Did all algorithms see the same splits?"
GAPS = "Is every algorithm scored everywhere?"
CORRECTION = "Are the p-values corrected for the number of comparisons?"
EFFECT_SIZES = "Are effect sizes reported?"
OUTLIERS = "Are outlying scores explained?"
BUDGETS = "Is more than one budget compared?"
SAME_BUDGET = "Did all runs have the same budget?"
BASELINE = "Is there a trivial baseline?"

SPREAD = "The report has standard deviations and quartiles of the scores"
SPREAD_AND_INTERVALS = "{spread} and intervals of the differences."
SPREAD_DEPENDENT = "{spread}; its intervals assume independent splits, which is doubtful."
SPREAD_ONLY = "{spread}, but no intervals of the differences."
BANDS = "The curves have bands: {band}."
NO_BANDS = "A single run has no band."
INTERVALS = "{all} of the {n} numbers have intervals."
ALL_INTERVALS = "Each of the {n} numbers has an interval."

ONE_METRIC = "The report has {score} only; another metric may rank them differently."
SEVERAL_METRICS = (
    "There are {n} metrics ({metrics}), with p-values adjusted over them by Holm's correction."
)
COUNTED_METRICS = "The report has {metrics}."

INDEPENDENT_RUNS = "Each algorithm has {n} independent runs."
COUNTED_REPEATS = "There are {repeats}."
ONE_RUN = "Each cell has one score, so the variation between runs is unknown."
SOMETIMES_ONE_RUN = (
    "The cells have 1 to {most} runs; where there is one, the variation between runs is unknown."
)
AVERAGED_RUNS = "Each cell is the mean of {n} runs."
RUNS_EVERYWHERE = "Each algorithm has {runs} on each dataset."
FITTED_ONCE = (
    "The models were fitted once, or the table does not show it, "
    "so the variation between fits is unknown."
)

ONE_DATASET = "There is one dataset, so the result does not extend to others."
FEW_DATASETS = "There are {n} datasets; tests over so few find only large differences."
FEW_COMPLETE = "There are {n:,} datasets, {complete} of them without gaps."
COUNTED_DATASETS = "There are {n:,} datasets."

NO_SPLITS = "The table does not name any splits."
UNCROSSED = "The algorithms have different {noun}s."
LACKING = "{runs} {are} missing for some algorithms and present for others."
SAME_SPLITS = "Every run of one algorithm has its counterpart in all others."

GAPS_FOUND = "{gaps}."
INDEPENDENT = "The runs are independent."
NO_GAPS = "All {cells:,} cells have a score."

NO_PAIRS = "No pairs are tested."
ONE_COMPARISON = "There is one comparison."
NOT_CORRECTED = "The p-values of the {n:,} comparisons are not corrected."
CORRECTED = "The p-values of the {n:,} comparisons are adjusted ({correction}; α = {level})."

NO_EFFECT_SIZES = "The report has no effect sizes of pairs."
EFFECTS = "The report has effect sizes: {names}."

NO_OUTLIERS = "There are no outlying scores."
OUTLYING = "There are {scores} to investigate; none was removed."
ONE_OUTLIER = "There is one score to investigate; it was not removed."

BUDGET_RANGE = "The curves cover {steps}."
SAME_END = "All runs end at {steps}."
DIFFERENT_ENDS = "Runs end at {steps}."

MAJORITY = "The table has the rule that always predicts {majority}."
NO_BASELINE = "The table has no trivial baseline."
