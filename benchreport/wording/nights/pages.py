"""The titles, captions, facts and notes on the pages of a night and on their index."""

# the report of a night
TITLE = "{name}: night of {night}{label}"
SUBTITLE = "{series} series, {scores}; {states}"
COMPARISON_TITLE = "{name}: comparison of {night}"
LINKS = {
    "comparison": "Tonight's whole comparison",
    "pdf": "This report (PDF)",
    "facts": "Its facts (JSON)",
}
ALL_NIGHTS = "All nights"
SECTIONS = {
    "verdict": "Verdict",
    "open": "Open findings",
    "more": "Further findings",
    "over": "Closed findings",
    "unconfirmed": "Unconfirmed",
    "lacking": "Missing, failed, not comparable",
    "leaders": "Who leads",
    "series": "All series",
    "judged": "How this was judged",
    "provenance": "Provenance",
}
KINDS = {"regression": "Regression", "drift": "Slow drift", "improvement": "Improvement"}
FINDING_TITLE = "{kind}: {series}"
ALGORITHMS = "{n} algorithms"
NOT_COMPARED = "This night was not compared with others."
COMPARISON_FAILED = "Tonight's algorithms could not be compared as a whole: {why}"
NO_PDF = "This night has no PDF. {why}"
BOXES = "Figures show boxes in place of {characters}, which no installed font can draw."
NOT_DRAWN = "There is no figure, because the history has no scores of this series tonight."
SHOW = "Show the findings of this night in a terminal"

# captions
MORE_FINDINGS = "Open findings without a figure; the more urgent ones have figures above.{first}"
OPEN_FINDINGS = "Open findings, and what is marked by hand.{first}"
PARTS = "What was found of this change, by series."
CLOSED_FINDINGS = (
    "Findings closed tonight, because the series went back, its change was accepted, or it has a new "
    "finding.{first}"
)
UNCONFIRMED = "Series that were worse tonight. They raise an alert if the next night confirms it."
LACKING = "Series that could not be compared with the baseline tonight.{first}"
LEADER_COLUMNS = ("metric", "leader", "mean rank", "places, 95 %", "leader of the night before")
LEADERS = (
    "The algorithm with the best mean rank tonight. Its places cover 95 % of the bootstrap samples of the "
    "datasets, or of the repeats if there is one dataset."
)
ALL_SERIES = (
    "A change is tonight minus the baseline; where several nights show it, their mean. The p-value of these "
    "nights is one-sided and adjusted over the series of the metric. The column nights counts those behind "
    "the baseline.{first}"
)
FIRST_ROWS = "These are the first {most} of {n}."
SERIES_CSV = "All {n} series, as CSV."
SERIES_OF_METRIC = "Series by {metric}{direction}. {caption}"
DIRECTION = {True: " (higher is better)", False: " (lower is better)"}
LARGEST_CHANGES = (
    "The {noun}s with the largest changes: tonight, and the mean of up to {nights} nights before "
    "{since}.{more}"
)
SMALLER_CHANGES = "{runs} with smaller changes {verb} left out."

# a finding
TONIGHT = "{value}, before {baseline}"
WITH_CONFIDENCE = "{change} (95 % interval)"
ONE_SIDED = "; one-sided {p}"
ADJUSTED = ", adjusted for the series of the night {p}"
SINCE = "{since}{tonight}, found on {found}: {change}"
IS_TONIGHT = " (tonight)"
FOUND = "The night on which it was found, {night}"
LAST_NIGHTS = "Last {nights}"
STATUS = "{status}{closed}{seen}{why}"
NOT_SEEN = ", not seen tonight"

# the index
NIGHTS = "{nights} from {first} to {last}{gaps}."
ONE_NIGHT = "One night, {night}."
DAYS_WITHOUT = "; {days} without a night"
NIGHTS_REMOVED = "; {nights} removed"
NO_NIGHT = "{day}: no night"
LED_FIRST = "By {metric}, {algorithm} led on {n} of {nights}"
LED_NEXT = "{algorithm} on {n}"
SPARKLINE = "{nights}, tonight {value}, change {change}"

# why a series is in its state
WEEKDAY = "without the {change} that {day} usually bring"
WEEKDAYS = ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays")
