"""What the paper kit writes: the sentence of a result, the notes below a table, and checked numbers."""

NO_DIFFERENCE = "A {test} found no significant difference {result}"
DIFFERENCE_IN_DOUBT = (
    "A {test} found a difference {result}, which is not called significant, as {reservation}"
)
DIFFERENCE = "A {test} found a significant difference {result}"
AMONG = "among the {n} algorithms {where}, {numbers}, {effect}"
IN_RUNS = "in independent runs, {runs}"
ON_BLOCKS = "on {blocks}"

NO_PAIR = "No significant difference between {first} and {second} was found {where} ({numbers})"
PAIR_IN_DOUBT = (
    "{first} was better than {second} {where} ({numbers}), which is not called significant, as "
    "{reservation}"
)
PAIR = "{first} was significantly better than {second} {where} ({numbers})"
LEADER = "{names} {verb} the best {centre} ({value})"
LEADER_IN_DOUBT = "{leader}, but no difference is called significant, as {reservation}"
LEADER_IN_THE_SAME_DOUBT = (
    "{leader}, but for the same reason no difference is called significant ({test})"
)
LEADERS = "{leader}, and {n:,} of {pairs} differed significantly ({test})"
LEADERS_OPEN = "{leader}, and no pair differed significantly ({test})"
LEADER_AND_RIVALS = "{leader}{rivals} ({test})"
LEADER_ALONE = "{leader}, but its lead over the others was not significant ({test})"
BEATEN = ", yet {names} significantly beat it"
BETTER = " and was significantly better than {names}"
DESCRIBED = "{name} had the best {score} ({value}); no test was run"

BOLD = "Bold: the best on each dataset and in each summary."
COUNTS = "W/T/L: wins, ties and losses against the others."
NOT_TESTED = "No test compares these algorithms."
NOTHING_MARKED = "The {test} marks nothing, as {reservation}."
MARKED = "†: not significantly worse than the algorithm with the best {centre} ({test})."
LETTERS = "Algorithms that share a letter do not differ significantly in the same test."
SPREAD = "mean ± {spread} over {runs}"
STANDARD_DEVIATION = "standard deviation"
STANDARD_ERROR = "standard error"
HALF_WIDTH = "half-width of its {confidence}% t interval"

HEAD_OF_NUMBERS = (
    "Numbers of a comparison, written by benchreport {version}; write them again instead of "
    "editing."
)
TO_CORRECT = "{numbers}: {places} to correct."
NUMBER_MISSING = "{name} is not in {path}; the data give {value}."
NUMBER_STALE = "{name} is stale: the paper shows {old}, the data give {new}."
NUMBER_UNKNOWN = "{name} is unknown{was}{near}."
PART_MISSING = "{path}:{line}: {name} was not found, and is not checked"
