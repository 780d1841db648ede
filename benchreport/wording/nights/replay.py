"""What a replay of the alert rules says about false alarms and missed changes."""

SUMMARY = (
    "{name}{label}: {nights} from {first} to {last}, {series} series. {judged} of the nights have enough "
    "history to be judged."
)
ALERTS = (
    "These rules would have raised {alerts} ({rate} a night), and reported {improvements}. While nobody "
    "answers, that makes {red} (exit code 1)."
)
RATE = "{rate} (about {year} a year, {red} % of nights red)"
ALERT = "{series}: {kind}, {change}{unit} since {since}, {until}"
UNTIL = "until {night}"
NOT_OVER = "still open"
MORE_ALERTS = "… and {n} more"
FALSE_ALARMS = "False alarms a night in histories without regressions (± standard error):"
PERMUTED = "{rate} with nights in random order"
BLOCKS = "{rate} with blocks of 7 nights in random order, which keeps neighbouring nights together"
DELAYS = (
    "Shifts for the worse that are found by the n-th night. SD is the standard deviation of a series' "
    "nights, and 10 % of the series shift at a time:"
)
NIGHT = "night {n}"
LATER = "later"
COLUMNS = ("shift", "half by", "tried")

UNSEEN = (
    "In {share} % of the series, a shift of {size} SD is smaller than smallest_relevant, so the rules ignore "
    "it."
)
CONFIRMED_LATE = (
    "Before its night {confirm}, a shift can only be found by chance, because alerts.confirm = {confirm}: "
    "the nights before it must agree."
)
CONSTANT = "{series} {verb} the same every night, so no shifts were added there."
SAMPLED = (
    "The replay used a random sample of {sampled} of {series} series, and the rates refer to it."
)
LAST_NIGHTS = (
    "The replay used the last {used} of {nights} nights: at most {most}, and only nights whose scores are "
    "stored."
)
OTHER_LABEL = (
    "The baseline is label {label}, but the replay compares the nights with those before them."
)
OTHER_CELLS = (
    "The results of {n} of the {nights} nights had other algorithms, datasets or repeats than those of the "
    "last night. The replay compares what the last night has, so it differs from what those nights reported."
)
TRIAGE = "Acknowledged and accepted findings have no effect on a replay."
