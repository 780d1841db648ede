"""Captions and alternative texts of figures of predictions: calibration, mistakes, curves and tests."""

# calibration
CALIBRATION = (
    "Observed share of {positive} against the predicted probability, in bins. Brier score, and bins whose "
    "interval excludes the prediction: {listed}."
)
BRIER_AND_BINS = "{name} {brier}, {off} of {bins}"
MORE = "{listed}; and {n} more"
RELIABILITY = (
    "Observed shares with Wilson's {level} % intervals for each bin; marks are filled where the interval "
    "excludes the mean predicted probability. Above the diagonal, probabilities are too low; below it, they "
    "are too high. The lower panel shows how often each probability is predicted."
)
LOWEST_COLOURED = (
    "The {n} lowest Brier scores are in colour; the other models are grey and without intervals."
)
ASIDE = "Marks are moved aside a little where they would hide one another."

# confusion matrices
MATRIX = "Confusion matrix: {accuracy}. Recall by class: {recall}."
MATRICES = "Confusion matrices of {n} models: {models}."
RIGHT_ON = "{name} is right on {right} of {total} examples of {n} classes"
RIGHT_ON_WEIGHT = "{name} is right on {share} % of the weight of examples of {n} classes"
CELLS_OF_MOST = (
    "{measure}; shades are shares of the true class (row). Of {k} classes, the {n} with the most mistakes, "
    "as true or as predicted class. The others are one row and column, whose diagonal holds mistakes among "
    "them, too."
)
SHADES = "Shades are shares of the true class (row)."
CELLS_AND_SHADES = "{measure}; shades are shares of the true class (row)."
CELLS_AND_SHARES = "{measure} and shares of the true class (row); rows add up to 100 %."
ACCURACY = "{accuracy}."
MOST_FREQUENT = "The most frequent mistake is {truth} taken for {predicted} ({often})."
COUNTS, WEIGHTS = "Counts", "Weights"
SHARE_OF_CLASS = "share of the true class"

# McNemar's test
DIFFERENCES = (
    "McNemar's test by {approximation} against the exact test, for counts up to {most}: p-values differ by "
    "{low} to {high}. Of {cells} pairs of counts, {more} are rejected at {level} by the approximation alone "
    "and {fewer} by the exact test alone."
)
POINTS = "Points: {pairs} of models."
LESS_EXACT = (
    "Difference of the p-value of McNemar's test by {approximation} and the exact one, for all numbers of "
    "examples on which two models differ."
)
SOME_COUNTS = "Shades are of one count in {every}."
COLOURS = (
    "Orange: the approximation rejects more easily; blue: it rejects less easily. Marks show where the "
    "decisions at {level} differ."
)
COMPARED = "Points are the pairs that were compared."
ONLY_APPROXIMATION = "only the approximation rejects"
ONLY_EXACT = "only the exact test rejects"
ONLY_SECOND = "c: only the second model right"
ONLY_FIRST = "b: only the first model right"

# curves of precision and recall
PRECISION = (
    "Precision against recall of {models} for {positive}. Average precision: {listed}; in random order "
    "{share}."
)
STEPS = (
    "Precision against recall in steps, below which the area is the average precision (AP). Points are at "
    "the predicted labels. The dotted line is the share of positives, which is the precision of a random "
    "order."
)
BEST_COLOURED = "The best are in colour."

# ROC curves
ROC = "ROC curves of {models} on {positives} and {negatives}. Areas: {areas}. {hull}"
ON_HULL = "On the convex hull: {names}."
NONE_ON_HULL = "None is better than chance."
CURVES = "ROC curves and the areas under them{intervals}{points}."
INTERVALS = " with {level} % intervals ({method})"
AT_LABELS = "; points are at the predicted labels, and filled on the convex hull"
BELOW_HULL = (
    "A point below the hull is never the best choice, whatever errors cost and however common "
    "positives are."
)
TRUE_POSITIVES = "true positive rate (positive: {name})"
LARGEST_COLOURED = "The {n} largest areas are in colour."
INTERVAL_METHODS = {
    "": "DeLong",
    "logit": "DeLong, on the logit scale",
    "plain": "DeLong",
    "newcombe": "Newcombe",
}
