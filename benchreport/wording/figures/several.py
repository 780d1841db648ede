"""Captions and alternative texts of figures of several tables, and of training against test scores."""

# changes of ranks
CHANGES = "Ranks of {n} algorithms over {tables}. Rank in {first} and in {last}: {listed}."
CHANGE = "{name} {first} to {last}"
ABSENT = "absent"
RANKS = "Rank of each algorithm by its mean rank over {blocks}, for each {table}; ties share their rank."
RANGE_OF_BLOCKS = "{few} to {many} {block}s"
BROKEN_LINE = "A line breaks where its algorithm is absent."
NAMED = "Of {n} algorithms only those in colour are named."

# diagrams above one another
PANELS = "{n} critical-difference diagrams above one another. {listed}"
PANEL = "{title}: {text}"
BEST_DRAWN = (
    "{n} of {all} algorithms are drawn, the best over all panels; tests and centres are those of "
    "all."
)
BEST_IN_ALL = "Best in all {n} panels: {names}."
BEST_IN = "Best: {winners}."

# training against test scores
POINTS = (
    "{points} of {algorithms}: test {score} over {train}, {correlated}. Mean gap from training to test, the "
    "best on test data first: {gaps}."
)
CORRELATED = "Spearman correlation {spearman}, Pearson {pearson}"
NOT_CORRELATED = "which do not vary together"
RINGED = "Ringed: {cells}."
CELL = "{name} on {block}"
DIAGONAL = (
    "A point is an algorithm on a {block}; {n:,} of {all:,} are {side} the diagonal, better in training than "
    "on test data."
)
OVER_ALL = (
    "Over all points, the Spearman correlation is {spearman} and the Pearson correlation {pearson}, partly "
    "because {block}s differ in difficulty."
)
NOTHING_CORRELATES = "The scores do not vary, so nothing correlates."
WITHIN = "The mean within {block}s shows whether training scores separate the algorithms: {correlations}."
NOT_WITHIN = "On one {block}, whether training scores separate the algorithms cannot be determined."
RINGS = "Rings mark the {gaps} from training to test."
