"""What the commands of the nights print, apart from the verdict and the replay."""

# init and check
WROTE_CONFIG = "Wrote {output}. Read it, then run: benchreport nightly run {output}{night}"
CONFIG_PROBLEM = "One problem remains before the first run: {problem}"
NO_PROBLEM = "The configuration has no problems."
CONFIG = "{path} configures {name}, with nights in the time zone {zone}."
NO_RESULTS = "There are no results of {night} in {origin} yet, so they could not be checked."
NIGHTS = "The results hold {nights}, {first} to {last}."
METRIC = "{metric} ({direction}): {sizes} on {night}."
DIRECTION = {True: "higher is better", False: "lower is better"}
AVERAGED = (
    'A series is averaged over {n:,} datasets, so a change on one of them counts 1/{n:,}: series = "both" in '
    "[alerts] also judges each algorithm on each dataset."
)
RULES = (
    "{series} is compared with {baseline}. An alert needs {nights} that agree, at a false discovery rate of "
    "{rate}."
)
SERIES = {
    "algorithm": "Each algorithm",
    "dataset": "Each algorithm on each dataset",
    "both": "Each algorithm, over all datasets and on each,",
}
BASELINE = {
    "last": "the mean of the last {nights} nights, without the latest {held_out}",
    "previous": "the night before those that confirm a change",
    "pinned": "the night of {night}",
    "best": "its best earlier level",
    "label": "the mean of the last {nights} nights of {label}",
}
HELD_OUT = "{held_back} ({tested} where enough others remain)"

# run and backfill
NOT_DUE = "A night has been stored since {at}, so none is due."
STORED = "{name}, night of {night}: stored {scores}."
STORED_BEFORE = "{name}, night of {night}: its {scores} were stored before."
OTHERS = "The results also hold {nights} that the history lacks, from {first} on."
AHEAD = (
    "{night} is after today, {today}: until then, other nights count as late, and nobody is notified of "
    "them. If it is a mistake: benchreport nightly remove {night}{label} --why REASON"
)
TAKE_IN = "To store all, run: benchreport nightly backfill {config}{label}"
UNPUBLISHED = "The night is stored, but its pages could not be written: {why}"
TRIAGE_UNPUBLISHED = "This is stored, but the pages could not be written: {why}"
WROTE_PAGES = "Wrote {path}"
NOT_SENT = "A message could not be sent; the next run will try again: {why}"
NOT_REMOVED = "{file} cannot be removed: {why}."
NO_RESULTS_OF = "There are no results of {nights}."
STAY_REMOVED = "Removed nights stay away: {nights}. To store one again: --night {night}"
OTHERS_STORED = "The other nights are stored already."
ALL_STORED = "These nights are stored already."
COMPARED = {
    False: "Compared {nights}, {first} to {last}. The verdict on the last one:",
    True: "Compared {first}. The verdict:",
}
"""What ``backfill`` compared; whether it is one night."""
EARLIER_NEWS = "News of earlier nights:"
NEWS = "- {night}: {sentence}"

# history, show and triage
NO_NIGHTS = "The history has no nights yet."
NO_NIGHTS_OF = "The history has no nights {label}; it has nights {others}."
WITH_LABEL = {True: "with the label {label}", False: "without a label"}
TITLE = "{name}, night of {night}"
SERIES_STATE = "{state:<14} {series}{change}{reason}"
TRIAGED = {
    "open": "The {kind} of {series} (finding {number}) is open.",
    "acknowledged": "The {kind} of {series} (finding {number}) is acknowledged{until}, unless it grows.",
    "accepted": "The {kind} of {series} (finding {number}) is accepted; the new level is the baseline.",
    "fixed": "The {kind} of {series} (finding {number}) is closed as fixed.",
    "flaky": "{series} is marked as flaky{until} (finding {number}) and raises no alerts; fixed ends that.",
}
NOT_FLAKY = "{series} is no longer marked as flaky (finding {number})."
UNTIL = " until {night}"
RENAMED = "The {kind} {old} is called {new} from now on, on the {nights} that had it too."
RETIRED = (
    "The {kind} {name} is retired: nights without it are complete, and its findings are closed."
)
NIGHT_REMOVED = (
    "The night {night} is removed, with its scores, findings, pages and unsent messages."
)
COMPARED_AGAIN = {
    False: "{nights} nights were compared again.",
    True: "One night was compared again.",
}
"""What ``remove`` compared; whether it is one night."""
VERDICT_ON = "The verdict on {night}, the newest night:"
NIGHT_WAS_REMOVED = "removed by {who} on {day}: {why}"

# status
NEWEST = "The newest night is {night}, stored {when}."
AGO = "{age} ago"
JUST_NOW = "just now"
CLOCK = "The newest night, {night}, was stored at {recorded}, in the future, so a clock is wrong."
TOO_OLD = "It should be at most {age} old, so nights have stopped."
GAPS = {
    False: "{dates} of the last {n} have no night: {examples}.",
    True: "{dates} of the last {n} has no night: {examples}.",
}
REMOVED = {
    False: "{dates} of the last {n} have none because it was removed: {examples}.",
    True: "{dates} of the last {n} has none because it was removed: {examples}.",
}
"""Dates that lack a night; whether it is one."""

# export and import
EXPORTED = "Exported {scores} to {target}."
IMPORTED = "Imported {scores} from {origin}."

# schedule
REMOVED_CRON = "Removed the lines from your crontab."
NO_SCHEDULE = "There is no schedule to remove."
INSTALLED_CRON = "Installed the schedule in your crontab; crontab -l shows it."
REMOVED_UNITS = "Removed {files}."
INSTALLED_UNITS = "Installed {files}. To run while you are logged out: loginctl enable-linger"
INTERRUPTED = "Interrupted."
