"""What captions and alternative texts of figures of all families share."""

COLOURED = "{coloured} {are} in colour, the other {others} grey."
ONE_OTHER = "one is"
OTHERS = "{n} are"
CROWDED = "{n:,} rows are too many to name, so only those in colour are named."
LEFT_OUT = "{blocks} without both scores {are} left out."
OUTCOMES = "{first} is better on {ahead}, {second} on {behind}, and the two are equal on {equal}"
