"""The caption and the alternative text of the figure of a series of nights."""

ALT = "{metric} of {name} over {n} nights to {last}."
ALT_BASELINE = "The baseline is {baseline}; {value} on the last night is {side} it."
SIDES = {1: "above", 0: "at", -1: "below"}
ALT_SINCE = "The change began on {since}."

CAPTION = "Nightly {metric} of {name} ({direction} is better)."
BASELINE = "The dashed line is the baseline{band}."
BAND = ", with a band of two standard deviations of the nights around it"
SINCE = "Triangles mark the nights since the change began."
TONIGHT = "The ring marks tonight. Nights without a value are left open."
