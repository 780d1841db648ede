"""Results on predictions: mistakes, disagreements, calibration and ROC curves."""

NO_MISTAKES = "{name} makes no mistakes."
SINGLE_MISTAKE = "{name} makes a single mistake and predicts {predicted} for {truth}."
NO_REPEATED_MISTAKE = "{name} makes no mistake more than once."
MOST_FREQUENT_MISTAKE = (
    "{name} most often predicts {predicted} for {truth}: {frequency} of {truth}{others}."
)
EQUALLY_FREQUENT = ", and {n} more as often"
MORE_MODELS = "The table has the other {n} models."
ONE_MORE_MODEL = "The table has the last model."

NO_DISAGREEMENT = "No example separates the models."
DISAGREEMENT = "The models differ on {share} % of the examples, and only these separate them."

CALIBRATED = (
    "The probabilities of {name} agree with the observed shares within the intervals "
    "of all {bins} bins."
)
NOT_CALIBRATED = (
    "The probabilities of {name} disagree with the observed shares in {off} of "
    "{bins} bins ({sides})."
)
MORE_CALIBRATIONS = "The table has {models} more, with higher Brier scores."
BINS_BY_CHANCE = (
    "Even for correct probabilities, about {level} % of the bins disagree by chance. A Brier score also "
    "rewards the separation of classes, so the lowest need not be the most reliable."
)

AREA = (
    "{names} {give} an example of {positive} a higher score than one of the other class in {share} % of "
    "pairs (ties count half; 50 % without skill)."
)
NO_OVERLAP_TEST = (
    "Overlapping intervals do not show whether two areas differ; a test of pairs, "
    "such as DeLong's, does."
)
NO_HULL = "No model is on the convex hull, which is the chance line."
HULL = (
    "Whatever the costs of errors and the share of {positive}, the best choice on these examples is on the "
    "convex hull: {names}."
)
OFF_HULL = "Never best: {names}."
NO_DOMINANCE = (
    "No curve dominates another, so the better model depends on the threshold and on "
    "the costs of errors."
)
DOMINATED = "Dominated at every threshold: {names}."
RANDOM_ORDER = (
    "The average precision of a random order is the share of {positive}, {share} %. With another share "
    "these numbers change, but areas under ROC curves do not."
)
