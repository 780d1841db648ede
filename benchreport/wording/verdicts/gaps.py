"""Which runs are missing, and what became of them."""

NO_SCORE = "{n:,} of {expected:,} cells {verb} no score"
MISSING_RUNS = "{runs} of {expected:,} {verb} missing"
NAMED = "{counted} ({names}{more})"
MORE = " and {n:,} more"
NO_RUNS = "none of {expected:,} {noun}s"

# by whether one run is missing
WORST = {
    True: "it is given the worst score of {whose}",
    False: "they are given the worst scores of {whose}",
}
LEFT_OUT = {True: "it is left out", False: "they are left out"}
ALL_RUNS = "all runs"
THEIR_BLOCK = {True: "its {block}", False: "their {block}s"}
AVAILABLE = "cells average the available runs"
PAIRED = "only {noun}s that all algorithms of a dataset have are averaged, which leaves out {runs}"
DROPPED = "{incomplete} {verb} left out ({names})"
DROPPED_EMPTY = "{blocks} without any score {verb} left out ({names})"
EMPTIEST = "leave out first what has the fewest scores ({names})"
NESTED = (
    "give each algorithm one name on all {block}s, as each of these names has scores on one only"
)
HAS = "{name} has {n:,} of {cells:,}"
