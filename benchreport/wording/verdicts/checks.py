"""Results of checks: assumptions, outliers, and what a decision depends on."""

HELD = "The check found nothing against the assumption, which is no proof of it."
DOUBTFUL = "There are signs against the assumption{where}."
VIOLATED = "The assumption does not hold{where}."
NOT_CHECKED = "The scores cannot show whether the assumption holds."

CHECKED = "{method}: {assumption} – {outcome}"
VARIATIONS = "{method}: in {variations}, {clauses}"
OMNIBUS_DECISION = "the omnibus decision {how}"
BEST_ALGORITHM = "the best algorithm {how}"
NEITHER_OF_BOTH = "neither the omnibus decision nor the best algorithm changes"
BEST_LEFT_OUT = "left out"
NO_PAIR_CHANGES = "the decision on no pair changes"
SOME_PAIR_CHANGES = "the decision on some pair {how}"
CHANGES = {0: "never changes", 1: "changes once", 2: "changes twice"}
CHANGES_OFTEN = "changes {n:,} times"
OMNIBUS_LOST = "The omnibus test would find no overall difference {change}."
OMNIBUS_GAINED = "The omnibus test would find an overall difference {change}."
BEST_CHANGES = "{best} would {how} {change}."
RANK_FIRST = ("rank first", "share first place")
PAIRS_CHANGE = "The decision on some pairs would change {change}."
NOTHING_CHANGES = "No decision depends on {on}."
NEITHER_CHANGES = "Neither the overall decision nor the best algorithm depends on {on}."
NOTHING_VARIES = "Nothing could be left out."
ONE_LEADS = "one of {names} is always the best"
WHO_LEADS = "Which of {names} is the best depends on {on}."
ON_GAPS = "how gaps are treated"
ON_ONE = "a single {kinds}"
NAMES = {
    "skillings_mack": "Skillings–Mack",
    "drop": "left out",
    "worst": "worst score filled in",
    "available": "available runs averaged",
    "paired": "paired runs averaged",
}
WITH_GAPS = "if missing scores were treated otherwise ({names})"
WITHOUT = "without {named}"
WITHOUT_ANY = "if any one of {n:,} {kind}s ({names}) were left out"
EITHER = ", or "

AMONG = "{method}: {found} among {scores}"
NONE_FOUND = "no {what}"
OUTLIERS_OF = "They are scores of {algorithms}."
NO_OUTLIERS = "No {what} was found."
WHAT_TO_DO = "Repeat a run that failed, correct a typing error, and keep all other scores. {effect}"
RANKS_HARDLY_MOVE = "Outliers hardly affect rank-based tests."
MEANS_MOVE = (
    "An outlier among repeats shifts the mean of its cell, which is what tests compare and rank."
)
RUN_MISSING = (
    "Run them, or leave the split out for all algorithms; averages over different splits are not "
    "comparable."
)

EQUAL_VARIANCES = "the scores of all algorithms have the same variance"
INDEPENDENT_BLOCKS = "blocks are independent of one another"
SPHERICITY = "all differences have the same variance"
NORMAL = {
    "differences": "the differences of each pair are normally distributed",
    "residuals": "the residuals are normally distributed",
    "runs": "the runs of each algorithm are normally distributed",
}
RESIDUALS = "residuals of score ~ algorithm + block"

NO_SPREAD = "two scores are always equally far from their middle"
AVERAGED_REPEATS = "{count} repeats of each cell are averaged and do not count as datasets"
UNTESTABLE = "there are too few values or too many, or all are the same"
MAUCHLY_NEEDS_MORE = "Mauchly's test needs more blocks than algorithms, and scores that vary"
MAUCHLY_MISLEADS = "Mauchly's test misleads with fewer than twice as many blocks as algorithms"
ONE_DIFFERENCE = "two algorithms have one difference"
NO_SCORE = "no score"
NO_SCORE_OF_ANY = "no score of any algorithm"

RESERVATIONS = {
    "doubtful": "it is doubtful that {assumption} ({evidence})",
    "violated": "the assumption that {assumption} is violated ({evidence})",
}
ASSUMPTION = "Assumption {outcome}: {assumption} ({evidence})."
