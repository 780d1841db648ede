"""The verdict of a night, its messages, and the reasons that series and findings carry."""

SERIES = "{algorithm} by {metric}"
SERIES_ON = "{algorithm} on {dataset} by {metric}"
ALGORITHM_ON = "{algorithm} on {dataset}"
ALSO_ON = "also on {datasets}"
ALSO_OTHERS = "also the other {n} algorithms"
ALSO_OTHER = "also the other algorithm"
ALSO_ALGORITHMS = "also {algorithms}"
ON_SOME = "on {n} of {of} datasets"
ON_ALL = "on all {of} datasets"
WHERE = "{series} ({where})"

# the verdict
QUIET = "No regression was found in {series}; changes too small to detect remain possible."
UNTESTED = "Tonight could not be tested for regressions."
NEW_REGRESSIONS = "{regressions}: {findings}."
EARLIER_REGRESSIONS = "{regressions} {verb}: {findings}."
HIDDEN = "{earlier} {verb} still open but not seen tonight: {findings}."
COMMON = (
    "Tonight changed {series} together ({change}), which the next night has to confirm; each series is "
    "judged without that."
)
DRIFTS = "{series} {verb} getting slowly worse: {findings}."
UNCONFIRMED = "{series} {verb} worse tonight, which the next night has to confirm: {names}."
IMPROVEMENTS = "{improvements}: {findings}."
RECOVERED = "{series} {verb} back at the earlier level: {names}."
CLOSED = "{findings} {verb} closed by hand: {reasons}."
CLOSED_REASON = "{series} ({status}: {why})"
FLAKY = "{series} {verb} marked as flaky and {raises} no alert: {names}."
NOT_FLAKY = "{series} {verb} no longer marked as flaky: {names}."
TOO_YOUNG = "{series} cannot be judged yet: {reasons}."
EARLY = (
    "{series} {verb} judged provisionally after few nights: the spread is estimated from the runs and the "
    "other series."
)
ALL_TOO_YOUNG = "No series can be judged yet: {reasons}."
NOT_COMPARABLE = "{series} cannot be compared with the baseline: {first} ({reason}){more}."
FINDING = "{series} ({change}{nights}, since {since}{status}{where})"
OVER_NIGHTS = " over the last {nights}"
WHEN_FOUND = " when found"
UNTIL = " until {night}"
AND_MORE = " and {n} more"

LEADS = "By {metric}, {names} {lead}{rank}{before}."
MEAN_RANK = " with mean rank {rank} ({places} with 95 % confidence)"
ONE_PLACE = "place {low}"
PLACES = "places {low} to {high}"
LED_BEFORE = "; {names} led the night before"

BY_METRICS = "By {metrics}, {rest}"
MISSING_RUNS = "By {metric}, {lacking} of {expected} expected runs {verb} missing{gaps}."
SOME_OF = "; {series}"
HAS_RUNS = "{name} has {runs} of {expected}"
EACH_SERIES = {False: "each algorithm", True: "each algorithm on each dataset"}
NONE_OF = "; there is none of {names}"
NONE_ON = "; there is none on {names}"
NONE_OF_AND_ON = "; there is none of {names} and none on {datasets}"
FAILED_RUNS = "By {metric}, {runs} of {names} failed{where}."
FAILED_ON = ", on {datasets}"
NO_SCORES = "There are no scores by {metric} tonight."

# names and failures
ARRIVED = "Tonight is the first night of the {kind} {names}."
RENAME = (
    'If {name} is called {other} now, say so with "benchreport nightly rename {old} {new}"; if it is no '
    'longer measured, with "benchreport nightly retire {old} --why REASON".'
)
RETIRE = (
    'If {name} is no longer measured, say so with "benchreport nightly retire {old} --why REASON".'
)
RETIRE_SEVERAL = (
    'If any of {names} is no longer measured, say so with "benchreport nightly retire NAME --why '
    'REASON".'
)
RETIRED = "retired: {why}"
DID_NOT_FAIL = (
    "{series} has a score by {metric}, although an [[expected_failure]] is configured for it."
)
ANY_ON = "some algorithm on {dataset}"
DOES_NOT_APPLY = (
    "By {metric}, {names} has no score; as other metrics have, this one is taken not to apply, and no run "
    "to have failed."
)

# why a series is in its state
NO_RUNS = "none of {runs}"
ALL_FAILED = "{runs} without a score"
SOME_FAILED = "{failed} of {runs} failed"
SOME_MISSING = "{runs} of {expected}"
SLOW_DRIFT = "slow drift"
ONE_NIGHT = "worse tonight only"
NEW_LEVEL = "the accepted level needs {needed} nights, and has {nights} so far"
FEW_NIGHTS = "a baseline needs {needed} nights, and has {nights} so far"
NO_NIGHTS = (
    "a baseline needs {needed} nights, and has none so far; with several runs a night, provisional "
    "judgements begin with the second"
)
PROVISIONAL = "provisional: {nights} of {needed} nights"
PINNED_LATER = "the pinned night {pinned} is not before this night"
NOT_IN_BASELINE = "the baseline does not have this series"
REVERSED = "{now} is better tonight, and {before} was better on earlier nights"
PARTLY = "partly not comparable: {reason}"
VERSIONS = "measured with {version}{where}, before with {before}{more}"
ON_DATASET = " on {dataset}"
MORE_DATASETS = ", and likewise on {datasets}"

# why a finding is over, and what is known about its cause
FELL_FURTHER = "the series fell further, which is a new finding"
NEW_BASELINE = "the improvement lasted and is the new baseline"
WENT_BACK = "the series went back"
NO_LONGER_FOUND = (
    "An acknowledged {kind} of {series} ({why}) is over now that nights were compared again: if it comes "
    "back, it is a new finding."
)
SAME_CODE = (
    "The code of {since} ({code}) is the same as that of {before}, so noise, the data or the environment "
    "caused the change."
)
CONTEXT = "What else changed on {since}: {changes}."
CONTEXT_CHANGE = "{name} ({before} → {after})"

# messages that were not sent
UNSENT = "Messages of {nights} ({first} to {last}) could not be sent{findings}."
UNSENT_FINDINGS = "; their findings: {findings}"
UNSENT_FINDING = "{kind} of {series} ({night}, {status})"
CHANNEL_FAILS = "Messages by {channel} about {nights} ({first} to {last}) are not sent: {why}."
NOT_TRIED = "no run has tried yet"
NO_TIME = "the other channels took too long, so that the next run sends the message"

# headlines, summaries and messages
HEADLINE = "{name}, {night}{label}: {counts}"
NO_NEW_REGRESSION = "no new regression"
NOT_TESTED = "not tested for regressions"
STILL_OPEN = "{findings} still open"
CLOSED_COUNT = "{n} closed"
INCOMPLETE = "incomplete"
UNCONFIRMED_COUNT = "{n} unconfirmed"
OUTCOMES = {
    "regressed": "a new regression or drift",
    "incomplete": "missing or failed runs",
    "open": "earlier regressions or drifts still open",
    "unconfirmed": "worse on that night only",
    "improved": "a new improvement",
    "unjudged": "too few earlier nights",
    "ok": "no change found",
    "uncompared": "stored, not compared",
}
PARTS = {
    "regression": "New regressions",
    "drift": "New drifts",
    "open": "Regressions and drifts still open",
    "improvement": "New improvements",
    "closed": "Closed",
    "incomplete": "Missing results",
    "unconfirmed": "Unconfirmed until the next night",
    "failed": "Failed",
    "missing": "Missing",
    "not comparable": "Not comparable",
}
CHANGE = "{series}: {change} from {level}{since}{rest}"
PART_OF = "part of another finding: {finding}"
MARK_OVER = "{series}: no longer marked as flaky{rest}"
SINCE = ", since {night}"
MORE = "and {n} more"
REPORT = "The report"
LINES_LEFT_OUT = "… {lines} left out; see the report."
MORE_TITLE = "And more"
MORE_IN_REPORT = "{n} more are in the report"
RUN_FAILED = "the run failed"
