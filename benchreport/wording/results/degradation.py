"""Whether a new version is worse than an old one by more than a margin."""

POINTS = "{number} pp"
VERDICTS = {
    "worse": "{new} is worse than {old} by more than {margin}",
    "not worse": "{new} is not worse than {old} by more than {margin}",
    "undecided": "whether {new} is worse than {old} by more than {margin} is undecided",
}
SUMMARY = "{method} ({score}): {verdict} ({numbers})"
MANY = "{method} ({score}, margin {margin}): {counts}"
COUNT = "{n} {verdict}"
NUMBERS = "{difference}, {confidence} % CI {interval}"
CHANGE = "{score} changes by {difference} ({confidence} % CI {interval}; {p})"
CHANGE_OVER_TASKS = (
    "{score} changes by {difference} on average over {n} tasks ({confidence} % CI {interval})"
)
DECIDED = "{verdict}: {change}."
DECIDED_BY_MEAN = "The mean over the tasks decides ({p})."
DECIDED_BY: dict[str | tuple[str, str], str] = {
    ("max", "worse"): "One task alone decides, with Holm's correction ({p}).",
    ("fisher", "worse"): "The tasks together decide, by Fisher's combination ({p}).",
    "not worse": "All tasks decide: the largest p-value is {p}.",
    ("max", "undecided"): (
        "No task is shown to be worse ({p_worse}), and not all are shown not to be ({p})."
    ),
    ("fisher", "undecided"): (
        "Fisher's combination does not show that tasks are worse ({p_worse}), and not all are shown not to "
        "be ({p})."
    ),
}
MORE = (
    "About {more} more {noun} would decide it with a probability of 80 %, if the true change is the observed "
    "one."
)
MORE_OF_EACH = (
    "About {times} times as many {noun} of each task would decide it with a probability of 80 %, if the "
    "true changes are the observed ones."
)
NEVER = "More {noun} like these would not decide it: the change is as large as the margin."
TASKS_WORSE = "It is worse by more than {margin} on {tasks}."
TASKS = "By task: {counts} (Holm's correction over {n} tests)."
FLIPS = {
    True: "{losses} went from right to wrong, and {gains} from wrong to right.",
    False: "{losses} got worse, and {gains} got better.",
}
NO_FLIPS = "No example changed."
CHANGES = (
    "the normal distribution fits the number of examples that change",
    "Tango's score test allows for few examples that change, by a correction for continuity",
)
ALL_TASKS = "all tasks"
MATCHED_BY_ORDER = (
    "Examples have no names, so those of both files are matched by the order of rows, which must be the "
    "same."
)
UNMATCHED = "{examples} of {table} without a counterpart, left out: {names}."
HEADS = {
    "worse": "{new} is worse than {old} by more than {margin}",
    "not worse": "{new} is not worse than {old} by more than {margin}",
    "undecided": "Undecided: whether {new} is worse than {old} by more than {margin}",
}
LOSSES = "{shown} of {n} examples that got worse:"
SUITE = "benchreport gate"
"""What the command line says."""
