"""The methods paragraph of a paper, sentence by sentence; citations come in brackets."""

COMPARED = "We compared {algorithms} {where} by {score} ({direction})."
AVERAGED = "Repeated runs were averaged within each dataset."
COMPLETE = "Pairs were compared on the {blocks} without a missing score."
DESCRIPTIVE = "We report {names} as descriptions only, because they assume independent {blocks}."
TWO_SIDED = "Unless stated otherwise, tests are two-sided with a significance level of α = {level}."
SOFTWARE = "The analysis was carried out with benchreport {version} {citation}."
BRIEF = "In short, we compared {algorithms} {where}{tests} (α = {level}; benchreport {version})."
BRIEF_TESTS = " using {tests}"
FURTHER = "We further report {method}{source}."
CITED = " {citation}"
WITH_CONTROL = " with the control {control}"

WITH_RUNS = "with independent runs"
ON_BLOCKS = "on {blocks}"
ON_REPEATS = "on {blocks} of {dataset}"
ONE_DATASET = "one dataset"

FRIEDMAN = (
    "Differences among all algorithms were tested with the Friedman test {citation} {kind}, corrected "
    "for ties, with Kendall's W {effect} as the effect size{interval}."
)
OMNIBUS = "Differences among all algorithms were tested with the {method}{source}."
INTERVAL_OF_W = ", whose interval is from its noncentral χ² distribution"
FRIEDMAN_KINDS = {
    "exact": "with its exact null distribution given the observed ties",
    "chi2": "with its χ² approximation",
    "iman_davenport": "in the F form of Iman and Davenport {citation}",
}
ANOVA = "Mean scores were compared with an analysis of variance for randomized blocks{correction}."
SPHERICITY = {
    "greenhouse_geisser": " and the Greenhouse–Geisser correction {citation}",
    "huynh_feldt": " and the Huynh–Feldt correction {citation}",
}

ABLATION = (
    "The effect of each component was estimated on each {block} as the difference between its level and its "
    "baseline, {how}, and its mean was tested with Student's t{corrected}."
)
ABLATION_HOW = {
    True: "averaged over the other settings",
    False: "by a linear model of the factors, as not all combinations of their levels were run",
}
ABLATION_POOLED = (
    "Effects of components are differences of estimated marginal means {citation} of the linear model "
    "{formula}, tested with Student's t{corrected}."
)
FACTORIAL = (
    "Factors and their interactions were tested with a repeated-measures analysis of variance{corrected}, "
    "with partial η² as the effect size."
)
FACTORIAL_POOLED = (
    "Factors and their interactions were tested with an analysis of variance of type {typ} sums of squares "
    "of the linear model {formula}, with partial η² as the effect size."
)
NEMENYI = (
    "All pairs were {also}compared by their mean ranks with the Nemenyi post hoc test {citation}, with "
    "p-values from the studentized range distribution."
)
BONFERRONI_DUNN = (
    "The mean ranks of the other algorithms were {also}compared with that of {control} with the "
    "Bonferroni–Dunn test {citation}."
)
TUKEY = (
    "All pairs were {also}compared by their means with the Tukey test for randomized blocks {citation}, "
    "with simultaneous confidence intervals."
)
WILCOXON = "{pairs}{versus} with the {exact}Wilcoxon signed-rank test {citation}{correction}."
BECAUSE_OF_RANKS = (
    "Because mean ranks depend on the set of algorithms {reason}, pairs were {also}compared"
)
PAIRS_COMPARED = "Pairs were {also}compared"
WILCOXON_EXACT = "exact"
REPORTED = "We report {what}."
EFFECT_OF_PAIRS = "Effect sizes of pairs are given as {effect}{source}."
HODGES_LEHMANN = "Hodges–Lehmann shifts {citation}"
MEDIAN_DIFFERENCES = "median differences"
CORRECTED_T = (
    "Pairs were compared with the corrected resampled t test {citation}, which accounts for overlapping "
    "training sets{correction}."
)
PAIRS = "{pairs}{versus} with the {method}{source}{correction}."
INTERVALS_ADJUSTED = ", also of the intervals {citation}"
CORRECTED = ", with {correction} {citation} for {comparisons}"
EFFECT_SIZES = "We report effect sizes ({names}) with {level} % confidence intervals."

BAYES = (
    "Posterior probabilities that one algorithm is better than another were computed for {versus} with "
    "the {method} {citation} with {region}{draws}. The prior is {prior}. A pair counts as decided when a "
    "probability reaches {level}."
)
ALL_PAIRS = "all pairs"
CONTROL_PAIRS = "{control} and each other algorithm"
NO_ROPE = "no region of practical equivalence"
ROPE = "a region of practical equivalence of ± {rope}"
DRAWS = ", from {n} draws"

CORRECTIONS = {
    "bonferroni": "the Bonferroni correction",
    "sidak": "the Šidák correction",
    "holm": "Holm's correction",
    "hochberg": "Hochberg's correction",
    "hommel": "Hommel's correction",
    "finner": "Finner's control of the false discovery rate",
    "li": "Li's correction",
    "holland": "Holland's correction",
    "rom": "Rom's correction",
    "bh": "the Benjamini–Hochberg control of the false discovery rate",
    "by": "the Benjamini–Yekutieli control of the false discovery rate",
    "shaffer": "Shaffer's correction",
    "bergmann_hommel": "the Bergmann–Hommel correction",
    "max_t": "simultaneous p-values from the largest t statistic",
    "studentized_range": "simultaneous p-values from the studentized range",
    "none": "no correction",
}
METRICS = (
    "The algorithms were also compared by {metrics}. Each of the {n} metrics was tested with the Friedman "
    "test {citation}, with p-values adjusted over the metrics by Holm's correction {correction}."
)
REFERENCES_AS_BIBTEX = "The references as BibTeX."
