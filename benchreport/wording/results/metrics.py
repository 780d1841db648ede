"""Sentences on several metrics of the same algorithms."""

TABLE = "Each metric; p is adjusted over the metrics by Holm's method."
NONE_DIFFERS = (
    "By no metric was a difference shown, with p adjusted for the number of metrics; there may still be "
    "one."
)
ALL_DIFFER = (
    "By each of the {n} metrics the algorithms differ, with p adjusted for the number of metrics."
)
SOME_DIFFER = (
    "With p adjusted for the number of metrics, the algorithms differ by {clear}; by {rest} no difference "
    "was shown, which does not make them equal."
)
ALSO = "; {metric}, {direction} is better"
FAVOUR = "{name} by {metrics}"
OPPOSED = "The metrics favour different algorithms (Nemenyi test): {clauses}{more}."
MORE_OPPOSED = "; and {pairs} more"
