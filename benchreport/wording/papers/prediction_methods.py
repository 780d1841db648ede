"""The methods paragraph of a report on predictions."""

ONE_MODEL = "We evaluated one model by its {outputs} for {examples}{weights}."
MODELS = "We compared {models} by their {outputs} for the same {examples}{weights}."
WEIGHTS = ", which count {weighting}"
OUTPUTS = {
    "classification": "predicted labels",
    "regression": "predicted values",
    "ranking": "ranked lists",
    "language": "probabilities of the observed outcome",
    "correctness": "right and wrong answers",
}
SCORES = "scores"
AND_SCORES = " and scores"
CLASSES = " ({classes} classes)"

REPORT = "We report {metrics}."
REPORT_WITHOUT = "We report {metrics}, and {bare} without intervals."
WITH_INTERVALS = "{metrics} with {level} % {intervals} {citation}"
EFFECTIVE = "The Wilson intervals are those of as many independent examples as {what} are worth."
DEPENDENT = {True: "the examples in clusters", False: "the repeated answers"}
RESAMPLES = (
    "Bootstrap intervals of metrics come from {n:,} resamples of the examples (seed {seed})."
)
INTERVALS = {
    "Wilson": "Wilson score intervals",
    "DeLong": "DeLong intervals",
    "logit DeLong": "DeLong intervals on the logit scale",
    "Newcombe": "Newcombe intervals",
    "BCa bootstrap": "bias-corrected and accelerated bootstrap intervals",
    "percentile bootstrap": "percentile bootstrap intervals",
}
OTHER_INTERVALS = "intervals ({how})"

OMNIBUS = (
    "All models were compared with {method} {citation} in its χ² approximation, with {effect_name} "
    "{effect} as the effect size."
)
MCNEMAR = "Accuracies were compared{versus} with the McNemar test {citation}, {how}{source}{ends}"
MCNEMAR_INTERVALS = (
    ", with Newcombe's paired intervals of the differences {citation} and exact intervals of the odds "
    "ratios"
)
MCNEMAR_VARIANTS = {
    "exact": "exact",
    "mid_p": "mid-p",
    "exact, mid_p where many differ": (
        "exact where the two models differ on fewer than 25 examples and mid-p elsewhere"
    ),
    "uncorrected": "with the χ² statistic and no continuity correction",
    "corrected": "with Edwards' continuity correction",
}
DELONG = "Areas under ROC curves were compared{versus} with the DeLong test {citation}"
PAIRED_T = (
    "The {measure} of the models was compared{versus} with the paired t test over the examples ({dof} "
    "degrees of freedom; {citation})"
)
PAIRED_DIFFERENCE = (
    "The {measure} of the models was compared{versus} with the paired t test over the examples, each "
    "of which counts once with the mean of its repeats ({dof} degrees of freedom; {citation})"
)
CLUSTERED_DIFFERENCE = (
    "The {measure} of the models was compared{versus} by paired differences over {n} clusters of examples, "
    "with CR2 standard errors and Satterthwaite's {dof} degrees of freedom ({citation})"
)
BOOTSTRAP = (
    "The {measure} of the models was compared{versus} with the paired bootstrap ({n:,} resamples of the "
    "examples, seed {seed}, {intervals} intervals; {citation})"
)
OTHER = "Pairs were compared{versus} with the {method} {citation}"
OVER_DATASETS = (
    "Over the {datasets}, with one value of {metric} each, models were compared with {friedman}the "
    "Wilcoxon signed-rank test {citation}{correction}."
)
FRIEDMAN_AND = "the Friedman test {citation} and"
HULL = "ROC curves are shown with their convex hull {citation}."
HULL_AND_AREAS = (
    "ROC curves are shown with their convex hull and the DeLong intervals of their areas "
    "{citation}."
)
RELIABILITY = (
    "Reliability diagrams have ten bins with about equal numbers of examples and Wilson intervals "
    "{citation}."
)
ANSWERS = " ({n:,} answers of each)"
BY_DATASET = (
    "Differences of {score} on single datasets have unadjusted intervals from the examples of that "
    "dataset."
)
NOISE = "Variance components were estimated by {variant} {citation}."
