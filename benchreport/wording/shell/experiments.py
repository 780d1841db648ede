"""What an experiment says of itself."""

EXPERIMENT = "running the experiment"
KEPT = "{kept} of {total} fits are kept."
ABOUT = "{algorithms} on {datasets}, {plan}: {fits}, seed {seed}"
FAILED = "{failed} of {fits} failed, and their scores are missing; the first: {first}"
NO_PROBABILITY = (
    "{names} gave no probabilities of {positive!r}, so the predictions are labels alone."
)
WARNED = "{fits} of {names} warned: {warning}"
DUPLICATE = "One example of {dataset} is the exact copy of another, which a training set may hold."
DUPLICATES = (
    "{n} examples of {dataset} are exact copies of others, which a training set may hold; groups keep copies "
    "together."
)
HOLDOUT = "holdout"
REPEATED = "repeated splits"
CROSS_VALIDATION = "cross-validation"
LEAVE_ONE_OUT = "leave-one-out"
OUT_OF_BAG = "out-of-bag"
POINT_632 = "0.632"
POINT_632_PLUS = "0.632+"
NO_INFORMATION = "no information"
RESUBSTITUTION = "resubstitution"
INNER = "inner"
OPTIMISTIC = (
    "The inner score is the best of several candidates on the same folds, so it is too good; the score on "
    "the outer splits is the estimate."
)
OVERFITTED = (
    "Where the accuracy of resubstitution is 1, .632 is far too good and .632+ somewhat: for a nearest "
    "neighbour, 95 % intervals of .632+ held the truth in only 52 to 77 % of simulations."
)
