"""What a table holds, in one line: its algorithms, blocks and runs, and its direction."""

HIGHER, LOWER = "higher is better", "lower is better"
SCORES = "{algorithms} × {blocks}, {scores} each"
MEANS = "{scores} (mean of {runs})"
RUNS = "{algorithms}, {runs} independent runs each"
OF_DATASET = " of {dataset}"
OF_ONE_DATASET = " of one dataset"
RANGE = "{low} to {high}"
RUNS_EACH = "{low} to {high} runs each"
EACH = " each"
WITH_SCORE = "{size}; {score}, {direction}{gaps}"
GAPS = "; {gaps}"

CURVES = (
    "{algorithms}{datasets}, {runs} of {points} over {step} {low} to {high}; {score}, {direction}"
)
ON_DATASETS = " on {datasets}"
BEST_SO_FAR = "best {score} so far"
POINTS = "{n} points"
ONE_POINT = "1 point"

PREDICTIONS = "{models} on {examples}{datasets}{clusters}{answers}"
OF_CLUSTERS = " in {n} clusters ({column})"
ANSWERS = ", {n} answers of each model"
OF_DATASETS = " of {datasets}"
RANKED = "{size}; ranked lists, {ranks} at most"
TASK = "{size}; {task}"
CLASSES = "{size}; {classes} ({names}){positive}"
POSITIVE = ", positive {positive}"
WEIGHTING = {"tokens": "by tokens", "weights": "by weight"}
CELL = "{algorithm} on {dataset}"
IN_REPEAT = "{cell} in repeat {repeat}"
RUNS_READ = "Runs: {runs} of {algorithms} on {datasets}"
