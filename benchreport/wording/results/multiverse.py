"""Results on the choices that a comparison depends on."""

ANALYSES = ("{n:,} analysis", "{n:,} analyses")
SUMMARY = "{method}: {leader} {leads} in {holds} of {analyses}"
LEADS = ("is the best", "is the best or shares first place", "shares first place")
BEST = "{leader} {leads} in {holds:,} of {of:,} analyses"
ALWAYS_AHEAD = "{leader} is ahead of {names} with p ≤ {level} in all analyses."
AHEAD = "{leader} is ahead of {names} with p ≤ {level} in {holds:,} of {of:,} analyses"
ALWAYS_OPEN = "No analysis shows whether {leader} is better or worse than {names} (p > {level})."
OPEN = (
    "{holds:,} of {of:,} analyses do not show whether {leader} is better or worse than {names} "
    "(p > {level})"
)
FLIPS = "; this changes {choices}."
FLIPS_EACH = "; this changes {choices}, each alone."
MORE_CLAIMS = "Of the other claims, {n:,} depend on a choice (see claims)."
NOT_TRIED = (
    "{n:,} of the {kinds} are not left out, for lack of room: those that favour {leader} over {rival} "
    "least."
)
IN_DOUBT = "All these p-values are in doubt: {reservation}."
NO_CHOICE = (
    "The analysis that was planned decides; the others show what it depends on. A p-value that was chosen "
    "among them means nothing."
)
LEVELS = {
    "mean_rank": "mean rank",
    "win_rate": "win rate",
    "iqm": "interquartile mean",
    "dataset_mean": "mean of datasets",
    "auto": "usual metric",
    "paired_difference": "paired difference",
    "mcnemar": "McNemar",
    "max_t": "largest t",
    "clusters": "clusters vary",
    "examples": "examples vary",
    "datasets": "datasets vary",
    "own_samples": "samples of each model",
    "same_samples": "samples that all have",
    "wilcoxon": "Wilcoxon",
    "paired_t": "paired t",
    "sign": "sign test",
    "nemenyi": "Nemenyi",
    "tukey": "Tukey",
    "permutation": "permutation",
    "holm": "Holm",
    "none": "no correction",
    "bonferroni": "Bonferroni",
    "shaffer": "Shaffer",
    "bh": "false discovery rate",
    "studentized_range": "studentized range",
    "complete": "no gaps",
    "drop": "gaps left out",
    "worst": "gaps filled (worst)",
    "paired": "gaps paired",
    "available": "gaps as available",
}
WITHOUT = "without {named}"
WITH = "with {level}"

# the figure
P_AXIS = "adjusted p of {leader} against {rival}"
LEFT_OUT = "one {kind} left out"
ALT = (
    "Adjusted p of {leader} against {rival} in {analyses}, from {low} to {high}; in {small} it is at most "
    "{level}. Below are the choices of each."
)
CAPTION = (
    "Adjusted p of {leader} against {rival} in {analyses}, sorted, on a log scale with a line at {level}; "
    "below, the choices of each. Blue: {leader} is ahead with p ≤ {level}; orange: {rival} is. A triangle: "
    "another {noun} has the best value. The ring marks the first analysis, which decides."
)
