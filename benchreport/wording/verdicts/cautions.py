"""What threatens the claims of a verdict, or limits them."""

# what cautions find, in a few words that may follow "Further limits:"
CONTRADICTION = "tests contradict each other"
DATASETS_NOT_SAMPLED = "there is one dataset only"
ODD_SCORES = "some scores look wrong"
FEW_SCORES = "the datasets are few"
CONSTANT_LEADS = "some differences are the same everywhere"
GROUPS_DIFFER = "who is better depends on the kind of dataset"
MOSTLY_TIED = "most scores are tied"
TIMES_AT_LIMIT = "the largest score repeats"
OVERLAP = "training sets may overlap"
ALGORITHMS_ALIKE = "some algorithms have the same scores"
COPIED_SCORES = "some scores are copies"
NO_PAIR_COULD = "no p-value of a pair can be small enough"
ALL_COULD_NOT = "no p-value of the omnibus test can be small enough"
TEST_OF_ALL_DIFFERS = "the omnibus test and the tests of pairs disagree"
SCORES_MISSING = "scores are missing"
RESULT_CHANGES = "leaving out one dataset or algorithm changes a result"
GAPS_CHANGE = "another treatment of missing scores changes a result"
SCALES_DIFFER = "the datasets are of different scales"
TWO_P_VALUES = "two ways to compute p disagree"
LEADER_OF_ALL_SCORES = "another algorithm leads on all scores"
BAYES_ALSO_DIFFERS = "the Bayesian view differs on {pairs}"
PAIRS_WITH = "{leader} against {rivals}"
OUTLYING = "there are outliers"
CLOSE_CALL = "one lead is lost to the adjustment of p"
BARELY_SHOWN = "p is close to the level for a lead of the first"
TRAINED_ONCE = "each model was trained once"
BELOW_BASELINE = "a constant answer does about as well"
EXAMPLES_ALIKE = "examples of one dataset are alike"

OMNIBUS_ONLY = "The {name} shows that the {noun}s differ; the {test} cannot show which ones."
PAIRS_ONLY = (
    "The {test} finds pairs where the {name} finds no difference; it controls the family-wise error by "
    "itself."
)
COPIED_ALGORITHMS = (
    "{names} have the same score on every {kind}; copies of an algorithm shift the mean ranks and add "
    "comparisons."
)
GROUPS_ALIKE = "{names}, and {n:,} such groups in all,"
COPIES = "Not independent: {copies}."
GAPS = "{gaps}."
GAPS_LEFT_OUT = "{gaps}; {pairs}."
GAPS_USED = "{gaps}; the omnibus test uses all scores, and {pairs}."
FAILURES = "{failed}. Complete {kind}s favour algorithms whose runs fail."
FAILED_AS_WORST = (
    "If each missing run counts as the worst score of its {kind}, {names} {verb} the best "
    "mean rank."
)
COMPLETE_PAIRS = "pairs are compared on the {n:,} complete {kind}s"
ONLY_FEW = (
    "{n} datasets are few, so the tests show only large differences, and the result may not hold for other "
    "datasets."
)
TOO_FEW = "{n} datasets are few, so the result may not hold for other datasets."
SPLIT = (
    "{leader} is better than {rival} on all datasets called {won}, and worse on all called {lost}: which is "
    "better depends on the dataset."
)
CONSTANT = (
    "{leader} differs from {rivals} by the same amount on every {kind}, as if one were computed from the "
    "other; an interval without width overstates the precision."
)
LOOK_WRONG = "Some scores look wrong: {note}"
TIED = "{leader} and {rival} have the same score on {tied:,} of {blocks}."
AT_LIMIT = (
    "{n:,} of {total:,} scores are {limit}, the largest: this looks like a limit, or a penalty for runs that "
    "did not finish, so means and differences depend on that number."
)
ALIKE_RUNS = (
    "{n:,} runs of {name} on {dataset} have the same score, {limit}, the largest of all: check whether they "
    "were copied, or were stopped."
)
OTHERS = "the other", "the others"
SCALES = (
    "The datasets are of different scales: {few:,} of {n:,} ({names}) {verb} {share} % of the differences "
    "between {noun}s, so means and differences of {score} say little about {others}; ranks within "
    "datasets count all alike."
)
MIXED_SHARES = (
    "The scores on {few:,} of {n:,} datasets ({names}) are at most 1, and those on the others are {low} to "
    "{high}, as if shares and per cent were mixed: means and differences of {score} are then wrong."
)
ONE_DATASET = (
    "All {n:,} scores of an algorithm come from one dataset{name} so the result does not extend to "
    "others."
)
SEEDS_AS_SPLITS = (
    "If every seed draws its own split, a test that accounts for overlapping training sets should decide; "
    "it needs the share of the data on which a split is tested (option test_fraction, such as 0.3)."
)
CORRECTED_ALONE = "The corrected t test accounts for overlapping training sets."
CORRECTED = (
    "The corrected t test accounts for overlapping training sets; the other tests do not, and their "
    "p-values are too small."
)
OTHER_LEADER = (
    "On all scores, with those of incomplete datasets, {names} {verb} the best mean rank."
)
P_DEPENDS = (
    "Whether the algorithms differ overall depends on how the p-value is computed: {exact} in the exact "
    "test, {by_f} by the F distribution."
)
ONE_OUTLIER = "One score is an outlier: {score}."
OUTLIERS = "{n:,} scores are outliers; the farthest out is {score}."
OUTLYING_SCORE = "{score} for {name}"
OUTLYING_SCORE_ON = "{score} for {name} on {where}"
REPEAT = "repeat {name}"

RANKS_AND_MEANS = "ranks count how often an algorithm is better, means by how much"
OTHER_MEASURES = "they measure different things"
CONTRADICTIONS = "The tests contradict each other on {pairs} ({why}): {clauses}{more}."
MORE_CONTRADICTIONS = "; and {pairs} more"
SIDE = "{tests} {verb} {name} over {other}"
TEST_OF_SIDE = "the {test} ({strength})"
STRENGTH_IN_DOUBT = "{p}, though {reservation}"
POSTERIOR = "posterior probability {probability}"
NOTHING_WEAKENS = "Nothing was found: {checks}."
NOTHING_ELSE_WEAKENS = "{open_lead} Nothing else was found: {checks}."
OPEN_LEAD = (
    "The interval of their difference leaves open that {leader} is better than {rival} by {most}, and that "
    "{rival} is better by {least}."
)
BAYES_SURER = (
    "The Bayesian view, which does not adjust for the number of pairs, is surer of some pairs."
)
BAYES_SURER_OF_THE_PAIR = "The Bayesian view is surer of the difference."
TESTS_AGREE = "the tests agree on all pairs"
BOTH_TESTS_AGREE = "the {n} tests agree"
SAME_LEADER = "the same algorithm leads whichever dataset is left out"
NO_OUTLIER = "no score is an outlier"
DEPENDS = "Unlike the {test}, which decides, {clauses}."
FINDS = "{tests} {verb} {claim}"
TEST_IN_DOUBT = "{test} (its assumptions are in doubt)"
THE_SAME = "it"
LEADER_BETTER = "{leader} better than {rivals}"
RIVALS_BETTER = "{rivals} better than {leader}"
CONTROL_DIFFERS = "a difference from the control {leader} for {rivals}"
AGREE_ON_LEADER = "the tests agree about {leader} (they differ on {pairs})"
PAIR = "{first} and {second}"
PAIRS_OF_OTHERS = "{pairs} of other {noun}s"

RIVALS_LEFT_OUT = (
    "{name} is compared with the {most} algorithms next to it by {centre}; {n} are left out."
)
BAYES_DIFFERS = "The Bayesian view differs for {n:,} of {pairs} with {name}: {clauses}."
BAYES_OF_CONTROL = "This view does not adjust for the number of pairs."
BAYES_OF_BEST = (
    "This view adjusts neither for the number of pairs nor for the choice of the best by the same "
    "scores."
)
BAYES_DIFFERS_ON_THE_PAIR = "The Bayesian view differs: {clauses}."
BY_THE_PRIOR = (
    "Where no {noun} favours the other algorithm, the prior makes this probability 1, however few the "
    "{noun}s are."
)
RIVAL_BY_TEST = "{rival} ({p})"
RIVAL_BY_ADJUSTED_TEST = "{rival} (adjusted {p})"
EACH_OF = "each of {rivals}"
BAYES_PAIRS = "the {test} {tested}, while {answered} {probabilities}"
TESTED = {
    "open": "finds no significant difference between {leader} and {rivals}",
    "leader": "finds {leader} better than {rivals}",
    "rival": "finds {rivals} better than {leader}",
}
TESTED_IN_DOUBT = {
    "open": TESTED["open"],
    "leader": "favours {leader} over {rivals} by p-values in doubt",
    "rival": "favours {rivals} over {leader} by p-values in doubt",
}
THESE_ARE = "these are"
RIVAL_IS = "{rival} is"
BY_CHANCE_OF_BEST = (
    "By chance, the best of several equally good {noun}s often has such a probability."
)
BY_CHANCE_OF_TWO = (
    "By chance, one of two equally good {noun}s has it in {share} % of tables or more."
)
BY_MORE = " by more than {rope}"
ANSWERED = {
    "leader": "the posterior probability that {leader} is better{by} is",
    "rival": "the posterior probability that {these} better than {leader}{by} is",
    "equivalent": "{these} practically equivalent to {leader} with posterior probability",
    "open": "the posterior probability of that{by} is only",
}
ANSWERED_ONE_BY_ONE = {
    "leader": "the posterior probabilities that {leader} is better{by} are",
    "rival": "the posterior probabilities that {these} better than {leader}{by} are",
    "equivalent": "{these} practically equivalent to {leader} with posterior probabilities",
    "open": "the posterior probabilities of that{by} are only",
}

AS_TRAINED = "The results hold only for the {models} as trained, on examples like these{other}."
CLOSE = (
    "The lead of {leader} over {rival} is close: {p} by itself, {adjusted} adjusted for {pairs}."
)
BARELY = "The lead of {leader} over {rivals} is barely significant ({p}, α = {level})."
SMALL_LEADS = "a lead that is called significant is negligible in size"
SMALL = (
    "The lead of {leader} over {rivals} is called significant, but is negligible in size: {leader} is better "
    "on {share} % of the {kind}s ({effect})."
)
SMALL_OF_RUNS = (
    "The lead of {leader} over {rivals} is called significant, but is negligible in size "
    "({effect})."
)
SLIGHT = (
    "The lead of {leader} over {rivals} is called significant on {n:,} datasets, but is less than a small "
    "effect beside the spread of their scores (d_av {effect})."
)
AT_MOST = "at most {share}"
OTHER_TRAINING_DATA = ", and other training data may change their order"
AVERAGED_REPEATS = (
    "Each of {n:,} examples was tried up to {times} times; these repeats were first averaged within the "
    "example."
)
MAJORITY = "Always predicting {answer} would be right in {share} % of cases: {clauses}."
ALL_MODELS = "all models"
BEYOND_MAJORITY = "{names} {verb} better (by {level} % intervals of the difference)"
ABOVE_MAJORITY = "{names} {verb} better on these examples, which may be chance"
NOT_ABOVE_MAJORITY = "{names} {verb} no better"
OVER_DATASETS = "Over the {datasets}, each taken as one score, {clause}."
EXAMPLES_OF_DATASETS = (
    "The examples come from {datasets}{few}; examples of one dataset are alike, so the intervals are too "
    "narrow."
)
FEW_DATASETS = ", and {least} are needed to compare over datasets"
