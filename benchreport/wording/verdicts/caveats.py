"""What does not follow from a result; a report says each of these once."""

NO_DIFFERENCE_IS_NOT_EQUALITY = "A difference that is not significant may still exist."
UNDECIDED_IS_NOT_EQUALITY = "An undecided pair may still differ."
OVERLAP_IS_NO_TEST = "Whether bands overlap is no test of a difference."
MEANS_WEIGH_SPREAD = (
    "Means are compared on the scale of the score, where {blocks} with a wide spread count most."
)
MEANS_WEIGH_OUTLIERS = "Means are compared on the scale of the score, where outliers count most."
RANKS_HIDE_SIZES = "Ranks need no common scale, but they hide how large the differences are."
RANKS_DEPEND_ON_OTHERS = "A mean rank depends on which other algorithms are compared."
CHECKS_CHOOSE_NOTHING = (
    "The checks do not choose the test, because a choice after a check changes the error rates."
)
MARGIN_BEFOREHAND = "The margin must be chosen before the scores are seen, by what matters in use."

ONCE = (
    NO_DIFFERENCE_IS_NOT_EQUALITY,
    UNDECIDED_IS_NOT_EQUALITY,
    OVERLAP_IS_NO_TEST,
    MEANS_WEIGH_OUTLIERS,
    RANKS_HIDE_SIZES,
    RANKS_DEPEND_ON_OTHERS,
    CHECKS_CHOOSE_NOTHING,
    MARGIN_BEFOREHAND,
)
