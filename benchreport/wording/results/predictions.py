"""Results on predictions: mistakes, disagreements, calibration and ROC curves."""

LOWEST_RECALL = "{method}: the lowest recall of a class is {whose} ({label}: {numbers})"
HIGHEST_FOR = "highest for {names}"
THAT_OF = "that of {name}"
SAME_FOR_ALL = "the same for all"
RECALL = "recall {value}"
INTERVAL = "{level} % interval {interval}"
OF_EXAMPLES = "{times} of {total} examples"
OF_WEIGHT = "weight {times} of {total}"
NO_MISTAKES = "{name} makes no mistakes."
SINGLE_MISTAKE = "{name} makes a single mistake and predicts {predicted} for {truth}."
NO_REPEATED_MISTAKE = "{name} makes no mistake more than once."
MOST_FREQUENT_MISTAKE = (
    "{name} most often predicts {predicted} for {truth}: {frequency} of {truth}{others}."
)
EQUALLY_FREQUENT = (", as often as one other mistake", ", as often as {n:,} other mistakes")
MORE_MODELS = "The table has the other {n} models."
ONE_MORE_MODEL = "The table has the last model."

DIFFER_ON = (
    "{method}: the models differ on {n:,} of {examples}; all are right on {right:,} and all wrong on "
    "{wrong:,}"
)
NO_DISAGREEMENT = "No example separates the models."
DISAGREEMENT = "The models differ on {share} % of the examples, and only these separate them."

BRIER = "{method}: {whose} ({score}; always predicting the share of {positive}: {reference})"
LOWEST_BRIER = "lowest Brier score {names}"
SAME_BRIER = "the same Brier score for all"
TOO_HIGH = "{n} too high"
TOO_LOW = "{n} too low"
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

AREAS = "{method}: {whose} ({numbers})"
LARGEST_AREA = "largest AUC {names}"
SAME_AREA = "the same AUC for all"
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
DOMINATED_BY = "{name} (by {others})"
PRECISION = "{method}: highest average precision {names} ({value}; in random order {reference})"
RANDOM_ORDER = (
    "The average precision of a random order is the share of {positive}, {share} %. With another share "
    "these numbers change, but areas under ROC curves do not."
)

UNDEFINED = "{metric} is undefined"
VALUE_OF_ONE = "The {metric} of {name} is {value}"
SAME_VALUE = "All {noun}s have the same {metric}, {value}"
BEST_VALUE = "{names} {has} the best {metric}, {value}"
BASELINE = "always predicting {majority}: {value}"
