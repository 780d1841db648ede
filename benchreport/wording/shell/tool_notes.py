"""What the readers of tools' results leave out of them, and where more is to be had."""

ANSWERS = "The files {files} hold the answers by example; name them to read those."
HELM = "Statistics on perturbed instances, and counts of tokens and the like, are left out."
UNSCORED = "{samples} without a score {verb} left out."
AVERAGES = "Averages over other tasks are left out: {names}."
ONE_SPLIT = "One of several splits is read: {names}."
RESOLVED_ONLY = (
    "The file results.json lists resolved instances only, so instances that no system resolved are not "
    "counted."
)
NO_RESULT = (
    "{benchmarks} without any result, skipped or failed everywhere, {verb} left out: {names}."
)
EXIT_CODES = (
    "{runs} ended with another exit code than 0 and count as failed, of {commands}. If that is no failure, "
    "let the command end with '|| true'."
)
