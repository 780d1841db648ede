"""What captions and alternative texts of figures of all families share."""

COLOURED = "{coloured} {are} in colour, the other {others} grey."
ONE_OTHER = "one is"
OTHERS = "{n} are"
