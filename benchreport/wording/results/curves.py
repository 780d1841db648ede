"""Results on curves, budgets and running times."""

ENDS = "{method} at {last}: {scores}"
ENDS_ON = "{dataset}: {scores}"
MORE_ALGORITHMS = "{listed} and {n} more"
MORE_DATASETS = "{listed}; {datasets}"
LINES = "Curves show the {center} over {units}; the band is {band}."
BEST_SO_FAR = (
    "Scores are those of the best point so far, which are too good on data that were "
    "used to choose it."
)
AS_MEASURED = "Scores are those measured at each step."
BETWEEN_POINTS = (
    "A run keeps its last score until its next point and after its end. A curve starts where all of its "
    "runs have a score."
)

PICKS = "Best by {step}: {picks}"
PICK_AT = "{pick} at {budget}"
PICK_OVER = "{pick} from {low} to {high}"
NO_CLEAR_PICK = (
    "At none of these budgets is the best algorithm significantly better than all others."
)
SAME_PICK = "The best algorithm is the same at all of these budgets."
CHANGING_PICK = "The best algorithm changes {times} with the budget."
CLEAR_AT = "It is significantly better than all others at {clear} of {budgets} budgets."
CHOSEN_BY_THE_SCORES = (
    "The best algorithm was chosen by the same scores, so tests against it find differences a little too "
    "often, and they are not corrected for the number of budgets."
)

REACHED = "{method}, share reached by {last}: {shares}"
SHARE_OF_SYSTEM = "{name} {share} %"
MORE_SYSTEMS = "{listed} and {systems}"
TARGETS = "The targets are {targets}."
SHARES = "Shares are over all pairs of a run and a target, and all datasets have the same weight."
EXPECTED_RUNNING_TIME = (
    "The expected running time (ERT) is that of a system that restarts until it reaches the target. It "
    "depends on the successful runs and is uncertain when there are few."
)

BANDS = {
    "sd": "one standard deviation over {over}s to each side",
    "se": "one standard error to each side",
    "quartiles": "the middle half of the {over}s (25 % to 75 %)",
    "bootstrap": "a {level} % bootstrap interval of the {center} at each step by itself",
}
TOO_NARROW = "{band} (too narrow for fewer than {least} {over}s)"
GIVEN_TARGETS = "the given scores"
SPACED_TARGETS = (
    "up to {n} scores on each dataset, spaced from the median first score to the best of all"
)
