"""Sections of a report: their titles and the sentences between tables and figures."""

VIEWS = "Agreement of the tests"
COMPARED = "What was compared"
VERDICT = "Verdict"
DESCRIBED = "Description"
FIGURES = "Figures"
ASSUMPTIONS = "Assumptions"
METHODS = "Methods"
CHECKLIST = "Good practice"
APPENDIX = "Appendix"
BAYESIAN = "Bayesian view"
ROC = "ROC analysis"
ALL_METRICS = "By every metric"
CURVES = "Performance curves"
ANYTIME = "Anytime performance"
RANKS_OVER_TIME = "Ranks over the steps"
RUNTIMES = "Runtimes to targets"
PICKS = "The best by budget"
AREA = "Areas under the curves"
METRICS = "Metrics"
PAIRS = "Pairwise comparisons"
COMPONENTS = "Components"
NO_INTERACTIONS = "No interaction of factors was found; the surest is {smallest}."
BY_DATASET = "Results by dataset"
NOISE = "Where the noise comes from"
FLIPS = "Flips"
HARDEST = "Hardest examples"
RELIABILITY = "Calibration"
CONFUSION = "Confusion matrices"
DISAGREEMENTS = "Disagreements of the models"
OMNIBUS = "Omnibus test"
EFFECTS = "Effect sizes"
SENSITIVITY = "Sensitivity"
DESIGN = "Design"
SCORE = "Score"
OUTLIERS = "Outliers"
ON_FOLDS = "Only the corrected t test accounts for overlapping training sets, so it decides."
ON_5X2 = (
    "The corrected t test accounts for training sets that overlap between repetitions, so it "
    "decides."
)
WHY_VIEWS_DIFFER = (
    "Mean ranks depend on the other algorithms, signed ranks only on the pair, and means on the "
    "{kind}s with the widest spread."
)
BAYES_AGREES = (
    "At probability {level}, the Bayesian view ({bayes}) gives the same answers as the {test} for "
    "{pairs} with {control}."
)
NO_BAYES = (
    "There is no Bayesian view, because it needs differences within a block, and independent runs "
    "have no blocks."
)
DECIDES = "The {test} decides in this report."
LEADER_FLATTERED = (
    "The same scores chose {leader} as the leader, which flatters it; a control that is named "
    "beforehand is not flattered."
)
NO_ROPE = (
    "With a largest difference that does not matter (option rope, such as 0.01), the report also shows "
    "how probable practical equivalence is."
)
TWO_QUESTIONS = (
    "A p-value is the probability of such a difference or a larger one if there were none, here "
    "adjusted for all pairs. A posterior probability is the probability of an answer under the model "
    "and its prior, for one pair."
)
ONE_SIDED = (
    "Here the posterior probabilities are 1 − the one-sided p-values before any adjustment, so they "
    "are no further evidence."
)
BEST_SO_FAR = "best score until each step"
AS_MEASURED = "scores as measured at each step"
REGRET = (
    "Scores are scaled within each dataset: 0 is the best score of any run at any step, and 1 is the "
    "worst. The scale depends on which algorithms are compared."
)
RANKS_OF_AVERAGES = "Averages over runs are ranked within each dataset."
RANKS_OF_RUNS = (
    "On the one dataset, one run of each algorithm is drawn many times. The mean rank is that of a "
    "single comparison on average, and the band shows how much it would vary."
)
ONE_NUMBER = (
    "Each run has one number, its {score} (the area under its curve divided by the length of the "
    "curve). These numbers are compared as scores."
)
EXAMPLES_ARE_ALIKE = (
    "Examples of one dataset are alike. Tests and intervals over examples do not account for this, "
    "so they hold for further examples of these datasets only."
)
TESTED_OVER_DATASETS = (
    "{line} A test with one score for each dataset shows what holds for other datasets."
)
NOT_TESTED = "{line} There is no test over datasets."
TOO_FEW_DATASETS = "{line} A test over datasets needs at least {least} of them."
SOME_MATRICES = "The matrices are those of the {which} ({of})."
MOST_ACCURATE = "most accurate models"
MOST_ACCURATE_ONE = "most accurate model"
SPHERICITY_OF_TWO = "Two algorithms have a single difference, so sphericity holds by definition."
NO_MAUCHLY = "Mauchly's test could not be computed"
DESCRIPTION = (
    "The following tests are descriptions only: they assume independent blocks, which splits of one "
    "dataset are not, so their p-values are too small."
)
NEMENYI_JUDGES = "In every variation, Nemenyi's critical difference decides."
SPHERICITY = (
    "Sphericity: {mauchly}; Greenhouse–Geisser ε = {gg} ({p_gg}), Huynh–Feldt ε = {hf} ({p_hf})."
)
PATH = "The design ({seen}) decides which tests are run, and the scores do not. {why}"
ASSUMPTIONS_INTRODUCTION = (
    "The tests were fixed before these checks were made. A check that passes is no proof that the "
    "assumption holds. While one is doubtful or violated, no difference is called significant by a test "
    "that rests on it."
)
CAUTION = "What weakens this: {sentence}"
MORE_DOUBTS = "Further limits: {clauses} (see {sections})."

TESTS_AGREE_ON_PAIR = "{tests} tests compare the pair and agree (α = {level}). {why}"
TESTS_AGREE = "{tests} tests compare {pairs} and agree on all of them (α = {level}). {why}"
TESTS_DIFFER = "{tests} tests compare {pairs} and differ on {n}. {why}"
