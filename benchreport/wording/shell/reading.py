"""How a table is read: its columns and their roles, its rows, what is left out, and what to check."""

# the columns
COLUMNS = "{rows}, {columns}"
FORM = {"long": "; long: one row per score", "wide": "; wide: one column per algorithm"}
READ_AS = "read as {source}"
ROWS_WHERE = "rows where {conditions}"
CONDITION = "{column} is {value}"
TURNED = "one row per algorithm, {columns} of datasets"
OTHERS_LEFT_OUT = " (not read: {names})"
SPLIT_NAMES = "columns of an algorithm and a metric each"
SPLIT_DATASETS = "columns of a dataset and a metric each"
SPLIT_RUNS = "columns of an algorithm (or a dataset) and a run each"
TURNED_REPEATS = "{columns} of repeats"
FAILED_COUNT = (
    "{runs} failed by {column!r}, and their score of {score} counts; leave it empty if it is none."
)
INFINITE = "Infinitely bad scores are read as failed runs"
NO_REPEATS = "repeats that could be averaged"
EXCLUDED = "{rows} left out, as {column!r} is {value}"
EMPTY_ROWS = "{rows} without any score left out: {names}"
SUMMARY_ROWS = "{names} left out as summaries of the rows"
UNITS = "{columns} in {unit}"
MAGNITUDES = "K, M and B in {columns} are thousands, millions and billions"
SHARES = "cells of {columns} such as {cell} are shares"
LIMIT = "{n:,} cells are {limit}, as of runs that a limit stopped."
LEADERS = "{highest} scores highest, {lowest} lowest."
IN_BOLD = {
    True: "Scores in bold are the highest among those beside them.",
    False: "Scores in bold are the lowest among those beside them.",
}
SAID_ABOVE = "The text around the table says: {words}."
METRIC_SAID = "{metric}, {direction}"
DIRECTION_SAID = {True: "higher is better", False: "lower is better"}
HEADINGS = (
    "{tables} with the same columns are read as one; their headings are in column {column!r}."
)
PARTS_NOT_READ = "{parts} of the file, with numbers of their own, are not read."
PART_NOT_READ = "{parts} of the file, with numbers of its own, is not read."
NAMES_AGAIN = (
    "The line of names stands in {lines}, which is no row.",
    "The line of names stands in {lines}, which are no rows.",
)
FOOTER = "What stands below the table is left out: {text!r}."
NO_NAMES_ABOVE = (
    "The first line is a row of the table; its columns have no names and are called {columns}."
)
HEADINGS_IN_ROWS = {
    False: "{names} is left out, as no algorithm has a score on it.",
    True: "{names} are left out, as no algorithm has a score on them.",
}
ROWS_OF = "the rows of {name!r}"
ROWS_WITHOUT_NAMES = "the rows, which have no names,"
ROWS_WITH_NAMES = "the rows, named in the first column,"
CASE_ONLY = "The {kind} {names} differ in case only, and are read as different ones."
ROWS_AS_DATASETS = (
    "The rows, which have no names, are taken for datasets, and not for folds or seeds of one "
    "dataset."
)
# whether anything says that the columns are algorithms
WIDE_AS = {
    True: "the {columns} are read as algorithms, and {rows} as {kind}s;",
    False: "are the {columns} algorithms, and {rows} {kind}s? If so,",
}
NAMELESS_LEFT_OUT = "The last row, which has no name, is left out."
UNEVEN = "The rows of each {keys} are repeats, which no column numbers; cells have different numbers of them."
UNEVEN_COLUMNS = (
    "The columns hold {lengths} scores, and no row has a name: these are read as independent runs."
)
UNNUMBERED = "The {rows} of each {keys} are repeats, which no column numbers."
MORE = "… and {n} more"
CONTENT = {
    "boolean": "true or false",
    "whole": "whole numbers",
    "number": "numbers",
    "text": "text",
}
NESTED = "nested lists"
VALUES = "{kind}, {values}"
RANGE = " from {low} to {high}"
EMPTY = ", {n:,} empty"
WITH_REASON = "{role}: {reason}"
SCORES_OF_ALGORITHM = "an algorithm's scores"
SCORES_OF_METRICS = "scores of each metric"
PREDICTIONS_OF_MODEL = "a model's predictions"
AVERAGED_BY = "{engine} averaged the runs of {rows:,} rows in {cells:,} cells"
RUNS_OF_MEAN = "how many runs each score is the mean of"
WHICH_FAILED = "which runs failed"
NOT_USED = "not used"

# why a column has its role, or none
AS_SPECIFIED = "as specified"
COVARIATE = "a covariate"
COMBINATIONS = "algorithm: the combinations of {names}"
BY_NAME = "by its name"
BY_NAME_AND = "by its name, and {reason}"
CROSSED = {"algorithm": "it crosses the datasets", "dataset": "it crosses the algorithms"}
ONLY_COLUMN = "the only column left"
LIKELIEST_SCORE = "the most likely scores"
EXAMPLES_AS_BLOCKS = "each example is a block"
EXAMPLES_OF_DATASET = "the examples of a dataset"
NUMBERED = "its cells are numbered"
SHARED_VALUES = "all algorithms have its values"
FEW_VALUES = "few numbers, each in several rows"
COUNTS_REPEATS = "it counts up within each cell"
ROW_NAMES = "it names the rows"
CONSTANT = "the same in all rows"
ONE_VALUE_OR_EMPTY = {False: "one value, or empty", True: "empty"}
ROW_NUMBERS = "it numbers the rows"
IDENTIFIER = "its numbers stand for things"
CIRCUMSTANCES = "how, when or where it ran"
DESCRIPTION = "by its name a count, a size or a setting"
OTHER_UNIT = "not in the unit of the scores"
DESCRIPTION_OF = "it describes each {dataset}"
SPREAD = "how much scores vary"
SUMMARY = "a summary of the others"
OF_TESTS = "what a test found"
BEST_KNOWN = {True: "the best known values", False: "how far scores are from the best known ones"}
WRITTEN_OUT = "{number}, written out"
ONE_PER = "one value for each {key}"
TRAINING_DATA = "{tested} is of the test data"
MEAN_BESIDE = "{mean} is the mean"
ONE_REPEAT = "one repeat of {mean}"
ALL_DIFFERENT = "different in every row"
LONG_TEXTS = "long texts"
NO_NAMES = "no names"

# the table
ALGORITHMS = "algorithms: {names}"
MODELS = "models: {names}; {outputs}"
DATASETS = "datasets: {names}"
BLOCKS = "{kinds}: {names}"
CLASSES = "classes: {names}"
EXAMPLE = "example"
CLUSTERS = "clusters ({column}): {names}"
REPEATS = "repeats: {names}"
REPEATS_AVERAGED = "repeats: averaged within {kinds}"
NAME_AND_COUNT = "{name} ({n:,})"
FURTHER_SCORES = "further scores: {names}"
LAST_STEPS = "runs end at {steps}"
TOKENS = "tokens: {n}"
WEIGHTED = "examples have weights"
COUNTED = "{rows:,} rows stand for {examples:,} examples"
JUDGED = (
    "only right and wrong answers are counted, as there are more than 1,000,000 patterns of labels"
)
COUNTED_BY = (
    "{engine} counted the examples of {rows:,} rows in {cells:,} patterns of truth and predictions"
)
OUTPUTS = {
    "classification": "labels",
    "regression": "values",
    "ranking": "ranked lists",
    "language": "probabilities of the text that occurred",
    "correctness": "right or wrong answers",
}
PROBABILITIES = "probabilities of every class"
SCORES_OF_CLASS = "scores of {positive}"
RIGHT, WRONG = "right", "wrong"
LAST_SCORE = "median last {score}"

# what to check
NOTE = "note: {sentence}"
REPEATED_EXAMPLES = {
    True: "check: 1 row is of an example that an earlier row has",
    False: "check: {n:,} rows are of examples that earlier rows have",
}
CONTRADICTED = "check: the labels of {name} contradict its scores for {share} % of the examples"
RUNS_MEASURED = (
    "The {n} on one dataset are taken as independent, because the score is a time or another cost."
)
ITERATIONS_AVERAGED = (
    "The iterations of each {invocation} are averaged, as they do not vary independently."
)
SUMMARIES_LEFT_OUT = (
    "{names} is left out as a summary of the other {noun}.",
    "{names} are left out as summaries of the other {noun}.",
)
CHANGES_LEFT_OUT = tuple(
    sentence.replace("{noun}", "algorithms") for sentence in SUMMARIES_LEFT_OUT
)
PERCENTAGES_LEFT_OUT = (
    "{names} is left out: its scores are percentages, and those of the others are none.",
    "{names} are left out: their scores are percentages, and those of the others are none.",
)
REFERENCES_LEFT_OUT = (
    "{names} is left out as a reference that is no algorithm.",
    "{names} are left out as references that are no algorithms.",
)
METRICS_LEFT_OUT = {
    False: "{metrics} {verb} left out, because the scores cannot be compared.",
    True: "{metrics} {verb} left out, because the names do not tell whether higher is better.",
}
NO_PROBLEM = "The table has no problems."
SEE_NOTES = "The table can be read; see the notes."
NEXT = ("Next: {step}", "  or: {step}")
UNEQUAL_LISTS = "its lists are not equally long", "give each list as many values"
SEVERAL_TABLES = "it holds several tables ({names})"
ONE_ROW = (
    "The file holds one record, with nothing to compare; other records are in lists within it."
)
TABLES_IN_CELLS = "Columns with a list of records in each cell are left out: {columns}."
OTHER_RECORDS = "Records that hold {keys} alone are left out."
TABLES_ALIKE = "those with the same columns are read together as {name}; or"
TABLES_COUNTED = "Left out for lack of numbers: {tables}."
TABLES_LEFT_OUT = "Tables without numbers are left out: {tables}."
SHEETS_LEFT_OUT = "Sheets of a single column are left out: {sheets}."
