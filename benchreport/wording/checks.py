"""Results of checks: assumptions, outliers, and what a decision depends on."""

HELD = "The check found nothing against the assumption, which is no proof of it."
DOUBTFUL = "There are signs against the assumption{where}."
VIOLATED = "The assumption does not hold{where}."
NOT_CHECKED = "The scores cannot show whether the assumption holds."

OMNIBUS_CHANGES = "The decision of the omnibus test changes {how} {names}."
BEST_CHANGES = "Another algorithm has the best mean rank {how} {names}."
PAIRS_CHANGE = "The decision on some pairs changes {how} {names}."
NOTHING_CHANGES = "No decision depends on a single one of them."
WITH_GAPS = "with missing scores treated by"
WITHOUT = "without"

OUTLIERS_OF = "They are scores of {algorithms}."
NO_OUTLIERS = "No {what} was found."
WHAT_TO_DO = (
    "Repeat a run that failed, correct a typing error, and keep all other scores. Outliers hardly "
    "affect rank-based tests."
)
