"""Results of predictions that are left out, each with its reason."""

NO_LABELS = "the accuracy of always guessing, and confusion matrices: there are no labels"
SCORES_SAY_NO_CLASS = (
    "accuracy, confusion matrices and tests of labels: scores that are not probabilities do not name a "
    "class"
)
TOO_FEW_OF_A_CLASS = (
    "ROC curves, tests of AUCs and calibration: a class has fewer than two examples"
)
WEIGHTED = "DeLong's intervals and calibration: they are not defined for weighted examples{instead}"
BOOTSTRAP_INSTEAD = "; AUCs are compared by the paired bootstrap"
NO_PROBABILITIES = "calibration: not all scores are from 0 to 1"
NO_POSITIVE = "ROC curves and calibration: they need a positive class, and none is named"
LABELS_ONLY = "ROC curves and calibration: there are labels only"
COUNTED = "the list of examples on which models differ: examples are counted"
PAIRS = "tests of pairs: {reason}"
