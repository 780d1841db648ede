"""Sentences on several metrics of the same algorithms."""

LEADERS = "By each metric, who is first by mean rank."
NEXT = "the next"
CONTROL = "the control"
LEAD = "Lead over {rival}: {difference}{intervals}."
EACH = "the metric"
P = "The test of the lead is the {test}."
ADJUSTED_P = "The test of the lead is the {test}, with p adjusted over its pairs."
OVERALL_P = "The overall p is of the Friedman test, adjusted over the metrics."
OVERALL_P_OF_SPLITS = (
    "The overall p is of the Friedman test, adjusted over the metrics; it is too small, as that test takes "
    "splits of one dataset for independent."
)
OVERALL = "overall p"
NONE_DIFFERS = (
    "By no metric was a difference shown, with p adjusted for the number of metrics{see}; there may still "
    "be one."
)
ALL_DIFFER = (
    "By each of the {n} metrics the algorithms differ, with p adjusted for the number of "
    "metrics{see}."
)
SOME_DIFFER = (
    "With p adjusted for the number of metrics, the algorithms differ by {clear}; by {rest} no difference "
    "was shown, which does not make them equal{see}."
)
DIFFER_BY = "With p adjusted for the number of metrics, the algorithms differ by {clear}{see}."
OPEN = (
    "Whether the algorithms differ by {metrics} is open, although p adjusted for the number of metrics is "
    "at most {level}{see}: {reservation}."
)
EACH_OF = "any of the {n} metrics"
NOT_BY = "By {rest} no difference was shown, which does not make them equal."
GAPS = "By {metric}, {gaps}."
SAME_SCORES = "{names} have the same scores everywhere, and count as {n} metrics."
METRICS = "{metrics}, {direction}"
OPPOSED = (
    "In {pairs}, one algorithm is significantly better by some metrics and worse by others ({test}): "
    "{clauses}{more}."
)
OPPOSED_PAIR = "{better} is better than {worse} by {own}, and worse by {others}"
MORE_OPPOSED = "; and {pairs} more"
