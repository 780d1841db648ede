"""How a night was judged: its series, the baseline, the test and the limits."""

SERIES = {
    "algorithm": (
        "A series is the score of an algorithm by a metric, averaged over repeats and then over datasets."
    ),
    "dataset": "A series is the score of an algorithm on a dataset by a metric, averaged over repeats.",
    "both": (
        "A series is the score of an algorithm by a metric, averaged over repeats, on one dataset or over "
        "all datasets."
    ),
}
COMPARED = (
    "Nights are compared on the datasets and repeats that tonight has, in the same versions, so a missing "
    "run is not mistaken for a change."
)
RATIOS = (
    "Scores by {metrics} are compared by their ratios: of the arithmetic means on each dataset, and over "
    "datasets of their geometric mean."
)

COMMON = (
    "What all algorithms of a night have in common, such as a slow machine, is a series of its own (all "
    "algorithms), and the others are compared without it. That series leaves out the algorithm, or the "
    "dataset, that would change it most, so that no single one changes it."
)
WEEKDAYS = (
    "The weekday shifts {series} (analysis of variance by weekday, p ≤ {sure}, at least {nights} nights of a "
    "weekday); {they} compared without that shift."
)

BASELINE = {
    "last": (
        "The baseline is the mean of up to {nights} nights. It excludes the last {held_out} so that a recent "
        "change cannot become normal, and the nights of a regression."
    ),
    "previous": "The baseline is the night before the last {held_back}.",
    "pinned": "The baseline is the night of {night}.",
    "best": "The baseline is the best earlier level.",
    "label": "The baseline is the mean of the last {nights} nights of {label}.",
}
SPREAD = (
    "The standard deviation of single nights is estimated from up to {nights} nights before the last "
    "{held_out} each relative to its own level."
)
HELD_OUT = "{held_back}, or the last {tested} where enough others remain,"

SEVERAL_NIGHTS = (
    "The last {windows} nights together are compared with the baseline, more than {usual} only in a series "
    "without autocorrelation. The last {least} must lie on the same side of it, and the weight of each is "
    "limited, so that one extreme night raises no alert. "
    "A night on which many series stand out, and the next does not, is no evidence for any."
)
ONE_NIGHT = (
    "The last {windows} nights together are compared with the baseline, more than {usual} only in a series "
    "without autocorrelation. Tonight raises an alert at once, if it is on that side."
)
TEST = (
    "The test is one-sided, uses Student's t distribution and corrects for the lag-one autocorrelation of "
    "nights."
)
WORSE = (
    "A series is worse under three conditions: its p-value is at most {alpha}; its p-value adjusted by the "
    "method of Benjamini and Hochberg over the series of the metric is at most {rate}{small}; and the change "
    "is at least as large as the smallest relevant change."
)
SMALL_FAMILY = " (fewer than {n} series count as {n})"
FAMILIES = (
    "Averages over datasets are one family of series and the datasets beside them another: the first has "
    "{averages} of the false discovery rate and the second {datasets}, so adjusted p-values are divided by "
    "these. What is found of an algorithm over all datasets and on some of them, from about the same night "
    "on, is one finding. So is what is found of several algorithms on one dataset only."
)
TOO_FEW = (
    "A series with fewer than {nights} nights is judged provisionally from its second night on if it has "
    "several runs a night: its variance is then that of the nights so far, drawn to what its runs and the "
    "other series let expect (Smyth, 2004). A series with one run a night is not judged before."
)

DRIFTS = (
    "Slow drifts are detected over up to {nights} nights by Kendall's rank correlation with time, corrected "
    "for autocorrelation, and measured by the Theil–Sen slope, at a false discovery rate of {rate}."
)
NO_DRIFTS = "Slow drifts were not tested for."

LIMITS = (
    "The false discovery rate holds for each night alone; over many nights, false alarms add up. A night "
    "without findings may still have changes that are too small to detect. A finding shows when a series "
    "changed, not why: the code, the data, the machine or a library may be the cause. Each interval holds "
    "for its series alone. The changes of findings are somewhat overestimated, because large changes are "
    "the ones that are found."
)
