"""How the cells of a table of scores were read, and which of them look wrong."""

PARTS = {
    "percent": "All scores are percentages: {text} is read as {score}.",
    "spread": (
        "{scores} {have} a spread, such as {text}. The cells do not say whether it is a standard deviation, "
        "a standard error or half of an interval, so no test uses it."
    ),
    "aside": (
        "{scores} {have} a remark in brackets, such as {text}. It may be a rank, an interval, a "
        "difference or another measure, and is not read."
    ),
    "about": "{scores} {have} a sign for about, such as {text}, which is read as {score}.",
    "marked": "{scores} {have} a mark, such as {text}, which is not read.",
}
FAILED = "{runs} failed: {words}"
ONLY_FAILED = "{runs} failed"
NUMBERS = "A number such as {text} is read as {score}."

OUT_OF_RANGE = "{metric} is {limits}, but {listed}.{why}"
BETWEEN = "between {low} and {high}"
AT_LEAST = "at least {low}"
AT_MOST = "at most {high}"
ARE_NOT = "{n:,} of {of:,} scores {verb} not: {cells}"
LONE_NEGATIVE = "{n:,} of {of:,} scores {verb} {value} ({cells}), and all others are above 0. {why}"
MAY_BE_FAILED = "A negative number often stands for a failed run."
MIXED_UNITS = "Most scores of {metric} are percentages, but {listed}."
ARE_SHARES = "{n:,} of {of:,} {verb} at most 1, as shares are: {cells}"
